//! Texts and scopes, and the conditions under which an engine evaluates and calls.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::task::Poll;
use std::time::Duration;
use std::{fmt, task};

use super::run::Startable;
use super::{Diagnostics, Engine, Program, Run, RunFuture, Step};
use crate::error::Error;
use crate::fault::{Code, Result, fail, internal};
use crate::handle::Handle;
use crate::host::context::{self, Context};
use crate::host::function::{Callable, HostFunction};
use crate::host::registration::{Definition, define};
use crate::host::scoped::{Loan, Scoped};
use crate::host::{FromLisp, IntoArguments, IntoLisp, result_of, to_value};
use crate::limits::{Interrupt, Limits};
use crate::search::SearchBudget;
use crate::symbol::ModuleId;
use crate::value::Value;
use crate::vm::Vm;
use crate::vm::bootstrap;
use crate::vm::host_call::LentValues;

/// A text to evaluate: a `&str`, a pair of its name in errors and itself, the `&Path` of a file, or a `&Program`.
///
/// The host reads files, with relative names in `load` and `require` taken from their folder. The engine must have been
/// granted them: [`Engine::new`] reads none.
///
/// ```
/// use klammer::{Engine, StdHost};
///
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("rules.lisp");
/// std::fs::write(&path, "(defproc price (n) (* 3 n)) (price 7)").unwrap();
/// let mut engine = Engine::builder().host(StdHost::new()).build();
/// assert_eq!(engine.eval::<i64>("(+ 1 2)")?, 3);
/// assert_eq!(engine.eval::<i64>(&path)?, 21);
///
/// let error = engine.eval::<i64>(("prices.lisp", "(+ 1\n   (car 5))")).unwrap_err();
/// assert_eq!(error.place().unwrap().to_string(), "prices.lisp:2:4");
///
/// let program = engine.compile(("rules.lisp", "(price 8)"))?;
/// assert_eq!(engine.eval::<i64>(&program)?, 24);
/// # Ok::<(), klammer::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no text to evaluate",
    note = "a text is a `&str`, a pair `(name, text)`, the `&Path` of a file, or a `&Program`"
)]
#[expect(private_interfaces, reason = "sealed: nobody outside can call or implement it")]
pub trait ProgramText {
    #[doc(hidden)]
    fn source(&self) -> TextSource<'_>;
}

/// A [`ProgramText`], resolved to its kind.
#[derive(Clone, Copy)]
pub(crate) enum TextSource<'t> {
    Text(&'t str),
    Named(&'t str, &'t str),
    File(&'t Path),
    Program(&'t Program),
}

impl TextSource<'_> {
    /// Returns the name in errors of a text that is no file: `scope` is that of the scope.
    pub(super) fn name<'t>(&'t self, scope: Option<&'t str>) -> Cow<'t, str> {
        match self {
            TextSource::Text(_) => scope.unwrap_or("<eval>").into(),
            TextSource::Named(name, _) => (*name).into(),
            TextSource::File(path) => path.display().to_string().into(),
            TextSource::Program(program) => (&*Program::source(program).name).into(),
        }
    }
}

macro_rules! texts {
    ($($t:ty: $this:ident => $written:expr;)*) => { $(
        #[expect(private_interfaces, reason = "see the trait")]
        impl ProgramText for $t {
            fn source(&self) -> TextSource<'_> {
                let $this = self;
                $written
            }
        }
    )* };
}

/// Name and text.
#[expect(private_interfaces, reason = "see the trait")]
impl<N: AsRef<str>, T: AsRef<str>> ProgramText for (N, T) {
    fn source(&self) -> TextSource<'_> {
        TextSource::Named(self.0.as_ref(), self.1.as_ref())
    }
}

texts! {
    &str: s => TextSource::Text(s);
    &String: s => TextSource::Text(s);
    &Path: path => TextSource::File(path);
    &PathBuf: path => TextSource::File(path);
    &Program: program => TextSource::Program(program);
}

/// Largest budget of nodes: a greater one is cut to it, so that it is a fixnum.
const MAX_NODES: u64 = 1 << 59;

