//! Values as data of the host: what has no Rust type of its own, and the dynamic [`Value`], which any value can be.

use std::fmt;
use std::str::FromStr;

use dashu_int::ops::BitTest;
use dashu_int::{IBig, Sign, UBig};
use dashu_ratio::RBig;

use super::collection::{self, Array, Table};
use super::{ConvertError, FromLisp, Given, HostError, IntoLisp, Made, Maker, to_value};
use crate::fault::{Code, Fault, Res, fail};
use crate::handle::Handle;
use crate::num::Number;
use crate::object::Object;
use crate::runtime::Runtime;
use crate::value::{Kind, Value as Word};

macro_rules! names {
    ($($(#[$doc:meta])* $t:ident $expected:literal $get:path, $make:path, $mark:literal;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $t(Box<str>);

        impl $t {
            /// The one of this name.
            pub fn new(name: impl Into<Box<str>>) -> $t {
                $t(name.into())
            }

            /// Its name.
            #[must_use]
            pub fn name(&self) -> &str {
                &self.0
            }
        }

        /// As it is written in a program.
        impl fmt::Display for $t {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}{}", $mark, self.0)
            }
        }

        impl From<&str> for $t {
            fn from(name: &str) -> $t {
                $t::new(name)
            }
        }

        /// So that a map with such keys can be asked for a name.
        impl std::borrow::Borrow<str> for $t {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl PartialEq<str> for $t {
            fn eq(&self, name: &str) -> bool {
                &*self.0 == name
            }
        }

        impl PartialEq<&str> for $t {
            fn eq(&self, name: &&str) -> bool {
                &*self.0 == *name
            }
        }

        impl FromLisp for $t {
            const EXPECTED: &'static str = $expected;
            fn from_lisp(given: Given<'_>) -> Result<$t, ConvertError> {
                match $get(given.value) {
                    Some(s) => Ok($t(given.rt.name(s).into())),
                    None => Err(given.unfit::<$t>()),
                }
            }
        }

        impl IntoLisp for $t {
            fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
                maker.make(&self)
            }
        }

        impl IntoLisp for &$t {
            fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
                let symbol = maker.rt.intern(&self.0)?;
                maker.done($make(symbol))
            }
        }
    )* };
}

names! {
    /// A symbol, by its name.
    ///
    /// ```
    /// use klammer::{Engine, Symbol};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("turned", |side: Symbol| if side == "left" { Symbol::new("right") } else { Symbol::new("left") });
    /// assert!(engine.eval::<bool>("(eq? (turned 'left) 'right)")?);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    Symbol "a symbol" Word::as_symbol, Word::symbol, "";
    /// A keyword, by its name without the colon.
    ///
    /// ```
    /// use klammer::{Engine, Keyword};
    ///
    /// assert_eq!(Engine::new().eval::<Keyword>(":left")?, "left");
    /// # Ok::<(), klammer::Error>(())
    /// ```
    Keyword "a keyword" Word::as_keyword, Word::keyword, ":";
}

/// An integer of any size, for what fits no type of Rust. It is read and written in decimal digits.
///
/// ```
/// use klammer::{BigInteger, Engine};
///
/// let mut engine = Engine::new();
/// let n: BigInteger = engine.eval("(expt 10 40)")?;
/// assert_eq!(n.to_string().len(), 41);
/// assert_eq!(BigInteger::from(7).to_i64(), Some(7));
/// # Ok::<(), klammer::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BigInteger(IBig);

impl BigInteger {
    /// As an integer of 64 bits, if it fits.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        i64::try_from(&self.0).ok()
    }

    /// As an integer of 128 bits, if it fits.
    #[must_use]
    pub fn to_i128(&self) -> Option<i128> {
        i128::try_from(&self.0).ok()
    }

    /// Is it below zero, and its magnitude, the least byte first.
    #[must_use]
    pub fn to_le_bytes(&self) -> (bool, Vec<u8>) {
        let (sign, magnitude) = self.0.clone().into_parts();
        (sign == Sign::Negative, magnitude.to_le_bytes().to_vec())
    }

    /// From a magnitude, the least byte first.
    #[must_use]
    pub fn from_le_bytes(negative: bool, magnitude: &[u8]) -> BigInteger {
        let magnitude = IBig::from(UBig::from_le_bytes(magnitude));
        BigInteger(if negative { -magnitude } else { magnitude })
    }
}

