//! The library in Lisp, where examples do not suffice: long lists, order, limits, names that a program has given
//! another meaning.

use klammer::docs::DefinitionKind;
use klammer::{Code, Limits};
use proptest::prelude::*;

use crate::support::documented::{engine, evaluate};

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
        ("teach", "(defmacro step-part (step name) nil)", "(rate (read-puzzle \"12343.12.1434321\"))"),
        ("teach", "(defmethod technique-name ((x integer)) t x)", "(list (technique-name 3) (technique-name 'x-wing))"),
        (
            "constraints",
            "(defmacro demand! (s c) nil)",
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
fn a_definition_that_nobody_has_used_is_found_by_its_documentation() {
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
fn lists_of_a_million_elements_take_no_depth() {
    let (mut engine, _) = engine();
    *engine.limits_mut() = Limits { depth: Some(60), ..Limits::default() };
    let program = "
        (setq numbers (iota 200000))
        (list
          (length (map-with 1+ numbers))
          (length (map-with + numbers numbers))
          (length (append-map list numbers))
          (length (zip numbers numbers))
          (fold-right + 0 numbers)
          (length (filter even? numbers))
          (length (take-while (lambda (n) (< n 150000)) numbers))
          (length (group-by identity numbers))
          (first (sort numbers >)))";
    let got: Vec<i64> = engine.eval(program).unwrap();
    assert_eq!(got, [200_000, 200_000, 200_000, 200_000, 19_999_900_000, 100_000, 150_000, 200_000, 199_999]);
}

#[test]
fn circular_lists_end_with_the_fuel() {
    for call in [
        "(for-each identity l)",
        "(map-with 1+ l)",
        "(fold-left + 0 l)",
        "(every? number? l)",
        "(zip l l)",
        "(group-by identity l)",
    ] {
        let (mut engine, _) = engine();
        *engine.limits_mut() = Limits { ticks: Some(100_000), memory: 64 << 20, ..Limits::default() };
        let program = format!("(setq l (list 1 2 3)) (set-cdr! (cddr l) l) {call}");
        let error = engine.eval::<()>(&program).unwrap_err();
        assert_eq!(error.code(), Code::OutOfTicks, "{call}: {error}");
    }
}

#[test]
fn macros_do_not_mind_what_a_program_calls_its_own_functions() {
    let (mut engine, _) = engine();
    let redefinitions = "
        (defproc first (x) 'mine) (defproc rest (x) 'mine) (defproc cons (x y) 'mine) (defproc not (x) 'mine)
        (defproc apply (&rest x) 'mine) (defproc error (&rest x) 'mine) (defproc table->list (x) 'mine)
        (defproc make-record (&rest x) 'mine) (defproc current-milliseconds () 'mine) (defproc + (x y) 'mine)";
    evaluate(&mut engine, redefinitions).unwrap();
    for (expression, expected) in [
        ("(let ((l '(1 2))) (list (pop! l) l))", "(1 (2))"),
        ("(let ((l '(1 2))) (push! 0 l) l)", "(0 1 2)"),
        ("(let ((n 1)) (inc! n) n)", "2"),
        ("(let ((n 0)) (until (= n 3) (inc! n)) n)", "3"),
        ("(receive (a b) (values 1 2) (list b a))", "(2 1)"),
        ("(dotable (k v (list->table '((a 1)))) (return (list k v)))", "(a 1)"),
        ("(ignore-errors (assert nil))", "nil"),
        ("(progn (defrecord point x) (make-point 1))", "#<point :x 1>"),
        ("(time 5)", "5"),
    ] {
        assert_eq!(evaluate(&mut engine, expression).as_deref(), Ok(expected), "{expression}");
    }
}

#[test]
fn a_library_function_keeps_its_meaning_when_a_program_redefines_what_it_uses() {
    let (mut engine, _) = engine();
    assert_eq!(evaluate(&mut engine, "(defproc reverse (l) 'mine) (map-with 1+ '(1 2))").as_deref(), Ok("(2 3)"));
}

#[test]
fn trace_shows_calls_and_results_by_depth_and_survives_a_throw() {
    let (mut engine, output) = engine();
    let program = "
        (defproc fact (n) (if (= n 0) 1 (* n (fact (- n 1)))))
        (defproc fail () (throw 'out 'thrown))
        (trace fact fail)
        (catch 'out (fail))
        (fact 1)
        (untrace fact)
        (fact 5)";
    assert_eq!(evaluate(&mut engine, program).as_deref(), Ok("120"));
    assert_eq!(output.take_output(), "(fail)\n(fact 1)\n  (fact 0)\n  => 1\n=> 1\n");
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
fn a_variable_is_defined_only_once() {
    let (mut engine, _) = engine();
    let program = "(setq n 0) (defproc next () (inc! n)) (defvar start (next)) (defvar start (next)) (list start n)";
    assert_eq!(evaluate(&mut engine, program).as_deref(), Ok("(1 1)"));
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
