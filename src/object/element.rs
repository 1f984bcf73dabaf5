//! One element of an array outside of it, whatever the array stores.

use super::array::{Array, Storage};
use crate::value::Value;

/// Kind of element of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ElementKind {
    Any,
    Byte,
    Bit,
    Fixnum,
    Float,
    /// Digits from 1 to this number.
    #[cfg(feature = "search")]
    Digits(u8),
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Element {
    Any(Value),
    Byte(u8),
    Bit(bool),
    Fixnum(i64),
    Float(f64),
    /// Bit d is digit d.
    #[cfg(feature = "search")]
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
            // The number of digits is known when the dimensions are.
            #[cfg(feature = "search")]
            "digits" => Some(ElementKind::Digits(0)),
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
            #[cfg(feature = "search")]
            ElementKind::Digits(_) => "a list of digits that the board has",
        }
    }

    /// Returns the element that a new array is filled with by default.
    pub fn default_element(self) -> Element {
        match self {
            ElementKind::Any => Element::Any(Value::NIL),
            ElementKind::Byte => Element::Byte(0),
            ElementKind::Bit => Element::Bit(false),
            ElementKind::Fixnum => Element::Fixnum(0),
            ElementKind::Float => Element::Float(0.0),
            #[cfg(feature = "search")]
            ElementKind::Digits(n) => Element::Digits((2 << n) - 2),
        }
    }
}

impl Array {
    pub fn element_kind(&self) -> ElementKind {
        match &self.data {
            Storage::Values(_) => ElementKind::Any,
            Storage::Bytes(_) => ElementKind::Byte,
            Storage::Bits(_) => ElementKind::Bit,
            Storage::Fixnums(_) => ElementKind::Fixnum,
            Storage::Floats(_) => ElementKind::Float,
            #[cfg(feature = "search")]
            Storage::Board(b) => ElementKind::Digits(b.board.layout().digits() as u8),
        }
    }

    /// The element at a row-major position.
    pub fn element(&self, at: usize) -> Option<Element> {
        match &self.data {
            Storage::Values(v) => v.get(at).copied().map(Element::Any),
            Storage::Bytes(v) => v.get(at).copied().map(Element::Byte),
            Storage::Bits(v) => v.get(at).copied().map(Element::Bit),
            Storage::Fixnums(v) => v.get(at).copied().map(Element::Fixnum),
            Storage::Floats(v) => v.get(at).copied().map(Element::Float),
            #[cfg(feature = "search")]
            Storage::Board(b) if at < self.len() => Some(Element::Digits(b.board.get(at))),
            #[cfg(feature = "search")]
            Storage::Board(_) => None,
        }
    }

    /// Stores an element of the array's own kind at a row-major position; false if there is no such position.
    pub fn set_element(&mut self, at: usize, element: Element) -> bool {
        fn put<T>(place: Option<&mut T>, x: T) -> bool {
            place.map(|p| *p = x).is_some()
        }
        match (&mut self.data, element) {
            (Storage::Values(a), Element::Any(x)) => put(a.get_mut(at), x),
            (Storage::Bytes(a), Element::Byte(x)) => put(a.get_mut(at), x),
            (Storage::Bits(a), Element::Bit(x)) => put(a.get_mut(at), x),
            (Storage::Fixnums(a), Element::Fixnum(x)) => put(a.get_mut(at), x),
            (Storage::Floats(a), Element::Float(x)) => put(a.get_mut(at), x),
            #[cfg(feature = "search")]
            (Storage::Board(b), Element::Digits(set)) => {
                b.board.set(at, set);
                at < b.board.layout().cells()
            }
            _ => false,
        }
    }
}
