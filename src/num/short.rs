//! Integers of at most 127 bits, with which the machine computes: no operation on them asks for memory.

use crate::heap::Heap;
use crate::value::Value;

/// The value as an integer of at most 127 bits.
#[inline(always)]
pub(super) fn integer(heap: &Heap, v: Value) -> Option<i128> {
    match v.as_fixnum() {
        Some(n) => Some(n.into()),
        None => i128::try_from(heap.as_big_integer(v)?).ok().filter(|n| *n != i128::MIN),
    }
}

/// Both values as integers of at most 127 bits.
#[inline(always)]
pub(super) fn integers(heap: &Heap, a: Value, b: Value) -> Option<(i128, i128)> {
    Some((integer(heap, a)?, integer(heap, b)?))
}

/// The product, if it has at most 127 bits.
#[inline]
pub(super) fn product(a: i128, b: i128) -> Option<i128> {
    let product = i128::try_from(a.unsigned_abs().checked_mul(b.unsigned_abs())?).ok()?;
    Some(if (a < 0) == (b < 0) { product } else { -product })
}

/// The truncated quotient and what it leaves; `None` if `d` is zero. Neither argument has more than 127 bits.
#[inline]
pub(super) fn div_rem(n: i128, d: i128) -> Option<(i128, i128)> {
    let (q, r) = magnitudes(n.unsigned_abs(), d.unsigned_abs())?;
    let (q, r) = (q as i128, r as i128);
    Some((if (n < 0) == (d < 0) { q } else { -q }, if n < 0 { -r } else { r }))
}

/// Division of two words costs ten times that of one.
#[inline]
fn magnitudes(n: u128, d: u128) -> Option<(u128, u128)> {
    let Ok(word) = u64::try_from(d) else {
        let q = n.checked_div(d)?;
        return Some((q, n - q * d));
    };
    let (high, low) = ((n >> 64) as u64, n as u64);
    let (above, carry) = (high.checked_div(word)?, high.checked_rem(word)?);
    let (below, rest) = if carry == 0 {
        ((low.checked_div(word)?).into(), (low.checked_rem(word)?).into())
    } else {
        let lower = u128::from(carry) << 64 | u128::from(low);
        let q = lower.checked_div(d)?;
        (q, lower - q * d)
    };
    Some((u128::from(above) << 64 | below, rest))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::*;
    use super::*;

    proptest! {
        #[test]
        fn quotients_and_products_are_exact(a in edge(), b in edge(), shift in 0u32..27) {
            let (n, d) = (a << shift, b);
            prop_assert_eq!(div_rem(n, d), n.checked_div(d).map(|q| (q, n % d)));
            prop_assert_eq!(div_rem(d, n), d.checked_div(n).map(|q| (q, d % n)));
            prop_assert_eq!(product(n, d), n.checked_mul(d).filter(|p| *p != i128::MIN));
        }
    }

    #[test]
    fn integers_of_128_bits_are_not_short() {
        let rt = &mut runtime();
        for (n, short) in [(i128::MAX, true), (-i128::MAX, true), (i128::MIN, false)] {
            let v = int(rt, n);
            assert_eq!(integer(&rt.heap, v), short.then_some(n));
        }
        assert_eq!(integer(&rt.heap, Value::NIL), None);
    }
}
