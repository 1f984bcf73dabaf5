//! Meanings of single tokens: names, characters, strings with their escapes, the `#` syntaxes.
//!
//! Knows the notation only: no heap, no places. A complaint says which bytes of the token it is about.

use std::borrow::Cow;

use crate::lexer::is_space;
use crate::lexer::{Atom, Bad, Exactness};
use crate::nearest;

/// The characters that have a name; the first name of each is the one that is printed.
pub const CHARACTER_NAMES: &[(&str, char)] = &[
    ("space", ' '),
    ("newline", '\n'),
    ("tab", '\t'),
    ("return", '\r'),
    ("nul", '\0'),
    ("null", '\0'),
    ("linefeed", '\n'),
    ("alarm", '\x07'),
    ("backspace", '\x08'),
    ("page", '\x0c'),
    ("escape", '\x1b'),
    ("altmode", '\x1b'),
    ("delete", '\x7f'),
    ("rubout", '\x7f'),
];

/// A number, a symbol or a keyword.
pub fn word(token: &str) -> Result<Atom<'_>, Bad> {
    let (keyword, name) = match token.strip_prefix(':') {
        Some(name) if !name.is_empty() => (true, name),
        _ => (false, token),
    };
    let barred = name.bytes().any(|b| b == b'|');
    let name = if barred { Cow::Owned(without_bars(name, token.len() - name.len())?) } else { Cow::Borrowed(name) };
    Ok(match name {
        name if keyword => Atom::Keyword(name),
        Cow::Borrowed(name) => Atom::Word(name),
        name => Atom::Symbol(name),
    })
}

/// The name that is written partly in `|bars|`, where escapes count.
fn without_bars(token: &str, offset: usize) -> Result<String, Bad> {
    let mut name = String::with_capacity(token.len());
    let mut barred = false;
    let mut rest = token;
    loop {
        let at = token.len() - rest.len();
        let mut characters = rest.chars();
        let Some(c) = characters.next() else { break };
        match c {
            '|' => barred = !barred,
            '\\' if barred => {
                rest = escape(rest, &mut name).map_err(|b| shift(b, offset + at))?;
                continue;
            }
            _ => name.push(c),
        }
        rest = characters.as_str();
    }
    Ok(name)
}

fn shift(bad: Bad, by: usize) -> Bad {
    Bad { range: bad.range.start + by..bad.range.end + by, ..bad }
}

/// The content of a string token, quotes included.
pub fn string(token: &str) -> Result<Cow<'_, str>, Bad> {
    let inside = token.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(token);
    let mut rest = inside;
    let Some(first) = rest.find('\\') else { return Ok(Cow::Borrowed(inside)) };
    let mut content = String::with_capacity(inside.len());
    let mut next = Some(first);
    while let Some(i) = next {
        let (plain, escaped) = rest.split_at(i);
        content.push_str(plain);
        rest = escape(escaped, &mut content).map_err(|b| shift(b, 1 + inside.len() - escaped.len()))?;
        next = rest.find('\\');
    }
    content.push_str(rest);
    Ok(Cow::Owned(content))
}

/// Reads one escape, at whose backslash `text` begins; returns what follows it.
fn escape<'t>(text: &'t str, content: &mut String) -> Result<&'t str, Bad> {
    let mut after = text.chars();
    after.next();
    let c = after.next().unwrap_or('\\');
    let rest = after.as_str();
    let plain = match c {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        '0' => '\0',
        'a' => '\x07',
        'b' => '\x08',
        '\\' | '"' | '|' => c,
        'x' => return code_point(text, rest, ';', content),
        'u' if rest.starts_with('{') => return code_point(text, rest.get(1..).unwrap_or_default(), '}', content),
        c if is_space(c) => match after_line_break(text.strip_prefix('\\').unwrap_or(text)) {
            Some(rest) => return Ok(rest),
            None => {
                let message = "a backslash before white space continues a string only at the end of a line";
                return Err(Bad::new(0..1 + c.len_utf8(), message.to_string()));
            }
        },
        _ => {
            let help = "the escapes are \\n \\t \\r \\0 \\a \\b \\\\ \\\" \\| \\xHH; \\u{HH}, and a backslash at the \
                end of a line; \
                        write \\\\ for a backslash";
            return Err(Bad::new(0..1 + c.len_utf8(), format!("unknown escape `\\{c}`")).help(help));
        }
    };
    content.push(plain);
    Ok(rest)
}

/// `\` at the end of a line: the line break and the indentation of the next line are skipped.
fn after_line_break(blanks: &str) -> Option<&str> {
    let inline = |c: char| is_space(c) && c != '\n';
    let next_line = blanks.trim_start_matches(inline).strip_prefix('\n')?;
    Some(next_line.trim_start_matches(inline))
}

