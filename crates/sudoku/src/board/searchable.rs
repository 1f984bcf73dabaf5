//! Boards as states that a search goes on from. Places are the cells, values the digits.

use std::any::Any;
use std::collections::HashSet;
use std::sync::Arc;

use klammer_space::{Contradiction, Family, Progress, Searchable, Space, TieBreak, choose};

use super::tables::{CellWords, and};
use super::{Board, Conflict, Layout, Level, Mask, State, bands, digit_bit, tables};

/// A board in the trace of a search.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// Its size and groups.
    pub layout: Arc<Layout>,
    /// The candidates of each cell in row-major order.
    pub cells: Vec<Mask>,
}

/// Returns the level with this number.
#[inline]
fn level(number: usize) -> Level {
    Level::ALL.get(number).copied().unwrap_or(Level::Locked)
}

/// Returns a value as a digit: 0, which no cell has, if it is none.
#[inline]
fn digit(value: i64) -> u32 {
    u32::try_from(value).unwrap_or(0)
}

impl Searchable for Board {
    fn values(&self, cell: usize) -> Vec<i64> {
        let mask = self.get(cell);
        (1..=Layout::DIGITS as i64).filter(|digit| mask >> digit & 1 != 0).collect()
    }

    #[inline]
    fn value_set(&self, cell: usize) -> Option<u64> {
        Some(self.get(cell))
    }

    #[inline]
    fn value_range(&self) -> Option<(i64, i64)> {
        Some((1, self.layout.digits() as i64))
    }

    fn is_settled(&self, cell: usize) -> bool {
        Board::is_settled(self, cell)
    }

    fn neighbours(&self, cell: usize) -> &[u16] {
        self.layout.visits(cell)
    }

    fn contradiction(&self) -> Option<Contradiction> {
        Board::contradiction(self)
    }

    fn family(&self) -> &Family {
        &self.layout.family
    }

    fn levels() -> &'static [&'static str] {
        &Level::NAMES
    }

    #[inline]
    fn default_level(&self) -> usize {
        Level::Locked as usize
    }

    fn assign(&mut self, cell: usize, value: i64) -> Result<(), Contradiction> {
        let bit = self.get(cell) & digit_bit(digit(value));
        if bit == 0 {
            return Err(Contradiction::at(cell));
        }
        self.set(cell, bit);
        Ok(())
    }

    fn remove(&mut self, cell: usize, value: i64) -> Result<(), Contradiction> {
        self.eliminate(cell, digit(value));
        if self.get(cell) == 0 { Err(Board::contradiction(self).unwrap_or(Contradiction::at(cell))) } else { Ok(()) }
    }

    fn propagate(&mut self, budget: &mut i64) -> Result<Progress, Contradiction> {
        self.propagate_at(self.default_level(), budget)
    }

    fn propagate_at(&mut self, number: usize, _: &mut i64) -> Result<Progress, Contradiction> {
        Board::propagate(self, level(number)).map(|()| Progress::Fixpoint)
    }

    fn assign_at(&mut self, cell: usize, value: i64, number: usize, _: &mut i64) -> Result<Progress, Contradiction> {
        Board::assign(self, cell, digit(value), level(number)).map(|()| Progress::Fixpoint)
    }

    #[inline]
    fn assign_in_copy(
        &self,
        copy: &mut Board,
        (cell, value): (usize, i64),
        number: usize,
        _: &mut i64,
    ) -> Result<Progress, Contradiction> {
        Board::assign_in_copy(self, copy, cell, digit(value), level(number)).map(|()| Progress::Fixpoint)
    }

    #[inline]
    fn assign_once(&mut self, cell: usize, value: i64) -> Result<(), Contradiction> {
        if self.propagate_constraint(cell, digit(value)) { Ok(()) } else { Err(Contradiction::default()) }
    }

    fn check_solved(&mut self) -> bool {
        self.is_solution()
    }

    fn is_at_fixpoint(&self) -> bool {
        true
    }

    fn name_of(&self, cell: usize) -> String {
        self.layout.cell_name(cell)
    }

    fn explain_cost(&self) -> Option<usize> {
        Some(Conflict::work(&self.layout))
    }

    fn explain(&self) -> Option<String> {
        Conflict::on(self).map(|clash| clash.to_string())
    }

    fn values_left(&self) -> u64 {
        self.count_digits().into()
    }

    fn snapshot(&self) -> Option<Arc<dyn Any + Send + Sync>> {
        Some(Arc::new(Snapshot { layout: Arc::clone(&self.layout), cells: self.to_masks() }))
    }
}

// ---- choice of the branching place: properties of a board by which a search chooses

/// A digit and a unit that it has to be put in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HiddenChoice {
    /// The number of the unit.
    pub group: usize,
    /// The digit.
    pub digit: u32,
    /// The number of places that the digit has in the unit.
    pub count: u32,
}

