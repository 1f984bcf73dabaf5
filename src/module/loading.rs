//! Texts that are being loaded and modules that have been, and the exchange of names between modules.
//!
//! The library of a dialect is a module whose names come before the core's in the modules that require it.

use std::path::{Path, PathBuf};
use std::slice::from_ref;
use std::sync::Arc;

use hashbrown::HashMap;

use super::ProgramState;
use super::definitions::{LazyDefinitions, LazyOrigin};
use super::globals::{CellInfo, ModuleEntry};
use super::native::{Native, NativeInfo, NativeKind};
use crate::builtins::Builtin;
use crate::fault::{Result, internal};
use crate::library::{self, LibraryDefinition, LibraryTexts};
use crate::object::continuation::Parts;
use crate::reader::Spans;
use crate::runtime::dialect::Dialect;
use crate::source::{SourceId, Span};
use crate::symbol::{self, CORE, ModuleId, PROGRAM, Symbol, well_known};
use crate::value::{Kind, Value};

/// Names that a module gets of another for one tick.
const NAMES_PER_TICK: usize = 16;

/// Texts that are being loaded and modules that have been.
#[derive(Default)]
pub(crate) struct Loader {
    /// Texts that are being evaluated, innermost last.
    pub(crate) active: Vec<Active>,
    /// Modules by the path or library name they were loaded from; `None` while they are being loaded.
    pub(crate) loaded: Vec<(String, Option<ModuleId>)>,
    /// The text of each file of the library that has been looked at, and its source.
    pub(crate) core_sources: Vec<(&'static str, SourceId)>,
    /// Places of the pairs of the form that runs at top level: its parts can be forms of another module.
    pub spans: Spans,
    /// Texts with definitions that may have to be compiled again.
    pub(crate) renewable: Vec<SourceId>,
    /// Extent of the check, if the outermost text is checked.
    pub(crate) checking: Option<Checking>,
    /// Whether a prompt shows all values of the form that is evaluated.
    pub(crate) keeps_values: bool,
    /// Whether the outermost text, with the files that it loads, skips surplus closing parentheses.
    pub(crate) lenient: bool,
}

/// A text that is checked is compiled, and of its forms only those are run that others need to be compiled.
#[derive(Clone, Copy, Default)]
pub(crate) struct Checking {
    /// Position after the last form read.
    pub position: usize,
    /// It has been compiled, and is run.
    pub runs: bool,
    /// It loads something, whose errors count.
    pub loads: bool,
}

#[derive(Clone)]
pub(crate) struct Active {
    pub(crate) module: ModuleId,
    pub source: SourceId,
    /// Folder in which relative file names are looked for.
    pub folder: Option<PathBuf>,
    pub progress: Progress,
}

impl Loader {
    /// Returns the loader of a copy of the engine. Nothing must be running.
    pub fn copy(&self) -> Loader {
        Loader {
            active: Vec::new(),
            loaded: self.loaded.clone(),
            core_sources: self.core_sources.clone(),
            spans: Spans::new(),
            renewable: self.renewable.clone(),
            checking: None,
            keeps_values: false,
            lenient: false,
        }
    }

    /// Returns the number of texts that are being evaluated, one inside the other.
    pub fn depth(&self) -> usize {
        self.active.len()
    }

    /// Returns the progress of the evaluation of the innermost text.
    pub fn progress(&mut self) -> Option<&mut Progress> {
        self.active.last_mut().map(|a| &mut a.progress)
    }

    /// Shows `look` the values that the collector must trace.
    pub fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        self.active.iter().for_each(|a| a.progress.each_value(look));
    }

    /// The folders of the texts that are being evaluated, that of the innermost first.
    pub fn folders(&self) -> impl Iterator<Item = &Path> {
        self.active.iter().rev().filter_map(|a| a.folder.as_deref())
    }

    pub fn sources(&self) -> impl Iterator<Item = SourceId> + '_ {
        let active = self.active.iter().map(|a| a.source);
        let others = self.renewable.iter().copied();
        active.chain(self.core_sources.iter().map(|c| c.1)).chain(others)
    }
}

/// The evaluation of a text: where it is.
#[derive(Clone, Default)]
pub(crate) struct Progress {
    pub load: u64,
    /// The runs that waited when it began, and the levels of native stack that were taken.
    pub runs: usize,
    pub nested: usize,
    /// Position after the present form, at which the text goes on.
    pub position: usize,
    /// Cells of the library that the text says it will define, since its dialect has been told of it.
    pub reserved: Vec<u32>,
    /// Further parts of that form.
    pub parts: Parts,
}

