//! Helpers of the tests: what a corpus file says ([`script`]), and running it ([`run`]); what is documented
//! ([`documented`]) and compiled ([`listing`]); a host that listens ([`host`]); where things are ([`places`]);
//! the variables that tests obey ([`settings`]).
#![allow(dead_code, unused_imports, unreachable_pub)]

pub mod documented;
pub mod expressions;
pub mod host;
pub mod listing;
pub mod places;
pub mod run;
pub mod script;
pub mod settings;

use std::path::{Path, PathBuf};

/// All `.lisp` files below a folder, in alphabetical order; none if there is no such folder.
pub fn lisp_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.map(|e| e.expect("the folder can be read").path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "lisp") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
