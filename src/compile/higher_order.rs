//! Calls of the library's functions that call a function on each element: they become loops, without a call of the library and, where the
//! function is a `lambda` written in place or a builtin with an instruction, without any call.
//!
//! Each loop does what the library's definition does (`lisp/list.lisp`, `lisp/scheme/list.lisp`, `lisp/scheme/vector.lisp`), in the same order.
//! Like a builtin that becomes an instruction ([`super::inline`]), a name that a program has given another meaning is left alone.

use super::expand::{Expander, Item};
use super::ir::{BlockId, Node, NodeId, Op, VarId};
use crate::fault::Res;
use crate::source::Span;
use crate::symbol::{Symbol, Symbols, well_known};
use crate::value::{Kind, Value};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Loop {
    ForEach,
    FindIf,
    Some,
    Every,
    CountIf,
    Map,
    KeepIf,
    RemoveIf,
    FilterMap,
    /// From the left; the function gets the value so far first.
    Reduce,
    /// From the left; the function gets the element first.
    Fold,
    /// From the right, likewise.
    FoldRight,
    /// From the left, begun with the first element.
    FoldFirst,
    /// The first true value of the function.
    Any,
    /// The last value of the function, if all are true.
    All,
    VectorMap,
    VectorForEach,
}

/// Lists that are gone through side by side: more are a call.
const MOST_LISTS: usize = 4;

/// The loop for a function of the core or of a layer.
fn known(layer: Option<&str>, name: &str, argc: usize) -> Option<Loop> {
    let lists = argc.saturating_sub(1);
    let some_lists = (1..=MOST_LISTS).contains(&lists);
    Some(match (layer, name) {
        (None, "for-each") if some_lists => Loop::ForEach,
        (None, "map-with") | (Some("scheme"), "map" | "map-in-order") if some_lists => Loop::Map,
        (None, "find-if") | (Some("scheme"), "find") if lists == 1 => Loop::FindIf,
        (None, "some?") if lists == 1 => Loop::Some,
        (None, "every?") if lists == 1 => Loop::Every,
        (None, "count-if") if lists == 1 => Loop::CountIf,
        (None, "keep-if" | "filter") | (Some("scheme"), "filter!") if lists == 1 => Loop::KeepIf,
        (None, "remove-if") | (Some("scheme"), "remove" | "remove!") if lists == 1 => Loop::RemoveIf,
        (None, "reduce" | "fold-left") | (Some("scheme"), "fold-left") if lists == 2 => Loop::Reduce,
        (Some("scheme"), "fold") if lists == 2 => Loop::Fold,
        (None | Some("scheme"), "fold-right") if lists == 2 => Loop::FoldRight,
        (Some("scheme"), "reduce") if lists == 2 => Loop::FoldFirst,
        (Some("scheme"), "filter-map") if lists == 1 => Loop::FilterMap,
        (Some("scheme"), "any" | "exists") if lists == 1 => Loop::Any,
        (Some("scheme"), "every" | "for-all") if lists == 1 => Loop::All,
        (Some("scheme"), "vector-map") if lists == 1 => Loop::VectorMap,
        (Some("scheme"), "vector-for-each") if lists == 1 => Loop::VectorForEach,
        _ => return None,
    })
}

/// May a call of a function of that name have become a loop?
pub(crate) fn is_loop(name: &str) -> bool {
    let is_known = |layer, argc| known(layer, name, argc).is_some();
    [2, 3].into_iter().any(|argc| is_known(None, argc) || is_known(Some("scheme"), argc))
}

impl Loop {
    /// Has its call an argument between the function and the list?
    fn has_initial(self) -> bool {
        matches!(self, Loop::Reduce | Loop::Fold | Loop::FoldRight | Loop::FoldFirst)
    }
}

/// How much deeper a loop's body lies in the native stack than the call's arguments would.
const LEVELS: usize = 4;

/// What is called on each element.
enum Function {
    /// A `lambda` with as many plain parameters as the loop has values for it.
    Lambda { params: Vec<Symbol>, body: Vec<Item> },
    /// A name of a builtin that is an instruction.
    Builtin(Item),
    /// Whatever is in a variable.
    Value(VarId),
}

