//! Calls of every name with unexpected values and forms. Nothing panics, no error is internal, every value prints,
//! nothing exceeds the time of its ticks, and the engine continues. Every call follows from its number; the seed is the
//! number of the first one.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use klammer::{Code, Engine, Handle, Limits};

use crate::support::host::{Heard, TestHost};
use crate::support::settings::root;
use crate::support::settings::{number, seed};

/// Native stack for the calls: what a thread of a host has.
const STACK: usize = 2 << 20;

/// Calls that an engine answers before it is replaced.
const CALLS_PER_ENGINE: u64 = 250;

/// Limits of a call.
const TICKS: u64 = 5_000;
const MEMORY: usize = 24 << 20;

/// Real time after which a call is looked at more closely.
const SLOW: Duration = Duration::from_millis(200);

/// Processor time for the ticks of a call and of printing its value. A tick takes at most 100 microseconds, four times
/// as much without optimisation.
const WORTH: Duration = Duration::from_micros(2 * TICKS * if cfg!(debug_assertions) { 400 } else { 100 });

/// A call that takes longer hangs.
const HANG: Duration = Duration::from_secs(120);

/// Random numbers that follow from a seed: SplitMix64.
struct Choices(u64);

impl Choices {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// Names that are only meant for the library and the compiler: they stand in rows and in its definitions.
fn helpers() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let root = root();
    let mut open = vec![root.join("src"), root.join("lisp")];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(std::fs::read_dir(&path).expect("the folder").map(|e| e.expect("an entry").path()));
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("the file");
        for line in text.lines() {
            let line = line.trim_start();
            // A row of a native, of the machine or of an operator; definitions of the library.
            let rows = ["fn \"%", "\"%", "(defproc %", "(definline (%", "(defmacro %"];
            let Some(rest) = rows.iter().find_map(|b| line.strip_prefix(b)) else { continue };
            let Some(end) = rest.find(['"', ' ', ')']) else { continue };
            found.insert(format!("%{}", &rest[..end]));
        }
    }
    found
}

/// An engine in which `(q0)`, `(q1)` ... make the values of a language.
fn engine(language: &Language, module: Option<&str>) -> (Engine, Heard) {
    let files = HashMap::from([("a.lisp".into(), "1".to_string()), ("a.txt".into(), "some\ntext".to_string())]);
    let (host, heard) = TestHost::new(files);
    let mut engine = crate::support::host::builder().host(host).build();
    let mut begin = language.begin.to_string();
    if let Some(module) = module {
        begin.push_str(&format!("(require '{module})"));
    }
    let [before, between, after] = language.define;
    for (i, value) in language.values().iter().enumerate() {
        begin.push_str(&format!("{before}q{i}{between}{value}{after}\n"));
    }
    engine.eval::<()>(&begin).unwrap_or_else(|e| panic!("{}: {e:#}", language.name));
    *engine.limits_mut() = Limits { ticks: Some(TICKS), memory: MEMORY, integer_bits: 1 << 16, ..Limits::default() };
    (engine, heard)
}

/// A name, and how many arguments it takes: at least, and at most.
struct Name {
    name: String,
    least: usize,
    most: usize,
}

impl Name {
    /// Returns a name with its documented arity, or with any arity.
    fn new(engine: &mut Engine, name: String) -> Name {
        let usage = engine.docs().describe(&name).and_then(|d| d.usage.first().cloned()).unwrap_or_default();
        let words: Vec<&str> = usage.trim_end_matches(')').split_whitespace().skip(1).collect();
        if words.is_empty() {
            return Name { name, least: 0, most: 4 };
        }
        let least = words.iter().take_while(|w| !w.starts_with('[') && !w.ends_with("...")).count();
        let most = if usage.contains("...") || usage.contains('&') { least + 4 } else { words.len() };
        Name { name, least, most }
    }
}

/// Returns the call of this number: one of these names, with some of the values.
fn call(values: usize, names: &[Name], number: u64) -> String {
    let mut choices = Choices(number);
    // One name after the other, so that all are called.
    let Name { name, least, most } = &names[(number % names.len() as u64) as usize];
    let count = if choices.below(8) == 0 { choices.below(6) } else { least + choices.below(most - least + 1) };
    let of_forms = choices.below(4) == 0;
    let mut text = format!("({name}");
    for _ in 0..count {
        if of_forms && choices.below(3) > 0 {
            text.push_str(&format!(" {}", choices.pick(FORMS)));
        } else {
            text.push_str(&format!(" (q{})", choices.below(values)));
        }
    }
    text.push(')');
    text
}

