//! Looking into calls: those that led to the last error, and those that are to come.

use std::time::{Duration, Instant};

use klammer::inspect::{ErrorFrame, Profile};
use klammer::syntax::{Completeness, completeness};
use klammer::{Error, Handle};
use klammer_search::Board;

use crate::repl::commands::{After, meant};
use crate::repl::session::Session;
use crate::repl::show::{self, Shown};
use crate::repl::text;

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
        let result = session.engine().inspect().trace_calls(name, true);
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
        let result = session.engine().inspect().trace_calls(name, false);
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
    let advice = session.engine().docs().hint(name);
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

// Commands on a form: the type of its value, its time, its profile, its expansion and its instructions.

/// Functions of a profile that are shown.
const MOST_FUNCTIONS: usize = 20;

pub fn type_(session: &mut Session, form: &str) -> Result<After, Error> {
    session.evaluate_forms(form, |session, value, _| {
        let kind = session.engine().inspect().kind(&value)?;
        let name = session.engine().inspect().type_name(&value)?;
        let text = match session.engine().get::<Board>(&value) {
            Ok(board) => {
                let layout = board.layout();
                format!("a board of {} by {} cells, which is {kind}", layout.rows(), layout.columns())
            }
            Err(_) if kind.ends_with(&name) => kind.to_string(),
            Err(_) => format!("{kind} of type {name}"),
        };
        session.say(&text)
    })?;
    Ok(After::Continue)
}

pub fn time(session: &mut Session, form: &str) -> Result<After, Error> {
    session.engine().inspect().reset_search_statistics();
    let collections = session.engine().usage().collections;
    let mut ticks = 0;
    let mut begun = Instant::now();
    let mut taken = Duration::ZERO;
    let is_done = session.evaluate_forms(form, |session, value, written| {
        taken += begun.elapsed();
        ticks += session.engine().usage().ticks;
        session.show(value, &written)?;
        begun = Instant::now();
        Ok(())
    })?;
    if !is_done {
        taken += begun.elapsed();
        ticks += session.engine().usage().ticks;
    }
    let usage = session.engine().usage();
    let mut text = format!(
        "{:.3} ms, {} ticks, {}, {} KiB in use",
        taken.as_secs_f64() * 1000.0,
        grouped(ticks),
        match usage.collections.saturating_sub(collections) {
            1 => "1 collection".to_string(),
            n => format!("{n} collections"),
        },
        grouped(usage.memory as u64 >> 10)
    );
    let nodes = session.engine().inspect().search_statistics().nodes;
    if nodes > 0 {
        text.push_str(&format!(", {} nodes of a search", grouped(nodes)));
    }
    session.say(&text)?;
    Ok(After::Continue)
}

pub fn profile(session: &mut Session, form: &str) -> Result<After, Error> {
    session.engine().inspect().start_profile();
    let result = session.evaluate_forms(form, |session, value, written| session.show(value, &written));
    let profile = session.engine().inspect().stop_profile();
    result?;
    let text = drawn(&profile, session.width);
    session.say(&text)?;
    Ok(After::Continue)
}

fn drawn(profile: &Profile, width: usize) -> String {
    if profile.functions.is_empty() {
        return "It was over before there was anything to see.".to_string();
    }
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    let all = milliseconds(profile.time).max(f64::MIN_POSITIVE);
    let mut text =
        format!("{:.1} ms, {} ticks\n  own ms         total ms         function\n", all, grouped(profile.ticks));
    for f in profile.functions.iter().take(MOST_FUNCTIONS) {
        let place = f.place.as_ref().map_or("  builtin".to_string(), |place| format!("  {place}"));
        let column = |time| format!("{:8.1} {:5.1}%", milliseconds(time), milliseconds(time) * 100.0 / all);
        let line = format!("{}  {}   {}{place}", column(f.own), column(f.total), f.name);
        text.extend(line.chars().take(width));
        text.push('\n');
    }
    let more = profile.functions.len().saturating_sub(MOST_FUNCTIONS);
    if more > 0 {
        text.push_str(&format!("... and {more} more\n"));
    }
    text
}

/// A number with a comma between each three digits.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

pub fn expand(session: &mut Session, form: &str) -> Result<After, Error> {
    if completeness(form) != Completeness::Complete {
        session.say("That is not a whole form.")?;
        return Ok(After::Continue);
    }
    // Not evaluated anyway, but a quote is what functions that expand need.
    let form = form.strip_prefix('\'').unwrap_or(form);
    session.evaluate_forms(&format!("'{form}"), |session, form, _| {
        let expanded = session.engine().inspect().expand_macro(&form);
        let expanded = match expanded {
            Ok(expanded) => expanded,
            Err(error) => return session.fail(error),
        };
        let before = session.engine().inspect().repr(&form)?;
        if session.engine().inspect().repr(&expanded)? == before {
            return session.say("That is no call of a macro: it stays as it is.");
        }
        let width = session.width;
        let text = session.engine().inspect().show_within(&expanded, width)?.unwrap_or_default();
        session.say_shown(Shown::cut(text, width))
    })?;
    Ok(After::Continue)
}

pub fn disassemble(session: &mut Session, name: &str) -> Result<After, Error> {
    if name.starts_with('(') {
        session.evaluate_forms(name, |session, value, _| listing(session, "its value", &value))?;
        return Ok(After::Continue);
    }
    let value = session.engine().get::<Handle>(name);
    match value {
        Ok(value) => listing(session, name, &value)?,
        Err(error) => {
            let text = match session.engine().docs().hint(name) {
                Some(advice) => format!("{}: {advice}", error.message()),
                None => error.message().to_string(),
            };
            session.say(&text::wrapped(&text, session.width))?;
        }
    }
    Ok(After::Continue)
}

fn listing(session: &mut Session, name: &str, value: &Handle) -> Result<(), Error> {
    let listing = session.engine().inspect().disassemble(value);
    match listing {
        Ok(listing) => session.say(&listing),
        Err(_) => {
            let kind = session.engine().inspect().kind(value)?;
            session.say(&format!(
                "{name} is {kind} that is not compiled to instructions: only functions written in the language are."
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_groups() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
