//! Output of results in the order of the input, of complaints, and the status of the process.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, TryRecvError};
use indicatif::{ProgressBar, ProgressStyle};
use klammer::Code;

use crate::args::Solve;
use crate::console::{
    FAILURE, INTERRUPTED, Reporter, Stdout, USAGE, asked_to_end, duration, exit_on_broken_pipe, print_message,
};
use crate::puzzle_input::{Source, no_puzzle};
use crate::solve::outcome::{Complaint, Counts};
use crate::solve::{BatchResult, WriterMessage};

/// Bytes that are written at once: a few hundred puzzles. Memory that is touched for the first time costs more than it
/// takes to write more often.
const BUFFER: usize = 16 << 10;
/// Interval at which an idle writer looks for Ctrl-C.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Time that running searches get to stop.
const SHUTDOWN_GRACE: Duration = Duration::from_millis(500);
/// More complaints than that are only counted.
const MAX_COMPLAINTS: u64 = 100;
/// Errors of the script that are shown with their places.
const MAX_EXPLAINED: usize = 10;

/// Why nothing more is written.
enum OutputEnd {
    /// All puzzles have come.
    Complete,
    /// Some were being solved when Ctrl-C came, and may still be.
    Interrupted,
    /// Writing failed with this message.
    Failed(String),
}

/// An error of the script, which is one and the same wherever it happens.
struct ReportedError {
    code: Code,
    place: String,
    more: u64,
}

/// Messages on standard error: notes, complaints, and errors of the script.
struct Messages {
    /// Name of the script.
    script: String,
    reporter: Reporter,
    /// Whether the reader of the complaints sees them in the results, too.
    are_in_results: bool,
    complaints: u64,
    /// Errors of the script that have been shown with their places, and how many more puzzles had each.
    explained: Vec<ReportedError>,
    progress: Option<Progress>,
}

impl Messages {
    /// Writes to standard error outside the progress bar.
    fn say(&self, say: impl FnOnce()) {
        match &self.progress {
            Some(progress) => progress.suspend(say),
            None => say(),
        }
    }

    fn complain(&mut self, complaint: &Complaint) {
        if self.explain(complaint) {
            return;
        }
        self.complaints += 1;
        if self.complaints <= MAX_COMPLAINTS && !self.are_in_results {
            self.say(|| print_message(&complaint.text));
        }
    }

    /// Shows an error of the script whole, the first time that it happens at its place; from then on, counts it. False
    /// if it is no such error, or one too many.
    fn explain(&mut self, complaint: &Complaint) -> bool {
        let Some((puzzle, error)) = &complaint.cause else { return false };
        let (code, place) = (error.code(), error.place().map_or(String::new(), ToString::to_string));
        if let Some(known) = self.explained.iter_mut().find(|known| known.code == code && known.place == place) {
            known.more += 1;
            return true;
        }
        if self.explained.len() >= MAX_EXPLAINED {
            return false;
        }
        self.explained.push(ReportedError { code, place, more: 0 });
        self.say(|| {
            print_message(&format!("{puzzle}: {} fails on this puzzle", self.script));
            self.reporter.error(error);
        });
        true
    }

    /// Ends the progress bar, and counts the messages that were not shown.
    fn finish(&self) {
        if let Some(progress) = &self.progress {
            progress.end();
        }
        for ReportedError { place, more, .. } in self.explained.iter().filter(|e| e.more > 0) {
            let at = if place.is_empty() { String::new() } else { format!(" at {place}") };
            let puzzles = if *more == 1 { "puzzle" } else { "puzzles" };
            print_message(&format!("{} fails likewise{at} on {more} more {puzzles}", self.script));
        }
        if self.complaints > MAX_COMPLAINTS {
            print_message(&format!("{} more complaints are not shown", self.complaints - MAX_COMPLAINTS));
        }
    }
}

pub struct Writer<'a> {
    solve: &'a Solve,
    in_order: Receiver<WriterMessage>,
    out: BufWriter<Stdout>,
    summary: Summary,
    /// Name of the input.
    source: String,
    messages: Messages,
    stop: Arc<AtomicBool>,
    end: Option<OutputEnd>,
    /// When to go without what has not stopped yet.
    deadline: Option<Instant>,
}

