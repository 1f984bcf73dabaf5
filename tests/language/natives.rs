//! The natives of boards against their definitions in the language, `natives/definitions.lisp`: on random positions,
//! with contradictions, for every level, several sizes and variants.
//!
//! Some dozens of positions each, fewer on large boards, whose definitions are slow. A full run has a thousand times as
//! many and needs an optimised build.

use klammer::Engine;
use proptest::prelude::*;

use crate::support::documented::{core_documentation, engine, evaluate};
use crate::support::settings::number;

/// Name, expression that makes the board, number of digits, whether the first groups are rows and columns, and the
/// number of positions compared in an ordinary run.
const BOARDS: [(&str, &str, usize, bool, usize); 10] = [
    ("4 digits", "(board 4)", 4, true, 60),
    ("6 digits", "(board 6)", 6, true, 60),
    ("9 digits", "(board)", 9, true, 30),
    ("diagonals", "(board-variant :diagonals t)", 9, true, 15),
    ("windows", "(board-variant :windows t)", 9, true, 15),
    ("jigsaw", "(board-variant :digits 5 :regions '(0 0 0 0 1 2 2 0 1 1 2 2 3 1 1 2 3 3 4 4 3 3 4 4 4))", 5, true, 60),
    ("latin square", "(board-variant :digits 5 :latin t)", 5, true, 60),
    (
        "groups",
        "(board-variant :digits 4 :rows 3 :columns 5 :groups
           '(((0 0) (0 1) (0 2)) ((0 2) (1 2) (2 2)) ((1 0) (1 1) (1 2) (1 3)) ((2 0) (2 4)) ((0 1) (1 1) (2 1) (2 2)) ((1 1) (1 2) (0 3) (0 4)) ((1 4)) ((2 3))))",
        4,
        false,
        60,
    ),
    ("16 digits", "(board 16)", 16, true, 2),
    ("25 digits", "(board 25)", 25, true, 1),
];

const KINDS: [&str; 9] =
    ["forward", "naked", "hidden", "locked", "pairs", "distinct", "documented", "lists", "questions"];

/// The part of the positions that is compared at level `distinct`, whose definition fills each group once for every
/// candidate.
const DISTINCT: usize = 10;

/// Returns the number of positions to compare for each kind.
fn count(usual: usize) -> usize {
    number(usual, 1000 * usual)
}

/// Compares until there is a difference.
fn compare(name: &str, board: &str, digits: usize, lines: bool, usual: usize) {
    let mut engine = crate::support::host::builder().host(klammer::StdHost::new()).build();
    for (file, text) in [
        ("definitions.lisp", include_str!("../natives/definitions.lisp")),
        ("positions.lisp", include_str!("../natives/positions.lisp")),
    ] {
        engine.eval::<()>((file, text)).unwrap();
    }
    for (seed, kind) in KINDS.iter().enumerate() {
        // Only boards with boxes have a counterpart that is an array of lists.
        if *kind == "lists" && !board.starts_with("(board ") && board != "(board)" {
            continue;
        }
        let n = count(usual).div_ceil(if *kind == "distinct" { DISTINCT } else { 1 });
        let lines = if lines { "t" } else { "nil" };
        let call = format!("(check {} {board} {digits} {lines} '{kind} {n})", seed + 1);
        let found: Option<String> = engine.eval(&call).unwrap_or_else(|e| panic!("{name}, {kind}: {e}"));
        if let Some(difference) = found {
            panic!("{name}, {kind}: {difference}");
        }
        println!("{name}, {kind}: the same on {n} positions");
    }
}

/// One test for each board, so that they run side by side and each tells of itself.
macro_rules! boards {
    ($($test:ident: $at:literal;)*) => { $(
        #[test]
        fn $test() {
            let (name, board, digits, lines, usual) = BOARDS[$at];
            compare(name, board, digits, lines, usual);
        }
    )* };
}

boards! {
    four_digits: 0;
    six_digits: 1;
    nine_digits: 2;
    diagonals: 3;
    windows: 4;
    jigsaw: 5;
    latin_square: 6;
    groups: 7;
    sixteen_digits: 8;
    twenty_five_digits: 9;
}

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

