//! The kinds of equality of Common Lisp, `eql`, `equal` and `equalp`, and hashes for them.

use std::hash::Hasher;
use std::str::Chars;

use hashbrown::HashSet;
use klammer::Code;
use klammer::dialect::equality::{
    COMPARED_BYTES, COMPARED_PER_TICK, CYCLE_CHECK_AFTER, eqv_hash, first_elements, hash_atom, hash_parts, quick,
};
use klammer::dialect::text::{WIDTH, pretty, print};
use klammer::dialect::{
    ArrayRef, CostCounter, Elements, ElementsMut, ErrorData, Kind, ListRef, PackageId, PrintStyle, RecordNotation,
    Result, Runtime, StringRef, TableRef, Value, fail_in, natives, number,
};

use super::format::format;
use super::notation::{NameCase, character_name, inverted, named_character};
use super::{DIALECT, PrintOptions, lisp};

/// Returns whether two values are `eql`: identical, or equal numbers of one type.
pub(super) fn eql(rt: &Runtime, a: Value, b: Value) -> bool {
    match quick(a, b) {
        Some(true) => true,
        Some(false) => false,
        None if a.is_number() && b.is_number() => a.is_float() == b.is_float() && number::equal(&rt.heap, a, b),
        None => false,
    }
}

/// Pairs that two small structures have at most, which are compared without payment.
const SMALL: u32 = 16;

/// Letters that are compared or hashed without regard to case for a tick.
const LETTERS_PER_TICK: usize = 8;

/// Bytes of a string that is compared without payment.
const SHORT: usize = 64;

/// Returns whether two small structures are the same, or nothing if they are larger or hold arrays and the like.
fn at_once(rt: &Runtime, mut a: Value, mut b: Value, loosely: bool, left: &mut u32) -> Option<bool> {
    while a.is_pair() && b.is_pair() {
        *left = left.checked_sub(1)?;
        match at_once(rt, rt.heap.car(a), rt.heap.car(b), loosely, left) {
            Some(true) => (a, b) = (rt.heap.cdr(a), rt.heap.cdr(b)),
            other => return other,
        }
    }
    let large = |v: Value| matches!(v.kind(), Kind::ARRAY | Kind::RECORD | Kind::TABLE);
    if a == b {
        Some(true)
    } else if a.is_pair() || b.is_pair() {
        Some(false)
    } else if a.is(Kind::STRING) && b.is(Kind::STRING) {
        let (x, y) = (rt.heap.as_str(a)?, rt.heap.as_str(b)?);
        let short = x.len().max(y.len()) <= SHORT;
        short.then(|| x == y || loosely && same_letters(&mut x.chars(), &mut y.chars()) == Some(true))
    } else if large(a) || large(b) {
        None
    } else {
        Some(same_atoms(rt, a, b, loosely))
    }
}

/// Characters that are compared without regard to case between two payments, at least those of a short string.
const LETTERS: usize = 256;

/// Returns whether two texts are the same without regard to case, or nothing if the first [`LETTERS`] do not tell.
fn same_letters(x: &mut Chars<'_>, y: &mut Chars<'_>) -> Option<bool> {
    for _ in 0..LETTERS {
        match (x.next(), y.next()) {
            (Some(c), Some(d)) if c == d || c.to_lowercase().eq(d.to_lowercase()) => {}
            (None, None) => return Some(true),
            _ => return Some(false),
        }
    }
    None
}

/// Returns whether two strings are the same without regard to case, paid for piece by piece.
fn letters(rt: &mut Runtime, a: Value, b: Value) -> Result<bool> {
    let (mut i, mut j) = (0, 0);
    loop {
        let text = |v: Value, from: usize| rt.heap.as_str(v).and_then(|s| s.get(from..)).unwrap_or_default();
        let (x, y) = (text(a, i), text(b, j));
        let (mut left, mut right) = (x.chars(), y.chars());
        if let Some(same) = same_letters(&mut left, &mut right) {
            return Ok(same);
        }
        i += x.len() - left.as_str().len();
        j += y.len() - right.as_str().len();
        rt.charge(LETTERS / LETTERS_PER_TICK)?;
    }
}

