//! The commands that work on puzzles: `solve`, `search`, `compare` and `plot`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use klammer::SearchBudget;
use klammer::puzzle::InputFormat;

use super::Options;
use super::values::{
    Notation, VARIANTS, Variant, budget, input_format, input_formats, notations, page, positive, variant,
};

/// Solve puzzles by a script: one, or all of a file, in order and in parallel
#[derive(Debug, Args)]
#[command(after_help = SOLVE_EXAMPLES)]
pub struct Solve {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,

    /// The script that solves them [default: the library's own search]
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,

    #[arg(long, value_name = "FORMAT", help = notations())]
    pub format: Option<Notation>,

    /// Work on so many puzzles at the same time [default: one for each core]
    #[arg(short, long, value_name = "N", value_parser = positive)]
    pub jobs: Option<NonZeroUsize>,

    /// Prove each solution to be the only one
    #[arg(long)]
    pub unique: bool,

    /// Find all solutions, up to --limit
    #[arg(long, conflicts_with = "unique")]
    pub all: bool,

    /// Of one puzzle, find at most K solutions
    #[arg(long, value_name = "K", requires = "all", default_value_t = MOST_SOLUTIONS, value_parser = positive)]
    pub limit: NonZeroUsize,

    /// Give a puzzle up after so many nodes (10000), milliseconds (50ms) or seconds (2s)
    #[arg(long, value_name = "NODES|TIME", value_parser = budget)]
    pub budget: Option<SearchBudget>,

    /// Say nothing on standard error of single puzzles
    #[arg(short, long, conflicts_with = "summary")]
    pub quiet: bool,

    /// Say at the end what came out, also where standard error is no terminal
    #[arg(long)]
    pub summary: bool,

    #[command(flatten)]
    pub options: Options,
}

/// Limit of `solve --all` without `--limit`.
const MOST_SOLUTIONS: NonZeroUsize = NonZeroUsize::new(1000).unwrap();

const SOLVE_EXAMPLES: &str = "\
Examples:
  klammer solve ..7..3..8..9.5.....4.....2.59.4..6..1..79...4..8.....5.8.....1...5.6.3.......2...
  klammer solve --script mine.lisp --unique --summary puzzles.sdm > solutions.sdm
  klammer generate -n 5 | klammer solve - --format json

Of each puzzle there is one line of output, in their order. A line of a puzzle without a solution is the puzzle and \
`# no solution`; that of a malformed one is a comment. With --all, the solutions of a puzzle stand on one line. \
Limits (--fuel, --time) hold for each puzzle.

Exit status: 0 when all are solved, 1 when some are not, 2 for a wrong command line or unreadable file, 130 when \
interrupted by Ctrl-C.";

/// Record a search, for a puzzle or by a program, and draw it as a tree
#[derive(Debug, Args)]
#[command(after_help = SEARCH_EXAMPLES)]
pub struct Search {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,

    /// Pass these words to a program as *arguments*
    #[arg(value_name = "ARGUMENT", last = true)]
    pub arguments: Vec<String>,

    /// The script that solves it [default: the library's own search]
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,

    /// Write a page that shows the search in any browser
    #[arg(long, value_name = "FILE.html", value_parser = page)]
    pub tree: Option<PathBuf>,

    /// Write the steps of the search, each as a line of JSON
    #[arg(long, value_name = "FILE.jsonl")]
    pub trace: Option<PathBuf>,

    /// Take the Nth of the puzzles, or of the stores or boards that a program searches
    #[arg(long, value_name = "N", default_value = "1", value_parser = positive)]
    pub number: NonZeroUsize,

    /// Look for as many solutions: 2 to see how one is proved to be the only one
    #[arg(long, value_name = "K", default_value = "1", value_parser = positive)]
    pub solutions: NonZeroUsize,

    /// Stop after so many steps
    #[arg(long, value_name = "N", default_value = "10000", value_parser = positive)]
    pub max_nodes: NonZeroUsize,

    #[command(flatten)]
    pub options: Options,
}

const SEARCH_EXAMPLES: &str = "\
Examples:
  klammer search 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4...... --tree tree.html
  klammer search hard.sdm --number 7 --script my.lisp --tree tree.html --trace steps.jsonl
  klammer search zebra.lisp --tree tree.html

