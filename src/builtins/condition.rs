//! Errors as values: raising them, and what a condition tells.
//!
//! [`check`] is for the library's functions that are written in the language: it says what their arguments must be.

use super::arg::{Arg, ArrayRef, ConditionRef, ListRef, SpaceRef, StringRef, TableRef};
use super::builtins;
use crate::fault::{Blamed, Code, ErrorData, Result, Unwind};
use crate::num::Number;
use crate::printer::{PrintStyle, print};
use crate::runtime::{Runtime, with_article};
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
fn location(rt: &mut Runtime, condition: ConditionRef) -> Result<Value> {
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
        location(rt, condition)
    }

    fn "%check-argument" (rt, ty: Symbol, name: Symbol, value: Value) {
        check(rt, ty, name, value)
    }
}

/// A type of `%check`: its name, its description for messages, and its test.
type CheckedType = (&'static str, &'static str, fn(&Runtime, Value) -> bool);

/// The types that are none of an object's. Before `-or-nil`, the type is also nil's.
const CHECKED_TYPES: [CheckedType; 11] = [
    // In some dialects a symbol stands for the function that it names; its call finds out.
    ("function", "a function", |rt, v| v.is_procedure() || v.is(Kind::SYMBOL) && rt.dialects.calls_symbols),
    ("list", ListRef::EXPECTED, |_, v| is_list(v)),
    // A list of row and column, nil for none, or a variable.
    ("place", "a place (a list of row and column, or a variable) or nil", |_, v| is_list(v) || v.is(Kind::VARIABLE)),
    ("sequence", "a list or array", |_, v| is_list(v) || v.is(Kind::ARRAY)),
    ("array", ArrayRef::EXPECTED, |_, v| v.is(Kind::ARRAY)),
    ("string", StringRef::EXPECTED, |_, v| v.is(Kind::STRING)),
    ("table", TableRef::EXPECTED, |_, v| v.is(Kind::TABLE)),
    ("number", Number::EXPECTED, |rt, v| <Number as Arg>::from_value(rt, v).is_some()),
    ("count", usize::EXPECTED, |rt, v| usize::from_value(rt, v).is_some()),
    ("positive", "a positive integer", |_, v| v.as_fixnum().is_some_and(|n| n > 0)),
    ("state", SpaceRef::EXPECTED, |rt, v| SpaceRef::from_value(rt, v).is_some()),
];

fn is_list(v: Value) -> bool {
    v.has_elements() || v.is_nil()
}

/// Returns whether a value is of a type of `%check`. A name that is not in the table is that of a record type or a
/// host type.
fn is_checked_type(rt: &Runtime, ty: &str, v: Value) -> bool {
    if let Some(ty) = ty.strip_suffix("-or-nil") {
        return v.is_nil() || is_checked_type(rt, ty, v);
    }
    match CHECKED_TYPES.iter().find(|(name, ..)| *name == ty) {
        Some((.., test)) => test(rt, v),
        None => {
            let class = rt.heap.as_host_object(v).map(|object| object.class.name);
            let record = || rt.heap.record_type(v).filter(|_| v.is(Kind::RECORD)).map(|t| t.name);
            let name = class.or_else(record);
            name.is_some_and(|name| rt.name(name) == ty)
        }
    }
}

/// Returns the description of a type of `%check`.
fn checked_type_words(ty: &str) -> String {
    if let Some(ty) = ty.strip_suffix("-or-nil") {
        return format!("{} or nil", checked_type_words(ty));
    }
    let in_table = CHECKED_TYPES.iter().find(|(name, ..)| *name == ty);
    in_table.map_or_else(|| with_article(ty), |(_, words, _)| (*words).to_string())
}

fn check(rt: &Runtime, ty: Symbol, name: Symbol, v: Value) -> Result<()> {
    let ty = rt.name(ty);
    if is_checked_type(rt, ty, v) {
        return Ok(());
    }
    // The function that checks complains: the machine knows which one that is.
    let c = ErrorData::unfit(Code::WrongType, &checked_type_words(ty), &rt.show(v));
    Err(c.with_argument(rt.name(name)).with_irritants(&[v]).into())
}
