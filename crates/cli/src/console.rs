//! The process's streams: output that survives a closed pipe, errors and warnings drawn on standard error.

use std::fmt;
#[cfg(unix)]
use std::io::Read;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
#[cfg(unix)]
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use klammer::{
    Capability, Code, Engine, EngineBuilder, Error, Host as _, Interrupt, Limits, RenderOptions, StdHost, Warnings,
};
use klammer_hints::Hints;
use klammer_search::board::LayoutError;
use signal_hook::consts::{SIGINT, SIGTERM};
#[cfg(unix)]
use signal_hook::low_level::pipe;
use signal_hook::low_level::unregister;
use signal_hook::{SigId, flag};

use crate::args::Options;

/// When a program fails or exceeds a limit.
pub const FAILURE: u8 = 1;
/// Status if the command that the command line requests cannot begin.
pub const USAGE: u8 = 2;
/// Status that shells expect of a program that Ctrl-C has ended: 128 and the number of the signal.
pub const INTERRUPTED: u8 = 130;
/// Exit status after SIGTERM.
const TERMINATED: u8 = 143;

/// Destination of a program's output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Output {
    Standard,
    /// Standard error, so that the output cannot come between other results.
    Errors,
}

/// An engine as the command line wants it for a script, if it is one in a file. `arguments` are the program's
/// name and arguments.
pub fn engine(
    options: &Options,
    script: Option<&Path>,
    arguments: Vec<String>,
    output: Output,
) -> Result<Engine, Error> {
    let builder = match output {
        Output::Standard => builder(options, script, arguments, standard_output()),
        Output::Errors => builder(options, script, arguments, io::stderr()),
    };
    let mut engine = builder?.build();
    set_up(&mut engine, options, script)?;
    Ok(engine)
}

/// Standard output for programs, block buffered unless it is a terminal.
pub fn standard_output() -> impl Write + Send + 'static {
    ExitOnBrokenPipe(BufWriter::with_capacity(BUFFER, Stdout))
}

/// Builder of an engine on the process's streams, whose output goes to `output`.
pub fn builder(
    options: &Options,
    script: Option<&Path>,
    arguments: Vec<String>,
    output: impl Write + Send + 'static,
) -> Result<EngineBuilder, Error> {
    builder_on(options, script, arguments, output, ExitOnBrokenPipe(io::stderr()))
}

/// Begins the builder of [`builder`], with errors and warnings going to `errors`.
pub fn builder_on(
    options: &Options,
    script: Option<&Path>,
    arguments: Vec<String>,
    output: impl Write + Send + 'static,
    errors: impl Write + Send + 'static,
) -> Result<EngineBuilder, Error> {
    let defaults = Limits::default();
    let limits = Limits {
        ticks: options.limits.ticks,
        time: options.limits.timeout,
        memory: options.limits.memory.unwrap_or(defaults.memory),
        depth: options.limits.depth.or(defaults.depth),
        // A process has a larger stack than a thread.
        nesting: defaults.nesting * 2,
        ..defaults
    };
    let reporter = Reporter::new(options);
    let host = host(options, script)?
        .errors(errors)
        .warnings(move |warning| reporter.warning(warning))
        .arguments(arguments)
        .output(output);
    let seed = options.seed.unwrap_or_default();
    let warnings = if options.deny_warnings { Warnings::Deny } else { Warnings::Tell };
    let hints = options.allow.iter().fold(Hints::new(), Hints::allow);
    let builder = options.app.configure(engine_builder());
    Ok(builder.advisor(hints).limits(limits).lenient(options.lenient).seed(seed).warnings(warnings).host(host))
}

/// Begins an engine that has the modules and dialects of the program.
pub fn engine_builder() -> EngineBuilder {
    klammer_search::builder().dialect(klammer_scheme::dialect()).dialect(klammer_common_lisp::dialect())
}

