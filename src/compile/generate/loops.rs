//! Loops, blocks and what leaves them.

use super::Generator;
use super::calls::Target;
use super::operation::product_and_other;
use crate::bytecode::{Insn, Reg, Wanted};
use crate::call_site::FrameDefinition;
use crate::compile::assembler::{BlockTarget, Choice, Dest, Label, LoopTarget};
use crate::compile::ir::{Bindings, BlockId, Inlined, Ir, LoopId, LoopName, Node, NodeId, Op, VarId};
use crate::fault::{Result, internal};
use crate::value::Value;

/// Constants that one loop nest keeps in registers.
const MAX_HOISTED: usize = 6;

impl Generator<'_> {
    /// The register in which a loop around keeps the constant `node`.
    pub(super) fn hoisted(&self, node: NodeId) -> Option<Reg> {
        match *self.ir.node(node) {
            Node::Const(v) => self.a.registers.hoisted.iter().find(|h| h.0 == v.bits()).map(|h| h.1),
            _ => None,
        }
    }

    /// Runs `f`, which generates a loop over `parts`, with the constants that they use as operands kept in registers,
    /// and those that it compares with where it goes on (`test`: its test, or the choice that its body is).
    pub(super) fn with_constants(
        &mut self,
        test: Option<NodeId>,
        parts: &[NodeId],
        f: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let mark = (self.a.registers.next, self.a.registers.hoisted.len());
        let mut found = Vec::new();
        let mut budget = 400;
        if let Some(test) = test {
            collect_compared(self.ir, test, &mut found);
        }
        for &p in parts {
            collect_constants(self.ir, p, &mut found, &mut budget);
        }
        found.retain(|v| self.a.registers.hoisted.iter().all(|h| h.0 != v.bits()));
        for &v in found.iter().take(MAX_HOISTED.saturating_sub(mark.1)) {
            let r = self.allocate()?;
            self.constant(v, Dest::Fresh(r))?;
            self.a.registers.hoisted.push((v.bits(), r));
        }
        let result = f(self);
        self.a.registers.hoisted.truncate(mark.1);
        self.a.registers.next = mark.0;
        result
    }

    /// Jumps back to `head` if the truth of `test` is `when`, in one instruction if possible, and else goes on.
    pub(super) fn loop_back(&mut self, test: NodeId, head: Label, when: bool) -> Result<()> {
        // Only the comparison can fail, so only it has the place of the test.
        let outer = self.a.code.origin;
        if matches!(self.ir.node(test), Node::Op(..)) {
            self.a.code.origin = self.ir.origin(test);
        }
        let result = self.loop_back_dispatch(test, head, when);
        self.a.code.origin = outer;
        result
    }

    pub(super) fn loop_back_dispatch(&mut self, test: NodeId, head: Label, when: bool) -> Result<()> {
        let off = 0;
        match self.ir.node(test) {
            Node::Const(v) => {
                if self.ir.is_false(*v) != when {
                    self.a.code.jump(Insn::Loop { off }, head);
                }
                Ok(())
            }
            Node::Op(Op::Not, args) => match *args.as_slice() {
                [x] => self.loop_back(x, head, !when),
                _ => internal("not"),
            },
            Node::Op(Op::IsNull, args) => self.scoped(|g| {
                let [a] = g.operands(args)?;
                g.a.code.jump(if when { Insn::LoopNull { a, off } } else { Insn::LoopNotNull { a, off } }, head);
                Ok(())
            }),
            Node::Op(op, args) if op.is_comparison() => {
                let op = *op;
                self.scoped(|g| {
                    let [a, b] = g.operands(args)?;
                    let insn = match (op, when) {
                        (Op::Less, true) => Insn::LoopLess { a, b, off },
                        (Op::Less, false) => Insn::LoopNotLess { a, b, off },
                        (Op::Greater, true) => Insn::LoopLess { a: b, b: a, off },
                        (Op::Greater, false) => Insn::LoopNotLess { a: b, b: a, off },
                        (Op::LessEqual, true) => Insn::LoopLessEqual { a, b, off },
                        (Op::LessEqual, false) => Insn::LoopNotLessEqual { a, b, off },
                        (Op::GreaterEqual, true) => Insn::LoopLessEqual { a: b, b: a, off },
                        (Op::GreaterEqual, false) => Insn::LoopNotLessEqual { a: b, b: a, off },
                        (Op::NumberEqual, true) => Insn::LoopNumberEqual { a, b, off },
                        (Op::NumberEqual, false) => Insn::LoopNotNumberEqual { a, b, off },
                        (_, true) => Insn::LoopEqual { a, b, off },
                        (_, false) => Insn::LoopNotEqual { a, b, off },
                    };
                    g.a.code.jump(insn, head);
                    Ok(())
                })
            }
            Node::And(_) | Node::Or(_) | Node::If(..) | Node::Let(..) | Node::Seq(_) => {
                let end = self.a.code.label();
                self.test(test, end, !when)?;
                self.a.code.jump(Insn::Loop { off }, head);
                self.a.code.bind(end);
                Ok(())
            }
            _ => self.scoped(|g| {
                if let Some(a) = g.core_truth(test, None)? {
                    g.a.code.jump(if when { Insn::LoopTrue { a, off } } else { Insn::LoopNil { a, off } }, head);
                    return Ok(());
                }
                let a = g.operand(test)?;
                g.a.code.jump(
                    match (g.ir.has_false, when) {
                        (false, true) => Insn::LoopTrue { a, off },
                        (false, false) => Insn::LoopNil { a, off },
                        (true, true) => Insn::LoopNotFalse { a, off },
                        (true, false) => Insn::LoopFalse { a, off },
                    },
                    head,
                );
                Ok(())
            }),
        }
    }

    pub(super) fn while_(&mut self, test: NodeId, body: NodeId) -> Result<()> {
        let (head, check) = (self.a.code.label(), self.a.code.label());
        self.a.code.jump(Insn::Jump { off: 0 }, check);
        self.a.code.bind(head);
        self.generate(body, Dest::Effect)?;
        self.a.code.bind(check);
        // The test is at the end, so that one iteration is one jump.
        self.loop_back(test, head, true)
    }

    pub(super) fn do_times(&mut self, v: VarId, count: NodeId, body: NodeId) -> Result<()> {
        let constant = self.small(count);
        let limit = match constant.and_then(|i| i16::try_from(i).ok()) {
            Some(_) => None,
            None => Some(self.operand(count)?),
        };
        let counter = self.allocate()?;
        let var = self.ir.var(v);
        let own_binding = var.captured || var.assigned;
        let variable = if own_binding { self.allocate()? } else { counter };
        self.a.code.emit(Insn::LoadInt { d: counter, i: 0 });
        let (head, end) = (self.a.code.label(), self.a.code.label());
        match (constant, limit) {
            (Some(n), _) if n <= 0 => self.a.code.jump(Insn::Jump { off: 0 }, end),
            (None, Some(b)) => self.a.code.jump(Insn::JumpNotLess { a: counter, b, off: 0 }, end),
            _ => {}
        }
        self.a.code.bind(head);
        self.place_variable(v, variable);
        if own_binding {
            self.a.code.emit(Insn::Move { d: variable, s: counter });
            self.box_if_needed(v);
        }
        self.generate(body, Dest::Effect)?;
        let insn = match limit {
            Some(b) => Insn::CountLess { a: counter, b, off: 0 },
            None => Insn::CountLessInt { a: counter, i: constant.unwrap_or(0) as i16, off: 0 },
        };
        self.a.code.jump(insn, head);
        self.a.code.bind(end);
        Ok(())
    }

    pub(super) fn do_list(&mut self, v: VarId, list: NodeId, body: NodeId) -> Result<()> {
        let rest = self.allocate()?;
        self.generate(list, Dest::Fresh(rest))?;
        let element = self.allocate()?;
        let (head, end) = (self.a.code.label(), self.a.code.label());
        self.a.code.jump(Insn::Next { d: element, a: rest, off: 0 }, end);
        self.a.code.bind(head);
        self.place_variable(v, element);
        self.box_if_needed(v);
        self.generate(body, Dest::Effect)?;
        self.a.code.jump(Insn::LoopNext { d: element, a: rest, off: 0 }, head);
        self.a.code.bind(end);
        Ok(())
    }

    pub(super) fn named_let(&mut self, id: LoopId, inits: &[NodeId], dest: Dest) -> Result<()> {
        let ir = self.ir;
        let the_loop = ir.the_loop(id);
        if let Some(function) = ir.known(the_loop.function).filter(|_| !the_loop.local) {
            self.known_functions(&[function])?;
            return self.call_known(function, inits, dest);
        }
        if !the_loop.local {
            return self.scoped(|g| {
                let function = g.allocate()?;
                g.closure(the_loop.lambda, Dest::Fresh(function))?;
                g.set_register(the_loop.function, function);
                let mark = g.a.registers.next;
                let a = g.allocate()?;
                g.a.code.emit(Insn::Move { d: a, s: function });
                for &init in inits {
                    let r = g.allocate()?;
                    g.generate(init, Dest::Fresh(r))?;
                }
                g.emit_call(Target::Value, a, inits.len() as u8, dest);
                g.a.registers.next = mark;
                Ok(())
            });
        }
        if the_loop.inlined.is_some_and(|i| !i.iterates) {
            return self.in_place(id, inits, |g, body| g.generate(body, dest));
        }
        // Initial values come first: the constants of the loop are for its body.
        self.scoped(|g| {
            let mut registers = Vec::with_capacity(inits.len());
            for &init in inits {
                let r = g.allocate()?;
                g.generate(init, Dest::Fresh(r))?;
                registers.push(r);
            }
            for (&v, &r) in the_loop.vars.iter().zip(&registers) {
                g.place_variable(v, r);
            }
            g.inlined(the_loop.inlined, |g| {
                g.with_constants(Some(the_loop.body), &[the_loop.body], |g| {
                    g.iterate(LoopName::Loop(id), &the_loop.vars, the_loop.body, registers, dest)
                })
            })
        })
    }

    /// A call whose function stands here: `f` generates the body.
    pub(super) fn in_place(
        &mut self,
        id: LoopId,
        inits: &[NodeId],
        f: impl FnOnce(&mut Self, NodeId) -> Result<()>,
    ) -> Result<()> {
        let the_loop = self.ir.the_loop(id);
        let bindings: Bindings = the_loop.vars.iter().copied().zip(inits.iter().copied()).collect();
        self.scoped(|g| {
            g.bind(&bindings)?;
            g.inlined(the_loop.inlined, |g| f(g, the_loop.body))
        })
    }

    /// Runs `f`, which generates the body of a function at the place of its call.
    fn inlined(&mut self, inlined: Option<Inlined>, f: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let Some(Inlined { function, is_tail, .. }) = inlined else { return f(self) };
        let lambda = self.ir.lambda(function);
        let function = FrameDefinition { name: lambda.name, span: lambda.span, is_form: false };
        let outer = self.a.code.begin_inlined(function, is_tail);
        let result = f(self);
        self.a.code.in_call = outer;
        result
    }

    /// The body of a loop whose variables are in these registers.
    pub(super) fn iterate(
        &mut self,
        id: LoopName,
        vars: &[VarId],
        body: NodeId,
        registers: Vec<Reg>,
        dest: Dest,
    ) -> Result<()> {
        let ir = self.ir;
        let head = self.a.code.label();
        self.a.code.bind(head);
        // Each iteration has bindings of its own.
        let mut fresh_boxes = false;
        for &v in vars {
            self.box_if_needed(v);
            fresh_boxes |= ir.var(v).boxed();
        }
        // A body that begins with a choice: where the loop goes on, the test is made at once, so that an iteration has
        // one jump.
        if let Node::If(test, then, otherwise) = *ir.node(body)
            && !fresh_boxes
            && is_small(ir, test, &mut 8)
        {
            let (then_label, else_label, end) = (self.a.code.label(), self.a.code.label(), self.a.code.label());
            // The branch that goes on comes first, if the other one is the way out: a loop that ends goes straight on
            // to that.
            let out_last = ir.goes_on(otherwise, id, &mut 40);
            let branches = [(true, then_label, then), (false, else_label, otherwise)];
            let [(in_then, first_label, first), (_, last_label, last)] =
                if out_last { [branches[1], branches[0]] } else { branches };
            let choice = Choice { test, then: then_label, otherwise: else_label, in_then };
            self.a.control.loops.push(LoopTarget {
                id,
                head,
                registers,
                choice: Some(choice),
                in_call: self.a.code.in_call,
            });
            self.test(test, last_label, out_last)?;
            self.a.code.bind(first_label);
            self.generate(first, dest)?;
            if dest != Dest::Return && !out_last {
                self.a.code.jump(Insn::Jump { off: 0 }, end);
            }
            self.a.code.bind(last_label);
            if let Some(target) = self.a.control.loops.last_mut() {
                target.choice = Some(Choice { in_then: !in_then, ..choice });
            }
            self.generate(last, dest)?;
            self.a.code.bind(end);
            self.a.control.loops.pop();
            return Ok(());
        }
        self.a.control.loops.push(LoopTarget { id, head, registers, choice: None, in_call: self.a.code.in_call });
        let result = self.generate(body, dest);
        self.a.control.loops.pop();
        result
    }

    /// A call of a named `let`'s name.
    pub(super) fn again(&mut self, id: LoopId, args: &[NodeId], dest: Dest) -> Result<()> {
        let ir = self.ir;
        let the_loop = ir.the_loop(id);
        if the_loop.local {
            let Some(target) = self.loop_target(LoopName::Loop(id)) else {
                return internal("a loop that is not around its call");
            };
            return self.next_iteration(&target, args);
        }
        if self.tail_call_of_itself(the_loop.function, args, dest)? {
            return Ok(());
        }
        if let Some(function) = ir.known(the_loop.function) {
            return self.call_known(function, args, dest);
        }
        let origin = self.a.code.origin;
        self.scoped(|g| {
            let a = g.allocate()?;
            g.load_location(the_loop.function, a)?;
            for &arg in args {
                let r = g.allocate()?;
                g.generate(arg, Dest::Fresh(r))?;
            }
            g.a.code.origin = origin;
            g.emit_call(Target::Value, a, args.len() as u8, dest);
            Ok(())
        })
    }

    /// The loop of this name around the present point.
    pub(super) fn loop_target(&self, id: LoopName) -> Option<LoopTarget> {
        self.a.control.loops.iter().rev().find(|t| t.id == id).cloned()
    }

    /// Gives the variables of a loop their next values, and goes on with it.
    pub(super) fn next_iteration(&mut self, target: &LoopTarget, args: &[NodeId]) -> Result<()> {
        self.scoped(|g| {
            g.arguments_in_place(args, &[], &target.registers)?;
            g.go_on(target)
        })
    }

    /// Goes on with a loop whose variables have their next values.
    pub(super) fn go_on(&mut self, target: &LoopTarget) -> Result<()> {
        let Some(choice) = target.choice else {
            self.a.code.jump(Insn::Loop { off: 0 }, target.head);
            return Ok(());
        };
        let (here, other) =
            if choice.in_then { (choice.then, choice.otherwise) } else { (choice.otherwise, choice.then) };
        let before = self.a.code.insns.len();
        let outer = std::mem::replace(&mut self.a.code.in_call, target.in_call);
        self.loop_back(choice.test, here, choice.in_then)?;
        self.a.code.in_call = outer;
        // A test that is decided may need no instruction.
        let next = if self.a.code.insns.len() > before { Insn::Jump { off: 0 } } else { Insn::Loop { off: 0 } };
        self.a.code.jump(next, other);
        Ok(())
    }
}

