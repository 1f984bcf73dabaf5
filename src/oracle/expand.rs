//! From data to trees: names are told apart, macros are expanded, special forms are checked for their shape.
//!
//! What is decided here is what the language says is decided when a form is compiled: whether a head is a macro, and,
//! for calls of builtins that are instructions and of library functions that are loops, which function is called.

use std::cell::Cell;
use std::rc::Rc;

use super::Oracle;
use super::tree::{Expr, Falsehood, Lambda, Params, Tree};
use crate::code::Inline;
use crate::compile;
use crate::compile::special::NAMES;
use crate::fault::{Code, Res, fail};
use crate::library;
use crate::runtime::dialect::Dialect;
use crate::symbol::{CORE, ModuleId, Symbol};
use crate::value::{Kind, Value};

/// What is around the form that is being expanded.
pub(super) struct Scope {
    pub module: ModuleId,
    pub dialect: Dialect,
    pub names: Vec<(Symbol, Role)>,
    /// The macros by rules that have local names.
    pub macros: Vec<LocalMacro>,
    /// Names of blocks, and their numbers.
    pub blocks: Vec<(Option<Symbol>, u32)>,
    /// What `go` can reach: the tag, the block that is left, and the number of the part that is gone on with.
    pub tags: Vec<(Value, u32, i64)>,
    depth: usize,
    /// Functions around the form.
    pub functions: usize,
}

pub(super) struct LocalMacro {
    pub operator: Value,
    /// How many of the names around it its templates can mean.
    pub depth: usize,
}

/// What a name means in a form. Variables have symbols in environments: the name itself, or one of its own where that
/// is taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Variable(Symbol),
    /// The name of a named `let`, which cannot be assigned.
    Loop(Symbol),
    /// A local function, where functions have a namespace of their own.
    Function(Symbol),
    /// Likewise a local macro.
    Operator(Value),
    /// A local macro by rules, by its number.
    Macro(usize),
    /// The name stands for a form.
    Alias(Value),
}

impl Role {
    /// Is it what is asked for where functions have a namespace of their own?
    fn is_in(self, function: bool) -> bool {
        match self {
            Role::Loop(_) => true,
            Role::Variable(_) | Role::Alias(_) => !function,
            Role::Function(_) | Role::Operator(_) | Role::Macro(_) => function,
        }
    }

    fn variable(self) -> Option<Symbol> {
        match self {
            Role::Variable(v) | Role::Loop(v) | Role::Function(v) => Some(v),
            Role::Operator(_) | Role::Macro(_) | Role::Alias(_) => None,
        }
    }
}

impl Scope {
    pub fn new(module: ModuleId, dialect: Dialect) -> Scope {
        Scope {
            module,
            dialect,
            names: Vec::new(),
            macros: Vec::new(),
            blocks: Vec::new(),
            tags: Vec::new(),
            depth: 0,
            functions: 0,
        }
    }

    pub fn falsehood(&self) -> Falsehood {
        if self.dialect.has_false { Falsehood::Own } else { Falsehood::Nil }
    }

