//! Looking into calls: those that led to the last error, and those that are to come.

use klammer::{Error, ErrorFrame};

use super::{After, meant};
use crate::repl::session::Session;
use crate::repl::{show, text};

/// Lines that the value of one variable takes.
const MOST_LINES: usize = 6;

pub fn trace(session: &mut Session, names: &str) -> Result<After, Error> {
    if names.is_empty() {
        let text = match session.traced.as_slice() {
            [] => "No function is traced.".to_string(),
            traced => format!("Traced: {}", traced.join(" ")),
        };
        session.say(&text)?;
        return Ok(After::Continue);
    }
    for name in meant(names) {
        let result = session.engine().trace_calls(name, true);
        match result {
            Ok(()) => {
                if !session.traced.iter().any(|traced| traced == name) {
                    session.traced.push(name.to_string());
                }
                session.say(&format!("Calls of {name} are written from now on; ,untrace {name} ends that."))?;
            }
            Err(error) => say_error(session, &error, name)?,
        }
    }
    if names.starts_with('(') {
        session.say(&format!("Now enter the call itself: {names}"))?;
    }
    Ok(After::Continue)
}

pub fn untrace(session: &mut Session, names: &str) -> Result<After, Error> {
    let names: Vec<String> = match names {
        "" => std::mem::take(&mut session.traced),
        names => meant(names).map(str::to_string).collect(),
    };
    if names.is_empty() {
        session.say("No function is traced.")?;
    }
    for name in &names {
        let result = session.engine().trace_calls(name, false);
        match result {
            Ok(()) => session.say(&format!("Calls of {name} are no longer written."))?,
            Err(error) => say_error(session, &error, name)?,
        }
    }
    session.traced.retain(|traced| !names.contains(traced));
    Ok(After::Continue)
}

/// A name that nothing can be done with.
fn say_error(session: &mut Session, error: &Error, name: &str) -> Result<(), Error> {
    let advice = session.engine().advice_on_name(name);
    let text = match advice {
        Some(advice) => format!("{}: {advice}", error.message()),
        None => format!("{}.", error.message()),
    };
    session.say(&text::wrapped(&text, session.width))
}

pub fn where_(session: &mut Session, _: &str) -> Result<After, Error> {
    let Some((error, frames)) = &session.failure else {
        session.say("There has been no error yet.")?;
        return Ok(After::Continue);
    };
    let mut text = format!("{}: {}\n", error.code().as_str(), error.message());
    if let (true, Some(place)) = (frames.is_empty(), error.place()) {
        text.push_str(&format!("at {place}, before anything was called\n"));
    }
    for (number, frame) in frames.iter().enumerate() {
        text.push_str(&format!("{number:3}  {}\n", header(frame, session.width.saturating_sub(5))));
    }
    session.say(&text)?;
    Ok(After::Continue)
}

/// `in f at a.lisp:1:2: (g x)`, on one line.
fn header(frame: &ErrorFrame, width: usize) -> String {
    let mut text = match &frame.function {
        Some(name) => format!("in {name}"),
        None => "in a top-level form".to_string(),
    };
    if let Some(place) = &frame.place {
        let written = place.text().split_whitespace().collect::<Vec<_>>().join(" ");
        text.push_str(&format!(" at {place}: {written}"));
    }
    if text.chars().count() > width {
        text = text.chars().take(width.saturating_sub(3)).collect::<String>() + "...";
    }
    text
}

pub fn locals(session: &mut Session, number: &str) -> Result<After, Error> {
    let Some(failure) = session.failure.take() else {
        session.say("There has been no error yet.")?;
        return Ok(After::Continue);
    };
    let text = drawn_locals(session, number, &failure.1);
    session.failure = Some(failure);
    session.say(&text)?;
    Ok(After::Continue)
}

/// The variables of the frame of this number; without one, of the innermost that has some.
fn drawn_locals(session: &mut Session, number: &str, frames: &[ErrorFrame]) -> String {
    let chosen = match number {
        "" => frames.iter().position(|frame| !frame.locals.is_empty()).or((!frames.is_empty()).then_some(0)),
        number => number.parse().ok().filter(|&n: &usize| n < frames.len()),
    };
    let Some((number, frame)) = chosen.and_then(|n| Some((n, frames.get(n)?))) else {
        return match frames.len() {
            0 => "The last error happened in no call.".to_string(),
            1 => "There is one call, number 0: ,where shows it.".to_string(),
            n => format!("Calls have numbers from 0 to {}: ,where shows them.", n - 1),
        };
    };
    let mut text = format!("{number:3}  {}\n", header(frame, session.width.saturating_sub(5)));
    if frame.locals.is_empty() {
        text.push_str("     It has no variables.\n");
    }
    for (name, value) in &frame.locals {
        let begins = format!("     {name} = ");
        let room = session.width.saturating_sub(begins.chars().count()).max(20);
        // A value that cannot be printed within the limits is not worth another error.
        let shown = show::brief(&mut session.engine(), value, room);
        let shown = shown.map_or_else(|error| format!("({})", error.message()), Option::unwrap_or_default);
        let shown = match text::cut(&shown, MOST_LINES, room) {
            Some((beginning, _)) => format!("{beginning} ..."),
            None => shown,
        };
        let margin = format!("\n{:1$}", "", begins.chars().count());
        text.push_str(&format!("{begins}{}\n", shown.replace('\n', &margin)));
    }
    text
}
