//! The oracle: a second evaluator for the core language, slow and plain, with which tests compare the engine.
//!
//! It shares the reader, the heap, the natives and the printer with the engine, and nothing of the compiler and the
//! machine. Forms become trees ([`expand`], [`special`]). A machine walks the trees; its continuation is
//! an immutable list of frames ([`machine`], [`control`]). Tail calls, deep recursion, re-entrant continuations and
//! cleanups are thus correct by construction. Environments are lists of names, modules are maps. The
//! library's definitions are evaluated from their text. Nothing is collected. Dialects are not part of it.
//!
//! It does not know places in errors, and of the limits only those that the natives check.

mod control;
mod expand;
mod machine;
mod scope;
mod special;
mod tests;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use expand::{Content, Env, Names, Native};
use machine::{Captured, Closure, Runs, State};
use scope::Scope;

use crate::compile::special::NAMES;
use crate::error::Error;
use crate::fault::{Code, Result, Unwind, fail, internal};
use crate::io::Host;
use crate::library;
use crate::limits::{Interrupt, Limits};
use crate::printer::{PrintStyle, print};
use crate::reader::{Reader, Spans};
use crate::runtime::Runtime;
use crate::symbol::{ModuleId, NameSet, PROGRAM, Symbol};
use crate::value::{Kind, Value};

pub(crate) struct Oracle {
    rt: Runtime,
    limits: Limits,
    /// By number.
    natives: Vec<Native>,
    names: Names,
    closures: Vec<Rc<Closure>>,
    /// By where the heap has them.
    continuations: HashMap<usize, Captured>,
    runs: Runs,
    texts: u64,
    /// Numbers of blocks in trees, and of evaluations of blocks.
    blocks: u32,
    entered_blocks: u64,
    /// Blocks that something leaves. Others are their bodies.
    left_blocks: HashSet<u32>,
    /// Texts that are being evaluated.
    active: Vec<Active>,
}

impl Oracle {
    pub fn new(host: impl Host + 'static, limits: Limits) -> Oracle {
        let interrupt = Interrupt::default();
        let rt = Runtime::new(NameSet::well_known(), &limits, Box::new(host), interrupt, crate::printer::brief);
        let mut oracle = Oracle {
            rt,
            limits,
            natives: Vec::new(),
            names: Names::new(),
            closures: Vec::new(),
            continuations: HashMap::new(),
            runs: Runs::default(),
            texts: 0,
            blocks: 0,
            entered_blocks: 0,
            left_blocks: HashSet::new(),
            active: Vec::new(),
        };
        let leaves = crate::builtins::all().map(|b| (b.name, Native::Leaf(b)));
        for (name, native) in
            leaves.chain(crate::vm::vm_natives::machine_builtins_of_core().map(|c| (c.row.name, Native::Machine(c))))
        {
            let native = oracle.add_native(name, native);
            oracle.bind_core(name, Content::Value(native));
        }
        oracle.rt.procedures.core_operators = NAMES;
        for (i, name) in NAMES.iter().enumerate() {
            oracle.bind_core(name, Content::Value(Value::object(Kind::SPECIAL, i)));
        }
        for &definition in library::core_definitions() {
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
        let printed = value.and_then(|v| print(&mut self.rt, v, PrintStyle::Readable));
        self.runs.frames = None;
        self.active.clear();
        let result = printed.map_err(|fault| self.error(*fault));
        let _ = self.rt.write_out_all();
        result
    }

    fn error(&self, fault: Unwind) -> Error {
        match fault {
            Unwind::Error(c) => self.rt.error(c),
            Unwind::Throw { tag: Value::EXIT, value } => Error::exit(value.as_fixnum().map_or(1, |n| n as u8)),
            Unwind::Throw { value, .. } => self.rt.error(self.uncaught(value)),
            Unwind::Limit(limit) => Error::plain(limit.code(), "a limit".to_string()),
        }
    }
}

/// Rest of a text after a top-level form: the number of its evaluation, the position of the next form, and further
/// parts of the form in reverse order.
#[derive(Clone)]
struct Progress {
    text: u64,
    position: usize,
    parts: Vec<Value>,
}

/// A text that is being evaluated.
struct Active {
    module: ModuleId,
    folder: Option<PathBuf>,
    place: Progress,
}

impl Oracle {
    fn current_module(&self) -> ModuleId {
        self.active.last().map_or(PROGRAM, |a| a.module)
    }

