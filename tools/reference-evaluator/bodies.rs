//! Definitions inside of bodies, and the operators of Scheme.

use std::rc::Rc;

use super::Oracle;
use super::expand::{constant, sequence, syntax};
use super::functions::{Written, name_function};
use super::scope::{LocalMacro, Role, Scope};
use super::special::name_of;
use super::tree::{Expr, Tree};
use crate::fault::Res;
use crate::object::{Macro, Object};
use crate::symbol::Symbol;
use crate::value::{Kind, Value};

/// Source of the value that a definition gives its name.
enum Source {
    Value(Value),
    /// Parameters and body of a function; the whole form.
    Function(Value, Vec<Value>, Value),
    Nothing,
}

impl Oracle {
    /// A body: its definitions see each other, and are evaluated in their order.
    pub(super) fn body_with_definitions(&mut self, s: &mut Scope, forms: &[Value]) -> Res<Tree> {
        self.scoped(s, |o, s| {
            let first_macro = s.macros.len();
            let mut parts = o.parts_of_body(s, forms)?;
            let depth = s.names.len();
            s.macros.iter_mut().skip(first_macro).for_each(|m| m.depth = depth);
            let definitions = parts.iter().rposition(|p| p.0.is_some()).map_or(0, |i| i + 1);
            let expressions = parts.split_off(definitions);
            let mut bound = Vec::new();
            for (name, source) in parts {
                let value = o.defined_value(s, &source)?;
                let variable = match name {
                    Some((name, variable)) => {
                        name_function(&value, o.plain(name));
                        variable
                    }
                    None => o.hidden(),
                };
                bound.push((variable, value));
            }
            let mut trees = Vec::new();
            for (_, source) in &expressions {
                trees.push(o.defined_value(s, source)?);
            }
            let body = if trees.is_empty() { constant(s.falsehood().nothing()) } else { sequence(trees) };
            Ok(if bound.is_empty() { body } else { Rc::new(Expr::Letrec(bound, body)) })
        })
    }

    /// The parts of a body, macros expanded as far as is needed to find its definitions: the name and the variable of
    /// those, and what they give it.
    #[expect(clippy::type_complexity, reason = "a list of parts")]
    fn parts_of_body(&mut self, s: &mut Scope, forms: &[Value]) -> Res<Vec<(Option<(Symbol, Symbol)>, Source)>> {
        let mut parts = Vec::new();
        let mut work: Vec<Value> = forms.iter().rev().copied().collect();
        while let Some(form) = work.pop() {
            let head = if form.is_pair() { self.rt.heap.car(form) } else { Value::NIL };
            let name = head.as_symbol();
            let role = name.and_then(|name| self.function_role(s, name));
            let operator = match (name, role) {
                (_, Some(Role::Macro(m))) => s.macros.get(m).map(|m| m.operator),
                (_, Some(_)) => None,
                (Some(name), None) => self.head_now(s, name)?,
                (None, None) => Some(head),
            };
            if let Some(operator) = operator.filter(|o| o.is(Kind::MACRO)) {
                work.push(self.expand_once(s, operator, form, role)?);
                continue;
            }
            match operator.filter(|o| o.is(Kind::SPECIAL)).map(|o| self.operator_name(o)) {
                Some("progn") => {
                    let rest = self.rt.heap.cdr(form);
                    work.extend(self.items(rest)?.into_iter().rev());
                }
                Some("%define") => {
                    let (name, source) = self.definition(form)?;
                    parts.push((Some((name, self.bind(s, name))), source));
                }
                Some("%define-syntax") => {
                    let rest = self.rt.heap.cdr(form);
                    let args = self.items(rest)?;
                    let &[name, transformer] = args.as_slice() else { return syntax("define-syntax") };
                    let operator = self.transformer(s, name_of(name)?, transformer)?;
                    bind_macro(s, name_of(name)?, operator);
                }
                _ => parts.push((None, Source::Value(form))),
            }
        }
        Ok(parts)
    }

    /// `(define name value)` or `(define (name parameter...) expr...)` taken apart.
    fn definition(&mut self, form: Value) -> Res<(Symbol, Source)> {
        let rest = self.rt.heap.cdr(form);
        let args = self.items(rest)?;
        match *args.as_slice() {
            [target, ref body @ ..] if target.is_pair() && !body.is_empty() => {
                let (name, params) = (self.rt.heap.car(target), self.rt.heap.cdr(target));
                Ok((name_of(name)?, Source::Function(params, body.to_vec(), form)))
            }
            [name] => Ok((name_of(name)?, Source::Nothing)),
            [name, value] => Ok((name_of(name)?, Source::Value(value))),
            _ => syntax("define: expected a name and a value"),
        }
    }

