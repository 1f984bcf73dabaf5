//! Tests of the costs of runs in steps: as many ticks as the run as a whole, however small the steps are; and no memory
//! for long.

use klammer::{ClosedHost, Code, Engine, Handle, Limits, Step};

/// Functions that call themselves, with frames of several sizes and with continuations.
const DEEP: &str = "
    (defproc deep (n) (if (= n 0) 0 (+ 1 (deep (- n 1)))))
    (defproc wide (n) (let ((a n) (b (* n 2)) (c (list n))) (if (= n 0) 0 (+ a b (wide (- n 1)) (length c)))))
    (defproc captured (n) (if (= n 0) 0 (+ 1 (call/cc (lambda (k) (captured (- n 1)))))))";

fn engine(depth: Option<usize>) -> Engine {
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

/// The limit on depth is looked at by counting the calls that are under way, and that is paid for. A run that was
/// carried on counted them once in each step, and so did a call for which the stack grew, as only the first one does.
#[test]
fn a_deep_recursion_takes_as_much_in_steps_as_it_does_as_a_whole() {
    for depth in [Limits::default().depth, Some(1_100), None] {
        let mut engine = engine(depth);
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
fn the_first_step_ends_where_its_fuel_does() {
    let mut engine = engine(None);
    let (whole, steps) = ticks(&mut engine, "deep", 10, 1);
    assert_eq!(whole, 11);
    assert_eq!(steps[..11], [1; 11]);
}

/// A limit that is another than before holds for what is under way, too.
#[test]
fn a_limit_on_depth_that_has_been_lowered_holds_for_a_run_that_waits() {
    let mut engine = engine(Some(10_000));
    let mut run = engine.start::<i64>("deep", (1_000,)).unwrap();
    assert!(matches!(run.step(&mut engine, 500).unwrap(), Step::OutOfTicks));
    *engine.limits_mut() = Limits { depth: Some(600), ..Limits::default() };
    assert!(matches!(run.step(&mut engine, 50).unwrap(), Step::OutOfTicks));
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
    let mut engine = engine(None);
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
fn a_run_for_which_there_is_no_room_any_more_ends_with_that() {
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
    let mut engine = engine(None);
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
    let mut engine = engine(None);
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
    let mut engine = engine(None);
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
