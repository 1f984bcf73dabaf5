//! The process's streams: output that survives a closed pipe, errors and warnings drawn on standard error.

use std::io::{self, ErrorKind, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use klammer::{Code, Engine, Error, Host, InterruptHandle, Limits, RenderOptions, StdHost};
use signal_hook::consts::SIGINT;
use signal_hook::flag;

use crate::args::Options;

/// When a program fails or exceeds a limit.
pub const FAILURE: u8 = 1;
/// What the command line asks for cannot be begun.
pub const USAGE: u8 = 2;
/// What shells expect of a program that Ctrl-C has ended: 128 and the number of the signal.
pub const INTERRUPTED: u8 = 130;

/// An engine on the process's streams, as the command line wants it; `arguments` are the program's name and arguments.
pub fn engine(options: &Options, arguments: Vec<String>) -> Engine {
    engine_with(options, arguments, Output::Standard)
}

/// Where what a program prints goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Output {
    Standard,
    /// Where it cannot come between other results.
    Errors,
}

/// [`engine`] with another place for its output.
pub fn engine_with(options: &Options, arguments: Vec<String>, output: Output) -> Engine {
    let defaults = Limits::default();
    let limits = Limits {
        fuel: options.fuel,
        time: options.time,
        memory: options.memory.unwrap_or(defaults.memory),
        depth: options.depth.or(defaults.depth),
        // A process has a larger stack than a thread.
        nesting: defaults.nesting * 2,
        ..defaults
    };
    let std = StdHost::new().allow_writing(true);
    let console = Console { std, reporter: Reporter::new(options), arguments, output };
    let seed = options.seed.unwrap_or_default();
    Engine::builder().limits(limits).lenient(options.lenient).seed(seed).host(console).build()
}

/// Loads what the command line requires.
pub fn require(engine: &mut Engine, options: &Options) -> Result<(), Error> {
    for name in &options.modules {
        let quoted = name.replace('\\', "\\\\").replace('"', "\\\"");
        engine.eval_named::<()>("<command line>", &format!("(require \"{quoted}\")"))?;
    }
    Ok(())
}

/// The standard host, with the program's own manners at its border.
struct Console {
    std: StdHost,
    reporter: Reporter,
    arguments: Vec<String>,
    output: Output,
}

impl Host for Console {
    fn write(&mut self, text: &str) -> io::Result<()> {
        match self.output {
            Output::Standard => or_leave(self.std.write(text)),
            Output::Errors => self.std.write_error(text),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        or_leave(self.std.flush())
    }

    fn warn(&mut self, warning: &Error) {
        // What the program has printed comes first. If it cannot be written, the end of the evaluation will tell.
        let _ = self.flush();
        self.reporter.warning(warning);
    }

    fn write_error(&mut self, text: &str) -> io::Result<()> {
        or_leave(self.flush().and_then(|()| self.std.write_error(text)))
    }

    fn read_input(&mut self) -> io::Result<String> {
        self.std.read_input()
    }

    fn now(&self) -> Duration {
        self.std.now()
    }

    fn date(&self) -> Duration {
        self.std.date()
    }

    fn file_exists(&self, path: &Path) -> io::Result<bool> {
        self.std.file_exists(path)
    }

    fn write_file(&mut self, path: &Path, text: &str) -> io::Result<()> {
        self.std.write_file(path, text)
    }

    fn append_file(&mut self, path: &Path, text: &str) -> io::Result<()> {
        self.std.append_file(path, text)
    }

    fn delete_file(&mut self, path: &Path) -> io::Result<()> {
        self.std.delete_file(path)
    }

    fn environment(&self, name: &str) -> Option<String> {
        self.std.environment(name)
    }

    fn arguments(&self) -> Vec<String> {
        self.arguments.clone()
    }

    fn read_file(&self, path: &Path) -> io::Result<String> {
        self.std.read_file(path)
    }

    fn open_file(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        self.std.open_file(path)
    }

    fn module_path(&self) -> Vec<PathBuf> {
        self.std.module_path()
    }
}

/// Nobody reads the output any more (`klammer ... | head`): that is no error, and there is nothing left to do. The program cannot
/// catch it either.
pub fn or_leave(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => process::exit(0),
        other => other,
    }
}

/// Whether standard output shows colours.
pub fn colour() -> bool {
    let stdout = io::stdout();
    stdout.is_terminal() && AutoStream::choice(&stdout) != ColorChoice::Never
}

/// Says what is wrong that has nothing to do with a program in Lisp.
pub fn complain(message: &str) {
    // If it fails there is nowhere to say so.
    let _ = writeln!(io::stderr(), "klammer: {message}");
}

/// Writes to standard output.
pub fn write_out(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    or_leave(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// Draws errors on standard error.
#[derive(Clone, Copy)]
pub struct Reporter {
    json: bool,
}

impl Reporter {
    pub fn new(options: &Options) -> Reporter {
        Reporter { json: options.json }
    }

    /// Shows the error, unless the program has ended itself; the exit status that it means.
    pub fn error(self, error: &Error) -> ExitCode {
        if let Some(status) = error.exit_status() {
            return ExitCode::from(status);
        }
        if error.code() == Code::Interrupted && io::stderr().is_terminal() {
            // The terminal has just written ^C.
            let _ = io::stderr().write_all(b"\n");
        }
        self.show(|| error.to_json(), |options| error.render(options));
        ExitCode::from(if error.code() == Code::Interrupted { INTERRUPTED } else { FAILURE })
    }

    pub fn warning(self, warning: &Error) {
        self.show(|| warning.warning_to_json(), |options| warning.render_warning(options));
    }

    fn show(self, json: impl FnOnce() -> String, drawn: impl FnOnce(&RenderOptions) -> String) {
        let mut stderr = io::stderr();
        let mut text = if self.json {
            json()
        } else {
            let colour = AutoStream::choice(&stderr) != ColorChoice::Never;
            drawn(&RenderOptions::default().colour(colour))
        };
        text.push('\n');
        // In one piece, so that nothing of another process comes in between. If it fails there is nowhere to say so.
        let _ = stderr.write_all(text.as_bytes());
    }
}
/// Lets Ctrl-C interrupt evaluations instead of ending the process.
pub fn catch_ctrl_c(interrupt: &InterruptHandle, patience: Patience) {
    // Where no handler can be set, Ctrl-C goes on to end the process. That is good enough.
    if patience == Patience::Once {
        let asked = Arc::new(AtomicBool::new(false));
        let _ = flag::register_conditional_shutdown(SIGINT, INTERRUPTED.into(), asked.clone());
        let _ = flag::register(SIGINT, asked);
    }
    let _ = flag::register(SIGINT, interrupt.flag());
}

/// See [`catch_ctrl_c`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// The second Ctrl-C ends the process after all, whatever it does.
    Once,
    Always,
}
