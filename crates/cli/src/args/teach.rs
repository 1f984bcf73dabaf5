//! Arguments of the commands for people who solve by hand: `hint`, `rate`, `generate`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::values::{
    NOTATION, Notation, Range, VARIANT, VARIANTS, Variant, notations, positive, rating, size, variant,
};
use super::{Options, PuzzleArguments};

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
    pub to: Form,

    #[command(flatten)]
    pub options: Options,
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
    pub to: Form,

    #[command(flatten)]
    pub options: Options,
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

    /// Generate puzzles of RATING, such as 4.2 or 4-5 (see klammer rate)
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
    pub to: Option<Notation>,

    #[command(flatten)]
    pub options: Options,
}

const GENERATE_EXAMPLES: &str = "\
Examples:
  klammer generate
  klammer generate --rating 4-5 --symmetry half-turn --seed 7
  klammer generate -n 100 --rating 1-1.5 --variant x > easy-x.sdm

Without --seed, each run generates other puzzles and prints the seed that generates them again. The command gives up \
a rating after a second or two, unless --tries, --timeout or --fuel says how long to look. These limits hold for each \
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
