//! The planes of the ordinary 9 by 9 board as vectors, two digits in each: what asks all bands of all digits at once.
//!
//! The functions are compiled for several generations of processors, and the best is taken when the program runs
//! (`dispatch!` of the crate `fearless_simd`); what they call is inlined: else it would not be compiled so.

use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch, u8x32, u32x8};

use super::Mask;
use super::bands::rows_of;
use super::planes::{self, Cells, DIGITS, Planes};
use super::tables::{BIT_IN_BYTE, BYTE_OF_BIT, NEXT_BAND, PEERS};

/// The bands of two digits, four words for each; of the last digit, which has no partner, the other words are 0.
type Pair<S> = u32x8<S>;

/// Is each digit possible in each row, each column and each box?
pub(super) fn is_everywhere(board: &Planes) -> bool {
    dispatch!(Level::new(), simd => everywhere(simd, board))
}

#[inline(always)]
fn everywhere<S: Simd>(simd: S, board: &Planes) -> bool {
    let [whole, last] = [&planes::ALL, &[0; 4]].map(|second| join(simd, &planes::ALL, second));
    let mut missing = none(simd);
    for (k, plane) in load(simd, &board.planes).into_iter().enumerate() {
        let all = if k < 4 { whole } else { last };
        let threes = plane | plane >> 1 | plane >> 2;
        let boxes = threes | threes >> 9 | threes >> 18;
        let columns = plane | plane >> 9 | plane >> 18;
        let below = next_band(columns);
        let columns = columns | below | next_band(below);
        missing |= rows_of(plane) ^ all | (boxes ^ all) & 0o111 | (columns ^ all) & 511;
    }
    is_empty(missing)
}

/// The cells in which not all digits are possible.
pub(super) fn narrowed(masks: &[Mask; 81]) -> Cells {
    dispatch!(Level::new(), _ => narrowed_of(masks))
}

#[inline(always)]
fn narrowed_of(masks: &[Mask; 81]) -> Cells {
    let mut narrowed = [0; 4];
    for (masks, word) in masks.as_chunks::<27>().0.iter().zip(&mut narrowed) {
        // Which cells are blank is hard to foresee: no branch depends on it.
        for (mask, bit) in masks.iter().zip(0..) {
            *word |= u32::from(mask & DIGITS != DIGITS) << bit;
        }
    }
    narrowed
}

/// A character for each cell: the digit whose number has these bits, the lowest first, where there is one, else a full
/// stop.
pub(super) fn text(single: &Cells, bits: &[Cells; 4]) -> [u8; 81] {
    dispatch!(Level::new(), simd => text_of(simd, single, bits))
}

#[inline(always)]
fn text_of<S: Simd>(simd: S, single: &Cells, bits: &[Cells; 4]) -> [u8; 81] {
    let place = u8x32::simd_from(simd, BIT_IN_BYTE);
    // The bits of a band, each as a byte that is this number or 0.
    let spread = |band: u32, number: u8| {
        let bytes: u8x32<S> = Pair::splat(simd, band.to_le()).bitcast();
        let bytes = bytes.swizzle_dyn_within_blocks(u8x32::simd_from(simd, BYTE_OF_BIT));
        (bytes & place).simd_eq(place).select(u8x32::splat(simd, number), u8x32::splat(simd, 0))
    };
    let mut text = [0; 81];
    let [ones, twos, fours, eights] = bits;
    let bands = single.iter().zip(ones).zip(twos.iter().zip(fours)).zip(eights);
    for (text, (((single, one), (two, four)), eight)) in text.as_chunks_mut::<27>().0.iter_mut().zip(bands) {
        let number = spread(*one, 1) | spread(*two, 2) | spread(*four, 4) | spread(*eight, 8);
        let characters = (number | spread(*single, b'0')).max(u8x32::splat(simd, b'.'));
        if let Some((characters, _)) = characters.as_slice().split_first_chunk() {
            *text = *characters;
        }
    }
    text
}

/// The first of those cells that see most open ones.
pub(super) fn widest(cells: &Cells, open: &Cells) -> Option<usize> {
    dispatch!(Level::new(), _ => widest_of(cells, open))
}

#[inline(always)]
fn widest_of(cells: &Cells, open: &Cells) -> Option<usize> {
    let mut widest = None;
    let mut most = 0;
    for ((word, start), peers) in cells.iter().zip([0, 27, 54]).zip(PEERS.as_chunks::<27>().0) {
        let mut left = *word;
        while left != 0 {
            let bit = left.trailing_zeros() as usize;
            let degree = 1 + peers.get(bit).map_or(0, |peers| planes::count(&planes::and(open, peers)));
            if degree > most {
                (widest, most) = (Some(start + bit), degree);
            }
            left &= left - 1;
        }
    }
    widest
}

/// In the place of each band the one below it, in that of the last the first.
#[inline(always)]
fn next_band<S: Simd>(bands: Pair<S>) -> Pair<S> {
    let simd = bands.token();
    bands.swizzle_dyn_within_blocks(u8x32::simd_from(simd, NEXT_BAND))
}

#[inline(always)]
fn none<S: Simd>(simd: S) -> Pair<S> {
    Pair::splat(simd, 0)
}

#[inline(always)]
fn join<S: Simd>(simd: S, a: &Cells, b: &Cells) -> Pair<S> {
    let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (*a, *b);
    Pair::simd_from(simd, [a0, a1, a2, a3, b0, b1, b2, b3])
}

#[inline(always)]
fn load<S: Simd>(simd: S, planes: &[Cells; 9]) -> [Pair<S>; 5] {
    let [a, b, c, d, e, f, g, h, i] = planes;
    [join(simd, a, b), join(simd, c, d), join(simd, e, f), join(simd, g, h), join(simd, i, &[0; 4])]
}

#[inline(always)]
fn is_empty<S: Simd>(cells: Pair<S>) -> bool {
    cells.simd_eq(none(cells.token())).all_true()
}
