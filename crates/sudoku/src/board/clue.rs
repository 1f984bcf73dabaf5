//! Clues of a puzzle besides groups of different cells, the constraints that follow from them, and their lists.

use crate::board::{Mask, single};

/// Something that is said of a few cells.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Clue {
    /// The digits of these cells differ and have this sum (killer sudoku).
    Cage {
        /// The cells, in any order.
        cells: Vec<usize>,
        /// The sum of their digits.
        sum: u32,
    },
    /// The digits become greater from cell to cell.
    Thermometer(Vec<usize>),
    /// The digit of the first cell is the sum of those of the others, which may be equal.
    Arrow(Vec<usize>),
    /// The digit of the first cell is less than that of the second.
    Less([usize; 2]),
}

impl Clue {
    /// The cells that it is about.
    #[must_use]
    pub fn cells(&self) -> &[usize] {
        match self {
            Clue::Cage { cells, .. } | Clue::Thermometer(cells) | Clue::Arrow(cells) => cells,
            Clue::Less(cells) => cells,
        }
    }

    /// Returns the name of the kind of clue.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Clue::Cage { .. } => "cage",
            Clue::Thermometer(_) => "thermometer",
            Clue::Arrow(_) => "arrow",
            Clue::Less(_) => "inequality",
        }
    }

    /// Returns whether the clue is true of cells that hold these digits; false if one of them holds none or several.
    #[must_use]
    pub fn holds(&self, mask: impl Fn(usize) -> Mask) -> bool {
        let masks: Vec<Mask> = self.cells().iter().map(|&cell| mask(cell)).collect();
        let digit = |mask: &Mask| u64::from(mask.trailing_zeros());
        let ascending = || masks.iter().zip(masks.iter().skip(1)).all(|(a, b)| a < b);
        masks.iter().all(|&mask| single(mask))
            && match self {
                Clue::Cage { sum, .. } => {
                    masks.iter().map(digit).sum::<u64>() == u64::from(*sum)
                        && masks.iter().fold(0, |all, mask| all | mask).count_ones() as usize == masks.len()
                }
                Clue::Thermometer(_) | Clue::Less(_) => ascending(),
                Clue::Arrow(_) => masks.first().map(digit) == Some(masks.iter().skip(1).map(digit).sum()),
            }
    }
}

/// The most cells of a clue.
pub(super) const CELLS: usize = 64;
/// Sums from here on are looked at by their least and greatest values only.
const SUMS: u32 = 128;

/// Constraint on some cells, for propagation.
#[derive(Debug)]
pub(crate) struct ClueConstraint {
    pub cells: Box<[u16]>,
    pub(super) kind: ClueKind,
    /// The clue that it comes from; none if it follows from several.
    #[cfg(feature = "techniques")]
    pub clue: Option<usize>,
}

#[derive(Debug)]
pub(super) enum ClueKind {
    Sum {
        sum: u32,
        /// The sets of digits with this sum, if the digits differ and the sets are not too many.
        choices: Option<Box<[Mask]>>,
        /// Other groups that share cells with it, for digits that it needs.
        overlaps: Box<[Overlap]>,
    },
    Ascending,
    Total,
}

impl ClueConstraint {
    /// Bytes that it takes, about.
    pub fn bytes(&self) -> usize {
        let of_overlaps: usize = self.overlaps().iter().map(|o| 64 + 2 * (o.shared.len() + o.rest.len())).sum();
        let of_choices = match &self.kind {
            ClueKind::Sum { choices: Some(choices), .. } => 8 * choices.len(),
            _ => 0,
        };
        128 + 4 * self.cells.len() + of_overlaps + of_choices
    }

    pub(super) fn overlaps(&self) -> &[Overlap] {
        match &self.kind {
            ClueKind::Sum { overlaps, .. } => overlaps,
            _ => &[],
        }
    }

    /// Returns the digits that the cells must have, and that only the cells shared with another group can have.
    pub(super) fn locked_in(&self, overlap: &Overlap, needed: Mask, mask: impl Fn(u16) -> Mask) -> Mask {
        let union = |cells: &mut dyn Iterator<Item = &u16>| cells.fold(0, |all, &cell| all | mask(cell));
        let beyond = union(&mut self.cells.iter().filter(|cell| !overlap.shared.contains(cell)));
        needed & union(&mut overlap.shared.iter()) & !beyond
    }

