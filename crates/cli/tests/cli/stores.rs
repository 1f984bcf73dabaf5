//! Stores of variables at the command line: `klammer search` with a program, the examples of constraint problems.

use std::fs;
use std::path::PathBuf;

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::places::folder;
use crate::{Sandbox, without_times};

/// Three numbers, a cost, and a function that propagates.
const PROGRAM: &str = "
(require 'constraints)
(setq s (make-store))
(setq xs (name! s 'x (variables s 3 1 3)))
(setq cost (name! s \"cost\" (expression! s (+ (* 2 (first xs)) (third xs)))))
(all-different! s xs 'value)
(post! s (/= (+ (first xs) (second xs)) 5) (or (= (first xs) 1) (< (third xs) (second xs))))
(propagator! s xs (lambda (s) (when (value s (second xs)) (eliminate! s (third xs) (+ 1 (value s (second xs)))))))
(print (values-of (minimize s cost) xs))";

fn sandbox() -> Sandbox {
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
fn the_search_of_a_program_is_told_by_the_names_of_its_variables() {
    let sandbox = sandbox();
    let said = sandbox.run(&["search", "my.lisp", "--trace", "steps.jsonl", "--tree", "tree.html"]);
    let steps = fs::read_to_string(sandbox.path().join("steps.jsonl")).unwrap();
    let (steps, end) = steps.trim_end().rsplit_once('\n').unwrap();
    let end: Value = serde_json::from_str(end).unwrap();
    assert_snapshot!(format!("{}\n--- steps.jsonl\n{steps}", without_times(&said)));
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
    let said = Sandbox::new(&[]).run(&["search", &example("killer.lisp"), "--", &example("killer/02.txt")]);
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
    assert_snapshot!(said.join("\n"));
}

#[test]
fn a_program_that_searches_boards_is_recorded_too() {
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

/// The files of cages, in order.
fn killers() -> Vec<PathBuf> {
    let folder = folder("../examples").join("constraints/killer");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn the_killers_have_one_solution_each_which_takes_as_many_nodes_as_ever() {
    let files = killers();
    assert_eq!(files.len(), 20);
    let sandbox = Sandbox::new(&[]);
    let mut arguments = vec!["run".to_string(), "--ticks".into(), "30000000".into(), example("killer.lisp")];
    arguments.extend(files.iter().map(|file| file.to_str().unwrap().to_string()));
    let told = sandbox.run(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    assert_snapshot!(told);
    // The same cages as groups of a board, for the library's own search.
    for (file, line) in files.iter().zip(told.lines().skip(2)) {
        let variant = format!("killer:{}", file.display());
        let proved = sandbox.run(&["solve", "--variant", &variant, "--check-unique", "--ticks", "30000000"]);
        let solution = proved.lines().nth(2).unwrap_or(&proved);
        assert!(proved.starts_with("exit status 0\n") && line.contains(&format!("\"{solution}\"")), "{proved}{line}");
    }
}

#[test]
fn ways_that_are_no_digits_count_as_nodes_when_the_script_says_so() {
    let bands = folder("../examples").join("heuristics/bands.lisp");
    let puzzles = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..\n";
    let sandbox = Sandbox::new(&[("p.sdm", puzzles.as_bytes())]);
    let told = sandbox.run(&["compare", "--heuristic", bands.to_str().unwrap(), "p.sdm", "--runs", "1", "--json"]);
    let (_, told) = told.split_once("--- stdout\n").unwrap();
    let told: Value = serde_json::from_str(told).unwrap_or_else(|error| panic!("{error}: {told}"));
    assert_eq!(told["scripts"][0]["solved"], 1);
    assert!(told["scripts"][0]["nodes"].as_u64() > Some(0), "{told}");
}
