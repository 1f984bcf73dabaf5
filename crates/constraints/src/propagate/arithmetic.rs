//! Products, quotients, remainders, absolute values, greatest and least: by their bounds.

use crate::domain::Failure;
use crate::propagate::{Outcome, Run};
use crate::propagation_queue::Workspace;

/// Bounds of products of two values do not fit into a word.
type Wide = i128;

/// The least and the greatest of some numbers.
fn hull(numbers: impl IntoIterator<Item = Wide>) -> Option<(Wide, Wide)> {
    numbers.into_iter().fold(None, |hull, n| Some(hull.map_or((n, n), |(lo, hi): (Wide, Wide)| (lo.min(n), hi.max(n)))))
}

fn narrow(work: &mut Workspace<'_>, x: u32, (lo, hi): (Wide, Wide)) -> Result<(), Failure> {
    let limit = |n: Wide| n.clamp(-(1 << 62), 1 << 62) as i64;
    work.set_lo(x, limit(lo))?;
    work.set_hi(x, limit(hi))
}

fn wide(work: &Workspace<'_>, x: u32) -> (Wide, Wide) {
    let range = work.range(x);
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
pub(super) fn product(work: &mut Workspace<'_>, x: u32, y: u32, z: u32) -> Run {
    let (of_x, of_y) = (wide(work, x), wide(work, y));
    let factors_known = of_x.0 == of_x.1 && of_y.0 == of_y.1;
    let mut products = hull(corners(of_x, of_y, |a, b| a * b)).unwrap_or_default();
    if x == y {
        // A square; of values on both sides of 0, it can be 0.
        products.0 = if of_x.0 <= 0 && of_x.1 >= 0 { 0 } else { (of_x.0 * of_x.0).min(of_x.1 * of_x.1) };
    }
    narrow(work, z, products)?;
    if x == y {
        return square(work, x, z);
    }
    factor(work, x, y, z)?;
    factor(work, y, x, z)?;
    Ok(if factors_known { Outcome::Done } else { Outcome::Open })
}

/// Narrows `x` by `x * x = z`.
fn square(work: &mut Workspace<'_>, x: u32, z: u32) -> Run {
    work.set_lo(z, 0)?;
    let (least, most) = (work.lo(z), work.hi(z).isqrt());
    let root = least.isqrt();
    let least = if root * root == least { root } else { root + 1 };
    work.set_lo(x, -most)?;
    work.set_hi(x, most)?;
    if work.lo(x) > -least {
        work.set_lo(x, least)?;
    }
    if work.hi(x) < least {
        work.set_hi(x, -least)?;
    }
    // The bounds of `z` are squares.
    let (lo, hi) = (work.lo(z).isqrt(), work.hi(z).isqrt());
    work.set_lo(z, if lo * lo == work.lo(z) { lo * lo } else { (lo + 1) * (lo + 1) })?;
    work.set_hi(z, hi * hi)?;
    match (work.value(x), work.value(z)) {
        (Some(x), Some(z)) if x * x == z => Ok(Outcome::Done),
        (Some(_), Some(_)) => Err(Failure),
        _ => Ok(Outcome::Open),
    }
}

/// Narrows `x` by `x * y = z`.
fn factor(work: &mut Workspace<'_>, x: u32, y: u32, z: u32) -> Result<(), Failure> {
    let of_z = wide(work, z);
    if of_z.0 > 0 || of_z.1 < 0 {
        work.remove(x, 0)?;
        work.remove(y, 0)?;
        // The other factor is at least 1 or at most -1.
        let most = of_z.0.abs().max(of_z.1.abs());
        narrow(work, x, (-most, most))?;
    }
    let of_y = wide(work, y);
    if of_y.0 > 0 || of_y.1 < 0 {
        let least = hull(corners(of_z, of_y, ceiling)).unwrap_or_default().0;
        let greatest = hull(corners(of_z, of_y, floor)).unwrap_or_default().1;
        narrow(work, x, (least, greatest))?;
    }
    Ok(())
}

/// The parts of an interval below and above 0.
fn without_zero((lo, hi): (Wide, Wide)) -> impl Iterator<Item = (Wide, Wide)> {
    [(lo, hi.min(-1)), (lo.max(1), hi)].into_iter().filter(|(lo, hi)| lo <= hi)
}

/// `x / y = z`, rounded towards 0; `y` is not 0.
pub(super) fn quotient(work: &mut Workspace<'_>, x: u32, y: u32, z: u32) -> Run {
    work.remove(y, 0)?;
    let of_x = wide(work, x);
    let parts = without_zero(wide(work, y));
    let quotients = hull(parts.flat_map(|part| corners(of_x, part, |a, b| a / b))).ok_or(Failure)?;
    narrow(work, z, quotients)?;
    let (of_y, of_z) = (wide(work, y), wide(work, z));
    let (lo, hi) = hull(without_zero(of_y).flat_map(|part| corners(of_z, part, |a, b| a * b))).unwrap_or_default();
    // The rest of the division, away from 0.
    let rest = of_y.0.abs().max(of_y.1.abs()) - 1;
    narrow(work, x, (if lo <= 0 { lo - rest } else { lo }, if hi >= 0 { hi + rest } else { hi }))?;
    Ok(Outcome::Open)
}

/// The quotient rounded down and what it leaves over, which has the sign of `y`.
pub(crate) fn division(x: i64, y: i64) -> Option<(i64, i64)> {
    if y == 0 || x == i64::MIN {
        return None;
    }
    Some((crate::propagate::floor(x, y), x - crate::propagate::floor(x, y) * y))
}

/// `x - floor(x / y) * y = z`; `y` is not 0.
pub(super) fn modulo(work: &mut Workspace<'_>, x: u32, y: u32, z: u32) -> Run {
    work.remove(y, 0)?;
    let (lo, hi) = (work.lo(y), work.hi(y));
    work.set_lo(z, if lo < 0 { lo + 1 } else { 0 })?;
    work.set_hi(z, if hi > 0 { hi - 1 } else { 0 })?;
    let Some(by) = work.value(y) else {
        // A dividend that is smaller than every divisor is what is left over.
        if work.lo(x) >= 0 && work.hi(x) < lo {
            same_bounds(work, x, z, 0)?;
        }
        return Ok(Outcome::Open);
    };
    let (least, greatest) = (work.lo(x), work.hi(x));
    if crate::propagate::floor(least, by) == crate::propagate::floor(greatest, by) {
        same_bounds(work, x, z, crate::propagate::floor(least, by) * by)?;
    }
    let left = |value| division(value, by).map_or(0, |(_, left)| left);
    if work.is_small(x) {
        work.keep(x, |work, value| work.contains(z, left(value)))?;
        if work.is_small(z) {
            let found: std::collections::BTreeSet<i64> = work.values(x).map(left).collect();
            work.keep(z, |_, value| found.contains(&value))?;
        }
    } else if let Some(rest) = work.value(z) {
        // The next ones that leave so much over.
        let up = left(rest - work.lo(x)).abs();
        let down = left(work.hi(x) - rest).abs();
        let (up, down) = if by > 0 { (up, down) } else { ((by.abs() - up) % by.abs(), (by.abs() - down) % by.abs()) };
        let (least, greatest) = (work.lo(x), work.hi(x));
        work.set_lo(x, least + up)?;
        work.set_hi(x, greatest - down)?;
    }
    if let (Some(x), Some(z)) = (work.value(x), work.value(z))
        && left(x) != z
    {
        return Err(Failure);
    }
    Ok(Outcome::Open)
}

/// `x = z + shift`, by bounds.
fn same_bounds(work: &mut Workspace<'_>, x: u32, z: u32, shift: i64) -> Result<(), Failure> {
    let (of_x, of_z) = (work.range(x), work.range(z));
    work.set_lo(x, of_z.lo + shift)?;
    work.set_hi(x, of_z.hi + shift)?;
    work.set_lo(z, of_x.lo - shift)?;
    work.set_hi(z, of_x.hi - shift)
}

/// `z` is `x` without its sign. Domain consistent where both have few values.
pub(super) fn absolute(work: &mut Workspace<'_>, x: u32, z: u32) -> Run {
    work.set_lo(z, 0)?;
    let (lo, hi) = (work.lo(x), work.hi(x));
    work.set_hi(z, lo.abs().max(hi.abs()))?;
    if lo > 0 || hi < 0 {
        work.set_lo(z, lo.abs().min(hi.abs()))?;
    }
    let most = work.hi(z);
    work.set_lo(x, -most)?;
    work.set_hi(x, most)?;
    let least = work.lo(z);
    if work.lo(x) > -least {
        work.set_lo(x, least)?;
    }
    if work.hi(x) < least {
        work.set_hi(x, -least)?;
    }
    if work.is_small(x) && work.is_small(z) {
        work.keep(x, |work, value| work.contains(z, value.abs()))?;
        work.keep(z, |work, value| work.contains(x, value) || work.contains(x, -value))?;
    }
    match (work.value(x), work.value(z)) {
        (Some(x), Some(z)) if x.abs() != z => Err(Failure),
        _ => Ok(Outcome::Open),
    }
}

/// `z` is the greatest of the variables, or with the sign -1 the least. Bounds consistent.
pub(super) fn extremum(work: &mut Workspace<'_>, sign: i64, items: &[u32], z: u32) -> Run {
    let signed = |work: &Workspace<'_>, x: u32| {
        let range = work.range(x);
        if sign > 0 { (range.lo, range.hi) } else { (-range.hi, -range.lo) }
    };
    let at_least = |work: &mut Workspace<'_>, x: u32, n: i64| {
        if sign > 0 { work.set_lo(x, n) } else { work.set_hi(x, -n) }
    };
    let at_most = |work: &mut Workspace<'_>, x: u32, n: i64| {
        if sign > 0 { work.set_hi(x, n) } else { work.set_lo(x, -n) }
    };
    let (lo, hi) = items.iter().fold((i64::MIN, i64::MIN), |(lo, hi), &x| {
        let (least, greatest) = signed(work, x);
        (lo.max(least), hi.max(greatest))
    });
    at_least(work, z, lo)?;
    at_most(work, z, hi)?;
    let (least, most) = signed(work, z);
    for &x in items {
        at_most(work, x, most)?;
    }
    // The only one that can be so great has to be.
    let mut able = items.iter().filter(|&&x| signed(work, x).1 >= least);
    match (able.next(), able.next()) {
        (None, _) => return Err(Failure),
        (Some(&x), None) => at_least(work, x, least)?,
        _ => {}
    }
    Ok(Outcome::Open)
}

/// The hull of the greatest of some ranges.
pub(crate) fn extremum_of(sign: i64, ranges: impl Iterator<Item = (i64, i64)>) -> (i64, i64) {
    let pick = |a: i64, b: i64| if sign > 0 { a.max(b) } else { a.min(b) };
    ranges.reduce(|a, b| (pick(a.0, b.0), pick(a.1, b.1))).unwrap_or_default()
}
