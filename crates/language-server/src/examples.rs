//! Examples and tests at the top level of a text: forms with a mark after them (`;=>`, `;!!`, `;>>`), and `deftest`.

use std::ops::Range;

use klammer::docs::ExampleOutcome;
use klammer::syntax::{TokenKind, tokens};

/// A test that a text defines.
#[derive(Debug)]
pub struct Deftest {
    /// Name of the test.
    pub name: String,
    /// Line of its beginning, from 1.
    pub line: u32,
    /// Points that it is worth to `klammer grade`.
    pub points: u32,
    /// Range of its body.
    pub body: Range<usize>,
}

/// A form at top level.
#[derive(Debug)]
pub enum Part {
    /// A test.
    Test(Deftest),
    /// A form with outcomes after it.
    Example {
        /// Range of the form.
        form: Range<usize>,
        /// Line of its beginning, from 1.
        line: u32,
        /// The outcomes.
        outcomes: Vec<ExampleOutcome>,
    },
    /// Any other form.
    Other {
        /// Range of the form.
        form: Range<usize>,
    },
}

/// Returns the forms of a text at top level.
#[must_use]
pub fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let (mut end, mut line, mut counted) = (0, 1, 0);
    loop {
        let rest = text.get(end..).unwrap_or("");
        let start = end + blank(rest);
        if start == text.len() {
            return parts;
        }
        line += newlines(text.get(counted..start));
        counted = start;
        end = start + form(text.get(start..).unwrap_or(""));
        let outcomes: Vec<ExampleOutcome> =
            text.get(end..).map(outcomes).unwrap_or_default().into_iter().map(|(outcome, _)| outcome).collect();
        parts.push(match deftest_on(line, text, start) {
            Some(test) => Part::Test(test),
            None if outcomes.is_empty() => Part::Other { form: start..end },
            None => Part::Example { form: start..end, line, outcomes },
        });
    }
}

/// Returns the line of a position in a text.
#[must_use]
pub fn line(text: &str, position: usize) -> u32 {
    newlines(text.get(..position)).saturating_add(1)
}

fn newlines(text: Option<&str>) -> u32 {
    text.unwrap_or("").matches('\n').count() as u32
}

/// Returns the test that begins at a position of a text.
#[must_use]
pub fn deftest(text: &str, start: usize) -> Option<Deftest> {
    let test = deftest_on(0, text, start)?;
    Some(Deftest { line: line(text, start), ..test })
}

/// Returns the test on a line that begins at a position of a text.
fn deftest_on(line: u32, text: &str, start: usize) -> Option<Deftest> {
    let rest = text.get(start..)?;
    let mut tokens = tokens(rest).filter(|token| !matches!(token.kind, TokenKind::Space | TokenKind::Comment));
    let mut next = |kind| tokens.next().filter(|token| token.kind == kind).map(|token| token.range);
    next(TokenKind::Open)?;
    rest.get(next(TokenKind::Symbol)?).filter(|&head| head == "deftest")?;
    let name = next(TokenKind::Symbol)?;
    let mut points = || {
        rest.get(next(TokenKind::Keyword)?).filter(|&word| word == ":points")?;
        let number = next(TokenKind::Number)?;
        Some((rest.get(number.clone())?.parse().ok()?, number.end))
    };
    let (points, begin) = points().unwrap_or((1, name.end));
    let end = form(rest);
    let end = if rest.get(..end)?.ends_with([')', ']']) { end - 1 } else { end };
    let name = rest.get(name)?.to_string();
    Some(Deftest { name, line, points, body: start + begin..start + end.max(begin) })
}

/// Returns the outcomes of a form that the rest of its line and the lines after it state, with their ranges.
#[must_use]
pub fn outcomes(rest: &str) -> Vec<(ExampleOutcome, Range<usize>)> {
    let mut found = Vec::new();
    let mut at = 0;
    for (number, line) in rest.split_inclusive('\n').enumerate() {
        let is_comment = || line.trim().is_empty() || line.trim_start().starts_with(';');
        match outcome(line) {
            Some((outcome, range)) => found.push((outcome, at + range.start..at + range.end)),
            None if number == 0 && is_comment() => {}
            None => break,
        }
        at += line.len();
    }
    found
}

/// Returns the outcome that the rest of a line after a form states, and its place there.
fn outcome(rest: &str) -> Option<(ExampleOutcome, Range<usize>)> {
    let marked = rest.trim();
    let (mark, text) = marked.split_at_checked(3)?;
    let text = text.trim();
    let outcome = match mark {
        ";=>" => ExampleOutcome::Value(text.to_string()),
        ";!!" => ExampleOutcome::Error(text.to_string()),
        ";>>" => ExampleOutcome::Output(text.to_string()),
        _ => return None,
    };
    let end = rest.trim_end().len();
    Some((outcome, end - text.len()..end))
}

/// Returns the length of the text before the first form.
#[must_use]
pub fn blank(text: &str) -> usize {
    let is_blank = |kind| matches!(kind, TokenKind::Space | TokenKind::Comment);
    tokens(text).find(|token| !is_blank(token.kind)).map_or(text.len(), |token| token.range.start)
}

/// Returns the length of the form that a text begins with.
#[must_use]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_text_are_its_forms() {
        let text =
            "(deftest a :points 3 (f) ; :points 4\n  (g))\n(f 2) ;=> 4\n;>> 5\n'x (deftest b)\n(deftest c :points";
        let shown: Vec<String> = parts(text)
            .into_iter()
            .map(|part| match part {
                Part::Test(test) => format!("{} {} {}: {}", test.line, test.name, test.points, &text[test.body]),
                Part::Example { form, line, outcomes } => format!("{line} {} {outcomes:?}", &text[form]),
                Part::Other { form } => text[form].to_string(),
            })
            .collect();
        let expected = [
            "1 a 3:  (f) ; :points 4\n  (g)",
            "3 (f 2) [Value(\"4\"), Output(\"5\")]",
            "'x",
            "5 b 1: ",
            "6 c 1:  :points",
        ];
        assert_eq!(shown, expected);
    }
}
