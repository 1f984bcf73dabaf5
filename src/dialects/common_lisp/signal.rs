//! Handlers that are asked where something is signalled, and restarts: what the library does with the marks of the
//! machine (`vm/signal.rs`).

use crate::fault::{Code, Condition, Fault};
use crate::value::Value;
use crate::vm::Vm;
use crate::vm::controls::{Next, controls, misused};

fn kind_of_mark(vm: &Vm, name: Value) -> Option<Value> {
    match name.as_symbol().map(|s| vm.rt.name(s)) {
        Some("handlers") => Some(Value::HANDLERS),
        Some("restarts") => Some(Value::RESTARTS),
        Some("mask") => Some(Value::MASK),
        _ => None,
    }
}

controls! { "common-lisp";
    "%mark" (Required kind, Required content) => |vm| {
        let Some(kind) = kind_of_mark(vm, kind) else { return misused("%mark") };
        vm.new_mark(kind, content).map(Next::Return)
    };
    "%next-mark" (Required kind, Required inner, Required is_error) => |vm| {
        let Some(kind) = kind_of_mark(vm, kind) else { return misused("%next-mark") };
        vm.next_mark(kind, inner, !is_error.is_nil()).map(Next::Return)
    };
    "%mark-content" (Required mark) => |vm| {
        if vm.is_private_tag(mark) { Ok(Next::Return(vm.rt.heap.cdr(mark))) } else { misused("%mark-content") }
    };
    // Throws what has been offered to all handlers: a condition of the core, or one that is made for an object.
    "%throw-offered" (Required message, Required object) => |vm| {
        let value = match vm.rt.heap.as_str(message).map(str::to_string) {
            None => object,
            Some(text) => vm.condition_object(Condition::new(Code::User, text).with_irritants(&[object]))?.1,
        };
        Err(Box::new(Fault::Throw { tag: Value::OFFERED, value }))
    };
}
