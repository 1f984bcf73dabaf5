//! A service: threads take scripts of strangers from a queue and run each in an engine of its own, within limits. One
//! that fails, hangs or is cancelled does not touch the others.
//!
//! `cargo run --example embed_service`

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use klammer::{Code, Engine, Error, Interrupt, Limits, Snapshot};

/// Scripts solve puzzles with the module `amb`.
static JOBS: [&str; 4] = [
    "(length (all-values (an-integer-between 1 20)))",
    "(first (all-values (let ((a (an-integer-between 1 20))) (require-that (= (* a a) 144)) a)))",
    "(while t)",
    "(+ 1\n   (first 5))",
];

type Answer = Result<i64, (Code, String)>;

/// Runs a job in a copy of the prepared engine.
fn run(prepared: &Snapshot, script: &str, cancel: &Interrupt) -> Answer {
    let mut engine = prepared.engine();
    let call = engine.with().ticks(200_000).interrupt(cancel);
    call.eval::<i64>(("job.lisp", script)).map_err(|error| {
        let place = error.place().map(ToString::to_string).unwrap_or_default();
        (error.code(), place)
    })
}

/// Tests call it, too.
pub fn main() -> Result<(), Error> {
    let limits = Limits { memory: 16 << 20, depth: Some(100_000), ..Limits::default() };
    let mut engine = Engine::builder().limits(limits).build();
    engine.require("amb")?;
    let prepared = engine.snapshot()?;

    let queue = Arc::new(Mutex::new(JOBS.iter().enumerate()));
    let cancel = Interrupt::new();
    let workers: Vec<_> = (0..2)
        .map(|_| {
            let (queue, prepared, cancel) = (Arc::clone(&queue), prepared.clone(), cancel.clone());
            thread::spawn(move || {
                let mut answers: Vec<(usize, Answer)> = Vec::new();
                loop {
                    let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some((number, script)) = next else { return answers };
                    answers.push((number, run(&prepared, script, &cancel)));
                }
            })
        })
        .collect();
    let mut answers: Vec<_> = workers.into_iter().flat_map(|worker| worker.join().expect("no job panics")).collect();
    answers.sort_by_key(|(number, _)| *number);
    let answers: Vec<Answer> = answers.into_iter().map(|(_, answer)| answer).collect();
    println!("{answers:?}");
    assert_eq!(answers[..2], [Ok(20), Ok(12)]);
    assert!(matches!(&answers[2], Err((Code::OutOfTicks, _))));
    assert_eq!(answers[3], Err((Code::WrongType, "job.lisp:2:4".to_string())));

    // Cancelled before it begins, a job does not begin.
    cancel.interrupt();
    assert!(matches!(run(&prepared, JOBS[0], &cancel), Err((Code::Interrupted, _))));
    Ok(())
}