/// Returns whether two values without parts are the same.
fn same_atoms(rt: &Runtime, a: Value, b: Value, loosely: bool) -> bool {
    if eql(rt, a, b) {
        return true;
    }
    match (a.as_character(), b.as_character()) {
        (Some(x), Some(y)) => loosely && x.to_lowercase().eq(y.to_lowercase()),
        _ => loosely && number::equal(&rt.heap, a, b),
    }
}

/// Comparing two structures: with `loosely`, numbers by value, letters without case, arrays by their elements.
pub(super) fn equal(rt: &mut Runtime, a: Value, b: Value, loosely: bool) -> Result<bool> {
    if let Some(same) = at_once(rt, a, b, loosely, &mut SMALL.clone()) {
        return Ok(same);
    }
    let mut pending = vec![(a, b)];
    let (mut meter, mut steps) = (CostCounter::default(), 0);
    let mut compared: HashSet<(u64, u64)> = HashSet::new();
    while let Some((a, b)) = pending.pop() {
        let held = pending.capacity() * size_of::<(Value, Value)>() + compared.capacity() * COMPARED_BYTES;
        meter.step_holding(rt, held)?;
        if a == b {
            continue;
        }
        steps += 1;
        let has_parts = || a.is_pair() || matches!(a.kind(), Kind::ARRAY | Kind::RECORD | Kind::TABLE);
        if steps > CYCLE_CHECK_AFTER && has_parts() && !compared.insert((a.bits(), b.bits())) {
            continue;
        }
        let same = if a.is_pair() && b.is_pair() {
            let heap = &rt.heap;
            pending.extend([(heap.cdr(a), heap.cdr(b)), (heap.car(a), heap.car(b))]);
            true
        } else if let (Some(x), Some(y)) = (rt.heap.as_str(a), rt.heap.as_str(b)) {
            let length = x.len().max(y.len());
            rt.charge(length / 64)?;
            if loosely { letters(rt, a, b)? } else { rt.heap.as_str(a) == rt.heap.as_str(b) }
        } else if let (Some(x), Some(y)) = (bits(rt, a), bits(rt, b)) {
            let (ticks, same) = (x.len() / 64, x == y);
            rt.charge(ticks)?;
            same
        } else if !loosely {
            eql(rt, a, b)
        } else if is_array(a) && is_array(b) {
            let same = dimensions(rt, a) == dimensions(rt, b);
            if same {
                let (x, y) = (elements(rt, a)?, elements(rt, b)?);
                pending.extend(x.into_iter().zip(y).rev());
            }
            same
        } else if a.is(Kind::RECORD) && b.is(Kind::RECORD) && a.meta() == b.meta() {
            let fields = structure_fields(rt, a);
            pending.extend((0..fields.unwrap_or(0)).map(|i| (rt.heap.word(a, i), rt.heap.word(b, i))));
            fields.is_some()
        } else if a.is(Kind::TABLE) && b.is(Kind::TABLE) {
            match entries(rt, a, b)? {
                Some(values) => {
                    pending.extend(values);
                    true
                }
                None => false,
            }
        } else {
            same_atoms(rt, a, b, loosely)
        };
        if !same {
            return Ok(false);
        }
    }
    Ok(true)
}

fn is_array(v: Value) -> bool {
    v.is(Kind::ARRAY) || v.is(Kind::STRING)
}

/// Returns the dimensions of an array; a string is an array of characters.
fn dimensions(rt: &Runtime, v: Value) -> Vec<usize> {
    match rt.heap.as_str(v) {
        Some(text) => vec![text.chars().count()],
        None => rt.heap.array_dimensions(v).unwrap_or_default(),
    }
}

/// The number of fields of a structure; other records are the same only as themselves.
fn structure_fields(rt: &Runtime, record: Value) -> Option<usize> {
    rt.heap.record(record).filter(|(notation, _)| *notation == RecordNotation::Structure).map(|(_, fields)| fields)
}

