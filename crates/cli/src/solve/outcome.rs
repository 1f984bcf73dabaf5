//! Outcome of a puzzle, and counts of each outcome.

use std::ops::AddAssign;

use klammer::Error;
use klammer_search::board::{Board, Clash, Level, Tie};

use crate::solver::Solution;

/// Outcome of a puzzle.
pub enum Outcome {
    Solved(Vec<Solution>),
    /// With what is known of the reason.
    Unsolvable(String),
    /// The search reached `--max-nodes`.
    GivenUp,
    /// A limit was reached.
    Limit(String),
    /// The script failed, with this error if it was one of the script's own.
    Failed(String, Option<Box<Error>>),
    /// Ctrl-C; with the error, if it says more than that.
    Interrupted(Option<Box<Error>>),
}

impl Outcome {
    pub fn count(&self, all: bool, counts: &mut Counts) {
        match self {
            Outcome::Solved(solutions) => {
                counts.solutions += solutions.len() as u64;
                *(if solutions.len() > 1 && !all { &mut counts.several } else { &mut counts.solved }) += 1;
            }
            Outcome::Unsolvable(_) => counts.unsolvable += 1,
            Outcome::GivenUp | Outcome::Limit(_) => counts.given_up += 1,
            Outcome::Failed(..) => counts.failed += 1,
            Outcome::Interrupted(_) => {}
        }
    }

    /// Returns the complaint for standard error, if there is one.
    pub fn complaint(&self, file: &str, line: u64) -> Option<Complaint> {
        match self {
            Outcome::Interrupted(Some(error)) => {
                let place = format!("{file}:{line}");
                Some(Complaint { text: format!("{place}: {error}"), cause: Some((place, error.clone())) })
            }
            Outcome::Failed(message, error) => {
                let place = format!("{file}:{line}");
                Some(Complaint {
                    text: format!("{place}: {message}"),
                    cause: error.clone().map(|error| (place, error)),
                })
            }
            _ => None,
        }
    }
}

/// Returns the outcome of a puzzle from the solutions of a script, which may be wrong.
pub fn judge(puzzle: &Board, solutions: Vec<Solution>, nodes: u64) -> Outcome {
    if solutions.iter().any(|solution| !solution.solves(puzzle)) {
        return Outcome::Failed("the script returned what is no solution".into(), None);
    }
    match solutions.len() {
        0 => without_solution(puzzle, nodes),
        _ => Outcome::Solved(solutions),
    }
}

/// Returns the outcome of a puzzle in which a search of `nodes` nodes has found no solution. Looks for a solution,
/// because the script may have left out values or cells.
fn without_solution(puzzle: &Board, nodes: u64) -> Outcome {
    if let Some(clash) = Clash::on(puzzle) {
        return Outcome::Unsolvable(format!("no solution: {clash}"));
    }
    let nodes = if nodes == 1 { "1 node".to_string() } else { format!("{nodes} nodes") };
    match has_solution(puzzle) {
        Some(true) => {
            let all = "does order-values return all candidates, and does it look into all cells?";
            Outcome::Failed(format!("the script finds no solution, and there is one: {all}"), None)
        }
        Some(false) => Outcome::Unsolvable(format!("no solution: refuted with {nodes}")),
        None => Outcome::Unsolvable(format!("no solution found with {nodes}")),
    }
}

/// Nodes after which the search for a solution ends, and cells of the largest board that is searched.
const LOOK: usize = 5000;
const MOST_CELLS: usize = 625;

/// Returns whether a puzzle has a solution. `None` if the search takes too long.
fn has_solution(puzzle: &Board) -> Option<bool> {
    if puzzle.layout().cells() > MOST_CELLS {
        return None;
    }
    let mut start = puzzle.clone();
    if start.propagate(Level::Locked).is_err() {
        return Some(false);
    }
    let mut open = vec![start];
    for _ in 0..LOOK {
        let Some(board) = open.pop() else { return Some(false) };
        let Some(cell) = board.most_constrained(Tie::Degree) else { return Some(true) };
        let mask = board.get(cell);
        for digit in (1..=board.layout().digits() as u32).filter(|digit| mask >> digit & 1 == 1) {
            let mut next = board.clone();
            if next.assign(cell, digit, Level::Locked).is_ok() {
                open.push(next);
            }
        }
    }
    None
}

/// Number of puzzles with each outcome.
#[derive(Clone, Copy, Default)]
pub struct Counts {
    pub solved: u64,
    pub unsolvable: u64,
    pub several: u64,
    pub given_up: u64,
    pub failed: u64,
    pub malformed: u64,
    pub solutions: u64,
    pub nodes: u64,
    pub failures: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, more: Counts) {
        let Counts { solved, unsolvable, several, given_up, failed, malformed, solutions, nodes, failures } = more;
        self.solved += solved;
        self.unsolvable += unsolvable;
        self.several += several;
        self.given_up += given_up;
        self.failed += failed;
        self.malformed += malformed;
        self.solutions += solutions;
        self.nodes += nodes;
        self.failures += failures;
    }
}

/// Complaint about a puzzle.
pub struct Complaint {
    pub text: String,
    /// Place of the puzzle, and the error of the script that caused the complaint.
    pub cause: Option<(String, Box<Error>)>,
}

impl From<String> for Complaint {
    fn from(text: String) -> Complaint {
        Complaint { text, cause: None }
    }
}
