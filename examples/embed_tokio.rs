//! A thousand engines on two threads. Each runs a script of another author, and none blocks a thread, neither while it
//! computes nor while it waits.
//!
//! `cargo run --example embed_tokio`

use std::time::{Duration, Instant};

use klammer::{Engine, Error, Limits};

const RULES: &str = "
; Functions for the script of each visitor.
(defproc collatz (n) (let loop ((n n) (steps 0)) (if (= n 1) steps (loop (if (even? n) (quotient n 2) (+ (* 3 n) 1)) (+ steps 1)))))
(defproc longest (from to) (let ((best 0)) (dotimes (i (- to from) best) (setq best (max best (collatz (+ from i)))))))
; The host has to fetch the request of a visitor.
(defproc visit (visitor) (let ((from (fetch-start visitor))) (longest from (+ from 10))))";

/// Tests call it, too.
pub fn main() -> Result<(), Error> {
    // Prepared once: the copies neither read nor compile.
    let mut prepared = Engine::builder().limits(Limits { memory: 16 << 20, ..Limits::default() }).build();
    prepared.define("fetch-start", |visitor: u64| async move {
        tokio::time::sleep(Duration::from_millis(visitor % 10)).await;
        visitor + 1
    });
    prepared.eval::<()>(RULES)?;
    let prepared = prepared.snapshot()?;

    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_time().build().unwrap();
    let begin = Instant::now();
    let visits: Vec<_> = (0..1_000_u64)
        .map(|visitor| {
            let prepared = prepared.clone();
            runtime.spawn(async move {
                let mut engine = prepared.engine();
                let run = engine.start::<u64>("visit", (visitor,))?;
                engine.with().ticks(200).drive(run).await
            })
        })
        .collect();
    // Somebody else on these threads is not kept waiting for long.
    let ticks = runtime.spawn(async {
        for _ in 0..5 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        5
    });

    let total = runtime.block_on(async {
        let mut total = 0;
        for visit in visits {
            total += visit.await.expect("no panic")?;
        }
        assert_eq!(ticks.await.expect("no panic"), 5);
        Ok::<u64, Error>(total)
    })?;
    println!("{total} steps in {:.1?}", begin.elapsed());
    assert_eq!(total, 118_981);
    Ok(())
}
