//! Paths of the project's own folders, and of a folder beside it with documents and collections that are not part of
//! it. Knows nothing of the library, so that every crate's tests and benchmarks can use it.

use std::path::{Path, PathBuf};

/// The project's folder, whichever of its crates asks.
pub fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().find(|folder| folder.join("tests/support").is_dir()).expect("a crate lies in the project")
}

/// A folder under `tests`.
pub fn folder(name: &str) -> PathBuf {
    root().join("tests").join(name)
}

/// The path of a document that is not part of the project: in `shared` beside the project's folder, or beside one that
/// it lies in.
pub fn shared_path(name: &str) -> PathBuf {
    let beside = |folder: &Path| folder.join("shared").join(name);
    let found = root().ancestors().skip(1).map(beside).find(|path| path.exists());
    found.unwrap_or_else(|| beside(root().parent().unwrap_or(root())))
}

/// The text of such a document. Where it is not there, that is said, and the test that needs it has nothing to do.
pub fn shared(name: &str) -> Option<String> {
    let path = shared_path(name);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!("skipped: {} is not there", path.display());
    }
    text
}
