//! Loops, blocks and what leaves them.

use smallvec::SmallVec;

use super::Generator;
use super::calls::CallTarget;
use super::operation::product_and_other;
use super::values::VariableLocation;
use crate::bytecode::{FunctionDefinition, Insn, Reg, Wanted};
use crate::call_site::FrameDefinition;
use crate::compile::assembler::{BlockTarget, Choice, Dest, Goal, Invariant, Label, LoopTarget};
use crate::compile::ir::{Bindings, BlockId, Inlined, Ir, Loop, LoopId, LoopName, Node, NodeId, Op, VarId};
use crate::equality::has_content;
use crate::fault::{Result, internal};
use crate::value::Value;

/// Constants and captures that one loop nest keeps in registers.
const MAX_HOISTED: usize = 6;

impl Generator<'_> {
    /// The register in which a loop around keeps the value of `node`.
    pub(super) fn hoisted(&self, node: NodeId) -> Option<Reg> {
        let invariant = match *self.ir.node(node) {
            Node::Const(v) => Invariant::Constant(v.bits()),
            Node::Var(v) => Invariant::Capture(v),
            _ => return None,
        };
        self.a.registers.hoisted.iter().find(|h| h.0 == invariant).map(|h| h.1)
    }

    /// Runs `f`, which generates a loop over `parts`, with the constants and captures that they use as operands kept in
    /// registers, and constants that it compares with where it goes on (`tests`: its test, or the choice that its body
    /// is).
    pub(super) fn with_invariants(
        &mut self,
        tests: &[NodeId],
        parts: &[NodeId],
        f: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let mark = (self.a.registers.next, self.a.registers.hoisted.len());
        let ir = self.ir;
        let in_closure =
            |&v: &VarId| !ir.var(v).boxed() && matches!(self.location(v), Ok(VariableLocation::Capture(_)));
        let captures = ir.lambda(self.a.lambda).captures.iter().copied().filter(in_closure).collect();
        let mut search = InvariantSearch { ir, captures, found: Vec::new(), budget: 400 };
        tests.iter().for_each(|&test| search.compared(test));
        parts.iter().for_each(|&part| search.operands(part));
        for node in search.found {
            if self.a.registers.hoisted.len() < MAX_HOISTED && self.hoisted(node).is_none() {
                let r = self.allocate()?;
                self.generate(node, Dest::Fresh(r))?;
                let invariant = match *ir.node(node) {
                    Node::Var(v) => Invariant::Capture(v),
                    Node::Const(v) => Invariant::Constant(v.bits()),
                    _ => return internal("an invariant that is neither a constant nor a variable"),
                };
                self.a.registers.hoisted.push((invariant, r));
            }
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
            Node::Op(Op::IsPair, args) => self.scoped(|g| {
                let [a] = g.operands(args)?;
                g.a.code.jump(if when { Insn::LoopPair { a, off } } else { Insn::LoopNotPair { a, off } }, head);
                Ok(())
            }),
            Node::Op(op, args) if op.is_comparison() => {
                let op = *op;
                self.scoped(|g| {
                    let [a, b] = g.operands(args)?;
                    g.a.code.jump_back(loop_test(op, when, a, b), head);
                    Ok(())
                })
            }
            Node::And(_) | Node::Or(_) | Node::If(..) | Node::Let(..) | Node::Seq(_) | Node::Op(Op::Same, _) => {
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
        // The test is at the end, so that one iteration is one jump. A small one is at the beginning, too.
        let (head, check) = (self.a.code.label(), self.a.code.label());
        let is_twice = is_small(self.ir, test, &mut 8);
        if is_twice {
            self.test(test, check, false)?;
        } else {
            self.a.code.jump(Insn::Jump { off: 0 }, check);
        }
        self.a.code.bind(head);
        self.generate(body, Dest::Effect)?;
        if !is_twice {
            self.a.code.bind(check);
        }
        self.loop_back(test, head, true)?;
        if is_twice {
            self.a.code.bind(check);
        }
        Ok(())
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
        self.begin_variable(v, variable);
        if own_binding {
            self.a.code.emit(Insn::Move { d: variable, s: counter });
            self.box_if_needed(v);
        }
        self.generate(body, Dest::Effect)?;
        match limit {
            Some(b) => {
                self.a.code.emit(Insn::AddInt { d: counter, a: counter, left: false, i: 1 });
                self.a.code.jump_back(Insn::LoopLess { a: counter, b, off: 0 }, head);
            }
            None => {
                let i = constant.unwrap_or(0) as i16;
                self.a.code.jump(Insn::CountLessInt { a: counter, i, off: 0 }, head);
            }
        }
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
        self.begin_variable(v, element);
        self.box_if_needed(v);
        self.generate(body, Dest::Effect)?;
        self.a.code.jump(Insn::LoopNext { d: element, a: rest, off: 0 }, head);
        self.a.code.bind(end);
        Ok(())
    }

    pub(super) fn named_let(&mut self, id: LoopId, inits: &[NodeId], dest: Dest) -> Result<()> {
        let ir = self.ir;
        let the_loop = ir.the_loop(id);
        if the_loop.local {
            return self.local_loop(id, inits, Goal::Value(dest));
        }
        if let Some(function) = ir.known(the_loop.function) {
            self.known_functions(&[function])?;
            return self.call_known(function, inits, dest);
        }
        self.scoped(|g| {
            let function = g.allocate()?;
            g.closure(the_loop.lambda, Dest::Fresh(function))?;
            g.set_register(the_loop.function, function);
            let mark = g.a.registers.next;
            let a = g.allocate()?;
            for &init in inits {
                let r = g.allocate()?;
                g.generate(init, Dest::Fresh(r))?;
            }
            g.emit_call(CallTarget::Value(function), a, inits.len() as u8, dest);
            g.a.registers.next = mark;
            Ok(())
        })
    }

    /// A loop that is a label, from its beginning; or a function that does not iterate, at the place of its call.
    pub(super) fn local_loop(&mut self, id: LoopId, inits: &[NodeId], goal: Goal) -> Result<()> {
        let ir = self.ir;
        let the_loop = ir.the_loop(id);
        let is_renamed = |(&v, &init): (&VarId, &NodeId)| self.shared_register(v, init).is_some();
        if let Some(registers) = self.taken_over(the_loop)
            && !the_loop.vars.iter().zip(inits).all(is_renamed)
        {
            return self.scoped(|g| {
                g.arguments_in_place(inits, &[], &registers)?;
                the_loop.vars.iter().zip(&registers).for_each(|(&v, &r)| g.begin_variable(v, r));
                g.inlined(the_loop.inlined, |g| g.reach(the_loop.body, goal))
            });
        }
        if the_loop.inlined.is_some_and(|i| !i.iterates) {
            let bindings: Bindings = the_loop.vars.iter().copied().zip(inits.iter().copied()).collect();
            return self.scoped(|g| {
                g.bind(&bindings, the_loop.body)?;
                g.inlined(the_loop.inlined, |g| g.reach(the_loop.body, goal))
            });
        }
        // Initial values come first: the constants of the loop are for its body.
        self.scoped(|g| {
            let (result, goal) = g.result_variable(&the_loop.vars, the_loop.body, goal);
            let (registers, shares) = g.first_values(id, inits, result)?;
            for (&v, &r) in the_loop.vars.iter().zip(&registers) {
                g.begin_variable(v, r);
            }
            g.inlined(the_loop.inlined, |g| {
                g.with_invariants(&[the_loop.body], &[the_loop.body], |g| {
                    g.iterate(LoopName::Loop(id), &the_loop.vars, the_loop.body, registers, goal, shares)
                })
            })
        })
    }

    /// Finds a variable that is the result of a loop or of a copy of a function. If its value goes to a fresh register,
    /// the variable has that register from the beginning: returns its position and the register, and the goal.
    pub(super) fn result_variable(&self, vars: &[VarId], body: NodeId, goal: Goal) -> (Option<(usize, Reg)>, Goal) {
        if let Goal::Value(Dest::Fresh(d)) = goal
            && let Some(v) = self.result_in(vars, body, &mut 40)
            && let Some(at) = vars.iter().position(|&var| var == v)
        {
            return (Some((at, d)), Goal::Value(Dest::Reg(d)));
        }
        (None, goal)
    }

    /// The first of these variables that is the value of a tail of `node`.
    fn result_in(&self, vars: &[VarId], node: NodeId, budget: &mut u32) -> Option<VarId> {
        *budget = budget.checked_sub(1)?;
        match self.ir.node(node) {
            Node::Var(v) => Some(*v).filter(|v| vars.contains(v) && !self.ir.var(*v).boxed()),
            Node::If(_, a, b) => self.result_in(vars, *a, budget).or_else(|| self.result_in(vars, *b, budget)),
            Node::Let(_, body) | Node::Letrec(_, body) => self.result_in(vars, *body, budget),
            Node::Seq(nodes) | Node::And(nodes) => self.result_in(vars, *nodes.last()?, budget),
            _ => None,
        }
    }

    /// Evaluates the first values of a loop's variables. One that stays the same needs no register but that of the
    /// variable outside whose value it has. Returns the registers, and whether there is such a one.
    fn first_values(&mut self, id: LoopId, inits: &[NodeId], result: Option<(usize, Reg)>) -> Result<(Vec<Reg>, bool)> {
        let the_loop = self.ir.the_loop(id);
        let mut shares = false;
        let mut registers = Vec::with_capacity(inits.len());
        for (at, (&v, &init)) in the_loop.vars.iter().zip(inits).enumerate() {
            let shared = self.shared_register(v, init).filter(|_| self.ir.keeps(the_loop.body, id, at, &mut 100));
            shares |= shared.is_some();
            registers.push(match shared {
                Some(r) => r,
                None => self.first_value(at, init, result)?,
            });
        }
        Ok((registers, shares))
    }

    /// Evaluates the first value of variable number `at` in a register of its own, or in the one of `result`.
    pub(super) fn first_value(&mut self, at: usize, init: NodeId, result: Option<(usize, Reg)>) -> Result<Reg> {
        let r = match result {
            Some((result, d)) if result == at => d,
            _ => self.allocate()?,
        };
        self.generate(init, Dest::Fresh(r))?;
        Ok(r)
    }

    /// The registers of the loop around the call of a function that does not iterate, if the function is the tail of
    /// the loop and needs none of its variables.
    fn taken_over(&self, function: &Loop) -> Option<Vec<Reg>> {
        let is_tail = |i: &Inlined| i.is_tail && !i.iterates;
        function.inlined.as_ref().filter(|i| is_tail(i) && !self.vm.code.debug.keeps_locals)?;
        let around = self.a.control.loops.iter().rfind(|target| target.is_around).filter(|target| !target.shares)?;
        let registers = around.registers.get(..function.vars.len())?;
        let is_free = around.in_call == self.a.code.in_call
            && function.vars.iter().all(|&v| !self.ir.var(v).boxed())
            && registers.iter().all(|&r| !self.reads(function.body, r, &mut 60));
        is_free.then(|| registers.to_vec())
    }

    /// Generates an expression for a goal.
    pub(super) fn reach(&mut self, node: NodeId, goal: Goal) -> Result<()> {
        match goal {
            Goal::Value(dest) => self.generate(node, dest),
            Goal::Test(to, when) => self.test(node, to, when),
        }
    }

    /// Runs `f`, which generates the body of a function at the place of its call.
    pub(super) fn inlined(&mut self, inlined: Option<Inlined>, f: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let Some(Inlined { function, is_tail, .. }) = inlined else { return f(self) };
        let lambda = self.ir.lambda(function);
        let FunctionDefinition { name, span, .. } = lambda.definition;
        let function = FrameDefinition { name, span, is_form: false };
        let outer = self.a.code.begin_inlined(function, is_tail, None);
        let result = f(self);
        self.a.code.in_call = outer;
        result
    }

    /// Generates an expression, in whose tail positions are jumps to labels, and the code of the labels.
    pub(super) fn with_labels(&mut self, labels: &[LoopId], body: NodeId, goal: Goal) -> Result<()> {
        if labels.is_empty() {
            return self.reach(body, goal);
        }
        let ir = self.ir;
        // One of them runs at a time, so they share their registers.
        let most = labels.iter().map(|&l| ir.the_loop(l).vars.len()).max().unwrap_or(0);
        let mut registers = Vec::with_capacity(most);
        for _ in 0..most {
            let d = self.allocate()?;
            self.a.code.emit(Insn::LoadNil { d });
            registers.push(d);
        }
        let bodies: Vec<NodeId> = labels.iter().map(|&l| ir.the_loop(l).body).collect();
        self.with_invariants(&bodies, &bodies, |g| {
            let first = g.a.control.loops.len();
            for &l in labels {
                let the_loop = ir.the_loop(l);
                let own = registers.get(..the_loop.vars.len()).unwrap_or_default().to_vec();
                g.inlined(the_loop.inlined, |g| {
                    let mut target = g.new_loop(LoopName::Loop(l), &the_loop.vars, the_loop.body, own);
                    if let (Some(choice), &Node::If(_, _, otherwise)) = (&mut target.choice, ir.node(the_loop.body)) {
                        choice.in_then = !ir.goes_on(otherwise, None, &mut 40);
                    }
                    g.a.control.loops.push(target);
                    Ok(())
                })?;
                for (&v, &r) in the_loop.vars.iter().zip(&registers) {
                    g.begin_variable(v, r);
                }
            }
            let end = g.a.code.label();
            g.reach(body, goal)?;
            for (i, &l) in labels.iter().enumerate() {
                if goal != Goal::Value(Dest::Return) {
                    g.a.code.jump(Insn::Jump { off: 0 }, end);
                }
                let the_loop = ir.the_loop(l);
                g.run_loop(first + i, &the_loop.vars, the_loop.body, goal)?;
            }
            g.a.code.bind(end);
            g.a.control.loops.truncate(first);
            Ok(())
        })
    }

    /// The body of a loop whose variables are in these registers; `shares` as in [`LoopTarget`].
    pub(super) fn iterate(
        &mut self,
        id: LoopName,
        vars: &[VarId],
        body: NodeId,
        registers: Vec<Reg>,
        goal: Goal,
        shares: bool,
    ) -> Result<()> {
        let target = self.new_loop(id, vars, body, registers);
        let at = self.a.control.loops.len();
        self.a.control.loops.push(LoopTarget { is_around: true, shares, ..target });
        let result = self.run_loop(at, vars, body, goal);
        self.a.control.loops.truncate(at);
        result
    }

    /// The target of jumps to a loop whose code does not yet exist.
    fn new_loop(&mut self, id: LoopName, vars: &[VarId], body: NodeId, registers: Vec<Reg>) -> LoopTarget {
        let ir = self.ir;
        let head = self.a.code.label();
        // Each iteration has bindings of its own.
        let fresh_boxes = vars.iter().any(|&v| ir.var(v).boxed());
        // A body that begins with a choice: where the loop goes on, the test is made at once, so that an iteration has
        // one jump.
        let choice = match *ir.node(body) {
            Node::If(test, then, otherwise) if !fresh_boxes && is_small(ir, test, &mut 8) => Some(Choice {
                test,
                then: self.a.code.label(),
                otherwise: self.a.code.label(),
                // The branch that goes on comes first, if the other one is the way out: a loop that ends goes straight
                // on to that.
                in_then: !ir.goes_on(otherwise, Some(id), &mut 40),
                both_continue: ir.may_continue(then, id, &mut 100) && ir.may_continue(otherwise, id, &mut 100),
            }),
            _ => None,
        };
        LoopTarget { id, head, registers, choice, in_call: self.a.code.in_call, is_around: false, shares: false }
    }

    /// The code of the loop of this number among those around this point. One whose body is not being generated yet is
    /// entered by jumps only.
    fn run_loop(&mut self, at: usize, vars: &[VarId], body: NodeId, goal: Goal) -> Result<()> {
        let ir = self.ir;
        let Some(target) = self.a.control.loops.get_mut(at) else { return internal("a loop without a label") };
        let is_entered = std::mem::replace(&mut target.is_around, true);
        let (head, choice, in_call) = (target.head, target.choice, target.in_call);
        let outer = std::mem::replace(&mut self.a.code.in_call, in_call);
        self.a.code.bind(head);
        vars.iter().for_each(|&v| self.box_if_needed(v));
        let result = match (choice, ir.node(body)) {
            (Some(choice), &Node::If(_, then, otherwise)) => {
                let branches = [(choice.then, then), (choice.otherwise, otherwise)];
                let [(first_label, first), (last_label, last)] =
                    if choice.in_then { branches } else { [branches[1], branches[0]] };
                let end = self.a.code.label();
                if is_entered {
                    self.test(choice.test, last_label, !choice.in_then)?;
                }
                self.a.code.bind(first_label);
                self.reach(first, goal)?;
                if goal != Goal::Value(Dest::Return) {
                    self.a.code.jump(Insn::Jump { off: 0 }, end);
                }
                self.a.code.bind(last_label);
                if let Some(target) = self.a.control.loops.get_mut(at) {
                    target.choice = Some(Choice { in_then: !choice.in_then, ..choice });
                }
                self.reach(last, goal)?;
                self.a.code.bind(end);
                Ok(())
            }
            _ => self.reach(body, goal),
        };
        if let Some(target) = self.a.control.loops.get_mut(at) {
            (target.choice, target.is_around) = (choice, false);
        }
        self.a.code.in_call = outer;
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
            g.emit_call(CallTarget::Value(a), a, args.len() as u8, dest);
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
            g.next_values(target, args)?;
            g.continue_loop(target)
        })
    }

    /// Gives the variables of a loop their next values.
    pub(super) fn next_values(&mut self, target: &LoopTarget, args: &[NodeId]) -> Result<()> {
        let test = target.choice.filter(|_| target.is_around).map(|choice| choice.test);
        self.values_in_place(args, &target.registers, test)
    }

    /// Evaluates the arguments of a tail call in the parameters.
    pub(super) fn parameters_in_place(&mut self, args: &[NodeId]) -> Result<()> {
        let registers: Vec<Reg> = (1..=args.len() as Reg).collect();
        let test = match *self.ir.node(self.ir.lambda(self.a.lambda).body) {
            Node::If(test, ..) => Some(test),
            _ => None,
        };
        self.values_in_place(args, &registers, test)
    }

    /// Evaluates arguments in these registers. Counters come last, in their own registers: all others still read them.
    /// `test` has been evaluated since the variables have their values.
    fn values_in_place(&mut self, args: &[NodeId], registers: &[Reg], test: Option<NodeId>) -> Result<()> {
        if !args.iter().zip(registers).any(|(&arg, &r)| self.is_counted(test, arg, r)) {
            return self.arguments_in_place(args, &[], registers);
        }
        let all = args.iter().copied().zip(registers.iter().copied());
        let (last, first): (Vec<_>, Vec<_>) = all.partition(|&(arg, r)| self.is_counted(test, arg, r));
        let (nodes, registers): (Vec<NodeId>, Vec<Reg>) = first.into_iter().chain(last).unzip();
        self.arguments_in_place(&nodes, &[], &registers)
    }

    /// Returns whether an argument adds a constant to the variable that it is for, in register `r`, and the test has
    /// compared the variable with a number. Then it cannot fail, and nobody can tell when the machine computes it.
    fn is_counted(&self, test: Option<NodeId>, arg: NodeId, r: Reg) -> bool {
        let ir = self.ir;
        let Some(test) = test else { return false };
        let Node::Op(Op::Add | Op::Sub, operands) = ir.node(arg) else { return false };
        let v = match *operands.as_slice() {
            [x, y] if self.small(y).is_some() => x,
            [x, y] if self.small(x).is_some() => y,
            _ => return false,
        };
        let Node::Var(v) = *ir.node(v) else { return false };
        !ir.var(v).assigned && self.lies_in(v, r) && compares(ir, test, v)
    }

    /// Goes on with a loop whose variables have their next values.
    pub(super) fn continue_loop(&mut self, target: &LoopTarget) -> Result<()> {
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
        // A test that is decided may need no instruction. Where the loop ends, there is no iteration to count.
        let ends = self.a.code.insns.len() > before && target.is_around && !choice.both_continue;
        self.a.code.jump(if ends { Insn::Jump { off: 0 } } else { Insn::Loop { off: 0 } }, other);
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

/// Returns whether evaluating the test compares a variable with a number, or fails.
fn compares(ir: &Ir, test: NodeId, v: VarId) -> bool {
    match ir.node(test) {
        Node::Op(Op::Not, args) => args.iter().any(|&n| compares(ir, n, v)),
        Node::And(nodes) | Node::Or(nodes) => nodes.first().is_some_and(|&n| compares(ir, n, v)),
        Node::Op(op, args) if op.is_comparison() && *op != Op::Equal => {
            args.iter().any(|&n| matches!(*ir.node(n), Node::Var(of) if of == v))
        }
        _ => false,
    }
}

/// The search for operands that are the same in each iteration of a loop.
struct InvariantSearch<'a> {
    ir: &'a Ir,
    /// Variables that the function reads from its closure.
    captures: SmallVec<[VarId; 8]>,
    found: Vec<NodeId>,
    /// Nodes that it still looks at.
    budget: u32,
}

