//! Puzzles in batches for the solving threads; the order in which their results are to be written.

use std::io::{BufReader, Read};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded};
use klammer_search::puzzle::{LocatedPuzzle, Malformed, ReadError, Reader};

use crate::solve::outcome::{Complaint, Counts};

/// Messages to the writer, in the order of the input.
pub enum WriterMessage {
    /// Channel on which the results of the next batch will come.
    Batch(Receiver<BatchResult>),
    /// The input could not be read any further, or not be solved.
    Failed(String),
    /// Something that is to be said of the input.
    Note(String),
}

/// The puzzles of a source, some at a time.
struct Batches<R> {
    puzzles: Reader<BufReader<R>>,
    ended: bool,
    /// Why the input could not be read any further.
    failure: Option<String>,
}

impl<R: Read> Batches<R> {
    /// Fills the room of a batch that is done with. It stays empty if there are no more puzzles, or if all are asked to
    /// stop.
    fn fill(&mut self, entries: &mut Vec<Entry>, size: usize, stop: &AtomicBool) {
        entries.clear();
        while !self.ended && !stop.load(Ordering::Relaxed) {
            match self.puzzles.next() {
                None => self.ended = true,
                Some(Ok(placed)) => entries.push(Ok(placed)),
                Some(Err(ReadError::Malformed(malformed))) => entries.push(Err(malformed)),
                Some(Err(error)) => {
                    self.failure = Some(error.to_string());
                    self.ended = true;
                }
            }
            let full = entries.len() >= size;
            // The rest of the input may be slow to arrive: the threads solve the entries read so far meanwhile.
            if !entries.is_empty() && (full || !self.puzzles.has_line_ready()) {
                break;
            }
        }
    }
}

/// Queue from which the solving threads take their batches.
pub struct WorkQueue<R> {
    batches: Mutex<Batches<R>>,
    /// Until there are no more puzzles.
    to_writer: Mutex<Option<Sender<WriterMessage>>>,
    /// Size of batches.
    pub batch_size: BatchSize,
    /// Ctrl-C asks all to stop.
    pub stop: Arc<AtomicBool>,
}

impl<R: Read> WorkQueue<R> {
    pub fn new(puzzles: Reader<BufReader<R>>, to_writer: Sender<WriterMessage>, stop: Arc<AtomicBool>) -> WorkQueue<R> {
        let batches = Batches { puzzles, ended: false, failure: None };
        WorkQueue {
            batches: Mutex::new(batches),
            to_writer: Mutex::new(Some(to_writer)),
            batch_size: BatchSize::default(),
            stop,
        }
    }

    /// Reads the next batch into the room of one that is done with, and tells the writer that it comes next. Returns
    /// where its results go; nothing if there are no more puzzles, all are asked to stop, or nobody writes any more.
    pub fn take(&self, entries: &mut Vec<Entry>) -> Option<Sender<BatchResult>> {
        // A thread that panicked here has left puzzles that it read in part: the others continue after them.
        let mut batches = self.batches.lock().unwrap_or_else(PoisonError::into_inner);
        let writer = self.to_writer().clone()?;
        batches.fill(entries, self.batch_size.size(), &self.stop);
        let reply = if entries.is_empty() {
            if let Some(note) = batches.puzzles.passed_over().filter(|_| batches.ended) {
                let _ = writer.send(WriterMessage::Note(note));
            }
            if let Some(message) = batches.failure.take() {
                let _ = writer.send(WriterMessage::Failed(message));
            }
            None
        } else {
            let (reply, results) = bounded(1);
            writer.send(WriterMessage::Batch(results)).is_ok().then_some(reply)
        };
        if reply.is_none() {
            *self.to_writer() = None;
        }
        reply
    }

    /// Lets the writer end with this message.
    pub fn fail(&self, message: String) {
        let writer = self.to_writer().clone();
        // If it has all that it waits for, nothing is missing.
        let _ = writer.map(|writer| writer.send(WriterMessage::Failed(message)));
    }

    fn to_writer(&self) -> MutexGuard<'_, Option<Sender<WriterMessage>>> {
        self.to_writer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// Data that the threads hand to each other.

/// Content of one place of the input.
pub type Entry = Result<LocatedPuzzle, Malformed>;

/// The results of a batch.
#[derive(Default)]
pub struct BatchResult {
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
pub struct BatchSize(AtomicUsize);

impl Default for BatchSize {
    fn default() -> BatchSize {
        BatchSize(AtomicUsize::new(1))
    }
}

impl BatchSize {
    const MOST: usize = 512;
    const SHORT: Duration = Duration::from_millis(1);
    const LONG: Duration = Duration::from_millis(8);

    pub fn size(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// The next batch may have more puzzles if this one took too short a time, and fewer if too long.
    pub fn learn(&self, puzzles: usize, took: Duration) {
        let size = self.size();
        if took < BatchSize::SHORT && puzzles >= size {
            self.0.store((2 * puzzles).min(BatchSize::MOST), Ordering::Relaxed);
        } else if took > BatchSize::LONG {
            self.0.store((puzzles / 2).max(1), Ordering::Relaxed);
        }
    }
}
