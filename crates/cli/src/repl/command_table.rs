//! The commands of a prompt: inputs that begin with a comma.
//!
//! Each command has one row; help, completion, abbreviation and the question for a missing argument come from it.

use klammer::hints::nearest;

use crate::repl::show;

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
        &[$($crate::repl::command_table::PromptCommand {
            facts: $crate::repl::command_table::CommandFacts {
                name: $name,
                short: concat!($($short)?),
                takes: $crate::repl::command_table::ArgumentKind::$takes,
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
