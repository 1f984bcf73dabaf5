//! Places of digits in bands of 27 cells, a word each, or several in a vector: rows, and locked candidates.
//!
//! Two questions concern the same matrix of 3 by 3: which boxes the rows of a band can have, each its own, and which
//! columns the bands of a stack can have. A dozen operations answer it without tables or branches. A word has room for
//! three matrices: one look answers for all bands of a digit, another for all stacks.

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u32x4, u32x8};

use super::tables::{BAND, BEFORE_LAST, FIRST, LAST};

/// The first box of each row of a band, and the last.
const LEFT: u32 = 7 * FIRST;
const RIGHT: u32 = LEFT << 6;
/// The first of three cells each, and the last.
const FIRST_OF_THREE: u32 = 0o111_111_111;
const LAST_OF_THREE: u32 = 0o444_444_444;
/// The last row of a band.
const LAST_ROW: u32 = 511 << 18;
/// The first.
const ROW: u32 = 511;

/// Words, one or several, that are computed with at once.
pub(super) trait Words:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + BitAnd<u32, Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    fn plus(self, word: u32) -> Self;
    fn minus(self, word: u32) -> Self;
    /// Returns each word without another one, which is not greater.
    fn without(self, other: Self) -> Self;
}

macro_rules! words {
    ($($vector:ident)*) => { $(
        impl<S: Simd> Words for $vector<S> {
            #[inline(always)]
            fn plus(self, word: u32) -> Self {
                self + word
            }

            #[inline(always)]
            fn minus(self, word: u32) -> Self {
                self - word
            }

            #[inline(always)]
            fn without(self, other: Self) -> Self {
                self - other
            }
        }
    )* };
}

words!(u32x4 u32x8);

/// All cells of the rows that have any of these.
#[inline(always)]
pub(super) fn rows_of<W: Words>(cells: W) -> W {
    let last = (cells | (cells & BEFORE_LAST).plus(BEFORE_LAST)) & LAST;
    // 512 - 1 from the first cell on.
    (last << 1).without(last >> 8)
}

/// The cells that are alone in their rows, none of which is empty.
#[inline(always)]
pub(super) fn alone<W: Words>(cells: W) -> W {
    cells & !rows_of(cells & cells.minus(FIRST))
}

/// Takes the digits of some cells that have no other out of the rest of their rows. Returns cells of digits that have
/// more than one of these in a row.
#[inline(always)]
pub(super) fn clear_rows<W: Words>(places: &mut W, fresh: W) -> W {
    let here = *places & fresh;
    let rows = rows_of(here);
    // Bits in empty rows keep the subtraction inside its row.
    let filled = here | !rows & FIRST;
    *places = *places & (here | !rows);
    filled & filled.minus(FIRST)
}

/// The places of digits that are part of some way to give each row of a band its own box; in a band without any way,
/// none. That is all that locked candidates between rows and boxes can say.
#[inline(always)]
pub(super) fn across<W: Words>([a, b, c]: [W; 3]) -> [W; 3] {
    // Of the three cells that a box has in a row, each stands for the box in another band.
    let kept = boxes_kept(boxes_of(a) >> 2 | boxes_of(b) >> 1 | boxes_of(c));
    let [d, e, f] = [kept & FIRST_OF_THREE, kept >> 1 & FIRST_OF_THREE, kept >> 2 & FIRST_OF_THREE];
    [a & in_boxes(d), b & in_boxes(e), c & in_boxes(f)]
}

/// The same for a digit whose bands are the words of a vector, the last of them twice.
#[inline(always)]
pub(super) fn across_of<S: Simd>(bands: u32x4<S>) -> u32x4<S> {
    let there = u32x4::simd_from(bands.witness(), [2, 1, 0, 0]);
    let back = u32x4::simd_from(bands.witness(), [0, 1, 2, 2]);
    let kept = boxes_kept(any(boxes_of(bands) >> there));
    bands & in_boxes(kept >> back & FIRST_OF_THREE)
}

