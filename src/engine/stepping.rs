//! Runs that the host carries on step by step, and a future made of such steps.

use std::fmt;
use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll};

use super::{Engine, Program, Usage};
use crate::convert::context::{Callee, Lend, Lending};
use crate::convert::{FromLisp, IntoArguments, result};
use crate::error::Error;
use crate::fault::{Res, internal};
use crate::handle::Handle;
use crate::symbol::ModuleId;
use crate::vm::callback::{Lent, Nothing};
use crate::vm::parking::{Stepped, Ticket};

/// A call, or a program, that is carried on step by step, and waits in its engine in between. An engine can have any
/// number of them, and be used for other things meanwhile: also reloaded ([`Engine::reload`]), which a run that waits
/// survives. What is undone by [`Engine::atomically`], a step of a run included that was made in there, the run does
/// once more.
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
///         Step::Paused(usage) => {
///             pauses += 1;
///             // About as many ticks as it was given, and what has been done so far can be looked at.
///             assert!((1_000 * pauses..1_100 * pauses).contains(&usage.ticks));
///             assert!(engine.get::<u64>("seen")? < 1_000 * pauses);
///         }
///         Step::Waiting(_) => unreachable!("no function of the host asks it to wait"),
///     }
/// };
/// assert_eq!((total, pauses), (10_000, 10));
/// # Ok::<(), klammer::Error>(())
/// ```
///
/// Dropping a run ends it where it is: nothing of it is done any more, its `unwind-protect` included.
///
/// ```
/// let mut engine = klammer::Engine::new();
/// engine.exec("(setq steps 0) (defproc walk () (unwind-protect (while t (inc! steps)) (setq steps 'ended)))")?;
/// let mut run = engine.start::<()>("walk", ())?;
/// run.step(&mut engine, 1_000)?;
/// let steps: i64 = engine.get("steps")?;
/// drop(run);
/// assert_eq!(engine.get::<i64>("steps")?, steps);
/// # Ok::<(), klammer::Error>(())
/// ```
pub struct Run<T> {
    ticket: Ticket,
    types: PhantomData<fn() -> T>,
}

/// What has become of a [`Run`] in a step. There is an example there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step<T> {
    /// It has ended, with this value.
    Done(T),
    /// It has used up its fuel, and can go on. The ticks are those of the run so far.
    Paused(Usage),
    /// It waits, because a function of the host has ended the step, by [`Context::pause`](crate::Context::pause) or
    /// [`Context::pause_with`](crate::Context::pause_with): the value that this has handed over, or nil. It can go on.
    Waiting(Handle),
}

impl<T> fmt::Debug for Run<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run").finish_non_exhaustive()
    }
}

impl Engine {
    /// Begins a call that is carried on by [`Run::step`]. Nothing of it is done here.
    ///
    /// # Errors
    /// When there is no such function, or an argument exceeds a limit.
    #[doc(alias = "create_thread", alias = "coroutine")]
    pub fn start<T: FromLisp>(&mut self, f: impl Callee, arguments: impl IntoArguments) -> Result<Run<T>, Error> {
        self.begin();
        let started = f.find(&mut self.vm, self.main).and_then(|f| {
            let arguments = arguments.into_arguments(&mut self.vm.rt)?;
            self.vm.start_run(f, arguments.into_vec())
        });
        started.map(Run::new).map_err(|fault| self.error(*fault))
    }

    /// Begins a program that is carried on by [`Run::step`].
    ///
    /// ```
    /// use klammer::{Engine, Step};
    ///
    /// let mut engine = Engine::new();
    /// let program = engine.compile("level.lisp", "(setq n 0) (dotimes (i 5000) (inc! n)) n")?;
    /// let mut run = engine.start_program::<i64>(&program)?;
    /// assert!(matches!(run.step(&mut engine, 1_000)?, Step::Paused(_)));
    /// assert_eq!(run.finish(&mut engine)?, 5_000);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// When its text does not fit the memory limit.
    pub fn start_program<T: FromLisp>(&mut self, program: &Program) -> Result<Run<T>, Error> {
        self.begin();
        self.start_in(self.main, program).map_err(|fault| self.error(*fault))
    }

    pub(super) fn start_in<T: FromLisp>(&mut self, module: ModuleId, program: &Program) -> Res<Run<T>> {
        self.vm.rt.reserve_source(program.text())?;
        let Some(source) = self.vm.rt.sources.add_shared(program.source()) else { return internal("a text too long") };
        self.vm.start_text(module, source, program.folder(), self.lenient).map(Run::new)
    }
}

impl<T> Run<T> {
    fn new(ticket: Ticket) -> Run<T> {
        Run { ticket, types: PhantomData }
    }
}

