//! The commands of the program `klammer`, for that program and for others that add functions of their own to it.
//!
//! A crate of its own, because the embedded library stays small: it knows nothing of terminals and command lines. The
//! public interface is [`Entry`]. Each command has a module; `args` defines the command line, `console` the use of the
//! process's streams.

mod args;
mod check;
mod compare;
mod console;
mod draw;
mod entry;
mod examples;
mod failure;
mod format;
mod manual;
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
