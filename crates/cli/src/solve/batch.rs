//! Data that the threads hand to each other.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use klammer::puzzle::{Malformed, Placed};

use super::outcome::{Complaint, Counts};

/// Content of one place of the input.
pub type Entry = Result<Placed, Malformed>;

/// The results of a batch.
#[derive(Default)]
pub struct Done {
    /// Text for standard output.
    pub text: String,
    /// Complaints for standard error.
    pub complaints: Vec<Complaint>,
    pub counts: Counts,
    /// Time that each puzzle took.
    pub times: Vec<Duration>,
    /// Ctrl-C came: the rest is missing.
    pub interrupted: bool,
}

/// Size of batches, so that each takes a few milliseconds.
pub struct Pace {
    size: AtomicUsize,
    most: AtomicUsize,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { size: AtomicUsize::new(1), most: AtomicUsize::new(Pace::MOST_ALONE) }
    }
}

impl Pace {
    /// As long as nobody has to be woken for a batch: its puzzles stay in the cache.
    const MOST_ALONE: usize = 64;
    const MOST: usize = 512;
    const SHORT: Duration = Duration::from_millis(1);
    const LONG: Duration = Duration::from_millis(8);

    pub fn size(&self) -> usize {
        self.size.load(Ordering::Relaxed)
    }

    /// From now on another thread is woken for each batch.
    pub fn hand_over(&self) {
        self.most.store(Pace::MOST, Ordering::Relaxed);
    }

    /// The next batch may have more puzzles if this one took too short a time, and fewer if too long.
    pub fn learn(&self, puzzles: usize, took: Duration) {
        let size = self.size();
        if took < Pace::SHORT && puzzles >= size {
            self.size.store((2 * puzzles).min(self.most.load(Ordering::Relaxed)), Ordering::Relaxed);
        } else if took > Pace::LONG {
            self.size.store((puzzles / 2).max(1), Ordering::Relaxed);
        }
    }
}
