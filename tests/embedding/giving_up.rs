//! Calls of asynchronous functions of the host that are not waited for any more.

use std::future::{pending, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;

use klammer::{AsyncContext, Context, Engine, Handle};

use super::answers::outcome;
use super::async_calls::{Guard, finish, shown, waiting};

/// Bell whose future is ready when it has been rung often enough.
#[derive(Clone, Default)]
struct Gate(Arc<AtomicUsize>);

impl Gate {
    fn ring(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }

    fn rung(&self, times: usize) -> impl Future<Output = ()> + Send + use<> {
        let gate = self.clone();
        poll_fn(move |_| if gate.0.load(Ordering::SeqCst) >= times { Poll::Ready(()) } else { Poll::Pending })
    }
}

/// Returns the result of one future, unless the other is ready first: then the first is dropped.
async fn unless<T>(future: impl Future<Output = T>, other: impl Future<Output = ()>) -> Option<T> {
    let (mut future, mut other) = (pin!(future), pin!(other));
    poll_fn(|cx| match other.as_mut().poll(cx) {
        Poll::Ready(()) => Poll::Ready(None),
        Poll::Pending => future.as_mut().poll(cx).map(Some),
    })
    .await
}

/// An engine with functions that give up what they have called when `ring` has been called once more, and `for-ever`.
pub(super) fn impatient() -> (Engine, Arc<AtomicUsize>) {
    let mut engine = waiting();
    let (gate, there) = (Gate::default(), Arc::new(AtomicUsize::new(0)));
    let bell = gate.clone();
    engine.define("ring", move |_: &mut Context<'_>| bell.ring());
    let (bell, count) = (gate.clone(), Arc::clone(&there));
    // The result of the callee, or nil if it has taken too long.
    engine.define("unless-rung", move |cx: AsyncContext, f: Handle| {
        let (rung, guard) = (bell.rung(bell.0.load(Ordering::SeqCst) + 1), Guard::new(&count));
        async move {
            let value = unless(cx.call::<Handle>(&f, ()), rung).await.transpose();
            drop(guard);
            value
        }
    });
    let bell = gate.clone();
    engine.define("unless-rung-twice", move |cx: AsyncContext, f: Handle| {
        let rung = bell.rung(bell.0.load(Ordering::SeqCst) + 2);
        async move { unless(cx.call::<Handle>(&f, ()), rung).await.transpose() }
    });
    let bell = gate.clone();
    // The same, but calls another function when it has given up the first, and returns what that does.
    engine.define("or-else", move |cx: AsyncContext, f: Handle, g: Handle| {
        let rung = bell.rung(bell.0.load(Ordering::SeqCst) + 1);
        async move {
            match unless(cx.call::<Handle>(&f, ()), rung).await {
                Some(value) => value,
                None => cx.call(&g, ("late".to_string(),)).await,
            }
        }
    });
    let count = Arc::clone(&there);
    engine.define("for-ever", move || {
        let guard = Guard::new(&count);
        async move {
            pending::<()>().await;
            drop(guard);
        }
    });
    let count = Arc::clone(&there);
    engine.define("there", move |_: &mut Context<'_>| count.load(Ordering::SeqCst));
    engine.run("(defproc stay () (ring) (for-ever))").unwrap();
    (engine, there)
}

#[test]
fn cancelled_runs_are_left_and_cleaned_up() {
    for (text, expected) in [
        ("(list (unless-rung stay) log)", "(nil nil)"),
        ("(list (unless-rung (lambda () (ring) (while t))) log)", "(nil nil)"),
        ("(list (unless-rung (lambda () 5)) log)", "(5 nil)"),
        ("(list (unless-rung (lambda () (unwind-protect (stay) (note (there))))) log)", "(nil (0))"),
        ("(list (unless-rung (lambda () (via (lambda () (unwind-protect (via stay) (note 1)))))) log)", "(nil (1))"),
        // A cleanup may call and wait.
        (
            "(list (unless-rung (lambda () (unwind-protect (stay) (via note (via + 1 2)) (dotimes (i 50)) (note 4)))) log)",
            "(nil (4 3))",
        ),
        (
            "(list (unless-rung (lambda () (unwind-protect (unwind-protect (stay) (note 1)) (note 2)))) log)",
            "(nil (2 1))",
        ),
        // Nothing stops it.
        ("(list (unless-rung (lambda () (catch nil (stay)) (note 1))) log)", "(nil nil)"),
        (
            "(list (unless-rung (lambda () (catch-and-apply 'error (lambda (tag e) (note 1)) (stay)) (note 2))) log)",
            "(nil nil)",
        ),
        ("(list (catch 'out (unless-rung (lambda () (unwind-protect (stay) (throw 'out 5))))) log)", "(nil nil)"),
        (
            "(list (unless-rung (lambda () (unwind-protect (unwind-protect (stay) (throw 'out 5)) (note 1)))) log)",
            "(nil (1))",
        ),
        ("(list (unless-rung (lambda () (unwind-protect (stay) (car 5)))) log)", "(nil nil)"),
        // A cleanup may catch what is thrown in it.
        ("(list (unless-rung (lambda () (unwind-protect (stay) (note (catch 'in (throw 'in 5)))))) log)", "(nil (5))"),
        (
            "(list (unless-rung (lambda () (unwind-protect (stay) (note (catch 'in (via throw 'in 5)))))) log)",
            "(nil (5))",
        ),
        // Dynamic bindings are as before.
        ("(list (unless-rung (lambda () (%let-dynamic ((*level* 7)) (via stay)))) (level))", "(nil 0)"),
        ("(with-output-to-string (unless-rung (lambda () (with-output-to-string (stay)))) (display 5))", "\"5\""),
        ("(with-output-to-string (display (with-budget (:nodes 5) (unless-rung stay))))", "\"nil\""),
        // Two that wait for each other give up at once: the inner one is left with the outer.
        ("(list (unless-rung (lambda () (unless-rung stay) (note 1))) log)", "(nil nil)"),
        (
            "(list (unless-rung (lambda () (unwind-protect (stay) (note (unless-rung stay)) (note 2)))) log)",
            "(nil (2 nil))",
        ),
        // The function goes on meanwhile, and calls when the way is free.
        ("(list (or-else stay note) log)", "(\"late\" (\"late\"))"),
        (
            "(list (or-else (lambda () (unwind-protect (stay) (dotimes (i 9)) (note (via + 1 2)))) note) log)",
            "(\"late\" (\"late\" 3))",
        ),
        ("(list (catch 'out (or-else stay (lambda (x) (throw 'out x)))) log)", "(\"late\" nil)"),
        // In a cleanup, and in what is thrown through.
        ("(list (catch 'out (unwind-protect (throw 'out 5) (note (unless-rung stay)))) log)", "(5 (nil))"),
        ("(list (map-with (lambda (n) (unless-rung stay)) '(1 2 3)) log)", "((nil nil nil) nil)"),
    ] {
        for (ticks, stress) in [(1, false), (7, false), (1_000_000, false), (1_000_000, true)] {
            let (mut engine, there) = impatient();
            let program = engine.compile(("<p>", text)).unwrap();
            engine.inspect().stress_collector(stress);
            let run = engine.start_text::<Handle>(&program).unwrap();
            let (value, _) = finish(engine.with().ticks(ticks).drive(run));
            assert_eq!(outcome(&mut engine, value), expected, "{text} in steps of {ticks}");
            assert_eq!(there.load(Ordering::SeqCst), 0, "{text} in steps of {ticks}");
            assert_eq!(engine.eval::<i64>("(+ (level) (length (list 1 2)))").unwrap(), 2);
        }
    }
}

/// The outer function gives up while the script cleans up what the inner one has given up.
#[test]
fn runs_cancelled_twice_are_left_again() {
    for (text, expected) in [
        (
            "(unless-rung-twice (lambda () (unless-rung (lambda () (unwind-protect (stay) (stay) (note 1)))) (note 2)))",
            "nil",
        ),
        (
            "(unless-rung-twice (lambda () (unwind-protect (unless-rung (lambda () (unwind-protect (stay) (stay) (note 1)))) (note 2))))",
            "(2)",
        ),
        (
            "(unless-rung-twice (lambda () (unless-rung (lambda () (unwind-protect (unwind-protect (stay) (via stay)) (via note 1))))))",
            "(1)",
        ),
        (
            "(unless-rung-twice (lambda () (unwind-protect (unless-rung (lambda () (unwind-protect (stay) (note 1)))) (stay) (note 2))))",
            "(1)",
        ),
    ] {
        for ticks in [1, 1_000_000] {
            let (mut engine, there) = impatient();
            let program = engine.compile(("<p>", text)).unwrap();
            let run = engine.start_text::<Handle>(&program).unwrap();
            let (value, _) = finish(engine.with().ticks(ticks).drive(run));
            assert_eq!(outcome(&mut engine, value), "nil", "{text} in steps of {ticks}");
            assert_eq!((shown(&mut engine, "log").as_str(), there.load(Ordering::SeqCst)), (expected, 0), "{text}");
        }
    }
}

#[test]
fn a_program_that_ends_itself_does_so_wherever_it_is_given_up() {
    for (text, expected, log) in [
        // In a cleanup of what is given up; before that; in a function that is called instead.
        ("(unwind-protect (unless-rung (lambda () (unwind-protect (stay) (exit 3)))) (note 1))", 3, "(1)"),
        ("(unwind-protect (unless-rung (lambda () (unwind-protect (exit 4) (stay) (note 0)))) (note 1))", 4, "(1)"),
        (
            "(unwind-protect (unless-rung (lambda () (unwind-protect (via exit 4) (note (unless-rung stay)) (note 0)))) (note 1))",
            4,
            "(1)",
        ),
        ("(unwind-protect (exit 5) (note (unless-rung stay)) (note 1))", 5, "(1 nil)"),
        ("(unwind-protect (exit 5) (unless-rung (lambda () (unwind-protect (stay) (exit 6)))) (note 1))", 6, "nil"),
        ("(unwind-protect (or-else stay (lambda (x) (exit 7))) (note 1))", 7, "(1)"),
    ] {
        for ticks in [1, 1_000_000] {
            let (mut engine, there) = impatient();
            let program = engine.compile(("<p>", text)).unwrap();
            let run = engine.start_text::<Handle>(&program).unwrap();
            let error = finish(engine.with().ticks(ticks).drive(run)).0.unwrap_err();
            assert_eq!(error.exit_status(), Some(expected), "{text}: {error}");
            let noted: Handle = engine.get("log").unwrap();
            assert_eq!(engine.inspect().repr(&noted).unwrap(), log, "{text} in steps of {ticks}");
            assert_eq!(there.load(Ordering::SeqCst), 0, "{text}");
        }
    }
}

#[test]
fn a_function_may_return_before_what_it_has_called_does() {
    let text =
        "(list (catch-and-apply 'error (lambda (tag e) (condition-message e)) (soon stay (list 1 \"b\") FAILS)) log)";
    for (fails, expected) in [("nil", "((1 \"b\") ((0 1 2)))"), ("t", "(\"soon enough\" ((0 1 2)))")] {
        let mut engine = waiting();
        let gate = Gate::default();
        let bell = gate.clone();
        engine.define("ring", move |_: &mut Context<'_>| bell.ring());
        // Drops the call, and returns a value of the program's, or an error, while that is being left.
        engine.define("soon", move |cx: AsyncContext, f: Handle, value: Handle, fails: bool| {
            let (mut call, mut rung) = (Box::pin(cx.call::<()>(&f, ())), Box::pin(gate.rung(1)));
            async move {
                poll_fn(|cx| {
                    let _ = call.as_mut().poll(cx);
                    rung.as_mut().poll(cx)
                })
                .await;
                if fails { Err("soon enough") } else { Ok(value) }
            }
        });
        engine
            .run("(defproc stay () (unwind-protect (progn (ring) (while t)) (note (iota 3)) (collect-garbage)))")
            .unwrap();
        assert_eq!(shown(&mut engine, &text.replace("FAILS", fails)), expected);
    }
    let mut engine = waiting();
    // One that is not polled does not begin.
    engine.define("never", |cx: AsyncContext| {
        drop(cx.call::<()>("note", (1,)));
        let call = cx.call::<()>("note", (2,));
        async move {
            let _call = call;
            cx.call::<i64>("note", (3,)).await
        }
    });
    assert_eq!(shown(&mut engine, "(setq log nil) (list (never) log)"), "(3 (3))");
}
