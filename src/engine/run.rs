//! Runs that the host carries on step by step or as futures, their ends, and the account of several steps together.

use std::fmt;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use super::call::{Held, Overrides};
use super::{Engine, Program, ResourceUsage};
use crate::error::Error;
use crate::fault::{Code, ErrorData, Result, fail};
use crate::handle::Handle;
use crate::host::error::to_fault;
use crate::host::function::Callable;
use crate::host::scoped::{Loan, Scoped};
use crate::host::{FromLisp, IntoArguments, IntoLisp, guarded_result, result_of, to_value};
use crate::object::host::guarded;
use crate::symbol::ModuleId;
use crate::value::Value;
use crate::vm::async_calls::{AwaitedFuture, is_given_up};
use crate::vm::fiber;
use crate::vm::fiber::{RunId, Stepped};
use crate::vm::host_call::{LentValues, Nothing};

/// A call, or a program, that is carried on step by step, and waits in its engine in between. An engine can have any
/// number of them, and be used for other things meanwhile. A run that waits goes on in the functions that it is in,
/// also when they have been redefined.
///
/// ```
/// use klammer::{Engine, Step};
///
/// let mut engine = Engine::new();
/// engine.eval::<()>("(defproc count-up (n) (dotimes (i n) (inc! seen)) seen) (setq seen 0)")?;
/// let mut run = engine.start::<i64>("count-up", (10_000,))?;
/// let mut pauses = 0;
/// let total = loop {
///     match run.step(&mut engine, 1_000)? {
///         Step::Done(total) => break total,
///         Step::OutOfTicks => {
///             pauses += 1;
///             // About as many ticks as it was given, and what has been done so far can be looked at.
///             assert!((1_000 * pauses..1_100 * pauses).contains(&run.usage(&engine).ticks));
///             assert!(engine.get::<u64>("seen")? < 1_000 * pauses);
///         }
///         Step::Yielded(_) | Step::Asked(_) => unreachable!("no function of the host asks it to wait"),
///     }
/// };
/// assert_eq!((total, pauses), (10_000, 10));
/// # Ok::<(), klammer::Error>(())
/// ```
///
/// Dropping a run ends it where it is: nothing of it is done any more, its `unwind-protect` included. [`Run::close`]
/// does that.
///
/// ```
/// let mut engine = klammer::Engine::new();
/// engine.run("(setq steps 0) (defproc walk () (unwind-protect (while t (inc! steps)) (setq steps 'ended)))")?;
/// let mut run = engine.start::<()>("walk", ())?;
/// run.step(&mut engine, 1_000)?;
/// let steps: i64 = engine.get("steps")?;
/// drop(run);
/// assert_eq!(engine.get::<i64>("steps")?, steps);
/// # Ok::<(), klammer::Error>(())
/// ```
pub struct Run<T> {
    pub(super) id: RunId,
    /// Future that it waits for. The mutex only makes the run `Sync`; it is never contended.
    pub(super) future: Mutex<AwaitedFuture>,
    /// Ticks that its steps have used.
    pub(super) ticks: u64,
    types: PhantomData<fn() -> T>,
}

/// Result of a step of a [`Run`]. There is an example there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step<T> {
    /// It has ended, with this value.
    Done(T),
    /// It has used up its ticks, or a future of the host must be polled before it continues.
    OutOfTicks,
    /// A function of the host has ended the step, by [`Context::pause`](crate::Context::pause) or
    /// [`Context::pause_with`](crate::Context::pause_with): the value that this has handed over, or nil. The next step
    /// goes on.
    Yielded(Handle),
    /// A function of the host has asked something, by [`Context::ask`](crate::Context::ask): the question. The run goes
    /// on with the answer that [`Run::answer`] gives it.
    Asked(Handle),
}

impl<T> fmt::Debug for Run<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run").finish_non_exhaustive()
    }
}

