//! Advice on loops that were stopped from outside: what would have ended them.

use std::ops::Range;

use super::around::{calls_around, head};
use super::first_form;
use crate::reader::{TokenKind, tokens};

/// Tests longer than this are not shown.
const MOST_SHOWN: usize = 60;

/// What changes a variable.
const ASSIGNMENTS: [&str; 9] = ["setq", "set!", "setf", "inc!", "dec!", "incf", "decf", "push!", "pop!"];

/// What leaves a loop.
const EXITS: [&str; 4] = ["return", "return-from", "throw", "error"];

/// Advice where an evaluation was stopped within `(while test expr...)`: which loop it was, and why its test stays as
/// it is, as far as the text tells.
pub(super) fn on_stopped(text: &str, place: &Range<usize>) -> Option<String> {
    let itself = text.get(place.clone()).filter(|form| head(form) == Some("while")).map(|_| place.clone());
    let around = || calls_around(text, place).into_iter().find(|(head, _)| *head == "while").map(|(_, list)| list);
    let Some(form) = itself.or_else(around) else { return on_calls(text, place) };
    let line = text.get(..form.start)?.matches('\n').count() + 1;
    let written = text.get(form)?;
    let inside = written.strip_prefix("(while")?.trim_start();
    let test = first_form(inside)?;
    let body = words(inside.get(test.len()..)?);
    let is_defined = |word: &Word| word.is_called && text.contains(&format!("(defproc {} ", word.name));
    let is_exit = |word: &Word| EXITS.contains(&word.name) || word.name.starts_with("read");
    let shown = if test.len() <= MOST_SHOWN && !test.contains('\n') { test } else { "its test is true" };
    let begin = format!("it was in the loop of line {line}, which goes on while {shown}");
    if body.iter().any(|word| is_exit(word) || is_defined(word)) {
        return Some(begin);
    }
    let tested = words(test).into_iter().find(|word| !word.is_called && word.name.starts_with(char::is_alphabetic));
    let Some(Word { name, .. }) = tested.filter(|word| !["t", "nil"].contains(&word.name)) else {
        return Some(format!("{begin}, for ever: (return value) leaves it"));
    };
    // Who takes the variable as its first argument, and changes it by the look of its own name.
    let changing: Vec<&str> = body
        .windows(2)
        .filter_map(|pair| match pair {
            [f, of] if f.is_called && of.name == name => Some(f.name),
            _ => None,
        })
        .filter(|f| f.ends_with('!') || f.starts_with("set-") || f.ends_with("set") || ASSIGNMENTS.contains(f))
        .collect();
    Some(match changing.as_slice() {
        [] => format!("{begin}, and nothing in it gives `{name}` another value: (setq {name} ...) does"),
        ["propagate!", others @ ..] if others.iter().all(|f| *f == "propagate!") => format!(
            "{begin}: once propagate! has concluded all that it can, calling it again changes nothing; solve, in the \
             module `search`, goes on by trying values"
        ),
        _ => begin,
    })
}

/// Advice where there is no such loop: calls that take long by their nature, and functions that call themselves.
fn on_calls(text: &str, place: &Range<usize>) -> Option<String> {
    let call = text.get(place.clone())?;
    if call.starts_with("(count-solutions ")
        && let Some(&[_, counted]) = super::parts(call).as_deref()
    {
        return Some(format!(
            "it finds one solution after the other, and there may be more than can be counted: (count-solutions \
             {counted} 2) counts no further than 2, (unique? {counted}) says whether there is one"
        ));
    }
    let (_, function) = calls_around(text, place).into_iter().rfind(|(head, _)| *head == "defproc")?;
    let body = text.get(function)?;
    let name = body.strip_prefix("(defproc ")?.split([' ', '(']).next().filter(|name| !name.is_empty())?;
    body.contains(&format!("({name} ")).then(|| {
        format!(
            "it was in `{name}`, which calls itself: does it come to the case that ends it, or past it? ,trace {name} \
             at the prompt, or (print ...) at its beginning, shows what it is called with"
        )
    })
}

/// A name in a text.
struct Word<'t> {
    name: &'t str,
    /// Does a list begin with it?
    is_called: bool,
}

fn words(text: &str) -> Vec<Word<'_>> {
    let mut is_behind_open = false;
    let mut found = Vec::new();
    for (kind, range) in tokens(text).filter(|(kind, _)| !kind.is_blank()) {
        if kind == TokenKind::Word
            && let Some(name) = text.get(range)
        {
            found.push(Word { name, is_called: is_behind_open });
        }
        is_behind_open = matches!(kind, TokenKind::Open(_));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str, at: &str) -> Option<String> {
        let start = text.find(at).unwrap();
        on_stopped(text, &(start..start + at.len()))
    }

    #[test]
    fn what_would_have_ended_a_loop_is_told() {
        let counter = "(setq i 0)\n(while (< i 3)\n  (print i)\n  (+ i 1))";
        let help = told(counter, "(print i)").unwrap();
        assert_eq!(
            help,
            "it was in the loop of line 2, which goes on while (< i 3), and nothing in it gives `i` another value: \
             (setq i ...) does"
        );
        let board = "(while (not (solved? b)) (propagate! b 'hidden))";
        assert!(told(board, "'hidden").unwrap().contains("calling it again changes nothing"));
        assert!(told("(while t (print 1))", "(print 1)").unwrap().ends_with("for ever: (return value) leaves it"));
    }

    #[test]
    fn of_a_loop_that_may_end_only_the_place_is_told() {
        for (text, at) in [
            ("(while (< i 3) (setq i (- i 1)))", "(- i 1)"),
            ("(while (< i 3) (print i) (when (f i) (return i)))", "(print i)"),
            ("(defproc next () (setq i 1))\n(while (< i 3) (next))", "(next)"),
            ("(while (pair? q) (pop! q) (push! q 1))", "(pop! q)"),
        ] {
            assert!(told(text, at).unwrap().ends_with(")"), "{text}");
            assert!(!told(text, at).unwrap().contains("another value"), "{text}");
        }
        assert_eq!(told("(dotimes (i 3) (print i))", "(print i)"), None);
        assert_eq!(told("(while", "(while"), None);
    }
}
