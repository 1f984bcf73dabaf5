//! Boards of Sudoku and its relatives, and propagation on them: what a search in a script calls at every step.
//!
//! A [`Layout`] has the size of a board and its groups of cells with different digits. A [`Board`] has the candidates
//! of each cell. Nothing here knows of the language: no values, no heap.
//!
//! ```
//! use klammer_sudoku::board::{Board, Layout, Level, TieBreak};
//!
//! let mut board = Board::new(&Layout::classic(4)?);
//! for (cell, digit) in [(0, 1), (6, 2), (9, 3)] {
//!     board.assign(cell, digit, Level::Locked).expect("these go together");
//! }
//! assert!(!board.is_solved());
//! let cell = board.most_constrained(TieBreak::Degree).expect("a cell is open");
//! assert_eq!(board.get(cell).count_ones(), 2);
//! # Ok::<(), klammer_sudoku::board::LayoutError>(())
//! ```
//!
//! Rules only remove digits, and more candidates never let a rule remove more. The rules of a level therefore have one
//! fixpoint, in whatever order they run.
//!
//! The ordinary 9 by 9 board is kept as nine planes of bits (`bitboard`), any other as a mask for each cell
//! (`generic_board`).

mod bands;
mod bitboard;
mod clue;
mod conflict;
mod generic_board;
mod layout;
mod searchable;
mod tables;
mod variant_board;

use std::sync::Arc;

pub use klammer_space::{Contradiction, Random, Space, TieBreak, Weights};

use crate::board::bitboard::Bitboards;
pub use crate::board::clue::Clue;
pub use crate::board::conflict::Conflict;
use crate::board::generic_board::GenericState;
pub use crate::board::layout::{Group, GroupKind, Layout, LayoutError, VariantGroups};
pub use crate::board::searchable::HiddenChoice;
pub use crate::board::searchable::Snapshot;
use crate::symbol::character;

/// A set of digits: bit `d` is digit `d`. Digits are 1 to [`Layout::DIGITS`].
pub type Mask = u64;

/// Strength of the propagation. Each level has the rules of those before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Removes the digits of all unsettled cells with a single candidate from their peers, once, without following the
    /// consequences.
    Forward,
    /// Naked singles, until nothing changes.
    Naked,
    /// A digit that has only one place in a unit goes there; one that has none is a contradiction.
    Hidden,
    /// Locked candidates: if all places of a digit in a unit are in another group, the digit leaves the rest of that
    /// group.
    Locked,
    /// Two cells of a group with the same two digits exclude these digits elsewhere. Two digits of a unit with the same
    /// two places exclude other digits there.
    Pairs,
    /// All that follows for each group by itself: a digit stays in a cell only if the group can be filled with it
    /// there.
    Distinct,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 6] =
        [Level::Forward, Level::Naked, Level::Hidden, Level::Locked, Level::Pairs, Level::Distinct];

    /// The names of all levels, weakest first.
    pub const NAMES: [&str; 6] = ["forward", "naked", "hidden", "locked", "pairs", "distinct"];
}

/// Returns whether there is exactly one digit in this set.
#[inline]
fn single(mask: Mask) -> bool {
    mask.is_power_of_two()
}

fn digit_bit(digit: u32) -> Mask {
    if digit < 64 { 1 << digit } else { 0 }
}

/// The digits that are still possible in each cell.
///
/// A cell is *settled* when it has a single digit and that has been taken out of its peers. [`Board::assign`],
/// [`Board::propagate`] and [`Board::propagate_constraint`] settle cells.
///
/// After a contradiction the board's content is unspecified, except after [`Board::propagate_constraint`] and
/// [`Board::is_solution`].
#[derive(Debug)]
pub struct Board {
    layout: Arc<Layout>,
    state: State,
}

#[derive(Debug, Clone)]
enum State {
    Ordinary(Bitboards),
    Any(GenericState),
}

impl Clone for Board {
    fn clone(&self) -> Board {
        Board { layout: Arc::clone(&self.layout), state: self.state.clone() }
    }

    #[inline]
    fn clone_from(&mut self, other: &Board) {
        copy_layout(&mut self.layout, &other.layout);
        match (&mut self.state, &other.state) {
            (State::Ordinary(planes), State::Ordinary(other)) => *planes = other.clone(),
            (state, other) => *state = other.clone(),
        }
    }
}

/// Changes no reference count if both boards have one layout, as those of a search have. Counts are shared by all
/// threads, and changing one waits for all earlier writes.
#[inline]
fn copy_layout(layout: &mut Arc<Layout>, other: &Arc<Layout>) {
    if !Arc::ptr_eq(layout, other) {
        *layout = Arc::clone(other);
    }
}

