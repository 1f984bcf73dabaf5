//! The engine: what a Rust program holds to run Klammer code.

use std::fmt;
use std::path::Path;

use crate::convert::callee::Callee;
use crate::convert::error::outward;
use crate::convert::{FromLisp, IntoArguments, IntoLisp, guarded_result, result_of};
use crate::documentation::Documentation;
use crate::error::Error;
use crate::fault::{Code, Result, Unwind, fail};
use crate::handle::Handle;
use crate::limits::{InterruptHandle, Limits};
use crate::printer::{Style, print};
use crate::random::RandomState;
use crate::symbol::ModuleId;
use crate::value::Value;
use crate::vm::Vm;
use crate::vm::backtrace;
use crate::vm::describe;
use crate::vm::vm_natives;

pub use builder::EngineBuilder;
pub use call::{Call, Text};
pub use copies::Snapshot;
pub use functions::{Arity, Function, Iter};
pub use program::{Checkup, Program};
pub use scope::Scope;
pub use stepping::{Run, Step};
pub use steps::Steps;

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
pub struct Usage {
    /// Ticks: calls, loop turns, and what natives charge.
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
    pub fn run(&mut self, text: impl Text) -> Result<(), Error> {
        self.eval(text)
    }

    /// Evaluates all forms of a text and converts the value of the last one to the type that is wanted, which must be
    /// known: `eval::<i64>(...)`, or `let n: i64 = ...`. Where none is, there is [`Engine::run`].
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
    pub fn eval<T: FromLisp>(&mut self, text: impl Text) -> Result<T, Error> {
        self.evaluated(|e| e.evaluate_text(text.written()))
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

    /// Writes `text` where the program's output goes, and sees to it that it arrives.
    ///
    /// # Errors
    /// When the host cannot write.
    pub fn write(&mut self, text: &str) -> Result<(), Error> {
        self.vm.program.rt.write(text).map_err(|fault| self.error(*fault))?;
        self.flush(false)
    }

    /// Begins a new line of output, unless the program has just ended one.
    ///
    /// # Errors
    /// When the host cannot write.
    pub fn fresh_line(&mut self) -> Result<(), Error> {
        if self.vm.program.rt.column > 0 { self.write("\n") } else { Ok(()) }
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

    /// The value of a global variable.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// engine.run("(setq size '(3 4))")?;
    /// assert_eq!(engine.get::<(i64, i64)>("size")?, (3, 4));
    /// assert_eq!(engine.get::<i64>("height").unwrap_err().code(), klammer::Code::UnboundVariable);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When it is not defined, or no `T`.
    pub fn get<T: FromLisp>(&mut self, name: &str) -> Result<T, Error> {
        self.with().get(name)
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
    pub fn has(&self, name: impl Callee) -> Result<bool, Error> {
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
    pub fn call<T: FromLisp>(&mut self, f: impl Callee, arguments: impl IntoArguments) -> Result<T, Error> {
        self.evaluated_to(|e| {
            let f = f.find(&mut e.vm, e.main)?;
            let value = arguments.passed_to(&mut e.vm, |vm, values| vm.call_nested(f, values))?;
            result_of(&mut e.vm, f, value)
        })
    }

    /// The value of a handle, converted.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// let handle: klammer::Handle = engine.eval("(list 1 2)")?;
    /// assert_eq!(engine.convert::<Vec<i64>>(&handle)?, [1, 2]);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When it is no `T`, or the handle belongs to another engine.
    pub fn convert<T: FromLisp>(&mut self, handle: &Handle) -> Result<T, Error> {
        self.evaluated(|e| e.vm.program.rt.host_roots.held(handle))
    }

    /// The value as it is written in a program, strings with their quotes. The text of data is read as that data again.
    /// For users there is [`Engine::display`], where the table of such functions stands.
    ///
    /// ```
    /// use klammer::{Engine, Handle};
    ///
    /// let mut engine = Engine::new();
    /// let value: Handle = engine.eval("(list 1 \"two\" 'three)")?;
    /// assert_eq!(engine.repr(&value)?, "(1 \"two\" three)");
    /// assert_eq!(engine.display(&value)?, "(1 two three)");
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When printing it exceeds a limit, or the handle belongs to another engine.
    pub fn repr(&mut self, handle: &Handle) -> Result<String, Error> {
        self.begin();
        let rt = &mut self.vm.program.rt;
        let text = rt.host_roots.held(handle).and_then(|v| print(rt, v, Style::Readable));
        text.map_err(|f| self.error(*f))
    }

    /// Returns the state of the random numbers of programs.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// let state = engine.random_state();
    /// let first: i64 = engine.eval("(random 1000000)")?;
    /// engine.set_random_state(&state);
    /// assert_eq!(engine.eval::<i64>("(random 1000000)")?, first);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    #[must_use]
    pub fn random_state(&self) -> RandomState {
        RandomState(self.vm.program.rt.random.clone())
    }

    /// Lets random numbers go on from where they were, in this engine or another one. There is an example at
    /// [`Engine::random_state`].
    pub fn set_random_state(&mut self, state: &RandomState) {
        self.vm.program.rt.random = state.0.clone();
    }

    /// Returns the engine's [`InterruptHandle`], by which another thread stops its evaluations.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// let interrupt = engine.interrupt_handle();
    /// engine.define("give-up", move || interrupt.interrupt());
    /// // Another thread may do so, too.
    /// let error = engine.run("(give-up) (do () (nil) 1)").unwrap_err();
    /// assert_eq!(error.code(), klammer::Code::Interrupted);
    /// ```
    #[must_use]
    pub fn interrupt_handle(&self) -> InterruptHandle {
        self.vm.program.rt.budget.interrupt.clone()
    }

    /// Returns the limits of each evaluation.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Changes the limits for the evaluations to come. That can be between two steps of a [`Run`]: its next step has
    /// the new ones, and is an error that ends the run when it exceeds them. A limit on fuel that is lower than the
    /// fuel of a step does so, too.
    ///
    /// ```
    /// use klammer::{Code, Engine, Limits};
    ///
    /// let mut engine = Engine::new();
    /// engine.set_limits(Limits { fuel: Some(1_000), ..engine.limits().clone() });
    /// assert_eq!(engine.run("(do () (nil) 1)").unwrap_err().code(), Code::OutOfFuel);
    /// ```
    #[doc(alias = "set_max_operations", alias = "set_memory_limit")]
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Returns the usage of the last evaluation.
    #[must_use]
    pub fn usage(&self) -> Usage {
        Usage {
            ticks: self.vm.program.rt.budget.used(),
            memory: self.vm.program.rt.heap.used(),
            collections: self.vm.program.rt.heap.collections,
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
        self.vm.program.warner.kept()
    }

    /// Global names that a program can use at this point, in alphabetical order.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// engine.define("area", |width: f64, height: f64| width * height);
    /// let names = engine.names();
    /// assert!(names.contains(&"area".to_string()) && names.contains(&"car".to_string()));
    /// ```
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.vm.program.visible_names(self.main).into_iter().map(str::to_string).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The documentation of what a global name is bound to.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// engine.run("(defproc twice (n) \"Two times `n`.\" (* 2 n))")?;
    /// assert!(engine.documentation("twice").unwrap().contains("Two times `n`."));
    /// # Ok::<(), klammer::Error>(())
    /// ```
    #[must_use]
    pub fn documentation(&mut self, name: &str) -> Option<String> {
        let symbol = self.vm.program.rt.symbols.find(name)?;
        self.begin();
        vm_natives::documentation(&mut self.vm, Value::symbol(symbol)).ok().flatten()
    }

    /// All that is known of a global name: what it is bound to, how it is called, its documentation taken apart. `None`
    /// when it is not defined. There is an example at [`Documentation`]; names that one does not know are found by
    /// [`Engine::find_documentation`].
    #[must_use]
    pub fn describe(&mut self, name: &str) -> Option<Documentation> {
        let symbol = self.vm.program.rt.symbols.find(name)?;
        self.begin();
        describe::describe(&mut self.vm, self.main, symbol)
    }

    /// The names of the modules in the library, which `require` finds everywhere.
    ///
    /// ```
    /// assert!(klammer::Engine::new().library_modules().any(|name| name == "amb"));
    /// ```
    pub fn library_modules(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.vm.native_modules.library_module_names().chain(self.vm.dialects.iter().map(|l| l.layer.name))
    }

    /// Collects garbage at every opportunity (in builds with debug assertions): shows values that are not kept alive as
    /// they should.
    #[doc(hidden)]
    pub fn stress_collector(&mut self, on: bool) {
        self.vm.program.rt.heap.stress = u32::from(on);
    }

    /// Collects garbage at one of every `opportunities` opportunities, and ends a slice of fuel after `ticks` ticks.
    #[cfg(all(test, feature = "reference-evaluator"))]
    pub(crate) fn stress(&mut self, opportunities: u32, ticks: i64) {
        self.vm.rt.heap.stress = opportunities;
        self.vm.rt.budget.slice_length = ticks;
    }

    /// Lets the `n`th question for memory from now on be answered as if the limit had been reached, and, if `lasting`,
    /// all those after it; 0 ends that (in builds with debug assertions): shows what is left half-done when memory
    /// runs out.
    #[doc(hidden)]
    pub fn refuse_memory(&mut self, n: u64, lasting: bool) {
        self.vm.program.rt.heap.refusal.plan(n, lasting);
    }

    /// Returns whether memory has been refused since [`Engine::refuse_memory`].
    #[doc(hidden)]
    pub fn has_refused_memory(&self) -> bool {
        self.vm.program.rt.heap.refusal.has_happened()
    }

    /// The text of a file, as the host has it.
    fn text_of(&mut self, path: &Path) -> Result<String> {
        match self.vm.program.rt.file_text(path)? {
            Ok(text) => Ok(text),
            Err(error) => fail(Code::File, format!("cannot read {}: {error}", path.display())),
        }
    }

    fn begin(&mut self) {
        self.vm.program.warner.begin();
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
        backtrace::end_sample(&mut self.vm);
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

    fn error(&self, fault: Unwind) -> Error {
        outward(&self.vm, self.main, fault)
    }
}

// Behind what comes first: the documentation of the engine is in this order.
mod builder;
mod call;
mod copies;
mod functions;
mod hosting;
mod inspect;
mod program;
mod scope;
mod searching;
mod stepping;
mod steps;
mod stopping;

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::host::Host;

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
        engine.fresh_line().unwrap();
        engine.eval::<()>("(display \"abc\")").unwrap();
        engine.fresh_line().unwrap();
        engine.fresh_line().unwrap();
        engine.write("ä\n").unwrap();
        engine.fresh_line().unwrap();
        assert_eq!(paper.arrived(), "abc\nä\n");
    }

    #[test]
    fn output_that_does_not_arrive_is_an_error_unless_there_is_a_worse_one() {
        let (mut engine, _) = engine();
        let error = engine.eval::<()>("(display \"jam\")").unwrap_err();
        assert_eq!((error.code(), error.message()), (Code::File, "cannot write output: paper jam"));
        assert_eq!(engine.eval::<()>("(display \"jam\") (car 1)").unwrap_err().code(), Code::WrongType);
    }

    #[test]
    fn a_handle_becomes_a_global_of_its_own_engine_only() {
        let (mut engine, _) = engine();
        let list: Handle = engine.eval("(list 1 2)").unwrap();
        engine.set("kept", &list).unwrap();
        assert_eq!(engine.eval::<Vec<i64>>("kept").unwrap(), [1, 2]);
        assert_eq!(Engine::new().set("kept", &list).unwrap_err().code(), Code::Host);
    }

    #[test]
    fn a_limit_names_the_place_where_the_program_stopped() {
        let mut engine = Engine::builder().limits(Limits { fuel: Some(1000), ..Limits::default() }).build();
        let error = engine.eval::<()>("(+ 1 2)\n(do () (nil) 1)").unwrap_err();
        assert_eq!((error.code(), error.place().map(|p| p.line())), (Code::OutOfFuel, Some(2)));
    }
}
