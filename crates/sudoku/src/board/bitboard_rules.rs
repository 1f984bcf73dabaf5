//! Propagation on the ordinary 9 by 9 board: singles and locked candidates, for all digits at once or one at a time.

use fearless_simd::prelude::*;
use fearless_simd::{Level as SimdLevel, Simd, dispatch, u32x4, u32x8};

use super::tables;
use super::tables::{CellWords, and, and_not, any, first, or, peers};
use crate::board::bands::{
    Counted, Digits, across, across_of, alone, bands, cells, clear_rows, down, down_of, is_empty, level,
};
use crate::board::bitboard::{Bitboards, empty};
use crate::board::tables::{BAND, FIRST};
use crate::board::{Contradiction, Level};

/// Runs naked and hidden singles and locked candidates until nothing changes.
///
/// Assume that the places of a digit are consistent across (each row of a band has its own box) and down (each band of
/// a stack has its own column). Then a digit with a single place in a row has left that cell's box and column. It is
/// therefore enough to search rows for single places, and to remove the last digit of a cell from the rest of its row.
///
/// In each round all digits are looked at, each by itself: what one concludes about the others is left for the next
/// round. That takes a few rounds more, and less time, because the processor works on all digits at once, and has
/// little to foresee.
pub(super) fn locked(board: &mut Bitboards) -> Result<(), Contradiction> {
    locked_on(level(), board)
}

/// Finds locked candidates with the instructions of a processor level.
fn locked_on(level: SimdLevel, board: &mut Bitboards) -> Result<(), Contradiction> {
    dispatch!(level, simd => rounds(simd, Start::of(simd, board), board))
}

/// Runs [`locked`] on a copy in which the cell has only the digit at `d`, and none of its peers has it. Writes the copy
/// only at the end: after a contradiction, it is as it was.
pub(super) fn locked_copy(board: &Bitboards, copy: &mut Bitboards, cell: usize, d: usize) -> Result<(), Contradiction> {
    dispatch!(level(), simd => rounds(simd, Start::of(simd, board).with(cell, d), copy))
}

/// Runs [`locked`] on a board by the instructions of each generation of processors that this one can stand for, the
/// weakest first.
pub(super) fn locked_on_each(board: &Bitboards) -> Vec<(Bitboards, Result<(), Contradiction>)> {
    let best = level();
    #[allow(unused_mut, reason = "only these processors have several generations")]
    let mut levels = vec![SimdLevel::baseline(), best];
    #[cfg(target_arch = "x86_64")]
    {
        levels.extend(best.as_sse4_2().map(SimdLevel::Sse4_2));
        levels.extend(best.as_avx2().map(SimdLevel::Avx2));
    }
    let concluded = |level| {
        let mut board = board.clone();
        let result = locked_on(level, &mut board);
        (board, result)
    };
    levels.into_iter().map(concluded).collect()
}

/// State at the start of the rounds.
struct Start<S: Simd> {
    places: Digits<S>,
    /// The places that each digit had when they were consistent across.
    seen: Digits<S>,
    /// Cells with a single digit whose row has been cleared of it, or that is alone there.
    done: u32x4<S>,
}

impl<S: Simd> Start<S> {
    #[inline(always)]
    fn of(simd: S, board: &Bitboards) -> Start<S> {
        let places = Digits::load(simd, &board.planes);
        let seen = if board.changed { Digits::of_cells(u32x4::splat(simd, u32::MAX)) } else { places };
        Start { places, seen, done: bands(simd, &board.settled) }
    }

    /// Places the digit at `d`, the cell's only one, which no peer has.
    #[inline(always)]
    fn with(self, cell: usize, d: usize) -> Start<S> {
        let simd = self.done.witness();
        let left = |cells: &CellWords| !bands(simd, cells);
        let places = self.places.kept(left(&tables::only(cell)), d, left(&tables::peers(cell)));
        Start { places, seen: Digits::of_cells(u32x4::splat(simd, u32::MAX)), ..self }
    }
}

/// Works on what the start says, and writes the board when nothing changes any more.
#[inline(always)]
fn rounds<S: Simd>(simd: S, start: Start<S>, board: &mut Bitboards) -> Result<(), Contradiction> {
    let Start { mut places, mut seen, mut done } = start;
    // The cells that each digit has to be in, alone in their rows, and none has before it is looked at.
    let mut own = Digits::of_cells(u32x4::splat(simd, 0));
    loop {
        let Counted { one: taken, two: wanted_twice } = own.counted();
        if !is_empty(wanted_twice) {
            return Err(Contradiction::at(own.first(&cells(wanted_twice))));
        }
        let Counted { one, two } = places.counted();
        if !is_empty(one ^ BAND) {
            return Err(empty(&one.into()));
        }
        let singles = one & !two;
        done |= taken;
        let fresh = singles & !done;
        if !is_empty(fresh) {
            let fresh = Digits::of_cells(fresh);
            let ([a, b, c], [d, e, f]) = (&mut places.eight, fresh.eight);
            let eight = [clear_rows(a, d), clear_rows(b, e), clear_rows(c, f)];
            let twice = Digits { eight, ninth: clear_rows(&mut places.ninth, fresh.ninth) };
            if !twice.is_empty() {
                return Err(Contradiction::among(twice.first(&tables::ALL) / 9));
            }
        }
        done |= singles;
        places = places.and(&own.or(&Digits::of_cells(!taken)));
        if places.equals(&seen) {
            places.store(&mut board.planes);
            board.settled = cells(singles);
            board.changed = false;
            return Ok(());
        }
        seen = Digits { eight: across(places.eight), ninth: across_of(places.ninth) };
        places = Digits { eight: down(seen.eight), ninth: down_of(seen.ninth) };
        // A digit without a place in some band has none in any.
        let [a, b, c] = places.eight;
        if a.simd_eq(u32x8::splat(simd, 0)).any_true() || is_empty(places.ninth) {
            return Err(nowhere(&seen, &places));
        }
        own = Digits { eight: [alone(a), alone(b), alone(c)], ninth: alone(places.ninth) };
    }
}

