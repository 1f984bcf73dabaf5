//! Operators that the macros of Common Lisp expand to, where functions have a namespace of their own: definitions,
//! local functions and macros, symbol macros, labels.

use smallvec::smallvec;

use crate::bytecode::Inline;
use crate::compile::expand::{Expander, Tag};
use crate::compile::ir::{Bindings, Node, NodeId, Nodes, Op, VarId};
use crate::compile::lambda_list;
use crate::compile::scopes::Binding;
use crate::compile::special::binding::{BindingForms, bindings, setter_name};
use crate::compile::special::{bind_recursively, count, name_of, specials, wrong_shape};
use crate::compile::syntax_form::{Item, Items};
use crate::fault::Result;
use crate::source::Span;
use crate::symbol::Symbol;
use crate::value::{Kind, Value};

specials! {
    "%defun" "(%defun name block (parameter...) expr...)" => defun;
    "%define-macro" "(%define-macro name macro)" => define_macro;
    "%labels" "(%labels ((name (parameter...) expr...)...) expr...)" => labels;
    "%flet" "(%flet ((name (parameter...) expr...)...) expr...)" => flet;
    "%macrolet" "(%macrolet ((name macro)...) expr...)" => macrolet;
    "%symbol-macrolet" "(%symbol-macrolet ((name form)...) expr...)" => symbol_macrolet;
    "%tagbody" "(%tagbody {tag | expr}...)" => tagbody;
    "%go" "(%go tag)" => go;
    "%place-macro" "(%place-macro (operator before...) place (after...) expr)" => place_macro;
    "%multiple-values" "(%multiple-values expr)" => multiple_values;
}

