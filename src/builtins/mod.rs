//! The builtin functions: one documented row each, grouped by subject in the files of this folder.
//!
//! A row is the only place where a builtin is described. From it come its name, arity, parameter names and types,
//! the conversion of its arguments, the text of its errors, `(doc name)`, completion, the reference manual, and, from the examples
//! in its documentation, tests.

mod macros;

pub(crate) mod arg;
mod character;
mod output;
mod string;
mod string_edit;

use crate::fault::Res;
use crate::runtime::Runtime;
use crate::value::Value;

pub(crate) use macros::builtins;

/// A native function on evaluated arguments.
pub(crate) type NativeFn = fn(&mut Runtime, &[Value]) -> Res<Value>;

/// One row: a native function and all that is known of it.
pub(crate) struct Builtin {
    pub name: &'static str,
    /// The lines of the documentation, examples included.
    pub doc: &'static [&'static str],
    pub params: &'static [Param],
    pub call: NativeFn,
    pub module: &'static str,
}

/// A parameter of a builtin.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Param {
    pub name: &'static str,
    /// "a list", "an index": what an argument must be.
    pub expected: &'static str,
    pub mode: Mode,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Required,
    Optional,
    Rest,
}

impl Builtin {
    /// Fewest and most arguments; no upper bound with a rest parameter.
    pub fn arity(&self) -> (usize, Option<usize>) {
        let required = self.params.iter().filter(|p| p.mode == Mode::Required).count();
        let rest = self.params.iter().any(|p| p.mode == Mode::Rest);
        (required, (!rest).then_some(self.params.len()))
    }
}

/// Every builtin function, file by file.
pub(crate) fn all() -> impl Iterator<Item = &'static Builtin> {
    let tables: &[&'static [Builtin]] = &[character::TABLE, output::TABLE, string::TABLE, string_edit::TABLE];
    tables.iter().copied().flatten()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::fault::{Code, Fault};
    use crate::host::ClosedHost;
    use crate::limits::{InterruptHandle, Limits};

    /// A small engine's runtime.
    pub(crate) fn engine() -> Runtime {
        let limits = Limits { memory: 16 << 20, ..Limits::default() };
        Runtime::new(&limits, Box::new(ClosedHost::new()), InterruptHandle::default())
    }

    /// Calls the builtin of that name.
    pub(crate) fn call(rt: &mut Runtime, name: &str, args: &[Value]) -> Res<Value> {
        let builtin = all().find(|b| b.name == name).unwrap_or_else(|| panic!("there is no {name}"));
        (builtin.call)(rt, args)
    }

    /// The string that a call returns.
    pub(crate) fn shown(rt: &mut Runtime, name: &str, args: &[Value]) -> String {
        let v = call(rt, name, args).unwrap();
        rt.heap.as_str(v).unwrap().to_string()
    }

    pub(crate) fn is_code(result: Res<Value>, code: Code) -> bool {
        matches!(result, Err(fault) if matches!(&*fault, Fault::Error(c) if c.code == code))
    }

    pub(crate) fn is_limit(result: Res<Value>) -> bool {
        matches!(result, Err(fault) if matches!(*fault, Fault::Limit(_)))
    }

    #[test]
    fn names_are_unique_and_every_row_has_an_example_that_names_it() {
        let mut seen = std::collections::HashSet::new();
        for b in all() {
            assert!(seen.insert(b.name), "{} is defined twice", b.name);
            assert!(b.doc.iter().any(|line| line.contains(';') && line.contains(b.name)), "{}: no example", b.name);
        }
    }
}
