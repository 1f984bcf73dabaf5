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

mod board;
mod cages;
mod drawing;
mod error;
#[cfg(feature = "json")]
mod exchange;
mod format;
mod grid;
mod hodoku;
#[cfg(feature = "json")]
mod json;
mod line;
#[cfg(feature = "json")]
mod link;
mod list;
mod markup;
mod nested;
mod placed;
mod read;
#[cfg(feature = "svg")]
mod svg;
mod write;
#[cfg(feature = "json")]
mod zipped;

use std::str::FromStr;

pub use crate::puzzle::cages::Cages;
pub use crate::puzzle::drawing::DrawOptions;
pub use crate::puzzle::error::{Malformed, ReadError};
pub use crate::puzzle::format::{InputFormat, OutputFormat};
pub use crate::puzzle::placed::Placed;
pub use crate::puzzle::read::Reader;
pub use crate::symbol::{Alphabet, character};

#[cfg(feature = "svg")]
pub use crate::puzzle::svg::SvgOptions;

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

    /// Whether there are boxes: where they would be the rows, or the columns, there are none.
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

    /// Whether each cell has one digit.
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
        let placed: Placed = text.parse()?;
        match placed.layout {
            None => Ok(placed.puzzle),
            Some(_) => Err(Malformed::new("<text>", placed.line, 1, "a puzzle without cages or regions", "some")),
        }
    }
}

/// Reads a text with exactly one puzzle, in any format.
impl FromStr for Placed {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Placed, Malformed> {
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
