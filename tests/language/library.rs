//! The library in Lisp, where examples do not suffice: long lists, order, limits, names that a program has given
//! another meaning. Warnings of the library itself, and what hosts can do with them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use klammer::docs::DefinitionKind;
use klammer::hints::{Advisor, Form, Lint, NameScope};
use klammer::{Code, Engine, Error, Limits, Warnings};
use proptest::prelude::*;

use crate::support::documented::{core_documentation, engine, engine_with, evaluate};
use crate::support::host::{Heard, TestHost};
use crate::support::lisp_files;
use crate::support::script::output;
use crate::support::settings::folder;

fn list(items: &[i64]) -> String {
    let items: Vec<String> = items.iter().map(i64::to_string).collect();
    format!("'({})", items.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50))]

    #[test]
    fn sort_is_the_stable_sort(items in prop::collection::vec(0i64..200, 0..100)) {
        // Compared by the tens only, so that many neighbours are in no order.
        let mut sorted = items.clone();
        sorted.sort_by_key(|n| n / 10);
        let (mut engine, _) = engine();
        let by_tens = "(lambda (a b) (< (floor a 10) (floor b 10)))";
        let got: Vec<i64> = engine.eval(&format!("(sort {} {by_tens})", list(&items))).unwrap();
        prop_assert_eq!(&got, &sorted);
        let got: Vec<i64> = engine.eval(&format!("(sort-by (lambda (n) (floor n 10)) {})", list(&items))).unwrap();
        prop_assert_eq!(&got, &sorted);
        let middle = items.len() / 2;
        let halves = [&items[..middle], &items[middle..]].map(|half| format!("(sort {} {by_tens})", list(half)));
        let got: Vec<i64> = engine.eval(&format!("(merge-sorted {} {} {by_tens})", halves[0], halves[1])).unwrap();
        prop_assert_eq!(&got, &sorted);
    }

    #[test]
    fn partition_keeps_order_and_loses_nothing(items in prop::collection::vec(-50i64..50, 0..50)) {
        let (mut engine, _) = engine();
        let items_text = list(&items);
        let (even, odd): (Vec<i64>, Vec<i64>) = items.iter().partition(|n| *n % 2 == 0);
        let got: Vec<Vec<i64>> = engine.eval(&format!("(receive (a b) (partition even? {items_text}) (list a b))")).unwrap();
        prop_assert_eq!(got, vec![even.clone(), odd.clone()]);
        let got: Vec<Vec<i64>> =
            engine.eval(&format!("(list (filter even? {items_text}) (remove-if even? {items_text}))")).unwrap();
        prop_assert_eq!(got, vec![even, odd]);
    }
}

#[test]
fn module_names_mean_the_same_at_any_first_use() {
    for (module, change, used) in [
        (
            "search",
            "(defproc choose-cell (board) (first (reverse (best-cells board))))",
            "(board->line (solve (board 4)))",
        ),
        // A function of the library calls what it was written to call, which is none any more.
        ("search", "(defmacro choose-cell (board) ''(0 0))", "(board->line (solve (board 4)))"),
        ("search", "(defmacro find-solutions (board n) '(list 1))", "(solve (board 4))"),
        ("search", "(defproc count-nodes (x) 'mine)", "(list (count-nodes 1) (unique? (board 4)))"),
        ("search", "(let () (defmacro count-solutions (board n) 1))", "(unique? (board 4))"),
        ("search", "(eval '(defmacro count-solutions (board n) 1))", "(unique? (board 4))"),
        ("amb", "(defmacro stream-first (stream) 5)", "(stream->list (solutions (amb 1 2)))"),
        ("amb", "(defproc stream-first (stream) 5)", "(stream->list (solutions (amb 1 2)))"),
        ("amb", "(defproc all-values (x) 'mine)", "(list (all-values 1) (possibly? (amb 1 2)))"),
        ("teach", "(setq *techniques* '((naked-single 1.0)))", "(length *techniques*)"),
        ("teach", "(setq *step-parts* (cons 'mine *step-parts*))", "(length *step-parts*)"),
        ("teach", "(defmacro step-ref (step name) nil)", "(rate (read-puzzle \"12343.12.1434321\"))"),
        ("teach", "(defmethod technique-name ((x integer)) t x)", "(list (technique-name 3) (technique-name 'x-wing))"),
        (
            "constraints",
            "(defmacro post-condition! (s c) nil)",
            "(let* ((s (make-store)) (x (variable s 1 3))) (post! s (> x 2)) (value s x))",
        ),
    ] {
        let (mut later, _) = engine();
        let (mut before, _) = engine();
        for engine in [&mut later, &mut before] {
            engine.eval::<()>(&format!("(require '{module})")).unwrap();
        }
        before.eval::<()>(&format!("(dolist (name '({})) (eval name))", functions_of(module))).unwrap();
        let of_both = [&mut before, &mut later].map(|engine| (evaluate(engine, change), evaluate(engine, used)));
        assert_eq!(of_both[0], of_both[1], "{change}");
    }
}

