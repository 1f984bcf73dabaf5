//! Unrolled recursion: a small function that calls itself has a copy of its body in the place of each such call that is
//! not in tail position, and copies in that one.
//!
//! The copy counts as the call that it replaces: for ticks (its first test takes them, or the instruction before it), for
//! the limit on depth, and in backtraces and profiles ([`crate::call_site::InlinedCopy`]). Calls within the innermost
//! copies are calls; the own tail calls of a copy are further iterations of it. If the global name of the function comes
//! to mean something else, that instruction becomes a jump to a call, as in [`super::calls`].

use super::Generator;
use crate::bytecode::{CodePlace, Insn, Reg};
use crate::call_site::{CopyRegisters, FrameDefinition};
use crate::compile::assembler::{BodyCopy, Dest, Goal, Recursion, ReplacedCall};
use crate::compile::ir::{Ir, LambdaId, LoopName, Node, NodeId, Nodes};
use crate::fault::{Result, internal};

/// Nodes of a function that has copies of itself.
const MOST_NODES: usize = 60;

/// Nodes of all copies in a function.
const MOST_COPIED_NODES: usize = 150;

/// Copies within each other.
const MOST_COPIES: usize = 3;

impl Generator<'_> {
    /// Returns whether copies of functions take the places of calls. A host that looks at frames sees each call with its
    /// variables. The library is compiled on first use, which should be quick.
    pub(super) fn has_copies(&self) -> bool {
        let debug = &self.vm.code.debug;
        self.of_program && !debug.keeps_locals && debug.points.is_none()
    }

    /// Finds the calls of the function itself that become copies of its body.
    pub(super) fn find_recursion(&mut self, id: LambdaId) {
        let ir = self.ir;
        let lambda = ir.lambda(id);
        let has_room = self.most_depth - self.depth >= (MOST_COPIES + 1) * MOST_NODES
            && lambda.params.len() <= CopyRegisters::MOST;
        if !self.has_copies() || !ir.content.may_call || !lambda.is_plain() || !has_room {
            return;
        }
        let mut survey = OwnCallSearch { ir, function: id, left: MOST_NODES, found: &mut self.a.recursion };
        let is_small = survey.visit(lambda.body, true);
        let nodes = MOST_NODES - survey.left;
        let found = &mut self.a.recursion;
        if !is_small || found.inner.is_empty() {
            return found.clear();
        }
        found.inner.truncate(MOST_COPIED_NODES / nodes.max(1));
        // Each copy has as many copies in it as the function has.
        let calls = found.inner.len();
        let (mut copied, mut level) = (0, nodes * calls);
        while found.levels < MOST_COPIES && copied + level <= MOST_COPIED_NODES {
            found.levels += 1;
            copied += level;
            level *= calls;
        }
    }

    /// Returns whether the call becomes a copy of the function, or another iteration of the present copy.
    pub(super) fn is_recursion(&self, call: NodeId, dest: Dest) -> bool {
        let Recursion { inner, levels, .. } = &self.a.recursion;
        let is_copy = *levels > 0 && inner.contains(&call) && !matches!(dest, Dest::Return | Dest::Passing(..));
        is_copy || self.is_iteration(call)
    }

    /// Returns whether the call is another iteration of the present copy.
    fn is_iteration(&self, call: NodeId) -> bool {
        self.a.recursion.copy.is_some() && self.a.recursion.tails.contains(&call)
    }

    /// Generates a call for which [`Generator::is_recursion`] holds.
    pub(super) fn recursion(&mut self, call: NodeId, goal: Goal) -> Result<()> {
        let (global, args): (Option<NodeId>, &Nodes) = match self.ir.node(call) {
            Node::Call(f, args) => (Some(*f).filter(|&f| matches!(self.ir.node(f), Node::Global(_))), args),
            Node::Again(_, args) => (None, args),
            _ => return internal("a copy of a function without a call"),
        };
        if !self.is_iteration(call) {
            return self.copy_of_itself(global, args, goal);
        }
        let Some(target) = self.own_loop(args.len()) else { return internal("an iteration without a loop") };
        match global {
            Some(f) => self.own_tail_call(f, args, &target),
            None => self.next_iteration(&target, args),
        }
    }

    /// Generates a copy of the function in the place of a call.
    fn copy_of_itself(&mut self, global: Option<NodeId>, args: &[NodeId], goal: Goal) -> Result<()> {
        let ir = self.ir;
        let (id, mark) = (self.a.lambda, self.a.registers.next);
        let lambda = ir.lambda(id);
        let window = match goal {
            Goal::Value(dest) => self.call_window(dest)?,
            Goal::Test(..) => self.allocate()?,
        };
        // The arguments read the register of such a destination.
        let is_read = matches!(goal, Goal::Value(Dest::Reg(_)));
        let inner = if is_read { Goal::Value(Dest::Fresh(window)) } else { goal };
        let (result, inner) = match self.result_variable(&lambda.params, lambda.body, inner) {
            (Some((at, _)), _) if self.shared_parameter(at, args).is_some() => (None, inner),
            found => found,
        };
        let mut copy_registers = CopyRegisters::after(window);
        let mut registers = Vec::with_capacity(args.len());
        for (at, &arg) in args.iter().enumerate() {
            let r = match self.shared_parameter(at, args) {
                Some(r) => r,
                None => self.first_value(at, arg, result)?,
            };
            copy_registers.set(at, r);
            registers.push(r);
        }
        // A call in the place of the copy has all arguments side by side.
        while usize::from(self.a.registers.next) <= usize::from(window) + args.len() {
            self.allocate()?;
        }
        let copy = BodyCopy { registers: copy_registers, goal: inner, end: self.a.code.label() };
        if let Goal::Test(to, _) = goal {
            self.a.code.expect_jump(to);
        }
        let step = self.a.code.last_step().zip(self.a.code.last_origin());
        let site = self.a.code.separate() - u32::from(step.is_some());
        self.a.code.emit(Insn::Loop { off: 0 });
        self.a.code.separate();
        let (origin, in_call) = (self.a.code.origin, self.a.code.in_call);
        if let Some(f) = global {
            let head = CodePlace::head(origin.span, ir.origin(f).span);
            let (cell, n, copy) = (self.cell_of(f)?, args.len() as u8, Some(copy));
            let call = ReplacedCall { site, cell, n, of: None, copy, step, origin, head, in_call };
            self.a.replaced_calls.push(call);
        }
        let outer = self.registers.clone();
        self.a.code.begin_inlined(
            FrameDefinition { name: lambda.definition.name, span: lambda.definition.span, is_form: false },
            false,
            Some(copy_registers),
        );
        let around = self.a.recursion.copy.replace(copy);
        self.a.recursion.levels -= 1;
        lambda.params.iter().zip(&registers).for_each(|(&v, &r)| self.begin_variable(v, r));
        let shares = registers.iter().any(|&r| r < window);
        let result = if self.a.recursion.tails.is_empty() {
            lambda.params.iter().for_each(|&v| self.box_if_needed(v));
            self.reach(lambda.body, inner)
        } else {
            self.iterate(LoopName::Function(id), &lambda.params, lambda.body, registers, inner, shares)
        };
        self.a.recursion.copy = around;
        self.a.recursion.levels += 1;
        self.a.code.in_call = in_call;
        self.registers = outer;
        result?;
        self.a.code.bind(copy.end);
        if let (true, Goal::Value(dest)) = (is_read, goal) {
            self.deliver(window, dest);
        }
        self.a.registers.next = mark;
        Ok(())
    }

    /// The register of the variable that parameter number `at` of a copy is another name of: neither changes.
    fn shared_parameter(&self, at: usize, args: &[NodeId]) -> Option<Reg> {
        let v = *self.ir.lambda(self.a.lambda).params.get(at)?;
        let keeps = |&call: &NodeId| match self.ir.node(call) {
            Node::Call(_, args) | Node::Again(_, args) => {
                args.get(at).is_some_and(|&arg| matches!(*self.ir.node(arg), Node::Var(of) if of == v))
            }
            _ => false,
        };
        self.shared_register(v, *args.get(at)?).filter(|_| self.a.recursion.tails.iter().all(keeps))
    }
}

