//! The greatest common divisor of numbers of any size, in steps that are paid for one by one.
//!
//! The library's own is quadratic and cannot be interrupted: for numbers of a million digits it takes seconds. Here the
//! leading digits of both numbers tell several quotients of Euclid's algorithm at once, and one pass over the numbers
//! carries them out (Lehmer 1938; Knuth, volume 2, 4.5.2, algorithm L).

use dashu_int::IBig;
use dashu_int::ops::{BitTest, Gcd};

use super::cost;
use crate::fault::Result;
use crate::runtime::Runtime;

/// Maximum bits for which the library's divisor is one step.
const SHORT: usize = 1 << 15;

/// Leading bits that quotients are told from.
const LEADING: usize = 126;

/// The greatest cofactors: they are multiplied as machine words.
const MOST: i128 = 1 << 62;

/// The greatest common divisor of two numbers that are not negative.
pub(super) fn common_divisor(rt: &mut Runtime, x: IBig, y: IBig) -> Result<IBig> {
    let (mut a, mut b) = if x < y { (y, x) } else { (x, y) };
    while b.bit_len() > SHORT {
        let bits = a.bit_len();
        // Two products for each of both, and their differences.
        rt.charge(cost::pass(bits) * 8)?;
        rt.heap.reserve(bits / 2)?;
        match cofactors(&a, &b) {
            Some([[p, q], [r, s]]) => {
                let first = &a * p + &b * q;
                b = a * r + b * s;
                a = first;
            }
            None => {
                rt.charge(cost::quotient(bits, b.bit_len()))?;
                let rest = &a % &b;
                a = std::mem::replace(&mut b, rest);
            }
        }
    }
    if b.is_zero() {
        return Ok(a);
    }
    let bits = a.bit_len();
    if bits > cost::INLINE_BITS {
        rt.charge(cost::quotient(bits, b.bit_len()))?;
    }
    let a = a % &b;
    if bits > cost::INLINE_BITS {
        rt.charge(cost::divisor(a.bit_len(), b.bit_len()))?;
    }
    Ok(if a.is_zero() { b } else { IBig::from(b.gcd(&a)) })
}

/// Returns the coefficients of several steps of Euclid's algorithm, which replace `a` and the smaller `b` by `pa + qb`
/// and `ra + sb`. `None` if the leading digits do not determine even one quotient.
fn cofactors(a: &IBig, b: &IBig) -> Option<[[IBig; 2]; 2]> {
    let drop = a.bit_len() - LEADING;
    let leading = |n: &IBig| i128::try_from(n >> drop).ok();
    let (mut x, mut y) = (leading(a)?, leading(b)?);
    let (mut p, mut q, mut r, mut s) = (1i128, 0i128, 0i128, 1i128);
    while y + r != 0 && y + s != 0 {
        let quotient = (x + p) / (y + r);
        if quotient != (x + q) / (y + s) || quotient >= MOST {
            break;
        }
        let (next_r, next_s) = (p - quotient * r, q - quotient * s);
        if next_r.abs() >= MOST || next_s.abs() >= MOST {
            break;
        }
        (p, q, r, s) = (r, s, next_r, next_s);
        (x, y) = (y, x - quotient * y);
    }
    (q != 0).then(|| [[p.into(), q.into()], [r.into(), s.into()]])
}

#[cfg(test)]
mod tests {
    use super::super::testing::runtime;
    use super::*;
    use dashu_int::ops::Abs;
    use proptest::prelude::*;

    fn power(base: u32, exponent: usize) -> IBig {
        IBig::from(base).pow(exponent)
    }

    #[test]
    fn long_numbers_have_the_divisors_they_were_made_with() {
        let rt = &mut runtime();
        let (common, x, y) = (power(3, 20_000), power(5, 40_000), power(7, 30_000) * power(2, 9));
        let g = common_divisor(rt, &common * &x, &common * &y).unwrap();
        assert_eq!(g, common);
        assert_eq!(common_divisor(rt, x.clone(), y.clone()).unwrap(), IBig::ONE);
        // The one a multiple of the other, nearly equal, very different in size.
        assert_eq!(common_divisor(rt, &x * &y, x.clone()).unwrap(), x);
        assert_eq!(common_divisor(rt, &x * 2 + 1, &x * 2).unwrap(), IBig::ONE);
        assert_eq!(common_divisor(rt, x.clone(), IBig::from(10)).unwrap(), IBig::from(5));
        assert_eq!(common_divisor(rt, x.clone(), IBig::ZERO).unwrap(), x);
    }

    #[test]
    fn successive_fibonacci_numbers_take_every_step() {
        let (mut a, mut b) = (IBig::ZERO, IBig::ONE);
        for _ in 0..100_000 {
            (a, b) = (b.clone(), a + b);
        }
        assert_eq!(common_divisor(&mut runtime(), b, a).unwrap(), IBig::ONE);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]
        #[test]
        fn it_agrees_with_the_library(words in prop::collection::vec(any::<u64>(), 3 * 700), gap in 0usize..2000) {
            let number = |words: &[u64]| words.iter().fold(IBig::ZERO, |n, &w| (n << 64) + IBig::from(w));
            let parts: Vec<IBig> = words.chunks(700).map(number).collect();
            let (x, y) = (&parts[0] * &parts[2], (&parts[1] * &parts[2]) >> gap);
            prop_assume!(!x.is_zero() && !y.is_zero());
            let expected = IBig::from((&x).gcd(&y)).abs();
            prop_assert_eq!(common_divisor(&mut runtime(), x, y).unwrap(), expected);
        }
    }
}
