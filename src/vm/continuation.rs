//! Re-entrant continuations: the stack is cut into segments.
//!
//! `call/cc` moves the frames of the current run into a segment on the heap, whose values never change again. The stack
//! is then empty, and the next call returns to [`UNDERFLOW`]. That copies frames back: one at first, more if the
//! program goes on returning. So capturing costs as much as the frames that are new since the last
//! time, and entering costs one frame. (The incremental stack/heap strategy of Clinger, Hartheimer and Ost, 1999.)
//!
//! A continuation belongs to the run that captured it. A run that native code started (a macro's expansion) cannot be
//! re-entered after it has returned, nor from another one. The native frames between are not on the machine's stack.
//! Top-level forms are an exception. Only the reading of the next form waits for one, so a later form can re-enter an
//! earlier one.
//!
//! Native code evaluates texts form by form, so the rest of a text after a form is on no stack. It still belongs to the
//! continuation: a form that is entered again from a later one has the forms after it evaluated again, too. So the
//! loader keeps its place where a continuation can be given it, and looks the place up when a form has ended. A
//! continuation may have replaced the form that the loader began.

use super::fiber::Fiber;
use super::handler_stack;
use super::slow_paths::WINDOW;
use super::{RUN_LEVELS, Vm};
use crate::bytecode::{CodeStore, HALT, UNDERFLOW};
use crate::fault::{Code, ErrorData, Limit, Result, fail, internal};
use crate::module::ProgramState;
use crate::module::loading::{Loader, Progress};
use crate::object::continuation::{
    Continuation, Handler, Link, RestOfText, frame_distance, return_address, return_info,
};
use crate::value::Value;

#[inline]
pub(super) fn segment_of(program: &ProgramState, v: Value) -> Option<&Continuation> {
    program.rt.heap.as_continuation(v)
}

/// Captures the continuation of the call whose result goes to register `a`; of a tail call, that of the current frame.
/// The stack is empty then: the machine is at the bottom of its run, where a result returns to the continuation.
/// `receiver` is kept alive. The call takes its tick here.
pub(super) fn capture(vm: &mut Vm, a: usize, tail: bool, receiver: Value) -> Result<Value> {
    let bottom = vm.fiber.run.bottom;
    // A tail call is the last thing that its frame does. Were the frame kept, a loop of such calls would fill the
    // memory.
    let (end, info) = if tail {
        (vm.fiber.run.base, vm.fiber.register(0))
    } else {
        (vm.fiber.run.base + a, return_info(vm.fiber.run.pc, a))
    };
    let words = end.saturating_sub(bottom) + 1;
    let handlers = vm.fiber.handlers.len().saturating_sub(vm.fiber.run.handler_floor);
    vm.program.rt.charge(1 + words / 16 + handlers / 4)?;
    if end == bottom && is_own_top(vm, vm.fiber.run.rest) {
        stand_at_bottom(vm);
        return Ok(vm.fiber.run.rest.segment);
    }
    let place = toplevel_rest(vm);
    let (bytes, room) = match vm.program.rt.heap.reserve_continuation(words, handlers, place.as_ref()) {
        Ok(reserved) => reserved,
        Err(_) => {
            vm.collect(vm.fiber.run.base + a + 1, &[receiver])?;
            vm.program.rt.heap.reserve_continuation(words, handlers, place.as_ref())?
        }
    };
    let calls = count_captured(vm, tail)?;
    let handlers = if handlers > 0 { Some(handlers_from(vm, bottom)) } else { None };
    vm.counters.segments += 1;
    let outermost = is_outermost(vm);
    let Vm { fiber, program: ProgramState { rt, .. }, counters, .. } = vm;
    let handled = handler_stack::nearest_handled(&rt.heap, fiber.run.rest);
    let k = rt.heap.new_continuation(bytes);
    let Some(s) = rt.heap.as_continuation_mut(k) else { return internal("a continuation that is not there") };
    s.words.reserve_exact(room);
    s.words.extend_from_slice(fiber.stack.get(bottom..end).unwrap_or(&[]));
    s.words.push(info);
    if let Some(handlers) = handlers {
        s.handlers = handlers;
    }
    (s.below, s.handled, s.calls, s.number) = (fiber.run.rest, handled, calls, counters.segments);
    (s.run, s.outermost, s.winds, s.place) = (fiber.run.number, outermost, fiber.run.winds, place);
    s.is_clear = false;
    if end > bottom {
        fiber.passing = None;
        fiber.handlers.truncate(fiber.run.handler_floor);
        fiber.run.rest = Link { segment: k, at: words - 1 };
        fiber.run.calls_below = calls;
    }
    stand_at_bottom(vm);
    Ok(k)
}

