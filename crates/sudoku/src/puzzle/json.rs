//! Puzzles as objects of JSON: those that this crate writes, those of data sets, and those of f-puzzles and SudokuPad,
//! which say more of the board (`exchange.rs`). Other members may stand in them.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::puzzle::error::{Complaint, count};
use crate::puzzle::list::{Cell, Item, List};
use crate::puzzle::placed::{Context, Found, Placed};
use crate::puzzle::{Mask, Puzzle, Shape, digits, exchange, line, write, zipped};

/// An object as it is written.
#[derive(Serialize)]
struct Object {
    /// As on one line.
    puzzle: String,
    /// Rows and columns of a box, where they are not the usual ones.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    box_size: Option<[usize; 2]>,
    /// The digits of each cell, row by row, where it is not just given or blank.
    #[serde(skip_serializing_if = "Option::is_none")]
    candidates: Option<Vec<Vec<u32>>>,
}

pub(super) fn write(puzzle: &Puzzle, out: &mut String) {
    let shape = puzzle.shape();
    let plain = puzzle.cells().iter().all(|c| c.is_power_of_two() || *c == shape.all());
    let mut own_line = String::new();
    write::line(puzzle, &mut own_line);
    let numbers = |cell: &Mask| digits(*cell).map(|digit| puzzle.alphabet().number(digit)).collect();
    let object = Object {
        puzzle: own_line,
        box_size: (!shape.is_usual()).then(|| [shape.box_rows(), shape.box_columns()]),
        candidates: (!plain).then(|| puzzle.cells().iter().map(numbers).collect()),
    };
    // Strings, numbers and lists of them can always be written.
    out.push_str(&serde_json::to_string(&object).unwrap_or_default());
}

/// Whether the first member of an object begins here: a name and a colon.
pub(super) fn begins_member(text: &str) -> bool {
    let name = text.trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"'));
    name.is_some_and(|(_, behind)| behind.trim_start().starts_with(':'))
}

/// Reads the puzzles of an object that begins on this line.
pub(super) fn read(line: u64, text: &str, context: Context) -> Vec<Found> {
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
    let object = serde_json::from_str(text).ok().or_else(|| zipped::read(text))?;
    Some(puzzles(line, &object, context))
}

/// Members that hold a puzzle in one data set or another.
const PUZZLES: [&str; 10] =
    ["puzzle", "puzzles", "quiz", "quizzes", "grid", "grids", "board", "givens", "unsolved", "sudoku"];

fn puzzles(line: u64, object: &Map<String, Value>, context: Context) -> Vec<Found> {
    if let Some(found) = exchange::read(line, object) {
        return vec![found];
    }
    let found: Vec<Found> = match PUZZLES.iter().find_map(|name| object.get(*name)) {
        Some(Value::String(text)) => vec![own(line, text, object, context).map(|puzzle| Placed::new(line, puzzle))],
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
