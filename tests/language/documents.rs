//! The modules of the examples after two of the source documents do what the documents say: the exercise on easy
//! sudokus and the course's assignment.
//!
//! The documents' texts are read from `shared/seeds` beside the project; where
//! they are not there, the tests that need them say so and pass.

use klammer::Engine;

use crate::support::documented::engine_with_module;
use crate::support::places::{folder, shared};

fn document(name: &str) -> Option<String> {
    shared(&format!("seeds/{name}"))
}

/// Returns whether `line` is a solved sudoku that agrees with the digits of `puzzle`.
fn solves(line: &str, puzzle: &str) -> bool {
    let digit = |i: usize| line.as_bytes()[i];
    let complete = |cells: &dyn Fn(usize) -> usize| (b'1'..=b'9').all(|d| (0..9).any(|k| digit(cells(k)) == d));
    line.len() == 81
        && puzzle.bytes().zip(line.bytes()).all(|(given, found)| !(b'1'..=b'9').contains(&given) || given == found)
        && (0..9).all(|n| {
            complete(&|k| 9 * n + k)
                && complete(&|k| 9 * k + n)
                && complete(&|k| 27 * (n / 3) + 3 * (n % 3) + 9 * (k / 3) + k % 3)
        })
}

/// The matrices of the exercise, as lists of rows.
fn matrices(text: &str) -> Vec<String> {
    let matrix = |part: &str| -> Option<String> {
        let rows = part.strip_prefix("[[")?.split("]])").next()?;
        let row = |r: &str| format!("({})", r.replace([',', '[', ']'], " "));
        Some(format!("({})", rows.split("],").map(row).collect::<String>()))
    };
    text.split("Matrix(").skip(1).filter_map(matrix).collect()
}

#[test]
fn the_exercise_has_the_results_that_its_document_states() {
    let Some(text) = document("001-maple-easy-solver.txt") else { return };
    let matrices = matrices(&text);
    assert_eq!(matrices.len(), 2);
    let (mut engine, heard) = engine_with_module("easy-sudoku");
    engine.eval::<klammer::Handle>("(use-language! 'de)").unwrap();
    let written = |engine: &mut Engine, program: &str| {
        engine.eval::<klammer::Handle>(program).unwrap_or_else(|e| panic!("{program}: {e}"));
        heard.take_output()
    };
    written(&mut engine, &format!("(setq x (sudoku-matrix '{}))", matrices[0]));
    written(&mut engine, &format!("(setq hard (sudoku-matrix '{}))", matrices[1]));
    assert_eq!(engine.eval::<Vec<i64>>("(cell-candidates x 2 1)").unwrap(), [1, 5]);
    let filled: String = engine.eval("(cell-candidates x 0 0)").unwrap();
    assert!(text.contains(filled.trim_end_matches('.')), "{filled}");
    let solved = written(&mut engine, "(solve-easy-sudoku x)");
    assert!(text.contains(solved.lines().next().unwrap()), "{solved}");
    assert!(solved.contains("35 Felder"), "{solved}");
    // The digits of the drawing, row after row.
    let digits: String = solved.lines().skip(1).flat_map(str::chars).filter(char::is_ascii_digit).collect();
    let given: String = matrices[0].chars().filter(char::is_ascii_digit).collect();
    assert!(solves(&digits, &given), "{solved}");
    let contradiction = written(&mut engine, "(let ((y (duplicate x))) (aset y 6 0 1) (solve-easy-sudoku y))");
    assert!(text.contains(contradiction.trim_end()), "{contradiction}");
    let too_hard = written(&mut engine, "(solve-easy-sudoku hard)");
    assert!(text.contains(too_hard.trim_end()), "{too_hard}");
    let messages = [solved, contradiction, too_hard];
    assert!((1..3).all(|i| messages[i] != messages[0]) && messages[1] != messages[2]);
}

