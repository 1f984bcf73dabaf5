//! The engine: what a Rust program holds to run Klammer code.

use std::fmt;
use std::path::Path;

use crate::error::Error;
use crate::fault::{Code, Result, Unwind, fail};
use crate::handle::Handle;
use crate::host::error::to_host_error;
use crate::host::function::Callable;
use crate::host::{FromLisp, IntoArguments, IntoLisp, guarded_result, result_of};
use crate::limits::{Interrupt, Limits};
use crate::symbol::ModuleId;
use crate::value::Value;
use crate::vm::Vm;
use crate::vm::profiler;

pub use builder::{EngineBuilder, Snapshot};
pub use call::{Call, ProgramText, Scope};

pub use debugger::{Debugger, Pause};
pub use inspect::Arity;
pub use inspect::Docs;
pub use inspect::Inspect;
pub use program::{Diagnostics, Program};

pub use run::RunFuture;
pub use run::{Run, Startable, Step};

/// An interpreter with its own heap, globals and limits.
///
/// Engines share nothing; each can live on a thread of its own.
///
/// ```
/// use klammer::Engine;
///
/// let mut engine = Engine::new();
/// engine.define("area", |width: f64, height: f64| width * height);
/// let total: f64 = engine.eval("(+ (area 2.0 3.0) (area 4.0 0.5))")?;
/// assert_eq!(total, 8.0);
/// # Ok::<(), klammer::Error>(())
/// ```
pub struct Engine {
    vm: Vm,
    limits: Limits,
    main: ModuleId,
    lenient: bool,
}

/// Usage of the last evaluation.
///
/// ```
/// let mut engine = klammer::Engine::new();
/// engine.eval::<()>("(dotimes (i 1000) i)")?;
/// assert!(engine.usage().ticks >= 1000);
/// # Ok::<(), klammer::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
#[non_exhaustive]
pub struct ResourceUsage {
    /// Ticks: calls, iterations of loops, and charges of builtins.
    pub ticks: u64,
    /// Bytes in use at its end.
    pub memory: usize,
    /// Garbage collections since the engine was made.
    pub collections: u64,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("limits", &self.limits).field("usage", &self.usage()).finish_non_exhaustive()
    }
}

impl Default for Engine {
    fn default() -> Self {
        Engine::new()
    }
}

impl Engine {
    /// An engine with the default limits that has nothing of the outside world: no output, files, clock, environment.
    /// [`EngineBuilder::host`] grants what a program may have.
    #[must_use]
    pub fn new() -> Engine {
        Engine::builder().build()
    }

    /// For other limits or another host: there is an example at [`EngineBuilder`].
    pub fn builder() -> EngineBuilder {
        EngineBuilder::default()
    }

    /// Evaluates all forms of a text for what they do: [`Engine::eval`] where no value is wanted.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// engine.run("(setq level 3)")?;
    /// assert_eq!(engine.get::<i64>("level")?, 3);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the text cannot be read, the program fails or exceeds a limit.
    #[doc(alias = "exec", alias = "run_script", alias = "load")]
    pub fn run(&mut self, text: impl ProgramText) -> Result<(), Error> {
        self.eval(text)
    }

    /// Evaluates all forms of a text and converts the last value to the requested type: `eval::<i64>(...)`, or `let n:
    /// i64 = ...`. Where none is, there is [`Engine::run`].
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// let squares: Vec<i64> = engine.eval("(defproc square (n) (* n n)) (map-with square '(1 2 3))")?;
    /// assert_eq!(squares, [1, 4, 9]);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the text cannot be read, the program fails or exceeds a limit, or the value is no `T`.
    #[doc(alias = "eval_file", alias = "eval_named")]
    pub fn eval<T: FromLisp>(&mut self, text: impl ProgramText) -> Result<T, Error> {
        self.evaluated(|e| e.evaluate_text(text.source()))
    }

