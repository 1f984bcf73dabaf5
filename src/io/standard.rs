//! The process's own streams, clock, environment and files, each as far as it is granted.

use std::fmt;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use super::access::{Access, Drafts, FileLocation};
use super::{Capability, Host, Names, denied};
use crate::error::Error;
use crate::source::text_from_bytes;

/// Takes warnings as they come.
type Listener = Box<dyn FnMut(&Error) + Send>;

/// The process's streams, clock, environment and files.
///
/// [`StdHost::new`] grants all but writing files, as a program that a user runs expects it. [`StdHost::closed`] grants
/// nothing: an untrusted script gets each capability by name.
///
/// ```
/// use klammer::{Engine, StdHost};
///
/// let host = StdHost::new()
///     .output(std::io::sink())
///     .warnings(|warning| eprintln!("{}", warning.message()))
///     .arguments(["solver", "easy.sdm"])
///     .allow_writing(true);
/// let mut engine = Engine::builder().host(host).build();
/// engine.eval::<()>("(print 'nobody-sees-this)")?;
///
/// let host = StdHost::closed().output(std::io::sink()).allow_clock(true);
/// let mut engine = Engine::builder().host(host).build();
/// assert!(engine.eval::<f64>("(current-time)")? > 0.0);
/// let error = engine.eval::<bool>("(file-exists? \"/etc/passwd\")").unwrap_err();
/// assert!(error.message().contains("capability read"));
/// # Ok::<(), klammer::Error>(())
/// ```
pub struct StdHost {
    clock: Clock,
    out: Output,
    errors: Option<Box<dyn Write + Send>>,
    /// Listener for warnings. Without one, the host writes them to the same place as errors.
    warned: Option<Listener>,
    arguments: Vec<String>,
    input: Option<Input>,
    reads: Access,
    writes: Drafts,
    tells_time: bool,
    tells_environment: bool,
    advice: Option<Advice>,
}

/// Stream for the program's output.
#[derive(Default)]
struct Output {
    /// Target; `None` if output is not granted.
    stream: Option<Box<dyn Write + Send>>,
    /// Whether somebody is watching, so that each line is shown at once.
    is_watched: bool,
    /// Whether something was written since the last flush.
    is_pending: bool,
}

