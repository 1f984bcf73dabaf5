//! The commands of the program `klammer`, for that program and for others that add functions of their own to it.
//!
//! A crate of its own, because the embedded library stays small: it knows nothing of terminals and command lines. The
//! public interface is [`App`]. Each command has a module; `args` defines the command line, `console` the use of the
//! process's streams.

mod app;
mod args;
mod compare;
mod console;
mod debug;
mod doc;
mod draw;
mod grade;
mod lsp;
mod puzzle_input;
mod repl;
mod run;
mod search;
mod solve;
mod solver;
mod teach;
mod test;

use std::fmt;
use std::sync::Arc;

use klammer::{Engine, EngineBuilder, Error, Wait};

pub use crate::app::App;

/// Gives an engine what those of a program have.
type EngineSetup = dyn Fn(&mut Engine) -> Result<(), Error> + Send + Sync;

/// Waits for a future of an asynchronous function.
type BlockOn = dyn Fn(Wait<'_>) + Send + Sync;

/// The program: its name, and what it gives engines.
#[derive(Clone)]
pub(crate) struct AppInfo {
    pub name: &'static str,
    pub version: &'static str,
    pub set_up: Option<Arc<EngineSetup>>,
    pub block_on: Option<Arc<BlockOn>>,
}

impl Default for AppInfo {
    fn default() -> AppInfo {
        AppInfo { name: "klammer", version: env!("CARGO_PKG_VERSION"), set_up: None, block_on: None }
    }
}

impl fmt::Debug for AppInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.version)
    }
}

impl AppInfo {
    /// Returns whether the program sets up engines with definitions of its own.
    pub fn has_own(&self) -> bool {
        self.set_up.is_some()
    }

    /// Adds to a builder what all engines of the program have.
    pub fn configure(&self, builder: EngineBuilder) -> EngineBuilder {
        match self.block_on.clone() {
            Some(block_on) => builder.block_on(move |wait| block_on(wait)),
            None => builder,
        }
    }

    /// Gives an engine what those of the program have.
    pub fn set_up(&self, engine: &mut Engine) -> Result<(), Error> {
        self.set_up.as_ref().map_or(Ok(()), |set_up| set_up(engine))
    }
}
