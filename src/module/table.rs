//! Modules: tables from names to global cells. Names are resolved when code is compiled; at run time there are only
//! cells.
//!
//! - Importing shares the cell: a script that redefines an imported name changes what the library itself calls.
//! - The core's names are visible everywhere, but each module that uses one gets its own cell with the core's value. A
//!   program that redefines `remove` changes its own calls, old and new, and no others.
//! - Modules that require a dialect see its names in the same way, ahead of the core's.
//! - With a separate namespace of functions, the head of a form is looked up in a second table: the module's, then the
//!   dialect's, and not the core's. Variables of the dialect are shared, because a program can bind them.
//! - The files of a dialect are written in the language of the core. A name in them has the meaning of their module's
//!   first table, else the core's, else that of the table of functions, which `#'name` reads first.

use std::ops::{Index, IndexMut, Range};

use hashbrown::HashMap;

use crate::runtime::dialect::Dialect;
use crate::symbol::{ModuleId, Symbol};

/// All modules. None is ever removed.
#[derive(Clone)]
pub(crate) struct Modules {
    core: ModuleEntry,
    others: Vec<ModuleEntry>,
    /// Whether any module has come to use a dialect.
    pub has_layers: bool,
}

impl Modules {
    /// The core, which has no names yet.
    pub fn new() -> Modules {
        Modules { core: ModuleEntry::default(), others: Vec::new(), has_layers: false }
    }

    pub fn add(&mut self, name: impl Into<String>) -> ModuleId {
        self.others.push(ModuleEntry::new(name));
        ModuleId(self.others.len() as u32)
    }

    /// Removes the module that was added last, which nobody has seen.
    pub fn remove_last(&mut self) {
        self.others.pop();
    }

    /// Returns the module of this number, if there is one.
    pub fn id(&self, number: u32) -> Option<ModuleId> {
        (number as usize <= self.others.len()).then_some(ModuleId(number))
    }

    pub fn iter(&self) -> impl Iterator<Item = &ModuleEntry> {
        std::iter::once(&self.core).chain(&self.others)
    }
}

impl Index<ModuleId> for Modules {
    type Output = ModuleEntry;

    fn index(&self, id: ModuleId) -> &ModuleEntry {
        (id.0 as usize).checked_sub(1).and_then(|n| self.others.get(n)).unwrap_or(&self.core)
    }
}

impl IndexMut<ModuleId> for Modules {
    fn index_mut(&mut self, id: ModuleId) -> &mut ModuleEntry {
        (id.0 as usize).checked_sub(1).and_then(|n| self.others.get_mut(n)).unwrap_or(&mut self.core)
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct ModuleEntry {
    /// The file or library name it was loaded from.
    pub name: String,
    cells: HashMap<Symbol, u32>,
    /// Of the core: the symbols that have the cell of their own number.
    fixed: Range<u32>,
    /// Names that `provide` lists; without it, everything that the module defines is provided.
    pub provided: Option<Vec<Symbol>>,
    /// The cells of functions and macros, where they have a namespace of their own; likewise those of a dialect for
    /// such modules.
    functions: HashMap<Symbol, u32>,
    /// The dialect that the module uses: its names come between the module's own names and the core's.
    pub layer: Option<ModuleId>,
    /// Whether it is a dialect in use, or a second instance of the core's library.
    pub is_library: bool,
    pub dialect: Dialect,
    /// Whether it is a namespace of the host.
    pub is_namespace: bool,
}

impl ModuleEntry {
    pub fn new(name: impl Into<String>) -> ModuleEntry {
        ModuleEntry { name: name.into(), ..ModuleEntry::default() }
    }

    /// The core: a symbol in the range has the cell of its own number.
    pub fn core(fixed: Range<u32>) -> ModuleEntry {
        ModuleEntry { fixed, ..ModuleEntry::new("core") }
    }

    pub fn cell(&self, name: Symbol) -> Option<u32> {
        if self.fixed.contains(&name.0) {
            return Some(name.0);
        }
        self.cells.get(&name).copied()
    }

    /// Gives a name its cell. The one that it had before.
    pub fn bind(&mut self, name: Symbol, cell: u32) -> Option<u32> {
        let before = self.cell(name);
        self.cells.insert(name, cell);
        before
    }

    /// Forgets the names for which `forget` is true.
    pub fn forget(&mut self, mut forget: impl FnMut(Symbol, u32) -> bool) {
        self.cells.retain(|&s, &mut c| !forget(s, c));
    }

    pub fn function_cell(&self, name: Symbol) -> Option<u32> {
        self.functions.get(&name).copied()
    }

    /// Gives a name its cell as a function. The one that it had before.
    pub fn bind_function(&mut self, name: Symbol, cell: u32) -> Option<u32> {
        self.functions.insert(name, cell)
    }

    /// Returns whether a name means anything here.
    pub fn has(&self, name: Symbol) -> bool {
        self.cell(name).or(self.function_cell(name)).is_some()
    }

    /// From now on there is one namespace, with the functions for which `keep` is true.
    pub fn join_functions(&mut self, keep: impl Fn(u32) -> bool) {
        let functions = std::mem::take(&mut self.functions).into_iter();
        self.cells.extend(functions.filter(|&(_, cell)| keep(cell)));
    }

    /// The cells of the namespace of functions; nothing where there is none.
    pub fn function_names(&self) -> Box<dyn Iterator<Item = (Symbol, u32)> + '_> {
        Box::new(self.functions.iter().map(|(&s, &c)| (s, c)))
    }

    /// The names that it has come to hold.
    pub fn own_names(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.cells.keys().chain(self.functions.keys()).chain(self.provided.iter().flatten()).copied()
    }

    pub fn names(&self) -> Box<dyn Iterator<Item = (Symbol, u32)> + '_> {
        let fixed = self.fixed.clone().map(|n| (Symbol(n), n));
        Box::new(fixed.chain(self.cells.iter().map(|(&s, &c)| (s, c))))
    }
}
