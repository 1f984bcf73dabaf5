//! The kinds of equality of Common Lisp, `eql`, `equal` and `equalp`, and hashes for them.

use std::hash::Hasher;

use super::{hash_atom, identity, quick};
use crate::fault::Res;
use crate::list::Meter;
use crate::num;
use crate::object::Object;
use crate::object::array::{Array, Shape, Storage};
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

/// The same thing, or the same number of the same kind.
pub(crate) fn eql(rt: &Runtime, a: Value, b: Value) -> bool {
    match quick(a, b) {
        Some(true) => true,
        Some(false) => false,
        None if num::is_number(a) && num::is_number(b) => a.is_float() == b.is_float() && num::equal(&rt.heap, a, b),
        None => false,
    }
}

/// Comparing two structures: with `loosely`, numbers by value, letters without case, arrays by their elements.
pub(crate) fn equal(rt: &mut Runtime, a: Value, b: Value, loosely: bool) -> Res<bool> {
    let mut pending = vec![(a, b)];
    let mut meter = Meter::default();
    while let Some((a, b)) = pending.pop() {
        meter.step_holding(rt, pending.capacity() * size_of::<(Value, Value)>())?;
        if a == b {
            continue;
        }
        let same = if a.is_pair() && b.is_pair() {
            let heap = &rt.heap;
            pending.extend([(heap.cdr(a), heap.cdr(b)), (heap.car(a), heap.car(b))]);
            true
        } else if let (Some(x), Some(y)) = (rt.heap.as_str(a), rt.heap.as_str(b)) {
            let (ticks, same) = (x.len() / 64, x == y || loosely && x.to_lowercase() == y.to_lowercase());
            rt.charge(ticks)?;
            same
        } else if let (Some(x), Some(y)) = (bits(rt, a), bits(rt, b)) {
            let (ticks, same) = (x.len() / 64, x == y);
            rt.charge(ticks)?;
            same
        } else if !loosely {
            eql(rt, a, b)
        } else if let (Some(x), Some(y)) = (a.as_character(), b.as_character()) {
            x.to_lowercase().eq(y.to_lowercase())
        } else if a.is(Kind::ARRAY) && b.is(Kind::ARRAY) {
            let (x, y) = (elements(rt, a)?, elements(rt, b)?);
            let dimensions = |v| rt.heap.as_array(v).map(|x| x.dimensions());
            let same = dimensions(a) == dimensions(b);
            pending.extend(x.into_iter().zip(y));
            same
        } else if let Some(values) = table_values(rt, a, b)? {
            let same = values.is_some();
            pending.extend(values.unwrap_or_default());
            same
        } else if a.is(Kind::RECORD) && b.is(Kind::RECORD) && a.meta() == b.meta() {
            let fields = rt.heap.record_type(a).map_or(0, |t| t.fields.len());
            pending.extend((0..fields).map(|i| (rt.heap.word(a, i), rt.heap.word(b, i))));
            true
        } else {
            eql(rt, a, b) || num::equal(&rt.heap, a, b)
        };
        if !same {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The values that two hash tables have for the same keys; nothing inside if they have not the same keys, nothing at all if they are no tables.
fn table_values(rt: &mut Runtime, a: Value, b: Value) -> Res<Option<Option<Vec<(Value, Value)>>>> {
    let (Some(Object::Table(x)), Some(Object::Table(y))) = (rt.heap.as_object(a), rt.heap.as_object(b)) else {
        return Ok(None);
    };
    if x.len() != y.len() || x.keys != y.keys {
        return Ok(Some(None));
    }
    let entries: Vec<(Value, Value)> = x.iter().collect();
    rt.heap.reserve(size_of_val(entries.as_slice()))?;
    let mut values = Vec::with_capacity(entries.len());
    for (key, value) in entries {
        match crate::builtins::table::get(rt, b, key)? {
            Some(other) => values.push((value, other)),
            None => return Ok(Some(None)),
        }
    }
    Ok(Some(Some(values)))
}

/// The bits of a vector of bits.
fn bits(rt: &Runtime, v: Value) -> Option<&[bool]> {
    match rt.heap.as_array(v) {
        Some(Array { shape: Shape::Vector, data: Storage::Bits(bits) }) => Some(bits),
        _ => None,
    }
}

/// The elements of an array, paid for.
pub(crate) fn elements(rt: &mut Runtime, array: Value) -> Res<Vec<Value>> {
    let count = rt.heap.as_array(array).map_or(0, |a| a.len());
    rt.charge(count / 16)?;
    rt.heap.reserve(count.saturating_mul(2 * size_of::<Value>()))?;
    let mut items = Vec::with_capacity(count);
    for i in 0..count {
        if let Some(element) = rt.heap.as_array(array).and_then(|a| a.element(i)) {
            items.push(element.into_value(&mut rt.heap)?);
        }
    }
    Ok(items)
}

/// A hash that is the same for values that are [`equal`].
pub(crate) fn hash(rt: &mut Runtime, v: Value, loosely: bool) -> Res<u64> {
    if !v.is_pair() && !loosely && !v.is(Kind::STRING) && bits(rt, v).is_none() {
        return identity::eqv_hash(rt, v);
    }
    identity::hash_pairs(rt, v, |rt, v, state| {
        match v.kind() {
            Kind::ARRAY if bits(rt, v).is_some() => {
                let (count, hash) = bits(rt, v).map_or((0, 0), |b| (b.len(), b.iter().fold(1u64, |h, &x| h.rotate_left(5) ^ u64::from(x) ^ (h >> 60))));
                rt.charge(count / super::BYTES_PER_TICK)?;
                state.write_u64(hash);
            }
            Kind::ARRAY if loosely => state.write_usize(rt.heap.as_array(v).map_or(0, |a| a.len())),
            Kind::RECORD if loosely => state.write_u64(u64::from(v.meta())),
            Kind::STRING if loosely => {
                let text = rt.heap.as_str(v).unwrap_or("").to_lowercase();
                rt.charge(text.len() / super::BYTES_PER_TICK)?;
                state.write(text.as_bytes());
            }
            _ => match v.as_character().filter(|_| loosely) {
                Some(c) => state.write(c.to_lowercase().collect::<String>().as_bytes()),
                None => hash_atom(rt, v, state)?,
            },
        }
        Ok(())
    })
}