impl<T: FromLisp> Run<T> {
    /// Carries the run on for so many ticks: calls, turns of loops, and what natives charge. It pauses between any two
    /// of them, wherever it is, also in the middle of natives that go along lists, compare or print (with the feature
    /// `pauses`); except inside of an expansion of a macro, of a file that it loads, of what a function of the host
    /// calls or evaluates, and of one operation of another native (a search in a text, a large product): there it goes
    /// on until that has ended, and the next step has as much less. A file whose forms take long is not loaded by the
    /// run, but made a program ([`Engine::compile_file`]) that is a run itself ([`Engine::start_program`]).
    ///
    /// The other limits of the engine hold for each step. The one on fuel is the most that a step takes, even if it is
    /// given more: where it can pause it does so then, and where it cannot, the limit is reached.
    ///
    /// What the run has bound for as long as something runs (dynamic variables, `with-output-to`, budgets) is not bound
    /// while it waits.
    ///
    /// # Errors
    /// When the run fails, exceeds a limit, or returns no `T`: then it is over. Also when it was over, or belongs to
    /// another engine.
    pub fn step(&mut self, engine: &mut Engine, fuel: u64) -> Result<Step<T>, Error> {
        self.step_lending(&mut Nothing, engine, Some(fuel))
    }

    /// Carries the run on as [`Run::step`] does, and lends something for the time of the step: functions of the host
    /// that are called reach it by its type, as in [`Engine::call_with`].
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
    /// engine.eval::<()>("(defproc play (n) (dotimes (i n) (turn!)))")?;
    /// let mut world = World { turns: 0 };
    /// let mut run = engine.start::<()>("play", (1_000,))?;
    /// let mut frames = 1;
    /// while let Step::Paused(_) = run.step_with(&mut world, &mut engine, 500)? {
    ///     frames += 1;
    ///     assert!(world.turns < 1_000);
    /// }
    /// assert!(world.turns == 1_000 && frames > 1);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Run::step`].
    pub fn step_with(&mut self, lent: impl Lend, engine: &mut Engine, fuel: u64) -> Result<Step<T>, Error> {
        let mut lending = Lending::new(lent).map_err(|fault| engine.error(*fault))?;
        self.step_lending(&mut lending, engine, Some(fuel))
    }

    fn step_lending(&mut self, lent: Lent<'_>, engine: &mut Engine, fuel: Option<u64>) -> Result<Step<T>, Error> {
        engine.evaluated_to(|e| match e.vm.step_run(&self.ticket, fuel, lent)? {
            Stepped::Done(value) => result(&mut e.vm.rt, value).map(Step::Done),
            Stepped::Waiting(value) => Ok(Step::Waiting(value)),
            Stepped::Paused => {
                let ticks = e.vm.ticks_of_run(&self.ticket).unwrap_or_default();
                Ok(Step::Paused(Usage { ticks, ..e.usage() }))
            }
        })
    }

    /// Carries the run on to its end, also where it waits. The limits hold for it as for an evaluation.
    ///
    /// # Errors
    /// As for [`Run::step`].
    pub fn finish(mut self, engine: &mut Engine) -> Result<T, Error> {
        loop {
            if let Step::Done(value) = self.step_lending(&mut Nothing, engine, None)? {
                return Ok(value);
            }
        }
    }

    /// The run as a future, which lets others go on after each step of so many ticks. It needs no particular executor.
    ///
    /// ```
    /// use std::pin::pin;
    /// use std::task::{Context, Poll, Waker};
    ///
    /// let mut engine = klammer::Engine::new();
    /// engine.eval::<()>("(defproc sum (n) (let ((s 0)) (dotimes (i n s) (setq s (+ s i)))))")?;
    /// let run = engine.start::<i64>("sum", (1_000,))?;
    /// let mut future = pin!(run.in_steps(&mut engine, 100));
    /// let mut polls = 1;
    /// let sum = loop {
    ///     match future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
    ///         Poll::Ready(sum) => break sum?,
    ///         Poll::Pending => polls += 1,
    ///     }
    /// };
    /// assert_eq!((sum, polls), (499_500, 11));
    /// # Ok::<(), klammer::Error>(())
    /// ```
    pub fn in_steps(self, engine: &mut Engine, fuel: u64) -> Steps<'_, T> {
        Steps { run: self, engine, fuel }
    }
}

/// A [`Run`] as a future. There is an example at [`Run::in_steps`]. Dropping it ends the run.
#[derive(Debug)]
#[must_use = "futures do nothing unless they are polled"]
pub struct Steps<'e, T> {
    run: Run<T>,
    engine: &'e mut Engine,
    fuel: u64,
}

impl<T: FromLisp> Future for Steps<'_, T> {
    type Output = Result<T, Error>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Steps { run, engine, fuel } = self.get_mut();
        match run.step(engine, (*fuel).max(1)) {
            Ok(Step::Done(value)) => Poll::Ready(Ok(value)),
            Err(error) => Poll::Ready(Err(error)),
            Ok(Step::Paused(_) | Step::Waiting(_)) => {
                cx.waker().wake_by_ref();
                Poll::Pending
            }
        }
    }
}
