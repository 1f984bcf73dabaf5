//! `klammer search`: a script's search recorded as lines of JSON and as a page.

use std::fs;

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::settings::folder;
use crate::{Sandbox, without_times};

/// Depth first at a level; what the scripts of these tests share.
const DEPTH_FIRST: &str = "
(defproc find-solutions (board limit)
  (let ((solutions nil))
    (let search ((board (propagate! (duplicate board) level)))
      (when (and board (< (length solutions) limit))
        (let ((cell (most-constrained board)))
          (if cell
            (dolist (digit (candidates board cell))
              (search (assign board (first cell) (second cell) digit :level level)))
            (push! board solutions)))))
    (reverse solutions)))";

/// The documented way to say what is known: one constraint after another on a board without digits. One step is left
/// for the search.
const BY_CONSTRAINTS: &str = "
(defproc solve (constraints)
  (let ((board (board 4)))
    (dolist (constraint constraints)
      (propagate-constraint board constraint))
    (and (assign! board 0 2 3 :level 'hidden) (is-solution? board) board)))";

const SMALL: &str = "1...34.2.1..43.1";
const HARD: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

fn sandbox(script: &str) -> Sandbox {
    Sandbox::new(&[("my.lisp", script.as_bytes())])
}

fn naked() -> Sandbox {
    sandbox(&format!("(setq level 'naked) {DEPTH_FIRST}"))
}

fn lines(sandbox: &Sandbox, name: &str) -> Vec<Value> {
    let text = fs::read_to_string(sandbox.path().join(name)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_search_is_recorded_and_drawn() {
    let sandbox = naked();
    let said =
        sandbox.run(&["search", HARD, "--heuristic", "my.lisp", "--tree", "tree.html", "--trace", "steps.jsonl"]);
    assert_snapshot!(without_times(&said), @r"
    exit status 0
    --- stdout
    417369825632158947958724316825437169791586432346912758289643571573291684164875293
    1 solution; 136 nodes, 62 failures, depth 16, TIME
    trace written to steps.jsonl
    tree written to tree.html
    ");
    let steps = lines(&sandbox, "steps.jsonl");
    let count = |outcome: &str| steps.iter().filter(|step| step["outcome"] == outcome).count();
    let end = steps.last().unwrap();
    assert_eq!((count("solved"), &end["solutions"]), (1, &1.into()));
    assert_eq!((count("contradiction"), &end["failures"]), (62, &62.into()));
    for step in &steps {
        if step["outcome"] == "contradiction" {
            assert!(step["conflict_cell"].is_array() || step["conflict_group"].is_number(), "{step}");
        }
    }
    let page = fs::read_to_string(sandbox.path().join("tree.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("script: my.lisp"));
}

#[test]
fn every_step_knows_where_it_came_from() {
    let sandbox = naked();
    sandbox.run(&["search", HARD, "--heuristic", "my.lisp", "--trace", "steps.jsonl"]);
    let steps = lines(&sandbox, "steps.jsonl");
    let events: Vec<&Value> = steps.iter().filter(|step| step["type"] == "event").collect();
    for (i, event) in events.iter().enumerate() {
        assert_eq!(event["node"], i + 1);
        let parent = event["parent"].as_u64().unwrap() as usize;
        assert!(parent <= i);
        let Some(cell) = event["cell"].as_array() else { continue };
        let at = |event: &Value| {
            event["board"][cell[0].as_u64().unwrap() as usize][cell[1].as_u64().unwrap() as usize].clone()
        };
        let before = at(events[parent - 1]);
        assert!(before.as_array().unwrap().contains(&event["digit"]), "{event}");
        if event["outcome"] == "open" {
            assert_eq!(at(event), serde_json::json!([event["digit"]]));
        }
    }
}

#[test]
fn the_documented_kind_of_script_is_traced_too() {
    let sandbox = sandbox(BY_CONSTRAINTS);
    let said = sandbox.run(&["search", SMALL, "--heuristic", "my.lisp", "--trace", "steps.jsonl"]);
    assert_snapshot!(without_times(&said), @r"
    exit status 0
    --- stdout
    1234341221434321
    1 solution; 1 node, 0 failures, depth 1, TIME
    trace written to steps.jsonl
    ");
}

#[test]
fn a_solution_completed_by_its_test_is_recorded() {
    let sandbox = sandbox(
        "
(defproc solve (constraints)
  (let ((board (board 4)))
    (dolist (constraint constraints)
      (propagate-constraint board constraint))
    (and (is-solution? board) board)))",
    );
    let said = sandbox.run(&["search", "123.34.2.1..43.1", "--heuristic", "my.lisp", "--trace", "steps.jsonl"]);
    assert!(said.contains("1 solution; 1 node, 0 failures"), "{said}");
    let steps = lines(&sandbox, "steps.jsonl");
    let last = &steps[steps.len() - 2];
    assert_eq!((&last["outcome"], &last["candidates"], &last["cell"]), (&"solved".into(), &16.into(), &Value::Null));
}

#[test]
fn all_solutions_can_be_looked_for() {
    let said = naked().run(&["search", "1...............", "--heuristic", "my.lisp", "--max-solutions", "3"]);
    assert_snapshot!(without_times(&said), @r"
    exit status 0
    --- stdout
    1234341221434321
    1234341223414123
    1234341241232341
    3 solutions; 15 nodes, 0 failures, depth 6, TIME
    ");
}

#[test]
fn one_solution_is_all_that_solve_finds() {
    assert_snapshot!(sandbox(BY_CONSTRAINTS).run(&["search", SMALL, "--heuristic", "my.lisp", "--max-solutions", "2"]), @r"
    exit status 1
    --- stderr
    klammer: --max-solutions needs a script that defines find-solutions: (find-solutions board limit) returns a list of at most `limit` solved boards
    ");
}

#[test]
fn a_long_search_is_stopped_and_drawn() {
    let sandbox = naked();
    let empty = ".".repeat(81);
    let options =
        ["--heuristic", "my.lisp", "--max-solutions", "1000000", "--max-nodes", "20", "--trace", "steps.jsonl"];
    let said = sandbox.run(&[&["search", &empty], &options[..]].concat());
    assert_snapshot!(without_times(&said), @r"
    exit status 1
    --- stdout
    stopped: the recording is full (--max-nodes); 20 nodes, 0 failures, depth 20, TIME
    trace written to steps.jsonl
    ");
    assert_eq!(lines(&sandbox, "steps.jsonl").len(), 23);
}

#[test]
fn a_search_has_its_result_with_few_records() {
    let said = naked().run(&["search", SMALL, "--heuristic", "my.lisp", "--max-nodes", "1"]);
    assert_snapshot!(without_times(&said), @r"
    exit status 0
    --- stdout
    1234341221434321
    1 solution (the recording is full (--max-nodes)); 1 node, 0 failures, depth 1, TIME
    ");
}

#[test]
fn a_script_that_fails_is_recorded_up_to_there() {
    let sandbox = sandbox("(defproc find-solutions (board limit) (assign board 0 1 2) (car 1))");
    let said = sandbox.run(&["search", SMALL, "--heuristic", "my.lisp", "--trace", "steps.jsonl"]);
    assert_snapshot!(without_times(&said), @r"
    exit status 1
    --- stdout
    failed: car: list must be a list, got 1; 1 node, 0 failures, depth 1, TIME
    trace written to steps.jsonl
    --- stderr
    warning[unused-value]: the value of `(assign board 0 1 2)` is not used
     --> my.lisp:1:39
      |
    1 | (defproc find-solutions (board limit) (assign board 0 1 2) (car 1))
      |                                       ^^^^^^^^^^^^^^^^^^^^
      |
      = help: `assign` returns a changed copy: (assign! board 0 1 2) changes `board` itself
    error[wrong-type]: car: list must be a list, got 1
     --> my.lisp:1:60
      |
    1 | (defproc find-solutions (board limit) (assign board 0 1 2) (car 1))
      |                                                            ^^^^^^^
    ");
    assert_eq!(lines(&sandbox, "steps.jsonl").len(), 3);
}

#[test]
fn a_script_without_natives_has_nothing_to_show() {
    let sandbox = sandbox("(defproc solve (constraints) nil)");
    assert_snapshot!(without_times(&sandbox.run(&["search", SMALL, "--heuristic", "my.lisp"])), @r"
    exit status 1
    --- stdout
    no solution; 0 nodes, 0 failures, depth 0, TIME
    nothing was recorded: the script used none of the functions that step from board to board, such as assign or propagate-constraint
    ");
}

#[test]
fn a_script_must_define_what_is_called() {
    assert_snapshot!(sandbox("(defproc sovle (x) x)").run(&["search", SMALL, "--heuristic", "my.lisp"]), @r"
    exit status 1
    --- stderr
    klammer: my.lisp defines neither find-solutions nor solve: (find-solutions board limit) returns a list of at most `limit` solved boards
    ");
}

#[test]
fn a_board_of_another_size_is_not_searched() {
    let sandbox =
        sandbox("(defproc find-solutions (b limit) (assign (board 9) 0 0 1) (list (assign b 0 1 2 :level 'hidden)))");
    sandbox.run(&["search", SMALL, "--heuristic", "my.lisp", "--trace", "steps.jsonl"]);
    assert_eq!(lines(&sandbox, "steps.jsonl").len(), 3);
}

#[test]
fn a_script_may_take_the_puzzle_for_a_variant() {
    let script = format!(
        "(setq level 'hidden) {DEPTH_FIRST}
(setq ordinary find-solutions)
(defproc find-solutions (board limit)
  (ordinary (board-from-constraints (board->constraints board) (board-variant :diagonals t)) limit))"
    );
    let sandbox = sandbox(&script);
    let said = sandbox.run(&[
        "search",
        &".".repeat(81),
        "--heuristic",
        "my.lisp",
        "--tree",
        "tree.html",
        "--trace",
        "steps.jsonl",
    ]);
    assert!(said.contains("1 solution"), "{said}");
    assert_eq!(lines(&sandbox, "steps.jsonl")[0]["groups"].as_array().unwrap().len(), 29);
    let page = fs::read_to_string(sandbox.path().join("tree.html")).unwrap();
    assert!(page.contains(r#""name":"diagonal 1""#));
}

#[test]
fn a_script_may_be_in_a_dialect_and_print() {
    let sandbox = sandbox("(define (find-solutions board limit) (display limit) (list))");
    let output = sandbox.command(&["search", SMALL, "--heuristic", "my.lisp", "-r", "scheme"]).output().unwrap();
    let (said, printed) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(said.starts_with("no solution; 0 nodes"), "{said}");
    assert_eq!(printed, "1");
}

/// A search of the program's own, in each dialect, on boards.
const OWN_SEARCHES: [(&str, &str); 2] = [
    (
        "common-lisp",
        "(require :search)
(defun choose-cell (board) (most-constrained board))
(defun descend (board)
  (let ((cell (choose-cell board)))
    (if (null cell)
        board
        (dolist (digit (candidates board cell))
          (let ((found (with-node (list cell digit)
                         (let ((next (assign (duplicate board) cell digit))) (when next (descend next))))))
            (when found (return found)))))))
(defun find-solutions (board limit) (declare (ignore limit)) (list (descend board)))",
    ),
    (
        "scheme",
        "(require 'search)
(define (descend board)
  (let ((cell (choose-cell board)))
    (if (null? cell)
        board
        (let next ((digits (candidates board cell)))
          (and (pair? digits)
               (or (with-node (list cell (car digits))
                     (let ((next (assign (duplicate board) cell (car digits)))) (and next (descend next))))
                   (next (cdr digits))))))))
(define (find-solutions board limit) (list (descend board)))",
    ),
];

#[test]
fn dialects_search_boards_and_the_page_shows_them() {
    for (dialect, script) in OWN_SEARCHES {
        let sandbox = sandbox(script);
        let arguments = ["search", SMALL, "--heuristic", "my.lisp", "-r", dialect];
        let said = sandbox.run(&[&arguments[..], &["--tree", "tree.html", "--trace", "steps.jsonl"]].concat());
        assert!(said.contains("1 solution"), "{dialect}: {said}");
        let page = fs::read_to_string(sandbox.path().join("tree.html")).unwrap();
        assert!(page.contains(r#""name":"row 1""#), "{dialect}");
        let steps = lines(&sandbox, "steps.jsonl");
        assert!(
            steps.iter().any(|step| step["outcome"] == "solved" && step["board"].is_array()),
            "{dialect}: {steps:?}"
        );
    }
}

#[test]
fn common_lisp_has_board_functions_after_require() {
    let program = "(require :sudoku)
(defvar b (read-puzzle \"1...............\"))
(print (mapcar #'length (list (candidates b '(3 3)) (candidates b '(0 0)))))
(print (arrayp (solve '(((0 0) 1)))))
(print (with-budget (:nodes 1 :else 'out) (assign b 0 1 2) (assign b 0 1 2)))
(defun count-candidates (x) (list 'mine x))
(print (count-candidates 5))
(print (list (fboundp 'read-puzzle) (fboundp 'string-split) (boundp 'board)))";
    let sandbox = Sandbox::new(&[("a.cl", program.as_bytes()), ("b.cl", b"(print (board 4))")]);
    let said = sandbox.run(&["run", "-r", "common-lisp", "a.cl"]);
    assert!(said.contains("\n(4 1) \nT \n") && said.contains("\nOUT \n(MINE 5) \n(T NIL NIL) "), "{said}");
    // A program that requires no such module sees nothing of them.
    let alone = sandbox.run(&["run", "-r", "common-lisp", "b.cl"]);
    assert!(alone.contains("board is not defined"), "{alone}");
}

#[test]
fn the_puzzle_comes_from_file_or_standard_input() {
    let script = format!("(setq level 'locked) {DEPTH_FIRST}");
    let file = format!("# two\n{}\n{HARD}\n", ".".repeat(81));
    let sandbox = Sandbox::new(&[("my.lisp", script.as_bytes()), ("two.sdm", file.as_bytes())]);
    let options = ["--heuristic", "my.lisp", "--index"];
    let from_file = sandbox.run(&[&["search", "two.sdm"], &options[..], &["2"]].concat());
    let from_input = sandbox.run_with_input(&[&["search", "-"], &options[..], &["2"]].concat(), file.as_bytes());
    assert_eq!(without_times(&from_file), without_times(&from_input));
    assert!(from_file.contains("417369825632158947"), "{from_file}");
    assert_snapshot!(sandbox.run(&["search", "two.sdm", "--index", "3"]), @r"
    exit status 2
    --- stderr
    klammer: two.sdm has only 2 puzzles: there is no puzzle 3
    ");
}

#[test]
fn an_index_beyond_the_puzzles_tells_their_count() {
    let sandbox = Sandbox::new(&[("three.sdm", b"1...............\n2...............\n3...............\n")]);
    let said = sandbox.run(&["search", "--index", "4", "three.sdm"]);
    assert_eq!(said, "exit status 2\n--- stderr\nklammer: three.sdm has only 3 puzzles: there is no puzzle 4\n");
    let said = sandbox.run(&["search", "--index", "2", "1..............."]);
    assert_eq!(said, "exit status 2\n--- stderr\nklammer: <puzzle> has only 1 puzzle: there is no puzzle 2\n");
}

#[test]
fn non_puzzles_are_wrong_usage() {
    assert_snapshot!(naked().run(&["search", "12x4", "--heuristic", "my.lisp"]), @r"
    exit status 2
    --- stderr
    klammer: there is no file 12x4, and it is no puzzle: <puzzle>:1:1: expected 4 rows, or 16 cells in one line, found 1 row of 4 cells
    ");
}

/// Three numbers, a cost, and a function that propagates.
const PROGRAM: &str = "
(require 'constraints)
(setq s (make-store))
(setq xs (set-name! s 'x (variables s 3 1 3)))
(setq cost (set-name! s \"cost\" (expression! s (+ (* 2 (first xs)) (third xs)))))
(all-different! s xs 'value)
(post! s (/= (+ (first xs) (second xs)) 5) (or (= (first xs) 1) (< (third xs) (second xs))))
(propagator! s xs (lambda (s) (when (value s (second xs)) (eliminate! s (third xs) (+ 1 (value s (second xs)))))))
(print (values-of (minimize s cost) xs))";

fn store_sandbox() -> Sandbox {
    Sandbox::new(&[("my.lisp", PROGRAM.as_bytes())])
}

fn example(name: &str) -> String {
    folder("../examples").join("constraints").join(name).to_str().unwrap().to_string()
}

/// Returns the data that a page draws.
fn drawn(page: &str) -> Value {
    let (_, rest) = page.split_once(r#"<script type="application/json" id="data">"#).unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn a_programs_search_has_names_of_its_variables() {
    let sandbox = store_sandbox();
    let said = sandbox.run(&["search", "my.lisp", "--trace", "steps.jsonl", "--tree", "tree.html"]);
    let steps = fs::read_to_string(sandbox.path().join("steps.jsonl")).unwrap();
    let (steps, end) = steps.trim_end().rsplit_once('\n').unwrap();
    let end: Value = serde_json::from_str(end).unwrap();
    assert_snapshot!(format!("{}\n--- steps.jsonl\n{steps}", without_times(&said)), @r#"
    exit status 0
    --- stdout
    1 solution; 8 nodes, 3 failures, depth 4, TIME
    trace written to steps.jsonl
    tree written to tree.html
    --- stderr
    (1 3 2)

    --- steps.jsonl
    {"type":"store","version":1,"title":"my.lisp","variables":[{"name":"x[0]","least":1,"greatest":3},{"name":"x[1]","least":1,"greatest":3},{"name":"x[2]","least":1,"greatest":3},{"name":"cost","least":3,"greatest":9}]}
    {"type":"event","node":1,"parent":0,"depth":1,"outcome":"open","candidates":9,"domains":[[[1,3]],[[1,3]],[[1,3]],[[3,9]]]}
    {"type":"event","node":2,"parent":1,"depth":2,"variable":"x[0]","value":1,"outcome":"open","candidates":5,"domains":[[[1,1]],[[2,3]],[[2,3]],[[4,5]]]}
    {"type":"event","node":3,"parent":2,"depth":3,"variable":"x[2]","value":2,"outcome":"open","candidates":3,"domains":[[[1,1]],[[3,3]],[[2,2]],[[4,4]]]}
    {"type":"event","node":4,"parent":3,"depth":4,"outcome":"solved","candidates":3,"domains":[[[1,1]],[[3,3]],[[2,2]],[[4,4]]]}
    {"type":"event","node":5,"parent":2,"depth":3,"variable":"x[2]","value":3,"outcome":"open","candidates":3,"domains":[[[1,1]],[[2,2]],[[3,3]],[[5,5]]]}
    {"type":"event","node":6,"parent":5,"depth":4,"change":"(<= cost 3)","outcome":"contradiction","conflict_variable":"cost","candidates":3,"domains":[[[1,1]],[[2,2]],[[3,3]],[[5,5]]]}
    {"type":"event","node":7,"parent":1,"depth":2,"variable":"x[0]","value":2,"outcome":"contradiction","conflict_variable":"x[1]","reason":"(or (= x[0] 1) (< x[2] x[1]))","candidates":3,"domains":[[[2,2]],[[1,1]],[[3,3]],[[7,7]]]}
    {"type":"event","node":8,"parent":1,"depth":2,"variable":"x[0]","value":3,"outcome":"contradiction","conflict_variable":"x[1]","reason":"(or (= x[0] 1) (< x[2] x[1]))","candidates":3,"domains":[[[3,3]],[[1,1]],[[2,2]],[[8,8]]]}
    "#);
    assert_eq!(end["nodes"], steps.lines().count() - 1);
    let data = drawn(&fs::read_to_string(sandbox.path().join("tree.html")).unwrap());
    assert_eq!(data["variables"], serde_json::json!(["x[0]", "x[1]", "x[2]", "cost"]));
    assert_eq!(data["start"], serde_json::json!([[[1, 3]], [[1, 3]], [[1, 3]], [[3, 9]]]));
    assert_eq!(data["nodes"].as_array().unwrap().len(), steps.lines().count());
}

#[test]
fn the_documented_command_draws_an_example() {
    let sandbox = Sandbox::new(&[]);
    let said = sandbox.run(&["search", &example("queens.lisp"), "--index", "3", "--tree", "queens.html"]);
    assert!(said.contains("92 solutions; 587 nodes, 254 failures, depth 6, "), "{said}");
    let data = drawn(&fs::read_to_string(sandbox.path().join("queens.html")).unwrap());
    assert_eq!((&data["variables"][7], &data["notes"][0]), (&"row[7]".into(), &"store 3 of 3".into()));
    let reasons = data["nodes"].as_array().unwrap().iter().filter_map(|node| node[9].as_str());
    let different = "(all-different! (row[0] row[1] row[2] row[3] row[4] row[5] …) domain)";
    assert!(reasons.clone().any(|reason| reason == different), "{:?}", reasons.collect::<Vec<_>>());
}

#[test]
fn a_search_that_was_stopped_says_so_on_its_page() {
    let sandbox = Sandbox::new(&[]);
    let said = sandbox.run(&["search", &example("queens.lisp"), "--max-nodes", "1", "--tree", "queens.html"]);
    assert!(
        said.starts_with(
            "exit status 1\n--- stdout\nstopped: the recording is full (--max-nodes); 1 node, 0 failures, depth 1"
        ),
        "{said}"
    );
    let data = drawn(&fs::read_to_string(sandbox.path().join("queens.html")).unwrap());
    assert_eq!(data["stopped"], "stopped: the recording is full (--max-nodes)");
}

#[test]
fn arguments_after_two_hyphens_are_the_programs() {
    let second = killers().swap_remove(1);
    let sandbox = Sandbox::new(&[("second.txt", second.as_bytes())]);
    let said = sandbox.run(&["search", &example("killer.lisp"), "--", "second.txt"]);
    assert!(said.contains("1 solution; 48 nodes, 28 failures"), "{said}");
}

#[test]
fn failing_programs_are_reported() {
    let files = [
        ("plain.lisp", "(setq x 1)"),
        ("late.lisp", "(require 'constraints) (setq s (make-store)) (setq x (variable s 0 1)) (solve s) (car 5)"),
        ("early.lisp", "(require 'constraints) (car 5)"),
    ];
    let sandbox = Sandbox::new(&files.map(|(name, text)| (name, text.as_bytes())));
    let said: Vec<String> = [
        &["search", "plain.lisp"] as &[&str],
        &["search", "late.lisp"],
        &["search", "early.lisp"],
        &["search", "late.lisp", "--index", "2", "--sandbox"],
        &["search", "late.lisp", "--heuristic", "plain.lisp"],
        &["search", "late.lisp", "--variant", "x"],
        &["search", "12343.12.1434321", "--", "x"],
        &["search", "late.lisp", "--max-nodes", "0"],
    ]
    .map(|arguments| format!("$ klammer {}\n{}", arguments.join(" "), without_times(&sandbox.run(arguments))))
    .into();
    assert_snapshot!(said.join("\n"), @r"
    $ klammer search plain.lisp
    exit status 1
    --- stderr
    klammer: plain.lisp has searched no store of variables and no board; if it solves puzzles: klammer search --heuristic plain.lisp PUZZLE

    $ klammer search late.lisp
    exit status 1
    --- stdout
    failed: car: list must be a list, got 5; 2 nodes, 0 failures, depth 2, TIME
    --- stderr
    error[wrong-type]: car: list must be a list, got 5
     --> late.lisp:1:82
      |
    1 | (require 'constraints) (setq s (make-store)) (setq x (variable s 0 1)) (solve s) (car 5)
      |                                                                                  ^^^^^^^

    $ klammer search early.lisp
    exit status 1
    --- stderr
    error[wrong-type]: car: list must be a list, got 5
     --> early.lisp:1:24
      |
    1 | (require 'constraints) (car 5)
      |                        ^^^^^^^

    $ klammer search late.lisp --index 2 --sandbox
    exit status 1
    --- stderr
    error[wrong-type]: car: list must be a list, got 5
     --> late.lisp:1:82
      |
    1 | (require 'constraints) (setq s (make-store)) (setq x (variable s 0 1)) (solve s) (car 5)
      |                                                                                  ^^^^^^^

    $ klammer search late.lisp --heuristic plain.lisp
    exit status 2
    --- stderr
    klammer: late.lisp is a program, and --heuristic is for puzzles: is it the heuristic? klammer search --heuristic late.lisp PUZZLE

    $ klammer search late.lisp --variant x
    exit status 2
    --- stderr
    klammer: late.lisp is a program, and --variant is for puzzles: is it the heuristic? klammer search --heuristic late.lisp PUZZLE

    $ klammer search 12343.12.1434321 -- x
    exit status 2
    --- stderr
    klammer: what follows -- belongs to a program, and there is none

    $ klammer search late.lisp --max-nodes 0
    exit status 2
    --- stderr
    error: invalid value '0' for '--max-nodes <N>': expected a number of at least 1

    For more information, try '--help'.
    ");
}

#[test]
fn a_program_that_searches_boards_is_recorded() {
    let hard = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    let program = format!(
        "(require 'search) (defproc propagation-level () 'naked)
         (solve (read-puzzle \"{hard}\")) (count-solutions (read-puzzle \"1...............\") 3)"
    );
    let own = "(setq p (read-puzzle \"1.3..2....4...21\")) (assign p 0 1 2) (assign p 0 1 4)";
    let sandbox = Sandbox::new(&[("two.lisp", program.as_bytes()), ("own.lisp", own.as_bytes())]);
    let first = sandbox.run(&["search", "two.lisp", "--tree", "tree.html"]);
    let solution = "417369825632158947958724316825437169791586432346912758289643571573291684164875293";
    assert!(first.starts_with(&format!("exit status 0\n--- stdout\n{solution}\n1 solution; ")), "{first}");
    let page = fs::read_to_string(sandbox.path().join("tree.html")).unwrap();
    assert!(page.contains("search 1 of 2"), "the page says which of the searches it shows");
    let second = sandbox.run(&["search", "two.lisp", "--index", "2"]);
    assert!(second.contains("\n3 solutions; "), "{second}");
    let third = sandbox.run(&["search", "two.lisp", "--index", "3"]);
    assert!(third.contains("two.lisp has searched boards only 2 times"), "{third}");
    let own = sandbox.run(&["search", "own.lisp"]);
    assert!(own.contains("\n1 solution; 2 nodes, 1 failure, depth 1, "), "{own}");
}

#[test]
fn each_search_of_a_store_has_its_own_count() {
    let script = b"(require 'constraints)
(setq s (make-store))
(setq x (variable s 1 3))
(setq y (variable s 1 3))
(post! s (/= x y))
(solve s)
(count-solutions s)";
    let sandbox = Sandbox::new(&[("twice.lisp", script)]);
    let said = sandbox.run(&["search", "twice.lisp", "--trace", "nodes.jsonl"]);
    assert!(said.contains("\n2 searches with 1, 6 solutions; "), "{said}");
    // The summary states the same counts as the recording.
    let nodes = fs::read_to_string(sandbox.path().join("nodes.jsonl")).unwrap();
    let events = nodes.lines().filter(|line| line.contains(r#""type":"event""#)).count();
    assert!(said.contains(&format!("; {events} nodes, ")), "{said}");
}

/// The maps of cages, in order.
fn killers() -> Vec<String> {
    let text = fs::read_to_string(example("killers.txt")).unwrap();
    text.split("\n\n").map(str::to_string).collect()
}

#[test]
fn the_killers_take_the_pinned_nodes() {
    let killers = killers();
    assert_eq!(killers.len(), 20);
    let sandbox = Sandbox::new(&[]);
    let told = sandbox.run(&["run", "--ticks", "30000000", &example("killer.lisp"), &example("killers.txt")]);
    assert_snapshot!(told, @r"
    exit status 0
    --- stdout
    (1 (nodes 86) 493175628268493715175268943932754861681932574754681392326549187817326459549817236)
    (1 (nodes 47) 159374682286915347743628951497283165561749238832156794625491873378562419914837526)
    (1 (nodes 6) 538692714471538926692471385916784253325916847784325169263149578857263491149857632)
    (1 (nodes 50) 263495178945718263178623945324957816816234597597186324439571682751862439682349751)
    (1 (nodes 6) 574926813692831754183745962841257396936418275725369481267193548458672139319584627)
    (1 (nodes 7) 142568937739421658856397241567913824391284765428675193914852376285736419673149582)
    (1 (nodes 46) 647152839389746521251983467416295783873614952592378146124539678935867214768421395)
    (1 (nodes 66) 173452968254968371869371452315624789987513624426789513791235846648197235532846197)
    (1 (nodes 44) 386271495954683217172459638869327154723145986541968372238714569417596823695832741)
    (1 (nodes 7) 185427396396158472472369185619584237548273619237691548763915824824736951951842763)
    (1 (nodes 85) 934762581581934762762581934625819347347625819819347625476258193258193476193476258)
    (1 (nodes 6) 195368427472951863836724159924513786768249315351687942613872594549136278287495631)
    (1 (nodes 6) 296745381475138269318926457649357812821469573537281694162594738783612945954873126)
    (1 (nodes 8) 368914725752836194149275386816497253235681947974523861427358619583169472691742538)
    (1 (nodes 9) 239168547168475923475239816543926781926817354817543692352691478784352169691784235)
    (1 (nodes 8) 156739482842156379739842516398421657567398241421567938984215763215673894673984125)
    (1 (nodes 44) 853674921674129358129853476598736142241598637736241895462915783915387264387462519)
    (1 (nodes 7) 678239415154687329293145867741968253532714698986523174425871936369452781817396542)
    (1 (nodes 48) 237586941491723685865149327146972853729358416583614279352861794618497532974235168)
    (1 (nodes 6) 743512968125689437896374251451826379937145682268793514679431825314258796582967143)
    ");
    // The same cages as groups of a board, for the library's own search.
    for (text, line) in killers.iter().zip(told.lines().skip(2)) {
        let sandbox = Sandbox::new(&[("killer.txt", text.as_bytes())]);
        let arguments = ["solve", "--variant", "killer:killer.txt", "--check-unique", "--ticks", "30000000"];
        let proved = sandbox.run(&arguments);
        let solution = proved.lines().nth(2).unwrap_or(&proved);
        assert!(proved.starts_with("exit status 0\n") && line.contains(&format!(" {solution})")), "{proved}{line}");
    }
}

#[test]
fn other_branches_count_as_nodes_if_told() {
    let bands = folder("../examples").join("heuristics/bands.lisp");
    let puzzles = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..\n";
    let sandbox = Sandbox::new(&[("p.sdm", puzzles.as_bytes())]);
    let told = sandbox.run(&["compare", "--heuristic", bands.to_str().unwrap(), "p.sdm", "--runs", "1", "--json"]);
    let (_, told) = told.split_once("--- stdout\n").unwrap();
    let told: Value = serde_json::from_str(told).unwrap_or_else(|error| panic!("{error}: {told}"));
    assert_eq!(told["scripts"][0]["solved"], 1);
    assert!(told["scripts"][0]["nodes"].as_u64() > Some(0), "{told}");
}

#[test]
fn a_program_is_one_by_its_name() {
    // found: 2026-11-27, a reader of the source: other beginnings than seven words were read as puzzles
    let sandbox =
        Sandbox::new(&[("q.lisp", b"(dotimes (i 2) (print i))"), ("p.scm", b"(import (scheme base))\n(car 5)")]);
    for (file, expected) in [("q.lisp", "q.lisp has searched no store"), ("p.scm", "error[")] {
        let said = sandbox.run(&["search", file]);
        assert!(said.contains(expected) && !said.contains("lists of"), "{said}");
    }
}

#[test]
fn a_search_by_with_node_is_recorded() {
    let lisp = "(require 'search)
(defproc go (n) (when (> n 0) (with-node (list 'left n) (go (- n 1))) (with-node \"right\" (= n 2))))
(go 3)";
    let scheme = "(require 'search)
(define (go n) (if (> n 0) (begin (with-node (list 'left n) (go (- n 1))) (with-node \"right\" (= n 2))) #f))
(go 3)";
    let common_lisp = "(require 'search)
(defun go-on (n) (when (> n 0) (with-node (list 'left n) (go-on (- n 1))) (with-node \"right\" (= n 2))))
(go-on 3)";
    for (name, text, dialect) in [
        ("a.lisp", lisp, &[] as &[&str]),
        ("a.scm", scheme, &["-r", "scheme"]),
        ("a.lsp", common_lisp, &["-r", "common-lisp"]),
    ] {
        let sandbox = Sandbox::new(&[(name, text.as_bytes())]);
        let arguments = [&["search", name, "--trace", "t.jsonl", "--tree", "t.html"], dialect].concat();
        let shown = sandbox.run(&arguments);
        assert!(shown.contains("6 nodes, 4 failures, depth 3"), "{name}: {shown}");
        let events = lines(&sandbox, "t.jsonl");
        let events: Vec<&Value> = events.iter().filter(|event| event["type"] == "event").collect();
        // A node comes before those in it, once, with the outcome of its body.
        let told =
            |event: &&Value| format!("{} {} {}", event["node"], event["parent"], event["outcome"].as_str().unwrap());
        let told: Vec<String> = events.iter().map(told).collect();
        let wanted = [
            "1 0 open", "2 1 contradiction", "3 2 contradiction", "4 2 contradiction", "5 1 solved",
            "6 0 contradiction",
        ];
        assert_eq!(told, wanted, "{name}");
        assert_eq!(events[0]["change"].as_str().unwrap().to_lowercase(), "(left 3)");
        assert!(fs::read_to_string(sandbox.path().join("t.html")).unwrap().contains("left 2"));
    }
}

#[test]
fn a_node_that_is_thrown_out_of_stays_open() {
    let text = "(require 'search)
(catch 'done (with-node 'a (with-node 'b (throw 'done 1))))
(with-node 'c nil)";
    let sandbox = Sandbox::new(&[("a.lisp", text.as_bytes())]);
    sandbox.run(&["search", "a.lisp", "--trace", "t.jsonl"]);
    let events = lines(&sandbox, "t.jsonl");
    let told: Vec<String> = events
        .iter()
        .filter(|event| event["type"] == "event")
        .map(|event| format!("{} {} {}", event["node"], event["parent"], event["outcome"].as_str().unwrap()))
        .collect();
    assert_eq!(told, ["1 0 open", "2 1 open", "3 0 contradiction"]);
}
