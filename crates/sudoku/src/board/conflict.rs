//! Explanations in words of boards without a solution, as far as simple rules show it: users want to know what to
//! change.
//!
//! The rules are those of [`Level::Hidden`](super::Level::Hidden) and of clues, in rounds. A conclusion of one round
//! depends directly on those of the round before, so the conflict found is near to the givens.

use std::fmt;
use std::sync::Arc;

use crate::board::clue::Clue;
use crate::board::{Board, Layout, Mask, single};

/// Conclusions that follow one from the other.
const MAX_ROUNDS: usize = 32;

/// Cells that are named one by one.
const MAX_NAMED: usize = 9;

/// A contradiction on a board: the things that exclude one another.
///
/// ```
/// use klammer_sudoku::board::{Board, Conflict, Layout};
///
/// let mut board = Board::new(&Layout::classic(4)?);
/// board.set(0, 1 << 2);
/// board.set(3, 1 << 2);
/// assert_eq!(Conflict::on(&board).unwrap().to_string(), "2 stands twice in row 1, in r1c1 and r1c4");
/// # Ok::<(), klammer_sudoku::board::LayoutError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Conflict {
    layout: Arc<Layout>,
    kind: ConflictKind,
    /// It shows only after something has been concluded.
    follows: bool,
}

#[derive(Debug, Clone)]
enum ConflictKind {
    /// Two cells of a group have the same digit.
    Twice { digit: u32, cells: [usize; 2], group: usize },
    /// A cell without candidates.
    Empty(usize),
    /// A digit has no place in a unit.
    NoPlace { digit: u32, group: usize },
    /// The number of a clue that is not true of any digits left.
    Clue(usize),
    /// Cells whose sum follows from several cages.
    Sum { cells: Vec<usize>, sum: u32 },
    /// The cages of a unit, or of all of the board, do not add up to what its digits do.
    Cages { group: Option<usize>, sum: u64, whole: u64 },
}

impl Conflict {
    /// Returns the contradiction on a board; `None` if simple rules do not find it, or if the board has a solution.
    #[must_use]
    pub fn on(board: &Board) -> Option<Conflict> {
        let layout = board.layout();
        let found = |follows| move |kind| Conflict { layout: Arc::clone(layout), kind, follows };
        let mut masks = board.to_masks();
        if let Some(kind) = cages(layout) {
            return Some(found(false)(kind));
        }
        let mut follows = false;
        for _ in 0..MAX_ROUNDS {
            let before = masks.clone();
            if let Some(kind) = round(layout, &mut masks) {
                return Some(found(follows)(kind));
            }
            if masks == before {
                return None;
            }
            follows = true;
        }
        None
    }

    /// Elementary steps that looking at a board takes at most, about.
    #[must_use]
    pub fn work(layout: &Layout) -> usize {
        let of_peers: usize = (0..layout.cells()).map(|cell| layout.peers(cell).len()).sum();
        let of_groups: usize = layout.groups().iter().map(|group| group.cells.len()).sum();
        let of_clues: usize = layout.clues.relations.iter().map(|relation| relation.bytes()).sum();
        (of_peers + 4 * of_groups + of_clues) * MAX_ROUNDS
    }
}

/// Takes away what cannot be, by each rule once.
fn round(layout: &Layout, masks: &mut [Mask]) -> Option<ConflictKind> {
    let at = |masks: &[Mask], cell: usize| masks.get(cell).copied().unwrap_or(0);
    for (group, known) in layout.groups().iter().enumerate() {
        let mut places = [None; Layout::DIGITS + 1];
        for &cell in known.cells.iter().filter(|&&cell| single(at(masks, cell))) {
            let digit = at(masks, cell).trailing_zeros();
            if let Some(place) = places.get_mut(digit as usize)
                && let Some(first) = place.replace(cell)
            {
                return Some(ConflictKind::Twice { digit, cells: [first, cell], group });
            }
        }
    }
    let fixed = masks.to_vec();
    for (cell, mask) in masks.iter_mut().enumerate().filter(|(cell, _)| layout.is_cell(*cell)) {
        let seen = layout.peers(cell).map(|peer| at(&fixed, peer)).filter(|mask| single(*mask));
        *mask &= !seen.fold(0, |all, digit| all | digit);
        if *mask == 0 {
            return Some(ConflictKind::Empty(cell));
        }
    }
    let left = masks.to_vec();
    for group in (0..layout.groups().len()).filter(|&group| layout.is_unit(group)) {
        let cells = layout.groups().get(group).map_or(&[][..], |group| &group.cells);
        let (once, twice) =
            cells.iter().fold((0, 0), |(once, twice), &cell| (once | at(&left, cell), twice | once & at(&left, cell)));
        let missing = layout.all() & !once;
        if missing != 0 {
            return Some(ConflictKind::NoPlace { digit: missing.trailing_zeros(), group });
        }
        for &cell in cells {
            let alone = at(&left, cell) & once & !twice;
            if single(alone)
                && let Some(mask) = masks.get_mut(cell)
            {
                *mask &= alone;
            }
        }
    }
    clues(layout, &left, masks)
}

