//! `klammer compare`: scripts side by side.

use serde_json::Value;

use crate::Sandbox;
use insta::assert_snapshot;

const SOLVER: &str = "
(defproc find-solutions (board limit)
  (let ((solutions nil))
    (let search ((board (propagate! (duplicate board) 'LEVEL)))
      (when (and board (< (length solutions) limit))
        (let ((cell (most-constrained board)))
          (if cell
            (dolist (digit (ORDER (candidates board cell)))
              (search (assign board (first cell) (second cell) digit :level 'LEVEL)))
            (push! board solutions)))))
    (reverse solutions)))";

/// Returns the same solution for any puzzle.
const FIXED: &str = r#"(require 'search)
(defproc find-solutions (board limit)
  (list (propagate! (read-puzzle
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452"))))"#;

const TWICE: &str = "
(setq honest find-solutions)
(defproc find-solutions (board limit) (let ((found (honest board limit))) (append found found)))";

const FIRST: &str = "
(setq honest find-solutions)
(defproc find-solutions (board limit) (honest board 1))";

fn solver(level: &str, order: &str) -> String {
    SOLVER.replace("LEVEL", level).replace("ORDER", order)
}

/// Puzzles with one solution each: one, with its digits exchanged.
fn puzzles(count: usize) -> String {
    let hard = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    let exchanged = |by: usize| -> String {
        let digit = |c: char| c.to_digit(10).map_or(c, |d| char::from(b'1' + ((d as usize - 1) * 2 + by) as u8 % 9));
        hard.chars().map(digit).collect()
    };
    (0..count).map(|by| exchanged(by) + "\n").collect()
}

fn sandbox(count: usize) -> Sandbox {
    Sandbox::new(&[
        ("naked.lisp", solver("naked", "identity").as_bytes()),
        ("hidden.lisp", solver("hidden", "identity").as_bytes()),
        ("down.lisp", solver("naked", "reverse").as_bytes()),
        ("broken.lisp", b"(defproc find-solutions (board limit) (car limit))"),
        ("liar.lisp", b"(defproc find-solutions (board limit) (list board))"),
        ("lazy.lisp", b"(defproc find-solutions (board limit) nil)"),
        ("idle.lisp", b"(defproc find-solutions (board limit) '())"),
        ("endless.lisp", b"(defproc find-solutions (board limit) (do () (nil) 1))"),
        ("fixed.lisp", FIXED.as_bytes()),
        ("twice.lisp", (solver("naked", "identity") + TWICE).as_bytes()),
        ("first.lisp", (solver("naked", "identity") + FIRST).as_bytes()),
        ("puzzles.sdm", puzzles(count).as_bytes()),
        ("wrong.sdm", format!("{}{}", puzzles(1), puzzles(1).replacen('.', "%", 1)).as_bytes()),
        ("many.sdm", b"1...............\n"),
    ])
}

fn json(sandbox: &Sandbox, arguments: &[&str]) -> Value {
    let output = sandbox.command(arguments).output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_better_script_is_named_with_its_ratio() {
    let said = sandbox(12).run(&[
        "compare",
        "--heuristic",
        "hidden.lisp",
        "--heuristic",
        "naked.lisp",
        "puzzles.sdm",
        "--runs",
        "1",
    ]);
    let sentence = said.lines().find(|line| line.contains("times the nodes of naked.lisp")).unwrap();
    assert!(sentence.trim().starts_with("hidden.lisp needs 0."), "{sentence}");
    assert!(said.starts_with("exit status 0\n"));
}

#[test]
fn counts_and_verdicts_in_json() {
    let sandbox = sandbox(12);
    let all = json(
        &sandbox,
        &[
            "compare",
            "--heuristic",
            "naked.lisp",
            "--heuristic",
            "down.lisp",
            "--heuristic",
            "hidden.lisp",
            "puzzles.sdm",
            "--json",
        ],
    );
    assert_eq!(all["puzzles"], 12);
    let scripts = all["scripts"].as_array().unwrap();
    assert!(scripts.iter().all(|s| s["solved"] == 12));
    assert!(
        scripts.iter().all(|s| s["nodes"].as_u64() > s["failures"].as_u64() && s["p99_seconds"].as_f64() > Some(0.0))
    );
    let sum = |i: usize| ["wins", "ties", "losses"].iter().map(|k| scripts[i][k].as_u64().unwrap()).sum::<u64>();
    assert!(scripts[2]["wins"].as_u64() > Some(6) && (0..3).all(|i| sum(i) == 12));
    assert_eq!(all["comparisons"][1]["second"], "hidden.lisp");
    assert_eq!(all["comparisons"][1]["nodes"]["verdict"], "more");
    assert_eq!(all["disagreements"], serde_json::json!([]));
}

#[test]
fn a_script_needs_as_many_nodes_as_itself_on_any_number_of_threads() {
    let sandbox = sandbox(12);
    let one =
        json(&sandbox, &["compare", "--heuristic", "naked.lisp", "--heuristic", "naked.lisp", "puzzles.sdm", "--json"]);
    let two = json(
        &sandbox,
        &["compare", "--heuristic", "naked.lisp", "--heuristic", "naked.lisp", "puzzles.sdm", "--json", "--jobs", "2"],
    );
    assert_eq!(one["comparisons"][0]["nodes"]["verdict"], "equal");
    assert_eq!(one["scripts"][0]["nodes"], two["scripts"][1]["nodes"]);
    assert_eq!(one["scripts"][0]["ties"], 12);
}

#[test]
fn few_puzzles_say_nothing() {
    let said = sandbox(3).run(&["compare", "--heuristic", "naked.lisp", "--heuristic", "hidden.lisp", "puzzles.sdm"]);
    assert!(said.contains("nothing can be said about their nodes: that takes 10 puzzles"), "{said}");
}

#[test]
fn one_turn_says_nothing_about_time() {
    let arguments = ["compare", "--heuristic", "naked.lisp", "--heuristic", "naked.lisp", "puzzles.sdm", "--runs", "1"];
    let said = sandbox(12).run(&arguments);
    assert!(said.contains("nothing can be said about their time: that takes two runs (--runs 2)"), "{said}");
    assert!(said.contains("both need the same nodes for every puzzle"), "{said}");
}

#[test]
fn the_range_of_times_says_how_far_turns_differ() {
    let arguments =
        ["compare", "--heuristic", "naked.lisp", "--heuristic", "naked.lisp", "puzzles.sdm", "--runs", "3", "--json"];
    let time = &json(&sandbox(12), &arguments)["comparisons"][0]["time"];
    let number = |name: &str| time[name].as_f64().unwrap();
    assert!(number("low") < number("ratio") && number("ratio") < number("high"), "{time}");
}

#[test]
fn solutions_that_differ_are_an_error_that_names_the_puzzle() {
    let said = sandbox(1).run(&["compare", "--heuristic", "naked.lisp", "--heuristic", "down.lisp", "many.sdm"]);
    let message = "many.sdm:1: naked.lisp and down.lisp find different solutions, so it has more than one";
    assert!(said.contains(message) && said.starts_with("exit status 1\n"), "{said}");
}

#[test]
fn a_wrong_script_is_called_wrong_before_anything_else() {
    let sandbox = sandbox(12);
    for (script, message) in [
        ("liar.lisp", "returns what is no solution"),
        ("lazy.lisp", "finds no solution, naked.lisp finds one"),
        ("fixed.lisp", "returns what is no solution"),
    ] {
        let said =
            sandbox.run(&["compare", "--heuristic", "naked.lisp", "--heuristic", script, "puzzles.sdm", "--runs", "1"]);
        assert!(said.contains(&format!("puzzles.sdm:1: {script} {message}")), "{said}");
        let first = format!(
            "exit status 1\n--- stdout\n{script} is WRONG on 12 of 12 puzzles: on puzzles.sdm:1 it {message}.\n"
        );
        assert!(said.starts_with(&first), "{said}");
        assert!(said.contains("on the 0 puzzles that both did right"), "{said}");
        let all = json(
            &sandbox,
            &["compare", "--heuristic", script, "--heuristic", "naked.lisp", "puzzles.sdm", "--runs", "1", "--json"],
        );
        assert_eq!((&all["scripts"][0]["wrong"], &all["scripts"][0]["wins"]), (&12.into(), &0.into()));
        assert_eq!((&all["scripts"][0]["solved"], &all["scripts"][1]["wins"]), (&0.into(), &12.into()));
        assert_eq!(
            (&all["wrong"][0]["puzzle"], &all["wrong"][0]["message"]),
            (&"puzzles.sdm:1".into(), &message.into())
        );
        assert_eq!(all["comparisons"][0]["puzzles"], 0);
    }
}

#[test]
fn scripts_that_all_miss_a_solution_are_wrong_without_a_baseline() {
    let sandbox = sandbox(3);
    let said =
        sandbox.run(&["compare", "--heuristic", "lazy.lisp", "--heuristic", "idle.lisp", "puzzles.sdm", "--runs", "1"]);
    for script in ["lazy.lisp", "idle.lisp"] {
        let message = format!("puzzles.sdm:1: {script} finds no solution, the built-in search finds one");
        assert!(said.contains(&message), "{said}");
    }
    assert!(said.starts_with("exit status 1\n"), "{said}");
    // It has no row of its own.
    assert!(!said.lines().any(|line| line.trim_start().starts_with("built-in")), "{said}");
    let said = sandbox.run(&[
        "compare",
        "--heuristic",
        "first.lisp",
        "--heuristic",
        "lazy.lisp",
        "many.sdm",
        "--check-unique",
        "--runs",
        "1",
    ]);
    assert!(said.contains("many.sdm:1: first.lisp finds 1 solution, the built-in search 2"), "{said}");
    assert!(said.contains("many.sdm:1: lazy.lisp finds no solution, the built-in search finds 2"), "{said}");
}

#[test]
fn repeated_or_missing_solutions_are_wrong() {
    let sandbox = sandbox(1);
    let wrong = |script: &str, puzzles: &str| {
        let all = json(
            &sandbox,
            &["compare", "--heuristic", "naked.lisp", "--heuristic", script, puzzles, "--check-unique", "--json"],
        );
        all["wrong"][0]["message"].as_str().unwrap_or_default().to_string()
    };
    assert_eq!(wrong("twice.lisp", "puzzles.sdm"), "returns a solution twice");
    assert_eq!(wrong("first.lisp", "many.sdm"), "finds 1 solution, naked.lisp 2");
    assert_eq!(wrong("first.lisp", "puzzles.sdm"), "");
}

#[test]
fn one_script_is_compared_with_the_library() {
    let sandbox = sandbox(12);
    let all = json(&sandbox, &["compare", "--heuristic", "naked.lisp", "puzzles.sdm", "--json"]);
    assert_eq!((&all["scripts"][1]["script"], &all["scripts"][1]["solved"]), (&"built-in".into(), &12.into()));
    let arguments =
        ["compare", "--heuristic", "naked.lisp", "--heuristic", "down.lisp", "--baseline", "puzzles.sdm", "--json"];
    assert_eq!(json(&sandbox, &arguments)["scripts"].as_array().unwrap().len(), 3);
}

#[test]
fn the_table_fits_into_80_columns() {
    let said = sandbox(12).run(&[
        "compare",
        "--heuristic",
        "naked.lisp",
        "--heuristic",
        "liar.lisp",
        "puzzles.sdm",
        "--runs",
        "1",
    ]);
    let table = said.lines().filter(|line| line.starts_with([' ', '\u{2500}', '\u{2550}']));
    assert!(table.clone().count() > 4 && table.clone().all(|line| line.chars().count() <= 80), "{said}");
}

#[test]
fn proofs_of_uniqueness_can_be_asked_for() {
    let sandbox = sandbox(1);
    let all = json(
        &sandbox,
        &["compare", "--heuristic", "naked.lisp", "--heuristic", "down.lisp", "many.sdm", "--check-unique", "--json"],
    );
    assert_eq!(all["disagreements"][0]["puzzle"], "many.sdm:1", "two of many, from both ends");
    let once =
        json(&sandbox, &["compare", "--heuristic", "naked.lisp", "--heuristic", "down.lisp", "puzzles.sdm", "--json"]);
    let twice = json(
        &sandbox,
        &[
            "compare",
            "--heuristic",
            "naked.lisp",
            "--heuristic",
            "down.lisp",
            "puzzles.sdm",
            "--check-unique",
            "--json",
        ],
    );
    let nodes = |v: &Value| (0..2).map(|i| v["scripts"][i]["nodes"].as_u64().unwrap()).sum::<u64>();
    assert!(nodes(&twice) > nodes(&once) && twice["disagreements"] == serde_json::json!([]));
}

#[test]
fn a_limit_stops_one_puzzle_and_not_the_comparison() {
    let all = json(
        &sandbox(2),
        &[
            "compare",
            "--heuristic",
            "naked.lisp",
            "--heuristic",
            "endless.lisp",
            "puzzles.sdm",
            "--ticks",
            "100000",
            "--json",
        ],
    );
    assert_eq!((&all["scripts"][0]["solved"], &all["scripts"][1]["stopped"]), (&2.into(), &2.into()));
    assert_eq!(all["comparisons"][0]["puzzles"], 0);
}

#[test]
fn max_nodes_stops_the_script_that_needs_more() {
    let sandbox = sandbox(12);
    let all = json(
        &sandbox,
        &[
            "compare",
            "--heuristic",
            "naked.lisp",
            "--heuristic",
            "hidden.lisp",
            "puzzles.sdm",
            "--max-nodes",
            "10",
            "--json",
        ],
    );
    let stopped = |i: usize| all["scripts"][i]["stopped"].as_u64().unwrap();
    assert_eq!((stopped(0), &all["scripts"][0]["solved"]), (12, &0.into()));
    assert_eq!(all["scripts"][0]["nodes"], 120);
    assert_eq!(all["scripts"][1]["solved"].as_u64(), Some(12 - stopped(1)));
}

#[test]
fn a_script_that_fails_ends_the_comparison() {
    assert_snapshot!(sandbox(2).run(&[
        "compare",
        "--heuristic",
        "naked.lisp",
        "--heuristic",
        "broken.lisp",
        "puzzles.sdm"
    ]), @r"
    exit status 1
    --- stderr
    klammer: puzzles.sdm:1: broken.lisp fails on this puzzle
    error[wrong-type]: car: list must be a list, got 1
     --> broken.lisp:1:39
      |
    1 | (defproc find-solutions (board limit) (car limit))
      |                                       ^^^^^^^^^^^
    ");
}

#[test]
fn a_line_that_is_no_puzzle_is_named_and_passed_over() {
    let output = sandbox(1)
        .command(&["compare", "--heuristic", "naked.lisp", "--heuristic", "naked.lisp", "wrong.sdm", "--json"])
        .output()
        .unwrap();
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((all["puzzles"].clone(), output.status.code()), (1.into(), Some(1)));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("klammer: wrong.sdm:2:"));
}

#[test]
fn a_short_line_among_small_puzzles_is_passed_over_and_the_others_count() {
    let sandbox = sandbox(0);
    std::fs::write(sandbox.path().join("small.sdm"), "1...............\n2...........\n3...............\n").unwrap();
    let said = sandbox.run(&["compare", "--heuristic", "naked.lisp", "--heuristic", "hidden.lisp", "small.sdm"]);
    assert!(said.contains("naked.lisp and hidden.lisp, on the 2 puzzles that both did right"), "{said}");
    assert!(said.ends_with("--- stderr\nklammer: small.sdm:2:13: expected 16 cells, found 12 cells\n"), "{said}");
}

#[test]
fn nothing_is_measured_where_there_is_no_puzzle() {
    let sandbox = sandbox(0);
    std::fs::write(sandbox.path().join("none.sdm"), "# none\n").unwrap();
    let said = sandbox.run(&["compare", "--heuristic", "naked.lisp", "none.sdm"]);
    assert_eq!(said, "exit status 1\n--- stderr\nklammer: there is no puzzle in none.sdm\n");
    let said = sandbox.run(&["compare", "--heuristic", "naked.lisp", "--json", "none.sdm"]);
    assert!(said.contains("\"seconds\": 0.0") && !said.contains("-0"), "{said}");
}

#[test]
fn files_without_puzzles_are_wrong_usage() {
    let sandbox = sandbox(2);
    let said = sandbox.run(&["compare", "--heuristic", "puzzles.sdm", "naked.lisp"]);
    let expected = "exit status 2\n--- stderr\nklammer: naked.lisp is a program, and no file of puzzles: did you mean \
                    klammer compare --heuristic naked.lisp PUZZLES?\n";
    assert_eq!(said, expected);
    let said = sandbox.run(&["compare", "--heuristic", "naked.lisp", "puzles.sdm"]);
    assert!(said.contains("there is no file puzles.sdm: did you mean puzzles.sdm?"), "{said}");
}

#[test]
fn a_puzzle_can_stand_on_the_command_line_and_puzzles_can_come_from_standard_input() {
    let sandbox = sandbox(2);
    let puzzles = std::fs::read_to_string(sandbox.path().join("puzzles.sdm")).unwrap();
    let one = puzzles.lines().find(|line| !line.starts_with('#')).unwrap();
    let compared = ["compare", "--heuristic", "naked.lisp", "--heuristic", "hidden.lisp", "--runs", "1", "--json"];
    let said = sandbox.run(&[&compared[..], &[one]].concat());
    assert!(said.starts_with("exit status 0") && said.contains("\"puzzles\": 1,"), "{said}");
    let said = sandbox.run_with_input(&[&compared[..], &["-"]].concat(), puzzles.as_bytes());
    assert!(said.starts_with("exit status 0") && said.contains("\"puzzles\": 2,"), "{said}");
    // A puzzle that has a fault is told as one, not as a file.
    let said = sandbox.run(&[&compared[..], &[&one.replace('.', "%")]].concat());
    assert!(said.contains("<puzzle>:1:") && !said.contains("No such file"), "{said}");
}

#[test]
fn a_file_that_is_not_there_is_wrong_usage() {
    assert_snapshot!(sandbox(1).run(&[
        "compare",
        "--heuristic",
        "naked.lisp",
        "--heuristic",
        "down.lisp",
        "missing.sdm"
    ]), @r"
    exit status 2
    --- stderr
    klammer: there is no file missing.sdm
    ");
}

/// Its answer is right, and none of its functions counts anything.
#[test]
fn a_script_that_counts_no_nodes_has_no_figure() {
    let fixed = r#"(require 'search)
(setq known (read-puzzle "1234341221434321"))
(defproc find-solutions (board limit) (list known))"#;
    let counting = fixed.replace("(list known)", "(progn (count-node!) (list known))");
    let sandbox = Sandbox::new(&[
        ("a.lisp", fixed.as_bytes()),
        ("b.lisp", fixed.as_bytes()),
        ("counting.lisp", counting.as_bytes()),
        ("p.sdm", "12343.12.1434321\n".repeat(12).as_bytes()),
    ]);
    let said = sandbox.run(&["compare", "--heuristic", "a.lisp", "--heuristic", "b.lisp", "p.sdm", "--runs", "2"]);
    assert!(said.contains("nodes: a.lisp and b.lisp count none (count-node! counts one)\n"), "{said}");
    let said =
        sandbox.run(&["compare", "--heuristic", "a.lisp", "--heuristic", "counting.lisp", "p.sdm", "--runs", "2"]);
    assert!(said.contains("nodes: a.lisp counts none (count-node! counts one)\n"), "{said}");
    assert!(!said.contains("times the nodes"), "{said}");
    let said = sandbox.run(&[
        "compare",
        "--heuristic",
        "a.lisp",
        "--heuristic",
        "counting.lisp",
        "p.sdm",
        "--runs",
        "2",
        "--json",
    ]);
    let (_, json) = said.split_once("--- stdout\n").unwrap();
    let all: Value = serde_json::from_str(json).unwrap();
    assert_eq!((&all["scripts"][0]["nodes"], &all["scripts"][1]["nodes"]), (&Value::Null, &12.into()));
    let compared = &all["comparisons"][0];
    assert_eq!((&compared["nodes"]["verdict"], &compared["uncounted"][0]), (&"not-counted".into(), &"a.lisp".into()));
}
