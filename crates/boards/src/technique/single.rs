//! Singles: what can only be one digit, or in one place.

use super::grid::Grid;
use super::{Rule, Step};

impl<const W: usize> Grid<'_, W> {
    /// A unit with a single open cell.
    pub fn full_house(&self) -> Option<Step> {
        self.geometry.units.iter().find_map(|&unit| {
            let open = self.group(unit) & self.open;
            let cell = open.first().filter(|_| open.count() == 1)?;
            self.single(Rule::FullHouse, cell, Some(unit))
        })
    }

    /// A cell with a single digit.
    pub fn naked_single(&self) -> Option<Step> {
        self.single(Rule::NakedSingle, self.cells_with(1).next()?, None)
    }

    fn single(&self, rule: Rule, cell: usize, unit: Option<usize>) -> Option<Step> {
        let mask = self.mask(cell);
        mask.is_power_of_two().then(|| Step {
            groups: unit.into_iter().collect(),
            placements: vec![(cell, mask.trailing_zeros())],
            ..self.step(rule, [cell], mask)
        })
    }

    /// A digit with a single place in a unit: in a row or column, or in any other.
    pub fn hidden_single(&self, lines: bool) -> Option<Step> {
        let rule = if lines { Rule::HiddenSingleLine } else { Rule::HiddenSingle };
        let mut units = self.geometry.units.iter().filter(|&&unit| self.is_line(unit) == lines);
        units.find_map(|&unit| {
            self.digits().find_map(|digit| {
                let places = self.places(unit, digit);
                let cell = places.first().filter(|_| places.count() == 1)?;
                Some(Step {
                    groups: vec![unit],
                    placements: vec![(cell, digit)],
                    ..self.step(rule, [cell], 1 << digit)
                })
            })
        })
    }
}
