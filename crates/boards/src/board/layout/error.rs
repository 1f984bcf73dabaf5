//! Errors in the groups and clues that a caller requests for a layout.

use super::Layout;

/// Error of a layout that cannot exist.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// Too many or too few rows or columns.
    #[error("a board of {rows} by {columns} cells: expected 1 to {} rows and columns", Layout::SIDE)]
    Size {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        columns: usize,
    },
    /// Too many or too few digits.
    #[error("{0} digits: expected 1 to {max}", max = Layout::DIGITS)]
    Digits(usize),
    /// A group holds a cell that the board does not have.
    #[error("group {group}: there is no cell {cell}")]
    Outside {
        /// The number of the group, counted from 0.
        group: usize,
        /// The number of the cell.
        cell: usize,
    },
    /// A group holds a cell twice.
    #[error("group {group}: cell {cell} is there twice")]
    Twice {
        /// The number of the group, counted from 0.
        group: usize,
        /// The number of the cell.
        cell: usize,
    },
    /// A group has more cells than there are digits, or none.
    #[error("group {group} has {cells} cells: expected 1 to {digits}, the number of digits")]
    Cells {
        /// The number of the group, counted from 0.
        group: usize,
        /// The number of its cells.
        cells: usize,
        /// The number of digits.
        digits: usize,
    },
    /// More groups than can be counted.
    #[error("{0} groups: expected at most {max}", max = Layout::GROUPS)]
    Groups(usize),
    /// More clues than can be counted.
    #[error("{0} clues: expected at most {max}", max = Layout::GROUPS)]
    Clues(usize),
    /// A clue is about too many cells or too few.
    #[error("{name}, clue {clue}, has {cells} cells: expected {least} to {most}")]
    ClueCells {
        /// The number of the clue, counted from 0.
        clue: usize,
        /// The name of its kind.
        name: &'static str,
        /// The number of its cells.
        cells: usize,
        /// The least number of cells that it must have.
        least: usize,
        /// The greatest number of cells that it can have.
        most: usize,
    },
    /// A clue is about a cell that the board does not have.
    #[error("{name}, clue {clue}: there is no cell {cell}")]
    ClueOutside {
        /// The number of the clue, counted from 0.
        clue: usize,
        /// The name of its kind.
        name: &'static str,
        /// The number of the cell.
        cell: usize,
    },
    /// A clue names a cell twice.
    #[error("{name}, clue {clue}: cell {cell} is there twice")]
    ClueTwice {
        /// The number of the clue, counted from 0.
        clue: usize,
        /// The name of its kind.
        name: &'static str,
        /// The number of the cell.
        cell: usize,
    },
    /// Different digits cannot have this sum.
    #[error("cage, clue {clue}: {cells} different digits with the sum {sum}; their sums are {least} to {most}")]
    ClueSum {
        /// The number of the clue, counted from 0.
        clue: usize,
        /// The number of its cells.
        cells: usize,
        /// The sum asked for.
        sum: u32,
        /// The least sum of this number of digits.
        least: usize,
        /// The greatest.
        most: usize,
    },
    /// There is no box size for this number of digits.
    #[error("{0} digits cannot be arranged in rectangular boxes")]
    Boxes(usize),
    /// A box has another number of cells than there are digits.
    #[error("boxes of {rows} by {columns} cells hold {} digits, not {digits}", rows.saturating_mul(*columns))]
    BoxSize {
        /// The number of digits.
        digits: usize,
        /// The rows of a box.
        rows: usize,
        /// The columns of a box.
        columns: usize,
    },
    /// The four inner squares are as large as the boxes, which are no squares.
    #[error("windows go with square boxes, not with boxes of {rows} by {columns} cells")]
    Windows {
        /// The rows of a box.
        rows: usize,
        /// The columns of a box.
        columns: usize,
    },
    /// A map of regions does not have one region of `digits` cells for each digit.
    #[error("region {region} has {cells} cells: expected {digits}")]
    Region {
        /// The number of the region in the map.
        region: usize,
        /// The number of its cells.
        cells: usize,
        /// The number of cells that it should have.
        digits: usize,
    },
    /// A map of regions has another number of cells than the board.
    #[error("a map of {0} cells: expected a square number of at most {max}", max = Layout::DIGITS * Layout::DIGITS)]
    Map(usize),
}
