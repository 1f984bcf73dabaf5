//! Types of the parameters of a function of the host, and the ways to their arguments.
//!
//! An argument is taken in three steps, so that a function can be lent what lies in the engine: first everything is
//! converted that needs the engine for it (*kept*), then all that is only looked at is borrowed from it (*lent*), and
//! after the call everything taken out of it is put back. A function that may call back has the engine itself: its loan
//! is a copy, or taken out.

use std::ops::Deref;

use super::{ConvertError, FromLisp, Given, from_value};
use crate::builtins::Mode;
use crate::fault::{Result, internal};
use crate::module::host_functions::HostFacts;
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

/// A parameter that a call may leave out. Unlike an `Option`, it tells that from nil: what is given is converted to
/// `T`. The table of all that a parameter can be stands at [`HostFunction`](crate::HostFunction).
///
/// ```
/// use klammer::{Engine, Optional};
///
/// let mut engine = Engine::new();
/// engine.define("power", |base: i64, exponent: Optional<u32>| base.pow(exponent.unwrap_or(2)));
/// assert_eq!(engine.eval::<Vec<i64>>("(list (power 5) (power 5 3))")?, [25, 125]);
/// # Ok::<(), klammer::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Optional<T>(pub Option<T>);

impl<T> Optional<T> {
    /// Returns the given value, or `otherwise`.
    pub fn unwrap_or(self, otherwise: T) -> T {
        self.0.unwrap_or(otherwise)
    }
}

impl<T: FromLisp> FromLisp for Optional<T> {
    const EXPECTED: &'static str = T::EXPECTED;
    const SPECIALIZER: Option<&'static str> = T::SPECIALIZER;

    fn from_lisp(given: Given<'_>) -> Result<Optional<T>, ConvertError> {
        given.get().map(|x| Optional(Some(x)))
    }

    fn omitted() -> Option<Optional<T>> {
        Some(Optional(None))
    }
}

/// All arguments from here on, as the last parameter; there may be none. It is used like a slice, or is iterated over.
///
/// ```
/// use klammer::{Engine, Rest};
///
/// let mut engine = Engine::new();
/// engine.define("total", |numbers: Rest<f64>| numbers.iter().sum::<f64>());
/// assert_eq!(engine.eval::<f64>("(total 1 2 3.5)")?, 6.5);
/// # Ok::<(), klammer::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Rest<T>(pub Vec<T>);

impl<T> Deref for Rest<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> IntoIterator for Rest<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// The arguments of a call, from which parameters take theirs.
pub struct Arguments<'a> {
    pub(crate) rt: &'a mut Runtime,
    pub(crate) facts: &'a HostFacts,
    pub(crate) args: &'a [Value],
    pub(crate) position: usize,
    /// Whether the function has the engine itself, so that nothing can be borrowed from it.
    pub(crate) calls_back: bool,
}

impl Arguments<'_> {
    /// The next one, or `None` if the call has left it out.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<Value> {
        let v = self.args.get(self.position).copied().filter(|&v| v != Value::MISSING);
        self.position += 1;
        v
    }

    /// The error about the argument that was taken last.
    #[cold]
    pub(crate) fn wrong(&self, error: ConvertError) -> Box<crate::fault::Unwind> {
        match error.into_condition(self.rt) {
            Ok(problem) => self.facts.wrong_argument(self.position - 1, problem),
            Err(fault) => fault,
        }
    }

    /// The error that the call has left out the argument that was asked for last.
    #[cold]
    pub(crate) fn left_out(&self) -> Box<crate::fault::Unwind> {
        self.facts.left_out(self.position - 1)
    }

    #[inline(always)]
    pub(crate) fn convert<T: FromLisp>(&mut self, v: Value) -> Result<T> {
        match from_value(self.rt, v) {
            Ok(x) => Ok(x),
            Err(error) => Err(self.wrong(error)),
        }
    }
}

