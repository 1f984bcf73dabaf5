//! From numeral to number. `klammer_syntax::literal` decides which tokens are numerals.

use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
pub(crate) use klammer_syntax::literal::Numeral;

use super::{Number, arith};
use crate::fault::{Code, Result, fail, internal};
use crate::runtime::Runtime;

/// Digits that surely fit a machine integer, in any radix.
const SHORT: usize = 11;

/// Bytes of a decimal number that is read without being paid for.
const SHORT_TEXT: usize = 63;

/// The number that `text` denotes: an integer or ratio in `radix` (2 to 36), or, in radix ten, a float.
/// `None` if the token is no number. A ratio with denominator zero is an error.
pub(crate) fn parse_number(rt: &mut Runtime, text: &str, radix: u32) -> Result<Option<Number>> {
    let Some((negative, numeral)) = Numeral::of(text, radix) else { return Ok(None) };
    if let Some(number) = short(text, negative, numeral, radix) {
        return Ok(Some(number));
    }
    match numeral {
        Numeral::Integer(digits) => Ok(Some(signed(negative, natural(rt, digits, radix)?))),
        Numeral::Ratio(n, d) => ratio(rt, negative, n, d, radix),
        Numeral::Infinity => Ok(Some(Number::Float(if negative { f64::NEG_INFINITY } else { f64::INFINITY }))),
        Numeral::NotANumber => Ok(Some(Number::Float(f64::NAN))),
        Numeral::Decimal => {
            rt.charge(text.len() / 64)?;
            Ok(text.parse().ok().map(Number::Float))
        }
    }
}

/// Parses most numerals of a few digits, without memory. `None` leaves the numeral to the general way.
pub(crate) fn parse_short(text: &str, radix: u32) -> Option<Number> {
    let (negative, numeral) = if text.len() <= SHORT_TEXT { Numeral::of(text, radix)? } else { return None };
    short(text, negative, numeral, radix)
}

fn short(text: &str, negative: bool, numeral: Numeral, radix: u32) -> Option<Number> {
    match numeral {
        Numeral::Integer(digits) if digits.len() <= SHORT => {
            let digits = digits.bytes().filter_map(|b| char::from(b).to_digit(radix));
            let n = digits.fold(0, |n, digit| n * i64::from(radix) + i64::from(digit));
            Some(Number::Fixnum(if negative { -n } else { n }))
        }
        Numeral::Decimal if text.len() <= SHORT_TEXT => text.parse().ok().map(Number::Float),
        _ => None,
    }
}

fn signed(negative: bool, n: UBig) -> Number {
    let n = IBig::from(n);
    Number::Integer(if negative { -n } else { n })
}

fn ratio(rt: &mut Runtime, negative: bool, n: &str, d: &str, radix: u32) -> Result<Option<Number>> {
    let (above, below) = (natural(rt, n, radix)?, natural(rt, d, radix)?);
    if below.is_zero() {
        return fail(Code::BadToken, format!("the ratio {n}/{d} has denominator zero"));
    }
    let (a, b) = (above.bit_len(), below.bit_len());
    arith::spend(rt, a.max(b), arith::divisor(a, b))?;
    let above = IBig::from(above);
    Ok(Some(Number::Ratio(RBig::from_parts(if negative { -above } else { above }, below))))
}

fn natural(rt: &mut Runtime, digits: &str, radix: u32) -> Result<UBig> {
    let digits = digits.trim_start_matches('0');
    let Some(halves) = Halves::of(rt, digits, radix)? else { return read(rt, digits, radix) };
    // Digits are ASCII: any place will do.
    let (high, low) = digits.split_at(digits.len() - halves.low);
    let (high, low) = (natural(rt, high, radix)?, natural(rt, low, radix)?);
    halves.join(rt, high, low)
}

/// A long numeral, which is read as two halves.
struct Halves {
    /// Number of digits of the lower half.
    low: usize,
    /// Factor of the upper half.
    scale: UBig,
    /// Bits of both.
    size: usize,
}

impl Halves {
    /// Digits of which the first is not zero: those that are too many to be read at once.
    fn of(rt: &mut Runtime, digits: &str, radix: u32) -> Result<Option<Halves>> {
        let size = bits(digits.len(), radix);
        if size <= arith::LONG_BITS {
            return Ok(None);
        }
        rt.reserve_bits(bits_at_least(digits.len(), radix))?;
        let low = digits.len() - digits.len() / 2;
        Ok(Some(Halves { low, scale: power(rt, radix, low)?, size }))
    }

    fn join(self, rt: &mut Runtime, high: UBig, low: UBig) -> Result<UBig> {
        let longest = high.bit_len() + self.scale.bit_len();
        arith::spend(rt, longest.saturating_sub(1), arith::product(self.size / 2, self.size / 2))?;
        let n = high * self.scale + low;
        arith::spend(rt, n.bit_len(), 0)?;
        Ok(n)
    }
}

/// Digits of which the first is not zero, if there are any.
fn read(rt: &mut Runtime, digits: &str, radix: u32) -> Result<UBig> {
    if digits.is_empty() {
        return Ok(UBig::ZERO);
    }
    // Among numerals as long as the limit allows, some numbers have more bits: a check of the result finds those.
    arith::spend(rt, bits_at_least(digits.len(), radix), arith::digits(bits(digits.len(), radix)))?;
    if bits(digits.len(), radix) <= arith::INLINE_BITS
        && let Ok(n) = u128::from_str_radix(digits, radix)
    {
        return Ok(n.into());
    }
    let Ok(n) = UBig::from_str_radix(digits, radix) else {
        return internal("digits that make no number");
    };
    arith::spend(rt, n.bit_len(), 0)?;
    Ok(n)
}