/// Functions of the same subjects that ignore list arguments, or whose documented result for a set differs from that
/// for a list.
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
    fn a_set_is_the_list_of_its_members(
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

/// The puzzles of the five source documents.
const PUZZLES: [&str; 7] = [
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
    "780520006900003075005006040004061302100900007802070600050200800630400001200037059",
    "007040000030910620000700384249071536150000078008500091092084753080602149514300062",
    "005300000800000020070010500400005300010070006003200080060500009004000030000009700",
    "060000010000651000107000602620305094003000200480907036906000408000794000050000070",
    "000589006005003020060001500008000003010060090700000100007400010050700900200136000",
    "200000008600004010580692070000820704000109000805076000050263049020700001400000007",
];

/// Returns whether this line is a solved board that agrees with the puzzle.
fn solves(solution: &str, puzzle: &str) -> bool {
    let digit = |row: usize, column: usize| solution.as_bytes()[9 * row + column];
    let groups = (0..9).flat_map(|k| {
        let row = (0..9).map(|i| digit(k, i)).collect::<Vec<u8>>();
        let column = (0..9).map(|i| digit(i, k)).collect();
        let square = (0..9).map(|i| digit(k / 3 * 3 + i / 3, k % 3 * 3 + i % 3)).collect();
        [row, column, square]
    });
    let complete = groups.into_iter().all(|mut group| {
        group.sort_unstable();
        group == b"123456789"
    });
    complete && solution.bytes().zip(puzzle.bytes()).all(|(s, p)| p == b'0' || s == p)
}

#[test]
fn it_solves_the_seven_puzzles_in_866_steps() {
    let (mut engine, _) = engine();
    // Each call of the two-argument solve begins by looking whether the board is solved.
    let counter = "
        (require 'sudoku-reference)
        (setq steps 0)
        (let ((original is-solution?))
          (setq is-solution? (lambda (cells) (inc! steps) (original cells))))";
    evaluate(&mut engine, counter).unwrap();
    for puzzle in PUZZLES {
        let expression = format!("(board->line (solve (line->constraints \"{puzzle}\")))");
        let solution: String = engine.eval(&expression).unwrap();
        assert!(solves(&solution, puzzle), "{puzzle}\n{solution}");
    }
    assert_eq!(engine.get::<i64>("steps").unwrap(), 866);
}

#[test]
fn a_puzzle_without_solution_gives_nil() {
    let (mut engine, _) = engine();
    let puzzle = PUZZLES[0].replacen("53", "55", 1);
    let expression = format!("(require 'sudoku-reference) (solve (line->constraints \"{puzzle}\"))");
    assert_eq!(evaluate(&mut engine, &expression).as_deref(), Ok("nil"));
}

#[test]
fn a_redefined_heuristic_changes_the_search() {
    let (mut engine, _) = engine();
    let program = format!(
        "(require 'sudoku-reference)
         (setq sorted 0)
         (defproc sort-choices (cells constraints choices)
           (inc! sorted)
           (filter first
             (map-with
               (lambda (choice) (list (propagate-constraint (duplicate cells) choice) (cons choice constraints)))
               choices)))
         (board->line (solve (line->constraints \"{}\")))",
        PUZZLES[0]
    );
    let solution: String = engine.eval(&program).unwrap();
    assert!(solves(&solution, PUZZLES[0]), "{solution}");
    assert!(engine.get::<i64>("sorted").unwrap() > 0);
}

#[test]
fn a_board_is_drawn_with_a_frame_around_each_box() {
    let (mut engine, output) = engine();
    let program = format!(
        "(require 'sudoku-reference) (show-board (propagate-constraints (initialize-cells) (line->constraints \"{}\")))",
        PUZZLES[0]
    );
    evaluate(&mut engine, &program).unwrap();
    let text = output.take_output();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 13);
    assert_eq!(lines[0], "┌───────┬───────┬───────┐");
    assert_eq!(lines[1], "│ 5 3 . │ . 7 . │ . . . │");
    assert_eq!(lines[4], "├───────┼───────┼───────┤");
    assert_eq!(lines[12], "└───────┴───────┴───────┘");
}
