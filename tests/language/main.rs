//! Tests of the language, its dialects and its library: the behaviour of every name, and the output of programs.

mod dialects;
mod documents;
mod library;
mod natives;
mod reference;
mod search;
#[path = "../support/mod.rs"]
mod support;
