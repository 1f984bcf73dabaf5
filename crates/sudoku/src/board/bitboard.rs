//! State of the ordinary 9 by 9 board: for each digit the cells in which it is possible, as three bands of 27 bits
//! (`tables`). Propagation on it: singles and locked candidates, for all digits at once or one at a time.
//!
//! Counting the candidates of all cells is then a few operations on whole planes. The idea, and that of looking locked
//! candidates up in tables, is known from JCZSolve (zhouyundong_2012, champagne, JasonLion) and tdoku (Tom Dillon).

use fearless_simd::prelude::*;
use fearless_simd::{Level as SimdLevel, Simd, dispatch, u32x4, u32x8};

use super::tables::{self, ALL, CellWords, DIGITS, and, and_not, any, count, each, first, only, or, peers};
use crate::board::bands::{
    Counted, Digits, across, across_of, alone, bands, cells, clear_rows, down, down_of, is_empty, is_everywhere, level,
    narrowed, text,
};
use crate::board::tables::{BAND, FIRST};
use crate::board::{Contradiction, Level, Mask};

#[derive(Debug, Clone)]
pub(super) struct Bitboards {
    pub planes: [CellWords; 9],
    pub settled: CellWords,
    /// Something has changed since the rules looked at all of it.
    pub changed: bool,
}

/// Band and bit of a cell. One that there is not is in no band and has no bit.
#[inline(always)]
fn at(cell: usize) -> (usize, u32) {
    (cell / 27, u32::from(cell < 81) << (cell % 27))
}

impl Bitboards {
    pub fn new() -> Bitboards {
        Bitboards { planes: [ALL; 9], settled: [0; 4], changed: true }
    }

    /// A board with these digits possible in its cells. Digits that it does not have are left out.
    pub fn with_masks(masks: &[Mask; 81]) -> Bitboards {
        let mut board = Bitboards::new();
        let narrowed = narrowed(masks);
        // For each band the places of each digit, by its number: room for all numbers that four bits can have.
        let mut places = [[0; 16]; 3];
        for ((masks, narrowed), places) in masks.as_chunks::<27>().0.iter().zip(narrowed).zip(&mut places) {
            let mut left = narrowed;
            while left != 0 {
                let mut digits = masks.get(left.trailing_zeros() as usize).map_or(0, |mask| mask & DIGITS);
                let bit = left & left.wrapping_neg();
                while digits != 0 {
                    if let Some(places) = places.get_mut(digits.trailing_zeros() as usize % 16) {
                        *places |= bit;
                    }
                    digits &= digits - 1;
                }
                left ^= bit;
            }
        }
        let blank = and_not(&ALL, &narrowed);
        let [a, b, c] = places;
        for ((plane, a), (b, c)) in board.planes.iter_mut().zip(a.iter().skip(1)).zip(b.iter().zip(&c).skip(1)) {
            *plane = or(&blank, &[*a, *b, *c, 0]);
        }
        board
    }

    #[inline]
    pub fn mask(&self, cell: usize) -> Mask {
        let (band, bit) = at(cell);
        let here = |plane: &CellWords| plane.get(band).is_some_and(|word| word & bit != 0);
        self.planes.iter().zip(1..).fold(0, |mask, (plane, digit)| mask | Mask::from(here(plane)) << digit)
    }

    /// Returns the number of digits that are possible in a cell.
    #[inline]
    pub fn count(&self, cell: usize) -> u32 {
        if cell >= 81 {
            return 0;
        }
        let (band, bit) = at(cell);
        // Nine times the highest bit of a band fits a word: the bits are added where they are.
        let sum: u32 = self.planes.iter().map(|plane| plane.get(band).map_or(0, |word| word & bit)).sum();
        sum >> (bit.trailing_zeros() % 32)
    }

    #[inline]
    pub fn is_settled(&self, cell: usize) -> bool {
        let (band, bit) = at(cell);
        self.settled.get(band).is_some_and(|word| word & bit != 0)
    }

    pub fn unsettled(&self) -> CellWords {
        and_not(&ALL, &self.settled)
    }

    /// Returns whether the digit at `d` is possible in a cell.
    #[inline]
    pub fn has(&self, cell: usize, d: usize) -> bool {
        let (band, bit) = at(cell);
        self.planes.get(d).and_then(|plane| plane.get(band)).is_some_and(|word| word & bit != 0)
    }

    /// Candidates of a cell from outside: more or fewer than before.
    pub fn set(&mut self, cell: usize, mask: Mask) {
        let (band, bit) = at(cell);
        let peers = peers(cell);
        self.settled = and_not(&self.settled, &only(cell));
        self.changed |= mask != self.mask(cell);
        for (d, plane) in self.planes.iter_mut().enumerate() {
            let Some(word) = plane.get_mut(band) else { return };
            *word = if mask >> (d + 1) & 1 != 0 { *word | bit } else { *word & !bit };
            if *word & bit != 0 {
                // Peers that had been settled with this digit.
                self.settled = and_not(&self.settled, &and(plane, &peers));
            }
        }
    }

    /// Leaves only the digit at `d` in a cell.
    #[inline]
    pub fn place(&mut self, cell: usize, d: usize) {
        // Whole planes, as they are read right after: a processor waits where it reads at once what was written in
        // parts.
        let here = only(cell);
        let kept = self.planes.get(d).map(|plane| and(plane, &here));
        for plane in &mut self.planes {
            *plane = and_not(plane, &here);
        }
        if let Some((plane, kept)) = self.planes.get_mut(d).zip(kept) {
            *plane = or(plane, &kept);
        }
        // The digit leaves its peers, too; those are for the rules to find.
        self.changed = true;
    }

