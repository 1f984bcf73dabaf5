//! The examples write what their comments say; those that are scripts for `klammer solve` find what there is.

use std::path::{Path, PathBuf};

use klammer::Engine;

use crate::support::documented::engine_with;
use crate::support::host::Heard;
use crate::support::lisp_files;
use crate::support::places::folder;
use crate::support::script::output;

/// The folder of scripts that write nothing: each one changes how the library searches.
const HEURISTICS: &str = "heuristics";

/// A module for other examples. The tests of the documentation try what it says of itself.
fn is_module(text: &str) -> bool {
    text.contains("\n(provide ")
}

/// An engine that has one file and the modules beside it, and what it writes.
fn engine_with_file(name: &str, text: &str) -> (Engine, Heard) {
    let of = |path: PathBuf| (path.file_name().unwrap_or_default().into(), std::fs::read_to_string(&path).unwrap());
    let modules = lisp_files(&folder("../examples")).into_iter().map(of).filter(|(_, text)| is_module(text));
    engine_with(modules.chain([(name.into(), text.into())]).collect())
}

#[test]
fn every_example_writes_what_it_says() {
    let paths = lisp_files(&folder("../examples"));
    assert!(paths.len() >= 5);
    for path in paths.into_iter().filter(|p| !p.parent().is_some_and(|folder| folder.ends_with(HEURISTICS))) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("; "), "{name}: it does not begin by saying what it shows");
        if is_module(&text) {
            continue;
        }
        let expected = output(&text);
        assert!(!expected.is_empty(), "{name}: it does not say what it writes");
        let (mut engine, heard) = engine_with_file(&name, &text);
        if let Err(error) = engine.run(Path::new(&*name)) {
            panic!("{name}: {error:#}");
        }
        assert_eq!(heard.take_output(), expected, "{name}");
    }
}

/// A model is read in one go: what says it fits on a page.
#[test]
fn models_of_constraints_have_at_most_thirty_lines() {
    let models = lisp_files(&folder("../examples/constraints"));
    assert!(models.len() >= 20);
    for path in models {
        let text = std::fs::read_to_string(&path).unwrap();
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(';')).count();
        assert!(lines <= 30, "{}: {lines} lines", path.display());
    }
}

#[test]
fn the_sudoku_example_solves_the_puzzle_that_it_is_given() {
    let text = std::fs::read_to_string(folder("../examples").join("sudoku.lisp")).unwrap();
    let solved = |puzzle: String| {
        let (mut engine, heard) = engine_with_file("sudoku.lisp", &text);
        engine.set("*arguments*", vec![puzzle]).unwrap();
        engine.run(Path::new("sudoku.lisp")).unwrap();
        heard.take_output()
    };
    let puzzle = "780520006900003075005006040004061302100900007802070600050200800630400001200037059";
    assert!(solved(puzzle.into()).contains("│ 7 8 1 │ 5 2 4 │ 9 3 6 │"));
    assert_eq!(solved(puzzle.replacen("78", "77", 1)), "There is no solution.\n");
}

#[test]
fn every_heuristic_finds_all_solutions_and_each_of_them_once() {
    let paths = lisp_files(&folder("../examples").join(HEURISTICS));
    assert!(paths.len() >= 5);
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("; "), "{name}: it does not begin by saying what it shows");
        let (mut engine, heard) = engine_with_file(&name, &text);
        engine.run(Path::new(&*name)).unwrap_or_else(|error| panic!("{name}: {error:#}"));
        assert_eq!(heard.take_output(), "", "{name}");
        let mut found = |puzzle: &str, limit: usize| {
            let program = format!("(map-with board->line (find-solutions (read-puzzle {puzzle:?}) {limit}))");
            engine.eval::<Vec<String>>(&program).unwrap_or_else(|error| panic!("{name}: {error:#}"))
        };
        let hard = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..";
        let solution = "145327698839654127672918543496185372218473956753296481367542819984761235521839764";
        assert_eq!(found(hard, 2), [solution], "{name}");
        assert_eq!(found(hard, 1), [solution], "{name}");
        let without: Vec<String> = found("11..............", 1);
        assert!(without.is_empty(), "{name}: {without:?}");
        // All sudokus of four by four.
        let mut all = found("................", 500);
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 288, "{name}");
        assert_eq!(found("................", 7).len(), 7, "{name}");
    }
}