/// Host with the capabilities that the options grant to programs.
fn host(options: &Options, script: Option<&Path>) -> Result<StdHost, Error> {
    if !options.sandbox.is_on {
        return Ok(StdHost::new().allow_writing(true));
    }
    let mut host = StdHost::closed()
        .allow_input(true)
        .allow_clock(options.sandbox.allow_clock)
        .allow_environment(options.sandbox.allow_env)
        .advice(flag);
    let refused = |path: &Path, e| Error::unreadable(&path.display().to_string(), &e);
    for path in script.into_iter().chain(options.sandbox.allow_read.iter().map(PathBuf::as_path)) {
        host = host.allow_reading_in(path).map_err(|e| refused(path, e))?;
    }
    for path in &options.sandbox.allow_write {
        host = host.allow_writing_in(path).map_err(|e| refused(path.parent().unwrap_or(path), e))?;
    }
    Ok(host)
}

/// The option that grants what a program lacks in the sandbox.
fn flag(capability: Capability, path: Option<&Path>) -> String {
    let folder = |path: &Path| match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.display().to_string(),
        _ => ".".to_string(),
    };
    match (capability, path) {
        (Capability::Read, Some(path)) => format!("--allow-read={} grants it", path.display()),
        // A file to be written need not exist yet.
        (Capability::Write, Some(path)) => format!("--allow-write={} grants it", folder(path)),
        (Capability::Environment, _) => "--allow-env grants it".to_string(),
        (capability, _) => format!("--allow-{capability} grants it"),
    }
}

/// Gives an engine what those of the program have, and loads what the command line requires. Without a dialect among
/// that, the ending of the script's name states the dialect.
pub fn set_up(engine: &mut Engine, options: &Options, script: Option<&Path>) -> Result<(), Error> {
    options.app.set_up(engine)?;
    options.modules.iter().try_for_each(|name| engine.require(name).map_err(|error| with_language(error, name)))?;
    script.and_then(|script| dialect_of(engine, script)).map_or(Ok(()), |dialect| engine.require(dialect))
}

/// Returns the names of the modules that the program has beside those of the library.
pub fn host_modules(engine: &mut Engine) -> Vec<String> {
    let docs = engine.docs();
    docs.modules().filter(|name| docs.module(name).is_none()).map(str::to_string).collect()
}

/// Returns the dialect that the ending of a script's name states, unless it is the engine's.
pub fn dialect_of(engine: &mut Engine, script: &Path) -> Option<&'static str> {
    let inspect = engine.inspect();
    let (own, stated) = (inspect.dialect("", ""), inspect.dialect(&script.display().to_string(), ""));
    (own != stated).then_some(stated)
}

/// Adds the name that a language has here to the error about another name for it.
fn with_language(error: Error, name: &str) -> Error {
    let language = match name.to_ascii_lowercase().as_str() {
        "cl" | "commonlisp" | "common_lisp" | "ansi-cl" => "common-lisp",
        "r7rs" | "r5rs" | "scm" | "scheme" => "scheme",
        _ => return error,
    };
    error.with_help(format!("did you mean -r {language}?"))
}

/// Size of the output buffer, in bytes.
const BUFFER: usize = 1 << 14;

/// A stream that ends the process when its reader has closed it.
struct ExitOnBrokenPipe<W>(W);

impl<W: Write> Write for ExitOnBrokenPipe<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        exit_on_broken_pipe(self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        exit_on_broken_pipe(self.0.flush())
    }
}

/// Writes to standard output that have begun and that have ended: an odd number while one is under way.
static WRITES: AtomicU64 = AtomicU64::new(0);

/// Whether the last line that standard output has is unfinished.
static LINE_IS_OPEN: AtomicBool = AtomicBool::new(false);

/// Time in which a write must end once a signal has asked the process to end.
const WRITE_PATIENCE: Duration = Duration::from_secs(1);

/// Standard output. A process that is asked to end does not wait for a reader that does not read.
pub struct Stdout;

