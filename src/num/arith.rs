//! Sums, differences, products and quotients; powers and square roots, exact where the result is.

use dashu_int::ops::{BitTest, SquareRoot, SquareRootRem};
use dashu_int::{IBig, Sign, UBig};
use dashu_ratio::RBig;

use super::{
    BitSizes, Number, NumberRef, bad_value, compare, division_by_zero, exact, integer, integer_sizes, operand,
    operands, short, with_integers,
};
use crate::fault::{Limit, Result, internal};
use crate::runtime::Runtime;
use crate::value::Value;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ArithmeticOp {
    Add,
    Sub,
    Mul,
    Div,
}

/// `a + b`.
pub(crate) fn add(rt: &mut Runtime, a: Value, b: Value) -> Result<Value> {
    if Value::both_fixnum(a, b) {
        // Two 61-bit numbers have a 62-bit sum.
        return small(rt, a.untag().wrapping_add(b.untag()));
    }
    common(rt, ArithmeticOp::Add, a, b)
}

/// `a - b`.
pub(crate) fn sub(rt: &mut Runtime, a: Value, b: Value) -> Result<Value> {
    if Value::both_fixnum(a, b) {
        return small(rt, a.untag().wrapping_sub(b.untag()));
    }
    common(rt, ArithmeticOp::Sub, a, b)
}

/// `a * b`.
pub(crate) fn mul(rt: &mut Runtime, a: Value, b: Value) -> Result<Value> {
    if Value::both_fixnum(a, b) {
        return rt.heap.short_integer(i128::from(a.untag()) * i128::from(b.untag()));
    }
    common(rt, ArithmeticOp::Mul, a, b)
}

/// `a / b`: exact for exact numbers.
pub(crate) fn div(rt: &mut Runtime, a: Value, b: Value) -> Result<Value> {
    if let (Some(n), Some(d)) = (a.as_fixnum(), b.as_fixnum())
        && n.checked_rem(d) == Some(0)
    {
        return small(rt, n.wrapping_div(d));
    }
    common(rt, ArithmeticOp::Div, a, b)
}

/// `-a`; a negative zero for a float zero, which `0 - a` would not give.
pub(crate) fn neg(rt: &mut Runtime, a: Value) -> Result<Value> {
    if let Some(n) = a.as_fixnum() {
        return small(rt, n.wrapping_neg());
    }
    let size = operand(rt, "-", a)?.size();
    spend(rt, size.total(), pass(size.total()))?;
    let result = match operand(rt, "-", a)? {
        NumberRef::Fixnum(n) => Number::Fixnum(n.wrapping_neg()),
        NumberRef::Integer(n) => Number::Integer(-n),
        NumberRef::Ratio(r) => Number::Ratio(-r.clone()),
        NumberRef::Float(x) => Number::Float(-x),
    };
    result.into_value(&mut rt.heap)
}

/// The absolute value.
pub(crate) fn abs(rt: &mut Runtime, a: Value) -> Result<Value> {
    match operand(rt, "abs", a)? {
        NumberRef::Float(x) => rt.heap.float(x.abs()),
        x if super::compare::sign_of(x) < 0 => neg(rt, a),
        _ => Ok(a),
    }
}

/// The value of an integer of at most 64 bits.
#[inline]
fn small(rt: &mut Runtime, n: i64) -> Result<Value> {
    rt.heap.short_integer(n.into())
}

/// The common operands: floats, a float and a fixnum, integers of a few digits.
#[inline(always)]
fn common(rt: &mut Runtime, op: ArithmeticOp, a: Value, b: Value) -> Result<Value> {
    let result = match (a.as_unboxed_float(), b.as_unboxed_float()) {
        (Some(x), Some(y)) => Some(op.floats(x, y)),
        (Some(x), None) => b.as_fixnum().map(|n| op.floats(x, n as f64)),
        (None, Some(y)) => a.as_fixnum().map(|n| op.floats(n as f64, y)),
        (None, None) => {
            if let Some((x, y)) = short::integers(&rt.heap, a, b)
                && let Some(result) = op.short(x, y)
            {
                return rt.heap.short_integer(result);
            }
            None
        }
    };
    match result {
        Some(x) => rt.heap.float(x),
        None => big(rt, op, a, b),
    }
}

