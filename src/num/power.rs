//! Powers and square roots: exact where the result is.

use dashu_int::ops::{BitTest, SquareRoot, SquareRootRem};
use dashu_int::{IBig, Sign, UBig};
use dashu_ratio::RBig;

use super::{Number, NumberRef, arith, bad_value, compare, division_by_zero, exact, operand, operands};
use crate::fault::{Limit, Result};
use crate::runtime::Runtime;
use crate::value::Value;

/// `base` to the power of `exponent`.
pub(crate) fn expt(rt: &mut Runtime, base: Value, exponent: Value) -> Result<Value> {
    let (x, y) = operands(rt, "expt", base, exponent)?;
    match (x, y) {
        (NumberRef::Float(_), _) | (_, NumberRef::Float(_)) => float_power(rt, base, exponent),
        (_, NumberRef::Fixnum(n)) => exact_power(rt, base, n),
        // An exponent that large leaves a result only for 0, 1 and -1.
        (NumberRef::Fixnum(-1), NumberRef::Integer(n)) => Ok(Value::fix(if n.bit(0) { -1 } else { 1 })),
        (NumberRef::Fixnum(1), NumberRef::Integer(_)) => Ok(base),
        (NumberRef::Fixnum(0), NumberRef::Integer(_) | NumberRef::Ratio(_)) => {
            if compare::sign_of(y) > 0 {
                Ok(base)
            } else {
                Err(division_by_zero("expt", base))
            }
        }
        (_, NumberRef::Integer(_)) => Err(Limit::IntegerBits.into()),
        (_, NumberRef::Ratio(r)) => {
            // A power of the square root, where that is exact.
            let halves = (*r.denominator() == UBig::from(2u8)).then(|| i64::try_from(r.numerator()).ok()).flatten();
            if let Some(n) = halves
                && compare::sign_of(x) > 0
            {
                let root = sqrt(rt, base)?;
                if !root.is_float() {
                    return exact_power(rt, root, n);
                }
            }
            float_power(rt, base, exponent)
        }
    }
}

fn float_power(rt: &mut Runtime, base: Value, exponent: Value) -> Result<Value> {
    let (x, y) = operands(rt, "expt", base, exponent)?;
    let (x, y) = (x.to_f64(), y.to_f64());
    let result = x.powf(y);
    if result.is_nan() && !x.is_nan() && !y.is_nan() {
        return Err(bad_value(rt, "expt", "zero or positive for this exponent", base));
    }
    rt.heap.float(result)
}

fn exact_power(rt: &mut Runtime, base: Value, exponent: i64) -> Result<Value> {
    let x = operand(rt, "expt", base)?;
    if exponent < 0 && compare::sign_of(x) == 0 {
        return Err(division_by_zero("expt", base));
    }
    let Ok(amount) = usize::try_from(exponent.unsigned_abs()) else { return Err(Limit::IntegerBits.into()) };
    // The size of the result follows from the logarithm of the base: exactly enough to refuse it in advance.
    let per_factor = match x {
        NumberRef::Fixnum(-1..=1) => 0.0,
        NumberRef::Fixnum(n) => (n.unsigned_abs() as f64).log2(),
        NumberRef::Integer(n) => binary_logarithm(n),
        NumberRef::Ratio(r) => binary_logarithm(r.numerator()).max(binary_logarithm(r.denominator().as_ibig())),
        NumberRef::Float(_) => return float_power(rt, base, Value::fix(exponent)),
    };
    // The conversion saturates.
    let bits = (per_factor * amount as f64) as usize;
    let half = bits / 2;
    arith::spend(rt, bits.saturating_add(64), arith::product(half, half).saturating_mul(2))?;
    let result = match operand(rt, "expt", base)? {
        NumberRef::Fixnum(n) => power(&IBig::from(n), amount, exponent < 0),
        NumberRef::Integer(n) => power(n, amount, exponent < 0),
        NumberRef::Ratio(r) => {
            let (n, d) = (r.numerator().pow(amount), r.denominator().pow(amount));
            let sign = n.sign();
            Number::Ratio(if exponent < 0 {
                RBig::from_parts(IBig::from_parts(sign, d), exact::magnitude(&n))
            } else {
                RBig::from_parts(n, d)
            })
        }
        NumberRef::Float(x) => Number::Float(x),
    };
    result.into_value(&mut rt.heap)
}

/// `n^amount`, or one divided by it. `n` is not zero in the second case.
fn power(n: &IBig, amount: usize, inverse: bool) -> Number {
    let result = match (n.is_zero(), amount) {
        (_, 0) => IBig::ONE,
        (true, _) => IBig::ZERO,
        _ => n.pow(amount),
    };
    if inverse { Number::Ratio(RBig::from_parts_signed(IBig::ONE, result)) } else { Number::Integer(result) }
}

