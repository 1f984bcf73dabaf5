//! `klammer grade`: a class of scripts, some of them broken.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use super::Sandbox;

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
    let words = ["grade", "hidden", "class", "--time", "1", "--sandbox", "--memory", "50M", "--format", "json"];
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
    let grades = grades(&sandbox, &["grade", "hidden", "class", "--time", "1", "--format", "json"]);
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