/// Sums, differences and products of integers; the others are left to [`general`].
#[inline(never)]
fn big(rt: &mut Runtime, op: ArithmeticOp, a: Value, b: Value) -> Result<Value> {
    let sizes = if op == ArithmeticOp::Div { None } else { integer_sizes(&rt.heap, a, b) };
    let Some((m, n)) = sizes else { return general(rt, op, a, b) };
    let (bits, ticks) = op.cost_whole(m, n);
    spend(rt, bits, ticks)?;
    match with_integers(&rt.heap, a, b, |x, y| op.whole(x, y)) {
        Some(result) => rt.heap.integer(result),
        None => internal("an integer that is none"),
    }
}

#[inline(never)]
fn general(rt: &mut Runtime, op: ArithmeticOp, a: Value, b: Value) -> Result<Value> {
    let (x, y) = operands(rt, op.name(), a, b)?;
    if x.is_float() || y.is_float() {
        let result = op.floats(x.to_f64(), y.to_f64());
        return rt.heap.float(result);
    }
    let (bits, ticks) = op.cost(x.size(), y.size());
    spend(rt, bits, ticks)?;
    let (x, y) = operands(rt, op.name(), a, b)?;
    let result = match (x.integer(), y.integer()) {
        (Some(_), Some(n)) if n.is_zero() => None,
        (Some(m), Some(n)) => Some(Number::Ratio(RBig::from_parts_signed(m.into_owned(), n.into_owned()))),
        _ => match (x.rational(), y.rational()) {
            (Some(p), Some(q)) => op.ratios(&p, &q),
            _ => return internal("an exact number without exact value"),
        },
    };
    match result {
        Some(number) => number.into_value(&mut rt.heap),
        None => Err(division_by_zero(op.name(), a)),
    }
}

impl ArithmeticOp {
    fn name(self) -> &'static str {
        match self {
            ArithmeticOp::Add => "+",
            ArithmeticOp::Sub => "-",
            ArithmeticOp::Mul => "*",
            ArithmeticOp::Div => "/",
        }
    }

    /// Returns the result for integers of at most 127 bits, if it is one of at most 128.
    #[inline(always)]
    fn short(self, x: i128, y: i128) -> Option<i128> {
        match self {
            ArithmeticOp::Add => x.checked_add(y),
            ArithmeticOp::Sub => x.checked_sub(y),
            ArithmeticOp::Mul => short::product(x, y),
            ArithmeticOp::Div => short::div_rem(x, y).filter(|(_, rest)| *rest == 0).map(|(quotient, _)| quotient),
        }
    }

    /// Returns the sum, difference or product.
    #[inline]
    fn whole(self, x: &IBig, y: &IBig) -> IBig {
        match self {
            ArithmeticOp::Add => x + y,
            ArithmeticOp::Sub => x - y,
            _ => x * y,
        }
    }

    /// Bits of a sum, difference or product of integers of these sizes, and ticks to compute it.
    fn cost_whole(self, x: usize, y: usize) -> (usize, usize) {
        match self {
            ArithmeticOp::Mul => (x.saturating_add(y), product(x, y)),
            _ => (x.max(y).saturating_add(1), pass(x.max(y))),
        }
    }

    /// Bits of the result and ticks to compute it, where a ratio is an operand or the result.
    fn cost(self, x: BitSizes, y: BitSizes) -> (usize, usize) {
        // Every ratio operation multiplies crosswise and then removes common divisors of the parts.
        let is_whole = x.denominator <= 1 && y.denominator <= 1;
        let cross = product(x.numerator.max(x.denominator), y.numerator.max(y.denominator)).saturating_mul(3);
        let divisors = divisor(x.numerator.max(x.denominator), y.numerator.max(y.denominator)).saturating_mul(2);
        let ticks = if is_whole { divisors } else { cross.saturating_add(divisors) };
        (x.total().saturating_add(y.total()), ticks)
    }

    #[inline(always)]
    fn floats(self, x: f64, y: f64) -> f64 {
        match self {
            ArithmeticOp::Add => x + y,
            ArithmeticOp::Sub => x - y,
            ArithmeticOp::Mul => x * y,
            ArithmeticOp::Div => x / y,
        }
    }

    /// `None` is a division by zero.
    fn ratios(self, x: &RBig, y: &RBig) -> Option<Number> {
        Some(Number::Ratio(match self {
            ArithmeticOp::Add => x + y,
            ArithmeticOp::Sub => x - y,
            ArithmeticOp::Mul => x * y,
            ArithmeticOp::Div if y.is_zero() => return None,
            ArithmeticOp::Div => x / y,
        }))
    }
}

