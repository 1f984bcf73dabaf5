//! State of the ordinary 9 by 9 board: for each digit the cells in which it is possible, as three bands of 27 bits
//! (`tables`).
//!
//! Counting the candidates of all cells is then a few operations on whole planes. The idea, and that of looking locked
//! candidates up in tables, is known from JCZSolve (zhouyundong_2012, champagne, JasonLion) and tdoku (Tom Dillon).

use super::tables::{ALL, CellWords, DIGITS, and, and_not, any, cells, count, each, first, only, or, peers};
use crate::board::bands::{is_everywhere, narrowed, text};
use crate::board::{Contradiction, Mask};

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
            for cell in cells(*plane) {
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