impl Engine {
    /// Begins a call, or a program, that is carried on by [`Run::step`]. Nothing of it is done here. A text is a
    /// program first, which has its warnings: [`Engine::compile`].
    ///
    /// ```
    /// use klammer::{Engine, Step};
    ///
    /// let mut engine = Engine::new();
    /// let program = engine.compile(("level.lisp", "(setq n 0) (dotimes (i 5000) (inc! n)) n"))?;
    /// let mut run = engine.start::<i64>(&program, ())?;
    /// assert!(matches!(run.step(&mut engine, 1_000)?, Step::OutOfTicks));
    /// assert_eq!(run.finish(&mut engine)?, 5_000);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such function, or an argument or the text exceeds a limit.
    #[doc(alias = "create_thread", alias = "coroutine")]
    pub fn start<T: FromLisp>(&mut self, what: impl Startable, arguments: impl IntoArguments) -> Result<Run<T>, Error> {
        self.start_in(self.main, what, arguments)
    }

    pub(super) fn start_in<T: FromLisp>(
        &mut self,
        module: ModuleId,
        what: impl Startable,
        arguments: impl IntoArguments,
    ) -> Result<Run<T>, Error> {
        self.begin();
        what.begin(self, module, arguments).map(Run::new).map_err(|fault| self.error(*fault))
    }
}

/// A thing that a [`Run`] carries on: what can be called ([`Callable`]), with its arguments, or a `&Program` with
/// none: `()`.
///
/// There is an example at [`Engine::start`].
#[diagnostic::on_unimplemented(
    message = "no run can be started of `{Self}`",
    note = "a run is of a function, by its global name (`&str`), by that of a scope (`(&scope, \"name\")`) or by a \
            `&Handle`, or of a `&Program`, which `Engine::compile` makes of a text"
)]
#[expect(private_interfaces, reason = "sealed: nobody outside can call or implement it")]
pub trait Startable {
    #[doc(hidden)]
    fn begin(self, engine: &mut Engine, module: ModuleId, arguments: impl IntoArguments) -> Result<RunId>;
}

#[expect(private_interfaces, reason = "see the trait")]
impl<F: Callable> Startable for F {
    fn begin(self, engine: &mut Engine, module: ModuleId, arguments: impl IntoArguments) -> Result<RunId> {
        let f = self.find(&mut engine.vm, module)?;
        let arguments = arguments.into_arguments(&mut engine.vm.program.rt)?;
        fiber::start_run(&mut engine.vm, f, arguments.into_vec())
    }
}

#[expect(private_interfaces, reason = "see the trait")]
impl Startable for &Program {
    fn begin(self, engine: &mut Engine, module: ModuleId, arguments: impl IntoArguments) -> Result<RunId> {
        if !arguments.into_arguments(&mut engine.vm.program.rt)?.is_empty() {
            return fail(Code::ArgumentCount, "a program takes no arguments");
        }
        let rt = &mut engine.vm.program.rt;
        rt.reserve_source(&self.source().name, &self.source().text)?;
        let source = rt.add_source(self.source())?;
        fiber::start_text(&mut engine.vm, module, source, self.folder(), engine.lenient)
    }
}

impl<T> Run<T> {
    fn new(id: RunId) -> Run<T> {
        Run { id, future: Mutex::default(), ticks: 0, types: PhantomData }
    }

    pub(super) fn stepped(&mut self, lent: LentValues<'_>, engine: &mut Engine, ticks: Option<u64>) -> Result<Stepped> {
        engine.begin();
        let future = self.future.get_mut().unwrap_or_else(PoisonError::into_inner);
        let stepped = fiber::step_run(&mut engine.vm, &self.id, ticks, future, lent);
        self.ticks = self.ticks.saturating_add(engine.vm.program.rt.budget.used());
        stepped
    }

