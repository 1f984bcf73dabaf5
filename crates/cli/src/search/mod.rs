//! `klammer search`: the search of a script for one puzzle, recorded and drawn.

mod page;
mod record;
#[cfg(test)]
mod tests;
mod tree;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use klammer::board::{Layout, Mask};
use klammer::puzzle::{OutputFormat, Puzzle};
use klammer::trace::{Event, Sink};
use klammer::{Error, InterruptHandle};

use crate::args::{Search, Variant};
use crate::console::{self, FAILURE, Patience, Reporter, USAGE, complain};
use crate::solver::{Failure, Solution, Solver};
use crate::source;
use crate::variant::{Kind, candidates};
use tree::Tree;

/// Records, writes, and says what came out.
pub fn run(arguments: &Search) -> ExitCode {
    let puzzle = match wanted(arguments) {
        Ok(puzzle) => puzzle,
        Err(message) => {
            complain(&message);
            return ExitCode::from(USAGE);
        }
    };
    let (recording, result) = match record(arguments, &puzzle) {
        Ok(recorded) => recorded,
        Err(failure) => return failure.report(&arguments.options),
    };
    let tree = Tree::new(&recording.puzzle, recording.start.clone(), &recording.events);
    if let Err(message) = write(arguments, &recording, &tree) {
        complain(&message);
        return ExitCode::from(FAILURE);
    }
    let shown =
        console::write_out(&report(arguments, &recording, &tree, &puzzle, result.as_deref().unwrap_or_default()));
    match result {
        // What was recorded up to then is written all the same.
        Err(error) if !recording.full => Reporter::new(&arguments.options).error(&error),
        Ok(solutions) if !solutions.is_empty() && shown.is_ok() => ExitCode::SUCCESS,
        _ => ExitCode::from(FAILURE),
    }
}

/// The puzzle that the command line names.
fn wanted(arguments: &Search) -> Result<Puzzle, String> {
    let number = arguments.number.get();
    match source::open(&arguments.puzzle)?.puzzles.nth(number - 1) {
        Some(Ok(placed)) => Ok(placed.puzzle),
        Some(Err(error)) => Err(error.to_string()),
        None => Err(format!("there is no puzzle {number}")),
    }
}

/// What is known of a search after its end.
pub struct Recording {
    /// Which puzzle it was.
    title: String,
    /// Which script, and what else is worth to be known.
    notes: Vec<String>,
    layout: Arc<Layout>,
    /// What each cell might hold when the search began, as the puzzle says it.
    puzzle: Vec<Mask>,
    /// The same after what the givens say of other cells.
    start: Vec<Mask>,
    events: Vec<Event>,
    time: Duration,
    /// Why the search ended before its time.
    stopped: Option<String>,
    /// No more events were wanted.
    full: bool,
}

impl Recording {
    /// Cells and digits of the givens.
    fn givens(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        let given = |(cell, mask): (usize, &Mask)| mask.is_power_of_two().then(|| (cell, mask.trailing_zeros()));
        self.puzzle.iter().enumerate().filter_map(given)
    }
}

type Recorded = (Recording, Result<Vec<Solution>, Error>);

/// Lets the script solve the puzzle, and keeps what it does. Fails if the script cannot be loaded.
fn record(arguments: &Search, puzzle: &Puzzle) -> Result<Recorded, Failure> {
    let mut solver = Solver::new(&arguments.options, arguments.script.as_deref())?;
    if arguments.solutions.get() > 1 {
        solver.must_find_all("--solutions")?;
    }
    let kind = Kind::new(arguments.puzzle.variant.as_ref(), &arguments.options)?;
    let layout = kind.layout(puzzle.shape()).map_err(Failure::Unfit)?;
    let board = puzzle.board(&layout);
    let interrupt = solver.engine().interrupt_handle();
    console::catch_ctrl_c(&interrupt, Patience::Once);
    let tape = Arc::new(Tape {
        events: Mutex::default(),
        most: arguments.max_nodes.get(),
        layout: layout.clone(),
        full: AtomicBool::new(false),
    });
    solver.engine().trace_search(Some(tape.recorder(interrupt)));
    solver.begin();
    let begun = Instant::now();
    let result = solver.solve(&board, arguments.solutions.get());
    let time = begun.elapsed();
    solver.engine().trace_search(None);
    let full = tape.full.load(Ordering::Relaxed);
    let stopped = match &result {
        Err(_) if full => Some(format!("stopped after {} steps", tape.most)),
        Err(error) if error.is_limit() => Some(format!("stopped: {}", error.message())),
        Err(error) => Some(format!("failed: {}", error.message())),
        Ok(_) if full => Some(format!("recording ended after {} steps", tape.most)),
        Ok(_) => None,
    };
    let script = arguments.script.as_deref().map_or("the library's search".into(), Path::to_string_lossy);
    let events = std::mem::take(&mut *tape.events.lock().unwrap_or_else(PoisonError::into_inner));
    let recording = Recording {
        title: title(arguments),
        notes: vec![format!("script: {script}")],
        layout: events.last().and_then(Event::layout).cloned().unwrap_or(layout),
        puzzle: puzzle.cells().to_vec(),
        start: candidates(&board),
        events,
        time,
        stopped,
        full,
    };
    Ok((recording, result))
}

