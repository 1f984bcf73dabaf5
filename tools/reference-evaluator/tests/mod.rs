//! Tests with the oracle: they compare the engine with it, on the corpus of the language and on random programs.

/// Helpers of the tests that make no engine.
#[allow(dead_code, unused_imports, unreachable_pub, reason = "integration tests use them, too")]
#[allow(unreachable_patterns, reason = "to those outside of the crate an enum is open")]
#[path = "../../../tests/support"]
mod support {
    #[path = "test_host.rs"]
    pub mod host;
    pub mod places;
    pub mod script;
    pub mod settings;

    pub use script::lisp_files;
}

mod campaign;
mod corpus;
mod definitions;
mod generate;
mod sexp;
mod shapes;
