//! Definitions: functions, methods, macros.
//!
//! `(%check (parameter type)...)` is how functions of the library check their arguments, each under its own name. A
//! third part, a string, is the name of the value in messages.

use smallvec::smallvec;

use super::{at_least, count, name_of, wrong_shape};
use crate::compile::expand::Expander;
use crate::compile::ir::{Node, NodeId, Nodes, Op};
use crate::compile::lambda_list;
use crate::compile::syntax_form::Item;
use crate::fault::{Code, ErrorData, Result};
use crate::symbol::{Symbol, well_known};
use crate::value::{Kind, Value};

pub(super) fn mlambda(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Result<NodeId> {
    let [params, body @ ..] = at_least(e, form, "mlambda", args, 2)? else { return e.syntax(form.span, "mlambda") };
    macro_object(e, form, None, *params, body)
}

/// The code that makes a macro object: its expander gets the list of arguments, whatever the shape of `params`.
pub(super) fn macro_object(
    e: &mut Expander<'_>,
    form: Item,
    name: Option<Symbol>,
    params: Item,
    body: &[Item],
) -> Result<NodeId> {
    let expander = lambda_list::expander(e, form, name, params, body)?;
    let name = e.constant(name.map_or(Value::NIL, Value::symbol), form.span);
    e.call_core("%make-macro", &[expander, name], form.span)
}

pub(super) fn defmacro(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Result<NodeId> {
    let [name, params, body @ ..] = args else { return wrong_count(e, form, "defmacro") };
    if body.is_empty() {
        return wrong_count(e, form, "defmacro");
    }
    let symbol = name_of(e, "defmacro", *name)?;
    let object = macro_object(e, form, Some(symbol), *params, body)?;
    let cell = e.vm.define(e.module, symbol)?;
    e.vm.note_operator(e.module, cell);
    let set = e.node(Node::SetGlobal(cell, object), form.span);
    let result = e.constant(name.value, form.span);
    Ok(e.node(Node::Seq(smallvec![set, result]), form.span))
}

/// An error when the definition is *evaluated*, so that a program can catch it: the one that the documented solver's
/// dialect has (docs/design/search.md).
pub(super) fn wrong_count(e: &mut Expander<'_>, form: Item, name: &str) -> Result<NodeId> {
    let message = format!("wrong number of arguments for {name}");
    let c = ErrorData::new(Code::Syntax, message).with_irritants(&[form.value]);
    let c = e.located(c, form.span);
    let condition = e.vm.rt.heap.condition(c)?;
    let tag = e.constant(Value::symbol(well_known::ERROR), form.span);
    let condition = e.constant(condition, form.span);
    Ok(e.node(Node::Op(Op::Throw, smallvec![tag, condition]), form.span))
}

pub(super) fn defproc(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Result<NodeId> {
    let [name, params, body @ ..] = args else { return wrong_count(e, form, "defproc") };
    // A function without parameters may have an empty body on purpose: it does nothing.
    let nothing = [Item { value: Value::NIL, span: form.span }];
    let body = if body.is_empty() && params.value.is_nil() { &nothing } else { body };
    if body.is_empty() {
        return wrong_count(e, form, "defproc");
    }
    let symbol = name_of(e, "defproc", *name)?;
    let cell = e.vm.define(e.module, symbol)?;
    let f = lambda_list::function(e, form, Some(symbol), *params, body)?;
    let define = e.node_in_place(Node::Define(cell, f), form.span);
    let result = e.constant(name.value, form.span);
    Ok(e.node_in_place(Node::Seq(smallvec![define, result]), form.span))
}

pub(super) fn defmethod(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Result<NodeId> {
    let [name, params, guard, body @ ..] = args else {
        return wrong_shape(e, form, "defmethod", &count(args.len()));
    };
    if body.is_empty() {
        return wrong_shape(e, form, "defmethod", &count(args.len()));
    }
    let symbol = name_of(e, "defmethod", *name)?;
    let cell = e.vm.define(e.module, symbol)?;
    let (plain, types) = lambda_list::typed_params(e, *params)?;
    let list = Item { value: e.list_value(&plain)?, span: params.span };
    // A fresh list has no places of its own; the parameters are symbols, so nothing is lost.
    let body_function = lambda_list::function(e, form, Some(symbol), list, body)?;
    let guard_function = if guard.value == Value::T {
        e.nil(guard.span)
    } else {
        lambda_list::function(e, Item { value: form.value, span: guard.span }, Some(symbol), list, &[*guard])?
    };
    let body_list = e.list_value(body)?;
    let source = e.vm.rt.heap.list(&[params.value, guard.value, body_list])?;
    let args = [
        e.constant(Value::fix(i64::from(cell)), form.span),
        e.constant(name.value, form.span),
        e.constant(types, params.span),
        guard_function,
        body_function,
        e.constant(source, form.span),
    ];
    e.call_core("%add-method", &args, form.span)
}

/// Compiles `%check`: nearly every argument of a type passes with a jump. A native looks at the others more closely.
pub(super) fn check(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Result<NodeId> {
    let mut checks = Nodes::new();
    for arg in at_least(e, form, "%check", args, 1)? {
        let parts = e.items(*arg)?;
        let (parameter, ty, name) = match *parts.as_slice() {
            [parameter, ty] => (parameter, ty, name_of(e, "%check", parameter)?),
            [parameter, ty, name] if name.value.is(Kind::STRING) => {
                let name = e.vm.rt.heap.as_str(name.value).unwrap_or_default().to_string();
                (parameter, ty, e.vm.rt.symbols.intern(&name))
            }
            _ => return wrong_shape(e, form, "%check", "something else"),
        };
        let name = Value::symbol(name);
        let ty = Value::symbol(name_of(e, "%check", ty)?);
        let value = e.expand(parameter, false)?;
        let (ty_node, name_node) = (e.constant(ty, form.span), e.constant(name, form.span));
        let mut check = e.call_core("%check-argument", &[ty_node, name_node, value], form.span)?;
        for op in usual(ty.as_symbol().map_or("", |s| e.vm.rt.name(s))) {
            let value = e.expand(parameter, false)?;
            let (test, fine) = (e.node(Node::Op(*op, smallvec![value]), form.span), e.nothing(form.span));
            check = e.node(Node::If(test, fine, check), form.span);
        }
        checks.push(check);
    }
    Ok(e.node(Node::Seq(checks), form.span))
}

/// The tests that are instructions, the likeliest last.
fn usual(ty: &str) -> &'static [Op] {
    match ty {
        "function" => &[Op::IsKind(Kind::NATIVE), Op::IsKind(Kind::CLOSURE)],
        "list" | "sequence" | "place" => &[Op::IsNull, Op::IsPair],
        "array" => &[Op::IsKind(Kind::ARRAY)],
        "string" => &[Op::IsKind(Kind::STRING)],
        "table" => &[Op::IsKind(Kind::TABLE)],
        "number" => &[Op::IsKind(Kind::NUMBERS)],
        _ => &[],
    }
}
