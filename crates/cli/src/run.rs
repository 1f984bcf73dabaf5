//! `klammer run`: one program from a file, standard input or the command line.

use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::process::ExitCode;

use klammer::{Engine, Error, Handle, Limits, syntax};

use crate::args::{Program, Run};
use crate::console::{self, Output, Patience, Reporter, complain};
use crate::puzzle_input::{self, with_similar_file};

/// Runs the program with `*arguments*` bound to its own arguments.
pub fn run(run: &Run, program: Program) -> ExitCode {
    let (options, arguments) = (&run.options, run.arguments());
    let script = match &program {
        Program::File(path) => Some(path.as_path()),
        Program::Stdin | Program::Expression(_) => None,
    };
    if let Some(message) = script.and_then(puzzle_input::no_program) {
        complain(&message);
        return ExitCode::from(console::USAGE);
    }
    if let Some(option) = script.and_then(|path| misplaced(path, &arguments)) {
        complain(&format!(
            "{option} is an argument of the program: options of {} stand before the file",
            options.app.name
        ));
    }
    let name = script.map_or_else(|| options.app.name.to_string(), |path| path.display().to_string());
    let command_line = std::iter::once(name).chain(arguments.iter().cloned()).collect();
    let result = console::engine(options, script, command_line, Output::Standard)
        .map_err(|error| with_similar_file(error, script))
        .and_then(|mut engine| {
            let result = evaluate(&mut engine, program, arguments);
            // The process ends here: to give its memory back piece by piece would be lost time.
            std::mem::forget(engine);
            result
        });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => Reporter::new(options).error(&error),
    }
}

/// Returns the first argument of a program that is an option of `run`, unless the program asks for its arguments.
fn misplaced<'a>(path: &Path, arguments: &'a [String]) -> Option<&'a str> {
    let is_option = |word: &&String| {
        let name = word.strip_prefix("--").map(|word| word.split('=').next().unwrap_or(word));
        name.is_some_and(Run::has_option)
    };
    let option = arguments.iter().find(is_option)?;
    let text = fs::read_to_string(path).ok()?;
    (!text.contains("arguments") && !text.contains("command-line")).then_some(option)
}

fn evaluate(engine: &mut Engine, program: Program, arguments: Vec<String>) -> Result<(), Error> {
    engine.set("*arguments*", arguments.as_slice())?;
    match program {
        Program::File(path) => {
            console::catch_ctrl_c(&engine.interrupt(), Patience::Once);
            engine.eval(&path).map_err(|error| with_similar_file(error, Some(&path)))
        }
        Program::Stdin => {
            let text = read_stdin(engine)?;
            // Only now, so that Ctrl-C ends at once a program that waits for its text.
            console::catch_ctrl_c(&engine.interrupt(), Patience::Once);
            engine.eval(("<stdin>", &text))
        }
        Program::Expression(text) => {
            console::catch_ctrl_c(&engine.interrupt(), Patience::Once);
            let value: Handle = engine.eval(("<command line>", &text))?;
            let shown = engine.inspect().show(&value)?;
            engine.inspect().fresh_line()?;
            match shown {
                // A long text is there once only: a copy would be on nobody's account.
                Some(shown) => engine.inspect().write(&shown).and_then(|()| engine.inspect().write("\n")),
                None => Ok(()),
            }
        }
    }
}

/// Reads all of standard input, which the engine is to evaluate: its memory limit shrinks by the text. That may be
/// endless: it is at most half of the limit, because the engine keeps a copy.
pub fn read_stdin(engine: &mut Engine) -> Result<String, Error> {
    let limits = engine.limits_mut().clone();
    let most = limits.memory / 2;
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(most as u64).read_to_end(&mut bytes).and_then(|read| {
        if read == most {
            return Err(io::Error::new(ErrorKind::FileTooLarge, "it is larger than the memory limit"));
        }
        syntax::text_from_bytes(bytes)
    });
    let text = read.map_err(|cause| Error::unreadable("<stdin>", &cause))?;
    *engine.limits_mut() = Limits { memory: limits.memory - text.len(), ..limits };
    Ok(text)
}