impl<'a> Writer<'a> {
    pub fn new(
        solve: &'a Solve,
        reporter: Reporter,
        source: &str,
        in_order: Receiver<WriterMessage>,
        progress: Option<Progress>,
        stop: &Arc<AtomicBool>,
    ) -> Writer<'a> {
        let script = solve.heuristic.as_deref();
        Writer {
            solve,
            in_order,
            out: BufWriter::with_capacity(BUFFER, Stdout),
            summary: Summary::new(),
            source: source.to_string(),
            messages: Messages {
                script: script.map_or("the library's search".into(), |path| path.display().to_string()),
                reporter,
                are_in_results: io::stdout().is_terminal() && io::stderr().is_terminal(),
                complaints: 0,
                explained: Vec::new(),
                progress,
            },
            stop: Arc::clone(stop),
            end: None,
            deadline: None,
        }
    }

    /// Writes all that comes, and ends; the status.
    pub fn write_all(mut self) -> Status {
        while self.end.is_none() {
            match self.receive(&self.in_order.clone()) {
                Ok(Received::Thing(next)) => self.write_next(next),
                other => self.end = Some(self.end_of(other)),
            }
        }
        let flushed = exit_on_broken_pipe(self.out.flush());
        self.finish();
        let is_over = matches!(self.end, Some(OutputEnd::Complete));
        let code = match (self.end, flushed) {
            (Some(OutputEnd::Interrupted), _) => asked_to_end().unwrap_or(INTERRUPTED),
            (Some(OutputEnd::Failed(message)), _) => {
                print_message(&message);
                USAGE
            }
            (_, Err(cause)) => {
                print_message(&format!("cannot write output: {cause}"));
                FAILURE
            }
            _ if self.summary.is_empty() => {
                print_message(&no_puzzle(&self.source));
                USAGE
            }
            _ => u8::from(!self.summary.all_solved()) * FAILURE,
        };
        Status { code, is_over }
    }

    fn write_next(&mut self, next: WriterMessage) {
        let results = match next {
            WriterMessage::Failed(message) => {
                self.end = Some(OutputEnd::Failed(message));
                return;
            }
            WriterMessage::Note(_) if self.solve.quiet => return,
            WriterMessage::Note(note) => {
                self.messages.say(|| print_message(&note));
                return;
            }
            WriterMessage::Batch(results) => results,
        };
        self.end = match self.receive(&results) {
            Ok(Received::Thing(done)) => match self.show(&done) {
                Err(cause) => Some(OutputEnd::Failed(format!("cannot write output: {cause}"))),
                Ok(()) => done.interrupted.then_some(OutputEnd::Interrupted),
            },
            Ok(Received::End) if !self.stop.load(Ordering::Relaxed) => {
                Some(OutputEnd::Failed("internal error: a thread has ended".into()))
            }
            other => Some(self.end_of(other)),
        };
    }

    /// Interprets the end of the results as the end of writing.
    fn end_of<T>(&self, received: Result<Received<T>, String>) -> OutputEnd {
        match received {
            Err(message) => OutputEnd::Failed(message),
            Ok(Received::End) if !self.stop.load(Ordering::Relaxed) => OutputEnd::Complete,
            Ok(_) => OutputEnd::Interrupted,
        }
    }

    fn flush(&mut self) -> Result<(), String> {
        exit_on_broken_pipe(self.out.flush()).map_err(|cause| format!("cannot write output: {cause}"))
    }

    /// Receives the next thing. Flushes the output before it waits.
    fn receive<T>(&mut self, from: &Receiver<T>) -> Result<Received<T>, String> {
        match from.try_recv() {
            Ok(thing) => return Ok(Received::Thing(thing)),
            Err(TryRecvError::Disconnected) => return Ok(Received::End),
            Err(TryRecvError::Empty) => {}
        }
        self.flush()?;
        loop {
            match from.recv_timeout(POLL_INTERVAL) {
                Ok(thing) => return Ok(Received::Thing(thing)),
                Err(RecvTimeoutError::Disconnected) => return Ok(Received::End),
                Err(RecvTimeoutError::Timeout) if self.stop.load(Ordering::Relaxed) => {
                    let deadline = *self.deadline.get_or_insert_with(|| Instant::now() + SHUTDOWN_GRACE);
                    if Instant::now() > deadline {
                        return Ok(Received::Nothing);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn show(&mut self, done: &BatchResult) -> io::Result<()> {
        exit_on_broken_pipe(self.out.write_all(done.text.as_bytes()))?;
        self.summary.add(done);
        for complaint in &done.complaints {
            if self.solve.quiet {
                continue;
            }
            exit_on_broken_pipe(self.out.flush())?;
            self.messages.complain(complaint);
        }
        if let Some(progress) = &self.messages.progress {
            progress.show(self.summary.short());
        }
        Ok(())
    }

    fn finish(&self) {
        self.messages.finish();
        let stopped = self.summary.counts.stopped;
        if stopped > 0 && !self.solve.quiet {
            let bound = self.solve.max_solutions;
            let puzzles = if stopped == 1 { "1 puzzle".to_string() } else { format!("{stopped} puzzles") };
            print_message(&format!("stopped at --max-solutions {bound} in {puzzles}: there may be more solutions"));
        }
        if self.summary.is_wanted(self.solve) {
            // If it fails there is nowhere to say so.
            let _ = io::stderr().write_all(self.summary.to_string().as_bytes());
        }
    }
}

/// Final status of writing.
pub struct Status {
    /// Exit status for the process.
    pub code: u8,
    /// Whether all solving has ended.
    pub is_over: bool,
}

enum Received<T> {
    Thing(T),
    /// No more will come.
    End,
    /// Waiting was given up.
    Nothing,
}

// The progress bar: on standard error, only for people, and only where it does not come between results.

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

    /// Lets something else be written in place of the bar.
    pub fn suspend(&self, write: impl FnOnce()) {
        self.bar.suspend(write);
    }

    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}

// Summary of the outcomes of all puzzles.

pub struct Summary {
    counts: Counts,
    times: Times,
    begin: Instant,
}

impl Summary {
    pub fn new() -> Summary {
        Summary { counts: Counts::default(), times: Times::default(), begin: Instant::now() }
    }

    pub fn add(&mut self, done: &BatchResult) {
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