/// Returns whether this is an expression of a few operations on variables and constants, which may be emitted twice.
fn is_small(ir: &Ir, node: NodeId, budget: &mut u32) -> bool {
    *budget = budget.saturating_sub(1);
    *budget > 0
        && match ir.node(node) {
            Node::Const(_) | Node::Var(_) | Node::Global(_) => true,
            Node::Op(op, args) => *op != Op::Throw && args.iter().all(|&a| is_small(ir, a, budget)),
            Node::And(nodes) | Node::Or(nodes) => nodes.iter().all(|&n| is_small(ir, n, budget)),
            _ => false,
        }
}

/// Constants with which a loop compares where it goes on: a jump back holds none.
fn collect_compared(ir: &Ir, node: NodeId, found: &mut Vec<Value>) {
    let mut test = match *ir.node(node) {
        Node::If(test, ..) if is_small(ir, test, &mut 8) => test,
        _ => node,
    };
    while let Node::Op(Op::Not, args) = ir.node(test)
        && let [negated] = *args.as_slice()
    {
        test = negated;
    }
    if let Node::Op(op, args) = ir.node(test)
        && op.is_comparison()
    {
        let constant = args.iter().find_map(|&n| match *ir.node(n) {
            Node::Const(v) => Some(v),
            _ => None,
        });
        found.extend(constant);
    }
}

