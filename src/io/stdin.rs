//! Standard input in pieces, without ever waiting for long.
//!
//! The system says whether something has come, and only then is it read: a program that is interrupted while it waits
//! takes nothing from those who read after it. Where the system does not tell, reading waits.

use std::io::{self, Read};

/// The time after which a waiting program looks at its limits, in nanoseconds.
#[cfg(unix)]
const PATIENCE: i64 = 50_000_000;

/// Bytes that are asked for at once.
const PIECE: usize = 1 << 16;

#[derive(Default)]
pub(super) struct Stdin {
    /// Input that is no whole character yet, or that has not been looked at.
    bytes: Vec<u8>,
}

impl Stdin {
    /// The next text; empty at the end. `WouldBlock` when there is none yet.
    pub fn read(&mut self) -> io::Result<String> {
        loop {
            if let Some(text) = take_text(&mut self.bytes)? {
                return Ok(text);
            }
            if !has_come()? {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            let piece = read_piece()?;
            if piece.is_empty() {
                let cut = !std::mem::take(&mut self.bytes).is_empty();
                return if cut { Err(not_utf8("it ends within a character")) } else { Ok(String::new()) };
            }
            self.bytes.extend_from_slice(&piece);
        }
    }
}

/// Returns whether there is something to read, or the end, after waiting for a moment.
fn has_come() -> io::Result<bool> {
    #[cfg(unix)]
    {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let stdin = io::stdin();
        let patience = Timespec { tv_sec: 0, tv_nsec: PATIENCE };
        match poll(&mut [PollFd::new(&stdin, PollFlags::IN)], Some(&patience)) {
            Ok(ready) => Ok(ready > 0),
            Err(rustix::io::Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
    #[cfg(not(unix))]
    Ok(true)
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
