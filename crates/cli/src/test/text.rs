//! The text of a program under test: where its tests and examples stand, and the outcomes that they state.

use std::ops::Range;

use klammer::docs::Outcome;
use klammer::syntax::{self, TokenKind, tokens};

/// A test that a file defines.
pub struct Deftest {
    pub name: String,
    pub line: u32,
    /// The position of the first form of its body.
    pub body: usize,
}

/// Returns the mark that stands before an outcome, and the outcome.
pub fn mark(outcome: &Outcome) -> (&'static str, &str) {
    match outcome {
        Outcome::Error(code) => (";!!", code),
        Outcome::Output(text) => (";>>", text),
        Outcome::Value(value) => (";=>", value),
        _ => ("", ""),
    }
}

/// Returns the name of the test that a text begins with, and the length of what stands before its body.
pub fn deftest(text: &str) -> Option<(&str, usize)> {
    let mut parts = tokens(text).filter(|token| !matches!(token.kind, TokenKind::Space | TokenKind::Comment));
    let is = |token: Option<syntax::Token>, kind| token.filter(|token| token.kind == kind).map(|token| token.range);
    is(parts.next(), TokenKind::Open)?;
    text.get(is(parts.next(), TokenKind::Symbol)?).filter(|&head| head == "deftest")?;
    let name = is(parts.next(), TokenKind::Symbol)?;
    Some((text.get(name.clone())?, name.end))
}

/// Returns the outcome that the rest of a line after a form states, and its place there.
pub fn outcome(rest: &str) -> Option<(Outcome, Range<usize>)> {
    let marked = rest.trim();
    let (mark, text) = marked.split_at_checked(3)?;
    let text = text.trim();
    let outcome = match mark {
        ";=>" => Outcome::Value(text.to_string()),
        ";!!" => Outcome::Error(text.to_string()),
        ";>>" => Outcome::Output(text.to_string()),
        _ => return None,
    };
    let end = rest.trim_end().len();
    Some((outcome, end - text.len()..end))
}

/// Returns the length of what stands before the first form of a text.
pub fn blank(text: &str) -> usize {
    let is_blank = |kind| matches!(kind, TokenKind::Space | TokenKind::Comment);
    tokens(text).find(|token| !is_blank(token.kind)).map_or(text.len(), |token| token.range.start)
}

/// Returns the length of the form that a text begins with.
pub fn form(text: &str) -> usize {
    let mut depth = 0usize;
    for token in tokens(text) {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            TokenKind::Space | TokenKind::Comment | TokenKind::Prefix => continue,
            _ => {}
        }
        if depth == 0 {
            return token.range.end;
        }
    }
    text.len()
}
