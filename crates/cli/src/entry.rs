//! What a program gives the toolchain, and what it does with a command line.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::Arc;

use klammer::{Engine, Error};

use crate::args::{Arguments, Command, Program};
use crate::tool::Tool;
use crate::{check, compare, console, examples, manual, plot, repl, run, search, shell, solve, teach};

/// A program that has the commands of `klammer`, with engines that know its own functions: scripts and expressions that
/// it runs, checks and tests, a prompt with their documentation and completion, solvers that call them. `test` without
/// a file tries the examples of the functions themselves.
///
/// ```no_run
/// use std::process::ExitCode;
///
/// use klammer_cli::Entry;
///
/// fn main() -> ExitCode {
///     Entry::new("my-tool")
///         .version("1.0")
///         .engine(|engine| {
///             engine.define("price", |n: f64| 1.2 * n).parameters(["n"]).doc("With tax.");
///             engine.require("search")
///         })
///         .run()
/// }
/// ```
#[must_use]
pub struct Entry {
    tool: Tool,
}

impl Entry {
    /// The toolchain under a name of your own, which messages, help and the prompt show.
    pub fn new(name: &'static str) -> Entry {
        Entry { tool: Tool { name, ..Tool::default() } }
    }

    /// What `--version` tells; that of this crate if nothing is said.
    pub fn version(self, version: &'static str) -> Entry {
        Entry { tool: Tool { version, ..self.tool } }
    }

    /// What each engine is given before it runs anything: functions, types, values, modules. A command may make several
    /// engines, on several threads. For asynchronous functions ([`Engine::define_async`]) to be called, it is told here
    /// how to wait ([`Engine::set_block_on`]).
    pub fn engine(self, furnish: impl Fn(&mut Engine) -> Result<(), Error> + Send + Sync + 'static) -> Entry {
        Entry { tool: Tool { furnish: Some(Arc::new(furnish)), ..self.tool } }
    }

    /// Does what the process's arguments say; the status that the process is to exit with.
    #[must_use]
    pub fn run(self) -> ExitCode {
        self.run_with(std::env::args_os())
    }

    /// The same for a command line of yours, the name of the program first.
    #[must_use]
    pub fn run_with(self, words: impl IntoIterator<Item = OsString>) -> ExitCode {
        console::set_name(self.tool.name);
        let words: Vec<OsString> = words.into_iter().collect();
        if let Some(advice) = shell::advice(&words, self.tool.name) {
            console::complain(&advice);
            return ExitCode::from(console::USAGE);
        }
        let arguments = match Arguments::of(words, self.tool) {
            Ok(arguments) => arguments,
            Err(error) => {
                let status = u8::try_from(error.exit_code()).unwrap_or(console::USAGE);
                return console::status_of(error.print(), ExitCode::from(status));
            }
        };
        match &arguments.command {
            Some(Command::Run(run)) => run::run(run, run.program().unwrap_or(Program::Stdin)),
            Some(Command::Check(check)) => check::run(check),
            Some(Command::Test(test)) => examples::run(test),
            Some(Command::Doc(doc)) => match &doc.html {
                Some(folder) => manual::write(folder, &doc.options.tool),
                None => repl::document(&doc.options, &doc.names),
            },
            Some(Command::Solve(solve)) => solve::run(solve),
            Some(Command::Plot(plot)) => plot::run(plot),
            Some(Command::Search(search)) => search::run(search),
            Some(Command::Compare(compare)) => compare::run(compare),
            Some(Command::Hint(hint)) => teach::hint(hint),
            Some(Command::Rate(rate)) => teach::rate(rate),
            Some(Command::Generate(generate)) => teach::generate(generate),
            None => match arguments.run.program() {
                Some(program) => run::run(&arguments.run, program),
                None if io::stdin().is_terminal() => repl::run(&arguments.run.options),
                None => run::run(&arguments.run, Program::Stdin),
            },
        }
    }
}
