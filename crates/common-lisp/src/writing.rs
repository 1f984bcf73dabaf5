//! Common Lisp's writing of names, numbers, strings and other objects, where it differs from the core's.

use std::borrow::Cow;

use klammer::dialect::{
    Complaint, Kind, Look, Notation, Result, Runtime, Style, Symbol, Value, number, push_up_to, text,
};
use klammer_syntax::grammar::{Hooks, Meaning, Surroundings};
use klammer_syntax::source::Span;
use klammer_syntax::token::{Bad, TokenKind};

use super::names::{NameCase, character_name, inverted, is_in_base};
use super::package::Prefix;
use super::reading;
use super::state::{Lisp, Wish, lisp, lisp_of};

/// Rows of an array without elements that are written.
const ROWS_WRITTEN: usize = 1000;

/// Common Lisp's notation, as the variables of the program wish it.
pub(super) struct LispNotation;

impl Hooks for LispNotation {
    fn token(&self, text: &str) -> Option<(TokenKind, usize)> {
        reading::token(text)
    }

    fn meaning<'t>(&self, kind: TokenKind, token: &'t str, at: Surroundings<'_>) -> Result<Meaning<'t>, Bad> {
        reading::meaning(kind, token, at)
    }
}

impl Notation for LispNotation {
    fn word(&self, rt: &mut Runtime, word: &str) -> Result<Value, Complaint> {
        reading::word(rt, word)
    }

    fn has_feature(&self, rt: &mut Runtime, expression: Value, span: Span) -> Result<bool> {
        reading::has_feature(rt, expression, span, 0)
    }

    fn read_time(&self, rt: &mut Runtime) -> Option<Value> {
        let state = &mut lisp(rt).reading;
        state.has_read_time = true;
        state.is_program.then(|| rt.symbol(reading::READ_TIME))
    }

    fn labels_parts(&self, rt: &Runtime) -> bool {
        wish(rt).circle
    }

    fn string(&self, out: &mut String, text: &str, limit: usize) -> bool {
        quoted(out, text, limit);
        true
    }

    fn character(&self, out: &mut String, c: char) -> bool {
        character(out, c);
        true
    }

    fn constant(&self, rt: &Runtime, v: Value) -> Option<&'static str> {
        let case = wish(rt).case;
        match v {
            Value::NIL => Some(case.nil()),
            Value::T => Some(if case == NameCase::Lower { "t" } else { "T" }),
            _ => None,
        }
    }

    fn qualifier(&self, rt: &Runtime, symbol: Symbol, out: &mut String) -> bool {
        let Lisp { wish, packages, .. } = lisp_of(rt);
        match packages.prefix(&rt.symbols, wish.package, symbol) {
            Prefix::None => {}
            Prefix::Uninterned if wish.gensym => out.push_str("#:"),
            Prefix::Uninterned => {}
            Prefix::Package(home, external) => {
                let name = packages.get(home).map_or("", |p| &p.name);
                let name = if wish.case == NameCase::Upper { name } else { &wish.case.apply(name) };
                out.push_str(name);
                out.push_str(if external { ":" } else { "::" });
            }
        }
        true
    }

    fn name(&self, rt: &Runtime, symbol: Symbol, style: Style, out: &mut String, limit: usize) -> bool {
        let Wish { case, base, .. } = *wish(rt);
        let name = inverted(rt.symbols.name(symbol));
        match style {
            Style::Readable if name.len() < limit && (needs_escape(&name) || is_number_in(&name, base)) => {
                barred(out, &name, limit);
            }
            _ if case != NameCase::Upper => push_up_to(out, &case.apply(&name), limit),
            _ => push_up_to(out, &name, limit),
        }
        true
    }

    fn has_bare_keywords(&self) -> bool {
        true
    }

    fn changes_numerals(&self, rt: &Runtime) -> bool {
        let wish = wish(rt);
        wish.base != 10 || wish.radix
    }

    fn numeral(&self, rt: &mut Runtime, n: Value) -> Result<Option<String>> {
        if self.changes_numerals(rt) { in_base(rt, n).map(Some) } else { Ok(None) }
    }

    /// With an exponent unless it is from 1e-3 to 1e7 in size.
    fn float(&self, x: f64) -> Option<String> {
        if x == 0.0 || !x.is_finite() || (1e-3..1e7).contains(&x.abs()) {
            return None;
        }
        let text = format!("{x:e}");
        Some(match text.split_once('e') {
            Some((mantissa, exponent)) if !mantissa.contains('.') => format!("{mantissa}.0e{exponent}"),
            _ => text,
        })
    }

    fn record(&self, look: Look) -> Option<(&'static str, &'static str)> {
        Some(if look == Look::Structure { ("#S(", ")") } else { ("#<", ">") })
    }

    /// `#2A(() ())`
    fn empty_array(&self, dimensions: &[usize]) -> Option<String> {
        if dimensions.iter().product::<usize>() != 0 {
            return None;
        }
        // The rows before the first dimension without any.
        let full = dimensions.iter().take_while(|&&d| d > 0);
        let rows = full.clone().fold(1usize, |n, &d| n.saturating_mul(d));
        if rows > ROWS_WRITTEN {
            let shape: Vec<String> = dimensions.iter().map(usize::to_string).collect();
            return Some(format!("#<ARRAY {}>", shape.join(" by ")));
        }
        let mut text = "()".to_string();
        for &d in full.collect::<Vec<_>>().into_iter().rev() {
            text = format!("({})", vec![text; d].join(" "));
        }
        Some(format!("#{}A{text}", dimensions.len()))
    }

    fn kind(&self, rt: &Runtime, v: Value) -> Option<Cow<'static, str>> {
        match (v.kind(), rt.heap.table(v)) {
            (Kind::CLOSURE | Kind::NATIVE, _) => Some("FUNCTION".into()),
            (_, Some((_, count))) => Some(format!("HASH-TABLE :COUNT {count}").into()),
            _ => None,
        }
    }

    fn shown_name<'n>(&self, name: &'n str) -> Cow<'n, str> {
        inverted(name)
    }

    fn breaks_lines(&self, rt: &Runtime) -> bool {
        wish(rt).pretty
    }
}

