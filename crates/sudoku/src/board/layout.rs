//! The parts of a board that do not change while a puzzle is solved: its size, its groups, and the peers of each cell.
//!
//! Cells are numbered row after row from 0. A group says that its cells have different digits. One with as many cells
//! as there are digits is a *unit*: each digit has its place in it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use klammer_space::Family;

use crate::board::Mask;
use crate::board::clue::{Clue, ClueSet, Lists, Overlap, Partition};

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
pub(super) struct GroupInfo {
    pub cells: Box<[u16]>,
    pub unit: bool,
    /// See [`Layout::partitions`].
    partitions: OnceLock<Box<[Partition]>>,
}

/// Size of a board.
#[derive(Debug, Clone, Copy)]
struct BoardSize {
    rows: usize,
    columns: usize,
    digits: usize,
    /// Rows and columns of a box, if the board has rectangular boxes.
    of_box: Option<(usize, usize)>,
}

/// The fixed part of a board: size, digits, groups. Boards share it.
#[derive(Debug)]
pub struct Layout {
    size: BoardSize,
    groups: Vec<Group>,
    pub(crate) clues: ClueSet,
    pub(super) areas: Box<[GroupInfo]>,
    pub(super) peers: Lists,
    pub(super) memberships: Lists,
    /// See [`Layout::visits`].
    visits: OnceLock<Lists>,
    /// See [`Layout::bytes`].
    bytes: OnceLock<usize>,
    /// Whether this is the ordinary 9 by 9 board, which has a representation of its own.
    pub(super) ordinary: bool,
    /// The mark of all boards with this layout.
    pub(super) family: Family,
    /// The sets that the solving techniques need, made at their first use.
    #[cfg(feature = "techniques")]
    pub(crate) technique: crate::techniques::grid::Kept,
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
        let size = BoardSize { rows, columns, digits, of_box: box_size };
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
        let area = |group: &Group| GroupInfo {
            cells: group.cells.iter().map(|&cell| cell as u16).collect(),
            unit: group.cells.len() == digits,
            partitions: OnceLock::new(),
        };
        Ok(Layout {
            size,
            areas: groups.iter().map(area).collect(),
            peers,
            visits: OnceLock::new(),
            bytes: OnceLock::new(),
            memberships,
            clues: ClueSet::default(),
            ordinary: box_size == Some((3, 3)) && groups.len() == 27,
            family: Family::default(),
            #[cfg(feature = "techniques")]
            technique: Default::default(),
            groups,
        })
    }

    /// Rows of the board.
    pub fn rows(&self) -> usize {
        self.size.rows
    }

    /// Columns of the board.
    pub fn columns(&self) -> usize {
        self.size.columns
    }

    /// Cells of the board.
    pub fn cells(&self) -> usize {
        self.size.rows * self.size.columns
    }

    /// Returns the number of digits, which is also the greatest digit.
    pub fn digits(&self) -> usize {
        self.size.digits
    }

    /// All digits.
    pub fn all(&self) -> Mask {
        (2 << self.size.digits) - 2
    }

    /// Rows and columns of a box, if the board has rectangular boxes.
    pub fn box_size(&self) -> Option<(usize, usize)> {
        self.size.of_box
    }

    /// The groups, rows first.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Returns the clues: what the puzzle says of cells besides which of them differ.
    pub fn clues(&self) -> &[Clue] {
        &self.clues.given
    }

    /// Returns whether this is a cell. A place without a group and without a clue is a hole: it never holds a digit.
    pub fn is_cell(&self, cell: usize) -> bool {
        !self.memberships.get(cell).is_empty() || !self.clues.related.get(cell).is_empty()
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
                visits(cell, self.size.columns, own_groups(cell, &self.groups, &self.memberships), list);
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
        *self.bytes.get_or_init(|| self.sum_bytes())
    }

    fn sum_bytes(&self) -> usize {
        let units = (0..self.areas.len()).filter(|&group| self.is_unit(group));
        let overlaps = units.flat_map(|unit| self.sharing(unit));
        let overlaps: usize = overlaps.map(|group| 64 + 2 * group.cells.len()).sum();
        // Each cell visits all others of each of its groups.
        let visits = self.groups.iter().map(|g| g.cells.len() * (g.cells.len() - 1));
        let visits = 4 * (self.cells() + 1) + 2 * visits.sum::<usize>();
        let groups: usize = self.groups.iter().map(|g| 160 + 10 * g.cells.len()).sum();
        self.clues.bytes() + overlaps + groups + self.peers.bytes() + visits + self.memberships.bytes()
    }

    /// Row and column of a cell.
    pub fn coordinates(&self, cell: usize) -> (usize, usize) {
        (cell / self.size.columns, cell % self.size.columns)
    }

    /// The cell in a row and a column, if the board has it.
    pub fn cell(&self, row: usize, column: usize) -> Option<usize> {
        let BoardSize { rows, columns, .. } = self.size;
        (row < rows && column < columns).then(|| row * columns + column)
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

// Errors in the groups and clues that a caller requests for a layout.

/// Error of a layout that cannot exist.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// Too many or too few rows or columns.
    #[error("a board of {rows} by {columns} cells: expected 1 to {} rows and columns", Layout::SIDE)]
    Size {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        columns: usize,
    },
    /// Too many or too few digits.
    #[error("{0} digits: expected 1 to {max}", max = Layout::DIGITS)]
    Digits(usize),
    /// A group holds a cell that the board does not have.
    #[error("group {group}: there is no cell {cell}")]
    Outside {
        /// The number of the group, counted from 0.
        group: usize,
        /// The number of the cell.
        cell: usize,
    },
    /// A group holds a cell twice.
    #[error("group {group}: cell {cell} is there twice")]
    Twice {
        /// The number of the group, counted from 0.
        group: usize,
        /// The number of the cell.
        cell: usize,
    },
    /// A group has more cells than there are digits, or none.
    #[error("group {group} has {cells} cells: expected 1 to {digits}, the number of digits")]
    Cells {
        /// The number of the group, counted from 0.
        group: usize,
        /// The number of its cells.
        cells: usize,
        /// The number of digits.
        digits: usize,
    },
    /// More groups than can be counted.
    #[error("{0} groups: expected at most {max}", max = Layout::GROUPS)]
    Groups(usize),
    /// More clues than can be counted.
    #[error("{0} clues: expected at most {max}", max = Layout::GROUPS)]
    Clues(usize),
    /// A clue is about too many cells or too few.
    #[error("{name}, clue {clue}, has {cells} cells: expected {least} to {most}")]
    ClueCells {
        /// The number of the clue, counted from 0.
        clue: usize,
        /// The name of its kind.
        name: &'static str,
        /// The number of its cells.
        cells: usize,
        /// The least number of cells that it must have.
        least: usize,
        /// The greatest number of cells that it can have.
        most: usize,
    },
    /// A clue is about a cell that the board does not have.
    #[error("{name}, clue {clue}: there is no cell {cell}")]
    ClueOutside {
        /// The number of the clue, counted from 0.
        clue: usize,
        /// The name of its kind.
        name: &'static str,
        /// The number of the cell.
        cell: usize,
    },
    /// A clue names a cell twice.
    #[error("{name}, clue {clue}: cell {cell} is there twice")]
    ClueTwice {
        /// The number of the clue, counted from 0.
        clue: usize,
        /// The name of its kind.
        name: &'static str,
        /// The number of the cell.
        cell: usize,
    },
    /// Different digits cannot have this sum.
    #[error("cage, clue {clue}: {cells} different digits with the sum {sum}; their sums are {least} to {most}")]
    ClueSum {
        /// The number of the clue, counted from 0.
        clue: usize,
        /// The number of its cells.
        cells: usize,
        /// The sum asked for.
        sum: u32,
        /// The least sum of this number of digits.
        least: usize,
        /// The greatest.
        most: usize,
    },
    /// There is no box size for this number of digits.
    #[error("{0} digits cannot be arranged in rectangular boxes")]
    Boxes(usize),
    /// A box has another number of cells than there are digits.
    #[error("boxes of {rows} by {columns} cells hold {} digits, not {digits}", rows.saturating_mul(*columns))]
    BoxSize {
        /// The number of digits.
        digits: usize,
        /// The rows of a box.
        rows: usize,
        /// The columns of a box.
        columns: usize,
    },
    /// The four inner squares are as large as the boxes, which are no squares.
    #[error("windows go with square boxes, not with boxes of {rows} by {columns} cells")]
    Windows {
        /// The rows of a box.
        rows: usize,
        /// The columns of a box.
        columns: usize,
    },
    /// A map of regions does not have one region of `digits` cells for each digit.
    #[error("region {region} has {cells} cells: expected {digits}")]
    Region {
        /// The number of the region in the map.
        region: usize,
        /// The number of its cells.
        cells: usize,
        /// The number of cells that it should have.
        digits: usize,
    },
    /// A map of regions has another number of cells than the board.
    #[error("a map of {0} cells: expected a square number of at most {max}", max = Layout::DIGITS * Layout::DIGITS)]
    Map(usize),
}