/// Returns the number of calls under way in the frames to be captured and below them. That of a tail call is none of
/// them.
fn count_captured(vm: &mut Vm, tail: bool) -> Result<usize> {
    let Vm { fiber, program, .. } = vm;
    let mut calls = fiber.run.calls_below;
    let mut windows = fiber.run.windows(&fiber.stack);
    if tail {
        windows.next();
    }
    for (pc, _) in windows {
        if program.code.is_plain_call(pc) {
            calls += 1;
            continue;
        }
        calls += program.code.calls_at(pc);
        if let Some(g) = program.code.leaf_called(pc, |cell| program.globals.target(cell)) {
            #[cfg(all(test, feature = "reference-evaluator"))]
            {
                vm.counters.refused_captures += 1;
            }
            return captured_in_leaf(&vm.program, g);
        }
    }
    match vm.max_depth {
        Some(limit) if calls + fiber.calls_outside(&program.code) >= limit => Err(Limit::Depth.into()),
        _ => Ok(calls),
    }
}

/// Returns the handlers of the frames from `bottom` on, with their numbers.
#[inline(never)]
fn handlers_from(vm: &mut Vm, bottom: usize) -> Box<[Handler]> {
    handler_stack::number_handlers(vm);
    let own = vm.fiber.handlers.get(vm.fiber.run.handler_floor..).unwrap_or(&[]).iter();
    own.map(|h| Handler { base: h.base - bottom, ..*h }).collect()
}

/// Returns the error of a capture in a call that was compiled as free of captures. A copy of the frame would lose
/// the assignments to variables after the call.
#[cold]
fn captured_in_leaf<T>(program: &ProgramState, g: u32) -> Result<T> {
    let name = program.globals.info(g).map_or("", |i| program.rt.name(i.name));
    let message = format!("{name} was a function that captures nothing when the code that calls it was compiled");
    Err(ErrorData::by("call/cc", Code::Continuation, message)
        .with_help(format!("define {name} before what calls it"))
        .into())
}

/// Returns whether these are all frames of a segment that this run has captured.
fn is_own_top(vm: &Vm, link: Link) -> bool {
    let outermost = is_outermost(vm);
    let own = |s: &Continuation| {
        s.top() == link.at && s.run == vm.fiber.run.number && s.outermost == outermost && s.winds == vm.fiber.run.winds
    };
    segment_of(&vm.program, link.segment).is_some_and(own)
}

/// The stack of the run is empty: what is called now returns to the segments.
fn stand_at_bottom(vm: &mut Vm) {
    vm.fiber.run.base = vm.fiber.run.bottom;
    vm.fiber.run.pc = if vm.fiber.run.rest.is_none() { HALT } else { UNDERFLOW };
    vm.fiber.set_register(0, return_info(vm.fiber.run.pc, 0));
    vm.fiber.run.refill = 1;
    let calls = vm.fiber.run.calls_below + 1;
    count_from_base(&mut vm.fiber, &vm.program.code, vm.max_depth, calls);
}

/// Positions on the stack mean other depths now. In this run, `calls` are under way, the innermost at the current base.
#[inline]
fn count_from_base(fiber: &mut Fiber, code: &CodeStore, max_depth: Option<usize>, calls: usize) {
    if let Some(limit) = max_depth {
        let calls = calls + fiber.calls_outside(code);
        fiber.allow_calls(limit.saturating_sub(calls));
    }
}

