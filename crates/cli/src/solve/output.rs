//! Format of results: solutions in any notation, and in their place the outcomes of the other puzzles.

use std::borrow::Cow;
use std::time::Duration;

use klammer::Code;
use klammer::inspect::SearchStatistics;
use klammer_search::puzzle::{Alphabet, DrawOptions, Malformed, OutputFormat, Placed, Puzzle};
use serde::Serialize;

use crate::args::Notation;
use crate::solve::outcome::Outcome;
use crate::solver::Solution;
use crate::variant::Kind;

/// All that is known of one puzzle.
pub struct Report<'a> {
    pub placed: &'a Placed,
    pub outcome: &'a Outcome,
    pub statistics: SearchStatistics,
    pub time: Duration,
    /// All solutions are wanted: several are no failure.
    pub all: bool,
    /// Drawings have colours.
    pub colour: bool,
    /// And the lines of this kind of board.
    pub kind: &'a Kind,
}

impl Report<'_> {
    fn puzzle(&self) -> &Puzzle {
        &self.placed.puzzle
    }

    /// The solutions, if it is solved as it should be.
    fn solutions(&self) -> Option<&[Solution]> {
        match self.outcome {
            Outcome::Solved(solutions) if self.all || solutions.len() == 1 => Some(solutions),
            _ => None,
        }
    }

    /// Why there are none.
    fn status(&self) -> (&'static str, &str) {
        match self.outcome {
            Outcome::Solved(_) if self.solutions().is_some() => ("solved", ""),
            Outcome::Solved(_) => ("several", "several solutions"),
            Outcome::Unsolvable(message) => ("unsolvable", message),
            Outcome::GivenUp => ("given-up", "given up: --max-nodes is reached"),
            Outcome::Limit(message) => ("given-up", message),
            Outcome::Failed(message, _) => ("failed", message),
            Outcome::Interrupted(_) => ("interrupted", "interrupted"),
        }
    }

    /// The same for people. An error of the script is on standard error, once for all puzzles that have it; what the
    /// script says itself may be about this puzzle.
    fn reason(&self) -> Cow<'_, str> {
        match self.outcome {
            Outcome::Failed(_, Some(error)) if error.code() != Code::User => {
                format!("the script fails: {}", error.code().as_str()).into()
            }
            _ => self.status().1.into(),
        }
    }

    fn solved_puzzles(&self) -> impl Iterator<Item = Puzzle> {
        let solutions = self.solutions().unwrap_or_default();
        let alphabet = self.puzzle().alphabet();
        let solved = |s: &Solution| Puzzle::new(self.puzzle().shape(), s.to_masks());
        solutions.iter().filter_map(move |s| Some(solved(s)?.written_in(alphabet)))
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
                let reason = report.reason();
                // A line of its own is a comment to all who read puzzles.
                if self == Notation::LINE {
                    report.puzzle().write(OutputFormat::Line, out);
                    out.push(' ');
                }
                self.comment(&reason, out);
            }
            (Notation::Draw, Some(_)) => {
                let layout = report.kind.drawn(report.placed);
                let (givens, layout) = (Some(report.puzzle()), layout.as_deref());
                let options = DrawOptions { colour: report.colour, givens, layout, ..DrawOptions::default() };
                for solution in report.solved_puzzles() {
                    out.push_str(&solution.draw(&options));
                }
            }
            // The same as below, without a puzzle between board and text.
            (Notation::LINE, Some(solutions)) if report.puzzle().alphabet() == Alphabet::One => {
                for (i, solution) in solutions.iter().enumerate() {
                    if i > 0 {
                        out.push(' ');
                    }
                    solution.write_line(out);
                }
                out.push('\n');
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
