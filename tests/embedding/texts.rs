//! Tests of the memory that evaluated texts leave: none, unless something can still come back to them.

use klammer::{Code, ResourceUsage};

use super::engine;

#[test]
fn texts_that_leave_nothing_behind_take_no_memory() {
    let mut e = engine();
    let mut evaluate = |i: i64| {
        assert_eq!(e.eval::<i64>(&format!("(+ {i} (* 2 3)) ; the text number {i:09}")).unwrap(), i + 6);
        e.usage()
    };
    let ResourceUsage { memory, collections, .. } = evaluate(0);
    // So few that not all cells of a new heap have been used.
    for i in 1..30 {
        let now = evaluate(i);
        assert_eq!((now.memory, now.collections), (memory, collections), "text {i}");
    }
}

#[test]
fn a_form_that_a_continuation_has_captured_is_entered_again_after_others_have_run() {
    let text = "
        (setq k nil) (setq n 0) (setq results nil)
        (setq results (cons (+ 100 (call/cc (lambda (c) (setq k c) n))) results))
        (list 1 2 3 4 5 6 7 8 9 10)
        (setq n (+ n (* 1 1)))
        (if (< n 4) (k n) 'done)
        (reverse results)";
    let mut e = engine();
    for _ in 0..3 {
        assert_eq!(e.eval::<Vec<i64>>(text).unwrap(), [100, 101, 102, 103]);
    }
}

#[test]
fn functions_that_a_form_has_made_outlive_it() {
    let mut e = engine();
    e.run("(setq add (let ((n 40)) (lambda (x) (+ x n))))").unwrap();
    for i in 0..50 {
        e.run(&format!("(let ((n {i})) (list (* n 2) (+ n 3)))")).unwrap();
    }
    assert_eq!(e.eval::<i64>("(add 2)").unwrap(), 42);
    let error = e.eval::<i64>("(add 'x)").unwrap_err();
    assert_eq!(error.code(), Code::WrongType);
    assert_eq!(error.place().unwrap().line_text(), "(setq add (let ((n 40)) (lambda (x) (+ x n))))");
}

#[test]
fn an_error_that_a_program_keeps_has_its_place_when_others_have_run() {
    let mut e = engine();
    e.run("(setq kept nil)").unwrap();
    e.run("(catch-and-apply 'error (lambda (tag c) (setq kept c)) (car 5))").unwrap();
    for i in 0..50 {
        e.run(&format!("(+ {i} (* 2 3))")).unwrap();
    }
    let error = e.run("(throw 'error kept)").unwrap_err();
    let place = error.place().unwrap();
    assert!(place.line_text().ends_with("(car 5))"), "{}", place.line_text());
}
