//! Boards as the programs f-puzzles and SudokuPad exchange them: objects of JSON with the digits, regions and clues.
//!
//! A member that is not known here may change the solution, so it is an error and is named.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::board::{Clue, Group, GroupKind, Layout, LayoutError};
use crate::puzzle::list::{Cell, Item, List};
use crate::puzzle::{Complaint, Context, Found, LocatedPuzzle, Mask, Puzzle, Shape, count, digits, line};

/// Members that say nothing of the solution.
const REMARKS: &str = "size grid cells id title author rules ruleset settings solution solved highlightConflicts \
    successMessage msgcorrect msgincorrect cellSize created source version disabledlogic \
    truthcandidatesoptions name difficulty";

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
pub(super) fn read_exchanged(line: u64, object: &Map<String, Value>) -> Option<Found> {
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
        if is_empty(value) || REMARKS.split(' ').any(|known| known == name) {
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
    Ok(LocatedPuzzle { layout, ..LocatedPuzzle::new(line, puzzle) })
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

/// An object as it is written.
#[derive(Serialize)]
struct JsonPuzzle {
    /// As on one line.
    puzzle: String,
    /// Rows and columns of a box, where they are not the usual ones.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    box_size: Option<[usize; 2]>,
    /// The digits of each cell, row by row, where it is not just given or blank.
    #[serde(skip_serializing_if = "Option::is_none")]
    candidates: Option<Vec<Vec<u32>>>,
}

pub(super) fn write_json(puzzle: &Puzzle, out: &mut String) {
    let shape = puzzle.shape();
    let plain = puzzle.cells().iter().all(|c| c.is_power_of_two() || *c == shape.all());
    let mut own_line = String::new();
    crate::puzzle::write_line(puzzle, &mut own_line);
    let numbers = |cell: &Mask| digits(*cell).map(|digit| puzzle.alphabet().number(digit)).collect();
    let object = JsonPuzzle {
        puzzle: own_line,
        box_size: (!shape.is_usual()).then(|| [shape.box_rows(), shape.box_columns()]),
        candidates: (!plain).then(|| puzzle.cells().iter().map(numbers).collect()),
    };
    // Strings, numbers and lists of them can always be written.
    out.push_str(&serde_json::to_string(&object).unwrap_or_default());
}

/// Returns whether the first member of an object begins here: a name and a colon.
pub(super) fn begins_member(text: &str) -> bool {
    let name = text.trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"'));
    name.is_some_and(|(_, behind)| behind.trim_start().starts_with(':'))
}

/// Reads the puzzles of an object that begins on this line.
pub(super) fn read_objects(line: u64, text: &str, context: Context) -> Vec<Found> {
    match serde_json::from_str::<Map<String, Value>>(text) {
        Ok(object) => puzzles(line, &object, context),
        Err(error) => {
            let message = error.to_string();
            // The line and column are told anyway.
            let message = message.split(" at line ").next().unwrap_or_default();
            let line = line + error.line().saturating_sub(1) as u64;
            vec![Err(Complaint::new(line, error.column().max(1), "an object {\"puzzle\": \"53..7...\"}", message))]
        }
    }
}

/// Reads the puzzles of an object that SudokuPad may have shortened. Returns `None` if the text is no object.
pub(super) fn read_shortened(line: u64, text: &str, context: Context) -> Option<Vec<Found>> {
    let object = serde_json::from_str(text).ok().or_else(|| lengthened(text))?;
    Some(puzzles(line, &object, context))
}

/// Members that hold a puzzle in one data set or another.
const PUZZLES: [&str; 10] =
    ["puzzle", "puzzles", "quiz", "quizzes", "grid", "grids", "board", "givens", "unsolved", "sudoku"];

fn puzzles(line: u64, object: &Map<String, Value>, context: Context) -> Vec<Found> {
    if let Some(found) = read_exchanged(line, object) {
        return vec![found];
    }
    let found: Vec<Found> = match PUZZLES.iter().find_map(|name| object.get(*name)) {
        Some(Value::String(text)) => {
            vec![own(line, text, object, context).map(|puzzle| LocatedPuzzle::new(line, puzzle))]
        }
        Some(list @ Value::Array(_)) => in_list(line, list, context),
        Some(Value::Object(inner)) => puzzles(line, inner, context),
        Some(other) => vec![Err(Complaint::new(line, 1, "a puzzle as a text or a list", format!("`{other}`")))],
        None => {
            object.values().filter(|value| value.is_object()).flat_map(|value| in_list(line, value, context)).collect()
        }
    };
    if !found.is_empty() {
        return found;
    }
    let names: Vec<String> = object.keys().take(5).map(|name| format!("`{name}`")).collect();
    let found = if names.is_empty() { "an empty one".into() } else { format!("one with {} only", names.join(", ")) };
    vec![Err(Complaint::new(line, 1, "an object {\"puzzle\": \"53..7...\"}", found))]
}

/// The puzzles of a list: its objects, or what it is as a list.
fn in_list(line: u64, value: &Value, context: Context) -> Vec<Found> {
    match value {
        Value::Object(object) => puzzles(line, object, context),
        Value::Array(items) if items.iter().any(Value::is_object) => {
            items.iter().filter(|item| item.is_object()).flat_map(|item| in_list(line, item, context)).collect()
        }
        Value::Array(items) if !items.is_empty() => list(line, items).puzzles(context),
        _ => Vec::new(),
    }
}

fn list(line: u64, items: &[Value]) -> List {
    let cell = |cell| Item::Cell { line, column: 1, cell };
    let item = |item: &Value| match item {
        Value::Array(items) => Item::List(list(line, items)),
        Value::Number(number) => {
            cell(Cell::Number(number.as_u64().and_then(|n| u32::try_from(n).ok()).unwrap_or(u32::MAX)))
        }
        Value::String(text) if !text.trim().is_empty() => cell(Cell::Text(text.clone())),
        _ => cell(Cell::Blank),
    };
    let items = items.iter().map(item).collect();
    List { line, column: 1, items, named: false, indexes: false, has_objects: false }
}

/// A puzzle as this crate writes it.
fn own(line: u64, text: &str, object: &Map<String, Value>, context: Context) -> Result<Puzzle, Complaint> {
    let complain = |expected: &str, found: String| Complaint::new(line, 1, expected, found);
    let read = line::puzzle(text, context.before);
    let mut puzzle = read.ok_or_else(|| line::inner_complaint(line, text))?;
    let size = puzzle.shape().size();
    if let Some([rows, columns]) =
        object.get("box").and_then(|value| serde_json::from_value::<[usize; 2]>(value.clone()).ok())
    {
        let shape = Shape::with_boxes(size, rows, columns);
        let found = || format!("boxes of {rows} by {columns}");
        puzzle.shape = shape.ok_or_else(|| complain(&format!("boxes of {}", count(size, "cell")), found()))?;
    }
    let candidates = object.get("candidates").map(|value| serde_json::from_value::<Vec<Vec<u32>>>(value.clone()));
    if let Some(candidates) = candidates {
        let candidates = candidates.map_err(|e| complain("a list of digits for each cell", e.to_string()))?;
        if candidates.len() != puzzle.cells().len() {
            let expected = format!("the candidates of {}", count(puzzle.cells().len(), "cell"));
            return Err(complain(&expected, format!("those of {}", count(candidates.len(), "cell"))));
        }
        // A 0 among candidates is a digit, whether the cells show it or not.
        if candidates.iter().flatten().any(|digit| *digit == 0) {
            puzzle.alphabet = crate::puzzle::Alphabet::Zero;
        }
        let alphabet = puzzle.alphabet;
        let [first, last] = [1, size as u32].map(|digit| alphabet.number(digit));
        let mask = |list: &Vec<u32>| {
            list.iter().try_fold(0, |mask: Mask, d| match alphabet.digit(*d, size) {
                Some(digit) => Ok(mask | 1 << digit),
                None => Err(complain(&format!("a digit {first} to {last}"), format!("`{d}`"))),
            })
        };
        puzzle.cells = candidates.iter().map(mask).collect::<Result<_, _>>()?;
    }
    Ok(puzzle)
}

/// Marks before the compressed text of an address.
const MARKS: [&str; 6] = ["f-puzzles.com/?load=", "puzzleid=fpuzzles", "/fpuzzles", "/fpuz", "puzzleid=scl", "/scl"];

/// Marks before a compressed text that is no address: SudokuPad's names of puzzles.
const NAMES: [&str; 2] = ["fpuzzles", "scl"];

/// Greatest length of a decompressed puzzle.
const LONGEST: usize = 1 << 20;

/// The compressed text of an address or a name. Settings may come after it.
fn compressed(text: &str) -> Option<&str> {
    let rest = match text.starts_with("http") {
        true => MARKS.iter().find_map(|mark| text.split_once(mark)).map(|(_, rest)| rest)?,
        false => NAMES.iter().find_map(|name| text.strip_prefix(name)).filter(|rest| !rest.contains(' '))?,
    };
    rest.trim().split(['?', '&', '#']).next()
}

pub(super) fn begins_link(text: &str) -> bool {
    compressed(text).is_some()
}

pub(super) fn read_link(number: u64, text: &str, context: Context) -> Vec<Found> {
    let puzzles = compressed(text).and_then(decompress).and_then(|object| read_shortened(number, &object, context));
    let damaged =
        || Complaint::new(number, 1, "an address of f-puzzles or SudokuPad", "one that is cut off or damaged");
    puzzles.unwrap_or_else(|| vec![Err(damaged())])
}

/// Bits of characters that stand for six each, the highest first.
struct Bits<'a> {
    digits: std::str::Bytes<'a>,
    digit: u8,
    left: u32,
}

impl Bits<'_> {
    /// Reads a number of this many bits, the lowest first.
    fn number(&mut self, bits: u32) -> Option<u32> {
        let mut number = 0;
        for bit in 0..bits {
            if self.left == 0 {
                self.digit = match self.digits.next()? {
                    c @ b'A'..=b'Z' => c - b'A',
                    c @ b'a'..=b'z' => c - b'a' + 26,
                    c @ b'0'..=b'9' => c - b'0' + 52,
                    b'+' | b' ' => 62,
                    b'/' | b'-' | b'_' => 63,
                    b'=' => 0,
                    _ => return None,
                };
                self.left = 6;
            }
            self.left -= 1;
            number |= u32::from(self.digit >> self.left & 1) << bit;
        }
        Some(number)
    }
}