    /// Returns the rest of the text after the top-level form that is running.
    fn toplevel_rest(&self) -> Option<Progress> {
        let active = self.active.last()?;
        (self.runs.present.text == Some(active.place.text)).then(|| active.place.clone())
    }

    fn is_present(&self, place: &Progress) -> bool {
        self.toplevel_rest().is_some_and(|p| p.text == place.text)
    }

    fn resume_toplevel(&mut self, place: Progress) {
        if self.is_present(&place)
            && let Some(active) = self.active.last_mut()
        {
            active.place = place;
        }
    }

    /// Evaluates all forms of a text; the value is that of the last.
    fn evaluate(&mut self, module: ModuleId, name: &str, text: &str, folder: Option<PathBuf>) -> Result<Value> {
        self.texts += 1;
        let place = Progress { text: self.texts, position: 0, parts: Vec::new() };
        self.active.push(Active { module, folder, place });
        let result = self.evaluate_text(module, name, text);
        self.active.pop();
        result
    }

    fn evaluate_text(&mut self, module: ModuleId, name: &str, text: &str) -> Result<Value> {
        let Some(source) = self.rt.sources.add(name.to_string(), text) else { return internal("a text") };
        let Some(text) = self.rt.sources.get(source).cloned() else { return internal("a text") };
        let mut last = Value::NIL;
        loop {
            let Some(active) = self.active.last_mut() else { return internal("no text") };
            if let Some(part) = active.place.parts.pop() {
                last = self.evaluate_part(module, part)?;
                continue;
            }
            let mut reader = Reader::new(source, text.clone()).starting_at(active.place.position);
            let form = reader.read(&mut self.rt, &mut Spans::new());
            if let Some(active) = self.active.last_mut() {
                active.place.position = reader.position();
            }
            let Some(form) = form? else { return Ok(last) };
            last = self.evaluate_part(module, form)?;
        }
    }

    /// Evaluates a form like one of a text of the module.
    fn evaluate_in(&mut self, module: ModuleId, form: Value) -> Result<Value> {
        self.texts += 1;
        let folder = self.active.last().and_then(|a| a.folder.clone());
        let place = Progress { text: self.texts, position: 0, parts: vec![form] };
        self.active.push(Active { module, folder, place });
        let mut result = Ok(Value::NIL);
        while result.is_ok()
            && let Some(part) = self.active.last_mut().and_then(|a| a.place.parts.pop())
        {
            result = self.evaluate_part(module, part);
        }
        self.active.pop();
        result
    }

    /// A top-level form; the parts of a `progn` are top-level forms themselves.
    fn evaluate_part(&mut self, module: ModuleId, form: Value) -> Result<Value> {
        if self.is_progn(module, form)? {
            let rest = self.rt.heap.cdr(form);
            let parts = self.rt.list_items("progn", rest)?;
            if let Some(active) = self.active.last_mut() {
                active.place.parts.extend(parts.into_iter().rev());
            }
            return Ok(Value::NIL);
        }
        let tree = self.expand(&mut Scope::new(module), form)?;
        let text = self.active.last().map(|a| a.place.text);
        self.run_state(State::Eval(tree, Env::default()), text)
    }

    fn is_progn(&mut self, module: ModuleId, form: Value) -> Result<bool> {
        let head = if form.is_pair() { self.rt.heap.car(form) } else { Value::NIL };
        let operator = match head.as_symbol() {
            Some(name) => self.meaning_now(module, name)?.unwrap_or(Value::NIL),
            None => head,
        };
        Ok(operator.is(Kind::SPECIAL) && self.operator_name(operator) == "progn")
    }

    /// Evaluates the parts of a sequence up to the last, which is given back.
    fn evaluate_all_but_last(&mut self, module: ModuleId, form: Value) -> Result<Value> {
        let mut form = form;
        while self.is_progn(module, form)? {
            let rest = self.rt.heap.cdr(form);
            let mut parts = self.rt.list_items("progn", rest)?;
            let Some(last) = parts.pop() else { return Ok(Value::NIL) };
            for part in parts {
                self.evaluate_in(module, part)?;
            }
            form = last;
        }
        Ok(form)
    }

    // ---- files and modules

    fn file_argument(&self, function: &str, v: Value) -> Result<String> {
        match (self.rt.heap.as_str(v), v.as_symbol()) {
            (Some(s), _) => Ok(s.to_string()),
            (None, Some(s)) => Ok(self.rt.name(s).to_string()),
            (None, None) => Err(self.rt.wrong_type(function, "name", "a string or symbol", v)),
        }
    }