/// The values of two tables side by side, if they compare keys in the same way and have the same ones.
fn entries(rt: &mut Runtime, a: Value, b: Value) -> Result<Option<Vec<(Value, Value)>>> {
    let Some((_, count)) = rt.heap.table(a).filter(|x| Some(*x) == rt.heap.table(b)) else { return Ok(None) };
    rt.heap.reserve(count * 4 * size_of::<Value>())?;
    rt.charge(count)?;
    let entries = rt.heap.table_entries(a);
    let mut values = Vec::with_capacity(entries.len());
    for (key, value) in entries {
        match rt.table_get(b, key)? {
            Some(other) => values.push((value, other)),
            None => return Ok(None),
        }
    }
    Ok(Some(values))
}

/// The bits of a vector of bits.
fn bits(rt: &Runtime, v: Value) -> Option<&[bool]> {
    match rt.heap.array_elements(v) {
        Some(Elements::Bits(bits)) if rt.heap.is_vector(v) => Some(bits),
        _ => None,
    }
}

/// The elements of an array, or the characters of a string, paid for.
pub(super) fn elements(rt: &mut Runtime, array: Value) -> Result<Vec<Value>> {
    if let Some(bytes) = rt.heap.as_str(array).map(str::len) {
        rt.charge(bytes / 16)?;
        rt.heap.reserve(bytes.saturating_mul(size_of::<Value>()))?;
        return Ok(rt.heap.as_str(array).unwrap_or("").chars().map(Value::character).collect());
    }
    rt.charge(rt.heap.array_elements(array).map_or(0, |items| items.len()) / 16)?;
    rt.heap.elements(array, usize::MAX)
}

/// A hash that is the same for values that are [`equal`].
pub(super) fn hash(rt: &mut Runtime, v: Value, loosely: bool) -> Result<u64> {
    if !v.is_pair() && !loosely && !v.is(Kind::STRING) && bits(rt, v).is_none() {
        return eqv_hash(rt, v);
    }
    hash_parts(rt, v, |rt, v, state| {
        match v.kind() {
            Kind::ARRAY if !loosely && bits(rt, v).is_some() => {
                let (count, hash) = bits(rt, v).map_or((0, 0), |b| {
                    (b.len(), b.iter().fold(1u64, |h, &x| h.rotate_left(5) ^ u64::from(x) ^ (h >> 60)))
                });
                rt.charge(count / COMPARED_PER_TICK)?;
                state.write_u64(hash);
            }
            _ if !loosely => hash_atom(rt, v, state)?,
            // A string is the same as an array of its characters.
            Kind::STRING => {
                let text = rt.heap.as_str(v).unwrap_or("");
                let ticks = text.len() / LETTERS_PER_TICK;
                state.write_usize(text.chars().count());
                text.chars().for_each(|c| hash_letter(c, state));
                rt.charge(ticks)?;
            }
            Kind::ARRAY => {
                state.write_usize(rt.heap.array_elements(v).map_or(0, |items| items.len()));
                return first_elements(rt, v);
            }
            Kind::TABLE => {
                state.write_usize(rt.heap.table(v).map_or(0, |(_, count)| count));
            }
            Kind::RECORD => match structure_fields(rt, v) {
                Some(fields) => {
                    state.write_u64(u64::from(v.meta()));
                    return Ok((0..fields).map(|i| rt.heap.word(v, i)).collect());
                }
                None => hash_atom(rt, v, state)?,
            },
            _ => match v.as_character() {
                Some(c) => hash_letter(c, state),
                None => hash_atom(rt, v, state)?,
            },
        }
        Ok(Vec::new())
    })
}

/// A hash that is the same for a letter without regard to its case.
fn hash_letter(c: char, state: &mut impl Hasher) {
    c.to_lowercase().for_each(|c| state.write_u32(c.into()));
}

