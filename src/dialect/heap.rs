//! Access to what dialects look into: arrays, hash tables, conditions, records.

use crate::fault::{Result, internal};
use crate::heap::Heap;
use crate::object::array::{ArrayObject, Shape, Storage};
use crate::object::table::KeyEquality;
use crate::object::{HeapObject, Object, RecordNotation};
use crate::value::Value;

/// The elements of an array, in row-major order.
#[derive(Debug)]
pub enum Elements<'a> {
    /// Any values.
    Values(&'a [Value]),
    /// Of an array of bytes.
    Bytes(&'a [u8]),
    /// Of an array of bits.
    Bits(&'a [bool]),
    /// Of an array of some other kind: how many there are.
    Others(usize),
}

impl Elements<'_> {
    /// Returns the number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Elements::Values(items) => items.len(),
            Elements::Bytes(items) => items.len(),
            Elements::Bits(items) => items.len(),
            Elements::Others(count) => *count,
        }
    }

    /// Returns whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The elements of an array, to be changed.
#[derive(Debug)]
pub enum ElementsMut<'a> {
    /// Any values.
    Values(&'a mut [Value]),
    /// Of an array of bytes.
    Bytes(&'a mut [u8]),
}

impl Heap {
    // ---- arrays

    /// Returns the elements of an array.
    #[must_use]
    pub fn array_elements(&self, array: Value) -> Option<Elements<'_>> {
        self.as_array(array).map(|a| match &a.data {
            Storage::Values(items) => Elements::Values(items),
            Storage::Bytes(items) => Elements::Bytes(items),
            Storage::Bits(items) => Elements::Bits(items),
            _ => Elements::Others(a.len()),
        })
    }

    /// Returns the elements of an array of values or bytes.
    pub fn array_elements_mut(&mut self, array: Value) -> Option<ElementsMut<'_>> {
        match &mut self.as_array_mut(array)?.data {
            Storage::Values(items) => Some(ElementsMut::Values(items)),
            Storage::Bytes(items) => Some(ElementsMut::Bytes(items)),
            _ => None,
        }
    }

    /// Returns the dimensions of an array.
    #[must_use]
    pub fn array_dimensions(&self, array: Value) -> Option<Vec<usize>> {
        self.as_array(array).map(ArrayObject::dimensions)
    }

    /// Returns whether the value is an array of one dimension.
    #[must_use]
    pub fn is_vector(&self, array: Value) -> bool {
        self.as_array(array).is_some_and(|a| a.shape == Shape::Vector)
    }

    /// Makes an array of one dimension from bytes.
    ///
    /// # Errors
    /// When memory is used up.
    pub fn byte_vector(&mut self, bytes: Vec<u8>) -> Result<Value> {
        self.array(ArrayObject { shape: Shape::Vector, data: Storage::Bytes(bytes.into()) })
    }

    /// Makes an array of one dimension from bits.
    ///
    /// # Errors
    /// When memory is used up.
    pub fn bit_vector(&mut self, bits: Box<[bool]>) -> Result<Value> {
        self.array(ArrayObject { shape: Shape::Vector, data: Storage::Bits(bits) })
    }

    /// Returns whether a vector of values has room for one more without growing.
    #[must_use]
    pub fn has_room(&self, vector: Value) -> bool {
        match self.as_array(vector).map(|a| &a.data) {
            Some(Storage::Values(items)) => items.len() < items.capacity(),
            _ => false,
        }
    }

    // ---- hash tables

    /// Makes a hash table that compares its keys in this way.
    ///
    /// # Errors
    /// When memory is used up.
    pub fn new_table(&mut self, keys: KeyEquality) -> Result<Value> {
        self.object(Object::Table(crate::object::table::TableObject::comparing(keys)))
    }

    /// Returns the way in which a hash table compares its keys, and the number of its entries.
    #[must_use]
    pub fn table(&self, table: Value) -> Option<(KeyEquality, usize)> {
        match self.as_object(table) {
            Some(Object::Table(t)) => Some((t.keys, t.len())),
            _ => None,
        }
    }

    /// Returns the keys and values of a hash table, in the order in which the keys have come.
    #[must_use]
    pub fn table_entries(&self, table: Value) -> Vec<(Value, Value)> {
        match self.as_object(table) {
            Some(Object::Table(t)) => t.iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the bytes that a copy of a hash table takes.
    #[must_use]
    pub fn table_bytes(&self, table: Value) -> usize {
        self.as_object(table).map_or(0, HeapObject::bytes)
    }

    /// Makes a copy of a hash table.
    ///
    /// # Errors
    /// When memory is used up.
    pub fn copy_table(&mut self, table: Value) -> Result<Value> {
        match self.as_object(table) {
            Some(Object::Table(t)) => {
                let copy = t.clone();
                self.object(Object::Table(copy))
            }
            _ => internal("a table"),
        }
    }

    // ---- records

    /// Returns the look of a record and the number of its fields.
    #[must_use]
    pub fn record(&self, record: Value) -> Option<(RecordNotation, usize)> {
        self.record_type(record).map(|t| (t.notation, t.fields.len()))
    }
}
