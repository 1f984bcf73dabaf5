//! Throwing: how control leaves through handlers, and how dynamic bindings end.

use super::backtrace::is_error_tag;
use super::handler_stack::HandlerPosition;
use super::host_call::Nothing;
use super::vm_natives::{Next, machine_builtins, misused};
use super::{Vm, backtrace, call, continuation, debugger, handler_stack};
use crate::fault::{Code, ErrorData, Result, Unwind};
use crate::limits::SLICE;
use crate::module::ProgramState;
use crate::object::continuation::{Handler, HandlerKind};
use crate::symbol::well_known;
use crate::value::{Kind, Value};

/// A throw that a cleanup has stopped. When it is thrown on from there, its handler need not be looked for again. Any
/// other throw makes this void, and so does the replacement of the run's handlers by others.
#[derive(Debug, Clone)]
pub(super) struct InFlightThrow {
    tag: Value,
    target: Option<HandlerPosition>,
    /// Handlers around the cleanup.
    handlers: usize,
}

/// Frames that are examined for one tick.
pub(super) const FRAMES_PER_TICK: usize = 16;

impl Vm {
    /// Unwinds with `fault`: a handler of this run takes it and the machine continues there, or it becomes the result
    /// of the run.
    pub(super) fn unwind(&mut self, fault: Box<Unwind>) -> Result<()> {
        match *fault {
            Unwind::Throw { tag, value } => self.throw(tag, value),
            Unwind::Error(c) => {
                let passing = self.fiber.passing.take();
                let (tag, value) = self.condition_object(c)?;
                self.throw_to_handler(tag, value, passing)
            }
            Unwind::Limit(limit) => {
                self.fiber.passing = None;
                // The place is known only now: the frames are about to be left.
                if self.stopped.is_none() {
                    self.stopped = Some(backtrace::limit_condition(self, limit));
                    backtrace::note_frames(self);
                }
                Err(fault)
            }
        }
    }

    /// Unwinds for a throw, which makes no fault as long as it stays inside of the run.
    pub(super) fn throw(&mut self, tag: Value, value: Value) -> Result<()> {
        let passing = self.fiber.passing.take();
        if tag.is(Kind::CONTINUATION) {
            return self.leave_for(tag, value);
        }
        if tag == Value::EXIT {
            return self.end_program(value);
        }
        self.throw_to_handler(tag, value, passing)
    }

    fn throw_to_handler(&mut self, mut tag: Value, mut value: Value, passing: Option<InFlightThrow>) -> Result<()> {
        let passing_tag = passing.as_ref().map(|p| p.tag);
        let is_new = tag != Value::SIGNALLED_TAG && passing.as_ref().is_none_or(|p| p.tag != tag);
        let mut target = match passing {
            Some(p) if p.tag == tag && p.handlers == self.fiber.handlers.len() => p.target,
            _ => self.find_handler(tag)?,
        };
        let is_first = passing_tag != Some(tag);
        if target.is_none() && is_new {
            backtrace::note_frames(self);
        }
        if is_new && is_error_tag(tag) && self.inspection.debugger.is_some() {
            let seen = debugger::see_error(self, value, false);
            if seen.is_err() {
                return self.leave_pause(seen);
            }
        }
        if target.is_none() && !is_error_tag(tag) {
            // No handler for this tag: an error at the place of the throw.
            let c = uncaught(&self.program, tag, value);
            (tag, value) = self.condition_object(c)?;
            target = self.find_handler(tag)?;
        }
        if tag == Value::symbol(well_known::ERROR) && handler_stack::has_signal_handlers(self)? {
            return match handler_stack::offer(self, value) {
                Err(fault) if matches!(*fault, Unwind::Limit(_)) => self.unwind(fault),
                offered => offered,
            };
        }
        if let (Some((status, first)), Some(t)) = (self.fiber.exiting, target)
            && handler_stack::is_older(self, t, first)
        {
            return self.end_program(status);
        }
        if target.is_none() && call::condition(&self.program, value).is_none() {
            // A value other than a condition was thrown to `error`, and no handler exists: record its place.
            let c = backtrace::uncaught_condition(self, tag, value);
            (tag, value) = self.condition_object(c)?;
        }
        if target.is_none() && is_first && self.inspection.debugger.is_some() {
            let seen = debugger::see_error(self, value, true);
            if seen.is_err() {
                return self.leave_pause(seen);
            }
        }
        while self.fiber.handlers.len() > self.fiber.run.handler_floor {
            let Some(h) = self.fiber.handlers.pop() else { break };
            if target == Some(HandlerPosition::Stack(self.fiber.handlers.len())) || h.kind.is_cleanup() {
                self.fiber.run.base = h.base;
                if h.kind.is_cleanup() {
                    self.fiber.passing = Some(InFlightThrow { tag, target, handlers: self.fiber.handlers.len() });
                }
                self.fiber.land(&h, tag, value);
                return Ok(());
            }
        }
        let mut at = handler_stack::innermost_handler(self);
        while let Some((place, h)) = at {
            if target == Some(place) || h.kind.is_cleanup() {
                handler_stack::leave_to(self, place)?;
                self.fiber.land(&h, tag, value);
                return self.window_fits();
            }
            at = handler_stack::next_handler(self, place);
        }
        Err(Box::new(Unwind::Throw { tag, value }))
    }

