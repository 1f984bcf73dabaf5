//! What the Common Lisp layer needs on values: its kinds of equality, searching with them, sequences, text in its
//! notation.
//!
//! The names begin with `%`: programs get these functions from the layer, which gives them their names there.

use super::DIALECT;
use super::equality::{elements, eql, equal};
use super::names::{NameCase, character_name, inverted, named_character};
use super::state::{Wish, lisp};
use crate::builtins::arg::{ArrayRef, RecordRef, StringRef, TableRef};
use crate::builtins::builtins;
use crate::builtins::symbol::text;
use crate::fault::{Code, Condition, Limit, Res, complain};
use crate::list::{Builder, Walk};
use crate::object::array::{Array, Shape, Storage};
use crate::printer::{Style, WIDTH, pretty, print};
use crate::reader::{Reader, tokens};
use crate::runtime::Runtime;
use crate::source::SourceId;
use crate::symbol::PackageId;
use crate::value::{Kind, Value};

/// The elements of a list, vector or string.
fn items(rt: &mut Runtime, function: &str, sequence: Value) -> Res<Vec<Value>> {
    if sequence.is_pair() || sequence.is_nil() {
        return rt.list_items(function, sequence);
    }
    let is_vector = rt.heap.as_array(sequence).is_some_and(|a| a.shape == Shape::Vector);
    if is_vector || sequence.is(Kind::STRING) {
        return elements(rt, sequence);
    }
    Err(rt.wrong_type(function, "sequence", "a list, vector or string", sequence))
}

/// The items as a sequence of the same kind as `like`; a string if that is one and they are characters.
fn sequence(rt: &mut Runtime, like: Value, items: &[Value]) -> Res<Value> {
    if like.is(Kind::STRING) {
        let text: Option<String> = items.iter().map(|v| v.as_character()).collect();
        if let Some(text) = text {
            return rt.heap.string(text);
        }
    }
    rt.heap.reserve(size_of_val(items))?;
    if let Some(Storage::Bits(_)) = rt.heap.as_array(like).map(|a| &a.data) {
        let bit = |v: &Value| v.as_fixnum().filter(|n| matches!(n, 0 | 1)).map(|n| n == 1);
        if let Some(bits) = items.iter().map(bit).collect::<Option<Box<[bool]>>>() {
            return rt.heap.array(Array { shape: Shape::Vector, data: Storage::Bits(bits) });
        }
    }
    if like.is_pair() || like.is_nil() { rt.heap.list(items) } else { rt.heap.vector(items) }
}

/// The rest of the list from the first element on that `found` is true of.
fn tail(
    rt: &mut Runtime,
    function: &'static str,
    list: Value,
    mut found: impl FnMut(&Runtime, Value) -> bool,
) -> Res<Value> {
    let mut walk = Walk::new(function, "list", list);
    loop {
        let here = walk.rest();
        match walk.next(rt)? {
            Some(x) if found(rt, x) => return Ok(here),
            Some(_) => {}
            None => return Ok(Value::NIL),
        }
    }
}

fn position(rt: &mut Runtime, function: &'static str, item: Value, sequence: Value) -> Res<Option<usize>> {
    if sequence.is_pair() || sequence.is_nil() {
        let (mut walk, mut at) = (Walk::new(function, "sequence", sequence), 0);
        while let Some(x) = walk.next(rt)? {
            if eql(rt, x, item) {
                return Ok(Some(at));
            }
            at += 1;
        }
        return Ok(None);
    }
    let items = items(rt, function, sequence)?;
    Ok(items.iter().position(|&x| eql(rt, x, item)))
}

/// Does `f` in Common Lisp's notation, with wishes, a list: pretty, case, base, package, radix, circle, gensym. What is
/// missing is as usual.
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

