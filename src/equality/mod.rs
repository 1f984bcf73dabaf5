//! The language's equality, and the hash that goes with it.
//!
//! `=` and `equal?` are one function. It compares numbers by value, strings by characters, lists by structure, and
//! everything else (arrays, tables, records, functions, symbols) by identity. It is an equivalence, so that a table or
//! `member?` finds what it holds: a NaN equals itself here, unlike in IEEE comparisons.
//!
//! **Invariant:** nothing here recurses on data, and a comparison of circular data terminates. Parts under comparison
//! count as equal until a difference is found elsewhere.

pub(crate) mod eq;

use std::hash::{BuildHasher, Hasher};

use hashbrown::{HashSet, HashTable};

use crate::fault::{Result, Unwind};
use crate::list::CostCounter;
use crate::num;
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

/// Pairs that a hash looks at before it is content: bounded work on any list, circular ones included.
const HASHED_PAIRS: usize = 4096;

/// Bytes of a string that are compared or hashed for one tick.
pub const COMPARED_PER_TICK: usize = 64;

/// Returns whether `a` and `b` are equal in the sense of the language's `=`.
#[inline]
pub(crate) fn equal(rt: &mut Runtime, a: Value, b: Value) -> Result<bool> {
    match quick(a, b) {
        Some(answer) => Ok(answer),
        None => equal_structures(rt, a, b),
    }
}

/// The answer where the two words alone tell it.
#[inline(always)]
pub fn quick(a: Value, b: Value) -> Option<bool> {
    if a == b {
        Some(true)
    } else if Value::both_fixnum(a, b) || !has_content(a) || !has_content(b) {
        Some(false)
    } else {
        None
    }
}

/// Returns whether `v` is compared by its content rather than by its identity.
#[inline(always)]
pub(crate) fn has_content(v: Value) -> bool {
    v.is_fixnum()
        || v.is_float()
        || matches!(
            v.kind(),
            Kind::PAIR | Kind::DIGITS | Kind::STRING | Kind::BIGINT | Kind::RATIO | Kind::HOST | Kind::ARRAY
        )
}

/// Elements of two lists that are compared by their words alone, without any bookkeeping: most lists that are keys are
/// short.
const SHORT: usize = 4;

#[inline(never)]
fn equal_structures(rt: &mut Runtime, mut a: Value, mut b: Value) -> Result<bool> {
    for _ in 0..SHORT {
        if !a.is_pair() || !b.is_pair() {
            break;
        }
        match quick(rt.heap.car(a), rt.heap.car(b)) {
            Some(true) => {}
            Some(false) => return Ok(false),
            None => break,
        }
        (a, b) = (rt.heap.cdr(a), rt.heap.cdr(b));
        if let Some(answer) = quick(a, b) {
            return Ok(answer);
        }
    }
    equal_parts(rt, a, b)
}

#[inline(never)]
fn equal_parts(rt: &mut Runtime, mut a: Value, mut b: Value) -> Result<bool> {
    // Pairs still to be compared after the current lists.
    let mut pending: Vec<(Value, Value)> = Vec::new();
    let (mut meter, mut visited) = (CostCounter::default(), VisitedPairs::default());
    loop {
        while a.has_elements() && b.has_elements() && a != b {
            let bytes = pending.len() * size_of::<(Value, Value)>() + visited.bytes();
            meter.step_holding(rt, bytes)?;
            if visited.is_round(a, b) {
                (a, b) = (Value::NIL, Value::NIL);
                break;
            }
            let (x, y) = (rt.heap.first(a), rt.heap.first(b));
            (a, b) = (rt.heap.rest(a), rt.heap.rest(b));
            match quick(x, y) {
                Some(true) => {}
                Some(false) => return Ok(false),
                None if x.has_elements() && y.has_elements() => {
                    if visited.is_known(x, y) {
                        continue;
                    }
                    match quick(a, b) {
                        Some(true) => {}
                        Some(false) => return Ok(false),
                        None => pending.push((a, b)),
                    }
                    (a, b) = (x, y);
                }
                None if equal_atoms(rt, x, y)? => {}
                None => return Ok(false),
            }
        }
        let same = match quick(a, b) {
            Some(answer) => answer,
            None => equal_atoms(rt, a, b)?,
        };
        if !same {
            return Ok(false);
        }
        match pending.pop() {
            Some(next) => (a, b) = next,
            None => return Ok(true),
        }
    }
}