/// The functions that a module gives its users, by their names.
fn functions_of(module: &str) -> String {
    let (mut engine, _) = engine();
    engine.eval::<()>(&format!("(require '{module})")).unwrap();
    let names = crate::support::host::builder().build().docs().module(module).unwrap().names;
    let mut is_macro = |name: &String| engine.docs().describe(name).is_some_and(|d| d.kind == DefinitionKind::Macro);
    names.into_iter().filter(|name| !is_macro(name)).collect::<Vec<_>>().join(" ")
}

#[test]
fn names_do_not_depend_on_earlier_library_use() {
    let (mut engine, _) = engine();
    engine.eval::<()>("(require 'search) (setq b (board 4))").unwrap();
    let ticks = [0; 3].map(|_| {
        engine.eval::<()>("(solve-with-restarts b 100)").unwrap();
        engine.usage().ticks
    });
    assert_eq!(ticks, [ticks[0]; 3]);
}

#[test]
fn an_unused_definition_is_found_by_its_doc() {
    let (mut engine, _) = engine();
    engine.eval::<()>("(require 'search)").unwrap();
    let found = engine.docs().find("lengths for a search whose luck varies");
    assert_eq!(found.iter().map(|f| (&*f.name, f.module.as_deref())).collect::<Vec<_>>(), [("luby", None)]);
    assert_eq!(engine.docs().describe("luby").unwrap().subject, "search");
    let (mut engine, _) = crate::support::documented::engine();
    engine.eval::<()>("(require 'teach)").unwrap();
    // The module has several files, and is one subject.
    assert_eq!(engine.docs().describe("generate").unwrap().subject, "teach");
}

#[test]
fn time_writes_milliseconds() {
    let (mut engine, output) = engine();
    assert_eq!(evaluate(&mut engine, "(time 1 2)").as_deref(), Ok("2"));
    let text = output.take_output();
    let number = text.strip_suffix(" ms\n").unwrap_or_else(|| panic!("{text}"));
    assert!(number.parse::<f64>().is_ok(), "{text}");
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
    assert_eq!(engine.eval::<i64>(&main).expect("names are relative to the file that has them"), 3);
    let broken = write("broken.lisp", "(defproc f ()\n  (first 5))\n(f)");
    let error = engine.run(&broken).expect_err("first of 5");
    let place = error.place().expect("a place");
    assert_eq!((place.line(), place.column(), place.text()), (2, 3, "(first 5)"));
    assert!(place.file().ends_with("broken.lisp"));
    let missing = engine.run(&folder.path().join("missing.lisp")).expect_err("there is no such file");
    assert_eq!(missing.code(), klammer::Code::File);
}

/// The texts of the library, and the module that one must be required from.
const TEXTS: [(&str, Option<&str>); 10] = [
    (include_str!("../../lisp/array.lisp"), None),
    (include_str!("../../lisp/budget.lisp"), None),
    (include_str!("../../lisp/function.lisp"), None),
    (include_str!("../../lisp/list.lisp"), None),
    (include_str!("../../lisp/port.lisp"), None),
    (include_str!("../../lisp/sort.lisp"), None),
    (include_str!("../../lisp/string.lisp"), None),
    (include_str!("../../lisp/table.lisp"), None),
    (include_str!("../../crates/search/lisp/search.lisp"), Some("search")),
    (include_str!("../../lisp/amb.lisp"), Some("amb")),
];

