//! So many of the variables have a value. Domain consistent.

use super::{Outcome, Run};
use crate::space::Space;

pub(super) fn run(space: &mut Space<'_>, items: &[u32], value: i64, count: u32) -> Run {
    let (mut sure, mut open) = (0, 0);
    for &x in items {
        if space.value(x) == Some(value) {
            sure += 1;
        } else if space.contains(x, value) {
            open += 1;
        }
    }
    space.set_lo(count, sure)?;
    space.set_hi(count, sure + open)?;
    let range = space.range(count);
    if open == 0 {
        return Ok(Outcome::Done);
    }
    if range.hi == sure {
        for &x in items {
            if space.value(x) != Some(value) {
                space.remove(x, value)?;
            }
        }
        return Ok(Outcome::Done);
    }
    if range.lo == sure + open {
        for &x in items {
            if space.contains(x, value) {
                space.fix(x, value)?;
            }
        }
        return Ok(Outcome::Done);
    }
    Ok(Outcome::Open)
}
