//! Puzzles as texts and pictures: boards read, written and drawn by [`klammer_sudoku::puzzle`].

#[cfg(feature = "svg")]
use klammer_sudoku::puzzle::SvgOptions;

use std::sync::Arc;

use klammer::{Array, Code, Context, ConvertError, FromContext, FromLisp, Handle, HostError, Module, Symbol, Value};
use klammer_sudoku::board::{Clue, Layout};
use klammer_sudoku::puzzle::{
    Cages, DrawOptions, LocatedPuzzle, MAX_SIZE, MIN_SIZE, Malformed, Mask, OutputFormat, Puzzle, ReadError, Reader,
    Shape,
};

use crate::boards::{Board, new_board};
use crate::{Failure, bad, is_false, wrong_type};

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

/// Cost of drawing a clue, in ticks: the drawing searches for it at each cell.
const DRAWN_CLUE: usize = 16;

pub(crate) fn define_drawing(module: &mut Module<'_>) {
    module.define("draw-puzzle", draw_puzzle).parameters(["cells", "candidates"]).doc(DRAW_PUZZLE);
    #[cfg(feature = "svg")]
    module.define("puzzle->svg", puzzle_to_svg).parameters(["cells", "candidates", "given"]).doc(PUZZLE_TO_SVG);
}

const DRAW_PUZZLE: &str = r#"A drawing of a sudoku with characters, as a string. `cells` is a square array of 4 to
25 rows whose elements are digits, 0 for an empty cell, or lists of the digits that a cell may have, as on a board.
If `candidates` is true, each cell shows the digits that it may have; an empty one those that its row, column and
box leave it. Of a board, boxes, regions and clues are drawn as it has them; diagonals and windows only by
`puzzle->svg`.

