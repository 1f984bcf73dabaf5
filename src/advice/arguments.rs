//! Advice on arguments: of the wrong type, in the wrong order, too few or too many.

use super::parts;
use crate::fault::{Argument, Code, Condition};
use crate::runtime::dialect::Dialect;

/// What functions of searches take: what a contradiction has left is nil.
pub(crate) const BOARD_OR_NIL: &str =
    if cfg!(feature = "constraints") { "a board, a store or nil" } else { "a board or nil" };

/// The order of the arguments of a function that complains of one of them.
/// `text`: the one that it happened in.
pub(crate) fn on_order(c: &Condition, usage: &str, text: &str) -> Option<String> {
    let is_of_type = matches!(c.code, Code::WrongType) && matches!(c.argument, Some(Argument::Named(_)));
    let several = usage.split(' ').count() > 2;
    // Of one argument there is no order.
    let form = text.get(c.span.start as usize..c.span.end as usize).unwrap_or("");
    let is_alone = parts(form).is_some_and(|parts| parts.len() == 2);
    (is_of_type && several && !is_alone).then(|| format!("the order of its arguments: {usage}"))
}

/// Advice on an argument of the wrong type.
pub(super) fn on_type(c: &Condition, form: &str, dialect: Dialect) -> Option<String> {
    let subject = c.subject.as_deref()?;
    if c.problem.starts_with("must be a number, got \"") && subject == "+" {
        return Some("strings are joined by string-append; string->number reads a number in a string".into());
    }
    if subject == "format" && c.argument == Some(Argument::Named("control".into())) {
        return Some("the destination comes first: (format t ...) prints, (format nil ...) returns a string".into());
    }
    if let Some(help) = on_kind(c, subject).filter(|_| dialect == Dialect::CORE) {
        return Some(help);
    }
    let is_number = |got: &str| got.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    // If it is the first argument and a string comes later, it is the order that is wrong.
    let got = c.problem.strip_prefix("must be a string, got ");
    let is_misplaced = match parts(form).unwrap_or_default().as_slice() {
        [_, first, later @ ..] => got == Some(first) && later.iter().any(|part| part.starts_with('"')),
        _ => false,
    };
    if got.is_some_and(is_number) && !is_misplaced {
        return Some("(number->string n) is the text of a number, (format nil \"~a\" x) that of anything".into());
    }
    let Some(Argument::Position(position)) = c.argument else { return None };
    let parts = parts(form)?;
    let part = parts.get(position).filter(|p| parts.first() == Some(&subject) && p.starts_with('('))?;
    Some(format!("argument {position} is the value of {part}"))
}

/// What does for the kind of value that was given what the function does for another.
fn on_kind(c: &Condition, subject: &str) -> Option<String> {
    let got = c.problem.rsplit_once(", got ").map_or("", |(_, got)| got);
    let expected = c.problem.strip_prefix("must be ").and_then(|p| p.split(", got ").next()).unwrap_or("");
    #[cfg(feature = "constraints")]
    if got.starts_with("#<variable ") && (expected.contains("number") || expected.contains("integer")) {
        return Some(format!(
            "of variables, conditions (post!, expression!) are made with {}",
            klammer_constraints::OPERATIONS
        ));
    }
    let help = match (subject, expected) {
        ("dolist", _) if got.starts_with(|c: char| c.is_ascii_digit()) => "(dotimes (i count) expr...) counts",
        ("dolist", _) if got.starts_with("#<table") => "(dotable (key value table) expr...) goes through a table",
        ("dolist", _) if got.starts_with('#') => "(array->list array) is a list of the elements",
        ("dotimes", _) if got.starts_with('(') => "(dolist (x list) expr...) goes through a list",
        ("with-budget", "a list") => "limits stand in a list: (with-budget (:nodes 1000) expr...)",
        ("apply", "a proper list") => {
            "the last argument of apply is a list: (apply f list); a call with single arguments is (f a b)"
        }
        ("aref" | "aset", "an integer") if got.starts_with('(') => {
            "coordinates in a list: (get-array-element array list) reads, (set-array-element array list value) writes"
        }
        ("<" | ">" | "<=" | ">=", "a number") if got.starts_with('"') => {
            "strings are compared by string<? and its like"
        }
        ("max" | "min" | "+" | "*", "a number") if got.starts_with('(') => {
            return Some(format!("(apply {subject} list) takes the elements of a list"));
        }
        (_, "a board" | BOARD_OR_NIL) if got == "nil" => {
            "nil is what is left of a board after a contradiction: (when board ...) asks for it"
        }
        (_, "a board" | BOARD_OR_NIL) if got.starts_with('"') => "(read-puzzle string) makes a board of a text",
        (_, "a string") if got.starts_with('(') => {
            "(format nil \"~s\" x) is the text of any value, (string-join list \" \") that of a list of strings"
        }
        (_, "a hash table") if got.starts_with('(') => "(list->table list) makes a table of a list of keys and values",
        (_, "a character") if got.starts_with('"') => "a character is written #\\a, a blank #\\space",
        ("first" | "car" | "rest" | "cdr" | "second" | "nth", "a list") if got.starts_with('"') => {
            "(string-ref string i) is a character of a string, (substring string from to) a part of it, \
             (string->list string) the list of its characters"
        }
        ("first" | "car" | "rest" | "cdr" | "second" | "nth", "a list") if got.starts_with("#(") => {
            "(aref array i) is an element of an array, (array->list array) the list of all"
        }
        _ => return None,
    };
    Some(help.into())
}

/// Advice on a call with a wrong number of arguments.
pub(super) fn on_count(c: &Condition, form: &str) -> Option<String> {
    let parts = parts(form)?;
    let subject = c.subject.as_deref().filter(|s| parts.first() == Some(s))?;
    match (subject, parts.as_slice()) {
        ("format", [_, control]) if control.starts_with('"') => {
            Some("the destination comes first: (format t ...) prints, (format nil ...) returns a string".into())
        }
        (_, [_, board, row, column]) if c.problem.contains("(board cell)") => {
            Some(format!("a cell is one list: ({subject} {board} (list {row} {column}))"))
        }
        _ => None,
    }
}
