//! The core: everything that is there from the start.
//!
//! Its names have their numbers, and its cells their first values, since the crate was compiled ([`CoreImage`]): an engine
//! that begins copies them. The library in Lisp is not compiled then. Each definition is compiled when it is first
//! used; until then its cell holds the definition's number ([`Kind::LAZY`]).

use std::sync::OnceLock;

use super::dialects;
use super::loader;
use super::loader::FormOutcome;
use super::vm_natives::{CALL_CC, machine_builtins_of_core};
use super::{Vm, vm_natives};
use crate::fault::{Result, internal};
use crate::library::{CORE_DEFINITIONS, File};
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

/// The core as it is at the start, worked out while the crate is compiled.
struct CoreImage {
    names: NameSet,
    /// Values that the names are bound to, by number.
    values: [Value; NameSet::MOST],
    /// The numbers of the natives' names.
    natives: [u16; NATIVE_COUNT],
    /// For the name of each number, the position of its first `definline` plus one, or zero.
    inlines: [u8; NameSet::MOST],
}

#[expect(clippy::indexing_slicing, reason = "while the crate is compiled, a panic is an error of the compiler")]
const NATIVE_COUNT: usize = {
    let (mut count, mut table) = (0, 0);
    while table < builtins::TABLES.len() {
        count += builtins::TABLES[table].len();
        table += 1;
    }
    table = 0;
    while table < vm_natives::TABLES.len() {
        count += vm_natives::TABLES[table].len();
        table += 1;
    }
    count
};

static IMAGE: CoreImage = CoreImage::make();

/// Made by the first engine: as static data, each pointer would need a relocation.
static NATIVES: OnceLock<CoreNatives> = OnceLock::new();

fn core_natives() -> CoreNatives {
    let mut core = CoreNatives { leaves: Vec::with_capacity(NATIVE_COUNT), facts: Vec::with_capacity(NATIVE_COUNT) };
    for row in builtins::all() {
        core.leaves.push(row.calls.map(|calls| calls.get(false)));
        core.facts.push(NativeInfo::Builtin(row));
    }
    for control in machine_builtins_of_core() {
        core.facts.push(NativeInfo::Builtin(&control.row));
    }
    core
}

#[expect(clippy::indexing_slicing, reason = "while the crate is compiled, a panic is an error of the compiler")]
impl CoreImage {
    const fn make() -> CoreImage {
        let mut image = CoreImage {
            names: NameSet::new(),
            values: [Value::UNBOUND; NameSet::MOST],
            natives: [0; NATIVE_COUNT],
            inlines: [0; NameSet::MOST],
        };
        let (mut table, mut native) = (0, 0);
        while table < builtins::TABLES.len() {
            let mut row = 0;
            while row < builtins::TABLES[table].len() {
                image.add_native(native, builtins::TABLES[table][row].name.as_bytes());
                native += 1;
                row += 1;
            }
            table += 1;
        }
        table = 0;
        while table < vm_natives::TABLES.len() {
            let mut row = 0;
            while row < vm_natives::TABLES[table].len() {
                image.add_native(native, vm_natives::TABLES[table][row].row.name.as_bytes());
                native += 1;
                row += 1;
            }
            table += 1;
        }
        let mut i = 0;
        while i < compile::special::NAMES.len() {
            image.bind(compile::special::NAMES[i].as_bytes(), Value::object(Kind::SPECIAL, i));
            i += 1;
        }
        i = 0;
        while i < CORE_DEFINITIONS.count {
            image.bind(CORE_DEFINITIONS.name(i), Value::object(Kind::LAZY, i));
            i += 1;
        }
        i = CORE_DEFINITIONS.inline_count;
        while i > 0 {
            if let Some(number) = image.names.find(CORE_DEFINITIONS.inline_name(i - 1)) {
                image.inlines[number] = i as u8;
            }
            i -= 1;
        }
        image
    }

    const fn add_native(&mut self, number: usize, name: &[u8]) {
        self.natives[number] = self.bind(name, Value::reference(Kind::NATIVE, number as u32, 0)) as u16;
    }

    const fn bind(&mut self, name: &[u8], value: Value) -> usize {
        let number = match self.names.find(name) {
            Some(number) => number,
            None => self.names.add(name),
        };
        self.values[number] = value;
        number
    }

    /// The names and what they are bound to.
    fn bindings(&self) -> impl Iterator<Item = (Symbol, Value)> + '_ {
        (0..).map(Symbol).zip(self.values.iter().copied()).take(self.names.len())
    }
}

/// The names that the core binds, and those that Rust code names.
pub(super) fn core_names() -> &'static NameSet {
    &IMAGE.names
}

/// Binds everything that is there from the start.
pub(super) fn install_core(program: &mut ProgramState) {
    program.natives = Natives::of_core(NATIVES.get_or_init(core_natives));
    program.rt.native_names.fixed = &IMAGE.natives;
    program.rt.special_names = compile::special::NAMES;
    program.definitions.inlines.core = &IMAGE.inlines;
    program.definitions.lazy = LazyDefinitions::of_core();
    // The cell of a name has the name's number.
    let names = IMAGE.names.len() as u32;
    program.globals.add_core(IMAGE.values.iter().take(IMAGE.names.len()).map(|&value| {
        let (entry, arity) = if value.is(Kind::NATIVE) { (value.meta(), NATIVE) } else { (0, OTHER) };
        GlobalCell { value, entry, arity }
    }));
    let mut core = ModuleEntry::core(NameSet::WELL_KNOWN.len() as u32..names);
    for (name, value) in IMAGE.bindings().take(NameSet::WELL_KNOWN.len()) {
        if value != Value::UNBOUND {
            core.bind(name, name.0);
        }
    }
    program.modules[CORE] = core;
    if let Some(f) = IMAGE.names.find(CALL_CC.as_bytes()).and_then(|n| IMAGE.values.get(n)) {
        program.natives.capturer = Some(f.meta());
    }
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
        vm.program.rt.budget.go_on(account);
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
