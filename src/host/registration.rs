//! Registration of functions, methods of generic functions, and modules: what the host says about each.

use std::fmt;
use std::sync::Arc;

use super::function::{HostFunction, HostFunctionCode, HostFunctionParts};
use super::object::{Class, HostType};
use crate::builtins::Mode;
use crate::fault::{Code, ErrorData, Unwind};
use crate::library::{LibraryTexts, Texts};
use crate::module::native::{HostParameter, HostSignature, Owner};
use crate::module::native::{NativeInfo, NativeKind};
use crate::symbol::ModuleId;
use crate::value::Value;
use crate::vm::Vm;
use crate::vm::generic;
use crate::vm::loader::{LibraryPart, ModuleText};

/// A function that the host has defined. It is there already; more can be said of it.
///
/// ```
/// use klammer::Engine;
///
/// let mut engine = Engine::new();
/// engine
///     .define("roll", |sides: u64, times: Option<u64>| sides * times.unwrap_or(1))
///     .parameters(["sides", "&key", "times"])
///     .doc("The most that `times` dice show.")
///     .example("(roll 6 :times 2)", "12");
/// assert_eq!(engine.eval::<u64>("(roll 6 :times 3)")?, 18);
/// let documentation = engine.docs().describe("roll").unwrap();
/// assert_eq!(documentation.usage, ["(roll sides [:times times])"]);
/// assert_eq!(documentation.examples[0].expression, "(roll 6 :times 2)");
/// # Ok::<(), klammer::Error>(())
/// ```
pub struct Definition<'a> {
    /// The number that the function has among the natives, if it is there.
    of: Option<(&'a mut Vm, u32)>,
    /// The cell of the generic function that it is a method of, if it is one.
    method: Option<u32>,
    /// Warning to give when all has been said of it.
    warning: Option<Box<ErrorData>>,
}

impl Drop for Definition<'_> {
    fn drop(&mut self) {
        if let (Some(warning), Some((vm, _))) = (self.warning.take(), &mut self.of) {
            vm.program.warn_host(*warning);
        }
    }
}

/// Gives a global name of a module a function of the host.
pub(crate) fn define<'a>(
    vm: &'a mut Vm,
    module: ModuleId,
    name: &str,
    parts: impl FnOnce() -> HostFunctionParts,
) -> Definition<'a> {
    define_parts(vm, module, name, parts())
}

/// [`define`] after type erasure.
fn define_parts<'a>(vm: &'a mut Vm, module: ModuleId, name: &str, parts: HostFunctionParts) -> Definition<'a> {
    let Some(value) = add_host_function(vm, module, name, None, parts) else {
        return Definition::NONE;
    };
    // In a copy, the program has determined the value of the name.
    if !vm.native_modules.refilling {
        vm.program.set_global(module, name, value);
    }
    Definition::of_function(vm, value.meta())
}

/// Makes a function of the host one of the engine, which has no name yet. `method` are its types if it is a method. In
/// a copy of an engine it takes the place that waits for it, and is made only if there is one.
pub(super) fn add_host_function(
    vm: &mut Vm,
    module: ModuleId,
    name: &str,
    method: Option<&str>,
    parts: HostFunctionParts,
) -> Option<Value> {
    if vm.native_modules.refilling && vm.program.natives.own.waiting_for(name, module, method).is_none() {
        return None;
    }
    if vm.native_modules.defining == Owner::Host && !vm.native_modules.refilling {
        vm.program.warn_of_name(module, name);
    }
    let HostFunctionParts { parameters, action } = parts;
    let mut facts = HostSignature {
        name: name.into(),
        module,
        owner: vm.native_modules.defining,
        parameters,
        positional: None,
        doc: String::new(),
        misdeclared: None,
        method: method.map(Into::into),
        plain_count: None,
    };
    facts.settle();
    // A check runs nothing of the host's.
    let is_checked = vm.program.loader.checking.is_some() && vm.native_modules.defining == Owner::Host;
    let action = match action {
        _ if is_checked => NativeKind::Absent,
        HostFunctionCode::Plain(f) => NativeKind::Host(f),
        HostFunctionCode::CallsBack(f) => NativeKind::Callback(vm.host.callbacks.add(f)),
    };
    // Sixteen million host functions would be needed for this to fail.
    vm.program.add_host_native(facts, action).ok()
}