/// `(%defun name block parameters expr...)`
fn defun(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Result<NodeId> {
    let [name, block, params, body @ ..] = args else { return wrong_shape(e, form, "%defun", &count(args.len())) };
    let symbol = name_of(e, "defun", *name)?;
    let block = name_of(e, "defun", *block)?;
    let cell = e.vm.define_function(e.scope.module, symbol)?;
    let f = lambda_list::function(e, form, Some(block), *params, body)?;
    let define = e.node(Node::SetGlobal(cell, f), form.span);
    let result = e.constant(name.value, form.span);
    Ok(e.node(Node::Seq(smallvec![define, result]), form.span))
}

/// `(%define-macro name macro)`
fn define_macro(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Result<NodeId> {
    let [name, object] = args else { return wrong_shape(e, form, "%define-macro", &count(args.len())) };
    let symbol = name_of(e, "defmacro", *name)?;
    let cell = e.vm.define_function(e.scope.module, symbol)?;
    e.vm.note_operator(e.scope.module, cell);
    let object = e.expand(*object, false)?;
    let define = e.node(Node::SetGlobal(cell, object), form.span);
    let number = e.constant(Value::fix(i64::from(cell)), form.span);
    let renewed = e.call_library("%macro-defined", &[number], form.span)?;
    let result = e.constant(name.value, form.span);
    Ok(e.node(Node::Seq(smallvec![define, renewed, result]), form.span))
}

/// A local function: `(name parameters expr...)`.
struct LocalFunction {
    name: Symbol,
    block: Symbol,
    params: Item,
    body: Items,
    whole: Item,
}

fn local_functions(e: &mut Expander<'_>, what: &str, list: Item) -> Result<Vec<LocalFunction>> {
    let mut functions = Vec::new();
    for whole in e.items(list)? {
        let parts = if whole.value.is_pair() { e.items(whole)? } else { Items::new() };
        let [name, params, body @ ..] = parts.as_slice() else {
            let shown = e.show(whole.value);
            return e.misuse(what, whole.span, format!("expected (name (parameter...) expr...), found {shown}"));
        };
        // `(setf place)` is called by a name of its own; its block is named as the place.
        let (name, block) = match setter_name(e, *name)? {
            Some(setter) => (setter, e.items(*name)?.last().and_then(|p| p.value.as_symbol()).unwrap_or(setter)),
            None => name_of(e, what, *name).map(|n| (n, n))?,
        };
        functions.push(LocalFunction { name, block, params: *params, body: body.into(), whole });
    }
    Ok(functions)
}

/// `(%labels ((name parameters expr...)...) expr...)`
fn labels(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Result<NodeId> {
    let Some((list, body)) = args.split_first() else { return wrong_shape(e, form, "%labels", "nothing") };
    let functions = local_functions(e, "labels", *list)?;
    e.scoped(|e| {
        let vars: Vec<VarId> = functions.iter().map(|f| bind_function(e, f.name)).collect();
        let mut bound = Bindings::new();
        for (f, v) in functions.iter().zip(vars) {
            let value = lambda_list::function(e, f.whole, Some(f.block), f.params, &f.body)?;
            bound.push((v, value));
            bind_recursively(e, v, value);
        }
        let body = e.body(body, form.span, tail)?;
        Ok(e.node(Node::Letrec(bound, body), form.span))
    })
}

fn bind_function(e: &mut Expander<'_>, name: Symbol) -> VarId {
    let v = e.ir.add_var(name);
    e.show_as(name, Binding::Function(v));
    v
}

/// `(%flet ((name parameters expr...)...) expr...)`
fn flet(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Result<NodeId> {
    let Some((list, body)) = args.split_first() else { return wrong_shape(e, form, "%flet", "nothing") };
    let mut bound = Bindings::new();
    let mut names = Vec::new();
    for f in local_functions(e, "flet", *list)? {
        let value = lambda_list::function(e, f.whole, Some(f.block), f.params, &f.body)?;
        bound.push((e.ir.add_var(f.name), value));
        names.push(f.name);
    }
    let body = e.scoped(|e| {
        for (&name, &(v, _)) in names.iter().zip(&bound) {
            e.show_as(name, Binding::Function(v));
        }
        e.body(body, form.span, tail)
    })?;
    Ok(e.node(Node::Let(bound, body), form.span))
}

/// `(%macrolet ((name expression-for-a-macro)...) expr...)`
fn macrolet(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Result<NodeId> {
    let Some((list, body)) = args.split_first() else { return wrong_shape(e, form, "%macrolet", "nothing") };
    let mut macros = Vec::new();
    let mut written = BindingForms::new();
    bindings(e, "macrolet", *list, &mut written)?;
    for (name, expander, span) in written {
        let Some(expander) = expander else { return e.misuse("macrolet", span, "a macro needs a body") };
        let object = e.evaluated_now(expander)?;
        if !object.is(Kind::MACRO) {
            return e.misuse("macrolet", span, "this makes no macro");
        }
        macros.push((name, object));
    }
    e.scoped(|e| {
        for (name, object) in macros {
            e.show_as(name, Binding::Operator(object));
        }
        e.body(body, form.span, tail)
    })
}

/// `(%place-macro (operator before...) place (after...) expr)`: if the operator of the place is a local macro, this is
/// `(operator before... expanded-place after...)`, else `expr`. The macro that produces this form cannot see local
/// macros.
fn place_macro(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Result<NodeId> {
    let &[before, place, after, other] = args else { return wrong_shape(e, form, "%place-macro", &count(args.len())) };
    let head = if place.value.is_pair() { e.vm.rt.heap.car(place.value).as_symbol() } else { None };
    match head.and_then(|name| e.lookup_function(name)) {
        Some(Binding::Operator(object)) if object.is(Kind::MACRO) => {
            let expanded = e.expand_once(object, place, None)?;
            let mut items = e.items(before)?;
            items.push(Item { value: expanded, span: place.span });
            items.extend(e.items(after)?);
            let form = Item { value: e.list_value(&items)?, span: form.span };
            e.deeper(form.span, |e| e.expand(form, tail))
        }
        _ => e.expand(other, tail),
    }
}

/// `(symbol-macrolet ((name form)...) expr...)`
fn symbol_macrolet(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Result<NodeId> {
    let Some((list, body)) = args.split_first() else { return wrong_shape(e, form, "%symbol-macrolet", "nothing") };
    let mut aliases = BindingForms::new();
    bindings(e, "symbol-macrolet", *list, &mut aliases)?;
    e.scoped(|e| {
        for &(name, place, span) in &aliases {
            let place = place.unwrap_or(Item { value: Value::NIL, span });
            e.show_alias(name, place);
        }
        e.body(body, form.span, tail)
    })
}

/// `(%tagbody {tag | statement}...)`: a variable holds the number of the part to go on with. The parts follow each
/// other in a loop, each done if the variable is not beyond it; `go` ends the iteration with another number.
fn tagbody(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Result<NodeId> {
    let is_tag = |item: &Item| !item.value.is_pair() && !item.value.is_nil();
    let span = form.span;
    if !args.iter().any(is_tag) {
        let mut nodes = e.expand_all(args)?;
        nodes.push(e.nil(span));
        return Ok(e.node(Node::Seq(nodes), span));
    }
    let name = e.vm.rt.new_symbols(|s| s.gensym("tagbody"))?;
    let part = e.hidden();
    e.ir.var_mut(part).assigned = true;
    let turn = e.in_block(Some(name), span, |e| {
        let Some(block) = e.find_block(Some(name)) else { return e.syntax(span, "tagbody") };
        let mark = e.scope.tags.len();
        let tags = args.iter().filter(|i| is_tag(i)).enumerate();
        let tags: Vec<Tag> = tags.map(|(i, t)| Tag { tag: t.value, block, part: i as i64 + 1 }).collect();
        e.scope.tags.extend(tags);
        let result = tagbody_parts(e, args, part, span);
        e.scope.tags.truncate(mark);
        result
    })?;
    let again = e.node(Node::SetVar(part, turn), span);
    let test = e.node(Node::Var(part), span);
    let turns = e.node(Node::While(test, again), span);
    let start = e.constant(Value::ZERO, span);
    Ok(e.node(Node::Let(smallvec![(part, start)], turns), span))
}

fn tagbody_parts(e: &mut Expander<'_>, args: &[Item], part: VarId, span: Span) -> Result<NodeId> {
    let mut nodes = Nodes::new();
    let parts = args.split(|item| !item.value.is_pair() && !item.value.is_nil());
    for (number, statements) in parts.enumerate() {
        let inside = e.expand_all(statements)?;
        let inside = e.node(Node::Seq(inside), span);
        let (at, this) = (e.node(Node::Var(part), span), e.constant(Value::fix(number as i64), span));
        let test = e.node(Node::Op(Op::LessEqual, smallvec![at, this]), span);
        let nil = e.nil(span);
        nodes.push(e.node(Node::If(test, inside, nil), span));
    }
    nodes.push(e.nil(span));
    Ok(e.node(Node::Seq(nodes), span))
}

/// Tags that a tick pays for looking through.
const TAGS_PER_TICK: usize = 256;

/// `(%go tag)`
fn go(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Result<NodeId> {
    let &[tag] = args else { return wrong_shape(e, form, "%go", &count(args.len())) };
    e.vm.rt.charge(e.scope.tags.len() / TAGS_PER_TICK)?;
    let found = e.scope.tags.iter().rev().find(|t| t.tag == tag.value).map(|t| (t.block, t.part));
    let Some((block, part)) = found else {
        let shown = e.show(tag.value);
        return e.misuse("go", form.span, format!("there is no tag {shown} around this"));
    };
    let value = e.constant(Value::fix(part), form.span);
    Ok(e.leave(block, value, form.span))
}

/// `(%multiple-values expr)`: the list of all values of the expression.
fn multiple_values(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Result<NodeId> {
    let &[expression] = args else { return wrong_shape(e, form, "%multiple-values", &count(args.len())) };
    if let Some(list) = list_of_values(e, expression)? {
        return Ok(list);
    }
    let value = match plain_call(e, expression)? {
        Some(call) => call,
        None => {
            // A function can return several values, but an expression in operand position yields one.
            let id = e.add_lambda(form.span, Value::NIL);
            let body = e.in_function(|e| e.expand(expression, true))?;
            e.ir.lambda_mut(id).body = body;
            let f = e.node(Node::Lambda(id), form.span);
            e.node(Node::Call(f, Nodes::new()), form.span)
        }
    };
    e.call_core("%values->list", &[value], form.span)
}

/// The list of all values of a form, if it calls a builtin for which another one returns that.
fn list_of_values(e: &mut Expander<'_>, form: Item) -> Result<Option<NodeId>> {
    if !form.value.is_pair() {
        return Ok(None);
    }
    let head = e.first_item(form);
    let Some(name) = head.value.as_symbol().filter(|&name| e.lookup_function(name).is_none()) else {
        return Ok(None);
    };
    let cell = e.function_global(name)?;
    let value = e.vm.globals.value(cell);
    if !value.is(Kind::NATIVE) || !e.vm.is_given(cell) {
        return Ok(None);
    }
    let rest = Item { value: e.vm.rt.heap.cdr(form.value), span: form.span };
    let args = e.items(rest)?;
    let all = e.vm.inline_of(value).iter().find_map(|&inline| match inline {
        Inline::AllValues(name) if inline.takes(args.len()) => Some(name),
        _ => None,
    });
    let Some(all) = all else { return Ok(None) };
    let Some(f) = e.vm.function_for_dialect(e.scope.module, all)? else { return Ok(None) };
    match e.inline_native(f, form, &args, false)? {
        Some(node) => Ok(Some(node)),
        None => e.call(Node::Const(f), head.span, &args, form.span).map(Some),
    }
}

/// The call that a form is, if it is one of a function that has a name.
fn plain_call(e: &mut Expander<'_>, form: Item) -> Result<Option<NodeId>> {
    if !form.value.is_pair() {
        return Ok(None);
    }
    let head = e.first_item(form);
    let Some(name) = head.value.as_symbol() else { return Ok(None) };
    let rest = Item { value: e.vm.rt.heap.cdr(form.value), span: form.span };
    let f = match e.lookup_function(name) {
        Some(Binding::Function(v)) => Node::Var(v),
        Some(_) => return Ok(None),
        None => {
            let cell = e.function_global(name)?;
            let value = e.vm.globals.value(cell);
            let is_macro = value.is(Kind::LAZY) && e.vm.lazy_is_macro(value);
            if is_macro || matches!(value.kind(), Kind::SPECIAL | Kind::MACRO) {
                return Ok(None);
            }
            Node::Global(cell)
        }
    };
    let args = e.items(rest)?;
    e.call(f, head.span, &args, form.span).map(Some)
}
