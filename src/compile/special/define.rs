//! Definitions: functions, methods, macros, among them Scheme's, with its macros by rules.
//!
//! `(%check (parameter type)...)` is how functions of the library check their arguments, each under its own name. A
//! third part, a string, is the name of the value in messages.

use smallvec::smallvec;

use super::{InBody, at_least, count, name_of, specials, wrong_shape};
use crate::compile::definitions::Source;
use crate::compile::expand::Expander;
use crate::compile::ir::{Node, NodeId, Nodes, Op};
use crate::compile::lambda_list;
use crate::compile::scopes::Binding;
use crate::compile::syntax_form::{Item, Items};
use crate::fault::{Code, ErrorData, Result};
use crate::object::{Macro, Object};
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
    let cell = e.vm.define(e.scope.module, symbol)?;
    e.vm.note_operator(e.scope.module, cell);
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
    let cell = e.vm.define(e.scope.module, symbol)?;
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
    let cell = e.vm.define(e.scope.module, symbol)?;
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

specials! {
    /// Defines a variable or a function: at top level a global one, at the beginning of a body one of the body.
    /// `(define (f x) expr...)` is `(define f (lambda (x) expr...))`; a string in front of the expressions is its
    /// documentation. Returns the name.
    ///
    /// (begin (define (square x) (* x x)) (square 5))           ;=> 25
    /// (let () (define a 1) (define (f) (+ a 1)) (f))           ;=> 2
    #[in_body(InBody::Define)]
    "%define" "(define name value) or (define (name parameter...) expr...)" => define;
    /// Defines a macro by the shapes of its calls; see `syntax-rules`.
    ///
    /// (begin (define-syntax unless-zero (syntax-rules () ((_ x e) (if (= x 0) #f e)))) (unless-zero 1 'yes))  ;=> yes
    #[in_body(InBody::DefineSyntax(syntax_binding))]
    "%define-syntax" "(define-syntax name (syntax-rules ...))" => define_syntax;
    /// Evaluates the body with macros that are known in it only.
    ///
    /// (let-syntax ((twice (syntax-rules () ((_ e) (+ e e))))) (twice 4))  ;=> 8
    "%let-syntax" "(let-syntax ((name (syntax-rules ...))...) expr...)" => let_syntax;
    /// Like `let-syntax`, but the macros see each other.
    ///
    /// (letrec-syntax ((one (syntax-rules () ((_) 1)))) (one))  ;=> 1
    "%letrec-syntax" "(letrec-syntax ((name (syntax-rules ...))...) expr...)" => letrec_syntax;
    /// For `define-syntax` and its like: a call that has the shape of a pattern becomes its template. In a pattern,
    /// `...` stands for any number of what is before it; `_` matches anything, literals only themselves. Names that a
    /// template brings along do not meet those of the program.
    ///
    /// (let-syntax ((my-or (syntax-rules () ((_) #f) ((_ e) e) ((_ e more ...) (let ((t e)) (if t t (my-or more ...))))))) 5)  ;=> 5
    "%syntax-rules" "(syntax-rules (literal...) ((pattern...) template)...)" => syntax_rules;
}

/// A definition that is no part of a body: of a global name.
fn define(e: &mut Expander<'_>, form: Item, _: &[Item], _: bool) -> Result<NodeId> {
    let (name, source) = e.definition(form)?;
    let plain = e.vm.aliases.plain(name);
    let cell = e.vm.define(e.scope.module, plain)?;
    let value = match &source {
        Source::Nothing => e.nothing(form.span),
        source => e.defined_value(source, form.span)?,
    };
    if let Node::Lambda(l) = *e.ir.node(value) {
        e.ir.lambda_mut(l).definition.name.get_or_insert(plain);
    }
    let set = e.node(Node::SetGlobal(cell, value), form.span);
    let result = e.constant(Value::symbol(plain), form.span);
    Ok(e.node(Node::Seq(smallvec![set, result]), form.span))
}

/// Name and macro of `(define-syntax name (syntax-rules ...))`, or of `(name (syntax-rules ...))` in a `let-syntax`.
fn syntax_binding(e: &mut Expander<'_>, form: Item) -> Result<(Symbol, Value)> {
    let rest = Item { value: e.vm.rt.heap.cdr(form.value), span: form.span };
    match *e.items(rest)?.as_slice() {
        [name, transformer] => named_transformer(e, name, transformer),
        ref other => wrong_shape(e, form, "%define-syntax", &count(other.len())),
    }
}

