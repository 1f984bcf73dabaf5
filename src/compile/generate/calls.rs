//! Calls.
//!
//! A call in tail position computes its arguments in the parameters, as far as it needs no more registers than the
//! function has parameters: an argument goes to its register at once, unless a later one still reads that register.

use super::Generator;
use super::values::VariableLocation;
use crate::bytecode::{CodePlace, Insn, Iteration, Reg, Wanted};
use crate::compile::assembler::{BodyCopy, Dest, Goal, LoopTarget, ReplacedCall};
use crate::compile::ir::{Inlined, LambdaId, LoopName, Node, NodeId, VarId};
use crate::fault::{Result, internal};
use crate::source::Span;
use crate::value::{Kind, Value};

/// Arguments that a call passes in registers; more go through a list and `apply`.
const MAX_ARGUMENTS: usize = 100;

/// Nodes of an inner function that stands in the place of each of its calls.
const MOST_NODES_IN_PLACE: u32 = 24;

/// The callee of a call.
#[derive(Clone, Copy)]
pub(super) enum CallTarget {
    /// The function in this register.
    Value(Reg),
    /// The function of this global cell.
    Global(u32),
    /// The inner function of this number, which has no closure.
    Known(u32),
}

impl Generator<'_> {
    pub(super) fn call(&mut self, f: NodeId, args: &[NodeId], dest: Dest) -> Result<()> {
        if args.len() > MAX_ARGUMENTS {
            return self.call_with_list(f, args, dest);
        }
        if let Node::Var(v) = *self.ir.node(f) {
            if self.tail_call_of_itself(v, args, dest)? {
                return Ok(());
            }
            if let Some(function) = self.ir.known(v) {
                return self.call_known(function, args, dest);
            }
        }
        if let Node::Global(g) = *self.ir.node(f)
            && dest == Dest::Return
            && self.ir.own_name == Some((g, self.a.lambda))
            && let Some(target) = self.own_loop(args.len())
        {
            return self.own_tail_call(f, args, &target);
        }
        if let Node::Global(g) = *self.ir.node(f)
            && let Some(function) = self.small_function(g, args.len(), dest)
            && self.copy_of(function, f, args, dest)?
        {
            return Ok(());
        }
        if let Node::Global(g) = *self.ir.node(f)
            && self.has_room_in_place(args.len(), dest)
            && self.is_entered(g)
            && !self.pauses(g)
        {
            return self.scoped(|s| {
                s.parameters_in_place(args)?;
                s.a.code.head = CodePlace::head(s.a.code.origin.span, s.ir.origin(f).span);
                let a = s.free_window(args.len())?;
                s.mark_tail(g);
                s.a.code.emit(Insn::EnterGlobal { a, n: args.len() as u8, g });
                s.a.code.head = (0, 0);
                s.deliver(a, dest);
                Ok(())
            });
        }
        let mark = self.a.registers.next;
        let a = self.call_window(dest)?;
        let target = match *self.ir.node(f) {
            Node::Global(g) => {
                // In a top-level form, an undefined operator is an error before its arguments are evaluated.
                if self.ir.lambda(self.a.lambda).parent.is_none() && self.vm.globals.value(g) == Value::UNBOUND {
                    self.a.code.head = CodePlace::head(self.a.code.origin.span, self.ir.origin(f).span);
                    self.a.code.emit(Insn::GetGlobal { d: a, g });
                    self.a.code.head = (0, 0);
                }
                if self.ir.content.is_leaf(f) && !self.a.leaves.contains(&g) {
                    self.a.leaves.push(g);
                }
                CallTarget::Global(g)
            }
            _ => CallTarget::Value(match self.own_register(f).or_else(|| self.hoisted(f)) {
                Some(r) if !self.changes_later(f, args) => r,
                _ => {
                    self.generate(f, Dest::Fresh(a))?;
                    a
                }
            }),
        };
        for &arg in args {
            let r = self.allocate()?;
            let takes_all = args.len() == 1 && self.is_values_to_list(f);
            self.generate(arg, if takes_all { Dest::Passing(r, Wanted::All) } else { Dest::Fresh(r) })?;
        }
        self.a.code.head = CodePlace::head(self.a.code.origin.span, self.ir.origin(f).span);
        self.emit_call(target, a, args.len() as u8, dest);
        self.a.code.head = (0, 0);
        self.a.registers.next = mark;
        Ok(())
    }

    /// Generates a call of the function by its own global name, in tail position, as another iteration of its body.
    pub(super) fn own_tail_call(&mut self, f: NodeId, args: &[NodeId], target: &LoopTarget) -> Result<()> {
        self.scoped(|s| {
            s.next_values(target, args)?;
            let head = CodePlace::head(s.a.code.origin.span, s.ir.origin(f).span);
            let outer = std::mem::replace(&mut s.a.code.head, head);
            s.own_iteration(s.cell_of(f)?, args.len() as u8, s.a.recursion.copy, target)?;
            s.a.code.head = outer;
            Ok(())
        })
    }

    /// Goes on with another iteration of the function, whose parameters have their next values.
    pub(super) fn own_iteration(
        &mut self,
        cell: u32,
        n: u8,
        copy: Option<BodyCopy>,
        target: &LoopTarget,
    ) -> Result<()> {
        let (origin, in_call) = (self.a.code.origin, self.a.code.in_call);
        let head = std::mem::take(&mut self.a.code.head);
        let step = self.a.code.last_step().zip(self.a.code.last_origin());
        let site = match step {
            Some(_) => self.a.code.insns.len() as u32 - 1,
            None => self.a.code.separate(),
        };
        self.a.replaced_calls.push(ReplacedCall { site, cell, n, of: None, copy, step, origin, head, in_call });
        self.continue_loop(target)
    }

    /// The first register of a call. A fresh destination on top of the stack is itself the bottom of the call.
    pub(super) fn call_window(&mut self, dest: Dest) -> Result<Reg> {
        match dest {
            Dest::Fresh(d) | Dest::Passing(d, _) if d + 1 == self.a.registers.next => Ok(d),
            _ => self.allocate(),
        }
    }

    /// A free register with as many after it as a call of `n` arguments needs.
    pub(super) fn free_window(&mut self, n: usize) -> Result<Reg> {
        let a = self.allocate()?;
        for _ in 0..n {
            self.allocate()?;
        }
        Ok(a)
    }

    /// Returns whether the function is the builtin that takes all values of its argument.
    fn is_values_to_list(&self, f: NodeId) -> bool {
        matches!(*self.ir.node(f), Node::Const(f) if f.is(Kind::NATIVE) && self.vm.native_name(f) == "%values->list")
    }

    /// The function and the arguments are in their registers: the call itself.
    pub(super) fn emit_call(&mut self, target: CallTarget, a: Reg, n: u8, dest: Dest) {
        let pauses = matches!(target, CallTarget::Global(g) if self.pauses(g));
        let is_tail = dest == Dest::Return && !pauses;
        let s = if is_tail || n == 0 { a + n } else { self.a.code.take_move(a + n) };
        self.a.code.add_value_site(dest, false);
        if let (CallTarget::Global(g), true) = (target, is_tail) {
            self.mark_tail(g);
        }
        self.a.code.emit(match (target, is_tail) {
            (CallTarget::Global(g), true) => Insn::TailGlobal { a, n, g },
            (CallTarget::Global(g), false) => Insn::CallGlobal { a, n, s, g },
            (CallTarget::Known(f), true) => Insn::TailKnown { a, n, f },
            (CallTarget::Known(f), false) => Insn::CallKnown { a, n, s, f },
            (CallTarget::Value(f), true) => Insn::TailCall { a, n, f },
            (CallTarget::Value(f), false) => Insn::Call { a, n, s, f },
        });
        self.deliver(a, dest);
    }

    /// Returns whether this global is the library's `break`. A program that is looked at keeps the frame that calls it,
    /// also in tail position: its variables are what the pause is for.
    fn pauses(&self, g: u32) -> bool {
        let is_break = || self.vm.globals.info(g).is_some_and(|info| self.vm.rt.name(info.name) == "break");
        self.of_program && self.vm.code.debug.keeps_locals && is_break() && self.replaces_by_library(g)
    }

    /// Keeps the place of a tail call of this global in the frame, if the call leaves the program's text.
    fn mark_tail(&mut self, g: u32) {
        if self.of_program && self.replaces_by_library(g) {
            self.a.code.emit(Insn::MarkTail);
        }
    }

    /// Returns whether a tail call of this global enters a function that the program has not written: one of the
    /// library, an accessor of a record type, or the dispatcher of a generic function. Such a call leaves its site in
    /// the frame, or an error in the function could not tell who has called it. Other tail calls cost nothing more.
    fn replaces_by_library(&self, g: u32) -> bool {
        let f = self.vm.globals.value(g);
        match f.kind() {
            Kind::NATIVE => !self.vm.is_leaf(f) && self.vm.is_given(g),
            Kind::GENERIC => true,
            Kind::CLOSURE => {
                let is_made = |span: Span| span.is_none() || self.vm.rt.sources.is_library(span.source());
                let is_made = self.vm.code.proto(f.meta()).is_none_or(|p| is_made(p.span));
                is_made || self.vm.code.is_field_access(f.meta())
            }
            _ => self.vm.is_given(g),
        }
    }

    /// `(f a b c ...)` as `(apply f (list a b c ...))`.
    fn call_with_list(&mut self, f: NodeId, args: &[NodeId], dest: Dest) -> Result<()> {
        let apply = self.vm.core_function("apply")?;
        self.scoped(|g| {
            let a = g.allocate()?;
            g.constant(apply, Dest::Fresh(a))?;
            let callee = g.allocate()?;
            g.generate(f, Dest::Fresh(callee))?;
            let list = g.allocate()?;
            g.list(args, Dest::Fresh(list))?;
            g.emit_call(CallTarget::Value(a), a, 2, dest);
            Ok(())
        })
    }
}

