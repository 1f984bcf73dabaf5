//! Records: things with named fields. These natives are what `defrecord` expands to.
//!
//! An integer identifies a record type. A type with the same name and fields is the same type, so that loading a
//! definition again keeps existing records valid. Types are never forgotten, hence [`MAX_TYPES`].

use super::arg::{ListRef, RecordRef, StoredValue};
use super::builtins;
use crate::fault::{Code, ErrorData, Limit, Result, Unwind, fail, fail_in};
use crate::heap::MAX_BLOCK;
use crate::object::{RecordNotation, RecordType};
use crate::printer::brief;
use crate::runtime::Runtime;
use crate::symbol::Symbol;
use crate::value::{Kind, Value};

/// Record types of one engine.
const MAX_TYPES: usize = 1 << 16;

fn make_type(
    rt: &mut Runtime,
    name: Symbol,
    fields: Value,
    parent: Option<u32>,
    notation: RecordNotation,
) -> Result<usize> {
    let mut symbols = Vec::new();
    for v in rt.list_items("make-record-type", fields)? {
        match v.as_symbol() {
            Some(field) if !symbols.contains(&field) && symbols.len() < MAX_BLOCK => symbols.push(field),
            Some(_) if symbols.len() == MAX_BLOCK => {
                return fail_in("make-record-type", Code::BadValue, format!("a record has at most {MAX_BLOCK} fields"));
            }
            Some(field) => {
                let (name, field) = (rt.name(name), rt.name(field));
                return fail_in("make-record-type", Code::BadValue, format!("{name} has two fields {field}"));
            }
            None => return Err(rt.wrong_type("make-record-type", "fields", "a list of symbols", fields)),
        }
    }
    let types = &rt.heap.record_types;
    let ticks = types.len() / 16;
    let same = types
        .iter()
        .position(|t| t.name == name && *t.fields == *symbols && t.parent == parent && t.notation == notation);
    rt.charge(ticks)?;
    match same {
        Some(number) => Ok(number),
        None if rt.heap.record_types.len() >= MAX_TYPES => Err(Limit::Memory.into()),
        None => {
            rt.heap.reserve(size_of::<RecordType>() + symbols.len() * size_of::<Symbol>())?;
            rt.heap.record_types.push(RecordType { name, fields: symbols.into(), parent, notation });
            Ok(rt.heap.record_types.len() - 1)
        }
    }
}

/// Returns the definition of type `number`.
fn type_of<'a>(rt: &'a Runtime, function: &str, number: usize) -> Result<&'a RecordType> {
    match rt.heap.record_types.get(number) {
        Some(t) => Ok(t),
        None => fail_in(function, Code::BadValue, format!("no record type has the number {number}")),
    }
}

fn make(rt: &mut Runtime, number: usize, values: &[Value]) -> Result<Value> {
    let t = type_of(rt, "make-record", number)?;
    if t.fields.len() != values.len() {
        let (name, wanted, given) = (rt.name(t.name), t.fields.len(), values.len());
        return fail(Code::ArgumentCount, format!("make-{name}: {name} has {wanted} field(s), got {given} value(s)"));
    }
    let block = rt.heap.block(values)?;
    Ok(Value::reference(Kind::RECORD, number as u32, block))
}

/// Sees to it that `record` is of that type and has that field.
fn check(rt: &Runtime, function: &str, number: usize, record: Value, index: usize) -> Result<()> {
    let t = type_of(rt, function, number)?;
    let Some(&field) = t.fields.get(index) else {
        return fail_in(function, Code::IndexOutOfRange, format!("{} has no field number {index}", rt.name(t.name)));
    };
    if is_of_type(rt, record, number) { Ok(()) } else { Err(other_type(rt, number, t.name, field, record)) }
}

/// `point-x: record must be a record of type point, got 3`
#[cold]
fn other_type(rt: &Runtime, number: usize, name: Symbol, field: Symbol, got: Value) -> Box<Unwind> {
    let is_namesake = got.is(Kind::RECORD) && rt.heap.record_type(got).is_some_and(|t| t.name == name);
    let (name, field, shown) = (rt.name(name), rt.name(field), brief(rt, got));
    let problem = format!("must be a record of type {name}, got {shown}");
    let c = |problem| {
        ErrorData::by(&format!("{name}-{field}"), Code::WrongType, problem)
            .with_argument("record")
            .with_irritants(&[got])
    };
    if !is_namesake {
        return c(problem).into();
    }
    // Records that print alike can still be of different types.
    let which = if (got.meta() as usize) < number { "an earlier" } else { "another" };
    let help = "a type with other fields is another one, also under the same name: make the record with that";
    c(format!("{problem} of {which} definition of {name}")).with_help(help).into()
}

fn is_of_type(rt: &Runtime, v: Value, number: usize) -> bool {
    v.is(Kind::RECORD) && (v.meta() as usize == number || is_kind_of(rt, v.meta(), number))
}

/// Reads the field of a record whose type is not exactly `number`: its type must be a subtype, or this is an error.
#[cold]
#[inline(never)]
pub(crate) fn field(rt: &Runtime, number: u32, record: Value, index: u8) -> Result<Value> {
    let index = usize::from(index);
    let is_field = rt.heap.record_types.get(number as usize).is_some_and(|t| index < t.fields.len());
    if !(is_field && record.is(Kind::RECORD) && is_kind_of(rt, record.meta(), number as usize)) {
        check(rt, "record-ref", number as usize, record, index)?;
    }
    Ok(rt.heap.word(record, index))
}

