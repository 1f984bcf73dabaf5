//! Hostile scripts: each runs in a process of its own under limits, and has to end as it says, in time, within its
//! memory, and quietly.
//!
//! Each script is a test, named by its place (`hostile::cycles.lisp:12`). It has a third of the time that its file says,
//! and one that may end because its time is over a tenth, as that is most of what these tests take. A full run gives all
//! of it, runs each script under other limits, too, large and small, and judges an optimised program.
//!
//! The test judges the time of the processor and not of the clock: the machine may be busy with something else.

mod child;
#[path = "../optimised.rs"]
mod optimised;
mod paragraph;
#[path = "../../../../tests/support/mod.rs"]
mod support;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::LazyLock;
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};

use child::Run;
use paragraph::{Bounds, End, Hostile};
use support::lisp_files;
use support::places::folder;
use support::settings::full;

/// Bytes that an error may have.
const LOUD: u64 = 100_000;

/// The program that runs the scripts, and whether it is without optimisation.
static PROGRAM: LazyLock<(PathBuf, bool)> = LazyLock::new(|| match optimised::program(full()) {
    Some(program) => (program, false),
    None => (env!("CARGO_BIN_EXE_klammer").into(), true),
});

/// Memory of the process beside what the limit is for: the program itself, and a tenth of the limit. The program is
/// larger without optimisation.
fn outside() -> u64 {
    if PROGRAM.1 { 20 << 20 } else { 16 << 20 }
}

/// Time of the processor beside what the limit is for: starting, what lies between two looks at the clock, drawing the
/// error. Without optimisation all that takes ten times as long.
fn beside() -> Duration {
    Duration::from_millis(if PROGRAM.1 { 500 } else { 50 })
}

/// Tries for a script that has not ended as it should, as what the system says of time and memory is not the same each
/// time; with more and more time for one that should have come to another end before its time was over: the machine may
/// be slow, or have other things to do.
const TRIES: u32 = 4;

/// Returns the fault of a run. If `strict`, the end has to be the one that the script states.
fn fault(script: &Hostile, limits: Bounds, run: &Run, strict: bool) -> Option<String> {
    let code = run.code();
    if run.hung {
        return Some("it did not end".to_string());
    }
    match run.status.code() {
        Some(0) if code.is_none() => {}
        Some(1) if code.is_some_and(|c| c != "internal") => {}
        // `(exit 1)`
        Some(1) if run.errors.is_empty() => {}
        _ => return Some(format!("it ended with {} and {}", run.status, run.errors.trim())),
    }
    let seconds = limits.time.as_secs_f64() * 1.2 + beside().as_secs_f64();
    if run.processor.as_secs_f64() > seconds {
        return Some(format!("it took {:?} of the processor, its limit is {:?}", run.processor, limits.time));
    }
    if run.resident > limits.memory + limits.memory / 10 + outside() {
        return Some(format!("it took {} KiB, its limit is {} KiB", run.resident >> 10, limits.memory >> 10));
    }
    if run.loudness >= LOUD {
        return Some(format!("its error has {} bytes", run.loudness));
    }
    let reached = matches!(code, Some("out-of-time" | "out-of-memory" | "out-of-ticks"));
    let right = match &script.end {
        End::Any => true,
        End::Value(None) => run.status.success(),
        End::Value(Some(value)) => run.status.success() && run.output.trim_end().lines().next_back() == Some(value),
        End::Error(codes) => code.is_some_and(|c| codes.iter().any(|known| known == c)),
    };
    // Under limits of which the end is not known, there may be room and time enough.
    let is_limit = |codes: &[String]| codes.iter().any(|code| matches!(code.as_str(), "out-of-time" | "out-of-memory"));
    let fits = run.status.success() && matches!(&script.end, End::Error(codes) if is_limit(codes));
    let said = if code.is_some() { &run.errors } else { &run.output };
    let found = || said.trim().chars().take(500).collect::<String>();
    (!right && (strict || !reached && !fits)).then(|| format!("expected {:?}, got {}", script.end, found()))
}

/// Runs a script under limits, again if it has not ended as it should.
fn judge(script: &Hostile, limits: Bounds, strict: bool) -> Result<(), Failed> {
    let mut more = limits;
    for attempt in 1..=TRIES {
        let run = child::run(script, more, 10 * more.time + Duration::from_secs(10));
        match fault(script, more, &run, strict) {
            None => break,
            Some(fault) if attempt == TRIES => return Err(format!("{fault}\n    {}", script.text.trim()).into()),
            Some(_) if run.code() == Some("out-of-time") => more.time *= 4,
            Some(_) => {}
        }
    }
    Ok(())
}

/// The limits under which a script runs, and whether its end is known under them.
fn bounds(script: &Hostile) -> Vec<(Bounds, bool)> {
    let own = script.limits;
    if full() {
        let with = |time, memory, ticks| (Bounds { time: Duration::from_millis(time), memory, ticks }, false);
        let others = [with(100, 16 << 20, None), with(1000, 256 << 20, None), with(2000, 32 << 20, Some(300_000))];
        return std::iter::once((own, true)).chain(others).collect();
    }
    let time = match &script.end {
        End::Error(codes) if codes.iter().any(|code| code == "out-of-time") => own.time / 10,
        _ => own.time / 3,
    };
    vec![(Bounds { time, ..own }, true)]
}

/// This process runs nothing else: what the system tells as the greatest memory of a child begins with that of the
/// process which started it.
fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let scripts = lisp_files(&folder("hostile")).into_iter().flat_map(|file| paragraph::read(&file));
    let trial = |script: Hostile| {
        let name = format!("hostile::{}", script.place);
        Trial::test(name, move || {
            bounds(&script).into_iter().try_for_each(|(limits, strict)| judge(&script, limits, strict))
        })
    };
    let trials = scripts.map(trial).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}
