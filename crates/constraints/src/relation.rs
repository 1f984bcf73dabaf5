//! Words in which constraints are posted: how sums compare, how much is concluded, what an automaton reads.

/// Relation between a sum and a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Relation {
    /// The sum is at most the number.
    AtMost,
    /// They are equal.
    Equal,
    /// They differ.
    NotEqual,
}

/// Strength of [`Store::all_different`](crate::Store::all_different).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Strength {
    /// The value of a fixed variable leaves the others.
    Value,
    /// Bounds consistent.
    Bounds,
    /// Domain consistent.
    Domain,
}

/// An automaton in state `from` that reads `value` may go to state `to`. States are numbers from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Transition {
    /// The value read.
    pub value: i64,
    /// The state before.
    pub from: u32,
    /// The state after.
    pub to: u32,
}
