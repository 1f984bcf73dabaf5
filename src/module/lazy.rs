//! Definitions that are compiled on first use.

use super::World;
use crate::library::{self, CORE_DEFINITIONS};
use crate::source::Span;
use crate::symbol::{CORE, ModuleId, PackageId};
use crate::value::{Kind, Value};

/// Definitions that are compiled on first use, by their number. The first are those of the core.
#[derive(Clone, Default)]
pub(crate) struct LazyDefinitions {
    /// What those of the core define, once compiled.
    core: Vec<Value>,
    others: Vec<LazyDefinition>,
}

/// A definition that is compiled on first use.
#[derive(Clone, Copy)]
pub(crate) struct LazyDefinition {
    pub origin: LazyOrigin,
    /// The core, or the module of a layer.
    pub module: ModuleId,
    /// What it defines, once compiled.
    pub value: Value,
}

#[derive(Clone, Copy)]
pub(crate) enum LazyOrigin {
    Library(library::Definition),
    /// A definition of a program, at this place in this module, that must be compiled anew.
    Program(ModuleId, Span, PackageId),
}

impl LazyDefinitions {
    pub fn of_core() -> LazyDefinitions {
        LazyDefinitions { core: vec![Value::UNBOUND; CORE_DEFINITIONS.count], others: Vec::new() }
    }

    /// Adds a definition; the value that marks the cells it will set.
    pub fn push(&mut self, origin: LazyOrigin, module: ModuleId) -> Value {
        self.others.push(LazyDefinition { origin, module, value: Value::UNBOUND });
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

    /// What has been compiled.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.core.iter().chain(self.others.iter().map(|l| &l.value))
    }
}

impl World {
    /// Is the uncompiled definition `v` that of a macro?
    pub(crate) fn lazy_is_macro(&self, v: Value) -> bool {
        self.lazy.get(v).is_some_and(|l| matches!(l.origin, LazyOrigin::Library(d) if d.is_macro))
    }
}