/// The same for columns: the places that are part of some way to give each band of a stack its own column.
#[inline(always)]
pub(super) fn down<W: Words>([a, b, c]: [W; 3]) -> [W; 3] {
    // Each row stands for another band.
    let kept = columns_kept(columns_of(a) >> 18 | columns_of(b) >> 9 | columns_of(c));
    let [d, e, f] = [kept & ROW, kept >> 9 & ROW, kept >> 18 & ROW];
    [a & in_columns(d), b & in_columns(e), c & in_columns(f)]
}

/// The same for a digit whose bands are the words of a vector, the last of them twice.
#[inline(always)]
pub(super) fn down_of<S: Simd>(bands: u32x4<S>) -> u32x4<S> {
    let there = u32x4::simd_from(bands.witness(), [18, 9, 0, 0]);
    let back = u32x4::simd_from(bands.witness(), [0, 9, 18, 18]);
    let kept = columns_kept(any(columns_of(bands) >> there));
    bands & in_columns(kept >> back & ROW)
}

/// In each row the last cells of the boxes that any of these are in.
#[inline(always)]
fn boxes_of<W: Words>(cells: W) -> W {
    const FIRST_TWO: u32 = BAND - LAST_OF_THREE;
    (cells | (cells & FIRST_TWO).plus(FIRST_TWO)) & LAST_OF_THREE
}

/// Something in each row and each box of a band that has none of these.
#[inline(always)]
pub(super) fn without_rows_and_boxes<W: Words>(cells: W) -> W {
    let boxes = boxes_of(cells);
    !rows_of(cells) & BAND | !(boxes | boxes >> 9 | boxes >> 18) & (LAST_OF_THREE & ROW)
}

/// Returns the complement of the columns, in the last row.
#[inline(always)]
pub(super) fn without_columns<W: Words>(columns: W) -> W {
    !columns & LAST_ROW
}

/// All cells of a row in the boxes of which these are the first.
#[inline(always)]
fn in_boxes<W: Words>(first: W) -> W {
    // 8 - 1.
    (first << 3).without(first)
}

/// In the last row the columns that any of these are in.
#[inline(always)]
pub(super) fn columns_of<W: Words>(cells: W) -> W {
    (cells | cells << 9 | cells << 18) & LAST_ROW
}

/// All cells of a band in the columns of these, which are in the first row.
#[inline(always)]
fn in_columns<W: Words>(first: W) -> W {
    first | first << 9 | first << 18
}

/// Of rows and boxes, those that are part of some way to give each row its own box.
#[inline(always)]
fn boxes_kept<W: Words>(boxes: W) -> W {
    let one = boxes >> 3 & (BAND - RIGHT) | boxes << 6 & RIGHT;
    let two = boxes >> 6 & LEFT | boxes << 3 & (BAND - LEFT);
    matched(boxes, one, two)
}

/// Of bands and columns, those that are part of some way to give each band its own column.
#[inline(always)]
fn columns_kept<W: Words>(columns: W) -> W {
    let one = columns >> 1 & (BAND - LAST_OF_THREE) | columns << 2 & LAST_OF_THREE;
    let two = columns >> 2 & FIRST_OF_THREE | columns << 1 & (BAND - FIRST_OF_THREE);
    matched(columns, one, two)
}

/// Returns the places of a matrix that are part of a matching: one place in each row, all in different columns. Rows
/// are 9 bits apart. The arguments `one` and `two` are the matrix with the next column in the place of each, and with
/// the one after that.
#[inline(always)]
fn matched<W: Words>(matrix: W, one: W, two: W) -> W {
    let next = |rows: W| rows >> 9 | rows << 18;
    let pairs = one & next(two) | two & next(one);
    matrix & next(pairs)
}

/// All words of a vector in the place of each.
#[inline(always)]
pub(super) fn any<S: Simd>(words: u32x4<S>) -> u32x4<S> {
    let two = words | words.slide::<1>(words);
    two | two.slide::<2>(two)
}
