//! The prompt: reads an input, evaluates it, shows its values, and goes on after errors.
//!
//! [`editor`] is the line while it is typed, with its colours, indentation and history; [`completion`] and [`hint`] find
//! what fits there. [`session`] holds the state from one input to the next, [`show`] formats values, [`commands`] has
//! the words that begin with a comma, [`suggest`] knows the words of other prompts. An input is a text of its own,
//! called `<repl:3>`; all of them share the engine's main module.

mod commands;
mod completion;
mod editor;
mod hint;
mod session;
mod show;
mod suggest;
mod text;

use std::io::ErrorKind;
use std::process::ExitCode;

use klammer::Error;
use rustyline::error::ReadlineError;

use crate::app_info::AppInfo;
use crate::args::Options;
use crate::console::{Reporter, USAGE, complain};
use crate::repl::commands::After;
use crate::repl::editor::LineEditor;
use crate::repl::session::{Session, USUAL_WIDTH};

/// Talks until the user leaves.
pub fn run(options: &Options) -> ExitCode {
    match Session::new(options, suggest::with_help).and_then(|mut session| talk(&mut session, &options.app)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => Reporter::new(options).error(&error),
    }
}

/// Shows the documentation of these names. Returns a failure if one of them has none.
pub fn document(options: &Options, names: &[String]) -> ExitCode {
    if !names.is_empty() && names.iter().all(|name| name.trim().is_empty()) {
        complain("the name is empty; --help shows examples");
        return ExitCode::from(USAGE);
    }
    let shown = Session::new(options, suggest::with_help).and_then(|mut session| {
        let mut are_known = true;
        for name in names.iter().flat_map(|name| commands::meant(name)) {
            are_known &= commands::document(&mut session, name)?;
        }
        Ok(are_known)
    });
    match shown {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => Reporter::new(options).error(&error),
    }
}

fn talk(session: &mut Session, tool: &AppInfo) -> Result<(), Error> {
    let prompt = format!("{}> ", tool.name);
    let mut editor = LineEditor::new(session.share_engine(), prompt).map_err(|error| unusable(&error))?;
    let title = if tool.name == "klammer" { "Klammer" } else { tool.name };
    session.say(&format!("{title} {}. ,help for help, Ctrl-D to leave.", tool.version))?;
    loop {
        // One that came too late for the last input is not for the next one.
        session.engine().interrupt().clear();
        let input = match editor.read() {
            Ok(input) => input,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => return Ok(()),
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                session.say("\nThat is not UTF-8: this input is dropped.")?;
                continue;
            }
            Err(error) => return Err(unusable(&error)),
        };
        session.width = editor.width().unwrap_or(USUAL_WIDTH);
        commands::load_changed(session)?;
        if answer(session, &input)? == After::Leave {
            return Ok(());
        }
    }
}

/// Evaluates an input or runs its command.
fn answer(session: &mut Session, input: &str) -> Result<After, Error> {
    if input.trim().is_empty() {
        return Ok(After::Continue);
    }
    if let Some(command) = input.trim_start().strip_prefix(commands::MARK) {
        return commands::run(session, command);
    }
    if let Some(command) = commands::plain_word(input) {
        // Unless the program has given the word another meaning.
        let word = input.trim().trim_matches(['(', ')']);
        let meaning = session.engine().docs().describe(word);
        if meaning.is_none_or(|meaning| meaning.subject != "main") {
            return commands::run(session, command);
        }
    }
    if let Some(name) = commands::asked_for(input)
        && session.engine().docs().describe(input.trim()).is_none()
    {
        return commands::run(session, &format!("doc {name}"));
    }
    if let Some(command) = commands::with_colon(input) {
        session.say(&format!("Commands begin with a comma here: {command}"))?;
        return Ok(After::Continue);
    }
    session.evaluate(input)?;
    Ok(After::Continue)
}

/// The terminal has gone, or is none.
fn unusable(error: &ReadlineError) -> Error {
    Error::unreadable("the terminal", &std::io::Error::other(error.to_string()))
}
