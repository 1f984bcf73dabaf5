//! Naked and hidden singles and locked candidates on the ordinary 9 by 9 board, for all digits at once.

use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch, u8x32, u32x4, u32x8, u64x2};

use super::Contradiction;
use super::bands::{across, across_of, alone, clear_rows, down, down_of};
use super::planes::{self, Cells, Planes};
use super::tables::{BAND, THIS_BAND};

/// Runs naked and hidden singles and locked candidates until nothing changes.
///
/// Where the places of a digit are consistent across (each row of a band has its own box) and down (each band of a
/// stack its own column), a digit that has a single place in a row has left that cell's box and column. So it is enough
/// to look for single places in rows, and to keep a digit that is the last of its cell out of the rest of its row.
///
/// In each round all digits are looked at, each by itself: what one concludes about the others is left for the next
/// round. That takes a few rounds more, and less time, because the processor works on all digits at once, and has
/// little to foresee.
pub(super) fn locked(board: &mut Planes) -> Result<(), Contradiction> {
    dispatch!(Level::new(), simd => rounds(simd, board))
}

#[inline(always)]
fn rounds<S: Simd>(simd: S, board: &mut Planes) -> Result<(), Contradiction> {
    let mut places = Digits::load(simd, &board.planes);
    // The places that each digit had when they were consistent across.
    let mut seen = if board.changed == 0 { places } else { Digits::of_cells(u32x4::splat(simd, u32::MAX)) };
    // Cells with a single digit whose row has been cleared of it, or that is alone there.
    let mut done = bands(simd, &board.settled);
    // Cells that a digit has to be in because it is alone in its row. The others have left them.
    let mut taken = u32x4::splat(simd, 0);
    loop {
        let Counted { one, two } = places.counted();
        let wanted_twice = taken & two;
        if !is_empty(wanted_twice) {
            return Err(Contradiction::at(places.first(&cells(wanted_twice))));
        }
        if !is_empty(one ^ BAND) {
            return Err(planes::empty(&one.to_array()));
        }
        let singles = one & !two;
        let fresh = singles & !done;
        if !is_empty(fresh) {
            done |= fresh;
            let fresh = Digits::of_cells(fresh);
            let ([a, b, c], [d, e, f]) = (&mut places.eight, fresh.eight);
            let eight = [clear_rows(a, d), clear_rows(b, e), clear_rows(c, f)];
            let twice = Digits { eight, ninth: clear_rows(&mut places.ninth, fresh.ninth) };
            if !twice.is_empty() {
                return Err(Contradiction::among(twice.first(&planes::ALL) / 9));
            }
        }
        if places.equals(&seen) {
            places.store(&mut board.planes);
            board.settled = cells(singles);
            board.changed = 0;
            return Ok(());
        }
        seen = Digits { eight: across(places.eight), ninth: across_of(places.ninth) };
        places = Digits { eight: down(seen.eight), ninth: down_of(seen.ninth) };
        // A digit without a place in some band has none in any.
        let [a, b, c] = places.eight;
        if a.simd_eq(u32x8::splat(simd, 0)).any_true() || is_empty(places.ninth) {
            return Err(nowhere(&seen, &places));
        }
        let own = Digits { eight: [alone(a), alone(b), alone(c)], ninth: alone(places.ninth) };
        taken = own.any();
        done |= taken;
        places = places.and(&own.or(&Digits::of_cells(!taken)));
    }
}

/// Cells of each digit. A vector for each band has those of eight digits, one vector the bands of the ninth, the last of
/// them twice.
#[derive(Clone, Copy)]
struct Digits<S: Simd> {
    eight: [u32x8<S>; 3],
    ninth: u32x4<S>,
}

impl<S: Simd> Digits<S> {
    /// The same cells for each digit.
    #[inline(always)]
    fn of_cells(cells: u32x4<S>) -> Digits<S> {
        let simd = cells.token();
        let both = u32x8::block_splat(cells);
        let band = |bytes: [u8; 32]| both.swizzle_dyn_within_blocks(u8x32::simd_from(simd, bytes));
        let [a, b, c] = THIS_BAND;
        Digits { eight: [band(a), band(b), band(c)], ninth: cells }
    }

    #[inline(always)]
    fn load(simd: S, planes: &[Cells; 9]) -> Digits<S> {
        let [a, b, c, d, e, f, g, h, ninth] = *planes;
        let four = |planes: [Cells; 4]| u32x4::load_four_interleaved(simd, planes.as_flattened());
        let ([a, b, c, _], [d, e, f, _]) = (four([a, b, c, d]), four([e, f, g, h]));
        Digits { eight: [a.combine(d), b.combine(e), c.combine(f)], ninth: bands(simd, &ninth) }
    }

    #[inline(always)]
    fn store(&self, planes: &mut [Cells; 9]) {
        let [a, b, c] = self.eight;
        let ((a, d), (b, e), (c, f)) = (a.split(), b.split(), c.split());
        let none = a ^ a;
        let [eight @ .., ninth] = planes;
        let (four, others) = eight.as_flattened_mut().split_at_mut(16);
        u32x4::store_four_interleaved([a, b, c, none], four);
        u32x4::store_four_interleaved([d, e, f, none], others);
        *ninth = cells(self.ninth);
    }

