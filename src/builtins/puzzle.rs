//! Puzzles as texts: boards read from them and written, by [`klammer_boards::puzzle`].

use std::sync::Arc;

use super::arg::{BoardRef, StringRef};
use super::builtins;
use super::cell::CELLS_PER_TICK;
use super::string::copy_of;
use crate::fault::{Code, Condition, Res, complain};
use crate::list::Builder;
use crate::object::board::BoardArray;
use crate::runtime::Runtime;
use crate::value::Value;
use klammer_boards::board::{Clue, Layout};
use klammer_boards::puzzle::{Cages, Malformed, OutputFormat, Placed, Puzzle, ReadError, Reader};

/// Bytes of a text that are read for one tick.
const PARSED_PER_TICK: usize = 64;

fn malformed(function: &str, error: &Malformed) -> Condition {
    let Malformed { line, column, expected, found, .. } = error;
    Condition::by(function, Code::BadValue, format!("line {line}, column {column}: expected {expected}, found {found}"))
}

/// A board with what the text says of its cells, on the layout of `like` if there is one.
fn board(rt: &mut Runtime, function: &str, placed: &Placed, like: Option<&Arc<Layout>>) -> Res<Value> {
    let puzzle = &placed.puzzle;
    let like = like.or(placed.layout.as_ref());
    let own = match like {
        Some(_) => None,
        None => Some(puzzle.shape().layout().map_err(|e| Condition::by(function, Code::BadValue, e.to_string()))?),
    };
    let Some(layout) = like.or(own.as_ref()) else { return crate::fault::internal("a puzzle without a layout") };
    if layout.cells() != puzzle.cells().len() {
        let (size, rows, columns) = (puzzle.shape().size(), layout.rows(), layout.columns());
        let message = format!("the puzzle has {size} by {size} cells, the board {rows} by {columns}");
        return complain(function, Code::BadValue, message);
    }
    rt.heap.reserve(layout.cells() * 2 * size_of::<u64>())?;
    rt.charge(layout.cells() / CELLS_PER_TICK)?;
    rt.heap.board(BoardArray::new(puzzle.board(layout)))
}

/// A copy of a string: making boards needs the heap that it lies in.
fn text_of(rt: &mut Runtime, text: StringRef) -> Res<String> {
    let text = copy_of(rt, text)?;
    rt.charge(text.len() / PARSED_PER_TICK)?;
    Ok(text)
}

fn layout_of(rt: &Runtime, like: Option<BoardRef>) -> Option<Arc<Layout>> {
    like.and_then(|like| rt.heap.as_board(like.0)).map(|b| Arc::clone(b.board.layout()))
}

builtins! { "puzzle";
    /// The board of a puzzle that is written in any of the usual ways. Blanks are `.`, `0`, `*`, `_`, `-`, `?` or `X`; where
    /// a text has 0 and another blank, 0 is the first digit, and where it has letters only, A is. The digits of the board
    /// begin with 1 all the same. Nothing is propagated yet. Given a board, the result is of the same kind: with the same groups. These formats are told
    /// apart:
    #[doc = klammer_boards::input_formats!()]
    ///
    /// (candidates (read-puzzle "12343.12.1434321") '(0 3))                  ;=> (4)
    /// (candidates (read-puzzle "12343.12.1434321") '(1 1))                  ;=> (1 2 3 4)
    /// (board->line (read-puzzle "((0 0 1) (8 8 9))"))                       ;=> "1...............................................................................9"
    /// (length (units (read-puzzle (make-string 81 #\.) (board-variant :diagonals t))))  ;=> 29
    /// (board->line (read-puzzle "01.32.0..0.13.2."))                        ;=> "12.43.1..1.24.3."
    /// (read-puzzle "12343.12.1434391")                                      ;!! bad-value
    fn "read-puzzle" (rt, text: StringRef, ?like: BoardRef) {
        let text = text_of(rt, text)?;
        let puzzle: Placed = text.parse().map_err(|e| malformed("read-puzzle", &e))?;
        let layout = layout_of(rt, like);
        board(rt, "read-puzzle", &puzzle, layout.as_ref())
    }

    /// The cages of a killer sudoku, as `board-variant` takes them with `:cages`: of each its sum and its cells. The
    /// text is a map, a character for each cell and the same for those of a cage (`.` for none), then the names of
    /// cages with their sums: what files for `--variant killer:FILE` hold.
    ///
    /// (read-cages "aab.\n..b.\n....\n....\na 5\nb 7")   ;=> ((5 (0 0) (0 1)) (7 (0 2) (1 2)))
    /// (read-cages "ab\nab")                             ;!! bad-value
    fn "read-cages" (rt, text: StringRef) {
        let text = text_of(rt, text)?;
        let cages = Cages::parse("<text>", &text).map_err(|e| malformed("read-cages", &e))?;
        let mut result = Builder::new();
        for clue in &cages.clues {
            let Clue::Cage { cells, sum } = clue else { continue };
            let mut cage = Builder::new();
            cage.push(&mut rt.heap, Value::fix((*sum).into()))?;
            for &cell in cells {
                let cell = [cell / cages.size, cell % cages.size].map(|n| Value::fix(n as i64));
                let cell = rt.heap.list(&cell)?;
                cage.push(&mut rt.heap, cell)?;
            }
            let cage = cage.finish(&mut rt.heap, Value::NIL);
            result.push(&mut rt.heap, cage)?;
        }
        Ok(result.finish(&mut rt.heap, Value::NIL))
    }

    /// The boards of all puzzles in a text, such as that of a file, in their order.
    ///
    /// (map-with board->line (read-puzzles "1...............\n.2.............."))  ;=> ("1..............." ".2..............")
    /// (read-puzzles "# none yet")                                                ;=> nil
    fn "read-puzzles" (rt, text: StringRef, ?like: BoardRef) {
        let text = text_of(rt, text)?;
        let layout = layout_of(rt, like);
        let mut result = Builder::new();
        for puzzle in Reader::new("<text>", text.as_bytes()) {
            let puzzle = match puzzle {
                Ok(placed) => placed,
                Err(ReadError::Malformed(e)) => return Err(malformed("read-puzzles", &e).into()),
                Err(e) => return complain("read-puzzles", Code::File, e.to_string()),
            };
            let board = board(rt, "read-puzzles", &puzzle, layout.as_ref())?;
            result.push(&mut rt.heap, board)?;
        }
        Ok(result.finish(&mut rt.heap, Value::NIL))
    }

    /// A board as a text in the named format:
    #[doc = klammer_boards::output_formats!()]
    ///
    /// (write-puzzle (read-puzzle "12343.12.1434321") 'line)     ;=> "12343.12.1434321"
    /// (write-puzzle (read-puzzle "1..............3") 'triples)  ;=> "((0 0 1) (3 3 3))"
    /// (write-puzzle (board) 'poem)                              ;!! bad-value
    fn "write-puzzle" (rt, board: BoardRef, format: Value) {
        let name = format.as_symbol().map(|s| rt.name(s).to_string());
        let Some(name) = name else { return Err(rt.wrong_type("write-puzzle", "format", "a symbol", format)) };
        let format: OutputFormat = name.parse().map_err(|e: String| Condition::by("write-puzzle", Code::BadValue, e))?;
        let puzzle = rt.heap.as_board(board.0).and_then(|b| Puzzle::of_board(&b.board));
        let Some(puzzle) = puzzle else {
            return complain("write-puzzle", Code::BadValue, "board must have as many rows and columns as digits, 4 to 25".to_string());
        };
        rt.charge(puzzle.cells().len())?;
        rt.heap.string(puzzle.text(format))
    }
}