/// Functions that take any value.
const UNDEMANDING: [&str; 2] = ["constantly", "on-search-event"];

/// Name and number of required parameters of each function that a text defines for programs.
fn functions(text: &str) -> Vec<(&str, usize)> {
    let mut found = Vec::new();
    for line in text.lines() {
        let function = line.strip_prefix("(defproc ").and_then(|l| l.split_once(" ("));
        let in_place = || line.strip_prefix("(definline (").and_then(|l| l.split_once(' '));
        // A `definline` without parameters stands beside a `defproc`.
        let Some((name, rest)) = function.or_else(in_place).filter(|f| !f.0.ends_with(')')) else { continue };
        let parameters = rest.split([')', '&']).next().unwrap_or("");
        let provided = text.find("(provide").is_none_or(|at| {
            let list = text[at..].split(')').next().unwrap_or("");
            list.split(['\'', ' ', '\n']).any(|word| word == name)
        });
        if provided && !name.starts_with('%') {
            found.push((name, parameters.split_whitespace().count()));
        }
    }
    found
}

/// The error of a call with `wrong` for every parameter, in the third line from its third column on.
fn refusal(module: Option<&str>, name: &str, parameters: usize, wrong: &str) -> Option<klammer::Error> {
    let mut engine = crate::support::host::builder().host(klammer::StdHost::new()).build();
    if let Some(module) = module {
        engine.eval::<()>(&format!("(require '{module})")).unwrap();
    }
    let call = format!("(progn\n t\n  ({name}{}))", format!(" {wrong}").repeat(parameters));
    engine.eval::<()>(&call).err()
}

#[test]
fn each_complains_under_its_own_name_at_its_call() {
    let mut seen = 0;
    for (text, module) in TEXTS {
        for (name, parameters) in functions(text).into_iter().filter(|f| f.1 > 0) {
            let error = refusal(module, name, parameters, "(current-output-port)");
            if UNDEMANDING.contains(&name) {
                assert!(error.is_none(), "{name}: {error:?}");
                continue;
            }
            let error = error.unwrap_or_else(|| panic!("{name} takes anything"));
            let expected = format!("{name}: ");
            assert!(error.message().starts_with(&expected), "{name}: {error:#}");
            assert_eq!(error.code(), Code::WrongType, "{name}: {error:#}");
            let place = error.place().unwrap_or_else(|| panic!("{name}: no place"));
            assert_eq!((place.line(), place.column()), (3, 3), "{name}: {error:#}");
            seen += 1;
        }
    }
    assert!(seen > 60, "{seen} functions were tried");
}

#[test]
fn entry_checks_need_no_place_in_the_library() {
    for (name, parameters, message) in [
        ("sort", 2, "sort: list must be a list or array, got #<output-port"),
        ("sort-by", 2, "sort-by: key must be a function, got #<output-port"),
        ("group-by", 2, "group-by: key must be a function, got #<output-port"),
        ("max-by", 2, "max-by: key must be a function, got #<output-port"),
        ("table-for-each", 2, "table-for-each: f must be a function, got #<output-port"),
        ("string-count", 2, "string-count: predicate must be a function, got #<output-port"),
    ] {
        let error = refusal(None, name, parameters, "(current-output-port)").unwrap();
        assert!(error.message().starts_with(message), "{error:#}");
        assert!(error.library_place().is_none(), "{error:#}");
    }
}

/// Functions of the dialects whose errors have other words, because the argument is the error or a condition of the
/// standard replaces it. Also those of boxes and characters, which have no check.
const OWN_WORDS: [&str; 13] = [
    // It is `remove` by another name.
    "delete",
    "raise",
    "raise-continuable",
    "unbox",
    "set-box!",
    "char->digit",
    "invoke-restart",
    "invoke-restart-interactively",
    "compute-applicable-methods",
    "remove-method",
    "no-applicable-method",
    "slot-unbound",
    "slot-missing",
];

