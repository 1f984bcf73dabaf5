//! Numbers, truth values, characters, strings, names, digit sets, exact numbers of any size, and variables of stores.

use std::borrow::Cow;
use std::fmt;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use dashu_int::ops::BitTest;
use dashu_int::{IBig, Sign, UBig};
use dashu_ratio::RBig;
use klammer_space::Variable;

use super::error::HostError;
use super::{Built, ConvertError, FromContext, FromLisp, IntoContext, IntoLisp, collection};
use crate::handle::Handle;
use crate::num;
use crate::num::Number;
use crate::value::Value;

/// Converts an integer that is no fixnum, or fails.
#[cold]
#[inline(never)]
fn large<T: FromLisp + for<'a> TryFrom<&'a IBig>>(given: &FromContext<'_>) -> Result<T, ConvertError> {
    let n = match Number::from_value(&given.rt.heap, given.value) {
        Some(Number::Integer(n)) => T::try_from(&n).ok(),
        _ => None,
    };
    n.ok_or_else(|| given.unfit::<T>())
}

macro_rules! integers {
    ($($t:ty: $expected:literal),*) => { $(
        impl FromLisp for $t {
            const EXPECTED: &'static str = $expected;
            const SPECIALIZER: Option<&'static str> = Some("integer");

            #[inline]
            fn from_lisp(given: FromContext<'_>) -> Result<Self, ConvertError> {
                if let Some(n) = given.value.as_fixnum()
                    && let Ok(n) = <$t>::try_from(n)
                {
                    return Ok(n);
                }
                large(&given)
            }
        }

        impl IntoLisp for $t {
            #[inline]
            fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
                let v = match i64::try_from(self).ok().and_then(Value::fixnum) {
                    Some(v) => v,
                    None => maker.rt.heap.integer(self.into())?,
                };
                maker.done(v)
            }
        }
    )* };
}

integers! {
    i8: "an integer of 8 bits", i16: "an integer of 16 bits", i32: "an integer of 32 bits",
    i64: "an integer of 64 bits", i128: "an integer of 128 bits", isize: "an integer of machine size", u8: "an integer from 0 to 255",
    u16: "a non-negative integer of 16 bits", u32: "a non-negative integer of 32 bits", u64: "a non-negative integer of 64 bits",
    u128: "a non-negative integer of 128 bits", usize: "a non-negative integer of machine size"
}

impl FromLisp for f64 {
    const EXPECTED: &'static str = "a number";
    const SPECIALIZER: Option<&'static str> = Some("number");

    #[inline]
    fn from_lisp(given: FromContext<'_>) -> Result<f64, ConvertError> {
        if let Some(x) = given.rt.heap.as_float(given.value) {
            return Ok(x);
        }
        if !given.value.is_number() {
            return Err(given.unfit::<f64>());
        }
        Ok(num::to_float(given.rt, "convert", given.value)?)
    }
}

impl IntoLisp for f64 {
    #[inline]
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        let v = maker.rt.heap.float(self)?;
        maker.done(v)
    }
}

/// Makes of one type what is made of another first.
macro_rules! taken_as {
    ($($(#[$doc:meta])* $t:ty: $other:ty, $convert:expr;)*) => { $(
        $(#[$doc])*
        impl FromLisp for $t {
            const EXPECTED: &'static str = <$other>::EXPECTED;
            const SPECIALIZER: Option<&'static str> = <$other>::SPECIALIZER;
            fn from_lisp(given: FromContext<'_>) -> Result<Self, ConvertError> {
                given.get::<$other>().map($convert)
            }
        }
    )* };
}

taken_as! {
    /// Rounded to what an `f32` holds.
    f32: f64, |x| x as f32;
    Box<str>: String, String::into_boxed_str;
    Arc<str>: String, Arc::from;
    Cow<'_, str>: String, Cow::Owned;
}

/// Gives a program what another type gives it.
macro_rules! made_as {
    ($($t:ty: |$x:ident| $other:expr;)*) => { $(
        impl IntoLisp for $t {
            fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
                let $x = self;
                maker.make($other)
            }
        }
    )* };
}

made_as! {
    f32: |x| f64::from(x);
    Duration: |time| time.as_secs_f64();
    PathBuf: |path| path.as_path();
    Arc<str>: |text| &*text;
    Box<str>: |text| &*text;
    Cow<'_, str>: |text| &*text;
    &String: |text| text.as_str();
    Handle: |handle| &handle;
}

impl FromLisp for bool {
    const EXPECTED: &'static str = "a truth value";
    fn from_lisp(given: FromContext<'_>) -> Result<bool, ConvertError> {
        Ok(!given.rt.is_false(given.value))
    }
}

impl IntoLisp for bool {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        let v = maker.rt.truth(self);
        maker.done(v)
    }
}

