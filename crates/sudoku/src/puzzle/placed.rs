//! Results of reading a text: puzzles with their places, and complaints.

use std::sync::Arc;

use crate::board::Layout;
use crate::puzzle::error::Complaint;
use crate::puzzle::{Alphabet, Puzzle};

/// A puzzle and the line where it begins, counted from one.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Placed {
    /// The line.
    pub line: u64,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The board of the puzzle, if the text says more of it than its size: cages, regions, clues.
    pub layout: Option<Arc<Layout>>,
}

impl Placed {
    /// A puzzle on the usual board of its size.
    #[must_use]
    pub fn new(line: u64, puzzle: Puzzle) -> Placed {
        Placed { line, puzzle, layout: None }
    }
}

/// Facts that are known before a puzzle is read.
#[derive(Clone, Copy)]
pub(super) struct Context {
    /// The size that it should have.
    pub size: Option<usize>,
    /// The alphabet of the puzzle before it.
    pub before: Alphabet,
}

/// A puzzle, or what is wrong with what should be one.
pub(super) type Found = Result<Placed, Complaint>;
