//! Between exact and inexact, the parts of a ratio, and the simplest ratio near a number.

use dashu_int::ops::{BitTest, DivRem};
use dashu_int::{IBig, Sign, UBig};
use dashu_ratio::RBig;

use super::{NumberRef, arith, bad_value, compare, is_exact, operand, operands};
use crate::fault::Result;
use crate::runtime::Runtime;
use crate::value::Value;

/// The exact number equal to `a`. The error names `function`.
pub fn to_exact(rt: &mut Runtime, function: &str, a: Value) -> Result<Value> {
    if is_exact(a) {
        return Ok(a);
    }
    let x = operand(rt, function, a)?;
    if let NumberRef::Float(x) = x
        && let Some(n) = to_integer(x)
    {
        return rt.heap.integer(n);
    }
    match x.rational() {
        Some(r) => {
            let r = r.into_owned();
            rt.heap.ratio(r)
        }
        None => Err(bad_value(rt, function, "finite", a)),
    }
}

/// The float nearest to `a`. The error names `function`.
pub fn to_inexact(rt: &mut Runtime, function: &str, a: Value) -> Result<Value> {
    let x = operand(rt, function, a)?;
    if x.is_float() {
        return Ok(a);
    }
    let nearest = x.to_f64();
    rt.heap.float(nearest)
}

/// The numerator of an exact number in lowest terms.
pub(crate) fn numerator(rt: &mut Runtime, a: Value) -> Result<Value> {
    match operand(rt, "numerator", a)? {
        NumberRef::Ratio(r) => {
            let n = r.numerator().clone();
            rt.heap.integer(n)
        }
        NumberRef::Float(_) => Err(rt.wrong_type("numerator", "number", "an exact number", a)),
        _ => Ok(a),
    }
}

/// The denominator of an exact number in lowest terms; 1 for integers.
pub(crate) fn denominator(rt: &mut Runtime, a: Value) -> Result<Value> {
    match operand(rt, "denominator", a)? {
        NumberRef::Ratio(r) => {
            let d = r.denominator().clone();
            rt.heap.integer(d.into())
        }
        NumberRef::Float(_) => Err(rt.wrong_type("denominator", "number", "an exact number", a)),
        _ => Ok(Value::fix(1)),
    }
}

/// The simplest exact number within `tolerance` of `a`: that with the least denominator, then the least numerator.
pub(crate) fn approximate(rt: &mut Runtime, a: Value, tolerance: Value) -> Result<Value> {
    let (x, t) = operands(rt, "approximate", a, tolerance)?;
    let (p, q) = (x.size().total(), t.size().total());
    let bits = p.saturating_add(q);
    let ticks = arith::product(p, q).saturating_add(arith::divisor(p, q)).saturating_mul(4);
    arith::spend(rt, bits, ticks)?;
    let (x, t) = operands(rt, "approximate", a, tolerance)?;
    let Some(x) = x.rational() else { return Err(bad_value(rt, "approximate", "finite", a)) };
    let Some(t) = t.rational() else { return Err(bad_value(rt, "approximate", "finite", tolerance)) };
    let (low, high) = (&*x - &*t, &*x + &*t);
    let (low, high) = if low <= high { (low, high) } else { (high, low) };
    let simplest = if low.sign() == Sign::Positive && !low.is_zero() {
        simplest_between(rt, low, high)?
    } else if high.sign() == Sign::Negative {
        -simplest_between(rt, -high, -low)?
    } else {
        RBig::ZERO
    };
    rt.heap.ratio(simplest)
}

