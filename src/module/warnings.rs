//! Warnings: parts of a program that cannot be meant, though nothing forbids them.
//!
//! Each is given once for its place. Whether a name is defined at all is known only when the outermost text has been
//! evaluated: until then it is kept here. Suspicious forms are the affair of the engine's advisor (`hints`).

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};

use super::ProgramState;
use super::globals::CellInfo;
use crate::error::Error;
use crate::fault::{Code, ErrorData, Result};
use crate::hints::Advisor;
use crate::printer::atom;
use crate::source::{SourceId, Span};
use crate::symbol::{ModuleId, Symbol};
use crate::value::{Kind, Value};

/// Characters of a name of the host's that a warning shows.
const MAX_SHOWN_NAME: usize = 80;

/// Treatment of warnings about programs.
///
/// ```
/// use klammer::{Engine, Warnings};
///
/// let text = "(defproc count! () (setq conut 1))";
/// let mut engine = Engine::builder().warnings(Warnings::Deny).build();
/// assert_eq!(engine.eval::<()>(text).unwrap_err().code().as_str(), "undefined-assignment");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[non_exhaustive]
pub enum Warnings {
    /// They are kept until the next evaluation: see [`Engine::warnings`](crate::Engine::warnings).
    #[default]
    Collect,
    /// The host is told of each as soon as it is found: see [`Host::warn`](crate::Host::warn).
    Tell,
    /// The first ends the evaluation, as an error with its code.
    Deny,
    /// The engine looks for none.
    Ignore,
}

/// Warnings of one evaluation; further ones are dropped.
const MAX_WARNINGS: usize = 100;
/// Bytes of the texts that they keep alive.
const MAX_TEXT: usize = 16 << 20;
/// Names that wait for their definition; further ones are not looked at.
const MAX_WAITING: usize = 1000;

#[derive(Clone, Default)]
pub(crate) struct WarningCollector {
    pub policy: Warnings,
    /// Explains errors and looks for suspicious code.
    pub advisor: Option<Arc<dyn Advisor>>,
    kept: Vec<Error>,
    kept_text: usize,
    given: HashSet<(Code, SourceId, u32, u32)>,
    waiting: Vec<UndefinedUse>,
    is_waiting: HashSet<(u32, Use)>,
    provided: Vec<DeclaredExports>,
    /// Names that a module has of two others: the one that it had it of before, and the one whose it is now.
    clashes: HashMap<(ModuleId, Symbol), (ModuleId, ModuleId)>,
    /// Calls whose functions may be defined further on.
    counted: Vec<Counted>,
    /// Functions of a program that a module has just taken the names of: where they are, and which module.
    overridden: Vec<(Symbol, Span, ModuleId)>,
}

/// A use of a global name that nothing has defined so far.
#[derive(Clone)]
struct UndefinedUse {
    cell: u32,
    used: Use,
    span: Span,
    /// Whether it is of a file. The definitions may come with the next input of a prompt otherwise.
    of_file: bool,
}

/// A call in a text that is checked, whose number of arguments does not fit what its function is so far.
#[derive(Clone)]
struct Counted {
    cell: u32,
    got: usize,
    span: Span,
}

/// Names that a module says it provides, in a file; the definitions may come after it.
#[derive(Clone)]
struct DeclaredExports {
    module: ModuleId,
    names: Vec<Symbol>,
    span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Use {
    Read,
    Assigned,
}

impl WarningCollector {
    /// An evaluation begins.
    pub fn begin(&mut self) {
        self.kept.clear();
        self.kept_text = 0;
        self.given.clear();
    }

    /// Returns whether a name has been used whose meaning only the end of the text tells.
    pub fn waits_for_names(&self) -> bool {
        !self.waiting.is_empty() || !self.counted.is_empty()
    }

    pub fn kept(&self) -> &[Error] {
        &self.kept
    }

    /// Forgets the warnings about a place that is compiled again: its names may mean something else.
    pub fn forget(&mut self, span: Span) {
        let is_inside = |s: Span| s.source() == span.source() && span.start() <= s.start() && s.end() <= span.end();
        self.counted.retain(|c| !is_inside(c.span));
        let is_waiting = &mut self.is_waiting;
        self.waiting.retain(|w| {
            let is_kept = !is_inside(w.span);
            if !is_kept {
                is_waiting.remove(&(w.cell, w.used));
            }
            is_kept
        });
    }

