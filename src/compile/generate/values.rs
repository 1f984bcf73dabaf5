//! Variables and their bindings, operands; closures and lists.

use smallvec::SmallVec;

use super::Generator;
use super::calls::CallTarget;
use crate::bytecode::{Insn, Reg, VariableHome, Wanted};
use crate::compile::assembler::Dest;
use crate::compile::ir::{LambdaId, Node, NodeId, VarId};
use crate::fault::{Result, internal};
use crate::symbol;
use crate::symbol::well_known;
use crate::value::{Kind, Value};

/// Elements of a literal `(list ...)` that are held in registers at once.
const MAX_ELEMENTS: usize = 64;

impl Generator<'_> {
    /// Binds variables around `body`, one after the other.
    pub(super) fn bind(&mut self, bindings: &[(VarId, NodeId)], body: NodeId) -> Result<()> {
        for &(v, init) in bindings {
            let var = self.ir.var(v);
            if self.is_label(init) {
                continue;
            }
            if let Some(function) = self.ir.known(v) {
                self.known_functions(&[function])?;
                continue;
            }
            if let Some(r) = self.shared_register(v, init) {
                self.begin_variable(v, r);
                continue;
            }
            let r = self.allocate_for_body(body)?;
            if var.defined && var.boxed() {
                // The value may come once more: its place is there before.
                self.begin_unknown(v, r);
                self.set_box(r, init)?;
                continue;
            }
            self.generate(init, Dest::Fresh(r))?;
            self.begin_variable(v, r);
            self.box_if_needed(v);
        }
        Ok(())
    }

    /// The next register, for a variable around `body`; but the one after it if `body` reads again what is in that.
    fn allocate_for_body(&mut self, body: NodeId) -> Result<Reg> {
        let r = self.allocate()?;
        match self.a.code.result_in(r) {
            Some(insn) if self.has_read(body, insn, &mut 40) => self.allocate(),
            _ => Ok(r),
        }
    }

    /// Returns whether the instruction would evaluate a part of `node` in its register. Gives up (false) after looking at
    /// `budget` nodes.
    fn has_read(&self, node: NodeId, insn: Insn, budget: &mut u32) -> bool {
        *budget = budget.saturating_sub(1);
        if *budget == 0 {
            return false;
        }
        let mut has = match self.ir.node(node) {
            Node::Op(op, args) => {
                let operands: SmallVec<[Reg; 4]> = args.iter().filter_map(|&n| self.own_register(n)).collect();
                let d = insn.registers(true).first().copied();
                operands.len() == args.len() && d.and_then(|d| op.instruction(d, &operands)) == Some(insn)
            }
            _ => false,
        };
        self.ir.node(node).each_part(|part| has = has || self.has_read(part, insn, budget));
        has
    }

    /// The register of a variable that does not change, for another name of it.
    pub(super) fn shared_register(&self, v: VarId, init: NodeId) -> Option<Reg> {
        let Node::Var(of) = *self.ir.node(init) else { return None };
        let (var, of) = (self.ir.var(v), self.ir.var(of));
        self.own_register(init).filter(|_| !var.assigned && !of.assigned && self.a.is_of(of.home))
    }

    fn is_label(&self, init: NodeId) -> bool {
        matches!(self.ir.node(init), Node::Label(_))
    }

    /// A variable in register `r` whose value is not known yet.
    fn begin_unknown(&mut self, v: VarId, r: Reg) {
        self.a.code.emit(Insn::LoadNil { d: r });
        self.begin_variable(v, r);
        self.box_if_needed(v);
    }

    /// Puts a value into the box in register `r`.
    fn set_box(&mut self, r: Reg, value: NodeId) -> Result<()> {
        self.scoped(|g| {
            let s = g.operand(value)?;
            g.a.code.emit(Insn::SetBox { a: r, s });
            Ok(())
        })
    }

    pub(super) fn bind_recursively(&mut self, bindings: &[(VarId, NodeId)]) -> Result<()> {
        let fixed = |g: &Self, v: VarId| !g.ir.var(v).assigned && g.ir.var(v).fixed.is_some();
        let known: Vec<LambdaId> = bindings.iter().filter_map(|&(v, _)| self.ir.known(v)).collect();
        let closures: Vec<(VarId, NodeId)> =
            bindings.iter().copied().filter(|&(v, init)| self.ir.known(v).is_none() && !self.is_label(init)).collect();
        for &(v, _) in &closures {
            let r = self.allocate()?;
            self.begin_unknown(v, r);
        }
        self.known_functions(&known)?;
        // Captures of functions that do not exist yet are filled in as soon as they do.
        let mut waiting: Vec<(Reg, u8, VarId)> = Vec::new();
        let mut unborn: Vec<VarId> = closures.iter().map(|b| b.0).filter(|&v| fixed(self, v)).collect();
        for (v, init) in closures {
            let r = self.register(v);
            if let (true, Node::Lambda(l)) = (fixed(self, v), self.ir.node(init)) {
                for (k, &c) in self.ir.lambda(*l).captures.iter().enumerate() {
                    if unborn.contains(&c) && c != v {
                        waiting.push((r, k as u8, c));
                    }
                }
                self.generate(init, Dest::Fresh(r))?;
                unborn.retain(|&u| u != v);
                for &(c, k, _) in waiting.iter().filter(|w| w.2 == v) {
                    self.a.code.emit(Insn::SetCapture { c, k, s: r });
                }
                waiting.retain(|w| w.2 != v);
            } else if self.ir.var(v).boxed() {
                self.set_box(r, init)?;
            } else {
                self.generate(init, Dest::Reg(r))?;
            }
        }
        Ok(())
    }

    pub(super) fn closure(&mut self, l: LambdaId, dest: Dest) -> Result<()> {
        let number = self.lambda(l)?;
        self.make_closure(l, number, dest)
    }

    pub(super) fn make_closure(&mut self, l: LambdaId, number: u32, dest: Dest) -> Result<()> {
        let ir = self.ir;
        let captures = &ir.lambda(l).captures;
        if captures.is_empty() {
            // Always the same closure: a constant.
            return self.constant(Value::reference(Kind::CLOSURE, number, 0), dest);
        }
        let f = self.a.inner_function(number);
        self.into(dest, |g, d| {
            let n = captures.len() as u8;
            let own = captures.iter().map(|&v| g.location(v).ok().and_then(VariableLocation::in_register));
            if let Some(a) = g.row(own, d) {
                return Ok(Insn::MakeClosure { d, a, n, f });
            }
            let a = g.a.registers.next;
            for &v in captures {
                let r = g.allocate()?;
                let location = g.location(v)?;
                let insn = g.fetch(location, r);
                g.a.code.emit(insn);
            }
            Ok(Insn::MakeClosure { d, a, n, f })
        })
    }

    /// The first of these registers, if they are side by side and an instruction that writes `d` may read them there. It
    /// has no operand that bounds the collector's scan, so nothing live may be above both.
    fn row(&self, mut registers: impl Iterator<Item = Option<Reg>>, d: Reg) -> Option<Reg> {
        let first = registers.next()??;
        let mut end = first + 1;
        for r in registers {
            if r != Some(end) {
                return None;
            }
            end += 1;
        }
        (end.max(d + 1) >= self.a.registers.next).then_some(first)
    }

    /// The values of several nodes side by side, for an instruction that writes `d`: the first register.
    pub(super) fn values_in_row(&mut self, nodes: &[NodeId], d: Reg) -> Result<Reg> {
        if let Some(a) = self.row(nodes.iter().map(|&n| self.own_register(n)), d) {
            return Ok(a);
        }
        let a = self.a.registers.next;
        for &node in nodes {
            let r = self.allocate()?;
            self.generate(node, Dest::Fresh(r))?;
        }
        Ok(a)
    }

    pub(super) fn list(&mut self, items: &[NodeId], dest: Dest) -> Result<()> {
        if items.len() <= MAX_ELEMENTS {
            return self.into(dest, |g, d| {
                let a = g.values_in_row(items, d)?;
                Ok(Insn::List { d, a, n: items.len() as u8 })
            });
        }
        // Longer ones are collected from the front and reversed.
        let reverse = self.vm.core_function("reverse")?;
        self.scoped(|g| {
            let a = g.allocate()?;
            g.constant(reverse, Dest::Fresh(a))?;
            let list = g.allocate()?;
            g.constant(Value::NIL, Dest::Fresh(list))?;
            for &item in items {
                g.scoped(|g| {
                    let r = g.operand(item)?;
                    let top = g.a.registers.next;
                    g.a.code.emit(Insn::Cons { d: list, a: r, b: list, top });
                    Ok(())
                })?;
            }
            g.emit_call(CallTarget::Value(a), a, 1, dest);
            Ok(())
        })
    }
}

