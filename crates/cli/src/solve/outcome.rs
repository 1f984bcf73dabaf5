//! What comes of a puzzle, and how often what has come.

use std::ops::AddAssign;

use klammer::Error;
use klammer::board::{Board, Clash};

use crate::solver::Solution;

/// What came of a puzzle.
pub enum Outcome {
    Solved(Vec<Solution>),
    /// With what is known of the reason.
    Unsolvable(String),
    /// The budget was used up.
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

    /// What has to be said of it on standard error.
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

/// What to say of a puzzle in which a search has found no solution, with so many nodes.
pub fn no_solution(puzzle: &Board, nodes: u64) -> String {
    match (Clash::on(puzzle), nodes) {
        (Some(clash), _) => format!("no solution: {clash}"),
        (None, 0) => "no solution".to_string(),
        (None, 1) => "no solution: refuted with 1 node".to_string(),
        (None, nodes) => format!("no solution: refuted with {nodes} nodes"),
    }
}

/// How many puzzles had which outcome.
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

/// What has to be said of a puzzle.
pub struct Complaint {
    pub text: String,
    /// The place of the puzzle, and the error of the script that is behind it.
    pub cause: Option<(String, Box<Error>)>,
}

impl From<String> for Complaint {
    fn from(text: String) -> Complaint {
        Complaint { text, cause: None }
    }
}
