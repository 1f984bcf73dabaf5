//! Tests that each call is paid for in ticks. Every function gets huge arguments of every kind, and every operator and
//! macro gets forms with very many parts. The test compares the time with the ticks that have been charged.
//!
//! A tick may take 10 µs, which is a thousand times the time of an iteration of a loop. If this very process, with its
//! build and its processor, takes longer for an iteration, a tick may take longer in proportion. Only the time of this
//! thread counts. A full run tries every call instead of some.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use klammer::{Code, Engine, Handle, Limits};

use crate::support::host::TestHost;
use crate::support::settings::number;
use crate::support::settings::root;

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
