//! Collections of puzzles that are not part of the project: every solution is right, every count is.
//!
//! They are read from `shared/puzzles` beside the project; where they are not
//! there, the tests say so and pass. Without optimisation only a part of each is solved.

use klammer_search::Board;
use klammer_search::puzzle::{OutputFormat, Puzzle};

use crate::support::places::shared;

/// The lines of a collection: every one, or some from all over it.
fn lines(name: &str) -> Option<Vec<String>> {
    let text = shared(&format!("puzzles/{name}"))?;
    let all: Vec<String> = text.lines().map(str::to_string).collect();
    assert!(!all.is_empty(), "{name} is empty");
    let step = if cfg!(debug_assertions) { all.len().div_ceil(200) } else { 1 };
    Some(all.into_iter().step_by(step).collect())
}

/// Solutions of each puzzle, at most two, as lines.
fn solve(script: &str, puzzles: &[String]) -> Vec<Vec<String>> {
    let mut engine = crate::support::host::builder().host(klammer::StdHost::new()).build();
    engine.eval::<()>(script).expect("the script is loaded");
    let line = |board: &Board| Puzzle::of_board(board).expect("a puzzle").text(OutputFormat::Line);
    puzzles
        .iter()
        .map(|text| {
            let puzzle: Puzzle = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
            let board = Board(puzzle.board(&puzzle.shape().layout().expect("a layout")));
            let found: Vec<Board> = engine.call("find-solutions", (board, 2)).unwrap_or_else(|e| panic!("{text}: {e}"));
            found.iter().map(line).collect()
        })
        .collect()
}

/// Returns whether the solution keeps the givens, and each row, column and box has every digit.
fn is_right(puzzle: &str, solution: &str) -> bool {
    let solved: Puzzle = solution.parse().expect("a solution is a puzzle");
    let size = solved.shape().size();
    let (rows, columns) = (solved.shape().box_rows(), solved.shape().box_columns());
    let all_different = |cells: &mut dyn Iterator<Item = (usize, usize)>| {
        cells.fold(0, |seen, (r, c)| seen | solved.cell(r, c)) == solved.shape().all()
    };
    let kept = puzzle.chars().zip(solution.chars()).all(|(p, s)| matches!(p, '.' | '0') || p == s);
    kept && solved.is_complete()
        && (0..size).all(|i| {
            let (top, left) = (i / rows * rows, i % rows * columns);
            all_different(&mut (0..size).map(|k| (i, k)))
                && all_different(&mut (0..size).map(|k| (k, i)))
                && all_different(&mut (0..size).map(|k| (top + k / columns, left + k % columns)))
        })
}

#[test]
fn puzzles_with_one_solution_have_that_one() {
    for name in ["magictour_top1465", "norvig_top95", "plb_hard20"] {
        let Some(puzzles) = lines(&format!("{name}.sdm")) else { continue };
        let Some(solutions) = lines(&format!("{name}.solutions.sdm")) else { continue };
        for (i, found) in solve("(require 'search)", &puzzles).iter().enumerate() {
            assert_eq!(found, &[solutions[i].clone()], "{name}: {}", puzzles[i]);
        }
    }
}

#[test]
fn puzzles_with_seventeen_givens_have_one_solution() {
    let Some(puzzles) = lines("17clue_royle_49151.sdm") else { return };
    for (puzzle, found) in puzzles.iter().zip(solve("(require 'search)", &puzzles)) {
        assert_eq!(found.len(), 1, "{puzzle}");
        assert!(is_right(puzzle, &found[0]), "{puzzle}: {}", found[0]);
    }
}

#[test]
fn ambiguous_puzzles_have_two_solutions_or_more() {
    let Some(puzzles) = lines("serg_benchmark_multi.sdm") else { return };
    for (puzzle, found) in puzzles.iter().zip(solve("(require 'search)", &puzzles)) {
        assert_eq!(found.len(), 2, "{puzzle}");
        assert!(found[0] != found[1] && found.iter().all(|f| is_right(puzzle, f)), "{puzzle}");
    }
}

#[test]
fn puzzles_of_sixteen_by_sixteen_are_solved() {
    let Some(puzzles) = lines("gecode_16x16.txt") else { return };
    for (puzzle, found) in puzzles.iter().zip(solve("(require 'search)", &puzzles)) {
        assert!(!found.is_empty() && found.iter().all(|f| is_right(puzzle, f)), "{puzzle}");
    }
}

#[test]
fn the_prelude_solver_finds_the_same_solutions() {
    let Some(puzzles) = lines("norvig_top95.sdm") else { return };
    let Some(solutions) = lines("norvig_top95.solutions.sdm") else { return };
    for (i, found) in solve("(require 'sudoku)", &puzzles[..20]).iter().enumerate() {
        assert_eq!(found, &[solutions[i].clone()], "{}", puzzles[i]);
    }
}
