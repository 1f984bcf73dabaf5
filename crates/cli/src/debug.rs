//! `klammer debug`: a program that pauses for its user at a prompt, or for an editor.

use std::io;
use std::process::ExitCode;

use klammer::inspect::{Breakpoints, Resume};
use klammer::{Engine, Error};
use klammer_language_server::debug_adapter::{self, Launch, ProgramOutput};
use signal_hook::consts::SIGINT;
use signal_hook::flag;

use crate::args::{Debug, Options, Program, program_of};
use crate::console::{self, FAILURE, Output, Reporter, USAGE, print_message};
use crate::puzzle_input::{self, with_similar_file};
use crate::repl::debugger::{Prompt, add_breakpoint};
use crate::run::evaluate;

/// Debugs the program of the command line, or serves an editor.
pub fn run(arguments: &Debug, options: &Options) -> ExitCode {
    if arguments.dap {
        return serve(options);
    }
    let (Some(Program::File(script)), words) = program_of(&arguments.words) else {
        print_message("standard input is where the debugger reads its commands: name a file");
        return ExitCode::from(USAGE);
    };
    if let Some(message) = puzzle_input::no_program(&script) {
        print_message(&message);
        return ExitCode::from(USAGE);
    }
    let command_line = std::iter::once(script.display().to_string()).chain(words.iter().cloned()).collect();
    let engine = console::engine(options, Some(&script), command_line, Output::Standard);
    let mut engine = match engine.map_err(|error| with_similar_file(error, Some(&script))) {
        Ok(engine) => engine,
        Err(error) => return Reporter::new(options).error(&error),
    };
    let mut breakpoints = Breakpoints::default();
    arguments.places.iter().for_each(|place| add_breakpoint(&mut breakpoints, place));
    let begin = if arguments.places.is_empty() { Resume::Step } else { Resume::Continue };
    let request = engine.inspect().attach_debugger(Prompt::of_program(), breakpoints, begin);
    let result = evaluate(&mut engine, Program::File(script), words, |_| {
        // Ctrl-C pauses the program. Without a handler it would end the process.
        let _ = flag::register(SIGINT, request.flag());
    });
    std::mem::forget(engine);
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => Reporter::new(options).error(&error),
    }
}

/// Answers an editor on standard input and output until it disconnects.
fn serve(options: &Options) -> ExitCode {
    let options = options.clone();
    let make = move |launch: &Launch, output: ProgramOutput| -> Result<Engine, Error> {
        let errors = output.of_errors();
        let name = launch.program.display().to_string();
        let command_line = std::iter::once(name).chain(launch.arguments.iter().cloned()).collect();
        let builder = console::builder_on(&options, Some(&launch.program), command_line, output, errors)?;
        let mut engine = builder.build();
        engine.set("*arguments*", launch.arguments.as_slice())?;
        console::set_up(&mut engine, &options, Some(&launch.program))?;
        Ok(engine)
    };
    match debug_adapter::run(io::BufReader::new(io::stdin()), io::stdout(), make) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_message(&format!("the debug adapter ends: {error}"));
            ExitCode::from(FAILURE)
        }
    }
}
