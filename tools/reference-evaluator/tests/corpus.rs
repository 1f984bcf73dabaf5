//! The corpus of the language: the oracle gives what the files expect. It evaluates every fourth file, in a full run all.

use std::path::Path;

use super::support::host::TestHost;
use super::support::lisp_files;
use super::support::places::folder;
use super::support::script::Script;
use crate::limits::Limits;
use crate::oracle::Oracle;

/// Files about what the oracle does not know: places, how deep code may be nested, what the engine says of its own
/// functions, what compiled code relies on, cells that forward to others, stores; and messages that are shown with the name that the program has written.
const OTHERS: [&str; 12] = [
    "a-condition-holds-message-code-irritants-and-place.lisp",
    "a-condition-points-into-its-own-text-after-collections.lisp",
    "a-module-required-after-use-means-its-names.lisp",
    "a-search-counts-each-solution-once.lisp",
    "code-relies-on-what-builtins-capture.lisp",
    "common-lisp-says-what-it-refuses.lisp",
    "equal-numbers.lisp",
    "functions-for-the-compiler-check-their-arguments.lisp",
    "handlers-of-handlers.lisp",
    "rethrowing-passes-the-error-on-with-its-place.lisp",
    "tests-of-aand-are-no-native-recursion.lisp",
    "what-goes-wrong-in-the-library-is-shown-where-the-program-called-it.lisp",
];

/// Returns the mismatches of a file, a line for each; none if the file does not concern the oracle.
fn mismatches(path: &Path) -> Vec<String> {
    let script = Script::read(path);
    // The natives of these modules come from outside of the machine: they are written for engines.
    let hosted = path.parent().is_some_and(|f| f.ends_with("teach") || f.ends_with("constraints"));
    let other = hosted || OTHERS.iter().any(|name| path.ends_with(name));
    if other || !script.limits.is_empty() {
        return Vec::new();
    }
    let (host, heard) = TestHost::new(script.files.clone());
    let limits = Limits { fuel: Some(20_000_000), ..Limits::default() };
    let mut oracle = Oracle::new(host, limits);
    let mut wrong = Vec::new();
    for step in &script.steps {
        let result = oracle.eval("corpus", &step.text);
        let output = heard.take_output();
        let said = match (&result, &step.value, &step.error) {
            (Ok(got), Some(expected), _) if got != expected => format!("expected {expected}, got {got}"),
            (Ok(got), None, Some(e)) => format!("expected the error {}, got {got}", e.code),
            (Err(got), _, None) => format!("unexpected error {}: {got}", got.code().as_str()),
            (Err(got), _, Some(e)) if got.code().as_str() != e.code => {
                format!("expected the error {}, got {}: {got}", e.code, got.code().as_str())
            }
            _ if output.lines().collect::<Vec<_>>() != step.output => format!("got the output {output:?}"),
            _ => continue,
        };
        wrong.push(format!("{}:{}: {said}", path.display(), step.line));
    }
    wrong
}

#[test]
fn the_oracle_gives_what_the_corpus_expects() {
    let mut files = lisp_files(&folder("lang"));
    files.extend(lisp_files(&folder("regression")));
    let files = super::one_of(4, files);
    let check = || files.iter().flat_map(|f| mismatches(f)).collect::<Vec<_>>();
    // Trees are expanded and dropped by recursion.
    let wrong = std::thread::scope(|s| {
        std::thread::Builder::new().stack_size(256 << 20).spawn_scoped(s, check).unwrap().join().unwrap()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
