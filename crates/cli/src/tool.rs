//! Description of the program that a command belongs to.

use std::fmt;
use std::sync::Arc;

use klammer::{Engine, Error};

/// Gives an engine what those of a program have.
type Furnish = dyn Fn(&mut Engine) -> Result<(), Error> + Send + Sync;

/// The program: its name, and what it gives engines.
#[derive(Clone)]
pub struct Tool {
    pub name: &'static str,
    pub version: &'static str,
    pub furnish: Option<Arc<Furnish>>,
}

impl Default for Tool {
    fn default() -> Tool {
        Tool { name: "klammer", version: env!("CARGO_PKG_VERSION"), furnish: None }
    }
}

impl fmt::Debug for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.version)
    }
}

impl Tool {
    /// Returns whether the program furnishes engines with definitions of its own.
    pub fn has_own(&self) -> bool {
        self.furnish.is_some()
    }

    /// Gives an engine what those of the program have.
    pub fn furnish(&self, engine: &mut Engine) -> Result<(), Error> {
        self.furnish.as_ref().map_or(Ok(()), |furnish| furnish(engine))
    }
}