/// Runs `f` in Common Lisp's notation, with writing options from a list: pretty, case, base, package, radix, circle,
/// gensym. Missing options have their defaults.
fn wishing<T>(rt: &mut Runtime, wishes: Option<Value>, f: impl FnOnce(&mut Runtime) -> Result<T>) -> Result<T> {
    let mut wish = PrintOptions { package: lisp(rt).reading.package, ..PrintOptions::default() };
    let mut parts = rt.heap.iter(wishes.unwrap_or(Value::NIL));
    wish.pretty = parts.next().is_some_and(|v| !v.is_nil());
    wish.case = match parts.next().and_then(Value::as_keyword).map(|s| rt.symbols.name(s)) {
        Some("downcase") => NameCase::Lower,
        Some("capitalize") => NameCase::Capitalized,
        _ => NameCase::Upper,
    };
    let base = parts.next().and_then(Value::as_fixnum).and_then(|n| u32::try_from(n).ok());
    wish.base = base.filter(|n| (2..=36).contains(n)).unwrap_or(10);
    let package = parts.next().and_then(Value::as_fixnum).and_then(|n| u16::try_from(n).ok());
    wish.package = package.map_or(wish.package, PackageId);
    wish.radix = parts.next().is_some_and(|v| !v.is_nil());
    wish.circle = parts.next().is_some_and(|v| !v.is_nil());
    wish.gensym = parts.next().is_none_or(|v| !v.is_nil());
    let outer = std::mem::replace(&mut lisp(rt).wish, wish);
    let result = rt.writing_as(DIALECT, f);
    lisp(rt).wish = outer;
    result
}

/// Reads the datum that begins at character `start` of the text: it and where it ends, or nil where none is left.
fn read(rt: &mut Runtime, string: Value, start: usize) -> Result<Value> {
    let Some(whole) = rt.heap.as_text(string) else { return Ok(Value::NIL) };
    let Some(begin) = whole.offset(start) else {
        return fail_in(
            "read-from-string",
            Code::IndexOutOfRange,
            format!("start {start} is beyond the end of the string"),
        );
    };
    let content = whole.as_str().get(begin..).unwrap_or("").to_string();
    let Some((datum, end)) = rt.read_first(content, DIALECT)? else { return Ok(Value::NIL) };
    let end = rt.heap.text_of(string)?.position(begin + end);
    rt.heap.list(&[datum, Value::fix(end as i64)])
}

/// Returns the number of elements of a vector that can hold any values.
fn count_of_plain(rt: &Runtime, function: &str, vector: Value) -> Result<usize> {
    match rt.heap.array_elements(vector) {
        Some(Elements::Values(items)) if rt.heap.is_vector(vector) => Ok(items.len()),
        _ => Err(rt.wrong_type(function, "vector", "a vector of any values", vector)),
    }
}

/// The name that a Common Lisp program sees.
fn symbol_name(rt: &Runtime, function: &str, v: Value) -> Result<String> {
    let name = match v {
        Value::NIL => "nil",
        Value::T => "t",
        _ => match v.as_symbol().or_else(|| v.as_keyword()) {
            Some(s) => rt.symbols.name(s),
            None => return Err(rt.wrong_type(function, "symbol", "a symbol", v)),
        },
    };
    Ok(inverted(name).into_owned())
}

