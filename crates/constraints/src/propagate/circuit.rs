//! Each variable says which comes next, and all are visited before the first again. What is fixed makes chains; the
//! end of one may not lead to its beginning unless it is the whole circuit. That the values differ is a constraint of
//! its own.

use super::{Outcome, Run, at, put};
use crate::domain::Failure;
use crate::workspace::Workspace;

pub(super) fn run(work: &mut Workspace<'_>, next: &[u32]) -> Run {
    let count = next.len();
    let mut has_predecessor = vec![false; count];
    let mut fixed = 0;
    for &x in next {
        if let Some(to) = work.value(x) {
            fixed += 1;
            if at(&has_predecessor, to as usize) {
                return Err(Failure);
            }
            put(&mut has_predecessor, to as usize, true);
        }
    }
    if fixed == count {
        let (mut node, mut length) = (0, 0);
        loop {
            node = work.lo(at(next, node)) as usize;
            length += 1;
            if node == 0 || length > count {
                break;
            }
        }
        return if length == count { Ok(Outcome::Done) } else { Err(Failure) };
    }
    let mut visited = 0;
    for start in (0..count).filter(|&node| !at(&has_predecessor, node)) {
        let (mut end, mut length) = (start, 1);
        while let Some(to) = work.value(at(next, end)) {
            end = to as usize;
            length += 1;
            // A chain that runs into itself; where a variable stands at two places, there are some.
            if length > count {
                return Err(Failure);
            }
        }
        visited += length;
        if length < count {
            work.remove(at(next, end), start as i64)?;
        }
    }
    // What no chain reaches are circles.
    if visited < count { Err(Failure) } else { Ok(Outcome::Open) }
}
