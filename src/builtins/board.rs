//! Boards: making them, and asking what is known of their cells.

use super::arg::{ArrayRef, BoardRef, ListRef, PlaceRef, SpaceRef};
use super::array::new_board;
use super::cell::cell_of;
use super::space;
use super::step;
use super::{builtins, for_object};
use crate::fault::{Code, Result, complain};
use crate::runtime::Runtime;
use crate::value::Value;

/// The digits that are possible in a cell of a board.
pub(super) fn digits_of(rt: &Runtime, board: Value, cell: Value) -> Result<Value> {
    let cell = cell_of(rt, "candidates", board, cell)?;
    Ok(Value::digits(rt.heap.board_of(board)?.get(cell)))
}

builtins! { "board";
    /// A board with the given number of digits (9 if left out), on which every digit is possible in every cell. It has
    /// rows, columns and rectangular boxes; for other shapes see `board-variant`. A board is an array of rows and
    /// columns whose elements are digit sets; functions of arrays work on it.
    ///
    /// (array-dimensions (board))  ;=> (9 9)
    /// (aref (board 4) 2 3)        ;=> (1 2 3 4)
    /// (let ((b (board 4))) (aset b 0 0 '(2 1)) (aref b 0 0))  ;=> (1 2)
    /// (aset (board 4) 0 0 '(5))   ;!! wrong-type
    /// (board 7)                   ;!! bad-value
    fn "board" (rt, ?digits: usize) {
        let digits = digits.unwrap_or(9);
        let Some(layout) = rt.search.classic(digits).cloned() else {
            let message = format!("{digits} digits cannot be arranged in rectangular boxes (see board-variant)");
            return complain("board", Code::BadValue, message);
        };
        new_board(rt, &layout)
    }

    /// Returns whether `object` is a board, that is, an array of digit sets.
    ///
    /// (board? (board))             ;=> t
    /// (board? (make-array '(9 9))) ;=> nil
    fn "board?" (rt, object: Value) {
        rt.heap.as_board(object).is_some()
    }

    /// A copy of a board (a new one with 9 digits, if left out) on which one constraint after the other has been
    /// propagated, as by `propagate-constraint`; nil if they contradict each other. A constraint is a list
    /// `((row column) digit)` or `(row column digit)`.
    ///
    /// (candidates (board-from-constraints '(((0 0) 1) (0 1 2))) '(0 2))  ;=> (3 4 5 6 7 8 9)
    /// (board-from-constraints '((0 0 1) (0 3 1)) (board 4))              ;=> nil
    /// (board-from-constraints '((0 0)))                                  ;!! wrong-type
    fn "board-from-constraints" (rt, constraints: ListRef, ?board: BoardRef) {
        step::from_constraints(rt, constraints.0, board)
    }

    /// The set of the digits that are possible in a cell, which is a list of row and column.
    ///
    /// (candidates (board 4) '(0 3))   ;=> (1 2 3 4)
    /// (candidates (board 4) '(0 4))   ;!! index-out-of-range
    /// (candidates (board 4) 3)        ;!! wrong-type
    fn "candidates" (rt, board: SpaceRef, cell: PlaceRef) {
        for_object!(board => space::candidates(rt, "candidates", board.0, cell.0));
        digits_of(rt, board.0, cell.0)
    }

    /// Returns the number of digits that are possible in a cell.
    ///
    /// (count-candidates (assign (board 4) 0 0 1) '(0 1))  ;=> 3
    fn "count-candidates" (rt, board: SpaceRef, cell: PlaceRef) {
        for_object!(board => space::count_candidates(rt, "count-candidates", board.0, cell.0));
        let cell = cell_of(rt, "count-candidates", board.0, cell.0)?;
        Ok(rt.heap.board_of(board.0)?.get(cell).count_ones() as usize)
    }

    /// Returns the number of digits that are possible in all cells together. The board can also be any array of lists.
    ///
    /// (count-digits (board))                            ;=> 729
    /// (count-digits (assign (board 4) 0 0 1 :level 'forward)) ;=> 54
    /// (count-digits (make-array '(9 9) '(1 2)))         ;=> 162
    fn "count-digits" (rt, board: ArrayRef) {
        if let Some(b) = rt.heap.as_board(board.0) {
            return Ok(Value::fix(b.count_digits().into()));
        }
        let mut count = 0;
        for at in 0..rt.heap.array_of(board.0)?.len() {
            let element = super::array::element(rt, board.0, at)?;
            count += match element.as_digits() {
                Some(set) => set.count_ones() as usize,
                None => super::list::list_length(rt, "count-digits", element)?,
            };
        }
        Ok(Value::fix(count as i64))
    }

    /// Returns whether each cell has exactly one digit and all digits are consistent. Changes nothing.
    ///
    /// (solved? (board))                                             ;=> nil
    /// (solved? (assign (board-from-constraints '((0 0 1) (1 1 3) (2 2 2) (3 0 3)) (board 4)) 1 2 1))          ;=> t
    fn "solved?" (rt, board: SpaceRef) {
        for_object!(board => space::solved(rt, board.0));
        Ok(rt.heap.board_of(board.0)?.is_solved())
    }

    /// Returns whether a cell has no candidates, or a unit has no place for a digit.
    ///
    /// (contradiction? (board 4))                                          ;=> nil
    /// (let ((b (board 4))) (aset b 1 1 nil) (contradiction? b))           ;=> t
    fn "contradiction?" (rt, board: SpaceRef) {
        for_object!(board => space::contradiction(rt, board.0));
        Ok(rt.heap.board_of(board.0)?.contradiction().is_some())
    }

    /// Returns whether the cell has a single digit that has been eliminated from all cells that see it.
    ///
    /// (settled? (assign (board 4) 0 0 1) '(0 0))                    ;=> t
    /// (let ((b (board 4))) (aset b 0 0 '(1)) (settled? b '(0 0)))   ;=> nil
    fn "settled?" (rt, board: SpaceRef, cell: PlaceRef) {
        for_object!(board => space::settled(rt, "settled?", board.0, cell.0));
        let cell = cell_of(rt, "settled?", board.0, cell.0)?;
        Ok(rt.heap.board_of(board.0)?.is_settled(cell))
    }
}
