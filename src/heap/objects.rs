//! Slabs and the objects in them: making them, finding what a value refers to, and changing it with the account kept
//! right.
//!
//! Code that knows already what a value is has [`Heap::array_of`] and its kin.

use std::ops::Range;

use compact_str::CompactString;
use dashu_int::IBig;
use dashu_ratio::RBig;

use super::{Heap, MAX_UNCOUNTED};
use crate::fault::{ErrorData, Limit, Result, internal};
use crate::object::array::{ArrayObject, ArrayView, ElementKind, Shape, Storage, StoredElement};
use crate::object::continuation::{Continuation, RestOfText};
use crate::object::generic::Generic;
use crate::object::port::Port;
use crate::object::string::StringObject;
use crate::object::table::TableObject;
use crate::object::{HeapObject, Macro, Object, RecordType};
use crate::value::{Kind, Value};

/// Elements of a vector in cells, at most. A vector without any is in the slab.
pub(crate) const MAX_CELL_VECTOR: usize = 8;

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
        match i128::try_from(&n) {
            Ok(n) => self.short_integer(n),
            Err(_) => self.big_integer(n),
        }
    }

    /// An integer of at most two words, as a fixnum if it fits.
    #[inline]
    pub(crate) fn short_integer(&mut self, n: i128) -> Result<Value> {
        match i64::try_from(n).ok().and_then(Value::fixnum) {
            Some(v) => Ok(v),
            None => self.big_integer(n.into()),
        }
    }

    #[inline]
    fn big_integer(&mut self, n: IBig) -> Result<Value> {
        self.charge(n.bytes() + Slab::<IBig>::SLOT_BYTES)?;
        Ok(Value::object(Kind::BIGINT, self.integers.insert_in_place(n)))
    }

    /// The integer of a value, if it is one that is no fixnum.
    #[inline]
    pub(crate) fn as_big_integer(&self, v: Value) -> Option<&IBig> {
        if v.is(Kind::BIGINT) { self.integers.get(v.index()) } else { None }
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
    #[inline]
    pub fn string(&mut self, text: impl Into<CompactString>) -> Result<Value> {
        self.text(StringObject::new(text))
    }

    fn text(&mut self, text: StringObject) -> Result<Value> {
        self.charge(text.bytes() + Slab::<StringObject>::SLOT_BYTES)?;
        Ok(Value::object(Kind::STRING, self.strings.insert_in_place(text)))
    }

    /// Makes a string of the bytes of another from one place up to another.
    ///
    /// # Errors
    /// When memory is used up.
    pub fn part_of_string(&mut self, string: Value, range: Range<usize>) -> Result<Value> {
        if range.len() > MAX_UNCOUNTED {
            self.reserve(range.len())?;
        }
        let text = self.text_of(string)?;
        let part = CompactString::from(text.as_str().get(range).unwrap_or_default());
        let part = if text.is_ascii() { StringObject::of_ascii(part) } else { StringObject::new(part) };
        self.text(part)
    }

    /// Returns the text of a string.
    #[inline]
    pub fn as_str(&self, v: Value) -> Option<&str> {
        if v.is(Kind::STRING) { self.strings.get(v.index()).map(StringObject::as_str) } else { None }
    }

    /// Returns the text of a string with the positions of its characters.
    #[inline]
    pub fn as_text(&self, v: Value) -> Option<&StringObject> {
        if v.is(Kind::STRING) { self.strings.get(v.index()) } else { None }
    }

    /// Puts a character in the place of one of the same width. Returns whether it has.
    #[inline]
    pub fn set_character_in_place(&mut self, v: Value, i: usize, c: char) -> bool {
        let text = if v.is(Kind::STRING) { self.strings.get_mut(v.index()) } else { None };
        text.is_some_and(|text| text.set_in_place(i, c))
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
        match array {
            ArrayObject { shape: Shape::Vector, data: Storage::Values(values) } => self.vector(values.into_vec()),
            ArrayObject { shape: Shape::Vector, data: Storage::Vector(values) } => self.vector(values),
            array => self.array_in_slab(array),
        }
    }

    fn array_in_slab(&mut self, array: ArrayObject) -> Result<Value> {
        self.charge(array.bytes().saturating_add(Slab::<ArrayObject>::SLOT_BYTES))?;
        Ok(Value::object(Kind::ARRAY, self.arrays.insert(array)))
    }

    /// A vector of these values.
    #[inline]
    pub fn vector(&mut self, values: impl AsRef<[Value]> + Into<Vec<Value>>) -> Result<Value> {
        let short = values.as_ref();
        if (1..=MAX_CELL_VECTOR).contains(&short.len()) {
            return Ok(Value::cell_vector(short.len(), self.block(short)?));
        }
        self.array_in_slab(ArrayObject::vector(values))
    }

    /// Returns the array that a value is.
    #[inline(always)]
    pub(crate) fn as_array(&self, v: Value) -> Option<ArrayView<'_>> {
        if v.is_array_object() {
            return self.array_object(v).map(ArrayObject::view);
        }
        match self.moved_vector(v) {
            Some(object) => self.array_object(object).map(ArrayObject::view),
            None => self.cell_vector(v).map(ArrayView::of_values),
        }
    }

    /// Returns the shape of an array.
    #[inline(always)]
    pub(crate) fn array_shape(&self, v: Value) -> Option<&Shape> {
        match self.array_object(v) {
            Some(object) => Some(&object.shape),
            None => (v.cell_vector_len() > 0).then_some(&Shape::Vector),
        }
    }

    /// Returns the number of elements of an array.
    #[inline(always)]
    pub(crate) fn array_len(&self, v: Value) -> Option<usize> {
        if v.is_array_object() {
            return self.array_object(v).map(|object| object.view().len());
        }
        match self.cell_vector_element(v, 0)? {
            first if first.is(Kind::MOVED) => self.as_array(v).map(ArrayView::len),
            _ => Some(v.cell_vector_len()),
        }
    }

    /// Returns the elements of an array of any values.
    #[inline(always)]
    pub(crate) fn values(&self, v: Value) -> Option<&[Value]> {
        self.as_array(v)?.values()
    }

    /// Returns the elements of an array of any values, to be changed.
    #[inline(always)]
    pub(crate) fn values_mut(&mut self, v: Value) -> Option<&mut [Value]> {
        let object = if v.is_array_object() { Some(v) } else { self.moved_vector(v) };
        let Some(object) = object else {
            return self.cells.words_mut(v.index(), v.cell_vector_len()).filter(|words| !words.is_empty());
        };
        match &mut self.array_object_mut(object)?.data {
            Storage::Vector(values) => Some(values),
            Storage::Values(values) => Some(values),
            _ => None,
        }
    }

    /// Returns the array that a value is, if it is in the slab.
    #[inline(always)]
    pub(crate) fn array_object(&self, v: Value) -> Option<&ArrayObject> {
        if v.is_array_object() { self.arrays.get(v.index()) } else { None }
    }

    #[inline(always)]
    pub(crate) fn array_object_mut(&mut self, v: Value) -> Option<&mut ArrayObject> {
        if v.is_array_object() { self.arrays.get_mut(v.index()) } else { None }
    }

    /// Returns the words of a vector in cells. They are of [`Kind::MOVED`] if it has left.
    #[inline(always)]
    fn cell_vector(&self, v: Value) -> Option<&[Value]> {
        self.cells.words(v.index(), v.cell_vector_len()).filter(|words| !words.is_empty())
    }

    /// Returns the array in the slab that a vector in cells has become.
    #[inline(always)]
    pub(crate) fn moved_vector(&self, v: Value) -> Option<Value> {
        let first = self.cell_vector_element(v, 0)?;
        first.is(Kind::MOVED).then(|| Value::object(Kind::ARRAY, first.index()))
    }

    /// Returns an element of a vector in cells; a word of [`Kind::MOVED`] if it has left.
    #[inline(always)]
    pub(crate) fn cell_vector_element(&self, v: Value, i: usize) -> Option<Value> {
        if i < v.cell_vector_len() { self.cells.word(v.index(), i) } else { None }
    }

    #[inline(always)]
    pub(crate) fn cell_vector_element_mut(&mut self, v: Value, i: usize) -> Option<&mut Value> {
        if i < v.cell_vector_len() { self.cells.word_mut(v.index(), i) } else { None }
    }

    /// Returns the slab's array that holds a vector of any values. One in cells moves there first.
    fn growable(&mut self, v: Value) -> Result<Value> {
        let Some(values) = self.cell_vector(v).map(<[Value]>::to_vec) else { return Ok(v) };
        if let Some(object) = self.moved_vector(v) {
            return Ok(object);
        }
        let object = self.array_in_slab(ArrayObject::vector(values))?;
        if let Some(words) = self.cells.words_mut(v.index(), v.cell_vector_len()) {
            words.fill(Value::reference(Kind::MOVED, 0, object.index()));
        }
        Ok(object)
    }

    /// Gives a vector of any values another number of elements; new ones are nil.
    pub fn resize_vector(&mut self, v: Value, count: usize) -> Result<()> {
        let v = self.growable(v)?;
        let (len, capacity) = match self.array_object(v).map(|a| &a.data) {
            Some(Storage::Vector(items)) => (items.len(), items.capacity()),
            _ => return Ok(()),
        };
        let needed = if count > capacity { count.max(len + len / 2 + 4) } else { capacity };
        let bytes = (needed - capacity).saturating_mul(size_of::<Value>());
        self.reserve(bytes)?;
        if let Some(ArrayObject { data: Storage::Vector(items), .. }) = self.array_object_mut(v) {
            if items.try_reserve_exact(needed - len).is_err() {
                return Err(Limit::Memory.into());
            }
            items.resize(count, Value::NIL);
            let grown = items.capacity().saturating_sub(capacity) * size_of::<Value>();
            self.account.add(grown);
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
            Object::Ratio(_) => Kind::RATIO,
            Object::Float(_) => Kind::BOXED_FLOAT,
            Object::Table(_) => Kind::TABLE,
            Object::Macro(_) => Kind::MACRO,
            Object::Values(_) => Kind::VALUES,
            Object::Generic(_) => Kind::GENERIC,
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

    #[inline]
    pub(crate) fn as_port(&self, v: Value) -> Option<&Port> {
        match if v.is(Kind::PORT) { self.objects.get(v.index()) } else { None } {
            Some(Object::Port(port)) => Some(port),
            _ => None,
        }
    }

    /// A port, to be changed in ways that take no memory.
    #[inline]
    pub(crate) fn as_port_mut(&mut self, v: Value) -> Option<&mut Port> {
        match if v.is(Kind::PORT) { self.objects.get_mut(v.index()) } else { None } {
            Some(Object::Port(port)) => Some(port),
            _ => None,
        }
    }

    /// Adds a string to what an open port collects, if that takes no memory. Returns whether it has.
    pub(crate) fn collect_string(&mut self, port: Value, string: Value) -> bool {
        let Some(text) = self.strings.get(string.index()).filter(|_| string.is(Kind::STRING)) else { return false };
        match if port.is(Kind::PORT) { self.objects.get_mut(port.index()) } else { None } {
            Some(Object::Port(port)) => port.collect_in_room(text.as_str()),
            _ => false,
        }
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

    // ---- elements of arrays as values, and the other way round

    /// A value as an element of this kind; `None` if it is none. A float array takes small integers too.
    pub(crate) fn as_element(&self, kind: ElementKind, v: Value) -> Option<StoredElement> {
        match kind {
            ElementKind::Any => Some(StoredElement::Any(v)),
            ElementKind::Byte => v.as_fixnum().and_then(|n| u8::try_from(n).ok()).map(StoredElement::Byte),
            ElementKind::Bit => v.as_fixnum().filter(|n| matches!(n, 0 | 1)).map(|n| StoredElement::Bit(n == 1)),
            ElementKind::Fixnum => v.as_fixnum().map(StoredElement::Fixnum),
            ElementKind::Digits => digit_set(self, v).map(StoredElement::Digits),
            ElementKind::Float => self.as_float(v).or(v.as_fixnum().map(|n| n as f64)).map(StoredElement::Float),
        }
    }

    pub(crate) fn element_value(&mut self, element: StoredElement) -> Result<Value> {
        match element {
            StoredElement::Any(v) => Ok(v),
            StoredElement::Byte(n) => Ok(Value::fix(n.into())),
            StoredElement::Bit(b) => Ok(Value::fix(b.into())),
            StoredElement::Fixnum(n) => self.integer(n.into()),
            StoredElement::Float(x) => self.float(x),
            StoredElement::Digits(set) => Ok(Value::digits(set)),
        }
    }

    /// Returns the element of an array at a row-major position, if there is one.
    #[inline]
    pub(crate) fn element(&self, array: Value, at: usize) -> Result<Option<StoredElement>> {
        let Some(a) = self.as_array(array) else { return Ok(None) };
        match a.element(at) {
            None => self.hosted_element(a, at),
            element => Ok(element),
        }
    }

    /// The elements of an array of any rank, row by row, but no more than `most`. Nothing is charged.
    pub fn elements(&mut self, array: Value, most: usize) -> Result<Vec<Value>> {
        let count = self.as_array(array).map_or(0, ArrayView::len).min(most);
        self.reserve(count.saturating_mul(2 * size_of::<Value>()))?;
        let mut items = Vec::with_capacity(count);
        for at in 0..count {
            if let Some(element) = self.element(array, at)? {
                items.push(self.element_value(element)?);
            }
        }
        Ok(items)
    }

    // ---- objects of values whose kind has been checked
    //
    // The type of a builtin's parameter says what its argument is. A later access then finds it, or the engine reports
    // an internal error. No code continues with an empty replacement.

    #[inline]
    pub(crate) fn array_of(&self, v: Value) -> Result<ArrayView<'_>> {
        self.as_array(v).map_or_else(|| internal("an array that is none"), Ok)
    }

    /// Returns the text of a string.
    ///
    /// # Errors
    /// When it is something else.
    #[inline]
    pub fn text_of(&self, v: Value) -> Result<&StringObject> {
        self.as_text(v).map_or_else(|| internal("a string that is none"), Ok)
    }

    pub(crate) fn record_type_of(&self, v: Value) -> Result<&RecordType> {
        self.record_type(v).map_or_else(|| internal("a record without a type"), Ok)
    }

    #[inline]
    pub(crate) fn table_of(&self, v: Value) -> Result<&TableObject> {
        match self.as_object(v) {
            Some(Object::Table(table)) => Ok(table),
            _ => internal("a table that is none"),
        }
    }

    // ---- continuations

    #[inline]
    pub(crate) fn as_continuation(&self, v: Value) -> Option<&Continuation> {
        if v.is(Kind::CONTINUATION) { self.continuations.slab.get(v.index()) } else { None }
    }

    #[inline]
    pub(crate) fn as_continuation_mut(&mut self, v: Value) -> Option<&mut Continuation> {
        if v.is(Kind::CONTINUATION) { self.continuations.slab.get_mut(v.index()) } else { None }
    }

    /// Reserves the memory of a continuation of so many words. Returns the bytes, and the words that it will have room
    /// for.
    #[inline]
    pub(crate) fn reserve_continuation(
        &mut self,
        words: usize,
        handlers: usize,
        place: Option<&RestOfText>,
    ) -> Result<(usize, usize)> {
        let room = self.continuations.next_room();
        let room = if room < words { words.next_multiple_of(STEP) } else { room };
        let bytes = Continuation::bytes_with(room, handlers, place) + Slab::<Continuation>::SLOT_BYTES;
        self.reserve(bytes)?;
        Ok((bytes, room))
    }

    /// Returns a continuation without frames. Its `bytes` have been reserved.
    #[inline]
    pub(crate) fn new_continuation(&mut self, bytes: usize) -> Value {
        self.account.add(bytes);
        Value::object(Kind::CONTINUATION, self.continuations.take())
    }
}

/// Returns whether `v` refers to the slab of [`Object`]s.
pub(super) fn is_common(v: Value) -> bool {
    matches!(
        v.kind(),
        Kind::RATIO
            | Kind::BOXED_FLOAT
            | Kind::TABLE
            | Kind::MACRO
            | Kind::VALUES
            | Kind::GENERIC
            | Kind::PORT
            | Kind::HOST
    )
}

/// The members of a list of digits, if it is one; longer ones than there are digits are not looked through.
fn digit_set(heap: &Heap, v: Value) -> Option<u64> {
    if let Some(set) = v.as_digits() {
        return Some(set);
    }
    let mut set = 0;
    let mut rest = v;
    for _ in 0..2 * Value::DIGIT_COUNT {
        if !rest.is_pair() {
            break;
        }
        let digit = heap.car(rest).as_fixnum().filter(|d| (0..i64::from(Value::DIGIT_COUNT)).contains(d))?;
        set |= 1 << digit;
        rest = heap.cdr(rest);
    }
    rest.as_digits().map(|others| set | others)
}

/// Bytes of continuations that are kept for new ones, at most.
const MAX_SPARE: usize = 2 << 20;

/// Continuations have room for a multiple of this many words, so that most find room in the memory of another.
const STEP: usize = 16;

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
        self.sweep_slots(|slot, _, _| *slot = None)
    }

    /// Hands every unmarked object to `last`, with the bytes that it held beyond its slot, and returns the bytes that
    /// they took.
    pub fn sweep_into(&mut self, mut last: impl FnMut(T, usize)) -> usize {
        self.sweep_slots(|slot, _, bytes| {
            if let Some(object) = slot.take() {
                last(object, bytes);
            }
        })
    }

    /// Shows `empty` the slot and number of every unmarked object, and the bytes that it held beyond its slot. Returns
    /// the bytes that they took. Slots that `empty` leaves in use are not free.
    fn sweep_slots(&mut self, mut empty: impl FnMut(&mut Option<T>, u32, usize)) -> usize {
        let mut freed = 0;
        for (word, (slots, marks)) in self.slots.chunks_mut(64).zip(&self.marks).enumerate() {
            let mut unmarked = !marks;
            while unmarked != 0 {
                let bit = unmarked.trailing_zeros() as usize;
                unmarked &= unmarked - 1;
                let Some(slot) = slots.get_mut(bit) else { break };
                if let Some(object) = slot {
                    let bytes = object.bytes();
                    freed += bytes + Self::SLOT_BYTES;
                    let i = (word * 64 + bit) as u32;
                    empty(slot, i, bytes);
                    if slot.is_none() {
                        self.free.push(i);
                    }
                }
            }
        }
        freed
    }
}

