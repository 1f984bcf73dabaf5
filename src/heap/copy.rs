//! Copies of a heap. Values refer by index, not by address, so its parts are cloned unchanged.

use super::refusal::FailPoint;
use super::slab::Slab;
use super::{Heap, mark};
use crate::object::HeapObject;
use crate::value::{Kind, Value};

impl Heap {
    /// Returns a copy, in which every value means the same. Objects of the host lose their Rust value unless their
    /// class can copy it.
    pub(crate) fn copy(&self) -> Heap {
        let mut copy = Heap {
            cells: self.cells.clone(),
            strings: self.strings.clone(),
            arrays: self.arrays.clone(),
            objects: self.objects.clone(),
            conditions: self.conditions.clone(),
            record_types: self.record_types.clone(),
            host_classes: self.host_classes.clone(),
            host_shares: self.host_shares.clone(),
            gray: mark::MarkStack::default(),
            spare: Vec::new(),
            spare_bytes: 0,
            spare_objects: super::host::Spare::default(),
            refusal: FailPoint::default(),
            ..*self
        };
        // Objects with room to grow in have none in the copy. With the account of the original, the copy would
        // never free that room.
        copy.slab_bytes = (self.slab_bytes + copy.object_bytes()).saturating_sub(self.object_bytes());
        copy
    }

    /// Bytes that objects hold beside their slots.
    fn object_bytes(&self) -> usize {
        fn all<T: HeapObject>(slab: &Slab<T>) -> usize {
            slab.iter().map(HeapObject::bytes).sum()
        }
        all(&self.strings) + all(&self.arrays) + all(&self.objects) + all(&self.conditions)
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