/// Hexadecimal digits up to `end`. `text` begins at the backslash, `digits` at the first digit.
fn code_point<'t>(text: &'t str, digits: &'t str, end: char, content: &mut String) -> Result<&'t str, Bad> {
    let length = digits.bytes().take_while(u8::is_ascii_hexdigit).count();
    let (hex, rest) = digits.split_at(length);
    let range = 0..text.len() - rest.len();
    let Some(rest) = rest.strip_prefix(end) else {
        let escape = if end == ';' { "\\x" } else { "\\u" };
        return Err(Bad::new(range, format!("hexadecimal digits and a `{end}` are missing in the escape `{escape}`"))
            .help("write \\x41; or \\u{41} for the character with that code"));
    };
    match u32::from_str_radix(hex, 16).ok().and_then(char::from_u32) {
        Some(c) => {
            content.push(c);
            Ok(rest)
        }
        None => Err(Bad::new(range, format!("no character has the code `{hex}`"))),
    }
}

/// A token that begins with `#\`.
pub fn character(token: &str) -> Result<char, Bad> {
    let all = 0..token.len();
    let name = token.strip_prefix("#\\").unwrap_or(token);
    let mut characters = name.chars();
    match (characters.next(), characters.next()) {
        (None, _) => return Err(Bad::new(all, "`#\\` is not followed by a character".to_string())),
        (Some(c), None) => return Ok(c),
        _ => {}
    }
    if let Some(&(_, c)) = CHARACTER_NAMES.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)) {
        return Ok(c);
    }
    if let Some(hex) = name.strip_prefix(['x', 'u', 'U'])
        && hex.bytes().all(|b| b.is_ascii_hexdigit())
    {
        let c = u32::from_str_radix(hex, 16).ok().and_then(char::from_u32);
        return c.ok_or_else(|| Bad::new(all, format!("no character has the code `{hex}`")));
    }
    let bad = Bad::new(all, format!("no character is named `{}`", shorten(name)));
    Err(match closest(name, CHARACTER_NAMES.iter().map(|(n, _)| *n)) {
        Some(near) => bad.help(format!("did you mean `#\\{near}`?")),
        None => bad.help("a character is written `#\\a`, `#\\space` or `#\\x41`"),
    })
}

/// A token that begins with `#` and is not told apart by its second character.
pub fn hash(token: &str) -> Result<Atom<'_>, Bad> {
    match token {
        "#t" | "#true" | "#T" => return Ok(Atom::True),
        "#f" | "#false" | "#F" | "#!default" | "#!unspecific" => return Ok(Atom::False),
        "#!eof" => return Ok(Atom::EndOfFile),
        "#!optional" => return Ok(Atom::Symbol("&optional".into())),
        "#!rest" => return Ok(Atom::Symbol("&rest".into())),
        _ => {}
    }
    if let Some((digits, radix, exactness)) = number_prefixes(token) {
        let radix = radix.unwrap_or(10);
        if is_number(digits, radix) {
            return Ok(Atom::Number { digits, radix, exactness });
        }
        return Err(not_a_number(token, radix));
    }
    let bad = |why: &str| Bad::new(0..token.len(), format!("`{}` {why}", shorten(token)));
    let no_datum = bad("is not a datum");
    Err(if token.starts_with("#<") {
        bad("cannot be read back")
            .help("functions and other objects print as `#<...>` for people; write an expression that makes the object")
    } else if token.starts_with("#:") {
        no_datum.help("a symbol made by `gensym` has no name that can be read")
    } else if let Some(near) = closest(token, ["#true", "#false"].into_iter()) {
        no_datum.help(format!("did you mean `{near}`?"))
    } else {
        let comment = if token == "#" { "a comment begins with `;`; " } else { "" };
        no_datum.help(format!(
            "{comment}after `#` may stand: t f ( u8( 2A( ' ; | \\ !eof and the number prefixes b o d x e i"
        ))
    })
}

/// The number of dimensions that `#2A` says.
pub fn array_rank(token: &str) -> Option<u8> {
    token.strip_prefix('#')?.strip_suffix(['a', 'A'])?.parse().ok().filter(|&rank: &u8| rank < 32)
}

/// The complaint about a token with number prefixes that are not followed by a number.
pub fn not_a_number(token: &str, radix: u32) -> Bad {
    Bad::new(0..token.len(), format!("`{}` is not a number in base {radix}", shorten(token)))
}

/// The complaint about a complex number.
pub fn complex(token: &str) -> Bad {
    let message = format!("`{}` is a complex number, and complex numbers are not supported", shorten(token));
    Bad::new(0..token.len(), message)
}

