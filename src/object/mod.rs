//! The objects that live in slabs: what they are made of, what they cost, what they refer to.

pub(crate) mod array;
pub(crate) mod continuation;
pub(crate) mod generic;
pub(crate) mod host;
pub(crate) mod port;
pub(crate) mod string;
pub(crate) mod table;

use dashu_int::IBig;
use dashu_int::ops::BitTest;
use dashu_ratio::RBig;

use crate::fault::ErrorData;
use crate::memory::allocated;
use crate::symbol::{ModuleId, Symbol};
use crate::value::{Kind, Value};

use continuation::Continuation;
use generic::Generic;
use host::HostObject;
use port::Port;
use table::TableObject;

/// An object in a slab: says what it costs and which values it holds.
pub(crate) trait HeapObject {
    /// Bytes the object holds beyond its slot.
    fn bytes(&self) -> usize;
    /// Pushes every heap reference inside onto `gray`.
    fn trace(&self, gray: &mut Vec<Value>);
}

/// Pushes those of the values that are heap references onto `gray`.
pub(crate) fn push_references(gray: &mut Vec<Value>, values: &[Value]) {
    gray.extend(values.iter().filter(|v| v.is_heap()));
}

/// Everything that has no slab of its own.
#[derive(Clone, Debug)]
pub(crate) enum Object {
    Integer(IBig),
    Ratio(RBig),
    Float(f64),
    Table(TableObject),
    /// A procedure that the compiler applies to the unevaluated form.
    Macro(Macro),
    /// Values that `values` returned, unless it was exactly one value.
    Values(Box<[Value]>),
    Generic(Generic),
    Continuation(Box<Continuation>),
    Port(Box<Port>),
    /// An object of the host.
    Host(Box<HostObject>),
}

#[derive(Clone, Debug)]
pub(crate) struct Macro {
    /// Gets the list of unevaluated arguments. For a macro made by `syntax-rules`: ellipsis, literals and rules, as a
    /// list.
    pub expander: Value,
    /// The module in which `syntax-rules` made it: what its templates mean, they mean there.
    pub rules: Option<ModuleId>,
    pub name: Option<Symbol>,
}

/// The shape of a kind of record.
#[derive(Clone, Debug)]
pub(crate) struct RecordType {
    pub name: Symbol,
    pub fields: Box<[Symbol]>,
    /// The number of the type that this one is a kind of.
    pub parent: Option<u32>,
    pub notation: RecordNotation,
}

/// Notation of the records of a type for Common Lisp programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RecordNotation {
    /// Of `defrecord`.
    #[default]
    Record,
    /// `#S(point :x 1 :y 2)`
    Structure,
    /// `#<point>`
    Opaque,
    /// The text that the first field holds.
    Text,
}

impl HeapObject for Object {
    fn bytes(&self) -> usize {
        match self {
            Object::Integer(n) => bits_to_bytes(n.bit_len()),
            Object::Ratio(r) => bits_to_bytes(r.numerator().bit_len()) + bits_to_bytes(r.denominator().bit_len()),
            Object::Float(_) => 0,
            Object::Table(t) => t.bytes(),
            Object::Macro(_) => 0,
            Object::Values(v) => allocated(size_of_val(&**v)),
            Object::Generic(g) => g.bytes(),
            Object::Continuation(k) => k.bytes(),
            Object::Port(p) => p.bytes(),
            Object::Host(object) => object.bytes(),
        }
    }

    fn trace(&self, gray: &mut Vec<Value>) {
        match self {
            Object::Integer(_) | Object::Ratio(_) | Object::Float(_) | Object::Port(_) => {}
            Object::Host(object) => object.each_value(&mut |values| push_references(gray, values)),
            Object::Table(t) => t.trace(gray),
            Object::Macro(m) => gray.push(m.expander),
            Object::Values(v) => push_references(gray, v),
            Object::Generic(g) => g.trace(gray),
            Object::Continuation(k) => k.trace(gray),
        }
    }
}

impl HeapObject for ErrorData {
    fn bytes(&self) -> usize {
        ErrorData::bytes(self)
    }

    fn trace(&self, gray: &mut Vec<Value>) {
        push_references(gray, &self.irritants);
        // The functions are kept alive as closures of them.
        let functions = self.trail.iter().flat_map(|trail| trail.functions());
        gray.extend(functions.map(|f| Value::reference(Kind::CLOSURE, f, u32::MAX as usize)));
    }
}

impl ErrorData {
    /// Hands over all values and names that it holds, also those that are no references.
    pub fn each_value(&self, f: &mut dyn FnMut(Value)) {
        self.irritants.iter().copied().chain(self.names().map(Value::symbol)).for_each(f);
    }

    /// Words that the collector has to look at.
    pub fn words(&self) -> usize {
        self.irritants.len() + self.trail.as_ref().map_or(0, |trail| trail.frames.len())
    }
}

impl Object {
    /// Hands over all values and names that it holds, also those that are no references.
    pub fn each_value(&self, f: &mut dyn FnMut(Value)) {
        match self {
            Object::Integer(_) | Object::Ratio(_) | Object::Float(_) | Object::Port(_) => {}
            Object::Table(t) => t.iter().for_each(|(key, value)| {
                f(key);
                f(value);
            }),
            Object::Macro(m) => [m.expander].into_iter().chain(m.name.map(Value::symbol)).for_each(f),
            Object::Values(v) => v.iter().copied().for_each(f),
            Object::Generic(g) => g.each_value(f),
            Object::Continuation(k) => k.each_value(&mut |values| values.iter().copied().for_each(&mut *f)),
            Object::Host(object) => {
                object.each_value(&mut |values| values.iter().copied().for_each(&mut *f));
                f(Value::symbol(object.class.name));
            }
        }
    }

    /// Words that the collector has to look at.
    pub fn words(&self) -> usize {
        match self {
            Object::Integer(_) | Object::Ratio(_) | Object::Float(_) | Object::Port(_) => 0,
            Object::Host(object) => object.words(),
            Object::Table(t) => t.places() * 4,
            Object::Macro(_) => 1,
            Object::Values(v) => v.len(),
            Object::Generic(g) => g.methods.len() * 4,
            Object::Continuation(k) => k.words(),
        }
    }
}

/// Up to 128 bits are held inline, without memory of their own; the library takes an eighth more for larger ones, and
/// two words.
fn bits_to_bytes(bits: usize) -> usize {
    if bits <= 128 { 0 } else { allocated(bits / 8 + bits / 64 + 24) }
}
