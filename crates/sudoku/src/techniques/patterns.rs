//! Patterns of candidates: singles, locked candidates and subsets, fish, wings, unique rectangles, almost locked sets.

use crate::board::Mask;
use crate::set::Set;
use crate::techniques::grid::{TechniqueGrid, choose, digits, first_digit};
use crate::techniques::{Relation, Step, Technique, removing};

impl<const W: usize> TechniqueGrid<'_, W> {
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

impl<const W: usize> TechniqueGrid<'_, W> {
    /// The first relation that takes digits away: of a clue, or (rule of 45) of several.
    pub fn clue(&self, technique: Technique) -> Option<Step> {
        let own = self
            .layout
            .clues
            .relations
            .iter()
            .filter(|relation| relation.clue.is_some() == (technique == Technique::Clue));
        own.into_iter().find_map(|relation| {
            let cells = || relation.cells.iter().map(|&cell| usize::from(cell));
            let mut masks: Vec<_> = cells().map(|cell| self.board.get(cell)).collect();
            let needed = relation.narrow(&mut masks);
            let inside = cells().zip(masks).map(|(cell, left)| (cell, self.mask(cell) & !left));
            let outside = relation.locked(needed, |cell| self.board.get(usize::from(cell)));
            let outside = outside.map(|(cell, gone)| (usize::from(cell), self.mask(usize::from(cell)) & gone));
            let gone = inside.chain(outside).flat_map(|(cell, gone)| digits(gone).map(move |digit| (cell, digit)));
            let clue = relation.clue.and_then(|clue| self.layout.clues().get(clue)).map(|clue| clue.name());
            let relation = Relation { clue, sum: relation.sum() };
            Step { relation, ..self.step(technique, cells(), 0) }.removing(gone)
        })
    }
}

impl<const W: usize> TechniqueGrid<'_, W> {
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

impl<const W: usize> TechniqueGrid<'_, W> {
    /// X-wing, swordfish, jellyfish. A finned fish has places that do not fit. The digit then leaves only the cells
    /// that see all of these, because either a fin or the fish is true.
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

/// Cells that take turns in being one thing or the other.
type Colours<const W: usize> = [Set<W>; 2];

