//! Targets of compilation and the meanings of names.
//!
//! - [`ProgramState`]: what a compiler and a linker need, apart from the machine that runs the code. Here it says which
//!   cell a name means in a module, as a variable and where functions have a namespace of their own.
//! - [`globals`] has the cells, the tables from names to cells, and the names that macros have introduced.
//! - [`native`] has functions written in Rust and those of the host, [`definitions`] those of the library: compiled on
//!   first use, compiled as their bodies where they are called, or compiled again.
//! - [`loading`] has texts that are being evaluated, names that modules have of each other, and libraries of dialects;
//!   [`warnings`] what programs cannot mean.
//!
//! Nothing here runs code.

pub(crate) mod definitions;
pub(crate) mod globals;
pub(crate) mod loading;
pub(crate) mod native;
pub(crate) mod warnings;

use std::sync::Arc;

use crate::bytecode::{CodeStore, Inline};
use crate::fault::{Result, internal};
use crate::io::Host;
use crate::limits::Interrupt;
use crate::object::Object;
use crate::runtime::Runtime;
use crate::runtime::dialect::Dialect;
use crate::source::Span;
use crate::symbol::{self, CORE, ModuleId, PROGRAM, Symbol};
use crate::value::{Kind, Value};

use definitions::{InlineTemplates, LazyDefinitions, PendingRecompiles};
use globals::{Aliases, CellInfo, Globals};
use loading::{DistinctFalseCore, Loader, is_function, sort_by_name};
use native::{HostSignature, Native, NativeInfo, NativeKind, Natives};
use warnings::WarningCollector;

pub(crate) use globals::{ModuleEntry, Modules};

/// State that programs are compiled into.
pub(crate) struct ProgramState {
    pub code: CodeStore,
    pub globals: Globals,
    pub natives: Natives,
    pub rt: Runtime,
    /// Values that Rust code holds across evaluations.
    pub roots: Vec<Value>,
    pub modules: Modules,
    /// Originals of the names that macros have introduced.
    pub aliases: Aliases,
    pub definitions: Definitions,
    pub twin: DistinctFalseCore,
    pub loader: Loader,
    pub warning_collector: WarningCollector,
    /// Bytes that the machine that runs the code holds, for the memory limit.
    pub machine_bytes: usize,
}

/// Definitions that are compiled when they are needed.
#[derive(Clone, Default)]
pub(crate) struct Definitions {
    /// On first use.
    pub lazy: LazyDefinitions,
    /// In place of calls.
    pub inlines: InlineTemplates,
    /// Again, after a name in them has become a macro.
    pub recompiles: PendingRecompiles,
}

impl ProgramState {
    pub fn new(rt: Runtime) -> ProgramState {
        ProgramState {
            code: CodeStore::new(),
            globals: Globals::default(),
            natives: Natives::default(),
            rt,
            roots: Vec::new(),
            modules: Modules::new(),
            aliases: Aliases::default(),
            definitions: Definitions::default(),
            twin: DistinctFalseCore::default(),
            loader: Loader::default(),
            warning_collector: WarningCollector::default(),
            machine_bytes: 0,
        }
    }

    /// Returns the program state of a copy of the engine. Nothing must be running.
    pub fn copy(&self, host: Box<dyn Host>, interrupt: Interrupt) -> ProgramState {
        ProgramState {
            code: self.code.clone(),
            globals: self.globals.clone(),
            natives: self.natives.copy(),
            rt: self.rt.copy(host, interrupt),
            roots: self.roots.clone(),
            modules: self.modules.clone(),
            aliases: self.aliases.clone(),
            definitions: self.definitions.clone(),
            twin: self.twin.clone(),
            loader: self.loader.copy(),
            warning_collector: self.warning_collector.clone(),
            machine_bytes: self.machine_bytes,
        }
    }

    /// Tells the heap what is held outside of it.
    pub fn account(&mut self) -> Result<()> {
        let bytes = self.machine_bytes
            + self.code.bytes()
            + self.globals.bytes()
            + self.rt.symbols.bytes()
            + self.aliases.bytes()
            + self.definitions.lazy.bytes()
            + self.rt.sources.bytes()
            + self.rt.kept_bytes()
            + self.rt.host_roots.bytes();
        let fresh = self.code.fresh_bytes() + self.rt.sources.fresh_bytes();
        self.rt.heap.set_external(bytes, fresh)
    }

    /// Gives a cell its value.
    pub fn set_cell(&mut self, cell: u32, value: Value) {
        let old = self.globals.value(cell);
        if old != value {
            self.code.stop_iterating(old);
        }
        self.globals.set(cell, value, &self.code.entries);
    }

