//! Runs that pause and go on or are closed, and the ticks of their steps.

use std::task::{Context as Task, Poll, Waker};
use std::time::Duration;

use klammer::{ClosedHost, Code, Context, Engine, Error, Handle, Limits, Run, SearchBudget, Step, Symbol};

use super::engine;

/// Carries a run to its end; the value, and how often it has paused.
fn resume_run<T: klammer::FromLisp>(
    run: &mut Run<T>,
    engine: &mut Engine,
    step_ticks: u64,
) -> Result<(T, usize), Error> {
    let mut pauses = 0;
    loop {
        match run.step(engine, step_ticks)? {
            Step::Done(value) => return Ok((value, pauses)),
            Step::OutOfTicks | Step::Yielded(_) | Step::Asked(_) => pauses += 1,
        }
    }
}

/// Calls deep inside each other, handlers, closures, continuations, big numbers, strings: all that lies on a stack.
const PROGRAM: &str = r#"
    (defproc fib (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
    (defproc deep (n) (if (= n 0) 0 (+ 1 (deep (- n 1)))))
    (defproc guarded (n) (catch 'out (dotimes (i n) (catch 'in (throw (if (= i 90) 'out 'in) (list i "text" (expt 7 i)))))))
    (defproc cleaned (n) (let ((log nil)) (dotimes (i n) (unwind-protect (deep 20) (push! i log))) (length log)))
    (defproc generators (n) (let ((k nil) (count 0)) (call/cc (lambda (c) (setq k c))) (inc! count) (if (< count n) (k nil) count)))
    (defproc sorted (n) (first (sort (map-with (lambda (x) (modulo (* x 7919) 1009)) (iota n)) <)))
    (defproc errors (n) (let ((count 0)) (dotimes (i n) (catch-and-apply 'error (lambda (tag value) (inc! count)) (car i))) count))
    (defproc all (n)
      (list (fib 12) (deep n) (first (guarded n)) (cleaned n) (generators n) (sorted n) (errors n)
            (length (table-keys (let ((table (make-table))) (dotimes (i n table) (table-set! table i (list i))))))))"#;

#[test]
fn a_run_in_steps_has_the_value_of_a_call() {
    let mut engine = engine();
    engine.eval::<()>(PROGRAM).unwrap();
    let whole: Handle = engine.call("all", (100,)).unwrap();
    let expected = engine.inspect().repr(&whole).unwrap();
    for (step_ticks, stress) in [(1, false), (2, false), (7, false), (100, true), (1_001, false), (100_000_000, false)]
    {
        let mut run = engine.start::<Handle>("all", (100,)).unwrap();
        engine.inspect().stress_collector(stress);
        let (value, pauses) = resume_run(&mut run, &mut engine, step_ticks).unwrap();
        engine.inspect().stress_collector(false);
        assert_eq!(engine.inspect().repr(&value).unwrap(), expected, "{step_ticks}");
        assert!(if step_ticks > 1_000_000 { pauses == 0 } else { pauses > 2 }, "{step_ticks}: {pauses}");
        assert_eq!(run.step(&mut engine, 10).unwrap_err().message(), "the run has ended");
    }
}

#[test]
fn many_runs_of_an_engine_alternate_with_calls() {
    let mut engine = engine();
    engine.eval::<()>(PROGRAM).unwrap();
    let mut runs: Vec<Run<i64>> = (1..=50).map(|n| engine.start("deep", (n * 10,)).unwrap()).collect();
    let mut sums = vec![None; 50];
    let mut turns = 0;
    while sums.iter().any(Option::is_none) {
        turns += 1;
        for (run, sum) in runs.iter_mut().zip(&mut sums) {
            if sum.is_none()
                && let Step::Done(value) = run.step(&mut engine, 30).unwrap()
            {
                *sum = Some(value);
            }
        }
        assert_eq!(engine.call::<i64>("fib", (5,)).unwrap(), 5);
        engine.eval::<()>("(collect-garbage) (iota 100)").unwrap();
    }
    assert!(turns > 10);
    assert_eq!(sums.into_iter().flatten().collect::<Vec<_>>(), (1..=50).map(|n| n * 10).collect::<Vec<i64>>());
}

#[test]
fn bindings_of_waiting_runs_are_inactive() {
    let mut engine = engine();
    engine.require("common-lisp").unwrap();
    let text = "(defvar *depth* 'outer)
        (defun nested (n) (if (= n 0) (spin) (let ((*depth* n)) (nested (- n 1)) (list *depth* (spin)))))
        (defun spin () (dotimes (i 30) (list i)) *depth*)
        (defun written () (with-output-to-string (s) (dotimes (i 20) (format s \"~a\" i))))
        (defun both () (list (nested 3) (written) (let ((*print-base* 2)) (spin) (princ-to-string 5))))";
    engine.eval::<()>(text).unwrap();
    let whole: Handle = engine.eval("(both)").unwrap();
    let expected = engine.inspect().repr(&whole).unwrap();
    let both: Handle = engine.eval("#'both").unwrap();
    let mut run = engine.start::<Handle>(&both, ()).unwrap();
    let mut changes = 0;
    let value = loop {
        match run.step(&mut engine, 5).unwrap() {
            Step::Done(value) => break value,
            Step::OutOfTicks | Step::Yielded(_) | Step::Asked(_) => {
                changes += 1;
                let outer: String = engine.eval("(princ-to-string (list *depth* *print-base* 12))").unwrap();
                let now = if changes == 1 { "OUTER".to_string() } else { (changes - 1).to_string() };
                assert_eq!(outer, format!("({now} 10 12)"));
                engine.eval::<()>(&format!("(setq *depth* {changes})")).unwrap();
            }
        }
    };
    assert!(changes > 20);
    assert_eq!(engine.inspect().repr(&value).unwrap(), expected);
    // The assignments made meanwhile have stayed.
    assert_eq!(engine.eval::<i64>("*depth*").unwrap(), changes);
}

#[test]
fn output_goes_on_where_the_run_has_put_it() {
    let mut engine = crate::host::builder().host(klammer::StdHost::closed().output(std::io::sink())).build();
    engine.eval::<()>("(defproc write-all (n) (with-output-to-string (dotimes (i n) (display i))))").unwrap();
    let mut run = engine.start::<String>("write-all", (12,)).unwrap();
    let mut pauses = 0;
    let text = loop {
        match run.step(&mut engine, 3).unwrap() {
            Step::Done(text) => break text,
            Step::OutOfTicks | Step::Yielded(_) | Step::Asked(_) => {
                pauses += 1;
                engine.eval::<()>("(display \"elsewhere\")").unwrap();
            }
        }
    };
    assert_eq!((text.as_str(), pauses > 2), ("01234567891011", true));
}

#[test]
fn programs_pause_between_their_forms_and_inside() {
    let mut engine = engine();
    let text = format!(
        "{PROGRAM} (setq seen nil) (defmacro note (x) `(push! ,x seen))
        (progn (note 1) (dotimes (i 100) (note i)) (note 'end))
        (setq entered 0) (setq k nil) (call/cc (lambda (c) (setq k c))) (inc! entered)
        (if (< entered 3) (k nil)) (list entered (length seen) (fib 10))"
    );
    let program = engine.compile(("<program>", &text)).unwrap();
    for step_ticks in [1, 10, 1_000, 1_000_000] {
        let mut run = engine.start::<(i64, i64, i64)>(&program, ()).unwrap();
        let (value, pauses) = resume_run(&mut run, &mut engine, step_ticks).unwrap();
        assert_eq!((value, pauses > 2), ((3, 102, 55), step_ticks < 1_000), "{step_ticks}: {pauses}");
    }
    let failing = engine.compile(("<fails>", "(setq n 1)\n(car n)\n(setq n 2)")).unwrap();
    let mut run = engine.start::<()>(&failing, ()).unwrap();
    let error = resume_run(&mut run, &mut engine, 1).unwrap_err();
    assert_eq!((error.code(), error.place().map(|p| p.line())), (Code::WrongType, Some(2)));
    let empty = engine.compile(("<empty>", "; nothing")).unwrap();
    let error = engine.start::<Option<i64>>(&empty, (1,)).unwrap_err();
    assert_eq!((error.code(), error.message()), (Code::ArgumentCount, "a program takes no arguments"));
    assert_eq!(engine.start::<Option<i64>>(&empty, ()).unwrap().finish(&mut engine).unwrap(), None);
}

#[test]
fn a_native_overruns_a_step_and_the_next_pays() {
    let mut engine = engine();
    engine.define("call-back", |cx: &mut Context<'_>, f: Handle, n: i64| -> Result<i64, Error> { cx.call(&f, (n,)) });
    engine.eval::<()>(PROGRAM).unwrap();
    engine.eval::<()>("(defproc around (n) (+ (call-back deep n) (call-back deep n) (fib 5)))").unwrap();
    let mut run = engine.start::<i64>("around", (1_000,)).unwrap();
    assert!(matches!(run.step(&mut engine, 100).unwrap(), Step::OutOfTicks));
    let usage = run.usage(&engine);
    assert!((1_000..1_500).contains(&usage.ticks), "{usage:?}");
    // Nothing is done before that is paid for.
    assert!(matches!(run.step(&mut engine, 500).unwrap(), Step::OutOfTicks));
    assert_eq!(run.usage(&engine).ticks, usage.ticks);
    assert_eq!(resume_run(&mut run, &mut engine, 100).unwrap().0, 2_005);
    // The limit on ticks ends an endless loop.
    *engine.limits_mut() = Limits { ticks: Some(50_000), ..Limits::default() };
    engine.eval::<()>("(defproc hang (n) (call-back (lambda (n) (while t)) n))").unwrap();
    let mut run = engine.start::<i64>("hang", (1,)).unwrap();
    assert_eq!(run.step(&mut engine, 100).unwrap_err().code(), Code::OutOfTicks);
    assert_eq!(run.step(&mut engine, 100).unwrap_err().message(), "the run has ended");
    let spin: Handle = engine.eval("(lambda () (while t))").unwrap();
    let mut endless = engine.start::<()>(&spin, ()).unwrap();
    for _ in 0..200 {
        assert!(matches!(endless.step(&mut engine, 1_000), Ok(Step::OutOfTicks)));
    }
}

#[test]
fn a_host_function_ends_the_step_that_calls_it() {
    let mut engine = engine();
    engine.define("wait", |cx: &mut Context<'_>| cx.pause());
    engine.define("call-back", |cx: &mut Context<'_>, f: Handle| -> Result<i64, Error> { cx.call(&f, ()) });
    engine
        .eval::<()>(
            "(setq seen nil)
             (defproc note (x) (setq seen (cons x seen)) (wait))
             (defproc walk () (dotimes (i 3) (note i)) (call-back (lambda () (note 'in) (note 'still-in) 5)))",
        )
        .unwrap();
    // Outside of a step, it does nothing.
    assert!(!engine.eval::<bool>("(wait)").unwrap());
    let (mut one, mut two) = (engine.start::<i64>("walk", ()).unwrap(), engine.start::<i64>("walk", ()).unwrap());
    for round in 1..=3 {
        for run in [&mut one, &mut two] {
            assert!(matches!(run.step(&mut engine, 1_000_000), Ok(Step::Yielded(_))));
            let ticks = engine.usage().ticks;
            assert!(ticks < 100, "only what was done is paid for: {ticks}");
        }
        assert_eq!(engine.eval::<u64>("(length seen)").unwrap(), 2 * round);
    }
    // A callee of a host function is finished first.
    assert!(matches!(one.step(&mut engine, 1_000_000).unwrap(), Step::Yielded(_)));
    assert_eq!(engine.eval::<Vec<Symbol>>("(list (first seen) (second seen))").unwrap(), ["still-in", "in"]);
    assert!(matches!(one.step(&mut engine, 1_000_000).unwrap(), Step::Done(5)));
    // Limits end it as ever.
    *engine.limits_mut() = Limits { ticks: Some(50_000), ..Limits::default() };
    engine.eval::<()>("(defproc hang () (call-back (lambda () (wait) (while t))))").unwrap();
    let mut run = engine.start::<i64>("hang", ()).unwrap();
    assert_eq!(run.step(&mut engine, 1_000).unwrap_err().code(), Code::OutOfTicks);
}

#[test]
fn a_waiting_run_yields_and_a_slow_one_does_not() {
    let mut engine = engine();
    engine.define("wait", |cx: &mut Context<'_>, what: Handle| cx.pause_with(&what));
    engine.define("call-back", |cx: &mut Context<'_>, f: Handle| -> Result<i64, Error> { cx.call(&f, ()) });
    engine.eval::<()>("(defproc scene () (wait 30) (dotimes (i 1000)) (wait '(camera 1 2)) 'end)").unwrap();
    let mut run = engine.start::<Symbol>("scene", ()).unwrap();
    let mut seen = Vec::new();
    loop {
        match run.step(&mut engine, 300).unwrap() {
            Step::Asked(_) => panic!("nobody asks"),
            Step::Yielded(value) => seen.push(engine.inspect().repr(&value).unwrap()),
            Step::OutOfTicks => seen.push("slow".to_string()),
            Step::Done(end) => break assert_eq!(end, "end"),
        }
    }
    assert_eq!(seen, ["30", "slow", "slow", "slow", "(camera 1 2)"]);
    // Values handed over where nothing can pause are there when something can; the last value counts.
    engine.eval::<()>("(defproc inside () (call-back (lambda () (wait 1) (wait 2) 3)))").unwrap();
    let mut run = engine.start::<i64>("inside", ()).unwrap();
    let Step::Yielded(value) = run.step(&mut engine, 1_000).unwrap() else { panic!("it must wait") };
    assert_eq!(engine.get::<i64>(&value).unwrap(), 2);
    assert!(matches!(run.step(&mut engine, 1_000), Ok(Step::Done(3))));
    // Carried on to its end, it does not wait.
    let run = engine.start::<Symbol>("scene", ()).unwrap();
    assert_eq!(run.finish(&mut engine).unwrap(), "end");
}

#[test]
fn a_step_beyond_the_limit_pauses_at_the_limit() {
    let mut engine = engine();
    engine.eval::<()>(PROGRAM).unwrap();
    let whole = engine.call::<i64>("fib", (20,)).unwrap();
    *engine.limits_mut() = Limits { ticks: Some(10_000), ..Limits::default() };
    for step_ticks in [9_999, 10_000, 20_000, u64::MAX] {
        let mut run = engine.start::<i64>("fib", (20,)).unwrap();
        let (value, pauses) = resume_run(&mut run, &mut engine, step_ticks).unwrap();
        assert_eq!((value, pauses > 1), (whole, true), "{step_ticks}");
        assert!(engine.usage().ticks < 10_100);
    }
    // Without any ticks, a run does not wait for an event that never comes.
    *engine.limits_mut() = Limits { ticks: Some(0), ..Limits::default() };
    let mut run = engine.start::<i64>("fib", (20,)).unwrap();
    let error = (0..100).find_map(|_| run.step(&mut engine, 20_000).err());
    assert_eq!(error.map(|error| error.code()), Some(Code::OutOfTicks));
    // To the end it is one evaluation.
    *engine.limits_mut() = Limits { ticks: Some(10_000), ..Limits::default() };
    let run = engine.start::<i64>("fib", (20,)).unwrap();
    assert_eq!(run.finish(&mut engine).unwrap_err().code(), Code::OutOfTicks);
}

#[test]
fn limits_hold_for_each_step() {
    let mut engine = engine();
    let endless =
        "(defproc recurse (n) (+ 1 (recurse n))) (defproc hoard (l) (hoard (cons 1 l))) (defproc spin () (while t))";
    engine.eval::<()>(endless).unwrap();
    *engine.limits_mut() = Limits { depth: Some(1_000), memory: 4 << 20, ..Limits::default() };
    let mut run = engine.start::<()>("recurse", (1,)).unwrap();
    assert_eq!(resume_run(&mut run, &mut engine, 100).unwrap_err().code(), Code::TooDeep);
    let mut run = engine.start::<()>("hoard", ((),)).unwrap();
    assert_eq!(resume_run(&mut run, &mut engine, 1_000).unwrap_err().code(), Code::OutOfMemory);
    *engine.limits_mut() = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
    let mut run = engine.start::<()>("spin", ()).unwrap();
    assert_eq!(run.step(&mut engine, u64::MAX).unwrap_err().code(), Code::OutOfTime);
    *engine.limits_mut() = Limits::default();
    let mut run = engine.start::<()>("spin", ()).unwrap();
    assert!(matches!(run.step(&mut engine, 0), Ok(Step::OutOfTicks)));
    assert_eq!(run.usage(&engine).ticks, 0);
    let stop = engine.interrupt();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(20));
        stop.interrupt();
    });
    assert_eq!(run.step(&mut engine, u64::MAX).unwrap_err().code(), Code::Interrupted);
    thread.join().unwrap();
}

#[test]
fn limits_hold_for_all_that_finishes_a_run() {
    let mut engine = engine();
    engine.define("wait", |cx: &mut Context<'_>| cx.pause());
    engine.eval::<()>("(defproc watch () (while t (wait))) (defproc count (n) (dotimes (i n n) (wait)))").unwrap();
    *engine.limits_mut() = Limits { ticks: Some(10_000), ..Limits::default() };
    let endless = engine.start::<()>("watch", ()).unwrap();
    assert_eq!(endless.finish(&mut engine).unwrap_err().code(), Code::OutOfTicks);
    let long = engine.start::<i64>("count", (3_000,)).unwrap();
    assert_eq!(long.finish(&mut engine).unwrap(), 3_000);
    *engine.limits_mut() = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
    let endless = engine.start::<()>("watch", ()).unwrap();
    assert_eq!(endless.finish(&mut engine).unwrap_err().code(), Code::OutOfTime);
}

#[test]
fn budgets_of_searches_wait_with_their_run() {
    let mut engine = engine();
    engine.require("search").unwrap();
    engine.eval::<()>("(defproc try (n) (dotimes (i n n) (assign (board 4) 0 0 1)))").unwrap();
    engine.eval::<()>("(defproc within (n) (with-budget (:nodes 20) (try n) 'all))").unwrap();
    let mut few = engine.start::<Option<klammer::Symbol>>("within", (20,)).unwrap();
    let mut many = engine.start::<Option<klammer::Symbol>>("within", (1_000,)).unwrap();
    few.step(&mut engine, 5).unwrap();
    many.step(&mut engine, 5).unwrap();
    assert_eq!(engine.with().call_within(SearchBudget::default(), "try", (3,)).unwrap(), Some(3));
    assert!(resume_run(&mut many, &mut engine, 5).unwrap().0.is_none());
}

#[test]
fn a_run_that_is_dropped_leaves_nothing() {
    let mut engine = engine();
    engine.eval::<()>("(defproc hold (n) (let ((l nil)) (dotimes (i n) (push! i l)) (while t) l))").unwrap();
    let hold = |engine: &mut Engine| {
        let mut run = engine.start::<()>("hold", (100_000,)).unwrap();
        assert!(matches!(run.step(engine, 200_000), Ok(Step::OutOfTicks)));
        run
    };
    engine.eval::<()>("(collect-garbage)").unwrap();
    let kept = hold(&mut engine);
    let mut after_many = || {
        for _ in 0..20 {
            drop(hold(&mut engine));
        }
        engine.eval::<i64>("(collect-garbage)").unwrap()
    };
    let (some, more) = (after_many(), after_many());
    assert!(more <= some + some / 8, "{some} {more}");
    drop(kept);
    let counter: Handle = engine.eval("(let ((n 0)) (lambda () (dotimes (i 100 n) (inc! n))))").unwrap();
    let mut run = engine.start::<i64>(&counter, ()).unwrap();
    run.step(&mut engine, 50).unwrap();
    let elsewhere = run.step(&mut self::engine(), 1).unwrap_err();
    assert_eq!(elsewhere.message(), "the run belongs to another engine");
    drop(engine);
    drop(run);
}

#[test]
fn a_continuation_of_another_run_is_an_error() {
    let mut engine = engine();
    engine.eval::<()>("(setq k nil)\n(defproc keep (n) (let ((r (call/cc (lambda (c) (setq k c) n)))) (dotimes (i 50) i) (if (> r 2) (car r) r)))").unwrap();
    let mut run = engine.start::<i64>("keep", (1,)).unwrap();
    run.step(&mut engine, 20).unwrap();
    assert_eq!(resume_run(&mut run, &mut engine, 20).unwrap().0, 1);
    let mut run = engine.start::<i64>("keep", (5,)).unwrap();
    let error = resume_run(&mut run, &mut engine, 7).unwrap_err();
    assert_eq!((error.code(), error.place().map(|p| p.line())), (Code::WrongType, Some(2)));
}

/// Compares the results of natives on long texts with those of Rust.
#[test]
fn long_texts_become_what_rust_makes_of_them() {
    let mut engine = engine();
    let mut state = 7_u32;
    let mut text = |pieces: &[&str], bytes: usize| {
        let mut text = String::new();
        while text.len() < bytes {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            text.push_str(pieces[(state >> 24) as usize % pieces.len()]);
        }
        text
    };
    let texts = [
        text(&["ab", "b,", "a", " "], 300_000),
        text(&["ä", "Σ", "ΑΣ", "σ", "ß", "€", "😀", ",", ".", "'", "ab"], 300_000),
        text(&["ä", "Σ", "ΑΣ", " ", "\u{a0}", "ŉ", "😀", "İ", ",", "ab"], 300_000),
        text(&["x"], 65_536) + "yx",
        text(&["ä"], 131_072) + "yä",
    ];
    for whole in &texts {
        let text = |engine: &mut Engine, f: &str| engine.call::<String>(f, (whole.as_str(),)).unwrap();
        assert!(text(&mut engine, "string-upcase") == whole.to_uppercase());
        assert!(text(&mut engine, "string-downcase") == whole.to_lowercase());
        assert!(text(&mut engine, "string-reverse") == whole.chars().rev().collect::<String>());
        assert!(text(&mut engine, "string-append") == *whole);
        let count = whole.chars().count();
        assert_eq!(engine.call::<usize>("string-length", (whole.as_str(),)).unwrap(), count);
        let words: Vec<String> = engine.call("string-split", (whole.as_str(),)).unwrap();
        assert!(words.iter().eq(whole.split_whitespace()));
        let characters: Vec<char> = engine.call("string->list", (whole.as_str(), 3)).unwrap();
        assert!(characters.iter().copied().eq(whole.chars().skip(3)));
        for (start, end) in [(0, count), (1, count - 1), (70_000, 70_001), (count / 2, count)] {
            if end > count {
                continue;
            }
            let part: String = engine.call("substring", (whole.as_str(), start, end)).unwrap();
            assert!(part.chars().eq(whole.chars().skip(start).take(end - start)), "{start} {end}");
        }
        assert_eq!(
            engine.call::<char>("string-ref", (whole.as_str(), count - 1)).unwrap(),
            whole.chars().last().unwrap()
        );
        let outside = engine.call::<char>("string-ref", (whole.as_str(), count)).unwrap_err();
        assert!(outside.message().contains(&format!("a string of {count} characters")), "{outside}");
        let far: String = whole.chars().skip(40_000).take(30_000).collect();
        for pattern in [",", "ab", "aab", "Σ", "😀", "yx", "y", "xx", far.as_str()] {
            let positions: Vec<usize> = engine.call("string-search-all", (pattern, whole.as_str())).unwrap();
            let mut place = (0, 0);
            let expected = whole.match_indices(pattern).map(|(at, _)| {
                place = (at, place.1 + whole[place.0..at].chars().count());
                place.1
            });
            let expected: Vec<usize> = expected.collect();
            assert!(positions == expected, "{pattern:.20}");
            let found: Option<usize> = engine.call("string-search", (pattern, whole.as_str())).unwrap();
            assert_eq!(found, expected.first().copied(), "{pattern:.20}");
            let later: Option<usize> = engine.call("string-search", (pattern, whole.as_str(), 20_001)).unwrap();
            let rest: String = whole.chars().skip(20_001).collect();
            let at = rest.find(pattern).map(|at| 20_001 + rest[..at].chars().count());
            assert_eq!(later, at, "{pattern:.20}");
            let contains: bool = engine.call("string-contains?", (whole.as_str(), pattern)).unwrap();
            assert_eq!(contains, found.is_some());
            for to in ["", "-", "ääää"] {
                let replaced: String = engine.call("string-replace", (whole.as_str(), pattern, to)).unwrap();
                assert!(replaced == whole.replace(pattern, to), "{pattern:.20} {to}");
            }
            let parts: Vec<String> = engine.call("string-split", (whole.as_str(), pattern)).unwrap();
            assert!(parts.iter().eq(whole.split(pattern)), "{pattern:.20}");
            let joined: String = engine.call("string-join", (parts, pattern)).unwrap();
            assert!(joined == *whole, "{pattern:.20}");
        }
        for other in &texts {
            for (name, holds) in
                [("string<?", whole < other), ("string=?", whole == other), ("string>=?", whole >= other)]
            {
                assert_eq!(engine.call::<bool>(name, (whole.as_str(), other.as_str())).unwrap(), holds, "{name}");
            }
        }
        let longer = format!("{whole}!");
        assert!(
            engine.call::<bool>("string<?", (whole.as_str(), longer.as_str(), "z")).unwrap() == (longer.as_str() < "z")
        );
    }
    for (piece, count) in [("abc", 40_001), ("ä€", 30_000), ("-", 65_537), (texts[1].as_str(), 3)] {
        let repeated: String = engine.call("string-repeat", (piece, count)).unwrap();
        assert!(repeated == piece.repeat(count), "{count}");
    }
}

/// A native that has no memory left is called again when garbage has been collected: once, not in each step.
#[test]
fn a_native_without_memory_fails_in_steps_too() {
    let mut engine = engine();
    *engine.limits_mut() = Limits { memory: 8 << 20, ..Limits::default() };
    let many: Handle = engine.eval("(lambda () (length (iota 10000000)))").unwrap();
    assert_eq!(engine.call::<i64>(&many, ()).unwrap_err().code(), Code::OutOfMemory);
    let mut run = engine.start::<i64>(&many, ()).unwrap();
    let error = (0..2_000).find_map(|_| run.step(&mut engine, 10_000).err());
    assert_eq!(error.map(|error| error.code()), Some(Code::OutOfMemory));
}

#[test]
fn a_tail_call_of_a_native_is_one_in_steps_too() {
    // found: 2026-11-25, fuzzing: with each pause inside of `apply` another call was under way
    let mut engine = engine();
    engine.eval::<()>("(defproc down (n) (if (= n 0) 'done (apply down (list (- n 1)))))").unwrap();
    *engine.limits_mut() = Limits { depth: Some(100), ..Limits::default() };
    assert_eq!(engine.call::<Symbol>("down", (1_000,)).unwrap().as_str(), "done");
    for step_ticks in [1, 2, 3, 4, 5, 7] {
        let mut run = engine.start::<Symbol>("down", (1_000,)).unwrap();
        let (value, pauses) = resume_run(&mut run, &mut engine, step_ticks).unwrap();
        assert_eq!(value.as_str(), "done");
        assert!(pauses > 100, "{pauses}");
    }
}

/// A step may overrun by one native call, for which the next steps have as much less.
#[test]
fn a_native_ends_before_its_step_does() {
    let mut engine = engine();
    engine.run("(setq long (iota 100000)) (defproc twice () (length (append long long)))").unwrap();
    let mut run = engine.start::<i64>("twice", ()).unwrap();
    let mut before = 0;
    let (value, ticks) = loop {
        match run.step(&mut engine, 50).unwrap() {
            Step::Done(value) => break (value, before + engine.usage().ticks),
            Step::OutOfTicks => before = run.usage(&engine).ticks,
            Step::Yielded(_) | Step::Asked(_) => panic!("nobody asks it to wait"),
        }
    };
    assert_eq!(value, 200_000);
    engine.call::<i64>("twice", ()).unwrap();
    assert_eq!(ticks, engine.usage().ticks);
    // The limit on ticks ends it in the middle.
    *engine.limits_mut() = Limits { ticks: Some(1_000), ..Limits::default() };
    let mut run = engine.start::<i64>("twice", ()).unwrap();
    assert_eq!(run.step(&mut engine, 50).unwrap_err().code(), Code::OutOfTicks);
}

#[test]
fn forms_may_be_nested_as_deep_in_steps() {
    let mut engine = engine();
    *engine.limits_mut() = Limits { nesting: 60, ..Limits::default() };
    for depth in 40..=60 {
        let text = format!("{}1{}", "(list ".repeat(depth), ")".repeat(depth));
        let program = engine.compile(("deep", &text)).unwrap();
        let whole = engine.eval::<Handle>(&program).map(|_| ()).map_err(|e| e.to_string());
        let run = engine.start::<Handle>(&program, ()).unwrap();
        let steps = run.finish(&mut engine).map(|_| ()).map_err(|e| e.to_string());
        assert_eq!(whole, steps, "{depth}");
    }
}

fn levelled_engine() -> Engine {
    let mut engine = Engine::builder().host(ClosedHost::new()).build();
    engine
        .run(
            "(setq log nil *level* 0)
             (defproc note (x) (push! x log) x)
             (defproc forget () (setq log nil))
             (defproc level () *level*)
             (defproc within (x f) (unwind-protect (progn (note x) (f)) (note (list x))))
             (defproc deep (n) (if (= n 0) (while t) (within n (lambda () (deep (- n 1))))))",
        )
        .unwrap();
    engine.define("wait", |cx: &mut Context<'_>| cx.pause());
    engine.define("ask", |cx: &mut Context<'_>| cx.ask("?"));
    engine.define("for-ever", std::future::pending::<()>);
    engine
}

fn log(engine: &mut Engine) -> String {
    let log: Handle = engine.eval("(reverse log)").unwrap();
    engine.inspect().repr(&log).unwrap()
}

/// Programs that never end by themselves, and what they have noted when they have been closed.
const ENDLESS: &[(&str, &str)] = &[
    ("(while t)", "nil"),
    ("(deep 3)", "(3 2 1 (1) (2) (3))"),
    ("(note 1) (unwind-protect (deep 1) (note 2) (note 3)) (note 4)", "(1 1 (1) 2 3)"),
    // Nothing catches it.
    ("(catch 'out (deep 1)) (note 'on)", "(1 (1))"),
    ("(catch-and-apply 'error (lambda (tag e) (note e)) (deep 1)) (note 'on)", "(1 (1))"),
    // A throw out of a cleanup is dropped; a throw that the cleanup catches itself is not.
    ("(catch 'out (unwind-protect (unwind-protect (while t) (throw 'out 1)) (note 2))) (note 3)", "(2)"),
    ("(unwind-protect (while t) (note (catch 'in (throw 'in 2))))", "(2)"),
    // It waits: for the next frame, for an answer, in natives, for futures.
    ("(unwind-protect (while t (wait)) (wait) (note 1))", "(1)"),
    ("(unwind-protect (ask) (note 1))", "(1)"),
    ("(unwind-protect (map-with (lambda (x) (deep x)) '(1 2)) (note 3))", "(1 (1) 3)"),
    ("(unwind-protect (sort '(2 1) (lambda (a b) (deep 1))) (note 3))", "(1 (1) 3)"),
    ("(unwind-protect (for-ever) (note 1))", "(1)"),
    // Dynamic bindings are as before.
    ("(%let-dynamic ((*level* 7)) (unwind-protect (while t) (note (level))))", "(7)"),
    ("(with-output-to-string (unwind-protect (while t) (note 1)))", "(1)"),
    // In a cleanup already.
    ("(unwind-protect (within 1 (lambda () (note 2))) (deep 3))", "(1 2 (1) 3 2 1 (1) (2) (3))"),
    ("(unwind-protect (unwind-protect (exit 3) (while t) (note 1)) (note 2))", "(2)"),
];

#[test]
fn closed_runs_are_cleaned_up() {
    for (text, expected) in ENDLESS {
        for (ticks, stress) in [(1, false), (7, false), (10_000, false), (10_000, true)] {
            let mut engine = levelled_engine();
            let program = engine.compile(("<p>", text)).unwrap();
            engine.inspect().stress_collector(stress);
            let mut run = engine.start::<Handle>(&program, ()).unwrap();
            let mut cx = Task::from_waker(Waker::noop());
            for _ in 0..(if ticks == 1 { 400 } else { 60 }) {
                match engine.with().ticks(ticks).poll(&mut run, &mut cx) {
                    Poll::Pending => break,
                    Poll::Ready(step) => assert!(!matches!(step.unwrap(), Step::Done(_)), "{text}"),
                }
            }
            run.close(&mut engine).unwrap();
            assert_eq!(log(&mut engine), *expected, "{text} in steps of {ticks}");
            assert_eq!(engine.eval::<i64>("(+ (level) (length (list 1 2)))").unwrap(), 2, "{text}");
            assert_eq!(engine.eval::<String>("(with-output-to-string (display 5))").unwrap(), "5");
        }
    }
}

/// A run that is closed at any point runs the cleanups around that point.
#[test]
fn each_place_is_left_as_its_cleanups_say() {
    let text =
        "(within 'a (lambda () (catch 'out (within 'b (lambda () (dotimes (i 3)) (throw 'out 5)))) (within 'c list)
                              (sort '(3 1 2) (lambda (a b) (within 'd (lambda () (< a b)))))))";
    let mut closed = 0;
    for steps in 0.. {
        let mut engine = levelled_engine();
        let program = engine.compile(("<p>", text)).unwrap();
        let mut run = engine.start::<Handle>(&program, ()).unwrap();
        let ended = (0..steps).any(|_| matches!(run.step(&mut engine, 1).unwrap(), Step::Done(_)));
        run.close(&mut engine).unwrap();
        let (begun, ended_of_them): (usize, usize) =
            engine.eval("(list (length (filter symbol? log)) (length (filter list? log)))").unwrap();
        // A cleanup that it is in is left before it has come to its note.
        assert!(begun <= ended_of_them + 1, "after {steps} steps: {}", log(&mut engine));
        if ended {
            break;
        }
        closed += 1;
    }
    assert!(closed > 20, "{closed}");
}

#[test]
fn unstarted_and_ended_runs_close_at_once() {
    let mut engine = levelled_engine();
    let run = engine.start::<()>("note", (1,)).unwrap();
    run.close(&mut engine).unwrap();
    let mut run = engine.start::<i64>("note", (2,)).unwrap();
    assert_eq!(run.step(&mut engine, 1_000).unwrap(), Step::Done(2));
    run.close(&mut engine).unwrap();
    let mut run = engine.start::<i64>("car", (3,)).unwrap();
    run.step(&mut engine, 1_000).unwrap_err();
    run.close(&mut engine).unwrap();
    assert_eq!(log(&mut engine), "(2)");
    let run = engine.start::<i64>("note", (2,)).unwrap();
    let error = run.close(&mut self::levelled_engine()).unwrap_err();
    assert_eq!(error.message(), "the run belongs to another engine");
}

#[test]
fn an_endless_cleanup_is_an_error_of_closing() {
    let closed = |text: &str| -> (Result<(), Error>, String) {
        let mut engine = levelled_engine();
        *engine.limits_mut() = Limits { ticks: Some(20_000), ..Limits::default() };
        let program = engine.compile(("<p>", text)).unwrap();
        let mut run = engine.start::<Handle>(&program, ()).unwrap();
        run.step(&mut engine, 1_000).unwrap();
        let closed = run.close(&mut engine);
        (closed, log(&mut engine))
    };
    let (error, log) = closed("(unwind-protect (while t) (note 1) (ask) (note 2))");
    let error = error.unwrap_err();
    assert_eq!((error.message(), log.as_str()), ("the run waits for an answer that nobody can give", "(1)"));
    let (error, log) = closed("(unwind-protect (while t) (note 1)\n  (for-ever) (note 2))");
    let error = error.unwrap_err();
    assert!(error.message().contains("cannot wait for a future"), "{error}");
    assert_eq!((error.place().map(klammer::Place::line), log.as_str()), (Some(2), "(1)"));
    let (error, log) = closed("(unwind-protect (while t) (note 1) (while t))");
    assert_eq!((error.unwrap_err().code(), log.as_str()), (Code::OutOfTicks, "(1)"));
    let (error, log) = closed("(unwind-protect (unwind-protect (while t) (exit 4)) (note 1))");
    assert_eq!((error.unwrap_err().exit_status(), log.as_str()), (Some(4), "(1)"));
    // As under `exit`, the next one runs.
    let (error, log) = closed("(unwind-protect (unwind-protect (while t) (car 5)) (note 1))");
    assert_eq!((error.unwrap_err().code(), log.as_str()), (Code::WrongType, "(1)"));
}

#[test]
fn cleanups_reach_what_is_lent() {
    let mut engine = levelled_engine();
    engine.define("say", |cx: &mut Context<'_>, line: String| match cx.lent::<Vec<String>>() {
        Some(lines) => {
            lines.push(line);
            Ok(())
        }
        None => Err("nobody listens"),
    });
    engine.run("(defproc talk () (unwind-protect (while t) (say \"good-bye\")))").unwrap();
    let mut run = engine.start::<()>("talk", ()).unwrap();
    run.step(&mut engine, 100).unwrap();
    let mut lines: Vec<String> = Vec::new();
    engine.with().lend(&mut lines).close(run).unwrap();
    assert_eq!(lines, ["good-bye"]);
}

#[test]
fn closed_runs_free_their_memory() {
    let mut engine = levelled_engine();
    let mut after = |n: usize| {
        for _ in 0..n {
            let mut run = engine.start::<()>("deep", (20,)).unwrap();
            run.step(&mut engine, 300).unwrap();
            run.close(&mut engine).unwrap();
            engine.call::<()>("forget", ()).unwrap();
        }
        engine.eval::<i64>("(collect-garbage)").unwrap()
    };
    let (some, more) = (after(400), after(400));
    assert_eq!(some, more);
}

/// Functions that call themselves, with frames of several sizes and with continuations.
const DEEP: &str = "
    (defproc deep (n) (if (= n 0) 0 (+ 1 (deep (- n 1)))))
    (defproc wide (n) (let ((a n) (b (* n 2)) (c (list n))) (if (= n 0) 0 (+ a b (wide (- n 1)) (length c)))))
    (defproc captured (n) (if (= n 0) 0 (+ 1 (call/cc (lambda (k) (captured (- n 1)))))))";

fn deep_engine(depth: Option<usize>) -> Engine {
    let mut engine = Engine::builder().host(ClosedHost::new()).build();
    engine.run(DEEP).unwrap();
    *engine.limits_mut() = Limits { depth, ..Limits::default() };
    engine
}

/// The ticks of a call, and those of each step of the same call.
fn ticks(engine: &mut Engine, f: &str, n: i64, size: u64) -> (u64, Vec<u64>) {
    let whole: Handle = engine.call(f, (n,)).unwrap();
    let expected = (engine.usage().ticks, engine.inspect().repr(&whole).unwrap());
    let mut run = engine.start::<Handle>(f, (n,)).unwrap();
    let mut taken = Vec::new();
    loop {
        let step = run.step(engine, size).unwrap();
        taken.push(engine.usage().ticks);
        match step {
            Step::Done(value) => {
                assert_eq!(engine.inspect().repr(&value).unwrap(), expected.1);
                return (expected.0, taken);
            }
            Step::OutOfTicks => assert_eq!(run.usage(engine).ticks, taken.iter().sum::<u64>()),
            Step::Yielded(_) | Step::Asked(_) => unreachable!("nobody asks it to wait"),
        }
    }
}

/// The limit on depth is looked at by counting the calls that are under way, and that is paid for. A resumed run
/// counted them once in each step. So did a call for which the stack grew, as only the first one does.
#[test]
fn deep_recursion_costs_the_same_in_steps() {
    for depth in [Limits::default().depth, Some(1_100), None] {
        let mut engine = deep_engine(depth);
        for f in ["deep", "wide", "captured"] {
            for size in [1, 2, 3, 10, 64, 300, 5_000] {
                let (whole, steps) = ticks(&mut engine, f, 1_000, size);
                assert_eq!(steps.iter().sum::<u64>(), whole, "{f} in steps of {size}, {depth:?} calls at most");
            }
        }
    }
}

/// The tick of the call that a run begins with is one like all others.
#[test]
fn the_first_step_ends_with_its_ticks() {
    let mut engine = deep_engine(None);
    let (whole, steps) = ticks(&mut engine, "deep", 10, 1);
    assert_eq!(whole, 11);
    assert_eq!(steps[..11], [1; 11]);
}

/// A limit that is another than before holds for what is under way, too.
#[test]
fn a_lowered_depth_limit_holds_for_a_waiting_run() {
    let mut engine = deep_engine(Some(10_000));
    let mut run = engine.start::<i64>("deep", (1_000,)).unwrap();
    assert!(matches!(run.step(&mut engine, 500).unwrap(), Step::OutOfTicks));
    *engine.limits_mut() = Limits { depth: Some(600), ..Limits::default() };
    // To count the calls takes ticks, too.
    assert!(matches!(run.step(&mut engine, 20).unwrap(), Step::OutOfTicks));
    let error = loop {
        match run.step(&mut engine, 50) {
            Ok(step) => assert!(!matches!(step, Step::Done(_)), "the limit does not hold"),
            Err(error) => break error,
        }
    };
    assert_eq!(error.code(), Code::TooDeep);
}

/// Nobody has a run that does not fit, so nobody can drop it.
#[test]
fn a_run_that_does_not_fit_leaves_nothing_behind() {
    let mut engine = deep_engine(None);
    let mut fail = |times: usize| {
        *engine.limits_mut() = Limits { memory: 1, ..Limits::default() };
        for _ in 0..times {
            assert_eq!(engine.start::<i64>("deep", (1,)).unwrap_err().code(), Code::OutOfMemory);
        }
        *engine.limits_mut() = Limits::default();
        engine.run("(collect-garbage)").unwrap();
        engine.usage().memory
    };
    let before = fail(1);
    let after = fail(100);
    assert!(after <= before, "{before} bytes after one attempt, {after} after a hundred more");
}

/// Dynamic variables that the run had bound have their outer values then.
#[test]
fn a_run_without_room_ends_with_an_error() {
    let mut engine = Engine::builder().host(ClosedHost::new()).build();
    engine.run("(setq *level* 0)").unwrap();
    let bound = "(defproc bound (n) (%let-dynamic ((*level* (list n))) (+ 1 (if (= n 0) (while t) (bound (- n 1))))))";
    engine.run(bound).unwrap();
    let mut run = engine.start::<i64>("bound", (20_000,)).unwrap();
    assert!(matches!(run.step(&mut engine, 100_000).unwrap(), Step::OutOfTicks));
    *engine.limits_mut() = Limits { memory: 100_000, ..Limits::default() };
    let error = run.step(&mut engine, 100).unwrap_err();
    assert_eq!(error.code(), Code::OutOfMemory);
    *engine.limits_mut() = Limits::default();
    assert_eq!(engine.eval::<i64>("*level*").unwrap(), 0);
}

/// Returns the least time that this number of steps of one tick takes.
fn time_of_steps(engine: &mut Engine, run: &mut klammer::Run<i64>, steps: usize) -> std::time::Duration {
    let batch = |_| {
        let begun = std::time::Instant::now();
        for _ in 0..steps {
            assert!(matches!(run.step(engine, 1).unwrap(), Step::OutOfTicks));
        }
        begun.elapsed()
    };
    // A collection in between is none of it.
    (0..10).map(batch).min().unwrap_or_default()
}

// found: 2026-11-26, each step walked all runs that wait, and copied the stack
#[test]
fn a_step_costs_the_same_at_any_depth() {
    let mut engine = deep_engine(None);
    engine.run("(defproc dive (n) (if (= n 0) (while t) (+ 1 (dive (- n 1)))))").unwrap();
    let mut at = |depth: i64| {
        let mut run = engine.start::<i64>("dive", (depth,)).unwrap();
        run.step(&mut engine, 3 * depth.unsigned_abs() + 10).unwrap();
        time_of_steps(&mut engine, &mut run, 100)
    };
    let (shallow, deep) = (at(10), at(300_000));
    // It was four orders of magnitude.
    assert!(deep < 50 * shallow, "{shallow:?} at a depth of 10, {deep:?} at 300,000");
}

#[test]
fn a_step_costs_the_same_however_many_runs_wait() {
    let mut engine = deep_engine(None);
    engine.run("(defproc spin () (while t) 1)").unwrap();
    let mut runs = vec![engine.start::<i64>("spin", ()).unwrap()];
    let alone = time_of_steps(&mut engine, &mut runs[0], 100);
    for _ in 0..10_000 {
        let mut run = engine.start::<i64>("spin", ()).unwrap();
        run.step(&mut engine, 1).unwrap();
        runs.push(run);
    }
    let among = time_of_steps(&mut engine, &mut runs[0], 100);
    // It was two orders of magnitude.
    assert!(among < 20 * alone, "{alone:?} alone, {among:?} among 10,000");
}

#[test]
fn a_run_that_has_been_deep_gives_its_stack_back() {
    let mut engine = deep_engine(None);
    engine
        .run("(defproc sum (n) (if (= n 0) 0 (+ 1 (sum (- n 1))))) (defproc rest () (sum 100000) (while t) 1)")
        .unwrap();
    let mut run = engine.start::<i64>("rest", ()).unwrap();
    run.step(&mut engine, 1_000_000).unwrap();
    engine.run("(collect-garbage)").unwrap();
    let with = engine.usage().memory;
    drop(run);
    engine.run("(collect-garbage)").unwrap();
    assert!(with - engine.usage().memory < 64 << 10, "{with} bytes with the run, {} without", engine.usage().memory);
}
