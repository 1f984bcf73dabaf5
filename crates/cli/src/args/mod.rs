//! The command line: one definition that parser and help come from. Knows nothing of what the commands do.

mod puzzles;
mod values;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use klammer::hints::nearest;
use klammer::syntax::format::FormatOptions;

use crate::AppInfo;
use crate::args::values::{bytes, depth, lint, picture, seconds, seed, ticks};

pub use crate::args::puzzles::{
    Compare, Draw, Generate, Hint, PuzzleArguments, Rate, ReportFormat, Search, Solve, TableFormat, word,
};
pub use crate::args::values::{Program, ResultFormat, Variant};

const EXAMPLES: &str = "\
Examples:
  klammer                           talk at a prompt
  klammer -e \"(+ 1 2)\"              print the value of an expression
  klammer solver.lisp easy.txt      run a file; *arguments* is (\"easy.txt\")
  klammer < solver.lisp             run standard input
  klammer -i solver.lisp            run a file, then talk at a prompt
  klammer --watch solver.lisp       run a file again whenever it changes
  klammer run --timeout 5 --memory 100M solver.lisp
  klammer run puzzle.scm            run a program in Scheme
  klammer run --sandbox --allow-read=data script.lisp

Options go before FILE; what follows FILE is passed to the program.

Exit status: 0, 1 when the program fails or exceeds a limit, N after (exit N), 2 for a wrong command line, 130 when \
interrupted by Ctrl-C, 143 by SIGTERM.";

const RUN_EXAMPLES: &str = "\
The ending of FILE states its language: .scm is Scheme, .cl is Common Lisp. -r counts more.

Examples:
  klammer run solver.lisp easy.txt
  klammer run puzzle.scm
  klammer run --timeout 5 --memory 100M solver.lisp
  klammer run --sandbox --allow-read=data script.lisp";

const DOC_EXAMPLES: &str = "\
Examples:
  klammer doc most-constrained search wrong-type
  klammer doc -r scheme vector-map
  klammer doc --html site";

/// A fast, safe Lisp for people who write search.
#[derive(Debug, Parser)]
#[command(name = "klammer", version, override_usage = USAGE, after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,

    #[command(flatten)]
    pub run: Run,

    #[command(flatten)]
    pub options: Options,
}

const USAGE: &str = "\
klammer [OPTIONS] [FILE [ARGS]...]
       klammer [OPTIONS] -e EXPR [ARGS]...
       klammer [OPTIONS] COMMAND ...";

impl Arguments {
    /// Parses the process's words. The error is that of a wrong command line, or the help that it asks for.
    pub fn of(words: impl IntoIterator<Item = OsString>, tool: AppInfo) -> Result<Arguments, clap::Error> {
        let words: Vec<OsString> = words.into_iter().collect();
        let mut command = definition(&tool);
        let matches = command.try_get_matches_from_mut(&words);
        let matches = matches.map_err(without_far_tip)?;
        let mut arguments = Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        match (&arguments.command, arguments.run.unknown_command()) {
            (None, Some(word)) => {
                return Err(unknown_command(&mut command, word, tool.name));
            }
            (Some(_), _) if arguments.run.expression.is_some() => {
                let message =
                    "an expression (-e) is evaluated without a command; arguments that are called like one follow `--`";
                return Err(command.error(ErrorKind::ArgumentConflict, message));
            }
            (Some(_), _) if arguments.run.interactive || arguments.run.watch => {
                let message = "-i and --watch run a program: they stand without a command, or after `run`";
                return Err(command.error(ErrorKind::ArgumentConflict, message));
            }
            _ => {}
        }
        let is_graded = matches!(arguments.command, Some(Command::Grade(_)));
        let options = &mut arguments.options;
        if let Some(grant) = options.sandbox.grant().filter(|_| !options.sandbox.is_on && !is_graded) {
            let message = format!("{grant} grants something in the sandbox: --sandbox is missing");
            return Err(command.error(ErrorKind::MissingRequiredArgument, message));
        }
        options.app = tool;
        Ok(arguments)
    }
}

