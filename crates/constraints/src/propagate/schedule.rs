//! Tasks in time: never more of a resource than there is, or one after the other.

use crate::domain::Failure;
use crate::propagate::Workspace;
use crate::propagate::{Outcome, Run, at, put};

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
    Ok(Outcome::NoFix)
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
    Ok(if !open && tasks.iter().all(is_fixed) { Outcome::Subsumed } else { Outcome::NoFix })
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

/// Of two tasks that take time, one ends before the other starts: the first if the variable is 1, the second if it is
/// 0.
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
        None => return Ok(Outcome::NoFix),
    };
    before(work, a, b)?;
    let is_certain = work.hi(a.start) + work.hi(a.duration) <= work.lo(b.start);
    Ok(if is_certain { Outcome::Subsumed } else { Outcome::NoFix })
}

/// Sums of energies, each a duration times a demand.
type Energy = i128;

/// A task in one of the two directions.
#[derive(Debug, Clone, Copy, Default)]
struct Job {
    /// Its place among the tasks.
    number: usize,
    /// The earliest time at which it starts, the latest at which it ends.
    release: i64,
    deadline: i64,
    duration: i64,
    demand: i64,
}

impl Job {
    fn energy(self) -> Energy {
        Energy::from(self.duration) * Energy::from(self.demand)
    }
}

/// The tasks that certainly take time and need something, by their release; with `reversed`, time runs backwards.
fn jobs(work: &Workspace<'_>, tasks: &[Task], reversed: bool) -> Vec<Job> {
    let mut jobs: Vec<Job> = tasks
        .iter()
        .enumerate()
        .map(|(number, task)| {
            let (duration, demand) = (task.duration(work), task.demand(work));
            let (release, deadline) = (work.lo(task.start), work.hi(task.start) + duration);
            let (release, deadline) = if reversed { (-deadline, -release) } else { (release, deadline) };
            Job { number, release, deadline, duration, demand }
        })
        .filter(|job| job.duration > 0 && job.demand > 0)
        .collect();
    jobs.sort_unstable_by_key(|job| (job.release, job.number));
    jobs
}

/// The deadlines, ascending.
fn deadlines(jobs: &[Job]) -> Vec<i64> {
    let mut deadlines: Vec<i64> = jobs.iter().map(|job| job.deadline).collect();
    deadlines.sort_unstable();
    deadlines.dedup();
    deadlines
}

/// Tells a task that it starts (time running backwards: ends) no earlier.
fn raise_release(
    work: &mut Workspace<'_>,
    tasks: &[Task],
    job: Job,
    release: i64,
    reversed: bool,
) -> Result<(), Failure> {
    let task = at(tasks, job.number);
    match reversed {
        false => work.set_lo(task.start, release),
        true => work.set_hi(task.start, -release - job.duration),
    }
}

/// Tells a task that it ends (time running backwards: starts) no later.
fn lower_deadline(
    work: &mut Workspace<'_>,
    tasks: &[Task],
    job: Job,
    deadline: i64,
    reversed: bool,
) -> Result<(), Failure> {
    let task = at(tasks, job.number);
    match reversed {
        false => work.set_hi(task.start, deadline - job.duration),
        true => work.set_lo(task.start, -deadline),
    }
}

/// The variables that tell which of two tasks of a resource comes first, by their places among the tasks.
#[derive(Debug, Default)]
pub(crate) struct Orders {
    count: usize,
    /// For each place, for each other one: the variable that is 1 if the former comes first. Only where it stands
    /// before the other one.
    variables: Box<[Option<u32>]>,
}

impl Orders {
    pub fn new(count: usize) -> Orders {
        Orders { count, variables: vec![None; count * count].into() }
    }

    pub fn set(&mut self, i: usize, j: usize, variable: u32) {
        put(&mut self.variables, i * self.count + j, Some(variable));
    }

    /// Returns whether the task at `i` is known to come before that at `j`.
    fn precedes(&self, work: &Workspace<'_>, i: usize, j: usize) -> bool {
        let value = |i: usize, j: usize| at(&self.variables, i * self.count + j).and_then(|x| work.value(x));
        if i < j { value(i, j) == Some(1) } else { value(j, i) == Some(0) }
    }
}

/// When a task can start after all those that are known to come before it, and when it must end if a set cannot end
/// before it starts (P. Vilím, "O(n log n) filtering algorithms for unary resource constraint", 2004, without the
/// trees: in the square of the number of tasks).
fn precedences(work: &mut Workspace<'_>, tasks: &[Task], orders: &Orders) -> Result<(), Failure> {
    for reversed in [false, true] {
        let jobs = jobs(work, tasks, reversed);
        for &job in &jobs {
            let latest = job.deadline - job.duration;
            // The ends of those that come before it, of those that start before its deadline, and their last start.
            let (mut before, mut rivals, mut last) = (None, None, None);
            for &other in jobs.iter().filter(|other| other.number != job.number) {
                let follow = |end: Option<i64>| end.max(Some(other.release)).map(|start| start + other.duration);
                let start = other.deadline - other.duration;
                let is_known = match reversed {
                    false => orders.precedes(work, other.number, job.number),
                    true => orders.precedes(work, job.number, other.number),
                };
                if is_known || job.release + job.duration > start {
                    before = follow(before);
                }
                if start < job.deadline {
                    rivals = follow(rivals);
                    last = last.max(Some(start));
                }
            }
            raise_release(work, tasks, job, before.unwrap_or(job.release), reversed)?;
            if let Some(last) = last.filter(|_| rivals > Some(latest)) {
                lower_deadline(work, tasks, job, last.min(job.deadline), reversed)?;
            }
        }
    }
    Ok(())
}

