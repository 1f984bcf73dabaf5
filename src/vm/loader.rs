//! Names, modules and source texts: installing the core, resolving names, evaluating texts, `load` and `require`.
//!
//! The library in Lisp is not compiled at start-up. Its definitions are found by a scan of the text; each one is compiled when it is
//! first used. Until then its cell holds the definition's number ([`Kind::LAZY`]).

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Vm;
use super::call::{Action, Native};
use super::control::{CALL_CC, CONTROLS};
use super::globals::CellInfo;
use crate::compile;
use crate::fault::{Code, Condition, Res, fail, internal};
use crate::library;
use crate::module::{CORE, Dialect, Module, ModuleId};
use crate::reader::{Reader, Spans};
use crate::source::{Source, SourceId, Span};
use crate::symbol::Symbol;
use crate::value::{Kind, Value};

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
    Program(ModuleId, Span),
}

/// What is being loaded and what has been.
#[derive(Default)]
pub(crate) struct Loader {
    /// Texts that are being evaluated, innermost last.
    active: Vec<Active>,
    /// Modules by the path or library name they were loaded from; `None` while they are being loaded.
    loaded: Vec<(String, Option<ModuleId>)>,
    /// The source of each core library file that has been looked at.
    core_sources: Vec<(usize, SourceId)>,
    /// Texts with definitions that may have to be compiled anew.
    pub(super) renewable: Vec<SourceId>,
}

struct Active {
    module: ModuleId,
    source: SourceId,
    /// Where relative file names are looked for.
    folder: Option<PathBuf>,
}

impl Loader {
    /// Is this the text of a file of the Common Lisp layer?
    pub fn is_in_layer(&self, source: SourceId) -> bool {
        self.core_sources.iter().any(|&(file, id)| id == source && library::is_layer_file(file))
    }

    pub fn sources(&self) -> impl Iterator<Item = SourceId> + '_ {
        let active = self.active.iter().map(|a| a.source);
        active.chain(self.core_sources.iter().map(|c| c.1)).chain(self.renewable.iter().copied())
    }
}

/// Names longer than this are not compared with others: that takes time, and nobody types them.
const MOST_MISTYPED: usize = 40;

impl Vm {
    // ---- the core

