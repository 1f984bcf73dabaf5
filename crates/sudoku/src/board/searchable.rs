//! Boards as states that a search goes on from. Places are the cells, values the digits.

use std::any::Any;
use std::sync::Arc;

use klammer_space::{Contradiction, Family, Progress, Searchable};

use crate::board::{Board, Conflict, Layout, Level, Mask, digit_bit};

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
