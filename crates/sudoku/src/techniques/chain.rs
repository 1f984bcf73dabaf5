//! Chains: one thing follows from another along links, until something follows from its own opposite. And forcing
//! chains: what follows from each of the candidates of a cell, or from each place of a digit in a unit.

use crate::board::{Board, Level, Mask};
use crate::set::Set;
use crate::techniques::grid::{Chains, LinkKind, Links, Reach, TechniqueGrid, add, bits, common, digits};
use crate::techniques::{Deadlock, Literal, Proof, Step, Technique};

/// Greatest number of strong links for which chains are looked for.
const MAX_LINKS: usize = 40;

/// Number of candidates that are compared of those that one choice rules out: with more, the board is nearly solved.
const MAX_TARGETS: usize = 16;

impl<const W: usize> TechniqueGrid<'_, W> {
    /// The shortest chain of a kind: if its first candidate is wrong, its last is right. So what neither of them goes
    /// together with is wrong.
    pub fn chain(&self, technique: Technique) -> Option<Step> {
        let kind = match technique {
            Technique::XChain => LinkKind::Digit,
            Technique::XyChain => LinkKind::Cell,
            _ => LinkKind::All,
        };
        let links = self.links()?;
        let chains = links.of(kind);
        let mut best = None;
        let mut limit = MAX_LINKS;
        for start in 0..chains.size {
            if let Some(depth) = chains.refuted(start, limit) {
                (best, limit) = (Some(start), depth);
            }
        }
        let start = best?;
        let reach = chains.reach(start);
        let ends = common(&reach.right, chains.weak.row(start));
        let end = ends.min_by_key(|&end| reach.depth.get(end).copied())?;
        // Of the whole way round, the part between the candidate and itself.
        let chain: Vec<Literal> = literals(links, &chains, &reach.path(end)).into_iter().skip(1).collect();
        let first = chain.first().map(|l| links.candidates.number(l.cell, l.digit))?;
        let gone = common(links.weak.row(first), links.weak.row(end)).map(|i| links.candidates.get(i));
        let digits = chain.iter().fold(0, |all, literal| all | 1 << literal.digit);
        let step = self.step(technique, cells(&chain), digits);
        Step { proof: Proof::of(vec![chain]), ..step }.removing(gone)
    }

    /// Finds a candidate that is wrong in every alternative of a cell or unit, and takes the one with the shortest
    /// chains.
    pub fn forcing_chains(&self, technique: Technique) -> Option<Step> {
        let links = self.links()?;
        let chains = links.of(LinkKind::All);
        let reaches: Vec<Reach> = (0..chains.size).map(|i| chains.reach(i)).collect();
        let wrong: Vec<Vec<u64>> = reaches.iter().map(|reach| ruled_out(&chains, reach)).collect();
        let mut best: Option<(usize, usize, Vec<usize>, Option<usize>)> = None;
        for (ways, unit) in self.choices(technique, links) {
            let Some((first, others)) = ways.split_first() else { continue };
            let mut all = wrong.get(*first).cloned().unwrap_or_default();
            for other in others {
                let other = wrong.get(*other).map_or(&[][..], Vec::as_slice);
                all.iter_mut().zip(other).for_each(|(a, b)| *a &= b);
            }
            for target in bits(all).take(MAX_TARGETS) {
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
        Step { groups: unit.into_iter().collect(), proof: Proof::of(chains), ..self.step(technique, cells, digits) }
            .removing([(cell, digit)])
    }

    /// Candidates of which one must be right, at least three: those of a cell, or the places of a digit in a unit.
    fn choices(&self, technique: Technique, links: &Links) -> Vec<(Vec<usize>, Option<usize>)> {
        if technique == Technique::CellForcingChains {
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

// Chains of one digit with two or three strong links, which may end in several cells: turbot fish (skyscrapers,
// two-string kites), empty rectangles, and those of one link more.

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
const MAX_STRONG_LINKS: usize = 400;

/// The most links of a chain.
const LONGEST: usize = 3;

impl<const W: usize> TechniqueGrid<'_, W> {
    /// Finds the first chain of `count` strong links: if the digit is not at its beginning, it is at its end. So the
    /// cells that see both have another digit. Grouped, an end of a link may be several cells of a group, as in an
    /// empty rectangle.
    pub fn strong_links(&self, technique: Technique, count: usize, grouped: bool) -> Option<Step> {
        let mut links = Vec::new();
        self.digits().find_map(|digit| {
            self.links_of_digit(digit, grouped, &mut links);
            (0..links.len()).find_map(|first| {
                let gone = links.get(first)?.sees_from;
                let mut chain = [first; LONGEST];
                let last = self.strong_chain(&links, gone, &mut chain, 1, count.min(LONGEST))?;
                let gone = gone & links.get(last)?.sees_to;
                let ends = chain.iter().take(count).filter_map(|&i| links.get(i)).flat_map(|link| [link.from, link.to]);
                self.along(technique, digit, ends).removing(gone.iter().map(|cell| (cell, digit)))
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
    fn along(&self, technique: Technique, digit: u32, ends: impl Iterator<Item = Set<W>> + Clone) -> Step {
        let cells = ends.clone().fold(Set::default(), |all: Set<W>, end| all | end);
        let step = self.step(technique, cells.iter(), 1 << digit);
        if ends.clone().all(|end| end.count() == 1) {
            let cells = ends.filter_map(|end| end.first()).enumerate();
            let chain = cells.map(|(i, cell)| Literal { cell, digit, right: i % 2 == 1 }).collect();
            return Step { proof: Proof::of(vec![chain]), ..step };
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
        if useful && links.len() < MAX_STRONG_LINKS && !links.iter().any(|link| link.from == from && link.to == to) {
            links.push(Link { from, to, sees_from, sees_to });
            links.push(Link { from: to, to: from, sees_from: sees_to, sees_to: sees_from });
        }
    }
}

/// Greatest number of candidates for trials inside trials.
const MAX_NESTED: usize = 400;

/// Candidates that are tried together, of which each takes a few microseconds; those that take a hundred.
const DEEP_IN_A_PART: usize = 4;
const NESTED_IN_A_PART: usize = 1;

/// Marks a candidate that no step has removed.
const NOBODY: u16 = u16::MAX;

/// A digit that was put somewhere, and which candidates had to go first.
struct Placement {
    cell: usize,
    digit: u32,
    /// It is the only digit of the cell, or the cell is its only place in this unit.
    unit: Option<usize>,
}

/// Consequences of a digit in a cell, with the event that took each candidate away.
struct ForcingTrial<'a, 'b, const W: usize> {
    grid: &'a TechniqueGrid<'b, W>,
    planes: Vec<Set<W>>,
    masks: Vec<Mask>,
    /// For each cell and digit, which event took it away.
    blame: Vec<u16>,
    events: Vec<Placement>,
    /// Cells that have been given a digit.
    done: Set<W>,
    /// Only this digit is looked at.
    only: Option<u32>,
}

impl<'a, 'b, const W: usize> ForcingTrial<'a, 'b, W> {
    fn new(grid: &'a TechniqueGrid<'b, W>, only: Option<u32>) -> ForcingTrial<'a, 'b, W> {
        let (cells, count) = (grid.layout.cells(), grid.layout.digits() + 1);
        ForcingTrial {
            grid,
            planes: (0..count as u32).map(|digit| grid.plane(digit)).collect(),
            masks: (0..cells).map(|cell| grid.mask(cell)).collect(),
            blame: vec![NOBODY; cells * count],
            events: Vec::new(),
            done: Set::default(),
            only,
        }
    }

    fn digits(&self) -> impl Iterator<Item = u32> + use<W> {
        match self.only {
            Some(digit) => digit..digit + 1,
            None => 1..self.planes.len() as u32,
        }
    }

    fn plane(&self, digit: u32) -> Set<W> {
        self.planes.get(digit as usize).copied().unwrap_or_default()
    }

    fn mask(&self, cell: usize) -> Mask {
        self.masks.get(cell).copied().unwrap_or(0)
    }

    fn remove(&mut self, cell: usize, digit: u32) {
        let by = (self.events.len().saturating_sub(1)) as u16;
        if self.mask(cell) >> digit & 1 == 0 {
            return;
        }
        if let Some(mask) = self.masks.get_mut(cell) {
            *mask &= !(1 << digit);
        }
        if let Some(plane) = self.planes.get_mut(digit as usize) {
            *plane = *plane - [cell].into_iter().collect();
        }
        if let Some(blame) = self.blame.get_mut(cell * self.planes.len() + digit as usize) {
            *blame = by;
        }
    }

    fn place(&mut self, event: Placement) {
        let Placement { cell, digit, .. } = event;
        self.events.push(event);
        self.done.insert(cell);
        for other in digits(self.mask(cell) & !(1 << digit)) {
            self.remove(cell, other);
        }
        for peer in (self.plane(digit) & self.grid.peers(cell)).iter() {
            self.remove(peer, digit);
        }
    }

    /// Goes on until there is a contradiction or nothing follows any more.
    fn run(&mut self, cell: usize, digit: u32) -> Option<Deadlock> {
        self.place(Placement { cell, digit, unit: None });
        loop {
            if self.only.is_none() {
                let empty = self.grid.open.iter().find(|&cell| self.mask(cell) == 0);
                if let Some(cell) = empty {
                    return Some(Deadlock::Cell(cell));
                }
                let single = (self.grid.open - self.done).iter().find(|&cell| self.mask(cell).is_power_of_two());
                if let Some(cell) = single {
                    self.place(Placement { cell, digit: self.mask(cell).trailing_zeros(), unit: None });
                    continue;
                }
            }
            match self.hidden_single()? {
                Ok(event) => self.place(event),
                Err(deadlock) => return Some(deadlock),
            }
        }
    }

    fn hidden_single(&self) -> Option<Result<Placement, Deadlock>> {
        for &unit in &self.grid.geometry.units {
            let group = self.grid.group(unit);
            for digit in self.digits() {
                let places = self.plane(digit) & group;
                if places.is_empty() && !self.grid.places(unit, digit).is_empty() {
                    return Some(Err(Deadlock::Unit(unit, digit)));
                }
                if let Some(cell) = places.first().filter(|&cell| !self.done.has(cell) && places.count() == 1) {
                    return Some(Ok(Placement { cell, digit, unit: Some(unit) }));
                }
            }
        }
        None
    }

    /// Returns the part of the digits put that the contradiction needs.
    fn proof(&self, deadlock: Deadlock) -> Vec<Literal> {
        let mut needed = vec![false; self.events.len()];
        if let Some(first) = needed.first_mut() {
            *first = true;
        }
        let blame = |cell: usize, digit: u32| self.blame.get(cell * self.planes.len() + digit as usize).copied();
        let need = |needed: &mut Vec<bool>, missing: Vec<(usize, u32)>| {
            for by in missing.into_iter().filter_map(|(cell, digit)| blame(cell, digit)) {
                if let Some(place) = needed.get_mut(usize::from(by)) {
                    *place = true;
                }
            }
        };
        let of_cell =
            |cell: usize, but: Mask| digits(self.grid.mask(cell) & !but).map(|digit| (cell, digit)).collect::<Vec<_>>();
        let of_unit = |unit: usize, digit: u32, but: Option<usize>| {
            let places = self.grid.places(unit, digit).iter().filter(|cell| Some(*cell) != but);
            places.map(|cell| (cell, digit)).collect::<Vec<_>>()
        };
        need(
            &mut needed,
            match deadlock {
                Deadlock::Cell(cell) => of_cell(cell, 0),
                Deadlock::Unit(unit, digit) => of_unit(unit, digit, None),
            },
        );
        for (i, event) in self.events.iter().enumerate().skip(1).rev() {
            if needed.get(i) == Some(&true) {
                need(
                    &mut needed,
                    match event.unit {
                        Some(unit) => of_unit(unit, event.digit, Some(event.cell)),
                        None => of_cell(event.cell, 1 << event.digit),
                    },
                );
            }
        }
        let literal = |event: &Placement| Literal { cell: event.cell, digit: event.digit, right: true };
        self.events.iter().zip(needed).filter(|(_, needed)| *needed).map(|(event, _)| literal(event)).collect()
    }
}

impl<const W: usize> TechniqueGrid<'_, W> {
    fn candidates(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.open.iter().flat_map(|cell| digits(self.mask(cell)).map(move |digit| (cell, digit)))
    }

    /// A candidate that leads to a contradiction by singles: of its own digit (nishio), or of all (a net). The one
    /// whose contradiction needs the fewest digits.
    pub fn net(&self, technique: Technique) -> Option<Step> {
        let nishio = technique == Technique::Nishio;
        let mut best: Option<(Vec<Literal>, Deadlock)> = None;
        for (cell, digit) in self.candidates() {
            if !nishio && self.board.clone().assign(cell, digit, Level::Hidden).is_ok() {
                continue;
            }
            let mut trial = ForcingTrial::new(self, nishio.then_some(digit));
            let Some(deadlock) = trial.run(cell, digit) else { continue };
            let proof = trial.proof(deadlock);
            if best.as_ref().is_none_or(|(shortest, _)| proof.len() < shortest.len()) {
                best = Some((proof, deadlock));
            }
        }
        let (proof, deadlock) = best?;
        let Literal { cell, digit, .. } = *proof.first()?;
        let proof = Proof { chains: vec![proof], deadlock: Some(deadlock) };
        let step = Step { proof, ..self.step(technique, [cell], 1 << digit) };
        step.removing([(cell, digit)])
    }

    /// In how many parts the technique is looked for.
    pub fn parts(&self, technique: Technique) -> usize {
        let each = match technique {
            Technique::DeepNet => DEEP_IN_A_PART,
            Technique::NestedNet if self.candidates().nth(MAX_NESTED).is_none() => NESTED_IN_A_PART,
            _ => return 1,
        };
        self.candidates().count().div_ceil(each).max(1)
    }

    fn part(&self, part: usize, each: usize) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.candidates().skip(part.saturating_mul(each)).take(each)
    }

    /// A candidate among those of a part that leads to a contradiction by locked candidates and pairs, too.
    pub fn deep_net(&self, part: usize) -> Option<Step> {
        let fails = |&(cell, digit): &(usize, u32)| self.board.clone().assign(cell, digit, Level::Pairs).is_err();
        let (cell, digit) = self.part(part, DEEP_IN_A_PART).find(fails)?;
        self.step(Technique::DeepNet, [cell], 1 << digit).removing([(cell, digit)])
    }

    /// A candidate among those of a part that leads to a contradiction if what follows from it is tried in turn.
    pub fn nested_net(&self, part: usize) -> Option<Step> {
        if self.candidates().nth(MAX_NESTED).is_some() {
            return None;
        }
        let (cell, digit) = self.part(part, NESTED_IN_A_PART).find(|&(cell, digit)| {
            let mut board = self.board.clone();
            board.assign(cell, digit, Level::Locked).is_err() || refuted(board)
        })?;
        self.step(Technique::NestedNet, [cell], 1 << digit).removing([(cell, digit)])
    }
}

/// Returns whether taking out the candidates that trials refute leads to a contradiction.
fn refuted(mut board: Board) -> bool {
    loop {
        let mut changed = false;
        for cell in board.unsettled().collect::<Vec<_>>() {
            for digit in digits(board.get(cell)) {
                if board.get(cell) >> digit & 1 == 1 && board.clone().assign(cell, digit, Level::Locked).is_err() {
                    board.eliminate(cell, digit);
                    changed = true;
                    if board.propagate(Level::Locked).is_err() {
                        return true;
                    }
                }
            }
        }
        if !changed {
            return false;
        }
    }
}
