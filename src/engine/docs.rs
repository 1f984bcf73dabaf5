//! Documentation of the names and modules that programs of an engine can use, for tools.

use super::Engine;
use super::inspect::untraced;
use crate::documentation::Documentation;
use crate::error::Place;
use crate::host::context;
use crate::inspection::{Found, ModuleDocumentation};
use crate::library;
use crate::value::Value;
use crate::vm::describe;
use crate::vm::vm_natives;

/// A view of an engine that looks names, modules and their documentation up: [`Engine::docs`] gives it.
///
/// ```
/// let mut engine = klammer::Engine::new();
/// engine.define("area", |width: f64, height: f64| width * height).doc("The area of a rectangle.");
/// let mut docs = engine.docs();
/// assert_eq!(docs.describe("remove").unwrap().usage, ["(remove x list)"]);
/// assert!(docs.find("rectangle").iter().any(|found| found.name == "area"));
/// assert!(docs.modules().any(|name| name == "amb"));
/// ```
#[derive(Debug)]
pub struct Docs<'e> {
    engine: &'e mut Engine,
}

impl<'e> Docs<'e> {
    pub(super) fn new(engine: &'e mut Engine) -> Docs<'e> {
        Docs { engine }
    }

    /// All that is known of a global name: what it is bound to, how it is called, its documentation taken apart. `None`
    /// when it is not defined. There is an example at [`Documentation`]; names that one does not know are found by
    /// [`Docs::find`].
    #[must_use]
    pub fn describe(&mut self, name: &str) -> Option<Documentation> {
        let symbol = self.engine.vm.program.rt.symbols.find(name)?;
        self.engine.begin();
        describe::describe(&mut self.engine.vm, self.engine.main, symbol)
    }

    /// The documentation of what a global name is bound to.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// engine.run("(defproc twice (n) \"Two times `n`.\" (* 2 n))")?;
    /// assert!(engine.docs().text("twice").unwrap().contains("Two times `n`."));
    /// # Ok::<(), klammer::Error>(())
    /// ```
    #[must_use]
    pub fn text(&mut self, name: &str) -> Option<String> {
        let symbol = self.engine.vm.program.rt.symbols.find(name)?;
        self.engine.begin();
        vm_natives::documentation(&mut self.engine.vm, Value::symbol(symbol)).ok().flatten()
    }

    /// Looks for names, those of modules that have not been required included: by a part of the name, or by words of
    /// the documentation. The best come first.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// let found = engine.docs().find("all-values");
    /// assert_eq!((found[0].name.as_str(), found[0].module.as_deref()), ("all-values", Some("amb")));
    /// ```
    #[must_use]
    pub fn find(&self, words: &str) -> Vec<Found> {
        describe::search_documentation(&self.engine.vm, self.engine.main, words)
    }

    /// Global names that a program can use at this point, in alphabetical order.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// engine.define("area", |width: f64, height: f64| width * height);
    /// let names = engine.docs().names();
    /// assert!(names.contains(&"area".to_string()) && names.contains(&"car".to_string()));
    /// ```
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> =
            self.engine.vm.program.visible_names(self.engine.main).into_iter().map(str::to_string).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The names of the modules in the library, which `require` finds everywhere.
    ///
    /// ```
    /// assert!(klammer::Engine::new().docs().modules().any(|name| name == "amb"));
    /// ```
    pub fn modules(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.engine
            .vm
            .native_modules
            .library_module_names()
            .chain(self.engine.vm.dialects.iter().map(|l| l.library.name))
    }

    /// Returns the documentation of a module of the library, or of a dialect.
    ///
    /// ```
    /// let module = klammer::Engine::new().docs().module("amb").unwrap();
    /// assert!(module.names.iter().any(|name| name == "all-values"));
    /// ```
    #[must_use]
    pub fn module(&self, name: &str) -> Option<ModuleDocumentation> {
        if self.engine.vm.dialects.has(name) {
            let text = format!("Another language on the same core, for what comes after (require '{name}).");
            return Some(ModuleDocumentation { text, names: Vec::new() });
        }
        let (_, texts) = self.engine.vm.native_modules.library_module_named(name)?;
        let names = library::provided(texts).map(|(name, _)| name.to_string());
        Some(ModuleDocumentation { text: library::module_comment(texts), names: names.collect() })
    }

    /// The names of the modules that [`Engine::module`] has named, whether a program has required them or not.
    ///
    /// ```
    /// use klammer::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.module("geometry", |_| {});
    /// assert_eq!(engine.docs().host_modules().collect::<Vec<_>>(), ["geometry"]);
    /// ```
    pub fn host_modules(&self) -> impl Iterator<Item = &str> {
        self.engine.vm.native_modules.provided.iter().map(|p| p.name.as_str())
    }

    /// Returns the places at which the function or macro that a global name is bound to was defined: of a generic
    /// function, each method. Empty for builtins and variables.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// engine.eval::<()>(("shop.lisp", "\n(defproc price (n) (* 3 n))"))?;
    /// assert_eq!(engine.docs().definition("price")[0].to_string(), "shop.lisp:2:1");
    /// # Ok::<(), klammer::Error>(())
    /// ```
    #[must_use]
    pub fn definition(&mut self, name: &str) -> Vec<Place> {
        self.engine.begin();
        let found = context::global(&mut self.engine.vm, self.engine.main, name).and_then(|f| untraced(self.engine, f));
        let spans = found.map(|f| describe::definition_spans(&self.engine.vm.program, f)).unwrap_or_default();
        spans.into_iter().filter_map(|span| Place::new(&self.engine.vm.program.rt.sources, span)).collect()
    }

    /// Returns what the engine's [`Advisor`](crate::hints::Advisor) says of a global name that nothing defines.
    #[must_use]
    pub fn hint(&self, name: &str) -> Option<String> {
        describe::hint_on_name(&self.engine.vm, self.engine.main, name)
    }
}
