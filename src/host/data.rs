//! The dynamic [`Value`], which any value of a program can be: data as the host has it that learns only at run time
//! what comes.

use dashu_int::ops::BitTest;

use super::collection::{self, Array, Table};
use super::error::HostError;
use super::scalar::{BigInteger, Ratio};
use super::scalar::{Keyword, Symbol};
use super::{Built, ConvertError, FromContext, FromLisp, IntoContext, IntoLisp, from_value, to_value};
use crate::fault::{Code, Result, Unwind, fail};
use crate::handle::Handle;
use crate::num::Number;
use crate::object::Object;
use crate::runtime::Runtime;
use crate::value::{Kind, Value as Word};

/// Any value of a program, for hosts that learn only at run time what comes. Data is copied, to any depth that source
/// code may be nested ([`Limits::nesting`](crate::Limits::nesting)). Any other value (a function, a record, an object
/// of the host, a circular list) is a handle.
///
/// Only the engine knows the printed form of a value, because programs define how their types print. Take a [`Handle`]
/// and call [`Context::display`](crate::Context::display) or [`Engine::display`](crate::inspect::Inspect::display).
///
/// ```
/// use klammer::{Engine, Symbol, Value};
///
/// let value: Value = Engine::new().eval("'(jump 3)")?;
/// assert_eq!(value, Value::List(vec![Value::Symbol(Symbol::new("jump")), Value::Integer(3)]));
/// # Ok::<(), klammer::Error>(())
/// ```
///
/// With the feature `serde` it serializes and deserializes without loss, so a saved game keeps its scripts' data
/// (`{"list":[{"symbol":"jump"},{"integer":3}]}` in JSON). Handles do not serialize. Lists inside of each other are
/// read as deep as the format goes, with `serde_json` about sixty, unless its limit is lifted. Data in the format of
/// other programs is a [`Serde`] of `serde_json::Value` or of a type of yours.
///
#[cfg_attr(feature = "serde", doc = "[`Serde`]: super::serde::Serde")]
#[cfg_attr(not(feature = "serde"), doc = "[`Serde`]: crate#features")]
#[doc(alias = "Dynamic")]
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Value {
    /// The empty list, which is false except in Scheme.
    Nil,
    /// `t`, and what is false where that is no list: `#f` in Scheme. To a program, `false` is what is false there.
    Bool(bool),
    /// An integer of 64 bits.
    Integer(i64),
    /// A larger one.
    BigInteger(BigInteger),
    /// An exact number that is no integer.
    Ratio(Ratio),
    /// A float.
    Float(#[cfg_attr(feature = "serde", serde(with = "super::serde::float"))] f64),
    /// A character.
    Char(char),
    /// A string.
    String(String),
    /// A symbol.
    Symbol(Symbol),
    /// A keyword.
    Keyword(Keyword),
    /// A list with elements.
    List(Vec<Value>),
    /// A list that ends in something else than the empty list: the elements, and that.
    Dotted(Vec<Value>, Box<Value>),
    /// A vector.
    Vector(Vec<Value>),
    /// An array of another rank than one.
    Array(Array<Value>),
    /// A hash table: its entries in the order in which they came into it.
    Table(Vec<(Value, Value)>),
    /// A variable or a place of a search state.
    #[cfg_attr(feature = "serde", serde(skip))]
    Variable(klammer_space::Variable),
    /// Anything else.
    #[cfg_attr(feature = "serde", serde(skip_deserializing, serialize_with = "no_data"))]
    Handle(Handle),
}

/// Makes the error that the value of a handle cannot be written down.
#[cfg(feature = "serde")]
fn no_data<S: serde::Serializer>(handle: &Handle, _: S) -> Result<S::Ok, S::Error> {
    let message = format!(
        "{} cannot be written down, only data can (numbers, texts, symbols, lists, arrays and tables of such): put in \
         its place what it can be made of again",
        handle.kind()
    );
    Err(serde::ser::Error::custom(message))
}

/// Bytes that a copy takes for each part, for the memory limit.
const PART: usize = size_of::<Value>();

/// A copy under way: how deep it may still get, what it has taken, and the most that it may take.
struct DataCopier {
    depth: usize,
    parts: usize,
    most: usize,
}

/// Returns a copy of at most `most` parts nested at most `depth` deep, or the reason why there is none.
pub(super) fn copy_bounded(
    rt: &mut Runtime,
    v: Word,
    depth: usize,
    most: usize,
) -> Result<Result<Value, &'static str>> {
    let depth = depth.min(rt.conversion_depth());
    let mut copy = DataCopier { depth, parts: 0, most };
    match copy.value(rt, v) {
        Ok(value) => Ok(Ok(value)),
        Err(_) if copy.parts > most => Ok(Err("it has too many parts")),
        Err(fault) => match *fault {
            Unwind::Error(c) if c.code == Code::TooComplex => Ok(Err("it is nested too deeply")),
            other => Err(Box::new(other)),
        },
    }
}

impl DataCopier {
    fn parts(&mut self, rt: &mut Runtime, words: Vec<Word>) -> Result<Vec<Value>> {
        self.parts = self.parts.saturating_add(words.len());
        if self.parts > self.most {
            return fail(Code::TooComplex, "the value has too many parts");
        }
        rt.charge(1)?;
        rt.charge_output(words.len().saturating_mul(PART))?;
        words.into_iter().map(|word| self.value(rt, word)).collect()
    }

    fn value(&mut self, rt: &mut Runtime, v: Word) -> Result<Value> {
        if self.depth == 0 {
            return fail(Code::TooComplex, "the value is nested too deeply to be copied out of the engine");
        }
        self.depth -= 1;
        let value = self.shallow(rt, v);
        self.depth += 1;
        value
    }

