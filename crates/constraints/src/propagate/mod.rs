//! Propagators: what each kind of constraint takes out of domains.
//!
//! A propagator is data in the model; what it remembers between runs is words in the state, so that a store is copied
//! without asking anybody. A run takes out values that belong to no solution of the constraint, never others, and
//! fails at the latest when all variables are fixed to values that contradict it.

mod arithmetic;
mod bounds;
mod circuit;
mod count;
mod distinct;
mod distinct_sum;
mod edges;
mod element;
mod lexicographic;
mod linear;
mod matching;
mod matching_small;
mod no_good;
mod regular;
mod schedule;
mod table;

use crate::domain::{Failure, event};
use crate::workspace::Workspace;

pub(crate) use arithmetic::{division, extremum_of};
pub(crate) use distinct_sum::sets;
pub(crate) use edges::Orders;
pub(crate) use linear::Linear;
pub(crate) use regular::Regular;
pub(crate) use schedule::Task;
pub(crate) use table::Table;

/// A signed multiple of a variable.
pub(crate) type Term = (i64, u32);

/// What is known after a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It has to run again when something changes.
    Open,
    /// It holds whatever happens.
    Done,
    /// It has more to say: it ended early, so that a run does not take long.
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
    NoGood {
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
    /// What time-tables do not see: sets of tasks.
    CumulativeEdges {
        tasks: Box<[Task]>,
        capacity: u32,
    },
    NoOverlap {
        tasks: Box<[Task]>,
    },
    /// What each two tasks by themselves do not say: sets of tasks.
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
            Propagator::Product { x, y, z } => arithmetic::product(work, *x, *y, *z),
            Propagator::Quotient { x, y, z } => arithmetic::quotient(work, *x, *y, *z),
            Propagator::Modulo { x, y, z } => arithmetic::modulo(work, *x, *y, *z),
            Propagator::Absolute { x, z } => arithmetic::absolute(work, *x, *z),
            Propagator::Extremum { sign, items, z } => arithmetic::extremum(work, *sign, items, *z),
            Propagator::Distinct { items, memory } => distinct::run(work, items, *memory),
            Propagator::DistinctBounds { items } => bounds::run(work, items),
            Propagator::DistinctDomain { items, base, values, memory } => {
                matching::run(work, items, *base, *values as usize, *memory)
            }
            Propagator::DistinctSum { items, base, sets } => distinct_sum::run(work, items, *base, sets),
            Propagator::Element { items, index, result } => element::run(work, items, *index, *result),
            Propagator::Table(table) => table.run(work),
            Propagator::NoGood { pairs } => no_good::run(work, pairs),
            Propagator::Regular(regular) => regular.run(work),
            Propagator::Count { items, value, count } => count::run(work, items, *value, *count),
            Propagator::Lexicographic { left, right, strict } => lexicographic::run(work, left, right, *strict),
            Propagator::Circuit { next } => circuit::run(work, next),
            Propagator::Cumulative { tasks, capacity } => schedule::cumulative(work, tasks, *capacity),
            Propagator::CumulativeEdges { tasks, capacity } => edges::cumulative(work, tasks, *capacity),
            Propagator::NoOverlap { tasks } => schedule::no_overlap(work, tasks),
            Propagator::NoOverlapEdges { tasks, orders } => edges::disjunctive(work, tasks, orders),
            Propagator::Order { tasks: [first, second], truth } => schedule::order(work, *first, *second, *truth),
            Propagator::Script { .. } => Ok(Outcome::Open),
        }
    }

    /// Would another run right after one find nothing? Then its own changes do not concern it.
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

    /// Which events of its variables concern it.
    pub fn events(&self) -> u8 {
        match self {
            Propagator::Linear(linear) => linear.events(),
            Propagator::Reified { relation, .. } => relation.reified_events(),
            Propagator::Distinct { .. } | Propagator::NoGood { .. } | Propagator::Circuit { .. } => event::FIXED,
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