    pub(super) fn future(&mut self) -> &mut AwaitedFuture {
        self.future.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether it waits for a future of the host, and not for an answer.
    pub(super) fn awaits_future(&self) -> bool {
        self.future.lock().unwrap_or_else(PoisonError::into_inner).is_waited_for()
    }

    fn answered(&mut self, engine: &mut Engine, answer: Result<Value>) -> Result<(), Error> {
        let answered = match self.awaits_future() {
            true => fail(Code::Host, "the run waits for a future of the host, which gives the answer"),
            false => engine.vm.suspended_runs.answer(&self.id, answer),
        };
        answered.map_err(|fault| engine.error(*fault))
    }
}

impl<T> Run<T> {
    /// Returns the usage of all steps of the run so far, also after its end. Use it to limit a run as a whole. (Limits
    /// hold for each step.)
    ///
    /// ```
    /// use klammer::{Context, Engine, Error, Step};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("ask", |cx: &mut Context<'_>, n: i64| cx.ask(n));
    /// engine.run("(defproc quiz () (dotimes (i 10) (dotimes (k 1000)) (ask i)))")?;
    /// let mut run = engine.start::<()>("quiz", ())?;
    /// let mut asked = 0;
    /// while run.usage(&engine).ticks < 5_000 && !matches!(run.step(&mut engine, 2_000)?, Step::Done(())) {
    ///     asked += 1;
    ///     run.answer(&mut engine, "yes")?;
    /// }
    /// assert_eq!(asked, 5);
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn usage(&self, engine: &Engine) -> ResourceUsage {
        ResourceUsage { ticks: self.ticks, ..engine.usage() }
    }
}

/// Questions of a run and their answers.
impl<T> Run<T> {
    /// Gives the run the answer that it waits for ([`Context::ask`](crate::Context::ask)): the call that asks returns
    /// it with the next step. Without an answer, a step does nothing, and returns the question again.
    ///
    /// ```
    /// use klammer::{Context, Engine, Error, Step};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("choose", |cx: &mut Context<'_>, choices: Vec<String>| cx.ask(choices));
    /// engine.run("(defproc talk () (if (= (choose '(\"fight\" \"flee\")) 1) 'coward (choose '(\"sword\" \"axe\"))))")?;
    /// let mut run = engine.start::<i64>("talk", ())?;
    /// let mut asked = Vec::new();
    /// let choice = loop {
    ///     match run.step(&mut engine, 1_000)? {
    ///         Step::Done(choice) => break choice,
    ///         Step::OutOfTicks | Step::Yielded(_) => {}
    ///         Step::Asked(choices) => {
    ///             asked.push(engine.get::<Vec<String>>(&choices)?.join(" or "));
    ///             run.answer(&mut engine, asked.len() - 1 + usize::from(asked.len() > 1))?;
    ///         }
    ///     }
    /// };
    /// assert_eq!((choice, asked), (2, vec!["fight or flee".to_string(), "sword or axe".to_string()]));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// The run does not wait for an answer, has got one, has ended, or belongs to another engine, or the value exceeds
    /// a limit.
    #[doc(alias = "resume", alias = "send")]
    pub fn answer(&mut self, engine: &mut Engine, value: impl IntoLisp) -> Result<(), Error> {
        engine.begin();
        match to_value(&mut engine.vm.program.rt, value) {
            Ok(value) => self.answered(engine, Ok(value)),
            Err(fault) => Err(engine.error(*fault)),
        }
    }

