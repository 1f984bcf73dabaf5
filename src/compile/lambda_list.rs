//! Parameter lists: of functions, methods and macros.

use smallvec::{SmallVec, smallvec};

use super::expand::Expander;
use super::ir::{Bindings, Default, LambdaId, Node, NodeId, Op, VarId};
use super::syntax_form::{Item, Items};
use crate::fault::Result;
use crate::symbol::{Symbol, well_known};
use crate::value::{Kind, Value};

/// Most parameters a function can have: they must fit the register window with room to work.
const MAX_PARAMS: usize = 200;

/// Markers that a parameter list can have besides.
const MAX_MARKERS: usize = 3;

/// The parameters of a function, mostly few.
type LambdaParameters = SmallVec<[LambdaParameter; 3]>;

#[derive(Clone, Copy, PartialEq)]
enum Section {
    Required,
    Optional,
    Rest,
    AfterRest,
    Key,
}

/// A parameter before it is bound: name, or a nested list to take apart.
#[derive(Clone, Copy)]
struct LambdaParameter {
    section: Section,
    pattern: Item,
    default: Option<Item>,
    supplied: Option<Symbol>,
}

/// A function with these parameters and this body (a docstring may come first).
pub(crate) fn function(
    e: &mut Expander<'_>,
    form: Item,
    name: Option<Symbol>,
    params: Item,
    body: &[Item],
) -> Result<NodeId> {
    lambda(e, form, name, params, body, false)
}

/// The function that a macro calls: gets the list of arguments. A symbol in place of the parameter list is that list;
/// otherwise the list is taken apart, nested lists included.
pub(crate) fn expander(
    e: &mut Expander<'_>,
    form: Item,
    name: Option<Symbol>,
    params: Item,
    body: &[Item],
) -> Result<NodeId> {
    if params.value.as_symbol().is_some() {
        let one = Item { value: e.list_value(&[params])?, span: params.span };
        return lambda(e, form, name, one, body, false);
    }
    let inner = lambda(e, form, name, params, body, true)?;
    // (lambda (arguments) (apply inner arguments))
    let id = e.add_lambda(form.span, Value::NIL);
    let arguments = e.hidden();
    let list = e.node(Node::Var(arguments), form.span);
    let call = e.call_core("apply", &[inner, list], form.span)?;
    let l = e.ir.lambda_mut(id);
    l.definition.name = name;
    l.params = smallvec![arguments];
    l.required = 1;
    l.body = call;
    Ok(e.node(Node::Lambda(id), form.span))
}

/// The parameters of a method: their names, and the list of their type names (nil for none).
pub(crate) fn typed_params(e: &mut Expander<'_>, params: Item) -> Result<(Vec<Item>, Value)> {
    let mut names = Vec::new();
    let mut types = Vec::new();
    for p in e.items(params)? {
        if let Some(s) = p.value.as_symbol() {
            if is_marker(s) {
                return e.misuse("defmethod", p.span, "methods have required parameters only");
            }
            names.push(p);
            types.push(Value::NIL);
            continue;
        }
        match *(if p.value.is_pair() { e.items(p)? } else { Items::new() }).as_slice() {
            [name, ty]
                if name.value.as_symbol().is_some() && (ty.value.as_symbol().is_some() || ty.value == Value::T) =>
            {
                names.push(name);
                types.push(if ty.value == Value::T { Value::NIL } else { ty.value });
            }
            _ => {
                return e.misuse(
                    "defmethod",
                    p.span,
                    format!("expected a parameter or (parameter type), found {}", e.show(p.value)),
                );
            }
        }
    }
    let types = e.vm.rt.heap.list(&types)?;
    // Macros in guard and body will run before this becomes a constant.
    e.keep(types);
    Ok((names, types))
}

/// The marker that a part of a parameter list is, if it is one: `&rest`; for Scheme also `:rest`.
fn marker(e: &Expander<'_>, v: Value) -> Option<Symbol> {
    let name = e.vm.aliases.plain(v.as_symbol()?);
    if is_marker(name) || e.scope.dialect.has_keywords {
        return is_marker(name).then_some(name);
    }
    match e.vm.rt.name(name) {
        ":optional" => Some(well_known::OPTIONAL),
        ":rest" => Some(well_known::REST),
        ":key" => Some(well_known::KEY),
        _ => None,
    }
}

fn is_marker(s: Symbol) -> bool {
    matches!(s, well_known::OPTIONAL | well_known::REST | well_known::BODY | well_known::KEY)
}

fn lambda(
    e: &mut Expander<'_>,
    form: Item,
    name: Option<Symbol>,
    params: Item,
    body: &[Item],
    patterns: bool,
) -> Result<NodeId> {
    e.levels_deeper(1, form.span, |e| lambda_here(e, form, name, params, body, patterns))
}

