//! Runs as futures. Asynchronous host functions have the engine between two awaits; the futures are polled some times
//! and dropped.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::{Context as Task, Poll, Waker};

use klammer::{AsyncCall, AsyncContext, Context, Engine, Error, Handle, Rest, RunFuture, Step, Wait};

use super::furnish::call as call_of;
use super::subject::Choices;
use super::values::{Kept, Thing, panic};
use super::{Turn, check, grammar, trace};

/// Programs that wait for the host and are called by it; `~` is any other program, which waits for nothing where the
/// host calls it. Their results are the same if the functions are those of [`at_once`].
const SURE: &[&str] = &[
    "(host-await list ~)",
    "(list ~ (host-await (lambda (a b) (cons b a)) 1 2) ~)",
    "(catch 'a (host-await (lambda (x) (throw 'a x)) ~))",
    "(unwind-protect (host-await (lambda (x) (unwind-protect (car x) (setq y 1))) ~) (host-await list ~))",
    "(catch-and-apply 'error (lambda (tag e) (host-await list ~)) (host-await car ~))",
    "(host-await-both (lambda () 1) (lambda () (car 5)))",
    "(list (host-slow 3 ~) ~)",
    "(map-with (lambda (n) (host-slow n ~)) '(0 1 2))",
    "(list (host-await-with \"x\" (lambda () 2)) ~)",
    "(dotimes (i 20) (host-pause) (setq y (host-await list i)))",
    "(let ((k nil) (n 0)) (call/cc (lambda (c) (setq k c))) (host-await list ~) (inc! n) (if (< n 3) (k nil) n))",
    "(call/cc (lambda (k) (host-await (lambda (x) (k x)) ~)))",
    "(with-output-to-string (host-await (lambda (x) (display 1) x) ~))",
    "(%let-dynamic ((x 5)) (list (host-await (lambda (y) (%let-dynamic ((x 6)) (list x y))) ~) x))",
    "(host-await exit 3)",
    "(unwind-protect (host-await (lambda () (unwind-protect (exit 4) 5))) (host-await list ~))",
];

/// Programs in which it matters how often somebody polls.
const UNSURE: &[&str] = &[
    "(host-await-some 0 (lambda () 1))",
    "(list (host-await-some 1 (lambda () 1)) ~)",
    "(host-await host-await (lambda () ~))",
    "(host-await-not (lambda () (unwind-protect (progn (host-pause) 1) (setq y 3))))",
    "(list ~ (host-await-panic (lambda () 1)))",
    "(host-slow 100000 ~)",
    "(unwind-protect (host-slow 1000 ~) (setq y 2))",
    "(host-await-keep (lambda () 1))",
    "(list (host-await-kept (lambda () 1)) ~)",
];

/// Calls a function of the program between two awaits.
fn call(cx: &AsyncContext, f: Handle, arguments: Vec<Handle>) -> AsyncCall<Handle> {
    cx.with(move |cx| cx.call::<Handle>(&f, arguments))
}

/// Completes at the `polls`th poll.
async fn slow(mut polls: usize) {
    poll_fn(|_| match polls.checked_sub(1) {
        None => Poll::Ready(()),
        Some(left) => {
            polls = left;
            Poll::Pending
        }
    })
    .await;
}

