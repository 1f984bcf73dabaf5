//! Puzzles as texts: a Sudoku of any size with what is known of each cell, how it is read, written and drawn.
//!
//! Knows nothing of the machine, nor of how puzzles are solved: a host can use it alone.
//!
//! ```
//! use klammer_sudoku::puzzle::{OutputFormat, Puzzle};
//!
//! let puzzle: Puzzle = "12343.12.1434321".parse()?;
//! assert_eq!(puzzle.text(OutputFormat::Line), "12343.12.1434321");
//! assert_eq!(puzzle.candidates().digit(1, 1), Some(4));
//! # Ok::<(), klammer_sudoku::puzzle::Malformed>(())
//! ```

mod cages;
mod drawing;
#[cfg(feature = "json")]
mod exchange;
mod format;
mod grid;
mod line;
mod list;
mod nested;
mod read;
#[cfg(feature = "svg")]
mod svg;

use std::io;
use std::str::FromStr;
use std::sync::Arc;

use crate::board::{Board, Layout, LayoutError};
pub use crate::puzzle::cages::Cages;
pub use crate::puzzle::drawing::DrawOptions;
pub use crate::puzzle::format::{InputFormat, OutputFormat};
pub use crate::puzzle::read::Reader;
#[cfg(feature = "svg")]
pub use crate::puzzle::svg::SvgOptions;
pub use crate::symbol::{Alphabet, character};

/// A set of digits: bit `d` stands for the digit `d`.
pub type Mask = u64;

/// The largest number of digits that texts have symbols for: 1 to 9, then A (10) to P (25).
pub const MAX_SIZE: usize = 25;
/// The smallest size of a puzzle in a text.
pub const MIN_SIZE: usize = 4;

/// Size of a puzzle, and of its boxes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    size: u8,
    box_rows: u8,
    box_columns: u8,
}

impl Shape {
    /// `size` rows, columns and digits, with the usual boxes: as near to squares as possible, wider than high. If
    /// `size` is a prime there are none (the only boxes are the rows), as in a Latin square.
    ///
    /// `None` unless `size` is from [`MIN_SIZE`] to [`MAX_SIZE`].
    #[must_use]
    pub fn of_size(size: usize) -> Option<Shape> {
        let box_rows =
            (1..=size.min(MAX_SIZE)).take_while(|r| r * r <= size).filter(|r| size.is_multiple_of(*r)).last()?;
        Shape::with_boxes(size, box_rows, size / box_rows)
    }

    /// `None` unless boxes of `box_rows` by `box_columns` have `size` cells, and `size` is one that texts can have.
    #[must_use]
    pub fn with_boxes(size: usize, box_rows: usize, box_columns: usize) -> Option<Shape> {
        let known = (MIN_SIZE..=MAX_SIZE).contains(&size) && box_rows.checked_mul(box_columns) == Some(size);
        let byte = |n: usize| u8::try_from(n).ok();
        if known {
            Some(Shape { size: byte(size)?, box_rows: byte(box_rows)?, box_columns: byte(box_columns)? })
        } else {
            None
        }
    }

    /// The number of rows, of columns and of digits.
    #[must_use]
    pub fn size(self) -> usize {
        self.size.into()
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(self) -> usize {
        self.size() * self.size()
    }

    /// The number of rows of a box.
    #[must_use]
    pub fn box_rows(self) -> usize {
        self.box_rows.into()
    }

    /// The number of columns of a box.
    #[must_use]
    pub fn box_columns(self) -> usize {
        self.box_columns.into()
    }

    /// Returns whether there are boxes: where they would be the rows, or the columns, there are none.
    #[must_use]
    pub fn has_boxes(self) -> bool {
        self.box_rows > 1 && self.box_columns > 1
    }

    /// All digits.
    #[must_use]
    pub fn all(self) -> Mask {
        (2 << self.size) - 2
    }

    /// The boxes as they are where none are mentioned.
    #[cfg(feature = "json")]
    fn is_usual(self) -> bool {
        Shape::of_size(self.size()) == Some(self)
    }

    /// The number of the box of a cell.
    fn box_of(self, row: usize, column: usize) -> usize {
        row / self.box_rows() * self.box_rows() + column / self.box_columns()
    }
}

/// A puzzle: for each cell the digits that it may have. A given is a cell with one digit, a blank one with all.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Puzzle {
    shape: Shape,
    cells: Vec<Mask>,
    alphabet: Alphabet,
}

impl Puzzle {
    /// `cells` row by row. `None` if there are too few or too many, or a digit is too large.
    ///
    /// A cell may be left without a digit: such a puzzle can be drawn, and has no solution.
    #[must_use]
    pub fn new(shape: Shape, cells: Vec<Mask>) -> Option<Puzzle> {
        let fits = cells.len() == shape.cells() && cells.iter().all(|c| c & !shape.all() == 0);
        fits.then_some(Puzzle { shape, cells, alphabet: Alphabet::One })
    }

