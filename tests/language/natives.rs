//! The natives of boards against their definitions in the language, `natives/definitions.lisp`: on random positions,
//! with contradictions, for every level, several sizes and variants.
//!
//! Some dozens of positions each, fewer on large boards, whose definitions are slow; in a full run a thousand times as
//! many, which is for a build with optimisation.

use crate::support::settings::number;

/// Name, expression that makes the board, number of digits, whether the first groups are rows and columns, and how many
/// positions are compared in an ordinary run.
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