impl<'a> Definition<'a> {
    /// Of what is not there.
    pub(super) const NONE: Definition<'a> = Definition { of: None, method: None, warning: None };

    /// Of the function with this number.
    pub(super) fn of_function(vm: &'a mut Vm, number: u32) -> Definition<'a> {
        Definition { of: Some((vm, number)), method: None, warning: None }
    }

    /// Of the function with this number, a method of the generic function in `cell`.
    pub(super) fn of_method(vm: &'a mut Vm, number: u32, cell: u32) -> Definition<'a> {
        Definition { of: Some((vm, number)), method: Some(cell), warning: None }
    }

    /// With a warning that the host gets, unless it withdraws it.
    pub(crate) fn warning(mut self, warning: Option<ErrorData>) -> Self {
        self.warning = warning.map(Box::new);
        self
    }

    /// States that the function takes the place of one of the library on purpose, which is a warning otherwise.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// engine.define("current-milliseconds", || 0).replaces_builtin();
    /// assert_eq!(engine.eval::<i64>("(current-milliseconds)")?, 0);
    /// assert!(engine.warnings().is_empty());
    /// engine.define("reverse", |text: &str| text.chars().rev().collect::<String>());
    /// assert_eq!(engine.warnings().len(), 1);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    pub fn replaces_builtin(self) -> Self {
        self.warning(None)
    }

    fn change(mut self, change: impl FnOnce(&mut HostSignature)) -> Self {
        if let Some((vm, number)) = &mut self.of
            && let Some(NativeInfo::Host(facts)) = vm.program.natives.own.get_mut(*number).map(|n| &mut n.facts)
        {
            let facts = Arc::make_mut(facts);
            change(facts);
            facts.settle();
        }
        self
    }

    /// Tells what methods there are by their new names, and warns the host if what it has said is wrong.
    fn checked(mut self) -> Self {
        if let (Some((vm, number)), Some(cell)) = (&mut self.of, self.method) {
            generic::name_host_method(&mut vm.program, cell, *number);
        }
        if let Some((vm, number)) = &mut self.of
            && let Some(NativeInfo::Host(facts)) = vm.program.natives.own.get(*number).map(|n| &n.facts)
            && let Some(wrong) = &facts.misdeclared
        {
            let warning = ErrorData::by(&facts.name, Code::Host, &**wrong).with_help("each call of it is an error");
            vm.program.warn_host(warning);
        }
        self
    }

    /// Names for the parameters, which errors and the documentation use. Those after `"&key"` are given by keyword;
    /// `"&optional"` and `"&rest"` are optional there, as the types say it. A wrong number of names is a warning
    /// ([`Engine::warnings`](crate::Engine::warnings)), and each call of the function is then an error.
    pub fn parameters<T: AsRef<str>>(self, names: impl IntoIterator<Item = T>) -> Self {
        self.change(|facts| {
            let (mut own, mut positional) = (Vec::new(), None);
            for name in names {
                match name.as_ref() {
                    "&key" => positional = Some(own.len()),
                    "&optional" | "&rest" => {}
                    name => own.push(Box::<str>::from(name)),
                }
            }
            let rest_by_keyword = positional.and_then(|n| facts.parameters.get(n..)).unwrap_or(&[]);
            if facts.method.is_some() && positional.is_some() {
                let wrong = "the host gives arguments of a method by keyword: methods are chosen by their positions";
                facts.misdeclared = Some(wrong.into());
            } else if own.len() != facts.parameters.len() {
                let (names, parameters) = (own.len(), facts.parameters.len());
                facts.misdeclared =
                    Some(format!("the host has named {names} parameters, its function has {parameters}").into());
            } else if rest_by_keyword.iter().any(|p| p.mode == Mode::Rest) {
                facts.misdeclared = Some("the host lets a `Rest` be given by keyword".into());
            } else {
                facts.misdeclared = None;
                let old = std::mem::take(&mut facts.parameters).into_iter().zip(own);
                facts.parameters = old.map(|(p, name)| HostParameter { name, ..p }).collect();
                facts.positional = positional;
            }
        })
        .checked()
    }

    /// Documents the function, for `doc`, the prompt and completion.
    pub fn doc(self, text: &str) -> Self {
        self.change(|facts| {
            // Examples may be there already.
            let examples = std::mem::take(&mut facts.doc);
            facts.doc = [text, "\n", &examples].concat();
        })
    }

    /// An expression and how its value prints. [`Documentation::examples`](crate::docs::Documentation::examples) has
    /// them, so that a test can check them all.
    pub fn example(self, expression: &str, value: &str) -> Self {
        self.change(|facts| {
            let first = !facts.doc.contains(";=>");
            facts.doc.push_str(if first { "\n" } else { "" });
            facts.doc.push_str(&format!("{expression}  ;=> {value}\n"));
        })
    }
}

/// Gives the generic function of a global name a method, for as many arguments as it has parameters. One whose last
/// parameters may be left out is a method for each number of arguments.
pub(crate) fn define_method<'a>(
    vm: &'a mut Vm,
    module: ModuleId,
    name: &str,
    parts: HostFunctionParts,
) -> Definition<'a> {
    let method = shown(&parts.parameters);
    let Some(value) = add_host_function(vm, module, name, Some(&method), parts) else {
        return Definition::NONE;
    };
    let number = value.meta();
    if vm.native_modules.refilling {
        // In a copy, the program has determined the value of the name.
        return Definition::of_function(vm, number);
    }
    let cell = vm.program.own_cell(module, name);
    if let Err(fault) = generic::add_host_method(vm, cell, value) {
        // A limit, or what is no method: it is not there then, and the host is told so.
        let wrong = match *fault {
            Unwind::Error(condition) => condition,
            _ => ErrorData::by(name, Code::Host, "there is no room for the method"),
        };
        vm.program.warn_host(wrong);
        return Definition::NONE;
    }
    Definition::of_method(vm, number, cell)
}

