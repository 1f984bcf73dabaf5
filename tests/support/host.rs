//! A host that keeps what a program prints and whose files are those of the test.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use klammer::{Error, Host};

/// What was printed and warned of so far; clones share it.
#[derive(Clone, Default)]
pub struct Heard(Arc<Mutex<(String, Vec<String>)>>);

impl Heard {
    /// What was printed since the last time.
    pub fn take_output(&self) -> String {
        std::mem::take(&mut self.0.lock().unwrap().0)
    }

    /// The warnings since the last time, each with its place.
    pub fn take_warnings(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap().1)
    }
}

/// The host. A folder named `path` is its module path.
pub struct TestHost {
    heard: Heard,
    files: HashMap<PathBuf, String>,
    start: Instant,
}

impl TestHost {
    pub fn new(files: HashMap<PathBuf, String>) -> (TestHost, Heard) {
        let heard = Heard::default();
        (TestHost { heard: heard.clone(), files, start: Instant::now() }, heard)
    }
}

impl Host for TestHost {
    fn write(&mut self, text: &str) -> io::Result<()> {
        self.heard.0.lock().unwrap().0.push_str(text);
        Ok(())
    }

    fn warn(&mut self, warning: &Error) {
        let place = warning.place().map_or(String::new(), |p| format!("{}:{}: ", p.line(), p.column()));
        self.heard.0.lock().unwrap().1.push(format!("{place}{warning}"));
    }

    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn read_file(&self, path: &Path) -> io::Result<String> {
        self.files.get(path).cloned().ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "there is no such file"))
    }

    fn module_path(&self) -> Vec<PathBuf> {
        vec![PathBuf::from("path")]
    }
}
