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
    let mut e = common_lisp(Limits { ticks: Some(1_000_000), ..Limits::default() });
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
        assert_eq!(code(e.eval::<()>(program)), Code::OutOfTicks, "{program}");
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
    let interrupt = e.interrupt();
    e.define("stop", move || interrupt.interrupt());
    let mut e = prepared(e);
    assert_eq!(code(e.eval::<()>("(let ((*x* 2)) (let ((*y* 3)) (dotimes (i 3) (stop))))")), Code::Interrupted);
    e.interrupt().clear();
    assert_outer(&mut e, "an interrupt");
}

#[test]
fn unbound_assignments_persist() {
    let mut e = common_lisp(Limits { ticks: Some(1_000_000), ..Limits::default() });
    let program = "(let ((*x* 2)) (setq *y* 'set) (setq *x* 3) (unwind-protect (loop) (setq *y* 'cleanup)))";
    assert_eq!(code(e.eval::<()>(program)), Code::OutOfTicks);
    assert_eq!(e.eval::<String>("(format nil \"~a ~a\" *x* *y*)").unwrap(), "1 SET");
}

#[test]
fn frames_of_a_captured_continuation_are_no_exception() {
    let mut e = common_lisp(Limits { ticks: Some(1_000_000), ..Limits::default() });
    e.eval::<()>("(defun captured () (let ((*x* 2)) (capturing (lambda (k) (let ((*y* 3)) (loop)))) 1))").unwrap();
    assert_eq!(code(e.eval::<()>("(let ((*x* 3)) (+ 1 (captured)))")), Code::OutOfTicks);
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
        e.inspect().refuse_memory(n, true);
        let result = e.eval::<()>(program);
        let met = e.inspect().has_refused_memory();
        e.inspect().refuse_memory(0, false);
        if !met {
            break;
        }
        refused += u32::from(result.is_err());
        assert_outer(&mut e, &format!("refusal {n}"));
    }
    assert!(refused > 0 || !cfg!(debug_assertions), "the program needs memory");
}

/// Runs a program that ends by itself with ever more ticks, until it does; after each run, `seen` must be what it is
/// outside.
fn sweep(e: &mut Engine, program: &str, seen: &str, outside: &str) {
    let mut ended = 0;
    for step_ticks in 1.. {
        *e.limits_mut() = Limits { ticks: Some(step_ticks), ..Limits::default() };
        let result = e.eval::<()>(program);
        *e.limits_mut() = Limits::default();
        assert_eq!(e.eval::<String>(seen).unwrap(), outside, "after {step_ticks} ticks of {program}");
        match result {
            Ok(()) => break,
            Err(error) => assert_eq!(error.code(), Code::OutOfTicks, "{program}"),
        }
        ended += 1;
    }
    assert!(ended > 5, "{program} was ended {ended} times only");
}

#[test]
fn wherever_fuel_runs_out_the_outer_values_are_there_again() {
    let mut e = common_lisp(Limits::default());
    e.eval::<()>("(setq *print-length* nil)").unwrap();
    let seen = "(format nil \"~a ~a ~a ~a ~a\" *x* (x) *y* (boundp 'unbound) *print-length*)";
    for program in [
        "(let ((*x* 2) (*y* 3)) (x) (let ((*x* 4)) (x)) (x))",
        "(progv '(*x* unbound *y*) '(2 3) (x) (setq *x* 4) (x))",
        "(progv '(*x*) '(2) (x) (progv '(*x* *y*) '(3 4) (let ((*x* 4)) (x)) (x)) (x))",
        "(block b (progv '(*x*) '(2) (mapcar (lambda (i) (x) (return-from b i)) '(1 2))))",
        "(handler-case (progv '(*x*) '(2) (x) (error \"e\")) (error () (x)))",
        "(write-to-string '(1 2 3) :length 2)",
    ] {
        sweep(&mut e, program, seen, "1 1 OUTER NIL NIL");
    }
}

#[test]
fn wherever_fuel_runs_out_parameters_have_their_outer_values_again() {
    let mut e = scheme();
    for program in [
        "(parameterize ((p 2)) (p))",
        "(parameterize ((p 2) (q 3)) (parameterize ((p 4)) (p)) (q))",
        "(call/cc (lambda (k) (parameterize ((p 2)) (k (p)))))",
        "(let ((n 0) (again #f)) (parameterize ((p 2)) (call/cc (lambda (k) (set! again k))) (p)) (set! n (+ n 1)) (if (< n 3) (again #f)))",
        "(guard (e (#t (p))) (parameterize ((p 2)) (raise (p))))",
        "(fluid-let ((x 2) (y 3)) (seen) (fluid-let ((x 4)) (seen)) (seen))",
        "(let ((n 0) (again #f)) (fluid-let ((x 2)) (call/cc (lambda (k) (set! again k))) (seen)) (set! n (+ n 1)) (if (< n 3) (again #f)))",
        "(parameterize ((current-output-port (open-output-string)) (p 2)) (fluid-let ((y 2)) (display (p)) (seen)))",
    ] {
        sweep(&mut e, program, "(seen)", "1 (q) 1 (y)");
    }
}