/// Parts of messages that Common Lisp words in its own way.
const CONDITIONS: [&str; 4] = [" is not of type ", " has no slot ", " not supported", "there is no package "];

/// Calls a dialect's functions with `wrong` for every parameter. Returns the errors in their complaints, and the number
/// of functions that complained.
fn complaints(layer: &str, wrong: &str, begin: &str, is_right: impl Fn(&str, &str) -> bool) -> (Vec<String>, usize) {
    let folder = crate::support::settings::root().join("crates").join(layer).join("lisp");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut engine = crate::support::host::builder().host(klammer::ClosedHost::new()).build();
    engine.eval::<()>(&format!("(require '{layer})")).unwrap();
    let (mut wrong_ones, mut tried) = (Vec::new(), 0);
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for (name, parameters) in functions(&text).into_iter().filter(|f| f.1 > 0 && !OWN_WORDS.contains(&f.0)) {
            let call = format!("({begin}\n 1\n  ({name}{}))", format!(" {wrong}").repeat(parameters));
            let Err(error) = engine.eval::<klammer::Handle>(&call) else { continue };
            tried += 1;
            let at = error.place().map(|place| (place.line(), place.column()));
            if at != Some((3, 3)) || !is_right(name, error.message()) {
                wrong_ones.push(format!("{}: {name}: {at:?} {}", file.display(), error.message()));
            }
        }
    }
    (wrong_ones, tried)
}

#[test]
fn scheme_functions_complain_by_their_names() {
    // Not under the name of another function that they call.
    let is_right = |name: &str, says: &str| {
        let rest = says.strip_prefix(name).and_then(|rest| rest.strip_prefix(": "));
        rest.is_some_and(|rest| rest.split_once(": ").is_none_or(|(by, _)| by.contains(' ')))
    };
    let (wrong, tried) = complaints("scheme", "(current-output-port)", "begin", is_right);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried > 250, "{tried} functions complained");
}

#[test]
fn common_lisp_functions_complain_at_their_calls() {
    let is_right = |name: &str, says: &str| {
        says.to_lowercase().starts_with(&format!("{name}: ")) || CONDITIONS.iter().any(|words| says.contains(words))
    };
    let (wrong, tried) = complaints("common-lisp", "(make-string-output-stream)", "progn", is_right);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried > 250, "{tried} functions complained");
}

#[test]
fn endless_recursion_names_function_and_calls() {
    let mut engine =
        crate::support::host::builder().limits(Limits { depth: Some(10_000), ..Limits::default() }).build();
    let same = engine.eval::<()>("(defproc same (n)\n  (+ 1 (same n)))\n(same 1)").unwrap_err();
    assert!(same.message().starts_with("`same` calls itself again and again with the same arguments: "), "{same:#}");
    let error = engine.eval::<()>("(defproc down (n)\n  (+ 1 (down (- n 1))))\n(down 1)").unwrap_err();
    assert!(error.message().starts_with("`down` calls itself again and again: 10000 calls are under way"), "{error:#}");
    let calls: u64 = error.trace().iter().map(|frame| u64::from(frame.repeated)).sum();
    assert!((9_990..=10_000).contains(&calls), "{calls}");
}

#[test]
fn everything_that_can_be_called_says_how() {
    for entry in core_documentation() {
        assert!(!entry.usage.is_empty(), "{}", entry.name);
        assert!(entry.usage.iter().all(|u| u.starts_with(&format!("({}", entry.name))), "{:?}", entry.usage);
    }
}

