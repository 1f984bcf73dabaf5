//! From data to trees: names are told apart, with what they mean in modules and around a form; macros are expanded,
//! special forms are checked for their shape ([`super::special`]).
//!
//! The expander makes the decisions that the language makes at compile time: whether a head is a macro, and for some
//! calls which function is called.

use std::cell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::Oracle;
use super::scope::{Free, Scope};
use crate::builtins::Builtin;
use crate::compile;
use crate::fault::{Code, ErrorData, Result, fail, internal};
use crate::library::{self, LibraryDefinition};
use crate::reader::{Reader, Spans};
use crate::source::SourceId;
use crate::symbol::{CORE, ModuleId, Symbol, well_known};
use crate::value::{Kind, Value};
use crate::vm::vm_natives::MachineBuiltin;

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
            Some(name) => Ok(self.name(s, name, None)),
            None if form.has_elements() => self.deeper(s, |o, s| o.combination(s, form)),
            None => Ok(constant(form)),
        }
    }

    /// The tree of a name, in a call with that number of arguments if it is the operator of one.
    fn name(&self, s: &Scope, name: Symbol, call: Option<usize>) -> Tree {
        match s.find(name) {
            Some(found) => {
                found.usage.add(call);
                Rc::new(Expr::Local(found.role.variable()))
            }
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
                None => self.name(s, name, None),
            },
            (Some(name), Some(_)) => self.name(s, name, Some(args.len())),
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
        self.rt.heap.as_array(v).filter(|a| a.is_vector())?.values().map(<[Value]>::to_vec)
    }
}

/// The cells that names mean.
pub(super) type Module = HashMap<Symbol, usize>;

pub(super) struct Cell {
    content: Content,
    pub owner: ModuleId,
}

#[derive(Clone, Copy)]
pub(super) enum Content {
    Value(Value),
    /// A definition of the library that has not been needed yet.
    Waiting(LibraryDefinition),
}

