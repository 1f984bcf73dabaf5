//! The stack of handlers: a vector has those of frames on the stack, segments have those of frames on the heap.
//!
//! Handlers that run at the signal, before unwinding, and restarts are on the handler stack too. Continuations capture
//! them, and a limit leaves none. Each is a `catch` whose tag is a *mark*, a pair that no program can make. Its first
//! part says what it marks, its second is the library's: a list of handlers or of restarts. While a handler runs, a
//! mask names the outermost mark that is not active, so that marks from there to its own are skipped. Nothing is ever
//! thrown to a mark.
//!
//! An error of a builtin or an instruction whose unwinding would pass handlers is given to the library first, by a call
//! on top of the failed code. If no handler takes it, it continues as [`Value::SIGNALLED_TAG`].

use super::fiber::Fiber;
use super::host_call::Nothing;
use super::slow_paths::WINDOW;
use super::{Vm, continuation, dialects};
use crate::fault::{Limit, Result};
use crate::heap::Heap;
use crate::module::ProgramState;
use crate::object::continuation::{Handler, HandlerKind, Link};
use crate::symbol::well_known;
use crate::value::Value;

/// The place of a handler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HandlerPosition {
    Stack(usize),
    Segment(Value, usize),
}

/// Returns the innermost handler of the current run.
pub(super) fn innermost_handler(vm: &Vm) -> Option<(HandlerPosition, Handler)> {
    if vm.fiber.handlers.len() > vm.fiber.run.handler_floor {
        let place = HandlerPosition::Stack(vm.fiber.handlers.len() - 1);
        return handler_at(vm, place).map(|h| (place, h));
    }
    innermost_handler_in(&vm.program, vm.fiber.run.rest)
}

/// Returns whether the current run has handlers.
#[inline]
pub(super) fn has_handlers(fiber: &Fiber, heap: &Heap) -> bool {
    fiber.handlers.len() > fiber.run.handler_floor || !nearest_handled(heap, fiber.run.rest).is_none()
}

/// Returns the innermost handler of a run of the fiber.
pub(super) fn innermost_handler_of(vm: &Vm, run: usize) -> Option<(HandlerPosition, Handler)> {
    let (handlers, rest) = vm.fiber.handlers_of(run)?;
    if handlers.is_empty() {
        return innermost_handler_in(&vm.program, rest);
    }
    let place = HandlerPosition::Stack(handlers.end - 1);
    handler_at(vm, place).map(|h| (place, h))
}

pub(super) fn innermost_handler_in(program: &ProgramState, link: Link) -> Option<(HandlerPosition, Handler)> {
    let link = nearest_handled(&program.rt.heap, link);
    let handlers = continuation::segment_of(program, link.segment)?.handlers_below(link.at);
    let i = handlers.len().checked_sub(1)?;
    Some((HandlerPosition::Segment(link.segment, i), *handlers.get(i)?))
}

/// The first of the segments from `link` on that has handlers.
#[inline]
pub(super) fn nearest_handled(heap: &Heap, link: Link) -> Link {
    match heap.as_continuation(link.segment) {
        Some(s) if s.handlers.is_empty() || s.handlers_below(link.at).is_empty() => s.handled,
        Some(_) => link,
        None => Link::NONE,
    }
}

pub(super) fn handler_at(vm: &Vm, place: HandlerPosition) -> Option<Handler> {
    match place {
        HandlerPosition::Stack(i) => vm.fiber.handlers.get(i).copied(),
        HandlerPosition::Segment(segment, i) => continuation::segment_of(&vm.program, segment)?.handler(i).copied(),
    }
}

/// The handler around the one at `place`, of the same run.
pub(super) fn next_handler(vm: &Vm, place: HandlerPosition) -> Option<(HandlerPosition, Handler)> {
    match place {
        HandlerPosition::Stack(i) => {
            let (floor, rest) = vm.fiber.run_of(i);
            if i > floor {
                let place = HandlerPosition::Stack(i - 1);
                return handler_at(vm, place).map(|h| (place, h));
            }
            innermost_handler_in(&vm.program, rest)
        }
        HandlerPosition::Segment(segment, i) => match i.checked_sub(1) {
            Some(outer) => {
                let place = HandlerPosition::Segment(segment, outer);
                handler_at(vm, place).map(|h| (place, h))
            }
            None => innermost_handler_in(&vm.program, continuation::segment_of(&vm.program, segment)?.handled),
        },
    }
}

