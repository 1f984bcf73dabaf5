//! `klammer search`: a script's search recorded as lines of JSON and as a page.

use std::fs;

use serde_json::Value;

use crate::{Sandbox, without_times};
use insta::assert_snapshot;

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
fn a_solution_that_only_its_test_has_completed_is_recorded() {
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
fn a_search_that_is_too_long_is_stopped_and_drawn() {
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
fn a_search_that_ends_by_itself_has_its_result_however_few_steps_are_recorded() {
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
      = help: `assign` changes nothing: (setq board (assign board 0 1 2)) keeps what it returns
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
fn a_board_of_another_size_is_no_part_of_the_search() {
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
fn a_script_may_be_written_in_a_layer_and_print() {
    let sandbox = sandbox("(define (find-solutions board limit) (display limit) (list))");
    let output = sandbox.command(&["search", SMALL, "--heuristic", "my.lisp", "-r", "scheme"]).output().unwrap();
    let (said, printed) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(said.starts_with("no solution; 0 nodes"), "{said}");
    assert_eq!(printed, "1");
}

#[test]
fn the_puzzle_may_stand_in_a_file_or_come_from_standard_input() {
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
fn a_number_beyond_the_last_puzzle_is_answered_with_how_many_there_are() {
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
