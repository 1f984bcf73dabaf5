//! A text while it is typed: the word and the call at a place, what completes them, and the parameters of a call.
//!
//! Knows texts and what [`CompletionSource`] tells it, no engine and no editor: the prompt of `klammer` stands on it,
//! too.

use std::collections::BTreeSet;
use std::ops::Range;

use klammer::docs::{Documentation, ExampleOutcome};
use klammer::syntax::{Token, TokenKind, tokens};

/// Knowledge of the program that completion uses.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "it holds a function")]
pub struct CompletionSource<'a> {
    /// Global names, in alphabetical order.
    pub names: &'a [String],
    /// Names that `require` finds.
    pub modules: &'a [String],
    /// Keywords, and symbols for data, that stand elsewhere.
    pub words: &'a BTreeSet<String>,
    /// The keywords that a function takes.
    pub keywords: &'a dyn Fn(&str) -> Vec<String>,
}

/// Returns the beginning of the word before a position, and its completions. `None` where no name is typed.
#[must_use]
pub fn complete(text: &str, position: usize, known: &CompletionSource<'_>) -> Option<(usize, Vec<String>)> {
    let before = text.get(..position)?;
    let all: Vec<Token> = tokens(text).collect();
    let number = all.iter().position(|t| t.range.start < position && position <= t.range.end)?;
    let token = all.get(number)?;
    let start = token.range.start;
    let word = text.get(start..position)?;
    let found = match token.kind {
        TokenKind::Symbol if call_at(before).is_some_and(|call| call.head == "require") => {
            beginning(word, known.modules.iter().map(String::as_str))
        }
        TokenKind::Keyword | TokenKind::Symbol if word.starts_with(':') => {
            let own = call_around(before).map(|call| (known.keywords)(&call.head)).unwrap_or_default();
            let others = words(text, &all, &token.range, TokenKind::Keyword);
            beginning(word, own.iter().chain(known.words).map(String::as_str).chain(others))
        }
        TokenKind::Symbol => {
            let is_quoted = number.checked_sub(1).and_then(|n| all.get(n)).is_some_and(|t| t.kind == TokenKind::Prefix);
            let earlier = known.words.iter().map(String::as_str).filter(|_| is_quoted);
            let around = words(text, &all, &token.range, TokenKind::Symbol);
            beginning(word, known.names.iter().map(String::as_str).chain(around).chain(earlier))
        }
        _ => return None,
    };
    Some((start, found))
}

/// Returns the part of a string that stands between its quote and a position in it.
#[must_use]
pub fn string_before(text: &str, position: usize) -> Option<&str> {
    let token = tokens(text).find(|t| t.range.start < position && position <= t.range.end)?;
    let word = text.get(token.range.start..position)?;
    // A position after the closing quote is in no string.
    let is_closed = position == token.range.end && word.len() > 1 && word.ends_with('"');
    word.strip_prefix('"').filter(|_| token.kind == TokenKind::String && !is_closed)
}

/// Returns the words that begin with the prefix, sorted, each once.
fn beginning<'a>(prefix: &str, words: impl Iterator<Item = &'a str>) -> Vec<String> {
    let found: BTreeSet<&str> = words.filter(|word| word.starts_with(prefix)).collect();
    found.into_iter().map(str::to_string).collect()
}

/// The words of a kind in the input, but for the one that is being typed. Among them are all variables that the form
/// binds.
fn words<'l>(line: &'l str, all: &[Token], typed: &Range<usize>, kind: TokenKind) -> impl Iterator<Item = &'l str> {
    let others = all.iter().filter(move |t| t.kind == kind && t.range != *typed);
    others.filter_map(|t| line.get(t.range.clone())).filter(|w| *w != ".").collect::<Vec<_>>().into_iter()
}

/// Keywords that a function takes according to its documentation: those of its parameters, those that the text names,
/// and those of calls in its examples.
#[must_use]
pub fn keywords(d: &Documentation) -> Vec<String> {
    let prose = d.usage.iter().chain([&d.text]).flat_map(|text| text.split(|c| "[]() \n`,;.".contains(c)));
    let mut found: Vec<String> =
        prose.filter(|word| word.len() > 1 && word.starts_with(':')).map(str::to_string).collect();
    for example in d.examples.iter().filter(|e| !matches!(e.outcome, ExampleOutcome::Error(_))) {
        let text = example.expression.as_str();
        let is_own = |t: &Token| {
            let call = text.get(..t.range.end).and_then(call_around);
            t.kind == TokenKind::Keyword && call.is_some_and(|call| call.head == d.name)
        };
        found.extend(tokens(text).filter(is_own).filter_map(|t| text.get(t.range)).map(str::to_string));
    }
    found
}

