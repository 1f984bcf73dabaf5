//! Puzzles as objects of JSON, each on a line. Other members may stand in them.

use serde::{Deserialize, Serialize};

use super::error::{Complaint, count, excerpt};
use super::{Mask, Puzzle, Shape, digits, line, write};

#[derive(Serialize, Deserialize)]
struct Object {
    /// As on one line.
    puzzle: String,
    /// Rows and columns of a box, where they are not the usual ones.
    #[serde(rename = "box", default, skip_serializing_if = "Option::is_none")]
    box_size: Option<[usize; 2]>,
    /// The digits of each cell, row by row, where it is not just given or blank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    candidates: Option<Vec<Vec<u32>>>,
}

pub(super) fn write(puzzle: &Puzzle, out: &mut String) {
    let shape = puzzle.shape();
    let plain = puzzle.cells().iter().all(|c| c.is_power_of_two() || *c == shape.all());
    let mut own_line = String::new();
    write::line(puzzle, &mut own_line);
    let object = Object {
        puzzle: own_line,
        box_size: (!shape.is_usual()).then(|| [shape.box_rows(), shape.box_columns()]),
        candidates: (!plain).then(|| puzzle.cells().iter().map(|c| digits(*c).collect()).collect()),
    };
    // Strings, numbers and lists of them can always be written.
    out.push_str(&serde_json::to_string(&object).unwrap_or_default());
}

pub(super) fn begins(text: &str) -> bool {
    text.starts_with("{\"")
}

pub(super) fn read(number: u64, text: &str) -> Result<Puzzle, Complaint> {
    let complain = |expected: &str, found: String| Complaint::new(number, 1, expected, found);
    let object: Object = serde_json::from_str(text).map_err(|error| {
        let message = error.to_string();
        // The line and column are told anyway.
        let message = message.split(" at line ").next().unwrap_or_default();
        Complaint::new(number, error.column().max(1), "an object {\"puzzle\": \"53..7...\"}", message)
    })?;
    let mut puzzle = line::puzzle(&object.puzzle).ok_or_else(|| {
        let inner = line::complaint(number, &object.puzzle, None);
        complain(&format!("a puzzle of {}", inner.expected), format!("{} in {}", inner.found, excerpt(&object.puzzle)))
    })?;
    let size = puzzle.shape().size();
    if let Some([rows, columns]) = object.box_size {
        let shape = Shape::with_boxes(size, rows, columns);
        let found = || format!("boxes of {rows} by {columns}");
        puzzle.shape = shape.ok_or_else(|| complain(&format!("boxes of {}", count(size, "cell")), found()))?;
    }
    if let Some(candidates) = object.candidates {
        if candidates.len() != puzzle.cells().len() {
            let expected = format!("the candidates of {}", count(puzzle.cells().len(), "cell"));
            return Err(complain(&expected, format!("those of {}", count(candidates.len(), "cell"))));
        }
        let mask = |list: &Vec<u32>| {
            list.iter().try_fold(0, |mask: Mask, d| {
                let known = *d > 0 && *d as usize <= size;
                let found = || complain(&format!("a digit 1 to {size}"), format!("`{d}`"));
                if known { Ok(mask | 1 << d) } else { Err(found()) }
            })
        };
        puzzle.cells = candidates.iter().map(mask).collect::<Result<_, _>>()?;
    }
    Ok(puzzle)
}
