//! Colours for the line that is typed, and marks on the parentheses that belong together. Knows tokens, not what they
//! mean.

use klammer::syntax::{Token, TokenKind, tokens};

const RESET: &str = "\x1b[0m";
/// The parenthesis at the cursor and its other half.
const MATCH: &str = "\x1b[1;36m";

fn colour(kind: TokenKind) -> Option<&'static str> {
    match kind {
        TokenKind::Comment => Some("\x1b[2m"),
        TokenKind::String | TokenKind::Character => Some("\x1b[32m"),
        TokenKind::Number | TokenKind::Hash => Some("\x1b[33m"),
        TokenKind::Keyword => Some("\x1b[35m"),
        _ => None,
    }
}

/// Dims a text that is suggested, not typed.
pub fn dim(text: &str) -> String {
    format!("\x1b[2m{text}{RESET}")
}

/// The line with colours. `cursor` is where a parenthesis may want its other half shown.
pub fn highlight(line: &str, cursor: Option<usize>) -> String {
    let all: Vec<Token> = tokens(line).collect();
    let pair = cursor.and_then(|cursor| matching(&all, cursor));
    let mut coloured = String::with_capacity(line.len() * 2);
    for (i, token) in all.iter().enumerate() {
        let text = line.get(token.range.clone()).unwrap_or("");
        let marked = pair.is_some_and(|(a, b)| i == a || i == b);
        match if marked { Some(MATCH) } else { colour(token.kind) } {
            Some(colour) => {
                coloured.push_str(colour);
                coloured.push_str(text);
                coloured.push_str(RESET);
            }
            None => coloured.push_str(text),
        }
    }
    coloured
}

/// The numbers of two tokens: the parenthesis before the cursor, or else the one under it, and its other half.
fn matching(all: &[Token], cursor: usize) -> Option<(usize, usize)> {
    let before = all.iter().position(|t| t.kind == TokenKind::Close && t.range.end == cursor);
    let at = before.or_else(|| all.iter().position(|t| is_bracket(t) && t.range.contains(&cursor)))?;
    let other = match all.get(at)?.kind {
        TokenKind::Open => find_other(all.iter().enumerate().skip(at), TokenKind::Open),
        _ => find_other(all.iter().enumerate().take(at + 1).rev(), TokenKind::Close),
    };
    Some((at, other?))
}

fn is_bracket(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Open | TokenKind::Close)
}

/// The number of the token at which as many brackets of the first kind as of the other have been passed.
fn find_other<'t>(way: impl Iterator<Item = (usize, &'t Token)>, first: TokenKind) -> Option<usize> {
    let mut depth = 0usize;
    for (i, token) in way.filter(|(_, t)| is_bracket(t)) {
        depth = if token.kind == first { depth + 1 } else { depth.saturating_sub(1) };
        if depth == 0 {
            return Some(i);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(line: &str, cursor: usize) -> String {
        highlight(line, Some(cursor)).replace(MATCH, "<").replace(RESET, ">")
    }

    #[test]
    fn the_parenthesis_before_the_cursor_is_matched() {
        assert_eq!(marked("(a (b))", 7), "<(>a (b)<)>");
        assert_eq!(marked("(a (b))", 6), "(a <(>b<)>)");
        assert_eq!(marked("(a (b))", 3), "(a <(>b<)>)");
        assert_eq!(marked("(a (b))", 1), "(a (b))");
        assert_eq!(marked("(a))", 4), "(a))");
    }

    #[test]
    fn parentheses_in_strings_and_characters_do_not_count() {
        let plain = |line: &str, cursor| {
            let marked = marked(line, cursor);
            marked.replace("\x1b[32m", "").replace('>', "").matches('<').count()
        };
        assert_eq!(plain("(a \")\" #\\) b)", 13), 2);
        assert_eq!(plain("(a \")", 5), 0);
    }

    #[test]
    fn colours_leave_the_text_as_it_is() {
        let line = "(f \"ä\" 12 :key ; c";
        let mut text = highlight(line, None);
        for colour in ["\x1b[2m", "\x1b[32m", "\x1b[33m", "\x1b[35m", RESET] {
            text = text.replace(colour, "");
        }
        assert_eq!(text, line);
    }
}
