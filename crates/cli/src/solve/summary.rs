//! What came of all puzzles together.

use std::fmt;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;

use super::batch::Done;
use super::outcome::Counts;
use crate::args::Solve;

pub struct Summary {
    counts: Counts,
    /// Nanoseconds; nothing if it cannot be made.
    times: Option<Histogram<u64>>,
    begin: Instant,
}

impl Summary {
    pub fn new() -> Summary {
        // Two digits are enough to tell fast from slow; what takes longer than a day counts as a day.
        const DAY: u64 = 24 * 60 * 60 * 1_000_000_000;
        let times = Histogram::new_with_bounds(1, DAY, 2).ok();
        Summary { counts: Counts::default(), times, begin: Instant::now() }
    }

    pub fn add(&mut self, done: &Done) {
        self.counts += done.counts;
        if let Some(times) = &mut self.times {
            for time in &done.times {
                times.saturating_record(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX));
            }
        }
    }

    /// Puzzles that could be read.
    fn puzzles(&self) -> u64 {
        let c = &self.counts;
        c.solved + c.unsolvable + c.several + c.given_up + c.failed
    }

    pub fn is_empty(&self) -> bool {
        self.puzzles() + self.counts.malformed == 0
    }

    pub fn all_solved(&self) -> bool {
        self.puzzles() == self.counts.solved && self.counts.malformed == 0
    }

    /// Unasked, it is for people only, and only for more than they see anyway.
    pub fn is_wanted(&self, solve: &Solve) -> bool {
        solve.summary || !solve.quiet && self.puzzles() > 1 && io::stderr().is_terminal()
    }

    fn rate(&self) -> f64 {
        self.puzzles() as f64 / self.begin.elapsed().as_secs_f64().max(1e-9)
    }

    /// For the progress bar.
    pub fn short(&self) -> String {
        let others = self.puzzles() + self.counts.malformed - self.counts.solved;
        let others = if others > 0 { format!(", {others} not solved") } else { String::new() };
        format!("{} puzzles{others}, {:.0}/s", self.puzzles(), self.rate())
    }

    fn percentile(&self, quantile: f64) -> Duration {
        Duration::from_nanos(self.times.as_ref().map_or(0, |t| t.value_at_quantile(quantile)))
    }
}

/// Several lines with their ends.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let c = &self.counts;
        write!(f, "{} puzzles: {} solved", self.puzzles(), c.solved)?;
        for (number, what) in [
            (c.unsolvable, "without a solution"),
            (c.several, "with several solutions"),
            (c.given_up, "given up"),
            (c.failed, "failed"),
        ] {
            if number > 0 {
                write!(f, ", {number} {what}")?;
            }
        }
        if c.malformed > 0 {
            write!(f, "; {} malformed", c.malformed)?;
        }
        if c.solutions > c.solved {
            write!(f, "; {} solutions", c.solutions)?;
        }
        let elapsed = self.begin.elapsed();
        writeln!(f, "\n{} nodes, {} failures", c.nodes, c.failures)?;
        writeln!(f, "{:.3} s, {:.0} puzzles/s", elapsed.as_secs_f64(), self.rate())?;
        let (half, most) = (self.percentile(0.5), self.percentile(0.99));
        writeln!(f, "half of the puzzles took at most {half:.1?}, 99 of 100 at most {most:.1?}")
    }
}
