//! Binding and assignment: `let` and its kin, `lambda`, `setq`.

use std::collections::HashSet;

use smallvec::{SmallVec, smallvec};

use super::{count, name_of, wrong_shape};
use crate::compile::expand::Expander;
use crate::compile::ir::{Bindings, Node, NodeId, Nodes, VarId};
use crate::compile::lambda_list;
use crate::compile::scopes::Binding;
use crate::compile::syntax_form::{Item, Items};
use crate::fault::Result;
use crate::source::Span;
use crate::symbol::{Symbol, well_known};
use crate::value::Value;

/// Bindings as they are written: names, initial values, places.
pub(crate) type BindingForms = SmallVec<[(Symbol, Option<Item>, Span); 2]>;

/// The bindings `((name value)...)`; a lone symbol, or a list of one, is bound to nil. They come to `result`, which is
/// empty.
pub(crate) fn bindings(e: &mut Expander<'_>, operator: &str, list: Item, result: &mut BindingForms) -> Result<()> {
    if !list.value.is_pair() && !list.value.is_nil() {
        return e.misuse(
            operator,
            list.span,
            format!("expected a list of bindings ((variable value)...), found {}", e.show(list.value)),
        );
    }
    let mut items = Items::new();
    e.items_into(list, &mut items)?;
    for &b in &items {
        let mut parts = Items::new();
        if b.value.is_pair() {
            e.items_into(b, &mut parts)?;
        } else {
            parts.push(b);
        }
        let (name, value) = match *parts.as_slice() {
            [name] => (name, None),
            [name, value] => (name, Some(value)),
            _ => {
                return e.misuse(
                    operator,
                    b.span,
                    format!("expected a binding (variable value), found {}", e.show(b.value)),
                );
            }
        };
        result.push((name_of(e, operator, name)?, value, b.span));
    }
    if e.scope.dialect.binds_words && operator != "let*" {
        let mut names = HashSet::new();
        if let Some((name, _, span)) = result.iter().find(|b| !names.insert(b.0)) {
            let name = e.vm.rt.name(e.vm.aliases.plain(*name));
            return e.misuse(operator, *span, format!("the variable {name} occurs twice"));
        }
    }
    Ok(())
}

pub(crate) fn init(e: &mut Expander<'_>, value: Option<Item>, span: Span) -> Result<NodeId> {
    // A constant is a node, too, and a variable takes memory.
    e.meter()?;
    match value {
        Some(v) => e.expand(v, false),
        None => Ok(e.false_value(span)),
    }
}

