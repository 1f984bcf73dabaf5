//! Macros: calling their expanders, and keeping track of where what they make comes from.

use super::expand::Expander;
use super::hygiene::Home;
use super::ir::NodeId;
use super::parts::{Item, Items};
use super::special;
use crate::code::Expansion;
use crate::fault::{Fault, Res};
use crate::object::Macro;
use crate::source::Span;
use crate::symbol::Symbol;
use crate::value::{Kind, Value};

impl Expander<'_> {
    /// A special operator or macro at the head of `form`, applied to the unevaluated `rest`.
    /// (`local`: the number of its local binding, if it has one).
    pub(crate) fn apply_operator(
        &mut self,
        operator: Value,
        form: Item,
        rest: Item,
        local: Option<u32>,
        tail: bool,
    ) -> Res<NodeId> {
        if operator.is(Kind::SPECIAL) {
            let mut args = Items::new();
            self.items_into(rest, &mut args)?;
            return special::expand(self, operator, form, &args, tail);
        }
        let outer = self.expansion;
        let expanded = self.macro_call(operator, form, local)?;
        let node = self.expand(expanded, tail);
        self.expansion = outer;
        node
    }

    /// Expands a macro call. All nodes that are made from now on come from it, until [`Self::expansion`] is set
    /// back.
    pub(crate) fn macro_call(&mut self, operator: Value, form: Item, local: Option<u32>) -> Res<Item> {
        let value = self.expand_once(operator, form, local)?;
        let is_library = self.vm.is_library_macro(operator);
        let record = Expansion { name: self.macro_name(operator), call: form.span, parent: self.expansion, is_library };
        self.ir.expansions.push(record);
        self.expansion = self.ir.expansions.len() as u32;
        let span = if value.is_pair() { self.spans.list(value).unwrap_or(form.span) } else { form.span };
        Ok(Item { value, span })
    }

    /// The special operator that a form begins with, by its own name, whatever it is called here.
    pub(crate) fn special_head(&mut self, form: Item) -> Res<Option<&'static str>> {
        if !form.value.is_pair() {
            return Ok(None);
        }
        let mut operator = self.vm.rt.heap.car(form.value);
        if let Some(name) = operator.as_symbol() {
            if self.lookup_function(name).is_some() {
                return Ok(None);
            }
            let cell = self.function_global(name)?;
            operator = self.vm.globals.value(cell);
        }
        Ok(self.vm.operator(operator).map(|o| o.name))
    }

    /// The value of a form that is evaluated while the program is compiled.
    pub fn evaluated_now(&mut self, form: Item) -> Res<Value> {
        let thunk = self.vm.compile(self.module, form.value, self.spans, form.span)?;
        let value = self.vm.call(thunk, &[])?;
        self.keep(value);
        Ok(value)
    }

    fn macro_name(&self, m: Value) -> Option<Symbol> {
        self.vm.rt.heap.as_macro(m)?.name
    }

    /// Calls a macro's expander on the arguments of `form`.
    pub(crate) fn expand_once(&mut self, operator: Value, form: Item, local: Option<u32>) -> Res<Value> {
        let Some(&Macro { expander, rules, .. }) = self.vm.rt.heap.as_macro(operator) else {
            return self.syntax(form.span, "this is no macro");
        };
        if let Some(module) = rules {
            let value = self.expand_rules(expander, Home { module, local }, form)?;
            self.keep(value);
            return Ok(value);
        }
        let args = self.vm.rt.heap.cdr(form.value);
        match self.vm.call(expander, &[args]) {
            Ok(v) => {
                let v = self.vm.primary_value(v);
                self.keep(v);
                Ok(v)
            }
            Err(mut fault) => {
                // An error inside the expander: say at which call of the macro it happened.
                let name = self.macro_name(operator).map_or("an anonymous macro", |n| self.vm.rt.name(n)).to_string();
                match &mut *fault {
                    Fault::Error(c) => c.details_mut().expansion.push((name, form.span)),
                    Fault::Throw { value, .. } => {
                        let value = *value;
                        let read = self.spans.list(form.value).filter(|_| form.span.is_none());
                        self.vm.place_at_call(value, &name, read.unwrap_or(form.span));
                    }
                    Fault::Limit(_) => {}
                }
                Err(fault)
            }
        }
    }

    /// `(expand-macro form)`.
    pub fn expand_macro(&mut self, form: Value, full: bool) -> Res<Value> {
        let mut form = form;
        loop {
            if !form.is_pair() {
                return Ok(form);
            }
            let head = self.vm.rt.heap.car(form);
            let operator = match head.as_symbol() {
                Some(name) => {
                    let cell = self.function_global(name)?;
                    let value = self.vm.globals.value(cell);
                    if value.is(Kind::LAZY) && !self.vm.is_stale(value) {
                        self.vm.force(cell)?;
                    }
                    self.vm.globals.value(cell)
                }
                None => head,
            };
            if !operator.is(Kind::MACRO) {
                return Ok(form);
            }
            form = self.expand_once(operator, Item { value: form, span: Span::NONE }, None)?;
            if !full {
                return Ok(form);
            }
            self.vm.rt.charge(1)?;
        }
    }
}
