//! `klammer fmt`: the layout of programs.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use klammer::syntax::format::{FormatOptions, format};
use klammer::{Engine, Error, syntax};

use crate::args::Fmt;
use crate::console::{self, FAILURE, Output, Reporter, complain};
use crate::files;
use crate::puzzle_input::with_similar_file;
use crate::run::read_stdin;

/// Lays out standard input, or each file.
pub fn run(fmt: &Fmt) -> ExitCode {
    let reporter = Reporter::new(&fmt.options);
    let mut engine = match console::engine(&fmt.options, None, Vec::new(), Output::Errors) {
        Ok(engine) => engine,
        Err(error) => return reporter.error(&error),
    };
    if fmt.paths.is_empty() || fmt.paths == [Path::new("-")] {
        return match standard_input(fmt, &mut engine) {
            Ok(status) => status,
            Err(error) => reporter.error(&error),
        };
    }
    let endings: Vec<&str> = engine.inspect().file_endings().collect();
    let (mut found, mut is_fine) = (Vec::new(), true);
    for path in &fmt.paths {
        match if path.is_dir() { files::below(path, &endings) } else { Ok(vec![path.clone()]) } {
            Ok(mut more) => found.append(&mut more),
            Err(cause) => {
                complain(&format!("cannot read {}: {cause}", path.display()));
                is_fine = false;
            }
        }
    }
    for path in &found {
        is_fine &= match file(fmt, path, &mut engine) {
            Ok(is_fine) => is_fine,
            Err(error) => {
                reporter.error(&with_similar_file(error, Some(path)));
                false
            }
        };
    }
    if is_fine { ExitCode::SUCCESS } else { ExitCode::from(FAILURE) }
}

/// Returns a text with the usual layout.
fn laid_out(fmt: &Fmt, name: &str, text: &str, engine: &mut Engine) -> Result<String, Error> {
    engine.inspect().check_syntax(name, text)?;
    Ok(format(text, &FormatOptions { grammar: engine.inspect().grammar(name, text), width: fmt.width }))
}

fn standard_input(fmt: &Fmt, engine: &mut Engine) -> Result<ExitCode, Error> {
    let text = read_stdin(engine)?;
    let new = laid_out(fmt, "<stdin>", &text, engine)?;
    if !fmt.check {
        return Ok(console::status_of(console::write_out(&new), ExitCode::SUCCESS));
    }
    if new != text {
        complain("<stdin> would change");
    }
    Ok(if new == text { ExitCode::SUCCESS } else { ExitCode::from(FAILURE) })
}

/// Lays a file out. Returns false if it would change and may not, or cannot be written.
fn file(fmt: &Fmt, path: &Path, engine: &mut Engine) -> Result<bool, Error> {
    let name = path.display().to_string();
    let text = fs::read(path).and_then(syntax::text_from_bytes).map_err(|cause| Error::unreadable(&name, &cause))?;
    let new = laid_out(fmt, &name, &text, engine)?;
    if new == text {
        return Ok(true);
    }
    if fmt.check {
        complain(&format!("{name} would change"));
        return Ok(false);
    }
    let written = console::write_file(path, &new);
    if let Err(cause) = &written {
        complain(&format!("cannot write {name}: {cause}"));
    }
    Ok(written.is_ok())
}
