//! What the engine may know of the world outside: output and input, clocks, files, the environment.
//!
//! **Invariant:** the core reaches the outside only through a [`Host`]. A host that grants nothing makes a closed sandbox.

mod clock;
mod stdin;

use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::error::Error;
use crate::source::text_from_bytes;

use clock::Clock;
use stdin::Stdin;

/// What an engine is given of the outside world.
pub trait Host: Send {
    /// Takes what the program prints.
    fn write(&mut self, text: &str) -> io::Result<()>;

    /// Passes on what [`Host::write`] has kept back. The engine asks for it when an evaluation ends.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Takes what the program writes to its error port. Dropped by default.
    fn write_error(&mut self, _text: &str) -> io::Result<()> {
        Ok(())
    }

    /// The next piece of the program's input, of any length; empty at the end. By default there is no input. A host that has to wait for
    /// it returns [`io::ErrorKind::WouldBlock`] several times a second: then limits and interrupts are looked at, and it is asked again.
    fn read_input(&mut self) -> io::Result<String> {
        Ok(String::new())
    }

    /// Takes a warning about the program. Dropped by default.
    fn warn(&mut self, _warning: &Error) {}

    /// Time since some fixed moment. A host without a clock returns zero; then no time limit is ever reached.
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    /// Time since the beginning of 1970 (UTC). A host that keeps it to itself returns zero.
    fn date(&self) -> Duration {
        Duration::ZERO
    }

    /// The text of a file. By default no file can be read.
    fn read_file(&self, path: &Path) -> io::Result<String> {
        Err(denied(path))
    }

    /// A file to be read from its beginning. What runs a program takes it piece by piece and looks at the limits in between, since a file may be endless
    /// or slow; [`io::ErrorKind::WouldBlock`] lets it ask again. By default this is the text that [`Host::read_file`] returns: a host whose files can
    /// be larger than what may be in memory, or can have the reader wait, has its own.
    fn open_file(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        Ok(Box::new(io::Cursor::new(self.read_file(path)?.into_bytes())))
    }

    /// Is there such a file? By default nobody is told.
    fn file_exists(&self, path: &Path) -> io::Result<bool> {
        Err(denied(path))
    }

    /// Gives a file this text, in place of any that it has. By default no file can be written.
    fn write_file(&mut self, path: &Path, _text: &str) -> io::Result<()> {
        Err(denied(path))
    }

    /// Adds text at the end of a file, which is made if there is none. By default no file can be written.
    fn append_file(&mut self, path: &Path, _text: &str) -> io::Result<()> {
        Err(denied(path))
    }

    /// Removes a file. By default no file can be removed.
    fn delete_file(&mut self, path: &Path) -> io::Result<()> {
        Err(denied(path))
    }

    /// The names of what is in a directory, in any order. By default nobody is told.
    fn list_directory(&self, path: &Path) -> io::Result<Names> {
        Err(denied(path))
    }

    /// Is there a directory of this name? By default nobody is told.
    fn is_directory(&self, path: &Path) -> io::Result<bool> {
        Err(denied(path))
    }

    /// Makes a directory in one that there is. By default none can be made.
    fn make_directory(&mut self, path: &Path) -> io::Result<()> {
        Err(denied(path))
    }

    /// Removes an empty directory. By default none can be removed.
    fn delete_directory(&mut self, path: &Path) -> io::Result<()> {
        Err(denied(path))
    }

    /// Lets time pass: some milliseconds at a time, because in between limits and interrupts are looked at. By default a program cannot wait.
    fn sleep(&mut self, _time: Duration) -> io::Result<()> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "this host lets no time pass"))
    }

    /// The value of an environment variable. By default none has one.
    fn environment(&self, _name: &str) -> Option<String> {
        None
    }

    /// The program's name and the arguments it was started with. None by default.
    fn arguments(&self) -> Vec<String> {
        Vec::new()
    }

    /// Folders in which `require` looks after the requiring file's own.
    fn module_path(&self) -> Vec<PathBuf> {
        Vec::new()
    }
}

/// Names of files, found one after the other: a directory may have millions.
pub type Names = Box<dyn Iterator<Item = io::Result<String>>>;

fn denied(path: &Path) -> io::Error {
    io::Error::new(
        io::ErrorKind::PermissionDenied,
        format!("this host gives no such access to files ({})", path.display()),
    )
}

/// Opening a pipe that has a name waits for whoever opens its other end, and no limit ends that. One without a name is open already: shells
/// make such arguments.
fn refuse_named_pipe(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let is_pipe = std::fs::metadata(path).is_ok_and(|m| m.file_type().is_fifo());
        if is_pipe && std::fs::canonicalize(path).is_ok() {
            let message = format!("{} is a named pipe, which could have the program wait for ever", path.display());
            return Err(io::Error::new(io::ErrorKind::Unsupported, message));
        }
    }
    Ok(())
}

/// Takes warnings as they come.
type Listener = Box<dyn FnMut(&Error) + Send>;

/// The process's standard streams, clocks and environment, and its files for reading.
///
/// Each part can be exchanged:
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
/// # Ok::<(), klammer::Error>(())
/// ```
pub struct StdHost {
    clock: Clock,
    out: Box<dyn Write + Send>,
    errors: Box<dyn Write + Send>,
    /// Who is told of warnings; without anybody they are written where errors are.
    warned: Option<Listener>,
    arguments: Vec<String>,
    /// Somebody is watching: each line is shown at once.
    watched: bool,
    /// Something was written since the last flush.
    pending: bool,
    input: Stdin,
    writes_files: bool,
}