#[test]
fn definitions_of_programs_are_described() {
    let mut engine = Engine::new();
    let text = "(defproc area (width &optional (height width)) \"Multiplies.\n\n(area 2 3)  ;=> 6\" (* width height))
        (defmacro swap args \"Swaps.\" (reverse args))
        (defmethod size (x) t \"Of anything.\" 1) (defmethod size (x y) t \"Of two.\" 2)";
    let _: () = engine.eval(text).unwrap();
    let area = engine.docs().describe("area").unwrap();
    assert_eq!((area.usage, area.text.as_str()), (vec!["(area width [height])".into()], "Multiplies."));
    assert_eq!(area.examples[0].to_string(), "(area 2 3)  ;=> 6");
    assert_eq!(area.subject, "main");
    assert_eq!(engine.docs().describe("swap").unwrap().usage, ["(swap args...)"]);
    let size = engine.docs().describe("size").unwrap();
    assert_eq!(size.usage, ["(size x)", "(size x y)"]);
    assert_eq!(size.text, "Of anything.\n\nOf two.");
    assert_eq!(engine.docs().describe("no-such-name"), None);
}

/// The folder of scripts that write nothing: each one changes how the library searches.
const HEURISTICS: &str = "heuristics";

/// A module for other examples. The tests of the documentation try what it says of itself.
fn is_module(text: &str) -> bool {
    text.contains("\n(provide ")
}

/// An engine that has one file and the modules beside it, and what it writes.
fn engine_with_file(name: &str, text: &str) -> (Engine, Heard) {
    let of = |path: PathBuf| (path.file_name().unwrap_or_default().into(), std::fs::read_to_string(&path).unwrap());
    let modules = lisp_files(&folder("../examples")).into_iter().map(of).filter(|(_, text)| is_module(text));
    engine_with(modules.chain([(name.into(), text.into())]).collect())
}

#[test]
fn every_example_writes_what_it_says() {
    let paths = lisp_files(&folder("../examples"));
    assert!(paths.len() >= 5);
    for path in paths.into_iter().filter(|p| !p.parent().is_some_and(|folder| folder.ends_with(HEURISTICS))) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("; "), "{name}: it does not begin by saying what it shows");
        if is_module(&text) {
            continue;
        }
        let expected = output(&text);
        assert!(!expected.is_empty(), "{name}: it does not say what it writes");
        let (mut engine, heard) = engine_with_file(&name, &text);
        if let Err(error) = engine.run(Path::new(&*name)) {
            panic!("{name}: {error:#}");
        }
        assert_eq!(heard.take_output(), expected, "{name}");
    }
}

/// A model is read in one go: what says it fits on a page.
#[test]
fn models_have_thirty_lines_at_most() {
    let models = lisp_files(&folder("../examples/constraints"));
    assert!(models.len() >= 20);
    for path in models {
        let text = std::fs::read_to_string(&path).unwrap();
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(';')).count();
        assert!(lines <= 30, "{}: {lines} lines", path.display());
    }
}

#[test]
fn the_sudoku_example_solves_its_puzzle() {
    let text = std::fs::read_to_string(folder("../examples").join("sudoku.lisp")).unwrap();
    let solved = |puzzle: String| {
        let (mut engine, heard) = engine_with_file("sudoku.lisp", &text);
        engine.set("*arguments*", vec![puzzle]).unwrap();
        engine.run(Path::new("sudoku.lisp")).unwrap();
        heard.take_output()
    };
    let puzzle = "780520006900003075005006040004061302100900007802070600050200800630400001200037059";
    assert!(solved(puzzle.into()).contains("│ 7 8 1 │ 5 2 4 │ 9 3 6 │"));
    assert_eq!(solved(puzzle.replacen("78", "77", 1)), "There is no solution.\n");
}

#[test]
fn every_heuristic_finds_each_solution_once() {
    let paths = lisp_files(&folder("../examples").join(HEURISTICS));
    assert!(paths.len() >= 5);
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("; "), "{name}: it does not begin by saying what it shows");
        let (mut engine, heard) = engine_with_file(&name, &text);
        engine.run(Path::new(&*name)).unwrap_or_else(|error| panic!("{name}: {error:#}"));
        assert_eq!(heard.take_output(), "", "{name}");
        let mut found = |puzzle: &str, limit: usize| {
            let program = format!("(map-with board->line (find-solutions (read-puzzle {puzzle:?}) {limit}))");
            engine.eval::<Vec<String>>(&program).unwrap_or_else(|error| panic!("{name}: {error:#}"))
        };
        let hard = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..";
        let solution = "145327698839654127672918543496185372218473956753296481367542819984761235521839764";
        assert_eq!(found(hard, 2), [solution], "{name}");
        assert_eq!(found(hard, 1), [solution], "{name}");
        let without: Vec<String> = found("11..............", 1);
        assert!(without.is_empty(), "{name}: {without:?}");
        // All sudokus of four by four.
        let mut all = found("................", 500);
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 288, "{name}");
        assert_eq!(found("................", 7).len(), 7, "{name}");
    }
}

