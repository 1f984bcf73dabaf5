//! Consequences of clues for their cells.

use super::grid::{Grid, digits};
use super::{Rule, Step};

impl<const W: usize> Grid<'_, W> {
    /// The first relation that takes digits away: of a clue, or (rule of 45) of several.
    pub fn clue(&self, rule: Rule) -> Option<Step> {
        let own = self.layout.relations.iter().filter(|relation| relation.clue.is_some() == (rule == Rule::Clue));
        own.into_iter().find_map(|relation| {
            let cells = || relation.cells.iter().map(|&cell| usize::from(cell));
            let mut masks: Vec<_> = cells().map(|cell| self.board.get(cell)).collect();
            let needed = relation.narrow(&mut masks);
            let inside = cells().zip(masks).map(|(cell, left)| (cell, self.mask(cell) & !left));
            let outside = relation.locked(needed, |cell| self.board.get(usize::from(cell)));
            let outside = outside.map(|(cell, gone)| (usize::from(cell), self.mask(usize::from(cell)) & gone));
            let gone = inside.chain(outside).flat_map(|(cell, gone)| digits(gone).map(move |digit| (cell, digit)));
            let clue = relation.clue.and_then(|clue| self.layout.clues().get(clue)).map(|clue| clue.name());
            Step { clue, sum: relation.sum(), ..self.step(rule, cells(), 0) }.removing(gone)
        })
    }
}
