//! Values of a program from and to all types of `serde` ([`de`] from them, [`ser`] to them).

mod de;
mod ser;

use std::fmt;

use ::serde::de::{Deserialize, DeserializeOwned, Deserializer, Error, Visitor};
use ::serde::ser::{Serialize, Serializer};

use super::scalar::{BigInteger, Ratio};
use super::{Built, ConvertError, FromContext, FromLisp, HostError, IntoContext, IntoLisp};
use crate::fault::Code;

/// A `T` that `serde` takes apart to give it to a program (`Serialize`), and puts together from what a program gives
/// (`Deserialize`). It can be used wherever a type is converted: results, arguments, parameters, parts of other types.
///
/// | Rust | becomes | and is made from |
/// |---|---|---|
/// | `bool` | `t` and nil (`#f` in Scheme) | any value: what is not false is true |
/// | integers of up to 128 bits | an integer | an integer that fits |
/// | `f64`, `f32` | a float | a number |
/// | `char` | a character | a character |
/// | `String`, `&str` | a string | a string, symbol or keyword |
/// | bytes | a vector of bytes | such a vector, a list of integers, a string |
/// | `None`, `Some(x)` | nil (`#f` in Scheme), what `x` is | nil or `#f`, anything else |
/// | `()`, a unit struct | nil | any value |
/// | a newtype struct | what is in it | what is in it |
/// | `Vec`, sets, tuples, tuple structs | a list | a list or a vector |
/// | a map | a hash table, whose keys are strings if those of the map are | a hash table, a list such as `(:x 1 :y 2)` |
/// | a struct | a hash table with strings as keys | a hash table whose keys are symbols, keywords or strings, or such a list |
/// | a variant without data | a symbol | a symbol, keyword or string |
/// | a variant with data | `(circle 3)`, `(line 1 2)`, `(box :width 3 :height 4)` | such a list |
///
/// Names are those that `serde` knows: `#[serde(rename_all = "kebab-case")]` makes them what they should be here. A
/// JSON object has strings as keys, for a struct, a map or a `serde_json::Value`, as in the module `json`: `(table-ref
/// level "title")`. (A struct that derives [`IntoLisp`] has symbols.)
///
/// A self-describing target (an enum with `#[serde(tag = "…")]` or `untagged`, `serde_json::Value`) reads a list such
/// as `(:x 1 :y 2)` as a map. It reads symbols as strings and nil as `()`.
///
/// ```
/// use klammer::{Engine, Serde};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize, PartialEq, Debug)]
/// #[serde(rename_all = "kebab-case")]
/// struct Level {
///     title: String,
///     start_at: (i64, i64),
///     secret: Option<u8>,
/// }
///
/// let mut engine = Engine::new();
/// let level: Serde<Level> = engine.eval("'(:title \"Cave\" :start-at (3 4))")?;
/// assert_eq!(level.0, Level { title: "Cave".into(), start_at: (3, 4), secret: None });
///
/// engine.define("next", |level: Serde<Level>| Serde(Level { title: "Hall".into(), ..level.0 }));
/// engine.set("level", level)?;
/// assert_eq!(engine.eval::<String>("(table-ref (next level) \"title\")")?, "Hall");
/// # Ok::<(), klammer::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Serde<T>(pub T);

impl<T: DeserializeOwned> FromLisp for Serde<T> {
    const EXPECTED: &'static str = "data";

    fn from_lisp(given: FromContext<'_>) -> Result<Serde<T>, ConvertError> {
        let depth = given.rt.conversion_depth();
        let value = given.value;
        let deserializer = de::ValueDeserializer { rt: given.rt, value, depth };
        T::deserialize(deserializer).map(Serde).map_err(|e| e.about(value))
    }
}

impl<T: Serialize> IntoLisp for Serde<T> {
    fn into_lisp(self, maker: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        let depth = maker.rt.budget.nesting;
        match self.0.serialize(ser::ValueSerializer { rt: &mut *maker.rt, depth }) {
            Ok(value) => maker.done(value),
            Err(Failure::Convert(error)) => Err(error),
            Err(Failure::Message(text)) => Err(HostError::new(text).with_code(Code::BadValue).into()),
        }
    }
}

/// Failure of a conversion.
#[derive(thiserror::Error)]
pub(super) enum Failure {
    #[error("{0:?}")]
    Convert(ConvertError),
    /// Message of `serde` or a type about a value. The code that catches it knows which value.
    #[error("{0}")]
    Message(String),
}

impl Failure {
    /// As an error about a value.
    #[cold]
    fn about(self, value: crate::value::Value) -> ConvertError {
        match self {
            Failure::Convert(error) => error,
            Failure::Message(text) => ConvertError::refused(text, value),
        }
    }

    #[cold]
    fn too_deep() -> Failure {
        let error = HostError::new("the value is nested too deeply").with_code(Code::TooComplex);
        Failure::Convert(error.into())
    }
}

impl From<ConvertError> for Failure {
    fn from(error: ConvertError) -> Failure {
        Failure::Convert(error)
    }
}

impl From<Box<crate::fault::Unwind>> for Failure {
    fn from(fault: Box<crate::fault::Unwind>) -> Failure {
        Failure::Convert(fault.into())
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl ::serde::ser::Error for Failure {
    fn custom<T: fmt::Display>(message: T) -> Failure {
        Failure::Message(message.to_string())
    }
}

impl ::serde::de::Error for Failure {
    fn custom<T: fmt::Display>(message: T) -> Failure {
        Failure::Message(message.to_string())
    }
}

// Serde implementations of numbers that serde has no type for, independent of an engine.

/// As decimal digits.
impl Serialize for BigInteger {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for BigInteger {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BigInteger, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// As a program writes it: `1/3`.
impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Ratio {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Ratio, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (numerator, denominator) = text.split_once('/').unwrap_or((&text, "1"));
        let part = |text: &str| text.parse::<BigInteger>().map_err(D::Error::custom);
        let ratio = Ratio::new(part(numerator)?, part(denominator)?);
        ratio.ok_or_else(|| D::Error::custom("a ratio has a denominator other than zero"))
    }
}

/// A float. Formats that people read may have no infinite ones and none that is no number: JSON writes `null` for them,
/// which is read as nothing. They are texts there: `"inf"`, `"-inf"`, `"NaN"`.
pub(in crate::host) mod float {
    use super::*;

    pub fn serialize<S: Serializer>(x: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        if x.is_finite() || !serializer.is_human_readable() {
            serializer.serialize_f64(*x)
        } else {
            serializer.collect_str(x)
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(NumberOrText)
        } else {
            f64::deserialize(deserializer)
        }
    }

    struct NumberOrText;

    impl Visitor<'_> for NumberOrText {
        type Value = f64;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a number, \"inf\", \"-inf\" or \"NaN\"")
        }

        fn visit_f64<E: Error>(self, x: f64) -> Result<f64, E> {
            Ok(x)
        }

        fn visit_i64<E: Error>(self, n: i64) -> Result<f64, E> {
            Ok(n as f64)
        }

        fn visit_u64<E: Error>(self, n: u64) -> Result<f64, E> {
            Ok(n as f64)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<f64, E> {
            let not_finite = text.parse().ok().filter(|x: &f64| !x.is_finite());
            not_finite.ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
        }
    }
}
