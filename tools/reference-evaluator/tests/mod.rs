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

use support::settings::number;

/// Returns one of every `parts` of these files; in a full run, all of them.
fn one_of(parts: usize, paths: impl IntoIterator<Item = PathBuf>) -> Vec<PathBuf> {
    paths.into_iter().step_by(number(parts, 1)).collect()
}
