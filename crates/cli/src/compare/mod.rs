//! `klammer compare`: scripts side by side on the same puzzles.

mod measure;
mod report;
mod summary;

use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use klammer_search::puzzle::{Placed, ReadError};

use crate::args::Compare;
use crate::compare::measure::{MOST_COPIES, Method, Pair};
use crate::compare::summary::{Summary, Wrong};
use crate::console::{FAILURE, Failure, USAGE, complain};
use crate::puzzle_input;
use crate::solver::Solver;
use crate::variant::Kind;

/// The name of the library's own search.
const BUILT_IN: &str = "built-in";

/// Nodes of the built-in search when it only checks whether scripts have missed a solution.
const WITNESS_NODES: u64 = 100_000;

/// Width of the output, in characters, if it goes to no terminal.
const WIDTH: usize = 80;

/// The puzzles of the source, and how many of them are still to be measured.
struct PuzzleQueue {
    all: puzzle_input::Puzzles,
    left: usize,
}

impl PuzzleQueue {
    fn next(&mut self) -> Option<Result<Placed, ReadError>> {
        self.left = self.left.checked_sub(1)?;
        self.all.next()
    }
}

/// Measures all scripts and says what came out.
pub fn run(arguments: &Compare) -> ExitCode {
    let source = match puzzle_input::open(&arguments.puzzle, Some("compare --heuristic")) {
        Ok(source) => source,
        Err(message) => {
            complain(&message);
            return ExitCode::from(USAGE);
        }
    };
    let name = source.name;
    match all_pairs(arguments, &name, PuzzleQueue { all: source.puzzles, left: arguments.take.unwrap_or(usize::MAX) }) {
        Err(failure) => failure.report(&arguments.options),
        Ok(work) => report(arguments, &name, &work),
    }
}

/// Data that the workers share, and their results.
struct CompareJob {
    puzzles: Mutex<PuzzleQueue>,
    pairs: Mutex<Vec<Pair>>,
    /// Something could not be read.
    incomplete: AtomicBool,
    /// A script has failed: the others need not go on.
    failed: Mutex<Option<Failure>>,
    /// Shown only where somebody watches.
    progress: ProgressBar,
}

fn all_pairs(arguments: &Compare, name: &str, puzzles: PuzzleQueue) -> Result<CompareJob, Failure> {
    let workers = CompareWorker::all(arguments)?;
    let kind = Kind::new(arguments.puzzle.variant.as_ref(), &arguments.options)?;
    let work = CompareJob {
        puzzles: Mutex::new(puzzles),
        pairs: Mutex::default(),
        incomplete: AtomicBool::new(false),
        failed: Mutex::default(),
        progress: progress(),
    };
    thread::scope(|scope| {
        for worker in workers {
            scope.spawn(|| {
                if let Err(error) = work.go_on(worker, arguments, name, &kind) {
                    lock(&work.failed).get_or_insert(error);
                }
            });
        }
    });
    work.progress.finish_and_clear();
    let failed = lock(&work.failed).take();
    failed.map_or(Ok(work), Err)
}

/// Solvers of one thread.
#[derive(Default)]
struct CompareWorker {
    /// The copies of each script.
    solvers: Vec<Vec<Solver>>,
    /// Solver that checks whether the scripts have missed a solution, unless it is one of them.
    witness: Option<Solver>,
}

impl CompareWorker {
    /// As many as there are threads, with engines of their own. Each script is loaded once.
    fn all(arguments: &Compare) -> Result<Vec<CompareWorker>, Failure> {
        let jobs = arguments.jobs.get();
        let copies = arguments.runs.get().min(MOST_COPIES);
        let load = |script: Option<&Path>, count: usize, max_nodes: Option<u64>| {
            let mut solvers = Solver::new(&arguments.options, script)?.many(count, &arguments.options, script)?;
            if let Some(nodes) = max_nodes {
                solvers.iter_mut().for_each(|solver| solver.set_max_nodes(nodes));
            }
            Ok::<_, Failure>(solvers)
        };
        let mut workers: Vec<CompareWorker> = (0..jobs).map(|_| CompareWorker::default()).collect();
        for script in competitors(arguments) {
            let solvers = load(script, jobs * copies, arguments.max_nodes)?;
            if arguments.check_unique {
                solvers.iter().try_for_each(|solver| solver.must_find_all("--check-unique"))?;
            }
            let mut solvers = solvers.into_iter();
            workers.iter_mut().for_each(|worker| worker.solvers.push(solvers.by_ref().take(copies).collect()));
        }
        if !has_built_in(arguments) {
            let witnesses = load(None, jobs, Some(arguments.max_nodes.unwrap_or(WITNESS_NODES)))?;
            workers.iter_mut().zip(witnesses).for_each(|(worker, witness)| worker.witness = Some(witness));
        }
        Ok(workers)
    }
}