/// Defines the asynchronous functions of each engine.
pub fn furnish(e: &mut Engine) {
    // An object in each future tells whether it is left.
    let there = || Thing::new("future".to_string());
    e.define("host-await", move |cx: AsyncContext, f: Handle, all: Rest<Handle>| {
        let there = there();
        async move {
            let value = call(&cx, f, all.0).await;
            drop(there);
            value
        }
    });
    e.define("host-slow", move |polls: usize, value: Handle| {
        let there = there();
        async move {
            slow(polls.min(10_000)).await;
            drop(there);
            value
        }
    });
    e.define("host-await-both", |cx: AsyncContext, f: Handle, g: Handle| async move {
        let (a, b) = join(call(&cx, f, Vec::new()), call(&cx, g, Vec::new())).await;
        Ok::<_, Error>((a?, b?))
    });
    e.define("host-await-with", |cx: AsyncContext, name: String, f: Handle| async move {
        let value = cx.with(move |cx| cx.get::<Handle>(&name)).await;
        let called = call(&cx, f, Vec::new()).await?;
        cx.with(move |cx| {
            let value = value?;
            cx.write("with")?;
            Ok((value, called))
        })
        .await
    });
    e.define("host-await-some", move |cx: AsyncContext, polls: usize, f: Handle| {
        let there = there();
        async move {
            let value = some(polls, call(&cx, f, Vec::new())).await.transpose();
            drop(there);
            value
        }
    });
    e.define("host-await-not", |cx: AsyncContext, f: Handle| async move {
        let mut called = call(&cx, f, Vec::new());
        let _ = some(3, async { Pin::new(&mut called).await.ok() }).await;
        cx.with(|cx| cx.handle(5)).await
    });
    e.define("host-await-panic", |cx: AsyncContext, f: Handle| async move {
        let _ = call(&cx, f, Vec::new()).await;
        panic()
    });
    e.define("host-await-keep", |cx: AsyncContext, f: Handle| async move {
        let kept = cx.clone();
        cx.with(|cx| Ok(cx.data::<Kept>().map(|data| data.contexts.push(kept)))).await?;
        call(&cx, f, Vec::new()).await
    });
    e.define("host-await-kept", |cx: AsyncContext, f: Handle| async move {
        let other = cx.with(|cx| Ok(cx.data::<Kept>().and_then(|data| data.contexts.pop()))).await?;
        match other {
            Some(other) => some(50, call(&other, f, Vec::new())).await.transpose(),
            None => Ok(None),
        }
    });
}

/// The same functions, as far as programs of [`SURE`] call them, that do all at once.
pub fn at_once(e: &mut Engine) {
    e.define("host-await", |cx: &mut Context<'_>, f: Handle, all: Rest<Handle>| cx.call::<Handle>(&f, all.0));
    e.define("host-slow", |_: usize, value: Handle| value);
    e.define("host-await-both", |cx: &mut Context<'_>, f: Handle, g: Handle| {
        let (a, b) = (cx.call::<Handle>(&f, ()), cx.call::<Handle>(&g, ()));
        Ok::<_, Error>((a?, b?))
    });
    e.define("host-await-with", |cx: &mut Context<'_>, name: String, f: Handle| {
        let value = cx.get::<Handle>(&name);
        let called = cx.call::<Handle>(&f, ())?;
        let value = value?;
        cx.write("with")?;
        Ok::<_, Error>((value, called))
    });
}

/// Returns the output of a future if it completes by the `polls`th poll.
async fn some<T>(polls: usize, future: impl Future<Output = T>) -> Option<T> {
    let (mut future, mut end) = (pin!(future), pin!(slow(polls)));
    poll_fn(|cx| match future.as_mut().poll(cx) {
        Poll::Ready(value) => Poll::Ready(Some(value)),
        Poll::Pending => end.as_mut().poll(cx).map(|()| None),
    })
    .await
}

/// Returns the results of two calls that wait at the same time.
async fn join(mut a: AsyncCall<Handle>, mut b: AsyncCall<Handle>) -> (Result<Handle, Error>, Result<Handle, Error>) {
    let mut both = (None, None);
    poll_fn(|cx| {
        if both.0.is_none()
            && let Poll::Ready(value) = Pin::new(&mut a).poll(cx)
        {
            both.0 = Some(value);
        }
        if both.1.is_none()
            && let Poll::Ready(value) = Pin::new(&mut b).poll(cx)
        {
            both.1 = Some(value);
        }
        match (both.0.take(), both.1.take()) {
            (Some(a), Some(b)) => Poll::Ready((a, b)),
            unready => {
                both = unready;
                Poll::Pending
            }
        }
    })
    .await
}

/// A program that waits; `sure` if what comes of it does not depend on how often it is polled.
pub fn program(choices: &mut Choices<'_>, sure: bool) -> String {
    // The program inside takes what choices there are.
    let mut patterns = Vec::new();
    for _ in 0..=choices.below(3) {
        let from = if sure || choices.rarely(2) { SURE } else { UNSURE };
        patterns.push(*choices.pick(from));
    }
    let inner = grammar::program(choices);
    let text = patterns.into_iter().fold(inner, |text, pattern| call_of(pattern, &text));
    trace(&text);
    text
}

/// Blocks, and looks up now and then.
pub fn block_on(wait: Wait<'_>) {
    let mut wait = pin!(wait);
    for _ in 0..3 {
        if wait.as_mut().poll(&mut Task::from_waker(Waker::noop())).is_ready() {
            return;
        }
    }
}

