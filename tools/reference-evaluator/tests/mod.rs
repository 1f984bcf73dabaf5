//! Tests with the oracle: they compare the engine with it, on the corpus of the language and on random programs.

#[allow(unreachable_patterns, reason = "to those outside of the crate an enum is open")]
#[path = "../../../tests/support/mod.rs"]
mod support;

mod campaign;
mod corpus;
mod definitions;
mod dialects;
mod generate;
mod grammar;
mod sexp;
mod shapes;

use std::path::PathBuf;

/// Returns whether to evaluate everything, as for the files that `CORPUS` names.
fn whole() -> bool {
    ["KLAMMER_ORACLE_WHOLE", "CORPUS"].iter().any(|name| std::env::var_os(name).is_some())
}

/// Returns one of every `parts` of these files; or all of them.
fn one_of(parts: usize, paths: impl IntoIterator<Item = PathBuf>) -> Vec<PathBuf> {
    paths.into_iter().step_by(if whole() { 1 } else { parts }).collect()
}
