//! Operations that have instructions of their own.

use super::Generator;
use crate::bytecode::{Insn, Reg, Wanted, Yields};
use crate::compile::assembler::Dest;
use crate::compile::ir::{Ir, Node, NodeId, Op};
use crate::fault::{Result, internal};
use crate::value::Value;

/// Registers that an operation which yields a value reads.
const MAX_OPERANDS: usize = 3;

impl Generator<'_> {
    /// A constant that fits an instruction.
    pub(super) fn small(&self, node: NodeId) -> Option<i32> {
        match *self.ir.node(node) {
            Node::Const(v) => v.as_fixnum().and_then(|n| i32::try_from(n).ok()),
            _ => None,
        }
    }

    pub(super) fn float_constant(&self, node: NodeId) -> Option<Value> {
        match *self.ir.node(node) {
            Node::Const(v) if v.is_flonum() => Some(v),
            _ => None,
        }
    }

    pub(super) fn operation(&mut self, op: Op, args: &[NodeId], dest: Dest) -> Result<()> {
        match (op, args) {
            (Op::Add | Op::Sub | Op::Mul, [_, _, _, ..]) => self.fold(op, args, dest),
            (Op::ArraySet | Op::ArraySet2, _) => self.array_set(op, args, dest),
            (Op::RecordSet(t, index), _) => self.scoped(|g| {
                let [a, s] = g.operands(args)?;
                g.a.code.emit(Insn::RecordSet { a, s, index, t });
                g.assigned(s, dest)
            }),
            (Op::MakeRecord(t), _) => self.into(dest, |g, d| {
                let a = g.values_in_row(args, d)?;
                Ok(Insn::MakeRecord { d, a, n: args.len() as u8, t })
            }),
            (Op::Throw, _) => self.scoped(|g| {
                let [_, value] = *args else { return internal("a throw without a tag and a value") };
                let a = g.operand_before(args, 0)?;
                let b = g.passing_operand(value, Some(Wanted::Thrown(a)))?;
                g.a.code.emit(Insn::Throw { a, b });
                Ok(())
            }),
            (Op::Add, [a, b]) if dest == Dest::Return && self.small(*a).is_none() && self.small(*b).is_none() => self
                .scoped(|g| {
                    let [a, b] = g.operands(args)?;
                    g.a.code.emit(Insn::ReturnAdd { a, b });
                    Ok(())
                }),
            // The jump holds the constant, which the instruction with a value would need in a register.
            (_, [x, y])
                if dest == Dest::Return && op.is_comparison() && self.small(*x).or(self.small(*y)).is_some() =>
            {
                let no = self.a.code.label();
                self.scoped(|g| g.comparison(op, *x, *y, no, false))?;
                self.constant(Value::T, dest)?;
                self.a.code.join(no);
                self.constant(self.ir.false_value(), dest)
            }
            _ if self.ir.has_false && is_core_truth(op) => self.truth_value(op, args, dest),
            _ => self.into(dest, |g, d| g.operator(op, args, d)),
        }
    }

    /// Converts a boolean of a dialect to a truth value of the core, in the register `d` or a fresh one. A value that
    /// is only tested needs no conversion.
    pub(super) fn core_truth(&mut self, node: NodeId, d: Option<Reg>) -> Result<Option<Reg>> {
        let ir = self.ir;
        let Node::Op(op, args) = ir.node(node) else { return Ok(None) };
        if !ir.has_false || !is_core_truth(*op) {
            return Ok(None);
        }
        let d = match d {
            Some(d) => d,
            None => self.allocate()?,
        };
        let origin = std::mem::replace(&mut self.a.code.origin, ir.origin(node));
        let insn = self.scoped(|g| g.operator(*op, args, d))?;
        self.a.code.emit(insn);
        self.a.code.origin = origin;
        Ok(Some(d))
    }

    /// A boolean of a dialect with a distinct false, which the instructions do not know.
    fn truth_value(&mut self, op: Op, args: &[NodeId], dest: Dest) -> Result<()> {
        match dest {
            Dest::Fresh(d) | Dest::Reg(d) | Dest::Passing(d, _) => {
                let insn = self.scoped(|g| g.operator(op, args, d))?;
                self.a.code.emit(insn);
                self.a.code.emit(Insn::NilToFalse { d });
                Ok(())
            }
            Dest::Effect | Dest::Return => self.scoped(|g| {
                let a = g.allocate()?;
                let insn = g.scoped(|g| g.operator(op, args, a))?;
                g.a.code.emit(insn);
                if dest == Dest::Return {
                    g.a.code.emit(Insn::ReturnBoolean { a });
                }
                Ok(())
            }),
        }
    }

    /// The instruction of an operation that yields a value.
    pub(super) fn operator(&mut self, op: Op, args: &[NodeId], d: Reg) -> Result<Insn> {
        if let (Op::Add, [x, y]) = (op, args)
            && let Some(insn) = self.mul_add(*x, *y, d)?
        {
            return Ok(insn);
        }
        if let [x, y] = *args
            && let Some(insn) = self.with_constant(op, x, y, d)?
        {
            return Ok(insn);
        }
        if op == Op::Cons {
            let [a, b] = self.operands(args)?;
            return Ok(Insn::Cons { d, a, b, top: self.a.registers.next });
        }
        let registers: [Reg; MAX_OPERANDS] = self.operands(args)?;
        let insn = match (op, registers.get(..args.len()).unwrap_or_default()) {
            (Op::Not, &[a]) if self.ir.has_false => Some(Insn::IsFalse { d, a }),
            (Op::IsKind(kind), &[a]) => Some(Insn::IsKind { d, a, kind }),
            (Op::RecordRef(t, index), &[a]) => Some(Insn::RecordRef { d, a, index, t }),
            (Op::Ask(question), &[a, b]) => Some(Insn::Ask { d, a, b, question }),
            (Op::AskAt(question), &[a, b, c]) => Some(Insn::AskAt { d, a, b, c, question }),
            (Op::Apply(f), &[a]) => Some(Insn::Apply { d, a, f }),
            (Op::Apply2(f), &[a, b]) => Some(Insn::Apply2 { d, a, b, f }),
            (Op::IsRecord(t), &[a]) => Some(Insn::IsRecord { d, a, t }),
            (Op::Greater, &[a, b]) => Some(Insn::Less { d, a: b, b: a }),
            (Op::GreaterEqual, &[a, b]) => Some(Insn::LessEqual { d, a: b, b: a }),
            (Op::FloorDiv, &[a, b]) => Some(Insn::FloorDiv { d, a, b, quotient: false }),
            (Op::FloorQuotient, &[a, b]) => Some(Insn::FloorDiv { d, a, b, quotient: true }),
            (op, operands) => op.instruction(d, operands),
        };
        insn.map_or_else(|| internal("an operation with other operands"), Ok)
    }

    /// An operation on more than two operands, all of which are evaluated before anything is computed.
    fn fold(&mut self, op: Op, args: &[NodeId], dest: Dest) -> Result<()> {
        if op == Op::Add && dest == Dest::Return && args.last().is_some_and(|&n| self.small(n).is_none()) {
            return self.scoped(|g| match g.last_step(op, args)? {
                (a, Operand::In(b)) => {
                    g.a.code.emit(Insn::ReturnAdd { a, b });
                    Ok(())
                }
                (_, Operand::Small(_)) => internal("an operand in a register"),
            });
        }
        self.into(dest, |g, d| {
            let (a, b) = g.last_step(op, args)?;
            step(op, d, Operand::In(a), b)
        })
    }

    /// Everything of such an operation but its last step: what that is done on.
    fn last_step(&mut self, op: Op, args: &[NodeId]) -> Result<(Reg, Operand)> {
        let mut operands = Vec::with_capacity(args.len());
        for (i, &node) in args.iter().enumerate() {
            // One of the first two has to be in a register.
            let may_be_small = i != 1 || matches!(operands.as_slice(), [Operand::In(_)]);
            let small = self.small(node).filter(|&n| may_be_small && holds(op, i == 0, n));
            operands.push(match small {
                Some(n) => Operand::Small(n),
                None => Operand::In(self.operand_before(args, i)?),
            });
        }
        let t = self.allocate()?;
        let [first, between @ .., last] = operands.as_slice() else {
            return internal("an operation without operands");
        };
        let mut done = *first;
        for &b in between {
            let insn = step(op, t, done, b)?;
            self.a.code.emit(insn);
            done = Operand::In(t);
        }
        match done {
            Operand::In(a) => Ok((a, *last)),
            Operand::Small(_) => internal("an operation on two operands"),
        }
    }

    /// A product and a sum in one instruction, if no constant has to be loaded for it. Returns the last of the three.
    pub(super) fn mul_add(&mut self, x: NodeId, y: NodeId, d: Reg) -> Result<Option<Insn>> {
        let Some((p, q, other)) = product_and_other(self.ir, x, y) else { return Ok(None) };
        let is_free = |n| !matches!(self.ir.node(n), Node::Const(_)) || self.hoisted(n).is_some();
        if ![p, q, other].into_iter().all(is_free) {
            return Ok(None);
        }
        // In the order in which the program evaluates them.
        let [a, b, c] = if other == y {
            self.operands(&[p, q, other])?
        } else {
            let [c, a, b] = self.operands(&[other, p, q])?;
            [a, b, c]
        };
        self.a.code.emit(Insn::MulAdd { d, a, b, c });
        let t = self.allocate()?;
        let product = if other == y { x } else { y };
        let outer = std::mem::replace(&mut self.a.code.origin, self.ir.origin(product));
        self.a.code.emit(Insn::Mul { d: t, a, b });
        self.a.code.origin = outer;
        Ok(Some(if other == y { Insn::Add { d, a: t, b: c } } else { Insn::Add { d, a: c, b: t } }))
    }

    /// Arithmetic with a constant in the instruction.
    pub(super) fn with_constant(&mut self, op: Op, x: NodeId, y: NodeId, d: Reg) -> Result<Option<Insn>> {
        let (small_x, small_y) = (self.small(x), self.small(y));
        for (small, left, other) in [(small_y, false, x), (small_x, true, y)] {
            if let Some(i) = small.filter(|&i| holds(op, left, i)) {
                return Ok(Some(with_small(op, d, self.operand(other)?, left, i)));
            }
        }
        Ok(Some(match (op, small_x, small_y) {
            (Op::Modulo, _, Some(i)) => {
                let word = u32::try_from(Value::fix(i64::from(i)).raw()).ok();
                let Some(m) = word.and_then(std::num::NonZeroU32::new) else { return Ok(None) };
                Insn::ModuloInt { d, a: self.operand(x)?, m }
            }
            (Op::FloorDiv | Op::FloorQuotient, _, Some(i)) if i > 0 => {
                Insn::FloorDivInt { d, a: self.operand(x)?, quotient: op == Op::FloorQuotient, i }
            }
            (Op::Add | Op::Mul, None, None) | (Op::Sub, _, None) => {
                let (x, y) = match (op, self.float_constant(x)) {
                    (Op::Add | Op::Mul, Some(_)) => (y, x),
                    _ => (x, y),
                };
                let Some(v) = self.float_constant(y) else { return Ok(None) };
                let a = self.operand(x)?;
                let k = self.a.constants.number(v);
                match op {
                    Op::Add => Insn::AddFloat { d, a, k },
                    Op::Mul => Insn::MulFloat { d, a, k },
                    _ => Insn::SubFloat { d, a, k },
                }
            }
            _ => return Ok(None),
        }))
    }

    pub(super) fn array_set(&mut self, op: Op, args: &[NodeId], dest: Dest) -> Result<()> {
        self.scoped(|g| {
            let s = if op == Op::ArraySet2 {
                let [a, b, c, s] = g.operands(args)?;
                g.a.code.emit(Insn::ArraySet2 { a, b, c, s });
                s
            } else {
                let [a, b, s] = g.operands(args)?;
                g.a.code.emit(Insn::ArraySet { a, b, s });
                s
            };
            g.assigned(s, dest)
        })
    }
}

