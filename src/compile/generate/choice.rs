//! Choices: expressions as conditions, and comparisons fused with their jumps.

use super::Generator;
use crate::bytecode::{Insn, Reg};
use crate::compile::assembler::{Dest, Goal, Label};
use crate::compile::ir::{Node, NodeId, Op, VarId};
use crate::equality::has_content;
use crate::fault::{Result, internal};
use crate::value::{Kind, Value};

/// Keys that are compared one after the other: a table takes as long.
const FEWEST_KEYS: usize = 4;

/// Keys of one table.
const MOST_KEYS: usize = 256;

/// The use of the plain tests of a chain whose keys are in a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
enum Plain {
    /// Only the keys themselves are equal to them.
    Never,
    /// Other values equal a key, as 1.0 equals 1.
    Equal,
    /// The same, and a test fails where the value is no number.
    Fails,
}

/// A chain of choices that compare one variable with constants, as one jump.
struct CaseTable {
    key: Reg,
    plain: Plain,
    /// The constants, and the clause of each.
    keys: Vec<(Value, usize)>,
    /// Tests and bodies.
    clauses: Vec<(NodeId, NodeId)>,
    /// The choice for all other values.
    rest: NodeId,
    /// The table has `2^bits` places.
    bits: u8,
}

impl CaseTable {
    /// Finds a size at which each key has a place of its own.
    fn fits(&mut self) -> bool {
        let least = self.keys.len().next_power_of_two().ilog2() as u8;
        let fitting = (self.bits.max(least)..=least + 2).find(|&bits| {
            let mut places: Vec<usize> = self.keys.iter().map(|k| k.0.place(bits)).collect();
            places.sort_unstable();
            places.dedup();
            places.len() == self.keys.len()
        });
        self.bits = fitting.unwrap_or(self.bits);
        fitting.is_some()
    }
}

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
            let mut nothing_then = false;
            match self.case_table(test, then, otherwise) {
                Some(table) => {
                    self.case(&table, dest, no, end)?;
                    otherwise = table.rest;
                }
                None if self.is_there(then, dest) => {
                    nothing_then = true;
                    self.test(test, end, true)?;
                }
                None if self.is_default(otherwise, then, dest) => {
                    self.test(test, no, true)?;
                    self.generate(otherwise, dest)?;
                    otherwise = then;
                }
                None => {
                    self.test(test, no, false)?;
                    self.generate(then, dest)?;
                }
            }
            let nothing_else = self.is_there(otherwise, dest);
            if !nothing_then && !nothing_else && dest != Dest::Return {
                self.a.code.jump(Insn::Jump { off: 0 }, end);
            }
            self.a.code.join(no);
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
        self.a.code.join(end);
        Ok(())
    }

    /// Returns whether the second branch of a choice, a constant, comes first and jumps over the first one. A program
    /// mostly writes the constant for what is rare, as the end of a text.
    fn is_default(&self, otherwise: NodeId, then: NodeId, dest: Dest) -> bool {
        let ir = self.ir;
        // A branch that is one move needs no jump of its own, and one that goes elsewhere needs none at all.
        let is_computed = match ir.node(then) {
            Node::Const(_) | Node::Leave(..) | Node::Op(Op::Throw, _) => false,
            _ => self.own_register(then).is_none() && !ir.goes_on(then, None, &mut 40),
        };
        dest.register().is_some() && is_computed && matches!(ir.node(otherwise), Node::Const(_))
    }

    /// Returns whether the value of a node is at its destination without any instruction.
    fn is_there(&self, node: NodeId, dest: Dest) -> bool {
        match dest {
            Dest::Effect => matches!(self.ir.node(node), Node::Const(_)),
            _ => dest.register().is_some_and(|d| self.own_register(node) == Some(d)),
        }
    }

    /// The table for a chain of choices that begins with this one, if the chain compares one variable with enough
    /// constants, which find places in it.
    fn case_table(&self, test: NodeId, then: NodeId, otherwise: NodeId) -> Option<CaseTable> {
        let (mut test, mut then, mut rest) = (test, then, otherwise);
        let mut table = CaseTable { key: 0, plain: Plain::Never, keys: Vec::new(), clauses: Vec::new(), rest, bits: 0 };
        while table.keys.len() < MOST_KEYS {
            let before = (table.keys.len(), table.plain);
            if !self.add_keys(test, &mut table) || !table.fits() {
                table.keys.truncate(before.0);
                table.plain = before.1;
                break;
            }
            table.clauses.push((test, then));
            table.rest = rest;
            match *self.ir.node(rest) {
                Node::If(a, b, c) => (test, then, rest) = (a, b, c),
                _ => break,
            }
        }
        (table.keys.len() >= FEWEST_KEYS).then_some(table)
    }

    /// Adds the keys of the next clause. Returns whether its test compares the variable of the table with constants only.
    fn add_keys(&self, test: NodeId, table: &mut CaseTable) -> bool {
        let tests = match self.ir.node(test) {
            Node::Or(tests) => tests.as_slice(),
            _ => &[test],
        };
        tests.iter().all(|&test| match self.key_test(test) {
            // After a test has failed, no later one is made.
            Some((key, v, plain))
                if (table.keys.is_empty() || key == table.key) && (table.plain < Plain::Fails || v.is_fixnum()) =>
            {
                table.key = key;
                if table.plain < plain {
                    table.plain = plain;
                }
                if table.keys.iter().all(|k| k.0 != v) {
                    table.keys.push((v, table.clauses.len()));
                }
                true
            }
            _ => false,
        })
    }

    /// The register of a variable that the test compares with a constant, the constant, and the use of the test.
    fn key_test(&self, test: NodeId) -> Option<(Reg, Value, Plain)> {
        let Node::Op(op, args) = self.ir.node(test) else { return None };
        let &[x, y] = args.as_slice() else { return None };
        let (x, v) = match (self.ir.node(x), self.ir.node(y)) {
            (Node::Var(_), &Node::Const(v)) => (x, v),
            (&Node::Const(v), Node::Var(_)) => (y, v),
            _ => return None,
        };
        let plain = match op {
            Op::Same if !v.is_heap() => Plain::Never,
            Op::Equal if !has_content(v) => Plain::Never,
            Op::Equal if v.is_fixnum() => Plain::Equal,
            Op::NumberEqual if v.is_fixnum() => Plain::Fails,
            _ => return None,
        };
        Some((self.own_register(x)?, v, plain))
    }

    /// The choices of a table. Values that are none of the keys go to `others`, and clauses but the last to `end`.
    fn case(&mut self, table: &CaseTable, dest: Dest, others: Label, end: Label) -> Result<()> {
        let bodies: Vec<Label> = table.clauses.iter().map(|_| self.a.code.label()).collect();
        let places = 1 << table.bits;
        // No value is found at the place of another one.
        let filler = table.keys.first().map_or(Value::NIL, |k| k.0);
        let mut keys = vec![filler; places];
        let mut jumps = vec![others; places + if table.plain == Plain::Never { 2 } else { 1 }];
        for &(v, clause) in &table.keys {
            let place = v.place(table.bits);
            if let (Some(key), Some(jump), Some(&body)) =
                (keys.get_mut(place), jumps.get_mut(place), bodies.get(clause))
            {
                (*key, *jump) = (v, body);
            }
        }
        let k = self.a.constants.row(&keys);
        self.a.code.emit(Insn::Case { a: table.key, bits: table.bits, k });
        self.a.code.row(&jumps);
        for (i, (&(test, then), &body)) in table.clauses.iter().zip(&bodies).enumerate() {
            let no = self.a.code.label();
            if table.plain != Plain::Never {
                let is_last = i + 1 == table.clauses.len();
                self.test(test, if is_last { others } else { no }, false)?;
            }
            self.a.code.join(body);
            self.generate(then, dest)?;
            if i + 1 < table.clauses.len() && dest != Dest::Return {
                self.a.code.jump(Insn::Jump { off: 0 }, end);
            }
            self.a.code.join(no);
        }
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
        self.a.code.join(no);
        self.constant(self.ir.false_value(), dest)?;
        self.a.code.join(end);
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
                    self.a.code.join(next);
                }
                Dest::Return => self.scoped(|g| {
                    let r = g.operand(n)?;
                    let next = g.a.code.label();
                    g.jump_if(r, false, next);
                    g.a.code.emit(Insn::Return { a: r });
                    g.a.code.join(next);
                    Ok(())
                })?,
            }
        }
        self.generate(*last, dest)?;
        self.a.code.join(end);
        Ok(())
    }

    /// The branch that `body`, a choice, comes to if all its tests are for the kinds of these variables, and their first
    /// values are of that kind; else `body`.
    pub(super) fn of_kind(&self, bindings: &[(VarId, NodeId)], body: NodeId) -> NodeId {
        let ir = self.ir;
        let Node::If(test, then, _) = *ir.node(body) else { return body };
        let Node::And(tests) = ir.node(test) else { return body };
        let holds = |&test: &NodeId| {
            let Node::Op(Op::IsKind(kind), args) = ir.node(test) else { return false };
            let tested = args.first().map(|&n| ir.node(n));
            bindings.iter().any(|&(v, init)| {
                let is_it = matches!(tested, Some(Node::Var(of)) if *of == v) && !ir.var(v).assigned;
                is_it && self.is_surely(init, *kind, &mut 40)
            })
        };
        if tests.iter().all(holds) { then } else { body }
    }

    /// Returns whether each value of `node` is of this kind. Gives up (false) after looking at `budget` nodes.
    fn is_surely(&self, node: NodeId, kind: Kind, budget: &mut u32) -> bool {
        let ir = self.ir;
        *budget = budget.saturating_sub(1);
        *budget > 0
            && match ir.node(node) {
                Node::Const(v) => v.is_among(kind),
                Node::Op(Op::StringRef, _) => kind == Kind::CHARACTER,
                Node::If(_, a, b) => self.is_surely(*a, kind, budget) && self.is_surely(*b, kind, budget),
                Node::Let(_, body) => self.is_surely(*body, kind, budget),
                Node::Seq(nodes) => nodes.last().is_some_and(|&n| self.is_surely(n, kind, budget)),
                Node::NamedLet(l, _) if ir.the_loop(*l).local => self.is_surely(ir.the_loop(*l).body, kind, budget),
                // The value is that of a later iteration.
                Node::Again(l, _) => ir.the_loop(*l).local,
                Node::Call(f, _) => match *ir.node(*f) {
                    Node::Var(v) => ir.known(v).is_some_and(|f| self.is_surely(ir.lambda(f).body, kind, budget)),
                    _ => false,
                },
                _ => false,
            }
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
                self.a.code.join(skip);
                Ok(())
            }
            Node::If(test, then, otherwise) => {
                let end = self.a.code.label();
                if let &Node::Const(v) = ir.node(*otherwise) {
                    // As a dialect writes `and`: a constant decides, or nothing more has to be done.
                    self.test(*test, if ir.is_false(v) == when { end } else { to }, false)?;
                    self.test(*then, to, when)?;
                } else {
                    let no = self.a.code.label();
                    self.test(*test, no, false)?;
                    self.test(*then, to, when)?;
                    self.a.code.jump(Insn::Jump { off: 0 }, end);
                    self.a.code.join(no);
                    self.test(*otherwise, to, when)?;
                }
                self.a.code.join(end);
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
                g.bind(bindings, *body)?;
                g.with_labels(&ir.labels(bindings), g.of_kind(bindings, *body), Goal::Test(to, when))
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
            Node::Call(f, args) => match self.called_in_place(*f) {
                Some(function) => self.call_in_place(function, args, Goal::Test(to, when)),
                None => self.test_value(node, to, when),
            },
            Node::Op(op, args) => match (op, args.as_slice()) {
                (op, &[x, y]) if op.is_comparison() => self.scoped(|g| g.comparison(*op, x, y, to, when)),
                (Op::Same, args @ &[x, y]) => self.scoped(|g| {
                    if let Node::Const(v) = *g.ir.node(y) {
                        return g.test_identity(x, v, to, when);
                    }
                    if let Node::Const(v) = *g.ir.node(x) {
                        return g.test_identity(y, v, to, when);
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

    /// Jumps if it is `when` that `x` is this value.
    fn test_identity(&mut self, x: NodeId, v: Value, to: Label, when: bool) -> Result<()> {
        self.scoped(|g| {
            let (a, off) = (g.operand(x)?, 0);
            let insn = match when {
                true if v.is_nil() => Insn::JumpNull { a, off },
                false if v.is_nil() => Insn::JumpNotNull { a, off },
                true if v == Value::FALSE => Insn::JumpFalse { a, off },
                false if v == Value::FALSE => Insn::JumpNotFalse { a, off },
                _ => {
                    let k = g.a.constants.number(v);
                    g.a.code.emit(if when { Insn::IfSame { a, k } } else { Insn::UnlessSame { a, k } });
                    g.a.code.row(&[to]);
                    return Ok(());
                }
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
        if op == Op::Equal {
            for (x, y) in [(x, y), (y, x)] {
                if let Node::Const(v) = *self.ir.node(y)
                    && !has_content(v)
                {
                    return self.test_identity(x, v, to, when);
                }
            }
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
