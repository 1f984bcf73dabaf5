//! The special operators of the core; those that bind variables, and the loops that do.

use std::cell::Cell;
use std::rc::Rc;

use super::Oracle;
use super::expand::{Binding, Clause, Env, Expr, Lambda, Optional, Params, Pattern, Tree};
use super::expand::{constant, sequence, syntax};
use super::machine::{Frame, State};
use super::scope::{Free, Role, Scope};
use crate::fault::{Code, ErrorData, Result, fail};
use crate::symbol::{Symbol, well_known};
use crate::value::{Kind, Value};

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
                s.innermost(1).iter().for_each(|usage| usage.bind(&f));
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
                Some(Role::Variable(variable)) => {
                    s.find(name).inspect(|found| found.usage.is_assigned.set(true));
                    Expr::SetLocal(variable, value)
                }
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
        let Some(number) = s.block(name) else { return syntax("there is no such block around this") };
        self.left_blocks.insert(number);
        Ok(Rc::new(Expr::Leave(number, self.expand(s, value)?)))
    }
}

impl Oracle {
    /// Name and form of each of `((name form)...)`, where the form may be left out.
    pub(super) fn bindings(&mut self, list: Value) -> Result<Vec<(Symbol, Option<Value>)>> {
        if !list.is_pair() && !list.is_nil() {
            return syntax("expected a list of bindings");
        }
        let mut result = Vec::new();
        for b in self.items(list)? {
            let parts = if b.is_pair() { self.items(b)? } else { vec![b] };
            result.push(match *parts.as_slice() {
                [name] => (name_of(name)?, None),
                [name, value] => (name_of(name)?, Some(value)),
                _ => return syntax("expected a binding"),
            });
        }
        Ok(result)
    }

    /// Expands the initial value of a variable, nil if there is none.
    pub(super) fn initial(&mut self, s: &mut Scope, value: Option<Value>) -> Result<Tree> {
        match value {
            Some(value) => self.expand(s, value),
            None => Ok(constant(Value::NIL)),
        }
    }

    pub(super) fn let_(&mut self, s: &mut Scope, list: Value, body: &[Value]) -> Result<Tree> {
        let mut bound = Vec::new();
        for (name, value) in self.bindings(list)? {
            bound.push((name, self.initial(s, value)?));
        }
        self.scoped(s, |o, s| {
            let variables: Vec<Binding> = bound.into_iter().map(|(name, value)| (o.bind(s, name), value)).collect();
            s.innermost(variables.len()).iter().zip(&variables).for_each(|(usage, (_, value))| usage.bind(value));
            Ok(Rc::new(Expr::Let(variables, o.body(s, body)?)))
        })
    }

    pub(super) fn let_star(&mut self, s: &mut Scope, list: &[(Symbol, Option<Value>)], body: &[Value]) -> Result<Tree> {
        let Some((&(name, value), rest)) = list.split_first() else { return self.body(s, body) };
        let value = self.initial(s, value)?;
        self.scoped(s, |o, s| {
            let variable = o.bind(s, name);
            s.innermost(1).iter().for_each(|usage| usage.bind(&value));
            Ok(Rc::new(Expr::Let(vec![(variable, value)], o.let_star(s, rest, body)?)))
        })
    }

    pub(super) fn letrec(&mut self, s: &mut Scope, list: Value, body: &[Value]) -> Result<Tree> {
        let list = self.bindings(list)?;
        self.scoped(s, |o, s| {
            let variables: Vec<Symbol> = list.iter().map(|b| o.bind(s, b.0)).collect();
            let usages = s.innermost(variables.len());
            let mut bound = Vec::new();
            for ((name, value), variable) in list.into_iter().zip(variables) {
                let value = o.initial(s, value)?;
                name_function(&value, name);
                bound.push((variable, value));
            }
            let body = o.body(s, body)?;
            // Once one is assigned or is no function, it and the later ones may be seen before they have their values.
            if !usages.iter().any(|usage| usage.is_assigned.get()) {
                let functions = bound.iter().take_while(|b| matches!(*b.1, Expr::Lambda(_)));
                usages.iter().zip(functions).for_each(|(usage, (_, value))| usage.bind(value));
            }
            Ok(o.assigned_once_known(bound, body))
        })
    }