/// Polls some times, and returns what has come of it by then.
fn poll_some<T: klammer::FromLisp>(steps: RunFuture<'_, T>, polls: usize) -> Option<Result<T, Error>> {
    let mut steps = pin!(steps);
    for _ in 0..polls {
        if let Poll::Ready(result) = steps.as_mut().poll(&mut Task::from_waker(Waker::noop())) {
            // It is over, and says so.
            let again = steps.as_mut().poll(&mut Task::from_waker(Waker::noop()));
            assert!(matches!(again, Poll::Ready(Err(_))), "a future that has ended goes on");
            return Some(result);
        }
    }
    None
}

/// A run that is polled some times, and dropped.
pub fn poll(turn: &mut Turn<'_, '_>) {
    let polls = [1, 3, 10, 40, 400, 4_000][turn.choices.below(6)];
    let step_ticks = [1, 7, 100, 5_000][turn.choices.below(4)];
    let polls = polls.min(1 + 100_000 / step_ticks as usize);
    let result = match turn.held.runs.pop() {
        Some((of, run)) if of == turn.owner && turn.choices.rarely(3) => {
            poll_some(turn.e.with().ticks(step_ticks).drive(run), polls)
        }
        waiting => {
            turn.held.runs.extend(waiting);
            let text = program(turn.choices, false);
            match turn.e.compile(("<program>", &text)).and_then(|program| turn.e.start::<Handle>(&program, ())) {
                Ok(run) => poll_some(turn.e.with().ticks(step_ticks).drive(run), polls),
                Err(error) => Some(Err(error)),
            }
        }
    };
    match result {
        Some(result) => turn.keep(result),
        None => {
            // Nothing is bound or lent any more.
            turn.at_ease(|turn| check(turn.e.call::<i64>("%fuzz-add", (1, 2))));
        }
    }
    if turn.choices.rarely(3)
        && let Some(kept) = turn.e.data::<Kept>()
    {
        kept.contexts.clear();
    }
}

/// A run that is polled some times among others, and closed where it waits or pauses.
pub fn close(turn: &mut Turn<'_, '_>) {
    let polls = [1, 3, 10, 40, 400][turn.choices.below(5)];
    let step_ticks = [1, 7, 100, 5_000][turn.choices.below(4)];
    let text = program(turn.choices, false);
    let started = turn.e.compile(("<program>", &text)).and_then(|program| turn.e.start::<Handle>(&program, ()));
    let mut run = match started {
        Ok(run) => run,
        Err(error) => return turn.keep(Err(error)),
    };
    for _ in 0..polls {
        match turn.e.with().ticks(step_ticks).poll(&mut run, &mut Task::from_waker(Waker::noop())) {
            Poll::Ready(Ok(Step::Done(value))) => return turn.keep(Ok(value)),
            Poll::Ready(Err(error)) => return turn.keep(Err(error)),
            Poll::Ready(Ok(_)) | Poll::Pending => {}
        }
    }
    match turn.choices.rarely(3) {
        true => {
            let result = run.finish(turn.e);
            turn.keep(result);
        }
        false => check(run.close(turn.e)),
    }
    turn.at_ease(|turn| check(turn.e.call::<i64>("%fuzz-add", (1, 2))));
}

/// Polls until it has ended, or has taken too many ticks. Returns these, too.
pub fn poll_all(steps: RunFuture<'_, Handle>, most: u64) -> (Option<Result<Handle, Error>>, u64) {
    let mut steps = pin!(steps);
    loop {
        let polled = steps.as_mut().poll(&mut Task::from_waker(Waker::noop()));
        let ticks = steps.usage().ticks;
        match polled {
            Poll::Ready(result) => return (Some(result), ticks),
            Poll::Pending if ticks > most => return (None, ticks),
            Poll::Pending => {}
        }
    }
}

/// Replaces the functions that depend on the number of polls, or that wait for somebody else, by ones without effect.
/// Programs of earlier runs may call them.
pub fn make_sure(e: &mut Engine) {
    for name in
        ["host-await-some", "host-await-not", "host-await-panic", "host-await-keep", "host-await-kept", "host-ask"]
    {
        e.define(name, |_all: Rest<Handle>| 0);
    }
}
