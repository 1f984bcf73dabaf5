//! The command line: one definition that parser and help come from. Knows nothing of what the commands do.

mod check;
mod foreign;
mod solve;
mod teach;
#[cfg(test)]
mod tests;
mod values;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::tool::Tool;
pub use check::{Check, Test};
pub use solve::{Compare, Plot, PuzzleArguments, Search, Solve};
pub use teach::{Form, Generate, Hint, Rate, word};
pub use values::{Notation, Program, Variant};
use values::{bytes, depth, seconds, seed, ticks};

const EXAMPLES: &str = "\
Examples:
  klammer                           talk at a prompt
  klammer -e \"(+ 1 2)\"              print the value of an expression
  klammer solver.lisp easy.txt      run a file; *arguments* is (\"easy.txt\")
  klammer < solver.lisp             run standard input
  klammer run --time 5 --memory 100M solver.lisp
  klammer run -r scheme puzzle.scm  run a program in Scheme
  klammer run --sandbox --allow-read=data script.lisp

Exit status: 0, 1 when the program fails or exceeds a limit, what it says itself with (exit N), 2 for a wrong command \
line, 130 when interrupted by Ctrl-C.";

/// A fast, safe Lisp for people who write search.
#[derive(Debug, Default, Parser)]
#[command(name = "klammer", version, args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Evaluate EXPR and print its value
    #[arg(short, long = "eval", value_name = "EXPR", allow_hyphen_values = true)]
    pub expression: Option<String>,

    #[command(flatten)]
    pub options: Options,
}

impl Arguments {
    /// What a command line of the program says. The error is its fault, or the help that it asks for.
    pub fn of(words: Vec<OsString>, tool: Tool) -> Result<Arguments, clap::Error> {
        let own = words.get(1..).unwrap_or_default();
        let mut arguments = match Arguments::plain(own).or_else(|| Arguments::of_command(own)) {
            Some(arguments) => arguments,
            None => Arguments::of_words(words, &tool)?,
        };
        arguments.set_tool(tool);
        Ok(arguments)
    }

    /// `klammer FILE ...` is `klammer run FILE ...`.
    fn of_words(mut words: Vec<OsString>, tool: &Tool) -> Result<Arguments, clap::Error> {
        match parse(&words, tool) {
            // Options may stand before the file: then it is a command that does not go with them.
            Err(error)
                if matches!(error.kind(), ErrorKind::InvalidSubcommand | ErrorKind::ArgumentConflict)
                    && is_about_file(&error) =>
            {
                words.insert(1, "run".into());
                parse(&words, tool)
            }
            Err(error) => {
                let error = foreign::with_tip(error, &words, &Arguments::command());
                let error = foreign::with_value(error);
                Err(with_script_tip(with_tip(error, tool.name), &words, tool.name))
            }
            result => result,
        }
    }

    fn set_tool(&mut self, tool: Tool) {
        let options = match &mut self.command {
            Some(Command::Run(run)) => &mut run.options,
            Some(Command::Check(check)) => &mut check.options,
            Some(Command::Test(test)) => &mut test.options,
            Some(Command::Doc(doc)) => &mut doc.options,
            Some(Command::Solve(solve)) => &mut solve.options,
            Some(Command::Search(search)) => &mut search.options,
            Some(Command::Compare(compare)) => &mut compare.options,
            Some(Command::Hint(hint)) => &mut hint.options,
            Some(Command::Rate(rate)) => &mut rate.options,
            Some(Command::Generate(generate)) => &mut generate.options,
            Some(Command::Plot(_)) => return,
            None => &mut self.options,
        };
        options.tool = tool;
    }

