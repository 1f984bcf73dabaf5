//! The examples write what their comments say.

mod common;

use std::path::Path;

use common::{engine_in, root};

/// The lines that a program says it writes: its comments that begin with `;>>`.
fn expected(text: &str) -> String {
    let lines = text.lines().filter_map(|line| line.strip_prefix(";>>"));
    lines.map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line))).collect()
}

#[test]
fn every_example_writes_what_it_says() {
    let folder = root().join("examples");
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "lisp") {
            continue;
        }
        let name = path.file_name().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("; "), "{}: it does not begin by saying what it shows", path.display());
        let expected = expected(&text);
        assert!(!expected.is_empty(), "{}: it does not say what it writes", path.display());
        let (mut engine, output) = engine_in(Some(&folder));
        if let Err(error) = engine.eval_file::<()>(Path::new(name)) {
            panic!("{}: {error:#}", path.display());
        }
        assert_eq!(output.take(), expected, "{}", path.display());
        count += 1;
    }
    assert!(count >= 5);
}

#[test]
fn the_sudoku_example_solves_the_puzzle_that_it_is_given() {
    let folder = root().join("examples");
    let solved = |puzzle: String| {
        let (mut engine, output) = engine_in(Some(&folder));
        engine.set("*arguments*", vec![puzzle]).unwrap();
        engine.eval_file::<()>("sudoku.lisp").unwrap();
        output.take()
    };
    let puzzle = "780520006900003075005006040004061302100900007802070600050200800630400001200037059";
    assert!(solved(puzzle.into()).contains("│ 7 8 1 │ 5 2 4 │ 9 3 6 │"));
    assert_eq!(solved(puzzle.replacen("78", "77", 1)), "There is no solution.\n");
}
