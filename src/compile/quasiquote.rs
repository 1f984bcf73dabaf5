//! Quasi-quotation: a template becomes the code that builds it.

use smallvec::smallvec;

use super::expand::Expander;
use super::ir::{Node, NodeId, Op};
use super::syntax_form::{Item, Items};
use crate::fault::Result;
use crate::source::Span;
use crate::symbol::{Symbol, well_known};
use crate::value::Value;

/// `(quasi-quote template)`
pub(super) fn quasi_quote(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Result<NodeId> {
    match args {
        [template] => build(e, *template, 1),
        _ => e.misuse("quasi-quote", form.span, "expected one template"),
    }
}

/// `(unquote x)` where no template is.
pub(super) fn outside(e: &mut Expander<'_>, form: Item, _: &[Item], _: bool) -> Result<NodeId> {
    e.syntax(form.span, format!("{} is not inside a template, a form that begins with `", e.show(form.value)))
}

/// `(operator x)` taken apart, for the three operators of templates.
fn marked(e: &mut Expander<'_>, template: Item) -> Result<Option<(Symbol, Item)>> {
    let head = e.vm.rt.heap.car(template.value);
    let operator = head.as_symbol().map(|s| e.vm.aliases.plain(s)).filter(|&s| {
        matches!(
            s,
            well_known::QUASI_QUOTE | well_known::QUASIQUOTE | well_known::UNQUOTE | well_known::UNQUOTE_SPLICING
        )
    });
    // In Scheme a variable of that name means nothing special.
    let shadowed = e.scope.dialect.binds_words && head.as_symbol().is_some_and(|s| e.lookup(s).is_some());
    let Some(operator) = operator.filter(|_| !shadowed) else { return Ok(None) };
    let (items, tail) = e.items_and_tail(template)?;
    match items.as_slice() {
        [_, x] if tail.value.is_nil() => Ok(Some((operator, *x))),
        _ => Ok(None),
    }
}

/// `(unquote x...)` or `(unquote-splicing x...)` with any number of forms but one: what `,,@` has made in a template
/// inside a template.
fn several(e: &mut Expander<'_>, template: Item) -> Result<Option<(Symbol, Items)>> {
    if !template.value.is_pair() {
        return Ok(None);
    }
    let head = e.vm.rt.heap.car(template.value).as_symbol().map(|s| e.vm.aliases.plain(s));
    let Some(operator) = head.filter(|s| matches!(*s, well_known::UNQUOTE | well_known::UNQUOTE_SPLICING)) else {
        return Ok(None);
    };
    let (items, tail) = e.items_and_tail(template)?;
    if items.len() == 2 || !tail.value.is_nil() {
        return Ok(None);
    }
    Ok(Some((operator, items.into_iter().skip(1).collect())))
}

/// The code for `template`, `level` quasi-quotations deep.
fn build(e: &mut Expander<'_>, template: Item, level: u32) -> Result<NodeId> {
    if !template.value.is_pair() {
        if let Some(elements) = e.vector_items(template.value) {
            return vector(e, template, &elements, level);
        }
        let value = e.without_aliases(template.value)?;
        return Ok(e.constant(value, template.span));
    }
    match marked(e, template)? {
        Some((operator, x)) => operation(e, template, operator, x, level),
        None => list(e, template, level),
    }
}

/// The code for a form `(operator x)` of a template, with one of the three operators of templates.
fn operation(e: &mut Expander<'_>, template: Item, operator: Symbol, x: Item, level: u32) -> Result<NodeId> {
    match operator {
        well_known::UNQUOTE if level == 1 => return e.expand(x, false),
        well_known::UNQUOTE_SPLICING if level == 1 => {
            return e.misuse("unquote-splicing", template.span, "there is no list here to splice into");
        }
        _ => {}
    }
    let is_template = matches!(operator, well_known::QUASI_QUOTE | well_known::QUASIQUOTE);
    let level = if is_template { level + 1 } else { level - 1 };
    let head = e.constant(Value::symbol(operator), template.span);
    // `,,@forms`: the inner template will take the values of all these forms.
    if level == 1
        && x.value.is_pair()
        && let Some((well_known::UNQUOTE_SPLICING, forms)) = marked(e, x)?
    {
        let forms = e.expand(forms, false)?;
        return Ok(e.node(Node::Op(Op::Cons, smallvec![head, forms]), template.span));
    }
    let inner = nested(e, x, level)?;
    Ok(e.node(Node::List(smallvec![head, inner]), template.span))
}

/// The code for a list in a template.
fn list(e: &mut Expander<'_>, template: Item, level: u32) -> Result<NodeId> {
    // Elements from the back; `(a . ,b)` is the list (a unquote b), so a marked tail ends the walk.
    let mut elements = Vec::new();
    let mut rest = template;
    let mut tail = None;
    while rest.value.is_pair() {
        if !elements.is_empty() && marked(e, rest)?.is_some() {
            tail = Some(nested(e, rest, level)?);
            break;
        }
        elements.push(e.first_item(rest));
        rest.value = e.vm.rt.heap.cdr(rest.value);
        e.vm.rt.charge(1)?;
        e.reserve_items(elements.len())?;
    }
    let mut list = match tail {
        Some(t) => t,
        None if e.vector_items(rest.value).is_some() => nested(e, rest, level)?,
        None => e.constant(rest.value, rest.span),
    };
    // Lists that go before `list`, and elements that go before those: both from the back.
    let mut parts = Vec::new();
    let mut run = Vec::new();
    for element in elements.into_iter().rev() {
        if level == 1
            && let Some((operator, forms)) = several(e, element)?
        {
            for form in forms.into_iter().rev() {
                let x = e.expand(form, false)?;
                if operator == well_known::UNQUOTE {
                    run.push(x);
                } else {
                    list = before(e, &mut run, &mut parts, list, template.span);
                    parts.push(x);
                }
            }
            continue;
        }
        let spliced = if level == 1 && element.value.is_pair() { marked(e, element)? } else { None };
        if let Some((well_known::UNQUOTE_SPLICING, x)) = spliced {
            list = before(e, &mut run, &mut parts, list, template.span);
            let x = e.expand(x, false)?;
            if parts.is_empty() && is_constant(e, list, Value::NIL) {
                list = x;
            } else {
                parts.push(x);
            }
            continue;
        }
        let first = nested(e, element, level)?;
        match (constant(e, first), constant(e, list)) {
            // A constant part is built once.
            (Some(a), Some(d)) if run.is_empty() && parts.is_empty() => {
                let pair = e.vm.rt.heap.pair(a, d)?;
                list = e.constant(pair, element.span);
            }
            _ => run.push(first),
        }
    }
    list = before(e, &mut run, &mut parts, list, template.span);
    if parts.is_empty() {
        return Ok(list);
    }
    parts.reverse();
    parts.push(list);
    e.call_core("append", &parts, template.span)
}

/// A vector in a template: made of the list of its elements, unless nothing in it changes.
fn vector(e: &mut Expander<'_>, template: Item, elements: &[Value], level: u32) -> Result<NodeId> {
    let list = e.vm.rt.heap.list(elements)?;
    e.keep(list);
    let node = nested(e, Item { value: list, span: template.span }, level)?;
    match constant(e, node) {
        Some(v) if v == list || elements.is_empty() => Ok(e.constant(template.value, template.span)),
        _ => e.call_core("list->array", &[node], template.span),
    }
}

/// Elements that are put before a list one by one; more become a list that is appended.
const ONE_BY_ONE: usize = 8;

/// Puts the elements of `run` before everything else: a new `list`, or one more of the `parts` before it.
fn before(e: &mut Expander<'_>, run: &mut Vec<NodeId>, parts: &mut Vec<NodeId>, list: NodeId, span: Span) -> NodeId {
    let mut elements = std::mem::take(run);
    if parts.is_empty() && elements.len() <= ONE_BY_ONE {
        return elements.into_iter().fold(list, |list, x| e.node(Node::Op(Op::Cons, smallvec![x, list]), span));
    }
    if !elements.is_empty() {
        elements.reverse();
        let part = e.node(Node::List(elements.into()), span);
        if parts.is_empty() && is_constant(e, list, Value::NIL) {
            return part;
        }
        parts.push(part);
    }
    list
}

/// [`build`] on a part, counted against the nesting limit.
fn nested(e: &mut Expander<'_>, template: Item, level: u32) -> Result<NodeId> {
    e.deeper(template.span, |e| build(e, template, level))
}

fn constant(e: &Expander<'_>, node: NodeId) -> Option<Value> {
    match *e.ir.node(node) {
        Node::Const(v) => Some(v),
        _ => None,
    }
}

fn is_constant(e: &Expander<'_>, node: NodeId, v: Value) -> bool {
    constant(e, node) == Some(v)
}
