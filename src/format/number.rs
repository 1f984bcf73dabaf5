//! Numbers as `format` writes them: decimal digits with exact rounding, integers in groups of digits.

use dashu_int::ops::{BitTest, DivRem};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::fault::Result;
use crate::num::Number;
use crate::num::print::number_to_string;
use crate::printer::{PrintStyle, print};
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

/// Digits after the point that no double has: its last possible one is at place 1074.
const FLOAT_PLACES: i64 = 1100;

/// Significant digits that no double has; the largest number of them is 767.
const FLOAT_DIGITS: usize = 800;

/// A finite real number without its sign.
#[derive(Debug)]
pub struct Real {
    /// Whether it is below zero, or the float `-0.0`.
    pub negative: bool,
    magnitude: Magnitude,
}

#[derive(Debug)]
enum Magnitude {
    Float(f64),
    Integer(UBig),
    Ratio(UBig, UBig),
}

/// The number 0.d₁d₂d₃... × 10^`point`. Digits beyond the last are zeros; zero has none.
#[derive(Debug, Clone, PartialEq)]
pub struct Decimal {
    /// The digits.
    pub digits: String,
    /// Digits before the point.
    pub point: i64,
}

impl Real {
    /// Returns a value as a number, if it is a finite one.
    #[must_use]
    pub fn of(rt: &Runtime, v: Value) -> Option<Real> {
        let integer = |n: IBig| {
            let (sign, magnitude) = n.into_parts();
            Real { negative: sign == dashu_int::Sign::Negative, magnitude: Magnitude::Integer(magnitude) }
        };
        match Number::from_value(&rt.heap, v)? {
            Number::Fixnum(n) => Some(integer(n.into())),
            Number::Integer(n) => Some(integer(n)),
            Number::Ratio(r) => {
                let (numerator, denominator) = r.into_parts();
                let (sign, numerator) = numerator.into_parts();
                let negative = sign == dashu_int::Sign::Negative;
                Some(Real { negative, magnitude: Magnitude::Ratio(numerator, denominator) })
            }
            Number::Float(x) => {
                x.is_finite().then(|| Real { negative: x.is_sign_negative(), magnitude: Magnitude::Float(x.abs()) })
            }
        }
    }

    /// Returns the fewest digits that read back as the same float; all digits of an integer. A ratio counts as the float
    /// nearest to it.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn shortest(&self, rt: &mut Runtime) -> Result<Decimal> {
        match &self.magnitude {
            Magnitude::Float(x) => Ok(scientific(&format!("{x:e}"))),
            Magnitude::Integer(n) => all_digits(rt, n, 0),
            Magnitude::Ratio(n, d) => {
                let x = RBig::from_parts(n.clone().into(), d.clone()).to_f64().value();
                if x.is_finite() && x > 0.0 { Ok(scientific(&format!("{x:e}"))) } else { self.significant(rt, 17) }
            }
        }
    }

    /// Returns it rounded to `places` digits after the point; to tens, hundreds ... if that is negative.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn rounded(&self, rt: &mut Runtime, places: i64) -> Result<Decimal> {
        match &self.magnitude {
            Magnitude::Float(x) if places >= 0 => {
                let text = format!("{:.*}", places.min(FLOAT_PLACES) as usize, x);
                let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
                Ok(Decimal::new(format!("{whole}{fraction}"), whole.len() as i64))
            }
            Magnitude::Float(x) => {
                let (n, d) = fraction(*x);
                exactly_rounded(rt, &n, &d, places)
            }
            Magnitude::Integer(n) if places >= 0 => all_digits(rt, n, 0),
            Magnitude::Integer(n) => exactly_rounded(rt, n, &UBig::ONE, places),
            Magnitude::Ratio(n, d) => exactly_rounded(rt, n, d, places),
        }
    }

    /// Returns it rounded to `count` digits, at least 1, from the first that is not zero.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn significant(&self, rt: &mut Runtime, count: usize) -> Result<Decimal> {
        let count = count.max(1);
        match &self.magnitude {
            Magnitude::Float(x) => Ok(scientific(&format!("{:.*e}", count.min(FLOAT_DIGITS) - 1, x))),
            Magnitude::Integer(n) => {
                let length = all_digits(rt, n, 0)?.point;
                self.rounded(rt, i64::try_from(count).unwrap_or(i64::MAX).saturating_sub(length))
            }
            Magnitude::Ratio(n, d) => {
                // The position of the point for the least ratio with numbers of this length in bits. It may be one
                // digit too low, never too high. The result then has a digit more than requested, which shows the
                // error.
                let bits = n.bit_len() as i64 - d.bit_len() as i64 - 1;
                let mut point = (bits as f64 * std::f64::consts::LOG10_2).floor() as i64 + 1;
                let wanted = i64::try_from(count).unwrap_or(i64::MAX);
                loop {
                    let decimal = exactly_rounded(rt, n, d, wanted.saturating_sub(point))?;
                    // Rounded up to a power of ten: fewer digits would have made the same.
                    let rolled_over = decimal.digits == "1";
                    if decimal.point <= point || rolled_over {
                        return Ok(decimal);
                    }
                    point = decimal.point;
                }
            }
        }
    }
}