impl FromLisp for char {
    const EXPECTED: &'static str = "a character";
    const SPECIALIZER: Option<&'static str> = Some("character");
    fn from_lisp(given: FromContext<'_>) -> Result<char, ConvertError> {
        given.value.as_character().ok_or_else(|| given.unfit::<char>())
    }
}

impl IntoLisp for char {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        maker.done(Value::character(self))
    }
}

impl FromLisp for String {
    const EXPECTED: &'static str = "a string";
    const SPECIALIZER: Option<&'static str> = Some("string");
    fn from_lisp(given: FromContext<'_>) -> Result<String, ConvertError> {
        let Some(bytes) = given.rt.heap.as_str(given.value).map(str::len) else { return Err(given.unfit::<String>()) };
        given.rt.charge_output(bytes)?;
        Ok(given.rt.heap.as_str(given.value).unwrap_or_default().to_string())
    }
}

impl<T: FromLisp> FromLisp for Arc<T> {
    const EXPECTED: &'static str = T::EXPECTED;
    const SPECIALIZER: Option<&'static str> = T::SPECIALIZER;
    fn from_lisp(given: FromContext<'_>) -> Result<Arc<T>, ConvertError> {
        given.rt.charge_output(size_of::<T>())?;
        given.get().map(Arc::new)
    }
}

/// The value is copied if somebody else holds it.
impl<T: IntoLisp + Clone> IntoLisp for Arc<T> {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        maker.make(Arc::unwrap_or_clone(self))
    }
}

/// A number of seconds.
impl FromLisp for Duration {
    const EXPECTED: &'static str = "a number of seconds that is not negative";
    const SPECIALIZER: Option<&'static str> = f64::SPECIALIZER;
    fn from_lisp(mut given: FromContext<'_>) -> Result<Duration, ConvertError> {
        let seconds: f64 = given.look()?;
        Duration::try_from_secs_f64(seconds).map_err(|_| given.unfit::<Duration>())
    }
}

/// Seconds since the beginning of 1970 (UTC).
impl FromLisp for SystemTime {
    const EXPECTED: &'static str = "a time, in seconds since the beginning of 1970";
    const SPECIALIZER: Option<&'static str> = f64::SPECIALIZER;
    fn from_lisp(mut given: FromContext<'_>) -> Result<SystemTime, ConvertError> {
        let seconds: f64 = given.look()?;
        let since = Duration::try_from_secs_f64(seconds.abs()).ok();
        let time = since.and_then(|since| match seconds < 0.0 {
            true => SystemTime::UNIX_EPOCH.checked_sub(since),
            false => SystemTime::UNIX_EPOCH.checked_add(since),
        });
        time.ok_or_else(|| given.unfit::<SystemTime>())
    }
}

impl IntoLisp for SystemTime {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        maker.make(match self.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(since) => since.as_secs_f64(),
            Err(before) => -before.duration().as_secs_f64(),
        })
    }
}

macro_rules! non_zero {
    ($($t:ty),*) => { $(
        impl FromLisp for NonZero<$t> {
            const EXPECTED: &'static str = "an integer that fits and is not zero";
            const SPECIALIZER: Option<&'static str> = Some("integer");
            fn from_lisp(mut given: FromContext<'_>) -> Result<Self, ConvertError> {
                let n: $t = given.look()?;
                NonZero::new(n).ok_or_else(|| given.unfit::<Self>())
            }
        }

        impl IntoLisp for NonZero<$t> {
            fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
                maker.make(self.get())
            }
        }
    )* };
}

non_zero! { i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize }

