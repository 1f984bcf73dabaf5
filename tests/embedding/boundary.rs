//! The host boundary: nothing leaks, limits hold on both sides, panics are errors, dynamic variables are restored.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use klammer::{
    Built, Class, Code, Context, ConvertError, Engine, Error, FromContext, FromLisp, Handle, Host, HostType, Interrupt,
    IntoContext, IntoLisp, Limits,
};

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
fn an_interrupt_in_a_call_holds_until_cleared() {
    let mut e = engine();
    let interrupt = e.interrupt();
    e.define("stop", move || interrupt.interrupt());
    assert_eq!(code(e.eval::<()>("(dotimes (i 3) (stop))")), Code::Interrupted);
    assert_eq!(code(e.eval::<i64>("7")), Code::Interrupted);
    e.interrupt().clear();
    assert_eq!(e.eval::<i64>("(dotimes (i 100000 i))").unwrap(), 100_000);
}

#[test]
fn an_interrupt_at_the_end_stops_the_next_run() {
    let host = ClockHost::default();
    let interrupt = Arc::clone(&host.interrupt);
    let mut e = Engine::builder().host(host).build();
    assert!(interrupt.set(e.interrupt()).is_ok());
    assert_eq!(e.eval::<i64>("(display 1) 7").unwrap(), 7);
    assert_eq!(code(e.eval::<i64>("7")), Code::Interrupted);
}