impl InvariantSearch<'_> {
    /// Finds constants with which a loop compares where it goes on: a jump back holds none.
    fn compared(&mut self, node: NodeId) {
        let ir = self.ir;
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
            self.found.extend(args.iter().find(|&&n| matches!(ir.node(n), Node::Const(_))));
        }
    }

    /// Finds constants and captures that operations in `node` need in a register.
    fn operands(&mut self, node: NodeId) {
        let ir = self.ir;
        // In most forms there is nothing to look for.
        if self.budget == 0 || !ir.content.has_constant_operands && self.captures.is_empty() {
            return;
        }
        self.budget -= 1;
        if let Node::Op(op, args) = ir.node(node) {
            for (i, &n) in args.iter().enumerate() {
                match *ir.node(n) {
                    // An operation whose instruction can hold the constant needs no register.
                    Node::Const(v) if !holds_constant(*op, i, v) => self.found.push(n),
                    Node::Var(v) if self.captures.contains(&v) => self.found.push(n),
                    _ => {}
                }
            }
            if let (Op::Add, &[x, y]) = (op, args.as_slice())
                && let Some((p, q, other)) = product_and_other(ir, x, y)
            {
                self.found.extend([p, q, other].iter().filter(|&&n| matches!(ir.node(n), Node::Const(_))));
            }
        }
        match ir.node(node) {
            // Not into a group of inner functions: a function that dispatches on its argument would load all constants
            // of its choices for each call.
            Node::Lambda(_) | Node::Letrec(..) => {}
            Node::Label(l) => self.operands(ir.the_loop(*l).body),
            Node::NamedLet(l, _) if ir.the_loop(*l).local => {
                self.compared(ir.the_loop(*l).body);
                self.operands(ir.the_loop(*l).body);
            }
            Node::NamedLet(..) => {}
            Node::DoTimes(_, _, body, result) | Node::DoList(_, _, body, result) => {
                [*body, *result].into_iter().for_each(|n| self.operands(n));
            }
            part => {
                if let Node::While(test, _) = *part {
                    self.compared(test);
                }
                part.each_part(|n| self.operands(n));
            }
        }
    }
}

