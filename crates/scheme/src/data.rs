//! Scheme's operations on whole strings, vectors and bytevectors: encoding, folding, joining, copying in place. Natives
//! for values that Scheme has and the core does not: identity, mutable strings, and numbers that stay floats when they
//! are rounded.
//!
//! The names begin with `%`: programs get these functions from Scheme's library, which gives them their names there.
//! Digits are those of all scripts.

use std::cmp::Ordering;
use std::ops::Range;

use klammer::Code;
use klammer::dialect::equality::{equal, eqv};
use klammer::dialect::format::format;
use klammer::dialect::number::{
    IntegerValue, NumberValue, Rounding, ceiling, extreme, floor, gcd, lcm, left, round, to_exact, to_inexact, truncate,
};
use klammer::dialect::text::{print_as, print_shared};
use klammer::dialect::{
    ArrayRef, CompactString, ConditionRef, CostCounter, Elements, ElementsMut, ErrorData, KeyEquality, ListRef,
    ListWalk, OutputPort, PrintStyle, Result, Runtime, StringRef, TableRef, Value, fail_in, internal, natives,
};

use super::DIALECT;

/// The zeros among the decimal digits of all scripts (Unicode 14); the nine characters after each are the other digits.
const ZEROS: [u32; 66] = [
    0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0,
    0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620,
    0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30, 0x11066, 0x110f0, 0x11136, 0x111d0,
    0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x11730, 0x118e0, 0x11950, 0x11c50, 0x11d50, 0x11da0, 0x16a60,
    0x16ac0, 0x16b50, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e950, 0x1fbf0,
];

/// The number that a decimal digit of any script stands for.
fn digit_value(c: char) -> Option<u32> {
    if c.is_ascii() {
        return c.to_digit(10);
    }
    let code = u32::from(c);
    let before = ZEROS.partition_point(|&zero| zero <= code);
    let value = code - ZEROS.get(before.checked_sub(1)?)?;
    (value < 10).then_some(value)
}

/// The characters that are the same for all that differ from `c` in case only.
fn folded(c: char) -> impl Iterator<Item = char> {
    // The way through lower and upper case joins what has one upper case and several lower ones, such as the two forms
    // of sigma. The letter i without a dot is the only one that this would join with another although it is not to be.
    let upper =
        if c == 'ı' { None } else { Some(c.to_lowercase().flat_map(char::to_uppercase).flat_map(char::to_lowercase)) };
    let same = upper.is_none().then_some(c);
    upper.into_iter().flatten().chain(same)
}

/// Returns the single character that `mapped` yields for `original`. If it yields several, returns `None`, which stands
/// for `original` itself, or the one small letter of an upper-case character.
fn single(original: char, mut mapped: impl Iterator<Item = char>) -> Option<char> {
    match (mapped.next(), mapped.next()) {
        (Some(c), None) => Some(c),
        _ => (original.is_uppercase()).then(|| original.to_lowercase().next()).flatten(),
    }
}

/// Checks that `start` to `end` is a part of something of `length` elements.
fn part(function: &str, start: Option<usize>, end: Option<usize>, length: usize) -> Result<(usize, usize)> {
    let (start, end) = (start.unwrap_or(0), end.unwrap_or(length));
    if start > end || end > length {
        return fail_in(function, Code::IndexOutOfRange, format!("{start} to {end} is no part of {length} elements"));
    }
    Ok((start, end))
}

fn bytes_of<'a>(rt: &'a Runtime, function: &str, v: Value) -> Result<&'a [u8]> {
    match rt.heap.array_elements(v) {
        Some(Elements::Bytes(bytes)) => Ok(bytes),
        _ => Err(rt.wrong_type(function, "bytevector", "a bytevector", v)),
    }
}

/// Elements that are copied for a tick.
const PER_TICK: usize = 32;

