//! Slots for objects that own Rust memory (strings, arrays, big numbers, ...).

use crate::object::HeapObject;

/// A growable table of objects with numbers that stay valid until the object is swept.
#[derive(Clone)]
pub(crate) struct Slab<T> {
    slots: Vec<Option<T>>,
    marks: Vec<u64>,
    free: Vec<u32>,
}

impl<T> Default for Slab<T> {
    fn default() -> Self {
        Slab { slots: Vec::new(), marks: Vec::new(), free: Vec::new() }
    }
}

impl<T: HeapObject> Slab<T> {
    /// Bytes of one slot, without the object's own memory.
    pub const SLOT_BYTES: usize = size_of::<Option<T>>() + 8;

    #[inline]
    pub fn insert(&mut self, object: T) -> usize {
        self.insert_in_place(object)
    }

    /// Inserts an object, inlined, so that it is made in its slot.
    #[inline(always)]
    pub fn insert_in_place(&mut self, object: T) -> usize {
        match self.free.pop() {
            Some(i) => {
                if let Some(slot) = self.slots.get_mut(i as usize) {
                    *slot = Some(object);
                }
                i as usize
            }
            None => {
                self.slots.push(Some(object));
                self.slots.len() - 1
            }
        }
    }

    /// Returns whether all slots are free. What has gone since the last collection takes one.
    pub fn is_empty(&self) -> bool {
        self.slots.len() == self.free.len()
    }

    /// Slots, free ones included.
    pub fn places(&self) -> usize {
        self.slots.len()
    }

    #[inline(always)]
    pub fn get(&self, i: usize) -> Option<&T> {
        match self.slots.get(i) {
            Some(Some(x)) => Some(x),
            _ => None,
        }
    }

    #[inline(always)]
    pub fn get_mut(&mut self, i: usize) -> Option<&mut T> {
        match self.slots.get_mut(i) {
            Some(Some(x)) => Some(x),
            _ => None,
        }
    }

    /// The objects, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.slots.iter().flatten()
    }

    pub fn clear_marks(&mut self) {
        self.marks.clear();
        self.marks.resize(self.slots.len().div_ceil(64), 0);
    }

    /// Marks slot `i`; true if it was unmarked and is in use.
    pub fn mark(&mut self, i: usize) -> bool {
        let Some(word) = self.marks.get_mut(i / 64) else { return false };
        let bit = 1 << (i % 64);
        let fresh = *word & bit == 0;
        *word |= bit;
        fresh && self.get(i).is_some()
    }

    /// Drops every unmarked object and returns the bytes that this frees.
    pub fn sweep(&mut self) -> usize {
        self.sweep_slots(|slot| *slot = None)
    }

    /// Hands every unmarked object to `last` and returns the bytes that they took.
    pub fn sweep_into(&mut self, mut last: impl FnMut(T)) -> usize {
        self.sweep_slots(|slot| slot.take().into_iter().for_each(&mut last))
    }

    fn sweep_slots(&mut self, mut empty: impl FnMut(&mut Option<T>)) -> usize {
        let mut freed = 0;
        for (i, slot) in self.slots.iter_mut().enumerate() {
            let live = self.marks.get(i / 64).is_some_and(|w| w & 1 << (i % 64) != 0);
            if !live && let Some(object) = slot {
                freed += object.bytes() + Self::SLOT_BYTES;
                self.free.push(i as u32);
                empty(slot);
            }
        }
        freed
    }
}
