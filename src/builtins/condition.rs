//! Errors as values: raising them, and what a condition tells.
//!
//! [`check`] is for the library's functions that are written in the language: it says what their arguments must be.

use super::arg::{Arg, ArrayRef, ConditionRef, ListRef, SpaceRef, StringRef, TableRef};
use super::builtins;
use crate::fault::{Blamed, Code, ErrorData, Result, Unwind};
use crate::num::Number;
use crate::object::RecordType;
use crate::printer::{PrintStyle, print};
use crate::runtime::Runtime;
use crate::symbol::{Symbol, well_known};
use crate::value::{Kind, Value};

/// The error that `(error message irritant...)` raises: its text is the message, displayed, and the irritants as they
/// read.
fn raise(rt: &mut Runtime, message: Value, irritants: &[Value]) -> Box<Unwind> {
    if message.is(Kind::CONDITION) {
        return Box::new(Unwind::Throw { tag: Value::symbol(well_known::ERROR), value: message });
    }
    match error_text(rt, message, irritants) {
        Ok(text) => ErrorData::of_program(Code::User, text).with_irritants(irritants).into(),
        Err(fault) => fault,
    }
}

fn error_text(rt: &mut Runtime, message: Value, irritants: &[Value]) -> Result<String> {
    let mut text = print(rt, message, PrintStyle::Display)?;
    for &irritant in irritants {
        let shown = print(rt, irritant, PrintStyle::Readable)?;
        rt.heap.reserve(text.len().saturating_add(shown.len()))?;
        text.push(' ');
        text.push_str(&shown);
    }
    Ok(text)
}

/// Applies `read` to the condition.
fn read<T>(rt: &Runtime, condition: ConditionRef, read: impl FnOnce(&ErrorData) -> T) -> Option<T> {
    rt.heap.as_condition(condition.0).map(read)
}

/// File, line and column where the error happened.
fn place(rt: &mut Runtime, condition: ConditionRef) -> Result<Value> {
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

    // Raises an error of the library's function of this name about a type or, without `is_of_type`, about a value.
    fn "%refuse" (rt, function: StringRef, is_of_type: Value, message: StringRef) {
        let code = if is_of_type.is_nil() { Code::BadValue } else { Code::WrongType };
        let (function, message) = (rt.heap.text_of(function.0)?.as_str(), rt.heap.text_of(message.0)?.as_str());
        let error = ErrorData::by(function, code, message);
        Err::<Value, _>(error.into())
    }

    // The same, about what the program's function of this name has returned to the library: the place is its
    // definition.
    fn "%wrong-return" (rt, name: Symbol, message: Value, *irritants: Value) {
        let mut fault = raise(rt, message, irritants);
        if let Unwind::Error(c) = &mut *fault {
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
        Err::<Value, _>(Box::new(Unwind::Throw { tag, value: value.unwrap_or(Value::NIL) }))
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

    fn "%check-argument" (rt, ty: Symbol, name: Symbol, value: Value) {
        check(rt, ty, name, value)
    }
}

/// The values that functions of searches take: nil stands for a contradiction.
const STATE_OR_NIL: &str = "a search state or nil";

/// Description of a place that a search branches on, for messages.
const PLACE: &str = "a place (a list of row and column, or a variable) or nil";

/// Returns the description of a type of `%check` for messages, and whether a value is of that type.
fn kind(rt: &Runtime, ty: Symbol, v: Value) -> Option<(&'static str, bool)> {
    let is_list = v.has_elements() || v.is_nil();
    Some(match ty {
        // In some dialects a symbol stands for the function that it names; its call finds out.
        well_known::FUNCTION => ("a function", v.is_procedure() || v.is(Kind::SYMBOL) && rt.calls_symbols),
        well_known::LIST => (ListRef::EXPECTED, is_list),
        // A list of row and column, nil for none, or a variable.
        well_known::PLACE => (PLACE, is_list || v.is(Kind::VARIABLE)),
        well_known::SEQUENCE => ("a list or array", is_list || v.is(Kind::ARRAY)),
        well_known::ARRAY => (ArrayRef::EXPECTED, v.is(Kind::ARRAY)),
        well_known::STRING => (StringRef::EXPECTED, v.is(Kind::STRING)),
        well_known::TABLE => (TableRef::EXPECTED, v.is(Kind::TABLE)),
        well_known::NUMBER => (Number::EXPECTED, <Number as Arg>::from_value(rt, v).is_some()),
        well_known::COUNT => (usize::EXPECTED, usize::from_value(rt, v).is_some()),
        well_known::POSITIVE => ("a positive integer", v.as_fixnum().is_some_and(|n| n > 0)),
        well_known::COUNT_OR_NIL => {
            ("an integer that is not negative, or nil", v.is_nil() || usize::from_value(rt, v).is_some())
        }
        well_known::BOARD => (STATE_OR_NIL, v.is_nil() || SpaceRef::from_value(rt, v).is_some()),
        well_known::LIVE_BOARD => (SpaceRef::EXPECTED, SpaceRef::from_value(rt, v).is_some()),
        // A type of the host, which the module `constraints` makes known.
        well_known::STORE => ("a store", is_of_host(rt, ty, v)),
        well_known::STORE_OR_NIL => ("a store or nil", v.is_nil() || is_of_host(rt, well_known::STORE, v)),
        well_known::VARIABLE => ("a variable", v.is(Kind::VARIABLE)),
        // Of the module `amb`, where it is a record.
        well_known::STREAM => ("a stream of solutions or nil", v.is_nil() || is_solution(rt, v)),
        _ => return None,
    })
}

/// Returns whether `v` is an object of the host type with this name.
fn is_of_host(rt: &Runtime, name: Symbol, v: Value) -> bool {
    v.is(Kind::HOST) && rt.heap.as_host_object(v).is_some_and(|object| object.class.name == name)
}

fn is_solution(rt: &Runtime, v: Value) -> bool {
    let named = |name: Symbol, text: &str| rt.name(name) == text;
    let fields = ["value", "rest", "known?"];
    let is_one = |t: &RecordType| {
        let same = t.fields.iter().zip(fields).all(|(&field, text)| named(field, text));
        named(t.name, "solution") && t.fields.len() == fields.len() && same
    };
    v.is(Kind::RECORD) && rt.heap.record_type(v).is_some_and(is_one)
}

fn check(rt: &Runtime, ty: Symbol, name: Symbol, v: Value) -> Result<()> {
    match kind(rt, ty, v) {
        Some((_, true)) => Ok(()),
        // The function that checks complains: the machine knows which one that is.
        Some((expected, false)) => {
            let c = ErrorData::unfit(Code::WrongType, expected, &rt.show(v));
            Err(c.with_argument(rt.name(name)).with_irritants(&[v]).into())
        }
        // No type of the library's: written by hand.
        None => {
            let problem = format!("must be a type of arguments, got {}", rt.name(ty));
            Err(ErrorData::new(Code::WrongType, problem).with_argument("ty").into())
        }
    }
}