impl Stdout {
    fn counted<T>(write: impl FnOnce(&mut io::StdoutLock<'_>) -> T) -> T {
        let mut out = io::stdout().lock();
        WRITES.fetch_add(1, Ordering::Relaxed);
        let result = write(&mut out);
        WRITES.fetch_add(1, Ordering::Relaxed);
        result
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = Stdout::counted(|out| out.write(bytes))?;
        if let Some(last) = written.checked_sub(1).and_then(|last| bytes.get(last)) {
            LINE_IS_OPEN.store(*last != b'\n', Ordering::Relaxed);
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Stdout::counted(|out| out.flush())
    }
}

/// Waits for signals, and after one for a write that does not go on, which ends the process.
#[cfg(unix)]
fn leave_if_stuck(mut signals: UnixStream) {
    if !signals.read(&mut [0]).is_ok_and(|count| count > 0) {
        return;
    }
    loop {
        let before = WRITES.load(Ordering::Relaxed);
        thread::sleep(WRITE_PATIENCE);
        if before % 2 == 1 && WRITES.load(Ordering::Relaxed) == before {
            process::exit(asked_to_end().unwrap_or(TERMINATED).into());
        }
    }
}

/// Begins to watch writes once one of the [`SIGNALS`] comes. Without the watch, the second signal ends the process.
#[cfg(unix)]
fn watch_writes() -> io::Result<()> {
    let (signals, sender) = UnixStream::pair()?;
    for (signal, _) in SIGNALS {
        pipe::register(signal, sender.try_clone()?)?;
    }
    thread::Builder::new().stack_size(1 << 16).spawn(move || leave_if_stuck(signals)).map(drop)
}

#[cfg(not(unix))]
fn watch_writes() -> io::Result<()> {
    Ok(())
}

/// Ends the process when its output is closed (`klammer ... | head`), which is no error. Programs cannot catch it.
pub fn exit_on_broken_pipe<T>(result: io::Result<T>) -> io::Result<T> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => process::exit(0),
        other => other,
    }
}

/// Returns whether standard output shows colours.
pub fn colour() -> bool {
    let stdout = io::stdout();
    stdout.is_terminal() && AutoStream::choice(&stdout) != ColorChoice::Never
}

/// The program's name, which all messages share.
static NAME: OnceLock<&str> = OnceLock::new();

/// Sets what messages begin with; the first time counts.
pub fn set_name(name: &'static str) {
    NAME.get_or_init(|| name);
}

pub fn name() -> &'static str {
    NAME.get().copied().unwrap_or("klammer")
}

/// Prints a message about something other than a Lisp program to standard error.
pub fn print_message(message: &str) {
    // If it fails there is nowhere to say so.
    let _ = writeln!(io::stderr(), "{}: {message}", name());
}

/// Gives a file this text; the text that it has stays until all of the new one is there.
pub fn write_file(path: &Path, text: &str) -> io::Result<()> {
    StdHost::closed().allow_writing(true).write_file(path, text)
}

/// Writes to standard output.
pub fn write_out(text: &str) -> io::Result<()> {
    exit_on_broken_pipe(Stdout.write_all(text.as_bytes()).and_then(|()| Stdout.flush()))
}

/// Returns a time as text with three digits and a unit, such as `12.3 ms`.
pub fn duration(seconds: f64) -> String {
    let (value, unit) = match seconds {
        s if s >= 1.0 => (s, "s"),
        s if s >= 1e-3 => (s * 1e3, "ms"),
        s => (s * 1e6, "µs"),
    };
    let decimals = if value >= 100.0 {
        0
    } else if value >= 10.0 {
        1
    } else {
        2
    };
    format!("{value:.decimals$} {unit}")
}