/// Time of the processor that this thread has taken, where the system tells.
fn processor() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// Makes a call; the code of its error.
fn make(engine: &mut Engine, text: &str) -> Result<Option<Code>, String> {
    let result = engine.eval::<Handle>(("<call>", text));
    match result {
        Ok(value) => match engine.inspect().repr(&value) {
            Err(e) if !e.is_limit() => Err(format!("its value cannot be printed: {e:#}")),
            _ => Ok(None),
        },
        Err(e) if e.code() == Code::Internal => Err(format!("{e:#}")),
        Err(e) if format!("{e:#}").len() > 100_000 => Err(format!("an error of {} bytes", format!("{e:#}").len())),
        Err(e) => Ok(Some(e.code())),
    }
}

/// Makes a call in an engine of its own, and returns whether it takes longer than its ticks are worth.
fn is_late(language: &Language, module: Option<&str>, text: &str) -> Option<String> {
    let (mut engine, _) = engine(language, module);
    let before = processor()?;
    let code = make(&mut engine, text);
    let took = processor()?.saturating_sub(before);
    (took > WORTH).then(|| format!("it took {took:?} of the processor, {} ticks ({code:?})", engine.usage().ticks))
}

/// Calls of a language, `calls` of them; what is wrong, and how they ended.
fn drive(language: &Language, module: Option<&str>, calls: u64, now: &Mutex<(Instant, String)>) -> Vec<String> {
    let begin = Instant::now();
    let (mut engine_of_names, _) = engine(language, module);
    let mut names: BTreeSet<String> = engine_of_names.docs().names().into_iter().filter(|n| !is_own(n)).collect();
    if module.is_none() {
        let known =
            |n: &String| !matches!(make(&mut engine_of_names, &format!("({n})")), Ok(Some(Code::UnboundVariable)));
        names.extend(helpers().into_iter().filter(known));
    }
    let names: Vec<Name> = names.into_iter().map(|n| Name::new(&mut engine_of_names, n)).collect();
    let values = language.values().len();
    let first = seed();
    let (mut wrong, mut ends) = (Vec::new(), BTreeMap::<&str, u64>::new());
    let mut subject = None;
    for number in first..first + calls {
        if number % CALLS_PER_ENGINE == 0 {
            subject = None;
        }
        let (engine, heard) = subject.get_or_insert_with(|| engine(language, module));
        let text = call(values, &names, number);
        *now.lock().expect("the other thread only looks") = (Instant::now(), format!("{}: {text}", language.name));
        let began = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| make(engine, &text)));
        heard.take_output();
        heard.take_warnings();
        let slow = began.elapsed() > SLOW;
        let fault = match result {
            Ok(Ok(code)) => {
                *ends.entry(code.map_or("a value", Code::as_str)).or_default() += 1;
                if slow { is_late(language, module, &text) } else { None }
            }
            Ok(Err(fault)) => Some(fault),
            Err(panic) => {
                let said = panic.downcast_ref::<String>().map(String::as_str);
                Some(format!("a panic: {}", said.or(panic.downcast_ref::<&str>().copied()).unwrap_or("")))
            }
        };
        if let Some(fault) = fault {
            wrong.push(format!("{} {}, call {number}: {text}\n    {fault}", language.name, module.unwrap_or("")));
            subject = None;
        } else if let Some((engine, _)) = &mut subject
            && number % 16 == 0
        {
            // A call may have redefined or filled everything: that is its right. Limits are no excuse for anything
            // else.
            let limits = engine.limits_mut().clone();
            *engine.limits_mut() = Limits { memory: 4 * MEMORY, ..limits.clone() };
            match engine.eval::<i64>("((lambda (x y) y) 1 2)") {
                Ok(2) => *engine.limits_mut() = limits,
                Err(e) if !e.is_limit() => subject = None,
                other => wrong.push(format!("{}, after call {number}: the engine says {other:?}", language.name)),
            }
        }
    }
    println!(
        "{} {}: {calls} calls of {} names in {:.1} s",
        language.name,
        module.unwrap_or(""),
        names.len(),
        begin.elapsed().as_secs_f64()
    );
    println!("    {}", ends.iter().map(|(end, n)| format!("{end} {n}")).collect::<Vec<_>>().join(", "));
    wrong
}

/// Returns whether it is a name of the functions that make values.
fn is_own(name: &str) -> bool {
    let digits = name.strip_prefix(['q', 'Q']).unwrap_or(name);
    digits.len() < name.len() && digits.chars().all(|c| c.is_ascii_digit())
}

