//! Expansions of Common Lisp's macros: functions and macros in a namespace of their own, names that stand for forms,
//! labels, several values; and dynamic variables.

use std::rc::Rc;

use super::Oracle;
use super::expand::{constant, sequence, syntax};
use super::functions::{Written, name_function};
use super::scope::{Role, Scope};
use super::special::name_of;
use super::tree::{Expr, Falsehood, Tree};
use crate::fault::Res;
use crate::object::Object;
use crate::symbol::{ModuleId, Symbol};
use crate::value::{Kind, Value};

/// A dynamic variable, and the variable that has its value for the time of a body.
pub(super) type Dynamic = (ModuleId, Symbol, Symbol);

/// A local function: the name that it is called by, that of its block, its parameters, its body, the whole.
type Local = (Symbol, Symbol, Value, Vec<Value>, Value);

impl Oracle {
    /// The first of several values of which only that counts where one is wanted.
    pub(super) fn first_value(&self, v: Value) -> Value {
        match self.rt.heap.as_object(v) {
            Some(Object::Values(items)) if v.is(Kind::VALUES) && self.several.contains(&v.index()) => {
                items.first().copied().unwrap_or(Value::NIL)
            }
            _ => v,
        }
    }

    // ---- variables

    /// Makes the variables dynamic that a body declares `special`.
    pub(super) fn declare_special(&mut self, s: &Scope, body: &[Value]) -> Res<()> {
        if !s.dialect.separates_functions {
            return Ok(());
        }
        for &form in body {
            let head = if form.is_pair() { self.rt.heap.car(form).as_symbol() } else { None };
            let declares = head.is_some_and(|name| self.rt.name(name) == "declare");
            if !declares && !form.is(Kind::STRING) {
                break;
            }
            let declarations = if declares { self.items(form)? } else { Vec::new() };
            for declaration in declarations.into_iter().filter(|d| d.is_pair()) {
                let parts = self.items(declaration)?;
                let mut names = parts.into_iter().filter_map(Value::as_symbol);
                if names.next().is_some_and(|name| self.rt.name(name) == "special") {
                    names.for_each(|name| self.make_dynamic(s.module, name));
                }
            }
        }
        Ok(())
    }

    pub(super) fn make_dynamic(&mut self, module: ModuleId, name: Symbol) {
        let cell = self.own_cell(module, name);
        self.cells[cell].is_dynamic = true;
    }

    /// Binds a variable, or adds it to those that are dynamic; what its value is called in environments.
    pub(super) fn bind_or_hide(&mut self, s: &mut Scope, name: Symbol, dynamic: &mut Vec<Dynamic>) -> Symbol {
        if self.dynamic_cell(s.module, name).is_none() {
            return self.bind(s, name);
        }
        let hidden = self.hidden();
        dynamic.push((s.module, name, hidden));
        hidden
    }

    /// Expands `body` so that it is evaluated while dynamic variables have other values.
    pub(super) fn with_dynamic(
        &mut self,
        s: &mut Scope,
        dynamic: Vec<Dynamic>,
        body: impl FnOnce(&mut Oracle, &mut Scope) -> Res<Tree>,
    ) -> Res<Tree> {
        if dynamic.is_empty() {
            return body(self, s);
        }
        let (mut saved, mut enter, mut leave) = (Vec::new(), Vec::new(), Vec::new());
        for (module, name, new) in dynamic {
            let old = self.hidden();
            saved.push((old, Rc::new(Expr::Outer(module, name))));
            enter.push(Rc::new(Expr::SetGlobal(module, name, Rc::new(Expr::Local(new)))));
            leave.push(Rc::new(Expr::SetGlobal(module, name, Rc::new(Expr::Local(old)))));
        }
        enter.push(body(self, s)?);
        let whole = Expr::UnwindProtect(sequence(enter), sequence(leave));
        Ok(Rc::new(Expr::Let(saved, Rc::new(whole))))
    }

