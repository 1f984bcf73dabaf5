//! Values as serde writes them down and reads them again, outside of any engine: numbers that no type of serde is.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::convert::exact::{BigInteger, Ratio};

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
