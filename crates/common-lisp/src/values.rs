//! Natives of Common Lisp on values: its kinds of equality, arrays, text in its notation.
//!
//! The names begin with `%`: programs get these functions from the dialect's library, which gives them their names
//! there.

use klammer::Code;
use klammer::dialect::text::{WIDTH, format, pretty, print};
use klammer::dialect::{
    ArrayRef, Elements, ElementsMut, ErrorData, PackageId, RecordRef, Result, Runtime, StringRef, Style, TableRef,
    Value, complain, natives,
};

use super::DIALECT;
use super::equality::{eql, equal};
use super::names::{NameCase, character_name, inverted, named_character};
use super::state::{Wish, lisp};

/// Runs `f` in Common Lisp's notation, with writing options from a list: pretty, case, base, package, radix, circle,
/// gensym. Missing options have their defaults.
fn wishing<T>(rt: &mut Runtime, wishes: Option<Value>, f: impl FnOnce(&mut Runtime) -> Result<T>) -> Result<T> {
    let mut wish = Wish { package: lisp(rt).reading.package, ..Wish::default() };
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
        return complain(
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

/// Checks that a record has a field of this number.
fn check_field(rt: &Runtime, record: RecordRef, index: usize) -> Result<()> {
    if rt.heap.record(record.0).is_some_and(|(_, fields)| index < fields) {
        return Ok(());
    }
    complain("slot-value", Code::IndexOutOfRange, format!("there is no field number {index}"))
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
    fn "%equalp" (rt, x: Value, y: Value) { equal(rt, x, y, true) }

    /// An array of bits.
    fn "%make-bits" (rt, dimensions: Value, initial: Value) {
        rt.make_bits(dimensions, initial)
    }

    /// Returns whether `object` is an array of bits.
    fn "%bits?" (rt, object: Value) { matches!(rt.heap.array_elements(object), Some(Elements::Bits(_))) }

    fn "%gethash" (rt, key: Value, table: TableRef, ?default: Value) {
        let found = rt.table_get(table.0, key)?;
        Ok(found.or(default).unwrap_or(Value::NIL))
    }

    /// The text of a value in Common Lisp's notation, so that it reads back or for people, as it begins at a column.
    /// The wishes are those of the variables `*print-pretty*`, `*print-case*` and `*print-base*`.
    fn "%cl-text" (rt, object: Value, readable: Value, ?wishes: Value, ?column: usize) {
        let style = if readable.is_nil() { Style::Display } else { Style::Readable };
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
    fn "%cl-format" (rt, column: usize, wishes: Value, control: StringRef, *arguments: Value) {
        wishing(rt, Some(wishes), |rt| format(rt, control.0, arguments, column))
    }

    fn "%read-from-string" (rt, string: StringRef, start: usize, ?wishes: Value) {
        super::reading::reading_by(rt, wishes, |rt| read(rt, string.0, start))
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

    /// The number of a record's type.
    fn "%record-type" (rt, record: RecordRef) { record.0.meta() as usize }

    /// Field number `index` of any record.
    fn "%record-field" (rt, record: RecordRef, index: usize) {
        check_field(rt, record, index)?;
        Ok(rt.heap.word(record.0, index))
    }

    fn "%set-record-field" (rt, record: RecordRef, index: usize, value: Value) {
        check_field(rt, record, index)?;
        rt.heap.set_word(record.0, index, value);
        Ok(value)
    }
}
