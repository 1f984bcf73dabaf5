//! `klammer run`: one program from a file, standard input or the command line.

use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::process::ExitCode;

use klammer::{Engine, Error, Handle, syntax};

use crate::args::{Options, Program, Run};
use crate::console::{self, Output, Patience, Reporter, complain};
use crate::similar::with_similar_file;
use crate::{args, heuristic, misplaced, outcome, shell, silent, source};

/// Characters of a value that nobody has asked for.
const MOST_SHOWN: usize = 60;

/// Runs the program with `*arguments*` bound to its own arguments.
pub fn run(run: &Run, program: Program) -> ExitCode {
    let (options, arguments) = (&run.options, run.arguments());
    let script = match &program {
        Program::File(path) => Some(path.as_path()),
        Program::Stdin | Program::Expression(_) => None,
    };
    if let Some(message) = script.and_then(source::no_program) {
        complain(&message);
        return ExitCode::from(console::USAGE);
    }
    let is_misplaced = script.filter(|_| !arguments.is_empty() && !options.json);
    let call = format!("{} run", options.tool.name);
    if let Some(advice) = is_misplaced.and_then(|s| misplaced::advice(s, &arguments, &call, args::is_option_of_run)) {
        complain(&advice);
    }
    let name = script.map_or_else(|| options.tool.name.to_string(), |path| path.display().to_string());
    let command_line = std::iter::once(name).chain(arguments.iter().cloned()).collect();
    let result = console::engine(options, script, command_line, Output::Standard)
        .map_err(|error| with_similar_file(error, script))
        .and_then(|mut engine| {
            let result = evaluate(&mut engine, options, program, arguments);
            // The process ends here: to give its memory back piece by piece would be lost time.
            std::mem::forget(engine);
            result
        });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => Reporter::new(options).error(&error),
    }
}

fn evaluate(engine: &mut Engine, options: &Options, program: Program, arguments: Vec<String>) -> Result<(), Error> {
    engine.set("*arguments*", arguments.as_slice())?;
    match program {
        Program::File(path) => {
            console::catch_ctrl_c(&engine.interrupt_handle(), Patience::Once);
            let value: Handle = engine.eval_file(&path).map_err(|error| with_similar_file(error, Some(&path)))?;
            if is_silent(options)
                && let Some(text) = text_for_notes(&path)
            {
                tell_last_value(engine, &value, &path.display().to_string(), &text)?;
            }
            // A program that has loaded no search is not looked at again.
            if !options.json
                && engine.get::<()>("search-level").is_ok()
                && let Some(text) = text_for_notes(&path)
            {
                let heuristic = heuristic::note(&path, &text, &arguments, options.tool.name);
                let name = path.display().to_string();
                heuristic.into_iter().chain(outcome::notes(engine, &name, &text)).for_each(|note| complain(&note));
            }
            Ok(())
        }
        Program::Stdin => {
            let text = read_stdin(engine.limits().memory).map_err(|cause| Error::unreadable("<stdin>", &cause))?;
            // Only now, so that Ctrl-C ends at once a program that waits for its text.
            console::catch_ctrl_c(&engine.interrupt_handle(), Patience::Once);
            let value: Handle = engine.eval_named("<stdin>", &text)?;
            if is_silent(options) {
                tell_last_value(engine, &value, "the program", &text)?;
            }
            if !options.json && engine.get::<()>("search-level").is_ok() {
                outcome::notes(engine, "the program", &text).iter().for_each(|note| complain(note));
            }
            Ok(())
        }
        Program::Expression(text) => {
            console::catch_ctrl_c(&engine.interrupt_handle(), Patience::Once);
            let evaluated = engine.eval_named("<command line>", &text);
            let value: Handle = evaluated.map_err(|error| shell::with_help(error, &text, options.tool.name))?;
            let shown = engine.show(&value)?;
            engine.fresh_line()?;
            match shown {
                // A long text is there once only: a copy would be on nobody's account.
                Some(shown) => engine.write(&shown).and_then(|()| engine.write("\n")),
                None => Ok(()),
            }
        }
    }
}

/// Has nothing been written that anybody could see?
fn is_silent(options: &Options) -> bool {
    !options.json && options.modules.is_empty() && !console::has_written()
}

/// Says what the last value of a silent program is, if that may be what it was written for.
fn tell_last_value(engine: &mut Engine, value: &Handle, name: &str, text: &str) -> Result<(), Error> {
    let shown = engine.show_within(value, MOST_SHOWN)?;
    if let Some(note) = shown.and_then(|shown| silent::note(name, text, &shown)) {
        complain(&note);
    }
    Ok(())
}

/// Bytes of a program that notes about it are made of at most: nobody has written more by hand.
const MOST_NOTED: u64 = 1 << 20;

fn text_for_notes(path: &Path) -> Option<String> {
    let is_short = fs::metadata(path).is_ok_and(|file| file.len() <= MOST_NOTED);
    if is_short { fs::read_to_string(path).ok() } else { None }
}

/// All of standard input. It may be endless: more than the memory limit is not worth waiting for, and an engine keeps a
/// copy of its text.
pub fn read_stdin(limit: usize) -> io::Result<String> {
    let limit = limit / 2;
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(limit as u64).read_to_end(&mut bytes)?;
    if read == limit {
        return Err(io::Error::new(ErrorKind::FileTooLarge, "it is larger than the memory limit"));
    }
    syntax::text_from_bytes(bytes)
}
