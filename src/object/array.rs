//! Arrays and their elements: of any rank, of values or of unboxed numbers, in row-major order.

use super::HeapObject;
use super::host::HostObject;
use crate::memory::allocated;
use crate::value::Value;

#[derive(Debug, Clone)]
pub(crate) struct ArrayObject {
    pub shape: Shape,
    pub data: Storage,
}

/// The dimensions. Vectors and matrices are told apart without touching memory.
///
/// With a tag of one byte, the slab says in [`Storage`] that a place is free, and one comparison finds a vector of any
/// values there.
#[derive(Debug, Clone, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Shape {
    Vector,
    Matrix { rows: usize, columns: usize },
    Other(Box<[usize]>),
}

/// The elements.
#[derive(Debug, Clone)]
pub(crate) enum Storage {
    /// Of a vector, which can grow. [`crate::heap::Heap::array`] sees to it that all vectors of any values have these.
    Vector(Vec<Value>),
    /// Of an array with another number of dimensions.
    Values(Box<[Value]>),
    Bytes(Box<[u8]>),
    /// Of Common Lisp.
    Bits(Box<[bool]>),
    Fixnums(Box<[i64]>),
    Floats(Box<[f64]>),
    /// An object of the host that programs use as an array.
    Host {
        object: Box<HostObject>,
        /// Number of elements.
        len: usize,
    },
}

impl Shape {
    /// The shape with these dimensions, and the number of elements, if that does not overflow.
    pub fn new(dimensions: &[usize]) -> Option<(Shape, usize)> {
        let count = dimensions.iter().try_fold(1usize, |n, &d| n.checked_mul(d))?;
        let shape = match *dimensions {
            [_] => Shape::Vector,
            [rows, columns] => Shape::Matrix { rows, columns },
            _ => Shape::Other(dimensions.into()),
        };
        Some((shape, count))
    }

    /// Row-major position in a matrix.
    #[inline(always)]
    pub fn position2(&self, row: usize, column: usize) -> Option<usize> {
        match *self {
            Shape::Matrix { rows, columns } if row < rows && column < columns => Some(row * columns + column),
            _ => None,
        }
    }
}

/// `9 by 9`, for people.
pub(crate) fn dimensions_text(dimensions: &[usize]) -> String {
    match dimensions {
        [] => "no dimensions".into(),
        _ => dimensions.iter().map(usize::to_string).collect::<Vec<_>>().join(" by "),
    }
}

/// An array to be read, wherever its elements are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ArrayView<'a> {
    pub shape: &'a Shape,
    pub elements: ArrayElements<'a>,
}

