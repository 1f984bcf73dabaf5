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
    error: invalid value '0' for '--max-nodes <N>': expected a number from 1 on

    For more information, try '--help'.
    ");
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
    for (file, line) in files.iter().zip(told.lines().skip(2)) {
        let variant = format!("killer:{}", file.display());
        let proved = sandbox.run(&["solve", "--variant", &variant, "--check-unique", "--ticks", "30000000"]);
        let solution = proved.lines().nth(2).unwrap_or(&proved);
        assert!(proved.starts_with("exit status 0\n") && line.contains(&format!(" {solution})")), "{proved}{line}");
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
