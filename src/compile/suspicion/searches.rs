//! What a program cannot mean that searches: choices without alternatives, propagators that look at another store.

use crate::compile::expand::Expander;
use crate::compile::parts::Item;
use crate::fault::{Code, Condition, Res};
use crate::symbol::Symbol;
use crate::value::Value;

/// Parts of a form that are looked through for a name.
const MOST_LOOKED_THROUGH: usize = 4000;

impl Expander<'_> {
    /// A choice of `amb` that has one alternative, the value of a variable or call: its elements are meant.
    pub fn suspect_choice(&mut self, name: Symbol, form: Item, rest: Value) -> Res<()> {
        let written = self.vm.rt.name(name);
        if !matches!(written, "amb" | "either") || !rest.is_pair() || !self.vm.rt.heap.cdr(rest).is_nil() {
            return Ok(());
        }
        let alternative = self.vm.rt.heap.car(rest);
        let is_constant = alternative.as_symbol().is_none() && !alternative.is_pair();
        if is_constant || !self.is_suspect(form.span) || !self.is_of_library(Some(name)) {
            return Ok(());
        }
        let shown = self.shown(form.span).strip_prefix('(').and_then(|call| call.strip_prefix(written));
        let shown = shown.map_or(" list)", str::trim_end);
        let problem = format!("`{written}` with one alternative has nothing to choose from");
        let help = format!("(a-member-of{shown} chooses an element of a list");
        self.vm.warn(Condition::new(Code::DoubtfulClause, problem).at(form.span).with_help(help))
    }

    /// A propagator that looks at the store that it is posted in, by that one's name: it is called with copies.
    pub fn suspect_propagator(&mut self, name: Symbol, args: &[Item]) -> Res<()> {
        let &[store, _, function, ..] = args else { return Ok(()) };
        let Some(posted_in) = store.value.as_symbol().filter(|_| self.vm.rt.name(name) == "propagator!") else {
            return Ok(());
        };
        let heap = &self.vm.rt.heap;
        let head = function.value.is_pair().then(|| heap.car(function.value)).and_then(Value::as_symbol);
        let is_lambda = head.is_some_and(|head| self.vm.rt.name(head) == "lambda");
        if !is_lambda || !self.is_suspect(function.span) {
            return Ok(());
        }
        let parts = heap.cdr(function.value);
        let parameters = heap.car(parts);
        let Some(parameter) = parameters.is_pair().then(|| heap.car(parameters)).and_then(Value::as_symbol) else {
            return Ok(());
        };
        if parameter == posted_in || !self.mentions(heap.cdr(parts), posted_in) {
            return Ok(());
        }
        let (parameter, posted_in) = (self.vm.rt.name(parameter), self.vm.rt.name(posted_in));
        let problem = format!(
            "this propagator uses `{posted_in}`, the store that it is posted in, and is called with copies of it"
        );
        let help = format!("the store to look at and to change is the parameter: {parameter}");
        self.vm.warn(Condition::new(Code::DoubtfulClause, problem).at(function.span).with_help(help))
    }

    /// A `choose-cell` that returns the candidates of a cell, which two digits would make look like one.
    #[cfg(feature = "search")]
    pub fn suspect_heuristic(&mut self, name: Symbol, body: &[Item]) -> Res<()> {
        let Some(&last) = body.last().filter(|last| last.value.is_pair() && self.vm.rt.name(name) == "choose-cell")
        else {
            return Ok(());
        };
        let is_set = self.given_head(last.value).is_some_and(|(name, _)| name == "candidates");
        if !is_set || !self.is_suspect(last.span) {
            return Ok(());
        }
        let shown = self.shown(last.span);
        let problem = format!("choose-cell returns a cell, and `{shown}` are the digits that a cell can have");
        let cell = self.items(last)?.get(2).map(|cell| self.shown(cell.span)).filter(|cell| cell.starts_with('('));
        let help =
            format!("the cell itself is what the candidates are of: {}", cell.unwrap_or("(most-constrained board)"));
        self.vm.warn(Condition::new(Code::DoubtfulCall, problem).at(last.span).with_help(help))
    }

    /// `(variables store 0 7 8)`: no variables at all, where the first value is in the place of the count.
    pub fn suspect_count(&mut self, name: Symbol, args: &[Item]) -> Res<()> {
        let &[store, count, lo, hi] = args else { return Ok(()) };
        if self.vm.rt.name(name) != "variables"
            || count.value.as_fixnum() != Some(0)
            || !self.is_suspect(count.span)
            || store.value.as_symbol().is_none()
        {
            return Ok(());
        }
        let (store, lo, hi) = (self.shown(store.span), self.shown(lo.span), self.shown(hi.span));
        let problem = "this makes no variables: behind the store comes how many there are".to_string();
        let help = format!("{hi} of them with the values from 0 to {lo}: (variables {store} {hi} 0 {lo})");
        self.vm.warn(Condition::new(Code::DoubtfulCall, problem).at(count.span).with_help(help))
    }

    /// Does a symbol occur in a form of a usual size?
    fn mentions(&self, form: Value, name: Symbol) -> bool {
        let mut open = vec![form];
        for _ in 0..MOST_LOOKED_THROUGH {
            match open.pop() {
                None => return false,
                Some(v) if v.as_symbol() == Some(name) => return true,
                Some(v) if v.is_pair() => open.extend([self.vm.rt.heap.cdr(v), self.vm.rt.heap.car(v)]),
                Some(_) => {}
            }
        }
        false
    }
}
