//! Asynchronous functions of the host: runs that wait for futures.

use std::collections::HashMap;
use std::future::{pending, poll_fn, ready};
use std::io;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context as Task, Poll, Wake, Waker};
use std::time::Duration;

use klammer::{Code, Context, Engine, Error, Handle, Host, HostError, Limits, Rest, Run, Step, Symbol, Value};

use super::{engine, run_of};

/// Counts how often it is woken.
#[derive(Default)]
struct Bell(AtomicUsize);

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// Answers that futures wait for, one for each key, which the test gives.
#[derive(Clone, Default)]
struct Desk(Arc<Mutex<HashMap<i64, Slot>>>);

#[derive(Default)]
struct Slot {
    answer: Option<i64>,
    waker: Option<Waker>,
    polls: usize,
}

impl Desk {
    /// The future of an answer.
    fn ask(&self, key: i64) -> impl Future<Output = Result<i64, String>> + Send + use<> {
        let desk = self.clone();
        poll_fn(move |cx| {
            let mut slots = desk.0.lock().unwrap();
            let slot = slots.entry(key).or_default();
            slot.polls += 1;
            match slot.answer.take() {
                Some(n) if n < 0 => Poll::Ready(Err(format!("{key} is not to be had"))),
                Some(n) => Poll::Ready(Ok(n)),
                None => {
                    slot.waker = Some(cx.waker().clone());
                    Poll::Pending
                }
            }
        })
    }

    fn answer(&self, key: i64, answer: i64) {
        let mut slots = self.0.lock().unwrap();
        let slot = slots.entry(key).or_default();
        slot.answer = Some(answer);
        if let Some(waker) = slot.waker.take() {
            waker.wake();
        }
    }

    fn polls(&self, key: i64) -> usize {
        self.0.lock().unwrap().get(&key).map_or(0, |slot| slot.polls)
    }
}

fn fetching(desk: &Desk) -> Engine {
    let mut engine = engine();
    let desk = desk.clone();
    engine.define("fetch", move |key: i64| desk.ask(key)).parameters(["key"]);
    engine
}

/// Polls until it is done; nobody has to wake it.
fn finish<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    for _ in 0..100_000 {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Task::from_waker(Waker::noop())) {
            return output;
        }
    }
    panic!("it never ends")
}

#[test]
fn a_run_waits_for_a_future_without_polling() {
    let desk = Desk::default();
    let mut engine = fetching(&desk);
    engine.run("(defproc both (a b) (list (fetch a) (fetch b)))").unwrap();
    let bell = Arc::new(Bell::default());
    let waker = Waker::from(Arc::clone(&bell));
    let mut cx = Task::from_waker(&waker);
    let run = engine.start::<Vec<i64>>("both", (1, 2)).unwrap();
    let mut future = pin!(engine.with().ticks(1_000).drive(run));
    let woken = || bell.0.load(Ordering::SeqCst);
    assert!(future.as_mut().poll(&mut cx).is_pending());
    assert_eq!((woken(), desk.polls(1), desk.polls(2)), (0, 1, 0), "nothing is to be done until it is there");
    // Somebody polls for another reason.
    assert!(future.as_mut().poll(&mut cx).is_pending());
    assert_eq!((woken(), desk.polls(1)), (0, 2));
    desk.answer(2, 20);
    assert_eq!(woken(), 0);
    desk.answer(1, 10);
    assert_eq!(woken(), 1);
    // The second one is there already: that is one turn more.
    assert!(future.as_mut().poll(&mut cx).is_pending());
    assert_eq!((woken(), desk.polls(2)), (2, 1));
    let Poll::Ready(both) = future.as_mut().poll(&mut cx) else { panic!("it is done") };
    assert_eq!(both.unwrap(), [10, 20]);
    let Poll::Ready(over) = future.as_mut().poll(&mut cx) else { panic!("it is over") };
    assert_eq!(over.unwrap_err().message(), "the run has ended");
}

#[test]
fn ready_futures_keep_nobody_waiting() {
    let mut engine = engine();
    engine.define("now", |n: i64| ready(n + 1));
    engine.run("(defproc count (n) (let loop ((i 0)) (if (< i n) (loop (now i)) i)))").unwrap();
    let run = engine.start::<i64>("count", (1_000,)).unwrap();
    let mut future = pin!(engine.with().ticks(u64::MAX).drive(run));
    let mut turns = 0;
    let value = loop {
        turns += 1;
        if let Poll::Ready(value) = future.as_mut().poll(&mut Task::from_waker(Waker::noop())) {
            break value.unwrap();
        }
    };
    assert_eq!((value, turns), (1_000, 1_001));
}

