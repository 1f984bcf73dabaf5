//! Arguments of the commands that find mistakes in programs: `check`, `test`.

use std::path::PathBuf;

use clap::Args;
use klammer::syntax::format::FormatOptions;

use super::Options;

/// Find mistakes in programs without running them
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub struct Check {
    /// Check FILE, or standard input (`-`)
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub options: Options,
}

const CHECK_EXAMPLES: &str = "\
Reads every form, expands its macros and compiles it. Definitions take effect, and what a file requires is loaded. \
Nothing is written.

Examples:
  klammer check *.lisp
  klammer check --deny-warnings --json solver.lisp

Exit status: 0, 1 when there is a mistake or a file cannot be read, 2 for a wrong command line.";

/// Lay programs out: indentation, blanks, closing parentheses
#[derive(Debug, Args)]
#[command(after_help = FMT_EXAMPLES)]
pub struct Fmt {
    /// Format the file PATH, or all programs in a folder
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Change nothing; name the files whose layout would change
    #[arg(long)]
    pub check: bool,

    /// Break lines longer than COLUMNS
    #[arg(long, value_name = "COLUMNS", default_value_t = FormatOptions::default().width)]
    pub width: usize,

    #[command(flatten)]
    pub options: Options,
}

const FMT_EXAMPLES: &str = "\
Comments, line breaks and all that is read stay. Without PATH, standard input is formatted to standard output. \
The dialect is that of the file's ending, of (require 'DIALECT) in it, or of -r DIALECT.

Examples:
  klammer fmt solver.lisp
  klammer fmt --check lisp examples
  klammer fmt < solver.lisp

Exit status: 0, 1 when a file cannot be read or, with --check, would change, 2 for a wrong command line.";

/// Run the examples and tests in programs
#[derive(Debug, Args)]
#[command(after_help = TEST_EXAMPLES)]
pub struct Test {
    /// Test FILE, or the files in FOLDER that end in .lisp [default: .]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Run only those with TEXT in the name or expression
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,

    /// Replace expected results in the files by actual ones
    #[arg(long)]
    pub update: bool,

    /// Write the results to FILE in the format of JUnit, too
    #[arg(long, value_name = "FILE.xml")]
    pub junit: Option<PathBuf>,

    #[command(flatten)]
    pub options: Options,
}

const TEST_EXAMPLES: &str = "\
An example is a form and, after it, a comment with the expected result. Examples at top level run while the file is \
loaded. Examples in docstrings run after that, each independently:
  (area 2 3)  ;=> 6             the value, as printed
  (area 2 'x) ;!! wrong-type    an error, by its code
  (print 'a)  ;>> a             the output

(deftest NAME BODY...) is a test: it fails if an error ends its body, such as one of (assert (= (area 2 3) 6)).

With --json, each example or test is an object on a line, and the last line counts them. --update replaces \
a value by a value, an error by an error and output by output.

Examples:
  klammer test shapes.lisp
  klammer test --timeout 5 --junit results.xml src
  klammer test --filter area --update shapes.lisp

Exit status: 0, 1 when an example fails or a file fails, 2 for a wrong command line.";