impl<const W: usize> TechniqueGrid<'_, W> {
    /// XY-wing: a cell with two digits sees two cells, each with one of these digits and a common third digit. One of
    /// the two cells has the third digit. XYZ-wing: the first cell may have it, too.
    pub fn wing(&self, technique: Technique) -> Option<Step> {
        let with_third = technique == Technique::XyzWing;
        self.cells_with(if with_third { 3 } else { 2 }).find_map(|pivot| {
            let mask = self.mask(pivot);
            let ends: Vec<usize> = self.cells_with(2).filter(|&cell| self.sees(pivot, cell)).collect();
            ends.iter().enumerate().find_map(|(i, &a)| {
                ends.iter().skip(i + 1).find_map(|&b| {
                    let (of_a, of_b) = (self.mask(a), self.mask(b));
                    let third = of_a & of_b;
                    let all = of_a | of_b;
                    let is_wing = third.is_power_of_two()
                        && if with_third { all == mask } else { all & !third == mask && third & mask == 0 };
                    if !is_wing {
                        return None;
                    }
                    let digit = first_digit(third);
                    let gone = self.seeing_all(digit, [a, b].into_iter().chain(with_third.then_some(pivot)));
                    let step = || self.step(technique, [pivot, a, b], all | mask);
                    removing(gone.iter().map(|cell| (cell, digit)), step)
                })
            })
        })
    }

    /// W-wing: two cells with the same two digits, and a unit in which one digit has two places, each seen by one of
    /// the cells. So both cells cannot have that digit: one has the other.
    pub fn w_wing(&self) -> Option<Step> {
        let pairs: Vec<usize> = self.cells_with(2).collect();
        pairs.iter().enumerate().find_map(|(i, &a)| {
            let equal = |b: &&usize| self.mask(**b) == self.mask(a) && !self.sees(a, **b);
            pairs.iter().skip(i + 1).filter(equal).find_map(|&b| {
                let mask = self.mask(a);
                digits(mask).find_map(|linked| {
                    let other = first_digit(mask & !(1 << linked));
                    let gone = self.seeing_all(other, [a, b]);
                    if gone.is_empty() {
                        return None;
                    }
                    self.geometry.units.iter().find_map(|&unit| {
                        let places = self.places(unit, linked);
                        let [c, d] = places.pair()?;
                        let joined = self.sees(a, c) && self.sees(b, d) || self.sees(a, d) && self.sees(b, c);
                        if !joined || [c, d].iter().any(|end| [a, b].contains(end)) {
                            return None;
                        }
                        let step = Step { groups: vec![unit], ..self.step(Technique::WWing, [a, b, c, d], mask) };
                        step.removing(gone.iter().map(|cell| (cell, other)))
                    })
                })
            })
        })
    }

    /// Simple colouring: places of a digit that are linked by units in which it has two of them take turns. If two of
    /// one colour see each other, the other colour is right; what sees both colours is wrong.
    pub fn simple_colouring(&self) -> Option<Step> {
        self.digits().find_map(|digit| {
            let links: Vec<[usize; 2]> =
                (self.geometry.units.iter()).filter_map(|&unit| self.places(unit, digit).pair()).collect();
            let neighbours = |cell: usize| {
                links.iter().filter_map(move |&[a, b]| if a == cell { Some(b) } else { (b == cell).then_some(a) })
            };
            self.components(self.plane(digit), neighbours).into_iter().find_map(|colours| {
                let step = |gone: Set<W>| {
                    removing(gone.iter().map(|cell| (cell, digit)), || {
                        let [one, two] = colours;
                        let step = self.step(Technique::SimpleColouring, (one | two).iter(), 1 << digit);
                        Step { colours: colours.map(|c| c.iter().collect()).to_vec(), ..step }
                    })
                };
                let clashes = |colour: &Set<W>| colour.iter().any(|cell| !(self.peers(cell) & *colour).is_empty());
                if let Some(wrong) = colours.iter().find(|colour| clashes(colour)) {
                    return step(*wrong);
                }
                step(self.seeing_both(digit, &colours))
            })
        })
    }

    /// Remote pairs: cells with the same two digits, each seen by the next, take turns. What sees one of each kind has
    /// neither digit.
    pub fn remote_pairs(&self) -> Option<Step> {
        let mut seen: Vec<Mask> = Vec::new();
        self.cells_with(2).find_map(|cell| {
            let mask = self.mask(cell);
            if seen.contains(&mask) {
                return None;
            }
            seen.push(mask);
            let equal: Set<W> = self.cells_with(2).filter(|&cell| self.mask(cell) == mask).collect();
            let neighbours = |cell: usize| (self.peers(cell) & equal).iter();
            self.components(equal, neighbours).into_iter().find_map(|colours| {
                let [one, two] = colours;
                // Fewer are a naked pair, or contradict each other.
                if (one | two).count() < 4 {
                    return None;
                }
                let gone = digits(mask)
                    .flat_map(|digit| self.seeing_both(digit, &colours).iter().map(move |cell| (cell, digit)));
                let step = self.step(Technique::RemotePairs, (one | two).iter(), mask);
                Step { colours: colours.map(|c| c.iter().collect()).to_vec(), ..step }.removing(gone)
            })
        })
    }

    fn seeing_both(&self, digit: u32, [one, two]: &Colours<W>) -> Set<W> {
        let all = *one | *two;
        let seen = |colour: &Set<W>| colour.iter().fold(Set::default(), |seen, cell| seen | self.peers(cell));
        seen(one) & seen(two) & (self.plane(digit) - all)
    }

    /// The parts in which the cells hang together, each in two colours. A part that cannot be coloured is left out:
    /// there is no solution.
    fn components<I: Iterator<Item = usize>>(&self, cells: Set<W>, neighbours: impl Fn(usize) -> I) -> Vec<Colours<W>> {
        let mut parts = Vec::new();
        let mut left = cells;
        while let Some(start) = left.first() {
            let mut colours: Colours<W> = [[start].into_iter().collect(), Set::default()];
            let mut waiting = vec![(start, false)];
            let mut fits = true;
            while let Some((cell, second)) = waiting.pop() {
                for next in neighbours(cell) {
                    let [one, two] = &mut colours;
                    let (own, other) = if second { (two, one) } else { (one, two) };
                    fits &= !own.has(next);
                    if !own.has(next) && !other.has(next) {
                        other.insert(next);
                        waiting.push((next, !second));
                    }
                }
            }
            let [one, two] = colours;
            left = left - one - two;
            if fits && !two.is_empty() {
                parts.push(colours);
            }
        }
        parts
    }
}

/// The most cells of a loop.
const LONGEST: usize = 14;

/// A loop of cells with the same two digits in alternation. Both digits could be exchanged along the loop, unless one
/// of a few cells has another digit.
struct Loop<const W: usize> {
    cells: Vec<usize>,
    pair: Mask,
    /// The cells that have more candidates.
    roof: Vec<usize>,
}

impl<const W: usize> TechniqueGrid<'_, W> {
    /// A rectangle of two rows, two columns and two boxes, or its like on other boards, whose four cells share two
    /// digits, some with more (types 1 to 4). Or a longer loop.
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
            && self.layout.clues.relations.iter().all(|r| !r.cells.iter().any(|&cell| all.has(usize::from(cell))))
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

    /// All open cells but one have two candidates. Without one digit of that cell, every digit would have two places or
    /// none in each group, and two solutions. The cell has that digit (BUG+1).
    pub fn bug(&self) -> Option<Step> {
        let mut more = self.open.iter().filter(|&cell| self.mask(cell).count_ones() != 2);
        let cell = more.next().filter(|&cell| self.mask(cell).count_ones() == 3 && more.next().is_none())?;
        if !self.layout.clues.relations.is_empty() || self.geometry.units.len() != self.geometry.groups.len() {
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

impl<const W: usize> TechniqueGrid<'_, W> {
    /// Cells of a group with one digit more than cells, and a cell with two of these digits. All places of one digit in
    /// the group see the cell, so one of them has the other digit (ALS-XZ). If that is so for both digits, every digit
    /// of the set has its place in the pattern.
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