/// Constants that operations in `node` need in a register.
fn collect_constants(ir: &Ir, node: NodeId, found: &mut Vec<Value>, budget: &mut u32) {
    // In most forms there is nothing to look for.
    if *budget == 0 || !ir.has_constant_operands {
        return;
    }
    *budget -= 1;
    let mut add = |n: NodeId| {
        if let Node::Const(v) = *ir.node(n)
            && !found.contains(&v)
        {
            found.push(v);
        }
    };
    match ir.node(node) {
        Node::Op(Op::Add, args) => {
            if let [x, y] = *args.as_slice()
                && let Some((p, q, other)) = product_and_other(ir, x, y)
            {
                [p, q, other].into_iter().for_each(&mut add);
            }
        }
        Node::Op(op, args) => {
            for (i, &n) in args.iter().enumerate() {
                let Node::Const(v) = *ir.node(n) else { continue };
                // An operation whose instruction can hold the constant needs no register.
                let in_instruction = match op {
                    Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual | Op::NumberEqual => v.is_fixnum(),
                    Op::Equal => v.is_fixnum() || v.is_nil(),
                    Op::Add | Op::Mul => v.is_fixnum() || v.is_flonum(),
                    Op::Sub => i == 1 && (v.is_fixnum() || v.is_flonum()),
                    Op::Modulo | Op::FloorDiv | Op::FloorQuotient => i == 1 && v.is_fixnum(),
                    Op::Throw => true,
                    _ => false,
                };
                if !in_instruction {
                    add(n);
                }
            }
        }
        _ => {}
    }
    match ir.node(node) {
        Node::Op(_, nodes) | Node::List(nodes) | Node::And(nodes) | Node::Or(nodes) | Node::Seq(nodes) => {
            nodes.iter().for_each(|&n| collect_constants(ir, n, found, budget));
        }
        Node::If(a, b, c) | Node::CatchApply(a, b, c) => {
            [a, b, c].into_iter().for_each(|&n| collect_constants(ir, n, found, budget));
        }
        Node::Let(bindings, body) => {
            bindings.iter().for_each(|b| collect_constants(ir, b.1, found, budget));
            collect_constants(ir, *body, found, budget);
        }
        Node::Call(f, args) => {
            collect_constants(ir, *f, found, budget);
            args.iter().for_each(|&n| collect_constants(ir, n, found, budget));
        }
        Node::SetVar(_, n) | Node::SetGlobal(_, n) | Node::Block(_, n) | Node::Leave(_, n) => {
            collect_constants(ir, *n, found, budget);
        }
        Node::While(a, b) | Node::Catch(a, b) | Node::UnwindProtect(a, b) => {
            [a, b].into_iter().for_each(|&n| collect_constants(ir, n, found, budget));
        }
        Node::DoTimes(_, _, body, result) | Node::DoList(_, _, body, result) => {
            [body, result].into_iter().for_each(|&n| collect_constants(ir, n, found, budget));
        }
        Node::NamedLet(l, _) if ir.the_loop(*l).local => collect_constants(ir, ir.the_loop(*l).body, found, budget),
        Node::Again(_, args) => args.iter().for_each(|&n| collect_constants(ir, n, found, budget)),
        _ => {}
    }
}