/// Maximum size of numbers that are held without memory of their own; work on them costs no more than a call.
pub(super) const INLINE_BITS: usize = 128;

/// The longest single operation, a fifth of a second or so. What would take longer (ratios with numerators of a million
/// digits, which are reduced in one go) is refused, because nothing could interrupt it.
const MAX_TICKS: usize = 1 << 25;

/// Maximum of limb products that one limb costs: beyond that the fast algorithms win.
const FAST: usize = 100;

/// Numbers of more bits than this are taken apart before they are converted to digits, and put together from parts.
pub(super) const LONG_BITS: usize = 1 << 18;

fn limbs(bits: usize) -> usize {
    bits / 64 + 1
}

/// Asks for a number of about `bits` bits that takes `ticks` to compute.
#[inline]
pub(super) fn spend(rt: &mut Runtime, bits: usize, ticks: usize) -> Result<()> {
    if bits <= INLINE_BITS { Ok(()) } else { spend_big(rt, bits, ticks) }
}

#[cold]
fn spend_big(rt: &mut Runtime, bits: usize, ticks: usize) -> Result<()> {
    rt.reserve_bits(bits)?;
    if ticks > MAX_TICKS {
        return Err(Limit::IntegerBits.into());
    }
    rt.charge(ticks)
}

/// Cost of one pass over a number of `bits` bits.
pub(super) fn pass(bits: usize) -> usize {
    bits / 1024 + 1
}

/// The product of numbers of these sizes.
pub(super) fn product(a: usize, b: usize) -> usize {
    let (long, short) = (limbs(a.max(b)), limbs(a.min(b)));
    long.saturating_mul((short / 64).min(FAST)).saturating_add(long / 16 + 1)
}

/// The quotient of an `a`-bit by a `b`-bit number.
pub(super) fn quotient(a: usize, b: usize) -> usize {
    product(a.saturating_sub(b), b).saturating_mul(4).saturating_add(pass(a))
}

/// The greatest common divisor.
pub(super) fn divisor(a: usize, b: usize) -> usize {
    (limbs(a).saturating_mul(limbs(b)) / 8).saturating_add(quotient(a, b))
}

/// Cost of the conversion between a number of `bits` bits and digits.
pub(super) fn digits(bits: usize) -> usize {
    let n = limbs(bits);
    product(bits, bits).saturating_mul(n.ilog2() as usize / 2 + 1).saturating_add(n.saturating_mul(8))
}

const EXPECTED: &str = "an exact integer";

/// The bits that are set in both.
pub(crate) fn bit_and(rt: &mut Runtime, a: Value, b: Value) -> Result<Value> {
    binary(rt, "bit-and", a, b, |x, y| x & y, |x, y| x & y)
}

/// The bits that are set in one or both.
pub(crate) fn bit_or(rt: &mut Runtime, a: Value, b: Value) -> Result<Value> {
    binary(rt, "bit-or", a, b, |x, y| x | y, |x, y| x | y)
}

/// The bits that are set in exactly one.
pub(crate) fn bit_xor(rt: &mut Runtime, a: Value, b: Value) -> Result<Value> {
    binary(rt, "bit-xor", a, b, |x, y| x ^ y, |x, y| x ^ y)
}

