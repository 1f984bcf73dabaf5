//! Calls of the library's functions on lists with a `lambda` written in place: they become loops, without a closure and without calls.
//!
//! Each loop does what the library's definition in `lisp/list.lisp` does, in the same order. Like a builtin that becomes an instruction
//! ([`super::inline`]), a name that a program has given another meaning is left alone.

use super::expand::{Expander, Item};
use super::ir::{BlockId, Node, NodeId, Op, VarId};
use crate::fault::Res;
use crate::module::CORE;
use crate::source::Span;
use crate::symbol::{Symbol, well_known};
use crate::value::{Kind, Value};

#[derive(Clone, Copy)]
enum Loop {
    ForEach,
    FindIf,
    Some,
    Every,
    CountIf,
    Map,
    KeepIf,
    RemoveIf,
    Reduce,
}

/// The loop for a function, and how many parameters its function has.
fn known(name: &str, argc: usize) -> Option<(Loop, usize)> {
    Some(match (name, argc) {
        ("for-each", 2) => (Loop::ForEach, 1),
        ("find-if", 2) => (Loop::FindIf, 1),
        ("some?", 2) => (Loop::Some, 1),
        ("every?", 2) => (Loop::Every, 1),
        ("count-if", 2) => (Loop::CountIf, 1),
        ("map-with", 2) => (Loop::Map, 1),
        ("keep-if" | "filter", 2) => (Loop::KeepIf, 1),
        ("remove-if", 2) => (Loop::RemoveIf, 1),
        ("reduce" | "fold-left", 3) => (Loop::Reduce, 2),
        _ => return None,
    })
}

/// How much deeper a loop's body lies in the native stack than the call's arguments would.
const LEVELS: usize = 4;

/// A `lambda` with as many plain parameters as the loop has values for it.
struct Function {
    params: Vec<Symbol>,
    body: Vec<Item>,
}

