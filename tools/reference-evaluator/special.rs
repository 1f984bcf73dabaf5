//! The special operators of the core.

use std::rc::Rc;

use super::Oracle;
use super::expand::{constant, sequence, syntax};
use super::functions::{Written, name_function};
use super::names::{Clause, Expr, Role, Scope, Tree};
use crate::fault::{Code, ErrorData, Result};
use crate::symbol::{Symbol, well_known};
use crate::value::Value;

pub(super) fn if_(test: Tree, then: Tree, otherwise: Tree) -> Tree {
    Rc::new(Expr::If(test, then, otherwise))
}

pub(super) fn name_of(v: Value) -> Result<Symbol> {
    v.as_symbol().map_or_else(|| syntax("expected a symbol"), Ok)
}

fn block_name(v: Value) -> Result<Option<Symbol>> {
    if v.is_nil() { Ok(None) } else { name_of(v).map(Some) }
}

/// Returns whether this is the word.
fn is_word(v: Value, word: Symbol) -> bool {
    v.as_symbol() == Some(word)
}

impl Oracle {
    /// The calls that check arguments: each of `args` is a parameter and its type.
    fn check(&mut self, s: &mut Scope, args: &[Value]) -> Result<Tree> {
        let f = self.core_function("%check-argument")?;
        let mut checks = Vec::new();
        for &arg in args {
            let parts = self.rt.list_items("%check", arg)?;
            let &[parameter, ty, ..] = parts.as_slice() else { return syntax("expected a parameter and its type") };
            let arguments = vec![constant(ty), constant(parameter), self.expand(s, parameter)?];
            checks.push(Rc::new(Expr::Call(constant(f), arguments)));
        }
        Ok(sequence(checks))
    }