/// The sequence without the elements that are the item; `name` is the function that is complained of.
fn without(rt: &mut Runtime, name: &'static str, item: Value, sequence: Value) -> Res<Value> {
    if sequence.is_pair() || sequence.is_nil() {
        let (mut walk, mut made) = (Walk::new(name, "sequence", sequence), Builder::new());
        while let Some(x) = walk.next(rt)? {
            if !eql(rt, x, item) {
                made.push(&mut rt.heap, x)?;
            }
        }
        return Ok(made.finish(&mut rt.heap, Value::NIL));
    }
    let all = items(rt, name, sequence)?;
    let rest: Vec<Value> = all.into_iter().filter(|&x| !eql(rt, x, item)).collect();
    self::sequence(rt, sequence, &rest)
}

builtins! { "common-lisp";
    /// Are `x` and `y` the same thing? (Numbers as for `eql`.)
    ///
    /// (eq 'a 'a)               ;=> t
    /// (eq (list 1) (list 1))   ;=> nil
    #[inline_as(Identity)]
    fn "%eq" (rt, x: Value, y: Value) { eql(rt, x, y) }

    /// Are `x` and `y` the same thing, or the same number of the same kind?
    ///
    /// (eql 1 1)    ;=> t
    /// (eql 1 1.0)  ;=> nil
    /// (eql "a" "a")  ;=> nil
    #[inline_as(Identity)]
    fn "%eql" (rt, x: Value, y: Value) { eql(rt, x, y) }

    /// Have `x` and `y` the same structure, with elements that are `eql` or equal strings?
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

    fn "%member-eql" (rt, item: Value, list: Value) { tail(rt, "member", list, |rt, x| eql(rt, x, item)) }

    fn "%assoc-eql" (rt, item: Value, list: Value) {
        let found = tail(rt, "assoc", list, |rt, x| x.is_pair() && eql(rt, rt.heap.car(x), item))?;
        Ok(if found.is_pair() { rt.heap.car(found) } else { Value::NIL })
    }

    fn "%adjoin-eql" (rt, item: Value, list: Value) {
        let found = tail(rt, "adjoin", list, |rt, x| eql(rt, x, item))?;
        if found.is_pair() { Ok(list) } else { rt.heap.pair(item, list) }
    }

    fn "%find-eql" (rt, item: Value, sequence: Value) {
        let found = position(rt, "find", item, sequence)?;
        Ok(if found.is_some() { item } else { Value::NIL })
    }

    fn "%position-eql" (rt, item: Value, sequence: Value) { position(rt, "position", item, sequence) }

    fn "%remove-eql" (rt, item: Value, sequence: Value) { without(rt, "remove", item, sequence) }

    fn "%delete-eql" (rt, item: Value, sequence: Value) { without(rt, "delete", item, sequence) }

    /// A list of the elements of a list, vector or string; a list is itself.
    fn "%sequence->list" (rt, function: Value, sequence: Value) {
        if sequence.is_pair() || sequence.is_nil() {
            return Ok(sequence);
        }
        let name = function.as_symbol().map_or(String::new(), |s| rt.name(s).to_string());
        let items = items(rt, &name, sequence)?;
        rt.heap.list(&items)
    }

    /// The elements of a list as a sequence of the same kind as `like`.
    fn "%list->sequence" (rt, like: Value, list: Value) {
        if like.is_pair() || like.is_nil() {
            return Ok(list);
        }
        let items = rt.list_items("coerce", list)?;
        sequence(rt, like, &items)
    }

    /// An array of bits.
    fn "%make-bits" (rt, dimensions: Value, initial: Value) {
        crate::builtins::array_make::make_bits(rt, dimensions, initial)
    }

    /// Is it an array of bits?
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

    /// Puts an element behind the last one of a vector, if there is room or with `extend`. Returns its index, or nil.
    fn "%vector-push" (rt, vector: ArrayRef, element: Value, ?extend: Value) {
        let count = rt.heap.array_of(vector.0)?.len();
        let plain = rt.heap.as_array(vector.0);
        if !plain.is_some_and(|a| a.shape == Shape::Vector && matches!(a.data, Storage::Values(_))) {
            return Err(rt.wrong_type("vector-push", "vector", "a vector of any values", vector.0));
        }
        // What has the room for more has it from where a fill pointer was set.
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
        let text = rt.heap.as_str(message.0).unwrap_or("").to_string();
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
