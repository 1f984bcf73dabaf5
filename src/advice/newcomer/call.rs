//! Advice on calls of what is no function.

use super::enclosing::takes_function;
use super::{MOST_AROUND, Visible, infix_operator, is_name, parts, words_around};
use crate::fault::{Argument, Condition, Finding};
use crate::library;
use crate::reader::{TokenKind, tokens};
use crate::spelling::nearest;

fn is_infix(word: &str) -> bool {
    infix_operator(word).is_some()
}

/// Advice on an error that says that something cannot be called.
pub(super) fn on_call<'a>(
    c: &Condition,
    form: &str,
    text: &'a str,
    start: usize,
    visible: Visible<'_, 'a>,
) -> Option<String> {
    let found = on_heuristic(c).or_else(|| on_operator(c)).or_else(|| on_quoted(c, form)).or_else(|| on_read(c, form));
    found.or_else(|| on_value(form, text, start, visible))
}

/// What was called and is no function, and what kind of value it is.
fn uncallable(c: &Condition) -> Option<(&str, &'static str)> {
    match &c.finding {
        Some(Finding::Uncallable { got, kind }) => Some((got, kind)),
        _ => None,
    }
}

/// Advice on `(table 'key)` and `(array 3)`: what has elements is no function of them.
fn on_read(c: &Condition, form: &str) -> Option<String> {
    let parts = parts(form)?;
    let [object, key] = parts.as_slice() else { return None };
    let written = |read: &str| Some(format!("an element is read by a function: ({read} {object} {key})"));
    match uncallable(c)?.1 {
        "a hash table" => written("table-ref"),
        "an array" => written("aref"),
        "a list" if key.starts_with(|c: char| c.is_ascii_digit()) => {
            Some(format!("an element is read by a function: (nth {key} {object})"))
        }
        _ => None,
    }
}

/// Advice on a call of what is no function.
fn on_value<'a>(form: &str, text: &'a str, start: usize, visible: Visible<'_, 'a>) -> Option<String> {
    if let Some(help) = infix(form) {
        return Some(help);
    }
    let before = text.get(..start).unwrap_or("");
    let touching = before.rsplit(crate::reader::is_delimiter).next().unwrap_or("");
    if form.starts_with('[')
        && !touching.is_empty()
        && let Some([index]) = parts(form).as_deref()
    {
        let behind = text.get(start + form.len()..).and_then(|behind| behind.strip_prefix('[')?.split_once(']'));
        if let Some((column, _)) = behind.filter(|(column, _)| is_name(column) || column.parse::<u32>().is_ok()) {
            return Some(format!("an element is read by a function: (aref {touching} {index} {column})"));
        }
        return Some(format!(
            "an element is read by a function: (nth {index} {touching}) of a list, (aref {touching} {index}) of an \
            array"
        ));
    }
    if let Some((head, operator)) = misspelt_around(text, start, visible) {
        return Some(format!("`{head}` around it is not defined: did you mean `{operator}`?"));
    }
    if let Some(help) = called_from_outside(before, text) {
        return Some(help);
    }
    let parts = parts(form)?;
    let first = *parts.first()?;
    if first.starts_with(|c: char| c.is_ascii_digit() || c == '"' || c == '-' && first.len() > 1) {
        return Some(format!("is this a list of data? Data are quoted: '{form}"));
    }
    if is_name(&first)
        && visible().contains(&first)
        && words_around(text, start).iter().filter(|w| **w == first).count() > 1
    {
        return Some(format!("`{first}` is a variable here: it hides a function of that name, if there is one"));
    }
    doubled(form)
}

/// Advice on `f(4)` and `f(g(4))`, where the text before `(4)` is given: of the outermost of these.
fn called_from_outside(before: &str, text: &str) -> Option<String> {
    let touching = before.rsplit(crate::reader::is_delimiter).next()?;
    let outside = before.strip_suffix(touching).filter(|_| touching.starts_with(char::is_alphabetic))?;
    match outside.strip_suffix('(') {
        Some(outside) => called_from_outside(outside, text),
        None => super::unknown::call_outside(touching, text, outside.len()),
    }
}

/// Advice on a function of the library that the library calls, to which the program has given another value.
fn on_heuristic(c: &Condition) -> Option<String> {
    let (Some(Argument::Named(name)), Some(_)) = (&c.argument, &c.called) else { return None };
    let definition = call_in_library(name)?;
    // What was meant is likely what the function should return.
    let symbol = uncallable(c).filter(|(_, kind)| *kind == "a symbol");
    let value = symbol.map_or("...".to_string(), |(symbol, _)| format!("'{symbol}"));
    Some(format!("the library calls it, it must be a function: (defproc {definition} {value})"))
}

/// Name and parameters of a function of a module of the library: `choose-cell (board)`.
pub(super) fn call_in_library(name: &str) -> Option<&'static str> {
    let all = library::modules().flat_map(|(_, texts)| library::provided(texts));
    let text = all.filter(|(provided, _)| *provided == name).find_map(|(_, text)| text.strip_prefix("(defproc "))?;
    text.split_inclusive(')').next()
}