/// The conditions under which something runs. Each is given at most once, and [`Call::limits`] comes before
/// [`Call::time`]. [`Engine::with`] begins them; verbs such as [`Call::eval`] end them.
///
/// ```
/// use klammer::{Code, Context, Engine};
///
/// struct World {
///     orcs: Vec<i64>,
/// }
///
/// let mut engine = Engine::new();
/// engine.define("hurt-orc!", |cx: &mut Context<'_>, number: usize, by: i64| {
///     cx.lent::<World>().and_then(|world| world.orcs.get_mut(number)).map(|health| {
///         *health -= by;
///         *health
///     })
/// });
/// let cheats = engine.scope("cheats.lisp")?;
/// engine.with().scope(&cheats).run("(defproc kill-all (n) (dotimes (i n) (hurt-orc! i 100)))")?;
///
/// // A line that a player types: the script's names, the world of this frame, a bound on what it takes.
/// let mut world = World { orcs: vec![30, 40] };
/// engine.with().scope(&cheats).lend(&mut world).ticks(10_000).run(("console", "(kill-all 2)"))?;
/// let error = engine.with().ticks(10_000).run("(while t)").unwrap_err();
/// assert_eq!(error.code(), Code::OutOfTicks);
/// assert_eq!(world.orcs, [-70, -60]);
/// # Ok::<(), klammer::Error>(())
/// ```
#[must_use = "nothing runs before a verb"]
pub struct Call<'e, L = ()> {
    engine: &'e mut Engine,
    scope: Option<Scope>,
    lent: L,
    pub(super) overrides: Overrides,
    ticks: Option<u64>,
}

/// Overrides that hold in the engine for as long as something runs, in place of its own.
#[derive(Default)]
pub(super) struct Overrides {
    limits: Option<Limits>,
    time: Option<Duration>,
    /// The limit on ticks, not the length of a step.
    ticks: Option<u64>,
    interrupt: Option<Interrupt>,
}

impl Overrides {
    /// Does `f` under the conditions.
    pub(super) fn apply<R>(&self, engine: &mut Engine, f: impl FnOnce(&mut Engine) -> R) -> R {
        if self.limits.is_none() && self.time.is_none() && self.ticks.is_none() && self.interrupt.is_none() {
            return f(engine);
        }
        let mut limits = self.limits.clone().unwrap_or_else(|| engine.limits.clone());
        limits.time = self.time.or(limits.time);
        limits.ticks = self.ticks.or(limits.ticks);
        let interrupt = self.interrupt.clone().unwrap_or_else(|| engine.vm.program.rt.budget.interrupt.clone());
        let overrides = Held::new(engine, limits, interrupt);
        f(overrides.engine)
    }
}

/// An engine with other limits and another interrupt than its own, which come back when this is dropped: also when
/// the host panics.
pub(super) struct Held<'e> {
    pub engine: &'e mut Engine,
    limits: Limits,
    interrupt: Interrupt,
}

impl<'e> Held<'e> {
    pub(super) fn new(engine: &'e mut Engine, limits: Limits, interrupt: Interrupt) -> Held<'e> {
        let mut overrides = Held { engine, limits, interrupt };
        overrides.exchange();
        overrides
    }

    fn exchange(&mut self) {
        std::mem::swap(&mut self.engine.limits, &mut self.limits);
        std::mem::swap(&mut self.engine.vm.program.rt.budget.interrupt, &mut self.interrupt);
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.exchange();
        self.engine.vm.program.rt.budget.before = 0;
    }
}

impl<L> fmt::Debug for Call<'_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call").field("scope", &self.scope).field("ticks", &self.ticks).finish_non_exhaustive()
    }
}

impl<'e> Call<'e> {
    pub(super) fn new(engine: &'e mut Engine) -> Call<'e> {
        Call { engine, scope: None, lent: (), overrides: Overrides::default(), ticks: None }
    }
}

impl<'e, L> Call<'e, L> {
    /// Names mean what they mean in a scope. Errors call a text without a name by that of the scope.
    pub fn scope(mut self, scope: &Scope) -> Self {
        self.scope = Some(scope.clone());
        self
    }

