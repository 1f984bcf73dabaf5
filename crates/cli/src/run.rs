//! `klammer run`: one program from a file, standard input or the command line.

use std::io::{self, ErrorKind, Read};
use std::process::ExitCode;

use klammer::{Engine, Error, Handle, syntax};

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

fn evaluate(engine: &mut Engine, program: Program, arguments: Vec<String>) -> Result<(), Error> {
    engine.set("*arguments*", arguments.as_slice())?;
    match program {
        Program::File(path) => {
            console::catch_ctrl_c(&engine.interrupt_handle(), Patience::Once);
            engine.eval(&path).map_err(|error| with_similar_file(error, Some(&path)))
        }
        Program::Stdin => {
            let text = read_stdin(engine.limits().memory).map_err(|cause| Error::unreadable("<stdin>", &cause))?;
            // Only now, so that Ctrl-C ends at once a program that waits for its text.
            console::catch_ctrl_c(&engine.interrupt_handle(), Patience::Once);
            engine.eval(("<stdin>", &text))
        }
        Program::Expression(text) => {
            console::catch_ctrl_c(&engine.interrupt_handle(), Patience::Once);
            let value: Handle = engine.eval(("<command line>", &text))?;
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

/// Reads all of standard input. It may be endless: the limit is half of the memory limit, because an engine keeps a copy
/// of its text.
pub fn read_stdin(limit: usize) -> io::Result<String> {
    let limit = limit / 2;
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(limit as u64).read_to_end(&mut bytes)?;
    if read == limit {
        return Err(io::Error::new(ErrorKind::FileTooLarge, "it is larger than the memory limit"));
    }
    syntax::text_from_bytes(bytes)
}
