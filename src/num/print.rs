//! From number to numeral. What [`number_to_string`] writes, [`super::parse::parse_number`] reads as the same number.

use std::fmt::Write;

use dashu_int::ops::{Abs, BitTest, DivRem};
use dashu_int::{IBig, Sign, UBig};

use super::{NumberRef, arith, bad_value, exact, operand, short};
use crate::fault::{Code, Result, fail_in, internal};
use crate::heap::Heap;
use crate::runtime::Runtime;
use crate::value::Value;

/// Integers of more digits than this are abbreviated in messages.
const BRIEF_DIGITS: f64 = 40.0;

/// Integers of more bits than this are shown without their last digits, which cost a division of the whole.
const BRIEF_BITS: usize = 1 << 18;

/// Bytes of most numerals of floats: the longest has 24, unless it has many zeros.
const USUAL_FLOAT: usize = 24;

/// The numeral of a number in `radix`: 2 to 36, and ten for floats.
pub fn number_to_string(rt: &mut Runtime, v: Value, radix: u32) -> Result<String> {
    let Some(base) = u8::try_from(radix).ok().filter(|r| (2..=36).contains(r)) else {
        return fail_in("number->string", Code::BadValue, format!("radix must be from 2 to 36, got {radix}"));
    };
    if base == 10
        && let Some(n) = short::integer(&rt.heap, v)
    {
        return Ok(n.to_string());
    }
    let x = operand(rt, "number->string", v)?;
    if let NumberRef::Float(x) = x {
        return if base == 10 {
            let own = rt.dialects.writing.notation().and_then(|n| n.float(x));
            Ok(own.unwrap_or_else(|| float_to_string(x)))
        } else {
            Err(bad_value(rt, "number->string", "exact in another radix than 10", v))
        };
    }
    let size = x.size();
    if size.total() > arith::INLINE_BITS {
        // In radix 2 every bit becomes a byte.
        rt.heap.reserve(size.total().saturating_add(2))?;
        if size.numerator.max(size.denominator) > arith::LONG_BITS {
            return long_numeral(rt, v, base);
        }
        let ticks = arith::digits(size.numerator).saturating_add(arith::digits(size.denominator));
        arith::spend(rt, size.numerator.max(size.denominator), ticks)?;
    }
    let text = match operand(rt, "number->string", v)? {
        NumberRef::Fixnum(n) => IBig::from(n).in_radix(base).to_string(),
        NumberRef::Integer(n) => n.in_radix(base).to_string(),
        NumberRef::Ratio(r) => format!("{}/{}", r.numerator().in_radix(base), r.denominator().in_radix(base)),
        NumberRef::Float(x) => float_to_string(x),
    };
    Ok(if rt.dialects.writing.writing().has_upper_digits && base > 10 { text.to_uppercase() } else { text })
}

/// The numeral of an integer or ratio of which a part is very long.
fn long_numeral(rt: &mut Runtime, v: Value, base: u8) -> Result<String> {
    let (n, d) = match operand(rt, "number->string", v)? {
        NumberRef::Integer(n) => (n.clone(), UBig::ONE),
        NumberRef::Ratio(r) => (r.numerator().clone(), r.denominator().clone()),
        NumberRef::Fixnum(_) | NumberRef::Float(_) => return internal("a short number that is long"),
    };
    let sign = if n.sign() == Sign::Negative { "-" } else { "" };
    let mut parts = vec![NumeralPart { n: exact::magnitude(&n), width: 0, after: sign }];
    if !d.is_one() {
        parts.insert(0, NumeralPart { n: d, width: 0, after: "/" });
    }
    NumeralWriter { text: String::new(), parts, base }.finish(rt)
}

/// A part of a numeral: a number that must have `width` digits, and the text before it.
struct NumeralPart {
    n: UBig,
    width: usize,
    after: &'static str,
}

/// A numeral that is being made: of a number that is long the upper and lower half, one after the other.
struct NumeralWriter {
    text: String,
    /// The next one is the last.
    parts: Vec<NumeralPart>,
    base: u8,
}
impl NumeralWriter {
    fn finish(mut self, rt: &mut Runtime) -> Result<String> {
        while let Some(part) = self.parts.pop() {
            self.add(rt, part)?;
        }
        let has_upper_digits = rt.dialects.writing.writing().has_upper_digits && self.base > 10;
        Ok(if has_upper_digits { self.text.to_uppercase() } else { self.text })
    }

