//! Chains of one digit with two or three strong links, whose links may end in several cells: turbot fish (skyscrapers,
//! two-string kites), empty rectangles, and those of one link more.

use super::grid::Grid;
use super::{Literal, Rule, Step};
use crate::set::Set;

/// The digit is in one of these cells, or in one of those.
#[derive(Clone, Copy)]
struct Link<const W: usize> {
    from: Set<W>,
    to: Set<W>,
    /// Further places of the digit that see all cells at its beginning, and those that see all at its end.
    sees_from: Set<W>,
    sees_to: Set<W>,
}

/// Greatest number of links of a digit that are looked through.
const MOST_LINKS: usize = 400;

/// The most links of a chain.
const LONGEST: usize = 3;

impl<const W: usize> Grid<'_, W> {
    /// Finds the first chain of `count` strong links: if the digit is not at its beginning, it is at its end. So the
    /// cells that see both have another digit. Grouped, an end of a link may be several cells of a group, as in an
    /// empty rectangle.
    pub fn strong_links(&self, rule: Rule, count: usize, grouped: bool) -> Option<Step> {
        let mut links = Vec::new();
        self.digits().find_map(|digit| {
            self.links_of_digit(digit, grouped, &mut links);
            (0..links.len()).find_map(|first| {
                let gone = links.get(first)?.sees_from;
                let mut chain = [first; LONGEST];
                let last = self.strong_chain(&links, gone, &mut chain, 1, count.min(LONGEST))?;
                let gone = gone & links.get(last)?.sees_to;
                let ends = chain.iter().take(count).filter_map(|&i| links.get(i)).flat_map(|link| [link.from, link.to]);
                self.along(rule, digit, ends).removing(gone.iter().map(|cell| (cell, digit)))
            })
        })
    }

    /// Goes on with a chain until it has `count` links, of which it has `length`, and some of the candidates see its
    /// end. The last link.
    fn strong_chain(
        &self,
        links: &[Link<W>],
        gone: Set<W>,
        chain: &mut [usize; LONGEST],
        length: usize,
        count: usize,
    ) -> Option<usize> {
        if gone.is_empty() {
            return None;
        }
        let (first, last) = (*chain.first()?, *chain.get(length - 1)?);
        let sees = links.get(last)?.sees_to;
        for (i, link) in links.iter().enumerate().filter(|(_, link)| link.from.is_within(&sees)) {
            *chain.get_mut(length)? = i;
            if length + 1 < count {
                if let Some(last) = self.strong_chain(links, gone, chain, length + 1, count) {
                    return Some(last);
                }
            // A chain can be read from either end, and the other direction of a link stands beside it.
            } else if i ^ 1 > first && !(gone & link.sees_to).is_empty() {
                return Some(i);
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

    fn links_of_digit(&self, digit: u32, grouped: bool, links: &mut Vec<Link<W>>) {
        links.clear();
        for &unit in &self.geometry.units {
            let places = self.places(unit, digit);
            match places.count() {
                2 => {
                    let from: Set<W> = places.first().into_iter().collect();
                    self.add(digit, links, from, places - from);
                }
                3.. if grouped => self.groups_of_places(unit, digit, places, links),
                _ => {}
            }
        }
    }

    /// The ways in which two groups have all the places between them.
    fn groups_of_places(&self, unit: usize, digit: u32, places: Set<W>, links: &mut Vec<Link<W>>) {
        let groups = &self.geometry.groups;
        for (group, from) in groups.iter().map(|group| *group & places).enumerate() {
            let rest = places - from;
            if group == unit || from.is_empty() || rest.is_empty() {
                continue;
            }
            for (other, to) in groups.iter().map(|group| *group & places).enumerate().skip(group + 1) {
                if other != unit && rest.is_within(&to) && to != places {
                    self.add(digit, links, from, to);
                }
            }
        }
    }

    /// Adds a link in both directions, once, if other places of the digit see both ends: nothing else can come of it.
    fn add(&self, digit: u32, links: &mut Vec<Link<W>>, from: Set<W>, to: Set<W>) {
        let others = self.plane(digit) - from - to;
        let [sees_from, sees_to] = [from, to].map(|cells| self.seeing_all(digit, cells.iter()));
        let useful = !(others & sees_from).is_empty() && !(others & sees_to).is_empty();
        if useful && links.len() < MOST_LINKS && !links.iter().any(|link| link.from == from && link.to == to) {
            links.push(Link { from, to, sees_from, sees_to });
            links.push(Link { from: to, to: from, sees_from: sees_to, sees_to: sees_from });
        }
    }
}
