//! The heap: every allocation, the byte account, and collection.
//!
//! [`account`] counts memory, [`cells`] has pairs and blocks, [`objects`] and [`host`] the objects in slabs, and
//! [`collect`] is the collector.
//!
//! **Invariant:** nothing moves, and only [`Heap::collect`] frees. Only the machine calls it, at points where every
//! live value is on its stack or in another root. So a native may hold any number of fresh values.
//!
//! **Invariant:** a value that should have been marked and was not refers to a wrong object of the right kind, or to
//! nothing (`None`). It never refers to invalid memory.

mod account;
mod cells;
mod collect;
mod host;
mod objects;

use std::ops::Range;

use dashu_int::IBig;

use crate::fault::{ErrorData, Limit, Result};
use crate::object::array::ArrayObject;
use crate::object::string::StringObject;
use crate::object::{HeapObject, Object, RecordType};
use crate::value::{Kind, Value};
use account::{Account, Stress};
use cells::{CELL_BYTES, Cells};
use host::HostParts;
use objects::{Continuations, Slab};

pub(crate) use cells::MAX_BLOCK;
pub(crate) use collect::Functions;
pub(crate) use objects::MAX_CELL_VECTOR;

/// Cells of a new heap: 4 KiB, so that a short program does not wait for memory it never uses.
const FIRST_CELLS: usize = 256;

/// Elements of a list, or bytes of a string, that need not be in the account until it is made.
pub(crate) const MAX_UNCOUNTED: usize = 1024;

/// Memory of the values of an engine.
pub struct Heap {
    cells: Cells,
    pub(crate) strings: Slab<StringObject>,
    pub(crate) arrays: Slab<ArrayObject>,
    /// Integers that are no fixnums. A slab of their own has slots of a third of the size.
    integers: Slab<IBig>,
    pub(crate) objects: Slab<Object>,
    /// Conditions. A slab of their own saves a box for each; loops that catch errors make many.
    pub(crate) conditions: Slab<ErrorData>,
    pub(crate) record_types: Vec<RecordType>,
    /// Data for objects of the host.
    pub(crate) host: HostParts,
    continuations: Continuations,
    account: Account,
    gray: collect::MarkStack,
    pub(crate) stress: Stress,
}

opaque!("Heap" Heap);

impl Heap {
    pub(crate) fn new(limit: usize) -> Heap {
        Heap {
            cells: Cells::new(FIRST_CELLS.min(limit / (4 * CELL_BYTES))),
            strings: Slab::default(),
            arrays: Slab::default(),
            integers: Slab::default(),
            objects: Slab::default(),
            conditions: Slab::default(),
            record_types: Vec::new(),
            host: HostParts::default(),
            continuations: Continuations::default(),
            account: Account::new(limit),
            gray: collect::MarkStack::default(),
            stress: Stress::default(),
        }
    }

    /// Bytes in use, by the account that the memory limit is compared with.
    pub(crate) fn used(&self) -> usize {
        self.cells.capacity() * CELL_BYTES
            + self.continuations.spare_bytes()
            + self.host.spare.bytes()
            + self.account.held()
    }

    pub(crate) fn limit(&self) -> usize {
        self.account.limit()
    }

    pub(crate) fn set_limit(&mut self, limit: usize) {
        self.account.set_limit(limit);
    }

    /// Bytes that the limit leaves.
    fn room(&self) -> usize {
        self.limit().saturating_sub(self.used())
    }

    /// Number of collections ([`Heap::collect`]).
    pub(crate) fn collections(&self) -> u64 {
        self.account.collections()
    }

    /// States what is held outside the heap, and how much code and text is new since the last collection; fails if the
    /// limit is exceeded.
    pub(crate) fn set_external(&mut self, bytes: usize, fresh: usize) -> Result<()> {
        self.account.set_external(bytes, fresh);
        self.reserve(0)
    }

    /// Returns whether more is held than the limit allows, which may have been lowered.
    pub(crate) fn is_over_limit(&self) -> bool {
        self.used() > self.limit()
    }

    /// States that something outside the heap has grown, until the next collection.
    pub fn add_external(&mut self, bytes: usize) -> Result<()> {
        self.account.add_external(bytes);
        self.reserve(0)
    }