fn scheme() -> Engine {
    let mut e = engine();
    let definitions = "
        (require 'scheme)
        (define p (make-parameter 1))
        (define q (make-parameter '(q)))
        (define x 1)
        (define y '(y))
        (define (seen) (call-with-output-string (lambda (o) (for-each (lambda (v) (write v o) (display \" \" o)) (list (p) (q) x)) (write y o))))";
    e.eval::<()>(definitions).unwrap();
    e
}

#[test]
fn an_error_that_ends_an_evaluation_ends_what_scheme_binds() {
    let mut e = scheme();
    for program in [
        "(parameterize ((p 2)) (car 1))",
        "(parameterize ((p 2)) (parameterize ((q 2) (p 3)) (raise 'boom)))",
        "(fluid-let ((x 2)) (fluid-let ((y 3) (x 4)) (error \"e\" x)))",
        "(begin (eval '(parameterize ((p 2)) (car 1)) (interaction-environment)))",
        "(parameterize ((p 2)) (with-exception-handler (lambda (e) 1) (lambda () (raise 'boom))))",
    ] {
        assert!(e.eval::<()>(program).is_err(), "{program}");
        assert_eq!(e.eval::<String>("(seen)").unwrap(), "1 (q) 1 (y)", "after {program}");
    }
}

#[test]
fn wherever_fuel_runs_out_a_search_leaves_no_choices_behind() {
    let mut e = engine();
    e.eval::<()>("(require 'amb)").unwrap();
    let count = "(catch-and-apply 'error (lambda (tag c) (condition-message c)) (fail))";
    for program in [
        "(all-values (let ((a (amb 1 2)) (b (an-integer-between 1 2))) (require-that (= a b)) (list a b)))",
        "(one-value (list (amb 1 2) (one-value (amb 3 4))))",
        "(stream->list (solutions (amb 1 2 3)))",
    ] {
        sweep(&mut e, program, count, "fail: no choice has an alternative left");
    }
}

#[test]
fn wherever_fuel_runs_out_the_package_is_the_one_before() {
    let mut e = common_lisp(Limits::default());
    e.eval::<()>("(defpackage inner (:use common-lisp))").unwrap();
    let program = "(load (make-string-input-stream \"(in-package inner) (+ 1 2)\"))";
    sweep(&mut e, program, "(package-name *package*)", "COMMON-LISP-USER");
}

#[test]
fn undefined_names_in_scheme_keep_their_meaning() {
    let mut e = engine();
    e.eval::<()>("(require 'scheme)").unwrap();
    // The text would define a name of the library's, but fails before that.
    let text = "(define (size) (vector-ref (vector 1) 5))\n(size)\n(define (assert x) (list 'mine x))";
    assert_eq!(e.eval::<()>(text).unwrap_err().code(), klammer::Code::IndexOutOfRange);
    assert_eq!(e.eval::<i64>("(assert (= 1 1)) 5").unwrap(), 5);
    let refused = e.eval::<()>("(assert (= 1 2))").unwrap_err();
    assert!(refused.message().starts_with("assertion failed"), "{refused}");
    // It may look like a definition, and be none.
    e.eval::<()>("(define text \"\n(define (assert x) x)\")").unwrap();
    assert!(e.eval::<()>("(assert (= 1 2))").is_err());
    // A definition that the text has made before its error stays.
    let text = "(define (before) (assert 3))\n(define (assert x) (list 'mine x))\n(vector-ref (vector 1) 5)";
    assert!(e.eval::<()>(text).is_err());
    assert_eq!(e.eval::<String>("(call-with-output-string (lambda (o) (write (before) o)))").unwrap(), "(mine 3)");
}

#[test]
fn a_run_that_is_dropped_leaves_no_names_reserved() {
    let mut e = engine();
    e.eval::<()>("(require 'scheme)").unwrap();
    let program = e.compile(("run", "(let loop ((i 0)) (loop (+ i 1)))\n(define (assert x) x)")).unwrap();
    let mut run = e.start_text::<()>(&program).unwrap();
    assert!(matches!(run.step(&mut e, 1000).unwrap(), klammer::Step::OutOfTicks));
    drop(run);
    assert!(e.eval::<()>("(assert (= 1 2))").is_err());
}
