//! Objects of the host: what they are in Rust, and what their class says of that.

use std::any::TypeId;
use std::sync::Arc;

use hashbrown::HashMap;

use super::Heap;
use super::objects::Slab;
use crate::fault::{Result, internal};
use crate::object::Object;
use crate::object::array::StoredElement;
use crate::object::array::{ArrayElements, ArrayObject, ArrayView, Shape, Storage};
use crate::object::host::{
    Assignment, Data, Getter, HostClass, HostObject, HostValue, Indexed, SharedPart, Steps, guarded,
};
use crate::value::{Kind, Value};
use klammer_space::Searchable;

/// Bytes of objects that are kept for copies, at most: about as many as are made between two collections.
const MAX_SPARE: usize = 4 << 20;

/// Unreachable host objects, kept for copies. A search copies a state at each node and soon leaves
/// it: the system's allocator took about 500 instructions for each.
#[derive(Default)]
pub(super) struct Spare {
    #[expect(clippy::vec_box, reason = "the boxes are what is used again")]
    objects: Vec<Box<HostObject>>,
    bytes: usize,
}

impl Spare {
    /// Bytes by the account.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Gives everything back.
    pub fn clear(&mut self) {
        *self = Spare::default();
    }

    /// Keeps an unreachable object, unless there are `most` bytes of such already.
    pub fn keep(&mut self, object: Box<HostObject>, most: usize) {
        let bytes = object.bytes();
        if object.is_reused() && self.bytes.saturating_add(bytes) <= most.min(MAX_SPARE) {
            self.bytes += bytes;
            self.objects.push(object);
        }
    }

    /// Returns an object of the class of another one, if the last one is.
    #[inline]
    fn take(&mut self, like: &HostObject) -> Option<Box<HostObject>> {
        self.last(like)?;
        self.take_last()
    }

    #[inline]
    fn take_last(&mut self) -> Option<Box<HostObject>> {
        let object = self.objects.pop()?;
        self.bytes = self.bytes.saturating_sub(object.bytes());
        Some(object)
    }

    /// Returns the last object, which stays here, if it is of the class of another one.
    #[inline]
    fn last(&mut self, like: &HostObject) -> Option<&mut HostObject> {
        self.objects.last_mut().filter(|object| Arc::ptr_eq(&object.class, &like.class)).map(|object| &mut **object)
    }

    /// Counts the last object with `after` bytes in place of `before`.
    #[inline]
    fn changed_last(&mut self, before: usize, after: usize) {
        self.bytes = (self.bytes + after).saturating_sub(before);
    }
}

/// Returns the object of the host that a value is. It is no method of the heap, whose other parts may be borrowed.
#[inline(always)]
fn hosted<'a>(arrays: &'a Slab<ArrayObject>, objects: &'a Slab<Object>, v: Value) -> Option<&'a HostObject> {
    if v.is_array_object() {
        return match &arrays.get(v.index())?.data {
            Storage::Host { object, .. } => Some(object),
            _ => None,
        };
    }
    if !v.is(Kind::HOST) {
        return None;
    }
    match objects.get(v.index())? {
        Object::Host(object) => Some(object),
        _ => None,
    }
}

impl Heap {
    /// Returns the object of the host that a value is.
    #[inline]
    pub(crate) fn as_host_object(&self, v: Value) -> Option<&HostObject> {
        hosted(&self.arrays, &self.objects, v)
    }

    #[inline]
    pub(crate) fn as_host_object_mut(&mut self, v: Value) -> Option<&mut HostObject> {
        if v.is(Kind::ARRAY) {
            let array = self.array_object_mut(v)?;
            return if let Storage::Host { object, .. } = &mut array.data { Some(object) } else { None };
        }
        match self.as_object_mut(v) {
            Some(Object::Host(object)) => Some(object),
            _ => None,
        }
    }

    /// Makes an object of the host a value: an array, if its class says so.
    pub(crate) fn host_object(&mut self, object: HostObject) -> Result<Value> {
        match self.indexed_shape(&object)? {
            Some((shape, len)) => {
                self.array(ArrayObject { shape, data: Storage::Host { object: Box::new(object), len } })
            }
            None => self.object(Object::Host(Box::new(object))),
        }
    }

