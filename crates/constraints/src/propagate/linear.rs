//! Linear relations: multiples of variables and a constant add up to something that is at most 0, 0, or not 0.
//!
//! Sums were found to fit into 62 bits when the constraint was posted, and domains only shrink.

use super::{Outcome, Run, Term, ceiling, floor};
use crate::domain::{Failure, Range, event};
use crate::post::Relation;
use crate::space::Space;

#[derive(Debug, Clone)]
pub(crate) struct Linear {
    pub terms: Box<[Term]>,
    pub constant: i64,
    pub relation: Relation,
}

/// Values that are looked through for holes, at most.
const MOST_LOOKS: u64 = 256;

/// `y` is `x` with that sign and something added.
#[derive(Clone, Copy)]
struct Pair {
    x: u32,
    y: u32,
    sign: i64,
    added: i64,
}

/// Where one of the two has a hole, so has the other. Of large domains, which are dear to look through, only the bounds
/// agree.
fn same_holes(space: &mut Space<'_>, Pair { x, y, sign, added }: Pair) -> Result<(), Failure> {
    let (of_x, of_y) = (space.range(x), space.range(y));
    let is_whole = |range: Range| range.size == range.hi.abs_diff(range.lo) + 1;
    if of_x.size.max(of_y.size) > MOST_LOOKS || (is_whole(of_x) && is_whole(of_y)) {
        return Ok(());
    }
    space.keep(x, |space, value| space.contains(y, sign * value + added))?;
    space.keep(y, |space, value| space.contains(x, sign * (value - added)))
}

/// The least and the greatest value of a term.
#[inline]
fn bounds(space: &Space<'_>, (a, x): Term) -> (i64, i64) {
    let range = space.range(x);
    if a > 0 { (a * range.lo, a * range.hi) } else { (a * range.hi, a * range.lo) }
}

impl Linear {
    fn sums(&self, space: &Space<'_>) -> (i64, i64) {
        self.terms.iter().fold((self.constant, self.constant), |(lo, hi), &term| {
            let (least, greatest) = bounds(space, term);
            (lo + least, hi + greatest)
        })
    }

    pub fn run(&self, space: &mut Space<'_>) -> Run {
        match self.relation {
            Relation::AtMost => self.at_most(space),
            Relation::Equal => self.equal(space),
            Relation::NotEqual => self.not_equal(space),
        }
    }

    /// Bounds consistent: what is left of each variable fits with the least of the others.
    fn at_most(&self, space: &mut Space<'_>) -> Run {
        let (lo, hi) = self.sums(space);
        if hi <= 0 {
            return Ok(Outcome::Done);
        }
        for &(a, x) in &self.terms {
            // How far a term may exceed its least value.
            if a > 0 {
                let least = space.lo(x);
                space.set_hi(x, least + floor(-lo, a))?;
            } else {
                let greatest = space.hi(x);
                space.set_lo(x, greatest + ceiling(-lo, a))?;
            }
        }
        if lo > 0 { Err(Failure) } else { Ok(Outcome::Open) }
    }

    /// Bounds consistent over the real numbers, once through all terms; of two variables that determine each other,
    /// domain consistent.
    fn equal(&self, space: &mut Space<'_>) -> Run {
        let (mut lo, mut hi) = self.sums(space);
        for &term in &self.terms {
            let (a, x) = term;
            let (least, greatest) = bounds(space, term);
            // The others add up to something between these.
            let (others_lo, others_hi) = (lo - least, hi - greatest);
            if a > 0 {
                space.set_lo(x, ceiling(-others_hi, a))?;
                space.set_hi(x, floor(-others_lo, a))?;
            } else {
                space.set_lo(x, ceiling(-others_lo, a))?;
                space.set_hi(x, floor(-others_hi, a))?;
            }
            let (least, greatest) = bounds(space, term);
            (lo, hi) = (others_lo + least, others_hi + greatest);
        }
        match (lo, hi) {
            (0, 0) => Ok(Outcome::Done),
            _ if lo > 0 || hi < 0 => Err(Failure),
            _ => {
                if let Some(pair) = self.pair() {
                    same_holes(space, pair)?;
                }
                Ok(Outcome::Open)
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
    fn not_equal(&self, space: &mut Space<'_>) -> Run {
        let (mut sum, mut open) = (self.constant, None);
        for &(a, x) in &self.terms {
            match space.value(x) {
                Some(value) => sum += a * value,
                None if open.is_none() => open = Some((a, x)),
                None => return Ok(Outcome::Open),
            }
        }
        match open {
            Some((a, x)) => {
                if sum.checked_rem(a) == Some(0) {
                    space.remove(x, -sum / a)?;
                }
                Ok(Outcome::Done)
            }
            None if sum == 0 => Err(Failure),
            None => Ok(Outcome::Done),
        }
    }

    /// Does it hold, whatever the values will be?
    fn truth(&self, space: &Space<'_>) -> Option<bool> {
        let (lo, hi) = self.sums(space);
        match self.relation {
            Relation::AtMost if hi <= 0 => Some(true),
            Relation::AtMost if lo > 0 => Some(false),
            Relation::AtMost => None,
            relation => self.is_zero(space, lo, hi).map(|zero| zero == (relation == Relation::Equal)),
        }
    }

    fn is_zero(&self, space: &Space<'_>, lo: i64, hi: i64) -> Option<bool> {
        if lo == 0 && hi == 0 {
            return Some(true);
        }
        if lo > 0 || hi < 0 {
            return Some(false);
        }
        // Of what is open, holes may tell.
        let mut open = self.terms.iter().filter(|(_, x)| space.value(*x).is_none());
        match (open.next(), open.next(), open.next()) {
            (Some(&(a, x)), None, _) => {
                let rest = lo - bounds(space, (a, x)).0;
                let possible = rest.checked_rem(a) == Some(0) && space.contains(x, -rest / a);
                (!possible).then_some(false)
            }
            (Some(&(a, x)), Some(&(b, y)), None)
                if a == -b && lo - bounds(space, (a, x)).0 == bounds(space, (b, y)).0 =>
            {
                (!space.meet(x, y)).then_some(false)
            }
            _ => None,
        }
    }

    /// What only lowers the upper sides does not change the least sum.
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
pub(super) fn reified(space: &mut Space<'_>, truth: u32, relation: &Linear, negation: &Linear) -> Run {
    match space.value(truth) {
        Some(0) => negation.run(space),
        Some(_) => relation.run(space),
        None => match relation.truth(space) {
            Some(holds) => {
                space.fix(truth, i64::from(holds))?;
                Ok(Outcome::Done)
            }
            None => Ok(Outcome::Open),
        },
    }
}