    /// Each variable is assigned when its value is known, and all of them again when the last value is.
    fn assigned_once_known(&mut self, bound: Vec<(Symbol, Tree)>, body: Tree) -> Tree {
        let kept: Vec<Symbol> = bound.iter().map(|_| self.hidden()).collect();
        let set = |variable: Symbol, kept: Symbol| Rc::new(Expr::SetLocal(variable, Rc::new(Expr::Local(kept))));
        let mut parts: Vec<Tree> = bound.iter().zip(&kept).map(|(b, &kept)| set(b.0, kept)).collect();
        parts.push(body);
        let mut body = sequence(parts);
        let unknown = bound.iter().map(|b| (b.0, constant(Value::NIL))).collect();
        for ((variable, value), kept) in bound.into_iter().zip(kept).rev() {
            let rest = sequence(vec![set(variable, kept), body]);
            body = Rc::new(Expr::Let(vec![(kept, value)], rest));
        }
        Rc::new(Expr::Letrec(unknown, body))
    }

    /// Expands a body that is evaluated while global variables have other values.
    pub(super) fn let_dynamic(&mut self, s: &mut Scope, list: Value, body: &[Value]) -> Result<Tree> {
        let (mut saved, mut outer, mut enter, mut leave) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (name, value) in self.bindings(list)? {
            let (new, old, module) = (self.hidden(), self.hidden(), s.module);
            saved.push((new, self.initial(s, value)?));
            outer.push((old, Rc::new(Expr::Outer(module, name))));
            self.names.assigned.insert((module, name));
            enter.push(Rc::new(Expr::SetGlobal(module, name, Rc::new(Expr::Local(new)))));
            leave.push(Rc::new(Expr::SetGlobal(module, name, Rc::new(Expr::Local(old)))));
        }
        enter.push(self.body(s, body)?);
        saved.extend(outer);
        let whole = Expr::UnwindProtect(sequence(enter), sequence(leave));
        Ok(Rc::new(Expr::Let(saved, Rc::new(whole))))
    }

    pub(super) fn named_let(&mut self, s: &mut Scope, name: Symbol, list: Value, body: &[Value]) -> Result<Tree> {
        let mut starts = Vec::new();
        let mut names = Vec::new();
        for (v, value) in self.bindings(list)? {
            starts.push(self.initial(s, value)?);
            names.push(v);
        }
        self.looping(s, name, names, starts, |o, s, _| o.body(s, body))
    }

    /// A call of a function of `names` that sees itself as `name`.
    fn looping(
        &mut self,
        s: &mut Scope,
        name: Symbol,
        names: Vec<Symbol>,
        starts: Vec<Tree>,
        body: impl FnOnce(&mut Oracle, &mut Scope, Symbol) -> Result<Tree>,
    ) -> Result<Tree> {
        let itself = self.variable(s, name);
        let expand = |o: &mut Oracle, s: &mut Scope| {
            let usage = s.push(name, Role::Loop(itself));
            let variables: Vec<Symbol> = names.iter().map(|&n| o.bind(s, n)).collect();
            body(o, s, itself).map(|body| (usage, variables, body))
        };
        let ((usage, variables, body), free) = self.capturing(s, |o, s| o.scoped(s, expand))?;
        let params = Params { required: variables.into_iter().map(Pattern::Name).collect(), ..Params::default() };
        let f = Rc::new(Expr::Loop(itself, Rc::new(new_lambda(Some(name), params, body, free))));
        usage.bind(&f);
        Ok(Rc::new(Expr::Call(f, starts)))
    }

