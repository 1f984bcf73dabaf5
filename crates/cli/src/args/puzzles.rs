//! Arguments of the commands that take puzzles: `solve`, `search`, `compare`, `draw`, `hint`, `rate`, `generate`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use klammer_search::puzzle::InputFormat;

use crate::args::values::{
    NOTATION, Range, ResultFormat, VARIANT, VARIANTS, Variant, input_format, input_formats, nodes, notations, page,
    picture, positive, rating, sheet, size, variant,
};

/// Solve puzzles in order and in parallel
#[derive(Debug, Args)]
#[command(after_help = SOLVE_EXAMPLES)]
pub struct Solve {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,

    /// Search as the script FILE says [default: the library's search]
    #[arg(long, value_name = "FILE")]
    pub heuristic: Option<PathBuf>,

    #[arg(long, value_name = "FORMAT", help = NOTATION, long_help = notations())]
    pub to: Option<ResultFormat>,

    /// Solve N puzzles at the same time [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = positive)]
    pub jobs: Option<NonZeroUsize>,

    /// Check that each solution is the only one
    #[arg(long)]
    pub check_unique: bool,

    /// Find all solutions, up to --max-solutions
    #[arg(long, conflicts_with = "check_unique")]
    pub all: bool,

    /// Find at most N solutions of a puzzle
    #[arg(long, value_name = "N", requires = "all", default_value_t = MAX_SOLUTIONS, value_parser = positive)]
    pub max_solutions: NonZeroUsize,

    /// Give up a puzzle after N nodes
    #[arg(long, value_name = "N", value_parser = nodes)]
    pub max_nodes: Option<u64>,

    /// Do not report each failed puzzle on standard error
    #[arg(short, long, conflicts_with = "summary")]
    pub quiet: bool,

    /// Print a summary even if standard error is no terminal
    #[arg(long)]
    pub summary: bool,
}

/// Default of `--max-solutions`.
const MAX_SOLUTIONS: NonZeroUsize = NonZeroUsize::new(1000).unwrap();

const SOLVE_EXAMPLES: &str = "\
Examples:
  klammer solve ..7..3..8..9.5.....4.....2.59.4..6..1..79...4..8.....5.8.....1...5.6.3.......2...
  klammer solve --heuristic mine.lisp --check-unique --summary puzzles.sdm > solutions.sdm
  klammer generate -n 5 | klammer solve - --to json
  klammer solve --timeout 50ms hard.sdm

Each puzzle becomes one line of output, in the order of the input. A puzzle without a solution becomes the puzzle and \
`# no solution`, a malformed one a comment. With --all, a line has all solutions of a puzzle. The limits (--timeout, \
--ticks) hold for each puzzle.

Exit status: 0 when all are solved, 1 when some are not, 2 for a wrong command line or unreadable file, 130 when \
interrupted by Ctrl-C.";

/// Record the search of a puzzle or a program, and draw it as a tree
#[derive(Debug, Args)]
#[command(after_help = SEARCH_EXAMPLES, mut_arg("puzzle", |puzzle| puzzle.value_name("PUZZLE|FILE|PROGRAM").index(1)))]
pub struct Search {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,

    /// Pass ARGUMENT to the program, in *arguments*
    #[arg(value_name = "ARGUMENT", last = true, index = 2)]
    pub arguments: Vec<String>,

    /// Search as the script FILE says [default: the library's search]
    #[arg(long, value_name = "FILE")]
    pub heuristic: Option<PathBuf>,

    /// Write a page that shows the search in any browser
    #[arg(long, value_name = "FILE.html", value_parser = page)]
    pub tree: Option<PathBuf>,

    /// Write the nodes of the search, each as a line of JSON
    #[arg(long, value_name = "FILE.jsonl")]
    pub trace: Option<PathBuf>,

    /// Take the Nth puzzle, or the Nth store or board of a program
    #[arg(long, value_name = "N", default_value = "1", value_parser = positive)]
    pub index: NonZeroUsize,

    /// Find at most N solutions; 2 shows whether the first is unique
    #[arg(long, value_name = "N", default_value = "1", value_parser = positive)]
    pub max_solutions: NonZeroUsize,

    /// Stop after N nodes
    #[arg(long, value_name = "N", default_value = "10000", value_parser = positive)]
    pub max_nodes: NonZeroUsize,
}

const SEARCH_EXAMPLES: &str = "\
Examples:
  klammer search 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4...... --tree tree.html
  klammer search hard.sdm --index 7 --heuristic my.lisp --tree tree.html --trace nodes.jsonl
  klammer search zebra.lisp --tree tree.html