    /// Returns whether it is a native, or a function in a text of the library.
    pub fn is_from_library(&self, f: Value) -> bool {
        let of_text = |span: Span| self.rt.sources.is_library(span.source());
        match f.kind() {
            _ if f == Value::UNBOUND => false,
            Kind::NATIVE => true,
            Kind::LAZY => self.lazy_is_function(f),
            Kind::CLOSURE => self.code.proto(f.meta()).is_some_and(|p| of_text(p.span)),
            Kind::GENERIC => {
                let methods = self.rt.heap.as_generic(f).map(|g| g.methods.as_slice()).unwrap_or_default();
                methods.iter().any(|m| self.is_from_library(m.body))
            }
            _ => false,
        }
    }

    /// Returns whether it is a macro that a text of the library defines.
    pub fn is_library_macro(&self, f: Value) -> bool {
        match f.kind() {
            Kind::LAZY => self.lazy_is_macro(f),
            Kind::MACRO => self.rt.heap.as_macro(f).is_some_and(|m| self.is_from_library(m.expander)),
            _ => false,
        }
    }

    /// Returns whether this is `call/cc` itself.
    pub fn is_capturer(&self, f: Value) -> bool {
        f.is(Kind::NATIVE) && self.natives.capturer == Some(f.meta())
    }

    /// The first of several values; what else there is as it is.
    pub fn primary_value(&self, v: Value) -> Value {
        match self.rt.heap.as_object(v) {
            Some(Object::Values(items)) if v.is(Kind::VALUES) => items.first().copied().unwrap_or(Value::NIL),
            _ => v,
        }
    }
}

impl ProgramState {
    /// The module whose text is being evaluated, or the program's own.
    pub(crate) fn current_module(&self) -> ModuleId {
        self.loader.active.last().map_or(PROGRAM, |a| a.module)
    }

    /// Returns the dialect in which the text of a module is read.
    pub(crate) fn dialect(&self, module: ModuleId) -> Dialect {
        self.modules[module].dialect
    }

    /// Returns the value that the core binds a name to.
    pub(crate) fn core_value(&mut self, name: &str) -> Option<Value> {
        let name = self.rt.symbols.intern(name);
        self.modules[CORE].cell(name).map(|cell| self.globals.value(cell))
    }

    /// Returns whether functions have a namespace of their own in this module.
    pub(crate) fn separates_functions(&self, module: ModuleId) -> bool {
        self.dialect(module).separates_functions
    }

    // ---- variables, and everything where there is one namespace

    /// The cell that a name already has in a module, its dialect or the core.
    pub(crate) fn find_cell(&self, module: ModuleId, name: Symbol) -> Option<u32> {
        let own = self.modules[module].cell(name);
        if self.separates_functions(module) {
            return self.find_function(module, name).or(own);
        }
        own.or_else(|| self.inherited(module, name)).or_else(|| self.own_function(module, name))
    }

    /// Returns the cell of a name in the module's dialect or in the core. With a distinct false value it is the cell of
    /// the twin.
    fn inherited(&self, module: ModuleId, name: Symbol) -> Option<u32> {
        let library = self.dialect_library_of(module).and_then(|(_, m)| m.cell(name));
        let twin = self.twin.module.filter(|_| self.dialect(module).has_false);
        let twin = twin.and_then(|t| self.modules[t].cell(name));
        library.or(twin).or_else(|| self.modules[CORE].cell(name))
    }

    /// The cell that a name means in a module; a new one if it has none. A name of the core gets a cell of the module's
    /// own, with the core's value.
    pub(crate) fn resolve(&mut self, module: ModuleId, name: Symbol) -> Result<u32> {
        let before = self.globals.cells.len();
        let cell = self.cell(module, name);
        if self.globals.cells.len() > before {
            self.account()?;
        }
        Ok(cell)
    }

    pub(crate) fn cell(&mut self, module: ModuleId, name: Symbol) -> u32 {
        if let Some(cell) = self.modules[module].cell(name) {
            return cell;
        }
        let separate = self.separates_functions(module);
        let core = self.inherited(module, name).filter(|_| !separate);
        if let Some(cell) = core.filter(|_| module == CORE) {
            return cell;
        }
        if let Some(cell) = self.own_function(module, name).filter(|_| !separate && core.is_none()) {
            return cell;
        }
        let cell = self.globals.add(CellInfo::new(name, module, core.is_some()));
        if let Some(core) = core {
            let mut value = self.globals.value(core);
            if self.dialect(module).has_false {
                value = self.with_distinct_false(value);
            }
            self.set_cell(cell, value);
        }
        self.modules[module].bind(name, cell);
        cell
    }

