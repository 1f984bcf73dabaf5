//! Names: what they mean in modules, in the core and in the libraries of dialects, whose definitions are evaluated from
//! their text when they are first needed.

use std::collections::{HashMap, HashSet};

use super::Oracle;
use super::scope::Scope;
use crate::builtins::Builtin;
use crate::fault::{Code, Condition, Res, internal};
use crate::library::{self, Definition};
use crate::reader::{Reader, Spans};
use crate::runtime::dialect::Dialect;
use crate::symbol::{self, CORE, ModuleId, PROGRAM, Symbol, well_known};
use crate::value::{Kind, Value};
use crate::vm::controls::Control;
use crate::vm::language::Language;

#[derive(Default)]
pub(super) struct Module {
    pub names: HashMap<Symbol, usize>,
    /// Functions and macros, where they have a namespace of their own.
    pub functions: HashMap<Symbol, usize>,
    pub dialect: Dialect,
    /// The library of its dialect.
    pub layer: Option<ModuleId>,
    /// The core or the library of a dialect.
    pub is_library: bool,
    /// Names that its text defines further on: what they mean so far is nothing to rely on.
    pub reserved: HashSet<Symbol>,
}

pub(super) struct Cell {
    content: Content,
    pub owner: ModuleId,
    /// Whether a binding of the variable is dynamic.
    pub is_dynamic: bool,
}

#[derive(Clone, Copy)]
pub(super) enum Content {
    Value(Value),
    /// A definition of the library that has not been needed yet.
    Waiting(Definition),
    /// The content of this cell.
    Alias(usize),
    /// A definition of the program that is to be evaluated again, by its number.
    Stale(usize),
}

