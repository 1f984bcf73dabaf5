//! The left values come before the right ones as words do in a dictionary, or are the same unless that is forbidden.
//! Domain consistent (A. Frisch and others, "Propagation algorithms for lexicographic ordering constraints", 2006).

use super::{Outcome, Run};
use crate::domain::Failure;
use crate::workspace::Workspace;

pub(super) fn run(work: &mut Workspace<'_>, left: &[u32], right: &[u32], strict: bool) -> Run {
    let pairs = || left.iter().copied().zip(right.iter().copied()).enumerate();
    // The first place behind that decides, and how; what lies before it does not.
    let mut decided: Option<(usize, bool)> = None;
    for (i, (x, y)) in pairs() {
        if let (Some(a), Some(b)) = (work.value(x), work.value(y))
            && a == b
        {
            continue;
        }
        // The first place where they may differ. What comes behind decides whether they may be equal here.
        let (place, equal_allowed) = match decided.filter(|&(place, _)| place > i) {
            Some(known) => known,
            None => {
                let mut behind = pairs().skip(i + 1).map(|(j, (x, y))| (j, work.lo(x), work.hi(y)));
                let differs = behind.find(|(_, least, greatest)| least != greatest);
                differs.map_or((usize::MAX, !strict), |(j, least, greatest)| (j, least < greatest))
            }
        };
        decided = Some((place, equal_allowed));
        let gap = i64::from(!equal_allowed);
        let (most, least) = (work.hi(y) - gap, work.lo(x) + gap);
        work.set_hi(x, most)?;
        work.set_lo(y, least)?;
        if work.hi(x) < work.lo(y) {
            return Ok(Outcome::Done);
        }
        if let (Some(a), Some(b)) = (work.value(x), work.value(y))
            && a == b
        {
            continue;
        }
        return Ok(Outcome::Open);
    }
    if strict { Err(Failure) } else { Ok(Outcome::Done) }
}
