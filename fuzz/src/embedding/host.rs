//! A host whose files are in memory, which keeps what is printed, and whose clock does what a run can repeat.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use klammer::Host;

/// Bound of the recorded output, in bytes.
const MOST_OUTPUT: usize = 1 << 20;

/// State that host and driver share.
#[derive(Clone, Default)]
pub struct Desk(Arc<Mutex<Inside>>);

#[derive(Default)]
struct Inside {
    output: String,
    /// Whether the host discards everything that is printed.
    is_jammed: bool,
    files: HashMap<PathBuf, String>,
}

impl Desk {
    fn open(&self) -> MutexGuard<'_, Inside> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Another one with the same files.
    pub fn duplicate(&self) -> Desk {
        Desk(Arc::new(Mutex::new(Inside { files: self.open().files.clone(), ..Inside::default() })))
    }

    /// Takes the output since the last call.
    pub fn take_output(&self) -> String {
        std::mem::take(&mut self.open().output)
    }

    /// From now on, nothing that is printed arrives, or all of it does.
    pub fn jam(&self, on: bool) {
        self.open().is_jammed = on;
    }

    pub fn write_file(&self, path: &str, text: String) {
        self.open().files.insert(path.into(), text);
    }
}

/// The host of an engine under test.
pub struct Paper {
    desk: Desk,
    /// Number of readings of the clock, each of which advances it by a microsecond. Without it, the clock stands still.
    looks: Option<AtomicU64>,
}

impl Paper {
    pub fn new(desk: &Desk) -> Paper {
        Paper { desk: desk.clone(), looks: Some(AtomicU64::new(0)) }
    }

    /// One that says the same however often it is asked.
    pub fn still(desk: &Desk) -> Paper {
        Paper { desk: desk.clone(), looks: None }
    }
}

impl Host for Paper {
    fn write(&mut self, text: &str) -> io::Result<()> {
        let mut inside = self.desk.open();
        if inside.is_jammed {
            return Err(io::Error::other("paper jam"));
        }
        if inside.output.len() < MOST_OUTPUT {
            inside.output.push_str(text);
        }
        Ok(())
    }

    fn write_error(&mut self, text: &str) -> io::Result<()> {
        self.write(text)
    }

    fn read_input(&mut self) -> io::Result<String> {
        Ok(String::new())
    }

    fn now(&self) -> Duration {
        let looks = self.looks.as_ref().map(|looks| looks.fetch_add(1, Ordering::Relaxed));
        Duration::from_micros(looks.unwrap_or_default())
    }

    fn read_file(&self, path: &Path) -> io::Result<String> {
        self.desk.open().files.get(path).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn file_exists(&self, path: &Path) -> io::Result<bool> {
        Ok(self.desk.open().files.contains_key(path))
    }
}