    fn add(&mut self, rt: &mut Runtime, NumeralPart { n, width, after }: NumeralPart) -> Result<()> {
        let bits = n.bit_len();
        if bits > arith::LONG_BITS {
            let low_digits = ((bits / 2) as f64 / f64::from(self.base).log2()) as usize;
            let scale = super::parse::power(rt, self.base.into(), low_digits)?;
            arith::spend(rt, bits, arith::quotient(bits, bits / 2))?;
            let (high, low) = n.div_rem(&scale);
            self.parts.push(NumeralPart { n: low, width: low_digits, after: "" });
            self.parts.push(NumeralPart { n: high, width: width.saturating_sub(low_digits), after });
            return Ok(());
        }
        arith::spend(rt, bits, arith::digits(bits))?;
        let digits = n.in_radix(self.base).to_string();
        self.text.push_str(after);
        self.text.extend(std::iter::repeat_n('0', width.saturating_sub(digits.len())));
        self.text.push_str(&digits);
        Ok(())
    }
}

/// The shortest numeral that reads back as the same float: `5.234`, `1e-5`, `1e21`, `1.0`, `+inf.0`.
pub(crate) fn float_to_string(x: f64) -> String {
    if x.is_nan() {
        "+nan.0".to_owned()
    } else if x.is_infinite() {
        if x > 0.0 { "+inf.0" } else { "-inf.0" }.to_owned()
    } else {
        let mut text = String::with_capacity(USUAL_FLOAT);
        // Writing to a string does not fail.
        let _ = write!(text, "{x:?}");
        text
    }
}

/// A number for messages, in a line whatever its size: of a huge integer the first and last digits and how many there
/// are. Empty for what is no number.
pub(crate) fn brief(heap: &Heap, v: Value) -> String {
    let mut text = String::new();
    match NumberRef::of(heap, v) {
        Some(NumberRef::Fixnum(n)) => text = n.to_string(),
        Some(NumberRef::Float(x)) => text = float_to_string(x),
        Some(NumberRef::Integer(n)) => brief_integer(&mut text, n),
        Some(NumberRef::Ratio(r)) => {
            brief_integer(&mut text, r.numerator());
            text.push('/');
            brief_integer(&mut text, r.denominator().as_ibig());
        }
        None => {}
    }
    text
}

fn brief_integer(text: &mut String, n: &IBig) {
    let estimate = n.bit_len() as f64 * std::f64::consts::LOG10_2;
    // Writing to a string does not fail.
    if estimate <= BRIEF_DIGITS {
        let _ = write!(text, "{n}");
        return;
    }
    let (first, digits) = leading_digits(&exact::magnitude(n), estimate as usize);
    let sign = if n.sign() == Sign::Negative { "-" } else { "" };
    if n.bit_len() > BRIEF_BITS {
        let _ = write!(text, "{sign}{first}... ({digits} digits)");
        return;
    }
    let last = u64::try_from(n.abs() % IBig::from(100_000_000)).unwrap_or(0);
    let _ = write!(text, "{sign}{first}...{last:08} ({digits} digits)");
}

/// The first eight digits of a number and how many it has, given about how many.
///
/// Of more than ten thousand digits only the leading ones are examined, so that a message is cheap. A number that
/// differs from a power of ten after sixty digits may be shown as that power.
fn leading_digits(n: &UBig, about: usize) -> (UBig, usize) {
    let precision = if n.bit_len() <= 1 << 15 { n.bit_len() + 64 } else { 256 };
    let high = UBig::from(100_000_000u32);
    // Too little is dropped at first; from there it only goes up, so the search ends.
    let mut drop = about.saturating_sub(9);
    loop {
        // floor(n / 10^drop)
        let (power, exponent) = power_of_ten(drop, precision);
        let below = n.bit_len().saturating_sub(precision);
        let quotient = ((n >> below) << precision) / power;
        let shift = below as i64 - precision as i64 - exponent;
        let amount = shift.unsigned_abs() as usize;
        let first = if shift >= 0 { quotient << amount } else { quotient >> amount };
        if first < high {
            return (first, drop + 8);
        }
        drop += 1;
    }
}

