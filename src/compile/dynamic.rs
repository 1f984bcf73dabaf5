//! Dynamic variables: a binding gives the global cell another value for as long as its body runs, and the old one back
//! however that ends.

use super::expand::Expander;
use super::ir::{Bindings, Node, NodeId, Nodes, VarId};
use super::parts::Item;
use crate::fault::Res;
use crate::source::Span;
use crate::symbol::Symbol;
use crate::value::{Kind, Value};

impl Expander<'_> {
    /// Makes the variables dynamic that a body declares `special`, from here on and everywhere.
    pub fn declare_special(&mut self, body: &[Item]) -> Res<()> {
        if !self.separates_functions() {
            return Ok(());
        }
        for &form in body {
            let declares = form.value.is_pair()
                && self.vm.rt.heap.car(form.value).as_symbol().is_some_and(|s| self.vm.rt.name(s) == "declare");
            if !declares && !form.value.is(Kind::STRING) {
                break;
            }
            if !declares {
                continue;
            }
            for declaration in self.items(form)? {
                if !declaration.value.is_pair() {
                    continue;
                }
                let parts = self.items(declaration)?;
                let mut names = parts.iter().filter_map(|p| p.value.as_symbol());
                if names.next().is_some_and(|s| self.vm.rt.name(s) == "special") {
                    for name in names {
                        self.vm.make_dynamic(self.module, name)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The cell of a variable that is bound dynamically here.
    pub fn dynamic_cell(&self, name: Symbol) -> Option<u32> {
        if self.separates_functions() { self.vm.dynamic_cell(self.module, name) } else { None }
    }

    /// Evaluates what `body` expands to while each cell has the value of the variable beside it. The body is in tail
    /// position only if there is nothing to undo after it.
    pub fn with_dynamic(
        &mut self,
        cells: &[(u32, VarId)],
        span: Span,
        tail: bool,
        body: impl FnOnce(&mut Self, bool) -> Res<NodeId>,
    ) -> Res<NodeId> {
        if cells.is_empty() {
            return body(self, tail);
        }
        let mut old = Bindings::with_capacity(cells.len());
        let mut enter = Nodes::with_capacity(cells.len() + 1);
        let mut leave = Nodes::with_capacity(cells.len());
        for &(cell, v) in cells {
            let saved = self.hidden();
            let value = if self.vm.globals.value(cell) == Value::UNBOUND {
                // It may have no value outside of the binding, and has none again then.
                let number = self.constant(Value::fix(i64::from(cell)), span);
                self.call_core("%outer-value", &[number], span)?
            } else {
                self.node(Node::Global(cell), span)
            };
            old.push((saved, value));
            let new = self.node(Node::Var(v), span);
            enter.push(self.node(Node::SetGlobal(cell, new), span));
            leave.push(self.node(Node::Restore(cell, saved), span));
        }
        enter.push(self.passing_values(body)?);
        // Nothing is set before it is certain to be undone: even to begin the protection may take more memory than
        // there is.
        let body = self.node(Node::Seq(enter), span);
        let leave = self.node(Node::Seq(leave), span);
        let whole = self.node(Node::UnwindProtect(body, leave), span);
        Ok(self.node(Node::Let(old, whole), span))
    }
}
