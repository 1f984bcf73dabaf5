//! Locked candidates and subsets: what a few cells or digits of a group keep for themselves.

use crate::board::Mask;
use crate::set::Set;
use crate::techniques::grid::{Grid, choose, digits};
use crate::techniques::{Step, Technique, removing};

impl<const W: usize> Grid<'_, W> {
    /// Finds a digit whose places in a unit are all in another group: the digit leaves the rest of that. From a box or
    /// the like (pointing), or from a row or column (claiming).
    pub fn locked(&self, lines: bool) -> Option<Step> {
        let technique = if lines { Technique::Claiming } else { Technique::Pointing };
        let mut units = self.geometry.units.iter().filter(|&&unit| self.is_line(unit) == lines);
        units.find_map(|&unit| self.digits().find_map(|digit| self.locked_in(technique, unit, digit)))
    }

    fn locked_in(&self, technique: Technique, unit: usize, digit: u32) -> Option<Step> {
        let places = self.places(unit, digit);
        let first = places.first().filter(|_| places.count() > 1)?;
        let mut others = self.layout.groups_of(first).filter(|&other| other != unit);
        others.find_map(|other| {
            if !places.is_within(&self.group(other)) {
                return None;
            }
            let rest = self.places(other, digit) - places;
            let step = || Step { groups: vec![unit, other], ..self.step(technique, places.iter(), 1 << digit) };
            removing(rest.iter().map(|cell| (cell, digit)), step)
        })
    }

    /// Finds N cells of a group that have N digits together: these leave the other cells that see all of them.
    pub fn naked_subset(&self, technique: Technique, size: u32) -> Option<Step> {
        let few = |cell: &usize| (2..=size).contains(&self.mask(*cell).count_ones());
        let mut cells: Vec<usize> = Vec::new();
        (0..self.geometry.groups.len()).find_map(|group| {
            cells.clear();
            cells.extend((self.group(group) & self.open).iter().filter(few));
            self.choose_cells(&cells, size as usize, 0, size, &mut |(mask, set)| {
                let gone = digits(mask).flat_map(|digit| {
                    let own = set & self.plane(digit);
                    self.seeing_all(digit, own.iter()).iter().map(move |cell| (cell, digit))
                });
                removing(gone, || Step { groups: vec![group], ..self.step(technique, set.iter(), mask) })
            })
        })
    }

    /// Finds N digits that have N places in a unit together: the other digits leave these.
    pub fn hidden_subset(&self, technique: Technique, size: usize) -> Option<Step> {
        let mut few: Vec<(u32, Set<W>)> = Vec::new();
        self.geometry.units.iter().find_map(|&unit| {
            let places = self.digits().map(|digit| (digit, self.places(unit, digit)));
            few.clear();
            few.extend(places.filter(|(_, places)| (2..=size).contains(&places.count())));
            let add = |(mask, set): (Mask, Set<W>), (digit, places): &(u32, Set<W>)| {
                let set = set | *places;
                (set.count() <= size).then_some((mask | 1 << digit, set))
            };
            choose(&few, size, (0, Set::default()), &add, &mut |(mask, set)| {
                let gone = set.iter().flat_map(|cell| digits(self.mask(cell) & !mask).map(move |digit| (cell, digit)));
                removing(gone, || Step { groups: vec![unit], ..self.step(technique, set.iter(), mask) })
            })
        })
    }
}
