//! Choices: expressions as conditions, and comparisons fused with their jumps.

use super::Generator;
use crate::bytecode::{Insn, Reg};
use crate::compile::assembler::{Dest, Goal, Label};
use crate::compile::ir::{Node, NodeId, Op};
use crate::fault::{Result, internal};
use crate::value::Value;

impl Generator<'_> {
    pub(super) fn if_(&mut self, test: NodeId, then: NodeId, otherwise: NodeId, dest: Dest) -> Result<()> {
        if let Some(insn) = self.early_return(test, then, dest) {
            self.a.code.emit(insn);
            return self.generate(otherwise, dest);
        }
        let end = self.a.code.label();
        let (mut test, mut then, mut otherwise) = (test, then, otherwise);
        // The many clauses of a `cond` are no nesting.
        loop {
            let no = self.a.code.label();
            self.test(test, no, false)?;
            self.generate(then, dest)?;
            let nothing_else = dest == Dest::Effect && matches!(self.ir.node(otherwise), Node::Const(_));
            if !nothing_else && dest != Dest::Return {
                self.a.code.jump(Insn::Jump { off: 0 }, end);
            }
            self.a.code.bind(no);
            match *self.ir.node(otherwise) {
                _ if nothing_else => break,
                Node::If(a, b, c) if self.early_return(a, b, dest).is_none() => {
                    self.a.code.origin = self.ir.origin(otherwise);
                    (test, then, otherwise) = (a, b, c);
                }
                _ => {
                    self.generate(otherwise, dest)?;
                    break;
                }
            }
        }
        self.a.code.bind(end);
        Ok(())
    }

    /// The one instruction for `(if (< x 5) y ...)` where the value is returned.
    pub(super) fn early_return(&self, test: NodeId, then: NodeId, dest: Dest) -> Option<Insn> {
        let Node::Op(Op::Less, args) = self.ir.node(test) else { return None };
        let [x, y] = *args.as_slice() else { return None };
        let i = self.small(y).and_then(|i| i16::try_from(i).ok())?;
        let (a, s) = (self.own_register(x)?, self.own_register(then)?);
        (dest == Dest::Return).then_some(Insn::ReturnIfLessInt { a, i, s })
    }

    pub(super) fn and(&mut self, nodes: &[NodeId], dest: Dest) -> Result<()> {
        let Some((last, init)) = nodes.split_last() else { return self.constant(Value::T, dest) };
        let (no, end) = (self.a.code.label(), self.a.code.label());
        for &n in init {
            self.test(n, no, false)?;
        }
        self.generate(*last, dest)?;
        if dest.register().is_some() {
            self.a.code.jump(Insn::Jump { off: 0 }, end);
        }
        self.a.code.bind(no);
        self.constant(self.ir.false_value(), dest)?;
        self.a.code.bind(end);
        Ok(())
    }

    pub(super) fn or(&mut self, nodes: &[NodeId], dest: Dest) -> Result<()> {
        let Some((last, init)) = nodes.split_last() else { return self.constant(self.ir.false_value(), dest) };
        let end = self.a.code.label();
        for &n in init {
            match dest {
                Dest::Effect => self.test(n, end, true)?,
                Dest::Fresh(d) | Dest::Reg(d) | Dest::Passing(d, _) => {
                    if self.core_truth(n, Some(d))?.is_some() {
                        self.a.code.jump(Insn::JumpTrue { a: d, off: 0 }, end);
                    } else {
                        self.generate(n, Dest::Fresh(d))?;
                        self.jump_if(d, true, end);
                    }
                }
                Dest::Return if self.ir.is_boolean(n) => {
                    let next = self.a.code.label();
                    self.test(n, next, false)?;
                    self.constant(Value::T, dest)?;
                    self.a.code.bind(next);
                }
                Dest::Return => self.scoped(|g| {
                    let r = g.operand(n)?;
                    let next = g.a.code.label();
                    g.jump_if(r, false, next);
                    g.a.code.emit(Insn::Return { a: r });
                    g.a.code.bind(next);
                    Ok(())
                })?,
            }
        }
        self.generate(*last, dest)?;
        self.a.code.bind(end);
        Ok(())
    }

    /// Evaluates `node` as a condition: jumps to `to` if its truth is `when`, else goes on.
    pub(super) fn test(&mut self, node: NodeId, to: Label, when: bool) -> Result<()> {
        self.deeper(node, |g| g.test_dispatch(node, to, when))
    }

    pub(super) fn test_dispatch(&mut self, node: NodeId, to: Label, when: bool) -> Result<()> {
        let ir = self.ir;
        match ir.node(node) {
            Node::Const(v) => {
                if self.ir.is_false(*v) != when {
                    self.a.code.jump(Insn::Jump { off: 0 }, to);
                }
                Ok(())
            }
            Node::Op(Op::Not, args) => match *args.as_slice() {
                [x] => self.test(x, to, !when),
                _ => internal("not"),
            },
            // Every one must be true: the first that is not decides.
            Node::And(nodes) if !when => nodes.iter().try_for_each(|&n| self.test(n, to, false)),
            Node::Or(nodes) if when => nodes.iter().try_for_each(|&n| self.test(n, to, true)),
            Node::And(nodes) | Node::Or(nodes) => {
                let skip = self.a.code.label();
                if let Some((last, init)) = nodes.split_last() {
                    for &n in init {
                        self.test(n, skip, !when)?;
                    }
                    self.test(*last, to, when)?;
                }
                self.a.code.bind(skip);
                Ok(())
            }
            Node::If(test, then, otherwise) => {
                let (no, end) = (self.a.code.label(), self.a.code.label());
                self.test(*test, no, false)?;
                self.test(*then, to, when)?;
                self.a.code.jump(Insn::Jump { off: 0 }, end);
                self.a.code.bind(no);
                self.test(*otherwise, to, when)?;
                self.a.code.bind(end);
                Ok(())
            }
            Node::Seq(nodes) => {
                if let Some((last, init)) = nodes.split_last() {
                    for &n in init {
                        self.generate(n, Dest::Effect)?;
                    }
                    self.test(*last, to, when)?;
                }
                Ok(())
            }
            Node::Let(bindings, body) => self.scoped(|g| {
                g.bind(bindings)?;
                g.with_labels(&ir.labels(bindings), *body, Goal::Test(to, when))
            }),
            Node::Letrec(bindings, body) => self.scoped(|g| {
                g.bind_recursively(bindings)?;
                g.with_labels(&ir.labels(bindings), *body, Goal::Test(to, when))
            }),
            Node::NamedLet(l, inits) if ir.the_loop(*l).local => self.local_loop(*l, inits, Goal::Test(to, when)),
            Node::Call(..) | Node::Again(..) if self.is_recursion(node, Dest::Effect) => {
                self.recursion(node, Goal::Test(to, when))
            }
            Node::Again(l, args) if ir.the_loop(*l).local => self.again(*l, args, Dest::Effect),
            Node::Op(op, args) => match (op, args.as_slice()) {
                (op, &[x, y]) if op.is_comparison() => self.scoped(|g| g.comparison(*op, x, y, to, when)),
                (Op::Same, args @ &[x, y]) => self.scoped(|g| {
                    if let Node::Const(v) = *g.ir.node(y)
                        && v.is_false()
                    {
                        return g.test_identity(x, v, to, when);
                    }
                    let [a, b] = g.operands(args)?;
                    let off = 0;
                    g.a.code
                        .jump(if when { Insn::JumpSame { a, b, off } } else { Insn::JumpNotSame { a, b, off } }, to);
                    Ok(())
                }),
                (Op::IsNull, &[x]) => self.test_identity(x, Value::NIL, to, when),
                (Op::IsPair, &[x]) => self.scoped(|g| {
                    let a = g.operand(x)?;
                    let insn = if when { Insn::JumpPair { a, off: 0 } } else { Insn::JumpNotPair { a, off: 0 } };
                    g.a.code.jump(insn, to);
                    Ok(())
                }),
                (Op::IsKind(kind), &[x]) => self.scoped(|g| {
                    let (a, kind, off) = (g.operand(x)?, *kind, 0);
                    let insn = if when { Insn::JumpKind { a, kind, off } } else { Insn::JumpNotKind { a, kind, off } };
                    g.a.code.jump(insn, to);
                    Ok(())
                }),
                _ => self.test_value(node, to, when),
            },
            _ => self.test_value(node, to, when),
        }
    }

    pub(super) fn test_value(&mut self, node: NodeId, to: Label, when: bool) -> Result<()> {
        self.scoped(|g| {
            if let Some(a) = g.core_truth(node, None)? {
                g.a.code.jump(if when { Insn::JumpTrue { a, off: 0 } } else { Insn::JumpNil { a, off: 0 } }, to);
                return Ok(());
            }
            let a = g.operand(node)?;
            g.jump_if(a, when, to);
            Ok(())
        })
    }

    /// Jumps if the truth of the value in `a`, as the dialect has it, is `when`.
    pub(super) fn jump_if(&mut self, a: Reg, when: bool, to: Label) {
        let off = 0;
        self.a.code.jump(
            match (self.ir.has_false, when) {
                (false, true) => Insn::JumpTrue { a, off },
                (false, false) => Insn::JumpNil { a, off },
                (true, true) => Insn::JumpNotFalse { a, off },
                (true, false) => Insn::JumpFalse { a, off },
            },
            to,
        );
    }

    /// Jumps if it is `when` that `x` is this false value.
    fn test_identity(&mut self, x: NodeId, v: Value, to: Label, when: bool) -> Result<()> {
        self.scoped(|g| {
            let (a, off) = (g.operand(x)?, 0);
            let insn = match (v.is_nil(), when) {
                (true, true) => Insn::JumpNull { a, off },
                (true, false) => Insn::JumpNotNull { a, off },
                (false, true) => Insn::JumpFalse { a, off },
                (false, false) => Insn::JumpNotFalse { a, off },
            };
            g.a.code.jump(insn, to);
            Ok(())
        })
    }

    pub(super) fn comparison(&mut self, op: Op, x: NodeId, y: NodeId, to: Label, when: bool) -> Result<()> {
        let short = |g: &Self, n| g.small(n).and_then(|i| i16::try_from(i).ok());
        // A constant goes to the right.
        let (op, x, y) = match short(self, x) {
            Some(_) if short(self, y).is_none() => (mirrored(op), y, x),
            _ => (op, x, y),
        };
        let off = 0;
        if let Some(i) = short(self, y) {
            let a = self.operand(x)?;
            let insn = match (op, when) {
                (Op::Less, true) => Insn::JumpLessInt { a, i, off },
                (Op::Less, false) => Insn::JumpNotLessInt { a, i, off },
                (Op::LessEqual, true) => Insn::JumpLessEqualInt { a, i, off },
                (Op::LessEqual, false) => Insn::JumpNotLessEqualInt { a, i, off },
                (Op::Greater, true) => Insn::JumpGreaterInt { a, i, off },
                (Op::Greater, false) => Insn::JumpNotGreaterInt { a, i, off },
                (Op::GreaterEqual, true) => Insn::JumpGreaterEqualInt { a, i, off },
                (Op::GreaterEqual, false) => Insn::JumpNotGreaterEqualInt { a, i, off },
                (Op::NumberEqual, true) => Insn::JumpNumberEqualInt { a, i, off },
                (Op::NumberEqual, false) => Insn::JumpNotNumberEqualInt { a, i, off },
                (_, true) => Insn::JumpEqualInt { a, i, off },
                (_, false) => Insn::JumpNotEqualInt { a, i, off },
            };
            self.a.code.jump(insn, to);
            return Ok(());
        }
        if let (Op::Equal, Node::Const(v)) = (op, self.ir.node(y))
            && v.is_nil()
        {
            return self.test_identity(x, *v, to, when);
        }
        let [a, b] = self.operands(&[x, y])?;
        let insn = match (op, when) {
            (Op::Less, true) => Insn::JumpLess { a, b, off },
            (Op::Less, false) => Insn::JumpNotLess { a, b, off },
            (Op::LessEqual, true) => Insn::JumpLessEqual { a, b, off },
            (Op::LessEqual, false) => Insn::JumpNotLessEqual { a, b, off },
            (Op::Greater, true) => Insn::JumpLess { a: b, b: a, off },
            (Op::Greater, false) => Insn::JumpNotLess { a: b, b: a, off },
            (Op::GreaterEqual, true) => Insn::JumpLessEqual { a: b, b: a, off },
            (Op::GreaterEqual, false) => Insn::JumpNotLessEqual { a: b, b: a, off },
            (Op::NumberEqual, true) => Insn::JumpNumberEqual { a, b, off },
            (Op::NumberEqual, false) => Insn::JumpNotNumberEqual { a, b, off },
            (_, true) => Insn::JumpEqual { a, b, off },
            (_, false) => Insn::JumpNotEqual { a, b, off },
        };
        self.a.code.jump(insn, to);
        Ok(())
    }
}

/// The comparison with its arguments exchanged.
fn mirrored(op: Op) -> Op {
    match op {
        Op::Less => Op::Greater,
        Op::LessEqual => Op::GreaterEqual,
        Op::Greater => Op::Less,
        Op::GreaterEqual => Op::LessEqual,
        other => other,
    }
}
