//! `klammer solve`: puzzles of a file, solved by a script, in order and on all cores.
//!
//! The main thread alone solves a short list, which it reads and writes, too: other threads, engines and memory would
//! take longer than they save. Several threads solve a longer list (`parallel.rs`).

pub mod outcome;
mod parallel;
mod work_queue;
mod writer;

use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use crossbeam_channel::bounded;

use crate::args::{ResultFormat, Solve};
use crate::console::{self, Failure, USAGE, colour, print_message};
use crate::puzzle_input;
use crate::puzzle_input::BoardKind;
use crate::solve::parallel::{Helpers, Work, solve_all, stop_with};
use crate::solve::work_queue::WorkQueue;
use crate::solve::writer::{Progress, Writer};
use crate::solver::Solver;

/// Most batches that wait to be written, for each thread that solves.
const WAITING: usize = 4;
/// Number of threads for which the queue has room without `--jobs`. Asking the system takes as long as solving a few
/// puzzles, so the command asks when there is work for more threads.
const USUAL_JOBS: usize = 16;

/// Solves all puzzles of the source.
pub fn run(solve: &Solve) -> ExitCode {
    let source = match puzzle_input::open(&solve.puzzle, Some("solve --heuristic")) {
        Ok(source) => source,
        Err(message) => {
            print_message(&message);
            return ExitCode::from(USAGE);
        }
    };
    let mut solver = match solver(solve) {
        Ok(solver) => solver,
        Err(failure) => return failure.report(&solve.options),
    };
    let kind = match BoardKind::new(solve.puzzle.variant.as_ref(), &solve.options) {
        Ok(kind) => kind,
        Err(failure) => return failure.report(&solve.options),
    };
    // A puzzle on the command line is one.
    let jobs = if source.is_word { Some(1) } else { solve.jobs.map(usize::from) };
    let copies = (jobs != Some(1)).then(|| solver.copies(&solve.options, solve.heuristic.as_deref()));
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
    let (to_writer, in_order) = bounded(WAITING * jobs.unwrap_or(USUAL_JOBS));
    let queue = WorkQueue::new(source.puzzles, to_writer, Arc::clone(&stop));
    let helpers = Helpers { copies, jobs };
    let writer = Mutex::new(Some(Writer::new(solve, &source.name, in_order, progress, &stop)));
    let status = solve_all(solver, &work, &queue, &writer, helpers);
    ExitCode::from(status.unwrap_or_else(|cause| {
        print_message(&format!("cannot start a thread: {cause}"));
        USAGE
    }))
}
fn solver(solve: &Solve) -> Result<Solver, Failure> {
    let mut solver = Solver::new(&solve.options, solve.heuristic.as_deref())?;
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
