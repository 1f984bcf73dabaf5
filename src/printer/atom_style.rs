//! Writing of values without parts in the notation of the walk's dialect: numbers, strings, characters, names,
//! constants, and values that do not read back. The core's notation is in [`atom`].

use std::fmt::Write;

use super::writer::Walk;
use super::{Style, atom};
use crate::object::Object;
use crate::runtime::Runtime;
use crate::symbol::Symbol;
use crate::value::{Kind, Value};

impl Walk {
    pub(super) fn integer(&mut self, n: i64) {
        // Writing to a string does not fail.
        let _ = write!(self.out, "{n}");
    }

    /// Bytes that [`Walk::string`] appends, at most.
    pub fn string_bytes(&self, rt: &Runtime, s: Value) -> usize {
        let text = rt.heap.as_str(s).unwrap_or("");
        match self.style {
            Style::Readable => atom::quoted_bytes(text),
            Style::Display => text.len(),
        }
    }

    /// Writes a string in the walk's style.
    pub fn string(&mut self, rt: &Runtime, s: Value) {
        let text = rt.heap.as_str(s).unwrap_or("");
        match self.style {
            Style::Readable => {
                let notation = self.dialect.notation;
                if !notation.is_some_and(|n| n.string(&mut self.out, text, self.limit)) {
                    atom::quoted(&mut self.out, text, self.limit);
                }
            }
            Style::Display => self.text(text),
        }
    }

    pub(super) fn character(&mut self, v: Value) {
        let Some(c) = v.as_character() else { return };
        match self.style {
            Style::Readable => {
                if !self.dialect.notation.is_some_and(|n| n.character(&mut self.out, c)) {
                    atom::character(&mut self.out, c);
                }
            }
            Style::Display => self.out.push(c),
        }
    }

    pub(super) fn symbol(&mut self, rt: &Runtime, v: Value) {
        let Some(symbol) = v.as_symbol() else { return };
        if self.style == Style::Readable {
            let notation = self.dialect.notation;
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
        if self.dialect.notation.is_some_and(|n| n.name(rt, symbol, self.style, &mut self.out, self.limit)) {
            return;
        }
        let name = rt.name(symbol);
        match self.style {
            // A name beyond the limit is cut anyway, and need not be looked through.
            Style::Readable if name.len() < self.limit => atom::name(&mut self.out, name, self.limit),
            _ => self.text(name),
        }
    }

    pub(super) fn constant(&mut self, rt: &Runtime, v: Value) {
        let own = self.dialect.notation.and_then(|n| n.constant(rt, v));
        self.text(own.unwrap_or_else(|| constant(v)));
    }

    fn name_of_procedure(&mut self, rt: &Runtime, v: Value) {
        if let Some(name) = rt.procedure_name(v) {
            self.text(" ");
            self.shown_name(name);
        }
    }

    fn shown_name(&mut self, name: &str) {
        match self.dialect.notation {
            Some(notation) => self.text(&notation.shown_name(name)),
            None => self.text(name),
        }
    }

    /// Writes a value that does not read back.
    pub(super) fn opaque(&mut self, rt: &Runtime, v: Value) {
        if self.style == Style::Display
            && let Some(Object::Host(object)) = rt.heap.as_object(v)
            && let Some(text) = rt.heap.host_display(object)
        {
            return self.text(&text);
        }
        self.text("#<");
        if let Some(kind) = self.dialect.notation.and_then(|n| n.kind(rt, v)) {
            self.text(&kind);
            self.name_of_procedure(rt, v);
            return self.text(">");
        }
        match rt.heap.as_object(v) {
            Some(Object::Table(t)) => {
                let (count, plural) = (t.len(), if t.len() == 1 { "entry" } else { "entries" });
                self.text(&format!("table {count} {plural}"));
            }
            Some(Object::Condition(c)) => {
                self.text(&format!("condition {}: ", c.code.as_str()));
                // A long message is cut, and not copied before that.
                self.text(&rt.completed(c).message());
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
