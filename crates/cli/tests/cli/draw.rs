//! `klammer draw`: what it draws, and what it says of what it cannot draw.

use insta::assert_snapshot;

use crate::{Sandbox, klammer};

const PUZZLE: &str = "..6.........4..2...9.....35..52.6....6....1.9.......4.3.2.85..61...9.7.......7...";
const SOLUTION: &str = "726538914583419267491762835915246378264873159837951642372185496158694723649327581";

#[test]
fn a_puzzle_is_drawn_with_boxes() {
    assert_snapshot!(klammer(&["draw", PUZZLE]));
}

#[test]
fn candidates_stand_in_their_places() {
    assert_snapshot!(klammer(&["draw", "--candidates", PUZZLE]));
}

#[test]
fn ascii_does_without_other_characters() {
    assert_snapshot!(klammer(&["draw", "--candidates", "--ascii", "12343.12.1434321"]));
}

#[test]
fn all_puzzles_of_a_file_are_drawn_and_malformed_ones_told() {
    let sandbox = Sandbox::new(&[("four.txt", b"12343.12.1434321\n12343.12.1534321\n................\n")]);
    assert_snapshot!(sandbox.run(&["draw", "four.txt"]));
    assert_snapshot!(sandbox.run(&["draw", "--output", "out.svg", "four.txt"]));
}

#[test]
fn standard_input_is_drawn() {
    let sandbox = Sandbox::new(&[]);
    assert_snapshot!(sandbox.run_with_input(&["draw"], b"((1 2 3 4) (3 0 1 2) (0 1 4 3) (4 3 2 1))"));
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
    assert_snapshot!(klammer(&["draw", "nowhere.txt"]));
    assert_snapshot!(klammer(&["draw", &format!("{PUZZLE}.")]));
    assert_snapshot!(klammer(&["draw", "((1 2)"]));
    assert_snapshot!(klammer(&["draw", "."]));
    assert_snapshot!(klammer(&["draw", PUZZLE, "--from", "sudoku"]));
}

#[test]
fn help_on_draw_shows_examples() {
    assert_snapshot!(klammer(&["draw", "--help"]));
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