// The layouts that have names: rectangular boxes, diagonals, windows, jigsaw, samurai, latin squares.

/// Groups that a board with rectangular boxes can have besides rows, columns and boxes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct VariantGroups {
    /// Both diagonals have different digits (Sudoku X).
    pub diagonals: bool,
    /// Windows: boxes that are one cell inside, with one row and column between them. Only for boxes with as many rows
    /// as columns.
    pub windows: bool,
}

/// Rows and columns of the boxes, and further groups.
type Key = (usize, usize, VariantGroups);

// For each thread its own, so that threads do not fight over the counts of owners.
thread_local! {
    static SHARED: RefCell<HashMap<Key, Arc<Layout>>> = RefCell::default();
}

/// The families of these layouts, which all threads have in common.
static FAMILIES: Mutex<Vec<(Key, Family)>> = Mutex::new(Vec::new());

fn family_of(key: Key) -> Family {
    let mut families = FAMILIES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, family)) = families.iter().find(|(known, _)| *known == key) {
        return Family::clone(family);
    }
    let family = Family::default();
    families.push((key, Family::clone(&family)));
    family
}

impl Layout {
    /// Layout of the ordinary puzzle with `digits` digits: rows, columns, and boxes as square as possible and not
    /// higher than wide (6 digits: 2 rows by 3 columns).
    pub fn classic(digits: usize) -> Result<Arc<Layout>, LayoutError> {
        let (rows, columns) = Layout::box_size_for(digits).ok_or(LayoutError::Boxes(digits))?;
        Layout::boxes(rows, columns, VariantGroups::default())
    }