/// The text that a compressed one stands for, if it is one and not too long.
fn decompress(text: &str) -> Option<String> {
    // In addresses some characters are written by their numbers.
    let text = text.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=").replace("%20", "+");
    let mut bits = Bits { digits: text.bytes(), digit: 0, left: 0 };
    // The phrases so far, as places in what has been written. Three numbers mean something else.
    let mut phrases: Vec<(usize, usize)> = vec![(0, 0); 3];
    let mut written: Vec<u16> = Vec::new();
    let mut before: Option<(usize, usize)> = None;
    let mut width = 2;
    // The numbers that the width has room for.
    let mut room = 4;
    loop {
        let code = bits.number(width)?;
        let start = written.len();
        match code {
            0 | 1 => {
                written.push(u16::try_from(bits.number(if code == 0 { 8 } else { 16 })?).ok()?);
                phrases.push((start, 1));
            }
            2 => return String::from_utf16(&written).ok(),
            code => {
                let (from, length) = match phrases.get(code as usize) {
                    Some(known) => *known,
                    // The phrase that is being made: the last one and its first character.
                    None if code as usize == phrases.len() => before.map(|(from, length)| (from, length + 1))?,
                    None => return None,
                };
                if written.len() + length > LONGEST {
                    return None;
                }
                for i in 0..length {
                    written.push(*written.get(from + i)?);
                }
            }
        }
        let length = written.len() - start;
        if let Some((from, length)) = before {
            phrases.push((from, length + 1));
        }
        before = Some((start, length));
        while phrases.len() >= room {
            room *= 2;
            width += 1;
        }
    }
}

