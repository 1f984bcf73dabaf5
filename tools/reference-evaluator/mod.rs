//! The oracle: a second evaluator for the core language, slow and plain, with which tests compare the engine.
//!
//! It shares the reader, the heap, the natives and the printer with the engine, and nothing of the compiler and the
//! machine. Forms become trees ([`expand`], [`scope`], [`calls`], [`special`], [`binding`], [`functions`],
//! [`parameters`]), and trees are walked by a machine whose continuation is a list of frames that never changes
//! ([`machine`], [`unwind`]): tail calls, deep recursion, re-entrant continuations and cleanups are right because
//! nothing else is possible. Environments are lists of names, modules are maps ([`names`]). The library's definitions
//! are evaluated from their text. Nothing is collected. Dialects are not part of it.
//!
//! It does not know places in errors, and of the limits only those that the natives check.

mod binding;
mod calls;
mod control;
mod expand;
mod functions;
mod generic;
mod load;
mod machine;
mod names;
mod parameters;
mod scope;
mod special;
mod template;
mod tests;
mod tree;
mod unwind;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::compile::special::NAMES;
use crate::error::Error;
use crate::fault::Unwind;
use crate::io::Host;
use crate::library;
use crate::limits::{Interrupt, Limits};
use crate::printer::{Style, print};
use crate::runtime::Runtime;
use crate::source::SourceId;
use crate::symbol::{ModuleId, Names, PROGRAM, Symbol};
use crate::value::{Kind, Value};

use machine::{Captured, Closure, Frames, Run};
use names::{Cell, Content, Module, Native};

pub(crate) struct Oracle {
    rt: Runtime,
    limits: Limits,
    /// By number.
    natives: Vec<Native>,
    modules: Vec<Module>,
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

impl Oracle {
    pub fn new(host: impl Host + 'static, limits: Limits) -> Oracle {
        let interrupt = Interrupt::default();
        let rt = Runtime::new(Names::WELL_KNOWN, &limits, Box::new(host), interrupt, crate::printer::brief);
        let mut oracle = Oracle {
            rt,
            limits,
            natives: Vec::new(),
            modules: vec![Module::default(), Module::default()],
            cells: Vec::new(),
            closures: Vec::new(),
            continuations: HashMap::new(),
            frames: None,
            present: Run::default(),
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
        let leaves = crate::builtins::all().map(|b| (b.name, Native::Leaf(b)));
        for (name, native) in
            leaves.chain(crate::vm::vm_natives::control_rows().map(|c| (c.row.name, Native::Machine(c))))
        {
            let native = oracle.add_native(name, native);
            oracle.bind_core(name, Content::Value(native));
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
        let value = self.evaluate(PROGRAM, name, text, None);
        let printed = value.and_then(|v| print(&mut self.rt, v, Style::Readable));
        self.frames = None;
        self.active.clear();
        let result = printed.map_err(|fault| self.error(*fault));
        let _ = self.rt.write_out_all();
        result
    }

    fn error(&self, fault: Unwind) -> Error {
        match fault {
            Unwind::Error(c) => self.rt.error(*c),
            Unwind::Throw { tag: Value::EXIT, value } => Error::exit(value.as_fixnum().map_or(1, |n| n as u8)),
            Unwind::Throw { value, .. } => self.rt.error(self.uncaught(value)),
            Unwind::Limit(limit) => Error::plain(limit.code(), "a limit".to_string()),
        }
    }
}
