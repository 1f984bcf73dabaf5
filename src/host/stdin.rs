//! Standard input in pieces, without ever waiting for long.
//!
//! A thread of its own waits for what comes, and only when it is asked to: other readers of the process's input get
//! what nobody here has wanted. If the program is interrupted while it waits, what comes next is kept for the next
//! time.

use std::io::{self, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How long a program waits before it looks at its limits.
const PATIENCE: Duration = Duration::from_millis(50);

/// Bytes that are asked for at once.
const PIECE: usize = 1 << 16;

#[derive(Default)]
pub(super) struct Stdin {
    thread: Option<Reading>,
    /// What has come and is no whole character yet, or has not been looked at.
    bytes: Vec<u8>,
}

/// The thread, seen from outside.
struct Reading(Arc<Shared>);

#[derive(Default)]
struct Shared {
    turn: Mutex<Turn>,
    changed: Condvar,
}

/// Whose turn it is.
#[derive(Default)]
enum Turn {
    /// Nobody has asked.
    #[default]
    Idle,
    /// The thread has been asked and has not answered.
    Asked,
    Answered(io::Result<Vec<u8>>),
    /// Nobody will ask any more.
    Over,
}

impl Stdin {
    /// The next text; empty at the end. `WouldBlock` when there is none yet.
    pub fn read(&mut self) -> io::Result<String> {
        loop {
            if let Some(text) = take_text(&mut self.bytes)? {
                return Ok(text);
            }
            let piece = self.next_piece()?;
            if piece.is_empty() {
                let cut = !std::mem::take(&mut self.bytes).is_empty();
                return if cut { Err(not_utf8("it ends within a character")) } else { Ok(String::new()) };
            }
            self.bytes.extend_from_slice(&piece);
        }
    }

    fn next_piece(&mut self) -> io::Result<Vec<u8>> {
        let reading = match &mut self.thread {
            Some(reading) => reading,
            none => none.insert(Reading::start()?),
        };
        reading.next()
    }
}

impl Reading {
    fn start() -> io::Result<Reading> {
        let shared = Arc::<Shared>::default();
        let asked = shared.clone();
        thread::Builder::new().name("standard input".into()).spawn(move || while asked.answer() {})?;
        Ok(Reading(shared))
    }

    /// Asks, unless that has been done, and waits a moment for the answer.
    fn next(&self) -> io::Result<Vec<u8>> {
        let mut turn = self.0.turn();
        if let Turn::Idle = *turn {
            *turn = Turn::Asked;
            self.0.changed.notify_one();
        }
        let waited = self.0.changed.wait_timeout_while(turn, PATIENCE, |turn| matches!(turn, Turn::Asked));
        let mut turn = waited.unwrap_or_else(PoisonError::into_inner).0;
        match std::mem::take(&mut *turn) {
            Turn::Answered(piece) => piece,
            unanswered => {
                *turn = unanswered;
                Err(io::ErrorKind::WouldBlock.into())
            }
        }
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        *self.0.turn() = Turn::Over;
        self.0.changed.notify_one();
    }
}

impl Shared {
    fn turn(&self) -> MutexGuard<'_, Turn> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until it is asked, and answers. Returns whether it will be asked again.
    fn answer(&self) -> bool {
        let idle = |turn: &mut Turn| matches!(turn, Turn::Idle | Turn::Answered(_));
        let turn = self.changed.wait_while(self.turn(), idle).unwrap_or_else(PoisonError::into_inner);
        if let Turn::Over = *turn {
            return false;
        }
        drop(turn);
        let piece = read_piece();
        let mut turn = self.turn();
        let goes_on = !matches!(*turn, Turn::Over);
        if goes_on {
            *turn = Turn::Answered(piece);
            self.changed.notify_one();
        }
        goes_on
    }
}

fn read_piece() -> io::Result<Vec<u8>> {
    let mut buffer = vec![0; PIECE];
    loop {
        match io::stdin().lock().read(&mut buffer) {
            Ok(n) => {
                buffer.truncate(n);
                return Ok(buffer);
            }
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
}

/// Takes whole characters off the front. Bytes that are no part of one are an error, once.
fn take_text(bytes: &mut Vec<u8>) -> io::Result<Option<String>> {
    let good = match std::str::from_utf8(bytes) {
        Ok(text) => text.len(),
        Err(e) => match (e.valid_up_to(), e.error_len()) {
            (0, Some(bad)) => {
                let first = bytes.drain(..bad).next().unwrap_or_default();
                return Err(not_utf8(&format!("it has the byte {first:#04x}")));
            }
            (good, _) => good,
        },
    };
    let text: Vec<u8> = bytes.drain(..good).collect();
    Ok(String::from_utf8(text).ok().filter(|t| !t.is_empty()))
}

fn not_utf8(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("it is not UTF-8: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_comes_in_whole_characters() {
        let mut bytes = "aä".as_bytes().to_vec();
        let last = bytes.pop().unwrap();
        assert_eq!(take_text(&mut bytes).unwrap().as_deref(), Some("a"));
        assert_eq!(take_text(&mut bytes).unwrap(), None);
        bytes.push(last);
        assert_eq!(take_text(&mut bytes).unwrap().as_deref(), Some("ä"));
        assert_eq!(take_text(&mut bytes).unwrap(), None);
    }

    #[test]
    fn a_bad_byte_is_an_error_once_and_loses_nothing_else() {
        let mut bytes = b"ab\xffcd".to_vec();
        assert_eq!(take_text(&mut bytes).unwrap().as_deref(), Some("ab"));
        assert_eq!(take_text(&mut bytes).unwrap_err().to_string(), "it is not UTF-8: it has the byte 0xff");
        assert_eq!(take_text(&mut bytes).unwrap().as_deref(), Some("cd"));
    }
}
