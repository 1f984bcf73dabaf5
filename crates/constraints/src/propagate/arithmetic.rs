//! Products, quotients, remainders, absolute values, greatest and least: by their bounds.

use super::{Outcome, Run};
use crate::domain::Failure;
use crate::space::Space;

/// Bounds of products of two values do not fit into a word.
type Wide = i128;

/// The least and the greatest of some numbers.
fn hull(numbers: impl IntoIterator<Item = Wide>) -> Option<(Wide, Wide)> {
    numbers.into_iter().fold(None, |hull, n| Some(hull.map_or((n, n), |(lo, hi): (Wide, Wide)| (lo.min(n), hi.max(n)))))
}

fn narrow(space: &mut Space<'_>, x: u32, (lo, hi): (Wide, Wide)) -> Result<(), Failure> {
    let limit = |n: Wide| n.clamp(-(1 << 62), 1 << 62) as i64;
    space.set_lo(x, limit(lo))?;
    space.set_hi(x, limit(hi))
}

fn wide(space: &Space<'_>, x: u32) -> (Wide, Wide) {
    let range = space.range(x);
    (range.lo.into(), range.hi.into())
}

fn corners((a, b): (Wide, Wide), (c, d): (Wide, Wide), f: impl Fn(Wide, Wide) -> Wide) -> [Wide; 4] {
    [f(a, c), f(a, d), f(b, c), f(b, d)]
}

fn floor(a: Wide, b: Wide) -> Wide {
    let quotient = a / b;
    if a % b != 0 && (a % b < 0) != (b < 0) { quotient - 1 } else { quotient }
}

fn ceiling(a: Wide, b: Wide) -> Wide {
    -floor(-a, b)
}

/// `x * y = z`.
pub(super) fn product(space: &mut Space<'_>, x: u32, y: u32, z: u32) -> Run {
    let (of_x, of_y) = (wide(space, x), wide(space, y));
    let factors_known = of_x.0 == of_x.1 && of_y.0 == of_y.1;
    let mut products = hull(corners(of_x, of_y, |a, b| a * b)).unwrap_or_default();
    if x == y {
        // A square; of values on both sides of 0, it can be 0.
        products.0 = if of_x.0 <= 0 && of_x.1 >= 0 { 0 } else { (of_x.0 * of_x.0).min(of_x.1 * of_x.1) };
    }
    narrow(space, z, products)?;
    if x == y {
        return square(space, x, z);
    }
    factor(space, x, y, z)?;
    factor(space, y, x, z)?;
    Ok(if factors_known { Outcome::Done } else { Outcome::Open })
}

/// What `x * x = z` says of `x`.
fn square(space: &mut Space<'_>, x: u32, z: u32) -> Run {
    space.set_lo(z, 0)?;
    let (least, most) = (space.lo(z), space.hi(z).isqrt());
    let root = least.isqrt();
    let least = if root * root == least { root } else { root + 1 };
    space.set_lo(x, -most)?;
    space.set_hi(x, most)?;
    if space.lo(x) > -least {
        space.set_lo(x, least)?;
    }
    if space.hi(x) < least {
        space.set_hi(x, -least)?;
    }
    // The bounds of `z` are squares.
    let (lo, hi) = (space.lo(z).isqrt(), space.hi(z).isqrt());
    space.set_lo(z, if lo * lo == space.lo(z) { lo * lo } else { (lo + 1) * (lo + 1) })?;
    space.set_hi(z, hi * hi)?;
    match (space.value(x), space.value(z)) {
        (Some(x), Some(z)) if x * x == z => Ok(Outcome::Done),
        (Some(_), Some(_)) => Err(Failure),
        _ => Ok(Outcome::Open),
    }
}

/// What `x * y = z` says of `x`.
fn factor(space: &mut Space<'_>, x: u32, y: u32, z: u32) -> Result<(), Failure> {
    let of_z = wide(space, z);
    if of_z.0 > 0 || of_z.1 < 0 {
        space.remove(x, 0)?;
        space.remove(y, 0)?;
        // The other factor is at least 1 or at most -1.
        let most = of_z.0.abs().max(of_z.1.abs());
        narrow(space, x, (-most, most))?;
    }
    let of_y = wide(space, y);
    if of_y.0 > 0 || of_y.1 < 0 {
        let least = hull(corners(of_z, of_y, ceiling)).unwrap_or_default().0;
        let greatest = hull(corners(of_z, of_y, floor)).unwrap_or_default().1;
        narrow(space, x, (least, greatest))?;
    }
    Ok(())
}

/// The parts of an interval below and above 0.
fn without_zero((lo, hi): (Wide, Wide)) -> impl Iterator<Item = (Wide, Wide)> {
    [(lo, hi.min(-1)), (lo.max(1), hi)].into_iter().filter(|(lo, hi)| lo <= hi)
}

/// `x / y = z`, rounded towards 0; `y` is not 0.
pub(super) fn quotient(space: &mut Space<'_>, x: u32, y: u32, z: u32) -> Run {
    space.remove(y, 0)?;
    let of_x = wide(space, x);
    let parts = without_zero(wide(space, y));
    let quotients = hull(parts.flat_map(|part| corners(of_x, part, |a, b| a / b))).ok_or(Failure)?;
    narrow(space, z, quotients)?;
    let (of_y, of_z) = (wide(space, y), wide(space, z));
    let (lo, hi) = hull(without_zero(of_y).flat_map(|part| corners(of_z, part, |a, b| a * b))).unwrap_or_default();
    // What the division leaves over, away from 0.
    let rest = of_y.0.abs().max(of_y.1.abs()) - 1;
    narrow(space, x, (if lo <= 0 { lo - rest } else { lo }, if hi >= 0 { hi + rest } else { hi }))?;
    Ok(Outcome::Open)
}

