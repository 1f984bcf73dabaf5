//! What is meant by a statement of another language: Python's, JavaScript's, Lua's or C's, as far as they write the
//! same things. It is written out as it stands here.

mod lexer;
mod parser;
#[cfg(test)]
mod tests;
mod tree;
mod writer;

use parser::Parser;
use tree::{Expr, Statement};
use writer::Writer;

use super::{Visible, around};
use crate::reader::{TokenKind, tokens};
use crate::source::boundary_before;

/// Names that are operators elsewhere, between their operands.
const OPERATORS: [&str; 20] = [
    "==", "===", "!=", "!==", "~=", "<>", "&&", "||", "%", "**", "^", "//", "..", "+=", "-=", "*=", "/=", "in", "is",
    "!",
];

/// Bytes of a text from the beginning of a line that are looked at.
const MOST_READ: usize = 2_000;

/// Characters of a form that is shown whole, and of one that is shown at all.
const MOST_WRITTEN: usize = 220;
const MOST_SHOWN: usize = 300;

/// Advice on a place whose line is a statement of another language.
pub(crate) fn on_line(text: &str, start: usize, visible: Visible<'_, '_>) -> Option<String> {
    let line = text.get(..start)?.rfind('\n').map_or(0, |end| end + 1);
    let first = text.get(line..)?.chars().next()?;
    if !(first.is_alphabetic() || first == '_' || first == '!') || !is_outside(text, line) {
        return None;
    }
    let statement = text.get(line..boundary_before(text, line + MOST_READ))?;
    on_statement(statement, visible)
}

/// Is the beginning of a line outside of all lists?
fn is_outside(text: &str, line: usize) -> bool {
    around::lists_around(text, &(line..line + 1)).is_empty()
        && text.get(..line).is_some_and(|before| {
            let from = before.rfind("\n(").map_or(0, |at| at + 1);
            let depth = |depth: i64, (kind, _): (TokenKind, _)| match kind {
                TokenKind::Open(_) | TokenKind::OpenVector | TokenKind::OpenBytes => depth + 1,
                TokenKind::Close(_) => depth - 1,
                _ => depth,
            };
            tokens(before.get(from..).unwrap_or("")).fold(0, depth) <= 0
        })
}

/// Advice on a statement of another language at the beginning of a text.
fn on_statement(text: &str, visible: Visible<'_, '_>) -> Option<String> {
    let names = std::cell::OnceCell::new();
    let is_known = |name: &str| names.get_or_init(visible).contains(&name);
    let statement = Parser::new(text, &is_known).only_statement()?;
    if let Statement::Return(Some(_)) = &statement {
        return Some("a function returns the value of its last expression: no word is needed".to_string());
    }
    if let Statement::Value(value) = &statement
        && matches!(value, Expr::Written(_) | Expr::Name(_) | Expr::Text(_) | Expr::Truth(_))
    {
        return None;
    }
    let meant = written(&statement, &is_known)?;
    Some(match &statement {
        Statement::Value(Expr::Call(f, _)) if matches!(**f, Expr::Name(_)) && !meant.starts_with("(format ") => {
            super::call_in_front(&meant)
        }
        Statement::Value(Expr::Binary(..)) => format!("the operator comes first: {meant}"),
        Statement::Assign(Expr::Name(name), value) if !matches!(value, Expr::Function(..)) => {
            format!("to give `{name}` a value: {meant}")
        }
        _ => format!("here this is written {meant}"),
    })
}

/// Advice on a name that is an operator elsewhere, or on a call of what is none, in a list of such operators.
pub(super) fn on_list(name: &str, form: &str, text: &str, start: usize, visible: Visible<'_, '_>) -> Option<String> {
    let is_operator = OPERATORS.contains(&name) || name.ends_with("++") || name.ends_with("--");
    if form.starts_with('(') {
        let is_long = super::parts(form).is_some_and(|parts| parts.len() > 3);
        return if is_operator || is_long { of_list(form, visible) } else { None };
    }
    let around = around::lists_around(text, &(start..start + form.len()));
    of_list(text.get(around.first().filter(|_| is_operator)?.clone())?, visible)
}

/// What is meant by a list that has an expression of another language inside: of `(x == 1 && y == 2)`, the expression.
fn of_list(form: &str, visible: Visible<'_, '_>) -> Option<String> {
    let inside = form.strip_prefix('(')?.strip_suffix(')').filter(|inside| inside.len() <= MOST_READ)?;
    let names = std::cell::OnceCell::new();
    let is_known = |name: &str| names.get_or_init(visible).contains(&name);
    let statement = Parser::new(inside, &is_known).only_statement()?;
    match &statement {
        Statement::Value(Expr::Binary(..)) => {
            Some(format!("the operator comes first: {}", written(&statement, &is_known)?))
        }
        Statement::Change(..) => Some(format!("here this is written {}", written(&statement, &is_known)?)),
        _ => None,
    }
}

/// A statement as it is written here, without its bodies if it is long.
fn written(statement: &Statement<'_>, is_known: &dyn Fn(&str) -> bool) -> Option<String> {
    let whole = Writer::new(is_known, false).statement(statement).filter(|form| form.len() <= MOST_WRITTEN);
    whole.or_else(|| Writer::new(is_known, true).statement(statement)).filter(|form| form.len() <= MOST_SHOWN)
}