    /// Returns an error unless `bytes` more may be allocated. Callers ask before a large allocation. Garbage counts:
    /// after an error, a collection is due at the next safepoint. The machine then calls a native that has failed for
    /// it once more.
    pub fn reserve(&mut self, bytes: usize) -> Result<()> {
        self.account.check(self.used().saturating_add(bytes))
    }

    /// Takes `bytes` into the account that a native holds for a while; [`Heap::release`] takes them out again.
    pub(crate) fn charge_temporary(&mut self, bytes: usize) -> Result<()> {
        self.charge(bytes)
    }

    /// Makes room for one more element of a vector of a native, which holds `held` bytes of the account for it.
    pub(crate) fn charge_next<T>(&mut self, items: &mut Vec<T>, held: &mut usize) -> Result<()> {
        if items.len() < items.capacity() {
            return Ok(());
        }
        let more = items.len().max(4);
        self.charge_temporary(more * size_of::<T>())?;
        *held += more * size_of::<T>();
        items.try_reserve_exact(more).map_err(|_| Limit::Memory.into())
    }

    /// See [`Heap::charge_temporary`].
    pub(crate) fn release(&mut self, bytes: usize) {
        self.account.release(bytes);
    }

    fn charge(&mut self, bytes: usize) -> Result<()> {
        self.reserve(bytes)?;
        self.account.add(bytes);
        Ok(())
    }

    /// States that an object takes another number of bytes.
    #[inline]
    fn changed_size(&mut self, before: usize, after: usize) {
        self.account.resize(before, after);
        if after > before && self.is_over_limit() {
            self.account.press();
        }
    }

    /// Refuses memory to a test: see [`FailPoint::plan`](account::FailPoint::plan).
    pub(crate) fn refuse(&mut self, n: u64, lasting: bool) {
        self.account.refusal.plan(n, lasting);
    }

    /// Returns whether memory has been refused since then.
    pub(crate) fn has_refused(&self) -> bool {
        self.account.refusal.has_happened()
    }

    /// Returns whether the machine should collect at this safepoint.
    #[inline(always)]
    pub(crate) fn wants_collection(&mut self) -> bool {
        self.account.is_due() || (cfg!(debug_assertions) && self.stress.is_turn())
    }

    // ---- pairs and lists

    /// A pair from the free cells, or `None`: the machine collects and tries again.
    #[inline(always)]
    pub(crate) fn try_pair(&mut self, car: Value, cdr: Value) -> Option<Value> {
        self.cells.pair(car, cdr)
    }

    /// A pair, for code that cannot collect: takes new memory when the cells are used up.
    #[inline]
    pub fn pair(&mut self, car: Value, cdr: Value) -> Result<Value> {
        if self.account.refusal.is_due() {
            return Err(Limit::Memory.into());
        }
        loop {
            if let Some(v) = self.cells.pair(car, cdr) {
                return Ok(v);
            }
            self.grow(1)?;
        }
    }