/// A digit has no place; `across` has those that were left when rows had been looked at. Two digits are told of
/// together ([`Digits::first`] says why that is not to change).
#[cold]
fn nowhere<S: Simd>(across: &Digits<S>, places: &Digits<S>) -> Contradiction {
    let (mut seen, mut left) = ([[0; 4]; 9], [[0; 4]; 9]);
    across.store(&mut seen);
    places.store(&mut left);
    let pairs = seen.chunks(2).zip(left.chunks(2));
    let pair = pairs.filter(|(_, left)| left.iter().any(|plane| !tables::any(plane))).map(|(seen, _)| seen).next();
    let band = |plane: &CellWords| plane.iter().take(3).position(|&band| band == 0);
    let band = pair.and_then(|pair| pair.iter().find_map(band));
    Contradiction::among(band.map_or(9, |band| 3 * band))
}

pub(super) fn propagate(board: &mut Bitboards, level: Level) -> Result<(), Contradiction> {
    match level {
        Level::Forward => forward(board),
        Level::Naked => naked(board),
        Level::Hidden => hidden(board),
        _ => locked(board),
    }
}

/// The digits of the single cells that are not settled leave their peers.
fn settle(board: &mut Bitboards, fresh: &CellWords) {
    for d in 0..9 {
        let here = board.planes.get(d).map(|plane| and(plane, fresh)).unwrap_or_default();
        let seen = tables::cells(here).fold([0; 4], |seen, cell| or(&seen, &peers(cell)));
        board.remove(&seen, d);
    }
    board.settled = or(&board.settled, fresh);
}

fn forward(board: &mut Bitboards) -> Result<(), Contradiction> {
    let singles = board.singles()?;
    settle(board, &and_not(&singles, &board.settled));
    board.singles().map(|_| ())
}

fn naked(board: &mut Bitboards) -> Result<(), Contradiction> {
    loop {
        let singles = board.singles()?;
        let fresh = and_not(&singles, &board.settled);
        if !any(&fresh) {
            return Ok(());
        }
        settle(board, &fresh);
    }
}

fn hidden(board: &mut Bitboards) -> Result<(), Contradiction> {
    loop {
        naked(board)?;
        let (mut alone, mut taken) = ([[0; 4]; 9], [0; 4]);
        for (plane, alone) in board.planes.iter().zip(&mut alone) {
            *alone = alone_in_a_unit(plane)?;
            if let Some(cell) = first(&and(&taken, alone)) {
                return Err(Contradiction::at(cell));
            }
            taken = or(&taken, alone);
        }
        if !keep(board, &alone, &taken) {
            return Ok(());
        }
    }
}

/// Removes all other digits from cells that must have a digit. Returns whether anything changed.
#[inline(always)]
fn keep(board: &mut Bitboards, alone: &[CellWords; 9], taken: &CellWords) -> bool {
    let mut any = false;
    for (plane, alone) in board.planes.iter_mut().zip(alone) {
        let new = and_not(plane, &and_not(taken, alone));
        any |= *plane != new;
        *plane = new;
    }
    board.changed |= any;
    any
}

/// The places of a digit that are its only ones in a row, a column or a box.
fn alone_in_a_unit(plane: &CellWords) -> Result<CellWords, Contradiction> {
    let [a, b, c, _] = *plane;
    let mut alone = [0; 4];
    // Columns: nine rows are counted at once.
    let rows = [a, b, c].into_iter().flat_map(|band| [band & 511, band >> 9 & 511, band >> 18]);
    let (one, two) = rows.fold((0, 0), |(one, two), row| (one | row, two | one & row));
    if one != 511 {
        return Err(Contradiction::among(9 + (!one).trailing_zeros() as usize));
    }
    let columns = (one & !two) * FIRST;
    for (band, (&word, alone)) in plane.iter().zip(&mut alone).enumerate().take(3) {
        *alone |= word & columns;
        for row in 0..3 {
            *alone |= lone_bit(word, 511 << (9 * row)).ok_or(Contradiction::among(3 * band + row))?;
        }
        for k in 0..3 {
            *alone |= lone_bit(word, (7 * FIRST) << (3 * k)).ok_or(Contradiction::among(18 + 3 * band + k))?;
        }
    }
    Ok(alone)
}

/// The only bit of a word under a mask; 0 if there are several, `None` if there is none.
#[inline(always)]
fn lone_bit(word: u32, mask: u32) -> Option<u32> {
    let bits = word & mask;
    if bits == 0 { None } else { Some(if bits & (bits - 1) == 0 { bits } else { 0 }) }
}