/// Advice on a quoted name in the place of a function: `(map-with 'car list)`.
fn on_quoted(c: &Condition, form: &str) -> Option<String> {
    if let Some(Argument::Named(name)) = &c.argument
        && let Some(name) = name.strip_prefix('\'')
        && is_name(&name)
    {
        return Some(format!("the name of a function stands there without a quote: {name}"));
    }
    given_by_name(uncallable(c)?.0, form)
}

/// Advice where a symbol is given in place of a function, if it stands in the form with a quote.
pub(super) fn given_by_name(symbol: &str, form: &str) -> Option<String> {
    let is_given = parts(form)?.iter().skip(1).any(|part| part.strip_prefix('\'') == Some(symbol));
    is_given.then(|| format!("a function is given by its name without a quote: {symbol}"))
}

/// The head of the form around a place, if it means nothing but is nearly the name of something, with that name.
fn misspelt_around<'a>(text: &'a str, start: usize, visible: Visible<'_, 'a>) -> Option<(&'a str, &'a str)> {
    let from = text.get(..start)?.rfind("\n(").map_or(0, |line| line + 1);
    let before = text.get(from..start).filter(|b| b.len() <= MOST_AROUND)?;
    let mut heads = Vec::new();
    let mut is_head = false;
    for (kind, range) in tokens(before) {
        match kind {
            TokenKind::Open(_) | TokenKind::OpenVector | TokenKind::OpenBytes => heads.push(None),
            TokenKind::Close(_) => drop(heads.pop()),
            TokenKind::Word if is_head => {
                if let Some(head) = heads.last_mut() {
                    *head = before.get(range.clone());
                }
            }
            _ => {}
        }
        is_head = matches!(kind, TokenKind::Open(_));
    }
    let head: &str = heads.pop().flatten()?;
    if visible().contains(&head) || words_around(text, start).iter().filter(|w| **w == head).count() > 1 {
        return None;
    }
    nearest(head, visible().into_iter()).map(|near| (head, near))
}

/// Advice on an operator in the place of a function: `(map-with and a b)`.
fn on_operator(c: &Condition) -> Option<String> {
    let (got, _) = uncallable(c)?;
    let name =
        ["#<special-operator ", "#<macro "].iter().find_map(|start| got.strip_prefix(start))?.strip_suffix('>')?;
    Some(format!("`{name}` evaluates its arguments itself, and is no function: (lambda (a b) ({name} a b)) is one"))
}

/// Advice on a form such as `(x > 2)`.
pub(super) fn infix(form: &str) -> Option<String> {
    let parts = parts(form)?;
    let &[first, operator, second] = parts.as_slice() else { return None };
    let operator = infix_operator(operator).filter(|_| !is_infix(first))?;
    if operator == "=" && parts.get(1) == Some(&"=") && is_name(&first) {
        return Some(format!("the operator comes first: (= {first} {second}), which compares and assigns nothing"));
    }
    Some(format!("the operator comes first: ({operator} {first} {second})"))
}

/// Advice on a form such as `(f n - 1)`: an operator between two of its arguments.
pub(super) fn infix_inside(form: &str) -> Option<String> {
    let parts = parts(form)?;
    let head = *parts.first()?;
    if let &[_, operator, first, second] = parts.as_slice()
        && let Some(operator) = infix_operator(operator)
        && ![head, first, second].into_iter().any(is_infix)
        && !takes_function(head, 1)
        && is_name(&head)
    {
        return Some(format!("parentheses are missing around ({operator} {first} {second})"));
    }
    parts.iter().zip(0..).skip(2).find_map(|(&operator, at)| {
        let (first, second) = (*parts.get(at - 1)?, *parts.get(at + 1)?);
        if [first, second].into_iter().any(is_infix) || takes_function(head, at) {
            return None;
        }
        let operator = infix_operator(operator)?;
        if operator == "=" && ["setq", "setf", "set!", "define", "defvar"].contains(&head) {
            return Some(format!("there is no sign in between: ({head} {first} {second})"));
        }
        Some(format!("the operator comes first, in parentheses of its own: ({operator} {first} {second})"))
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_between_operands_are_seen() {
        assert_eq!(infix("((f x) > 2)").unwrap(), "the operator comes first: (> (f x) 2)");
        assert_eq!(infix("(7 % 2)").unwrap(), "the operator comes first: (mod 7 2)");
        assert_eq!(infix("(x == 2)").unwrap(), "the operator comes first: (= x 2)");
        assert_eq!(infix("(> 2 3)"), None);
        assert_eq!(infix("(f - 3)").unwrap(), "the operator comes first: (- f 3)");
        let inside = |form: &str| infix_inside(form).unwrap_or_default();
        assert_eq!(inside("(f n - 1)"), "the operator comes first, in parentheses of its own: (- n 1)");
        assert_eq!(inside("(f - n 1)"), "parentheses are missing around (- n 1)");
        assert_eq!(inside("(setq x = 5)"), "there is no sign in between: (setq x 5)");
        assert_eq!(["(sort l <)", "(sort l < 3)", "(fold-left + 0 l)", "(list + - *)"].map(inside), [""; 4]);
    }
}