    /// Cells of other groups, with digits that these cells keep for themselves.
    #[cfg(feature = "techniques")]
    pub fn locked(&self, needed: Mask, mask: impl Fn(u16) -> Mask) -> impl Iterator<Item = (u16, Mask)> {
        self.overlaps().iter().flat_map(move |overlap| {
            let locked = self.locked_in(overlap, needed, &mask);
            overlap.rest.iter().map(move |&cell| (cell, locked))
        })
    }

    /// Returns the sum of the cells, if the relation has one.
    pub fn sum(&self) -> Option<u32> {
        match self.kind {
            ClueKind::Sum { sum, .. } => Some(sum),
            _ => None,
        }
    }

    /// Takes digits out of its cells' masks that cannot be there. The digits that the cells must have.
    pub fn narrow(&self, masks: &mut [Mask]) -> Mask {
        match &self.kind {
            ClueKind::Ascending => ascending(masks),
            ClueKind::Total => total(masks),
            ClueKind::Sum { sum, choices, .. } => {
                let needed = choices.as_ref().map_or(0, |choices| chosen(masks, choices));
                if *sum < SUMS {
                    adding(masks, 1 << sum);
                } else {
                    bounded(masks, *sum);
                }
                return needed;
            }
        }
        0
    }
}

/// Removes the digits that are in no set that the cells can still have between them. Returns the digits that are in all
/// of these sets.
fn chosen(masks: &mut [Mask], choices: &[Mask]) -> Mask {
    let all = masks.iter().fold(0, |all, mask| all | mask);
    let fixed = masks.iter().filter(|mask| single(**mask)).fold(0, |all, mask| all | mask);
    let (mut possible, mut needed) = (0, all);
    for &choice in choices {
        if choice & !all == 0 && fixed & !choice == 0 && masks.iter().all(|mask| mask & choice != 0) {
            possible |= choice;
            needed &= choice;
        }
    }
    masks.iter_mut().for_each(|mask| *mask &= possible);
    needed &= possible;
    // A needed digit with one place is there.
    let (mut once, mut twice) = (0, 0);
    for mask in &*masks {
        twice |= once & mask;
        once |= mask;
    }
    let alone = needed & once & !twice;
    masks.iter_mut().filter(|mask| **mask & alone != 0).for_each(|mask| *mask &= alone);
    needed
}

/// Digits stay that are part of some sum among the targets, a bit for each; no heed is taken of which cells differ. The
/// targets that can be reached.
fn adding(masks: &mut [Mask], targets: u128) -> u128 {
    // The sums of the cells before each cell.
    let mut sums = [0u128; CELLS + 1];
    let mut sum = 1u128;
    for (mask, place) in masks.iter().zip(&mut sums) {
        *place = sum;
        sum = digits(*mask).fold(0, |all, digit| all | sum << digit);
    }
    let reached = sum & targets;
    let mut wanted = reached;
    for (mask, before) in masks.iter_mut().zip(sums).rev() {
        let (mut keep, mut earlier) = (0, 0);
        for digit in digits(*mask).filter(|digit| before << digit & wanted != 0) {
            keep |= 1 << digit;
            earlier |= wanted >> digit;
        }
        *mask = keep;
        wanted = earlier & before;
    }
    reached
}

/// Prunes by one large sum, with the least and greatest digits of the other cells.
fn bounded(masks: &mut [Mask], sum: u32) {
    let (least, most) = masks.iter().fold((0, 0), |(least, most), &mask| (least + lowest(mask), most + highest(mask)));
    for mask in masks {
        let (from, to) = ((sum + highest(*mask)).saturating_sub(most), (sum + lowest(*mask)).checked_sub(least));
        let keep = |digit: &u32| *digit >= from && to.is_some_and(|to| *digit <= to);
        *mask = digits(*mask).filter(keep).fold(0, |all, digit| all | 1 << digit);
    }
}

