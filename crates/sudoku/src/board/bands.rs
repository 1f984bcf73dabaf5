//! Places of digits in bands of 27 cells, a word each, or several in a vector: rows, and locked candidates.
//!
//! Two questions concern the same matrix of 3 by 3: the boxes that the rows of a band can have, each its own, and the
//! columns that the bands of a stack can have. A dozen operations answer it without tables or branches. A word has room
//! for three matrices: one look answers for all bands of a digit, another for all stacks.

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};
use std::sync::LazyLock;

use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch, mask32x4, u8x16, u8x32, u32x4, u32x8};

use super::tables;
use super::tables::{CellWords, DIGITS};
use crate::board::Mask;
use crate::board::tables::{BAND, BEFORE_LAST, BIT_IN_BYTE, FIRST, LAST, PEERS};

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
pub(super) trait SimdWord:
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
        impl<S: Simd> SimdWord for $vector<S> {
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
pub(super) fn rows_of<W: SimdWord>(cells: W) -> W {
    let last = (cells | (cells & BEFORE_LAST).plus(BEFORE_LAST)) & LAST;
    // 512 - 1 from the first cell on.
    (last << 1).without(last >> 8)
}

/// The cells that are alone in their rows, none of which is empty.
#[inline(always)]
pub(super) fn alone<W: SimdWord>(cells: W) -> W {
    cells & !rows_of(cells & cells.minus(FIRST))
}

/// Takes the digits of some cells that have no other out of the rest of their rows. Returns cells of digits that have
/// more than one of these in a row.
#[inline(always)]
pub(super) fn clear_rows<W: SimdWord>(places: &mut W, fresh: W) -> W {
    let here = *places & fresh;
    let rows = rows_of(here);
    // Bits in empty rows keep the subtraction inside its row.
    let filled = here | !rows & FIRST;
    *places = *places & (here | !rows);
    filled & filled.minus(FIRST)
}

/// The places of digits that occur in some assignment of different boxes to the rows of a band; none if a band has no
/// such assignment. That is all that locked candidates between rows and boxes can say.
#[inline(always)]
pub(super) fn across<W: SimdWord>([a, b, c]: [W; 3]) -> [W; 3] {
    // Of the three cells that a box has in a row, each stands for the box in another band.
    let kept = boxes_kept(boxes_of(a) >> 2 | boxes_of(b) >> 1 | boxes_of(c));
    let [d, e, f] = [kept & FIRST_OF_THREE, kept >> 1 & FIRST_OF_THREE, kept >> 2 & FIRST_OF_THREE];
    [a & in_boxes(d), b & in_boxes(e), c & in_boxes(f)]
}

/// Handles a digit whose bands are the words of a vector, the last of them twice.
#[inline(always)]
pub(super) fn across_of<S: Simd>(bands: u32x4<S>) -> u32x4<S> {
    let there = u32x4::simd_from(bands.witness(), [2, 1, 0, 0]);
    let back = u32x4::simd_from(bands.witness(), [0, 1, 2, 2]);
    let kept = boxes_kept(any(boxes_of(bands) >> there));
    bands & in_boxes(kept >> back & FIRST_OF_THREE)
}

/// Returns the places that are part of some way to give each band of a stack its own column.
#[inline(always)]
pub(super) fn down<W: SimdWord>([a, b, c]: [W; 3]) -> [W; 3] {
    // Each row stands for another band.
    let kept = columns_kept(columns_of(a) >> 18 | columns_of(b) >> 9 | columns_of(c));
    let [d, e, f] = [kept & ROW, kept >> 9 & ROW, kept >> 18 & ROW];
    [a & in_columns(d), b & in_columns(e), c & in_columns(f)]
}

/// Handles a digit whose bands are the words of a vector, the last of them twice.
#[inline(always)]
pub(super) fn down_of<S: Simd>(bands: u32x4<S>) -> u32x4<S> {
    let there = u32x4::simd_from(bands.witness(), [18, 9, 0, 0]);
    let back = u32x4::simd_from(bands.witness(), [0, 9, 18, 18]);
    let kept = columns_kept(any(columns_of(bands) >> there));
    bands & in_columns(kept >> back & ROW)
}

/// In each row the last cells of the boxes that any of these are in.
#[inline(always)]
fn boxes_of<W: SimdWord>(cells: W) -> W {
    const FIRST_TWO: u32 = BAND - LAST_OF_THREE;
    (cells | (cells & FIRST_TWO).plus(FIRST_TWO)) & LAST_OF_THREE
}

/// Something in each row and each box of a band that has none of these.
#[inline(always)]
pub(super) fn without_rows_and_boxes<W: SimdWord>(cells: W) -> W {
    let boxes = boxes_of(cells);
    !rows_of(cells) & BAND | !(boxes | boxes >> 9 | boxes >> 18) & (LAST_OF_THREE & ROW)
}

/// Returns the complement of the columns, in the last row.
#[inline(always)]
pub(super) fn without_columns<W: SimdWord>(columns: W) -> W {
    !columns & LAST_ROW
}

/// All cells of a row in the boxes of which these are the first.
#[inline(always)]
fn in_boxes<W: SimdWord>(first: W) -> W {
    // 8 - 1.
    (first << 3).without(first)
}

/// In the last row the columns that any of these are in.
#[inline(always)]
pub(super) fn columns_of<W: SimdWord>(cells: W) -> W {
    (cells | cells << 9 | cells << 18) & LAST_ROW
}

/// All cells of a band in the columns of these, which are in the first row.
#[inline(always)]
fn in_columns<W: SimdWord>(first: W) -> W {
    first | first << 9 | first << 18
}

/// Of rows and boxes, those that are part of some way to give each row its own box.
#[inline(always)]
fn boxes_kept<W: SimdWord>(boxes: W) -> W {
    let one = boxes >> 3 & (BAND - RIGHT) | boxes << 6 & RIGHT;
    let two = boxes >> 6 & LEFT | boxes << 3 & (BAND - LEFT);
    matched(boxes, one, two)
}

/// Of bands and columns, those that are part of some way to give each band its own column.
#[inline(always)]
fn columns_kept<W: SimdWord>(columns: W) -> W {
    let one = columns >> 1 & (BAND - LAST_OF_THREE) | columns << 2 & LAST_OF_THREE;
    let two = columns >> 2 & FIRST_OF_THREE | columns << 1 & (BAND - FIRST_OF_THREE);
    matched(columns, one, two)
}

/// Returns the places of a matrix that are part of a matching: one place in each row, all in different columns. Rows
/// are 9 bits apart. The arguments `one` and `two` are the matrix with the next column in the place of each, and with
/// the one after that.
#[inline(always)]
fn matched<W: SimdWord>(matrix: W, one: W, two: W) -> W {
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

// All digits of the ordinary 9 by 9 board in vectors, to be asked at once.

/// Cells of each digit. A vector for each band has those of eight digits, one vector the bands of the ninth, the last
/// of them twice.
#[derive(Clone, Copy)]
pub(super) struct Digits<S: Simd> {
    pub eight: [u32x8<S>; 3],
    pub ninth: u32x4<S>,
}

impl<S: Simd> Digits<S> {
    /// Returns a vector that has the same cells for each digit.
    #[inline(always)]
    pub fn of_cells(cells: u32x4<S>) -> Digits<S> {
        let (low, high) = (cells.zip_low(cells), cells.zip_high(cells));
        let (a, b, c) = (low.zip_low(low), low.zip_high(low), high.zip_low(high));
        Digits { eight: [u32x8::block_splat(a), u32x8::block_splat(b), u32x8::block_splat(c)], ninth: cells }
    }

    #[inline(always)]
    pub fn load(simd: S, planes: &[CellWords; 9]) -> Digits<S> {
        let [a, b, c, d, e, f, g, h, ninth] = *planes;
        let plane = |cells: CellWords| u32x4::simd_from(simd, cells);
        let [a, b, c, _] = transposed([plane(a), plane(b), plane(c), plane(d)]);
        let [d, e, f, _] = transposed([plane(e), plane(f), plane(g), plane(h)]);
        Digits { eight: [a.combine(d), b.combine(e), c.combine(f)], ninth: bands(simd, &ninth) }
    }

    #[inline(always)]
    pub fn store(&self, planes: &mut [CellWords; 9]) {
        let [a, b, c] = self.eight;
        let ((a, d), (b, e), (c, f)) = (a.split(), b.split(), c.split());
        let none = u32x4::splat(a.witness(), 0);
        let ([a, b, c, d], [e, f, g, h]) = (transposed([a, b, c, none]), transposed([d, e, f, none]));
        *planes = [a.into(), b.into(), c.into(), d.into(), e.into(), f.into(), g.into(), h.into(), cells(self.ninth)];
    }

    #[inline(always)]
    pub fn and(&self, other: &Digits<S>) -> Digits<S> {
        let ([a, b, c], [d, e, f]) = (self.eight, other.eight);
        Digits { eight: [a & d, b & e, c & f], ninth: self.ninth & other.ninth }
    }

    /// Intersects each digit with `cells`, and the digit at `d` with `other` instead.
    #[inline(always)]
    pub fn kept(&self, cells: u32x4<S>, d: usize, other: u32x4<S>) -> Digits<S> {
        let simd = cells.witness();
        let is_other = u32x8::simd_from(simd, [0, 1, 2, 3, 4, 5, 6, 7]).simd_eq(u32x8::splat(simd, d as u32));
        let ([a, b, c], [x, y, z]) = (Digits::of_cells(cells).eight, Digits::of_cells(other).eight);
        let eight = [is_other.select(x, a), is_other.select(y, b), is_other.select(z, c)];
        self.and(&Digits { eight, ninth: if d == 8 { other } else { cells } })
    }

    #[inline(always)]
    pub fn or(&self, other: &Digits<S>) -> Digits<S> {
        let ([a, b, c], [d, e, f]) = (self.eight, other.eight);
        Digits { eight: [a | d, b | e, c | f], ninth: self.ninth | other.ninth }
    }

    #[inline(always)]
    pub fn equals(&self, other: &Digits<S>) -> bool {
        let ([a, b, c], [d, e, f]) = (self.eight, other.eight);
        Digits { eight: [a ^ d, b ^ e, c ^ f], ninth: self.ninth ^ other.ninth }.is_empty()
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        let [a, b, c] = self.eight;
        is_empty(self.ninth) && (a | b | c).simd_eq(u32x8::splat(a.witness(), 0)).all_true()
    }

    /// The first of some cells that an odd digit is in, or else an even one. Where several cells are contradictions,
    /// this decides which is blamed, hence where weights grow and what a search by weights does next.
    #[cold]
    pub fn first(&self, among: &CellWords) -> usize {
        let mut all = [[0; 4]; 9];
        self.store(&mut all);
        let (mut odd, mut even) = ([0; 4], [0; 4]);
        for pair in all.chunks(2) {
            odd = pair.first().map_or(odd, |plane| tables::or(&odd, plane));
            even = pair.get(1).map_or(even, |plane| tables::or(&even, plane));
        }
        let first = |cells: &CellWords| tables::first(&tables::and(cells, among));
        first(&odd).or_else(|| first(&even)).unwrap_or(0)
    }

    /// The cells that any digit is in, and those that several are in.
    #[inline(always)]
    pub fn counted(&self) -> Counted<S> {
        let [a, b, c] = self.eight;
        let (a, b, c) = (Counted::of_band(a), Counted::of_band(b), Counted::of_band(c));
        let eight = a.zipped(b).zipped_by_two(c.zipped(c));
        eight.and(Counted { one: self.ninth, two: u32x4::splat(self.ninth.witness(), 0) })
    }
}

/// Places that at least one digit has, and places that several digits have.
#[derive(Clone, Copy)]
pub(super) struct Counted<S: Simd> {
    pub one: u32x4<S>,
    pub two: u32x4<S>,
}

impl<S: Simd> Counted<S> {
    /// A band of eight digits, in pairs.
    #[inline(always)]
    fn of_band(band: u32x8<S>) -> Counted<S> {
        let (a, b) = band.split();
        Counted { one: a | b, two: a & b }
    }

    #[inline(always)]
    fn and(self, other: Counted<S>) -> Counted<S> {
        Counted { one: self.one | other.one, two: self.two | other.two | self.one & other.one }
    }

    /// Of two bands with four groups of digits: two of these groups and the other two, together, the bands in turn.
    #[inline(always)]
    fn zipped(self, other: Counted<S>) -> Counted<S> {
        let low = Counted { one: self.one.zip_low(other.one), two: self.two.zip_low(other.two) };
        let high = Counted { one: self.one.zip_high(other.one), two: self.two.zip_high(other.two) };
        low.and(high)
    }

    /// Finds them for two pairs of bands with two groups of digits.
    #[inline(always)]
    fn zipped_by_two(self, other: Counted<S>) -> Counted<S> {
        let (a, b, c, d) = (self.one, self.two, other.one, other.two);
        let crossed = Counted { one: halves_crossed(a, c), two: halves_crossed(b, d) };
        crossed.and(Counted { one: halves_kept(a, c), two: halves_kept(b, d) })
    }
}

/// The last two words of one vector, then the first two of another.
#[inline(always)]
fn halves_crossed<S: Simd>(a: u32x4<S>, b: u32x4<S>) -> u32x4<S> {
    a.slide::<2>(b)
}

/// The first two words of one vector, then the last two of another.
#[inline(always)]
fn halves_kept<S: Simd>(a: u32x4<S>, b: u32x4<S>) -> u32x4<S> {
    mask32x4::simd_from(a.witness(), [-1, -1, 0, 0]).select(a, b)
}

/// The first words of four vectors, their second ones, and so on.
#[inline(always)]
fn transposed<S: Simd>([a, b, c, d]: [u32x4<S>; 4]) -> [u32x4<S>; 4] {
    let (low, high) = (a.zip_low(c), a.zip_high(c));
    let (other_low, other_high) = (b.zip_low(d), b.zip_high(d));
    [low.zip_low(other_low), low.zip_high(other_low), high.zip_low(other_high), high.zip_high(other_high)]
}

/// Some cells as a vector, the last band twice.
#[inline(always)]
pub(super) fn bands<S: Simd>(simd: S, &[a, b, c, _]: &CellWords) -> u32x4<S> {
    u32x4::simd_from(simd, [a, b, c, c])
}

#[inline(always)]
pub(super) fn cells<S: Simd>(bands: u32x4<S>) -> CellWords {
    let [a, b, c, _]: CellWords = bands.into();
    [a, b, c, 0]
}

#[inline(always)]
pub(super) fn is_empty<S: Simd>(bands: u32x4<S>) -> bool {
    bands.simd_eq(u32x4::splat(bands.witness(), 0)).all_true()
}

// Operations on all cells of the ordinary 9 by 9 board at once, by instructions on vectors.

/// The best that this processor can do. It is asked once: the answer is pieced together from a dozen features.
pub(super) fn level() -> Level {
    static LEVEL: LazyLock<Level> = LazyLock::new(Level::new);
    *LEVEL
}

/// Returns whether each digit is possible in each row, each column and each box.
pub(super) fn is_everywhere(planes: &[CellWords; 9]) -> bool {
    dispatch!(level(), simd => everywhere(simd, planes))
}

#[inline(always)]
fn everywhere<S: Simd>(simd: S, planes: &[CellWords; 9]) -> bool {
    let Digits { eight: [a, b, c], ninth } = Digits::load(simd, planes);
    let columns = without_columns(columns_of(a) | columns_of(b) | columns_of(c));
    let eight = [without_rows_and_boxes(a) | columns, without_rows_and_boxes(b), without_rows_and_boxes(c)];
    let ninth = without_rows_and_boxes(ninth) | without_columns(any(columns_of(ninth)));
    Digits { eight, ninth }.is_empty()
}

/// The cells in which not all digits are possible.
pub(super) fn narrowed(masks: &[Mask; 81]) -> CellWords {
    dispatch!(level(), _ => narrowed_of(masks))
}

#[inline(always)]
fn narrowed_of(masks: &[Mask; 81]) -> CellWords {
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
pub(super) fn text(single: &CellWords, bits: &[CellWords; 4]) -> [u8; 81] {
    dispatch!(level(), simd => text_of(simd, single, bits))
}

#[inline(always)]
fn text_of<S: Simd>(simd: S, single: &CellWords, bits: &[CellWords; 4]) -> [u8; 81] {
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
pub(super) fn widest(cells: &CellWords, open: &CellWords) -> Option<usize> {
    dispatch!(level(), _ => widest_of(cells, open))
}

#[inline(always)]
fn widest_of(cells: &CellWords, open: &CellWords) -> Option<usize> {
    let mut widest = None;
    let mut most = 0;
    for ((word, start), peers) in cells.iter().zip([0, 27, 54]).zip(PEERS.as_chunks::<27>().0) {
        let mut left = *word;
        while left != 0 {
            let bit = left.trailing_zeros() as usize;
            let degree = 1 + peers.get(bit).map_or(0, |peers| tables::count(&tables::and(open, peers)));
            if degree > most {
                (widest, most) = (Some(start + bit), degree);
            }
            left &= left - 1;
        }
    }
    widest
}
