//! From data to trees: names are told apart, macros are expanded, special forms are checked for their shape.
//!
//! What is decided here is what the language says is decided when a form is compiled: whether a head is a macro, and,
//! for calls of builtins that are instructions and of library functions that are loops, which function is called.

use std::cell::Cell;
use std::rc::Rc;

use super::Oracle;
use super::tree::{Expr, Lambda, Params, Tree};
use crate::compile;
use crate::compile::special::NAMES;
use crate::fault::{Code, Res, fail};
use crate::library;
use crate::symbol::{CORE, ModuleId, Symbol};
use crate::value::{Kind, Value};

/// What is around the form that is being expanded.
pub(super) struct Scope {
    pub module: ModuleId,
    pub names: Vec<(Symbol, Role)>,
    /// Names of blocks, and their numbers.
    pub blocks: Vec<(Option<Symbol>, u32)>,
    depth: usize,
    /// Functions around the form.
    functions: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Variable,
    /// The name of a named `let`, which cannot be assigned.
    Loop,
}

impl Scope {
    pub fn new(module: ModuleId) -> Scope {
        Scope { module, names: Vec::new(), blocks: Vec::new(), depth: 0, functions: 0 }
    }

    pub fn role(&self, name: Symbol) -> Option<Role> {
        self.names.iter().rev().find(|n| n.0 == name).map(|n| n.1)
    }

    pub fn bind(&mut self, name: Symbol) {
        self.names.push((name, Role::Variable));
    }
}

pub(super) fn syntax<T>(message: impl Into<String>) -> Res<T> {
    fail(Code::Syntax, message)
}

pub(super) fn constant(v: Value) -> Tree {
    Rc::new(Expr::Const(v))
}

