//! Runs inside each other: what a run of the machine consists of, and how one waits for another.
//!
//! An evaluation that the host requests is a run. So are the expansion of a macro, the forms of a loaded file, and a
//! function called by a host function. They share the stack, the handlers and the account of limits; each has its part
//! of these to itself. The stack has room for the windows of calls, and no more than the limit on depth allows.

use super::Vm;
use super::call::MAX_IN_WINDOW;
use super::handler_stack;
use super::host_call::{LentValues, Nothing};
use super::profiler;
use super::slow_paths::WINDOW;
use super::unwind;
use crate::bytecode::{CodeStore, HALT, Insn, VARIADIC};
use crate::fault::{Code, Limit, Result, Unwind, fail};
use crate::object::continuation::{Link, frame_distance, return_address, return_info, tail_site};
use crate::value::{Kind, Value};

/// Levels of the limit on nesting that a run inside another (a macro's expansion, a `load`) takes. It takes as much
/// native stack as this many forms inside each other.
pub(crate) const RUN_LEVELS: usize = 4;

/// Message for runs inside each other that reach that limit.
pub(super) const NESTED_TOO_DEEPLY: &str = "evaluations are nested too deeply (macros that evaluate code, files that \
                                            load each other, functions of the host that call back)";

/// Position of a run on the stack and on the heap.
#[derive(Clone, Copy)]
pub(super) struct RunFrame {
    /// Each continuation belongs to the run that captured it.
    pub number: u64,
    /// The instruction that comes next.
    pub pc: usize,
    /// First stack slot of the current window.
    pub base: usize,
    /// First stack slot of the run.
    pub bottom: usize,
    /// First stack slot that is free for a run inside this one.
    pub top: usize,
    /// The frames on the heap: what the lowest frame on the stack returns into.
    pub rest: Link,
    /// Calls under way in those.
    pub calls_below: usize,
    /// Calls under way in the runs that wait for this one, once they have been counted.
    pub calls_outside: Option<usize>,
    /// Frames to copy back when the stack is empty.
    pub refill: usize,
    /// Handlers below belong to outer runs.
    pub handler_floor: usize,
    /// The dynamic context, as the library of the program's dialect keeps it: a list that continuations remember.
    pub winds: Value,
    /// The swaps of the bindings that are in force ([`super::unwind`]): a list, innermost first.
    pub bindings: Value,
}

/// The frames of a run that are on a stack ([`RunFrame::windows`]).
pub(crate) struct Windows<'a> {
    stack: &'a [Value],
    next: Option<(usize, usize)>,
}

impl Iterator for Windows<'_> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<(usize, usize)> {
        let window = self.next?;
        let base = window.1;
        let info = self.stack.get(base).copied().unwrap_or(Value::ZERO);
        // The bottom frame has no distance.
        let distance = if info.is_fixnum() { frame_distance(info) } else { 0 };
        self.next = (distance > 0 && distance <= base).then(|| (return_address(info), base - distance));
        Some(window)
    }
}

impl RunFrame {
    /// Returns the outermost run, which holds no calls.
    pub fn outermost() -> RunFrame {
        RunFrame {
            number: 0,
            pc: HALT,
            base: 0,
            bottom: 0,
            top: 0,
            rest: Link::NONE,
            calls_below: 0,
            calls_outside: None,
            refill: 1,
            handler_floor: 0,
            winds: Value::NIL,
            bindings: Value::NIL,
        }
    }

    /// The frames that are on the stack, innermost first: of each the instruction after the one it executes.
    pub fn stack_frames<'a>(&self, stack: &'a [Value]) -> impl Iterator<Item = usize> + use<'a> {
        self.windows(stack).map(|(pc, _)| pc)
    }

    /// Returns the number of calls under way in the run.
    pub fn calls(&self, stack: &[Value], code: &CodeStore) -> usize {
        self.calls_below + self.stack_frames(stack).map(|pc| code.calls_at(pc)).sum::<usize>()
    }

    /// Returns the code addresses of the frames, each followed by the tail site of its frame.
    pub fn code_addresses<'a>(&self, stack: &'a [Value]) -> impl Iterator<Item = usize> + use<'a> {
        let site = |base: usize| stack.get(base).copied().and_then(tail_site);
        self.windows(stack).flat_map(move |(pc, base)| [Some(pc), site(base)].into_iter().flatten())
    }

    /// Returns the frames with the start of the window of each.
    pub fn windows<'a>(&self, stack: &'a [Value]) -> Windows<'a> {
        Windows { stack, next: Some((self.pc, self.base)) }
    }

    /// Shows `look` the values that a collection must keep for the run, apart from the stack.
    pub fn each_root(&self, look: &mut dyn FnMut(&[Value])) {
        look(&[self.rest.segment, self.winds, self.bindings]);
    }
}

