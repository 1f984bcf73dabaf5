//! From data to trees: names are told apart ([`super::scope`]), macros are expanded, special forms are checked for
//! their shape ([`super::special`]).
//!
//! The expander decides what the language decides when a form is compiled: whether a head is a macro, and for some
//! calls which function is called ([`super::calls`]).

use std::rc::Rc;

use super::Oracle;
use super::scope::{Role, Scope};
use super::tree::{Expr, Tree};
use crate::compile::special::NAMES;
use crate::fault::{Code, Res, fail};
use crate::symbol::Symbol;
use crate::value::{Kind, Value};

pub(super) fn syntax<T>(message: impl Into<String>) -> Res<T> {
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
    pub(super) fn scoped<T>(&mut self, s: &mut Scope, f: impl FnOnce(&mut Oracle, &mut Scope) -> Res<T>) -> Res<T> {
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
        f: impl FnOnce(&mut Oracle, &mut Scope) -> Res<Tree>,
    ) -> Res<Tree> {
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
    pub(super) fn items(&mut self, list: Value) -> Res<Vec<Value>> {
        let (items, tail) = self.items_and_tail(list)?;
        if tail.is_nil() { Ok(items) } else { syntax("expected a proper list here") }
    }

    pub(super) fn items_and_tail(&mut self, list: Value) -> Res<(Vec<Value>, Value)> {
        let (mut items, mut rest) = (Vec::new(), list);
        while rest.has_elements() {
            items.push(self.rt.heap.first(rest));
            rest = self.rt.heap.rest(rest);
            self.rt.charge(1)?;
        }
        Ok((items, rest))
    }

    /// Returns whether this is the word, as a macro or the program wrote it.
    pub(super) fn is_word(&self, s: &Scope, v: Value, word: Symbol) -> bool {
        let written = v.as_symbol().filter(|&name| self.plain(name) == word);
        written.is_some_and(|name| !s.dialect.binds_words || self.role(s, name).is_none())
    }

    pub(super) fn expand_all(&mut self, s: &mut Scope, forms: &[Value]) -> Res<Vec<Tree>> {
        forms.iter().map(|&form| self.expand(s, form)).collect()
    }

    /// The forms one after the other, none of which is a local definition.
    pub(super) fn sequence(&mut self, s: &mut Scope, forms: &[Value]) -> Res<Tree> {
        if forms.is_empty() {
            return Ok(constant(s.falsehood().nothing()));
        }
        Ok(sequence(self.expand_all(s, forms)?))
    }

    pub(super) fn body(&mut self, s: &mut Scope, forms: &[Value]) -> Res<Tree> {
        if s.dialect.has_local_definitions { self.body_with_definitions(s, forms) } else { self.sequence(s, forms) }
    }

    /// A body that must have an expression where the language wants one.
    pub(super) fn whole_body(&mut self, s: &mut Scope, forms: &[Value]) -> Res<Tree> {
        if forms.is_empty() && s.dialect.is_strict {
            return syntax("the body has no expression");
        }
        self.body(s, forms)
    }
    // ---- forms

    /// Runs `f` one level deeper in the native stack.
    pub(super) fn deeper<T>(&mut self, s: &mut Scope, f: impl FnOnce(&mut Oracle, &mut Scope) -> Res<T>) -> Res<T> {
        s.depth += 1;
        if s.depth > self.rt.budget.nesting {
            return fail(Code::TooComplex, "code is nested too deeply");
        }
        let result = f(self, s);
        s.depth -= 1;
        result
    }

    pub(super) fn expand(&mut self, s: &mut Scope, form: Value) -> Res<Tree> {
        match form.as_symbol() {
            Some(name) => self.name(s, name),
            None if form.has_elements() => self.deeper(s, |o, s| o.combination(s, form)),
            None => self.without_aliases(form).map(constant),
        }
    }

    fn name(&mut self, s: &mut Scope, name: Symbol) -> Res<Tree> {
        let role = self.role(s, name);
        if let (None, false) = (role, s.dialect.has_keywords) {
            // In a dialect without keywords, `:name` is one only if no variable has this name.
            let (module, plain) = self.origin(s.module, name);
            let keyword = self.rt.name(plain).strip_prefix(':').filter(|n| n.starts_with(char::is_alphabetic));
            if let Some(keyword) = keyword.map(str::to_string)
                && self.any_cell(module, plain).is_none()
            {
                return Ok(constant(Value::keyword(self.rt.symbols.intern(&keyword))));
            }
        }
        match role {
            Some(role) => self.reference(s, role),
            None => Ok(self.global_name(s, name)),
        }
    }

    pub(super) fn reference(&mut self, s: &mut Scope, role: Role) -> Res<Tree> {
        match role {
            Role::Variable(v) | Role::Loop(v) | Role::Function(v) => Ok(Rc::new(Expr::Local(v))),
            Role::Operator(operator) => Ok(constant(operator)),
            Role::Macro(_) => syntax("a macro has no value"),
            Role::Alias(form) => self.deeper(s, |o, s| o.expand(s, form)),
        }
    }

    /// The function that a name means.
    pub(super) fn function_value(&mut self, s: &mut Scope, name: Symbol) -> Res<Tree> {
        match self.function_role(s, name) {
            Some(role) => self.reference(s, role),
            None => Ok(self.global_head(s, name)),
        }
    }

    fn combination(&mut self, s: &mut Scope, form: Value) -> Res<Tree> {
        let (head, rest) = (self.rt.heap.first(form), self.rt.heap.rest(form));
        let name = head.as_symbol();
        let role = name.and_then(|name| self.function_role(s, name));
        let operator = match (name, role) {
            (_, Some(Role::Macro(m))) => s.macros.get(m).map(|m| m.operator),
            (_, Some(Role::Operator(operator))) => Some(operator),
            (_, Some(_)) => None,
            (Some(name), None) => self.head_now(s, name)?,
            (None, None) => Some(head),
        };
        match operator {
            Some(v) if v.is(Kind::SPECIAL) => {
                let args = self.items(rest)?;
                let name = self.operator_name(v);
                return self.special(s, name, form, &args);
            }
            Some(v) if v.is(Kind::MACRO) => {
                let expanded = self.expand_once(s, v, form, role)?;
                return self.expand(s, expanded);
            }
            _ => {}
        }
        if self.is_special(s, head, "mlambda")? {
            let tree = self.expand(&mut Scope::new(s.module, s.dialect), head)?;
            let operator = self.run_tree(tree)?;
            let expanded = self.expand_once(s, operator, form, None)?;
            return self.expand(s, expanded);
        }
        let args = self.items(rest)?;
        let f = match (name, role) {
            (Some(name), None) => match self.decided(s, name, operator, &args)? {
                Some(f) => constant(f),
                None => self.global_head(s, name),
            },
            (Some(_), Some(role)) => self.reference(s, role)?,
            (None, _) => self.expand(s, head)?,
        };
        if self.is_taker(&f)
            && let [one] = *args.as_slice()
        {
            return Ok(Rc::new(Expr::Values(self.expand(s, one)?)));
        }
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
            Expr::Global(module, name) => !self.has(module, name),
            Expr::Function(module, name) => {
                let undefined = !self.has(module, name);
                if undefined && !self.undefined.contains(&name) {
                    self.undefined.push(name);
                }
                undefined
            }
            _ => false,
        };
        Ok(if undefined && s.functions == 0 { sequence(vec![f, call]) } else { call })
    }

    pub(super) fn operator_name(&self, v: Value) -> &'static str {
        let own = v.index().checked_sub(NAMES.len());
        let name = match own {
            Some(own) => self.rt.own_special_names.get(own),
            None => NAMES.get(v.index()),
        };
        name.copied().unwrap_or("")
    }

    /// The special operator that a form begins with, by its own name.
    pub(super) fn special_head(&mut self, s: &Scope, form: Value) -> Res<Option<&'static str>> {
        if !form.is_pair() {
            return Ok(None);
        }
        let head = self.rt.heap.car(form);
        let value = match head.as_symbol() {
            Some(name) if self.function_role(s, name).is_some() => return Ok(None),
            Some(name) => self.head_now(s, name)?,
            None => Some(head),
        };
        Ok(value.filter(|v| v.is(Kind::SPECIAL)).map(|v| self.operator_name(v)))
    }

    pub(super) fn is_special(&mut self, s: &Scope, form: Value, operator: &str) -> Res<bool> {
        Ok(self.special_head(s, form)? == Some(operator))
    }

    /// Expands a form once with a macro, whose name has this role in the form.
    pub(super) fn expand_once(&mut self, s: &Scope, operator: Value, form: Value, role: Option<Role>) -> Res<Value> {
        let (expander, rules) = match self.rt.heap.as_object(operator) {
            Some(crate::object::Object::Macro(m)) => (m.expander, m.rules),
            _ => return syntax("this is no macro"),
        };
        if let Some(module) = rules {
            let local = if let Some(Role::Macro(m)) = role { Some(m) } else { None };
            return self.expand_rules(s, expander, module, local, form);
        }
        let args = self.rt.heap.cdr(form);
        let expanded = self.run(expander, vec![args], None)?;
        Ok(self.first_value(expanded))
    }
}
