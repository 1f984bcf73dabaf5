//! Propagators: what each kind of constraint takes out of domains.
//!
//! A propagator is data in the model. Its memory between runs is words in the state, so copying a store needs no
//! cooperation of propagators. A run removes values that belong to no solution of the constraint, and never others. It
//! fails at the latest when all variables are fixed to values that violate the constraint.

mod all_different;
mod linear;
mod schedule;
mod table;

use crate::domain::{Failure, event};
pub(crate) use crate::propagate::linear::{Linear, division, extremum_of};
pub(crate) use crate::propagate::schedule::{Orders, Task};
pub(crate) use crate::propagate::table::{Regular, Table};
use crate::propagation_queue::Workspace;

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