impl Progress {
    /// Shows `look` the values that the collector must trace.
    pub fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        self.parts.as_deref().into_iter().flatten().for_each(|(part, _)| look(from_ref(part)));
    }

    /// Adds parts, which come before those that are left.
    pub fn add_parts(&mut self, parts: impl Iterator<Item = (Value, Span)>) {
        Arc::make_mut(self.parts.get_or_insert_default()).extend(parts);
    }

    /// Takes the next part of the form.
    pub fn next_part(&mut self) -> Option<(Value, Span)> {
        let parts = Arc::make_mut(self.parts.as_mut()?);
        let next = parts.pop();
        if parts.is_empty() {
            self.parts = None;
        }
        next
    }
}

/// By the numbers of the names, of which each is there once: an order that does not depend on tables.
pub(super) fn sort_by_name(names: &mut [(Symbol, u32)]) {
    names.sort_unstable_by_key(|&(name, _)| name.0);
}

impl ProgramState {
    /// Ends a text: names that it has not defined mean what they meant before.
    pub(crate) fn release_reserved(&mut self, cells: &[u32]) {
        for &cell in cells {
            self.globals.change(cell, |info| info.reserved &= !info.from_core);
        }
    }

    /// A new module of the same kind as the current one, for a library that a program defines.
    pub(crate) fn new_library(&mut self) -> Result<ModuleId> {
        let current = &self.modules[self.current_module()];
        let (library, dialect) = (current.library, current.dialect);
        // Before it is there: what does not fit would stay. With what comes next, it is counted itself.
        self.account()?;
        let id = self.modules.add("library");
        let m = &mut self.modules[id];
        (m.library, m.dialect) = (library, dialect);
        Ok(id)
    }

    /// Creates a module of the same kind as `of`, with everything that has a meaning there. Names that `of` defines get
    /// cells of their own; imported names and dynamic variables are shared.
    pub(crate) fn new_namespace(&mut self, of: ModuleId, name: &str) -> Result<ModuleId> {
        let original = &self.modules[of];
        let mut names: Vec<(Symbol, u32, bool)> = original.names().map(|(s, c)| (s, c, false)).collect();
        names.extend(original.function_names().map(|(s, c)| (s, c, true)));
        names.sort_unstable();
        let mut new = ModuleEntry::new(name);
        (new.library, new.dialect, new.is_namespace) = (original.library, original.dialect, true);
        let id = self.modules.add(name);
        let cells = self.globals.cells.len();
        for (name, cell, is_function) in names {
            let Some(info) = self.globals.info(cell) else { continue };
            let value = self.globals.value(cell);
            // Each module has its own copy of a name of the core until it defines it.
            if value == Value::UNBOUND || info.from_core {
                continue;
            }
            let cell = if info.module == of && !info.dynamic {
                let own = self.globals.add(CellInfo { module: id, ..info });
                self.set_cell(own, value);
                own
            } else {
                cell
            };
            if is_function {
                new.bind_function(name, cell)
            } else {
                new.bind(name, cell)
            };
        }
        if let Err(fault) = self.account() {
            self.modules.remove_last();
            self.globals.truncate(cells);
            return self.account().and(Err(fault));
        }
        self.modules[id] = new;
        Ok(id)
    }

    /// Makes a name of a module visible in the current one, perhaps under another name, by sharing the cell.
    pub(crate) fn share_name(&mut self, module: ModuleId, name: Symbol, shown: Symbol) -> Result<()> {
        let into = self.current_module();
        let cell = self.resolve(module, name)?;
        self.alias_global(into, shown, cell, false);
        Ok(())
    }

    /// The current module says at a place that it provides these names.
    pub(crate) fn provide(&mut self, names: Vec<Symbol>, span: Span) {
        self.note_provided(&names, span);
        let module = self.current_module();
        self.modules[module].provided.get_or_insert_default().extend(names);
    }

    /// A module that provides nothing but its own name, which it does not define, means all that it defines: so it is
    /// written elsewhere.
    pub(crate) fn settle_provided(&mut self, module: ModuleId, name: &str) {
        if self.provides_itself(module, name) {
            self.modules[module].provided = None;
        }
    }

    /// Returns whether a module, which was loaded from a file of this name, provides nothing but its own name.
    pub(crate) fn provides_itself(&self, module: ModuleId, name: &str) -> bool {
        let m = &self.modules[module];
        let Some([only]) = m.provided.as_deref() else { return false };
        let stem = Path::new(name).file_stem();
        stem.is_some_and(|stem| stem == self.rt.symbols.name(*only)) && m.cell(*only).is_none()
    }