    /// Begins the long form of [`Engine::eval`], [`Engine::call`] and their kin: under conditions of their own, such as
    /// a [`Scope`], a loan, limits. There is an example at [`Call`].
    pub fn with(&mut self) -> Call<'_> {
        Call::new(self)
    }

    /// Loads a module or a dialect for the programs to come, as `(require 'name)` in one of them would.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// engine.require("amb")?;
    /// assert_eq!(engine.eval::<i64>("(length (all-values (amb 1 2 3)))")?, 3);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such module, or it fails.
    pub fn require(&mut self, name: &str) -> Result<(), Error> {
        self.evaluated(|e| {
            let name = e.vm.program.rt.heap.string(name.to_string())?;
            e.vm.require(name).map(|_| Value::NIL)
        })
    }

    fn flush(&mut self, is_stopped: bool) -> Result<(), Error> {
        let files = self.vm.program.rt.finish_files(is_stopped).map_err(|fault| self.error(*fault));
        let output = self.vm.program.rt.host.flush();
        output.map_err(|cause| Error::plain(Code::File, format!("cannot write output: {cause}"))).and(files)
    }

    /// Gives a global variable a value.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// engine.set("prices", vec![3, 4])?;
    /// assert_eq!(engine.eval::<i64>("(apply + prices)")?, 7);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the value does not fit the memory limit, or no variable can have that name: `nil`, `t`, a keyword.
    #[doc(alias = "set_var", alias = "set_value")]
    pub fn set(&mut self, name: &str, value: impl IntoLisp) -> Result<(), Error> {
        self.with().set(name, value)
    }

    /// Returns the value of a global variable, of one in a scope, or of a [`Handle`].
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// engine.run("(setq size '(3 4))")?;
    /// let kept: klammer::Handle = engine.get("size")?;
    /// assert_eq!(engine.get::<Vec<i64>>(&kept)?, [3, 4]);
    /// assert_eq!(engine.get::<(i64, i64)>("size")?, (3, 4));
    /// assert_eq!(engine.get::<i64>("height").unwrap_err().code(), klammer::Code::UnboundVariable);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When it is not defined, or no `T`; also when a handle or scope belongs to another engine.
    pub fn get<T: FromLisp>(&mut self, what: impl Callable) -> Result<T, Error> {
        self.get_in(self.main, what)
    }

    /// Returns whether there is a value of that name: of a global name, or of one in a scope. So a script may leave out
    /// what the host would call.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// let orc = engine.scope("orc.lisp")?;
    /// engine.with().scope(&orc).run("(defproc on-hit (by) (* 2 by))")?;
    /// for hook in ["on-hit", "on-death"] {
    ///     if engine.has((&orc, hook))? {
    ///         assert_eq!(engine.call::<i64>((&orc, hook), (4,))?, 8);
    ///     }
    /// }
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When a handle or scope belongs to another engine.
    pub fn has(&self, name: impl Callable) -> Result<bool, Error> {
        name.is_there(&self.vm, self.main).map_err(|fault| self.error(*fault))
    }

    /// Calls a function: one that a global name is bound to, or one that a [`Handle`] holds.
    ///
    /// ```
    /// use klammer::{Engine, Handle};
    ///
    /// let mut engine = Engine::new();
    /// engine.eval::<()>("(defproc double (n) (* 2 n))")?;
    /// assert_eq!(engine.call::<i64>("double", (21,))?, 42);
    /// let double: Handle = engine.get("double")?;
    /// assert_eq!(engine.call::<i64>(&double, (4,))?, 8);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such function, it fails, exceeds a limit, or returns no `T`.
    #[doc(alias = "call_fn", alias = "call_function")]
    pub fn call<T: FromLisp>(&mut self, f: impl Callable, arguments: impl IntoArguments) -> Result<T, Error> {
        self.evaluated_to(|e| {
            let f = f.find(&mut e.vm, e.main)?;
            let value = arguments.passed_to(&mut e.vm, |vm, values| vm.call_nested(f, values))?;
            result_of(&mut e.vm, f, value)
        })
    }

    /// Returns the engine's [`Interrupt`], by which another thread stops its evaluations.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// let interrupt = engine.interrupt();
    /// engine.define("give-up", move || interrupt.interrupt());
    /// // Another thread may do so, too.
    /// let error = engine.run("(give-up) (do () (nil) 1)").unwrap_err();
    /// assert_eq!(error.code(), klammer::Code::Interrupted);
    /// ```
    #[must_use]
    pub fn interrupt(&self) -> Interrupt {
        self.vm.program.rt.budget.interrupt.clone()
    }

    /// Gives access to the limits of the evaluations to come. A change between two steps of a [`Run`] holds for its
    /// next step, which is an error that ends the run when it exceeds them. A limit on ticks that is lower than the
    /// ticks of a step does so, too.
    ///
    /// ```
    /// use klammer::{Code, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.limits_mut().ticks = Some(1_000);
    /// assert_eq!(engine.run("(do () (nil) 1)").unwrap_err().code(), Code::OutOfTicks);
    /// ```
    #[doc(alias = "set_limits", alias = "set_max_operations", alias = "set_memory_limit")]
    pub fn limits_mut(&mut self) -> &mut Limits {
        &mut self.limits
    }

    /// Returns the usage of the last evaluation.
    #[must_use]
    pub fn usage(&self) -> ResourceUsage {
        ResourceUsage {
            ticks: self.vm.program.rt.budget.used(),
            memory: self.vm.program.rt.heap.used(),
            collections: self.vm.program.rt.heap.collections(),
        }
    }

    /// The warnings of the last evaluation, and of what the host has defined since, if they are collected: see
    /// [`Warnings`](crate::Warnings).
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// engine.eval::<()>("(defproc reset () (setq counter 0))")?;
    /// assert_eq!(engine.warnings()[0].code().as_str(), "undefined-assignment");
    /// # Ok::<(), klammer::Error>(())
    /// ```
    #[must_use]
    pub fn warnings(&self) -> &[Error] {
        self.vm.program.warning_collector.kept()
    }

    /// Collects garbage at one of every `opportunities` opportunities, and ends a slice of ticks after `ticks` ticks.
    #[cfg(all(test, feature = "reference-evaluator"))]
    pub(crate) fn stress(&mut self, opportunities: u32, ticks: i64) {
        self.vm.program.rt.heap.stress.every = opportunities;
        self.vm.program.rt.budget.slice_length = ticks;
    }

    /// Number of continuations that programs could not capture, because code was compiled for builtins that they have
    /// replaced.
    #[cfg(all(test, feature = "reference-evaluator"))]
    pub(crate) fn refused_captures(&self) -> u64 {
        self.vm.refused_captures()
    }

    /// A scope for texts of that name. It begins with the engine's present contents: functions of the host and
    /// definitions of programs. Its texts' definitions and assignments are its own, and later definitions outside are
    /// invisible to it. Values are shared: a list that is changed is changed for all.
    ///
    /// The name serves only in errors. Two scopes with the same name are independent. Any text is a name. There is an
    /// example at [`Scope`].
    ///
    /// It stays as long as the engine. If scripts come and go, or share nothing, make an engine for each from a
    /// [`Snapshot`]. That takes microseconds, and dropping the engine frees everything.
    ///
    /// # Errors
    /// When it does not fit the memory limit.
    pub fn scope(&mut self, name: &str) -> Result<Scope, Error> {
        Scope::new(self, name)
    }

    /// The engine as it is now, for others to be made of ([`Snapshot::engine`], [`Snapshot::builder`]). They have the
    /// programs' definitions and data, the host's functions with a [`Context`](crate::Context), the state of the random
    /// numbers, and the limits. From then on, each engine is independent. They have neither the host, nor its data
    /// ([`Engine::data`]), nor runs that wait; and handles belong to the engine that made them.
    ///
    /// A host function without a context belongs to one engine. Calling it in a copy is an error until
    /// [`Engine::define`] has defined that name in the copy. So it is with the functions of a type that has been
    /// registered, its fields included: [`Engine::register`] gives them to the copy. Copies have the modules of the
    /// host ([`Engine::module`]) without that. [`Snapshot::is_whole`] says whether anything is missing.
    ///
    /// ```
    /// use klammer::{Context, Engine};
    ///
    /// // What each engine is given, copy or not.
    /// fn prepare(engine: &mut Engine) {
    ///     engine.define("roll", || 4);
    /// }
    ///
    /// let mut engine = Engine::new();
    /// prepare(&mut engine);
    /// engine.define("twice", |_: &mut Context<'_>, n: i64| 2 * n);
    /// engine.run("(defproc act () (twice (roll)))")?;
    ///
    /// let snapshot = engine.snapshot()?;
    /// assert!(!snapshot.is_whole());
    /// let mut copy = snapshot.engine();
    /// assert_eq!(copy.eval::<i64>("(twice 21)")?, 42);
    /// let error = copy.call::<i64>("act", ()).unwrap_err();
    /// assert!(error.message().starts_with("roll: the host function was not copied with the engine"));
    /// prepare(&mut copy);
    /// assert_eq!(copy.call::<i64>("act", ())?, 8);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// The memory of the snapshot does not count against the engine's limit.
    ///
    /// # Errors
    /// The engine holds objects of the host that cannot be copied, because their type does not declare
    /// [`Class::copies`](crate::Class::copies).
    pub fn snapshot(&mut self) -> Result<Snapshot, Error> {
        Snapshot::of(self)
    }

    /// Looks up names, modules and their documentation, for tools.
    pub fn docs(&mut self) -> Docs<'_> {
        Docs::new(self)
    }

    /// Inspects values, programs and searches, for tools: consoles, debuggers, profilers, tests.
    pub fn inspect(&mut self) -> Inspect<'_> {
        Inspect::new(self)
    }

    /// The text of a file, as the host has it.
    fn text_of(&mut self, path: &Path) -> Result<String> {
        match self.vm.program.rt.file_text(path)? {
            Ok(text) => Ok(text),
            Err(error) => fail(Code::File, format!("cannot read {}: {error}", path.display())),
        }
    }

    fn get_in<T: FromLisp>(&mut self, module: ModuleId, what: impl Callable) -> Result<T, Error> {
        let Some(handle) = what.held() else { return self.evaluated(|e| what.find(&mut e.vm, module)) };
        // Nothing of a program runs, and nothing is written.
        self.vm.start_reading(&self.limits);
        let rt = &mut self.vm.program.rt;
        let value = rt.host_roots.value_of(handle).and_then(|value| guarded_result(rt, value));
        profiler::end_evaluation(&mut self.vm);
        value.map_err(|fault| self.error(*fault))
    }

    fn begin(&mut self) {
        self.vm.program.warning_collector.begin();
        self.vm.start(&self.limits);
    }

    /// Runs one evaluation for the host: fresh account, result converted, output delivered, fault reported.
    fn evaluated<T: FromLisp>(&mut self, f: impl FnOnce(&mut Engine) -> Result<Value>) -> Result<T, Error> {
        self.evaluated_to(|e| f(e).and_then(|v| guarded_result(&mut e.vm.program.rt, v)))
    }

    /// [`Engine::evaluated`] for what is converted already.
    fn evaluated_to<T>(&mut self, f: impl FnOnce(&mut Engine) -> Result<T>) -> Result<T, Error> {
        self.begin();
        let result = f(self);
        self.ended(result)
    }

    fn ended<T>(&mut self, result: Result<T>) -> Result<T, Error> {
        profiler::end_evaluation(&mut self.vm);
        match result {
            Ok(value) => match self.flush(false) {
                Ok(()) => Ok(value),
                Err(error) => Err(error),
            },
            Err(fault) => Err(self.failed(*fault)),
        }
    }

    /// The error of an evaluation that has ended with it.
    #[cold]
    fn failed(&mut self, fault: Unwind) -> Error {
        let is_stopped = matches!(fault, Unwind::Limit(_));
        let error = self.error(fault);
        // Of two errors the program's own tells more.
        let _ = self.flush(is_stopped);
        error
    }

    fn held(&self, handle: &Handle) -> Result<Value, Error> {
        self.vm.program.rt.host_roots.value_of(handle).map_err(|fault| self.error(*fault))
    }

    fn error(&self, fault: Unwind) -> Error {
        to_host_error(&self.vm, self.main, fault)
    }
}

