//! Tests that a host may go on for ever: evaluations that fail, engines that come and go, and interrupts leak no
//! memory.
//!
//! Resident memory is looked at when a quarter is done, and at the end. Only where the system tells: elsewhere, the
//! engine's own account is what is compared.
//!
//! Calls of the host in any order, which are random (`fuzz/src/embedding`), have their memory counted to the byte.

use std::time::Duration;

use cap::Cap;
use klammer::{Class, ClosedHost, Code, Context, Engine, Handle, HostType, Limits};

#[allow(dead_code, reason = "the targets are a crate of their own")]
#[path = "../fuzz/src/lib.rs"]
mod targets;

#[allow(dead_code, reason = "others use the rest")]
#[path = "support/settings.rs"]
mod settings;

/// Knows how many bytes have been taken and not been given back.
#[global_allocator]
static MEMORY: Cap<std::alloc::System> = Cap::new(std::alloc::System, usize::MAX);

/// Growth of resident memory that is none: what the allocator keeps.
const SLACK: u64 = 3 << 20;

fn times(otherwise: u64) -> u64 {
    otherwise * if cfg!(debug_assertions) { 1 } else { 10 } * settings::number(1, 20)
}

/// Resident memory of the process.
fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split(' ').nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

/// Repeats an operation, and compares the memory.
fn endure(what: &str, count: u64, mut once: impl FnMut(u64)) {
    // By then everything has grown that does so once.
    let early = count / 4;
    (0..early).for_each(&mut once);
    let before = resident();
    (early..count).for_each(&mut once);
    if let (Some(before), Some(after)) = (before, resident()) {
        println!("{what}: {count} times, from {} to {} KiB", before >> 10, after >> 10);
        assert!(after <= before + SLACK, "{what}: {} KiB more after {count} times", (after - before) >> 10);
    }
}

fn builder() -> klammer::EngineBuilder {
    klammer_search::builder().dialect(klammer_scheme::dialect()).dialect(klammer_common_lisp::dialect())
}

fn small_engine() -> Engine {
    let limits = Limits { memory: 4 << 20, ticks: Some(20_000), ..Limits::default() };
    klammer_search::builder().host(ClosedHost::new()).limits(limits).build()
}

/// Programs that fail, each in another phase, and how.
const FAILURES: &[(&str, Code)] = &[
    ("(car 1)", Code::WrongType),
    ("(+ 1 (", Code::Unclosed),
    ("(+ 1 2))", Code::StrayParenthesis),
    ("(if)", Code::Syntax),
    ("(no-such-function 1 2)", Code::UnboundVariable),
    ("((lambda (x) x))", Code::ArgumentCount),
    ("(error \"failed\" '(1 2 3) \"text\")", Code::User),
    ("(throw 'nobody (list 1 2 3))", Code::UncaughtThrow),
    ("(while t)", Code::OutOfTicks),
    ("(make-array 100000000)", Code::OutOfMemory),
    ("(progn (defmacro m () (car 1)) (eval '(m)))", Code::WrongType),
    ("(progn (defmacro m () '(m)) (eval '(m)))", Code::TooComplex),
    ("(unwind-protect (car 1) (cdr 2))", Code::WrongType),
    ("(catch-and-apply 'error (lambda (tag c) (error \"again\" c)) (car 1))", Code::User),
    ("(call/cc (lambda (k) (car k)))", Code::WrongType),
    ("(with-output-to-string (display \"x\") (car 1))", Code::WrongType),
    ("(load \"no-such-file\")", Code::File),
    ("(expt 3 100000000)", Code::IntegerTooLarge),
    ("(exit 3)", Code::Exit),
];

/// One test: what others do in the same process at the same time would be measured, too.
#[test]
fn failures_and_interrupts_leave_no_memory() {
    failed_evaluations();
    failed_evaluations_of_dialects();
    values_that_do_not_fit();
    engines();
    callbacks();
    interrupts();
    names_that_nobody_has();
    calls_in_any_order();
}

fn failed_evaluations() {
    let mut engine = small_engine();
    endure("failed evaluations", times(20_000), |i| {
        let (program, code) = FAILURES[i as usize % FAILURES.len()];
        let error = engine.eval::<()>(program).expect_err(program);
        assert_eq!(error.code(), code, "{program}: {error:#}");
    });
    assert_eq!(engine.eval::<i64>("(+ 40 2)").ok(), Some(42));
    let kept = engine.eval::<usize>("(collect-garbage)").expect("garbage can be collected");
    assert!(kept < 2 << 20, "{kept} bytes are kept");
}

fn failed_evaluations_of_dialects() {
    for (layer, program) in [("scheme", "(vector-ref (vector 1 2) 'a)"), ("common-lisp", "(aref (vector 1 2) 'a)")] {
        let limits = Limits { memory: 8 << 20, ..Limits::default() };
        let mut engine = builder().host(ClosedHost::new()).limits(limits).build();
        engine.eval::<()>(&format!("(require '{layer})")).expect("the layer is there");
        endure(layer, times(20_000), |_| assert!(engine.eval::<()>(program).is_err()));
    }
}

