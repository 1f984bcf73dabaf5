//! Ends of dynamic bindings that no code of the program reaches. A binding made for the time of an evaluation gets its
//! outer value back, whatever ended the evaluation.
//!
//! A cleanup restores a variable whose cell is known when the binding is compiled
//! ([`Node::Restore`](crate::compile::ir::Node)). A limit skips cleanups, so the machine then looks for the bindings
//! that they would have restored. A *swap* exchanges everything else (computed places, parameters, temporary
//! assignments). It is a library function that binds if given true, unbinds if given nil, and does nothing if that is
//! already done. The machine keeps a list of active swaps, innermost first. The library adds one before it binds and
//! removes it after it has unbound. What a run leaves on the list, because a limit or an error has ended it, is called
//! with nil. A swap takes no tick between its first change and its last, so that no limit finds half of them made.

use super::handler_stack;
use super::handler_stack::HandlerPlace;
use super::host_call::Nothing;
use super::vm_natives::{Next, machine_builtins, misused};
use super::{Vm, continuation};
use crate::fault::{Result, Unwind};
use crate::limits::SLICE;
use crate::module::ProgramState;
use crate::object::continuation::HandlerKind;
use crate::value::Value;

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
        if let (HandlerKind::Binding, HandlerPlace::Segment(segment, _)) = (h.kind, place) {
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
    let left = std::mem::replace(&mut vm.program.rt.budget.left, SLICE);
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
    vm.program.rt.budget.left = left;
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
