//! The language's test corpus: `tests/lang/<feature>/<sentence>.lisp`, `tests/regression` and `tests/wishlist`.
//!
//! `support::script` describes the files. Here they run under several profiles; the name of one file can be given in
//! `CORPUS`, to run only the files whose path contains it.

use std::path::PathBuf;

use crate::support::lisp_files;
use crate::support::listing::with_listings;
use crate::support::places::folder;
use crate::support::run::{Profile, SMALL_STACK, mismatches, report, sample, starve};

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

/// Without it nobody can tell whether a case still matters.
#[test]
fn every_regression_says_where_it_came_from() {
    let says = |f: &PathBuf| std::fs::read_to_string(f).is_ok_and(|text| text.starts_with("; found: 20"));
    let silent: Vec<_> = lisp_files(&folder("regression")).into_iter().filter(|f| !says(f)).collect();
    assert!(silent.is_empty(), "the first line should be `; found: DATE, by what: what was wrong`: {silent:?}");
}

/// It gives no false alarm, either.
#[test]
fn the_corpus_holds() {
    report(&run(Profile::Warnings));
}

#[test]
fn the_corpus_holds_with_a_collection_at_every_safepoint() {
    if cfg!(debug_assertions) {
        report(&sample(corpus()).flat_map(|f| mismatches(&f, Profile::Stress)).collect::<Vec<_>>());
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

/// Compares the code of small functions with the listings in `tests/code`; `UPDATE_LISTINGS=1 cargo test --test
/// language listed` writes them there.
#[test]
fn functions_are_compiled_as_listed() {
    for path in lisp_files(&folder("code")) {
        let now = with_listings(&path);
        if std::env::var_os("UPDATE_LISTINGS").is_some() {
            std::fs::write(&path, now).expect("the file");
        } else {
            assert_eq!(std::fs::read_to_string(&path).expect("the file"), now, "{}", path.display());
        }
    }
}

#[test]
fn files_and_modules_are_found_in_real_folders() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder");
        std::fs::write(&path, text).expect("the file");
        path
    };
    write("lib/tools.lisp", "(load \"parts/one.lisp\") (defproc both () (list (one) 2))");
    write("lib/parts/one.lisp", "(defproc one () 1)");
    let main = write("main.lisp", "(load \"lib/tools.lisp\") (require \"lib/tools\") (apply + (both))");
    let mut engine = crate::support::host::builder().host(klammer::StdHost::new()).build();
    assert_eq!(engine.eval_file::<i64>(&main).expect("names are relative to the file that has them"), 3);
    let broken = write("broken.lisp", "(defproc f ()\n  (first 5))\n(f)");
    let error = engine.eval_file::<()>(&broken).expect_err("first of 5");
    let place = error.place().expect("a place");
    assert_eq!((place.line(), place.column(), place.text()), (2, 3, "(first 5)"));
    assert!(place.file().ends_with("broken.lisp"));
    let missing = engine.eval_file::<()>(folder.path().join("missing.lisp")).expect_err("there is no such file");
    assert_eq!(missing.code(), klammer::Code::File);
}
