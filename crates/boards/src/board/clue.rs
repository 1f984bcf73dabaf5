//! What a board says of its cells besides which of them differ: cages with sums, thermometers, arrows, inequalities.
//!
//! A [`Clue`] is what a puzzle shows. From the clues come *relations*, which propagation runs: those of the clues
//! themselves, and sums that follow from cages and units together (the "rule of 45": the cages that lie inside of a
//! row leave to its other cells what is missing to the sum of all digits).

use super::Mask;
use super::general::General;
use super::layout::{Layout, LayoutError, Lists, Overlap};
use super::{Contradiction, single};

/// Something that is said of a few cells.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Clue {
    /// The digits of these cells differ and have this sum (killer sudoku).
    Cage {
        /// The cells, in any order.
        cells: Vec<usize>,
        /// What their digits add up to.
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

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Clue::Cage { .. } => "cage",
            Clue::Thermometer(_) => "thermometer",
            Clue::Arrow(_) => "arrow",
            Clue::Less(_) => "inequality",
        }
    }

    /// Is it true of cells that hold these digits? Not, if one of them holds none or several.
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
const CELLS: usize = 64;
/// Sums from here on are looked at by their least and greatest values only.
const SUMS: u32 = 128;
/// The most sets of digits that a cage is compared with.
const CHOICES: usize = 1000;
/// The most cells of a sum that follows from cages and units.
const FOLLOWING: usize = 5;
/// The most units that such a sum is about.
const TOGETHER: usize = 5;
/// Boards with more units times cages are larger than any that people draw: nothing more is concluded for them.
const PAIRS: usize = 1 << 16;

/// What propagation does with some cells.
#[derive(Debug)]
pub(crate) struct Relation {
    pub cells: Box<[u16]>,
    kind: Kind,
    /// The clue that it comes from; none if it follows from several.
    #[cfg(feature = "technique")]
    pub clue: Option<usize>,
}

#[derive(Debug)]
enum Kind {
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

/// Checks clues, and makes the relations of them.
pub(super) fn check(clues: &[Clue], cells: usize, digits: usize) -> Result<(), LayoutError> {
    if clues.len() > Layout::GROUPS {
        return Err(LayoutError::Clues(clues.len()));
    }
    for (clue, shown) in clues.iter().enumerate() {
        let own = shown.cells();
        let most = match shown {
            Clue::Arrow(_) => CELLS,
            _ => digits,
        };
        let least = if matches!(shown, Clue::Cage { .. }) { 1 } else { 2 };
        if !(least..=most).contains(&own.len()) {
            return Err(LayoutError::ClueCells { clue, name: shown.name(), cells: own.len(), least, most });
        }
        for (i, &cell) in own.iter().enumerate() {
            if cell >= cells {
                return Err(LayoutError::ClueOutside { clue, name: shown.name(), cell });
            }
            if own.iter().skip(i + 1).any(|&other| other == cell) {
                return Err(LayoutError::ClueTwice { clue, name: shown.name(), cell });
            }
        }
        if let Clue::Cage { cells, sum } = shown {
            let count = cells.len();
            let (least, most) = ((1..=count).sum::<usize>(), (digits + 1 - count..=digits).sum::<usize>());
            if !(least..=most).contains(&(*sum as usize)) {
                return Err(LayoutError::ClueSum { clue, cells: count, sum: *sum, least, most });
            }
        }
    }
    Ok(())
}

/// The relations of a layout that is made but for them.
pub(super) fn relations(layout: &Layout) -> Vec<Relation> {
    let mut relations: Vec<Relation> =
        layout.clues().iter().enumerate().map(|(i, clue)| of_clue(layout, i, clue)).collect();
    let mut known: Vec<Vec<usize>> = layout.clues().iter().map(|clue| sorted(clue.cells())).collect();
    for (cells, sum) in following(layout) {
        if !known.contains(&cells) {
            relations.push(summing(layout, &cells, sum, None));
            known.push(cells);
        }
    }
    relations
}

fn sorted(cells: &[usize]) -> Vec<usize> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}

fn of_clue(layout: &Layout, number: usize, clue: &Clue) -> Relation {
    let kind = match clue {
        Clue::Cage { cells, sum } => return summing(layout, cells, *sum, Some(number)),
        Clue::Thermometer(_) | Clue::Less(_) => Kind::Ascending,
        Clue::Arrow(_) => Kind::Total,
    };
    relation(clue.cells(), kind, Some(number))
}

fn relation(cells: &[usize], kind: Kind, clue: Option<usize>) -> Relation {
    #[cfg(not(feature = "technique"))]
    let _ = clue;
    Relation {
        cells: cells.iter().map(|&cell| cell as u16).collect(),
        kind,
        #[cfg(feature = "technique")]
        clue,
    }
}