/// Ten to the power of `n` as mantissa and binary exponent, the mantissa cut to `precision` bits.
fn power_of_ten(n: usize, precision: usize) -> (UBig, i64) {
    let (mut mantissa, mut exponent) = (UBig::ONE, 0i64);
    for bit in (0..usize::BITS - n.leading_zeros()).rev() {
        mantissa = &mantissa * &mantissa;
        exponent *= 2;
        if n >> bit & 1 == 1 {
            mantissa *= UBig::from(10u8);
        }
        let excess = mantissa.bit_len().saturating_sub(precision);
        mantissa >>= excess;
        exponent += excess as i64;
    }
    (mantissa, exponent)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::*;
    use super::*;
    use crate::num::parse::parse_number;

    #[test]
    fn floats_look_like_floats() {
        for (x, text) in [
            (1.0, "1.0"),
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (123_456_700.0, "123456700.0"),
            (-0.001, "-0.001"),
            (0.1 + 0.2, "0.30000000000000004"),
            (5.234, "5.234"),
            (1e-5, "1e-5"),
            (1e21, "1e21"),
            (f64::NAN, "+nan.0"),
            (f64::NEG_INFINITY, "-inf.0"),
            (1.5e300, "1.5e300"),
        ] {
            assert_eq!(float_to_string(x), text);
        }
    }

    #[test]
    fn very_long_numerals_are_made_of_parts() {
        let rt = &mut runtime();
        let n = -IBig::from(10).pow(330_000);
        let expected = format!("-1{}", "0".repeat(330_000));
        let v = rt.heap.integer(n.clone()).unwrap();
        assert!(number_to_string(rt, v, 10).unwrap() == expected);
        let back = read(rt, &expected);
        assert!(matches!(NumberRef::of(&rt.heap, back), Some(NumberRef::Integer(m)) if *m == n));
    }

    #[test]
    fn the_brief_form_has_the_right_digits() {
        let rt = &mut runtime();
        for exponent in [45usize, 60, 100, 1000, 20_000] {
            for (factor, off) in [(1, 0), (1, -1), (7, 12345), (999_999_999, 1)] {
                if exponent == 20_000 && factor == 1 {
                    continue;
                }
                let n: IBig = IBig::from(10).pow(exponent) * factor + off;
                let text = n.to_string();
                let v = rt.heap.integer(n).unwrap();
                let expected = format!("{}...{} ({} digits)", &text[..8], &text[text.len() - 8..], text.len());
                assert_eq!(brief(&rt.heap, v), expected);
            }
        }
        let huge = rt.heap.integer((IBig::ONE << 4_000_000) - IBig::ONE).unwrap();
        assert_eq!(brief(&rt.heap, huge), "96085073... (1204120 digits)");
        let short = read(rt, "-123456789012345678901234567891/7");
        assert_eq!(brief(&rt.heap, short), "-123456789012345678901234567891/7");
    }

    #[test]
    fn a_bad_radix_or_a_float_in_another_is_an_error() {
        let rt = &mut runtime();
        for radix in [0, 1, 37, 256, 266, u32::MAX] {
            assert!(number_to_string(rt, Value::fix(1), radix).is_err());
        }
        let half = rt.heap.float(0.5).unwrap();
        assert!(number_to_string(rt, half, 2).is_err());
        assert!(number_to_string(rt, Value::NIL, 10).is_err());
    }

    proptest! {
        #[test]
        fn every_float_reads_back(bits: u64) {
            let rt = &mut runtime();
            let x = f64::from_bits(bits);
            let v = rt.heap.float(x).unwrap();
            let text = show(rt, v);
            match parse_number(rt, &text, 10).unwrap() {
                Some(crate::num::Number::Float(y)) => {
                    prop_assert!(x.to_bits() == y.to_bits() || x.is_nan() && y.is_nan());
                }
                other => prop_assert!(false, "{text} reads as {other:?}"),
            }
        }

        #[test]
        fn exact_numbers_read_back_in_every_radix(a in edge(), b in edge(), scale in 0usize..400, radix in 2u32..=36) {
            prop_assume!(b != 0);
            let rt = &mut runtime();
            let n = rt.heap.integer(IBig::from(a) << scale).unwrap();
            let d = int(rt, b);
            let v = crate::num::div(rt, n, d).unwrap();
            let text = number_to_string(rt, v, radix).unwrap();
            let back = parse_number(rt, &text, radix).unwrap().unwrap().into_value(&mut rt.heap).unwrap();
            prop_assert!(crate::num::equal(&rt.heap, v, back), "{text}");
        }

        #[test]
        fn no_token_makes_the_parser_panic(text in "[-+./0-9a-zE ]{0,12}", radix in 0u32..40) {
            let rt = &mut runtime();
            let _ = parse_number(rt, &text, radix);
        }
    }
}
