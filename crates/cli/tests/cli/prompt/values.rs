//! Tests of the display of values.

use super::{PROMPT, Person};
use crate::Sandbox;

const BOARD: &str = "\
┏━━━━━┯━━━━━┳━━━━━┯━━━━━┓
┃  1  │  2  ┃  3  │  4  ┃
┃     │     ┃     │     ┃
┠─────┼─────╂─────┼─────┨
┃  3  │ 1 2 ┃  1  │  2  ┃
┃     │ 3 4 ┃     │     ┃
┣━━━━━┿━━━━━╋━━━━━┿━━━━━┫
┃ 1 2 │  1  ┃  4  │  3  ┃
┃ 3 4 │     ┃     │     ┃
┠─────┼─────╂─────┼─────┨
┃  4  │  3  ┃  2  │  1  ┃
┃     │     ┃     │     ┃
┗━━━━━┷━━━━━┻━━━━━┷━━━━━┛
";

#[test]
fn boards_are_drawn_with_their_candidates() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    assert_eq!(person.asks("(read-puzzle \"12343.12.1434321\")"), BOARD);
    // A list of boards is one drawing after the other; not all of very many.
    let two = person.asks("(list *1 *1)");
    assert_eq!(two.matches("┗━━━━━┷━━━━━┻━━━━━┷━━━━━┛").count(), 2);
    let many = person.asks("(map-with (lambda (i) (board 4)) (iota 7))");
    assert_eq!(many.matches("┗━━━━━┷━━━━━┻━━━━━┷━━━━━┛").count(), 4);
    assert!(many.ends_with("... 3 more boards: ,more shows all\n"), "{many}");
    assert_eq!(person.asks(",more").matches("┗━━━━━┷━━━━━┻━━━━━┷━━━━━┛").count(), 7);
    person.leaves();
}

#[test]
fn a_string_of_several_lines_that_is_too_long_for_one_is_shown_as_lines() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    let shown = person.asks("(doc first)");
    assert!(shown.starts_with('"') && shown.contains("\n(first '(1 2))  ;=> 1"), "{shown}");
    person.enters("\"a\\nb\"", "\"a\\nb\"");
    person.leaves();
}

#[test]
fn help_on_an_error_is_wrapped_between_words() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down_at(60, &[("NO_COLOR", "1")], &sandbox, &[]);
    person.types("import something\r");
    person.sees("= help: (require 'name) loads a module, whose name");
    let rest = person.sees(PROMPT);
    assert!(rest.lines().all(|line| line.chars().count() <= 60), "{rest}");
    assert!(rest.contains("\n          quoted; what needs none"), "{rest}");
    person.leaves();
}

#[test]
fn a_board_fits_the_terminal() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down_at(40, &[("NO_COLOR", "1")], &sandbox, &[]);
    // With candidates it would take more than 70 columns.
    let drawn = person.asks("(board 9)");
    assert!(drawn.contains("│ . . . │"), "{drawn}");
    person.leaves();
}

#[test]
fn a_solved_board_needs_no_room_for_candidates() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    let drawn = person.asks("(require 'search) (solve (read-puzzle \"12343.12.1434321\"))");
    assert!(drawn.contains("│ 1 2 │ 3 4 │") && drawn.lines().count() < 9, "{drawn}");
    person.leaves();
}

#[test]
fn displayed_values_are_not_shown_again() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    assert_eq!(person.asks("(display \"abc\")"), "abc\n");
    assert_eq!(person.asks("(print '(1 \"b\"))"), "(1 b)\n");
    assert_eq!(person.asks("(display '(1 \"b\"))"), "(1 b)\n");
    // It is the value all the same.
    person.enters("*1", "(1 \"b\")");
    // Something else that has been displayed says nothing of the value.
    assert_eq!(person.asks("(progn (display \"abc\") \"abcd\")"), "abc\n\"abcd\"\n");
    person.leaves();
}

#[test]
fn each_form_of_an_input_shows_its_value() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    assert_eq!(person.asks("1 (print 2) (list 3) \"four\""), "1\n2\n(3)\n\"four\"\n");
    person.enters("(list *1 *2)", "(\"four\" (3))");
    // An error ends the input; its place is that in the whole input.
    person.types("(setq n 5) (car n) (setq n 6)\r");
    person.sees("<repl:3>:1:12");
    person.sees(PROMPT);
    person.enters("n", "5");
    person.leaves();
}

#[test]
fn long_values_are_cut_and_more_shows_all_of_them() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    person.enters(",more", "Nothing has been cut.");
    let shown = person.asks("(iota 5000)");
    assert_eq!(shown.lines().count(), 31, "{shown}");
    assert!(shown.contains("more lines: ,more shows all") && !shown.contains("4999"), "{shown}");
    assert!(person.asks(",more").ends_with("4998 4999)\n"));
    let text = person.asks("(make-string 5000 #\\a)");
    assert!(text.contains("more lines: ,more shows all"), "{text}");
    person.leaves();
}

#[test]
fn lists_are_wrapped_at_the_width_of_the_terminal() {
    let sandbox = Sandbox::new(&[]);
    for width in [40, 80, 200] {
        let mut person = Person::sits_down_at(width, &[("NO_COLOR", "1")], &sandbox, &[]);
        let shown = person.asks("(iota 100)");
        let longest = shown.lines().map(str::len).max().unwrap();
        assert!(longest <= usize::from(width) && longest + 4 > usize::from(width), "{shown}");
        let documented = person.asks(",doc amb");
        assert!(documented.lines().all(|line| line.len() <= usize::from(width)), "{documented}");
        person.leaves();
    }
}

#[test]
fn a_table_shows_its_entries() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    let shown =
        person.asks("(let ((ages (make-table))) (table-set! ages 'ann 31) (table-set! ages \"bob\" '(4 5)) ages)");
    assert!(shown.ends_with("#<table 2 entries>\n  ann  31\n  \"bob\"  (4 5)\n"), "{shown}");
    person.leaves();
}