/// The dynamic context in which continuation `k` was captured, if it differs from the present one. The library leaves
/// the present one and enters the other before it calls `k` again.
pub(super) fn winds_of(vm: &Vm, k: Value) -> Option<Value> {
    segment_of(&vm.program, k).map(|k| k.winds).filter(|&w| w != vm.fiber.run.winds)
}

/// Returns an error unless continuation `k` can be entered from here.
#[inline]
fn check_continuation(vm: &mut Vm, k: Value) -> Result<()> {
    let is_of_run = segment_of(&vm.program, k).is_some_and(|s| s.run == vm.fiber.run.number);
    if is_of_run { Ok(()) } else { check_other_run(vm, k) }
}

/// Checks a continuation that another run has captured.
#[cold]
fn check_other_run(vm: &mut Vm, k: Value) -> Result<()> {
    let Some(s) = segment_of(&vm.program, k) else { return internal("a continuation that is not there") };
    let load = s.place.as_ref().map(|place| place.load);
    if s.outermost && is_outermost(vm) {
        return Ok(());
    }
    let levels = Levels::of(vm);
    if load.is_some() && present_progress(&mut vm.program.loader, levels).map(|p| p.load) == load {
        return Ok(());
    }
    fail(Code::Continuation, "this continuation belongs to an evaluation that has ended, or that waits for this one")
}

/// Calling a continuation: what is left on the way is cleaned up first.
pub(super) fn enter_continuation(vm: &mut Vm, k: Value, value: Value) -> Result<()> {
    // A program that ends itself does not go on elsewhere.
    if !handler_stack::has_handlers(&vm.fiber, &vm.program.rt.heap) && vm.fiber.exiting.is_none() {
        return resume(vm, k, value);
    }
    check_continuation(vm, k)?;
    vm.leave_for(k, value)
}

/// Calling a continuation, but without the cleanups.
pub(super) fn switch(vm: &mut Vm, k: Value, value: Value) -> Result<()> {
    if vm.fiber.exiting.is_some() { vm.leave_for(k, value) } else { resume(vm, k, value) }
}

/// Goes on where continuation `k` was captured.
#[inline]
pub(super) fn resume(vm: &mut Vm, k: Value, value: Value) -> Result<()> {
    check_continuation(vm, k)?;
    vm.program.rt.charge(1)?;
    let Vm { fiber, program: ProgramState { rt, loader, .. }, .. } = vm;
    let Some(s) = rt.heap.as_continuation(k) else { return internal("a continuation that is not there") };
    let levels = Levels { runs: fiber.suspended.len(), nested: rt.budget.nested };
    replace_frames(fiber, loader, levels, (k, s));
    bring_back(vm, value)
}

/// Goes on where the continuation in register `a` was captured, with the value after it, the usual way. Does nothing and
/// returns false if the run or its dynamic context is another there, if handlers are left or entered, and at the end of
/// a slice.
pub(super) fn resume_in_run(vm: &mut Vm, a: usize) -> bool {
    let (k, value) = (vm.fiber.register(a), vm.fiber.register(a + 1));
    let Vm { fiber, program: ProgramState { rt, loader, code, .. }, max_depth, .. } = vm;
    let Some(s) = rt.heap.as_continuation(k) else { return false };
    let is_usual = s.run == fiber.run.number
        && s.winds == fiber.run.winds
        && s.handlers.is_empty()
        && frame_distance(s.info(s.top())) > 0
        && fiber.exiting.is_none()
        && !handler_stack::has_handlers(fiber, &rt.heap);
    if !is_usual || rt.budget.later < 1 {
        return false;
    }
    rt.budget.later -= 1;
    let levels = Levels { runs: fiber.suspended.len(), nested: rt.budget.nested };
    replace_frames(fiber, loader, levels, (k, s));
    let is_there = refill(fiber, code, s, value).is_some();
    count_from_base(fiber, code, *max_depth, s.calls);
    is_there
}

