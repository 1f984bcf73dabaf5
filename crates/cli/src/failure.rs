//! Why a command cannot begin its work.

use std::fmt;
use std::process::ExitCode;

use klammer::Error;
use klammer::board::LayoutError;

use crate::args::Options;
use crate::console::{FAILURE, Reporter, complain};

/// Why a script cannot be used.
#[derive(Debug)]
pub enum Failure {
    /// It is wrong itself.
    Script(Box<Error>),
    /// It does not fit what is wanted of it, or the puzzle does not.
    Unfit(String),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Script(Box::new(error))
    }
}

impl From<LayoutError> for Failure {
    fn from(error: LayoutError) -> Failure {
        Failure::Unfit(error.to_string())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Failure::Script(error) => error.fmt(f),
            Failure::Unfit(message) => f.write_str(message),
        }
    }
}

impl Failure {
    /// Shows it; the exit status that it means.
    pub fn report(&self, options: &Options) -> ExitCode {
        match self {
            Failure::Script(error) => Reporter::new(options).error(error),
            Failure::Unfit(message) => {
                complain(message);
                ExitCode::from(FAILURE)
            }
        }
    }
}
