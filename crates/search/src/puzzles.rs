//! Puzzles as texts: boards read from them and written, by [`klammer_sudoku::puzzle`].

use std::sync::Arc;

use klammer::{Code, Context, Handle, HostError, Module, Symbol, Value};
use klammer_sudoku::board::Clue;
use klammer_sudoku::puzzle::{Cages, LocatedPuzzle, Malformed, OutputFormat, Puzzle, ReadError, Reader};

use crate::argument::{Failure, bad};
use crate::boards::{Board, new_board};

/// Bytes of a text that are read for one tick.
const PARSED_PER_TICK: usize = 64;

/// Ticks for a line of a text, which may be none of a puzzle.
const TICKS_PER_LINE: usize = 8;

pub(crate) fn define(module: &mut Module<'_>) {
    module.define("read-puzzle", read_puzzle).parameters(["text", "like"]).doc(READ_PUZZLE);
    module.define("read-cages", read_cages).parameters(["text"]).doc(READ_CAGES);
    module.define("read-puzzles", read_puzzles).parameters(["text", "like"]).doc(READ_PUZZLES);
    module.define("write-puzzle", write_puzzle).parameters(["board", "format"]).doc(WRITE_PUZZLE);
}

const READ_PUZZLE: &str = concat!(
    "The board of a puzzle that is written in any of the usual ways. Blanks are `.`, `0`, `*`, `_`, `-`, `?` or `X`; \
     where a text has 0 and another blank, 0 is the first digit, and where it has letters only, A is. The digits of \
     the board begin with 1 all the same. Nothing is propagated yet. Given a board, the result is of the same kind: \
     with the same groups. These formats are told apart:\n",
    klammer_sudoku::input_formats!(),
    r#"

(candidates (read-puzzle "12343.12.1434321") '(0 3))                  ;=> (4)
(candidates (read-puzzle "12343.12.1434321") '(1 1))                  ;=> (1 2 3 4)
(board->line (read-puzzle "((0 0 1) (8 8 9))"))                       ;=> "1...............................................................................9"
(length (units (read-puzzle (make-string 81 #\.) (board-variant :diagonals t))))  ;=> 29
(board->line (read-puzzle "01.32.0..0.13.2."))                        ;=> "12.43.1..1.24.3."
(read-puzzle "12343.12.1434391")                                      ;!! bad-value"#
);

const READ_CAGES: &str = r#"The cages of a killer sudoku, as `board-variant` takes them with `:cages`: of each its
sum and its cells. The text is a map, a character for each cell and the same for those of a cage (`.` for none),
then the names of cages with their sums: what files for `--variant killer:FILE` hold.

(read-cages "aab.\n..b.\n....\n....\na 5\nb 7")   ;=> ((5 (0 0) (0 1)) (7 (0 2) (1 2)))
(read-cages "ab\nab")                             ;!! bad-value"#;

const READ_PUZZLES: &str = r##"The boards of all puzzles in a text, such as that of a file, in their order.

(map-with board->line (read-puzzles "1...............\n.2.............."))  ;=> ("1..............." ".2..............")
(read-puzzles "# none yet")                                                ;=> nil"##;

const WRITE_PUZZLE: &str = concat!(
    "A board as a text in the named format:\n",
    klammer_sudoku::output_formats!(),
    r#"

(write-puzzle (read-puzzle "12343.12.1434321") 'line)     ;=> "12343.12.1434321"
(write-puzzle (read-puzzle "1..............3") 'triples)  ;=> "((0 0 1) (3 3 3))"
(write-puzzle (board) 'poem)                              ;!! bad-value"#
);

fn malformed(function: &str, error: &Malformed) -> HostError {
    let Malformed { line, column, expected, found, .. } = error;
    bad(function, format!("line {line}, column {column}: expected {expected}, found {found}"))
}

/// Makes a board of what a text says of its cells, on the layout of `like` if there is one.
fn board(cx: &mut Context<'_>, function: &str, placed: &LocatedPuzzle, like: Option<&Board>) -> Result<Board, Failure> {
    let puzzle = &placed.puzzle;
    let layout = match like.map(|board| board.layout()).or(placed.layout.as_ref()) {
        Some(layout) => Arc::clone(layout),
        None => puzzle.shape().layout().map_err(|e| bad(function, e.to_string()))?,
    };
    if layout.cells() != puzzle.cells().len() {
        let (size, rows, columns) = (puzzle.shape().size(), layout.rows(), layout.columns());
        let message = format!("the puzzle has {size} by {size} cells, the board {rows} by {columns}");
        return Err(bad(function, message).into());
    }
    new_board(cx, &layout, |layout| puzzle.board(layout))
}

fn pay(cx: &mut Context<'_>, text: &str) -> Result<(), Failure> {
    Ok(cx.charge((text.len() / PARSED_PER_TICK + TICKS_PER_LINE * text.matches('\n').count()) as u64)?)
}

fn read_puzzle(cx: &mut Context<'_>, text: &str, like: Option<Board>) -> Result<Board, Failure> {
    pay(cx, text)?;
    let puzzle: LocatedPuzzle = text.parse().map_err(|e| malformed("read-puzzle", &e))?;
    board(cx, "read-puzzle", &puzzle, like.as_ref())
}

fn read_cages(cx: &mut Context<'_>, text: &str) -> Result<Vec<Value>, Failure> {
    pay(cx, text)?;
    let cages = Cages::parse("<text>", text).map_err(|e| malformed("read-cages", &e))?;
    let cell = |cell: usize| [cell / cages.size, cell % cages.size].map(|n| Value::Integer(n as i64)).to_vec();
    let cage = |clue: &Clue| match clue {
        Clue::Cage { cells, sum } => {
            let cells = cells.iter().map(|&at| Value::List(cell(at)));
            Some(Value::List(std::iter::once(Value::Integer((*sum).into())).chain(cells).collect()))
        }
        _ => None,
    };
    Ok(cages.clues.iter().filter_map(cage).collect())
}

fn read_puzzles(cx: &mut Context<'_>, text: &str, like: Option<Board>) -> Result<Vec<Handle>, Failure> {
    pay(cx, text)?;
    let mut boards = Vec::new();
    for puzzle in Reader::new("<text>", text.as_bytes()) {
        let puzzle = match puzzle {
            Ok(placed) => placed,
            Err(ReadError::Malformed(e)) => return Err(malformed("read-puzzles", &e).into()),
            Err(e) => return Err(bad("read-puzzles", e.to_string()).with_code(Code::File).into()),
        };
        let board = board(cx, "read-puzzles", &puzzle, like.as_ref())?;
        boards.push(cx.handle(board)?);
    }
    Ok(boards)
}

fn write_puzzle(cx: &mut Context<'_>, board: Board, format: Symbol) -> Result<String, Failure> {
    let format: OutputFormat = format.name().parse().map_err(|e: String| bad("write-puzzle", e))?;
    let Some(puzzle) = Puzzle::of_board(&board) else {
        let problem = "board must have as many rows and columns as digits, 4 to 25";
        return Err(bad("write-puzzle", problem.into()).into());
    };
    cx.charge(puzzle.cells().len() as u64)?;
    Ok(puzzle.text(format))
}
