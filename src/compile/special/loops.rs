//! Loops, and the operators that leave blocks or run something however they are left.

use smallvec::smallvec;

use super::binding::init;
use super::{count, name_of, wrong_shape};
use crate::compile::expand::Expander;
use crate::compile::ir::{Node, NodeId, Nodes};
use crate::compile::syntax_form::{Item, Items};
use crate::fault::Result;
use crate::symbol::Symbol;

/// `(variable source [result])`, the head of `dotimes` and `dolist`.
pub(super) fn loop_head(
    e: &mut Expander<'_>,
    form: Item,
    args: &[Item],
    name: &str,
) -> Result<(Symbol, Item, Option<Item>)> {
    let Some(head) = args.first() else { return wrong_shape(e, form, name, "nothing") };
    let mut parts = Items::new();
    if head.value.is_pair() {
        e.items_into(*head, &mut parts)?;
    }
    match *parts.as_slice() {
        [v, source] => Ok((name_of(e, name, v)?, source, None)),
        [v, source, result] => Ok((name_of(e, name, v)?, source, Some(result))),
        _ => wrong_shape(e, form, name, &e.show(head.value)),
    }
}

pub(super) fn dotimes(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Result<NodeId> {
    let (name, source, result) = loop_head(e, form, args, "dotimes")?;
    counted(e, form, (name, source, result), args.get(1..).unwrap_or(&[]), true)
}

pub(super) fn dolist(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Result<NodeId> {
    let (name, source, result) = loop_head(e, form, args, "dolist")?;
    counted(e, form, (name, source, result), args.get(1..).unwrap_or(&[]), false)
}

pub(super) fn counted(
    e: &mut Expander<'_>,
    form: Item,
    (name, source, result): (Symbol, Item, Option<Item>),
    body: &[Item],
    times: bool,
) -> Result<NodeId> {
    let source = e.expand(source, false)?;
    let items = body;
    e.in_block(None, form.span, |e| {
        let v = e.ir.add_var(name);
        let body = e.scoped(|e| {
            e.show_binding(name, v);
            e.body(items, form.span, false)
        })?;
        // The count is visible in the result form of dotimes through a variable of its own; dolist's variable is nil
        // there. Most do not look at it.
        let result_var = e.ir.add_var(name);
        let result = match result {
            Some(r) => e.scoped(|e| {
                e.show_binding(name, result_var);
                e.passing_values(|e, tail| e.expand(r, tail))
            })?,
            None => e.nothing(form.span),
        };
        let is_asked_for = e.ir.var(result_var).mentioned.is_some();
        let with_variable = |e: &mut Expander<'_>, value: NodeId| {
            if is_asked_for { e.node(Node::Let(smallvec![(result_var, value)], result), form.span) } else { result }
        };
        if times && matches!(e.ir.node(source), Node::Const(_)) {
            let result = with_variable(e, source);
            Ok(e.node(Node::DoTimes(v, source, body, result), form.span))
        } else if times {
            let count = e.hidden();
            let count_node = e.node(Node::Var(count), form.span);
            let result = with_variable(e, count_node);
            let node = e.node(Node::DoTimes(v, count_node, body, result), form.span);
            Ok(e.node(Node::Let(smallvec![(count, source)], node), form.span))
        } else {
            let nil = e.nil(form.span);
            let result = with_variable(e, nil);
            Ok(e.node(Node::DoList(v, source, body, result), form.span))
        }
    })
}

pub(super) fn while_(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Result<NodeId> {
    let Some((test, body)) = args.split_first() else { return wrong_shape(e, form, "while", "no test") };
    e.in_block(None, form.span, |e| {
        let test = e.expand(*test, false)?;
        let body = e.body(body, form.span, false)?;
        Ok(e.node(Node::While(test, body), form.span))
    })
}

pub(super) fn do_(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Result<NodeId> {
    let [list, end, body @ ..] = args else { return wrong_shape(e, form, "do", &count(args.len())) };
    let mut vars = Vec::new();
    let mut inits = Nodes::new();
    let mut steps = Vec::new();
    for b in e.items(*list)? {
        let parts = if b.value.is_pair() { e.items(b)? } else { smallvec![b] };
        let (name, value, step) = match *parts.as_slice() {
            [name] => (name, None, None),
            [name, value] => (name, Some(value), None),
            [name, value, step] => (name, Some(value), Some(step)),
            _ => return e.misuse("do", b.span, format!("expected (variable init step), found {}", e.show(b.value))),
        };
        let name = name_of(e, "do", name)?;
        inits.push(init(e, value, b.span)?);
        vars.push((name, e.ir.add_var(name)));
        steps.push(step);
    }
    let end = if end.value.is_pair() { e.items(*end)? } else { Items::new() };
    let Some((test, results)) = end.split_first() else { return wrong_shape(e, form, "do", "no end test") };
    e.in_block(None, form.span, |e| {
        e.in_loop(None, &vars, inits, form.span, tail, |e, id| {
            let test = e.expand(*test, false)?;
            let results = e.passing_values(|e, tail| e.body(results, form.span, tail))?;
            let body = e.body(body, form.span, false)?;
            let mut args = Nodes::new();
            for (step, (_, v)) in steps.iter().zip(&vars) {
                args.push(match step {
                    Some(s) => e.expand(*s, false)?,
                    None => e.node(Node::Var(*v), form.span),
                });
            }
            let again = e.again(id, args, form.span);
            let turn = e.node(Node::Seq(smallvec![body, again]), form.span);
            Ok(e.node(Node::If(test, results, turn), form.span))
        })
    })
}

pub(super) fn catch(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Result<NodeId> {
    let Some((tag, body)) = args.split_first() else { return wrong_shape(e, form, "catch", "no tag") };
    let tag = e.expand(*tag, false)?;
    let body = e.passing_values(|e, tail| e.body(body, form.span, tail))?;
    Ok(e.node(Node::Catch(tag, body), form.span))
}

pub(super) fn catch_and_apply(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Result<NodeId> {
    let [tag, f, body @ ..] = args else { return wrong_shape(e, form, "catch-and-apply", &count(args.len())) };
    let tag = e.expand(*tag, false)?;
    let f = e.expand(*f, false)?;
    let body = e.passing_values(|e, tail| e.body(body, form.span, tail))?;
    Ok(e.node(Node::CatchApply(tag, f, body), form.span))
}

pub(super) fn unwind_protect(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Result<NodeId> {
    let Some((body, cleanup)) = args.split_first() else { return wrong_shape(e, form, "unwind-protect", "nothing") };
    let body = e.passing_values(|e, tail| e.expand(*body, tail))?;
    let cleanup = e.body(cleanup, form.span, false)?;
    Ok(e.node(Node::UnwindProtect(body, cleanup), form.span))
}

pub(super) fn block_name(e: &Expander<'_>, what: &str, item: Item) -> Result<Option<Symbol>> {
    if item.value.is_nil() { Ok(None) } else { name_of(e, what, item).map(Some) }
}

pub(super) fn block(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Result<NodeId> {
    let Some((name, body)) = args.split_first() else { return wrong_shape(e, form, "block", "no name") };
    let name = block_name(e, "block", *name)?;
    e.in_block(name, form.span, |e| e.passing_values(|e, tail| e.body(body, form.span, tail)))
}

pub(super) fn return_from(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Result<NodeId> {
    let (name, value) = match *args {
        [name] => (name, None),
        [name, value] => (name, Some(value)),
        _ => return wrong_shape(e, form, "return-from", &count(args.len())),
    };
    let symbol = block_name(e, "return-from", name)?;
    leave(e, form, symbol, value, |e| format!("there is no block named {} around this", e.show(name.value)))
}

pub(super) fn return_(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Result<NodeId> {
    let value = match *args {
        [] => None,
        [value] => Some(value),
        _ => return wrong_shape(e, form, "return", &count(args.len())),
    };
    leave(e, form, None, value, |_| "there is no loop or block named nil around this".into())
}

pub(super) fn leave(
    e: &mut Expander<'_>,
    form: Item,
    name: Option<Symbol>,
    value: Option<Item>,
    message: impl FnOnce(&Expander<'_>) -> String,
) -> Result<NodeId> {
    let Some(id) = e.find_block(name) else {
        let message = message(e);
        return e.syntax(form.span, message);
    };
    let value = match value {
        Some(value) => e.passing_values(|e, tail| e.expand(value, tail))?,
        None => e.nil(form.span),
    };
    Ok(e.leave(id, value, form.span))
}
