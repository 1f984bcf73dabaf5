//! Propagators: what each kind of constraint takes out of domains.
//!
//! A propagator is data in the model. Its memory between runs is words in the state, so copying a store needs no
//! cooperation of propagators. A run removes values that belong to no solution of the constraint, and never others. It
//! fails at the latest when all variables are fixed to values that violate the constraint. Its workspace has domains,
//! memory, and the queue of the propagators that its changes concern.

mod all_different;
mod linear;
mod schedule;
mod table;

use std::collections::VecDeque;

use crate::domain::{Domains, Failure, Range, VariableInfo, event, shape};
pub(crate) use crate::propagate::linear::{Linear, division, extremum_of};
pub(crate) use crate::propagate::schedule::{Orders, Task};
pub(crate) use crate::propagate::table::{Regular, Table};

/// A signed multiple of a variable.
pub(crate) type Term = (i64, u32);

/// Outcome of a run, as Gecode names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It must run again when a variable changes.
    NoFix,
    /// It holds whatever happens.
    Subsumed,
    /// It ended early, so that a run does not take long, and must run again.
    Again,
}

pub(crate) type Run = Result<Outcome, Failure>;

/// A constraint as it is carried out.
#[derive(Debug)]
pub(crate) enum Propagator {
    Linear(Linear),
    /// The first variable is 1 if the relation holds, else 0. The second relation is the negation of the first.
    Reified {
        truth: u32,
        relation: Linear,
        negation: Linear,
    },
    Product {
        x: u32,
        y: u32,
        z: u32,
    },
    Quotient {
        x: u32,
        y: u32,
        z: u32,
    },
    Modulo {
        x: u32,
        y: u32,
        z: u32,
    },
    Absolute {
        x: u32,
        z: u32,
    },
    /// The greatest of them; with the sign -1, the least.
    Extremum {
        sign: i64,
        items: Box<[u32]>,
        z: u32,
    },
    Distinct {
        items: Box<[u32]>,
        memory: usize,
    },
    DistinctBounds {
        items: Box<[u32]>,
    },
    DistinctDomain {
        items: Box<[u32]>,
        base: i64,
        values: u32,
        memory: usize,
    },
    /// The values of one of the sets, counted from `base`.
    DistinctSum {
        items: Box<[u32]>,
        base: i64,
        sets: Box<[u64]>,
    },
    Element {
        items: Box<[u32]>,
        index: u32,
        result: u32,
    },
    Table(Table),
    /// The variables do not have these values all at once.
    Nogood {
        pairs: Box<[(u32, i64)]>,
    },
    Regular(Regular),
    Count {
        items: Box<[u32]>,
        value: i64,
        count: u32,
    },
    Lexicographic {
        left: Box<[u32]>,
        right: Box<[u32]>,
        strict: bool,
    },
    Circuit {
        next: Box<[u32]>,
    },
    Cumulative {
        tasks: Box<[Task]>,
        capacity: u32,
    },
    /// Sets of tasks, of which timetables know nothing.
    CumulativeEdges {
        tasks: Box<[Task]>,
        capacity: u32,
    },
    NoOverlap {
        tasks: Box<[Task]>,
    },
    /// Sets of tasks, of which pairs know nothing.
    NoOverlapEdges {
        tasks: Box<[Task]>,
        orders: Orders,
    },
    /// The first task comes first if the variable is 1, the second if it is 0.
    Order {
        tasks: [Task; 2],
        truth: u32,
    },
    /// Something that the owner of the store carries out.
    Script {
        number: u32,
        events: u8,
    },
}