impl Decimal {
    /// From digits that may begin with zeros; the point stands after the first `point` of them.
    fn new(digits: String, point: i64) -> Decimal {
        let significant = digits.trim_start_matches('0');
        if significant.is_empty() {
            return Decimal { digits: String::new(), point: 0 };
        }
        let point = point - (digits.len() - significant.len()) as i64;
        Decimal { digits: significant.trim_end_matches('0').to_string(), point }
    }

    /// Returns it times 10^`k`.
    #[must_use]
    pub fn scaled(mut self, k: i64) -> Decimal {
        if !self.digits.is_empty() {
            self.point = self.point.saturating_add(k);
        }
        self
    }

    /// Returns whether it is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// Returns the number of digits after the point.
    #[must_use]
    pub fn places(&self) -> usize {
        let length = i64::try_from(self.digits.len()).unwrap_or(i64::MAX);
        usize::try_from(length.saturating_sub(self.point)).unwrap_or(0)
    }
}

/// The digits of `1.25e-3`.
fn scientific(text: &str) -> Decimal {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let exponent: i64 = exponent.parse().unwrap_or(0);
    Decimal::new(mantissa.replace('.', ""), exponent + 1)
}

/// The digits of `n` × 10^-`places`.
fn all_digits(rt: &mut Runtime, n: &UBig, places: i64) -> Result<Decimal> {
    let bits = n.bit_len();
    pay(rt, bits, bits)?;
    // A decimal digit takes about a third of the bits.
    rt.heap.reserve(bits / 2)?;
    let digits = n.to_string();
    let point = i64::try_from(digits.len()).unwrap_or(i64::MAX).saturating_sub(places);
    Ok(Decimal::new(digits, point))
}

/// `n`/`d` rounded to `places` digits after the point, by integer division.
fn exactly_rounded(rt: &mut Runtime, n: &UBig, d: &UBig, places: i64) -> Result<Decimal> {
    let power = usize::try_from(places.unsigned_abs()).unwrap_or(usize::MAX);
    // 10 has fewer than 10/3 bits.
    let bits = (power / 3).saturating_mul(10).saturating_add(10).saturating_add(n.bit_len().max(d.bit_len()));
    if places < 0 && power > n.bit_len() {
        // Less than a tenth of a unit: do not make the power to find that out.
        return Ok(Decimal { digits: String::new(), point: 0 });
    }
    rt.reserve_bits(bits)?;
    pay(rt, bits, bits)?;
    let scale = UBig::from(10u8).pow(power);
    let (n, d) = if places < 0 { (n.clone(), d * scale) } else { (n * scale, d.clone()) };
    if d.is_zero() {
        return Ok(Decimal { digits: String::new(), point: 0 });
    }
    let (mut quotient, remainder) = n.div_rem(&d);
    let up = match (remainder << 1usize).cmp(&d) {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Equal => quotient.bit(0),
        std::cmp::Ordering::Greater => true,
    };
    if up {
        quotient += UBig::ONE;
    }
    all_digits(rt, &quotient, places)
}

