//! Limits: each ends the evaluation with its code, whatever the program does about it, and leaves the engine usable. Each
//! call is paid for in ticks.
//!
//! The files of `tests/limit` belong to the corpus. Counts that builds without optimisation would take long for are
//! smaller there.
//!
//! For the price of calls, every function gets huge arguments of every kind, and every operator and macro gets forms with
//! very many parts. The test compares the time with the ticks that have been charged. A tick may take 10 µs, which is a
//! thousand times the time of an iteration of a loop. If this very process, with its build and its processor, takes longer
//! for an iteration, a tick may take longer in proportion. Only the time of this thread counts. A full run tries every
//! call instead of some.

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use klammer::{Code, Engine, Handle, Host, Limits};

use crate::support::host::TestHost;
use crate::support::settings::{number, root};

/// Smaller where the engine is not optimised.
const fn scaled(n: u64) -> u64 {
    if cfg!(debug_assertions) { n / 20 } else { n }
}

fn engine(limits: Limits) -> Engine {
    crate::support::host::builder().host(TestHost::new(HashMap::new()).0).limits(limits).build()
}

/// The code that ends `program`; afterwards, the engine must still be able to add.
fn code_of(engine: &mut Engine, program: &str) -> Option<Code> {
    let result = engine.eval::<()>(program);
    assert_eq!(engine.eval::<i64>("(+ 1 2)").ok(), Some(3), "the engine is unusable after {program}");
    result.err().map(|e| e.code())
}

#[test]
fn a_million_calls_fit_the_default_limits() {
    let n = scaled(1_000_000);
    let mut engine = engine(Limits::default());
    let sum: u64 = engine
        .eval(&format!("(defproc sum (n) (if (= n 0) 0 (+ n (sum (- n 1))))) (sum {n})"))
        .expect("deep recursion is bounded by memory only");
    assert_eq!(sum, n * (n + 1) / 2);
    assert_eq!(engine.eval::<u64>(&format!("(catch 'x (+ 1 (catch 'y (sum {n}))))")).ok(), Some(sum + 1));
}

