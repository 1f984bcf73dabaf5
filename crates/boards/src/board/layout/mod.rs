//! What does not change while a puzzle is solved: the size of the board, its groups, and who sees whom.
//!
//! Cells are numbered row after row from 0. A group says that its cells have different digits. One with as many cells
//! as there are digits is a *unit*: each digit has its place in it.

mod error;

use std::sync::Arc;

use super::Mask;
use super::clue::{self, Clue, Relation};

pub use error::LayoutError;

/// What a group is, for messages and drawings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GroupKind {
    /// A row of the board.
    Row,
    /// A column of the board.
    Column,
    /// A rectangular box.
    Box,
    /// One of the two diagonals.
    Diagonal,
    /// A window: an extra box inside the board.
    Window,
    /// A region of any shape.
    Region,
    /// A cage, whose digits have a sum.
    Cage,
    /// Any other set of cells.
    Other,
}

/// Cells that have different digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// What it is.
    pub kind: GroupKind,
    /// Its cells, in the order in which they are gone through.
    pub cells: Vec<usize>,
}

impl Group {
    /// A group of any kind.
    pub fn new(kind: GroupKind, cells: Vec<usize>) -> Group {
        Group { kind, cells }
    }
}

/// Cells of a unit that lie in another group too, and the rest of that group.
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

/// A group as the rules need it.
#[derive(Debug)]
pub(super) struct Area {
    pub cells: Box<[u16]>,
    pub unit: bool,
    /// For locked candidates; only of units.
    pub partitions: Box<[Partition]>,
}

/// Lists of different lengths one behind the other.
#[derive(Debug)]
pub(super) struct Lists {
    ends: Box<[u32]>,
    items: Box<[u16]>,
}

impl Lists {
    pub fn new(lists: &[Vec<u16>]) -> Lists {
        let mut ends = vec![0];
        let mut items = Vec::new();
        for list in lists {
            items.extend_from_slice(list);
            ends.push(items.len() as u32);
        }
        Lists { ends: ends.into(), items: items.into() }
    }

