//! Boards: making them, and asking what is known of their cells.

use std::sync::Arc;

use super::arg::{ArrayRef, BoardRef, ListRef, PlaceRef, SpaceRef};
use super::array::new_board;
use super::cell::{CELLS_PER_TICK, cell_of, cells, coordinates, digit_of, layout};
use super::space;
use super::step;
use super::{builtins, for_object};
use crate::fault::{Code, Result, complain};
use crate::list::{Builder, Walk};
use crate::runtime::Runtime;
use crate::value::Value;
use klammer_sudoku::board::Board;

fn line(board: &Board) -> Result<String> {
    let digits = board.layout().digits();
    if digits > 35 {
        return complain(
            "board->line",
            Code::BadValue,
            format!("{digits} digits are more than there are characters (35)"),
        );
    }
    let mut text = String::with_capacity(board.layout().cells());
    board.write_line(&mut text);
    Ok(text)
}

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

    /// The cells in which one digit is left, as a list of constraints `((row column) digit)`.
    ///
    /// (board->constraints (board-from-constraints '((0 0 1) (2 1 3)) (board 4)))  ;=> (((0 0) 1) ((2 1) 3))
    fn "board->constraints" (rt, board: BoardRef) {
        let b = rt.heap.board_of(board.0)?;
        let columns = b.layout().columns();
        let singles: Vec<(usize, u64)> = (0..b.layout().cells()).map(|cell| (cell, b.get(cell))).collect();
        rt.charge(singles.len() / CELLS_PER_TICK)?;
        let mut result = Builder::new();
        for (cell, mask) in singles.into_iter().filter(|(_, mask)| mask.is_power_of_two()) {
            let cell = coordinates(rt, columns, cell)?;
            let constraint = rt.heap.list(&[cell, Value::fix(mask.trailing_zeros().into())])?;
            result.push(&mut rt.heap, constraint)?;
        }
        Ok(result.finish(&mut rt.heap, Value::NIL))
    }

    /// The board as a line of one character for each cell, row after row: its digit (A is 10, B is 11, and so on), or a
    /// full stop if there is not exactly one.
    ///
    /// (board->line (board-from-constraints '((0 0 1) (2 1 3)) (board 4)))  ;=> "1........3......"
    fn "board->line" (rt, board: BoardRef) {
        line(rt.heap.board_of(board.0)?)
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

    /// The cells that may not have the same digit as this one.
    ///
    /// (peers (board 4) '(0 0))           ;=> ((0 1) (0 2) (0 3) (1 0) (1 1) (2 0) (3 0))
    /// (length (peers (board) '(4 4)))    ;=> 20
    fn "peers" (rt, board: BoardRef, cell: ListRef) {
        let cell = cell_of(rt, "peers", board.0, cell.0)?;
        let layout = layout(rt, board.0)?;
        let (columns, peers) = (layout.columns(), layout.peers(cell).collect::<Vec<usize>>());
        cells(rt, columns, &peers)
    }

    /// The groups of cells that have different digits, each a list of cells: all of the board, or those that a cell
    /// lies in. First rows, then columns, then boxes and others.
    ///
    /// (length (units (board)))             ;=> 27
    /// (second (units (board 4) '(1 2)))    ;=> ((0 2) (1 2) (2 2) (3 2))
    fn "units" (rt, board: BoardRef, ?cell: ListRef) {
        let wanted = match cell {
            Some(cell) => Some(cell_of(rt, "units", board.0, cell.0)?),
            None => None,
        };
        let layout = Arc::clone(layout(rt, board.0)?);
        let numbers: Vec<usize> = match wanted {
            Some(cell) => layout.groups_of(cell).collect(),
            None => (0..layout.groups().len()).collect(),
        };
        let mut result = Builder::new();
        for group in numbers.into_iter().filter_map(|g| layout.groups().get(g)) {
            let unit = cells(rt, layout.columns(), &group.cells)?;
            result.push(&mut rt.heap, unit)?;
        }
        Ok(result.finish(&mut rt.heap, Value::NIL))
    }

    /// The cells of a list, such as `units` gives them, in which a digit is possible.
    ///
    /// (places (assign (board 4) 0 0 1) 1 (second (units (board 4))))  ;=> ((1 2) (1 3))
    fn "places" (rt, board: BoardRef, digit: Value, unit: ListRef) {
        let digit = digit_of(rt, "places", layout(rt, board.0)?, digit)?;
        let mut result = Builder::new();
        let mut walk = Walk::new("places", "unit", unit.0);
        while let Some(place) = walk.next(rt)? {
            let cell = cell_of(rt, "places", board.0, place)?;
            if rt.heap.board_of(board.0)?.get(cell) >> digit & 1 != 0 {
                result.push(&mut rt.heap, place)?;
            }
        }
        Ok(result.finish(&mut rt.heap, Value::NIL))
    }
}
