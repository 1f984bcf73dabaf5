//! `klammer solve`: puzzles of a file, solved by a script, in order and on all cores.
//!
//! The main thread solves, and another writes. For a longer list, further threads solve beside it (`parallel.rs`): their
//! engines and memory would take longer than they save for a short one.

pub mod outcome;
mod parallel;
mod work_queue;
mod writer;

use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use crossbeam_channel::bounded;

use crate::args::{Options, ResultFormat, Solve};
use crate::console::{self, Failure, Reporter, colour};
use crate::puzzle_input;
use crate::puzzle_input::BoardKind;
use crate::solve::parallel::{Work, solve_all, stop_with};
use crate::solve::work_queue::WorkQueue;
use crate::solve::writer::{Progress, Writer};
use crate::solver::Solver;

/// Most batches that wait to be written, for each thread that solves.
const WAITING: usize = 4;
/// Bytes of a file that one thread solves: a dozen puzzles take no longer than another engine.
const SHORT: u64 = 1 << 10;

/// Solves all puzzles of the source.
pub fn run(solve: &Solve, options: &Options) -> Result<ExitCode, Failure> {
    let source = puzzle_input::open(&solve.puzzle, Some("solve --heuristic")).map_err(Failure::Usage)?;
    let mut solver = solver(solve, options)?;
    let kind = BoardKind::new(solve.puzzle.variant.as_ref(), options)?;
    let is_short = source.is_word || source.length.is_some_and(|length| length <= SHORT);
    let jobs = match solve.jobs {
        Some(jobs) if !source.is_word => jobs.get(),
        None if !is_short => thread::available_parallelism().map_or(1, usize::from),
        _ => 1,
    };
    let copies = (jobs > 1).then(|| solver.copies(options, solve.heuristic.as_deref()));
    // The first Ctrl-C or SIGTERM asks all threads to stop, the second ends the process.
    let stop = Arc::new(AtomicBool::new(false));
    let _ = console::stop_by_signals(&stop);
    stop_with(&solver);
    let work = Work {
        file: source.name.clone(),
        notation: solve.to.unwrap_or_else(|| usual_notation(solve, source.is_word)),
        wanted: if solve.all { solve.max_solutions.get() } else { 1 + usize::from(solve.check_unique) },
        all: solve.all,
        kind,
        colour: colour(),
    };
    let progress = Progress::new(solve, &source);
    let (to_writer, in_order) = bounded(WAITING * jobs);
    let queue = WorkQueue::new(source.puzzles, to_writer, Arc::clone(&stop));
    let writer = Writer::new(solve, Reporter::new(options), &source.name, in_order, progress, &stop);
    let status = solve_all(solver, &work, &queue, writer, copies, jobs);
    status.map(ExitCode::from).map_err(|cause| Failure::Usage(format!("cannot start a thread: {cause}")))
}

fn solver(solve: &Solve, options: &Options) -> Result<Solver, Failure> {
    let mut solver = Solver::new(options, solve.heuristic.as_deref())?;
    if solve.check_unique || solve.all {
        solver.require_find_solutions(if solve.all { "--all" } else { "--check-unique" })?;
    }
    if let Some(nodes) = solve.max_nodes {
        solver.set_max_nodes(nodes);
    }
    Ok(solver)
}

/// A single puzzle at a terminal is drawn.
fn usual_notation(solve: &Solve, is_word: bool) -> ResultFormat {
    if is_word && !solve.all && io::stdout().is_terminal() { ResultFormat::Draw } else { ResultFormat::LINE }
}
