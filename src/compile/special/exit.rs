//! Exits: `catch`, `unwind-protect`, blocks.

use super::{count, name_of, wrong_shape};
use crate::compile::expand::Expander;
use crate::compile::ir::{Node, NodeId};
use crate::compile::parts::Item;
use crate::fault::Res;
use crate::symbol::Symbol;

pub(super) fn catch(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Res<NodeId> {
    let Some((tag, body)) = args.split_first() else { return wrong_shape(e, form, "catch", "no tag") };
    let tag = e.expand(*tag, false)?;
    let body = e.passing_values(|e, tail| e.body(body, form.span, tail))?;
    Ok(e.node(Node::Catch(tag, body), form.span))
}

pub(super) fn catch_and_apply(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Res<NodeId> {
    let [tag, f, body @ ..] = args else { return wrong_shape(e, form, "catch-and-apply", &count(args.len())) };
    let tag = e.expand(*tag, false)?;
    let f = e.expand(*f, false)?;
    let body = e.passing_values(|e, tail| e.body(body, form.span, tail))?;
    Ok(e.node(Node::CatchApply(tag, f, body), form.span))
}

pub(super) fn unwind_protect(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Res<NodeId> {
    let Some((body, cleanup)) = args.split_first() else { return wrong_shape(e, form, "unwind-protect", "nothing") };
    let body = e.passing_values(|e, tail| e.expand(*body, tail))?;
    let cleanup = e.body(cleanup, form.span, false)?;
    Ok(e.node(Node::UnwindProtect(body, cleanup), form.span))
}

pub(super) fn block_name(e: &Expander<'_>, what: &str, item: Item) -> Res<Option<Symbol>> {
    if item.value.is_nil() { Ok(None) } else { name_of(e, what, item).map(Some) }
}

pub(super) fn block(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Res<NodeId> {
    let Some((name, body)) = args.split_first() else { return wrong_shape(e, form, "block", "no name") };
    let name = block_name(e, "block", *name)?;
    e.in_block(name, form.span, |e| e.passing_values(|e, tail| e.body(body, form.span, tail)))
}

pub(super) fn return_from(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Res<NodeId> {
    let (name, value) = match *args {
        [name] => (name, None),
        [name, value] => (name, Some(value)),
        _ => return wrong_shape(e, form, "return-from", &count(args.len())),
    };
    let symbol = block_name(e, "return-from", name)?;
    leave(e, form, symbol, value, |e| format!("there is no block named {} around this", e.show(name.value)))
}

pub(super) fn return_(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Res<NodeId> {
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
) -> Res<NodeId> {
    let Some(id) = e.find_block(name) else {
        let message = message(e);
        return e.syntax(form.span, message);
    };
    let value = match value {
        Some(value) => e.passing_values(|e, tail| e.expand(value, tail))?,
        None => e.nil(form.span),
    };
    Ok(e.node(Node::Leave(id, value), form.span))
}
