//! Hash tables that keep insertion order.
//!
//! Keys are compared with the language's own equality, which needs the heap; so every operation takes the key's
//! hash and a closure that compares. The hash index is randomly seeded, the order of iteration is not.

use hashbrown::HashTable;

use super::HeapObject;
use crate::memory::allocated;
use crate::value::Value;

#[derive(Debug, Default, Clone)]
pub(crate) struct TableObject {
    /// Entries in order of insertion; removed ones stay as holes until the next rebuild.
    entries: Vec<Option<TableEntry>>,
    index: HashTable<u32>,
    pub keys: KeyEquality,
}

/// When two keys are the same.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum KeyEquality {
    /// By the language's equality.
    #[default]
    Equal,
    /// By identity: numbers of one kind and value are the same.
    Eqv,
    /// By the equality that is built on identity.
    Structure,
    /// By a comparison that a dialect has added, of this number.
    Custom(u8),
}

#[derive(Debug, Clone, Copy)]
struct TableEntry {
    hash: u64,
    key: Value,
    value: Value,
}

impl TableObject {
    pub fn comparing(keys: KeyEquality) -> TableObject {
        TableObject { keys, ..TableObject::default() }
    }

    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// Bytes that one more entry may take, because it makes the table grow.
    pub fn growth(&self) -> usize {
        let entries = if self.entries.len() == self.entries.capacity() {
            self.entries.capacity().saturating_mul(size_of::<Option<TableEntry>>())
        } else {
            0
        };
        let index =
            if self.index.len() == self.index.capacity() { self.index.allocation_size().saturating_mul(2) } else { 0 };
        entries.saturating_add(index)
    }

    fn find(&self, hash: u64, mut same: impl FnMut(Value) -> bool) -> Option<usize> {
        let matches = |&i: &u32| match self.entries.get(i as usize) {
            Some(Some(e)) => e.hash == hash && same(e.key),
            _ => false,
        };
        self.index.find(hash, matches).map(|&i| i as usize)
    }

    pub fn get(&self, hash: u64, same: impl FnMut(Value) -> bool) -> Option<Value> {
        let i = self.find(hash, same)?;
        self.entries.get(i)?.map(|e| e.value)
    }

    /// Sets the value of a key; true if the key is new.
    pub fn insert(&mut self, hash: u64, key: Value, value: Value, same: impl FnMut(Value) -> bool) -> bool {
        if let Some(i) = self.find(hash, same) {
            if let Some(Some(e)) = self.entries.get_mut(i) {
                e.value = value;
            }
            return false;
        }
        let i = self.entries.len() as u32;
        self.entries.push(Some(TableEntry { hash, key, value }));
        let entries = &self.entries;
        self.index.insert_unique(hash, i, |&j| entry_hash(entries, j));
        true
    }

    pub fn remove(&mut self, hash: u64, same: impl FnMut(Value) -> bool) -> Option<Value> {
        let i = self.find(hash, same)?;
        let found = self.index.find_entry(hash, |&j| j as usize == i).ok()?;
        found.remove();
        let value = self.entries.get_mut(i)?.take()?.value;
        if self.entries.len() > 32 && self.entries.len() > self.index.len() * 2 {
            self.rebuild();
        }
        Some(value)
    }

    fn rebuild(&mut self) {
        self.entries.retain(Option::is_some);
        self.index.clear();
        let entries = &self.entries;
        for (i, e) in entries.iter().flatten().enumerate() {
            self.index.insert_unique(e.hash, i as u32, |&j| entry_hash(entries, j));
        }
    }

    /// Places for entries, those of removed ones included.
    pub fn places(&self) -> usize {
        self.entries.len()
    }

    /// Pushes the references in some places onto `gray`.
    pub fn trace_part(&self, from: usize, end: usize, gray: &mut Vec<Value>) {
        for e in self.entries.get(from..end.min(self.entries.len())).unwrap_or(&[]).iter().flatten() {
            gray.extend([e.key, e.value].into_iter().filter(|v| v.is_heap()));
        }
    }

    /// Keys and values in order of insertion.
    pub fn iter(&self) -> impl Iterator<Item = (Value, Value)> + '_ {
        self.entries.iter().flatten().map(|e| (e.key, e.value))
    }
}

fn entry_hash(entries: &[Option<TableEntry>], i: u32) -> u64 {
    entries.get(i as usize).and_then(Option::as_ref).map_or(0, |e| e.hash)
}

impl HeapObject for TableObject {
    fn bytes(&self) -> usize {
        allocated(self.entries.capacity() * size_of::<Option<TableEntry>>()) + allocated(self.index.allocation_size())
    }

    fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        self.entries.iter().flatten().for_each(|e| look(&[e.key, e.value]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removal_keeps_order_and_survives_rebuilding() {
        let mut t = TableObject::default();
        for i in 0..100 {
            assert!(t.insert(i as u64 % 7, Value::fix(i), Value::fix(i * i), |k| k == Value::fix(i)));
        }
        for i in 0..90 {
            assert_eq!(t.remove(i as u64 % 7, |k| k == Value::fix(i)), Some(Value::fix(i * i)));
        }
        let keys: Vec<i64> = t.iter().filter_map(|(k, _)| k.as_fixnum()).collect();
        assert_eq!(keys, (90..100).collect::<Vec<_>>());
        assert_eq!(t.get(95 % 7, |k| k == Value::fix(95)), Some(Value::fix(95 * 95)));
        assert_eq!(t.get(5, |k| k == Value::fix(5)), None);
    }
}
