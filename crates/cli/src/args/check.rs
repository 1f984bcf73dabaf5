//! The words of the commands that look for what is wrong with programs: `check`, `test`.

use std::path::PathBuf;

use clap::Args;

use super::Options;

/// Find what is wrong with programs, without running them
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub struct Check {
    /// The files; `-` is standard input
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

Exit status: 0, 1 when something is wrong or a file cannot be read, 2 for a wrong command line.";

/// Try the examples that stand in programs
#[derive(Debug, Args)]
#[command(after_help = TEST_EXAMPLES)]
pub struct Test {
    /// The files
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub options: Options,
}

const TEST_EXAMPLES: &str = "\
A line that says what comes of the form before it is an example. Those at top level are tried as the file is loaded, \
those in docstrings after that, each as if nothing had been tried before it:
  (area 2 3)  ;=> 6             the value, as it is printed
  (area 2 'x) ;!! wrong-type    an error, by its code
  (print 'a)  ;>> a             what is written

With --json, each example is an object on a line, and the last line counts them.

Examples:
  klammer test shapes.lisp
  klammer test --time 5 *.lisp

Exit status: 0, 1 when an example is not true or a file fails, 2 for a wrong command line.";
