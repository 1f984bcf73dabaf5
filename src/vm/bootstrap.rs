//! The core: everything that is there from the start.
//!
//! The first engine numbers its names and gives its cells their first values ([`CoreImage`]). Every engine copies them.
//! The library in Lisp is not compiled then. Each definition is compiled when it is first
//! used; until then its cell holds the definition's number ([`Kind::LAZY`]).

use std::sync::OnceLock;

use super::Vm;
use super::dialects;
use super::loader;
use super::loader::FormOutcome;
use super::vm_natives::{CALL_CC, machine_builtins_of_core};
use crate::builtins::Builtin;
use crate::fault::{Result, internal};
use crate::library::{File, LibraryDefinition, core_definitions, core_inlines};
use crate::module::ModuleEntry;
use crate::module::ProgramState;
use crate::module::definitions::{LazyDefinitions, LazyOrigin, procedure_of_definline};
use crate::module::globals::{GlobalCell, NATIVE, OTHER};
use crate::module::native::{CoreNatives, NativeInfo, Natives};
use crate::reader::{Reader, Spans};
use crate::source::SourceId;
use crate::symbol::{CORE, ModuleId, NameSet, Symbol};
use crate::value::{Kind, Value};
use crate::{builtins, compile};

/// The core as it is at the start. The first engine makes it, all others share it.
struct CoreImage {
    names: NameSet,
    /// Values that the names are bound to, by number.
    values: Vec<Value>,
    natives: CoreNatives,
    /// The natives' names.
    native_names: Vec<Symbol>,
    /// The definitions that replace calls of the name of each number.
    inlines: Vec<Vec<LibraryDefinition>>,
}

fn image() -> &'static CoreImage {
    static IMAGE: OnceLock<CoreImage> = OnceLock::new();
    IMAGE.get_or_init(CoreImage::new)
}

impl CoreImage {
    fn new() -> CoreImage {
        let mut image = CoreImage {
            names: NameSet::new(),
            values: Vec::new(),
            natives: CoreNatives { leaves: Vec::new(), facts: Vec::new() },
            native_names: Vec::new(),
            inlines: Vec::new(),
        };
        for row in builtins::all() {
            image.natives.leaves.push(row.calls.map(|calls| calls.get(false)));
            image.add_native(row);
        }
        for control in machine_builtins_of_core() {
            image.add_native(&control.row);
        }
        for (number, name) in compile::special::NAMES.iter().enumerate() {
            image.bind(name, Value::object(Kind::SPECIAL, number));
        }
        for (number, definition) in core_definitions().iter().enumerate() {
            image.bind(definition.name, Value::object(Kind::LAZY, number));
        }
        image.values.resize(image.names.len(), Value::UNBOUND);
        image.inlines.resize(image.names.len(), Vec::new());
        for definition in core_inlines() {
            let name = image.names.find(definition.name);
            if let Some(inlines) = name.and_then(|name| image.inlines.get_mut(name.0 as usize)) {
                inlines.push(definition);
            }
        }
        image
    }

    fn add_native(&mut self, row: &'static Builtin) {
        let name = self.bind(row.name, Value::reference(Kind::NATIVE, self.native_names.len() as u32, 0));
        self.native_names.push(name);
        self.natives.facts.push(NativeInfo::Builtin(row));
    }

    fn bind(&mut self, name: &'static str, value: Value) -> Symbol {
        let name = self.names.add(name);
        self.values.resize(self.names.len(), Value::UNBOUND);
        if let Some(slot) = self.values.get_mut(name.0 as usize) {
            *slot = value;
        }
        name
    }
}

/// The names that the core binds, and those that Rust code names.
pub(super) fn core_names() -> &'static NameSet {
    &image().names
}

/// Binds everything that is there from the start.
pub(super) fn install_core(program: &mut ProgramState) {
    let image = image();
    program.natives = Natives::of_core(&image.natives);
    program.rt.procedures.core_natives = &image.native_names;
    program.rt.procedures.core_operators = compile::special::NAMES;
    program.definitions.inlines.core = &image.inlines;
    program.definitions.lazy = LazyDefinitions::of_core();
    // The cell of a name has the name's number.
    program.globals.add_core(image.values.iter().map(|&value| {
        let (entry, arity) = if value.is(Kind::NATIVE) { (value.meta(), NATIVE) } else { (0, OTHER) };
        GlobalCell { value, entry, arity }
    }));
    let well_known = NameSet::well_known().len();
    let mut core = ModuleEntry::core(well_known as u32..image.names.len() as u32);
    for (name, &value) in (0..).map(Symbol).zip(&image.values).take(well_known) {
        if value != Value::UNBOUND {
            core.bind(name, name.0);
        }
    }
    program.modules[CORE] = core;
    let call_cc = image.names.find(CALL_CC).and_then(|name| image.values.get(name.0 as usize));
    program.natives.capturer = call_cc.map(|f| f.meta());
}

