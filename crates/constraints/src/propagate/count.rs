//! So many of the variables have a value. Domain consistent.

use super::{Outcome, Run};
use crate::workspace::Workspace;

pub(super) fn run(work: &mut Workspace<'_>, items: &[u32], value: i64, count: u32) -> Run {
    let (mut sure, mut open) = (0, 0);
    for &x in items {
        if work.value(x) == Some(value) {
            sure += 1;
        } else if work.contains(x, value) {
            open += 1;
        }
    }
    work.set_lo(count, sure)?;
    work.set_hi(count, sure + open)?;
    let range = work.range(count);
    if open == 0 {
        return Ok(Outcome::Done);
    }
    if range.hi == sure {
        for &x in items {
            if work.value(x) != Some(value) {
                work.remove(x, value)?;
            }
        }
        return Ok(Outcome::Done);
    }
    if range.lo == sure + open {
        for &x in items {
            if work.contains(x, value) {
                work.fix(x, value)?;
            }
        }
        return Ok(Outcome::Done);
    }
    Ok(Outcome::Open)
}
