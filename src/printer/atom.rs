//! Writing of values without parts: symbols, strings, characters.
//!
//! Knows the reader's syntax, because what is written here must read back as the same thing.

use std::fmt::Write;

use super::PrintStyle;
use super::writer::PrintWalk;
use crate::num::parse::Numeral;
use crate::object::Object;
use crate::runtime::Runtime;
use crate::symbol::Symbol;
use crate::value::{Kind, Value};

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

impl PrintWalk {
    pub(super) fn integer(&mut self, n: i64) {
        // Writing to a string does not fail.
        let _ = write!(self.out, "{n}");
    }

    /// Bytes that [`PrintWalk::string`] appends, at most.
    pub fn string_bytes(&self, rt: &Runtime, s: Value) -> usize {
        let text = rt.heap.as_str(s).unwrap_or("");
        match self.style {
            PrintStyle::Readable => quoted_bytes(text),
            PrintStyle::Display => text.len(),
        }
    }

    /// Writes a string in the walk's style.
    pub fn string(&mut self, rt: &Runtime, s: Value) {
        let text = rt.heap.as_str(s).unwrap_or("");
        match self.style {
            PrintStyle::Readable => {
                let notation = self.dialect.notation();
                if !notation.is_some_and(|n| n.string(&mut self.out, text, self.limit)) {
                    quoted(&mut self.out, text, self.limit);
                }
            }
            PrintStyle::Display => self.text(text),
        }
    }

    pub(super) fn character(&mut self, v: Value) {
        let Some(c) = v.as_character() else { return };
        match self.style {
            PrintStyle::Readable => {
                if !self.dialect.notation().is_some_and(|n| n.character(&mut self.out, c)) {
                    character(&mut self.out, c);
                }
            }
            PrintStyle::Display => self.out.push(c),
        }
    }

    pub(super) fn symbol(&mut self, rt: &Runtime, v: Value) {
        let Some(symbol) = v.as_symbol() else { return };
        if self.style == PrintStyle::Readable {
            let notation = self.dialect.notation();
            if !notation.is_some_and(|n| n.qualifier(rt, symbol, &mut self.out)) && rt.symbols.is_uninterned(symbol) {
                self.text("#:");
            }
        }
        self.name(rt, symbol);
    }

    pub(super) fn keyword(&mut self, rt: &Runtime, v: Value) {
        self.text(":");
        if let Some(symbol) = v.as_keyword() {
            self.name(rt, symbol);
        }
    }

    pub(super) fn name(&mut self, rt: &Runtime, symbol: Symbol) {
        if self.dialect.notation().is_some_and(|n| n.name(rt, symbol, self.style, &mut self.out, self.limit)) {
            return;
        }
        let text = rt.name(symbol);
        match self.style {
            // A name beyond the limit is cut anyway, and need not be looked through.
            PrintStyle::Readable if text.len() < self.limit => name(&mut self.out, text, self.limit),
            _ => self.text(text),
        }
    }

    pub(super) fn constant(&mut self, rt: &Runtime, v: Value) {
        let own = self.dialect.notation().and_then(|n| n.constant(rt, v));
        self.text(own.unwrap_or_else(|| constant(v)));
    }

    fn name_of_procedure(&mut self, rt: &Runtime, v: Value) {
        if let Some(name) = rt.procedure_name(v) {
            self.text(" ");
            self.shown_name(name);
        }
    }

    fn shown_name(&mut self, name: &str) {
        match self.dialect.notation() {
            Some(notation) => self.text(&notation.shown_name(name)),
            None => self.text(name),
        }
    }

    /// Writes a value that does not read back.
    pub(super) fn opaque(&mut self, rt: &Runtime, v: Value) {
        if self.style == PrintStyle::Display
            && let Some(Object::Host(object)) = rt.heap.as_object(v)
            && let Some(text) = rt.heap.host_display(object)
        {
            return self.text(&text);
        }
        self.text("#<");
        if let Some(kind) = self.dialect.notation().and_then(|n| n.kind(rt, v)) {
            self.text(&kind);
            self.name_of_procedure(rt, v);
            return self.text(">");
        }
        if let Some(c) = rt.heap.as_condition(v) {
            self.text(&format!("condition {}: ", c.code.as_str()));
            // A long message is cut, and not copied before that.
            self.text(&rt.completed(c).message());
            return self.text(">");
        }
        match rt.heap.as_object(v) {
            Some(Object::Table(t)) => {
                let (count, plural) = (t.len(), if t.len() == 1 { "entry" } else { "entries" });
                self.text(&format!("table {count} {plural}"));
            }
            Some(Object::Host(object)) => {
                self.shown_name(rt.name(object.class.name));
                let text = rt.heap.host_text(object);
                self.text(if text.is_empty() { "" } else { " " });
                self.text(&text);
            }
            Some(Object::Port(p)) => {
                let direction = if p.channel.is_input() { "input" } else { "output" };
                self.text(&format!("{direction}-port {}", p.channel.name()));
            }
            _ if v.is(Kind::VARIABLE) => self.text(&format!("variable {}", v.meta())),
            _ => {
                self.text(match v.kind() {
                    Kind::CLOSURE | Kind::NATIVE => "function",
                    Kind::GENERIC => "generic-function",
                    Kind::CONTINUATION => "continuation",
                    Kind::MACRO => "macro",
                    Kind::SPECIAL => "special-operator",
                    Kind::LAZY => "definition",
                    _ => "object",
                });
                self.name_of_procedure(rt, v);
            }
        }
        self.text(">");
    }
}

fn constant(v: Value) -> &'static str {
    match v {
        Value::NIL => "nil",
        Value::T => "t",
        Value::FALSE => "#f",
        Value::UNSPECIFIED => "#<unspecified>",
        Value::UNBOUND => "#<unbound>",
        Value::MISSING => "#<missing>",
        Value::EOF => "#<end-of-file>",
        _ => "#<constant>",
    }
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
            "x", "1+", "1-", "+", "-", "...", "->x", "list->array", "a.b", "1/", "/", "1e", "e5", "+x", "-.", "ä",
            "=>", "&rest", "a#",
        ] {
            assert_eq!(written(n), n);
        }
    }

    #[test]
    fn ambiguous_names_stand_between_bars() {
        for n in [
            "", ".", "1", "-1", "+1/2", "1.", ".5", "-1.5E+10", "1e5", "+inf.0", "-NaN.0", "a b", "f(x", "x'", "#a",
            ":k", "nil", "t", "a;",
        ] {
            assert_eq!(written(n), format!("|{n}|"));
        }
        assert_eq!(written("a|b\\c\n"), "|a\\|b\\\\c\\xa;|");
    }
}
