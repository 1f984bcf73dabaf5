//! The search of a script for the solutions of one puzzle.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use klammer::trace::Event;
use klammer_search::board::{Layout, Mask};
use klammer_search::puzzle::{OutputFormat, Placed, Puzzle};
use klammer_search::trace::BoardEvent;

use crate::args::{Search, Variant};
use crate::console::{self, Failure, Patience};
use crate::puzzle_input;
use crate::search::recorder::Recorder;
use crate::search::{Found, Recorded, Recording, Refusal, Subject, stopped};
use crate::solver::{Solution, Solver};
use crate::variant::{Kind, candidates};

/// A puzzle as it was searched.
pub struct Grid {
    pub layout: Arc<Layout>,
    /// Candidates of each cell when the search began, as the puzzle states them.
    pub puzzle: Vec<Mask>,
    /// The same after what the givens say of other cells.
    pub start: Vec<Mask>,
}

impl Grid {
    /// Returns the grid at the start of a program's own search of a board, as far as its events tell: the union of the
    /// candidates in the first events.
    pub fn of(events: &[Event]) -> Option<Grid> {
        let layout = events.first()?.layout()?.clone();
        let own: HashSet<u32> = events.iter().map(|event| event.node).collect();
        let mut start = vec![0; layout.cells()];
        for first in events.iter().filter(|event| !own.contains(&event.parent)) {
            start.iter_mut().zip(first.cells()).for_each(|(all, mask)| *all |= mask);
        }
        Some(Grid { layout, puzzle: start.clone(), start })
    }

    /// Cells and digits of the givens.
    pub fn givens(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        let given = |(cell, mask): (usize, &Mask)| mask.is_power_of_two().then(|| (cell, mask.trailing_zeros()));
        self.puzzle.iter().enumerate().filter_map(given)
    }
}

/// Lets the script solve the puzzle, and keeps what it does. Fails if the script cannot be loaded.
pub fn record(arguments: &Search) -> Result<Recorded, Refusal> {
    if !arguments.arguments.is_empty() {
        return Err(Refusal::Usage("what follows -- belongs to a program, and there is none".into()));
    }
    let placed = wanted(arguments).map_err(Refusal::Usage)?;
    let mut solver = Solver::new(&arguments.options, arguments.heuristic.as_deref())?;
    if arguments.max_solutions.get() > 1 {
        solver.must_find_all("--max-solutions")?;
    }
    let kind = Kind::new(arguments.puzzle.variant.as_ref(), &arguments.options)?;
    let layout = kind.layout_of(&placed).map_err(Failure::Unfit)?;
    let puzzle = &placed.puzzle;
    let board = puzzle.board(&layout);
    let interrupt = solver.engine().interrupt();
    console::catch_ctrl_c(&interrupt, Patience::Once);
    let recorder = Arc::new(Recorder::default());
    // A script may play with boards of other sizes; they are not part of the search.
    let wanted = layout.clone();
    let is_wanted = move |event: &Event| event.layout().is_some_and(|layout| fits(layout, &wanted));
    solver.engine().inspect().trace_search(Some(recorder.sink(arguments.max_nodes.get(), interrupt, is_wanted)));
    solver.begin();
    let begun = Instant::now();
    let result = solver.solve(&board, arguments.max_solutions.get());
    let time = begun.elapsed();
    solver.engine().inspect().trace_search(None);
    let (events, full) = recorder.take();
    let script = arguments.heuristic.as_deref().map_or("the library's search".into(), Path::to_string_lossy);
    let recording = Recording {
        title: title(arguments),
        notes: vec![format!("script: {script}")],
        subject: Subject::Board(Grid {
            layout: events.last().and_then(Event::layout).cloned().unwrap_or(layout),
            puzzle: puzzle.cells().to_vec(),
            start: candidates(&board),
        }),
        stopped: stopped(&result, full),
        events,
        time,
        full,
    };
    let result = result.map(|found| Found {
        count: found.len(),
        lines: found.iter().map(|s| line(puzzle, s)).collect(),
        searches: Vec::new(),
    });
    Ok(Recorded { recording, result })
}

/// A solution as a line.
fn line(puzzle: &Puzzle, solution: &Solution) -> String {
    let solved = Puzzle::new(puzzle.shape(), solution.to_masks());
    let solved = solved.map(|solved| solved.written_in(puzzle.alphabet()));
    solved.map_or_else(String::new, |solved| solved.text(OutputFormat::Line) + "\n")
}

/// The puzzle that the command line names.
fn wanted(arguments: &Search) -> Result<Placed, String> {
    let number = arguments.index.get();
    let puzzle_input::Source { puzzles, name, .. } = puzzle_input::open(&arguments.puzzle, Some("search --heuristic"))?;
    let mut count = 0;
    match puzzles.inspect(|_| count += 1).nth(number - 1) {
        Some(Ok(placed)) => Ok(placed),
        Some(Err(error)) => Err(error.to_string()),
        None if count == 0 => Err(puzzle_input::no_puzzle(&name)),
        None => {
            let puzzles = if count == 1 { "puzzle" } else { "puzzles" };
            Err(format!("{name} has only {count} {puzzles}: there is no puzzle {number}"))
        }
    }
}

fn title(arguments: &Search) -> String {
    if let (None, Some(Variant::Killer(path))) = (&arguments.puzzle.puzzle, &arguments.puzzle.variant) {
        return path.display().to_string();
    }
    match (arguments.puzzle.puzzle.as_deref(), arguments.index.get()) {
        (None | Some("-"), number) => format!("puzzle {number} of standard input"),
        (Some(name), number) if number > 1 => format!("{name}, puzzle {number}"),
        (Some(name), _) => name.to_string(),
    }
}

/// Returns whether the boards have the same cells and digits. Their groups may differ: a script can take the puzzle for
/// one with more groups than it shows.
pub fn fits(a: &Layout, b: &Layout) -> bool {
    let size = |layout: &Layout| (layout.rows(), layout.columns(), layout.digits());
    size(a) == size(b)
}