    /// Returns the rows and columns of the boxes of the ordinary puzzle with this number of digits, if it has boxes.
    pub fn box_size_for(digits: usize) -> Option<(usize, usize)> {
        if digits > Layout::DIGITS {
            return None;
        }
        let rows =
            (1..=digits).take_while(|rows| rows * rows <= digits).filter(|rows| digits.is_multiple_of(*rows)).last()?;
        (rows > 1 || digits == 1).then_some((rows, digits / rows))
    }

    /// Boxes of this size, with extra groups.
    pub fn boxes(box_rows: usize, box_columns: usize, extras: VariantGroups) -> Result<Arc<Layout>, LayoutError> {
        let digits = box_rows.saturating_mul(box_columns);
        if digits == 0 || digits > Layout::DIGITS {
            return Err(LayoutError::Digits(digits));
        }
        let key = (box_rows, box_columns, extras);
        if let Some(known) = SHARED.with_borrow(|shared| shared.get(&key).cloned()) {
            return Ok(known);
        }
        let mut groups = lines(digits);
        for b in 0..digits {
            let (top, left) = (b / box_rows * box_rows, b % box_rows * box_columns);
            groups.push(rectangle(GroupKind::Box, digits, (top, left), (box_rows, box_columns)));
        }
        if extras.diagonals {
            groups.push(Group::new(GroupKind::Diagonal, (0..digits).map(|i| i * (digits + 1)).collect()));
            groups.push(Group::new(GroupKind::Diagonal, (0..digits).map(|i| (i + 1) * (digits - 1)).collect()));
        }
        if extras.windows {
            if box_rows != box_columns {
                return Err(LayoutError::Windows { rows: box_rows, columns: box_columns });
            }
            let starts = || (0..box_rows.saturating_sub(1)).map(|k| 1 + k * (box_rows + 1));
            for (top, left) in starts().flat_map(|top| starts().map(move |left| (top, left))) {
                groups.push(rectangle(GroupKind::Window, digits, (top, left), (box_rows, box_columns)));
            }
        }
        let layout = Layout::build(digits, digits, digits, groups, Some((box_rows, box_columns)))?;
        let layout = Arc::new(Layout { family: family_of(key), ..layout });
        SHARED.with_borrow_mut(|shared| shared.insert(key, layout.clone()));
        Ok(layout)
    }

