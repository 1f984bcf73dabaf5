//! Tests of the language, its dialects and its library: the behaviour of every name, and the output of programs.

mod arguments;
mod collections;
mod common_lisp_names;
mod digits;
mod documentation;
mod documents;
mod examples;
mod library;
mod messages;
mod natives;
mod numerals;
mod reference;
mod scheme;
mod search;
mod seeds;
mod sudoku_reference;
#[path = "../support/mod.rs"]
mod support;
mod warnings;
