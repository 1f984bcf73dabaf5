//! Uses of an engine by a host, each kind of call at least once with little work, so that an interpreter of Rust
//! finishes too (`fuzz/README.md`). Other tests check the details.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context as Task, Poll, Waker};

use klammer::{Class, Code, Context, Engine, Error, Handle, HostType, Ref, RefMut, Step, Symbol};

use super::{engine, run_of};

/// An object that is counted as long as it is there.
#[derive(Clone)]
struct Counter {
    count: i64,
    alive: Arc<AtomicUsize>,
}

impl Counter {
    fn new(count: i64, alive: &Arc<AtomicUsize>) -> Counter {
        alive.fetch_add(1, Ordering::Relaxed);
        Counter { count, alive: Arc::clone(alive) }
    }
}

impl Drop for Counter {
    fn drop(&mut self) {
        self.alive.fetch_sub(1, Ordering::Relaxed);
    }
}

impl HostType for Counter {
    const NAME: &'static str = "counter";

    fn describe(class: &mut Class<'_, Counter>) {
        class.define("counter-count", |counter: &Counter| counter.count);
        class.define("counter-next!", |counter: &mut Counter| {
            counter.count += 1;
            counter.count
        });
        class.define("counter-same?", |a: Ref<'_, Counter>, b: Ref<'_, Counter>| a.count == b.count);
        class.define("counter-with!", |cx: &mut Context<'_>, mut own: RefMut<'_, Counter>, f: Handle| {
            own.count += 10;
            cx.call::<Handle>(&f, ())
        });
    }
}

fn code<T: std::fmt::Debug>(result: Result<T, Error>) -> Code {
    result.unwrap_err().code()
}

