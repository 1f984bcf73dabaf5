//! Diagnosis of parentheses, strings and comments that do not match.
//!
//! A text of which the parentheses do not match can only be guessed at. The guesses here go by what people look at:
//! indentation. They are made when an error is certain, so they may take their time, but no more than a few passes over
//! the text.

use crate::builder::Nothing;
use crate::grammar::Grammar;
use crate::lexer::TokenKind;
use crate::lexer::Tokens;
use crate::literal::shorten;
use crate::parser::{Outcome, Parser, WHAT_IS_QUOTED};
use crate::source::{Source, SourceId, Span};
use crate::source::{SyntaxError, SyntaxErrorKind};

/// Form that is open at the end of a text: its beginning and its end.
pub(crate) struct Pending {
    pub start: u32,
    pub opener: &'static str,
    pub closer: Option<char>,
}

/// The text ends while forms are open (outermost first, at least one).
pub(crate) fn unclosed_forms(source: &Source, id: SourceId, open: &[Pending]) -> SyntaxError {
    let text = &*source.text;
    let end = text.trim_end().len() as u32;
    let place = |p: &Pending| Span::new(id, p.start, p.start.saturating_add(p.opener.len() as u32));
    let text_end = Span::new(id, end, end);
    let lists: Vec<&Pending> = open.iter().filter(|p| p.closer.is_some()).collect();
    let Some(outermost) = lists.first() else {
        let at = open.last().map_or(text_end, place);
        let opener = open.last().map_or("", |p| p.opener);
        let c = SyntaxError::new(SyntaxErrorKind::Unclosed, at, format!("`{opener}` is not followed by a datum"))
            .with_related(text_end, "the text ends here");
        return if opener == "'" { c.with_help(WHAT_IS_QUOTED) } else { c };
    };
    let more = match lists.len() - 1 {
        0 => String::new(),
        1 => " (and one more inside it)".to_string(),
        n => format!(" (and {n} more inside it)"),
    };
    let what = if outermost.opener == "#(" { "vector" } else { "list" };
    let message = format!("this {what} is never closed: `{}`{more}", beginning(text, outermost.start));
    let hidden = hidden_parenthesis(source, outermost.start);
    let help = hidden.or_else(|| missing_parenthesis(source, outermost.start)).unwrap_or_else(|| {
        let missing: String = lists.iter().rev().take(20).filter_map(|p| p.closer).collect();
        match lists.len() {
            1 => format!("add `{missing}` where it ends"),
            n if n <= 20 => format!("add `{missing}` at the end of the text"),
            n => format!("{n} closing parentheses are missing at the end of the text"),
        }
    });
    SyntaxError::new(SyntaxErrorKind::Unclosed, place(outermost), message)
        .with_related(text_end, "the text ends here")
        .with_help(help)
}

/// A list that is open while the scan goes over the lines.
struct Enclosing {
    start: usize,
    /// Elements further left than this do not belong inside.
    column: usize,
    line: usize,
}

/// Looks for a comment after code, after `start`, that closes more than it opens.
fn hidden_parenthesis(source: &Source, start: u32) -> Option<String> {
    let mut line_has_code = false;
    for (kind, range) in Tokens::from(&source.text, start as usize) {
        let token = source.text.get(range.clone())?;
        if kind == TokenKind::LineComment && line_has_code {
            let count = |c: char| token.matches(c).count();
            if token.trim_end().ends_with(')') && count(')') > count('(') {
                let line = source.line_column(range.start as u32).line;
                return Some(format!(
                    "on line {line}, `;` begins a comment: the `)` after it close nothing and belong before it"
                ));
            }
        }
        line_has_code = if token.contains('\n') { false } else { line_has_code || !kind.is_blank() };
    }
    None
}

/// Looks for the first line, after `start`, that begins with a parenthesis too far left for its place.
fn missing_parenthesis(source: &Source, start: u32) -> Option<String> {
    let text = &*source.text;
    let first = source.line_column(start);
    let mut line = first.line as usize;
    let mut column = first.column as usize;
    let mut indentation = column;
    let mut at_line_start = false;
    let mut last_code_line = line;
    let mut open: Vec<Enclosing> = Vec::new();
    for (kind, range) in Tokens::from(text, start as usize) {
        let token = text.get(range.clone())?;
        if !kind.is_blank() {
            if at_line_start {
                indentation = column;
            }
            match kind {
                TokenKind::Open(_) | TokenKind::OpenVector | TokenKind::OpenBytes => {
                    if at_line_start
                        && let Some(enclosing) = open.last()
                        && column <= enclosing.column
                    {
                        return Some(suspicion(text, enclosing, line, column, last_code_line));
                    }
                    // Elements of a list of lists (bindings, clauses) are aligned; other lists may hang from anywhere
                    // in a line.
                    let of_lists = text.get(range.end..).is_some_and(|t| t.starts_with(['(', '[']));
                    let column = if of_lists { column } else { indentation };
                    open.push(Enclosing { start: range.start, column, line });
                }
                TokenKind::Close(_) => {
                    open.pop();
                }
                _ => {}
            }
            // A quote belongs to the form that follows.
            at_line_start &= matches!(kind, TokenKind::Prefix(_) | TokenKind::DatumComment);
            last_code_line = line;
        }
        match token.rfind('\n') {
            Some(newline) => {
                line += token.bytes().filter(|&b| b == b'\n').count();
                column = 1 + token.get(newline + 1..)?.chars().count();
                at_line_start = kind == TokenKind::Space;
                last_code_line = if kind.is_blank() { last_code_line } else { line };
            }
            None => column += token.chars().count(),
        }
    }
    None
}

