//! Advice: what might help somebody whose program has failed. Text for people and nothing else: the engine works the same
//! without this file.
//!
//! It is asked when an error leaves for the host, never while a program runs, and sees the error, its text and the names
//! around.

use crate::fault::{Code, Condition};
use crate::library;
use crate::reader::{TokenKind, tokens};
use crate::runtime::dialect::Dialect;

/// What people look for who come from other languages, and what there is here.
const ELSEWHERE: &[(&str, &str)] = &[
    ("!=", "not and =: (not (= a b))"),
    ("&&", "and"),
    ("==", "="),
    ("append!", "append"),
    ("begin", "progn"),
    ("call-with-current-continuation", "call/cc"),
    ("concat", "append, or string-append for strings"),
    ("decf", "dec!"),
    ("def", "setq, or defproc for a function"),
    ("defconstant", "setq"),
    ("define", "defproc, or setq for a variable"),
    ("define-macro", "defmacro"),
    ("define-syntax", "defmacro"),
    ("defn", "defproc"),
    ("defparameter", "defvar, or setq"),
    ("defstruct", "defrecord"),
    ("defun", "defproc"),
    ("elif", "cond, with a clause for each case"),
    ("empty?", "null?"),
    ("false", "nil"),
    ("fn", "lambda"),
    ("foldl", "reduce"),
    ("foldr", "fold-right"),
    ("for", "dolist for the elements of a list, dotimes for numbers, do for everything else"),
    ("foreach", "dolist, or for-each with a function"),
    ("format!", "format"),
    ("gethash", "table-ref"),
    ("handler-case", "catch-and-apply"),
    ("hash-ref", "table-ref"),
    ("hash-set!", "table-set!"),
    ("import", "require"),
    ("incf", "inc!"),
    ("len", "length"),
    ("list->vector", "list->array"),
    ("loop", "while, do, dolist or a named let"),
    ("make-hash-table", "make-table"),
    ("map", "map-with"),
    ("mapcar", "map-with"),
    ("match", "case for equal values, cond for tests"),
    ("nil?", "null?"),
    ("null", "nil"),
    ("print!", "print"),
    ("printf", "format"),
    ("println", "print"),
    ("push", "push!"),
    ("range", "iota"),
    ("set!", "setq"),
    ("setf", "setq, or aset for an element of an array"),
    ("str", "string-append"),
    ("switch", "case"),
    ("true", "t"),
    ("try", "catch-and-apply, or ignore-errors"),
    ("use", "require"),
    ("vector->list", "array->list"),
    ("vector-length", "array-length"),
    ("vector-ref", "aref"),
    ("vector-set!", "aset"),
    ("||", "or"),
];

/// Operators that other languages write between their operands.
const INFIX: [&str; 12] = ["+", "-", "*", "/", "<", ">", "<=", ">=", "=", "==", "and", "or"];

/// Names longer than this are not compared with others: that takes time, and nobody types them.
const MOST_MISTYPED: usize = 40;
/// Bytes of a text before and behind a place that are looked at.
const MOST_AROUND: usize = 20_000;

/// What might help against an error at `start..end` of `text`. `visible`: the names that can be seen where it happened.
pub(crate) fn on<'a>(
    c: &Condition,
    dialect: Dialect,
    name: Option<&str>,
    text: &str,
    visible: impl Iterator<Item = &'a str> + Clone,
) -> Option<String> {
    let span = c.span.start as usize..c.span.end as usize;
    let form = text.get(span.clone()).unwrap_or("");
    match (c.code, name) {
        (Code::UnboundVariable, Some(name)) => on_unknown(name, dialect, form, text, span.start, visible),
        (Code::NotAFunction, _) => infix(form).or_else(|| doubled(form)),
        _ => None,
    }
}

fn on_unknown<'a>(
    name: &str,
    dialect: Dialect,
    form: &str,
    text: &str,
    start: usize,
    visible: impl Iterator<Item = &'a str> + Clone,
) -> Option<String> {
    // The other dialects have their own names.
    let elsewhere = |name: &str| if dialect == Dialect::CORE { elsewhere(name) } else { None };
    if let Some(here) = elsewhere(name) {
        return Some(format!("here this is called {here}"));
    }
    if let Some(help) = infix(form) {
        return Some(help);
    }
    let modules: Vec<&str> = library::modules_that_define(name).filter(|_| dialect == Dialect::CORE).collect();
    if let [first, others @ ..] = modules.as_slice() {
        let also = others.iter().map(|m| format!(" and `{m}`")).collect::<String>();
        return Some(format!("it is in the module `{first}`{also}: (require '{first})"));
    }
    let close = nearest(name, words_around(text, start).into_iter()).or_else(|| nearest(name, visible));
    close.map(|close| format!("did you mean {close}?"))
}

