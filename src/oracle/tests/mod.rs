//! What the oracle is for: the engine compared with it, on the corpus of the language and on random programs.

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
