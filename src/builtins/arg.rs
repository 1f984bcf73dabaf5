//! Conversion between values and what the rows of [`super::builtins!`] take and return.

use compact_str::CompactString;

use super::{Calls, Mode, NativeFn, Signature};
use crate::fault::{ErrorData, Result, Unwind};
use crate::num::Number;
use crate::object::array::{ArrayElements, ArrayView, Shape};
use crate::port::{INPUT_PORT, OUTPUT_PORT};
use crate::runtime::Runtime;
use crate::symbol::Symbol;
use crate::value::{Kind, Value};

/// A type that a builtin's parameter can have.
pub trait Arg: Sized {
    /// Description of the expected argument in messages: "a list", "an integer".
    const EXPECTED: &'static str;
    /// `None` if the value is something else.
    fn from_value(rt: &Runtime, v: Value) -> Option<Self>;
}

/// A type that a builtin can return. For dialects with a distinct false, `HAS_FALSE` states what nil becomes:
/// false, nothing in particular, or the empty list that it is.
pub trait Return {
    /// Whether the conversion depends on `HAS_FALSE`, so that a value converted for the core may differ.
    const DIFFERS: bool = false;
    /// Converts the result to a value.
    ///
    /// # Errors
    /// When memory is used up.
    fn into_value<const HAS_FALSE: bool>(self, rt: &mut Runtime) -> Result<Value>;
}

/// A result type of a builtin's body: a value that can be returned, or a fault instead.
pub trait BuiltinResult {
    /// Value that can be returned.
    type Value: Return;
    /// Returns the value.
    ///
    /// # Errors
    /// The fault.
    fn outcome(self) -> Result<Self::Value>;
}

impl<T: Return> BuiltinResult for T {
    type Value = T;
    #[inline]
    fn outcome(self) -> Result<T> {
        Ok(self)
    }
}

impl<T: Return> BuiltinResult for Result<T> {
    type Value = T;
    #[inline]
    fn outcome(self) -> Result<T> {
        self
    }
}

/// The functions of a row whose arguments and body are those of `outcome`: one, if there is no difference between
/// them.
pub const fn calls<T: Return>(
    _outcome: fn(&mut Runtime, &[Value]) -> Result<T>,
    by_dialect: &str,
    core: NativeFn,
    has_false: NativeFn,
) -> Calls {
    let differs = T::DIFFERS || !by_dialect.is_empty();
    Calls { core, with_distinct_false: if differs { Some(has_false) } else { None } }
}

/// Converts an outcome to the value that programs of the dialect see.
#[inline]
pub fn value<const HAS_FALSE: bool, T: Return>(outcome: Result<T>, rt: &mut Runtime) -> Result<Value> {
    outcome?.into_value::<HAS_FALSE>(rt)
}

/// The stored value: the result of a function that is called for its effect.
pub(crate) struct StoredValue(pub Value);

// Every call of a native runs this code, so it is short; other functions make the errors. `at` is the number of
// arguments taken so far.

/// Returns the argument at `at`.
///
/// # Errors
/// When it does not fit.
#[inline]
pub fn required<T: Arg>(
    rt: &Runtime,
    args: &[Value],
    at: &mut usize,
    function: &str,
    signature: &Signature,
) -> Result<T> {
    // That there are enough has been checked.
    let v = args.get(*at).copied().unwrap_or(Value::NIL);
    *at += 1;
    match T::from_value(rt, v) {
        Some(x) => Ok(x),
        None => Err(mismatch(rt, function, signature, v, *at)),
    }
}

/// Returns the argument at `at`, if there is one.
///
/// # Errors
/// When it does not fit.
#[inline]
pub fn optional<T: Arg>(
    rt: &Runtime,
    args: &[Value],
    at: &mut usize,
    function: &str,
    signature: &Signature,
) -> Result<Option<T>> {
    if *at >= args.len() { Ok(None) } else { required(rt, args, at, function, signature).map(Some) }
}

/// Returns the arguments from `at` on.
///
/// # Errors
/// When one does not fit.
#[inline]
pub fn rest<'a, T: Arg>(
    rt: &Runtime,
    args: &'a [Value],
    at: &mut usize,
    function: &str,
    signature: &Signature,
) -> Result<&'a [Value]> {
    let all = args.get(*at..).unwrap_or(&[]);
    for &v in all {
        *at += 1;
        if T::from_value(rt, v).is_none() {
            return Err(mismatch(rt, function, signature, v, *at));
        }
    }
    Ok(all)
}