fn warnings(text: &str) -> Vec<String> {
    let mut engine = crate::support::host::builder().host(klammer::StdHost::new()).build();
    let _ = engine.eval::<()>(text);
    engine.warnings().iter().map(shown).collect()
}

fn shown(w: &Error) -> String {
    let place = w.place().map_or(String::new(), |p| format!("@{}:{}", p.line(), p.column()));
    format!("{} {place} {}", w.code().as_str(), w.message())
}

#[track_caller]
fn warns(text: &str, expected: &str) {
    assert_eq!(warnings(text), [expected], "{text}");
}

#[track_caller]
fn is_silent(text: &str) {
    assert_eq!(warnings(text), [""; 0], "{text}");
}

#[test]
fn an_assignment_of_what_is_nowhere_defined() {
    let text = "(setq counter 0)\n(defproc count ()\n  (setq conter (+ counter 1)))\n(count)";
    warns(text, "undefined-assignment @3:3 conter is defined nowhere: this makes a new global variable of it");
    warns(
        "(dotimes (i 3) (setq latest i))\n",
        "undefined-assignment @1:16 latest is defined nowhere: this makes a new global variable of it",
    );
    // At top level it is a definition, before or after the use; so are the others that define.
    is_silent("(setq a 1)\n(defproc f () (setq a 2))\n(f)");
    is_silent("(defproc f () (setq a 2))\n(f)\n(setq a 1)");
    is_silent("(defproc f () (setq a 2))\n(let ((b 1)) (setq a b))");
    is_silent("(defvar a 1)\n(defproc f () (setq a 2))");
    is_silent("(defproc f (a) (setq a 2))");
    is_silent("(require 'common-lisp)\n(defun f () (setq a 2))\n(defparameter a 1)");
}

#[test]
fn a_name_of_two_modules_gives_a_warning_at_use() {
    let both = "(require 'search)\n(require 'amb)\n";
    warns(
        &format!("{both}(solutions (board 4))"),
        "ambiguous-name @3:1 solutions is defined by `search` and by `amb`, which was required last: here it is that of `amb`",
    );
    is_silent(&format!("{both}(count-solutions (board 4))"));
    is_silent(&format!("{both}(defproc solutions (b) b)\n(solutions 1)"));
    is_silent("(require 'search)\n(require 'search)\n(first (solutions (board 4)))");
}

#[test]
fn an_undefined_name_is_told_at_the_files_end() {
    let folder = tempfile::tempdir().unwrap();
    let evaluate = |text: &str| {
        let path = folder.path().join("main.lisp");
        std::fs::write(&path, text).unwrap();
        let mut engine = crate::support::host::builder().host(klammer::StdHost::new()).build();
        let _ = engine.run(&path);
        engine.warnings().iter().map(shown).collect::<Vec<_>>()
    };
    assert_eq!(
        evaluate("(defproc f (x) (if x (pritn x) later))\n(setq later 3)"),
        ["unbound-variable @1:22 pritn is not defined anywhere"]
    );
    // A text that fails has already reported the error.
    assert_eq!(evaluate("(defproc f (x) (pritn x))\n(f 1)"), [""; 0]);
    // A text that is no file may be one of many.
    is_silent("(defproc f (x) (pritn x))");
    // Common Lisp compiles a function again that has called a macro before the macro was defined.
    assert_eq!(
        evaluate(
            "(require 'common-lisp)\n(defun f (x) (twice (y x) (print y)))\n\
             (defmacro twice (b form) `(let (,b) ,form ,form))\n(f 1)"
        ),
        [""; 0]
    );
}

