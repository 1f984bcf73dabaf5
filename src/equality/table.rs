//! Finding keys in hash tables, which is comparing them in the way of the table.

use super::{eq, equal_or_note, hash};
use crate::fault::{Result, Unwind};
use crate::object::Object;
use crate::object::table::{KeyEquality, TableObject};
use crate::runtime::Runtime;
use crate::value::Value;

/// Runs `look` on the table while it is out of the heap, because comparing keys needs the whole runtime.
fn with_table<R>(
    rt: &mut Runtime,
    table: Value,
    look: impl FnOnce(&mut Runtime, &TableObject, &mut Option<Box<Unwind>>) -> R,
) -> Result<R> {
    let taken = match rt.heap.as_object_mut(table) {
        Some(Object::Table(t)) => std::mem::take(t),
        _ => TableObject::default(),
    };
    let mut fault = None;
    let result = look(rt, &taken, &mut fault);
    if let Some(Object::Table(t)) = rt.heap.as_object_mut(table) {
        *t = taken;
    }
    fault.map_or(Ok(result), Err)
}

/// Returns whether keys are the same; a fault ends the search and is noted.
fn or_note(same: Result<bool>, fault: &mut Option<Box<Unwind>>) -> bool {
    same.unwrap_or_else(|e| {
        *fault = Some(e);
        true
    })
}

/// Looks up `key`: returns its hash, and the equal key in the table with its value, if there is one.
fn find(rt: &mut Runtime, table: Value, key: Value) -> Result<(u64, Option<(Value, Value)>)> {
    let keys = rt.heap.table_of(table)?.keys;
    let hash = match keys {
        KeyEquality::Equal => hash(rt, key)?,
        KeyEquality::Eqv => eq::eqv_hash(rt, key)?,
        KeyEquality::Structure => eq::equal_hash(rt, key)?,
        KeyEquality::Custom(number) => (rt.comparison(number)?.hash)(rt, key)?,
    };
    let entry = with_table(rt, table, |rt, t, fault| {
        let mut present = Value::NIL;
        let value = t.get(hash, |k| {
            present = k;
            match keys {
                KeyEquality::Equal => equal_or_note(rt, k, key, fault),
                KeyEquality::Eqv => eq::eqv(rt, k, key),
                KeyEquality::Structure => or_note(eq::equal(rt, k, key), fault),
                KeyEquality::Custom(number) => or_note(rt.comparison(number).and_then(|c| (c.same)(rt, k, key)), fault),
            }
        });
        value.map(|v| (present, v))
    })?;
    Ok((hash, entry))
}

/// The value of `key`.
pub(crate) fn get(rt: &mut Runtime, table: Value, key: Value) -> Result<Option<Value>> {
    Ok(find(rt, table, key)?.1.map(|(_, value)| value))
}

/// Gives `key` a value.
pub(crate) fn set(rt: &mut Runtime, table: Value, key: Value, value: Value) -> Result<()> {
    let (hash, entry) = find(rt, table, key)?;
    let present = entry.map(|(k, _)| k);
    if present.is_none() {
        let growth = rt.heap.table_of(table)?.growth();
        if growth > 0 {
            rt.heap.reserve(growth)?;
        }
    }
    rt.heap.update(table, |o| {
        if let Object::Table(t) = o {
            t.insert(hash, key, value, |k| Some(k) == present);
        }
    });
    Ok(())
}

/// Removes `key`; false if it was not there.
pub(crate) fn remove(rt: &mut Runtime, table: Value, key: Value) -> Result<bool> {
    let (hash, Some((present, _))) = find(rt, table, key)? else { return Ok(false) };
    rt.heap.update(table, |o| {
        if let Object::Table(t) = o {
            t.remove(hash, |k| k == present);
        }
    });
    Ok(true)
}
