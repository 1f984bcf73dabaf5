//! Bodies that hold definitions.
//!
//! The first pass over a body finds its definitions and expands macros as far as that needs. The second pass expands
//! the initial values with all names visible. Definitions without forward references become nested bindings. Mutually
//! recursive ones are bound together by `letrec`.
//!
//! A binding of a dynamic variable gives the global cell another value while its body runs, and restores the old one
//! however that ends.

use super::expand::Expander;
use super::ir::{Bindings, Node, NodeId, Nodes, VarId};
use super::scopes::Binding;
use super::special::InBody;
use super::syntax_form::{Item, Items};
use super::syntax_rules::LocalMacro;
use super::{lambda_list, special};
use crate::fault::Result;
use crate::source::Span;
use crate::symbol::Symbol;
use crate::value::{Kind, Value};

/// Source of the value that a definition gives its name.
pub(crate) enum Source {
    Value(Item),
    /// Parameters and body of a function; the whole form.
    Function(Item, Items, Item),
    /// `(define name)`
    Nothing,
}

/// A part of a body, and the macro expansion that it comes from.
struct BodyPart {
    /// The variable that it defines.
    defines: Option<VarId>,
    source: Source,
    span: Span,
    expansion: u32,
}

/// Meaning of the head of a form.
enum Head {
    Operator(InBody),
    Macro(Value, Option<u32>),
    Other,
}