    /// Answers the run with an error. In the next step the asking call fails with it, and the script can handle it like
    /// an error of any host function. It can be a [`HostError`](crate::HostError), a text, or any other error.
    ///
    /// ```
    /// use klammer::{Context, Engine, Error, Step};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("fetch", |cx: &mut Context<'_>, url: String| cx.ask(url));
    /// engine.run("(defproc title (url) (catch-and-apply 'error (lambda (tag e) \"offline\") (fetch url)))")?;
    /// let mut run = engine.start::<String>("title", ("https://example.org",))?;
    /// assert!(matches!(run.step(&mut engine, 1_000)?, Step::Asked(_)));
    /// run.answer_error(&mut engine, "no route to host")?;
    /// assert_eq!(run.step(&mut engine, 1_000)?, Step::Done("offline".to_string()));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Run::answer`].
    pub fn answer_error(
        &mut self,
        engine: &mut Engine,
        error: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Result<(), Error> {
        engine.begin();
        let answer = guarded("", || Err(to_fault(&mut engine.vm.program.rt, error.into())));
        self.answered(engine, answer)
    }

    /// Returns whether the run waits for an answer that it has not got.
    fn awaits_answer(&self, engine: &Engine) -> Result<bool, Error> {
        let awaits = engine.vm.suspended_runs.awaits_answer(&self.id).map_err(|fault| engine.error(*fault))?;
        Ok(awaits && !self.awaits_future())
    }

    /// If the run waits for an answer that nobody will give it, the call that asks is the error.
    pub(super) fn check_answered(&mut self, engine: &mut Engine, help: &str) -> Result<(), Error> {
        if !self.awaits_answer(engine)? {
            return Ok(());
        }
        let c = ErrorData::new(Code::Host, "the run waits for an answer that nobody can give").with_help(help);
        self.answered(engine, Err(c.into()))
    }
}

impl<T: FromLisp> Run<T> {
    /// Carries the run on for `ticks` ticks: calls, iterations of loops, and the charges of natives. It pauses between
    /// any two instructions, except inside a macro expansion, a file that it loads, or a call or evaluation by a host
    /// function. These, and each builtin, run to their end. A step may overrun by one such call, and the next step then
    /// has fewer ticks. A file whose forms take long is not loaded by the run, but made a program ([`Engine::compile`])
    /// that is a run itself.
    ///
    /// The other limits of the engine hold for each step. The limit on ticks bounds each step, even if the step is
    /// given more. At the limit the run pauses where it can; otherwise the limit is reached.
    ///
    /// Bindings that the run has made for as long as something runs (dynamic variables, `with-output-to`, budgets) do
    /// not hold while it waits. If it waits for an answer ([`Run::answer`]), a step without one does nothing. If it
    /// waits for a future ([`Call::poll`](crate::Call::poll)), which nobody polls here, the call that waits is an
    /// error, or the thread waits ([`EngineBuilder::block_on`](crate::EngineBuilder::block_on)).
    ///
    /// # Errors
    /// When the run fails, exceeds a limit, or returns no `T`: then it is over. Also when it was over, or belongs to
    /// another engine.
    pub fn step(&mut self, engine: &mut Engine, ticks: u64) -> Result<Step<T>, Error> {
        self.step_lending(&mut Nothing, engine, Some(ticks))
    }

    pub(super) fn step_lending(
        &mut self,
        lent: LentValues<'_>,
        engine: &mut Engine,
        ticks: Option<u64>,
    ) -> Result<Step<T>, Error> {
        self.wait(engine)?;
        self.step_part(lent, engine, ticks)
    }

    /// If the run waits for a future, which nobody polls, the thread does, or the call is the error.
    pub(super) fn wait(&mut self, engine: &mut Engine) -> Result<(), Error> {
        if !self.awaits_future() {
            return Ok(());
        }
        engine.begin();
        let future = self.future.get_mut().unwrap_or_else(PoisonError::into_inner);
        future.wait(&mut engine.vm, &self.id).map_err(|fault| engine.error(*fault))
    }

    /// Makes one step. An interrupt requested before it applies to it.
    pub(super) fn step_part(
        &mut self,
        lent: LentValues<'_>,
        engine: &mut Engine,
        ticks: Option<u64>,
    ) -> Result<Step<T>, Error> {
        let stepped = self.stepped(lent, engine, ticks).and_then(|stepped| {
            Ok(match stepped {
                Stepped::Done { value, function: Some(f) } => Step::Done(result_of(&mut engine.vm, f, value)?),
                Stepped::Done { value, function: None } => {
                    Step::Done(guarded_result(&mut engine.vm.program.rt, value)?)
                }
                Stepped::Waiting(value) => Step::Yielded(value),
                Stepped::Asking(value) => Step::Asked(value),
                Stepped::Paused => Step::OutOfTicks,
            })
        });
        engine.ended(stepped)
    }

    pub(super) fn poll_part(
        &mut self,
        lent: LentValues<'_>,
        engine: &mut Engine,
        ticks: Option<u64>,
        cx: &mut Context<'_>,
    ) -> Poll<Result<Step<T>, Error>> {
        let polled = self.poll_once(lent, engine, ticks, cx);
        if let Poll::Ready(Ok(Step::Done(_)) | Err(_)) = polled {
            // The future of the run is no longer wanted.
            self.future().clear();
        }
        polled
    }

