//! Access of the engine to the world outside: output and input, clocks, files, the environment.
//!
//! **Invariant:** the core reaches the outside only through a [`Host`]. A host that grants nothing makes a closed
//! sandbox.
//!
//! This file defines the trait of a host and the [`ClosedHost`] of engines without one. [`standard`] has the process's
//! host, granted part by part; [`access`] its files; [`GuardedHost`] catches panics of a host.

mod access;
mod standard;

use std::fmt;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

use standard::Clock;
pub use standard::StdHost;

use crate::error::Error;
use crate::object::host::{HostOwned, Panic, caught};

/// A part of the outside world that a host grants or does not.
///
/// ```
/// use klammer::Capability;
///
/// assert_eq!(Capability::Read.to_string(), "read");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Capability {
    /// Files are read, directories listed.
    Read,
    /// Files are written, made and removed.
    Write,
    /// The program's input.
    Input,
    /// The output of the program.
    Output,
    /// The time of day, time measured by the program, waiting.
    Clock,
    /// The environment's variables.
    Environment,
}

/// As a word: "read".
impl fmt::Display for Capability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Capability::Read => "read",
            Capability::Write => "write",
            Capability::Input => "input",
            Capability::Output => "output",
            Capability::Clock => "clock",
            Capability::Environment => "environment",
        })
    }
}

/// Access of an engine to the outside world.
///
/// All of it has a default that grants nothing, except for [`Host::write`]. What these functions return as `Result` is
/// a [`std::io::Result`]: the error is a [`std::io::Error`], whose text the program is told.
///
/// ```
/// use std::io;
/// use std::path::Path;
///
/// use klammer::{Engine, Host};
///
/// /// One file in memory, and discarded output.
/// struct Memory(&'static str);
///
/// impl Host for Memory {
///     fn write(&mut self, _: &str) -> io::Result<()> {
///         Ok(())
///     }
///
///     fn read_file(&self, path: &Path) -> io::Result<String> {
///         if path == Path::new("rules.lisp") { Ok(self.0.to_string()) } else { Err(io::ErrorKind::NotFound.into()) }
///     }
/// }
///
/// let mut engine = Engine::builder().host(Memory("(defproc price (n) (* 3 n))")).build();
/// engine.eval::<()>("(load \"rules.lisp\")")?;
/// assert_eq!(engine.call::<i64>("price", (7,))?, 21);
/// # Ok::<(), klammer::Error>(())
/// ```
pub trait Host: Send {
    /// Takes what the program prints.
    fn write(&mut self, text: &str) -> io::Result<()>;

    /// Passes on what [`Host::write`] has kept back. The engine asks for it when an evaluation ends.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Takes what the program writes to its error port. By default it goes where [`Host::write`] leads.
    fn write_error(&mut self, text: &str) -> io::Result<()> {
        self.write(text)
    }

    /// The next piece of the program's input, of any length; empty at the end. By default no input is granted. A host
    /// that has to wait returns [`io::ErrorKind::WouldBlock`] several times a second. The engine then checks limits and
    /// interrupts, and asks again.
    fn read_input(&mut self) -> io::Result<String> {
        Err(denied(Capability::Input))
    }

    /// Takes a warning about the program. Dropped by default.
    fn warn(&mut self, _warning: &Error) {}

    /// Returns an error unless the program may have this capability. The engine checks capabilities whose functions
    /// report no error of their own: [`Capability::Clock`] for [`Host::date`], [`Capability::Environment`] for
    /// [`Host::environment`]. By default the program may have neither.
    ///
    /// # Errors
    /// If it may not; the error says what would grant it.
    fn grant(&self, capability: Capability) -> io::Result<()> {
        Err(denied(capability))
    }

    /// Time since some fixed moment, for limits on time. The default is the process's clock, which programs do not see.
    /// In a browser without a clock it never advances, so no limit on time is ever reached.
    fn now(&self) -> Duration {
        static CLOCK: LazyLock<Clock> = LazyLock::new(Clock::start);
        CLOCK.elapsed()
    }

    /// Time since the beginning of 1970 (UTC), for programs that are granted the clock.
    fn date(&self) -> Duration {
        Duration::ZERO
    }

    /// The text of a file. By default no file can be read.
    fn read_file(&self, _path: &Path) -> io::Result<String> {
        Err(denied(Capability::Read))
    }

