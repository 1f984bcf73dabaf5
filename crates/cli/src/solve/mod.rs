//! `klammer solve`: puzzles of a file, solved by a script, in order and on all cores.
//!
//! The main thread solves, and another writes. For a longer list, further threads solve beside it: their
//! engines and memory would take longer than they save for a short one. Puzzles go to them in batches, whose results are
//! written in the order of the input.

pub mod outcome;
mod writer;

use std::io::{self, BufReader, IsTerminal, Read};
use std::process::{self, ExitCode};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};
use klammer::Code;
use klammer::inspect::SearchStatistics;
use klammer_search::board::{Board, Layout};
use klammer_search::puzzle::{LocatedPuzzle, Malformed, ReadError, Reader, Shape};

use crate::args::{Options, ResultFormat, Solve};
use crate::console::{self, Failure, Reporter, colour};
use crate::puzzle_input::{self, BoardKind};
use crate::solve::outcome::{Complaint, Counts};
use crate::solver::{Copies, Solver};
use outcome::{Outcome, Report, judge};
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
        let statistics = *self.solver.engine().inspect().search_statistics();
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

/// Messages to the writer, in the order of the input.
pub enum WriterMessage {
    /// Channel on which the results of the next batch will come.
    Batch(Receiver<BatchResult>),
    /// The input could not be read any further, or not be solved.
    Failed(String),
    /// Something that is to be said of the input.
    Note(String),
}

/// The puzzles of a source, some at a time.
struct Batches<R> {
    puzzles: Reader<BufReader<R>>,
    ended: bool,
    /// Why the input could not be read any further.
    failure: Option<String>,
}

impl<R: Read> Batches<R> {
    /// Fills the room of a batch that is done with. It stays empty if there are no more puzzles, or if all are asked to
    /// stop.
    fn fill(&mut self, entries: &mut Vec<Entry>, size: usize, stop: &AtomicBool) {
        entries.clear();
        while !self.ended && !stop.load(Ordering::Relaxed) {
            match self.puzzles.next() {
                None => self.ended = true,
                Some(Ok(placed)) => entries.push(Ok(placed)),
                Some(Err(ReadError::Malformed(malformed))) => entries.push(Err(malformed)),
                Some(Err(error)) => {
                    self.failure = Some(error.to_string());
                    self.ended = true;
                }
            }
            let full = entries.len() >= size;
            // The rest of the input may be slow to arrive: the threads solve the entries read so far meanwhile.
            if !entries.is_empty() && (full || !self.puzzles.has_line_ready()) {
                break;
            }
        }
    }
}

/// Queue from which the solving threads take their batches.
pub struct WorkQueue<R> {
    batches: Mutex<Batches<R>>,
    /// Until there are no more puzzles.
    to_writer: Mutex<Option<Sender<WriterMessage>>>,
    /// Size of batches.
    pub batch_size: BatchSize,
    /// Ctrl-C asks all to stop.
    pub stop: Arc<AtomicBool>,
}

impl<R: Read> WorkQueue<R> {
    pub fn new(puzzles: Reader<BufReader<R>>, to_writer: Sender<WriterMessage>, stop: Arc<AtomicBool>) -> WorkQueue<R> {
        let batches = Batches { puzzles, ended: false, failure: None };
        WorkQueue {
            batches: Mutex::new(batches),
            to_writer: Mutex::new(Some(to_writer)),
            batch_size: BatchSize::default(),
            stop,
        }
    }

    /// Reads the next batch into the room of one that is done with, and tells the writer that it comes next. Returns
    /// where its results go; nothing if there are no more puzzles, all are asked to stop, or nobody writes any more.
    pub fn take(&self, entries: &mut Vec<Entry>) -> Option<Sender<BatchResult>> {
        // A thread that panicked here has left puzzles that it read in part: the others continue after them.
        let mut batches = self.batches.lock().unwrap_or_else(PoisonError::into_inner);
        let writer = self.to_writer().clone()?;
        batches.fill(entries, self.batch_size.size(), &self.stop);
        let reply = if entries.is_empty() {
            if let Some(note) = batches.puzzles.passed_over().filter(|_| batches.ended) {
                let _ = writer.send(WriterMessage::Note(note));
            }
            if let Some(message) = batches.failure.take() {
                let _ = writer.send(WriterMessage::Failed(message));
            }
            None
        } else {
            let (reply, results) = bounded(1);
            writer.send(WriterMessage::Batch(results)).is_ok().then_some(reply)
        };
        if reply.is_none() {
            *self.to_writer() = None;
        }
        reply
    }

    /// Lets the writer end with this message.
    pub fn fail(&self, message: String) {
        let writer = self.to_writer().clone();
        // If it has all that it waits for, nothing is missing.
        let _ = writer.map(|writer| writer.send(WriterMessage::Failed(message)));
    }

    fn to_writer(&self) -> MutexGuard<'_, Option<Sender<WriterMessage>>> {
        self.to_writer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// Data that the threads hand to each other.

/// Content of one place of the input.
pub type Entry = Result<LocatedPuzzle, Malformed>;

/// The results of a batch.
#[derive(Default)]
pub struct BatchResult {
    /// Text for standard output.
    pub text: String,
    /// Complaints for standard error.
    pub complaints: Vec<Complaint>,
    pub counts: Counts,
    /// Time that each puzzle took.
    pub times: Vec<Duration>,
    /// Ctrl-C came: the rest is missing.
    pub interrupted: bool,
}

/// Size of batches, so that each takes a few milliseconds.
pub struct BatchSize(AtomicUsize);

impl Default for BatchSize {
    fn default() -> BatchSize {
        BatchSize(AtomicUsize::new(1))
    }
}

impl BatchSize {
    const MOST: usize = 512;
    const SHORT: Duration = Duration::from_millis(1);
    const LONG: Duration = Duration::from_millis(8);

    pub fn size(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// The next batch may have more puzzles if this one took too short a time, and fewer if too long.
    pub fn learn(&self, puzzles: usize, took: Duration) {
        let size = self.size();
        if took < BatchSize::SHORT && puzzles >= size {
            self.0.store((2 * puzzles).min(BatchSize::MOST), Ordering::Relaxed);
        } else if took > BatchSize::LONG {
            self.0.store((puzzles / 2).max(1), Ordering::Relaxed);
        }
    }
}