    /// The tree of a special form.
    pub(super) fn special(&mut self, s: &mut Scope, operator: &str, form: Value, args: &[Value]) -> Result<Tree> {
        Ok(match (operator, args) {
            ("quote", &[datum]) => constant(datum),
            ("%check", _) => self.check(s, args)?,
            ("if", &[test, then]) => if_(self.expand(s, test)?, self.expand(s, then)?, constant(Value::NIL)),
            ("if", &[test, then, otherwise]) => {
                if_(self.expand(s, test)?, self.expand(s, then)?, self.expand(s, otherwise)?)
            }
            ("when", [test, body @ ..]) => if_(self.expand(s, *test)?, self.body(s, body)?, constant(Value::NIL)),
            ("unless", [test, body @ ..]) => if_(self.expand(s, *test)?, constant(Value::NIL), self.body(s, body)?),
            ("and", []) => constant(Value::T),
            ("and", [tests @ .., last]) => {
                let tests = self.expand_all(s, tests)?;
                let last = self.expand(s, *last)?;
                tests.into_iter().rev().fold(last, |rest, test| if_(test, rest, constant(Value::NIL)))
            }
            ("or", []) => constant(Value::NIL),
            ("or", _) => Rc::new(Expr::Or(self.expand_all(s, args)?)),
            ("cond", clauses) => self.cond(s, clauses)?,
            ("case", [key, clauses @ ..]) => self.case(s, *key, clauses)?,
            ("progn", _) => self.body(s, args)?,
            ("let", [first, rest @ ..]) if !rest.is_empty() || first.is_pair() || first.is_nil() => {
                match (first.as_symbol(), rest) {
                    (None, body) => self.let_(s, *first, body)?,
                    (Some(name), [list, body @ ..]) => self.named_let(s, name, *list, body)?,
                    (Some(_), []) => return syntax("let: no bindings"),
                }
            }
            ("let*", [list, body @ ..]) => {
                let list = self.bindings(*list)?;
                self.let_star(s, &list, body)?
            }
            ("letrec", [list, body @ ..]) => self.letrec(s, *list, body)?,
            ("lambda", [params, body @ ..]) => {
                Rc::new(Expr::Lambda(self.function(s, Written { form, name: None, params: *params, body })?))
            }
            ("alambda", [params, body @ ..]) => self.scoped(s, |o, s| {
                let itself = o.bind(s, well_known::SELF);
                let f: Tree =
                    Rc::new(Expr::Lambda(o.function(s, Written { form, name: None, params: *params, body })?));
                name_function(&f, well_known::SELF);
                Ok(Rc::new(Expr::Letrec(vec![(itself, f)], Rc::new(Expr::Local(itself)))))
            })?,
            ("function", &[name]) => self.expand(s, name)?,
            ("setq", [_, ..]) if args.len().is_multiple_of(2) => self.setq(s, args)?,
            ("mlambda", [params, body @ ..]) if !body.is_empty() => {
                self.macro_object(s, Written { form, name: None, params: *params, body })?
            }
            ("defmacro", [name, params, body @ ..]) if !body.is_empty() => {
                let symbol = name_of(*name)?;
                let object = self.macro_object(s, Written { form, name: Some(symbol), params: *params, body })?;
                self.names.assigned.insert((s.module, symbol));
                sequence(vec![Rc::new(Expr::SetGlobal(s.module, symbol, object)), constant(*name)])
            }
            ("defproc", [name, params, body @ ..]) if !body.is_empty() || params.is_nil() => {
                let body = if body.is_empty() { &[Value::NIL] } else { body };
                let symbol = name_of(*name)?;
                self.names.assigned.insert((s.module, symbol));
                let f = Rc::new(Expr::Lambda(
                    self.function(s, Written { form, name: Some(symbol), params: *params, body })?,
                ));
                sequence(vec![Rc::new(Expr::Define(s.module, symbol, f)), constant(*name)])
            }
            ("defmacro" | "defproc", _) => self.wrong_count(operator, form)?,
            ("defmethod", [name, params, guard, body @ ..]) if !body.is_empty() => {
                self.defmethod(s, form, *name, *params, *guard, body)?
            }
            ("aif", &[test, then]) => self.with_it(s, test, |o, s| Ok((o.expand(s, then)?, constant(Value::NIL))))?,
            ("aif", &[test, then, otherwise]) => {
                self.with_it(s, test, |o, s| Ok((o.expand(s, then)?, o.expand(s, otherwise)?)))?
            }
            ("awhen", [test, body @ ..]) => {
                self.with_it(s, *test, |o, s| Ok((o.body(s, body)?, constant(Value::NIL))))?
            }
            ("aand", []) => constant(Value::T),
            ("aand", [tests @ .., last]) => self.scoped(s, |o, s| {
                let mut bound = Vec::new();
                for &test in tests {
                    let test = o.expand(s, test)?;
                    bound.push((o.bind(s, well_known::IT), test));
                }
                let last = o.expand(s, *last)?;
                Ok(bound.into_iter().rev().fold(last, |rest, (it, test)| {
                    let choice = if_(Rc::new(Expr::Local(it)), rest, constant(Value::NIL));
                    Rc::new(Expr::Let(vec![(it, test)], choice))
                }))
            })?,
            ("dotimes" | "dolist", [head, body @ ..]) => self.counted(s, operator == "dotimes", *head, body)?,
            ("while", [test, body @ ..]) => self.in_block(s, None, |o, s| {
                let test = o.expand(s, *test)?;
                Ok(Rc::new(Expr::While(test, o.body(s, body)?)))
            })?,
            ("do", [list, end, body @ ..]) => self.do_(s, *list, *end, body)?,
            ("catch", [tag, body @ ..]) => Rc::new(Expr::Catch(self.expand(s, *tag)?, self.body(s, body)?)),
            ("catch-and-apply", [tag, f, body @ ..]) => {
                let (tag, f) = (self.expand(s, *tag)?, self.expand(s, *f)?);
                Rc::new(Expr::CatchApply(tag, f, self.body(s, body)?))
            }
            ("unwind-protect", [body, cleanup @ ..]) => {
                Rc::new(Expr::UnwindProtect(self.expand(s, *body)?, self.body(s, cleanup)?))
            }
            ("%let-dynamic", [list, body @ ..]) => self.let_dynamic(s, *list, body)?,
            ("block", [name, body @ ..]) => {
                let name = block_name(*name)?;
                self.in_block(s, name, |o, s| o.body(s, body))?
            }
            ("return-from", &[name]) => self.leave(s, block_name(name)?, Value::NIL)?,
            ("return-from", &[name, value]) => self.leave(s, block_name(name)?, value)?,
            ("return", []) => self.leave(s, None, Value::NIL)?,
            ("return", &[value]) => self.leave(s, None, value)?,
            ("quasi-quote", &[template]) => self.template(s, template, 1)?,
            _ => return syntax(format!("{operator}: this is not its shape, or it is not known here")),
        })
    }

