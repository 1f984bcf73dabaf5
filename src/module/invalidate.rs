//! Definitions that are compiled again, because a name that they call has become a macro; and variables that are bound
//! dynamically.

use super::ProgramState;
use super::lazy::{LazyDefinition, LazyOrigin};
use crate::fault::Result;
use crate::source::Span;
use crate::symbol::{CORE, ModuleId, PackageId, Symbol};
use crate::value::Value;

/// Definitions looked at for one tick.
pub(crate) const WAITING_PER_TICK: usize = 16;

/// Definitions that may have to be compiled again.
#[derive(Clone, Default)]
pub(crate) struct Renewal {
    /// The names at heads of forms that meant nothing when the form that is being compiled was.
    pub undefined: Vec<u32>,
    pub waiting: Vec<PendingRecompile>,
}

/// A definition that called names which meant nothing.
#[derive(Clone)]
pub(crate) struct PendingRecompile {
    pub module: ModuleId,
    /// The cell that it defines.
    pub target: u32,
    pub span: Span,
    pub undefined: Vec<u32>,
    /// The package in which its text was read.
    pub package: PackageId,
}

impl ProgramState {
    /// The cell of the variable if binding it is dynamic.
    pub(crate) fn dynamic_cell(&self, module: ModuleId, name: Symbol) -> Option<u32> {
        let cell = self.modules[module].cell(name)?;
        self.globals.info(cell).is_some_and(|i| i.dynamic).then_some(cell)
    }

    /// Returns whether the name is a dynamic variable that shares its name with a core function (`*`). A module sees it
    /// only with a separate namespace of functions.
    pub(super) fn hides_function(&self, name: Symbol, cell: u32) -> bool {
        self.globals.info(cell).is_some_and(|i| i.dynamic) && self.modules[CORE].has(name)
    }

    /// From now on, binding the variable is dynamic.
    pub(crate) fn make_dynamic(&mut self, module: ModuleId, name: Symbol) -> Result<()> {
        let cell = self.define(module, name)?;
        self.globals.change(cell, |info| info.dynamic = true);
        Ok(())
    }

    /// The head of a form meant nothing.
    pub(crate) fn note_undefined(&mut self, cell: u32) {
        if self.definitions.renewal.undefined.last() != Some(&cell) {
            self.definitions.renewal.undefined.push(cell);
        }
    }

    /// Returns whether this is the mark of a definition that has to be compiled again.
    pub(crate) fn is_stale(&self, v: Value) -> bool {
        self.definitions.lazy.get(v).is_some_and(|l| matches!(l.origin, LazyOrigin::Program(..)))
    }

    /// A name has become a macro: functions that were compiled as if it were a function are compiled again when they
    /// are used.
    pub(crate) fn macro_defined(&mut self, cell: u32) -> Result<()> {
        self.rt.charge(self.definitions.renewal.waiting.len() / WAITING_PER_TICK)?;
        let all = std::mem::take(&mut self.definitions.renewal.waiting);
        let (stale, waiting) = all.into_iter().partition(|w| w.undefined.contains(&cell));
        self.definitions.renewal.waiting = waiting;
        let stale: Vec<PendingRecompile> = stale;
        for w in stale {
            self.warner.forget(w.span);
            self.rt.heap.add_external(size_of::<LazyDefinition>())?;
            let mark = self.definitions.lazy.push(LazyOrigin::Program(w.module, w.span, w.package), w.module);
            self.set_cell(w.target, mark);
        }
        Ok(())
    }
}
