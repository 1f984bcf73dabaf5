//! Memory that is refused at every point: the corpus with the first question for memory refused, the second, the third,
//! and so on.
//!
//! - `KLAMMER_REFUSAL`: how many questions at most, of every file (a few files and questions by default);
//! - `CORPUS`: only the files whose path contains this.
//!
//! Only builds with debug assertions can refuse.

use std::path::PathBuf;

use crate::support::lisp_files;
use crate::support::places::folder;
use crate::support::run::{refuse, report};

/// Interval of the files that are taken by default, other files for each way to refuse.
const SAMPLE: usize = 12;

/// Questions that are refused at most, where nothing else is said.
const FEW: u64 = 1000;

/// Growth of the steps: the gaps are this part of the way so far.
const GAPS: u64 = 2;
const SMALL_GAPS: u64 = 16;

fn corpus(part: usize) -> (Vec<PathBuf>, u64, u64) {
    let only = std::env::var("CORPUS").unwrap_or_default();
    let most = std::env::var("KLAMMER_REFUSAL").ok().and_then(|s| s.parse().ok());
    let mut files = lisp_files(&folder("lang"));
    files.extend(lisp_files(&folder("regression")));
    if most.is_none() && only.is_empty() {
        files = files.into_iter().skip(part).step_by(SAMPLE).collect();
    }
    files.retain(|f| f.to_string_lossy().contains(&only));
    (files, most.unwrap_or(FEW), if most.is_some() { SMALL_GAPS } else { GAPS })
}

fn refuse_all(part: usize, lasting: bool) {
    if cfg!(debug_assertions) {
        let (files, most, gaps) = corpus(part);
        assert!(!files.is_empty(), "there is no such file");
        report(&files.iter().flat_map(|f| refuse(f, most, gaps, lasting)).collect::<Vec<_>>());
    }
}

#[test]
fn memory_that_is_refused_once_changes_no_answer() {
    refuse_all(0, false);
}

#[test]
fn when_no_more_memory_is_given_the_evaluation_ends_and_the_engine_goes_on() {
    refuse_all(SAMPLE / 2, true);
}

#[test]
fn refusing_finds_what_asks() {
    if cfg!(debug_assertions) {
        let mut engine = crate::support::host::builder().build();
        engine.refuse_memory(1, false);
        let error = engine.eval::<String>("(string-append \"a\" \"b\")").expect_err("it needs memory");
        assert_eq!(error.code(), klammer::Code::OutOfMemory);
        assert!(engine.has_refused_memory());
        assert_eq!(engine.eval::<String>("(string-append \"a\" \"b\")").ok().as_deref(), Some("ab"));
    }
}
