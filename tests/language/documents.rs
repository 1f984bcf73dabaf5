//! The modules of the examples after two of the source documents do what the documents say: the exercise on easy
//! sudokus and the course's assignment.
//!
//! The documents' texts are read from `shared/seeds` beside the project; where
//! they are not there, the tests that need them say so and pass.

use klammer::{Code, Engine, Warnings};
use klammer_search::Board;
use klammer_search::puzzle::{OutputFormat, Puzzle};

use crate::support::documented::engine_with_module;
use crate::support::host::{Heard, TestHost};
use crate::support::settings::{folder, shared};

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
fn the_exercise_has_the_documented_results() {
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
fn the_problem_of_the_course_is_solved() {
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
fn the_solutions_of_the_course_are_right() {
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
fn the_course_search_ends_without_solution() {
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

/// The document's code on the lines where it stands: each paragraph that begins with a parenthesis.
fn code() -> Option<String> {
    let document = shared("seeds/000-calc-dialect-solver.txt")?;
    let mut inside = false;
    let mut code = String::new();
    for line in document.lines() {
        inside = line.starts_with('(') || inside && !line.trim().is_empty();
        if inside {
            code.push_str(line);
        }
        code.push('\n');
    }
    Some(code)
}

/// Line and column, from one, of the parenthesis that the printed program has too many.
fn stray(code: &str) -> (u32, u32) {
    let lines: Vec<&str> = code.lines().collect();
    let definition = lines.iter().position(|l| l.starts_with("(defproc has-constraint-for?")).expect("the function");
    let length = lines[definition..].iter().position(|l| l.trim().is_empty()).expect("a blank line after it");
    let last = definition + length - 1;
    (last as u32 + 1, lines[last].trim_end().chars().count() as u32)
}

/// The program without that parenthesis.
fn corrected(code: &str) -> String {
    let (line, column) = stray(code);
    let without = |(i, l): (usize, &str)| {
        let skipped = if i + 1 == line as usize { column as usize - 1 } else { usize::MAX };
        l.chars().enumerate().filter(|&(k, _)| k != skipped).map(|(_, c)| c).chain(['\n']).collect::<String>()
    };
    code.lines().enumerate().map(without).collect()
}

fn engine(lenient: bool) -> (Engine, Heard) {
    let (host, heard) = TestHost::new(Default::default());
    (crate::support::host::builder().host(host).lenient(lenient).warnings(Warnings::Tell).build(), heard)
}

/// The seven puzzles of the documents, from the port that is used for comparisons.
fn puzzles() -> Option<Vec<String>> {
    let text = shared("bench/solver.lisp")?;
    let puzzle = |s: &&str| s.len() == 81 && s.bytes().all(|b| b.is_ascii_digit());
    Some(text.split('"').filter(puzzle).map(str::to_string).collect())
}

/// `((row column) digit)` for each given digit.
fn constraints(puzzle: &str) -> String {
    let given = puzzle.bytes().enumerate().filter(|&(_, b)| b != b'0');
    let given: Vec<String> = given.map(|(i, b)| format!("(({} {}) {})", i / 9, i % 9, b - b'0')).collect();
    format!("({})", given.join(" "))
}

fn check_solution(puzzle: &str, solution: &[u8]) {
    assert_eq!(solution.len(), 81);
    for (i, given) in puzzle.bytes().enumerate().filter(|&(_, b)| b != b'0') {
        assert_eq!(solution[i], given - b'0', "a given digit has changed in {puzzle}");
    }
    let unit = |what: &str, cells: &dyn Fn(usize) -> usize| {
        let mut digits: Vec<u8> = (0..9).map(|k| solution[cells(k)]).collect();
        digits.sort_unstable();
        assert_eq!(digits, (1..=9).collect::<Vec<u8>>(), "{what} of {puzzle}");
    };
    for n in 0..9 {
        unit("row", &|k| 9 * n + k);
        unit("column", &|k| 9 * k + n);
        unit("box", &|k| 27 * (n / 3) + 3 * (n % 3) + 9 * (k / 3) + k % 3);
    }
}

#[test]
fn the_printed_extra_parenthesis_is_reported() {
    let Some(code) = code() else { return };
    let error = engine(false).0.eval::<()>(("seed", &code)).expect_err("the printed program is not well formed");
    assert_eq!(error.code(), Code::StrayParenthesis);
    let place = error.place().expect("a place");
    assert_eq!((place.line(), place.column()), stray(&code));
    assert!(error.message().contains("has-constraint-for?"), "{error}");
}

#[test]
fn a_lenient_engine_reads_on_with_a_warning() {
    let Some(code) = code() else { return };
    let (mut engine, heard) = engine(true);
    engine.eval::<()>(("seed", &code)).expect("the rest of the program is well formed");
    let warnings = heard.take_warnings();
    let (line, column) = stray(&code);
    assert_eq!(warnings.len(), 1);
    assert!(warnings[0].starts_with(&format!("{line}:{column}: ")), "{}", warnings[0]);
    assert!(warnings[0].contains("has-constraint-for?"), "{}", warnings[0]);
    assert!(engine.eval::<bool>("(procedure? solve)").expect("the last definition is there"));
}

#[test]
fn the_printed_program_takes_866_nodes() {
    let (Some(code), Some(puzzles)) = (code(), puzzles()) else { return };
    assert_eq!(puzzles.len(), 7);
    let (mut engine, _) = engine(false);
    engine.eval::<()>(("seed", &corrected(&code))).expect("the corrected program runs");
    // A method that only counts: its guard is never true.
    engine
        .eval::<()>("(setq nodes 0) (defmethod solve (cells constraints) (progn (setq nodes (+ nodes 1)) nil) nil)")
        .expect("a method can be added");
    for puzzle in &puzzles {
        let program = format!(
            "(let ((solution (solve '{})) (digits nil))
               (dotimes (i 81 (reverse digits))
                 (setq digits (cons (first (get-array-element solution (list (floor i 9) (modulo i 9)))) digits))))",
            constraints(puzzle)
        );
        let solution: Vec<u8> = engine.eval(&program).expect("a solution");
        check_solution(puzzle, &solution);
    }
    assert_eq!(engine.eval::<u64>("nodes").expect("the count"), 866);
}

#[test]
fn a_contradictory_puzzle_has_no_solution() {
    let Some(code) = code() else { return };
    let (mut engine, _) = engine(false);
    engine.eval::<()>(("seed", &corrected(&code))).expect("the corrected program runs");
    assert!(!engine.eval::<bool>("(solve '(((0 0) 5) ((0 1) 5)))").expect("an answer"));
    assert!(engine.eval::<bool>("(solve nil)").expect("an answer"), "the empty grid has solutions");
}

/// The Common Lisp code of the fifth document: the text between `<pre>` and `</pre>`, without the sketch at its
/// beginning, the drawing of the numbers and the session at its end.
fn recursive_solver() -> Option<String> {
    let document = shared("seeds/004-blog-recursive-solver.txt")?;
    let text = document.replace("<br />", "\n").replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&");
    let blocks = text.split("<pre>").skip(1).filter_map(|b| b.split("</pre>").next());
    let definitions = |b: &&str| b.trim_start().starts_with("(def") && !b.contains("(return soln)");
    Some(blocks.filter(definitions).collect::<Vec<_>>().join("\n"))
}

/// The puzzle of that document's session, and the digits that it prints.
fn printed_session() -> Option<(String, Vec<u8>)> {
    let document = shared("seeds/004-blog-recursive-solver.txt")?.replace("<br />", "\n").replace("&gt;", ">");
    let (_, session) = document.split_once("CL-USER> ").expect("a session");
    let puzzle = session.lines().next().expect("a form").to_string();
    let (_, solved) = session.split_once("CL-USER> (solve1 *)").expect("the second form of the session");
    let digits = solved.split("</pre>").next().expect("an answer");
    Some((puzzle, digits.bytes().filter(u8::is_ascii_digit).map(|b| b - b'0').collect()))
}

#[test]
fn the_printed_common_lisp_solver_runs() {
    let (Some(code), Some((puzzle, expected))) = (recursive_solver(), printed_session()) else { return };
    let (mut engine, _) = engine(false);
    engine.eval::<()>(("seed", &format!("(require 'common-lisp)\n{code}"))).expect("the printed code is read");
    // As in the session: `*` is the value of the form before.
    engine.eval::<()>(&puzzle).expect("the puzzle");
    let solution: Vec<u8> = engine.eval("(coerce (solve1 *) 'list)").expect("a solution");
    assert_eq!(expected.len(), 81);
    assert_eq!(solution, expected);
    let neighbors: Vec<u8> = engine.eval("(sort (neighbors-of 40) #'<)").expect("a list");
    assert_eq!(neighbors, [4, 13, 22, 30, 31, 32, 36, 37, 38, 39, 41, 42, 43, 44, 48, 49, 50, 58, 67, 76]);
}

#[test]
fn the_sketched_solver_runs_once_names_exist() {
    let Some(document) = shared("seeds/004-blog-recursive-solver.txt") else { return };
    let text = document.replace("<br />", "\n");
    let sketch = text.split("<pre>").nth(1).and_then(|b| b.split("</pre>").next()).expect("the sketch").to_string();
    let (mut engine, _) = engine(false);
    engine.eval::<()>(("setup", SKETCH_NAMES)).expect("the names of the sketch");
    // `return` leaves the block that a caller has made: in the sketch it stands for leaving the whole search.
    // The printed text lacks a parenthesis at its end.
    let sketch = sketch.replace("(return soln)", "(throw 'solved soln)") + ")";
    engine.eval::<()>(("sketch", &sketch)).expect("the sketch is a definition");
    let solution: Vec<u8> = engine.eval("(catch 'solved (update 0))").expect("a solution");
    let digit_sum: u32 = solution.iter().map(|&d| u32::from(d)).sum();
    assert_eq!((solution.len(), digit_sum), (81, 405));
}

const SKETCH_NAMES: &str = "(require 'common-lisp)
(defvar soln (make-list 81 :initial-element 0))
(defun nth-value-set (n) (/= 0 (nth n soln)))
(defun set-digit (n d) (setf (nth n soln) d))
(defun clear-digit (n) (setf (nth n soln) 0))
(defun fits (n d)
  (loop for m below 81
        never (and (= d (nth m soln))
                   (or (= (floor m 9) (floor n 9))
                       (= (mod m 9) (mod n 9))
                       (and (= (floor m 27) (floor n 27)) (= (floor (mod m 9) 3) (floor (mod n 9) 3)))))))
(defmacro over-possible-digits ((d n) &body body)
  `(dolist (,d '(1 2 3 4 5 6 7 8 9)) (when (fits ,n ,d) ,@body)))";

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
fn seventeen_givens_have_one_solution() {
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
