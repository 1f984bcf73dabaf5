//! `klammer draw`: what it draws, and what it says of what it cannot draw.

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
fn all_puzzles_of_a_file_are_drawn_and_malformed_ones_told() {
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
fn a_picture_in_another_format_than_svg_is_refused() {
    let sandbox = Sandbox::new(&[]);
    assert_eq!(
        sandbox.run(&["draw", "12343.12.1434321", "-o", "grid.png"]),
        "exit status 2\n--- stderr\nklammer: pictures are written in SVG, not in png: use -o grid.svg\n"
    );
    assert!(!sandbox.path().join("grid.png").exists());
}
