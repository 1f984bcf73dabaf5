//! All digits of the ordinary 9 by 9 board in vectors, to be asked at once.
//!
//! The `map` of an array may not stand between these functions and what they call: it would not be compiled for the
//! processor that the rest is compiled for.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u8x32, u32x4, u32x8, u64x2};

use super::planes::{self, Cells};
use super::tables::THIS_BAND;

/// Cells of each digit. A vector for each band has those of eight digits, one vector the bands of the ninth, the last
/// of them twice.
#[derive(Clone, Copy)]
pub(super) struct Digits<S: Simd> {
    pub eight: [u32x8<S>; 3],
    pub ninth: u32x4<S>,
}

impl<S: Simd> Digits<S> {
    /// The same cells for each digit.
    #[inline(always)]
    pub fn of_cells(cells: u32x4<S>) -> Digits<S> {
        let simd = cells.token();
        let both = u32x8::block_splat(cells);
        let band = |bytes: [u8; 32]| both.swizzle_dyn_within_blocks(u8x32::simd_from(simd, bytes));
        let [a, b, c] = THIS_BAND;
        Digits { eight: [band(a), band(b), band(c)], ninth: cells }
    }

    #[inline(always)]
    pub fn load(simd: S, planes: &[Cells; 9]) -> Digits<S> {
        let [a, b, c, d, e, f, g, h, ninth] = *planes;
        let four = |planes: [Cells; 4]| u32x4::load_four_interleaved(simd, planes.as_flattened());
        let ([a, b, c, _], [d, e, f, _]) = (four([a, b, c, d]), four([e, f, g, h]));
        Digits { eight: [a.combine(d), b.combine(e), c.combine(f)], ninth: bands(simd, &ninth) }
    }

    #[inline(always)]
    pub fn store(&self, planes: &mut [Cells; 9]) {
        let [a, b, c] = self.eight;
        let ((a, d), (b, e), (c, f)) = (a.split(), b.split(), c.split());
        let none = u32x4::splat(a.token(), 0);
        let [eight @ .., ninth] = planes;
        let (four, others) = eight.as_flattened_mut().split_at_mut(16);
        u32x4::store_four_interleaved([a, b, c, none], four);
        u32x4::store_four_interleaved([d, e, f, none], others);
        *ninth = cells(self.ninth);
    }

    #[inline(always)]
    pub fn and(&self, other: &Digits<S>) -> Digits<S> {
        let ([a, b, c], [d, e, f]) = (self.eight, other.eight);
        Digits { eight: [a & d, b & e, c & f], ninth: self.ninth & other.ninth }
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
        is_empty(self.ninth) && (a | b | c).simd_eq(u32x8::splat(a.token(), 0)).all_true()
    }

    /// The first of some cells that an odd digit is in, or else an even one. Where several cells are contradictions,
    /// this decides which is blamed, hence where weights grow and what a search by weights does next.
    #[cold]
    pub fn first(&self, among: &Cells) -> usize {
        let mut all = [[0; 4]; 9];
        self.store(&mut all);
        let (mut odd, mut even) = ([0; 4], [0; 4]);
        for pair in all.chunks(2) {
            odd = pair.first().map_or(odd, |plane| planes::or(&odd, plane));
            even = pair.get(1).map_or(even, |plane| planes::or(&even, plane));
        }
        let first = |cells: &Cells| planes::first(&planes::and(cells, among));
        first(&odd).or_else(|| first(&even)).unwrap_or(0)
    }

    /// The cells that any digit is in.
    #[inline(always)]
    pub fn any(&self) -> u32x4<S> {
        let [a, b, c] = self.eight;
        let ((a, d), (b, e), (c, f)) = (a.split(), b.split(), c.split());
        let (a, b, c) = (a | d, b | e, c | f);
        let (ab, cc) = (a.zip_low(b) | a.zip_high(b), c.zip_low(c) | c.zip_high(c));
        let (ab, cc) = (ab.bitcast::<u64x2<S>>(), cc.bitcast::<u64x2<S>>());
        (ab.zip_low(cc) | ab.zip_high(cc)).bitcast::<u32x4<S>>() | self.ninth
    }

    /// The cells that any digit is in, and those that several are in.
    #[inline(always)]
    pub fn counted(&self) -> Counted<S> {
        let [a, b, c] = self.eight;
        let (a, b, c) = (Counted::of_band(a), Counted::of_band(b), Counted::of_band(c));
        let eight = a.zipped(b).zipped_by_two(c.zipped(c));
        eight.and(Counted { one: self.ninth, two: u32x4::splat(self.ninth.token(), 0) })
    }
}

/// What any digits are in, and what several of them are in.
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

    /// The same of two pairs of bands with two groups of digits.
    #[inline(always)]
    fn zipped_by_two(self, other: Counted<S>) -> Counted<S> {
        let ((a, b), (c, d)) = (self.doubled(), other.doubled());
        let low = Counted { one: a.zip_low(c).bitcast(), two: b.zip_low(d).bitcast() };
        let high = Counted { one: a.zip_high(c).bitcast(), two: b.zip_high(d).bitcast() };
        low.and(high)
    }

    #[inline(always)]
    fn doubled(self) -> (u64x2<S>, u64x2<S>) {
        (self.one.bitcast(), self.two.bitcast())
    }
}

/// Some cells as a vector, the last band twice.
#[inline(always)]
pub(super) fn bands<S: Simd>(simd: S, &[a, b, c, _]: &Cells) -> u32x4<S> {
    u32x4::simd_from(simd, [a, b, c, c])
}

#[inline(always)]
pub(super) fn cells<S: Simd>(bands: u32x4<S>) -> Cells {
    let [a, b, c, _] = bands.to_array();
    [a, b, c, 0]
}

#[inline(always)]
pub(super) fn is_empty<S: Simd>(bands: u32x4<S>) -> bool {
    bands.simd_eq(u32x4::splat(bands.token(), 0)).all_true()
}
