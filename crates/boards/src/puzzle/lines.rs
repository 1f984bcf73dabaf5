//! Lines of bytes of a stream, one after another in one buffer of bounded size.

use std::io::{self, BufRead, BufReader, Read};

use memchr::memchr;

/// The longest line that is looked at: twice what the largest puzzle with pencil marks needs in the most verbose
/// format.
pub(super) const LONGEST: usize = 128 << 10;

pub(super) struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    /// Lines begun so far.
    number: u64,
}

/// A line without its end.
pub(super) enum Line {
    /// It is in the buffer.
    Text,
    /// It is longer than any puzzle, and was skipped.
    Overlong,
}

impl<R: BufRead> Lines<R> {
    pub fn new(input: R) -> Lines<R> {
        Lines { input, buffer: Vec::new(), number: 0 }
    }

    /// The number of the line that was read last, from one.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Takes the line's bytes out; [`Lines::put_back`] returns the buffer.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.buffer)
    }

    pub fn put_back(&mut self, buffer: Vec<u8>) {
        self.buffer = buffer;
    }

    /// Reads the next line, without its end (`\n` or `\r\n`) and without a byte order mark.
    pub fn read(&mut self) -> io::Result<Option<Line>> {
        self.buffer.clear();
        let mut ended = false;
        // Room for the end of the longest line, `\r` included.
        while !ended && self.buffer.len() < LONGEST + 2 {
            let available = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            let some = available.get(..LONGEST + 2 - self.buffer.len()).unwrap_or(available);
            let end = memchr(b'\n', some);
            let text = end.and_then(|end| some.get(..end)).unwrap_or(some);
            self.buffer.extend_from_slice(text);
            let used = text.len() + usize::from(end.is_some());
            self.input.consume(used);
            if used == 0 {
                break;
            }
            ended = end.is_some();
        }
        if !ended && self.buffer.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        if ended {
            self.buffer.pop_if(|b| *b == b'\r');
        }
        if self.number == 1 && self.buffer.starts_with("\u{feff}".as_bytes()) {
            self.buffer.drain(..3);
        }
        if self.buffer.len() <= LONGEST {
            return Ok(Some(Line::Text));
        }
        if !ended {
            self.skip_rest()?;
        }
        Ok(Some(Line::Overlong))
    }

    /// Skips what follows up to the end of the line. It may be endless, so nothing of it is kept.
    fn skip_rest(&mut self) -> io::Result<()> {
        loop {
            let available = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            let end = memchr(b'\n', available);
            let used = end.map_or(available.len(), |i| i + 1);
            self.input.consume(used);
            if end.is_some() || used == 0 {
                return Ok(());
            }
        }
    }
}

impl<R: Read> Lines<BufReader<R>> {
    /// Returns whether the rest of a line has been read from the stream.
    pub fn is_ready(&self) -> bool {
        memchr(b'\n', self.input.buffer()).is_some()
    }
}
