//! `klammer solve`: puzzles of a file, solved by a script, in order and on all cores.
//!
//! The main thread solves, and another writes. For a longer list, further threads solve beside it: their
//! engines and memory would take longer than they save for a short one.

pub mod outcome;
mod work_queue;
mod writer;

use std::io::{IsTerminal, Read};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use std::{io, process, thread};

use crossbeam_channel::bounded;
use klammer::Code;
use klammer::inspect::SearchStatistics;
use klammer_search::board::{Board, Layout};
use klammer_search::puzzle::{LocatedPuzzle, Shape};

use crate::args::{Options, ResultFormat, Solve};
use crate::console::{Failure, Reporter, colour};
use crate::puzzle_input::BoardKind;
use crate::solver::{Copies, Solver};
use crate::{console, puzzle_input};
use outcome::{Outcome, Report, judge};
use work_queue::{BatchResult, Entry, WorkQueue};
use writer::{Progress, Writer};

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

// Threads that solve, each with an engine of its own: the main thread, and others beside it.
//
// All take batches from one queue and hand their results to one writer, a thread of its own. Both queues are bounded,
// so a long file needs no more memory than a short one.

/// Native stack of the threads that solve: as much as a process has.
const STACK: usize = 8 << 20;

/// Lets Ctrl-C and SIGTERM stop this engine.
pub fn stop_with(solver: &Solver) {
    let _ = console::stop_by_signals(&solver.interrupt().flag());
}

/// Solves all puzzles of the queue on so many threads, the others with copies of the solver as it was before its first
/// puzzle. Returns the status for the process.
pub fn solve_all<'a, R: Read + Send>(
    solver: Solver,
    work: &Work,
    queue: &WorkQueue<R>,
    writer: Writer<'a>,
    copies: Option<Copies<'a>>,
    jobs: usize,
) -> io::Result<u8> {
    thread::scope(|scope| {
        let written = thread::Builder::new().name("write".into()).spawn_scoped(scope, move || {
            let status = writer.write_all();
            if !status.is_over {
                // The reader may wait for input for ever, and a puzzle may take as long: the process does not wait for
                // either.
                process::exit(status.code.into());
            }
            status.code
        })?;
        for copies in copies.iter().cycle().take(jobs - 1) {
            let help = move || match copies.one() {
                Ok(solver) => {
                    stop_with(&solver);
                    Worker::new(solver, work, queue).run();
                }
                Err(failure) => queue.fail(failure.to_string()),
            };
            let started = thread::Builder::new().stack_size(STACK).name("solve".into()).spawn_scoped(scope, help);
            if let Err(cause) = started {
                queue.fail(format!("cannot start a thread: {cause}"));
            }
        }
        Worker::new(solver, work, queue).run();
        written.join().map_err(|_| io::Error::other("the writer thread has ended"))
    })
}

/// Request for each puzzle.
pub struct Work {
    /// Name of the source of the puzzles.
    pub file: String,
    pub notation: ResultFormat,
    /// Number of solutions to look for.
    pub wanted: usize,
    /// All solutions are wanted: several are no failure.
    pub all: bool,
    /// Kind of board that the puzzles have.
    pub kind: BoardKind,
    /// Drawings have colours.
    pub colour: bool,
}

/// Worker on one of the threads that solve.
pub struct Worker<'a, R> {
    solver: Solver,
    work: &'a Work,
    queue: &'a WorkQueue<R>,
    /// Length of the text of the last results.
    text_length: usize,
    /// Layouts of the puzzles so far: nearly always one.
    layouts: Vec<(Shape, Arc<Layout>)>,
}

impl<'a, R: Read> Worker<'a, R> {
    pub fn new(solver: Solver, work: &'a Work, queue: &'a WorkQueue<R>) -> Worker<'a, R> {
        Worker { solver, work, queue, text_length: 0, layouts: Vec::new() }
    }

    /// Takes batches and solves them until there are no more.
    pub fn run(&mut self) {
        // Batches come and go in one place: memory that one thread takes and another gives back costs both.
        let mut entries = Vec::new();
        while let Some(reply) = self.queue.take(&mut entries) {
            let begin = Instant::now();
            let done = self.solve_all(&entries);
            self.queue.batch_size.learn(entries.len(), begin.elapsed());
            let interrupted = done.interrupted;
            // If the writer has gone, nobody wants any more.
            if reply.send(done).is_err() || interrupted {
                return;
            }
        }
    }

    fn solve_all(&mut self, entries: &[Entry]) -> BatchResult {
        let text = String::with_capacity(self.text_length);
        let mut done = BatchResult { text, times: Vec::with_capacity(entries.len()), ..BatchResult::default() };
        let mut begin = Instant::now();
        for entry in entries {
            if self.queue.stop.load(Ordering::Relaxed) {
                done.interrupted = true;
                return done;
            }
            match entry {
                Ok(placed) => {
                    let (outcome, statistics) = self.solve(placed);
                    if let Outcome::Interrupted(_) = outcome {
                        done.complaints.extend(outcome.complaint(&self.work.file, placed.line));
                        done.interrupted = true;
                        return done;
                    }
                    let end = Instant::now();
                    done.times.push(end - begin);
                    begin = end;
                    let time = done.times.last().copied().unwrap_or_default();
                    done.counts.nodes += statistics.nodes;
                    done.counts.failures += statistics.failures;
                    outcome.count(self.work.all, self.work.wanted, &mut done.counts);
                    done.complaints.extend(outcome.complaint(&self.work.file, placed.line));
                    let Work { notation, all, wanted: bound, colour, ref kind, .. } = *self.work;
                    let report = Report { placed, outcome: &outcome, statistics, time, all, bound, colour, kind };
                    notation.write(&report, &mut done.text);
                }
                Err(malformed) => {
                    done.counts.malformed += 1;
                    done.complaints.push(malformed.to_string().into());
                    self.work.notation.write_malformed(malformed, &mut done.text);
                }
            }
        }
        self.text_length = done.text.len();
        done
    }

    fn solve(&mut self, placed: &LocatedPuzzle) -> (Outcome, SearchStatistics) {
        let board = match self.board(placed) {
            Ok(board) => board,
            Err(message) => return (Outcome::Failed(message, None), SearchStatistics::default()),
        };
        self.solver.begin();
        let found = self.solver.solve_within(&board, self.work.wanted);
        let statistics = self.solver.engine().inspect().search_statistics();
        let outcome = match found {
            Ok(None) => Outcome::GivenUp,
            Ok(Some(solutions)) => judge(&board, solutions, statistics.nodes),
            Err(error) if error.code() == Code::Interrupted && self.queue.stop.load(Ordering::Relaxed) => {
                // A loop that does not end is worth a word.
                Outcome::Interrupted(error.help().is_some().then(|| Box::new(error)))
            }
            Err(error) if error.is_limit() => Outcome::Limit(error.to_string()),
            Err(error) => Outcome::Failed(error.to_string(), Some(Box::new(error))),
        };
        (outcome, statistics)
    }

    fn board(&mut self, placed: &LocatedPuzzle) -> Result<Board, String> {
        let puzzle = &placed.puzzle;
        let shape = puzzle.shape();
        if placed.layout.is_some() {
            return Ok(puzzle.board(&self.work.kind.layout_of(placed)?));
        }
        if let Some((_, layout)) = self.layouts.iter().find(|(known, _)| *known == shape) {
            return Ok(puzzle.board(layout));
        }
        let layout = self.work.kind.layout(shape)?;
        let board = puzzle.board(&layout);
        self.layouts.push((shape, layout));
        Ok(board)
    }
}