/// The search for the calls by which a function calls itself.
struct OwnCallSearch<'a> {
    ir: &'a Ir,
    function: LambdaId,
    /// Nodes that the function may still have.
    left: usize,
    found: &'a mut Recursion,
}

impl OwnCallSearch<'_> {
    /// Visits a node, which is in tail position or not. Returns false if the function has too many nodes, or one that
    /// can be in no copy.
    fn visit(&mut self, id: NodeId, is_tail: bool) -> bool {
        let Some(left) = self.left.checked_sub(1) else { return false };
        self.left = left;
        let ir = self.ir;
        let node = ir.node(id);
        if ir.calls_itself(node, self.function) {
            if is_tail {
                self.found.tails.push(id);
            } else {
                self.found.inner.push(id);
            }
        }
        let last = match node {
            Node::Const(_) | Node::Var(_) | Node::Global(_) | Node::LoopRef(_) => return true,
            Node::If(test, then, otherwise) => {
                return self.visit(*test, false) && self.visit(*then, is_tail) && self.visit(*otherwise, is_tail);
            }
            Node::And(nodes) | Node::Or(nodes) | Node::Seq(nodes) => nodes.last().copied(),
            Node::Let(_, body) | Node::Block(_, body) => Some(*body),
            Node::DoTimes(.., result) | Node::DoList(.., result) => Some(*result),
            Node::NamedLet(l, _) if ir.the_loop(*l).local => {
                if !self.visit(ir.the_loop(*l).body, is_tail) {
                    return false;
                }
                None
            }
            Node::SetVar(..)
            | Node::SetGlobal(..)
            | Node::Op(..)
            | Node::List(_)
            | Node::Call(..)
            | Node::Again(..)
            | Node::While(..)
            | Node::Leave(..) => None,
            Node::Restore(..)
            | Node::Define(..)
            | Node::Letrec(..)
            | Node::Lambda(_)
            | Node::Label(_)
            | Node::NamedLet(..)
            | Node::Catch(..)
            | Node::CatchApply(..)
            | Node::UnwindProtect(..) => return false,
        };
        if matches!(*node, Node::Block(block, _) if ir.block(block).dynamic) {
            return false;
        }
        let mut is_fit = true;
        node.each_part(|part| is_fit = is_fit && self.visit(part, is_tail && last == Some(part)));
        is_fit
    }
}