impl Expander<'_> {
    /// The loop for a call of the library function in cell `cell`, if it has one.
    pub(super) fn inline_loop(&mut self, cell: u32, form: Item, args: &[Item], tail: bool) -> Res<Option<NodeId>> {
        let Some(name) = self.vm.globals.info(cell).map(|i| i.name) else { return Ok(None) };
        if !is_loop(self.vm.rt.name(name)) {
            return Ok(None);
        }
        let Some(layer) = self.vm.library_of(cell) else { return Ok(None) };
        let Some(kind) = known(layer, self.vm.rt.name(name), args.len()) else { return Ok(None) };
        // What it calls last is called in its place.
        if tail && matches!(kind, Loop::Any | Loop::All) {
            return Ok(None);
        }
        let [function, sequences @ ..] = args else { return Ok(None) };
        let arity = sequences.len();
        let mut value = None;
        let function = match self.literal_function(*function, arity)? {
            Some(f) => f,
            None if self.is_instruction(*function, arity)? => Function::Builtin(*function),
            None => {
                let f = self.hidden();
                value = Some((f, self.expand(*function, false)?));
                Function::Value(f)
            }
        };
        let mut nodes = self.expand_all(sequences)?;
        let initial = if kind.has_initial() { Some(nodes.remove(0)) } else { None };
        let span = form.span;
        let result = self.levels_deeper(LEVELS, span, |e| e.the_loop(kind, &function, initial, nodes, span))?;
        Ok(Some(match value {
            Some(binding) => self.node(Node::Let(vec![binding], result), span),
            None => result,
        }))
    }

    /// Does the name stand for a builtin that has an instruction for this number of arguments?
    fn is_instruction(&mut self, function: Item, arity: usize) -> Res<bool> {
        let Some(name) = function.value.as_symbol().filter(|&s| self.lookup(s).is_none()) else { return Ok(false) };
        let cell = self.global(name)?;
        let f = self.vm.globals.value(cell);
        Ok(self.vm.is_given(cell) && self.vm.inline_of(f).iter().any(|i| i.is_certain(arity)))
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
        let distinct = |n: &Vec<Symbol>| n.iter().enumerate().all(|(i, s)| !n.iter().take(i).any(|other| other == s));
        let Some(params) = names.filter(distinct) else { return Ok(None) };
        Ok(Some(Function::Lambda { params, body: body.to_vec() }))
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

    fn the_loop(
        &mut self,
        kind: Loop,
        f: &Function,
        initial: Option<NodeId>,
        mut lists: Vec<NodeId>,
        span: Span,
    ) -> Res<NodeId> {
        let Some(&list) = lists.first() else { return Ok(self.nil(span)) };
        match kind {
            Loop::ForEach if lists.len() == 1 => {
                let (element, nothing) = (self.hidden(), self.nothing(span));
                let body = self.applied_to(f, element, span)?;
                Ok(self.node(Node::DoList(element, list, body, nothing), span))
            }
            Loop::ForEach => {
                let start = self.nothing(span);
                self.collecting(lists, start, span, |e, elements, _| {
                    let call = e.applied(f, elements, span)?;
                    let nothing = e.nothing(span);
                    Ok(e.node(Node::Seq(vec![call, nothing]), span))
                })
            }
            Loop::FindIf => self.leaving(list, self.ir.false_value(), span, |e, element, block| {
                let test = e.applied_to(f, element, span)?;
                let found = e.node(Node::Var(element), span);
                let leave = e.node(Node::Leave(block, found), span);
                let nil = e.nil(span);
                Ok(e.node(Node::If(test, leave, nil), span))
            }),
            Loop::Some => self.leaving(list, self.ir.false_value(), span, |e, element, block| {
                let test = e.applied_to(f, element, span)?;
                let t = e.constant(Value::T, span);
                let leave = e.node(Node::Leave(block, t), span);
                let nil = e.nil(span);
                Ok(e.node(Node::If(test, leave, nil), span))
            }),
            Loop::Any => self.leaving(list, self.ir.false_value(), span, |e, element, block| {
                let value = e.applied_to(f, element, span)?;
                let v = e.hidden();
                let [test, found] = [(); 2].map(|()| e.node(Node::Var(v), span));
                let leave = e.node(Node::Leave(block, found), span);
                let nil = e.nil(span);
                let choice = e.node(Node::If(test, leave, nil), span);
                Ok(e.node(Node::Let(vec![(v, value)], choice), span))
            }),
            Loop::Every => self.leaving(list, Value::T, span, |e, element, block| {
                let test = e.applied_to(f, element, span)?;
                let no = e.false_value(span);
                let leave = e.node(Node::Leave(block, no), span);
                let nil = e.nil(span);
                Ok(e.node(Node::If(test, nil, leave), span))
            }),
            Loop::All => self.in_block(Some(well_known::NIL), span, |e| {
                let Some(block) = e.find_block(Some(well_known::NIL)) else { return Ok(list) };
                let start = e.constant(Value::T, span);
                e.collecting(lists, start, span, |e, elements, _| {
                    let value = e.applied(f, elements, span)?;
                    let v = e.hidden();
                    let [test, same] = [(); 2].map(|()| e.node(Node::Var(v), span));
                    let no = e.false_value(span);
                    let leave = e.node(Node::Leave(block, no), span);
                    let choice = e.node(Node::If(test, same, leave), span);
                    Ok(e.node(Node::Let(vec![(v, value)], choice), span))
                })
            }),
            Loop::CountIf => {
                let zero = self.constant(Value::ZERO, span);
                self.collecting(lists, zero, span, |e, elements, count| {
                    let test = e.applied(f, elements, span)?;
                    let count = [(); 2].map(|()| e.node(Node::Var(count), span));
                    let [before, same] = count;
                    let one = e.constant(Value::fix(1), span);
                    let more = e.node(Node::Op(Op::Add, vec![before, one]), span);
                    Ok(e.node(Node::If(test, more, same), span))
                })
            }
            Loop::Map => self.listing(lists, span, |e, elements, so_far| {
                let value = e.applied(f, elements, span)?;
                let so_far = e.node(Node::Var(so_far), span);
                Ok(e.node(Node::Op(Op::Cons, vec![value, so_far]), span))
            }),
            Loop::FilterMap => self.listing(lists, span, |e, elements, so_far| {
                let value = e.applied(f, elements, span)?;
                let v = e.hidden();
                let [test, kept] = [(); 2].map(|()| e.node(Node::Var(v), span));
                let [before, same] = [(); 2].map(|()| e.node(Node::Var(so_far), span));
                let more = e.node(Node::Op(Op::Cons, vec![kept, before]), span);
                let choice = e.node(Node::If(test, more, same), span);
                Ok(e.node(Node::Let(vec![(v, value)], choice), span))
            }),
            Loop::KeepIf | Loop::RemoveIf => self.listing(lists, span, |e, elements, so_far| {
                let kept = elements.iter().map(|&v| e.node(Node::Var(v), span)).collect::<Vec<_>>();
                let test = e.applied(f, elements, span)?;
                let [before, same] = [(); 2].map(|()| e.node(Node::Var(so_far), span));
                let cons = kept.into_iter().take(1).chain([before]).collect();
                let more = e.node(Node::Op(Op::Cons, cons), span);
                let (then, otherwise) = if kind == Loop::KeepIf { (more, same) } else { (same, more) };
                Ok(e.node(Node::If(test, then, otherwise), span))
            }),
            Loop::Reduce | Loop::Fold | Loop::FoldRight => {
                // The initial value is evaluated before the list.
                let first = self.hidden();
                let initial = initial.unwrap_or(list);
                let start = self.node(Node::Var(first), span);
                if kind == Loop::FoldRight {
                    let reversed = self.call_core("reverse", lists, span)?;
                    lists = vec![reversed];
                }
                let result = self.folding(f, lists, start, kind == Loop::Reduce, span)?;
                Ok(self.node(Node::Let(vec![(first, initial)], result), span))
            }
            Loop::FoldFirst => {
                let (default, all) = (self.hidden(), self.hidden());
                let test = self.is_more(all, span);
                let [from_first, from_rest] = [(); 2].map(|()| self.node(Node::Var(all), span));
                let first = self.node(Node::Op(Op::Car, vec![from_first]), span);
                let rest = self.node(Node::Op(Op::Cdr, vec![from_rest]), span);
                let result = self.folding(f, vec![rest], first, false, span)?;
                let otherwise = self.node(Node::Var(default), span);
                let choice = self.node(Node::If(test, result, otherwise), span);
                let bindings = vec![(default, initial.unwrap_or(list)), (all, list)];
                Ok(self.node(Node::Let(bindings, choice), span))
            }
            Loop::VectorMap | Loop::VectorForEach => self.over_vector(f, list, kind == Loop::VectorMap, span),
        }
    }

    /// The value that the function makes of the elements, one after the other, and what it made so far.
    fn folding(
        &mut self,
        f: &Function,
        lists: Vec<NodeId>,
        start: NodeId,
        value_first: bool,
        span: Span,
    ) -> Res<NodeId> {
        self.collecting(lists, start, span, |e, elements, so_far| {
            let mut values = elements;
            values.insert(if value_first { 0 } else { values.len() }, so_far);
            e.applied(f, values, span)
        })
    }

    fn over_vector(&mut self, f: &Function, vector: NodeId, map: bool, span: Span) -> Res<NodeId> {
        let (v, count, result, i) = (self.hidden(), self.hidden(), self.hidden(), self.hidden());
        let var = |e: &mut Self, v| e.node(Node::Var(v), span);
        let whole = var(self, v);
        let mut bindings = vec![(v, vector), (count, self.call_core("array-length", vec![whole], span)?)];
        if map {
            let size = var(self, count);
            bindings.push((result, self.call_core("make-array", vec![size], span)?));
        }
        let (whole, at) = (var(self, v), var(self, i));
        let element = self.node(Node::Op(Op::ArrayRef, vec![whole, at]), span);
        let x = self.hidden();
        let mut body = self.applied_to(f, x, span)?;
        if map {
            let (target, at) = (var(self, result), var(self, i));
            body = self.node(Node::Op(Op::ArraySet, vec![target, at, body]), span);
        }
        let turn = self.node(Node::Let(vec![(x, element)], body), span);
        let times = var(self, count);
        let end = if map { var(self, result) } else { self.nothing(span) };
        let all = self.node(Node::DoTimes(i, times, turn, end), span);
        Ok(self.node(Node::Let(bindings, all), span))
    }

    /// The value of the function for what is in these variables, which keep their values if a body assigns its parameters.
    fn applied(&mut self, f: &Function, arguments: Vec<VarId>, span: Span) -> Res<NodeId> {
        let values: Vec<NodeId> = arguments.iter().map(|&v| self.node(Node::Var(v), span)).collect();
        let (names, form) = match f {
            Function::Value(f) => {
                let f = self.node(Node::Var(*f), span);
                return Ok(self.node(Node::Call(f, values), span));
            }
            Function::Lambda { params, .. } => (params.clone(), None),
            Function::Builtin(head) => {
                // Names that a program cannot write.
                let count = values.len();
                let intern = |s: &mut Symbols| (1..=count).map(|i| s.intern(&format!("element {i}"))).collect();
                let names: Vec<Symbol> = self.vm.rt.new_symbols(intern)?;
                let mut call = vec![*head];
                call.extend(names.iter().map(|&n| Item { value: Value::symbol(n), span: head.span }));
                let value = self.list_value(&call)?;
                (names, Some(Item { value, span: head.span }))
            }
        };
        let vars: Vec<VarId> = names.iter().map(|&name| self.ir.add_var(name)).collect();
        let body = self.scoped(|e| {
            for (&name, &v) in names.iter().zip(&vars) {
                e.show_binding(name, v);
            }
            match (f, form) {
                (Function::Lambda { body, .. }, _) => e.body(body, span, false),
                (_, Some(form)) => e.expand(form, false),
                _ => Ok(e.nil(span)),
            }
        })?;
        Ok(self.node(Node::Let(vars.into_iter().zip(values).collect(), body), span))
    }

    fn applied_to(&mut self, f: &Function, element: VarId, span: Span) -> Res<NodeId> {
        self.applied(f, vec![element], span)
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

    /// A loop over lists side by side with a value that goes from turn to turn: `turn` gets the elements and the value so far, and makes the
    /// next one.
    ///
    /// The value is a variable of the loop, not assigned: who enters a continuation of the body again goes on with the value as it was.
    fn collecting(
        &mut self,
        lists: Vec<NodeId>,
        start: NodeId,
        span: Span,
        turn: impl FnOnce(&mut Self, Vec<VarId>, VarId) -> Res<NodeId>,
    ) -> Res<NodeId> {
        let left: Vec<VarId> = lists.iter().map(|_| self.hidden()).collect();
        let so_far = self.hidden();
        let vars: Vec<(Symbol, VarId)> = left.iter().chain([&so_far]).map(|&v| (well_known::NIL, v)).collect();
        let mut inits = lists;
        inits.push(start);
        self.in_loop(None, &vars, inits, span, false, |e, id| {
            let mut tests: Vec<NodeId> = left.iter().map(|&l| e.is_more(l, span)).collect();
            let test = match (tests.pop(), tests.is_empty()) {
                (Some(one), true) => one,
                (last, _) => {
                    tests.extend(last);
                    e.node(Node::And(tests), span)
                }
            };
            let (mut elements, mut bindings, mut next) = (Vec::new(), Vec::new(), Vec::new());
            for &l in &left {
                let (from_first, from_rest) = (e.node(Node::Var(l), span), e.node(Node::Var(l), span));
                let element = e.hidden();
                elements.push(element);
                bindings.push((element, e.node(Node::Op(Op::Car, vec![from_first]), span)));
                next.push(e.node(Node::Op(Op::Cdr, vec![from_rest]), span));
            }
            let value = turn(e, elements, so_far)?;
            next.push(e.node(Node::Let(bindings, value), span));
            let again = e.again(id, next, span);
            let done = e.node(Node::Var(so_far), span);
            Ok(e.node(Node::If(test, again, done), span))
        })
    }

    /// The list of what a loop collects, in the order in which it did.
    fn listing(
        &mut self,
        lists: Vec<NodeId>,
        span: Span,
        turn: impl FnOnce(&mut Self, Vec<VarId>, VarId) -> Res<NodeId>,
    ) -> Res<NodeId> {
        let empty = self.nil(span);
        let backwards = self.collecting(lists, empty, span, turn)?;
        self.call_core("reverse", vec![backwards], span)
    }
}
