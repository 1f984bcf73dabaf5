//! Boards as the programs f-puzzles and SudokuPad exchange them: objects of JSON with the digits, regions and clues.
//!
//! A member that is not known here may change the solution, so it is an error and is named.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::board::{Clue, Group, GroupKind, Layout, LayoutError};
use crate::puzzle::error::{Complaint, count};
use crate::puzzle::placed::{Found, Placed};
use crate::puzzle::{Mask, Puzzle, Shape};

/// Members that say nothing of the solution.
const REMARKS: [&str; 23] = [
    "size",
    "grid",
    "cells",
    "id",
    "title",
    "author",
    "rules",
    "ruleset",
    "settings",
    "solution",
    "solved",
    "highlightConflicts",
    "successMessage",
    "msgcorrect",
    "msgincorrect",
    "cellSize",
    "created",
    "source",
    "version",
    "disabledlogic",
    "truthcandidatesoptions",
    "name",
    "difficulty",
];

/// Members of SudokuPad that only draw: their meaning is in the rules, which are a text for people.
const DRAWN: [&str; 4] = ["arrows", "lines", "overlays", "underlays"];

/// Board that an object describes.
struct Description<'a> {
    line: u64,
    size: usize,
    rows: Vec<&'a Vec<Value>>,
    /// The digits that each cell may have.
    masks: Vec<Mask>,
    /// The region of each cell, if the object tells any.
    regions: Vec<usize>,
    groups: Vec<Group>,
    clues: Vec<Clue>,
    /// Members that are not understood.
    unknown: Vec<String>,
}

/// Reads an object of one of the programs, if it is one.
pub(super) fn read(line: u64, object: &Map<String, Value>) -> Option<Found> {
    let (cells, is_pad) = match (object.get("grid"), object.get("cells")) {
        (Some(grid), _) => (grid, false),
        (None, Some(cells)) => (cells, true),
        (None, None) => return None,
    };
    let rows: Vec<&Vec<Value>> = cells.as_array()?.iter().map(Value::as_array).collect::<Option<_>>()?;
    if !rows.iter().all(|row| row.iter().all(Value::is_object)) || rows.is_empty() {
        return None;
    }
    Some(placed(line, object, rows, is_pad))
}

fn placed(line: u64, object: &Map<String, Value>, rows: Vec<&Vec<Value>>, is_pad: bool) -> Found {
    let size = rows.len();
    let complain = |expected: String, found: String| Complaint::new(line, 1, expected, found);
    let Some(shape) = Shape::of_size(size) else {
        return Err(complain("4 to 25 rows".into(), count(size, "row")));
    };
    if let Some(row) = rows.iter().find(|row| row.len() != size) {
        return Err(complain(format!("rows of {}", count(size, "cell")), count(row.len(), "cell")));
    }
    let (masks, regions, groups, clues, unknown) = Default::default();
    let mut description = Description { line, size, rows, masks, regions, groups, clues, unknown };
    description.masks = description.digits(shape)?;
    for (name, value) in object {
        if is_empty(value) || REMARKS.contains(&name.as_str()) {
            continue;
        }
        let understood =
            if is_pad { description.of_pad(name, value) } else { description.of_f_puzzles(name, value, shape) };
        if understood.is_none() {
            let only_drawn = if is_pad && DRAWN.contains(&name.as_str()) { " (only drawn)" } else { "" };
            description.unknown.push(format!("`{name}`{only_drawn}"));
        }
    }
    if !description.unknown.is_empty() {
        let expected = "givens, cages, regions and other clues with a known meaning".to_string();
        return Err(complain(expected, description.unknown.join(", ")));
    }
    let layout = description.layout(shape);
    let layout = layout.map_err(|cause| complain("a board".into(), cause.to_string()))?;
    // Without boxes of the usual shape, the puzzle has none.
    let shape = if description.regions.is_empty() { shape } else { Shape::with_boxes(size, 1, size).unwrap_or(shape) };
    let puzzle = Puzzle::new(shape, description.masks)
        .ok_or_else(|| complain("a board".into(), "digits that are too large".into()))?;
    Ok(Placed { layout, ..Placed::new(line, puzzle) })
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Bool(true) | Value::Number(_) => false,
    }
}