    fn poll_once(
        &mut self,
        lent: LentValues<'_>,
        engine: &mut Engine,
        ticks: Option<u64>,
        cx: &mut Context<'_>,
    ) -> Poll<Result<Step<T>, Error>> {
        if !self.future().has_request() {
            ready!(self.poll_futures(engine, cx))?;
        }
        engine.vm.host.polls = true;
        let stepped = self.step_part(lent, engine, ticks);
        engine.vm.host.polls = false;
        let mut step = stepped?;
        if !matches!(step, Step::Done(_)) && self.future().is_waited_for() {
            // A future of the run has to know its waker.
            ready!(self.poll_futures(engine, cx))?;
            step = Step::OutOfTicks;
        }
        Poll::Ready(Ok(step))
    }

    /// Returns whether there is something to do in a step, or the run waits.
    fn poll_futures(&mut self, engine: &mut Engine, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        if !self.future().is_waited_for() {
            return Poll::Ready(Ok(()));
        }
        engine.begin();
        let future = self.future.get_mut().unwrap_or_else(PoisonError::into_inner);
        match future.poll(&mut engine.vm, &self.id, cx) {
            Ok(polled) => polled.map(Ok),
            Err(fault) => Poll::Ready(Err(engine.error(*fault))),
        }
    }
}

/// Usage so far of a part of several steps, for the limits on ticks and on time that hold for all of them together.
pub(super) struct StepUsage {
    /// The run's, when it began.
    ticks: u64,
    /// By the host's clock, if there is a limit on it.
    time: Duration,
}

/// Message for a run that asks and must not.
const STEPS_ASK: &str = "`Run::step` ends where it asks, and `Run::answer` gives the answer";

impl<T: FromLisp> Run<T> {
    /// Returns the run as a future, in which it can call asynchronous functions of the host ([`Engine::define`], where
    /// there is an example). It lets others go on after each ten thousand ticks; [`Call::drive`](crate::Call::drive) is
    /// its form with loans and limits.
    ///
    /// Limits hold as for [`Engine::call`], those on ticks and on time for all of its steps together: a wait takes none
    /// of either. A request to stop ([`Engine::interrupt`]) that comes while it waits ends it when it goes on. Dropping
    /// the future ends it where it is.
    ///
    /// ```
    /// use klammer::{Engine, Error};
    ///
    /// # let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
    /// let mut engine = Engine::new();
    /// engine.define("roll", |sides: i64| async move { sides / 2 + 1 });
    /// engine.run("(defproc both (one other) (+ (roll one) (roll other)))")?;
    /// let run = engine.start::<i64>("both", (6, 20))?;
    /// assert_eq!(runtime.block_on(run.drive(&mut engine))?, 15);
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias = "call_async", alias = "eval_async", alias = "exec_async")]
    pub fn drive(self, engine: &mut Engine) -> RunFuture<'_, T> {
        engine.with().drive(self)
    }

    /// Carries the run on to its end, also where it waits. The limits hold for it as for an evaluation.
    ///
    /// # Errors
    /// As for [`Run::step`]. Where it waits for an answer ([`Context::ask`](crate::Context::ask)), which nobody can
    /// give it any more, the call that asks is an error.
    pub fn finish(mut self, engine: &mut Engine) -> Result<T, Error> {
        let mut account = self.account();
        loop {
            let step =
                self.on_account(&mut account, engine, |run, engine, _| run.step_part(&mut Nothing, engine, None));
            if let Step::Done(value) = step? {
                return Ok(value);
            }
            self.check_answered(engine, STEPS_ASK)?;
            self.on_account(&mut account, engine, |run, engine, _| run.wait(engine))?;
        }
    }
}

impl<T> Run<T> {
    pub(super) fn account(&self) -> StepUsage {
        StepUsage { ticks: self.ticks, time: Duration::ZERO }
    }

