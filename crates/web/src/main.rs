//! Test of an engine in a browser. It has no output there, and returns 0 on success.

use std::process::ExitCode;
use std::time::Duration;

use klammer::{Code, Error, Limits, Step};

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn main() -> ExitCode {
    match all_is_right() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) | Err(_) => ExitCode::FAILURE,
    }
}

fn all_is_right() -> Result<bool, Error> {
    let mut engine = klammer_search::builder().dialect(klammer_scheme::dialect()).build();
    let sum: i64 = engine.eval("(defproc sum (n) (let ((s 0)) (dotimes (i n s) (setq s (+ s i))))) (sum 1000)")?;
    let big: String = engine.eval("(number->string (expt 3 100))")?;

    let solved: String = engine.eval(&format!("(require 'search) (board->line (solve (read-puzzle \"{PUZZLE}\")))"))?;

    // There is no clock: a limit on time does nothing, and no harm. One on ticks holds.
    *engine.limits_mut() = Limits { time: Some(Duration::from_secs(3600)), ..Limits::default() };
    let timed: i64 = engine.eval("(sum 10)")?;
    *engine.limits_mut() = Limits { ticks: Some(10_000), ..Limits::default() };
    let endless = engine.run("(while t)").map_err(|error| error.code());
    *engine.limits_mut() = Limits::default();

    let mut run = engine.start::<i64>("sum", (10_000,))?;
    let mut steps = 0;
    let stepped = loop {
        match run.step(&mut engine, 1_000)? {
            Step::Done(value) => break value,
            _ => steps += 1,
        }
    };
    let missing = engine.run("(load \"there-are-no-files.lisp\")").is_err();
    Ok(sum == 499_500
        && big == "515377520732011331036461129765621272702107522001"
        && solved == SOLUTION
        && timed == 45
        && endless == Err(Code::OutOfTicks)
        && (stepped, steps) == (49_995_000, 10)
        && missing)
}