    /// What these words mean if they have no options but a single `-e`, or for `solve` those that solvers are compared
    /// by. Most command lines are like that, and the definition of the others, which is made anew in each process,
    /// takes longer than a small program.
    fn plain(words: &[OsString]) -> Option<Arguments> {
        let is_option = |word: &OsString| word.as_encoded_bytes().starts_with(b"-");
        match words {
            [] => Some(Arguments::default()),
            [e, text] if e == "-e" && !is_option(text) => {
                Some(Arguments { expression: Some(text.to_str()?.into()), ..Arguments::default() })
            }
            [run, words @ ..] if run == "run" && !words.is_empty() && !words.iter().any(is_option) => {
                let run = Run { expression: None, options: Options::default(), words: words.into() };
                Some(Arguments { command: Some(Command::Run(run)), ..Arguments::default() })
            }
            [solve, words @ ..] if solve == "solve" => {
                let solve = Solve::plain(words)?;
                Some(Arguments { command: Some(Command::Solve(solve)), ..Arguments::default() })
            }
            _ => None,
        }
    }

    /// What these words mean if they begin with the name of a command, read by the definition of that command alone:
    /// those of all the others take longer than reading the words. Whatever is wrong, or asks for help, is left to the
    /// definition of everything, which has the words for it.
    fn of_command(words: &[OsString]) -> Option<Arguments> {
        fn read<T: Args>(words: &[OsString]) -> Option<T> {
            let mut matches = T::augment_args(clap::Command::new("klammer")).try_get_matches_from(words).ok()?;
            T::from_arg_matches_mut(&mut matches).ok()
        }
        let command = match words.first()?.to_str()? {
            "run" => Command::Run(read(words)?),
            "check" => Command::Check(read(words)?),
            "test" => Command::Test(read(words)?),
            "doc" => Command::Doc(read(words)?),
            "solve" => Command::Solve(read(words)?),
            "plot" => Command::Plot(read(words)?),
            "search" => Command::Search(read(words)?),
            "compare" => Command::Compare(read(words)?),
            "hint" => Command::Hint(read(words)?),
            "rate" => Command::Rate(read(words)?),
            "generate" => Command::Generate(read(words)?),
            _ => return None,
        };
        Some(Arguments { command: Some(command), ..Arguments::default() })
    }
}

fn parse(words: &[OsString], tool: &Tool) -> Result<Arguments, clap::Error> {
    // Whatever the file is called that the program lies in.
    let mut command = named(Arguments::command().version(tool.version), tool.name).bin_name(tool.name);
    let matches = command.try_get_matches_from_mut(words)?;
    Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// The definition with another name for the program, in its examples, too.
fn named(command: clap::Command, name: &'static str) -> clap::Command {
    let own = Tool::default().name;
    if name == own {
        return command;
    }
    let renamed = |text: &dyn std::fmt::Display| text.to_string().replace(&format!("{own} "), &format!("{name} "));
    let help = command.get_after_help().map(|text| renamed(text));
    let usage = if command.get_name() == "run" {
        let usage = command.clone().render_usage();
        Some(renamed(&usage).trim_start_matches("Usage: ").to_string())
    } else {
        None
    };
    let command = if command.get_name() == own { command.name(name) } else { command };
    let command = command.mut_subcommands(|inner| named(inner, name));
    let command = match help {
        Some(help) => command.after_help(help),
        None => command,
    };
    match usage {
        Some(usage) => command.override_usage(usage),
        None => command,
    }
}

/// The error about a word that is no command, with what was likely meant by it.
fn with_tip(mut error: clap::Error, tool: &str) -> clap::Error {
    let word = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) => word,
        _ => return with_tip_on_option(error, tool),
    };
    let script = format!("{word}.lisp");
    let tip = match word.as_str() {
        "repl" | "prompt" | "shell" => format!("'{tool}' without arguments is the prompt"),
        "eval" | "exec" => format!("an expression is evaluated by '{tool} -e EXPR'"),
        "version" => format!("'{tool} --version' tells it"),
        "lint" | "compile" | "build" => {
            format!("'{tool} check FILE' finds what is wrong with a program without running it")
        }
        word if word.starts_with('(') => format!("an expression is evaluated by '{tool} -e EXPR'"),
        _ if Path::new(&script).is_file() => format!("there is a file: '{tool} {script}'"),
        word => match nearest_command(word) {
            Some(near) if error.get(ContextKind::SuggestedSubcommand).is_none() => {
                format!("a similar subcommand exists: '{near}'")
            }
            _ => return error,
        },
    };
    error.remove(ContextKind::SuggestedSubcommand);
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    error
}