impl Generator<'_> {
    pub(super) fn block(&mut self, id: BlockId, body: NodeId, dest: Dest) -> Result<()> {
        let block = self.ir.block(id);
        if !block.used {
            return self.generate(body, dest);
        }
        let end = self.a.code.label();
        if !block.dynamic {
            let handlers = self.a.control.handlers;
            self.a.control.blocks.push(BlockTarget { id, dest, end, handlers });
            let result = self.generate(body, dest);
            self.a.control.blocks.pop();
            self.a.code.bind(end);
            return result;
        }
        // Left from elsewhere: by a throw to a tag that nothing else has.
        let tag = block.tag;
        self.scoped(|g| {
            let t = g.allocate()?;
            let k = g.a.constants.number(Value::MISSING);
            g.a.code.emit(Insn::LoadConst { d: t, k });
            let top = g.a.registers.next;
            g.a.code.emit(Insn::MakeBox { d: t, s: t, top });
            g.set_register(tag, t);
            let a = g.allocate()?;
            g.a.code.emit(Insn::Move { d: a, s: t });
            g.caught(a, body, end, dest)
        })
    }

    /// The body of a form that catches what is thrown to the tag in `a`. At `end`, the value is there, thrown or not.
    fn caught(&mut self, a: Reg, body: NodeId, end: Label, dest: Dest) -> Result<()> {
        self.a.code.jump(Insn::PushCatch { a, off: 0 }, end);
        self.guarded(body, dest.through(a))?;
        self.a.code.emit(Insn::PopHandler { n: 1 });
        self.a.code.bind(end);
        self.a.code.add_value_site(dest, true);
        self.deliver(a, dest);
        Ok(())
    }

    /// The body of a form that has pushed a handler.
    pub(super) fn guarded(&mut self, body: NodeId, dest: Dest) -> Result<()> {
        self.a.control.handlers += 1;
        let result = self.generate(body, dest);
        self.a.control.handlers -= 1;
        result
    }

    pub(super) fn leave(&mut self, id: BlockId, value: NodeId) -> Result<()> {
        let block = self.ir.block(id);
        if block.dynamic {
            let tag = block.tag;
            return self.scoped(|g| {
                let a = g.allocate()?;
                g.load_location(tag, a)?;
                let b = g.passing_operand(value, Some(Wanted::Thrown(a)))?;
                g.a.code.emit(Insn::Throw { a, b });
                Ok(())
            });
        }
        let Some(&target) = self.a.control.blocks.iter().rev().find(|t| t.id == id) else {
            return internal("a block that is not around its exit");
        };
        let inner = self.a.control.handlers - target.handlers;
        if inner == 0 {
            self.generate(value, target.dest)?;
        } else {
            self.scoped(|g| {
                let r = g.passing_operand(value, target.dest.wanted())?;
                g.a.code.emit(Insn::PopHandler { n: inner as u8 });
                g.deliver(r, target.dest);
                Ok(())
            })?;
        }
        if target.dest != Dest::Return {
            self.a.code.jump(Insn::Jump { off: 0 }, target.end);
        }
        Ok(())
    }

    pub(super) fn catch(&mut self, tag: NodeId, body: NodeId, dest: Dest) -> Result<()> {
        self.scoped(|g| {
            let a = g.allocate()?;
            g.generate(tag, Dest::Fresh(a))?;
            let end = g.a.code.label();
            g.caught(a, body, end, dest)
        })
    }

    pub(super) fn catch_apply(&mut self, tag: NodeId, f: NodeId, body: NodeId, dest: Dest) -> Result<()> {
        self.scoped(|g| {
            let t = g.allocate()?;
            g.generate(tag, Dest::Fresh(t))?;
            let handler = g.allocate()?;
            g.generate(f, Dest::Fresh(handler))?;
            let a = g.allocate()?;
            g.a.code.emit(Insn::Move { d: a, s: t });
            let (caught, end) = (g.a.code.label(), g.a.code.label());
            g.a.code.jump(Insn::PushHandler { a, off: 0 }, caught);
            g.guarded(body, dest.through(a))?;
            g.a.code.emit(Insn::PopHandler { n: 1 });
            g.deliver(a, dest);
            if dest != Dest::Return {
                g.a.code.jump(Insn::Jump { off: 0 }, end);
            }
            g.a.code.bind(caught);
            let value = g.allocate()?;
            let call = g.allocate()?;
            let (first, second) = (g.allocate()?, g.allocate()?);
            g.a.code.emit(Insn::Move { d: call, s: handler });
            g.a.code.emit(Insn::Move { d: first, s: a });
            g.a.code.emit(Insn::Move { d: second, s: value });
            g.emit_call(Target::Value, call, 2, dest);
            g.a.code.bind(end);
            Ok(())
        })
    }

    pub(super) fn unwind_protect(&mut self, body: NodeId, cleanup: NodeId, dest: Dest) -> Result<()> {
        let restores = |&id: &NodeId| matches!(self.ir.node(id), Node::Restore(..));
        let binds = matches!(self.ir.node(cleanup), Node::Seq(nodes) if nodes.first().is_some_and(restores));
        self.scoped(|g| {
            let a = g.allocate()?;
            let (thrown, clean, done) = (g.a.code.label(), g.a.code.label(), g.a.code.label());
            let push = match binds {
                true => Insn::PushBinding { a, off: 0 },
                false => Insn::PushCleanup { a, off: 0 },
            };
            g.a.code.jump(push, thrown);
            g.guarded(body, dest.through(a))?;
            // Value, or tag and value, wait in registers while the cleanup runs; a third says which it is.
            let value = g.allocate()?;
            let is_thrown = g.allocate()?;
            g.a.code.emit(Insn::PopHandler { n: 1 });
            g.a.code.emit(Insn::LoadNil { d: value });
            g.a.code.emit(Insn::LoadNil { d: is_thrown });
            g.a.code.jump(Insn::Jump { off: 0 }, clean);
            g.a.code.bind(thrown);
            let begin = g.a.code.insns.len() as u32;
            g.a.code.emit(Insn::LoadTrue { d: is_thrown });
            g.a.code.bind(clean);
            let outer = std::mem::replace(&mut g.a.control.cleanup, begin);
            g.generate(cleanup, Dest::Effect)?;
            g.a.control.cleanup = outer;
            g.a.code.jump(Insn::JumpNil { a: is_thrown, off: 0 }, done);
            g.a.code.emit(Insn::Rethrow { a });
            g.a.code.bind(done);
            g.deliver(a, dest);
            Ok(())
        })
    }
}
