//! Quasi-quotation: the tree that builds a template.

use std::rc::Rc;

use super::Oracle;
use super::expand::{constant, syntax};
use super::scope::Scope;
use super::tree::{Expr, Tree};
use crate::fault::Result;
use crate::object::array::Storage;
use crate::symbol::{Symbol, well_known};
use crate::value::Value;

impl Oracle {
    /// The tree that builds `template`, `level` templates deep.
    pub(super) fn template(&mut self, s: &mut Scope, template: Value, level: u32) -> Result<Tree> {
        if !self.has_marks(template)? {
            return Ok(constant(template));
        }
        if let Some(elements) = self.vector_items(template) {
            let list = self.rt.heap.list(&elements)?;
            let list = self.template(s, list, level)?;
            return self.call_core("list->array", vec![list]);
        }
        if let Some((operator, forms)) = self.marked(template)?
            && let &[x] = forms.as_slice()
        {
            let is_template = matches!(operator, well_known::QUASI_QUOTE | well_known::QUASIQUOTE);
            return match (operator, level) {
                (well_known::UNQUOTE, 1) => self.expand(s, x),
                (well_known::UNQUOTE_SPLICING, 1) => syntax("unquote-splicing: there is no list here to splice into"),
                _ => {
                    let level = if is_template { level + 1 } else { level - 1 };
                    let head = constant(Value::symbol(operator));
                    // `,,@forms`: the inner template will take the values of all these forms.
                    let rest = match self.marked(x)? {
                        Some((well_known::UNQUOTE_SPLICING, forms)) if level == 1 && forms.len() == 1 => {
                            self.expand_all(s, &forms)?.remove(0)
                        }
                        _ => {
                            let inner = self.template(s, x, level)?;
                            self.call_core("list", vec![inner])?
                        }
                    };
                    self.call_core("cons", vec![head, rest])
                }
            };
        }
        // Lists to append, and the elements since the last of them.
        let (mut lists, mut run) = (Vec::new(), Vec::new());
        let mut rest = template;
        let mut is_first = true;
        let tail = loop {
            if !rest.is_pair() {
                break self.template(s, rest, level)?;
            }
            if !is_first && self.marked(rest)?.is_some_and(|m| m.1.len() == 1) {
                break self.template(s, rest, level)?;
            }
            is_first = false;
            let element = self.rt.heap.car(rest);
            rest = self.rt.heap.cdr(rest);
            match self.marked(element)? {
                Some((well_known::UNQUOTE_SPLICING, forms)) if level == 1 => {
                    for form in forms {
                        if !run.is_empty() {
                            lists.push(self.call_core("list", std::mem::take(&mut run))?);
                        }
                        lists.push(self.expand(s, form)?);
                    }
                }
                Some((well_known::UNQUOTE, forms)) if level == 1 => run.extend(self.expand_all(s, &forms)?),
                _ => run.push(self.template(s, element, level)?),
            }
        };
        let ends = matches!(*tail, Expr::Const(v) if v.is_nil());
        if !run.is_empty() {
            run.push(tail);
            lists.push(self.call_core("list*", run)?);
        } else if !ends || lists.is_empty() {
            lists.push(tail);
        }
        if lists.len() == 1 { Ok(lists.remove(0)) } else { self.call_core("append", lists) }
    }

    fn call_core(&mut self, name: &str, args: Vec<Tree>) -> Result<Tree> {
        let f = constant(self.core_function(name)?);
        Ok(Rc::new(Expr::Call(f, args)))
    }

    /// The operator of templates at the head of a form, and what follows it.
    fn marked(&mut self, form: Value) -> Result<Option<(Symbol, Vec<Value>)>> {
        if !form.is_pair() {
            return Ok(None);
        }
        use well_known::{QUASI_QUOTE, QUASIQUOTE, UNQUOTE, UNQUOTE_SPLICING};
        let Some(name) = self.rt.heap.car(form).as_symbol() else { return Ok(None) };
        match name {
            operator @ (QUASI_QUOTE | QUASIQUOTE | UNQUOTE | UNQUOTE_SPLICING) => {
                let (mut items, tail) = self.items_and_tail(form)?;
                items.remove(0);
                Ok(tail.is_nil().then_some((operator, items)))
            }
            _ => Ok(None),
        }
    }

    /// Returns whether the template has parts to evaluate, or to leave for an outer template.
    fn has_marks(&mut self, template: Value) -> Result<bool> {
        let mut pending = vec![template];
        while let Some(mut v) = pending.pop() {
            while v.is_pair() {
                if self.marked(v)?.is_some() {
                    return Ok(true);
                }
                pending.push(self.rt.heap.car(v));
                v = self.rt.heap.cdr(v);
            }
            pending.extend(self.vector_items(v).unwrap_or_default());
        }
        Ok(false)
    }

    /// The elements of a vector of values.
    fn vector_items(&self, v: Value) -> Option<Vec<Value>> {
        let array = self.rt.heap.as_array(v).filter(|a| a.dimensions().len() == 1)?;
        if let Storage::Values(items) = &array.data { Some(items.to_vec()) } else { None }
    }
}
