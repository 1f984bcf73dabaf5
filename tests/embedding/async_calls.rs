//! Asynchronous functions of the host that have the engine for a moment, in runs and where the host blocks.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context as Task, Poll, Wake, Waker};
use std::time::Duration;

use klammer::{
    AsyncContext, Class, Code, Context, Engine, EngineBuilder, Error, FromLisp, Handle, HostType, Interrupt, Limits,
    Rest, RunFuture, Scoped, Step, Wait,
};

use super::answers::{DEFINITIONS, FAILING, PROGRAMS, outcome};
use super::{builder, engine, run_of};

/// Functions that call back: `(via f argument ...)` any one, `(ask n)` one that gives an answer or fails.
pub(super) fn at_once() -> Engine {
    let mut engine = engine();
    engine.define("via", |cx: &mut Context<'_>, f: Handle, arguments: Rest<Handle>| {
        cx.call::<Handle>(&f, arguments.to_vec())
    });
    engine.define("ask", |cx: &mut Context<'_>, n: Handle| cx.call::<Handle>("answer", (n,))).parameters(["question"]);
    prepared(engine)
}

/// The same as asynchronous functions.
pub(super) fn waiting() -> Engine {
    waiting_in(builder())
}

fn waiting_in(builder: EngineBuilder) -> Engine {
    let mut engine = builder.build();
    engine.define("via", |cx: AsyncContext, f: Handle, arguments: Rest<Handle>| async move {
        cx.with(move |cx| cx.call::<Handle>(&f, arguments.0)).await
    });
    engine
        .define("ask", |cx: AsyncContext, n: Handle| async move {
            cx.with(move |cx| cx.call::<Handle>("answer", (n,))).await
        })
        .parameters(["question"]);
    prepared(engine)
}

