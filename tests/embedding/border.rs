//! Tests of the host boundary: values that cross it must not leak, and limits hold on both of its sides.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use klammer::{Code, Context, Engine, Error, Handle, Host, Interrupt, Limits};

use super::{code, engine, limited};

/// A host whose clock stands still unless the test moves it, and that asks for an interrupt when an evaluation ends.
#[derive(Clone, Default)]
struct ClockHost {
    milliseconds: Arc<AtomicU64>,
    interrupt: Arc<OnceLock<Interrupt>>,
}

impl Host for ClockHost {
    fn write(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        if let Some(interrupt) = self.interrupt.get() {
            interrupt.interrupt();
        }
        Ok(())
    }

    fn now(&self) -> Duration {
        Duration::from_millis(self.milliseconds.load(Ordering::Relaxed))
    }
}

#[test]
fn failed_evaluations_leave_nothing_behind() {
    let failures = [
        "(car 1)",
        "(error \"x\" 1)",
        "(car '(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20) 1)",
        "(progn (setq x 1) (progn (car 1) 2) 3)",
        "(if)",
        "(no-such-function '(1 2 3))",
        "(throw 'a '(1 2 3))",
        "(eval '(car 1))",
        "(defmacro m (x) (car x)) (m 1)",
        "(defmacro n (x) (car x)) (expand-macro '(n 1))",
        "(apply 'no-such-function '(1 2 3))",
        "(call/cc (lambda (k) (car 1)))",
        "(sort '(1 a 2) <)",
        "(1 2",
    ];
    for failure in failures {
        // So little room that 3000 times the smallest form, 64 bytes, would fill it.
        let mut e = limited(Limits { memory: 768 << 10, ..Limits::default() });
        for n in 0..3000 {
            let code = code(e.eval::<()>(failure));
            assert!(![Code::OutOfMemory, Code::Internal].contains(&code), "{failure}: {code:?} the {n}th time");
        }
        assert_eq!(e.eval::<i64>("(length (iota 1000))").unwrap(), 1000, "{failure}");
    }
}

/// An engine with `wait`, a host function that takes 5 ms by the host's clock.
pub(super) fn waiting(time: Option<Duration>) -> (Engine, Interrupt) {
    let host = ClockHost::default();
    let clock = Arc::clone(&host.milliseconds);
    let mut e = crate::host::builder().host(host).limits(Limits { time, ..Limits::default() }).build();
    e.define("wait", move || clock.fetch_add(5, Ordering::Relaxed) + 5);
    let interrupt = e.interrupt();
    (e, interrupt)
}

#[test]
fn time_that_passes_in_host_functions_counts() {
    let (mut e, _) = waiting(Some(Duration::from_millis(20)));
    assert_eq!(code(e.eval::<()>("(dotimes (i 100) (setq n (wait)))")), Code::OutOfTime);
    assert_eq!(e.get::<u64>("n").unwrap(), 15, "the fourth call of 5 ms is the last");
    assert_eq!(code(e.eval::<()>("(while t (catch nil (wait 'wrong)) (wait))")), Code::OutOfTime);
    assert_eq!(e.eval::<i64>("(wait) (+ 1 2)").unwrap(), 3, "each evaluation has its own time");
}

#[test]
fn a_host_function_that_fails_takes_time_as_well() {
    let host = ClockHost::default();
    let clock = Arc::clone(&host.milliseconds);
    let limits = Limits { time: Some(Duration::from_millis(20)), ticks: Some(4000), ..Limits::default() };
    let mut e = Engine::builder().host(host).limits(limits).build();
    e.define("fail", move || {
        clock.fetch_add(5, Ordering::Relaxed);
        Err::<(), _>("no")
    });
    assert_eq!(code(e.eval::<()>("(while t (catch nil (fail)))")), Code::OutOfTime);
}

#[test]
fn an_interrupt_of_a_host_function_holds_until_cleared() {
    let mut e = engine();
    let interrupt = e.interrupt();
    e.define("stop", move || interrupt.interrupt());
    assert_eq!(code(e.eval::<()>("(dotimes (i 3) (stop))")), Code::Interrupted);
    assert_eq!(code(e.eval::<i64>("7")), Code::Interrupted);
    e.interrupt().clear();
    assert_eq!(e.eval::<i64>("(dotimes (i 100000 i))").unwrap(), 100_000);
}