    fn bytes(&self) -> usize {
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

/// The fixed part of a board: size, digits, groups. Boards share it.
#[derive(Debug)]
pub struct Layout {
    rows: usize,
    columns: usize,
    digits: usize,
    box_size: Option<(usize, usize)>,
    groups: Vec<Group>,
    clues: Vec<Clue>,
    /// What the clues mean for propagation, and for each cell those that it is part of.
    pub(crate) relations: Box<[Relation]>,
    pub(super) related: Lists,
    pub(super) areas: Box<[Area]>,
    pub(super) peers: Lists,
    pub(super) memberships: Lists,
    /// Peers of a cell in the order in which the documented solver visits them, where boxes are rectangular.
    pub(super) visits: Lists,
    /// Is this the ordinary 9 by 9 board? It has a representation of its own.
    pub(super) ordinary: bool,
    /// What the rules of people need, made when they first do.
    #[cfg(feature = "technique")]
    pub(crate) technique: crate::technique::Kept,
}

impl Layout {
    /// The largest number of rows and of columns.
    pub const SIDE: usize = 64;
    /// The largest number of digits.
    pub const DIGITS: usize = 55;
    /// The largest number of groups, and of clues.
    pub const GROUPS: usize = 4096;

    /// A board of any size with any groups. Puzzles have digits from 1 to `digits`.
    pub fn new(rows: usize, columns: usize, digits: usize, groups: Vec<Group>) -> Result<Arc<Layout>, LayoutError> {
        Layout::build(rows, columns, digits, groups, None).map(Arc::new)
    }

    /// The same with clues; a cage is a group, too.
    ///
    /// ```
    /// use klammer_boards::board::{Board, Clue, Layout, Level};
    ///
    /// let layout = Layout::classic(4)?.with_clues(vec![Clue::Cage { cells: vec![0, 1], sum: 3 }])?;
    /// let mut board = Board::new(&layout);
    /// board.propagate(Level::Locked).expect("nothing contradicts");
    /// assert_eq!(board.get(0), 0b110);
    /// assert_eq!(board.get(5), 0b11000);
    /// # Ok::<(), klammer_boards::board::LayoutError>(())
    /// ```
    pub fn with_clues(&self, clues: Vec<Clue>) -> Result<Arc<Layout>, LayoutError> {
        let clues: Vec<Clue> = self.clues.iter().cloned().chain(clues).collect();
        clue::check(&clues, self.cells(), self.digits)?;
        let mut groups = self.groups.clone();
        let fresh = clues.iter().skip(self.clues.len());
        groups.extend(fresh.filter_map(|clue| match clue {
            Clue::Cage { cells, .. } => Some(Group::new(GroupKind::Cage, cells.clone())),
            _ => None,
        }));
        let mut layout = Layout::build(self.rows, self.columns, self.digits, groups, self.box_size)?;
        layout.ordinary = false;
        layout.clues = clues;
        let relations = clue::relations(&layout);
        layout.related = clue::members(&relations, layout.cells());
        layout.relations = relations.into();
        Ok(Arc::new(layout))
    }

    pub(super) fn build(
        rows: usize,
        columns: usize,
        digits: usize,
        groups: Vec<Group>,
        box_size: Option<(usize, usize)>,
    ) -> Result<Layout, LayoutError> {
        check(rows, columns, digits, &groups)?;
        let cells = rows * columns;
        let mut memberships = vec![Vec::new(); cells];
        for (g, group) in groups.iter().enumerate() {
            for &cell in &group.cells {
                if let Some(list) = memberships.get_mut(cell) {
                    list.push(g as u16);
                }
            }
        }
        let memberships = Lists::new(&memberships);
        let visits: Vec<Vec<u16>> = (0..cells).map(|cell| visits(cell, columns, &groups, &memberships)).collect();
        let peers: Vec<Vec<u16>> = visits
            .iter()
            .map(|list| {
                let mut list = list.clone();
                list.sort_unstable();
                list.dedup();
                list
            })
            .collect();
        let areas = (0..groups.len()).map(|g| area(g, digits, &groups, &memberships)).collect();
        Ok(Layout {
            rows,
            columns,
            digits,
            box_size,
            areas,
            peers: Lists::new(&peers),
            visits: Lists::new(&visits),
            memberships,
            clues: Vec::new(),
            relations: Box::default(),
            related: Lists::new(&[]),
            ordinary: box_size == Some((3, 3)) && groups.len() == 27,
            #[cfg(feature = "technique")]
            technique: Default::default(),
            groups,
        })
    }

    /// Rows of the board.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Columns of the board.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Cells of the board.
    pub fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// How many digits there are: from 1 to this.
    pub fn digits(&self) -> usize {
        self.digits
    }

    /// All digits.
    pub fn all(&self) -> Mask {
        (2 << self.digits) - 2
    }

    /// Rows and columns of a box, if the board has rectangular boxes.
    pub fn box_size(&self) -> Option<(usize, usize)> {
        self.box_size
    }

    /// The groups, rows first.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// What is said of cells besides which of them differ.
    pub fn clues(&self) -> &[Clue] {
        &self.clues
    }

    /// Is this a cell? A place that no group and no clue is about is a hole: it never holds a digit.
    pub fn is_cell(&self, cell: usize) -> bool {
        !self.memberships.get(cell).is_empty() || !self.related.get(cell).is_empty()
    }

    /// Is this group a unit, one with as many cells as there are digits?
    pub fn is_unit(&self, group: usize) -> bool {
        self.areas.get(group).is_some_and(|area| area.unit)
    }

    /// The cells that may not have the same digit as this one, in ascending order.
    pub fn peers(&self, cell: usize) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.peers.get(cell).iter().map(|&peer| usize::from(peer))
    }

    /// The numbers of the groups that a cell lies in.
    pub fn groups_of(&self, cell: usize) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.memberships.get(cell).iter().map(|&group| usize::from(group))
    }

    /// The peers of a cell in the order in which the documented solver visits them; one can come twice.
    #[inline]
    pub fn visits(&self, cell: usize) -> &[u16] {
        self.visits.get(cell)
    }

    /// Bytes that the layout takes, about.
    pub fn bytes(&self) -> usize {
        let overlaps = self.areas.iter().flat_map(|a| &a.partitions).flat_map(|p| &p.overlaps);
        let overlaps: usize = overlaps.map(|o| 64 + 2 * (o.shared.len() + o.rest.len())).sum();
        let groups: usize = self.groups.iter().map(|g| 160 + 10 * g.cells.len()).sum();
        let relations: usize = self.relations.iter().map(Relation::bytes).sum();
        relations
            + self.related.bytes()
            + overlaps
            + groups
            + self.peers.bytes()
            + self.visits.bytes()
            + self.memberships.bytes()
    }

    /// Row and column of a cell.
    pub fn coordinates(&self, cell: usize) -> (usize, usize) {
        (cell / self.columns, cell % self.columns)
    }