    /// Leaves a pause at an error by a throw of the debugger's user: to a restart, to a `catch`, or to the end of the
    /// program. All else that ends a pause ends the run.
    fn leave_pause(&mut self, seen: Result<()>) -> Result<()> {
        match seen {
            Err(fault) if matches!(*fault, Unwind::Throw { .. }) => self.unwind(fault),
            other => other,
        }
    }

    /// The program ends itself: its cleanups run, and nothing stops it. What a cleanup throws to a handler outside of
    /// it is dropped.
    fn end_program(&mut self, status: Value) -> Result<()> {
        let mut at = handler_stack::innermost_handler(self);
        while let Some((place, h)) = at {
            if h.kind.is_cleanup() {
                handler_stack::leave_to(self, place)?;
                self.fiber.exiting = Some((status, handler_stack::number_handlers(self)));
                self.fiber.land(&h, Value::EXIT, status);
                return self.window_fits();
            }
            at = handler_stack::next_handler(self, place);
        }
        Err(Box::new(Unwind::Throw { tag: Value::EXIT, value: status }))
    }

    /// Enters continuation `k`, after the cleanups that it leaves.
    pub(super) fn leave_for(&mut self, k: Value, value: Value) -> Result<()> {
        if let Some((status, _)) = self.fiber.exiting {
            return self.end_program(status);
        }
        if let Some(place) = handler_stack::cleanup_before(self, k)?
            && let Some(h) = handler_stack::handler_at(self, place)
        {
            handler_stack::leave_to(self, place)?;
            self.fiber.land(&h, k, value);
            return self.window_fits();
        }
        continuation::resume(self, k, value)
    }

    /// The innermost handler for `tag`, of this run or an outer one.
    fn find_handler(&mut self, tag: Value) -> Result<Option<HandlerPosition>> {
        Ok(HandlerSearch::new(self).next(self, tag)?.map(|(place, _)| place))
    }

    /// Makes an error into what a handler gets: the tag `error` and a condition object that knows its frames.
    #[inline]
    pub(crate) fn condition_object(&mut self, mut c: ErrorData) -> Result<(Value, Value)> {
        let frames = backtrace::capture_backtrace(self, &mut c);
        backtrace::keep_trail(self, &c);
        self.counters.backtraces += 1;
        // Programs may throw from great depths again and again.
        self.program.rt.charge(frames / FRAMES_PER_TICK)?;
        let object = self.program.rt.heap.condition(c)?;
        Ok((Value::symbol(well_known::ERROR), object))
    }
}

/// A search for handlers, from the innermost one of the current run to the outermost one of all runs.
pub(super) struct HandlerSearch {
    at: Option<(HandlerPosition, Handler)>,
    /// Number of the runs that wait for the one of the next handler.
    outer: usize,
    steps: usize,
}

impl HandlerSearch {
    pub fn new(vm: &Vm) -> HandlerSearch {
        HandlerSearch { at: handler_stack::innermost_handler(vm), outer: vm.fiber.suspended.len(), steps: 0 }
    }

    /// The next handler for `tag`. Tag nil catches every throw except `return-from`, which is
    /// no throw to its author.
    pub fn next(&mut self, vm: &mut Vm, tag: Value) -> Result<Option<(HandlerPosition, Handler)>> {
        let tag = if tag == Value::SIGNALLED_TAG { Value::symbol(well_known::ERROR) } else { tag };
        let leaves_block = is_block_tag(&vm.program, tag);
        loop {
            let Some((place, h)) = self.at else {
                // A run that waits for this one may have handlers, too.
                let Some(outer) = self.outer.checked_sub(1) else { return Ok(None) };
                self.outer = outer;
                self.at = handler_stack::innermost_handler_of(vm, outer);
                continue;
            };
            self.steps += 1;
            // A throw that passes many cleanups looks at all handlers again and again.
            if self.steps % 64 == 63 {
                vm.program.rt.charge(4)?;
            }
            self.at = handler_stack::next_handler(vm, place);
            if !h.kind.is_cleanup()
                && (h.tag == tag || h.tag.is_nil() && !leaves_block || same_tag(&mut vm.program, h.tag, tag)?)
            {
                return Ok(Some((place, h)));
            }
        }
    }
}

