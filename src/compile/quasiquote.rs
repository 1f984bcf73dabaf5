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

/// `(operator x...)` taken apart, for the operators of templates. What `,,@` has made in a template inside a template
/// may have any number of forms.
fn marked(e: &mut Expander<'_>, template: Item) -> Result<Option<(Symbol, Items)>> {
    if !template.value.is_pair() {
        return Ok(None);
    }
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
    Ok(tail.value.is_nil().then(|| (operator, items.into_iter().skip(1).collect())))
}

/// [`marked`] with exactly one form.
fn operation_on(e: &mut Expander<'_>, template: Item) -> Result<Option<(Symbol, Item)>> {
    Ok(marked(e, template)?.and_then(|(operator, forms)| match forms.as_slice() {
        [x] => Some((operator, *x)),
        _ => None,
    }))
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
    match operation_on(e, template)? {
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
        && let Some((well_known::UNQUOTE_SPLICING, forms)) = operation_on(e, x)?
    {
        let forms = e.expand(forms, false)?;
        return Ok(e.node(Node::Op(Op::Cons, smallvec![head, forms]), template.span));
    }
    let inner = nested(e, x, level)?;
    Ok(e.node(Node::List(smallvec![head, inner]), template.span))
}

/// A part of a list in a template.
enum Part {
    Element(NodeId, Span),
    /// A list whose elements are spliced in.
    Spliced(NodeId),
}

/// The code for a list in a template.
fn list(e: &mut Expander<'_>, template: Item, level: u32) -> Result<NodeId> {
    let mut elements = Vec::new();
    let mut rest = template;
    // `(a . ,b)` is the list (a unquote b), so a marked tail ends the walk.
    while rest.value.is_pair() && (elements.is_empty() || operation_on(e, rest)?.is_none()) {
        let element = e.first_item(rest);
        part(e, element, level, &mut elements)?;
        rest.value = e.vm.rt.heap.cdr(rest.value);
        e.vm.rt.charge(1)?;
        e.reserve_items(elements.len())?;
    }
    let mut list = match rest.value.is_pair() || e.vector_items(rest.value).is_some() {
        true => nested(e, rest, level)?,
        false => e.constant(rest.value, rest.span),
    };
    // Lists that go before `list`, and elements that go before those: both from the back.
    let mut parts = Vec::new();
    let mut run = Vec::new();
    for element in elements.into_iter().rev() {
        match element {
            Part::Spliced(x) => {
                list = before(e, &mut run, &mut parts, list, template.span);
                if parts.is_empty() && is_constant(e, list, Value::NIL) {
                    list = x;
                } else {
                    parts.push(x);
                }
            }
            Part::Element(x, span) => match (constant(e, x), constant(e, list)) {
                // A constant part is built once.
                (Some(a), Some(d)) if run.is_empty() && parts.is_empty() => {
                    let pair = e.vm.rt.heap.pair(a, d)?;
                    list = e.constant(pair, span);
                }
                _ => run.push(x),
            },
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

/// Adds the parts that an element of a list becomes. They are expanded in their order: of several mistakes the compiler
/// reports the first.
fn part(e: &mut Expander<'_>, element: Item, level: u32, parts: &mut Vec<Part>) -> Result<()> {
    if level == 1
        && let Some((operator @ (well_known::UNQUOTE | well_known::UNQUOTE_SPLICING), forms)) = marked(e, element)?
    {
        for form in forms {
            let x = e.expand(form, false)?;
            let is_spliced = operator == well_known::UNQUOTE_SPLICING;
            parts.push(if is_spliced { Part::Spliced(x) } else { Part::Element(x, form.span) });
        }
        return Ok(());
    }
    parts.push(Part::Element(nested(e, element, level)?, element.span));
    Ok(())
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
