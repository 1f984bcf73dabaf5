//! Identity, and the equality that is built on it.
//!
//! They differ from the language's equality in two ways. Numbers are equal only if both are exact or both are inexact,
//! and vectors are compared by their elements.

use std::hash::{BuildHasher, Hasher};

use hashbrown::{DefaultHashBuilder, HashSet};

use super::{COMPARED_BYTES, hash, hash_atom};
use crate::fault::Result;
use crate::list::CostCounter;
use crate::num;
use crate::object::array::ArrayElements;
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

/// Returns whether both are the same object, or the same number of the same exactness.
pub fn eqv(rt: &Runtime, a: Value, b: Value) -> bool {
    if a == b {
        return true;
    }
    if Value::both_fixnum(a, b) || !a.is_number() || !b.is_number() || num::is_exact(a) != num::is_exact(b) {
        return false;
    }
    match (rt.heap.as_float(a), rt.heap.as_float(b)) {
        (Some(x), Some(y)) => x.to_bits() == y.to_bits(),
        _ => num::equal(&rt.heap, a, b),
    }
}

/// A hash that is the same for values that are [`eqv`].
pub fn eqv_hash(rt: &mut Runtime, v: Value) -> Result<u64> {
    if v.is_number() && !v.is_fixnum() {
        return hash(rt, v);
    }
    let mut state = rt.keys.hasher.build_hasher();
    state.write_u64(v.bits());
    Ok(state.finish())
}

/// Steps after which a comparison looks out for cycles: hardly any value is so large, and those that are can bear it.
const CYCLE_CHECK_AFTER: usize = 1 << 16;

/// Returns whether both are the same number, character, symbol or object, or lists, strings or arrays of the same
/// parts.
pub fn equal(rt: &mut Runtime, a: Value, b: Value) -> Result<bool> {
    if eqv(rt, a, b) { Ok(true) } else { equal_parts(rt, a, b) }
}

fn equal_parts(rt: &mut Runtime, mut a: Value, mut b: Value) -> Result<bool> {
    let mut pending: Vec<(Value, Value)> = Vec::new();
    let (mut meter, mut steps) = (CostCounter::default(), 0);
    // Pairs of values compared already, or under comparison. They count as the same unless a difference is found
    // elsewhere.
    let mut compared: HashSet<(u64, u64)> = HashSet::new();
    loop {
        loop {
            let held = pending.len() * size_of::<(Value, Value)>() + compared.capacity() * COMPARED_BYTES;
            meter.step_holding(rt, held)?;
            if eqv(rt, a, b) {
                break;
            }
            steps += 1;
            if steps > CYCLE_CHECK_AFTER && (a.is_pair() || a.is(Kind::ARRAY)) && !compared.insert((a.bits(), b.bits()))
            {
                break;
            }
            match (a.kind(), b.kind()) {
                (Kind::PAIR, Kind::PAIR) => {
                    let (x, y) = (rt.heap.car(a), rt.heap.car(b));
                    (a, b) = (rt.heap.cdr(a), rt.heap.cdr(b));
                    if !eqv(rt, x, y) {
                        // If one side has no parts, there is nothing more to compare.
                        let parts =
                            x.is_pair() || matches!(x.kind(), Kind::STRING | Kind::ARRAY | Kind::VALUES | Kind::HOST);
                        if !parts || x.kind() != y.kind() {
                            return Ok(false);
                        }
                        pending.push((a, b));
                        (a, b) = (x, y);
                    }
                    continue;
                }
                (Kind::STRING, Kind::STRING) => {
                    let (x, y) = (rt.heap.as_str(a).unwrap_or(""), rt.heap.as_str(b).unwrap_or(""));
                    let (same, ticks) = (x == y, x.len().min(y.len()) / super::COMPARED_PER_TICK);
                    rt.charge(ticks)?;
                    if !same {
                        return Ok(false);
                    }
                }
                (Kind::ARRAY, Kind::ARRAY) => {
                    if !arrays(rt, a, b, &mut pending)? {
                        return Ok(false);
                    }
                }
                // A continuation that expects one value may be given several; the first counts.
                (Kind::VALUES, _) | (_, Kind::VALUES) => {
                    let (x, y) = (first_value(rt, a), first_value(rt, b));
                    if (x, y) == (a, b) {
                        return Ok(false);
                    }
                    (a, b) = (x, y);
                    continue;
                }
                (Kind::HOST, Kind::HOST) => {
                    if !super::equal_objects(rt, a, b).unwrap_or(Ok(false))? {
                        return Ok(false);
                    }
                }
                _ => return Ok(false),
            }
            break;
        }
        match pending.pop() {
            Some(next) => (a, b) = next,
            None => return Ok(true),
        }
    }
}