/// A float that is not negative as a fraction.
fn fraction(x: f64) -> (UBig, UBig) {
    let bits = x.to_bits();
    let (exponent, mantissa) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    let (mantissa, exponent) = if exponent == 0 { (mantissa, -1074) } else { (mantissa | 1 << 52, exponent - 1075) };
    let shift = exponent.unsigned_abs() as usize;
    if exponent < 0 { (UBig::from(mantissa), UBig::ONE << shift) } else { (UBig::from(mantissa) << shift, UBig::ONE) }
}

/// Pays for work on numbers of `a` and `b` bits that grows with the product of their lengths.
fn pay(rt: &mut Runtime, a: usize, b: usize) -> Result<()> {
    rt.charge((a / 64).saturating_mul(b / 64) / 64)
}

/// Returns a number with a point and without exponent. With a width but no number of places, there are as many as fit.
///
/// # Errors
/// When a limit is reached.
pub fn fixed_text(
    rt: &mut Runtime,
    real: &Real,
    sign: &str,
    width: Option<usize>,
    places: Option<usize>,
    scale: i64,
) -> Result<String> {
    let room = width.map(|w| w.saturating_sub(sign.len()));
    let body = match (places, room) {
        (Some(places), _) => rounded_text(rt, real, places, scale)?,
        (None, room) => {
            let decimal = real.shortest(rt)?.scaled(scale);
            let most = decimal.places().max(1);
            let shortest = plain(rt, &decimal, most)?;
            match room {
                Some(room) if shortest.len() > room => {
                    let whole = usize::try_from(decimal.point).unwrap_or(0);
                    fitting(rt, real, room, scale, room.saturating_sub(whole + 1).min(most))?
                }
                _ => shortest,
            }
        }
    };
    let body = room.map_or(body.as_str(), |room| without_zero(&body, room));
    Ok(format!("{sign}{body}"))
}

/// Returns the text without the zero before the point where there is no room for it.
#[must_use]
pub fn without_zero(text: &str, room: usize) -> &str {
    match text.strip_prefix('0') {
        Some(bare) if text.len() > room && bare.len() > 1 => bare,
        _ => text,
    }
}

/// With `places` places, or one less where rounding up has made the whole part too long for that.
fn fitting(rt: &mut Runtime, real: &Real, room: usize, scale: i64, places: usize) -> Result<String> {
    let text = rounded_text(rt, real, places, scale)?;
    if without_zero(&text, room).len() > room && places > 0 {
        return rounded_text(rt, real, places - 1, scale);
    }
    Ok(text)
}

/// Returns a number rounded to `places` digits after the point.
///
/// # Errors
/// When a limit is reached.
pub fn rounded_text(rt: &mut Runtime, real: &Real, places: usize, scale: i64) -> Result<String> {
    let at = i64::try_from(places).unwrap_or(i64::MAX).saturating_add(scale);
    let decimal = real.rounded(rt, at)?.scaled(scale);
    plain(rt, &decimal, places)
}

/// Returns `12.50`: all of the whole part, a point, and `places` digits.
///
/// # Errors
/// When a limit is reached.
pub fn plain(rt: &mut Runtime, decimal: &Decimal, places: usize) -> Result<String> {
    let whole = usize::try_from(decimal.point).unwrap_or(0);
    let size = whole.saturating_add(places).saturating_add(2);
    rt.charge(size / 32)?;
    rt.heap.reserve(size)?;
    let (before, after) = decimal.digits.split_at_checked(whole).unwrap_or((&decimal.digits, ""));
    let mut text = String::with_capacity(size);
    text.push_str(if whole == 0 { "0" } else { before });
    zeros(&mut text, whole.saturating_sub(before.len()));
    text.push('.');
    let start = text.len();
    let leading = usize::try_from(decimal.point.saturating_neg()).unwrap_or(0);
    zeros(&mut text, if decimal.is_zero() { 0 } else { leading.min(places) });
    text.push_str(after.get(..places - (text.len() - start)).unwrap_or(after));
    let missing = places.saturating_sub(text.len() - start);
    zeros(&mut text, missing);
    Ok(text)
}

