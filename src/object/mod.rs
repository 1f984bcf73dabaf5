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

use generic::Generic;
use host::HostObject;
use port::Port;
use table::TableObject;

/// An object in a slab: says what it costs and which values it holds.
pub(crate) trait HeapObject {
    /// Bytes the object holds beyond its slot.
    fn bytes(&self) -> usize;
    /// Shows `look` all values and names inside, also those that are no references.
    fn each_value(&self, look: &mut dyn FnMut(&[Value]));
    /// Pushes every heap reference inside onto `gray`.
    fn trace(&self, gray: &mut Vec<Value>) {
        self.each_value(&mut |values| gray.extend(values.iter().filter(|v| v.is_heap())));
    }
}

/// Everything that has no slab of its own.
#[derive(Clone, Debug)]
pub(crate) enum Object {
    Ratio(RBig),
    Float(f64),
    Table(TableObject),
    /// A procedure that the compiler applies to the unevaluated form.
    Macro(Macro),
    /// Values that `values` returned, unless it was exactly one value.
    Values(Box<[Value]>),
    Generic(Generic),
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

impl HeapObject for IBig {
    #[inline]
    fn bytes(&self) -> usize {
        bits_to_bytes(self.bit_len())
    }

    fn each_value(&self, _look: &mut dyn FnMut(&[Value])) {}
}

impl HeapObject for Object {
    fn bytes(&self) -> usize {
        match self {
            Object::Ratio(r) => bits_to_bytes(r.numerator().bit_len()) + bits_to_bytes(r.denominator().bit_len()),
            Object::Float(_) => 0,
            Object::Table(t) => t.bytes(),
            Object::Macro(_) => 0,
            Object::Values(v) => allocated(size_of_val(&**v)),
            Object::Generic(g) => g.bytes(),
            Object::Port(p) => p.bytes(),
            Object::Host(object) => object.bytes(),
        }
    }

    fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        match self {
            Object::Ratio(_) | Object::Float(_) | Object::Port(_) => {}
            Object::Host(object) => object.each_value(look),
            Object::Table(t) => t.each_value(look),
            Object::Macro(m) => {
                look(&[m.expander]);
                m.name.into_iter().for_each(|name| look(&[Value::symbol(name)]));
            }
            Object::Values(v) => look(v),
            Object::Generic(g) => g.each_value(look),
        }
    }
}

impl HeapObject for ErrorData {
    fn bytes(&self) -> usize {
        ErrorData::bytes(self)
    }

    fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        look(&self.irritants);
        self.names().for_each(|name| look(&[Value::symbol(name)]));
        // The functions are kept alive as closures of them.
        let functions = self.trail.iter().flat_map(|trail| trail.functions());
        functions.for_each(|f| look(&[Value::reference(Kind::CLOSURE, f, u32::MAX as usize)]));
    }
}

impl ErrorData {
    /// Words that the collector has to look at.
    pub fn words(&self) -> usize {
        self.irritants.len() + self.trail.as_ref().map_or(0, |trail| trail.frames.len())
    }
}

impl Object {
    /// Words that the collector has to look at.
    pub fn words(&self) -> usize {
        match self {
            Object::Ratio(_) | Object::Float(_) | Object::Port(_) => 0,
            Object::Host(object) => object.words(),
            Object::Table(t) => t.places() * 4,
            Object::Macro(_) => 1,
            Object::Values(v) => v.len(),
            Object::Generic(g) => g.methods.len() * 4,
        }
    }
}

/// Up to 128 bits are held inline, without memory of their own; the library takes an eighth more for larger ones, and
/// two words.
#[inline]
fn bits_to_bytes(bits: usize) -> usize {
    if bits <= 128 { 0 } else { allocated(bits / 8 + bits / 64 + 24) }
}
