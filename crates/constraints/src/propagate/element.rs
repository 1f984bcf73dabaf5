//! `result` is the variable with the number `index`. Domain consistent where domains are small, else by bounds.

use super::{Outcome, Run, at};
use crate::domain::Failure;
use crate::space::Space;

/// Values of the result times those of the index that are looked at.
const MOST_LOOKS: u64 = 1 << 22;

pub(super) fn run(space: &mut Space<'_>, items: &[u32], index: u32, result: u32) -> Run {
    space.set_lo(index, 0)?;
    space.set_hi(index, items.len() as i64 - 1)?;
    space.keep(index, |space, i| space.meet(at(items, i as usize), result))?;
    if let Some(i) = space.value(index) {
        return equal(space, at(items, i as usize), result);
    }
    let hull = space.values(index).map(|i| space.range(at(items, i as usize)));
    let (lo, hi) = hull.fold((i64::MAX, i64::MIN), |(lo, hi), range| (lo.min(range.lo), hi.max(range.hi)));
    space.set_lo(result, lo)?;
    space.set_hi(result, hi)?;
    if space.is_small(result) && space.range(result).size.saturating_mul(space.range(index).size) <= MOST_LOOKS {
        space.keep(result, |space, value| space.values(index).any(|i| space.contains(at(items, i as usize), value)))?;
    }
    Ok(Outcome::Open)
}

/// Both have the same values.
fn equal(space: &mut Space<'_>, x: u32, y: u32) -> Run {
    for (x, y) in [(x, y), (y, x)] {
        let range = space.range(x);
        space.set_lo(y, range.lo)?;
        space.set_hi(y, range.hi)?;
    }
    if space.is_small(x) && space.is_small(y) {
        space.keep(x, |space, value| space.contains(y, value))?;
        space.keep(y, |space, value| space.contains(x, value))?;
    }
    match (space.value(x), space.value(y)) {
        (Some(a), Some(b)) if a != b => Err(Failure),
        (Some(_), Some(_)) => Ok(Outcome::Done),
        _ => Ok(Outcome::Open),
    }
}
