//! The language's corpus. `support::script` describes the files; here each runs under several profiles.

use std::path::{Path, PathBuf};

use libtest_mimic::Trial;

use crate::support::lisp_files;
use crate::support::listing::with_listings;
use crate::support::places::folder;
use crate::support::run::{Profile, SMALL_STACK, mismatches, refuse, starve};
use crate::support::settings::{full, update};
use crate::{Sample, trial};

/// Ticks up to which a script runs with more and more ticks.
const MOST_TICKS: u64 = 1000;
/// Interval of the files that run with collections.
const STRESSED: usize = 8;
/// Interval of the files that run with refused memory, other files for each way to refuse.
const REFUSED: usize = 12;

pub fn trials(sample: Sample) -> Vec<Trial> {
    let mut corpus = lisp_files(&folder("lang"));
    corpus.extend(lisp_files(&folder("regression")));
    let mut trials = Vec::new();
    let mut add = |kind: &str, path: &PathBuf, run: fn(&Path) -> Vec<String>| {
        let path = path.clone();
        trials.push(trial(format!("{kind}::{}", name(&path)), move || run(&path)));
    };
    for path in &corpus {
        // They give no false alarm, either.
        add("plain", path, |path| mismatches(path, Profile::Warnings));
        add("small-stack", path, on_small_stack);
        add("starved", path, |path| starve(path, MOST_TICKS));
    }
    if cfg!(debug_assertions) {
        for path in sample.of(STRESSED, 0, &corpus) {
            add("stress", path, |path| mismatches(path, Profile::Stress));
        }
        for path in sample.of(REFUSED, 0, &corpus) {
            add("refused-once", path, |path| refused(path, false));
        }
        for path in sample.of(REFUSED, REFUSED / 2, &corpus) {
            add("refused-from-then-on", path, |path| refused(path, true));
        }
    }
    for path in &lisp_files(&folder("limit")) {
        add("plain", path, |path| mismatches(path, Profile::Plain));
    }
    for path in &lisp_files(&folder("code")) {
        add("listing", path, listing);
    }
    for path in &lisp_files(&folder("wishlist")) {
        add("wish", path, wish);
    }
    for path in &lisp_files(&folder("regression")) {
        add("origin", path, origin);
    }
    trials
}

/// Returns the path below `tests`, without its ending.
fn name(path: &Path) -> String {
    let tests = folder("");
    path.strip_prefix(&tests).unwrap_or(path).with_extension("").display().to_string()
}

fn on_small_stack(path: &Path) -> Vec<String> {
    let path = path.to_path_buf();
    let run = std::thread::Builder::new().stack_size(SMALL_STACK).spawn(move || mismatches(&path, Profile::SmallStack));
    run.expect("a thread").join().expect("a script stays within the stack")
}

/// Refuses one request for memory after another: few of them, with gaps that grow fast, or in a full run many.
fn refused(path: &Path, lasting: bool) -> Vec<String> {
    let (most, gaps) = if full() { (100_000, 16) } else { (1000, 2) };
    refuse(path, most, gaps, lasting)
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

fn wish(path: &Path) -> Vec<String> {
    let works = mismatches(path, Profile::Plain).is_empty();
    if works { vec!["this works now and belongs into tests/lang".to_string()] } else { Vec::new() }
}

/// Checks that a regression names its origin. Without it nobody can tell whether the case still matters.
fn origin(path: &Path) -> Vec<String> {
    let says = std::fs::read_to_string(path).is_ok_and(|text| text.starts_with("; found: 20"));
    if says {
        Vec::new()
    } else {
        vec!["the first line should be `; found: DATE, by what: what was wrong`".to_string()]
    }
}