/// The frame of the handler at `place` becomes the current one; that handler and all inside it are removed.
pub(super) fn leave_to(vm: &mut Vm, place: HandlerPosition) -> Result<()> {
    match place {
        HandlerPosition::Stack(i) => {
            if let Some(h) = vm.fiber.handlers.get(i) {
                vm.fiber.run.base = h.base;
            }
            vm.fiber.handlers.truncate(i);
            Ok(())
        }
        HandlerPosition::Segment(segment, i) => continuation::leave_to_segment(vm, segment, i),
    }
}

/// Puts handlers of frames that come back to the stack on top of the others.
pub(super) fn push_handlers(vm: &mut Vm, more: &[Handler]) -> Result<()> {
    vm.fiber.passing = None;
    if vm.fiber.handlers.capacity() - vm.fiber.handlers.len() < more.len() {
        reserve_handlers(vm, more.len())?;
    }
    for h in more {
        if h.kind == HandlerKind::Binding {
            note_binding(vm)?;
        }
        vm.fiber.handlers.push(*h);
    }
    Ok(())
}

/// Gives numbers to those handlers of the run on the stack that have none; returns a number that none has yet.
pub(super) fn number_handlers(vm: &mut Vm) -> u32 {
    for h in vm.fiber.handlers.get_mut(vm.fiber.run.handler_floor..).unwrap_or(&mut []) {
        if h.number == 0 {
            h.number = vm.counters.handlers;
            vm.counters.handlers = vm.counters.handlers.wrapping_add(1).max(1);
        }
    }
    vm.counters.handlers
}

/// Returns whether the handler at `place` existed when `number` was the next to be given.
pub(super) fn is_older(vm: &Vm, place: HandlerPosition, number: u32) -> bool {
    let outer_run = matches!(place, HandlerPosition::Stack(i) if i < vm.fiber.run.handler_floor);
    outer_run || handler_at(vm, place).is_some_and(|h| h.number != 0 && h.number < number)
}

/// Makes room for `more` handlers at least.
pub(super) fn reserve_handlers(vm: &mut Vm, more: usize) -> Result<()> {
    let extra = vm.fiber.handlers.len().max(32).max(more);
    vm.program.rt.heap.reserve(extra * size_of::<Handler>())?;
    if vm.fiber.handlers.try_reserve_exact(extra).is_err() {
        return Err(Limit::Memory.into());
    }
    vm.account()
}

/// Executes [`Insn::PushBinding`](crate::bytecode::Insn).
pub(super) fn push_binding(vm: &mut Vm, a: u8, off: i32) -> Result<()> {
    if vm.fiber.handlers.len() == vm.fiber.handlers.capacity() {
        reserve_handlers(vm, 1)?;
    }
    note_binding(vm)?;
    let (kind, base) = (HandlerKind::Binding, vm.fiber.run.base);
    let pc = vm.fiber.run.pc.wrapping_add(off as isize as usize);
    vm.fiber.handlers.push(Handler { kind, number: 0, tag: Value::NIL, pc, base, a });
    Ok(())
}

/// Keeps the position of the handler that is pushed next, a binding.
fn note_binding(vm: &mut Vm) -> Result<()> {
    let position = vm.fiber.handlers.len() as u32;
    let outer = vm.fiber.bindings.partition_point(|&p| p < position);
    vm.fiber.bindings.truncate(outer);
    if vm.fiber.bindings.len() == vm.fiber.bindings.capacity() {
        reserve_bindings(vm)?;
    }
    vm.fiber.bindings.push(position);
    Ok(())
}

fn reserve_bindings(vm: &mut Vm) -> Result<()> {
    let extra = vm.fiber.bindings.len().max(32);
    vm.program.rt.heap.reserve(extra * size_of::<u32>())?;
    if vm.fiber.bindings.try_reserve_exact(extra).is_err() {
        return Err(Limit::Memory.into());
    }
    vm.account()
}

