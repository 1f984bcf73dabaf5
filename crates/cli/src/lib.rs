//! The commands of the program `klammer`, for that program and for others that add functions of their own to it.
//!
//! A crate of its own, because the library that is embedded stays small: it knows nothing of terminals and command
//! lines. What is public is [`Entry`]. Each command has a module; what the command line says stands in `args`, how the
//! process's streams are used in `console`.

mod args;
mod check;
mod compare;
mod console;
mod entry;
mod examples;
mod failure;
mod heuristic;
mod manual;
mod misplaced;
mod outcome;
mod plot;
mod repl;
mod run;
mod search;
mod shell;
mod silent;
mod similar;
mod solve;
mod solver;
mod source;
mod teach;
mod tool;
mod variant;

pub use entry::Entry;
