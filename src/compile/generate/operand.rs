//! Operands: values in registers from which instructions take them, and what evaluating later ones may do to those.

use super::Generator;
use crate::code::Reg;
use crate::compile::ir::{Node, NodeId, VarId};
use crate::compile::registers::Dest;
use crate::fault::{Res, internal};

impl Generator<'_> {
    /// The register that holds a variable's value, if there is one.
    pub(super) fn own_register(&self, node: NodeId) -> Option<Reg> {
        match *self.ir.node(node) {
            Node::Var(v) if !self.ir.var(v).boxed() => self.location(v).ok()?.in_register(),
            Node::LoopRef(l) => self.location(self.ir.the_loop(l).function).ok()?.in_register(),
            _ => None,
        }
    }

    /// The value of `node` in some register: its own, or a fresh one.
    pub(super) fn operand(&mut self, node: NodeId) -> Res<Reg> {
        if let Some(r) = self.own_register(node).or_else(|| self.hoisted(node)) {
            return Ok(r);
        }
        let r = self.allocate()?;
        self.generate(node, Dest::Fresh(r))?;
        Ok(r)
    }

    /// The values of several nodes, evaluated from left to right.
    pub(super) fn operands<const N: usize>(&mut self, nodes: &[NodeId]) -> Res<[Reg; N]> {
        let mut registers = [0; N];
        for (i, slot) in registers.iter_mut().enumerate().take(nodes.len()) {
            *slot = self.operand_before(nodes, i)?;
        }
        Ok(registers)
    }

    /// The register of operand `i`, as it is before those after it are evaluated.
    pub(super) fn operand_before(&mut self, nodes: &[NodeId], i: usize) -> Res<Reg> {
        let Some((&node, later)) = nodes.get(i..).and_then(<[NodeId]>::split_first) else {
            return internal("an operand");
        };
        if !self.changes_later(node, later) {
            return self.operand(node);
        }
        let r = self.allocate()?;
        self.generate(node, Dest::Fresh(r))?;
        Ok(r)
    }

    /// Returns whether `node` is a variable that evaluating `later` might assign.
    pub(super) fn changes_later(&self, node: NodeId, later: &[NodeId]) -> bool {
        match *self.ir.node(node) {
            // A variable without a box is changed by this function only: calls leave it alone.
            Node::Var(v) if self.ir.var(v).assigned => later.iter().any(|&n| self.assigns(n, v, &mut 60)),
            _ => false,
        }
    }

    /// Returns whether evaluating the node might assign `v` in this function. Gives up (true) after looking at `budget`
    /// nodes.
    pub(super) fn assigns(&self, node: NodeId, v: VarId, budget: &mut u32) -> bool {
        if *budget == 0 {
            return true;
        }
        *budget -= 1;
        match self.ir.node(node) {
            Node::Const(_) | Node::Var(_) | Node::Global(_) | Node::LoopRef(_) | Node::Lambda(_) => false,
            Node::Op(_, args) | Node::List(args) | Node::And(args) | Node::Or(args) | Node::Seq(args) => {
                args.iter().any(|&a| self.assigns(a, v, budget))
            }
            Node::Call(f, args) => self.assigns(*f, v, budget) || args.iter().any(|&a| self.assigns(a, v, budget)),
            Node::If(a, b, c) | Node::CatchApply(a, b, c) => [a, b, c].iter().any(|n| self.assigns(**n, v, budget)),
            Node::SetVar(target, value) => *target == v || self.assigns(*value, v, budget),
            Node::SetGlobal(_, value) => self.assigns(*value, v, budget),
            Node::Catch(a, b) => self.assigns(*a, v, budget) || self.assigns(*b, v, budget),
            Node::Let(bindings, body) => {
                bindings.iter().any(|b| self.assigns(b.1, v, budget)) || self.assigns(*body, v, budget)
            }
            _ => true,
        }
    }

    /// Returns whether evaluating the node might read register `r`. Gives up (true) after looking at `budget` nodes.
    pub(super) fn reads(&self, node: NodeId, r: Reg, budget: &mut u32) -> bool {
        if *budget == 0 {
            return true;
        }
        *budget -= 1;
        let reads_var = |v: VarId| self.ir.var(v).home == self.a.lambda && self.register(v) == r;
        match self.ir.node(node) {
            Node::Const(_) | Node::Global(_) => false,
            Node::Var(v) => reads_var(*v),
            Node::Op(_, args) | Node::List(args) | Node::And(args) | Node::Or(args) | Node::Seq(args) => {
                args.iter().any(|&a| self.reads(a, r, budget))
            }
            Node::Let(bindings, body) => {
                bindings.iter().any(|b| self.reads(b.1, r, budget)) || self.reads(*body, r, budget)
            }
            Node::Call(f, args) => self.reads(*f, r, budget) || args.iter().any(|&a| self.reads(a, r, budget)),
            Node::If(a, b, c) => [a, b, c].iter().any(|n| self.reads(**n, r, budget)),
            Node::Lambda(l) => self.ir.lambda(*l).captures.iter().any(|&v| reads_var(v)),
            _ => true,
        }
    }
}
