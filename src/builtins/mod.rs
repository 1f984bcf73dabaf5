//! The builtin functions: one documented entry each, grouped by subject in the files of this folder.
//!
//! A row is the only place where a builtin is described. The macro derives its name, arity, parameter names and types,
//! argument conversion and error texts. `(doc name)`, completion and the reference use the same data, and the examples
//! of its documentation are tests.

pub(crate) mod macros;

pub mod arg;
pub(crate) mod array;
mod character;
pub(crate) mod condition;
#[cfg(feature = "date")]
mod date;
mod digits;
#[cfg(feature = "json")]
mod json;
mod list;
pub(crate) mod number;
pub(crate) mod port;
pub(crate) mod predicate;
mod random;
pub(crate) mod record;
#[cfg(feature = "regex")]
mod regex;
mod search;
pub(crate) mod space;
mod step;
pub(crate) mod string;
pub(crate) mod symbol;
mod system;
pub(crate) mod table;

use crate::bytecode::Inline;
use crate::fault::Result;
use crate::runtime::Runtime;
use crate::value::Value;

pub(crate) use macros::builtins;

#[cfg(test)]
pub(crate) mod tests;

/// A native function on evaluated arguments.
pub type NativeFn = fn(&mut Runtime, &[Value]) -> Result<Value>;

/// The subject of a function and its parameters. Only errors and documentation read the names.
#[derive(Debug)]
pub struct Signature {
    /// The subject of the function in the documentation.
    pub(crate) subject: &'static str,
    pub(crate) params: &'static [Param],
    /// The minimum number of arguments.
    pub(crate) required: usize,
    /// The maximum number of arguments, or `None` if there is no maximum.
    pub(crate) most: Option<usize>,
}

/// A parameter of a builtin.
#[derive(Debug, Clone, Copy)]
pub struct Param {
    /// Name of the parameter.
    pub name: &'static str,
    /// "a list", "an index": description of the expected argument.
    pub expected: &'static str,
    /// Number of arguments that it takes.
    pub mode: Mode,
}

/// Number of arguments that a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// One.
    Required,
    /// One or none.
    Optional,
    /// Any number.
    Rest,
}

impl Mode {
    /// Returns a parameter of the name as the usage of a function shows it.
    pub(crate) fn shown(self, name: &str) -> String {
        match self {
            Mode::Required => name.to_string(),
            Mode::Optional => format!("[{name}]"),
            Mode::Rest => format!("{name}..."),
        }
    }
}

/// Returns the words of a parameter list: names, and `&optional` and `&rest` before those that they are for.
pub(crate) fn marked<'a>(parameters: impl Iterator<Item = (&'a str, Mode)>) -> Vec<&'a str> {
    let mut words = Vec::new();
    let mut before = Mode::Required;
    for (name, mode) in parameters {
        match mode {
            Mode::Optional if before != Mode::Optional => words.push("&optional"),
            Mode::Rest => words.push("&rest"),
            _ => {}
        }
        before = mode;
        words.push(name);
    }
    words
}

impl Signature {
    /// Makes a signature.
    #[allow(clippy::indexing_slicing, reason = "done by the compiler, for which a wrong index is an error")]
    pub const fn new(subject: &'static str, params: &'static [Param]) -> Signature {
        let (mut required, mut most, mut i) = (0, Some(params.len()), 0);
        while i < params.len() {
            match params[i].mode {
                Mode::Required => required += 1,
                Mode::Optional => {}
                Mode::Rest => most = None,
            }
            i += 1;
        }
        Signature { subject, params, required, most }
    }

    /// Returns the parameters as a list: `(a &optional b)`.
    pub(crate) fn shown(&self) -> String {
        format!("({})", marked(self.params.iter().map(|param| (param.name, param.mode))).join(" "))
    }
}

/// A builtin: its code, signature and documentation.
#[derive(Debug)]
pub struct Builtin {
    pub(crate) name: &'static str,
    /// The lines of the documentation, examples included.
    pub(crate) doc: &'static str,
    pub(crate) signature: Signature,
    /// Its functions, unless the machine carries it out.
    pub(crate) calls: Option<Calls>,
    /// Instructions that replace calls of it.
    pub(crate) inline: Option<&'static [Inline]>,
}

impl Builtin {
    /// Makes a row.
    pub const fn new(
        name: &'static str,
        doc: &'static str,
        signature: Signature,
        calls: Option<Calls>,
        inline: Option<&'static [Inline]>,
    ) -> Builtin {
        Builtin { name, doc, signature, calls, inline }
    }
}

/// Functions that implement a builtin.
#[derive(Clone, Copy, Debug)]
pub struct Calls {
    core: NativeFn,
    /// For dialects with a distinct false, if it is something else there.
    with_distinct_false: Option<NativeFn>,
}

impl Calls {
    /// For the core, or for dialects with a distinct false.
    pub(crate) fn get(self, has_false: bool) -> NativeFn {
        self.with_distinct_false.filter(|_| has_false).unwrap_or(self.core)
    }
}

/// Every builtin function, file by file.
pub(crate) const TABLES: &[&[Builtin]] = &[
    array::TABLE,
    character::TABLE,
    search::TABLE,
    condition::TABLE,
    #[cfg(feature = "date")]
    date::TABLE,
    digits::TABLE,
    number::TABLE,
    #[cfg(feature = "json")]
    json::TABLE,
    list::TABLE,
    port::TABLE,
    predicate::TABLE,
    random::TABLE,
    record::TABLE,
    #[cfg(feature = "regex")]
    regex::TABLE,
    space::TABLE,
    step::TABLE,
    string::TABLE,
    symbol::TABLE,
    system::TABLE,
    table::TABLE,
];

/// Every builtin function.
pub(crate) fn all() -> impl Iterator<Item = &'static Builtin> {
    TABLES.iter().copied().flatten()
}
