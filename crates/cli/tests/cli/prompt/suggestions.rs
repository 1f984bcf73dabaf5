//! Completions of Tab, and dim suggestions after the cursor.

use super::{PROMPT, Person};
use crate::Sandbox;

const TAB: &str = "\t";
const RIGHT: &str = "\x1b[C";

/// Types the beginning of an input and Tab, and waits for what it has become.
#[track_caller]
fn completes(person: &mut Person, beginning: &str, whole: &str) {
    person.types(beginning);
    person.types(TAB);
    person.sees(whole);
}

#[test]
fn tab_completes_names_that_were_just_defined() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    person.enters("(defproc propagate-all (x) (list x))", "propagate-all");
    person.types("(propagate-al");
    person.types(TAB);
    person.sees("(propagate-all");
    person.enters(" 1)", "(1)");
    person.leaves();
}

#[test]
fn tab_completes_variables_of_the_form_that_is_typed() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    completes(&mut person, "(let ((best-cell 7)) (+ 1 best", "(+ 1 best-cell");
    person.enters("))", "8");
    person.leaves();
}

#[test]
fn tab_completes_keywords_modules_quoted_symbols_and_files() {
    let sandbox = Sandbox::new(&[("heuristic.lisp", b"(setq loaded 'yes)")]);
    let mut person = Person::sits_down(&sandbox, &[]);
    person.enters("(defproc paint (&key colour) colour)", "paint");
    completes(&mut person, "(paint :col", "(paint :colour");
    person.enters(" 'dark-blue)", "dark-blue");
    completes(&mut person, "(list 'dark", "(list 'dark-blue");
    person.enters(")", "(dark-blue)");
    completes(&mut person, "(require 'sudoku-r", "(require 'sudoku-reference");
    person.enters(")", "sudoku-reference");
    completes(&mut person, "(load \"heu", "(load \"heuristic.lisp");
    person.enters("\")", "yes");
    completes(&mut person, ",load heu", ",load heuristic.lisp");
    person.enters("", "heuristic.lisp is loaded.");
    completes(&mut person, ",apr", ",apropos");
    person.leaves_line();
    person.leaves();
}

#[test]
fn tab_completes_keywords_of_the_library() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down(&sandbox, &[]);
    completes(&mut person, "(most-constrained (board 4) :ti", "(board 4) :tie");
    person.enters(" 'first)", "(0 0)");
    completes(&mut person, "(make-array 3 :ini", "(make-array 3 :initial");
    person.enters(" 7)", "#(7 7 7)");
    completes(&mut person, "(with-budget (:nodes 10 :el", "(:nodes 10 :else");
    person.enters(" 'out) 1)", "1");
    person.leaves();
}

#[test]
fn parameters_stand_behind_the_cursor() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down_at(80, &[], &sandbox, &[]);
    person.types("(member? ");
    person.sees("x list)");
    person.types("3 ");
    person.sees("list)");
    person.leaves_line();
    // A function of one's own, at once.
    person.types("(defproc weigh (board &optional cell) cell)\r");
    person.sees("\nweigh\r\n");
    person.sees(PROMPT);
    person.types("(weigh ");
    person.sees("board [cell])");
    person.leaves_line();
    person.leaves();
}

#[test]
fn the_right_arrow_takes_an_earlier_input() {
    let sandbox = Sandbox::new(&[]);
    let mut person = Person::sits_down_at(80, &[], &sandbox, &[]);
    person.types("(list 10 20 30)\r");
    person.sees("\n(10 20 30)\r\n");
    person.sees(PROMPT);
    person.types("(list 1");
    person.sees("0 20 30)");
    person.types(RIGHT);
    person.types("\r");
    person.sees("\n(10 20 30)\r\n");
    person.sees(PROMPT);
    person.leaves();
}