fn lambda_here(
    e: &mut Expander<'_>,
    form: Item,
    name: Option<Symbol>,
    params: Item,
    body: &[Item],
    patterns: bool,
) -> Result<NodeId> {
    let (doc, body) = docstring(e, body);
    e.declare_special(body)?;
    let id = bind(e, form, name, params, patterns, &mut |e| match name {
        Some(n) => e.in_block(Some(n), form.span, |e| e.whole_body(form, body, true)),
        None => e.whole_body(form, body, true),
    })?;
    e.ir.lambda_mut(id).definition.doc = doc;
    Ok(e.node_in_place(Node::Lambda(id), form.span))
}

/// The maker of a function's body, once its parameters are bound.
type MakeBody<'b> = &'b mut dyn FnMut(&mut Expander<'_>) -> Result<NodeId>;

/// A function with these parameters.
fn bind(
    e: &mut Expander<'_>,
    form: Item,
    name: Option<Symbol>,
    params: Item,
    patterns: bool,
    body: MakeBody<'_>,
) -> Result<LambdaId> {
    let mut list = LambdaParameters::new();
    parse(e, params, patterns, &mut list)?;
    if list.len() > MAX_PARAMS {
        return too_many(e, params, list.len());
    }
    let id = e.add_lambda(form.span, form.value);
    e.in_function(|e| {
        e.scoped(|e| {
            // Parameters in register order; patterns are taken apart once all are bound.
            let mut nested = Vec::new();
            let mut defaults = Vec::new();
            let mut dynamic = Vec::new();
            for p in &list {
                let symbol = p.pattern.value.as_symbol();
                let default = match (p.section, p.default) {
                    (Section::Optional | Section::Key, Some(d)) => Some(e.expand(d, false)?),
                    (Section::Optional | Section::Key, None) => Some(e.false_value(p.pattern.span)),
                    _ => None,
                };
                let cell = symbol.and_then(|s| e.dynamic_cell(s));
                let v = match symbol {
                    Some(s) if cell.is_none() => e.bind(s),
                    _ => e.hidden(),
                };
                dynamic.extend(cell.map(|c| (c, v)));
                if symbol.is_none() {
                    nested.push((v, p.pattern));
                }
                if let Some(value) = default {
                    defaults.push(Default { var: v, value, supplied: p.supplied.map(|s| e.bind(s)) });
                }
                let l = e.ir.lambda_mut(id);
                l.params.push(v);
                match p.section {
                    Section::Required => l.required += 1,
                    Section::Optional => l.optional += 1,
                    Section::Rest | Section::AfterRest => l.rest = true,
                    Section::Key => {
                        // A keyword is its symbol with a colon; both share the interned name.
                        if let Some(s) = symbol {
                            l.keys.push(e.vm.rt.symbols.plain(s));
                        }
                    }
                }
            }
            let body = e.with_dynamic(&dynamic, form.span, true, |e, _| take_apart(e, form, name, &nested, body))?;
            let body = e.with_entry(form, name, body)?;
            let l = e.ir.lambda_mut(id);
            l.definition.name = name;
            l.defaults = defaults;
            l.definition.signature = params.value;
            l.body = body;
            Ok(())
        })
    })?;
    Ok(id)
}

fn too_many<T>(e: &Expander<'_>, params: Item, count: usize) -> Result<T> {
    e.syntax(params.span, format!("a function takes at most {MAX_PARAMS} parameters, these are {count}"))
}

fn docstring<'i>(e: &Expander<'_>, body: &'i [Item]) -> (Option<Box<str>>, &'i [Item]) {
    match body {
        [doc, rest @ ..] if !rest.is_empty() && doc.value.is(Kind::STRING) => {
            (e.vm.rt.heap.as_str(doc.value).map(Into::into), rest)
        }
        _ => (None, body),
    }
}