/// The types of the parameters as one text: a method with the same takes the place of one that is there.
fn shown(parameters: &[HostParameter]) -> Box<str> {
    let types: Vec<&str> = parameters.iter().map(|p| p.specializer.unwrap_or("t")).collect();
    format!("({})", types.join(" ")).into()
}

impl<T: HostType> Class<'_, T> {
    /// Defines a method of a generic function, as [`Engine::define_method`](crate::Engine::define_method) does: for the
    /// arguments that its parameters are made of.
    ///
    /// ```
    /// use klammer::{Class, Engine, HostType, Ref};
    ///
    /// struct Money(i64);
    ///
    /// impl HostType for Money {
    ///     const NAME: &'static str = "money";
    ///
    ///     fn describe(class: &mut Class<'_, Money>) {
    ///         class.define("money", Money);
    ///         class.read_only("cents", |m| m.0);
    ///         class.define_method("+", |a: &Money, b: Ref<'_, Money>| Money(a.0 + b.0));
    ///         class.define_method("*", |a: &Money, times: i64| Money(a.0 * times));
    ///     }
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.register::<Money>();
    /// assert_eq!(engine.eval::<i64>("(money-cents (* (+ (money 5) (money 2)) (+ 1 2)))")?, 21);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    pub fn define_method<M>(&mut self, name: &str, f: impl HostFunction<M>) -> Definition<'_> {
        define_method(self.vm, self.module, name, f.into_parts())
    }
}

/// A thing that functions of the host are defined in: an [`Engine`](crate::Engine), a [`Module`], a
/// [`Class`]. So a function of yours can define what all of them are to have.
///
/// ```
/// use klammer::{Define, Engine};
///
/// fn define_dice(on: &mut impl Define) {
///     on.define("roll", |sides: u64| sides / 2 + 1).doc("The middle of a die.");
/// }
///
/// let mut engine = Engine::new();
/// define_dice(&mut engine);
/// engine.module("dice", |module| define_dice(module));
/// assert_eq!(engine.eval::<u64>("(roll 6)")?, 4);
/// # Ok::<(), klammer::Error>(())
/// ```
pub trait Define {
    /// Gives a name a function of the host: [`Engine::define`](crate::Engine::define).
    fn define<M>(&mut self, name: &str, f: impl HostFunction<M>) -> Definition<'_>;
}