/// The quotient rounded down and what it leaves over, which has the sign of `y`.
pub(crate) fn division(x: i64, y: i64) -> Option<(i64, i64)> {
    if y == 0 || x == i64::MIN {
        return None;
    }
    Some((super::floor(x, y), x - super::floor(x, y) * y))
}

/// `x - floor(x / y) * y = z`; `y` is not 0.
pub(super) fn modulo(space: &mut Space<'_>, x: u32, y: u32, z: u32) -> Run {
    space.remove(y, 0)?;
    let (lo, hi) = (space.lo(y), space.hi(y));
    space.set_lo(z, if lo < 0 { lo + 1 } else { 0 })?;
    space.set_hi(z, if hi > 0 { hi - 1 } else { 0 })?;
    let Some(by) = space.value(y) else {
        // A dividend that is smaller than every divisor is what is left over.
        if space.lo(x) >= 0 && space.hi(x) < lo {
            same_bounds(space, x, z, 0)?;
        }
        return Ok(Outcome::Open);
    };
    let (least, greatest) = (space.lo(x), space.hi(x));
    if super::floor(least, by) == super::floor(greatest, by) {
        same_bounds(space, x, z, super::floor(least, by) * by)?;
    }
    let left = |value| division(value, by).map_or(0, |(_, left)| left);
    if space.is_small(x) {
        space.keep(x, |space, value| space.contains(z, left(value)))?;
        if space.is_small(z) {
            let found: std::collections::BTreeSet<i64> = space.values(x).map(left).collect();
            space.keep(z, |_, value| found.contains(&value))?;
        }
    } else if let Some(rest) = space.value(z) {
        // The next ones that leave so much over.
        let up = left(rest - space.lo(x)).abs();
        let down = left(space.hi(x) - rest).abs();
        let (up, down) = if by > 0 { (up, down) } else { ((by.abs() - up) % by.abs(), (by.abs() - down) % by.abs()) };
        let (least, greatest) = (space.lo(x), space.hi(x));
        space.set_lo(x, least + up)?;
        space.set_hi(x, greatest - down)?;
    }
    if let (Some(x), Some(z)) = (space.value(x), space.value(z))
        && left(x) != z
    {
        return Err(Failure);
    }
    Ok(Outcome::Open)
}

/// `x = z + shift`, by bounds.
fn same_bounds(space: &mut Space<'_>, x: u32, z: u32, shift: i64) -> Result<(), Failure> {
    let (of_x, of_z) = (space.range(x), space.range(z));
    space.set_lo(x, of_z.lo + shift)?;
    space.set_hi(x, of_z.hi + shift)?;
    space.set_lo(z, of_x.lo - shift)?;
    space.set_hi(z, of_x.hi - shift)
}

/// `z` is `x` without its sign. Domain consistent where both have few values.
pub(super) fn absolute(space: &mut Space<'_>, x: u32, z: u32) -> Run {
    space.set_lo(z, 0)?;
    let (lo, hi) = (space.lo(x), space.hi(x));
    space.set_hi(z, lo.abs().max(hi.abs()))?;
    if lo > 0 || hi < 0 {
        space.set_lo(z, lo.abs().min(hi.abs()))?;
    }
    let most = space.hi(z);
    space.set_lo(x, -most)?;
    space.set_hi(x, most)?;
    let least = space.lo(z);
    if space.lo(x) > -least {
        space.set_lo(x, least)?;
    }
    if space.hi(x) < least {
        space.set_hi(x, -least)?;
    }
    if space.is_small(x) && space.is_small(z) {
        space.keep(x, |space, value| space.contains(z, value.abs()))?;
        space.keep(z, |space, value| space.contains(x, value) || space.contains(x, -value))?;
    }
    match (space.value(x), space.value(z)) {
        (Some(x), Some(z)) if x.abs() != z => Err(Failure),
        _ => Ok(Outcome::Open),
    }
}

/// `z` is the greatest of the variables, or with the sign -1 the least. Bounds consistent.
pub(super) fn extremum(space: &mut Space<'_>, sign: i64, items: &[u32], z: u32) -> Run {
    let signed = |space: &Space<'_>, x: u32| {
        let range = space.range(x);
        if sign > 0 { (range.lo, range.hi) } else { (-range.hi, -range.lo) }
    };
    let at_least = |space: &mut Space<'_>, x: u32, n: i64| {
        if sign > 0 { space.set_lo(x, n) } else { space.set_hi(x, -n) }
    };
    let at_most = |space: &mut Space<'_>, x: u32, n: i64| {
        if sign > 0 { space.set_hi(x, n) } else { space.set_lo(x, -n) }
    };
    let (lo, hi) = items.iter().fold((i64::MIN, i64::MIN), |(lo, hi), &x| {
        let (least, greatest) = signed(space, x);
        (lo.max(least), hi.max(greatest))
    });
    at_least(space, z, lo)?;
    at_most(space, z, hi)?;
    let (least, most) = signed(space, z);
    for &x in items {
        at_most(space, x, most)?;
    }
    // The only one that can be so great has to be.
    let mut able = items.iter().filter(|&&x| signed(space, x).1 >= least);
    match (able.next(), able.next()) {
        (None, _) => return Err(Failure),
        (Some(&x), None) => at_least(space, x, least)?,
        _ => {}
    }
    Ok(Outcome::Open)
}

/// The hull of the greatest of some ranges.
pub(crate) fn extremum_of(sign: i64, ranges: impl Iterator<Item = (i64, i64)>) -> (i64, i64) {
    let pick = |a: i64, b: i64| if sign > 0 { a.max(b) } else { a.min(b) };
    ranges.reduce(|a, b| (pick(a.0, b.0), pick(a.1, b.1))).unwrap_or_default()
}
