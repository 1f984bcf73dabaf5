//! Scheme's definitions and its macros by rules.

use smallvec::smallvec;

use crate::compile::definitions::Source;
use crate::compile::expand::Expander;
use crate::compile::ir::{Node, NodeId};
use crate::compile::scopes::Binding;
use crate::compile::special::{InBody, count, name_of, specials, wrong_shape};
use crate::compile::syntax_form::{Item, Items};
use crate::fault::Result;
use crate::object::{Macro, Object};
use crate::symbol::Symbol;
use crate::value::{Kind, Value};

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
    let cell = e.vm.define(e.module, plain)?;
    let value = match &source {
        Source::Nothing => e.nothing(form.span),
        source => e.defined_value(source, form.span)?,
    };
    if let Node::Lambda(l) = *e.ir.node(value) {
        e.ir.lambda_mut(l).name.get_or_insert(plain);
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
            Some(Binding::Macro(m)) => e.local_macros.get(m as usize).map_or(Value::NIL, |m| m.operator),
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
    let object = e.vm.rt.heap.object(Object::Macro(Macro { expander, name, rules: Some(e.module) }))?;
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
    let cell = e.vm.define(e.module, plain)?;
    e.vm.note_operator(e.module, cell);
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
        let outer = e.scopes.len();
        let first = e.local_macros.len();
        for (name, operator) in macros {
            e.bind_macro(name, operator);
        }
        let depth = if operator == "%let-syntax" { outer } else { e.scopes.len() };
        for m in e.local_macros.iter_mut().skip(first) {
            m.depth = depth;
        }
        e.body(body, form.span, tail)
    })
}