    fn wait(&mut self, waiting: UndefinedUse) {
        if self.waiting.len() < MAX_WAITING && self.is_waiting.insert((waiting.cell, waiting.used)) {
            self.waiting.push(waiting);
        }
    }
}

/// The key by which warnings are told apart.
fn place_of(warning: &ErrorData) -> (Code, SourceId, u32, u32) {
    let span = warning.span();
    (warning.code, span.source(), span.start(), span.end())
}

impl ProgramState {
    /// Returns whether warnings about this place are wanted. The library's texts are not the program's business.
    pub(crate) fn is_watched(&self, span: Span) -> bool {
        self.warning_collector.policy != Warnings::Ignore
            && !span.is_none()
            && !self.rt.sources.is_library(span.source())
    }

    /// Gives a warning, unless it has been given before.
    pub(crate) fn warn(&mut self, warning: ErrorData) -> Result<()> {
        if !self.is_new_warning(&warning) {
            return Ok(());
        }
        self.warning_collector.given.insert(place_of(&warning));
        match self.warning_collector.policy {
            Warnings::Ignore => {}
            Warnings::Deny => return Err(warning.into()),
            Warnings::Tell => {
                let warning = self.rt.error(warning);
                self.rt.host.warn(&warning);
            }
            Warnings::Collect => {
                self.warning_collector.kept_text +=
                    self.rt.sources.get(warning.span().source()).map_or(0, |s| s.text.len());
                if self.warning_collector.kept_text <= MAX_TEXT {
                    let warning = self.rt.error(warning);
                    self.warning_collector.kept.push(warning);
                }
            }
        }
        Ok(())
    }

    /// Returns whether the limit is reached, from which on warnings are dropped.
    pub(crate) fn is_warned_enough(&self) -> bool {
        self.warning_collector.given.len() >= MAX_WARNINGS
    }

    /// Returns whether the warning would be given.
    pub(crate) fn is_new_warning(&self, warning: &ErrorData) -> bool {
        !self.is_warned_enough() && !self.warning_collector.given.contains(&place_of(warning))
    }

    /// Returns the warning that a function of the host, which is going to be defined, takes the name of something of
    /// the library.
    pub(crate) fn replaced_warning(&self, module: ModuleId, name: &str) -> Option<ErrorData> {
        let cell = self.rt.symbols.find(name).and_then(|symbol| self.find_cell(module, symbol));
        let is_there = |cell: &u32| {
            self.globals.info(*cell).is_some_and(|info| self.is_library_module(info.module))
                && self.globals.value(*cell) != Value::UNBOUND
        };
        cell.filter(is_there)?;
        let problem = format!("{name} is the host's function from now on, and no longer that of the library");
        let help = "if that is meant, say so by `Definition::replaces_builtin`; if not, define it \
                    under another name";
        Some(ErrorData::new(Code::AmbiguousName, problem).with_help(help))
    }

    /// Warns the host of a name that programs cannot write as it is.
    pub(crate) fn warn_of_name(&mut self, module: ModuleId, name: &str) {
        if !atom::needs_bars(name) {
            return;
        }
        let warning = if matches!(name, "nil" | "t") {
            if self.dialect(module).has_plain_constants {
                return;
            }
            let problem = format!("no program can write {name} for what the host defines: it is a constant");
            ErrorData::new(Code::Host, problem).with_help("define it under another name")
        } else {
            let mut written = String::new();
            atom::name(&mut written, name, MAX_SHOWN_NAME);
            let problem =
                format!("the reader takes this name of the host for something else: programs must write {written}");
            ErrorData::new(Code::Host, problem).with_help("if that is not meant, define it under another name")
        };
        self.warn_host(warning);
    }

    /// Gives a warning about what the host does while nothing is evaluated.
    #[cold]
    pub(crate) fn warn_host(&mut self, warning: ErrorData) {
        let warning = self.rt.error(warning);
        match self.warning_collector.policy {
            Warnings::Ignore => {}
            Warnings::Tell => self.rt.host.warn(&warning),
            // There is no evaluation that could end.
            Warnings::Collect | Warnings::Deny if self.warning_collector.kept.len() < MAX_WARNINGS => {
                self.warning_collector.kept.push(warning);
            }
            Warnings::Collect | Warnings::Deny => {}
        }
    }