    /// Returns shape and number of elements of an object that programs use as an array.
    fn indexed_shape(&self, object: &HostObject) -> Result<Option<(Shape, usize)>> {
        let Some(indexed) = &object.class.indexed else { return Ok(None) };
        let Some(data) = object.data() else { return object.in_use() };
        let shape = guarded(object.class.title, || Ok((indexed.shape)(data)))?;
        shape.map_or_else(|| internal("an object of its class"), |shape| Ok(Some(shape)))
    }

    /// Returns an element of an object that programs use as an array; none beyond the last one.
    pub(crate) fn hosted_element(&self, array: ArrayView<'_>, at: usize) -> Result<Option<StoredElement>> {
        match array.elements {
            ArrayElements::Host { object, len } if at < len => object.element(at),
            _ => Ok(None),
        }
    }

    /// Stores an element of an object that programs use as an array. The inner result says what is expected instead of
    /// the element.
    pub(crate) fn set_hosted_elements(
        &mut self,
        v: Value,
        at: std::ops::Range<usize>,
        element: StoredElement,
    ) -> Result<Result<(), &'static str>> {
        let Some(object) = self.as_host_object(v) else { return internal("an object of the host") };
        let class = Arc::clone(&object.class);
        let Some(Indexed { set, .. }) = &class.indexed else { return internal("an object with elements") };
        let store = |data: &mut Data| Ok(at.into_iter().try_for_each(|at| set(data, at, element)));
        let stored = self.update_host_object(v, |object| object.change(store));
        stored.unwrap_or_else(|| internal("an object of the host"))
    }
    /// Takes what an object of the host is out of it.
    pub(crate) fn take_host_data(&mut self, v: Value) -> Result<Box<dyn HostValue>> {
        match self.as_host_object_mut(v) {
            Some(object) => match object.take() {
                Some(data) => Ok(data),
                None => object.in_use(),
            },
            None => internal("an object of the host"),
        }
    }

    /// Puts back what has been taken out of the object `v`, and counts what it takes now.
    pub(crate) fn put_host_data(&mut self, v: Value, data: Box<dyn HostValue>) {
        self.update_host_object(v, |object| object.put(data));
        // The host may have put another value in its place.
        let shape = self.as_host_object(v).and_then(|object| self.indexed_shape(object).ok().flatten());
        if let (Some((shape, count)), Some(array)) = (shape, self.array_object_mut(v))
            && let Storage::Host { len, .. } = &mut array.data
        {
            (array.shape, *len) = (shape, count);
        }
    }

    /// Changes an object of the host in place and keeps the byte account right, as [`Heap::update`] does.
    pub(crate) fn update_host_object<R>(&mut self, v: Value, change: impl FnOnce(&mut HostObject) -> R) -> Option<R> {
        let object = self.as_host_object_mut(v)?;
        let before = object.bytes();
        let result = change(object);
        let after = object.bytes();
        self.changed_size(before, after);
        Some(result)
    }

    /// A copy of an object of a class that has copies, and the bytes that it takes.
    pub(crate) fn copy_host_object(&mut self, v: Value) -> Result<(Value, usize)> {
        let bytes = self.pay_copies(v, 1)?;
        match self.unplaced_copy(v) {
            Ok(copy) => Ok((self.place_copy(copy, v, bytes), bytes)),
            Err(fault) => {
                self.repay_copies(v, 1, bytes);
                Err(fault)
            }
        }
    }

    // ---- copies for those who have effects in between, and would have them twice if they found no memory at the end

    fn slot_bytes(v: Value) -> usize {
        if v.is(Kind::ARRAY) { Slab::<ArrayObject>::SLOT_BYTES } else { Slab::<Object>::SLOT_BYTES }
    }

    /// Pays for copies of an object before they are made. Returns the bytes of each.
    #[inline(always)]
    pub(crate) fn pay_copies(&mut self, v: Value, count: usize) -> Result<usize> {
        let Some(object) = self.as_host_object(v) else { return internal("an object of the host") };
        let bytes = object.bytes();
        self.charge(bytes.saturating_add(Heap::slot_bytes(v)).saturating_mul(count))?;
        Ok(bytes)
    }

    /// Copies that have been paid for are not made.
    pub(crate) fn repay_copies(&mut self, v: Value, count: usize, bytes: usize) {
        self.release((bytes + Heap::slot_bytes(v)) * count);
    }

    /// Makes a copy of an object, to be changed before it becomes a value. It has been paid for, and goes to
    /// [`Heap::place_copy`] or [`Heap::leave_copy`] then.
    #[inline(always)]
    pub(crate) fn unplaced_copy(&mut self, v: Value) -> Result<Box<HostObject>> {
        let Some(object) = hosted(&self.arrays, &self.objects, v) else { return internal("an object of the host") };
        if let Some(mut spare) = self.host.spare.take(object)
            && spare.become_copy(object)
        {
            return Ok(spare);
        }
        self.new_copy(v)
    }

    /// [`Heap::unplaced_copy`] in new memory.
    #[inline(never)]
    fn new_copy(&self, v: Value) -> Result<Box<HostObject>> {
        let Some(object) = self.as_host_object(v) else { return internal("an object of the host") };
        let Some(data) = object.data() else { return object.in_use() };
        let Some(copying) = &object.class.copy else { return internal("an object that is copied") };
        let copied = || copying(data).map_or_else(|| internal("an object of its class"), Ok);
        Ok(Box::new(object.copy_with(guarded(object.class.title, copied)?)))
    }

    /// Assigns a value in a copy of `v`, in memory of an unreachable object. Writes that memory once, with the result,
    /// and leaves it in place for [`Heap::take_assigned`]. Returns the steps that led to the copy, or `None` without
    /// such memory.
    #[inline(always)]
    pub(crate) fn assign_in_spare(&mut self, v: Value, assignment: &mut Assignment) -> Result<Option<Steps>> {
        let Some(object) = hosted(&self.arrays, &self.objects, v) else { return internal("an object of the host") };
        let Some(copy) = self.host.spare.last(object) else { return Ok(None) };
        let before = copy.bytes();
        let made = copy.assign_in_copy(object, assignment);
        let (after, steps) = (copy.bytes(), copy.steps);
        if before != after {
            self.host.spare.changed_last(before, after);
        }
        if made.is_err() {
            // The host's code has panicked halfway.
            self.host.spare.take_last();
        }
        made.map(|()| Some(steps))
    }

    /// Returns the copy that [`Heap::assign_in_spare`] has just made.
    #[inline(always)]
    pub(crate) fn take_assigned(&mut self) -> Result<Box<HostObject>> {
        self.host.spare.take_last().map_or_else(|| internal("an object that was made"), Ok)
    }

    /// Makes a copy of `like` a value, whose `bytes` have been paid for.
    #[inline(always)]
    pub(crate) fn place_copy(&mut self, copy: Box<HostObject>, like: Value, bytes: usize) -> Value {
        let taken = copy.bytes();
        if taken != bytes {
            self.changed_size(bytes, taken);
        }
        let (shape, len) = match self.as_array(like) {
            Some(ArrayView { shape: &Shape::Matrix { rows, columns }, elements: ArrayElements::Host { len, .. } }) => {
                (Shape::Matrix { rows, columns }, len)
            }
            Some(array) => (array.shape.clone(), array.len()),
            None => return Value::object(Kind::HOST, self.objects.insert(Object::Host(copy))),
        };
        let array = ArrayObject { shape, data: Storage::Host { object: copy, len } };
        Value::object(Kind::ARRAY, self.arrays.insert_in_place(array))
    }

    /// Keeps a copy that does not become a value for the next one.
    pub(crate) fn leave_copy(&mut self, copy: Box<HostObject>) {
        self.host.spare.keep(copy, self.limit() / 32);
    }

    // ---- what searches work on

    /// Applies `change` to the search state of an object and updates the byte account.
    #[inline(always)]
    pub(crate) fn change_space<T>(
        &mut self,
        v: Value,
        change: impl FnOnce(&mut dyn Searchable, &mut Steps) -> T,
    ) -> Result<T> {
        let Some(object) = self.as_host_object_mut(v) else { return internal("an object of the host") };
        let before = object.bytes();
        let changed = object.change_space(change);
        let after = object.bytes();
        if before != after {
            self.changed_size(before, after);
        }
        changed
    }
    /// Asks an object what a search works on. What answers may be the host's.
    #[inline(always)]
    pub(crate) fn ask_space<T>(&self, v: Value, question: impl FnOnce(&dyn Searchable) -> T) -> Result<T> {
        let Some(object) = self.as_host_object(v) else { return internal("an object of the host") };
        guarded(object.class.title, || object.as_space().map_or_else(|| object.in_use(), |space| Ok(question(space))))
    }
    /// Returns whether both are equal by the test of their class.
    pub(crate) fn host_equal(&self, a: &HostObject, b: &HostObject) -> Result<bool> {
        let (true, Some(equal)) = (a.class.of == b.class.of, &a.class.equal) else { return Ok(false) };
        guarded(a.class.title, || match (a.data(), b.data()) {
            (Some(x), Some(y)) => Ok(equal(x, y)),
            _ => a.in_use(),
        })
    }

    /// The hash that goes with [`Heap::host_equal`], if objects of the class are compared.
    pub(crate) fn host_hash(&self, object: &HostObject) -> Result<Option<u64>> {
        let Some(hash) = &object.class.hash else { return Ok(None) };
        guarded(object.class.title, || match object.data() {
            Some(data) => Ok(Some(hash(data))),
            None => object.in_use(),
        })
    }

    /// Returns the text that is shown after its type, which is empty if the class has none.
    pub(crate) fn host_text(&self, object: &HostObject) -> String {
        let class = &object.class;
        class.print.as_ref().or(class.display.as_ref()).and_then(|text| self.said(object, text)).unwrap_or_default()
    }

    /// Returns the text that people read of it instead, if the class has one.
    pub(crate) fn host_display(&self, object: &HostObject) -> Option<String> {
        self.said(object, object.class.display.as_ref()?)
    }

    fn said(&self, object: &HostObject, text: &Getter<String>) -> Option<String> {
        guarded(object.class.title, || Ok(object.data().map(|data| text(data)))).ok().flatten()
    }

    // ---- what several of them have in common

    /// Counts what an object has in common with others, when it has come about or changed.
    pub(crate) fn count_host_shares(&mut self, v: Value) {
        let Some(object) = hosted(&self.arrays, &self.objects, v) else { return };
        let (before, after) = self.host.count_shares(object).unwrap_or_default();
        self.account.add_external(after.saturating_sub(before));
        if after > before && self.is_over_limit() {
            self.account.press();
        }
    }
}

