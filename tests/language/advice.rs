//! What an error suggests: names that are meant, modules, forms of other languages; and how it names what was called.

use klammer::{Engine, Error, Limits};

fn error(text: &str) -> Error {
    Engine::new().eval::<()>(text).expect_err(text)
}

#[track_caller]
fn suggests(text: &str, help: &str) {
    let error = error(text);
    assert_eq!(error.help(), Some(help), "{text}: {error:#}");
}

#[test]
fn names_of_other_languages_are_translated() {
    suggests("(defun f (x) x)", "here this is called defproc");
    suggests("(len '(1 2))", "here this is called length");
    suggests("(list null)", "here this is called nil");
    suggests("(list true)", "here this is called t");
    suggests("(== 1 2)", "here this is called =");
    suggests(
        "(try (car x))",
        "(catch-and-apply 'error (lambda (tag e) ...) expr...) handles errors, (ignore-errors expr...) gives nil for them",
    );
    // Other dialects have names of their own.
    suggests("(require 'scheme)\n(defun f (x) x)", "here this is called define: (define (name parameter...) expr...)");
    suggests("(require 'common-lisp)\n(null? nil)", "here this is called null");
}

#[test]
fn what_the_translations_lead_to_is_there() {
    for name in [
        "append",
        "call/cc",
        "dec!",
        "defmacro",
        "defrecord",
        "defvar",
        "ignore-errors",
        "iota",
        "length",
        "null?",
        "array-length",
        "array->list",
        "list->array",
        "table-ref",
        "table-set!",
        "make-table",
        "push!",
        "require",
    ] {
        assert!(Engine::new().eval::<bool>(&format!("(defined? '{name})")).unwrap(), "{name}");
    }
}

#[test]
fn a_name_of_a_module_is_found_there() {
    suggests("(count-solutions nil)", "it is in the module `search`: (require 'search)");
    suggests(
        "(all-diferent! 1 2)",
        "did you mean `all-different!`? It is in the module `constraints`: (require 'constraints)",
    );
    suggests("(all-values 1)", "it is in the module `amb`: (require 'amb)");
    suggests("(find-solutions nil 1)", "it is in the modules `search` and `sudoku`: (require 'search)");
}

#[test]
fn names_of_the_form_itself_come_before_all_others() {
    suggests("(defproc f (count)\n  (+ cuont 1))\n(f 1)", "did you mean `count`?");
    suggests("(let ((number-of-cells 3))\n  (* numberof-cells 2))", "did you mean `number-of-cells`?");
    suggests("(pritn 1)", "did you mean `print`?");
    assert_eq!(error("(let ((abcdef 1)) xyz)").help(), None);
}

#[test]
fn an_operator_between_its_operands_is_put_in_front() {
    suggests("(let ((x 5))\n  (x > 2))", "the operator comes first: (> x 2)");
    suggests("(setq n 1)\n(n + 1)", "the operator comes first: (+ n 1)");
    suggests("(setq n 7)\n(n % 2)", "the operator comes first: (mod n 2)");
}

#[test]
fn what_was_called_is_named() {
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
    let mut engine = Engine::builder().limits(Limits { depth: Some(10_000), ..Limits::default() }).build();
    let same = engine.eval::<()>("(defproc same (n)\n  (+ 1 (same n)))\n(same 1)").unwrap_err();
    assert!(same.message().starts_with("`same` calls itself again and again with the same arguments: "), "{same:#}");
    let error = engine.eval::<()>("(defproc down (n)\n  (+ 1 (down (- n 1))))\n(down 1)").unwrap_err();
    assert!(error.message().starts_with("`down` calls itself again and again: 10000 calls are under way"), "{error:#}");
    let calls: u64 = error.trace().iter().map(|frame| u64::from(frame.repeated)).sum();
    assert!((9_990..=10_000).contains(&calls), "{calls}");
}