    /// The cell that a definition of `name` in a module sets.
    pub(crate) fn define(&mut self, module: ModuleId, name: Symbol) -> Result<u32> {
        // A file of a dialect defines the names that the scan of the dialect has found.
        let separate = self.separates_functions(module);
        let cell = match self.own_function(module, name).filter(|_| !separate) {
            Some(cell) => cell,
            None => self.resolve(module, name)?,
        };
        self.note_redefined(module, cell);
        self.make_own(cell);
        self.end_conflict(module, name);
        // Nobody asks whether the core has defined what it has.
        if module != CORE {
            self.globals.change(cell, |info| info.defined = true);
        }
        Ok(cell)
    }

    /// The cell that an assignment of `name` inside of a function sets: no definition that others can rely on.
    pub(crate) fn assign(&mut self, module: ModuleId, name: Symbol) -> Result<u32> {
        let was_defined = self.find_cell(module, name).and_then(|c| self.globals.info(c)).is_some_and(|i| i.defined);
        let cell = self.define(module, name)?;
        self.globals.change(cell, |info| info.defined = was_defined);
        Ok(cell)
    }

    /// Gives a global name a value, for the host.
    pub(crate) fn set_global(&mut self, module: ModuleId, name: &str, value: Value) {
        let cell = self.own_cell(module, name);
        self.set_cell(cell, value);
    }

    /// The cell that the host gives a value by a global name.
    pub(crate) fn own_cell(&mut self, module: ModuleId, name: &str) -> u32 {
        let name = self.rt.symbols.intern(name);
        let cell = self.cell(module, name);
        self.make_own(cell);
        cell
    }

    /// Gives nil to the variables of a module that would have a value if its text had been run.
    pub(crate) fn assume_defined(&mut self, module: ModuleId) {
        for cell in 0..self.globals.cells.len() as u32 {
            let is_due = self.globals.info(cell).is_some_and(|i| i.module == module && i.defined);
            if is_due && self.globals.value(cell) == Value::UNBOUND {
                self.set_cell(cell, Value::NIL);
            }
        }
    }

    /// From now on the cell holds a value of its own module's, and no longer that of the core or a dialect.
    fn make_own(&mut self, cell: u32) {
        self.globals.change(cell, |info| info.from_core = false);
    }

    // ---- functions, where they have a namespace of their own

    /// The cell that a name has in a module's own table of functions.
    pub(crate) fn own_function(&self, module: ModuleId, name: Symbol) -> Option<u32> {
        self.modules[module].function_cell(name)
    }

    /// The cell that a name has as a function, in the module or its dialect.
    pub(crate) fn find_function(&self, module: ModuleId, name: Symbol) -> Option<u32> {
        self.own_function(module, name)
            .or_else(|| self.dialect_library_of(module).and_then(|(_, m)| m.function_cell(name)))
    }

    /// The cell that a name means as a function; a new one if it has none, with the dialect's value if it has that.
    pub(crate) fn resolve_function(&mut self, module: ModuleId, name: Symbol) -> Result<u32> {
        if let Some(cell) = self.own_function(module, name) {
            return Ok(cell);
        }
        let of_library = self.dialect_library_of(module).and_then(|(_, m)| m.function_cell(name));
        let cell = self.globals.add(CellInfo::new(name, module, of_library.is_some()));
        if let Some(source) = of_library {
            let value = self.globals.value(source);
            self.set_cell(cell, value);
        }
        self.modules[module].bind_function(name, cell);
        self.account()?;
        Ok(cell)
    }

    /// The cell that a definition of the function `name` sets.
    pub(crate) fn define_function(&mut self, module: ModuleId, name: Symbol) -> Result<u32> {
        if !self.separates_functions(module) {
            return self.define(module, name);
        }
        let cell = self.resolve_function(module, name)?;
        self.note_redefined(module, cell);
        self.make_own(cell);
        Ok(cell)
    }

    /// From now on the name of a module means this cell of another's. The module's former cell of that name is
    /// forwarded, so compiled code sees the new one. A third module's cell keeps its meaning. Returns what is known of
    /// the cell that the name meant before, if that was another, and what it held.
    pub(super) fn alias_global(
        &mut self,
        into: ModuleId,
        name: Symbol,
        cell: u32,
        function: bool,
    ) -> Option<(CellInfo, Value)> {
        let cell = self.globals.target(cell);
        let m = &mut self.modules[into];
        let old = if function { m.bind_function(name, cell) } else { m.bind(name, cell) };
        let old = old.map(|old| self.globals.target(old)).filter(|&old| old != cell)?;
        let before = (self.globals.info(old)?, self.globals.value(old));
        if before.0.module == into {
            self.code.stop_iterating(before.1);
            self.globals.forward(old, cell);
        }
        Some(before)
    }