    #[inline(always)]
    fn and(&self, other: &Digits<S>) -> Digits<S> {
        let ([a, b, c], [d, e, f]) = (self.eight, other.eight);
        Digits { eight: [a & d, b & e, c & f], ninth: self.ninth & other.ninth }
    }

    #[inline(always)]
    fn or(&self, other: &Digits<S>) -> Digits<S> {
        let ([a, b, c], [d, e, f]) = (self.eight, other.eight);
        Digits { eight: [a | d, b | e, c | f], ninth: self.ninth | other.ninth }
    }

    #[inline(always)]
    fn equals(&self, other: &Digits<S>) -> bool {
        let ([a, b, c], [d, e, f]) = (self.eight, other.eight);
        Digits { eight: [a ^ d, b ^ e, c ^ f], ninth: self.ninth ^ other.ninth }.is_empty()
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        let [a, b, c] = self.eight;
        is_empty(self.ninth) && (a | b | c).simd_eq(a ^ a).all_true()
    }

    /// The first of some cells that an odd digit is in, or else an even one. Where several cells are contradictions, this
    /// decides which is blamed, hence where weights grow and what a search by weights does next.
    #[cold]
    fn first(&self, among: &Cells) -> usize {
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
    fn any(&self) -> u32x4<S> {
        let [a, b, c] = self.eight;
        let ((a, d), (b, e), (c, f)) = (a.split(), b.split(), c.split());
        let (a, b, c) = (a | d, b | e, c | f);
        let (ab, cc) = (a.zip_low(b) | a.zip_high(b), c.zip_low(c) | c.zip_high(c));
        let (ab, cc) = (ab.bitcast::<u64x2<S>>(), cc.bitcast::<u64x2<S>>());
        (ab.zip_low(cc) | ab.zip_high(cc)).bitcast::<u32x4<S>>() | self.ninth
    }

    /// The cells that any digit is in, and those that several are in.
    #[inline(always)]
    fn counted(&self) -> Counted<S> {
        let [a, b, c] = self.eight;
        let (a, b, c) = (Counted::of_band(a), Counted::of_band(b), Counted::of_band(c));
        let eight = a.zipped(b).zipped_by_two(c.zipped(c));
        eight.and(Counted { one: self.ninth, two: self.ninth ^ self.ninth })
    }
}

/// What any digits are in, and what several of them are in.
#[derive(Clone, Copy)]
struct Counted<S: Simd> {
    one: u32x4<S>,
    two: u32x4<S>,
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
fn bands<S: Simd>(simd: S, &[a, b, c, _]: &Cells) -> u32x4<S> {
    u32x4::simd_from(simd, [a, b, c, c])
}

#[inline(always)]
fn cells<S: Simd>(bands: u32x4<S>) -> Cells {
    let [a, b, c, _] = bands.to_array();
    [a, b, c, 0]
}

#[inline(always)]
fn is_empty<S: Simd>(bands: u32x4<S>) -> bool {
    bands.simd_eq(bands ^ bands).all_true()
}

/// A digit has no place; `across` has those that were left when rows had been looked at. Two digits are told of
/// together ([`Digits::first`] says why that is not to change).
#[cold]
fn nowhere<S: Simd>(across: &Digits<S>, places: &Digits<S>) -> Contradiction {
    let (mut seen, mut left) = ([[0; 4]; 9], [[0; 4]; 9]);
    across.store(&mut seen);
    places.store(&mut left);
    let pairs = seen.chunks(2).zip(left.chunks(2));
    let pair = pairs.filter(|(_, left)| left.iter().any(|plane| !planes::any(plane))).map(|(seen, _)| seen).next();
    let band = |plane: &Cells| plane.iter().take(3).position(|&band| band == 0);
    let band = pair.and_then(|pair| pair.iter().find_map(band));
    Contradiction::among(band.map_or(9, |band| 3 * band))
}

#[cfg(test)]
mod tests {
    use super::*;
    use klammer_space::Random;

    /// The processors that this one can stand for, weakest first.
    fn levels() -> Vec<Level> {
        let best = Level::new();
        #[allow(unused_mut, reason = "only these processors have several generations")]
        let mut levels = vec![Level::baseline(), best];
        #[cfg(target_arch = "x86_64")]
        {
            levels.extend(best.as_sse2().map(Level::Sse2));
            levels.extend(best.as_sse4_2().map(Level::Sse4_2));
            levels.extend(best.as_avx2().map(Level::Avx2));
        }
        levels
    }

    #[test]
    fn every_generation_of_processors_concludes_the_same() {
        let mut random = Random::new(31);
        for _ in 0..2000 {
            let mut board = Planes::new();
            let dense = 1 + random.below(4);
            for plane in &mut board.planes {
                for (word, all) in plane.iter_mut().zip(planes::ALL) {
                    *word = (0..dense).fold(0, |word, _| word | random.next_bits() as u32) & all;
                }
            }
            for _ in 0..random.below(12) {
                let (cell, d) = (random.below(81), random.below(9));
                if board.has(cell, d) {
                    board.place(cell, d);
                }
            }
            let outcomes = levels().into_iter().map(|level| {
                let mut board = board.clone();
                let result = dispatch!(level, simd => rounds(simd, &mut board));
                (result.is_ok().then_some((board.planes, board.settled)), result)
            });
            let outcomes: Vec<_> = outcomes.collect();
            assert!(outcomes.windows(2).all(|pair| pair[0] == pair[1]), "{outcomes:?}");
        }
    }
}