fn prepared(mut engine: Engine) -> Engine {
    engine.run(DEFINITIONS).unwrap();
    engine
        .run(
            "(defproc answer (n) (dotimes (i 5)) (if (< n 0) (error \"no answer\" n) (+ n 1)))
             (defproc down (n) (if (= n 0) 'bottom (list n (via down (- n 1)))))
             (setq *level* 0 log nil)
             (defproc note (x) (push! x log) x)
             (defproc level () *level*)",
        )
        .unwrap();
    engine
}

/// Programs that call back in other ways than one after the other.
pub(super) const CALLING: &[&str] = &[
    "(via + 1 2)",
    "(via list)",
    "(via 'car 1)",
    "(via 5)",
    "(via car)",
    "(via car 5)",
    "(+ 1 (via (lambda () (error \"in vain\" 7))))",
    "(defproc f () (via g)) (defproc g () (* 2 (h))) (defproc h () (car 'x)) (list (f))",
    "(down 8)",
    "(down 60)",
    "(via via via via + 1 2)",
    "(via ask 4)",
    "(via apply via (list + 1 2))",
    "(via (lambda () (via (lambda () (dotimes (i 20)) (via level)))))",
    "(catch 'out (+ 1 (via (lambda () (throw 'out 5)))))",
    "(catch 'out (via (lambda () (catch 'in (via (lambda () (throw 'out 5))) 6)) ) 7)",
    "(via (lambda () (throw 'nobody 5)))",
    "(catch-and-apply 'error (lambda (tag e) (list 'caught (condition-code e) (via level))) (via car 5))",
    "(list (catch 'out (unwind-protect (via (lambda () (unwind-protect (throw 'out 1) (note 'inner)))) (note 'outer))) log)",
    "(list (unwind-protect (via (lambda () (unwind-protect (via note 1) (via note 2)))) (via note 3)) log)",
    "(catch 'out (unwind-protect (via (lambda () (throw 'out 1))) (via (lambda () (throw 'out 2)))))",
    "(catch-and-apply 'error (lambda (tag e) log) (via (lambda () (unwind-protect (via car 5) (via note (via + 1 1))))))",
    "(%let-dynamic ((*level* 1)) (list (via level) (via (lambda () (%let-dynamic ((*level* 2)) (via level)))) *level*))",
    "(list (catch 'out (via (lambda () (%let-dynamic ((*level* 2)) (via (lambda () (throw 'out (level)))))))) (level))",
    "(with-output-to-string (display 1) (via (lambda () (display 2) (via display 3))) (display 4))",
    "(list (with-output-to-string (via (lambda () (with-output-to-string (via display 3)) (display 4)))) 5)",
    "(call/cc (lambda (k) (via (lambda () (k 5)))))",
    "(via (lambda () (+ 1 (call/cc (lambda (k) (via (lambda () 4)) (k 5))))))",
    "(let ((k nil) (n 0)) (via (lambda () (call/cc (lambda (c) (setq k c))) (inc! n) (if (< n 4) (k nil) n))))",
    "(via (lambda () (sort (list 3 1 2) (lambda (a b) (via < a b)))))",
    "(fold-left (lambda (a b) (via + a b)) 0 (iota 50))",
    "(unwind-protect (via exit 3) (via note 1))",
    "(unwind-protect (via (lambda () (unwind-protect (exit 3) (via note 1) (note 'inner)))) (note 'outer))",
    "(via (lambda () (via (lambda () (catch nil (exit 4))))))",
    "(let ((table (make-table))) (via (lambda () (table-set! table 1 2))) (table-ref table 1))",
    "(via eval '(via + 1 2))",
    "(let loop ((n 0)) (if (< n 300) (loop (via + n 1)) n))",
    "(defproc endless () (via endless)) (endless)",
];

/// Polls until it is done; nobody has to wake it. Also the ticks that it has taken.
pub(super) fn finish<T: FromLisp, L: Scoped>(steps: RunFuture<'_, T, L>) -> (Result<T, Error>, u64) {
    let mut steps = pin!(steps);
    for _ in 0..1_000_000 {
        if let Poll::Ready(output) = steps.as_mut().poll(&mut Task::from_waker(Waker::noop())) {
            return (output, steps.usage().ticks);
        }
    }
    panic!("it never ends")
}

fn value<T: FromLisp>(engine: &mut Engine, text: &str) -> Result<T, Error> {
    let program = engine.compile(text)?;
    finish(engine.start::<T>(&program, ())?.drive(engine)).0
}

#[test]
fn an_awaiting_function_is_like_a_callback() {
    // A function that is called this way cannot wait itself.
    let is_flat =
        |text: &&&str| !text.contains("endless") && text.matches("via").count() + text.matches("ask").count() == 1;
    let calling = CALLING.iter().filter(is_flat);
    for (text, may_fail) in PROGRAMS.iter().map(|text| (text, false)).chain(calling.map(|text| (text, true))) {
        let (mut at_once, mut engine) = (at_once(), waiting());
        let program = at_once.compile(("<program>", text)).unwrap();
        let whole = at_once.eval::<Handle>(&program);
        assert!(may_fail || whole.is_err() == FAILING.contains(text), "{text}: {whole:?}");
        let expected = outcome(&mut at_once, whole);
        let log: Handle = at_once.get("log").unwrap();
        let log = at_once.inspect().repr(&log).unwrap();
        let mut taken = Vec::new();
        for (step_ticks, stress) in [(1, false), (3, false), (1_000_000, false), (1_000_000, true)] {
            engine.run("(setq log nil)").unwrap();
            engine.inspect().stress_collector(stress);
            let run = engine.start::<Handle>(&program, ()).unwrap();
            let (result, ticks) = finish(engine.with().ticks(step_ticks).drive(run));
            engine.inspect().stress_collector(false);
            assert_eq!(outcome(&mut engine, result), expected, "{text} in steps of {step_ticks}");
            let noted: Handle = engine.get("log").unwrap();
            assert_eq!(engine.inspect().repr(&noted).unwrap(), log, "{text} in steps of {step_ticks}");
            assert_eq!(engine.get::<i64>("*level*").unwrap(), 0, "{text} in steps of {step_ticks}");
            taken.push(ticks);
        }
        // The first time, functions of the library have been compiled.
        assert!(taken[1..].iter().all(|&ticks| ticks == taken[1]), "{text}: {taken:?}");
        let defines = text.contains("defproc");
        let whole: Handle = at_once.eval(&format!("(lambda () {text})")).unwrap();
        let (_, _) = (at_once.call::<Handle>(&whole, ()), at_once.call::<Handle>(&whole, ()));
        let ticks = at_once.usage().ticks;
        let whole: Handle = engine.eval(&format!("(lambda () {text})")).unwrap();
        for step_ticks in [1, 3, 1_000_000] {
            let run = engine.start::<Handle>(&whole, ()).unwrap();
            let (_, taken) = finish(engine.with().ticks(step_ticks).drive(run));
            assert!(taken == ticks || defines, "{text} in steps of {step_ticks}: {taken} of {ticks}");
        }
    }
}

/// Notes that it is there, until it is dropped.
pub(super) struct Guard(Arc<AtomicUsize>);

impl Guard {
    pub(super) fn new(there: &Arc<AtomicUsize>) -> Guard {
        there.fetch_add(1, Ordering::SeqCst);
        Guard(Arc::clone(there))
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

pub(super) fn shown(engine: &mut Engine, text: &str) -> String {
    let value = value::<Handle>(engine, text);
    outcome(engine, value)
}

/// Polls all of them, each with a waker of its own, and only those that have been woken, as executors do.
async fn join<T>(mut futures: Vec<Pin<Box<dyn Future<Output = T> + Send>>>) -> Vec<T> {
    struct Woken(Mutex<Option<Waker>>, AtomicUsize);
    impl Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.1.store(1, Ordering::SeqCst);
            if let Some(outer) = &*self.0.lock().unwrap() {
                outer.wake_by_ref();
            }
        }
    }
    let wakers: Vec<_> = futures.iter().map(|_| Arc::new(Woken(Mutex::new(None), AtomicUsize::new(1)))).collect();
    let mut values: Vec<Option<T>> = futures.iter().map(|_| None).collect();
    poll_fn(|cx| {
        for ((future, woken), value) in futures.iter_mut().zip(&wakers).zip(&mut values) {
            *woken.0.lock().unwrap() = Some(cx.waker().clone());
            if woken.1.swap(0, Ordering::SeqCst) == 1
                && value.is_none()
                && let Poll::Ready(ready) = future.as_mut().poll(&mut Task::from_waker(&Waker::from(Arc::clone(woken))))
            {
                *value = Some(ready);
            }
        }
        if values.iter().all(Option::is_some) { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    values.into_iter().flatten().collect()
}

#[test]
fn joined_calls_are_made_one_after_the_other() {
    let mut engine = waiting();
    engine.define("all", |cx: AsyncContext, f: Handle, arguments: Vec<Handle>| async move {
        let calls = arguments.into_iter().map(|argument| {
            let (cx, f) = (cx.clone(), f.clone());
            Box::pin(async move { cx.with(move |cx| cx.call::<Handle>(&f, (argument,))).await })
                as Pin<Box<dyn Future<Output = _> + Send>>
        });
        join(calls.collect()).await.into_iter().collect::<Result<Vec<Handle>, Error>>()
    });
    let twice = "(lambda (n) (note n) (dotimes (i 30)) (* 2 n))";
    assert_eq!(shown(&mut engine, &format!("(list (all {twice} '(1 2 3)) log)")), "((2 4 6) (3 2 1))");
    // An error in one call does not affect the others.
    let text = "(catch-and-apply 'error (lambda (tag e) (list (condition-code e) log)) (all (lambda (n) (note (/ 1 (- n 2)))) '(1 2 3)))";
    assert_eq!(shown(&mut engine, &format!("(setq log nil) {text}")), "(division-by-zero (1 -1))");
}

#[test]
fn pollers_are_woken_wherever_a_call_is_made() {
    // Another task of the executor, and a thread that has nothing to do with it.
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build().unwrap();
    let mut engine = waiting();
    engine.define("elsewhere", |cx: AsyncContext, n: i64| async move {
        let other = cx.clone();
        let task = tokio::spawn(async move { other.with(move |cx| cx.call::<i64>("answer", (n,))).await });
        let first = task.await.unwrap()?;
        let handle = tokio::runtime::Handle::current();
        let thread =
            tokio::task::spawn_blocking(move || handle.block_on(cx.with(move |cx| cx.call::<i64>("answer", (first,)))));
        thread.await.unwrap()
    });
    engine.run("(defproc often (n) (if (< n 100) (often (elsewhere n)) n))").unwrap();
    assert_eq!(runtime.block_on(engine.start::<i64>("often", (0,)).unwrap().drive(&mut engine)).unwrap(), 100);
}

#[test]
fn when_nobody_sees_to_it_any_more_a_call_fails() {
    let mut engine = waiting();
    let kept: Arc<Mutex<Option<AsyncContext>>> = Arc::default();
    let keep = Arc::clone(&kept);
    engine.define("keep", move |cx: AsyncContext| {
        *keep.lock().unwrap() = Some(cx);
        async {}
    });
    value::<()>(&mut engine, "(keep)").unwrap();
    let cx = kept.lock().unwrap().take().unwrap();
    let ended = "the host function that made this call has ended, or its run has";
    let polled = pin!(cx.with(|_| Ok(1))).poll(&mut Task::from_waker(Waker::noop()));
    let Poll::Ready(Err(error)) = polled else { panic!("it does not wait") };
    assert_eq!((error.code(), error.message()), (Code::Host, ended));
    // One that waits in the queue when its run is dropped.
    let keep = Arc::clone(&kept);
    engine.define("keep-on", move |cx: AsyncContext| {
        *keep.lock().unwrap() = Some(cx.clone());
        std::future::pending::<()>()
    });
    let mut steps = Box::pin(run_of::<()>(&mut engine, "(keep-on)").drive(&mut engine));
    for _ in 0..5 {
        assert!(steps.as_mut().poll(&mut Task::from_waker(Waker::noop())).is_pending());
    }
    let cx = kept.lock().unwrap().take().unwrap();
    let mut waits = Box::pin(cx.with(|cx| cx.call::<i64>("answer", (1,))));
    assert!(waits.as_mut().poll(&mut Task::from_waker(Waker::noop())).is_pending());
    drop(steps);
    let polled = waits.as_mut().poll(&mut Task::from_waker(Waker::noop()));
    assert!(matches!(polled, Poll::Ready(Err(error)) if error.message() == ended));
    assert_eq!(engine.eval::<i64>("(+ 1 2)").unwrap(), 3);
}

#[test]
fn a_dropped_run_drops_its_future() {
    let mut engine = waiting();
    let there = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&there);
    engine.define("for-ever", move || {
        let guard = Guard::new(&count);
        async move {
            std::future::pending::<()>().await;
            drop(guard);
        }
    });
    engine.run("(defproc wait (l) (%let-dynamic ((*level* l)) (unwind-protect (for-ever) (note 1))))").unwrap();
    let mut steps = Box::pin(run_of::<()>(&mut engine, "(wait (list 1 2))").drive(&mut engine));
    for _ in 0..10 {
        assert!(steps.as_mut().poll(&mut Task::from_waker(Waker::noop())).is_pending());
    }
    drop(steps);
    assert_eq!(there.load(Ordering::SeqCst), 0);
    assert_eq!(engine.eval::<Vec<i64>>("log").unwrap(), Vec::<i64>::new(), "nothing is cleaned up");
    // A run that nobody drops, and nobody carries on.
    let mut steps = Box::pin(run_of::<()>(&mut engine, "(wait (list 1 2))").drive(&mut engine));
    assert!((0..10).all(|_| steps.as_mut().poll(&mut Task::from_waker(Waker::noop())).is_pending()));
    std::mem::forget(steps);
    engine.run("(collect-garbage)").unwrap();
    let mut copy = engine.snapshot().unwrap().engine();
    copy.run("(collect-garbage)").unwrap();
    for engine in [&mut engine, &mut copy] {
        assert_eq!(engine.eval::<i64>("*level*").unwrap(), 0);
        assert_eq!(shown(engine, "(via + 1 2)"), "3");
    }
}

#[test]
fn limits_end_the_run_and_no_function_sees_them() {
    let mut engine = waiting();
    let (there, seen) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (count, see) = (Arc::clone(&there), Arc::clone(&seen));
    engine.define("guarded", move |cx: AsyncContext, f: Handle| {
        let (guard, see) = (Guard::new(&count), Arc::clone(&see));
        async move {
            let value = cx.with(move |cx| cx.call::<Handle>(&f, ())).await;
            see.fetch_add(1, Ordering::SeqCst);
            drop(guard);
            value
        }
    });
    engine.run("(defproc grow (l) (grow (cons (make-array 100 0) l))) (defproc deep (n) (+ 1 (deep n)))").unwrap();
    for (text, limits, code) in [
        ("(grow nil)", Limits { memory: 8 << 20, ..Limits::default() }, Code::OutOfMemory),
        ("(deep 1)", Limits { depth: Some(1_000), ..Limits::default() }, Code::TooDeep),
    ] {
        *engine.limits_mut() = limits;
        let text = format!(
            "(catch nil (unwind-protect (%let-dynamic ((*level* 5)) (guarded (lambda () {text})) (note 1)) (note 2)))"
        );
        assert_eq!(value::<()>(&mut engine, &text).unwrap_err().code(), code, "{text}");
        assert_eq!((there.load(Ordering::SeqCst), seen.load(Ordering::SeqCst)), (0, 0), "{text}");
        *engine.limits_mut() = Limits::default();
        assert_eq!(shown(&mut engine, "(list *level* log)"), "(0 nil)");
    }
    // A request to stop.
    let stop = engine.interrupt();
    engine.define("stop-me", move |_: &mut Context<'_>| stop.interrupt());
    let error = value::<()>(&mut engine, "(guarded (lambda () (stop-me) (while t)))").unwrap_err();
    assert_eq!((error.code(), there.load(Ordering::SeqCst)), (Code::Interrupted, 0));
    engine.interrupt().clear();
    assert_eq!(shown(&mut engine, "(guarded (lambda () 7))"), "7");
}

#[test]
fn a_function_has_the_engine_between_two_calls() {
    let mut engine = waiting();
    *engine.data() = Some(vec![1_i64]);
    engine.define("work", |cx: AsyncContext, n: i64| async move {
        cx.with(move |cx| Ok(cx.data::<Vec<i64>>().map(|data| data.push(n)))).await?;
        let level: i64 = cx.with(|cx| cx.get("*level*")).await?;
        let list = cx.with(move |cx| cx.eval::<Handle>("(list 'a \"b\")")).await?;
        let shown = cx.with(move |cx| cx.repr(&list)).await?;
        let lent = cx.with(|cx| Ok(cx.lent::<String>().map(|text| text.push('!')).is_some())).await?;
        cx.with(move |cx| cx.set("*level*", level + n)).await?;
        let answer = cx.with(move |cx| cx.call::<i64>("answer", (n,))).await?;
        Ok::<_, Error>((shown, lent, answer))
    });
    assert_eq!(shown(&mut engine, "(list (work 4) *level*)"), "((\"(a \\\"b\\\")\" nil 5) 4)");
    let mut text = "lent".to_string();
    let run = engine.start::<(String, bool, i64)>("work", (1,)).unwrap();
    let (_, lent, _) = finish(engine.with().lend(&mut text).ticks(3).drive(run)).0.unwrap();
    assert!(lent && text == "lent!");
    assert_eq!(engine.data::<Vec<i64>>().as_ref().unwrap(), &[1, 4, 1]);
    // A call inside of `with` can neither pause nor wait.
    engine.define("ask-host", |cx: &mut Context<'_>| cx.ask("who"));
    engine.define("inside", |cx: AsyncContext, text: String| async move {
        cx.with(move |cx| {
            cx.pause();
            cx.eval::<Handle>(&text)
        })
        .await
    });
    engine.define("asks", |cx: AsyncContext| async move { cx.with(|cx| cx.ask("who")).await });
    for text in ["(inside \"(via + 1 2)\")", "(inside \"(ask-host)\")", "(asks)"] {
        let error = value::<Handle>(&mut engine, text).unwrap_err();
        assert!(error.message().contains("cannot pause inside of what a function of the host"), "{text}: {error}");
    }
    assert_eq!(shown(&mut engine, "(inside \"(dotimes (i 100000) i) 5\")"), "5");
    assert_eq!(shown(&mut engine, "(catch 'out (inside \"(throw 'out 5)\"))"), "5");
    let error = value::<Handle>(&mut engine, "(unwind-protect (inside \"(exit 3)\") (note 1))").unwrap_err();
    assert_eq!((error.exit_status(), shown(&mut engine, "log").as_str()), (Some(3), "(1)"));
    *engine.limits_mut() = Limits { memory: 8 << 20, ..Limits::default() };
    let text = "(catch nil (inside \"(make-array 10000000 0)\"))";
    assert_eq!(value::<Handle>(&mut engine, text).unwrap_err().code(), Code::OutOfMemory);
}

#[test]
fn a_panic_of_a_future_is_its_functions_error() {
    struct Explosive(i64);
    impl FromLisp for Explosive {
        const EXPECTED: &'static str = "an integer";
        fn from_lisp(value: klammer::FromContext<'_>) -> Result<Explosive, klammer::ConvertError> {
            let n = i64::from_lisp(value)?;
            assert!(n < 10, "on purpose: {n}");
            Ok(Explosive(n))
        }
    }
    let mut engine = waiting();
    engine.define("in-with", |cx: AsyncContext| async move { cx.with::<i64>(|_| panic!("on purpose")).await });
    engine.define("in-result", |cx: AsyncContext, n: i64| async move {
        cx.with(move |cx| cx.call::<Explosive>("answer", (n,)).map(|explosive| explosive.0)).await
    });
    engine.define("afterwards", |cx: AsyncContext| async move {
        cx.with(|cx| cx.call::<i64>("answer", (1,))).await.unwrap();
        panic!("on purpose");
        #[allow(unreachable_code)]
        ()
    });
    for (text, function) in [("(in-with)", "in-with"), ("(in-result 20)", "in-result"), ("(afterwards)", "afterwards")]
    {
        let error = value::<i64>(&mut engine, text).unwrap_err();
        assert_eq!(error.code(), Code::HostPanic, "{text}: {error}");
        let begins = format!("{function}: the host's function panicked: on purpose");
        assert!(error.message().starts_with(&begins), "{text}: {error}");
        let caught = format!("(catch-and-apply 'error (lambda (tag e) 'caught) {text})");
        assert_eq!(shown(&mut engine, &caught), "caught");
    }
    assert_eq!(shown(&mut engine, "(in-result 2)"), "3");
}

#[test]
fn methods_types_and_modules_wait_as_well() {
    #[derive(Clone)]
    struct Sensor(i64);
    impl HostType for Sensor {
        const NAME: &'static str = "sensor";
        fn describe(class: &mut Class<'_, Sensor>) {
            class.define("make-sensor", |n: i64| Sensor(n));
            class.define("calibrate!", |cx: AsyncContext, sensor: Handle, f: Handle| async move {
                cx.with(move |cx| {
                    let offset: i64 = cx.call(&f, (sensor.clone(),))?;
                    cx.with_object(&sensor, |sensor: &mut Sensor| sensor.0 += offset)
                })
                .await
            });
            class.define_method("measure", |cx: AsyncContext, sensor: Sensor, f: Handle| async move {
                cx.with(move |cx| cx.call::<Handle>(&f, (sensor.0,))).await
            });
        }
    }
    let mut engine = waiting();
    engine.register::<Sensor>();
    engine.define_method("measure", |cx: AsyncContext, n: i64, f: Handle| async move {
        cx.with(move |cx| cx.call::<Handle>(&f, (10 * n,))).await
    });
    engine.module("more", |module| {
        module.define_method("apply-all", |cx: AsyncContext, all: Vec<Handle>, f: Handle| async move {
            let mut values = Vec::new();
            for one in all {
                let f = f.clone();
                values.push(cx.with(move |cx| cx.call::<Handle>(&f, (one,))).await?);
            }
            Ok::<_, Error>(values)
        });
    });
    engine.run("(defproc twice (n) (* 2 n)) (setq s (make-sensor 3)) (defmethod measure ((s string) f) t s)").unwrap();
    let text = "(list (measure s twice) (measure 4 twice) (measure \"x\" twice))";
    assert_eq!(shown(&mut engine, text), "(6 80 \"x\")");
    assert_eq!(shown(&mut engine, "(calibrate! s (lambda (same) -3)) (measure s list)"), "(0)");
    assert_eq!(shown(&mut engine, "(require 'more) (apply-all (list 4 5) twice)"), "(8 10)");
    let error = value::<Handle>(&mut engine, "(measure 'x twice)").unwrap_err();
    assert_eq!(error.code(), Code::NoMethod);
}

#[test]
fn dialects_wait_for_what_they_call() {
    for (dialect, text, expected) in [
        ("scheme", "(define (f n) (+ n (ask n))) (map f '(1 2))", "(3 5)"),
        ("scheme", "(guard (e (#t (ask 9))) (via (lambda () (raise 5))))", "10"),
        (
            "common-lisp",
            "(defvar *d* 1) (defun f () *d*) (list (let ((*d* 5)) (list (via #'f) (ask *d*))) *d*)",
            "((5 6) 1)",
        ),
        ("common-lisp", "(loop for n in '(1 2 3) collect (ask n))", "(2 3 4)"),
        ("common-lisp", "(handler-case (ask -1) (error (e) (ask 4)))", "5"),
        ("common-lisp", "(block b (via (lambda () (return-from b 2))))", "2"),
    ] {
        let (mut at_once, mut engine) = (at_once(), waiting());
        let program = engine.compile(("<p>", &format!("(require '{dialect})\n{text}"))).unwrap();
        let whole = at_once.eval::<Handle>(&program);
        assert_eq!(outcome(&mut at_once, whole), expected, "{text}");
        for step_ticks in [1, 1_000_000] {
            let run = engine.start::<Handle>(&program, ()).unwrap();
            let (result, _) = finish(engine.with().ticks(step_ticks).drive(run));
            assert_eq!(outcome(&mut engine, result), expected, "{text} in steps of {step_ticks}");
        }
    }
}

/// Polls until it is there; nobody has to wake it.
fn block_on(wait: Wait<'_>) {
    let mut wait = pin!(wait);
    while wait.as_mut().poll(&mut Task::from_waker(Waker::noop())).is_pending() {}
}

fn poll_once(wait: Wait<'_>) {
    let _ = pin!(wait).as_mut().poll(&mut Task::from_waker(Waker::noop()));
}

fn blocking() -> Engine {
    waiting_in(builder().block_on(block_on))
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
    let blocked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&blocked);
    let mut engine = waiting_in(builder().block_on(move |wait| {
        count.fetch_add(1, Ordering::SeqCst);
        block_on(wait);
    }));
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
        let mut run = engine.start::<Handle>(&program, ()).unwrap();
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
        let mut run = engine.start::<Handle>(&program, ()).unwrap();
        assert!(matches!(run.step(&mut engine, 100_000), Ok(Step::Done(_))), "{text}");
    }
}

#[test]
fn blocking_hosts_are_polled_and_limits_hold() {
    // The wait has nothing to do for a while, so it checks whether its result is still needed.
    let stops = Arc::new(AtomicBool::new(false));
    let stop = Interrupt::new();
    let (told, token) = (Arc::clone(&stops), stop.clone());
    let mut engine = waiting_in(builder().interrupt(&stop).block_on(move |wait| {
        poll_once(wait);
        if told.load(Ordering::SeqCst) {
            token.interrupt();
        }
    }));
    engine.define("for-ever", std::future::pending::<()>);
    let there = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&there);
    engine.define("hold", move |cx: AsyncContext, f: Handle| {
        let guard = Guard::new(&count);
        async move {
            let value = cx.with(move |cx| cx.call::<Handle>(&f, ())).await;
            drop(guard);
            value
        }
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
    stops.store(true, Ordering::SeqCst);
    assert_eq!(engine.run("(hold for-ever)").unwrap_err().code(), Code::Interrupted);
    assert_eq!(there.load(Ordering::SeqCst), 0, "a future is left");
}

#[test]
fn an_unpolled_run_is_finished_by_a_waiter() {
    for text in CALLING.iter().chain(PROGRAMS) {
        let (mut at_once, mut engine) = (at_once(), blocking());
        let program = at_once.compile(("<program>", text)).unwrap();
        let whole = at_once.eval::<Handle>(&program);
        let expected = outcome(&mut at_once, whole);
        for polls in 0..6 {
            engine.run("(setq log nil)").unwrap();
            let mut run = engine.start::<Handle>(&program, ()).unwrap();
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
    let mut engine = waiting_in(builder().block_on(poll_once));
    engine.define("for-ever", std::future::pending::<()>);
    *engine.limits_mut() = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
    let mut run = engine.start::<()>("for-ever", ()).unwrap();
    assert!(engine.with().ticks(100).poll(&mut run, &mut Task::from_waker(Waker::noop())).is_pending());
    assert_eq!(run.finish(&mut engine).unwrap_err().code(), Code::OutOfTime);
}

#[test]
fn a_panic_while_blocking_is_a_functions_error() {
    let mut engine = waiting_in(builder().block_on(|_| panic!("not in here")));
    let error = engine.run("(list\n  (via list))").unwrap_err();
    assert_eq!((error.code(), error.place().map(klammer::Place::line)), (Code::HostPanic, Some(2)));
    assert!(error.message().contains("not in here"), "{error}");
    // Copies have it as well.
    let mut copy = engine.snapshot().unwrap().engine();
    assert_eq!(copy.run("(via list)").unwrap_err().code(), Code::HostPanic);
    let mut copy = engine.snapshot().unwrap().builder().block_on(block_on).build();
    assert_eq!(copy.eval::<i64>("(via + 1 2)").unwrap(), 3);
}
