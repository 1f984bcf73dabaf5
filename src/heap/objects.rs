//! Objects in slabs: making them, finding what a value refers to, and changing it with the account kept right.
//!
//! Code that knows already what a value is has [`Heap::array_of`] and its kin (`access.rs`).

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::Heap;
use super::slab::Slab;
use crate::fault::{ErrorData, Limit, Result};
use crate::object::array::{ArrayObject, Storage};
use crate::object::continuation::Continuation;
use crate::object::generic::Generic;
use crate::object::string::StringObject;
use crate::object::{HeapObject, Macro, Object};
use crate::value::{Kind, Value};

impl Heap {
    // ---- numbers

    /// The float `x` in whichever representation holds it.
    #[inline]
    pub fn float(&mut self, x: f64) -> Result<Value> {
        match Value::flonum(x) {
            Some(v) => Ok(v),
            None => self.rare_float(x),
        }
    }

    #[cold]
    fn rare_float(&mut self, x: f64) -> Result<Value> {
        match Value::short_float(x) {
            Some(v) => Ok(v),
            None => self.object(Object::Float(x)),
        }
    }

    /// An integer of any size, as a fixnum if it fits.
    pub(crate) fn integer(&mut self, n: IBig) -> Result<Value> {
        match i64::try_from(&n).ok().and_then(Value::fixnum) {
            Some(v) => Ok(v),
            None => self.object(Object::Integer(n)),
        }
    }

    /// An exact rational, as an integer if it is one.
    pub(crate) fn ratio(&mut self, r: RBig) -> Result<Value> {
        if r.is_int() { self.integer(r.into_parts().0) } else { self.object(Object::Ratio(r)) }
    }

    /// The float of a value, if it is one.
    #[inline]
    pub fn as_float(&self, v: Value) -> Option<f64> {
        match v.as_flonum() {
            Some(x) => Some(x),
            None => match self.as_object(v) {
                Some(Object::Float(x)) => Some(*x),
                _ => v.as_unboxed_float(),
            },
        }
    }

    // ---- strings

    /// Makes a string.
    ///
    /// # Errors
    /// When memory is used up.
    pub fn string(&mut self, text: impl Into<Box<str>>) -> Result<Value> {
        self.text(StringObject::new(text))
    }

    #[inline]
    fn text(&mut self, text: StringObject) -> Result<Value> {
        self.charge(text.bytes() + Slab::<StringObject>::SLOT_BYTES)?;
        Ok(Value::object(Kind::STRING, self.strings.insert_in_place(text)))
    }

    /// Returns the text of a string.
    pub fn as_str(&self, v: Value) -> Option<&str> {
        if v.is(Kind::STRING) { self.strings.get(v.index()).map(StringObject::as_str) } else { None }
    }

    /// Returns the text of a string with the positions of its characters.
    pub fn as_text(&self, v: Value) -> Option<&StringObject> {
        if v.is(Kind::STRING) { self.strings.get(v.index()) } else { None }
    }

    /// Changes a character of a string; false if there is none at `i`.
    pub fn set_character(&mut self, v: Value, i: usize, c: char) -> bool {
        self.change_text(v, |text| text.set(i, c)).unwrap_or(false)
    }

    /// Changes a string, and keeps the account.
    pub fn change_text<R>(&mut self, v: Value, change: impl FnOnce(&mut StringObject) -> R) -> Option<R> {
        let text = if v.is(Kind::STRING) { self.strings.get_mut(v.index()) } else { None }?;
        let before = text.bytes();
        let done = change(text);
        let after = text.bytes();
        self.changed_size(before, after);
        Some(done)
    }

    // ---- arrays

    pub(crate) fn array(&mut self, array: ArrayObject) -> Result<Value> {
        self.charge(array.bytes().saturating_add(Slab::<ArrayObject>::SLOT_BYTES))?;
        Ok(Value::object(Kind::ARRAY, self.arrays.insert(array)))
    }

    /// A vector of these values.
    pub fn vector(&mut self, values: impl Into<Vec<Value>>) -> Result<Value> {
        self.array(ArrayObject::vector(values))
    }

    #[inline(always)]
    pub(crate) fn as_array(&self, v: Value) -> Option<&ArrayObject> {
        if v.is(Kind::ARRAY) { self.arrays.get(v.index()) } else { None }
    }

    #[inline(always)]
    pub(crate) fn as_array_mut(&mut self, v: Value) -> Option<&mut ArrayObject> {
        if v.is(Kind::ARRAY) { self.arrays.get_mut(v.index()) } else { None }
    }