If a program takes the place of the puzzle, the command runs it and records the search of its \
first store of variables, or of its first board if it makes none. Its output goes to standard error.

Exit status: 0, 1 when no solution was found or the script fails, 2 for a wrong command line or puzzle, 130 when \
interrupted by Ctrl-C.";

/// Measure heuristics side by side on the same puzzles
#[derive(Debug, Args)]
#[command(after_help = COMPARE_EXAMPLES)]
pub struct Compare {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,

    /// Measure the script FILE; compare the first with the others
    #[arg(long = "heuristic", value_name = "FILE", required = true)]
    pub heuristics: Vec<PathBuf>,

    /// Measure the library's search, too (default with one heuristic)
    #[arg(long)]
    pub baseline: bool,

    /// Take only the first N puzzles
    #[arg(long, value_name = "N")]
    pub take: Option<usize>,

    /// Check that each solution is the only one
    #[arg(long)]
    pub check_unique: bool,

    /// Give up a puzzle after N nodes
    #[arg(long, value_name = "N", value_parser = nodes)]
    pub max_nodes: Option<u64>,

    /// Solve each puzzle N times and count the shortest time
    #[arg(long, value_name = "N", default_value = "5", value_parser = positive)]
    pub runs: NonZeroUsize,

    /// Write the results in FORMAT (json, too, with --json)
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub format: TableFormat,

    /// Draw nodes and times of the puzzles to FILE.svg
    #[arg(long, value_name = "FILE.svg", value_parser = picture)]
    pub plot: Option<PathBuf>,

    /// Solve N puzzles at the same time; 1 measures most precisely
    #[arg(long, value_name = "N", default_value = "1", value_parser = positive)]
    pub jobs: NonZeroUsize,
}

const COMPARE_EXAMPLES: &str = "\
Examples:
  klammer compare --heuristic mine.lisp hard.sdm
  klammer compare --heuristic mine.lisp --heuristic yours.lisp hard.sdm
  klammer compare --heuristic a.lisp --heuristic b.lisp hard.sdm --take 1000 --check-unique --format json
  klammer compare --heuristic mine.lisp hard.sdm --format latex --plot nodes.svg > table.tex

The limits (--max-nodes, --timeout, --ticks) hold for each puzzle. The scripts run alternately, each in up to five copies.

A difference counts if the range of the typical ratio does not include 1. A difference of 2 % in time does not count. \
The range holds the ratio with 95 % certainty. It has two parts: how puzzles differ (bootstrap over the puzzles), and \
for times how runs differ, each with other copies of the scripts (Student's t over the copies).

Exit status: 0, 1 when a script fails or is wrong, solutions differ or a puzzle could not be read, 2 for a wrong \
command line or unreadable file.";

/// Format of a comparison.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    #[default]
    Text,
    Csv,
    Json,
    Latex,
    Markdown,
}

/// Draw puzzles at the terminal, as a picture, or on pages to print
#[derive(Debug, Args)]
#[command(after_help = DRAW_EXAMPLES)]
pub struct Draw {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,

    /// Show the digits that row, column and box leave to each cell
    #[arg(short, long)]
    pub candidates: bool,

    /// Write a picture in SVG to FILE.svg, or standard output (`-`)
    #[arg(short, long, value_name = "FILE.svg", value_parser = picture)]
    pub output: Option<PathBuf>,

    /// Write a page to print (HTML, or SVG by its name): puzzles, solutions
    #[arg(short, long, value_name = "FILE.html", value_parser = sheet, conflicts_with = "output")]
    pub worksheet: Option<PathBuf>,

    /// Draw lines with +, - and | only
    #[arg(long)]
    pub ascii: bool,

    /// Colour the digits that PUZZLE does not have as givens
    #[arg(long, value_name = "PUZZLE|FILE")]
    pub givens: Option<String>,

    /// Give the picture or page the title TEXT
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
}

const DRAW_EXAMPLES: &str = "\
Examples:
  klammer draw 12343.12.1434321
  klammer draw --candidates -o grid.svg puzzle.sdk
  klammer generate -n 8 --rating 1-1.5 | klammer draw --worksheet week.html -

Exit status: 0, 1 when a puzzle is malformed, 2 for a wrong command line or unreadable file.";

