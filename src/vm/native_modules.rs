//! Modules whose functions are written in Rust, by the host or for the library: they are filled when a program requires
//! them, and again in copies of the engine.

use std::sync::Arc;

use super::Vm;
use crate::fault::Result;
use crate::library::{self, Texts};
use crate::module::host_functions::Owner;
use crate::module::native::{Action, Facts};
use crate::symbol::{CORE, ModuleId};

/// A text that belongs to a module.
pub(crate) struct Source {
    pub name: Arc<str>,
    pub text: Arc<str>,
}

/// Defines what a module has, and says which texts are to be evaluated after that.
pub(crate) type Filling = Arc<dyn Fn(&mut Vm, ModuleId, &mut Vec<Source>) -> Result<()> + Send + Sync>;

/// A module that the host adds to the library.
pub(crate) trait LibraryPart: Sync {
    fn name(&self) -> &'static str;

    /// Returns whether programs have it without `require`.
    fn is_core(&self) -> bool;

    /// Returns the texts of the module, which are scanned when they are first needed.
    fn texts(&'static self) -> Texts;

    /// Defines the functions of the module that are written in Rust.
    fn fill(&self, vm: &mut Vm, module: ModuleId);
}

/// A module of the host's.
#[derive(Clone)]
pub(crate) struct Provided {
    pub name: String,
    pub fill: Filling,
}

/// Modules that have been filled: what is to be done again in a copy.
#[derive(Clone)]
pub(crate) enum Filled {
    Library(ModuleId, &'static dyn LibraryPart),
    Host(ModuleId, Filling),
}

impl Filled {
    pub fn module(&self) -> ModuleId {
        match self {
            Filled::Library(module, _) | Filled::Host(module, _) => *module,
        }
    }
}

/// Modules with functions in Rust.
#[derive(Clone)]
pub(crate) struct NativeModules {
    /// Modules of the host's, by what programs call them.
    pub provided: Vec<Provided>,
    /// Modules that the host has added to the library.
    library: Vec<&'static dyn LibraryPart>,
    /// Those that have been required, in this order.
    pub filled: Vec<Filled>,
    /// Owner of the functions that are being defined.
    pub defining: Owner,
    /// Whether modules are filled again only to restore the functions that a copy lacks.
    pub refilling: bool,
}

impl Default for NativeModules {
    fn default() -> NativeModules {
        NativeModules {
            provided: Vec::new(),
            library: Vec::new(),
            filled: Vec::new(),
            defining: Owner::Host,
            refilling: false,
        }
    }
}

impl NativeModules {
    /// Returns the function that fills the module of that name, if the host has provided it.
    pub fn provided(&self, name: &str) -> Option<Filling> {
        self.provided.iter().rev().find(|p| p.name == name).map(|p| Arc::clone(&p.fill))
    }

    /// Returns the name and the texts of the module of the library that has this name.
    pub fn library_module_named(&self, name: &str) -> Option<(&'static str, Texts)> {
        let added = self.library_part(name).map(|part| (part.name(), part.texts()));
        added.or_else(|| library::modules().find(|m| m.0 == name))
    }

    /// Returns the name and the texts of each module of the library.
    pub fn library_modules(&self) -> impl Iterator<Item = (&'static str, Texts)> + '_ {
        library::modules().chain(self.library.iter().map(|part| (part.name(), part.texts())))
    }

    /// Returns the names of the modules of the library, without a look at their texts.
    pub fn library_module_names(&self) -> impl Iterator<Item = &'static str> + '_ {
        library::modules().map(|m| m.0).chain(self.library.iter().map(|part| part.name()))
    }

    fn library_part(&self, name: &str) -> Option<&'static dyn LibraryPart> {
        self.library.iter().rev().find(|part| part.name() == name).copied()
    }
}

impl Vm {
    /// Fills a module of the host's: the value is not used.
    pub(super) fn fill_provided(&mut self, module: ModuleId, fill: Filling) -> Result<()> {
        let mut sources = Vec::new();
        fill(self, module, &mut sources)?;
        self.native_modules.filled.push(Filled::Host(module, fill));
        sources
            .into_iter()
            .try_for_each(|s| self.evaluate(module, s.name.to_string().into(), &*s.text, None, false).map(drop))
    }

    /// Adds a module to the library. A part of the core is there at once.
    pub(crate) fn add_to_library(&mut self, part: &'static dyn LibraryPart) {
        if part.is_core() {
            self.fill_as_library(CORE, part);
            self.native_modules.filled.push(Filled::Library(CORE, part));
        } else {
            self.native_modules.library.push(part);
        }
    }

    /// Defines the part in Rust of a module of the library, if it has one.
    pub(super) fn fill_library(&mut self, module: ModuleId, name: &str) {
        if let Some(part) = self.native_modules.library_part(name) {
            self.fill_as_library(module, part);
            self.native_modules.filled.push(Filled::Library(module, part));
        }
    }

    fn fill_as_library(&mut self, module: ModuleId, part: &'static dyn LibraryPart) {
        let owner = if part.is_core() { Owner::Core(part.name()) } else { Owner::Module };
        let before = std::mem::replace(&mut self.native_modules.defining, owner);
        part.fill(self, module);
        self.native_modules.defining = before;
    }

    /// In a copy of an engine, gives functions their code that the copy lacks, because there is only one of each.
    pub fn fill_again(&mut self) {
        if !self.program.natives.own.iter().any(|n| matches!((&n.action, &n.facts), (Action::Absent, Facts::Host(_)))) {
            return;
        }
        self.native_modules.refilling = true;
        for filled in self.native_modules.filled.clone() {
            match filled {
                Filled::Library(module, part) => self.fill_as_library(module, part),
                // If a panic ends the filling, the copy lacks the rest.
                Filled::Host(module, fill) => fill(self, module, &mut Vec::new()).unwrap_or(()),
            }
        }
        self.native_modules.refilling = false;
    }
}