/// Returns the number of calls under way in these runs.
#[cold]
pub(super) fn calls_of(runs: &[RunFrame], stack: &[Value], code: &CodeStore) -> usize {
    runs.iter().map(|run| run.calls(stack, code)).sum()
}

impl Vm {
    /// Calls `f` from Rust code, on top of whatever is running.
    #[inline]
    pub fn call_nested(&mut self, f: Value, args: &[Value]) -> Result<Value> {
        self.call_lending(f, args, &mut Nothing)
    }

    /// Calls `f` as [`Vm::call_nested`] does. Functions of the host that it calls reach what is lent.
    pub fn call_lending(&mut self, f: Value, args: &[Value], lent: LentValues<'_>) -> Result<Value> {
        if !self.program.rt.budget.nest(RUN_LEVELS) {
            return fail(Code::TooComplex, NESTED_TOO_DEEPLY);
        }
        // In place: a run that is made elsewhere is moved before it has arrived in memory, and `push` makes a copy first.
        let fiber = &mut *self.fiber;
        fiber.suspended.extend_from_slice(std::slice::from_ref(&fiber.run));
        self.counters.runs += 1;
        let run = &mut self.fiber.run;
        (run.number, run.bottom, run.handler_floor) = (self.counters.runs, run.top, self.fiber.handlers.len());
        (run.winds, run.bindings, run.calls_outside) = (Value::NIL, Value::NIL, None);
        self.fiber.begin_run();
        let result = self.start_call(f, args, lent).and_then(|()| self.drive(lent));
        self.end_dynamic(&result);
        self.leave_run();
        self.program.rt.budget.stop_if_due();
        result
    }

    /// A run that begins above the one that is on, whose dynamic context is none of its business.
    pub(super) fn new_run(&mut self) -> RunFrame {
        self.counters.runs += 1;
        RunFrame {
            number: self.counters.runs,
            bottom: self.fiber.run.top,
            winds: Value::NIL,
            bindings: Value::NIL,
            calls_outside: None,
            ..self.fiber.run
        }
    }

    /// Restores the outer values of what the run has bound, after it has ended with this result.
    pub(super) fn end_dynamic(&mut self, result: &Result<Value>) {
        if matches!(result, Err(fault) if matches!(**fault, Unwind::Limit(_))) {
            unwind::restore_dynamic(self);
        }
        unwind::end_bindings(self, result);
    }

    /// The run that waited for this one goes on.
    pub(super) fn leave_run(&mut self) {
        self.fiber.handlers.truncate(self.fiber.run.handler_floor);
        self.program.rt.budget.unnest(RUN_LEVELS);
        if let Some(outer) = self.fiber.suspended.pop() {
            self.fiber.run = outer;
        }
    }

    /// Begins a call at the bottom of a run.
    #[inline]
    pub(super) fn start_call(&mut self, f: Value, args: &[Value], lent: LentValues<'_>) -> Result<()> {
        if f.is(Kind::CLOSURE)
            && let Some(entered) = self.enter_plain(f, args)
        {
            if self.inspection.is_profiling() {
                profiler::count_call(self);
            }
            return entered;
        }
        self.start_other_call(f, args, lent)
    }

    /// Begins a call that is not plain, apart from the plain ones, which then need fewer registers.
    #[inline(never)]
    fn start_other_call(&mut self, f: Value, args: &[Value], lent: LentValues<'_>) -> Result<()> {
        if f.is(Kind::CLOSURE) && args.len() <= MAX_IN_WINDOW {
            return self.call_in_window(0, f, args, false, lent);
        }
        self.ensure_window_for(self.fiber.run.base, f, args)?;
        self.call_with(0, f, args.to_vec(), false, lent)
    }

