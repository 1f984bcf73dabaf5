//! Hostile scripts: each runs in a process of its own under limits, and has to end as it says, in time, within its
//! memory, and quietly.
//!
//! - `CORPUS`: only the scripts whose place (`cycles.lisp:12`) or text contains this;
//! - `KLAMMER_HOSTILE=whole`: each script has all the time that its file says; else a third of it, and one that may end
//!   because its time is over a tenth, as that is most of what this test takes;
//! - `KLAMMER_HOSTILE=thorough`: each script under several limits, large and small, too;
//! - `KLAMMER_BINARY`: an optimised program, which is judged as one.
//!
//! The test judges the time of the processor and not of the clock: the machine may be busy with something else.

mod child;
mod paragraph;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::Duration;

use crate::support::lisp_files;
use crate::support::places::folder;
use child::Run;
use paragraph::{Bounds, End, Hostile};

/// Bytes that an error may have.
const LOUD: u64 = 100_000;

/// The program that runs the scripts, and whether it is without optimisation.
static PROGRAM: LazyLock<(OsString, bool)> = LazyLock::new(|| match std::env::var_os("KLAMMER_BINARY") {
    Some(given) => (given, false),
    None => (env!("CARGO_BIN_EXE_klammer").into(), cfg!(debug_assertions)),
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

/// Results of all runs.
#[derive(Default)]
struct Table {
    runs: usize,
    ends: BTreeMap<String, usize>,
    wrong: Vec<String>,
    processor: Duration,
    /// The most processor time and memory beyond the limit, in per cent of it, and where.
    late: (f64, String),
    large: (f64, String),
    loud: (u64, String),
}

impl Table {
    fn add(&mut self, script: &Hostile, limits: Bounds, run: &Run) {
        self.runs += 1;
        let end = run.code().unwrap_or(if run.status.success() { "a value" } else { "exit" });
        *self.ends.entry(end.to_string()).or_default() += 1;
        self.processor += run.processor;
        let beyond = |used: f64, limit: f64| 100.0 * (used - limit) / limit;
        let late = beyond(run.processor.as_secs_f64(), limits.time.as_secs_f64());
        let large = beyond(run.resident as f64, limits.memory as f64);
        if late > self.late.0 {
            self.late = (late, script.place.clone());
        }
        if large > self.large.0 {
            self.large = (large, script.place.clone());
        }
        if run.loudness > self.loud.0 {
            self.loud = (run.loudness, script.place.clone());
        }
    }

    fn print(&self) {
        println!("{} runs, {:.1} s of the processor", self.runs, self.processor.as_secs_f64());
        for (end, count) in &self.ends {
            println!("{count:7}  {end}");
        }
        println!("worst time:   {:+.0} % ({})", self.late.0, self.late.1);
        println!("worst memory: {:+.0} % ({})", self.large.0, self.large.1);
        println!("longest error: {} bytes ({})", self.loud.0, self.loud.1);
    }
}

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
    let reached = matches!(code, Some("out-of-time" | "out-of-memory" | "out-of-fuel"));
    let right = match &script.end {
        End::Any => true,
        End::Value(None) => run.status.success(),
        End::Value(Some(value)) => run.status.success() && run.output.trim_end().lines().next_back() == Some(value),
        End::Error(codes) => code.is_some_and(|c| codes.iter().any(|known| known == c)),
    };
    let said = if code.is_some() { &run.errors } else { &run.output };
    let found = || said.trim().chars().take(500).collect::<String>();
    (!right && (strict || !reached)).then(|| format!("expected {:?}, got {}", script.end, found()))
}

/// Runs a script under limits, once more if it has not ended as it should.
fn judge(script: &Hostile, limits: Bounds, strict: bool, table: &Mutex<Table>) {
    let mut more = limits;
    for attempt in 1..=TRIES {
        let run = child::run(script, more, 10 * more.time + Duration::from_secs(10));
        let fault = fault(script, more, &run, strict);
        if fault.is_some() && attempt < TRIES {
            if run.code() == Some("out-of-time") {
                more.time *= 4;
            }
            continue;
        }
        let mut table = table.lock().expect("no thread has panicked");
        table.add(script, more, &run);
        if let Some(fault) = fault {
            table.wrong.push(format!("{}: {fault}\n    {}", script.place, script.text.trim()));
        }
        return;
    }
}

/// The limits under which a script runs, and whether its end is known under them.
fn bounds(script: &Hostile) -> Vec<(Bounds, bool)> {
    let own = script.limits;
    let asked = std::env::var("KLAMMER_HOSTILE").unwrap_or_default();
    if asked == "thorough" {
        let with = |time, memory, fuel| (Bounds { time: Duration::from_millis(time), memory, fuel }, false);
        let others = [with(100, 16 << 20, None), with(1000, 256 << 20, None), with(2000, 32 << 20, Some(300_000))];
        return std::iter::once((own, true)).chain(others).collect();
    }
    let time = match &script.end {
        _ if asked == "whole" => own.time,
        End::Error(codes) if codes.iter().any(|code| code == "out-of-time") => own.time / 10,
        _ => own.time / 3,
    };
    vec![(Bounds { time, ..own }, true)]
}

/// Variable that is set in the process that runs the scripts.
const APART: &str = "KLAMMER_HOSTILE_APART";

/// In a process of its own, that runs nothing else: what the system tells as the greatest memory of a child begins with
/// that of the process which started it, and beside other tests that one is larger than what is allowed here.
#[test]
fn hostile_scripts_end_as_they_say_and_within_their_limits() {
    if std::env::var_os(APART).is_some() {
        return run_all();
    }
    let test = std::env::current_exe().expect("this program has a path");
    let name = "hostile::hostile_scripts_end_as_they_say_and_within_their_limits";
    let run =
        Command::new(test).args([name, "--exact", "--nocapture"]).env(APART, "1").output().expect("it can be run");
    print!("{}", String::from_utf8_lossy(&run.stdout));
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}

fn run_all() {
    let only = std::env::var("CORPUS").unwrap_or_default();
    let mut scripts: Vec<_> = lisp_files(&folder("hostile")).iter().flat_map(|f| paragraph::read(f)).collect();
    scripts.retain(|s| s.place.contains(&only) || s.text.contains(&only));
    let runs: Vec<_> = scripts.iter().flat_map(|s| bounds(s).into_iter().map(move |b| (s, b))).collect();
    let (next, table) = (AtomicUsize::new(0), Mutex::new(Table::default()));
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(&(script, (limits, strict))) = runs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    judge(script, limits, strict, &table);
                }
            });
        }
    });
    let table = table.into_inner().expect("no thread has panicked");
    table.print();
    assert!(
        table.wrong.is_empty(),
        "{} of {} runs are wrong:\n{}",
        table.wrong.len(),
        table.runs,
        table.wrong.join("\n")
    );
}
