//! Chains: one thing follows from another along links, until something follows from its own opposite. And forcing
//! chains: what follows from each of the candidates of a cell, or from each place of a digit in a unit.

use super::grid::{Grid, digits};
use super::links::{Chains, Kind, Links, Reach, add, bits, common};
use super::{Literal, Rule, Step};

/// Greatest number of strong links for which chains are looked for.
const MOST_LINKS: usize = 40;

/// Number of candidates that are compared of those that one choice rules out: with more, the board is nearly solved.
const MOST_TARGETS: usize = 16;

impl<const W: usize> Grid<'_, W> {
    /// The shortest chain of a kind: if its first candidate is wrong, its last is right. So what neither of them goes
    /// together with is wrong.
    pub fn chain(&self, rule: Rule) -> Option<Step> {
        let kind = match rule {
            Rule::XChain => Kind::Digit,
            Rule::XyChain => Kind::Cell,
            _ => Kind::All,
        };
        let links = self.links()?;
        let chains = links.of(kind);
        let mut best = None;
        let mut limit = MOST_LINKS;
        for start in 0..chains.size {
            if let Some(depth) = chains.refuted(start, limit) {
                (best, limit) = (Some(start), depth);
            }
        }
        let start = best?;
        let reach = chains.reach(start);
        let ends = common(&reach.right, chains.weak.row(start));
        let end = ends.min_by_key(|&end| reach.depth.get(end).copied())?;
        // Of the whole way round, what lies between the candidate and itself.
        let chain: Vec<Literal> = literals(links, &chains, &reach.path(end)).into_iter().skip(1).collect();
        let first = chain.first().map(|l| links.candidates.number(l.cell, l.digit))?;
        let gone = common(links.weak.row(first), links.weak.row(end)).map(|i| links.candidates.get(i));
        let digits = chain.iter().fold(0, |all, literal| all | 1 << literal.digit);
        let step = self.step(rule, cells(&chain), digits);
        Step { chains: vec![chain], ..step }.removing(gone)
    }

    /// A digit of a cell that is wrong whichever of the candidates of some cell is right, or wherever a digit of some
    /// unit is: the one with the shortest chains.
    pub fn forcing_chains(&self, rule: Rule) -> Option<Step> {
        let links = self.links()?;
        let chains = links.of(Kind::All);
        let reaches: Vec<Reach> = (0..chains.size).map(|i| chains.reach(i)).collect();
        let wrong: Vec<Vec<u64>> = reaches.iter().map(|reach| ruled_out(&chains, reach)).collect();
        let mut best: Option<(usize, usize, Vec<usize>, Option<usize>)> = None;
        for (ways, unit) in self.choices(rule, links) {
            let Some((first, others)) = ways.split_first() else { continue };
            let mut all = wrong.get(*first).cloned().unwrap_or_default();
            for other in others {
                let other = wrong.get(*other).map_or(&[][..], Vec::as_slice);
                all.iter_mut().zip(other).for_each(|(a, b)| *a &= b);
            }
            for target in bits(all).take(MOST_TARGETS) {
                let length = ways.iter().filter_map(|&way| depth(&chains, reaches.get(way)?, target)).sum::<usize>();
                if best.as_ref().is_none_or(|(shortest, ..)| length < *shortest) {
                    best = Some((length, target, ways.clone(), unit));
                }
            }
        }
        let (_, target, ways, unit) = best?;
        let (cell, digit) = links.candidates.get(target);
        let chain = |way: &usize| {
            let reach = reaches.get(*way)?;
            let ends = common(&reach.right, chains.weak.row(target));
            let end = ends.min_by_key(|&end| reach.depth.get(end).copied())?;
            let mut chain = literals(links, &chains, &reach.path(end));
            chain.push(Literal { cell, digit, right: false });
            Some(chain)
        };
        let chains: Vec<Vec<Literal>> = ways.iter().filter_map(chain).collect();
        let starts: Vec<(usize, u32)> = ways.iter().map(|&way| links.candidates.get(way)).collect();
        let digits = starts.iter().fold(0, |all, (_, digit)| all | 1 << digit);
        let mut cells: Vec<usize> = starts.iter().map(|(cell, _)| *cell).collect();
        cells.dedup();
        Step { groups: unit.into_iter().collect(), chains, ..self.step(rule, cells, digits) }.removing([(cell, digit)])
    }

    /// Candidates of which one must be right, at least three: those of a cell, or the places of a digit in a unit.
    fn choices(&self, rule: Rule, links: &Links) -> Vec<(Vec<usize>, Option<usize>)> {
        if rule == Rule::CellForcingChains {
            let many = self.open.iter().filter(|&cell| self.mask(cell).count_ones() > 2);
            let ways = |cell| digits(self.mask(cell)).map(|digit| links.candidates.number(cell, digit)).collect();
            return many.map(|cell| (ways(cell), None)).collect();
        }
        let mut found = Vec::new();
        for &unit in &self.geometry.units {
            for digit in self.digits() {
                let places = self.places(unit, digit);
                if places.count() > 2 {
                    let ways = places.iter().map(|cell| links.candidates.number(cell, digit)).collect();
                    found.push((ways, Some(unit)));
                }
            }
        }
        found
    }
}

/// Returns the candidates that cannot be right if everything in reach is.
fn ruled_out(chains: &Chains, reach: &Reach) -> Vec<u64> {
    let mut wrong = vec![0; reach.right.len()];
    for right in bits(reach.right.iter().copied()) {
        add(&mut wrong, chains.weak.row(right));
    }
    wrong
}

/// Links until a candidate is wrong.
fn depth(chains: &Chains, reach: &Reach, target: usize) -> Option<usize> {
    let ends = common(&reach.right, chains.weak.row(target));
    ends.filter_map(|end| reach.depth.get(end)).min().map(|&depth| 2 * usize::from(depth) + 2)
}

/// Returns the literals along a path, by turns right and wrong.
fn literals(links: &Links, chains: &Chains, path: &[usize]) -> Vec<Literal> {
    let literal = |number: usize, right: bool| {
        let (cell, digit) = links.candidates.get(number);
        Literal { cell, digit, right }
    };
    let mut all: Vec<Literal> = path.first().map(|&first| literal(first, true)).into_iter().collect();
    for pair in path.windows(2) {
        if let &[from, to] = pair {
            all.push(literal(chains.between(from, to), false));
            all.push(literal(to, true));
        }
    }
    all
}

fn cells(chain: &[Literal]) -> Vec<usize> {
    let mut cells: Vec<usize> = Vec::new();
    for literal in chain {
        if !cells.contains(&literal.cell) {
            cells.push(literal.cell);
        }
    }
    cells
}
