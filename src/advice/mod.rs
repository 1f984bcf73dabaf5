//! Advice: what might help somebody whose program has failed. Text for people and nothing else: the engine works the
//! same without this file.
//!
//! It is asked when an error leaves for the host, never while a program runs, and sees the error, its text and the
//! names around.

mod around;
mod file;
#[cfg(feature = "search")]
mod hooks;
mod names;
#[cfg(feature = "documentation")]
mod newcomer;
// What is left of it in a library that is to be small.
#[cfg(not(feature = "documentation"))]
#[path = "brief.rs"]
mod newcomer;

pub(crate) use around::calls_around;
pub(crate) use file::{on_file, unread};
#[cfg(feature = "search")]
pub(crate) use hooks::misspelt;
pub(crate) use names::on_fields;
pub(crate) use newcomer::{is_of_other_language, on, on_head, on_line, on_name};

use crate::fault::{Argument, Code, Condition};
use crate::reader::{TokenKind, tokens};
use crate::source::boundary_before;
use crate::spelling::nearest;

/// Bytes of a text before and behind a place that are looked at.
const MOST_AROUND: usize = 20_000;

/// What functions of searches take: what a contradiction has left is nil.
pub(crate) const BOARD_OR_NIL: &str =
    if cfg!(feature = "constraints") { "a board, a store or nil" } else { "a board or nil" };

/// Operators that other languages write between their operands, and what they are here.
const INFIX: &[(&str, &str)] = &[
    ("+", "+"),
    ("-", "-"),
    ("*", "*"),
    ("/", "/"),
    ("%", "mod"),
    ("<", "<"),
    (">", ">"),
    ("<=", "<="),
    (">=", ">="),
    ("=", "="),
    ("==", "="),
    ("and", "and"),
    ("or", "or"),
];

/// What an operator is here that other languages write between its operands.
pub(crate) fn infix_operator(word: &str) -> Option<&'static str> {
    INFIX.iter().find(|(operator, _)| *operator == word).map(|(_, here)| *here)
}

/// Advice on a place that cannot be read, which is nearer than what the reader says itself.
pub(crate) fn on_reading(text: &str, start: usize, visible: Visible<'_, '_>) -> Option<String> {
    on_line(text, start, visible).or_else(|| single_quoted(text, start))
}

/// Advice on a text in single quotes of which a place is the last one, `'text'`.
fn single_quoted(text: &str, start: usize) -> Option<String> {
    let line = text.get(..start)?.rsplit('\n').next()?;
    let inside = line.rsplit_once('\'').filter(|(before, inside)| {
        before.ends_with([' ', '(', '[']) && inside.starts_with(char::is_alphanumeric) && inside.len() <= 60
    })?;
    let text = text.get(start..)?.strip_prefix('\'').map(|_| inside.1)?;
    let character =
        if text.chars().count() == 1 { format!("; a character is written #\\{text}") } else { String::new() };
    Some(format!("a text stands in double quotes: \"{text}\"{character}"))
}

/// The names that can be seen where something happened. Most errors are not about names: it is asked when one is.
pub(crate) type Visible<'v, 'a> = &'v dyn Fn() -> Vec<&'a str>;

/// How a function or an operator is called that complains of one of its arguments, or of its shape.
/// `text`: the one that it happened in.
pub(crate) fn on_order(c: &Condition, usage: &str, text: &str) -> Option<String> {
    // The message may say how already.
    if c.code == Code::Syntax && c.problem.starts_with("expected ") && !c.problem.starts_with("expected (") {
        return Some(format!("it is written {usage}"));
    }
    let is_of_type = matches!(c.code, Code::WrongType) && matches!(c.argument, Some(Argument::Named(_)));
    let several = usage.split(' ').count() > 2;
    // Of one argument there is no order.
    let form = text.get(c.span.start() as usize..c.span.end() as usize).unwrap_or("");
    let is_alone = parts(form).is_some_and(|parts| parts.len() == 2);
    (is_of_type && several && !is_alone).then(|| format!("the order of its arguments: {usage}"))
}

/// Advice where a file that is read as the core's language is named like one in another.
pub(crate) fn on_ending(file: &str, language: &str) -> String {
    format!(
        "{file} is named like a program in {language}: then it begins with (require '{language}), or is run with \
        -r {language}"
    )
}

