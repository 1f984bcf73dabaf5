//! The oracle: a second evaluator for the core language, slow and plain, that tests compare the engine with.
//!
//! It shares the reader, the heap, the natives and the printer with the engine, and nothing of the compiler and the
//! machine. Forms become trees ([`expand`], [`special`], [`parameters`]), and trees are walked by a machine whose
//! continuation is a list of frames that never changes ([`machine`], [`unwind`]): tail calls, deep recursion,
//! re-entrant continuations and cleanups are right because nothing else is possible. Environments are lists of names,
//! modules are maps. The library's definitions are evaluated from their text. Nothing is collected.
//!
//! What it does not know are the layers (Scheme, Common Lisp), places in errors, and limits but those that the natives
//! look at.

mod control;
mod expand;
mod generic;
mod load;
mod machine;
mod parameters;
mod special;
mod template;
mod tests;
mod tree;
mod unwind;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::builtins::Builtin;
use crate::compile::special::NAMES;
use crate::error::Error;
use crate::fault::{Code, Fault, Res, fail, internal};
use crate::host::Host;
use crate::library::{self, Definition};
use crate::limits::{InterruptHandle, Limits};
use crate::printer::{Style, print};
use crate::reader::{Reader, Spans};
use crate::runtime::Runtime;
use crate::source::SourceId;
use crate::symbol::{CORE, ModuleId, Names, Symbol};
use crate::value::{Kind, Value};

use machine::{Captured, Closure, Frames, Run};

pub(crate) struct Oracle {
    rt: Runtime,
    limits: Limits,
    /// Natives by number; `None` for those that need the machine.
    natives: Vec<Option<&'static Builtin>>,
    modules: Vec<HashMap<Symbol, usize>>,
    cells: Vec<Cell>,
    closures: Vec<Rc<Closure>>,
    /// By where the heap has them.
    continuations: HashMap<usize, Captured>,
    frames: Frames,
    present: Run,
    /// The runs that wait for the present one.
    suspended: Vec<(Frames, Run)>,
    runs: u64,
    texts: u64,
    /// Numbers of blocks in trees, and of evaluations of blocks.
    blocks: u32,
    entered_blocks: u64,
    /// Texts that are being evaluated.
    active: Vec<load::Active>,
    provided: HashMap<ModuleId, Vec<Symbol>>,
    /// Names that forms assign or define which have been expanded, whether or not they have come to it.
    assigned: HashSet<(ModuleId, Symbol)>,
    /// Modules by path or name; `None` while one is being loaded.
    required: HashMap<String, Option<ModuleId>>,
    /// The library's files that have been looked at, by number.
    library: HashMap<&'static str, SourceId>,
}

struct Cell {
    content: Content,
    owner: ModuleId,
}

#[derive(Clone, Copy)]
enum Content {
    Value(Value),
    /// A definition of the library that has not been needed yet.
    Waiting(Definition),
}

impl Oracle {
    pub fn new(host: impl Host + 'static, limits: Limits) -> Oracle {
        let interrupt = InterruptHandle::default();
        let rt = Runtime::new(Names::WELL_KNOWN, &limits, Box::new(host), interrupt, crate::printer::brief);
        let mut oracle = Oracle {
            rt,
            limits,
            natives: Vec::new(),
            modules: vec![HashMap::new(), HashMap::new()],
            cells: Vec::new(),
            closures: Vec::new(),
            continuations: HashMap::new(),
            frames: None,
            present: Run { number: 0, text: None, outermost: false },
            suspended: Vec::new(),
            runs: 0,
            texts: 0,
            blocks: 0,
            entered_blocks: 0,
            active: Vec::new(),
            provided: HashMap::new(),
            assigned: HashSet::new(),
            required: HashMap::new(),
            library: HashMap::new(),
        };
        let controls = crate::vm::control::CONTROLS.iter().map(|c| (c.row.name, None));
        for (name, row) in crate::builtins::all().map(|b| (b.name, Some(b))).chain(controls) {
            let number = oracle.natives.len() as u32;
            oracle.natives.push(row);
            oracle.rt.native_names.push(name.into());
            oracle.bind_core(name, Content::Value(Value::reference(Kind::NATIVE, number, 0)));
        }
        oracle.rt.special_names = NAMES;
        for (i, name) in NAMES.iter().enumerate() {
            oracle.bind_core(name, Content::Value(Value::object(Kind::SPECIAL, i)));
        }
        for definition in library::core_definitions() {
            oracle.bind_core(definition.name, Content::Waiting(definition));
        }
        oracle
    }

