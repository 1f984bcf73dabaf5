//! Wings, colours, remote pairs: short chains that have names of their own.

use crate::board::Mask;
use crate::set::Set;
use crate::techniques::grid::{Grid, digits, first_digit};
use crate::techniques::{Step, Technique, removing};

/// Cells that take turns in being one thing or the other.
type Colours<const W: usize> = [Set<W>; 2];

impl<const W: usize> Grid<'_, W> {
    /// XY-wing: a cell with two digits, and two cells that it sees, each with one of them and a third digit, the same
    /// in both: one of these two has that. XYZ-wing: the first cell may have it, too.
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

    /// W-wing: two cells with the same two digits, and a unit in which one of these has two places, each seen by one of
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