fn summing(layout: &Layout, cells: &[usize], sum: u32, clue: Option<usize>) -> Relation {
    let see = |a: usize, b: usize| layout.peers.get(a).binary_search(&(b as u16)).is_ok();
    let differ = cells.iter().enumerate().all(|(i, &a)| cells.iter().skip(i + 1).all(|&b| see(a, b)));
    let choices = if differ { choices(layout.digits() as u32, cells.len(), sum) } else { None };
    let mut overlaps = Vec::new();
    if choices.is_some() {
        let (inside, outside) = (|cell: &&usize| cells.contains(cell), |cell: &&usize| !cells.contains(cell));
        for group in layout.groups() {
            let of = |keep: &dyn Fn(&&usize) -> bool| -> Box<[u16]> {
                group.cells.iter().filter(keep).map(|&cell| cell as u16).collect()
            };
            let (shared, rest) = (of(&inside), of(&outside));
            if shared.len() > 1 && !rest.is_empty() {
                overlaps.push(Overlap { shared, rest });
            }
        }
    }
    relation(cells, Kind::Sum { sum, choices, overlaps: overlaps.into() }, clue)
}

/// The sets of `count` digits with a sum; none if there are too many.
fn choices(digits: u32, count: usize, sum: u32) -> Option<Box<[Mask]>> {
    // Sets that are begun, with what is still missing: their digits become greater.
    let mut begun = vec![(0 as Mask, 1, count as u32, sum)];
    let mut sets = Vec::new();
    while let Some((set, from, count, sum)) = begun.pop() {
        if count == 0 {
            sets.extend((sum == 0).then_some(set));
        } else {
            for digit in from..=digits {
                let (least, most) = ((digit..).take(count as usize).sum::<u32>(), (digits + 1 - count..=digits).sum());
                if least > sum || digit + count > digits + 1 {
                    break;
                }
                if sum <= most {
                    begun.push((set | 1 << digit, digit + 1, count - 1, sum - digit));
                }
            }
        }
        if sets.len() + begun.len() > CHOICES {
            return None;
        }
    }
    Some(sets.into())
}

/// Sums of a few cells that follow from cages and units: of cells of a unit that lie in no cage inside of it, and of
/// cells outside that cages bring along. Also for neighbouring rows, columns and boxes together.
fn following(layout: &Layout) -> Vec<(Vec<usize>, u32)> {
    let cages: Vec<(&[usize], u32)> = layout
        .clues()
        .iter()
        .filter_map(|clue| match clue {
            Clue::Cage { cells, sum } => Some((cells.as_slice(), *sum)),
            _ => None,
        })
        .collect();
    let units: Vec<usize> = (0..layout.groups().len()).filter(|&group| layout.is_unit(group)).collect();
    if cages.is_empty() || cages.len() * units.len() > PAIRS {
        return Vec::new();
    }
    let whole = (layout.digits() * (layout.digits() + 1) / 2) as u32;
    let mut found = Vec::new();
    for (i, _) in units.iter().enumerate() {
        let mut inside = vec![false; layout.cells()];
        let (mut total, mut kind) = (0, None);
        for group in units.iter().skip(i).take(TOGETHER).filter_map(|&unit| layout.groups().get(unit)) {
            // The next one goes on with the same kind, and has no cell of those before.
            let fresh = group.cells.iter().all(|&cell| inside.get(cell) == Some(&false));
            if kind.is_some_and(|kind| kind != group.kind) || !fresh {
                break;
            }
            kind = Some(group.kind);
            total += whole;
            for &cell in &group.cells {
                if let Some(place) = inside.get_mut(cell) {
                    *place = true;
                }
            }
            found.extend(inner_and_outer(&cages, &inside, total));
        }
    }
    found.retain(|(cells, _)| (1..=FOLLOWING).contains(&cells.len()));
    found
}