macro_rules! from_integers {
    ($($t:ty),*) => { $(
        impl From<$t> for BigInteger {
            fn from(n: $t) -> BigInteger {
                BigInteger(n.into())
            }
        }
    )* };
}

from_integers! { i32, i64, i128, u32, u64, u128 }

impl fmt::Display for BigInteger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// Why a text is no number.
///
/// There is an example at [`BigInteger`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an integer consists of decimal digits, perhaps with a sign before them")]
pub struct ParseIntegerError(());

impl FromStr for BigInteger {
    type Err = ParseIntegerError;
    fn from_str(text: &str) -> Result<BigInteger, ParseIntegerError> {
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(ParseIntegerError(()));
        }
        text.parse().map(BigInteger).map_err(|_| ParseIntegerError(()))
    }
}

impl FromLisp for BigInteger {
    const EXPECTED: &'static str = "an integer";
    fn from_lisp(given: Given<'_>) -> Result<BigInteger, ConvertError> {
        match Number::from_value(&given.rt.heap, given.value) {
            Some(Number::Fixnum(n)) => Ok(n.into()),
            Some(Number::Integer(n)) => Ok(BigInteger(n)),
            _ => Err(given.unfit::<BigInteger>()),
        }
    }
}

impl IntoLisp for BigInteger {
    fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
        maker.rt.reserve_bits(self.0.bit_len())?;
        let v = maker.rt.heap.integer(self.0)?;
        maker.done(v)
    }
}

/// An exact number: an integer, or the quotient of two in lowest terms.
///
/// ```
/// use klammer::{Engine, Ratio};
///
/// let half: Ratio = Engine::new().eval("(/ 3 6)")?;
/// assert_eq!((half.numerator().to_i64(), half.denominator().to_i64()), (Some(1), Some(2)));
/// # Ok::<(), klammer::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Ratio(RBig);

impl Ratio {
    /// One number through another; `None` if that is zero.
    #[must_use]
    pub fn new(numerator: BigInteger, denominator: BigInteger) -> Option<Ratio> {
        let (sign, magnitude) = denominator.0.into_parts();
        let numerator = if sign == Sign::Negative { -numerator.0 } else { numerator.0 };
        (magnitude != UBig::ZERO).then(|| Ratio(RBig::from_parts(numerator, magnitude)))
    }

    /// What is divided.
    #[must_use]
    pub fn numerator(&self) -> BigInteger {
        BigInteger(self.0.numerator().clone())
    }

    /// What it is divided by: above zero.
    #[must_use]
    pub fn denominator(&self) -> BigInteger {
        BigInteger(self.0.denominator().clone().into())
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromLisp for Ratio {
    const EXPECTED: &'static str = "an exact number";
    fn from_lisp(given: Given<'_>) -> Result<Ratio, ConvertError> {
        match Number::from_value(&given.rt.heap, given.value) {
            Some(Number::Fixnum(n)) => Ok(Ratio(n.into())),
            Some(Number::Integer(n)) => Ok(Ratio(n.into())),
            Some(Number::Ratio(r)) => Ok(Ratio(r)),
            _ => Err(given.unfit::<Ratio>()),
        }
    }
}

impl IntoLisp for Ratio {
    fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
        let bits = self.0.numerator().bit_len() + self.0.denominator().bit_len();
        maker.rt.reserve_bits(bits)?;
        let v = maker.rt.heap.ratio(self.0)?;
        maker.done(v)
    }
}

/// Any value of a program, for hosts that learn only at run time what comes. What is data is copied, to any depth that
/// source code may be nested ([`Limits::nesting`](crate::Limits::nesting)); what is not (functions, records, objects of
/// the host, circular lists) is a handle.
///
/// ```
/// use klammer::{Engine, Symbol, Value};
///
/// let value: Value = Engine::new().eval("'(jump 3)")?;
/// assert_eq!(value, Value::List(vec![Value::Symbol(Symbol::new("jump")), Value::Integer(3)]));
/// # Ok::<(), klammer::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
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
    Float(f64),
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
    /// What ends in something else than the empty list: the elements, and that.
    Dotted(Vec<Value>, Box<Value>),
    /// A vector.
    Vector(Vec<Value>),
    /// An array of another rank than one.
    Array(Array<Value>),
    /// A hash table: its entries in the order in which they came into it.
    Table(Vec<(Value, Value)>),
    /// A variable of a store, or a place of something else that is searched.
    #[cfg(feature = "search")]
    Variable(klammer_space::Variable),
    /// Anything else.
    Handle(Handle),
}

