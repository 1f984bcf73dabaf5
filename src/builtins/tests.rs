//! Properties of every builtin in whichever file, and those that the examples in the documentation cannot show.

use std::collections::HashSet;
use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::fault::{Code, Result, Unwind};
use crate::limits::Limits;
use crate::object::Object;
use crate::object::table::TableObject;
use crate::printer::{PrintStyle, print};
use crate::runtime::Runtime;
use crate::value::Value;

fn numbers(rt: &mut Runtime, items: &[i64]) -> Value {
    let items: Vec<Value> = items.iter().copied().map(Value::fix).collect();
    rt.heap.list(&items).unwrap()
}

fn message(fault: Unwind) -> String {
    match fault {
        Unwind::Error(c) => c.message().into_owned(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_builtin_has_description_and_example() {
    let mut names = HashSet::new();
    for b in all() {
        assert!(names.insert(b.name), "{} is there twice", b.name);
        if b.name.starts_with('%') {
            continue;
        }
        let lines: Vec<&str> = b.doc.lines().collect();
        let blank = lines.iter().position(|line| line.trim().is_empty());
        let (text, examples) = lines.split_at(blank.unwrap_or_else(|| panic!("{}: no empty line", b.name)));
        assert!(!text.is_empty(), "{} has no description", b.name);
        let is_example = |line: &&&str| line.contains(" ;=> ") || line.contains(" ;!! ");
        assert!(examples.iter().filter(is_example).any(|line| line.contains(b.name)), "{} has no example", b.name);
    }
}

#[test]
fn removing_shares_what_it_can() {
    let mut rt = Runtime::for_tests();
    let list = numbers(&mut rt, &[1, 2, 3, 4]);
    let same = call(&mut rt, "remove", &[Value::fix(9), list]).unwrap();
    assert_eq!(same, list);
    let without = call(&mut rt, "remove", &[Value::fix(2), list]).unwrap();
    let (shared, tail) = (rt.heap.cdr(without), rt.heap.cdr(rt.heap.cdr(list)));
    assert_eq!(shared, tail);
    assert_eq!(print(&mut rt, list, PrintStyle::Readable).unwrap(), "(1 2 3 4)");
    assert_eq!(print(&mut rt, without, PrintStyle::Readable).unwrap(), "(1 3 4)");
}

#[test]
fn a_coordinate_outside_names_the_dimensions() {
    let mut rt = Runtime::for_tests();
    let dimensions = numbers(&mut rt, &[2, 2]);
    let array = call(&mut rt, "make-array", &[dimensions]).unwrap();
    let coordinates = numbers(&mut rt, &[5, 0]);
    let fault = call(&mut rt, "set-array-element", &[array, coordinates, Value::T]).unwrap_err();
    assert_eq!(message(*fault), "set-array-element: coordinates (5 0) outside an array of 2 by 2");
    let fault = call(&mut rt, "aref", &[array, Value::fix(0), Value::fix(-1)]).unwrap_err();
    assert_eq!(message(*fault), "aref: coordinates (0 -1) outside an array of 2 by 2");
}

#[test]
fn a_field_of_a_wrong_record_names_its_type() {
    let mut rt = Runtime::for_tests();
    let (name, x) = (rt.symbol("point"), rt.symbol("x"));
    let fields = rt.heap.list(&[x]).unwrap();
    let kind = call(&mut rt, "make-record-type", &[name, fields]).unwrap();
    let fault = call(&mut rt, "record-ref", &[kind, Value::fix(3), Value::fix(0)]).unwrap_err();
    assert_eq!(message(*fault), "point-x: record must be a record of type point, got 3");
}

#[test]
fn a_huge_array_is_refused_before_it_is_made() {
    let mut rt = Runtime::for_tests();
    for sizes in [&[1 << 40][..], &[1 << 30, 1 << 30], &[1 << 59, 1 << 59, 1 << 59]] {
        let dimensions = numbers(&mut rt, sizes);
        let fault = call(&mut rt, "make-array", &[dimensions]).unwrap_err();
        assert!(matches!(*fault, Unwind::Limit(crate::fault::Limit::Memory)));
    }
}

#[test]
fn tables_stay_in_the_byte_account() {
    let mut rt = Runtime::for_tests();
    let table = call(&mut rt, "make-table", &[]).unwrap();
    let before = rt.heap.used();
    for i in 0..10_000 {
        call(&mut rt, "table-set!", &[table, Value::fix(i), Value::T]).unwrap();
    }
    let bytes = match rt.heap.as_object(table) {
        Some(Object::Table(t)) => crate::object::HeapObject::bytes(t),
        _ => 0,
    };
    assert_eq!(rt.heap.used() - before, bytes);
    assert_eq!(call(&mut rt, "length", &[table]).unwrap(), Value::fix(10_000));
    call(&mut rt, "table-clear!", &[table]).unwrap();
    assert_eq!(rt.heap.used(), before);
}

/// Arguments of every kind, the awkward ones included.
fn zoo(rt: &mut Runtime) -> Result<Vec<Value>> {
    let text = rt.heap.string("aä(")?;
    let list = rt.heap.list(&[Value::fix(1), Value::fix(0), text])?;
    let circular = rt.heap.list(&[Value::fix(1), Value::fix(2)])?;
    rt.heap.set_cdr(rt.heap.cdr(circular), circular);
    let inward = rt.heap.list(&[Value::NIL, Value::fix(2)])?;
    rt.heap.set_car(inward, inward);
    let pairs = rt.heap.list(&[list, list, circular])?;
    let matrix = Value::fix(2);
    let matrix = rt.heap.list(&[matrix, matrix])?;
    let array = call(rt, "make-array", &[matrix, Value::fix(0)])?;
    let point = rt.symbol("point");
    let fields = rt.heap.list(&[point])?;
    call(rt, "make-record-type", &[point, fields])?;
    let condition = rt.heap.condition(crate::fault::ErrorData::new(Code::User, "no"))?;
    let tail = rt.heap.list_with_tail(&[Value::fix(1)], Value::fix(2))?;
    Ok(vec![
        Value::NIL,
        Value::T,
        Value::fix(0),
        Value::fix(1),
        Value::fix(2),
        Value::fix(-1),
        Value::fix(Value::FIXNUM_MAX),
        Value::fix(Value::FIXNUM_MIN),
        rt.heap.float(0.5)?,
        rt.heap.float(f64::NAN)?,
        rt.heap.integer(dashu_int::IBig::from(1) << 70)?,
        rt.heap.ratio(dashu_ratio::RBig::from_parts(1.into(), 3u8.into()))?,
        Value::character('ß'),
        text,
        point,
        Value::keyword(rt.symbols.intern("of")),
        list,
        tail,
        circular,
        inward,
        pairs,
        matrix,
        array,
        rt.heap.vector([Value::fix(3), list])?,
        rt.heap.object(Object::Table(TableObject::default()))?,
        condition,
        call(rt, "make-record", &[Value::ZERO, Value::fix(1)])?,
        Value::reference(crate::value::Kind::NATIVE, 0, 0),
    ])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_builtin_panics_on_any_arguments(choices in prop::collection::vec(0usize..1000, 5)) {
        for builtin in all() {
            let mut rt = Runtime::for_tests();
            rt.heap.set_limit(4 << 20);
            rt.budget.start(&Limits { ticks: Some(20_000), ..Limits::default() }, Duration::ZERO);
            let zoo = zoo(&mut rt).unwrap();
            let args: Vec<Value> = choices.iter().map(|&c| zoo[c % zoo.len()]).collect();
            let (least, most) = (builtin.signature.required, builtin.signature.most);
            for count in least..=most.unwrap_or(args.len()).min(args.len()) {
                if let Err(fault) = (builtin.calls.unwrap().get(false))(&mut rt, &args[..count])
                    && let Unwind::Error(c) = *fault
                {
                    prop_assert_ne!(c.code, Code::Internal, "{}", c.message());
                }
            }
        }
    }
}

// Helpers for tests of native functions: a runtime, calls by name, a look at the outcome.

/// A small engine's runtime.
pub(crate) fn engine() -> Runtime {
    let limits = Limits { memory: 16 << 20, ..Limits::default() };
    Runtime::for_tests_with(&limits)
}

/// Calls the builtin of that name.
pub(crate) fn call(rt: &mut Runtime, name: &str, args: &[Value]) -> Result<Value> {
    let builtin = all().find(|b| b.name == name).unwrap_or_else(|| panic!("there is no {name}"));
    (builtin.calls.unwrap().get(false))(rt, args)
}

/// The string that a call returns.
pub(crate) fn shown(rt: &mut Runtime, name: &str, args: &[Value]) -> String {
    let v = call(rt, name, args).unwrap();
    rt.heap.as_str(v).unwrap().to_string()
}

pub(crate) fn is_code(result: Result<Value>, code: Code) -> bool {
    matches!(result, Err(fault) if matches!(&*fault, Unwind::Error(c) if c.code == code))
}