    /// A file to be read from its beginning. The interpreter reads it in pieces and checks the limits in between,
    /// because a file may be endless or slow. After [`io::ErrorKind::WouldBlock`] it asks again. The default is the
    /// text that [`Host::read_file`] returns. A host with files larger than memory, or with slow files, overrides it.
    fn open_file(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        Ok(Box::new(io::Cursor::new(self.read_file(path)?.into_bytes())))
    }

    /// Returns whether there is such a file. By default this is refused.
    fn file_exists(&self, _path: &Path) -> io::Result<bool> {
        Err(denied(Capability::Read))
    }

    /// Gives a file this text, in place of any that it has. By default no file can be written.
    fn write_file(&mut self, _path: &Path, _text: &str) -> io::Result<()> {
        Err(denied(Capability::Write))
    }

    /// Begins a new text for a file: what [`Host::append_file`] adds follows, and [`Host::finish_file`] ends it. Until
    /// then the file may keep the text that it has. By default it is emptied at once.
    ///
    /// # Errors
    /// If the file cannot be written.
    fn begin_file(&mut self, path: &Path) -> io::Result<()> {
        self.write_file(path, "")
    }

    /// Ends the text that [`Host::begin_file`] has begun: it takes the place of the old one, or is dropped if it is not
    /// kept. By default nothing is left to do.
    ///
    /// # Errors
    /// If the file cannot be written, which then keeps its old text.
    fn finish_file(&mut self, _path: &Path, _keep: bool) -> io::Result<()> {
        Ok(())
    }

    /// Adds text at the end of a file, which is made if there is none. By default no file can be written.
    fn append_file(&mut self, _path: &Path, _text: &str) -> io::Result<()> {
        Err(denied(Capability::Write))
    }

    /// Removes a file. By default no file can be removed.
    fn delete_file(&mut self, _path: &Path) -> io::Result<()> {
        Err(denied(Capability::Write))
    }

    /// The names of the entries of a directory, in any order. By default this is refused.
    fn list_directory(&self, _path: &Path) -> io::Result<Names> {
        Err(denied(Capability::Read))
    }

    /// Returns whether there is a directory of this name. By default this is refused.
    fn is_directory(&self, _path: &Path) -> io::Result<bool> {
        Err(denied(Capability::Read))
    }

    /// Makes a directory in one that there is. By default none can be made.
    fn make_directory(&mut self, _path: &Path) -> io::Result<()> {
        Err(denied(Capability::Write))
    }

    /// Removes an empty directory. By default none can be removed.
    fn delete_directory(&mut self, _path: &Path) -> io::Result<()> {
        Err(denied(Capability::Write))
    }

