//! `result` is the variable with the number `index`. Domain consistent where domains are small, else by bounds.

use super::{Outcome, Run, at};
use crate::domain::Failure;
use crate::workspace::Workspace;

/// Values of the result times those of the index that are looked at.
const MOST_LOOKS: u64 = 1 << 22;

pub(super) fn run(work: &mut Workspace<'_>, items: &[u32], index: u32, result: u32) -> Run {
    work.set_lo(index, 0)?;
    work.set_hi(index, items.len() as i64 - 1)?;
    work.keep(index, |work, i| work.meet(at(items, i as usize), result))?;
    if let Some(i) = work.value(index) {
        return equal(work, at(items, i as usize), result);
    }
    let hull = work.values(index).map(|i| work.range(at(items, i as usize)));
    let (lo, hi) = hull.fold((i64::MAX, i64::MIN), |(lo, hi), range| (lo.min(range.lo), hi.max(range.hi)));
    work.set_lo(result, lo)?;
    work.set_hi(result, hi)?;
    if work.is_small(result) && work.range(result).size.saturating_mul(work.range(index).size) <= MOST_LOOKS {
        work.keep(result, |work, value| work.values(index).any(|i| work.contains(at(items, i as usize), value)))?;
    }
    Ok(Outcome::Open)
}

/// Both have the same values.
fn equal(work: &mut Workspace<'_>, x: u32, y: u32) -> Run {
    for (x, y) in [(x, y), (y, x)] {
        let range = work.range(x);
        work.set_lo(y, range.lo)?;
        work.set_hi(y, range.hi)?;
    }
    if work.is_small(x) && work.is_small(y) {
        work.keep(x, |work, value| work.contains(y, value))?;
        work.keep(y, |work, value| work.contains(x, value))?;
    }
    match (work.value(x), work.value(y)) {
        (Some(a), Some(b)) if a != b => Err(Failure),
        (Some(_), Some(_)) => Ok(Outcome::Done),
        _ => Ok(Outcome::Open),
    }
}
