//! Functions of the host that put off the rest of their work where a step is over.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use klammer::{Code, Context, Engine, Error, Handle, Step};

use super::engine;

/// An engine with `(work lots list)`, which calls nothing, returns the list with the number of lots before it, and
/// counts how often it has begun and been called.
fn working(begun: &Arc<AtomicU64>, called: &Arc<AtomicU64>) -> Engine {
    let mut engine = engine();
    let (begun, called) = (Arc::clone(begun), Arc::clone(called));
    engine.define("work", move |cx: &mut Context<'_>, lots: u64, list: Handle| -> Result<(u64, Handle), Error> {
        called.fetch_add(1, Ordering::Relaxed);
        let mut done = cx.take_up().unwrap_or_else(|| {
            begun.fetch_add(1, Ordering::Relaxed);
            0
        });
        while done < lots {
            done += 1;
            cx.charge(2)?;
            if cx.is_step_over() {
                return cx.put_off(done);
            }
        }
        Ok((done, list))
    });
    engine
}

/// The value of a run in steps, its ticks, and the most that a step has taken.
fn carry_on(engine: &mut Engine, f: &Handle, fuel: u64) -> (String, u64, u64) {
    let mut run = engine.start::<Handle>(f, ()).unwrap();
    let (mut ticks, mut most) = (0, 0);
    loop {
        let step = run.step(engine, fuel).unwrap();
        let taken = engine.usage().ticks;
        (ticks, most) = (ticks + taken, most.max(taken));
        match step {
            Step::Done(value) => return (engine.repr(&value).unwrap(), ticks, most),
            Step::Paused(_) => {}
            Step::Waiting(_) => panic!("nobody asks it to wait"),
        }
    }
}

#[test]
fn a_function_of_long_work_pauses_however_it_is_called() {
    let (begun, called) = (Arc::default(), Arc::default());
    let mut engine = working(&begun, &called);
    let call = |engine: &mut Engine, text: &str| engine.eval::<Handle>(text).unwrap();
    engine.exec("(defmethod any-way ((n integer)) t (list (work n '(method)) n))").unwrap();
    for text in [
        "(lambda () (list (work 50 (list 1 2)) 'behind))",
        "(lambda () (work 50 (list 1 2)))",
        "(lambda () (apply work (list 50 (list 1 2))))",
        "(lambda () (list (apply work (list 50 (list 1 2))) 'behind))",
        "(lambda () (map-with (lambda (n) (work n (list n (list n)))) '(20 30)))",
        "(lambda () (map-with work '(20 30) '((a) (b))))",
        "(lambda () (any-way 40))",
        "(lambda () (let ((n 0)) (unwind-protect (work 40 (list n)) (inc! n)) (work n n)))",
    ] {
        let f = call(&mut engine, text);
        let value: Handle = engine.call(&f, ()).unwrap();
        let (ticks, expected) = (engine.usage().ticks, engine.repr(&value).unwrap());
        for fuel in [1, 2, 3, 7, 50, 1_000_000] {
            let before = (begun.load(Ordering::Relaxed), called.load(Ordering::Relaxed));
            engine.stress_collector(fuel == 3);
            let (found, taken, most) = carry_on(&mut engine, &f, fuel);
            engine.stress_collector(false);
            assert_eq!((found, taken), (expected.clone(), ticks), "{text} in steps of {fuel}");
            assert!(most < fuel + 10, "{text}: {most} ticks in a step of {fuel}");
            let after = (begun.load(Ordering::Relaxed), called.load(Ordering::Relaxed));
            assert!(after.0 - before.0 <= 2, "{text}: it has begun anew");
            assert!(fuel > 3 || after.1 - before.1 > 10, "{text}: it has hardly paused");
        }
    }
    // What a run begins with.
    let mut run = engine.start::<Handle>("work", (30, "x")).unwrap();
    for _ in 0..10 {
        assert!(matches!(run.step(&mut engine, 5).unwrap(), Step::Paused(_)));
    }
    let value = run.finish(&mut engine).unwrap();
    assert_eq!(engine.repr(&value).unwrap(), "(30 \"x\")");
}