    /// Carries the run on with what the account has left: `f` is told how many ticks that are.
    pub(super) fn on_account<R>(
        &mut self,
        account: &mut StepUsage,
        engine: &mut Engine,
        f: impl FnOnce(&mut Run<T>, &mut Engine, Option<u64>) -> R,
    ) -> R {
        let mut limits = engine.limits.clone();
        let used = self.ticks.saturating_sub(account.ticks);
        let begun = limits.time.map(|_| engine.vm.program.rt.host.now());
        limits.ticks = limits.ticks.map(|all| all.saturating_sub(used));
        limits.time = limits.time.map(|all| all.saturating_sub(account.time));
        let left = limits.ticks;
        let interrupt = engine.interrupt();
        let held = Held::new(engine, limits, interrupt);
        held.engine.vm.program.rt.budget.before = used;
        let result = f(self, held.engine, left);
        drop(held);
        if let Some(begun) = begun {
            account.time = account.time.saturating_add(engine.vm.program.rt.host.now().saturating_sub(begun));
        }
        result
    }
}

/// Ending a run early.
impl<T> Run<T> {
    /// Unwinds the run. The cleanups of its `unwind-protect` forms run from the inside out, no handler catches it, and
    /// the future that it waits for is dropped. It goes as under `(exit)`: what a cleanup throws to something outside of
    /// it is dropped, and the next cleanup runs. A cleanup that the run is in is left like anything else. The limits
    /// hold for all of it as for an evaluation. A run that has not begun, or has ended, needs nothing.
    ///
    /// ```
    /// use klammer::{Engine, Error, Step};
    ///
    /// let mut engine = Engine::new();
    /// engine.run("(setq doors nil)
    ///              (defproc patrol (door) (push! door doors) (unwind-protect (while t) (setq doors (cdr doors))))")?;
    /// let mut run = engine.start::<()>("patrol", ("north",))?;
    /// assert!(matches!(run.step(&mut engine, 1_000)?, Step::OutOfTicks));
    /// assert_eq!(engine.get::<Vec<String>>("doors")?, ["north"]);
    /// run.close(&mut engine)?;
    /// assert!(engine.get::<Vec<String>>("doors")?.is_empty());
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// When a cleanup fails, exceeds a limit, or ends the program ([`Error::exit_status`]). A run that waits for an
    /// answer fails, because it gets none. So does one that waits for a future, unless the host sets how its thread
    /// waits ([`EngineBuilder::block_on`](crate::EngineBuilder::block_on)). The cleanups around it run. Also when the
    /// run belongs to another engine.
    #[doc(alias = "cancel", alias = "reset")]
    pub fn close(self, engine: &mut Engine) -> Result<(), Error> {
        self.close_lending(&mut Nothing, engine)
    }

    pub(super) fn close_lending(mut self, lent: LentValues<'_>, engine: &mut Engine) -> Result<(), Error> {
        engine.begin();
        self.future().clear();
        match engine.vm.suspended_runs.give_up(&self.id) {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            Err(fault) => return Err(engine.error(*fault)),
        }
        let mut account = self.account();
        loop {
            let left = self.on_account(&mut account, engine, |run, engine, _| {
                let left = match run.stepped(lent, engine, None) {
                    Ok(stepped) => Ok(matches!(stepped, Stepped::Done { .. })),
                    Err(fault) if is_given_up(&fault) => Ok(true),
                    Err(fault) => Err(fault),
                };
                engine.ended(left)
            });
            if left? {
                return Ok(());
            }
            self.check_answered(engine, STEPS_ASK)?;
        }
    }
}

// Runs as futures, which wait for those of asynchronous functions of the host.

/// Ticks between two yields to the others, if the host sets no number: some tens of microseconds.
pub(super) const TICKS: u64 = 10_000;

/// A [`Run`] as a future. There is an example at [`Call::drive`](crate::Call::drive), and one at [`Engine::define`].
/// Dropping it ends the run where it is and drops the host's futures that the run waits for. [`RunFuture::close`] also
/// runs the cleanups.
#[must_use = "futures do nothing unless they are polled"]
pub struct RunFuture<'e, T, L = ()> {
    /// The run, or the error that the first poll returns.
    begun: Result<StartedRun<T, L>, Option<Error>>,
    engine: &'e mut Engine,
    ticks: u64,
    overrides: Overrides,
}

struct StartedRun<T, L> {
    run: Run<T>,
    lending: Loan<L>,
    account: StepUsage,
}

impl<T, L> fmt::Debug for RunFuture<'_, T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunFuture").field("engine", &self.engine).field("ticks", &self.ticks).finish_non_exhaustive()
    }
}

