//! How results are written: solutions in any format, and in their place what became of the other puzzles.

use std::time::Duration;

use klammer::puzzle::{DrawOptions, Malformed, OutputFormat, Placed, Puzzle};
use klammer::{Error, SearchStatistics};
use serde::Serialize;

use super::batch::{Counts, Work};
use crate::args::Notation;
use crate::solver::Solution;

/// What came of a puzzle.
pub enum Outcome {
    Solved(Vec<Solution>),
    Unsolvable,
    /// The budget was used up.
    GivenUp,
    /// A limit was reached.
    Limit(String),
    /// The script failed, with this error if it was one of the script's own.
    Failed(String, Option<Box<Error>>),
    /// Ctrl-C.
    Interrupted,
}

/// What has to be said of a puzzle, and the error of the script that is behind it.
pub struct Complaint {
    pub text: String,
    pub error: Option<Box<Error>>,
}

impl From<String> for Complaint {
    fn from(text: String) -> Complaint {
        Complaint { text, error: None }
    }
}

/// All that is known of one puzzle.
pub struct Report<'a> {
    pub placed: &'a Placed,
    pub outcome: &'a Outcome,
    pub statistics: SearchStatistics,
    pub time: Duration,
    pub work: &'a Work,
}

impl Outcome {
    pub fn count(&self, all: bool, counts: &mut Counts) {
        match self {
            Outcome::Solved(solutions) => {
                counts.solutions += solutions.len() as u64;
                *(if solutions.len() > 1 && !all { &mut counts.several } else { &mut counts.solved }) += 1;
            }
            Outcome::Unsolvable => counts.unsolvable += 1,
            Outcome::GivenUp | Outcome::Limit(_) => counts.given_up += 1,
            Outcome::Failed(..) => counts.failed += 1,
            Outcome::Interrupted => {}
        }
    }

    /// What has to be said of it on standard error.
    pub fn complaint(&self, file: &str, line: u64) -> Option<Complaint> {
        match self {
            Outcome::Failed(message, error) => {
                Some(Complaint { text: format!("{file}:{line}: {message}"), error: error.clone() })
            }
            _ => None,
        }
    }
}

impl Report<'_> {
    fn puzzle(&self) -> &Puzzle {
        &self.placed.puzzle
    }

    /// The solutions, if it is solved as it should be.
    fn solutions(&self) -> Option<&[Solution]> {
        match self.outcome {
            Outcome::Solved(solutions) if self.work.all || solutions.len() == 1 => Some(solutions),
            _ => None,
        }
    }

    /// Why there are none.
    fn status(&self) -> (&'static str, &str) {
        match self.outcome {
            Outcome::Solved(_) if self.solutions().is_some() => ("solved", ""),
            Outcome::Solved(_) => ("several", "several solutions"),
            Outcome::Unsolvable => ("unsolvable", "no solution"),
            Outcome::GivenUp => ("given-up", "given up: the budget is used up"),
            Outcome::Limit(message) => ("given-up", message),
            Outcome::Failed(message, _) => ("failed", message),
            Outcome::Interrupted => ("interrupted", "interrupted"),
        }
    }

    fn solved_puzzles(&self) -> impl Iterator<Item = Puzzle> {
        let solutions = self.solutions().unwrap_or_default();
        solutions.iter().filter_map(|s| Puzzle::new(self.puzzle().shape(), s.clone()))
    }
}

/// One puzzle and its results, for programs.
#[derive(Serialize)]
struct Object<'a> {
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<String>,
    status: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    message: &'a str,
    solutions: Vec<String>,
    nodes: u64,
    failures: u64,
    microseconds: u64,
}

impl Notation {
    /// Whether each puzzle takes one line.
    fn is_line_by_line(self) -> bool {
        matches!(self, Notation::Text(format) if !format.has_several_lines()) || self == Notation::Objects
    }

    pub fn write(self, report: &Report, out: &mut String) {
        match (self, report.solutions()) {
            (Notation::Objects, _) => self.write_object(report, out),
            (_, None) => {
                let (_, reason) = report.status();
                // A line of its own is a comment to all who read puzzles.
                if self == Notation::LINE {
                    report.puzzle().write(OutputFormat::Line, out);
                    out.push(' ');
                }
                self.comment(reason, out);
            }
            (Notation::Draw, Some(_)) => {
                let options =
                    DrawOptions { colour: report.work.colour, givens: Some(report.puzzle()), ..DrawOptions::default() };
                for solution in report.solved_puzzles() {
                    out.push_str(&solution.draw(&options));
                }
            }
            (Notation::Text(format), Some(_)) => {
                for (i, solution) in report.solved_puzzles().enumerate() {
                    if i > 0 {
                        out.push_str(if self.is_line_by_line() { " " } else { "\n\n" });
                    }
                    solution.write(format, out);
                }
                out.push_str(if self.is_line_by_line() { "\n" } else { "\n\n" });
            }
        }
    }

    fn write_object(self, report: &Report, out: &mut String) {
        let (status, message) = report.status();
        let object = Object {
            line: report.placed.line,
            puzzle: Some(report.puzzle().text(OutputFormat::Line)),
            status,
            message,
            solutions: report.solved_puzzles().map(|p| p.text(OutputFormat::Line)).collect(),
            nodes: report.statistics.nodes,
            failures: report.statistics.failures,
            microseconds: u64::try_from(report.time.as_micros()).unwrap_or(u64::MAX),
        };
        push_object(&object, out);
    }

    /// In the place of a puzzle that could not be read.
    pub fn write_malformed(self, malformed: &Malformed, out: &mut String) {
        let message = malformed.to_string();
        if self == Notation::Objects {
            let status = "malformed";
            let object = Object {
                line: malformed.line,
                puzzle: None,
                status,
                message: &message,
                solutions: Vec::new(),
                nodes: 0,
                failures: 0,
                microseconds: 0,
            };
            push_object(&object, out);
        } else {
            self.comment(&message, out);
        }
    }

    /// A line that is skipped where puzzles are read.
    fn comment(self, text: &str, out: &mut String) {
        let text = text.lines().next().unwrap_or_default();
        match self {
            Notation::Text(format) => out.push_str(&format.comment(text)),
            Notation::Draw | Notation::Objects => out.push_str(text),
        }
        out.push('\n');
    }
}

fn push_object(object: &Object, out: &mut String) {
    // Strings, numbers and lists of them can always be written.
    out.push_str(&serde_json::to_string(object).unwrap_or_default());
    out.push('\n');
}
