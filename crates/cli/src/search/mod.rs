//! `klammer search`: the search for the solution of a puzzle, or that of a program, recorded and drawn.

mod page;
mod program;
#[cfg(test)]
mod tests;
mod tree;

use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use klammer::trace::{self, Event};
use klammer::{Error, syntax};
use klammer_search::board::{Board, Conflict};

use crate::args::Search;
use crate::console::{self, FAILURE, Failure, Reporter, USAGE, print_message};
use crate::search::program::{Grid, Variables};
use crate::search::tree::{Tree, TreeSummary};

/// Records, writes, and says what came out.
pub fn run(arguments: &Search) -> ExitCode {
    let recorded = match program::named(arguments) {
        Some(path) => program::record(arguments, path),
        None => program::record_puzzle(arguments),
    };
    let Recorded { recording, result } = match recorded {
        Ok(recorded) => recorded,
        Err(SearchError::Usage(message)) => {
            print_message(&message);
            return ExitCode::from(USAGE);
        }
        Err(SearchError::Failure(failure)) => return failure.report(&arguments.options),
    };
    let (summary, page) = match &recording.subject {
        Subject::Board(grid) => {
            let tree = Tree::of_board(&grid.puzzle, grid.start.clone(), &recording.events);
            (tree.summary(), arguments.tree.as_ref().map(|_| page::of_board(&recording, grid, &tree)))
        }
        Subject::Store(variables) => {
            let tree = Tree::of_store(variables, &recording.events);
            (tree.summary(), arguments.tree.as_ref().map(|_| page::of_store(&recording, variables, &tree)))
        }
    };
    if let Err(message) = write(arguments, &recording, page) {
        print_message(&message);
        return ExitCode::from(FAILURE);
    }
    let nothing = Found::default();
    let found = result.as_ref().unwrap_or(&nothing);
    let shown = console::write_out(&report(arguments, &recording, summary, found));
    match result {
        // The events up to the error are written all the same.
        Err(error) if !recording.full => Reporter::new(&arguments.options).error(&error),
        Ok(found) if found.count > 0 && shown.is_ok() => ExitCode::SUCCESS,
        _ => ExitCode::from(FAILURE),
    }
}

/// Why there is no recording.
enum SearchError {
    /// The command line asks for what cannot be.
    Usage(String),
    /// The script or program cannot be used.
    Failure(Failure),
}

impl<F: Into<Failure>> From<F> for SearchError {
    fn from(failure: F) -> SearchError {
        SearchError::Failure(failure.into())
    }
}

/// A search and what came of it.
struct Recorded {
    recording: Recording,
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

/// Subject of the search.
pub enum Subject {
    /// A puzzle.
    Board(Grid),
    /// A store of a program's.
    Store(Variables),
}

/// Record of a search after its end.
pub struct Recording {
    /// Puzzle or program that was searched.
    title: String,
    /// Script and further remarks for the reader.
    notes: Vec<String>,
    subject: Subject,
    events: Vec<Event>,
    time: Duration,
    /// Why the search ended before its time.
    stopped: Option<String>,
    /// No more events were wanted.
    full: bool,
}

impl Recording {
    /// Counts the events whose outcome satisfies `is_wanted`.
    fn count(&self, is_wanted: impl Fn(trace::StepOutcome) -> bool) -> usize {
        self.events.iter().filter(|event| is_wanted(event.outcome)).count()
    }
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
fn write(
    arguments: &Search,
    recording: &Recording,
    page: Option<Result<String, serde_json::Error>>,
) -> Result<(), String> {
    if let Some(path) = &arguments.trace {
        let mut lines = Vec::new();
        let written = tree::write(recording, &mut lines)
            .and_then(|()| syntax::text_from_bytes(lines))
            .and_then(|text| console::write_file(path, &text));
        written.map_err(|cause| cannot_write(path, &cause))?;
    }
    if let (Some(path), Some(page)) = (&arguments.tree, page) {
        let page = page.map_err(|cause| cannot_write(path, &io::Error::from(cause)))?;
        console::write_file(path, &page).map_err(|cause| cannot_write(path, &cause))?;
    }
    Ok(())
}

fn cannot_write(path: &Path, cause: &io::Error) -> String {
    format!("cannot write {}: {cause}", path.display())
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
