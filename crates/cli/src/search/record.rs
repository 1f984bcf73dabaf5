//! A recorded search as JSON lines: the puzzle, the events in their order, what came of it. For programs that look at
//! searches.

use std::io::{self, Write};

use klammer::board::{Layout, Mask};
use klammer::trace::{Event, Outcome};
use serde::Serialize;

use super::Recording;

/// Raised when what is written changes its meaning.
const VERSION: u32 = 1;

/// Row and column, counted from 0.
type Coordinates = (usize, usize);

/// One line. Digits are digits; a cell of a board is the list of those that are possible.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line<'a> {
    Puzzle {
        version: u32,
        title: &'a str,
        rows: usize,
        columns: usize,
        digits: usize,
        givens: Vec<(Coordinates, u32)>,
        groups: Vec<Vec<Coordinates>>,
    },
    Event {
        node: u32,
        /// 0: made from nothing.
        parent: u32,
        depth: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        cell: Option<Coordinates>,
        #[serde(skip_serializing_if = "Option::is_none")]
        digit: Option<i64>,
        outcome: &'static str,
        /// The cell in which nothing is possible any more.
        #[serde(skip_serializing_if = "Option::is_none")]
        conflict_cell: Option<Coordinates>,
        /// The group in which a digit has no place: an index into the puzzle's groups.
        #[serde(skip_serializing_if = "Option::is_none")]
        conflict_group: Option<u32>,
        candidates: u64,
        board: Vec<Vec<Vec<u32>>>,
    },
    End {
        nodes: usize,
        failures: usize,
        solutions: usize,
        milliseconds: f64,
        #[serde(skip_serializing_if = "Option::is_none")]
        stopped: Option<&'a str>,
    },
}

/// Writes all lines.
pub fn write(recording: &Recording, out: &mut impl Write) -> io::Result<()> {
    let layout = &recording.layout;
    let place = |cell: usize| layout.coordinates(cell);
    write_line(
        out,
        &Line::Puzzle {
            version: VERSION,
            title: &recording.title,
            rows: layout.rows(),
            columns: layout.columns(),
            digits: layout.digits(),
            givens: recording.givens().map(|(cell, digit)| (place(cell), digit)).collect(),
            groups: layout.groups().iter().map(|g| g.cells.iter().map(|&cell| place(cell)).collect()).collect(),
        },
    )?;
    for event in &recording.events {
        write_line(out, &line(layout, event))?;
    }
    let count = |f: fn(&Event) -> bool| recording.events.iter().filter(|e| f(e)).count();
    write_line(
        out,
        &Line::End {
            nodes: recording.events.len(),
            failures: count(|e| matches!(e.outcome, Outcome::Contradiction { .. })),
            solutions: count(|e| e.outcome == Outcome::Solved),
            milliseconds: recording.time.as_secs_f64() * 1000.0,
            stopped: recording.stopped.as_deref(),
        },
    )
}

fn line(layout: &Layout, event: &Event) -> Line<'static> {
    let place = |cell: u32| layout.coordinates(cell as usize);
    let (outcome, cell, group) = match event.outcome {
        Outcome::Open => ("open", None, None),
        Outcome::Solved => ("solved", None, None),
        Outcome::Contradiction { cell, group } => ("contradiction", cell, group),
    };
    let digits = |mask: &Mask| (1..=layout.digits() as u32).filter(|digit| mask >> digit & 1 == 1).collect();
    Line::Event {
        node: event.node,
        parent: event.parent,
        depth: event.depth,
        cell: event.placed.map(|placed| place(placed.cell)),
        digit: event.placed.map(|placed| placed.digit),
        outcome,
        conflict_cell: cell.map(place),
        conflict_group: group,
        candidates: event.candidates,
        board: event.cells().chunks(layout.columns()).map(|row| row.iter().map(digits).collect()).collect(),
    }
}

fn write_line(out: &mut impl Write, line: &Line) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}