/// Returns the command line of a program. Usage and help name the program, whatever the name of its file.
pub fn definition(tool: &AppInfo) -> clap::Command {
    let mut command = named(Arguments::command().version(tool.version), tool.name).bin_name(tool.name);
    let shared: Vec<clap::Arg> = command.get_arguments().filter(|arg| arg.is_global_set()).cloned().collect();
    let mut adapt = |name: &str, changed: &dyn Fn(clap::Arg) -> clap::Arg| {
        let own: Vec<clap::Arg> = shared.iter().cloned().map(changed).collect();
        command = std::mem::take(&mut command).mut_subcommand(name, |inner| inner.args(own));
    };
    adapt("profile", &|arg| if arg.get_id() == "ticks" { by_ticks(arg) } else { arg });
    for name in ["doc", "fmt"] {
        adapt(name, &|arg| {
            let is_hidden = OF_PROGRAMS.contains(&arg.get_id().as_str());
            arg.hide(is_hidden)
        });
    }
    for name in ["completions", "man"] {
        adapt(name, &|arg| arg.hide(true));
    }
    // It prints the seed that it takes.
    adapt("generate", &|arg| match arg.get_id().as_str() {
        "seed" => arg.help("Seed the random numbers with NUMBER [default: another each time]"),
        _ => arg,
    });
    command
}

/// Options that mean nothing to a command that runs no program but what `-r` names.
const OF_PROGRAMS: [&str; 4] = ["seed", "lenient", "deny_warnings", "allow"];

