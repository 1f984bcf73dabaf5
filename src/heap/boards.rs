//! Boards on the heap. A search makes one at each node and soon leaves it, so the memory of those that a collection
//! finds gone is used again. The system's allocator took about 500 instructions for each, there and back.

use super::Heap;
use super::slab::Slab;
use crate::fault::Res;
use crate::object::Resident;
use crate::object::array::{Array, Storage};
use crate::object::board::{BoardArray, Steps};
use crate::value::Value;
use klammer_sudoku::board::Board;

/// Bytes of boards that are kept for new ones, at most: about as many as are made between two collections.
const MOST_SPARE: usize = 4 << 20;

/// Memory of boards that have gone.
#[derive(Default)]
pub(super) struct Spare {
    #[expect(clippy::vec_box, reason = "the boxes are what is used again")]
    boxes: Vec<Box<BoardArray>>,
}

impl Spare {
    /// Bytes by the account.
    pub fn bytes(&self) -> usize {
        self.boxes.len() * size_of::<BoardArray>()
    }

    /// Gives everything back.
    pub fn clear(&mut self) {
        self.boxes = Vec::new();
    }

    /// Frees the arrays that are not marked, and keeps the memory of boards up to `most` bytes. Gives back memory that
    /// was kept before and not used. Returns the bytes freed.
    pub fn sweep(&mut self, arrays: &mut Slab<Array>, most: usize) -> usize {
        let most = most.min(MOST_SPARE) / size_of::<BoardArray>();
        self.boxes.clear();
        arrays.sweep_into(|array| {
            if let Storage::Board(board) = array.data
                && self.boxes.len() < most
                && board.board.heap_bytes() == 0
            {
                self.boxes.push(board);
            }
        })
    }
}

impl Heap {
    /// A board.
    pub(crate) fn board(&mut self, board: BoardArray) -> Res<Value> {
        self.pay_arrays(1, board.bytes())?;
        let board = match self.spare_boards.boxes.pop() {
            Some(mut room) => {
                *room = board;
                room
            }
            None => Box::new(board),
        };
        Ok(self.paid_board(board))
    }

    /// A board that is a copy of one of the host's.
    pub(crate) fn board_like(&mut self, board: &Board) -> Res<Value> {
        self.pay_arrays(1, size_of::<BoardArray>() + board.heap_bytes())?;
        let copy = match self.spare_boards.boxes.pop() {
            Some(mut room) => {
                room.board.clone_from(board);
                room.steps = Steps::default();
                room
            }
            None => Box::new(BoardArray::new(board.clone())),
        };
        Ok(self.paid_board(copy))
    }

    /// A copy of a board, to be changed before it becomes a value, in spare memory if there is any. It is to be paid
    /// for first, and goes to [`Heap::paid_board`] or [`Heap::leave_board`] then.
    #[inline]
    pub(crate) fn copy_board(&self, array: Value, room: Option<Box<BoardArray>>) -> Res<Box<BoardArray>> {
        let board = self.board_of(array)?;
        Ok(match room {
            Some(mut room) => {
                (*room).clone_from(board);
                room
            }
            None => Box::new(board.clone()),
        })
    }

    /// Memory of a board that has gone, if there is any, for a copy.
    #[inline]
    pub(crate) fn spare_board(&mut self) -> Option<Box<BoardArray>> {
        self.spare_boards.boxes.pop()
    }

    /// The board that has been paid for.
    #[inline]
    pub(crate) fn paid_board(&mut self, board: Box<BoardArray>) -> Value {
        self.paid_array(board.into_array())
    }

    /// A board that nobody will see: its memory is kept for the next one.
    #[inline]
    pub(crate) fn leave_board(&mut self, board: Box<BoardArray>) {
        if board.board.heap_bytes() == 0 {
            self.spare_boards.boxes.push(board);
        }
    }
}