#[test]
fn a_list_nested_a_million_deep_is_no_recursion() {
    let n = scaled(1_000_000);
    let mut engine = engine(Limits::default());
    let program = format!(
        "(defproc nest (n) (let ((l nil)) (dotimes (i n l) (setq l (list l)))))
         (setq a (nest {n}))
         (setq b (nest {n}))
         (setq text (format nil \"~s\" a))
         (list (= a b) (= a (list b)) (string-length text))"
    );
    let handle = engine.eval::<klammer::Handle>(&program).expect("depth of data is no matter");
    assert_eq!(engine.inspect().repr(&handle).expect("short"), format!("(t nil {})", 2 * n + 3));
    let keys = "(let ((t1 (make-table))) (table-set! t1 a 1) (table-ref t1 b))";
    assert_eq!(engine.eval::<u64>(keys).expect("deep keys are hashed"), 1);
    engine.eval::<()>("(setq a nil) (setq b nil) (collect-garbage)").expect("they are dropped");
}

#[test]
fn a_list_nested_a_million_deep_is_read() {
    let n = scaled(1_000_000) as usize;
    let text = format!("(length '{}1{})", "(".repeat(n), ")".repeat(n));
    // Test threads have a small stack, and builds without optimisation need much of it.
    let mut engine = engine(Limits { nesting: 50, ..Limits::default() });
    assert_eq!(engine.eval::<u64>(&text).expect("data may be nested without limit"), 1);
    let code = format!("{}1{}", "(+ ".repeat(n), ")".repeat(n));
    assert_eq!(code_of(&mut engine, &code), Some(Code::TooComplex));
    assert_eq!(code_of(&mut engine, &"(".repeat(n)), Some(Code::Unclosed));
    assert_eq!(code_of(&mut engine, &"'".repeat(n)), Some(Code::Unclosed));
    assert_eq!(code_of(&mut engine, &format!("{}1{}", "`(".repeat(n), ")".repeat(n))), Some(Code::TooComplex));
    let quotes = format!("(length {}a)", "'".repeat(n));
    assert_eq!(engine.eval::<u64>(&quotes).expect("quotes of quotes"), 2);
}

#[test]
fn unreferenced_texts_are_collected() {
    let mut engine = engine(Limits { memory: 8 << 20, ..Limits::default() });
    for i in 0..scaled(20_000) {
        engine.eval::<()>(&format!("(defproc g (x) (list x {i})) (g 1)")).expect("the host's texts leave nothing");
    }
}

#[test]
fn endless_recursion_ends_with_a_short_trace() {
    let mut engine = engine(Limits { memory: 16 << 20, ..Limits::default() });
    let program = "(defproc f (n) (+ 1 (g n)))\n(defproc g (n) (+ 1 (f n)))\n(f 0)";
    let error = engine.eval::<()>(program).expect_err("memory is limited");
    assert_eq!(error.code(), Code::OutOfMemory);
    assert!((1..100).contains(&error.trace().len()), "{} frames", error.trace().len());
    assert!(format!("{error:#}").len() < 4000);
    *engine.limits_mut() = Limits { depth: Some(100), ..Limits::default() };
    let error = engine.eval::<()>("(f 0)").expect_err("depth is limited");
    assert_eq!(error.code(), Code::TooDeep);
    assert!(format!("{error:#}").contains("in `f`"), "{error:#}");
}

#[test]
fn endless_recursion_ends_by_depth_before_memory() {
    let mut engine = engine(Limits::default());
    let error = engine.eval::<()>("(defproc f (n) (+ 1 (f n)))\n(f 0)").expect_err("it is endless");
    let message =
        "`f` calls itself again and again with the same arguments: 2000000 calls are under way (the depth limit)";
    assert_eq!((error.code(), error.message()), (Code::TooDeep, message));
    let help = "each call of `f` gets the arguments of the first one: pass the new value that a step returns";
    assert_eq!(error.help(), Some(help));
    let calls: u64 = error.trace().iter().map(|frame| u64::from(frame.repeated)).sum();
    assert!((1_999_990..=2_000_000).contains(&calls), "{calls} calls");
    assert!(engine.usage().memory < 200 << 20, "{} bytes", engine.usage().memory);
    engine.limits_mut().depth = Some(200_000);
    let error = engine
        .eval::<()>("(defproc even (n) (+ 1 (odd n)))\n(defproc odd (n) (+ 1 (even n)))\n(even 0)")
        .expect_err("so is this");
    let calls: u64 = error.trace().iter().map(|frame| u64::from(frame.repeated)).sum();
    assert!((199_990..=200_000).contains(&(calls + error.calls_left_out())), "{calls} calls");
    assert_eq!(error.trace().len(), 48);
}

/// A host whose files are slow: each call takes a tenth of a second by its clock. It has one file, which has no end.
struct SlowFiles(Arc<AtomicU64>);

impl SlowFiles {
    fn work(&self) {
        self.0.fetch_add(100, Ordering::Relaxed);
    }
}

impl Host for SlowFiles {
    fn write(&mut self, _: &str) -> io::Result<()> {
        self.work();
        Ok(())
    }

    fn now(&self) -> Duration {
        Duration::from_millis(self.0.load(Ordering::Relaxed))
    }

    fn open_file(&self, _: &Path) -> io::Result<Box<dyn io::Read>> {
        self.work();
        Ok(Box::new(io::repeat(b' ')))
    }

    fn file_exists(&self, _: &Path) -> io::Result<bool> {
        self.work();
        Ok(false)
    }

    fn write_file(&mut self, _: &Path, _: &str) -> io::Result<()> {
        self.work();
        Ok(())
    }
}

#[test]
fn the_clock_is_read_after_each_host_call() {
    for program in [
        "(while t (write-file \"a\" \"b\"))",
        "(while t (file-exists? \"a\"))",
        "(while t (print 1))",
        "(while t (open-output-file \"a\"))",
    ] {
        let clock = Arc::new(AtomicU64::new(0));
        let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
        let mut engine = crate::support::host::builder().host(SlowFiles(Arc::clone(&clock))).limits(limits).build();
        let error = engine.eval::<()>(program).expect_err("it is endless");
        assert_eq!(error.code(), Code::OutOfTime, "{program}");
        assert_eq!(clock.load(Ordering::Relaxed), 1000, "{program}");
    }
}

#[test]
fn an_endless_file_is_charged_while_it_is_read() {
    let programs = [
        "(read-file \"a\")",
        "(load \"a\")",
        "(require 'a)",
        "(read-line (open-input-file \"a\"))",
        "(read-lines \"a\")",
    ];
    for program in programs {
        let limits = Limits { memory: 16 << 20, ..Limits::default() };
        let mut engine = crate::support::host::builder().host(SlowFiles(Arc::default())).limits(limits.clone()).build();
        assert_eq!(code_of(&mut engine, program), Some(Code::OutOfMemory), "{program}");
        let used = engine.usage().memory;
        assert!(used < 16 << 20, "{program} left {used} bytes");
        *engine.limits_mut() = Limits { ticks: Some(10_000), ..limits };
        assert_eq!(code_of(&mut engine, program), Some(Code::OutOfTicks), "{program}");
    }
    let limits = Limits { memory: 16 << 20, ..Limits::default() };
    let mut engine = crate::support::host::builder().host(SlowFiles(Arc::default())).limits(limits).build();
    assert_eq!(engine.run(Path::new("a")).map_err(|e| e.code()), Err(Code::OutOfMemory));
}

#[test]
fn the_depth_limit_is_exact_enough() {
    let depth = |limit| {
        let mut engine = engine(Limits { depth: Some(limit), ..Limits::default() });
        engine.eval::<()>("(defproc deep (n) (if (= n 0) 0 (+ 1 (deep (- n 1)))))").expect("a definition");
        (1..2000u64).take_while(|n| engine.eval::<u64>(&format!("(deep {n})")).ok() == Some(*n)).count()
    };
    for limit in [10, 100, 1000] {
        let reached = depth(limit);
        assert!((limit - 5..=limit).contains(&reached), "limit {limit} allows {reached} calls");
    }
}

#[test]
fn a_tick_count_is_the_same_every_time() {
    let program =
        "(defproc fib (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))) (list (fib 12) (map-with fib (iota 10)))";
    let ticks = |memory| {
        let mut engine = engine(Limits { memory, ..Limits::default() });
        engine.eval::<()>(program).expect("it ends");
        engine.usage().ticks
    };
    let needed = ticks(1 << 30);
    assert_eq!(needed, ticks(1 << 30));
    assert_eq!(needed, ticks(4 << 20), "collections take no ticks");
    let with = |step_ticks| {
        engine(Limits { ticks: Some(step_ticks), ..Limits::default() }).eval::<()>(program).map_err(|e| e.code())
    };
    assert_eq!(with(needed + 1), Ok(()));
    assert_eq!(with(needed / 2), Err(Code::OutOfTicks));
}

#[test]
fn copies_of_functions_take_the_ticks_of_calls() {
    let definitions = "(defproc fib (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
        (defproc mapped (f l) (if (null? l) nil (cons (f (first l)) (mapped f (rest l)))))
        (defproc leaves (x) (if (pair? x) (+ (leaves (first x)) (leaves (rest x))) 1))
        (defproc below (a b) (cond ((= a b) nil) ((> a 5) (below (+ a 2) b)) (t (cons a (below (+ a 1) b)))))
        (defproc local (n) (letrec ((f (lambda (n) (if (= n 0) 0 (+ n (f (- n 1))))))) (f n)))";
    // An inspected engine makes each call.
    let mut engines = [true, false].map(|inspected| {
        let mut engine =
            crate::support::host::builder().host(TestHost::new(HashMap::new()).0).inspected(inspected).build();
        engine.eval::<()>(definitions).expect("definitions");
        engine
    });
    let calls =
        ["(fib 12)", "(fib 7.5)", "(mapped 1+ '(1 2 3 4 5 6 7 8))", "(leaves '((1 2) (3 (4 5))))", "(below 0 8)"];
    for call in calls.into_iter().chain(["(local 0)", "(local 1)", "(local 2)", "(local 11)"]) {
        let [inspected, copied] = engines.each_mut().map(|engine| {
            engine.eval::<Handle>(call).expect("it ends");
            engine.usage().ticks
        });
        assert_eq!(inspected, copied, "{call}");
    }
}

#[test]
fn another_thread_can_interrupt() {
    let mut engine = engine(Limits::default());
    for program in [
        "(while t)",
        "(defproc f () (f)) (f)",
        "(catch nil (unwind-protect (while t) (while t)))",
        "(let loop () (catch-and-apply nil (lambda (tag c) (loop)) (while t)))",
        "(let ((l (list 1))) (set-cdr! l l) (last-pair l))",
        "(defmacro spin () (while t)) (spin)",
    ] {
        let handle = engine.interrupt();
        let waker = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            handle.interrupt();
        });
        let start = Instant::now();
        let code = engine.eval::<()>(program).err().map(|e| e.code());
        waker.join().expect("the other thread");
        assert_eq!(code, Some(Code::Interrupted), "{program}");
        assert!(start.elapsed() < Duration::from_secs(10), "{program}");
        engine.interrupt().clear();
        assert_eq!(code_of(&mut engine, "1"), None);
    }
}

