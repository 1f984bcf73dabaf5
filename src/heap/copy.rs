//! The heap once more: nothing in it refers to anything by an address, so its parts are copied as they lie.

use hashbrown::HashSet;

use super::refusal::Refusal;
use super::slab::Slab;
use super::{Heap, mark};
use crate::object::host::HostObject;
use crate::object::{Object, Resident};
use crate::value::{Kind, Value};

impl Heap {
    /// A copy, in which every value means what it means here. What objects of the host are to the host, it is without,
    /// unless there may be several of them.
    pub(crate) fn copy(&self) -> Heap {
        let mut copy = Heap {
            cells: self.cells.clone(),
            strings: self.strings.clone(),
            arrays: self.arrays.clone(),
            objects: self.objects.clone(),
            record_types: self.record_types.clone(),
            host_classes: self.host_classes.clone(),
            host_shares: self.host_shares.clone(),
            gray: mark::Gray::default(),
            spare: Vec::new(),
            spare_bytes: 0,
            spare_strings: Default::default(),
            #[cfg(feature = "search")]
            spare_boards: Default::default(),
            refusal: Refusal::default(),
            ..*self
        };
        // Objects with room to grow in have none in the copy. With the account of the original, the copy would
        // never free that room.
        copy.slab_bytes = (self.slab_bytes + copy.object_bytes()).saturating_sub(self.object_bytes());
        copy
    }

    /// Bytes that objects hold beside their slots.
    fn object_bytes(&self) -> usize {
        fn all<T: Resident>(slab: &Slab<T>) -> usize {
            slab.iter().map(Resident::bytes).sum()
        }
        all(&self.strings) + all(&self.arrays) + all(&self.objects)
    }

    /// This was put aside while another was in its place: the limit is that one's, and its collections count.
    pub(crate) fn go_on_from(&mut self, other: &Heap) {
        (self.collections, self.stress) = (other.collections, other.stress);
        self.set_limit(other.limit);
    }

    /// The objects of the host.
    pub(crate) fn host_objects(&self) -> impl Iterator<Item = Value> + '_ {
        let all = (0..self.objects.places()).filter(|&i| matches!(self.objects.get(i), Some(Object::Host(_))));
        all.map(|i| Value::object(Kind::HOST, i))
    }

    /// Those of which there is only one each.
    pub(crate) fn only_ones(&self) -> impl Iterator<Item = Value> + '_ {
        self.host_objects().filter(|&v| self.is_only_one(v))
    }

    /// Returns whether it is an object of the host that has no copies.
    fn is_only_one(&self, v: Value) -> bool {
        let whole = |v| self.as_host_object(v).map(|object| object.place.as_ref().map_or(v, |place| place.whole));
        v.is(Kind::HOST) && whole(v).and_then(|v| self.as_host_object(v)).is_some_and(|o| o.class.copy.is_none())
    }

    /// Moves objects of the host to another heap, with what they are parts of, unless they are there already. Returns
    /// what they are here and what they are there.
    pub(crate) fn move_host_objects(&mut self, objects: &[Value], to: &mut Heap) -> Vec<(Value, Value)> {
        let whole = |v: Value| self.as_host_object(v)?.place.as_ref().map(|place| place.whole);
        let wholes = objects.iter().filter_map(|&v| whole(v));
        let mut all: Vec<Value> = wholes.chain(objects.iter().copied()).collect();
        // A part comes after its whole.
        let mut seen = HashSet::new();
        all.retain(|v| seen.insert(v.raw()));
        let (there, new): (Vec<Value>, Vec<Value>) = all.into_iter().partition(|&v| to.as_host_object(v).is_some());
        let taken: Vec<_> = new.into_iter().filter_map(|v| Some((v, self.take_host_object(v)?))).collect();
        let mut moved: Vec<(Value, Value)> = there.into_iter().map(|v| (v, v)).collect();
        for (old, mut object) in taken {
            if let Some(place) = &mut object.place {
                let Some(&(_, whole)) = moved.iter().find(|(old, _)| *old == place.whole) else { continue };
                place.whole = whole;
            }
            // An object that finds no room is gone, and so are its parts.
            if let Ok(new) = to.object(Object::Host(object)) {
                moved.push((old, new));
            }
        }
        moved
    }

    fn take_host_object(&mut self, v: Value) -> Option<Box<HostObject>> {
        match self.objects.get_mut(v.index()) {
            Some(Object::Host(object)) => {
                let mut taken = object.clone();
                taken.take_from(object);
                Some(taken)
            }
            _ => None,
        }
    }

    /// Gives the objects of the host in a copy what they are to the host.
    pub(crate) fn take_host_objects(&mut self, original: &mut Heap) {
        // They may have become larger or smaller than they were.
        let (mut before, mut after) = (0, 0);
        for object in self.only_ones().collect::<Vec<_>>() {
            if let (Some(Object::Host(copy)), Some(Object::Host(object))) =
                (self.objects.get_mut(object.index()), original.objects.get_mut(object.index()))
            {
                before += copy.bytes();
                copy.take_from(object);
                after += copy.bytes();
            }
        }
        self.slab_bytes = (self.slab_bytes + after).saturating_sub(before);
    }
}