/// The error about a word too many, or about puzzles that are missing, where a script stands in the place of puzzles:
/// with the command line that was meant.
fn with_script_tip(mut error: clap::Error, words: &[OsString], tool: &str) -> clap::Error {
    if !matches!(error.kind(), ErrorKind::UnknownArgument | ErrorKind::MissingRequiredArgument) {
        return error;
    }
    let words: Option<Vec<&str>> = words.iter().skip(1).map(|word| word.to_str()).collect();
    let Some([command, words @ ..]) = words.as_deref() else { return error };
    if words.contains(&"--script") {
        return error;
    }
    let has_options = words.iter().any(|word| word.starts_with('-'));
    let is_script = |word: &str| Path::new(word).extension().is_some_and(|ending| ending == "lisp");
    let (scripts, puzzles): (Vec<&str>, Vec<&str>) = words.iter().partition(|word| is_script(word));
    let meant = match (*command, scripts.as_slice(), puzzles.as_slice()) {
        ("solve" | "search" | "hint" | "rate", &[script], _) if has_options => {
            format!("a script is told by an option: '--script {script}'")
        }
        _ if has_options => return error,
        ("solve" | "search" | "hint" | "rate", &[script], &[puzzles]) => {
            format!("'{tool} {command} --script {script} {puzzles}'")
        }
        ("plot", [_, ..], &[puzzles]) => format!("no script is needed: '{tool} plot {puzzles}'"),
        ("compare", [_, ..], &[puzzles]) => format!("'{tool} compare {} --on {puzzles}'", scripts.join(" ")),
        ("compare", [_, ..], []) => format!("'{tool} compare {} --on PUZZLES'", scripts.join(" ")),
        ("generate", [], &[count]) if count.parse::<u32>().is_ok() => format!("'{tool} generate -n {count}'"),
        _ => return error,
    };
    error.remove(ContextKind::SuggestedArg);
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![meant.into()]));
    error
}

/// The command that is at most two slips of the fingers away.
fn nearest_command(word: &str) -> Option<String> {
    let command = Arguments::command();
    let names = command.get_subcommands().map(|c| c.get_name().to_string());
    let close = names.map(|name| (strsim::damerau_levenshtein(&name, word), name)).min()?;
    (close.0 < close.1.len().min(3)).then_some(close.1)
}

/// The error about an option that there is not, with what other programs mean by it.
fn with_tip_on_option(mut error: clap::Error, tool: &str) -> clap::Error {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidArg) else { return error };
    let command = word.trim_start_matches('-');
    let tip = match word.as_str() {
        _ if error.kind() != ErrorKind::UnknownArgument || error.get(ContextKind::SuggestedArg).is_some() => {
            return error;
        }
        "-c" => format!("an expression is evaluated by '{tool} -e EXPR'"),
        "-i" | "-l" | "--load" => format!("',load FILE' loads a file at the prompt, which '{tool}' alone is"),
        "-v" => format!("'{tool} --version' tells the version"),
        _ if Arguments::command().find_subcommand(command).is_some() => {
            format!("a command is written without dashes: '{tool} {command}'")
        }
        _ => return error,
    };
    error.remove(ContextKind::Suggested);
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    error
}

/// Is what was taken for a command the name of a file?
fn is_about_file(error: &clap::Error) -> bool {
    let word = [ContextKind::InvalidSubcommand, ContextKind::InvalidArg].into_iter().find_map(|kind| error.get(kind));
    match word {
        Some(ContextValue::String(word)) => {
            let path = Path::new(word);
            let is_option = word.starts_with('-');
            !is_option && (path.extension().is_some() || path.components().count() > 1 || path.is_file())
        }
        _ => false,
    }
}

/// Is this word, such as `--fuel` or `-r`, an option of `run`?
pub fn is_option_of_run(word: &str) -> bool {
    let mut command = Arguments::command();
    command.build();
    let Some(run) = command.find_subcommand("run") else { return false };
    // A script may have help of its own.
    let is_named = |option: &clap::Arg| {
        option.get_id() != "help"
            && match word.strip_prefix("--") {
                Some(long) => option.get_long() == Some(long),
                None => option.get_short().is_some_and(|short| word == format!("-{short}")),
            }
    };
    run.get_arguments().any(is_named)
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Run(Run),
    Check(Check),
    Test(Test),
    Doc(Doc),
    Solve(Solve),
    Plot(Plot),
    Search(Search),
    Compare(Compare),
    Hint(Hint),
    Rate(Rate),
    Generate(Generate),
}

