//! Puzzles in batches; the thread that reads for those that solve, and keeps the order.

use std::io::{BufReader, Read};
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::{Receiver, Sender, bounded};
use klammer::puzzle::{ReadError, Reader};

use super::batch::{Batch, Done, Entry, Pace};

/// What the writer gets, in the order of the input.
pub enum Next {
    /// Where the results of the next batch will come.
    Batch(Receiver<Done>),
    /// The input could not be read any further.
    Failed(String),
}

/// The puzzles of a source, some at a time.
pub struct Batches<R> {
    puzzles: Reader<BufReader<R>>,
    /// Those of the next batch.
    entries: Vec<Entry>,
    ended: bool,
    /// Why the input could not be read any further.
    pub failure: Option<String>,
}

impl<R: Read> Batches<R> {
    pub fn new(puzzles: Reader<BufReader<R>>) -> Batches<R> {
        Batches { puzzles, entries: Vec::new(), ended: false, failure: None }
    }

    /// The next batch, until there are no more puzzles, or all are asked to stop.
    pub fn next(&mut self, pace: &Pace, stop: &AtomicBool) -> Option<Vec<Entry>> {
        while !self.ended && !stop.load(Ordering::Relaxed) {
            match self.puzzles.next() {
                None => self.ended = true,
                Some(Ok(placed)) => self.entries.push(Ok(placed)),
                Some(Err(ReadError::Malformed(malformed))) => self.entries.push(Err(malformed)),
                Some(Err(error)) => {
                    self.failure = Some(error.to_string());
                    self.ended = true;
                }
            }
            let full = self.entries.len() >= pace.size();
            // What follows may take its time to come: what is there is solved meanwhile.
            if !self.entries.is_empty() && (full || !self.puzzles.has_line_ready()) {
                break;
            }
        }
        let batch = std::mem::take(&mut self.entries);
        if batch.is_empty() { None } else { Some(batch) }
    }

    /// Takes a batch back that is done with, for the room that it has.
    pub fn recycle(&mut self, mut batch: Vec<Entry>) {
        batch.drain(..).flatten().for_each(|placed| self.puzzles.recycle(placed.puzzle));
        self.entries = batch;
    }
}

/// Reads puzzles until there are no more, or all are asked to stop.
pub fn read<R: Read>(
    mut batches: Batches<R>,
    pace: &Pace,
    stop: &AtomicBool,
    used: &Receiver<Vec<Entry>>,
    to_workers: &Sender<Batch>,
    to_writer: &Sender<Next>,
) {
    while let Some(batch) = batches.next(pace, stop) {
        if let Ok(room) = used.try_recv() {
            batches.recycle(room);
        }
        if !send(batch, to_workers, to_writer) {
            return;
        }
    }
    if let Some(message) = batches.failure {
        let _ = to_writer.send(Next::Failed(message));
    }
}

/// Whether anybody wants more.
fn send(entries: Vec<Entry>, to_workers: &Sender<Batch>, to_writer: &Sender<Next>) -> bool {
    let (reply, results) = bounded(1);
    to_writer.send(Next::Batch(results)).is_ok() && to_workers.send(Batch { entries, reply }).is_ok()
}
