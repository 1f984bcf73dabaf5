//! Values of a program from and to all types of `serde` ([`de`] from them, [`ser`] to them).

mod de;
mod numbers;
mod ser;

pub(super) use numbers::float;

use std::fmt;

use ::serde::Serialize;
use ::serde::de::DeserializeOwned;

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
