//! From data to trees: names are told apart ([`super::scope`]), macros are expanded, special forms are checked for
//! their shape ([`super::special`]).
//!
//! The expander makes the decisions that the language makes at compile time: whether a head is a macro, and for some
//! calls which function is called ([`super::calls`]).

use std::rc::Rc;

use super::Oracle;
use super::names::{Expr, Scope, Tree};
use crate::fault::{Code, Result, fail};
use crate::object::array::Storage;
use crate::symbol::{CORE, Symbol, well_known};
use crate::value::{Kind, Value};
use crate::{compile, library};

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
            Expr::Global(module, name) => !self.names.is_defined(module, name),
            _ => false,
        };
        Ok(if undefined && s.functions == 0 { sequence(vec![f, call]) } else { call })
    }

    pub(super) fn operator_name(&self, v: Value) -> &'static str {
        self.rt.procedures.operator(v.index()).unwrap_or("")
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

impl Oracle {
    /// The function that a call means for good when it is compiled, as the language has it for some builtins and
    /// functions of the library.
    pub(super) fn decided(
        &mut self,
        s: &Scope,
        name: Symbol,
        now: Option<Value>,
        args: &[Value],
    ) -> Result<Option<Value>> {
        if self.names.is_own(s.module, name) {
            return Ok(None);
        }
        if let Some(f) = now.filter(|f| f.is(Kind::NATIVE)) {
            let native = self.rt.native_name(f).unwrap_or("");
            let decided = match (native, args) {
                ("floor", [quotient]) => self.is_call_of(s, *quotient, "/")?,
                ("get-array-element", [_, coordinates]) | ("set-array-element", [_, coordinates, _]) => {
                    self.is_call_of(s, *coordinates, "list")?
                }
                _ => compile::is_instruction(native, args.len()),
            };
            return Ok(decided.then_some(f));
        }
        match self.names.cell(s.module, name).filter(|_| s.module != CORE) {
            Some(cell)
                if self.names.cell(CORE, name) == Some(cell) && library::is_inline(self.rt.name(name), args.len()) =>
            {
                self.value_in(cell)
            }
            _ => Ok(None),
        }
    }

    /// A builtin passed by name to a library function is bound with the call, if calls of the builtin would be. Returns
    /// its tree and the remaining arguments.
    pub(super) fn decided_argument(
        &mut self,
        s: &Scope,
        is_loop: bool,
        mut args: Vec<Value>,
    ) -> Result<(Vec<Tree>, Vec<Value>)> {
        let is_global = |&name: &Symbol| is_loop && self.role(s, name).is_none();
        let name = args.first().and_then(|f| f.as_symbol()).filter(is_global);
        let Some(name) = name else { return Ok((Vec::new(), args)) };
        let now = self.meaning_now(s.module, name)?;
        let called_with = vec![Value::NIL; args.len() - 1];
        match self.decided(s, name, now, &called_with)?.filter(|f| f.is(Kind::NATIVE)) {
            Some(f) => {
                args.remove(0);
                Ok((vec![constant(f)], args))
            }
            None => Ok((Vec::new(), args)),
        }
    }

    fn is_call_of(&mut self, s: &Scope, form: Value, native: &str) -> Result<bool> {
        if !form.is_pair() {
            return Ok(false);
        }
        let head = self.rt.heap.car(form).as_symbol().filter(|&n| self.role(s, n).is_none());
        let f = match head {
            Some(name) if !self.names.is_own(s.module, name) => self.meaning_now(s.module, name)?,
            _ => None,
        };
        Ok(f.is_some_and(|f| f.is(Kind::NATIVE) && self.rt.native_name(f) == Some(native)))
    }

    /// Returns whether the form is a `lambda` with a body whose parameters are distinct names.
    pub(super) fn is_function_with_body(&mut self, s: &Scope, form: Option<&Value>) -> Result<bool> {
        let Some(&form) = form else { return Ok(false) };
        if !self.is_special(s, form, "lambda")? {
            return Ok(false);
        }
        let parts = self.items_and_tail(form)?.0;
        let [_, params, _, ..] = *parts.as_slice() else { return Ok(false) };
        let (names, tail) = self.items_and_tail(params)?;
        let plain = |v: &Value| v.as_symbol().is_some_and(|name| !self.rt.name(name).starts_with(['&', ':']));
        let distinct = names.iter().enumerate().all(|(i, name)| !names.iter().take(i).any(|other| other == name));
        Ok(tail.is_nil() && distinct && names.iter().all(plain))
    }
}