/// Data for objects of the host.
#[derive(Default)]
pub(crate) struct HostParts {
    /// Classes of the host's types.
    pub classes: HashMap<TypeId, Arc<HostClass>>,
    /// Parts that several objects have in common, and the bytes that each took when it was last counted.
    shares: Vec<(SharedPart, usize)>,
    /// Unreachable objects, kept for copies.
    pub(super) spare: Spare,
}

impl HostParts {
    /// Returns the parts of a copy of the heap.
    pub(super) fn copy(&self) -> HostParts {
        HostParts { classes: self.classes.clone(), shares: self.shares.clone(), spare: Spare::default() }
    }

    /// Counts what an object has in common with others: the bytes before and now.
    fn count_shares(&mut self, object: &HostObject) -> Option<(usize, usize)> {
        let (data, sharing) = (object.data()?, object.class.shared.as_ref()?);
        let at = guarded(object.class.title, || Ok((sharing.at)(data))).ok()??;
        let number = self.shares.iter().rposition(|(known, _)| known.at == at);
        let entry = number.and_then(|number| self.shares.get_mut(number));
        if let Some((known, counted)) = entry {
            // Most often it is known, and still there.
            if let Some(bytes) = (known.bytes)() {
                return Some((std::mem::replace(counted, bytes), bytes));
            }
            // Another one has taken the place of one that is gone.
            *known = guarded(object.class.title, || Ok((sharing.part)(data))).ok()??;
            let bytes = (known.bytes)().unwrap_or(0);
            return Some((std::mem::replace(counted, bytes), bytes));
        }
        let part = guarded(object.class.title, || Ok((sharing.part)(data))).ok()??;
        let bytes = (part.bytes)().unwrap_or(0);
        self.shares.push((part, bytes));
        Some((0, bytes))
    }

    /// Bytes of what objects have in common, as long as there are any.
    pub fn shared_bytes(&mut self) -> usize {
        self.shares.retain_mut(|(part, counted)| match (part.bytes)() {
            Some(bytes) => {
                *counted = bytes;
                true
            }
            None => false,
        });
        self.shares.iter().map(|(_, counted)| counted).sum()
    }
}
