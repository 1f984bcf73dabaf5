//! What the engine may know of the world outside: output, a clock, files.
//!
//! **Invariant:** the core reaches the outside only through a [`Host`]. A host that grants nothing makes a closed sandbox.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::error::Error;
use crate::reader::text_from_bytes;

/// What an engine is given of the outside world.
pub trait Host: Send {
    /// Takes what the program prints.
    fn write(&mut self, text: &str) -> io::Result<()>;

    /// Passes on what [`Host::write`] has kept back. The engine asks for it when an evaluation ends.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Takes a warning about the program. Dropped by default.
    fn warn(&mut self, _warning: &Error) {}

    /// Time since some fixed moment. A host without a clock returns zero; then no time limit is ever reached.
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    /// The text of a file. By default no file can be read.
    fn read_file(&self, path: &Path) -> io::Result<String> {
        Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            format!("this host gives no access to files ({})", path.display()),
        ))
    }

    /// Folders in which `require` looks after the requiring file's own.
    fn module_path(&self) -> Vec<PathBuf> {
        Vec::new()
    }
}

/// The process's standard output, clock and files.
pub struct StdHost {
    start: Instant,
    out: io::BufWriter<io::Stdout>,
    /// Somebody is watching: each line is shown at once.
    watched: bool,
    /// Something was written since the last flush.
    pending: bool,
}

impl StdHost {
    /// Output is buffered by line on a terminal and by block elsewhere.
    pub fn new() -> StdHost {
        let stdout = io::stdout();
        let watched = stdout.is_terminal();
        let out = io::BufWriter::with_capacity(1 << 14, stdout);
        StdHost { start: Instant::now(), out, watched, pending: false }
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

    fn warn(&mut self, warning: &Error) {
        // A warning that cannot be shown has nowhere else to go.
        let _ = self.flush();
        let _ = writeln!(io::stderr(), "warning: {warning:#}");
    }

    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn read_file(&self, path: &Path) -> io::Result<String> {
        text_from_bytes(std::fs::read(path)?)
    }

    fn module_path(&self) -> Vec<PathBuf> {
        std::env::var_os("KLAMMER_PATH").map_or_else(Vec::new, |p| std::env::split_paths(&p).collect())
    }
}

/// Keeps nothing and grants nothing, but for a clock.
pub struct ClosedHost {
    start: Instant,
}

impl ClosedHost {
    /// A host without output and files.
    pub fn new() -> ClosedHost {
        ClosedHost { start: Instant::now() }
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
        self.start.elapsed()
    }
}
