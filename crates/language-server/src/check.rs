//! Mistakes in texts while they are typed.
//!
//! [`Engine::check`] finds them: it reads, expands and compiles every form in a copy of an engine, so definitions and
//! macros take effect there and required files are loaded, but nothing at the top level of the text is run. The copy
//! has no capability but that of reading files, and it has limits. So a macro that never ends costs a moment.

use std::collections::HashMap;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use klammer::{Capability, Diagnostics, Engine, Error, Host, Limits, Names, Place, StdHost};

/// Makes an engine with this host, in which a dialect can be required.
pub type EngineMaker = Arc<dyn Fn(BufferHost) -> Result<Engine, Error> + Send + Sync>;

/// Limits of one check.
const TICKS: u64 = 30_000_000;
const TIME: Duration = Duration::from_secs(2);
const MEMORY: usize = 512 << 20;

/// Texts that are being edited: they count instead of their files.
#[derive(Clone, Default, Debug)]
pub struct Buffers(Arc<Mutex<HashMap<PathBuf, Arc<str>>>>);

impl Buffers {
    fn locked(&self) -> MutexGuard<'_, HashMap<PathBuf, Arc<str>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the text of a file.
    pub fn set(&self, path: &Path, text: &str) {
        self.locked().insert(canonical(path), text.into());
    }

    /// Forgets the text of a file, which is closed.
    pub fn remove(&self, path: &Path) {
        self.locked().remove(&canonical(path));
    }

    /// Returns the text of a file that is edited.
    #[must_use]
    pub fn get(&self, path: &Path) -> Option<Arc<str>> {
        let open = self.locked();
        if open.is_empty() { None } else { open.get(&canonical(path)).cloned() }
    }
}

/// Returns one path for all that mean the same file.
#[must_use]
pub fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

/// The host of engines that check texts: they can read files and [`Buffers`].
#[derive(Debug)]
pub struct BufferHost {
    disk: StdHost,
    buffers: Buffers,
}

impl BufferHost {
    /// Makes a host that reads these texts instead of their files.
    #[must_use]
    pub fn new(buffers: Buffers) -> BufferHost {
        BufferHost { disk: StdHost::new(), buffers }
    }
}

impl Host for BufferHost {
    fn write(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn grant(&self, capability: Capability) -> io::Result<()> {
        self.disk.grant(capability)
    }

    fn read_file(&self, path: &Path) -> io::Result<String> {
        match self.buffers.get(path) {
            Some(text) => Ok(text.to_string()),
            None => self.disk.read_file(path),
        }
    }

    fn open_file(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        match self.buffers.get(path) {
            Some(text) => Ok(Box::new(io::Cursor::new(text.as_bytes().to_vec()))),
            None => self.disk.open_file(path),
        }
    }

    fn file_exists(&self, path: &Path) -> io::Result<bool> {
        Ok(self.buffers.get(path).is_some() || self.disk.file_exists(path)?)
    }

    fn is_directory(&self, path: &Path) -> io::Result<bool> {
        self.disk.is_directory(path)
    }

    fn list_directory(&self, path: &Path) -> io::Result<Names> {
        self.disk.list_directory(path)
    }

    fn module_path(&self) -> Vec<PathBuf> {
        self.disk.module_path()
    }
}

/// A mistake, or code that hardly means what its writer intends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Its place in the text. Empty at the beginning if the mistake is in another file.
    pub range: Range<usize>,
    /// Whether it keeps the program from running.
    pub is_error: bool,
    /// Its code, such as `unbound-variable`.
    pub code: &'static str,
    /// The sentence that says it.
    pub message: String,
    /// A hint.
    pub help: Option<String>,
    /// Another place in the text that has to do with it, and its meaning.
    pub related: Option<(Range<usize>, String)>,
}

/// Finds mistakes in texts, with an engine for each dialect.
#[expect(missing_debug_implementations, reason = "it holds a function")]
pub struct Checker {
    make: EngineMaker,
    buffers: Buffers,
    engines: HashMap<&'static str, Engine>,
}

impl Checker {
    /// Makes a checker.
    #[must_use]
    pub fn new(make: EngineMaker, buffers: Buffers) -> Checker {
        Checker { make, buffers, engines: HashMap::new() }
    }

    /// Returns the mistakes in a text of a dialect, in its order. `path` is the file of the text, if it has one.
    pub fn check(&mut self, path: &Path, text: &str, dialect: &'static str) -> Vec<Diagnostic> {
        let found = match self.engine(dialect) {
            Ok(engine) if path.is_absolute() => engine.check(path),
            Ok(engine) => engine.check((path.display().to_string(), text)),
            Err(error) => return vec![diagnostic(&error, true, path)],
        };
        let Diagnostics { errors, warnings, .. } = found;
        let mut all: Vec<Diagnostic> = errors.iter().map(|error| diagnostic(error, true, path)).collect();
        all.extend(warnings.iter().map(|warning| diagnostic(warning, false, path)));
        all.sort_by_key(|d| d.range.start);
        all
    }

    fn engine(&mut self, dialect: &'static str) -> Result<&mut Engine, Error> {
        match self.engines.entry(dialect) {
            std::collections::hash_map::Entry::Occupied(known) => Ok(known.into_mut()),
            std::collections::hash_map::Entry::Vacant(free) => {
                let mut engine = engine_in(&self.make, &self.buffers, dialect)?;
                *engine.limits_mut() =
                    Limits { ticks: Some(TICKS), time: Some(TIME), memory: MEMORY, ..engine.limits_mut().clone() };
                Ok(free.insert(engine))
            }
        }
    }
}

/// Makes an engine in which a dialect is in use.
pub(crate) fn engine_in(make: &EngineMaker, buffers: &Buffers, dialect: &str) -> Result<Engine, Error> {
    let mut engine = make(BufferHost::new(buffers.clone()))?;
    if dialect != "core" {
        engine.require(dialect)?;
    }
    Ok(engine)
}

fn diagnostic(error: &Error, is_error: bool, path: &Path) -> Diagnostic {
    let name = path.display().to_string();
    let own = |place: &Place| (place.file() == name).then(|| place.in_text().0);
    let place = error.place();
    // Of a call, the name that nothing defines is the mistake.
    let narrowed = |range: Range<usize>, text: &str| match error.unbound() {
        Some(name) if text.strip_prefix('(').is_some_and(|call| call.starts_with(name)) => {
            range.start + 1..range.start + 1 + name.len()
        }
        _ => range,
    };
    let message = match place.filter(|place| place.file() != name) {
        Some(place) => format!("{place}: {}", error.message()),
        None => error.message().to_string(),
    };
    Diagnostic {
        range: place.and_then(|place| Some(narrowed(own(place)?, place.text()))).unwrap_or(0..0),
        is_error,
        code: error.code().as_str(),
        message,
        help: error.help().map(str::to_string),
        related: error.related().and_then(|related| Some((own(&related.place)?, related.text.clone()))),
    }
}