    /// A puzzle without any givens.
    #[must_use]
    pub fn blank(shape: Shape) -> Puzzle {
        Puzzle { shape, cells: vec![shape.all(); shape.cells()], alphabet: Alphabet::One }
    }

    /// The puzzle with its digits written in this alphabet.
    #[must_use]
    pub fn written_in(self, alphabet: Alphabet) -> Puzzle {
        Puzzle { alphabet, ..self }
    }

    /// The alphabet of the text that the puzzle was read from.
    #[must_use]
    pub fn alphabet(&self) -> Alphabet {
        self.alphabet
    }

    /// Its size and boxes.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Its cells, row by row.
    #[must_use]
    pub fn cells(&self) -> &[Mask] {
        &self.cells
    }

    /// The digits that a cell may have; none outside the puzzle. Rows and columns are counted from zero.
    #[must_use]
    pub fn cell(&self, row: usize, column: usize) -> Mask {
        let inside = row < self.shape.size() && column < self.shape.size();
        let index = if inside { row * self.shape.size() + column } else { usize::MAX };
        self.cells.get(index).copied().unwrap_or(0)
    }

    /// The digit of a cell that has one.
    #[must_use]
    pub fn digit(&self, row: usize, column: usize) -> Option<u32> {
        single(self.cell(row, column))
    }

    /// Returns the number of cells that have one digit.
    #[must_use]
    pub fn givens(&self) -> usize {
        self.cells.iter().filter(|c| c.is_power_of_two()).count()
    }

    /// Returns whether each cell has one digit.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.cells.iter().all(|c| c.is_power_of_two())
    }

    /// Returns the candidates of each cell: removes the digits of the cells that have one from the other cells of their
    /// rows, columns and boxes.
    #[must_use]
    pub fn candidates(&self) -> Puzzle {
        let size = self.shape.size();
        let mut rows = vec![0; size];
        let mut columns = vec![0; size];
        let mut boxes = vec![0; size];
        for (row, column, cell) in self.places() {
            if cell.is_power_of_two() {
                for (seen, index) in
                    [(&mut rows, row), (&mut columns, column), (&mut boxes, self.shape.box_of(row, column))]
                {
                    if let Some(seen) = seen.get_mut(index) {
                        *seen |= cell;
                    }
                }
            }
        }
        let seen = |of: &[Mask], index: usize| of.get(index).copied().unwrap_or(0);
        let left = |(row, column, cell): (usize, usize, Mask)| {
            let others = seen(&rows, row) | seen(&columns, column) | seen(&boxes, self.shape.box_of(row, column));
            if cell.is_power_of_two() { cell } else { cell & !others }
        };
        Puzzle { cells: self.places().map(left).collect(), ..*self }
    }

    /// Row, column and digits of each cell.
    fn places(&self) -> impl Iterator<Item = (usize, usize, Mask)> {
        let size = self.shape.size();
        self.cells.iter().enumerate().map(move |(i, cell)| (i / size, i % size, *cell))
    }

    /// The rows.
    fn rows(&self) -> impl Iterator<Item = &[Mask]> {
        self.cells.chunks(self.shape.size())
    }
}

/// Reads a text with exactly one puzzle on the usual board of its size, in any format.
impl FromStr for Puzzle {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Puzzle, Malformed> {
        let placed: LocatedPuzzle = text.parse()?;
        match placed.layout {
            None => Ok(placed.puzzle),
            Some(_) => Err(Malformed::new("<text>", placed.line, 1, "a puzzle without cages or regions", "some")),
        }
    }
}

/// Reads a text with exactly one puzzle, in any format.
impl FromStr for LocatedPuzzle {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<LocatedPuzzle, Malformed> {
        let mut reader = Reader::new("<text>", text.as_bytes());
        // Reading bytes does not fail.
        let mut next = || match reader.next() {
            Some(Ok(placed)) => Ok(Some(placed)),
            Some(Err(ReadError::Malformed(malformed))) => Err(malformed),
            Some(Err(ReadError::Io { .. })) | None => Ok(None),
        };
        let Some(first) = next()? else {
            return Err(Malformed::new("<text>", 1, 1, "a puzzle", "nothing"));
        };
        match next()? {
            None => Ok(first),
            Some(second) => Err(Malformed::new("<text>", second.line, 1, "one puzzle", "a second one")),
        }
    }
}

/// The digit of a set that has only one.
fn single(mask: Mask) -> Option<u32> {
    mask.is_power_of_two().then(|| mask.trailing_zeros())
}

/// The digits of a set.
fn digits(mask: Mask) -> impl Iterator<Item = u32> {
    (0..64).filter(move |d| mask >> d & 1 == 1)
}

/// A place in a text where a puzzle is not what it should be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}:{line}:{column}: expected {expected}, found {found}")]
pub struct Malformed {
    /// The name of the file.
    pub file: Arc<str>,
    /// Counted from one.
    pub line: u64,
    /// In characters, counted from one.
    pub column: usize,
    /// The expected text.
    pub expected: String,
    /// The text that was there instead.
    pub found: String,
}