/// The simplest ratio in the closed interval, whose ends are positive.
///
/// Both ends are expanded into continued fractions as long as they agree; the first place where an integer fits between
/// them ends the expansion. `p1 / q1` and `p0 / q0` are the last two convergents.
fn simplest_between(rt: &mut Runtime, low: RBig, high: RBig) -> Result<RBig> {
    let (mut low_n, low_d) = low.into_parts();
    let (mut high_n, high_d) = high.into_parts();
    let (mut low_d, mut high_d) = (IBig::from(low_d), IBig::from(high_d));
    let (mut p0, mut q0, mut p1, mut q1) = (IBig::ZERO, IBig::ONE, IBig::ONE, IBig::ZERO);
    loop {
        let bits = low_n.bit_len().max(high_n.bit_len());
        rt.charge(arith::pass(bits).saturating_mul(8))?;
        let (whole, low_rest) = (&low_n).div_rem(&low_d);
        // The least integer between the ends, if there is one: the low end itself, or the next.
        let term = if low_rest.is_zero() {
            Some(whole.clone())
        } else {
            let next = &whole + IBig::ONE;
            (&next * &high_d <= high_n).then_some(next)
        };
        if let Some(term) = term {
            let (n, d) = (&term * p1 + p0, term * q1 + q0);
            return Ok(RBig::from_parts_signed(n, d));
        }
        // Both ends have the same whole part. What remains of them is turned upside down, which exchanges them.
        let high_rest = &high_n - &whole * &high_d;
        (p0, q0, p1, q1) = {
            let (p, q) = (&whole * &p1 + p0, whole * &q1 + q0);
            (p1, q1, p, q)
        };
        (low_n, low_d, high_n, high_d) = (high_d, high_rest, low_d, low_rest);
    }
}

/// The float nearest to `a`. The error of what is no number names `function`.
pub(crate) fn to_float(rt: &Runtime, function: &str, a: Value) -> Result<f64> {
    operand(rt, function, a).map(NumberRef::to_f64)
}

/// `f` of a number. Where `f` has no real result, the error says that the number must be `domain`.
pub(crate) fn of_float(rt: &mut Runtime, function: &str, a: Value, domain: &str, f: fn(f64) -> f64) -> Result<Value> {
    let x = to_float(rt, function, a)?;
    let result = f(x);
    if result.is_nan() && !x.is_nan() {
        return Err(bad_value(rt, function, domain, a));
    }
    rt.heap.float(result)
}

/// The logarithm of `a`: the natural one, or to `base`. Right also for exact numbers that no float can hold.
pub(crate) fn log(rt: &mut Runtime, a: Value, base: Option<Value>) -> Result<Value> {
    let x = positive(rt, a)?;
    let result = match base {
        None => logarithm(x, f64::ln),
        // These two are exact where the result is an integer, which a quotient of logarithms is not.
        Some(b) if b == Value::fix(2) => logarithm(x, f64::log2),
        Some(b) if b == Value::fix(10) => logarithm(x, f64::log10),
        Some(b) => {
            let divisor = logarithm(positive(rt, b)?, f64::ln);
            if divisor == 0.0 {
                return Err(bad_value(rt, "log", "another base than 1", b));
            }
            logarithm(x, f64::ln) / divisor
        }
    };
    rt.heap.float(result)
}

/// The number, unless it is negative or an exact zero.
fn positive(rt: &Runtime, a: Value) -> Result<NumberRef<'_>> {
    let x = operand(rt, "log", a)?;
    let sign = compare::sign_of(x);
    if sign < 0 || sign == 0 && !x.is_float() { Err(bad_value(rt, "log", "positive", a)) } else { Ok(x) }
}

fn logarithm(x: NumberRef<'_>, f: fn(f64) -> f64) -> f64 {
    let nearest = x.to_f64();
    match x {
        // Too large or too small for a float: take the parts apart.
        NumberRef::Integer(n) if !nearest.is_normal() => log_integer(n, f),
        NumberRef::Ratio(r) if !nearest.is_normal() => {
            log_integer(r.numerator(), f) - log_integer(r.denominator().as_ibig(), f)
        }
        _ => f(nearest),
    }
}

/// The logarithm of a positive integer of any size.
pub(super) fn log_integer(n: &IBig, f: fn(f64) -> f64) -> f64 {
    let below = n.bit_len().saturating_sub(64);
    f(from_integer(&(n >> below))) + below as f64 * f(2.0)
}

/// From here on every float is an integer.
pub(super) const ALL_INTEGERS: f64 = (1u64 << 52) as f64;

/// A finite float as `mantissa * 2^exponent`.
pub(super) fn decode(x: f64) -> Option<(i64, i32)> {
    if !x.is_finite() {
        return None;
    }
    let bits = x.to_bits();
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let biased = (bits >> 52 & 0x7ff) as i32;
    let (mantissa, exponent) = if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) };
    Some((if x.is_sign_negative() { -mantissa } else { mantissa }, exponent))
}

