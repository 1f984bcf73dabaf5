//! Files that an input may name: loaded, loaded again, watched.
//!
//! A watched file is looked at before each input is evaluated, an empty one included. Nothing runs beside the prompt,
//! so nothing is redefined in the middle of an evaluation, and no output comes between the characters that somebody is
//! typing.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// When a file was written and how long it is, to see that it has changed.
type Stamp = (SystemTime, u64);

#[derive(Default)]
pub struct Files {
    /// Files that `,load` and `,watch` have loaded, in order.
    loaded: Vec<PathBuf>,
    watched: Vec<(PathBuf, Option<Stamp>)>,
    /// Files that `,save` has written.
    saved: Vec<PathBuf>,
}

/// Change of a watched file.
#[derive(PartialEq, Eq, Debug)]
pub enum Change {
    Written(PathBuf),
    Gone(PathBuf),
}

impl Files {
    pub fn note_loaded(&mut self, path: &Path) {
        if !self.loaded.iter().any(|loaded| loaded == path) {
            self.loaded.push(path.to_path_buf());
        }
    }

    pub fn loaded(&self) -> &[PathBuf] {
        &self.loaded
    }

    pub fn watch(&mut self, path: &Path) {
        self.unwatch(path);
        self.watched.push((path.to_path_buf(), stamp(path)));
    }

    /// Removes a file from the watched ones. Returns whether it was among them.
    pub fn unwatch(&mut self, path: &Path) -> bool {
        let before = self.watched.len();
        self.watched.retain(|(watched, _)| watched != path);
        self.watched.len() < before
    }

    pub fn watched(&self) -> impl Iterator<Item = &Path> {
        self.watched.iter().map(|(path, _)| path.as_path())
    }

    /// The watched files that have changed since this was last asked.
    pub fn changes(&mut self) -> Vec<Change> {
        let mut changes = Vec::new();
        for (path, before) in &mut self.watched {
            let now = stamp(path);
            if now != std::mem::replace(before, now) {
                changes.push(if now.is_some() { Change::Written(path.clone()) } else { Change::Gone(path.clone()) });
            }
        }
        changes
    }

    pub fn note_saved(&mut self, path: &Path) {
        self.saved.push(path.to_path_buf());
    }

    /// Returns whether `,save` may write to a path without destroying another file.
    pub fn is_free(&self, path: &Path) -> bool {
        !path.exists() || self.saved.iter().any(|saved| saved == path)
    }
}

fn stamp(path: &Path) -> Option<Stamp> {
    let data = fs::metadata(path).ok()?;
    Some((data.modified().unwrap_or(SystemTime::UNIX_EPOCH), data.len()))
}

/// The file that somebody means: quotes around the name are no part of it, and `~` is the home folder.
pub fn named(text: &str) -> PathBuf {
    let text = text.trim();
    let name = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(text);
    match name.strip_prefix("~/").zip(dirs::home_dir()) {
        Some((rest, home)) => home.join(rest),
        None => name.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_reported_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.lisp");
        fs::write(&path, "1").unwrap();
        let mut files = Files::default();
        files.watch(&path);
        assert_eq!(files.changes(), []);
        fs::write(&path, "22").unwrap();
        assert_eq!(files.changes(), [Change::Written(path.clone())]);
        assert_eq!(files.changes(), []);
        fs::remove_file(&path).unwrap();
        assert_eq!(files.changes(), [Change::Gone(path.clone())]);
        assert!(files.unwatch(&path) && !files.unwatch(&path));
    }

    #[test]
    fn names_may_stand_in_quotes() {
        assert_eq!(named(" \"a b.lisp\" "), PathBuf::from("a b.lisp"));
        assert_eq!(named("a.lisp"), PathBuf::from("a.lisp"));
    }
}
