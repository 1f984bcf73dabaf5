//! Addresses of f-puzzles and SudokuPad with a puzzle in them, compressed by the algorithm LZ-String and written in
//! base 64.

use crate::puzzle::error::Complaint;
use crate::puzzle::json;
use crate::puzzle::placed::{Context, Found};

/// Marks before the compressed text of an address.
const MARKS: [&str; 6] = ["f-puzzles.com/?load=", "puzzleid=fpuzzles", "/fpuzzles", "/fpuz", "puzzleid=scl", "/scl"];

/// Marks before a compressed text that is no address: SudokuPad's names of puzzles.
const NAMES: [&str; 2] = ["fpuzzles", "scl"];

/// Greatest length of a decompressed puzzle.
const LONGEST: usize = 1 << 20;

/// The compressed text of an address or a name. Settings may come after it.
fn compressed(text: &str) -> Option<&str> {
    let rest = match text.starts_with("http") {
        true => MARKS.iter().find_map(|mark| text.split_once(mark)).map(|(_, rest)| rest)?,
        false => NAMES.iter().find_map(|name| text.strip_prefix(name)).filter(|rest| !rest.contains(' '))?,
    };
    rest.trim().split(['?', '&', '#']).next()
}

pub(super) fn begins(text: &str) -> bool {
    compressed(text).is_some()
}

pub(super) fn read(number: u64, text: &str, context: Context) -> Vec<Found> {
    let puzzles =
        compressed(text).and_then(decompress).and_then(|object| json::read_shortened(number, &object, context));
    let damaged =
        || Complaint::new(number, 1, "an address of f-puzzles or SudokuPad", "one that is cut off or damaged");
    puzzles.unwrap_or_else(|| vec![Err(damaged())])
}

/// Bits of characters that stand for six each, the highest first.
struct Bits<'a> {
    digits: std::str::Bytes<'a>,
    digit: u8,
    left: u32,
}

impl Bits<'_> {
    /// Reads a number of this many bits, the lowest first.
    fn number(&mut self, bits: u32) -> Option<u32> {
        let mut number = 0;
        for bit in 0..bits {
            if self.left == 0 {
                self.digit = match self.digits.next()? {
                    c @ b'A'..=b'Z' => c - b'A',
                    c @ b'a'..=b'z' => c - b'a' + 26,
                    c @ b'0'..=b'9' => c - b'0' + 52,
                    b'+' | b' ' => 62,
                    b'/' | b'-' | b'_' => 63,
                    b'=' => 0,
                    _ => return None,
                };
                self.left = 6;
            }
            self.left -= 1;
            number |= u32::from(self.digit >> self.left & 1) << bit;
        }
        Some(number)
    }
}

/// The text that a compressed one stands for, if it is one and not too long.
fn decompress(text: &str) -> Option<String> {
    // In addresses some characters are written by their numbers.
    let text = text.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=").replace("%20", "+");
    let mut bits = Bits { digits: text.bytes(), digit: 0, left: 0 };
    // The phrases so far, as places in what has been written. Three numbers mean something else.
    let mut phrases: Vec<(usize, usize)> = vec![(0, 0); 3];
    let mut written: Vec<u16> = Vec::new();
    let mut before: Option<(usize, usize)> = None;
    let mut width = 2;
    // The numbers that the width has room for.
    let mut room = 4;
    loop {
        let code = bits.number(width)?;
        let start = written.len();
        match code {
            0 | 1 => {
                written.push(u16::try_from(bits.number(if code == 0 { 8 } else { 16 })?).ok()?);
                phrases.push((start, 1));
            }
            2 => return String::from_utf16(&written).ok(),
            code => {
                let (from, length) = match phrases.get(code as usize) {
                    Some(known) => *known,
                    // The phrase that is being made: the last one and its first character.
                    None if code as usize == phrases.len() => before.map(|(from, length)| (from, length + 1))?,
                    None => return None,
                };
                if written.len() + length > LONGEST {
                    return None;
                }
                for i in 0..length {
                    written.push(*written.get(from + i)?);
                }
            }
        }
        let length = written.len() - start;
        if let Some((from, length)) = before {
            phrases.push((from, length + 1));
        }
        before = Some((start, length));
        while phrases.len() >= room {
            room *= 2;
            width += 1;
        }
    }
}