    /// Lends something for as long as it takes: functions of the host find it by its type
    /// ([`Context::lent`](crate::Context::lent)). So programs work on data of the host that nobody has to share or
    /// copy. Expansions of macros and files that a program loads do not reach it. Several things are lent one after
    /// the other, or as a tuple, each of another type.
    ///
    /// ```
    /// use klammer::{Context, Engine};
    ///
    /// struct World {
    ///     rain: bool,
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.define("rain!", |cx: &mut Context<'_>| match cx.lent::<World>() {
    ///     Some(world) => Ok(world.rain = true),
    ///     None => Err("there is no world"),
    /// });
    /// engine.run("(defproc turn () (rain!))")?;
    /// let mut world = World { rain: false };
    /// engine.with().lend(&mut world).call::<()>("turn", ())?;
    /// assert!(world.rain);
    /// assert!(engine.call::<()>("turn", ()).is_err());
    /// # Ok::<(), klammer::Error>(())
    /// ```
    #[doc(alias = "call_fn_with_options")]
    pub fn lend<M: Scoped>(self, lent: M) -> Call<'e, (L, M)> {
        let Call { engine, scope, lent: before, overrides, ticks } = self;
        Call { engine, scope, lent: (before, lent), overrides, ticks }
    }

    /// Limits in place of the engine's. [`Call::ticks`] and [`Call::time`] each replace one of them.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.overrides.limits = Some(limits);
        self
    }

    /// The ticks that it may take: the limit of an evaluation or call, the length of a step of a [`Run`].
    pub fn ticks(mut self, ticks: u64) -> Self {
        self.ticks = Some(ticks);
        self
    }

    /// The time that it may take, by the clock of the engine's host.
    pub fn time(mut self, time: Duration) -> Self {
        self.overrides.time = Some(time);
        self
    }

    /// A token by which the host cancels it, in place of the engine's own. The request holds until the host clears it,
    /// so it may come before, while or after something runs.
    ///
    /// ```
    /// use klammer::{Code, Engine, Interrupt};
    ///
    /// let mut engine = Engine::new();
    /// let (mine, other) = (Interrupt::new(), Interrupt::new());
    /// mine.interrupt();
    /// assert_eq!(engine.with().interrupt(&mine).run("1").unwrap_err().code(), Code::Interrupted);
    /// assert_eq!(engine.with().interrupt(&other).eval::<i64>("1")?, 1);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    #[doc(alias = "cancel", alias = "deadline")]
    pub fn interrupt(mut self, token: &Interrupt) -> Self {
        self.overrides.interrupt = Some(token.clone());
        self
    }

    fn module(&self) -> Result<ModuleId> {
        match &self.scope {
            Some(scope) => scope.module(&self.engine.vm),
            None => Ok(self.engine.main),
        }
    }
}