/// Returns whether it is a number, and no ratio with denominator zero. Decides before there is a heap to make it on, so
/// that a text can be checked without one.
fn is_number(digits: &str, radix: u32) -> bool {
    match Numeral::of(digits, radix) {
        Some((_, Numeral::Ratio(_, denominator))) => denominator.bytes().any(|b| b != b'0'),
        numeral => numeral.is_some(),
    }
}

/// Takes `#b #o #d #x #e #i` off: the digits, the radix, the exactness asked for. `None` if there is no such prefix, or
/// two of one kind.
pub fn number_prefixes(token: &str) -> Option<(&str, Option<u32>, Option<Exactness>)> {
    let (mut rest, mut radix, mut exactness) = (token, None, None);
    while let Some(after) = rest.strip_prefix('#') {
        let mut letters = after.chars();
        match letters.next()?.to_ascii_lowercase() {
            'b' if radix.is_none() => radix = Some(2),
            'o' if radix.is_none() => radix = Some(8),
            'd' if radix.is_none() => radix = Some(10),
            'x' if radix.is_none() => radix = Some(16),
            'e' if exactness.is_none() => exactness = Some(Exactness::Exact),
            'i' if exactness.is_none() => exactness = Some(Exactness::Inexact),
            _ => return None,
        }
        rest = letters.as_str();
    }
    Some((rest, radix, exactness))
}

/// The candidate that `name` is most likely a misspelling of, in whatever case.
fn closest<'a>(name: &str, candidates: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    let name = name.to_lowercase();
    candidates.clone().find(|c| *c == name).or_else(|| nearest(&name, candidates))
}

/// A word without the difference of upper and lower case; what is in `|bars|` stays as it is.
pub fn folded(word: &str) -> String {
    let parts = word.split('|').enumerate();
    let parts = parts.map(|(i, part)| if i % 2 == 0 { part.to_lowercase() } else { part.to_string() });
    parts.collect::<Vec<_>>().join("|")
}

/// The number of a datum label, and whether it precedes the datum that it names (`#0=`) or for it (`#0#`).
pub fn label(token: &str) -> Option<(u32, bool)> {
    let inside = token.strip_prefix('#')?;
    let (number, begins) = match inside.strip_suffix('=') {
        Some(number) => (number, true),
        None => (inside.strip_suffix('#')?, false),
    };
    let digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    Some((number.parse().ok().filter(|_| digits)?, begins))
}

/// A token in a message: its beginning, if it is long.
pub fn shorten(token: &str) -> Cow<'_, str> {
    match token.char_indices().nth(40) {
        Some((end, _)) => Cow::Owned(format!("{}...", token.get(..end).unwrap_or(""))),
        None => Cow::Borrowed(token),
    }
}

// The syntax of numerals: which tokens are numbers.

/// Syntax of a numeral without its sign. The value has not been computed yet, so that callers without a heap can
/// classify a token, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numeral<'t> {
    /// Digits of the radix.
    Integer(&'t str),
    /// Numerator and denominator, which may be zero.
    Ratio(&'t str, &'t str),
    /// Digits of radix ten with a point, an exponent or both.
    Decimal,
    /// `+inf.0` or `-inf.0`.
    Infinity,
    /// `+nan.0`
    NotANumber,
}

impl Numeral<'_> {
    /// Parses the token as a numeral in `radix` (2 to 36), and whether a minus precedes it; `None` if it is no number.
    pub fn of(text: &str, radix: u32) -> Option<(bool, Numeral<'_>)> {
        if !(2..=36).contains(&radix) {
            return None;
        }
        let body = text.strip_prefix(['+', '-']).unwrap_or(text);
        let is_signed = body.len() < text.len();
        let named = if is_signed { Numeral::with_a_name(body) } else { None };
        let numeral = match named {
            Some(named) => named,
            None => Numeral::with_digits(body, radix)?,
        };
        Some((text.starts_with('-'), numeral))
    }

    fn with_digits(body: &str, radix: u32) -> Option<Numeral<'_>> {
        let (whole, rest) = body.split_at(digits(body, radix));
        match rest.as_bytes().first() {
            None if !whole.is_empty() => Some(Numeral::Integer(body)),
            Some(b'/') if !whole.is_empty() => {
                let below = rest.get(1..).unwrap_or("");
                is_digits(below, radix).then_some(Numeral::Ratio(whole, below))
            }
            Some(b'.' | b'e' | b'E') if radix == 10 => is_decimal(whole, rest).then_some(Numeral::Decimal),
            _ => None,
        }
    }

    fn with_a_name(body: &str) -> Option<Numeral<'_>> {
        let names = [("inf.0", Numeral::Infinity), ("nan.0", Numeral::NotANumber)];
        names.into_iter().find(|(name, _)| body.eq_ignore_ascii_case(name)).map(|(_, numeral)| numeral)
    }
}

