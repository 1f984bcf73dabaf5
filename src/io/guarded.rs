//! A host whose panics are errors: the host's code runs in the middle of natives and of the machine, which a panic must
//! not unwind.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{Capability, Host, Names};
use crate::error::Error;
use crate::object::host::{HostOwned, Panic, caught};

/// A host of the embedder's. A method that panics fails; one that returns no result grants nothing.
pub(crate) struct GuardedHost(HostOwned<Box<dyn Host>>);

impl GuardedHost {
    pub fn new(host: Box<dyn Host>) -> GuardedHost {
        GuardedHost(HostOwned::new(host))
    }

    fn ask<T>(&self, f: impl FnOnce(&dyn Host) -> T) -> io::Result<T> {
        let Some(host) = &*self.0 else { return Err(io::ErrorKind::Other.into()) };
        caught(|| f(&**host)).map_err(|panic| failure(&panic))
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

impl Host for GuardedHost {
    fn write(&mut self, text: &str) -> io::Result<()> {
        self.order(|host| host.write(text))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.order(|host| host.flush())
    }

    fn write_error(&mut self, text: &str) -> io::Result<()> {
        self.order(|host| host.write_error(text))
    }

    fn read_input(&mut self) -> io::Result<String> {
        self.order(|host| host.read_input())
    }

    fn warn(&mut self, warning: &Error) {
        // There is nobody else to tell.
        let _ = self.order(|host| {
            host.warn(warning);
            Ok(())
        });
    }

    fn grant(&self, capability: Capability) -> io::Result<()> {
        self.ask(|host| host.grant(capability))?
    }

    /// Without a clock, each limit on time is reached.
    fn now(&self) -> Duration {
        self.ask(|host| host.now()).unwrap_or(Duration::MAX)
    }

    fn date(&self) -> Duration {
        self.ask(|host| host.date()).unwrap_or_default()
    }

    fn read_file(&self, path: &Path) -> io::Result<String> {
        self.ask(|host| host.read_file(path))?
    }

    fn open_file(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        let file = self.ask(|host| host.open_file(path))??;
        Ok(Box::new(GuardedReader(HostOwned::new(file))))
    }

    fn file_exists(&self, path: &Path) -> io::Result<bool> {
        self.ask(|host| host.file_exists(path))?
    }

    fn write_file(&mut self, path: &Path, text: &str) -> io::Result<()> {
        self.order(|host| host.write_file(path, text))
    }

    fn begin_file(&mut self, path: &Path) -> io::Result<()> {
        self.order(|host| host.begin_file(path))
    }

    fn finish_file(&mut self, path: &Path, keep: bool) -> io::Result<()> {
        self.order(|host| host.finish_file(path, keep))
    }

    fn append_file(&mut self, path: &Path, text: &str) -> io::Result<()> {
        self.order(|host| host.append_file(path, text))
    }

    fn delete_file(&mut self, path: &Path) -> io::Result<()> {
        self.order(|host| host.delete_file(path))
    }

    fn list_directory(&self, path: &Path) -> io::Result<Names> {
        let names = self.ask(|host| host.list_directory(path))??;
        Ok(Box::new(GuardedNames(HostOwned::new(names))))
    }

    fn is_directory(&self, path: &Path) -> io::Result<bool> {
        self.ask(|host| host.is_directory(path))?
    }

    fn make_directory(&mut self, path: &Path) -> io::Result<()> {
        self.order(|host| host.make_directory(path))
    }

    fn delete_directory(&mut self, path: &Path) -> io::Result<()> {
        self.order(|host| host.delete_directory(path))
    }

    fn sleep(&mut self, time: Duration) -> io::Result<()> {
        self.order(|host| host.sleep(time))
    }

    fn environment(&self, name: &str) -> Option<String> {
        self.ask(|host| host.environment(name)).ok().flatten()
    }

    fn arguments(&self) -> Vec<String> {
        self.ask(|host| host.arguments()).unwrap_or_default()
    }

    fn module_path(&self) -> Vec<PathBuf> {
        self.ask(|host| host.module_path()).unwrap_or_default()
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
