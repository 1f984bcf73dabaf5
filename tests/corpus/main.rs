//! One test for each script or name: `tests/lang`, `tests/regression`, `tests/limit` and `tests/code`, the expressions
//! with answers of other implementations, and the examples of the documentation.
//!
//! The name of a test says how the script runs, its file and title: `plain::lang/lists::append copies`, `stress::…`,
//! `example::sort`. `cargo test --test corpus lists` runs all that has `lists` in its name.

mod examples;
mod expressions;
mod scripts;
#[path = "../support/mod.rs"]
mod support;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

use support::settings::full;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let sample = Sample { whole: full() || arguments.filter.is_some() };
    let mut trials = scripts::trials(sample);
    trials.extend(expressions::trials());
    trials.extend(examples::trials(sample));
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Choice of the tests of a kind that takes long.
#[derive(Clone, Copy)]
struct Sample {
    /// Whether to take all: in a full run, or if the command line has a filter.
    whole: bool,
}

impl Sample {
    /// Returns each `part`th, beginning at `first`; or all.
    fn of<T>(self, part: usize, first: usize, all: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
        let (first, part) = if self.whole { (0, 1) } else { (first, part) };
        all.into_iter().skip(first).step_by(part)
    }
}

/// A test that fails with the mismatches that `run` returns.
fn trial(name: String, run: impl FnOnce() -> Vec<String> + Send + 'static) -> Trial {
    Trial::test(name, move || match run() {
        wrong if wrong.is_empty() => Ok(()),
        wrong => Err(Failed::from(wrong.join("\n"))),
    })
}