impl Malformed {
    fn new(
        file: impl Into<Arc<str>>,
        line: u64,
        column: usize,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Malformed {
        Malformed { file: file.into(), line, column, expected: expected.into(), found: found.into() }
    }
}

/// Error in reading a puzzle.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// Reading goes on after it.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// Reading ends here.
    #[error("{file}: {source}")]
    Io {
        /// The name of the file.
        file: Arc<str>,
        /// The error of the system.
        source: io::Error,
    },
}

/// A complaint that does not know its file yet.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Complaint {
    pub line: u64,
    pub column: usize,
    pub expected: String,
    pub found: String,
}

impl Complaint {
    pub fn new(line: u64, column: usize, expected: impl Into<String>, found: impl Into<String>) -> Complaint {
        Complaint { line, column, expected: expected.into(), found: found.into() }
    }

    pub fn in_file(self, file: &Arc<str>) -> Malformed {
        Malformed::new(Arc::clone(file), self.line, self.column, self.expected, self.found)
    }
}

/// Returns the form of a character in a complaint.
fn shown(c: char) -> String {
    if c.is_control() { format!("U+{:04X}", u32::from(c)) } else { format!("`{c}`") }
}

/// `text`, cut where it is long.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 24;
    let mut shown: String =
        text.chars().take(LONGEST).map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

/// A number with its noun.
fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// A puzzle and the line where it begins, counted from one.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LocatedPuzzle {
    /// The line.
    pub line: u64,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The board of the puzzle, if the text says more of it than its size: cages, regions, clues.
    pub layout: Option<Arc<Layout>>,
}

impl LocatedPuzzle {
    /// A puzzle on the usual board of its size.
    #[must_use]
    pub fn new(line: u64, puzzle: Puzzle) -> LocatedPuzzle {
        LocatedPuzzle { line, puzzle, layout: None }
    }
}

/// Facts that are known before a puzzle is read.
#[derive(Clone, Copy)]
struct Context {
    /// The size that it should have.
    pub size: Option<usize>,
    /// The alphabet of the puzzle before it.
    pub before: Alphabet,
}

/// A puzzle, or what is wrong with what should be one.
type Found = Result<LocatedPuzzle, Complaint>;

impl Shape {
    /// The groups of such a puzzle: rows, columns and, if it has them, boxes.
    pub fn layout(self) -> Result<Arc<Layout>, LayoutError> {
        if self.has_boxes() {
            Layout::boxes(self.box_rows(), self.box_columns(), Default::default())
        } else {
            Layout::latin(self.size())
        }
    }
}

impl Puzzle {
    /// A board with what is known of each cell, without any propagation. `layout` has as many cells as the puzzle; what
    /// it has more stays blank.
    ///
    /// ```
    /// use klammer_sudoku::puzzle::Puzzle;
    ///
    /// let puzzle: Puzzle = "12343.12.1434321".parse()?;
    /// let board = puzzle.board(&puzzle.shape().layout()?);
    /// assert_eq!(board.get(0), 1 << 1);
    /// assert_eq!(Puzzle::of_board(&board), Some(puzzle));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn board(&self, layout: &Arc<Layout>) -> Board {
        Board::of_masks(layout, self.cells())
    }

    /// The candidates of a board. `None` if it is no square of a size that texts can have, or has more digits than
    /// rows.
    #[must_use]
    pub fn of_board(board: &Board) -> Option<Puzzle> {
        let layout = board.layout();
        let size = layout.rows();
        if layout.columns() != size || layout.digits() > size {
            return None;
        }
        let shape = match layout.box_size() {
            Some((rows, columns)) => Shape::with_boxes(size, rows, columns)?,
            // Irregular regions, or none: a text shows none either.
            None => Shape::with_boxes(size, 1, size)?,
        };
        Puzzle::new(shape, (0..layout.cells()).map(|cell| board.get(cell)).collect())
    }
}

/// Symbols of the digits, after the blank.
const SYMBOLS: &[u8; 26] = b".123456789ABCDEFGHIJKLMNOP";

/// Writes the cells in a row, a character each.
fn write_line(puzzle: &Puzzle, out: &mut String) {
    if puzzle.alphabet() != Alphabet::One {
        out.extend(puzzle.cells().iter().map(|c| puzzle.symbol(*c)));
        return;
    }
    // Pieces of a few characters each, in a buffer: faster than one after another.
    let mut buffer = [b'.'; 64];
    for piece in puzzle.cells().chunks(buffer.len()) {
        for (byte, cell) in buffer.iter_mut().zip(piece) {
            *byte = SYMBOLS.get(single(*cell).unwrap_or(0) as usize).copied().unwrap_or(b'?');
        }
        let piece = buffer.get(..piece.len()).unwrap_or_default();
        out.push_str(std::str::from_utf8(piece).unwrap_or_default());
    }
}