fn is_digits(text: &str, radix: u32) -> bool {
    !text.is_empty() && digits(text, radix) == text.len()
}

/// Returns the number of digits at the beginning of a text.
fn digits(text: &str, radix: u32) -> usize {
    let is_digit = |b: u8| if radix == 10 { b.is_ascii_digit() } else { char::from(b).is_digit(radix) };
    text.bytes().position(|b| !is_digit(b)).unwrap_or(text.len())
}

/// A whole part and what follows, such as `1.5 .5 1. 1e5 1.5e-10`: digits with a point, an exponent or both, and at
/// least one digit before the exponent.
fn is_decimal(whole: &str, rest: &str) -> bool {
    let (fraction, rest) = match rest.strip_prefix('.') {
        Some(rest) => rest.split_at(digits(rest, 10)),
        None => ("", rest),
    };
    let exponent = match rest.strip_prefix(['e', 'E']) {
        Some(exponent) => exponent.strip_prefix(['+', '-']).unwrap_or(exponent),
        None if rest.is_empty() => "0",
        None => return false,
    };
    whole.len() + fraction.len() > 0 && is_digits(exponent, 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_stand_for_what_they_name() {
        assert_eq!(string(r#""plain""#), Ok(Cow::Borrowed("plain")));
        assert_eq!(string(r#""\n\t\r\\\"\0\a""#).unwrap(), "\n\t\r\\\"\0\x07");
        assert_eq!(string(r#""\x41;\u{e4}z""#).unwrap(), "Aäz");
        assert_eq!(string("\"one \\  \n \u{a0} two\"").unwrap(), "one two");
        assert_eq!(string("\"one \\\r\n\n two\"").unwrap(), "one \n two", "only one line break is skipped");
    }

    #[test]
    fn a_bad_escape_is_pointed_at() {
        let bad = string(r#""ä\qz""#).unwrap_err();
        assert_eq!((bad.message.as_str(), bad.range), ("unknown escape `\\q`", 3..5));
        let bad = string(r#""ok \x110000; z""#).unwrap_err();
        assert_eq!((bad.message.as_str(), bad.range), ("no character has the code `110000`", 4..12));
        assert!(string(r#""\u{{41}""#).is_err());
        assert!(string(r#""\x41""#).is_err() && string(r#""\u{}""#).is_err() && string(r#""\u41""#).is_err());
    }

    #[test]
    fn names_in_bars_keep_blanks_and_case() {
        assert_eq!(word("|Odd name|"), Ok(Atom::Symbol("Odd name".into())));
        assert_eq!(word("a|B c|d"), Ok(Atom::Symbol("aB cd".into())));
        assert_eq!(word("||"), Ok(Atom::Symbol("".into())));
        assert_eq!(word(r"|a\|b\x41;|"), Ok(Atom::Symbol("a|bA".into())));
        assert_eq!(word(":|a b|"), Ok(Atom::Keyword("a b".into())));
        assert_eq!(word("|:a|"), Ok(Atom::Symbol(":a".into())));
        assert_eq!(word(":"), Ok(Atom::Word(":")));
        assert_eq!(word(r"x|\q|").unwrap_err().range, 2..4);
    }

    #[test]
    fn characters_have_names_and_codes() {
        assert_eq!(character("#\\a"), Ok('a'));
        assert_eq!(character("#\\x"), Ok('x'));
        assert_eq!(character("#\\x41"), Ok('A'));
        assert_eq!(character("#\\Space"), Ok(' '));
        assert_eq!(character("#\\nul"), Ok('\0'));
        let bad = character("#\\spcae").unwrap_err();
        assert_eq!(bad.help.as_deref(), Some("did you mean `#\\space`?"));
        assert!(character("#\\").is_err() && character("#\\xd800").is_err() && character("#\\ab").is_err());
    }

    #[test]
    fn number_prefixes_combine() {
        let number = |digits, radix, exactness| Ok(Atom::Number { digits, radix, exactness });
        assert_eq!(hash("#xff"), number("ff", 16, None));
        assert_eq!(hash("#e1.5"), number("1.5", 10, Some(Exactness::Exact)));
        assert_eq!(hash("#i#b-11/10"), number("-11/10", 2, Some(Exactness::Inexact)));
        assert!(hash("#x").is_err() && hash("#b#x1").is_err() && hash("#e1|2|").is_err());
    }

    #[test]
    fn unreadable_literals_say_why() {
        assert!(hash("#<function f>").unwrap_err().message.contains("cannot be read back"));
        assert_eq!(hash("#ture").unwrap_err().help.as_deref(), Some("did you mean `#true`?"));
        assert!(hash("#u8").is_err() && hash("#").is_err() && hash("#:g1").is_err() && hash("#ä").is_err());
    }
}
