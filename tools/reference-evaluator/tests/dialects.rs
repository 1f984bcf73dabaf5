//! Scheme and Common Lisp: the expressions that have answers of other implementations; and the examples, which say what
//! they write.
//!
//! Of Common Lisp's expressions every third file is evaluated, of the examples every sixth of those that take less than
//! a second; in a full run all.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::one_of;
use super::support::expressions::{common_lisp, scheme};
use super::support::host::{Heard, TestHost};
use super::support::lisp_files;
use super::support::places::folder;
use super::support::script::output;
use super::support::settings::full;
use crate::limits::Limits;
use crate::oracle::Oracle;
use crate::printer::{Style, print, print_as};

fn oracle() -> (Oracle, Heard) {
    oracle_with(HashMap::new())
}

fn oracle_with(files: HashMap<PathBuf, String>) -> (Oracle, Heard) {
    let (host, heard) = TestHost::new(files);
    let limits = Limits { fuel: Some(50_000_000), memory: 1 << 30, ..Limits::default() };
    (Oracle::new(host, limits), heard)
}

/// Runs `check` on each of these, with room for trees that are dropped by recursion.
fn on_each(paths: Vec<PathBuf>, check: impl Fn(&Path) -> Vec<String> + Sync) {
    let all = || paths.iter().flat_map(|p| check(p)).collect::<Vec<_>>();
    let wrong = std::thread::scope(|s| {
        std::thread::Builder::new().stack_size(256 << 20).spawn_scoped(s, all).unwrap().join().unwrap()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Examples that are left out: they are too long for an evaluator that is slow and collects nothing.
const LEFT_OUT: [&str; 2] = ["exact-cover.scm", "prover.scm"];

/// Examples that take more than a second each: only where all are evaluated.
const LONG: [&str; 20] = [
    "ack.scm",
    "backtracking.lisp",
    "course-propagation.lisp",
    "deriv.scm",
    "fibonacci.scm",
    "latin-square.lisp",
    "loops.lisp",
    "mandelbrot.scm",
    "map-colouring.lisp",
    "matrix.scm",
    "nbody.scm",
    "partial-evaluation.scm",
    "ray-tracing.scm",
    "reference-solver.lisp",
    "sorting.scm",
    "string-search.scm",
    "sudoku-cps.lisp",
    "tak.scm",
    "trees.scm",
    "words.scm",
];

#[test]
fn expressions_in_scheme_are_what_guile_says() {
    on_each(scheme::paths(), |path| {
        let (mut oracle, _) = oracle();
        oracle.eval("setup", scheme::SETUP).expect("the layer");
        let mut wrong = Vec::new();
        for e in scheme::expressions(&scheme::read(path)) {
            let got = oracle.eval_shown("expression", &e.text, |rt, v| {
                let dialect = rt.program;
                print_as(rt, v, Style::Readable, dialect)
            });
            let said = e.klammer().unwrap_or("");
            let got = match got {
                Ok(got) if got == said => continue,
                Err(_) if said == "error" => continue,
                got => got.unwrap_or_else(|error| format!("the error {error}")),
            };
            wrong.push(format!("{}:{}: {}\n    expected {said}\n    got      {got}", path.display(), e.number, e.text));
        }
        wrong
    });
}

#[test]
fn expressions_in_common_lisp_are_what_sbcl_says() {
    on_each(one_of(3, lisp_files(&folder("common-lisp/expressions"))), |path| {
        let (mut oracle, _) = oracle();
        oracle.eval("setup", common_lisp::ANSWER).expect("the layer");
        let mut wrong = Vec::new();
        let expressions = common_lisp::expressions(&std::fs::read_to_string(path).unwrap());
        // The engine evaluates read-time values while it loads a text.
        for e in expressions.iter().filter(|e| !e.text.contains("#.")) {
            let (text, expected) = match &e.answer {
                Some(answer) => (e.question(answer), answer.as_str()),
                None => (e.text.clone(), ""),
            };
            let got = oracle.eval_shown("expression", &text, |rt, v| print(rt, v, Style::Display));
            let got = got.map(|g| g.replace('\n', "\\n"));
            match got {
                Ok(got) if got == expected || e.answer.is_none() => {}
                Ok(got) => wrong.push(format!(
                    "{}:{}: {}\n    expected {expected}\n    got      {got}",
                    path.display(),
                    e.line,
                    e.text
                )),
                Err(error) => wrong.push(format!("{}:{}: {}\n    fails: {error}", path.display(), e.line, e.text)),
            }
        }
        wrong
    });
}

#[test]
fn examples_write_what_they_say() {
    let examples = folder("../examples");
    let scripts = lisp_files(&examples);
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut paths = scripts.clone();
    // The first write nothing: each changes how the library searches. The natives of constraints are for engines.
    let left_out = |folder: &Path| folder.ends_with("heuristics") || folder.ends_with("constraints");
    paths.retain(|p| !p.parent().is_some_and(left_out));
    let programs = std::fs::read_dir(examples.join("scheme")).unwrap().map(|e| e.unwrap().path());
    paths.extend(programs.filter(|p| p.extension().is_some_and(|e| e == "scm")));
    paths.sort();
    for left_out in LEFT_OUT.iter().chain(&LONG) {
        assert!(paths.iter().any(|p| name(p) == *left_out), "{left_out} is no example");
    }
    let evaluated = |path: &PathBuf| !LEFT_OUT.contains(&&*name(path)) && (full() || !LONG.contains(&&*name(path)));
    on_each(one_of(6, paths.into_iter().filter(evaluated)), |path| {
        let text = |path: &Path| std::fs::read_to_string(path).unwrap();
        let files = scripts.iter().map(|p| (PathBuf::from(name(p)), text(p))).collect();
        let (mut oracle, heard) = oracle_with(files);
        if path.extension().is_some_and(|e| e == "scm") {
            oracle.eval("setup", "(require 'scheme)").expect("the layer");
        }
        let result = oracle.eval("example", &text(path));
        let said = heard.take_output();
        match result {
            Err(error) => vec![format!("{}: {error}", path.display())],
            Ok(_) if said != output(&text(path)) => vec![format!("{}: writes {said}", path.display())],
            Ok(_) => Vec::new(),
        }
    });
}