/// One vector of the elements of all; `bytes`: of bytevectors.
fn joined(rt: &mut Runtime, function: &str, all: &[Value], bytes: bool) -> Result<Value> {
    let mut count = 0usize;
    for &v in all {
        count = count.saturating_add(match rt.heap.array_elements(v) {
            Some(Elements::Values(items)) if !bytes => items.len(),
            Some(Elements::Bytes(items)) if bytes => items.len(),
            _ => return Err(rt.wrong_type(function, "vector", if bytes { "a bytevector" } else { "a vector" }, v)),
        });
    }
    rt.charge((all.len() + count) / PER_TICK)?;
    rt.heap.reserve(count.saturating_mul(if bytes { 1 } else { size_of::<Value>() }))?;
    let (mut values, mut octets) = (Vec::new(), Vec::new());
    if bytes {
        octets.reserve_exact(count)
    } else {
        values.reserve_exact(count)
    }
    for &v in all {
        match rt.heap.array_elements(v) {
            Some(Elements::Values(items)) => values.extend_from_slice(items),
            Some(Elements::Bytes(items)) => octets.extend_from_slice(items),
            _ => {}
        }
    }
    if bytes { rt.heap.byte_vector(octets) } else { rt.heap.vector(values) }
}

/// Copies elements of one vector into another of the same kind, which may be the same one.
fn copy_into(
    rt: &mut Runtime,
    function: &str,
    [to, from]: [Value; 2],
    at: usize,
    start: Option<usize>,
    end: Option<usize>,
) -> Result<()> {
    let (room, length) = match (rt.heap.array_elements(to), rt.heap.array_elements(from)) {
        (Some(a), Some(b)) if rt.heap.is_vector(to) && rt.heap.is_vector(from) => (a.len(), b.len()),
        _ => return Err(rt.wrong_type(function, "vector", "vectors of one dimension", to)),
    };
    let (start, end) = part(function, start, end, length)?;
    let count = end - start;
    if at.saturating_add(count) > room {
        let message = format!("{count} elements do not fit after position {at} of {room}");
        return fail_in(function, Code::IndexOutOfRange, message);
    }
    rt.charge(count / PER_TICK)?;
    rt.heap.reserve(count.saturating_mul(size_of::<Value>()))?;
    // The two may be one and the same.
    let (values, bytes) = match rt.heap.array_elements(from) {
        Some(Elements::Values(items)) => (Some(items.get(start..end).unwrap_or(&[]).to_vec()), None),
        Some(Elements::Bytes(items)) => (None, Some(items.get(start..end).unwrap_or(&[]).to_vec())),
        _ => return Err(rt.wrong_type(function, "from", "a vector or bytevector", from)),
    };
    match (rt.heap.array_elements_mut(to), values, bytes) {
        (Some(ElementsMut::Values(items)), Some(source), _) => {
            items.iter_mut().skip(at).zip(source).for_each(|(old, new)| *old = new);
        }
        (Some(ElementsMut::Bytes(items)), _, Some(source)) => {
            items.iter_mut().skip(at).zip(source).for_each(|(old, new)| *old = new);
        }
        _ => return Err(rt.wrong_type(function, "to", "a vector of the same kind as the one copied from", to)),
    }
    Ok(())
}

/// Puts a value in the place of some elements.
fn fill(
    rt: &mut Runtime,
    function: &str,
    v: Value,
    value: Value,
    start: Option<usize>,
    end: Option<usize>,
) -> Result<()> {
    let length = rt.heap.array_elements(v).map_or(0, |items| items.len());
    let (start, end) = part(function, start, end, length)?;
    rt.charge((end - start) / PER_TICK)?;
    let byte = value.as_fixnum().and_then(|n| u8::try_from(n).ok());
    match (rt.heap.array_elements_mut(v), byte) {
        (Some(ElementsMut::Values(items)), _) => items.get_mut(start..end).unwrap_or_default().fill(value),
        (Some(ElementsMut::Bytes(items)), Some(byte)) => items.get_mut(start..end).unwrap_or_default().fill(byte),
        (Some(ElementsMut::Bytes(_)), None) => {
            return Err(rt.wrong_type(function, "value", "an integer from 0 to 255", value));
        }
        _ => return Err(rt.wrong_type(function, "vector", "a vector or bytevector", v)),
    }
    Ok(())
}

