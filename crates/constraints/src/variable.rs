//! Variables: the part that does not change during a search; the words in which constraints are posted.

use crate::domain::Shape;

/// A propagator that waits for events of a variable.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Watch {
    pub propagator: u32,
    pub events: u8,
    /// That of the propagator, which is asked for at each change.
    pub priority: u8,
}

/// Facts about a variable besides its domain.
#[derive(Debug, Clone)]
pub(crate) struct VariableInfo {
    pub shape: Shape,
    /// The least and the greatest value that it was made with.
    pub initial_bounds: (i64, i64),
    /// Made for an expression, not by the program.
    pub is_auxiliary: bool,
    /// The mark of the model that it was made for.
    pub model_id: u32,
    pub watches: Vec<Watch>,
}

/// Returns the shape of a variable's domain; any shape for a variable that is missing.
#[inline]
pub(crate) fn shape(variables: &[VariableInfo], x: usize) -> Shape {
    variables.get(x).map(|info| info.shape).unwrap_or_default()
}

// Errors of posting.

/// Reason to refuse a variable or a constraint. Parts of an expression may have been posted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A variable of another store, or one that was made for a copy only.
    #[error("the variable belongs to another store")]
    NoSuchVariable,
    /// The least value is above the greatest.
    #[error("the least value {0} is greater than the greatest value {1}")]
    EmptyRange(i64, i64),
    /// Values or sums that may become too large.
    #[error(
        "values may get beyond 60 bits, the range from -1152921504606846975 to 1152921504606846975: give the variables \
         smaller ranges"
    )]
    Overflow,
    /// A list that needs elements has none.
    #[error("{0} needs at least one element")]
    Empty(&'static str),
    /// Two lists that must be equally long are not.
    #[error("{0} are not equally long ({1} and {2})")]
    Lengths(&'static str, usize, usize),
    /// Something that must not be negative is.
    #[error("{0} must not be negative")]
    Negative(&'static str),
    /// More than a constraint can deal with.
    #[error("{0}")]
    TooLarge(&'static str),
    /// An expression where a condition is needed, or the other way round.
    #[error("expected {0}")]
    Expected(&'static str),
}

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
