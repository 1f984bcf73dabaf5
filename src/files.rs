//! Files of the host: names that are paths, and reading, writing and asking for files within the limits.
//!
//! **Invariant:** every host call that may block is made here or in [`crate::port`], which then check the clock and the
//! interrupt flag.

use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::time::Duration;

use crate::fault::{Code, ErrorData, Limit, Result, fail_in};
use crate::io::{Capability, Host};
use crate::limits::BYTES_PER_TICK;
use crate::memory::allocated;
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

/// Bytes of a path, at most: no system takes longer ones, and messages show them.
const MAX_PATH: usize = 4096;

/// Names of a folder among which one that was meant is looked for.
const MAX_NAMES: usize = 1000;

/// Bytes that are read of a file before limits are looked at.
const PIECE: usize = 64 << 10;

/// Ticks that a call of the host for a file takes at least: the system has to be asked.
const TICKS_PER_CALL: usize = 64;

/// Time that passes between two looks at the limits.
const NAP: Duration = Duration::from_millis(20);

impl Runtime {
    /// The path that a string names.
    pub(crate) fn path(&self, function: &str, string: Value) -> Result<String> {
        let path = self.heap.as_str(string).unwrap_or("");
        self.check_path(function, path).map(|()| path.to_string())
    }

    /// The path that a string or symbol names.
    pub(crate) fn path_or_name(&self, function: &str, v: Value) -> Result<String> {
        let path = match v.as_symbol().or(v.as_keyword()) {
            Some(s) => self.name(s),
            None if v.is(Kind::STRING) => return self.path(function, v),
            None => return Err(self.wrong_type(function, "name", "a string or symbol", v)),
        };
        self.check_path(function, path).map(|()| path.to_string())
    }

    fn check_path(&self, function: &str, path: &str) -> Result<()> {
        if path.len() <= MAX_PATH {
            return Ok(());
        }
        fail_in(function, Code::File, format!("a path has at most {MAX_PATH} bytes, this one has {}", path.len()))
    }

    /// Asks the host for something that may take its time.
    pub(crate) fn ask_host<T>(&mut self, ask: impl FnOnce(&mut dyn Host) -> io::Result<T>) -> Result<io::Result<T>> {
        self.charge(TICKS_PER_CALL)?;
        let answer = ask(&mut *self.host);
        self.look()?;
        Ok(answer)
    }

    /// Fails if the host does not grant what cannot be refused by an error of its own.
    pub(crate) fn must_have(&self, function: &str, purpose: &str, capability: Capability) -> Result<()> {
        match self.host.grant(capability) {
            Ok(()) => Ok(()),
            Err(e) => fail_in(function, Code::Host, format!("cannot {purpose}: {e}")),
        }
    }

    /// [`Runtime::ask_host`] about a file; where the host refuses, the error says what could not be done.
    pub(crate) fn on_file<T>(
        &mut self,
        function: &str,
        verb: &str,
        path: &Path,
        ask: impl FnOnce(&mut dyn Host) -> io::Result<T>,
    ) -> Result<T> {
        match self.ask_host(ask)? {
            Ok(x) => Ok(x),
            Err(e) => Err(refused(function, verb, path, &e).into()),
        }
    }

    /// The text of a file, with what the program has written to it.
    pub(crate) fn read_file(&mut self, function: &str, path: &Path) -> Result<String> {
        self.write_out_all()?;
        self.finish_file(path)?;
        self.file_text(path)?.map_err(|e| refused(function, "read", path, &e).into())
    }

    /// The names of what is in a directory, in alphabetical order.
    pub(crate) fn directory(&mut self, function: &str, path: &Path) -> Result<Vec<String>> {
        let mut names = Vec::new();
        let mut bytes = 0;
        for name in self.on_file(function, "list", path, |host| host.list_directory(path))? {
            let name = name.map_err(|e| refused(function, "list", path, &e))?;
            bytes += size_of::<String>() + allocated(name.len());
            self.charge(1 + name.len() / BYTES_PER_TICK)?;
            self.heap.reserve(2 * bytes)?;
            names.push(name);
            self.look()?;
        }
        self.charge(names.len())?;
        names.sort_unstable();
        Ok(names)
    }

    /// Names of what is in the folder of a file, as far as the host tells: for advice.
    pub(crate) fn names_beside(&self, path: &Path) -> Vec<String> {
        let folder = path.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let names = self.host.list_directory(folder).into_iter().flatten();
        names.take(MAX_NAMES).filter_map(io::Result::ok).collect()
    }

    /// Lets `time` pass, with looks at the limits in between. The output of the program is flushed first.
    pub(crate) fn sleep(&mut self, function: &str, time: Duration) -> Result<()> {
        self.write_out_all()?;
        if let Err(e) = self.ask_host(|host| host.flush())? {
            return fail_in(function, Code::File, format!("cannot write output: {e}"));
        }
        let start = self.host.now();
        let mut passed = Duration::ZERO;
        while passed < time {
            let piece = (time - passed).min(NAP);
            if let Err(e) = self.ask_host(|host| host.sleep(piece))? {
                return fail_in(function, Code::Host, format!("cannot wait: {e}"));
            }
            // The clock of a host may not advance.
            passed = self.host.now().saturating_sub(start).max(passed + piece);
        }
        Ok(())
    }

    /// The text of a file as the host has it. It comes in pieces that are paid for, since it may be endless.
    pub(crate) fn file_text(&mut self, path: &Path) -> Result<io::Result<String>> {
        let mut file = match self.ask_host(|host| host.open_file(path))? {
            Ok(file) => file,
            Err(e) => return Ok(Err(e)),
        };
        let mut bytes = Vec::new();
        loop {
            // The text is looked through once more when it is complete.
            self.heap.reserve(bytes.len() + PIECE)?;
            if bytes.try_reserve(PIECE).is_err() {
                return Err(Limit::Memory.into());
            }
            match (&mut *file).take(PIECE as u64).read_to_end(&mut bytes) {
                Ok(0) => break,
                Ok(n) => {
                    self.charge(1 + n / BYTES_PER_TICK)?;
                    if n < PIECE {
                        // Another piece would be a copy of a buffer with nothing more to read.
                        self.look()?;
                        break;
                    }
                }
                Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
                Err(e) => return Ok(Err(e)),
            }
            self.look()?;
        }
        Ok(crate::source::text_from_bytes(bytes))
    }
}

/// Error for a file that the host does not give.
pub(crate) fn refused(function: &str, verb: &str, path: &Path, cause: &io::Error) -> ErrorData {
    ErrorData::by(function, Code::File, format!("cannot {verb} {}: {cause}", path.display()))
}
