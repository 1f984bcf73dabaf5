//! What statements and expressions of another language consist of.

/// An expression. Names, numbers and texts are borrowed from the program.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expr<'t> {
    /// A number, or a list that is written as here.
    Written(&'t str),
    Name(&'t str),
    /// `nil` or `t`.
    Truth(bool),
    Text(&'t str),
    /// A text with values in it: pieces of text, each with the value behind it.
    Template(Vec<(String, Option<Expr<'t>>)>),
    Call(Box<Expr<'t>>, Vec<Argument<'t>>),
    /// `a.b`
    Field(Box<Expr<'t>>, &'t str),
    Index(Box<Expr<'t>>, Box<Expr<'t>>),
    /// An operator as it is called here.
    Binary(&'static str, Box<Expr<'t>>, Box<Expr<'t>>),
    Not(Box<Expr<'t>>),
    Minus(Box<Expr<'t>>),
    /// Test, value if it holds, value if not.
    Choice(Box<[Expr<'t>; 3]>),
    List(Vec<Expr<'t>>),
    Table(Vec<(Expr<'t>, Expr<'t>)>),
    Function(Vec<Parameter<'t>>, Vec<Statement<'t>>),
    /// `[value for name in list if test]`
    Comprehension(Box<Expr<'t>>, &'t str, Box<Expr<'t>>, Option<Box<Expr<'t>>>),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Argument<'t> {
    pub name: Option<&'t str>,
    pub value: Expr<'t>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parameter<'t> {
    pub name: &'t str,
    pub default: Option<Expr<'t>>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Statement<'t> {
    Value(Expr<'t>),
    /// Target and value.
    Assign(Expr<'t>, Expr<'t>),
    /// `x += 1`: operator, target, amount.
    Change(&'static str, Expr<'t>, Expr<'t>),
    Define(&'t str, Vec<Parameter<'t>>, Vec<Statement<'t>>),
    /// Tests with what is done where they hold, and what is done where none does.
    If(Vec<(Expr<'t>, Vec<Statement<'t>>)>, Vec<Statement<'t>>),
    While(Expr<'t>, Vec<Statement<'t>>),
    /// Name, list, body.
    Each(&'t str, Expr<'t>, Vec<Statement<'t>>),
    /// Name of the key, name of the value, table, body.
    Entries(&'t str, &'t str, Expr<'t>, Vec<Statement<'t>>),
    /// Name, first value, value that it stays below, body.
    Count(&'t str, Expr<'t>, Expr<'t>, Vec<Statement<'t>>),
    Return(Option<Expr<'t>>),
    Break,
    Nothing,
}
