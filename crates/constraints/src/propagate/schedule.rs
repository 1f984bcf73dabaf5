//! Tasks in time: never more of a resource than there is, or one after the other.

use crate::domain::Failure;
use crate::propagate::{Outcome, Run};
use crate::propagation_queue::Workspace;

/// Variables for the time when a task starts, how long it takes, and how much it needs. What a task certainly takes and
/// needs, its least duration and demand, is a task too: what follows from that follows from the task.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Task {
    pub start: u32,
    pub duration: u32,
    pub demand: u32,
}

/// A piece of time in which tasks certainly run, and what these need together.
#[derive(Debug, Clone, Copy)]
struct Piece {
    from: i64,
    end: i64,
    demand: i64,
}

impl Task {
    pub fn duration(self, work: &Workspace<'_>) -> i64 {
        work.lo(self.duration)
    }

    pub fn demand(self, work: &Workspace<'_>) -> i64 {
        work.lo(self.demand)
    }

    /// When it certainly runs.
    fn core(self, work: &Workspace<'_>) -> Option<(i64, i64)> {
        let range = work.range(self.start);
        let end = range.lo + self.duration(work);
        (range.hi < end).then_some((range.hi, end))
    }
}

fn profile(work: &Workspace<'_>, tasks: &[Task]) -> Vec<Piece> {
    let mut changes = Vec::new();
    for task in tasks {
        if let Some((from, end)) = task.core(work) {
            changes.extend([(from, task.demand(work)), (end, -task.demand(work))]);
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
pub(super) fn cumulative(work: &mut Workspace<'_>, tasks: &[Task], capacity: u32) -> Run {
    let pieces = profile(work, tasks);
    let most = pieces.iter().map(|piece| piece.demand).max().unwrap_or(0);
    work.set_lo(capacity, most)?;
    let room = work.hi(capacity);
    for &task in tasks {
        let core = task.core(work);
        let is_own = |piece: &Piece| core.is_some_and(|(from, end)| from <= piece.from && piece.end <= end);
        let (duration, demand) = (task.duration(work), task.demand(work));
        if demand > room {
            work.set_hi(task.duration, 0)?;
        }
        if work.value(task.demand).is_none() && duration > 0 {
            let others = pieces.iter().filter(|piece| is_own(piece)).map(|piece| piece.demand - demand).max();
            work.set_hi(task.demand, room - others.unwrap_or(0).max(0))?;
        }
        if demand == 0 {
            continue;
        }
        let conflicts = |piece: &&Piece| piece.demand - if is_own(piece) { demand } else { 0 } + demand > room;
        if work.value(task.start).is_none() && duration > 0 {
            let mut start = work.lo(task.start);
            for piece in pieces.iter().filter(conflicts) {
                if piece.from < start + duration && start < piece.end {
                    start = piece.end;
                }
            }
            work.set_lo(task.start, start)?;
            let mut start = work.hi(task.start);
            for piece in pieces.iter().rev().filter(conflicts) {
                if piece.from < start + duration && start < piece.end {
                    start = piece.from - duration;
                }
            }
            work.set_hi(task.start, start)?;
        }
        if work.value(task.duration).is_none() {
            // It starts before this piece, and ends before it.
            let range = work.range(task.start);
            if let Some(piece) = pieces.iter().filter(conflicts).find(|piece| piece.from >= range.hi) {
                work.set_hi(task.duration, piece.from - range.lo)?;
            }
        }
    }
    Ok(Outcome::Open)
}

/// Each two tasks by themselves: if one cannot come first, the other does.
pub(super) fn no_overlap(work: &mut Workspace<'_>, tasks: &[Task]) -> Run {
    let mut open = false;
    for (i, &a) in tasks.iter().enumerate() {
        for &b in tasks.iter().skip(i + 1) {
            // A task that may take no time is in nobody's way.
            if a.duration(work) == 0 || b.duration(work) == 0 {
                continue;
            }
            match (can_precede(work, a, b), can_precede(work, b, a)) {
                (false, false) => return Err(Failure),
                (true, false) => before(work, a, b)?,
                (false, true) => before(work, b, a)?,
                (true, true) => open = true,
            }
        }
    }
    let is_fixed = |task: &Task| work.value(task.start).is_some() && work.value(task.duration).is_some();
    Ok(if !open && tasks.iter().all(is_fixed) { Outcome::Done } else { Outcome::Open })
}

fn can_precede(work: &Workspace<'_>, a: Task, b: Task) -> bool {
    work.lo(a.start) + a.duration(work) <= work.hi(b.start)
}

fn before(work: &mut Workspace<'_>, a: Task, b: Task) -> Result<(), Failure> {
    let end = work.lo(a.start) + a.duration(work);
    work.set_lo(b.start, end)?;
    let latest = work.hi(b.start);
    work.set_hi(a.start, latest - a.duration(work))?;
    work.set_hi(a.duration, latest - work.lo(a.start))
}

/// Of two tasks that take time, one ends before the other starts: the first if the variable is 1, the second if it is 0.
pub(super) fn order(work: &mut Workspace<'_>, first: Task, second: Task, truth: u32) -> Run {
    match (can_precede(work, first, second), can_precede(work, second, first)) {
        (false, false) => return Err(Failure),
        (true, false) => work.fix(truth, 1)?,
        (false, true) => work.fix(truth, 0)?,
        (true, true) => {}
    }
    let (a, b) = match work.value(truth) {
        Some(0) => (second, first),
        Some(_) => (first, second),
        None => return Ok(Outcome::Open),
    };
    before(work, a, b)?;
    let is_certain = work.hi(a.start) + work.hi(a.duration) <= work.lo(b.start);
    Ok(if is_certain { Outcome::Done } else { Outcome::Open })
}
