//! Natives of objects and generic functions: slots by name, and the methods that a generic function has chosen before.
//!
//! A generic function keeps them in a vector, its memory: what to call, the positions of the arguments that decide, and
//! a table with a key for each single value that methods are for (or nil). What to call is the function itself if no
//! argument decides. Otherwise it is a map from the key of the first that does to the same for those after it. An
//! accessor has the index of the slot in place of a function.
//!
//! A map is a vector in which keys and values alternate, the key's place first where it is free. At least half of it is.

use klammer::Code;
use klammer::dialect::{
    ArrayRef, Elements, ElementsMut, Heap, Kind, ListRef, RecordRef, Result, Runtime, Value, fail_in, misused, natives,
};

/// Keys of a map that has just been made room for.
const LEAST_KEYS: usize = 4;

/// Returns what determines the methods for an argument: the number of a record's type, a negative number for the types
/// of most other objects, the name of other types. Errors of the core differ among themselves and have no key.
fn kind(rt: &mut Runtime, object: Value) -> Option<Value> {
    Some(match object.kind() {
        Kind::RECORD => Value::fix(object.meta().into()),
        Kind::CONDITION => return None,
        _ if object.is_fixnum() || object.is(Kind::BIGINT) => Value::fix(-1),
        _ if object.is_float() => Value::fix(-2),
        _ if object.is_nil() => Value::fix(-3),
        _ if object.is_pair() => Value::fix(-4),
        Kind::STRING => Value::fix(-5),
        Kind::CHARACTER => Value::fix(-6),
        Kind::ARRAY => Value::fix(-7),
        _ => rt.type_of(object),
    })
}

/// Returns the key of an argument.
fn key(rt: &mut Runtime, singles: Value, argument: Value) -> Result<Option<Value>> {
    if !singles.is_nil()
        && let Some(key) = rt.table_get(singles, argument)?
    {
        return Ok(Some(key));
    }
    Ok(kind(rt, argument))
}

fn elements(heap: &Heap, vector: Value) -> &[Value] {
    match heap.array_elements(vector) {
        Some(Elements::Values(items)) => items,
        _ => &[],
    }
}

/// Returns the index of a key in a map, or of the free place for it. The length of a map is a power of two.
fn index_in(map: &[Value], key: Value) -> Option<usize> {
    let last = map.len().checked_sub(1)?;
    let mut at = key.place((map.len() / 2).trailing_zeros() as u8) * 2;
    for _ in 0..map.len() / 2 {
        match map.get(at) {
            Some(&k) if k == key || k.is_nil() => return Some(at),
            _ => at = (at + 2) & last,
        }
    }
    None
}

/// Returns what is to be called for the arguments, or nil if the generic function does not know.
fn remembered(rt: &mut Runtime, memory: Value, arguments: &[Value]) -> Result<Value> {
    let &[mut found, mut positions, singles] = elements(&rt.heap, memory) else { return misused("%method-for") };
    while positions.is_pair() {
        let position = rt.heap.car(positions).as_fixnum().and_then(|p| usize::try_from(p).ok());
        let Some(&argument) = position.and_then(|p| arguments.get(p)) else { return Ok(Value::NIL) };
        let Some(key) = key(rt, singles, argument)? else { return Ok(Value::NIL) };
        let map = elements(&rt.heap, found);
        // The value of a free place is nil, too.
        found = index_in(map, key).and_then(|at| map.get(at + 1)).copied().unwrap_or(Value::NIL);
        positions = rt.heap.cdr(positions);
    }
    Ok(found)
}

/// Notes what is to be called for arguments like these.
fn remember(rt: &mut Runtime, memory: Value, arguments: &[Value], method: Value) -> Result<()> {
    let &[_, positions, singles] = elements(&rt.heap, memory) else { return misused("%remember-method") };
    let mut keys = Vec::new();
    for position in rt.list_items("%remember-method", positions)? {
        let position = position.as_fixnum().and_then(|p| usize::try_from(p).ok());
        let Some(&argument) = position.and_then(|p| arguments.get(p)) else { return Ok(()) };
        let Some(key) = key(rt, singles, argument)? else { return Ok(()) };
        keys.push(key);
    }
    let mut place = (memory, 0);
    for key in keys {
        let map = elements(&rt.heap, place.0).get(place.1).copied().unwrap_or(Value::NIL);
        let map = with_room(rt, map)?;
        set(rt, place, map);
        let Some(at) = index_in(elements(&rt.heap, map), key) else { return misused("%remember-method") };
        set(rt, (map, at), key);
        place = (map, at + 1);
    }
    set(rt, place, method);
    Ok(())
}

fn set(rt: &mut Runtime, (vector, index): (Value, usize), value: Value) {
    if let Some(ElementsMut::Values(items)) = rt.heap.array_elements_mut(vector)
        && let Some(place) = items.get_mut(index)
    {
        *place = value;
    }
}

