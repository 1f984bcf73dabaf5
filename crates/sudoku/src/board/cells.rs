//! Sets of cells of the ordinary 9 by 9 board: three bands of 27 bits (`tables`).

use crate::board::Mask;
use crate::board::tables::{BAND, ONLY, PEERS};

/// Cells, 27 to a word. The fourth word only makes the four a vector; it is 0.
pub(super) type CellWords = [u32; 4];

pub(super) const ALL: CellWords = [BAND, BAND, BAND, 0];

/// All digits of a cell.
pub(super) const DIGITS: Mask = 0x3fe;

#[inline(always)]
pub(super) fn each(a: &CellWords, b: &CellWords, f: impl Fn(u32, u32) -> u32) -> CellWords {
    let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (*a, *b);
    [f(a0, b0), f(a1, b1), f(a2, b2), f(a3, b3)]
}

#[inline(always)]
pub(super) fn and(a: &CellWords, b: &CellWords) -> CellWords {
    each(a, b, |a, b| a & b)
}

#[inline(always)]
pub(super) fn or(a: &CellWords, b: &CellWords) -> CellWords {
    each(a, b, |a, b| a | b)
}

#[inline(always)]
pub(super) fn and_not(a: &CellWords, b: &CellWords) -> CellWords {
    each(a, b, |a, b| a & !b)
}

#[inline(always)]
pub(super) fn any(a: &CellWords) -> bool {
    a.iter().fold(0, |all, word| all | word) != 0
}

/// The first of some cells.
#[inline]
pub(super) fn first(cells: &CellWords) -> Option<usize> {
    let (band, word) = (0..).zip(cells).find(|(_, word)| **word != 0)?;
    Some(band * 27 + word.trailing_zeros() as usize)
}

/// Goes through some cells in ascending order.
pub(super) fn cells(mut cells: CellWords) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let (band, word) = (0..).zip(&mut cells).find(|(_, word)| **word != 0)?;
        let bit = word.trailing_zeros() as usize;
        *word &= *word - 1;
        Some(band * 27 + bit)
    })
}

/// Only this cell.
#[inline(always)]
pub(super) fn only(cell: usize) -> CellWords {
    ONLY.get(cell).copied().unwrap_or([0; 4])
}

#[inline(always)]
pub(super) fn peers(cell: usize) -> CellWords {
    PEERS.get(cell).copied().unwrap_or([0; 4])
}

/// Returns the number of cells in the set.
#[inline(always)]
pub(super) fn count(cells: &CellWords) -> u32 {
    let [a, b, c, _] = *cells;
    (u64::from(a) | u64::from(b) << 32).count_ones() + c.count_ones()
}
