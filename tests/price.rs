//! What a call takes is paid for in ticks: every function gets huge arguments of every kind, and its time is compared with the ticks that it has charged.
//!
//! A tick may take 100 µs, which is ten thousand times what a turn of a loop takes; where this very process, with its build and its processor, takes longer for
//! such a turn, it may take so much longer. Only the time of this thread counts. `KLAMMER_PRICES=1` tries every call instead of every seventh.
#![cfg(target_os = "linux")]

mod support;

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::time::Duration;

use klammer::{Engine, Limits};
use support::host::TestHost;

/// Nanoseconds that a tick may take, where a turn of a loop takes [`TURN`].
const MOST: f64 = 100_000.0;
const TURN: f64 = 10.0;

/// Ticks that every call has for nothing: to compile it, and for noise.
const FREE: f64 = 20.0;

/// Names, and the expressions that make them.
const HUGE: &[(&str, &str)] = &[
    ("long-list", "(iota 1000000)"),
    ("circle", "(let ((l (iota 1000))) (set-cdr! (list-tail l 999) l) l)"),
    ("deep", "(let ((l nil)) (dotimes (i 100000 l) (setq l (list l))))"),
    ("text", r"(make-string 20000000 #\a)"),
    ("words", r#"(string-repeat "ä b\n" 4000000)"#),
    ("name", r"(string->symbol (make-string 65536 #\b))"),
    ("number", "(- (shift-left 1 4000000) 1)"),
    ("other-number", "(- (shift-left 1 3999999) 12345)"),
    ("ratio", "(/ (+ (shift-left 1 400000) 1) (shift-left 1 399998))"),
    ("vector", "(make-array 2000000 7)"),
    ("matrix", "(make-array '(2000 1000) 7)"),
    ("table", "(let ((h (make-table))) (dotimes (i 100000 h) (table-set! h i i)))"),
    ("texts", r#"(map-with (lambda (i) "a text") (iota 300000))"#),
    ("lists", "(map-with list (iota 300000))"),
    ("condition", r"(catch-and-apply 'error (lambda (tag c) c) (error (make-string 5000000 #\a)))"),
    ("port", r"(open-input-string (make-string 5000000 #\a))"),
    ("board-text", r"(make-string 81 #\.)"),
];

/// Argument lists: `%` stands for one of the huge ones.
const CALLS: &[&str] = &[
    "%",
    "% %",
    "% 3",
    "3 %",
    "% car",
    "car %",
    "% \"a\"",
    "\"a\" %",
    "% #\\a",
    "#\\a %",
    "% 'a",
    "'a %",
    "% % %",
    "% 1 2",
    "1 2 %",
    "car % %",
    "% 1 %",
    "% \"a\" \"b\"",
    "1 % 2",
    "% % % %",
];

/// They end the program, or wait.
const LEFT_OUT: &[&str] = &["exit", "%exit", "emergency-exit"];

/// Nanoseconds that this thread has had of the processor.
fn processor_time() -> f64 {
    let statistics =
        std::fs::read_to_string("/proc/thread-self/schedstat").expect("the kernel counts the time of threads");
    statistics.split_whitespace().next().and_then(|n| n.parse().ok()).expect("nanoseconds come first")
}

fn engine(layer: &str) -> Engine {
    let limits = Limits { fuel: Some(300_000_000), time: Some(Duration::from_secs(30)), ..Limits::default() };
    let mut engine = Engine::builder().host(TestHost::new(HashMap::new()).0).limits(limits).build();
    prepare(&mut engine);
    if !layer.is_empty() {
        engine.eval::<()>(&format!("(require '{layer})")).expect("the layer is there");
    }
    engine
}

fn prepare(engine: &mut Engine) {
    for (name, expression) in HUGE {
        engine.eval::<()>(&format!("(setq huge-{name} {expression})")).unwrap_or_else(|e| panic!("{name}: {e:#}"));
    }
}

/// Are the huge arguments what they were? Some functions take them apart.
fn are_whole(engine: &mut Engine) -> bool {
    let check = "(list (length huge-long-list) (length huge-texts) (length huge-lists) (length huge-deep) (table-count huge-table) (string-length huge-text)
                       (array-element huge-vector 0) (eof-object? (peek-char huge-port)))";
    let whole = engine.eval::<klammer::Handle>(check).and_then(|v| engine.print(&v));
    whole.is_ok_and(|text| text == "(1000000 300000 300000 1 100000 20000000 7 nil)")
}

/// Natives that only the library calls.
fn hidden_names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for folder in ["builtins", "vm"] {
        for file in std::fs::read_dir(source.join(folder)).expect("the folder is there") {
            let text = std::fs::read_to_string(file.expect("a file").path()).unwrap_or_default();
            for line in text.lines().map(str::trim_start) {
                let name = line
                    .strip_prefix("fn ")
                    .unwrap_or(line)
                    .strip_prefix("\"%")
                    .and_then(|rest| rest.split_once("\" ("));
                names.extend(name.map(|(name, _)| format!("%{name}")));
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

/// Calls functions of a layer that are known under these names; returns the calls that were too dear.
fn overpriced(layer: &str, names: &BTreeSet<String>) -> Vec<String> {
    let every = if std::env::var_os("KLAMMER_PRICES").is_some() { 1 } else { 7 };
    let only = std::env::var("CORPUS").unwrap_or_default();
    let mut engine = engine("");
    let per_turn = calibrate(&mut engine).max(TURN);
    let most = MOST * per_turn / TURN;
    let mut dear = Vec::new();
    let mut number = 0;
    for name in names.iter().filter(|n| n.contains(&only) && !LEFT_OUT.contains(&n.as_str())) {
        for (pattern, (huge, _)) in CALLS.iter().flat_map(|call| HUGE.iter().map(move |huge| (call, huge))) {
            number += 1;
            if number % every != 0 {
                continue;
            }
            let call = format!("({name} {})", pattern.replace('%', &format!("huge-{huge}")));
            let start = processor_time();
            let result = engine.eval::<()>(&call);
            let taken = processor_time() - start;
            let ticks = engine.usage().ticks as f64;
            if taken > (ticks + FREE) * most {
                let end = result.map_or_else(|e| e.code().as_str(), |()| "ok");
                dear.push(format!(
                    "{:9.0} µs a tick: {:8.1} ms for {ticks} ticks, {end}: {layer} {call}",
                    taken / ticks.max(1.0) / 1000.0,
                    taken / 1e6
                ));
            }
        }
        if !are_whole(&mut engine) {
            prepare(&mut engine);
        }
    }
    println!("{layer}: {} calls, {:.0} ns a turn", number / every, per_turn);
    dear
}

#[test]
fn no_function_takes_more_than_it_charges() {
    let mut names: BTreeSet<String> = engine("").names().into_iter().collect();
    names.extend(hidden_names());
    let dear = overpriced("core", &names);
    assert!(dear.is_empty(), "{} calls:\n{}", dear.len(), dear.join("\n"));
}
