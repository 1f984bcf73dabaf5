//! No-goods: values that variables do not all have at once, as a search has found out.

use super::{Outcome, Run};
use crate::domain::Failure;
use crate::workspace::Workspace;

/// Once all but one have their values, the last one has another.
pub(super) fn run(work: &mut Workspace<'_>, pairs: &[(u32, i64)]) -> Run {
    let mut open = None;
    for &(x, value) in pairs {
        if !work.contains(x, value) {
            return Ok(Outcome::Done);
        }
        if work.value(x).is_none() {
            match open {
                None => open = Some((x, value)),
                // The same variable again says nothing new.
                Some(same) if same == (x, value) => {}
                Some(_) => return Ok(Outcome::Open),
            }
        }
    }
    let (x, value) = open.ok_or(Failure)?;
    work.remove(x, value)?;
    Ok(Outcome::Done)
}
