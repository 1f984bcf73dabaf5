//! Outcome of a puzzle, and counts of each outcome.

use std::borrow::Cow;
use std::ops::AddAssign;
use std::time::Duration;

use klammer::inspect::SearchStatistics;
use klammer::{Code, Error};
use klammer_search::board::{Board, Conflict};
use klammer_search::puzzle::{DrawOptions, LocatedPuzzle, Malformed, OutputFormat, Puzzle};
use serde::Serialize;

use crate::args::ResultFormat;
use crate::puzzle_input::BoardKind;
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
    /// Counts the outcome of a search for at most `bound` solutions.
    pub fn count(&self, all: bool, bound: usize, counts: &mut Counts) {
        match self {
            Outcome::Solved(solutions) => {
                counts.solutions += solutions.len() as u64;
                counts.stopped += u64::from(all && solutions.len() >= bound);
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
        let place = format!("{file}:{line}");
        let (message, error) = match self {
            Outcome::Interrupted(Some(error)) => (&error.to_string(), Some(error)),
            Outcome::Failed(message, error) => (message, error.as_ref()),
            _ => return None,
        };
        Some(Complaint { text: format!("{place}: {message}"), cause: error.map(|error| (place, error.clone())) })
    }
}

/// Returns the outcome of a puzzle from the solutions of a script, which may be wrong.
pub fn judge(puzzle: &Board, solutions: Vec<Solution>, nodes: u64) -> Outcome {
    if solutions.iter().any(|solution| !solution.solves(puzzle)) {
        return Outcome::Failed("the script returned something that is not a solution".into(), None);
    }
    match solutions.len() {
        0 => without_solution(puzzle, nodes),
        _ => Outcome::Solved(solutions),
    }
}

/// Returns the outcome of a puzzle in which a search of `nodes` nodes has found no solution. Looks for a solution,
/// because the script may have left out values or cells.
fn without_solution(puzzle: &Board, nodes: u64) -> Outcome {
    if let Some(clash) = Conflict::on(puzzle) {
        return Outcome::Unsolvable(format!("no solution: {clash}"));
    }
    let nodes = if nodes == 1 { "1 node".to_string() } else { format!("{nodes} nodes") };
    match puzzle.count_solutions(1, MAX_CHECK_NODES) {
        Some(1..) => {
            let causes = "it leaves out digits or cells, or changes a board that it was given (assign! for assign)";
            Outcome::Failed(format!("the script finds no solution, and there is one: {causes}"), None)
        }
        Some(0) => Outcome::Unsolvable(format!("no solution: refuted with {nodes}")),
        None => Outcome::Unsolvable(format!("no solution found with {nodes}")),
    }
}

/// Nodes after which the search for a solution ends.
const MAX_CHECK_NODES: u64 = 5000;

/// Number of puzzles with each outcome.
#[derive(Clone, Copy, Default)]
pub struct Counts {
    pub solved: u64,
    pub unsolvable: u64,
    pub several: u64,
    pub given_up: u64,
    pub failed: u64,
    pub malformed: u64,
    /// Searches for all solutions that ended at `--max-solutions`.
    pub stopped: u64,
    pub solutions: u64,
    pub nodes: u64,
    pub failures: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, more: Counts) {
        let Counts { solved, unsolvable, several, given_up, failed, malformed, stopped, solutions, nodes, failures } =
            more;
        self.solved += solved;
        self.unsolvable += unsolvable;
        self.several += several;
        self.given_up += given_up;
        self.failed += failed;
        self.malformed += malformed;
        self.stopped += stopped;
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

/// All that is known of one puzzle.
pub struct Report<'a> {
    pub placed: &'a LocatedPuzzle,
    pub outcome: &'a Outcome,
    pub statistics: SearchStatistics,
    pub time: Duration,
    /// All solutions are wanted: several are no failure.
    pub all: bool,
    /// Most solutions that the search looks for.
    pub bound: usize,
    /// Drawings have colours.
    pub colour: bool,
    /// Kind of board whose lines drawings show.
    pub kind: &'a BoardKind,
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
            Outcome::Solved(found) if self.all && found.len() >= self.bound => {
                ("solved", "stopped at --max-solutions: there may be more")
            }
            Outcome::Solved(_) if self.solutions().is_some() => ("solved", ""),
            Outcome::Solved(_) => ("several", "several solutions"),
            Outcome::Unsolvable(message) => ("unsolvable", message),
            Outcome::GivenUp => ("given-up", "given up: --max-nodes is reached"),
            Outcome::Limit(message) => ("given-up", message),
            Outcome::Failed(message, _) => ("failed", message),
            Outcome::Interrupted(_) => ("interrupted", "interrupted"),
        }
    }

    /// Writes the outcome for people. Standard error has an error of the script once for all puzzles. The script's own
    /// messages may concern this puzzle.
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
#[derive(Serialize, Default)]
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

impl ResultFormat {
    /// Returns whether each puzzle takes one line.
    fn is_line_by_line(self) -> bool {
        matches!(self, ResultFormat::Text(format) if !format.has_several_lines()) || self == ResultFormat::Objects
    }

    pub fn write(self, report: &Report, out: &mut String) {
        match (self, report.solutions()) {
            (ResultFormat::Objects, _) => self.write_object(report, out),
            (_, None) => {
                let reason = report.reason();
                // A line of its own is a comment to all who read puzzles.
                if self == ResultFormat::LINE {
                    report.puzzle().write(OutputFormat::Line, out);
                    out.push(' ');
                }
                self.comment(&reason, out);
            }
            (ResultFormat::Draw, Some(_)) => {
                let layout = report.kind.drawn(report.placed);
                let (givens, layout) = (Some(report.puzzle()), layout.as_deref());
                let options = DrawOptions { colour: report.colour, givens, layout, ..DrawOptions::default() };
                for solution in report.solved_puzzles() {
                    out.push_str(&solution.draw(&options));
                }
            }
            (ResultFormat::Text(format), Some(_)) => {
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
        if self == ResultFormat::Objects {
            let status = "malformed";
            let object = Object { line: malformed.line, status, message: &message, ..Object::default() };
            push_object(&object, out);
        } else {
            self.comment(&message, out);
        }
    }

    /// A line that is skipped where puzzles are read.
    fn comment(self, text: &str, out: &mut String) {
        let text = text.lines().next().unwrap_or_default();
        match self {
            ResultFormat::Text(format) => out.push_str(&format.comment(text)),
            ResultFormat::Draw | ResultFormat::Objects => out.push_str(text),
        }
        out.push('\n');
    }
}

fn push_object(object: &Object, out: &mut String) {
    // Strings, numbers and lists of them can always be written.
    out.push_str(&serde_json::to_string(object).unwrap_or_default());
    out.push('\n');
}
