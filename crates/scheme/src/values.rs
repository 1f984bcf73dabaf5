//! Natives for values that Scheme has and the core does not: identity, mutable strings, and numbers that stay floats
//! when they are rounded.
//!
//! The names begin with `%`: programs get these functions from Scheme's library, which gives them their names there.

use std::cmp::Ordering;

use klammer::Code;
use klammer::dialect::equality::{equal, eqv};
use klammer::dialect::format::format;
use klammer::dialect::number::{NumberValue, ceiling, extreme, floor, round, to_inexact, truncate};
use klammer::dialect::text::{print_as, print_shared};
use klammer::dialect::{
    ConditionRef, CostCounter, Elements, ErrorData, KeyEquality, ListRef, ListWalk, OutputPort, PrintStyle, Result,
    Runtime, StringRef, TableRef, Value, fail_in, natives,
};

use super::DIALECT;

/// The part of `list` that begins with the first element for which `same` is true.
fn tail_from(
    rt: &mut Runtime,
    function: &'static str,
    list: Value,
    mut same: impl FnMut(&mut Runtime, Value) -> Result<bool>,
) -> Result<Option<Value>> {
    let mut walk = ListWalk::new(function, "list", list);
    loop {
        let at = walk.rest();
        let Some(item) = walk.next(rt)? else { return Ok(None) };
        if same(rt, item)? {
            return Ok(Some(at));
        }
    }
}

/// The first pair of an association list for whose car `same` is true.
fn entry(
    rt: &mut Runtime,
    function: &'static str,
    alist: Value,
    mut same: impl FnMut(&mut Runtime, Value) -> Result<bool>,
) -> Result<Option<Value>> {
    let mut walk = ListWalk::new(function, "alist", alist);
    while let Some(item) = walk.next(rt)? {
        if !item.is_pair() {
            return Err(rt.wrong_type(function, "an element of alist", "a pair", item));
        }
        let key = rt.heap.car(item);
        if same(rt, key)? {
            return Ok(Some(item));
        }
    }
    Ok(None)
}

/// A float rounded stays a float; everything else is rounded exactly.
fn rounded(
    rt: &mut Runtime,
    number: Value,
    float: fn(f64) -> f64,
    exact: fn(&mut Runtime, Value, Option<Value>) -> Result<Value>,
) -> Result<Value> {
    if number.is_fixnum() {
        return Ok(number);
    }
    match rt.heap.as_float(number) {
        Some(x) => rt.heap.float(float(x)),
        None => exact(rt, number, None),
    }
}

/// Returns whether the list ends with the empty list.
fn is_list(rt: &mut Runtime, object: Value) -> Result<bool> {
    // A tortoise follows: of a circle it is caught up with.
    let (mut v, mut slow) = (object, object);
    let mut meter = CostCounter::default();
    loop {
        for _ in 0..2 {
            meter.step(rt)?;
            if !v.is_pair() {
                return Ok(v.is_nil() || v.has_elements());
            }
            v = rt.heap.cdr(v);
        }
        slow = rt.heap.cdr(slow);
        if v == slow && v.is_pair() {
            return Ok(false);
        }
    }
}

fn keys(rt: &Runtime, test: Value) -> Result<KeyEquality> {
    match rt.native_name(test).or_else(|| rt.procedure_name(test)) {
        Some("%eq?" | "%eqv?") => Ok(KeyEquality::Eqv),
        Some("%equal?" | "equal?" | "string=?" | "=" | "%=" | "char=?") => Ok(KeyEquality::Structure),
        _ => fail_in(
            "make-hash-table",
            Code::BadValue,
            "keys can be compared by eq?, eqv?, equal?, string=? and =, by nothing else",
        ),
    }
}

/// The greatest or least number; a float if one of them is one.
fn contagious(rt: &mut Runtime, function: &str, first: Value, more: &[Value], wanted: Ordering) -> Result<Value> {
    let best = extreme(rt, function, first, more, wanted)?;
    let is_float = |v: Value| rt.heap.as_float(v).is_some();
    let inexact = is_float(first) || more.iter().any(|&v| is_float(v));
    if inexact && !is_float(best) {
        return to_inexact(rt, function, best);
    }
    Ok(best)
}

/// The condition that `(error message irritant...)` raises. Its text holds the irritants, as `write` does.
pub(super) fn error(rt: &mut Runtime, message: Value, irritants: &[Value]) -> Result<ErrorData> {
    let mut text = print_as(rt, message, PrintStyle::Display, DIALECT)?;
    text.push_str(&irritants_text(rt, irritants)?);
    Ok(ErrorData::of_program(Code::User, text).with_irritants(irritants))
}

fn irritants_text(rt: &mut Runtime, irritants: &[Value]) -> Result<String> {
    let mut text = String::new();
    for &irritant in irritants {
        let shown = print_as(rt, irritant, PrintStyle::Readable, DIALECT)?;
        rt.heap.reserve(text.len().saturating_add(shown.len()))?;
        text.push(' ');
        text.push_str(&shown);
    }
    Ok(text)
}

