//! Outcomes that examples state, and those that come.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use klammer::Error;
use klammer::docs::Outcome;

/// The outcome that came in place of the one that an example states.
pub struct Miss {
    /// The sentence that says it.
    pub told: String,
    /// The outcome to write in its place, if it is of the same kind.
    pub instead: Option<String>,
}

/// Returns the mark before an outcome, and the outcome.
pub fn mark(outcome: &Outcome) -> (&'static str, &str) {
    match outcome {
        Outcome::Error(code) => (";!!", code),
        Outcome::Output(text) => (";>>", text),
        Outcome::Value(value) => (";=>", value),
        _ => ("", ""),
    }
}

/// Compares an expected outcome with the value or error, and the output.
pub fn compared(expected: &Outcome, printed: Result<String, Error>, written: &str) -> Result<(), Miss> {
    let miss = |told: String, instead: Option<String>| Err(Miss { told, instead });
    match (expected, printed) {
        (Outcome::Value(expected), Ok(value)) if value == *expected => Ok(()),
        (Outcome::Error(expected), Err(error)) if error.code().as_str() == expected => Ok(()),
        (Outcome::Output(expected), Ok(_)) if written == expected => Ok(()),
        (Outcome::Output(_), Ok(_)) => miss(format!("it writes {written}"), Some(written.to_string())),
        (expected, Ok(value)) => {
            let told = format!("its value is {value}");
            miss(told, matches!(expected, Outcome::Value(_)).then_some(value))
        }
        (expected, Err(error)) => {
            let code = error.code().as_str();
            let told = format!("error[{code}]: {error}");
            miss(told, matches!(expected, Outcome::Error(_)).then(|| code.to_string()))
        }
    }
}

/// Bytes of the output that are kept until somebody takes them.
const MOST_KEPT: usize = 1 << 20;

/// Recorder of the output while an example is tried.
#[derive(Clone, Default)]
pub struct Paper {
    text: Arc<Mutex<Vec<u8>>>,
    /// Standard error shows it, too.
    is_shown: bool,
}

impl io::Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_shown {
            io::stderr().write_all(bytes)?;
        }
        let mut text = self.text.lock().unwrap_or_else(PoisonError::into_inner);
        let room = MOST_KEPT.saturating_sub(text.len());
        text.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Paper {
    /// Returns a recorder of output that standard error shows, too.
    pub fn shown() -> Paper {
        Paper { is_shown: true, ..Paper::default() }
    }

    /// Takes what has been written, in the one line that an example has for it.
    pub fn take_line(&self) -> String {
        let bytes = std::mem::take(&mut *self.text.lock().unwrap_or_else(PoisonError::into_inner));
        String::from_utf8_lossy(&bytes).trim_end_matches('\n').replace('\n', "\\n")
    }
}
