//! Digit sets against lists: every function of lists of the core, natives and Lisp, tells the same of a set as of the
//! ascending list of its members, alone and as the tail of a list.

use klammer::Engine;
use proptest::prelude::*;

use crate::support::documented::{core_documentation, engine, evaluate};

/// Arguments for each function: `l` and `m` are lists, `x` is a number, `n` a small one, `even?` and others stand for
/// themselves.
const CALLS: &str = "
(acons x n l) (append l m) (append l) (append m l nil) (append x l) (append l x) (append-map list l) (append-map (lambda (d) l) m)
(append-reverse l m) (apply + l) (apply list x l) (assoc x (list l m)) (assoc x l) (assoc-if even? (list l m)) (atom? l) (caar (list l)) (caar l)
(caddr l) (cadddr l) (cadr l) (car l) (cdar (list l)) (cdddr l) (cddr l) (cdr l) (cons x l) (count-if even? l) (drop n l) (drop-while even? l)
(eighth l) (empty? l) (every? even? l) (fifth l) (filter even? l) (find-if even? l) (find-index even? l) (first l) (flatten (list l (list m)))
(flatten l) (fold-left - 0 l) (fold-right cons m l) (for-each display l) (fourth l) (group-by even? l) (intersection l '(a 1 3 x))
(intersection '(7 2 9 1) l) (intersection l m) (iota n) (filter even? l) (last l) (last-pair l) (length l) (list l m) (list* x l) (list* l m) (list->array l)
(list->array l (list (length l))) (list->digits l) (list-copy l) (list-length l) (list-ref l n) (list-tabulate n list)
(list? l) (map-indexed list l) (map-with + l m) (map-with list l) (max-by abs l) (member n l) (member x l) (member? n l) (member? x l) (member? l (list m l))
(merge-sorted l m <) (min-by - l) (ninth l) (nth n l) (drop n l) (null? l) (pair? l) (partition even? l) (fold-left + 0 l) (remove n l)
(remove x l) (remove l (list m l)) (remove-duplicates l) (remove-duplicates (append l m)) (remove-first n l) (remove-first x l) (remove-if even? l) (rest l)
(reverse l) (second l) (set-difference l '(1 2 a)) (set-difference '(9 3 1) l) (set-difference l m) (seventh l) (single? l) (sixth l)
(some? even? l) (sort l >) (sort l <) (sort-by - l) (sorted? l <) (sorted? l >) (sublist l 1 n) (sublist l n) (subset? l '(1 2 3 4 5 6))
(subset? '(1 2) l) (subset? l m) (take n l) (take-while even? l) (tenth l) (third l) (union l '(a 1 2)) (union '(5 1 a) l)
(zip l m) (= l m) (= l l) (equal? l m) (type-of l) (duplicate l) (list->table (list l)) (table-ref (list->table '(((1 2) a))) l)
(array->list (vector l m)) (print l) (display l) (format nil \"~a ~{~a,~}\" l m) (set-car! l 1)";

/// Functions of the same subjects that have nothing to do with an argument that is a list, or for a set differ from a
/// list as documented.
const EXEMPT: [&str; 2] = ["set-cdr!", "union"];

/// The calls, taken apart: each is a list that begins with a name.
fn calls() -> Vec<&'static str> {
    let mut calls = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, c) in CALLS.char_indices() {
        match c {
            '(' if depth == 0 => (depth, start) = (1, at),
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            calls.push(&CALLS[start..=at]);
        }
    }
    calls
}

fn name(call: &str) -> &str {
    call[1..].split([' ', ')']).next().unwrap_or_default()
}

fn members(mask: u64) -> String {
    (0..56).filter(|d| mask >> d & 1 == 1).map(|d| format!(" {d}")).collect()
}

/// Evaluates a call, as an instruction if it has one, or as a call of a function value.
fn outcome(engine: &mut Engine, call: &str, as_value: bool, bindings: &str) -> Result<String, String> {
    let expression = match as_value {
        true => format!("(let ({bindings} (f {})) (f{}))", name(call), &call[1 + name(call).len()..call.len() - 1]),
        false => format!("(let ({bindings}) {call})"),
    };
    evaluate(engine, &expression)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_set_is_to_every_function_the_list_of_its_members(
        l in 0u64..1 << 12, high in 0u64..4, m in 0u64..1 << 7, x in -2i64..60, n in 0usize..12, front in prop::bool::ANY
    ) {
        let (mut engine, heard) = engine();
        let l = members(l | high << 54);
        let m = members(m);
        let binding = |list: &str, set: &str, function: &str| match front {
            true => format!("({list} (cons 8 (cons 7 ({function}{set}))))"),
            false => format!("({list} ({function}{set}))"),
        };
        let bindings = |function| format!("{} {} (x {x}) (n {n})", binding("l", &l, function), binding("m", &m, function));
        for call in calls().into_iter().filter(|c| name(c) != "set-car!" || !front) {
            for as_value in [false, true] {
                let as_list = outcome(&mut engine, call, as_value, &bindings("list"));
                let written = heard.take_output();
                let as_set = outcome(&mut engine, call, as_value, &bindings("digits"));
                if name(call) == "set-car!" {
                    prop_assert!(as_set.is_err(), "{} of {}", call, l);
                    continue;
                }
                prop_assert_eq!(as_set, as_list, "{} with {}", call, bindings("digits"));
                prop_assert_eq!(heard.take_output(), written);
            }
        }
    }
}

#[test]
fn most_of_the_calls_have_a_value() {
    let (mut engine, _) = engine();
    let bindings = "(l (digits 1 2 3 4 5 6 7 8)) (m (digits 2 3)) (x 1) (n 3)";
    let failed: Vec<&str> =
        calls().into_iter().filter(|call| outcome(&mut engine, call, false, bindings).is_err()).collect();
    assert_eq!(failed, ["(append x l)", "(assoc x l)", "(caar l)", "(list->table (list l))", "(set-car! l 1)"]);
}

#[test]
fn every_function_of_lists_is_compared() {
    let compared: Vec<&str> = calls().into_iter().map(name).collect();
    for entry in core_documentation().iter().filter(|d| matches!(d.subject.as_str(), "pair" | "list" | "sort")) {
        assert!(
            compared.contains(&entry.name.as_str()) || EXEMPT.contains(&entry.name.as_str()),
            "{} of a digit set is not compared with {} of a list",
            entry.name,
            entry.name
        );
    }
}