fn ascending(masks: &mut [Mask]) {
    let mut above = 0;
    for mask in masks.iter_mut() {
        *mask &= Mask::MAX << 1 << above;
        above = lowest(*mask);
    }
    let mut below = 63;
    for mask in masks.iter_mut().rev() {
        *mask &= !(Mask::MAX << below);
        below = highest(*mask);
    }
}

fn total(masks: &mut [Mask]) {
    if let Some((circle, shaft)) = masks.split_first_mut() {
        // Digits are less than 64.
        *circle &= adding(shaft, u128::from(*circle)) as Mask;
    }
}

/// The least digit; 0, which none is, if there is none.
fn lowest(mask: Mask) -> u32 {
    mask.trailing_zeros() & 63
}

fn highest(mask: Mask) -> u32 {
    mask.checked_ilog2().unwrap_or(0)
}

fn digits(mut mask: Mask) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let digit = mask.trailing_zeros();
            mask &= mask - 1;
            digit
        })
    })
}

/// Cells of a unit that are in another group too, and the rest of that group.
#[derive(Debug)]
pub(super) struct Overlap {
    /// In both.
    pub shared: Box<[u16]>,
    /// In the other group only.
    pub rest: Box<[u16]>,
}

/// Overlaps of one unit that have no cell in common, and the cells of the unit that are in none of them.
#[derive(Debug)]
pub(super) struct Partition {
    pub overlaps: Box<[Overlap]>,
    pub remaining: Box<[u16]>,
}

/// The clues of a layout, and what propagation makes of them.
#[derive(Debug, Default)]
pub(crate) struct ClueSet {
    pub given: Vec<Clue>,
    /// The clues as relations, with those that follow from several.
    pub relations: Box<[ClueConstraint]>,
    /// For each cell, the relations that it is part of.
    pub related: Lists,
}

impl ClueSet {
    /// Bytes that the relations take.
    pub fn bytes(&self) -> usize {
        self.relations.iter().map(ClueConstraint::bytes).sum::<usize>() + self.related.bytes()
    }
}

/// Lists of different lengths, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    ends: Box<[u32]>,
    items: Box<[u16]>,
}

impl Lists {
    /// Makes `count` lists; `fill` writes each into the buffer, which is empty then.
    pub fn new(count: usize, mut fill: impl FnMut(usize, &mut Vec<u16>)) -> Lists {
        let mut ends = Vec::with_capacity(count + 1);
        ends.push(0);
        let (mut items, mut list) = (Vec::new(), Vec::new());
        for i in 0..count {
            list.clear();
            fill(i, &mut list);
            items.extend_from_slice(&list);
            ends.push(items.len() as u32);
        }
        Lists { ends: ends.into(), items: items.into() }
    }

    /// Makes a list for each cell: the numbers of the sets with this cell.
    pub fn of_sets<S: IntoIterator<Item = usize>>(cells: usize, sets: impl Iterator<Item = S> + Clone) -> Lists {
        let mut ends = vec![0; cells + 1];
        for cell in sets.clone().flatten() {
            if let Some(length) = ends.get_mut(cell + 1) {
                *length += 1;
            }
        }
        let mut total = 0;
        for end in &mut ends {
            total += *end;
            *end = total;
        }
        let mut items = vec![0; total as usize];
        let mut starts = ends.clone();
        for (number, set) in sets.enumerate() {
            for cell in set {
                if let Some(start) = starts.get_mut(cell)
                    && let Some(item) = items.get_mut(*start as usize)
                {
                    *item = number as u16;
                    *start += 1;
                }
            }
        }
        Lists { ends: ends.into(), items: items.into() }
    }

    /// Bytes that they take.
    pub fn bytes(&self) -> usize {
        4 * self.ends.len() + 2 * self.items.len()
    }

    #[inline]
    pub fn get(&self, i: usize) -> &[u16] {
        match (self.ends.get(i), self.ends.get(i + 1)) {
            (Some(&start), Some(&end)) => self.items.get(start as usize..end as usize).unwrap_or(&[]),
            _ => &[],
        }
    }
}
