//! Files that could be meant by the name of one that is not there.

use std::fs;
use std::path::Path;

use klammer::{Code, Error};

/// Files of a folder that are compared with the name of one that is not there.
const MOST_FILES: usize = 1000;

/// The error that a script cannot be read says which file could be meant.
pub fn with_similar_file(error: Error, script: Option<&Path>) -> Error {
    match script.filter(|_| error.code() == Code::File && error.help().is_none()).and_then(similar_file) {
        Some(name) => error.with_help(format!("did you mean `{name}`?")),
        None => error,
    }
}

/// The file beside a script that is not there whose name is most like it, or is it with its ending.
pub fn similar_file(missing: &Path) -> Option<String> {
    if missing.exists() {
        return None;
    }
    if missing.extension().is_none() {
        let whole = missing.with_extension("lisp");
        return if whole.is_file() { Some(whole.display().to_string()) } else { nearest_file(&whole, |_| true) };
    }
    nearest_file(missing, |_| true)
}

/// The file of puzzles beside one that is not there whose name is most like it. A program is none.
pub fn similar_puzzles(missing: &Path) -> Option<String> {
    nearest_file(missing, |name| !name.ends_with(".lisp"))
}

/// The file whose name differs least: in one character of four, and in two at most.
fn nearest_file(missing: &Path, is_wanted: impl Fn(&str) -> bool) -> Option<String> {
    let name = missing.file_name()?.to_str()?;
    let folder = missing.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let files =
        fs::read_dir(folder).ok()?.take(MOST_FILES).filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let files = files.filter(|file| is_wanted(file));
    let close = files.map(|file| (strsim::damerau_levenshtein(&file, name), file)).min()?;
    (close.0 <= 2 && 4 * close.0 <= name.chars().count()).then(|| missing.with_file_name(close.1).display().to_string())
}