fn zeros(text: &mut String, count: usize) {
    text.extend(std::iter::repeat_n('0', count));
}

/// Digits in groups, counted from the right.
fn grouped(digits: &str, comma: char, interval: usize) -> String {
    let (sign, digits) = digits.split_at(usize::from(digits.starts_with('-')));
    let mut text = sign.to_string();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(interval) {
            text.push(comma);
        }
        text.push(c);
    }
    text
}

/// Returns an integer in a radix, in groups of digits where a separator and their length are given. Another value is
/// returned as people read it.
///
/// # Errors
/// When a limit is reached.
pub fn integer_text(
    rt: &mut Runtime,
    v: Value,
    radix: u32,
    is_signed: bool,
    groups: Option<(char, usize)>,
) -> Result<String> {
    if !is_integer(v) {
        return if v.is(Kind::RATIO) { number_to_string(rt, v, radix) } else { print(rt, v, PrintStyle::Display) };
    }
    let mut digits = number_to_string(rt, v, radix)?;
    if let Some((comma, interval)) = groups {
        rt.charge(digits.len() / 8)?;
        rt.heap.reserve(digits.len().saturating_mul(1 + comma.len_utf8()))?;
        digits = grouped(&digits, comma, interval.max(1));
    }
    Ok(if is_signed && !digits.starts_with('-') { format!("+{digits}") } else { digits })
}

/// Returns the sign of a number, which is empty for a positive one unless `always` asks for it.
#[must_use]
pub fn sign(real: &Real, always: bool) -> &'static str {
    match (real.negative, always) {
        (true, _) => "-",
        (false, true) => "+",
        (false, false) => "",
    }
}

/// Returns whether a value is an integer.
#[must_use]
pub fn is_integer(v: Value) -> bool {
    v.is_fixnum() || v.is(Kind::BIGINT)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::builtins::tests::engine;

    fn float(x: f64) -> Real {
        Real { negative: x < 0.0, magnitude: Magnitude::Float(x.abs()) }
    }

    fn ratio(x: f64) -> Real {
        let (n, d) = fraction(x.abs());
        Real { negative: x < 0.0, magnitude: Magnitude::Ratio(n, d) }
    }

    fn finite() -> impl Strategy<Value = f64> {
        prop_oneof![any::<f64>(), -1e6..1e6, (0u32..100_000).prop_map(|n| f64::from(n) / 1024.0)]
            .prop_filter("finite", |x| x.is_finite() && *x != 0.0)
    }

    proptest! {
        #[test]
        fn the_exact_way_and_the_fast_way_round_alike(x in finite(), places in 0i64..40) {
            let rt = &mut engine();
            prop_assert_eq!(float(x).rounded(rt, places).unwrap(), ratio(x).rounded(rt, places).unwrap());
        }

        #[test]
        fn significant_digits_are_the_same_both_ways(x in finite(), count in 1usize..40) {
            let rt = &mut engine();
            prop_assert_eq!(float(x).significant(rt, count).unwrap(), ratio(x).significant(rt, count).unwrap());
        }

        #[test]
        fn the_shortest_digits_read_back(x in finite()) {
            let rt = &mut engine();
            for real in [float(x), ratio(x)] {
                let d = real.shortest(rt).unwrap();
                let back: f64 = format!("0.{}e{}", d.digits, d.point).parse().unwrap();
                prop_assert_eq!(back, x.abs());
            }
        }
    }

    #[test]
    fn tens_are_rounded_half_to_even() {
        let rt = &mut engine();
        for (x, places, digits, point) in
            [(25.0, -1, "2", 2), (35.0, -1, "4", 2), (94.9, -2, "1", 3), (49.0, -2, "", 0)]
        {
            let expected = Decimal { digits: digits.to_string(), point };
            assert_eq!(float(x).rounded(rt, places).unwrap(), expected, "{x} {places}");
        }
    }
}
