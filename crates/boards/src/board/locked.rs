//! Naked and hidden singles and locked candidates on the ordinary 9 by 9 board: all bands of two digits at once.

use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch};

use super::Contradiction;
use super::pairs::{Pair, both, first_of, is_empty, join, load, next_band, none, rows_of, store, swapped};
use super::planes::{self, Planes};
use super::tables::{BAND, FIRST};

/// The first box of each row of a band, by the first cell that it has there.
const LEFT: u32 = FIRST;
const MIDDLE: u32 = LEFT << 3;
const RIGHT: u32 = LEFT << 6;
/// For nine columns, the first, the second and the third of each stack.
const COLUMNS: [u32; 3] = [0o111, 0o222, 0o444];

/// Runs naked and hidden singles and locked candidates until nothing changes.
///
/// Where the places of a digit are consistent across (each row of a band has its own box) and down (each band of a
/// stack its own column), a digit that has a single place in a row has left that cell's box and column. So it is enough
/// to look for single places in rows, and to keep a digit that is the last of its cell out of the rest of its row.
///
/// In each round all digits whose places have changed are looked at, each by itself: what one concludes about the
/// others is left for the next round. That takes a few rounds more, and less time, because the processor works on
/// several digits at once.
pub(super) fn locked(board: &mut Planes) -> Result<(), Contradiction> {
    dispatch!(Level::new(), simd => rounds(simd, board))
}

#[inline(always)]
fn rounds<S: Simd>(simd: S, board: &mut Planes) -> Result<(), Contradiction> {
    let none = none(simd);
    let all = both(simd, &planes::ALL);
    let mut planes = load(simd, &board.planes);
    // The places that each digit had when they were consistent across.
    let mut seen = planes;
    for (k, seen) in seen.iter_mut().enumerate() {
        if board.changed >> (2 * k) & 3 != 0 {
            *seen = !none;
        }
    }
    // Words of bands that there are not; nothing is missing there.
    let [outside, outside_last] = [&planes::ALL, &[0; 4]].map(|second| join(simd, &planes::ALL, second) ^ BAND);
    // Cells with a single digit whose row has been cleared of it, or that is alone there.
    let mut done = both(simd, &board.settled);
    // Cells that a digit has to be in because it is alone in its row: of all, and of each. The others leave them.
    let (mut taken, mut own) = (none, [none; 5]);
    loop {
        let (mut one, mut two) = (none, none);
        for (plane, own) in planes.iter_mut().zip(&own) {
            *plane &= !(taken & !*own);
            two |= one & *plane;
            one |= *plane;
        }
        let other = swapped(one);
        two |= swapped(two) | one & other;
        one |= other;
        if !one.simd_eq(all).all_true() {
            return Err(planes::empty(&first_of(one)));
        }
        let singles = one & !two;
        let fresh = singles & !done;
        if !is_empty(fresh) {
            done |= fresh;
            clear_rows(&mut planes, fresh)?;
        }
        let mut active = false;
        for (k, ((plane, seen), own)) in planes.iter_mut().zip(&mut seen).zip(&mut own).enumerate() {
            if plane.simd_eq(*seen).all_true() {
                continue;
            }
            active = true;
            *seen = across(*plane);
            *plane = down(*seen);
            if (*plane | if k < 4 { outside } else { outside_last }).simd_eq(none).any_true() {
                return Err(nowhere(*seen, k));
            }
            let alone = *plane & !rows_of(*plane & (*plane - FIRST));
            *own |= alone & !done;
        }
        if !active {
            store(&mut board.planes, &planes);
            board.settled = first_of(singles);
            board.changed = 0;
            return Ok(());
        }
        let mut wanted_twice = none;
        taken = none;
        for own in &own {
            wanted_twice |= taken & *own;
            taken |= *own;
        }
        let other = swapped(taken);
        wanted_twice |= taken & other;
        taken |= other;
        if !is_empty(wanted_twice) {
            return Err(Contradiction::at(first(wanted_twice)));
        }
        done |= taken;
    }
}

/// A digit of a pair has no place in some band; these are their places after they have been looked at across.
#[cold]
fn nowhere<S: Simd>(across: Pair<S>, pair: usize) -> Contradiction {
    let (digits, _) = across.as_chunks::<4>();
    let bands =
        digits.iter().take(if pair < 4 { 2 } else { 1 }).map(|bands| bands.iter().take(3).position(|&band| band == 0));
    Contradiction::among(bands.flatten().next().map_or(9, |band| 3 * band))
}

/// Takes the digits of some cells that have no other out of the rest of their rows.
#[inline(always)]
fn clear_rows<S: Simd>(planes: &mut [Pair<S>; 5], fresh: Pair<S>) -> Result<(), Contradiction> {
    let mut twice = none(fresh.token());
    for plane in planes {
        let here = *plane & fresh;
        let rows = rows_of(here);
        // Bits in empty rows keep the subtraction inside its row.
        let filled = here | !rows & FIRST;
        twice |= filled & (filled - FIRST);
        *plane &= !(rows & !here);
    }
    if is_empty(twice) { Ok(()) } else { Err(Contradiction::among(first(twice) / 9)) }
}

/// The places of a digit that are part of some way to give each row of a band its own box. None if there is no way.
/// That is all that locked candidates between rows and boxes can say.
#[inline(always)]
fn across<S: Simd>(places: Pair<S>) -> Pair<S> {
    let boxes = (places | places >> 1 | places >> 2) & (LEFT | MIDDLE | RIGHT);
    let one = boxes >> 3 & (LEFT | MIDDLE) | boxes << 6 & RIGHT;
    let two = boxes >> 6 & LEFT | boxes << 3 & (MIDDLE | RIGHT);
    let next = |rows: Pair<S>| rows >> 9 | rows << 18;
    let pairs = one & next(two) | two & next(one);
    let kept = boxes & next(pairs);
    places & (kept | kept << 1 | kept << 2)
}

/// The same for columns: the places that are part of some way to give each band of a stack its own column.
#[inline(always)]
fn down<S: Simd>(places: Pair<S>) -> Pair<S> {
    let [a, b, c] = COLUMNS;
    let columns = (places | places >> 9 | places >> 18) & (a | b | c);
    let one = columns >> 1 & (a | b) | columns << 2 & c;
    let two = columns >> 2 & a | columns << 1 & (b | c);
    let pairs = one & next_band(two) | two & next_band(one);
    let kept = columns & next_band(pairs);
    places & (kept | (kept | kept << 9) << 9)
}

/// The first of some cells, of which there is one.
#[cold]
fn first<S: Simd>(cells: Pair<S>) -> usize {
    cells.as_chunks::<4>().0.iter().find_map(planes::first).unwrap_or(0)
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