impl Define for Module<'_> {
    fn define<M>(&mut self, name: &str, f: impl HostFunction<M>) -> Definition<'_> {
        self.define(name, f)
    }
}

impl<T: HostType> Define for Class<'_, T> {
    fn define<M>(&mut self, name: &str, f: impl HostFunction<M>) -> Definition<'_> {
        self.define(name, f)
    }
}

/// A module of the host's, while a program requires it: what it has is said here. [`Engine::module`] names it.
///
/// Modules that require it see its definitions. Names that begin with `%` are private, for the module's own text
/// ([`Module::source`]).
///
/// There is an example at [`Engine::module`].
///
/// [`Engine::module`]: crate::Engine::module
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
        define(self.vm, self.module, name, || f.into_parts())
    }

    /// Defines a method of a generic function, as [`Engine::define_method`](crate::Engine::define_method) does. Those
    /// who require the module have the generic function as the module has it. A name of a builtin becomes the module's
    /// own and hides the builtin, like other names. Of two modules with methods of `+`, a program sees those of the
    /// module required last.
    pub fn define_method<M>(&mut self, name: &str, f: impl HostFunction<M>) -> Definition<'_> {
        define_method(self.vm, self.module, name, f.into_parts())
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
/// As in all library modules, a definition of a function, macro or literal list is compiled on first use. All else is
/// evaluated when a program requires the module. Comments begin with `;`.
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
/// assert_eq!(engine.docs().module("dice").unwrap().names, ["most"]);
/// # Ok::<(), klammer::Error>(())
/// ```
pub struct LibraryModule {
    name: &'static str,
    texts: LibraryTexts,
    define: Option<fn(&mut Module<'_>)>,
    is_core: bool,
    core_functions: &'static [&'static str],
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
        LibraryModule { name, texts: LibraryTexts::new(texts), define: None, is_core: false, core_functions: &[] }
    }

    /// Makes a module of texts, and of functions and types in Rust, which are there before the texts are evaluated.
    /// Errors name the functions of the texts that call them instead of them.
    #[must_use]
    pub const fn with_functions(
        name: &'static str,
        texts: &'static [(&'static str, &'static str)],
        define: fn(&mut Module<'_>),
    ) -> LibraryModule {
        LibraryModule {
            name,
            texts: LibraryTexts::new(texts),
            define: Some(define),
            is_core: false,
            core_functions: &[],
        }
    }

    /// Makes a part of the core: functions that every program has without `require`. Errors name them as they name
    /// builtins; `doc` says that they are about `subject`.
    #[must_use]
    pub const fn core(subject: &'static str, define: fn(&mut Module<'_>)) -> LibraryModule {
        LibraryModule {
            name: subject,
            texts: LibraryTexts::new(&[]),
            define: Some(define),
            is_core: true,
            core_functions: &[],
        }
    }
}

impl LibraryModule {
    /// Adds subjects and names of functions of the core that come with the module in a dialect where programs do not
    /// see the core's functions, such as Common Lisp.
    ///
    /// ```
    /// use klammer::LibraryModule;
    ///
    /// static SEARCH: LibraryModule =
    ///     LibraryModule::new("my-search", &[("my-search", "(defproc cells () 81)")]).with_core(&["state"]);
    /// ```
    #[must_use]
    pub const fn with_core(mut self, functions: &'static [&'static str]) -> LibraryModule {
        self.core_functions = functions;
        self
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

    fn core_functions(&self) -> &'static [&'static str] {
        self.core_functions
    }

    fn fill(&self, vm: &mut Vm, module: ModuleId) {
        if let Some(define) = self.define {
            define(&mut Module::new(vm, module, &mut Vec::new()));
        }
    }
}
