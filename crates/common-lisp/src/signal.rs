//! Handlers that are asked where something is signalled, and restarts: what the library does with the marks of the
//! machine ([`Mark`]).

use klammer::Code;
use klammer::dialect::{ErrorData, Interpreter, Mark, Next, Value, controls, misused};

fn kind_of_mark(it: &mut Interpreter<'_>, name: Value) -> Option<Mark> {
    match name.as_symbol().map(|s| it.rt().symbols.name(s)) {
        Some("handlers") => Some(Mark::Handlers),
        Some("restarts") => Some(Mark::Restarts),
        Some("mask") => Some(Mark::Mask),
        _ => None,
    }
}

controls! { "common-lisp";
    "%mark" (Required kind, Required content) => |it| {
        let Some(kind) = kind_of_mark(it, kind) else { return misused("%mark") };
        it.new_mark(kind, content).map(Next::Return)
    };
    "%next-mark" (Required kind, Required inner, Required is_error) => |it| {
        let Some(kind) = kind_of_mark(it, kind) else { return misused("%next-mark") };
        it.next_mark(kind, inner, !is_error.is_nil()).map(Next::Return)
    };
    "%mark-content" (Required mark) => |it| it.mark_content("%mark-content", mark).map(Next::Return);
    // Throws what has been offered to all handlers: a condition of the core, or one that is made for an object.
    "%throw-offered" (Required message, Required object) => |it| {
        let value = match it.rt().heap.as_str(message).map(str::to_string) {
            None => object,
            Some(text) => it.condition_object(ErrorData::new(Code::User, text).with_irritants(&[object]))?,
        };
        Err(it.declined(value))
    };
}
