//! Conditions of calls: each holds for what it begins, and for nothing after it.

use std::pin::pin;
use std::task::{Context as Task, Poll, Waker};

use klammer::{Code, Context, Engine, Interrupt, Limits, Step};

const LOOP: &str = "(while t)";

fn code<T>(result: Result<T, klammer::Error>) -> Option<Code> {
    result.err().map(|error| error.code())
}

/// An engine with endless loops, and with limits of its own so that a lost condition ends in an error of another kind.
fn engine() -> Engine {
    let limits = Limits { ticks: Some(5_000_000), ..Limits::default() };
    let mut engine = Engine::builder().limits(limits).build();
    engine.run("(defproc spin () (while t)) (defproc count (n) (dotimes (i n n)))").unwrap();
    engine.define("gold!", |cx: &mut Context<'_>, more: i64| cx.lent::<i64>().map(|gold| *gold += more));
    engine
}

#[test]
fn ticks_of_a_call_hold_for_it_alone() {
    let mut e = engine();
    let before = e.limits_mut().clone();
    let scope = e.scope("apart").unwrap();
    for round in 0..2 {
        assert_eq!(code(e.with().ticks(1_000).run(LOOP)), Some(Code::OutOfTicks), "{round}");
        assert!(e.usage().ticks < 10_000);
        assert_eq!(code(e.with().scope(&scope).ticks(1_000).call::<()>("spin", ())), Some(Code::OutOfTicks));
        assert_eq!(e.with().ticks(1_000_000).call::<i64>("count", (100_000,)).unwrap(), 100_000);
        assert_eq!(e.limits_mut(), &before);
        assert_eq!(e.call::<i64>("count", (100_000,)).unwrap(), 100_000);
    }
}

#[test]
fn limits_of_a_call_come_before_its_ticks() {
    let mut e = engine();
    let small = Limits { memory: 1 << 20, ticks: None, ..Limits::default() };
    let fill = "(setq hoard nil) (while t (setq hoard (cons 1 hoard)))";
    assert_eq!(code(e.with().limits(small.clone()).run(fill)), Some(Code::OutOfMemory));
    assert_eq!(code(e.with().limits(small).ticks(100).run("(setq hoard nil) (while t)")), Some(Code::OutOfTicks));
    assert_eq!(e.eval::<usize>("(length (iota 200000))").unwrap(), 200_000);
}

#[test]
fn a_token_cancels_calls_before_and_between_steps() {
    let mut e = engine();
    let token = Interrupt::new();
    let mut run = e.start::<()>("spin", ()).unwrap();
    assert!(matches!(e.with().interrupt(&token).ticks(100).step(&mut run).unwrap(), Step::OutOfTicks));
    token.interrupt();
    assert_eq!(code(e.with().interrupt(&token).run("1")), Some(Code::Interrupted));
    // The engine's own token is another one.
    assert_eq!(e.eval::<i64>("1").unwrap(), 1);
    assert_eq!(code(e.with().interrupt(&token).ticks(100_000).step(&mut run)), Some(Code::Interrupted));
    token.clear();
    assert_eq!(e.with().interrupt(&token).eval::<i64>("2").unwrap(), 2);
}

#[test]
fn conditions_of_a_future_hold_for_each_of_its_polls() {
    let mut e = engine();
    let run = e.start::<()>("spin", ()).unwrap();
    let small = Limits { ticks: Some(1_000), ..Limits::default() };
    {
        let mut future = pin!(e.with().limits(small).ticks(100).drive(run));
        let mut polls = 0;
        let error = loop {
            match future.as_mut().poll(&mut Task::from_waker(Waker::noop())) {
                Poll::Ready(ended) => break ended.unwrap_err(),
                Poll::Pending => polls += 1,
            }
        };
        assert_eq!(error.code(), Code::OutOfTicks);
        assert!((5..=10).contains(&polls), "{polls}");
    }
    assert_eq!(e.limits_mut().ticks, Some(5_000_000));
}

#[test]
fn loans_work_in_every_combination() {
    let mut e = engine();
    let scope = e.scope("apart").unwrap();
    let (mut gold, mut words) = (0_i64, String::new());
    e.with().lend(&mut words).lend(&mut gold).scope(&scope).ticks(1_000).run("(gold! 3)").unwrap();
    let mut run = e.with().scope(&scope).start_text::<()>(("cheat", "(gold! 4)")).unwrap();
    assert!(matches!(e.with().lend(&mut gold).ticks(1_000).step(&mut run).unwrap(), Step::Done(())));
    assert_eq!(gold, 7);
    let mut other = 1_i64;
    let twice = e.with().lend(&mut gold).lend(&mut other).run("1").unwrap_err();
    assert_eq!(twice.message(), "two things of the type i64 are lent: it must be one");
    assert_eq!(code(Engine::new().with().scope(&scope).run("1")), Some(Code::Host));
}