/// Positions of the lists that a text leaves open, the outermost first.
#[must_use]
pub fn open_lists(text: &str) -> Vec<usize> {
    let mut open = Vec::new();
    for token in tokens(text) {
        match token.kind {
            TokenKind::Open => open.push(token.range.start),
            TokenKind::Close => drop(open.pop()),
            _ => {}
        }
    }
    open
}

/// The call that the end of a text is in.
#[derive(Debug, PartialEq, Eq)]
pub struct PartialCall {
    /// The name of what is called.
    pub head: String,
    /// Arguments before the one at the end.
    pub arguments: usize,
    /// The text ends in the middle of an argument.
    pub in_argument: bool,
}

/// A list that is open.
#[derive(Default)]
struct Open {
    head: Option<String>,
    parts: usize,
    is_quoted: bool,
}

/// The innermost call around the end of a text. `None` if the list around it is data, or if the function's name is
/// incomplete.
#[must_use]
pub fn call_at(text: &str) -> Option<PartialCall> {
    let mut open: Vec<Open> = Vec::new();
    let mut is_quoted = false;
    let mut in_word = false;
    for token in tokens(text) {
        let word = text.get(token.range.clone()).unwrap_or("");
        in_word = false;
        match token.kind {
            TokenKind::Space | TokenKind::Comment => continue,
            TokenKind::Prefix => {
                is_quoted = matches!(word, "'" | "`");
                continue;
            }
            TokenKind::Open => {
                if let Some(outer) = open.last_mut() {
                    outer.parts += 1;
                }
                // In a list of lists the heads are names that are bound, or tests.
                let in_list = open.last().is_some_and(|outer| outer.head.is_none() || outer.is_quoted);
                open.push(Open { is_quoted: is_quoted || in_list || word != "(", ..Open::default() });
            }
            TokenKind::Close => {
                open.pop();
            }
            _ => {
                in_word = true;
                if let Some(outer) = open.last_mut() {
                    outer.parts += 1;
                    if outer.parts == 1 && token.kind == TokenKind::Symbol {
                        outer.head = Some(word.to_string());
                    }
                }
            }
        }
        is_quoted = false;
    }
    let Open { head, parts, is_quoted } = open.pop()?;
    let arguments = parts.checked_sub(1 + usize::from(in_word))?;
    let head = head.filter(|_| !is_quoted)?;
    Some(PartialCall { head, arguments, in_argument: in_word })
}

/// Lists around the end of a text that are looked through for a call.
const MAX_AROUND: usize = 8;

/// The call that may take a keyword at the end of a text: the innermost one, or one around a list of options as in
/// `(with-budget (:nodes`.
#[must_use]
pub fn call_around(text: &str) -> Option<PartialCall> {
    std::iter::successors(Some(text), |text| before_list(text)).take(MAX_AROUND).find_map(call_at)
}

/// Text before the innermost list that is open at the end of a text.
fn before_list(text: &str) -> Option<&str> {
    text.get(..open_lists(text).pop()?)
}

/// Returns the parameters that a call at the end of a text may still be given, for the first way to call it that has
/// some.
#[must_use]
pub fn open_parameters(text: &str, usage: &dyn Fn(&str) -> Vec<String>) -> Option<String> {
    let call = call_at(text)?;
    if !call.in_argument && !text.ends_with(char::is_whitespace) {
        return None;
    }
    let next = call.arguments + usize::from(call.in_argument);
    let rest = usage(&call.head).iter().find_map(|way| remaining(&parts(way), next))?;
    let blank = if call.in_argument { " " } else { "" };
    Some(format!("{blank}{rest})"))
}

/// The parameters from number `next` on; a last one that stands for any number of arguments again and again.
fn remaining(parameters: &[&str], next: usize) -> Option<String> {
    let last = parameters.len().checked_sub(1)?;
    let first = if parameters.get(last)?.ends_with("...") { next.min(last) } else { next };
    let rest = parameters.get(first..).filter(|rest| !rest.is_empty())?;
    Some(rest.join(" "))
}

/// The parameters in a line of usage: `(f a [b] (c d)...)` has three.
#[must_use]
pub fn parts(usage: &str) -> Vec<&str> {
    let inside = usage.strip_prefix('(').and_then(|u| u.strip_suffix(')')).unwrap_or("");
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0usize, 0);
    for (at, c) in inside.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            ' ' if depth == 0 => {
                parts.extend(inside.get(start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.extend(inside.get(start..));
    // The first is the name.
    parts.into_iter().skip(1).filter(|part| !part.is_empty()).collect()
}