fn wish(rt: &Runtime) -> &Wish {
    &lisp_of(rt).wish
}

/// An integer or ratio in the base that a program wishes, which it may show.
fn in_base(rt: &mut Runtime, n: Value) -> Result<String> {
    let Wish { base, radix, .. } = *wish(rt);
    let text = number::number_to_string(rt, n, base)?.to_uppercase();
    let mark = match base {
        _ if !radix => return Ok(text),
        10 if !n.is(Kind::RATIO) => return Ok(text + "."),
        2 => "#b".to_string(),
        8 => "#o".to_string(),
        16 => "#x".to_string(),
        base => format!("#{base}r"),
    };
    Ok(mark + &text)
}

/// Returns whether the reader would take the name for a number in a base above ten.
fn is_number_in(name: &str, base: u32) -> bool {
    base > 10 && is_in_base(name, base)
}

/// A string as Common Lisp writes it: only the quote and the backslash are marked.
fn quoted(out: &mut String, text: &str, limit: usize) {
    out.push('"');
    for c in text.chars() {
        if out.len() >= limit {
            return;
        }
        if matches!(c, '"' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('"');
}

/// A character as Common Lisp writes it.
fn character(out: &mut String, c: char) {
    match character_name(c) {
        Some(name) => {
            out.push_str("#\\");
            out.push_str(name);
        }
        None => text::character(out, c),
    }
}

/// Returns whether Common Lisp's reader would read this name, as programs see it, as something else than the symbol.
fn needs_escape(name: &str) -> bool {
    name.is_empty()
        || name.bytes().all(|b| b == b'.')
        || name.contains(|c: char| {
            c.is_lowercase() && c.to_uppercase().next() != Some(c)
                || c.is_whitespace()
                || c.is_control()
                || matches!(c, '(' | ')' | '"' | '\'' | '`' | ',' | ';' | '|' | '\\' | ':' | '#')
        })
        || is_potential_number(name)
}

/// Returns whether the standard reserves this name for numbers. Such a name consists of digits, signs, points, slashes,
/// `^`, `_` and single letters. It has a digit, does not begin with a letter and does not end in a sign.
fn is_potential_number(name: &str) -> bool {
    let bytes = name.as_bytes();
    let begins = bytes.first().is_some_and(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'.' | b'^' | b'_'));
    if !begins || matches!(bytes.last(), Some(b'+' | b'-')) || !bytes.iter().any(u8::is_ascii_digit) {
        return false;
    }
    let letters_alone = bytes.windows(2).all(|w| !w.iter().all(u8::is_ascii_alphabetic));
    let allowed = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.' | b'/' | b'^' | b'_');
    letters_alone && bytes.iter().all(allowed)
}

/// A name between bars, as Common Lisp writes it.
fn barred(out: &mut String, text: &str, limit: usize) {
    out.push('|');
    for c in text.chars() {
        if out.len() >= limit {
            return;
        }
        if matches!(c, '|' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('|');
}
