//! Global cells of namespaces that the host has dropped, while a collection looks for code that refers to them.

use hashbrown::HashMap;

use super::insn::{Field, Insn};
use crate::symbol::ModuleId;
use crate::value::Value;

/// Search of a collection for code that refers to dropped namespaces. (It is an object, so that hosts that drop none do
/// not have its code.)
pub(crate) trait Search: Send {
    /// A function lives that was compiled in this namespace, if it was in one, and that these are the instructions of.
    fn reach_code(&mut self, home: Option<ModuleId>, insns: &[Insn], gray: &mut Vec<Value>);

    /// Something that lives means a name of a module: all that the module has lives, too.
    fn reach_module(&mut self, module: ModuleId, gray: &mut Vec<Value>);

    /// Returns the dropped namespaces, with what the search has found of them.
    fn spaces(self: Box<Self>) -> Vec<Space>;
}

/// The search of the collection that is on, if it is one. A copy of the engine has none.
#[derive(Default)]
pub(super) struct Searching(pub Option<Box<dyn Search>>);

impl Clone for Searching {
    fn clone(&self) -> Searching {
        Searching(None)
    }
}

/// Cells of the dropped namespaces. Each namespace lives on as a whole as long as anything that lives refers to it.
pub(crate) struct Dropped {
    /// The position in `spaces` of each cell's namespace.
    of_cell: HashMap<u32, usize>,
    spaces: Vec<Space>,
}

/// A namespace that has been dropped.
pub(crate) struct Space {
    pub module: ModuleId,
    /// Its cells and what they hold, which is not among the roots of this collection.
    pub cells: Vec<(u32, Value)>,
    pub is_reached: bool,
}

impl Dropped {
    pub fn new(modules: &[ModuleId]) -> Dropped {
        let space = |&module: &ModuleId| Space { module, cells: Vec::new(), is_reached: false };
        Dropped { of_cell: HashMap::new(), spaces: modules.iter().map(space).collect() }
    }

    /// Takes note that whoever refers to a cell refers to a module, if that is one of them: its position.
    pub fn refer(&mut self, module: ModuleId, cell: u32) -> Option<usize> {
        let position = self.spaces.iter().position(|s| s.module == module)?;
        self.of_cell.insert(cell, position);
        Some(position)
    }

    /// Takes note of a cell of a module, if that is one of them.
    pub fn add(&mut self, module: ModuleId, cell: u32, value: Value) -> bool {
        let Some(position) = self.refer(module, cell) else { return false };
        if let Some(space) = self.spaces.get_mut(position) {
            space.cells.push((cell, value));
        }
        true
    }
}

impl Search for Dropped {
    fn spaces(self: Box<Self>) -> Vec<Space> {
        self.spaces
    }

    fn reach_module(&mut self, module: ModuleId, gray: &mut Vec<Value>) {
        if let Some(space) = self.spaces.iter_mut().find(|s| s.module == module) {
            space.reach(gray);
        }
    }

    fn reach_code(&mut self, home: Option<ModuleId>, insns: &[Insn], gray: &mut Vec<Value>) {
        home.into_iter().for_each(|module| self.reach_module(module, gray));
        for insn in insns {
            let mut insn = *insn;
            insn.each_field(&mut |_, field| {
                if let Field::Global(cell) = field
                    && let Some(space) = self.of_cell.get(cell).and_then(|&i| self.spaces.get_mut(i))
                {
                    space.reach(gray);
                }
            });
        }
    }
}

impl Space {
    fn reach(&mut self, gray: &mut Vec<Value>) {
        if !std::mem::replace(&mut self.is_reached, true) {
            gray.extend(self.cells.iter().map(|c| c.1).filter(|v| v.is_heap()));
        }
    }
}