/// A number, as such or as a text.
fn number(value: &Value) -> Option<u32> {
    match value {
        Value::Number(number) => number.as_u64().and_then(|n| u32::try_from(n).ok()),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

impl Description<'_> {
    /// The digits of the cells: those that are given, if any is said to be.
    fn digits(&mut self, shape: Shape) -> Result<Vec<Mask>, Complaint> {
        let cells: Vec<&Value> = self.rows.iter().flat_map(|row| row.iter()).collect();
        let is_given = |cell: &Value| cell.get("given").and_then(Value::as_bool) == Some(true);
        let some_given = cells.iter().any(|cell| is_given(cell));
        let bit = |value: &Value| {
            let digit = number(value).filter(|digit| (1..=self.size).contains(&(*digit as usize)));
            let complaint =
                || Complaint::new(self.line, 1, format!("a digit 1 to {}", self.size), format!("`{value}`"));
            digit.map(|digit| 1 << digit).ok_or_else(complaint)
        };
        let mask = |cell: &&Value| {
            let value = cell.get("value").filter(|value| !is_empty(value) && number(value) != Some(0));
            if let Some(value) = value.filter(|_| is_given(cell) || !some_given) {
                return bit(value);
            }
            match cell.get("givenPencilMarks").and_then(Value::as_array) {
                Some(marks) if !marks.is_empty() => marks.iter().try_fold(0, |all, mark| Ok(all | bit(mark)?)),
                _ => Ok(shape.all()),
            }
        };
        let masks = cells.iter().map(mask).collect::<Result<_, _>>()?;
        let usual = |cell: usize| shape.box_of(cell / self.size, cell % self.size);
        let region = |(cell, value): (usize, &&Value)| {
            value.get("region").and_then(number).map_or(usual(cell), |region| region as usize)
        };
        if cells.iter().any(|cell| cell.get("region").is_some()) {
            self.regions = cells.iter().enumerate().map(region).collect();
        }
        Ok(masks)
    }

    /// The number of a cell: `"R1C2"`, or a row and a column counted from 0.
    fn cell(&self, value: &Value) -> Option<usize> {
        let (row, column): (usize, usize) = match value {
            Value::String(name) => {
                let (row, column) = name.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
                (row.parse::<usize>().ok()?.checked_sub(1)?, column.parse::<usize>().ok()?.checked_sub(1)?)
            }
            Value::Array(pair) => match pair.as_slice() {
                [row, column] => (number(row)? as usize, number(column)? as usize),
                _ => return None,
            },
            _ => return None,
        };
        (row < self.size && column < self.size).then_some(row * self.size + column)
    }

    fn cells(&self, value: &Value) -> Option<Vec<usize>> {
        value.as_array()?.iter().map(|cell| self.cell(cell)).collect()
    }

    /// The cells above, below, left and right of a cell.
    fn beside(&self, cell: usize) -> Vec<usize> {
        let size = self.size;
        let (row, column) = (cell / size, cell % size);
        let near = |other: &usize| (other / size).abs_diff(row) + (other % size).abs_diff(column) == 1;
        (0..size * size).filter(near).collect()
    }

    /// Leaves a cell only the digits that satisfy a condition.
    fn keep(&mut self, cell: usize, condition: impl Fn(usize) -> bool) -> Option<()> {
        let wanted = (1..=self.size).filter(|&digit| condition(digit)).fold(0, |mask: Mask, digit| mask | 1 << digit);
        *self.masks.get_mut(cell)? &= wanted;
        Some(())
    }

    /// Takes a cage: with a sum if there is one.
    fn cage(&mut self, cage: &Value) -> Option<()> {
        let cells = self.cells(cage.get("cells")?)?;
        let value = cage.get("sum").or(cage.get("value")).filter(|value| !is_empty(value));
        match value {
            Some(sum) => self.clues.push(Clue::Cage { cells, sum: number(sum)? }),
            None => self.groups.push(Group::new(GroupKind::Other, cells)),
        }
        Some(())
    }

    /// Takes a member of an object of f-puzzles, if it is understood.
    fn of_f_puzzles(&mut self, name: &str, value: &Value, shape: Shape) -> Option<()> {
        let size = self.size;
        let all = |of: &mut dyn FnMut(&Value) -> Option<()>| value.as_array()?.iter().try_for_each(of);
        match name {
            "diagonal+" | "diagonal-" | "antiknight" | "antiking" => self.rule(name)?,
            "disjointgroups" => {
                let place = |cell: usize| {
                    let (row, column) = (cell / size, cell % size);
                    row % shape.box_rows() * shape.box_columns() + column % shape.box_columns()
                };
                let group = |k| (0..size * size).filter(|cell| place(*cell) == k).collect();
                self.groups.extend((0..size).map(|k| Group::new(GroupKind::Other, group(k))));
            }
            "odd" | "even" => all(&mut |marked| {
                let cell = self.cell(marked.get("cell")?)?;
                let is_even = name == "even";
                self.keep(cell, |digit| (digit % 2 == 0) == is_even)
            })?,
            "minimum" | "maximum" => all(&mut |marked| {
                let cell = self.cell(marked.get("cell")?)?;
                for beside in self.beside(cell) {
                    self.clues.push(Clue::Less(if name == "minimum" { [cell, beside] } else { [beside, cell] }));
                }
                Some(())
            })?,
            "killercage" => all(&mut |cage| self.cage(cage))?,
            "extraregion" => all(&mut |region| {
                let cells = self.cells(region.get("cells")?)?;
                self.groups.push(Group::new(GroupKind::Other, cells));
                Some(())
            })?,
            "thermometer" => all(&mut |thermometer| {
                for line in thermometer.get("lines")?.as_array()? {
                    let cells = self.cells(line)?;
                    self.clues.push(Clue::Thermometer(cells));
                }
                Some(())
            })?,
            "arrow" => all(&mut |arrow| {
                let [bulb] = self.cells(arrow.get("cells")?)?[..] else { return None };
                for line in arrow.get("lines")?.as_array()? {
                    let line = self.cells(line)?;
                    let shaft = line.into_iter().filter(|cell| *cell != bulb);
                    self.clues.push(Clue::Arrow(std::iter::once(bulb).chain(shaft).collect()));
                }
                Some(())
            })?,
            _ => return None,
        }
        Some(())
    }

    /// Takes a member of an object of SudokuPad, if it is understood.
    fn of_pad(&mut self, name: &str, value: &Value) -> Option<()> {
        match name {
            "metadata" => {
                let is_set = |rule: &&str| value.get(*rule).is_some_and(|value| !is_empty(value));
                ["antiknight", "antiking"].into_iter().filter(is_set).try_for_each(|rule| self.rule(rule))
            }
            "global" => value.as_array()?.iter().try_for_each(|rule| self.rule(rule.as_str()?)),
            "regions" => {
                let mut regions = vec![usize::MAX; self.size * self.size];
                for (number, region) in value.as_array()?.iter().enumerate() {
                    for cell in self.cells(region)? {
                        *regions.get_mut(cell)? = number;
                    }
                }
                let shape = Shape::of_size(self.size)?;
                let usual = (0..regions.len()).map(|cell| shape.box_of(cell / self.size, cell % self.size));
                // The same boxes may have other numbers.
                let pairs: Vec<(usize, usize)> = usual.zip(regions.iter().copied()).collect();
                let differs = |(a, b): &(usize, usize)| pairs.iter().any(|(c, d)| (a == c) != (b == d));
                if pairs.iter().any(differs) {
                    self.regions = regions;
                }
                Some(())
            }
            "cages" => value.as_array()?.iter().try_for_each(|cage| {
                // A cage without cells holds the title and the like.
                let has_cells = cage.get("cells").is_some_and(|cells| !is_empty(cells));
                if has_cells { self.cage(cage) } else { Some(()) }
            }),
            _ => None,
        }
    }

    /// Takes a rule that holds on the whole board.
    fn rule(&mut self, name: &str) -> Option<()> {
        let size = self.size;
        match name {
            "diagonal+" => self.diagonal((0..size).map(|i| (i + 1) * (size - 1))),
            "diagonal-" => self.diagonal((0..size).map(|i| i * (size + 1))),
            "antiknight" => self.differ(&[(1, 2), (2, 1)]),
            "antiking" => self.differ(&[(1, 1)]),
            _ => return None,
        }
        Some(())
    }

    fn diagonal(&mut self, cells: impl Iterator<Item = usize>) {
        self.groups.push(Group::new(GroupKind::Diagonal, cells.collect()));
    }

    /// Adds groups of two cells: cells at these distances in rows and columns, in either direction, differ.
    fn differ(&mut self, steps: &[(usize, usize)]) {
        let size = self.size;
        for (down, along) in steps {
            for cell in 0..size * size {
                let (row, column) = (cell / size + down, cell % size);
                let others = [column.checked_add(*along), column.checked_sub(*along)].into_iter().flatten();
                let others = others.filter(|column| row < size && *column < size).map(|column| row * size + column);
                self.groups.extend(others.map(|other| Group::new(GroupKind::Other, vec![cell, other])));
            }
        }
    }

    /// The board, if it is not the usual one.
    fn layout(&mut self, shape: Shape) -> Result<Option<Arc<Layout>>, LayoutError> {
        if self.regions.is_empty() && self.groups.is_empty() && self.clues.is_empty() {
            return Ok(None);
        }
        let base = if self.regions.is_empty() { shape.layout()? } else { Layout::jigsaw(&self.regions)? };
        let layout = match self.groups.is_empty() {
            true => base,
            false => {
                let groups = base.groups().iter().cloned().chain(self.groups.drain(..)).collect();
                Layout::new(self.size, self.size, self.size, groups)?
            }
        };
        let clues = std::mem::take(&mut self.clues);
        Ok(Some(if clues.is_empty() { layout } else { layout.with_clues(clues)? }))
    }
}
