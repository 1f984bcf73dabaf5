//! Linear relations: multiples of variables and a constant add up to something that is at most 0, 0, or not 0.
//!
//! Sums were found to fit into 62 bits when the constraint was posted, and domains only shrink.

use crate::domain::{Failure, Range, event};
use crate::propagate::{Outcome, Run, Term, ceiling, floor};
use crate::propagation_queue::Workspace;
use crate::relation::Relation;

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

/// Gives both variables the holes of the other. Of large domains, whose values take long to visit, only the bounds
/// agree.
fn same_holes(work: &mut Workspace<'_>, Pair { x, y, sign, added }: Pair) -> Result<(), Failure> {
    let (of_x, of_y) = (work.range(x), work.range(y));
    let is_whole = |range: Range| range.size == range.hi.abs_diff(range.lo) + 1;
    if of_x.size.max(of_y.size) > MOST_LOOKS || (is_whole(of_x) && is_whole(of_y)) {
        return Ok(());
    }
    work.keep(x, |work, value| work.contains(y, sign * value + added))?;
    work.keep(y, |work, value| work.contains(x, sign * (value - added)))
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
            return Ok(Outcome::Done);
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
        if lo > 0 { Err(Failure) } else { Ok(Outcome::Open) }
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
            (0, 0) => Ok(Outcome::Done),
            _ if lo > 0 || hi < 0 => Err(Failure),
            _ => {
                if let Some(pair) = self.pair() {
                    same_holes(work, pair)?;
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
    fn not_equal(&self, work: &mut Workspace<'_>) -> Run {
        let (mut sum, mut open) = (self.constant, None);
        for &(a, x) in &self.terms {
            match work.value(x) {
                Some(value) => sum += a * value,
                None if open.is_none() => open = Some((a, x)),
                None => return Ok(Outcome::Open),
            }
        }
        match open {
            Some((a, x)) => {
                if sum.checked_rem(a) == Some(0) {
                    work.remove(x, -sum / a)?;
                }
                Ok(Outcome::Done)
            }
            None if sum == 0 => Err(Failure),
            None => Ok(Outcome::Done),
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
                (!work.meet(x, y)).then_some(false)
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
                Ok(Outcome::Done)
            }
            None => Ok(Outcome::Open),
        },
    }
}