/// Returns a text as a cell of CSV.
pub fn csv_cell(text: &str) -> String {
    // A spreadsheet would take a text that begins so for a formula.
    let guard = if text.starts_with(['=', '+', '-', '@']) { "'" } else { "" };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

/// Returns a text for a cell of a table in Markdown.
pub fn markdown_cell(text: &str) -> String {
    text.replace('\\', "\\\\").replace('|', "\\|")
}

/// The status of a command whose last output has been written, or could not be.
pub fn status_of(written: io::Result<()>, status: ExitCode) -> ExitCode {
    match exit_on_broken_pipe(written.and_then(|()| Stdout.flush())) {
        Ok(()) => status,
        Err(cause) => {
            print_message(&format!("cannot write output: {cause}"));
            ExitCode::from(FAILURE)
        }
    }
}

/// Bytes of output that are remembered.
const MAX_KEPT: usize = 1 << 20;

/// A stream that remembers what is written, and passes it on if it has another stream.
#[derive(Clone, Default)]
pub struct OutputRecorder {
    text: Arc<Mutex<Vec<u8>>>,
    stream: Option<Arc<Mutex<dyn Write + Send>>>,
}

impl OutputRecorder {
    pub fn on(stream: impl Write + Send + 'static) -> OutputRecorder {
        OutputRecorder { stream: Some(Arc::new(Mutex::new(stream))), ..OutputRecorder::default() }
    }

    /// Takes what has been written since the last call.
    pub fn take(&self) -> String {
        let bytes = std::mem::take(&mut *self.text.lock().unwrap_or_else(PoisonError::into_inner));
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Takes what has been written, in the one line that an example has for it.
    pub fn take_line(&self) -> String {
        self.take().trim_end_matches('\n').replace('\n', "\\n")
    }
}

impl Write for OutputRecorder {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = match &self.stream {
            Some(stream) => stream.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)?,
            None => bytes.len(),
        };
        let mut text = self.text.lock().unwrap_or_else(PoisonError::into_inner);
        let room = MAX_KEPT.saturating_sub(text.len());
        text.extend_from_slice(bytes.get(..length.min(room)).unwrap_or(bytes));
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        match &self.stream {
            Some(stream) => stream.lock().unwrap_or_else(PoisonError::into_inner).flush(),
            None => Ok(()),
        }
    }
}

/// Draws errors on standard error.
#[derive(Clone, Copy)]
pub struct Reporter {
    json: bool,
}

/// On a line with fewer characters nothing can be shown.
const LEAST_WIDTH: usize = 40;

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
            LINE_IS_OPEN.store(false, Ordering::Relaxed);
        }
        self.show(|| error.to_json(), |options| error.render(options));
        ExitCode::from(match error.code() {
            Code::Interrupted => asked_to_end().unwrap_or(INTERRUPTED),
            _ => FAILURE,
        })
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
            let options = RenderOptions::default().colour(colour);
            drawn(&match terminal_size::terminal_size_of(&stderr) {
                Some((width, _)) => options.width(usize::from(width.0).max(LEAST_WIDTH)).wrap(true),
                None => options,
            })
        };
        text.push('\n');
        // At a terminal, the report begins a line.
        if LINE_IS_OPEN.load(Ordering::Relaxed) && io::stdout().is_terminal() && stderr.is_terminal() {
            LINE_IS_OPEN.store(false, Ordering::Relaxed);
            text.insert(0, '\n');
        }
        // In one piece, so that nothing of another process comes in between. If it fails there is nowhere to say so.
        let _ = stderr.write_all(text.as_bytes());
    }
}

/// Signals that ask the process to end, each with the status that it then has.
const SIGNALS: [(i32, u8); 2] = [(SIGTERM, TERMINATED), (SIGINT, INTERRUPTED)];

/// Whether each of the [`SIGNALS`] has come, once they are caught.
static ASKED_TO_END: OnceLock<[Arc<AtomicBool>; 2]> = OnceLock::new();

