//! The library in Lisp, where examples do not suffice: long lists, order, limits, names that a program has given
//! another meaning.

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
            engine.eval(&format!("(list (keep-if even? {items_text}) (remove-if even? {items_text}))")).unwrap();
        prop_assert_eq!(got, vec![even, odd]);
    }
}

#[test]
fn lists_of_a_million_elements_take_no_depth() {
    let (mut engine, _) = engine();
    engine.set_limits(Limits { depth: Some(60), ..Limits::default() });
    let program = "
        (setq numbers (iota 200000))
        (list
          (length (map-with 1+ numbers))
          (length (map-with + numbers numbers))
          (length (append-map list numbers))
          (length (zip numbers numbers))
          (fold-right + 0 numbers)
          (length (keep-if even? numbers))
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
        "(reduce + 0 l)",
        "(every? number? l)",
        "(zip l l)",
        "(group-by identity l)",
    ] {
        let (mut engine, _) = engine();
        engine.set_limits(Limits { fuel: Some(100_000), memory: 64 << 20, ..Limits::default() });
        let program = format!("(setq l (list 1 2 3)) (set-cdr! (cddr l) l) {call}");
        let error = engine.eval::<()>(&program).unwrap_err();
        assert_eq!(error.code(), Code::OutOfFuel, "{call}: {error}");
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
