//! What a text in the notation of another language is cut into: that of Python, JavaScript, Lua and C, as far as they
//! have one.

/// Operators, the longer ones first.
const OPERATORS: [&str; 51] = [
    "===", "!==", "**=", "//=", "...", "..=", "==", "!=", "~=", "<=", ">=", "<>", "&&", "||", "=>", "->", "+=", "-=",
    "*=", "/=", "%=", ":=", "++", "--", "**", "//", "..", "::", "+", "-", "*", "/", "%", "^", "<", ">", "=", "!", "?",
    ":", ".", ",", ";", "&", "|", "(", ")", "[", "]", "{", "}",
];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind<'t> {
    Number(&'t str),
    Word(&'t str),
    /// What stands between its quotes, and whether values are put into it: `f"{x}"`, `` `${x}` ``.
    Text(&'t str, bool),
    Operator(&'static str),
    /// The length of something in Lua: `#`.
    Length,
    /// The end of a line; how far the next one that is not empty is indented.
    Line(usize),
    End,
    /// What belongs to none of these languages.
    Other,
}

#[derive(Clone, Debug)]
pub(super) struct Token<'t> {
    pub kind: Kind<'t>,
    pub start: usize,
    pub end: usize,
    /// Does it stand right behind the one before?
    pub touches: bool,
}

/// Cuts a text into tokens, the last of which is [`Kind::End`]. `is_known` tells the names that there are here: they
/// may have characters that are operators elsewhere.
pub(super) fn cut<'t>(text: &'t str, is_known: &dyn Fn(&str) -> bool) -> Vec<Token<'t>> {
    let mut found: Vec<Token<'t>> = Vec::new();
    let mut at = 0;
    let mut brackets = 0usize;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let before = found.last();
        let is_behind_operand = before.is_some_and(|t| {
            matches!(t.kind, Kind::Number(_) | Kind::Word(_) | Kind::Text(..))
                || matches!(t.kind, Kind::Operator(")" | "]" | "}"))
        });
        let touches = before.is_some_and(|t| t.end == at);
        if let Some(length) = blank(rest, is_behind_operand) {
            at += length;
            continue;
        }
        let (kind, length) = one(rest, is_behind_operand, is_known);
        match kind {
            Kind::Operator("(" | "[") => brackets += 1,
            Kind::Operator(")" | "]") => brackets = brackets.saturating_sub(1),
            // Inside of brackets a line may end anywhere.
            Kind::Line(_) if brackets > 0 => {
                at += length;
                continue;
            }
            _ => {}
        }
        let is_end = kind == Kind::Other;
        found.push(Token { kind, start: at, end: at + length, touches });
        at += length;
        if is_end {
            break;
        }
    }
    found.push(Token { kind: Kind::End, start: text.len(), end: text.len(), touches: false });
    found
}

/// Bytes of a blank or comment at the beginning of a text.
fn blank(text: &str, is_behind_operand: bool) -> Option<usize> {
    let line = text.lines().next().unwrap_or("");
    if let Some(comment) = text.strip_prefix("/*") {
        return comment.find("*/").map(|end| end + 4);
    }
    let is_word = |rest: &str| rest.trim().chars().all(|c| c.is_alphanumeric() || c == '_' || c == ')');
    let is_comment = match text.get(..2) {
        // With an operand on both sides it is a quotient.
        Some("//") => !is_behind_operand || line.get(2..).is_none_or(|rest| rest.trim().is_empty() || !is_word(rest)),
        Some("--") => line.get(2..).is_some_and(|rest| rest.starts_with(' ')),
        Some(start) if start.starts_with('#') => is_behind_operand || start == "# " || start == "##",
        _ => text == "#",
    };
    if is_comment {
        return Some(line.len());
    }
    let blanks = text.len() - text.trim_start_matches([' ', '\t', '\r']).len();
    (blanks > 0).then_some(blanks)
}

/// The token at the beginning of a text, and its bytes.
fn one<'t>(text: &'t str, is_behind_operand: bool, is_known: &dyn Fn(&str) -> bool) -> (Kind<'t>, usize) {
    let first = text.chars().next().unwrap_or('\n');
    if first == '\n' {
        let end = text.find(|c: char| !c.is_whitespace()).unwrap_or(text.len());
        let line = text.get(..end).and_then(|blanks| blanks.rsplit('\n').next()).unwrap_or("");
        return (Kind::Line(line.chars().count()), end);
    }
    if first.is_ascii_digit() {
        let mut end = text.find(|c: char| !c.is_ascii_digit() && c != '_').unwrap_or(text.len());
        let fraction = text.get(end..).and_then(|rest| rest.strip_prefix('.')).unwrap_or("");
        if fraction.starts_with(|c: char| c.is_ascii_digit()) {
            end += 1 + fraction.find(|c: char| !c.is_ascii_digit()).unwrap_or(fraction.len());
        }
        return (Kind::Number(text.get(..end).unwrap_or("")), end);
    }
    if let Some((kind, length)) = quoted(text) {
        return (kind, length);
    }
    let own = text.get(..text.find(crate::reader::is_delimiter).unwrap_or(text.len())).unwrap_or("");
    if first.is_alphabetic() && own.contains(|c: char| !c.is_alphanumeric() && c != '_') && is_known(own) {
        return (Kind::Word(own), own.len());
    }
    if first.is_alphabetic() || first == '_' {
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        return (Kind::Word(text.get(..end).unwrap_or("")), end);
    }
    if first == '#' && !is_behind_operand && text.get(1..).is_some_and(|rest| rest.starts_with(char::is_alphabetic)) {
        return (Kind::Length, 1);
    }
    match OPERATORS.into_iter().find(|operator| text.starts_with(operator)) {
        Some(operator) => (Kind::Operator(operator), operator.len()),
        None => (Kind::Other, first.len_utf8()),
    }
}

/// A text in quotes of any kind that ends on its line.
fn quoted(text: &str) -> Option<(Kind<'_>, usize)> {
    let prefix = usize::from(text.starts_with("f\"") || text.starts_with("f'"));
    let quote = text.get(prefix..)?.chars().next().filter(|c| ['"', '\'', '`'].contains(c))?;
    let inside = text.get(prefix + 1..)?;
    let mut is_escaped = false;
    for (at, c) in inside.char_indices() {
        match c {
            '\n' => return None,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == quote => {
                return Some((Kind::Text(inside.get(..at)?, prefix > 0 || quote == '`'), prefix + at + 2));
            }
            _ => {}
        }
    }
    None
}