fn suspicion(text: &str, enclosing: &Enclosing, line: usize, column: usize, last_code_line: usize) -> String {
    let heading = beginning(text, enclosing.start as u32);
    let relation = if column == enclosing.column { "at the same column as" } else { "left of" };
    format!(
        "line {line} begins a new form {relation} `{heading}` (line {}): is a `)` missing at the end of line \
        {last_code_line}?",
        enclosing.line
    )
}

/// A string, block comment or name in bars reaches to the end of the text.
pub(crate) fn unclosed_token(source: &Source, kind: TokenKind, at: Span, form: Option<u32>) -> SyntaxError {
    let text = &*source.text;
    let end = text.trim_end().len().max(at.start() as usize) as u32;
    let text_end = Span::new(at.source(), end, end);
    let line = source.line_column(at.start()).line;
    let (what, opener, help) = match kind {
        TokenKind::OpenString => {
            let help = missing_quote(source, form.unwrap_or(at.start())).unwrap_or_else(|| {
                format!("a string may have many lines: is the closing `\"` missing on line {line}?")
            });
            ("string", 1, help)
        }
        TokenKind::OpenBlockComment => ("comment", 2, open_comments(source, at)),
        _ => {
            let token = text.get(at.start() as usize..at.end() as usize).unwrap_or("");
            let bar = token.find('|').unwrap_or(0);
            ("name in bars", bar + 1, "a name that holds blanks or parentheses is written `|like this|`".to_string())
        }
    };
    let opened = at.up_to(at.start().saturating_add(opener as u32));
    SyntaxError::new(SyntaxErrorKind::Unclosed, opened, format!("this {what} is never closed"))
        .with_related(text_end, "the text ends here")
        .with_help(help)
}

/// A missing quote turns every string after it inside out. The first such string has several lines and a name directly
/// after it.
fn missing_quote(source: &Source, start: u32) -> Option<String> {
    let text = &*source.text;
    let mut tokens = Tokens::from(text, start as usize).peekable();
    while let Some((kind, range)) = tokens.next() {
        if kind == TokenKind::String
            && text.get(range.clone())?.contains('\n')
            && tokens.peek().is_some_and(|(next, _)| matches!(next, TokenKind::Word | TokenKind::Dot | TokenKind::Hash))
        {
            let line = source.line_column(range.start as u32).line;
            return Some(format!(
                "the string that begins on line {line} ends in the middle of line {}: is its closing `\"` missing on \
                line {line}?",
                source.line_column(range.end as u32).line
            ));
        }
    }
    None
}

/// Block comments nest; one that is opened inside and not closed leaves the outer one open.
fn open_comments(source: &Source, at: Span) -> String {
    let mut rest = source.text.get(at.start() as usize..at.end() as usize).unwrap_or("");
    let mut open = Vec::new();
    while let Some(i) = rest.find(['#', '|']) {
        let offset = at.end() as usize - rest.len() + i;
        let found = rest.get(i..).unwrap_or("");
        rest = if let Some(after) = found.strip_prefix("#|") {
            open.push(offset);
            after
        } else if let Some(after) = found.strip_prefix("|#") {
            open.pop();
            after
        } else {
            found.get(1..).unwrap_or("")
        };
    }
    match open.as_slice() {
        [_, .., inner] => {
            let line = source.line_column(*inner as u32).line;
            format!("comments nest: the `#|` on line {line} is open as well; each needs its own `|#`")
        }
        _ => "a comment that `#|` begins ends with `|#`".to_string(),
    }
}