    /// The language throws this when the definition is evaluated, so that a program can catch it.
    fn wrong_count(&mut self, operator: &str, form: Value) -> Result<Tree> {
        let message = format!("wrong number of arguments for {operator}");
        let condition = ErrorData::new(Code::Syntax, message).with_irritants(&[form]);
        let condition = self.rt.heap.condition(condition)?;
        let throw = constant(self.core_function("throw")?);
        Ok(Rc::new(Expr::Call(throw, vec![constant(Value::symbol(well_known::ERROR)), constant(condition)])))
    }

    fn cond(&mut self, s: &mut Scope, clauses: &[Value]) -> Result<Tree> {
        enum Clauses {
            Test,
            Body(Tree),
            Apply(Tree),
        }
        let mut parts = Vec::new();
        let mut rest = constant(Value::NIL);
        for &clause in clauses {
            let items = if clause.is_pair() { self.items(clause)? } else { Vec::new() };
            let Some((&test, body)) = items.split_first() else { return syntax("cond: expected a clause") };
            if (test == Value::T || is_word(test, well_known::ELSE)) && !body.is_empty() {
                rest = self.body(s, body)?;
                break;
            }
            let test = self.expand(s, test)?;
            parts.push(match *body {
                [] => (test, Clauses::Test),
                [arrow, f] if is_word(arrow, well_known::ARROW) => (test, Clauses::Apply(self.expand(s, f)?)),
                _ => (test, Clauses::Body(self.body(s, body)?)),
            });
        }
        for (test, kind) in parts.into_iter().rev() {
            rest = match kind {
                Clauses::Test => Rc::new(Expr::Or(vec![test, rest])),
                Clauses::Body(body) => if_(test, body, rest),
                Clauses::Apply(f) => {
                    let v = self.hidden();
                    let it: Tree = Rc::new(Expr::Local(v));
                    let call = Rc::new(Expr::Call(f, vec![Rc::clone(&it)]));
                    Rc::new(Expr::Let(vec![(v, test)], if_(it, call, rest)))
                }
            };
        }
        Ok(rest)
    }

    fn case(&mut self, s: &mut Scope, key: Value, clauses: &[Value]) -> Result<Tree> {
        let key = self.expand(s, key)?;
        let mut expanded = Vec::new();
        for (i, &clause) in clauses.iter().enumerate() {
            let items = if clause.is_pair() { self.items(clause)? } else { Vec::new() };
            let Some((&data, body)) = items.split_first() else { return syntax("case: expected a clause") };
            let word = |w| is_word(data, w);
            let is_default = data == Value::T || word(well_known::ELSE) || word(well_known::OTHERWISE);
            let keys = match data {
                _ if is_default && i + 1 == clauses.len() => None,
                _ if data.has_elements() => Some(self.items(data)?),
                _ if data.is_nil() => Some(Vec::new()),
                _ => Some(vec![data]),
            };
            let (body, applies) = match *body {
                [arrow, f] if is_word(arrow, well_known::ARROW) => (self.expand(s, f)?, true),
                _ => (self.body(s, body)?, false),
            };
            expanded.push(Clause { keys, body, applies });
        }
        Ok(Rc::new(Expr::Case(key, expanded, constant(Value::NIL))))
    }

