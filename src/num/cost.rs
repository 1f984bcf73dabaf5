//! Cost of arithmetic on big numbers: ticks estimated from the sizes of the operands, before the work is done.
//!
//! One tick is about ten nanoseconds, as a call is. The estimates follow the library's algorithms (schoolbook, then
//! Karatsuba, Toom and number-theoretic transform; quadratic greatest common divisor) within a small factor.

use crate::fault::{Limit, Result};
use crate::runtime::Runtime;

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