/// Puts characters in the place of others, from character `at` on.
fn replace_characters(rt: &mut Runtime, function: &str, to: Value, at: usize, new: &str, count: usize) -> Result<()> {
    let room = rt.heap.text_of(to)?.len();
    if at.saturating_add(count) > room {
        let message = format!("{count} characters do not fit after position {at} of {room}");
        return fail_in(function, Code::IndexOutOfRange, message);
    }
    let text = rt.heap.text_of(to)?;
    let (Some(from), Some(end)) = (text.offset(at), text.offset(at + count)) else {
        return internal("a part of a string");
    };
    let stays = text.is_ascii() && new.is_ascii();
    let bytes = if stays { new.len() } else { text.as_str().len() + new.len() };
    rt.charge(bytes / PER_TICK)?;
    rt.heap.reserve(if stays { 0 } else { bytes.saturating_mul(2) })?;
    rt.heap.change_text(to, |text| text.replace_part(from, end, new));
    Ok(())
}

/// The bytes of a part of a string, which are paid for, and how many characters they are.
fn bytes_of_part(
    rt: &mut Runtime,
    function: &str,
    s: Value,
    start: Option<usize>,
    end: Option<usize>,
) -> Result<(Range<usize>, usize)> {
    let text = rt.heap.text_of(s)?;
    let (start, end) = part(function, start, end, text.len())?;
    let range = text.offset(start).unwrap_or(0)..text.offset(end).unwrap_or(0);
    rt.charge(range.len() / PER_TICK)?;
    rt.heap.reserve(range.len())?;
    Ok((range, end - start))
}

/// Combines integers; floats among them make the result one.
fn contagious(rt: &mut Runtime, function: &str, first: i64, integers: &[Value], f: IntegerFunction) -> Result<Value> {
    let mut inexact = false;
    let mut result = Value::fix(first);
    for &v in integers {
        inexact |= rt.heap.as_float(v).is_some();
        let exact = to_exact(rt, function, v)?;
        result = f(rt, result, exact)?;
    }
    if inexact { to_inexact(rt, function, result) } else { Ok(result) }
}