// These come after the first `impl`: the documentation shows the methods in this order.
mod builder;
mod call;
mod debugger;

mod define;
pub(crate) mod inspect;
mod program;

mod run;

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::io::Host;

    /// Keeps what is written, and separately what has arrived.
    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<(String, String)>>);

    impl Paper {
        fn arrived(&self) -> String {
            self.0.lock().unwrap().1.clone()
        }
    }

    impl Host for Paper {
        fn write(&mut self, text: &str) -> io::Result<()> {
            self.0.lock().unwrap().0.push_str(text);
            Ok(())
        }

        fn flush(&mut self) -> io::Result<()> {
            let (written, arrived) = &mut *self.0.lock().unwrap();
            arrived.push_str(&std::mem::take(written));
            if arrived.contains("jam") { Err(io::Error::other("paper jam")) } else { Ok(()) }
        }
    }

    fn engine() -> (Engine, Paper) {
        let paper = Paper::default();
        (Engine::builder().host(paper.clone()).build(), paper)
    }

    #[test]
    fn output_has_arrived_when_an_evaluation_ends() {
        let (mut engine, paper) = engine();
        engine.eval::<()>("(display \"abc\")").unwrap();
        assert_eq!(paper.arrived(), "abc");
        engine.eval::<()>("(display \"def\") (car 1)").unwrap_err();
        assert_eq!(paper.arrived(), "abcdef");
    }

    #[test]
    fn the_host_writes_in_between_on_fresh_lines() {
        let (mut engine, paper) = engine();
        engine.inspect().fresh_line().unwrap();
        engine.eval::<()>("(display \"abc\")").unwrap();
        engine.inspect().fresh_line().unwrap();
        engine.inspect().fresh_line().unwrap();
        engine.inspect().write("ä\n").unwrap();
        engine.inspect().fresh_line().unwrap();
        assert_eq!(paper.arrived(), "abc\nä\n");
    }

    #[test]
    fn lost_output_is_an_error_unless_one_is_worse() {
        let (mut engine, _) = engine();
        let error = engine.eval::<()>("(display \"jam\")").unwrap_err();
        assert_eq!((error.code(), error.message()), (Code::File, "cannot write output: paper jam"));
        assert_eq!(engine.eval::<()>("(display \"jam\") (car 1)").unwrap_err().code(), Code::WrongType);
    }

    #[test]
    fn a_handle_becomes_a_global_of_its_engine_only() {
        let (mut engine, _) = engine();
        let list: Handle = engine.eval("(list 1 2)").unwrap();
        engine.set("kept", &list).unwrap();
        assert_eq!(engine.eval::<Vec<i64>>("kept").unwrap(), [1, 2]);
        assert_eq!(Engine::new().set("kept", &list).unwrap_err().code(), Code::Host);
    }

    #[test]
    fn a_limit_names_the_place_of_the_stop() {
        let mut engine = Engine::builder().limits(Limits { ticks: Some(1000), ..Limits::default() }).build();
        let error = engine.eval::<()>("(+ 1 2)\n(do () (nil) 1)").unwrap_err();
        assert_eq!((error.code(), error.place().map(|p| p.line())), (Code::OutOfTicks, Some(2)));
    }
}