/// The elements of an array, to be read.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ArrayElements<'a> {
    Values(&'a [Value]),
    Bytes(&'a [u8]),
    Bits(&'a [bool]),
    Fixnums(&'a [i64]),
    Floats(&'a [f64]),
    Host { object: &'a HostObject, len: usize },
}

impl ArrayObject {
    pub fn vector(values: impl Into<Vec<Value>>) -> ArrayObject {
        let mut values = values.into();
        // Room after the last element is what a vector with a fill pointer has.
        values.shrink_to_fit();
        ArrayObject { shape: Shape::Vector, data: Storage::Vector(values) }
    }

    #[inline(always)]
    pub fn view(&self) -> ArrayView<'_> {
        let elements = match &self.data {
            Storage::Vector(v) => ArrayElements::Values(v),
            Storage::Values(v) => ArrayElements::Values(v),
            Storage::Bytes(v) => ArrayElements::Bytes(v),
            Storage::Bits(v) => ArrayElements::Bits(v),
            Storage::Fixnums(v) => ArrayElements::Fixnums(v),
            Storage::Floats(v) => ArrayElements::Floats(v),
            Storage::Host { object, len } => ArrayElements::Host { object, len: *len },
        };
        ArrayView { shape: &self.shape, elements }
    }

    /// Stores an element of the array's own kind at a row-major position; false if there is no such position.
    pub fn set_element(&mut self, at: usize, element: StoredElement) -> bool {
        fn put<T>(place: Option<&mut T>, x: T) -> bool {
            place.map(|p| *p = x).is_some()
        }
        match (&mut self.data, element) {
            (Storage::Vector(a), StoredElement::Any(x)) => put(a.get_mut(at), x),
            (Storage::Values(a), StoredElement::Any(x)) => put(a.get_mut(at), x),
            (Storage::Bytes(a), StoredElement::Byte(x)) => put(a.get_mut(at), x),
            (Storage::Bits(a), StoredElement::Bit(x)) => put(a.get_mut(at), x),
            (Storage::Fixnums(a), StoredElement::Fixnum(x)) => put(a.get_mut(at), x),
            (Storage::Floats(a), StoredElement::Float(x)) => put(a.get_mut(at), x),
            _ => false,
        }
    }
}

impl<'a> ArrayView<'a> {
    /// A vector of these values.
    #[inline(always)]
    pub fn of_values(values: &'a [Value]) -> ArrayView<'a> {
        ArrayView { shape: &Shape::Vector, elements: ArrayElements::Values(values) }
    }

    /// Number of elements.
    #[inline]
    pub fn len(self) -> usize {
        match self.elements {
            ArrayElements::Values(v) => v.len(),
            ArrayElements::Bytes(v) => v.len(),
            ArrayElements::Bits(v) => v.len(),
            ArrayElements::Fixnums(v) => v.len(),
            ArrayElements::Floats(v) => v.len(),
            ArrayElements::Host { len, .. } => len,
        }
    }

    /// The elements of an array of any values.
    #[inline]
    pub fn values(self) -> Option<&'a [Value]> {
        if let ArrayElements::Values(values) = self.elements { Some(values) } else { None }
    }

    pub fn is_vector(self) -> bool {
        *self.shape == Shape::Vector
    }

    /// Returns whether the elements are in an object of the host.
    #[inline]
    pub fn is_hosts(self) -> bool {
        matches!(self.elements, ArrayElements::Host { .. })
    }

    pub fn dimensions(self) -> Vec<usize> {
        match self.shape {
            Shape::Vector => vec![self.len()],
            Shape::Matrix { rows, columns } => vec![*rows, *columns],
            Shape::Other(d) => d.to_vec(),
        }
    }

    /// The row-major position of these coordinates; `None` outside, or when the number of coordinates is wrong.
    pub fn position(self, coordinates: impl ExactSizeIterator<Item = usize>) -> Option<usize> {
        let dimensions = self.dimensions();
        if coordinates.len() != dimensions.len() {
            return None;
        }
        let mut at = 0;
        for (c, d) in coordinates.zip(dimensions) {
            if c >= d {
                return None;
            }
            at = at * d + c;
        }
        Some(at)
    }

    pub fn element_kind(self) -> ElementKind {
        match self.elements {
            ArrayElements::Values(_) => ElementKind::Any,
            ArrayElements::Bytes(_) => ElementKind::Byte,
            ArrayElements::Bits(_) => ElementKind::Bit,
            ArrayElements::Fixnums(_) => ElementKind::Fixnum,
            ArrayElements::Floats(_) => ElementKind::Float,
            ArrayElements::Host { object, .. } => object.class.indexed.as_ref().map_or(ElementKind::Any, |i| i.kind),
        }
    }

    /// Returns the element at a row-major position, unless it is with the host ([`crate::heap::Heap::element`]).
    #[inline]
    pub fn element(self, at: usize) -> Option<StoredElement> {
        match self.elements {
            ArrayElements::Values(v) => v.get(at).copied().map(StoredElement::Any),
            ArrayElements::Bytes(v) => v.get(at).copied().map(StoredElement::Byte),
            ArrayElements::Bits(v) => v.get(at).copied().map(StoredElement::Bit),
            ArrayElements::Fixnums(v) => v.get(at).copied().map(StoredElement::Fixnum),
            ArrayElements::Floats(v) => v.get(at).copied().map(StoredElement::Float),
            ArrayElements::Host { .. } => None,
        }
    }
}

impl HeapObject for ArrayObject {
    fn bytes(&self) -> usize {
        let shape = if let Shape::Other(d) = &self.shape { allocated(size_of_val(&**d)) } else { 0 };
        let elements = match &self.data {
            Storage::Bytes(v) => allocated(v.len()),
            Storage::Bits(v) => allocated(v.len()),
            Storage::Host { object, .. } => object.bytes(),
            Storage::Vector(v) => allocated(v.capacity() * size_of::<Value>()),
            Storage::Values(v) => allocated(size_of_val(&**v)),
            Storage::Fixnums(v) => allocated(size_of_val(&**v)),
            Storage::Floats(v) => allocated(size_of_val(&**v)),
        };
        shape + elements
    }

    fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        match &self.data {
            Storage::Vector(v) => look(v),
            Storage::Values(v) => look(v),
            Storage::Host { object, .. } => object.each_value(look),
            _ => {}
        }
    }
}

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