/// The integer that a float is, if it is one.
pub(super) fn to_integer(x: f64) -> Option<IBig> {
    if x.abs() < ALL_INTEGERS {
        return (x.trunc() == x).then(|| IBig::from(x as i64));
    }
    let (mantissa, exponent) = decode(x)?;
    Some(IBig::from(mantissa) << usize::try_from(exponent).ok()?)
}

/// The exact value of a finite float.
pub(super) fn to_ratio(x: f64) -> Option<RBig> {
    let (mantissa, exponent) = decode(x)?;
    let shift = exponent.unsigned_abs() as usize;
    Some(if exponent >= 0 {
        RBig::from(IBig::from(mantissa) << shift)
    } else {
        RBig::from_parts(mantissa.into(), UBig::ONE << shift)
    })
}

/// The float nearest to an integer; halfway, the even one.
pub(super) fn from_integer(n: &IBig) -> f64 {
    let size = n.bit_len();
    if size > 1024 {
        return if n.sign() == Sign::Negative { f64::NEG_INFINITY } else { f64::INFINITY };
    }
    if let Ok(small) = i64::try_from(n) {
        return small as f64;
    }
    let below = size.saturating_sub(64);
    let top = u64::try_from(magnitude(n) >> below).unwrap_or(u64::MAX);
    let rest = n.trailing_zeros().is_some_and(|zeros| zeros < below);
    let normal = top.leading_zeros();
    assemble(n.sign() == Sign::Negative, top << normal, below as i64 - i64::from(normal), rest)
}

/// The float nearest to a ratio; halfway, the even one.
pub(super) fn from_ratio(r: &RBig) -> f64 {
    let (n, d) = (magnitude(r.numerator()), r.denominator());
    nearest_quotient(r.numerator().sign() == Sign::Negative, n, d)
}

/// The float nearest to `n / d`, for `d` not zero.
fn nearest_quotient(negative: bool, n: UBig, d: &UBig) -> f64 {
    if n.is_zero() {
        return 0.0;
    }
    let excess = n.bit_len() as i64 - d.bit_len() as i64;
    if !(-1200..=1100).contains(&excess) {
        let extreme = if excess > 0 { f64::INFINITY } else { 0.0 };
        return if negative { -extreme } else { extreme };
    }
    // The quotient gets 65 or 66 bits.
    let shift = 65 - excess;
    let amount = shift.unsigned_abs() as usize;
    let (n, d) = if shift >= 0 { (n << amount, d.clone()) } else { (n, d << amount) };
    let (quotient, remainder) = (&n / &d, &n % &d);
    let quotient = u128::try_from(quotient).unwrap_or(u128::MAX);
    let drop = 64 - quotient.leading_zeros().min(64);
    let top = (quotient >> drop) as u64;
    let rest = !remainder.is_zero() || (u128::from(top) << drop) != quotient;
    assemble(negative, top, i64::from(drop) - shift, rest)
}

/// The float nearest to `n * 2^exponent`, where `inexact` says that a little more is meant.
pub(super) fn scaled(n: &UBig, exponent: i64, inexact: bool) -> f64 {
    let below = n.bit_len().saturating_sub(64);
    let top = u64::try_from(n >> below).unwrap_or(u64::MAX);
    if top == 0 {
        return 0.0;
    }
    let rest = inexact || n.trailing_zeros().is_some_and(|zeros| zeros < below);
    let normal = top.leading_zeros();
    assemble(false, top << normal, below as i64 + exponent - i64::from(normal), rest)
}

/// Rounds `top * 2^exponent`, plus something less than one unit if `rest`. The highest bit of `top` is set.
fn assemble(negative: bool, top: u64, exponent: i64, rest: bool) -> f64 {
    let sign = u64::from(negative) << 63;
    // The exponent of the highest bit decides how many bits of precision there are: fewer below the normal range.
    let high = exponent.saturating_add(63);
    let precision = 53 - (-1022 - high).max(0);
    if precision < 0 {
        return f64::from_bits(sign);
    }
    if high > 1023 {
        return f64::from_bits(sign | f64::INFINITY.to_bits());
    }
    let shift = (64 - precision) as u32;
    let wide = u128::from(top);
    let (kept, dropped, half) = ((wide >> shift) as u64, wide & ((1u128 << shift) - 1), 1u128 << (shift - 1));
    let up = dropped > half || dropped == half && (rest || kept & 1 == 1);
    // A carry out of the mantissa lands in the exponent, where it belongs; from the largest it makes infinity.
    let field = (high + 1022).max(0) as u64;
    f64::from_bits(sign | ((field << 52) + kept + u64::from(up)))
}

