//! Texts that are being loaded and modules that have been, and the exchange of names between modules.

use std::path::{Path, PathBuf};
use std::slice::from_ref;
use std::sync::Arc;

use smallvec::SmallVec;

use super::ProgramState;
use super::globals::CellInfo;
use super::table::ModuleEntry;
use crate::fault::Result;
use crate::object::continuation::RestOfText;
use crate::reader::Spans;
use crate::source::{SourceId, Span};
use crate::symbol::{self, ModuleId, Symbol};
use crate::value::Value;

/// Names that a module gets of another for one tick.
const NAMES_PER_TICK: usize = 16;

/// Texts that are being loaded and modules that have been.
#[derive(Default)]
pub(crate) struct Loader {
    /// Texts that are being evaluated, innermost last.
    pub(crate) active: Vec<Active>,
    /// Modules by the path or library name they were loaded from; `None` while they are being loaded.
    pub(crate) loaded: Vec<(String, Option<ModuleId>)>,
    /// The text of each file of the library that has been looked at, and its source.
    pub(crate) core_sources: Vec<(&'static str, SourceId)>,
    /// Places of the pairs of the form that runs at top level: its parts can be forms of another module.
    pub spans: Spans,
    /// An empty table for the next text.
    pub spare_spans: Spans,
    /// Texts with definitions that may have to be compiled again.
    pub(crate) renewable: Vec<SourceId>,
    /// Extent of the check, if the outermost text is checked.
    pub(crate) checking: Option<Checking>,
    /// Whether a prompt shows all values of the form that is evaluated.
    pub(crate) keeps_values: bool,
    /// Whether the outermost text, with the files that it loads, skips surplus closing parentheses.
    pub(crate) lenient: bool,
}

/// A text that is checked is compiled, and of its forms only those are run that others need to be compiled.
#[derive(Clone, Copy, Default)]
pub(crate) struct Checking {
    /// Behind the last form that was read.
    pub position: usize,
    /// It has been compiled, and is run.
    pub runs: bool,
    /// It loads something, whose errors count.
    pub loads: bool,
}

#[derive(Clone)]
pub(crate) struct Active {
    pub(crate) module: ModuleId,
    pub source: SourceId,
    /// Folder in which relative file names are looked for.
    pub folder: Option<PathBuf>,
    pub progress: Progress,
}

impl Loader {
    /// The same for a copy of the engine, while nothing runs.
    pub fn copy(&self) -> Loader {
        Loader {
            active: Vec::new(),
            loaded: self.loaded.clone(),
            core_sources: self.core_sources.clone(),
            spans: Spans::new(),
            spare_spans: Spans::new(),
            renewable: self.renewable.clone(),
            checking: None,
            keeps_values: false,
            lenient: false,
        }
    }

    /// Returns the number of texts that are being evaluated, one inside the other.
    pub fn depth(&self) -> usize {
        self.active.len()
    }

    /// Returns the progress of the evaluation of the innermost text.
    pub fn progress(&mut self) -> Option<&mut Progress> {
        self.active.last_mut().map(|a| &mut a.progress)
    }

    /// Shows `look` the values that the collector must trace.
    pub fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        self.active.iter().for_each(|a| a.progress.each_value(look));
    }

    /// The folders of the texts that are being evaluated, that of the innermost first.
    pub fn folders(&self) -> impl Iterator<Item = &Path> {
        self.active.iter().rev().filter_map(|a| a.folder.as_deref())
    }

    pub fn sources(&self) -> impl Iterator<Item = SourceId> + '_ {
        let active = self.active.iter().map(|a| a.source);
        let others = self.renewable.iter().copied();
        active.chain(self.core_sources.iter().map(|c| c.1)).chain(others)
    }
}

/// The evaluation of a text: where it is.
#[derive(Clone, Default)]
pub(crate) struct Progress {
    pub load: u64,
    /// The runs that waited when it began, and the levels of native stack that were taken.
    pub runs: usize,
    pub nested: usize,
    /// Position after the present form, at which the text goes on.
    pub position: usize,
    /// Cells of the library that the text says it will define, since its dialect has been told of it.
    pub reserved: Vec<u32>,
    /// Further parts of that form.
    pub parts: SmallVec<[(Value, Span); 1]>,
    /// All this as continuations remember it, as soon as one does.
    pub place: Option<Arc<RestOfText>>,
}

impl Progress {
    /// Shows `look` the values that the collector must trace.
    pub fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        self.parts.iter().for_each(|(part, _)| look(from_ref(part)));
    }

    /// Takes the next part of the form. The remembered place no longer holds.
    pub fn next_part(&mut self) -> Option<(Value, Span)> {
        self.place = None;
        self.parts.pop()
    }
}

/// By the numbers of the names, of which each is there once: an order that does not depend on tables.
pub(super) fn sort_by_name(names: &mut [(Symbol, u32)]) {
    names.sort_unstable_by_key(|&(name, _)| name.0);
}

