//! The language's test corpus: `tests/lang/<feature>/<sentence>.lisp`, `tests/regression` and `tests/wishlist`.
//!
//! `support::script` describes the files. Here they run under several profiles; the name of one file can be given in
//! `CORPUS`, to run only the files whose path contains it.

mod support;

use std::path::PathBuf;

use support::run::{Profile, SMALL_STACK, mismatches, report, starve};
use support::{folder, lisp_files};

/// The files that must hold.
fn corpus() -> Vec<PathBuf> {
    let only = std::env::var("CORPUS").unwrap_or_default();
    let mut files = lisp_files(&folder("lang"));
    files.extend(lisp_files(&folder("regression")));
    files.retain(|f| f.to_string_lossy().contains(&only));
    files
}

fn run(profile: Profile) -> Vec<String> {
    corpus().iter().flat_map(|f| mismatches(f, profile)).collect()
}

#[test]
fn the_corpus_holds() {
    report(&run(Profile::Plain));
}

#[test]
fn the_corpus_holds_with_a_collection_at_every_safepoint() {
    if cfg!(debug_assertions) {
        report(&run(Profile::Stress));
    }
}

#[test]
fn the_corpus_holds_on_a_stack_of_128_kib() {
    let run = std::thread::Builder::new().stack_size(SMALL_STACK).spawn(|| run(Profile::SmallStack));
    report(&run.expect("a thread").join().expect("the corpus stays within the stack"));
}

#[test]
fn whatever_runs_out_of_fuel_says_so_and_leaves_the_engine_usable() {
    report(&corpus().iter().flat_map(|f| starve(f, 1000)).collect::<Vec<_>>());
}

#[test]
fn what_is_wished_for_does_not_work_yet() {
    let works: Vec<_> =
        lisp_files(&folder("wishlist")).into_iter().filter(|f| mismatches(f, Profile::Plain).is_empty()).collect();
    assert!(works.is_empty(), "these work now and belong into tests/lang: {works:?}");
}