#[test]
fn futures_return_as_functions_do() {
    let mut engine = engine();
    engine.define("text", async |name: String, times: Option<usize>| name.repeat(times.unwrap_or(1)));
    engine.define("nothing", || async {});
    engine.define("sum", |numbers: Rest<i64>| async move { numbers.iter().sum::<i64>() });
    engine.define("same", |value: Handle| async move { value });
    engine.define("data", |value: Value| async move { vec![value; 2] });
    engine.define("check", |n: i64| async move {
        if n < 0 { Err(HostError::new("below 0").with_code(Code::BadValue)) } else { Ok(n) }
    });
    engine
        .define("level", |cx: &mut Context<'_>, name: String| {
            // The function reads the engine before the future begins.
            let level = cx.get::<i64>(&name);
            async move { Ok::<i64, Error>(level? + 1) }
        })
        .parameters(["&key", "name"])
        .doc("One more than the level is.")
        .example("(level :name \"oak\")", "8");
    let mut eval = |text: &str| {
        let value = finish(run_of::<Handle>(&mut engine, text).drive(&mut engine));
        value
            .map(|value| engine.inspect().repr(&value).unwrap())
            .map_err(|e| format!("{} {}", e.code().as_str(), e.message()))
    };
    for (text, expected) in [
        ("(text \"ab\")", "\"ab\""),
        ("(list (text \"ab\" 3) (text \"c\"))", "(\"ababab\" \"c\")"),
        ("(nothing)", "nil"),
        ("(sum 1 2 3)", "6"),
        ("(let ((l (list 1 2))) (= l (same l)))", "t"),
        ("(data '(a \"b\"))", "((a \"b\") (a \"b\"))"),
        ("(map-with check '(1 2 3))", "(1 2 3)"),
        ("(apply sum (sort (list (check 3) (check 1)) <))", "4"),
        ("(setq oak 7) (level :name \"oak\")", "8"),
        ("(catch-and-apply 'error (lambda (tag e) (list (condition-code e) (check 5))) (check -1))", "(bad-value 5)"),
        ("(let ((log nil)) (unwind-protect (check 1) (push! (check 2) log)) log)", "(2)"),
    ] {
        assert_eq!(eval(text).unwrap(), expected, "{text}");
    }
    assert_eq!(eval("(check -1)").unwrap_err(), "bad-value below 0");
    assert!(eval("(level :name \"elm\")").unwrap_err().contains("elm is not defined"));
    assert!(eval("(check 'x)").unwrap_err().starts_with("wrong-type check: argument 1 must be"));
    assert!(eval("(check)").unwrap_err().contains("check: expected 1 argument"));
    let documentation = engine.docs().describe("level").unwrap();
    assert_eq!(documentation.usage, ["(level [:name name])"]);
    // Copies have it, too.
    let mut copy = engine.snapshot().unwrap().engine();
    assert_eq!(finish(copy.start::<i64>("sum", (1, 2)).unwrap().drive(&mut copy)).unwrap(), 3);
    // A module of the host.
    engine.module("net", |module| {
        module.define("get", |n: i64| ready(n * 2)).doc("Twice as much.");
    });
    assert_eq!(finish(run_of::<i64>(&mut engine, "(require 'net) (get 4)").drive(&mut engine)).unwrap(), 8);
    assert_eq!(engine.start::<i64>("nobody", ()).unwrap_err().code(), Code::UnboundVariable);
    // The future reports the second loan, at each poll.
    let run = engine.start::<i64>("sum", (1, 2)).unwrap();
    let (mut one, mut other) = (1_u8, 2_u8);
    let mut failed = pin!(engine.with().lend(&mut one).lend(&mut other).drive(run));
    assert!(matches!(failed.as_mut().poll(&mut Task::from_waker(Waker::noop())), Poll::Ready(Err(_))));
    assert!(matches!(failed.as_mut().poll(&mut Task::from_waker(Waker::noop())), Poll::Ready(Err(_))));
}