/// Continuations. Programs that search make them by the thousand, so slots of those that have gone keep the memory of
/// their frames for new ones.
#[derive(Clone, Default)]
pub(super) struct Continuations {
    pub slab: Slab<Continuation>,
    /// Slots of those that have gone.
    spare: Vec<u32>,
    /// Bytes that those held after the last collection.
    spare_bytes: usize,
}

impl Continuations {
    /// Bytes that those that have gone held after the last collection.
    pub fn spare_bytes(&self) -> usize {
        self.spare_bytes
    }

    /// Returns the words for which the next one has room.
    #[inline]
    fn next_room(&self) -> usize {
        self.spare.last().and_then(|&i| self.slab.get(i as usize)).map_or(0, |k| k.words.capacity())
    }

    #[inline]
    fn take(&mut self) -> usize {
        match self.spare.pop() {
            Some(i) => i as usize,
            None => self.slab.insert(Continuation::default()),
        }
    }

    /// Gives back the memory of those that have gone.
    pub fn drop_spare(&mut self) {
        for i in self.spare.drain(..) {
            if let Some(slot) = self.slab.slots.get_mut(i as usize) {
                *slot = None;
                self.slab.free.push(i);
            }
        }
        self.spare_bytes = 0;
    }

    /// Drops every unmarked one, keeps the memory of those that are small for new ones, up to `most` bytes, and returns
    /// the bytes that they took.
    pub fn sweep(&mut self, most: usize) -> usize {
        self.drop_spare();
        let Continuations { slab, spare, spare_bytes } = self;
        slab.sweep_slots(|slot, i, bytes| match slot {
            Some(k) if *spare_bytes < most.min(MAX_SPARE) && k.is_small() => {
                k.clear();
                spare.push(i);
                *spare_bytes += bytes;
            }
            _ => *slot = None,
        })
    }

    /// Bytes that continuations hold beside their slots, those that have gone left out.
    pub fn bytes(&self) -> usize {
        let spare = self.spare.iter().filter_map(|&i| self.slab.get(i as usize));
        let all: usize = self.slab.iter().map(HeapObject::bytes).sum();
        all - spare.map(HeapObject::bytes).sum::<usize>()
    }
}
