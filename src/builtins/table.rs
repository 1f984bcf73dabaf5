//! Hash tables: keys are compared with the language's equality and keep the order in which they came.
//!
//! Comparing keys needs the whole runtime, so a table is out of the heap while a key is looked up.

use super::arg::{ListRef, StoredValue, TableRef};
use super::builtins;
use crate::equality::{eq, equal_or_note, hash};
use crate::fault::{Result, Unwind};
use crate::heap::Heap;
use crate::list::ListWalk;
use crate::object::Object;
use crate::object::table::{KeyEquality, TableObject};
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

fn list_to_table(rt: &mut Runtime, list: Value) -> Result<Value> {
    let table = rt.heap.object(Object::Table(TableObject::default()))?;
    let mut walk = ListWalk::new("list->table", "list", list);
    while let Some(entry) = walk.next(rt)? {
        let second = if entry.has_elements() { rt.heap.rest(entry) } else { Value::NIL };
        if !second.has_elements() || !rt.heap.rest(second).is_nil() {
            return Err(rt.wrong_type("list->table", "an element of list", "a list of key and value", entry));
        }
        let (key, value) = (rt.heap.first(entry), rt.heap.first(second));
        set(rt, table, key, value)?;
    }
    Ok(table)
}

/// A list of what `of` makes of each entry, in the order in which the keys came. A tick pays for `per_tick` entries.
fn listed(
    rt: &mut Runtime,
    table: Value,
    per_tick: usize,
    of: fn(&mut Heap, (Value, Value)) -> Result<Value>,
) -> Result<Value> {
    let count = rt.heap.table_of(table)?.len();
    rt.charge(count / per_tick)?;
    rt.heap.reserve(count.saturating_mul(2 * size_of::<(Value, Value)>()))?;
    let entries: Vec<_> = rt.heap.table_of(table)?.iter().collect();
    let items = entries.into_iter().map(|entry| of(&mut rt.heap, entry)).collect::<Result<Vec<Value>>>()?;
    rt.heap.list(&items)
}

builtins! { "table";
    /// A hash table without entries. Keys are compared with `=`; entries keep the order in which their keys came.
    ///
    /// (table-count (make-table))  ;=> 0
    fn "make-table" (rt) {
        rt.heap.object(Object::Table(TableObject::default()))
    }

    /// The value of `key`; `default`, or nil, if the table has no such key.
    ///
    /// (table-ref (list->table '((a 1))) 'a)    ;=> 1
    /// (table-ref (make-table) 'a)              ;=> nil
    /// (table-ref (make-table) 'a 0)            ;=> 0
    /// (table-ref '(a) 'a)                      ;!! wrong-type
    #[inline_as(Leaf)]
    fn "table-ref" (rt, table: TableRef, key: Value, ?default: Value) {
        Ok(get(rt, table.0, key)?.or(default))
    }

    /// Gives `key` a value and returns the value.
    ///
    /// (table-set! (make-table) '(1 2) 'x)                                      ;=> x
    /// (let ((t1 (make-table))) (table-set! t1 "k" 1) (table-ref t1 "k"))  ;=> 1
    fn "table-set!" (rt, table: TableRef, key: Value, value: Value) {
        set(rt, table.0, key, value)?;
        Ok(StoredValue(value))
    }

    /// Returns whether the table has an entry for `key`.
    ///
    /// (table-has? (list->table '((a nil))) 'a)  ;=> t
    /// (table-has? (make-table) 'a)              ;=> nil
    #[inline_as(Leaf)]
    fn "table-has?" (rt, table: TableRef, key: Value) {
        Ok(get(rt, table.0, key)?.is_some())
    }

    /// Removes the entry for `key`. Tells whether there was one.
    ///
    /// (table-remove! (list->table '((a 1))) 'a)  ;=> t
    /// (table-remove! (make-table) 'a)            ;=> nil
    fn "table-remove!" (rt, table: TableRef, key: Value) {
        remove(rt, table.0, key)
    }

    /// The number of entries.
    ///
    /// (table-count (list->table '((a 1) (b 2))))  ;=> 2
    fn "table-count" (rt, table: TableRef) {
        Ok(rt.heap.table_of(table.0)?.len())
    }

    /// A list of the keys, in the order in which they came.
    ///
    /// (table-keys (list->table '((b 1) (a 2))))  ;=> (b a)
    fn "table-keys" (rt, table: TableRef) {
        listed(rt, table.0, 16, |_, (k, _)| Ok(k))
    }

    /// A list of the values, in the order in which their keys came.
    ///
    /// (table-values (list->table '((b 1) (a 2))))  ;=> (1 2)
    fn "table-values" (rt, table: TableRef) {
        listed(rt, table.0, 16, |_, (_, v)| Ok(v))
    }

    /// A list of the entries, each a list of key and value.
    ///
    /// (table->list (list->table '((b 1) (a 2) (b 3))))  ;=> ((b 3) (a 2))
    fn "table->list" (rt, table: TableRef) {
        listed(rt, table.0, 4, |heap, (k, v)| heap.list(&[k, v]))
    }

    /// A hash table of the entries in a list, each a list of key and value. Of equal keys, the last one's value counts.
    ///
    /// (table-ref (list->table '((a 1) (b 2))) 'b)  ;=> 2
    /// (list->table '(a b))                         ;!! wrong-type
    fn "list->table" (rt, list: ListRef) {
        list_to_table(rt, list.0)
    }

    /// Removes all entries, and returns the table.
    ///
    /// (table-count (table-clear! (list->table '((a 1)))))  ;=> 0
    fn "table-clear!" (rt, table: TableRef) {
        rt.heap.update(table.0, |o| {
            if let Object::Table(t) = o {
                *t = TableObject::comparing(t.keys);
            }
        });
        StoredValue(table.0)
    }

    /// Returns whether `object` is a hash table.
    ///
    /// (table? (make-table))  ;=> t
    /// (table? '((a 1)))      ;=> nil
    #[inline_as(Op(IsKind(Kind::TABLE)))]
    fn "table?" (rt, object: Value) {
        object.is(Kind::TABLE)
    }
}

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