    /// `(setf place value)`, for a variable that stands for a place.
    pub(super) fn set_place(&mut self, s: &mut Scope, place: Value, value: Value) -> Res<Tree> {
        let Some(places) = s.dialect.places else { return syntax("setq: this name stands for a form") };
        let setf = self.rt.symbol(places.operator);
        let form = self.rt.heap.list(&[setf, place, value])?;
        self.expand(s, form)
    }

    // ---- functions

    /// `(function name)`, `(function (lambda ...))`, `(function (setf name))`
    pub(super) fn named_function(&mut self, s: &mut Scope, name: Value) -> Res<Tree> {
        match (name.as_symbol(), self.setter_name(s, name)?) {
            (Some(name), _) | (None, Some((name, _))) => self.function_value(s, name),
            (None, None) => self.expand(s, name),
        }
    }

    /// The symbol that stands for a function name such as `(setf name)`, and the name of the place.
    fn setter_name(&mut self, s: &Scope, name: Value) -> Res<Option<(Symbol, Symbol)>> {
        let Some(places) = s.dialect.places.filter(|_| name.is_pair()) else { return Ok(None) };
        match *self.items(name)?.as_slice() {
            [setf, place] if setf.as_symbol().is_some_and(|setf| self.rt.name(setf) == places.operator) => {
                Ok(place.as_symbol().map(|place| ((places.setter)(&mut self.rt, place), place)))
            }
            _ => Ok(None),
        }
    }

    fn local_functions(&mut self, s: &Scope, list: Value) -> Res<Vec<Local>> {
        let mut functions = Vec::new();
        for whole in self.items(list)? {
            let parts = if whole.is_pair() { self.items(whole)? } else { Vec::new() };
            let [name, params, body @ ..] = parts.as_slice() else { return syntax("expected a function") };
            let (name, block) = match self.setter_name(s, *name)? {
                Some(names) => names,
                None => name_of(*name).map(|n| (n, n))?,
            };
            functions.push((name, block, *params, body.to_vec(), whole));
        }
        Ok(functions)
    }

    fn local_function(&mut self, s: &mut Scope, (_, block, params, body, whole): &Local) -> Res<Tree> {
        Ok(Rc::new(Expr::Lambda(
            self.function(s, Written { form: *whole, name: Some(*block), params: *params, body })?,
        )))
    }

    // ---- operators

