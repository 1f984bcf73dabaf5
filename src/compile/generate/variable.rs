//! Variables: where they lie, reading and assigning them.

use super::Generator;
use crate::code::{Home, Insn, Reg};
use crate::compile::ir::{Node, NodeId, VarId};
use crate::compile::registers::Dest;
use crate::fault::{Res, internal};
use crate::symbol::{self, well_known};

/// Location of a variable, as the current function reaches it.
pub(super) enum Location {
    /// In a register, itself or its box.
    Register(Reg),
    /// Capture of the current closure.
    Capture(u8),
    /// It is the current closure, which has no captures: a constant.
    Myself,
}

impl Location {
    pub fn in_register(self) -> Option<Reg> {
        match self {
            Location::Register(r) => Some(r),
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
    }

    /// From here on, the register holds the variable.
    pub(super) fn place_variable(&mut self, v: VarId, r: Reg) {
        self.set_register(v, r);
        self.note_local(v, Home::Register(r));
    }

    /// Notes where a variable of the program lies, for those who look into frames.
    pub(super) fn note_local(&mut self, v: VarId, home: Home) {
        if !self.keeps_locals {
            return;
        }
        let var = self.ir.var(v);
        let name = self.vm.rt.name(var.name);
        let is_shown = !var.in_library && var.name != well_known::NIL && !symbol::is_private(name);
        if is_shown && !self.vm.rt.symbols.is_uninterned(var.name) {
            self.a.begin_local(var.name, home, var.boxed());
        }
    }

    pub(super) fn box_if_needed(&mut self, v: VarId) {
        if self.ir.var(v).boxed() {
            let r = self.register(v);
            let top = self.a.next;
            self.a.emit(Insn::MakeBox { d: r, s: r, top });
        }
    }

    pub(super) fn location(&self, v: VarId) -> Res<Location> {
        let var = self.ir.var(v);
        if var.home == self.a.lambda {
            return Ok(Location::Register(self.register(v)));
        }
        let captures = &self.ir.lambda(self.a.lambda).captures;
        if var.fixed == Some(self.a.lambda) && !var.assigned {
            // A call by the name of a global writes no closure into its register: it can only be one without captures.
            let itself = if captures.is_empty() { Location::Myself } else { Location::Register(self.a.self_register) };
            return Ok(itself);
        }
        match captures.iter().position(|&c| c == v) {
            Some(k) => Ok(Location::Capture(k as u8)),
            None => internal("a variable that is neither local nor captured"),
        }
    }

    /// The instruction that brings what a variable has at its place, its value or its box, to register `d`.
    pub(super) fn fetch(&mut self, location: Location, d: Reg) -> Insn {
        match location {
            Location::Register(s) => Insn::Move { d, s },
            Location::Capture(k) => Insn::GetCapture { d, c: self.a.self_register, k },
            Location::Myself => Insn::LoadConst { d, k: self.a.own_constant() },
        }
    }

    pub(super) fn variable(&mut self, node: NodeId, dest: Dest) -> Res<()> {
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
        let c = self.a.self_register;
        let location = self.location(v)?;
        self.into(dest, |g, d| {
            Ok(match location {
                Location::Register(a) if boxed => Insn::GetBox { d, a },
                Location::Capture(k) if boxed => Insn::GetCaptureBox { d, c, k },
                location => g.fetch(location, d),
            })
        })
    }

    pub(super) fn set_variable(&mut self, v: VarId, value: NodeId, dest: Dest) -> Res<()> {
        let boxed = self.ir.var(v).boxed();
        let c = self.a.self_register;
        match self.location(v)? {
            Location::Register(r) if !boxed => {
                self.a.assigns = true;
                self.generate(value, Dest::Reg(r))?;
                if dest != Dest::Effect {
                    self.single_value(value, r);
                }
                self.assigned(r, dest)
            }
            location => self.scoped(|g| {
                let s = g.operand(value)?;
                g.a.emit(match location {
                    Location::Register(a) => Insn::SetBox { a, s },
                    Location::Capture(k) => Insn::SetCaptureBox { c, k, s },
                    Location::Myself => return internal("assignment of a fixed variable"),
                });
                g.assigned(s, dest)
            }),
        }
    }
}