#[test]
fn time_is_up_soon_after_its_limit() {
    for program in ["(while t)", "(let ((x 3)) (while t (setq x (modulo (* x x) 1000000007))))", "(let loop () (loop))"]
    {
        let mut engine = engine(Limits { time: Some(Duration::from_millis(50)), ..Limits::default() });
        let start = Instant::now();
        assert_eq!(code_of(&mut engine, program), Some(Code::OutOfTime));
        assert!(start.elapsed() < Duration::from_secs(5), "{program} took {:?}", start.elapsed());
    }
}

#[test]
fn memory_stays_below_its_limit_over_evaluations() {
    let mut engine = engine(Limits { memory: 4 << 20, ..Limits::default() });
    engine.eval::<()>("(setq kept (iota 1000)) (setq l nil)").expect("small");
    for _ in 0..10 {
        assert_eq!(code_of(&mut engine, "(while t (setq l (cons l l)))"), Some(Code::OutOfMemory));
        assert!(engine.usage().memory <= 4 << 20);
        engine.eval::<()>("(setq l nil)").expect("there is room for an assignment");
        assert_eq!(code_of(&mut engine, "(defproc f (n) (+ 1 (f n))) (f 1)"), Some(Code::OutOfMemory));
        assert_eq!(
            code_of(&mut engine, "(let ((s \"ab\")) (while t (setq s (string-append s s))))"),
            Some(Code::OutOfMemory)
        );
        assert_eq!(engine.eval::<u64>("(apply + kept)").expect("what was kept is there"), 499_500);
    }
}

