//! Objects of the host, and parts of such objects: what they are in Rust, and what their class says of that.

use std::sync::Arc;

use super::Heap;
use crate::fault::{Result, internal};
use crate::object::Object;
use crate::object::array::{Array, Shape, Storage};
use crate::object::element::Element;
use crate::object::host::{Ask, Data, HostObject, Indexed, guarded};
use crate::value::{Kind, Value};
use klammer_space::Searchable;

/// Bytes of objects that are kept for copies, at most: about as many as are made between two collections.
const MOST_SPARE: usize = 4 << 20;

/// Objects of the host that nobody has any more, kept for copies. A search copies a state at each node and soon leaves
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

    /// Keeps an object that nobody has any more, unless there are `most` bytes of such already.
    pub fn keep(&mut self, object: Box<HostObject>, most: usize) {
        let bytes = object.bytes();
        if object.is_reused() && self.bytes.saturating_add(bytes) <= most.min(MOST_SPARE) {
            self.bytes += bytes;
            self.objects.push(object);
        }
    }

    fn take(&mut self) -> Option<Box<HostObject>> {
        let object = self.objects.pop()?;
        self.bytes = self.bytes.saturating_sub(object.bytes());
        Some(object)
    }
}

impl Heap {
    /// Returns the object of the host that a value is.
    #[inline]
    pub(crate) fn as_host_object(&self, v: Value) -> Option<&HostObject> {
        if let Some(array) = self.as_array(v) {
            return if let Storage::Host { object, .. } = &array.data { Some(object) } else { None };
        }
        match self.as_object(v) {
            Some(Object::Host(object)) => Some(object),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn as_host_object_mut(&mut self, v: Value) -> Option<&mut HostObject> {
        if v.is(Kind::ARRAY) {
            let array = self.as_array_mut(v)?;
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
            Some((shape, len)) => self.array(Array { shape, data: Storage::Host { object: Box::new(object), len } }),
            None => self.object(Object::Host(Box::new(object))),
        }
    }

    /// Returns shape and number of elements of an object that programs use as an array.
    fn indexed_shape(&self, object: &HostObject) -> Result<Option<(Shape, usize)>> {
        let Some(indexed) = &object.class.indexed else { return Ok(None) };
        let Some(data) = self.host_data(object) else { return object.in_use() };
        let shape = guarded(object.class.title, || Ok((indexed.shape)(data)))?;
        shape.map_or_else(|| internal("an object of its class"), |shape| Ok(Some(shape)))
    }

    /// Returns an element of an object that programs use as an array; none beyond the last one.
    pub(crate) fn hosted_element(&self, array: &Array, at: usize) -> Result<Option<Element>> {
        let Storage::Host { object, len } = &array.data else { return Ok(None) };
        let (true, Some(indexed)) = (at < *len, &object.class.indexed) else { return Ok(None) };
        let Some(data) = self.host_data(object) else { return object.in_use() };
        guarded(object.class.title, || Ok((indexed.get)(data, at)))
    }

    /// Stores an element of an object that programs use as an array. The inner result says what is expected instead of
    /// the element.
    pub(crate) fn set_hosted_elements(
        &mut self,
        v: Value,
        at: std::ops::Range<usize>,
        element: Element,
    ) -> Result<Result<(), &'static str>> {
        let Some(object) = self.as_host_object(v) else { return internal("an object of the host") };
        let (class, place) = (Arc::clone(&object.class), object.place.clone());
        let Some(Indexed { set, .. }) = &class.indexed else { return internal("an object with elements") };
        let whole = place.as_ref().map_or(v, |place| place.whole);
        let mut data = self.take_host_data(whole)?;
        let result = guarded(class.title, || {
            let part = match &place {
                Some(place) => place.find_mut(&mut *data),
                None => Some(&mut *data),
            };
            let Some(part) = part else { return internal("an object of its class") };
            Ok(at.into_iter().try_for_each(|at| set(part, at, element)))
        });
        self.update_host_object(whole, |object| object.put(data));
        result
    }

    /// Returns the Rust value of an object of the host.
    #[inline]
    pub(crate) fn host_data<'a>(&'a self, object: &'a HostObject) -> Option<&'a Data> {
        object.data(|whole| self.as_host_object(whole))
    }

    /// Takes what an object of the host is out of it.
    pub(crate) fn take_host_data(&mut self, v: Value) -> Result<Box<Data>> {
        match self.as_host_object_mut(v) {
            Some(object) => match object.take() {
                Some(data) => Ok(data),
                None => object.in_use(),
            },
            None => internal("an object of the host"),
        }
    }

    /// Puts back what has been taken out of the object `v`, and counts what it takes now.
    pub(crate) fn put_host_data(&mut self, v: Value, data: Box<Data>) {
        self.update_host_object(v, |object| object.put(data));
        // The host may have put another value in its place.
        let shape = self.as_host_object(v).and_then(|object| self.indexed_shape(object).ok().flatten());
        if let (Some((shape, count)), Some(array)) = (shape, self.as_array_mut(v))
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

    /// A copy of an object of a class that has copies.
    pub(crate) fn copy_host_object(&mut self, v: Value) -> Result<Value> {
        let Some(object) = self.as_host_object(v) else { return internal("an object of the host") };
        if v.is(Kind::ARRAY) {
            let bytes = object.bytes();
            self.pay_arrays(1, bytes)?;
            return match self.unplaced_copy(v) {
                Ok(copy) => self.paid_host_array(copy, v),
                Err(fault) => {
                    self.repay_arrays(1, bytes);
                    Err(fault)
                }
            };
        }
        let copy = self.fresh_copy(object)?;
        self.host_object(copy)
    }

    /// Makes a copy of an object of a class that has copies, in memory of its own.
    fn fresh_copy(&self, object: &HostObject) -> Result<HostObject> {
        let Some(data) = self.host_data(object) else { return object.in_use() };
        let Some(copying) = &object.class.copy else { return internal("an object that is copied") };
        let copied = || (copying.copy)(data).map_or_else(|| internal("an object of its class"), Ok);
        Ok(object.copy_with(guarded(object.class.title, copied)?))
    }

    /// Makes a copy of an object that programs use as an array, to be changed before it becomes a value. Its array must
    /// have been paid for, and it goes to [`Heap::paid_host_array`] or [`Heap::leave_host_object`] then.
    pub(crate) fn unplaced_copy(&mut self, v: Value) -> Result<Box<HostObject>> {
        let spare = self.spare_objects.take();
        let Some(object) = self.as_host_object(v) else { return internal("an object of the host") };
        if let Some(mut spare) = spare
            && Arc::ptr_eq(&spare.class, &object.class)
            && spare.become_copy(object)
        {
            return Ok(spare);
        }
        self.fresh_copy(object).map(Box::new)
    }

    /// Returns an object that nobody has any more, of the class of `v`, which is to become a copy of it: its Rust value is
    /// unspecified.
    #[cfg_attr(not(feature = "search"), allow(dead_code, reason = "searches use it"))]
    pub(crate) fn spare_object(&mut self, v: Value) -> Option<Box<HostObject>> {
        let mut spare = self.spare_objects.take()?;
        let object = self.as_host_object(v)?;
        if !Arc::ptr_eq(&spare.class, &object.class) {
            return None;
        }
        spare.stand_for(object);
        Some(spare)
    }

    /// Makes an object the array of the same shape as that of `like`, of which it is a copy. The array has been paid for.
    #[inline]
    pub(crate) fn paid_host_array(&mut self, object: Box<HostObject>, like: Value) -> Result<Value> {
        let Some((shape, len)) = self.as_array(like).map(|a| (a.shape.clone(), a.len())) else {
            return internal("an array of the host");
        };
        Ok(self.paid_array(Array { shape, data: Storage::Host { object, len } }))
    }

    /// Keeps an object that has not become a value for the next copy.
    #[cfg_attr(not(feature = "search"), allow(dead_code, reason = "searches use it"))]
    pub(crate) fn leave_host_object(&mut self, object: Box<HostObject>) {
        self.spare_objects.keep(object, self.limit / 32);
    }

    /// An object of the host as what a search works on, if it is that.
    #[cfg_attr(not(feature = "search"), allow(dead_code, reason = "searches use it"))]
    #[inline]
    pub(crate) fn as_space(&self, v: Value) -> Option<&dyn Searchable> {
        let object = self.as_host_object(v)?;
        (object.class.space.as_ref()?.shared)(self.host_data(object)?)
    }

    /// Returns whether both are equal by the test of their class.
    pub(crate) fn host_equal(&self, a: &HostObject, b: &HostObject) -> Result<bool> {
        let (true, Some(equal)) = (a.class.of == b.class.of, &a.class.equal) else { return Ok(false) };
        guarded(a.class.title, || match (self.host_data(a), self.host_data(b)) {
            (Some(x), Some(y)) => Ok(equal(x, y)),
            _ => a.in_use(),
        })
    }

    /// The hash that goes with [`Heap::host_equal`], if objects of the class are compared.
    pub(crate) fn host_hash(&self, object: &HostObject) -> Result<Option<u64>> {
        let Some(hash) = &object.class.hash else { return Ok(None) };
        guarded(object.class.title, || match self.host_data(object) {
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

    fn said(&self, object: &HostObject, text: &Ask<String>) -> Option<String> {
        guarded(object.class.title, || Ok(self.host_data(object).map(|data| text(data)))).ok().flatten()
    }

    // ---- what several of them have in common

    /// Counts what an object has in common with others, when it has come about or changed.
    pub(crate) fn count_host_shares(&mut self, v: Value) {
        let Some(object) = self.as_host_object(v) else { return };
        let (Some(data), Some(sharing)) = (self.host_data(object), &object.class.shared) else { return };
        let Ok(Some(part)) = guarded(object.class.title, || Ok(sharing(data))) else { return };
        let bytes = (part.bytes)().unwrap_or(0);
        let before = match self.host_shares.iter_mut().rev().find(|(known, _)| known.at == part.at) {
            Some((known, counted)) => {
                // Another one may lie where one lay that is gone.
                *known = part;
                std::mem::replace(counted, bytes)
            }
            None => {
                self.host_shares.push((part, bytes));
                0
            }
        };
        self.external_bytes += bytes.saturating_sub(before);
        self.pressed |= bytes > before && self.used() > self.limit;
    }

    /// Bytes of what objects of the host have in common, as long as there are any.
    pub(crate) fn host_shared_bytes(&mut self) -> usize {
        self.host_shares.retain_mut(|(part, counted)| match (part.bytes)() {
            Some(bytes) => {
                *counted = bytes;
                true
            }
            None => false,
        });
        self.host_shares.iter().map(|(_, counted)| counted).sum()
    }
}
