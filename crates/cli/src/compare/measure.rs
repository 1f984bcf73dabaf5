//! Runs of scripts on the same puzzles: the effort of each, and whether they agree.

use std::time::{Duration, Instant};

use klammer::{Code, Error};
use klammer_search::board::Board;

use crate::solver::{Solution, Solver};

/// Effort and outcome of one script on one puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measured {
    pub outcome: Outcome,
    pub nodes: u64,
    pub failures: u64,
    pub propagations: u64,
    /// Shortest time of its runs: other work of the machine can only lengthen it.
    pub time: Duration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Solved,
    Unsolvable,
    /// A budget was used up, or a limit reached.
    Stopped,
    /// The script returned something that is no solution, or it missed a solution.
    Wrong,
}

impl Outcome {
    /// Returns whether the outcome is right, so that the effort means something.
    pub fn is_right(self) -> bool {
        matches!(self, Outcome::Solved | Outcome::Unsolvable)
    }
}

/// Measurements of all scripts on one puzzle, in the order of the scripts.
#[derive(Debug)]
pub struct Pair {
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

/// Name of the solver that checks scripts which find few solutions.
const WITNESS: &str = "the built-in search";

/// Method of measurement.
#[derive(Clone, Copy)]
pub struct Method {
    /// Runs of each script on each puzzle.
    pub runs: usize,
    /// Solutions that are asked for.
    pub solutions: usize,
}

/// Engines of a script, which run alternately.
pub const MOST_COPIES: usize = 5;

/// Gives one puzzle to each script. Another script begins each run, so that none profits from the caches that the one
/// before leaves. Each run also uses another copy of the engine: its place in memory can be an advantage, and copies of
/// equal scripts differ only by chance. The error of a script comes with its name. If all
/// scripts find fewer solutions than requested, the witness tells whether there are more; it is not measured.
///
/// `solvers` has the copies of each script.
pub fn measure(
    solvers: &mut [Vec<Solver>],
    names: &[String],
    witness: Option<&mut Solver>,
    board: &Board,
    line: u64,
    method: Method,
) -> Result<Pair, (String, Error)> {
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
    let doubtful = results.iter().zip(&wrong).any(|((m, _), wrong)| wrong.is_none() && m.outcome != Outcome::Stopped);
    if let Some(witness) = witness.filter(|_| doubtful && most < method.solutions) {
        let (_, found) = once(witness, board, method.solutions).map_err(|error| (WITNESS.to_string(), error))?;
        if found.len() > most {
            (most, who) = (found.len(), WITNESS);
        }
    }
    for ((measured, solutions), wrong) in results.iter().zip(&mut wrong) {
        if wrong.is_none() && measured.outcome != Outcome::Stopped && solutions.len() < most {
            *wrong = Some(match solutions.len() {
                0 if most == 1 => format!("finds no solution, {who} finds one"),
                0 => format!("finds no solution, {who} finds {most}"),
                found => format!("finds {found} solution{}, {who} {most}", if found == 1 { "" } else { "s" }),
            });
        }
    }
    for ((measured, _), _) in results.iter_mut().zip(&wrong).filter(|(_, wrong)| wrong.is_some()) {
        measured.outcome = Outcome::Wrong;
    }
    let disagreement = disagreement(names, &results);
    let measured = results.into_iter().map(|(measured, _)| measured).collect();
    Ok(Pair { line, measured, times, wrong, disagreement })
}

fn once(solver: &mut Solver, board: &Board, limit: usize) -> Result<(Measured, Vec<Solution>), Error> {
    solver.begin();
    let start = Instant::now();
    let result = solver.solve_within(board, limit);
    let time = start.elapsed();
    let statistics = solver.engine().inspect().search_statistics();
    let (outcome, solutions) = match result {
        Ok(Some(solutions)) if solutions.is_empty() => (Outcome::Unsolvable, solutions),
        Ok(Some(solutions)) => (Outcome::Solved, solutions),
        Ok(None) => (Outcome::Stopped, Vec::new()),
        Err(error) if error.is_limit() && error.code() != Code::Interrupted => (Outcome::Stopped, Vec::new()),
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
        return Some("returns what is no solution".to_string());
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
