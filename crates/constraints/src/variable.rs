//! What does not change of a variable while a search goes on.

use crate::domain::Shape;

/// A propagator that waits for events of a variable.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Watch {
    pub propagator: u32,
    pub events: u8,
    /// That of the propagator, which is asked for at each change.
    pub priority: u8,
}

/// What is known of a variable besides its domain.
#[derive(Debug, Clone)]
pub(crate) struct VariableInfo {
    pub shape: Shape,
    /// The least and the greatest value that it was made with.
    pub made_with: (i64, i64),
    /// Made for an expression, not by the program.
    pub is_auxiliary: bool,
    /// The mark of the model that it was made for.
    pub mark: u32,
    pub watches: Vec<Watch>,
}

/// How the domain of a variable is kept; any for a variable that is not there.
#[inline]
pub(crate) fn shape(variables: &[VariableInfo], x: usize) -> Shape {
    variables.get(x).map(|info| info.shape).unwrap_or_default()
}
