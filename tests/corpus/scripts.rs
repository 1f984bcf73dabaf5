//! The language's corpus. `support::script` describes the files; here each runs under several profiles.

use std::path::Path;
use std::sync::Arc;

use libtest_mimic::Trial;

use crate::support::lisp_files;
use crate::support::listing::with_listings;
use crate::support::places::folder;
use crate::support::run::{Profile, SMALL_STACK, mismatches, refuse, starve};
use crate::support::script::Script;
use crate::support::settings::{full, update};
use crate::{Sample, trial};

/// Ticks up to which a script runs with more and more ticks.
const MAX_FUEL: u64 = 1000;
/// Interval of the files that run with collections.
const STRESSED: usize = 8;
/// Interval of the files that run under a debugger.
const DEBUGGED: usize = 16;
/// Interval of the files that run with refused memory, other files for each way to refuse.
const REFUSED: usize = 12;

pub fn trials(sample: Sample) -> Vec<Trial> {
    let corpus = scripts(&["lang", "regression"]);
    let mut trials = Vec::new();
    let mut add = |kind: &str, script: &Arc<Script>, run: fn(&Arc<Script>) -> Vec<String>| {
        let script = Arc::clone(script);
        let separator = if script.title.is_empty() { "" } else { "::" };
        let name = format!("{kind}::{}{separator}{}", name(&script.path), script.title);
        trials.push(trial(name, move || run(&script)));
    };
    for script in &corpus {
        // They give no false alarm, either.
        add("plain", script, |script| mismatches(script, Profile::Warnings));
        add("small-stack", script, on_small_stack);
        add("starved", script, |script| starve(script, MAX_FUEL));
    }
    for script in sample.of(DEBUGGED, 0, &corpus) {
        add("debugged", script, |script| mismatches(script, Profile::Debugged));
    }
    if cfg!(debug_assertions) {
        for script in sample.of(STRESSED, 0, &corpus) {
            add("stress", script, |script| mismatches(script, Profile::Stress));
        }
        for script in sample.of(REFUSED, 0, &corpus) {
            add("refused-once", script, |script| refused(script, false));
        }
        for script in sample.of(REFUSED, REFUSED / 2, &corpus) {
            add("refused-from-then-on", script, |script| refused(script, true));
        }
    }
    for script in &scripts(&["limit"]) {
        add("plain", script, |script| mismatches(script, Profile::Plain));
    }
    let mut add = |kind: &str, folder_name: &str, run: fn(&Path) -> Vec<String>| {
        for path in lisp_files(&folder(folder_name)) {
            trials.push(trial(format!("{kind}::{}", name(&path)), move || run(&path)));
        }
    };
    add("listing", "code", listing);
    add("origin", "regression", origin);
    trials
}

/// Returns the scripts in these folders of `tests`.
fn scripts(folders: &[&str]) -> Vec<Arc<Script>> {
    let files = folders.iter().flat_map(|name| lisp_files(&folder(name)));
    files.flat_map(|path| Script::read(&path)).map(Arc::new).collect()
}

/// Returns the path below `tests`, without its ending.
fn name(path: &Path) -> String {
    let tests = folder("");
    path.strip_prefix(&tests).unwrap_or(path).with_extension("").display().to_string()
}

fn on_small_stack(script: &Arc<Script>) -> Vec<String> {
    let script = Arc::clone(script);
    let run = move || mismatches(&script, Profile::SmallStack);
    let run = std::thread::Builder::new().stack_size(SMALL_STACK).spawn(run);
    run.expect("a thread").join().expect("a script stays within the stack")
}

/// Refuses one request for memory after another: few of them, with gaps that grow fast, or in a full run many.
fn refused(script: &Script, lasting: bool) -> Vec<String> {
    let (most, gaps) = if full() { (100_000, 16) } else { (1000, 2) };
    refuse(script, most, gaps, lasting)
}

/// Compares the code of small functions with the listing in the file, or writes it.
fn listing(path: &Path) -> Vec<String> {
    let now = with_listings(path);
    if update() {
        std::fs::write(path, now).expect("the file");
        return Vec::new();
    }
    let before = std::fs::read_to_string(path).expect("the file");
    if before == now { Vec::new() } else { vec![format!("UPDATE=1 writes the listing, which is now\n{now}")] }
}

/// Checks that each regression names its origin. Without it nobody can tell whether the case still matters.
fn origin(path: &Path) -> Vec<String> {
    let says = |script: &Script| {
        let mut lines = script.text.trim_start().lines().skip_while(|line| line.starts_with(";;;; "));
        lines.next().is_some_and(|line| line.starts_with("; found: 20"))
    };
    let silent = Script::read(path).into_iter().filter(|script| !says(script));
    silent
        .map(|script| format!("{}: it should begin with `; found: DATE, by what: what was wrong`", script.name()))
        .collect()
}