    /// Opens the reserve, or takes new memory.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, at_least: usize) -> Result<()> {
        self.account.press();
        if self.cells.open_reserve() {
            return Ok(());
        }
        let room = self.room() / CELL_BYTES / 64 * 64;
        let wanted = (self.cells.capacity() / 2).max(at_least).next_multiple_of(64).min(room);
        if wanted < at_least.max(64) || self.cells.capacity() + wanted > u32::MAX as usize || !self.cells.grow(wanted) {
            return Err(Limit::Memory.into());
        }
        Ok(())
    }

    /// Returns the first part of a pair.
    #[inline(always)]
    pub fn car(&self, pair: Value) -> Value {
        self.cells.get(pair.index()).map_or(Value::NIL, |c| c[0])
    }

    /// Returns the second part of a pair.
    #[inline(always)]
    pub fn cdr(&self, pair: Value) -> Value {
        self.cells.get(pair.index()).map_or(Value::NIL, |c| c[1])
    }

    /// The first element of a pair and what follows it.
    #[inline(always)]
    pub(crate) fn car_and_cdr(&self, pair: Value) -> [Value; 2] {
        self.cell_of(pair).unwrap_or([Value::NIL; 2])
    }

    /// [`Heap::car_and_cdr`] of a pair that is there.
    #[inline(always)]
    pub(crate) fn cell_of(&self, pair: Value) -> Option<[Value; 2]> {
        self.cells.get(pair.index()).copied()
    }

    /// The first element of a list that has one, whatever it is made of.
    #[inline(always)]
    pub(crate) fn first(&self, list: Value) -> Value {
        if list.is_pair() { self.car(list) } else { list.least_digit() }
    }

    /// Returns the rest of a list that has a first element.
    #[inline(always)]
    pub(crate) fn rest(&self, list: Value) -> Value {
        if list.is_pair() { self.cdr(list) } else { list.other_digits() }
    }

    /// Sets the first part of a pair.
    #[inline(always)]
    pub fn set_car(&mut self, pair: Value, v: Value) {
        if let Some(c) = self.cells.get_mut(pair.index()) {
            c[0] = v;
        }
    }

    /// Sets the second part of a pair.
    #[inline(always)]
    pub fn set_cdr(&mut self, pair: Value, v: Value) {
        if let Some(c) = self.cells.get_mut(pair.index()) {
            c[1] = v;
        }
    }

    /// A list of these values.
    pub fn list(&mut self, items: &[Value]) -> Result<Value> {
        self.list_with_tail(items, Value::NIL)
    }

    pub(crate) fn list_with_tail(&mut self, items: &[Value], tail: Value) -> Result<Value> {
        if items.len() <= MAX_UNCOUNTED {
            return self.filled_list(items, tail);
        }
        // The caller has them outside the heap until the list is made.
        self.charge_temporary(size_of_val(items))?;
        let list = self.filled_list(items, tail);
        self.release(size_of_val(items));
        list
    }

    fn filled_list(&mut self, items: &[Value], tail: Value) -> Result<Value> {
        let (mut list, mut left) = (tail, items);
        while !left.is_empty() {
            let row = self.row(left.len())?;
            let (before, last) = left.split_at(left.len() - row.len());
            for (number, &v) in row.zip(last.iter().rev()) {
                list = self.fill(number, v, list);
            }
            left = before;
        }
        Ok(list)
    }

    /// Returns the numbers of fresh pairs side by side, at least one and at most `most`. They are to be filled, with
    /// [`Heap::fill`]; until then they hold anything.
    pub(crate) fn row(&mut self, most: usize) -> Result<Range<usize>> {
        if self.account.refusal.is_due() {
            return Err(Limit::Memory.into());
        }
        loop {
            if let Some(row) = self.cells.row(most) {
                return Ok(row);
            }
            self.grow(1)?;
        }
    }

    /// Makes a fresh pair what it is to be.
    #[inline(always)]
    pub(crate) fn fill(&mut self, number: usize, first: Value, rest: Value) -> Value {
        if let Some(cell) = self.cells.get_mut(number) {
            *cell = [first, rest];
        }
        Value::pair(number)
    }

    /// Takes the first elements of a list out of it if its first pairs are adjacent: the rest of the list.
    #[inline(always)]
    pub(crate) fn take_adjacent(&self, list: Value, items: &mut Vec<Value>) -> Option<Value> {
        self.cells.take_adjacent(list.index(), items)
    }

    /// The elements of a list up to a tail that is none. Endless on a circular list: take what is needed.
    pub fn iter(&self, list: Value) -> ListIter<'_> {
        ListIter { heap: self, rest: list }
    }

    // ---- blocks

    /// Words in neighbouring cells, for captures, fields or elements: the index of the block, or `None` when the machine
    /// should collect first. A block of one cell is made as a pair is.
    #[inline(always)]
    pub(crate) fn try_block(&mut self, words: &[Value]) -> Option<usize> {
        match *words {
            [] => self.cells.pair(Value::NIL, Value::NIL).map(Value::index),
            [a] => self.cells.pair(a, Value::NIL).map(Value::index),
            [a, b] => self.cells.pair(a, b).map(Value::index),
            _ => self.cells.block(words),
        }
    }

    /// [`Heap::try_block`] for code that cannot collect.
    pub(crate) fn block(&mut self, words: &[Value]) -> Result<usize> {
        if self.account.refusal.is_due() {
            return Err(Limit::Memory.into());
        }
        loop {
            if let Some(i) = self.try_block(words) {
                return Ok(i);
            }
            self.grow(words.len() + 64)?;
        }
    }

    /// Word `k` of the block that `v` (a closure or record) refers to.
    #[inline(always)]
    pub fn word(&self, v: Value, k: usize) -> Value {
        self.cells.word(v.index(), k).unwrap_or(Value::NIL)
    }

    /// Sets a field of a record.
    #[inline(always)]
    pub fn set_word(&mut self, v: Value, k: usize, x: Value) {
        if let Some(w) = self.cells.word_mut(v.index(), k) {
            *w = x;
        }
    }

    pub(crate) fn record_type(&self, record: Value) -> Option<&RecordType> {
        self.record_types.get(record.meta() as usize)
    }
}

