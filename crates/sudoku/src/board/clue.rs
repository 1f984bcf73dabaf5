//! Clues of a puzzle, besides groups of different cells: cages with sums, thermometers, arrows, inequalities.

use crate::board::{Mask, single};

/// Something that is said of a few cells.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Clue {
    /// The digits of these cells differ and have this sum (killer sudoku).
    Cage {
        /// The cells, in any order.
        cells: Vec<usize>,
        /// The sum of their digits.
        sum: u32,
    },
    /// The digits become greater from cell to cell.
    Thermometer(Vec<usize>),
    /// The digit of the first cell is the sum of those of the others, which may be equal.
    Arrow(Vec<usize>),
    /// The digit of the first cell is less than that of the second.
    Less([usize; 2]),
}

impl Clue {
    /// The cells that it is about.
    #[must_use]
    pub fn cells(&self) -> &[usize] {
        match self {
            Clue::Cage { cells, .. } | Clue::Thermometer(cells) | Clue::Arrow(cells) => cells,
            Clue::Less(cells) => cells,
        }
    }

    /// Returns the name of the kind of clue.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Clue::Cage { .. } => "cage",
            Clue::Thermometer(_) => "thermometer",
            Clue::Arrow(_) => "arrow",
            Clue::Less(_) => "inequality",
        }
    }

    /// Returns whether the clue is true of cells that hold these digits; false if one of them holds none or several.
    #[must_use]
    pub fn holds(&self, mask: impl Fn(usize) -> Mask) -> bool {
        let masks: Vec<Mask> = self.cells().iter().map(|&cell| mask(cell)).collect();
        let digit = |mask: &Mask| u64::from(mask.trailing_zeros());
        let ascending = || masks.iter().zip(masks.iter().skip(1)).all(|(a, b)| a < b);
        masks.iter().all(|&mask| single(mask))
            && match self {
                Clue::Cage { sum, .. } => {
                    masks.iter().map(digit).sum::<u64>() == u64::from(*sum)
                        && masks.iter().fold(0, |all, mask| all | mask).count_ones() as usize == masks.len()
                }
                Clue::Thermometer(_) | Clue::Less(_) => ascending(),
                Clue::Arrow(_) => masks.first().map(digit) == Some(masks.iter().skip(1).map(digit).sum()),
            }
    }
}