fn same_tag(program: &mut ProgramState, a: Value, b: Value) -> Result<bool> {
    if a == b || handler_stack::is_private_tag(program, a) || handler_stack::is_private_tag(program, b) {
        return Ok(a == b);
    }
    crate::equality::equal(&mut program.rt, a, b)
}

/// Returns whether a throw to this tag is an error.
pub(crate) fn is_error(tag: Value) -> bool {
    is_error_tag(tag)
}

/// Tags of blocks are pairs that no program can make.
fn is_block_tag(program: &ProgramState, tag: Value) -> bool {
    tag.is_pair() && program.rt.heap.car(tag) == Value::MISSING
}

#[cold]
fn uncaught(program: &ProgramState, tag: Value, value: Value) -> ErrorData {
    if is_block_tag(program, tag) {
        return ErrorData::by("return-from", Code::UncaughtThrow, "the block has already been left");
    }
    let shown = crate::printer::brief(&program.rt, tag);
    ErrorData::new(Code::UncaughtThrow, format!("nothing catches the tag {shown}"))
        .with_irritants(&[tag, value])
        .with_help(if tag.is(Kind::STRING) {
            format!("(error {shown}) raises an error; (throw tag value) goes to (catch tag ...)")
        } else {
            format!("(catch '{shown} ...) around the expression would receive the value")
        })
}

// Ends of dynamic bindings that no code of the program reaches. A binding made for the time of an evaluation gets its
// outer value back, whatever ended the evaluation.
//
// A cleanup restores a variable whose cell is known when the binding is compiled
// ([`Node::Restore`](crate::compile::ir::Node)). A limit skips cleanups, so the machine then looks for the bindings
// that they would have restored. A *swap* exchanges everything else (computed places, parameters, temporary
// assignments). It is a library function that binds if given true, unbinds if given nil, and does nothing if that is
// already done. The machine keeps a list of active swaps, innermost first. The library adds one before it binds and
// removes it after it has unbound. What a run leaves on the list, because a limit or an error has ended it, is called
// with nil. A swap takes no tick between its first change and its last, so that no limit finds half of them made.

/// A limit leaves the current run and passes all of its cleanups. Dynamic variables get their outer values back without
/// executing an instruction. The program, or the next one, would otherwise continue with wrong values.
#[cold]
pub(super) fn restore_dynamic(vm: &mut Vm) {
    // The limit may have been met on landing at a cleanup, whose handler is no more.
    for (register, cell) in vm.program.code.restored_at(vm.fiber.run.pc) {
        if let Some(&outer) = vm.fiber.stack.get(vm.fiber.run.base + usize::from(register)) {
            vm.program.set_cell(cell, outer);
        }
    }
    each_bound_of(vm, vm.fiber.suspended.len(), |vm, cell, outer, _| vm.program.set_cell(cell, outer));
}

/// Calls `f` with each dynamic variable that a cleanup of a run would restore, innermost first. It gets the cell, the
/// outer value, and the stack slot of that value, if any. The running run has the number after those of the suspended
/// ones.
pub(super) fn each_bound_of(vm: &mut Vm, run: usize, mut f: impl FnMut(&mut Vm, u32, Value, Option<usize>)) {
    let Some((handlers, rest)) = vm.fiber.handlers_of(run) else { return };
    let mut i = vm.fiber.bindings.partition_point(|&position| (position as usize) < handlers.end);
    while let Some(&position) = i.checked_sub(1).and_then(|i| vm.fiber.bindings.get(i)) {
        i -= 1;
        let position = position as usize;
        if position < handlers.start {
            break;
        }
        let Some(&h) = vm.fiber.handlers.get(position).filter(|h| h.kind == HandlerKind::Binding) else {
            continue;
        };
        for (register, cell) in vm.program.code.restored_at(h.pc) {
            let slot = h.base + usize::from(register);
            if let Some(&outer) = vm.fiber.stack.get(slot) {
                f(vm, cell, outer, Some(slot));
            }
        }
    }
    let mut at = handler_stack::innermost_handler_in(&vm.program, rest);
    while let Some((place, h)) = at {
        if let (HandlerKind::Binding, HandlerPosition::Segment(segment, _)) = (h.kind, place) {
            for (register, cell) in vm.program.code.restored_at(h.pc) {
                let segment = continuation::segment_of(&vm.program, segment);
                if let Some(&outer) = segment.and_then(|s| s.words.get(h.base + usize::from(register))) {
                    f(vm, cell, outer, None);
                }
            }
        }
        at = handler_stack::next_handler(vm, place);
    }
}

