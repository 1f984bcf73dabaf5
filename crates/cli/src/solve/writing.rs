//! The thread that writes: results in the order of the input, complaints, and what the process's status will be.

use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, TryRecvError};

use klammer::Code;

use super::batch::Done;
use super::outcome::Complaint;
use super::progress::Progress;
use super::reading::Next;
use super::summary::Summary;
use crate::args::Solve;
use crate::console::{FAILURE, INTERRUPTED, Reporter, USAGE, complain, or_leave};

/// How often Ctrl-C is looked for while nothing comes.
const LOOK: Duration = Duration::from_millis(50);
/// How long puzzles that are being solved may take to stop.
const PATIENCE: Duration = Duration::from_millis(500);
/// More complaints than that are only counted.
const MOST_COMPLAINTS: u64 = 100;
/// Errors of the script that are shown with their places.
const MOST_EXPLAINED: usize = 10;

/// Writes all results; the status.
pub fn write(solve: &Solve, in_order: &Receiver<Next>, stop: &AtomicBool, progress: Option<Progress>) -> ExitCode {
    let stdout = io::stdout();
    let mut writer = Writer {
        out: BufWriter::with_capacity(64 << 10, stdout.lock()),
        summary: Summary::new(),
        quiet: solve.quiet,
        is_seen: stdout.is_terminal() && io::stderr().is_terminal(),
        script: solve.script.as_deref().map_or("the library's search".into(), |path| path.display().to_string()),
        complaints: 0,
        reporter: Reporter::new(&solve.options),
        explained: Vec::new(),
        progress,
        stop,
        deadline: None,
    };
    let end = writer.write_all(in_order);
    let flushed = or_leave(writer.out.flush());
    writer.finish(solve);
    let status = match (end, flushed) {
        (Ok(End::Interrupted), _) => INTERRUPTED,
        (Err(message), _) => {
            complain(&message);
            USAGE
        }
        (_, Err(cause)) => {
            complain(&format!("cannot write output: {cause}"));
            FAILURE
        }
        (Ok(End::Complete), _) if writer.summary.is_empty() => {
            complain("there is no puzzle");
            USAGE
        }
        (Ok(End::Complete), _) => u8::from(!writer.summary.all_solved()) * FAILURE,
    };
    ExitCode::from(status)
}

enum End {
    Complete,
    Interrupted,
}

/// An error of the script, which is one and the same wherever it happens.
struct Explained {
    code: Code,
    place: String,
    more: u64,
}

struct Writer<'a> {
    out: BufWriter<StdoutLock<'static>>,
    summary: Summary,
    quiet: bool,
    /// Whoever reads complaints sees them in the results, too.
    is_seen: bool,
    /// What the script is called.
    script: String,
    complaints: u64,
    reporter: Reporter,
    /// Errors of the script that have been shown with their places, and how many more puzzles had each.
    explained: Vec<Explained>,
    progress: Option<Progress>,
    stop: &'a AtomicBool,
    /// When to go without what has not stopped yet.
    deadline: Option<Instant>,
}

impl Writer<'_> {
    fn write_all(&mut self, in_order: &Receiver<Next>) -> Result<End, String> {
        loop {
            let done = match self.receive(in_order)? {
                Received::Nothing => return Ok(End::Interrupted),
                Received::End if self.stop.load(Ordering::Relaxed) => return Ok(End::Interrupted),
                Received::End => return Ok(End::Complete),
                Received::Thing(Next::Failed(message)) => return Err(message),
                Received::Thing(Next::Batch(results)) => match self.receive(&results)? {
                    Received::Thing(done) => done,
                    Received::Nothing => return Ok(End::Interrupted),
                    Received::End if self.stop.load(Ordering::Relaxed) => return Ok(End::Interrupted),
                    Received::End => return Err("internal error: a thread has ended".into()),
                },
            };
            self.show(&done).map_err(|cause| format!("cannot write output: {cause}"))?;
            if done.interrupted {
                return Ok(End::Interrupted);
            }
        }
    }

    /// The next thing. What has been written is handed on before waiting for it.
    fn receive<T>(&mut self, from: &Receiver<T>) -> Result<Received<T>, String> {
        match from.try_recv() {
            Ok(thing) => return Ok(Received::Thing(thing)),
            Err(TryRecvError::Disconnected) => return Ok(Received::End),
            Err(TryRecvError::Empty) => {}
        }
        or_leave(self.out.flush()).map_err(|cause| format!("cannot write output: {cause}"))?;
        loop {
            match from.recv_timeout(LOOK) {
                Ok(thing) => return Ok(Received::Thing(thing)),
                Err(RecvTimeoutError::Disconnected) => return Ok(Received::End),
                Err(RecvTimeoutError::Timeout) if self.stop.load(Ordering::Relaxed) => {
                    let deadline = *self.deadline.get_or_insert_with(|| Instant::now() + PATIENCE);
                    if Instant::now() > deadline {
                        return Ok(Received::Nothing);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn show(&mut self, done: &Done) -> io::Result<()> {
        or_leave(self.out.write_all(done.text.as_bytes()))?;
        self.summary.add(done);
        for complaint in &done.complaints {
            if self.quiet {
                continue;
            }
            or_leave(self.out.flush())?;
            if self.explain(complaint) {
                continue;
            }
            self.complaints += 1;
            if self.complaints <= MOST_COMPLAINTS && !self.is_seen {
                self.say(|| complain(&complaint.text));
            }
        }
        if let Some(progress) = &self.progress {
            progress.show(self.summary.short());
        }
        Ok(())
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
        if self.explained.len() >= MOST_EXPLAINED {
            return false;
        }
        self.explained.push(Explained { code, place, more: 0 });
        self.say(|| {
            complain(&format!("{puzzle}: {} fails on this puzzle", self.script));
            self.reporter.error(error);
        });
        true
    }

    /// Writes to standard error where the progress bar does not stand.
    fn say(&self, say: impl FnOnce()) {
        match &self.progress {
            Some(progress) => progress.suspend(say),
            None => say(),
        }
    }

    fn finish(&self, solve: &Solve) {
        if let Some(progress) = &self.progress {
            progress.end();
        }
        for Explained { place, more, .. } in self.explained.iter().filter(|e| e.more > 0) {
            let at = if place.is_empty() { String::new() } else { format!(" at {place}") };
            let puzzles = if *more == 1 { "puzzle" } else { "puzzles" };
            complain(&format!("{} fails likewise{at} on {more} more {puzzles}", self.script));
        }
        if self.complaints > MOST_COMPLAINTS {
            complain(&format!("{} more complaints are not shown", self.complaints - MOST_COMPLAINTS));
        }
        if self.summary.is_wanted(solve) {
            // If it fails there is nowhere to say so.
            let _ = io::stderr().write_all(self.summary.to_string().as_bytes());
        }
    }
}

enum Received<T> {
    Thing(T),
    /// No more will come.
    End,
    /// Waiting was given up.
    Nothing,
}
