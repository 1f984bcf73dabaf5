//! The heap once more: nothing in it refers to anything by an address, so its parts are copied as they lie.

use super::refusal::Refusal;
use super::{Heap, mark};
use crate::object::Object;
use crate::value::{Kind, Value};

impl Heap {
    /// A copy, in which every value means what it means here. What objects of the host are to the host, it is without.
    pub fn copy(&self) -> Heap {
        Heap {
            cells: self.cells.clone(),
            strings: self.strings.clone(),
            arrays: self.arrays.clone(),
            objects: self.objects.clone(),
            record_types: self.record_types.clone(),
            host_classes: self.host_classes.clone(),
            gray: mark::Gray::default(),
            spare: Vec::new(),
            spare_bytes: 0,
            refusal: Refusal::default(),
            ..*self
        }
    }

    /// This was put aside while another was in its place: the limit is that one's, and its collections count.
    pub fn go_on_from(&mut self, other: &Heap) {
        (self.collections, self.stress) = (other.collections, other.stress);
        self.set_limit(other.limit);
    }

    /// The objects of the host.
    pub fn host_objects(&self) -> Vec<Value> {
        let is_hosts = |i: &usize| matches!(self.objects.get(*i), Some(Object::Host(_)));
        (0..self.objects.places()).filter(is_hosts).map(|i| Value::object(Kind::HOST, i)).collect()
    }

    /// Gives the objects of the host in a copy what they are to the host.
    pub fn take_host_objects(&mut self, original: &mut Heap) {
        for object in self.host_objects() {
            if let (Some(Object::Host(copy)), Some(Object::Host(object))) =
                (self.objects.get_mut(object.index()), original.objects.get_mut(object.index()))
            {
                copy.take_from(object);
            }
        }
    }
}