impl Board {
    /// A board on which every digit is possible in every cell.
    pub fn new(layout: &Arc<Layout>) -> Board {
        let state =
            if layout.ordinary { State::Ordinary(Bitboards::new()) } else { State::Any(GenericState::new(layout)) };
        Board { layout: layout.clone(), state }
    }

    /// A board with these digits possible in its cells, row after row; in further cells, all are.
    pub fn with_masks(layout: &Arc<Layout>, masks: impl IntoIterator<Item = Mask>) -> Board {
        let masks = masks.into_iter();
        let state = if layout.ordinary {
            let mut all = [layout.all(); 81];
            all.iter_mut().zip(masks).for_each(|(cell, mask)| *cell = mask);
            State::Ordinary(Bitboards::with_masks(&all))
        } else {
            let mut general = GenericState::new(layout);
            let masks = masks.map(|mask| mask & layout.all()).enumerate().take(layout.cells());
            for (cell, mask) in masks.filter(|(_, mask)| *mask != layout.all()) {
                general.set(layout, cell, mask);
            }
            State::Any(general)
        };
        Board { layout: Arc::clone(layout), state }
    }

    /// Makes a board as [`Board::with_masks`] does, of contiguous masks.
    pub(crate) fn of_masks(layout: &Arc<Layout>, masks: &[Mask]) -> Board {
        match masks.first_chunk() {
            Some(masks) if layout.ordinary => {
                Board { layout: Arc::clone(layout), state: State::Ordinary(Bitboards::with_masks(masks)) }
            }
            _ => Board::with_masks(layout, masks.iter().copied()),
        }
    }

    /// Size and groups.
    #[inline]
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The digits that are possible in a cell; none in a cell that the board does not have.
    #[inline]
    pub fn get(&self, cell: usize) -> Mask {
        match &self.state {
            State::Ordinary(planes) => planes.mask(cell),
            State::Any(general) => general.mask(cell),
        }
    }

    /// Returns the number of digits that are possible in a cell.
    #[inline]
    pub fn count(&self, cell: usize) -> u32 {
        match &self.state {
            State::Ordinary(planes) => planes.count(cell),
            State::Any(general) => general.mask(cell).count_ones(),
        }
    }

