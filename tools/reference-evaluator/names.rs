//! Names: what they mean in modules and in the core, whose definitions are evaluated from their text when they are first
//! needed.

use std::collections::HashMap;

use super::Oracle;
use super::scope::Scope;
use crate::builtins::Builtin;
use crate::fault::{Code, ErrorData, Result, internal};
use crate::library::Definition;
use crate::reader::{Reader, Spans};
use crate::symbol::{CORE, ModuleId, Symbol};
use crate::value::{Kind, Value};
use crate::vm::vm_natives::Control;

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
    Waiting(Definition),
}

#[derive(Clone, Copy)]
pub(super) enum Native {
    Leaf(&'static Builtin),
    Machine(&'static Control),
}

impl Oracle {
    pub(super) fn add_native(&mut self, name: &'static str, native: Native) -> Value {
        let number = self.natives.len() as u32;
        self.natives.push(native);
        self.rt.native_names.push(name.into());
        Value::reference(Kind::NATIVE, number, 0)
    }

    fn add_cell(&mut self, content: Content, owner: ModuleId) -> usize {
        self.cells.push(Cell { content, owner });
        self.cells.len() - 1
    }

    pub(super) fn bind_core(&mut self, name: &str, content: Content) {
        let name = self.rt.symbols.intern(name);
        let cell = self.add_cell(content, CORE);
        self.module_mut(CORE).insert(name, cell);
    }

    pub(super) fn module(&self, module: ModuleId) -> &Module {
        &self.modules[module.0 as usize]
    }

    pub(super) fn module_mut(&mut self, module: ModuleId) -> &mut Module {
        &mut self.modules[module.0 as usize]
    }

    pub(super) fn add_module(&mut self) -> ModuleId {
        self.modules.push(Module::default());
        ModuleId(self.modules.len() as u32 - 1)
    }

    // ---- cells

    /// The cell that a name means: the module's own or the core's.
    pub(super) fn cell(&self, module: ModuleId, name: Symbol) -> Option<usize> {
        self.module(module).get(&name).or_else(|| self.module(CORE).get(&name)).copied()
    }

    pub(super) fn is_defined(&self, module: ModuleId, name: Symbol) -> bool {
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
    pub(super) fn is_own(&self, module: ModuleId, name: Symbol) -> bool {
        module != CORE && (self.module(module).contains_key(&name) || self.assigned.contains(&(module, name)))
    }

    // ---- values

    /// Returns the value of a cell, if it has one.
    pub(super) fn value_in(&mut self, cell: usize) -> Result<Option<Value>> {
        let Some(&Cell { content, owner }) = self.cells.get(cell) else { return internal("a cell") };
        match content {
            Content::Value(Value::UNBOUND) => Ok(None),
            Content::Value(v) => Ok(Some(v)),
            Content::Waiting(definition) => {
                self.define_from_library(definition, owner)?;
                match self.cells.get(cell).map(|c| c.content) {
                    Some(Content::Value(v)) => Ok(Some(v)),
                    _ => internal("a definition that defines nothing"),
                }
            }
        }
    }

    pub(super) fn value_of(&mut self, module: ModuleId, name: Symbol) -> Result<Option<Value>> {
        self.cell(module, name).map_or(Ok(None), |cell| self.value_in(cell))
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

    /// Returns the value of the name at the head of a form at this moment; none for functions of the library that have
    /// not been needed yet.
    pub(super) fn meaning_now(&mut self, module: ModuleId, name: Symbol) -> Result<Option<Value>> {
        let cell = self.cell(module, name).filter(|&c| !self.is_waiting_function(c));
        cell.map_or(Ok(None), |cell| self.value_in(cell))
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

    pub(super) fn set_global(&mut self, module: ModuleId, name: Symbol, v: Value) {
        let cell = self.own_cell(module, name);
        if let Some(cell) = self.cells.get_mut(cell) {
            cell.content = Content::Value(v);
        }
    }

    pub(super) fn core_function(&mut self, name: &str) -> Result<Value> {
        let name = self.rt.symbols.intern(name);
        self.global(CORE, name)
    }

    /// Evaluates a definition of the library from its text.
    fn define_from_library(&mut self, definition: Definition, module: ModuleId) -> Result<()> {
        let known = self.library.get(definition.file.name).copied();
        let added = || self.rt.sources.add(definition.file.name, definition.file.text);
        let Some(source) = known.or_else(added) else { return internal("a file of the library") };
        self.library.insert(definition.file.name, source);
        let Some(text) = self.rt.sources.get(source).cloned() else { return internal("a file of the library") };
        let mut reader = Reader::new(source, text).starting_at(definition.start);
        let Some(form) = reader.read(&mut self.rt, &mut Spans::new())? else { return internal("a definition") };
        let form = if definition.inline.is_some() { self.rt.procedure_of_definline(form)? } else { form };
        let tree = self.expand(&mut Scope::new(module), form)?;
        self.run_tree(tree).map(drop)
    }
}
