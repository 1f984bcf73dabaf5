//! `klammer run --watch`: a program runs again whenever its file changes.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

use crate::console::{self, INTERRUPTED, print_message};

/// When a file was written and how long it is, to see that it has changed.
pub type Stamp = (SystemTime, u64);

/// Returns the stamp of a file, if it is there.
pub fn stamp(path: &Path) -> Option<Stamp> {
    let data = fs::metadata(path).ok()?;
    Some((data.modified().unwrap_or(SystemTime::UNIX_EPOCH), data.len()))
}

/// Time between two looks at the file.
const PAUSE: Duration = Duration::from_millis(200);

/// Pauses in which the program may end by itself after a signal.
const PATIENCE: usize = 5;

/// Runs the program, and again at each change of the file, until a signal ends this process. A run that is not over by
/// then is ended. Each run is a process of its own, with the same command line but for `--watch`.
pub fn watch(path: &Path, words: &[OsString]) -> ExitCode {
    let is_asked = Arc::new(AtomicBool::new(false));
    let _signals = console::stop_by_signals(&is_asked);
    let at = words.iter().position(|word| word == "--watch").unwrap_or(words.len());
    let arguments = || words.iter().enumerate().filter(|&(i, _)| i > 0 && i != at).map(|(_, word)| word);
    let (mut before, mut program) = (None, start(path, arguments()));
    before = stamp(path).or(before);
    while !is_asked.load(Ordering::Relaxed) {
        thread::sleep(PAUSE);
        let now = stamp(path);
        // An editor that replaces a file may leave none for a moment.
        if now.is_some() && now != before {
            before = now;
            end(program, 0);
            program = start(path, arguments());
        }
    }
    end(program, PATIENCE);
    ExitCode::from(console::asked_to_end().unwrap_or(INTERRUPTED))
}

/// Starts a run after a line with the time.
fn start<'a>(path: &Path, arguments: impl Iterator<Item = &'a OsString>) -> Option<Child> {
    let time = jiff::Zoned::now().strftime("%H:%M:%S").to_string();
    // If it fails there is nowhere to say so.
    let _ = writeln!(io::stderr(), "── {time} {} ──", path.display());
    let program = env::current_exe().unwrap_or_else(|_| PathBuf::from(console::name()));
    match Command::new(program).args(arguments).spawn() {
        Ok(child) => Some(child),
        Err(cause) => {
            print_message(&format!("cannot run {}: {cause}", path.display()));
            None
        }
    }
}

/// Ends a run that is not over after some pauses.
fn end(program: Option<Child>, pauses: usize) {
    let Some(mut child) = program else { return };
    for _ in 0..pauses {
        if !matches!(child.try_wait(), Ok(None)) {
            return;
        }
        thread::sleep(PAUSE);
    }
    let _ = child.kill().and_then(|()| child.wait());
}
