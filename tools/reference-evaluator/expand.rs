//! From data to trees: names are told apart ([`super::scope`]), macros are expanded, special forms are checked for
//! their shape ([`super::special`]).
//!
//! The expander decides what the language decides when a form is compiled: whether a head is a macro, and for some
//! calls which function is called ([`super::calls`]).

use std::rc::Rc;

use super::Oracle;
use super::scope::Scope;
use super::tree::{Expr, Tree};
use crate::fault::{Code, Result, fail};
use crate::symbol::Symbol;
use crate::value::{Kind, Value};

pub(super) fn syntax<T>(message: impl Into<String>) -> Result<T> {
    fail(Code::Syntax, message)
}

pub(super) fn constant(v: Value) -> Tree {
    Rc::new(Expr::Const(v))
}

/// The sequence of these trees, of which there is one at least.
pub(super) fn sequence(mut trees: Vec<Tree>) -> Tree {
    match trees.pop() {
        None => constant(Value::NIL),
        Some(one) if trees.is_empty() => one,
        Some(last) => {
            trees.push(last);
            Rc::new(Expr::Seq(trees))
        }
    }
}

impl Oracle {
    /// Runs `f` with what it binds visible, then forgets the bindings.
    pub(super) fn scoped<T>(
        &mut self,
        s: &mut Scope,
        f: impl FnOnce(&mut Oracle, &mut Scope) -> Result<T>,
    ) -> Result<T> {
        let mark = s.names.len();
        let result = f(self, s);
        s.names.truncate(mark);
        result
    }

    /// The tree of a block.
    pub(super) fn in_block(
        &mut self,
        s: &mut Scope,
        name: Option<Symbol>,
        f: impl FnOnce(&mut Oracle, &mut Scope) -> Result<Tree>,
    ) -> Result<Tree> {
        self.blocks += 1;
        let number = self.blocks;
        s.blocks.push((name, number));
        let body = f(self, s);
        s.blocks.pop();
        Ok(Rc::new(Expr::Block(number, body?)))
    }

    /// A variable that no program can name.
    pub(super) fn hidden(&mut self) -> Symbol {
        self.rt.symbols.uninterned("hidden")
    }

    /// The elements of a proper list.
    pub(super) fn items(&mut self, list: Value) -> Result<Vec<Value>> {
        let (items, tail) = self.items_and_tail(list)?;
        if tail.is_nil() { Ok(items) } else { syntax("expected a proper list here") }
    }

    pub(super) fn items_and_tail(&mut self, list: Value) -> Result<(Vec<Value>, Value)> {
        let (mut items, mut rest) = (Vec::new(), list);
        while rest.has_elements() {
            items.push(self.rt.heap.first(rest));
            rest = self.rt.heap.rest(rest);
            self.rt.charge(1)?;
        }
        Ok((items, rest))
    }

    pub(super) fn expand_all(&mut self, s: &mut Scope, forms: &[Value]) -> Result<Vec<Tree>> {
        forms.iter().map(|&form| self.expand(s, form)).collect()
    }

    /// The forms one after the other.
    pub(super) fn body(&mut self, s: &mut Scope, forms: &[Value]) -> Result<Tree> {
        Ok(sequence(self.expand_all(s, forms)?))
    }

    // ---- forms

    /// Runs `f` one level deeper in the native stack.
    pub(super) fn deeper<T>(
        &mut self,
        s: &mut Scope,
        f: impl FnOnce(&mut Oracle, &mut Scope) -> Result<T>,
    ) -> Result<T> {
        s.depth += 1;
        if s.depth > self.rt.budget.nesting {
            return fail(Code::TooComplex, "code is nested too deeply");
        }
        let result = f(self, s);
        s.depth -= 1;
        result
    }

    pub(super) fn expand(&mut self, s: &mut Scope, form: Value) -> Result<Tree> {
        match form.as_symbol() {
            Some(name) => Ok(self.name(s, name)),
            None if form.has_elements() => self.deeper(s, |o, s| o.combination(s, form)),
            None => Ok(constant(form)),
        }
    }

