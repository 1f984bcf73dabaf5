//! Small functions in the places of calls by their global names: a copy of the instructions, with other registers. A call
//! in such a copy is a copy, too, if its function is small.
//!
//! The instruction before the copy takes the tick of the call, and becomes a jump to the call as soon as the name means
//! something else ([`crate::bytecode::CodeStore::stop_iterating`]). Errors have the places of the function's own text.

use smallvec::SmallVec;

use super::Generator;
use super::loops::loop_test;
use crate::bytecode::{CodePlace, Field, Insn, Reg};
use crate::call_site::{CallSites, CopyRegisters};
use crate::compile::assembler::{
    BodyCopy, Choice, Dest, Goal, Invariant, Label, LoopTarget, MAX_REGISTERS, ReplacedCall,
};
use crate::compile::ir::{NodeId, Op, Origin};
use crate::fault::{Result, internal};
use crate::value::{Kind, Value};

/// Instructions of a copy with all copies in it.
const MOST_COPIED: usize = 40;

/// A function in the place of a call by its global name.
#[derive(Clone, Copy)]
struct CopiedCall {
    function: u32,
    /// The global cell, and the number of arguments.
    cell: u32,
    n: u8,
    /// The register before the arguments: 0 if the function takes the place of the one that calls it.
    window: Reg,
    /// The distance of the registers after the arguments and the closure.
    shift: Reg,
    dest: Dest,
}