impl Oracle {
    /// The tree that builds `template`, `level` templates deep.
    pub(super) fn template(&mut self, s: &mut Scope, template: Value, level: u32) -> Result<Tree> {
        if !self.has_marks(template)? {
            return Ok(constant(template));
        }
        if let Some(elements) = self.vector_items(template) {
            let list = self.rt.heap.list(&elements)?;
            let list = self.template(s, list, level)?;
            return self.call_core("list->array", vec![list]);
        }
        if let Some((operator, forms)) = self.marked(template)?
            && let &[x] = forms.as_slice()
        {
            let is_template = matches!(operator, well_known::QUASI_QUOTE | well_known::QUASIQUOTE);
            return match (operator, level) {
                (well_known::UNQUOTE, 1) => self.expand(s, x),
                (well_known::UNQUOTE_SPLICING, 1) => syntax("unquote-splicing: there is no list here to splice into"),
                _ => {
                    let level = if is_template { level + 1 } else { level - 1 };
                    let head = constant(Value::symbol(operator));
                    // `,,@forms`: the inner template will take the values of all these forms.
                    let rest = match self.marked(x)? {
                        Some((well_known::UNQUOTE_SPLICING, forms)) if level == 1 && forms.len() == 1 => {
                            self.expand_all(s, &forms)?.remove(0)
                        }
                        _ => {
                            let inner = self.template(s, x, level)?;
                            self.call_core("list", vec![inner])?
                        }
                    };
                    self.call_core("cons", vec![head, rest])
                }
            };
        }
        // Lists to append, and the elements since the last of them.
        let (mut lists, mut run) = (Vec::new(), Vec::new());
        let mut rest = template;
        let mut is_first = true;
        let tail = loop {
            if !rest.is_pair() {
                break self.template(s, rest, level)?;
            }
            if !is_first && self.marked(rest)?.is_some_and(|m| m.1.len() == 1) {
                break self.template(s, rest, level)?;
            }
            is_first = false;
            let element = self.rt.heap.car(rest);
            rest = self.rt.heap.cdr(rest);
            match self.marked(element)? {
                Some((well_known::UNQUOTE_SPLICING, forms)) if level == 1 => {
                    for form in forms {
                        if !run.is_empty() {
                            lists.push(self.call_core("list", std::mem::take(&mut run))?);
                        }
                        lists.push(self.expand(s, form)?);
                    }
                }
                Some((well_known::UNQUOTE, forms)) if level == 1 => run.extend(self.expand_all(s, &forms)?),
                _ => run.push(self.template(s, element, level)?),
            }
        };
        let ends = matches!(*tail, Expr::Const(v) if v.is_nil());
        if !run.is_empty() {
            run.push(tail);
            lists.push(self.call_core("list*", run)?);
        } else if !ends || lists.is_empty() {
            lists.push(tail);
        }
        if lists.len() == 1 { Ok(lists.remove(0)) } else { self.call_core("append", lists) }
    }

    fn call_core(&mut self, name: &str, args: Vec<Tree>) -> Result<Tree> {
        let f = constant(self.core_function(name)?);
        Ok(Rc::new(Expr::Call(f, args)))
    }

    /// The operator of templates at the head of a form, and what follows it.
    fn marked(&mut self, form: Value) -> Result<Option<(Symbol, Vec<Value>)>> {
        if !form.is_pair() {
            return Ok(None);
        }
        use well_known::{QUASI_QUOTE, QUASIQUOTE, UNQUOTE, UNQUOTE_SPLICING};
        let Some(name) = self.rt.heap.car(form).as_symbol() else { return Ok(None) };
        match name {
            operator @ (QUASI_QUOTE | QUASIQUOTE | UNQUOTE | UNQUOTE_SPLICING) => {
                let (mut items, tail) = self.items_and_tail(form)?;
                items.remove(0);
                Ok(tail.is_nil().then_some((operator, items)))
            }
            _ => Ok(None),
        }
    }

    /// Returns whether the template has parts to evaluate, or to leave for an outer template.
    fn has_marks(&mut self, template: Value) -> Result<bool> {
        let mut pending = vec![template];
        while let Some(mut v) = pending.pop() {
            while v.is_pair() {
                if self.marked(v)?.is_some() {
                    return Ok(true);
                }
                pending.push(self.rt.heap.car(v));
                v = self.rt.heap.cdr(v);
            }
            pending.extend(self.vector_items(v).unwrap_or_default());
        }
        Ok(false)
    }

    /// The elements of a vector of values.
    fn vector_items(&self, v: Value) -> Option<Vec<Value>> {
        let array = self.rt.heap.as_array(v).filter(|a| a.dimensions().len() == 1)?;
        if let Storage::Values(items) = &array.data { Some(items.to_vec()) } else { None }
    }
}
