//! Modules of the host: functions and types that a program gets with `(require 'name)`.

use std::fmt;
use std::sync::Arc;

use super::declare::{Definition, define};
use super::function::HostFunction;
use super::method::define_method;
use super::object::{Class, HostType};
use crate::library::{LibraryTexts, Texts};
use crate::symbol::ModuleId;
use crate::vm::Vm;
use crate::vm::loader::{LibraryPart, ModuleText};

/// A module of the host's, while a program requires it: what it has is said here. [`Engine::provide`] names it.
///
/// Modules that require it see its definitions; names that begin with `%` are the module's own, for the part of it that
/// is written in the language ([`Module::source`]).
///
/// There is an example at [`Engine::provide`].
///
/// [`Engine::provide`]: crate::Engine::provide
pub struct Module<'a> {
    vm: &'a mut Vm,
    module: ModuleId,
    sources: &'a mut Vec<ModuleText>,
}

impl<'a> Module<'a> {
    pub(crate) fn new(vm: &'a mut Vm, module: ModuleId, sources: &'a mut Vec<ModuleText>) -> Module<'a> {
        Module { vm, module, sources }
    }

    /// Defines a function, as [`Engine::define`](crate::Engine::define) does.
    pub fn define<M>(&mut self, name: &str, f: impl HostFunction<M>) -> Definition<'_> {
        define(self.vm, self.module, name, || f.into_hosted())
    }

    /// Defines a method of a generic function, as [`Engine::define_method`](crate::Engine::define_method) does. Those
    /// who require the module have the generic function as the module has it. A name of a builtin is the module's own
    /// then, which hides the builtin's as other names do: of two modules with methods of `+`, a program sees those of
    /// the one that it has required last.
    pub fn define_method<M>(&mut self, name: &str, f: impl HostFunction<M>) -> Definition<'_> {
        define_method(self.vm, self.module, name, f.into_hosted())
    }

    /// Makes a type of the host known, with the functions that belong to it: see [`HostType`].
    pub fn register<T: HostType>(&mut self) {
        Class::<T>::register(self.vm, self.module);
    }

    /// A part of the module that is written in the language. It is evaluated when all functions are defined; with
    /// several, one after the other. `name` is what errors call the text.
    pub fn source(&mut self, name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) {
        self.sources.push(ModuleText { name: name.into(), text: text.into() });
    }
}

/// A module that a crate adds to the library ([`EngineBuilder::library`](crate::EngineBuilder::library)). It is written
/// in the language, and in Rust where it has functions.
///
/// As of all modules of the library, a definition is compiled when it is first used, if it defines a function, a macro
/// or a list that stands there. All else is evaluated when a program requires the module. Comments begin with `;`.
///
/// ```
/// use klammer::{Engine, LibraryModule, Module};
///
/// const DICE: &str = "; Dice of any number of sides.
///     (provide 'most)
///
///     (defproc most (dice)
///       \"The most that they show.\"
///       (fold-left + 0 (map-with %sides dice)))";
///
/// static MODULE: LibraryModule = LibraryModule::with_functions("dice", &[("dice", DICE)], define);
///
/// fn define(module: &mut Module<'_>) {
///     module.define("%sides", |die: &str| die.trim_start_matches('d').parse::<i64>());
/// }
///
/// let mut engine = Engine::builder().library(&[&MODULE]).build();
/// assert_eq!(engine.eval::<i64>("(require 'dice) (most '(\"d6\" \"d20\"))")?, 26);
/// assert_eq!(engine.module_documentation("dice").unwrap().names, ["most"]);
/// # Ok::<(), klammer::Error>(())
/// ```
pub struct LibraryModule {
    name: &'static str,
    texts: LibraryTexts,
    define: Option<fn(&mut Module<'_>)>,
    is_core: bool,
}

impl fmt::Debug for LibraryModule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LibraryModule").field("name", &self.name).finish_non_exhaustive()
    }
}

impl LibraryModule {
    /// Makes a module of texts in the language, each with the name that errors call it. They are evaluated one after
    /// the other. The comment that the first one begins with documents the module.
    #[must_use]
    pub const fn new(name: &'static str, texts: &'static [(&'static str, &'static str)]) -> LibraryModule {
        LibraryModule { name, texts: LibraryTexts::new(texts), define: None, is_core: false }
    }

    /// Makes a module of texts, and of functions and types in Rust, which are there before the texts are evaluated.
    /// Errors name the functions of the texts that call them instead of them.
    #[must_use]
    pub const fn with_functions(
        name: &'static str,
        texts: &'static [(&'static str, &'static str)],
        define: fn(&mut Module<'_>),
    ) -> LibraryModule {
        LibraryModule { name, texts: LibraryTexts::new(texts), define: Some(define), is_core: false }
    }

    /// Makes a part of the core: functions that every program has without `require`. Errors name them as they name
    /// builtins; `doc` says that they are about `subject`.
    #[must_use]
    pub const fn core(subject: &'static str, define: fn(&mut Module<'_>)) -> LibraryModule {
        LibraryModule { name: subject, texts: LibraryTexts::new(&[]), define: Some(define), is_core: true }
    }
}

impl LibraryPart for LibraryModule {
    fn name(&self) -> &'static str {
        self.name
    }

    fn is_core(&self) -> bool {
        self.is_core
    }

    fn texts(&'static self) -> Texts {
        self.texts.files()
    }

    fn fill(&self, vm: &mut Vm, module: ModuleId) {
        if let Some(define) = self.define {
            define(&mut Module::new(vm, module, &mut Vec::new()));
        }
    }
}