natives! { "scheme-names";
    fn "%read" (rt, ?source: Value) {
        rt.read(source, DIALECT)
    }

    fn "%error-message" (rt, condition: ConditionRef) {
        // The message without the irritants that `error` has appended to it.
        let (text, irritants) = rt.condition(condition.0).unwrap_or_default();
        let behind = irritants_text(rt, &irritants)?;
        Result::Ok(text.strip_suffix(&behind).unwrap_or(&text).to_string())
    }

    fn "%max" (rt, number: NumberValue, *more: NumberValue) { contagious(rt, "max", number.0, more, Ordering::Greater) }

    fn "%min" (rt, number: NumberValue, *more: NumberValue) { contagious(rt, "min", number.0, more, Ordering::Less) }

    #[inline_as(Op(Not))]
    fn "%not" (rt, object: Value) { object == Value::FALSE }

    #[inline_as(Op(IsNull))]
    fn "%null?" (rt, object: Value) { object.is_nil() }

    fn "%boolean?" (rt, object: Value) { object == Value::T || object == Value::FALSE }

    #[inline_as(Op(Same))]
    fn "%eq?" (rt, a: Value, b: Value) { a == b }

    #[inline_as(Literal)]
    fn "%eqv?" (rt, a: Value, b: Value) { eqv(rt, a, b) }

    #[inline_as(Literal)]
    fn "%equal?" (rt, a: Value, b: Value) { equal(rt, a, b) }

    fn "%memq" (rt, x: Value, list: ListRef) { tail_from(rt, "memq", list.0, |_, y| Ok(x == y)) }

    fn "%memv" (rt, x: Value, list: ListRef) { tail_from(rt, "memv", list.0, |rt, y| Ok(eqv(rt, x, y))) }

    #[inline_as(By("%member-by"))]
    fn "%member" (rt, x: Value, list: ListRef) { tail_from(rt, "member", list.0, |rt, y| equal(rt, x, y)) }

    fn "%assq" (rt, key: Value, alist: ListRef) { entry(rt, "assq", alist.0, |_, k| Ok(key == k)) }

    fn "%assv" (rt, key: Value, alist: ListRef) { entry(rt, "assv", alist.0, |rt, k| Ok(eqv(rt, key, k))) }

    #[inline_as(By("%assoc-by"))]
    fn "%assoc" (rt, key: Value, alist: ListRef) { entry(rt, "assoc", alist.0, |rt, k| equal(rt, key, k)) }

    fn "%list?" (rt, object: Value) { is_list(rt, object) }

    #[inline_as(Op(IsKind(Kind::SYMBOL)))]
    fn "%symbol?" (rt, object: Value) { object.as_symbol().is_some() }

    fn "%vector?" (rt, object: Value) {
        rt.heap.is_vector(object) && matches!(rt.heap.array_elements(object), Some(Elements::Values(_)))
    }

    fn "%bytevector?" (rt, object: Value) {
        matches!(rt.heap.array_elements(object), Some(Elements::Bytes(_)))
    }

    fn "%floor" (rt, number: NumberValue) { rounded(rt, number.0, f64::floor, floor) }

    fn "%ceiling" (rt, number: NumberValue) { rounded(rt, number.0, f64::ceil, ceiling) }

    fn "%round" (rt, number: NumberValue) { rounded(rt, number.0, f64::round_ties_even, round) }

    fn "%truncate" (rt, number: NumberValue) { rounded(rt, number.0, f64::trunc, truncate) }

    fn "%rational?" (rt, object: Value) {
        object.is_number() && rt.heap.as_float(object).is_none_or(f64::is_finite)
    }

    fn "%string->symbol" (rt, name: StringRef) {
        let name = rt.text(name.0)?;
        rt.intern(&name).map(Value::symbol)
    }

    fn "%string-copy" (rt, string: StringRef, ?start: usize, ?end: usize) {
        let length = rt.heap.text_of(string.0)?.len();
        let (start, end) = (start.unwrap_or(0), end.unwrap_or(length));
        rt.charge(length / 64)?;
        let part = rt.heap.as_text(string.0).and_then(|t| if start <= end { t.slice(start, end) } else { None });
        match part.map(str::to_string) {
            Some(part) => {
                rt.heap.reserve(part.len())?;
                rt.heap.string(part)
            }
            None => fail_in("string-copy", Code::IndexOutOfRange,
                format!("{start} to {end} is not a part of a string of {length} characters"),
            ),
        }
    }

    fn "%string-set!" (rt, string: StringRef, index: usize, char: char) {
        rt.set_character("string-set!", string.0, index, char)
    }

    fn "%text" (rt, object: Value, readable: Value) {
        let style = if readable.is_false() { PrintStyle::Display } else { PrintStyle::Readable };
        print_as(rt, object, style, DIALECT)
    }

    fn "%display" (rt, object: Value, ?port: OutputPort) {
        rt.write_value_as(port.map(|p| p.0), object, PrintStyle::Display, DIALECT)
    }

    fn "%write" (rt, object: Value, ?port: OutputPort) {
        let text = print_as(rt, object, PrintStyle::Readable, DIALECT)?;
        rt.write_to(port.map(|p| p.0), &text)
    }

    fn "%format" (rt, control: StringRef, arguments: ListRef) {
        let arguments = rt.list_items("format", arguments.0)?;
        let text = rt.writing_as(DIALECT, |rt| format(rt, control.0, &arguments, 0))?;
        rt.heap.string(text)
    }

    fn "%write-shared" (rt, object: Value, ?port: OutputPort) {
        let text = print_shared(rt, object, DIALECT)?;
        rt.write_to(port.map(|p| p.0), &text)
    }

    fn "%make-table" (rt, test: Value) {
        let keys = keys(rt, test)?;
        rt.heap.new_table(keys)
    }

    fn "%table-copy" (rt, table: TableRef) {
        let bytes = rt.heap.table_bytes(table.0);
        rt.charge(bytes / 64)?;
        rt.heap.reserve(bytes)?;
        rt.heap.copy_table(table.0)
    }
}
