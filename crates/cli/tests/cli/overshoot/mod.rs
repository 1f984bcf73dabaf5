//! Scripts that once exceeded a limit long before it was noticed, run by the real binary under that limit: time of the
//! processor, resident memory and the length of the error are measured from outside.
//!
//! A busy machine does not make a script late, since only its own time counts; for a slow build there is room besides.
//! A script that is late is late by far more, because nothing looks at the limit at all.

mod process;
mod scripts;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use process::{Run, run};
use scripts::{SCRIPTS, Script};

/// Bytes of an error that a person can be asked to read.
const MOST_REPORT: u64 = 16 << 10;

/// Returns the faults of a run of a script.
fn complaints(script: &Script, run: &Run) -> Vec<String> {
    let mut wrong = Vec::new();
    if !matches!(run.status, Some(0 | 1)) {
        wrong.push(format!("ended with status {:?}", run.status));
    }
    if run.processor > script.seconds * 3.0 + 1.0 {
        wrong.push(format!("took {:.1} s of the processor", run.processor));
    }
    // A tenth more than the limit, and what the process itself takes.
    let allowed = script.memory * 1024 * 11 / 10 + 16 * 1024;
    if run.resident > allowed {
        wrong.push(format!("took {} KiB, {allowed} are allowed", run.resident));
    }
    if run.report_bytes > MOST_REPORT {
        wrong.push(format!("wrote {} bytes of errors", run.report_bytes));
    }
    if !script.ends.is_empty() && !script.ends.contains(&run.code.as_str()) {
        wrong.push(format!("ended with {:?} instead of {:?}: {}", run.code, script.ends, run.report_start));
    }
    wrong
}

#[test]
fn no_script_exceeds_its_limits_by_far() {
    let only = std::env::var("CORPUS").unwrap_or_default();
    let next = AtomicUsize::new(0);
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(script) = SCRIPTS.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if !script.text.contains(&only) {
                        continue;
                    }
                    let run = run(script);
                    if std::env::var_os("KLAMMER_SHOW_OVERSHOOT").is_some() {
                        println!(
                            "{:5.2} s {:7} KiB of {:7} {:16} {}",
                            run.processor,
                            run.resident,
                            script.memory * 1024,
                            run.code,
                            script.text
                        );
                    }
                    let complaints = complaints(script, &run);
                    if !complaints.is_empty() {
                        wrong.lock().unwrap().push(format!(
                            "{} {}\n    {}",
                            script.layer,
                            script.text,
                            complaints.join("\n    ")
                        ));
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} scripts:\n{}", wrong.len(), wrong.join("\n"));
}