/// The first cleanup on the way from here to continuation `k`: of a form that the program is inside of and the
/// continuation is not.
pub(super) fn cleanup_before(vm: &mut Vm, k: Value) -> Result<Option<HandlerPosition>> {
    let mut here = innermost_handler(vm);
    let mut there =
        continuation::segment_of(&vm.program, k).and_then(|s| innermost_handler_in(&vm.program, s.whole(k)));
    let mut left: Vec<(HandlerPosition, u32)> = Vec::new();
    let mut kept: Vec<u32> = Vec::new();
    let mut steps = 0;
    // Both ways lead outward, to smaller numbers: whoever is further in goes on, until they meet.
    while here.is_some() || (there.is_some() && left.iter().any(|&(_, number)| number != 0)) {
        steps += 1;
        if steps % 64 == 0 {
            vm.program.rt.charge(4)?;
        }
        let (mine, its) = (here.map(|h| order(&vm.program, h.0)), there.map(|t| order(&vm.program, t.0)));
        if mine == its {
            break;
        }
        if mine > its {
            if let Some((place, h)) = here {
                if h.kind.is_cleanup() {
                    left.push((place, h.number));
                }
                here = next_handler(vm, place);
            }
        } else if let Some((place, h)) = there {
            if h.kind.is_cleanup() {
                kept.push(h.number);
            }
            there = next_handler(vm, place);
        }
    }
    kept.sort_unstable();
    let cleanup = left.into_iter().find(|(_, number)| *number == 0 || kept.binary_search(number).is_err());
    Ok(cleanup.map(|(place, _)| place))
}

/// Returns a key that grows from the outermost to the innermost handler of a run.
fn order(program: &ProgramState, place: HandlerPosition) -> (u64, usize) {
    match place {
        HandlerPosition::Stack(i) => (u64::MAX, i),
        HandlerPosition::Segment(segment, i) => (continuation::segment_of(program, segment).map_or(0, |s| s.number), i),
    }
}

/// Handlers looked at for one tick.
const STEPS_PER_TICK: usize = 16;

/// Returns whether the tag is a pair that only the machine makes. Such a pair is the same as no other.
pub(crate) fn is_private_tag(program: &ProgramState, tag: Value) -> bool {
    tag.is_pair() && [Value::MISSING, Value::HANDLERS, Value::RESTARTS, Value::MASK].contains(&program.rt.heap.car(tag))
}

fn marks(program: &ProgramState, tag: Value, kind: Value) -> bool {
    tag.is_pair() && program.rt.heap.car(tag) == kind
}

/// The innermost mark of a kind, outside of the mark `inner` if that is one; nil if there is none. The way of an
/// error (`is_error`) ends where something else catches errors.
pub(crate) fn next_mark(vm: &mut Vm, kind: Value, inner: Value, is_error: bool) -> Result<Value> {
    let mut at = innermost_handler(vm);
    let mut outer = vm.fiber.suspended.len();
    let (mut passed, mut masked) = (inner, false);
    let mut steps = 0;
    loop {
        let Some((place, h)) = at else {
            // A run that waits for this one may have handlers, too.
            let Some(o) = outer.checked_sub(1) else { return Ok(Value::NIL) };
            outer = o;
            at = innermost_handler_of(vm, outer);
            continue;
        };
        steps += 1;
        if steps % STEPS_PER_TICK == 0 {
            vm.program.rt.charge(1)?;
        }
        let catches = !h.kind.is_cleanup() && (h.tag.is_nil() || h.tag == Value::symbol(well_known::ERROR));
        if h.tag == passed {
            (passed, masked) = (Value::NIL, false);
        } else if is_error && catches && (masked || passed.is_nil()) {
            return Ok(Value::NIL);
        } else if passed.is_nil() && h.kind == HandlerKind::Catch {
            if marks(&vm.program, h.tag, kind) {
                return Ok(h.tag);
            }
            if kind == Value::HANDLERS && marks(&vm.program, h.tag, Value::MASK) {
                (passed, masked) = (vm.program.rt.heap.cdr(h.tag), true);
            }
        }
        at = next_handler(vm, place);
    }
}

/// Returns whether handlers have to be asked before an error goes its way.
pub(super) fn has_signal_handlers(vm: &mut Vm) -> Result<bool> {
    // Only dialects have marks.
    let may_have = vm.program.has_dialect_libraries() && !vm.inspection.hides_handlers;
    Ok(may_have && !next_mark(vm, Value::HANDLERS, Value::NIL, true)?.is_nil())
}

/// Passes `condition` to the handlers, through a function of the library. Its calls are above everything that the code
/// that failed may still need. The function does not return there.
pub(super) fn offer(vm: &mut Vm, condition: Value) -> Result<()> {
    let a = WINDOW - 1;
    vm.fiber.run.top = vm.fiber.run.base + WINDOW;
    vm.rooted(&[condition], |vm| {
        let f = dialects::function_for(vm, |l| l.offer)?;
        vm.ensure_window_for(vm.fiber.run.base + a, f, &[condition])?;
        vm.call_with(a, f, vec![condition], false, &mut Nothing)
    })
}
