//! Tests with the oracle: they compare the engine with it, on the corpus of the language and on random programs.

/// Helpers of the tests that make no engine.
#[allow(dead_code, unused_imports, unreachable_pub, reason = "integration tests use them, too")]
#[allow(unreachable_patterns, reason = "to those outside of the crate an enum is open")]
#[path = "../../../tests/support"]
mod support {
    pub mod expressions;
    pub mod host;
    pub mod places;
    pub mod script;
    pub mod settings;

    pub use script::lisp_files;
}

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

/// Functions of the core that another crate defines on the public interface: only engines have them.
const FOR_ENGINES: [&str; 6] =
    ["read-puzzle", "read-cages", "write-puzzle", "draw-puzzle", "puzzle->svg", "board-variant"];

fn is_for_engines(text: &str) -> bool {
    FOR_ENGINES.iter().any(|name| text.contains(name))
}
