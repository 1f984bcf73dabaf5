//! All digits of the ordinary 9 by 9 board in vectors, to be asked at once.
//!
//! The `map` of an array may not stand between these functions and what they call: it would not be compiled for the
//! processor that the rest is compiled for.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, mask32x4, u32x4, u32x8};

use super::cells::{self, Cells};

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
        let (low, high) = (cells.zip_low(cells), cells.zip_high(cells));
        let (a, b, c) = (low.zip_low(low), low.zip_high(low), high.zip_low(high));
        Digits { eight: [u32x8::block_splat(a), u32x8::block_splat(b), u32x8::block_splat(c)], ninth: cells }
    }

    #[inline(always)]
    pub fn load(simd: S, planes: &[Cells; 9]) -> Digits<S> {
        let [a, b, c, d, e, f, g, h, ninth] = *planes;
        let plane = |cells: Cells| u32x4::simd_from(simd, cells);
        let [a, b, c, _] = transposed([plane(a), plane(b), plane(c), plane(d)]);
        let [d, e, f, _] = transposed([plane(e), plane(f), plane(g), plane(h)]);
        Digits { eight: [a.combine(d), b.combine(e), c.combine(f)], ninth: bands(simd, &ninth) }
    }

    #[inline(always)]
    pub fn store(&self, planes: &mut [Cells; 9]) {
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
    pub fn first(&self, among: &Cells) -> usize {
        let mut all = [[0; 4]; 9];
        self.store(&mut all);
        let (mut odd, mut even) = ([0; 4], [0; 4]);
        for pair in all.chunks(2) {
            odd = pair.first().map_or(odd, |plane| cells::or(&odd, plane));
            even = pair.get(1).map_or(even, |plane| cells::or(&even, plane));
        }
        let first = |cells: &Cells| cells::first(&cells::and(cells, among));
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

    /// The same of two pairs of bands with two groups of digits.
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
pub(super) fn bands<S: Simd>(simd: S, &[a, b, c, _]: &Cells) -> u32x4<S> {
    u32x4::simd_from(simd, [a, b, c, c])
}

#[inline(always)]
pub(super) fn cells<S: Simd>(bands: u32x4<S>) -> Cells {
    let [a, b, c, _]: Cells = bands.into();
    [a, b, c, 0]
}

#[inline(always)]
pub(super) fn is_empty<S: Simd>(bands: u32x4<S>) -> bool {
    bands.simd_eq(u32x4::splat(bands.witness(), 0)).all_true()
}
