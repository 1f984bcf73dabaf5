//! Indentation of the lines after the first, and their conversion to program text.
//!
//! The editor draws the first line after the prompt and all others from the edge of the screen. To align a form on the
//! screen as in a file, its other lines begin with as many blanks as the prompt is wide. The prompt removes these
//! blanks before it evaluates the text.

use klammer::syntax::{Completeness, Inside, TokenKind, completeness, tokens};

/// Returns the text that Enter inserts after `text`: a line break and the indentation of the next part of the form.
/// `None` if the text is complete, or no continuation can complete it.
pub fn new_line(text: &str, margin: usize) -> Option<String> {
    match completeness(text) {
        Completeness::Incomplete { inside: Inside::String | Inside::Name | Inside::Comment, .. } => Some("\n".into()),
        Completeness::Incomplete { .. } => Some(format!("\n{}", " ".repeat(depth(text, margin)))),
        _ => None,
    }
}

/// The column on the screen for the line after `text`: below the first argument of data, two to the right of the
/// parenthesis of a call.
fn depth(text: &str, margin: usize) -> usize {
    let mut open: Vec<(usize, bool)> = Vec::new();
    let mut just_opened = false;
    for token in tokens(text) {
        match token.kind {
            TokenKind::Open => {
                open.push((column(text, token.range.end, margin), false));
                just_opened = true;
                continue;
            }
            TokenKind::Close => {
                open.pop();
            }
            TokenKind::Symbol if just_opened => {
                if let Some(innermost) = open.last_mut() {
                    innermost.1 = true;
                }
            }
            _ => {}
        }
        just_opened = false;
    }
    match open.last() {
        Some(&(column, call)) => column + usize::from(call),
        None => margin,
    }
}

/// The column on the screen of a byte of the text.
fn column(text: &str, position: usize, margin: usize) -> usize {
    let before = text.get(..position).unwrap_or("");
    match before.rsplit_once('\n') {
        Some((_, line)) => line.chars().count(),
        None => margin + before.chars().count(),
    }
}

/// The text without the margin, if all lines that begin between tokens have it. Pasted text has none, and stays as it
/// is.
pub fn without_margin(text: &str, margin: usize) -> String {
    let blanks = " ".repeat(margin);
    let mut stripped = String::with_capacity(text.len());
    for token in tokens(text) {
        let piece = text.get(token.range.clone()).unwrap_or("");
        if token.kind != TokenKind::Space || !piece.contains('\n') {
            stripped.push_str(piece);
            continue;
        }
        let last = token.range.end == text.len();
        for (i, line) in piece.split('\n').enumerate() {
            if i > 0 {
                stripped.push('\n');
            }
            match line.strip_prefix(&blanks) {
                Some(rest) if i > 0 => stripped.push_str(rest),
                // An empty line has no margin to lose; only the last part of the piece stands before a token.
                _ if i == 0 || last || i < piece.matches('\n').count() => stripped.push_str(line),
                _ => return text.to_string(),
            }
        }
    }
    stripped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enter_goes_on_only_while_a_form_is_not_complete() {
        assert_eq!(new_line("(+ 1 2)", 9), None);
        assert_eq!(new_line("(+ 1 2))", 9), None);
        assert_eq!(new_line("", 9), None);
        assert_eq!(new_line("'", 9).as_deref(), Some("\n         "));
        assert_eq!(new_line("(print \"a", 9).as_deref(), Some("\n"));
    }

    #[test]
    fn a_line_begins_below_the_form_it_belongs_to() {
        assert_eq!(depth("(defproc f (x)", 9), 11);
        assert_eq!(depth("(defproc f (x)\n           (let ((a 1)", 9), 17);
        assert_eq!(depth("'(1 2", 9), 11);
        assert_eq!(depth("(", 9), 10);
        assert_eq!(depth("(f)", 9), 9);
        assert_eq!(depth(")", 9), 9);
    }

    #[test]
    fn the_margin_is_taken_off_where_it_was_put() {
        assert_eq!(without_margin("(f\n      x\n    y)", 4), "(f\n  x\ny)");
        assert_eq!(without_margin("(f\n\n      x)\n", 4), "(f\n\n  x)\n");
        assert_eq!(without_margin("(f\n  x\n      y)", 4), "(f\n  x\n      y)");
        assert_eq!(without_margin("(f \"a\n      b\"\n      x)", 4), "(f \"a\n      b\"\n  x)");
        assert_eq!(without_margin("(f ;c\n      x)", 4), "(f ;c\n  x)");
    }
}
