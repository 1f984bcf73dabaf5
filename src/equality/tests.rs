//! The laws of equality and hashing.

use proptest::prelude::*;

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::*;
use crate::limits::Limits;

/// A description of a value, so that proptest can shrink it.
#[derive(Debug, Clone)]
enum Datum {
    Fixnum(i64),
    Float(f64),
    Integer(i128),
    Ratio(i64, u8),
    String(&'static str),
    Symbol(&'static str),
    Character(char),
    List(Vec<Datum>),
}

fn build(rt: &mut Runtime, d: &Datum) -> Value {
    match d {
        Datum::Fixnum(n) => rt.heap.integer((*n).into()).unwrap(),
        Datum::Float(x) => rt.heap.float(*x).unwrap(),
        Datum::Integer(n) => rt.heap.integer((*n).into()).unwrap(),
        Datum::Ratio(n, d) => rt.heap.ratio(RBig::from_parts((*n).into(), (u32::from(*d) + 1).into())).unwrap(),
        Datum::String(s) => rt.heap.string(*s).unwrap(),
        Datum::Symbol(s) => rt.symbol(s),
        Datum::Character(c) => Value::character(*c),
        Datum::List(items) => {
            let items: Vec<Value> = items.iter().map(|d| build(rt, d)).collect();
            rt.heap.list(&items).unwrap()
        }
    }
}

/// Values among which equal ones are frequent.
fn datum() -> impl Strategy<Value = Datum> {
    let atom = prop_oneof![
        (-2i64..3).prop_map(Datum::Fixnum),
        prop::sample::select(vec![0.0, -0.0, 1.0, -2.0, 0.5, 1e18, 1e19, 1e300, f64::NAN, f64::INFINITY])
            .prop_map(Datum::Float),
        prop::sample::select(vec![1i128, 10i128.pow(18), 10i128.pow(19), 10i128.pow(19) + 1]).prop_map(Datum::Integer),
        ((-2i64..3), (0u8..4)).prop_map(|(n, d)| Datum::Ratio(n, d)),
        prop::sample::select(vec!["", "a", "b"]).prop_map(Datum::String),
        prop::sample::select(vec!["a", "b"]).prop_map(Datum::Symbol),
        Just(Datum::Character('a')),
    ];
    atom.prop_recursive(3, 12, 3, |inner| prop::collection::vec(inner, 0..3).prop_map(Datum::List))
}

proptest! {
    #[test]
    fn equality_is_an_equivalence_and_equal_values_hash_alike(a in datum(), b in datum(), c in datum()) {
        let mut rt = Runtime::for_tests();
        let again = build(&mut rt, &a);
        let (a, b, c) = (build(&mut rt, &a), build(&mut rt, &b), build(&mut rt, &c));
        let mut same = |x, y| {
            let answer = equal(&mut rt, x, y).unwrap();
            assert!(!answer || hash(&mut rt, x).unwrap() == hash(&mut rt, y).unwrap(), "{x:?} {y:?}");
            answer
        };
        prop_assert!(same(a, a));
        prop_assert!(same(a, again));
        let (ab, bc) = (same(a, b), same(b, c));
        prop_assert_eq!(ab, same(b, a));
        if ab {
            prop_assert_eq!(bc, same(a, c));
        }
    }

    #[test]
    fn a_value_set_holds_what_a_scan_finds(items in prop::collection::vec(datum(), 0..40)) {
        let mut rt = Runtime::for_tests();
        let items: Vec<Value> = items.iter().map(|d| build(&mut rt, d)).collect();
        let (mut set, mut scanned) = (ValueSet::default(), Vec::new());
        for &v in &items {
            let fresh = !scanned.iter().any(|&x| equal(&mut rt, x, v).unwrap());
            if fresh {
                scanned.push(v);
            }
            prop_assert_eq!(set.insert(&mut rt, v).unwrap(), fresh);
            prop_assert!(set.contains(&mut rt, v).unwrap());
        }
    }
}

#[test]
fn numbers_are_equal_by_value() {
    let mut rt = Runtime::for_tests();
    let (one, inexact) = (Value::fix(1), rt.heap.float(1.0).unwrap());
    assert!(equal(&mut rt, one, inexact).unwrap());
    let (a, b) = (rt.heap.integer(IBig::from(1) << 100).unwrap(), rt.heap.integer(IBig::from(1) << 100).unwrap());
    assert!(a != b && equal(&mut rt, a, b).unwrap());
    let (zero, negative) = (rt.heap.float(0.0).unwrap(), rt.heap.float(-0.0).unwrap());
    assert!(equal(&mut rt, zero, negative).unwrap());
}

#[test]
fn things_that_change_are_equal_only_to_themselves() {
    let mut rt = Runtime::for_tests();
    let (a, b) = (rt.heap.vector([]).unwrap(), rt.heap.vector([]).unwrap());
    assert!(equal(&mut rt, a, a).unwrap());
    assert!(!equal(&mut rt, a, b).unwrap());
}

#[test]
fn a_million_levels_are_compared_and_hashed_in_both_directions() {
    let mut rt = Runtime::for_tests();
    let mut build = |down: bool| {
        let mut v = Value::fix(7);
        for _ in 0..1_000_000 {
            v = if down { rt.heap.pair(v, Value::T) } else { rt.heap.pair(Value::T, v) }.unwrap();
        }
        v
    };
    let (a, b, c, d) = (build(true), build(true), build(false), build(false));
    assert!(equal(&mut rt, a, b).unwrap());
    assert!(equal(&mut rt, c, d).unwrap());
    assert!(!equal(&mut rt, a, c).unwrap());
    assert_eq!(hash(&mut rt, a).unwrap(), hash(&mut rt, b).unwrap());
    assert_eq!(hash(&mut rt, c).unwrap(), hash(&mut rt, d).unwrap());
}

#[test]
fn comparing_and_hashing_circular_lists_ends() {
    let mut rt = Runtime::for_tests();
    let mut circle = |in_car: bool| {
        let p = rt.heap.pair(Value::T, Value::T).unwrap();
        if in_car {
            rt.heap.set_car(p, p)
        } else {
            rt.heap.set_cdr(p, p)
        }
        p
    };
    let (a, b, c, d) = (circle(true), circle(true), circle(false), circle(false));
    assert_eq!(hash(&mut rt, a).unwrap(), hash(&mut rt, b).unwrap());
    assert_eq!(hash(&mut rt, c).unwrap(), hash(&mut rt, d).unwrap());
    assert!(equal(&mut rt, a, b).unwrap());
    assert!(equal(&mut rt, c, d).unwrap());
    assert!(!equal(&mut rt, a, d).unwrap());
    // As long as the comparison has not gone round, it is paid for.
    rt.budget.start(&Limits { ticks: Some(100), ..Limits::default() }, std::time::Duration::ZERO);
    assert!(equal(&mut rt, a, b).is_err());
}
