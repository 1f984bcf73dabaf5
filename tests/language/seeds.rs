//! The first source document's program, as its author printed it: the solver of the documented dialect.
//!
//! The document's own text is read from `shared/seeds` beside the project; where
//! it is not there, the tests say so and pass.

use klammer::{Code, Engine, Warnings};

use crate::support::host::{Heard, TestHost};
use crate::support::places::shared;

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
fn the_parenthesis_too_many_in_the_printed_program_is_reported_where_it_stands() {
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
fn the_printed_program_solves_the_seven_puzzles_in_866_nodes() {
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
fn a_puzzle_that_contradicts_itself_has_no_solution() {
    let Some(code) = code() else { return };
    let (mut engine, _) = engine(false);
    engine.eval::<()>(("seed", &corrected(&code))).expect("the corrected program runs");
    assert!(!engine.eval::<bool>("(solve '(((0 0) 5) ((0 1) 5)))").expect("an answer"));
    assert!(engine.eval::<bool>("(solve nil)").expect("an answer"), "the empty grid has solutions");
}

/// The Common Lisp code of the fifth document: what stands between `<pre>` and `</pre>`, without the sketch at its
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
fn the_recursive_solver_in_common_lisp_runs_as_printed() {
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
fn the_sketch_of_the_recursive_solver_runs_once_its_names_mean_something() {
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