    /// Lets time pass: some milliseconds at a time, because in between limits and interrupts are looked at. By default
    /// a program cannot wait.
    fn sleep(&mut self, _time: Duration) -> io::Result<()> {
        Err(denied(Capability::Clock))
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
///
/// There is an example of a host at [`Host`].
pub type Names = Box<dyn Iterator<Item = io::Result<String>>>;

/// The error that something is not granted.
fn denied(capability: Capability) -> io::Error {
    let what = match capability {
        Capability::Read => "the host lets no files be read",
        Capability::Write => "the host lets no files be written",
        Capability::Input => "the host has no input",
        Capability::Output => "the host takes no output",
        Capability::Clock => "the host has no clock for programs",
        Capability::Environment => "the host does not tell its environment",
    };
    io::Error::new(io::ErrorKind::PermissionDenied, format!("{what} (capability {capability})"))
}

/// Grants nothing: what an engine has that is given no other host.
///
/// ```
/// use klammer::Engine;
///
/// let mut engine = Engine::new();
/// let error = engine.eval::<String>("(read-file \"/etc/passwd\")").unwrap_err();
/// assert!(error.message().ends_with("the host lets no files be read (capability read)"));
/// ```
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct ClosedHost {}

impl ClosedHost {
    /// A host that grants nothing.
    #[must_use]
    pub fn new() -> ClosedHost {
        ClosedHost::default()
    }
}

impl Host for ClosedHost {
    fn write(&mut self, _: &str) -> io::Result<()> {
        Err(denied(Capability::Output))
    }
}

/// A host of the embedder's. A method that panics returns an error; one without a `Result` returns a neutral value (no
/// text, the end of time).
pub(crate) struct GuardedHost(HostOwned<Box<dyn Host>>);

impl GuardedHost {
    pub fn new(host: Box<dyn Host>) -> GuardedHost {
        GuardedHost(HostOwned::new(host))
    }

    fn ask<T>(&self, f: impl FnOnce(&dyn Host) -> io::Result<T>) -> io::Result<T> {
        let Some(host) = &*self.0 else { return Err(io::ErrorKind::Other.into()) };
        caught(|| f(&**host)).unwrap_or_else(|panic| Err(failure(&panic)))
    }

    fn order<T>(&mut self, f: impl FnOnce(&mut dyn Host) -> io::Result<T>) -> io::Result<T> {
        let Some(host) = &mut *self.0 else { return Err(io::ErrorKind::Other.into()) };
        caught(|| f(&mut **host)).unwrap_or_else(|panic| Err(failure(&panic)))
    }
}

#[cold]
fn failure(panic: &Panic) -> io::Error {
    io::Error::other(format!("the host panicked: {}", panic.text()))
}

/// Defines methods of a [`Host`] that pass their call on to another host: by `ask` if they leave it as it is, else by
/// `order`.
macro_rules! pass_on {
    (
        ask { $($asked:ident($($a:ident: $of:ty),*) -> $returns:ty;)* }
        $(order { $($ordered:ident($($b:ident: $by:ty),*) -> $done:ty;)* })?
    ) => {
        $(fn $asked(&self, $($a: $of),*) -> $returns {
            self.ask(|host| host.$asked($($a),*))
        })*
        $($(fn $ordered(&mut self, $($b: $by),*) -> $done {
            self.order(|host| host.$ordered($($b),*))
        })*)?
    };
}
pub(crate) use pass_on;

impl Host for GuardedHost {
    pass_on! {
        ask {
            grant(capability: Capability) -> io::Result<()>;
            read_file(path: &Path) -> io::Result<String>;
            file_exists(path: &Path) -> io::Result<bool>;
            is_directory(path: &Path) -> io::Result<bool>;
        }
        order {
            write(text: &str) -> io::Result<()>;
            flush() -> io::Result<()>;
            write_error(text: &str) -> io::Result<()>;
            read_input() -> io::Result<String>;
            write_file(path: &Path, text: &str) -> io::Result<()>;
            begin_file(path: &Path) -> io::Result<()>;
            finish_file(path: &Path, keep: bool) -> io::Result<()>;
            append_file(path: &Path, text: &str) -> io::Result<()>;
            delete_file(path: &Path) -> io::Result<()>;
            make_directory(path: &Path) -> io::Result<()>;
            delete_directory(path: &Path) -> io::Result<()>;
            sleep(time: Duration) -> io::Result<()>;
        }
    }

    fn warn(&mut self, warning: &Error) {
        // The error has no other receiver.
        let _ = self.order(|host| {
            host.warn(warning);
            Ok(())
        });
    }

    /// Without a clock, each limit on time is reached.
    fn now(&self) -> Duration {
        self.ask(|host| Ok(host.now())).unwrap_or(Duration::MAX)
    }

    fn date(&self) -> Duration {
        self.ask(|host| Ok(host.date())).unwrap_or_default()
    }

    fn open_file(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        Ok(Box::new(GuardedReader(HostOwned::new(self.ask(|host| host.open_file(path))?))))
    }

    fn list_directory(&self, path: &Path) -> io::Result<Names> {
        Ok(Box::new(GuardedNames(HostOwned::new(self.ask(|host| host.list_directory(path))?))))
    }

    fn environment(&self, name: &str) -> Option<String> {
        self.ask(|host| Ok(host.environment(name))).ok().flatten()
    }

    fn arguments(&self) -> Vec<String> {
        self.ask(|host| Ok(host.arguments())).unwrap_or_default()
    }

    fn module_path(&self) -> Vec<PathBuf> {
        self.ask(|host| Ok(host.module_path())).unwrap_or_default()
    }
}

struct GuardedReader(HostOwned<Box<dyn Read>>);

impl Read for GuardedReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(file) = &mut *self.0 else { return Ok(0) };
        let length = buffer.len();
        // A reader that claims more than it was given room for has read nothing that can be used.
        match caught(|| file.read(buffer)) {
            Ok(Ok(n)) if n > length => Err(io::ErrorKind::InvalidData.into()),
            Ok(read) => read,
            Err(panic) => Err(failure(&panic)),
        }
    }
}

struct GuardedNames(HostOwned<Names>);

impl Iterator for GuardedNames {
    type Item = io::Result<String>;

    fn next(&mut self) -> Option<io::Result<String>> {
        let names = self.0.as_mut()?;
        match caught(|| names.next()) {
            Ok(next) => next,
            Err(panic) => {
                // It would panic for ever.
                self.0 = HostOwned::new(Box::new(std::iter::empty()));
                Some(Err(failure(&panic)))
            }
        }
    }
}