#[test]
fn an_early_interrupt_stops_each_evaluation() {
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
fn host_functions_may_have_names_of_the_core() {
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
fn a_host_function_may_have_a_builtins_name() {
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
fn false_is_that_of_the_programs_language() {
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

// found: 2026-11-26, a panic in `provide` and in methods of a host went through the engine

/// Panics when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("a bomb");
    }
}

impl HostType for Bomb {
    const NAME: &'static str = "bomb";
    fn describe(class: &mut Class<'_, Bomb>) {
        class.define("make-bomb", || Bomb);
    }
}

#[test]
fn a_panic_in_provide_is_an_error_of_require() {
    let mut e = engine();
    let tries = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&tries);
    e.module("broken", move |module| {
        module.define("half", || 1);
        if count.fetch_add(1, Ordering::Relaxed) < 2 {
            panic!("no module today");
        }
    });
    for _ in 0..2 {
        let error = e.run("(require 'broken)").unwrap_err();
        assert_eq!(error.code(), Code::HostPanic);
        assert_eq!(error.message(), "broken: the host's function panicked: no module today");
    }
    assert_eq!(e.eval::<i64>("(require 'broken) (half)").unwrap(), 1);
    assert!(e.eval::<bool>("(catch nil (require 'none)) t").unwrap());
}

/// A host each of whose methods panics.
struct Broken;

impl Host for Broken {
    fn write(&mut self, _: &str) -> io::Result<()> {
        panic!("write")
    }
    fn flush(&mut self) -> io::Result<()> {
        panic!("flush")
    }
    fn write_error(&mut self, _: &str) -> io::Result<()> {
        panic!("write_error")
    }
    fn read_input(&mut self) -> io::Result<String> {
        panic!("read_input")
    }
    fn warn(&mut self, _: &klammer::Error) {
        panic!("warn")
    }
    fn grant(&self, _: klammer::Capability) -> io::Result<()> {
        panic!("grant")
    }
    fn now(&self) -> Duration {
        panic!("now")
    }
    fn date(&self) -> Duration {
        panic!("date")
    }
    fn read_file(&self, _: &Path) -> io::Result<String> {
        panic!("read_file")
    }
    fn file_exists(&self, _: &Path) -> io::Result<bool> {
        panic!("file_exists")
    }
    fn write_file(&mut self, _: &Path, _: &str) -> io::Result<()> {
        panic!("write_file")
    }
    fn append_file(&mut self, _: &Path, _: &str) -> io::Result<()> {
        panic!("append_file")
    }
    fn delete_file(&mut self, _: &Path) -> io::Result<()> {
        panic!("delete_file")
    }
    fn list_directory(&self, _: &Path) -> io::Result<klammer::Names> {
        Ok(Box::new(std::iter::from_fn(|| panic!("names"))))
    }
    fn is_directory(&self, _: &Path) -> io::Result<bool> {
        panic!("is_directory")
    }
    fn make_directory(&mut self, _: &Path) -> io::Result<()> {
        panic!("make_directory")
    }
    fn delete_directory(&mut self, _: &Path) -> io::Result<()> {
        panic!("delete_directory")
    }
    fn sleep(&mut self, _: Duration) -> io::Result<()> {
        panic!("sleep")
    }
    fn environment(&self, _: &str) -> Option<String> {
        panic!("environment")
    }
    fn arguments(&self) -> Vec<String> {
        panic!("arguments")
    }
    fn module_path(&self) -> Vec<std::path::PathBuf> {
        panic!("module_path")
    }
}

impl Drop for Broken {
    fn drop(&mut self) {
        panic!("drop");
    }
}

#[test]
fn a_host_whose_methods_panic_fails() {
    let mut e = Engine::builder().host(Broken).warnings(klammer::Warnings::Tell).build();
    for text in [
        "(display 1)",
        "(print 1)",
        "(read-line)",
        "(read-file \"a\")",
        "(write-file \"a\" \"b\")",
        "(append-file \"a\" \"b\")",
        "(file-exists? \"a\")",
        "(delete-file \"a\")",
        "(list-directory \"a\")",
        "(make-directory \"a\")",
        "(delete-directory \"a\")",
        "(directory? \"a\")",
        "(sleep 1)",
        "(load \"a\")",
        "(require 'nowhere)",
        "(current-time)",
        "(command-line)",
        "(no-such-thing)",
    ] {
        let told = catch_unwind(AssertUnwindSafe(|| e.run(text)));
        assert!(told.is_ok_and(|told| told.is_err()), "{text}");
    }
    // Without a clock, each limit on time is reached.
    *e.limits_mut() = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
    assert_eq!(code(e.run("(dotimes (i 100000) i)")), Code::OutOfTime);
}

#[test]
fn destructors_that_panic_do_not_abort() {
    let mut e = engine();
    e.register::<Bomb>();
    e.run("(setq bombs (list (make-bomb) (make-bomb) (make-bomb)))").unwrap();
    e.run("(dotimes (i 10) (make-bomb)) (collect-garbage)").unwrap();
    for name in ["plain", "other"] {
        let bomb = Bomb;
        e.define(name, move || bomb.is_there());
        let bomb = Bomb;
        e.define(&format!("{name}-context"), move |_: &mut Context<'_>| bomb.is_there());
        let bomb = Bomb;
        e.define(&format!("{name}-async"), move || {
            bomb.is_there();
            std::future::ready(1)
        });
    }
    *e.data() = Some(Bomb);
    let bomb = Bomb;
    e.module("bombs", move |_| {
        bomb.is_there();
    });
    drop(e);
}

impl Bomb {
    fn is_there(&self) -> bool {
        true
    }
}

#[test]
fn payloads_that_panic_go_nowhere() {
    let mut e = engine();
    e.define("f", || {
        if true {
            panic_any(Bomb)
        }
    });
    assert_eq!(code(e.run("(f)")), Code::HostPanic);
    assert_eq!(e.eval::<i64>("(+ 1 2)").unwrap(), 3);
}

#[derive(Debug)]
struct Unconvertible;

impl FromLisp for Unconvertible {
    const EXPECTED: &'static str = "nothing";
    fn from_lisp(_: FromContext<'_>) -> Result<Unconvertible, ConvertError> {
        panic!("from_lisp")
    }
}

impl IntoLisp for Unconvertible {
    fn into_lisp(self, _: IntoContext<'_>) -> Result<Built<'_>, ConvertError> {
        panic!("into_lisp")
    }
}

#[derive(Debug)]
struct Unspeakable;

impl std::fmt::Display for Unspeakable {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        panic!("display")
    }
}

impl std::error::Error for Unspeakable {}

#[test]
fn conversions_and_errors_that_panic_are_errors() {
    let mut e = engine();
    e.define("take", |_: Unconvertible| ());
    e.define("give", || Unconvertible);
    e.define("fail", || Err::<(), _>(Unspeakable));
    e.define("fail-within", |_: &mut Context<'_>| Err::<(), _>(Unspeakable));
    for text in ["(take 1)", "(give)", "(fail)", "(fail-within)"] {
        assert_eq!(code(e.run(text)), Code::HostPanic, "{text}");
    }
    assert_eq!(code(e.eval::<Unconvertible>("1")), Code::HostPanic);
    assert_eq!(e.eval::<i64>("(+ 1 2)").unwrap(), 3);
}

const DEFINITIONS: &str = "
(require 'common-lisp)
(defvar *x* 1)
(defvar *y* 'outer)
(defun x () *x*)
(defun pile (l) (let ((*x* l)) (pile (cons 1 l)) 1))
(defun deep (n) (let ((*x* n)) (+ 1 (deep (+ n 1)))))";

fn common_lisp(limits: Limits) -> Engine {
    prepared(limited(limits))
}

fn prepared(mut e: Engine) -> Engine {
    e.eval::<()>(DEFINITIONS).unwrap();
    e
}

/// Both variables have their outer values: for the form that reads them, and for a function.
fn assert_outer(e: &mut Engine, after: &str) {
    let seen: String = e.eval("(format nil \"~a ~a ~a\" *x* (x) *y*)").unwrap();
    assert_eq!(seen, "1 1 OUTER", "after {after}");
}

#[test]
fn every_other_limit_ends_bindings_as_well() {
    let mut e = common_lisp(Limits { depth: Some(500), ..Limits::default() });
    assert_eq!(code(e.eval::<()>("(deep 0)")), Code::TooDeep);
    assert_outer(&mut e, "too deep a recursion");

    let mut e = common_lisp(Limits { memory: 24 << 20, ..Limits::default() });
    for program in ["(pile nil)", "(let ((*x* nil)) (loop (push 1 *x*)))", "(let ((*x* 2)) (make-array 100000000))"] {
        assert_eq!(code(e.eval::<()>(program)), Code::OutOfMemory, "{program}");
        assert_outer(&mut e, program);
    }

    let (e, _) = waiting(Some(Duration::from_millis(20)));
    let mut e = prepared(e);
    assert_eq!(code(e.eval::<()>("(let ((*x* 2)) (loop (wait)))")), Code::OutOfTime);
    assert_outer(&mut e, "the time is up");
}

#[test]
fn an_interrupt_ends_bindings() {
    let mut e = engine();
    let interrupt = e.interrupt();
    e.define("stop", move || interrupt.interrupt());
    let mut e = prepared(e);
    assert_eq!(code(e.eval::<()>("(let ((*x* 2)) (let ((*y* 3)) (dotimes (i 3) (stop))))")), Code::Interrupted);
    e.interrupt().clear();
    assert_outer(&mut e, "an interrupt");
}

#[test]
fn out_of_memory_outer_values_are_restored() {
    let mut e = common_lisp(Limits::default());
    let program = "(progn (bound-list 40) (handler-case (let ((*y* 3)) (error \"e\")) (error () *y*)))";
    e.eval::<()>("(defun bound-list (n) (let ((*x* (list n))) (if (= n 0) nil (cons *x* (bound-list (- n 1))))))")
        .unwrap();
    let mut refused = 0;
    for n in 1.. {
        e.inspect().refuse_memory(n, true);
        let result = e.eval::<()>(program);
        let met = e.inspect().refuse_memory(0, false);
        if !met {
            break;
        }
        refused += u32::from(result.is_err());
        assert_outer(&mut e, &format!("refusal {n}"));
    }
    assert!(refused > 0 || !cfg!(debug_assertions), "the program needs memory");
}

/// Runs a program that ends by itself with ever more ticks, until it does; after each run, `seen` must be what it is
/// outside.
fn sweep(e: &mut Engine, program: &str, seen: &str, outside: &str) {
    let mut ended = 0;
    for step_ticks in 1.. {
        *e.limits_mut() = Limits { ticks: Some(step_ticks), ..Limits::default() };
        let result = e.eval::<()>(program);
        *e.limits_mut() = Limits::default();
        assert_eq!(e.eval::<String>(seen).unwrap(), outside, "after {step_ticks} ticks of {program}");
        match result {
            Ok(()) => break,
            Err(error) => assert_eq!(error.code(), Code::OutOfTicks, "{program}"),
        }
        ended += 1;
    }
    assert!(ended > 5, "{program} was ended {ended} times only");
}

#[test]
fn out_of_ticks_outer_values_are_restored() {
    let mut e = common_lisp(Limits::default());
    e.eval::<()>("(setq *print-length* nil)").unwrap();
    let seen = "(format nil \"~a ~a ~a ~a ~a\" *x* (x) *y* (boundp 'unbound) *print-length*)";
    for program in [
        "(let ((*x* 2) (*y* 3)) (x) (let ((*x* 4)) (x)) (x))",
        "(progv '(*x* unbound *y*) '(2 3) (x) (setq *x* 4) (x))",
        "(progv '(*x*) '(2) (x) (progv '(*x* *y*) '(3 4) (let ((*x* 4)) (x)) (x)) (x))",
        "(block b (progv '(*x*) '(2) (mapcar (lambda (i) (x) (return-from b i)) '(1 2))))",
        "(handler-case (progv '(*x*) '(2) (x) (error \"e\")) (error () (x)))",
        "(write-to-string '(1 2 3) :length 2)",
    ] {
        sweep(&mut e, program, seen, "1 1 OUTER NIL NIL");
    }
}

#[test]
fn out_of_ticks_parameters_are_restored() {
    let mut e = scheme();
    for program in [
        "(parameterize ((p 2)) (p))",
        "(parameterize ((p 2) (q 3)) (parameterize ((p 4)) (p)) (q))",
        "(call/cc (lambda (k) (parameterize ((p 2)) (k (p)))))",
        "(let ((n 0) (again #f)) (parameterize ((p 2)) (call/cc (lambda (k) (set! again k))) (p)) (set! n (+ n 1)) (if (< n 3) (again #f)))",
        "(guard (e (#t (p))) (parameterize ((p 2)) (raise (p))))",
        "(fluid-let ((x 2) (y 3)) (seen) (fluid-let ((x 4)) (seen)) (seen))",
        "(let ((n 0) (again #f)) (fluid-let ((x 2)) (call/cc (lambda (k) (set! again k))) (seen)) (set! n (+ n 1)) (if (< n 3) (again #f)))",
        "(parameterize ((current-output-port (open-output-string)) (p 2)) (fluid-let ((y 2)) (display (p)) (seen)))",
    ] {
        sweep(&mut e, program, "(seen)", "1 (q) 1 (y)");
    }
}

fn scheme() -> Engine {
    let mut e = engine();
    let definitions = "
        (require 'scheme)
        (define p (make-parameter 1))
        (define q (make-parameter '(q)))
        (define x 1)
        (define y '(y))
        (define (seen) (call-with-output-string (lambda (o) (for-each (lambda (v) (write v o) (display \" \" o)) (list (p) (q) x)) (write y o))))";
    e.eval::<()>(definitions).unwrap();
    e
}

#[test]
fn out_of_ticks_a_search_leaves_no_choices() {
    let mut e = engine();
    e.eval::<()>("(require 'amb)").unwrap();
    let count = "(catch-and-apply 'error (lambda (tag c) (condition-message c)) (fail))";
    for program in [
        "(all-values (let ((a (amb 1 2)) (b (an-integer-between 1 2))) (require-that (= a b)) (list a b)))",
        "(one-value (list (amb 1 2) (one-value (amb 3 4))))",
        "(stream->list (solutions (amb 1 2 3)))",
    ] {
        sweep(&mut e, program, count, "fail: no choice has an alternative left");
    }
}

#[test]
fn out_of_ticks_the_package_is_restored() {
    let mut e = common_lisp(Limits::default());
    e.eval::<()>("(defpackage inner (:use common-lisp))").unwrap();
    let program = "(load (make-string-input-stream \"(in-package inner) (+ 1 2)\"))";
    sweep(&mut e, program, "(package-name *package*)", "COMMON-LISP-USER");
}

#[test]
fn a_dropped_run_leaves_no_names_reserved() {
    let mut e = engine();
    e.eval::<()>("(require 'scheme)").unwrap();
    let program = e.compile(("run", "(let loop ((i 0)) (loop (+ i 1)))\n(define (assert x) x)")).unwrap();
    let mut run = e.start::<()>(&program, ()).unwrap();
    assert!(matches!(run.step(&mut e, 1000).unwrap(), klammer::Step::OutOfTicks));
    drop(run);
    assert!(e.eval::<()>("(assert (= 1 2))").is_err());
}