impl<L: Scoped> Call<'_, L> {
    /// Runs `f` under all conditions: the module of the names, and what is lent.
    #[inline]
    fn with_settings<R>(
        mut self,
        limits_ticks: bool,
        f: impl FnOnce(&mut Engine, ModuleId, Option<&str>, LentValues<'_>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        self.overrides.ticks = self.ticks.filter(|_| limits_ticks);
        let found = self.module().and_then(|module| Ok((module, Loan::new(self.lent)?)));
        let engine = self.engine;
        let (module, mut lending) = found.map_err(|fault| engine.error(*fault))?;
        let scope = self.scope.as_ref().map(|scope| scope.name.as_str());
        self.overrides.apply(engine, |engine| f(engine, module, scope, &mut lending))
    }

    /// Evaluates all forms of a text for what they do.
    ///
    /// # Errors
    /// As for [`Engine::run`]; also when the scope belongs to another engine.
    pub fn run(self, text: impl ProgramText) -> Result<(), Error> {
        self.eval(text)
    }

    /// Evaluates all forms of a text, and converts the value of the last one.
    ///
    /// # Errors
    /// As for [`Engine::eval`]; also when the scope belongs to another engine.
    pub fn eval<T: FromLisp>(self, text: impl ProgramText) -> Result<T, Error> {
        self.with_settings(true, |engine, module, scope, lent| {
            engine.evaluated(|e| e.evaluate_source(module, scope, text.source(), lent))
        })
    }

    /// Calls a function.
    ///
    /// # Errors
    /// As for [`Engine::call`]; also when the scope belongs to another engine.
    pub fn call<T: FromLisp>(self, f: impl Callable, arguments: impl IntoArguments) -> Result<T, Error> {
        self.with_settings(true, |engine, module, _, lent| {
            engine.evaluated_to(|e| {
                let f = f.find(&mut e.vm, module)?;
                let value = arguments.passed_to(&mut e.vm, |vm, values| vm.call_lending(f, values, lent))?;
                result_of(&mut e.vm, f, value)
            })
        })
    }

    /// Calls as [`Call::call`] does, and gives up when a budget is used up: then there is no value. The cleanups of
    /// the program run.
    ///
    /// ```
    /// use klammer::SearchBudget;
    ///
    /// let mut engine = klammer_search::builder().build();
    /// engine.require("search")?;
    /// engine.eval::<()>("(defproc count-all (size) (count-solutions (board size)))")?;
    /// let budget = SearchBudget { nodes: Some(100_000), ..SearchBudget::default() };
    /// assert_eq!(engine.with().call_within(budget, "count-all", (4,))?, Some(288));
    /// assert_eq!(engine.with().call_within::<i64>(budget, "count-all", (9,))?, None);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Call::call`].
    pub fn call_within<T: FromLisp>(
        self,
        budget: SearchBudget,
        f: impl Callable,
        arguments: impl IntoArguments,
    ) -> Result<Option<T>, Error> {
        let found: Vec<T> = self.with_settings(true, |engine, module, _, lent| {
            engine.evaluated(|e| {
                let within = bootstrap::core_function(&mut e.vm, "%call-within")?;
                let f = f.find(&mut e.vm, module)?;
                let rt = &mut e.vm.program.rt;
                let arguments = arguments.into_arguments(rt)?;
                let nodes = budget.nodes.map_or(Value::NIL, |n| Value::fix(n.min(MAX_NODES) as i64));
                let milliseconds = match budget.time {
                    Some(time) => rt.heap.float(time.as_secs_f64() * 1000.0)?,
                    None => Value::NIL,
                };
                let arguments = rt.heap.list(&arguments)?;
                e.vm.call_lending(within, &[nodes, milliseconds, f, arguments], lent)
            })
        })?;
        Ok(found.into_iter().next())
    }

    /// Begins a call, or a program, that [`Call::step`] carries on. Loans and limits hold for each step, not for this.
    ///
    /// # Errors
    /// As for [`Engine::start`]; also when the scope belongs to another engine.
    pub fn start<T: FromLisp>(self, what: impl Startable, arguments: impl IntoArguments) -> Result<Run<T>, Error> {
        self.with_settings(false, |engine, module, _, _| engine.start_in(module, what, arguments))
    }

    /// Carries a run on by the ticks of [`Call::ticks`], or until it pauses by itself: [`Run::step`].
    ///
    /// ```
    /// use klammer::{Context, Engine, Step};
    ///
    /// struct World {
    ///     turns: u64,
    /// }
    ///
    /// let mut engine = Engine::new();
    /// engine.define("turn!", |cx: &mut Context<'_>| match cx.lent::<World>() {
    ///     Some(world) => Ok(world.turns += 1),
    ///     None => Err("there is no world"),
    /// });
    /// engine.run("(defproc play (n) (dotimes (i n) (turn!)))")?;
    /// let mut world = World { turns: 0 };
    /// let mut run = engine.start::<()>("play", (1_000,))?;
    /// let mut frames = 1;
    /// while let Step::OutOfTicks = engine.with().lend(&mut world).ticks(500).step(&mut run)? {
    ///     frames += 1;
    ///     assert!(world.turns < 1_000);
    /// }
    /// assert!(world.turns == 1_000 && frames > 1);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Run::step`].
    pub fn step<T: FromLisp>(self, run: &mut Run<T>) -> Result<Step<T>, Error> {
        let ticks = self.ticks;
        self.with_settings(false, |engine, _, _, lent| run.step_lending(lent, engine, ticks))
    }

    /// [`Call::step`] for hosts that are asynchronous themselves: the run can call asynchronous functions, too. While
    /// it waits for one of them, this is pending. `cx` is woken when the run can continue; call this again then. An
    /// engine may have any number of waiting runs, some for futures and some for answers
    /// ([`Context::ask`](crate::Context::ask)). The host steps them in turn, so the other runs and the executor's other
    /// tasks proceed between two steps. For one run alone there is [`Call::drive`].
    ///
    /// ```
    /// use std::future::poll_fn;
    /// use std::task::Poll;
    ///
    /// use klammer::{Context, Engine, Error, Run, Step};
    ///
    /// # let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
    /// let mut engine = Engine::new();
    /// engine.define("ask", |cx: &mut Context<'_>, question: String| cx.ask(question));
    /// engine.define("rest", async |times: u64| {
    ///     for _ in 0..times {
    ///         tokio::task::yield_now().await;
    ///     }
    /// });
    /// engine.run("(defproc visit (name times) (rest times) (list name (ask \"Tea?\")))")?;
    /// let mut runs: Vec<Run<(String, String)>> = Vec::new();
    /// for (name, times) in [("Ann", 20), ("Ben", 10)] {
    ///     runs.push(engine.start("visit", (name, times))?);
    /// }
    /// let mut said = Vec::new();
    /// let all = poll_fn(|cx| {
    ///     let mut i = 0;
    ///     while let Some(run) = runs.get_mut(i) {
    ///         match engine.with().ticks(10_000).poll(run, cx)? {
    ///             Poll::Ready(Step::Done(told)) => {
    ///                 said.push(told);
    ///                 runs.remove(i);
    ///                 continue;
    ///             }
    ///             Poll::Ready(Step::Asked(_)) => {
    ///                 run.answer(&mut engine, "with milk")?;
    ///                 cx.waker().wake_by_ref();
    ///             }
    ///             Poll::Ready(Step::OutOfTicks | Step::Yielded(_)) => cx.waker().wake_by_ref(),
    ///             Poll::Pending => {}
    ///         }
    ///         i += 1;
    ///     }
    ///     if runs.is_empty() { Poll::Ready(Ok::<(), Error>(())) } else { Poll::Pending }
    /// });
    /// runtime.block_on(all)?;
    /// assert_eq!(said, [("Ben".into(), "with milk".into()), ("Ann".into(), "with milk".into())]);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Run::step`].
    pub fn poll<T: FromLisp>(self, run: &mut Run<T>, cx: &mut task::Context<'_>) -> Poll<Result<Step<T>, Error>> {
        let ticks = self.ticks;
        let polled = self.with_settings(false, |engine, _, _, lent| match run.poll_part(lent, engine, ticks, cx) {
            Poll::Ready(step) => step.map(Poll::Ready),
            Poll::Pending => Ok(Poll::Pending),
        });
        match polled {
            Ok(polled) => polled.map(Ok),
            Err(error) => Poll::Ready(Err(error)),
        }
    }

    /// Ends a run early: [`Run::close`].
    ///
    /// # Errors
    /// As for [`Run::close`].
    pub fn close<T>(self, run: Run<T>) -> Result<(), Error> {
        self.with_settings(true, |engine, _, _, lent| run.close_lending(lent, engine))
    }

    /// Gives a global variable a value.
    ///
    /// # Errors
    /// As for [`Engine::set`]; also when the scope belongs to another engine.
    pub fn set(self, name: &str, value: impl IntoLisp) -> Result<(), Error> {
        self.with_settings(true, |engine, module, _, _| {
            engine.begin();
            let value = to_value(&mut engine.vm.program.rt, value);
            let set = value.and_then(|value| context::set_variable(&mut engine.vm, module, name, value));
            set.map_err(|fault| engine.error(*fault))
        })
    }

    /// Finds what is wrong with a text: [`Engine::check`].
    ///
    /// # Errors
    /// When the scope belongs to another engine.
    pub fn check(self, text: impl ProgramText) -> Result<Diagnostics, Error> {
        self.with_settings(true, |engine, module, scope, _| Ok(engine.check_source(module, scope, text.source())))
    }
}