/// Cells of the largest board whose solutions [`Board::count_solutions`] counts.
const MAX_COUNTED_CELLS: usize = 625;

impl Board {
    /// Counts the solutions, up to `limit`. `None` if a search of `nodes` nodes does not suffice, or if the board has
    /// more than 625 cells.
    ///
    /// ```
    /// use klammer_sudoku::board::{Board, Layout};
    ///
    /// let board = Board::new(&Layout::classic(4)?);
    /// assert_eq!(board.count_solutions(1000, 10_000), Some(288));
    /// assert_eq!(board.count_solutions(1000, 10), None);
    /// # Ok::<(), klammer_sudoku::board::LayoutError>(())
    /// ```
    pub fn count_solutions(&self, limit: usize, nodes: u64) -> Option<usize> {
        if self.layout.cells() > MAX_COUNTED_CELLS {
            return None;
        }
        let mut start = self.clone();
        let mut open = match start.propagate(Level::Locked) {
            Ok(()) => vec![start],
            Err(_) => Vec::new(),
        };
        let mut found = 0;
        let mut left = nodes;
        while left > 0 {
            left -= 1;
            let Some(board) = open.pop().filter(|_| found < limit) else { return Some(found) };
            let Some(cell) = board.most_constrained(TieBreak::Degree) else {
                found += 1;
                continue;
            };
            let mask = board.get(cell);
            for digit in (1..=self.layout.digits() as u32).filter(|&digit| mask & digit_bit(digit) != 0) {
                let mut next = board.clone();
                if next.assign(cell, digit, Level::Locked).is_ok() {
                    open.push(next);
                }
            }
        }
        None
    }

    /// Returns the number of unsettled cells that this cell sees.
    #[inline]
    pub fn degree(&self, cell: usize) -> u32 {
        match &self.state {
            State::Ordinary(planes) => degree(&planes.unsettled(), cell),
            State::Any(general) => general.count_unsettled(self.layout.peers(cell)) as u32,
        }
    }