/// The parameters that a list consists of.
fn parse(e: &mut Expander<'_>, params: Item, patterns: bool, result: &mut LambdaParameters) -> Result<()> {
    let mut section = Section::Required;
    let mut items = Items::new();
    let tail = if params.value.as_symbol().is_some() { params } else { e.items_up_to_tail(params, &mut items)? };
    // Each name is compared with all before it.
    if items.len() > MAX_PARAMS + MAX_MARKERS {
        return too_many(e, params, items.len());
    }
    let mut seen: SmallVec<[Symbol; 8]> = SmallVec::new();
    for &item in &items {
        if let Some(marker) = marker(e, item.value) {
            section = match (marker, section) {
                (well_known::OPTIONAL, Section::Required) => Section::Optional,
                (well_known::REST | well_known::BODY, Section::Required | Section::Optional) => Section::Rest,
                (well_known::KEY, Section::Required | Section::Optional | Section::AfterRest) => Section::Key,
                _ => return e.syntax(item.span, format!("{} is out of place in a parameter list", e.show(item.value))),
            };
            continue;
        }
        let mut param = LambdaParameter { section, pattern: item, default: None, supplied: None };
        if item.value.as_symbol().is_none() {
            // A pattern may be dotted.
            let parts = match section {
                Section::Required | Section::Rest if patterns => e.items_and_tail(item)?.0,
                _ if item.value.is_pair() => e.items(item)?,
                _ => Items::new(),
            };
            match (section, parts.as_slice()) {
                (Section::Required, [_, ..]) if patterns => {}
                (Section::Rest, [_, ..]) if patterns => {}
                (Section::Optional | Section::Key, [p, more @ ..])
                    if more.len() <= 2 && p.value.as_symbol().is_some() =>
                {
                    param.pattern = *p;
                    param.default = more.first().copied();
                    param.supplied = match more.get(1).map(|s| (s.value.as_symbol(), *s)) {
                        Some((None, s)) => {
                            return e.syntax(s.span, format!("expected a symbol, found {}", e.show(s.value)));
                        }
                        Some((s, _)) => s,
                        None => None,
                    };
                }
                _ => {
                    return e.syntax(item.span, format!("expected a parameter, found {}", e.show(item.value)));
                }
            }
        }
        for s in param.pattern.value.as_symbol().into_iter().chain(param.supplied) {
            if seen.contains(&s) {
                return e.syntax(item.span, format!("parameter {} occurs twice", e.vm.rt.name(s)));
            }
            seen.push(s);
        }
        if section == Section::AfterRest {
            return e.syntax(item.span, "only one parameter can follow &rest");
        }
        if section == Section::Rest {
            section = Section::AfterRest;
        }
        result.push(param);
    }
    if section == Section::Rest {
        return e.syntax(params.span, "&rest needs a parameter");
    }
    if !tail.value.is_nil() {
        if tail.value.as_symbol().is_none() || !matches!(section, Section::Required | Section::Optional) {
            return e.syntax(tail.span, format!("expected a parameter list, found {}", e.show(params.value)));
        }
        result.push(LambdaParameter { section: Section::Rest, pattern: tail, default: None, supplied: None });
    }
    Ok(())
}

/// The body inside bindings for every symbol of the nested patterns. Each is the parameter list of a function that is
/// applied to the list. A pattern with a tail may meet a list that has one, too, so its parts are bound one by one.
fn take_apart(
    e: &mut Expander<'_>,
    form: Item,
    name: Option<Symbol>,
    nested: &[(VarId, Item)],
    body: MakeBody<'_>,
) -> Result<NodeId> {
    let Some((&(list, pattern), others)) = nested.split_first() else { return body(e) };
    e.levels_deeper(1, pattern.span, |e| {
        let mut parameters = LambdaParameters::new();
        parse(e, pattern, true, &mut parameters)?;
        let (sections, last) = (parameters.iter().map(|p| p.section), parameters.last().map(|p| p.section));
        if last == Some(Section::Rest) && sections.rev().skip(1).all(|section| section == Section::Required) {
            let (bindings, nested) = by_parts(e, list, &parameters, others);
            let body = take_apart(e, form, name, &nested, body)?;
            return Ok(e.node(Node::Let(bindings, body), form.span));
        }
        let id = bind(e, form, name, pattern, true, &mut |e| take_apart(e, form, name, others, body))?;
        let (function, list) = (e.node(Node::Lambda(id), pattern.span), e.node(Node::Var(list), pattern.span));
        e.call_core("apply", &[function, list], pattern.span)
    })
}

/// The bindings of required parameters and a tail to the parts of a list, and the patterns still to be taken apart.
fn by_parts(
    e: &mut Expander<'_>,
    list: VarId,
    parameters: &[LambdaParameter],
    others: &[(VarId, Item)],
) -> (Bindings, Vec<(VarId, Item)>) {
    let (mut bindings, mut inner) = (Bindings::new(), Vec::new());
    let mut rest = list;
    for p in parameters {
        let span = p.pattern.span;
        let mut value = e.node(Node::Var(rest), span);
        if p.section == Section::Required {
            value = e.node(Node::Op(Op::Car, smallvec![value]), span);
        }
        let part = match p.pattern.value.as_symbol() {
            Some(s) => e.bind(s),
            None => e.hidden(),
        };
        bindings.push((part, value));
        if p.pattern.value.as_symbol().is_none() {
            inner.push((part, p.pattern));
        }
        if p.section == Section::Required {
            let whole = e.node(Node::Var(rest), span);
            let next = e.node(Node::Op(Op::Cdr, smallvec![whole]), span);
            rest = e.hidden();
            bindings.push((rest, next));
        }
    }
    inner.extend(others);
    (bindings, inner)
}