#[test]
fn ticks_of_all_steps_are_used_up() {
    let mut engine = engine();
    *engine.limits_mut() = Limits { ticks: Some(50_000), ..Limits::default() };
    engine.run("(defproc spin () (while t))").unwrap();
    let whole = engine.eval::<()>("(spin)").unwrap_err();
    assert_eq!(whole.message(), "the program used up its ticks (50000)");
    let run = engine.start::<()>("spin", ()).unwrap();
    for error in
        [finish(engine.start::<()>("spin", ()).unwrap().drive(&mut engine)), finish(engine.with().ticks(77).drive(run))]
    {
        assert_eq!(error.unwrap_err().message(), whole.message());
    }
}

#[test]
fn calls_without_a_waiting_host_say_what_to_do() {
    let mut engine = fetching(&Desk::default());
    engine.define("call-back", |cx: &mut Context<'_>, f: Handle| cx.call::<Handle>(&f, ()));
    engine.run("(defproc once () (fetch 1)) (defproc inside () (call-back once))").unwrap();
    let nobody = "fetch: cannot wait for a future here: nobody carries this evaluation on";
    let mut run = engine.start::<i64>("once", ()).unwrap();
    let finished = engine.start::<i64>("once", ()).unwrap();
    for error in [
        engine.eval::<i64>("(fetch 1)").unwrap_err(),
        engine.call::<i64>("once", ()).unwrap_err(),
        run.step(&mut engine, 1_000).unwrap_err(),
        finished.finish(&mut engine).unwrap_err(),
    ] {
        assert_eq!((error.code(), error.message()), (Code::Host, nobody));
        assert!(error.help().unwrap().contains("`Run::drive`"));
    }
    let error = finish(engine.start::<i64>("inside", ()).unwrap().drive(&mut engine)).unwrap_err();
    assert!(
        error.message().contains("cannot wait for a future here: the program cannot pause inside of what a function"),
        "{error}"
    );
    // One that was polled, and is not any more.
    let mut cx = Task::from_waker(Waker::noop());
    for (finishes, expected) in [("once", "the run waits for a future, which nobody polls any more"), ("caught", "")] {
        engine.run("(defproc caught () (catch-and-apply 'error (lambda (tag e) 'caught) (fetch 1)))").unwrap();
        let mut run = engine.start::<Symbol>(finishes, ()).unwrap();
        assert!(engine.with().ticks(1_000).poll(&mut run, &mut cx).is_pending());
        match run.step(&mut engine, 1_000) {
            Ok(step) => assert_eq!((step, expected), (Step::Done(Symbol::new("caught")), "")),
            Err(error) => assert_eq!((error.message(), error.place().is_some()), (expected, true)),
        }
        let mut run = engine.start::<Symbol>(finishes, ()).unwrap();
        assert!(engine.with().ticks(1_000).poll(&mut run, &mut cx).is_pending());
        match run.finish(&mut engine) {
            Ok(value) => assert_eq!((value.as_str(), expected), ("caught", "")),
            Err(error) => assert_eq!((error.message(), error.place().is_some()), (expected, true)),
        }
    }
    // A question is none that a future answers.
    engine.define("ask", |cx: &mut Context<'_>| cx.ask("who"));
    let error = finish(run_of::<i64>(&mut engine, "(+ 1 (ask))").drive(&mut engine)).unwrap_err();
    assert_eq!(error.message(), "the run waits for an answer that nobody can give");
    assert_eq!(error.place().map(|place| place.text()), Some("(ask)"));
    // The function is named also where no program calls it.
    assert_eq!(engine.call::<i64>("fetch", (1,)).unwrap_err().message(), nobody);
    // A step of somebody's own afterwards waits for no future.
    assert_eq!(engine.eval::<i64>("(fetch 1)").unwrap_err().message(), nobody);
    let mut run = engine.start::<i64>("once", ()).unwrap();
    assert_eq!(run.step(&mut engine, 1_000).unwrap_err().message(), nobody);
}

#[test]
fn a_panic_is_an_error_and_drops_its_future() {
    struct Guard(Arc<AtomicUsize>);
    impl Drop for Guard {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }
    let dropped = Arc::new(AtomicUsize::new(0));
    let mut engine = engine();
    engine.define("panic-first", |n: i64| {
        assert!(n < 0, "on purpose: {n}");
        ready(1)
    });
    engine.define("panic-later", |n: i64| async move {
        finish_later().await;
        assert!(n < 0, "on purpose: {n}");
    });
    let count = Arc::clone(&dropped);
    engine.define("for-ever", move || {
        let guard = Guard(Arc::clone(&count));
        async move {
            pending::<()>().await;
            drop(guard);
        }
    });
    for f in ["panic-first", "panic-later"] {
        let error = finish(run_of::<()>(&mut engine, &format!("({f} 3)")).drive(&mut engine)).unwrap_err();
        assert_eq!(error.code(), Code::HostPanic);
        assert_eq!(error.message(), format!("{f}: the host's function panicked: on purpose: 3"));
        let text = format!("(catch-and-apply 'error (lambda (tag e) 'caught) ({f} 3))");
        assert_eq!(finish(run_of::<Symbol>(&mut engine, &text).drive(&mut engine)).unwrap().as_str(), "caught");
    }
    let mut waiting =
        Box::pin(run_of::<()>(&mut engine, "(unwind-protect (for-ever) (setq cleaned t))").drive(&mut engine));
    for _ in 0..3 {
        assert!(waiting.as_mut().poll(&mut Task::from_waker(Waker::noop())).is_pending());
    }
    assert_eq!(dropped.load(Ordering::SeqCst), 0);
    drop(waiting);
    assert_eq!(dropped.load(Ordering::SeqCst), 1);
    assert_eq!(engine.eval::<i64>("(+ 1 2)").unwrap(), 3);
    assert!(!engine.has("cleaned").unwrap());
}

/// Returns a future that is ready at the second poll.
fn finish_later() -> impl Future<Output = ()> + Send {
    let mut polls = 0;
    poll_fn(move |_| {
        polls += 1;
        if polls > 1 { Poll::Ready(()) } else { Poll::Pending }
    })
}

type Visit = Pin<Box<dyn Future<Output = Result<i64, Error>> + Send>>;

#[test]
fn a_thousand_engines_wait_for_their_futures() {
    let desk = Desk::default();
    let mut prepared = fetching(&desk);
    prepared.run("(defproc visit (n) (+ (fetch n) (fetch (+ n 5000))))").unwrap();
    let prepared = prepared.snapshot().unwrap();
    let bell = Arc::new(Bell::default());
    let waker = Waker::from(Arc::clone(&bell));
    let mut visits: Vec<Visit> = (0..1_000)
        .map(|n| -> Visit {
            let mut engine = prepared.engine();
            Box::pin(async move { engine.start::<i64>("visit", (n,)).unwrap().drive(&mut engine).await })
        })
        .collect();
    let mut poll = |n: usize| visits[n].as_mut().poll(&mut Task::from_waker(&waker));
    assert!((0..1_000).all(|n| poll(n).is_pending()));
    assert_eq!(bell.0.load(Ordering::SeqCst), 0);
    (0..1_000).rev().for_each(|n| desk.answer(n, 2 * n));
    assert!((0..1_000).all(|n| poll(n).is_pending()));
    // Every tenth is in vain.
    (0..1_000).for_each(|n| desk.answer(n + 5_000, if n % 10 == 0 { -1 } else { n }));
    for n in 0..1_000 {
        match poll(n) {
            Poll::Ready(Ok(sum)) => assert!(n % 10 > 0 && sum == 3 * n as i64, "{n}: {sum}"),
            Poll::Ready(Err(error)) => {
                assert!(n % 10 == 0 && error.message() == format!("{} is not to be had", n + 5_000), "{n}: {error}");
            }
            Poll::Pending => panic!("{n} waits still"),
        }
    }
}

#[test]
fn something_is_lent_to_all_steps() {
    let mut engine = engine();
    engine.define("later", |n: i64| async move {
        finish_later().await;
        n
    });
    engine.define("log!", |cx: &mut Context<'_>, n: i64| cx.lent::<Vec<i64>>().map(|log| log.push(n)));
    engine.run("(defproc walk (n) (dotimes (i n) (log! (later i)) (dotimes (j 100) j)))").unwrap();
    let mut log: Vec<i64> = Vec::new();
    let run = engine.start::<()>("walk", (20,)).unwrap();
    finish(engine.with().lend(&mut log).ticks(1_000).drive(run)).unwrap();
    assert_eq!(log, (0..20).collect::<Vec<i64>>());
    let (mut one, mut other) = (1_i64, 2_i64);
    let run = engine.start::<()>("walk", (1,)).unwrap();
    let error = finish(engine.with().lend((&mut one, &mut other)).ticks(10).drive(run)).unwrap_err();
    assert!(error.message().contains("two loans have the type i64"), "{error}");
    // A result that comes later must fit the memory, too.
    *engine.limits_mut() = Limits { memory: 4 << 20, ..Limits::default() };
    engine.define("much", || async {
        finish_later().await;
        vec![0.5; 10_000_000]
    });
    let text = "(catch-and-apply 'error (lambda (tag e) 'caught) (much))";
    assert_eq!(finish(run_of::<Handle>(&mut engine, text).drive(&mut engine)).unwrap_err().code(), Code::OutOfMemory);
    // A run that has been stepped by hand can become a future.
    *engine.limits_mut() = Limits::default();
    engine.run("(defproc late () (dotimes (i 100)) (later 5))").unwrap();
    let mut run = engine.start::<i64>("late", ()).unwrap();
    assert!(matches!(run.step(&mut engine, 50).unwrap(), Step::OutOfTicks));
    assert_eq!(finish(engine.with().ticks(50).drive(run)).unwrap(), 5);
}

#[test]
fn limits_hold_for_all_steps_together() {
    let desk = Desk::default();
    let mut engine = fetching(&desk);
    desk.answer(1, 7);
    let ticks = Some(100_000);
    *engine.limits_mut() = Limits { ticks, ..Limits::default() };
    let whole = engine.eval::<()>("(catch-and-apply 'error (lambda (tag e) 'caught) (while t))").unwrap_err();
    let endless = "(catch-and-apply 'error (lambda (tag e) 'caught) (while t))";
    let mut steps = run_of::<()>(&mut engine, endless).drive(&mut engine);
    let error = finish(&mut steps).unwrap_err();
    assert_eq!((error.code(), error.place()), (Code::OutOfTicks, whole.place()));
    assert_eq!(steps.usage().ticks, 100_000);
    // Of what is used before a future and after it.
    let text = "(dotimes (i 60000)) (fetch 1) (dotimes (i 60000))";
    assert_eq!(finish(run_of::<()>(&mut engine, text).drive(&mut engine)).unwrap_err().code(), Code::OutOfTicks);
    *engine.limits_mut() = Limits { ticks: Some(200_000), ..Limits::default() };
    desk.answer(1, 7);
    finish(run_of::<()>(&mut engine, text).drive(&mut engine)).unwrap();
    // A step by hand is one of its own.
    *engine.limits_mut() = Limits { ticks: Some(1_000), ..Limits::default() };
    engine.run("(defproc walk () (dotimes (i 5000)))").unwrap();
    let mut run = engine.start::<()>("walk", ()).unwrap();
    let mut pauses = 0;
    while let Step::OutOfTicks = run.step(&mut engine, 1_000).unwrap() {
        pauses += 1;
    }
    assert_eq!(pauses, 5);
    let program = engine.compile("(dotimes (i 5))").unwrap();
    *engine.limits_mut() = Limits { ticks: Some(0), ..Limits::default() };
    assert_eq!(engine.start::<()>(&program, ()).unwrap_err().code(), Code::OutOfTicks);
}

/// Its clock goes on by a millisecond each time that somebody looks.
#[derive(Default)]
struct Hasty(AtomicUsize);

impl Host for Hasty {
    fn write(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::SeqCst) as u64)
    }
}

#[test]
fn a_time_limit_counts_all_steps_but_no_waiting() {
    let limits = Limits { time: Some(Duration::from_millis(1_000)), ..Limits::default() };
    let mut engine = Engine::builder().host(Hasty::default()).limits(limits).build();
    let error = finish(run_of::<()>(&mut engine, "(while t)").drive(&mut engine)).unwrap_err();
    assert_eq!(error.code(), Code::OutOfTime);
    engine.define("rest", || async {
        for _ in 0..10 {
            finish_later().await;
        }
    });
    finish(run_of::<()>(&mut engine, "(dotimes (i 20) (rest))").drive(&mut engine)).unwrap();
}

#[test]
fn an_interrupt_is_kept_while_a_run_waits() {
    let desk = Desk::default();
    let mut engine = fetching(&desk);
    let interrupt = engine.interrupt();
    let program = engine.compile("(fetch 1)").unwrap();
    interrupt.interrupt();
    desk.answer(1, 7);
    assert_eq!(engine.start::<i64>(&program, ()).unwrap_err().code(), Code::Interrupted);
    interrupt.clear();
    let mut waker = Task::from_waker(Waker::noop());
    let mut steps = pin!(run_of::<i64>(&mut engine, "(fetch 1) (dotimes (i 100000)) 5").drive(&mut engine));
    assert!(steps.as_mut().poll(&mut waker).is_pending());
    assert!(steps.as_mut().poll(&mut waker).is_pending());
    interrupt.interrupt();
    desk.answer(1, 7);
    assert_eq!(finish(steps).unwrap_err().code(), Code::Interrupted);
    interrupt.clear();
    for _ in 0..50 {
        let mut steps = pin!(run_of::<i64>(&mut engine, "(while t)").drive(&mut engine));
        assert!(steps.as_mut().poll(&mut waker).is_pending());
        interrupt.interrupt();
        assert_eq!(finish(steps).unwrap_err().code(), Code::Interrupted);
        interrupt.clear();
    }
    assert_eq!(engine.eval::<i64>("(+ 1 2)").unwrap(), 3);
}

/// Carries runs on until each has ended, from one to the next; questions are answered with what they are.
fn go_round(engine: &mut Engine, runs: &mut Vec<Run<Value>>) -> Vec<Value> {
    let mut ended = Vec::new();
    let mut task = Task::from_waker(Waker::noop());
    for _ in 0..100_000 {
        let mut i = 0;
        while let Some(run) = runs.get_mut(i) {
            match engine.with().ticks(20).poll(run, &mut task) {
                Poll::Pending | Poll::Ready(Ok(Step::OutOfTicks | Step::Yielded(_))) => i += 1,
                Poll::Ready(Ok(Step::Asked(question))) => {
                    run.answer(engine, &question).unwrap();
                    i += 1;
                }
                Poll::Ready(Ok(Step::Done(value))) => {
                    ended.push(value);
                    drop(runs.remove(i));
                }
                Poll::Ready(Err(error)) => {
                    ended.push(Value::String(error.message().to_string()));
                    drop(runs.remove(i));
                }
            }
        }
        if runs.is_empty() {
            return ended;
        }
    }
    panic!("they never end")
}

#[test]
fn runs_of_an_engine_wait_side_by_side() {
    let desk = Desk::default();
    let mut engine = fetching(&desk);
    engine.define("ask", |cx: &mut Context<'_>, question: i64| cx.ask(question));
    let talk = "(defproc talk (n)
                  (let ((said (ask n)))
                    (dotimes (i 50))
                    (list said (fetch n) (* 2 (+ (ask 10) (fetch (+ 100 n)))))))";
    engine.run(talk).unwrap();
    let mut runs: Vec<Run<Value>> = (0..5).map(|n: i64| engine.start("talk", (n,)).unwrap()).collect();
    // One of them waits in vain, and what it waits for is no answer of somebody's.
    let mut waits: Run<i64> = engine.start("fetch", (1_000,)).unwrap();
    let mut task = Task::from_waker(Waker::noop());
    assert!(engine.with().ticks(20).poll(&mut waits, &mut task).is_pending());
    let error = waits.answer(&mut engine, 5).unwrap_err();
    assert_eq!(error.message(), "the run waits for a future of the host, which gives the answer");
    for n in 0..4 {
        desk.answer(n, 10 * n);
        desk.answer(100 + n, n);
    }
    desk.answer(4, -1);
    // Each future takes its answer away: others come later, by a run of their own.
    let answers = desk.clone();
    engine.define("refill", move || (0..5).for_each(|n| answers.answer(100 + n, n)));
    engine.run("(defproc refilling () (dotimes (i 60) (refill) (dotimes (j 30))))").unwrap();
    runs.push(engine.start("refilling", ()).unwrap());
    let mut shown: Vec<String> = go_round(&mut engine, &mut runs).iter().map(|value| format!("{value:?}")).collect();
    shown.sort_unstable();
    let of = |n: i64| format!("{:?}", Value::List([n, 10 * n, 2 * (10 + n)].map(Value::Integer).to_vec()));
    let mut expected: Vec<String> = (0..4).map(of).collect();
    expected.push(format!("{:?}", Value::String("4 is not to be had".into())));
    expected.push(format!("{:?}", Value::Nil));
    expected.sort_unstable();
    assert_eq!(shown, expected);
    desk.answer(1_000, 3);
    assert_eq!(engine.with().ticks(20).poll(&mut waits, &mut task).map(Result::unwrap), Poll::Ready(Step::Done(3)));
}
