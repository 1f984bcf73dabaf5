//! Programs: checked without being run, and run by many engines.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use klammer::{ClosedHost, Code, Engine, Error, Limits, Program, StdHost, Warnings};

fn engine() -> Engine {
    crate::host::builder().host(ClosedHost::new()).build()
}

fn found(errors: &[Error]) -> Vec<(String, u32)> {
    errors.iter().map(|e| (e.code().as_str().to_string(), e.place().map_or(0, |p| p.line()))).collect()
}

#[test]
fn many_engines_on_many_threads_run_one_program() {
    let program: Program =
        engine().compile(("<squares>", "(setq n 0) (dotimes (i 10 n) (setq n (+ n (* i i))))")).unwrap();
    assert_eq!((program.name(), program.text().len(), program.warnings().len()), ("<squares>", 52, 0));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!((0..5).map(|_| engine().eval::<i64>(&program).unwrap()).sum::<i64>(), 5 * 285));
        }
    });
}

#[test]
fn an_error_of_a_program_is_shown_in_its_text() {
    let program = engine().compile(("rules.lisp", "(defproc rule (n)\n  (car n))\n(rule 5)")).unwrap();
    for mut engine in [engine(), engine()] {
        let error = engine.eval::<()>(&program).unwrap_err();
        let place = error.place().unwrap();
        assert_eq!((error.code(), place.file(), place.line()), (Code::WrongType, "rules.lisp", 2));
    }
}

#[test]
fn a_check_finds_all_that_is_wrong_and_runs_nothing() {
    let calls = Arc::new(AtomicUsize::new(0));
    let mut engine = engine();
    let counted = Arc::clone(&calls);
    engine.define("launch", move || counted.fetch_add(1, Ordering::Relaxed));
    engine.set("n", 1).unwrap();
    let text = "
        (defmacro unless-zero (n &body body) `(if (= ,n 0) nil (progn ,@body)))
        (launch) (setq n 2) (setq m (launch))
        (unless-zero n (print (car 5)))
        (let ((x 1) . 5) x)
        (unless-zero)
        (defproc f (x) (lambda))
        (progn (setq k 1) (if))
        (print undefined-name m)
        (defproc g (l) (setq last-list l) (f l))
        (while t)
        (defproc no-body (n))
        (display \"never\"";
    let checkup = engine.check(("rules.lisp", text));
    let errors = found(&checkup.errors);
    let lines: Vec<u32> = errors.iter().map(|e| e.1).collect();
    assert_eq!(lines, [5, 6, 7, 8, 12, 13], "{errors:?}");
    let warnings = found(&checkup.warnings);
    assert_eq!(warnings, [("unbound-variable".into(), 9), ("undefined-assignment".into(), 10)]);
    assert_eq!(calls.load(Ordering::Relaxed), 0);
    assert_eq!(engine.get::<i64>("n").unwrap(), 1);
    assert!(engine.get::<()>("g").is_err() && engine.get::<()>("unless-zero").is_err());
    assert_eq!(engine.compile(("rules.lisp", text)).unwrap_err().place().map(|p| p.line()), Some(5));
    assert_eq!(engine.eval::<i64>("(launch)").unwrap(), 0);
}

#[test]
fn names_that_nothing_defines_are_told_of_when_a_program_has_run() {
    let mut engine = engine();
    let program = engine.compile(("ai.lisp", "(defproc ai (enemy) (hitt! enemy))")).unwrap();
    engine.eval::<()>(&program).unwrap();
    assert_eq!(found(engine.warnings()), [("unbound-variable".into(), 1)]);
    engine.define("hitt!", |_: i64| ());
    engine.eval::<()>(&program).unwrap();
    assert_eq!(engine.warnings().len(), 0);
}

#[test]
fn runtime_errors_are_no_errors_of_a_check() {
    let mut engine = engine();
    for text in [
        "(car 5)",
        "(setq x (car 5)) (print x)",
        "(setq x (let loop () (loop))) x",
        "(defproc f () (g)) (defproc g () 1)",
    ] {
        let checkup = engine.check(("<text>", text));
        assert_eq!((checkup.errors.len(), found(&checkup.warnings)), (0, Vec::new()), "{text}");
    }
    let mut strict = crate::host::builder().host(ClosedHost::new()).warnings(Warnings::Deny).build();
    assert_eq!(strict.check(("<text>", "(defproc g (l) (setq last-list l) l)")).warnings.len(), 1);
}

#[test]
fn files_are_checked_with_what_they_require() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    file("shapes.lisp", "(defmacro square-of (n) `(* ,n ,n)) (write-file \"made\" \"x\")");
    file("main.lisp", "(require 'shapes)\n(defproc area (n) (square-of n))\n(write-file \"made\" \"x\")\n(area 3)");
    file("wrong.lisp", "(require 'no-such-module)\n(square-of)");
    let mut engine = crate::host::builder().host(StdHost::new()).build();
    let checkup = engine.check(&folder.path().join("main.lisp"));
    assert!(!folder.path().join("made").exists());
    assert!(checkup.errors.iter().all(|e| e.message().contains("write-file")), "{:?}", found(&checkup.errors));
    assert_eq!(found(&engine.check(&folder.path().join("wrong.lisp")).errors), [("file".into(), 1)]);
    assert_eq!(engine.check(&folder.path().join("none.lisp")).errors[0].code(), Code::File);
    file("shapes.lisp", "(defmacro square-of (n) `(* ,n ,n))");
    file("main.lisp", "(require 'shapes) (defproc area (n) (square-of n)) (area 3)");
    let program = engine.compile(&folder.path().join("main.lisp")).unwrap();
    assert_eq!(engine.eval::<i64>(&program).unwrap(), 9);
}