/// Checks the number of arguments. The check comes first: a wrong count says more than the type of one argument.
#[inline]
pub fn count(given: usize, function: &str, signature: &Signature) -> Result<()> {
    if given >= signature.required && signature.most.is_none_or(|most| given <= most) {
        return Ok(());
    }
    Err(wrong_count(function, signature, given))
}

#[cold]
#[inline(never)]
fn wrong_count(function: &str, signature: &Signature, got: usize) -> Box<Unwind> {
    ErrorData::count(function, signature.required, signature.most, &signature.shown(), got).into()
}

/// The argument at a position, counted from one, is not what the signature says.
#[cold]
#[inline(never)]
fn mismatch(rt: &Runtime, function: &str, signature: &Signature, v: Value, position: usize) -> Box<Unwind> {
    // Arguments after the last parameter belong to that one.
    let Some(param) = signature.params.iter().take(position).next_back() else {
        return rt.wrong_type(function, position, "something else", v);
    };
    // "number must be a number" would say nothing, and of several arguments one must know which.
    if param.mode == Mode::Rest || param.name == "number" {
        return rt.wrong_type(function, position, param.expected, v);
    }
    rt.wrong_type(function, param.name, param.expected, v)
}

impl Arg for Value {
    const EXPECTED: &'static str = "a value";
    fn from_value(_: &Runtime, v: Value) -> Option<Value> {
        Some(v)
    }
}

/// A number of any kind.
impl Arg for Number {
    const EXPECTED: &'static str = "a number";
    fn from_value(rt: &Runtime, v: Value) -> Option<Number> {
        Number::from_value(&rt.heap, v)
    }
}

/// An integer of machine size.
impl Arg for i64 {
    const EXPECTED: &'static str = "an integer of at most 61 bits";
    fn from_value(_: &Runtime, v: Value) -> Option<i64> {
        v.as_fixnum()
    }
}

/// A size, index or count.
impl Arg for usize {
    const EXPECTED: &'static str = "an integer that is not negative";
    fn from_value(_: &Runtime, v: Value) -> Option<usize> {
        v.as_fixnum().and_then(|n| usize::try_from(n).ok())
    }
}

impl Arg for char {
    const EXPECTED: &'static str = "a character";
    fn from_value(_: &Runtime, v: Value) -> Option<char> {
        v.as_character()
    }
}

impl Arg for Symbol {
    const EXPECTED: &'static str = "a symbol";
    fn from_value(_: &Runtime, v: Value) -> Option<Symbol> {
        v.as_symbol()
    }
}

