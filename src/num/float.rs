//! Between floats and exact numbers: every float is an exact rational, and every exact number has a nearest float.
//!
//! Knows no values and no heap.

use dashu_int::ops::BitTest;
use dashu_int::{IBig, Sign, UBig};
use dashu_ratio::RBig;

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
    use super::*;
    use proptest::prelude::*;

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
        fn quotients_of_small_numbers_round_as_the_processor_does(n in -(1i64 << 53)..(1 << 53), d in 1u64..(1 << 53)) {
            prop_assert_eq!(from_ratio(&ratio(n.into(), d.into())), n as f64 / d as f64);
        }
    }
}