    /// Gives a vector of any values another number of elements; new ones are nil.
    pub fn resize_vector(&mut self, v: Value, count: usize) -> Result<()> {
        let (len, capacity) = match self.as_array(v).map(|a| &a.data) {
            Some(Storage::Values(items)) => (items.len(), items.capacity()),
            _ => return Ok(()),
        };
        let needed = if count > capacity { count.max(len + len / 2 + 4) } else { capacity };
        let bytes = (needed - capacity).saturating_mul(size_of::<Value>());
        self.reserve(bytes)?;
        if let Some(ArrayObject { data: Storage::Values(items), .. }) = self.as_array_mut(v) {
            if items.try_reserve_exact(needed - len).is_err() {
                return Err(Limit::Memory.into());
            }
            items.resize(count, Value::NIL);
            let grown = items.capacity().saturating_sub(capacity) * size_of::<Value>();
            self.slab_bytes += grown;
        }
        Ok(())
    }

    // ---- conditions

    pub(crate) fn condition(&mut self, c: ErrorData) -> Result<Value> {
        self.charge(c.bytes() + Slab::<ErrorData>::SLOT_BYTES)?;
        Ok(Value::object(Kind::CONDITION, self.conditions.insert_in_place(c)))
    }

    pub(crate) fn as_condition(&self, v: Value) -> Option<&ErrorData> {
        if v.is(Kind::CONDITION) { self.conditions.get(v.index()) } else { None }
    }

    pub(crate) fn as_condition_mut(&mut self, v: Value) -> Option<&mut ErrorData> {
        if v.is(Kind::CONDITION) { self.conditions.get_mut(v.index()) } else { None }
    }

    // ---- all that has no slab of its own

    pub(crate) fn object(&mut self, object: Object) -> Result<Value> {
        let kind = match &object {
            Object::Integer(_) => Kind::BIGINT,
            Object::Ratio(_) => Kind::RATIO,
            Object::Float(_) => Kind::BOXED_FLOAT,
            Object::Table(_) => Kind::TABLE,
            Object::Macro(_) => Kind::MACRO,
            Object::Values(_) => Kind::VALUES,
            Object::Generic(_) => Kind::GENERIC,
            Object::Continuation(_) => Kind::CONTINUATION,
            Object::Port(_) => Kind::PORT,
            Object::Host(_) => Kind::HOST,
        };
        self.charge(object.bytes() + Slab::<Object>::SLOT_BYTES)?;
        Ok(Value::object(kind, self.objects.insert(object)))
    }

    /// The object of any kind that lives in the common slab.
    pub(crate) fn as_object(&self, v: Value) -> Option<&Object> {
        is_common(v).then(|| self.objects.get(v.index())).flatten()
    }

    pub(crate) fn as_object_mut(&mut self, v: Value) -> Option<&mut Object> {
        if is_common(v) { self.objects.get_mut(v.index()) } else { None }
    }

    pub(crate) fn as_generic(&self, v: Value) -> Option<&Generic> {
        if let Object::Generic(g) = self.as_object(v)? { Some(g) } else { None }
    }

    pub(crate) fn as_macro(&self, v: Value) -> Option<&Macro> {
        if let Object::Macro(m) = self.as_object(v)? { Some(m) } else { None }
    }

    /// Changes an object in place and keeps the byte account right. `None` if `v` is no such object. The caller has
    /// asked for the memory before. A completed change cannot fail, or a builtin that is called again would repeat it.
    pub(crate) fn update<R>(&mut self, v: Value, change: impl FnOnce(&mut Object) -> R) -> Option<R> {
        let object = self.as_object_mut(v)?;
        let before = object.bytes();
        let result = change(object);
        let after = object.bytes();
        self.changed_size(before, after);
        Some(result)
    }

    /// States that an object takes another number of bytes.
    #[inline]
    pub(super) fn changed_size(&mut self, before: usize, after: usize) {
        self.slab_bytes = (self.slab_bytes + after).saturating_sub(before);
        self.pressed |= after > before && self.used() > self.limit;
    }

    /// The memory of a continuation that has gone, or new memory.
    pub(crate) fn continuation(&mut self) -> Box<Continuation> {
        self.spare.pop().unwrap_or_default()
    }
}

/// Returns whether `v` refers to the slab of [`Object`]s.
pub(super) fn is_common(v: Value) -> bool {
    matches!(
        v.kind(),
        Kind::BIGINT
            | Kind::RATIO
            | Kind::BOXED_FLOAT
            | Kind::TABLE
            | Kind::MACRO
            | Kind::VALUES
            | Kind::GENERIC
            | Kind::CONTINUATION
            | Kind::PORT
            | Kind::HOST
    )
}