impl<'e, L: Scoped> Call<'e, L> {
    /// Returns a run as a future, which lets others go on after each step of [`Call::ticks`] ticks (10,000 if that says
    /// nothing). It needs no particular executor. What is lent is lent for as long as the future is there; the future
    /// of an asynchronous function reaches it only by [`AsyncContext::with`](crate::AsyncContext::with).
    ///
    /// ```
    /// use std::pin::pin;
    /// use std::task::{Context as Task, Poll, Waker};
    ///
    /// use klammer::{Context, Engine, Error};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("log!", |cx: &mut Context<'_>, line: String| cx.lent::<Vec<String>>().map(|log| log.push(line)));
    /// engine.run("(defproc count-down (n) (dotimes (i n) (log! (number->string (- n i)))))")?;
    /// let mut log: Vec<String> = Vec::new();
    /// let run = engine.start::<()>("count-down", (3,))?;
    /// let mut future = pin!(engine.with().lend(&mut log).ticks(2).drive(run));
    /// while future.as_mut().poll(&mut Task::from_waker(Waker::noop())).is_pending() {}
    /// assert_eq!(log, ["3", "2", "1"]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn drive<T: FromLisp>(self, run: Run<T>) -> RunFuture<'e, T, L> {
        RunFuture::new(run, self.lent, self.engine, self.ticks.unwrap_or(super::run::TICKS), self.overrides)
    }

    /// Gives a name a function of the host in a scope alone: what [`Engine::define`] does for all programs of the host.
    /// Names that the function looks up in its [`Context`] are those of the code that calls it.
    ///
    /// ```
    /// let mut engine = klammer::Engine::new();
    /// let orc = engine.scope("orc.lisp")?;
    /// engine.with().scope(&orc).define("growl", || "grr")?.doc("What an orc says.");
    /// assert_eq!(engine.with().scope(&orc).eval::<String>("(growl)")?, "grr");
    /// assert!(engine.eval::<String>("(growl)").is_err());
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When the scope belongs to another engine.
    pub fn define<M>(self, name: &str, f: impl HostFunction<M>) -> Result<Definition<'e>, Error> {
        match self.module() {
            Ok(module) => Ok(define(&mut self.engine.vm, module, name, || f.into_parts())),
            Err(fault) => Err(self.engine.error(*fault)),
        }
    }
}