/// A closing parenthesis where nothing is open. `previous` is the form before it.
pub(crate) fn stray(source: &Source, at: Span, previous: Option<Span>) -> SyntaxError {
    let text = &*source.text;
    let closing = text.get(at.start() as usize..at.end() as usize).unwrap_or(")");
    let previous =
        previous.filter(|p| text.get(p.start() as usize..p.end() as usize).is_some_and(|t| t.ends_with([')', ']'])));
    let Some(form) = previous else {
        return SyntaxError::new(SyntaxErrorKind::StrayParenthesis, at, format!("this `{closing}` closes nothing"))
            .with_help(format!("no list is open here: remove the `{closing}`"));
    };
    let name = heading(text, form);
    let (first, last) = (source.line_column(form.start()).line, source.line_column(form.end()).line);
    let help = closed_too_early(source, form).or_else(|| closed_inside(source, form)).unwrap_or_else(|| {
        let before = if text.get(form.end() as usize..at.start() as usize).is_some_and(|t| t.trim().is_empty()) {
            format!("the `{closing}` before it")
        } else {
            format!("a `{closing}` on line {last}")
        };
        format!("the form that begins on line {first} is closed by {before}: remove one")
    });
    let message = format!("this `{closing}` closes nothing: `{name}` is already complete");
    SyntaxError::new(SyntaxErrorKind::StrayParenthesis, at, message)
        .with_related(form, "this form was already complete here")
        .with_help(help)
}

/// If `form` is indented, it probably belongs inside the form before it, which then has one parenthesis too many.
fn closed_too_early(source: &Source, form: Span) -> Option<String> {
    let column = source.line_column(form.start()).column;
    let indented =
        source.line(source.line_column(form.start()).line).chars().take(column as usize - 1).all(char::is_whitespace);
    if column <= 1 || !indented {
        return None;
    }
    let mut open = Vec::new();
    let mut parser = Parser::<Nothing>::new(&source.text, form.source(), 0, Grammar::CORE, &mut open);
    let mut outer = None;
    loop {
        match parser.datum(&mut Nothing).ok()? {
            Outcome::Datum(_, span) if span.start() >= form.start() => break,
            Outcome::Datum(_, span) if span.start().saturating_add(1) < span.end() => outer = Some(span),
            Outcome::Datum(..) | Outcome::Stray(_) => {}
            Outcome::End | Outcome::Unclosed(_) => break,
        }
    }
    let outer = outer.filter(|o| source.line_column(o.start()).column < column)?;
    Some(format!(
        "`{}` on line {} is indented as if it stood inside `{}`, which ends on line {}: is there one `)` too many?",
        heading(&source.text, form),
        source.line_column(form.start()).line,
        heading(&source.text, outer),
        source.line_column(outer.end()).line,
    ))
}

/// Looks in `form` for a line that is indented deeper than the list before it, which began a line of its own: it
/// probably belongs inside that list, which then has one parenthesis too many.
fn closed_inside(source: &Source, form: Span) -> Option<String> {
    let text = source.text.get(..form.end() as usize)?;
    // Of each open list the last list in it that began a line, with its end.
    let mut before: Vec<Option<Span>> = vec![None];
    let mut open: Vec<(u32, bool)> = Vec::new();
    let mut begins_line = false;
    for (kind, range) in Tokens::from(text, form.start() as usize) {
        let at = range.start as u32;
        if kind.is_blank() {
            begins_line |= text.get(range)?.contains('\n');
            continue;
        }
        if begins_line
            && let Some(&Some(list)) = before.last()
            && source.line_column(at).column > source.line_column(list.start()).column
        {
            return Some(format!(
                "line {} is indented as if it stood inside `{}`, which ends on line {}: is there one `)` too many?",
                source.line_column(at).line,
                heading(text, list),
                source.line_column(list.end()).line,
            ));
        }
        match kind {
            TokenKind::Open(_) | TokenKind::OpenVector | TokenKind::OpenBytes => {
                open.push((at, begins_line));
                before.push(None);
            }
            TokenKind::Close(_) => {
                before.pop();
                let (start, began_line) = open.pop()?;
                *before.last_mut()? = began_line.then(|| Span::new(form.source(), start, range.end as u32));
            }
            _ => {}
        }
        begins_line = false;
    }
    None
}

/// A complete form in a message: all of it if it is short, else `(defproc find-choices ...)`.
fn heading(text: &str, form: Span) -> String {
    let whole = text.get(form.start() as usize..form.end() as usize).unwrap_or("");
    if whole.len() <= 24 && !whole.contains('\n') {
        return whole.to_string();
    }
    format!("{}{}", beginning(text, form.start()), whole.chars().next_back().unwrap_or(')'))
}

/// Returns the beginning of a form: `(defproc find-choices ...`.
fn beginning(text: &str, start: u32) -> String {
    let mut beginning = String::new();
    let mut words = 0;
    for (kind, range) in Tokens::from(text, start as usize).filter(|(kind, _)| !kind.is_blank()).take(6) {
        let token = text.get(range).unwrap_or("");
        match kind {
            TokenKind::Open(_) | TokenKind::OpenVector | TokenKind::Prefix(_) if words == 0 => {
                beginning.push_str(token)
            }
            TokenKind::Word | TokenKind::String | TokenKind::Character | TokenKind::Hash if words < 2 => {
                if words > 0 {
                    beginning.push(' ');
                }
                beginning.push_str(&shorten(token).replace('\n', " "));
                words += 1;
            }
            _ => break,
        }
    }
    beginning.push_str(" ...");
    beginning
}
