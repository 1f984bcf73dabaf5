//! `klammer compare`: scripts side by side on the same puzzles.

mod plot;
mod summary;

use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use klammer::{Code, Error};
use klammer_search::board::Board;
use klammer_search::puzzle::{LocatedPuzzle, ReadError};

use crate::args::{Compare, Options, TableFormat};
use crate::compare::summary::{ComparisonSummary, Wrong};
use crate::console::{self, FAILURE, Failure, print_message};
use crate::puzzle_input;
use crate::puzzle_input::BoardKind;
use crate::solver::{Solution, Solver};

/// The name of the library's own search.
const BUILT_IN: &str = "built-in";

/// Nodes of the search that checks whether scripts have missed a solution.
const WITNESS_NODES: u64 = 100_000;

/// Width of the output, in characters, if it goes to no terminal.
const WIDTH: usize = 80;

/// The puzzles of the source, and how many of them are still to be measured.
struct PuzzleQueue {
    all: puzzle_input::Puzzles,
    left: usize,
}

impl PuzzleQueue {
    fn next(&mut self) -> Option<Result<LocatedPuzzle, ReadError>> {
        self.left = self.left.checked_sub(1)?;
        self.all.next()
    }
}

/// Measures all scripts and says what came out.
pub fn run(arguments: &Compare, options: &Options) -> Result<ExitCode, Failure> {
    let source = puzzle_input::open(&arguments.puzzle, Some("compare --heuristic")).map_err(Failure::Usage)?;
    let name = source.name;
    let puzzles = PuzzleQueue { all: source.puzzles, left: arguments.take.unwrap_or(usize::MAX) };
    let work = all_pairs(arguments, options, &name, puzzles)?;
    Ok(report(arguments, options, &name, &work))
}

/// Data that the workers share, and their results.
struct CompareJob {
    puzzles: Mutex<PuzzleQueue>,
    pairs: Mutex<Vec<PuzzleMeasurements>>,
    /// Something could not be read.
    incomplete: AtomicBool,
    /// A script has failed: the others need not go on.
    failed: Mutex<Option<Failure>>,
    /// Shown only where somebody watches.
    progress: ProgressBar,
}