/// The frames of continuation `k` take the place of the run's, and all are on the heap.
#[inline(always)]
fn replace_frames(fiber: &mut Fiber, loader: &mut Loader, levels: Levels, (k, s): (Value, &Continuation)) {
    fiber.run.rest = s.whole(k);
    fiber.run.calls_below = s.calls;
    fiber.run.refill = 1;
    if let Some(place) = &s.place {
        resume_toplevel(loader, place, levels);
    }
    fiber.passing = None;
    fiber.handlers.truncate(fiber.run.handler_floor);
}

/// Returns `value` to the frames on the heap, from an empty stack.
#[inline(never)]
pub(super) fn underflow(vm: &mut Vm, value: Value) -> Result<()> {
    bring_back(vm, value)
}

/// Brings the uppermost frames of those on the heap back to the stack with their handlers, and returns `value` to them.
#[inline(always)]
fn bring_back(vm: &mut Vm, value: Value) -> Result<()> {
    let Vm { fiber, program: ProgramState { rt, code, .. }, .. } = vm;
    let s = loop {
        let link = fiber.run.rest;
        let Some(s) = rt.heap.as_continuation(link.segment) else { return end_run(vm, value) };
        if frame_distance(s.info(link.at)) > 0 {
            break s;
        }
        fiber.run.rest = s.below;
    };
    let (bottom, at, calls) = (fiber.run.bottom, fiber.run.rest.at, fiber.run.calls_below);
    let Some(from) = refill(fiber, code, s, value) else { return internal("a segment larger than the stack") };
    let handlers = if s.handlers.is_empty() { Vec::new() } else { s.handlers_between(from, at, bottom) };
    if !handlers.is_empty() {
        handler_stack::push_handlers(vm, &handlers)?;
    }
    count_from_base(&mut vm.fiber, &vm.program.code, vm.max_depth, calls);
    vm.window_fits()
}

/// Brings the uppermost frames of segment `s`, on which the stack stands, back to it, and returns `value` to them.
/// Returns where they began in the segment, or `None` if they do not fit.
#[inline(always)]
fn refill(fiber: &mut Fiber, code: &CodeStore, s: &Continuation, value: Value) -> Option<usize> {
    let (bottom, Link { segment, at }) = (fiber.run.bottom, fiber.run.rest);
    let info = s.info(at);
    let distance = frame_distance(info);
    let (mut from, mut frames, mut calls) = (at.saturating_sub(distance), 1, code.calls_at(return_address(info)));
    while frames < fiber.run.refill {
        let info = s.info(from);
        let lower = from.saturating_sub(frame_distance(info));
        if lower == from || at - lower > WINDOW {
            break;
        }
        calls += code.calls_at(return_address(info));
        (from, frames) = (lower, frames + 1);
    }
    let slots = fiber.stack.get_mut(bottom..)?;
    slots.get_mut(..at - from)?.copy_from_slice(s.words.get(from..at)?);
    let below = if frame_distance(s.info(from)) > 0 { Link { segment, at: from } } else { s.below };
    *slots.first_mut()? = return_info(if below.is_none() { HALT } else { UNDERFLOW }, 0);
    *slots.get_mut(at - from)? = value;
    fiber.run.rest = below;
    fiber.run.calls_below = fiber.run.calls_below.saturating_sub(calls);
    fiber.run.refill = (2 * frames).min(64);
    fiber.run.base = bottom + (at - from) - distance;
    fiber.run.pc = return_address(info);
    Some(from)
}

/// Nothing waits for `value` but the bottom of the run.
#[cold]
fn end_run(vm: &mut Vm, value: Value) -> Result<()> {
    vm.fiber.begin_run();
    vm.fiber.set_register(0, value);
    count_from_base(&mut vm.fiber, &vm.program.code, vm.max_depth, 1);
    Ok(())
}