/// The registers of the first `n` parameters.
fn parameters(n: usize) -> Vec<Reg> {
    (1..=n as Reg).collect()
}

/// An argument of a call: an expression, or a variable that the called function captures.
#[derive(Clone, Copy)]
enum CallArgument {
    Value(NodeId),
    Capture(VarId),
}

impl Generator<'_> {
    /// Returns whether a call with `n` arguments is in tail position and finds room for them in the parameters.
    pub(super) fn has_room_in_place(&self, n: usize, dest: Dest) -> bool {
        let lambda = self.ir.lambda(self.a.lambda);
        // Nobody reads the closure of a function that captures nothing.
        let closure = usize::from(self.a.registers.closure);
        let room = if lambda.is_known || lambda.captures.is_empty() { closure } else { closure - 1 };
        dest == Dest::Return && lambda.parent.is_some() && (1..=room).contains(&n)
    }

    /// Returns whether calls of a global cell enter a function, as far as is known now. Others are quicker with their
    /// arguments in registers of their own.
    fn is_entered(&self, g: u32) -> bool {
        let f = self.vm.globals.value(g);
        let entry = self.vm.code.entries.get(f.meta() as usize).filter(|_| f.is(Kind::CLOSURE));
        f == Value::UNBOUND || f.is(Kind::LAZY) || entry.is_some_and(|e| !e.accessor)
    }

    /// Evaluates arguments, and after them captures, in these registers, one after the other.
    pub(super) fn arguments_in_place(&mut self, args: &[NodeId], captures: &[VarId], registers: &[Reg]) -> Result<()> {
        let all: Vec<CallArgument> = args
            .iter()
            .map(|&n| CallArgument::Value(n))
            .chain(captures.iter().map(|&v| CallArgument::Capture(v)))
            .collect();
        let mut moves = Vec::new();
        for (i, (&argument, &r)) in all.iter().zip(registers).enumerate() {
            let is_there = match argument {
                CallArgument::Value(node) => self.own_register(node) == Some(r),
                CallArgument::Capture(v) => self.lies_in(v, r),
            };
            if is_there {
                continue;
            }
            let later = all.get(i + 1..).unwrap_or(&[]);
            let is_read_later = later.iter().any(|&argument| match argument {
                CallArgument::Value(node) => self.reads(node, r, &mut 40),
                CallArgument::Capture(v) => self.lies_in(v, r),
            });
            let d = if is_read_later { self.allocate()? } else { r };
            match argument {
                CallArgument::Value(node) if is_read_later || !self.reads(node, r, &mut 40) => {
                    self.generate(node, Dest::Fresh(d))?;
                }
                CallArgument::Value(node) => self.generate(node, Dest::Reg(d))?,
                CallArgument::Capture(v) => self.load_location(v, d)?,
            }
            if is_read_later {
                moves.push((r, d));
            }
        }
        for (d, s) in moves {
            self.a.code.emit(Insn::Move { d, s });
        }
        Ok(())
    }

    /// Generates a call of the function that it stands in as another iteration of its body, if it is in tail position.
    /// Returns whether it is.
    pub(super) fn tail_call_of_itself(&mut self, v: VarId, args: &[NodeId], dest: Dest) -> Result<bool> {
        let (var, id) = (self.ir.var(v), self.a.lambda);
        if dest != Dest::Return || var.fixed != Some(id) || var.assigned {
            return Ok(false);
        }
        match self.own_loop(args.len()) {
            Some(target) => {
                self.next_iteration(&target, args)?;
                Ok(true)
            }
            None => Ok(false),
        }
    }

    /// The loop that the function is, if it has `n` parameters.
    pub(super) fn own_loop(&self, n: usize) -> Option<LoopTarget> {
        self.loop_target(LoopName::Function(self.a.lambda)).filter(|target| target.registers.len() == n)
    }

    /// The cell of a node that is a global name.
    pub(super) fn cell_of(&self, f: NodeId) -> Result<u32> {
        match *self.ir.node(f) {
            Node::Global(cell) => Ok(cell),
            _ => internal("a global name"),
        }
    }

    /// Generates the calls by global names that are jumps or copies, after the rest of the function's code. Each takes
    /// the place of its jump or copy as soon as the name means something else.
    pub(super) fn replaced_calls(&mut self) -> Vec<Iteration> {
        let mut iterations = Vec::new();
        for replaced in std::mem::take(&mut self.a.replaced_calls) {
            let ReplacedCall { site, cell: g, n, of, copy, step, origin, head, in_call } = replaced;
            iterations.push(Iteration { site, call: self.a.code.separate(), of });
            self.a.code.in_call = in_call;
            if let Some((insn, origin)) = step {
                self.a.code.origin = origin;
                self.a.code.emit(insn);
            }
            (self.a.code.origin, self.a.code.head) = (origin, head);
            match copy {
                None => {
                    // Only the parameters are in use. The name of a copied function may then mean one of the library.
                    let a = self.a.registers.closure + 1;
                    if of.is_some() {
                        self.a.code.emit(Insn::MarkTail);
                    }
                    self.a.code.emit(Insn::EnterGlobal { a, n, g });
                    self.a.code.head = (0, 0);
                    self.deliver(a, Dest::Return);
                }
                Some(BodyCopy { registers, goal: Goal::Value(Dest::Return), .. }) => {
                    let a = registers.window;
                    // The name may then mean a function of the library.
                    self.a.code.emit(Insn::MarkTail);
                    self.a.code.emit(Insn::TailGlobal { a, n, g });
                    self.a.code.head = (0, 0);
                    self.deliver(a, Dest::Return);
                }
                Some(BodyCopy { registers, goal, end }) => {
                    let a = registers.window;
                    for i in (0..n).rev() {
                        self.deliver(registers.parameter(i), Dest::Fresh(a + 1 + i));
                    }
                    self.a.code.emit(Insn::CallGlobal { a, n, s: a + n, g });
                    self.a.code.head = (0, 0);
                    match goal {
                        Goal::Value(dest) => self.deliver(a, dest),
                        Goal::Test(to, when) => self.jump_if(a, when, to),
                    }
                    self.a.code.jump(Insn::Jump { off: 0 }, end);
                }
            }
        }
        iterations
    }

    /// Generates and links functions whose calls are known. They may call one another.
    pub(super) fn known_functions(&mut self, functions: &[LambdaId]) -> Result<()> {
        let functions: Vec<LambdaId> = functions.iter().copied().filter(|&id| !self.stands_in_place(id)).collect();
        for &id in &functions {
            let Some(number) = self.vm.code.reserve() else { return internal("too many functions") };
            self.known.resize(self.ir.lambdas.len(), u32::MAX);
            if let Some(slot) = self.known.get_mut(id.0 as usize) {
                *slot = number;
            }
        }
        functions.iter().try_for_each(|&id| self.lambda(id).map(drop))
    }

    /// Returns whether the body of a function whose calls are known stands in the place of each of them: it is small, and
    /// neither loops nor enters another such function.
    fn stands_in_place(&self, id: LambdaId) -> bool {
        !self.vm.code.debug.keeps_locals && self.is_leaf(self.ir.lambda(id).body, &mut { MOST_NODES_IN_PLACE })
    }

    fn is_leaf(&self, node: NodeId, budget: &mut u32) -> bool {
        *budget = budget.saturating_sub(1);
        let mut is_leaf = *budget > 0
            && match self.ir.node(node) {
                Node::Call(f, _) => match *self.ir.node(*f) {
                    Node::Var(v) => self.ir.known(v).is_none(),
                    Node::Const(_) | Node::Global(_) => true,
                    _ => false,
                },
                Node::Const(_) | Node::Var(_) | Node::Global(_) | Node::SetVar(..) | Node::SetGlobal(..) => true,
                Node::If(..) | Node::And(_) | Node::Or(_) | Node::Seq(_) | Node::Let(..) => true,
                Node::Op(..) | Node::List(_) => true,
                _ => false,
            };
        self.ir.node(node).each_part(|part| is_leaf = is_leaf && self.is_leaf(part, budget));
        is_leaf
    }

    /// The function whose body stands in the place of the calls of `f`.
    pub(super) fn called_in_place(&self, f: NodeId) -> Option<LambdaId> {
        match *self.ir.node(f) {
            Node::Var(v) => self.ir.known(v).filter(|&id| self.stands_in_place(id)),
            _ => None,
        }
    }

    /// The body of a function in the place of its call.
    pub(super) fn call_in_place(&mut self, id: LambdaId, args: &[NodeId], goal: Goal) -> Result<()> {
        let lambda = self.ir.lambda(id);
        self.scoped(|g| {
            // An argument may hold another call of the function: its parameters begin after that.
            let mut registers = Vec::with_capacity(args.len());
            for (&v, &arg) in lambda.params.iter().zip(args) {
                registers.push(match g.shared_register(v, arg) {
                    Some(r) => r,
                    None => {
                        let r = g.allocate()?;
                        g.generate(arg, Dest::Fresh(r))?;
                        r
                    }
                });
            }
            for (&v, &r) in lambda.params.iter().zip(&registers) {
                g.begin_variable(v, r);
                g.box_if_needed(v);
            }
            g.a.in_place.push(id);
            let inlined = Inlined { function: id, is_tail: goal == Goal::Value(Dest::Return), iterates: false };
            let result = g.inlined(Some(inlined), |g| g.reach(lambda.body, goal));
            g.a.in_place.pop();
            result
        })
    }

    /// The number of a function whose calls are known.
    pub(super) fn number_of_known(&self, id: LambdaId) -> Option<u32> {
        self.known.get(id.0 as usize).copied().filter(|&number| number != u32::MAX)
    }

    /// A call of a function whose calls are known: its captures follow the arguments.
    pub(super) fn call_known(&mut self, id: LambdaId, args: &[NodeId], dest: Dest) -> Result<()> {
        let ir = self.ir;
        if self.stands_in_place(id) {
            return self.call_in_place(id, args, Goal::Value(dest));
        }
        let captures = &ir.lambda(id).captures;
        let Some(number) = self.number_of_known(id) else {
            return internal("a call of a function before its definition");
        };
        let f = self.a.inner_function(number);
        let n = args.len() + captures.len();
        if n == 0 && dest == Dest::Return || self.has_room_in_place(n, dest) {
            return self.scoped(|g| {
                g.arguments_in_place(args, captures, &parameters(n))?;
                g.a.code.emit(Insn::EnterKnown { f });
                Ok(())
            });
        }
        let mark = self.a.registers.next;
        let a = self.call_window(dest)?;
        for &arg in args {
            let r = self.allocate()?;
            self.generate(arg, Dest::Fresh(r))?;
        }
        for &v in captures {
            let r = self.allocate()?;
            self.load_location(v, r)?;
        }
        self.emit_call(CallTarget::Known(f), a, n as u8, dest);
        self.a.registers.next = mark;
        Ok(())
    }

    /// Brings what a variable has at its place, its value or its box, to register `d`.
    pub(super) fn load_location(&mut self, v: VarId, d: Reg) -> Result<()> {
        let location = self.location(v)?;
        if !matches!(location, VariableLocation::Register(r) if r == d) {
            let insn = self.fetch(location, d);
            self.a.code.emit(insn);
        }
        Ok(())
    }
}