impl<'e, T, L: Scoped> RunFuture<'e, T, L> {
    pub(super) fn new(
        run: Run<T>,
        lent: L,
        engine: &'e mut Engine,
        ticks: u64,
        overrides: Overrides,
    ) -> RunFuture<'e, T, L> {
        let begun = match Loan::new(lent) {
            Ok(lending) => Ok(StartedRun { account: run.account(), run, lending }),
            Err(fault) => Err(Some(engine.error(*fault))),
        };
        RunFuture { begun, engine, ticks, overrides }
    }
}

impl<T, L> RunFuture<'_, T, L> {
    /// Returns the usage of the steps of this future so far, all together, also after the last one.
    ///
    /// ```
    /// use klammer::{Engine, Error};
    ///
    /// # let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
    /// let mut engine = Engine::new();
    /// engine.run("(defproc count (n) (dotimes (i n)))")?;
    /// let mut steps = engine.start::<()>("count", (100_000,))?.drive(&mut engine);
    /// runtime.block_on(&mut steps)?;
    /// assert!(steps.usage().ticks >= 100_000);
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn usage(&self) -> ResourceUsage {
        let ticks = self.begun.as_ref().map_or(0, |begun| begun.run.ticks);
        ResourceUsage { ticks, ..self.engine.usage() }
    }
}

impl<T, L: Scoped> RunFuture<'_, T, L> {
    /// Ends the run early, with its cleanups, as [`Run::close`] does, and what is lent lent to them; for one that has
    /// taken too long. They end at once, without polls.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use klammer::{Engine, Error};
    /// use tokio::time::timeout;
    ///
    /// # let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_time().build().unwrap();
    /// let mut engine = Engine::new();
    /// engine.run("(setq open 0) (defproc serve () (inc! open) (unwind-protect (while t) (dec! open)))")?;
    /// runtime.block_on(async {
    ///     let mut serving = engine.start::<()>("serve", ())?.drive(&mut engine);
    ///     match timeout(Duration::from_millis(10), &mut serving).await {
    ///         Ok(served) => served,
    ///         Err(_) => serving.close(),
    ///     }
    /// })?;
    /// assert_eq!(engine.get::<i64>("open")?, 0);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Run::close`].
    pub fn close(self) -> Result<(), Error> {
        match self.begun {
            Ok(StartedRun { run, mut lending, .. }) => {
                self.overrides.apply(self.engine, |engine| run.close_lending(&mut lending, engine))
            }
            // It has not begun.
            Err(_) => Ok(()),
        }
    }
}

// Nothing in it is pinned.
impl<T, L> Unpin for RunFuture<'_, T, L> {}

impl<T: FromLisp, L: Scoped> Future for RunFuture<'_, T, L> {
    type Output = Result<T, Error>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let RunFuture { begun, engine, ticks, overrides } = self.get_mut();
        let begun = match begun {
            Ok(begun) => begun,
            Err(error) => {
                let again = || Error::plain(Code::Host, "the future has ended".to_string());
                return Poll::Ready(Err(error.take().unwrap_or_else(again)));
            }
        };
        overrides.apply(engine, |engine| begun.poll(engine, (*ticks).max(1), cx))
    }
}

impl<T: FromLisp, L: Scoped> StartedRun<T, L> {
    /// One step, unless the run waits for the host. Others have their turn after each, however soon there are answers.
    fn poll(&mut self, engine: &mut Engine, ticks: u64, cx: &mut Context<'_>) -> Poll<Result<T, Error>> {
        let StartedRun { run, lending, account } = self;
        let polled = run.on_account(account, engine, |run, engine, left| {
            // The last step does not pause where its ticks end: it fails there.
            let ticks = left.is_none_or(|left| left > ticks).then_some(ticks);
            run.poll_part(lending, engine, ticks, cx)
        });
        match ready!(polled)? {
            Step::Done(value) => return Poll::Ready(Ok(value)),
            Step::OutOfTicks | Step::Yielded(_) => {}
            Step::Asked(_) => {
                let help = "asynchronous functions are answered here; `Call::poll` ends where `Context::ask` asks, too";
                run.check_answered(engine, help)?;
            }
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}
