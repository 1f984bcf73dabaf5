//! Texts with names of their own, beside one another in one engine.

use super::Engine;
use crate::convert::callee::{Callee, FoundLater};
use crate::convert::context::{self, Context};
use crate::convert::declare::{Definition, define};
use crate::convert::function::HostFunction;
use crate::convert::future::AsyncHostFunction;
use crate::convert::{FromLisp, IntoLisp, guarded_result, to_value};
use crate::error::Error;
use crate::fault::{Code, Res, fail, internal};
use crate::handle::Handle;
use crate::symbol::ModuleId;
use crate::value::Value;
use crate::vm::Vm;

/// Global names of their own for texts that know nothing of each other, such as the scripts of the figures of a game:
/// [`Engine::namespace`] makes one. Clones are the same namespace.
///
/// With a name it can be called wherever a function can: `engine.call((&orc, "act"), ())`.
///
/// ```
/// use klammer::Engine;
///
/// let mut engine = Engine::new();
/// engine.define("roll", || 4);
/// let (orc, elf) = (engine.namespace("orc.lisp")?, engine.namespace("elf.lisp")?);
/// engine.eval_in::<()>(&orc, "(defproc strength () 10) (defproc act () (+ (strength) (roll)))")?;
/// engine.eval_in::<()>(&elf, "(defproc strength () 3)  (defproc act () (* (strength) (roll)))")?;
/// assert_eq!(engine.call::<i64>((&orc, "act"), ())?, 14);
/// assert_eq!(engine.call::<i64>((&elf, "act"), ())?, 12);
/// // Nobody else sees them.
/// assert!(engine.get::<i64>("act").is_err());
/// # Ok::<(), klammer::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Namespace {
    name: String,
    /// The number of its module: a handle knows its engine.
    number: Handle,
}

impl Namespace {
    /// Returns the name of its texts in errors.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn module(&self, vm: &Vm) -> Res<ModuleId> {
        if !vm.rt.host_roots.is_own(&self.number) {
            return fail(Code::Host, format!("the namespace {} belongs to another engine", self.name));
        }
        let number = vm.rt.host_roots.held(&self.number)?.as_fixnum().and_then(|n| u32::try_from(n).ok());
        number.map_or_else(|| internal("a namespace"), |n| Ok(ModuleId(n)))
    }
}

#[expect(private_interfaces, reason = "see the trait")]
impl Callee for (&Namespace, &str) {
    const IS_NAME: bool = false;

    fn find(self, vm: &mut Vm, _: ModuleId) -> Res<Value> {
        let module = self.0.module(vm)?;
        context::global(vm, module, self.1)
    }

    fn is_there(&self, vm: &Vm, _: ModuleId) -> Res<bool> {
        Ok(context::bound_cell(vm, self.0.module(vm)?, self.1).is_some())
    }

    fn later(self) -> FoundLater {
        let (namespace, name) = (self.0.clone(), self.1.to_string());
        Box::new(move |vm, module| (&namespace, &*name).find(vm, module))
    }
}

impl Engine {
    /// A namespace for texts of that name. It begins with what there is in the engine at this moment, functions of the
    /// host and what programs have defined; what its texts define or assign is their own, and what is defined outside
    /// later they do not see. Values are shared: a list that is changed is changed for all.
    ///
    /// The name is what errors call its texts, and no more: asked twice for the same name, there are two namespaces
    /// that know nothing of each other. Any text is a name. There is an example at [`Namespace`].
    ///
    /// It stays as long as the engine. Where scripts come and go, or share nothing, make each an engine of its own from
    /// a [`Snapshot`](crate::Snapshot): that takes microseconds, and dropping the engine frees all of it.
    ///
    /// # Errors
    /// When it does not fit the memory limit.
    pub fn namespace(&mut self, name: &str) -> Result<Namespace, Error> {
        self.begin();
        let module = self.vm.new_namespace(self.main, name).map_err(|fault| self.error(*fault))?;
        let number = self.vm.rt.host_roots.hold(Value::fix(module.0.into()));
        Ok(Namespace { name: name.to_string(), number })
    }

    /// The value of a global variable of a namespace: what [`Engine::get`] is for those of the host's programs.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// let orc = engine.namespace("orc.lisp")?;
    /// engine.eval_in::<()>(&orc, "(setq anger 3)")?;
    /// let anger: i64 = engine.get_in(&orc, "anger")?;
    /// engine.set_in(&orc, "anger", anger + 1)?;
    /// assert_eq!(engine.eval_in::<i64>(&orc, "anger")?, 4);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When it is not defined, or no `T`; also when the namespace belongs to another engine.
    pub fn get_in<T: FromLisp>(&mut self, namespace: &Namespace, name: &str) -> Result<T, Error> {
        self.evaluated(|e| {
            let module = namespace.module(&e.vm)?;
            context::global(&mut e.vm, module, name)
        })
    }