/// Drives on a thread with an ordinary stack, and watches that each call comes to an end.
fn run(language: &'static Language, modules: &'static [Option<&'static str>], share: u64) {
    let calls = number(2_000, 100_000) / share / modules.len() as u64;
    let now = Arc::new(Mutex::new((Instant::now(), String::new())));
    let watched = Arc::clone(&now);
    let drive_all =
        move || modules.iter().flat_map(|module| drive(language, *module, calls, &watched)).collect::<Vec<_>>();
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(drive_all).expect("a thread");
    while !worker.is_finished() {
        std::thread::sleep(Duration::from_millis(50));
        let (begin, text) = now.lock().expect("the other thread does not panic").clone();
        if begin.elapsed() > HANG {
            eprintln!("this does not end: {text}");
            std::process::exit(1);
        }
    }
    let wrong = worker.join().expect("panics are caught");
    assert!(wrong.is_empty(), "{} calls are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_name_of_the_core_takes_anything() {
    run(&CORE, &[None], 1);
}

#[test]
fn every_name_of_a_module_takes_anything() {
    const MODULES: &[Option<&str>] = &[Some("amb"), Some("search"), Some("sudoku")];
    run(&CORE, MODULES, 4);
}

#[test]
fn every_name_of_scheme_takes_anything() {
    run(&SCHEME, &[None], 1);
}

#[test]
fn every_name_of_common_lisp_takes_anything() {
    run(&COMMON_LISP, &[None], 1);
}

/// A language under test.
pub struct Language {
    pub name: &'static str,
    /// Text that is evaluated first.
    pub begin: &'static str,
    /// Text of a definition of a function without parameters, around its name and its body.
    pub define: [&'static str; 3],
    /// Expressions for values of all kinds, besides those that every language writes alike.
    own_values: &'static [&'static str],
}

impl Language {
    /// Expressions for values of all kinds.
    pub fn values(&self) -> Vec<&'static str> {
        EVERYWHERE.iter().chain(self.own_values).copied().collect()
    }
}

/// Values that are written alike in all languages, with what each has at its beginning.
const EVERYWHERE: &[&str] = &[
    "0", "1", "-1", "3", "1152921504606846975", "9223372036854775808", "(- (expt 2 3000))", "2/3", "1.5", "#\\a", "'a",
    "(list 1 2 3)", "'(1 2 . 3)", "(inward)", "(deep 500)", "(list \"a\" \"b\")", "(vector)", "(lambda () 1)",
    "(lambda (x) x)", "(lambda (x) (car x))", "(values 1 2)", "'(lambda (x) x)",
];

/// The core; its modules are taken in by turns.
pub const CORE: Language = Language {
    name: "core",
    begin: "(defproc ring () (let ((l (list 1 2 3))) (set-cdr! (last-pair l) l) l))
        (defproc inward () (let ((l (list 1 2))) (set-car! l l) l))
        (defproc deep (n) (let ((l 1)) (dotimes (i n l) (setq l (list l)))))
        (defrecord thing a b) (setq x 1 y (list 1 2))",
    define: ["(defproc ", " () ", ")"],
    own_values: &[
        "nil",
        "t",
        "1e300",
        "(- (/ 1. 0.) (/ 1. 0.))",
        "(/ -1. 0.)",
        "\"\"",
        "\"a λ\"",
        "\"~a~v,'*d~{~a~}\"",
        "(make-string 3000 #\\x)",
        "':key",
        "(gensym)",
        "(list 3 1 2)",
        "(list (list 'a 1) (list 'b 2))",
        "(list 0 1)",
        "(ring)",
        "(iota 300)",
        "(list #\\a #\\b)",
        "(vector 1 2 3)",
        "(let ((v (vector 1 2))) (aset v 0 v) v)",
        "(make-array '(2 3) 0)",
        "(make-array '(0 2))",
        "(make-array 3 :of 'byte)",
        "(make-array '(4 4) :of 'digits :initial '(1 2 3 4))",
        "(list->digits '(1 2 4))",
        "(board 4)",
        "(make-table)",
        "(let ((h (make-table))) (table-set! h 1 h) h)",
        "car",
        "+",
        "<",
        "(lambda (a b) (< a b))",
        "(lambda more (throw 'out more))",
        "(call/cc (lambda (k) k))",
        "(open-input-string \"(a b) 1 \\\"c\\\"\")",
        "(open-output-string)",
        "(let ((p (open-input-string \"\"))) (close-port p) p)",
        "(eof-object)",
        "(make-thing 1 2)",
        "(catch-and-apply 'error (lambda (tag c) c) (car 1))",
        "(values)",
    ],
};

pub const SCHEME: Language = Language {
    name: "scheme",
    begin: "(require 'scheme)
        (define (inward) (let ((l (list 1 2))) (set-car! l l) l))
        (define (deep n) (let loop ((n n) (l 1)) (if (= n 0) l (loop (- n 1) (list l)))))
        (define-record-type thing (make-thing a b) thing? (a thing-a set-thing-a!) (b thing-b))
        (define x 1) (define y (list 1 2))",
    define: ["(define (", ") ", ")"],
    own_values: &[
        "#f",
        "#t",
        "'()",
        "-0.0",
        "+nan.0",
        "-inf.0",
        "(string)",
        "(string-copy \"a λ\")",
        "(make-string 3000 #\\x)",
        "(list (cons 'a 1) (cons 'b 2))",
        "(circular-list 1 2 3)",
        "(iota 300)",
        "(list #\\a #\\b)",
        "(vector 3 1 2)",
        "(let ((v (vector 1 2))) (vector-set! v 0 v) v)",
        "(bytevector)",
        "(bytevector 1 2 255)",
        "(make-equal-hash-table)",
        "(let ((h (make-equal-hash-table))) (hash-table-set! h 1 h) h)",
        "car",
        "+",
        "<",
        "(lambda (a b) (< a b))",
        "(lambda more (raise more))",
        "(call/cc (lambda (k) k))",
        "(open-input-string \"(a b) 1 #;c\")",
        "(open-output-string)",
        "(open-input-bytevector (bytevector 1 2))",
        "(let ((p (open-input-string \"\"))) (close-port p) p)",
        "(eof-object)",
        "(make-thing 1 2)",
        "(guard (e (#t e)) (error \"x\" 1))",
        "(guard (e (#t e)) (car 1))",
        "(delay 1)",
        "(delay (car 1))",
        "(cons-stream 1 2)",
        "(make-parameter 1)",
        "(if #f #f)",
    ],
};

pub const COMMON_LISP: Language = Language {
    name: "common-lisp",
    begin: "(require 'common-lisp)
        (defun ring () (let ((l (list 1 2 3))) (setf (cdr (last l)) l) l))
        (defun inward () (let ((l (list 1 2))) (setf (car l) l) l))
        (defun deep (n) (let ((l 1)) (dotimes (i n l) (setq l (list l)))))
        (defstruct thing a b) (defclass object () ((a :initform 1 :initarg :a))) (setq x 1 y (list 1 2))",
    define: ["(defun ", " () ", ")"],
    own_values: &[
        "nil",
        "t",
        "1d300",
        "(string \"\")",
        "(copy-seq \"a b\")",
        "\"~a~v,'*d~{~a~}\"",
        "(make-string 3000 :initial-element #\\x)",
        "':key",
        "(gensym)",
        "(list 3 1 2)",
        "(list (cons 'a 1) (cons 'b 2))",
        "(list :start 1 :end 0)",
        "(ring)",
        "(loop for i below 300 collect i)",
        "(vector 3 1 2)",
        "(let ((v (vector 1 2))) (setf (aref v 0) v) v)",
        "(make-array '(2 3) :initial-element 0)",
        "(make-array '(0 2))",
        "(make-array 3 :fill-pointer 1 :adjustable t)",
        "(make-array 3 :element-type 'bit)",
        "(make-hash-table)",
        "(let ((h (make-hash-table :test 'equal))) (setf (gethash 1 h) h) h)",
        "#'car",
        "#'+",
        "#'<",
        "(lambda (&rest r) (throw 'out r))",
        "(make-string-input-stream \"(a b) 1\")",
        "(make-string-output-stream)",
        "(let ((s (make-string-output-stream))) (close s) s)",
        "(make-thing :a 1)",
        "(make-instance 'object)",
        "(find-class 'object)",
        "(make-condition 'simple-error :format-control \"x\")",
        "(handler-case (car 1) (error (c) c))",
        "(values)",
        "'(integer 0 5)",
        "'list",
        "*package*",
        "*standard-output*",
    ],
};

/// Data where code is expected.
pub const FORMS: &[&str] = &[
    "()",
    "5",
    "x",
    "\"text\"",
    "(x)",
    "(x 1)",
    "((x 1))",
    "((x 1) (y 2))",
    "((x))",
    "(x y)",
    "(x . y)",
    "((x . y) . 1)",
    "(1 2)",
    "(quote)",
    "(quote x)",
    "(lambda (x) x)",
    "(lambda)",
    "(if)",
    "`(1 ,x ,@y)",
    "(&rest)",
    "(x &rest r)",
    "(x &optional (y 1) &key z)",
    ":key",
    "#\\a",
    "#(1 2)",
    "(t 1)",
    "(nil)",
    "(1 (2 (3 (4 (5)))))",
    "(values 1 2)",
    "(list 1 2)",
];