/// Returns the definition with another name for the program, in its examples, too.
fn named(command: clap::Command, name: &'static str) -> clap::Command {
    let own = AppInfo::default().name;
    if name == own {
        return command;
    }
    let renamed = |text: &dyn std::fmt::Display| text.to_string().replace(&format!("{own} "), &format!("{name} "));
    let help = command.get_after_help().map(|text| renamed(text));
    let usage = [own, "run"].contains(&command.get_name()).then(|| {
        let usage = command.clone().render_usage();
        renamed(&usage).trim_start_matches("Usage: ").to_string()
    });
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

/// The error about a first word that is neither a command nor a file.
fn unknown_command(command: &mut clap::Command, word: &str, tool: &str) -> clap::Error {
    let script = format!("{word}.lisp");
    let tip = match word {
        "repl" | "prompt" | "shell" => Some(format!("'{tool}' without arguments is the prompt")),
        "version" => Some(format!("'{tool} --version' prints it")),
        "lint" | "compile" | "build" => Some(format!("'{tool} check FILE' finds mistakes without running the program")),
        _ if word.starts_with('(') || ["eval", "exec"].contains(&word) => {
            Some(format!("'{tool} -e EXPR' evaluates an expression"))
        }
        _ if Path::new(&script).is_file() => Some(format!("there is a file: '{tool} {script}'")),
        _ => nearest(word, command.get_subcommands().map(clap::Command::get_name))
            .map(|name| format!("a similar subcommand exists: '{name}'")),
    };
    let mut error = clap::Error::new(ErrorKind::InvalidSubcommand).with_cmd(command);
    error.insert(ContextKind::InvalidSubcommand, ContextValue::String(word.to_string()));
    error.insert(ContextKind::Usage, ContextValue::StyledStr(command.render_usage()));
    if let Some(tip) = tip {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// Takes a suggestion out of an error that is too far from the word to have been meant.
fn without_far_tip(mut error: clap::Error) -> clap::Error {
    if error.kind() == ErrorKind::UnknownArgument {
        // That a misspelt option may be a value helps nobody.
        error.remove(ContextKind::Suggested);
    }
    for (given, suggested) in
        [(ContextKind::InvalidArg, ContextKind::SuggestedArg), (ContextKind::InvalidValue, ContextKind::SuggestedValue)]
    {
        if let (Some(ContextValue::String(word)), Some(ContextValue::String(name))) =
            (error.get(given), error.get(suggested))
            && nearest(word.trim_start_matches('-'), [name.trim_start_matches('-')].into_iter()).is_none()
        {
            error.remove(suggested);
            // The usage shows the option that is not meant.
            error.remove(ContextKind::Usage);
        }
    }
    error
}

#[derive(Debug, Subcommand)]
pub enum Command {
    #[command(mut_arg("words", |words| words.required_unless_present("expression")))]
    Run(Run),
    Profile(Profile),
    Debug(Debug),
    Check(Check),
    Fmt(Fmt),
    Test(Test),
    Grade(Grade),
    Doc(Doc),
    Lsp(Lsp),
    Solve(Solve),
    Draw(Draw),
    Search(Search),
    Compare(Compare),
    Hint(Hint),
    Rate(Rate),
    Generate(Generate),
    Completions(Completions),
    Man(Man),
}

/// Run a program
#[derive(Debug, Args)]
#[command(override_usage = RUN_USAGE, after_help = RUN_EXAMPLES)]
pub struct Run {
    /// Evaluate EXPR and print its value instead of running a file
    #[arg(short, long = "eval", value_name = "EXPR", allow_hyphen_values = true)]
    expression: Option<String>,

    /// Talk at a prompt after FILE or EXPR, with its definitions
    #[arg(short, long)]
    pub interactive: bool,

    /// Run FILE, and again whenever it changes
    #[arg(long, conflicts_with_all = ["expression", "interactive"])]
    pub watch: bool,

    /// Run FILE, or standard input (`-`); pass ARGS to the program
    #[arg(value_name = "FILE [ARGS]", trailing_var_arg = true)]
    words: Vec<OsString>,
}

const RUN_USAGE: &str = "\
klammer run [OPTIONS] FILE [ARGS]...
       klammer run [OPTIONS] -e EXPR [ARGS]...";

/// Returns whether `run` has an option of this long name.
pub fn has_option(name: &str) -> bool {
    Arguments::command().get_arguments().any(|argument| argument.get_long() == Some(name))
}

/// Returns the program that the first word names, and its own arguments.
pub fn program_of(words: &[OsString]) -> (Option<Program>, Vec<String>) {
    let program = words.first().map(|file| if file == "-" { Program::Stdin } else { Program::File(file.into()) });
    (program, words.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect())
}

impl Run {
    /// The program to run, if the line names one.
    pub fn program(&self) -> Option<Program> {
        match &self.expression {
            Some(text) => Some(Program::Expression(text.clone())),
            None => program_of(&self.words).0,
        }
    }

    /// The program's own arguments.
    pub fn arguments(&self) -> Vec<String> {
        let own = usize::from(self.expression.is_none());
        self.words.iter().skip(own).map(|word| word.to_string_lossy().into_owned()).collect()
    }

    /// The word in the place of the file that cannot be one: it has no ending, no folder, and there is no such file.
    fn unknown_command(&self) -> Option<&str> {
        let word = self.words.first().filter(|_| self.expression.is_none())?.to_str()?;
        let path = Path::new(word);
        let is_path = path.extension().is_some() || path.components().count() > 1 || path.exists();
        (word != "-" && (!is_path || word.starts_with('('))).then_some(word)
    }
}

/// Run a program and show which functions took its time
#[derive(Debug, Args)]
#[command(after_help = PROFILE_EXAMPLES)]
pub struct Profile {
    /// Write a flame graph in SVG to FILE.svg
    #[arg(short, long, value_name = "FILE.svg", value_parser = picture)]
    pub output: Option<PathBuf>,

    /// Show COUNT functions
    #[arg(long, value_name = "COUNT", default_value_t = DEFAULT_TOP)]
    pub top: usize,

    /// Run FILE, or standard input (`-`); pass ARGS to the program
    #[arg(value_name = "FILE [ARGS]", trailing_var_arg = true, required = true)]
    pub words: Vec<OsString>,
}

/// Functions of a profile that are shown.
pub const DEFAULT_TOP: usize = 20;

/// Makes the limit on ticks the option that chooses them as the unit.
fn by_ticks(ticks: clap::Arg) -> clap::Arg {
    ticks
        .num_args(0..=1)
        .require_equals(true)
        .default_missing_value("18446744073709551615")
        .help("Measure ticks, the same on every machine; stop after TICKS")
        .help_heading(None)
        .hide_short_help(false)
}

const PROFILE_EXAMPLES: &str = "\
The table goes to standard error, after the program's output. Its columns are the share of a function itself, its share \
with all that it calls, and its calls. Builtins that are compiled to instructions, such as + and car, belong to their \
caller. Calls of functions that are written in Lisp are estimated (~, <), unless --ticks counts them.

Examples:
  klammer profile solver.lisp easy.txt
  klammer profile -o flames.svg solver.lisp
  klammer profile --ticks -r scheme puzzle.scm

Exit status: that of the program, 2 for a wrong command line.";

/// Run a program step by step
#[derive(Debug, Args)]
#[command(after_help = DEBUG_EXAMPLES)]
pub struct Debug {
    /// Pause in the function PLACE, or at the line FILE:LINE
    #[arg(short = 'b', long = "break", value_name = "PLACE")]
    pub places: Vec<String>,

    /// Serve an editor by the Debug Adapter Protocol on standard input
    #[arg(long, conflicts_with_all = ["places", "words"])]
    pub dap: bool,

    /// Run FILE; pass ARGS to the program
    #[arg(value_name = "FILE [ARGS]", trailing_var_arg = true, required_unless_present = "dap")]
    pub words: Vec<OsString>,
}

const DEBUG_EXAMPLES: &str = "\
The program pauses before its first form, or with --break at the places named; also at errors that it does not handle, \
at (break), and at Ctrl-C. Commands at the prompt begin with a comma, such as ,step and ,next; ,help lists them. Any \
other input is an expression, which sees the variables of the frame.

Examples:
  klammer debug queens.lisp 8
  klammer debug --break safe? --break queens.lisp:12 queens.lisp 8
  klammer debug -r scheme puzzle.scm
  klammer debug --dap

Exit status: that of the program, 0 after ,quit, 2 for a wrong command line.";

/// Document functions, macros, operators, modules and error codes
#[derive(Debug, Args)]
#[command(after_help = DOC_EXAMPLES)]
pub struct Doc {
    /// Look up NAME
    #[arg(value_name = "NAME", required_unless_present = "html")]
    pub names: Vec<String>,

    /// Write the documentation of all names to FOLDER as HTML
    #[arg(long, value_name = "FOLDER", conflicts_with = "names")]
    pub html: Option<PathBuf>,
}

/// Headings of `--help` for options that the short help leaves out.
const LIMITS: &str = "Engine limits";
const SANDBOX: &str = "Sandbox";

/// Options of running programs.
#[derive(Debug, Clone, Default, Args)]
#[command(next_display_order = 100)]
pub struct Options {
    /// The program whose commands these are.
    #[arg(skip)]
    pub app: AppInfo,

    /// Require a module or dialect first: `-r scheme` runs Scheme
    #[arg(short = 'r', long = "require", global = true, value_name = "NAME")]
    pub modules: Vec<String>,

    #[command(flatten)]
    pub limits: LimitOptions,

    /// Seed the random numbers with NUMBER [default: 0]
    #[arg(long, global = true, value_name = "NUMBER", value_parser = seed)]
    pub seed: Option<u64>,

    #[command(flatten)]
    pub sandbox: SandboxOptions,

    /// Skip surplus closing parentheses, with a warning
    #[arg(long, global = true)]
    pub lenient: bool,

    /// Treat the first warning as an error
    #[arg(long, global = true)]
    pub deny_warnings: bool,

    /// Suppress the warning LINT, such as `unused-value`
    #[arg(long, global = true, value_name = "LINT", value_parser = lint)]
    pub allow: Vec<String>,

    /// Report errors and warnings as JSON, one per line
    #[arg(long, global = true)]
    pub json: bool,
}

/// Limits on what programs may use.
#[derive(Debug, Clone, Default, Args)]
pub struct LimitOptions {
    /// Stop after TICKS calls and loop iterations
    #[arg(long, global = true, value_name = "TICKS", value_parser = ticks, help_heading = LIMITS, hide_short_help = true)]
    pub ticks: Option<u64>,

    /// Use at most SIZE bytes of memory, such as 500k or 64M [default: 2G]
    #[arg(long, global = true, value_name = "SIZE", value_parser = bytes, help_heading = LIMITS, hide_short_help = true)]
    pub memory: Option<usize>,

    /// Stop after TIME: 10 or 10s (seconds), 50ms (milliseconds)
    #[arg(long, global = true, value_name = "TIME", value_parser = seconds, help_heading = LIMITS, hide_short_help = true)]
    pub timeout: Option<Duration>,

    /// Nest at most CALLS calls [default: 2000000]
    #[arg(long, global = true, value_name = "CALLS", value_parser = depth, help_heading = LIMITS, hide_short_help = true)]
    pub depth: Option<usize>,
}

/// Sandbox, and what it grants to programs.
#[derive(Debug, Clone, Default, Args)]
pub struct SandboxOptions {
    /// Grant programs only their own file, input and output
    #[arg(long = "sandbox", global = true, help_heading = SANDBOX, hide_short_help = true)]
    pub is_on: bool,

    /// Grant reading the file or folder PATH in the sandbox
    #[arg(long, global = true, value_name = "PATH", help_heading = SANDBOX, hide_short_help = true)]
    pub allow_read: Vec<PathBuf>,

    /// Grant writing the file PATH, or in the folder, in the sandbox
    #[arg(long, global = true, value_name = "PATH", value_parser = values::written(), help_heading = SANDBOX, hide_short_help = true)]
    pub allow_write: Vec<PathBuf>,

    /// Grant the environment variables in the sandbox
    #[arg(long, global = true, help_heading = SANDBOX, hide_short_help = true)]
    pub allow_env: bool,

    /// Grant the clock, and waiting, in the sandbox
    #[arg(long, global = true, help_heading = SANDBOX, hide_short_help = true)]
    pub allow_clock: bool,
}

impl SandboxOptions {
    /// Returns the option that grants something in the sandbox, if there is one.
    fn grant(&self) -> Option<&'static str> {
        let given = [
            (!self.allow_read.is_empty(), "--allow-read"),
            (!self.allow_write.is_empty(), "--allow-write"),
            (self.allow_env, "--allow-env"),
            (self.allow_clock, "--allow-clock"),
        ];
        given.iter().find(|(is_given, _)| *is_given).map(|(_, option)| *option)
    }
}

/// Find mistakes in programs without running them
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub struct Check {
    /// Check FILE, the programs in the folder FILE, or standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
}

const CHECK_EXAMPLES: &str = "\
Reads every form, expands its macros and compiles it. Definitions take effect, and what a file requires is loaded. \
Nothing is written.

Examples:
  klammer check *.lisp
  klammer check --deny-warnings --json solver.lisp

Exit status: 0, 1 when there is a mistake or a file cannot be read, 2 for a wrong command line.";

/// Format programs: indentation, blanks, closing parentheses
#[derive(Debug, Args)]
#[command(after_help = FMT_EXAMPLES)]
pub struct Fmt {
    /// Format the file PATH, or all programs in a folder
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Check only; list the files that would change
    #[arg(long)]
    pub check: bool,

    /// Break lines longer than COLUMNS
    #[arg(long, value_name = "COLUMNS", default_value_t = FormatOptions::default().width)]
    pub width: usize,
}

const FMT_EXAMPLES: &str = "\
Comments, line breaks and all that is read stay. Without PATH, standard input is formatted to standard output. \
The dialect is that of the file's ending, of (require 'DIALECT) in it, or of -r DIALECT.

Examples:
  klammer fmt solver.lisp
  klammer fmt --check lisp examples
  klammer fmt < solver.lisp

Exit status: 0, 1 when a file cannot be read or, with --check, would change, 2 for a wrong command line.";

/// Run the examples and tests in programs
#[derive(Debug, Args)]
#[command(after_help = TEST_EXAMPLES)]
pub struct Test {
    /// Test the file PATH, or the programs in the folder PATH [default: .]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Run only those with TEXT in the name or expression
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,

    /// Replace expected results in the files by actual ones
    #[arg(long)]
    pub update: bool,

    /// Write the results to FILE in the format of JUnit, too
    #[arg(long, value_name = "FILE.xml")]
    pub junit: Option<PathBuf>,
}

const TEST_EXAMPLES: &str = "\
An example is a form and, after it, a comment with the expected result. Examples at top level run while the file is \
loaded. Examples in docstrings run after that, each independently:
  (area 2 3)  ;=> 6             the value, as printed
  (area 2 'x) ;!! wrong-type    an error, by its code
  (print 'a)  ;>> a             the output

(deftest NAME BODY...) is a test: it fails if an error ends its body, such as one of (assert (= (area 2 3) 6)).

With --json, each example or test is an object on a line, and the last line counts them. --update replaces \
a value by a value, an error by an error and output by output.

Examples:
  klammer test shapes.lisp
  klammer test --timeout 5 --junit results.xml src
  klammer test --filter area --update shapes.lisp

Exit status: 0, 1 when an example fails or a file fails, 2 for a wrong command line.";

/// Answer an editor: a language server on standard input and output
#[derive(Debug, Args)]
#[command(after_help = LSP_EXAMPLES)]
pub struct Lsp {
    /// Ignored: editors pass it to many servers
    #[arg(long, hide = true)]
    pub stdio: bool,
}

const LSP_EXAMPLES: &str = "\
An editor starts this command and speaks the language server protocol with it. Nothing at the top level of a program \
is run. Macros are expanded, within limits.

Examples:
  klammer lsp
  klammer lsp --allow unused-value";

/// Print the completions of the command line for a shell
#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub struct Completions {
    #[arg(value_name = "SHELL", help = "Complete in SHELL")]
    pub shell: Shell,
}

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  klammer completions bash > ~/.local/share/bash-completion/completions/klammer
  klammer completions zsh > ~/.zfunc/_klammer      (with ~/.zfunc in fpath)
  klammer completions fish > ~/.config/fish/completions/klammer.fish
  klammer completions powershell >> $PROFILE";

/// Write manual pages
#[derive(Debug, Args)]
#[command(after_help = MAN_EXAMPLES)]
pub struct Man {
    /// Write the page of each command to FOLDER
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
}

const MAN_EXAMPLES: &str = "\
Examples:
  klammer man ~/.local/share/man/man1
  man klammer-solve";

/// Grade scripts against hidden tests and puzzles
#[derive(Debug, Args)]
#[command(after_help = GRADE_EXAMPLES)]
pub struct Grade {
    /// Grade by the file TESTS, or by the tests and puzzles in a folder
    #[arg(value_name = "TESTS")]
    pub tests: PathBuf,

    /// Grade the script PATH, or all scripts in the folder PATH
    #[arg(value_name = "PATH", required = true)]
    pub scripts: Vec<PathBuf>,

    /// Write the grades in FORMAT
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub format: GradeFormat,

    /// Try this script in this process, and write the progress.
    #[arg(long, hide = true)]
    pub alone: Option<PathBuf>,

    /// A test that has ended a process.
    #[arg(long, hide = true)]
    pub fatal: Vec<usize>,
}

/// Format of grades.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum GradeFormat {
    #[default]
    Markdown,
    Csv,
    Json,
}

const GRADE_EXAMPLES: &str = "\
TESTS has tests, (deftest NAME BODY...), and examples at top level, FORM ;=> VALUE, as for the command test. A test \
whose name :points N follows is worth N points, everything else 1. Files in the folder TESTS that are no programs hold \
puzzles, which the script's find-solutions solves.

Each script runs in a process of its own, in the sandbox. Loading it, each test and each puzzle end after --timeout, by \
default 5 seconds. In tests, the names of the library mean the library's, whatever the script defines.

With --format json, each script is an object on a line, with the result of each test. Nodes and times are those of \
the solved puzzles, beside the library's search for the same.

Examples:
  klammer grade tests.lisp submissions
  klammer grade --timeout 2 --memory 200M --format csv hidden submissions > grades.csv
  klammer grade --allow-read=data hidden anna.lisp ben.scm

Exit status: 0 whatever the grades, 1 when TESTS cannot be read, 2 for a wrong command line.";

#[cfg(test)]
mod tests {
    use crate::args::*;

    #[test]
    fn the_definition_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn the_help_of_each_command_has_examples() {
        let mut command = Arguments::command();
        command.build();
        for inner in command.get_subcommands_mut().filter(|inner| inner.get_name() != "help") {
            let help = inner.render_long_help().to_string();
            assert!(help.contains("Examples:\n  klammer "), "{help}");
        }
    }

    #[test]
    fn the_help_of_another_program_names_that() {
        let mut command = named(Arguments::command(), "shop");
        command.build();
        let mut texts = vec![command.render_long_help().to_string()];
        texts.extend(command.get_subcommands_mut().map(|inner| inner.render_long_help().to_string()));
        assert!(texts.len() > 5);
        for text in texts {
            assert!(text.contains("shop ") && !text.contains("klammer "), "{text}");
        }
    }

    #[test]
    fn the_usage_of_another_program_names_it() {
        let tool = AppInfo { name: "shop", ..AppInfo::default() };
        for line in [&["target/debug/a-file", "--help"][..], &["a-file", "--bogus"], &["a-file", "check", "--bogus"]] {
            let error = Arguments::of(line.iter().map(OsString::from), tool.clone()).unwrap_err().to_string();
            assert!(error.contains("Usage: shop ") && !error.contains("a-file"), "{line:?}: {error}");
        }
    }

    #[test]
    fn words_after_the_file_belong_to_the_program() {
        let parse = |line: &str| {
            let words = line.split(' ').map(OsString::from);
            let arguments = Arguments::of(words, AppInfo::default()).ok()?;
            let run = match arguments.command {
                Some(Command::Run(run)) => run,
                None => arguments.run,
                _ => return None,
            };
            Some((run.program()?, run.arguments().join(" "), arguments.options.limits.ticks))
        };
        let file = || Program::File("a.lisp".into());
        for line in ["klammer run --ticks 3 a.lisp --ticks x -e", "klammer --ticks 3 a.lisp --ticks x -e"] {
            assert_eq!(parse(line), Some((file(), "--ticks x -e".into(), Some(3))), "{line}");
        }
        assert_eq!(parse("klammer --ticks 3 run a.lisp run"), Some((file(), "run".into(), Some(3))));
        assert_eq!(parse("klammer run - b"), Some((Program::Stdin, "b".into(), None)));
        for line in ["klammer run -e -1 b c", "klammer -e -1 b c"] {
            assert_eq!(parse(line), Some((Program::Expression("-1".into()), "b c".into(), None)), "{line}");
        }
        for wrong in ["klammer sovle", "klammer run", "klammer run --bogus a.lisp", "klammer -e 1 check a.lisp"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
