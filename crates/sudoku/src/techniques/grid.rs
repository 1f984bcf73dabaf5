//! A board as the techniques look at it: for each digit the cells in which it is possible, as sets, and who sees whom.

use std::cell::OnceCell;
use std::sync::Arc;

use std::sync::OnceLock;

use crate::board::{Board, GroupKind, Layout, Mask};
use crate::set::Set;
use crate::techniques::{Step, Technique};

/// Sets that do not change while a puzzle is solved. They are made once for a layout, which keeps them.
#[derive(Debug)]
pub(crate) struct Geometry<const W: usize> {
    pub peers: Vec<Set<W>>,
    pub groups: Vec<Set<W>>,
    /// The units, those that are no lines first: that is where people look first.
    pub units: Vec<usize>,
    pub rows: Vec<usize>,
    pub columns: Vec<usize>,
    /// Cells in a group. Cells in no group are no part of the puzzle.
    pub inside: Set<W>,
}

/// Geometry that a layout keeps: with sets of two words, or of ten.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    pub(crate) small: OnceLock<Geometry<2>>,
    pub(crate) large: OnceLock<Geometry<10>>,
}

/// Returns the sets of a layout that the techniques need.
pub(super) fn geometry_of<const W: usize>(layout: &Layout) -> Geometry<W> {
    let groups: Vec<Set<W>> = layout.groups().iter().map(|g| g.cells.iter().copied().collect()).collect();
    let of = |wanted: GroupKind| {
        let kinds = layout.groups().iter().enumerate();
        kinds.filter(|(g, group)| group.kind == wanted && layout.is_unit(*g)).map(|(g, _)| g).collect::<Vec<_>>()
    };
    let (rows, columns) = (of(GroupKind::Row), of(GroupKind::Column));
    let mut units: Vec<usize> = (0..groups.len()).filter(|&g| layout.is_unit(g)).collect();
    units.sort_by_key(|g| is_line(layout, *g));
    Geometry {
        peers: (0..layout.cells()).map(|cell| layout.peers(cell).collect()).collect(),
        inside: groups.iter().fold(Set::default(), |all, group| all | *group),
        groups,
        units,
        rows,
        columns,
    }
}

/// Returns whether this group is a row or a column.
pub(crate) fn is_line(layout: &Layout, group: usize) -> bool {
    layout.groups().get(group).is_some_and(|g| matches!(g.kind, GroupKind::Row | GroupKind::Column))
}

/// A board for the techniques.
pub(super) struct TechniqueGrid<'a, const W: usize> {
    pub board: &'a Board,
    pub layout: &'a Arc<Layout>,
    pub geometry: &'a Geometry<W>,
    /// The candidates of the cells that are open; none of the others.
    masks: Vec<Mask>,
    /// For each digit, from 0 on, the open cells in which it is possible.
    planes: Vec<Set<W>>,
    /// Cells that have no digit yet, though one may be left for them.
    pub open: Set<W>,
    /// Made for the first of the techniques that ask for it; none if there are too many candidates.
    pub links: OnceCell<Option<Links>>,
}