/// Run a program
#[derive(Debug, Args)]
#[command(override_usage = "klammer run [OPTIONS] FILE [ARGS]...\n       klammer run [OPTIONS] -e EXPR [ARGS]...")]
pub struct Run {
    /// Evaluate EXPR and print its value, instead of running a file
    #[arg(short, long = "eval", value_name = "EXPR", allow_hyphen_values = true)]
    expression: Option<String>,

    #[command(flatten)]
    pub options: Options,

    /// The file, `-` for standard input, and what the program finds in *arguments*, a list of strings
    #[arg(value_name = "FILE [ARGS]", trailing_var_arg = true, required_unless_present = "expression")]
    words: Vec<OsString>,
}

impl Run {
    /// What to run, and its arguments.
    pub fn program(&self) -> (Program, Vec<String>) {
        let mut words = self.words.iter();
        let program = match &self.expression {
            Some(text) => Program::Expression(text.clone()),
            None => match words.next() {
                Some(file) if file != "-" => Program::File(file.into()),
                _ => Program::Stdin,
            },
        };
        (program, words.map(|w| w.to_string_lossy().into_owned()).collect())
    }
}

/// Show what functions, macros, operators, modules and error codes are
#[derive(Debug, Args)]
pub struct Doc {
    /// What to look up
    #[arg(value_name = "NAME", required_unless_present = "html")]
    pub names: Vec<String>,

    /// Write the documentation of all names as HTML pages into FOLDER
    #[arg(long, value_name = "FOLDER", conflicts_with = "names")]
    pub html: Option<PathBuf>,

    #[command(flatten)]
    pub options: Options,
}

/// How programs are run.
#[derive(Debug, Clone, Default, Args)]
pub struct Options {
    /// The program whose commands these are.
    #[arg(skip)]
    pub tool: Tool,

    /// Load a module or layer first, as `(require 'NAME)` would: `-r scheme` runs programs in Scheme as they stand
    #[arg(short = 'r', long = "require", value_name = "NAME")]
    pub modules: Vec<String>,

    /// Stop after so many ticks: calls and turns of loops
    #[arg(long, value_name = "TICKS", value_parser = ticks)]
    pub fuel: Option<u64>,

    /// Stop before more memory is used; k, M and G stand for powers of 1024 [default: 2G]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub memory: Option<usize>,

    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,

    /// Stop when more calls are under way [default: 2000000]
    #[arg(long, value_name = "CALLS", value_parser = depth)]
    pub depth: Option<usize>,

    /// Let random numbers begin at this seed: the same seed, the same numbers [default: 0]
    #[arg(long, value_name = "NUMBER", value_parser = seed)]
    pub seed: Option<u64>,

    /// Grant programs nothing of the system but their own file, standard input and output
    #[arg(long)]
    pub sandbox: bool,

    /// In the sandbox: grant reading this file, or what lies in this folder
    #[arg(long, value_name = "PATH", requires = "sandbox")]
    pub allow_read: Vec<PathBuf>,

    /// In the sandbox: grant writing this file, or in this folder
    #[arg(long, value_name = "PATH", requires = "sandbox", value_parser = values::written())]
    pub allow_write: Vec<PathBuf>,

    /// In the sandbox: grant the environment's variables
    #[arg(long, requires = "sandbox")]
    pub allow_env: bool,

    /// In the sandbox: grant the time, and waiting
    #[arg(long, requires = "sandbox")]
    pub allow_clock: bool,

    /// Skip a closing parenthesis too many, with a warning
    #[arg(long)]
    pub lenient: bool,

    /// Let the first warning be an error
    #[arg(long)]
    pub deny_warnings: bool,

    /// Report errors and warnings as JSON, each on one line
    #[arg(long)]
    pub json: bool,
}