fn binary(
    rt: &mut Runtime,
    function: &str,
    a: Value,
    b: Value,
    small: fn(i64, i64) -> i64,
    big: fn(&IBig, &IBig) -> IBig,
) -> Result<Value> {
    if Value::both_fixnum(a, b) {
        // The tag bits are zero in both operands and stay so.
        return Ok(Value::from_raw(small(a.raw(), b.raw())));
    }
    let bits = size(rt, function, 1, a)?.max(size(rt, function, 2, b)?);
    spend(rt, bits.saturating_add(1), pass(bits))?;
    let result = with_integers(&rt.heap, a, b, big).unwrap_or(IBig::ZERO);
    rt.heap.integer(result)
}

/// Every bit the other way: `-a - 1`.
pub(crate) fn bit_not(rt: &mut Runtime, a: Value) -> Result<Value> {
    let bits = size(rt, "bit-not", 1, a)?;
    spend(rt, bits.saturating_add(1), pass(bits))?;
    let result = match NumberRef::of(&rt.heap, a) {
        Some(NumberRef::Fixnum(n)) => Number::Fixnum(!n),
        Some(NumberRef::Integer(n)) => Number::Integer(!n),
        _ => Number::Fixnum(0),
    };
    result.into_value(&mut rt.heap)
}

/// Returns the floor of `a` times two to the power of `count`.
pub(crate) fn arithmetic_shift(rt: &mut Runtime, a: Value, count: Value) -> Result<Value> {
    let function = "arithmetic-shift";
    let bits = size(rt, function, 1, a)?;
    size(rt, function, 2, count)?;
    // A count of more than a fixnum is as good as the largest.
    let count = match NumberRef::of(&rt.heap, count) {
        Some(NumberRef::Fixnum(n)) => n,
        Some(NumberRef::Integer(n)) if n.sign() == Sign::Negative => Value::FIXNUM_MIN,
        _ => Value::FIXNUM_MAX,
    };
    let amount = usize::try_from(count.unsigned_abs()).unwrap_or(usize::MAX);
    if a == Value::ZERO || amount == 0 {
        return Ok(a);
    }
    if count < 0 {
        if amount >= bits {
            return Ok(Value::fix(if super::sign(rt, function, a)? < 0 { -1 } else { 0 }));
        }
        if let Some(n) = a.as_fixnum() {
            return Ok(Value::fix(n >> amount.min(63)));
        }
        spend(rt, bits, pass(bits))?;
        let result = integer(&rt.heap, a).map_or(IBig::ZERO, |n| &*n >> amount);
        return rt.heap.integer(result);
    }
    let Some(wanted) = bits.checked_add(amount) else { return Err(Limit::IntegerBits.into()) };
    if let Some(n) = a.as_fixnum()
        && wanted <= 60
    {
        return Number::Fixnum(n << amount).into_value(&mut rt.heap);
    }
    spend(rt, wanted, pass(wanted))?;
    let result = integer(&rt.heap, a).map_or(IBig::ZERO, |n| &*n << amount);
    rt.heap.integer(result)
}

/// Number of ones in an integer that is not negative, of zeros in a negative one.
pub(crate) fn bit_count(rt: &mut Runtime, a: Value) -> Result<Value> {
    let bits = size(rt, "bit-count", 1, a)?;
    spend(rt, bits, pass(bits))?;
    let count = match NumberRef::of(&rt.heap, a) {
        Some(NumberRef::Fixnum(n)) => (if n < 0 { !n } else { n }).count_ones() as usize,
        Some(NumberRef::Integer(n)) => match n.as_ubig() {
            Some(n) => n.count_ones(),
            None => (!n).as_ubig().map_or(0, |n| n.count_ones()),
        },
        _ => 0,
    };
    rt.heap.integer(count.into())
}