    fn name(&self, s: &Scope, name: Symbol) -> Tree {
        match self.role(s, name) {
            Some(role) => Rc::new(Expr::Local(role.variable())),
            None => Rc::new(Expr::Global(s.module, name)),
        }
    }

    fn combination(&mut self, s: &mut Scope, form: Value) -> Result<Tree> {
        let (head, rest) = (self.rt.heap.first(form), self.rt.heap.rest(form));
        let name = head.as_symbol();
        let role = name.and_then(|name| self.role(s, name));
        let operator = match (name, role) {
            (_, Some(_)) => None,
            (Some(name), None) => self.meaning_now(s.module, name)?,
            (None, None) => Some(head),
        };
        match operator {
            Some(v) if v.is(Kind::SPECIAL) => {
                let args = self.items(rest)?;
                let name = self.operator_name(v);
                return self.special(s, name, form, &args);
            }
            Some(v) if v.is(Kind::MACRO) => {
                let expanded = self.expand_once(v, form)?;
                return self.expand(s, expanded);
            }
            _ => {}
        }
        if self.is_special(s, head, "mlambda")? {
            let tree = self.expand(&mut Scope::new(s.module), head)?;
            let operator = self.run_tree(tree)?;
            let expanded = self.expand_once(operator, form)?;
            return self.expand(s, expanded);
        }
        let args = self.items(rest)?;
        let f = match (name, role) {
            (Some(name), None) => match self.decided(s, name, operator, &args)? {
                Some(f) => constant(f),
                None => self.name(s, name),
            },
            _ => self.expand(s, head)?,
        };
        let is_loop = matches!(&*f, Expr::Const(v) if !v.is(Kind::NATIVE));
        let (mut trees, args) = self.decided_argument(s, is_loop, args)?;
        // A function that is written where a loop is given it is compiled last: of two mistakes the other is told.
        let written = is_loop && trees.is_empty() && self.is_function_with_body(s, args.first())?;
        match args.split_first() {
            Some((&function, others)) if written => {
                let others = self.expand_all(s, others)?;
                trees.push(self.expand(s, function)?);
                trees.extend(others);
            }
            _ => trees.extend(self.expand_all(s, &args)?),
        }
        let call: Tree = Rc::new(Expr::Call(Rc::clone(&f), trees));
        // In a top-level form, an operator that nobody has defined is told before its arguments are evaluated.
        let undefined = match *f {
            Expr::Global(module, name) => !self.is_defined(module, name),
            _ => false,
        };
        Ok(if undefined && s.functions == 0 { sequence(vec![f, call]) } else { call })
    }

    pub(super) fn operator_name(&self, v: Value) -> &'static str {
        self.rt.special_names.get(v.index()).copied().unwrap_or("")
    }

    /// The special operator that a form begins with, by its own name.
    fn special_head(&mut self, s: &Scope, form: Value) -> Result<Option<&'static str>> {
        if !form.is_pair() {
            return Ok(None);
        }
        let head = self.rt.heap.car(form);
        let value = match head.as_symbol() {
            Some(name) if self.role(s, name).is_some() => return Ok(None),
            Some(name) => self.meaning_now(s.module, name)?,
            None => Some(head),
        };
        Ok(value.filter(|v| v.is(Kind::SPECIAL)).map(|v| self.operator_name(v)))
    }

    pub(super) fn is_special(&mut self, s: &Scope, form: Value, operator: &str) -> Result<bool> {
        Ok(self.special_head(s, form)? == Some(operator))
    }

    /// Expands a form once with a macro.
    pub(super) fn expand_once(&mut self, operator: Value, form: Value) -> Result<Value> {
        let Some(crate::object::Object::Macro(m)) = self.rt.heap.as_object(operator) else {
            return syntax("this is no macro");
        };
        let (expander, args) = (m.expander, self.rt.heap.cdr(form));
        self.run(expander, vec![args], None)
    }
}
