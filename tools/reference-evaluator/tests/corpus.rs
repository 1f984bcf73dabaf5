//! The corpus of the language and the examples: the oracle gives what the files expect.

use std::path::{Path, PathBuf};

use super::support::host::TestHost;
use super::support::lisp_files;
use super::support::places::folder;
use super::support::script::{Script, output};
use super::support::settings::number;
use crate::limits::Limits;
use crate::oracle::Oracle;

/// Files about what the oracle does not know: places, how deep code may be nested, what the engine says of its own
/// functions, what compiled code relies on, cells that forward to others.
const OTHERS: [&str; 10] = [
    "a caught error is located when somebody asks",
    "a condition holds message code irritants and place",
    "a-condition-points-into-its-own-text-after-collections",
    "a-trace-writes-a-board-as-its-line",
    "a-module-required-after-use-means-its-names",
    "code-relies-on-what-builtins-capture",
    "functions-for-the-compiler-check-their-arguments",
    "rethrowing passes the error on with its place",
    "tests-of-aand-are-no-native-recursion",
    "what goes wrong in the library is shown where the program called it",
];

/// Dialects, modules and functions that other crates define on the public interface: only engines have them.
const FOR_ENGINES: [&str; 13] = [
    "(require 'scheme",
    "(require 'common-lisp",
    "(require 'constraints",
    "(require 'teach",
    "(require 'easy-sudoku",
    "read-puzzle",
    "read-cages",
    "write-puzzle",
    "draw-puzzle",
    "puzzle->svg",
    "board-variant",
    "board->line",
    "(places ",
];

/// Returns the scripts in a folder of tests without those for engines.
fn scripts_in(name: &str) -> Vec<Script> {
    let mut scripts: Vec<Script> = lisp_files(&folder(name)).iter().flat_map(|file| Script::read(file)).collect();
    scripts.retain(|script| !FOR_ENGINES.iter().any(|name| script.text.contains(name)));
    scripts
}

/// Returns the files of a folder of programs without those for engines.
fn files_in(name: &str) -> Vec<PathBuf> {
    let mut files = lisp_files(&folder(name));
    files.retain(|f| !FOR_ENGINES.iter().any(|name| text_of(f).contains(name)));
    files
}

fn text_of(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Returns the mismatches of a script, a line for each.
fn mismatches(script: &Script) -> Vec<String> {
    if !script.limits.is_empty() {
        return Vec::new();
    }
    let (host, heard) = TestHost::new(script.files.clone());
    let limits = Limits { ticks: Some(20_000_000), ..Limits::default() };
    let mut oracle = Oracle::new(host, limits);
    let mut wrong = Vec::new();
    for step in &script.steps {
        let result = oracle.eval("corpus", &step.text);
        let output = heard.take_output();
        let said = match (&result, &step.value, &step.error) {
            (Ok(got), Some(expected), _) if got != expected => format!("expected {expected}, got {got}"),
            (Ok(got), None, Some(e)) => format!("expected the error {}, got {got}", e.code),
            (Err(got), _, None) => format!("unexpected error {}: {got}", got.code().as_str()),
            (Err(got), _, Some(e)) if got.code().as_str() != e.code => {
                format!("expected the error {}, got {}: {got}", e.code, got.code().as_str())
            }
            _ if output.lines().collect::<Vec<_>>() != step.output => format!("got the output {output:?}"),
            _ => continue,
        };
        wrong.push(format!("{}: {said}", script.place(step.line)));
    }
    wrong
}

/// Runs `check` on one of every `parts` files, in a full run on all: trees are expanded and dropped by recursion.
fn nothing_is_wrong<T: Sync>(parts: usize, files: &[T], check: impl Fn(&T) -> Vec<String> + Sync) {
    let chosen: Vec<&T> = files.iter().step_by(number(parts, 1)).collect();
    let all = || chosen.iter().flat_map(|f| check(f)).collect::<Vec<_>>();
    let wrong = std::thread::scope(|s| {
        std::thread::Builder::new().stack_size(256 << 20).spawn_scoped(s, all).unwrap().join().unwrap()
    });
    println!("{} files", chosen.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_oracle_gives_what_the_corpus_expects() {
    let mut scripts = scripts_in("lang");
    scripts.extend(scripts_in("regression"));
    for other in OTHERS {
        assert!(scripts.iter().any(|script| script.name() == other), "{other} is no script of the corpus");
    }
    scripts.retain(|script| !OTHERS.contains(&script.name().as_str()));
    nothing_is_wrong(4, &scripts, mismatches);
}

#[test]
fn examples_write_what_they_say() {
    let mut scripts = files_in("../examples");
    // They write nothing: each changes how the library searches.
    scripts.retain(|p| !p.parent().is_some_and(|folder| folder.ends_with("heuristics")));
    nothing_is_wrong(6, &scripts, |path| {
        let beside = scripts.iter().filter_map(|p| Some((PathBuf::from(p.file_name()?), text_of(p)))).collect();
        let (host, heard) = TestHost::new(beside);
        let limits = Limits { ticks: Some(50_000_000), memory: 1 << 30, ..Limits::default() };
        let result = Oracle::new(host, limits).eval("example", &text_of(path));
        let said = heard.take_output();
        match result {
            Err(error) => vec![format!("{}: {error}", path.display())],
            Ok(_) if said != output(&text_of(path)) => vec![format!("{}: writes {said}", path.display())],
            Ok(_) => Vec::new(),
        }
    });
}