#[derive(Clone, Copy)]
pub(super) enum Native {
    Leaf(&'static Builtin),
    Machine(&'static MachineBuiltin),
}

/// Global names of modules and their cells.
pub(super) struct Names {
    modules: Vec<Module>,
    pub cells: Vec<Cell>,
    pub provided: HashMap<ModuleId, Vec<Symbol>>,
    /// Names that forms assign or define which have been expanded, whether or not they have come to it.
    pub assigned: HashSet<(ModuleId, Symbol)>,
    /// Modules by path or name; `None` while one is being loaded.
    pub required: HashMap<String, Option<ModuleId>>,
    /// The library's files that have been looked at, by number.
    library: HashMap<&'static str, SourceId>,
}

impl Names {
    pub fn new() -> Names {
        Names {
            modules: vec![Module::default(), Module::default()],
            cells: Vec::new(),
            provided: HashMap::new(),
            assigned: HashSet::new(),
            required: HashMap::new(),
            library: HashMap::new(),
        }
    }

    fn add_cell(&mut self, content: Content, owner: ModuleId) -> usize {
        self.cells.push(Cell { content, owner });
        self.cells.len() - 1
    }

    pub fn module(&self, module: ModuleId) -> &Module {
        &self.modules[module.0 as usize]
    }

    pub fn module_mut(&mut self, module: ModuleId) -> &mut Module {
        &mut self.modules[module.0 as usize]
    }

    pub fn add_module(&mut self) -> ModuleId {
        self.modules.push(Module::default());
        ModuleId(self.modules.len() as u32 - 1)
    }

    /// The cell that a name means: the module's own or the core's.
    pub fn cell(&self, module: ModuleId, name: Symbol) -> Option<usize> {
        self.module(module).get(&name).or_else(|| self.module(CORE).get(&name)).copied()
    }

    pub fn is_defined(&self, module: ModuleId, name: Symbol) -> bool {
        let content = self.cell(module, name).and_then(|c| self.cells.get(c)).map(|c| c.content);
        content.is_some_and(|c| !matches!(c, Content::Value(Value::UNBOUND)))
    }

    /// Returns whether this is a function or variable of the library that has not been needed yet.
    fn is_waiting_function(&self, cell: usize) -> bool {
        match self.cells.get(cell).map(|c| c.content) {
            Some(Content::Waiting(d)) => !d.is_macro,
            _ => false,
        }
    }

    /// Returns whether it is a variable of the program: the program has defined the name, or a form does so.
    pub fn is_own(&self, module: ModuleId, name: Symbol) -> bool {
        module != CORE && (self.module(module).contains_key(&name) || self.assigned.contains(&(module, name)))
    }

    /// The cell that a definition of a name sets.
    fn own_cell(&mut self, module: ModuleId, name: Symbol) -> usize {
        if let Some(&cell) = self.module(module).get(&name) {
            return cell;
        }
        let cell = self.add_cell(Content::Value(Value::UNBOUND), module);
        self.module_mut(module).insert(name, cell);
        cell
    }

    pub fn set_global(&mut self, module: ModuleId, name: Symbol, v: Value) {
        let cell = self.own_cell(module, name);
        if let Some(cell) = self.cells.get_mut(cell) {
            cell.content = Content::Value(v);
        }
    }
}

impl Oracle {
    pub(super) fn add_native(&mut self, name: &'static str, native: Native) -> Value {
        let number = self.natives.len() as u32;
        self.natives.push(native);
        self.rt.procedures.push_native(name.into());
        Value::reference(Kind::NATIVE, number, 0)
    }

    pub(super) fn bind_core(&mut self, name: &str, content: Content) {
        let name = self.rt.symbols.intern(name);
        let cell = self.names.add_cell(content, CORE);
        self.names.module_mut(CORE).insert(name, cell);
    }

    // ---- values

    /// Returns the value of a cell, if it has one.
    pub(super) fn value_in(&mut self, cell: usize) -> Result<Option<Value>> {
        let Some(&Cell { content, owner }) = self.names.cells.get(cell) else { return internal("a cell") };
        match content {
            Content::Value(Value::UNBOUND) => Ok(None),
            Content::Value(v) => Ok(Some(v)),
            Content::Waiting(definition) => {
                self.define_from_library(definition, owner)?;
                match self.names.cells.get(cell).map(|c| c.content) {
                    Some(Content::Value(v)) => Ok(Some(v)),
                    _ => internal("a definition that defines nothing"),
                }
            }
        }
    }

    pub(super) fn value_of(&mut self, module: ModuleId, name: Symbol) -> Result<Option<Value>> {
        self.names.cell(module, name).map_or(Ok(None), |cell| self.value_in(cell))
    }

    /// The value of a global name where it is needed.
    pub(super) fn global(&mut self, module: ModuleId, name: Symbol) -> Result<Value> {
        match self.value_of(module, name)? {
            Some(v) => Ok(v),
            None => Err(self.unbound(name).into()),
        }
    }

    pub(super) fn unbound(&self, name: Symbol) -> ErrorData {
        let message = format!("{} is not defined", self.rt.name(name));
        ErrorData::new(Code::UnboundVariable, message).with_irritants(&[Value::symbol(name)])
    }

    /// Returns the present value of the name at the head of a form; none for library functions that have not been
    /// needed yet.
    pub(super) fn meaning_now(&mut self, module: ModuleId, name: Symbol) -> Result<Option<Value>> {
        let cell = self.names.cell(module, name).filter(|&c| !self.names.is_waiting_function(c));
        cell.map_or(Ok(None), |cell| self.value_in(cell))
    }

    pub(super) fn core_function(&mut self, name: &str) -> Result<Value> {
        let name = self.rt.symbols.intern(name);
        self.global(CORE, name)
    }

    /// Evaluates a definition of the library from its text.
    fn define_from_library(&mut self, definition: LibraryDefinition, module: ModuleId) -> Result<()> {
        let known = self.names.library.get(definition.file.name).copied();
        let added = || self.rt.sources.add(definition.file.name, definition.file.text);
        let Some(source) = known.or_else(added) else { return internal("a file of the library") };
        self.names.library.insert(definition.file.name, source);
        let Some(text) = self.rt.sources.get(source).cloned() else { return internal("a file of the library") };
        let mut reader = Reader::new(source, text).starting_at(definition.start);
        let Some(form) = reader.read(&mut self.rt, &mut Spans::new())? else { return internal("a definition") };
        let form = if definition.inline.is_some() {
            crate::module::definitions::procedure_of_definline(&mut self.rt, form)?
        } else {
            form
        };
        let tree = self.expand(&mut Scope::new(module), form)?;
        self.run_tree(tree).map(drop)
    }
}

/// A part of the tree, shared with what is to be done later.
pub(super) type Tree = Rc<Expr>;

/// Variable of a loop or binding, with its initial value.
pub(super) type Binding = (Symbol, Tree);

pub(super) enum Expr {
    Const(Value),
    /// A variable that is bound around here.
    Local(Symbol),
    Global(ModuleId, Symbol),
    /// The outer value of a dynamic variable, which may have none.
    Outer(ModuleId, Symbol),
    SetLocal(Symbol, Tree),
    SetGlobal(ModuleId, Symbol, Tree),
    /// `defproc`: on a generic function it adds a method.
    Define(ModuleId, Symbol, Tree),
    If(Tree, Tree, Tree),
    /// At least one.
    Seq(Vec<Tree>),
    /// At least one: the first value that is not false, or the last.
    Or(Vec<Tree>),
    Let(Vec<Binding>, Tree),
    Letrec(Vec<Binding>, Tree),
    Lambda(Rc<Lambda>),
    /// A function that sees itself as this variable, which nothing can assign.
    Loop(Symbol, Rc<Lambda>),
    Call(Tree, Vec<Tree>),
    /// The value is compared with the keys of each clause; a clause without keys fits.
    Case(Tree, Vec<Clause>, Tree),
    While(Tree, Tree),
    /// Variable, source, body, result.
    DoTimes(Symbol, Tree, Tree, Tree),
    DoList(Symbol, Tree, Tree, Tree),
    Catch(Tree, Tree),
    CatchApply(Tree, Tree, Tree),
    UnwindProtect(Tree, Tree),
    /// A place that can be left, by its number among all that were expanded.
    Block(u32, Tree),
    Leave(u32, Tree),
}

pub(super) struct Clause {
    pub keys: Option<Vec<Value>>,
    pub body: Tree,
    /// The body is a function that gets the key.
    pub applies: bool,
}

/// A function as it is written.
pub(super) struct Lambda {
    pub name: cell::Cell<Option<Symbol>>,
    /// The number under which the printer knows the name.
    pub number: cell::Cell<Option<u32>>,
    pub params: Params,
    pub body: Tree,
    pub signature: Value,
    /// The whole form.
    pub source: Value,
    pub doc: Option<String>,
    pub free: Free,
    /// The object that it is each time it is evaluated, if it captures nothing.
    pub object: cell::Cell<Option<Value>>,
}

#[derive(Default)]
pub(super) struct Params {
    pub required: Vec<Pattern>,
    pub optional: Vec<Optional>,
    pub rest: Option<Pattern>,
    pub keys: Vec<Optional>,
}

impl Params {
    pub fn is_variadic(&self) -> bool {
        !self.optional.is_empty() || self.rest.is_some() || !self.keys.is_empty()
    }
}

/// A parameter: a name, or, in macros, a list to take apart.
pub(super) enum Pattern {
    Name(Symbol),
    /// The patterns of the first elements, and the name of the rest if that is wanted.
    List(Vec<Pattern>, Option<Box<Pattern>>),
}

pub(super) struct Optional {
    pub name: Symbol,
    /// The name of the keyword.
    pub key: Symbol,
    pub default: Tree,
    /// The variable that says whether the argument was given.
    pub supplied: Option<Symbol>,
}

/// Variables and blocks, innermost first.
#[derive(Clone, Default)]
pub(super) struct Env(Option<Rc<Node>>);

struct Node {
    slot: Slot,
    outer: Env,
}

enum Slot {
    Variable(Symbol, cell::Cell<Value>),
    /// A block, and the number of this evaluation of it.
    Block(u32, u64),
}

impl Env {
    pub fn bind(&self, name: Symbol, v: Value) -> Env {
        Env(Some(Rc::new(Node { slot: Slot::Variable(name, cell::Cell::new(v)), outer: self.clone() })))
    }

    pub fn bind_block(&self, block: u32, number: u64) -> Env {
        Env(Some(Rc::new(Node { slot: Slot::Block(block, number), outer: self.clone() })))
    }

    fn find<T>(&self, mut wanted: impl FnMut(&Slot) -> Option<T>) -> Option<T> {
        let mut env = self;
        while let Some(node) = &env.0 {
            if let Some(found) = wanted(&node.slot) {
                return Some(found);
            }
            env = &node.outer;
        }
        None
    }

    pub fn get(&self, name: Symbol) -> Option<Value> {
        self.find(|slot| match slot {
            Slot::Variable(n, v) if *n == name => Some(v.get()),
            _ => None,
        })
    }

    pub fn set(&self, name: Symbol, new: Value) {
        self.find(|slot| match slot {
            Slot::Variable(n, v) if *n == name => {
                v.set(new);
                Some(())
            }
            _ => None,
        });
    }

    pub fn block(&self, block: u32) -> Option<u64> {
        self.find(|slot| match slot {
            Slot::Block(b, number) if *b == block => Some(*number),
            _ => None,
        })
    }
}

impl Drop for Node {
    /// One after the other: an environment can be longer than the native stack is deep.
    fn drop(&mut self) {
        let mut outer = self.outer.0.take();
        while let Some(mut node) = outer.and_then(Rc::into_inner) {
            outer = node.outer.0.take();
        }
    }
}