#[derive(Clone, Copy)]
pub(super) enum Native {
    /// A row, and which of its functions it is.
    Leaf(&'static Builtin, bool),
    Machine(&'static Control),
    /// The same where falsehood is a value of its own, which it returns.
    Asking(&'static Control),
}

impl Oracle {
    pub(super) fn add_native(&mut self, name: &'static str, native: Native) -> Value {
        let number = self.natives.len() as u32;
        self.natives.push(native);
        self.rt.native_names.push(name.into());
        Value::reference(Kind::NATIVE, number, 0)
    }

    fn add_cell(&mut self, content: Content, owner: ModuleId) -> usize {
        self.cells.push(Cell { content, owner, is_dynamic: false });
        self.cells.len() - 1
    }

    pub(super) fn bind_core(&mut self, name: &str, content: Content) {
        let name = self.rt.symbols.intern(name);
        let cell = self.add_cell(content, CORE);
        self.module_mut(CORE).names.insert(name, cell);
    }

    pub(super) fn module(&self, module: ModuleId) -> &Module {
        &self.modules[module.0 as usize]
    }

    pub(super) fn module_mut(&mut self, module: ModuleId) -> &mut Module {
        &mut self.modules[module.0 as usize]
    }

    pub(super) fn add_module(&mut self, module: Module) -> ModuleId {
        self.modules.push(module);
        ModuleId(self.modules.len() as u32 - 1)
    }

    pub(super) fn dialect(&self, module: ModuleId) -> Dialect {
        self.module(module).dialect
    }

    // ---- cells

    /// The cell that a name means as a variable: the module's own; where there is one namespace also its library's or
    /// the core's.
    pub(super) fn cell(&self, module: ModuleId, name: Symbol) -> Option<usize> {
        let m = self.module(module);
        let own = m.names.get(&name).copied();
        if own.is_some() || m.dialect.separates_functions {
            return own;
        }
        let layer = m.layer.and_then(|l| self.module(l).names.get(&name));
        let twin = self.twin.filter(|_| m.dialect.has_false).and_then(|t| self.module(t).names.get(&name));
        let core = || self.module(CORE).names.get(&name);
        layer.or(twin).or_else(core).or_else(|| m.functions.get(&name)).copied()
    }

    /// The cell that a name means at the head of a form.
    pub(super) fn function_cell(&self, module: ModuleId, name: Symbol) -> Option<usize> {
        let m = self.module(module);
        if !m.dialect.separates_functions {
            return self.cell(module, name);
        }
        m.functions.get(&name).or_else(|| self.module(m.layer?).functions.get(&name)).copied()
    }

    /// The cell that a name means at all.
    pub(super) fn any_cell(&self, module: ModuleId, name: Symbol) -> Option<usize> {
        self.function_cell(module, name).or_else(|| self.cell(module, name))
    }

    fn is_of_library(&self, cell: usize) -> bool {
        self.cells.get(cell).is_some_and(|c| self.module(c.owner).is_library)
    }

    pub(super) fn is_defined(&self, module: ModuleId, name: Symbol) -> bool {
        let content = self.any_cell(module, name).and_then(|c| self.cells.get(c)).map(|c| c.content);
        content.is_some_and(|c| !matches!(c, Content::Value(Value::UNBOUND)))
    }

    /// Returns whether this is a function or variable of the library that has not been needed yet.
    fn is_waiting_function(&self, cell: usize) -> bool {
        match self.cells.get(cell).map(|c| c.content) {
            Some(Content::Waiting(d)) => !d.is_macro,
            Some(Content::Stale(_)) => true,
            Some(Content::Alias(other)) => self.is_waiting_function(other),
            _ => false,
        }
    }

    /// Returns whether it is a variable of the program: the program has defined the name, or a form does so.
    pub(super) fn is_own(&self, module: ModuleId, name: Symbol) -> bool {
        let m = self.module(module);
        let cell = if m.dialect.separates_functions { m.functions.get(&name) } else { m.names.get(&name) };
        let is_defined = cell.is_some_and(|&cell| !self.is_of_library(cell));
        is_defined || m.reserved.contains(&name) || !m.is_library && self.assigned.contains(&(module, name))
    }

    /// Returns whether it is a dynamic variable with the name of a definition of the core.
    pub(super) fn hides_function(&self, name: Symbol, cell: usize) -> bool {
        self.cells.get(cell).is_some_and(|c| c.is_dynamic) && self.module(CORE).names.contains_key(&name)
    }

    /// The cell of a variable whose bindings are dynamic.
    pub(super) fn dynamic_cell(&self, module: ModuleId, name: Symbol) -> Option<usize> {
        let m = self.module(module);
        let cell = *m.names.get(&name).filter(|_| m.dialect.separates_functions)?;
        self.cells.get(cell).is_some_and(|c| c.is_dynamic).then_some(cell)
    }

    // ---- values

    /// Returns the value of a cell for a module.
    pub(super) fn value_in(&mut self, module: ModuleId, cell: usize) -> Res<Option<Value>> {
        let Some(&Cell { content, owner, .. }) = self.cells.get(cell) else { return internal("a cell") };
        match content {
            Content::Value(Value::UNBOUND) => Ok(None),
            Content::Value(v) if owner == CORE && self.dialect(module).has_false => {
                Ok(Some(self.where_false_is_own(v)))
            }
            Content::Value(v) => Ok(Some(v)),
            Content::Alias(other) => {
                let v = self.value_in(owner, other)?;
                self.set_cell(cell, v.unwrap_or(Value::UNBOUND));
                Ok(v)
            }
            Content::Waiting(_) | Content::Stale(_) => {
                match content {
                    Content::Stale(number) => self.define_anew(number)?,
                    Content::Waiting(definition) => self.define_from_library(definition, owner)?,
                    _ => {}
                }
                match self.cells.get(cell).map(|c| c.content) {
                    Some(Content::Value(v)) => Ok(Some(v)),
                    _ => internal("a definition that defines nothing"),
                }
            }
        }
    }

    fn value_at(&mut self, module: ModuleId, cell: Option<usize>) -> Res<Option<Value>> {
        cell.map_or(Ok(None), |cell| self.value_in(module, cell))
    }

    pub(super) fn value_of(&mut self, module: ModuleId, name: Symbol) -> Res<Option<Value>> {
        self.value_at(module, self.cell(module, name))
    }

    pub(super) fn function_of(&mut self, module: ModuleId, name: Symbol) -> Res<Option<Value>> {
        self.value_at(module, self.function_cell(module, name))
    }

    /// The value of a global name where it is needed.
    pub(super) fn global(&mut self, module: ModuleId, name: Symbol) -> Res<Value> {
        match self.value_of(module, name)? {
            Some(v) => Ok(v),
            None => Err(self.unbound(name).into()),
        }
    }

    /// Likewise of a function. A file of a library means the library's own.
    pub(super) fn global_function(&mut self, module: ModuleId, name: Symbol) -> Res<Value> {
        let own = self.module(module).functions.get(&name).copied();
        match self.value_at(module, own.or_else(|| self.function_cell(module, name)))? {
            Some(v) => Ok(v),
            None => Err(self.unbound(name).with_irritants(&[Value::symbol(well_known::FUNCTION)]).into()),
        }
    }

    pub(super) fn unbound(&self, name: Symbol) -> Condition {
        let message = format!("{} is not defined", self.rt.name(name));
        Condition::new(Code::UnboundVariable, message).with_irritants(&[Value::symbol(name)])
    }

    /// Returns the value of the name at the head of a form at this moment; none for functions of the library that have
    /// not been needed yet.
    pub(super) fn meaning_now(&mut self, module: ModuleId, name: Symbol) -> Res<Option<Value>> {
        if self.module(module).reserved.contains(&name) {
            return Ok(None);
        }
        let cell = self.function_cell(module, name).filter(|&c| !self.is_waiting_function(c));
        self.value_at(module, cell)
    }

    pub(super) fn set_cell(&mut self, cell: usize, v: Value) {
        self.set_content(cell, Content::Value(v));
    }

    pub(super) fn set_content(&mut self, cell: usize, content: Content) {
        if let Some(cell) = self.cells.get_mut(cell) {
            cell.content = content;
        }
    }

    /// The cell that a definition of a name sets.
    pub(super) fn own_cell(&mut self, module: ModuleId, name: Symbol) -> usize {
        let m = self.module(module);
        let function = m.functions.get(&name).filter(|_| !m.dialect.separates_functions);
        if let Some(&cell) = function.or_else(|| m.names.get(&name)) {
            return cell;
        }
        let cell = self.add_cell(Content::Value(Value::UNBOUND), module);
        self.module_mut(module).names.insert(name, cell);
        cell
    }

    pub(super) fn set_global(&mut self, module: ModuleId, name: Symbol, v: Value) {
        let cell = self.own_cell(module, name);
        self.set_cell(cell, v);
    }

    pub(super) fn own_function_cell(&mut self, module: ModuleId, name: Symbol) -> usize {
        if !self.dialect(module).separates_functions {
            return self.own_cell(module, name);
        }
        if let Some(&cell) = self.module(module).functions.get(&name) {
            return cell;
        }
        let cell = self.add_cell(Content::Value(Value::UNBOUND), module);
        self.module_mut(module).functions.insert(name, cell);
        cell
    }

    pub(super) fn set_function(&mut self, module: ModuleId, name: Symbol, v: Value) {
        let cell = self.own_function_cell(module, name);
        self.set_cell(cell, v);
    }

    pub(super) fn core_function(&mut self, name: &str) -> Res<Value> {
        let name = self.rt.symbols.intern(name);
        self.global(CORE, name)
    }

    /// A function of the library of a module's dialect.
    pub(super) fn layer_function(&mut self, module: ModuleId, name: &str) -> Res<Value> {
        let name = self.rt.symbols.intern(name);
        let Some(layer) = self.module(module).layer else { return internal("a function of a dialect") };
        self.global(layer, name)
    }

    /// A function of a dialect in use, by what it is for.
    pub(super) fn function_for(&mut self, what: fn(&Language) -> Option<&'static str>) -> Res<Value> {
        let found = self.languages.iter().find_map(|&(module, l)| Some((module, what(l)?)));
        let Some((module, name)) = found else { return internal("a function that no library has") };
        let name = self.rt.symbols.intern(name);
        self.global(module, name)
    }

    /// Evaluates a definition of the library from its text.
    fn define_from_library(&mut self, definition: Definition, module: ModuleId) -> Res<()> {
        let known = self.library.get(definition.file.name).copied();
        let added = || self.rt.sources.add(definition.file.name, definition.file.text);
        let Some(source) = known.or_else(added) else { return internal("a file of the library") };
        self.library.insert(definition.file.name, source);
        let Some(text) = self.rt.sources.get(source).cloned() else { return internal("a file of the library") };
        let mut reader = Reader::new(source, text).starting_at(definition.start);
        reader.set_dialect(self.dialect(module));
        let Some(form) = reader.read(&mut self.rt, &mut Spans::new())? else { return internal("a definition") };
        let form = if definition.inline.is_some() { self.rt.procedure_of_definline(form)? } else { form };
        let tree = self.expand(&mut Scope::new(module, self.dialect(module)), form)?;
        self.run_tree(tree).map(drop)
    }

    /// Returns whether a cell has a value, not only a definition in the library.
    pub(super) fn is_evaluated(&self, cell: usize) -> bool {
        self.cells.get(cell).is_some_and(|c| matches!(c.content, Content::Value(_)))
    }

    pub(super) fn holds(&self, cell: usize, v: Value) -> bool {
        self.cells.get(cell).is_some_and(|c| matches!(c.content, Content::Value(held) if held == v))
    }

    /// Returns whether a cell holds a function or a macro.
    pub(super) fn holds_function(&self, cell: usize) -> bool {
        match self.cells.get(cell).map(|c| c.content) {
            Some(Content::Value(v)) => v.is_procedure() || v.is(Kind::MACRO),
            _ => false,
        }
    }

    // ---- dialects

    /// Returns the form of a core value for modules in which falsehood is a value of its own.
    fn where_false_is_own(&self, v: Value) -> Value {
        let known = self.with_own_false.get(&v.meta()).filter(|_| v.is(Kind::NATIVE));
        known.copied().unwrap_or(v)
    }

    /// From now on a module is written in that language.
    pub(super) fn use_language(&mut self, user: ModuleId, language: &'static Language) -> Res<()> {
        let known = self.languages.iter().find(|l| l.1.layer.name == language.layer.name);
        let layer = match known {
            Some(&(layer, _)) => layer,
            None => self.install_language(language)?,
        };
        let dialect = language.layer.dialect;
        if dialect.separates_functions {
            // The module's definitions so far become visible in both namespaces; the library's variables are the same
            // for all.
            let own = self.module(user).names.iter().map(|(&n, &c)| (n, c));
            let functions: Vec<_> = own.filter(|&(_, cell)| self.holds_function(cell)).collect();
            self.module_mut(user).functions.extend(functions);
            let is_shown = |name: Symbol, cell: usize| {
                !symbol::is_private(self.rt.name(name)) && self.cells.get(cell).is_some_and(|c| c.owner == layer)
            };
            let names = self.module(layer).names.iter();
            let shared: Vec<_> = names.filter(|&(&n, &c)| is_shown(n, c)).map(|(&n, &c)| (n, c)).collect();
            self.module_mut(user).names.extend(shared);
        }
        if !dialect.separates_functions {
            let names = self.module(user).names.iter().map(|(&n, &c)| (n, c));
            let hidden: Vec<Symbol> = names.filter(|&(n, c)| self.hides_function(n, c)).map(|(n, _)| n).collect();
            self.module_mut(user).names.retain(|name, _| !hidden.contains(name));
        }
        let m = self.module_mut(user);
        (m.layer, m.dialect) = (Some(layer), dialect);
        self.rt.calls_symbols |= dialect.separates_functions;
        if user == PROGRAM {
            self.rt.program = dialect;
        }
        Ok(())
    }

    fn install_language(&mut self, language: &'static Language) -> Res<ModuleId> {
        let layer = &language.layer;
        let dialect = layer.dialect.of_library();
        let module = self.add_module(Module { dialect, is_library: true, ..Module::default() });
        self.languages.push((module, language));
        let mut own = Vec::new();
        for control in language.controls.iter().copied().flatten() {
            own.push((control.row.name, self.add_native(control.row.name, Native::Machine(control))));
        }
        for operator in language.operators {
            let number = self.rt.special_names.len() + self.rt.own_special_names.len();
            self.rt.own_special_names.push(operator.name);
            own.push((operator.name, Value::object(Kind::SPECIAL, number)));
        }
        for row in layer.rows.iter().copied().flatten() {
            let native = Native::Leaf(row, dialect.has_false);
            own.push((row.name, self.add_native(row.name, native)));
        }
        if dialect.has_false && self.twin.is_none() {
            self.install_twin(dialect);
            for (core, stand_in) in layer.stand_ins {
                let core = self.core_function(core)?;
                if let Some(stand_in) = own.iter().find(|o| o.0 == *stand_in) {
                    self.with_own_false.insert(core.meta(), stand_in.1);
                }
            }
        }
        for (name, value) in own {
            let name = self.rt.symbols.intern(name);
            self.set_global(module, name, value);
        }
        let others = layer.definitions().filter(|d| d.alias.is_none() && !d.is_further);
        for definition in others.chain(layer.definitions().filter(|d| d.alias.is_some())) {
            let content = match definition.alias {
                None => Content::Waiting(definition),
                Some(other) => self.alias(module, other)?,
            };
            let name = self.rt.symbols.intern(definition.name);
            let cell = self.add_cell(content, module);
            self.cells[cell].is_dynamic =
                layer.dialect.has_dynamic_variables && definition.is_variable && definition.name.starts_with('*');
            let is_helper = definition.is_variable || symbol::is_private(definition.name);
            let separate = layer.dialect.separates_functions && !is_helper;
            let m = self.module_mut(module);
            if separate {
                m.functions.insert(name, cell)
            } else {
                m.names.insert(name, cell)
            };
        }
        if layer.dialect.has_plain_constants {
            self.set_global(module, well_known::NIL, Value::NIL);
        }
        Ok(module)
    }

    /// Returns the content that `(defalias name other)` gives a name.
    fn alias(&mut self, module: ModuleId, other: &str) -> Res<Content> {
        let core = self.twin.filter(|_| self.dialect(module).has_false).unwrap_or(CORE);
        let (home, name) = other.strip_prefix("core:").map_or((module, other), |name| (core, name));
        let name = self.rt.symbols.intern(name);
        match self.cell(home, name) {
            Some(cell) => Ok(Content::Alias(cell)),
            None => internal("an alias of what is not there"),
        }
    }

    /// The core once more, for modules where falsehood is a value of its own: its natives, which return that value, and
    /// its library, evaluated with that truth.
    fn install_twin(&mut self, dialect: Dialect) {
        let rows = crate::builtins::all().map(|b| (b.name, Some(Native::Leaf(b, true))));
        let asks = |c: &Control| matches!(c.row.name, "defined?" | "doc");
        let controls = crate::vm::control::control_rows();
        let controls = controls.map(|c| (c.row.name, asks(c).then_some(Native::Asking(c))));
        // The core's are numbered in this order.
        for (number, (name, native)) in rows.chain(controls).enumerate() {
            if let Some(native) = native {
                let native = self.add_native(name, native);
                self.with_own_false.insert(number as u32, native);
            }
        }
        let twin = self.add_module(Module { dialect, is_library: true, ..Module::default() });
        for definition in library::core_definitions() {
            let name = self.rt.symbols.intern(definition.name);
            let cell = self.add_cell(Content::Waiting(definition), twin);
            self.module_mut(twin).names.insert(name, cell);
        }
        self.twin = Some(twin);
    }
}
