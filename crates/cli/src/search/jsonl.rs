//! A recorded search as JSON lines: the puzzle or the variables, the events in their order, what came of it. For
//! programs that look at searches.

use std::io::{self, Write};

use klammer::trace::{Event, Outcome};
use klammer_search::board::{Layout, Mask};
use klammer_search::trace::BoardEvent;
use serde::Serialize;

use crate::search::program::{Runs, Variable, Variables};
use crate::search::puzzle::Grid;
use crate::search::{Recording, Subject};

/// Raised when what is written changes its meaning.
const VERSION: u32 = 1;

/// Row and column, counted from 0.
type Coordinates = (usize, usize);

/// One line. Digits are digits; a cell of a board is the list of those that are possible, a domain of a store the list
/// of its runs.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum EventLine<'a> {
    Puzzle {
        version: u32,
        title: &'a str,
        rows: usize,
        columns: usize,
        digits: usize,
        givens: Vec<(Coordinates, u32)>,
        groups: Vec<Vec<Coordinates>>,
    },
    Store {
        version: u32,
        title: &'a str,
        variables: Vec<VariableLine<'a>>,
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
    #[serde(rename = "event")]
    StoreEvent {
        node: u32,
        parent: u32,
        depth: u32,
        /// The variable that was given a value; variables are told by their names.
        #[serde(skip_serializing_if = "Option::is_none")]
        variable: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<i64>,
        /// Change other than the value of a variable, as a condition.
        #[serde(skip_serializing_if = "Option::is_none")]
        change: Option<&'a str>,
        outcome: &'static str,
        /// The variable that would be left without a value, unless it stands for an expression without a name.
        #[serde(skip_serializing_if = "Option::is_none")]
        conflict_variable: Option<&'a str>,
        /// The constraint that failed.
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<&'a str>,
        candidates: u64,
        /// In the order of the variables.
        domains: Vec<&'a Runs>,
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

#[derive(Serialize)]
struct VariableLine<'a> {
    name: &'a str,
    /// Bounds of the variable when the program made it.
    least: i64,
    greatest: i64,
}

/// Writes all lines.
pub fn write(recording: &Recording, out: &mut impl Write) -> io::Result<()> {
    match &recording.subject {
        Subject::Board(grid) => {
            write_line(out, &puzzle(recording, grid))?;
            recording.events.iter().try_for_each(|event| write_line(out, &line(&grid.layout, event)))?;
        }
        Subject::Store(variables) => {
            write_line(out, &store(recording, variables))?;
            recording.events.iter().try_for_each(|event| write_line(out, &store_line(variables, event)))?;
        }
    }
    write_line(
        out,
        &EventLine::End {
            nodes: recording.events.len(),
            failures: recording.count(|outcome| matches!(outcome, Outcome::Contradiction { .. })),
            solutions: recording.count(|outcome| outcome == Outcome::Solved),
            milliseconds: recording.time.as_secs_f64() * 1000.0,
            stopped: recording.stopped.as_deref(),
        },
    )
}

fn puzzle<'a>(recording: &'a Recording, grid: &Grid) -> EventLine<'a> {
    let layout = &grid.layout;
    let place = |cell: usize| layout.coordinates(cell);
    EventLine::Puzzle {
        version: VERSION,
        title: &recording.title,
        rows: layout.rows(),
        columns: layout.columns(),
        digits: layout.digits(),
        givens: grid.givens().map(|(cell, digit)| (place(cell), digit)).collect(),
        groups: layout.groups().iter().map(|g| g.cells.iter().map(|&cell| place(cell)).collect()).collect(),
    }
}

fn store<'a>(recording: &'a Recording, variables: &'a Variables) -> EventLine<'a> {
    let line = |variable: &'a Variable| {
        let [(least, greatest)] = variable.made_with;
        VariableLine { name: &variable.name, least, greatest }
    };
    EventLine::Store { version: VERSION, title: &recording.title, variables: variables.all.iter().map(line).collect() }
}

fn result(outcome: Outcome) -> (&'static str, Option<u32>, Option<u32>) {
    match outcome {
        Outcome::Solved => ("solved", None, None),
        Outcome::Contradiction { cell, group } => ("contradiction", cell, group),
        _ => ("open", None, None),
    }
}

fn line(layout: &Layout, event: &Event) -> EventLine<'static> {
    let place = |cell: u32| layout.coordinates(cell as usize);
    let (outcome, cell, group) = result(event.outcome);
    let digits = |mask: &Mask| (1..=layout.digits() as u32).filter(|digit| mask >> digit & 1 == 1).collect();
    EventLine::Event {
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

fn store_line<'a>(variables: &'a Variables, event: &'a Event) -> EventLine<'a> {
    let name = |number: u32| {
        let variable = variables.place(number).and_then(|place| variables.all.get(place));
        variable.map(|variable| variable.name.as_str())
    };
    let (outcome, variable, _) = result(event.outcome);
    EventLine::StoreEvent {
        node: event.node,
        parent: event.parent,
        depth: event.depth,
        variable: event.placed.and_then(|placed| name(placed.cell)),
        value: event.placed.map(|placed| placed.digit),
        change: event.change.as_deref(),
        outcome,
        conflict_variable: variable.and_then(name),
        reason: event.reason.as_deref(),
        candidates: event.candidates,
        domains: variables.state(event),
    }
}

fn write_line(out: &mut impl Write, line: &EventLine) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}
