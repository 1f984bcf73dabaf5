//! Natives of Common Lisp on values: its kinds of equality, arrays, text in its notation.
//!
//! The names begin with `%`: programs get these functions from the dialect's library, which gives them their names
//! there.

use klammer_syntax::lexer::tokens;

use super::DIALECT;
use super::equality::{eql, equal};
use super::names::{NameCase, character_name, inverted, named_character};
use super::state::{Wish, lisp};
use crate::builtins::arg::{ArrayRef, RecordRef, StringRef, TableRef};
use crate::builtins::builtins;
use crate::builtins::symbol::text;
use crate::fault::{Code, Condition, Limit, Res, complain};
use crate::object::array::{Shape, Storage};
use crate::printer::{Style, WIDTH, pretty, print};
use crate::reader::Reader;
use crate::runtime::Runtime;
use crate::source::SourceId;
use crate::symbol::PackageId;
use crate::value::Value;

/// Runs `f` in Common Lisp's notation, with writing options from a list: pretty, case, base, package, radix, circle,
/// gensym. Missing options have their defaults.
fn wishing<T>(rt: &mut Runtime, wishes: Option<Value>, f: impl FnOnce(&mut Runtime) -> Res<T>) -> Res<T> {
    let mut wish = Wish::default();
    let mut parts = rt.heap.iter(wishes.unwrap_or(Value::NIL));
    wish.pretty = parts.next().is_some_and(|v| !v.is_nil());
    wish.case = match parts.next().and_then(Value::as_keyword).map(|s| rt.name(s)) {
        Some("downcase") => NameCase::Lower,
        Some("capitalize") => NameCase::Capitalized,
        _ => NameCase::Upper,
    };
    let base = parts.next().and_then(Value::as_fixnum).and_then(|n| u32::try_from(n).ok());
    wish.base = base.filter(|n| (2..=36).contains(n)).unwrap_or(10);
    let package = parts.next().and_then(Value::as_fixnum).and_then(|n| u16::try_from(n).ok());
    wish.package = package.map_or(lisp(&mut rt.states).reading.package, PackageId);
    wish.radix = parts.next().is_some_and(|v| !v.is_nil());
    wish.circle = parts.next().is_some_and(|v| !v.is_nil());
    wish.gensym = parts.next().is_none_or(|v| !v.is_nil());
    let outer = std::mem::replace(&mut lisp(&mut rt.states).wish, wish);
    let result = rt.writing_as(DIALECT, f);
    lisp(&mut rt.states).wish = outer;
    result
}

/// Reads the datum that begins at character `start` of the text: it and where it ends, or nil where none is left.
fn read(rt: &mut Runtime, string: Value, start: usize) -> Res<Value> {
    let Some(whole) = rt.heap.as_text(string) else { return Ok(Value::NIL) };
    let Some(begin) = whole.offset(start) else {
        return complain(
            "read-from-string",
            Code::IndexOutOfRange,
            format!("start {start} is beyond the end of the string"),
        );
    };
    let content = whole.as_str().get(begin..).unwrap_or("").to_string();
    rt.heap.reserve(content.len().saturating_mul(2))?;
    let Some(id) = rt.sources.add("<string>", content.clone()) else { return Err(Limit::Memory.into()) };
    let result = read_source(rt, id, content.as_str());
    let Some((datum, end)) = result? else { return Ok(Value::NIL) };
    let end = rt.heap.text_of(string)?.position(begin + end);
    rt.heap.list(&[datum, Value::fix(end as i64)])
}

fn read_source(rt: &mut Runtime, id: SourceId, content: &str) -> Res<Option<(Value, usize)>> {
    let Some(source) = rt.sources.get(id).cloned() else { return Ok(None) };
    // The datum that is read ends where the tokens of the first complete datum do.
    let mut reader = Reader::new(id, source);
    reader.set_dialect(DIALECT);
    let Some(datum) = reader.read_datum(rt)? else { return Ok(None) };
    let end = reader.position();
    let blank = tokens(content.get(end..).unwrap_or("")).next().is_some_and(|(kind, _)| kind.is_blank());
    Ok(Some((datum, if blank { end + 1 } else { end }.min(content.len()))))
}