/// Number of steps after which a comparison watches for circular data. Few values are so large, and those can bear the
/// cost.
pub const CYCLE_CHECK_AFTER: usize = 1 << 20;
/// Distance of the places along a list that are remembered then: an endless walk comes to each of them in time.
const STEPS_PER_PLACE: usize = 16;

/// Memory for two values that are known to be compared: two words and the control byte, with room to spare.
pub const COMPARED_BYTES: usize = 20;

/// State of a comparison that makes it end for circular data. An endless path enters elements again and again, of which
/// there are finitely many, or goes round along lists.
#[derive(Default)]
struct VisitedPairs {
    steps: usize,
    seen: HashSet<(u64, u64)>,
}

impl VisitedPairs {
    /// Takes one step along two lists. Returns whether the walk has been at these places before.
    #[inline(always)]
    fn is_round(&mut self, a: Value, b: Value) -> bool {
        self.steps += 1;
        self.steps > CYCLE_CHECK_AFTER
            && self.steps.is_multiple_of(STEPS_PER_PLACE)
            && !self.seen.insert((a.bits(), b.bits()))
    }

    /// Returns whether these elements have been compared or are under comparison.
    #[inline(always)]
    fn is_known(&mut self, x: Value, y: Value) -> bool {
        self.steps > CYCLE_CHECK_AFTER && !self.seen.insert((x.bits(), y.bits()))
    }

    fn bytes(&self) -> usize {
        self.seen.capacity() * COMPARED_BYTES
    }
}

/// Equality of two things that are not both lists with elements.
fn equal_atoms(rt: &mut Runtime, a: Value, b: Value) -> Result<bool> {
    if a.is(Kind::STRING) || b.is(Kind::STRING) {
        let (Some(x), Some(y)) = (rt.heap.as_str(a), rt.heap.as_str(b)) else { return Ok(false) };
        let (ticks, answer) = (x.len().min(y.len()) / COMPARED_PER_TICK, x == y);
        if ticks > 0 {
            rt.charge(ticks)?;
        }
        return Ok(answer);
    }
    if matches!(a.kind(), Kind::HOST | Kind::ARRAY)
        && let Some(answer) = equal_objects(rt, a, b)
    {
        return answer;
    }
    match (rt.heap.as_float(a), rt.heap.as_float(b)) {
        (Some(x), Some(y)) => Ok(x == y || x.is_nan() && y.is_nan()),
        _ => Ok(num::equal(&rt.heap, a, b)),
    }
}

/// Returns whether two host objects are equal by the host's own comparison; `None` unless both are host objects.
#[cold]
pub(super) fn equal_objects(rt: &Runtime, a: Value, b: Value) -> Option<Result<bool>> {
    let (x, y) = (rt.heap.as_host_object(a)?, rt.heap.as_host_object(b)?);
    Some(if a == b { Ok(true) } else { rt.heap.host_equal(x, y) })
}

/// A hash that is the same for values that are [`equal`]. It differs from engine to engine.
pub(crate) fn hash(rt: &mut Runtime, v: Value) -> Result<u64> {
    let mut state = rt.keys.hasher.build_hasher();
    if !v.has_elements() {
        hash_atom(rt, v, &mut state)?;
        return Ok(state.finish());
    }
    let mut pending: Vec<Value> = Vec::new();
    let mut meter = CostCounter::default();
    let mut pairs = 0;
    let mut next = Some(v);
    while let Some(mut v) = next {
        while v.has_elements() && pairs < HASHED_PAIRS {
            pairs += 1;
            meter.step(rt)?;
            state.write_u8(Kind::PAIR.0);
            let (car, cdr) = (rt.heap.first(v), rt.heap.rest(v));
            if car.has_elements() {
                pending.push(cdr);
                v = car;
            } else {
                hash_atom(rt, car, &mut state)?;
                v = cdr;
            }
        }
        if !v.has_elements() {
            hash_atom(rt, v, &mut state)?;
        }
        next = pending.pop();
    }
    Ok(state.finish())
}

