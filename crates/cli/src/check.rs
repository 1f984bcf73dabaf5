//! `klammer check`: what is wrong with programs, without running them.

use std::path::Path;
use std::process::ExitCode;

use klammer::{Code, Diagnostics, Error};

use crate::args::{Check, Options};
use crate::console::{self, FAILURE, Output, Reporter, complain};
use crate::puzzle_input::{self, with_similar_file};
use crate::run::read_stdin;

/// Shows what is wrong, file by file and from top to bottom.
pub fn check(check: &Check) -> ExitCode {
    let reporter = Reporter::new(&check.options);
    let mut is_fine = true;
    if let Some(message) = check.files.iter().find_map(|path| puzzle_input::no_program(path)) {
        complain(&message);
        return ExitCode::from(console::USAGE);
    }
    for path in &check.files {
        match checkup(&check.options, path) {
            Ok(found) => {
                is_fine &= found.errors.is_empty() && (found.warnings.is_empty() || !check.options.deny_warnings);
                show(reporter, &found);
            }
            Err(error) => {
                is_fine = false;
                reporter.error(&with_similar_file(error, Some(path)));
            }
        }
    }
    if is_fine { ExitCode::SUCCESS } else { ExitCode::from(FAILURE) }
}

/// Each file is a program of its own: none knows what another has defined.
fn checkup(options: &Options, path: &Path) -> Result<Diagnostics, Error> {
    let script = (path != Path::new("-")).then_some(path);
    let mut engine = console::engine(options, script, Vec::new(), Output::Errors)?;
    match script {
        // A file that cannot be read is an error of the command, not of a program.
        Some(path) => match engine.check(path) {
            Diagnostics { errors, .. }
                if errors.first().is_some_and(|e| e.code() == Code::File && e.place().is_none()) =>
            {
                Err(errors[0].clone())
            }
            found => Ok(found),
        },
        None => {
            let text = read_stdin(&mut engine)?;
            Ok(engine.check(("<stdin>", &text)))
        }
    }
}

fn show(reporter: Reporter, found: &Diagnostics) {
    let errors = found.errors.iter().map(|error| (error, true));
    let mut all: Vec<_> = errors.chain(found.warnings.iter().map(|warning| (warning, false))).collect();
    all.sort_by_key(|(found, _)| found.place().map(|place| (place.line(), place.column())));
    for (found, is_error) in all {
        if is_error {
            reporter.error(found);
        } else {
            reporter.warning(found);
        }
    }
}
