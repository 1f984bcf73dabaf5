//! Description of the program that a command belongs to.

use std::fmt;
use std::sync::Arc;

use klammer::{Engine, EngineBuilder, Error, Wait};

/// Gives an engine what those of a program have.
type EngineSetup = dyn Fn(&mut Engine) -> Result<(), Error> + Send + Sync;

/// Waits for a future of an asynchronous function.
type BlockOn = dyn Fn(Wait<'_>) + Send + Sync;

/// The program: its name, and what it gives engines.
#[derive(Clone)]
pub struct AppInfo {
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
