//! The commands of the program `klammer`, for that program and for others that add functions of their own to it.
//!
//! A crate of its own, because the embedded library stays small: it knows nothing of terminals and command lines. The
//! public interface is [`App`]. Each command has a module; `args` defines the command line, `console` the use of the
//! process's streams.

mod app;
mod app_info;
mod args;
mod compare;
mod console;
mod debug;
mod doc;
mod draw;
mod grade;
mod lsp;
mod profile;
mod puzzle_input;
mod repl;
mod run;
mod search;
mod solve;
mod solver;
mod teach;
mod test;

pub use crate::app::App;
