//! A host that keeps what a program prints and whose files are those of the test; a file named `standard input` is what
//! it reads.

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use klammer::{Error, Host};

/// Output and warnings so far; clones share them.
#[derive(Clone, Default)]
pub struct Heard(Arc<Mutex<(String, Vec<String>)>>);

impl Heard {
    /// Returns the output since the last call.
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
    directories: HashSet<PathBuf>,
    start: Instant,
}

impl TestHost {
    pub fn new(files: HashMap<PathBuf, String>) -> (TestHost, Heard) {
        let heard = Heard::default();
        let mut files = files;
        if let Some(input) = files.get_mut(Path::new("standard input")) {
            // Files of a script begin with empty lines, so that their lines have the script's numbers.
            *input = input.trim_start_matches('\n').to_string();
        }
        (TestHost { heard: heard.clone(), files, directories: HashSet::new(), start: Instant::now() }, heard)
    }
}

fn refuse_locked(path: &Path) -> io::Result<()> {
    if path.starts_with("locked") {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is locked"));
    }
    Ok(())
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

    fn grant(&self, _: klammer::Capability) -> io::Result<()> {
        Ok(())
    }

    fn write_error(&mut self, text: &str) -> io::Result<()> {
        self.heard.0.lock().unwrap().0.push_str(&format!("[error: {text}]"));
        Ok(())
    }

    /// In small pieces, so that no test depends on what comes together. Of `(never)`, nothing ever comes.
    fn read_input(&mut self) -> io::Result<String> {
        let Some(input) = self.files.get_mut(Path::new("standard input")) else { return Ok(String::new()) };
        if input == "(never)\n" {
            std::thread::sleep(Duration::from_millis(10));
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let piece: String = input.chars().take(3).collect();
        input.drain(..piece.len());
        Ok(piece)
    }

    fn write_file(&mut self, path: &Path, text: &str) -> io::Result<()> {
        refuse_locked(path)?;
        self.files.insert(path.to_path_buf(), text.to_string());
        Ok(())
    }

    fn append_file(&mut self, path: &Path, text: &str) -> io::Result<()> {
        refuse_locked(path)?;
        // The cost does not depend on the content of the file so far.
        self.files.entry(path.to_path_buf()).or_default().push_str(text);
        Ok(())
    }

    fn delete_file(&mut self, path: &Path) -> io::Result<()> {
        self.files
            .remove(path)
            .map(|_| ())
            .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "there is no such file"))
    }

    fn file_exists(&self, path: &Path) -> io::Result<bool> {
        Ok(self.files.contains_key(path))
    }

    fn list_directory(&self, path: &Path) -> io::Result<Box<dyn Iterator<Item = io::Result<String>>>> {
        if !self.is_directory(path)? {
            return Err(io::Error::new(io::ErrorKind::NotFound, "there is no such directory"));
        }
        let inside = self.files.keys().chain(&self.directories).filter(|p| p.parent() == Some(path));
        let names = inside.filter_map(|p| p.file_name()).map(|name| Ok(name.to_string_lossy().into_owned()));
        Ok(Box::new(names.collect::<Vec<_>>().into_iter()))
    }

    fn is_directory(&self, path: &Path) -> io::Result<bool> {
        Ok(self.directories.contains(path))
    }

    fn make_directory(&mut self, path: &Path) -> io::Result<()> {
        let is_new = self.directories.insert(path.to_path_buf());
        is_new.then_some(()).ok_or_else(|| io::Error::new(io::ErrorKind::AlreadyExists, "it is there already"))
    }

    fn delete_directory(&mut self, path: &Path) -> io::Result<()> {
        if self.list_directory(path)?.next().is_some() {
            return Err(io::Error::new(io::ErrorKind::DirectoryNotEmpty, "it is not empty"));
        }
        self.directories.remove(path);
        Ok(())
    }

    /// No test waits.
    fn sleep(&mut self, _: Duration) -> io::Result<()> {
        Ok(())
    }

    fn environment(&self, name: &str) -> Option<String> {
        (name == "KLAMMER_TEST").then(|| "set".to_string())
    }

    fn arguments(&self) -> Vec<String> {
        vec!["test".to_string(), "one".to_string()]
    }

    fn read_file(&self, path: &Path) -> io::Result<String> {
        self.files.get(path).cloned().ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "there is no such file"))
    }

    fn module_path(&self) -> Vec<PathBuf> {
        vec![PathBuf::from("path")]
    }
}
