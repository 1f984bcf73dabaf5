//! Commands on a form: the type of its value, its time, its profile, its expansion and its instructions.

use std::time::{Duration, Instant};

use klammer::board::Board;
use klammer::syntax::{Completeness, completeness};
use klammer::{Error, Handle, Profile};

use super::After;
use crate::repl::session::Session;
use crate::repl::show::Shown;
use crate::repl::text;

/// Functions of a profile that are shown.
const MOST_FUNCTIONS: usize = 20;

pub fn type_(session: &mut Session, form: &str) -> Result<After, Error> {
    session.evaluate_forms(form, |session, value, _| {
        let kind = session.engine().kind(&value)?;
        let name = session.engine().type_name(&value)?;
        let text = match session.engine().convert::<Board>(&value) {
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
    session.engine().reset_search_statistics();
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
    let nodes = session.engine().search_statistics().nodes;
    if nodes > 0 {
        text.push_str(&format!(", {} nodes of a search", grouped(nodes)));
    }
    session.say(&text)?;
    Ok(After::Continue)
}

pub fn profile(session: &mut Session, form: &str) -> Result<After, Error> {
    session.engine().start_profile();
    let result = session.evaluate_forms(form, |session, value, written| session.show(value, &written));
    let profile = session.engine().stop_profile();
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
        let expanded = session.engine().expand_macro(&form);
        let expanded = match expanded {
            Ok(expanded) => expanded,
            Err(error) => return session.fail(error),
        };
        let before = session.engine().repr(&form)?;
        if session.engine().repr(&expanded)? == before {
            return session.say("That is no call of a macro: it stays as it is.");
        }
        let width = session.width;
        let text = session.engine().show_within(&expanded, width)?.unwrap_or_default();
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
            let text = match session.engine().hint_on_name(name) {
                Some(advice) => format!("{}: {advice}", error.message()),
                None => error.message().to_string(),
            };
            session.say(&text::wrapped(&text, session.width))?;
        }
    }
    Ok(After::Continue)
}

fn listing(session: &mut Session, name: &str, value: &Handle) -> Result<(), Error> {
    let listing = session.engine().disassemble(value);
    match listing {
        Ok(listing) => session.say(&listing),
        Err(_) => {
            let kind = session.engine().kind(value)?;
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
