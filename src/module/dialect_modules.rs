//! Layers: the library of a dialect, as its programs see it. A layer is a module whose names come before the core's in
//! the modules that require it.

use hashbrown::HashMap;

use super::ProgramState;
use super::globals::CellInfo;
use super::lazy::{LazyDefinitions, LazyOrigin};
use super::native::{Native, NativeInfo, NativeKind};
use super::table::ModuleEntry;
use crate::builtins::Builtin;
use crate::fault::{Result, internal};
use crate::library::{self, LibraryDefinition, LibraryTexts};
use crate::runtime::dialect::Dialect;
use crate::symbol::{self, CORE, ModuleId, PROGRAM, Symbol, well_known};
use crate::value::{Kind, Value};

/// Names that the modules of a dialect see besides the core.
pub struct Layer {
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
    pub stand_ins: &'static [(&'static str, &'static str)],
}

impl std::fmt::Debug for Layer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Layer")
    }
}

impl Layer {
    pub(crate) fn definitions(&'static self) -> library::Listed<LibraryDefinition> {
        library::definitions(Some(self.name), self.library.files())
    }
}

/// The core's library as it is where falsehood is a value of its own.
#[derive(Clone, Default)]
pub(crate) struct Twin {
    /// Its module, once a module is such.
    pub module: Option<ModuleId>,
    /// Natives by their number, and what stands for each there.
    natives: HashMap<u32, Value>,
}

impl ProgramState {
    /// Lets a module use a dialect, which is the module `module`.
    pub(crate) fn use_layer(&mut self, user: ModuleId, layer: &'static Layer, module: ModuleId) -> Result<()> {
        let of_layer = &self.modules[module];
        let separate = layer.dialect.separates_functions;
        let has_false = layer.dialect.has_false;
        let shared: Vec<(Symbol, u32)> = if separate { self.layer_variables(module).collect() } else { Vec::new() };
        let shadowed: Vec<Symbol> = of_layer.names().map(|(s, _)| s).collect();
        let names = self.modules[user].names();
        let hidden: Vec<Symbol> = names.filter(|&(s, c)| self.hides_function(s, c)).map(|(s, _)| s).collect();
        let m = &mut self.modules[user];
        if user == CORE || m.layer == Some(module) {
            return Ok(());
        }
        m.layer = Some(module);
        self.modules[module].is_library = true;
        self.modules.has_layers = true;
        let m = &mut self.modules[user];
        m.dialect = layer.dialect;
        self.rt.calls_symbols |= separate;
        if user == PROGRAM {
            self.rt.program = layer.dialect;
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
    pub(crate) fn install_layer(
        &mut self,
        layer: &'static Layer,
        more: Vec<(&'static str, Value)>,
    ) -> Result<ModuleId> {
        let module = self.modules.add(layer.name);
        self.modules[module].dialect = layer.dialect.of_library();
        let mut own = more;
        for row in layer.natives.iter().copied().flatten() {
            let action = NativeKind::Leaf(row.calls.get(layer.dialect.has_false));
            own.push((row.name, self.add_native(Native { facts: NativeInfo::Row(row), action })?));
        }
        if layer.dialect.has_false && self.twin.module.is_none() {
            self.install_twin(layer.dialect.of_library());
            for &(core, stand_in) in layer.stand_ins {
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
        let others = layer.definitions().filter(|d| d.alias.is_none());
        self.globals.reserve(layer.definitions().count());
        for definition in others.chain(layer.definitions().filter(|d| d.alias.is_some())) {
            self.note_inline(module, definition);
            if definition.is_further {
                continue;
            }
            let value = match definition.alias {
                Some(other) => self.named_for_alias(module, definition.name, other)?,
                None => self.definitions.lazy.push(LazyOrigin::Library(definition), module),
            };
            self.bind_in_layer(layer, module, &definition, value);
        }
        if layer.dialect.has_plain_constants {
            // In a dialect in which it is an ordinary name, it still has its value.
            let cell = self.globals.add(CellInfo::new(well_known::NIL, module, false));
            self.set_cell(cell, Value::NIL);
            self.modules[module].bind(well_known::NIL, cell);
        }
        self.loader.loaded.push((layer.name.to_string(), Some(module)));
        self.account()?;
        Ok(module)
    }

    /// The core's library again, for modules with a distinct false value. Each definition is compiled again with the
    /// truth values of such modules, on first use.
    fn install_twin(&mut self, dialect: Dialect) {
        let twin = self.modules.add("core");
        self.modules[twin].dialect = dialect;
        self.modules[twin].is_library = true;
        for definition in library::core_definitions() {
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

    /// Returns the counterpart of a value of the core where falsehood is a value of its own. A native then returns that
    /// value; one that is called for its effect yields an unspecified value. Every other value stays as it is.
    pub(crate) fn where_false_is_own(&mut self, v: Value) -> Value {
        if !v.is(Kind::NATIVE) {
            return v;
        }
        if let Some(&known) = self.twin.natives.get(&v.meta()) {
            return known;
        }
        // Those that have come later are what they are.
        let facts = self.natives.core.get(v.meta() as usize);
        let action = match facts {
            Some(NativeInfo::Row(row)) => Some(NativeKind::Leaf(row.calls.get(true))),
            Some(NativeInfo::Machine(row)) if matches!(row.name, "defined?" | "doc") => {
                self.natives.machine(v.meta()).map(NativeKind::Asking)
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

    fn bind_in_layer(&mut self, layer: &Layer, module: ModuleId, definition: &LibraryDefinition, value: Value) {
        let name = self.rt.symbols.intern(definition.name);
        let mut info = CellInfo::new(name, module, false);
        info.dynamic =
            layer.dialect.has_dynamic_variables && definition.is_variable && definition.name.starts_with('*');
        let cell = self.globals.add(info);
        self.set_cell(cell, value);
        let helper = definition.is_variable || symbol::is_private(definition.name);
        let m = &mut self.modules[module];
        if layer.dialect.separates_functions && !helper {
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
            Some(cell) if self.dialect(home).has_false => Ok(self.where_false_is_own(self.globals.value(cell))),
            Some(cell) => Ok(self.globals.value(cell)),
            None => internal(&format!("an alias of {}, which is not there", self.rt.name(other))),
        }
    }

    /// The variables that a dialect has for the modules that use it.
    fn layer_variables(&self, layer: ModuleId) -> impl Iterator<Item = (Symbol, u32)> + '_ {
        let own = move |cell| self.globals.info(cell).is_some_and(|i| i.module == layer && !i.from_core);
        self.modules[layer].names().filter(move |&(name, cell)| own(cell) && !symbol::is_private(self.rt.name(name)))
    }

    /// The module of the dialect that a module uses.
    pub(crate) fn layer_of(&self, module: ModuleId) -> Option<(ModuleId, &ModuleEntry)> {
        self.modules[module].layer.map(|layer| (layer, &self.modules[layer]))
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
    pub(crate) fn has_layers(&self) -> bool {
        self.modules.has_layers
    }
}

pub(crate) fn is_function(v: Value, lazy: &LazyDefinitions) -> bool {
    v.is_procedure() || v.is(Kind::MACRO) || lazy.is_operator(v)
}