/// Returns the map, or a larger copy, with a free place for one more key.
fn with_room(rt: &mut Runtime, map: Value) -> Result<Value> {
    let old = elements(&rt.heap, map).to_vec();
    let used = old.chunks(2).filter(|pair| pair.first().is_some_and(|k| !k.is_nil())).count();
    if used * 4 < old.len() {
        return Ok(map);
    }
    rt.charge(old.len())?;
    let mut new = vec![Value::NIL; (old.len() * 2).max(LEAST_KEYS * 2)];
    for pair in old.chunks(2) {
        if let &[key, value] = pair
            && !key.is_nil()
            && let Some(at) = index_in(&new, key)
            && let Some(place) = new.get_mut(at..at + 2)
        {
            place.copy_from_slice(&[key, value]);
        }
    }
    rt.heap.vector(new)
}

/// Returns the index of the slot that the generic function reads or writes of this object, the last of the arguments.
fn slot_accessed(rt: &mut Runtime, memory: Value, arguments: &[Value]) -> Result<Option<(Value, usize)>> {
    let index = remembered(rt, memory, arguments)?.as_fixnum().and_then(|i| usize::try_from(i).ok());
    let object = arguments.last().copied().unwrap_or(Value::NIL);
    Ok(index.filter(|&i| has_field(&rt.heap, object, i)).map(|i| (object, i)))
}

/// Returns the index of a slot that the object has for itself.
fn own_slot(heap: &Heap, object: Value, name: Value) -> Option<usize> {
    let name = name.as_symbol()?;
    if object.is(Kind::RECORD) { heap.field_index(object, name) } else { None }
}

fn has_field(heap: &Heap, object: Value, index: usize) -> bool {
    object.is(Kind::RECORD) && heap.record(object).is_some_and(|(_, fields)| index < fields)
}

/// Checks that a record has a field of this number.
fn check_field(rt: &Runtime, record: RecordRef, index: usize) -> Result<()> {
    if has_field(&rt.heap, record.0, index) {
        return Ok(());
    }
    fail_in("slot-value", Code::IndexOutOfRange, format!("there is no field number {index}"))
}

natives! { "common-lisp";
    /// Returns what a generic function with this memory calls for the arguments: a function, the index of a slot, or
    /// nil if it does not know.
    fn "%method-for" (rt, memory: ArrayRef, *arguments: Value) { remembered(rt, memory.0, arguments) }

    /// Returns what a generic function with this memory calls for the arguments in the list.
    fn "%method-for-list" (rt, memory: ArrayRef, arguments: ListRef) {
        let arguments = rt.list_items("%method-for-list", arguments.0)?;
        remembered(rt, memory.0, &arguments)
    }

    /// Notes what is to be called for arguments like those in the list.
    fn "%remember-method" (rt, memory: ArrayRef, arguments: ListRef, method: Value) {
        let arguments = rt.list_items("%remember-method", arguments.0)?;
        remember(rt, memory.0, &arguments, method)?;
        Ok(method)
    }

    /// The slot of an object that a generic function only reads; `otherwise` if it must do more than that.
    fn "%slot-by-reader" (rt, memory: ArrayRef, object: Value, otherwise: Value) {
        let slot = slot_accessed(rt, memory.0, &[object])?;
        Ok(slot.map_or(otherwise, |(object, index)| rt.heap.word(object, index)))
    }

    /// Gives the slot of an object that a generic function only writes a value. Returns whether it does no more than
    /// that.
    fn "%set-slot-by-writer" (rt, memory: ArrayRef, value: Value, object: Value) {
        let slot = slot_accessed(rt, memory.0, &[value, object])?;
        if let Some((object, index)) = slot {
            rt.heap.set_word(object, index, value);
        }
        Ok(Value::truth(slot.is_some()))
    }

    /// The content of a slot that the object has for itself; `otherwise` if there is none of that name.
    fn "%own-slot" (rt, object: Value, name: Value, otherwise: Value) {
        Ok(own_slot(&rt.heap, object, name).map_or(otherwise, |index| rt.heap.word(object, index)))
    }

    /// Gives a slot that the object has for itself a value. Returns whether there is one of that name.
    fn "%set-own-slot" (rt, object: Value, name: Value, value: Value) {
        let slot = own_slot(&rt.heap, object, name);
        if let Some(index) = slot {
            rt.heap.set_word(object, index, value);
        }
        Ok(Value::truth(slot.is_some()))
    }

    /// Gives an object the values in a list of keywords and values, the first of those for a slot, whose content is
    /// `unbound` before. `indices` is a list of keyword and index. Returns whether it has done so: not if another keyword
    /// is given, or the last one has no value.
    fn "%fill-by-keywords" (rt, object: RecordRef, indices: ListRef, values: ListRef, unbound: Value) {
        let mut left = values.0;
        while left.is_pair() {
            let (keyword, rest) = (rt.heap.car(left), rt.heap.cdr(left));
            let (mut is_known, mut places) = (false, indices.0);
            while places.is_pair() {
                let place = rt.heap.car(places);
                if rt.heap.car(place) == keyword {
                    is_known = true;
                    let index = rt.heap.cdr(place).as_fixnum().and_then(|i| usize::try_from(i).ok()).unwrap_or(usize::MAX);
                    check_field(rt, object, index)?;
                    if rt.heap.word(object.0, index) == unbound {
                        rt.heap.set_word(object.0, index, rt.heap.car(rest));
                    }
                }
                places = rt.heap.cdr(places);
            }
            rt.charge(1)?;
            if !is_known || !rest.is_pair() {
                return Ok(Value::NIL);
            }
            left = rt.heap.cdr(rest);
        }
        Ok(Value::T)
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
