//! The parts of a board that do not change while a puzzle is solved: its size, its groups, and the peers of each cell.
//!
//! Cells are numbered row after row from 0. A group says that its cells have different digits. One with as many cells
//! as there are digits is a *unit*: each digit has its place in it.

mod error;

use std::sync::{Arc, OnceLock};

use super::Mask;
use super::clue::Clue;
use super::lists::{Lists, Overlap, Partition};
use super::relation::Relation;

pub use error::LayoutError;

/// The kind of a group, for messages and drawings.
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

impl GroupKind {
    /// Returns the name of the kind.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            GroupKind::Row => "row",
            GroupKind::Column => "column",
            GroupKind::Box => "box",
            GroupKind::Diagonal => "diagonal",
            GroupKind::Window => "window",
            GroupKind::Region => "region",
            GroupKind::Cage => "cage",
            GroupKind::Other => "group",
        }
    }
}

/// Cells that have different digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The kind of the group.
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

/// A group as the rules need it.
#[derive(Debug)]
pub(super) struct Area {
    pub cells: Box<[u16]>,
    pub unit: bool,
    /// See [`Layout::partitions`].
    partitions: OnceLock<Box<[Partition]>>,
}

/// The fixed part of a board: size, digits, groups. Boards share it.
#[derive(Debug)]
pub struct Layout {
    rows: usize,
    columns: usize,
    digits: usize,
    box_size: Option<(usize, usize)>,
    groups: Vec<Group>,
    pub(super) clues: Vec<Clue>,
    /// The clues as relations for propagation, and for each cell the relations that it is part of.
    pub(crate) relations: Box<[Relation]>,
    pub(super) related: Lists,
    pub(super) areas: Box<[Area]>,
    pub(super) peers: Lists,
    pub(super) memberships: Lists,
    /// See [`Layout::visits`].
    visits: OnceLock<Lists>,
    /// Whether this is the ordinary 9 by 9 board, which has a representation of its own.
    pub(super) ordinary: bool,
    /// The sets that the solving techniques need, made at their first use.
    #[cfg(feature = "technique")]
    pub(crate) technique: super::geometry::Kept,
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