/// Greatest depth of lists and objects inside each other.
const DEEPEST: usize = 32;

/// Short names of members and what they stand for, as far as a reader of puzzles looks at them.
const SHORT_NAMES: &str = "a arrows c color ca cages ce cells cs cellSize ct center d duration h height l lines o overlays \
    re regions t title te text u underlays v value w width wp wayPoints";

/// Returns the object that a shortened text stands for, if it is one.
pub(super) fn lengthened(text: &str) -> Option<Map<String, Value>> {
    let quote = if text.contains('"') { '"' } else { '\'' };
    let mut rest = Rest { text: text.trim(), quote };
    match rest.value(0)? {
        Value::Object(object) if rest.text.is_empty() => Some(object),
        _ => None,
    }
}

/// The part of a text that is still to be read.
struct Rest<'a> {
    text: &'a str,
    quote: char,
}

impl<'a> Rest<'a> {
    fn skip(&mut self, mark: char) -> Option<()> {
        self.text = self.text.strip_prefix(mark)?;
        Some(())
    }

    /// Takes what comes before the first character that is one of `ends`.
    fn until(&mut self, ends: &[char]) -> &'a str {
        let (word, rest) = self.text.split_at(self.text.find(ends).unwrap_or(self.text.len()));
        self.text = rest;
        word
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        match self.text.chars().next()? {
            '{' | '[' if depth == DEEPEST => None,
            '{' => self.object(depth + 1),
            '[' => self.list(depth + 1),
            // An empty object in a list is left out.
            ',' | ']' => Some(Value::Object(Map::new())),
            quote if quote == self.quote => self.string().map(Value::String),
            _ => Some(match self.until(&[',', ']', '}']) {
                "t" | "true" => Value::Bool(true),
                "f" | "false" => Value::Bool(false),
                "null" => Value::Null,
                // Other words are colours.
                word => word.parse().map_or_else(|_| Value::String(word.into()), Value::Number),
            }),
        }
    }

    fn list(&mut self, depth: usize) -> Option<Value> {
        self.skip('[')?;
        let mut items = vec![self.value(depth)?];
        while self.skip(',').is_some() {
            items.push(self.value(depth)?);
        }
        self.skip(']')?;
        Some(Value::Array(items))
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        self.skip('{')?;
        let mut object = Map::new();
        while self.skip('}').is_none() {
            if !object.is_empty() {
                self.skip(',')?;
            }
            let is_quoted = self.text.starts_with(self.quote);
            let name = if is_quoted { self.string()? } else { self.until(&[':']).into() };
            self.skip(':')?;
            let mut pairs = SHORT_NAMES.split(' ').step_by(2).zip(SHORT_NAMES.split(' ').skip(1).step_by(2));
            let long = pairs.find(|(short, _)| *short == name).map(|(_, long)| long.to_string());
            object.insert(long.unwrap_or(name), self.value(depth)?);
        }
        Some(Value::Object(object))
    }

    /// Takes a string in quotes. Either quote in it has a backslash before it.
    fn string(&mut self) -> Option<String> {
        let body = self.text.strip_prefix(self.quote)?;
        let mut is_escaped = false;
        let is_end = |c: char| {
            let is_end = c == self.quote && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            is_end
        };
        let (string, rest) = body.split_at(body.find(is_end)?);
        self.text = rest.strip_prefix(self.quote)?;
        serde_json::from_str(&format!("\"{}\"", string.replace("\\'", "'"))).ok()
    }
}