/// Of tasks one after the other: P. Baptiste, C. Le Pape and W. Nuijten, "Constraint-Based Scheduling", 2001, section
/// 2.1.4, in the square of the number of tasks.
pub(super) fn disjunctive(work: &mut Workspace<'_>, tasks: &[Task], orders: &Orders) -> Run {
    precedences(work, tasks, orders)?;
    for reversed in [false, true] {
        let jobs = jobs(work, tasks, reversed);
        let mut releases: Vec<i64> = jobs.iter().map(|job| job.release).collect();
        // When those from one on that are due are done at the earliest.
        let mut ends = vec![None; jobs.len()];
        for deadline in deadlines(&jobs) {
            let (mut total, mut end) = (0, None);
            for (job, slot) in jobs.iter().zip(&mut ends).rev() {
                if job.deadline <= deadline {
                    total += job.duration;
                    end = end.max(Some(job.release + total));
                }
                *slot = end;
            }
            if end > Some(deadline) {
                return Err(Failure);
            }
            let mut before = None;
            for ((job, slot), release) in jobs.iter().zip(&ends).zip(&mut releases) {
                if job.deadline <= deadline {
                    before = before.max(Some(job.release + total));
                    total -= job.duration;
                    continue;
                }
                if job.release + total + job.duration > deadline {
                    *release = (*release).max(slot.unwrap_or(*release));
                }
                if before.is_some_and(|before| before + job.duration > deadline) {
                    *release = (*release).max(end.unwrap_or(*release));
                }
            }
        }
        for (&job, release) in jobs.iter().zip(releases) {
            raise_release(work, tasks, job, release, reversed)?;
        }
    }
    Ok(Outcome::NoFix)
}

/// Computes the energy of the tasks from the release of each on, up to a deadline. Tasks released later count.
fn energies(jobs: &[Job], deadline: i64, energies: &mut [Energy]) {
    let mut total = 0;
    for (job, slot) in jobs.iter().zip(energies).rev() {
        if job.deadline <= deadline {
            total += job.energy();
        }
        *slot = total;
    }
}

/// Of tasks that share a resource: the rule of W. Nuijten, "Time and resource constrained scheduling", 1994, for all
/// sets of tasks. Which tasks it concerns is found in the square of the number of tasks, what it says of each in the
/// square again.
pub(super) fn cumulative_edges(work: &mut Workspace<'_>, tasks: &[Task], capacity: u32) -> Run {
    let capacity = work.hi(capacity);
    for reversed in [false, true] {
        let jobs = jobs(work, tasks, reversed);
        let deadlines = deadlines(&jobs);
        let mut last = vec![false; jobs.len()];
        let mut needed = vec![0; jobs.len()];
        for &deadline in &deadlines {
            let room = |from: i64| Energy::from(capacity) * (Energy::from(deadline) - Energy::from(from));
            energies(&jobs, deadline, &mut needed);
            // The need of a set beyond the room from its release on: at most nothing.
            let mut excess = None;
            for ((job, &energy), last) in jobs.iter().zip(&needed).zip(&mut last) {
                if energy > 0 {
                    excess = excess.max(Some(energy - room(job.release)));
                }
                *last |= job.deadline > deadline && excess.is_some_and(|excess| excess + job.energy() > 0);
            }
            if excess > Some(0) {
                return Err(Failure);
            }
        }
        for (place, &job) in jobs.iter().enumerate().filter(|&(place, _)| at(&last, place)) {
            let release = release_of_last(&jobs, place, job, &deadlines, capacity);
            raise_release(work, tasks, job, release, reversed)?;
        }
    }
    Ok(Outcome::NoFix)
}

/// Returns the earliest start of a task that must end after every set that it does not fit with.
fn release_of_last(jobs: &[Job], place: usize, job: Job, deadlines: &[i64], capacity: i64) -> i64 {
    let mut release = job.release;
    let mut needed = vec![0; jobs.len()];
    // For each first task of a set: what the sets say that begin there or later and end by the deadline.
    let mut said = vec![i64::MIN; jobs.len()];
    for &deadline in deadlines.iter().take_while(|&&deadline| deadline < job.deadline) {
        energies(jobs, deadline, &mut needed);
        let length = |from: i64| Energy::from(deadline) - Energy::from(from);
        let mut later = i64::MIN;
        for ((other, &energy), slot) in jobs.iter().zip(&needed).zip(&mut said).rev() {
            // The energy that does not fit beside the task must be spent before it starts.
            let rest = energy - Energy::from(capacity - job.demand) * length(other.release);
            if energy > 0 && rest > 0 {
                let start = Energy::from(other.release) + (rest - 1) / Energy::from(job.demand) + 1;
                later = later.max(start.min(1 << 62) as i64);
            }
            later = later.max(*slot);
            *slot = later;
        }
        let has_no_room = |(first, &energy): (&Job, &Energy)| {
            energy > 0 && energy + job.energy() > Energy::from(capacity) * length(first.release)
        };
        let first = jobs.iter().zip(&needed).take(place + 1).position(has_no_room);
        release = release.max(first.map_or(release, |first| at(&said, first)));
    }
    release
}
