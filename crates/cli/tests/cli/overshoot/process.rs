//! Running a script in a process of its own, and what that took.

use std::fs::File;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::scripts::Script;

/// Resources that a run took, and its end.
pub struct Run {
    pub status: Option<i32>,
    /// The code of the error it ended with, or `ok`.
    pub code: String,
    /// Seconds of the processor.
    pub processor: f64,
    /// The most memory it had, in KiB.
    pub resident: u64,
    pub report_bytes: u64,
    pub report_start: String,
}

/// Seconds after which the test kills a process: it will not end by itself. It also kills one that takes several times
/// its memory.
const PATIENCE: u64 = 100;

/// Runs a script under its limits.
pub fn run(script: &Script) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let errors = folder.path().join("errors");
    let mut command = Command::new(std::env::var_os("KLAMMER_BINARY").unwrap_or(env!("CARGO_BIN_EXE_klammer").into()));
    if !script.layer.is_empty() {
        command.args(["-r", script.layer]);
    }
    command.args([
        "--timeout",
        &script.seconds.to_string(),
        "--memory",
        &format!("{}M", script.memory),
        "-e",
        script.text,
    ]);
    command.current_dir(folder.path()).env_clear();
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(File::create(&errors).unwrap());
    let mut child = command.spawn().unwrap();
    let (mut resident, mut processor) = (0, 0.0);
    let start = Instant::now();
    let mut killed = false;
    loop {
        resident = resident.max(peak_kib(child.id()));
        if let Some((state, seconds)) = processor_time(child.id()) {
            processor = seconds;
            // A zombie still knows what it took.
            if state == 'Z' {
                break;
            }
        }
        let beyond = resident > 4 * script.memory * 1024 + (64 << 10);
        if beyond || start.elapsed() > Duration::from_secs(PATIENCE) {
            child.kill().unwrap();
            killed = true;
            break;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let status = child.wait().unwrap().code().filter(|_| !killed);
    let report = std::fs::read(&errors).unwrap();
    let report_start = String::from_utf8_lossy(&report).chars().take(300).collect::<String>();
    let code = match report_start.split_once("error[").and_then(|(_, rest)| rest.split_once(']')) {
        Some((code, _)) => code.to_string(),
        None => "ok".to_string(),
    };
    Run { status, code, processor, resident, report_bytes: report.len() as u64, report_start }
}

/// The most memory that a living process has had.
fn peak_kib(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    line.and_then(|l| l.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// The state of a process, and the seconds of the processor that it has had.
fn processor_time(id: u32) -> Option<(char, f64)> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name, in parentheses, may hold anything.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    let state = fields.next()?.chars().next()?;
    let ticks: u64 = fields.nth(10)?.parse::<u64>().ok()? + fields.next()?.parse::<u64>().ok()?;
    // Linux counts hundredths of seconds here, whatever its clock.
    Some((state, ticks as f64 / 100.0))
}
