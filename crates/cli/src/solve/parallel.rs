//! Threads that solve, each with an engine of its own: the main thread, and others beside it.
//!
//! All take batches from one queue and hand their results to one writer, a thread of its own. Both queues are bounded,
//! so a long file needs no more memory than a short one.

use std::io::{self, Read};
use std::process;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Instant;

use klammer::Code;
use klammer::inspect::SearchStatistics;
use klammer_search::board::{Board, Layout};
use klammer_search::puzzle::{LocatedPuzzle, Shape};

use crate::args::ResultFormat;
use crate::console;
use crate::puzzle_input::BoardKind;
use crate::solve::outcome::{Outcome, Report, judge};
use crate::solve::work_queue::{BatchResult, Entry, WorkQueue};
use crate::solve::writer::Writer;
use crate::solver::{Copies, Solver};

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