#[test]
fn dialects_are_checked_in_their_own_way() {
    let mut engine = engine();
    let scheme = engine.check(("<scheme>", "(require 'scheme) (define (f x) (if)) (display 1) (let ((y 1)) #t"));
    assert_eq!(scheme.errors.len(), 2, "{:?}", found(&scheme.errors));
    let lisp = engine.check((
        "<lisp>",
        "(require 'common-lisp) (defun f (x) (g x)) (setf (car 5) 1) (defun h (x) (let ((1 2)) x)) (print 1)",
    ));
    assert_eq!(lisp.errors.len(), 1, "{:?}", found(&lisp.errors));
}

#[test]
fn a_check_obeys_the_limits_of_its_engine() {
    let text = "(setq a 1)\n".repeat(1000) + "(no-such-function)";
    let check = |limits| {
        let mut engine = crate::host::builder().host(ClosedHost::new()).limits(limits).build();
        let found = engine.check(("text", &text));
        let compiled = engine.compile(("text", &text)).map(drop).map_err(|e| e.code());
        (found.errors.iter().map(Error::code).collect::<Vec<_>>(), compiled)
    };
    let ticks = |ticks| Limits { ticks: Some(ticks), ..Limits::default() };
    assert_eq!(check(Limits::default()), (vec![], Ok(())));
    assert_eq!(check(ticks(1_000_000)), (vec![], Ok(())));
    assert_eq!(check(ticks(500)), (vec![Code::OutOfTicks], Err(Code::OutOfTicks)));
    let none = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    assert_eq!(check(none), (vec![Code::OutOfTime], Err(Code::OutOfTime)));
    // One definition that does not end is no reason to leave out the rest.
    let mut engine = engine();
    let found = engine.check(("text", "(defproc f () 1)\n(setq x (while t))\n(let ((y)) y z"));
    assert_eq!(found.errors.iter().map(Error::code).collect::<Vec<_>>(), [Code::Unclosed]);
}

#[test]
fn a_check_can_be_interrupted() {
    let mut engine = engine();
    let handle = engine.interrupt();
    let done = AtomicUsize::new(0);
    let errors = std::thread::scope(|scope| {
        scope.spawn(|| {
            while done.load(Ordering::Relaxed) == 0 {
                handle.interrupt();
                std::thread::yield_now();
            }
        });
        let text = "(setq x (dotimes (i 5000000)))\n".repeat(200);
        let errors = engine.check(("text", &text)).errors;
        done.store(1, Ordering::Relaxed);
        errors
    });
    assert_eq!(errors.iter().map(Error::code).collect::<Vec<_>>(), [Code::Interrupted]);
}
