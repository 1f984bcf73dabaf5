//! What a program cannot mean, seen while it is expanded: values that are thrown away, clauses that are never reached
//! or always taken, tests that are always true, loops that cannot end.
//!
//! Only what the program itself has written is looked at. A part of a body counts as written if the next part stands
//! right behind it in the text: what a macro puts together from its arguments does not.

mod calls;
mod clauses;
mod conditions;
mod counts;
mod loops;
mod searches;
mod unused;

use super::expand::Expander;
use super::frames::Frame;
use super::parts::Item;
use crate::fault::Res;
use crate::object::Object;
use crate::source::Span;
use crate::symbol::Symbol;
use crate::value::{Kind, Value};

/// Bytes of a form that a message shows.
const MOST_SHOWN: usize = 50;

impl Expander<'_> {
    /// Are we in a function or a loop, whose body may run at any time or many times?
    pub fn is_in_function_or_loop(&self) -> bool {
        let functions = self.frames.iter().filter(|f| matches!(f, Frame::Function)).count();
        let is_loop = || self.frames.iter().any(|f| matches!(f, Frame::Loop(..)));
        functions > 1 || is_loop() || self.blocks.iter().any(|(name, _)| name.is_none())
    }

    /// A name is used that the program may have nowhere, or of two modules.
    pub fn note_use(&mut self, cell: u32, name: Symbol, span: Span) -> Res<()> {
        let world = self.vm.world_mut();
        if world.globals.value(cell) == Value::UNBOUND && !is_inside(self.is_settled, span) {
            world.note_unknown(cell, span);
        }
        world.warn_of_clash(self.module, name, span)
    }

    /// Is this place in the program's own text, and neither made nor moved by a macro of the program?
    pub(in crate::compile) fn is_suspect(&self, span: Span) -> bool {
        !self.ir.in_library
            && !is_inside(self.is_settled, span)
            && self.vm.is_watched(span)
            && self.expanders().all(|m| self.is_of_library(m))
    }

    /// The macros whose expansions we are in.
    fn expanders(&self) -> impl Iterator<Item = Option<Symbol>> + '_ {
        let record = |number: u32| (number as usize).checked_sub(1).and_then(|i| self.ir.expansions.get(i));
        std::iter::successors(record(self.expansion), move |e| record(e.parent)).map(|e| e.name)
    }

    /// Does the name belong to a macro of the library?
    pub(in crate::compile) fn is_of_library(&self, name: Option<Symbol>) -> bool {
        let cell = name.and_then(|name| self.vm.find_cell(self.module, name));
        let expander = match cell.and_then(|cell| self.vm.rt.heap.as_object(self.vm.globals.value(cell))) {
            Some(Object::Macro(m)) => m.expander,
            _ => return false,
        };
        expander.is(Kind::NATIVE) || self.is_defined_in_library(expander)
    }

    fn text_of(&self, span: Span) -> &str {
        let source = self.vm.rt.sources.get(span.source());
        source.and_then(|s| s.text.get(span.start() as usize..span.end() as usize)).unwrap_or("")
    }

    /// Does `next` stand right behind `item` in the text?
    fn are_neighbours(&self, item: Item, next: Item) -> bool {
        let between = Span::new(item.span.source(), item.span.end(), next.span.start());
        item.span.source() == next.span.source()
            && item.span.start() < item.span.end()
            && item.span.end() < next.span.start()
            && self.text_of(between).trim_start().chars().next().is_none_or(|c| c == ';' || c == '#')
    }

    /// The head of a form as it is written, and what it means, if the library has given it its meaning.
    fn given_head(&self, form: Value) -> Option<(&str, Value)> {
        let head = self.vm.rt.heap.car(form).as_symbol()?;
        if self.lookup_function(head).is_some() {
            return None;
        }
        let function = if self.separates_functions() {
            self.vm.find_function(self.module, head)
        } else {
            self.vm.find_cell(self.module, head)
        };
        let cell = function?;
        let value = self.vm.globals.value(cell);
        let is_of_library = self.vm.is_given(cell) || value.is(Kind::LAZY) || self.is_defined_in_library(value);
        is_of_library.then(|| (self.vm.rt.name(head), value))
    }

    /// The name that a form has as its head, as it is written; nothing if it has none.
    fn written_head(&self, form: Value) -> &[u8] {
        let runtime = &self.vm.world().rt;
        let head = if form.is_pair() { runtime.heap.car(form).as_symbol() } else { None };
        head.map_or(b"", |head| runtime.symbols.bytes_of_name(head))
    }

    /// Is it a form whose head is this name, to which the library has given its meaning?
    fn is_call_of(&self, form: Value, name: &str) -> bool {
        // Names are compared first: few forms have this one.
        self.written_head(form) == name.as_bytes() && self.given_head(form).is_some()
    }

    /// Is it a function that a text of the library defines?
    fn is_defined_in_library(&self, function: Value) -> bool {
        let proto = if function.is(Kind::CLOSURE) { self.vm.code.proto(function.meta()) } else { None };
        proto.is_some_and(|p| self.vm.rt.sources.is_library(p.span.source()))
    }

    /// What is written at a place, if it is short.
    pub(in crate::compile) fn shown(&self, span: Span) -> &str {
        let text = self.text_of(span);
        if text.len() <= MOST_SHOWN && !text.contains('\n') { text } else { "..." }
    }
}

/// Is a place within another?
fn is_inside(outer: Option<Span>, span: Span) -> bool {
    outer.is_some_and(|s| s.source() == span.source() && s.start() <= span.start() && span.end() <= s.end())
}

fn is_among(name: &str, names: &str) -> bool {
    names.split(' ').any(|n| n == name)
}
