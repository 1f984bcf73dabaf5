//! Arithmetic by bounds: linear relations, products, quotients, remainders, absolute values, extremums.

use crate::domain::{Failure, Range, Relation, event};
use crate::propagate::Workspace;
use crate::propagate::{Outcome, Run, Term, ceiling, floor};

#[derive(Debug, Clone)]
pub(crate) struct Linear {
    pub terms: Box<[Term]>,
    pub constant: i64,
    pub relation: Relation,
}

/// Values that are looked through for holes, at most.
const MAX_LOOKS: u64 = 256;

/// `y` is `x` with that sign and something added.
#[derive(Clone, Copy)]
struct Pair {
    x: u32,
    y: u32,
    sign: i64,
    added: i64,
}

/// Gives both variables the holes of the other. Of large domains, whose values take long to visit, only the bounds
/// agree.
fn same_holes(work: &mut Workspace<'_>, Pair { x, y, sign, added }: Pair) -> Result<(), Failure> {
    let (of_x, of_y) = (work.range(x), work.range(y));
    let is_whole = |range: Range| range.size == range.hi.abs_diff(range.lo) + 1;
    if of_x.size.max(of_y.size) > MAX_LOOKS || (is_whole(of_x) && is_whole(of_y)) {
        return Ok(());
    }
    work.retain(x, |work, value| work.contains(y, sign * value + added))?;
    work.retain(y, |work, value| work.contains(x, sign * (value - added)))
}

/// The least and the greatest value of a term.
#[inline]
fn bounds(work: &Workspace<'_>, (a, x): Term) -> (i64, i64) {
    let range = work.range(x);
    if a > 0 { (a * range.lo, a * range.hi) } else { (a * range.hi, a * range.lo) }
}

impl Linear {
    fn sums(&self, work: &Workspace<'_>) -> (i64, i64) {
        self.terms.iter().fold((self.constant, self.constant), |(lo, hi), &term| {
            let (least, greatest) = bounds(work, term);
            (lo + least, hi + greatest)
        })
    }

    pub fn run(&self, work: &mut Workspace<'_>) -> Run {
        match self.relation {
            Relation::AtMost => self.at_most(work),
            Relation::Equal => self.equal(work),
            Relation::NotEqual => self.not_equal(work),
        }
    }

    /// Bounds consistent: what is left of each variable fits with the least of the others.
    fn at_most(&self, work: &mut Workspace<'_>) -> Run {
        let (lo, hi) = self.sums(work);
        if hi <= 0 {
            return Ok(Outcome::Subsumed);
        }
        for &(a, x) in &self.terms {
            // The most by which a term may exceed its least value.
            if a > 0 {
                let least = work.lo(x);
                work.set_hi(x, least + floor(-lo, a))?;
            } else {
                let greatest = work.hi(x);
                work.set_lo(x, greatest + ceiling(-lo, a))?;
            }
        }
        if lo > 0 { Err(Failure) } else { Ok(Outcome::NoFix) }
    }

    /// Bounds consistent over the real numbers, once through all terms; of two variables that determine each other,
    /// domain consistent.
    fn equal(&self, work: &mut Workspace<'_>) -> Run {
        let (mut lo, mut hi) = self.sums(work);
        for &term in &self.terms {
            let (a, x) = term;
            let (least, greatest) = bounds(work, term);
            // The others add up to something between these.
            let (others_lo, others_hi) = (lo - least, hi - greatest);
            if a > 0 {
                work.set_lo(x, ceiling(-others_hi, a))?;
                work.set_hi(x, floor(-others_lo, a))?;
            } else {
                work.set_lo(x, ceiling(-others_lo, a))?;
                work.set_hi(x, floor(-others_hi, a))?;
            }
            let (least, greatest) = bounds(work, term);
            (lo, hi) = (others_lo + least, others_hi + greatest);
        }
        match (lo, hi) {
            (0, 0) => Ok(Outcome::Subsumed),
            _ if lo > 0 || hi < 0 => Err(Failure),
            _ => {
                if let Some(pair) = self.pair() {
                    same_holes(work, pair)?;
                }
                Ok(Outcome::NoFix)
            }
        }
    }

    /// The two variables, if one is the other with a sign and something added.
    fn pair(&self) -> Option<Pair> {
        match (self.relation, &*self.terms) {
            (Relation::Equal, &[(a @ (1 | -1), x), (b @ (1 | -1), y)]) => {
                Some(Pair { x, y, sign: -a * b, added: -b * self.constant })
            }
            _ => None,
        }
    }

    /// Once a single variable is open, one value of it is impossible.
    fn not_equal(&self, work: &mut Workspace<'_>) -> Run {
        let (mut sum, mut open) = (self.constant, None);
        for &(a, x) in &self.terms {
            match work.value(x) {
                Some(value) => sum += a * value,
                None if open.is_none() => open = Some((a, x)),
                None => return Ok(Outcome::NoFix),
            }
        }
        match open {
            Some((a, x)) => {
                if sum.checked_rem(a) == Some(0) {
                    work.remove(x, -sum / a)?;
                }
                Ok(Outcome::Subsumed)
            }
            None if sum == 0 => Err(Failure),
            None => Ok(Outcome::Subsumed),
        }
    }

