//! Finds the definitions in the library's files in Lisp, so that no engine has to look for them (`src/library.rs`).

#[path = "src/library/scan.rs"]
#[allow(dead_code, reason = "what is found is looked at in the library")]
mod scan;

use std::path::Path;
use std::{env, fs};

fn main() {
    let out = env::var_os("OUT_DIR").unwrap_or_else(|| panic!("cargo sets OUT_DIR"));
    for part in ["build.rs", "src/library", "lisp"] {
        println!("cargo::rerun-if-changed={part}");
    }
    write_definitions(Path::new("lisp"), &Path::new(&out).join("lisp"));
}

/// Writes a file of Rust with the definitions of each file of Lisp in a folder or in one inside.
fn write_definitions(folder: &Path, out: &Path) {
    fs::create_dir_all(out).unwrap_or_else(|e| panic!("{}: {e}", out.display()));
    for entry in fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.unwrap_or_else(|e| panic!("{}: {e}", folder.display())).path();
        let out = out.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            write_definitions(&path, &out);
        } else if path.extension().is_some_and(|extension| extension == "lisp") {
            let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            let (definitions, at_once) =
                scan::scan(&text).unwrap_or_else(|| panic!("{}: a definition has a very long name", path.display()));
            // `Debug` shows a vector as an array is written.
            let found = format!("Scanned {{ definitions: &{definitions:?}, at_once: &{at_once:?} }}\n");
            let out = out.with_extension("lisp.rs");
            fs::write(&out, found).unwrap_or_else(|e| panic!("{}: {e}", out.display()));
        }
    }
}
