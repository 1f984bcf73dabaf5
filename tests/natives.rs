//! The natives of boards against their definitions in the language, `natives/definitions.lisp`: on random positions, with contradictions, for every level,
//! several sizes and variants.
//!
//! Some dozens of positions each, or as many as `KLAMMER_NATIVES` says (`KLAMMER_NATIVES=100000 cargo test --release --test natives`).

use klammer::Engine;

/// Name, expression that makes the board, number of digits, whether the first groups are rows and columns, and for how many positions one is compared: the
/// definitions are slow on large boards.
const BOARDS: [(&str, &str, usize, bool, usize); 9] = [
    ("4 digits", "(board 4)", 4, true, 1),
    ("6 digits", "(board 6)", 6, true, 1),
    ("9 digits", "(board)", 9, true, 2),
    ("diagonals", "(board-variant :diagonals t)", 9, true, 4),
    ("windows", "(board-variant :windows t)", 9, true, 4),
    ("jigsaw", "(board-variant :digits 5 :regions '(0 0 0 0 1 2 2 0 1 1 2 2 3 1 1 2 3 3 4 4 3 3 4 4 4))", 5, true, 1),
    ("latin square", "(board-variant :digits 5 :latin t)", 5, true, 1),
    (
        "groups",
        "(board-variant :digits 4 :rows 3 :columns 5 :groups
           '(((0 0) (0 1) (0 2)) ((0 2) (1 2) (2 2)) ((1 0) (1 1) (1 2) (1 3)) ((2 0) (2 4)) ((0 1) (1 1) (2 1) (2 2)) ((1 1) (1 2) (0 3) (0 4))))",
        4,
        false,
        1,
    ),
    ("16 digits", "(board 16)", 16, true, 40),
];

const KINDS: [&str; 8] = ["forward", "naked", "hidden", "locked", "pairs", "documented", "lists", "questions"];

/// Positions for each kind of comparison.
fn count() -> usize {
    std::env::var("KLAMMER_NATIVES").ok().and_then(|n| n.parse().ok()).unwrap_or(60)
}

/// Compares until there is a difference.
fn compare(name: &str, board: &str, digits: usize, lines: bool, share: usize) {
    let mut engine = Engine::new();
    for (file, text) in [
        ("definitions.lisp", include_str!("natives/definitions.lisp")),
        ("positions.lisp", include_str!("natives/positions.lisp")),
    ] {
        engine.eval_named::<()>(file, text).unwrap();
    }
    for (seed, kind) in KINDS.iter().enumerate() {
        // Only boards with boxes have a counterpart that is an array of lists.
        if *kind == "lists" && !board.starts_with("(board ") && board != "(board)" {
            continue;
        }
        let (n, lines) = (count().div_ceil(share), if lines { "t" } else { "nil" });
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
            let (name, board, digits, lines, share) = BOARDS[$at];
            compare(name, board, digits, lines, share);
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
}