impl<'a, const W: usize> TechniqueGrid<'a, W> {
    pub fn new(board: &'a Board, geometry: &'a Geometry<W>) -> TechniqueGrid<'a, W> {
        let layout = board.layout();
        let open: Set<W> = board.unsettled().collect::<Set<W>>() & geometry.inside;
        let mut masks = vec![0; layout.cells()];
        let mut planes = vec![Set::default(); layout.digits() + 1];
        for cell in open.iter() {
            let mask = board.get(cell);
            if let Some(place) = masks.get_mut(cell) {
                *place = mask;
            }
            for digit in digits(mask) {
                if let Some(plane) = planes.get_mut(digit as usize) {
                    plane.insert(cell);
                }
            }
        }
        TechniqueGrid { board, layout, geometry, masks, planes, open, links: OnceCell::new() }
    }

    pub fn mask(&self, cell: usize) -> Mask {
        self.masks.get(cell).copied().unwrap_or(0)
    }

    pub fn plane(&self, digit: u32) -> Set<W> {
        self.planes.get(digit as usize).copied().unwrap_or_default()
    }

    pub fn peers(&self, cell: usize) -> Set<W> {
        self.geometry.peers.get(cell).copied().unwrap_or_default()
    }

    pub fn group(&self, group: usize) -> Set<W> {
        self.geometry.groups.get(group).copied().unwrap_or_default()
    }

    /// Returns the places that a digit can have in a group.
    pub fn places(&self, group: usize, digit: u32) -> Set<W> {
        self.plane(digit) & self.group(group)
    }

    pub fn sees(&self, a: usize, b: usize) -> bool {
        self.geometry.peers.get(a).is_some_and(|peers| peers.has(b))
    }

    /// All digits of the board.
    pub fn digits(&self) -> impl Iterator<Item = u32> + use<W> {
        1..self.planes.len() as u32
    }

    /// Returns the open cells with `count` candidates.
    pub fn cells_with(&self, count: u32) -> impl Iterator<Item = usize> + '_ {
        self.open.iter().filter(move |&cell| self.mask(cell).count_ones() == count)
    }

    /// The cells that see all of these and may have the digit.
    pub fn seeing_all(&self, digit: u32, cells: impl IntoIterator<Item = usize>) -> Set<W> {
        cells.into_iter().fold(self.plane(digit), |all, cell| all & self.peers(cell))
    }

    /// Calls `found` with the digits and cells of each choice of `count` cells whose digits, together with `others`,
    /// are at most `most`, until it returns something.
    pub fn choose_cells<R>(
        &self,
        cells: &[usize],
        count: usize,
        others: Mask,
        most: u32,
        found: &mut impl FnMut((Mask, Set<W>)) -> Option<R>,
    ) -> Option<R> {
        let add = |(mask, set): (Mask, Set<W>), &cell: &usize| {
            let mask = mask | self.mask(cell);
            (mask.count_ones() <= most).then(|| (mask, set | [cell].into_iter().collect()))
        };
        choose(cells, count, (others, Set::default()), &add, found)
    }

    /// Returns whether this group is a row or a column.
    pub fn is_line(&self, group: usize) -> bool {
        is_line(self.layout, group)
    }

    /// A step of a technique, whose conclusions are still missing.
    pub fn step(&self, technique: Technique, cells: impl IntoIterator<Item = usize>, digits: Mask) -> Step {
        Step { technique, cells: cells.into_iter().collect(), digits, ..Step::default() }
    }
}

/// The digits of a set.
pub(super) fn digits(mut mask: Mask) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let digit = mask.trailing_zeros();
            mask &= mask - 1;
            digit
        })
    })
}

/// The first digit of a set.
pub(super) fn first_digit(mask: Mask) -> u32 {
    mask.trailing_zeros()
}

/// Calls `found` with each choice of `count` of the items, until it returns something. `add` puts one more item to what
/// has been chosen, or says that nothing can come of it.
pub(super) fn choose<T, S: Copy, R>(
    items: &[T],
    count: usize,
    chosen: S,
    add: &impl Fn(S, &T) -> Option<S>,
    found: &mut impl FnMut(S) -> Option<R>,
) -> Option<R> {
    if count == 0 {
        return found(chosen);
    }
    let mut rest = items;
    while rest.len() >= count
        && let Some((first, more)) = rest.split_first()
    {
        rest = more;
        if let Some(chosen) = add(chosen, first)
            && let Some(result) = choose(more, count - 1, chosen, add, found)
        {
            return Some(result);
        }
    }
    None
}

// The candidates of a grid, and the links between them.

/// More candidates are not linked: the work grows with the square of their number.
const MOST: usize = 1000;

impl<const W: usize> TechniqueGrid<'_, W> {
    /// Made when they are first asked for; none if there are too many candidates.
    pub fn links(&self) -> Option<&Links> {
        self.links.get_or_init(|| links_of(self)).as_ref()
    }
}

fn candidates_of<const W: usize>(grid: &TechniqueGrid<W>) -> Option<Candidates> {
    let cells = grid.layout.cells();
    let (mut list, mut starts) = (Vec::new(), vec![0; cells]);
    for cell in grid.open.iter() {
        if let Some(start) = starts.get_mut(cell) {
            *start = list.len() as u16;
        }
        list.extend(digits(grid.mask(cell)).map(|digit| (cell, digit)));
        if list.len() > MOST {
            return None;
        }
    }
    Some(Candidates { list, starts, masks: (0..cells).map(|cell| grid.mask(cell)).collect() })
}

