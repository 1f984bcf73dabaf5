//! Operations on all cells of the ordinary 9 by 9 board at once, by instructions on vectors.
//!
//! The functions are compiled for several generations of processors, and the best is taken when the program runs
//! (`dispatch!` of the crate `fearless_simd`); what they call is inlined: else it would not be compiled so.

use std::sync::LazyLock;

use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch, u8x16, u8x32, u32x4};

use super::Mask;
use super::bands::{any, columns_of, without_columns, without_rows_and_boxes};
use super::cells::{self, Cells, DIGITS};
use super::digits::Digits;
use super::tables::{BIT_IN_BYTE, PEERS};

/// The best that this processor can do. It is asked once: the answer is pieced together from a dozen features.
pub(super) fn level() -> Level {
    static LEVEL: LazyLock<Level> = LazyLock::new(Level::new);
    *LEVEL
}

/// Returns whether each digit is possible in each row, each column and each box.
pub(super) fn is_everywhere(planes: &[Cells; 9]) -> bool {
    dispatch!(level(), simd => everywhere(simd, planes))
}

#[inline(always)]
fn everywhere<S: Simd>(simd: S, planes: &[Cells; 9]) -> bool {
    let Digits { eight: [a, b, c], ninth } = Digits::load(simd, planes);
    let columns = without_columns(columns_of(a) | columns_of(b) | columns_of(c));
    let eight = [without_rows_and_boxes(a) | columns, without_rows_and_boxes(b), without_rows_and_boxes(c)];
    let ninth = without_rows_and_boxes(ninth) | without_columns(any(columns_of(ninth)));
    Digits { eight, ninth }.is_empty()
}

/// The cells in which not all digits are possible.
pub(super) fn narrowed(masks: &[Mask; 81]) -> Cells {
    dispatch!(level(), _ => narrowed_of(masks))
}

#[inline(always)]
fn narrowed_of(masks: &[Mask; 81]) -> Cells {
    let mut narrowed = [0; 4];
    for (masks, word) in masks.as_chunks::<27>().0.iter().zip(&mut narrowed) {
        // The processor can hardly predict which cells are blank: no branch depends on it.
        for (mask, bit) in masks.iter().zip(0..) {
            *word |= u32::from(mask & DIGITS != DIGITS) << bit;
        }
    }
    narrowed
}

/// A character for each cell: the digit whose number has these bits, the lowest first, where there is one, else a full
/// stop.
pub(super) fn text(single: &Cells, bits: &[Cells; 4]) -> [u8; 81] {
    dispatch!(level(), simd => text_of(simd, single, bits))
}

#[inline(always)]
fn text_of<S: Simd>(simd: S, single: &Cells, bits: &[Cells; 4]) -> [u8; 81] {
    let place = u8x32::simd_from(simd, BIT_IN_BYTE);
    // The bits of a band, each as a byte that is this number or 0.
    let spread = |band: u32, number: u8| {
        let word: u8x16<S> = u32x4::splat(simd, band.to_le()).bitcast();
        // Each byte of the word twice, four times, and then eight times, as it has eight bits.
        let twice = word.zip_low(word);
        let four_times = twice.zip_low(twice);
        let bytes = four_times.zip_low(four_times).combine(four_times.zip_high(four_times));
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
    dispatch!(level(), _ => widest_of(cells, open))
}

#[inline(always)]
fn widest_of(cells: &Cells, open: &Cells) -> Option<usize> {
    let mut widest = None;
    let mut most = 0;
    for ((word, start), peers) in cells.iter().zip([0, 27, 54]).zip(PEERS.as_chunks::<27>().0) {
        let mut left = *word;
        while left != 0 {
            let bit = left.trailing_zeros() as usize;
            let degree = 1 + peers.get(bit).map_or(0, |peers| cells::count(&cells::and(open, peers)));
            if degree > most {
                (widest, most) = (Some(start + bit), degree);
            }
            left &= left - 1;
        }
    }
    widest
}
