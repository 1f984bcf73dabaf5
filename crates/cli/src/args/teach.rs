//! The words of the commands for people who solve by hand: `hint`, `rate`, `generate`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::values::{Notation, Range, Variant, positive, rating, variant};
use super::{Options, PuzzleArguments};

/// Say what the next step is, and why
#[derive(Debug, Args)]
#[command(after_help = HINT_EXAMPLES)]
pub struct Hint {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,

    /// A script that is loaded first, such as one with rules of your own
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,

    /// All steps, as far as the rules lead
    #[arg(long)]
    pub all: bool,

    #[arg(long, value_name = "LANGUAGE", default_value = "en", help = "The language of the reasons")]
    pub language: Language,

    /// Write steps as text, or each as a line of JSON
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Form,

    #[command(flatten)]
    pub options: Options,
}

const HINT_EXAMPLES: &str = "\
Examples:
  klammer hint 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
  klammer hint --all --language de puzzle.sdk

In sentences, r1c1 is the cell in the top left corner. In JSON and in programs, its row and column are 0.

Exit status: 0, 1 when no rule finds a step in some puzzle, 2 for a wrong command line or unreadable file.";

/// Say how hard puzzles are
#[derive(Debug, Args)]
#[command(after_help = RATE_EXAMPLES)]
pub struct Rate {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,

    /// A script that is loaded first, such as one with rules of your own
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,

    /// Write the puzzle, its rating and its hardest rule as text, or each as a line of JSON
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Form,

    #[command(flatten)]
    pub options: Options,
}

const RATE_EXAMPLES: &str = "\
Examples:
  klammer rate puzzles.sdm
  klammer rate --format json puzzles.sdm

The rating is that of the hardest step if the easiest is always made, about as Sudoku Explainer has it: up to 1.5 \
easy, to 2.8 medium, to 5 hard.

Exit status: 0, 1 when the rules do not solve some puzzle, 2 for a wrong command line or unreadable file.";

/// Make new puzzles
#[derive(Debug, Args)]
#[command(after_help = GENERATE_EXAMPLES)]
pub struct Generate {
    /// Make N puzzles
    #[arg(short = 'n', long, value_name = "N", default_value = "1", value_parser = positive)]
    pub count: NonZeroUsize,

    /// Make puzzles of this rating, or with a hyphen from the least to the greatest (see klammer rate)
    #[arg(long, value_name = "RATING", value_parser = rating)]
    pub rating: Option<Range>,

    #[arg(long, value_name = "SYMMETRY", default_value = "none", help = "Where givens stand")]
    pub symmetry: Symmetry,

    /// The number of rows, columns and digits
    #[arg(long, value_name = "N", default_value = "9")]
    pub size: usize,

    #[arg(long, value_name = "KIND", value_parser = variant, help = super::values::VARIANTS)]
    pub variant: Option<Variant>,

    /// Give up after N puzzles that are not as requested [default: within a second or two]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub tries: Option<NonZeroUsize>,

    /// A script that is loaded first, such as one with rules of your own
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,

    /// Write puzzles as `draw`, `json`, or in a format of puzzles [default: draw for one at a terminal, else line]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Notation>,

    #[command(flatten)]
    pub options: Options,
}

const GENERATE_EXAMPLES: &str = "\
Examples:
  klammer generate
  klammer generate --rating 4-5 --symmetry half-turn --seed 7
  klammer generate -n 100 --rating 1-1.5 --variant x > easy-x.sdm

Without --seed, each run makes other puzzles, and says the seed that makes them again. A rating that is not found \
within a second or two is given up, unless --tries, --time or --fuel says how long to look. They hold for each puzzle: \
--time 5 gives up when one takes longer than five seconds.

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
pub enum Form {
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