    fn shallow(&mut self, rt: &mut Runtime, v: Word) -> Result<Value> {
        if let Some(number) = Number::from_value(&rt.heap, v) {
            return Ok(match number {
                Number::Fixnum(n) => Value::Integer(n),
                Number::Integer(n) => {
                    rt.charge_output(n.bit_len() / 8)?;
                    i64::try_from(&n).map_or_else(|_| Value::BigInteger(BigInteger(n)), Value::Integer)
                }
                Number::Ratio(r) => {
                    rt.charge_output((r.numerator().bit_len() + r.denominator().bit_len()) / 8)?;
                    Value::Ratio(Ratio(r))
                }
                Number::Float(x) => Value::Float(x),
            });
        }
        Ok(match v.kind() {
            _ if v.is_nil() => Value::Nil,
            _ if v == Word::T || v == Word::FALSE => Value::Bool(v == Word::T),
            Kind::CHARACTER => Value::Char(v.as_character().unwrap_or_default()),
            Kind::STRING => {
                rt.charge_output(rt.heap.as_str(v).map_or(0, str::len))?;
                Value::String(rt.heap.as_str(v).unwrap_or_default().to_string())
            }
            Kind::SYMBOL => Value::Symbol(from_value(rt, v).map_err(|e| e.into_fault(rt, "the value"))?),
            Kind::KEYWORD => Value::Keyword(from_value(rt, v).map_err(|e| e.into_fault(rt, "the value"))?),
            _ if v.has_elements() => {
                let (items, end) = rt.list_parts(v)?;
                if end.has_elements() {
                    return Ok(Value::Handle(rt.host_roots.handle_of(v)));
                }
                let items = self.parts(rt, items)?;
                if end.is_nil() { Value::List(items) } else { Value::Dotted(items, Box::new(self.value(rt, end)?)) }
            }
            Kind::ARRAY => {
                let dimensions = rt.heap.as_array(v).map(|a| a.dimensions()).unwrap_or_default();
                let items = collection::row_major(rt, v)?;
                let elements = self.parts(rt, items)?;
                if dimensions.len() == 1 {
                    Value::Vector(elements)
                } else {
                    Value::Array(Array { dimensions, elements })
                }
            }
            Kind::TABLE => {
                let entries: Vec<Word> = match rt.heap.as_object(v) {
                    Some(Object::Table(t)) => t.iter().flat_map(|(k, v)| [k, v]).collect(),
                    _ => Vec::new(),
                };
                let mut parts = self.parts(rt, entries)?.into_iter();
                Value::Table(std::iter::from_fn(|| parts.next().zip(parts.next())).collect())
            }
            Kind::VARIABLE => {
                v.as_variable().map_or(Value::Nil, |(n, mark)| Value::Variable(klammer_space::Variable(n, mark)))
            }
            _ => Value::Handle(rt.host_roots.handle_of(v)),
        })
    }
}

impl FromLisp for Value {
    const EXPECTED: &'static str = "anything";
    fn from_lisp(given: FromContext<'_>) -> Result<Value, ConvertError> {
        let depth = given.rt.conversion_depth();
        Ok(DataCopier { depth, parts: 0, most: usize::MAX }.value(given.rt, given.value)?)
    }
}

impl IntoLisp for Value {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        // The host may have made it of any depth.
        if !self.is_within(maker.rt.budget.nesting) {
            return Err(HostError::new("the value is nested too deeply").with_code(Code::TooComplex).into());
        }
        match self {
            Value::Nil => maker.done(Word::NIL),
            Value::Bool(b) => maker.make(b),
            Value::Integer(n) => maker.make(n),
            Value::BigInteger(n) => maker.make(n),
            Value::Ratio(r) => maker.make(r),
            Value::Float(x) => maker.make(x),
            Value::Char(c) => maker.make(c),
            Value::String(text) => maker.make(text),
            Value::Symbol(s) => maker.make(s),
            Value::Keyword(k) => maker.make(k),
            Value::List(items) => maker.make(items),
            Value::Dotted(items, end) => {
                let mut list = to_value(maker.rt, *end)?;
                for item in items.into_iter().rev() {
                    let item = to_value(maker.rt, item)?;
                    list = maker.rt.heap.pair(item, list)?;
                }
                maker.done(list)
            }
            Value::Vector(elements) => maker.make(Array { dimensions: vec![elements.len()], elements }),
            Value::Array(array) => maker.make(array),
            Value::Table(entries) => maker.make(Table(entries)),
            Value::Variable(x) => maker.make(x),
            Value::Handle(handle) => maker.make(handle),
        }
    }
}

impl Value {
    /// Returns whether its parts are nested to no greater depth than this.
    fn is_within(&self, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        match self {
            Value::List(items) | Value::Vector(items) => items.iter().all(|v| v.is_within(depth)),
            Value::Array(array) => array.elements.iter().all(|v| v.is_within(depth)),
            Value::Dotted(items, end) => items.iter().chain([&**end]).all(|v| v.is_within(depth)),
            Value::Table(entries) => entries.iter().all(|(k, v)| k.is_within(depth) && v.is_within(depth)),
            _ => true,
        }
    }
}

macro_rules! data {
    ($($t:ty: $variant:ident;)*) => { $(
        impl From<$t> for Value {
            fn from(x: $t) -> Value {
                Value::$variant(x)
            }
        }
    )* };
}

data! {
    bool: Bool; i64: Integer; f64: Float; char: Char; String: String; Symbol: Symbol; Keyword: Keyword;
    Vec<Value>: List; Handle: Handle;
}

data! { klammer_space::Variable: Variable; }

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::String(text.into())
    }
}
