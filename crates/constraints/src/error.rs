//! What a constraint cannot be.

/// Why a variable or a constraint was refused. Of an expression, parts may have been posted.
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