    /// Binds everything that is there from the start.
    pub(super) fn install_core(&mut self) {
        self.modules.push(Module::new("core"));
        for builtin in crate::builtins::all() {
            self.install(
                builtin.name,
                Native {
                    name: builtin.name,
                    action: Action::Leaf(builtin.call),
                    doc: builtin.doc,
                    params: builtin.params,
                },
            );
        }
        for control in CONTROLS.iter().chain(super::common_lisp::CONTROLS).chain(super::values::CONTROLS) {
            self.install(
                control.name,
                Native {
                    name: control.name,
                    action: Action::Control(control),
                    doc: control.doc,
                    params: control.params,
                },
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

    /// Lets a module use a layer, whose definitions are found now if nobody has required it before.
    fn use_layer(&mut self, user: ModuleId, layer: &'static library::Layer) -> Res<()> {
        let module = match self.loader.loaded.iter().find(|l| l.0 == layer.name) {
            Some(&(_, Some(module))) => module,
            _ => {
                let module = self.add_module(layer.name);
                // What an alias stands for may be defined further on.
                let (aliases, others): (Vec<_>, Vec<_>) = layer.definitions().partition(|d| d.alias.is_some());
                for definition in others.into_iter().chain(aliases) {
                    let value = match definition.alias {
                        Some(other) => self.named_for_alias(module, other)?,
                        None => {
                            let origin = LazyOrigin::Library(definition);
                            self.lazy.push(LazyDefinition { origin, module, value: Value::UNBOUND });
                            Value::object(Kind::LAZY, self.lazy.len() - 1)
                        }
                    };
                    let name = self.rt.symbols.intern(definition.name);
                    let cell =
                        self.globals.add(CellInfo { name, module, from_core: false, reserved: false, dynamic: false });
                    self.globals.set(cell, value, &self.code.entries);
                    if let Some(m) = self.modules.get_mut(module.0 as usize) {
                        m.bind(name, cell);
                    }
                }
                if layer.dialect == Dialect::Scheme {
                    // Where it is a name like others, it still has its value.
                    let nil = crate::symbol::well_known::NIL;
                    let cell = self.globals.add(CellInfo {
                        name: nil,
                        module,
                        from_core: false,
                        reserved: false,
                        dynamic: false,
                    });
                    self.globals.set(cell, Value::NIL, &self.code.entries);
                    if let Some(m) = self.modules.get_mut(module.0 as usize) {
                        m.bind(nil, cell);
                    }
                }
                self.loader.loaded.push((layer.name.to_string(), Some(module)));
                module
            }
        };
        let names: Vec<Symbol> =
            self.modules.get(module.0 as usize).map(|m| m.names().map(|(s, _)| s).collect()).unwrap_or_default();
        let Some(m) = self.modules.get_mut(user.0 as usize) else { return internal("a module") };
        m.layer = Some(module);
        m.dialect = layer.dialect;
        // What the module has of the core and did not change has the layer's meaning from now on.
        let globals = &self.globals;
        m.forget(|name, cell| globals.info(cell).is_some_and(|i| i.from_core) && names.contains(&name));
        self.account()
    }

    /// A function of a layer that is in use.
    pub(crate) fn layer_function(&mut self, layer: &str, name: &str) -> Res<Value> {
        let symbol = self.rt.symbols.intern(name);
        let module = self.loader.loaded.iter().find(|l| l.0 == layer).and_then(|l| l.1);
        let cell = module.and_then(|m| self.modules.get(m.0 as usize)).and_then(|m| m.cell(symbol));
        let Some(cell) = cell else { return internal("a function that a layer lacks") };
        self.force_lazy(cell)?;
        Ok(self.globals.value(cell))
    }

    /// Where what a cell means comes from: the core (`None`) or a layer; nothing if it is the program's own.
    pub(crate) fn library_of(&self, cell: u32) -> Option<Option<&str>> {
        let info = self.globals.info(cell).filter(|i| !i.reserved && (i.from_core || i.module == CORE))?;
        let layer = self.modules.get(info.module.0 as usize).and_then(|m| m.layer);
        let layer = layer.and_then(|l| self.modules.get(l.0 as usize)).filter(|m| m.cell(info.name).is_some());
        Some(layer.map(|m| m.name.as_str()))
    }

    /// Does any module use a layer?
    pub(super) fn has_layers(&self) -> bool {
        self.modules.iter().any(|m| m.layer.is_some())
    }

    /// Is `written` what a layer calls the builtin `name`?
    pub(super) fn is_layer_name(&self, written: &str, name: &str) -> bool {
        let Some(symbol) = self.rt.symbols.find(written) else { return false };
        let layers = self.modules.iter().filter_map(|m| m.layer).filter_map(|l| self.modules.get(l.0 as usize));
        layers.filter_map(|m| m.cell(symbol)).any(|cell| {
            let native = self.globals.value(cell);
            let native = if native.is(Kind::NATIVE) { self.natives.get(native.meta() as usize) } else { None };
            native.is_some_and(|n| n.name.trim_start_matches('%') == name)
        })
    }

    /// A new module of the same kind as the current one, for a library that a program defines.
    pub(super) fn new_library(&mut self) -> Res<ModuleId> {
        let (layer, dialect) = match self.modules.get(self.current_module().0 as usize) {
            Some(m) => (m.layer, m.dialect),
            None => (None, Dialect::Core),
        };
        let id = self.add_module("library");
        if let Some(m) = self.modules.get_mut(id.0 as usize) {
            (m.layer, m.dialect) = (layer, dialect);
        }
        self.account()?;
        Ok(id)
    }

    /// The module that [`Self::new_library`] made under this number.
    pub(super) fn library_module(&self, number: Value) -> Res<ModuleId> {
        let number = number.as_fixnum().and_then(|n| u32::try_from(n).ok());
        let id = number.filter(|&n| self.modules.get(n as usize).is_some_and(|m| m.name == "library"));
        match id {
            Some(n) => Ok(ModuleId(n)),
            None => super::control::misused("%evaluate-in"),
        }
    }

    /// Evaluates a top-level form in another module.
    pub(super) fn evaluate_in(&mut self, module: ModuleId, form: Value) -> Res<Value> {
        let (source, folder) = match self.loader.active.last() {
            Some(a) => (a.source, a.folder.clone()),
            None => (Span::NONE.source, None),
        };
        self.loader.active.push(Active { module, source, folder });
        let result = self.evaluate_form(module, form, &mut Spans::new(), Span::NONE);
        self.loader.active.pop();
        result
    }

    /// Makes a name of a module visible in the current one, perhaps under another name, by sharing the cell.
    pub(super) fn share_name(&mut self, module: ModuleId, name: Symbol, shown: Symbol) -> Res<()> {
        let into = self.current_module();
        let cell = self.resolve(module, name)?;
        let Some(m) = self.modules.get_mut(into.0 as usize) else { return Ok(()) };
        let old = m.cell(shown);
        m.bind(shown, cell);
        if let Some(old) = old.filter(|&o| o != cell) {
            self.code.redirect(old, cell);
        }
        Ok(())
    }

    /// The value that `(defalias name other)` gives a name.
    fn named_for_alias(&mut self, module: ModuleId, other: &str) -> Res<Value> {
        let (module, other) = match other.strip_prefix("core:") {
            Some(name) => (CORE, name),
            None => (module, other),
        };
        let other = self.rt.symbols.intern(other);
        match self.find_cell(module, other) {
            Some(cell) => Ok(self.globals.value(cell)),
            None => internal(&format!("an alias of {}, which is not there", self.rt.name(other))),
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
        self.rt.native_names.push(native.name);
        self.natives.push(native);
        Ok(Value::reference(Kind::NATIVE, number, 0))
    }

    fn bind_core(&mut self, name: &str, value: Value) {
        let name = self.rt.symbols.intern(name);
        let cell = self.globals.add(CellInfo { name, module: CORE, from_core: false, reserved: false, dynamic: false });
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
            LazyOrigin::Program(module, span) => return self.renew(g, module, span),
        };
        let (mut value, module) = (lazy.value, lazy.module);
        if value == Value::UNBOUND {
            let source = self.core_source(definition.file)?;
            let Some(text) = self.rt.sources.get(source).cloned() else { return internal("a library text") };
            // The definition sets the cell of the core or layer itself.
            let name = self.rt.symbols.intern(definition.name);
            let own = self.modules.get(module.0 as usize).and_then(|m| m.cell(name));
            let Some(own) = own else { return internal("a library name") };
            let mut reader = Reader::new(source, text).starting_at(definition.start);
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

    // ---- names

    /// The module whose text is being evaluated, or the program's own.
    pub(crate) fn current_module(&self) -> ModuleId {
        self.loader.active.last().map_or(ModuleId(self.modules.len().min(2) as u32 - 1), |a| a.module)
    }

    pub(crate) fn add_module(&mut self, name: impl Into<String>) -> ModuleId {
        self.modules.push(Module::new(name));
        ModuleId(self.modules.len() as u32 - 1)
    }

    /// The cell that a name already has in a module, or in the core.
    pub(crate) fn find_cell(&self, module: ModuleId, name: Symbol) -> Option<u32> {
        let own = self.modules.get(module.0 as usize).and_then(|m| m.cell(name));
        if self.separates_functions(module) {
            return self.find_function(module, name).or(own);
        }
        own.or_else(|| self.inherited(module, name))
    }

    /// The cell that a name has in the layer that a module uses, or in the core.
    fn inherited(&self, module: ModuleId, name: Symbol) -> Option<u32> {
        let layer = self.modules.get(module.0 as usize).and_then(|m| m.layer);
        let layer = layer.and_then(|l| self.modules.get(l.0 as usize)).and_then(|m| m.cell(name));
        layer.or_else(|| self.modules.first().and_then(|m| m.cell(name)))
    }

    /// The cell that a name means in a module; a new one if it has none. A name of the core gets a cell of the module's own, with
    /// the core's value.
    pub(crate) fn resolve(&mut self, module: ModuleId, name: Symbol) -> Res<u32> {
        let cell = self.cell(module, name);
        self.account()?;
        Ok(cell)
    }

    pub(super) fn cell(&mut self, module: ModuleId, name: Symbol) -> u32 {
        if let Some(cell) = self.modules.get(module.0 as usize).and_then(|m| m.cell(name)) {
            return cell;
        }
        let separate = self.separates_functions(module);
        let core = self.inherited(module, name).filter(|_| !separate);
        if let Some(cell) = core.filter(|_| module == CORE) {
            return cell;
        }
        let info = CellInfo { name, module, from_core: core.is_some(), reserved: false, dynamic: false };
        let cell = self.globals.add(info);
        if let Some(core) = core {
            let value = self.globals.value(core);
            self.globals.set(cell, value, &self.code.entries);
        }
        if let Some(m) = self.modules.get_mut(module.0 as usize) {
            m.bind(name, cell);
        }
        cell
    }

    /// The cell that a definition of `name` in a module sets.
    pub(crate) fn define(&mut self, module: ModuleId, name: Symbol) -> Res<u32> {
        let cell = self.resolve(module, name)?;
        self.own(cell);
        Ok(cell)
    }

    /// Gives a global name a value, for the host.
    pub(crate) fn set_global(&mut self, module: ModuleId, name: &str, value: Value) {
        let name = self.rt.symbols.intern(name);
        let cell = self.cell(module, name);
        self.own(cell);
        self.globals.set(cell, value, &self.code.entries);
    }

    pub(super) fn own(&mut self, cell: u32) {
        if let Some(info) = self.globals.info_mut(cell) {
            info.from_core = false;
        }
    }

    /// Names that can be seen in a module, the core's included.
    pub(crate) fn visible_names(&self, module: ModuleId) -> impl Iterator<Item = &str> + '_ {
        let separate = self.separates_functions(module);
        let own = self.modules.get(module.0 as usize);
        let layer = own.and_then(|m| m.layer).and_then(|l| self.modules.get(l.0 as usize));
        own.into_iter()
            .chain(layer)
            .chain(self.modules.first().filter(|_| !separate))
            .flat_map(|m| m.names().chain(m.function_names()))
            .chain(self.layer_functions().filter(move |_| separate))
            .filter(move |&(_, cell)| {
                self.globals.value(cell) != Value::UNBOUND && !self.is_layer_variable(module, cell)
            })
            .map(|(name, _)| self.rt.name(name))
            .filter(|n| !n.starts_with('%') && !n.starts_with("cl:"))
    }

    /// The visible name that is most like `name`, if one is close.
    pub(crate) fn closest_name(&self, module: ModuleId, name: &str) -> Option<String> {
        // Of short names, everything is a near miss.
        let length = name.chars().count();
        if length > MOST_MISTYPED {
            return None;
        }
        let far = (length / 3).min(3);
        self.visible_names(module)
            .filter(|n| n.chars().count().abs_diff(length) <= far)
            .map(|n| (strsim::damerau_levenshtein(n, name), n))
            .filter(|&(d, n)| d > 0 && d <= far && n != name)
            .min()
            .map(|(_, n)| n.to_string())
    }

    /// How the text of a module is read.
    pub(crate) fn dialect(&self, module: ModuleId) -> Dialect {
        self.modules.get(module.0 as usize).map_or(Dialect::Core, |m| m.dialect)
    }

    // ---- evaluating

    /// Compiles a form to a function without parameters.
    pub(crate) fn compile_form(&mut self, module: ModuleId, form: Value, spans: &mut Spans, span: Span) -> Res<Value> {
        let mark = self.roots.len();
        self.roots.push(form);
        let number = compile::compile(self, module, form, spans, span);
        self.roots.truncate(mark);
        let thunk = Value::reference(Kind::CLOSURE, number?, 0);
        self.account_for_code(&[thunk, form])?;
        Ok(thunk)
    }

    /// Evaluates all forms of a text in a module; the value is that of the last.
    pub(crate) fn evaluate(
        &mut self,
        module: ModuleId,
        name: &str,
        text: &str,
        folder: Option<PathBuf>,
        lenient: bool,
    ) -> Res<Value> {
        self.rt.heap.reserve(text.len())?;
        let Some(source) = self.rt.sources.add(name, text) else {
            return fail(Code::File, format!("{name}: the text is longer than 4 GiB"));
        };
        let Some(text) = self.rt.sources.get(source).cloned() else { return internal("a source") };
        self.loader.active.push(Active { module, source, folder });
        let result = self.evaluate_text(module, source, text, lenient);
        self.loader.active.pop();
        result
    }

    fn evaluate_text(&mut self, module: ModuleId, source: SourceId, text: Arc<Source>, lenient: bool) -> Res<Value> {
        let mut reader = Reader::new(source, text).lenient(lenient);
        let mut spans = Spans::new();
        let mut last = Value::NIL;
        let mut reserved = false;
        loop {
            spans.clear();
            reader.read_common_lisp(self.separates_functions(module));
            let dialect = self.dialect(module);
            reader.set_dialect(dialect);
            if dialect == Dialect::Scheme && !reserved {
                reserved = true;
                self.reserve_definitions(module, reader.rest())?;
            }
            let form = reader.read(&mut self.rt, &mut spans);
            for warning in reader.take_warnings() {
                self.warn(warning);
            }
            let Some(form) = form? else { return Ok(last) };
            let span = spans.top();
            last = self.evaluate_form(module, form, &mut spans, span)?;
            if self.separates_functions(module) {
                self.note_value(module, last);
            }
        }
    }

    /// The names that a Scheme text defines in the first column: a program may use them before, and may well call something `repeat` that
    /// has another meaning here.
    fn reserve_definitions(&mut self, module: ModuleId, text: &str) -> Res<()> {
        self.rt.charge(text.len() / 64)?;
        let mut names = Vec::new();
        for line in text.lines() {
            let Some(target) = line.strip_prefix("(define ") else { continue };
            let target = target.trim_start().trim_start_matches('(');
            let end = target.find(crate::reader::is_delimiter).unwrap_or(target.len());
            names.extend(target.get(..end).filter(|n| !n.is_empty()));
        }
        for name in names {
            let name = self.rt.symbols.intern(name);
            let cell = self.resolve(module, name)?;
            let from_core = self.globals.info(cell).is_some_and(|i| i.from_core);
            if let Some(info) = self.globals.info_mut(cell).filter(|_| from_core) {
                info.reserved = true;
            }
        }
        Ok(())
    }

    /// Evaluates a top-level form. The parts of a `progn` are top-level forms themselves: a macro that one defines is seen by the next.
    fn evaluate_form(&mut self, module: ModuleId, form: Value, spans: &mut Spans, span: Span) -> Res<Value> {
        let mark = self.roots.len();
        self.roots.push(form);
        let result = self.evaluate_parts(module, form, spans, span);
        self.roots.truncate(mark);
        result
    }

    fn evaluate_parts(&mut self, module: ModuleId, form: Value, spans: &mut Spans, span: Span) -> Res<Value> {
        let mut work = vec![(form, span)];
        let mut last = Value::NIL;
        while let Some((form, span)) = work.pop() {
            if self.is_progn(module, form) {
                let rest = self.rt.heap.cdr(form);
                let parts = self.rt.list_items("progn", rest)?;
                last = Value::NIL;
                let first = work.len();
                for part in parts {
                    let own = if part.is_pair() { spans.list(part) } else { None };
                    work.push((part, own.unwrap_or(span)));
                }
                if let Some(new) = work.get_mut(first..) {
                    new.reverse();
                }
                continue;
            }
            if self.separates_functions(module) {
                match self.top_level_progn(module, form, spans)? {
                    Some(parts) => work.push((parts, span)),
                    None => last = self.evaluate_renewable(module, form, spans, span)?,
                }
                continue;
            }
            if self.dialect(module) == Dialect::Scheme
                && let Some(expanded) = self.expanded_to_progn(module, form, spans)?
            {
                self.roots.push(expanded);
                work.push((expanded, span));
                continue;
            }
            let thunk = self.compile_form(module, form, spans, span)?;
            last = self.call_nested(thunk, &[])?;
        }
        Ok(last)
    }

    /// What a call of a macro expands to, if that is a sequence: its parts may define what the next of them use.
    fn expanded_to_progn(&mut self, module: ModuleId, form: Value, spans: &mut Spans) -> Res<Option<Value>> {
        let name = if form.is_pair() { self.rt.heap.car(form).as_symbol() } else { None };
        let Some(cell) = name.and_then(|n| self.find_cell(module, n)) else { return Ok(None) };
        let value = self.globals.value(cell);
        if self.globals.info(cell).is_some_and(|i| i.reserved) || !value.is(Kind::MACRO) && !self.lazy_is_macro(value) {
            return Ok(None);
        }
        let expanded = compile::expand_macro(self, module, form, spans, true)?;
        Ok(self.is_progn(module, expanded).then_some(expanded))
    }

    pub(super) fn is_progn(&self, module: ModuleId, form: Value) -> bool {
        if !form.is_pair() {
            return false;
        }
        let head = self.rt.heap.car(form);
        let operator = match head.as_symbol().map(|n| self.aliases.origin(module, n)) {
            Some((module, name)) => self.find_cell(module, name).map_or(Value::NIL, |c| self.globals.value(c)),
            None => head,
        };
        operator.is(Kind::SPECIAL) && compile::special::NAMES.get(operator.index()) == Some(&"progn")
    }

    fn warn(&mut self, warning: Condition) {
        let warning = crate::error::Error::from_condition(&self.rt, warning);
        self.rt.host.warn(&warning);
    }

    // ---- files and modules

    fn file_argument(&self, function: &str, v: Value) -> Res<String> {
        if let Some(s) = self.rt.heap.as_str(v) {
            return Ok(s.to_string());
        }
        match v.as_symbol() {
            Some(s) => Ok(self.rt.name(s).to_string()),
            None => Err(self.rt.wrong_type(function, "name", "a string or symbol", v)),
        }
    }

    fn folder(&self) -> Option<PathBuf> {
        self.loader.active.last().and_then(|a| a.folder.clone())
    }

    /// `(load file)`
    pub(super) fn load(&mut self, file: Value) -> Res<Value> {
        let name = self.file_argument("load", file)?;
        let path = self.folder().unwrap_or_default().join(&name);
        self.rt.write_out_all()?;
        let text = match self.rt.host.read_file(&path) {
            Ok(text) => text,
            Err(e) => return fail(Code::File, format!("load: cannot read {}: {e}", path.display())),
        };
        let module = self.current_module();
        let folder = path.parent().map(Path::to_path_buf);
        self.evaluate(module, &path.display().to_string(), &text, folder, false)
    }

    /// `(require name)`
    pub(super) fn require(&mut self, name: Value) -> Res<Value> {
        let shown = self.file_argument("require", name)?;
        if let Some(layer) = library::layer(&shown) {
            self.use_layer(self.current_module(), layer)?;
            return Ok(name);
        }
        let file = if shown.ends_with(".lisp") { shown.clone() } else { format!("{shown}.lisp") };
        let folders = std::iter::once(self.folder().unwrap_or_default()).chain(self.rt.host.module_path());
        let mut found = None;
        for folder in folders {
            let path = folder.join(&file);
            if let Ok(text) = self.rt.host.read_file(&path) {
                found = Some((path.display().to_string(), text, path.parent().map(Path::to_path_buf)));
                break;
            }
        }
        let (key, text, folder) = match found {
            Some(f) => f,
            None if shown == library::COMMON_LISP => {
                self.enter_common_lisp()?;
                return Ok(name);
            }
            None => {
                match library::module(&shown) {
                    Some((name, text)) => (name.to_string(), text.to_string(), None),
                    None => {
                        let c = Condition::new(Code::File, format!("require: there is no module {shown}"));
                        let name = shown.get(..MOST_MISTYPED).unwrap_or(&shown);
                        let known = library::module_names().map(|n| (strsim::damerau_levenshtein(n, name), n)).min();
                        return Err(match known {
                        Some((d, n)) if d <= 3 => c.with_help(format!("did you mean {n}?")).into(),
                        _ => c
                            .with_help("it is looked for beside the file, in the folders of KLAMMER_PATH, and in the library")
                            .into(),
                    });
                    }
                }
            }
        };
        let importer = self.current_module();
        let module = match self.loader.loaded.iter().find(|l| l.0 == key) {
            Some(&(_, Some(module))) => module,
            Some((_, None)) => {
                return fail(
                    Code::File,
                    format!("require: {shown} is being loaded already: the modules require each other"),
                );
            }
            None => {
                let module = self.add_module(shown);
                self.loader.loaded.push((key.clone(), None));
                let result = self.evaluate(module, &key, &text, folder, false);
                self.loader.loaded.retain(|l| l.0 != key);
                result?;
                self.loader.loaded.push((key, Some(module)));
                module
            }
        };
        self.import(importer, module);
        Ok(name)
    }

    pub(super) fn provide(&mut self, names: Vec<Symbol>) {
        let module = self.current_module();
        if let Some(m) = self.modules.get_mut(module.0 as usize) {
            m.provided.get_or_insert_default().extend(names);
        }
    }

    /// Makes what `from` provides visible in `into`, by sharing the cells.
    fn import(&mut self, into: ModuleId, from: ModuleId) {
        let Some(source) = self.modules.get(from.0 as usize) else { return };
        let mut names: Vec<(Symbol, u32)> = match &source.provided {
            Some(list) => list.iter().filter_map(|&s| source.cell(s).map(|c| (s, c))).collect(),
            None => source
                .names()
                .filter(|&(s, c)| {
                    let own = self.globals.info(c).is_some_and(|i| i.module == from && !i.from_core);
                    own && self.globals.value(c) != Value::UNBOUND && !self.rt.name(s).starts_with('%')
                })
                .collect(),
        };
        names.sort_unstable();
        self.import_functions(into, from, &names);
        for (name, cell) in names {
            let Some(m) = self.modules.get_mut(into.0 as usize) else { return };
            let old = m.cell(name);
            m.bind(name, cell);
            if let Some(old) = old.filter(|&o| o != cell) {
                // Code of this module that was compiled before means the imported name, too.
                self.code.redirect(old, cell);
            }
        }
    }
}