/// What a function has been given stays while it is called back and what it calls collects.
#[test]
fn what_it_was_given_is_there_when_it_goes_on() {
    let mut engine = engine();
    engine.define("work", |cx: &mut Context<'_>, f: Handle, list: Handle| -> Result<(u64, Handle), Error> {
        let mut done = cx.take_up().unwrap_or(0);
        while done < 20 {
            done += cx.call::<u64>(&f, (&list,))?;
            if cx.is_step_over() {
                return cx.put_off(done);
            }
        }
        Ok((done, list))
    });
    engine.exec("(defproc one (l) (collect-garbage) (iota 50) (length l))").unwrap();
    for text in ["(lambda () (work one (list (list 5))))", "(lambda () (apply work (list one (list (list 5)))))"] {
        let f: Handle = engine.eval(text).unwrap();
        for fuel in [1, 10, 100] {
            assert_eq!(carry_on(&mut engine, &f, fuel).0, "(20 ((5)))", "{text}");
        }
    }
}

#[test]
fn work_is_put_off_where_a_step_is_over_only() {
    let (begun, called) = (Arc::default(), Arc::default());
    let mut engine = working(&begun, &called);
    engine.define("call-back", |cx: &mut Context<'_>, f: Handle| -> Result<Handle, Error> { cx.call(&f, ()) });
    engine.define("refuses", |cx: &mut Context<'_>| -> Result<(), Error> {
        assert!(!cx.is_step_over());
        cx.put_off(())
    });
    let error = engine.eval::<()>("(refuses)").unwrap_err();
    assert_eq!(error.code(), Code::Host);
    assert!(error.message().contains("where a step is over only"), "{error}");
    let caught: String = engine.eval("(catch-and-apply 'error (lambda (tag e) \"caught\") (refuses))").unwrap();
    assert_eq!(caught, "caught");
    // What a function of the host calls cannot pause, and goes on to its end.
    let f: Handle = engine.eval("(lambda () (call-back (lambda () (work 50 'x))))").unwrap();
    assert_eq!(carry_on(&mut engine, &f, 5).0, "(50 x)");
    assert_eq!((begun.load(Ordering::Relaxed), called.load(Ordering::Relaxed)), (1, 1));
}

#[test]
fn work_goes_with_its_run_and_a_copy_begins_anew() {
    let mut engine = engine();
    let alive = Arc::new(());
    let begun = Arc::new(AtomicU64::new(0));
    let (token, count) = (Arc::clone(&alive), Arc::clone(&begun));
    engine.define("work", move |cx: &mut Context<'_>, lots: u64| -> Result<u64, Error> {
        let (mut done, token) = cx.take_up().unwrap_or_else(|| {
            count.fetch_add(1, Ordering::Relaxed);
            (0, Arc::clone(&token))
        });
        while done < lots {
            done += 1;
            cx.charge(1)?;
            if cx.is_step_over() {
                return cx.put_off((done, token));
            }
        }
        Ok(done)
    });
    let held = |alive: &Arc<()>| Arc::strong_count(alive) - 2;
    let mut run = engine.start::<u64>("work", (100,)).unwrap();
    assert!(matches!(run.step(&mut engine, 10).unwrap(), Step::Paused(_)));
    assert_eq!(held(&alive), 1);
    drop(run);
    engine.exec("(list 1)").unwrap();
    assert_eq!(held(&alive), 0, "the work of a run that has been dropped");
    // What fails is undone, and the run is what it was, but for what has not been seen by anybody.
    let mut run = engine.start::<u64>("work", (100,)).unwrap();
    assert!(matches!(run.step(&mut engine, 10).unwrap(), Step::Paused(_)));
    let undone = engine.atomically(|engine| -> Result<(), Error> {
        assert!(matches!(run.step(engine, 10)?, Step::Paused(_)));
        engine.exec("(car 1)")
    });
    assert!(undone.is_err());
    let before = begun.load(Ordering::Relaxed);
    assert_eq!(run.finish(&mut engine).unwrap(), 100);
    assert_eq!((begun.load(Ordering::Relaxed), held(&alive)), (before + 1, 0));
    // An engine that is dropped takes the work of its runs along.
    let mut run = engine.start::<u64>("work", (100,)).unwrap();
    assert!(matches!(run.step(&mut engine, 10).unwrap(), Step::Paused(_)));
    drop(engine);
    assert_eq!(Arc::strong_count(&alive), 1);
    drop(run);
}
