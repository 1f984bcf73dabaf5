//! Fish: a digit whose places in N rows are in N columns, or the other way round.

use crate::set::Set;
use crate::techniques::grid::{Grid, choose};
use crate::techniques::{Step, Technique};

/// Base lines that have been chosen: which of them, and their places.
#[derive(Clone, Copy)]
struct Base<const W: usize> {
    lines: u64,
    /// The crossing lines of the places.
    crossing: u64,
    places: Set<W>,
}

/// Greatest number of additional crossing lines of a fish with fins.
const FINS: u32 = 2;

impl<const W: usize> Grid<'_, W> {
    /// X-wing, swordfish, jellyfish. With fins, there are places that do not fit, and the digit leaves only the cells
    /// that see all of these: they are true, or the fish is.
    pub fn fish(&self, technique: Technique, size: usize, finned: bool) -> Option<Step> {
        let geometry = self.geometry;
        self.digits().find_map(|digit| {
            let across = self.fish_in(technique, size, finned, digit, &geometry.rows, &geometry.columns);
            across.or_else(|| self.fish_in(technique, size, finned, digit, &geometry.columns, &geometry.rows))
        })
    }

    fn fish_in(
        &self,
        technique: Technique,
        size: usize,
        finned: bool,
        digit: u32,
        lines: &[usize],
        crossing: &[usize],
    ) -> Option<Step> {
        if lines.len() > 64 || crossing.len() > 64 {
            return None;
        }
        let most = size as u32 + if finned { FINS } else { 0 };
        let most_places = 2..=most as usize;
        let base = |(i, &line): (usize, &usize)| {
            let places = self.places(line, digit);
            if !most_places.contains(&places.count()) {
                return None;
            }
            let touched = crossing.iter().zip(0u32..).filter(|(group, _)| !(places & self.group(**group)).is_empty());
            Some(Base { lines: 1 << i, crossing: touched.fold(0, |all, (_, i)| all | 1 << i), places })
        };
        let bases: Vec<Base<W>> = lines.iter().enumerate().filter_map(base).collect();
        let add = |all: Base<W>, one: &Base<W>| {
            let crossing = all.crossing | one.crossing;
            (crossing.count_ones() <= most).then(|| Base {
                lines: all.lines | one.lines,
                crossing,
                places: all.places | one.places,
            })
        };
        let none = Base { lines: 0, crossing: 0, places: Set::default() };
        choose(&bases, size, none, &add, &mut |base| {
            let groups = |lines: &[usize], chosen: u64| {
                lines.iter().zip(0u32..).filter(move |(_, i)| chosen >> i & 1 == 1).map(|(&g, _)| g).collect::<Vec<_>>()
            };
            let mut covers: Vec<u32> = (0..64).filter(|i| base.crossing >> i & 1 == 1).collect();
            if finned == (covers.len() == size) {
                return None;
            }
            // The covers that leave nothing but fins in one group come about by leaving some out.
            covers.reverse();
            choose(&covers, size, 0u64, &|all, i| Some(all | 1 << i), &mut |cover| {
                let covered = groups(crossing, cover);
                let cells = covered.iter().fold(Set::default(), |all, &group| all | self.group(group));
                let fins = base.places - cells;
                if fins.count() > 3 {
                    return None;
                }
                let gone = self.seeing_all(digit, fins.iter()) & (cells - base.places);
                if gone.is_empty() {
                    return None;
                }
                let groups = [groups(lines, base.lines), covered].concat();
                let step = Step {
                    groups,
                    fins: fins.iter().collect(),
                    ..self.step(technique, base.places.iter(), 1 << digit)
                };
                step.removing(gone.iter().map(|cell| (cell, digit)))
            })
        })
    }
}
