//! Almost locked sets: cells of a group that have one digit more than cells. With a cell of two of these digits they
//! are wings of four and of five cells (WXYZ, VWXYZ), as XY- and XYZ-wings are of three.

use crate::board::Mask;
use crate::set::Set;
use crate::techniques::grid::{Grid, digits};
use crate::techniques::{Step, Technique};

impl<const W: usize> Grid<'_, W> {
    /// So many cells of a group with one digit more than cells, and a cell with two of these digits, one of which all
    /// that have it in the group see: it cannot be in both, so one of them has the other digit (ALS-XZ). If that is so
    /// for both digits, every digit of the set has its place in the pattern.
    pub fn bent_set(&self, technique: Technique, size: u32) -> Option<Step> {
        let pairs: Vec<usize> = self.cells_with(2).collect();
        let few = |cell: &usize| (2..=size + 1).contains(&self.mask(*cell).count_ones());
        let mut cells: Vec<usize> = Vec::new();
        (0..self.geometry.groups.len()).find_map(|group| {
            cells.clear();
            cells.extend((self.group(group) & self.open).iter().filter(few));
            self.choose_cells(&cells, size as usize, 0, size + 1, &mut |(mask, set)| {
                if mask.count_ones() != size + 1 {
                    return None;
                }
                // In a group with the others it would be one of a naked set.
                let beside = |cell: usize| self.layout.groups_of(cell).any(|g| set.is_within(&self.group(g)));
                let fits = |cell: &&usize| self.mask(**cell) & !mask == 0 && !beside(**cell);
                pairs.iter().filter(fits).find_map(|&end| self.bent(technique, group, (mask, set), end))
            })
        })
    }

    fn bent(&self, technique: Technique, group: usize, (mask, set): (Mask, Set<W>), end: usize) -> Option<Step> {
        let pair = self.mask(end);
        let shared = |digit: &u32| (set & self.plane(*digit)).is_within(&self.peers(end));
        let restricted = digits(pair).filter(shared).fold(0, |all: Mask, digit| all | 1 << digit);
        let wrong = match restricted.count_ones() {
            0 => return None,
            1 => pair & !restricted,
            _ => mask,
        };
        let gone = digits(wrong).flat_map(|digit| {
            let ends = [end].into_iter().filter(|_| pair >> digit & 1 == 1);
            let places = (set & self.plane(digit)).iter().chain(ends);
            self.seeing_all(digit, places).iter().map(move |cell| (cell, digit))
        });
        let cells = [end].into_iter().chain(set.iter());
        Step { groups: vec![group], ..self.step(technique, cells, mask) }.removing(gone)
    }
}