impl StdHost {
    /// Output is buffered by line on a terminal and by block elsewhere.
    pub fn new() -> StdHost {
        let stdout = io::stdout();
        StdHost {
            clock: Clock::start(),
            watched: stdout.is_terminal(),
            out: Box::new(io::BufWriter::with_capacity(1 << 14, stdout)),
            errors: Box::new(io::stderr()),
            warned: None,
            arguments: Vec::new(),
            pending: false,
            input: Stdin::default(),
            writes_files: false,
        }
    }

    /// Where what the program prints goes, as it comes: nothing is kept back here. It is flushed when an evaluation ends and, at a terminal, after each line.
    #[must_use]
    pub fn output(self, out: impl Write + Send + 'static) -> StdHost {
        StdHost { out: Box::new(out), ..self }
    }

    /// Where what the program writes to its error port goes.
    #[must_use]
    pub fn errors(self, errors: impl Write + Send + 'static) -> StdHost {
        StdHost { errors: Box::new(errors), ..self }
    }

    /// Who is told of warnings about the program.
    #[must_use]
    pub fn warnings(self, warned: impl FnMut(&Error) + Send + 'static) -> StdHost {
        StdHost { warned: Some(Box::new(warned)), ..self }
    }

    /// The program's name and the arguments it was started with.
    #[must_use]
    pub fn arguments(self, arguments: impl IntoIterator<Item = impl Into<String>>) -> StdHost {
        StdHost { arguments: arguments.into_iter().map(Into::into).collect(), ..self }
    }

    /// May the program write and remove files? It may not unless this is said.
    #[must_use]
    pub fn allow_writing(self, allowed: bool) -> StdHost {
        StdHost { writes_files: allowed, ..self }
    }

    fn may_write(&self, path: &Path) -> io::Result<()> {
        if self.writes_files { refuse_named_pipe(path) } else { Err(denied(path)) }
    }
}

impl Default for StdHost {
    fn default() -> Self {
        StdHost::new()
    }
}

impl Host for StdHost {
    fn write(&mut self, text: &str) -> io::Result<()> {
        self.pending = true;
        self.out.write_all(text.as_bytes())?;
        if self.watched && text.contains('\n') { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.pending) { self.out.flush() } else { Ok(()) }
    }

    fn write_error(&mut self, text: &str) -> io::Result<()> {
        // What the program has printed before is to be seen before.
        self.flush()?;
        self.errors.write_all(text.as_bytes())
    }

    fn read_input(&mut self) -> io::Result<String> {
        self.input.read()
    }

    fn warn(&mut self, warning: &Error) {
        // A warning that cannot be shown has nowhere else to go.
        let _ = self.flush();
        let _ = match &mut self.warned {
            Some(warned) => {
                warned(warning);
                Ok(())
            }
            None => writeln!(self.errors, "warning: {warning:#}"),
        };
    }

    fn now(&self) -> Duration {
        self.clock.elapsed()
    }

    fn date(&self) -> Duration {
        SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
    }

    fn read_file(&self, path: &Path) -> io::Result<String> {
        refuse_named_pipe(path)?;
        text_from_bytes(std::fs::read(path)?)
    }

    fn open_file(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        refuse_named_pipe(path)?;
        Ok(Box::new(File::open(path)?))
    }

    fn file_exists(&self, path: &Path) -> io::Result<bool> {
        std::fs::exists(path)
    }

    fn write_file(&mut self, path: &Path, text: &str) -> io::Result<()> {
        self.may_write(path)?;
        std::fs::write(path, text)
    }

    fn append_file(&mut self, path: &Path, text: &str) -> io::Result<()> {
        self.may_write(path)?;
        OpenOptions::new().append(true).create(true).open(path)?.write_all(text.as_bytes())
    }

    fn delete_file(&mut self, path: &Path) -> io::Result<()> {
        if !self.writes_files {
            return Err(denied(path));
        }
        std::fs::remove_file(path)
    }

    /// What is not UTF-8 in a name is shown as `\u{fffd}`.
    fn list_directory(&self, path: &Path) -> io::Result<Names> {
        Ok(Box::new(std::fs::read_dir(path)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))))
    }

    fn is_directory(&self, path: &Path) -> io::Result<bool> {
        match std::fs::metadata(path) {
            Ok(m) => Ok(m.is_dir()),
            Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(false),
            Err(e) => Err(e),
        }
    }

    fn make_directory(&mut self, path: &Path) -> io::Result<()> {
        if self.writes_files { std::fs::create_dir(path) } else { Err(denied(path)) }
    }

    fn delete_directory(&mut self, path: &Path) -> io::Result<()> {
        if self.writes_files { std::fs::remove_dir(path) } else { Err(denied(path)) }
    }

    fn sleep(&mut self, time: Duration) -> io::Result<()> {
        std::thread::sleep(time);
        Ok(())
    }

    fn environment(&self, name: &str) -> Option<String> {
        // Asking for such names is a panic on some systems.
        let possible = !name.is_empty() && !name.contains(['=', '\0']);
        if possible { std::env::var(name).ok() } else { None }
    }

    fn arguments(&self) -> Vec<String> {
        self.arguments.clone()
    }

    fn module_path(&self) -> Vec<PathBuf> {
        std::env::var_os("KLAMMER_PATH").map_or_else(Vec::new, |p| std::env::split_paths(&p).collect())
    }
}

/// Keeps nothing and grants nothing, but for a clock.
pub struct ClosedHost {
    clock: Clock,
}

impl ClosedHost {
    /// A host without output and files.
    pub fn new() -> ClosedHost {
        ClosedHost { clock: Clock::start() }
    }
}

impl Default for ClosedHost {
    fn default() -> Self {
        ClosedHost::new()
    }
}

impl Host for ClosedHost {
    fn write(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn now(&self) -> Duration {
        self.clock.elapsed()
    }
}
