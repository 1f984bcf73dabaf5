//! Runs a script in a process of its own and measures what it takes.

use std::io::Read;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use wait4::Wait4;

use super::paragraph::{Bounds, Hostile};

/// Bytes of the output that are kept: its end is what is compared.
const KEPT: usize = 4096;

/// Prefix of the program's message.
const MESSAGE: &[u8] = b"error[";

/// Result of a process.
pub struct Run {
    pub status: ExitStatus,
    /// Whether the test killed the process because it did not end.
    pub hung: bool,
    /// Time that the processor spent on it.
    pub processor: Duration,
    /// Its memory where it was largest.
    pub resident: u64,
    /// The end of its standard output, and of its standard error what begins with the message, or everything if there
    /// is none.
    pub output: String,
    pub errors: String,
    /// Bytes of that.
    pub loudness: u64,
}

impl Run {
    /// The code of the error that ended it.
    pub fn code(&self) -> Option<&str> {
        let (_, rest) = self.errors.lines().find_map(|l| l.split_once("error["))?;
        rest.split(']').next()
    }
}

/// Runs a script under limits; `patience` is a limit of real time for when it does not keep them.
pub fn run(script: &Hostile, limits: Bounds, patience: Duration) -> Run {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut command = Command::new(&super::PROGRAM.0);
    command.arg("run").args(["--timeout", &limits.time.as_secs_f64().to_string()]);
    command.args(["--memory", &limits.memory.to_string()]);
    if let Some(ticks) = limits.ticks {
        command.args(["--ticks", &ticks.to_string()]);
    }
    if let Some(language) = &script.language {
        command.args(["-r", language]);
    }
    command.args(["-e", &script.text]).current_dir(folder.path()).env("RUST_BACKTRACE", "0");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program can be started");
    let output = child.stdout.take().expect("its standard output");
    let errors = child.stderr.take().expect("its standard error");
    let output = std::thread::spawn(|| end_of(output));
    let errors = std::thread::spawn(|| message(errors));
    let end = Instant::now() + patience;
    let mut hung = false;
    let used = loop {
        if let Some(used) = child.try_wait4().expect("the process can be waited for") {
            break used;
        }
        if !hung && Instant::now() > end {
            hung = true;
            child.kill().expect("the process can be killed");
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let output = output.join().expect("its output is read");
    let (errors, loudness) = errors.join().expect("its errors are read");
    let processor = used.rusage.utime + used.rusage.stime;
    Run { status: used.status, hung, processor, resident: used.rusage.maxrss, output, errors, loudness }
}

/// Reads all of a stream, and keeps its end.
fn end_of(mut stream: impl Read) -> String {
    let (mut kept, mut piece) = (Vec::new(), vec![0; 1 << 16]);
    while let Ok(n @ 1..) = stream.read(&mut piece) {
        kept.extend_from_slice(&piece[..n]);
        kept.drain(..kept.len().saturating_sub(KEPT));
    }
    String::from_utf8_lossy(&kept).into_owned()
}

/// Reads all of standard error, and keeps the beginning of the program's message, and how long it is. A script may
/// write there itself, as much as its ticks allow.
fn message(mut stream: impl Read) -> (String, u64) {
    let (mut kept, mut length, mut piece) = (Vec::new(), 0, vec![0; 1 << 16]);
    let mut found = false;
    while let Ok(n @ 1..) = stream.read(&mut piece) {
        length += n as u64;
        if found && kept.len() >= KEPT {
            continue;
        }
        kept.extend_from_slice(&piece[..n]);
        if !found {
            let at = kept.windows(MESSAGE.len()).position(|w| w == MESSAGE);
            found = at.is_some();
            // Of what is not the message, the end stays: it may be the beginning of one.
            let before = at.unwrap_or(kept.len().saturating_sub(KEPT));
            kept.drain(..before);
            length = kept.len() as u64;
        }
    }
    (String::from_utf8_lossy(&kept).into_owned(), length)
}