/// Puzzles of a command.
#[derive(Debug, Args)]
pub struct PuzzleArguments {
    /// Read PUZZLE, a file of puzzles, or standard input (`-`)
    #[arg(value_name = "PUZZLE|FILE")]
    pub puzzle: Option<String>,

    #[arg(long, value_name = "FORMAT", default_value = "auto", value_parser = input_format)]
    #[arg(help = "Read puzzles in FORMAT", long_help = input_formats())]
    pub from: InputFormat,

    /// Expect N rows, columns and digits where the format does not say
    #[arg(long, value_name = "N", value_parser = size)]
    pub size: Option<usize>,

    #[arg(long, value_name = "KIND", value_parser = variant, help = VARIANT, long_help = VARIANTS)]
    pub variant: Option<Variant>,
}

/// Explain the next step
#[derive(Debug, Args)]
#[command(after_help = HINT_EXAMPLES)]
pub struct Hint {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,

    /// Load the script FILE first, such as one with techniques
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,

    /// Explain all steps, as far as the techniques lead
    #[arg(long)]
    pub all: bool,

    #[arg(long, value_name = "LANGUAGE", default_value = "en", help = "Explain in LANGUAGE")]
    pub language: Language,

    /// Write steps in FORMAT; json is one object per line
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub to: ReportFormat,
}

const HINT_EXAMPLES: &str = "\
Examples:
  klammer hint 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
  klammer hint --all --language de puzzle.sdk

Sentences count rows and columns from 1: r1c1 is the top left cell. JSON and programs count them from 0.

Exit status: 0, 1 when no technique finds a step in some puzzle, 2 for a wrong command line or unreadable file.";

/// Rate how hard puzzles are
#[derive(Debug, Args)]
#[command(after_help = RATE_EXAMPLES)]
pub struct Rate {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,

    /// Load the script FILE first, such as one with techniques
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,

    /// Write ratings in FORMAT; json is one object per line
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub to: ReportFormat,
}

const RATE_EXAMPLES: &str = "\
Examples:
  klammer rate puzzles.sdm
  klammer rate --to json puzzles.sdm

The rating is that of the hardest step if the solver always makes the easiest, on about the scale of Sudoku Explainer: \
up to 1.5 easy, to 2.8 medium, to 5 hard.

Exit status: 0, 1 when the techniques do not solve some puzzle, 2 for a wrong command line or unreadable file.";

/// Generate puzzles
#[derive(Debug, Args)]
#[command(after_help = GENERATE_EXAMPLES)]
pub struct Generate {
    /// Generate N puzzles
    #[arg(short = 'n', long, value_name = "N", default_value = "1", value_parser = positive)]
    pub count: NonZeroUsize,

    /// Generate puzzles of RATING, such as 4.2 or 4-5 (as rate prints it)
    #[arg(long, value_name = "RATING", value_parser = rating)]
    pub rating: Option<Range>,

    #[arg(long, value_name = "SYMMETRY", default_value = "none", help = "Arrange the givens with SYMMETRY")]
    pub symmetry: Symmetry,

    /// Generate puzzles with N rows, columns and digits
    #[arg(long, value_name = "N", default_value = "9", value_parser = size)]
    pub size: usize,

    #[arg(long, value_name = "KIND", value_parser = variant, help = VARIANT, long_help = VARIANTS)]
    pub variant: Option<Variant>,

    /// Give up after N tries [default: after a second or two]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub tries: Option<NonZeroUsize>,

    /// Load the script FILE first, such as one with techniques
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,

    #[arg(long, value_name = "FORMAT", help = NOTATION, long_help = notations())]
    pub to: Option<ResultFormat>,
}

const GENERATE_EXAMPLES: &str = "\
Examples:
  klammer generate
  klammer generate --rating 4-5 --symmetry half-turn --seed 7
  klammer generate -n 100 --rating 1-1.5 --variant x > easy-x.sdm

Without --seed, each run generates other puzzles and prints the seed that generates them again. The command gives up \
a rating after a second or two, unless --tries, --timeout or --ticks says how long to look. These limits hold for each \
puzzle.

Exit status: 0, 1 when no such puzzle was found, 2 for a wrong command line, 130 when interrupted by Ctrl-C.";

/// Language of the reasons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// English
    En,
    /// German
    De,
}

/// Format of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    Text,
    Json,
}

/// Symmetry of the givens of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Symmetry {
    None,
    HalfTurn,
    QuarterTurn,
    Horizontal,
    Vertical,
    Diagonal,
}

/// The word for a value of the command line.
pub fn word(value: impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string())
}
