//! Programs that fail: the status is 1, and the error is drawn on standard error or written as JSON.
//!
//! Mistakes of users are in `tests/ui/SUBJECT.lisp`: programs, each after a line `;;;; title`, followed by the report of
//! the real binary on standard error in lines `;| ...`. `UPDATE=1` writes what has changed.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;

use crate::support::lisp_files;
use crate::support::settings::update;
use crate::{Sandbox, klammer, run_file};

#[test]
fn a_file_that_is_not_there() {
    assert_snapshot!(klammer(&["run", "missing.lisp"]), @r"
    exit status 1
    --- stderr
    error[file]: cannot read missing.lisp: No such file or directory (os error 2)
    ");
}

#[test]
fn a_folder_is_no_program() {
    assert_snapshot!(klammer(&["run", "."]), @r"
    exit status 1
    --- stderr
    error[file]: cannot read .: Is a directory (os error 21)
    ");
}

#[test]
fn bytes_that_are_no_text() {
    let sandbox = Sandbox::new(&[("main.lisp", b"(print 1)\n(print \"\xff\")")]);
    assert_snapshot!(sandbox.run(&["run", "main.lisp"]), @r"
    exit status 1
    --- stderr
    error[file]: cannot read main.lisp: it is not UTF-8: line 2, column 9 has the byte 0xff
    ");
    assert_snapshot!(sandbox.run_with_input(&["run", "-"], b"\xc3\x28"), @r"
    exit status 1
    --- stderr
    error[file]: cannot read <stdin>: it is not UTF-8: line 1, column 1 has the byte 0xc3
    ");
}

#[test]
fn a_missing_parenthesis() {
    assert_snapshot!(run_file("(print 1)\n(defproc f (x)\n  (+ x 1)\n\n(print (f 1))\n"), @r"
    exit status 1
    --- stdout
    1
    --- stderr
    error[unclosed]: this list is never closed: `(defproc f ...`
     --> main.lisp:2:1
      |
    2 | (defproc f (x)
      | ^
    ...
    5 | (print (f 1))
      |              - the text ends here
      |
      = help: line 5 begins a new form at the same column as `(defproc f ...` (line 2): is a `)` missing at the end of line 3?
    ");
}

#[test]
fn a_parenthesis_too_many() {
    assert_snapshot!(run_file("(defproc f (x)\n  (+ x 1)))\n(print (f 1))\n"), @r"
    exit status 1
    --- stderr
    error[stray-parenthesis]: this `)` closes nothing: `(defproc f ...)` is already complete
     --> main.lisp:2:11
      |
    1 | / (defproc f (x)
    2 | |   (+ x 1)))
      | |          -^
      | |__________|
      |            this form was already complete here
      |
      = help: the form that begins on line 1 is closed by the `)` before it: remove one
    ");
}

#[test]
fn an_extra_parenthesis_is_a_warning_if_lenient() {
    let sandbox = Sandbox::new(&[("main.lisp", b"(defproc f (x)\n  (+ x 1)))\n(print (f 1))\n")]);
    assert_snapshot!(sandbox.run(&["run", "--lenient", "main.lisp"]), @r"
    exit status 0
    --- stdout
    2
    --- stderr
    warning[stray-parenthesis]: this `)` closes nothing: `(defproc f ...)` is already complete
     --> main.lisp:2:11
      |
    1 | / (defproc f (x)
    2 | |   (+ x 1)))
      | |          -^
      | |__________|
      |            this form was already complete here
      |
      = help: the form that begins on line 1 is closed by the `)` before it: remove one
    ");
    assert_snapshot!(sandbox.run(&["run", "--lenient", "--json", "main.lisp"]), @r#"
    exit status 0
    --- stdout
    2
    --- stderr
    {"severity":"warning","code":"stray-parenthesis","message":"this `)` closes nothing: `(defproc f ...)` is already complete","file":"main.lisp","line":2,"column":11,"end_line":2,"end_column":12,"help":"the form that begins on line 1 is closed by the `)` before it: remove one","related":{"text":"this form was already complete here","file":"main.lisp","line":1,"column":1,"end_line":2,"end_column":11},"library":null,"trace":[],"expansion":[],"irritants":[]}
    "#);
}

#[test]
fn an_error_in_a_function_shows_the_calls() {
    assert_snapshot!(run_file(
        "(defproc inner (x) (+ 1 (* x 2)))\n(defproc outer (x)\n  (list (inner x)))\n(outer 'a)\n"
    ), @r"
    exit status 1
    --- stderr
    error[wrong-type]: *: argument 1 must be a number, got a
     --> main.lisp:1:25
      |
    1 | (defproc inner (x) (+ 1 (* x 2)))
      |                         ^^^^^^^
      |
      = in `inner`, called from main.lisp:3:9
      = in `outer`, called from main.lisp:4:1
    ");
}

#[test]
fn an_unknown_name_with_a_guess() {
    assert_snapshot!(klammer(&["-e", "(map-wiht first nil)"]), @r"
    exit status 1
    --- stderr
    error[unbound-variable]: map-wiht is not defined
     --> <command line>:1:2
      |
    1 | (map-wiht first nil)
      |  ^^^^^^^^
      |
      = help: did you mean `map-with`?
    ");
}

#[test]
fn an_uncaught_throw() {
    assert_snapshot!(klammer(&["-e", "(throw 'found 3)"]), @r"
    exit status 1
    --- stderr
    error[uncaught-throw]: nothing catches the tag found
     --> <command line>:1:1
      |
    1 | (throw 'found 3)
      | ^^^^^^^^^^^^^^^^
      |
      = help: (catch 'found ...) around the expression would receive the value
    ");
}

#[test]
fn an_error_of_the_program() {
    assert_snapshot!(klammer(&["-e", "(error \"no solution for\" '(1 2))"]), @r#"
    exit status 1
    --- stderr
    error[user-error]: no solution for (1 2)
     --> <command line>:1:1
      |
    1 | (error "no solution for" '(1 2))
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    "#);
}

#[test]
fn an_error_as_json() {
    assert_snapshot!(klammer(&["--json", "-e", "(+ 1 'a)"]), @r#"
    exit status 1
    --- stderr
    {"severity":"error","code":"wrong-type","message":"+: argument 2 must be a number, got a","file":"<command line>","line":1,"column":1,"end_line":1,"end_column":9,"help":null,"related":null,"library":null,"trace":[],"expansion":[],"irritants":["a"]}
    "#);
    assert_snapshot!(klammer(&["run", "--json", "missing.lisp"]), @r#"
    exit status 1
    --- stderr
    {"severity":"error","code":"file","message":"cannot read missing.lisp: No such file or directory (os error 2)","file":null,"line":null,"column":null,"end_line":null,"end_column":null,"help":null,"related":null,"library":null,"trace":[],"expansion":[],"irritants":[]}
    "#);
}

#[test]
fn an_error_in_a_loaded_file_names_that_file() {
    let sandbox = Sandbox::new(&[("main.lisp", b"(load \"other.lisp\")"), ("other.lisp", b"\n(car 1)")]);
    assert_snapshot!(sandbox.run(&["run", "main.lisp"]), @r"
    exit status 1
    --- stderr
    error[wrong-type]: car: list must be a list, got 1
     --> other.lisp:2:1
      |
    2 | (car 1)
      | ^^^^^^^
      |
      = in the top level of other.lisp, called from main.lisp:1:1
    ");
}

#[test]
fn a_file_that_hides_a_library_module_is_named() {
    let sandbox = Sandbox::new(&[("main.lisp", b"(require 'csv)"), ("csv.lisp", b"(require 'csv)\n(print 1)")]);
    assert_snapshot!(sandbox.run(&["run", "main.lisp"]), @r"
    exit status 1
    --- stderr
    error[file]: require: csv.lisp requires itself
     --> csv.lisp:1:1
      |
    1 | (require 'csv)
      | ^^^^^^^^^^^^^^
      |
      = help: the file hides the library's module csv: give the file another name
      = in the top level of csv.lisp, called from main.lisp:1:1
    ");
}

#[test]
fn a_program_that_needs_too_many_ticks() {
    assert_snapshot!(klammer(&["--ticks", "1000", "-e", "(do () (nil) 1)"]), @r"
    exit status 1
    --- stderr
    error[out-of-ticks]: the program used up its ticks (1000)
     --> <command line>:1:1
      |
    1 | (do () (nil) 1)
      | ^^^^^^^^^^^^^^^
    ");
}

#[test]
fn a_program_that_needs_too_much_memory() {
    let endless = "(let loop ((l nil)) (loop (cons 1 l)))";
    assert_snapshot!(klammer(&["--memory", "4M", "-e", endless]), @r"
    exit status 1
    --- stderr
    error[out-of-memory]: the program reached the memory limit of 4194304 bytes
     --> <command line>:1:27
      |
    1 | (let loop ((l nil)) (loop (cons 1 l)))
      |                           ^^^^^^^^^^
    ");
}

#[test]
fn a_program_that_takes_too_long() {
    assert_snapshot!(klammer(&["run", "--timeout", "0.05", "-e", "(do () (nil) 1)"]), @r"
    exit status 1
    --- stderr
    error[out-of-time]: the program reached its time limit
     --> <command line>:1:1
      |
    1 | (do () (nil) 1)
      | ^^^^^^^^^^^^^^^
    ");
}

#[test]
fn limits_that_leave_no_room_at_all() {
    for arguments in [
        &["--memory", "0", "-e", "1"],
        &["--ticks", "0", "-e", "(list 1)"],
        &["--timeout", "0", "-e", "(do () (nil) 1)"],
    ] {
        let text = klammer(arguments);
        assert!(text.starts_with("exit status 1\n--- stderr\nerror[out-of-"), "{text}");
    }
    let text = klammer(&["--memory", "1", "-e", "1"]);
    assert!(text.contains("the program reached the memory limit of 1 byte\n"), "{text}");
}

#[test]
fn a_limit_cannot_be_caught() {
    assert_snapshot!(klammer(&["--ticks", "1000", "-e", "(catch nil (do () (nil) 1))"]), @r"
    exit status 1
    --- stderr
    error[out-of-ticks]: the program used up its ticks (1000)
     --> <command line>:1:12
      |
    1 | (catch nil (do () (nil) 1))
      |            ^^^^^^^^^^^^^^^
    ");
}

#[test]
fn colours_are_for_terminals() {
    let sandbox = Sandbox::new(&[]);
    let output = |variable: &str| {
        let output = sandbox.command(&["-e", "(car 1)"]).env(variable, "1").output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(!output("IRRELEVANT").contains('\x1b'));
    assert!(!output("NO_COLOR").contains('\x1b'));
    assert!(output("CLICOLOR_FORCE").contains('\x1b'));
}

const PUZZLE: &str = "1...............";

fn sandbox(script: &str) -> Sandbox {
    let puzzles = format!("{PUZZLE}\n.2..............\n");
    let script = format!("(require 'search)\n{script}");
    Sandbox::new(&[
        ("mine.lisp", script.as_bytes()),
        ("test.lisp", b"(load \"mine.lisp\")"),
        ("puzzles.sdm", puzzles.as_bytes()),
    ])
}

const MISSPELT: &str = "(defproc choose-cel (board) (best-cell board degree))";

#[test]
fn a_misspelt_hook_gives_a_warning_at_its_place() {
    assert_snapshot!(sandbox(MISSPELT).run(&["solve", "--heuristic", "mine.lisp", PUZZLE]), @r"
    exit status 0
    --- stdout
    1234431234212143
    --- stderr
    warning[misspelt-hook]: nothing calls choose-cel: the library goes on calling its own choose-cell
     --> mine.lisp:2:10
      |
    2 | (defproc choose-cel (board) (best-cell board degree))
      |          ^^^^^^^^^^
      |
      = help: did you mean `choose-cell`?
    ");
}

#[test]
fn all_commands_that_load_the_script_warn_once() {
    for command in [
        &["compare", "--heuristic", "mine.lisp", "--jobs", "3", "puzzles.sdm"] as &[&str],
        &["compare", "--heuristic", "mine.lisp", "--heuristic", "mine.lisp", "puzzles.sdm"],
        &["search", "--heuristic", "mine.lisp", PUZZLE],
        &["search", "--json", "--heuristic", "mine.lisp", PUZZLE],
        &["solve", "--jobs", "3", "--heuristic", "mine.lisp", "puzzles.sdm"],
        &["run", "mine.lisp"],
        &["run", "test.lisp"],
        &["check", "mine.lisp"],
        &["test", "mine.lisp"],
    ] {
        let said = sandbox(MISSPELT).run(command);
        // Two competitors are loaded once each, even if they are the same.
        let scripts = command.iter().filter(|word| **word == "mine.lisp" || **word == "test.lisp").count();
        assert_eq!(said.matches("nothing calls choose-cel:").count(), scripts, "{command:?}\n{said}");
        assert_eq!(said.matches("did you mean `choose-cell`?").count(), scripts, "{command:?}\n{said}");
        let json = said.contains(r#""code":"misspelt-hook""#);
        assert_eq!(json, command.contains(&"--json"), "{command:?}\n{said}");
    }
}

#[test]
fn a_misspelt_hook_is_an_error_if_warnings_are() {
    let run = |command: &[&str]| sandbox(MISSPELT).run(command);
    for command in [
        &["solve", "--deny-warnings", "--heuristic", "mine.lisp", PUZZLE] as &[&str],
        &["search", "--deny-warnings", "--heuristic", "mine.lisp", PUZZLE],
        &["compare", "--deny-warnings", "--heuristic", "mine.lisp", "puzzles.sdm"],
        &["run", "--deny-warnings", "mine.lisp"],
    ] {
        let said = run(command);
        let expected = "exit status 1\n--- stderr\nerror[misspelt-hook]: nothing calls choose-cel:";
        assert!(said.starts_with(expected), "{said}");
    }
}

#[test]
fn slips_of_the_fingers_in_hooks_are_found() {
    for (script, meant) in [
        ("(defproc order-value (board cell) (candidates board cell))", "order-values"),
        ("(defproc propagaton-level () 'naked)", "propagation-level"),
    ] {
        let said = sandbox(script).run(&["run", "mine.lisp"]);
        assert!(said.contains(&format!("did you mean `{meant}`?")), "{script}\n{said}");
    }
}

#[test]
fn used_functions_and_hooks_get_no_warning() {
    for script in [
        "(defproc choose-cell (board) (best-cell board degree))",
        "(defproc choose-cells (board) (best-cells board))\n\
         (defproc choose-cell (board) (first (choose-cells board)))",
        "(defproc choose-cells (board) (best-cells board))\n(print (choose-cells (board 4)))",
        "(defproc choose-cells (board) (best-cells board))\n(provide 'choose-cells)",
        "(defproc show-cells (board) (best-cells board))",
    ] {
        let said = sandbox(script).run(&["run", "--deny-warnings", "mine.lisp"]);
        assert!(said.starts_with("exit status 0"), "{script}\n{said}");
    }
    // Without the module there is nothing that could be meant.
    let said = Sandbox::new(&[("main.lisp", MISSPELT.as_bytes())]).run(&["run", "main.lisp"]);
    assert_eq!(said, "exit status 0\n");
}

#[test]
fn a_usage_is_that_of_the_function_in_the_hook() {
    let said = sandbox("(defproc choose-cell (board) (best-cell degree board))");
    let said = said.run(&["solve", "--heuristic", "mine.lisp", PUZZLE]);
    assert!(said.contains("usage: (best-cell state") && !said.contains("usage: (collect-solutions"), "{said}");
}

#[test]
fn a_misspelt_file_gives_a_warning() {
    let said = klammer(&["-r", "search", "-e", MISSPELT]);
    assert!(said.contains("did you mean `choose-cell`?") && said.contains("<command line>:1:10"), "{said}");
    let plural = "(defproc choose-cells (board) (best-cells board))";
    assert!(!klammer(&["-r", "search", "-e", plural]).contains("warning"));
}

#[test]
fn a_solver_that_is_not_called_is_told() {
    let own = "(defproc solve (board) board)";
    let said = sandbox(own).run(&["solve", "--heuristic", "mine.lisp", PUZZLE]);
    let told = "klammer: mine.lisp defines solve, which is not called, because there is find-solutions, too:";
    assert!(said.contains(told), "{said}");
    assert!(said.contains("\n1234341221434321\n") || said.starts_with("exit status"), "{said}");
    // A script that defines both, or uses the library's own, does so on purpose.
    let both = format!("{own}\n(defproc find-solutions (board limit) (collect-solutions board limit))");
    assert!(!sandbox(&both).run(&["solve", "--heuristic", "mine.lisp", PUZZLE]).contains("not called"));
    assert!(!sandbox("").run(&["solve", "--heuristic", "mine.lisp", PUZZLE]).contains("not called"));
    // Without the module it is called, and may return no board.
    let alone = Sandbox::new(&[("mine.lisp", own.as_bytes())]).run(&["solve", "--heuristic", "mine.lisp", PUZZLE]);
    assert!(
        alone.contains("error[user-error]: solve is given a list of constraints, ((row column) digit), and"),
        "{alone}"
    );
    assert!(alone.contains("it has returned (((0 0) 1))"), "{alone}");
}

#[test]
fn a_heuristic_has_nothing_to_do_with_hints() {
    let told =
        "mine.lisp defines choose-cell, which searches ask: steps are found by the techniques of *techniques* alone";
    let heuristic = "(defproc choose-cell (board) (most-constrained board))";
    for command in ["hint", "rate"] {
        let said = sandbox(heuristic).run(&[command, "--script", "mine.lisp", "12343.12.1434321"]);
        assert!(said.starts_with("exit status 0\n") && said.contains(told), "{said}");
    }
    let rule = format!("{heuristic}\n(require 'teach)\n(push! (list 'mine 9.9 (lambda (board) nil)) *techniques*)");
    assert!(!sandbox(&rule).run(&["hint", "--script", "mine.lisp", "12343.12.1434321"]).contains(told));
}

#[test]
fn a_hook_before_its_module_gives_a_warning() {
    let hook = "(defproc choose-cell (board) (most-constrained board))";
    let late = format!("{hook}\n(require 'search)\n");
    let sandbox = Sandbox::new(&[("late.lisp", late.as_bytes()), ("none.lisp", hook.as_bytes())]);
    assert_snapshot!(sandbox.run(&["solve", "--heuristic", "late.lisp", PUZZLE]), @r"
    exit status 0
    --- stdout
    1234431234212143
    --- stderr
    warning[ambiguous-name]: from here on, choose-cell is the function of the module `search`, not this one
     --> late.lisp:1:1
      |
    1 | (defproc choose-cell (board) (most-constrained board))
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: a definition after (require 'search) replaces the module's function: define it there
    ");
    let said = sandbox.run(&["solve", "--heuristic", "none.lisp", PUZZLE]);
    assert!(said.contains("defines choose-cell, but does not load the search that calls it"), "{said}");
}

#[test]
fn wrong_parameters_of_a_hook_show_its_place() {
    assert_snapshot!(sandbox("(defproc choose-cell ()\n  '(0 0))").run(&["solve", "--heuristic", "mine.lisp", PUZZLE]), @r"
    exit status 1
    --- stdout
    1............... # the script fails: argument-count
    --- stderr
    klammer: <puzzle>:1: mine.lisp fails on this puzzle
    error[argument-count]: choose-cell: expected 0 arguments, got 1
     --> mine.lisp:2:1
      |
    2 | (defproc choose-cell ()
      | ^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: a search calls it: (choose-cell board)
      = in `choose-cell`
      = in the library, at search:110:3
    ");
}

#[test]
fn a_script_without_a_solver_names_what_is_meant() {
    let sandbox = Sandbox::new(&[("mine.lisp", b"(defproc find-solution (board limit) nil)")]);
    let said = sandbox.run(&["solve", "--heuristic", "mine.lisp", PUZZLE]);
    assert!(said.trim_end().ends_with("Is find-solution meant to be that?"), "{said}");
}

const TITLE: &str = ";;;; ";
const REPORT: &str = ";|";

/// Returns the output without the lines of the library, which change with it.
fn without_lines(said: &str) -> String {
    let line = |line: &str| match line.find("in the library, at ").and_then(|_| line.split(':').next()) {
        Some(place) => place.to_string(),
        None => line.to_string(),
    };
    said.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns what the program writes to standard error, as lines of a comment.
fn report(program: &str) -> String {
    let sandbox = Sandbox::new(&[("main.lisp", program.as_bytes())]);
    let said = sandbox.run(&["run", "main.lisp"]);
    let said = said.split_once("--- stderr\n").map_or("", |(_, said)| said).trim_end();
    said.lines().map(|line| format!("{REPORT} {line}").trim_end().to_string() + "\n").collect()
}

#[test]
fn ui_mistakes_get_the_reports_below_them() {
    let mut wrong = Vec::new();
    for path in lisp_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ui")) {
        let before = fs::read_to_string(&path).unwrap();
        let mut now = Vec::new();
        let cases = before.strip_prefix(TITLE).expect("a title");
        for case in cases.split(&format!("\n{TITLE}")) {
            let (title, case) = case.split_once('\n').expect("a program");
            let (program, expected) =
                case.split_at(case.find(&format!("\n{REPORT}")).map_or(case.len(), |end| end + 1));
            let program = program.trim_end().to_string() + "\n";
            let said = report(&program);
            if without_lines(&said) != without_lines(expected.trim_end()) {
                wrong.push(format!("=== {}: {title}\n{said}--- instead of\n{expected}", path.display()));
                now.push(format!("{TITLE}{title}\n{program}{said}"));
            } else {
                now.push(format!("{TITLE}{title}\n{}\n", case.trim_end()));
            }
        }
        if update() {
            fs::write(&path, now.join("\n")).unwrap();
        }
    }
    assert!(update() || wrong.is_empty(), "{}\n(UPDATE=1 writes what has changed)", wrong.join("\n"));
}