    /// A name that nothing has defined yet is read.
    pub(crate) fn note_unknown(&mut self, cell: u32, span: Span) {
        self.wait_for(cell, Use::Read, span);
    }

    /// A function or loop assigns a variable that nothing has defined yet.
    pub(crate) fn note_assigned(&mut self, cell: u32, span: Span) {
        self.wait_for(cell, Use::Assigned, span);
    }

    fn wait_for(&mut self, cell: u32, used: Use, span: Span) {
        if self.is_watched(span) {
            let of_file = self.loader.active.first().is_some_and(|a| a.folder.is_some());
            self.warning_collector.wait(UndefinedUse { cell, used, span, of_file });
        }
    }

    /// The module that is being loaded says at this place that it provides these names.
    pub(crate) fn note_provided(&mut self, names: &[Symbol], span: Span) {
        let of_file = self.loader.active.last().is_some_and(|a| a.folder.is_some());
        if of_file && self.is_watched(span) && self.warning_collector.provided.len() < MAX_WAITING {
            let names = names.iter().copied().take(MAX_WAITING).collect();
            self.warning_collector.provided.push(DeclaredExports { module: self.current_module(), names, span });
        }
    }

    /// Warns of names that modules provide and do not define.
    fn warn_of_unprovided(&mut self, missing_names: &mut Vec<(ModuleId, ErrorData)>) {
        for DeclaredExports { module, names, span } in std::mem::take(&mut self.warning_collector.provided) {
            let Some(source) = self.rt.sources.get(span.source()).cloned() else { continue };
            if self.modules[module].provided.is_none() || self.provides_itself(module, &source.name) {
                continue;
            }
            let is_bound = |cell: Option<u32>| cell.is_some_and(|cell| self.globals.value(cell) != Value::UNBOUND);
            let is_defined = |name| is_bound(self.find_cell(module, name)) || is_bound(self.modules[module].cell(name));
            let missing: Vec<&str> =
                names.iter().filter(|&&name| !is_defined(name)).map(|&name| self.rt.name(name)).collect();
            let [first, others @ ..] = missing.as_slice() else { continue };
            let also: String = others.iter().take(4).map(|name| format!(", {name}")).collect();
            let more = if others.len() > 4 { ", ..." } else { "" };
            let problem = format!("this module provides what it does not define: {first}{also}{more}");
            let is_first = |&&name: &&Symbol| self.rt.name(name) == *first;
            let symbol = names.iter().find(is_first).map(|&name| Value::symbol(name));
            let c = ErrorData::by("provide", Code::UnboundVariable, problem).at(span);
            missing_names.push((module, c.with_irritants(symbol.as_slice())));
        }
    }

    /// The outermost text has been evaluated, to its end if `whole`; `rest` is what was not. Names are defined by now,
    /// or nowhere: what is to be warned of, each with the module that it happened in.
    pub(crate) fn unresolved(&mut self, whole: bool, rest: &str) -> Result<Vec<(ModuleId, ErrorData)>> {
        self.warning_collector.is_waiting.clear();
        let mut found = Vec::new();
        if whole {
            self.warn_of_unprovided(&mut found);
        }
        self.warning_collector.provided.clear();
        for Counted { cell, got, span } in std::mem::take(&mut self.warning_collector.counted) {
            let module = self.globals.info(cell).map(|info| info.module);
            found.extend(module.zip(self.wrong_count(cell, got).map(|warning| warning.at(span))));
        }
        for w in std::mem::take(&mut self.warning_collector.waiting) {
            let Some(info) = self.globals.info(w.cell) else { continue };
            let (name, dialect) = (self.rt.name(info.name), self.dialect(info.module));
            let is_meant = match w.used {
                Use::Read => !whole || !w.of_file || self.globals.value(w.cell) != Value::UNBOUND,
                Use::Assigned => info.defined || rest.contains(name),
            };
            if is_meant {
                continue;
            }
            let warning = match w.used {
                Use::Read => ErrorData::new(Code::UnboundVariable, format!("{name} is not defined anywhere")),
                Use::Assigned => {
                    let problem = format!("{name} is defined nowhere: this makes a new global variable of it");
                    let help = format!(
                        "a variable of all functions is defined at top level, {}; one of this function is bound by \
                         (let (({name} value)) expr...)",
                        dialect.definition(name)
                    );
                    ErrorData::new(Code::UndefinedAssignment, problem).with_help(help)
                }
            };
            found.push((info.module, warning.at(w.span).with_irritants(&[Value::symbol(info.name)])));
        }
        Ok(found)
    }