    fn folder(&self) -> PathBuf {
        self.active.last().and_then(|a| a.folder.clone()).unwrap_or_default()
    }

    fn load(&mut self, file: Value) -> Result<Value> {
        let path = self.folder().join(self.file_argument("load", file)?);
        self.rt.write_out_all()?;
        match self.rt.host.read_file(&path) {
            Ok(text) => {
                let folder = path.parent().map(Path::to_path_buf);
                self.evaluate(self.current_module(), &path.display().to_string(), &text, folder)
            }
            Err(e) => fail(Code::File, format!("load: cannot read the file: {e}")),
        }
    }

    fn require(&mut self, name: Value) -> Result<Value> {
        let shown = self.file_argument("require", name)?;
        let file = if shown.ends_with(".lisp") { shown.clone() } else { format!("{shown}.lisp") };
        let folders = std::iter::once(self.folder()).chain(self.rt.host.module_path());
        let paths: Vec<PathBuf> = folders.map(|f| f.join(&file)).collect();
        let found = paths.into_iter().find_map(|path| self.rt.host.read_file(&path).ok().map(|text| (path, text)));
        let (texts, key, folder) = match found {
            Some((path, text)) => {
                let shown = path.display().to_string();
                (vec![(shown.clone(), text)], shown, path.parent().map(Path::to_path_buf))
            }
            None => match library_texts(&shown) {
                Some(texts) => (texts, shown.clone(), None),
                None => return fail(Code::File, format!("require: there is no module {shown}")),
            },
        };
        let importer = self.current_module();
        let module = match self.names.required.get(&key) {
            Some(Some(module)) => *module,
            Some(None) => return fail(Code::File, "require: the modules require each other"),
            None => {
                let module = self.names.add_module();
                self.names.required.insert(key.clone(), None);
                let mut evaluate = |(name, text): (String, String)| self.evaluate(module, &name, &text, folder.clone());
                let result = texts.into_iter().try_for_each(|text| evaluate(text).map(drop));
                self.names.required.remove(&key);
                result?;
                let own = |names: &Vec<Symbol>| match names.as_slice() {
                    [only] => Path::new(&key).file_stem().is_some_and(|stem| stem == self.rt.name(*only)),
                    _ => false,
                };
                let itself =
                    self.names.provided.get(&module).filter(|names| own(names)).and_then(|names| names.first());
                if itself.is_some_and(|name| !self.names.module(module).contains_key(name)) {
                    self.names.provided.remove(&module);
                }
                self.names.required.insert(key, Some(module));
                module
            }
        };
        self.import(importer, module);
        Ok(name)
    }

    /// Makes what `from` provides visible in `into`: the names mean the same cells.
    fn import(&mut self, into: ModuleId, from: ModuleId) {
        let own = |cell: usize| self.names.cells.get(cell).is_some_and(|c| c.owner == from);
        let source = self.names.module(from);
        let names: Vec<(Symbol, usize)> = match self.names.provided.get(&from) {
            Some(names) => names.iter().filter_map(|n| source.get(n).map(|&c| (*n, c))).collect(),
            None => {
                let shown = |&(&n, &c): &(&Symbol, &usize)| own(c) && !self.rt.name(n).starts_with('%');
                source.iter().filter(shown).map(|(&n, &c)| (n, c)).collect()
            }
        };
        self.names.module_mut(into).extend(names);
    }
}

/// The modules of `crates/search` that are written in the language alone, in the form of [`library_texts`].
const SEARCH: &[(&str, &[(&str, &str)])] = &[
    ("search", &[("search", include_str!("../../crates/search/lisp/search.lisp"))]),
    ("sudoku", &[("sudoku", include_str!("../../crates/search/lisp/sudoku.lisp")), SUDOKU_SOLVE]),
    (
        "sudoku-reference",
        &[("sudoku-reference", include_str!("../../crates/search/lisp/sudoku-reference.lisp")), SUDOKU_SOLVE],
    ),
];

const SUDOKU_SOLVE: (&str, &str) = ("sudoku-solve", include_str!("../../crates/search/lisp/sudoku-solve.lisp"));

/// The texts of a module of the library, each with its name.
fn library_texts(module: &str) -> Option<Vec<(String, String)>> {
    if let Some((_, texts)) = SEARCH.iter().find(|m| m.0 == module) {
        return Some(texts.iter().map(|&(name, text)| (name.into(), text.into())).collect());
    }
    let (_, texts) = library::modules().find(|m| m.0 == module)?;
    Some(texts.iter().map(|file| (file.name.into(), file.text.into())).collect())
}
