//! Functions that the library was meant to call and does not, because their names are misspelt.

use insta::assert_snapshot;

use crate::{Sandbox, klammer};

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
fn a_misspelt_hook_is_warned_of_where_it_is_defined() {
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
fn a_misspelt_hook_is_an_error_where_warnings_are() {
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
fn a_slip_of_the_fingers_is_warned_of_where_there_is_no_file() {
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
fn a_hook_before_the_module_that_calls_it_is_warned_of() {
    let hook = "(defproc choose-cell (board) (most-constrained board))";
    let late = format!("{hook}\n(require 'search)\n");
    let sandbox = Sandbox::new(&[("late.lisp", late.as_bytes()), ("none.lisp", hook.as_bytes())]);
    assert_snapshot!(sandbox.run(&["solve", "--heuristic", "late.lisp", PUZZLE]), @r"
    exit status 0
    --- stdout
    1234431234212143
    --- stderr
    warning[ambiguous-name]: choose-cell is that of the module `search` from now on, and no longer this one
     --> late.lisp:1:1
      |
    1 | (defproc choose-cell (board) (most-constrained board))
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: what stands behind (require 'search) takes the place of its functions: define it there
    ");
    let said = sandbox.run(&["solve", "--heuristic", "none.lisp", PUZZLE]);
    assert!(said.contains("defines choose-cell, but does not load the search that calls it"), "{said}");
}

#[test]
fn a_hook_with_the_wrong_parameters_is_shown_where_it_is_defined() {
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
      = in the library, at search:106:19
    ");
}

#[test]
fn a_script_without_what_is_called_names_what_might_be_meant() {
    let sandbox = Sandbox::new(&[("mine.lisp", b"(defproc find-solution (board limit) nil)")]);
    let said = sandbox.run(&["solve", "--heuristic", "mine.lisp", PUZZLE]);
    assert!(said.trim_end().ends_with("Is find-solution meant to be that?"), "{said}");
}