macro_rules! references {
    ($($(#[doc = $doc:literal])* $id:ident: $expected:expr, $test:expr;)*) => {
        $(
            $(#[doc = $doc])*
            #[derive(Clone, Copy, Debug)]
            pub struct $id(pub Value);

            impl Arg for $id {
                const EXPECTED: &'static str = $expected;
                            fn from_value(_: &Runtime, v: Value) -> Option<$id> {
                    let test: fn(Value) -> bool = $test;
                    test(v).then_some($id(v))
                }
            }
        )*
    };
}

references! {
    /// A pair.
    PairRef: "a pair that can be changed", |v| v.is_pair();
    /// A pair, digit set or nil; whether the list is proper shows when it is walked.
    ListRef: "a list", |v| v.has_elements() || v.is_nil();
    /// A string.
    StringRef: "a string", |v| v.is(Kind::STRING);
    /// An array.
    ArrayRef: "an array", |v| v.is(Kind::ARRAY);
    /// A hash table.
    TableRef: "a hash table", |v| v.is(Kind::TABLE);
    /// A condition.
    ConditionRef: "a condition", |v| v.is(Kind::CONDITION);
    /// A record.
    RecordRef: "a record", |v| v.is(Kind::RECORD);
}

/// Accepts what a search works on: an object of a searchable host type.
#[derive(Clone, Copy)]
pub(crate) struct SpaceRef {
    pub value: Value,
    /// Numbers of rows and columns, if programs name places by these.
    pub grid: Option<(usize, usize)>,
}

impl Arg for SpaceRef {
    const EXPECTED: &'static str = "a search state";
    #[inline]
    fn from_value(rt: &Runtime, v: Value) -> Option<SpaceRef> {
        let (object, grid) = match rt.heap.as_array(v) {
            Some(ArrayView { shape, elements: ArrayElements::Host { object, .. } }) => match *shape {
                Shape::Matrix { rows, columns } => (object, Some((rows, columns))),
                _ => (object, None),
            },
            _ => (rt.heap.as_host_object(v)?, None),
        };
        object.class.space.is_some().then_some(SpaceRef { value: v, grid })
    }
}

/// Accepts a place of such a state: a list of coordinates or a variable.
#[derive(Clone, Copy)]
pub(crate) struct PlaceRef(pub Value);

impl Arg for PlaceRef {
    const EXPECTED: &'static str = "a list";
    #[inline]
    fn from_value(_: &Runtime, v: Value) -> Option<PlaceRef> {
        (v.has_elements() || v.is_nil() || v.is(Kind::VARIABLE)).then_some(PlaceRef(v))
    }
}

impl Return for Value {
    fn into_value<const HAS_FALSE: bool>(self, _: &mut Runtime) -> Result<Value> {
        Ok(self)
    }
}

impl Return for StoredValue {
    const DIFFERS: bool = true;
    fn into_value<const HAS_FALSE: bool>(self, _: &mut Runtime) -> Result<Value> {
        Ok(if HAS_FALSE { Value::UNSPECIFIED } else { self.0 })
    }
}

impl Return for () {
    const DIFFERS: bool = true;
    fn into_value<const HAS_FALSE: bool>(self, _: &mut Runtime) -> Result<Value> {
        Ok(if HAS_FALSE { Value::UNSPECIFIED } else { Value::NIL })
    }
}

impl Return for bool {
    const DIFFERS: bool = true;
    fn into_value<const HAS_FALSE: bool>(self, _: &mut Runtime) -> Result<Value> {
        Ok(if HAS_FALSE { Value::boolean(self) } else { Value::truth(self) })
    }
}

impl Return for i64 {
    fn into_value<const HAS_FALSE: bool>(self, rt: &mut Runtime) -> Result<Value> {
        match Value::fixnum(self) {
            Some(v) => Ok(v),
            None => rt.heap.integer(self.into()),
        }
    }
}

impl Return for usize {
    fn into_value<const HAS_FALSE: bool>(self, rt: &mut Runtime) -> Result<Value> {
        match i64::try_from(self).ok().and_then(Value::fixnum) {
            Some(v) => Ok(v),
            None => rt.heap.integer(self.into()),
        }
    }
}

impl Return for f64 {
    fn into_value<const HAS_FALSE: bool>(self, rt: &mut Runtime) -> Result<Value> {
        rt.heap.float(self)
    }
}

impl Return for char {
    fn into_value<const HAS_FALSE: bool>(self, _: &mut Runtime) -> Result<Value> {
        Ok(Value::character(self))
    }
}

impl Return for String {
    fn into_value<const HAS_FALSE: bool>(self, rt: &mut Runtime) -> Result<Value> {
        rt.heap.string(self)
    }
}

impl Return for CompactString {
    #[inline]
    fn into_value<const HAS_FALSE: bool>(self, rt: &mut Runtime) -> Result<Value> {
        rt.heap.string(self)
    }
}

impl Return for Symbol {
    fn into_value<const HAS_FALSE: bool>(self, _: &mut Runtime) -> Result<Value> {
        Ok(Value::symbol(self))
    }
}

impl Return for Number {
    fn into_value<const HAS_FALSE: bool>(self, rt: &mut Runtime) -> Result<Value> {
        Number::into_value(self, &mut rt.heap)
    }
}

impl<T: Return> Return for Option<T> {
    const DIFFERS: bool = true;
    fn into_value<const HAS_FALSE: bool>(self, rt: &mut Runtime) -> Result<Value> {
        match self {
            Some(x) => x.into_value::<HAS_FALSE>(rt),
            None => Ok(if HAS_FALSE { Value::FALSE } else { Value::NIL }),
        }
    }
}

impl<T: Return> Return for Vec<T> {
    const DIFFERS: bool = T::DIFFERS;
    fn into_value<const HAS_FALSE: bool>(self, rt: &mut Runtime) -> Result<Value> {
        let mut list = Value::NIL;
        for x in self.into_iter().rev() {
            let v = x.into_value::<HAS_FALSE>(rt)?;
            list = rt.heap.pair(v, list)?;
        }
        Ok(list)
    }
}

/// Accepts a port that can be written to.
#[derive(Clone, Copy, Debug)]
pub struct OutputPort(pub Value);

/// Accepts a port that can be read from.
#[derive(Clone, Copy, Debug)]
pub struct InputPort(pub Value);

impl Arg for OutputPort {
    const EXPECTED: &'static str = OUTPUT_PORT;
    fn from_value(_: &Runtime, v: Value) -> Option<OutputPort> {
        v.is_output_port().then_some(OutputPort(v))
    }
}

impl Arg for InputPort {
    const EXPECTED: &'static str = INPUT_PORT;
    fn from_value(_: &Runtime, v: Value) -> Option<InputPort> {
        v.is_input_port().then_some(InputPort(v))
    }
}
