//! The file of the inputs of earlier sessions. A prompt without a home folder has no history, and that is no error.

use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::console;

/// Names another file; empty for none.
const VARIABLE: &str = "KLAMMER_HISTORY";

/// A longer file is none that a prompt has written.
const MOST_BYTES: u64 = 64 << 20;

/// The file, in a folder that exists.
pub fn file() -> Option<PathBuf> {
    if let Some(path) = env::var_os(VARIABLE) {
        return (!path.is_empty()).then(|| path.into());
    }
    let folder = dirs::state_dir().or_else(dirs::data_local_dir)?.join(console::name());
    fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}

/// Makes the file one that can be read as a whole, as text. A byte that is no UTF-8 becomes a mark.
///
/// # Errors
/// The reason why the file cannot be a history.
pub fn prepare(path: &Path) -> Result<(), String> {
    let Ok(data) = fs::metadata(path) else { return Ok(()) };
    if !data.is_file() {
        return Err("it is no ordinary file".into());
    }
    if data.len() > MOST_BYTES {
        return Err(format!("it has more than {} MiB", MOST_BYTES >> 20));
    }
    let bytes = fs::read(path).map_err(|cause| cause.to_string())?;
    match String::from_utf8(bytes) {
        Ok(_) => Ok(()),
        Err(error) => {
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            console::write_file(path, &text).map_err(|cause| cause.to_string())
        }
    }
}
