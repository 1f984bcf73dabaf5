//! The thread that reads: makes batches, and keeps their order.

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

/// Reads puzzles until there are no more, or all are asked to stop.
pub fn read<R: Read>(
    mut puzzles: Reader<BufReader<R>>,
    pace: &Pace,
    stop: &AtomicBool,
    used: &Receiver<Vec<Entry>>,
    to_workers: &Sender<Batch>,
    to_writer: &Sender<Next>,
) {
    let mut entries = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        let failure = match puzzles.next() {
            None => break,
            Some(Ok(placed)) => {
                entries.push(Ok(placed));
                None
            }
            Some(Err(ReadError::Malformed(malformed))) => {
                entries.push(Err(malformed));
                None
            }
            Some(Err(error)) => Some(error.to_string()),
        };
        let full = entries.len() >= pace.size();
        // What follows may take its time to come: what is there is solved meanwhile.
        if full || failure.is_some() || !puzzles.get_ref().buffer().contains(&b'\n') {
            let batch = std::mem::take(&mut entries);
            if let Ok(mut room) = used.try_recv() {
                room.drain(..).flatten().for_each(|placed| puzzles.recycle(placed.puzzle));
                entries = room;
            }
            if !batch.is_empty() && !send(batch, to_workers, to_writer) {
                return;
            }
        }
        if let Some(message) = failure {
            let _ = to_writer.send(Next::Failed(message));
            return;
        }
    }
    if !entries.is_empty() {
        send(entries, to_workers, to_writer);
    }
}

/// Whether anybody wants more.
fn send(entries: Vec<Entry>, to_workers: &Sender<Batch>, to_writer: &Sender<Next>) -> bool {
    let (reply, results) = bounded(1);
    to_writer.send(Next::Batch(results)).is_ok() && to_workers.send(Batch { entries, reply }).is_ok()
}