    /// Gives a global variable of a namespace a value. There is an example at [`Engine::get_in`].
    ///
    /// # Errors
    /// When the value does not fit the memory limit; also when the namespace belongs to another engine.
    pub fn set_in(&mut self, namespace: &Namespace, name: &str, value: impl IntoLisp) -> Result<(), Error> {
        self.begin();
        let set = namespace.module(&self.vm).and_then(|module| {
            let value = to_value(&mut self.vm.rt, value)?;
            context::set_variable(&mut self.vm, module, name, value)
        });
        set.map_err(|fault| self.error(*fault))
    }

    /// Gives a name a function of the host in a namespace alone: what [`Engine::define`] does for all programs of the
    /// host.
    ///
    /// Names that the function looks up in its [`Context`](crate::Context) are those of the code that calls it.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// let orc = engine.namespace("orc.lisp")?;
    /// engine.define_in(&orc, "growl", || "grr")?.doc("What an orc says.");
    /// assert_eq!(engine.eval_in::<String>(&orc, "(growl)")?, "grr");
    /// assert!(engine.eval::<String>("(growl)").is_err());
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the namespace belongs to another engine.
    pub fn define_in<M>(
        &mut self,
        namespace: &Namespace,
        name: &str,
        f: impl HostFunction<M>,
    ) -> Result<Definition<'_>, Error> {
        match namespace.module(&self.vm) {
            Ok(module) => Ok(define(&mut self.vm, module, name, || f.into_hosted())),
            Err(fault) => Err(self.error(*fault)),
        }
    }

    /// Gives a name an asynchronous function of the host in a namespace alone: what [`Engine::define_async`] does for
    /// all programs of the host.
    ///
    /// ```
    /// use klammer::{Engine, Error};
    ///
    /// # let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
    /// let mut engine = Engine::new();
    /// let orc = engine.namespace("orc.lisp")?;
    /// engine.define_async_in(&orc, "wait-for-prey", || async { "elf" })?.doc("What comes along.");
    /// let program = engine.compile("orc.lisp", "(list 'eats (wait-for-prey))")?;
    /// let run = engine.evaluation().within(&orc).start::<(klammer::Symbol, String)>(&program)?;
    /// let (_, prey) = runtime.block_on(run.in_steps(&mut engine, 1_000))?;
    /// assert_eq!(prey, "elf");
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// When the namespace belongs to another engine.
    pub fn define_async_in<M>(
        &mut self,
        namespace: &Namespace,
        name: &str,
        f: impl AsyncHostFunction<M>,
    ) -> Result<Definition<'_>, Error> {
        match namespace.module(&self.vm) {
            Ok(module) => Ok(define(&mut self.vm, module, name, || f.into_hosted())),
            Err(fault) => Err(self.error(*fault)),
        }
    }

    /// Evaluates all forms of `text` with the names of a namespace, and converts the value of the last one.
    ///
    /// # Errors
    /// As for [`Engine::eval`]; also when the namespace belongs to another engine.
    pub fn eval_in<T: FromLisp>(&mut self, namespace: &Namespace, text: &str) -> Result<T, Error> {
        let lenient = self.lenient;
        self.evaluated(|e| {
            let module = namespace.module(&e.vm)?;
            e.vm.evaluate(module, namespace.name.to_string().into(), text, None, lenient)
        })
    }
}

impl Context<'_> {
    /// The value of a global variable of a namespace: see [`Engine::get_in`].
    ///
    /// # Errors
    /// When it is not defined, or no `T`; also when the namespace belongs to another engine.
    pub fn get_in<T: FromLisp>(&mut self, namespace: &Namespace, name: &str) -> Result<T, Error> {
        self.attempt(|vm, _| {
            let module = namespace.module(vm)?;
            let value = context::global(vm, module, name)?;
            guarded_result(&mut vm.rt, value)
        })
    }

    /// Gives a global variable of a namespace a value.
    ///
    /// # Errors
    /// When the value does not fit the memory limit; also when the namespace belongs to another engine.
    pub fn set_in(&mut self, namespace: &Namespace, name: &str, value: impl IntoLisp) -> Result<(), Error> {
        self.attempt(|vm, _| {
            let module = namespace.module(vm)?;
            let value = to_value(&mut vm.rt, value)?;
            context::set_variable(vm, module, name, value)
        })
    }

    /// Evaluates all forms of `text` with the names of a namespace: [`Context::eval`] in another one than that of the
    /// caller.
    ///
    /// ```
    /// use klammer::{Context, Engine, Error};
    ///
    /// let mut engine = Engine::new();
    /// let orc = engine.namespace("orc.lisp")?;
    /// engine.eval_in::<()>(&orc, "(setq anger 3)")?;
    /// let its = orc.clone();
    /// engine.define("ask-orc", move |cx: &mut Context<'_>, text: String| cx.eval_in::<i64>(&its, &text));
    /// assert_eq!(engine.eval::<i64>("(ask-orc \"(* 2 anger)\")")?, 6);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Context::eval`]; also when the namespace belongs to another engine.
    pub fn eval_in<T: FromLisp>(&mut self, namespace: &Namespace, text: &str) -> Result<T, Error> {
        self.attempt(|vm, lent| {
            let module = namespace.module(vm)?;
            context::eval_text(vm, module, namespace.name.clone().into(), text, lent)
        })
    }
}
