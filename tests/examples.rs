//! The examples write what their comments say.

mod support;

use std::collections::HashMap;

use klammer::Engine;
use support::documented::engine_with;
use support::host::Heard;
use support::{folder, lisp_files};

/// The lines that a program says it writes: its comments that begin with `;>>`.
fn expected(text: &str) -> String {
    let lines = text.lines().filter_map(|line| line.strip_prefix(";>>"));
    lines.map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line))).collect()
}

/// An engine that has one file, and what it writes.
fn engine_with_file(name: &str, text: &str) -> (Engine, Heard) {
    engine_with(HashMap::from([(name.into(), text.into())]))
}

#[test]
fn every_example_writes_what_it_says() {
    let paths = lisp_files(&folder("../examples"));
    assert!(paths.len() >= 5);
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("; "), "{name}: it does not begin by saying what it shows");
        let expected = expected(&text);
        assert!(!expected.is_empty(), "{name}: it does not say what it writes");
        let (mut engine, heard) = engine_with_file(&name, &text);
        if let Err(error) = engine.eval_file::<()>(&*name) {
            panic!("{name}: {error:#}");
        }
        assert_eq!(heard.take_output(), expected, "{name}");
    }
}

#[test]
fn the_sudoku_example_solves_the_puzzle_that_it_is_given() {
    let text = std::fs::read_to_string(folder("../examples").join("sudoku.lisp")).unwrap();
    let solved = |puzzle: String| {
        let (mut engine, heard) = engine_with_file("sudoku.lisp", &text);
        engine.set("*arguments*", vec![puzzle]).unwrap();
        engine.eval_file::<()>("sudoku.lisp").unwrap();
        heard.take_output()
    };
    let puzzle = "780520006900003075005006040004061302100900007802070600050200800630400001200037059";
    assert!(solved(puzzle.into()).contains("│ 7 8 1 │ 5 2 4 │ 9 3 6 │"));
    assert_eq!(solved(puzzle.replacen("78", "77", 1)), "There is no solution.\n");
}
