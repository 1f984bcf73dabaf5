//! Texts with names of their own, beside one another in one engine.

use super::Engine;
use crate::convert::callee::{Callee, FoundLater};
use crate::convert::context::{self, Context};
use crate::convert::{FromLisp, IntoLisp, guarded_result, to_value};
use crate::error::Error;
use crate::fault::{Code, Result, fail, internal};
use crate::handle::Handle;
use crate::symbol::ModuleId;
use crate::value::Value;
use crate::vm::Vm;

/// Global names of their own for texts that know nothing of each other, such as the scripts of the figures of a game:
/// [`Engine::scope`] makes one. Clones are the same scope.
///
/// With a name it can be called wherever a function can: `engine.call((&orc, "act"), ())`.
///
/// ```
/// use klammer::Engine;
///
/// let mut engine = Engine::new();
/// engine.define("roll", || 4);
/// let (orc, elf) = (engine.scope("orc.lisp")?, engine.scope("elf.lisp")?);
/// engine.with().scope(&orc).run("(defproc strength () 10) (defproc act () (+ (strength) (roll)))")?;
/// engine.with().scope(&elf).run("(defproc strength () 3)  (defproc act () (* (strength) (roll)))")?;
/// assert_eq!(engine.call::<i64>((&orc, "act"), ())?, 14);
/// assert_eq!(engine.call::<i64>((&elf, "act"), ())?, 12);
/// // Nobody else sees them.
/// assert!(engine.get::<i64>("act").is_err());
/// # Ok::<(), klammer::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scope {
    name: String,
    /// The number of its module: a handle knows its engine.
    number: Handle,
}

impl Scope {
    /// Returns the name of its texts in errors.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn module(&self, vm: &Vm) -> Result<ModuleId> {
        if !vm.program.rt.host_roots.is_own(&self.number) {
            return fail(Code::Host, format!("the scope {} belongs to another engine", self.name));
        }
        let number = vm.program.rt.host_roots.held(&self.number)?.as_fixnum().and_then(|n| u32::try_from(n).ok());
        number.map_or_else(|| internal("a scope"), |n| Ok(ModuleId(n)))
    }
}

#[expect(private_interfaces, reason = "see the trait")]
impl Callee for (&Scope, &str) {
    const IS_NAME: bool = false;

    fn find(self, vm: &mut Vm, _: ModuleId) -> Result<Value> {
        let module = self.0.module(vm)?;
        context::global(vm, module, self.1)
    }

    fn is_there(&self, vm: &Vm, _: ModuleId) -> Result<bool> {
        Ok(context::bound_cell(vm, self.0.module(vm)?, self.1).is_some())
    }

    fn later(self) -> FoundLater {
        let (scope, name) = (self.0.clone(), self.1.to_string());
        Box::new(move |vm, module| (&scope, &*name).find(vm, module))
    }
}

impl Engine {
    /// A scope for texts of that name. It begins with what there is in the engine at this moment, functions of the
    /// host and what programs have defined; what its texts define or assign is their own, and what is defined outside
    /// later they do not see. Values are shared: a list that is changed is changed for all.
    ///
    /// The name is what errors call its texts, and no more: asked twice for the same name, there are two scopes
    /// that know nothing of each other. Any text is a name. There is an example at [`Scope`].
    ///
    /// It stays as long as the engine. Where scripts come and go, or share nothing, make each an engine of its own from
    /// a [`Snapshot`](crate::Snapshot): that takes microseconds, and dropping the engine frees all of it.
    ///
    /// # Errors
    /// When it does not fit the memory limit.
    pub fn scope(&mut self, name: &str) -> Result<Scope, Error> {
        self.begin();
        let module = self.vm.program.new_namespace(self.main, name).map_err(|fault| self.error(*fault))?;
        let number = self.vm.program.rt.host_roots.hold(Value::fix(module.0.into()));
        Ok(Scope { name: name.to_string(), number })
    }
}

impl Context<'_> {
    /// The value of a global variable of a scope: see [`Call::get`](crate::Call::get).
    ///
    /// # Errors
    /// When it is not defined, or no `T`; also when the scope belongs to another engine.
    pub fn get_in<T: FromLisp>(&mut self, scope: &Scope, name: &str) -> Result<T, Error> {
        self.attempt(|vm, _| {
            let module = scope.module(vm)?;
            let value = context::global(vm, module, name)?;
            guarded_result(&mut vm.program.rt, value)
        })
    }

    /// Gives a global variable of a scope a value.
    ///
    /// # Errors
    /// When the value does not fit the memory limit; also when the scope belongs to another engine.
    pub fn set_in(&mut self, scope: &Scope, name: &str, value: impl IntoLisp) -> Result<(), Error> {
        self.attempt(|vm, _| {
            let module = scope.module(vm)?;
            let value = to_value(&mut vm.program.rt, value)?;
            context::set_variable(vm, module, name, value)
        })
    }

    /// Evaluates all forms of `text` with the names of a scope: [`Context::eval`] in another one than that of the
    /// caller.
    ///
    /// ```
    /// use klammer::{Context, Engine, Error};
    ///
    /// let mut engine = Engine::new();
    /// let orc = engine.scope("orc.lisp")?;
    /// engine.with().scope(&orc).run("(setq anger 3)")?;
    /// let its = orc.clone();
    /// engine.define("ask-orc", move |cx: &mut Context<'_>, text: String| cx.eval_in::<i64>(&its, &text));
    /// assert_eq!(engine.eval::<i64>("(ask-orc \"(* 2 anger)\")")?, 6);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Context::eval`]; also when the scope belongs to another engine.
    pub fn eval_in<T: FromLisp>(&mut self, scope: &Scope, text: &str) -> Result<T, Error> {
        self.attempt(|vm, lent| {
            let module = scope.module(vm)?;
            context::eval_text(vm, module, scope.name.clone().into(), text, lent)
        })
    }
}