fn named_transformer(e: &mut Expander<'_>, name: Item, transformer: Item) -> Result<(Symbol, Value)> {
    let name = name_of(e, "define-syntax", name)?;
    Ok((name, macro_of(e, name, transformer)?))
}

/// The macro that a transformer makes: `(syntax-rules ...)`, or the name of another macro or operator.
fn macro_of(e: &mut Expander<'_>, name: Symbol, transformer: Item) -> Result<Value> {
    if e.special_head(transformer)? == Some("%syntax-rules") {
        let rest = Item { value: e.vm.rt.heap.cdr(transformer.value), span: transformer.span };
        let args = e.items(rest)?;
        return rules(e, Some(name), transformer, &args);
    }
    if let Some(other) = transformer.value.as_symbol() {
        let value = match e.lookup(other) {
            Some(Binding::Macro(m)) => e.local_macros.by_rules.get(m as usize).map_or(Value::NIL, |m| m.operator),
            Some(_) => Value::NIL,
            None => {
                let cell = e.global(other)?;
                e.vm.force(cell)?;
                e.vm.globals.value(cell)
            }
        };
        if matches!(value.kind(), Kind::MACRO | Kind::SPECIAL) {
            return Ok(value);
        }
    }
    let shown = e.show(transformer.value);
    e.misuse(
        "define-syntax",
        transformer.span,
        format!("only macros by syntax-rules are supported, found {shown} (see define-macro)"),
    )
}

fn rules(e: &mut Expander<'_>, name: Option<Symbol>, form: Item, args: &[Item]) -> Result<Value> {
    let expander = e.parse_rules(form, args)?;
    let name = name.map(|n| e.vm.aliases.plain(n));
    let object = e.vm.rt.heap.object(Object::Macro(Macro { expander, name, rules: Some(e.scope.module) }))?;
    e.keep(object);
    Ok(object)
}

fn syntax_rules(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Result<NodeId> {
    let object = rules(e, None, form, args)?;
    Ok(e.constant(object, form.span))
}

/// A macro with a global name.
fn define_syntax(e: &mut Expander<'_>, form: Item, args: &[Item], _: bool) -> Result<NodeId> {
    let [name, transformer] = *args else { return wrong_shape(e, form, "%define-syntax", &count(args.len())) };
    let (name, object) = named_transformer(e, name, transformer)?;
    let plain = e.vm.aliases.plain(name);
    let cell = e.vm.define(e.scope.module, plain)?;
    e.vm.note_operator(e.scope.module, cell);
    // The text may have begun by reserving the name for a function; from here on it is a macro.
    e.vm.globals.change(cell, |info| info.reserved = false);
    let object = e.constant(object, form.span);
    let set = e.node(Node::SetGlobal(cell, object), form.span);
    let result = e.constant(Value::symbol(plain), form.span);
    Ok(e.node(Node::Seq(smallvec![set, result]), form.span))
}

fn let_syntax(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Result<NodeId> {
    local_syntax(e, form, "%let-syntax", args, tail)
}

fn letrec_syntax(e: &mut Expander<'_>, form: Item, args: &[Item], tail: bool) -> Result<NodeId> {
    local_syntax(e, form, "%letrec-syntax", args, tail)
}

fn local_syntax(e: &mut Expander<'_>, form: Item, operator: &str, args: &[Item], tail: bool) -> Result<NodeId> {
    let Some((list, body)) = args.split_first() else { return wrong_shape(e, form, operator, "no bindings") };
    let mut macros = Vec::new();
    for binding in e.items(*list)? {
        match *(if binding.value.is_pair() { e.items(binding)? } else { Items::new() }).as_slice() {
            [name, transformer] => macros.push(named_transformer(e, name, transformer)?),
            _ => return wrong_shape(e, form, operator, &format!("the binding {}", e.show(binding.value))),
        }
    }
    e.scoped(|e| {
        // The templates of `let-syntax` do not see the new names.
        let outer = e.scope.names.len();
        let first = e.local_macros.by_rules.len();
        for (name, operator) in macros {
            e.bind_macro(name, operator);
        }
        let depth = if operator == "%let-syntax" { outer } else { e.scope.names.len() };
        for m in e.local_macros.by_rules.iter_mut().skip(first) {
            m.depth = depth;
        }
        e.body(body, form.span, tail)
    })
}
