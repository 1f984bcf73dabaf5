//! Summary of the outcomes of all puzzles.

use std::fmt;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use super::batch::Done;
use super::outcome::Counts;
use crate::args::Solve;
use crate::console::duration;

pub struct Summary {
    counts: Counts,
    times: Times,
    begin: Instant,
}

impl Summary {
    pub fn new() -> Summary {
        Summary { counts: Counts::default(), times: Times::default(), begin: Instant::now() }
    }

    pub fn add(&mut self, done: &Done) {
        self.counts += done.counts;
        done.times.iter().for_each(|time| self.times.add(*time));
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
        self.times.at_most(quantile)
    }
}

/// Times of puzzles, counted in classes: numbers of nanoseconds with the same exponent and the same first bits.
#[derive(Default)]
struct Times {
    classes: Vec<u64>,
    all: u64,
}

/// Bits of a float after those that tell classes apart: a class is a 128th wide, so two digits are right.
const REST: u32 = 45;

impl Times {
    fn add(&mut self, time: Duration) {
        let class = (class_of(time.as_nanos().max(1) as f64) - class_of(1.0)) as usize;
        if class >= self.classes.len() {
            self.classes.resize(class + 1, 0);
        }
        if let Some(count) = self.classes.get_mut(class) {
            *count += 1;
        }
        self.all += 1;
    }

    /// Returns the time that this part of the puzzles took at most.
    fn at_most(&self, part: f64) -> Duration {
        let wanted = (self.all as f64 * part).ceil() as u64;
        let mut passed = 0;
        let found = self.classes.iter().position(|count| {
            passed += count;
            passed >= wanted
        });
        let end = |class: usize| f64::from_bits((class_of(1.0) + class as u64 + 1) << REST);
        found.map_or(Duration::ZERO, |class| Duration::from_secs_f64(end(class) / 1e9))
    }
}

fn class_of(nanoseconds: f64) -> u64 {
    nanoseconds.to_bits() >> REST
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
        let [half, most, elapsed] =
            [self.percentile(0.5), self.percentile(0.99), elapsed].map(|time| duration(time.as_secs_f64()));
        writeln!(f, "{elapsed}, {:.0} puzzles/s", self.rate())?;
        writeln!(f, "half of the puzzles took at most {half}, 99 of 100 at most {most}")
    }
}
