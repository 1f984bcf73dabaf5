//! Rules that suppose a puzzle with one solution: a pattern of two digits that could be exchanged cannot be all there
//! is (unique rectangles and loops, bivalue universal graves).
//!
//! The techniques are true if the digits of the settled cells, taken as givens, have one solution: the cells of the
//! patterns are open, so exchanging the digits leaves the givens alone.

use crate::board::Mask;
use crate::set::Set;
use crate::techniques::grid::{Grid, digits};
use crate::techniques::{Step, Technique};

/// The most cells of a loop.
const LONGEST: usize = 14;

/// A loop of cells with the same two digits, that takes turns: where one kind has the first digit and the other the
/// second, both can be exchanged, unless one of a few cells has another digit.
struct Loop<const W: usize> {
    cells: Vec<usize>,
    pair: Mask,
    /// The cells that have more candidates.
    roof: Vec<usize>,
}

impl<const W: usize> Grid<'_, W> {
    /// A rectangle of two rows, two columns and two boxes, or the like on other boards, whose four cells have the same
    /// two digits, some of them more: what the field calls types 1 to 4. Or a longer loop.
    pub fn unique_loop(&self, technique: Technique) -> Option<Step> {
        let lengths = if technique == Technique::UniqueRectangle { 4..=4 } else { 6..=LONGEST };
        self.cells_with(2).find_map(|start| {
            let mut path = vec![start];
            self.close_loop(technique, *lengths.start(), *lengths.end(), &mut path, 0)
        })
    }

    /// Goes on with a loop from its last cell.
    fn close_loop(
        &self,
        technique: Technique,
        least: usize,
        most: usize,
        path: &mut Vec<usize>,
        more: usize,
    ) -> Option<Step> {
        let (start, last) = (*path.first()?, *path.last()?);
        let pair = self.mask(start);
        if path.len() >= least && path.len().is_multiple_of(2) && self.sees(start, last) {
            let roof = path.iter().copied().filter(|&cell| self.mask(cell) != pair).collect();
            let found = self.exchangeable(path).then(|| Loop { cells: path.clone(), pair, roof });
            if let Some(step) = found.and_then(|found: Loop<W>| self.saved(technique, &found)) {
                return Some(step);
            }
        }
        if path.len() == most {
            return None;
        }
        let both = digits(pair).fold(self.peers(last), |all, digit| all & self.plane(digit));
        for cell in both.iter() {
            let extra = usize::from(self.mask(cell) != pair);
            // A loop begins at the first of its cells without other candidates, and at most two have some.
            let first = extra == 1 || cell > start;
            if !first || more + extra > 2 || path.contains(&cell) || !self.balanced(path, cell) {
                continue;
            }
            path.push(cell);
            let step = self.close_loop(technique, least, most, path, more + extra);
            path.pop();
            if step.is_some() {
                return step;
            }
        }
        None
    }

    /// Returns whether a cell can follow without a group getting more than two cells of the loop.
    fn balanced(&self, path: &[usize], cell: usize) -> bool {
        let path: Set<W> = path.iter().copied().collect();
        self.layout.groups_of(cell).all(|group| (self.group(group) & path).count() < 2)
    }

    /// Returns whether two digits that alternate along a loop can be exchanged. Each group must have as many cells of
    /// one kind as of the other, and no clue may be about them.
    fn exchangeable(&self, path: &[usize]) -> bool {
        let of_kind = |kind: usize| path.iter().copied().skip(kind).step_by(2).collect::<Set<W>>();
        let (one, two) = (of_kind(0), of_kind(1));
        let all = one | two;
        let fair = |cells: &Set<W>| (*cells & one).count() == (*cells & two).count();
        self.geometry.groups.iter().all(fair)
            && self.layout.relations.iter().all(|r| !r.cells.iter().any(|&cell| all.has(usize::from(cell))))
    }

    /// Returns the step that follows if one of the cells of the roof must have another digit.
    fn saved(&self, technique: Technique, found: &Loop<W>) -> Option<Step> {
        let cells = found.cells.iter().copied();
        let base = |kind: u32, groups: Vec<usize>| Step {
            fins: found.roof.clone(),
            kind: Some(kind),
            colours: [0, 1].map(|kind| cells.clone().skip(kind).step_by(2).collect()).to_vec(),
            groups,
            ..self.step(technique, cells.clone(), found.pair)
        };
        let others = found.roof.iter().fold(0, |all, &cell| all | self.mask(cell)) & !found.pair;
        if let [cell] = *found.roof.as_slice() {
            return base(1, vec![]).removing(digits(found.pair).map(|digit| (cell, digit)));
        }
        if others.is_power_of_two() {
            let digit = others.trailing_zeros();
            let gone = self.seeing_all(digit, found.roof.iter().copied());
            return base(2, vec![]).removing(gone.iter().map(|cell| (cell, digit)));
        }
        let [a, b] = *found.roof.as_slice() else { return None };
        let roof: Set<W> = [a, b].into_iter().collect();
        let shared = || self.layout.groups_of(a).filter(|&group| self.group(group).has(b));
        let locked = shared().find_map(|group| {
            let only = |digit: &u32| self.layout.is_unit(group) && self.places(group, *digit) == roof;
            let digit = digits(found.pair).find(only)?;
            let other = (found.pair & !(1 << digit)).trailing_zeros();
            base(4, vec![group]).removing([a, b].map(|cell| (cell, other)))
        });
        locked.or_else(|| {
            shared().find_map(|group| {
                let rest: Set<W> = (self.group(group) & self.open) - found.cells.iter().copied().collect();
                self.with_roof(group, rest, others, &|| base(3, vec![group]))
            })
        })
    }

    /// The roof is like a cell with its other digits, and with more cells of a group it has as many digits as cells.
    fn with_roof(&self, group: usize, rest: Set<W>, others: Mask, base: &impl Fn() -> Step) -> Option<Step> {
        let cells: Vec<usize> = rest.iter().collect();
        let open = (self.group(group) & self.open).count() as u32;
        (others.count_ones()..=4.min(open.saturating_sub(2))).find_map(|size| {
            self.choose_cells(&cells, size as usize - 1, others, size, &mut |(mask, set)| {
                let gone = digits(mask)
                    .flat_map(|digit| (self.plane(digit) & (rest - set)).iter().map(move |cell| (cell, digit)));
                let step = base();
                let cells = step.cells.iter().copied().chain(set.iter()).collect();
                Step { cells, ..step }.removing(gone)
            })
        })
    }

    /// All open cells have two candidates, but for one, and without one digit of that every digit would have two
    /// places in each group, or none: both ways would be solutions, so the cell has that digit (BUG+1).
    pub fn bug(&self) -> Option<Step> {
        let mut more = self.open.iter().filter(|&cell| self.mask(cell).count_ones() != 2);
        let cell = more.next().filter(|&cell| self.mask(cell).count_ones() == 3 && more.next().is_none())?;
        if !self.layout.relations.is_empty() || self.geometry.units.len() != self.geometry.groups.len() {
            return None;
        }
        let own: Set<W> = [cell].into_iter().collect();
        let digit = digits(self.mask(cell)).find(|&digit| {
            self.geometry.units.iter().all(|&unit| {
                self.digits().all(|d| {
                    let places = self.places(unit, d);
                    let count = if d == digit { (places - own).count() } else { places.count() };
                    count == 0 || count == 2
                })
            })
        })?;
        Some(Step { placements: vec![(cell, digit)], ..self.step(Technique::BugPlusOne, [cell], 1 << digit) })
    }
}