impl Propagator {
    pub fn run(&self, work: &mut Workspace<'_>) -> Run {
        match self {
            Propagator::Linear(linear) => linear.run(work),
            Propagator::Reified { truth, relation, negation } => linear::reified(work, *truth, relation, negation),
            Propagator::Product { x, y, z } => linear::product(work, *x, *y, *z),
            Propagator::Quotient { x, y, z } => linear::quotient(work, *x, *y, *z),
            Propagator::Modulo { x, y, z } => linear::modulo(work, *x, *y, *z),
            Propagator::Absolute { x, z } => linear::absolute(work, *x, *z),
            Propagator::Extremum { sign, items, z } => linear::extremum(work, *sign, items, *z),
            Propagator::Distinct { items, memory } => all_different::values(work, items, *memory),
            Propagator::DistinctBounds { items } => all_different::bounds(work, items),
            Propagator::DistinctDomain { items, base, values, memory } => {
                all_different::run(work, items, *base, *values as usize, *memory)
            }
            Propagator::DistinctSum { items, base, sets } => all_different::all_different_sum(work, items, *base, sets),
            Propagator::Element { items, index, result } => table::element(work, items, *index, *result),
            Propagator::Table(table) => table.run(work),
            Propagator::Nogood { pairs } => table::nogood(work, pairs),
            Propagator::Regular(regular) => regular.run(work),
            Propagator::Count { items, value, count } => all_different::count(work, items, *value, *count),
            Propagator::Lexicographic { left, right, strict } => table::lex_less(work, left, right, *strict),
            Propagator::Circuit { next } => table::circuit(work, next),
            Propagator::Cumulative { tasks, capacity } => schedule::cumulative(work, tasks, *capacity),
            Propagator::CumulativeEdges { tasks, capacity } => schedule::cumulative_edges(work, tasks, *capacity),
            Propagator::NoOverlap { tasks } => schedule::no_overlap(work, tasks),
            Propagator::NoOverlapEdges { tasks, orders } => schedule::disjunctive(work, tasks, orders),
            Propagator::Order { tasks: [first, second], truth } => schedule::order(work, *first, *second, *truth),
            Propagator::Script { .. } => Ok(Outcome::NoFix),
        }
    }

    /// Returns whether the propagator is idempotent, so that its own changes need not wake it.
    pub fn is_idempotent(&self) -> bool {
        match self {
            Propagator::Linear(linear) => linear.is_idempotent(),
            Propagator::Distinct { .. }
            | Propagator::DistinctDomain { .. }
            | Propagator::DistinctSum { .. }
            | Propagator::Count { .. } => true,
            _ => false,
        }
    }

    /// Returns the events of its variables that concern it.
    pub fn events(&self) -> u8 {
        match self {
            Propagator::Linear(linear) => linear.events(),
            Propagator::Reified { relation, .. } => relation.reified_events(),
            Propagator::Distinct { .. } | Propagator::Nogood { .. } | Propagator::Circuit { .. } => event::FIXED,
            Propagator::Product { .. }
            | Propagator::Quotient { .. }
            | Propagator::Extremum { .. }
            | Propagator::DistinctBounds { .. }
            | Propagator::Lexicographic { .. }
            | Propagator::Cumulative { .. }
            | Propagator::CumulativeEdges { .. }
            | Propagator::NoOverlap { .. }
            | Propagator::NoOverlapEdges { .. }
            | Propagator::Order { .. } => event::BOUNDS,
            Propagator::Script { events, .. } => *events,
            _ => event::DOMAIN,
        }
    }
}

/// `a / b` rounded down; `b` is not 0.
pub(crate) fn floor(a: i64, b: i64) -> i64 {
    let (quotient, rest) = (a.checked_div(b).unwrap_or(0), a.checked_rem(b).unwrap_or(0));
    if rest != 0 && (rest < 0) != (b < 0) { quotient - 1 } else { quotient }
}

/// `a / b` rounded up; `b` is not 0.
pub(crate) fn ceiling(a: i64, b: i64) -> i64 {
    let (quotient, rest) = (a.checked_div(b).unwrap_or(0), a.checked_rem(b).unwrap_or(0));
    if rest != 0 && (rest < 0) == (b < 0) { quotient + 1 } else { quotient }
}

/// The element there; what there is not is the default.
#[inline]
pub(crate) fn at<T: Copy + Default>(items: &[T], index: usize) -> T {
    items.get(index).copied().unwrap_or_default()
}

#[inline]
pub(crate) fn put<T>(items: &mut [T], index: usize, item: T) {
    if let Some(slot) = items.get_mut(index) {
        *slot = item;
    }
}

