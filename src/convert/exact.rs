//! Exact numbers of any size, which no type of Rust is.

use std::fmt;
use std::str::FromStr;

use dashu_int::ops::BitTest;
use dashu_int::{IBig, Sign, UBig};
use dashu_ratio::RBig;

use super::{ConvertError, FromLisp, Given, IntoLisp, Made, Maker};
use crate::num::Number;

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

    /// As an integer of 128 bits, if it fits.
    #[must_use]
    pub fn to_i128(&self) -> Option<i128> {
        i128::try_from(&self.0).ok()
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
    fn from_lisp(given: Given<'_>) -> Result<BigInteger, ConvertError> {
        match Number::from_value(&given.rt.heap, given.value) {
            Some(Number::Fixnum(n)) => Ok(n.into()),
            Some(Number::Integer(n)) => {
                given.rt.pay_out(n.bit_len() / 8)?;
                Ok(BigInteger(n))
            }
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
    fn from_lisp(given: Given<'_>) -> Result<Ratio, ConvertError> {
        match Number::from_value(&given.rt.heap, given.value) {
            Some(Number::Fixnum(n)) => Ok(Ratio(n.into())),
            Some(Number::Integer(n)) => {
                given.rt.pay_out(n.bit_len() / 8)?;
                Ok(Ratio(n.into()))
            }
            Some(Number::Ratio(r)) => {
                given.rt.pay_out((r.numerator().bit_len() + r.denominator().bit_len()) / 8)?;
                Ok(Ratio(r))
            }
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