pub(crate) fn let_(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Result<NodeId> {
    let (first, rest) = match args.split_first() {
        Some((first, rest)) if !rest.is_empty() || first.value.is_pair() || first.value.is_nil() => (*first, rest),
        _ => return wrong_shape(e, form, "let", &count(args.len())),
    };
    if let Some(name) = first.value.as_symbol() {
        let Some((list, body)) = rest.split_first() else { return wrong_shape(e, form, "let", "no bindings") };
        return named_let(e, form, name, *list, body, tail);
    }
    e.declare_special(rest)?;
    let mut bound = Bindings::new();
    let mut names: SmallVec<[(Symbol, VarId); 4]> = SmallVec::new();
    let mut dynamic = Vec::new();
    let mut written = BindingForms::new();
    bindings(e, "let", first, &mut written)?;
    for &(name, value, span) in &written {
        let value = init(e, value, span)?;
        let v = e.ir.add_var(name);
        bound.push((v, value));
        match e.dynamic_cell(name) {
            Some(cell) => dynamic.push((cell, v)),
            None => names.push((name, v)),
        }
    }
    let body = e.scoped(|e| {
        for &(name, v) in &names {
            e.show_binding(name, v);
        }
        e.with_dynamic(&dynamic, form.span, tail, |e, tail| e.whole_body(form, rest, tail))
    })?;
    Ok(e.node_in_place(Node::Let(bound, body), form.span))
}

pub(crate) fn named_let(
    e: &mut Expander<'_>,
    form: Item,
    name: Symbol,
    list: Item,
    body: &[Item],
    tail: bool,
) -> Result<NodeId> {
    let mut vars = Vec::new();
    let mut inits = Nodes::new();
    let mut written = BindingForms::new();
    bindings(e, "let", list, &mut written)?;
    for &(name, value, span) in &written {
        inits.push(init(e, value, span)?);
        vars.push((name, e.ir.add_var(name)));
    }
    e.in_loop(Some(name), &vars, inits, form.span, tail, |e, _| e.whole_body(form, body, true))
}

pub(crate) fn let_star(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Result<NodeId> {
    let Some((list, body)) = args.split_first() else { return wrong_shape(e, form, "let*", "no bindings") };
    e.declare_special(body)?;
    let whole = *list;
    let mut list = BindingForms::new();
    bindings(e, "let*", whole, &mut list)?;
    if list.len() > 1 && list.iter().any(|b| e.dynamic_cell(b.0).is_some()) {
        return nested_lets(e, form, whole, body, tail);
    }
    if list.len() == 1 && list.iter().any(|b| e.dynamic_cell(b.0).is_some()) {
        return let_(e, form, args, tail);
    }
    e.scoped(|e| {
        let mut bound = Bindings::new();
        for &(name, value, span) in &list {
            let value = init(e, value, span)?;
            bound.push((e.bind(name), value));
        }
        let body = e.whole_body(form, body, tail)?;
        Ok(e.node(Node::Let(bound, body), form.span))
    })
}

/// Global variables of the library that have other values for as long as a body runs.
pub(crate) fn let_dynamic(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Result<NodeId> {
    let Some((list, body)) = args.split_first() else { return wrong_shape(e, form, "%let-dynamic", "no bindings") };
    let mut bound = Bindings::new();
    let mut dynamic = Vec::new();
    let mut written = BindingForms::new();
    bindings(e, "%let-dynamic", *list, &mut written)?;
    for &(name, value, span) in &written {
        let value = init(e, value, span)?;
        let v = e.ir.add_var(name);
        bound.push((v, value));
        let (module, name) = e.vm.aliases.origin(e.scope.module, name);
        dynamic.push((e.vm.define(module, name)?, v));
    }
    let body = e.with_dynamic(&dynamic, form.span, tail, |e, tail| e.body(body, form.span, tail))?;
    Ok(e.node(Node::Let(bound, body), form.span))
}

/// `let*` as one `let` inside another, so that each dynamic binding is in force when the next value is computed.
fn nested_lets(e: &mut Expander<'_>, form: Item, list: Item, body: &[Item], tail: bool) -> Result<NodeId> {
    let bindings = e.items(list)?;
    let Some((first, rest)) = bindings.split_first() else { return e.whole_body(form, body, tail) };
    let one = Item { value: e.list_value(&[*first])?, span: first.span };
    let others = Item { value: e.list_value(rest)?, span: list.span };
    let operator = e.vm.core_function("let*")?;
    let mut inner = vec![Item { value: operator, span: form.span }, others];
    inner.extend_from_slice(body);
    let inner = Item { value: e.list_value(&inner)?, span: form.span };
    e.deeper(form.span, |e| let_(e, form, &[one, inner], tail))
}

pub(crate) fn letrec(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Result<NodeId> {
    let Some((written, body)) = args.split_first() else { return wrong_shape(e, form, "letrec", "no bindings") };
    let mut list = BindingForms::new();
    bindings(e, "letrec", *written, &mut list)?;
    e.scoped(|e| {
        let vars: Vec<VarId> = list.iter().map(|b| e.bind(b.0)).collect();
        let mut bound = Bindings::new();
        for ((_, value, span), v) in list.into_iter().zip(vars) {
            let value = init(e, value, span)?;
            bound.push((v, value));
            if matches!(e.ir.node(value), Node::Lambda(_)) {
                bind_recursively(e, v, value);
            }
        }
        let body = e.whole_body(form, body, tail)?;
        let changes = |&(v, _): &(VarId, NodeId)| e.ir.var(v).assigned;
        if bound.len() > 1 && bound.iter().any(changes) {
            return Ok(assigned_once_known(e, bound, body, form.span));
        }
        for &(v, value) in &bound {
            bind_recursively(e, v, value);
        }
        Ok(e.node(Node::Letrec(bound, body), form.span))
    })
}

/// The bindings of a `letrec` whose variables the program assigns: all variables get their values when the last of
/// these is known. So a continuation that comes back to one of them undoes the assignments since.
fn assigned_once_known(e: &mut Expander<'_>, bound: Bindings, body: NodeId, span: Span) -> NodeId {
    let values: Vec<VarId> = bound.iter().map(|_| e.hidden()).collect();
    let set = |e: &mut Expander<'_>, v: VarId, value: VarId| {
        let value = e.node(Node::Var(value), span);
        e.node(Node::SetVar(v, value), span)
    };
    let mut parts: Nodes = bound.iter().zip(&values).map(|(&(v, _), &value)| set(e, v, value)).collect();
    // It has just been assigned.
    parts.pop();
    parts.push(body);
    let mut body = e.node(Node::Seq(parts), span);
    for (&(v, init), &value) in bound.iter().zip(&values).rev() {
        // The values after it may see it already.
        let first = set(e, v, value);
        let rest = e.node(Node::Seq(smallvec![first, body]), span);
        body = e.node(Node::Let(smallvec![(value, init)], rest), span);
    }
    let nothing = |e: &mut Expander<'_>, v: VarId| {
        let var = e.ir.var_mut(v);
        (var.assigned, var.fixed) = (true, None);
        (v, e.nil(span))
    };
    let bound = bound.iter().map(|&(v, _)| nothing(e, v)).collect();
    e.node(Node::Letrec(bound, body), span)
}

/// A variable that its own initial value may see: fixed if that is a function, else assigned once it is known.
pub(crate) fn bind_recursively(e: &mut Expander<'_>, v: VarId, value: NodeId) {
    match *e.ir.node(value) {
        Node::Lambda(l) => {
            e.ir.var_mut(v).fixed = Some(l);
            let name = e.ir.var(v).name;
            e.ir.lambda_mut(l).definition.name.get_or_insert(name);
        }
        _ => e.ir.var_mut(v).assigned = true,
    }
}

pub(crate) fn lambda(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Result<NodeId> {
    let Some((params, body)) = args.split_first() else { return wrong_shape(e, form, "lambda", "no parameter list") };
    lambda_list::function(e, form, None, *params, body)
}

pub(crate) fn function(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Result<NodeId> {
    match args {
        [name] if e.separates_functions() => named_function(e, *name, tail),
        [name] => {
            // A file of a dialect means the dialect's own function, where the name alone may mean the core's.
            let global = name.value.as_symbol().filter(|&s| e.lookup(s).is_none());
            match global.and_then(|s| e.vm.own_function(e.scope.module, s)) {
                Some(cell) => Ok(e.node(Node::Global(cell), name.span)),
                None => e.expand(*name, tail),
            }
        }
        _ => wrong_shape(e, form, "function", &count(args.len())),
    }
}

/// `(function name)`, `(function (lambda ...))`, `(function (setf name))`
fn named_function(e: &mut Expander<'_>, name: Item, tail: bool) -> Result<NodeId> {
    if let Some(symbol) = name.value.as_symbol() {
        return e.function_value(name, symbol);
    }
    match setter_name(e, name)? {
        Some(symbol) => e.function_value(name, symbol),
        None => e.expand(name, tail),
    }
}

/// The symbol that stands for a function name such as `(setf name)`.
pub(crate) fn setter_name(e: &mut Expander<'_>, name: Item) -> Result<Option<Symbol>> {
    let Some(places) = e.scope.dialect.places.filter(|_| name.value.is_pair()) else { return Ok(None) };
    let parts = e.items(name)?;
    let symbols: Vec<Symbol> = parts.iter().filter_map(|p| p.value.as_symbol()).collect();
    match (parts.len(), symbols.as_slice()) {
        (2, &[setf, place]) if e.vm.rt.name(setf) == places.operator => {
            let before = e.vm.rt.symbols.bytes();
            let rt = &mut e.vm.rt;
            let name = (places.setter)(rt, place);
            rt.heap.add_external(rt.symbols.bytes() - before).map(|()| Some(name))
        }
        _ => Ok(None),
    }
}

/// `(setf place value)`, for a variable that stands for a place.
fn set_place(e: &mut Expander<'_>, place: Item, value: Item, span: Span) -> Result<NodeId> {
    let Some(places) = e.scope.dialect.places else { return e.misuse("setq", span, "this name stands for a form") };
    let setf = Item { value: e.vm.rt.symbol(places.operator), span };
    let form = Item { value: e.list_value(&[setf, place, value])?, span };
    e.deeper(span, |e| e.expand(form, false))
}

pub(crate) fn setq(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Result<NodeId> {
    if args.is_empty() && e.separates_functions() {
        return Ok(e.nil(form.span));
    }
    if args.is_empty() || !args.len().is_multiple_of(2) {
        return wrong_shape(e, form, "setq", &count(args.len()));
    }
    let mut nodes = Nodes::new();
    for pair in args.chunks_exact(2) {
        let [target, value] = *pair else { continue };
        let name = name_of(e, "setq", target)?;
        if let Some(Binding::Alias(place)) = e.lookup(name) {
            let place = e.form_of_alias(place);
            nodes.push(set_place(e, place, value, form.span)?);
            continue;
        }
        let value = e.expand(value, false)?;
        nodes.push(assign(e, name, value, form.span)?);
    }
    match nodes.as_slice() {
        [one] => Ok(*one),
        _ => Ok(e.node(Node::Seq(nodes), form.span)),
    }
}

pub(crate) fn assign(e: &mut Expander<'_>, name: Symbol, value: NodeId, span: Span) -> Result<NodeId> {
    match e.lookup(name) {
        Some(Binding::Var(v) | Binding::Function(v)) => {
            e.mention(v);
            e.ir.var_mut(v).assigned = true;
            Ok(e.node_in_place(Node::SetVar(v, value), span))
        }
        Some(Binding::Macro(_) | Binding::Operator(_)) => {
            e.misuse("setq", span, format!("{} is a macro here and cannot be assigned", e.vm.rt.name(name)))
        }
        Some(Binding::Loop(_)) => {
            e.misuse("setq", span, format!("{} names a loop here and cannot be assigned", e.vm.rt.name(name)))
        }
        Some(Binding::Alias(_) | Binding::InPlace(_)) => {
            e.misuse("setq", span, format!("{} is no variable here and cannot be assigned", e.vm.rt.name(name)))
        }
        None => {
            let (module, name) = e.vm.aliases.origin(e.scope.module, name);
            let is_definition = !e.is_in_function_or_loop();
            let cell = if is_definition { e.vm.define(module, name)? } else { e.vm.assign(module, name)? };
            if !is_definition && !e.scope.dialect.is_strict && e.vm.globals.value(cell) == Value::UNBOUND {
                e.vm.note_assigned(cell, span);
            }
            if let Node::Lambda(l) = *e.ir.node(value) {
                e.ir.lambda_mut(l).definition.name.get_or_insert(name);
            }
            let set = e.node(Node::SetGlobal(cell, value), span);
            if !e.scope.dialect.is_strict || e.vm.globals.value(cell) != Value::UNBOUND {
                return Ok(set);
            }
            // Reading it is an error until it is defined.
            let read = e.node(Node::Global(cell), span);
            Ok(e.node(Node::Seq(smallvec![read, set]), span))
        }
    }
}

pub(crate) fn alambda(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Result<NodeId> {
    let Some((params, body)) = args.split_first() else { return wrong_shape(e, form, "alambda", "no parameter list") };
    e.scoped(|e| {
        let v = e.bind(well_known::SELF);
        let f = lambda_list::function(e, form, None, *params, body)?;
        bind_recursively(e, v, f);
        let value = e.node(Node::Var(v), form.span);
        Ok(e.node(Node::Letrec(smallvec![(v, f)], value), form.span))
    })
}