fn all_pairs(arguments: &Compare, options: &Options, name: &str, puzzles: PuzzleQueue) -> Result<CompareJob, Failure> {
    let workers = workers(arguments, options)?;
    let kind = BoardKind::new(arguments.puzzle.variant.as_ref(), options)?;
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

/// Solvers of one thread: the copies of each script.
type CompareWorker = Vec<Vec<Solver>>;

/// As many as there are threads, with engines of their own. Each script is loaded once.
fn workers(arguments: &Compare, options: &Options) -> Result<Vec<CompareWorker>, Failure> {
    let jobs = arguments.jobs.get();
    let copies = arguments.runs.get().min(MAX_COPIES);
    let mut workers: Vec<CompareWorker> = (0..jobs).map(|_| CompareWorker::default()).collect();
    for script in competitors(arguments) {
        let mut solvers = Solver::new(options, script)?.many(jobs * copies, options, script)?;
        for solver in &mut solvers {
            if let Some(nodes) = arguments.max_nodes {
                solver.set_max_nodes(nodes);
            }
            if arguments.check_unique {
                solver.require_find_solutions("--check-unique")?;
            }
        }
        let mut solvers = solvers.into_iter();
        workers.iter_mut().for_each(|worker| worker.push(solvers.by_ref().take(copies).collect()));
    }
    Ok(workers)
}

impl CompareJob {
    /// Measures puzzles on one worker until none is left.
    fn go_on(
        &self,
        mut solvers: CompareWorker,
        arguments: &Compare,
        source: &str,
        kind: &BoardKind,
    ) -> Result<(), Failure> {
        let names = names(arguments);
        let method =
            MeasureOptions { runs: arguments.runs.get(), solutions: if arguments.check_unique { 2 } else { 1 } };
        while lock(&self.failed).is_none() {
            let Some(next) = lock(&self.puzzles).next() else { break };
            let placed = match next {
                Ok(placed) => placed,
                Err(error) => {
                    self.incomplete.store(true, Ordering::Relaxed);
                    self.progress.suspend(|| print_message(&error.to_string()));
                    if matches!(error, ReadError::Io { .. }) {
                        break;
                    }
                    continue;
                }
            };
            let layout = kind.layout_of(&placed).map_err(Failure::Unfit)?;
            let (line, board) = (placed.line, placed.puzzle.board(&layout));
            let place = format!("{source}:{line}");
            let pair = measure(&mut solvers, &names, &board, line, method).map_err(|(name, error)| {
                print_message(&format!("{place}: {name} fails on this puzzle"));
                error
            })?;
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

fn report(arguments: &Compare, options: &Options, name: &str, work: &CompareJob) -> ExitCode {
    let mut pairs = std::mem::take(&mut *lock(&work.pairs));
    pairs.sort_by_key(|pair| pair.line);
    let names = names(arguments);
    let summary = ComparisonSummary::new(&names, &pairs, name);
    let format = if options.json { TableFormat::Json } else { arguments.format };
    let text = match format {
        TableFormat::Json => serde_json::to_string(&summary).unwrap_or_default() + "\n",
        TableFormat::Csv => summary::csv(&summary),
        TableFormat::Latex => summary::latex(&summary),
        TableFormat::Markdown => summary::markdown(&summary),
        TableFormat::Text => {
            let terminal = terminal_size::terminal_size_of(io::stdout());
            summary::drawn(&summary, terminal.map_or(WIDTH, |(width, _)| usize::from(width.0)))
        }
    };
    for Wrong { script, puzzle, message } in &summary.wrong {
        print_message(&format!("{puzzle}: {script} {message}"));
    }
    for disagreement in &summary.disagreements {
        print_message(&format!("{}: {}", disagreement.puzzle, disagreement.message));
    }
    let agree = summary.wrong.is_empty() && summary.disagreements.is_empty();
    let fine = agree && !work.incomplete.load(Ordering::Relaxed) && summary.puzzles > 0;
    puzzle_input::note_passed_over(&lock(&work.puzzles).all);
    if summary.puzzles == 0 {
        print_message(&puzzle_input::no_puzzle(name));
    }
    let drawn = arguments.plot.as_deref().map_or(Ok(()), |path| {
        console::write_file(path, &plot::plot(&names, &pairs))
            .inspect_err(|cause| print_message(&format!("cannot write {}: {cause}", path.display())))
    });
    match console::write_out(&text).and(drawn) {
        Ok(()) if fine => ExitCode::SUCCESS,
        _ => ExitCode::from(FAILURE),
    }
}

/// A worker that has panicked has left nothing half done.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Effort and outcome of one script on one puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measured {
    pub outcome: RunOutcome,
    pub nodes: u64,
    pub failures: u64,
    pub propagations: u64,
    /// Shortest time of its runs: other work of the machine can only lengthen it.
    pub time: Duration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunOutcome {
    Solved,
    Unsolvable,
    /// A budget was used up, or a limit reached.
    Stopped,
    /// The script returned something that is no solution, or it missed a solution.
    Wrong,
}

impl RunOutcome {
    /// Returns whether the outcome is right, so that the effort means something.
    pub fn is_right(self) -> bool {
        matches!(self, RunOutcome::Solved | RunOutcome::Unsolvable)
    }
}

/// Measurements of all scripts on one puzzle, in the order of the scripts.
#[derive(Debug)]
pub struct PuzzleMeasurements {
    /// The line of the file.
    pub line: u64,
    pub measured: Vec<Measured>,
    /// The shortest time of each copy of each script, where it came to a right end.
    pub times: Vec<Vec<Duration>>,
    /// Why the result of a script is wrong, for each script.
    pub wrong: Vec<Option<String>>,
    /// Solutions that differ and are right: the puzzle has more than one.
    pub disagreement: Option<String>,
}

/// Name of the search that checks scripts which find few solutions.
const WITNESS: &str = "the built-in search";

/// Method of measurement.
#[derive(Clone, Copy)]
pub struct MeasureOptions {
    /// Runs of each script on each puzzle.
    pub runs: usize,
    /// Solutions that are asked for.
    pub solutions: usize,
}

/// Engines of a script, which run alternately.
pub const MAX_COPIES: usize = 5;

/// Gives one puzzle to each script. Another script begins each run, so that none profits from the caches that the one
/// before leaves. Each run also uses another copy of the engine. Its place in memory can be an advantage, and copies of
/// equal scripts differ only by chance. The error of a script comes with its name. If all scripts find fewer solutions
/// than requested, a search of its own tells whether there are more; it is not measured.
///
/// `solvers` has the copies of each script.
pub fn measure(
    solvers: &mut [Vec<Solver>],
    names: &[String],
    board: &Board,
    line: u64,
    method: MeasureOptions,
) -> Result<PuzzleMeasurements, (String, Error)> {
    let mut results: Vec<Option<(Measured, Vec<Solution>)>> = vec![None; solvers.len()];
    let mut times: Vec<Vec<Duration>> = solvers.iter().map(|copies| vec![Duration::MAX; copies.len()]).collect();
    for run in 0..method.runs {
        for i in 0..solvers.len() {
            let at = (i + run + line as usize) % solvers.len();
            let (Some(copies), Some(times), Some(result)) =
                (solvers.get_mut(at), times.get_mut(at), results.get_mut(at))
            else {
                continue;
            };
            let copy = run % copies.len().max(1);
            let (Some(solver), Some(shortest)) = (copies.get_mut(copy), times.get_mut(copy)) else { continue };
            let (measured, solutions) = once(solver, board, method.solutions)
                .map_err(|error| (names.get(at).cloned().unwrap_or_default(), error))?;
            *shortest = measured.time.min(*shortest);
            match result {
                Some((before, _)) => before.time = before.time.min(measured.time),
                None => *result = Some((measured, solutions)),
            }
        }
    }
    let mut results: Vec<(Measured, Vec<Solution>)> = results.into_iter().flatten().collect();
    let mut wrong: Vec<Option<String>> = results.iter().map(|(_, solutions)| malformed(board, solutions)).collect();
    let (mut most, mut who) = most_found(names, &results, &wrong);
    let doubtful =
        results.iter().zip(&wrong).any(|((m, _), wrong)| wrong.is_none() && m.outcome != RunOutcome::Stopped);
    if doubtful
        && most < method.solutions
        && let Some(found) = board.count_solutions(method.solutions, WITNESS_NODES).filter(|&found| found > most)
    {
        (most, who) = (found, WITNESS);
    }
    for ((measured, solutions), wrong) in results.iter().zip(&mut wrong) {
        if wrong.is_none() && measured.outcome != RunOutcome::Stopped && solutions.len() < most {
            *wrong = Some(match solutions.len() {
                0 if most == 1 => format!("finds no solution, {who} finds one"),
                0 => format!("finds no solution, {who} finds {most}"),
                found => format!("finds {found} solution{}, {who} {most}", if found == 1 { "" } else { "s" }),
            });
        }
    }
    for ((measured, _), _) in results.iter_mut().zip(&wrong).filter(|(_, wrong)| wrong.is_some()) {
        measured.outcome = RunOutcome::Wrong;
    }
    let disagreement = disagreement(names, &results);
    let measured = results.into_iter().map(|(measured, _)| measured).collect();
    Ok(PuzzleMeasurements { line, measured, times, wrong, disagreement })
}

fn once(solver: &mut Solver, board: &Board, limit: usize) -> Result<(Measured, Vec<Solution>), Error> {
    solver.begin();
    let start = Instant::now();
    let result = solver.solve_within(board, limit);
    let time = start.elapsed();
    let statistics = *solver.engine().inspect().search_statistics();
    let (outcome, solutions) = match result {
        Ok(Some(solutions)) if solutions.is_empty() => (RunOutcome::Unsolvable, solutions),
        Ok(Some(solutions)) => (RunOutcome::Solved, solutions),
        Ok(None) => (RunOutcome::Stopped, Vec::new()),
        Err(error) if error.is_limit() && error.code() != Code::Interrupted => (RunOutcome::Stopped, Vec::new()),
        Err(error) => return Err(error),
    };
    let measured = Measured {
        outcome,
        nodes: statistics.nodes,
        failures: statistics.failures,
        propagations: statistics.propagations,
        time,
    };
    Ok((measured, solutions))
}

/// In words, why solutions are wrong, whatever others find.
fn malformed(board: &Board, solutions: &[Solution]) -> Option<String> {
    if solutions.iter().any(|solution| !solution.solves(board)) {
        return Some("returns something that is not a solution".to_string());
    }
    let repeats = |(i, solution): (usize, &Solution)| solutions.iter().take(i).any(|other| are_same(other, solution));
    solutions.iter().enumerate().any(repeats).then(|| "returns a solution twice".to_string())
}

/// Returns the greatest number of solutions of a script that is right, and the name of this script.
fn most_found<'a>(
    names: &'a [String],
    results: &[(Measured, Vec<Solution>)],
    wrong: &[Option<String>],
) -> (usize, &'a str) {
    let right = results.iter().zip(names).zip(wrong).filter(|(_, wrong)| wrong.is_none());
    let found = right.map(|(((_, solutions), name), _)| (solutions.len(), name.as_str()));
    found.max_by_key(|(count, _)| *count).unwrap_or((0, ""))
}

/// In words, if right results differ.
fn disagreement(names: &[String], results: &[(Measured, Vec<Solution>)]) -> Option<String> {
    let mut right = names.iter().zip(results).filter(|(_, (m, _))| m.outcome.is_right());
    let (first, (_, ours)) = right.next()?;
    let (other, _) =
        right.find(|(_, (_, theirs))| ours.iter().any(|own| !theirs.iter().any(|other| are_same(own, other))))?;
    Some(format!("{first} and {other} find different solutions, so it has more than one"))
}

fn are_same(solution: &Solution, other: &Solution) -> bool {
    solution.masks().eq(other.masks())
}