#[test]
fn all_candidates_at_once_are_those_of_each_cell() {
    let (mut engine, _) = engine_with_module("easy-sudoku");
    let program = "
        (let ((x (make-array '(9 9) 0)) (same t))
          (dolist (given '((0 0 1) (0 1 2) (4 4 3) (8 8 4) (3 0 5)))
            (aset x (first given) (second given) (third given)))
          (let ((all (all-candidates x)))
            (dotimes (r 9 same)
              (dotimes (c 9)
                (let ((digit (aref x r c)))
                  (unless (= (aref all r c) (if (zero? digit) (cell-candidates x r c) (list digit)))
                    (setq same nil)))))))";
    assert!(engine.eval::<bool>(program).unwrap());
}

#[test]
fn the_course_s_own_problem_is_solved_and_its_routines_are_there() {
    let Some(text) = document("003-course-propagation.txt") else { return };
    let (mut engine, _) = engine_with_module("course-sudoku");
    // Each routine stands in a list: `- name - what it does`.
    let routines: Vec<&str> =
        text.lines().filter_map(|l| l.strip_prefix("- ")?.split_once(" - ").map(|(name, _)| name)).collect();
    assert_eq!(routines.len(), 6, "{routines:?}");
    for routine in routines {
        assert!(engine.eval::<bool>(&format!("(procedure? {routine})")).unwrap(), "{routine}");
    }
    let start = text.find("(setq sudoku_m1").expect("the problem");
    let end = start + text[start..].find("\nOther routines").expect("the text after it");
    engine.eval::<klammer::Handle>(&text[start..end]).unwrap();
    let puzzle: String = engine
        .eval("(let ((a (make-array '(9 9) 0))) (dolist (g sudoku_m1) (aset a (first g) (second g) (third g))) (apply string-append (map-with number->string (array->list a))))")
        .unwrap();
    let solution: String = engine.eval("(puzzle_line (solve_sudoku sudoku_m1))").unwrap();
    assert!(solves(&solution, &puzzle), "{solution}");
    // The group that the document shows.
    let group: String =
        engine.eval("(format nil \"~s\" (get-array-element (first (create_constraint_groups)) '(1 2)))").unwrap();
    assert!(text.contains(&group), "{group}");
}

#[test]
fn the_solutions_on_the_course_s_page_are_solutions() {
    let page = std::fs::read_to_string(folder("../examples").join("course-propagation.lisp")).unwrap();
    let is_puzzle = |s: &&str| s.len() == 81 && s.bytes().all(|b| b == b'.' || b.is_ascii_digit());
    let problems: Vec<&str> = page.split('"').filter(is_puzzle).collect();
    let solutions: Vec<&str> = page
        .lines()
        .filter(|l| l.starts_with(";>>"))
        .filter_map(|l| l.split(' ').next_back())
        .filter(is_puzzle)
        .collect();
    assert_eq!((problems.len(), solutions.len()), (10, 10));
    for (problem, solution) in problems.iter().zip(&solutions) {
        assert!(solves(solution, problem), "{problem}\n{solution}");
    }
}

#[test]
fn the_course_s_search_gives_up_where_there_is_no_solution() {
    let (mut engine, _) = engine_with_module("course-sudoku");
    let mut nodes = |puzzle: &str| {
        let given = puzzle.bytes().enumerate().filter(|g| g.1 != b'.');
        let given: Vec<String> = given.map(|(i, d)| format!("({} {} {})", i / 9, i % 9, d - b'0')).collect();
        let program = format!("(null? (solve_sudoku '({})))", given.join(" "));
        assert!(engine.eval::<bool>(&program).unwrap(), "{puzzle}");
        engine.eval::<i64>("(nodes_searched)").unwrap()
    };
    let puzzle = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..";
    // The solution has a 1 in the first place. That 3 cannot stand there shows at once, that 2 cannot, only in the
    // search.
    assert_eq!(nodes(&puzzle.replacen('.', "3", 1)), 0);
    assert_eq!(nodes(&puzzle.replacen('.', "2", 1)), 16);
}