/// Advice where a text that is read as the core's language has forms of another.
pub(crate) fn on_other_language(language: &str) -> String {
    format!(
        "this looks like a program in {language}: then it begins with (require '{language}), or is run with -r {language}"
    )
}

/// Names, one after the other: "`a`, `b` and `c`".
pub(crate) fn listed(names: &[impl AsRef<str>]) -> String {
    let quoted: Vec<String> = names.iter().map(|n| format!("`{}`", n.as_ref())).collect();
    match quoted.as_slice() {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        one => one.concat(),
    }
}

/// Advice on a call whose parenthesis does not stand in front of the name: what is meant.
pub(crate) fn call_in_front(meant: &str) -> String {
    format!("a call has its parenthesis in front: {meant}")
}

/// What is meant by calls as other languages write them: of `f(a, g(b))`, `(f a (g b))`. In `f(g a)` stands a call
/// already, if `is_called` says so of `g`.
pub(crate) fn respelled(text: &str, is_called: &dyn Fn(&str) -> bool) -> String {
    let mut spelled = String::new();
    // Of each list that is open, whether two parentheses stand for the one that closes it.
    let mut open = Vec::new();
    let mut tokens = tokens(text).peekable();
    while let Some((kind, range)) = tokens.next() {
        let token = text.get(range.clone()).unwrap_or("");
        let next = tokens.peek().cloned();
        let is_before_list =
            |at: usize| next.as_ref().is_some_and(|(k, r)| matches!(k, TokenKind::Open(_)) && r.start == at);
        match kind {
            TokenKind::Word if token.starts_with(char::is_alphabetic) && is_before_list(range.end) => {
                tokens.next();
                let inner = tokens.peek().and_then(|(_, r)| text.get(r.clone())).unwrap_or("");
                let behind = tokens.clone().nth(1).map(|(kind, _)| kind);
                let is_call = is_called(inner) && behind.is_some_and(TokenKind::is_blank);
                spelled +=
                    &format!("({token}{}{}", if inner == ")" { "" } else { " " }, if is_call { "(" } else { "" });
                open.push(is_call);
                continue;
            }
            TokenKind::Open(_) | TokenKind::OpenVector | TokenKind::OpenBytes => open.push(false),
            TokenKind::Close(_) if open.pop() == Some(true) => spelled.push(')'),
            TokenKind::Prefix(_) if token.starts_with(',') => continue,
            _ => {}
        }
        spelled += token;
    }
    spelled
}

/// The list with which a text begins, if it ends on the first line.
fn first_list(text: &str) -> Option<&str> {
    first_form(text.lines().next().filter(|line| line.len() <= 200)?)
}

/// The form with which a text begins.
fn first_form(text: &str) -> Option<&str> {
    let mut depth = 0usize;
    for (kind, range) in tokens(text) {
        match kind {
            TokenKind::Open(_) | TokenKind::OpenVector | TokenKind::OpenBytes => depth += 1,
            TokenKind::Close(_) => depth = depth.checked_sub(1)?,
            TokenKind::Prefix(_) => continue,
            _ => {}
        }
        if depth == 0 {
            return text.get(..range.end);
        }
    }
    None
}

/// Is it a name, neither number nor list nor anything quoted?
fn is_name(part: &&str) -> bool {
    part.starts_with(char::is_alphabetic) && !part.contains(['(', '"', '\''])
}

/// The name that is most like `name`: of those in the form around a place, else of those that can be seen.
pub(crate) fn nearest_around<'a>(name: &str, text: &'a str, start: usize, visible: Visible<'_, 'a>) -> Option<&'a str> {
    nearest(name, words_around(text, start).into_iter()).or_else(|| nearest(name, visible().into_iter()))
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

/// The words of the form in the first column that a place is in: those that it uses for its own variables are the
/// likeliest to be meant.
fn words_around(text: &str, at: usize) -> Vec<&str> {
    let from = text.get(..at).and_then(|before| before.rfind("\n(")).map_or(0, |line| line + 1);
    let to = boundary_before(text, at + MOST_AROUND);
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
    fn the_words_around_a_place_are_those_of_its_form() {
        let text = "(setq other 1)\n(defproc f (count)\n  (print cuont))\n(setq more 2)";
        let words = words_around(text, text.find("cuont").unwrap());
        assert_eq!(words, ["defproc", "f", "count", "print", "cuont"]);
        assert_eq!(nearest("cuont", words.into_iter()), Some("count"));
    }
}
