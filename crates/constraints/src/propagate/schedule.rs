//! Tasks in time: never more of a resource than there is, or one after the other.

use super::{Outcome, Run};
use crate::domain::Failure;
use crate::space::Space;

/// A variable for the time when it starts; how long it takes, and how much it needs.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Task {
    pub start: u32,
    pub duration: i64,
    pub demand: i64,
}

/// A piece of time in which tasks certainly run, and what these need together.
#[derive(Debug, Clone, Copy)]
struct Piece {
    from: i64,
    end: i64,
    demand: i64,
}

impl Task {
    /// When it certainly runs.
    fn core(self, space: &Space<'_>) -> Option<(i64, i64)> {
        let range = space.range(self.start);
        let end = range.lo + self.duration;
        (range.hi < end).then_some((range.hi, end))
    }
}

fn profile(space: &Space<'_>, tasks: &[Task]) -> Vec<Piece> {
    let mut changes = Vec::new();
    for task in tasks {
        if let Some((from, end)) = task.core(space) {
            changes.extend([(from, task.demand), (end, -task.demand)]);
        }
    }
    changes.sort_unstable();
    let mut pieces = Vec::new();
    let mut demand = 0;
    let mut times = changes.iter().peekable();
    while let Some(&(from, change)) = times.next() {
        demand += change;
        if let Some(&&(end, _)) = times.peek()
            && end > from
            && demand > 0
        {
            pieces.push(Piece { from, end, demand });
        }
    }
    pieces
}

/// Time-table: where the tasks that certainly run leave too little, no other one runs (after N. Beldiceanu and
/// M. Carlsson, "A new multi-resource cumulatives constraint with negative heights", CP 2002).
pub(super) fn cumulative(space: &mut Space<'_>, tasks: &[Task], capacity: i64) -> Run {
    let pieces = profile(space, tasks);
    if pieces.iter().any(|piece| piece.demand > capacity) {
        return Err(Failure);
    }
    for &task in tasks {
        if space.value(task.start).is_some() {
            continue;
        }
        let core = task.core(space);
        let conflicts = |piece: &Piece| {
            let own = core.is_some_and(|(from, end)| from <= piece.from && piece.end <= end);
            piece.demand - if own { task.demand } else { 0 } + task.demand > capacity
        };
        let mut start = space.lo(task.start);
        for piece in pieces.iter().filter(|piece| conflicts(piece)) {
            if piece.from < start + task.duration && start < piece.end {
                start = piece.end;
            }
        }
        space.set_lo(task.start, start)?;
        let mut start = space.hi(task.start);
        for piece in pieces.iter().rev().filter(|piece| conflicts(piece)) {
            if piece.from < start + task.duration && start < piece.end {
                start = piece.from - task.duration;
            }
        }
        space.set_hi(task.start, start)?;
    }
    Ok(Outcome::Open)
}

/// Each two tasks by themselves: if one cannot come first, the other does.
pub(super) fn no_overlap(space: &mut Space<'_>, tasks: &[Task]) -> Run {
    let mut open = false;
    for (i, &a) in tasks.iter().enumerate() {
        for &b in tasks.iter().skip(i + 1) {
            let first = |space: &Space<'_>, a: Task, b: Task| space.lo(a.start) + a.duration <= space.hi(b.start);
            match (first(space, a, b), first(space, b, a)) {
                (false, false) => return Err(Failure),
                (true, false) => before(space, a, b)?,
                (false, true) => before(space, b, a)?,
                (true, true) => open = true,
            }
        }
    }
    let fixed = tasks.iter().all(|task| space.value(task.start).is_some());
    Ok(if fixed && !open { Outcome::Done } else { Outcome::Open })
}

fn before(space: &mut Space<'_>, a: Task, b: Task) -> Result<(), Failure> {
    let end = space.lo(a.start) + a.duration;
    space.set_lo(b.start, end)?;
    let latest = space.hi(b.start) - a.duration;
    space.set_hi(a.start, latest)
}
