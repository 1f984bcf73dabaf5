//! The prompt: reads an input, evaluates it, prints its value, and goes on after errors.
//!
//! [`editor`] is the line while it is typed, [`commands`] what begins with a comma, [`history`] the file of what was typed before.
//! An input is a text of its own, called `<repl:3>`; all of them share the engine's main module.

mod commands;
mod editor;
mod highlight;
mod history;
mod indent;

use std::process::ExitCode;

use klammer::{Engine, Error, Handle};
use rustyline::error::ReadlineError;

use crate::args::Options;
use crate::console::{self, Patience, Reporter};
use commands::After;
use editor::LineEditor;

const PROMPT: &str = "klammer> ";

/// Names of the last values, the latest first.
const RECENT: [&str; 3] = ["*1", "*2", "*3"];

/// Talks until the user leaves.
pub fn run(options: &Options) -> ExitCode {
    let mut repl = match Repl::new(options) {
        Ok(repl) => repl,
        Err(error) => return Reporter::new(options).error(&error),
    };
    match repl.talk() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => Reporter::new(options).error(&error),
    }
}

struct Repl {
    engine: Engine,
    reporter: Reporter,
    editor: LineEditor,
    /// Inputs so far.
    inputs: usize,
    /// The last values, the latest first; fewer than [`RECENT`] at the beginning.
    recent: Vec<Handle>,
}

impl Repl {
    fn new(options: &Options) -> Result<Repl, Error> {
        let mut engine = console::engine(options, vec!["klammer".to_string()]);
        engine.set("*arguments*", ())?;
        for name in RECENT {
            engine.set(name, ())?;
        }
        console::require(&mut engine, options)?;
        // While an input is edited, the terminal passes Ctrl-C on as a key; the signal comes only during evaluation. Without a
        // handler it would end the process.
        console::catch_ctrl_c(&engine.interrupt_handle(), Patience::Always);
        let editor = LineEditor::new().map_err(|error| unusable(&error))?;
        Ok(Repl { engine, reporter: Reporter::new(options), editor, inputs: 0, recent: Vec::new() })
    }

    fn talk(&mut self) -> Result<(), Error> {
        self.engine.write(&format!("Klammer {}. ,help for help, Ctrl-D to leave.\n", env!("CARGO_PKG_VERSION")))?;
        loop {
            self.editor.set_names(self.engine.names());
            let input = match self.editor.read(PROMPT) {
                Ok(input) => input,
                Err(ReadlineError::Interrupted) => continue,
                Err(ReadlineError::Eof) => return Ok(()),
                Err(error) => return Err(unusable(&error)),
            };
            if input.trim().is_empty() {
                continue;
            }
            match input.trim_start().strip_prefix(commands::MARK) {
                Some(command) => match commands::run(&mut self.engine, command)? {
                    After::Continue => {}
                    After::Leave => return Ok(()),
                },
                None => self.evaluate(&input)?,
            }
        }
    }

    /// Evaluates one input and prints its value. An error of the input is shown; one of the output is returned.
    fn evaluate(&mut self, input: &str) -> Result<(), Error> {
        self.inputs += 1;
        let name = format!("<repl:{}>", self.inputs);
        let result = self.engine.eval_named::<Handle>(&name, input).and_then(|value| {
            let shown = self.engine.show(&value)?;
            Ok((value, shown))
        });
        self.engine.fresh_line()?;
        match result {
            Ok((value, shown)) => {
                if let Some(shown) = shown {
                    self.engine.write(&format!("{shown}\n"))?;
                }
                self.remember(value)
            }
            Err(error) if error.exit_status().is_some() => Err(error),
            Err(error) => {
                self.reporter.error(&error);
                Ok(())
            }
        }
    }

    fn remember(&mut self, value: Handle) -> Result<(), Error> {
        self.recent.insert(0, value);
        self.recent.truncate(RECENT.len());
        RECENT.iter().zip(&self.recent).try_for_each(|(name, value)| self.engine.set(name, value))
    }
}

/// The terminal has gone, or is none.
fn unusable(error: &ReadlineError) -> Error {
    Error::unreadable("the terminal", &std::io::Error::other(error.to_string()))
}
