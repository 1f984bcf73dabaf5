//! Writing of values without parts: symbols, strings, characters.
//!
//! Knows the reader's syntax, because what is written here must read back as the same thing.

use std::fmt::Write;

use crate::num::parse::Numeral;

/// Appends `text` in quotes, until `out` has `limit` bytes.
pub(super) fn quoted(out: &mut String, text: &str, limit: usize) {
    out.push('"');
    for c in text.chars() {
        if out.len() >= limit {
            return;
        }
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\x07' => out.push_str("\\a"),
            '\x08' => out.push_str("\\b"),
            c if c.is_control() => hex_escape(out, c),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Bytes that a text takes in quotes, at most.
pub(super) fn quoted_bytes(text: &str) -> usize {
    let escaped = |b: u8| match b {
        b'"' | b'\\' => 1,
        // `\x1f;` for a control character: beyond ASCII, the first of its two bytes is this one.
        0..0x20 | 0x7f | 0xc2 => 4,
        _ => 0,
    };
    text.len() + text.bytes().map(escaped).sum::<usize>() + 2
}

/// Appends the name of a symbol or keyword, between bars where it would read as something else.
pub fn name(out: &mut String, name: &str, limit: usize) {
    if !needs_bars(name) {
        return out.push_str(name);
    }
    out.push('|');
    for c in name.chars() {
        if out.len() >= limit {
            return;
        }
        match c {
            '|' => out.push_str("\\|"),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => hex_escape(out, c),
            c => out.push(c),
        }
    }
    out.push('|');
}

/// Appends a character in `#\` notation.
pub fn character(out: &mut String, c: char) {
    out.push_str("#\\");
    match c {
        ' ' => out.push_str("space"),
        '\n' => out.push_str("newline"),
        '\t' => out.push_str("tab"),
        '\r' => out.push_str("return"),
        '\0' => out.push_str("nul"),
        c if c.is_control() || c.is_whitespace() => hex(out, "x", c),
        c => out.push(c),
    }
}

fn hex_escape(out: &mut String, c: char) {
    hex(out, "\\x", c);
    out.push(';');
}

fn hex(out: &mut String, prefix: &str, c: char) {
    // Writing to a string does not fail.
    let _ = write!(out, "{prefix}{:x}", u32::from(c));
}

/// Returns whether the reader would read the name as something else than a symbol.
pub fn needs_bars(name: &str) -> bool {
    matches!(name, "" | "." | "nil" | "t")
        || name.starts_with(['#', ':'])
        || name.contains(|c: char| {
            c.is_whitespace()
                || c.is_control()
                || matches!(
                    c,
                    '(' | ')' | '[' | ']' | '{' | '}' | '"' | '\'' | '`' | ',' | ';' | '|' | '\\' | '\u{feff}'
                )
        })
        || Numeral::of(name, 10).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> String {
        let mut out = String::new();
        name(&mut out, text, usize::MAX);
        out
    }

    #[test]
    fn names_that_read_as_themselves_are_bare() {
        for n in [
            "x",
            "1+",
            "1-",
            "+",
            "-",
            "...",
            "->x",
            "list->array",
            "a.b",
            "1/",
            "/",
            "1e",
            "e5",
            "+x",
            "-.",
            "ä",
            "=>",
            "&rest",
            "a#",
        ] {
            assert_eq!(written(n), n);
        }
    }

    #[test]
    fn names_that_would_read_as_something_else_stand_between_bars() {
        for n in [
            "", ".", "1", "-1", "+1/2", "1.", ".5", "-1.5E+10", "1e5", "+inf.0", "-NaN.0", "a b", "f(x", "x'", "#a",
            ":k", "nil", "t", "a;",
        ] {
            assert_eq!(written(n), format!("|{n}|"));
        }
        assert_eq!(written("a|b\\c\n"), "|a\\|b\\\\c\\xa;|");
    }
}
