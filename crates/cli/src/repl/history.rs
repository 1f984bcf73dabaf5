//! Where the inputs of earlier sessions are kept. A prompt without a home folder has no history, and that is no error.

use std::path::PathBuf;
use std::{env, fs};

use crate::console;

/// Names another file; empty for none.
const VARIABLE: &str = "KLAMMER_HISTORY";

/// The file, in a folder that exists.
pub fn file() -> Option<PathBuf> {
    if let Some(path) = env::var_os(VARIABLE) {
        return (!path.is_empty()).then(|| path.into());
    }
    let folder = dirs::state_dir().or_else(dirs::data_local_dir)?.join(console::name());
    fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}
