//! Targets of compilation and the meanings of names.
//!
//! - [`ProgramState`]: what a compiler and a linker need, apart from the machine that runs the code.
//! - [`table`] maps names to cells in each module; [`globals`] has the cells; [`names`] resolves a name to its cell.
//! - [`native`] has functions written in Rust, [`host_functions`] those of the host, and [`lazy`] definitions compiled
//!   on first use. [`inline_templates`] has definitions that replace calls, [`invalidate`] those to be compiled again.
//! - [`dialect_modules`] the libraries of dialects, on the same core; [`renames`] names that macros have introduced.
//! - [`loading`] texts that are being evaluated, and what modules have of each other; [`warnings`] about what programs
//!   cannot mean.
//!
//! Nothing here runs code.

pub(crate) mod dialect_modules;
pub(crate) mod globals;
pub(crate) mod host_functions;
pub(crate) mod inline_templates;
pub(crate) mod invalidate;
pub(crate) mod lazy;
pub(crate) mod loading;
mod names;
pub(crate) mod native;
pub(crate) mod renames;
mod table;
pub(crate) mod warnings;

use crate::bytecode::CodeStore;
use crate::fault::Result;
use crate::io::Host;
use crate::limits::Interrupt;
use crate::object::Object;
use crate::runtime::Runtime;
use crate::source::Span;
use crate::value::{Kind, Value};

use dialect_modules::Twin;
use globals::Globals;
use inline_templates::Inlines;
use invalidate::Renewal;
use lazy::LazyDefinitions;
use loading::Loader;
use native::Natives;
use renames::Aliases;
use warnings::Warner;

pub(crate) use table::{ModuleEntry, Modules};

/// State that programs are compiled into.
pub(crate) struct ProgramState {
    pub code: CodeStore,
    pub globals: Globals,
    pub natives: Natives,
    pub rt: Runtime,
    /// Values that Rust code holds across evaluations.
    pub roots: Vec<Value>,
    pub modules: Modules,
    /// Originals of the names that macros have introduced.
    pub aliases: Aliases,
    pub definitions: Definitions,
    pub twin: Twin,
    pub loader: Loader,
    pub warner: Warner,
    /// Bytes that the machine that runs the code holds, for the memory limit.
    pub machine_bytes: usize,
}

/// Definitions that are compiled when they are needed.
#[derive(Clone, Default)]
pub(crate) struct Definitions {
    /// On first use.
    pub lazy: LazyDefinitions,
    /// In place of calls.
    pub inlines: Inlines,
    /// Again, after a name in them has become a macro.
    pub renewal: Renewal,
}

impl ProgramState {
    pub fn new(rt: Runtime) -> ProgramState {
        ProgramState {
            code: CodeStore::new(),
            globals: Globals::default(),
            natives: Natives::default(),
            rt,
            roots: Vec::new(),
            modules: Modules::new(),
            aliases: Aliases::default(),
            definitions: Definitions::default(),
            twin: Twin::default(),
            loader: Loader::default(),
            warner: Warner::default(),
            machine_bytes: 0,
        }
    }

    /// The same for a copy of the engine, while nothing runs.
    pub fn copy(&self, host: Box<dyn Host>, interrupt: Interrupt) -> ProgramState {
        ProgramState {
            code: self.code.clone(),
            globals: self.globals.clone(),
            natives: self.natives.copy(),
            rt: self.rt.copy(host, interrupt),
            roots: self.roots.clone(),
            modules: self.modules.clone(),
            aliases: self.aliases.clone(),
            definitions: self.definitions.clone(),
            twin: self.twin.clone(),
            loader: self.loader.copy(),
            warner: self.warner.clone(),
            machine_bytes: self.machine_bytes,
        }
    }

    /// Tells the heap what is held outside of it.
    pub fn account(&mut self) -> Result<()> {
        let bytes = self.machine_bytes
            + self.code.bytes()
            + self.globals.bytes()
            + self.rt.symbols.bytes()
            + self.aliases.bytes()
            + self.definitions.lazy.bytes()
            + self.rt.sources.bytes()
            + self.rt.kept_bytes()
            + self.rt.host_roots.bytes();
        let fresh = self.code.fresh_bytes() + self.rt.sources.fresh_bytes();
        self.rt.heap.set_external(bytes, fresh)
    }

    /// Gives a cell its value.
    pub fn set_cell(&mut self, cell: u32, value: Value) {
        let old = self.globals.value(cell);
        if old != value {
            self.code.stop_iterating(old);
        }
        self.globals.set(cell, value, &self.code.entries);
    }

    /// Returns whether it is a native, or a function in a text of the library.
    pub fn is_from_library(&self, f: Value) -> bool {
        let of_text = |span: Span| self.rt.sources.is_library(span.source());
        match f.kind() {
            _ if f == Value::UNBOUND => false,
            Kind::NATIVE => true,
            Kind::LAZY => self.lazy_is_function(f),
            Kind::CLOSURE => self.code.proto(f.meta()).is_some_and(|p| of_text(p.span)),
            Kind::GENERIC => {
                let methods = self.rt.heap.as_generic(f).map(|g| g.methods.as_slice()).unwrap_or_default();
                methods.iter().any(|m| self.is_from_library(m.body))
            }
            _ => false,
        }
    }

    /// Returns whether it is a macro that a text of the library defines.
    pub fn is_library_macro(&self, f: Value) -> bool {
        match f.kind() {
            Kind::LAZY => self.lazy_is_macro(f),
            Kind::MACRO => self.rt.heap.as_macro(f).is_some_and(|m| self.is_from_library(m.expander)),
            _ => false,
        }
    }

    /// Returns whether this is `call/cc` itself.
    pub fn is_capturer(&self, f: Value) -> bool {
        f.is(Kind::NATIVE) && self.natives.capturer == Some(f.meta())
    }

    /// The first of several values; what else there is as it is.
    pub fn primary_value(&self, v: Value) -> Value {
        match self.rt.heap.as_object(v) {
            Some(Object::Values(items)) if v.is(Kind::VALUES) => items.first().copied().unwrap_or(Value::NIL),
            _ => v,
        }
    }
}