natives! { "common-lisp";
    /// Returns whether `x` and `y` are the same object. (Numbers as for `eql`.)
    ///
    /// (eq 'a 'a)               ;=> t
    /// (eq (list 1) (list 1))   ;=> nil
    #[inline_as(Identity)]
    fn "%eq" (rt, x: Value, y: Value) { eql(rt, x, y) }

    /// Returns whether `x` and `y` are the same object, or the same number of the same kind.
    ///
    /// (eql 1 1)    ;=> t
    /// (eql 1 1.0)  ;=> nil
    /// (eql "a" "a")  ;=> nil
    #[inline_as(Identity)]
    fn "%eql" (rt, x: Value, y: Value) { eql(rt, x, y) }

    /// Returns whether `x` and `y` have the same structure, with elements that are `eql` or equal strings.
    ///
    /// (equal '(1 ("a")) '(1 ("a")))  ;=> t
    /// (equal 1 1.0)                  ;=> nil
    #[inline_as(IdentityOrString)]
    fn "%equal" (rt, x: Value, y: Value) { equal(rt, x, y, false) }

    /// Like `equal`, but letters are compared without case, numbers by value, arrays and structures by what is in them.
    ///
    /// (equalp "ABC" "abc")                     ;=> t
    /// (equalp (vector 1 2) (vector 1.0 2))     ;=> t
    #[inline_as(Leaf)]
    fn "%equalp" (rt, x: Value, y: Value) { equal(rt, x, y, true) }

    /// An array of bits.
    fn "%make-bits" (rt, dimensions: Value, initial: Value) {
        rt.make_bits(dimensions, initial)
    }

    /// Returns whether `object` is an array of bits.
    fn "%bits?" (rt, object: Value) { matches!(rt.heap.array_elements(object), Some(Elements::Bits(_))) }

    #[inline_as(Leaf)]
    fn "%gethash" (rt, key: Value, table: TableRef, ?default: Value) {
        let found = rt.table_get(table.0, key)?;
        Ok(found.or(default).unwrap_or(Value::NIL))
    }

    /// The text of a value in Common Lisp's notation, so that it reads back or for people, as it begins at a column.
    /// The wishes are those of the variables `*print-pretty*`, `*print-case*` and `*print-base*`.
    fn "%cl-text" (rt, object: Value, readable: Value, ?wishes: Value, ?column: usize) {
        let style = if readable.is_nil() { PrintStyle::Display } else { PrintStyle::Readable };
        wishing(rt, wishes, |rt| {
            let breaks_lines = lisp(rt).wish.pretty;
            if breaks_lines {
                pretty(rt, object, style, column.unwrap_or(0), WIDTH)
            } else {
                print(rt, object, style)
            }
        })
    }

    /// The text that `format` makes, in Common Lisp's notation.
    fn "%cl-format" (rt, column: usize, wishes: Value, control: StringRef, arguments: ListRef) {
        let arguments = rt.list_items("format", arguments.0)?;
        wishing(rt, Some(wishes), |rt| format(rt, control.0, &arguments, column))
    }

    fn "%read-from-string" (rt, string: StringRef, start: usize, ?wishes: Value) {
        super::notation::reading_by(rt, wishes, |rt| read(rt, string.0, start))
    }

    /// The name of a symbol. (Names are upper case for the program, unless they were written in bars.)
    ///
    /// (symbol-name 'foo)  ;=> "FOO"
    /// (symbol-name :a)    ;=> "A"
    fn "%symbol-name" (rt, symbol: Value) { symbol_name(rt, "symbol-name", symbol) }

    /// A new symbol of this name that differs from every other one.
    fn "%make-symbol" (rt, name: StringRef) {
        let name = inverted(&rt.text(name.0)?).into_owned();
        rt.new_symbols(|s| s.uninterned(&name)).map(Value::symbol)
    }

    /// The name that a character has, or nil.
    fn "%character-name" (rt, char: char) {
        match character_name(char) {
            Some(name) => rt.heap.string(name),
            None => Ok(Value::NIL),
        }
    }

    /// The character of that name, or nil.
    fn "%named-character" (rt, name: StringRef) {
        let named = named_character(rt.heap.as_str(name.0).unwrap_or(""));
        Ok(named.map_or(Value::NIL, Value::character))
    }

    /// Appends an element to a vector, if there is room or with `extend`. Returns its index, or nil.
    fn "%vector-push" (rt, vector: ArrayRef, element: Value, ?extend: Value) {
        let count = count_of_plain(rt, "vector-push", vector.0)?;
        // A vector with a fill pointer has capacity for more elements.
        if !rt.heap.has_room(vector.0) && extend.is_none_or(Value::is_nil) {
            return Ok(Value::NIL);
        }
        rt.heap.resize_vector(vector.0, count + 1)?;
        if let Some(ElementsMut::Values([.., last])) = rt.heap.array_elements_mut(vector.0) {
            *last = element;
        }
        Ok(Value::fix(count as i64))
    }

    /// Gives a vector another number of elements; new ones are nil.
    fn "%resize-vector" (rt, vector: ArrayRef, count: usize) {
        count_of_plain(rt, "fill-pointer", vector.0)?;
        rt.heap.resize_vector(vector.0, count)?;
        Ok(vector.0)
    }

    /// Raises an error of this text that stands for an object.
    fn "%error-with-object" (rt, message: StringRef, object: Value) {
        let text = rt.text(message.0)?;
        Err::<Value, _>(ErrorData::of_program(Code::User, text).with_irritants(&[object]).into())
    }
}
