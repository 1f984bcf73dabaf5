//! The commands of the program `klammer`, for that program and for others that add functions of their own to it.
//!
//! A crate of its own, because the library that is embedded stays small: it knows nothing of terminals and command
//! lines. What is public is [`Entry`]. Each command has a module; what the command line says stands in `args`, how the
//! process's streams are used in `console`.

#[cfg(feature = "own-tests")]
#[macro_use(test)]
extern crate klammer_derive;

mod args;
mod check;
mod compare;
mod console;
mod entry;
mod examples;
mod failure;
mod plot;
mod repl;
mod run;
mod search;
mod similar;
mod solve;
mod solver;
mod source;
mod teach;
mod tool;
mod variant;

pub use entry::Entry;

/// One of the program's own tests, by its number (`crates/units`).
#[cfg(feature = "own-tests")]
#[doc(hidden)]
pub struct OwnTest<const NUMBER: u64>;
