//! Bit operations on exact integers of any size; a negative one counts as two's complement with endless ones above.

use dashu_int::ops::BitTest;
use dashu_int::{IBig, Sign};

use super::{Number, NumberRef, cost};
use crate::fault::{Limit, Result};
use crate::runtime::Runtime;
use crate::value::Value;

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
    cost::spend(rt, bits.saturating_add(1), cost::pass(bits))?;
    let result = match (integer(rt, a), integer(rt, b)) {
        (Some(x), Some(y)) => big(&x, &y),
        _ => IBig::ZERO,
    };
    rt.heap.integer(result)
}

/// Every bit the other way: `-a - 1`.
pub(crate) fn bit_not(rt: &mut Runtime, a: Value) -> Result<Value> {
    let bits = size(rt, "bit-not", 1, a)?;
    cost::spend(rt, bits.saturating_add(1), cost::pass(bits))?;
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
        cost::spend(rt, bits, cost::pass(bits))?;
        let result = integer(rt, a).map_or(IBig::ZERO, |n| &*n >> amount);
        return rt.heap.integer(result);
    }
    let Some(wanted) = bits.checked_add(amount) else { return Err(Limit::IntegerBits.into()) };
    if let Some(n) = a.as_fixnum()
        && wanted <= 60
    {
        return Number::Fixnum(n << amount).into_value(&mut rt.heap);
    }
    cost::spend(rt, wanted, cost::pass(wanted))?;
    let result = integer(rt, a).map_or(IBig::ZERO, |n| &*n << amount);
    rt.heap.integer(result)
}

/// Number of ones in an integer that is not negative, of zeros in a negative one.
pub(crate) fn bit_count(rt: &mut Runtime, a: Value) -> Result<Value> {
    let bits = size(rt, "bit-count", 1, a)?;
    cost::spend(rt, bits, cost::pass(bits))?;
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

fn integer(rt: &Runtime, v: Value) -> Option<std::borrow::Cow<'_, IBig>> {
    NumberRef::of(&rt.heap, v)?.integer()
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn shifts_beyond_all_bits_leave_the_sign_or_hit_the_limit() {
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
}
