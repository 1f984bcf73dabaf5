//! `klammer run`: one program from a file, standard input or the command line.

use std::io::{self, ErrorKind, Read};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use klammer::{Engine, Error, Handle, InterruptHandle, syntax};

use crate::args::Options;
use crate::console::{self, Reporter};

/// What to run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Program {
    File(PathBuf),
    Stdin,
    /// Its value is printed.
    Expression(String),
}

/// Runs the program with `*arguments*` bound to `arguments`.
pub fn run(options: &Options, program: Program, arguments: Vec<String>) -> ExitCode {
    let mut engine = console::engine(options);
    match evaluate(&mut engine, program, arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => Reporter::new(options).error(&error),
    }
}

fn evaluate(engine: &mut Engine, program: Program, arguments: Vec<String>) -> Result<(), Error> {
    engine.set("*arguments*", arguments)?;
    match program {
        Program::File(path) => {
            stop_at_ctrl_c(engine.interrupt_handle());
            engine.eval_file(path)
        }
        Program::Stdin => {
            let text = read_stdin(engine.limits().memory).map_err(|cause| Error::unreadable("<stdin>", &cause))?;
            // Only now, so that Ctrl-C ends at once a program that waits for its text.
            stop_at_ctrl_c(engine.interrupt_handle());
            engine.eval_named("<stdin>", &text)
        }
        Program::Expression(text) => {
            stop_at_ctrl_c(engine.interrupt_handle());
            let value: Handle = engine.eval_named("<command line>", &text)?;
            let mut shown = engine.print(&value)?;
            shown.push('\n');
            engine.fresh_line()?;
            engine.write(&shown)
        }
    }
}

/// All of standard input. It may be endless: more than the memory limit is not worth waiting for.
fn read_stdin(limit: usize) -> io::Result<String> {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(limit as u64).read_to_end(&mut bytes)?;
    if read == limit {
        return Err(io::Error::new(ErrorKind::FileTooLarge, "it is larger than the memory limit"));
    }
    syntax::text_from_bytes(bytes)
}

/// The first Ctrl-C stops the program, which then says where it was; the second ends the process.
fn stop_at_ctrl_c(interrupt: InterruptHandle) {
    let asked = AtomicBool::new(false);
    // Without a handler Ctrl-C ends the process, which is good enough.
    let _ = ctrlc::set_handler(move || {
        if asked.swap(true, Ordering::Relaxed) {
            console::leave_interrupted();
        }
        interrupt.interrupt();
    });
}