/// Operand of a step of an operation on many operands.
#[derive(Clone, Copy)]
enum Operand {
    In(Reg),
    Small(i32),
}

/// One step of such an operation.
fn step(op: Op, d: Reg, a: Operand, b: Operand) -> Result<Insn> {
    let insn = match (a, b) {
        (Operand::In(a), Operand::In(b)) => op.instruction(d, &[a, b]),
        (Operand::In(a), Operand::Small(i)) => Some(with_small(op, d, a, false, i)),
        (Operand::Small(i), Operand::In(b)) => Some(with_small(op, d, b, true, i)),
        (Operand::Small(_), Operand::Small(_)) => None,
    };
    insn.map_or_else(|| internal("a step without an instruction"), Ok)
}

/// Returns whether an instruction of this operation holds the number `i` as its first operand (`left`) or its second.
fn holds(op: Op, left: bool, i: i32) -> bool {
    match op {
        Op::Add | Op::Mul => true,
        // -0.0 - 0 is -0.0, -0.0 + 0 is not.
        Op::Sub => !left && i != i32::MIN && i != 0,
        _ => false,
    }
}

/// Returns the instruction of `op` that holds the number `i`.
fn with_small(op: Op, d: Reg, a: Reg, left: bool, i: i32) -> Insn {
    match op {
        Op::Mul => Insn::MulInt { d, a, left, i },
        Op::Sub => Insn::AddInt { d, a, left, i: -i },
        _ => Insn::AddInt { d, a, left, i },
    }
}

/// Returns whether the instruction yields the core's truth, `t` or nil.
fn is_core_truth(op: Op) -> bool {
    op.yields() == Yields::Truth
}

/// `(+ (* p q) other)` or `(+ other (* p q))`, unless `other` is a small constant, which an addition holds in itself, or
/// has an effect, before which the product must come.
pub(super) fn product_and_other(ir: &Ir, x: NodeId, y: NodeId) -> Option<(NodeId, NodeId, NodeId)> {
    let product = |n| match ir.node(n) {
        Node::Op(Op::Mul, args) => match *args.as_slice() {
            [p, q] => Some((p, q)),
            _ => None,
        },
        _ => None,
    };
    let (p, q, other) = match (product(x), product(y)) {
        (Some((p, q)), _) => (p, q, y),
        (None, Some((p, q))) => (p, q, x),
        _ => return None,
    };
    let is_small = matches!(ir.node(other), Node::Const(v) if v.is_fixnum());
    let is_before = other == x || ir.is_harmless(other, &mut 30);
    (!is_small && is_before).then_some((p, q, other))
}
