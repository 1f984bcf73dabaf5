//! The program with optimisation, for tests that need one.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the path of an optimised program: the one beside these tests if they are optimised. Otherwise, where
/// `may_build`, it builds the one of the release profile first.
pub fn program(may_build: bool) -> Option<PathBuf> {
    let own = Path::new(env!("CARGO_BIN_EXE_klammer"));
    if !cfg!(debug_assertions) {
        return Some(own.to_path_buf());
    }
    if !may_build {
        return None;
    }
    let build = ["build", "--quiet", "--release", "-p", "klammer-cli", "--bin", "klammer"];
    let status = Command::new(env!("CARGO")).args(build).current_dir(env!("CARGO_MANIFEST_DIR")).status();
    assert!(status.is_ok_and(|status| status.success()), "the optimised program cannot be built");
    Some(own.parent()?.parent()?.join("release").join(own.file_name()?))
}