/// Type of a parameter of a function of the host: a type that has [`FromLisp`], `&str`, a slice, [`Rest`], or an object
/// of the host that is lent. The table of them stands at [`HostFunction`](crate::HostFunction).
///
/// There is an example at [`crate::HostFunction`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a function that programs call",
    note = "an object of a `HostType` is lent, as `Ref<'_, T>` or `RefMut<'_, T>`; the type itself stands for a copy, \
            and must be `Clone`",
    note = "other parameters have a type with `FromLisp`, or are `&str` or `&[T]`, which stand alone (a list of texts \
            is a `Vec<String>`), or `Rest<T>` as the last one"
)]
pub trait Parameter {
    /// Argument that the function gets.
    type Item<'a>;
    /// Value that is held meanwhile.
    #[doc(hidden)]
    type Kept: Default;
    #[doc(hidden)]
    const EXPECTS: &'static str;
    /// See [`FromLisp::SPECIALIZER`].
    #[doc(hidden)]
    const SPECIALIZES: Option<&'static str> = None;
    #[doc(hidden)]
    fn mode() -> Mode {
        Mode::Required
    }
    #[doc(hidden)]
    fn keep(from: &mut Arguments<'_>) -> Result<Self::Kept>;
    #[doc(hidden)]
    fn lend<'a>(rt: Option<&'a Runtime>, kept: &'a mut Self::Kept) -> Result<Self::Item<'a>>;
    #[doc(hidden)]
    #[inline]
    fn restore(_: &mut Runtime, _: &mut Self::Kept) {}
}

impl<T: FromLisp> Parameter for T {
    type Item<'a> = T;
    type Kept = Option<T>;
    const EXPECTS: &'static str = T::EXPECTED;
    const SPECIALIZES: Option<&'static str> = T::SPECIALIZER;

    fn mode() -> Mode {
        if T::omitted().is_some() { Mode::Optional } else { Mode::Required }
    }

    #[inline(always)]
    fn keep(from: &mut Arguments<'_>) -> Result<Option<T>> {
        match from.next() {
            Some(v) => from.convert(v).map(Some),
            None => match T::omitted() {
                Some(x) => Ok(Some(x)),
                None => Err(from.left_out()),
            },
        }
    }

    #[inline(always)]
    fn lend<'a>(_: Option<&'a Runtime>, kept: &'a mut Option<T>) -> Result<T> {
        kept.take().map_or_else(|| internal("an argument that is not there"), Ok)
    }
}

impl<T: FromLisp> Parameter for Rest<T> {
    type Item<'a> = Rest<T>;
    type Kept = Option<Rest<T>>;
    const EXPECTS: &'static str = T::EXPECTED;

    fn mode() -> Mode {
        Mode::Rest
    }

    fn keep(from: &mut Arguments<'_>) -> Result<Option<Rest<T>>> {
        let mut rest = Vec::with_capacity(from.args.len().saturating_sub(from.position));
        while let Some(v) = from.next() {
            rest.push(from.convert(v)?);
        }
        Ok(Some(Rest(rest)))
    }

    fn lend<'a>(_: Option<&'a Runtime>, kept: &'a mut Option<Rest<T>>) -> Result<Rest<T>> {
        kept.take().map_or_else(|| internal("an argument that is not there"), Ok)
    }
}

/// A string that is lent: where it lies, or a copy.
#[derive(Default)]
pub struct Text {
    at: Option<Value>,
    copy: String,
}

impl Parameter for &str {
    type Item<'a> = &'a str;
    type Kept = Text;
    const EXPECTS: &'static str = String::EXPECTED;
    const SPECIALIZES: Option<&'static str> = String::SPECIALIZER;

    #[inline]
    fn keep(from: &mut Arguments<'_>) -> Result<Text> {
        match from.next() {
            Some(v) if v.is(Kind::STRING) && !from.calls_back => Ok(Text { at: Some(v), copy: String::new() }),
            Some(v) => from.convert(v).map(|copy| Text { at: None, copy }),
            None => Err(from.left_out()),
        }
    }

    #[inline]
    fn lend<'a>(rt: Option<&'a Runtime>, kept: &'a mut Text) -> Result<&'a str> {
        Ok(match (kept.at, rt) {
            (Some(v), Some(rt)) => rt.heap.as_str(v).unwrap_or_default(),
            _ => &kept.copy,
        })
    }
}

impl<T: FromLisp + 'static> Parameter for &[T] {
    type Item<'a> = &'a [T];
    type Kept = Vec<T>;
    const EXPECTS: &'static str = Vec::<T>::EXPECTED;
    const SPECIALIZES: Option<&'static str> = Vec::<T>::SPECIALIZER;

    fn keep(from: &mut Arguments<'_>) -> Result<Vec<T>> {
        match from.next() {
            Some(v) => from.convert(v),
            None => Err(from.left_out()),
        }
    }

    fn lend<'a>(_: Option<&'a Runtime>, kept: &'a mut Vec<T>) -> Result<&'a [T]> {
        Ok(kept)
    }
}
