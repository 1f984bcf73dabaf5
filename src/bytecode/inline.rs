//! Code that replaces calls of builtins. The row of a builtin names it, so it stands beside the description of the
//! builtin.

use super::insn::Op;

/// A call with more arguments than this is an ordinary call, where the instructions would be nested as deep or take as
/// many registers.
pub(crate) const MOST_ARGUMENTS: usize = 16;

/// Replacement of a call of a builtin, for the numbers of arguments that it takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Inline {
    /// This operation on the arguments.
    Op(Op),
    /// For three arguments and more, this operation from left to right.
    Fold(Op),
    /// Likewise, the comparison of each argument with the next.
    Chain(Op),
    /// The first operation on the result of the second: `(third l)` is `(car (cddr l))`.
    Compose(Op, Op),
    /// An addition of this constant.
    Plus(i64),
    /// A list of the arguments.
    List,
    /// The letters of Scheme's `cadar` and its like.
    Path(&'static str),
    /// Access to an array where the coordinates are a literal `(list ...)`.
    Coordinates,
    /// The floor of a literal quotient `(/ a b)`.
    FloorOfQuotient,
    /// Operations on records of a type that is given as a number, which is how definitions of records expand.
    ReadField,
    /// Likewise.
    StoreField,
    /// Likewise.
    AskType,
    /// Likewise.
    NewRecord,
    /// A call of the first argument, where functions have a namespace of their own.
    Funcall,
    /// Equality, where one argument is a literal that equality tells from others just as well as this comparison by
    /// identity.
    Identity,
    /// The same of a comparison for which literal strings are such, too.
    IdentityOrString,
    /// Identity, where one argument is a literal that is the same only as itself.
    Literal,
    /// The builtin of this name, which gives the first value only, if the call is to have one value.
    OneValue(&'static str),
    /// With a third argument, a comparison, the library's function of this name.
    By(&'static str),
}

impl Inline {
    /// Returns whether a call with `argc` arguments may become this.
    pub(crate) fn takes(self, argc: usize) -> bool {
        match self {
            Inline::Op(op) => argc == op.operands(),
            Inline::Fold(_) | Inline::Chain(_) => (3..=MOST_ARGUMENTS).contains(&argc),
            Inline::Compose(..) | Inline::Plus(_) | Inline::Path(_) | Inline::FloorOfQuotient => argc == 1,
            Inline::Coordinates => argc == 2 || argc == 3,
            Inline::Identity | Inline::IdentityOrString | Inline::Literal => argc == 2,
            Inline::By(_) => argc == 3,
            Inline::Funcall => argc > 0,
            Inline::List
            | Inline::ReadField
            | Inline::StoreField
            | Inline::AskType
            | Inline::NewRecord
            | Inline::OneValue(_) => true,
        }
    }

    /// Returns whether a call becomes this whatever the arguments are.
    pub(crate) fn is_certain(self, argc: usize) -> bool {
        let certain = matches!(
            self,
            Inline::Op(_)
                | Inline::Fold(_)
                | Inline::Chain(_)
                | Inline::Compose(..)
                | Inline::Plus(_)
                | Inline::List
                | Inline::Path(_)
        );
        certain && self.takes(argc) && argc <= MOST_ARGUMENTS
    }
}