/// Returns the number of fields of records of type `number`, if there is such a type.
pub(crate) fn field_count(rt: &Runtime, number: u32) -> Option<usize> {
    rt.heap.record_types.get(number as usize).map(|t| t.fields.len())
}

/// Returns whether record type `number` is `t` or one of its ancestors.
#[inline]
pub(crate) fn is_kind_of(rt: &Runtime, t: u32, number: usize) -> bool {
    // A type's parent was there before it: the numbers get smaller.
    let mut t = t as usize;
    while t > number {
        match rt.heap.record_types.get(t).and_then(|t| t.parent) {
            Some(parent) => t = parent as usize,
            None => return false,
        }
    }
    t == number
}

/// A record of the same type with the same field values.
pub(crate) fn copy(rt: &mut Runtime, record: Value) -> Result<Value> {
    let count = rt.heap.record_type_of(record)?.fields.len();
    let values: Vec<Value> = (0..count).map(|k| rt.heap.word(record, k)).collect();
    let block = rt.heap.block(&values)?;
    Ok(Value::reference(Kind::RECORD, record.meta(), block))
}

builtins! { "record";
    /// Makes a record type that prints as a structure. The look `opaque` prints no fields, and the look `text` prints
    /// the text of the first field. Records of types made from it are of this type, too.
    fn "%make-structure-type" (rt, name: Symbol, fields: Value, parent: Value, look: Value) {
        let look = match look.as_symbol().map(|s| rt.name(s)) {
            Some("opaque") => RecordNotation::Opaque,
            Some("text") => RecordNotation::Text,
            _ => RecordNotation::Structure,
        };
        let parent = parent.as_fixnum().and_then(|n| u32::try_from(n).ok());
        let parent = parent.filter(|&n| (n as usize) < rt.heap.record_types.len());
        make_type(rt, name, fields, parent, look)
    }

    /// The number of the record type with this name and these fields, which the other functions on records take. The
    /// same name and fields give the same number.
    ///
    /// (= (make-record-type 'point '(x y)) (make-record-type 'point '(x y)))  ;=> t
    /// (make-record-type 'point '(x x))                                       ;!! bad-value
    fn "make-record-type" (rt, name: Symbol, fields: ListRef) {
        make_type(rt, name, fields.0, None, RecordNotation::Record)
    }

    /// A new record of a type, with a value for each field.
    ///
    /// (make-record (make-record-type 'point '(x y)) 1 2)  ;=> #<point :x 1 :y 2>
    /// (make-record (make-record-type 'point '(x y)) 1)    ;!! argument-count
    #[inline_as(NewRecord)]
    fn "make-record" (rt, record_type: usize, *values: Value) {
        make(rt, record_type, values)
    }

    /// The value of field number `index`, counted from 0, of a record that must be of the given type.
    ///
    /// (let ((p (make-record-type 'point '(x y)))) (record-ref p (make-record p 1 2) 1))  ;=> 2
    /// (record-ref (make-record-type 'point '(x y)) 7 1)                                  ;!! wrong-type
    #[inline_as(ReadField)]
    fn "record-ref" (rt, record_type: usize, record: Value, index: usize) {
        check(rt, "record-ref", record_type, record, index)?;
        Ok(rt.heap.word(record, index))
    }

    /// Gives field number `index` of a record of the given type a value, and returns the value.
    ///
    /// (let ((p (make-record-type 'point '(x y)))) (record-set! p (make-record p 1 2) 1 7))  ;=> 7
    /// (record-set! (make-record-type 'point '(x y)) 7 1 2)                                  ;!! wrong-type
    #[inline_as(StoreField)]
    fn "record-set!" (rt, record_type: usize, record: Value, index: usize, value: Value) {
        check(rt, "record-set!", record_type, record, index)?;
        rt.heap.set_word(record, index, value);
        Ok(StoredValue(value))
    }

    /// Returns whether `object` is a record of the given type.
    ///
    /// (let ((p (make-record-type 'point '(x y)))) (record-of-type? p (make-record p 1 2)))  ;=> t
    /// (record-of-type? (make-record-type 'point '(x y)) 7)                                  ;=> nil
    #[inline_as(AskType)]
    fn "record-of-type?" (rt, record_type: usize, object: Value) {
        is_of_type(rt, object, record_type)
    }

    /// Returns whether `object` is a record of any type.
    ///
    /// (record? (make-record (make-record-type 'point '(x)) 1))  ;=> t
    /// (record? '(1))                                            ;=> nil
    #[inline_as(Op(IsKind(Kind::RECORD)))]
    fn "record?" (rt, object: Value) {
        object.is(Kind::RECORD)
    }

    /// A list of the names of a record's fields.
    ///
    /// (record-fields (make-record (make-record-type 'point '(x y)) 1 2))  ;=> (x y)
    fn "record-fields" (rt, record: RecordRef) {
        Ok(rt.heap.record_type_of(record.0)?.fields.to_vec())
    }
}