    /// Makes what `from` provides visible in `into`, by sharing the cells.
    pub(crate) fn import(&mut self, into: ModuleId, from: ModuleId) -> Result<()> {
        let source = &self.modules[from];
        let mut names: Vec<(Symbol, u32)> = match &source.provided {
            Some(list) => list.iter().filter_map(|&s| source.cell(s).map(|c| (s, c))).collect(),
            None => source
                .names()
                .filter(|&(s, c)| {
                    let own = self.globals.info(c).is_some_and(|i| i.module == from && !i.from_core);
                    own && !self.hides_function(s, c)
                        && self.globals.value(c) != Value::UNBOUND
                        && !symbol::is_private(self.rt.name(s))
                })
                .collect(),
        };
        self.rt.charge(1 + names.len() / NAMES_PER_TICK)?;
        sort_by_name(&mut names);
        self.import_functions(into, from, &names);
        for (name, cell) in names {
            if let Some(before) = self.alias_global(into, name, cell, false) {
                self.note_conflict(into, from, name, before);
            }
        }
        Ok(())
    }

    /// Makes the core's functions of these names, or on these subjects, visible where functions have a namespace of
    /// their own, which the core's are not in. A name that means a function there already keeps that meaning.
    pub(crate) fn import_core_functions(&mut self, into: ModuleId, chosen: &[&str]) -> Result<()> {
        if chosen.is_empty() || !self.separates_functions(into) {
            return Ok(());
        }
        let natives = self.modules[CORE].names().filter(|&(name, cell)| {
            let value = self.globals.value(cell);
            let facts = self.natives.facts(value.meta()).filter(|_| value.is(Kind::NATIVE));
            facts.is_some_and(|f| chosen.contains(&f.module()) || chosen.contains(&self.rt.name(name)))
        });
        let mut names: Vec<Symbol> = natives.map(|(name, _)| name).collect();
        let written = library::core_definitions().iter().filter(|d| !d.is_variable && chosen.contains(&d.subject()));
        names.extend(written.map(|definition| self.rt.symbols.intern(definition.name)));
        names.retain(|&name| !symbol::is_private(self.rt.name(name)));
        names.sort_unstable();
        self.rt.charge(1 + names.len() / NAMES_PER_TICK)?;
        for name in names {
            let Some(value) = self.modules[CORE].cell(name).map(|cell| self.globals.value(cell)) else { continue };
            let cell = self.resolve_function(into, name)?;
            if self.globals.value(cell) == Value::UNBOUND {
                self.set_cell(cell, value);
                self.globals.change(cell, |info| info.from_core = true);
            }
        }
        Ok(())
    }
}

/// Names that the modules of a dialect see besides the core.
pub struct DialectLibrary {
    /// Name under which `require` finds it.
    pub name: &'static str,
    /// Dialect of a module that requires it.
    pub dialect: Dialect,
    /// Texts of its library.
    pub library: LibraryTexts,
    /// Natives that work on their arguments alone.
    pub natives: &'static [&'static [Builtin]],
    /// Pairs of builtins with truth values: the core's predicate, and its twin for dialects with a distinct false
    /// value. (They are `not`, `null?` and `boolean?`, which the core's library asks.)
    pub replacements: &'static [(&'static str, &'static str)],
}

opaque!("DialectLibrary" DialectLibrary);

impl DialectLibrary {
    pub(crate) fn definitions(&'static self) -> library::Listed<LibraryDefinition> {
        library::definitions(Some(self.name), self.library.files())
    }
}

/// The core library compiled for dialects with a distinct false.
#[derive(Clone, Default)]
pub(crate) struct DistinctFalseCore {
    /// Its module, once a module is such.
    pub module: Option<ModuleId>,
    /// Natives by their number, and what stands for each there.
    natives: HashMap<u32, Value>,
}

