//! Inputs that begin with a comma: commands to the prompt itself, not to the language.
//!
//! Each command has one row, from which its help, completion, abbreviation and the question for a missing argument come.
//! The commands that look up names and load files are in `names`.

mod names;

use std::time::{Duration, Instant};

use klammer::hints::nearest;
use klammer::inspect::{ErrorFrame, ProfileUnit, SearchStatistics};
use klammer::syntax::{Completeness, completeness};
use klammer::{Error, Handle};
use klammer_search::Board;

use crate::args::DEFAULT_TOP;
use crate::repl::Session;
pub use crate::repl::commands::names::{document, evaluate, load_changed, meant};
use crate::repl::show::{self, Excerpt};
use crate::run::{grouped, table};

/// The function that carries out a command.
type Run = fn(&mut Session, &str) -> Result<(), Error>;

/// The commands of the prompt.
pub static COMMANDS: CommandTable<Run> = CommandTable(&[commands! {
    "help", Command "[COMMAND]" => help, "list the commands, or describe one";
    "doc", Name "NAME" => names::doc, "what a function, macro, operator, module or error code is";
    "apropos", Words "WORDS" => names::apropos, "names with WORDS in them or in their documentation, loaded or not";
    "names", Name "[PREFIX]" => names::names, "the names that begin so; without PREFIX, those that you have defined";
    "source", Name "NAME" => names::source, "the text that defines a function or macro";
    "type", Form "FORM" => type_, "what kind of thing the value of FORM is";
    "time", Form "FORM" => time, "evaluate FORM and say what it took";
    "profile", Form "FORM" => profile, "evaluate FORM and say which functions took how much of it";
    "expand", Form "FORM" => expand, "what the macro call FORM becomes";
    "disassemble", Name "NAME" => disassemble, "the instructions that a function was compiled to";
    "trace", Name "[NAME...]" => trace, "from now on, write each call of these functions and its result";
    "untrace", Name "[NAME...]" => untrace, "stop tracing these functions; without names, all";
    "where", Nothing "" => where_, "the calls that led to the last error";
    "locals", Words "[N]" => locals, "the variables of the Nth call of the last error";
    "more", Nothing "" => more, "the last shortened value, in full";
    "load", File "FILE" => names::load, "evaluate a file";
    "reload", Nothing "" => names::reload, "load again all files that were loaded here";
    "watch", File "[FILE]" => names::watch, "load a file, and again whenever it has been saved; without a file, say \
        which are watched";
    "unwatch", File "FILE" => names::unwatch, "stop watching a file";
    "save", File "FILE" => names::save, "write the inputs of this session that made no error to a file";
    "reset", Nothing "" => reset, "forget all definitions and begin again";
    "quit", Nothing "" => quit, "leave (or Ctrl-D)";
}]);

const KEYS: &str = "\
Anything else is evaluated and its value shown; *1, *2 and *3 are the last three values. Commands may be abbreviated \
(,ap for ,apropos).

Enter goes on to the next line while a form is not complete. Tab completes names, keywords, modules and files. What \
stands dimly after the cursor is an earlier input, which the right arrow takes, or the parameters of the function. \
The up arrow and Ctrl-R find earlier inputs. Ctrl-C clears the input, or stops an evaluation: what is defined stays \
defined.

{tool} -r scheme and {tool} -r common-lisp talk in these languages.";

/// Returns the text on keys and other features of the prompt for a program of this name.
fn keys(tool: &str) -> String {
    KEYS.replace("{tool}", tool)
}

/// Returns the command for a word that many other programs understand, if there is one.
pub fn plain_word(input: &str) -> Option<&'static str> {
    match input.trim() {
        "help" | "(help)" | "?" => Some("help"),
        "quit" | "(quit)" | "exit" | "(exit)" => Some("quit"),
        _ => None,
    }
}