#[test]
fn refusing_finds_what_asks() {
    if cfg!(debug_assertions) {
        let mut engine = Engine::new();
        engine.inspect().refuse_memory(1, false);
        let error = engine.eval::<String>("(string-append \"a\" \"b\")").expect_err("it needs memory");
        assert_eq!(error.code(), Code::OutOfMemory);
        assert!(engine.inspect().refuse_memory(0, false));
        assert_eq!(engine.eval::<String>("(string-append \"a\" \"b\")").ok().as_deref(), Some("ab"));
    }
}

/// Runs a program on a thread with the native stack that the default limits ask for.
fn nesting_code_of(text: &'static str) -> Result<(), Code> {
    let run = move || crate::support::documented::engine().0.eval::<()>(text).map_err(|e| e.code());
    std::thread::Builder::new().stack_size(8 << 20).spawn(run).unwrap().join().unwrap()
}

#[test]
fn nested_macros_with_deep_code_hit_the_limit() {
    let program = "
        (defproc nest (k form) (dotimes (i k form) (setq form (list 'progn (list 'if 't form)))))
        (defmacro deep (n) (if (= n 0) 1 (eval (nest 200 (list 'deep (- n 1))))))
        (deep 38)";
    assert_eq!(nesting_code_of(program), Err(Code::TooComplex));
}

#[test]
fn anonymous_macros_are_limited_in_depth() {
    let program = "
        (defproc nest (k) (let ((form 1)) (dotimes (i k form) (setq form (list (list 'mlambda 'args form))))))
        (eval (nest 20))";
    assert_eq!(nesting_code_of(program), Ok(()));
    let program = "
        (defproc nest (k) (let ((form 1)) (dotimes (i k form) (setq form (list (list 'mlambda 'args form))))))
        (eval (nest 100000))";
    assert_eq!(nesting_code_of(program), Err(Code::TooComplex));
}

#[test]
fn library_macros_compile_deep_inside_a_form() {
    let program = "
        (defproc nest (k form) (dotimes (i k form) (setq form (list 'progn form))))
        (eval (nest 150 '(dotable (key value (make-table)) key)))";
    assert_eq!(nesting_code_of(program), Ok(()));
}

#[cfg(unix)]
#[test]
fn a_named_pipe_is_refused_instead_of_waited_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let path = pipe.display();
    let mut e = crate::support::host::builder().host(klammer::StdHost::new().allow_writing(true)).build();
    for program in [
        format!("(read-file \"{path}\")"),
        format!("(load \"{path}\")"),
        format!("(open-input-file \"{path}\")"),
        format!("(write-file \"{path}\" \"text\")"),
        format!("(close-port (open-output-file \"{path}\"))"),
    ] {
        let error = e.eval::<()>(&program).expect_err(&program);
        assert_eq!(error.code(), Code::File, "{program}");
        assert!(error.to_string().contains("is a named pipe"), "{error}");
    }
    // A pipe that has a name can be removed.
    e.eval::<()>(&format!("(delete-file \"{path}\")")).expect("it is gone");
    assert!(!pipe.exists());
}

/// Nanoseconds that a tick may take, where an iteration of a loop takes [`TURN`].
const MOST: f64 = 10_000.0;
const TURN: f64 = 10.0;

/// Ticks that every call has for nothing: to compile it, and for a collection of all the huge things that happens to be
/// due.
const FREE: f64 = 5000.0;

/// A call charged more than this may have left much garbage. It is collected before the next call is timed.
const WASTEFUL: f64 = 100_000.0;

/// Interval of the calls that are tried, unless all are requested.
const EVERY: usize = if cfg!(debug_assertions) { 101 } else { 11 };

/// Number of repetitions of a call whose cost might hide in the free ticks: their total cost must not.
const REPEATED: usize = 100;

/// Ticks that each of these has for nothing: to compile it.
const COMPILING: f64 = 50.0;

/// Number of names of a dialect after which the huge things are made again: some functions change them.
const LASTING: usize = 40;

/// Huge things by name, and calls with them. In a call, `@` is the function or operator, `%` a huge thing.
struct Market {
    layer: &'static str,
    huge: &'static [(&'static str, &'static str)],
    calls: &'static [&'static str],
    /// An expression that tells whether the huge things are what they were, and its value. Empty in a dialect.
    whole: (&'static str, &'static str),
    /// Interval of the calls that are tried.
    every: usize,
}

const FUNCTIONS: Market = Market {
    layer: "",
    huge: &[
        ("long-list", "(iota 1000000)"),
        ("circle", "(let ((l (iota 1000))) (set-cdr! (drop 999 l) l) l)"),
        ("deep", "(let ((l nil)) (dotimes (i 100000 l) (setq l (list l))))"),
        ("text", r"(make-string 20000000 #\a)"),
        ("words", r#"(string-repeat "ä b\n" 4000000)"#),
        ("name", r"(string->symbol (make-string 65536 #\b))"),
        ("number", "(- (arithmetic-shift 1 4000000) 1)"),
        ("other-number", "(- (arithmetic-shift 1 3999999) 12345)"),
        ("ratio", "(/ (+ (arithmetic-shift 1 40000) 1) (arithmetic-shift 1 39998))"),
        ("vector", "(make-array 2000000 7)"),
        ("matrix", "(make-array '(2000 1000) 7)"),
        ("empty-lists", "(make-array 2000000 nil)"),
        ("rows", "(make-array '(1000 1000) '(1 2))"),
        ("table", "(let ((h (make-table))) (dotimes (i 100000 h) (table-set! h i i)))"),
        ("texts", r#"(map-with (lambda (i) "a text") (iota 300000))"#),
        ("lists", "(map-with list (iota 300000))"),
        ("condition", r"(catch-and-apply 'error (lambda (tag c) c) (error (make-string 5000000 #\a)))"),
        ("port", r"(open-input-string (make-string 5000000 #\a))"),
    ],
    calls: &[
        "(@ %)",
        "(@ % %)",
        "(@ % 3)",
        "(@ 3 %)",
        "(@ % car)",
        "(@ car %)",
        "(@ % \"a\")",
        "(@ \"a\" %)",
        "(@ % #\\a)",
        "(@ #\\a %)",
        "(@ % 'a)",
        "(@ 'a %)",
        "(@ % % %)",
        "(@ % 1 2)",
        "(@ 1 2 %)",
        "(@ car % %)",
        "(@ % 1 %)",
        "(@ % \"a\" \"b\")",
        "(@ 1 % 2)",
        "(@ % % % %)",
        "(apply @ huge-long-list)",
    ],
    whole: (
        "(list (length huge-long-list) (length huge-texts) (length huge-lists) (length huge-deep) (table-count huge-table)
               (string-length huge-text) (aref huge-vector 0) (eof-object? (peek-char huge-port)))",
        "(1000000 300000 300000 1 100000 20000000 7 nil)",
    ),
    every: EVERY,
};

const OPERATORS: Market = Market {
    layer: "",
    huge: &[
        ("names", "(map-with (lambda (i) (gensym)) (iota 200000))"),
        ("bindings", "(map-with (lambda (i) (list (gensym) 1)) (iota 200000))"),
        ("clauses", "(map-with (lambda (i) (list (list 'f i) i)) (iota 200000))"),
        ("cases", "(map-with (lambda (i) (list (list i) i)) (iota 200000))"),
        ("numbers", "(iota 200000)"),
        ("templates", "(map-with (lambda (i) (list 'unquote i)) (iota 200000))"),
    ],
    calls: &[
        "(eval (cons '@ %))",
        "(eval (list '@ % 1))",
        "(eval (list '@ 'name % 1))",
        "(eval (list '@ 1 %))",
        "(eval (list* '@ 'name %))",
        "(eval (list* '@ '((a 1)) %))",
    ],
    whole: ("(list (length huge-names) (length huge-bindings) (length huge-clauses))", "(200000 200000 200000)"),
    every: EVERY,
};

/// Texts that are gone through to their end: nothing that is looked for occurs in them.
const TEXTS: Market = Market {
    layer: "",
    huge: &[("text", r"(make-string 20000000 #\a)"), ("words", r#"(string-repeat "ä b\n" 4000000)"#)],
    calls: &[
        "(@ %)", "(@ % %)", "(@ % (string-copy %))", "(@ % \"q\")", "(@ \"q\" %)", "(@ % #\\q)", "(@ #\\q %)",
        "(@ % 19999990)", "(@ 'q %)", "(@ car %)",
    ],
    whole: ("(list (string-length huge-text) (string-search \"q\" huge-text))", "(20000000 nil)"),
    every: if cfg!(debug_assertions) { 7 } else { 3 },
};

/// They end the program.
const LEFT_OUT: &[&str] = &["exit", "%exit", "emergency-exit", "quit"];

/// Nanoseconds that this thread has had of the processor.
fn processor_time() -> f64 {
    let statistics =
        std::fs::read_to_string("/proc/thread-self/schedstat").expect("the kernel counts the time of threads");
    statistics.split_whitespace().next().and_then(|n| n.parse().ok()).expect("nanoseconds come first")
}

impl Market {
    fn engine(&self) -> Engine {
        let limits = Limits { ticks: Some(4_000_000), time: Some(Duration::from_secs(600)), ..Limits::default() };
        let mut engine = crate::support::host::builder().host(TestHost::new(HashMap::new()).0).limits(limits).build();
        self.prepare(&mut engine);
        if !self.layer.is_empty() {
            engine.eval::<()>(&format!("(require '{})", self.layer)).expect("the layer is there");
        }
        engine
    }

    fn prepare(&self, engine: &mut Engine) {
        for (name, expression) in self.huge {
            engine.eval::<()>(&format!("(setq huge-{name} {expression})")).unwrap_or_else(|e| panic!("{name}: {e:#}"));
        }
    }

    /// Returns whether the huge things are unchanged. Some functions take them apart.
    fn is_whole(&self, engine: &mut Engine) -> bool {
        let seen = engine.eval::<Handle>(self.whole.0).and_then(|v| engine.inspect().repr(&v));
        seen.is_ok_and(|text| text == self.whole.1)
    }

    /// Makes the calls with these functions or operators; returns those that were too dear.
    fn overpriced(&self, names: &[String]) -> Vec<String> {
        let every = number(self.every, 1);
        let mut engine = self.engine();
        let per_turn = calibrate(&mut engine).max(TURN);
        let most = MOST * per_turn / TURN;
        let (mut dear, mut number, mut tried) = (Vec::new(), 0, 0);
        let called = names.iter().filter(|n| !LEFT_OUT.contains(&n.as_str()));
        for (i, name) in called.enumerate() {
            let begun = processor_time();
            for (pattern, (huge, _)) in
                self.calls.iter().flat_map(|call| self.huge.iter().map(move |huge| (call, huge)))
            {
                number += 1;
                if number % every != 0 {
                    continue;
                }
                tried += 1;
                let call = pattern.replace('%', &format!("huge-{huge}")).replace('@', name);
                let start = processor_time();
                let result = engine.eval::<()>(&call);
                let taken = processor_time() - start;
                let ticks = engine.usage().ticks as f64;
                let hides = taken > (ticks + COMPILING) * most + FREE * most / REPEATED as f64;
                // No program makes a call once more that has come to a limit.
                let is_over = result.as_ref().is_err_and(|e| e.code() == Code::OutOfMemory);
                let times = if hides && !is_over && taken < FREE * most { REPEATED } else { 0 };
                let (mut all_ticks, mut all_taken) = (ticks, taken);
                for _ in 0..times {
                    let start = processor_time();
                    let _ = engine.eval::<()>(&call);
                    all_taken += processor_time() - start;
                    all_ticks += engine.usage().ticks as f64 + COMPILING;
                }
                if all_taken > (all_ticks + FREE) * most {
                    let end = result.map_or_else(|e| e.code().as_str(), |()| "ok");
                    dear.push(format!("{:.1} ms for {ticks} ticks, {end}: {call}", taken / 1e6));
                }
                if all_ticks > WASTEFUL && !self.layer.is_empty() {
                    engine = self.engine();
                } else if all_ticks > WASTEFUL {
                    engine.eval::<()>("(collect-garbage)").expect("a collection");
                }
            }
            println!("{name}: {:.0} ms", (processor_time() - begun) / 1e6);
            match self.whole.0 {
                "" if i % LASTING == LASTING - 1 => engine = self.engine(),
                "" => {}
                _ if i % 8 == 7 && !self.is_whole(&mut engine) => self.prepare(&mut engine),
                _ => {}
            }
        }
        println!("{tried} calls with {} names, {per_turn:.0} ns a turn", names.len());
        dear
    }
}

/// Natives that only the library calls, in these folders.
fn hidden_names(folders: &[&str]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for folder in folders {
        for file in std::fs::read_dir(root().join(folder)).expect("the folder is there") {
            let text = std::fs::read_to_string(file.expect("a file").path()).unwrap_or_default();
            for line in text.lines().map(str::trim_start) {
                let row = line.strip_prefix("fn ").unwrap_or(line).strip_prefix("\"%");
                names.extend(row.and_then(|rest| rest.split_once("\" (")).map(|(name, _)| format!("%{name}")));
            }
        }
    }
    names
}

/// Nanoseconds that a tick takes in a loop here.
fn calibrate(engine: &mut Engine) -> f64 {
    let start = processor_time();
    engine.eval::<()>("(let ((n 0)) (dotimes (i 1000000) (setq n (+ n 1))))").expect("a loop");
    (processor_time() - start) / engine.usage().ticks as f64
}

/// Returns the names of the core: functions, and operators with macros.
fn names() -> (Vec<String>, Vec<String>) {
    let mut engine = crate::support::host::builder().host(TestHost::new(HashMap::new()).0).build();
    let mut all: BTreeSet<String> = engine.docs().names().into_iter().collect();
    all.extend(hidden_names(&["src/builtins", "src/vm"]));
    all.into_iter().partition(|name| {
        let shown = engine.eval::<Handle>(name).and_then(|v| engine.inspect().repr(&v));
        !shown.is_ok_and(|text| text.starts_with("#<special-operator") || text.starts_with("#<macro"))
    })
}

#[test]
fn no_function_takes_more_than_it_charges() {
    let dear = FUNCTIONS.overpriced(&names().0);
    assert!(dear.is_empty(), "{} calls:\n{}", dear.len(), dear.join("\n"));
}

#[test]
fn no_function_of_texts_exceeds_its_charge() {
    let dear = TEXTS.overpriced(&names().0);
    assert!(dear.is_empty(), "{} calls:\n{}", dear.len(), dear.join("\n"));
}

#[test]
fn no_word_of_a_dialect_exceeds_its_charge() {
    let mut dear = Vec::new();
    for (layer, folder) in [("scheme", "crates/scheme/src"), ("common-lisp", "crates/common-lisp/src")] {
        let market = Market { layer, whole: ("", ""), every: EVERY, ..TEXTS };
        let mut names: BTreeSet<String> = market.engine().docs().names().into_iter().collect();
        names.extend(hidden_names(&[folder]));
        dear.extend(market.overpriced(&Vec::from_iter(names)));
    }
    assert!(dear.is_empty(), "{} calls:\n{}", dear.len(), dear.join("\n"));
}

#[test]
fn no_form_takes_more_than_it_charges() {
    let dear = OPERATORS.overpriced(&names().1);
    assert!(dear.is_empty(), "{} calls:\n{}", dear.len(), dear.join("\n"));
}