impl ProgramState {
    /// Lets a module use a dialect, which is the module `module`.
    pub(crate) fn use_dialect_library(
        &mut self,
        user: ModuleId,
        library: &'static DialectLibrary,
        module: ModuleId,
    ) -> Result<()> {
        let of_library = &self.modules[module];
        let separate = library.dialect.separates_functions;
        let has_false = library.dialect.has_false;
        let shared: Vec<(Symbol, u32)> = if separate { self.library_variables(module).collect() } else { Vec::new() };
        let shadowed: Vec<Symbol> = of_library.names().map(|(s, _)| s).collect();
        let names = self.modules[user].names();
        let hidden: Vec<Symbol> = names.filter(|&(s, c)| self.hides_function(s, c)).map(|(s, _)| s).collect();
        let m = &mut self.modules[user];
        if user == CORE || m.library == Some(module) {
            return Ok(());
        }
        m.library = Some(module);
        self.modules[module].is_library = true;
        self.modules.has_dialect_libraries = true;
        let m = &mut self.modules[user];
        m.dialect = library.dialect;
        self.rt.dialects.calls_symbols |= separate;
        if user == PROGRAM {
            self.rt.dialects.program = library.dialect;
        }
        // Unchanged names that the module has from the core get the dialect's meaning from now on.
        let globals = &self.globals;
        let from_core = |cell| globals.info(cell).is_some_and(|i| i.from_core);
        m.forget(|name, cell| from_core(cell) && (separate || has_false || shadowed.contains(&name)));
        if separate {
            // Names that it has defined so far are seen in both ways.
            let own: Vec<(Symbol, u32)> = m.names().collect();
            for (name, cell) in
                own.into_iter().filter(|&(_, cell)| is_function(globals.value(cell), &self.definitions.lazy))
            {
                m.bind_function(name, cell);
            }
            for (name, cell) in shared {
                m.bind(name, cell);
            }
        } else {
            m.forget(|name, _| hidden.contains(&name));
            m.join_functions(|cell| !from_core(cell));
        }
        self.account()
    }

