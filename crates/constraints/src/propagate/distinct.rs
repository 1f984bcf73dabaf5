//! All different, by values: a value that one variable has leaves the others.

use super::{Outcome, Run, at};
use crate::workspace::Workspace;

/// Looks at a variable in one run: of many that are fixed at once, the next run has the rest.
const MOST_LOOKS: usize = 1 << 22;

/// In the memory, a bit for each variable whose value has left the others.
pub(super) fn run(work: &mut Workspace<'_>, items: &[u32], memory: usize) -> Run {
    let mut looks = 0;
    loop {
        let mut settled = 0;
        let mut changed = false;
        for (i, &x) in items.iter().enumerate() {
            let (word, bit) = (memory + i / 64, 1u64 << (i % 64));
            if work.recall(word) & bit != 0 {
                settled += 1;
                continue;
            }
            let Some(value) = work.value(x) else { continue };
            if looks > MOST_LOOKS {
                return Ok(Outcome::Again);
            }
            let known = work.recall(word);
            work.remember(word, known | bit);
            settled += 1;
            changed = true;
            looks += items.len();
            for (j, &y) in items.iter().enumerate() {
                if i != j {
                    work.remove(y, value)?;
                }
            }
        }
        if settled == items.len() {
            return Ok(Outcome::Done);
        }
        if !changed {
            return Ok(Outcome::Open);
        }
    }
}

/// Have the fixed variables different values? For those that reason by bounds.
pub(super) fn is_possible(values: &mut [i64]) -> bool {
    values.sort_unstable();
    values.windows(2).all(|pair| at(pair, 0) != at(pair, 1))
}
