//! Chains of one digit with two or three strong links, whose links may end in several cells: turbot fish (skyscrapers,
//! two-string kites), empty rectangles, and those of one link more.

use super::grid::Grid;
use super::set::Set;
use super::{Literal, Rule, Step};

/// The digit is in one of these cells, or in one of those.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Link<const W: usize> {
    from: Set<W>,
    to: Set<W>,
}

/// Links of a digit are looked through if there are at most so many.
const MOST_LINKS: usize = 400;

impl<const W: usize> Grid<'_, W> {
    /// The first chain of so many strong links: if the digit is not where it begins, it is where it ends. So what sees
    /// both is something else. Grouped, an end of a link may be several cells that lie in a group, as in an empty
    /// rectangle.
    pub fn strong_links(&self, rule: Rule, count: usize, grouped: bool) -> Option<Step> {
        self.digits().find_map(|digit| {
            let links = self.links_of_digit(digit, grouped);
            let next: Vec<Vec<usize>> = (links.iter())
                .map(|link| {
                    let seen = self.seen_by_all(link.to);
                    (0..links.len())
                        .filter(|&i| links.get(i).is_some_and(|other| other.from.is_within(&seen)))
                        .collect()
                })
                .collect();
            (0..links.len()).find_map(|first| self.strong_chain(rule, digit, &links, &next, &mut vec![first], count))
        })
    }

    /// Goes on with a chain until it has so many links.
    fn strong_chain(
        &self,
        rule: Rule,
        digit: u32,
        links: &[Link<W>],
        next: &[Vec<usize>],
        chain: &mut Vec<usize>,
        count: usize,
    ) -> Option<Step> {
        let (first, last) = (links.get(*chain.first()?)?, *chain.last()?);
        if chain.len() == count {
            let seen = self.seen_by_all(first.from) & self.seen_by_all(links.get(last)?.to);
            let gone = self.plane(digit) & seen;
            let ends = || chain.iter().filter_map(|&i| links.get(i)).flat_map(|link| [link.from, link.to]);
            return (!gone.is_empty())
                .then(|| self.along(rule, digit, ends()).removing(gone.iter().map(|cell| (cell, digit))))?;
        }
        for &i in next.get(last)? {
            // A chain can be read from either end, and the other direction of a link stands beside it.
            if chain.len() + 1 == count && chain.first().is_some_and(|&first| i ^ 1 <= first) {
                continue;
            }
            chain.push(i);
            let step = self.strong_chain(rule, digit, links, next, chain, count);
            chain.pop();
            if step.is_some() {
                return step;
            }
        }
        None
    }

    /// A step along the ends of links, with what it tells: literals if each end is a cell.
    fn along(&self, rule: Rule, digit: u32, ends: impl Iterator<Item = Set<W>> + Clone) -> Step {
        let cells = ends.clone().fold(Set::default(), |all: Set<W>, end| all | end);
        let step = self.step(rule, cells.iter(), 1 << digit);
        if ends.clone().all(|end| end.count() == 1) {
            let cells = ends.filter_map(|end| end.first()).enumerate();
            let chain = cells.map(|(i, cell)| Literal { cell, digit, right: i % 2 == 1 }).collect();
            return Step { chains: vec![chain], ..step };
        }
        Step { places: ends.map(|end| end.iter().collect()).collect(), ..step }
    }

    fn links_of_digit(&self, digit: u32, grouped: bool) -> Vec<Link<W>> {
        let mut links: Vec<Link<W>> = Vec::new();
        for &unit in &self.geometry.units {
            let places = self.places(unit, digit);
            match *places.iter().take(3).collect::<Vec<_>>().as_slice() {
                [a, b] => {
                    let [from, to] = [a, b].map(|cell| [cell].into_iter().collect());
                    add(&mut links, Link { from, to });
                }
                [_, _, _] if grouped => self.groups_of_places(unit, places, &mut links),
                _ => {}
            }
        }
        links
    }

    /// The ways in which two groups have all the places between them.
    fn groups_of_places(&self, unit: usize, places: Set<W>, links: &mut Vec<Link<W>>) {
        let others = self.geometry.groups.iter().enumerate().filter(|(group, _)| *group != unit);
        let parts: Vec<Set<W>> = others.map(|(_, cells)| *cells & places).filter(|part| !part.is_empty()).collect();
        for (i, &from) in parts.iter().enumerate() {
            for &to in parts.iter().skip(i + 1) {
                if places.is_within(&(from | to)) && from != to && links.len() < MOST_LINKS {
                    add(links, Link { from, to });
                }
            }
        }
    }

    /// What sees all of these cells.
    fn seen_by_all(&self, cells: Set<W>) -> Set<W> {
        cells.iter().map(|cell| self.peers(cell)).reduce(|all, peers| all & peers).unwrap_or_default()
    }
}

/// Adds a link in both directions, once.
fn add<const W: usize>(links: &mut Vec<Link<W>>, link: Link<W>) {
    if !links.contains(&link) {
        links.push(link);
        links.push(Link { from: link.to, to: link.from });
    }
}