    /// Makes the functions of a module visible where functions have a namespace of their own, or the other way round.
    /// `names` are those that the module shows anyway.
    pub(crate) fn import_functions(&mut self, into: ModuleId, from: ModuleId, names: &[(Symbol, u32)]) {
        let mut functions: Vec<(Symbol, u32)> = Vec::new();
        if self.separates_functions(from) {
            functions.extend(self.modules[from].function_names().filter(|&(_, c)| {
                let own = self.globals.info(c).is_some_and(|i| i.module == from && !i.from_core);
                own && self.globals.value(c) != Value::UNBOUND
            }));
            sort_by_name(&mut functions);
        }
        let separate = self.separates_functions(into);
        if separate {
            functions.extend(
                names.iter().copied().filter(|&(_, c)| is_function(self.globals.value(c), &self.definitions.lazy)),
            );
        }
        for (name, cell) in functions {
            self.alias_global(into, name, cell, separate);
        }
    }

    // ---- what can be seen

    /// Names that can be seen in a module, those of its dialect and the core included.
    pub(crate) fn visible_names(&self, module: ModuleId) -> Vec<&str> {
        let separate = self.separates_functions(module);
        let (library, of_library) = self.dialect_library_of(module).unzip();
        // A variable that is shared belongs to the dialect.
        let own = |cell| self.globals.info(cell).is_none_or(|i| Some(i.module) != library);
        let m = &self.modules[module];
        let mut cells: Vec<(Symbol, u32)> = m.names().collect();
        cells.extend(m.function_names());
        cells.retain(|&(_, cell)| own(cell));
        if let Some(library) = of_library {
            cells.extend(library.function_names());
        }
        if !separate {
            of_library.into_iter().chain([&self.modules[CORE]]).for_each(|m| cells.extend(m.names()));
        }
        cells.retain(|&(_, cell)| self.globals.value(cell) != Value::UNBOUND);
        cells.into_iter().map(|(name, _)| self.rt.name(name)).filter(|n| !symbol::is_private(n)).collect()
    }
}

impl ProgramState {
    // ---- functions written in Rust

    pub(crate) fn add_native(&mut self, native: Native) -> Result<Value> {
        let number = self.natives.len() as u32;
        if number > crate::value::MAX_META {
            return internal("too many native functions");
        }
        self.rt.procedures.push_native(match &native.facts {
            NativeInfo::Builtin(row) => row.name.into(),
            NativeInfo::Host(facts) => facts.name.to_string().into(),
        });
        self.natives.push(native);
        Ok(Value::reference(Kind::NATIVE, number, 0))
    }

    /// Gives a function of the host the place that is waiting for one of its name, else one of its own.
    pub(crate) fn add_host_native(&mut self, facts: HostSignature, action: NativeKind) -> Result<Value> {
        let number = self.natives.own.waiting_for(&facts.name, facts.module, facts.method.as_deref());
        let native = Native { facts: NativeInfo::Host(Arc::new(facts)), action };
        match number.and_then(|n| Some((n, self.natives.own.get_mut(n)?))) {
            Some((number, place)) => {
                *place = native;
                Ok(Value::reference(Kind::NATIVE, number, 0))
            }
            None => self.add_native(native),
        }
    }

    pub(crate) fn native_name(&self, f: Value) -> &'static str {
        self.rt.native_name(f).unwrap_or("")
    }

    /// Returns the operations that replace calls of the native `f`, as its builtin says.
    pub(crate) fn inline_of(&self, f: Value) -> &'static [Inline] {
        let facts = if f.is(Kind::NATIVE) { self.natives.facts(f.meta()) } else { None };
        facts.map_or(&[], NativeInfo::inline)
    }

    /// Returns whether `f` is a native that works on its arguments alone: it calls nothing and captures nothing.
    pub(crate) fn is_leaf(&self, f: Value) -> bool {
        f.is(Kind::NATIVE) && self.natives.leaf(f.meta()).is_some()
    }

    /// Returns the least and the greatest number of arguments of a function.
    pub(crate) fn arity(&self, f: Value) -> Option<(usize, Option<usize>)> {
        match f.kind() {
            Kind::CLOSURE => self.code.proto(f.meta()).map(|p| (usize::from(p.params.required), p.params.most())),
            Kind::NATIVE => match self.natives.facts(f.meta())? {
                NativeInfo::Host(facts) => Some(facts.arity()),
                NativeInfo::Builtin(row) => Some((row.signature.required, row.signature.most)),
            },
            Kind::GENERIC => {
                let methods = self.rt.heap.as_generic(f)?.methods.iter();
                let bounds = methods.filter_map(|m| self.arity(m.body));
                bounds.reduce(|(least, most), other| (least.min(other.0), most.zip(other.1).map(|(a, b)| a.max(b))))
            }
            Kind::CONTINUATION => Some((0, None)),
            _ => None,
        }
    }
}
