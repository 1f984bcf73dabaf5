//! The commands of the program `klammer`, for that program and for others that add functions of their own to it.
//!
//! A crate of its own, because the embedded library stays small: it knows nothing of terminals and command lines. The
//! public interface is [`App`]: version, engines, command line. Each command has a module; `args` defines the command
//! line, `console` the use of the process's streams.

mod args;
mod compare;
mod console;
mod debug;
mod doc;
mod draw;
mod grade;
mod lsp;
mod puzzle_input;
mod repl;
mod run;
mod search;
mod solve;
mod solver;
mod teach;
mod test;

use std::ffi::OsString;
use std::fmt;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::Arc;

use klammer::{Engine, EngineBuilder, Error, Wait};

use crate::args::{Arguments, Command, Options, Program, Run};
use crate::console::Failure;

/// Gives an engine what those of a program have.
type EngineSetup = dyn Fn(&mut Engine) -> Result<(), Error> + Send + Sync;

/// Waits for a future of an asynchronous function.
type BlockOn = dyn Fn(Wait<'_>) + Send + Sync;

/// The program: its name, and what it gives engines.
#[derive(Clone)]
pub(crate) struct AppInfo {
    pub name: &'static str,
    pub version: &'static str,
    pub set_up: Option<Arc<EngineSetup>>,
    pub block_on: Option<Arc<BlockOn>>,
}

impl Default for AppInfo {
    fn default() -> AppInfo {
        AppInfo { name: "klammer", version: env!("CARGO_PKG_VERSION"), set_up: None, block_on: None }
    }
}

impl fmt::Debug for AppInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.version)
    }
}

impl AppInfo {
    /// Returns whether the program sets up engines with definitions of its own.
    pub fn has_own(&self) -> bool {
        self.set_up.is_some()
    }

    /// Adds to a builder what all engines of the program have.
    pub fn configure(&self, builder: EngineBuilder) -> EngineBuilder {
        match self.block_on.clone() {
            Some(block_on) => builder.block_on(move |wait| block_on(wait)),
            None => builder,
        }
    }

    /// Gives an engine what those of the program have.
    pub fn set_up(&self, engine: &mut Engine) -> Result<(), Error> {
        self.set_up.as_ref().map_or(Ok(()), |set_up| set_up(engine))
    }
}

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
        let options = &arguments.options;
        let ended = |done: Result<ExitCode, Failure>| done.unwrap_or_else(|failure| failure.report(options));
        match &arguments.command {
            Some(Command::Run(run)) => start(run, options, &words),
            Some(Command::Profile(arguments)) => run::profile(arguments, options),
            Some(Command::Debug(arguments)) => debug::run(arguments, options),
            Some(Command::Check(check)) => run::check(check, options),
            Some(Command::Fmt(fmt)) => run::format_files(fmt, options),
            Some(Command::Test(test)) => test::test(test, options),
            Some(Command::Grade(grade)) => grade::run(grade, options, &words),
            Some(Command::Doc(doc)) => match &doc.html {
                Some(folder) => doc::write(folder, &options.app),
                None => repl::document(options, &doc.names),
            },
            Some(Command::Lsp(_)) => lsp::run(options),
            Some(Command::Solve(solve)) => ended(solve::run(solve, options)),
            Some(Command::Draw(draw)) => ended(draw::run(draw, options)),
            Some(Command::Search(search)) => ended(search::run(search, options)),
            Some(Command::Compare(compare)) => ended(compare::run(compare, options)),
            Some(Command::Hint(hint)) => ended(teach::hint(hint, options)),
            Some(Command::Rate(rate)) => ended(teach::rate(rate, options)),
            Some(Command::Generate(generate)) => ended(teach::generate(generate, options)),
            Some(Command::Completions(completions)) => doc::complete(completions, &options.app),
            Some(Command::Man(man)) => doc::write_manual(man, &options.app),
            None => start(&arguments.run, options, &words),
        }
    }
}

/// Runs the program of the command line, or begins the prompt.
fn start(run: &Run, options: &Options, words: &[OsString]) -> ExitCode {
    match run.program() {
        _ if run.interactive => repl::run(run, options),
        Some(Program::File(path)) if run.watch => run::watch(&path, words),
        Some(program) => run::run(run, options, program),
        None if io::stdin().is_terminal() => repl::run(run, options),
        None => run::run(run, options, Program::Stdin),
    }
}