/// The name that a Common Lisp program sees.
fn symbol_name(rt: &Runtime, function: &str, v: Value) -> Res<String> {
    let name = match v {
        Value::NIL => "nil",
        Value::T => "t",
        _ => match v.as_symbol().or_else(|| v.as_keyword()) {
            Some(s) => rt.name(s),
            None => return Err(rt.wrong_type(function, "symbol", "a symbol", v)),
        },
    };
    Ok(inverted(name).into_owned())
}

builtins! { "common-lisp";
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
        crate::builtins::array::make_bits(rt, dimensions, initial)
    }

    /// Returns whether `object` is an array of bits.
    fn "%bits?" (rt, object: Value) { matches!(rt.heap.as_array(object).map(|a| &a.data), Some(Storage::Bits(_))) }

    fn "%gethash" (rt, key: Value, table: TableRef, ?default: Value) {
        let found = crate::equality::table::get(rt, table.0, key)?;
        Ok(found.or(default).unwrap_or(Value::NIL))
    }

    /// The text of a value in Common Lisp's notation, so that it reads back or for people, as it begins at a column.
    /// The wishes are those of the variables `*print-pretty*`, `*print-case*` and `*print-base*`.
    fn "%cl-text" (rt, object: Value, readable: Value, ?wishes: Value, ?column: usize) {
        let style = if readable.is_nil() { Style::Display } else { Style::Readable };
        wishing(rt, wishes, |rt| {
            let breaks_lines = lisp(&mut rt.states).wish.pretty;
            if breaks_lines {
                pretty(rt, object, style, column.unwrap_or(0), WIDTH)
            } else {
                print(rt, object, style)
            }
        })
    }

    /// The text that `format` makes, in Common Lisp's notation.
    fn "%cl-format" (rt, column: usize, wishes: Value, control: StringRef, *arguments: Value) {
        wishing(rt, Some(wishes), |rt| crate::format::format(rt, control.0, arguments, column))
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
        let name = inverted(&text(rt, name)?).into_owned();
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
        let count = rt.heap.array_of(vector.0)?.len();
        let plain = rt.heap.as_array(vector.0);
        if !plain.is_some_and(|a| a.shape == Shape::Vector && matches!(a.data, Storage::Values(_))) {
            return Err(rt.wrong_type("vector-push", "vector", "a vector of any values", vector.0));
        }
        // A vector with a fill pointer has capacity for more elements.
        let full = plain.is_some_and(|a| matches!(&a.data, Storage::Values(items) if items.len() == items.capacity()));
        if full && extend.is_none_or(Value::is_nil) {
            return Ok(Value::NIL);
        }
        rt.heap.resize_vector(vector.0, count + 1)?;
        if let Some(a) = rt.heap.as_array_mut(vector.0) {
            a.set_element(count, crate::object::element::Element::Any(element));
        }
        Ok(Value::fix(count as i64))
    }

    /// Gives a vector another number of elements; new ones are nil.
    fn "%resize-vector" (rt, vector: ArrayRef, count: usize) {
        let plain = rt.heap.as_array(vector.0);
        if !plain.is_some_and(|a| a.shape == Shape::Vector && matches!(a.data, Storage::Values(_))) {
            return Err(rt.wrong_type("fill-pointer", "vector", "a vector of any values", vector.0));
        }
        rt.heap.resize_vector(vector.0, count)?;
        Ok(vector.0)
    }

    /// Raises an error of this text that stands for an object.
    fn "%error-with-object" (rt, message: StringRef, object: Value) {
        let text = crate::builtins::port::text(rt, message)?;
        Err::<Value, _>(Condition::of_program(Code::User, text).with_irritants(&[object]).into())
    }

    /// The number of a record's type.
    fn "%record-type" (rt, record: RecordRef) { record.0.meta() as usize }

    /// Field number `index` of any record.
    fn "%record-field" (rt, record: RecordRef, index: usize) {
        let count = rt.heap.record_type_of(record.0)?.fields.len();
        if index >= count {
            return complain("slot-value", Code::IndexOutOfRange, format!("there is no field number {index}"));
        }
        Ok(rt.heap.word(record.0, index))
    }

    fn "%set-record-field" (rt, record: RecordRef, index: usize, value: Value) {
        let count = rt.heap.record_type_of(record.0)?.fields.len();
        if index >= count {
            return complain("slot-value", Code::IndexOutOfRange, format!("there is no field number {index}"));
        }
        rt.heap.set_word(record.0, index, value);
        Ok(value)
    }
}