    /// The documented step; `None` if a peer of the cell may be left without candidates: then nothing has changed.
    #[inline]
    pub fn forward_step(&mut self, cell: usize, d: usize) -> Option<()> {
        let peers = peers(cell);
        let mut left = [0; 4];
        for (e, plane) in self.planes.iter().enumerate() {
            left = or(&left, &if e == d { and_not(plane, &peers) } else { *plane });
        }
        if any(&and_not(&peers, &left)) {
            return None;
        }
        self.place(cell, d);
        self.remove(&peers, d);
        Some(())
    }

    /// Takes the digit at `d` out of some cells.
    #[inline]
    pub fn remove(&mut self, cells: &CellWords, d: usize) {
        if let Some(plane) = self.planes.get_mut(d) {
            let new = and_not(plane, cells);
            self.changed |= *plane != new;
            *plane = new;
        }
    }

    #[inline]
    pub fn settle(&mut self, cell: usize) {
        self.settled = or(&self.settled, &only(cell));
    }

    /// Cells with exactly one candidate; the first cell without candidates if there is one.
    #[inline(always)]
    pub fn singles(&self) -> Result<CellWords, Contradiction> {
        let (mut one, mut two) = ([0; 4], [0; 4]);
        for plane in &self.planes {
            two = or(&two, &and(&one, plane));
            one = or(&one, plane);
        }
        if one != ALL {
            return Err(empty(&one));
        }
        Ok(and_not(&one, &two))
    }

    /// The fewest candidates that unsettled cells have, but at least one, and those cells.
    #[inline(always)]
    pub fn fewest(&self) -> Option<(u32, CellWords)> {
        let (mut one, mut two, mut three) = ([0; 4], [0; 4], [0; 4]);
        for plane in &self.planes {
            three = or(&three, &and(&two, plane));
            two = or(&two, &and(&one, plane));
            one = or(&one, plane);
        }
        let open = self.unsettled();
        if !any(&open) {
            return None;
        }
        let single = and(&open, &and_not(&one, &two));
        if any(&single) {
            return Some((1, single));
        }
        let pair = and(&open, &and_not(&two, &three));
        if any(&pair) { Some((2, pair)) } else { self.fewest_of_many(&open) }
    }

    #[cold]
    fn fewest_of_many(&self, open: &CellWords) -> Option<(u32, CellWords)> {
        // One row more than there are digits: no cell has as many.
        let mut at_least = [*open; 11];
        for row in at_least.iter_mut().skip(1) {
            *row = [0; 4];
        }
        for plane in &self.planes {
            // From the highest count down, so that each cell moves up by one.
            for i in (0..9).rev() {
                if let Some([low, high]) = at_least.get_mut(i..i + 2) {
                    *high = or(high, &and(low, plane));
                }
            }
        }
        (0..).zip(at_least.windows(2)).skip(1).find_map(|(count, pair)| match pair {
            [low, high] => Some((count, and_not(low, high))).filter(|(_, cells)| any(cells)),
            _ => None,
        })
    }

    pub fn count_digits(&self) -> u32 {
        // Three planes at a time become a plane of sums and one of carries.
        let mut total = 0;
        for [a, b, c] in self.planes.as_chunks::<3>().0 {
            let (sum, carry) = add(a, b, c);
            total += count(&sum) + 2 * count(&carry);
        }
        total
    }

    /// Returns whether each cell has exactly one digit, and each row, column and box has all of them.
    pub fn is_solved(&self) -> bool {
        self.singles().is_ok_and(|singles| singles == ALL) && is_everywhere(&self.planes)
    }

    /// Returns whether all candidates are candidates of another board, too.
    pub fn is_within(&self, other: &Bitboards) -> bool {
        self.planes.iter().zip(&other.planes).all(|(own, other)| !any(&and_not(own, other)))
    }

    /// Returns the board as a line of text in row order: the digit of each cell with a single candidate, a full stop
    /// for any other.
    pub fn line(&self) -> [u8; 81] {
        let (mut one, mut two) = ([0; 4], [0; 4]);
        // The digits as numbers of four bits: a plane for each bit.
        let mut bits = [[0; 4]; 4];
        for (plane, digit) in self.planes.iter().zip(1u32..) {
            two = or(&two, &and(&one, plane));
            one = or(&one, plane);
            for (_, bit) in (0..).zip(&mut bits).filter(|(place, _)| digit >> place & 1 != 0) {
                *bit = or(bit, plane);
            }
        }
        let single = and_not(&one, &two);
        text(&single, &bits.map(|bit| and(&bit, &single)))
    }

    /// The planes with their cells as masks, for what is not done on planes.
    pub fn masks(&self) -> impl Iterator<Item = Mask> + use<> {
        let mut masks = [0; 81];
        // Most boards whose masks are asked for are solved or nearly so: then there are few digits to go through.
        for (plane, digit) in self.planes.iter().zip(1..) {
            for cell in tables::cells(*plane) {
                if let Some(mask) = masks.get_mut(cell) {
                    *mask |= 1 << digit;
                }
            }
        }
        masks.into_iter()
    }
}

#[cold]
pub(super) fn empty(occupied: &CellWords) -> Contradiction {
    Contradiction::at(first(&and_not(&ALL, occupied)).unwrap_or(0))
}

#[inline(always)]
fn add(a: &CellWords, b: &CellWords, c: &CellWords) -> (CellWords, CellWords) {
    let half = each(a, b, |a, b| a ^ b);
    (each(&half, c, |half, c| half ^ c), or(&and(a, b), &and(&half, c)))
}

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