    pub(super) fn special_of_lisp(
        &mut self,
        s: &mut Scope,
        operator: &str,
        form: Value,
        args: &[Value],
    ) -> Res<Option<Tree>> {
        Ok(Some(match (operator, args) {
            ("%defun", [name, block, params, body @ ..]) => {
                let symbol = name_of(*name)?;
                self.assigned.insert((s.module, symbol));
                let f = Rc::new(Expr::Lambda(
                    self.function(s, Written { form, name: Some(name_of(*block)?), params: *params, body })?,
                ));
                sequence(vec![Rc::new(Expr::SetFunction(s.module, symbol, f)), constant(*name)])
            }
            ("%define-macro", &[name, object]) => {
                let symbol = name_of(name)?;
                self.assigned.insert((s.module, symbol));
                let define = Rc::new(Expr::SetFunction(s.module, symbol, self.expand(s, object)?));
                let renew = constant(self.layer_function(s.module, "%macro-defined")?);
                sequence(vec![define, Rc::new(Expr::Call(renew, vec![constant(name)])), constant(name)])
            }
            ("%labels", [list, body @ ..]) => {
                let functions = self.local_functions(s, *list)?;
                self.scoped(s, |o, s| {
                    let variables: Vec<Symbol> = functions.iter().map(|_| o.hidden()).collect();
                    s.names.extend(functions.iter().zip(&variables).map(|(f, &v)| (f.0, Role::Function(v))));
                    let mut bound = Vec::new();
                    for (f, variable) in functions.iter().zip(variables) {
                        let value = o.local_function(s, f)?;
                        name_function(&value, f.0);
                        bound.push((variable, value));
                    }
                    Ok(Rc::new(Expr::Letrec(bound, o.body(s, body)?)))
                })?
            }
            ("%flet", [list, body @ ..]) => {
                let (mut bound, mut names) = (Vec::new(), Vec::new());
                for f in self.local_functions(s, *list)? {
                    let variable = self.hidden();
                    bound.push((variable, self.local_function(s, &f)?));
                    names.push((f.0, Role::Function(variable)));
                }
                let body = self.scoped(s, |o, s| {
                    s.names.extend(names);
                    o.body(s, body)
                })?;
                Rc::new(Expr::Let(bound, body))
            }
            ("%macrolet", [list, body @ ..]) => {
                let mut macros = Vec::new();
                for (name, expander) in self.bindings(s, "macrolet", *list)? {
                    let Some(expander) = expander else { return syntax("macrolet: a macro needs a body") };
                    let tree = self.expand(&mut Scope::new(s.module, s.dialect), expander)?;
                    let object = self.run_tree(tree)?;
                    if !object.is(Kind::MACRO) {
                        return syntax("macrolet: this makes no macro");
                    }
                    macros.push((name, Role::Operator(object)));
                }
                self.scoped(s, |o, s| {
                    s.names.extend(macros);
                    o.body(s, body)
                })?
            }
            ("%symbol-macrolet", [list, body @ ..]) => {
                let aliases = self.bindings(s, "symbol-macrolet", *list)?;
                self.scoped(s, |o, s| {
                    let role = |place: Option<Value>| Role::Alias(place.unwrap_or(Value::NIL));
                    s.names.extend(aliases.into_iter().map(|(name, place)| (name, role(place))));
                    o.body(s, body)
                })?
            }
            ("%tagbody", _) => self.tagbody(s, args)?,
            ("%go", &[tag]) => {
                let found = s.tags.iter().rev().find(|t| t.0 == tag).map(|t| (t.1, t.2));
                let Some((block, part)) = found else { return syntax("go: there is no such tag around this") };
                Rc::new(Expr::Leave(block, constant(Value::fix(part))))
            }
            ("%place-macro", &[before, place, after, other]) => {
                let head = if place.is_pair() { self.rt.heap.car(place).as_symbol() } else { None };
                match head.and_then(|name| self.function_role(s, name)) {
                    Some(Role::Operator(object)) => {
                        let mut items = self.items(before)?;
                        items.push(self.expand_once(s, object, place, None)?);
                        items.extend(self.items(after)?);
                        let form = self.rt.heap.list(&items)?;
                        self.expand(s, form)?
                    }
                    _ => self.expand(s, other)?,
                }
            }
            ("%multiple-values", &[form]) => Rc::new(Expr::Values(self.expand(s, form)?)),
            _ => return Ok(None),
        }))
    }

    /// Expands a `tagbody`. A variable holds the number of the part to go on with. The parts follow each other in a
    /// loop, each done if the variable is not beyond it; `go` ends the iteration with another number.
    fn tagbody(&mut self, s: &mut Scope, args: &[Value]) -> Res<Tree> {
        let is_tag = |form: &Value| !form.is_pair() && !form.is_nil();
        let part = self.hidden();
        let at: Tree = Rc::new(Expr::Local(part));
        let at_most = constant(self.core_function("<=")?);
        let name = self.hidden();
        let mark = s.tags.len();
        let turn = self.in_block(s, Some(name), |o, s| {
            let block = s.blocks.last().map_or(0, |b| b.1);
            let tags = args.iter().filter(|form| is_tag(form)).zip(1..);
            s.tags.extend(tags.map(|(&tag, part)| (tag, block, part)));
            let mut turn = Vec::new();
            for (number, statements) in args.split(is_tag).enumerate() {
                let number = constant(Value::fix(number as i64));
                let is_due = Rc::new(Expr::Call(Rc::clone(&at_most), vec![Rc::clone(&at), number]));
                let statements = o.sequence(s, statements)?;
                turn.push(Rc::new(Expr::If(Falsehood::Nil, is_due, statements, constant(Value::NIL))));
            }
            turn.push(constant(Value::NIL));
            Ok(sequence(turn))
        });
        s.tags.truncate(mark);
        let again = Rc::new(Expr::SetLocal(part, turn?));
        let turns = Rc::new(Expr::While(Falsehood::Nil, at, again));
        Ok(Rc::new(Expr::Let(vec![(part, constant(Value::ZERO))], turns)))
    }
}
