//! Inputs that begin with a comma: commands to the prompt itself, not to the language.
//!
//! Each command has one row here; help, completion, abbreviation and the question for a missing argument come from it.
//! The functions that rows run are in files by subject: `names` looks names up, `forms` works on a form, `calls` looks
//! into calls, `files` reads and writes.

mod inspect;
mod names;

use klammer::Error;

use crate::repl::session::Session;
use crate::repl::text;

pub use crate::repl::commands::names::{document, load_changed, meant};

/// Prefix of commands. No datum at top level begins with it.
pub const MARK: char = ',';

/// Action of the prompt after a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    Continue,
    Leave,
}

/// Kind of argument that a command takes, which decides how it is completed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
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

/// A command.
pub struct Command {
    pub name: &'static str,
    pub takes: Takes,
    /// Placeholder of the argument in help, in brackets if the argument is optional.
    argument: &'static str,
    help: &'static str,
    run: fn(&mut Session, &str) -> Result<After, Error>,
}

macro_rules! commands {
    ($($name:literal, $takes:ident $argument:literal => $run:path, $help:literal;)*) => {
        &[$(Command { name: $name, takes: Takes::$takes, argument: $argument, help: $help, run: $run }),*]
    };
}

const COMMANDS: &[Command] = commands! {
    "help", Command "[COMMAND]" => help, "what can be done here";
    "doc", Name "NAME" => names::doc, "what a function, macro, operator, module or error code is";
    "apropos", Words "WORDS" => names::apropos, "names with WORDS in them or in their documentation, loaded or not";
    "names", Name "[PREFIX]" => names::names, "the names that begin so; without PREFIX, those that you have defined";
    "source", Name "NAME" => names::source, "the text that defines a function or macro";
    "type", Form "FORM" => inspect::type_, "what kind of thing the value of FORM is";
    "time", Form "FORM" => inspect::time, "evaluate FORM and say what it took";
    "profile", Form "FORM" => inspect::profile, "evaluate FORM and say which functions took how much of it";
    "expand", Form "FORM" => inspect::expand, "what the macro call FORM becomes";
    "disassemble", Name "NAME" => inspect::disassemble, "the instructions that a function was compiled to";
    "trace", Name "[NAME...]" => inspect::trace, "from now on, write each call of these functions and its result";
    "untrace", Name "[NAME...]" => inspect::untrace, "no longer; without names, none of them";
    "where", Nothing "" => inspect::where_, "the calls that led to the last error";
    "locals", Words "[N]" => inspect::locals, "the variables of the Nth of them, with their values";
    "more", Nothing "" => more, "all of the last value that was cut";
    "load", File "FILE" => names::load, "evaluate a file";
    "reload", Nothing "" => names::reload, "load again all files that were loaded here";
    "watch", File "[FILE]" => names::watch, "load a file, and again whenever it has been saved; without a file, say \
        which are watched";
    "unwatch", File "FILE" => names::unwatch, "no longer";
    "save", File "FILE" => names::save, "write the inputs of this session that made no error to a file";
    "reset", Nothing "" => reset, "forget all definitions and begin again";
    "quit", Nothing "" => quit, "leave (or Ctrl-D)";
};

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

/// Names of the commands, without the mark.
pub fn all() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|c| c.name)
}

/// The command of this name, or the only one that begins so.
pub fn find(name: &str) -> Option<&'static Command> {
    let exact = COMMANDS.iter().find(|c| c.name == name);
    let mut beginning = COMMANDS.iter().filter(|c| c.name.starts_with(name));
    exact.or_else(|| beginning.next().filter(|_| !name.is_empty() && beginning.next().is_none()))
}

