//! Predicates for the kind of a value, and equality of two values.

use super::builtins;
use crate::equality;
use crate::object::Object;
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

/// The name of a value's type, as `type-of` tells it.
pub(crate) fn type_name(rt: &Runtime, v: Value) -> &str {
    match v.kind() {
        _ if v.is_fixnum() => "integer",
        _ if v.is_float() => "float",
        _ if v.is_nil() => "null",
        _ if v.is_false() || v == Value::T => "boolean",
        _ if v.is_procedure() => "function",
        Kind::HOST => match rt.heap.as_object(v) {
            Some(Object::Host(object)) => rt.name(object.class.name),
            _ => "object",
        },
        Kind::RECORD => rt.heap.record_type(v).map_or("record", |t| rt.name(t.name)),
        kind => kind.type_words().map_or("constant", |(name, _)| name),
    }
}

/// Returns the name of the type of an object.
pub(crate) fn type_of(rt: &mut Runtime, object: Value) -> Value {
    // The name of a record's type may be a symbol of a package, which its text does not tell.
    if let Some(t) = rt.heap.record_type(object).filter(|_| object.is(Kind::RECORD)) {
        return Value::symbol(t.name);
    }
    let name = type_name(rt, object).to_owned();
    rt.symbol(&name)
}

/// Returns whether all arguments are equal to the first.
fn all_equal(rt: &mut Runtime, first: Value, more: &[Value]) -> crate::fault::Result<bool> {
    for &x in more {
        if !equality::equal(rt, first, x)? {
            return Ok(false);
        }
    }
    Ok(true)
}

builtins! { "predicate";
    /// For traces: an object of the host that is used as an array, as the text of an object; nil of all else.
    fn "%object-text" (rt, value: Value) {
        let object = rt.heap.as_host_object(value).filter(|object| object.class.print.is_some());
        object.map(|object| format!("#<{} {}>", rt.name(object.class.name), rt.heap.host_text(object)))
    }

    /// Returns whether all arguments are equal: numbers by value, strings by characters, symbols by name, lists by
    /// structure. Arrays, hash tables, records, functions and other mutable things are equal only if they are the same
    /// one. A `lambda` that uses no variable around it may give the same function each time. `=` and `equal?` are one
    /// function.
    ///
    /// (= 1 1.0 2/2)             ;=> t
    /// (= '(1 "a") (list 1 "a")) ;=> t
    /// (= (vector 1) (vector 1)) ;=> nil
    /// (= 1 2)                   ;=> nil
    #[inline_as(Op(Equal), Chain(Equal))]
    fn "=" (rt, first: Value, *more: Value) {
        all_equal(rt, first, more)
    }

    /// Returns whether all arguments are equal. The same function as `=`.
    ///
    /// (equal? '(1 (2)) '(1 (2)))  ;=> t
    /// (equal? "a" 'a)             ;=> nil
    #[inline_as(Op(Equal))]
    fn "equal?" (rt, first: Value, *more: Value) {
        all_equal(rt, first, more)
    }

    /// Returns whether `object` is nil, that is, false. Negates its argument: t for nil, and nil for everything else.
    ///
    /// (not nil)  ;=> t
    /// (not 0)    ;=> nil
    #[inline_as(Op(Not))]
    fn "not" (rt, object: Value) {
        object.is_false()
    }

    /// Returns its argument.
    ///
    /// (identity 'a)  ;=> a
    fn "identity" (rt, object: Value) {
        object
    }

    /// Returns all its arguments at once, for `receive` to take apart. A single one is simply returned.
    ///
    /// (values 1)                             ;=> 1
    /// (receive (a b) (values 1 2) (list b a)) ;=> (2 1)
    fn "values" (rt, *objects: Value) {
        Ok(match objects {
            [one] => *one,
            _ => rt.heap.object(Object::Values(objects.into()))?,
        })
    }

    /// Returns the name of the argument's type: integer, ratio, float, string, character, symbol, keyword, list, null
    /// (of nil), boolean (of t), array, table, function, macro, special-operator, condition, port, or a record type.
    ///
    /// (type-of 1)       ;=> integer
    /// (type-of '(1))    ;=> list
    /// (type-of nil)     ;=> null
    /// (type-of "a")     ;=> string
    fn "type-of" (rt, object: Value) {
        type_of(rt, object)
    }

    /// Returns whether `object` is a string.
    ///
    /// (string? "a")  ;=> t
    /// (string? 'a)   ;=> nil
    #[inline_as(Op(IsKind(Kind::STRING)))]
    fn "string?" (rt, object: Value) {
        object.is(Kind::STRING)
    }

    /// Returns whether `object` is a character.
    ///
    /// (char? #\a)  ;=> t
    /// (char? "a")  ;=> nil
    #[inline_as(Op(IsKind(Kind::CHARACTER)))]
    fn "char?" (rt, object: Value) {
        object.is(Kind::CHARACTER)
    }

    /// Returns whether `object` is a function: native, defined, generic, or a continuation.
    ///
    /// (procedure? first)           ;=> t
    /// (procedure? 'first)          ;=> nil
    /// (procedure? (lambda (x) x))  ;=> t
    fn "procedure?" (rt, object: Value) {
        object.is_procedure()
    }

    /// Returns whether `object` is a macro.
    ///
    /// (macro? (mlambda args nil))  ;=> t
    /// (macro? first)               ;=> nil
    fn "macro?" (rt, object: Value) {
        object.is(Kind::MACRO)
    }

    /// Returns whether `object` is a special operator, which the compiler knows.
    ///
    /// (special-operator? if)     ;=> t
    /// (special-operator? first)  ;=> nil
    fn "special-operator?" (rt, object: Value) {
        object.is(Kind::SPECIAL)
    }

    /// Returns whether `object` is one of the constants t and nil.
    ///
    /// (boolean? nil)  ;=> t
    /// (boolean? 1)    ;=> nil
    fn "boolean?" (rt, object: Value) {
        object == Value::T || object.is_false()
    }
}
