//! Runs that are closed before they have ended.

use std::task::{Context as Task, Poll, Waker};

use klammer::{AsyncContext, ClosedHost, Code, Context, Engine, Error, Handle, Limits, Step};

fn engine() -> Engine {
    let mut engine = Engine::builder().host(ClosedHost::new()).build();
    engine
        .run(
            "(setq log nil *level* 0)
             (defproc note (x) (push! x log) x)
             (defproc forget () (setq log nil))
             (defproc level () *level*)
             (defproc within (x f) (unwind-protect (progn (note x) (f)) (note (list x))))
             (defproc deep (n) (if (= n 0) (while t) (within n (lambda () (deep (- n 1))))))",
        )
        .unwrap();
    engine.define("wait", |cx: &mut Context<'_>| cx.pause());
    engine.define("ask", |cx: &mut Context<'_>| cx.ask("?"));
    engine.define("via", |cx: AsyncContext, f: Handle| async move { cx.call::<Handle>(&f, ()).await });
    engine.define("for-ever", std::future::pending::<()>);
    engine
}

fn log(engine: &mut Engine) -> String {
    let log: Handle = engine.eval("(reverse log)").unwrap();
    engine.inspect().repr(&log).unwrap()
}

/// Programs that never end by themselves, and what they have noted when they have been closed.
const ENDLESS: &[(&str, &str)] = &[
    ("(while t)", "nil"),
    ("(deep 3)", "(3 2 1 (1) (2) (3))"),
    ("(note 1) (unwind-protect (deep 1) (note 2) (note 3)) (note 4)", "(1 1 (1) 2 3)"),
    // Nothing catches it.
    ("(catch 'out (deep 1)) (note 'on)", "(1 (1))"),
    ("(catch-and-apply 'error (lambda (tag e) (note e)) (deep 1)) (note 'on)", "(1 (1))"),
    // A throw out of a cleanup is dropped; a throw that the cleanup catches itself is not.
    ("(catch 'out (unwind-protect (unwind-protect (while t) (throw 'out 1)) (note 2))) (note 3)", "(2)"),
    ("(unwind-protect (while t) (note (catch 'in (throw 'in 2))))", "(2)"),
    // It waits: for the next frame, for an answer, in natives, for futures and for what they have called.
    ("(unwind-protect (while t (wait)) (wait) (note 1))", "(1)"),
    ("(unwind-protect (ask) (note 1))", "(1)"),
    ("(unwind-protect (map-with (lambda (x) (deep x)) '(1 2)) (note 3))", "(1 (1) 3)"),
    ("(unwind-protect (sort '(2 1) (lambda (a b) (deep 1))) (note 3))", "(1 (1) 3)"),
    ("(unwind-protect (for-ever) (note 1))", "(1)"),
    ("(unwind-protect (via for-ever) (note 1))", "(1)"),
    ("(unwind-protect (via (lambda () (deep 1))) (note 2))", "(1 (1) 2)"),
    (
        "(unwind-protect (via (lambda () (within 1 (lambda () (via (lambda () (deep 2))))))) (note 3))",
        "(1 2 1 (1) (2) (1) 3)",
    ),
    ("(unwind-protect (via (lambda () (unwind-protect (for-ever) (throw 'out 1)))) (note 3))", "(3)"),
    // Dynamic bindings are as before.
    ("(%let-dynamic ((*level* 7)) (unwind-protect (while t) (note (level))))", "(7)"),
    ("(with-output-to-string (unwind-protect (while t) (note 1)))", "(1)"),
    // In a cleanup already.
    ("(unwind-protect (within 1 (lambda () (note 2))) (deep 3))", "(1 2 (1) 3 2 1 (1) (2) (3))"),
    ("(unwind-protect (unwind-protect (exit 3) (while t) (note 1)) (note 2))", "(2)"),
];

#[test]
fn closed_runs_are_cleaned_up() {
    for (text, expected) in ENDLESS {
        for (ticks, stress) in [(1, false), (7, false), (10_000, false), (10_000, true)] {
            let mut engine = engine();
            let program = engine.compile(("<p>", text)).unwrap();
            engine.inspect().stress_collector(stress);
            let mut run = engine.start_text::<Handle>(&program).unwrap();
            let mut cx = Task::from_waker(Waker::noop());
            for _ in 0..(if ticks == 1 { 400 } else { 60 }) {
                match engine.with().ticks(ticks).poll(&mut run, &mut cx) {
                    Poll::Pending => break,
                    Poll::Ready(step) => assert!(!matches!(step.unwrap(), Step::Done(_)), "{text}"),
                }
            }
            run.close(&mut engine).unwrap();
            assert_eq!(log(&mut engine), *expected, "{text} in steps of {ticks}");
            assert_eq!(engine.eval::<i64>("(+ (level) (length (list 1 2)))").unwrap(), 2, "{text}");
            assert_eq!(engine.eval::<String>("(with-output-to-string (display 5))").unwrap(), "5");
        }
    }
}

/// A run that is closed at any point runs the cleanups around that point.
#[test]
fn each_place_is_left_as_its_cleanups_say() {
    let text =
        "(within 'a (lambda () (catch 'out (within 'b (lambda () (dotimes (i 3)) (throw 'out 5)))) (within 'c list)
                              (sort '(3 1 2) (lambda (a b) (within 'd (lambda () (< a b)))))))";
    let mut closed = 0;
    for steps in 0.. {
        let mut engine = engine();
        let program = engine.compile(("<p>", text)).unwrap();
        let mut run = engine.start_text::<Handle>(&program).unwrap();
        let ended = (0..steps).any(|_| matches!(run.step(&mut engine, 1).unwrap(), Step::Done(_)));
        run.close(&mut engine).unwrap();
        let (begun, ended_of_them): (usize, usize) =
            engine.eval("(list (length (filter symbol? log)) (length (filter list? log)))").unwrap();
        // A cleanup that it is in is left before it has come to its note.
        assert!(begun <= ended_of_them + 1, "after {steps} steps: {}", log(&mut engine));
        if ended {
            break;
        }
        closed += 1;
    }
    assert!(closed > 20, "{closed}");
}

