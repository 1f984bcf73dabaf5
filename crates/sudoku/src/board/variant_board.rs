//! Boards with clues. Clues become relations, with further sums that follow from cages and units together (the "rule of
//! 45"). The cages inside a row determine the sum of its other cells.

use std::sync::Arc;

use klammer_space::sets_with_sum;

use crate::board::clue::{CELLS, Clue, ClueConstraint, ClueKind, Lists, Overlap};
use crate::board::layout::{Group, GroupKind, Layout, LayoutError};

/// The most sets of digits that a cage is compared with.
const CHOICES: usize = 1000;
/// The most cells of a sum that follows from cages and units.
const FOLLOWING: usize = 5;
/// The most units that such a sum is about.
const TOGETHER: usize = 5;
/// Boards with more units times cages are larger than any that people draw: nothing more is concluded for them.
const PAIRS: usize = 1 << 16;

impl Layout {
    /// A board with clues; a cage is a group, too.
    ///
    /// ```
    /// use klammer_sudoku::board::{Board, Clue, Layout, Level};
    ///
    /// let layout = Layout::classic(4)?.with_clues(vec![Clue::Cage { cells: vec![0, 1], sum: 3 }])?;
    /// let mut board = Board::new(&layout);
    /// board.propagate(Level::Locked).expect("nothing contradicts");
    /// assert_eq!(board.get(0), 0b110);
    /// assert_eq!(board.get(5), 0b11000);
    /// # Ok::<(), klammer_sudoku::board::LayoutError>(())
    /// ```
    pub fn with_clues(&self, clues: Vec<Clue>) -> Result<Arc<Layout>, LayoutError> {
        let clues: Vec<Clue> = self.clues().iter().cloned().chain(clues).collect();
        check(&clues, self.cells(), self.digits())?;
        let mut groups = self.groups().to_vec();
        let fresh = clues.iter().skip(self.clues().len());
        groups.extend(fresh.filter_map(|clue| match clue {
            Clue::Cage { cells, .. } => Some(Group::new(GroupKind::Cage, cells.clone())),
            _ => None,
        }));
        let mut layout = Layout::build(self.rows(), self.columns(), self.digits(), groups, self.box_size())?;
        layout.ordinary = false;
        layout.clues.given = clues;
        let relations = relations(&layout);
        layout.clues.related = members(&relations, layout.cells());
        layout.clues.relations = relations.into();
        Ok(Arc::new(layout))
    }
}

/// Checks that a board with this number of cells and digits can have these clues.
fn check(clues: &[Clue], cells: usize, digits: usize) -> Result<(), LayoutError> {
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
fn relations(layout: &Layout) -> Vec<ClueConstraint> {
    let mut relations: Vec<ClueConstraint> =
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

fn of_clue(layout: &Layout, number: usize, clue: &Clue) -> ClueConstraint {
    let kind = match clue {
        Clue::Cage { cells, sum } => return summing(layout, cells, *sum, Some(number)),
        Clue::Thermometer(_) | Clue::Less(_) => ClueKind::Ascending,
        Clue::Arrow(_) => ClueKind::Total,
    };
    relation(clue.cells(), kind, Some(number))
}

fn relation(cells: &[usize], kind: ClueKind, clue: Option<usize>) -> ClueConstraint {
    #[cfg(not(feature = "techniques"))]
    let _ = clue;
    ClueConstraint {
        cells: cells.iter().map(|&cell| cell as u16).collect(),
        kind,
        #[cfg(feature = "techniques")]
        clue,
    }
}

fn summing(layout: &Layout, cells: &[usize], sum: u32, clue: Option<usize>) -> ClueConstraint {
    let see = |a: usize, b: usize| layout.peers.get(a).binary_search(&(b as u16)).is_ok();
    let differ = cells.iter().enumerate().all(|(i, &a)| cells.iter().skip(i + 1).all(|&b| see(a, b)));
    let sets = || sets_with_sum(cells.len(), 1, layout.digits(), i64::from(sum), CHOICES);
    let choices = if differ { sets().map(Vec::into_boxed_slice) } else { None };
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
    relation(cells, ClueKind::Sum { sum, choices, overlaps: overlaps.into() }, clue)
}

/// Returns the sums of few cells that follow from cages and units: of the cells of a unit outside its inner cages, and
/// of cells outside that cages add. Also for neighbouring rows, columns and boxes together.
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

/// Returns the cells of a part of the board outside its inner cages, and the cells that its cages have outside, with
/// their sums if these are determined.
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

/// For each cell the relations that it is part of.
fn members(relations: &[ClueConstraint], cells: usize) -> Lists {
    Lists::of_sets(cells, relations.iter().map(|relation| relation.cells.iter().map(|&cell| usize::from(cell))))
}
