//! Programs that fail: the status is 1, and the error is drawn on standard error or written as JSON.

use crate::{Sandbox, klammer, run_file};
use insta::assert_snapshot;

#[test]
fn a_file_that_is_not_there() {
    assert_snapshot!(klammer(&["run", "missing.lisp"]));
}

#[test]
fn a_folder_is_no_program() {
    assert_snapshot!(klammer(&["run", "."]));
}

#[test]
fn bytes_that_are_no_text() {
    let sandbox = Sandbox::new(&[("main.lisp", b"(print 1)\n(print \"\xff\")")]);
    assert_snapshot!(sandbox.run(&["run", "main.lisp"]));
    assert_snapshot!(sandbox.run_with_input(&["run", "-"], b"\xc3\x28"));
}

#[test]
fn a_missing_parenthesis() {
    assert_snapshot!(run_file("(print 1)\n(defproc f (x)\n  (+ x 1)\n\n(print (f 1))\n"));
}

#[test]
fn a_parenthesis_too_many() {
    assert_snapshot!(run_file("(defproc f (x)\n  (+ x 1)))\n(print (f 1))\n"));
}

#[test]
fn a_parenthesis_too_many_is_only_a_warning_when_lenient() {
    let sandbox = Sandbox::new(&[("main.lisp", b"(defproc f (x)\n  (+ x 1)))\n(print (f 1))\n")]);
    assert_snapshot!(sandbox.run(&["run", "--lenient", "main.lisp"]));
    assert_snapshot!(sandbox.run(&["run", "--lenient", "--json", "main.lisp"]));
}

#[test]
fn an_error_in_a_function_shows_the_calls() {
    assert_snapshot!(run_file(
        "(defproc inner (x) (+ 1 (* x 2)))\n(defproc outer (x)\n  (list (inner x)))\n(outer 'a)\n"
    ));
}

#[test]
fn an_unknown_name_with_a_guess() {
    assert_snapshot!(klammer(&["-e", "(map-wiht first nil)"]));
}

#[test]
fn an_uncaught_throw() {
    assert_snapshot!(klammer(&["-e", "(throw 'found 3)"]));
}

#[test]
fn an_error_of_the_program() {
    assert_snapshot!(klammer(&["-e", "(error \"no solution for\" '(1 2))"]));
}

#[test]
fn an_error_as_json() {
    assert_snapshot!(klammer(&["--json", "-e", "(+ 1 'a)"]));
    assert_snapshot!(klammer(&["run", "--json", "missing.lisp"]));
}

#[test]
fn an_error_in_a_loaded_file_names_that_file() {
    let sandbox = Sandbox::new(&[("main.lisp", b"(load \"other.lisp\")"), ("other.lisp", b"\n(car 1)")]);
    assert_snapshot!(sandbox.run(&["run", "main.lisp"]));
}

#[test]
fn a_program_that_needs_too_much_fuel() {
    assert_snapshot!(klammer(&["--ticks", "1000", "-e", "(do () (nil) 1)"]));
}

#[test]
fn a_program_that_needs_too_much_memory() {
    let endless = "(let loop ((l nil)) (loop (cons 1 l)))";
    assert_snapshot!(klammer(&["--memory", "4M", "-e", endless]));
}

#[test]
fn a_program_that_takes_too_long() {
    assert_snapshot!(klammer(&["run", "--timeout", "0.05", "-e", "(do () (nil) 1)"]));
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
}

#[test]
fn a_size_without_a_unit_is_asked_about_where_it_leaves_no_room() {
    assert_snapshot!(klammer(&["--memory", "64", "-e", "1"]));
    for arguments in [&["--memory", "64MiB", "-e", "1"], &["--memory", "64MB", "-e", "1"]] {
        assert_eq!(klammer(arguments), "exit status 0\n--- stdout\n1\n");
    }
    let json = klammer(&["--memory", "1000", "--json", "-e", "1"]);
    assert!(json.contains("did you mean --memory 1000MiB?"), "{json}");
}

#[test]
fn a_limit_cannot_be_caught() {
    assert_snapshot!(klammer(&["--ticks", "1000", "-e", "(catch nil (do () (nil) 1))"]));
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