/// Location of a variable, as the current function reaches it.
pub(super) enum VariableLocation {
    /// In a register, itself or its box.
    Register(Reg),
    /// Capture of the current closure.
    Capture(u8),
    /// It is the current closure, which has no captures: a constant.
    Myself,
}

impl VariableLocation {
    pub fn in_register(self) -> Option<Reg> {
        match self {
            VariableLocation::Register(r) => Some(r),
            _ => None,
        }
    }
}

impl Generator<'_> {
    pub(super) fn register(&self, v: VarId) -> Reg {
        self.registers.get(v.0 as usize).copied().unwrap_or(0)
    }

    pub(super) fn set_register(&mut self, v: VarId, r: Reg) {
        if let Some(slot) = self.registers.get_mut(v.0 as usize) {
            *slot = r;
        }
        if self.ir.var(v).assigned {
            self.a.code.assigned.insert(r);
        }
    }

    /// From here on, the register holds the variable.
    pub(super) fn begin_variable(&mut self, v: VarId, r: Reg) {
        self.set_register(v, r);
        self.note_local(v, VariableHome::Register(r));
    }

    /// Records the home of a variable of the program, for inspection of frames.
    pub(super) fn note_local(&mut self, v: VarId, home: VariableHome) {
        if !(self.of_program && self.vm.code.debug.keeps_locals) {
            return;
        }
        let var = self.ir.var(v);
        let name = self.vm.rt.name(var.name);
        let is_shown = !var.in_library && var.name != well_known::NIL && !symbol::is_private(name);
        if is_shown && !self.vm.rt.symbols.is_uninterned(var.name) {
            self.a.code.begin_local(var.name, home, var.boxed());
        }
    }

    pub(super) fn box_if_needed(&mut self, v: VarId) {
        if self.ir.var(v).boxed() {
            let r = self.register(v);
            let top = self.a.registers.next;
            self.a.code.emit(Insn::MakeBox { d: r, s: r, top });
        }
    }

    pub(super) fn location(&self, v: VarId) -> Result<VariableLocation> {
        let var = self.ir.var(v);
        if self.a.is_of(var.home) {
            return Ok(VariableLocation::Register(self.register(v)));
        }
        let captures = &self.ir.lambda(self.a.lambda).captures;
        if var.fixed == Some(self.a.lambda) && !var.assigned {
            // A call by the name of a global writes no closure into its register: it can only be one without captures.
            let itself = if captures.is_empty() {
                VariableLocation::Myself
            } else {
                VariableLocation::Register(self.a.registers.closure)
            };
            return Ok(itself);
        }
        match captures.iter().position(|&c| c == v) {
            Some(k) => Ok(self.capture(k)),
            None => internal("a variable that is neither local nor captured"),
        }
    }

    /// Location of a capture of the current function: of the closure, or an argument after the parameters.
    pub(super) fn capture(&self, number: usize) -> VariableLocation {
        let lambda = self.ir.lambda(self.a.lambda);
        if lambda.is_known {
            VariableLocation::Register((lambda.params.len() + 1 + number) as Reg)
        } else {
            VariableLocation::Capture(number as u8)
        }
    }

    /// Returns whether this function finds a variable in register `r`.
    pub(super) fn lies_in(&self, v: VarId, r: Reg) -> bool {
        self.location(v).is_ok_and(|location| location.in_register() == Some(r))
    }

    /// The instruction that brings what a variable has at its place, its value or its box, to register `d`.
    pub(super) fn fetch(&mut self, location: VariableLocation, d: Reg) -> Insn {
        match location {
            VariableLocation::Register(s) => Insn::Move { d, s },
            VariableLocation::Capture(k) => Insn::GetCapture { d, c: self.a.registers.closure, k },
            VariableLocation::Myself => Insn::LoadConst { d, k: self.a.constants.own_number() },
        }
    }

    pub(super) fn variable(&mut self, node: NodeId, dest: Dest) -> Result<()> {
        if dest == Dest::Effect {
            return Ok(());
        }
        if let Some(r) = self.own_register(node) {
            self.deliver(r, dest);
            return Ok(());
        }
        let v = match *self.ir.node(node) {
            Node::Var(v) => v,
            Node::LoopRef(l) => self.ir.the_loop(l).function,
            _ => return internal("not a variable"),
        };
        let boxed = self.ir.var(v).boxed();
        let c = self.a.registers.closure;
        let location = self.location(v)?;
        self.into(dest, |g, d| {
            Ok(match location {
                VariableLocation::Register(a) if boxed => Insn::GetBox { d, a },
                VariableLocation::Capture(k) if boxed => Insn::GetCaptureBox { d, c, k },
                location => g.fetch(location, d),
            })
        })
    }

    pub(super) fn set_variable(&mut self, v: VarId, value: NodeId, dest: Dest) -> Result<()> {
        let boxed = self.ir.var(v).boxed();
        let c = self.a.registers.closure;
        match self.location(v)? {
            VariableLocation::Register(r) if !boxed => {
                self.a.assigns = true;
                self.generate(value, Dest::Reg(r))?;
                self.assigned(r, dest)
            }
            location => self.scoped(|g| {
                let s = g.operand(value)?;
                g.a.code.emit(match location {
                    VariableLocation::Register(a) => Insn::SetBox { a, s },
                    VariableLocation::Capture(k) => Insn::SetCaptureBox { c, k, s },
                    VariableLocation::Myself => return internal("assignment of a fixed variable"),
                });
                g.assigned(s, dest)
            }),
        }
    }
}