impl Expander<'_> {
    pub(crate) fn body_with_definitions(&mut self, items: &[Item], span: Span, tail: bool) -> Result<NodeId> {
        let outer = self.site.expansion;
        let result = self.scoped(|e| {
            let first_macro = e.local_macros.by_rules.len();
            let parts = e.parts(items)?;
            let depth = e.scope.names.len();
            for m in e.local_macros.by_rules.iter_mut().skip(first_macro) {
                m.depth = depth;
            }
            e.bind_parts(parts, span, tail)
        });
        self.site.expansion = outer;
        result
    }

    /// The parts of a body, all that they define bound.
    fn parts(&mut self, items: &[Item]) -> Result<Vec<BodyPart>> {
        let mut parts = Vec::new();
        let mut work: Vec<(Item, u32)> = items.iter().rev().map(|&i| (i, self.site.expansion)).collect();
        while let Some((item, expansion)) = work.pop() {
            self.site.expansion = expansion;
            match self.head(item)? {
                Head::Macro(operator, local) => {
                    let expanded = self.macro_call(operator, item, local)?;
                    self.vm.rt.charge(1)?;
                    work.push((expanded, self.site.expansion));
                }
                Head::Operator(InBody::Sequence) => {
                    let rest = Item { value: self.vm.rt.heap.cdr(item.value), span: item.span };
                    work.extend(self.items(rest)?.into_iter().rev().map(|i| (i, expansion)));
                }
                Head::Operator(InBody::Define) => {
                    let (name, source) = self.definition(item)?;
                    let defines = Some(self.bind(name));
                    parts.push(BodyPart { defines, source, span: item.span, expansion });
                }
                Head::Operator(InBody::DefineSyntax(taken_apart)) => {
                    let (name, rules) = taken_apart(self, item)?;
                    self.bind_macro(name, rules);
                }
                Head::Other => {
                    parts.push(BodyPart { defines: None, source: Source::Value(item), span: item.span, expansion });
                }
            }
        }
        Ok(parts)
    }

    /// Gives a macro a local name.
    pub(crate) fn bind_macro(&mut self, name: Symbol, operator: Value) {
        let number = self.local_macros.by_rules.len() as u32;
        self.scope.names.push(name, Binding::Macro(number));
        self.local_macros.by_rules.push(LocalMacro { operator, depth: self.scope.names.len() });
    }

    fn head(&mut self, item: Item) -> Result<Head> {
        if !item.value.is_pair() {
            return Ok(Head::Other);
        }
        let head = self.vm.rt.heap.car(item.value);
        let (operator, local) = match head.as_symbol() {
            Some(name) => match self.lookup(name) {
                Some(Binding::Macro(m)) => {
                    (self.local_macros.by_rules.get(m as usize).map_or(Value::NIL, |m| m.operator), Some(m))
                }
                Some(_) => return Ok(Head::Other),
                None => {
                    let cell = self.global(name)?;
                    if self.vm.globals.info(cell).is_some_and(|i| i.reserved) {
                        return Ok(Head::Other);
                    }
                    if self.vm.lazy_is_macro(self.vm.globals.value(cell)) {
                        self.vm.force(cell)?;
                    }
                    (self.vm.globals.value(cell), None)
                }
            },
            None => (head, None),
        };
        Ok(match operator.kind() {
            Kind::MACRO => Head::Macro(operator, local),
            Kind::SPECIAL => {
                let in_body = self.vm.operator(operator).and_then(|o| o.in_body);
                in_body.map_or(Head::Other, Head::Operator)
            }
            _ => Head::Other,
        })
    }

    /// `(define name value)` or `(define (name parameter...) expr...)` taken apart.
    pub(crate) fn definition(&mut self, form: Item) -> Result<(Symbol, Source)> {
        let rest = Item { value: self.vm.rt.heap.cdr(form.value), span: form.span };
        let args = self.items(rest)?;
        let Some((&target, body)) = args.split_first() else { return self.no_definition(form) };
        if target.value.is_pair() {
            let name = self.first_item(target);
            let params = Item { value: self.vm.rt.heap.cdr(target.value), span: target.span };
            if body.is_empty() {
                return self.no_definition(form);
            }
            let name = special::name_of(self, "define", name)?;
            return Ok((name, Source::Function(params, body.into(), form)));
        }
        let name = special::name_of(self, "define", target)?;
        match *body {
            [] => Ok((name, Source::Nothing)),
            [value] => Ok((name, Source::Value(value))),
            _ => self.no_definition(form),
        }
    }

    fn no_definition<T>(&mut self, form: Item) -> Result<T> {
        let shown = self.show(form.value);
        self.misuse(
            "define",
            form.span,
            format!("expected (define name value) or (define (name parameter...) expr...), found {shown}"),
        )
    }

    /// Expands to the value that a definition gives its name.
    pub(crate) fn defined_value(&mut self, source: &Source, span: Span) -> Result<NodeId> {
        match source {
            Source::Value(item) => self.expand(*item, false),
            Source::Function(params, body, form) => lambda_list::function(self, *form, None, *params, body),
            Source::Nothing => Ok(self.nothing(span)),
        }
    }

    /// The bindings of a body around what follows the last of them.
    fn bind_parts(&mut self, mut parts: Vec<BodyPart>, span: Span, tail: bool) -> Result<NodeId> {
        let definitions = parts.iter().rposition(|p| p.defines.is_some()).map_or(0, |i| i + 1);
        let expressions = parts.split_off(definitions);
        let mut bindings: Vec<(VarId, NodeId)> = Vec::with_capacity(parts.len());
        // Position after the last node of each part.
        let mut ends = Vec::with_capacity(parts.len());
        for part in &parts {
            self.site.expansion = part.expansion;
            let value = self.defined_value(&part.source, part.span)?;
            let v = part.defines.unwrap_or_else(|| self.hidden());
            if let Node::Lambda(l) = *self.ir.node(value) {
                let name = self.ir.var(v).name;
                self.ir.lambda_mut(l).definition.name.get_or_insert(name);
            }
            bindings.push((v, value));
            ends.push(self.ir.len());
        }
        let body = self.expressions(&expressions, span, tail)?;
        Ok(self.nested_bindings(bindings, &ends, body, span))
    }

    fn expressions(&mut self, parts: &[BodyPart], span: Span, tail: bool) -> Result<NodeId> {
        let (mut nodes, mut items) = (Nodes::with_capacity(parts.len()), Items::with_capacity(parts.len()));
        for (i, part) in parts.iter().enumerate() {
            self.site.expansion = part.expansion;
            let Source::Value(item) = part.source else { continue };
            nodes.push(self.expand(item, tail && i + 1 == parts.len())?);
            items.push(item);
        }
        match nodes.as_slice() {
            [] => Ok(self.nothing(span)),
            [one] => Ok(*one),
            _ => Ok(self.node(Node::Seq(nodes), span)),
        }
    }

    /// Bindings in order, as few of them together as possible.
    ///
    /// `ends` has the number of nodes after the value of each, in ascending order.
    fn nested_bindings(&mut self, bindings: Vec<(VarId, NodeId)>, ends: &[usize], body: NodeId, span: Span) -> NodeId {
        // For each binding: the first one whose value mentions it, if that is not a later one.
        let first_use = |e: &Self, j: usize, v: VarId| {
            let at = e.ir.var(v).mentioned?;
            Some(ends.partition_point(|&end| end <= at)).filter(|&i| i <= j)
        };
        let uses: Vec<Option<usize>> = bindings.iter().enumerate().map(|(j, &(v, _))| first_use(self, j, v)).collect();
        // Groups: from each start as far as something in it is mentioned by something before it.
        let mut starts = Vec::new();
        for (j, used) in uses.iter().enumerate() {
            starts.push(j);
            if let Some(i) = *used {
                while starts.last().is_some_and(|&s| s > i) {
                    starts.pop();
                }
                if starts.is_empty() {
                    starts.push(0);
                }
            }
        }
        let mut body = body;
        let mut rest = bindings;
        for start in starts.into_iter().rev() {
            let group = rest.split_off(start);
            let recursive = uses.get(start..start + group.len()).is_some_and(|u| u.iter().any(Option::is_some));
            let is_function = |e: &Self, n: NodeId| matches!(e.ir.node(n), Node::Lambda(_));
            if recursive || group.iter().any(|&(_, n)| is_function(self, n)) {
                for &(v, value) in &group {
                    special::bind_recursively(self, v, value);
                }
                body = self.node(Node::Letrec(group.into(), body), span);
            } else {
                for &(v, _) in &group {
                    self.ir.var_mut(v).defined = true;
                }
                body = self.node(Node::Let(group.into(), body), span);
            }
        }
        body
    }

    /// Makes the variables dynamic that a body declares `special`, from here on and everywhere.
    pub fn declare_special(&mut self, body: &[Item]) -> Result<()> {
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
                        self.vm.make_dynamic(self.scope.module, name)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The cell of a variable that is bound dynamically here.
    pub fn dynamic_cell(&self, name: Symbol) -> Option<u32> {
        if self.separates_functions() { self.vm.dynamic_cell(self.scope.module, name) } else { None }
    }

    /// Evaluates what `body` expands to while each cell has the value of the variable beside it. The body is in tail
    /// position only if there is nothing to undo after it.
    pub fn with_dynamic(
        &mut self,
        cells: &[(u32, VarId)],
        span: Span,
        tail: bool,
        body: impl FnOnce(&mut Self, bool) -> Result<NodeId>,
    ) -> Result<NodeId> {
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