impl ProgramState {
    /// A text is over, or nobody will go on with it: what it has not defined means what it meant before.
    pub(crate) fn release_reserved(&mut self, cells: &[u32]) {
        for &cell in cells {
            self.globals.change(cell, |info| info.reserved &= !info.from_core);
        }
    }

    /// A new module of the same kind as the current one, for a library that a program defines.
    pub(crate) fn new_library(&mut self) -> Result<ModuleId> {
        let current = &self.modules[self.current_module()];
        let (layer, dialect) = (current.layer, current.dialect);
        // Before it is there: what does not fit would stay. With what comes next, it is counted itself.
        self.account()?;
        let id = self.modules.add("library");
        let m = &mut self.modules[id];
        (m.layer, m.dialect) = (layer, dialect);
        Ok(id)
    }

    /// Creates a module of the same kind as `of`, with everything that has a meaning there. Names that `of` defines get
    /// cells of their own; imported names and dynamic variables are shared.
    pub(crate) fn new_namespace(&mut self, of: ModuleId, name: &str) -> Result<ModuleId> {
        let original = &self.modules[of];
        let mut names: Vec<(Symbol, u32, bool)> = original.names().map(|(s, c)| (s, c, false)).collect();
        names.extend(original.function_names().map(|(s, c)| (s, c, true)));
        names.sort_unstable();
        let mut new = ModuleEntry::new(name);
        (new.layer, new.dialect, new.is_namespace) = (original.layer, original.dialect, true);
        let id = self.modules.add(name);
        let cells = self.globals.cells.len();
        for (name, cell, is_function) in names {
            let Some(info) = self.globals.info(cell) else { continue };
            let value = self.globals.value(cell);
            // Each module has its own copy of a name of the core until it defines it.
            if value == Value::UNBOUND || info.from_core {
                continue;
            }
            let cell = if info.module == of && !info.dynamic {
                let own = self.globals.add(CellInfo { module: id, ..info });
                self.set_cell(own, value);
                own
            } else {
                cell
            };
            if is_function {
                new.bind_function(name, cell)
            } else {
                new.bind(name, cell)
            };
        }
        if let Err(fault) = self.account() {
            self.modules.remove_last();
            self.globals.truncate(cells);
            return self.account().and(Err(fault));
        }
        self.modules[id] = new;
        Ok(id)
    }

    /// Makes a name of a module visible in the current one, perhaps under another name, by sharing the cell.
    pub(crate) fn share_name(&mut self, module: ModuleId, name: Symbol, shown: Symbol) -> Result<()> {
        let into = self.current_module();
        let cell = self.resolve(module, name)?;
        self.alias_global(into, shown, cell, false);
        Ok(())
    }

    /// The current module says at a place that it provides these names.
    pub(crate) fn provide(&mut self, names: Vec<Symbol>, span: Span) {
        self.note_provided(&names, span);
        let module = self.current_module();
        self.modules[module].provided.get_or_insert_default().extend(names);
    }

    /// A module that provides nothing but its own name, which it does not define, means all that it defines: so it is
    /// written elsewhere.
    pub(crate) fn settle_provided(&mut self, module: ModuleId, name: &str) {
        if self.provides_itself(module, name) {
            self.modules[module].provided = None;
        }
    }

    /// Returns whether a module, which was loaded from a file of this name, provides nothing but its own name.
    pub(crate) fn provides_itself(&self, module: ModuleId, name: &str) -> bool {
        let m = &self.modules[module];
        let Some([only]) = m.provided.as_deref() else { return false };
        let stem = Path::new(name).file_stem();
        stem.is_some_and(|stem| stem == self.rt.symbols.name(*only)) && m.cell(*only).is_none()
    }

    /// Makes what `from` provides visible in `into`, by sharing the cells.
    pub(crate) fn import(&mut self, into: ModuleId, from: ModuleId) -> Result<()> {
        let source = &self.modules[from];
        let mut names: Vec<(Symbol, u32)> = match &source.provided {
            Some(list) => list.iter().filter_map(|&s| source.cell(s).map(|c| (s, c))).collect(),
            None => source
                .names()
                .filter(|&(s, c)| {
                    let own = self.globals.info(c).is_some_and(|i| i.module == from && !i.from_core);
                    own && !self.hides_function(s, c)
                        && self.globals.value(c) != Value::UNBOUND
                        && !symbol::is_private(self.rt.name(s))
                })
                .collect(),
        };
        self.rt.charge(1 + names.len() / NAMES_PER_TICK)?;
        sort_by_name(&mut names);
        self.import_functions(into, from, &names);
        for (name, cell) in names {
            if let Some(before) = self.alias_global(into, name, cell, false) {
                self.note_clash(into, from, name, before);
            }
        }
        Ok(())
    }
}