#[test]
fn unstarted_and_ended_runs_close_at_once() {
    let mut engine = engine();
    let run = engine.start::<()>("note", (1,)).unwrap();
    run.close(&mut engine).unwrap();
    let mut run = engine.start::<i64>("note", (2,)).unwrap();
    assert_eq!(run.step(&mut engine, 1_000).unwrap(), Step::Done(2));
    run.close(&mut engine).unwrap();
    let mut run = engine.start::<i64>("car", (3,)).unwrap();
    run.step(&mut engine, 1_000).unwrap_err();
    run.close(&mut engine).unwrap();
    assert_eq!(log(&mut engine), "(2)");
    let run = engine.start::<i64>("note", (2,)).unwrap();
    let error = run.close(&mut self::engine()).unwrap_err();
    assert_eq!(error.message(), "the run belongs to another engine");
}

#[test]
fn a_cleanup_that_cannot_end_is_an_error_of_closing() {
    let closed = |text: &str| -> (Result<(), Error>, String) {
        let mut engine = engine();
        *engine.limits_mut() = Limits { ticks: Some(20_000), ..Limits::default() };
        let program = engine.compile(("<p>", text)).unwrap();
        let mut run = engine.start_text::<Handle>(&program).unwrap();
        run.step(&mut engine, 1_000).unwrap();
        let closed = run.close(&mut engine);
        (closed, log(&mut engine))
    };
    let (error, log) = closed("(unwind-protect (while t) (note 1) (ask) (note 2))");
    let error = error.unwrap_err();
    assert_eq!((error.message(), log.as_str()), ("the run waits for an answer, which nobody gives it", "(1)"));
    let (error, log) = closed("(unwind-protect (while t) (note 1)\n  (for-ever) (note 2))");
    let error = error.unwrap_err();
    assert!(error.message().contains("cannot wait for a future"), "{error}");
    assert_eq!((error.place().map(klammer::Place::line), log.as_str()), (Some(2), "(1)"));
    let (error, log) = closed("(unwind-protect (while t) (note 1) (while t))");
    assert_eq!((error.unwrap_err().code(), log.as_str()), (Code::OutOfTicks, "(1)"));
    let (error, log) = closed("(unwind-protect (unwind-protect (while t) (exit 4)) (note 1))");
    assert_eq!((error.unwrap_err().exit_status(), log.as_str()), (Some(4), "(1)"));
    // As under `exit`, the next one runs.
    let (error, log) = closed("(unwind-protect (unwind-protect (while t) (car 5)) (note 1))");
    assert_eq!((error.unwrap_err().code(), log.as_str()), (Code::WrongType, "(1)"));
}

#[test]
fn cleanups_reach_what_is_lent() {
    let mut engine = engine();
    engine.define("say", |cx: &mut Context<'_>, line: String| match cx.lent::<Vec<String>>() {
        Some(lines) => {
            lines.push(line);
            Ok(())
        }
        None => Err("nobody listens"),
    });
    engine.run("(defproc talk () (unwind-protect (while t) (say \"good-bye\")))").unwrap();
    let mut run = engine.start::<()>("talk", ()).unwrap();
    run.step(&mut engine, 100).unwrap();
    let mut lines: Vec<String> = Vec::new();
    engine.with().lend(&mut lines).close(run).unwrap();
    assert_eq!(lines, ["good-bye"]);
}

#[test]
fn closed_runs_free_their_memory() {
    let mut engine = engine();
    let mut after = |n: usize| {
        for _ in 0..n {
            let mut run = engine.start::<()>("deep", (20,)).unwrap();
            run.step(&mut engine, 300).unwrap();
            run.close(&mut engine).unwrap();
            engine.call::<()>("forget", ()).unwrap();
        }
        engine.eval::<i64>("(collect-garbage)").unwrap()
    };
    let (some, more) = (after(400), after(400));
    assert_eq!(some, more);
}