    /// Is the form outside of every function and binding?
    pub fn is_at_top_level(&self) -> bool {
        self.names.is_empty() && self.functions == 0 && self.blocks.is_empty()
    }
}

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

    /// Is this the word, as a macro or the program wrote it?
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

    // ---- names

    /// Binds a variable; what it is called in environments.
    pub(super) fn bind(&mut self, s: &mut Scope, name: Symbol) -> Symbol {
        let variable = self.variable(s, name);
        s.names.push((name, Role::Variable(variable)));
        variable
    }

    /// A symbol for a variable of this name that no variable around has.
    pub(super) fn variable(&mut self, s: &Scope, name: Symbol) -> Symbol {
        let is_taken = s.names.iter().any(|n| n.1.variable() == Some(name));
        if is_taken { self.hidden() } else { name }
    }

    /// The number of the binding that a name has among the first `count`. A name that a macro introduced means what it
    /// meant where the macro was defined, unless the expansion itself binds it.
    fn place(&self, s: &Scope, function: bool, name: Symbol, count: usize) -> Option<usize> {
        let (mut name, mut count) = (name, count);
        loop {
            let fits = |role: Role| !s.dialect.separates_functions || role.is_in(function);
            let visible = s.names.get(..count).unwrap_or(&s.names);
            if let Some(place) = visible.iter().rposition(|&(n, role)| n == name && fits(role)) {
                return Some(place);
            }
            let alias = self.aliases.get(&name)?;
            count = self.depth_of(s, alias.local).min(count);
            name = alias.name;
        }
    }

    fn depth_of(&self, s: &Scope, local: Option<usize>) -> usize {
        local.and_then(|m| s.macros.get(m)).map_or(0, |m| m.depth)
    }

    /// What a name means as a variable, if something around binds it.
    pub(super) fn role(&self, s: &Scope, name: Symbol) -> Option<Role> {
        self.place(s, false, name, s.names.len()).and_then(|place| s.names.get(place)).map(|n| n.1)
    }

    /// What it means at the head of a form.
    pub(super) fn function_role(&self, s: &Scope, name: Symbol) -> Option<Role> {
        self.place(s, true, name, s.names.len()).and_then(|place| s.names.get(place)).map(|n| n.1)
    }

    /// Does `used`, here, mean the same as `literal` where a macro was defined?
    pub(super) fn means_the_same(&self, s: &Scope, used: Symbol, literal: Symbol, local: Option<usize>) -> bool {
        let here = self.place(s, false, used, s.names.len());
        let there = self.place(s, false, literal, self.depth_of(s, local));
        here == there && (here.is_some() || self.plain(used) == self.plain(literal))
    }

    /// The tree of a global variable.
    pub(super) fn global_name(&self, s: &Scope, name: Symbol) -> Tree {
        let (module, name) = self.origin(s.module, name);
        Rc::new(Expr::Global(module, name))
    }

    /// The tree of a global function.
    fn global_head(&self, s: &Scope, name: Symbol) -> Tree {
        if !s.dialect.separates_functions {
            return self.global_name(s, name);
        }
        let (module, name) = self.origin(s.module, name);
        Rc::new(Expr::Function(module, name))
    }

    /// What a global name means at the head of a form.
    pub(super) fn head_now(&mut self, s: &Scope, name: Symbol) -> Res<Option<Value>> {
        let (module, name) = self.origin(s.module, name);
        self.meaning_now(module, name)
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
            // Where there are no keywords, `:name` is one only if no variable is called so.
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

    fn reference(&mut self, s: &mut Scope, role: Role) -> Res<Tree> {
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
            Expr::Global(module, name) => !self.is_defined(module, name),
            Expr::Function(module, name) => {
                let undefined = !self.is_defined(module, name);
                if undefined && !self.undefined.contains(&name) {
                    self.undefined.push(name);
                }
                undefined
            }
            _ => false,
        };
        Ok(if undefined && s.functions == 0 { sequence(vec![f, call]) } else { call })
    }

    /// Is it the native that takes all values of its argument?
    fn is_taker(&self, f: &Tree) -> bool {
        let name = match **f {
            Expr::Const(v) => self.rt.native_name(v),
            Expr::Global(_, name) => Some(self.rt.name(name)),
            _ => None,
        };
        name == Some("%values->list")
    }

    pub(super) fn operator_name(&self, v: Value) -> &'static str {
        let own = v.index().checked_sub(NAMES.len());
        let name = match own {
            Some(own) => self.rt.own_special_names.get(own),
            None => NAMES.get(v.index()),
        };
        name.copied().unwrap_or("")
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

    fn is_special(&mut self, s: &Scope, form: Value, operator: &str) -> Res<bool> {
        Ok(self.special_head(s, form)? == Some(operator))
    }

    /// The function that a call means for good when it is compiled, as the language has it for some builtins and
    /// functions of the library.
    fn decided(&mut self, s: &Scope, name: Symbol, now: Option<Value>, args: &[Value]) -> Res<Option<Value>> {
        let (module, name) = self.origin(s.module, name);
        if self.is_own(module, name) {
            return Ok(None);
        }
        if let Some(f) = now.filter(|f| f.is(Kind::NATIVE)) {
            let native = self.rt.native_name(f).unwrap_or("");
            if let Some(other) = self.becomes(s.module, native, args.len()) {
                return self.layer_function(s.module, other).map(Some);
            }
            let decided = match (native, args) {
                ("floor", [quotient]) => self.is_call_of(s, *quotient, "/")?,
                ("get-array-element", [_, coordinates]) | ("set-array-element", [_, coordinates, _]) => {
                    self.is_call_of(s, *coordinates, "list")?
                }
                _ => compile::is_instruction(native, args.len()),
            };
            return Ok(decided.then_some(f));
        }
        let of_core = |o: &Oracle, cell| {
            o.cell(CORE, name) == Some(cell) || o.twin.is_some_and(|t| o.cell(t, name) == Some(cell))
        };
        match self.function_cell(module, name).filter(|_| !self.module(module).is_library) {
            Some(cell) if of_core(self, cell) && library::is_inline(self.rt.name(name), args.len()) => {
                self.value_in(module, cell)
            }
            _ => Ok(None),
        }
    }

    /// The function of the dialect's library that calls of one of its natives with so many arguments are calls of.
    fn becomes(&self, module: ModuleId, native: &str, argc: usize) -> Option<&'static str> {
        let rows = self.language(module)?.layer.rows.iter().copied().flatten();
        let inline = rows.filter(|row| row.name == native).find_map(|row| row.inline)?;
        inline.iter().find_map(|i| if let Inline::By(name) = i { Some(*name).filter(|_| i.takes(argc)) } else { None })
    }

    /// A builtin that a call of a function of the library is given by its name is meant for good with it, if calls of
    /// it would be: its tree, and the arguments that are left.
    fn decided_argument(&mut self, s: &Scope, is_loop: bool, mut args: Vec<Value>) -> Res<(Vec<Tree>, Vec<Value>)> {
        let is_global = |&name: &Symbol| is_loop && self.function_role(s, name).is_none();
        let name = args.first().and_then(|f| f.as_symbol()).filter(is_global);
        let Some(name) = name else { return Ok((Vec::new(), args)) };
        let now = self.head_now(s, name)?;
        let called_with = vec![Value::NIL; args.len() - 1];
        match self.decided(s, name, now, &called_with)?.filter(|f| f.is(Kind::NATIVE)) {
            Some(f) => {
                args.remove(0);
                Ok((vec![constant(f)], args))
            }
            None => Ok((Vec::new(), args)),
        }
    }

    fn is_call_of(&mut self, s: &Scope, form: Value, native: &str) -> Res<bool> {
        if !form.is_pair() {
            return Ok(false);
        }
        let head = self.rt.heap.car(form).as_symbol().filter(|&n| self.function_role(s, n).is_none());
        let f = match head.map(|name| self.origin(s.module, name)) {
            Some((module, name)) if !self.is_own(module, name) => self.meaning_now(module, name)?,
            _ => None,
        };
        Ok(f.is_some_and(|f| f.is(Kind::NATIVE) && self.rt.native_name(f) == Some(native)))
    }

    /// What a macro makes of a form, in which its name has this role.
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
        self.declare_special(s, body)?;
        s.functions += 1;
        let result = self.scoped(s, |o, s| {
            let (parsed, dynamic) = o.parameters(s, params, patterns)?;
            let body = o.with_dynamic(s, dynamic, |o, s| match name {
                Some(name) => o.in_block(s, Some(name), |o, s| o.whole_body(s, body)),
                None => o.whole_body(s, body),
            })?;
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
