//! A search that the host runs step by step. It draws the progress, reads the solutions found so far, and could stop at
//! any moment. Something else is evaluated by the same engine in between.
//!
//! `cargo run --example embed_resumable`

use klammer::{Engine, Error, Step};

const SEARCH: &str = "
(setq found 0)
(setq best nil)

; All ways to put n queens on a board of n columns, row by row.
(defproc safe? (column queens distance)
  (or (null? queens)
      (and (not (= column (first queens)))
           (not (= (abs (- column (first queens))) distance))
           (safe? column (rest queens) (+ distance 1)))))

(defproc place (row n queens)
  (if (= row n)
    (progn (inc! found) (setq best queens))
    (dotimes (column n)
      (when (safe? column queens 1)
        (place (+ row 1) n (cons column queens))))))

(defproc count-queens (n) (place 0 n nil) found)";

/// Ticks of a step: some microseconds.
const STEP: u64 = 1_000;

/// Tests call it, too.
pub fn main() -> Result<(), Error> {
    let mut engine = Engine::new();
    engine.eval::<()>(SEARCH)?;
    let mut search = engine.start::<i64>("count-queens", (7,))?;
    let (mut steps, mut seen) = (0, 0);
    let total = loop {
        match search.step(&mut engine, STEP)? {
            Step::Done(total) => break total,
            Step::OutOfTicks => {
                steps += 1;
                // The run waits; the engine does not.
                let found: i64 = engine.get("found")?;
                assert!(found >= seen);
                seen = found;
                print!("\r[{:<40}] {found} after {} ticks", "#".repeat(found as usize), search.usage(&engine).ticks);
            }
            Step::Yielded(_) | Step::Asked(_) => unreachable!("no function of the host asks it to wait"),
        }
    };
    println!("\r[{:<40}] {total} in {} steps", "#".repeat(total as usize), steps + 1);
    assert_eq!(total, 40);
    assert!(steps > 0 && seen < 40, "{steps} {seen}");
    Ok(())
}
