//! From puzzles as texts have them to boards that a search works on, and back.

use std::sync::Arc;

use crate::board::{Board, Layout, LayoutError};
use crate::puzzle::{Puzzle, Shape};

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