/// Takes away what the clues forbid.
fn clues(layout: &Layout, left: &[Mask], masks: &mut [Mask]) -> Option<ConflictKind> {
    for relation in &layout.clues.relations {
        let mut own: Vec<Mask> =
            relation.cells.iter().map(|&cell| left.get(usize::from(cell)).copied().unwrap_or(0)).collect();
        relation.narrow(&mut own);
        if own.contains(&0) {
            let cells: Vec<usize> = relation.cells.iter().map(|&cell| usize::from(cell)).collect();
            let clue = layout.clues().iter().position(|clue| clue.cells() == cells);
            return Some(match (clue, relation.sum()) {
                (Some(clue), _) => ConflictKind::Clue(clue),
                (None, sum) => ConflictKind::Sum { cells, sum: sum.unwrap_or(0) },
            });
        }
        for (&cell, narrowed) in relation.cells.iter().zip(own) {
            if let Some(mask) = masks.get_mut(usize::from(cell)) {
                *mask &= narrowed;
            }
        }
    }
    None
}

/// Cages that fill a unit, or all units of one kind, and do not add up to what these do.
fn cages(layout: &Layout) -> Option<ConflictKind> {
    let whole = (layout.digits() * (layout.digits() + 1) / 2) as u64;
    let mut owners = vec![None; layout.cells()];
    let mut sums = Vec::new();
    for clue in layout.clues() {
        let Clue::Cage { cells, sum } = clue else { continue };
        for &cell in cells {
            // A cell in two cages would count twice.
            if owners.get_mut(cell)?.replace(sums.len()).is_some() {
                return None;
            }
        }
        sums.push((cells.len(), u64::from(*sum)));
    }
    let units = (0..layout.groups().len()).filter(|&group| layout.is_unit(group));
    for (group, unit) in units.filter_map(|group| Some((group, layout.groups().get(group)?))) {
        let mut inside: Vec<usize> = unit.cells.iter().filter_map(|&cell| owners.get(cell).copied()?).collect();
        inside.sort_unstable();
        inside.dedup();
        let all: Vec<_> = inside.iter().filter_map(|&cage| sums.get(cage)).collect();
        let sum = all.iter().map(|(_, sum)| sum).sum();
        if all.iter().map(|(cells, _)| cells).sum::<usize>() == unit.cells.len() && sum != whole {
            let fills = unit.cells.iter().all(|&cell| owners.get(cell).is_some_and(Option::is_some));
            if fills {
                return Some(ConflictKind::Cages { group: Some(group), sum, whole });
            }
        }
    }
    let sum = sums.iter().map(|(_, sum)| sum).sum();
    let whole = whole * layout.rows() as u64;
    let is_square = layout.rows() == layout.digits() && layout.columns() == layout.digits();
    let is_full = is_square && owners.iter().all(Option::is_some) && layout.is_unit(0);
    (is_full && sum != whole).then_some(ConflictKind::Cages { group: None, sum, whole })
}

/// Cells, counted from 1, one after the other.
fn named(layout: &Layout, cells: &[usize]) -> String {
    let mut names: Vec<String> = cells.iter().take(MAX_NAMED).map(|&cell| layout.cell_name(cell)).collect();
    if cells.len() > MAX_NAMED {
        names.push("others".into());
    }
    match names.as_slice() {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        one => one.concat(),
    }
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let layout = &self.layout;
        let group_name = |group: usize| layout.group_name(group).unwrap_or_default();
        let (would, cannot) =
            if self.follows { ("would stand", ", after what follows from the rest") } else { ("stands", "") };
        match &self.kind {
            ConflictKind::Twice { digit, cells, group } => {
                write!(f, "{digit} {would} twice in {}, in {}", group_name(*group), named(layout, cells))
            }
            ConflictKind::Empty(cell) => {
                write!(f, "no digit is left for {}: those that see it have them all{cannot}", layout.cell_name(*cell))
            }
            ConflictKind::NoPlace { digit, group } => {
                write!(f, "{digit} has no place in {}{cannot}", group_name(*group))
            }
            ConflictKind::Clue(clue) => match layout.clues().get(*clue) {
                Some(Clue::Cage { cells, sum }) => {
                    write!(f, "the cage of {} cannot have the sum {sum}{cannot}", named(layout, cells))
                }
                Some(Clue::Thermometer(cells)) => {
                    write!(f, "the digits cannot become greater from {}{cannot}", named(layout, cells))
                }
                Some(Clue::Arrow(cells)) => match cells.split_first() {
                    Some((&first, shaft)) => write!(
                        f,
                        "{} cannot be the sum of {}, as the arrow says{cannot}",
                        layout.cell_name(first),
                        named(layout, shaft)
                    ),
                    None => Ok(()),
                },
                Some(Clue::Less([less, more])) => {
                    let (less, more) = (layout.cell_name(*less), layout.cell_name(*more));
                    write!(f, "{less} cannot be less than {more}{cannot}")
                }
                None => Ok(()),
            },
            ConflictKind::Sum { cells, sum } => write!(
                f,
                "by the sums of the cages, {} would be {sum} together, which cannot be{cannot}",
                named(layout, cells)
            ),
            ConflictKind::Cages { group, sum, whole } => {
                let place = group.map_or("of all of the board".into(), |group| format!("of {}", group_name(group)));
                write!(f, "the sums of the cages {place} are {sum} together, its digits {whole}")
            }
        }
    }
}
