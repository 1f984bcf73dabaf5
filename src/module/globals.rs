//! Global cells. An instruction holds the cell's number, so a global costs one bounds check and no lookup.

use crate::code::{Entry, VARIADIC};
use crate::symbol::{ModuleId, Symbol};
use crate::value::{Kind, Value};

/// What the machine looks at, 16 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    pub value: Value,
    /// Where a plain function's code starts; the number of a native.
    pub entry: u32,
    /// Number of arguments of a plain function; [`ACCESSOR`], [`NATIVE`], or [`OTHER`] for everything that a call must
    /// look at more closely.
    pub arity: u32,
}

/// The cell holds a function that does nothing but [`Insn::RecordRef`](crate::code::Insn::RecordRef): a call need not
/// enter it.
pub(crate) const ACCESSOR: u32 = u32::MAX - 2;
/// The cell holds a native function.
pub(crate) const NATIVE: u32 = u32::MAX - 1;
/// The cell holds something that is called the general way, or no function at all.
pub(crate) const OTHER: u32 = u32::MAX;

/// What only the compiler and tools look at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellInfo {
    pub name: Symbol,
    /// The module that the cell belongs to.
    pub module: ModuleId,
    /// The cell still holds the value of the core or of a layer, which the module has not redefined.
    pub from_core: bool,
    /// Binding the variable gives this cell another value for as long as the binding's body runs.
    pub dynamic: bool,
    /// The text that is being evaluated defines the name further on: what it means now is no reason to take its calls
    /// for something else.
    pub reserved: bool,
    /// A definition at top level, or the host, gives it its value.
    pub defined: bool,
}

impl CellInfo {
    pub fn new(name: Symbol, module: ModuleId, from_core: bool) -> CellInfo {
        CellInfo { name, module, from_core, dynamic: false, reserved: false, defined: false }
    }
}

/// See [`Globals::reserve`].
const SPARE: usize = 32;

#[derive(Clone, Default)]
pub(crate) struct Globals {
    pub cells: Vec<Cell>,
    info: Vec<CellInfo>,
}

impl Globals {
    /// The names of all cells.
    pub fn names(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.info.iter().map(|i| i.name)
    }

    /// Makes room for `more` cells and a few besides: most programs define few names, and twice the room of the core's
    /// would be half of what an engine takes.
    pub fn reserve(&mut self, more: usize) {
        self.cells.reserve_exact(more + SPARE);
        self.info.reserve_exact(more + SPARE);
    }

    pub fn add(&mut self, info: CellInfo) -> u32 {
        self.add_cell(info, Cell { value: Value::UNBOUND, entry: 0, arity: OTHER })
    }

    pub fn add_cell(&mut self, info: CellInfo, cell: Cell) -> u32 {
        if self.cells.len() == self.cells.capacity() {
            self.reserve(self.cells.len() / 8);
        }
        self.cells.push(cell);
        self.info.push(info);
        self.cells.len() as u32 - 1
    }

    pub fn value(&self, cell: u32) -> Value {
        self.cells.get(cell as usize).map_or(Value::UNBOUND, |c| c.value)
    }

    /// Gives a cell its value and refreshes what calls look at.
    pub fn set(&mut self, cell: u32, value: Value, entries: &[Entry]) {
        set(&mut self.cells, cell, value, entries);
    }

    pub fn info(&self, cell: u32) -> Option<&CellInfo> {
        self.info.get(cell as usize)
    }

    pub fn info_mut(&mut self, cell: u32) -> Option<&mut CellInfo> {
        self.info.get_mut(cell as usize)
    }

    pub fn bytes(&self) -> usize {
        self.cells.capacity() * (size_of::<Cell>() + size_of::<CellInfo>())
    }
}

/// See [`Globals::set`].
#[inline(never)]
pub(crate) fn set(cells: &mut [Cell], cell: u32, value: Value, entries: &[Entry]) {
    let Some(c) = cells.get_mut(cell as usize) else { return };
    *c = match (value.kind(), entries.get(value.meta() as usize)) {
        (Kind::CLOSURE, Some(e)) if e.accessor => Cell { value, entry: e.start, arity: ACCESSOR },
        (Kind::CLOSURE, Some(e)) if e.captures == 0 && e.arity != VARIADIC => {
            Cell { value, entry: e.start, arity: u32::from(e.arity) }
        }
        (Kind::NATIVE, _) => Cell { value, entry: value.meta(), arity: NATIVE },
        _ => Cell { value, entry: 0, arity: OTHER },
    };
}
