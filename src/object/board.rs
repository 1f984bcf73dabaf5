//! Boards as arrays of the language: a board and its place in the search that it came about in.

use super::Resident;
use crate::value::Value;
use klammer_boards::board::Board;

/// What an array of digit sets stores.
#[derive(Debug, Clone)]
pub(crate) struct BoardArray {
    pub board: Board,
    /// The node of the search tree that the board belongs to; 0 for a board that no step has led to.
    pub node: u32,
    /// Steps that led to it.
    pub depth: u32,
}

impl BoardArray {
    pub fn new(board: Board) -> BoardArray {
        BoardArray { board, node: 0, depth: 0 }
    }
}

impl Resident for BoardArray {
    fn bytes(&self) -> usize {
        size_of::<BoardArray>() + self.board.heap_bytes()
    }

    fn trace(&self, _: &mut Vec<Value>) {}
}