/// Number of priorities of propagators: cheap ones run first.
const PRIORITIES: usize = 5;

/// Propagators that have to run.
#[derive(Debug, Clone, Default)]
pub(crate) struct Queue {
    waiting: [VecDeque<u32>; PRIORITIES],
    /// A bit for each propagator that waits.
    queued: Vec<u64>,
    /// A bit for each that has nothing to do any more.
    done: Vec<u64>,
    /// The running propagator, which its own changes do not wake.
    running: Option<u32>,
}

impl Queue {
    pub fn add_propagator(&mut self, id: usize) {
        if id / 64 >= self.queued.len() {
            self.queued.push(0);
            self.done.push(0);
        }
    }

    pub fn bytes(&self) -> usize {
        self.waiting.iter().map(|queue| queue.len() * 4).sum::<usize>() + self.queued.len() * 16
    }

    #[inline]
    pub fn push(&mut self, id: u32, priority: u8) {
        let (at, bit) = (id as usize / 64, 1u64 << (id % 64));
        if self.done.get(at).is_none_or(|word| word & bit != 0) || self.running == Some(id) {
            return;
        }
        if let Some(word) = self.queued.get_mut(at)
            && *word & bit == 0
            && let Some(queue) = self.waiting.get_mut(usize::from(priority))
        {
            *word |= bit;
            queue.push_back(id);
        }
    }

    /// The next one, which does not wait any more.
    pub fn pop(&mut self) -> Option<u32> {
        let id = self.waiting.iter_mut().find_map(VecDeque::pop_front)?;
        if let Some(word) = self.queued.get_mut(id as usize / 64) {
            *word &= !(1 << (id % 64));
        }
        Some(id)
    }

    /// Puts back the propagator that [`Queue::pop`] has returned, as the next one.
    pub fn put_back(&mut self, id: u32, priority: u8) {
        if let (Some(word), Some(queue)) =
            (self.queued.get_mut(id as usize / 64), self.waiting.get_mut(usize::from(priority)))
        {
            *word |= 1 << (id % 64);
            queue.push_front(id);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.waiting.iter().all(VecDeque::is_empty)
    }

    /// Removes the waiting propagators.
    pub fn clear(&mut self) {
        while self.pop().is_some() {}
    }

    pub fn subsume(&mut self, id: u32) {
        if let Some(word) = self.done.get_mut(id as usize / 64) {
            *word |= 1 << (id % 64);
        }
    }

    #[inline]
    pub fn is_subsumed(&self, id: u32) -> bool {
        self.done.get(id as usize / 64).is_some_and(|word| word >> (id % 64) & 1 != 0)
    }

    pub fn set_running(&mut self, id: Option<u32>) {
        self.running = id;
    }
}

/// The part of a store that changes during a search, which its copies copy.
#[derive(Debug, Clone, Default)]
pub(crate) struct State {
    pub domains: Domains,
    /// Memory of the propagators between runs. Each knows the beginning of its part.
    pub memory: Vec<u64>,
    pub queue: Queue,
}

/// View of a store for a propagator: reads domains, removes values and wakes the propagators that wait.
pub(crate) struct Workspace<'a> {
    pub variables: &'a [VariableInfo],
    pub state: &'a mut State,
    /// The variable whose last value was to be taken away.
    pub culprit: Option<u32>,
}