    /// Rows, columns, and regions of any shape instead of boxes: `regions` names the region of each cell, row after
    /// row. The board is square, and each region has as many cells as a row.
    pub fn jigsaw(regions: &[usize]) -> Result<Arc<Layout>, LayoutError> {
        let digits = regions.len().isqrt();
        if digits * digits != regions.len() || digits == 0 || digits > Layout::DIGITS {
            return Err(LayoutError::Map(regions.len()));
        }
        let mut groups = lines(digits);
        let mut named: Vec<(usize, Vec<usize>)> = Vec::new();
        for (cell, &region) in regions.iter().enumerate() {
            match named.iter_mut().find(|(name, _)| *name == region) {
                Some((_, cells)) => cells.push(cell),
                None => named.push((region, vec![cell])),
            }
        }
        if let Some((region, cells)) = named.iter().find(|(_, cells)| cells.len() != digits) {
            return Err(LayoutError::Region { region: *region, cells: cells.len(), digits });
        }
        groups.extend(named.into_iter().map(|(_, cells)| Group::new(GroupKind::Region, cells)));
        Layout::new(digits, digits, digits, groups)
    }

    /// Five ordinary boards of 9 by 9 cells (Samurai). Each board in a corner shares a box with the one in the middle.
    /// There are 21 rows and columns; the places outside of the five are holes.
    pub fn samurai() -> Result<Arc<Layout>, LayoutError> {
        const SIDE: usize = 21;
        let mut groups: Vec<Group> = Vec::new();
        for (top, left) in [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)] {
            let strip = |kind, top, left, size| rectangle(kind, SIDE, (top, left), size);
            groups.extend((0..9).map(|r| strip(GroupKind::Row, top + r, left, (1, 9))));
            groups.extend((0..9).map(|c| strip(GroupKind::Column, top, left + c, (9, 1))));
            for b in 0..9 {
                let group = strip(GroupKind::Box, top + b / 3 * 3, left + b % 3 * 3, (3, 3));
                if !groups.contains(&group) {
                    groups.push(group);
                }
            }
        }
        groups.sort_by_key(|group| match group.kind {
            GroupKind::Row => 0,
            GroupKind::Column => 1,
            _ => 2,
        });
        Layout::new(SIDE, SIDE, 9, groups)
    }

    /// Rows and columns only.
    pub fn latin(digits: usize) -> Result<Arc<Layout>, LayoutError> {
        Layout::new(digits, digits, digits, lines(digits.min(Layout::SIDE)))
    }
}

fn lines(digits: usize) -> Vec<Group> {
    let row = |r| Group::new(GroupKind::Row, (0..digits).map(|c| r * digits + c).collect());
    let column = |c| Group::new(GroupKind::Column, (0..digits).map(|r| r * digits + c).collect());
    (0..digits).map(row).chain((0..digits).map(column)).collect()
}

fn rectangle(kind: GroupKind, digits: usize, (top, left): (usize, usize), (rows, columns): (usize, usize)) -> Group {
    Group::new(kind, (top..top + rows).flat_map(|r| (left..left + columns).map(move |c| r * digits + c)).collect())
}