/// See [`Heap::iter`].
#[derive(Debug)]
pub struct ListIter<'a> {
    heap: &'a Heap,
    rest: Value,
}

impl Iterator for ListIter<'_> {
    type Item = Value;

    #[inline]
    fn next(&mut self) -> Option<Value> {
        if !self.rest.has_elements() {
            return None;
        }
        let v = self.heap.first(self.rest);
        self.rest = self.heap.rest(self.rest);
        Some(v)
    }
}

// Copies of a heap. Values refer by index, not by address, so its parts are cloned unchanged.

impl Heap {
    /// Returns a copy, in which every value means the same. Objects of the host lose their Rust value unless their
    /// class can copy it.
    pub(crate) fn copy(&self) -> Heap {
        let mut copy = Heap {
            cells: self.cells.clone(),
            strings: self.strings.clone(),
            arrays: self.arrays.clone(),
            integers: self.integers.clone(),
            objects: self.objects.clone(),
            conditions: self.conditions.clone(),
            record_types: self.record_types.clone(),
            host: self.host.copy(),
            continuations: self.continuations.clone(),
            account: Account::new(self.limit()),
            gray: collect::MarkStack::default(),
            ..*self
        };
        copy.continuations.drop_spare();
        // Objects with room to grow in have none in the copy. With the account of the original, the copy would
        // never free that room.
        copy.account = self.account.copy(self.object_bytes(), copy.object_bytes());
        copy
    }

    /// Bytes that objects hold beside their slots.
    fn object_bytes(&self) -> usize {
        fn all<T: HeapObject>(slab: &Slab<T>) -> usize {
            slab.iter().map(HeapObject::bytes).sum()
        }
        let common = all(&self.strings) + all(&self.arrays) + all(&self.integers) + all(&self.objects);
        common + all(&self.conditions) + self.continuations.bytes()
    }

    /// The objects of the host.
    fn host_objects(&self) -> impl Iterator<Item = Value> + '_ {
        let objects = (0..self.objects.places()).map(|i| Value::object(Kind::HOST, i));
        let arrays = (0..self.arrays.places()).map(|i| Value::object(Kind::ARRAY, i));
        objects.chain(arrays).filter(|&v| self.as_host_object(v).is_some())
    }

    /// Returns the host objects whose class cannot copy them.
    pub(crate) fn uncopyable_objects(&self) -> impl Iterator<Item = Value> + '_ {
        self.host_objects().filter(|&v| self.is_uncopyable(v))
    }

    /// Returns whether it is an object of the host that has no copies.
    fn is_uncopyable(&self, v: Value) -> bool {
        self.as_host_object(v).is_some_and(|object| object.class.copy.is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_an_error_and_not_exceeded() {
        let mut h = Heap::new(1 << 20);
        let mut list = Value::NIL;
        let error = loop {
            match h.pair(Value::NIL, list) {
                Ok(v) => list = v,
                Err(e) => break e,
            }
        };
        assert!(matches!(*error, crate::fault::Unwind::Limit(Limit::Memory)));
        assert!(h.used() <= 1 << 20);
        assert!(h.reserve(1 << 30).is_err());
    }
}
