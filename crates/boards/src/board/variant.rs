//! The layouts that have names: rectangular boxes, diagonals, windows, jigsaw, samurai, latin squares.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use super::layout::{Group, GroupKind, Layout, LayoutError};

/// Groups that a board with rectangular boxes can have besides rows, columns and boxes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Extras {
    /// Both diagonals have different digits (Sudoku X).
    pub diagonals: bool,
    /// Windows: boxes that lie one cell inside, with one row and column between them. Only for boxes with as many rows
    /// as columns.
    pub windows: bool,
}

// For each thread its own, so that threads do not fight over the counts of owners.
thread_local! {
    static SHARED: RefCell<HashMap<(usize, usize, Extras), Arc<Layout>>> = RefCell::default();
}

impl Layout {
    /// The ordinary puzzle with `digits` digits: rows, columns, and boxes that are as square as they can be and not
    /// higher than wide (6 digits: 2 rows by 3 columns).
    pub fn classic(digits: usize) -> Result<Arc<Layout>, LayoutError> {
        let (rows, columns) = Layout::box_size_for(digits).ok_or(LayoutError::Boxes(digits))?;
        Layout::boxes(rows, columns, Extras::default())
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
    pub fn boxes(box_rows: usize, box_columns: usize, extras: Extras) -> Result<Arc<Layout>, LayoutError> {
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
        let layout = Arc::new(Layout::build(digits, digits, digits, groups, Some((box_rows, box_columns)))?);
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

    /// Five ordinary boards of 9 by 9 cells with a cross between them: those in the corners share a box each with the
    /// one in the middle (Samurai). There are 21 rows and columns; the places outside of the five are holes.
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
