//! Global cells, and modules: tables from names to cells. An instruction holds the cell's number, so a global costs one
//! bounds check and no lookup. Names are resolved when code is compiled; at run time there are only cells.
//!
//! - Importing shares the cell: a script that redefines an imported name changes what the library itself calls.
//! - The core's names are visible everywhere, but each module that uses one gets its own cell with the core's value. A
//!   program that redefines `remove` changes its own calls, old and new, and no others.
//! - Modules that require a dialect see its names in the same way, ahead of the core's.
//! - With a separate namespace of functions, the head of a form is looked up in a second table: the module's, then the
//!   dialect's, and not the core's. Variables of the dialect are shared, because a program can bind them.
//! - The files of a dialect are written in the language of the core. A name in them has the meaning of their module's
//!   first table, else the core's, else that of the table of functions, which `#'name` reads first.
//! - [`Aliases`] has the names that macros introduce, and what they stand for.

use std::ops::{Index, IndexMut, Range};

use hashbrown::HashMap;

use crate::bytecode::{FunctionEntry, VARIADIC};
use crate::runtime::dialect::Dialect;
use crate::symbol::{CORE, ModuleId, Symbol, SymbolSet};
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

/// Values that the collector is shown together.
const VALUES_AT_A_TIME: usize = 64;

/// Shows `look` the values of these items, many at a time: there are thousands, most of them without a reference.
pub(super) fn each_value_of<T>(items: &[T], value: impl Fn(&T) -> Value, look: &mut dyn FnMut(&[Value])) {
    let mut values = [Value::NIL; VALUES_AT_A_TIME];
    for items in items.chunks(VALUES_AT_A_TIME) {
        values.iter_mut().zip(items).for_each(|(slot, item)| *slot = value(item));
        look(values.get(..items.len()).unwrap_or(&[]));
    }
}

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
    /// Shows `look` the values of all cells.
    pub fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        each_value_of(&self.cells, |cell| cell.value, look);
    }

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

    /// Removes the cells from `len` on, which are not referenced.
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
    // A cell is forwarded to a cell that is not forwarded at that time: the chain grows by one for each takeover.
    while let Some(c) = cells.get(cell as usize).filter(|c| c.value == Value::FORWARDED) {
        cell = c.entry;
    }
    cell
}

/// Aliases a global, unless that changes a name by which a function calls itself. Returns whether it did.
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

/// All modules. None is ever removed.
#[derive(Clone)]
pub(crate) struct Modules {
    core: ModuleEntry,
    others: Vec<ModuleEntry>,
    /// Whether any module has come to use a dialect.
    pub has_dialect_libraries: bool,
}

impl Modules {
    /// The core, which has no names yet.
    pub fn new() -> Modules {
        Modules { core: ModuleEntry::default(), others: Vec::new(), has_dialect_libraries: false }
    }

    pub fn add(&mut self, name: impl Into<String>) -> ModuleId {
        self.others.push(ModuleEntry::new(name));
        ModuleId(self.others.len() as u32)
    }

    /// Removes the module that was added last, which is not referenced.
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
    pub library: Option<ModuleId>,
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

/// Name and macro that an introduced name stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alias {
    pub name: Symbol,
    pub module: ModuleId,
    pub local: Option<u32>,
}

/// All introduced names.
#[derive(Clone, Default)]
pub(crate) struct Aliases(HashMap<Symbol, Alias>);

impl Aliases {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn add(&mut self, fresh: Symbol, alias: Alias) {
        self.0.insert(fresh, alias);
    }

    pub fn get(&self, name: Symbol) -> Option<Alias> {
        if self.0.is_empty() { None } else { self.0.get(&name).copied() }
    }

    /// Drops those of names that are no more, and adds to `used` what the others stand for.
    pub fn retain(&mut self, used: &mut SymbolSet) {
        // A name may stand for one that has been introduced itself.
        loop {
            let is_new = |(name, alias): &(&Symbol, &Alias)| used.contains(**name) && !used.contains(alias.name);
            let found: Vec<Symbol> = self.0.iter().filter(is_new).map(|(_, alias)| alias.name).collect();
            if found.is_empty() {
                break;
            }
            found.into_iter().for_each(|s| used.insert(s));
        }
        self.0.retain(|&name, _| used.contains(name));
    }

    /// Bytes held, for the memory limit.
    pub fn bytes(&self) -> usize {
        self.0.capacity() * BYTES_PER_ALIAS
    }

    /// Bytes that one more may take, because it makes the table grow.
    pub fn growth(&self) -> usize {
        if self.0.len() == self.0.capacity() { 2 * self.bytes() + BYTES_PER_ALIAS } else { 0 }
    }

    /// The name that was written.
    pub fn plain(&self, name: Symbol) -> Symbol {
        let mut name = name;
        while let Some(a) = self.get(name) {
            name = a.name;
        }
        name
    }

    /// The name that was written, and the module in which it has its global meaning.
    pub fn origin(&self, module: ModuleId, name: Symbol) -> (ModuleId, Symbol) {
        let (mut module, mut name) = (module, name);
        while let Some(a) = self.get(name) {
            (module, name) = (a.module, a.name);
        }
        (module, name)
    }
}

/// Bytes that an alias takes; its name is a symbol like others.
const BYTES_PER_ALIAS: usize = size_of::<(Symbol, Alias)>() + 1;