    pub(super) fn build(
        rows: usize,
        columns: usize,
        digits: usize,
        groups: Vec<Group>,
        box_size: Option<(usize, usize)>,
    ) -> Result<Layout, LayoutError> {
        check(rows, columns, digits, &groups)?;
        let cells = rows * columns;
        let memberships = Lists::of_sets(cells, groups.iter().map(|group| group.cells.iter().copied()));
        // A bit for each cell that is seen: going through them takes less than sorting.
        let mut seen = vec![0u64; cells.div_ceil(64)];
        let peers = Lists::new(cells, |cell, list| {
            for &other in own_groups(cell, &groups, &memberships).flat_map(|group| &group.cells) {
                if let Some(word) = seen.get_mut(other / 64) {
                    *word |= u64::from(other != cell) << (other % 64);
                }
            }
            for (word, start) in seen.iter_mut().zip((0..).step_by(64)) {
                while *word != 0 {
                    list.push(start + word.trailing_zeros() as u16);
                    *word &= *word - 1;
                }
            }
        });
        let area = |group: &Group| Area {
            cells: group.cells.iter().map(|&cell| cell as u16).collect(),
            unit: group.cells.len() == digits,
            partitions: OnceLock::new(),
        };
        Ok(Layout {
            rows,
            columns,
            digits,
            box_size,
            areas: groups.iter().map(area).collect(),
            peers,
            visits: OnceLock::new(),
            memberships,
            clues: Vec::new(),
            relations: Box::default(),
            related: Lists::of_sets(0, std::iter::empty::<[usize; 0]>()),
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

    /// Returns the number of digits, which is also the greatest digit.
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

    /// Returns the clues: what the puzzle says of cells besides which of them differ.
    pub fn clues(&self) -> &[Clue] {
        &self.clues
    }

    /// Returns whether this is a cell. A place without a group and without a clue is a hole: it never holds a digit.
    pub fn is_cell(&self, cell: usize) -> bool {
        !self.memberships.get(cell).is_empty() || !self.related.get(cell).is_empty()
    }

    /// Returns the name of a group: its kind and its number among those of its kind, counted from 1.
    #[must_use]
    pub fn group_name(&self, group: usize) -> Option<String> {
        let (kind, number) = self.kind_and_number(group)?;
        Some(format!("{} {}", kind.name(), number + 1))
    }

    /// The kind of a group and its number among those of its kind, counted from 0.
    #[must_use]
    pub fn kind_and_number(&self, group: usize) -> Option<(GroupKind, usize)> {
        let kind = self.groups.get(group)?.kind;
        Some((kind, self.groups.iter().take(group).filter(|g| g.kind == kind).count()))
    }

    /// Returns the name of a cell: row and column, counted from 1.
    #[must_use]
    pub fn cell_name(&self, cell: usize) -> String {
        let (row, column) = self.coordinates(cell);
        format!("r{}c{}", row + 1, column + 1)
    }

    /// Returns whether this group is a unit: a group with as many cells as there are digits.
    pub fn is_unit(&self, group: usize) -> bool {
        self.areas.get(group).is_some_and(|area| area.unit)
    }

    /// The cells that may not have the same digit as this one, in ascending order.
    pub fn peers(&self, cell: usize) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.peers.get(cell).iter().map(|&peer| usize::from(peer))
    }

    /// Returns the numbers of the groups of a cell.
    pub fn groups_of(&self, cell: usize) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.memberships.get(cell).iter().map(|&group| usize::from(group))
    }

    /// The peers of a cell in the order in which the documented solver visits them; one can come twice. They are worked
    /// out when somebody asks first: most searches never do.
    #[inline]
    pub fn visits(&self, cell: usize) -> &[u16] {
        let visits = || {
            Lists::new(self.cells(), |cell, list| {
                visits(cell, self.columns, own_groups(cell, &self.groups, &self.memberships), list);
            })
        };
        self.visits.get_or_init(visits).get(cell)
    }

    /// Returns the partitions of a unit into the parts that it shares with other groups, for locked candidates; none
    /// for other groups. Computed at the first request: ordinary boards have another representation, and never make
    /// one.
    #[inline]
    pub(super) fn partitions(&self, group: usize) -> &[Partition] {
        let Some(area) = self.areas.get(group).filter(|area| area.unit) else { return &[] };
        area.partitions.get_or_init(|| partitions(&area.cells, &self.sharing(group)))
    }

    /// The other groups that share at least two cells with a unit, and have others. (One shared cell: locked candidates
    /// say no more than the hidden single. No cell outside: they say nothing.)
    fn sharing(&self, unit: usize) -> Vec<&Group> {
        let cells = self.areas.get(unit).map_or(&[][..], |area| &area.cells);
        let mut numbers: Vec<u16> =
            cells.iter().flat_map(|&cell| self.memberships.get(usize::from(cell))).copied().collect();
        numbers.sort_unstable();
        let shared = numbers.chunk_by(|a, b| a == b).filter_map(|same| Some((usize::from(*same.first()?), same.len())));
        let others = shared.filter(|&(group, shared)| group != unit && shared >= 2);
        others.filter_map(|(group, shared)| self.groups.get(group).filter(|g| g.cells.len() > shared)).collect()
    }

    /// Bytes that the layout takes, about, when everything has been worked out.
    pub fn bytes(&self) -> usize {
        let units = (0..self.areas.len()).filter(|&group| self.is_unit(group));
        let overlaps = units.flat_map(|unit| self.sharing(unit));
        let overlaps: usize = overlaps.map(|group| 64 + 2 * group.cells.len()).sum();
        // Each cell visits all others of each of its groups.
        let visits = self.groups.iter().map(|g| g.cells.len() * (g.cells.len() - 1));
        let visits = 4 * (self.cells() + 1) + 2 * visits.sum::<usize>();
        let groups: usize = self.groups.iter().map(|g| 160 + 10 * g.cells.len()).sum();
        let relations: usize = self.relations.iter().map(Relation::bytes).sum();
        relations + self.related.bytes() + overlaps + groups + self.peers.bytes() + visits + self.memberships.bytes()
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

/// Returns the groups of a cell.
fn own_groups<'a>(
    cell: usize,
    groups: &'a [Group],
    memberships: &'a Lists,
) -> impl Iterator<Item = &'a Group> + Clone + 'a {
    memberships.get(cell).iter().filter_map(|&g| groups.get(usize::from(g)))
}

/// The peers of a cell as the documented solver visits them: along row and column in turn, then the other groups in
/// their order. A peer can come twice, as there.
fn visits<'a>(cell: usize, columns: usize, own: impl Iterator<Item = &'a Group> + Clone, list: &mut Vec<u16>) {
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
    list.extend(steps.into_iter().map(|(_, _, other)| other));
    for group in own.filter(|group| !straight(group)) {
        list.extend(group.cells.iter().map(|&other| other as u16));
    }
    list.retain(|&other| usize::from(other) != cell);
}

/// Partitions the cells of a unit by the cells that it shares with those groups. Takes one group after the other, and
/// adds it to the first partition with room for it.
fn partitions(cells: &[u16], sharing: &[&Group]) -> Box<[Partition]> {
    let mut families: Vec<(Vec<Overlap>, Vec<u16>)> = Vec::new();
    for other in sharing {
        let (shared, rest): (Vec<u16>, Vec<u16>) =
            other.cells.iter().map(|&cell| cell as u16).partition(|cell| cells.contains(cell));
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
    let partition = |(overlaps, remaining): (Vec<Overlap>, Vec<u16>)| Partition {
        overlaps: overlaps.into(),
        remaining: remaining.into(),
    };
    families.into_iter().map(partition).collect()
}