fn links_of<const W: usize>(grid: &TechniqueGrid<W>) -> Option<Links> {
    let candidates = candidates_of(grid)?;
    let size = candidates.list.len();
    let [mut weak_of_digit, mut weak_in_cell, mut strong_of_digit, mut strong_in_cell] =
        [(); 4].map(|()| Matrix::new(size));
    for (i, &(cell, digit)) in candidates.list.iter().enumerate() {
        for other in (grid.plane(digit) & grid.peers(cell)).iter() {
            weak_of_digit.set(i, candidates.number(other, digit));
        }
        let mask = grid.mask(cell);
        for other in digits(mask & !(1 << digit)) {
            weak_in_cell.set(i, candidates.number(cell, other));
            if mask.count_ones() == 2 {
                strong_in_cell.set(i, candidates.number(cell, other));
            }
        }
    }
    for &unit in &grid.geometry.units {
        for digit in grid.digits() {
            if let Some(pair) = grid.places(unit, digit).pair() {
                let [a, b] = pair.map(|cell| candidates.number(cell, digit));
                strong_of_digit.set(a, b);
                strong_of_digit.set(b, a);
            }
        }
    }
    let weak = weak_of_digit.union(&weak_in_cell);
    Some(Links { candidates, weak_of_digit, weak, strong_of_digit, strong_in_cell })
}

/// A row of bits for each candidate.
#[derive(Clone)]
pub(super) struct Matrix {
    words: Vec<u64>,
    width: usize,
}

impl Matrix {
    pub fn new(size: usize) -> Matrix {
        let width = size.div_ceil(64).max(1);
        Matrix { words: vec![0; size * width], width }
    }

    pub fn row(&self, i: usize) -> &[u64] {
        self.words.get(i * self.width..(i + 1) * self.width).unwrap_or(&[])
    }

    fn row_mut(&mut self, i: usize) -> &mut [u64] {
        self.words.get_mut(i * self.width..(i + 1) * self.width).unwrap_or(&mut [])
    }

    pub fn set(&mut self, i: usize, j: usize) {
        set(self.row_mut(i), j);
    }

    pub fn union(&self, other: &Matrix) -> Matrix {
        let words = self.words.iter().zip(&other.words).map(|(a, b)| a | b).collect();
        Matrix { words, width: self.width }
    }
}

pub(super) fn set(row: &mut [u64], i: usize) {
    if let Some(word) = row.get_mut(i / 64) {
        *word |= 1 << (i % 64);
    }
}

pub(super) fn add(row: &mut [u64], other: &[u64]) {
    row.iter_mut().zip(other).for_each(|(a, b)| *a |= b);
}

/// The bits of some words, in ascending order.
pub(super) fn bits(words: impl IntoIterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.into_iter().enumerate().flat_map(|(i, mut word)| {
        std::iter::from_fn(move || {
            (word != 0).then(|| {
                let bit = word.trailing_zeros() as usize;
                word &= word - 1;
                i * 64 + bit
            })
        })
    })
}

/// The bits that both rows have.
pub(super) fn common(a: &[u64], b: &[u64]) -> impl Iterator<Item = usize> {
    bits(a.iter().zip(b).map(|(a, b)| a & b).collect::<Vec<_>>())
}

pub(super) fn meet(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).fold(0, |all, (a, b)| all | a & b) != 0
}

/// The candidates of all open cells.
pub(super) struct Candidates {
    pub list: Vec<(usize, u32)>,
    /// Index in the list of the first candidate of each cell.
    pub starts: Vec<u16>,
    pub masks: Vec<Mask>,
}

impl Candidates {
    pub fn number(&self, cell: usize, digit: u32) -> usize {
        let before = self.masks.get(cell).map_or(0, |mask| (mask & ((1 << digit) - 1)).count_ones());
        usize::from(self.starts.get(cell).copied().unwrap_or(0)) + before as usize
    }

    pub fn get(&self, number: usize) -> (usize, u32) {
        self.list.get(number).copied().unwrap_or((0, 0))
    }
}

/// Links that a chain may use.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LinkKind {
    /// Links between places of one digit.
    Digit,
    /// Strong ones in cells, weak ones between places of a digit.
    Cell,
    All,
}

