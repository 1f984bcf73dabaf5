//! Small functions in the places of calls by their global names: a copy of the instructions, with other registers.
//!
//! The instruction before the copy takes the tick of the call, and becomes a jump to the call as soon as the name means
//! something else ([`crate::bytecode::CodeStore::stop_iterating`]). Errors have the places of the function's own text.

use super::Generator;
use crate::bytecode::{CodePlace, Field, Insn, Reg};
use crate::call_site::CallSites;
use crate::compile::assembler::{BodyCopy, Dest, Goal, Label, MAX_REGISTERS, ReplacedCall};
use crate::compile::ir::{NodeId, Origin};
use crate::fault::{Result, internal};
use crate::value::{Kind, Value};

impl Generator<'_> {
    /// The function that calls of this cell with `n` arguments enter, if a copy of it takes the place of such a call.
    pub(super) fn small_function(&self, g: u32, n: usize, dest: Dest) -> Option<u32> {
        let f = self.vm.globals.value(g);
        if !f.is(Kind::CLOSURE) || matches!(dest, Dest::Passing(..)) || !self.has_copies() {
            return None;
        }
        // A form runs once. A function that is defined again is going to mean something else.
        let is_form = self.ir.lambda(self.a.lambda).parent.is_none();
        let is_own = self.ir.own_name.is_some_and(|(cell, _)| cell == g);
        let is_reserved = self.vm.globals.info(g).is_none_or(|info| info.reserved);
        if is_form || is_own || is_reserved || self.ir.home.is_some() {
            return None;
        }
        let p = self.vm.code.proto(f.meta()).filter(|p| !self.vm.rt.sources.is_library(p.span.source()))?;
        let insns = self.vm.code.small_function(f.meta(), n)?;
        let most = insns.iter().map(highest_register).max().unwrap_or(0).max(p.params.count() as Reg);
        // An instruction that reads several registers names the first.
        let last = usize::from(self.a.registers.next) + 1 + usize::from(most) + insns.len();
        (last < MAX_REGISTERS).then_some(f.meta())
    }

    /// Generates a copy of a function in the place of a call by the global name `f`.
    pub(super) fn copy_of(&mut self, function: u32, f: NodeId, args: &[NodeId], dest: Dest) -> Result<()> {
        let (cell, mark) = (self.cell_of(f)?, self.a.registers.next);
        let window = self.call_window(dest)?;
        for &arg in args {
            let r = self.allocate()?;
            self.generate(arg, Dest::Fresh(r))?;
        }
        self.a.registers.next = mark;
        let (origin, in_call) = (self.a.code.origin, self.a.code.in_call);
        let copy = BodyCopy { window, goal: Goal::Value(dest), end: self.a.code.label() };
        let head = CodePlace::head(origin.span, self.ir.origin(f).span);
        let site = self.a.code.separate();
        self.a.code.emit(Insn::Loop { off: 0 });
        self.a.code.separate();
        let (n, of, copy_of) = (args.len() as u8, Some(function), Some(copy));
        let call = ReplacedCall { site, cell, n, of, copy: copy_of, step: None, origin, head, in_call };
        self.a.replaced_calls.push(call);
        let (Some(p), Some(insns)) =
            (self.vm.code.proto(function), self.vm.code.small_function(function, args.len()).map(<[Insn]>::to_vec))
        else {
            return internal("a copy of a function that is gone");
        };
        let places: Vec<CodePlace> = (0..insns.len() as u32).map(|offset| p.site(offset)).collect();
        self.a.code.begin_inlined(p.definition(), dest == Dest::Return, Some(window));
        let labels: Vec<Label> = insns.iter().map(|_| self.a.code.label()).collect();
        for (at, (&insn, place)) in insns.iter().zip(places).enumerate() {
            let is_target = |(from, insn): (usize, &Insn)| target(from, insn) == Some(at);
            if insns.iter().enumerate().any(is_target)
                && let Some(&label) = labels.get(at)
            {
                self.a.code.bind(label);
            }
            self.a.code.origin = Origin { span: place.span, expansion: 0, operator: place.operator };
            self.a.code.head = place.head;
            let to = target(at, &insn).and_then(|to| labels.get(to)).copied();
            self.copied(insn, copy, to);
        }
        (self.a.code.origin, self.a.code.head, self.a.code.in_call) = (origin, (0, 0), in_call);
        self.a.code.bind(copy.end);
        Ok(())
    }

    /// Writes an instruction of a copy; `to` is what it jumps to.
    fn copied(&mut self, insn: Insn, copy: BodyCopy, to: Option<Label>) {
        let BodyCopy { window, goal, end } = copy;
        let Goal::Value(dest) = goal else { return };
        let mut insn = insn;
        let mut constant = None;
        insn.each_field(&mut |_, field| match field {
            Field::Dest(r) | Field::Source(r) | Field::Changed(r) | Field::First(r) | Field::Top(r) => *r += window,
            Field::Constant(k) => constant = Some(*k),
            Field::Offset(off) => *off = 0,
            _ => {}
        });
        if let Some(k) = constant {
            let v = self.vm.code.consts.get(k as usize).copied().unwrap_or(Value::NIL);
            let number = self.a.constants.number(v);
            insn.each_field(&mut |_, field| {
                if let Field::Constant(k) = field {
                    *k = number;
                }
            });
        }
        if let Some(to) = to {
            return self.a.code.jump(insn, to);
        }
        if dest == Dest::Return {
            return self.a.code.emit(insn);
        }
        match insn {
            Insn::Return { a } => {
                if let Some(d) = dest.register() {
                    self.a.code.move_last(a, d);
                }
            }
            Insn::ReturnNil => self.load(dest, |d| Insn::LoadNil { d }),
            Insn::ReturnConst { k } => self.load(dest, |d| Insn::LoadConst { d, k }),
            // The sum may fail, so it is computed also where nobody needs it.
            Insn::ReturnAdd { a, b } => self.a.code.emit(Insn::Add { d: dest.register().unwrap_or(window), a, b }),
            Insn::ReturnIfLessInt { a, i, s } => {
                let more = self.a.code.label();
                self.a.code.jump(Insn::JumpNotLessInt { a, i, off: 0 }, more);
                self.deliver(s, dest);
                self.a.code.jump(Insn::Jump { off: 0 }, end);
                return self.a.code.bind(more);
            }
            insn => return self.a.code.emit(insn),
        }
        self.a.code.jump(Insn::Jump { off: 0 }, end);
    }

    fn load(&mut self, dest: Dest, insn: impl FnOnce(Reg) -> Insn) {
        if let Some(d) = dest.register() {
            self.a.code.emit(insn(d));
        }
    }
}

/// The position that the instruction at `at` jumps to.
fn target(at: usize, insn: &Insn) -> Option<usize> {
    let mut insn = *insn;
    insn.offset_mut().map(|off| at + 1 + *off as usize)
}

fn highest_register(insn: &Insn) -> Reg {
    let (mut insn, mut highest) = (*insn, 0);
    insn.each_field(&mut |_, field| {
        if let Field::Dest(r) | Field::Source(r) | Field::Changed(r) | Field::First(r) | Field::Top(r) = field {
            highest = highest.max(*r);
        }
    });
    highest
}