impl Output {
    fn write(&mut self, text: &str) -> io::Result<()> {
        let Some(stream) = &mut self.stream else { return Ok(()) };
        self.is_pending = true;
        stream.write_all(text.as_bytes())?;
        if self.is_watched && text.contains('\n') { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.stream {
            Some(stream) if std::mem::take(&mut self.is_pending) => stream.flush(),
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for StdHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StdHost { reads, writes, tells_time, tells_environment, .. } = self;
        let granted = |a: &Access| !matches!(a, Access::None);
        f.debug_struct("StdHost")
            .field("output", &self.out.stream.is_some())
            .field("input", &self.input.is_some())
            .field("read", &granted(reads))
            .field("write", &granted(&writes.access))
            .field("clock", tells_time)
            .field("environment", tells_environment)
            .finish_non_exhaustive()
    }
}

/// Function that tells what would grant a capability, for a path if it is about files.
type Advice = Box<dyn Fn(Capability, Option<&Path>) -> String + Send>;

impl StdHost {
    /// Output to standard output, by line on a terminal and by block elsewhere; standard input and error, all files for
    /// reading, clock and environment.
    pub fn new() -> StdHost {
        let stdout = io::stdout();
        StdHost {
            out: Output {
                is_watched: stdout.is_terminal(),
                stream: Some(Box::new(io::BufWriter::with_capacity(1 << 14, stdout))),
                is_pending: false,
            },
            errors: Some(Box::new(io::stderr())),
            input: Some(standard_input()),
            reads: Access::All,
            tells_time: true,
            tells_environment: true,
            ..StdHost::closed()
        }
    }

    /// Returns a host that grants nothing. [`StdHost::output`] grants output.
    pub fn closed() -> StdHost {
        StdHost {
            clock: Clock::start(),
            out: Output::default(),
            errors: None,
            warned: None,
            arguments: Vec::new(),
            input: None,
            reads: Access::None,
            writes: Drafts::default(),
            tells_time: false,
            tells_environment: false,
            advice: None,
        }
    }

    /// Sends what the program prints to `out`, as it comes: nothing is kept back here. The host flushes it when an
    /// evaluation ends and, at a terminal, after each line.
    #[must_use]
    pub fn output(mut self, out: impl Write + Send + 'static) -> StdHost {
        self.out.stream = Some(Box::new(out));
        self
    }

    /// Sends what the program writes to its error port to `errors`.
    #[must_use]
    pub fn errors(self, errors: impl Write + Send + 'static) -> StdHost {
        StdHost { errors: Some(Box::new(errors)), ..self }
    }

    /// Gives warnings about the program to `warned`.
    #[must_use]
    pub fn warnings(self, warned: impl FnMut(&Error) + Send + 'static) -> StdHost {
        StdHost { warned: Some(Box::new(warned)), ..self }
    }

    /// The program's name and the arguments it was started with.
    #[must_use]
    pub fn arguments(self, arguments: impl IntoIterator<Item = impl Into<String>>) -> StdHost {
        StdHost { arguments: arguments.into_iter().map(Into::into).collect(), ..self }
    }

    /// Sets whether the program may read standard input.
    #[must_use]
    pub fn allow_input(self, allowed: bool) -> StdHost {
        StdHost { input: allowed.then(standard_input), ..self }
    }

    /// Takes the program's input from a function in place of standard input. It returns what
    /// [`Host::read_input`] returns; the host passes on all output before it asks.
    ///
    /// ```
    /// use klammer::{Engine, StdHost};
    ///
    /// let mut lines = ["7\n".to_string()].into_iter();
    /// let host = StdHost::closed().input(move || Ok(lines.next().unwrap_or_default()));
    /// let mut engine = Engine::builder().host(host).build();
    /// assert_eq!(engine.eval::<String>("(read-line)")?, "7");
    /// # Ok::<(), klammer::Error>(())
    /// ```
    #[must_use]
    pub fn input(self, read: impl FnMut() -> io::Result<String> + Send + 'static) -> StdHost {
        StdHost { input: Some(Box::new(read)), ..self }
    }

    /// Sets whether the program may read all files that the process may.
    #[must_use]
    pub fn allow_reading(self, allowed: bool) -> StdHost {
        StdHost { reads: Access::all_or_none(allowed), ..self }
    }

    /// Sets whether the program may write and remove files, all that the process may. By default it may not.
    #[must_use]
    pub fn allow_writing(self, allowed: bool) -> StdHost {
        StdHost { writes: Drafts::of(Access::all_or_none(allowed)), ..self }
    }

    /// Lets the program read the files of a folder, or one file, beside what it may read already. Neither `..` nor a
    /// symbolic link leads out of it.
    ///
    /// ```
    /// use klammer::{Engine, StdHost};
    ///
    /// let host = StdHost::closed().allow_reading_in("examples")?;
    /// let mut engine = Engine::builder().host(host).build();
    /// assert!(engine.eval::<bool>("(file-exists? \"examples/queens.lisp\")")?);
    /// assert!(engine.eval::<bool>("(file-exists? \"examples/../Cargo.toml\")").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A [`std::io::Error`], when there is no such folder or file, or the process itself may not open it.
    #[cfg(feature = "sandbox")]
    pub fn allow_reading_in(mut self, path: impl AsRef<Path>) -> io::Result<StdHost> {
        self.reads.add(path.as_ref(), false)?;
        Ok(self)
    }

    /// Lets the program write, make and remove files in a folder, or write one file: see [`StdHost::allow_reading_in`].
    /// It may not read them unless that is granted, too. The path need not exist yet, but its parent folder must.
    ///
    /// # Errors
    /// A [`std::io::Error`], when that folder is not there, or the process itself may not open it.
    #[cfg(feature = "sandbox")]
    pub fn allow_writing_in(mut self, path: impl AsRef<Path>) -> io::Result<StdHost> {
        self.writes.access.add(path.as_ref(), true)?;
        Ok(self)
    }

    /// Sets whether the program may ask for the time, and wait. [`Limits::time`](crate::Limits::time) holds without.
    #[must_use]
    pub fn allow_clock(self, allowed: bool) -> StdHost {
        StdHost { tells_time: allowed, ..self }
    }

    /// Sets whether the program may ask for environment variables. `KLAMMER_PATH`, where modules are looked for, is
    /// one.
    #[must_use]
    pub fn allow_environment(self, allowed: bool) -> StdHost {
        StdHost { tells_environment: allowed, ..self }
    }

    /// Sets what messages about a missing capability advise the user to do. The advice comes after what the capability
    /// was needed for.
    ///
    /// ```
    /// use klammer::{Engine, StdHost};
    ///
    /// let host = StdHost::closed().advice(|missing, _| format!("--allow-{missing} grants it"));
    /// let error = Engine::builder().host(host).build().eval::<f64>("(current-time)").unwrap_err();
    /// assert!(error.message().ends_with("--allow-clock grants it"));
    /// ```
    #[must_use]
    pub fn advice(self, advice: impl Fn(Capability, Option<&Path>) -> String + Send + 'static) -> StdHost {
        StdHost { advice: Some(Box::new(advice)), ..self }
    }

    #[cold]
    fn refusal(&self, capability: Capability, path: Option<&Path>) -> io::Error {
        let what = match (capability, &self.reads, &self.writes.access) {
            #[cfg(feature = "sandbox")]
            (Capability::Read, Access::Within(_), _) => "the host does not let this be read (capability read)".into(),
            #[cfg(feature = "sandbox")]
            (Capability::Write, _, Access::Within(_)) => {
                "the host does not let this be written (capability write)".into()
            }
            _ => denied(capability).to_string(),
        };
        let message = match &self.advice {
            Some(advice) => format!("{what}: {}", advice(capability, path)),
            None => what,
        };
        io::Error::new(io::ErrorKind::PermissionDenied, message)
    }

    fn readable<'a>(&'a self, path: &'a Path) -> io::Result<FileLocation<'a>> {
        self.reads.find(path).ok_or_else(|| self.refusal(Capability::Read, Some(path)))
    }

    fn writable<'a>(&'a self, path: &'a Path) -> io::Result<FileLocation<'a>> {
        self.writes.access.find(path).ok_or_else(|| self.refusal(Capability::Write, Some(path)))
    }
}

impl Default for StdHost {
    fn default() -> Self {
        StdHost::new()
    }
}

impl Host for StdHost {
    fn write(&mut self, text: &str) -> io::Result<()> {
        if self.out.stream.is_none() {
            return Err(self.refusal(Capability::Output, None));
        }
        self.out.write(text)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn write_error(&mut self, text: &str) -> io::Result<()> {
        // Output that the program has printed before must appear first.
        self.flush()?;
        match &mut self.errors {
            Some(errors) => errors.write_all(text.as_bytes()),
            None => Err(self.refusal(Capability::Output, None)),
        }
    }

    fn read_input(&mut self) -> io::Result<String> {
        // The question is shown before its answer is read.
        let _ = self.flush();
        match &mut self.input {
            Some(read) => read(),
            None => Err(self.refusal(Capability::Input, None)),
        }
    }

    fn warn(&mut self, warning: &Error) {
        // A warning that cannot be shown has nowhere else to go.
        let _ = self.flush();
        match (&mut self.warned, &mut self.errors) {
            (Some(warned), _) => warned(warning),
            (None, Some(errors)) => {
                let _ = writeln!(errors, "warning: {warning:#}");
            }
            (None, None) => {}
        }
    }

    fn now(&self) -> Duration {
        self.clock.elapsed()
    }

    fn date(&self) -> Duration {
        SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
    }

    fn grant(&self, capability: Capability) -> io::Result<()> {
        match capability {
            Capability::Clock if !self.tells_time => Err(self.refusal(capability, None)),
            Capability::Environment if !self.tells_environment => Err(self.refusal(capability, None)),
            _ => Ok(()),
        }
    }

    fn read_file(&self, path: &Path) -> io::Result<String> {
        let mut bytes = Vec::new();
        self.readable(path)?.open()?.read_to_end(&mut bytes)?;
        text_from_bytes(bytes)
    }

    fn open_file(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        self.readable(path)?.open()
    }

    fn file_exists(&self, path: &Path) -> io::Result<bool> {
        self.readable(path)?.exists()
    }

    fn write_file(&mut self, path: &Path, text: &str) -> io::Result<()> {
        self.writable(path)?.write(text)
    }

    fn begin_file(&mut self, path: &Path) -> io::Result<()> {
        self.writable(path)?;
        self.writes.begin(path)
    }

    fn finish_file(&mut self, path: &Path, keep: bool) -> io::Result<()> {
        self.writes.finish(path, keep)
    }

    fn append_file(&mut self, path: &Path, text: &str) -> io::Result<()> {
        self.writable(path)?.append(self.writes.of_file(path), text)
    }

    fn delete_file(&mut self, path: &Path) -> io::Result<()> {
        self.writable(path)?.remove_file()
    }

    fn list_directory(&self, path: &Path) -> io::Result<Names> {
        self.readable(path)?.list()
    }

    fn is_directory(&self, path: &Path) -> io::Result<bool> {
        self.readable(path)?.is_directory()
    }

    fn make_directory(&mut self, path: &Path) -> io::Result<()> {
        self.writable(path)?.make_directory()
    }

    fn delete_directory(&mut self, path: &Path) -> io::Result<()> {
        self.writable(path)?.remove_directory()
    }

    fn sleep(&mut self, time: Duration) -> io::Result<()> {
        self.grant(Capability::Clock)?;
        self.flush()?;
        std::thread::sleep(time);
        Ok(())
    }

    fn environment(&self, name: &str) -> Option<String> {
        // Asking for such names is a panic on some systems.
        let possible = self.tells_environment && !name.is_empty() && !name.contains(['=', '\0']);
        if possible { std::env::var(name).ok() } else { None }
    }

    fn arguments(&self) -> Vec<String> {
        self.arguments.clone()
    }

    fn module_path(&self) -> Vec<PathBuf> {
        let path = if self.tells_environment { std::env::var_os("KLAMMER_PATH") } else { None };
        path.map_or_else(Vec::new, |p| std::env::split_paths(&p).collect())
    }
}

/// The time after which a waiting program looks at its limits, in nanoseconds.
#[cfg(unix)]
const POLL_TIMEOUT: i64 = 50_000_000;

/// Bytes that are asked for at once.
const PIECE: usize = 1 << 16;

/// The source of a program's input.
type Input = Box<dyn FnMut() -> io::Result<String> + Send>;

fn standard_input() -> Input {
    let mut stdin = Stdin::default();
    Box::new(move || stdin.read())
}

#[derive(Default)]
struct Stdin {
    /// Input that is no whole character yet, or that has not been looked at.
    bytes: Vec<u8>,
}

impl Stdin {
    /// The next text; empty at the end. `WouldBlock` when there is none yet.
    fn read(&mut self) -> io::Result<String> {
        loop {
            if let Some(text) = take_text(&mut self.bytes)? {
                return Ok(text);
            }
            if !poll_input()? {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            let piece = read_piece()?;
            if piece.is_empty() {
                let cut = !std::mem::take(&mut self.bytes).is_empty();
                return if cut { Err(not_utf8("it ends within a character")) } else { Ok(String::new()) };
            }
            self.bytes.extend_from_slice(&piece);
        }
    }
}

/// Returns whether there is something to read, or the end, after waiting for a moment.
fn poll_input() -> io::Result<bool> {
    #[cfg(unix)]
    {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let stdin = io::stdin();
        let patience = Timespec { tv_sec: 0, tv_nsec: POLL_TIMEOUT };
        match poll(&mut [PollFd::new(&stdin, PollFlags::IN)], Some(&patience)) {
            Ok(ready) => Ok(ready > 0),
            Err(rustix::io::Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
    #[cfg(not(unix))]
    Ok(true)
}

fn read_piece() -> io::Result<Vec<u8>> {
    let mut buffer = vec![0; PIECE];
    loop {
        match io::stdin().lock().read(&mut buffer) {
            Ok(n) => {
                buffer.truncate(n);
                return Ok(buffer);
            }
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
}

/// Takes whole characters off the front. Bytes that are no part of one are an error, once.
fn take_text(bytes: &mut Vec<u8>) -> io::Result<Option<String>> {
    let good = match std::str::from_utf8(bytes) {
        Ok(text) => text.len(),
        Err(e) => match (e.valid_up_to(), e.error_len()) {
            (0, Some(bad)) => {
                let first = bytes.drain(..bad).next().unwrap_or_default();
                return Err(not_utf8(&format!("it has the byte {first:#04x}")));
            }
            (good, _) => good,
        },
    };
    let text: Vec<u8> = bytes.drain(..good).collect();
    Ok(String::from_utf8(text).ok().filter(|t| !t.is_empty()))
}

fn not_utf8(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("it is not UTF-8: {why}"))
}

/// The time since it was started. In a browser (`wasm32-unknown-unknown`) the standard library has no clock and panics
/// when asked. Time then never advances, unless the host brings a clock.
#[derive(Debug)]
pub(super) struct Clock(Option<Instant>);

impl Clock {
    pub fn start() -> Clock {
        let has_clock = !cfg!(all(target_family = "wasm", target_os = "unknown"));
        Clock(has_clock.then(Instant::now))
    }

    pub fn elapsed(&self) -> Duration {
        self.0.map_or(Duration::ZERO, |start| start.elapsed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_comes_in_whole_characters() {
        let mut bytes = "aä".as_bytes().to_vec();
        let last = bytes.pop().unwrap();
        assert_eq!(take_text(&mut bytes).unwrap().as_deref(), Some("a"));
        assert_eq!(take_text(&mut bytes).unwrap(), None);
        bytes.push(last);
        assert_eq!(take_text(&mut bytes).unwrap().as_deref(), Some("ä"));
        assert_eq!(take_text(&mut bytes).unwrap(), None);
    }

    #[test]
    fn a_bad_byte_is_an_error_once_and_loses_nothing() {
        let mut bytes = b"ab\xffcd".to_vec();
        assert_eq!(take_text(&mut bytes).unwrap().as_deref(), Some("ab"));
        assert_eq!(take_text(&mut bytes).unwrap_err().to_string(), "it is not UTF-8: it has the byte 0xff");
        assert_eq!(take_text(&mut bytes).unwrap().as_deref(), Some("cd"));
    }
}