/// A power of a radix.
pub(super) fn power(rt: &mut Runtime, radix: u32, exponent: usize) -> Result<UBig> {
    let size = bits(exponent, radix);
    arith::spend(rt, size, arith::product(size / 2, size / 2).saturating_mul(2))?;
    Ok(UBig::from(radix).pow(exponent))
}

/// Maximum bits of a number with this many digits.
fn bits(digits: usize, radix: u32) -> usize {
    // The conversion saturates.
    (digits as f64 * f64::from(radix).log2()) as usize + 1
}

/// Minimum bits of a number with this many digits of which the first is not zero.
fn bits_at_least(digits: usize, radix: u32) -> usize {
    bits(digits.saturating_sub(1), radix)
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    fn parsed(text: &str, radix: u32) -> Option<String> {
        let rt = &mut runtime();
        let number = parse_number(rt, text, radix).unwrap()?;
        let v = number.into_value(&mut rt.heap).unwrap();
        Some(show(rt, v))
    }

    #[test]
    fn numerals_denote_their_numbers() {
        for (text, number) in [
            ("0", "0"),
            ("-0", "0"),
            ("+17", "17"),
            ("007", "7"),
            ("1152921504606846975", "1152921504606846975"),
            ("-1152921504606846977", "-1152921504606846977"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            ("-1/3", "-1/3"),
            ("4/6", "2/3"),
            ("6/3", "2"),
            (".5", "0.5"),
            ("-.5", "-0.5"),
            ("1.", "1.0"),
            ("1e-5", "1e-5"),
            ("-1.5E+10", "-15000000000.0"),
            ("5.234", "5.234"),
            ("1e21", "1e21"),
            ("1e400", "+inf.0"),
            ("+inf.0", "+inf.0"),
            ("-inf.0", "-inf.0"),
            ("+nan.0", "+nan.0"),
            ("+NaN.0", "+nan.0"),
            ("-INF.0", "-inf.0"),
        ] {
            assert_eq!(parsed(text, 10).as_deref(), Some(number), "{text}");
        }
        assert_eq!(parsed("-ff", 16).as_deref(), Some("-255"));
        assert_eq!(parsed("101/11", 2).as_deref(), Some("5/3"));
        assert_eq!(parsed("Zz", 36).as_deref(), Some("1295"));
    }

    #[test]
    fn other_tokens_are_no_numbers() {
        for text in [
            "", "+", "-", "...", "1+", "1-", "->", ".", "+.", "-.", "e5", ".e5", "1e", "1e+", "1/", "/2", "1/2/3",
            "1/-2", "-+1", "+-1", "1_000", "1.5.2", "0x10", "inf", "nan", "infinity", "+inf", "1e5.0", "1.5/2", "²",
            "1²", "١", "--1", "1 ", "½",
        ] {
            assert_eq!(parsed(text, 10), None, "{text}");
        }
        for (text, radix) in [("2", 2), ("1.5", 16), ("1", 1), ("1", 37), ("1", 0)] {
            assert_eq!(parsed(text, radix), None, "{text} in radix {radix}");
        }
    }

    #[test]
    fn a_denominator_of_zero_is_an_error() {
        let rt = &mut runtime();
        assert!(parse_number(rt, "1/0", 10).is_err());
        assert!(parse_number(rt, "1/000", 10).is_err());
    }

    #[test]
    fn long_numerals_obey_the_limit() {
        let rt = &mut runtime();
        rt.budget.integer_bits = 10_000;
        assert!(parse_number(rt, &"9".repeat(3000), 10).is_ok());
        assert!(parse_number(rt, &"9".repeat(4000), 10).is_err());
        assert!(parse_number(rt, &format!("1/{}", "9".repeat(4000)), 10).is_err());
        assert!(parse_number(rt, &format!("{}1", "0".repeat(100_000)), 10).is_ok());
    }

    /// Every number that the limit admits is read again from what it is printed as, and no longer one is.
    #[test]
    fn the_limit_counts_the_number_not_its_digits() {
        let rt = &mut runtime();
        // Those of several parts take a tenth of a second each, and more.
        let long = [(arith::LONG_BITS + 7, 2), (arith::LONG_BITS + 7, 36), (2 * arith::LONG_BITS + 3, 10)];
        let short = (4990..5010).flat_map(|limit| [2, 10, 16, 36].map(|radix| (limit, radix)));
        for (limit, radix) in short.chain(long) {
            let largest = (UBig::ONE << limit) - UBig::ONE;
            let text = |n: &UBig| n.in_radix(radix).to_string();
            rt.budget.integer_bits = limit;
            assert!(parse_number(rt, &text(&largest), radix.into()).is_ok(), "{limit} bits in radix {radix}");
            assert!(parse_number(rt, &text(&(largest + UBig::ONE)), radix.into()).is_err(), "{limit} + 1 in {radix}");
        }
        rt.budget.integer_bits = 5000;
        let power = UBig::ONE << 4999;
        assert!(parse_number(rt, &format!("{}/{power}", &power + UBig::ONE), 10).is_ok());
    }
}
