//! The documented solver: the same search, the same number of steps, and every part of it can be redefined.

use crate::support::documented::{engine, evaluate};

/// The puzzles of the five source documents.
const PUZZLES: [&str; 7] = [
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
    "780520006900003075005006040004061302100900007802070600050200800630400001200037059",
    "007040000030910620000700384249071536150000078008500091092084753080602149514300062",
    "005300000800000020070010500400005300010070006003200080060500009004000030000009700",
    "060000010000651000107000602620305094003000200480907036906000408000794000050000070",
    "000589006005003020060001500008000003010060090700000100007400010050700900200136000",
    "200000008600004010580692070000820704000109000805076000050263049020700001400000007",
];

/// Returns whether this line is a solved board that agrees with the puzzle.
fn solves(solution: &str, puzzle: &str) -> bool {
    let digit = |row: usize, column: usize| solution.as_bytes()[9 * row + column];
    let groups = (0..9).flat_map(|k| {
        let row = (0..9).map(|i| digit(k, i)).collect::<Vec<u8>>();
        let column = (0..9).map(|i| digit(i, k)).collect();
        let square = (0..9).map(|i| digit(k / 3 * 3 + i / 3, k % 3 * 3 + i % 3)).collect();
        [row, column, square]
    });
    let complete = groups.into_iter().all(|mut group| {
        group.sort_unstable();
        group == b"123456789"
    });
    complete && solution.bytes().zip(puzzle.bytes()).all(|(s, p)| p == b'0' || s == p)
}

#[test]
fn it_solves_the_seven_puzzles_in_866_steps() {
    let (mut engine, _) = engine();
    // Each call of the two-argument solve begins by looking whether the board is solved.
    let counter = "
        (require 'sudoku-reference)
        (setq steps 0)
        (let ((original is-solution?))
          (setq is-solution? (lambda (cells) (inc! steps) (original cells))))";
    evaluate(&mut engine, counter).unwrap();
    for puzzle in PUZZLES {
        let expression = format!("(board->line (solve (line->constraints \"{puzzle}\")))");
        let solution: String = engine.eval(&expression).unwrap();
        assert!(solves(&solution, puzzle), "{puzzle}\n{solution}");
    }
    assert_eq!(engine.get::<i64>("steps").unwrap(), 866);
}

#[test]
fn a_puzzle_without_solution_gives_nil() {
    let (mut engine, _) = engine();
    let puzzle = PUZZLES[0].replacen("53", "55", 1);
    let expression = format!("(require 'sudoku-reference) (solve (line->constraints \"{puzzle}\"))");
    assert_eq!(evaluate(&mut engine, &expression).as_deref(), Ok("nil"));
}

#[test]
fn a_script_that_redefines_a_heuristic_changes_the_search() {
    let (mut engine, _) = engine();
    let program = format!(
        "(require 'sudoku-reference)
         (setq sorted 0)
         (defproc sort-choices (cells constraints choices)
           (inc! sorted)
           (filter first
             (map-with
               (lambda (choice) (list (propagate-constraint (duplicate cells) choice) (cons choice constraints)))
               choices)))
         (board->line (solve (line->constraints \"{}\")))",
        PUZZLES[0]
    );
    let solution: String = engine.eval(&program).unwrap();
    assert!(solves(&solution, PUZZLES[0]), "{solution}");
    assert!(engine.get::<i64>("sorted").unwrap() > 0);
}

#[test]
fn a_board_is_drawn_with_a_frame_around_each_box() {
    let (mut engine, output) = engine();
    let program = format!(
        "(require 'sudoku-reference) (show-board (propagate-constraints (initialize-cells) (line->constraints \"{}\")))",
        PUZZLES[0]
    );
    evaluate(&mut engine, &program).unwrap();
    let text = output.take_output();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 13);
    assert_eq!(lines[0], "┌───────┬───────┬───────┐");
    assert_eq!(lines[1], "│ 5 3 . │ . 7 . │ . . . │");
    assert_eq!(lines[4], "├───────┼───────┼───────┤");
    assert_eq!(lines[12], "└───────┴───────┴───────┘");
}
