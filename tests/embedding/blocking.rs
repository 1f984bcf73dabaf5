//! Asynchronous functions where no run waits for them: the host blocks.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context as Task, Poll, Waker};
use std::time::Duration;

use klammer::{AsyncContext, Code, Context, Engine, Handle, Limits, Step, Wait};

use super::answers::{PROGRAMS, outcome};
use super::async_calls::{CALLING, Guard, at_once, waiting};

/// Polls until it is there; nobody has to wake it.
fn block_on(wait: Wait<'_>) {
    let mut wait = pin!(wait);
    while wait.as_mut().poll(&mut Task::from_waker(Waker::noop())).is_pending() {}
}

fn blocking() -> Engine {
    let mut engine = waiting();
    engine.set_block_on(block_on);
    engine
}

#[test]
fn blocking_calls_behave_as_callbacks() {
    for text in PROGRAMS.iter().chain(CALLING) {
        let (mut at_once, mut engine) = (at_once(), blocking());
        let program = at_once.compile(("<program>", text)).unwrap();
        let whole = at_once.eval::<Handle>(&program);
        let ticks = at_once.usage().ticks;
        let expected = outcome(&mut at_once, whole);
        let log: Handle = at_once.get("log").unwrap();
        let log = at_once.inspect().repr(&log).unwrap();
        for stress in [false, true] {
            engine.run("(setq log nil)").unwrap();
            engine.inspect().stress_collector(stress);
            let result = engine.eval::<Handle>(&program);
            let taken = engine.usage().ticks;
            engine.inspect().stress_collector(false);
            assert_eq!(outcome(&mut engine, result), expected, "{text}");
            assert!(stress || taken == ticks, "{text}: {taken} of {ticks} ticks");
            let noted: Handle = engine.get("log").unwrap();
            assert_eq!(engine.inspect().repr(&noted).unwrap(), log, "{text}");
        }
    }
}

/// A run waits wherever it can; the thread blocks only where the run cannot.
#[test]
fn runs_wait_without_blocking() {
    let mut engine = waiting();
    let blocked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&blocked);
    engine.set_block_on(move |wait| {
        count.fetch_add(1, Ordering::SeqCst);
        block_on(wait);
    });
    engine.define("calling", |cx: &mut Context<'_>, f: Handle| cx.call::<Handle>(&f, ()));
    for (text, expected, blocks) in [
        ("(via + 1 2)", "3", 0),
        ("(map-with (lambda (n) (via + n 1)) '(1 2))", "(2 3)", 0),
        ("(calling (lambda () (via + 1 2)))", "3", 2),
        ("(list (via + 1 2) (calling (lambda () 5)))", "(3 5)", 0),
        ("(defmacro three () (via + 1 2)) (three)", "3", 2),
    ] {
        blocked.store(0, Ordering::SeqCst);
        let program = engine.compile(("<p>", text)).unwrap();
        let mut run = engine.start_text::<Handle>(&program).unwrap();
        let value = loop {
            match engine.with().ticks(1_000).poll(&mut run, &mut Task::from_waker(Waker::noop())) {
                Poll::Ready(Ok(Step::Done(value))) => break value,
                Poll::Ready(step) => drop(step.unwrap()),
                Poll::Pending => {}
            }
        };
        assert_eq!(
            (engine.inspect().repr(&value).unwrap().as_str(), blocked.load(Ordering::SeqCst)),
            (expected, blocks),
            "{text}"
        );
        // A step that nobody polls cannot wait.
        let mut run = engine.start_text::<Handle>(&program).unwrap();
        assert!(matches!(run.step(&mut engine, 100_000), Ok(Step::Done(_))), "{text}");
    }
}