    /// The cell in a row and a column, if the board has it.
    pub fn cell(&self, row: usize, column: usize) -> Option<usize> {
        (row < self.rows && column < self.columns).then(|| row * self.columns + column)
    }
}

fn check(rows: usize, columns: usize, digits: usize, groups: &[Group]) -> Result<(), LayoutError> {
    if !(1..=Layout::SIDE).contains(&rows) || !(1..=Layout::SIDE).contains(&columns) {
        return Err(LayoutError::Size { rows, columns });
    }
    if !(1..=Layout::DIGITS).contains(&digits) {
        return Err(LayoutError::Digits(digits));
    }
    if groups.len() > Layout::GROUPS {
        return Err(LayoutError::Groups(groups.len()));
    }
    for (g, group) in groups.iter().enumerate() {
        if group.cells.is_empty() || group.cells.len() > digits {
            return Err(LayoutError::Cells { group: g, cells: group.cells.len(), digits });
        }
        for (i, &cell) in group.cells.iter().enumerate() {
            if cell >= rows * columns {
                return Err(LayoutError::Outside { group: g, cell });
            }
            if group.cells.iter().skip(i + 1).any(|&other| other == cell) {
                return Err(LayoutError::Twice { group: g, cell });
            }
        }
    }
    Ok(())
}

/// The peers of a cell as the documented solver visits them: along row and column in turn, then the other groups in
/// their order. A peer can come twice, as there.
fn visits(cell: usize, columns: usize, groups: &[Group], memberships: &Lists) -> Vec<u16> {
    let own = memberships.get(cell).iter().filter_map(|&g| groups.get(usize::from(g)));
    let straight = |group: &Group| matches!(group.kind, GroupKind::Row | GroupKind::Column);
    let mut steps: Vec<(usize, GroupKind, u16)> = Vec::new();
    for group in own.clone().filter(|group| straight(group)) {
        for &other in &group.cells {
            let along = if group.kind == GroupKind::Row { other % columns } else { other / columns };
            steps.push((along, group.kind, other as u16));
        }
    }
    // Stable: for each step along, the cell of the row before that of the column.
    steps.sort_by_key(|&(along, kind, _)| (along, kind != GroupKind::Row));
    let mut list: Vec<u16> = steps.into_iter().map(|(_, _, other)| other).collect();
    for group in own.filter(|group| !straight(group)) {
        list.extend(group.cells.iter().map(|&other| other as u16));
    }
    list.retain(|&other| usize::from(other) != cell);
    list
}

fn area(g: usize, digits: usize, groups: &[Group], memberships: &Lists) -> Area {
    let cells: Vec<u16> =
        groups.get(g).map(|group| group.cells.iter().map(|&cell| cell as u16).collect()).unwrap_or_default();
    let unit = cells.len() == digits;
    let mut families: Vec<(Vec<Overlap>, Vec<u16>)> = Vec::new();
    let mut others: Vec<u16> = if unit {
        cells.iter().flat_map(|&cell| memberships.get(usize::from(cell))).copied().collect()
    } else {
        Vec::new()
    };
    others.sort_unstable();
    others.dedup();
    for group in others.into_iter().filter(|&other| usize::from(other) != g) {
        let other = groups.get(usize::from(group)).map(|group| group.cells.as_slice()).unwrap_or(&[]);
        let (shared, rest): (Vec<u16>, Vec<u16>) =
            other.iter().map(|&cell| cell as u16).partition(|cell| cells.contains(cell));
        // One shared cell: the rule says no more than the hidden single. No cell outside: it says nothing.
        if shared.len() < 2 || rest.is_empty() {
            continue;
        }
        let overlap = |shared: &[u16]| Overlap { shared: shared.into(), rest: rest.as_slice().into() };
        match families.iter_mut().find(|(_, free)| shared.iter().all(|cell| free.contains(cell))) {
            Some((overlaps, free)) => {
                free.retain(|cell| !shared.contains(cell));
                overlaps.push(overlap(&shared));
            }
            None => {
                let free = cells.iter().copied().filter(|cell| !shared.contains(cell)).collect();
                families.push((vec![overlap(&shared)], free));
            }
        }
    }
    let partitions = families
        .into_iter()
        .map(|(overlaps, remaining)| Partition { overlaps: overlaps.into(), remaining: remaining.into() })
        .collect();
    Area { cells: cells.into(), unit, partitions }
}