/// All links of a board.
pub(super) struct Links {
    pub candidates: Candidates,
    pub weak_of_digit: Matrix,
    /// Weak links of both kinds.
    pub weak: Matrix,
    pub strong_of_digit: Matrix,
    pub strong_in_cell: Matrix,
}

impl Links {
    pub fn of(&self, kind: LinkKind) -> Chains {
        let strong = match kind {
            LinkKind::Digit => self.strong_of_digit.clone(),
            LinkKind::Cell => self.strong_in_cell.clone(),
            LinkKind::All => self.strong_of_digit.union(&self.strong_in_cell),
        };
        let weak = if kind == LinkKind::All { self.weak.clone() } else { self.weak_of_digit.clone() };
        let size = self.candidates.list.len();
        let mut next = Matrix::new(size);
        for i in 0..size {
            let row = next.row_mut(i);
            for wrong in bits(weak.row(i).iter().copied()) {
                add(row, strong.row(wrong));
            }
            if let Some(word) = row.get_mut(i / 64) {
                *word &= !(1 << (i % 64));
            }
        }
        Chains { weak, strong, next, size }
    }
}

/// Consequences of a candidate by links of a kind, one link after the other.
pub(super) struct Chains {
    pub weak: Matrix,
    strong: Matrix,
    /// For each candidate, those that are right if it is: a strong link leads to them from a candidate weakly linked to
    /// it.
    next: Matrix,
    pub size: usize,
}

/// Candidates that are right if one candidate is, and the number of links to each.
pub(super) struct Reach {
    /// For each candidate, the one that it follows from.
    from: Vec<u16>,
    /// For each candidate, how many steps away it is; [`Reach::NEVER`] if it does not follow.
    pub depth: Vec<u8>,
    pub right: Vec<u64>,
}

impl Reach {
    pub const NEVER: u8 = u8::MAX;

    /// The candidates from the first one to this one.
    pub fn path(&self, end: usize) -> Vec<usize> {
        let mut path = vec![end];
        let mut at = end;
        while self.depth.get(at).is_some_and(|&depth| depth != 0) && path.len() < self.depth.len() {
            at = self.from.get(at).copied().unwrap_or(0).into();
            path.push(at);
        }
        path.reverse();
        path
    }
}

impl Chains {
    /// Returns the number of steps until a consequence excludes the candidate itself, if it is below `limit`.
    pub fn refuted(&self, start: usize, limit: usize) -> Option<usize> {
        let weak = self.weak.row(start);
        let mut seen = vec![0; weak.len()];
        set(&mut seen, start);
        let mut frontier = seen.clone();
        for depth in 1..limit {
            let mut fresh = vec![0; seen.len()];
            for at in bits(frontier.iter().copied()) {
                add(&mut fresh, self.next.row(at));
            }
            fresh.iter_mut().zip(&seen).for_each(|(fresh, seen)| *fresh &= !seen);
            if meet(&fresh, weak) {
                return Some(depth);
            }
            if fresh.iter().all(|word| *word == 0) {
                return None;
            }
            add(&mut seen, &fresh);
            frontier = fresh;
        }
        None
    }

    /// All that follows.
    pub fn reach(&self, start: usize) -> Reach {
        let mut reach = Reach {
            from: vec![0; self.size],
            depth: vec![Reach::NEVER; self.size],
            right: vec![0; self.weak.row(start).len()],
        };
        set(&mut reach.right, start);
        if let Some(depth) = reach.depth.get_mut(start) {
            *depth = 0;
        }
        let mut frontier = vec![start];
        let mut depth = 0u8;
        while !frontier.is_empty() && depth < Reach::NEVER - 1 {
            depth += 1;
            let mut fresh = Vec::new();
            for &at in &frontier {
                let new = self.next.row(at).iter().zip(&reach.right).map(|(next, seen)| next & !seen);
                for to in bits(new.collect::<Vec<_>>()) {
                    set(&mut reach.right, to);
                    if let (Some(from), Some(place)) = (reach.from.get_mut(to), reach.depth.get_mut(to)) {
                        (*from, *place) = (at as u16, depth);
                    }
                    fresh.push(to);
                }
            }
            frontier = fresh;
        }
        reach
    }

    /// Returns the candidate that is wrong between two consecutive ones of a path.
    pub fn between(&self, from: usize, to: usize) -> usize {
        common(self.weak.row(from), self.strong.row(to)).next().unwrap_or(from)
    }
}