impl CompareJob {
    /// Measures puzzles on one worker until none is left.
    fn go_on(&self, worker: CompareWorker, arguments: &Compare, source: &str, kind: &Kind) -> Result<(), Failure> {
        let CompareWorker { mut solvers, mut witness } = worker;
        let names = names(arguments);
        let method = Method { runs: arguments.runs.get(), solutions: if arguments.check_unique { 2 } else { 1 } };
        while lock(&self.failed).is_none() {
            let Some(next) = lock(&self.puzzles).next() else { break };
            let placed = match next {
                Ok(placed) => placed,
                Err(error) => {
                    self.incomplete.store(true, Ordering::Relaxed);
                    self.progress.suspend(|| complain(&error.to_string()));
                    if matches!(error, ReadError::Io { .. }) {
                        break;
                    }
                    continue;
                }
            };
            let layout = kind.layout_of(&placed).map_err(Failure::Unfit)?;
            let (line, board) = (placed.line, placed.puzzle.board(&layout));
            let place = format!("{source}:{line}");
            let pair = measure::measure(&mut solvers, &names, witness.as_mut(), &board, line, method).map_err(
                |(name, error)| {
                    complain(&format!("{place}: {name} fails on this puzzle"));
                    error
                },
            )?;
            lock(&self.pairs).push(pair);
            self.progress.inc(1);
        }
        Ok(())
    }
}

/// A count of the puzzles, on standard error if that is a terminal.
fn progress() -> ProgressBar {
    // The style is right unless the line is not.
    let style = ProgressStyle::with_template("{spinner} {pos} puzzles, {elapsed}");
    match style {
        Ok(style) if io::stderr().is_terminal() => {
            let bar = ProgressBar::new_spinner().with_style(style);
            // A slow puzzle takes long until the next count.
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        }
        _ => ProgressBar::hidden(),
    }
}

/// Returns the competitors: the scripts, and the library's own search if the command line requests it or names only one
/// script.
fn competitors(arguments: &Compare) -> impl Iterator<Item = Option<&Path>> {
    arguments.heuristics.iter().map(|path| Some(path.as_path())).chain(has_built_in(arguments).then_some(None))
}

fn has_built_in(arguments: &Compare) -> bool {
    arguments.baseline || arguments.heuristics.len() == 1
}

/// The scripts' names as they are shown: without folders, unless that would make two the same.
fn names(arguments: &Compare) -> Vec<String> {
    let short = |path: &Path| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let unique = |name: &String| arguments.heuristics.iter().filter(|path| short(path) == *name).count() == 1;
    let name = |path: &Path| Some(short(path)).filter(unique).unwrap_or(path.display().to_string());
    competitors(arguments).map(|path| path.map_or(BUILT_IN.to_string(), name)).collect()
}

fn report(arguments: &Compare, name: &str, work: &CompareJob) -> ExitCode {
    let mut pairs = std::mem::take(&mut *lock(&work.pairs));
    pairs.sort_by_key(|pair| pair.line);
    let summary = Summary::new(&names(arguments), &pairs, name);
    let text = if arguments.options.json {
        serde_json::to_string_pretty(&summary).unwrap_or_default() + "\n"
    } else {
        let terminal = terminal_size::terminal_size_of(io::stdout());
        report::drawn(&summary, terminal.map_or(WIDTH, |(width, _)| usize::from(width.0)))
    };
    for Wrong { script, puzzle, message } in &summary.wrong {
        complain(&format!("{puzzle}: {script} {message}"));
    }
    for disagreement in &summary.disagreements {
        complain(&format!("{}: {}", disagreement.puzzle, disagreement.message));
    }
    let agree = summary.wrong.is_empty() && summary.disagreements.is_empty();
    let fine = agree && !work.incomplete.load(Ordering::Relaxed) && summary.puzzles > 0;
    puzzle_input::note_passed_over(&lock(&work.puzzles).all);
    if summary.puzzles == 0 {
        complain(&puzzle_input::no_puzzle(name));
    }
    match crate::console::write_out(&text) {
        Ok(()) if fine => ExitCode::SUCCESS,
        _ => ExitCode::from(FAILURE),
    }
}

/// A worker that has panicked has left nothing half done.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