A program in the place of the puzzle is run, and the first store of variables and constraints that it searches is \
recorded; what it prints goes to standard error.

Exit status: 0, 1 when no solution was found or the script fails, 2 for a wrong command line or puzzle, 130 when \
interrupted by Ctrl-C.";

/// Measure scripts side by side on the same puzzles
#[derive(Debug, Args)]
#[command(after_help = COMPARE_EXAMPLES)]
pub struct Compare {
    /// The scripts; the first is compared with each of the others, one alone with the library's own search
    #[arg(value_name = "SCRIPT", required = true)]
    pub scripts: Vec<PathBuf>,

    /// Compare with the library's own search, too
    #[arg(long)]
    pub baseline: bool,

    /// The puzzles: a file, `-` for standard input, or one itself
    #[arg(long, value_name = "PUZZLE|FILE")]
    pub on: String,

    #[arg(long, value_name = "KIND", value_parser = variant, help = VARIANTS)]
    pub variant: Option<Variant>,

    /// Take only the first N puzzles
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,

    /// Prove each solution to be the only one
    #[arg(long)]
    pub unique: bool,

    /// Give a puzzle up after so many nodes (10000), milliseconds (50ms) or seconds (2s)
    #[arg(long, value_name = "NODES|TIME", value_parser = budget)]
    pub budget: Option<SearchBudget>,

    /// Let each script solve each puzzle so many times, in turn and in up to five copies; the shortest time counts
    #[arg(long, value_name = "N", default_value = "5", value_parser = positive)]
    pub turns: NonZeroUsize,

    /// Work on so many puzzles at the same time; times are more precise with one
    #[arg(long, value_name = "N", default_value = "1", value_parser = positive)]
    pub jobs: NonZeroUsize,

    #[command(flatten)]
    pub options: Options,
}

const COMPARE_EXAMPLES: &str = "\
Examples:
  klammer compare mine.lisp --on hard.sdm
  klammer compare mine.lisp yours.lisp --on hard.sdm
  klammer compare a.lisp b.lisp c.lisp --on hard.sdm --limit 1000 --unique --json

Budgets and limits (--budget, --fuel, --time) hold for each puzzle.

A difference counts if the range of the typical ratio does not include 1; of times, 2 % are no difference. The range \
holds the ratio with 95 % certainty. It has two parts: how puzzles differ (bootstrap over the puzzles), and for times \
how turns differ, in each of which other copies of the scripts are measured (Student's t over the copies).

Exit status: 0, 1 when a script fails or is wrong, solutions differ or a puzzle could not be read, 2 for a wrong \
command line or unreadable file.";

/// Draw puzzles at the terminal, or one as a picture
#[derive(Debug, Args)]
#[command(after_help = PLOT_EXAMPLES)]
pub struct Plot {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,

    /// Show the digits that row, column and box leave for each cell
    #[arg(short, long)]
    pub candidates: bool,

    /// Write a picture in SVG; `-` writes it to standard output
    #[arg(short, long, value_name = "FILE.svg")]
    pub output: Option<PathBuf>,

    /// Draw lines with +, - and | only
    #[arg(long)]
    pub ascii: bool,

    /// The puzzle as it was given: digits beyond it have another colour
    #[arg(long, value_name = "PUZZLE|FILE")]
    pub givens: Option<String>,

    /// The title of the picture
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,

    #[command(flatten)]
    pub options: Options,
}

const PLOT_EXAMPLES: &str = "\
Examples:
  klammer plot 12343.12.1434321
  klammer plot --candidates -o grid.svg puzzle.sdk

Exit status: 0, 1 when a puzzle is malformed, 2 for a wrong command line or unreadable file.";

/// Puzzles of a command.
#[derive(Debug, Args)]
pub struct PuzzleArguments {
    /// Puzzle, file of puzzles, or `-`; may be omitted with --variant killer:FILE
    #[arg(value_name = "PUZZLE|FILE")]
    pub puzzle: Option<String>,

    #[arg(long, value_name = "FORMAT", default_value = "auto", value_parser = input_format, help = input_formats())]
    pub input: InputFormat,

    /// The number of rows, columns and digits, where the format does not tell
    #[arg(long, value_name = "N")]
    pub size: Option<usize>,

    #[arg(long, value_name = "KIND", value_parser = variant, help = VARIANTS)]
    pub variant: Option<Variant>,
}
