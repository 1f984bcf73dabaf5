//! Scheme's notation where it differs from the core's: truth is `#t` and the empty list `()`. `t` and `nil` are
//! ordinary names, and characters have the names of the standard.

use klammer::dialect::{Notation, Runtime, Style, Symbol, Value, text};
use klammer_syntax::grammar::Hooks;

pub(super) struct SchemeNotation;

impl Hooks for SchemeNotation {}

impl Notation for SchemeNotation {
    fn character(&self, out: &mut String, c: char) -> bool {
        character(out, c);
        true
    }

    fn constant(&self, _: &Runtime, v: Value) -> Option<&'static str> {
        match v {
            Value::NIL => Some("()"),
            Value::T => Some("#t"),
            _ => None,
        }
    }

    /// Symbols that nobody can read are written like others.
    fn qualifier(&self, _: &Runtime, _: Symbol, _: &mut String) -> bool {
        true
    }

    fn name(&self, rt: &Runtime, symbol: Symbol, style: Style, out: &mut String, limit: usize) -> bool {
        let written = rt.name(symbol);
        // A name beyond the limit is cut anyway, and need not be looked through.
        let escapes = style == Style::Readable && written.len() < limit;
        if escapes {
            name(out, written, limit);
        }
        escapes
    }
}

/// Appends the name of a symbol as Scheme writes it, where a colon at its beginning means nothing special.
fn name(out: &mut String, word: &str, limit: usize) {
    let plain = matches!(word, "t" | "nil") || word.strip_prefix(':').is_some_and(|rest| !text::needs_bars(rest));
    if plain { out.push_str(word) } else { text::name(out, word, limit) }
}

/// A character as Scheme writes it.
fn character(out: &mut String, c: char) {
    let name = match c {
        '\0' => "null",
        '\x07' => "alarm",
        '\x08' => "backspace",
        '\x1b' => "escape",
        '\x7f' => "delete",
        c => return text::character(out, c),
    };
    out.push_str("#\\");
    out.push_str(name);
}