/// A namespace of global names for texts that are independent of each other, such as the scripts of a game's
/// characters. [`Engine::scope`] makes one. Clones are the same scope.
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
    /// Makes a scope: [`Engine::scope`].
    pub(super) fn new(engine: &mut Engine, name: &str) -> Result<Scope, Error> {
        engine.begin();
        let module = engine.vm.program.new_namespace(engine.main, name).map_err(|fault| engine.error(*fault))?;
        let number = engine.vm.program.rt.host_roots.handle_of(Value::fix(module.0.into()));
        Ok(Scope { name: name.to_string(), number })
    }

    pub(super) fn module(&self, vm: &Vm) -> Result<ModuleId> {
        if !vm.program.rt.host_roots.is_own(&self.number) {
            return fail(Code::Host, format!("the scope {} belongs to another engine", self.name));
        }
        let number = vm.program.rt.host_roots.value_of(&self.number)?.as_fixnum().and_then(|n| u32::try_from(n).ok());
        number.map_or_else(|| internal("a scope"), |n| Ok(ModuleId(n)))
    }
}

#[expect(private_interfaces, reason = "see the trait")]
impl Callable for (&Scope, &str) {
    const IS_NAME: bool = false;

    fn find(self, vm: &mut Vm, _: ModuleId) -> Result<Value> {
        let module = self.0.module(vm)?;
        context::global(vm, module, self.1)
    }

    fn is_there(&self, vm: &Vm, _: ModuleId) -> Result<bool> {
        Ok(context::bound_cell(vm, self.0.module(vm)?, self.1).is_some())
    }
}

impl Context<'_> {
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
