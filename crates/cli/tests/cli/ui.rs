//! Mistakes that people make, each a program `tests/ui/NAME.lisp`, with all that the real binary writes to standard
//! error: `NAME.stderr`. `UPDATE=1` writes what has changed.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Sandbox;
use crate::support::settings::update;

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ui");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut programs: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|e| e == "lisp")).collect();
    programs.sort();
    programs
}

/// Returns the output without the lines of the library, which change with it.
fn without_lines(said: &str) -> String {
    let line = |line: &str| match line.find("in the library, at ").and_then(|_| line.split(':').next()) {
        Some(place) => place.to_string(),
        None => line.to_string(),
    };
    said.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn mistakes_get_the_reports_beside_them() {
    let update = update();
    let mut wrong = Vec::new();
    for path in programs() {
        let program = fs::read(&path).unwrap();
        let sandbox = Sandbox::new(&[("main.lisp", &program)]);
        let said = sandbox.run(&["run", "main.lisp"]);
        let said = said.split_once("--- stderr\n").map_or("", |(_, said)| said).trim_end().to_string() + "\n";
        let expected = path.with_extension("stderr");
        let before = fs::read_to_string(&expected).unwrap_or_default();
        if without_lines(&said) == without_lines(&before) {
            continue;
        }
        if update {
            fs::write(&expected, said).unwrap();
        } else {
            wrong.push(format!("=== {}\n{said}--- instead of\n{before}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}\n(UPDATE=1 writes what has changed)", wrong.join("\n"));
}