#[test]
fn an_interrupt_at_the_end_stops_the_next_evaluation() {
    let host = ClockHost::default();
    let interrupt = Arc::clone(&host.interrupt);
    let mut e = Engine::builder().host(host).build();
    assert!(interrupt.set(e.interrupt()).is_ok());
    assert_eq!(e.eval::<i64>("(display 1) 7").unwrap(), 7);
    assert_eq!(code(e.eval::<i64>("7")), Code::Interrupted);
}

#[test]
fn an_interrupt_before_an_evaluation_stops_each_kind() {
    let mut e = engine();
    e.run("(defproc id (x) x) (setq seen nil)").unwrap();
    let program = e.compile(("p.lisp", "(id 1)")).unwrap();
    let mut run = e.start::<i64>("id", (1,)).unwrap();
    e.interrupt().interrupt();
    for _ in 0..2 {
        assert_eq!(code(e.eval::<i64>("1")), Code::Interrupted);
        assert_eq!(code(e.run("(setq seen t)")), Code::Interrupted);
        assert_eq!(code(e.call::<i64>("id", (1,))), Code::Interrupted);
        assert_eq!(code(e.eval::<i64>(&program)), Code::Interrupted);
    }
    assert_eq!(code(run.step(&mut e, 1_000)), Code::Interrupted);
    e.interrupt().clear();
    assert!(!e.get::<bool>("seen").unwrap());
    assert_eq!(e.eval::<i64>(&program).unwrap(), 1);
}

#[test]
fn interrupts_of_several_threads_are_never_lost() {
    let mut e = engine();
    let handle = e.interrupt();
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    handle.interrupt();
                    std::thread::sleep(Duration::from_micros(50));
                }
            });
        }
        // Each round waits for a request, so that no evaluation of it may end by itself.
        for _ in 0..200 {
            while !handle.is_set() {
                std::thread::yield_now();
            }
            for _ in 0..3 {
                assert_eq!(code(e.eval::<()>("(while t)")), Code::Interrupted);
                assert_eq!(code(e.eval::<i64>("(+ 1 2)")), Code::Interrupted);
            }
            handle.clear();
        }
        done.store(true, Ordering::Relaxed);
    });
}

#[test]
fn functions_of_the_host_may_be_called_like_those_of_the_core() {
    let mut e = engine();
    e.define("+", |a: i64, b: i64| a * b);
    e.define("first", |v: Vec<i64>| v.last().copied());
    e.define("map-with", |a: i64| -a);
    e.define("null?", |_: i64| 5);
    assert_eq!(e.eval::<i64>("(+ 3 4)").unwrap(), 12);
    assert_eq!(e.eval::<i64>("(let ((a 3) (b 4)) (+ a b))").unwrap(), 12);
    assert_eq!(e.eval::<i64>("(first '(1 2 3))").unwrap(), 3);
    assert_eq!(e.eval::<i64>("(map-with 4)").unwrap(), -4);
    assert_eq!(e.eval::<i64>("(if (= (null? 1) 5) 1 2)").unwrap(), 1);
    assert_eq!(e.eval::<i64>("(fold-left + 1 '(2 3 4))").unwrap(), 24);
}

#[test]
fn a_circular_list_is_no_vector() {
    let limits = Limits { memory: 8 << 20, ticks: Some(10_000), ..Limits::default() };
    for length in [1, 2, 3, 7, 64, 1000] {
        let mut e = limited(limits.clone());
        let circular = format!("(let* ((l (iota {length})) (end (last-pair l))) (set-cdr! end l) l)");
        e.eval::<()>("(defproc last-pair (l) (if (rest l) (last-pair (rest l)) l))").unwrap();
        assert_eq!(code(e.eval::<Vec<i64>>(&circular)), Code::WrongType, "{length}");
        assert_eq!(code(e.eval::<()>(&format!("(apply + {circular})"))), Code::WrongType, "{length}");
    }
}

