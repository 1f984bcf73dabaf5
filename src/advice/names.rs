//! Which name was meant by one that means nothing.

use super::listed;
use crate::library;
use crate::runtime::dialect::Dialect;
use crate::spelling::near;

/// The modules of the library that have the name.
pub(super) fn in_modules(name: &str, dialect: Dialect) -> Option<String> {
    let modules = if dialect == Dialect::CORE { library::modules_that_define(name) } else { Vec::new() };
    match modules.as_slice() {
        [] => None,
        [only] => Some(format!("it is in the module `{only}`: (require '{only})")),
        [first, ..] => Some(format!("it is in the modules {}: (require '{first})", listed(&modules))),
    }
}

/// A module that has nearly this name. The program has not asked for it, so it must be closer than others: one slip of
/// the fingers away.
pub(super) fn nearly_in_a_module(name: &str, dialect: Dialect) -> Option<String> {
    let defined = library::modules().flat_map(|(_, texts)| library::definitions(None, texts)).map(|d| d.name);
    let close = near(name, 1, defined.filter(|_| dialect == Dialect::CORE)).map(|(_, close)| close);
    let close = close.filter(|close| !library::modules_that_define(close).is_empty()).min()?;
    let module = *library::modules_that_define(close).first()?;
    Some(format!("did you mean `{close}`? It is in the module `{module}`: (require '{module})"))
}

pub(super) fn did_you_mean(name: &str, close: &str) -> String {
    let is_case = if name.eq_ignore_ascii_case(close) { " Upper and lower case are different here" } else { "" };
    format!("did you mean `{close}`?{is_case}")
}

/// A line behind the place defines the name in its first column.
pub(super) fn defined_behind(name: &str, text: &str, start: usize) -> Option<String> {
    let is_definition = |line: &str| {
        let mut words = line.split([' ', '(', ')']).filter(|word| !word.is_empty());
        (line.starts_with("(def") || line.starts_with("(setq ")) && words.nth(1) == Some(name)
    };
    let found = text.get(start..)?.lines().skip(1).position(is_definition)?;
    let line = text.get(..start)?.matches('\n').count() + 2 + found;
    Some(format!("line {line} defines it: a file is evaluated form by form, from top to bottom"))
}

/// What reads or changes (`done` to them) the fields of a type, for who has used a function that is none of these.
pub(crate) fn on_fields(of_type: &str, done: &str, functions: &[impl AsRef<str>]) -> Option<String> {
    match functions {
        [] => None,
        [only] => Some(format!("the field of `{of_type}` is {done} by `{}`", only.as_ref())),
        several => Some(format!("the fields of `{of_type}` are {done} by {}", listed(several))),
    }
}