fn title(arguments: &Search) -> String {
    if let (None, Some(Variant::Killer(path))) = (&arguments.puzzle.puzzle, &arguments.puzzle.variant) {
        return path.display().to_string();
    }
    match (arguments.puzzle.puzzle.as_deref(), arguments.number.get()) {
        (None | Some("-"), number) => format!("puzzle {number} of standard input"),
        (Some(name), number) if number > 1 => format!("{name}, puzzle {number}"),
        (Some(name), _) => name.to_string(),
    }
}

/// Do the boards have the same cells and digits? Their groups may differ: a script can take the puzzle for one with
/// more groups than it shows.
fn fits(a: &Layout, b: &Layout) -> bool {
    let size = |layout: &Layout| (layout.rows(), layout.columns(), layout.digits());
    size(a) == size(b)
}

/// Where events are kept, and when there are enough of them.
struct Tape {
    events: Mutex<Vec<Event>>,
    most: usize,
    /// The puzzle's. A script may play with boards of other sizes; they are not part of the search.
    layout: Arc<Layout>,
    full: AtomicBool,
}

impl Tape {
    fn recorder(self: &Arc<Tape>, interrupt: InterruptHandle) -> Sink {
        let tape = Arc::clone(self);
        Box::new(move |event| {
            let mut events = tape.events.lock().unwrap_or_else(PoisonError::into_inner);
            if !event.layout().is_some_and(|layout| fits(layout, &tape.layout)) {
                return;
            }
            if events.len() < tape.most {
                events.push(event);
            } else {
                tape.full.store(true, Ordering::Relaxed);
                interrupt.interrupt();
            }
        })
    }
}

/// Writes the files that are wanted.
fn write(arguments: &Search, recording: &Recording, tree: &Tree) -> Result<(), String> {
    if let Some(path) = &arguments.trace {
        let written = File::create(path).and_then(|file| {
            let mut out = BufWriter::new(file);
            record::write(recording, &mut out)?;
            out.flush()
        });
        written.map_err(|cause| cannot_write(path, &cause))?;
    }
    if let Some(path) = &arguments.tree {
        let page = page::page(recording, tree).map_err(|cause| cannot_write(path, &io::Error::from(cause)))?;
        std::fs::write(path, page).map_err(|cause| cannot_write(path, &cause))?;
    }
    Ok(())
}

fn cannot_write(path: &Path, cause: &io::Error) -> String {
    format!("cannot write {}: {cause}", path.display())
}

/// The result in a few lines.
fn report(arguments: &Search, recording: &Recording, tree: &Tree, puzzle: &Puzzle, solutions: &[Solution]) -> String {
    let count = |number: usize, noun: &str| format!("{number} {noun}{}", if number == 1 { "" } else { "s" });
    let mut text = String::new();
    for solution in solutions {
        let solved = Puzzle::new(puzzle.shape(), solution.to_masks());
        text.push_str(&solved.map_or_else(String::new, |solved| solved.text(OutputFormat::Line) + "\n"));
    }
    let result = match (solutions.len(), &recording.stopped) {
        (0, Some(stopped)) => stopped.clone(),
        (0, None) => "no solution".to_string(),
        (number, Some(stopped)) => format!("{} ({stopped})", count(number, "solution")),
        (number, None) => count(number, "solution"),
    };
    text.push_str(&format!(
        "{result}; {}, {}, depth {}, {:.3} ms\n",
        count(tree.nodes.len() - 1, "step"),
        count(tree.failures(), "failure"),
        tree.depth(),
        recording.time.as_secs_f64() * 1000.0,
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

const NOTHING_RECORDED: &str = "\
nothing was recorded: the script used none of the functions that step from board to board, such as assign or \
propagate-constraint
";
