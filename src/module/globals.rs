//! Global cells. An instruction holds the cell's number, so a global costs one bounds check and no lookup.

use crate::bytecode::{FunctionEntry, VARIADIC};
use crate::symbol::{CORE, ModuleId, Symbol};
use crate::value::{Kind, Value};

/// Cell as the machine sees it, 16 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GlobalCell {
    pub value: Value,
    /// Position of a plain function's code, or the number of a builtin. For a cell that holds [`Value::FORWARDED`], the
    /// cell that replaces it.
    pub entry: u32,
    /// Number of arguments of a plain function; [`ACCESSOR`], [`NATIVE`], or [`OTHER`] for everything that a call must
    /// look at more closely.
    pub arity: u32,
}

/// The cell holds a function that does nothing but [`Insn::RecordRef`](crate::bytecode::Insn::RecordRef): a call need
/// not enter it.
pub(crate) const ACCESSOR: u32 = u32::MAX - 2;
/// The cell holds a native function.
pub(crate) const NATIVE: u32 = u32::MAX - 1;
/// The cell holds something that is called the general way, or no function at all.
pub(crate) const OTHER: u32 = u32::MAX;

/// Facts of a cell that only the compiler and tools look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CellInfo {
    pub name: Symbol,
    /// The module that the cell belongs to.
    pub module: ModuleId,
    /// The cell still holds the value of the core or of a dialect, which the module has not redefined.
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
    pub cells: Vec<GlobalCell>,
    /// The first cells, which are the core's. Facts that hold for all cells are not stored, because they would take a
    /// quarter of an engine's memory.
    core: u32,
    /// Facts of the cells after these.
    info: Vec<CellInfo>,
}

/// Returns the facts of a cell of the core, whose number is that of its name.
fn info_of_core(cell: u32) -> CellInfo {
    CellInfo::new(Symbol(cell), CORE, false)
}

impl Globals {
    /// The names of all cells.
    pub fn names(&self) -> impl Iterator<Item = Symbol> + '_ {
        (0..self.core).map(Symbol).chain(self.info.iter().map(|i| i.name))
    }

    /// Reserves `more` cells and a few besides. Most programs define few names, and doubling the core's table would be
    /// half of an engine's memory.
    pub fn reserve(&mut self, more: usize) {
        self.cells.reserve_exact(more + SPARE);
        self.info.reserve_exact((self.cells.len() + more + SPARE).saturating_sub(self.info.len() + self.core as usize));
    }

    /// The cells of the core, which come first: that of each name has the name's number.
    pub fn add_core(&mut self, cells: impl ExactSizeIterator<Item = GlobalCell>) {
        self.core = cells.len() as u32;
        self.cells.reserve_exact(cells.len() + SPARE);
        self.cells.extend(cells);
    }

    pub fn add(&mut self, info: CellInfo) -> u32 {
        self.add_cell(info, GlobalCell { value: Value::UNBOUND, entry: 0, arity: OTHER })
    }

    pub fn add_cell(&mut self, info: CellInfo, cell: GlobalCell) -> u32 {
        if self.cells.len() == self.cells.capacity() {
            self.reserve(self.cells.len() / 8);
        }
        self.cells.push(cell);
        self.info.push(info);
        self.cells.len() as u32 - 1
    }

    /// Removes the cells from `len` on, which nobody has seen.
    pub fn truncate(&mut self, len: usize) {
        self.cells.truncate(len);
        self.info.truncate(len - self.core as usize);
    }

    pub fn value(&self, cell: u32) -> Value {
        self.cells.get(self.target(cell) as usize).map_or(Value::UNBOUND, |c| c.value)
    }

    /// The cell that has taken the place of this one, or the cell itself.
    #[inline]
    pub fn target(&self, cell: u32) -> u32 {
        target(&self.cells, cell)
    }

    /// From now on `new` takes the place of the cell `old`, in code that is compiled, too. That takes the same time
    /// however much code there is: an instruction learns of it when it is next carried out.
    pub fn forward(&mut self, old: u32, new: u32) {
        let (old, new) = (self.target(old), self.target(new));
        if let Some(c) = self.cells.get_mut(old as usize).filter(|_| old != new) {
            *c = GlobalCell { value: Value::FORWARDED, entry: new, arity: OTHER };
        }
    }

    /// Gives a cell its value and refreshes what calls look at.
    pub fn set(&mut self, cell: u32, value: Value, entries: &[FunctionEntry]) {
        set(&mut self.cells, cell, value, entries);
    }

    #[inline]
    pub fn info(&self, cell: u32) -> Option<CellInfo> {
        let cell = self.target(cell);
        match cell.checked_sub(self.core) {
            Some(own) => self.info.get(own as usize).copied(),
            None => Some(info_of_core(cell)),
        }
    }

    /// Something else is to be known of a cell.
    pub fn change(&mut self, cell: u32, change: impl FnOnce(&mut CellInfo)) {
        let cell = self.target(cell);
        let Some(before) = self.info(cell) else { return };
        let mut info = before;
        change(&mut info);
        if info == before {
            return;
        }
        if cell < self.core {
            self.info.splice(..0, (0..self.core).map(info_of_core));
            self.core = 0;
        }
        if let Some(changed) = self.info.get_mut((cell - self.core) as usize) {
            *changed = info;
        }
    }

    pub fn bytes(&self) -> usize {
        self.cells.capacity() * size_of::<GlobalCell>() + self.info.capacity() * size_of::<CellInfo>()
    }
}

/// See [`Globals::target`].
#[inline]
fn target(cells: &[GlobalCell], mut cell: u32) -> u32 {
    // A cell is forwarded only to one that is not: the way is as long as names have been taken over again and again.
    while let Some(c) = cells.get(cell as usize).filter(|c| c.value == Value::FORWARDED) {
        cell = c.entry;
    }
    cell
}

/// The same, unless that changes the meaning of a name by which a function calls itself. Returns whether it has been
/// done.
#[inline(never)]
pub(crate) fn try_set(cells: &mut [GlobalCell], cell: u32, value: Value, entries: &[FunctionEntry]) -> bool {
    let old = cells.get(target(cells, cell) as usize).map_or(Value::NIL, |c| c.value);
    if old.is(Kind::CLOSURE) && entries.get(old.meta() as usize).is_some_and(|e| e.iterates) {
        return false;
    }
    set(cells, cell, value, entries);
    true
}

/// See [`Globals::set`].
#[inline]
pub(crate) fn set(cells: &mut [GlobalCell], cell: u32, value: Value, entries: &[FunctionEntry]) {
    let cell = target(cells, cell);
    let Some(c) = cells.get_mut(cell as usize) else { return };
    *c = match (value.kind(), entries.get(value.meta() as usize)) {
        (Kind::CLOSURE, Some(e)) if e.accessor => GlobalCell { value, entry: e.start, arity: ACCESSOR },
        (Kind::CLOSURE, Some(e)) if e.captures == 0 && e.arity != VARIADIC => {
            GlobalCell { value, entry: e.start, arity: u32::from(e.arity) }
        }
        (Kind::NATIVE, _) => GlobalCell { value, entry: value.meta(), arity: NATIVE },
        _ => GlobalCell { value, entry: 0, arity: OTHER },
    };
}