    /// Binds `it` to the test around both branches.
    fn with_it(
        &mut self,
        s: &mut Scope,
        test: Value,
        branches: impl FnOnce(&mut Oracle, &mut Scope) -> Result<(Tree, Tree)>,
    ) -> Result<Tree> {
        let test = self.expand(s, test)?;
        self.scoped(s, |o, s| {
            let it = o.bind(s, well_known::IT);
            let (then, otherwise) = branches(o, s)?;
            let choice = if_(Rc::new(Expr::Local(it)), then, otherwise);
            Ok(Rc::new(Expr::Let(vec![(it, test)], choice)))
        })
    }

    fn setq(&mut self, s: &mut Scope, args: &[Value]) -> Result<Tree> {
        let mut all: Vec<Tree> = Vec::new();
        for pair in args.chunks_exact(2) {
            let &[target, value] = pair else { continue };
            let name = name_of(target)?;
            let role = self.role(s, name);
            let value = self.expand(s, value)?;
            all.push(Rc::new(match role {
                Some(Role::Variable(variable)) => Expr::SetLocal(variable, value),
                Some(Role::Loop(_)) => return syntax("setq: this names a loop and cannot be assigned"),
                None => {
                    name_function(&value, name);
                    self.names.assigned.insert((s.module, name));
                    Expr::SetGlobal(s.module, name, value)
                }
            }));
        }
        Ok(sequence(all))
    }

    fn macro_object(&mut self, s: &mut Scope, written: Written) -> Result<Tree> {
        let expander = self.expander(s, written)?;
        let make = constant(self.core_function("%make-macro")?);
        Ok(Rc::new(Expr::Call(make, vec![expander, constant(written.name.map_or(Value::NIL, Value::symbol))])))
    }

    fn defmethod(
        &mut self,
        s: &mut Scope,
        form: Value,
        name: Value,
        params: Value,
        guard: Value,
        body: &[Value],
    ) -> Result<Tree> {
        let symbol = name_of(name)?;
        self.names.assigned.insert((s.module, symbol));
        let (mut names, mut types) = (Vec::new(), Vec::new());
        for p in self.items(params)? {
            let parts = if p.is_pair() { self.items(p)? } else { vec![p, Value::T] };
            match *parts.as_slice() {
                [name, ty] if name.as_symbol().is_some() && (ty.as_symbol().is_some() || ty == Value::T) => {
                    if !p.is_pair() && self.rt.name(name_of(name)?).starts_with('&') {
                        return syntax("defmethod: methods have required parameters only");
                    }
                    names.push(name);
                    types.push(if ty == Value::T { Value::NIL } else { ty });
                }
                _ => return syntax("defmethod: expected a parameter"),
            }
        }
        let (names, types) = (self.rt.heap.list(&names)?, self.rt.heap.list(&types)?);
        let method = Expr::Lambda(self.function(s, Written { form, name: Some(symbol), params: names, body })?);
        let test = match guard {
            Value::T => constant(Value::NIL),
            guard => Rc::new(Expr::Lambda(
                self.function(s, Written { form, name: Some(symbol), params: names, body: &[guard] })?,
            )),
        };
        let body = self.rt.heap.list(body)?;
        let source = self.rt.heap.list(&[params, guard, body])?;
        let module = Value::fix(i64::from(s.module.0));
        let add = constant(self.core_function("%add-method")?);
        let [module, name, types, source] = [module, name, types, source].map(constant);
        Ok(Rc::new(Expr::Call(add, vec![module, name, types, test, Rc::new(method), source])))
    }

    fn leave(&mut self, s: &mut Scope, name: Option<Symbol>, value: Value) -> Result<Tree> {
        let Some(number) = s.blocks.iter().rev().find(|b| b.0 == name).map(|b| b.1) else {
            return syntax("there is no such block around this");
        };
        Ok(Rc::new(Expr::Leave(number, self.expand(s, value)?)))
    }
}