#[test]
fn blocking_hosts_are_polled_and_limits_hold() {
    let mut engine = waiting();
    engine.define("for-ever", std::future::pending::<()>);
    let there = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&there);
    engine.define("hold", move |cx: AsyncContext, f: Handle| {
        let guard = Guard::new(&count);
        async move {
            let value = cx.call::<Handle>(&f, ()).await;
            drop(guard);
            value
        }
    });
    // The wait has nothing to do for a while, so it checks whether its result is still needed.
    engine.set_block_on(|wait| {
        let mut wait = pin!(wait);
        let _ = wait.as_mut().poll(&mut Task::from_waker(Waker::noop()));
    });
    assert_eq!(engine.eval::<i64>("(via + 1 (via + 1 1))").unwrap(), 3);
    *engine.limits_mut() = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
    let error = engine.run("(list 1\n  (hold for-ever))").unwrap_err();
    assert_eq!((error.code(), error.place().map(klammer::Place::line)), (Code::OutOfTime, Some(2)));
    *engine.limits_mut() = Limits { ticks: Some(1_000), ..Limits::default() };
    let error = engine.run("(catch-and-apply 'error list (hold (lambda () (while t))))").unwrap_err();
    assert_eq!(error.code(), Code::OutOfTicks);
    let error = engine.run("(unwind-protect (hold (lambda () (exit 3))) (setq log 'left))").unwrap_err();
    assert_eq!((error.exit_status(), engine.get::<klammer::Symbol>("log").unwrap().as_str()), (Some(3), "left"));
    *engine.limits_mut() = Limits::default();
    let stop = engine.interrupt();
    engine.set_block_on(move |wait| {
        let mut wait = pin!(wait);
        let _ = wait.as_mut().poll(&mut Task::from_waker(Waker::noop()));
        stop.interrupt();
    });
    assert_eq!(engine.run("(hold for-ever)").unwrap_err().code(), Code::Interrupted);
    assert_eq!(there.load(Ordering::SeqCst), 0, "a future is left");
}

#[test]
fn a_run_that_nobody_polls_any_more_is_finished_by_a_thread_that_waits() {
    for text in CALLING.iter().chain(PROGRAMS) {
        let (mut at_once, mut engine) = (at_once(), blocking());
        let program = at_once.compile(("<program>", text)).unwrap();
        let whole = at_once.eval::<Handle>(&program);
        let expected = outcome(&mut at_once, whole);
        for polls in 0..6 {
            engine.run("(setq log nil)").unwrap();
            let mut run = engine.start_text::<Handle>(&program).unwrap();
            let mut ended = None;
            for _ in 0..polls {
                match engine.with().ticks(5).poll(&mut run, &mut Task::from_waker(Waker::noop())) {
                    Poll::Ready(Ok(Step::Done(value))) => ended = Some(Ok(value)),
                    Poll::Ready(Err(error)) => ended = Some(Err(error)),
                    Poll::Ready(Ok(_)) | Poll::Pending => continue,
                }
                break;
            }
            let result = ended.unwrap_or_else(|| run.finish(&mut engine));
            assert_eq!(outcome(&mut engine, result), expected, "{text}, polled {polls} times");
        }
    }
    let mut engine = waiting();
    engine.define("for-ever", std::future::pending::<()>);
    engine.set_block_on(|wait| {
        let mut wait = pin!(wait);
        let _ = wait.as_mut().poll(&mut Task::from_waker(Waker::noop()));
    });
    *engine.limits_mut() = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
    let mut run = engine.start::<()>("for-ever", ()).unwrap();
    assert!(engine.with().ticks(100).poll(&mut run, &mut Task::from_waker(Waker::noop())).is_pending());
    assert_eq!(run.finish(&mut engine).unwrap_err().code(), Code::OutOfTime);
}

#[test]
fn a_panic_of_whoever_blocks_is_an_error_of_the_function() {
    let mut engine = waiting();
    engine.set_block_on(|_| panic!("not in here"));
    let error = engine.run("(list\n  (via list))").unwrap_err();
    assert_eq!((error.code(), error.place().map(klammer::Place::line)), (Code::HostPanic, Some(2)));
    assert!(error.message().contains("not in here"), "{error}");
    // Copies have it as well.
    let mut copy = engine.snapshot().unwrap().engine();
    assert_eq!(copy.run("(via list)").unwrap_err().code(), Code::HostPanic);
    engine.set_block_on(block_on);
    assert_eq!(engine.eval::<i64>("(via + 1 2)").unwrap(), 3);
}