/// Hashes a value without parts.
///
/// # Errors
/// When a limit is reached.
pub fn hash_atom(rt: &mut Runtime, v: Value, state: &mut impl Hasher) -> Result<()> {
    if num::hash(&rt.heap, v, state) {
        return Ok(());
    }
    if matches!(v.kind(), Kind::HOST | Kind::ARRAY)
        && let Some(object) = rt.heap.as_host_object(v)
        && let Some(hash) = rt.heap.host_hash(object)?
    {
        state.write_u64(hash);
        return Ok(());
    }
    match rt.heap.as_str(v) {
        Some(text) => {
            state.write(text.as_bytes());
            let ticks = text.len() / COMPARED_PER_TICK;
            if ticks > 0 {
                rt.charge(ticks)?;
            }
        }
        None => state.write_u64(v.bits()),
    }
    Ok(())
}

/// Distinct values by the language's equality: a scan while there are few, a hash index beyond.
#[derive(Default)]
pub(crate) struct ValueSet {
    few: Vec<Value>,
    many: HashTable<(u64, Value)>,
}

impl ValueSet {
    const FEW: usize = 12;

    /// Adds `v`; false if it was there already.
    pub fn insert(&mut self, rt: &mut Runtime, v: Value) -> Result<bool> {
        if self.contains(rt, v)? {
            return Ok(false);
        }
        if self.many.is_empty() && self.few.len() < Self::FEW {
            self.few.push(v);
            return Ok(true);
        }
        for old in std::mem::take(&mut self.few) {
            self.index(rt, old)?;
        }
        self.index(rt, v)?;
        Ok(true)
    }

    fn index(&mut self, rt: &mut Runtime, v: Value) -> Result<()> {
        if self.many.len() == self.many.capacity() {
            rt.heap.reserve(self.many.allocation_size().saturating_mul(3))?;
        }
        let h = hash(rt, v)?;
        self.many.insert_unique(h, (h, v), |&(h, _)| h);
        Ok(())
    }

    pub fn contains(&self, rt: &mut Runtime, v: Value) -> Result<bool> {
        for &x in &self.few {
            if equal(rt, x, v)? {
                return Ok(true);
            }
        }
        if self.many.is_empty() {
            return Ok(false);
        }
        let h = hash(rt, v)?;
        let mut fault = None;
        let found = self.many.find(h, |&(other, x)| other == h && equal_or_note(rt, x, v, &mut fault)).is_some();
        fault.map_or(Ok(found), Err)
    }
}

/// [`equal`] for callbacks that cannot fail: what went wrong is left in `fault`, and every later answer is "found",
/// which ends the search.
pub(crate) fn equal_or_note(rt: &mut Runtime, a: Value, b: Value, fault: &mut Option<Box<Unwind>>) -> bool {
    match equal(rt, a, b) {
        Ok(answer) => answer,
        Err(e) => {
            *fault = Some(e);
            true
        }
    }
}

#[cfg(test)]
mod tests {
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
            prop::sample::select(vec![1i128, 10i128.pow(18), 10i128.pow(19), 10i128.pow(19) + 1])
                .prop_map(Datum::Integer),
            ((-2i64..3), (0u8..4)).prop_map(|(n, d)| Datum::Ratio(n, d)),
            prop::sample::select(vec!["", "a", "b"]).prop_map(Datum::String),
            prop::sample::select(vec!["a", "b"]).prop_map(Datum::Symbol),
            Just(Datum::Character('a')),
        ];
        atom.prop_recursive(3, 12, 3, |inner| prop::collection::vec(inner, 0..3).prop_map(Datum::List))
    }

    proptest! {
        #[test]
        fn equality_is_an_equivalence_with_equal_hashes(a in datum(), b in datum(), c in datum()) {
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
    fn mutable_things_equal_only_themselves() {
        let mut rt = Runtime::for_tests();
        let (a, b) = (rt.heap.vector([]).unwrap(), rt.heap.vector([]).unwrap());
        assert!(equal(&mut rt, a, a).unwrap());
        assert!(!equal(&mut rt, a, b).unwrap());
    }

    #[test]
    fn a_million_levels_are_compared_and_hashed() {
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
}
