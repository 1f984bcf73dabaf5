//! No-goods: values that variables do not all have at once, as a search has found out.

use super::{Outcome, Run};
use crate::domain::Failure;
use crate::space::Space;

/// Once all but one have their values, the last one has another.
pub(super) fn run(space: &mut Space<'_>, pairs: &[(u32, i64)]) -> Run {
    let mut open = None;
    for &(x, value) in pairs {
        if !space.contains(x, value) {
            return Ok(Outcome::Done);
        }
        if space.value(x).is_none() {
            match open {
                None => open = Some((x, value)),
                // The same variable again says nothing new.
                Some(same) if same == (x, value) => {}
                Some(_) => return Ok(Outcome::Open),
            }
        }
    }
    let (x, value) = open.ok_or(Failure)?;
    space.remove(x, value)?;
    Ok(Outcome::Done)
}