impl Generator<'_> {
    /// The register that holds a variable's value, if there is one.
    pub(super) fn own_register(&self, node: NodeId) -> Option<Reg> {
        match *self.ir.node(node) {
            Node::Var(v) if !self.ir.var(v).boxed() => {
                self.location(v).ok()?.in_register().or_else(|| self.hoisted(node))
            }
            Node::LoopRef(l) => self.location(self.ir.the_loop(l).function).ok()?.in_register(),
            _ => None,
        }
    }

    /// The value of `node` in some register: its own, or a fresh one.
    pub(super) fn operand(&mut self, node: NodeId) -> Result<Reg> {
        if let Some(r) = self.own_register(node).or_else(|| self.hoisted(node)) {
            return Ok(r);
        }
        let r = self.allocate()?;
        self.generate(node, Dest::Fresh(r))?;
        if !matches!(self.ir.node(node), Node::Op(..) | Node::Var(_) | Node::Const(_)) {
            return Ok(r);
        }
        // An instruction that reads again is a move, from a register that keeps its value until the operand is read.
        match self.a.code.moved_to(r) {
            Some(s) if !self.a.code.assigned.contains(s) => {
                self.a.code.take_move(r);
                self.a.registers.next = r.max(s + 1);
                Ok(s)
            }
            _ => Ok(r),
        }
    }

    /// The value of `node` in some register, from which its values go to this consumer.
    pub(super) fn passing_operand(&mut self, node: NodeId, wanted: Option<Wanted>) -> Result<Reg> {
        let Some(wanted) = wanted else { return self.operand(node) };
        if let Some(r) = self.own_register(node).or_else(|| self.hoisted(node)) {
            return Ok(r);
        }
        let r = self.allocate()?;
        self.generate(node, Dest::Passing(r, wanted))?;
        Ok(r)
    }

    /// The values of several nodes, evaluated from left to right.
    pub(super) fn operands<const N: usize>(&mut self, nodes: &[NodeId]) -> Result<[Reg; N]> {
        let mut registers = [0; N];
        for (i, slot) in registers.iter_mut().enumerate().take(nodes.len()) {
            *slot = self.operand_before(nodes, i)?;
        }
        Ok(registers)
    }

    /// The register of operand `i`, as it is before those after it are evaluated.
    pub(super) fn operand_before(&mut self, nodes: &[NodeId], i: usize) -> Result<Reg> {
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
        let reads_var = |v: VarId| self.lies_in(v, r);
        let captures_it = |l: LambdaId| self.ir.lambda(l).captures.iter().any(|&v| reads_var(v));
        match self.ir.node(node) {
            Node::Const(_) | Node::Global(_) => false,
            Node::Var(v) => self.ir.known(*v).map_or_else(|| reads_var(*v), captures_it),
            Node::Op(_, args) | Node::List(args) | Node::And(args) | Node::Or(args) | Node::Seq(args) => {
                args.iter().any(|&a| self.reads(a, r, budget))
            }
            Node::Let(bindings, body) => {
                bindings.iter().any(|b| self.reads(b.1, r, budget)) || self.reads(*body, r, budget)
            }
            Node::Call(f, args) => self.reads(*f, r, budget) || args.iter().any(|&a| self.reads(a, r, budget)),
            Node::If(a, b, c) => [a, b, c].iter().any(|n| self.reads(**n, r, budget)),
            Node::Lambda(l) => captures_it(*l),
            Node::Again(l, args) if self.ir.the_loop(*l).local => args.iter().any(|&a| self.reads(a, r, budget)),
            Node::NamedLet(l, inits) if self.ir.the_loop(*l).local => {
                inits.iter().any(|&a| self.reads(a, r, budget)) || self.reads(self.ir.the_loop(*l).body, r, budget)
            }
            _ => true,
        }
    }
}
