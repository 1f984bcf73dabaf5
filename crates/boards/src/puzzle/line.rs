//! A puzzle on one line, a character a cell, row by row.

use super::error::{Complaint, count, shown};
use super::{MAX_SIZE, MIN_SIZE, Mask, Puzzle, Shape};
use crate::symbol::{Symbol, range, symbol};

/// The first field of a line: what stands before white space, a comma, a semicolon or a comment. Any other fields are
/// not looked at.
pub(super) fn field(line: &str) -> &str {
    line.split([' ', '\t', ',', ';', '#']).next().unwrap_or("")
}

/// The size of a puzzle with so many cells.
pub(super) fn size(cells: usize) -> Option<usize> {
    let size = cells.isqrt();
    (size * size == cells && (MIN_SIZE..=MAX_SIZE).contains(&size)).then_some(size)
}

/// The number of cells of some size of puzzles that is nearest to this one.
pub(super) fn nearest_count(cells: usize) -> Option<usize> {
    (MIN_SIZE..=MAX_SIZE).map(|size| size * size).min_by_key(|whole| whole.abs_diff(cells))
}

/// Whether `field` can only be meant to be a whole puzzle: it is longer than a row, and does not have the bars of a
/// grid.
pub(super) fn is_meant(field: &str) -> bool {
    field.len() > MAX_SIZE && field.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'*' | b'_' | b'-'))
}

/// The puzzle of a field that has as many characters as some size has cells.
pub(super) fn puzzle(field: &str) -> Option<Puzzle> {
    puzzle_in(field.as_bytes(), &mut Vec::new())
}

/// The fast way: says only whether the field is a puzzle. Its cells take the room of `room`.
pub(super) fn puzzle_in(field: &[u8], room: &mut Vec<Mask>) -> Option<Puzzle> {
    let shape = Shape::of_size(size(field.len())?)?;
    let all = shape.all();
    room.clear();
    // Wrong characters have no bit at all.
    let mut wrong = false;
    room.extend(field.iter().map(|byte| {
        let mask = MASKS.get(usize::from(*byte)).copied().unwrap_or(0) & all;
        wrong |= mask == 0;
        mask
    }));
    if wrong {
        return None;
    }
    let cells = std::mem::take(room);
    Some(Puzzle { shape, cells })
}

/// The bytes of the first field of a line, as [`field`] has it, without looking at more than needed.
pub(super) fn first_field(line: &[u8]) -> &[u8] {
    let end = line.iter().position(|b| matches!(b, b' ' | b'\t' | b',' | b';' | b'#')).unwrap_or(line.len());
    line.get(..end).unwrap_or(line)
}

/// What each byte stands for, a blank for all digits; nothing if it stands for no cell.
#[allow(clippy::indexing_slicing, reason = "the compiler computes it")]
const MASKS: [Mask; 256] = {
    let mut masks = [0; 256];
    let mut d = 1;
    while d <= 9 {
        masks[b'0' as usize + d] = 1 << d;
        d += 1;
    }
    while d <= MAX_SIZE {
        masks[b'A' as usize + d - 10] = 1 << d;
        masks[b'a' as usize + d - 10] = 1 << d;
        d += 1;
    }
    masks[b'0' as usize] = Mask::MAX;
    masks[b'.' as usize] = Mask::MAX;
    masks[b'*' as usize] = Mask::MAX;
    masks[b'_' as usize] = Mask::MAX;
    masks
};

/// What is wrong with a line that is no puzzle. `wanted` is the size that it should have, if that is known.
pub(super) fn complaint(line: u64, text: &str, wanted: Option<usize>) -> Complaint {
    let text = text.trim_end();
    let indent = text.chars().take_while(|c| c.is_whitespace()).count();
    let field = field(text.trim_start());
    let length = field.chars().count();
    // Nine by nine unless the length tells otherwise.
    let size = wanted.or_else(|| size(length)).unwrap_or(9);
    let place = |index: usize| indent + index + 1;
    let odd = field.chars().enumerate().find_map(|(i, c)| match symbol(c) {
        None => Some((i, shown(c))),
        Some(Symbol::Digit(d)) if usize::from(d) > size => Some((i, shown(c))),
        Some(_) => None,
    });
    if let Some((index, found)) = odd {
        return Complaint::new(line, place(index), format!("a digit {} or a blank (0 . * _)", range(size)), found);
    }
    let cells = match wanted {
        Some(size) => count(size * size, "cell"),
        None => format!("81 cells, or the square of another size from {MIN_SIZE} to {MAX_SIZE}"),
    };
    Complaint::new(line, place(length.min(size * size)), cells, count(length, "cell"))
}