    /// The digits that are possible in each cell.
    pub fn masks(&self) -> impl Iterator<Item = Mask> + '_ {
        (0..self.layout.cells()).map(|cell| self.get(cell))
    }

    /// The digits that are possible in each cell, all at once.
    pub fn to_masks(&self) -> Vec<Mask> {
        match &self.state {
            State::Ordinary(planes) => planes.masks().collect(),
            State::Any(general) => general.masks().to_vec(),
        }
    }

    /// Appends the board to `out` as one character for each cell in row order: its digit (A is 10, B is 11, and so on),
    /// or a full stop unless it has exactly one. Digits up to 35 have characters.
    pub fn write_line(&self, out: &mut String) {
        match &self.state {
            State::Ordinary(planes) => {
                out.push_str(std::str::from_utf8(&planes.line()).unwrap_or_default());
            }
            State::Any(general) => out.extend(general.masks().iter().map(|&mask| match single(mask) {
                true => character(mask.trailing_zeros()),
                false => '.',
            })),
        }
    }

    /// Says which digits are possible in a cell. Digits that the board does not have are left out. The cell, and peers
    /// that had been settled with one of these digits, are not settled any more.
    pub fn set(&mut self, cell: usize, mask: Mask) {
        let mask = mask & self.layout.all();
        match &mut self.state {
            State::Ordinary(planes) => planes.set(cell, mask),
            State::Any(general) if cell < self.layout.cells() => general.set(&self.layout, cell, mask),
            State::Any(_) => {}
        }
    }

    /// Returns whether the cell has a single digit, and that digit has been taken out of all its peers.
    #[inline]
    pub fn is_settled(&self, cell: usize) -> bool {
        match &self.state {
            State::Ordinary(planes) => planes.is_settled(cell),
            State::Any(general) => general.is_settled(cell),
        }
    }

    /// Returns the number of candidates of all cells together.
    pub fn count_digits(&self) -> u32 {
        match &self.state {
            State::Ordinary(planes) => planes.count_digits(),
            State::Any(general) => general.masks().iter().map(|mask| mask.count_ones()).sum(),
        }
    }

    /// Gives a cell a digit and propagates at a level.
    pub fn assign(&mut self, cell: usize, digit: u32, level: Level) -> Result<(), Contradiction> {
        let bit = digit_bit(digit);
        match &mut self.state {
            State::Ordinary(planes) => match plane_of(planes, cell, bit) {
                Some(d) => {
                    planes.place(cell, d);
                    if level == Level::Locked {
                        // The rules would find that, too, and take most of a round for it.
                        planes.remove(&tables::peers(cell), d);
                    }
                }
                None => return Err(Contradiction::at(cell)),
            },
            State::Any(general) => match general.mask(cell) {
                old if old == bit => {}
                old if old & bit != 0 => general.place(&self.layout, cell, bit),
                _ => return Err(Contradiction::at(cell)),
            },
        }
        self.propagate(level)
    }

    /// Combines [`Clone::clone_from`] of a copy and then [`Board::assign`], in one go if possible. After a
    /// contradiction the content of the copy is unspecified.
    #[inline]
    pub fn assign_in_copy(&self, copy: &mut Board, cell: usize, digit: u32, level: Level) -> Result<(), Contradiction> {
        if let (State::Ordinary(planes), State::Ordinary(copied), Level::Locked) = (&self.state, &mut copy.state, level)
        {
            copy_layout(&mut copy.layout, &self.layout);
            let d = plane_of(planes, cell, digit_bit(digit)).ok_or(Contradiction::at(cell))?;
            return bitboard::locked_copy(planes, copied, cell, d);
        }
        copy.clone_from(self);
        copy.assign(cell, digit, level)
    }

    /// Takes a digit out of one cell, and nothing else. Returns whether it was there.
    pub fn eliminate(&mut self, cell: usize, digit: u32) -> bool {
        let (old, bit) = (self.get(cell), digit_bit(digit));
        if old & bit != 0 {
            self.set(cell, old & !bit);
        }
        old & bit != 0
    }

    /// Runs the rules of a level.
    pub fn propagate(&mut self, level: Level) -> Result<(), Contradiction> {
        match &mut self.state {
            State::Ordinary(planes) if level <= Level::Locked => bitboard::propagate(planes, level),
            State::Ordinary(planes) => {
                let mut general = GenericState::new(&self.layout);
                for (cell, mask) in planes.masks().enumerate() {
                    general.set(&self.layout, cell, mask);
                }
                generic_board::propagate(&mut general, &self.layout, level)?;
                for (cell, &mask) in general.masks().iter().enumerate() {
                    planes.set(cell, mask);
                }
                // The conclusions so far include locked candidates: this only settles cells.
                bitboard::propagate(planes, Level::Locked)
            }
            State::Any(general) => generic_board::propagate(general, &self.layout, level),
        }
    }

    /// The digits of cells that have a single one leave their peers, once, and nothing else is concluded.
    #[cfg(feature = "techniques")]
    pub(crate) fn settle_singles(&mut self) -> Result<(), Contradiction> {
        match &mut self.state {
            State::Ordinary(planes) => bitboard::propagate(planes, Level::Forward),
            State::Any(general) => generic_board::settle_urgent(general, &self.layout),
        }
    }

    /// Runs [`Board::propagate`] with [`Level::Locked`] on copies of an ordinary board, with the instructions of each
    /// supported processor generation, the weakest first. Returns nothing for another board. Tests compare the results.
    #[doc(hidden)]
    pub fn locked_on_each_processor(&self) -> Vec<(Board, Result<(), Contradiction>)> {
        let State::Ordinary(planes) = &self.state else { return Vec::new() };
        let board = |planes| Board { layout: Arc::clone(&self.layout), state: State::Ordinary(planes) };
        bitboard::locked_on_each(planes).into_iter().map(|(planes, result)| (board(planes), result)).collect()
    }

    /// One step of the documented solver: puts a digit into a cell and removes it from its peers, without following the
    /// consequences. Returns false if the digit is not possible there, or if a peer would have none left. Then the
    /// board is as the documented solver leaves it: that peer keeps its digit, those that it would have visited later
    /// keep theirs.
    pub fn propagate_constraint(&mut self, cell: usize, digit: u32) -> bool {
        let possible = self.remove_from_peers(cell, digit_bit(digit));
        if possible {
            match &mut self.state {
                State::Ordinary(planes) => planes.settle(cell),
                State::Any(general) => general.set_settled(cell, true),
            }
        }
        possible
    }

    fn remove_from_peers(&mut self, cell: usize, bit: Mask) -> bool {
        let Board { layout, state } = self;
        match state {
            State::Ordinary(planes) => {
                let Some(d) = plane_of(planes, cell, bit) else { return false };
                if planes.forward_step(cell, d).is_some() {
                    return true;
                }
                planes.place(cell, d);
                layout.visits(cell).iter().all(|&peer| {
                    let peer = usize::from(peer);
                    let left = planes.mask(peer) & !bit != 0;
                    if left {
                        planes.remove(&tables::only(peer), d);
                    }
                    left
                })
            }
            State::Any(general) => {
                let old = general.mask(cell);
                if old & bit == 0 {
                    return false;
                }
                if old != bit {
                    general.place(layout, cell, bit);
                }
                layout.visits(cell).iter().all(|&peer| general.remove_unless_last(layout, usize::from(peer), bit))
            }
        }
    }

    /// Returns whether each cell has exactly one digit, and all go together. The documented definition: in row order,
    /// the digit of each cell is removed from its peers, up to the first cell without exactly one digit. So this can
    /// take candidates away. It settles no cell.
    pub fn is_solution(&mut self) -> bool {
        let mut next = 0;
        // A settled cell's digit has left its peers.
        while let Some(cell) = self.next_unsettled(next) {
            let mask = self.get(cell);
            if !single(mask) || !self.remove_from_peers(cell, mask) {
                return false;
            }
            next = cell + 1;
        }
        self.clues_hold()
    }

    fn next_unsettled(&self, start: usize) -> Option<usize> {
        match &self.state {
            State::Ordinary(planes) => tables::cells(planes.unsettled()).find(|&cell| cell >= start),
            State::Any(general) => (start..self.layout.cells()).find(|&cell| !general.is_settled(cell)),
        }
    }

    /// Returns whether each cell has exactly one digit, and all go together. Changes nothing.
    pub fn is_solved(&self) -> bool {
        match &self.state {
            State::Ordinary(planes) => planes.is_solved(),
            State::Any(general) => {
                let fits = |cell| {
                    let mask = general.mask(cell);
                    single(mask) && self.layout.peers(cell).all(|peer| general.mask(peer) != mask)
                };
                general.unsettled().all(fits) && self.clues_hold()
            }
        }
    }

    /// Returns whether this board is a solution of another: each cell has one of the other's candidates, and all
    /// constraints of the other's layout hold. This board's own layout need not say the same.
    pub fn solves(&self, puzzle: &Board) -> bool {
        if let (State::Ordinary(solved), State::Ordinary(start)) = (&self.state, &puzzle.state) {
            return solved.is_solved() && solved.is_within(start);
        }
        let layout = &puzzle.layout;
        let fits = |cell| match self.get(cell) {
            0 => !layout.is_cell(cell),
            mask => single(mask) && mask & puzzle.get(cell) != 0,
        };
        let differ = |cells: &[usize]| {
            cells.iter().fold(0, |seen, &cell| seen | self.get(cell)).count_ones() as usize == cells.len()
        };
        self.layout.cells() == layout.cells()
            && (0..layout.cells()).all(fits)
            && layout.groups().iter().all(|group| differ(&group.cells))
            && layout.clues().iter().all(|clue| clue.holds(|cell| self.get(cell)))
    }

    fn clues_hold(&self) -> bool {
        self.layout.clues().iter().all(|clue| clue.holds(|cell| self.get(cell)))
    }

    /// Bytes that the board holds beyond itself; its layout, which it shares, not counted.
    pub fn heap_bytes(&self) -> usize {
        match &self.state {
            State::Ordinary(_) => 0,
            State::Any(general) => general.heap_bytes(),
        }
    }

    /// A cell without candidates, or else a unit in which a digit has no place.
    pub fn contradiction(&self) -> Option<Contradiction> {
        if let Some(cell) = (0..self.layout.cells()).find(|&cell| self.get(cell) == 0 && self.layout.is_cell(cell)) {
            return Some(Contradiction::at(cell));
        }
        let complete =
            |cells: &[u16]| cells.iter().fold(0, |all, &cell| all | self.get(usize::from(cell))) == self.layout.all();
        let group = self.layout.areas.iter().position(|area| area.unit && !complete(&area.cells))?;
        Some(Contradiction::among(group))
    }
}

/// Returns the index of the plane of a digit, if the digit is possible in a cell.
#[inline]
fn plane_of(planes: &Bitboards, cell: usize, bit: Mask) -> Option<usize> {
    let d = (bit.trailing_zeros() as usize).checked_sub(1)?;
    planes.has(cell, d).then_some(d)
}