fn first_value(rt: &Runtime, v: Value) -> Value {
    match rt.heap.as_object(v) {
        Some(crate::object::Object::Values(items)) => items.first().copied().unwrap_or(Value::NIL),
        _ => v,
    }
}

/// Returns whether the arrays can be equal; the comparison of their elements is then still pending.
fn arrays(rt: &mut Runtime, a: Value, b: Value, pending: &mut Vec<(Value, Value)>) -> Result<bool> {
    let (Some(x), Some(y)) = (rt.heap.as_array(a), rt.heap.as_array(b)) else { return Ok(false) };
    if x.dimensions() != y.dimensions() {
        return Ok(false);
    }
    let ticks = x.len() / super::COMPARED_PER_TICK;
    rt.charge(ticks)?;
    let (Some(x), Some(y)) = (rt.heap.as_array(a), rt.heap.as_array(b)) else { return Ok(false) };
    Ok(match (x.elements, y.elements) {
        (ArrayElements::Values(x), ArrayElements::Values(y)) => {
            pending.extend(x.iter().copied().zip(y.iter().copied()));
            true
        }
        (ArrayElements::Host { object: one, .. }, ArrayElements::Host { object: other, len }) => {
            if one.class.equal.is_some() || x.element_kind() != y.element_kind() {
                return rt.heap.host_equal(one, other);
            }
            rt.charge(len / super::COMPARED_PER_TICK)?;
            let (x, y) = (rt.heap.elements(a, len)?, rt.heap.elements(b, len)?);
            pending.extend(x.into_iter().zip(y));
            true
        }
        (ArrayElements::Bytes(x), ArrayElements::Bytes(y)) => x == y,
        (ArrayElements::Bits(x), ArrayElements::Bits(y)) => x == y,
        (ArrayElements::Fixnums(x), ArrayElements::Fixnums(y)) => x == y,
        (ArrayElements::Floats(x), ArrayElements::Floats(y)) => {
            x.iter().map(|x| x.to_bits()).eq(y.iter().map(|y| y.to_bits()))
        }
        _ => false,
    })
}

/// Parts that a hash looks at: keys that begin with as many equal ones are told apart by comparing them.
const HASHED_PARTS: usize = 1024;

/// Parts hashed for one tick.
const PARTS_PER_TICK: usize = 16;

/// A hash that is the same for values that are [`equal`].
pub(crate) fn equal_hash(rt: &mut Runtime, v: Value) -> Result<u64> {
    hash_parts(rt, v, |rt, v, state| match v.kind() {
        Kind::ARRAY => {
            state.write_usize(rt.heap.as_array(v).map_or(0, |a| a.len()));
            first_elements(rt, v)
        }
        _ => hash_atom(rt, v, state).map(|()| Vec::new()),
    })
}

/// As many elements of an array as a hash looks at.
pub fn first_elements(rt: &mut Runtime, array: Value) -> Result<Vec<Value>> {
    rt.heap.elements(array, HASHED_PARTS)
}

type KeyHasher = <DefaultHashBuilder as BuildHasher>::Hasher;

/// A hash of the parts that a value begins with; `atom` hashes what is no pair and gives the parts that it has itself.
pub fn hash_parts(
    rt: &mut Runtime,
    v: Value,
    atom: impl Fn(&mut Runtime, Value, &mut KeyHasher) -> Result<Vec<Value>>,
) -> Result<u64> {
    let mut state = rt.keys.hasher.build_hasher();
    let mut pending = vec![v];
    let mut parts = 0;
    while let Some(v) = pending.pop() {
        parts += 1;
        if parts > HASHED_PARTS {
            break;
        }
        if parts % PARTS_PER_TICK == 0 {
            rt.charge(1)?;
        }
        if v.is_pair() {
            state.write_u8(Kind::PAIR.0);
            pending.push(rt.heap.cdr(v));
            pending.push(rt.heap.car(v));
        } else {
            pending.extend(atom(rt, v, &mut state)?.into_iter().rev());
        }
    }
    Ok(state.finish())
}