/// A path is its text.
impl FromLisp for PathBuf {
    const EXPECTED: &'static str = "a string (a path)";
    const SPECIALIZER: Option<&'static str> = Some("string");
    fn from_lisp(given: FromContext<'_>) -> Result<PathBuf, ConvertError> {
        match given.rt.heap.as_str(given.value) {
            Some(_) => given.get::<String>().map(PathBuf::from),
            None => Err(given.unfit::<PathBuf>()),
        }
    }
}

impl IntoLisp for &Path {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        match self.to_str() {
            Some(text) => maker.make(text),
            None => Err(HostError::new(format!("the path {} is no Unicode", self.display())).into()),
        }
    }
}

impl IntoLisp for String {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        let v = maker.rt.heap.string(self)?;
        maker.done(v)
    }
}

impl IntoLisp for &str {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        let v = maker.rt.heap.string(self)?;
        maker.done(v)
    }
}

impl FromLisp for () {
    const EXPECTED: &'static str = "anything";
    fn from_lisp(_: FromContext<'_>) -> Result<(), ConvertError> {
        Ok(())
    }
}

impl IntoLisp for () {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        let v = if maker.rt.dialects.program.has_false { Value::UNSPECIFIED } else { Value::NIL };
        maker.done(v)
    }
}

impl FromLisp for Handle {
    const EXPECTED: &'static str = "anything";
    fn from_lisp(given: FromContext<'_>) -> Result<Handle, ConvertError> {
        given.rt.charge_output(size_of::<Handle>())?;
        Ok(given.rt.host_roots.handle_of(given.value))
    }
}

impl IntoLisp for &Handle {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        let v = maker.rt.host_roots.value_of(self)?;
        maker.done(v)
    }
}

impl<T: FromLisp> FromLisp for Option<T> {
    const EXPECTED: &'static str = T::EXPECTED;

    fn from_lisp(given: FromContext<'_>) -> Result<Option<T>, ConvertError> {
        if given.rt.is_false(given.value) { Ok(None) } else { given.get().map(Some) }
    }

    fn omitted() -> Option<Option<T>> {
        Some(None)
    }
}

impl<T: IntoLisp> IntoLisp for Option<T> {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        match self {
            Some(x) => maker.make(x),
            None => maker.make(false),
        }
    }
}