/// The core's own function of that name.
pub(crate) fn core_function(vm: &mut Vm, name: &str) -> Result<Value> {
    let symbol = vm.program.rt.symbols.intern(name);
    let Some(cell) = vm.program.modules[CORE].cell(symbol) else {
        return internal("a function that the core lacks");
    };
    if vm.program.globals.value(cell).is(Kind::LAZY) {
        force_lazy(vm, cell)?;
    }
    Ok(vm.program.globals.value(cell))
}

/// Returns a function of a dialect that is in use.
pub(crate) fn dialect_function(vm: &mut Vm, library: &str, name: &str) -> Result<Value> {
    let module = vm.program.loader.loaded.iter().find(|l| l.0 == library).and_then(|l| l.1);
    let function = match module {
        Some(module) => function_for_dialect(vm, module, name)?,
        None => None,
    };
    function.map_or_else(|| internal("a function that a library lacks"), Ok)
}

/// Returns the meaning of a function's name in the files of the dialect that a module uses or is.
pub(crate) fn function_for_dialect(vm: &mut Vm, module: ModuleId, name: &str) -> Result<Option<Value>> {
    let symbol = vm.program.rt.symbols.intern(name);
    let library = vm.program.dialect_library_of(module).map_or(module, |l| l.0);
    let Some(cell) = vm.program.find_cell(library, symbol) else { return Ok(None) };
    force_lazy(vm, cell)?;
    Ok(Some(vm.program.globals.value(cell)))
}

/// Compiles the library definition that cell `g` stands for, if it stands for one.
pub(crate) fn force_lazy(vm: &mut Vm, g: u32) -> Result<()> {
    let v = vm.program.globals.value(g);
    if !v.is(Kind::LAZY) || v == Value::UNBOUND {
        return Ok(());
    }
    let Some(lazy) = vm.program.definitions.lazy.get(v) else {
        return internal("a definition that is not there");
    };
    let definition = match lazy.origin {
        LazyOrigin::Library(definition) => definition,
        LazyOrigin::Program(module, span, package) => {
            return dialects::recompile(vm, g, module, span, package);
        }
    };
    let (mut value, module) = (lazy.value, lazy.module);
    if value == Value::UNBOUND {
        let source = library_source(&mut vm.program, definition.file)?;
        let Some(text) = vm.program.rt.sources.get(source).cloned() else { return internal("a library text") };
        // The definition sets the cell of the core or dialect itself.
        let name = vm.program.rt.symbols.intern(definition.name);
        let m = &vm.program.modules[module];
        let Some(own) = m.function_cell(name).or(m.cell(name)) else {
            return internal("a library name");
        };
        let mut reader = Reader::new(source, text).starting_at(definition.start);
        reader.set_dialect(vm.program.dialect(module));
        // Library code is flat; it must compile wherever it is used first. And it is for free: what a program may
        // use does not depend on who has used the library before.
        let outer = std::mem::take(&mut vm.program.rt.budget.nested);
        let account = vm.program.rt.budget.wait();
        let defined = carry_out_definition(vm, module, &mut reader, definition.inline.is_some());
        vm.program.rt.budget.resume(account);
        vm.program.rt.budget.nested = outer;
        defined?;
        value = vm.program.globals.value(own);
        vm.program.definitions.lazy.set(v, value);
    }
    vm.program.set_cell(g, value);
    Ok(())
}

/// Reads, compiles and carries out a definition of the library.
fn carry_out_definition(vm: &mut Vm, module: ModuleId, reader: &mut Reader, is_inline: bool) -> Result<()> {
    let mut spans = Spans::new();
    let Some(form) = reader.read(&mut vm.program.rt, &mut spans)? else { return internal("an empty definition") };
    let form = if is_inline { procedure_of_definline(&mut vm.program.rt, form)? } else { form };
    let span = spans.top();
    match vm.compile_part(module, form, &mut spans, span)? {
        FormOutcome::Evaluated(_) => {}
        FormOutcome::Compiled(thunk) => drop(vm.call_nested(thunk, &[])?),
        FormOutcome::Definition(definition) => loader::define(&mut vm.program, definition),
    }
    Ok(())
}

pub(super) fn library_source(program: &mut ProgramState, &File { name, text, .. }: &File) -> Result<SourceId> {
    // Files of several crates may have one name.
    if let Some(&(_, id)) = program.loader.core_sources.iter().find(|c| std::ptr::eq(c.0, text)) {
        return Ok(id);
    }
    let Some(id) = program.rt.sources.add_library(name, text) else {
        return internal("a library text too long");
    };
    program.loader.core_sources.push((text, id));
    Ok(id)
}
