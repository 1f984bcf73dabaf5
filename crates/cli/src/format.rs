//! `klammer fmt`: the layout of programs.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use klammer::syntax::format::{FormatOptions, format};
use klammer::{Engine, Error, syntax};

use crate::args::Fmt;
use crate::console::{self, FAILURE, Output, Reporter, complain};
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
    let (mut files, mut is_fine) = (Vec::new(), true);
    for path in &fmt.paths {
        if let Err(cause) = collect(path, &endings, &mut files) {
            complain(&format!("cannot read {}: {cause}", path.display()));
            is_fine = false;
        }
    }
    for path in &files {
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

/// Adds a file, or the programs in a folder and in the folders inside it, by name.
fn collect(path: &Path, endings: &[&str], files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    let mut entries = fs::read_dir(path)?.map(|entry| entry.map(|e| e.path())).collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    for entry in entries {
        let is_program = || entry.extension().and_then(|e| e.to_str()).is_some_and(|e| endings.contains(&e));
        // A link may lead back to a folder around it.
        let is_folder = entry.is_dir() && !entry.is_symlink();
        if is_folder || entry.is_file() && is_program() {
            collect(&entry, endings, files)?;
        }
    }
    Ok(())
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