impl Generator<'_> {
    /// The function that calls of this cell with `n` arguments enter, if a copy of it takes the place of such a call.
    pub(super) fn small_function(&self, g: u32, n: usize, dest: Dest) -> Option<u32> {
        let f = self.vm.globals.value(g);
        if !f.is(Kind::CLOSURE) || matches!(dest, Dest::Passing(..)) || !self.has_copies() {
            return None;
        }
        let insns = self.vm.code.small_function(f.meta(), n)?;
        // A form runs once. A function that is defined again is going to mean something else.
        let is_form = self.ir.lambda(self.a.lambda).parent.is_none();
        let is_own = self.ir.own_name.is_some_and(|(cell, _)| cell == g);
        let is_reserved = self.vm.globals.info(g).is_none_or(|info| info.reserved);
        if is_form || is_own || is_reserved || self.ir.home.is_some() {
            return None;
        }
        self.vm.code.proto(f.meta()).filter(|p| !self.vm.rt.sources.is_library(p.span.source()))?;
        // A tail call takes the place of its function, which elsewhere stands in the frame of another.
        (dest == Dest::Return || !insns.iter().any(Insn::is_tail_call)).then_some(f.meta())
    }

    /// Returns whether a call in tail position may come back to the function under construction by further such calls,
    /// each by a copy within the one before.
    pub(super) fn leads_back(&self, g: u32, n: usize, levels: u32) -> bool {
        let Some(function) = self.small_function(g, n, Dest::Return) else { return false };
        let insns = self.vm.code.small_function(function, n).unwrap_or_default();
        insns.iter().any(|insn| match *insn {
            Insn::EnterGlobal { g, n, .. } | Insn::TailGlobal { g, n, .. } => {
                let is_own = self.ir.own_name == Some((g, self.a.lambda));
                is_own && usize::from(n) == self.ir.lambda(self.a.lambda).params.len()
                    || levels > 0 && self.leads_back(g, n.into(), levels - 1)
            }
            _ => false,
        })
    }

    /// Generates a copy of a function in the place of a call by the global name `f`. Returns false if there is no room
    /// for it.
    pub(super) fn copy_of(&mut self, function: u32, f: NodeId, args: &[NodeId], dest: Dest) -> Result<bool> {
        let (cell, mark, n) = (self.cell_of(f)?, self.a.registers.next, args.len() as u8);
        let shift = self.shift_in_place(n).filter(|_| self.has_room_in_place(args.len(), dest));
        let (window, shift) = match shift {
            Some(shift) => (0, shift),
            None => self.call_window(dest).map(|window| (window, window))?,
        };
        let call = CopiedCall { function, cell, n, window, shift, dest };
        if !self.has_room(&call) {
            self.a.registers.next = mark;
            return Ok(false);
        }
        if window == 0 {
            self.scoped(|g| g.parameters_in_place(args))?;
        } else {
            for &arg in args {
                let r = self.allocate()?;
                self.generate(arg, Dest::Fresh(r))?;
            }
        }
        self.a.registers.next = mark;
        self.a.code.head = CodePlace::head(self.a.code.origin.span, self.ir.origin(f).span);
        self.copied_call(call, &mut CopiedFunctions::new())?;
        self.a.code.head = (0, 0);
        Ok(true)
    }

    /// The distance of the registers of a function of `n` parameters, if its parameters and its closure have room in
    /// those of the function under construction.
    fn shift_in_place(&self, n: u8) -> Option<Reg> {
        (n < self.a.registers.closure).then(|| self.a.registers.next - (n + 2))
    }

    /// Returns whether the registers of a copy are within the window of the function, and those that must lie side by
    /// side remain so.
    fn has_room(&self, call: &CopiedCall) -> bool {
        let insns = self.vm.code.small_function(call.function, call.n.into()).unwrap_or_default();
        let most = insns.iter().map(highest_register).max().unwrap_or(0).max(call.n.into());
        let is_one_piece = call.window == call.shift || !insns.iter().any(|insn| is_across(insn, call.n + 1));
        is_one_piece && usize::from(call.shift) + most + 1 < MAX_REGISTERS
    }

    /// Returns whether there is room for a copy within the copies of `outer`, which are not of the same function.
    fn fits(&self, call: &CopiedCall, outer: &CopiedFunctions) -> bool {
        let copied: usize = outer.iter().map(|f| f.insns).sum();
        copied < MOST_COPIED && outer.iter().all(|f| f.function != call.function) && self.has_room(call)
    }

    /// Generates a copy of a function whose arguments are in its window; `outer` are the functions around it. The
    /// present origin is the call.
    fn copied_call(&mut self, call: CopiedCall, outer: &mut CopiedFunctions) -> Result<()> {
        let CopiedCall { function, cell, n, window, dest, .. } = call;
        let (origin, head, in_call) = (self.a.code.origin, self.a.code.head, self.a.code.in_call);
        let copy =
            BodyCopy { registers: CopyRegisters::after(window), goal: Goal::Value(dest), end: self.a.code.label() };
        let (Some(p), Some(insns)) =
            (self.vm.code.proto(function), self.vm.code.small_function(function, n.into()).map(<[Insn]>::to_vec))
        else {
            return internal("a copy of a function that is gone");
        };
        let insns: Vec<Insn> = insns.iter().map(|insn| insn.apart()).collect();
        let places: Vec<CodePlace> = (0..insns.len() as u32).map(|offset| p.site(offset)).collect();
        let definition = p.definition();
        // A function that begins with the test of a parameter that counts takes the tick there, as a loop does.
        let counted = insns.first().filter(|_| dest == Dest::Return).copied();
        let counted = counted.and_then(|insn| self.counting(self.in_window(insn, &call)));
        let step = self.a.code.last_step().zip(self.a.code.last_origin()).filter(|_| counted.is_some());
        let site = match step {
            Some(_) => self.a.code.insns.len() as u32 - 1,
            None => self.a.code.separate(),
        };
        if step.is_none() {
            self.a.code.emit(Insn::Loop { off: 0 });
            self.a.code.separate();
        }
        let (of, copied) = (Some(function), (window > 0).then_some(copy));
        self.a.replaced_calls.push(ReplacedCall { site, cell, n, of, copy: copied, step, origin, head, in_call });
        self.a.code.begin_inlined(definition, dest == Dest::Return, Some(copy.registers));
        let own_call = self.a.code.in_call;
        let targets: SmallVec<[usize; 8]> =
            insns.iter().enumerate().filter_map(|(from, insn)| target(from, insn)).collect();
        let labels: Vec<Label> = insns.iter().map(|_| self.a.code.label()).collect();
        outer.push(CopiedFunction { function, insns: insns.len() });
        let mut is_over = false;
        for (at, (&insn, place)) in insns.iter().zip(places).enumerate() {
            let is_target = targets.contains(&at);
            if is_target && let Some(&label) = labels.get(at) {
                self.a.code.bind(label);
            }
            // The value of a tail call has been delivered.
            if std::mem::take(&mut is_over) && !is_target && matches!(insn, Insn::Return { .. }) {
                continue;
            }
            self.a.code.origin = Origin { span: place.span, expansion: 0, operator: place.operator };
            (self.a.code.head, self.a.code.in_call) = (place.head, own_call);
            let to = target(at, &insn).and_then(|to| labels.get(to)).copied();
            if let (0, Some(insn), Some(to)) = (at, counted, to) {
                self.a.code.jump_back(insn, to);
                self.a.code.emit(Insn::Loop { off: 0 });
                self.a.code.separate();
                continue;
            }
            let insn = self.with_own_constant(self.in_window(insn, &call));
            match insn {
                Insn::CallGlobal { .. } | Insn::TailGlobal { .. } | Insn::EnterGlobal { .. } => {
                    self.call_in_copy(insn, call, outer)?;
                    is_over = insn.is_tail_call();
                }
                _ => self.copied(insn, copy, to),
            }
        }
        outer.pop();
        (self.a.code.origin, self.a.code.head, self.a.code.in_call) = (origin, head, in_call);
        self.a.code.bind(copy.end);
        Ok(())
    }

    /// The test of a counter that the last instruction has given its next value, as one that a loop makes, if a register
    /// holds the constant that it compares with and one instruction can do both.
    fn counting(&self, test: Insn) -> Option<Insn> {
        let (op, when, a, i) = match test {
            Insn::JumpLessInt { a, i, .. } => (Op::Less, true, a, i),
            Insn::JumpNotLessInt { a, i, .. } => (Op::Less, false, a, i),
            Insn::JumpLessEqualInt { a, i, .. } => (Op::LessEqual, true, a, i),
            Insn::JumpNotLessEqualInt { a, i, .. } => (Op::LessEqual, false, a, i),
            Insn::JumpGreaterInt { a, i, .. } => (Op::Greater, true, a, i),
            Insn::JumpNotGreaterInt { a, i, .. } => (Op::Greater, false, a, i),
            Insn::JumpGreaterEqualInt { a, i, .. } => (Op::GreaterEqual, true, a, i),
            Insn::JumpNotGreaterEqualInt { a, i, .. } => (Op::GreaterEqual, false, a, i),
            Insn::JumpNotNumberEqualInt { a, i, .. } => (Op::NumberEqual, false, a, i),
            Insn::JumpNotEqualInt { a, i, .. } => (Op::Equal, false, a, i),
            _ => return None,
        };
        let constant = Invariant::Constant(Value::fix(i.into()).bits());
        let b = self.a.registers.hoisted.iter().find(|h| h.0 == constant)?.1;
        let test = loop_test(op, when, a, b);
        self.a.code.last_step()?.counting(test).map(|_| test)
    }

    /// An instruction of a function, with the registers of its copy.
    fn in_window(&self, insn: Insn, call: &CopiedCall) -> Insn {
        let mut insn = insn;
        insn.each_field(&mut |_, field| match field {
            Field::Dest(r)
            | Field::Source(r)
            | Field::Changed(r)
            | Field::First(r)
            | Field::Top(r)
            | Field::Window(r) => *r += if *r <= call.n + 1 { call.window } else { call.shift },
            _ => {}
        });
        insn
    }

    /// An instruction of a linked function, with the constants of the function under construction.
    fn with_own_constant(&mut self, insn: Insn) -> Insn {
        let mut insn = insn;
        if insn.refers() {
            insn.each_field(&mut |_, field| {
                if let Field::Constant(k) = field {
                    let v = self.vm.code.consts.get(*k as usize).copied().unwrap_or(Value::NIL);
                    *k = self.a.constants.number(v);
                }
            });
        }
        insn
    }

    /// Generates a call by a global name in the copy `around`, whose registers are those of the copy: by a copy of the
    /// function that it calls, if that is small; as another iteration, if it is a tail call of the function under
    /// construction.
    fn call_in_copy(&mut self, insn: Insn, around: CopiedCall, outer: &mut CopiedFunctions) -> Result<()> {
        let is_in_place = around.window == 0 && matches!(insn, Insn::EnterGlobal { .. });
        let (a, n, cell) = match insn {
            // The arguments are in the parameters.
            Insn::EnterGlobal { n, g, .. } if !is_in_place => (around.window, n, g),
            Insn::CallGlobal { a, n, g, .. } | Insn::TailGlobal { a, n, g } | Insn::EnterGlobal { a, n, g } => {
                (a, n, g)
            }
            _ => return internal("a copy of a call that is none"),
        };
        let is_tail = insn.is_tail_call();
        let dest = if is_tail { Dest::Return } else { Dest::Fresh(a) };
        let place = if is_in_place { self.shift_in_place(n).map(|shift| (0, shift)) } else { Some((a, a)) };
        let call = place.and_then(|(window, shift)| {
            let function = self.small_function(cell, n.into(), dest)?;
            Some(CopiedCall { function, cell, n, window, shift, dest })
        });
        if let Some(call) = call.filter(|call| self.fits(call, outer)) {
            if let Insn::CallGlobal { s, .. } = insn
                && s != a + n
            {
                self.a.code.emit(Insn::Move { d: a + n, s });
            }
            return self.copied_call(call, outer);
        }
        if is_tail
            && self.ir.own_name == Some((cell, self.a.lambda))
            && let Some(target) = self.own_loop(n.into())
        {
            // The compiler has not looked for ways back by copies: each counts, or none of an endless loop might.
            let choice = target.choice.map(|choice| Choice { both_continue: true, ..choice });
            let target = LoopTarget { choice, ..target };
            if !is_in_place {
                (1..=n).for_each(|k| self.a.code.emit(Insn::Move { d: k, s: a + k }));
            }
            return self.own_iteration(cell, n, None, &target);
        }
        self.a.code.emit(match insn {
            Insn::EnterGlobal { .. } if !is_in_place => Insn::TailGlobal { a, n, g: cell },
            insn => insn,
        });
        self.deliver(a, dest);
        Ok(())
    }

    /// Writes an instruction of a copy that is no call by a global name; `to` is what it jumps to.
    fn copied(&mut self, insn: Insn, copy: BodyCopy, to: Option<Label>) {
        let BodyCopy { registers: CopyRegisters { window, .. }, goal, end } = copy;
        let Goal::Value(dest) = goal else { return };
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
            Insn::ReturnCons { a, b, top } => {
                self.a.code.emit(Insn::Cons { d: dest.register().unwrap_or(window), a, b, top });
            }
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

/// A function of which there is a copy around the present point, and the number of its instructions.
#[derive(Clone, Copy)]
struct CopiedFunction {
    function: u32,
    insns: usize,
}

type CopiedFunctions = SmallVec<[CopiedFunction; 4]>;

/// The position that the instruction at `at` jumps to.
fn target(at: usize, insn: &Insn) -> Option<usize> {
    let mut insn = *insn;
    insn.offset_mut().map(|off| at + 1 + *off as usize)
}

/// The highest register that an instruction names, or that its arguments are in.
fn highest_register(insn: &Insn) -> usize {
    let (mut insn, mut highest, mut more) = (*insn, 0, 0);
    insn.each_field(&mut |_, field| match field {
        Field::Dest(r) | Field::Source(r) | Field::Changed(r) | Field::First(r) | Field::Top(r) | Field::Window(r) => {
            highest = highest.max(usize::from(*r))
        }
        Field::Count(n) => more = usize::from(*n),
        _ => {}
    });
    highest + more
}

/// Returns whether the arguments or fields of an instruction lie side by side on both sides of the end of register `last`.
fn is_across(insn: &Insn, last: Reg) -> bool {
    let (mut insn, mut first, mut n) = (*insn, None, 0);
    let own = u8::from(!matches!(insn, Insn::EnterGlobal { .. }));
    insn.each_field(&mut |_, field| match field {
        Field::First(r) | Field::Window(r) => first = Some(*r),
        Field::Count(count) => n = *count * own,
        _ => {}
    });
    first.is_some_and(|r| r <= last && usize::from(r) + usize::from(n) > usize::from(last))
}