/// The name in `?name` or `??name`, by which other prompts show documentation.
pub fn asked_for(input: &str) -> Option<&str> {
    let name = input.trim().strip_prefix('?')?.trim_start_matches('?').trim_start();
    (!name.is_empty() && !name.contains(char::is_whitespace)).then_some(name)
}

/// Returns the command for an input such as `:type x`, the notation of commands at other prompts.
pub fn with_colon(input: &str) -> Option<String> {
    let (word, argument) = split(input.trim().strip_prefix(':')?);
    Some(format!("{MARK}{} {argument}", COMMANDS.find(word)?.facts.name).trim_end().to_string())
}

/// Runs a command, given without its mark.
pub fn run(session: &mut Session, line: &str) -> Result<(), Error> {
    match COMMANDS.chosen(line) {
        Ok((command, argument)) => (command.run)(session, argument),
        Err(text) => session.say(&text),
    }
}

fn help(session: &mut Session, name: &str) -> Result<(), Error> {
    let name = name.trim_start_matches(MARK);
    let text = match COMMANDS.find(name) {
        Some(command) => COMMANDS.help(Some(command), session.width),
        None if name.is_empty() => {
            let keys = show::wrapped(&keys(session.tool().name), session.width);
            format!("{}\n{keys}", COMMANDS.help(None, session.width))
        }
        None if names::is_known(&mut session.engine(), name) => return names::doc(session, name),
        None => COMMANDS.unknown(name),
    };
    session.say(&text)
}

fn more(session: &mut Session, _: &str) -> Result<(), Error> {
    match session.whole.take() {
        Some(whole) => {
            session.say(&whole)?;
            session.whole = Some(whole);
        }
        None => session.say("Nothing has been cut.")?,
    }
    Ok(())
}

fn reset(session: &mut Session, _: &str) -> Result<(), Error> {
    match session.reset() {
        Ok(()) => session.say("All definitions are forgotten.")?,
        Err(error) => session.fail(error)?,
    }
    Ok(())
}

fn quit(session: &mut Session, _: &str) -> Result<(), Error> {
    session.is_over = true;
    Ok(())
}

/// Lines that the value of one variable takes.
const MAX_LINES: usize = 6;

pub fn trace(session: &mut Session, names: &str) -> Result<(), Error> {
    if names.is_empty() {
        let text = match session.traced.as_slice() {
            [] => "No function is traced.".to_string(),
            traced => format!("Traced: {}", traced.join(" ")),
        };
        return session.say(&text);
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
    Ok(())
}

pub fn untrace(session: &mut Session, names: &str) -> Result<(), Error> {
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
    Ok(())
}

/// A name that nothing can be done with.
fn say_error(session: &mut Session, error: &Error, name: &str) -> Result<(), Error> {
    let advice = session.engine().docs().hint(name);
    let text = match advice {
        Some(advice) => format!("{}: {advice}", error.message()),
        None => format!("{}.", error.message()),
    };
    session.say(&show::wrapped(&text, session.width))
}

pub fn where_(session: &mut Session, _: &str) -> Result<(), Error> {
    let Some((error, frames)) = &session.errors.last else {
        return session.say("There has been no error yet.");
    };
    let mut text = format!("{}: {}\n", error.code().as_str(), error.message());
    if let (true, Some(place)) = (frames.is_empty(), error.place()) {
        text.push_str(&format!("at {place}, before anything was called\n"));
    }
    for (number, frame) in frames.iter().enumerate() {
        text.push_str(&format!("{number:3}  {}\n", header(frame, session.width.saturating_sub(5))));
    }
    session.say(&text)
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

pub fn locals(session: &mut Session, number: &str) -> Result<(), Error> {
    let Some(failure) = session.errors.last.take() else {
        return session.say("There has been no error yet.");
    };
    let text = drawn_locals(session, number, &failure.1);
    session.errors.last = Some(failure);
    session.say(&text)
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
        let shown = match show::cut(&shown, MAX_LINES, room) {
            Some((beginning, _)) => format!("{beginning} ..."),
            None => shown,
        };
        let margin = format!("\n{:1$}", "", begins.chars().count());
        text.push_str(&format!("{begins}{}\n", shown.replace('\n', &margin)));
    }
    text
}

// Commands on a form: the type of its value, its time, its profile, its expansion and its instructions.

pub fn type_(session: &mut Session, form: &str) -> Result<(), Error> {
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
    Ok(())
}

pub fn time(session: &mut Session, form: &str) -> Result<(), Error> {
    *session.engine().inspect().search_statistics() = SearchStatistics::default();
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
    session.say(&text)
}

pub fn profile(session: &mut Session, form: &str) -> Result<(), Error> {
    session.engine().inspect().start_profile(ProfileUnit::Time);
    let result = session.evaluate_forms(form, |session, value, written| session.show(value, &written));
    let profile = session.engine().inspect().stop_profile();
    result?;
    let text = table(&profile, DEFAULT_TOP, session.width);
    session.say(&text)
}

pub fn expand(session: &mut Session, form: &str) -> Result<(), Error> {
    if completeness(form) != Completeness::Complete {
        return session.say("That is not a whole form.");
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
        session.say_shown(Excerpt::cut(text, width))
    })?;
    Ok(())
}