/// What a copy takes for each part, for the memory limit.
const PART: usize = size_of::<Value>();

/// A copy under way: how deep it may still get, what it has taken, and the most that it may take.
struct Copy {
    depth: usize,
    parts: usize,
    most: usize,
}

/// A copy of at most so many parts in parts so deep, or why there is none.
pub(super) fn bounded(rt: &mut Runtime, v: Word, depth: usize, most: usize) -> Res<Result<Value, &'static str>> {
    let depth = depth.min(rt.budget.nesting);
    let mut copy = Copy { depth, parts: 0, most };
    match copy.value(rt, v) {
        Ok(value) => Ok(Ok(value)),
        Err(_) if copy.parts > most => Ok(Err("it has too many parts")),
        Err(fault) => match *fault {
            Fault::Error(c) if c.code == Code::TooComplex => Ok(Err("it is nested too deeply")),
            other => Err(Box::new(other)),
        },
    }
}

impl Copy {
    fn parts(&mut self, rt: &mut Runtime, words: Vec<Word>) -> Res<Vec<Value>> {
        self.parts = self.parts.saturating_add(words.len());
        if self.parts > self.most {
            return fail(Code::TooComplex, "the value has too many parts");
        }
        rt.charge(words.len() / 4)?;
        rt.heap.reserve(self.parts.saturating_mul(PART))?;
        words.into_iter().map(|word| self.value(rt, word)).collect()
    }

    fn value(&mut self, rt: &mut Runtime, v: Word) -> Res<Value> {
        if self.depth == 0 {
            return fail(Code::TooComplex, "the value is nested too deeply to be copied out of the engine");
        }
        self.depth -= 1;
        let value = self.shallow(rt, v);
        self.depth += 1;
        value
    }

    fn shallow(&mut self, rt: &mut Runtime, v: Word) -> Res<Value> {
        if let Some(number) = Number::from_value(&rt.heap, v) {
            return Ok(match number {
                Number::Fixnum(n) => Value::Integer(n),
                Number::Integer(n) => {
                    i64::try_from(&n).map_or_else(|_| Value::BigInteger(BigInteger(n)), Value::Integer)
                }
                Number::Ratio(r) => Value::Ratio(Ratio(r)),
                Number::Float(x) => Value::Float(x),
            });
        }
        Ok(match v.kind() {
            _ if v.is_nil() => Value::Nil,
            _ if v == Word::T || v == Word::FALSE => Value::Bool(v == Word::T),
            Kind::CHARACTER => Value::Char(v.as_character().unwrap_or_default()),
            Kind::STRING => {
                let bytes = rt.heap.as_str(v).map_or(0, str::len);
                self.parts = self.parts.saturating_add(bytes / PART);
                rt.heap.reserve(self.parts.saturating_mul(PART))?;
                Value::String(rt.heap.as_str(v).unwrap_or_default().to_string())
            }
            Kind::SYMBOL | Kind::KEYWORD => match (v.as_symbol(), v.as_keyword()) {
                (Some(s), _) => Value::Symbol(Symbol::new(rt.name(s))),
                (_, Some(k)) => Value::Keyword(Keyword::new(rt.name(k))),
                _ => Value::Nil,
            },
            _ if v.has_elements() => {
                let (items, end) = rt.list_parts(v)?;
                if end.has_elements() {
                    return Ok(Value::Handle(rt.host_roots.hold(v)));
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
            #[cfg(feature = "search")]
            Kind::VARIABLE => {
                v.as_variable().map_or(Value::Nil, |(n, mark)| Value::Variable(klammer_space::Variable(n, mark)))
            }
            _ => Value::Handle(rt.host_roots.hold(v)),
        })
    }
}

impl FromLisp for Value {
    const EXPECTED: &'static str = "anything";
    fn from_lisp(given: Given<'_>) -> Result<Value, ConvertError> {
        let depth = given.rt.budget.nesting;
        Ok(Copy { depth, parts: 0, most: usize::MAX }.value(given.rt, given.value)?)
    }
}

impl IntoLisp for Value {
    fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
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
            #[cfg(feature = "search")]
            Value::Variable(x) => maker.make(x),
            Value::Handle(handle) => maker.make(handle),
        }
    }
}

impl Value {
    /// Has it parts in parts to no greater depth than this?
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

#[cfg(feature = "search")]
data! { klammer_space::Variable: Variable; }

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::String(text.into())
    }
}
