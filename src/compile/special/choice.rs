//! Choices: `if`, `cond`, `case`, `and`, `or`, and the anaphoric forms.

use smallvec::smallvec;

use super::{count, wrong_shape};
use crate::compile::expand::Expander;
use crate::compile::ir::{Node, NodeId, Nodes, Op, VarId};
use crate::compile::syntax_form::{Item, Items};
use crate::fault::Result;
use crate::source::Span;
use crate::symbol::well_known;
use crate::value::{Kind, Value};

pub(super) fn if_(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Result<NodeId> {
    let (test, then, otherwise) = match *args {
        [test, then] => (test, then, None),
        [test, then, otherwise] => (test, then, Some(otherwise)),
        _ => return wrong_shape(e, form, "if", &count(args.len())),
    };
    let test = e.expand(test, false)?;
    let then = e.expand(then, tail)?;
    let otherwise = match otherwise {
        Some(x) => e.expand(x, tail)?,
        None => e.nothing(form.span),
    };
    Ok(e.node(Node::If(test, then, otherwise), form.span))
}

/// `(if test body)`, or the other way round.
pub(super) fn guarded(
    e: &mut Expander<'_>,
    form: Item,
    args: &[Item],
    tail: bool,
    name: &str,
    positive: bool,
) -> Result<NodeId> {
    let Some((test, body)) = args.split_first() else { return wrong_shape(e, form, name, "no test") };
    let test = e.expand(*test, false)?;
    let body = e.whole_body(form, body, tail)?;
    let nothing = e.nothing(form.span);
    let (then, otherwise) = if positive { (body, nothing) } else { (nothing, body) };
    Ok(e.node(Node::If(test, then, otherwise), form.span))
}

pub(super) fn when(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Result<NodeId> {
    guarded(e, form, args, tail, "when", true)
}

pub(super) fn unless(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Result<NodeId> {
    guarded(e, form, args, tail, "unless", false)
}

pub(super) fn and(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Result<NodeId> {
    connective(e, form, args, tail, Value::T, Node::And)
}

pub(super) fn or(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Result<NodeId> {
    connective(e, form, args, tail, e.ir.false_value(), Node::Or)
}

pub(super) fn connective(
    e: &mut Expander<'_>,
    form: Item,
    args: &[Item],
    tail: bool,
    empty: Value,
    node: fn(Nodes) -> Node,
) -> Result<NodeId> {
    match args {
        [] => Ok(e.constant(empty, form.span)),
        [one] => e.expand(*one, tail),
        [init @ .., last] => {
            let mut nodes = e.expand_all(init)?;
            let last = e.expand(*last, tail)?;
            let span = form.span;
            // If a loop may go on with the last part, the others are its test.
            if tail && empty == Value::T {
                let test = if let [one] = *nodes.as_slice() { one } else { e.node(Node::And(nodes), span) };
                let no = e.false_value(span);
                return Ok(e.node(Node::If(test, last, no), span));
            }
            if let [test] = *nodes.as_slice()
                && tail
                && e.ir.is_boolean(test)
            {
                let yes = e.constant(Value::T, span);
                return Ok(e.node(Node::If(test, yes, last), span));
            }
            nodes.push(last);
            Ok(e.node(node(nodes), span))
        }
    }
}

pub(super) fn cond(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Result<NodeId> {
    // From the last clause backwards; the clauses are expanded in order first.
    enum Clause {
        Test(NodeId),
        Body(NodeId, NodeId),
        Apply(VarId, NodeId, NodeId),
        Always(NodeId),
    }
    let mut clauses = Vec::with_capacity(args.len());
    for &clause in args {
        let parts = if clause.value.is_pair() { e.items(clause)? } else { Items::new() };
        let Some((&test, body)) = parts.split_first() else {
            return e.misuse(
                "cond",
                clause.span,
                format!("expected a clause (test expr...), found {}", e.show(clause.value)),
            );
        };
        let always = test.value == Value::T || e.is_word(test.value, well_known::ELSE);
        if always && !body.is_empty() {
            clauses.push((Clause::Always(e.body(body, clause.span, tail)?), clause.span));
            break;
        }
        let test_node = e.expand(test, false)?;
        let clause_kind = match body {
            [] => Clause::Test(test_node),
            [arrow, f] if e.is_word(arrow.value, well_known::ARROW) => {
                let v = e.hidden();
                Clause::Apply(v, test_node, e.expand(*f, false)?)
            }
            _ => Clause::Body(test_node, e.body(body, clause.span, tail)?),
        };
        clauses.push((clause_kind, clause.span));
    }
    let mut rest = e.nothing(form.span);
    for (clause, span) in clauses.into_iter().rev() {
        rest = match clause {
            Clause::Always(body) => body,
            Clause::Test(test) => e.node(Node::Or(smallvec![test, rest]), span),
            Clause::Body(test, body) => e.node(Node::If(test, body, rest), span),
            Clause::Apply(v, test, f) => {
                let it = e.node(Node::Var(v), span);
                let call = e.node(Node::Call(f, smallvec![it]), span);
                let choose = e.node(Node::If(it, call, rest), span);
                e.node(Node::Let(smallvec![(v, test)], choose), span)
            }
        };
    }
    Ok(rest)
}

pub(super) fn case(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Result<NodeId> {
    let Some((&key, clauses)) = args.split_first() else { return wrong_shape(e, form, "case", "no key") };
    let key_node = e.expand(key, false)?;
    let v = e.hidden();
    let mut expanded = Vec::with_capacity(clauses.len());
    for (i, &clause) in clauses.iter().enumerate() {
        let parts = if clause.value.is_pair() { e.items(clause)? } else { Items::new() };
        let Some((&data, body)) = parts.split_first() else {
            return e.misuse(
                "case",
                clause.span,
                format!("expected a clause (keys expr...), found {}", e.show(clause.value)),
            );
        };
        let is_default = i + 1 == clauses.len()
            && (data.value == Value::T
                || e.is_word(data.value, well_known::ELSE)
                || e.is_word(data.value, well_known::OTHERWISE));
        let test = if is_default {
            None
        } else {
            let keys = if data.value.has_elements() {
                e.items(data)?
            } else if data.value.is_nil() {
                Items::new()
            } else {
                smallvec![data]
            };
            let mut tests = Nodes::with_capacity(keys.len());
            for mut k in keys {
                e.meter()?;
                k.value = e.without_aliases(k.value)?;
                let it = e.node(Node::Var(v), k.span);
                let k_node = e.constant(k.value, k.span);
                tests.push(same_key(e, it, k_node, k)?);
            }
            Some(match tests.as_slice() {
                [] => e.false_value(data.span),
                [one] => *one,
                _ => e.node(Node::Or(tests), data.span),
            })
        };
        let body = match *body {
            [arrow, f] if e.is_word(arrow.value, well_known::ARROW) => {
                let f = e.expand(f, false)?;
                let it = e.node(Node::Var(v), clause.span);
                e.node(Node::Call(f, smallvec![it]), clause.span)
            }
            _ => e.body(body, clause.span, tail)?,
        };
        expanded.push((test, body, clause.span));
    }
    let mut rest = e.nothing(form.span);
    for (test, body, span) in expanded.into_iter().rev() {
        e.meter()?;
        rest = match test {
            None => body,
            Some(test) => e.node(Node::If(test, body, rest), span),
        };
    }
    Ok(e.node(Node::Let(smallvec![(v, key_node)], rest), form.span))
}

/// The test that the key of a `case` is this one.
fn same_key(e: &mut Expander<'_>, it: NodeId, key_node: NodeId, key: Item) -> Result<NodeId> {
    let Some(comparison) = e.scope.dialect.key_comparison else {
        return Ok(e.node(Node::Op(Op::Equal, smallvec![it, key_node]), key.span));
    };
    let by_word =
        matches!(key.value.kind(), Kind::SYMBOL | Kind::KEYWORD | Kind::CHARACTER | Kind::CONSTANT | Kind::NIL);
    if by_word || key.value.is_fixnum() {
        return Ok(e.node(Node::Op(Op::Same, smallvec![it, key_node]), key.span));
    }
    e.call_library(comparison, &[it, key_node], key.span)
}

/// Binds `it` to the test around `then` and `otherwise`.
pub(super) fn with_it(
    e: &mut Expander<'_>,
    span: Span,
    test: Item,
    branches: impl FnOnce(&mut Expander<'_>) -> Result<(NodeId, NodeId)>,
) -> Result<NodeId> {
    let test = e.expand(test, false)?;
    e.scoped(|e| {
        let it = e.bind(well_known::IT);
        let (then, otherwise) = branches(e)?;
        let it_node = e.node(Node::Var(it), span);
        let choose = e.node(Node::If(it_node, then, otherwise), span);
        Ok(e.node(Node::Let(smallvec![(it, test)], choose), span))
    })
}

pub(super) fn aif(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Result<NodeId> {
    let (test, then, otherwise) = match *args {
        [test, then] => (test, then, None),
        [test, then, otherwise] => (test, then, Some(otherwise)),
        _ => return wrong_shape(e, form, "aif", &count(args.len())),
    };
    with_it(e, form.span, test, |e| {
        let then = e.expand(then, tail)?;
        let otherwise = match otherwise {
            Some(x) => e.expand(x, tail)?,
            None => e.nothing(form.span),
        };
        Ok((then, otherwise))
    })
}

pub(super) fn awhen(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Result<NodeId> {
    let Some((test, body)) = args.split_first() else { return wrong_shape(e, form, "awhen", "no test") };
    with_it(e, form.span, *test, |e| Ok((e.body(body, form.span, tail)?, e.nothing(form.span))))
}

pub(super) fn aand(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Result<NodeId> {
    let Some((last, tests)) = args.split_last() else { return Ok(e.constant(Value::T, form.span)) };
    e.scoped(|e| {
        let mut bound = Vec::with_capacity(tests.len());
        for &test in tests {
            let value = e.expand(test, false)?;
            bound.push((e.bind(well_known::IT), value));
        }
        let mut result = e.expand(*last, tail)?;
        for (it, value) in bound.into_iter().rev() {
            let it_node = e.node(Node::Var(it), form.span);
            let no = e.false_value(form.span);
            let choose = e.node(Node::If(it_node, result, no), form.span);
            result = e.node(Node::Let(smallvec![(it, value)], choose), form.span);
        }
        Ok(result)
    })
}