macro_rules! names {
    ($($(#[$doc:meta])* $t:ident $type:literal $expected:literal $get:path, $make:path, $mark:literal;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
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

            /// Its name: [`Self::name`], as other kinds of strings call it.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl AsRef<str> for $t {
            fn as_ref(&self) -> &str {
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

        impl From<String> for $t {
            fn from(name: String) -> $t {
                $t::new(name)
            }
        }

        impl From<$t> for String {
            fn from(name: $t) -> String {
                name.0.into()
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
            const SPECIALIZER: Option<&'static str> = Some($type);
            fn from_lisp(given: FromContext<'_>) -> Result<Self, ConvertError> {
                match $get(given.value) {
                    Some(s) => {
                        given.rt.charge_output(given.rt.name(s).len())?;
                        Ok($t(given.rt.name(s).into()))
                    }
                    None => Err(given.unfit::<$t>()),
                }
            }
        }

        impl IntoLisp for $t {
            fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
                maker.make(&self)
            }
        }

        impl IntoLisp for &$t {
            fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
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
    /// assert!(engine.eval::<bool>("(= (turned 'left) 'right)")?);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    Symbol "symbol" "a symbol" Value::as_symbol, Value::symbol, "";
    /// A keyword, by its name without the colon.
    ///
    /// ```
    /// use klammer::{Engine, Keyword};
    ///
    /// assert_eq!(Engine::new().eval::<Keyword>(":left")?, "left");
    /// # Ok::<(), klammer::Error>(())
    /// ```
    Keyword "keyword" "a keyword" Value::as_keyword, Value::keyword, ":";
}

/// A set of integers from 0 to 55 in one word, bit `d` for the integer `d`. A program sees the ascending list of its
/// members, which takes no memory.
///
/// ```
/// use klammer::{Digits, Engine};
///
/// let mut engine = Engine::new();
/// engine.define("odd", |digits: Digits| Digits(digits.0 & 0b10_1010_1010));
/// assert_eq!(engine.eval::<Vec<u8>>("(odd '(5 1 2))")?, [1, 5]);
/// assert!(engine.eval::<bool>("(digit-set? (odd (digits 1 2)))")?);
/// # Ok::<(), klammer::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Digits(pub u64);

impl FromLisp for Digits {
    const EXPECTED: &'static str = "a list of integers from 0 to 55";

    fn from_lisp(given: FromContext<'_>) -> Result<Digits, ConvertError> {
        if let Some(members) = given.value.as_digits() {
            return Ok(Digits(members));
        }
        let Some(items) = collection::elements(given.rt, given.value)? else { return Err(given.unfit::<Digits>()) };
        let member = |v: Value| v.as_fixnum().filter(|d| (0..i64::from(Value::DIGIT_COUNT)).contains(d));
        let members = items.into_iter().try_fold(0, |set, v| Some(set | 1 << member(v)?));
        members.map(Digits).ok_or_else(|| given.unfit::<Digits>())
    }
}

/// There are no members above 55.
impl IntoLisp for Digits {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        maker.done(Value::digits(self.0 & ((1 << Value::DIGIT_COUNT) - 1)))
    }
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
pub struct BigInteger(pub(super) IBig);

impl BigInteger {
    /// As an integer of 64 bits, if it fits.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        i64::try_from(&self.0).ok()
    }

    /// Returns whether it is below zero, and its magnitude, the least byte first.
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
    const SPECIALIZER: Option<&'static str> = Some("integer");
    fn from_lisp(given: FromContext<'_>) -> Result<BigInteger, ConvertError> {
        match Number::from_value(&given.rt.heap, given.value) {
            Some(Number::Fixnum(n)) => Ok(n.into()),
            Some(Number::Integer(n)) => {
                given.rt.charge_output(n.bit_len() / 8)?;
                Ok(BigInteger(n))
            }
            _ => Err(given.unfit::<BigInteger>()),
        }
    }
}

impl IntoLisp for BigInteger {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
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
pub struct Ratio(pub(super) RBig);

impl Ratio {
    /// One number through another; `None` if that is zero.
    #[must_use]
    pub fn new(numerator: BigInteger, denominator: BigInteger) -> Option<Ratio> {
        let (sign, magnitude) = denominator.0.into_parts();
        let numerator = if sign == Sign::Negative { -numerator.0 } else { numerator.0 };
        (magnitude != UBig::ZERO).then(|| Ratio(RBig::from_parts(numerator, magnitude)))
    }

    /// Returns the numerator.
    #[must_use]
    pub fn numerator(&self) -> BigInteger {
        BigInteger(self.0.numerator().clone())
    }

    /// Returns the denominator, which is above zero.
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
    const SPECIALIZER: Option<&'static str> = Some("rational");
    fn from_lisp(given: FromContext<'_>) -> Result<Ratio, ConvertError> {
        match Number::from_value(&given.rt.heap, given.value) {
            Some(Number::Fixnum(n)) => Ok(Ratio(n.into())),
            Some(Number::Integer(n)) => {
                given.rt.charge_output(n.bit_len() / 8)?;
                Ok(Ratio(n.into()))
            }
            Some(Number::Ratio(r)) => {
                given.rt.charge_output((r.numerator().bit_len() + r.denominator().bit_len()) / 8)?;
                Ok(Ratio(r))
            }
            _ => Err(given.unfit::<Ratio>()),
        }
    }
}

impl IntoLisp for Ratio {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        let bits = self.0.numerator().bit_len() + self.0.denominator().bit_len();
        maker.rt.reserve_bits(bits)?;
        let v = maker.rt.heap.ratio(self.0)?;
        maker.done(v)
    }
}

impl FromLisp for Variable {
    const EXPECTED: &'static str = "a variable";
    const SPECIALIZER: Option<&'static str> = Some("variable");

    fn from_lisp(given: FromContext<'_>) -> Result<Variable, ConvertError> {
        let parts = given.value.as_variable();
        parts.map(|(number, mark)| Variable(number, mark)).ok_or_else(|| given.unfit::<Variable>())
    }
}

impl IntoLisp for Variable {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        maker.done(Value::variable(self.number(), self.mark()))
    }
}