impl Workspace<'_> {
    #[inline]
    pub fn range(&self, x: u32) -> Range {
        self.state.domains.range(x as usize)
    }

    #[inline]
    pub fn lo(&self, x: u32) -> i64 {
        self.range(x).lo
    }

    #[inline]
    pub fn hi(&self, x: u32) -> i64 {
        self.range(x).hi
    }

    /// The only value that is left, if it is.
    #[inline]
    pub fn value(&self, x: u32) -> Option<i64> {
        let range = self.range(x);
        (range.lo == range.hi).then_some(range.lo)
    }

    /// Returns whether the values are few or stored as bits, so that visiting all of them is cheap.
    #[inline]
    pub fn is_small(&self, x: u32) -> bool {
        shape(self.variables, x as usize).has_bits() || self.range(x).size <= 64
    }

    #[inline]
    pub fn contains(&self, x: u32, value: i64) -> bool {
        self.state.domains.contains(shape(self.variables, x as usize), x as usize, value)
    }

    /// The least value that is not below `from`.
    #[inline]
    pub fn next(&self, x: u32, from: i64) -> Option<i64> {
        self.state.domains.next(shape(self.variables, x as usize), x as usize, from)
    }

    /// Its values as a set of bits, of which the first is `base`; values beyond a word are left out.
    #[inline]
    pub fn word(&self, x: u32, base: i64) -> u64 {
        self.state.domains.as_word(shape(self.variables, x as usize), x as usize, base)
    }

    /// Its values, ascending.
    pub fn values(&self, x: u32) -> impl Iterator<Item = i64> + '_ {
        let mut next = Some(self.lo(x));
        std::iter::from_fn(move || {
            let value = next?;
            next = self.next(x, value + 1);
            Some(value)
        })
    }

    /// Returns whether the two have a value in common.
    pub fn intersects(&self, x: u32, y: u32) -> bool {
        let mut value = self.lo(x).max(self.lo(y));
        loop {
            let Some(of_x) = self.next(x, value) else { return false };
            match self.next(y, of_x) {
                Some(of_y) if of_y == of_x => return true,
                Some(of_y) => value = of_y,
                None => return false,
            }
        }
    }

    #[inline]
    fn report(&mut self, x: u32, change: Result<u8, Failure>) -> Result<(), Failure> {
        match change {
            Ok(0) => Ok(()),
            Ok(events) => {
                self.notify(x, events);
                Ok(())
            }
            Err(failure) => {
                self.culprit = Some(x);
                Err(failure)
            }
        }
    }

    fn notify(&mut self, x: u32, events: u8) {
        let Some(info) = self.variables.get(x as usize) else { return };
        for watch in info.watches.iter().filter(|watch| watch.events & events != 0) {
            self.state.queue.push(watch.propagator, watch.priority);
        }
    }

    #[inline]
    pub fn set_lo(&mut self, x: u32, value: i64) -> Result<(), Failure> {
        if value <= self.lo(x) {
            return Ok(());
        }
        let change = self.state.domains.set_lo(shape(self.variables, x as usize), x as usize, value);
        self.report(x, change)
    }

    #[inline]
    pub fn set_hi(&mut self, x: u32, value: i64) -> Result<(), Failure> {
        if value >= self.hi(x) {
            return Ok(());
        }
        let change = self.state.domains.set_hi(shape(self.variables, x as usize), x as usize, value);
        self.report(x, change)
    }

    #[inline]
    pub fn fix(&mut self, x: u32, value: i64) -> Result<(), Failure> {
        let change = self.state.domains.fix(shape(self.variables, x as usize), x as usize, value);
        self.report(x, change)
    }

    #[inline]
    pub fn remove(&mut self, x: u32, value: i64) -> Result<(), Failure> {
        let change = self.state.domains.remove(shape(self.variables, x as usize), x as usize, value);
        self.report(x, change)
    }

    /// Keeps the values that are good. For small domains.
    pub fn retain(&mut self, x: u32, mut good: impl FnMut(&Workspace<'_>, i64) -> bool) -> Result<(), Failure> {
        let shape = shape(self.variables, x as usize);
        let (mut next, mut events) = (Some(self.lo(x)), 0);
        while let Some(value) = next {
            next = self.next(x, value + 1);
            if !good(self, value) {
                match self.state.domains.remove(shape, x as usize, value) {
                    Ok(change) => events |= change,
                    Err(failure) => return self.report(x, Err(failure)),
                }
            }
        }
        self.report(x, Ok(events))
    }

    #[inline]
    pub fn recall(&self, at: usize) -> u64 {
        self.state.memory.get(at).copied().unwrap_or(0)
    }

    #[inline]
    pub fn remember(&mut self, at: usize, word: u64) {
        if let Some(slot) = self.state.memory.get_mut(at) {
            *slot = word;
        }
    }
}
