//! Tests of the Scheme dialect on whole programs: those of `examples/scheme`, and the program of a document that is not
//! part of the project (skipped where the document is missing). The differences from Guile are documented.

use std::collections::HashMap;
use std::path::PathBuf;

use crate::support::expressions::scheme::{expressions, paths, read};
use crate::support::host::TestHost;
use crate::support::places::{root, shared};
use crate::support::script::output;

#[test]
fn portable_programs_write_what_they_say() {
    let folder = root().join("examples/scheme");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "scm"));
    paths.sort();
    assert!(paths.len() >= 25);
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("; "), "{name}: it does not begin by saying what it shows");
        assert!(!output(&text).is_empty(), "{name}: it does not say what it writes");
        let (host, heard) = TestHost::new(HashMap::new());
        let mut engine = crate::support::host::builder().host(host).build();
        let _: () = engine.eval("(require 'scheme)").unwrap();
        if let Err(error) = engine.eval::<()>((&name, &text)) {
            panic!("{name}: {error:#}");
        }
        assert_eq!(heard.take_output(), output(&text), "{name}");
    }
}

/// The document's code: every form that begins in the first column, up to its last parenthesis.
fn code(document: &str) -> String {
    let mut depth = 0;
    let mut code = String::new();
    for line in document.lines() {
        if depth > 0 || line.starts_with('(') {
            let form = line.split(';').next().unwrap_or("");
            depth += form.matches('(').count() as i32 - form.matches(')').count() as i32;
            code.push_str(line);
        }
        code.push('\n');
    }
    code
}

/// Returns the program, which stands at the end of the document, and the session before it, in which the author runs
/// it.
fn document() -> Option<(String, String)> {
    let text = shared("seeds/002-gauche-backtracking.txt")?;
    let (session, program) = text.split_at(text.find("(use srfi-1)").expect("the program"));
    Some((code(program), code(session)))
}

#[test]
fn the_printed_backtracking_solver_runs_as_it_stands() {
    let Some((program, session)) = document() else { return };
    let mut engine = crate::support::host::builder().host(klammer::StdHost::new()).build();
    let _: () = engine.eval("(require 'scheme)").unwrap();
    let _: () = engine.eval(("document", &program)).unwrap();
    let _: () = engine.eval(("document", &session)).unwrap();
    for (puzzle, backtracks) in [("test-data-1", 3), ("test-data-2", 20), ("most-difficult-data", 2854)] {
        let solved: bool = engine.eval(&format!("(equal? (backtrack-solver {puzzle}) {puzzle}-ans)")).unwrap();
        assert!(solved, "{puzzle}");
        let count: i64 = engine
            .eval(&format!(
                "(call-with-values (lambda () (backtrack-solver {puzzle})) (lambda (solution count) count))"
            ))
            .unwrap();
        assert_eq!(count, backtracks, "{puzzle}");
    }
    let easy: bool = engine.eval("(equal? (fix-naked-singles-solver test-data-1) test-data-1-ans)").unwrap();
    assert!(easy, "naked singles alone solve the first puzzle");
}

/// Values of every kind, as a program writes them.
const ANYTHING: [&str; 15] = [
    "0",
    "-7",
    "2/3",
    "1.5",
    "#f",
    "#t",
    "'()",
    "'(1 2)",
    "'((a . 1))",
    "'a",
    "\"ab\"",
    "#\\a",
    "(vector 1 2)",
    "even?",
    "(make-equal-hash-table)",
];

/// Keeps the calls that return something else than `#t` or `#f`; an error is no answer at all.
const CHECK: &str = "
    (define wrong '())
    (define (check call thunk)
      (if (not (guard (e (#t #t)) (boolean? (thunk)))) (set! wrong (cons call wrong))))";

#[test]
fn predicates_return_truth_values() {
    let mut engine = crate::support::host::builder().host(TestHost::new(HashMap::new()).0).build();
    let _: () = engine.eval("(require 'scheme)").unwrap();
    let _: () = engine.eval(CHECK).unwrap();
    let names: Vec<String> = engine.docs().names().into_iter().filter(|n| n.ends_with('?')).collect();
    assert!(names.len() > 150, "{names:?}");
    for name in &names {
        // As an instruction or a call, as a value, and by way of `apply`.
        let one = ANYTHING.iter().flat_map(|a| {
            [format!("({name} {a})"), format!("(let ((f {name})) (f {a}))"), format!("(apply {name} (list {a}))")]
        });
        let two = ANYTHING.iter().flat_map(|a| ANYTHING.iter().map(move |b| format!("({name} {a} {b})")));
        let checks: Vec<String> = one.chain(two).map(|call| format!("(check '{call} (lambda () {call}))")).collect();
        let _: () = engine.eval(&format!("(begin {})", checks.join("\n"))).unwrap();
    }
    let wrong: String = engine.eval("(let ((p (open-output-string))) (write wrong p) (get-output-string p))").unwrap();
    assert_eq!(wrong, "()");
}

#[test]
fn differences_are_documented() {
    let document = std::fs::read_to_string(root().join("docs/scheme.md")).expect("the document");
    let document = document.split_whitespace().collect::<Vec<_>>().join(" ");
    for path in paths() {
        for e in expressions(&read(&path)) {
            let Some((answer, reason)) = &e.difference else { continue };
            assert_ne!(Some(answer), e.guile.as_ref(), "{}:{}: this is no difference", path.display(), e.number);
            assert!(document.contains(reason), "{}:{}: docs/scheme.md lacks: {reason}", path.display(), e.number);
        }
    }
}
