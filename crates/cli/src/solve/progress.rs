//! The progress bar: on standard error, only for people, and only where it does not come between results.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use indicatif::{ProgressBar, ProgressStyle};

use crate::args::Solve;
use crate::source::Source;

pub struct Progress {
    bar: ProgressBar,
    /// Bytes of the input.
    read: Arc<AtomicU64>,
}

impl Progress {
    /// A bar if the length of the input is known, or else a count.
    pub fn new(solve: &Solve, source: &Source) -> Option<Progress> {
        if solve.quiet || source.is_word || !io::stderr().is_terminal() || io::stdout().is_terminal() {
            return None;
        }
        let (bar, style) = match source.length {
            Some(length) => (ProgressBar::new(length), "{bar:30} {percent:>3} %  {msg}  {eta} left"),
            None => (ProgressBar::new_spinner(), "{spinner} {msg}"),
        };
        // The style is right unless one of the lines above is not.
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        Some(Progress { bar, read: Arc::clone(&source.read) })
    }

    pub fn show(&self, message: String) {
        self.bar.set_position(self.read.load(Ordering::Relaxed));
        self.bar.set_message(message);
    }

    /// Lets something else be written where the bar stands.
    pub fn suspend(&self, write: impl FnOnce()) {
        self.bar.suspend(write);
    }

    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}
