//! Definitions that are compiled on first use.

use std::slice::from_ref;

use super::ProgramState;
use crate::fault::Result;
use crate::library::{self, CORE_DEFINITIONS};
use crate::source::Span;
use crate::symbol::{CORE, ModuleId, PackageId};
use crate::value::{Kind, Value};

/// Definitions that are compiled on first use, by their number. The first are those of the core.
#[derive(Clone, Default)]
pub(crate) struct LazyDefinitions {
    /// Values of the core's definitions, once compiled.
    core: Vec<Value>,
    others: Vec<LazyDefinition>,
    /// Code under compilation will redefine a name of a library module. All definitions of the module must be compiled
    /// first: see [`ProgramState::note_operator`].
    is_overtaken: bool,
}

/// A definition that is compiled on first use.
#[derive(Clone, Copy)]
pub(crate) struct LazyDefinition {
    pub origin: LazyOrigin,
    /// The core, or the module of a dialect or of the library.
    pub module: ModuleId,
    /// Value of the definition, once compiled.
    pub value: Value,
}

#[derive(Clone, Copy)]
pub(crate) enum LazyOrigin {
    Library(library::LibraryDefinition),
    /// A definition of a program, at this place in this module, that must be compiled again.
    Program(ModuleId, Span, PackageId),
}

impl LazyDefinitions {
    pub fn of_core() -> LazyDefinitions {
        LazyDefinitions { core: vec![Value::UNBOUND; CORE_DEFINITIONS.count], ..LazyDefinitions::default() }
    }

    /// Adds a definition; the value that marks the cells it will set.
    pub fn push(&mut self, origin: LazyOrigin, module: ModuleId) -> Value {
        let definition = LazyDefinition { origin, module, value: Value::UNBOUND };
        self.others.push(definition);
        Value::object(Kind::LAZY, self.core.len() + self.others.len() - 1)
    }

    /// The definition that the value of a cell stands for.
    pub fn get(&self, mark: Value) -> Option<LazyDefinition> {
        if !mark.is(Kind::LAZY) || mark == Value::UNBOUND {
            return None;
        }
        match mark.index().checked_sub(self.core.len()) {
            Some(i) => self.others.get(i).copied(),
            None => self.of_core_at(mark.index()),
        }
    }

    fn of_core_at(&self, number: usize) -> Option<LazyDefinition> {
        let origin = LazyOrigin::Library(CORE_DEFINITIONS.get(number)?);
        Some(LazyDefinition { origin, module: CORE, value: *self.core.get(number)? })
    }

    /// The definition that has defined a value.
    pub fn find(&self, value: Value) -> Option<LazyDefinition> {
        match self.core.iter().position(|&v| v == value) {
            Some(number) => self.of_core_at(number),
            None => self.others.iter().find(|l| l.value == value).copied(),
        }
    }

    pub fn set(&mut self, mark: Value, value: Value) {
        let slot = match mark.index().checked_sub(self.core.len()) {
            Some(i) => self.others.get_mut(i).map(|l| &mut l.value),
            None => self.core.get_mut(mark.index()),
        };
        if let Some(slot) = slot {
            *slot = value;
        }
    }

    /// Returns whether the value of a cell stands for the definition of a function or a macro.
    pub fn is_operator(&self, mark: Value) -> bool {
        let origin = self.get(mark).map(|l| l.origin);
        origin.is_some_and(|origin| !matches!(origin, LazyOrigin::Library(d) if d.is_variable))
    }

    /// Takes the note that a name is going to mean something else.
    pub fn needs_recompile(&mut self) -> bool {
        std::mem::take(&mut self.is_overtaken)
    }

    /// Iterates over the uncompiled definitions besides the core's: their marks, modules and names.
    pub fn uncompiled(&self) -> impl Iterator<Item = (Value, ModuleId, &'static str)> + '_ {
        let uncompiled = self.others.iter().enumerate().filter(|(_, l)| l.value == Value::UNBOUND);
        uncompiled.filter_map(|(i, l)| match l.origin {
            LazyOrigin::Library(d) => Some((Value::object(Kind::LAZY, self.core.len() + i), l.module, d.name)),
            LazyOrigin::Program(..) => None,
        })
    }

    /// Bytes held, for the memory limit.
    pub fn bytes(&self) -> usize {
        self.core.capacity() * size_of::<Value>() + self.others.capacity() * size_of::<LazyDefinition>()
    }

    /// Shows `look` all compiled values.
    pub fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        look(&self.core);
        self.others.iter().for_each(|l| look(from_ref(&l.value)));
    }
}

impl ProgramState {
    /// Returns whether the uncompiled definition `v` is that of a macro.
    pub(crate) fn lazy_is_macro(&self, v: Value) -> bool {
        self.definitions.lazy.get(v).is_some_and(|l| matches!(l.origin, LazyOrigin::Library(d) if d.is_macro))
    }

    /// Returns whether the uncompiled definition `v` is that of a function.
    pub(crate) fn lazy_is_function(&self, v: Value) -> bool {
        self.definitions.lazy.is_operator(v) && !self.lazy_is_macro(v)
    }

    /// Defines a name of a module of the library, whose definition is compiled when it is first used.
    pub(crate) fn define_later(&mut self, module: ModuleId, definition: library::LibraryDefinition) -> Result<()> {
        let name = self.rt.symbols.intern(definition.name);
        let cell = self.define(module, name)?;
        let mark = self.definitions.lazy.push(LazyOrigin::Library(definition), module);
        self.set_cell(cell, mark);
        Ok(())
    }

    /// A definition in `module` makes a macro of what a cell means. If that is a function of a library module, the
    /// module's uncompiled definitions still use it. They are compiled before the redefinition takes effect. The same
    /// holds if it was a macro ([`ProgramState::define`]).
    pub(crate) fn note_operator(&mut self, module: ModuleId, cell: u32) {
        let Some(home) = self.globals.info(cell).map(|i| i.module).filter(|&home| home != module) else { return };
        let is_waiting = self.definitions.lazy.uncompiled().any(|(_, module, _)| module == home);
        self.definitions.lazy.is_overtaken |= is_waiting;
    }

    /// [`Self::note_operator`], if the cell holds a macro now.
    pub(super) fn note_redefined(&mut self, module: ModuleId, cell: u32) {
        let value = self.globals.value(cell);
        if value.is(Kind::MACRO) || self.lazy_is_macro(value) {
            self.note_operator(module, cell);
        }
    }
}
