//! Copies of engines: snapshots from which others are made.

use std::sync::{Arc, Mutex};

use klammer::{Class, ClosedHost, Code, Context, Engine, Error, Handle, HostType, Limits, Snapshot};

fn engine() -> Engine {
    crate::host::builder().host(ClosedHost::new()).build()
}

/// Something of everything that an engine keeps.
const PROGRAM: &str = r#"
    (require 'search)
    (require 'amb)
    (setq counter 0)
    (setq words (let ((table (make-table))) (table-set! table "one" 1) (table-set! table 'two (list 2 2.5 (expt 3 80))) table))
    (defrecord point x y)
    (setq place (make-point 1 "y"))
    (defmacro twice (form) `(progn ,form ,form))
    (defmethod area ((p point)) t (* 2 (point-x p)))
    (defproc next! () (twice (inc! counter)) counter)
    (setq later (let ((n 10)) (lambda () (inc! n) n)))
    (setq stream (solutions (an-integer-above 7)))
    (setq k nil)
    (setq entered (list 1 (call/cc (lambda (c) (setq k c) 2))))"#;

#[test]
fn a_copy_has_all_that_programs_have_made_and_shares_none_of_it() {
    let mut original = engine();
    original.eval::<()>(PROGRAM).unwrap();
    let snapshot = original.snapshot().unwrap();
    for engine in [&mut snapshot.engine(), &mut snapshot.builder().host(ClosedHost::new()).build(), &mut original] {
        assert_eq!(engine.eval::<i64>("(next!)").unwrap(), 2);
        assert_eq!(engine.eval::<(i64, i64)>("(list (later) (later))").unwrap(), (11, 12));
        assert_eq!(engine.eval::<i64>("(area place)").unwrap(), 2);
        assert!(engine.eval::<bool>("(= (third (table-ref words 'two)) (expt 3 80))").unwrap());
        assert_eq!(
            engine.eval::<(i64, i64)>("(list (stream-first stream) (stream-first (stream-rest stream)))").unwrap(),
            (7, 8)
        );
        assert_eq!(engine.eval::<i64>("(count-solutions (board 4))").unwrap(), 288);
        engine
            .eval::<()>("(table-set! words \"one\" 0)  (set-point-x! place 50)  (defproc next! () 'changed)")
            .unwrap();
        engine.eval::<()>("(collect-garbage) (k 3)").unwrap();
        assert_eq!(engine.eval::<(i64, i64)>("entered").unwrap(), (1, 3));
    }
    let mut copy = snapshot.engine();
    assert_eq!(copy.eval::<(i64, i64)>("(list (next!) (point-x place))").unwrap(), (2, 1));
}

#[test]
fn copies_are_made_on_many_threads_and_collect_garbage_by_themselves() {
    let mut original = engine();
    original.eval::<()>(PROGRAM).unwrap();
    let snapshot: Snapshot = original.snapshot().unwrap();
    drop(original);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let snapshot = snapshot.clone();
            scope.spawn(move || {
                for round in 0..10 {
                    let mut copy = snapshot.engine();
                    copy.inspect().stress_collector(thread == 0);
                    let sum: i64 = copy.eval("(fold-left + 0 (map-with (lambda (x) (* x x)) (iota 100)))").unwrap();
                    assert_eq!((sum, copy.eval::<i64>("(next!)").unwrap()), (328_350, 2), "{round}");
                }
            });
        }
    });
}

#[test]
fn a_copy_has_the_limits_and_random_numbers_of_its_original() {
    let mut original =
        crate::host::builder().seed(5).limits(Limits { ticks: Some(50_000), ..Limits::default() }).build();
    original.eval::<()>("(random 10)").unwrap();
    let snapshot = original.snapshot().unwrap();
    let next: i64 = original.eval("(random 1000000000)").unwrap();
    let mut copy = snapshot.engine();
    assert_eq!(copy.eval::<i64>("(random 1000000000)").unwrap(), next);
    assert_eq!(copy.eval::<()>("(while t)").unwrap_err().code(), Code::OutOfTicks);
    let mut other = snapshot.builder().seed(6).limits(Limits { ticks: Some(10), ..Limits::default() }).build();
    assert_eq!(other.eval::<()>("(dotimes (i 100) i)").unwrap_err().code(), Code::OutOfTicks);
    *other.limits_mut() = Limits::default();
    assert_ne!(other.eval::<i64>("(random 1000000000)").unwrap(), next);
}

#[test]
fn copies_share_functions_that_call_back_and_are_given_the_others_anew() {
    let mut original = engine();
    original.define("apply-twice", |cx: &mut Context<'_>, f: Handle, x: i64| -> Result<i64, Error> {
        let once: i64 = cx.call(&f, (x,))?;
        cx.call(&f, (once,))
    });
    let mut calls = 0;
    original.define("count-calls", move || {
        calls += 1;
        calls
    });
    original.eval::<()>("(setq kept (list count-calls)) (defproc call-kept () ((first kept)))").unwrap();
    assert_eq!(original.eval::<i64>("(call-kept)").unwrap(), 1);
    let snapshot = original.snapshot().unwrap();
    assert!(!snapshot.is_whole());
    let mut copy = snapshot.engine();
    assert_eq!(copy.eval::<i64>("(apply-twice (lambda (n) (* n n)) 3)").unwrap(), 81);
    let error = copy.eval::<()>("(call-kept)").unwrap_err();
    assert_eq!(error.code(), Code::Host);
    assert!(error.message().starts_with("count-calls: this function of the host stayed with"), "{error}");
    copy.define("count-calls", || 100);
    assert_eq!(copy.eval::<i64>("(+ (call-kept) (count-calls))").unwrap(), 200);
    assert!(engine().snapshot().unwrap().is_whole());
    assert_eq!(original.eval::<i64>("(call-kept)").unwrap(), 2);
}

/// Says when it is dropped.
struct Guest(Arc<Mutex<i64>>);

impl Drop for Guest {
    fn drop(&mut self) {
        *self.0.lock().unwrap() -= 1;
    }
}

impl HostType for Guest {
    const NAME: &'static str = "guest";

    fn describe(class: &mut Class<'_, Guest>) {
        class.define("guest-add!", |guest: &mut Guest, n: i64| *guest.0.lock().unwrap() += n);
    }
}

fn with_guests() -> (Engine, Arc<Mutex<i64>>) {
    let here = Arc::new(Mutex::new(0));
    let mut engine = engine();
    engine.register::<Guest>();
    let count = Arc::clone(&here);
    engine.define("make-guest", move || {
        *count.lock().unwrap() += 1;
        Guest(Arc::clone(&count))
    });
    (engine, here)
}

#[test]
fn an_engine_that_holds_objects_of_the_host_cannot_be_copied() {
    let (mut engine, _) = with_guests();
    engine.eval::<()>("(setq guest (make-guest))").unwrap();
    let error = engine.snapshot().unwrap_err();
    assert_eq!(error.code(), Code::Host);
    assert!(error.message().contains("it holds an object of the host, #<guest"), "{error}");
    engine.eval::<()>("(setq guest nil)").unwrap();
    engine.snapshot().unwrap();
}

#[test]
fn handles_are_equal_while_they_hold_the_same() {
    let mut engine = engine();
    engine.eval::<()>("(setq kept (list 1 2))").unwrap();
    let (a, b): (Handle, Handle) = (engine.get("kept").unwrap(), engine.eval("kept").unwrap());
    assert_eq!(a, b);
    assert_ne!(a, engine.eval::<Handle>("(list 1 2)").unwrap());
    engine.run("(setq kept nil)").unwrap();
    assert_eq!((&a, a.clone()), (&b, b.clone()));
    assert_eq!(engine.get::<Vec<i64>>(&a).unwrap(), [1, 2]);
}

#[test]
fn layers_are_in_copies() {
    let mut engine = engine();
    engine
        .eval::<()>("(require 'common-lisp) (defpackage :tools (:export :tool)) (defun g () (list 'tools:tool))")
        .unwrap();
    let mut copy = engine.snapshot().unwrap().engine();
    for engine in [&mut copy, &mut engine] {
        assert!(engine.eval::<bool>("(eq (first (g)) (intern \"TOOL\" :tools))").unwrap());
        engine.eval::<()>("(defpackage :more) (export (intern \"X\" :more) :more)").unwrap();
    }
}

/// Loads rules into a new engine, which takes the place of the one in use if they are right.
fn reload(engine: &mut Engine, prepared: &Snapshot, text: &str) -> Result<(), Error> {
    let mut fresh = prepared.engine();
    fresh.run(text)?;
    *engine = fresh;
    Ok(())
}

#[test]
fn a_reload_swaps_engines_or_changes_nothing() {
    let mut engine = engine();
    engine.define("rate", |_: &mut Context<'_>| 10);
    let prepared = engine.snapshot().unwrap();
    reload(&mut engine, &prepared, "(setq n 1) (defproc price (n) (* (rate) n))").unwrap();
    let handle: Handle = engine.get("price").unwrap();
    for wrong in ["(setq n 2) (defproc price (n) (*", "(setq n 2) (defproc price (n) 0) (car n)"] {
        assert!(reload(&mut engine, &prepared, wrong).is_err());
        assert_eq!((engine.call::<i64>(&handle, (3,)).unwrap(), engine.get::<i64>("n").unwrap()), (30, 1));
    }
    reload(&mut engine, &prepared, "(defproc price (n) (* 2 (rate) n))").unwrap();
    assert_eq!(engine.call::<i64>("price", (3,)).unwrap(), 60);
    assert!(!engine.has("n").unwrap());
    assert_eq!(engine.call::<i64>(&handle, (3,)).unwrap_err().message(), "the handle belongs to another engine");
}

/// Makes one-off texts, macros and redefinitions leave nothing behind in an engine that stays.
#[test]
fn one_off_texts_leave_no_memory_behind() {
    let mut engine = engine();
    engine.run("(defmacro swap! (a b) (let ((old (gensym))) `(let ((,old ,a)) (setq ,a ,b) (setq ,b ,old))))").unwrap();
    let mut round = |n: usize| {
        let text =
            format!("(defproc f (x) (let ((y {n})) (swap! x y) (push! x kept) (list x y))) (setq kept nil) (f 1)");
        engine.eval::<Handle>(&text).unwrap();
        engine.run("(collect-garbage)").unwrap();
        engine.usage().memory
    };
    let before = (0..4_000).map(&mut round).max().unwrap();
    let after = (4_000..16_000).map(&mut round).max().unwrap();
    assert!(after <= before + before / 8, "{before} bytes in 4000 rounds, {after} in 12000 more");
}