/// Number of bits needed beside the sign.
pub(crate) fn integer_length(rt: &mut Runtime, a: Value) -> Result<Value> {
    let bits = size(rt, "integer-length", 1, a)?;
    let length = match NumberRef::of(&rt.heap, a) {
        Some(NumberRef::Fixnum(n)) => (64 - (if n < 0 { !n } else { n }).leading_zeros()) as usize,
        // A negative power of two needs one bit less than its magnitude.
        Some(NumberRef::Integer(n)) if n.sign() == Sign::Negative && n.trailing_zeros() == bits.checked_sub(1) => {
            bits.saturating_sub(1)
        }
        _ => bits,
    };
    rt.heap.integer(length.into())
}

/// Returns whether bit `index` of `a` is set.
pub(crate) fn bit_set(rt: &mut Runtime, index: usize, a: Value) -> Result<bool> {
    size(rt, "bit-set?", 2, a)?;
    Ok(match NumberRef::of(&rt.heap, a) {
        Some(NumberRef::Fixnum(n)) => n >> index.min(63) & 1 == 1,
        Some(NumberRef::Integer(n)) => n.bit(index),
        _ => false,
    })
}

/// Bits of an exact integer, or the error that it is none.
fn size(rt: &Runtime, function: &str, argument: usize, v: Value) -> Result<usize> {
    match NumberRef::of(&rt.heap, v) {
        Some(NumberRef::Fixnum(n)) => Ok((64 - n.unsigned_abs().leading_zeros()) as usize),
        Some(NumberRef::Integer(n)) => Ok(n.bit_len()),
        _ => Err(rt.wrong_type(function, argument, EXPECTED, v)),
    }
}

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
    if let (NumberRef::Fixnum(n), Ok(amount)) = (x, u32::try_from(exponent))
        && let Some(result) = n.checked_pow(amount)
    {
        return small(rt, result);
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
    spend(rt, bits.saturating_add(64), product(half, half).saturating_mul(2))?;
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
    spend(rt, bits, product(bits, bits).saturating_mul(2))?;
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
    spend(rt, bits, product(bits, bits).saturating_mul(2))?;
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

    #[test]
    fn every_mix_of_kinds_has_a_result() {
        let rt = &mut runtime();
        let numerals = ["3", "1000000000000000000000000000000", "-7/3", "0.5"];
        for a in numerals {
            for b in numerals {
                let (x, y) = (read(rt, a), read(rt, b));
                let sum = add(rt, x, y).unwrap();
                let back = sub(rt, sum, y).unwrap();
                let product = mul(rt, x, y).unwrap();
                let quotient = div(rt, product, y).unwrap();
                if !sum.is_float() {
                    assert_eq!(show(rt, back), a);
                    assert_eq!(show(rt, quotient), a);
                }
                assert_eq!(sum.is_float(), x.is_float() || y.is_float());
            }
        }
    }

    #[test]
    fn errors_name_the_operator_and_the_argument() {
        let rt = &mut runtime();
        for (f, name) in [(add as fn(&mut Runtime, Value, Value) -> Result<Value>, "+"), (div, "/")] {
            match *f(rt, Value::fix(1), Value::NIL).unwrap_err() {
                crate::fault::Unwind::Error(mut c) => {
                    c.render_value(|_| "nil".into());
                    assert!(
                        c.message().starts_with(&format!("{name}: argument 2 must be a number")),
                        "{}",
                        c.message()
                    );
                }
                other => panic!("{other:?}"),
            }
        }
        let zero = div(rt, Value::fix(1), Value::ZERO);
        assert_eq!(outcome(rt, zero), "division-by-zero");
        let float_zero = rt.heap.float(0.0).unwrap();
        let infinite = div(rt, Value::fix(-1), float_zero);
        assert_eq!(outcome(rt, infinite), "-inf.0");
    }

    #[test]
    fn a_product_beyond_the_limit_is_never_made() {
        let rt = &mut runtime();
        rt.budget.integer_bits = 10_000;
        let mut n = Value::fix(3);
        let refused = loop {
            match mul(rt, n, n) {
                Ok(v) => n = v,
                Err(e) => break Err(e),
            }
        };
        assert_eq!(outcome(rt, refused), "integer-too-large");
    }

    proptest! {
        #[test]
        fn integers_agree_with_machine_arithmetic(a in edge(), b in edge()) {
            let rt = &mut runtime();
            let (x, y) = (int(rt, a), int(rt, b));
            let sum = add(rt, x, y);
            prop_assert_eq!(outcome(rt, sum), (a + b).to_string());
            let difference = sub(rt, x, y);
            prop_assert_eq!(outcome(rt, difference), (a - b).to_string());
            if let Some(product) = a.checked_mul(b) {
                let got = mul(rt, x, y);
                prop_assert_eq!(outcome(rt, got), product.to_string());
            }
            let negative = neg(rt, x);
            prop_assert_eq!(outcome(rt, negative), (-a).to_string());
            let positive = abs(rt, x);
            prop_assert_eq!(outcome(rt, positive), a.abs().to_string());
        }

        #[test]
        fn multiplying_undoes_dividing(a in edge(), b in edge(), c in edge(), d in edge()) {
            prop_assume!(b != 0 && d != 0 && c != 0);
            let rt = &mut runtime();
            let parts = [a, b, c, d].map(|n| int(rt, n));
            let x = div(rt, parts[0], parts[1]).unwrap();
            let y = div(rt, parts[2], parts[3]).unwrap();
            let quotient = div(rt, x, y).unwrap();
            let back = mul(rt, quotient, y).unwrap();
            prop_assert_eq!(show(rt, back), show(rt, x));
            let sum = add(rt, x, y).unwrap();
            let back = sub(rt, sum, x).unwrap();
            prop_assert_eq!(show(rt, back), show(rt, y));
        }
    }

    #[test]
    fn shifts_beyond_all_bits_leave_sign_or_fail() {
        let rt = &mut runtime();
        let big = int(rt, 1 << 100);
        let huge = read(rt, "-100000000000000000000000000");
        for (a, expected) in [(Value::fix(5), "0"), (Value::fix(-5), "-1"), (big, "0"), (huge, "-1")] {
            let down = [Value::fix(-1000), Value::fix(Value::FIXNUM_MIN), huge];
            let up = [Value::fix(Value::FIXNUM_MAX), big];
            for (count, expected) in down.map(|n| (n, expected)).into_iter().chain(up.map(|n| (n, "integer-too-large")))
            {
                let result = arithmetic_shift(rt, a, count);
                assert_eq!(outcome(rt, result), expected);
            }
        }
        let zero = arithmetic_shift(rt, Value::ZERO, big);
        assert_eq!(outcome(rt, zero), "0");
    }

    proptest! {
        #[test]
        fn bits_agree_with_the_machine(a in edge(), b in edge(), n in 0usize..130) {
            let rt = &mut runtime();
            let (x, y) = (int(rt, a), int(rt, b));
            let results = [bit_and(rt, x, y), bit_or(rt, x, y), bit_xor(rt, x, y), bit_not(rt, x)];
            for (result, expected) in results.into_iter().zip([a & b, a | b, a ^ b, !a]) {
                prop_assert_eq!(outcome(rt, result), expected.to_string());
            }
            let plain = if a < 0 { !a } else { a };
            let (count, length) = (bit_count(rt, x), integer_length(rt, x));
            prop_assert_eq!(outcome(rt, count), plain.count_ones().to_string());
            prop_assert_eq!(outcome(rt, length), (128 - plain.leading_zeros()).to_string());
            prop_assert_eq!(bit_set(rt, n, x).unwrap(), a >> n.min(127) & 1 == 1);
            let right = arithmetic_shift(rt, x, Value::fix(-(n as i64))).unwrap();
            prop_assert_eq!(show(rt, right), (a >> n.min(127)).to_string());
            let left = arithmetic_shift(rt, x, Value::fix(n as i64)).unwrap();
            let power = IBig::from(2).pow(n) * IBig::from(a);
            prop_assert_eq!(show(rt, left), power.to_string());
        }
    }

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
