//! The core: everything that is there from the start.
//!
//! The library in Lisp is not compiled then. Its definitions are found by a scan of the text; each one is compiled when it is
//! first used. Until then its cell holds the definition's number ([`Kind::LAZY`]).

use super::Vm;
use super::control::{CALL_CC, Control, control_rows};
use crate::compile;
use crate::fault::{Res, internal};
use crate::library;
use crate::module::Module;
use crate::module::globals::CellInfo;
use crate::module::lazy::{LazyDefinition, LazyOrigin};
use crate::module::native::{Action, Facts, Native};
use crate::reader::{Reader, Spans};
use crate::source::SourceId;
use crate::symbol::{CORE, ModuleId};
use crate::value::{Kind, Value};

/// Room for the natives of the core and of a layer, so that it need not grow while they are installed.
const MOST_NATIVES: usize = 1024;

impl Vm {
    /// Binds everything that is there from the start.
    pub(super) fn install_core(&mut self) {
        self.modules.push(Module::new("core"));
        self.natives.reserve(MOST_NATIVES);
        self.rt.native_names.reserve(MOST_NATIVES);
        for builtin in crate::builtins::all() {
            self.install(
                builtin.name,
                Native {
                    name: builtin.name.into(),
                    action: Action::Leaf(builtin.calls[0]),
                    facts: Facts::Row(builtin),
                },
            );
        }
        for (number, Control { row, .. }) in control_rows().enumerate() {
            self.install(
                row.name,
                Native { name: row.name.into(), action: Action::Machine(number), facts: Facts::Machine(row) },
            );
        }
        self.rt.special_names = compile::special::NAMES;
        for (i, name) in compile::special::NAMES.iter().enumerate() {
            self.bind_core(name, Value::object(Kind::SPECIAL, i));
        }
        for definition in library::core_definitions() {
            self.install_lazy(definition);
        }
    }

    /// Binds the name of a definition in the core; it is compiled on first use.
    pub(super) fn install_lazy(&mut self, definition: library::Definition) {
        let number = self.lazy.len();
        self.bind_core(definition.name, Value::object(Kind::LAZY, number));
        let origin = LazyOrigin::Library(definition);
        self.lazy.push(LazyDefinition { origin, module: CORE, value: Value::UNBOUND });
    }

    /// Adds a native and binds its name in the core.
    fn install(&mut self, name: &'static str, native: Native) {
        let native_is_capturer = name == CALL_CC;
        if let Ok(f) = self.add_native(native) {
            if native_is_capturer {
                self.capturer = f.meta();
            }
            self.bind_core(name, f);
        }
    }

    fn bind_core(&mut self, name: &str, value: Value) {
        let name = self.rt.symbols.intern(name);
        let cell = self.globals.add(CellInfo::new(name, CORE, false));
        self.set_cell(cell, value);
        if let Some(core) = self.modules.first_mut() {
            core.bind(name, cell);
        }
    }

    /// The core's own function of that name.
    pub(crate) fn core_function(&mut self, name: &str) -> Res<Value> {
        let symbol = self.rt.symbols.intern(name);
        let Some(cell) = self.modules.first().and_then(|m| m.cell(symbol)) else {
            return internal("a function that the core lacks");
        };
        if self.globals.value(cell).is(Kind::LAZY) {
            self.force_lazy(cell)?;
        }
        Ok(self.globals.value(cell))
    }

    /// A function of a layer that is in use.
    pub(crate) fn layer_function(&mut self, layer: &str, name: &str) -> Res<Value> {
        let module = self.loader.loaded.iter().find(|l| l.0 == layer).and_then(|l| l.1);
        let function = match module {
            Some(module) => self.function_for_layer(module, name)?,
            None => None,
        };
        function.map_or_else(|| internal("a function that a layer lacks"), Ok)
    }

    /// What the files of the layer that a module uses (or is) mean by the name of a function.
    pub(crate) fn function_for_layer(&mut self, module: ModuleId, name: &str) -> Res<Option<Value>> {
        let symbol = self.rt.symbols.intern(name);
        let layer = self.layer_of(module).map_or(module, |l| l.0);
        let Some(cell) = self.find_cell(layer, symbol) else { return Ok(None) };
        self.force_lazy(cell)?;
        Ok(Some(self.globals.value(cell)))
    }

    /// Compiles the library definition that cell `g` stands for, if it stands for one.
    pub(crate) fn force_lazy(&mut self, g: u32) -> Res<()> {
        let v = self.globals.value(g);
        if !v.is(Kind::LAZY) || v == Value::UNBOUND {
            return Ok(());
        }
        let Some(lazy) = self.lazy.get(v.index()) else { return internal("a definition that is not there") };
        let definition = match lazy.origin {
            LazyOrigin::Library(definition) => definition,
            LazyOrigin::Program(module, span, package) => return self.renew(g, module, span, package),
        };
        let (mut value, module) = (lazy.value, lazy.module);
        if value == Value::UNBOUND {
            let source = self.core_source(definition.file)?;
            let Some(text) = self.rt.sources.get(source).cloned() else { return internal("a library text") };
            // The definition sets the cell of the core or layer itself.
            let name = self.rt.symbols.intern(definition.name);
            let own = self.modules.get(module.0 as usize);
            let Some(own) = own.and_then(|m| m.function_cell(name).or(m.cell(name))) else {
                return internal("a library name");
            };
            let mut reader = Reader::new(source, text).starting_at(definition.start);
            reader.set_dialect(self.dialect(module));
            let mut spans = Spans::new();
            let Some(form) = reader.read(&mut self.rt, &mut spans)? else { return internal("an empty definition") };
            let span = spans.top();
            // Library code is flat; it must compile wherever it is used first.
            let outer = std::mem::take(&mut self.nested);
            let defined = self.compile_form(module, form, &mut spans, span).and_then(|f| self.call_nested(f, &[]));
            self.nested = outer;
            defined?;
            value = self.globals.value(own);
            if let Some(l) = self.lazy.get_mut(v.index()) {
                l.value = value;
            }
        }
        self.set_cell(g, value);
        Ok(())
    }

    pub(super) fn core_source(&mut self, file: usize) -> Res<SourceId> {
        if let Some(&(_, id)) = self.loader.core_sources.iter().find(|c| c.0 == file) {
            return Ok(id);
        }
        let Some((name, text)) = library::file(file) else { return internal("a library file") };
        let Some(id) = self.rt.sources.add(name, text) else { return internal("a library text too long") };
        self.loader.core_sources.push((file, id));
        Ok(id)
    }
}