fn values_that_do_not_fit() {
    let mut engine = small_engine();
    endure("values that do not fit", times(10_000), |i| {
        let error = match i % 3 {
            0 => engine.eval::<Vec<i64>>("(list 1 2 'three)").map(|_| ()),
            1 => engine.eval::<String>("(list 1 2 3)").map(|_| ()),
            _ => engine.call::<i64>("no-such-function", (1, 2)).map(|_| ()),
        };
        assert!(error.is_err());
    });
}

fn engines() {
    endure("engines", times(300), |i| {
        let mut engine = small_engine();
        engine.define("host-add", |a: i64, b: i64| a + b);
        engine.define(&format!("host-function-{i}"), |a: i64| a);
        assert_eq!(engine.eval::<i64>("(host-add 40 2)").ok(), Some(42));
        assert!(engine.eval::<()>("(car (list 1 (list 2 \"three\") 4.5e300) (make-table))").is_err());
    });
}

/// Functions of the host that call back, fail and hold objects.
fn callbacks() {
    struct Thing(String);
    impl HostType for Thing {
        const NAME: &'static str = "thing";
        fn describe(class: &mut Class<'_, Thing>) {
            class.define("make-thing", |n: usize| Thing("x".repeat(n)));
            class.size(|t| t.0.capacity());
        }
    }
    let mut engine = small_engine();
    *engine.limits_mut() = Limits { memory: 4 << 20, ..Limits::default() };
    engine.register::<Thing>();
    engine.define("call", |cx: &mut Context<'_>, f: Handle| cx.call::<Handle>(&f, ()));
    endure("callbacks", times(10_000), |i| {
        let text = match i % 4 {
            0 => "(catch 'a (call (lambda () (throw 'a (make-thing 1000)))))",
            1 => "(catch-and-apply 'error (lambda (tag c) c) (call (lambda () (car (make-thing 1000)))))",
            2 => "(call (lambda () (call (lambda () (make-thing 1000)))))",
            _ => "(call (lambda () (car 1)))",
        };
        assert_eq!(engine.eval::<Handle>(text).is_err(), i % 4 == 3);
    });
}

fn interrupts() {
    let mut engine = small_engine();
    *engine.limits_mut() = Limits { memory: 4 << 20, time: Some(Duration::from_secs(600)), ..Limits::default() };
    let handle = engine.interrupt();
    engine.define("stop", move || handle.interrupt());
    endure("interrupts", times(5_000), |_| {
        let error = engine.eval::<()>("(progn (stop) (while t (list 1 2)))").expect_err("it is interrupted");
        assert_eq!(error.code(), Code::Interrupted);
        engine.interrupt().clear();
    });
    assert_eq!(engine.eval::<i64>("(let ((n 0)) (dotimes (i 20000) (setq n i)) n)").ok(), Some(19_999));
}

/// Each evaluation makes symbols of its own, by itself and in the expansions of macros of every kind.
fn names_that_nobody_has() {
    let forms = [
        ("core", "(with-output-to-string (display (gensym)))"),
        ("scheme", "(let loop ((i 0)) (do ((j 0 (+ j 1))) ((= j 2)) (let-values (((a b) (values 1 2))) (+ a b))))"),
        ("common-lisp", "(let ((l (list 1 2))) (incf (car l)) (push 3 l) (loop for x in l sum x))"),
    ];
    for (layer, program) in forms {
        let limits = Limits { memory: 8 << 20, ..Limits::default() };
        let mut engine = builder().host(ClosedHost::new()).limits(limits).build();
        if layer != "core" {
            engine.eval::<()>(&format!("(require '{layer})")).expect("the layer is there");
        }
        endure(layer, times(20_000), |_| engine.eval::<()>(program).expect(program));
    }
}

/// Drops everything that a host has of its engines, and the engines: every byte comes back. Before that, the same calls
/// again and again in one engine take no more each time.
fn calls_in_any_order() {
    let (most, first) = (settings::number(2_000, 100_000), settings::seed());
    let (mut steps, mut seed) = (0, first);
    while steps < most {
        let data = settings::bytes(seed, settings::MAX_FOR_CALLS);
        // The thread and the process keep some things from the first time, such as tables that are made once.
        targets::embedding::run(&data);
        let before = MEMORY.allocated();
        steps += targets::embedding::run(&data).total();
        let after = MEMORY.allocated();
        assert!(after <= before, "calls of seed {seed} leave {} bytes behind", after - before);
        if steps.is_multiple_of(8) {
            steps += targets::embedding::repeat(&settings::bytes(seed, settings::MOST), &|| MEMORY.allocated()).total();
        }
        seed += 1;
    }
    println!("calls in any order: {steps}, seeds {first} to {}", seed - 1);
}