    /// Returns whether it holds for all values that are left.
    fn truth(&self, work: &Workspace<'_>) -> Option<bool> {
        let (lo, hi) = self.sums(work);
        match self.relation {
            Relation::AtMost if hi <= 0 => Some(true),
            Relation::AtMost if lo > 0 => Some(false),
            Relation::AtMost => None,
            relation => self.is_zero(work, lo, hi).map(|zero| zero == (relation == Relation::Equal)),
        }
    }

    fn is_zero(&self, work: &Workspace<'_>, lo: i64, hi: i64) -> Option<bool> {
        if lo == 0 && hi == 0 {
            return Some(true);
        }
        if lo > 0 || hi < 0 {
            return Some(false);
        }
        // Of what is open, holes may tell.
        let mut open = self.terms.iter().filter(|(_, x)| work.value(*x).is_none());
        match (open.next(), open.next(), open.next()) {
            (Some(&(a, x)), None, _) => {
                let rest = lo - bounds(work, (a, x)).0;
                let possible = rest.checked_rem(a) == Some(0) && work.contains(x, -rest / a);
                (!possible).then_some(false)
            }
            (Some(&(a, x)), Some(&(b, y)), None)
                if a == -b && lo - bounds(work, (a, x)).0 == bounds(work, (b, y)).0 =>
            {
                (!work.intersects(x, y)).then_some(false)
            }
            _ => None,
        }
    }

    /// Returns whether a second run concludes nothing: lower upper bounds do not change the least sum.
    pub fn is_idempotent(&self) -> bool {
        self.relation != Relation::Equal
    }

    pub fn events(&self) -> u8 {
        match self.relation {
            Relation::NotEqual => event::FIXED,
            Relation::Equal if self.pair().is_some() => event::DOMAIN,
            _ => event::BOUNDS,
        }
    }

    pub fn reified_events(&self) -> u8 {
        if self.relation == Relation::AtMost { event::BOUNDS } else { event::DOMAIN }
    }

    /// The relation that holds if this one does not.
    pub fn negation(&self) -> Linear {
        match self.relation {
            Relation::AtMost => Linear {
                terms: self.terms.iter().map(|&(a, x)| (-a, x)).collect(),
                constant: 1 - self.constant,
                relation: Relation::AtMost,
            },
            Relation::Equal => Linear { relation: Relation::NotEqual, ..self.clone() },
            Relation::NotEqual => Linear { relation: Relation::Equal, ..self.clone() },
        }
    }
}

/// `truth` is 1 if the relation holds and 0 if it does not.
pub(super) fn reified(work: &mut Workspace<'_>, truth: u32, relation: &Linear, negation: &Linear) -> Run {
    match work.value(truth) {
        Some(0) => negation.run(work),
        Some(_) => relation.run(work),
        None => match relation.truth(work) {
            Some(holds) => {
                work.fix(truth, i64::from(holds))?;
                Ok(Outcome::Subsumed)
            }
            None => Ok(Outcome::NoFix),
        },
    }
}

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

fn wide_floor(a: Wide, b: Wide) -> Wide {
    let quotient = a / b;
    if a % b != 0 && (a % b < 0) != (b < 0) { quotient - 1 } else { quotient }
}

fn wide_ceiling(a: Wide, b: Wide) -> Wide {
    -wide_floor(-a, b)
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
    Ok(if factors_known { Outcome::Subsumed } else { Outcome::NoFix })
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
        (Some(x), Some(z)) if x * x == z => Ok(Outcome::Subsumed),
        (Some(_), Some(_)) => Err(Failure),
        _ => Ok(Outcome::NoFix),
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
        let least = hull(corners(of_z, of_y, wide_ceiling)).unwrap_or_default().0;
        let greatest = hull(corners(of_z, of_y, wide_floor)).unwrap_or_default().1;
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
    Ok(Outcome::NoFix)
}

/// The quotient rounded down and what it leaves over, which has the sign of `y`.
pub(crate) fn division(x: i64, y: i64) -> Option<(i64, i64)> {
    if y == 0 || x == i64::MIN {
        return None;
    }
    Some((floor(x, y), x - floor(x, y) * y))
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
        return Ok(Outcome::NoFix);
    };
    let (least, greatest) = (work.lo(x), work.hi(x));
    if floor(least, by) == floor(greatest, by) {
        same_bounds(work, x, z, floor(least, by) * by)?;
    }
    let left = |value| division(value, by).map_or(0, |(_, left)| left);
    if work.is_small(x) {
        work.retain(x, |work, value| work.contains(z, left(value)))?;
        if work.is_small(z) {
            let found: std::collections::BTreeSet<i64> = work.values(x).map(left).collect();
            work.retain(z, |_, value| found.contains(&value))?;
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
    Ok(Outcome::NoFix)
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
        work.retain(x, |work, value| work.contains(z, value.abs()))?;
        work.retain(z, |work, value| work.contains(x, value) || work.contains(x, -value))?;
    }
    match (work.value(x), work.value(z)) {
        (Some(x), Some(z)) if x.abs() != z => Err(Failure),
        _ => Ok(Outcome::NoFix),
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
    Ok(Outcome::NoFix)
}

/// The hull of the greatest of some ranges.
pub(crate) fn extremum_of(sign: i64, ranges: impl Iterator<Item = (i64, i64)>) -> (i64, i64) {
    let pick = |a: i64, b: i64| if sign > 0 { a.max(b) } else { a.min(b) };
    ranges.reduce(|a, b| (pick(a.0, b.0), pick(a.1, b.1))).unwrap_or_default()
}
