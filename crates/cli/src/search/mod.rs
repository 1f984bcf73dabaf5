//! `klammer search`: the search for the solution of a puzzle, or that of a program, recorded and drawn.

mod program;

use std::io;
use std::path::Path;
use std::process::ExitCode;

use klammer::{Error, syntax};
use klammer_search::board::{Board, Conflict};
use klammer_search::recording::{Recording, Subject, TreeSummary};

use crate::args::{Options, Search};
use crate::console::{self, FAILURE, Failure};

/// Records, writes, and says what came out.
pub fn run(arguments: &Search, options: &Options) -> Result<ExitCode, Failure> {
    let Recorded { recording, full, result } = match program::named(arguments) {
        Some(path) => program::record(arguments, options, path)?,
        None => program::record_puzzle(arguments, options)?,
    };
    write(arguments, &recording).map_err(Failure::Unfit)?;
    let nothing = Found::default();
    let found = result.as_ref().unwrap_or(&nothing);
    let shown = console::write_out(&report(arguments, &recording, recording.summary(), found));
    match result {
        // The events up to the error are written all the same.
        Err(error) if !full => Err(error.into()),
        Ok(found) if found.count > 0 && shown.is_ok() => Ok(ExitCode::SUCCESS),
        _ => Ok(ExitCode::from(FAILURE)),
    }
}

/// A search and what came of it.
struct Recorded {
    recording: Recording,
    /// No more events were wanted.
    full: bool,
    result: Result<Found, Error>,
}

/// Solutions.
#[derive(Default)]
struct Found {
    count: usize,
    /// They themselves, a line each, if they are boards.
    lines: String,
    /// The number of solutions of each search, if the recording has several.
    searches: Vec<usize>,
}

/// Why a search ended that was recorded, if it did not end by itself.
fn stopped<T>(result: &Result<T, Error>, full: bool) -> Option<String> {
    match result {
        Err(_) if full => Some("stopped: the recording is full (--max-nodes)".into()),
        Err(error) if error.is_limit() => Some(format!("stopped: {}", error.message())),
        Err(error) => Some(format!("failed: {}", error.message())),
        Ok(_) if full => Some("the recording is full (--max-nodes)".into()),
        Ok(_) => None,
    }
}

/// Writes the files that are wanted.
fn write(arguments: &Search, recording: &Recording) -> Result<(), String> {
    let lines = |recording: &Recording| {
        let mut lines = Vec::new();
        recording.write_lines(&mut lines)?;
        syntax::text_from_bytes(lines)
    };
    let write = |path: &Path, text: io::Result<String>| {
        let written = text.and_then(|text| console::write_file(path, &text));
        written.map_err(|cause| format!("cannot write {}: {cause}", path.display()))
    };
    if let Some(path) = &arguments.trace {
        write(path, lines(recording))?;
    }
    if let Some(path) = &arguments.tree {
        write(path, recording.page())?;
    }
    Ok(())
}

fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The result in a few lines.
fn report(arguments: &Search, recording: &Recording, summary: TreeSummary, found: &Found) -> String {
    let mut text = found.lines.clone();
    let result = match (found.count, &recording.stopped) {
        (_, None) if found.searches.len() > 1 => searches(&found.searches),
        (0, Some(stopped)) => stopped.clone(),
        (0, None) => why_none(recording).map_or("no solution".into(), |reason| format!("no solution: {reason}")),
        (number, Some(stopped)) => format!("{} ({stopped})", count(number, "solution")),
        (number, None) => count(number, "solution"),
    };
    text.push_str(&format!(
        "{result}; {}, {}, depth {}, {}\n",
        count(summary.nodes, "node"),
        count(summary.failures, "failure"),
        summary.depth,
        console::duration(recording.time.as_secs_f64()),
    ));
    if recording.events.is_empty() {
        text.push_str(NOTHING_RECORDED);
    }
    for (what, path) in [("trace", &arguments.trace), ("tree", &arguments.tree)] {
        if let Some(path) = path {
            text.push_str(&format!("{what} written to {}\n", path.display()));
        }
    }
    text
}

/// Searches whose solutions are told one by one.
const MAX_SEARCHES: usize = 8;

/// Describes the solutions of several searches.
fn searches(solutions: &[usize]) -> String {
    let shown: Vec<String> = solutions.iter().take(MAX_SEARCHES).map(ToString::to_string).collect();
    let rest = if solutions.len() > MAX_SEARCHES { ", ..." } else { "" };
    format!("{} searches with {}{rest} solutions", solutions.len(), shown.join(", "))
}

/// Why there is no solution, where nothing had to be tried to see it.
fn why_none(recording: &Recording) -> Option<String> {
    match &recording.subject {
        Subject::Board(grid) => {
            let board = Board::with_masks(&grid.layout, grid.puzzle.iter().copied());
            Conflict::on(&board).map(|clash| clash.to_string())
        }
        Subject::Store(_) => {
            let events = &recording.events;
            let reason = events.last().filter(|_| events.iter().all(|event| event.placed.is_none()))?.reason.as_ref();
            reason.map(|reason| format!("{reason} cannot hold with the values that are left"))
        }
    }
}

const NOTHING_RECORDED: &str = "\
nothing was recorded: the script used none of the functions that step from board to board, such as assign or \
propagate-constraint
";
