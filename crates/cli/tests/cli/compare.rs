//! `klammer compare` and `klammer grade`.

use std::collections::BTreeMap;
use std::fs;

use insta::assert_snapshot;
use serde_json::Value;

use crate::Sandbox;

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
    let said = sandbox(12)
        .run(&["compare", "--heuristic", "hidden.lisp", "--heuristic", "naked.lisp", "puzzles.sdm", "--runs", "1"]);
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
            "compare", "--heuristic", "naked.lisp", "--heuristic", "down.lisp", "--heuristic", "hidden.lisp",
            "puzzles.sdm", "--json",
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
fn a_script_needs_the_same_nodes_on_all_threads() {
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
    assert!(said.contains("too few puzzles to compare their nodes (10 needed)"), "{said}");
}

#[test]
fn one_run_says_nothing_about_time() {
    let arguments = ["compare", "--heuristic", "naked.lisp", "--heuristic", "naked.lisp", "puzzles.sdm", "--runs", "1"];
    let said = sandbox(12).run(&arguments);
    assert!(said.contains("too few runs to compare their time (--runs 2)"), "{said}");
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
fn different_solutions_name_the_puzzle() {
    let said = sandbox(1).run(&["compare", "--heuristic", "naked.lisp", "--heuristic", "down.lisp", "many.sdm"]);
    let message = "many.sdm:1: naked.lisp and down.lisp find different solutions, so it has more than one";
    assert!(said.contains(message) && said.starts_with("exit status 1\n"), "{said}");
}

#[test]
fn a_wrong_script_is_told_first() {
    let sandbox = sandbox(12);
    for (script, message) in [
        ("liar.lisp", "returns something that is not a solution"),
        ("lazy.lisp", "finds no solution, naked.lisp finds one"),
        ("fixed.lisp", "returns something that is not a solution"),
    ] {
        let said =
            sandbox.run(&["compare", "--heuristic", "naked.lisp", "--heuristic", script, "puzzles.sdm", "--runs", "1"]);
        assert!(said.contains(&format!("puzzles.sdm:1: {script} {message}")), "{said}");
        let first = format!(
            "exit status 1\n--- stdout\n{script} is WRONG on 12 of 12 puzzles: on puzzles.sdm:1 it {message}.\n"
        );
        assert!(said.starts_with(&first), "{said}");
        assert!(said.contains("have solved no puzzle that could be compared\n"), "{said}");
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
fn scripts_missing_a_solution_are_all_wrong() {
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
        "compare", "--heuristic", "first.lisp", "--heuristic", "lazy.lisp", "many.sdm", "--check-unique", "--runs", "1",
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
    let said = sandbox(12)
        .run(&["compare", "--heuristic", "naked.lisp", "--heuristic", "liar.lisp", "puzzles.sdm", "--runs", "1"]);
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
            "compare", "--heuristic", "naked.lisp", "--heuristic", "down.lisp", "puzzles.sdm", "--check-unique",
            "--json",
        ],
    );
    let nodes = |v: &Value| (0..2).map(|i| v["scripts"][i]["nodes"].as_u64().unwrap()).sum::<u64>();
    assert!(nodes(&twice) > nodes(&once) && twice["disagreements"] == serde_json::json!([]));
}

#[test]
fn a_limit_stops_a_puzzle_and_no_comparison() {
    let all = json(
        &sandbox(2),
        &[
            "compare", "--heuristic", "naked.lisp", "--heuristic", "endless.lisp", "puzzles.sdm", "--ticks", "100000",
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
            "compare", "--heuristic", "naked.lisp", "--heuristic", "hidden.lisp", "puzzles.sdm", "--max-nodes", "10",
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
fn a_line_without_a_puzzle_is_named_and_skipped() {
    let output = sandbox(1)
        .command(&["compare", "--heuristic", "naked.lisp", "--heuristic", "naked.lisp", "wrong.sdm", "--json"])
        .output()
        .unwrap();
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((all["puzzles"].clone(), output.status.code()), (1.into(), Some(1)));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("klammer: wrong.sdm:2:"));
}

#[test]
fn a_short_line_among_small_puzzles_is_skipped() {
    let sandbox = sandbox(0);
    std::fs::write(sandbox.path().join("small.sdm"), "1...............\n2...........\n3...............\n").unwrap();
    let said = sandbox.run(&["compare", "--heuristic", "naked.lisp", "--heuristic", "hidden.lisp", "small.sdm"]);
    assert!(said.contains("naked.lisp and hidden.lisp, on the 2 puzzles that both solved"), "{said}");
    assert!(said.ends_with("--- stderr\nklammer: small.sdm:2:13: expected 16 cells, found 12 cells\n"), "{said}");
}

#[test]
fn nothing_is_measured_where_there_is_no_puzzle() {
    let sandbox = sandbox(0);
    std::fs::write(sandbox.path().join("none.sdm"), "# none\n").unwrap();
    let said = sandbox.run(&["compare", "--heuristic", "naked.lisp", "none.sdm"]);
    assert_eq!(said, "exit status 1\n--- stderr\nklammer: there is no puzzle in none.sdm\n");
    let said = sandbox.run(&["compare", "--heuristic", "naked.lisp", "--json", "none.sdm"]);
    assert!(said.contains("\"seconds\":0.0") && !said.contains("-0"), "{said}");
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
fn puzzles_come_as_arguments_or_standard_input() {
    let sandbox = sandbox(2);
    let puzzles = std::fs::read_to_string(sandbox.path().join("puzzles.sdm")).unwrap();
    let one = puzzles.lines().find(|line| !line.starts_with('#')).unwrap();
    let compared = ["compare", "--heuristic", "naked.lisp", "--heuristic", "hidden.lisp", "--runs", "1", "--json"];
    let said = sandbox.run(&[&compared[..], &[one]].concat());
    assert!(said.starts_with("exit status 0") && said.contains("\"puzzles\":1,"), "{said}");
    let said = sandbox.run_with_input(&[&compared[..], &["-"]].concat(), puzzles.as_bytes());
    assert!(said.starts_with("exit status 0") && said.contains("\"puzzles\":2,"), "{said}");
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

/// A solver that never ends shows how long it has run, and nothing of that stays.
#[cfg(unix)]
#[test]
fn a_comparison_shows_its_progress_and_clears_it() {
    let slow = "(defproc find-solutions (board limit) (while (not (file-exists? \"go\")) nil) nil)";
    let sandbox = Sandbox::new(&[("slow.lisp", slow.as_bytes()), ("p.sdm", b"12343.12.1434321\n")]);
    let arguments = ["compare", "--jobs", "1", "--heuristic", "slow.lisp", "p.sdm"];
    let mut terminal =
        crate::terminal::Terminal::start(&sandbox, &arguments, &[("NO_COLOR", "1"), ("TERM", "xterm")], 100);
    terminal.sees("0 puzzles, 0s");
    terminal.sees("0 puzzles, 1s");
    std::fs::write(sandbox.path().join("go"), "").unwrap();
    let said = terminal.sees_the_end();
    let (_, left) = said.rsplit_once("\u{1b}[2K").unwrap();
    assert!(left.contains("built-in") && !left.contains("puzzles, "), "{said:?}");
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
    let said_to =
        |who: &str| format!("nodes: {who} counted none: propagation was enough, or calls of count-node! are missing\n");
    assert!(said.contains(&said_to("a.lisp and b.lisp")), "{said}");
    let said =
        sandbox.run(&["compare", "--heuristic", "a.lisp", "--heuristic", "counting.lisp", "p.sdm", "--runs", "2"]);
    assert!(said.contains(&said_to("a.lisp")), "{said}");
    assert!(!said.contains("times the nodes"), "{said}");
    // Propagation solves this puzzle, so the library's search has no nodes to count.
    let said = sandbox.run(&["compare", "--heuristic", "a.lisp", "p.sdm", "--runs", "2"]);
    assert!(said.contains(&said_to("a.lisp and built-in")) && !said.contains("need the same nodes"), "{said}");
    let said = sandbox
        .run(&["compare", "--heuristic", "a.lisp", "--heuristic", "counting.lisp", "p.sdm", "--runs", "2", "--json"]);
    let (_, json) = said.split_once("--- stdout\n").unwrap();
    let all: Value = serde_json::from_str(json).unwrap();
    assert_eq!((&all["scripts"][0]["nodes"], &all["scripts"][1]["nodes"]), (&Value::Null, &12.into()));
    let compared = &all["comparisons"][0];
    assert_eq!((&compared["nodes"]["verdict"], &compared["uncounted"][0]), (&"not-counted".into(), &"a.lisp".into()));
}

const TESTS: &[u8] = b"; Hidden from the class.
(setq wanted '(1 4 9))
(deftest squares :points 2
  (assert (equal? (squares '(1 2 3)) wanted))
  (assert (null? (squares nil))))
(total '(1 2 3)) ;=> 6
(deftest totals (assert (= (total nil) 0)) (assert (= (total '(5)) 5)))
(deftest puts-first (assert (equal? (put 1 '(2)) '(1 2))))
";

const PUZZLES: &[u8] = b"1.....3..4.....2\n1...............\n";

/// Scripts that are broken, and the points of each, of 5.
const BROKEN: [(&str, &str, u64); 14] = [
    ("fills-memory", "(defproc squares (l) (let ((all nil)) (while t (push! (make-array '(100000) 0) all))))", 3),
    ("hides-errors", "(defproc squares (l) (ignore-errors (car 5)))", 3),
    ("is-no-lisp", "(defproc squares (l) (map-with", 3),
    ("is-wrong", "(defproc squares (l) l)", 3),
    ("lacks-one", "", 3),
    ("leaves", "(setq k nil) (call/cc (lambda (c) (setq k c))) (defproc squares (l) (k t))", 3),
    ("exits", "(defproc squares (l) (exit 0)) (exit 0)", 3),
    ("loops", "(defproc squares (l) (while t))", 3),
    ("recurses", "(defproc squares (l) (+ 1 (squares (cons 1 l))))", 3),
    (
        "redefines",
        "(defproc equal? (a b) t) (defproc = (a b) t) (defproc null? (x) t) (defproc squares (l) 7)
         (defmacro assert (x) t) (defmacro deftest (&rest l) t) (defproc %assertion (&rest l) \"\")",
        3,
    ),
    ("has-methods", "(defmethod = ((a string) b) t t) (defproc squares (l) l) (defproc total (l) \"6\")", 1),
    ("prints-junk", "(dotimes (i 5000) (print '{\"Decided\": {\"item\": 0}} \"5 of 5 points\"))", 3),
    ("throws-when-loaded", "(defproc squares (l) (map-with (lambda (n) (* n n)) l)) (error \"not today\")", 5),
    ("loops-when-loaded", "(defproc squares (l) (map-with (lambda (n) (* n n)) l)) (while t)", 5),
];

fn class() -> Sandbox {
    let sandbox = Sandbox::new(&[]);
    for folder in ["hidden", "class"] {
        fs::create_dir(sandbox.path().join(folder)).unwrap();
    }
    fs::write(sandbox.path().join("hidden/tests.lisp"), TESTS).unwrap();
    sandbox
}

fn grades(sandbox: &Sandbox, words: &[&str]) -> BTreeMap<String, Value> {
    let output = sandbox.command(words).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{errors}");
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.map(|grade| (grade["script"].as_str().unwrap().to_string(), grade)).collect()
}

#[test]
fn a_broken_script_costs_its_own_points_only() {
    let sandbox = class();
    let write = |name: &str, text: &str| {
        let text = format!("(defproc total (l) (apply + l))\n(defproc put (x l) (cons x l))\n{text}");
        fs::write(sandbox.path().join(format!("class/{name}.lisp")), text).unwrap();
    };
    BROKEN.iter().for_each(|(name, text, _)| write(name, text));
    for i in BROKEN.len()..30 {
        write(
            &format!("student-{i}"),
            "(defproc squares (l) (map-with (lambda (n) (* n n)) l)) (print (squares '(1 2)))",
        );
    }
    let words = ["grade", "hidden", "class", "--timeout", "1", "--sandbox", "--memory", "50M", "--format", "json"];
    let grades = grades(&sandbox, &words);
    assert_eq!(grades.len(), 30);
    for (script, grade) in &grades {
        let name = script.strip_prefix("class/").and_then(|name| name.strip_suffix(".lisp")).unwrap();
        let broken = BROKEN.iter().find(|(broken, ..)| *broken == name);
        assert_eq!(grade["points"], broken.map_or(5, |(.., points)| *points), "{grade:#}");
        assert_eq!(grade["first_failure"].is_null(), broken.is_none(), "{grade:#}");
        assert_eq!((&grade["out_of"], &grade["tests"]), (&5.into(), &4.into()), "{grade:#}");
    }
    let failure = |name: &str| grades[&format!("class/{name}.lisp")]["first_failure"].as_str().unwrap().to_string();
    let starts = |name: &str, expected: &str| assert!(failure(name).starts_with(expected), "{}", failure(name));
    starts("loops", "hidden/tests.lisp:3: squares: class/loops.lisp:3:22: error[out-of-time]");
    starts("is-wrong", "hidden/tests.lisp:3: squares: hidden/tests.lisp:4:3: error[user-error]: assertion failed");
    starts("leaves", "hidden/tests.lisp:3: squares: the script left the test before its end");
    starts("is-no-lisp", "class/is-no-lisp.lisp:3:1: error[unclosed]");
    starts("throws-when-loaded", "class/throws-when-loaded.lisp:3:57: error[user-error]: not today");
}

#[test]
fn puzzles_are_graded_beside_the_library() {
    let sandbox = class();
    fs::write(sandbox.path().join("hidden/small.txt"), PUZZLES).unwrap();
    fs::remove_file(sandbox.path().join("hidden/tests.lisp")).unwrap();
    let scripts = [
        ("library", "(require 'search)", 2),
        ("last", "(require 'search) (defproc order-values (board cell) (reverse (candidates board cell)))", 2),
        ("hangs", "(require 'search) (defproc choose-cell (board) (while t))", 0),
        ("finds-none", "(defproc find-solutions (board limit) nil)", 0),
        ("lies", "(defproc find-solutions (board limit) (list board))", 0),
        ("is-odd", "(defproc find-solutions (board limit) 7)", 0),
        ("does-nothing", "(print '(2 of 2 points))", 0),
    ];
    for (name, text, _) in scripts {
        fs::write(sandbox.path().join(format!("class/{name}.lisp")), text).unwrap();
    }
    let grades = grades(&sandbox, &["grade", "hidden", "class", "--timeout", "1", "--format", "json"]);
    for (name, _, points) in scripts {
        let grade = &grades[&format!("class/{name}.lisp")];
        assert_eq!((&grade["points"], &grade["solved"]), (&points.into(), &points.into()), "{grade:#}");
        assert_eq!(grade["puzzles"], 2, "{grade:#}");
    }
    let library = &grades["class/library.lisp"];
    assert_eq!(library["nodes"], library["built_in_nodes"]);
    assert!(library["nodes"].as_u64().unwrap() > 0, "{library:#}");
}

#[test]
fn grades_have_three_formats() {
    let sandbox = class();
    let text = "(defproc total (l) (apply + l)) (defproc put (x l) (list x \"a|b\"))";
    fs::write(sandbox.path().join("class/a.lisp"), text).unwrap();
    let scheme = "(require 'scheme) (define (total l) (apply + l)) (define (put x l) (cons x l))
        (define (squares l) (map (lambda (n) (* n n)) l))";
    fs::write(sandbox.path().join("class/b.scm"), scheme).unwrap();
    let reason =
        "hidden/tests.lisp:3: squares: hidden/tests.lisp:4:20: error[unbound-variable]: squares is not defined";
    assert_eq!(
        sandbox.run(&["grade", "hidden/tests.lisp", "class"]),
        format!(
            "exit status 0\n--- stdout\n\
             | script | points | tests | first failure |\n\
             |--------|--------|-------|---------------|\n\
             | class/a.lisp | 2 of 5 | 2 of 4 | {reason} |\n\
             | class/b.scm | 5 of 5 | 4 of 4 |  |\n"
        )
    );
    assert_eq!(
        sandbox.run(&["grade", "--format", "csv", "hidden", "--", "class/a.lisp"]),
        format!(
            "exit status 0\n--- stdout\n\
             script,points,out_of,passed,tests,solved,puzzles,nodes,built_in_nodes,seconds,built_in_seconds,\
             first_failure\n\
             \"class/a.lisp\",2,5,2,4,0,0,0,0,0.000000,0.000000,\"{reason}\"\n"
        )
    );
    let grade = &grades(&sandbox, &["grade", "--format", "json", "hidden", "class/a.lisp"])["class/a.lisp"];
    let last = &grade["results"][3];
    assert_eq!((&last["name"], &last["points"]), (&"hidden/tests.lisp:8: puts-first".into(), &0.into()));
    assert!(last["failure"].as_str().unwrap().contains("where (put 1 '(2)) is (1 \"a|b\")"), "{grade:#}");
}

#[test]
fn scripts_of_three_languages_are_graded_together() {
    // found: 2026-11-27, a teacher: scripts of other languages needed (require ...), and the failure of the line that
    // comes first was not the first
    let sandbox = Sandbox::new(&[("tests.lisp", b"(deftest twice (assert (= (f 2) 4)))\n(f 3)  ;=> 6\n")]);
    std::fs::create_dir(sandbox.path().join("class")).unwrap();
    for (name, text) in [
        ("a.lisp", "(defproc f (x) (* 2 x))"),
        ("b.scm", "(define (f x) (let-values (((q r) (floor/ x 1))) (* 2 q)))"),
        ("c.cl", "(defun f (x) (let ((y 0)) (incf y x) (+ y x)))"),
        ("d.scm", "(define (f x) x)"),
    ] {
        std::fs::write(sandbox.path().join("class").join(name), text).unwrap();
    }
    let grades = grades(&sandbox, &["grade", "--format", "json", "tests.lisp", "class"]);
    let points: Vec<_> = grades.values().map(|grade| grade["points"].clone()).collect();
    assert_eq!(points, [2, 2, 2, 0], "{grades:#?}");
    let first = grades["class/d.scm"]["first_failure"].as_str().unwrap();
    assert!(first.starts_with("tests.lisp:1: twice: tests.lisp:1:16: "), "{first}");
}

#[test]
fn tests_that_cannot_be_read_are_an_error() {
    let sandbox = class();
    fs::write(sandbox.path().join("none.lisp"), "(+ 1 2)").unwrap();
    for (words, expected) in [
        (["grade", "missing", "class"], "exit status 1\n--- stderr\nklammer: cannot read missing: No such file"),
        (
            ["grade", "none.lisp", "class"],
            "exit status 1\n--- stderr\nklammer: none.lisp has neither tests nor puzzles",
        ),
        (["grade", "hidden", "class"], "exit status 2\n--- stderr\nklammer: no file in class is a script"),
        (["grade", "hidden", "missing"], "exit status 2\n--- stderr\nklammer: cannot read missing: No such file"),
    ] {
        let said = sandbox.run(&words);
        assert!(said.starts_with(expected), "{said}");
    }
}

#[test]
fn a_comparison_has_five_formats() {
    let sandbox = sandbox(12);
    let run = |format: &str| {
        let scripts = ["--heuristic", "naked.lisp", "--heuristic", "hidden.lisp"];
        let words = [&["compare"], &scripts[..], &["puzzles.sdm", "--runs", "1", "--format", format]].concat();
        let output = sandbox.command(&words).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let csv = run("csv");
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert!(rows.len() == 3 && rows.iter().all(|row| row.len() == 20), "{csv}");
    assert_eq!((rows[0][5], rows[1][0], rows[2][1]), ("nodes", "\"naked.lisp\"", "12"));
    assert!(rows[1][14].is_empty() && rows[2][14].parse::<f64>().unwrap() > 1.0);
    let json = run("json");
    assert_eq!(json.lines().count(), 1);
    assert_eq!(serde_json::from_str::<Value>(&json).unwrap()["scripts"][1]["solved"], 12);
    let markdown = run("markdown");
    assert!(markdown.starts_with("| script | solved | nodes |"), "{markdown}");
    assert!(markdown.contains("\n|---|---:|") && markdown.contains("\n- naked.lisp needs "), "{markdown}");
    let latex = run("latex");
    assert!(latex.starts_with("\\begin{tabular}{lr") && latex.contains(" \\\\ \\hline\n"), "{latex}");
    assert!(latex.contains("95 \\%"), "{latex}");
    assert!(run("text").contains("naked.lisp needs "));
}

#[test]
fn a_plot_has_a_point_for_each_solved_puzzle() {
    let sandbox = sandbox(12);
    let words = ["compare", "--heuristic", "naked.lisp", "--heuristic", "lazy.lisp", "puzzles.sdm", "--plot"];
    sandbox.run(&[&words[..], &["nodes.svg", "--runs", "1"]].concat());
    let svg = fs::read_to_string(sandbox.path().join("nodes.svg")).unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let paths: Vec<&str> = document.descendants().filter_map(|node| node.attribute("d")).collect();
    // Nodes and times of the one script, and those of the other, which solves nothing.
    let points: Vec<usize> = paths.iter().map(|d| d.matches(['M', 'L']).count()).collect();
    assert_eq!(points, [12, 0, 12, 0]);
    assert!(document.descendants().any(|node| node.text().map(str::trim) == Some("lazy.lisp")));
    let wrong = sandbox.run(&[&words[..], &["nodes.png"]].concat());
    assert!(wrong.contains("name it nodes.svg"), "{wrong}");
}

#[test]
fn the_same_script_twice_has_one_row_of_ratios() {
    // found: 2026-11-27, a fresh reader: the first row, of the same name, had the ratios of the second
    let sandbox = sandbox(12);
    let words = ["compare", "--heuristic", "naked.lisp", "--heuristic", "naked.lisp", "puzzles.sdm", "--format", "csv"];
    let said = sandbox.run(&words);
    let rows: Vec<&str> = said.lines().filter(|line| line.contains("naked.lisp")).collect();
    let [first, second] = &*rows else { panic!("{said}") };
    assert!(first.ends_with(",,,,,,") && !second.ends_with(",,,,"), "{said}");
}

#[test]
fn grade_takes_the_grants_of_its_sandbox() {
    // found: 2026-11-27, a fresh reader: "required arguments were not provided: --sandbox"
    let sandbox = Sandbox::new(&[
        ("tests.lisp", b"(deftest reads (assert (= (f) \"7\")))"),
        ("script.lisp", b"(defproc f () (read-file \"data\"))"),
        ("data", b"7"),
    ]);
    let points = |words: &[&str]| grades(&sandbox, words)["script.lisp"]["points"].clone();
    assert_eq!(points(&["grade", "--format", "json", "--allow-read=data", "tests.lisp", "script.lisp"]), 1);
    assert_eq!(points(&["grade", "--format", "json", "tests.lisp", "script.lisp"]), 0);
    let said = sandbox.run(&["run", "--allow-read=data", "script.lisp"]);
    assert!(said.contains("error: --allow-read grants something in the sandbox: --sandbox is missing"), "{said}");
}
