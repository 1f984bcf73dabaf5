//! Singles: what can only be one digit, or in one place.

use crate::techniques::grid::{Grid, digits};
use crate::techniques::{Step, Technique};

impl<const W: usize> Grid<'_, W> {
    /// A unit with a single open cell.
    pub fn full_house(&self) -> Option<Step> {
        self.geometry.units.iter().find_map(|&unit| {
            let open = self.group(unit) & self.open;
            let cell = open.first().filter(|_| open.count() == 1)?;
            self.single(Technique::FullHouse, cell, Some(unit))
        })
    }

    /// A cell with a single digit.
    pub fn naked_single(&self) -> Option<Step> {
        self.single(Technique::NakedSingle, self.cells_with(1).next()?, None)
    }

    fn single(&self, technique: Technique, cell: usize, unit: Option<usize>) -> Option<Step> {
        let mask = self.mask(cell);
        mask.is_power_of_two().then(|| Step {
            groups: unit.into_iter().collect(),
            placements: vec![(cell, mask.trailing_zeros())],
            ..self.step(technique, [cell], mask)
        })
    }

    /// A digit with a single place in a unit: in a row or column, or in any other.
    pub fn hidden_single(&self, lines: bool) -> Option<Step> {
        let technique = if lines { Technique::HiddenSingleLine } else { Technique::HiddenSingle };
        let mut units = self.geometry.units.iter().filter(|&&unit| self.is_line(unit) == lines);
        units.find_map(|&unit| {
            self.digits().find_map(|digit| {
                let places = self.places(unit, digit);
                let cell = places.first().filter(|_| places.count() == 1)?;
                Some(Step {
                    groups: vec![unit],
                    placements: vec![(cell, digit)],
                    ..self.step(technique, [cell], 1 << digit)
                })
            })
        })
    }
}

// Consequences of clues for their cells.

impl<const W: usize> Grid<'_, W> {
    /// The first relation that takes digits away: of a clue, or (rule of 45) of several.
    pub fn clue(&self, technique: Technique) -> Option<Step> {
        let own =
            self.layout.relations.iter().filter(|relation| relation.clue.is_some() == (technique == Technique::Clue));
        own.into_iter().find_map(|relation| {
            let cells = || relation.cells.iter().map(|&cell| usize::from(cell));
            let mut masks: Vec<_> = cells().map(|cell| self.board.get(cell)).collect();
            let needed = relation.narrow(&mut masks);
            let inside = cells().zip(masks).map(|(cell, left)| (cell, self.mask(cell) & !left));
            let outside = relation.locked(needed, |cell| self.board.get(usize::from(cell)));
            let outside = outside.map(|(cell, gone)| (usize::from(cell), self.mask(usize::from(cell)) & gone));
            let gone = inside.chain(outside).flat_map(|(cell, gone)| digits(gone).map(move |digit| (cell, digit)));
            let clue = relation.clue.and_then(|clue| self.layout.clues().get(clue)).map(|clue| clue.name());
            Step { clue, sum: relation.sum(), ..self.step(technique, cells(), 0) }.removing(gone)
        })
    }
}
