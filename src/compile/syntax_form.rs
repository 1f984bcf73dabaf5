//! Forms taken apart: their parts, each with its place in the source, and errors about them.

use smallvec::SmallVec;

use super::expand::Expander;
use crate::fault::{Code, ErrorData, Result};
use crate::object::Object;
use crate::source::Span;
use crate::symbol;
use crate::symbol::Symbol;
use crate::value::{Kind, Value};

/// A part of a form with its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    pub value: Value,
    pub span: Span,
}

/// Pairs of a list that are gone through before they are paid for.
const PAIRS_AT_ONCE: usize = 1024;

/// The parts of a form, mostly few.
pub(crate) type Items = SmallVec<[Item; 4]>;

impl Expander<'_> {
    /// The elements of a proper list, each with its place.
    pub fn items(&mut self, list: Item) -> Result<Items> {
        let mut items = Items::new();
        self.items_into(list, &mut items)?;
        Ok(items)
    }

    /// Appends the items of a list to `items`. Returning them would copy them, which takes longer than finding them.
    pub fn items_into(&mut self, list: Item, items: &mut Items) -> Result<()> {
        let tail = self.collect_items(list, items)?;
        if tail.is_nil() {
            return Ok(());
        }
        self.syntax(list.span, "expected a proper list here, found a dotted one")
    }

    /// The elements of a list and what comes after the last pair.
    pub fn items_and_tail(&mut self, list: Item) -> Result<(Items, Item)> {
        let mut items = Items::new();
        let tail = self.items_up_to_tail(list, &mut items)?;
        Ok((items, tail))
    }

    /// Appends the items to `items` ([`Self::items_into`]), and returns the tail after the last pair.
    pub fn items_up_to_tail(&mut self, list: Item, items: &mut Items) -> Result<Item> {
        let value = self.collect_items(list, items)?;
        Ok(Item { value, span: list.span })
    }

    /// Collects the elements of a list and returns the tail after the last pair.
    fn collect_items(&mut self, list: Item, items: &mut Items) -> Result<Value> {
        let (heap, spans) = (&self.vm.program().rt.heap, &*self.spans);
        let (mut rest, mut left) = (list.value, PAIRS_AT_ONCE);
        while rest.is_pair() && left > 0 {
            let [value, next] = heap.car_and_cdr(rest);
            items.push(Item { value, span: spans.of_element(rest, value).unwrap_or(list.span) });
            (rest, left) = (next, left - 1);
        }
        if rest.has_elements() { self.collect_more(rest, list.span, items) } else { Ok(rest) }
    }

    /// Of a list that is long, or ends with a set of digits, what has not been collected yet.
    #[cold]
    fn collect_more(&mut self, list: Value, span: Span, items: &mut Items) -> Result<Value> {
        let (mut rest, mut left) = (list, 0);
        while rest.has_elements() {
            if rest.is_pair() && left == 0 {
                self.vm.rt.charge(PAIRS_AT_ONCE)?;
                self.vm.rt.heap.reserve(2 * items.len() * size_of::<Item>())?;
                left = PAIRS_AT_ONCE;
            }
            left = left.saturating_sub(1);
            items.push(self.first_item(Item { value: rest, span }));
            rest = self.vm.rt.heap.rest(rest);
        }
        Ok(rest)
    }

    /// Reserves room for a form of `count` parts. Callers ask as they collect them: the form may be circular.
    pub fn reserve_items(&mut self, count: usize) -> Result<()> {
        if count.is_multiple_of(1024) { self.vm.rt.heap.reserve(2 * count * size_of::<Item>()) } else { Ok(()) }
    }

    /// The first element of a list that has one.
    #[inline(never)]
    pub fn first_item(&self, list: Item) -> Item {
        let value = self.vm.rt.heap.first(list.value);
        Item { value, span: self.spans.of_element(list.value, value).unwrap_or(list.span) }
    }

    pub fn list_value(&mut self, items: &[Item]) -> Result<Value> {
        let values: Vec<Value> = items.iter().map(|i| i.value).collect();
        let list = self.vm.rt.heap.list(&values)?;
        self.keep(list);
        Ok(list)
    }

    /// A printed form for messages.
    pub fn show(&self, v: Value) -> String {
        crate::printer::brief(&self.vm.rt, v)
    }

    /// A syntax error at `span`, with the macros that led there.
    #[cold]
    pub fn syntax<T>(&self, span: Span, message: impl Into<String>) -> Result<T> {
        let mut condition = self.located(ErrorData::new(Code::Syntax, message), span);
        if span == self.site.operator_at {
            self.blame_macro(&mut condition);
        }
        Err(condition.into())
    }

    /// A syntax error that this operator complains of.
    #[cold]
    pub fn misuse<T>(&self, operator: &str, span: Span, problem: impl Into<String>) -> Result<T> {
        let mut condition = self.located(ErrorData::by(operator, Code::Syntax, problem), span);
        self.blame_macro(&mut condition);
        Err(condition.into())
    }

    /// A macro of the library speaks for the operators that its expansion consists of: who has misused `push!` has not
    /// written `setq`.
    fn blame_macro(&self, condition: &mut ErrorData) {
        // The place of an expansion is that of its call.
        let of_library = |name: &str| self.is_of_library(self.vm.rt.symbols.find(name));
        while let Some((name, call)) = condition.details().expansion.first()
            && *call == self.site.operator_at
            && of_library(name)
        {
            condition.subject = Some(symbol::shown(name).to_string().into());
            condition.details_mut().expansion.remove(0);
        }
    }

    /// Returns whether the name belongs to a macro of the library.
    pub fn is_of_library(&self, name: Option<Symbol>) -> bool {
        let cell = name.and_then(|name| self.vm.find_cell(self.scope.module, name));
        let expander = match cell.and_then(|cell| self.vm.rt.heap.as_object(self.vm.globals.value(cell))) {
            Some(Object::Macro(m)) => m.expander,
            _ => return false,
        };
        let proto = if expander.is(Kind::CLOSURE) { self.vm.code.proto(expander.meta()) } else { None };
        expander.is(Kind::NATIVE) || proto.is_some_and(|p| self.vm.rt.sources.is_library(p.span.source()))
    }

    pub fn located(&self, condition: ErrorData, span: Span) -> ErrorData {
        let mut condition = condition.at(span);
        let mut number = self.site.expansion;
        while let Some(e) = (number as usize).checked_sub(1).and_then(|i| self.ir.expansions.get(i)) {
            let name = e.name.map_or("an anonymous macro", |n| self.vm.rt.name(n));
            condition.details_mut().expansion.push((name.to_string(), e.call));
            number = e.parent;
        }
        condition
    }
}
