//! The special operators that bind variables, and the loops that do.

use std::rc::Rc;

use super::Oracle;
use super::expand::{constant, sequence, syntax};
use super::functions::{name_function, new_lambda};
use super::scope::{Role, Scope};
use super::special::{if_, name_of};
use super::tree::{Expr, Params, Pattern, Tree};
use crate::fault::Result;
use crate::symbol::Symbol;
use crate::value::Value;

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
            let variables = bound.into_iter().map(|(name, value)| (o.bind(s, name), value)).collect();
            Ok(Rc::new(Expr::Let(variables, o.body(s, body)?)))
        })
    }

    pub(super) fn let_star(&mut self, s: &mut Scope, list: &[(Symbol, Option<Value>)], body: &[Value]) -> Result<Tree> {
        let Some((&(name, value), rest)) = list.split_first() else { return self.body(s, body) };
        let value = self.initial(s, value)?;
        self.scoped(s, |o, s| {
            let variable = o.bind(s, name);
            Ok(Rc::new(Expr::Let(vec![(variable, value)], o.let_star(s, rest, body)?)))
        })
    }

    pub(super) fn letrec(&mut self, s: &mut Scope, list: Value, body: &[Value]) -> Result<Tree> {
        let list = self.bindings(list)?;
        self.scoped(s, |o, s| {
            let variables: Vec<Symbol> = list.iter().map(|b| o.bind(s, b.0)).collect();
            let mut bound = Vec::new();
            for ((name, value), variable) in list.into_iter().zip(variables) {
                let value = o.initial(s, value)?;
                name_function(&value, name);
                bound.push((variable, value));
            }
            let body = o.body(s, body)?;
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
            self.assigned.insert((module, name));
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
        let (variables, body) = self.scoped(s, |o, s| {
            s.names.push((name, Role::Loop(itself)));
            let variables: Vec<Symbol> = names.iter().map(|&n| o.bind(s, n)).collect();
            body(o, s, itself).map(|body| (variables, body))
        })?;
        let params = Params { required: variables.into_iter().map(Pattern::Name).collect(), ..Params::default() };
        let f = Rc::new(Expr::Loop(itself, Rc::new(new_lambda(Some(name), params, body))));
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
