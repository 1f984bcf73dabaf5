//! Between exact and inexact, the parts of a ratio, and the simplest ratio near a number.

use dashu_int::ops::{BitTest, DivRem};
use dashu_int::{IBig, Sign};
use dashu_ratio::RBig;

use super::{NumberRef, bad_value, cost, is_exact, operand, operands};
use crate::fault::Result;
use crate::runtime::Runtime;
use crate::value::Value;

/// The exact number equal to `a`. The error names `function`.
pub fn to_exact(rt: &mut Runtime, function: &str, a: Value) -> Result<Value> {
    if is_exact(a) {
        return Ok(a);
    }
    match operand(rt, function, a)?.rational() {
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
    let ticks = cost::product(p, q).saturating_add(cost::divisor(p, q)).saturating_mul(4);
    cost::spend(rt, bits, ticks)?;
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
        rt.charge(cost::pass(bits).saturating_mul(8))?;
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

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;
    use proptest::prelude::*;

    fn simplest(a: &str, tolerance: &str) -> String {
        let rt = &mut runtime();
        let (x, t) = (read(rt, a), read(rt, tolerance));
        let result = approximate(rt, x, t);
        outcome(rt, result)
    }

    #[test]
    fn the_simplest_ratio_is_found() {
        for (a, tolerance, result) in [
            ("3.14159265359", "1e-5", "355/113"),
            ("-3.14159265359", "1e-2", "-22/7"),
            ("0.3333", "0.001", "1/3"),
            ("0.5", "0", "1/2"),
            ("1/7", "1", "0"),
            ("5", "1/2", "5"),
            ("4.9", "-0.25", "5"),
            ("2.5", "1", "2"),
            ("1e300", "0", &num_text(1e300).to_string()),
            ("+nan.0", "1", "bad-value"),
            ("1", "+inf.0", "bad-value"),
        ] {
            assert_eq!(simplest(a, tolerance), result, "{a} {tolerance}");
        }
    }

    fn num_text(x: f64) -> String {
        super::super::float::to_integer(x).unwrap().to_string()
    }

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
}
