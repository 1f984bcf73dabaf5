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

/// Try the examples and tests that stand in programs
#[derive(Debug, Args)]
#[command(after_help = TEST_EXAMPLES)]
pub struct Test {
    /// Files, and folders with files that end in .lisp [default: .]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Try only what has this text in its name or expression
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,

    /// Write what comes into the files, in place of what they say
    #[arg(long)]
    pub update: bool,

    /// Write the results in the format of JUnit, too
    #[arg(long, value_name = "FILE.xml")]
    pub junit: Option<PathBuf>,

    #[command(flatten)]
    pub options: Options,
}

const TEST_EXAMPLES: &str = "\
A line that says what comes of the form before it is an example. Those at top level are tried as the file is loaded, \
those in docstrings after that, each as if nothing had been tried before it:
  (area 2 3)  ;=> 6             the value, as it is printed
  (area 2 'x) ;!! wrong-type    an error, by its code
  (print 'a)  ;>> a             what is written

(deftest NAME BODY...) is a test: it fails if an error ends its body, such as one of (assert (= (area 2 3) 6)).

With --json, each example or test is an object on a line, and the last line counts them. --update leaves tests alone, \
and examples of which another kind of outcome comes, such as an error in place of a value.

Examples:
  klammer test shapes.lisp
  klammer test --time 5 --junit results.xml src
  klammer test --filter area --update shapes.lisp

Exit status: 0, 1 when an example is not true or a file fails, 2 for a wrong command line.";
