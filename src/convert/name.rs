//! Symbols and keywords, by their names.

use std::fmt;

use super::{ConvertError, FromLisp, Given, IntoLisp, Made, Maker};
use crate::value::Value;

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
            fn from_lisp(given: Given<'_>) -> Result<$t, ConvertError> {
                match $get(given.value) {
                    Some(s) => {
                        given.rt.pay_out(given.rt.name(s).len())?;
                        Ok($t(given.rt.name(s).into()))
                    }
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