#[test]
fn a_function_of_the_host_may_have_the_name_of_a_builtin() {
    let mut engine = Engine::new();
    engine.eval::<()>("(defproc before (x) (first x))").unwrap();
    engine.define("first", |n: i64| n * 2);
    engine.define("my-sum", |a: i64, b: i64| 100 * a + b);
    assert_eq!(engine.eval::<i64>("(first 21)").unwrap(), 42);
    assert_eq!(engine.eval::<i64>("(fold-left my-sum 0 (map-with first '(1 2)))").unwrap(), 204);
    // Code compiled before keeps the builtin.
    assert_eq!(engine.eval::<i64>("(before '(7))").unwrap(), 7);
}

#[test]
fn falsehood_is_what_it_is_in_the_language_of_the_program() {
    let mut engine = engine();
    engine.define("above", |a: i64, b: i64| a > b);
    engine.define("look-up", |n: i64| (n > 0).then_some(n));
    engine.define("note", |_: i64| ());
    engine.define("is-true", |b: bool| if b { "true" } else { "false" });
    engine.define("is-there", |x: Option<Vec<i64>>| x.is_some());
    let show = |e: &mut Engine, text: &str| {
        let value: Handle = e.eval(text).unwrap();
        e.inspect().repr(&value).unwrap()
    };
    assert_eq!(
        show(&mut engine, "(list (above 1 2) (above 2 1) (look-up 0) (look-up 1) (note 1))"),
        "(nil t nil 1 nil)"
    );
    assert_eq!(
        show(&mut engine, "(list (is-true nil) (is-true #f) (is-true 0) (is-there nil) (is-there '(1)))"),
        r#"("false" "false" "true" nil t)"#
    );

    let _: () = engine.eval("(require 'scheme)").unwrap();
    let text = "(list (above 1 2) (above 2 1) (look-up 0) (look-up 1) (eq? (note 1) (if #f #f)))";
    assert_eq!(show(&mut engine, text), "(#f t #f 1 t)");
    let text = "(list (is-true '()) (is-true #f) (is-true 0) (is-there #f) (is-there '()) (is-there '(1)))";
    assert_eq!(show(&mut engine, text), r#"("true" "false" "true" #f t t)"#);
    engine.set("unset", None::<i64>).unwrap();
    assert_eq!(show(&mut engine, "(if unset 'set unset)"), "#f");
    assert!(engine.eval::<bool>("'()").unwrap());
    assert!(!engine.eval::<bool>("(null? 1)").unwrap());
    assert_eq!(engine.eval::<Option<i64>>("#f").unwrap(), None);
    let _: () = engine.eval("(define (small? n) (< n 10))").unwrap();
    assert!(!engine.call::<bool>("small?", (10,)).unwrap());
    assert_eq!(
        engine.eval::<Handle>("(list #f '() #t)").and_then(|v| engine.inspect().show(&v)).unwrap().unwrap(),
        "(#f () #t)"
    );
    assert_eq!(engine.eval::<Handle>("(note 1)").and_then(|v| engine.inspect().show(&v)).unwrap(), None);
}

#[test]
fn short_calls_leave_no_garbage_behind() {
    let mut e = engine();
    let id: Handle = e.eval("(defproc id (x) x) id").unwrap();
    e.define("each", |cx: &mut Context<'_>, f: Handle, n: usize| -> Result<(), Error> {
        (0..n).try_for_each(|_| cx.call::<()>(&f, ("x".repeat(1024),)))
    });
    // Twenty megabytes each time, in calls that are over before they come to a safepoint.
    for _ in 0..20_000 {
        e.call::<()>(&id, ("x".repeat(1024),)).unwrap();
    }
    assert!(e.usage().memory < 10 << 20, "{:?}", e.usage());
    for _ in 0..20_000 {
        e.set("s", "x".repeat(1024)).unwrap();
    }
    e.eval::<()>("nil").unwrap();
    assert!(e.usage().memory < 10 << 20, "{:?}", e.usage());
    e.call::<()>("each", (&id, 20_000)).unwrap();
    assert!(e.usage().memory < 10 << 20, "{:?}", e.usage());
    // And inside of a text, and of a function that it calls.
    e.eval::<()>("(each id 20000) (map-with (lambda (n) (each id n)) '(20000))").unwrap();
    assert!(e.usage().memory < 10 << 20, "{:?}", e.usage());
}