pub fn disassemble(session: &mut Session, name: &str) -> Result<(), Error> {
    if name.starts_with('(') {
        session.evaluate_forms(name, |session, value, _| listing(session, "its value", &value))?;
        return Ok(());
    }
    let value = session.engine().get::<Handle>(name);
    match value {
        Ok(value) => listing(session, name, &value)?,
        Err(error) => {
            let text = match session.engine().docs().hint(name) {
                Some(advice) => format!("{}: {advice}", error.message()),
                None => error.message().to_string(),
            };
            session.say(&show::wrapped(&text, session.width))?;
        }
    }
    Ok(())
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

/// Prefix of commands. No datum at top level begins with it.
pub const MARK: char = ',';

/// Kind of argument that a command takes, which decides how it is completed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgumentKind {
    Nothing,
    /// The name of another command.
    Command,
    /// A global name, a module or an error code.
    Name,
    /// Code.
    Form,
    /// Words to look for, or a number.
    Words,
    File,
}

/// Facts about a command.
pub struct CommandFacts {
    pub name: &'static str,
    /// Another name, of a letter or two; empty if there is none.
    pub short: &'static str,
    pub takes: ArgumentKind,
    /// Placeholder of the argument in help, in brackets if the argument is optional.
    pub argument: &'static str,
    pub help: &'static str,
}

/// A command, and the function that carries it out.
pub struct PromptCommand<F> {
    pub facts: CommandFacts,
    pub run: F,
}

/// Rows of a table of commands.
macro_rules! commands {
    ($($name:literal $($short:literal)?, $takes:ident $argument:literal => $run:expr, $help:literal;)*) => {
        &[$($crate::repl::commands::PromptCommand {
            facts: $crate::repl::commands::CommandFacts {
                name: $name,
                short: concat!($($short)?),
                takes: $crate::repl::commands::ArgumentKind::$takes,
                argument: $argument,
                help: $help,
            },
            run: $run,
        }),*]
    };
}
pub(in crate::repl) use commands;