impl Expander<'_> {
    /// The loop for a call of the library function in cell `cell`, if it has one.
    pub(super) fn inline_loop(&mut self, cell: u32, form: Item, args: &[Item]) -> Res<Option<NodeId>> {
        let Some(info) = self.vm.globals.info(cell).filter(|i| !i.reserved && (i.from_core || i.module == CORE)) else {
            return Ok(None);
        };
        let Some((kind, arity)) = known(self.vm.rt.name(info.name), args.len()) else { return Ok(None) };
        let (Some(&function), Some(&list)) = (args.first(), args.last()) else { return Ok(None) };
        let Some(function) = self.literal_function(function, arity)? else { return Ok(None) };
        let initial = match args {
            [_, initial, _] => Some(self.expand(*initial, false)?),
            _ => None,
        };
        let list = self.expand(list, false)?;
        self.levels_deeper(LEVELS, form.span, |e| e.the_loop(kind, &function, initial, list, form.span)).map(Some)
    }

    fn literal_function(&mut self, item: Item, arity: usize) -> Res<Option<Function>> {
        let Some(parts) = self.literal_lambda(item)? else { return Ok(None) };
        let [params, body @ ..] = parts.as_slice() else { return Ok(None) };
        if body.is_empty() || !(params.value.is_pair() || params.value.is_nil()) {
            return Ok(None);
        }
        let (items, tail) = self.items_and_tail(*params)?;
        if !tail.value.is_nil() || items.len() != arity {
            return Ok(None);
        }
        let plain = |s: &Symbol| !self.vm.rt.name(*s).starts_with(['&', ':']);
        let names: Option<Vec<Symbol>> = items.iter().map(|i| i.value.as_symbol().filter(plain)).collect();
        let Some(params) = names.filter(|n| n.first() != n.get(1)) else { return Ok(None) };
        Ok(Some(Function { params, body: body.to_vec() }))
    }

    /// What follows `lambda` in a form that begins with it.
    fn literal_lambda(&mut self, item: Item) -> Res<Option<Vec<Item>>> {
        if !item.value.is_pair() {
            return Ok(None);
        }
        let mut operator = self.vm.rt.heap.car(item.value);
        if let Some(name) = operator.as_symbol() {
            if self.lookup(name).is_some() {
                return Ok(None);
            }
            let cell = self.global(name)?;
            operator = self.vm.globals.value(cell);
        }
        if !operator.is(Kind::SPECIAL) || super::special::NAMES.get(operator.index()) != Some(&"lambda") {
            return Ok(None);
        }
        let (mut parts, tail) = self.items_and_tail(item)?;
        parts.remove(0);
        Ok(tail.value.is_nil().then_some(parts))
    }

    fn the_loop(&mut self, kind: Loop, f: &Function, initial: Option<NodeId>, list: NodeId, span: Span) -> Res<NodeId> {
        match kind {
            Loop::ForEach => {
                let (element, nil) = (self.hidden(), self.nil(span));
                let body = self.applied_to(f, element, span)?;
                Ok(self.node(Node::DoList(element, list, body, nil), span))
            }
            Loop::FindIf => self.leaving(list, Value::NIL, span, |e, element, block| {
                let test = e.applied_to(f, element, span)?;
                let found = e.node(Node::Var(element), span);
                let leave = e.node(Node::Leave(block, found), span);
                let nil = e.nil(span);
                Ok(e.node(Node::If(test, leave, nil), span))
            }),
            Loop::Some => self.leaving(list, Value::NIL, span, |e, element, block| {
                let test = e.applied_to(f, element, span)?;
                let t = e.constant(Value::T, span);
                let leave = e.node(Node::Leave(block, t), span);
                let nil = e.nil(span);
                Ok(e.node(Node::If(test, leave, nil), span))
            }),
            Loop::Every => self.leaving(list, Value::T, span, |e, element, block| {
                let test = e.applied_to(f, element, span)?;
                let nil = e.nil(span);
                let leave = e.node(Node::Leave(block, nil), span);
                let nil = e.nil(span);
                Ok(e.node(Node::If(test, nil, leave), span))
            }),
            Loop::CountIf => {
                let zero = self.constant(Value::ZERO, span);
                self.collecting(list, zero, span, |e, element, count| {
                    let test = e.applied_to(f, element, span)?;
                    let count = [(); 2].map(|()| e.node(Node::Var(count), span));
                    let [before, same] = count;
                    let one = e.constant(Value::fix(1), span);
                    let more = e.node(Node::Op(Op::Add, vec![before, one]), span);
                    Ok(e.node(Node::If(test, more, same), span))
                })
            }
            Loop::Map => self.listing(list, span, |e, element, so_far| {
                let value = e.applied_to(f, element, span)?;
                let so_far = e.node(Node::Var(so_far), span);
                Ok(e.node(Node::Op(Op::Cons, vec![value, so_far]), span))
            }),
            Loop::KeepIf | Loop::RemoveIf => self.listing(list, span, |e, element, so_far| {
                let test = e.applied_to(f, element, span)?;
                let [before, same] = [(); 2].map(|()| e.node(Node::Var(so_far), span));
                let kept = e.node(Node::Var(element), span);
                let more = e.node(Node::Op(Op::Cons, vec![kept, before]), span);
                let keep = matches!(kind, Loop::KeepIf);
                let (then, otherwise) = if keep { (more, same) } else { (same, more) };
                Ok(e.node(Node::If(test, then, otherwise), span))
            }),
            Loop::Reduce => {
                // The initial value is evaluated before the list.
                let first = self.hidden();
                let initial = initial.unwrap_or(list);
                let start = self.node(Node::Var(first), span);
                let result = self.collecting(list, start, span, |e, element, so_far| {
                    let values = [so_far, element].map(|v| e.node(Node::Var(v), span));
                    e.with_parameters(f, values.to_vec(), span)
                })?;
                Ok(self.node(Node::Let(vec![(first, initial)], result), span))
            }
        }
    }

    /// The body with the parameters bound to these values.
    fn with_parameters(&mut self, f: &Function, values: Vec<NodeId>, span: Span) -> Res<NodeId> {
        let vars: Vec<VarId> = f.params.iter().map(|&name| self.ir.add_var(name)).collect();
        let body = self.scoped(|e| {
            for (&name, &v) in f.params.iter().zip(&vars) {
                e.show_binding(name, v);
            }
            e.body(&f.body, span, false)
        })?;
        Ok(self.node(Node::Let(vars.into_iter().zip(values).collect(), body), span))
    }

    /// The body with its parameter bound to an element, which keeps its value if the body assigns the parameter.
    fn applied_to(&mut self, f: &Function, element: VarId, span: Span) -> Res<NodeId> {
        let value = self.node(Node::Var(element), span);
        self.with_parameters(f, vec![value], span)
    }

    /// A loop over a list that may be left: `turn` gets the element and what to leave; the value of a loop that is not left is `otherwise`.
    fn leaving(
        &mut self,
        list: NodeId,
        otherwise: Value,
        span: Span,
        turn: impl FnOnce(&mut Self, VarId, BlockId) -> Res<NodeId>,
    ) -> Res<NodeId> {
        self.in_block(Some(well_known::NIL), span, |e| {
            // A block of that name cannot be written: `nil` names the blocks of loops.
            let Some(block) = e.find_block(Some(well_known::NIL)) else { return Ok(list) };
            let element = e.hidden();
            let body = turn(e, element, block)?;
            let otherwise = e.constant(otherwise, span);
            Ok(e.node(Node::DoList(element, list, body, otherwise), span))
        })
    }

    /// A loop over a list with a value that goes from turn to turn: `turn` gets the element and the value so far, and makes the next one.
    ///
    /// The value is a variable of the loop, not assigned: who enters a continuation of the body again goes on with the value as it was.
    fn collecting(
        &mut self,
        list: NodeId,
        start: NodeId,
        span: Span,
        turn: impl FnOnce(&mut Self, VarId, VarId) -> Res<NodeId>,
    ) -> Res<NodeId> {
        let (left, so_far) = (self.hidden(), self.hidden());
        let vars = [(well_known::NIL, left), (well_known::NIL, so_far)];
        self.in_loop(None, &vars, vec![list, start], span, false, |e, id| {
            let [test, from_first, from_rest] = [(); 3].map(|()| e.node(Node::Var(left), span));
            let rest = e.node(Node::Op(Op::Cdr, vec![from_rest]), span);
            let element = e.hidden();
            let first = e.node(Node::Op(Op::Car, vec![from_first]), span);
            let next = turn(e, element, so_far)?;
            let next = e.node(Node::Let(vec![(element, first)], next), span);
            let again = e.again(id, vec![rest, next], span);
            let done = e.node(Node::Var(so_far), span);
            Ok(e.node(Node::If(test, again, done), span))
        })
    }

    /// The list of what a loop collects, in the order in which it did.
    fn listing(
        &mut self,
        list: NodeId,
        span: Span,
        turn: impl FnOnce(&mut Self, VarId, VarId) -> Res<NodeId>,
    ) -> Res<NodeId> {
        let empty = self.nil(span);
        let backwards = self.collecting(list, empty, span, turn)?;
        self.call_core("reverse", vec![backwards], span)
    }
}
