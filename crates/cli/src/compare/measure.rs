//! Scripts on the same puzzles, turn by turn: what each needs, and whether they agree.

use std::time::{Duration, Instant};

use klammer::board::{Board, Mask};
use klammer::{Code, Error};

use crate::solver::{Solution, Solver};

/// What one script needed for one puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measured {
    pub outcome: Outcome,
    pub nodes: u64,
    pub failures: u64,
    pub propagations: u64,
    /// The shortest of its turns: what else the machine did can only have made it longer.
    pub time: Duration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Solved,
    Unsolvable,
    /// A budget was used up, or a limit reached.
    Stopped,
}

/// What all scripts needed for one puzzle, in the order of the scripts.
#[derive(Debug)]
pub struct Pair {
    /// The line of the file.
    pub line: u64,
    pub measured: Vec<Measured>,
    /// Why the results cannot all be right.
    pub disagreement: Option<String>,
}

/// How puzzles are put to scripts.
#[derive(Clone, Copy)]
pub struct Method {
    /// Turns that each script has on each puzzle.
    pub turns: usize,
    /// Solutions that are asked for.
    pub solutions: usize,
}

/// Puts one puzzle to each script. In each turn another one begins, so that what one leaves behind in caches is no one's advantage.
pub fn measure(
    solvers: &mut [Solver],
    names: &[String],
    board: &Board,
    line: u64,
    method: Method,
) -> Result<Pair, Error> {
    let mut results: Vec<Option<(Measured, Vec<Solution>)>> = vec![None; solvers.len()];
    for turn in 0..method.turns {
        for i in 0..solvers.len() {
            let at = (i + turn + line as usize) % solvers.len();
            let (Some(solver), Some(result)) = (solvers.get_mut(at), results.get_mut(at)) else { continue };
            let (measured, solutions) = once(solver, board, method.solutions)?;
            match result {
                Some((before, _)) => before.time = before.time.min(measured.time),
                None => *result = Some((measured, solutions)),
            }
        }
    }
    let results: Vec<(Measured, Vec<Solution>)> = results.into_iter().flatten().collect();
    let disagreement = disagreement(board, names, &results);
    Ok(Pair { line, measured: results.into_iter().map(|(measured, _)| measured).collect(), disagreement })
}

fn once(solver: &mut Solver, board: &Board, limit: usize) -> Result<(Measured, Vec<Solution>), Error> {
    solver.begin();
    let start = Instant::now();
    let result = solver.solve_within(board, limit);
    let time = start.elapsed();
    let statistics = solver.engine().search_statistics();
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

/// In words, if the results of the scripts cannot all be right.
fn disagreement(board: &Board, names: &[String], results: &[(Measured, Vec<Solution>)]) -> Option<String> {
    let finished: Vec<_> = names.iter().zip(results).filter(|(_, (m, _))| m.outcome != Outcome::Stopped).collect();
    for (name, (_, solutions)) in &finished {
        if solutions.iter().any(|solution| !solves(board, solution)) {
            return Some(format!("what {name} returns is no solution"));
        }
    }
    let ((first, (_, ours)), rest) = finished.split_first()?;
    for (other, (_, theirs)) in rest {
        match (ours.is_empty(), theirs.is_empty()) {
            (true, false) => return Some(format!("{other} finds a solution, {first} finds none")),
            (false, true) => return Some(format!("{first} finds a solution, {other} finds none")),
            _ if ours.len() != theirs.len() => {
                let counts = (ours.len(), theirs.len());
                return Some(format!("{first} finds {} solutions, {other} {}", counts.0, counts.1));
            }
            _ if ours.iter().any(|solution| !theirs.contains(solution)) => {
                return Some(format!("{first} and {other} find different solutions, so it has more than one"));
            }
            _ => {}
        }
    }
    None
}

fn solves(board: &Board, solution: &[Mask]) -> bool {
    let mut solved = Board::new(board.layout());
    for (cell, &mask) in solution.iter().enumerate() {
        solved.set(cell, mask);
    }
    let possible = |(cell, mask): (usize, &Mask)| board.get(cell) & mask == *mask;
    solution.len() == board.layout().cells() && solved.is_solved() && solution.iter().enumerate().all(possible)
}
