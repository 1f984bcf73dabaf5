//! Namespaces that the host has dropped: when their room is used again.
//!
//! A cell is a number in instructions, and a module a number in what the compiler keeps. So a namespace lives on as a
//! whole while anything that lives refers to it: code with a cell of its, code that was compiled in it, a macro whose
//! templates mean its names, a run that waits in a text of it. Whether something does is asked by a collection for
//! which its cells are no roots. **Invariant:** such a collection happens only between two evaluations that the host
//! asks for, when no number of a cell or module is held by Rust code alone, and not while something may be undone.

use super::World;
use super::globals::CellInfo;
use crate::bytecode::{Dropped, Space};
use crate::source::SourceId;
use crate::symbol::ModuleId;
use crate::value::Value;

/// Namespaces that have been dropped and are still there.
#[derive(Clone, Default)]
pub(crate) struct Dropping {
    modules: Vec<ModuleId>,
    /// Names of those that no collection has asked about.
    fresh: usize,
    /// Collections since one has asked.
    missed: u32,
}

/// Number of collections that do not look for them before one that does.
const MOST_MISSED: u32 = 16;

impl Dropping {
    pub fn is_empty(&self) -> bool {
        self.modules.is_empty()
    }

    /// A collection has taken place that could not ask.
    pub fn miss(&mut self) {
        self.missed = self.missed.saturating_add(1);
    }

    /// Returns whether a collection that frees the unused ones is worth its cost.
    pub fn is_due(&self, cells: usize) -> bool {
        !self.is_empty() && (self.fresh > cells / 2 || self.fresh > 0 && self.missed > 0 || self.missed > MOST_MISSED)
    }
}

impl World {
    /// The host needs a namespace no longer.
    pub(crate) fn drop_namespace(&mut self, module: ModuleId) {
        let m = &mut self.modules[module];
        m.is_dropped = true;
        if self.dropping.is_empty() {
            self.dropping.missed = 0;
        }
        self.dropping.modules.push(module);
        self.dropping.fresh += 1 + m.own_names().count();
    }

    /// Returns whether unreferenced parts of dropped namespaces may be freed. Called while nothing runs.
    pub(crate) fn may_release(&self) -> bool {
        !self.dropping.is_empty() && !self.rt.host_roots.is_frozen()
    }

    /// A collection begins that asks who refers to dropped namespaces: what their cells hold are no roots.
    pub(crate) fn begin_release(&mut self) {
        let mut dropped = Dropped::new(&self.dropping.modules);
        for cell in 0..self.globals.cells.len() as u32 {
            let is_dropped = |info: &CellInfo| self.modules[info.module].is_dropped;
            let Some(info) = self.globals.own_info(cell).filter(is_dropped) else {
                if let Some(info) = self.globals.info(cell).filter(is_dropped) {
                    dropped.refer(info.module, cell);
                }
                continue;
            };
            if let Some(c) = self.globals.cells.get_mut(cell as usize)
                && dropped.add(info.module, cell, c.value)
            {
                c.value = Value::UNBOUND;
            }
        }
        self.code.search_for(Box::new(dropped));
    }

    /// The collection is over: those that nobody refers to are no more. Returns whether there were such.
    pub(crate) fn end_release(&mut self) -> bool {
        let (reached, gone): (Vec<Space>, Vec<Space>) = self.code.end_search().into_iter().partition(|s| s.is_reached);
        for &(cell, value) in reached.iter().flat_map(|s| &s.cells) {
            if let Some(c) = self.globals.cells.get_mut(cell as usize) {
                c.value = value;
            }
        }
        self.dropping = Dropping { modules: reached.iter().map(|s| s.module).collect(), ..Dropping::default() };
        if gone.is_empty() {
            return false;
        }
        let modules: Vec<ModuleId> = gone.iter().map(|s| s.module).collect();
        let mut cells: Vec<u32> = gone.iter().flat_map(|s| s.cells.iter().map(|c| c.0)).collect();
        cells.sort_unstable();
        let is_gone = |cell: &u32| cells.binary_search(cell).is_ok();
        self.renewal.undefined.retain(|cell| !is_gone(cell));
        self.renewal.waiting.retain_mut(|w| {
            w.undefined.retain(|cell| !is_gone(cell));
            !is_gone(&w.target) && !modules.contains(&w.module)
        });
        self.lazy.forget_modules(&modules);
        let waiting = self.renewal.waiting.iter().map(|w| w.span.source());
        let needed: Vec<SourceId> = waiting.chain(self.lazy.sources()).collect();
        self.loader.renewable.retain(|source| needed.contains(source));
        self.warner.forget_cells(&is_gone, &modules);
        self.aliases.forget_modules(&modules);
        // Functions of the host that were defined there may be held elsewhere.
        self.natives.own.leave_modules(&modules);
        modules.iter().for_each(|&module| self.modules.remove(module));
        self.globals.release(&cells);
        true
    }
}