    fn defined_value(&mut self, s: &mut Scope, source: &Source) -> Res<Tree> {
        match source {
            Source::Value(form) => self.expand(s, *form),
            Source::Function(params, body, form) => {
                Ok(Rc::new(Expr::Lambda(self.function(s, Written { form: *form, name: None, params: *params, body })?)))
            }
            Source::Nothing => Ok(constant(s.falsehood().nothing())),
        }
    }

    /// The tree of a special form that a dialect has added; nothing if it does not have this shape.
    pub(super) fn special_of_dialect(
        &mut self,
        s: &mut Scope,
        operator: &str,
        form: Value,
        args: &[Value],
    ) -> Res<Option<Tree>> {
        Ok(Some(match (operator, args) {
            ("%define", _) => {
                let (name, source) = self.definition(form)?;
                let name = self.plain(name);
                self.assigned.insert((s.module, name));
                let value = self.defined_value(s, &source)?;
                name_function(&value, name);
                let set = Rc::new(Expr::SetGlobal(s.module, name, value));
                sequence(vec![set, constant(Value::symbol(name))])
            }
            ("%define-syntax", &[name, transformer]) => {
                let name = name_of(name)?;
                let operator = self.transformer(s, name, transformer)?;
                let name = self.plain(name);
                self.assigned.insert((s.module, name));
                self.module_mut(s.module).reserved.remove(&name);
                let set = Rc::new(Expr::SetGlobal(s.module, name, constant(operator)));
                sequence(vec![set, constant(Value::symbol(name))])
            }
            ("%let-syntax" | "%letrec-syntax", [list, body @ ..]) => {
                let mut macros = Vec::new();
                for binding in self.items(*list)? {
                    let parts = if binding.is_pair() { self.items(binding)? } else { Vec::new() };
                    let &[name, transformer] = parts.as_slice() else { return syntax("let-syntax: a binding") };
                    macros.push((name_of(name)?, self.transformer(s, name_of(name)?, transformer)?));
                }
                self.scoped(s, |o, s| {
                    // The templates of `let-syntax` do not see the new names.
                    let (outer, first) = (s.names.len(), s.macros.len());
                    macros.into_iter().for_each(|(name, operator)| bind_macro(s, name, operator));
                    let depth = if operator == "%let-syntax" { outer } else { s.names.len() };
                    s.macros.iter_mut().skip(first).for_each(|m| m.depth = depth);
                    o.body(s, body)
                })?
            }
            ("%syntax-rules", _) => constant(self.rules(s, None, args)?),
            _ => return self.special_of_lisp(s, operator, form, args),
        }))
    }

    fn rules(&mut self, s: &Scope, name: Option<Symbol>, args: &[Value]) -> Res<Value> {
        let expander = self.parse_rules(s, args)?;
        let name = name.map(|n| self.plain(n));
        self.rt.heap.object(Object::Macro(Macro { expander, name, rules: Some(s.module) }))
    }

    /// Evaluates a transformer: returns a macro by rules, or the macro or operator that it names.
    fn transformer(&mut self, s: &mut Scope, name: Symbol, form: Value) -> Res<Value> {
        if self.special_head(s, form)? == Some("%syntax-rules") {
            let rest = self.rt.heap.cdr(form);
            let args = self.items(rest)?;
            return self.rules(s, Some(name), &args);
        }
        let value = match form.as_symbol().map(|other| (other, self.role(s, other))) {
            Some((_, Some(Role::Macro(m)))) => s.macros.get(m).map(|m| m.operator),
            Some((other, None)) => {
                let (module, other) = self.origin(s.module, other);
                self.value_of(module, other)?
            }
            _ => None,
        };
        match value.filter(|v| v.is(Kind::MACRO) || v.is(Kind::SPECIAL)) {
            Some(operator) => Ok(operator),
            None => syntax("define-syntax: only macros by syntax-rules are supported"),
        }
    }
}

/// Gives a macro a local name.
fn bind_macro(s: &mut Scope, name: Symbol, operator: Value) {
    s.names.push((name, Role::Macro(s.macros.len())));
    s.macros.push(LocalMacro { operator, depth: s.names.len() });
}