    /// Enters a function of the program that takes as many arguments as these, at the bottom of a run that has room.
    /// Most calls of a host are such. Returns `None` if something about the call is different.
    #[inline]
    fn enter_plain(&mut self, f: Value, args: &[Value]) -> Option<Result<()>> {
        let entry = *self.program.code.entries.get(f.meta() as usize)?;
        let (base, info) = (self.fiber.run.base, return_info(self.fiber.run.pc, 0));
        if entry.arity == VARIADIC || usize::from(entry.arity) != args.len() || !self.fiber.has_window(base) {
            return None;
        }
        let (bottom, above) = self.fiber.stack.get_mut(base..)?.split_first_mut()?;
        let (parameters, above) = above.split_at_mut_checked(args.len())?;
        *above.first_mut()? = f;
        parameters.copy_from_slice(args);
        *bottom = info;
        self.fiber.run.top = base + 1;
        self.fiber.run.pc = entry.start as usize;
        Some(self.program.rt.charge(1))
    }
}

impl Vm {
    /// Makes room for a window at `base`, for a call whose function and arguments are not in registers yet.
    #[inline]
    pub(super) fn ensure_window_for(&mut self, base: usize, f: Value, args: &[Value]) -> Result<()> {
        if self.fiber.has_window(base) {
            return Ok(());
        }
        self.rooted(args, |vm| vm.rooted(&[f], |vm| vm.ensure_window(base)))
    }

    /// Makes room for a window at `base`. What the window holds already is kept.
    #[inline]
    pub(super) fn ensure_window(&mut self, base: usize) -> Result<()> {
        if self.fiber.has_window(base) { Ok(()) } else { self.make_window(base) }
    }

    #[inline(never)]
    fn make_window(&mut self, base: usize) -> Result<()> {
        // Not where the stack only grows: whether it has done so before must make no difference to what is paid.
        if base + WINDOW > self.fiber.usable {
            self.count_depth(base)?;
        }
        let needed = base + WINDOW;
        if needed > self.fiber.stack.len() {
            let new_len = (self.fiber.stack.len() + self.fiber.stack.len() / 2).max(needed + WINDOW);
            let extra = new_len - self.fiber.stack.len();
            let bytes = extra * size_of::<Value>();
            if self.program.rt.heap.reserve(bytes).is_err() {
                // A collection may make room, if there is memory that the program no longer needs.
                self.collect(base + WINDOW, &[])?;
                self.program.rt.heap.reserve(bytes)?;
            }
            if self.fiber.stack.try_reserve_exact(extra).is_err() {
                return Err(Limit::Memory.into());
            }
            self.fiber.stack.resize(new_len, Value::ZERO);
            self.account()?;
        }
        if self.max_depth.is_none() {
            self.fiber.usable = self.fiber.stack.len();
        }
        Ok(())
    }

    /// Enforces the depth limit, before a frame at `next` is entered. Frames are counted only when the usable part of
    /// the stack is full. Each frame takes at least one slot, so the count precedes the limit.
    fn count_depth(&mut self, next: usize) -> Result<()> {
        let Some(limit) = self.max_depth else { return Ok(()) };
        let on_stack = self.fiber.run.stack_frames(&self.fiber.stack).count();
        let depth = self.fiber.calls(&self.program.code);
        self.program.rt.charge(on_stack / 16)?;
        if depth >= limit {
            return Err(Limit::Depth.into());
        }
        self.fiber.allow_calls(limit - depth);
        self.fiber.usable = self.fiber.usable.max(next.saturating_add(WINDOW));
        Ok(())
    }

    /// Returns the position up to which the stack may be used before frames are counted again. Below `bottom`, `calls`
    /// are under way; there is nothing above it.
    pub(super) fn usable_from(&self, bottom: usize, calls: usize) -> usize {
        match self.max_depth {
            None => self.fiber.stack.len(),
            // Each frame takes a slot at least.
            Some(limit) if self.fiber.suspended.is_empty() => {
                bottom.saturating_add(limit.saturating_sub(calls + 1)).saturating_add(WINDOW)
            }
            Some(_) => bottom + WINDOW,
        }
    }

    pub(super) fn grow(&mut self) -> Result<()> {
        if self.fiber.handlers.len() == self.fiber.handlers.capacity() {
            handler_stack::reserve_handlers(self, 1)?;
        }
        // The call that needs a window has not moved the base yet.
        let next = match self.program.code.insns.get(self.fiber.run.pc) {
            Some(Insn::CallGlobal { a, .. } | Insn::Call { a, .. } | Insn::CallKnown { a, .. }) => usize::from(*a),
            _ => 0,
        };
        self.ensure_window(self.fiber.run.base + next)
    }
}
