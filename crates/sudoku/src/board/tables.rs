//! Tables for the ordinary 9 by 9 board, made by the compiler, and sets of its cells.
//!
//! A digit's plane has three bands of 27 bits: cell `c` is bit `c % 27` of band `c / 27`. A band holds three rows of
//! nine bits, and a row three groups of three bits, one for each box.

#![expect(
    clippy::indexing_slicing,
    reason = "all of this is evaluated while compiling, where a wrong index is an error of compilation"
)]

use super::Mask;

/// All cells of a band.
pub(super) const BAND: u32 = (1 << 27) - 1;
/// The first cell of each row of a band.
pub(super) const FIRST: u32 = 1 | 1 << 9 | 1 << 18;
/// The last cell of each row of a band.
pub(super) const LAST: u32 = FIRST << 8;
/// All cells but the last of each row of a band.
pub(super) const BEFORE_LAST: u32 = LAST - FIRST;

/// The bit of this number in its byte.
pub(super) const BIT_IN_BYTE: [u8; 32] = {
    let mut bits = [0; 32];
    let mut bit = 0;
    while bit < 32 {
        bits[bit] = 1 << (bit % 8);
        bit += 1;
    }
    bits
};

/// For each cell, itself.
pub(super) static ONLY: [[u32; 4]; 81] = {
    let mut table = [[0; 4]; 81];
    let mut cell = 0;
    while cell < 81 {
        table[cell][cell / 27] = 1 << (cell % 27);
        cell += 1;
    }
    table
};

/// For each cell, the cells that it sees.
pub(super) static PEERS: [[u32; 4]; 81] = peer_table();

const fn peer_table() -> [[u32; 4]; 81] {
    let mut table = [[0; 4]; 81];
    let mut a = 0;
    while a < 81 {
        let mut b = 0;
        while b < 81 {
            let (row, column) = (a / 9 == b / 9, a % 9 == b % 9);
            let same_box = a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3;
            if a != b && (row || column || same_box) {
                table[a][b / 27] |= 1 << (b % 27);
            }
            b += 1;
        }
        a += 1;
    }
    table
}

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