/// Splits a line without the mark into the command and its argument.
pub fn split(line: &str) -> (&str, &str) {
    let line = line.trim_start();
    let (name, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (name, argument.trim())
}

/// Returns the command for a word that many other programs understand, if there is one.
pub fn plain_word(input: &str) -> Option<&'static str> {
    match input.trim() {
        "help" | "(help)" | "?" | "help()" | ":help" | ":h" | ":?" => Some("help"),
        "quit" | "(quit)" | "halt." | "halt" | "(halt)" | "exit" | "bye" | "quit()" | "exit()" | ":quit" | ":q"
        | ":exit" => Some("quit"),
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
    let name = match word {
        "t" => "type",
        "i" | "info" | "k" | "d" => "doc",
        "l" => "load",
        "r" => "reload",
        "b" | "browse" => "names",
        _ => find(word)?.name,
    };
    Some(format!("{MARK}{name} {argument}").trim_end().to_string())
}

/// Runs a command, given without its mark.
pub fn run(session: &mut Session, line: &str) -> Result<After, Error> {
    let (name, argument) = split(line);
    let Some(command) = find(name) else {
        session.say(&unknown(name))?;
        return Ok(After::Continue);
    };
    if argument.is_empty() && !command.argument.is_empty() && !command.argument.starts_with('[') {
        session.say(&format!("Which {}? {}", command.argument.to_lowercase(), usage(command)))?;
        return Ok(After::Continue);
    }
    if command.takes == Takes::Nothing && !argument.is_empty() {
        session.say(&format!("{} takes nothing after it.", usage(command)))?;
        return Ok(After::Continue);
    }
    (command.run)(session, argument)
}

fn unknown(name: &str) -> String {
    let similar: Vec<String> =
        all().filter(|c| !name.is_empty() && c.starts_with(name)).map(|c| format!("{MARK}{c}")).collect();
    match similar.as_slice() {
        [] => match all().map(|c| (strsim::damerau_levenshtein(c, name), c)).min() {
            Some((distance, near)) if distance <= near.len().min(name.len()) / 2 && distance < 3 => {
                format!("There is no command {MARK}{name}. Did you mean {MARK}{near}?")
            }
            _ => format!("There is no command {MARK}{name}. {MARK}help lists all."),
        },
        _ => format!("{MARK}{name} may be {}.", similar.join(" or ")),
    }
}

fn usage(command: &Command) -> String {
    format!("{MARK}{} {}", command.name, command.argument).trim_end().to_string()
}

fn help(session: &mut Session, name: &str) -> Result<After, Error> {
    let name = name.trim_start_matches(MARK);
    let rows = |commands: &[Command]| text::table(commands.iter().map(|c| (usage(c), c.help)), session.width);
    let text = match find(name) {
        Some(command) => rows(std::slice::from_ref(command)),
        None if name.is_empty() => {
            format!("{}\n{}", rows(COMMANDS), text::wrapped(&keys(session.tool().name), session.width))
        }
        None if names::is_known(&mut session.engine(), name) => return names::doc(session, name),
        None => unknown(name),
    };
    session.say(&text)?;
    Ok(After::Continue)
}

fn more(session: &mut Session, _: &str) -> Result<After, Error> {
    match session.whole.take() {
        Some(whole) => {
            session.say(&whole)?;
            session.whole = Some(whole);
        }
        None => session.say("Nothing has been cut.")?,
    }
    Ok(After::Continue)
}

fn reset(session: &mut Session, _: &str) -> Result<After, Error> {
    match session.reset() {
        Ok(()) => session.say("All definitions are forgotten.")?,
        Err(error) => session.fail(error)?,
    }
    Ok(After::Continue)
}

fn quit(_: &mut Session, _: &str) -> Result<After, Error> {
    Ok(After::Leave)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_names_the_program_that_it_is_of() {
        assert!(keys("shop").ends_with("shop -r scheme and shop -r common-lisp talk in these languages."));
    }

    #[test]
    fn a_command_may_be_abbreviated_where_that_is_clear() {
        assert_eq!(find("apropos").map(|c| c.name), Some("apropos"));
        assert_eq!(find("ap").map(|c| c.name), Some("apropos"));
        assert!(find("s").is_none() && find("").is_none() && find("nonsense").is_none());
        assert_eq!(unknown("s"), ",s may be ,source or ,save.");
        assert_eq!(unknown("lod"), "There is no command ,lod. Did you mean ,load?");
        assert_eq!(unknown("nonsense"), "There is no command ,nonsense. ,help lists all.");
        for name in all() {
            assert_eq!(find(name).map(|c| c.name), Some(name));
        }
    }
}
