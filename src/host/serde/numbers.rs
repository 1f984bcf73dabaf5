//! Serde implementations of numbers that serde has no type for, independent of an engine.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::host::scalar::{BigInteger, Ratio};

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
