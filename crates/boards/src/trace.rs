//! Traces of a search: what the functions that change boards tell a host that has asked for it.
//!
//! Owns the event and nothing else. It knows boards, but neither values nor the machine, so that what reads a trace can
//! be tested without either.

use std::sync::Arc;

use crate::board::Layout;

/// One board was made out of another, or changed in place: a node of the search tree.
#[derive(Clone, Debug)]
pub struct Event {
    /// The node that came about, counted from 1 in the order of the events. No two events have the same.
    pub node: u32,
    /// The node whose board it was made from; 0 for one that was made from nothing.
    pub parent: u32,
    /// Steps from the board that was made from nothing, which has depth 0.
    pub depth: u32,
    /// What was put where; `None` if only propagation went on.
    pub placed: Option<Placed>,
    /// What came of it.
    pub outcome: Outcome,
    /// Candidates left on the whole board.
    pub candidates: u32,
    /// Size and groups of the board.
    pub layout: Arc<Layout>,
    /// The candidates of each cell in row-major order: bit d is digit d. After a contradiction, what had been done when
    /// it was found.
    pub board: Vec<u64>,
}

/// A digit in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placed {
    /// Counted from 0 in row-major order.
    pub cell: u32,
    /// From 1.
    pub digit: u8,
}

/// What came of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The search can go on from here.
    Open,
    /// Every cell has one digit, and none contradicts another.
    Solved,
    /// No solution can be reached any more.
    Contradiction {
        /// The cell without candidates, if that is what was found.
        cell: Option<u32>,
        /// The group that has no place for some digit, if that is what was found: an index into the groups of the
        /// board's layout.
        group: Option<u32>,
    },
}

/// Takes the events as they happen.
pub type Sink = Box<dyn FnMut(Event) + Send>;