/// What might help somebody who has asked for a name that there is not.
pub(crate) fn on_name<'a>(
    name: &str,
    dialect: Dialect,
    visible: impl Iterator<Item = &'a str> + Clone,
) -> Option<String> {
    on_unknown(name, dialect, "", "", 0, visible)
}

/// What is called `name` in other languages.
fn elsewhere(name: &str) -> Option<&'static str> {
    ELSEWHERE.iter().find(|(n, _)| *n == name).map(|(_, here)| *here)
}

/// The name among `names` that is most like `name`, if one is close.
pub(crate) fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Of short names, everything is a near miss.
    let length = name.chars().count();
    if length > MOST_MISTYPED {
        return None;
    }
    let far = (length / 3).min(3);
    names
        .filter(|n| n.chars().count().abs_diff(length) <= far)
        .map(|n| (strsim::damerau_levenshtein(n, name), n))
        .filter(|&(distance, n)| distance > 0 && distance <= far && n != name)
        .min()
        .map(|(_, n)| n)
}

/// Advice on a form such as `(x > 2)`.
fn infix(form: &str) -> Option<String> {
    let parts = parts(form)?;
    let &[first, operator, second] = parts.as_slice() else { return None };
    if !INFIX.contains(&operator) || INFIX.contains(&first) {
        return None;
    }
    let operator = if operator == "==" { "=" } else { operator };
    Some(format!("the operator comes first: ({operator} {first} {second})"))
}

/// Advice on a form such as `((f 1))`: what `(f 1)` returns is called.
fn doubled(form: &str) -> Option<String> {
    let parts = parts(form)?;
    match parts.as_slice() {
        [inner] if inner.starts_with('(') => {
            Some(format!("the outer parentheses call what the form in them returns: {inner} alone calls nothing more"))
        }
        _ => None,
    }
}

/// The texts of the parts of a list, as long as it is written on one line.
fn parts(form: &str) -> Option<Vec<&str>> {
    if form.len() > 200 || form.contains('\n') {
        return None;
    }
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0usize, None);
    for (kind, range) in tokens(form) {
        match kind {
            TokenKind::Open(_) | TokenKind::OpenVector | TokenKind::OpenBytes => {
                if depth == 1 {
                    start.get_or_insert(range.start);
                }
                depth += 1;
            }
            TokenKind::Close(_) => depth = depth.checked_sub(1)?,
            _ if kind.is_blank() => continue,
            _ if depth == 1 => {
                start.get_or_insert(range.start);
            }
            _ => {}
        }
        let is_prefix = matches!(kind, TokenKind::Prefix(_));
        if depth == 1
            && !is_prefix
            && let Some(start) = start.take()
        {
            parts.push(form.get(start..range.end)?);
        }
    }
    (depth == 0).then_some(parts)
}

/// The words of the form in the first column that a place is in: those that it uses for its own variables are the likeliest
/// to be meant.
fn words_around(text: &str, at: usize) -> Vec<&str> {
    let from = text.get(..at).and_then(|before| before.rfind("\n(")).map_or(0, |line| line + 1);
    let to = text.floor_char_boundary((at + MOST_AROUND).min(text.len()));
    let Some(form) = text.get(from..to).filter(|_| at - from <= MOST_AROUND) else { return Vec::new() };
    let mut words = Vec::new();
    let mut depth = 0usize;
    for (kind, range) in tokens(form) {
        match kind {
            TokenKind::Open(_) | TokenKind::OpenVector | TokenKind::OpenBytes => depth += 1,
            TokenKind::Close(_) => depth = depth.saturating_sub(1),
            TokenKind::Word => words.extend(form.get(range.clone())),
            _ => {}
        }
        if depth == 0 && range.end + from > at {
            break;
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_taken_apart() {
        assert_eq!(parts("(x > '(1 \")\") )").unwrap(), ["x", ">", "'(1 \")\")"]);
        assert_eq!(parts("((f 1))").unwrap(), ["(f 1)"]);
        assert_eq!(parts("(f 1"), None);
    }

    #[test]
    fn operators_between_operands_are_seen() {
        assert_eq!(infix("((f x) > 2)").unwrap(), "the operator comes first: (> (f x) 2)");
        assert_eq!(infix("(> 2 3)"), None);
        assert_eq!(infix("(f - 3)").unwrap(), "the operator comes first: (- f 3)");
    }

    #[test]
    fn the_words_around_a_place_are_those_of_its_form() {
        let text = "(setq other 1)\n(defproc f (count)\n  (print cuont))\n(setq more 2)";
        let words = words_around(text, text.find("cuont").unwrap());
        assert_eq!(words, ["defproc", "f", "count", "print", "cuont"]);
        assert_eq!(nearest("cuont", words.into_iter()), Some("count"));
    }

    #[test]
    fn names_of_elsewhere_are_in_order() {
        assert!(ELSEWHERE.is_sorted_by_key(|(name, _)| name));
    }
}
