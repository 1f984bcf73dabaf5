//! `klammer search`: the search for the solution of a puzzle, or that of a program, recorded and drawn.

use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use klammer::trace::{Event, StepOutcome};
use klammer::{Error, syntax};
use klammer_search::BoardEvent;
use klammer_search::board::{Board, Conflict};
use klammer_search::puzzle::{LocatedPuzzle, OutputFormat, Puzzle};
use klammer_search::recording::{Grid, Recorder, Recording, Search as Searched, Subject, TreeSummary, fits};

use crate::args::{Options, Search, Variant};
use crate::console::{FAILURE, Failure, Output, SignalMode};
use crate::puzzle_input::{BoardKind, candidates};
use crate::solver::{Solution, Solver};
use crate::{console, puzzle_input};

/// Records, writes, and says what came out.
pub fn run(arguments: &Search, options: &Options) -> Result<ExitCode, Failure> {
    let Recorded { recording, full, result } = match named(arguments) {
        Some(path) => record_program(arguments, options, path)?,
        None => record_puzzle(arguments, options)?,
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

// The search of a program that makes a store of variables and constraints of its own, or searches boards by itself.

/// The program that the command line names where a puzzle could stand.
pub fn named(arguments: &Search) -> Option<&Path> {
    arguments.puzzle.puzzle.as_deref().filter(|word| puzzle_input::is_program(word)).map(Path::new)
}

/// Runs the program and records the events of one of its stores. Without a store, it records those of one of its boards
/// and of the boards derived from it. Fails if it steps from none to another.
fn record_program(arguments: &Search, options: &Options, path: &Path) -> Result<Recorded, Failure> {
    let name = path.display();
    let puzzle = &arguments.puzzle;
    let of_puzzles = [
        ("--heuristic", arguments.heuristic.is_some()),
        ("--variant", puzzle.variant.is_some()),
        ("--size", puzzle.size.is_some()),
        ("--max-solutions", arguments.max_solutions.get() > 1),
    ];
    let tool = console::name();
    if let Some((option, _)) = of_puzzles.iter().find(|(_, is_given)| *is_given) {
        return Err(Failure::Usage(format!(
            "{name} is a program, and {option} is for puzzles: is it the heuristic? {tool} search --heuristic {name} PUZZLE"
        )));
    }
    let command_line = [name.to_string()].into_iter().chain(arguments.arguments.iter().cloned()).collect();
    let mut engine = console::engine(options, Some(path), command_line, Output::Errors)?;
    engine.set("*arguments*", arguments.arguments.clone())?;
    let interrupt = engine.interrupt();
    console::catch_ctrl_c(&interrupt, SignalMode::Once);
    let recorder = Recorder::new(arguments.max_nodes.get(), interrupt);
    engine.inspect().trace_search(Some(recorder.sink(|_| true)));
    let begun = Instant::now();
    let result = engine.run(path);
    let time = begun.elapsed();
    engine.inspect().trace_search(None);
    let full = recorder.is_full();
    let stopped = stopped(&result, full);
    let searches = recorder.searches();
    let (stores, boards) = (searches.stores(), searches.boards());
    let number = arguments.index.get();
    if let Some(search) = searches.nth(number - 1) {
        let mut recording = Recording { time, stopped, ..Recording::new(name.to_string(), search) };
        let (count, noun) = if stores > 0 { (stores, "store") } else { (boards, "search") };
        if count > 1 {
            recording.notes.push(format!("{noun} {number} of {count}"));
        }
        let found = found(&recording);
        return Ok(Recorded { recording, full, result: result.map(|()| found) });
    }
    // The program's own error comes first.
    result?;
    let searched = match (stores, boards) {
        (0, 0) => {
            format!("no store of variables and no board; if it solves puzzles: {tool} search --heuristic {name} PUZZLE")
        }
        (1, _) => "only one store".to_string(),
        (0, 1) => "boards only once".to_string(),
        (0, count) => format!("boards only {count} times"),
        (count, _) => format!("only {count} stores"),
    };
    Err(Failure::Unfit(format!("{name} has searched {searched}")))
}

/// The solutions of a program's search.
fn found(recording: &Recording) -> Found {
    let events = &recording.events;
    match &recording.subject {
        Subject::Board(_) => {
            let solved = events.iter().filter(|event| event.outcome == StepOutcome::Solved);
            let lines: Vec<String> = solved.map(line).collect();
            Found { count: lines.len(), lines: lines.concat(), searches: Vec::new() }
        }
        Subject::Store(_) => {
            let searches = recording.solutions();
            Found { count: searches.iter().sum(), lines: String::new(), searches }
        }
    }
}

/// A solved board as a line.
fn line(event: &Event) -> String {
    let board = event.layout().map(|layout| Board::with_masks(layout, event.cells().iter().copied()));
    let puzzle = board.and_then(|board| Puzzle::of_board(&board));
    puzzle.map_or_else(String::new, |puzzle| puzzle.text(OutputFormat::Line) + "\n")
}

/// Lets the script solve the puzzle, and keeps what it does. Fails if the script cannot be loaded.
fn record_puzzle(arguments: &Search, options: &Options) -> Result<Recorded, Failure> {
    if !arguments.arguments.is_empty() {
        return Err(Failure::Usage("what follows -- belongs to a program, and there is none".into()));
    }
    let placed = wanted(arguments).map_err(Failure::Usage)?;
    let mut solver = Solver::new(options, arguments.heuristic.as_deref())?;
    if arguments.max_solutions.get() > 1 {
        solver.require_find_solutions("--max-solutions")?;
    }
    let kind = BoardKind::new(arguments.puzzle.variant.as_ref(), options)?;
    let layout = kind.layout_of(&placed).map_err(Failure::Unfit)?;
    let puzzle = &placed.puzzle;
    let board = puzzle.board(&layout);
    let interrupt = solver.engine().interrupt();
    console::catch_ctrl_c(&interrupt, SignalMode::Once);
    let recorder = Recorder::new(arguments.max_nodes.get(), interrupt);
    // A script may play with boards of other sizes; they are not part of the search.
    let wanted = layout.clone();
    let sink = recorder.sink(move |event| event.layout().is_some_and(|layout| fits(layout, &wanted)));
    solver.engine().inspect().trace_search(Some(sink));
    solver.begin();
    let begun = Instant::now();
    let result = solver.solve(&board, arguments.max_solutions.get());
    let time = begun.elapsed();
    solver.engine().inspect().trace_search(None);
    let (events, full) = (recorder.take(), recorder.is_full());
    let script = arguments.heuristic.as_deref().map_or("the library's search".into(), Path::to_string_lossy);
    let grid = Grid {
        layout: events.last().and_then(Event::layout).cloned().unwrap_or(layout),
        puzzle: puzzle.cells().to_vec(),
        start: candidates(&board),
    };
    let search = Searched { subject: Subject::Board(grid), events };
    let recording = Recording {
        notes: vec![format!("script: {script}")],
        stopped: stopped(&result, full),
        time,
        ..Recording::new(title(arguments), search)
    };
    let result = result.map(|found| Found {
        count: found.len(),
        lines: found.iter().map(|s| puzzle_line(puzzle, s)).collect(),
        searches: Vec::new(),
    });
    Ok(Recorded { recording, full, result })
}

/// A solution as a line.
fn puzzle_line(puzzle: &Puzzle, solution: &Solution) -> String {
    let solved = Puzzle::new(puzzle.shape(), solution.to_masks());
    let solved = solved.map(|solved| solved.written_in(puzzle.alphabet()));
    solved.map_or_else(String::new, |solved| solved.text(OutputFormat::Line) + "\n")
}

/// The puzzle that the command line names.
fn wanted(arguments: &Search) -> Result<LocatedPuzzle, String> {
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
