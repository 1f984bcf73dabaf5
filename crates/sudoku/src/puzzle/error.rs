//! Errors in a text that should be a puzzle, with their positions.

use std::io;
use std::sync::Arc;

/// A place in a text where a puzzle is not what it should be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}:{line}:{column}: expected {expected}, found {found}")]
pub struct Malformed {
    /// The name of the file.
    pub file: Arc<str>,
    /// Counted from one.
    pub line: u64,
    /// In characters, counted from one.
    pub column: usize,
    /// The expected text.
    pub expected: String,
    /// The text that was there instead.
    pub found: String,
}

impl Malformed {
    pub(super) fn new(
        file: impl Into<Arc<str>>,
        line: u64,
        column: usize,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Malformed {
        Malformed { file: file.into(), line, column, expected: expected.into(), found: found.into() }
    }
}

/// Error in reading a puzzle.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// Reading goes on after it.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// Reading ends here.
    #[error("{file}: {source}")]
    Io {
        /// The name of the file.
        file: Arc<str>,
        /// The error of the system.
        source: io::Error,
    },
}

/// A complaint that does not know its file yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Complaint {
    pub line: u64,
    pub column: usize,
    pub expected: String,
    pub found: String,
}

impl Complaint {
    pub fn new(line: u64, column: usize, expected: impl Into<String>, found: impl Into<String>) -> Complaint {
        Complaint { line, column, expected: expected.into(), found: found.into() }
    }

    pub fn in_file(self, file: &Arc<str>) -> Malformed {
        Malformed::new(Arc::clone(file), self.line, self.column, self.expected, self.found)
    }
}

/// Returns the form of a character in a complaint.
pub(super) fn shown(c: char) -> String {
    if c.is_control() { format!("U+{:04X}", u32::from(c)) } else { format!("`{c}`") }
}

/// `text`, cut where it is long.
pub(super) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 24;
    let mut shown: String =
        text.chars().take(LONGEST).map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

/// A number with its noun.
pub(super) fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}
