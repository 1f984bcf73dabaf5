//! Errors as values: raising them, and what a condition tells.

use super::arg::ConditionRef;
use super::builtins;
use crate::fault::{Blamed, Code, Condition, Fault, Res};
use crate::object::Object;
use crate::printer::{Style, print};
use crate::runtime::Runtime;
use crate::symbol::{Symbol, well_known};
use crate::value::{Kind, Value};

/// The error that `(error message irritant...)` raises: its text is the message, displayed, and the irritants as they
/// read.
fn raise(rt: &mut Runtime, message: Value, irritants: &[Value]) -> Box<Fault> {
    if message.is(Kind::CONDITION) {
        return Box::new(Fault::Throw { tag: Value::symbol(well_known::ERROR), value: message });
    }
    match error_text(rt, message, irritants) {
        Ok(text) => Condition::of_program(Code::User, text).with_irritants(irritants).into(),
        Err(fault) => fault,
    }
}

fn error_text(rt: &mut Runtime, message: Value, irritants: &[Value]) -> Res<String> {
    let mut text = print(rt, message, Style::Display)?;
    for &irritant in irritants {
        let shown = print(rt, irritant, Style::Readable)?;
        rt.heap.reserve(text.len().saturating_add(shown.len()))?;
        text.push(' ');
        text.push_str(&shown);
    }
    Ok(text)
}

/// Applies `read` to the condition.
fn read<T>(rt: &Runtime, condition: ConditionRef, read: impl FnOnce(&Condition) -> T) -> Option<T> {
    match rt.heap.as_object(condition.0) {
        Some(Object::Condition(c)) => Some(read(c)),
        _ => None,
    }
}

/// File, line and column where the error happened.
fn place(rt: &mut Runtime, condition: ConditionRef) -> Res<Value> {
    let span = read(rt, condition, |c| {
        let c = rt.completed(c);
        c.details().name_span.unwrap_or(c.span())
    });
    let Some(span) = span.filter(|s| !s.is_none()) else {
        return Ok(Value::NIL);
    };
    let Some(source) = rt.sources.get(span.source()).cloned() else { return Ok(Value::NIL) };
    let at = source.line_column(span.start());
    let file = rt.heap.string(&*source.name)?;
    rt.heap.list(&[file, Value::fix(at.line.into()), Value::fix(at.column.into())])
}

builtins! { "condition";
    /// Raises an error: throws a condition to the tag `error`. Its message is the text of `message` followed by the
    /// irritants. A condition in place of the message is thrown again as it is.
    ///
    /// (error "no solution for" '(1 2))                                                ;!! user-error
    /// (catch-and-apply 'error (lambda (tag c) (condition-message c)) (error "a" "b")) ;=> "a \"b\""
    fn "error" (rt, message: Value, *irritants: Value) {
        Err::<Value, _>(raise(rt, message, irritants))
    }

    // The same, about what the program's function of this name has returned to the library: the place is its
    // definition.
    fn "%wrong-return" (rt, name: Symbol, message: Value, *irritants: Value) {
        let mut fault = raise(rt, message, irritants);
        if let Fault::Error(c) = &mut *fault {
            c.details_mut().blamed = Some(Blamed::Named(name));
        }
        Err::<Value, _>(fault)
    }

    /// Ends the innermost `catch` of this tag, which then returns `value` (nil if left out).
    ///
    /// (catch 'done (throw 'done 7) 8)  ;=> 7
    /// (throw 'nowhere 1)               ;!! uncaught-throw
    #[inline_as(Op(Throw))]
    fn "throw" (rt, tag: Value, ?value: Value) {
        Err::<Value, _>(Box::new(Fault::Throw { tag, value: value.unwrap_or(Value::NIL) }))
    }

    /// Returns whether `object` is a condition, that is, an error as a value.
    ///
    /// (catch-and-apply 'error (lambda (tag c) (condition? c)) (error "no"))  ;=> t
    /// (condition? "no")                                                      ;=> nil
    fn "condition?" (rt, object: Value) {
        object.is(Kind::CONDITION)
    }

    /// The symbol that tells what kind of error a condition is.
    ///
    /// (catch-and-apply 'error (lambda (tag c) (condition-code c)) (first 3))  ;=> wrong-type
    fn "condition-code" (rt, condition: ConditionRef) {
        read(rt, condition, |c| c.code.as_str()).map(|code| rt.symbol(code))
    }

    /// The text of a condition, irritants included.
    ///
    /// (catch-and-apply 'error (lambda (tag c) (condition-message c)) (error "no" 'luck))  ;=> "no luck"
    fn "condition-message" (rt, condition: ConditionRef) {
        read(rt, condition, |c| rt.message_of(c))
    }

    /// A list of the values that a condition speaks of.
    ///
    /// (catch-and-apply 'error (lambda (tag c) (condition-irritants c)) (error "no" 1 2))  ;=> (1 2)
    fn "condition-irritants" (rt, condition: ConditionRef) {
        read(rt, condition, |c| c.irritants.to_vec())
    }

    /// Returns the place of the error: a list of file, line and column, or nil if it is not known.
    ///
    /// (catch-and-apply 'error (lambda (tag c) (first (rest (condition-place c)))) (error "no"))  ;=> 1
    fn "condition-place" (rt, condition: ConditionRef) {
        place(rt, condition)
    }
}
