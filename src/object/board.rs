//! Boards as arrays of the language: a board and its place in the search that it came about in.

use super::Resident;
use crate::value::Value;
use klammer_sudoku::board::Board;

/// Storage of an array of digit sets.
#[derive(Debug)]
pub(crate) struct BoardArray {
    pub board: Board,
    /// Steps that the board came about in.
    pub steps: Steps,
}

/// The place of a board or a store in the search that it came about in.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Steps {
    /// The node of the search tree that it belongs to; 0 if no traced step has led to it.
    pub node: u32,
    /// Steps that led to it.
    pub depth: u32,
}

impl BoardArray {
    pub fn new(board: Board) -> BoardArray {
        BoardArray { board, steps: Steps::default() }
    }
}

impl Clone for BoardArray {
    fn clone(&self) -> BoardArray {
        BoardArray { board: self.board.clone(), steps: self.steps }
    }

    #[inline]
    fn clone_from(&mut self, other: &BoardArray) {
        self.board.clone_from(&other.board);
        self.steps = other.steps;
    }
}

impl Resident for BoardArray {
    fn bytes(&self) -> usize {
        size_of::<BoardArray>() + self.board.heap_bytes()
    }

    fn trace(&self, _: &mut Vec<Value>) {}
}
