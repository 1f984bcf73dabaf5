//! Tasks in time: never more of a resource than there is, or one after the other.

use super::{Outcome, Run};
use crate::domain::Failure;
use crate::workspace::Workspace;

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
    fn core(self, work: &Workspace<'_>) -> Option<(i64, i64)> {
        let range = work.range(self.start);
        let end = range.lo + self.duration;
        (range.hi < end).then_some((range.hi, end))
    }
}

fn profile(work: &Workspace<'_>, tasks: &[Task]) -> Vec<Piece> {
    let mut changes = Vec::new();
    for task in tasks {
        if let Some((from, end)) = task.core(work) {
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
pub(super) fn cumulative(work: &mut Workspace<'_>, tasks: &[Task], capacity: i64) -> Run {
    let pieces = profile(work, tasks);
    if pieces.iter().any(|piece| piece.demand > capacity) {
        return Err(Failure);
    }
    for &task in tasks {
        if work.value(task.start).is_some() {
            continue;
        }
        let core = task.core(work);
        let conflicts = |piece: &Piece| {
            let own = core.is_some_and(|(from, end)| from <= piece.from && piece.end <= end);
            piece.demand - if own { task.demand } else { 0 } + task.demand > capacity
        };
        let mut start = work.lo(task.start);
        for piece in pieces.iter().filter(|piece| conflicts(piece)) {
            if piece.from < start + task.duration && start < piece.end {
                start = piece.end;
            }
        }
        work.set_lo(task.start, start)?;
        let mut start = work.hi(task.start);
        for piece in pieces.iter().rev().filter(|piece| conflicts(piece)) {
            if piece.from < start + task.duration && start < piece.end {
                start = piece.from - task.duration;
            }
        }
        work.set_hi(task.start, start)?;
    }
    Ok(Outcome::Open)
}

/// Each two tasks by themselves: if one cannot come first, the other does.
pub(super) fn no_overlap(work: &mut Workspace<'_>, tasks: &[Task]) -> Run {
    let mut open = false;
    for (i, &a) in tasks.iter().enumerate() {
        for &b in tasks.iter().skip(i + 1) {
            let first = |work: &Workspace<'_>, a: Task, b: Task| work.lo(a.start) + a.duration <= work.hi(b.start);
            match (first(work, a, b), first(work, b, a)) {
                (false, false) => return Err(Failure),
                (true, false) => before(work, a, b)?,
                (false, true) => before(work, b, a)?,
                (true, true) => open = true,
            }
        }
    }
    let fixed = tasks.iter().all(|task| work.value(task.start).is_some());
    Ok(if fixed && !open { Outcome::Done } else { Outcome::Open })
}

fn before(work: &mut Workspace<'_>, a: Task, b: Task) -> Result<(), Failure> {
    let end = work.lo(a.start) + a.duration;
    work.set_lo(b.start, end)?;
    let latest = work.hi(b.start) - a.duration;
    work.set_hi(a.start, latest)
}
