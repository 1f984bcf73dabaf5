//! Entry point of a program that has the toolchain's commands: its version, its engines, its command line.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::Arc;

use klammer::{Engine, Error, Wait};

use crate::app_info::AppInfo;
use crate::args::{Arguments, Command, Program, Run};
use crate::{compare, console, debug, doc, draw, grade, lsp, manual, profile, repl, run, search, solve, teach, test, watch};

/// A program with the commands of `klammer` for engines with functions of its own. It runs, checks and tests scripts
/// and expressions; its prompt knows the documentation and completes names; its solvers call the functions. `test`
/// without a file tries the examples of the functions themselves.
///
/// ```no_run
/// use std::process::ExitCode;
///
/// use klammer_cli::App;
///
/// fn main() -> ExitCode {
///     App::new("my-tool")
///         .version("1.0")
///         .engine(|engine| {
///             engine.define("price", |n: f64| 1.2 * n).parameters(["n"]).doc("With tax.");
///             engine.require("search")
///         })
///         .run()
/// }
/// ```
#[must_use]
pub struct App {
    info: AppInfo,
}

impl App {
    /// The toolchain under a name of your own, which messages, help and the prompt show.
    pub fn new(name: &'static str) -> App {
        App { info: AppInfo { name, ..AppInfo::default() } }
    }

    /// Sets the version that `--version` prints. The default is the version of this crate.
    pub fn version(self, version: &'static str) -> App {
        App { info: AppInfo { version, ..self.info } }
    }

    /// Sets the function that sets up each engine with functions, types, values and modules before it runs anything.
    /// A command may make several engines, on several threads.
    pub fn engine(self, set_up: impl Fn(&mut Engine) -> Result<(), Error> + Send + Sync + 'static) -> App {
        App { info: AppInfo { set_up: Some(Arc::new(set_up)), ..self.info } }
    }

    /// Sets how a thread waits for asynchronous functions ([`Engine::define`]), which programs cannot call without:
    /// [`EngineBuilder::block_on`](klammer::EngineBuilder::block_on).
    pub fn block_on(self, block_on: impl Fn(Wait<'_>) + Send + Sync + 'static) -> App {
        App { info: AppInfo { block_on: Some(Arc::new(block_on)), ..self.info } }
    }

    /// Runs the command of the process's arguments. Returns the exit status of the process.
    #[must_use]
    pub fn run(self) -> ExitCode {
        self.run_with(std::env::args_os())
    }

    /// Runs a command line, the name of the program first.
    #[must_use]
    pub fn run_with(self, words: impl IntoIterator<Item = OsString>) -> ExitCode {
        console::set_name(self.info.name);
        let words: Vec<OsString> = words.into_iter().collect();
        let arguments = match Arguments::of(words.iter().cloned(), self.info) {
            Ok(arguments) => arguments,
            Err(error) => {
                let status = u8::try_from(error.exit_code()).unwrap_or(console::USAGE);
                return console::status_of(error.print(), ExitCode::from(status));
            }
        };
        match &arguments.command {
            Some(Command::Run(run)) => start(run, &words),
            Some(Command::Profile(arguments)) => profile::run(arguments),
            Some(Command::Debug(arguments)) => debug::run(arguments),
            Some(Command::Check(check)) => run::check(check),
            Some(Command::Fmt(fmt)) => run::format_files(fmt),
            Some(Command::Test(test)) => test::test(test),
            Some(Command::Grade(grade)) => grade::run(grade, &words),
            Some(Command::Doc(doc)) => match &doc.html {
                Some(folder) => doc::write(folder, &doc.options.app),
                None => repl::document(&doc.options, &doc.names),
            },
            Some(Command::Lsp(lsp)) => lsp::run(lsp),
            Some(Command::Solve(solve)) => solve::run(solve),
            Some(Command::Draw(draw)) => draw::run(draw),
            Some(Command::Search(search)) => search::run(search),
            Some(Command::Compare(compare)) => compare::run(compare),
            Some(Command::Hint(hint)) => teach::hint(hint),
            Some(Command::Rate(rate)) => teach::rate(rate),
            Some(Command::Generate(generate)) => teach::generate(generate),
            Some(Command::Completions(completions)) => manual::complete(completions),
            Some(Command::Man(man)) => manual::write(man),
            None => start(&arguments.run, &words),
        }
    }
}

/// Runs the program of the command line, or begins the prompt.
fn start(run: &Run, words: &[OsString]) -> ExitCode {
    match run.program() {
        _ if run.interactive => repl::run(run),
        Some(Program::File(path)) if run.watch => watch::watch(&path, words),
        Some(program) => run::run(run, program),
        None if io::stdin().is_terminal() => repl::run(run),
        None => run::run(run, Program::Stdin),
    }
}