/// Returns whether the instruction of an operation holds this constant as operand `i`.
fn holds_constant(op: Op, i: usize, v: Value) -> bool {
    match op {
        Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual | Op::NumberEqual => v.is_fixnum(),
        Op::Equal => v.is_fixnum() || !has_content(v),
        Op::Same => true,
        Op::Add | Op::Mul => v.is_fixnum() || v.is_flonum(),
        Op::Sub => i == 1 && (v.is_fixnum() || v.is_flonum()),
        Op::Modulo | Op::FloorDiv | Op::FloorQuotient => i == 1 && v.is_fixnum(),
        Op::Throw => true,
        _ => false,
    }
}

impl Generator<'_> {
    pub(super) fn block(&mut self, id: BlockId, body: NodeId, dest: Dest) -> Result<()> {
        let block = self.ir.block(id);
        let end = self.a.code.label();
        if !block.dynamic {
            let handlers = self.a.control.handlers;
            // An exit of the block may read a variable of the body that is in the register of the result.
            let of_exits = if let Dest::Fresh(d) = dest { Dest::Reg(d) } else { dest };
            self.a.control.blocks.push(BlockTarget { id, dest: of_exits, end, handlers });
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
            let call = g.free_window(2)?;
            g.a.code.emit(Insn::Move { d: call + 1, s: a });
            g.a.code.emit(Insn::Move { d: call + 2, s: value });
            g.emit_call(CallTarget::Value(handler), call, 2, dest);
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

/// The jump backward that a loop makes if the comparison of two registers is as `when` says.
pub(super) fn loop_test(op: Op, when: bool, a: Reg, b: Reg) -> Insn {
    let off = 0;
    match (op, when) {
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
    }
}
