//! Modules: tables from names to global cells. Names are resolved when code is compiled; at run time there are only cells.
//!
//! - Importing shares the cell: a script that redefines an imported name changes what the library itself calls.
//! - The core's names are visible everywhere, but a module that uses one gets a cell of its own, holding the core's value: a program
//!   that redefines `remove` changes its own calls, old and new, and nobody else's.
//! - The names of a layer (Scheme, say) are seen in the same way by the modules that require it, before the core's.

use hashbrown::HashMap;

use crate::symbol::Symbol;

/// The number of a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct ModuleId(pub u32);

/// The core: builtins and the part of the library that needs no `require`.
pub(crate) const CORE: ModuleId = ModuleId(0);

/// How the text of a module is read and its bodies are understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Dialect {
    #[default]
    Core,
    /// `t` and `nil` are symbols like others, a backquote stands for `quasiquote`; bodies can hold definitions.
    Scheme,
}

#[derive(Debug, Default)]
pub(crate) struct Module {
    /// The file or library name it was loaded from.
    pub name: String,
    cells: HashMap<Symbol, u32>,
    /// Names that `provide` lists; without it, everything that the module defines is provided.
    pub provided: Option<Vec<Symbol>>,
    /// The layer that the module uses: it stands between the module's own names and the core's.
    pub layer: Option<ModuleId>,
    pub dialect: Dialect,
}

impl Module {
    pub fn new(name: impl Into<String>) -> Module {
        Module { name: name.into(), ..Module::default() }
    }

    pub fn cell(&self, name: Symbol) -> Option<u32> {
        self.cells.get(&name).copied()
    }

    pub fn bind(&mut self, name: Symbol, cell: u32) {
        self.cells.insert(name, cell);
    }

    /// Forgets the names for which `forget` is true.
    pub fn forget(&mut self, mut forget: impl FnMut(Symbol, u32) -> bool) {
        self.cells.retain(|&s, &mut c| !forget(s, c));
    }

    pub fn names(&self) -> impl Iterator<Item = (Symbol, u32)> + '_ {
        self.cells.iter().map(|(&s, &c)| (s, c))
    }
}