/// The sequence of these trees; nil if there are none.
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

    pub(super) fn is_word(v: Value, word: Symbol) -> bool {
        v.as_symbol() == Some(word)
    }

    pub(super) fn expand_all(&mut self, s: &mut Scope, forms: &[Value]) -> Res<Vec<Tree>> {
        forms.iter().map(|&form| self.expand(s, form)).collect()
    }

    pub(super) fn body(&mut self, s: &mut Scope, forms: &[Value]) -> Res<Tree> {
        Ok(sequence(self.expand_all(s, forms)?))
    }

    pub(super) fn expand(&mut self, s: &mut Scope, form: Value) -> Res<Tree> {
        match form.as_symbol() {
            Some(name) if s.role(name).is_some() => Ok(Rc::new(Expr::Local(name))),
            Some(name) => Ok(Rc::new(Expr::Global(s.module, name))),
            None if form.has_elements() => {
                s.depth += 1;
                if s.depth > self.rt.budget.nesting {
                    return fail(Code::TooComplex, "code is nested too deeply");
                }
                let tree = self.combination(s, form);
                s.depth -= 1;
                tree
            }
            None => Ok(constant(form)),
        }
    }

    fn combination(&mut self, s: &mut Scope, form: Value) -> Res<Tree> {
        let (head, rest) = (self.rt.heap.first(form), self.rt.heap.rest(form));
        let operator = match head.as_symbol() {
            Some(name) if s.role(name).is_some() => None,
            Some(name) => self.meaning_now(s.module, name)?,
            None => Some(head),
        };
        match operator {
            Some(v) if v.is(Kind::SPECIAL) => {
                let args = self.items(rest)?;
                let name = NAMES.get(v.index()).copied().unwrap_or("");
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
        let f = match head.as_symbol() {
            Some(name) if s.role(name).is_none() => match self.decided(s, name, operator, &args)? {
                Some(f) => constant(f),
                None => Rc::new(Expr::Global(s.module, name)),
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
        let undefined = matches!(*f, Expr::Global(module, name) if !self.is_defined(module, name));
        Ok(if undefined && s.functions == 0 { sequence(vec![f, call]) } else { call })
    }

    /// Is the form a `lambda` with a body whose parameters are names, each another?
    fn is_function_with_body(&mut self, s: &Scope, form: Option<&Value>) -> Res<bool> {
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

    /// Is the form one whose head is this special operator?
    fn is_special(&mut self, s: &Scope, form: Value, operator: &str) -> Res<bool> {
        if !form.is_pair() {
            return Ok(false);
        }
        let head = self.rt.heap.car(form);
        let value = match head.as_symbol() {
            Some(name) if s.role(name).is_some() => return Ok(false),
            Some(name) => self.meaning_now(s.module, name)?,
            None => Some(head),
        };
        Ok(value.is_some_and(|v| v.is(Kind::SPECIAL) && NAMES.get(v.index()) == Some(&operator)))
    }

    /// The function that a call means for good when it is compiled, as the language has it for some builtins and
    /// functions of the library.
    fn decided(&mut self, s: &Scope, name: Symbol, now: Option<Value>, args: &[Value]) -> Res<Option<Value>> {
        if self.is_own(s.module, name) {
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
        if s.module != CORE && library::is_inline(self.rt.name(name), args.len()) {
            return self.value_of(CORE, name);
        }
        Ok(None)
    }

    /// A builtin that a call of a function of the library is given by its name is meant for good with it, if calls of
    /// it would be: its tree, and the arguments that are left.
    fn decided_argument(&mut self, s: &Scope, is_loop: bool, mut args: Vec<Value>) -> Res<(Vec<Tree>, Vec<Value>)> {
        let name = args.first().and_then(|f| f.as_symbol()).filter(|&name| is_loop && s.role(name).is_none());
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

    /// Is it a variable of the program: has it defined the name, or is there a form that does?
    fn is_own(&self, module: ModuleId, name: Symbol) -> bool {
        let is_defined = self.module(module).get(&name).is_some_and(|&cell| !self.is_of_core(cell));
        is_defined || module != CORE && self.assigned.contains(&(module, name))
    }

    fn is_call_of(&mut self, s: &Scope, form: Value, native: &str) -> Res<bool> {
        if !form.is_pair() {
            return Ok(false);
        }
        let head = self.rt.heap.car(form).as_symbol().filter(|&n| s.role(n).is_none());
        let f = match head {
            Some(name) if !self.is_own(s.module, name) => self.meaning_now(s.module, name)?,
            _ => None,
        };
        Ok(f.is_some_and(|f| f.is(Kind::NATIVE) && self.rt.native_name(f) == Some(native)))
    }

    /// What a global name means at this moment; of functions of the library only that they are no macros.
    pub(super) fn meaning_now(&mut self, module: ModuleId, name: Symbol) -> Res<Option<Value>> {
        if self.is_waiting_function(module, name) { Ok(None) } else { self.value_of(module, name) }
    }

    /// Calls a macro's expander on the unevaluated arguments of a form.
    pub(super) fn expand_once(&mut self, operator: Value, form: Value) -> Res<Value> {
        let expander = match self.rt.heap.as_object(operator) {
            Some(crate::object::Object::Macro(m)) if m.rules.is_none() => m.expander,
            _ => return syntax("this is no macro"),
        };
        let args = self.rt.heap.cdr(form);
        self.run(expander, vec![args], None)
    }

    // ---- functions

    /// A function of these parameters and this body; a docstring may come first.
    pub(super) fn function(
        &mut self,
        s: &mut Scope,
        form: Value,
        name: Option<Symbol>,
        params: Value,
        body: &[Value],
    ) -> Res<Rc<Lambda>> {
        self.lambda(s, form, name, params, body, false)
    }

    /// The function that a macro calls: it gets the list of arguments, and takes it apart.
    pub(super) fn expander(
        &mut self,
        s: &mut Scope,
        form: Value,
        name: Option<Symbol>,
        params: Value,
        body: &[Value],
    ) -> Res<Tree> {
        if params.as_symbol().is_some() {
            let one = self.rt.heap.list(&[params])?;
            return Ok(Rc::new(Expr::Lambda(self.lambda(s, form, name, one, body, false)?)));
        }
        let inner = self.lambda(s, form, name, params, body, true)?;
        let doc = inner.doc.clone();
        let arguments = self.hidden();
        let apply = constant(self.core_function("apply")?);
        let call = Expr::Call(apply, vec![Rc::new(Expr::Lambda(inner)), Rc::new(Expr::Local(arguments))]);
        let params = Params { required: vec![super::tree::Pattern::Name(arguments)], ..Params::default() };
        let outer = Lambda { doc, ..new_lambda(name, params, Rc::new(call)) };
        Ok(Rc::new(Expr::Lambda(Rc::new(outer))))
    }

    fn lambda(
        &mut self,
        s: &mut Scope,
        form: Value,
        name: Option<Symbol>,
        params: Value,
        body: &[Value],
        patterns: bool,
    ) -> Res<Rc<Lambda>> {
        let (doc, body) = match body {
            [doc, rest @ ..] if !rest.is_empty() && doc.is(Kind::STRING) => {
                (self.rt.heap.as_str(*doc).map(str::to_string), rest)
            }
            _ => (None, body),
        };
        s.functions += 1;
        let result = self.scoped(s, |o, s| {
            let parsed = o.parameters(s, params, patterns)?;
            let body = match name {
                Some(name) => o.in_block(s, Some(name), |o, s| o.body(s, body))?,
                None => o.body(s, body)?,
            };
            Ok((parsed, body))
        });
        s.functions -= 1;
        let (parsed, body) = result?;
        let mut lambda = new_lambda(name, parsed, body);
        (lambda.signature, lambda.source, lambda.doc) = (params, form, doc);
        Ok(Rc::new(lambda))
    }
}

pub(super) fn new_lambda(name: Option<Symbol>, params: Params, body: Tree) -> Lambda {
    Lambda {
        name: Cell::new(name),
        number: Cell::new(None),
        params,
        body,
        signature: Value::NIL,
        source: Value::NIL,
        doc: None,
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
