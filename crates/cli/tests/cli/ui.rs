//! Mistakes of users. `tests/ui/SUBJECT.lisp` has programs, each after a line `;;;; title`, followed by the report of
//! the real binary on standard error in lines `;| ...`. `UPDATE=1` writes what has changed.

use std::fs;
use std::path::Path;

use crate::Sandbox;
use crate::support::lisp_files;
use crate::support::settings::update;

const TITLE: &str = ";;;; ";
const REPORT: &str = ";|";

/// Returns the output without the lines of the library, which change with it.
fn without_lines(said: &str) -> String {
    let line = |line: &str| match line.find("in the library, at ").and_then(|_| line.split(':').next()) {
        Some(place) => place.to_string(),
        None => line.to_string(),
    };
    said.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns what the program writes to standard error, as lines of a comment.
fn report(program: &str) -> String {
    let sandbox = Sandbox::new(&[("main.lisp", program.as_bytes())]);
    let said = sandbox.run(&["run", "main.lisp"]);
    let said = said.split_once("--- stderr\n").map_or("", |(_, said)| said).trim_end();
    said.lines().map(|line| format!("{REPORT} {line}").trim_end().to_string() + "\n").collect()
}

#[test]
fn mistakes_get_the_reports_below_them() {
    let mut wrong = Vec::new();
    for path in lisp_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ui")) {
        let before = fs::read_to_string(&path).unwrap();
        let mut now = Vec::new();
        let cases = before.strip_prefix(TITLE).expect("a title");
        for case in cases.split(&format!("\n{TITLE}")) {
            let (title, case) = case.split_once('\n').expect("a program");
            let (program, expected) =
                case.split_at(case.find(&format!("\n{REPORT}")).map_or(case.len(), |end| end + 1));
            let program = program.trim_end().to_string() + "\n";
            let said = report(&program);
            if without_lines(&said) != without_lines(expected.trim_end()) {
                wrong.push(format!("=== {}: {title}\n{said}--- instead of\n{expected}", path.display()));
                now.push(format!("{TITLE}{title}\n{program}{said}"));
            } else {
                now.push(format!("{TITLE}{title}\n{}\n", case.trim_end()));
            }
        }
        if update() {
            fs::write(&path, now.join("\n")).unwrap();
        }
    }
    assert!(update() || wrong.is_empty(), "{}\n(UPDATE=1 writes what has changed)", wrong.join("\n"));
}
