//! An array element as a Rust value.

use super::array::{ArrayObject, Storage};
use crate::value::Value;

/// Kind of element of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ElementKind {
    Any,
    Byte,
    Bit,
    Fixnum,
    Float,
    /// Sets of small integers.
    Digits,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum StoredElement {
    Any(Value),
    Byte(u8),
    Bit(bool),
    Fixnum(i64),
    Float(f64),
    /// Bit d is the integer d.
    Digits(u64),
}

impl ElementKind {
    /// The kind's name in the language, where it has one.
    pub fn from_name(name: &str) -> Option<ElementKind> {
        match name {
            "any" => Some(ElementKind::Any),
            "byte" => Some(ElementKind::Byte),
            "fixnum" => Some(ElementKind::Fixnum),
            "float" => Some(ElementKind::Float),
            _ => None,
        }
    }

    /// Returns the description of values that can be stored.
    pub fn expected(self) -> &'static str {
        match self {
            ElementKind::Any => "a value",
            ElementKind::Bit => "0 or 1",
            ElementKind::Byte => "an integer from 0 to 255",
            ElementKind::Fixnum => "an integer of at most 61 bits",
            ElementKind::Float => "a float",
            ElementKind::Digits => "a list of integers from 0 to 55",
        }
    }

    /// Returns the element that a new array is filled with by default.
    pub fn default_element(self) -> StoredElement {
        match self {
            ElementKind::Any => StoredElement::Any(Value::NIL),
            ElementKind::Byte => StoredElement::Byte(0),
            ElementKind::Bit => StoredElement::Bit(false),
            ElementKind::Fixnum => StoredElement::Fixnum(0),
            ElementKind::Float => StoredElement::Float(0.0),
            ElementKind::Digits => StoredElement::Digits(0),
        }
    }
}

impl ArrayObject {
    pub fn element_kind(&self) -> ElementKind {
        match &self.data {
            Storage::Values(_) => ElementKind::Any,
            Storage::Bytes(_) => ElementKind::Byte,
            Storage::Bits(_) => ElementKind::Bit,
            Storage::Fixnums(_) => ElementKind::Fixnum,
            Storage::Floats(_) => ElementKind::Float,
            Storage::Host { object, .. } => object.class.indexed.as_ref().map_or(ElementKind::Any, |i| i.kind),
        }
    }

    /// Returns the element at a row-major position, unless it is with the host ([`crate::heap::Heap::element`]).
    pub fn element(&self, at: usize) -> Option<StoredElement> {
        match &self.data {
            Storage::Values(v) => v.get(at).copied().map(StoredElement::Any),
            Storage::Bytes(v) => v.get(at).copied().map(StoredElement::Byte),
            Storage::Bits(v) => v.get(at).copied().map(StoredElement::Bit),
            Storage::Fixnums(v) => v.get(at).copied().map(StoredElement::Fixnum),
            Storage::Floats(v) => v.get(at).copied().map(StoredElement::Float),
            Storage::Host { .. } => None,
        }
    }

    /// Stores an element of the array's own kind at a row-major position; false if there is no such position.
    pub fn set_element(&mut self, at: usize, element: StoredElement) -> bool {
        fn put<T>(place: Option<&mut T>, x: T) -> bool {
            place.map(|p| *p = x).is_some()
        }
        match (&mut self.data, element) {
            (Storage::Values(a), StoredElement::Any(x)) => put(a.get_mut(at), x),
            (Storage::Bytes(a), StoredElement::Byte(x)) => put(a.get_mut(at), x),
            (Storage::Bits(a), StoredElement::Bit(x)) => put(a.get_mut(at), x),
            (Storage::Fixnums(a), StoredElement::Fixnum(x)) => put(a.get_mut(at), x),
            (Storage::Floats(a), StoredElement::Float(x)) => put(a.get_mut(at), x),
            _ => false,
        }
    }
}
