//! Tests of error messages: the function that complains, its complaint, and the name of the argument.

use klammer::{Engine, Error, Limits};

fn error(text: &str) -> Error {
    Engine::new().eval::<()>(text).unwrap_err()
}

#[test]
fn called_functions_are_named() {
    assert_eq!(error("(let ((x 5)) (x 1))").message(), "x is 5, an integer, and cannot be called");
    assert_eq!(error("(setq y nil)\n(y)").message(), "y is nil and cannot be called");
    assert_eq!(error("((car '(1)) 2)").message(), "(car '(1)) is 1, an integer, and cannot be called");
    assert_eq!(error("(5)").message(), "5 is an integer and cannot be called");
    assert_eq!(error("(map-with 5 '(1))").message(), "map-with: 5 is an integer and cannot be called");
    assert_eq!(error("(progn (defproc f () 1) ((f)))").message(), "(f) is 1, an integer, and cannot be called");
}

#[test]
fn the_wrong_number_of_arguments_shows_the_signature() {
    assert_eq!(error("(car)").message(), "car: expected 1 argument (list), got 0");
    assert_eq!(error("(cons 1 2 3)").message(), "cons: expected 2 arguments (car cdr), got 3");
    assert_eq!(
        error("(string-join)").message(),
        "string-join: expected 1 to 2 arguments (strings &optional separator), got 0"
    );
    assert_eq!(error("(defproc f (a) a)\n(f 1 2)").message(), "f: expected 1 argument (a), got 2");
    assert_eq!(error("(defproc f () 1)\n(f 1)").message(), "f: expected 0 arguments, got 1");
    assert_eq!(error("(apply)").message(), "apply: expected at least 1 argument (function &rest arguments), got 0");
}

#[test]
fn endless_recursion_is_told_with_the_function_and_all_its_calls() {
    let mut engine =
        crate::support::host::builder().limits(Limits { depth: Some(10_000), ..Limits::default() }).build();
    let same = engine.eval::<()>("(defproc same (n)\n  (+ 1 (same n)))\n(same 1)").unwrap_err();
    assert!(same.message().starts_with("`same` calls itself again and again with the same arguments: "), "{same:#}");
    let error = engine.eval::<()>("(defproc down (n)\n  (+ 1 (down (- n 1))))\n(down 1)").unwrap_err();
    assert!(error.message().starts_with("`down` calls itself again and again: 10000 calls are under way"), "{error:#}");
    let calls: u64 = error.trace().iter().map(|frame| u64::from(frame.repeated)).sum();
    assert!((9_990..=10_000).contains(&calls), "{calls}");
}
