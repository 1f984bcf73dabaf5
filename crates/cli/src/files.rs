//! Files that a command finds in folders.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// Returns the files in a folder and in the folders inside it, in order, but for hidden ones: those whose names end in
/// one of the endings, or all without endings.
pub fn below(folder: &Path, endings: &[&str]) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    collect(folder, endings, &mut files)?;
    Ok(files)
}

fn collect(folder: &Path, endings: &[&str], files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        // `./a.lisp` is called `a.lisp`.
        let path = entry.path();
        let path = path.strip_prefix("./").map(Path::to_path_buf).unwrap_or(path);
        // A link to a folder may lead back to a folder around it.
        if entry.file_type()?.is_dir() {
            collect(&path, endings, files)?;
        } else if path.is_file() && (endings.is_empty() || has_ending(&path, endings)) {
            files.push(path);
        }
    }
    Ok(())
}

/// Returns whether the name of a file ends in one of the endings.
pub fn has_ending(path: &Path, endings: &[&str]) -> bool {
    path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known))
}