/// Brings the frame of handler `i` of a segment back, as it was when that handler was pushed; what is above is left.
pub(super) fn leave_to_segment(vm: &mut Vm, segment: Value, i: usize) -> Result<()> {
    let Some((s, h)) = segment_of(&vm.program, segment).and_then(|s| s.handler(i).map(|h| (s, *h))) else {
        return internal("a handler that is not there");
    };
    let left = s.frames(s.top()).take_while(|&at| at > h.base);
    let left: usize = left.map(|at| vm.program.code.calls_at(return_address(s.info(at)))).sum();
    let frame = s.words.get(h.base..h.base + usize::from(h.a)).unwrap_or(&[]).to_vec();
    let below = if frame_distance(s.info(h.base)) > 0 { Link { segment, at: h.base } } else { s.below };
    let first = s.handlers.partition_point(|outer| outer.base < h.base);
    let own = s.handlers.get(first..i).unwrap_or(&[]);
    let bottom = vm.fiber.run.bottom;
    let own: Vec<Handler> = own.iter().map(|o| Handler { base: bottom, ..*o }).collect();
    let calls = s.calls.saturating_sub(left);
    vm.program.rt.charge(left / 16)?;
    vm.fiber.passing = None;
    vm.fiber.handlers.truncate(vm.fiber.run.handler_floor);
    handler_stack::push_handlers(vm, &own)?;
    vm.fiber.run.rest = below;
    vm.fiber.run.calls_below = calls;
    stand_at_bottom(vm);
    // Register 0 has just been written.
    for (r, &v) in frame.iter().enumerate().skip(1) {
        vm.fiber.set_register(r, v);
    }
    Ok(())
}

/// Returns whether this is the run of a top-level form. The only native code that waits for it is then the one that
/// reads the program.
fn is_outermost(vm: &Vm) -> bool {
    // A macro's expander runs inside a compiler, which takes its part of the native stack.
    vm.fiber.suspended.len() == 1 && vm.program.rt.budget.nested == RUN_LEVELS
}

/// The instructions after the calls that wait below `link`, innermost first.
pub(super) fn heap_frames(program: &ProgramState, link: Link) -> impl Iterator<Item = usize> + '_ {
    let mut link = link;
    std::iter::from_fn(move || {
        loop {
            let s = segment_of(program, link.segment)?;
            let info = s.info(link.at);
            match link.at.checked_sub(frame_distance(info)) {
                Some(lower) if lower < link.at => {
                    link.at = lower;
                    return Some(return_address(info));
                }
                _ => link = s.below,
            }
        }
    })
}

/// The evaluation of a text that begins now.
pub(super) fn new_progress(vm: &mut Vm) -> Progress {
    vm.counters.loads += 1;
    Progress {
        load: vm.counters.loads,
        runs: vm.fiber.suspended.len(),
        nested: vm.program.rt.budget.nested,
        ..Progress::default()
    }
}

/// Depth of the current run: the runs that wait for it, and levels of the limit on nesting.
#[derive(Clone, Copy)]
struct Levels {
    runs: usize,
    nested: usize,
}

impl Levels {
    fn of(vm: &Vm) -> Levels {
        Levels { runs: vm.fiber.suspended.len(), nested: vm.program.rt.budget.nested }
    }
}

/// The evaluation of a text whose top-level form is the run of these levels, with no other native code waiting for it.
fn present_progress(loader: &mut Loader, run: Levels) -> Option<&mut Progress> {
    // A macro's expander runs inside a compiler, which takes its part of the native stack.
    loader.progress().filter(|p| p.runs + 1 == run.runs && p.nested + RUN_LEVELS == run.nested)
}

/// Returns the rest of the text after the running top-level form, for a continuation to remember.
fn toplevel_rest(vm: &mut Vm) -> Option<RestOfText> {
    let levels = Levels::of(vm);
    let Progress { load, position, ref parts, .. } = *present_progress(&mut vm.program.loader, levels)?;
    Some(RestOfText { load, position, parts: parts.clone() })
}

/// A form is entered again: when it ends, its text goes on where it did. A form of an earlier text takes the place of
/// the present one, of which no further part is evaluated.
fn resume_toplevel(loader: &mut Loader, place: &RestOfText, run: Levels) {
    let Some(progress) = present_progress(loader, run) else { return };
    if progress.load == place.load {
        progress.position = place.position;
        progress.parts.clone_from(&place.parts);
    } else {
        progress.parts = None;
    }
}