/// Whether the process waits for input on which it has no other work to do.
static IS_WAITING: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Lets Ctrl-C, and SIGTERM outside of a prompt, interrupt evaluations instead of ending the process: what
/// has been written is passed on.
pub fn catch_ctrl_c(interrupt: &Interrupt, patience: SignalMode) {
    match patience {
        SignalMode::Once => {
            let _ = stop_by_signals(&interrupt.flag());
            let is_waiting = IS_WAITING.get_or_init(Arc::default);
            for (signal, status) in SIGNALS {
                let _ = flag::register_conditional_shutdown(signal, status.into(), Arc::clone(is_waiting));
            }
        }
        SignalMode::Always => {
            let _ = flag::register(SIGINT, interrupt.flag());
        }
    }
}

/// Lets the first of the signals that ask the process to end set a flag, one of many perhaps. The second ends it.
pub fn stop_by_signals(is_set: &Arc<AtomicBool>) -> SignalGuard {
    let asked = ASKED_TO_END.get_or_init(|| {
        let asked: [Arc<AtomicBool>; 2] = Default::default();
        for ((signal, status), asked) in SIGNALS.into_iter().zip(&asked) {
            // Without a handler the signal ends the process, which is good enough.
            let _ = flag::register_conditional_shutdown(signal, status.into(), Arc::clone(asked));
            let _ = flag::register(signal, Arc::clone(asked));
        }
        let _ = watch_writes();
        asked
    });
    if asked.iter().any(|asked| asked.load(Ordering::Relaxed)) {
        is_set.store(true, Ordering::Relaxed);
    }
    SignalGuard(SIGNALS.iter().filter_map(|(signal, _)| flag::register(*signal, Arc::clone(is_set)).ok()).collect())
}

/// Registration of a flag with the signals.
#[must_use]
pub struct SignalGuard(Vec<SigId>);

impl SignalGuard {
    /// Takes the registration back, for an engine that goes before the process does.
    pub fn end(self) {
        for id in self.0 {
            unregister(id);
        }
    }
}

/// Returns the status of the process if a signal has asked it to end.
pub fn asked_to_end() -> Option<u8> {
    let asked = ASKED_TO_END.get()?;
    SIGNALS.iter().zip(asked).find(|(_, asked)| asked.load(Ordering::Relaxed)).map(|((_, status), _)| *status)
}

/// Runs `read`, which waits for input. A signal that asks the process to end does so at once meanwhile.
pub fn waiting<T>(read: impl FnOnce() -> T) -> T {
    let Some(is_waiting) = IS_WAITING.get() else { return read() };
    is_waiting.store(true, Ordering::SeqCst);
    // The signal may have come just before.
    if let Some(status) = asked_to_end() {
        process::exit(status.into());
    }
    let result = read();
    is_waiting.store(false, Ordering::SeqCst);
    result
}

/// See [`catch_ctrl_c`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SignalMode {
    /// The second Ctrl-C ends the process after all, whatever it does.
    Once,
    Always,
}

// Why a command cannot begin its work.

/// Why a command cannot do its work.
#[derive(Debug)]
pub enum Failure {
    /// The script is wrong itself.
    Script(Box<Error>),
    /// The script or the puzzle does not fit what is wanted of it.
    Unfit(String),
    /// The command line asks for what cannot be.
    Usage(String),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Script(Box::new(error))
    }
}

impl From<LayoutError> for Failure {
    fn from(error: LayoutError) -> Failure {
        Failure::Unfit(error.to_string())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Failure::Script(error) => error.fmt(f),
            Failure::Unfit(message) | Failure::Usage(message) => f.write_str(message),
        }
    }
}

impl Failure {
    /// Shows it; the exit status that it means.
    pub fn report(&self, options: &Options) -> ExitCode {
        match self {
            Failure::Script(error) => Reporter::new(options).error(error),
            Failure::Unfit(message) | Failure::Usage(message) => {
                print_message(message);
                ExitCode::from(if matches!(self, Failure::Usage(_)) { USAGE } else { FAILURE })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_three_digits_and_a_unit() {
        let shown = [0.000_004_56, 0.0123, 0.5, 1.5, 123.4].map(duration);
        assert_eq!(shown, ["4.56 µs", "12.3 ms", "500 ms", "1.50 s", "123 s"]);
    }
}