    /// Notes that a checked text calls a function with `got` arguments, which it may not accept.
    pub(crate) fn note_count(&mut self, cell: u32, got: usize, span: Span) {
        if self.warning_collector.counted.len() < MAX_WAITING {
            self.warning_collector.counted.push(Counted { cell, got, span });
        }
    }

    /// Returns the error of a call with `got` arguments of the function that a cell holds. Another file may have more
    /// methods of a generic function.
    pub(crate) fn wrong_count(&self, cell: u32, got: usize) -> Option<ErrorData> {
        let f = self.globals.value(cell);
        let (least, most) = self.arity(f).filter(|_| matches!(f.kind(), Kind::NATIVE | Kind::CLOSURE))?;
        if got >= least && most.is_none_or(|most| got <= most) {
            return None;
        }
        let signature = match self.natives.facts(f.meta()).filter(|_| f.is(Kind::NATIVE)) {
            Some(facts) => facts.signature(),
            None => {
                let signature = self.code.proto(f.meta()).map_or(Value::NIL, |p| p.signature);
                if signature.is_nil() { String::new() } else { self.rt.show(signature) }
            }
        };
        let name = self.globals.info(cell).map_or("", |info| self.rt.name(info.name));
        Some(ErrorData::count(name, least, most, &signature, got))
    }

    /// A module gets a name of `from` that it has of another module already, as `old`.
    pub(crate) fn note_conflict(
        &mut self,
        into: ModuleId,
        from: ModuleId,
        name: Symbol,
        (info, value): (CellInfo, Value),
    ) {
        if info.module != into && info.module != from && !self.is_library_module(info.module) {
            self.warning_collector.clashes.insert((into, name), (info.module, from));
        } else if info.module == into && info.defined && value.is(Kind::CLOSURE) {
            let proto = self.code.proto(value.meta());
            let span = proto.map(|proto| proto.span).filter(|&span| self.is_watched(span));
            self.warning_collector.overridden.extend(span.map(|span| (name, span, from)));
        }
    }

    /// Warns of functions that the program has defined before it required the module that defines them, too.
    pub(crate) fn warn_of_overridden(&mut self) -> Result<()> {
        for (name, span, module) in std::mem::take(&mut self.warning_collector.overridden) {
            let (name, module) = (self.rt.name(name), &self.modules[module].name);
            let problem = format!("from here on, {name} is the function of the module `{module}`, not this one");
            let help =
                format!("a definition after (require '{module}) replaces the module's function: define it there");
            self.warn(ErrorData::new(Code::AmbiguousName, problem).at(span).with_help(help))?;
        }
        Ok(())
    }

    /// A program defines the name itself: then it is clear which one is meant.
    pub(crate) fn end_conflict(&mut self, module: ModuleId, name: Symbol) {
        if !self.warning_collector.clashes.is_empty() {
            self.warning_collector.clashes.remove(&(module, name));
        }
    }

    /// Warns of the first use of a name that two modules have brought.
    pub(crate) fn warn_of_clash(&mut self, module: ModuleId, name: Symbol, span: Span) -> Result<()> {
        if self.warning_collector.clashes.is_empty() {
            return Ok(());
        }
        let Some((old, new)) = self.warning_collector.clashes.remove(&(module, name)) else { return Ok(()) };
        let (old, new, name) = (&self.modules[old].name, &self.modules[new].name, self.rt.name(name));
        let problem =
            format!("{name} is defined by `{old}` and by `{new}`, which was required last: here it is that of `{new}`");
        let kept = match self.dialect(module) {
            dialect if dialect.separates_functions => format!("(setf (symbol-function '{old}-{name}) #'{name})"),
            dialect => format!("({} {old}-{name} {name})", dialect.wording().definer),
        };
        let help =
            format!("to have both, keep the first under a name of its own: (require '{old}) {kept} (require '{new})");
        self.warn(ErrorData::new(Code::AmbiguousName, problem).at(span).with_help(help))
    }
}