/// Unbinds what the current run has bound by swaps and not unbound.
pub(super) fn end_bindings(vm: &mut Vm, result: &Result<Value>) {
    if !vm.fiber.run.bindings.is_nil() {
        call_swaps(vm, result);
    }
}

/// The evaluation may have nothing left that it may use: swaps are short, and have a slice of their own.
#[cold]
fn call_swaps(vm: &mut Vm, result: &Result<Value>) {
    let kept = match result {
        Ok(value) => vec![*value],
        Err(fault) => match &**fault {
            Unwind::Throw { tag, value } => vec![*tag, *value],
            Unwind::Error(condition) => condition.irritants.to_vec(),
            Unwind::Limit(_) => Vec::new(),
        },
    };
    let left = std::mem::replace(&mut vm.program.rt.budget.later, SLICE);
    let stopped = vm.stopped.take();
    vm.fiber.handlers.truncate(vm.fiber.run.handler_floor);
    vm.rooted(&kept, |vm| {
        while vm.fiber.run.bindings.is_pair() {
            let swap = vm.program.rt.heap.car(vm.fiber.run.bindings);
            vm.fiber.run.bindings = vm.program.rt.heap.cdr(vm.fiber.run.bindings);
            vm.fiber.begin_run();
            // If even that cannot be done, the others still can.
            let _ = vm.start_call(swap, &[Value::NIL], &mut Nothing).and_then(|()| vm.drive(&mut Nothing));
        }
    });
    vm.stopped = stopped;
    vm.program.rt.budget.later = left;
}

/// Exchanges the values of places with those in a list, unless that has been done. A pair holds in its `car`
/// whether the places are bound, and after that the list of places and the list of values. A place is the number of
/// a global cell or a pair, whose `car` it is.
fn exchange(program: &mut ProgramState, binding: Value, bind: bool) -> Result<()> {
    if !binding.is_pair() || !program.rt.heap.cdr(binding).is_pair() {
        return misused("%exchange!");
    }
    let parts = program.rt.heap.cdr(binding);
    let places = program.rt.heap.car(parts);
    let places = program.rt.list_items("%exchange!", places)?;
    // From here on nothing fails.
    if program.rt.heap.car(binding).is_nil() != bind {
        return Ok(());
    }
    program.rt.heap.set_car(binding, Value::truth(bind));
    let mut values = program.rt.heap.cdr(parts);
    for place in places {
        if !values.is_pair() {
            break;
        }
        let new = program.rt.heap.car(values);
        let old = if place.is_pair() {
            let old = program.rt.heap.car(place);
            program.rt.heap.set_car(place, new);
            old
        } else {
            let cell = if place.is_fixnum() { place.untag() as u32 } else { return misused("%exchange!") };
            let old = program.globals.value(cell);
            program.set_cell(cell, new);
            old
        };
        program.rt.heap.set_car(values, old);
        values = program.rt.heap.cdr(values);
    }
    Ok(())
}

machine_builtins! { "control";
    "%push-swap!" (Required swap) => |vm| {
        let outer = vm.fiber.run.bindings;
        vm.fiber.run.bindings = vm.program.rt.heap.pair(swap, outer)?;
        Ok(Next::Return(Value::NIL))
    };
    // It and those inside of it, which have been left.
    "%drop-swap!" (Required swap) => |vm| {
        let mut at = vm.fiber.run.bindings;
        while at.is_pair() {
            vm.program.rt.charge(1)?;
            let found = vm.program.rt.heap.car(at) == swap;
            at = vm.program.rt.heap.cdr(at);
            if found {
                vm.fiber.run.bindings = at;
                break;
            }
        }
        Ok(Next::Return(Value::NIL))
    };
    // The content of a cell, even if it is no value of a variable.
    "%outer-value" (Required cell) => |vm| match cell.as_fixnum().and_then(|n| u32::try_from(n).ok()) {
        Some(cell) => Ok(Next::Return(vm.program.globals.value(cell))),
        None => misused("%outer-value"),
    };
    "%exchange!" (Required binding, Required bind) => |vm| {
        exchange(&mut vm.program, binding, !bind.is_nil()).map(|()| Next::Return(Value::NIL))
    };
}