/// The commands of a prompt, in one or more parts.
pub struct CommandTable<F: 'static>(pub &'static [&'static [PromptCommand<F>]]);

impl<F> CommandTable<F> {
    fn rows(&self) -> impl Iterator<Item = &'static PromptCommand<F>> + use<F> {
        self.0.iter().copied().flatten()
    }

    /// Returns what is known of each command.
    pub fn facts(&self) -> Vec<&'static CommandFacts> {
        self.rows().map(|row| &row.facts).collect()
    }

    /// Returns the command of this name, or the only one that begins so.
    pub fn find(&self, name: &str) -> Option<&'static PromptCommand<F>> {
        let found = find(&self.facts(), name)?;
        self.rows().find(|row| row.facts.name == found.name)
    }

    /// Returns the command of a line without the mark, and its argument.
    ///
    /// # Errors
    /// The text that says what is wrong with the line.
    pub fn chosen<'l>(&self, line: &'l str) -> Result<(&'static PromptCommand<F>, &'l str), String> {
        let (name, argument) = split(line);
        let Some(command) = self.find(name) else { return Err(self.unknown(name)) };
        let CommandFacts { argument: placeholder, takes, .. } = command.facts;
        if argument.is_empty() && !placeholder.is_empty() && !placeholder.starts_with('[') {
            return Err(format!("Which {}? {}", placeholder.to_lowercase(), usage(&command.facts)));
        }
        if takes == ArgumentKind::Nothing && !argument.is_empty() {
            return Err(format!("{} takes no argument.", usage(&command.facts)));
        }
        Ok((command, argument))
    }

    /// Returns what there is to say about a name that no command has.
    pub fn unknown(&self, name: &str) -> String {
        let all = || self.rows().map(|row| row.facts.name);
        let similar: Vec<String> =
            all().filter(|c| !name.is_empty() && c.starts_with(name)).map(|c| format!("{MARK}{c}")).collect();
        match similar.as_slice() {
            [] => match nearest(name, all()) {
                Some(near) => format!("There is no command {MARK}{name}. Did you mean {MARK}{near}?"),
                None => format!("There is no command {MARK}{name}. {MARK}help lists all."),
            },
            _ => format!("{MARK}{name} may be {}.", similar.join(" or ")),
        }
    }

    /// Returns the rows of the help, for all commands or for one.
    pub fn help(&self, of: Option<&PromptCommand<F>>, width: usize) -> String {
        let rows = self.rows().map(|row| &row.facts).filter(|row| of.is_none_or(|of| of.facts.name == row.name));
        show::table(rows.map(|row| (usage(row), row.help)), width)
    }
}

/// Returns the command of this name, or the only one that begins so.
pub fn find(commands: &[&'static CommandFacts], name: &str) -> Option<&'static CommandFacts> {
    let is_named = |c: &CommandFacts| c.name == name || !name.is_empty() && c.short == name;
    let exact = commands.iter().find(|c| is_named(c));
    let mut beginning = commands.iter().filter(|c| c.name.starts_with(name));
    exact.or_else(|| beginning.next().filter(|_| !name.is_empty() && beginning.next().is_none())).copied()
}

/// Splits a line without the mark into the command and its argument.
pub fn split(line: &str) -> (&str, &str) {
    let line = line.trim_start();
    let (name, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (name, argument.trim())
}

fn usage(command: &CommandFacts) -> String {
    let short = if command.short.is_empty() { String::new() } else { format!(", {MARK}{}", command.short) };
    format!("{}{short}", format!("{MARK}{} {}", command.name, command.argument).trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_names_the_program_that_it_is_of() {
        assert!(keys("shop").ends_with("shop -r scheme and shop -r common-lisp talk in these languages."));
    }

    #[test]
    fn a_command_may_be_abbreviated_unambiguously() {
        assert_eq!(COMMANDS.find("apropos").map(|c| c.facts.name), Some("apropos"));
        assert_eq!(COMMANDS.find("ap").map(|c| c.facts.name), Some("apropos"));
        assert!(COMMANDS.find("s").is_none() && COMMANDS.find("").is_none() && COMMANDS.find("nonsense").is_none());
        assert_eq!(COMMANDS.unknown("s"), ",s may be ,source or ,save.");
        assert_eq!(COMMANDS.unknown("lod"), "There is no command ,lod. Did you mean ,load?");
        assert_eq!(COMMANDS.unknown("nonsense"), "There is no command ,nonsense. ,help lists all.");
        for name in COMMANDS.facts().iter().map(|command| command.name) {
            assert_eq!(COMMANDS.find(name).map(|c| c.facts.name), Some(name));
        }
    }
}
