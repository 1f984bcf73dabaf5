//! `klammer draw`, and notations that all commands with puzzles read and write.

use insta::assert_snapshot;

use crate::{Sandbox, klammer};

const PUZZLE: &str = "..6.........4..2...9.....35..52.6....6....1.9.......4.3.2.85..61...9.7.......7...";
const SOLUTION: &str = "726538914583419267491762835915246378264873159837951642372185496158694723649327581";

#[test]
fn a_puzzle_is_drawn_with_boxes() {
    assert_snapshot!(klammer(&["draw", PUZZLE]), @r"
    exit status 0
    --- stdout
    ┌───────┬───────┬───────┐
    │ . . 6 │ . . . │ . . . │
    │ . . . │ 4 . . │ 2 . . │
    │ . 9 . │ . . . │ . 3 5 │
    ├───────┼───────┼───────┤
    │ . . 5 │ 2 . 6 │ . . . │
    │ . 6 . │ . . . │ 1 . 9 │
    │ . . . │ . . . │ . 4 . │
    ├───────┼───────┼───────┤
    │ 3 . 2 │ . 8 5 │ . . 6 │
    │ 1 . . │ . 9 . │ 7 . . │
    │ . . . │ . . 7 │ . . . │
    └───────┴───────┴───────┘
    ");
}

#[test]
fn candidates_stand_in_their_places() {
    assert_snapshot!(klammer(&["draw", "--candidates", PUZZLE]), @r"
    exit status 0
    --- stdout
    ┏━━━━━━━┯━━━━━━━┯━━━━━━━┳━━━━━━━┯━━━━━━━┯━━━━━━━┳━━━━━━━┯━━━━━━━┯━━━━━━━┓
    ┃   2   │ 1 2 3 │       ┃ 1   3 │ 1 2 3 │ 1 2 3 ┃       │ 1     │ 1     ┃
    ┃ 4 5   │ 4 5   │   6   ┃   5   │   5   │       ┃ 4     │       │ 4     ┃
    ┃ 7 8   │ 7 8   │       ┃ 7 8 9 │ 7     │   8 9 ┃   8 9 │ 7 8 9 │ 7 8   ┃
    ┠───────┼───────┼───────╂───────┼───────┼───────╂───────┼───────┼───────┨
    ┃       │ 1   3 │ 1   3 ┃       │ 1   3 │ 1   3 ┃       │ 1     │ 1     ┃
    ┃   5   │   5   │       ┃   4   │   5 6 │       ┃   2   │     6 │       ┃
    ┃ 7 8   │ 7 8   │ 7 8   ┃       │ 7     │   8 9 ┃       │ 7 8 9 │ 7 8   ┃
    ┠───────┼───────┼───────╂───────┼───────┼───────╂───────┼───────┼───────┨
    ┃   2   │       │ 1     ┃ 1     │ 1 2   │ 1 2   ┃       │       │       ┃
    ┃ 4     │   9   │ 4     ┃     6 │     6 │       ┃ 4   6 │   3   │   5   ┃
    ┃ 7 8   │       │ 7 8   ┃ 7 8   │ 7     │   8   ┃   8   │       │       ┃
    ┣━━━━━━━┿━━━━━━━┿━━━━━━━╋━━━━━━━┿━━━━━━━┿━━━━━━━╋━━━━━━━┿━━━━━━━┿━━━━━━━┫
    ┃       │ 1   3 │       ┃       │ 1   3 │       ┃     3 │       │     3 ┃
    ┃ 4     │ 4     │   5   ┃   2   │ 4     │   6   ┃       │       │       ┃
    ┃ 7 8 9 │ 7 8   │       ┃       │ 7     │       ┃   8   │ 7 8   │ 7 8   ┃
    ┠───────┼───────┼───────╂───────┼───────┼───────╂───────┼───────┼───────┨
    ┃   2   │       │     3 ┃     3 │     3 │     3 ┃       │   2   │       ┃
    ┃ 4     │   6   │ 4     ┃   5   │ 4 5   │ 4     ┃   1   │   5   │   9   ┃
    ┃ 7 8   │       │ 7 8   ┃ 7 8   │ 7     │   8   ┃       │ 7 8   │       ┃
    ┠───────┼───────┼───────╂───────┼───────┼───────╂───────┼───────┼───────┨
    ┃   2   │ 1 2 3 │ 1   3 ┃ 1   3 │ 1   3 │ 1   3 ┃     3 │       │   2 3 ┃
    ┃       │       │       ┃   5   │   5   │       ┃   5 6 │   4   │       ┃
    ┃ 7 8 9 │ 7 8   │ 7 8 9 ┃ 7 8 9 │ 7     │   8 9 ┃   8   │       │ 7 8   ┃
    ┣━━━━━━━┿━━━━━━━┿━━━━━━━╋━━━━━━━┿━━━━━━━┿━━━━━━━╋━━━━━━━┿━━━━━━━┿━━━━━━━┫
    ┃       │       │       ┃ 1     │       │       ┃       │ 1     │       ┃
    ┃   3   │ 4     │   2   ┃       │   8   │   5   ┃ 4     │       │   6   ┃
    ┃       │ 7     │       ┃       │       │       ┃     9 │     9 │       ┃
    ┠───────┼───────┼───────╂───────┼───────┼───────╂───────┼───────┼───────┨
    ┃       │       │       ┃     3 │       │   2 3 ┃       │   2   │   2 3 ┃
    ┃   1   │ 4 5   │ 4     ┃     6 │   9   │ 4     ┃   7   │   5   │ 4     ┃
    ┃       │   8   │   8   ┃       │       │       ┃       │   8   │   8   ┃
    ┠───────┼───────┼───────╂───────┼───────┼───────╂───────┼───────┼───────┨
    ┃       │       │       ┃ 1   3 │ 1 2 3 │       ┃     3 │ 1 2   │ 1 2 3 ┃
    ┃ 4 5 6 │ 4 5   │ 4     ┃     6 │ 4   6 │   7   ┃ 4 5   │   5   │ 4     ┃
    ┃   8 9 │   8   │   8 9 ┃       │       │       ┃   8 9 │   8 9 │   8   ┃
    ┗━━━━━━━┷━━━━━━━┷━━━━━━━┻━━━━━━━┷━━━━━━━┷━━━━━━━┻━━━━━━━┷━━━━━━━┷━━━━━━━┛
    ");
}

#[test]
fn ascii_does_without_other_characters() {
    assert_snapshot!(klammer(&["draw", "--candidates", "--ascii", "12343.12.1434321"]), @r"
    exit status 0
    --- stdout
    #===========#===========#
    #  1  |  2  #  3  |  4  #
    #     |     #     |     #
    #-----+-----#-----+-----#
    #  3  |     #  1  |  2  #
    #     |   4 #     |     #
    #===========#===========#
    #   2 |  1  #  4  |  3  #
    #     |     #     |     #
    #-----+-----#-----+-----#
    #  4  |  3  #  2  |  1  #
    #     |     #     |     #
    #===========#===========#
    ");
}

#[test]
fn puzzles_are_drawn_and_malformed_ones_told() {
    let sandbox = Sandbox::new(&[("four.txt", b"12343.12.1434321\n12343.12.1534321\n................\n")]);
    assert_snapshot!(sandbox.run(&["draw", "four.txt"]), @r"
    exit status 1
    --- stdout
    ┌─────┬─────┐
    │ 1 2 │ 3 4 │
    │ 3 . │ 1 2 │
    ├─────┼─────┤
    │ . 1 │ 4 3 │
    │ 4 3 │ 2 1 │
    └─────┴─────┘

    ┌─────┬─────┐
    │ . . │ . . │
    │ . . │ . . │
    ├─────┼─────┤
    │ . . │ . . │
    │ . . │ . . │
    └─────┴─────┘
    --- stderr
    klammer: four.txt:2:11: expected a digit 1 to 4 or a blank (0 . * _), found `5`
    ");
    assert_snapshot!(sandbox.run(&["draw", "--output", "out.svg", "four.txt"]), @r"
    exit status 2
    --- stderr
    klammer: four.txt:2:11: expected a digit 1 to 4 or a blank (0 . * _), found `5`
    klammer: out.svg holds the first puzzle: a picture has room for one
    ");
}

#[test]
fn standard_input_is_drawn() {
    let sandbox = Sandbox::new(&[]);
    assert_snapshot!(sandbox.run_with_input(&["draw"], b"((1 2 3 4) (3 0 1 2) (0 1 4 3) (4 3 2 1))"), @r"
    exit status 0
    --- stdout
    ┌─────┬─────┐
    │ 1 2 │ 3 4 │
    │ 3 . │ 1 2 │
    ├─────┼─────┤
    │ . 1 │ 4 3 │
    │ 4 3 │ 2 1 │
    └─────┴─────┘
    ");
    assert_eq!(
        sandbox.run_with_input(&["draw", "-"], b""),
        "exit status 2\n--- stderr\nklammer: there is no puzzle in the standard input\n"
    );
}

#[test]
fn a_picture_is_written_to_a_file() {
    let sandbox = Sandbox::new(&[]);
    let output = sandbox.run(&["draw", SOLUTION, "--givens", PUZZLE, "--output", "grid.svg", "--title", "A & B"]);
    assert_eq!(output, "exit status 0\n");
    let svg = std::fs::read_to_string(sandbox.path().join("grid.svg")).unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let texts = || document.descendants().filter(|n| n.tag_name().name() == "text");
    assert_eq!(texts().count(), 81);
    assert_eq!(texts().filter(|n| n.attribute("font-weight") == Some("bold")).count(), 22);
    assert!(svg.contains("A &amp; B"));
}

#[test]
fn non_puzzles_are_reported() {
    assert_snapshot!(klammer(&["draw", "nowhere.txt"]), @r"
    exit status 2
    --- stderr
    klammer: there is no file nowhere.txt
    ");
    assert_snapshot!(klammer(&["draw", &format!("{PUZZLE}.")]), @r"
    exit status 1
    --- stderr
    klammer: <puzzle>:1:82: expected 81 cells, or the square of another size from 4 to 25, found 82 cells
    ");
    assert_snapshot!(klammer(&["draw", "((1 2)"]), @r"
    exit status 1
    --- stderr
    klammer: <puzzle>:1:1: expected a bracket that closes the one in line 1, found the end of the file
    ");
    assert_snapshot!(klammer(&["draw", "."]), @r"
    exit status 2
    --- stderr
    klammer: cannot read .: it is a folder
    ");
    assert_snapshot!(klammer(&["draw", PUZZLE, "--from", "sudoku"]), @r#"
    exit status 2
    --- stderr
    error: invalid value 'sudoku' for '--from <FORMAT>': unknown format of puzzles "sudoku"; there are auto, line, grid, nested, json, hodoku, link, xml

    For more information, try '--help'.
    "#);
}

#[test]
fn a_picture_in_another_format_is_refused() {
    let sandbox = Sandbox::new(&[]);
    assert_eq!(
        sandbox.run(&["draw", "12343.12.1434321", "-o", "grid.png"]),
        "exit status 2\n--- stderr\nerror: invalid value 'grid.png' for '--output <FILE.svg>': what is written is a \
         picture in SVG: name it grid.svg\n\nFor more information, try '--help'.\n"
    );
    assert!(!sandbox.path().join("grid.png").exists());
}

const GIVEN: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Returns the output of `klammer solve` for a file, without the first lines.
fn solved(name: &str, text: &str) -> String {
    Sandbox::new(&[(name, text.as_bytes())]).run(&["solve", name])
}

#[test]
fn digits_from_zero_stay_digits_from_zero() {
    let grid = "01.3\n2.0.\n.0.2\n3.1.\n";
    let sandbox = Sandbox::new(&[("zero.txt", grid.as_bytes())]);
    assert_eq!(sandbox.run(&["solve", "--check-unique", "zero.txt"]), "exit status 0\n--- stdout\n0123230110323210\n");
    let matrix = sandbox.run(&["solve", "--to", "matrix", "zero.txt"]);
    assert!(matrix.ends_with("[[0,1,2,3],[2,3,0,1],[1,0,3,2],[3,2,1,0]]\n"), "{matrix}");
    let object = sandbox.run(&["solve", "--to", "json", "zero.txt"]);
    assert!(object.contains(r#""puzzle":"01.32.0..0.23.1.","#) && object.contains("0123230110323210"), "{object}");
    let drawn = sandbox.run(&["draw", "zero.txt"]);
    assert!(drawn.contains("0 1") && !drawn.contains('4'), "{drawn}");
    let rated = sandbox.run(&["rate", "zero.txt"]);
    assert!(rated.starts_with("exit status 0\n--- stdout\n01.32.0..0.23.1. # "), "{rated}");
    // Sentences number digits as boards do, which has to be said.
    let hint = sandbox.run(&["hint", "zero.txt"]);
    assert!(hint.contains("klammer: zero.txt:1: in words, 0 to 3 are called by numbers from 1\n"), "{hint}");
    let wrong = solved("wrong.txt", "01.3\n2.0.\n.0.2\n4.1.\n");
    assert!(wrong.contains("wrong.txt:4:1: expected a digit 0 to 3 or a blank (. * _), because a 0 beside other blanks is a digit, found `4`"), "{wrong}");
}

#[test]
fn non_puzzles_get_one_note_and_no_failure() {
    let header = format!("quizzes,solutions\n{GIVEN},{SOLVED}\n");
    let note = "klammer: p.csv:1: `quizzes,solutions` is no puzzle and is passed over\n";
    assert_eq!(solved("p.csv", &header), format!("exit status 0\n--- stdout\n{SOLVED}\n--- stderr\n{note}"));
    let rows: Vec<&str> = (0..9).map(|row| &GIVEN[9 * row..9 * row + 9]).collect();
    let titled: String = (1..4).map(|n| format!("Grid 0{n}\n{}\n\n", rows.join("\n"))).collect();
    let said = solved("grids.txt", &titled);
    assert!(said.starts_with("exit status 0\n") && said.matches(SOLVED).count() == 3, "{said}");
    let note = "klammer: grids.txt: 3 lines are no puzzles and are passed over, the first is line 1: `Grid 01`\n";
    assert_eq!(said.split("--- stderr\n").nth(1), Some(note));
    let sandbox = Sandbox::new(&[("p.csv", header.as_bytes())]);
    for command in ["rate", "hint", "draw"] {
        let said = sandbox.run(&[command, "p.csv"]);
        assert!(said.starts_with("exit status 0\n") && said.contains("is passed over\n"), "{command}: {said}");
    }
    assert!(!sandbox.run(&["solve", "-q", "p.csv"]).contains("passed over"));
}

#[test]
fn a_file_without_puzzles_is_named() {
    let sandbox = Sandbox::new(&[
        ("empty.sdm", b""),
        ("words.txt", b"Dear reader,\nthere is nothing here.\n"),
        ("blank.txt", b"\xef\xbb\xbf\r\n\r\n"),
    ]);
    for command in [&["solve"][..], &["rate"], &["hint"], &["draw"], &["search"]] {
        for name in ["empty.sdm", "blank.txt"] {
            let said = sandbox.run(&[command, &[name]].concat());
            assert_eq!(
                said,
                format!("exit status 2\n--- stderr\nklammer: there is no puzzle in {name}\n"),
                "{command:?}"
            );
        }
        let said = sandbox.run(&[command, &["words.txt"]].concat());
        assert!(said.contains("words.txt:1:1: expected a puzzle, found `Dear reader,`"), "{command:?}: {said}");
        assert!(!said.starts_with("exit status 0"), "{command:?}: {said}");
    }
}

#[test]
fn a_word_that_is_no_file_suggests_no_program() {
    let sandbox = Sandbox::new(&[("e1.lisp", b"(print 1)"), ("easy.sdm", GIVEN.as_bytes())]);
    let said = sandbox.run(&["solve", "1"]);
    assert!(said.contains("there is no file 1, and it is no puzzle") && !said.contains("did you mean"), "{said}");
    assert!(sandbox.run(&["solve", "eazy.sdm"]).contains("did you mean easy.sdm?"));
}

#[test]
fn an_object_of_f_puzzles_has_its_cages() {
    let blank = "[{},{},{},{}]";
    let cages = r#"[{"cells":["R1C1","R1C2"],"value":"3"},{"cells":["R2C1","R2C2"],"value":"7"},{"cells":["R1C1","R2C1"],"value":"4"},{"cells":["R3C1","R4C1","R4C2"],"value":"9"},{"cells":["R1C3","R2C3"],"value":"4"},{"cells":["R3C3","R3C4"],"value":"7"},{"cells":["R1C3"],"value":"3"},{"cells":["R3C3"],"value":"4"}]"#;
    let object = format!(r#"{{"size":4,"grid":[{blank},{blank},{blank},{blank}],"killercage":{cages}}}"#);
    let sandbox = Sandbox::new(&[("killer.json", object.as_bytes())]);
    let solution = "1234341221434321";
    let expected = format!("exit status 0\n--- stdout\n{solution}\n");
    assert_eq!(sandbox.run(&["solve", "--check-unique", "killer.json"]), expected);
    assert_eq!(sandbox.run(&["solve", "--check-unique", "--variant", "killer:killer.json"]), expected);
    assert!(sandbox.run(&["rate", "killer.json"]).starts_with("exit status 0\n"));
    assert!(sandbox.run(&["draw", "killer.json"]).contains('┏'));
    assert!(sandbox.run(&["search", "killer.json"]).contains(solution));
    let unknown = object.replace("killercage", "sandwichsum");
    let said = solved("unknown.json", &unknown);
    assert!(said.starts_with("exit status 1\n") && said.contains("found `sandwichsum`"), "{said}");
    // A script that takes one puzzle gets its board, too.
    let script = b"(require 'search) (print (board->line (solve (read-puzzle (read-file \"killer.json\")))))";
    let sandbox = Sandbox::new(&[("killer.json", object.as_bytes()), ("s.lisp", script)]);
    assert!(sandbox.run(&["s.lisp"]).contains(solution), "{}", sandbox.run(&["s.lisp"]));
}

#[test]
fn puzzles_are_found_in_addresses_and_fields() {
    for text in [
        format!("https://example.org/sudoku.htm?bd={GIVEN}"),
        format!("0000183b305c {} 1.2", GIVEN.replace('.', "0")),
        format!("{GIVEN}|a comment"),
        format!("{GIVEN}:U4:7"),
        format!("<game data=\"{}\" />", GIVEN.replace('.', "0")),
        GIVEN.replace('.', "X"),
    ] {
        assert_eq!(klammer(&["solve", &text]), format!("exit status 0\n--- stdout\n{SOLVED}\n"), "{text}");
    }
}

#[test]
fn a_worksheet_has_puzzles_and_then_solutions() {
    let sandbox = Sandbox::new(&[("two.sdm", b"12343.12.1434321\n1...............\n")]);
    let said = sandbox.run(&["draw", "two.sdm", "--worksheet", "sheet.html", "--title", "A & B"]);
    assert_eq!(said, "exit status 1\n--- stderr\nklammer: puzzle 2, in line 2, has several solutions\n");
    let page = std::fs::read_to_string(sandbox.path().join("sheet.html")).unwrap();
    assert!(page.contains("<h1>A &amp; B</h1>"));
    let (puzzles, solutions) = page.split_once("Solutions</h1>").unwrap();
    assert_eq!((puzzles.matches("<svg").count(), solutions.matches("<svg").count()), (2, 1));
    // The puzzles have 14 digits and 1, the solution all 16.
    assert_eq!((puzzles.matches("<text").count(), solutions.matches("<text").count()), (15, 16));
    assert!(solutions.contains("<p>several solutions</p>"));
    sandbox.run(&["draw", "two.sdm", "--worksheet", "sheet.svg", "--title", "A & B"]);
    let page = std::fs::read_to_string(sandbox.path().join("sheet.svg")).unwrap();
    assert!(page.contains("<title>A &amp; B</title>"));
    let (puzzles, solutions) = page.split_once("Solutions</text>").unwrap();
    assert_eq!((puzzles.matches("<svg").count(), solutions.matches("<svg").count()), (3, 1));
    assert!(solutions.contains(">several solutions</text>"));
    let words = ["draw", "12343.12.1434321", "--worksheet", "sheet.html"];
    assert_eq!(sandbox.run(&words), "exit status 0\n");
    assert!(sandbox.run(&[&words[..], &["-o", "grid.svg"]].concat()).contains("cannot be used with"));
}
