//! `klammer solve`: puzzles of a file, solved by a script, in order and on all cores.
//!
//! One thread reads, some solve (each with an engine of its own), and the main thread writes; where one solves, it
//! reads, too. They hand batches of puzzles to each other; the queues between them are bounded, so a file of any length
//! needs no more memory than a short one.

mod batch;
mod outcome;
mod output;
mod progress;
mod reading;
mod summary;
mod writing;

use std::io::{self, IsTerminal, Read};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use crossbeam_channel::{Sender, bounded};
use signal_hook::consts::SIGINT;
use signal_hook::flag;

use crate::args::{Notation, Solve};
use crate::console::{INTERRUPTED, USAGE, colour, complain};
use crate::solver::{Failure, Solver};
use crate::source;
use crate::variant::Kind;
use batch::{Pace, Work, Worker};
use progress::Progress;
use reading::{Batches, Next};

/// Native stack of the threads that solve: as much as a process has.
const STACK: usize = 8 << 20;
/// How many batches may wait, for each thread that solves.
const WAITING: usize = 4;

/// Solves all puzzles of the source.
pub fn run(solve: &Solve) -> ExitCode {
    let source = match source::open(&solve.puzzle, Some("solve")) {
        Ok(source) => source,
        Err(message) => {
            complain(&message);
            return ExitCode::from(USAGE);
        }
    };
    let jobs = solve.jobs.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
    let many = |solver: Solver| solver.many(jobs, &solve.options, solve.script.as_deref());
    let solvers = match solver(solve).and_then(many) {
        Ok(solvers) => solvers,
        Err(failure) => return failure.report(&solve.options),
    };
    let kind = match Kind::new(solve.puzzle.variant.as_ref(), &solve.options) {
        Ok(kind) => kind,
        Err(failure) => return failure.report(&solve.options),
    };
    let stop = stop_on_ctrl_c(&solvers);
    let work = Arc::new(Work {
        file: source.name.clone(),
        notation: solve.format.unwrap_or_else(|| usual_notation(solve, source.is_word)),
        wanted: if solve.all { solve.limit.get() } else { 1 + usize::from(solve.unique) },
        all: solve.all,
        kind,
        colour: colour(),
    });
    let progress = Progress::new(solve, &source);
    let pace = Arc::new(Pace::default());
    let (to_writer, in_order) = bounded(WAITING * jobs);
    let batches = Batches::new(source.puzzles);
    let workers = solvers.into_iter().map(|s| Worker::new(s, Arc::clone(&work), Arc::clone(&pace), Arc::clone(&stop)));
    // Whoever reads may wait for input for ever: it is not waited for.
    let started = match <[Worker; 1]>::try_from(workers.collect::<Vec<_>>()) {
        Ok([mut worker]) => start(move || worker.run_alone(batches, &to_writer)),
        Err(workers) => start_all(workers, batches, pace, &stop, to_writer),
    };
    if let Err(cause) = started {
        complain(&format!("cannot start a thread: {cause}"));
        return ExitCode::from(USAGE);
    }
    writing::write(solve, &in_order, &stop, progress)
}

/// One thread that reads, and one for each worker.
fn start_all<R: Read + Send + 'static>(
    workers: Vec<Worker>,
    batches: Batches<R>,
    pace: Arc<Pace>,
    stop: &Arc<AtomicBool>,
    to_writer: Sender<Next>,
) -> io::Result<()> {
    let waiting = WAITING * workers.len();
    let (to_workers, jobs_to_do) = bounded(waiting);
    let (to_reader, used) = bounded(waiting);
    for mut worker in workers {
        let (jobs_to_do, to_reader) = (jobs_to_do.clone(), to_reader.clone());
        start(move || worker.run(&jobs_to_do, &to_reader))?;
    }
    let stop = Arc::clone(stop);
    thread::spawn(move || reading::read(batches, &pace, &stop, &used, &to_workers, &to_writer));
    Ok(())
}

/// A thread that solves.
fn start(run: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().stack_size(STACK).name("solve".into()).spawn(run).map(drop)
}

fn solver(solve: &Solve) -> Result<Solver, Failure> {
    let mut solver = Solver::new(&solve.options, solve.script.as_deref())?;
    if solve.unique || solve.all {
        solver.must_find_all(if solve.all { "--all" } else { "--unique" })?;
    }
    if let Some(budget) = solve.budget {
        solver.set_budget(budget);
    }
    Ok(solver)
}

/// A single puzzle at a terminal is drawn.
fn usual_notation(solve: &Solve, is_word: bool) -> Notation {
    if is_word && !solve.all && io::stdout().is_terminal() { Notation::Draw } else { Notation::LINE }
}

/// The first Ctrl-C asks all threads to stop, the second ends the process.
fn stop_on_ctrl_c(solvers: &[Solver]) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    // Where no handler can be set, Ctrl-C goes on to end the process. That is good enough.
    let _ = flag::register_conditional_shutdown(SIGINT, INTERRUPTED.into(), Arc::clone(&stop));
    let _ = flag::register(SIGINT, Arc::clone(&stop));
    for solver in solvers {
        let _ = flag::register(SIGINT, solver.interrupt_handle().flag());
    }
    stop
}