    /// Cells that are not settled, in ascending order.
    pub fn unsettled(&self) -> impl Iterator<Item = usize> + '_ {
        let (planes, general) = match &self.state {
            State::Ordinary(planes) => (Some(tables::cells(planes.unsettled())), None),
            State::Any(general) => (None, Some(general.unsettled())),
        };
        planes.into_iter().flatten().chain(general.into_iter().flatten())
    }

    /// The fewest candidates that a cell has which is not settled and has any.
    pub fn fewest(&self) -> Option<u32> {
        match &self.state {
            State::Ordinary(planes) => planes.fewest().map(|(count, _)| count),
            State::Any(_) => self.unsettled().map(|cell| self.get(cell).count_ones()).filter(|&count| count > 0).min(),
        }
    }

    /// The cells that are not settled and have the fewest candidates, in ascending order. A cell without candidates is
    /// none of them.
    pub fn best_cells(&self) -> Vec<usize> {
        match &self.state {
            State::Ordinary(planes) => planes.fewest().map_or_else(Vec::new, |(_, best)| tables::cells(best).collect()),
            State::Any(_) => self.fewest().map(|fewest| self.cells_with(fewest).collect()).unwrap_or_default(),
        }
    }

    /// The cells with two candidates, in ascending order.
    pub fn bivalue_cells(&self) -> Vec<usize> {
        self.cells_with(2).collect()
    }

    fn cells_with(&self, count: u32) -> impl Iterator<Item = usize> + '_ {
        self.unsettled().filter(move |&cell| self.get(cell).count_ones() == count)
    }

    /// A cell that is not settled and has the fewest candidates, but at least one.
    #[inline]
    pub fn most_constrained(&self, tie: TieBreak<'_>) -> Option<usize> {
        match &self.state {
            State::Ordinary(planes) => {
                let (_, best) = planes.fewest()?;
                let open = planes.unsettled();
                match tie {
                    TieBreak::First => tables::cells(best).next(),
                    TieBreak::Degree => bands::widest(&best, &open),
                    _ => choose(tables::cells(best), tie, |cell| degree(&open, cell)),
                }
            }
            State::Any(_) => choose(self.cells_with(self.fewest()?), tie, |cell| self.degree(cell)),
        }
    }

    /// The cells of a group in which a digit is possible, in the order of the group.
    pub fn places(&self, group: usize, digit: u32) -> impl Iterator<Item = usize> + '_ {
        let bit = digit_bit(digit);
        let cells = self.layout.areas.get(group).map(|area| &*area.cells).unwrap_or(&[]);
        cells.iter().map(|&cell| usize::from(cell)).filter(move |&cell| self.get(cell) & bit != 0)
    }

    /// The digit with the fewest places in a unit, but at least two; the first of several, units in their order.
    pub fn fewest_places(&self) -> Option<HiddenChoice> {
        let mut best: Option<HiddenChoice> = None;
        for group in (0..self.layout.areas.len()).filter(|&group| self.layout.is_unit(group)) {
            let limit = best.map_or(Layout::DIGITS as u32 + 1, |best| best.count);
            let found = self.place_counts(group).zip(0..limit).skip(2).find(|(digits, _)| *digits != 0);
            if let Some((digits, count)) = found {
                best = Some(HiddenChoice { group, digit: digits.trailing_zeros(), count });
            }
        }
        best
    }

    /// All choices with the fewest alternatives, at least one: among the digits of an unsettled cell, and among the
    /// places of a digit in a unit. Each way is a cell and a digit; one of them must be right. Of choices that come to
    /// the same, one is there.
    pub fn alternatives(&self) -> Vec<Vec<(usize, u32)>> {
        let units = || (0..self.layout.areas.len()).filter(|&group| self.layout.is_unit(group));
        // A digit that has its place and is settled there is no choice.
        let settled = |group: usize| {
            let cells = self.layout.areas.get(group).map(|area| &*area.cells).unwrap_or(&[]);
            let cells = cells.iter().map(|&cell| usize::from(cell)).filter(|&cell| self.is_settled(cell));
            cells.fold(0, |digits, cell| digits | self.get(cell))
        };
        let open: Vec<Mask> = units().map(|group| self.layout.all() & !settled(group)).collect();
        let limit = self.fewest().map_or(0, |fewest| fewest as usize);
        let fewest = units().zip(&open).fold(limit, |fewest, (group, open)| {
            let mut counts = self.place_counts(group).take(fewest).skip(1);
            counts.position(|digits| digits & open != 0).map_or(fewest, |ways| ways + 1)
        });
        let cells = self.cells_with(fewest as u32).map(|cell| ways_of(cell, self.get(cell)));
        let mut found: Vec<Vec<(usize, u32)>> = cells.collect();
        let mut seen = HashSet::new();
        for (group, open) in units().zip(&open) {
            let mut digits = self.place_counts(group).nth(fewest).unwrap_or(0) & open;
            while digits != 0 {
                let digit = digits.trailing_zeros();
                let mut places: Vec<(usize, u32)> = self.places(group, digit).map(|cell| (cell, digit)).collect();
                places.sort_unstable();
                // Not the one of two digits, or not in the one of two places: the same.
                let known =
                    fewest < 3 && places.iter().any(|&(cell, _)| self.get(cell).count_ones() as usize == fewest);
                if !known && seen.insert(places.clone()) {
                    found.push(places);
                }
                digits &= digits - 1;
            }
        }
        found
    }

    /// The digits with no place in a group, with one, with two, and so on.
    fn place_counts(&self, group: usize) -> impl Iterator<Item = Mask> + use<> {
        // Element `n` holds the digits with at least `n` places: this counts for all digits at once.
        let mut at_least = [0; Layout::DIGITS + 2];
        let [all, counted @ ..] = &mut at_least;
        *all = self.layout.all();
        for &cell in self.layout.areas.get(group).map(|area| &*area.cells).unwrap_or(&[]) {
            let mut carry = self.get(usize::from(cell));
            for level in counted.iter_mut() {
                if carry == 0 {
                    break;
                }
                let next = *level & carry;
                *level |= carry;
                carry = next;
            }
        }
        let above = at_least.into_iter().skip(1);
        at_least.into_iter().zip(above).map(|(this, above)| this & !above)
    }
}

fn ways_of(cell: usize, mut digits: Mask) -> Vec<(usize, u32)> {
    let mut ways = Vec::with_capacity(digits.count_ones() as usize);
    while digits != 0 {
        ways.push((cell, digits.trailing_zeros()));
        digits &= digits - 1;
    }
    ways
}

/// Returns the number of cells in `open` that this cell sees on the ordinary board.
#[inline(always)]
fn degree(open: &CellWords, cell: usize) -> u32 {
    tables::count(&and(open, &tables::peers(cell)))
}

/// The inherent methods above, under the same names, work with whole sets of cells at once.
impl Space for Board {
    fn places(&self) -> usize {
        self.layout.cells()
    }

    #[inline]
    fn size(&self, cell: usize) -> u64 {
        self.count(cell).into()
    }

    fn open(&self) -> Vec<usize> {
        self.unsettled().filter(|&cell| self.get(cell) != 0).collect()
    }

    fn degree(&self, cell: usize) -> usize {
        Board::degree(self, cell) as usize
    }

    fn is_solved(&self) -> bool {
        Board::is_solved(self)
    }

    fn involved(&self, contradiction: Contradiction) -> Vec<usize> {
        let group = contradiction.group.and_then(|group| self.layout.groups().get(group));
        contradiction.place.into_iter().chain(group.into_iter().flat_map(|group| group.cells.iter().copied())).collect()
    }

    fn fewest_values(&self) -> Vec<usize> {
        self.best_cells()
    }

    fn most_constrained(&self, tie: TieBreak<'_>) -> Option<usize> {
        Board::most_constrained(self, tie)
    }
}