    /// Evaluates all forms of a text; the value of the last, as it is printed.
    pub fn eval(&mut self, name: &str, text: &str) -> Result<String, Error> {
        let now = self.rt.host.now();
        self.rt.budget.start(&self.limits, now);
        self.rt.search.drop_budgets();
        self.rt.ports.reset();
        let value = self.evaluate(ModuleId(1), name, text, None);
        let printed = value.and_then(|v| print(&mut self.rt, v, Style::Readable));
        self.frames = None;
        self.active.clear();
        let result = printed.map_err(|fault| self.error(*fault));
        let _ = self.rt.write_out_all();
        result
    }

    fn error(&self, fault: Fault) -> Error {
        match fault {
            Fault::Error(c) => self.rt.error(c),
            Fault::Throw { tag: Value::EXIT, value } => Error::exit(value.as_fixnum().map_or(1, |n| n as u8)),
            Fault::Throw { value, .. } => self.rt.error(self.uncaught(value)),
            Fault::Limit(limit) => Error::plain(limit.code(), "a limit".to_string()),
        }
    }

    // ---- names

    fn bind_core(&mut self, name: &str, content: Content) {
        let name = self.rt.symbols.intern(name);
        self.cells.push(Cell { content, owner: CORE });
        if let Some(core) = self.modules.first_mut() {
            core.insert(name, self.cells.len() - 1);
        }
    }

    fn module(&self, module: ModuleId) -> &HashMap<Symbol, usize> {
        &self.modules[module.0 as usize]
    }

    /// The cell that a name means in a module: its own, or the core's.
    fn cell(&self, module: ModuleId, name: Symbol) -> Option<usize> {
        self.module(module).get(&name).or_else(|| self.module(CORE).get(&name)).copied()
    }

    fn is_of_core(&self, cell: usize) -> bool {
        self.cells.get(cell).is_some_and(|c| c.owner == CORE)
    }

    fn is_defined(&self, module: ModuleId, name: Symbol) -> bool {
        self.cell(module, name).is_some()
    }

    /// Is this a function or variable of the library that has not been needed yet?
    fn is_waiting_function(&self, module: ModuleId, name: Symbol) -> bool {
        let content = self.cell(module, name).and_then(|c| self.cells.get(c)).map(|c| c.content);
        matches!(content, Some(Content::Waiting(d)) if !d.is_macro)
    }

    fn value_of(&mut self, module: ModuleId, name: Symbol) -> Res<Option<Value>> {
        let Some(cell) = self.cell(module, name) else { return Ok(None) };
        match self.cells.get(cell).map(|c| c.content) {
            Some(Content::Value(v)) => Ok(Some(v)),
            Some(Content::Waiting(definition)) => {
                self.define_from_library(definition)?;
                match self.cells.get(cell).map(|c| c.content) {
                    Some(Content::Value(v)) => Ok(Some(v)),
                    _ => internal("a definition that defines nothing"),
                }
            }
            None => Ok(None),
        }
    }

    /// The value of a global name where it is needed.
    fn global(&mut self, module: ModuleId, name: Symbol) -> Res<Value> {
        match self.value_of(module, name)? {
            Some(v) => Ok(v),
            None => fail(Code::UnboundVariable, format!("{} is not defined", self.rt.name(name))),
        }
    }

    fn set_global(&mut self, module: ModuleId, name: Symbol, v: Value) {
        let cell = match self.module(module).get(&name) {
            Some(&cell) => cell,
            None => {
                self.cells.push(Cell { content: Content::Value(v), owner: module });
                self.modules[module.0 as usize].insert(name, self.cells.len() - 1);
                return;
            }
        };
        if let Some(cell) = self.cells.get_mut(cell) {
            cell.content = Content::Value(v);
        }
    }

    fn core_function(&mut self, name: &str) -> Res<Value> {
        let name = self.rt.symbols.intern(name);
        self.global(CORE, name)
    }

    /// Evaluates a definition of the library from its text.
    fn define_from_library(&mut self, definition: Definition) -> Res<()> {
        let known = self.library.get(definition.file.name).copied();
        let added = || self.rt.sources.add(definition.file.name, definition.file.text);
        let Some(source) = known.or_else(added) else { return internal("a file of the library") };
        self.library.insert(definition.file.name, source);
        let Some(text) = self.rt.sources.get(source).cloned() else { return internal("a file of the library") };
        let mut reader = Reader::new(source, text).starting_at(definition.start);
        let Some(form) = reader.read(&mut self.rt, &mut Spans::new())? else { return internal("a definition") };
        let form = if definition.inline.is_some() { self.rt.procedure_of_definline(form)? } else { form };
        let tree = self.expand(&mut expand::Scope::new(CORE), form)?;
        self.run_tree(tree).map(drop)
    }
}