type IntegerFunction = fn(&mut Runtime, Value, Value) -> Result<Value>;

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
fn contagious_extreme(
    rt: &mut Runtime,
    function: &str,
    first: Value,
    more: &[Value],
    wanted: Ordering,
) -> Result<Value> {
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
    fn "%gcd" (rt, *integer: IntegerValue) { contagious(rt, "gcd", 0, integer, gcd) }

    fn "%lcm" (rt, *integer: IntegerValue) { contagious(rt, "lcm", 1, integer, lcm) }

    fn "%ceiling-remainder" (rt, a: NumberValue, b: NumberValue) {
        left(rt, "ceiling-remainder", Rounding::Ceiling, a.0, b.0)
    }

    fn "%round-remainder" (rt, a: NumberValue, b: NumberValue) {
        left(rt, "round-remainder", Rounding::Round, a.0, b.0)
    }

    fn "%digit-value" (rt, char: char) { digit_value(char).map(i64::from) }

    #[inline_as(Leaf)]
    fn "%char-numeric?" (rt, char: char) { digit_value(char).is_some() }

    fn "%char-foldcase" (rt, char: char) { single(char, folded(char)).unwrap_or(char) }

    fn "%string-foldcase" (rt, string: StringRef) {
        let text = rt.heap.as_str(string.0).unwrap_or("").to_string();
        rt.charge(text.len() / PER_TICK)?;
        rt.heap.reserve(text.len().saturating_mul(3))?;
        rt.heap.string(text.chars().flat_map(folded).collect::<String>())
    }

    fn "%string->utf8" (rt, string: StringRef, ?start: usize, ?end: usize) {
        let (range, _) = bytes_of_part(rt, "string->utf8", string.0, start, end)?;
        let bytes = rt.heap.text_of(string.0)?.as_str().as_bytes().get(range).unwrap_or_default().to_vec();
        rt.heap.byte_vector(bytes)
    }

    fn "%utf8->string" (rt, bytevector: ArrayRef, ?start: usize, ?end: usize) {
        let bytes = bytes_of(rt, "utf8->string", bytevector.0)?;
        let (start, end) = part("utf8->string", start, end, bytes.len())?;
        rt.charge((end - start) / PER_TICK)?;
        rt.heap.reserve(end - start)?;
        let bytes = bytes_of(rt, "utf8->string", bytevector.0)?;
        match std::str::from_utf8(bytes.get(start..end).unwrap_or(&[])).map(CompactString::from) {
            Ok(text) => rt.heap.string(text),
            Err(e) => {
                let at = start + e.valid_up_to();
                fail_in("utf8->string", Code::BadValue, format!("the bytes from position {at} on are not UTF-8"))
            }
        }
    }

    fn "%char-index" (rt, string: StringRef, char: char, ?start: usize, ?end: usize) {
        let Some(text) = rt.heap.as_text(string.0) else { return internal("a string") };
        let (start, end) = part("string-index", start, end, text.len())?;
        let slice = text.slice(start, end).unwrap_or("");
        let found = slice.find(char).map(|offset| start + slice.get(..offset).unwrap_or("").chars().count());
        let work = slice.len() / PER_TICK;
        rt.charge(work)?;
        Ok(found)
    }

    fn "%string-copy!" (rt, to: StringRef, at: usize, from: StringRef, ?start: usize, ?end: usize) {
        let (range, count) = bytes_of_part(rt, "string-copy!", from.0, start, end)?;
        let new = CompactString::from(rt.heap.text_of(from.0)?.as_str().get(range).unwrap_or_default());
        replace_characters(rt, "string-copy!", to.0, at, &new, count)
    }

    fn "%string-fill!" (rt, string: StringRef, char: char, ?start: usize, ?end: usize) {
        let length = rt.heap.text_of(string.0)?.len();
        let (start, end) = part("string-fill!", start, end, length)?;
        rt.heap.reserve((end - start).saturating_mul(char.len_utf8()))?;
        let new = char.to_string().repeat(end - start);
        replace_characters(rt, "string-fill!", string.0, start, &new, end - start)
    }

    fn "%vector-append" (rt, *vector: ArrayRef) { joined(rt, "vector-append", vector, false) }

    fn "%bytevector-append" (rt, *bytevector: ArrayRef) { joined(rt, "bytevector-append", bytevector, true) }

    fn "%vector-copy!" (rt, to: ArrayRef, at: usize, from: ArrayRef, ?start: usize, ?end: usize) {
        copy_into(rt, "vector-copy!", [to.0, from.0], at, start, end)
    }

    fn "%bytevector-copy!" (rt, to: ArrayRef, at: usize, from: ArrayRef, ?start: usize, ?end: usize) {
        copy_into(rt, "bytevector-copy!", [to.0, from.0], at, start, end)
    }

    fn "%vector-fill!" (rt, vector: ArrayRef, value: Value, ?start: usize, ?end: usize) {
        fill(rt, "vector-fill!", vector.0, value, start, end)
    }

    fn "%bytevector-fill!" (rt, bytevector: ArrayRef, value: Value, ?start: usize, ?end: usize) {
        fill(rt, "bytevector-fill!", bytevector.0, value, start, end)
    }

    fn "%read" (rt, ?source: Value) {
        rt.read(source, DIALECT)
    }

    fn "%error-message" (rt, condition: ConditionRef) {
        // The message without the irritants that `error` has appended to it.
        let (text, irritants) = rt.condition(condition.0).unwrap_or_default();
        let behind = irritants_text(rt, &irritants)?;
        Result::Ok(text.strip_suffix(&behind).unwrap_or(&text).to_string())
    }

    fn "%max" (rt, number: NumberValue, *more: NumberValue) { contagious_extreme(rt, "max", number.0, more, Ordering::Greater) }

    fn "%min" (rt, number: NumberValue, *more: NumberValue) { contagious_extreme(rt, "min", number.0, more, Ordering::Less) }

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

    #[inline_as(Leaf)]
    fn "%memq" (rt, x: Value, list: ListRef) { tail_from(rt, "memq", list.0, |_, y| Ok(x == y)) }

    #[inline_as(Leaf)]
    fn "%memv" (rt, x: Value, list: ListRef) { tail_from(rt, "memv", list.0, |rt, y| Ok(eqv(rt, x, y))) }

    #[inline_as(By("%member-by"))]
    fn "%member" (rt, x: Value, list: ListRef) { tail_from(rt, "member", list.0, |rt, y| equal(rt, x, y)) }

    #[inline_as(Leaf)]
    fn "%assq" (rt, key: Value, alist: ListRef) { entry(rt, "assq", alist.0, |_, k| Ok(key == k)) }

    #[inline_as(Leaf)]
    fn "%assv" (rt, key: Value, alist: ListRef) { entry(rt, "assv", alist.0, |rt, k| Ok(eqv(rt, key, k))) }

    #[inline_as(By("%assoc-by"))]
    fn "%assoc" (rt, key: Value, alist: ListRef) { entry(rt, "assoc", alist.0, |rt, k| equal(rt, key, k)) }

    #[inline_as(Leaf)]
    fn "%list?" (rt, object: Value) { is_list(rt, object) }

    #[inline_as(Op(IsKind(Kind::SYMBOL)))]
    fn "%symbol?" (rt, object: Value) { object.as_symbol().is_some() }

    #[inline_as(Leaf)]
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

    fn "%string->symbol" (rt, name: StringRef) { rt.intern_string(name.0) }

    fn "%string-copy" (rt, string: StringRef, ?start: usize, ?end: usize) {
        let text = rt.heap.text_of(string.0)?;
        let length = text.len();
        let (start, end) = (start.unwrap_or(0), end.unwrap_or(length));
        match text.offset(start).zip(text.offset(end)).filter(|_| start <= end) {
            Some((from, to)) => {
                rt.charge((end - start) / 64)?;
                rt.heap.part_of_string(string.0, from..to)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_all_scripts_have_their_value() {
        for (c, value) in [('0', Some(0)), ('9', Some(9)), ('\u{664}', Some(4)), ('\u{ae6}', Some(0)), ('๐', Some(0))]
        {
            assert_eq!(digit_value(c), value, "{c}");
        }
        for c in ['a', '/', ':', '²', '½', 'Ⅷ', '\u{ea6}', '\u{66a}', '\0', '\u{10ffff}'] {
            assert_eq!(digit_value(c), None, "{c}");
        }
        assert!(ZEROS.is_sorted());
    }

    #[test]
    fn folding_joins_what_differs_in_case_only() {
        let text = |s: &str| s.chars().flat_map(folded).collect::<String>();
        assert_eq!(text("Maß ẞ ΧΑΟΣ χαος ſK"), "mass ss χαοσ χαοσ sk");
        assert_eq!(text("ıI"), "ıi");
        let character = |c: char| single(c, folded(c)).unwrap_or(c);
        assert_eq!(['A', 'ß', 'ẞ', 'ς', 'ſ', 'ı'].map(character), ['a', 'ß', 'ß', 'σ', 's', 'ı']);
    }
}