/// The cells of a part of the board that lie in none of the cages inside it, and those that its cages have outside,
/// with their sums, where these are clear.
fn inner_and_outer(cages: &[(&[usize], u32)], inside: &[bool], total: u32) -> Vec<(Vec<usize>, u32)> {
    let is_inside = |cell: usize| inside.get(cell) == Some(&true);
    let mut inner: Vec<bool> = inside.to_vec();
    let mut bare: Vec<bool> = inside.to_vec();
    let (mut outer, mut sum_inside, mut sum_touching) = (Vec::new(), 0, 0);
    let clear = |places: &mut Vec<bool>, cells: &[usize]| {
        cells.iter().for_each(|&cell| places.get_mut(cell).into_iter().for_each(|place| *place = false));
    };
    for (cells, sum) in cages {
        let count = cells.iter().filter(|&&cell| is_inside(cell)).count();
        if count == 0 {
            continue;
        }
        // A cell in two cages would count twice.
        if cells.iter().any(|&cell| is_inside(cell) && bare.get(cell) == Some(&false) || outer.contains(&cell)) {
            return Vec::new();
        }
        clear(&mut bare, cells);
        sum_touching += sum;
        outer.extend(cells.iter().copied().filter(|&cell| !is_inside(cell)));
        if count == cells.len() {
            clear(&mut inner, cells);
            sum_inside += sum;
        }
    }
    outer.sort_unstable();
    let inner = inner.iter().enumerate().filter(|(_, is)| **is).map(|(cell, _)| cell).collect();
    let mut found: Vec<(Vec<usize>, u32)> = total.checked_sub(sum_inside).map(|sum| (inner, sum)).into_iter().collect();
    if !bare.contains(&true) {
        found.extend(sum_touching.checked_sub(total).map(|sum| (outer, sum)));
    }
    found
}

/// Takes away what cannot be.
pub(super) fn propagate(board: &mut General, layout: &Layout, relation: &Relation) -> Result<(), Contradiction> {
    let mut masks = [0; CELLS];
    let Some(masks) = masks.get_mut(..relation.cells.len()) else { return Ok(()) };
    for (mask, &cell) in masks.iter_mut().zip(&relation.cells) {
        *mask = board.mask_of(cell);
    }
    let needed = relation.narrow(masks);
    for (mask, &cell) in masks.iter().zip(&relation.cells) {
        board.remove(layout, cell, !mask)?;
    }
    if needed != 0 {
        for overlap in relation.overlaps() {
            let locked = relation.locked_in(overlap, needed, |cell| board.mask_of(cell));
            if locked != 0 {
                for &cell in &overlap.rest {
                    board.remove(layout, cell, locked)?;
                }
            }
        }
    }
    Ok(())
}

impl Relation {
    /// Bytes that it takes, about.
    pub fn bytes(&self) -> usize {
        let of_overlaps: usize = self.overlaps().iter().map(|o| 64 + 2 * (o.shared.len() + o.rest.len())).sum();
        let of_choices = match &self.kind {
            Kind::Sum { choices: Some(choices), .. } => 8 * choices.len(),
            _ => 0,
        };
        128 + 4 * self.cells.len() + of_overlaps + of_choices
    }

    fn overlaps(&self) -> &[Overlap] {
        match &self.kind {
            Kind::Sum { overlaps, .. } => overlaps,
            _ => &[],
        }
    }

    /// The digits that the cells must have and that can only be where they lie in another group, too.
    fn locked_in(&self, overlap: &Overlap, needed: Mask, mask: impl Fn(u16) -> Mask) -> Mask {
        let union = |cells: &mut dyn Iterator<Item = &u16>| cells.fold(0, |all, &cell| all | mask(cell));
        let beyond = union(&mut self.cells.iter().filter(|cell| !overlap.shared.contains(cell)));
        needed & union(&mut overlap.shared.iter()) & !beyond
    }

    /// Cells of other groups, with digits that these cells keep for themselves.
    #[cfg(feature = "technique")]
    pub fn locked(&self, needed: Mask, mask: impl Fn(u16) -> Mask) -> impl Iterator<Item = (u16, Mask)> {
        self.overlaps().iter().flat_map(move |overlap| {
            let locked = self.locked_in(overlap, needed, &mask);
            overlap.rest.iter().map(move |&cell| (cell, locked))
        })
    }

    /// What the cells add up to.
    #[cfg(feature = "technique")]
    pub fn sum(&self) -> Option<u32> {
        match self.kind {
            Kind::Sum { sum, .. } => Some(sum),
            _ => None,
        }
    }

    /// Takes digits out of its cells' masks that cannot be there. The digits that the cells must have.
    pub fn narrow(&self, masks: &mut [Mask]) -> Mask {
        match &self.kind {
            Kind::Ascending => ascending(masks),
            Kind::Total => total(masks),
            Kind::Sum { sum, choices, .. } => {
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

/// What is common to the sets of digits that the cells can still have between them.
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

/// The same for one large sum, by the least and the greatest digits of the other cells.
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

/// For each cell the relations that it is part of.
pub(super) fn members(relations: &[Relation], cells: usize) -> Lists {
    Lists::of_sets(cells, relations.iter().map(|relation| relation.cells.iter().map(|&cell| usize::from(cell))))
}
