//! Variables that are bound dynamically have their outer values again after an evaluation, whatever has ended it.

use std::time::Duration;

use klammer::{Code, Engine, Limits};

use super::border::waiting;
use super::{code, engine, limited};

const DEFINITIONS: &str = "
(defproc capturing (f) (+ 0 (call/cc f)))
(require 'common-lisp)
(defvar *x* 1)
(defvar *y* 'outer)
(defun x () *x*)
(defun bound (n) (let ((*x* n)) (if (= n 0) (loop) (+ 1 (bound (- n 1))))))
(defun optional (&optional (*x* 8)) (loop))
(defun pile (l) (let ((*x* l)) (pile (cons 1 l)) 1))
(defun deep (n) (let ((*x* n)) (+ 1 (deep (+ n 1)))))
(defmacro expanded () (let ((*x* 9)) (loop)))";

fn common_lisp(limits: Limits) -> Engine {
    prepared(limited(limits))
}

fn prepared(mut e: Engine) -> Engine {
    e.eval::<()>(DEFINITIONS).unwrap();
    e
}

/// Both variables have their outer values: for the form that reads them, and for a function.
fn assert_outer(e: &mut Engine, after: &str) {
    let seen: String = e.eval("(format nil \"~a ~a ~a\" *x* (x) *y*)").unwrap();
    assert_eq!(seen, "1 1 OUTER", "after {after}");
}

#[test]
fn a_limit_of_fuel_ends_bindings_however_they_are_nested() {
    let mut e = common_lisp(Limits { fuel: Some(1_000_000), ..Limits::default() });
    let endless = [
        "(let ((*x* 2)) (loop))",
        "(let ((*x* 2) (*y* 3)) (loop))",
        "(let* ((*x* 2) (*y* *x*)) (loop))",
        "(let ((*x* 2)) (let ((*y* 3)) (setq *x* 4) (let ((*x* 5)) (loop))))",
        "(let ((*x* 2)) (declare (special local)) (let ((local 1)) (let ((*y* local)) (loop))))",
        "(progn (bound 0))",
        "(bound 200)",
        "(optional)",
        "(deep 0)",
        "(let ((*x* 2)) (unwind-protect (let ((*x* 3)) (loop)) (setq *y* 'cleanup)))",
        "(let ((*x* 2)) (unwind-protect (let ((*x* 3)) 4) (loop)))",
        "(let ((*x* 2)) (handler-case (let ((*x* 3)) (loop)) (error () 1)))",
        "(let ((*x* 2)) (handler-bind ((error (lambda (c) (let ((*x* 3)) (loop))))) (error \"asked\")))",
        "(let ((*x* 2)) (block b (mapcar (lambda (i) (let ((*x* i)) (if (= i 3) (loop) (return-from b i)))) '(3))))",
        // Each line is one run that waits for another.
        "(let ((*x* 2)) (eval '(let ((*y* 3)) (loop))))",
        "(let ((*x* 2)) (eval '(let ((*x* 3)) (expanded))))",
        "(let ((*x* 2)) (sort (list 3 1 2) (lambda (a b) (let ((*y* a)) (loop)))))",
    ];
    for program in endless {
        assert_eq!(code(e.eval::<()>(program)), Code::OutOfFuel, "{program}");
        assert_outer(&mut e, program);
    }
}

#[test]
fn every_other_limit_ends_bindings_as_well() {
    let mut e = common_lisp(Limits { depth: Some(500), ..Limits::default() });
    assert_eq!(code(e.eval::<()>("(deep 0)")), Code::TooDeep);
    assert_outer(&mut e, "too deep a recursion");

    let mut e = common_lisp(Limits { memory: 24 << 20, ..Limits::default() });
    for program in ["(pile nil)", "(let ((*x* nil)) (loop (push 1 *x*)))", "(let ((*x* 2)) (make-array 100000000))"] {
        assert_eq!(code(e.eval::<()>(program)), Code::OutOfMemory, "{program}");
        assert_outer(&mut e, program);
    }

    let (e, _) = waiting(Some(Duration::from_millis(20)));
    let mut e = prepared(e);
    assert_eq!(code(e.eval::<()>("(let ((*x* 2)) (loop (wait)))")), Code::OutOfTime);
    assert_outer(&mut e, "the time is up");
}

#[test]
fn an_interrupt_ends_bindings() {
    let mut e = engine();
    let interrupt = e.interrupt_handle();
    e.define("stop", move || interrupt.interrupt());
    let mut e = prepared(e);
    assert_eq!(code(e.eval::<()>("(let ((*x* 2)) (let ((*y* 3)) (dotimes (i 3) (stop))))")), Code::Interrupted);
    assert_outer(&mut e, "an interrupt");
}

#[test]
fn what_is_set_without_being_bound_stays_set() {
    let mut e = common_lisp(Limits { fuel: Some(1_000_000), ..Limits::default() });
    let program = "(let ((*x* 2)) (setq *y* 'set) (setq *x* 3) (unwind-protect (loop) (setq *y* 'cleanup)))";
    assert_eq!(code(e.eval::<()>(program)), Code::OutOfFuel);
    assert_eq!(e.eval::<String>("(format nil \"~a ~a\" *x* *y*)").unwrap(), "1 SET");
}

#[test]
fn frames_of_a_captured_continuation_are_no_exception() {
    let mut e = common_lisp(Limits { fuel: Some(1_000_000), ..Limits::default() });
    e.eval::<()>("(defun captured () (let ((*x* 2)) (capturing (lambda (k) (let ((*y* 3)) (loop)))) 1))").unwrap();
    assert_eq!(code(e.eval::<()>("(let ((*x* 3)) (+ 1 (captured)))")), Code::OutOfFuel);
    assert_outer(&mut e, "a capture");
}

#[test]
fn wherever_memory_runs_out_the_outer_values_are_there_again() {
    let mut e = common_lisp(Limits::default());
    let program = "(progn (bound-list 40) (handler-case (let ((*y* 3)) (error \"e\")) (error () *y*)))";
    e.eval::<()>("(defun bound-list (n) (let ((*x* (list n))) (if (= n 0) nil (cons *x* (bound-list (- n 1))))))")
        .unwrap();
    let mut refused = 0;
    for n in 1.. {
        e.refuse_memory(n, true);
        let result = e.eval::<()>(program);
        let met = e.has_refused_memory();
        e.refuse_memory(0, false);
        if !met {
            break;
        }
        refused += u32::from(result.is_err());
        assert_outer(&mut e, &format!("refusal {n}"));
    }
    assert!(refused > 0 || !cfg!(debug_assertions), "the program needs memory");
}
