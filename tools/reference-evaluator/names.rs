//! Names and what they mean in modules and around a form; trees that the expander makes of forms; environments.

use std::cell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::Oracle;
use crate::builtins::Builtin;
use crate::fault::{Code, ErrorData, Result, internal};
use crate::library::LibraryDefinition;
use crate::reader::{Reader, Spans};
use crate::source::SourceId;
use crate::symbol::{CORE, ModuleId, Symbol};
use crate::value::{Kind, Value};
use crate::vm::vm_natives::MachineBuiltin;

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

/// Scope of the form that is being expanded.
pub(super) struct Scope {
    pub module: ModuleId,
    pub names: Vec<(Symbol, Role)>,
    /// Names of blocks, and their numbers.
    pub blocks: Vec<(Option<Symbol>, u32)>,
    pub depth: usize,
    /// Functions around the form.
    pub functions: usize,
}

/// Meaning of a name in a form. Variables have symbols in environments: the name itself, or one of its own if that is
/// taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Variable(Symbol),
    /// The name of a named `let`, which cannot be assigned.
    Loop(Symbol),
}

impl Role {
    pub fn variable(self) -> Symbol {
        match self {
            Role::Variable(v) | Role::Loop(v) => v,
        }
    }
}

impl Scope {
    pub fn new(module: ModuleId) -> Scope {
        Scope { module, names: Vec::new(), blocks: Vec::new(), depth: 0, functions: 0 }
    }
}

impl Oracle {
    /// Binds a variable; what it is called in environments.
    pub(super) fn bind(&mut self, s: &mut Scope, name: Symbol) -> Symbol {
        let variable = self.variable(s, name);
        s.names.push((name, Role::Variable(variable)));
        variable
    }

    /// A symbol for a variable of this name that no variable around has.
    pub(super) fn variable(&mut self, s: &Scope, name: Symbol) -> Symbol {
        let is_taken = s.names.iter().any(|n| n.1.variable() == name);
        if is_taken { self.hidden() } else { name }
    }

    /// Returns the meaning of a name, if the scope binds it.
    pub(super) fn role(&self, s: &Scope, name: Symbol) -> Option<Role> {
        s.names.iter().rev().find(|n| n.0 == name).map(|n| n.1)
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