    pub(super) fn counted(&mut self, s: &mut Scope, times: bool, head: Value, body: &[Value]) -> Result<Tree> {
        let parts = if head.is_pair() { self.items(head)? } else { Vec::new() };
        let (name, source, result) = match *parts.as_slice() {
            [name, source] => (name_of(name)?, source, None),
            [name, source, result] => (name_of(name)?, source, Some(result)),
            _ => return syntax("expected (variable source [result])"),
        };
        let source = self.expand(s, source)?;
        let counter = self.hidden();
        let inner = self.in_block(s, None, |o, s| {
            o.scoped(s, |o, s| {
                let name = o.bind(s, name);
                let body = o.body(s, body)?;
                let result = match result {
                    Some(r) => o.expand(s, r)?,
                    None => constant(Value::NIL),
                };
                let source = Rc::new(Expr::Local(counter));
                Ok(Rc::new(if times {
                    Expr::DoTimes(name, source, body, result)
                } else {
                    Expr::DoList(name, source, body, result)
                }))
            })
        })?;
        Ok(Rc::new(Expr::Let(vec![(counter, source)], inner)))
    }

    pub(super) fn do_(&mut self, s: &mut Scope, list: Value, end: Value, body: &[Value]) -> Result<Tree> {
        let (mut names, mut starts, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        for b in self.items(list)? {
            let parts = if b.is_pair() { self.items(b)? } else { vec![b] };
            let (name, start, step) = match *parts.as_slice() {
                [name] => (name, None, None),
                [name, start] => (name, Some(start), None),
                [name, start, step] => (name, Some(start), Some(step)),
                _ => return syntax("do: expected (variable init step)"),
            };
            starts.push(self.initial(s, start)?);
            names.push(name_of(name)?);
            steps.push(step.unwrap_or(name));
        }
        let end = if end.is_pair() { self.items(end)? } else { Vec::new() };
        let Some((&test, results)) = end.split_first() else { return syntax("do: no end test") };
        let again = self.hidden();
        self.in_block(s, None, |o, s| {
            o.looping(s, again, names, starts, |o, s, again| {
                let test = o.expand(s, test)?;
                let results = o.body(s, results)?;
                let body = o.body(s, body)?;
                let next = Expr::Call(Rc::new(Expr::Local(again)), o.expand_all(s, &steps)?);
                Ok(if_(test, results, sequence(vec![body, Rc::new(next)])))
            })
        })
    }
}

/// A function as it stands in a program: its form, its name if it has one, parameters and body.
#[derive(Clone, Copy)]
pub(super) struct Written<'a> {
    pub form: Value,
    pub name: Option<Symbol>,
    pub params: Value,
    pub body: &'a [Value],
}

impl Oracle {
    /// A function of these parameters and this body; a docstring may come first.
    pub(super) fn function(&mut self, s: &mut Scope, written: Written) -> Result<Rc<Lambda>> {
        self.lambda(s, written, false)
    }

    /// The function that a macro calls: it gets the list of arguments, and takes it apart.
    pub(super) fn expander(&mut self, s: &mut Scope, written: Written) -> Result<Tree> {
        if written.params.as_symbol().is_some() {
            let params = self.rt.heap.list(&[written.params])?;
            return Ok(Rc::new(Expr::Lambda(self.lambda(s, Written { params, ..written }, false)?)));
        }
        let inner = self.lambda(s, written, true)?;
        let (doc, free) = (inner.doc.clone(), inner.free.clone());
        let arguments = self.hidden();
        let apply = constant(self.core_function("apply")?);
        let call = Expr::Call(apply, vec![Rc::new(Expr::Lambda(inner)), Rc::new(Expr::Local(arguments))]);
        let params = Params { required: vec![Pattern::Name(arguments)], ..Params::default() };
        let outer = Lambda { doc, ..new_lambda(written.name, params, Rc::new(call), free) };
        Ok(Rc::new(Expr::Lambda(Rc::new(outer))))
    }

    fn lambda(&mut self, s: &mut Scope, written: Written, patterns: bool) -> Result<Rc<Lambda>> {
        let Written { form, name, params, body } = written;
        let (doc, body) = match body {
            [doc, rest @ ..] if !rest.is_empty() && doc.is(Kind::STRING) => {
                (self.rt.heap.as_str(*doc).map(str::to_string), rest)
            }
            _ => (None, body),
        };
        s.functions += 1;
        let expand = |o: &mut Oracle, s: &mut Scope| {
            let parsed = o.parameters(s, params, patterns)?;
            let body = match name {
                Some(name) => o.in_block(s, Some(name), |o, s| o.body(s, body))?,
                None => o.body(s, body)?,
            };
            Ok((parsed, body))
        };
        let result = self.capturing(s, |o, s| o.scoped(s, expand));
        s.functions -= 1;
        let ((parsed, body), free) = result?;
        let mut lambda = new_lambda(name, parsed, body, free);
        (lambda.signature, lambda.source, lambda.doc) = (params, form, doc);
        Ok(Rc::new(lambda))
    }
}