/// The binary logarithm of the magnitude, slightly rounded up.
fn binary_logarithm(n: &IBig) -> f64 {
    let below = n.bit_len().saturating_sub(64);
    let top = n >> below;
    exact::log_integer(&IBig::from_parts(Sign::Positive, exact::magnitude(&top)), f64::log2) + below as f64 + 1e-9
}

/// The square root: exact if `a` is an exact square, else the nearest float.
pub(crate) fn sqrt(rt: &mut Runtime, a: Value) -> Result<Value> {
    let x = operand(rt, "sqrt", a)?;
    if compare::sign_of(x) < 0 {
        return Err(bad_value(rt, "sqrt", "zero or positive", a));
    }
    if let NumberRef::Fixnum(n) = x
        && n < 1 << 52
    {
        let root = (n as f64).sqrt();
        let whole = root as i64;
        return if whole * whole == n { Ok(Value::fix(whole)) } else { rt.heap.float(root) };
    }
    if let NumberRef::Float(x) = x {
        return rt.heap.float(x.sqrt());
    }
    let bits = x.size().total();
    arith::spend(rt, bits, arith::product(bits, bits).saturating_mul(2))?;
    let result = match operand(rt, "sqrt", a)?.rational() {
        Some(r) => root(r.numerator().as_ubig().unwrap_or(&UBig::ZERO), r.denominator()),
        None => Number::Fixnum(0),
    };
    result.into_value(&mut rt.heap)
}

/// The square root of `n / d`, which are in lowest terms.
fn root(n: &UBig, d: &UBig) -> Number {
    let ((p, over), (q, under)) = (n.sqrt_rem(), d.sqrt_rem());
    if over.is_zero() && under.is_zero() {
        return Number::Ratio(RBig::from_parts(p.into(), q));
    }
    // Scaled by a power of four to at least 130 bits, the quotient's root has more bits than a float.
    let shift = (130 - (n.bit_len() as i64 - d.bit_len() as i64)).div_euclid(2) + 1;
    let amount = (shift.unsigned_abs() as usize).saturating_mul(2);
    let (n, d) = if shift >= 0 { (n << amount, d.clone()) } else { (n.clone(), d << amount) };
    let (quotient, rest) = (&n / &d, &n % &d);
    let (root, more) = quotient.sqrt_rem();
    Number::Float(exact::scaled(&root, -shift, !rest.is_zero() || !more.is_zero()))
}

/// The greatest integer whose square is not above `a`, which must be an exact integer.
pub(crate) fn isqrt(rt: &mut Runtime, a: Value) -> Result<Value> {
    let x = operand(rt, "isqrt", a)?;
    let bits = x.size().numerator;
    if !matches!(x, NumberRef::Fixnum(_) | NumberRef::Integer(_)) {
        return Err(rt.wrong_type("isqrt", "number", "an exact integer", a));
    }
    arith::spend(rt, bits, arith::product(bits, bits).saturating_mul(2))?;
    let root = match operand(rt, "isqrt", a)?.integer() {
        Some(n) => n.as_ubig().map(UBig::sqrt),
        None => None,
    };
    match root {
        Some(root) => rt.heap.integer(root.into()),
        None => Err(bad_value(rt, "isqrt", "zero or positive", a)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::*;
    use super::*;

    proptest! {
        #[test]
        fn the_integer_root_is_the_greatest(n in 0i128..i128::MAX) {
            let rt = &mut runtime();
            let x = int(rt, n);
            let root: i128 = show_root(rt, x);
            prop_assert!(root * root <= n && (root + 1).checked_mul(root + 1).is_none_or(|s| s > n));
        }

        #[test]
        fn small_ratios_have_the_processors_roots(n in 1i64..1 << 53) {
            let rt = &mut runtime();
            let (x, shift) = (int(rt, i128::from(n) << 60), int(rt, 1 << 60));
            let quotient = super::super::div(rt, x, shift).unwrap();
            let root = sqrt(rt, quotient).unwrap();
            prop_assert_eq!(exact::to_float(rt, "sqrt", root).unwrap(), (n as f64).sqrt());
            let scaled = sqrt(rt, x).unwrap();
            prop_assert_eq!(exact::to_float(rt, "sqrt", scaled).unwrap(), (n as f64).sqrt() * 2f64.powi(30));
        }
    }

    fn show_root(rt: &mut Runtime, x: Value) -> i128 {
        let root = isqrt(rt, x).unwrap();
        show(rt, root).parse().unwrap()
    }
}
