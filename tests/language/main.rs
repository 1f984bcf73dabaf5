//! The language, its layers and its library: what every name does, what programs write.

mod arguments;
mod collections;
mod common_lisp;
mod common_lisp_names;
mod corpus;
mod digits;
mod documentation;
mod documents;
mod examples;
mod library;
mod messages;
mod natives;
mod orders;
mod reference;
mod scheme;
mod scheme_expressions;
mod search;
mod seeds;
mod sudoku_reference;
#[path = "../support/mod.rs"]
mod support;
mod warnings;