#[test]
fn a_module_provides_what_it_does_not_define() {
    let with = |module: &str, text: &str| {
        let (host, _) = TestHost::new([("shapes.lisp".into(), module.to_string())].into());
        let mut engine = crate::support::host::builder().host(host).build();
        engine.eval::<()>(text).unwrap();
        engine.warnings().iter().map(|w| (shown(w), w.help().map(str::to_string))).collect::<Vec<_>>()
    };
    let text = "; Areas.\n(provide 'area 'permeter 'colour)\n(defproc area (r) r)\n(defproc perimeter (r) r)";
    let said = "unbound-variable @2:1 provide: this module provides what it does not define: permeter, colour";
    assert_eq!(with(text, "(require 'shapes)"), [(said.to_string(), None)]);
    assert_eq!(with(text, "(load \"shapes.lisp\")"), [(said.to_string(), None)]);
    // Later definitions, macros, names of the core, another module's, and a module's own name are no mistakes.
    let text = "(provide 'area 'twice 'car 'solutions)(require 'amb)(setq area 1)(defmacro twice (x) `(* 2 ,x))";
    assert_eq!(with(text, "(require 'shapes)"), []);
    assert_eq!(with("(provide 'shapes) (defproc area (r) r)", "(require 'shapes)"), []);
    assert_eq!(with("(provide 'shapes) (defproc area (r) r)", "(load \"shapes.lisp\")"), []);
    let text = "(require 'common-lisp) (provide 'area) (defun area (r) r)";
    assert_eq!(with(text, "(require 'shapes)"), []);
}

#[test]
fn each_is_given_once_for_its_place() {
    let text = "(defmacro again () '(progn (defproc f () (setq w 1)) nil))\n(dotimes (i 3) (load \"a.lisp\"))";
    let (host, _) = TestHost::new([("a.lisp".into(), "(defproc g () (setq v 1))".to_string())].into());
    let mut engine = crate::support::host::builder().host(host).build();
    engine.eval::<()>(text).unwrap();
    // Three texts, one name.
    assert_eq!(engine.warnings().len(), 1);
    engine.eval::<()>("1").unwrap();
    assert!(engine.warnings().is_empty(), "they are those of the last evaluation");
}

#[test]
fn the_host_says_what_becomes_of_them() {
    const TEXT: &str = "(defproc f () (setq a 5)) (defproc g () (setq b 6)) 7";
    let engine = |warnings| {
        let (host, heard) = TestHost::new([].into());
        (crate::support::host::builder().host(host).warnings(warnings).build(), heard)
    };
    let (mut told, heard) = engine(Warnings::Tell);
    told.eval::<()>(TEXT).unwrap();
    assert_eq!(
        heard.take_warnings(),
        [
            "1:15: a is defined nowhere: this makes a new global variable of it",
            "1:41: b is defined nowhere: this makes a new global variable of it"
        ]
    );
    assert!(told.warnings().is_empty());
    let (mut strict, heard) = engine(Warnings::Deny);
    let error = strict.eval::<()>(TEXT).unwrap_err();
    assert_eq!((error.code(), error.place().unwrap().column()), (Code::UndefinedAssignment, 15));
    assert!(heard.take_warnings().is_empty());
    let (mut careless, heard) = engine(Warnings::Ignore);
    assert_eq!(careless.eval::<i64>(TEXT).unwrap(), 7);
    assert!(heard.take_warnings().is_empty() && careless.warnings().is_empty());
}

/// An advisor that counts the hints it is asked for.
struct Counting(Arc<AtomicUsize>);

impl Advisor for Counting {
    fn hint(&self, _: &Error, _: &dyn NameScope) -> Option<String> {
        self.0.fetch_add(1, Ordering::Relaxed);
        None
    }

    fn lint(&self, _: &Form<'_>, _: &dyn NameScope) -> Vec<Lint> {
        Vec::new()
    }
}

// found: 2026-11-27, a check looked through the whole text for each of its errors
#[test]
fn a_check_asks_for_hints_of_the_first_errors() {
    let asked = Arc::new(AtomicUsize::new(0));
    let mut engine = crate::support::host::builder().advisor(Counting(asked.clone())).build();
    let found = engine.check(("many.lisp", &"(let ((x)) (if))\n".repeat(1000)));
    assert_eq!((found.errors.len(), asked.load(Ordering::Relaxed)), (1000, 100));
}