fn new_lambda(name: Option<Symbol>, params: Params, body: Tree, free: Free) -> Lambda {
    Lambda {
        name: Cell::new(name),
        number: Cell::new(None),
        params,
        body,
        signature: Value::NIL,
        source: Value::NIL,
        doc: None,
        free,
        object: Cell::new(None),
    }
}

/// A function gets the name of what it is bound to, unless it has one.
pub(super) fn name_function(tree: &Tree, name: Symbol) {
    if let Expr::Lambda(l) = &**tree
        && l.name.get().is_none()
    {
        l.name.set(Some(name));
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Section {
    Required,
    Optional,
    Rest,
    AfterRest,
    Key,
}

/// A part of a parameter list.
enum Part {
    /// A name or a list to take apart.
    Plain {
        item: Value,
        is_rest: bool,
    },
    Optional {
        name: Symbol,
        default: Option<Value>,
        supplied: Option<Symbol>,
        is_key: bool,
    },
}

impl Oracle {
    /// Reads a parameter list and binds its names. With `patterns`, parameters may be lists to take apart. What is
    /// wrong with the list itself is said before any default is looked at.
    pub(super) fn parameters(&mut self, s: &mut Scope, list: Value, patterns: bool) -> Result<Params> {
        let parts = self.parts(list, patterns)?;
        let mut params = Params::default();
        // The names in patterns are bound when all parameters are.
        let mut inside = Vec::new();
        for part in parts {
            match part {
                Part::Plain { item, is_rest } => {
                    let pattern = match item.as_symbol() {
                        Some(name) => Pattern::Name(self.bind(s, name)),
                        None => self.pattern(s, item, &mut inside)?,
                    };
                    if is_rest { params.rest = Some(pattern) } else { params.required.push(pattern) }
                }
                Part::Optional { name, default, supplied, is_key } => {
                    let default = match default {
                        Some(form) => self.expand(s, form)?,
                        None => constant(Value::NIL),
                    };
                    let key = self.rt.symbols.plain(name);
                    let name = self.bind(s, name);
                    let supplied = supplied.map(|supplied| self.bind(s, supplied));
                    let parameter = Optional { name, key, default, supplied };
                    if is_key { params.keys.push(parameter) } else { params.optional.push(parameter) }
                }
            }
        }
        for (name, variable) in inside {
            s.push(name, Role::Variable(variable));
        }
        Ok(params)
    }

    /// The parts of a parameter list, without its markers.
    fn parts(&mut self, list: Value, patterns: bool) -> Result<Vec<Part>> {
        let (items, tail) = if list.as_symbol().is_some() { (Vec::new(), list) } else { self.items_and_tail(list)? };
        let (mut parts, mut section, mut seen) = (Vec::new(), Section::Required, Vec::new());
        for item in items {
            if let Some(marker) = marker(item) {
                section = match (marker, section) {
                    (well_known::OPTIONAL, Section::Required) => Section::Optional,
                    (well_known::REST | well_known::BODY, Section::Required | Section::Optional) => Section::Rest,
                    (well_known::KEY, Section::Required | Section::Optional | Section::AfterRest) => Section::Key,
                    _ => return syntax("a marker is out of place in a parameter list"),
                };
                continue;
            }
            match section {
                Section::Required | Section::Rest => {
                    match item.as_symbol() {
                        Some(name) => once(&mut seen, name)?,
                        None if patterns && item.is_pair() => {}
                        None => return syntax("expected a parameter"),
                    }
                    let is_rest = section == Section::Rest;
                    parts.push(Part::Plain { item, is_rest });
                    if is_rest {
                        section = Section::AfterRest;
                    }
                }
                Section::AfterRest => return syntax("only one parameter can follow &rest"),
                Section::Optional | Section::Key => {
                    let optional = self.optional(item, section == Section::Key)?;
                    if let Part::Optional { name, supplied, .. } = optional {
                        [Some(name), supplied].into_iter().flatten().try_for_each(|name| once(&mut seen, name))?;
                    }
                    parts.push(optional);
                }
            }
        }
        match (tail.as_symbol(), section) {
            (_, Section::Rest) => return syntax("&rest needs a parameter"),
            (Some(_), Section::Required | Section::Optional) => {
                parts.push(Part::Plain { item: tail, is_rest: true });
            }
            _ if tail.is_nil() => {}
            _ => return syntax("expected a parameter list"),
        }
        Ok(parts)
    }

    /// A parameter that need not be given: its name, or a list of name, default and a variable that tells.
    fn optional(&mut self, item: Value, is_key: bool) -> Result<Part> {
        let parts = if item.is_pair() { self.items(item)? } else { vec![item] };
        let (name, default, supplied) = match *parts.as_slice() {
            [name] => (name, None, None),
            [name, default] => (name, Some(default), None),
            [name, default, supplied] => (name, Some(default), Some(supplied)),
            _ => return syntax("expected a parameter"),
        };
        let Some(name) = name.as_symbol() else { return syntax("expected a parameter") };
        match supplied.map(Value::as_symbol) {
            Some(None) => syntax("expected a symbol"),
            supplied => Ok(Part::Optional { name, default, supplied: supplied.flatten(), is_key }),
        }
    }

    fn pattern(&mut self, s: &Scope, list: Value, names: &mut Vec<(Symbol, Symbol)>) -> Result<Pattern> {
        let (items, tail) = self.items_and_tail(list)?;
        let (mut parts, mut rest, mut is_rest) = (Vec::new(), None, false);
        for item in items {
            let part = match item.as_symbol() {
                Some(well_known::REST | well_known::BODY) => {
                    is_rest = true;
                    continue;
                }
                Some(name) => {
                    names.push((name, self.variable(s, name)));
                    Pattern::Name(names.last().map_or(name, |n| n.1))
                }
                None if item.is_pair() => self.pattern(s, item, names)?,
                None => return syntax("expected a parameter"),
            };
            if is_rest { rest = Some(Box::new(part)) } else { parts.push(part) }
        }
        if let Some(name) = tail.as_symbol() {
            let variable = self.variable(s, name);
            names.push((name, variable));
            rest = Some(Box::new(Pattern::Name(variable)));
        }
        Ok(Pattern::List(parts, rest))
    }

    // ---- calls

    /// Enters a function: the arguments are brought into the order of the parameters, `None` for those left out.
    pub(super) fn enter(&mut self, lambda: &Rc<Lambda>, env: Env, args: &[Value]) -> Result<State> {
        let p = &lambda.params;
        let (required, positional) = (p.required.len(), p.required.len() + p.optional.len());
        let open = p.rest.is_some() || !p.keys.is_empty();
        if args.len() < required || args.len() > positional && !open {
            return fail(Code::ArgumentCount, "the number of arguments does not fit");
        }
        let mut values: Vec<Option<Value>> = (0..positional).map(|i| args.get(i).copied()).collect();
        let rest = args.get(positional..).unwrap_or(&[]);
        if p.rest.is_some() {
            values.push(Some(self.rt.heap.list(rest)?));
        }
        if !p.keys.is_empty() {
            let mut given = vec![None; p.keys.len()];
            for pair in rest.chunks(2) {
                let &[key, value] = pair else { return fail(Code::ArgumentCount, "the last keyword has no value") };
                let place = key.as_keyword().and_then(|k| p.keys.iter().position(|known| known.key == k));
                match place.and_then(|i| given.get_mut(i)) {
                    Some(slot) => {
                        slot.get_or_insert(value);
                    }
                    None => return fail(Code::ArgumentCount, "unknown keyword"),
                }
            }
            values.extend(given);
        }
        self.bind_from(lambda, &values, 0, env)
    }

    /// Binds parameter number `from` and those after it, then goes on with the body. Stops to evaluate a default.
    pub(super) fn bind_from(
        &mut self,
        lambda: &Rc<Lambda>,
        values: &[Option<Value>],
        from: usize,
        env: Env,
    ) -> Result<State> {
        let p = &lambda.params;
        let after_optional = p.required.len() + p.optional.len();
        let mut env = env;
        for (i, value) in values.iter().enumerate().skip(from) {
            let optional = match i.checked_sub(p.required.len()) {
                None => None,
                Some(k) if i < after_optional => p.optional.get(k),
                Some(_) => i.checked_sub(after_optional + usize::from(p.rest.is_some())).and_then(|k| p.keys.get(k)),
            };
            match (optional, *value) {
                (Some(o), None) => {
                    let (lambda, values) = (Rc::clone(lambda), values.to_vec());
                    self.runs.push(Frame::Default(lambda, values, i, env.clone()));
                    return Ok(State::Eval(Rc::clone(&o.default), env));
                }
                (Some(o), Some(v)) => env = bind_optional(&env, o, v, true),
                (None, v) => {
                    let pattern = if i < p.required.len() { p.required.get(i) } else { p.rest.as_ref() };
                    if let Some(Pattern::Name(name)) = pattern {
                        env = env.bind(*name, v.unwrap_or(Value::NIL));
                    }
                }
            }
        }
        let patterns = p.required.iter().enumerate().chain(p.rest.iter().map(|r| (after_optional, r)));
        for (i, pattern) in patterns {
            if let (Pattern::List(..), Some(Some(v))) = (pattern, values.get(i)) {
                env = self.take_apart(pattern, *v, env)?;
            }
        }
        Ok(State::Eval(Rc::clone(&lambda.body), env))
    }

    /// The value of the default of parameter `i` is known.
    pub(super) fn bind_default(
        &mut self,
        lambda: &Rc<Lambda>,
        values: &[Option<Value>],
        i: usize,
        env: &Env,
        v: Value,
    ) -> Result<State> {
        let p = &lambda.params;
        let k = i - p.required.len();
        let after = p.optional.len() + usize::from(p.rest.is_some());
        let optional = p.optional.get(k).or_else(|| k.checked_sub(after).and_then(|k| p.keys.get(k)));
        let env = optional.map_or(env.clone(), |o| bind_optional(env, o, v, false));
        self.bind_from(lambda, values, i + 1, env)
    }

    fn take_apart(&mut self, pattern: &Pattern, v: Value, env: Env) -> Result<Env> {
        let (parts, rest) = match pattern {
            Pattern::Name(name) => return Ok(env.bind(*name, v)),
            Pattern::List(parts, rest) => (parts, rest),
        };
        let (mut env, mut v) = (env, v);
        for part in parts {
            if !v.has_elements() && !v.is_nil() {
                return fail(Code::WrongType, "a list was expected");
            }
            let first = if v.is_nil() { Value::NIL } else { self.rt.heap.first(v) };
            env = self.take_apart(part, first, env)?;
            v = if v.is_nil() { v } else { self.rt.heap.rest(v) };
        }
        match rest {
            Some(rest) => self.take_apart(rest, v, env),
            None => Ok(env),
        }
    }
}

fn bind_optional(env: &Env, o: &Optional, v: Value, given: bool) -> Env {
    let env = env.bind(o.name, v);
    match o.supplied {
        Some(name) => env.bind(name, Value::truth(given)),
        None => env,
    }
}

/// The marker that a part of a parameter list is, if it is one.
fn marker(v: Value) -> Option<Symbol> {
    let is_marker =
        |name: &Symbol| matches!(*name, well_known::OPTIONAL | well_known::REST | well_known::BODY | well_known::KEY);
    v.as_symbol().filter(is_marker)
}

fn once(seen: &mut Vec<Symbol>, name: Symbol) -> Result<()> {
    if seen.contains(&name) {
        return syntax("a parameter occurs twice");
    }
    seen.push(name);
    Ok(())
}
