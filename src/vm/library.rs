//! The core: everything that is there from the start.
//!
//! The library in Lisp is not compiled then. Its definitions are found by a scan of the text; each one is compiled when it is
//! first used. Until then its cell holds the definition's number ([`Kind::LAZY`]).

use super::Vm;
use super::call::{Action, Native};
use super::control::{CALL_CC, control_rows};
use super::globals::CellInfo;
use crate::compile;
use crate::fault::{Res, internal};
use crate::library;
use crate::module::Module;
use crate::reader::{Reader, Spans};
use crate::source::{SourceId, Span};
use crate::symbol::{CORE, ModuleId, PackageId};
use crate::value::{Kind, Value};

/// Room for the natives of the core and of a layer, so that it need not grow while they are installed.
const MOST_NATIVES: usize = 1024;

/// A definition that is compiled on first use.
pub(crate) struct LazyDefinition {
    pub origin: LazyOrigin,
    /// The core, or the module of a layer.
    pub module: ModuleId,
    /// What it defines, once compiled.
    pub value: Value,
}

pub(crate) enum LazyOrigin {
    Library(library::Definition),
    /// A definition of a program, at this place in this module, that must be compiled anew.
    Program(ModuleId, Span, PackageId),
}

impl Vm {
    /// Binds everything that is there from the start.
    pub(super) fn install_core(&mut self) {
        self.modules.push(Module::new("core"));
        self.natives.reserve(MOST_NATIVES);
        self.rt.native_names.reserve(MOST_NATIVES);
        for builtin in crate::builtins::all() {
            self.install(
                builtin.name,
                Native { name: builtin.name.into(), action: Action::Leaf(builtin.calls[0]), row: Some(builtin) },
            );
        }
        for control in control_rows() {
            self.install(
                control.name,
                Native { name: control.name.into(), action: Action::Control(control), row: None },
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

    pub(crate) fn add_native(&mut self, native: Native) -> Res<Value> {
        let number = self.natives.len() as u32;
        if number > crate::value::MAX_META {
            return internal("too many native functions");
        }
        self.rt.native_names.push(native.name.clone());
        self.natives.push(native);
        Ok(Value::reference(Kind::NATIVE, number, 0))
    }

    fn bind_core(&mut self, name: &str, value: Value) {
        let name = self.rt.symbols.intern(name);
        let cell = self.globals.add(CellInfo::new(name, CORE, false));
        self.globals.set(cell, value, &self.code.entries);
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

    /// Is the uncompiled definition `v` that of a macro?
    pub(crate) fn lazy_is_macro(&self, v: Value) -> bool {
        let is_macro = |l: &LazyDefinition| matches!(&l.origin, LazyOrigin::Library(d) if d.is_macro);
        v != Value::UNBOUND && self.lazy.get(v.index()).is_some_and(is_macro)
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
        self.globals.set(g, value, &self.code.entries);
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