(first (string-split (draw-puzzle (make-array '(4 4) 0)) "\n"))     ;=> "┌─────┬─────┐"
(first (string-split (draw-puzzle (make-array '(4 4) 0) t) "\n"))   ;=> "┏━━━━━┯━━━━━┳━━━━━┯━━━━━┓"
(first (string-split (draw-puzzle (board-variant :digits 4 :latin t)) "\n"))  ;=> "┌─────────┐"
(draw-puzzle (make-array '(4 5) 0))                                ;!! bad-value
(draw-puzzle (make-array '(4 4) 7))                                ;!! wrong-type"#;

#[cfg(feature = "svg")]
const PUZZLE_TO_SVG: &str = r#"A picture of a sudoku: a text in SVG, for a file that browsers and editors show.
`cells` and `candidates` are as for `draw-puzzle`. With `given`, an array like `cells`, digits that are not in it
have another colour.

(string-prefix? "<svg" (puzzle->svg (make-array '(9 9) 0) t))            ;=> t
(progn (write-file "a.svg" (puzzle->svg (make-array '(9 9) 0))) (file-exists? "a.svg"))  ;=> t
(puzzle->svg (make-array 9 0))                                           ;!! bad-value"#;

/// An array of digits or lists of digits.
enum Cells {
    Board(Board),
    Array(Array<DrawnCell>),
}

/// A cell, in little room: arrays of any size are read before their dimensions are known.
enum DrawnCell {
    Empty,
    /// Digits below 64, a bit each.
    Digits(Mask),
    Other(Box<Value>),
}

impl FromLisp for DrawnCell {
    const EXPECTED: &'static str = "a digit or a list of digits";

    fn from_lisp(mut given: FromContext<'_>) -> Result<DrawnCell, ConvertError> {
        let bits = |digits: &[i64]| {
            digits.iter().all(|d| (1..64).contains(d)).then(|| digits.iter().fold(0, |bits, d| bits | 1 << d))
        };
        let digits = match given.look::<i64>() {
            Ok(0) => return Ok(DrawnCell::Empty),
            Ok(digit) => bits(&[digit]),
            Err(_) => given.look::<Vec<i64>>().ok().and_then(|digits| bits(&digits)),
        };
        match digits {
            Some(digits) => Ok(DrawnCell::Digits(digits)),
            None => given.get().map(|value| DrawnCell::Other(Box::new(value))),
        }
    }
}

impl FromLisp for Cells {
    const EXPECTED: &'static str = "an array";

    fn from_lisp(mut given: FromContext<'_>) -> Result<Cells, ConvertError> {
        if let Ok(board) = given.look() {
            return Ok(Cells::Board(board));
        }
        given.get().map(Cells::Array)
    }
}

/// Content of an array of digits or lists of digits, as it is drawn.
struct Picture {
    /// Known digits of the cells; an empty cell has none.
    puzzle: Puzzle,
    /// Candidates of each cell; an empty cell has those that its row, column and box allow.
    candidates: Puzzle,
    /// Of a board, what it has besides boxes.
    layout: Option<Arc<Layout>>,
}

/// Returns the puzzle of an array. Each cell is a digit, 0 for an empty cell, or a list of candidates.
fn picture(cx: &mut Context<'_>, function: &str, cells: &Cells) -> Result<Picture, Failure> {
    let (dimensions, elements) = match cells {
        Cells::Board(board) => match Puzzle::of_board(board) {
            Some(puzzle) => {
                let layout = Arc::clone(board.layout());
                // Each cell is looked at with its groups, each clue with its cells.
                let work: usize = layout.groups().iter().map(|group| group.cells.len()).sum();
                cx.charge((puzzle.cells().len() + work / 8 + layout.clues().len() * DRAWN_CLUE) as u64)?;
                return Ok(Picture { candidates: puzzle.clone(), puzzle, layout: Some(layout) });
            }
            None => (vec![board.layout().rows(), board.layout().columns()], &[] as &[DrawnCell]),
        },
        Cells::Array(array) => (array.dimensions.clone(), array.elements.as_slice()),
    };
    let shape = match *dimensions {
        [rows, columns] if rows == columns && elements.len() == rows * columns => Shape::of_size(rows),
        _ => None,
    };
    let Some(shape) = shape else {
        let shown = dimensions.iter().map(usize::to_string).collect::<Vec<_>>().join(" by ");
        let problem = format!(
            "cells must be an array of {MIN_SIZE} by {MIN_SIZE} to {MAX_SIZE} by {MAX_SIZE}, got one of {shown}"
        );
        return Err(bad(function, problem).into());
    };
    cx.charge(elements.len() as u64)?;
    let masks: Vec<Option<Mask>> =
        elements.iter().map(|cell| mask(cx, function, shape, cell)).collect::<Result<_, Failure>>()?;
    let known = masks.iter().map(|mask| mask.unwrap_or(shape.all())).collect();
    let wrong_size = || bad(function, "the puzzle has a wrong size".into());
    let puzzle = Puzzle::new(shape, known).ok_or_else(wrong_size)?;
    let left = puzzle.candidates();
    let filled = masks.iter().zip(left.cells()).map(|(mask, &left)| mask.unwrap_or(left)).collect();
    let candidates = Puzzle::new(shape, filled).ok_or_else(wrong_size)?;
    Ok(Picture { puzzle, candidates, layout: None })
}

/// Returns the digits of one cell; `None` for an empty one.
fn mask(cx: &mut Context<'_>, function: &str, shape: Shape, cell: &DrawnCell) -> Result<Option<Mask>, Failure> {
    let size = shape.size();
    let wrong = match cell {
        DrawnCell::Empty => return Ok(None),
        DrawnCell::Digits(digits) => match digits >> (size + 1) {
            0 => return Ok(Some(*digits)),
            beyond => Value::Integer(i64::from(beyond.trailing_zeros()) + size as i64 + 1),
        },
        DrawnCell::Other(value) => match &**value {
            Value::List(items) => {
                let is_digit = |item: &&Value| matches!(item, Value::Integer(d) if (1..=size as i64).contains(d));
                items.iter().find(|item| !is_digit(item)).cloned().unwrap_or(Value::Nil)
            }
            one => one.clone(),
        },
    };
    let expected = format!("a digit from 0 to {size} or a list of digits from 1");
    Err(wrong_type(cx, function, "a cell", &expected, &wrong).into())
}

fn draw_puzzle(cx: &mut Context<'_>, cells: Cells, candidates: Option<Value>) -> Result<String, Failure> {
    let picture = picture(cx, "draw-puzzle", &cells)?;
    let candidates = candidates.filter(|c| !is_false(c)).map(|_| &picture.candidates);
    let options = DrawOptions { candidates, layout: picture.layout.as_deref(), ..DrawOptions::default() };
    Ok(picture.puzzle.draw(&options))
}

#[cfg(feature = "svg")]
fn puzzle_to_svg(
    cx: &mut Context<'_>,
    cells: Cells,
    candidates: Option<Value>,
    given: Option<Cells>,
) -> Result<String, Failure> {
    let picture = self::picture(cx, "puzzle->svg", &cells)?;
    let given = given.map(|cells| self::picture(cx, "puzzle->svg", &cells)).transpose()?;
    let candidates = candidates.filter(|c| !is_false(c)).map(|_| &picture.candidates);
    let givens = given.as_ref().map(|given| &given.puzzle);
    let options = SvgOptions { candidates, givens, layout: picture.layout.as_deref(), ..SvgOptions::default() };
    Ok(picture.puzzle.svg(&options))
}