#[test]
fn small_objects_are_lent_held_and_dropped() {
    let alive = Arc::new(AtomicUsize::new(0));
    let count = || alive.load(Ordering::Relaxed);
    let mut e = engine();
    e.register::<Counter>();
    let made = Arc::clone(&alive);
    e.define("make-counter", move |n: i64| Counter::new(n, &made));
    e.define("keep", |cx: &mut Context<'_>, object: Handle, value: Handle| cx.hold(&object, &value));
    let object: Handle = e.eval("(setq c (make-counter 3)) c").unwrap();
    assert_eq!(e.eval::<(i64, i64)>("(list (counter-next! c) (counter-count c))").unwrap(), (4, 4));
    assert!(e.eval::<bool>("(counter-same? c c)").unwrap());
    // It is in one hand only, also where what is called back throws or fails.
    assert_eq!(code(e.eval::<()>("(counter-with! c (lambda () (counter-count c)))")), Code::Host);
    assert_eq!(e.eval::<i64>("(catch 'out (counter-with! c (lambda () (throw 'out 7))))").unwrap(), 7);
    assert_eq!(code(e.eval::<()>("(counter-with! c (lambda () (car 5)))")), Code::WrongType);
    assert_eq!(e.with_object(&object, |counter: &mut Counter| counter.count).unwrap(), 34);
    // An object and a function that hold each other go together.
    e.run("(let ((d (make-counter 1))) (keep d (lambda () d)))").unwrap();
    e.run("(collect-garbage)").unwrap();
    assert_eq!(count(), 1);
    let other = e.handle(Counter::new(5, &alive)).unwrap();
    e.set("c", &other).unwrap();
    drop(object);
    e.eval::<()>("(collect-garbage)").unwrap();
    assert_eq!(count(), 1);
    drop(e);
    assert_eq!(count(), 0);
    drop(other);
}

#[test]
fn small_callbacks_throw_panic_and_call_again() {
    let mut e = engine();
    e.define("call", |cx: &mut Context<'_>, f: Handle, n: i64| cx.call::<Handle>(&f, (n,)));
    e.define("leave", |cx: &mut Context<'_>, n: i64| cx.throw::<()>(Symbol::new("out"), n));
    e.define("panics", |cx: &mut Context<'_>, f: Handle| -> i64 {
        let _ = cx.call::<Handle>(&f, ());
        std::panic::resume_unwind(Box::new("on purpose"))
    });
    e.define("evaluates", |cx: &mut Context<'_>, text: String| cx.eval::<Handle>(&text));
    let mut last = 0;
    e.define("adds", move |n: i64, text: &str, l: &[i64]| {
        last += n + text.len() as i64 + l.iter().sum::<i64>();
        last
    });
    e.run("(defproc down (n) (if (= n 0) 'done (call down (- n 1))))").unwrap();
    assert_eq!(e.call::<Symbol>("down", (4,)).unwrap().as_str(), "done");
    assert_eq!(e.eval::<i64>("(catch 'out (call (lambda (n) (call leave (+ n 1))) 5))").unwrap(), 6);
    assert_eq!(code(e.eval::<()>("(panics (lambda () (call car 5)))")), Code::HostPanic);
    assert_eq!(code(e.eval::<()>("(call (lambda (n) (error \"no\")) 1)")), Code::User);
    assert_eq!(e.eval::<i64>("(evaluates \"(setq x (adds 1 \\\"ab\\\" '(3 4)))\") (+ x 1)").unwrap(), 11);
    let k = "(let ((n 0)) (call (lambda (i) (call/cc (lambda (k) (k i))) (inc! n)) 3) n)";
    assert_eq!(e.eval::<i64>(k).unwrap(), 1);
}

#[test]
fn small_things_are_lent_and_runs_pause() {
    struct World {
        steps: i64,
    }
    let mut e = engine();
    e.define("walk!", |cx: &mut Context<'_>| cx.lent::<World>().map(|world| world.steps += 1).is_some());
    e.define("wait", |cx: &mut Context<'_>, what: Handle| cx.pause_with(&what));
    e.define("ask", |cx: &mut Context<'_>, question: Handle| cx.ask(&question));
    e.run(
        "(defproc scene (l)
           (dotimes (i 3) (walk!))
           (wait 'frame)
           (list l (ask (list 'what l)) (length (append l l)) (string-append \"a\" \"b\")))",
    )
    .unwrap();
    let mut world = World { steps: 0 };
    assert!(e.with().lend(&mut world).call::<bool>("walk!", ()).unwrap());
    let mut run = e.start::<Handle>("scene", (vec!["p", "q"],)).unwrap();
    let dropped = e.start::<Handle>("scene", (vec![1],)).unwrap();
    let mut waited = 0;
    let value = loop {
        match e.with().lend(&mut world).ticks(7).step(&mut run).unwrap() {
            Step::Done(value) => break value,
            Step::OutOfTicks => {}
            Step::Yielded(_) => waited += 1,
            Step::Asked(question) => {
                waited += 1;
                run.answer(&mut e, &question).unwrap();
            }
        }
        if waited == 1 {
            e.run("(collect-garbage)").unwrap();
        }
    };
    assert_eq!(e.inspect().repr(&value).unwrap(), "((\"p\" \"q\") (what (\"p\" \"q\")) 4 \"ab\")");
    assert_eq!((world.steps, waited), (4, 2));
    let mut half = e.start::<Handle>("scene", (vec![2],)).unwrap();
    assert!(matches!(half.step(&mut e, 1).unwrap(), Step::OutOfTicks));
    drop(dropped);
    drop(e);
    drop(half);
}

#[test]
fn small_futures_are_waited_for_and_dropped() {
    let mut e = engine();
    let (alive, asked) = (Arc::new(()), Arc::new(AtomicUsize::new(0)));
    let (token, count) = (Arc::clone(&alive), Arc::clone(&asked));
    e.define("fetch", move |n: i64| {
        let (token, count) = (Arc::clone(&token), Arc::clone(&count));
        let mut polls = 0;
        std::future::poll_fn(move |_| {
            let _ = &token;
            count.fetch_add(1, Ordering::Relaxed);
            polls += 1;
            if polls < n { Poll::Pending } else { Poll::Ready(n) }
        })
    });
    let mut cx = Task::from_waker(Waker::noop());
    {
        let mut all = pin!(run_of::<(i64, i64)>(&mut e, "(list (fetch 2) (fetch 1))").drive(&mut e));
        let mut polls = 0;
        let found = loop {
            match all.as_mut().poll(&mut cx) {
                Poll::Ready(found) => break found,
                Poll::Pending => polls += 1,
            }
        };
        assert_eq!(found.unwrap(), (2, 1));
        assert!(polls > 0);
    }
    {
        let mut never = pin!(e.start::<i64>("fetch", (100,)).unwrap().drive(&mut e));
        assert!(never.as_mut().poll(&mut cx).is_pending());
    }
    assert_eq!(Arc::strong_count(&alive), 2);
    assert_eq!(code(e.eval::<()>("(fetch 1)")), Code::Host);
    drop(e);
    assert_eq!(Arc::strong_count(&alive), 1);
}

#[test]
fn small_copies_have_their_own() {
    let alive = Arc::new(AtomicUsize::new(0));
    let mut e = engine();
    e.define("call", |cx: &mut Context<'_>, f: Handle| cx.call::<i64>(&f, ()));
    e.run("(setq l (list 1 2) t1 (list->table '((a 1)))) (defproc three () (+ 1 (length l)))").unwrap();
    let held: Handle = e.get("l").unwrap();
    assert_eq!(e.eval::<(i64, i64)>("(list (call three) (table-ref t1 'a))").unwrap(), (3, 1));
    let snapshot = e.snapshot().unwrap();
    let mut copy = snapshot.builder().build();
    copy.run("(setq l nil)").unwrap();
    assert_eq!((copy.eval::<i64>("(call three)").unwrap(), e.eval::<i64>("(call three)").unwrap()), (1, 3));
    assert!(copy.inspect().repr(&held).is_err());
    drop(e);
    assert_eq!(std::thread::spawn(move || copy.call::<i64>("three", ()).unwrap()).join().unwrap(), 1);
    drop((held, snapshot));
    assert_eq!(alive.load(Ordering::Relaxed), 0);
    let _ = Counter::new(1, &alive);
}

#[test]
fn small_modules_namespaces_and_functions() {
    let mut e = engine();
    e.module("tools", |module| {
        module.define("tool", |n: i64| n * 2);
        module.source("tools", "(defproc tool-twice (n) (tool (tool n)))");
    });
    assert_eq!(e.eval::<i64>("(require 'tools) (tool-twice 3)").unwrap(), 12);
    let orc = e.scope("orc.lisp").unwrap();
    e.with().scope(&orc).run("(setq n 5) (defproc grow () (inc! n))").unwrap();
    let grow: Handle = e.with().scope(&orc).eval("grow").unwrap();
    assert!(e.get::<i64>("n").is_err());
    e.run("(collect-garbage)").unwrap();
    assert_eq!(e.call::<i64>(&grow, ()).unwrap(), 6);
    let program = e.compile(("p.lisp", "(setq m 1) (dotimes (i 500)) (+ m 1)")).unwrap();
    assert_eq!(e.eval::<i64>(&program).unwrap(), 2);
    let mut run = e.start::<i64>(&program, ()).unwrap();
    assert!(matches!(run.step(&mut e, 1).unwrap(), Step::OutOfTicks));
    assert_eq!(run.finish(&mut e).unwrap(), 2);
    assert_eq!(e.call::<Vec<Option<String>>>("list", ("a", None::<String>)).unwrap(), [Some("a".into()), None]);
    let error = e.eval::<()>(("x.lisp", "(list 1\n (car 'a))")).unwrap_err();
    assert_eq!(error.place().unwrap().to_string(), "x.lisp:2:2");
}

#[test]
fn small_engines_are_interrupted_and_limited() {
    let mut e: Engine = engine();
    let handle = e.interrupt();
    e.define("stop", move || handle.interrupt());
    assert_eq!(code(e.eval::<()>("(stop) (while t)")), Code::Interrupted);
    e.interrupt().clear();
    *e.limits_mut() = klammer::Limits { ticks: Some(500), ..klammer::Limits::default() };
    assert_eq!(code(e.eval::<()>("(while t)")), Code::OutOfTicks);
    *e.limits_mut() = klammer::Limits::default();
    assert_eq!(e.eval::<i64>("(+ 1 2)").unwrap(), 3);
}