    /// Makes the module of a dialect. `more` are natives and operators of its own that the machine has.
    pub(crate) fn install_dialect_library(
        &mut self,
        library: &'static DialectLibrary,
        more: Vec<(&'static str, Value)>,
    ) -> Result<ModuleId> {
        let module = self.modules.add(library.name);
        self.modules[module].dialect = library.dialect.of_library();
        let mut own = more;
        for row in library.natives.iter().copied().flatten() {
            let Some(calls) = row.calls else { return internal("a builtin without the machine") };
            let action = NativeKind::Leaf(calls.get(library.dialect.has_false));
            own.push((row.name, self.add_native(Native { facts: NativeInfo::Builtin(row), action })?));
        }
        if library.dialect.has_false && self.twin.module.is_none() {
            self.install_twin(library.dialect.of_library());
            for &(core, stand_in) in library.replacements {
                let stand_in = own.iter().find(|o| o.0 == stand_in).map(|o| o.1);
                if let (Some(core), Some(stand_in)) = (self.core_value(core), stand_in) {
                    self.twin.natives.insert(core.meta(), stand_in);
                }
            }
        }
        for (name, value) in own {
            let name = self.rt.symbols.intern(name);
            let cell = self.globals.add(CellInfo::new(name, module, false));
            self.set_cell(cell, value);
            self.modules[module].bind(name, cell);
        }
        // The original of an alias may be defined further on.
        let others = library.definitions().filter(|d| d.alias.is_none());
        self.globals.reserve(library.definitions().count());
        for definition in others.chain(library.definitions().filter(|d| d.alias.is_some())) {
            self.note_inline(module, definition);
            if definition.is_further {
                continue;
            }
            let value = match definition.alias {
                Some(other) => self.named_for_alias(module, definition.name, other)?,
                None => self.definitions.lazy.push(LazyOrigin::Library(definition), module),
            };
            self.bind_in_library(library, module, &definition, value);
        }
        if library.dialect.has_plain_constants {
            // In a dialect in which it is an ordinary name, it still has its value.
            let cell = self.globals.add(CellInfo::new(well_known::NIL, module, false));
            self.set_cell(cell, Value::NIL);
            self.modules[module].bind(well_known::NIL, cell);
        }
        self.loader.loaded.push((library.name.to_string(), Some(module)));
        self.account()?;
        Ok(module)
    }

    /// The core's library again, for modules with a distinct false value. Each definition is compiled again with the
    /// truth values of such modules, on first use.
    fn install_twin(&mut self, dialect: Dialect) {
        let twin = self.modules.add("core");
        self.modules[twin].dialect = dialect;
        self.modules[twin].is_library = true;
        for &definition in library::core_definitions() {
            let name = self.rt.symbols.intern(definition.name);
            let cell = self.globals.add(CellInfo::new(name, twin, false));
            let mark = self.definitions.lazy.push(LazyOrigin::Library(definition), twin);
            self.set_cell(cell, mark);
            self.modules[twin].bind(name, cell);
        }
        self.twin.module = Some(twin);
    }

    /// The core as a module sees it.
    pub(super) fn core_of(&self, module: ModuleId) -> ModuleId {
        self.twin.module.filter(|_| self.dialect(module).has_false).unwrap_or(CORE)
    }

    /// Returns the counterpart of a value of the core for a dialect with a distinct false. A native then returns that
    /// value; one that is called for its effect yields an unspecified value. Every other value stays as it is.
    pub(crate) fn with_distinct_false(&mut self, v: Value) -> Value {
        if !v.is(Kind::NATIVE) {
            return v;
        }
        if let Some(&known) = self.twin.natives.get(&v.meta()) {
            return known;
        }
        // Those that have come later are what they are.
        let facts = self.natives.core.get(v.meta() as usize);
        let action = match facts {
            Some(NativeInfo::Builtin(Builtin { calls: Some(calls), .. })) => Some(NativeKind::Leaf(calls.get(true))),
            Some(NativeInfo::Builtin(row)) if matches!(row.name, "defined?" | "doc") => {
                self.natives.machine(v.meta()).map(NativeKind::NormalisesFalse)
            }
            _ => None,
        };
        let made = match facts.zip(action) {
            Some((facts, action)) => self.add_native(Native { facts: facts.clone(), action }).unwrap_or(v),
            None => v,
        };
        self.twin.natives.insert(v.meta(), made);
        made
    }

    fn bind_in_library(
        &mut self,
        library: &DialectLibrary,
        module: ModuleId,
        definition: &LibraryDefinition,
        value: Value,
    ) {
        let name = self.rt.symbols.intern(definition.name);
        let mut info = CellInfo::new(name, module, false);
        info.dynamic =
            library.dialect.has_dynamic_variables && definition.is_variable && definition.name.starts_with('*');
        let cell = self.globals.add(info);
        self.set_cell(cell, value);
        let helper = definition.is_variable || symbol::is_private(definition.name);
        let m = &mut self.modules[module];
        if library.dialect.separates_functions && !helper {
            m.bind_function(name, cell);
        } else {
            m.bind(name, cell);
        }
    }

    /// The value that `(defalias name other)` gives a name.
    fn named_for_alias(&mut self, home: ModuleId, name: &str, other: &str) -> Result<Value> {
        let (module, other) = match other.strip_prefix("core:") {
            Some(name) => (self.core_of(home), name),
            None => (home, other),
        };
        let other = self.rt.symbols.intern(other);
        let name = self.rt.symbols.intern(name);
        let is_own = self.modules[module].has(other);
        self.note_inline_alias(home, name, if is_own { module } else { self.core_of(module) }, other);
        match self.find_cell(module, other) {
            Some(cell) if self.dialect(home).has_false => Ok(self.with_distinct_false(self.globals.value(cell))),
            Some(cell) => Ok(self.globals.value(cell)),
            None => internal(&format!("an alias of {}, which is not there", self.rt.name(other))),
        }
    }

    /// The variables that a dialect has for the modules that use it.
    fn library_variables(&self, library: ModuleId) -> impl Iterator<Item = (Symbol, u32)> + '_ {
        let own = move |cell| self.globals.info(cell).is_some_and(|i| i.module == library && !i.from_core);
        self.modules[library].names().filter(move |&(name, cell)| own(cell) && !symbol::is_private(self.rt.name(name)))
    }

    /// The module of the dialect that a module uses.
    pub(crate) fn dialect_library_of(&self, module: ModuleId) -> Option<(ModuleId, &ModuleEntry)> {
        self.modules[module].library.map(|library| (library, &self.modules[library]))
    }

    /// Returns whether it is the core, or a dialect in use.
    pub(crate) fn is_library_module(&self, module: ModuleId) -> bool {
        module == CORE || self.modules[module].is_library
    }

    /// Returns whether the cell has the value that the core or a dialect gave it. A name that a program has defined may
    /// get another value at any time, even if it is a builtin for now.
    pub(crate) fn is_given(&self, cell: u32) -> bool {
        self.globals.info(cell).is_some_and(|i| !i.reserved && (i.from_core || self.is_library_module(i.module)))
    }

    /// Returns whether any module uses a dialect.
    pub(crate) fn has_dialect_libraries(&self) -> bool {
        self.modules.has_dialect_libraries
    }
}

pub(crate) fn is_function(v: Value, lazy: &LazyDefinitions) -> bool {
    v.is_procedure() || v.is(Kind::MACRO) || lazy.is_operator(v)
}
