//! Puzzles in a file of markup, such as those of OpenSudoku: an attribute or a text of an element has the cells.

use crate::puzzle::line;
use crate::puzzle::placed::{Context, Found, Placed};

pub(super) fn begins(text: &str) -> bool {
    text.starts_with('<')
}

/// The puzzle of each element of a line. Most elements have none.
pub(super) fn read(number: u64, text: &str, context: Context) -> Vec<Found> {
    let element = |element: &str| match line::puzzle_among_fields(element, context.size, context.before) {
        Some(puzzle) => Some(Ok(Placed::new(number, puzzle))),
        None if line::has_meant_field(element) => Some(Err(line::complaint(number, element, context.size))),
        None => None,
    };
    text.split('<').filter_map(element).collect()
}
