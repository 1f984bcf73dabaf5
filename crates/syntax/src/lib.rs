//! The syntax of Klammer's Lisp: tokens, the grammar, places in texts, and what is wrong with a text.
//!
//! There is no heap and no symbol here. The interpreter, its formatter, its lints and its prompt are built on this
//! crate.
//!
//! - [`lexer`] cuts a text into tokens, without gaps, and never fails;
//! - [`literal`] says what a token means;
//! - [`parser`] is the grammar, a state machine that drives a [`Builder`](builder::Builder);
//! - [`grammar`] has the hooks of dialects, whose notation differs;
//! - [`complete`] tells whether a text ends inside something;
//! - [`tree`] has lossless trees of texts, for tools, and [`format`](mod@format) lays texts out;
//! - [`source`] has texts, and places in them; [`suggest`] finds the name that a misspelt one means.

#![forbid(unsafe_code)]

pub mod builder;
pub mod complete;
mod diagnose;
pub mod format;
pub mod grammar;
pub mod lexer;
pub mod literal;
pub mod parser;
pub mod scopes;
mod shapes;
pub mod source;
pub mod suggest;
pub mod token;
pub mod tree;