/// The absolute value.
pub(super) fn magnitude(n: &IBig) -> UBig {
    n.clone().into_parts().1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::*;
    use super::*;

    proptest! {
        #[test]
        fn no_simpler_ratio_lies_within(n in -3000i64..3000, d in 1i64..60, tn in 0i64..50, td in 1i64..200) {
            let rt = &mut runtime();
            let (x, t) = (read(rt, &format!("{n}/{d}")), read(rt, &format!("{tn}/{td}")));
            let result = approximate(rt, x, t).unwrap();
            let got = match show(rt, result).split_once('/') {
                Some((p, q)) => (p.parse::<i64>().unwrap(), q.parse::<i64>().unwrap()),
                None => (show(rt, result).parse().unwrap(), 1),
            };
            // By brute force: the first denominator that has a numerator within, and the smallest of these.
            let within = |p: i64, q: i64| (p * d - n * q).abs() * td <= tn * d * q;
            let numerator = |q| (0..=6000 * q).flat_map(|p| [p, -p]).find(|&p| within(p, q));
            let expected = (1..=60).find_map(|q| numerator(q).map(|p| (p, q)));
            prop_assert_eq!(Some(got), expected);
        }
    }

    fn ratio(n: IBig, d: UBig) -> RBig {
        RBig::from_parts(n, d)
    }

    #[test]
    fn huge_parts_make_an_ordinary_quotient() {
        let big = IBig::from(10).pow(5000);
        let third = ratio(big.clone(), magnitude(&big) * UBig::from(3u8) + UBig::ONE);
        assert_eq!(from_ratio(&third), 1.0 / 3.0);
        assert_eq!(from_ratio(&ratio(big.clone(), UBig::from(7u8))), f64::INFINITY);
        assert_eq!(from_ratio(&ratio(IBig::from(-1), magnitude(&big))).to_bits(), (-0.0f64).to_bits());
        assert_eq!(from_integer(&big), f64::INFINITY);
        assert_eq!(from_integer(&-big), f64::NEG_INFINITY);
    }

    #[test]
    fn halfway_goes_to_the_even_neighbour() {
        let n = |bits: u32, off: i64| IBig::from(1) << bits as usize | IBig::from(off);
        assert_eq!(from_integer(&n(53, 1)), 9007199254740992.0);
        assert_eq!(from_integer(&n(53, 3)), 9007199254740996.0);
        assert_eq!(from_integer(&((IBig::from(1) << 200) + (IBig::from(1) << 147))), 2f64.powi(200));
        assert_eq!(
            from_integer(&((IBig::from(1) << 200) + (IBig::from(1) << 147) + 1)),
            2f64.powi(200) * (1.0 + f64::EPSILON)
        );
        let least = ratio(IBig::from(1), UBig::ONE << 1075);
        assert_eq!(from_ratio(&least), 0.0);
        assert_eq!(from_ratio(&(least * RBig::from(3) / RBig::from(2))), f64::from_bits(1));
    }

    proptest! {
        #[test]
        fn every_finite_float_survives_being_exact(bits: u64) {
            let x = f64::from_bits(bits);
            match to_ratio(x) {
                Some(r) => prop_assert_eq!(from_ratio(&r), x),
                None => prop_assert!(!x.is_finite()),
            }
        }

        #[test]
        fn integers_round_as_the_processor_does(n: i128) {
            prop_assert_eq!(from_integer(&IBig::from(n)), n as f64);
        }

        #[test]
        fn small_quotients_round_as_the_processor_does(n in -(1i64 << 53)..(1 << 53), d in 1u64..(1 << 53)) {
            prop_assert_eq!(from_ratio(&ratio(n.into(), d.into())), n as f64 / d as f64);
        }
    }
}
