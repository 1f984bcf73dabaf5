//! Runs as futures, which wait for those of asynchronous functions of the host.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use super::{Engine, Run, Step, Usage};
use crate::convert::callee::Callee;
use crate::convert::lending::{Lend, Lending};
use crate::convert::{FromLisp, IntoArguments};
use crate::error::Error;
use crate::fault::Code;
use crate::source::Source;
use crate::vm::awaiting::Futures;

/// Ticks between two turns of the others, where the host does not say how many: some tens of microseconds.
const FUEL: u64 = 10_000;

impl Engine {
    /// [`Engine::call`] as a future, in which the script can call asynchronous functions of the host
    /// ([`Engine::define_async`]: there is an example). Others have their turn after each ten thousand ticks; for
    /// another number, or to lend something, there are [`Engine::start`] and [`Run::in_steps`].
    ///
    /// Limits hold for each of the steps that it is carried on in, as for those of every [`Run`]: a script that never
    /// ends is ended by dropping the future.
    ///
    /// # Errors
    /// The future's: as for [`Engine::call`].
    pub fn call_async<T: FromLisp>(&mut self, f: impl Callee, arguments: impl IntoArguments) -> Steps<'_, T> {
        let started = self.start(f, arguments);
        Steps::new(started, (), self, FUEL)
    }

    /// [`Engine::eval`] as a future, in which the script can call asynchronous functions of the host: see
    /// [`Engine::call_async`]. Nobody looks for warnings in the text, which [`Engine::check`] does. One in a namespace
    /// is a [`Program`](crate::Program) that [`Evaluation::start`](crate::Evaluation::start) begins.
    ///
    /// ```
    /// use klammer::{Engine, Error};
    ///
    /// # let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
    /// let mut engine = Engine::new();
    /// engine.define_async("roll", |sides: i64| async move { sides / 2 + 1 });
    /// let total = runtime.block_on(engine.eval_async::<i64>("(setq one (roll 6)) (+ one (roll 20))"))?;
    /// assert_eq!(total, 15);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// The future's: as for [`Engine::eval`].
    pub fn eval_async<T: FromLisp>(&mut self, text: &str) -> Steps<'_, T> {
        self.begin();
        let source = Arc::new(Source::new("<eval>".to_string(), text.to_string()));
        let started = self.start_source(self.main, &source, None).map_err(|fault| self.error(*fault));
        Steps::new(started, (), self, FUEL)
    }
}

impl<T: FromLisp> Run<T> {
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
        self.in_steps_with((), engine, fuel)
    }

    /// [`Run::in_steps`], which lends something for as long as the future is there: functions of the host that are
    /// called reach it by its type, as in [`Engine::call_with`]. What a function of [`Engine::define_async`] waits for
    /// does not, but by [`AsyncContext::with`](crate::AsyncContext::with).
    ///
    /// ```
    /// use std::pin::pin;
    /// use std::task::{Context as Task, Poll, Waker};
    ///
    /// use klammer::{Context, Engine, Error};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("log!", |cx: &mut Context<'_>, line: String| cx.lent::<Vec<String>>().map(|log| log.push(line)));
    /// engine.exec("(defproc count-down (n) (dotimes (i n) (log! (number->string (- n i)))))")?;
    /// let mut log: Vec<String> = Vec::new();
    /// let run = engine.start::<()>("count-down", (3,))?;
    /// let mut future = pin!(run.in_steps_with(&mut log, &mut engine, 2));
    /// while future.as_mut().poll(&mut Task::from_waker(Waker::noop())).is_pending() {}
    /// assert_eq!(log, ["3", "2", "1"]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn in_steps_with<L: Lend>(self, lent: L, engine: &mut Engine, fuel: u64) -> Steps<'_, T, L> {
        Steps::new(Ok(self), lent, engine, fuel)
    }
}

/// A [`Run`] as a future. There is an example at [`Run::in_steps`], and one at
/// [`Engine::define_async`]. Dropping it ends the run where it is, and with it the futures of the host that the run
/// waits for.
#[must_use = "futures do nothing unless they are polled"]
pub struct Steps<'e, T, L = ()> {
    /// Or why there is none.
    begun: Result<Begun<T, L>, Option<Error>>,
    engine: &'e mut Engine,
    fuel: u64,
}

struct Begun<T, L> {
    run: Run<T>,
    lending: Lending<L>,
    /// What the run waits for.
    futures: Futures,
    /// Ticks of all steps.
    ticks: u64,
}

impl<T, L> fmt::Debug for Steps<'_, T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Steps").field("engine", &self.engine).field("fuel", &self.fuel).finish_non_exhaustive()
    }
}

impl<'e, T, L: Lend> Steps<'e, T, L> {
    fn new(started: Result<Run<T>, Error>, lent: L, engine: &'e mut Engine, fuel: u64) -> Steps<'e, T, L> {
        let begun = started.and_then(|run| match Lending::new(lent) {
            Ok(lending) => Ok(Begun { run, lending, futures: Futures::default(), ticks: 0 }),
            Err(fault) => Err(engine.error(*fault)),
        });
        Steps { begun: begun.map_err(Some), engine, fuel }
    }
}

impl<T, L> Steps<'_, T, L> {
    /// What the steps of this future have used so far, all together, also after the last one. So a host grants a script
    /// some ticks in all.
    ///
    /// ```
    /// use std::future::poll_fn;
    /// use std::pin::pin;
    ///
    /// use klammer::{Engine, Error};
    ///
    /// # let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
    /// let mut engine = Engine::new();
    /// let mut steps = pin!(engine.eval_async::<()>("(while t)"));
    /// let end = runtime.block_on(poll_fn(|cx| match steps.as_mut().poll(cx) {
    ///     _ if steps.usage().ticks > 100_000 => std::task::Poll::Ready(None),
    ///     polled => polled.map(Some),
    /// }));
    /// assert!(end.is_none());
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn usage(&self) -> Usage {
        let ticks = self.begun.as_ref().map_or(0, |begun| begun.ticks);
        Usage { ticks, ..self.engine.usage() }
    }
}

// Nothing in it is pinned.
impl<T, L> Unpin for Steps<'_, T, L> {}

impl<T: FromLisp, L: Lend> Future for Steps<'_, T, L> {
    type Output = Result<T, Error>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Steps { begun, engine, fuel } = self.get_mut();
        let begun = match begun {
            Ok(begun) => begun,
            Err(error) => {
                let again = || Error::plain(Code::Host, "the future has ended".to_string());
                return Poll::Ready(Err(error.take().unwrap_or_else(again)));
            }
        };
        begun.poll(engine, (*fuel).max(1), cx)
    }
}

impl<T: FromLisp, L: Lend> Begun<T, L> {
    /// One step, unless the run waits for the host. Others have their turn after each, however soon there are answers.
    fn poll(&mut self, engine: &mut Engine, fuel: u64, cx: &mut Context<'_>) -> Poll<Result<T, Error>> {
        let polled = self.poll_step(engine, fuel, cx);
        if polled.is_ready() {
            // What the run has waited for nobody wants any more.
            self.futures.truncate(0);
        }
        polled
    }

    fn poll_step(&mut self, engine: &mut Engine, fuel: u64, cx: &mut Context<'_>) -> Poll<Result<T, Error>> {
        if !self.futures.has_request() {
            ready!(self.poll_futures(engine, cx))?;
        }
        engine.vm.polls = true;
        let stepped = self.run.step_awaiting(&mut self.futures, &mut self.lending, engine, Some(fuel));
        engine.vm.polls = false;
        self.ticks = self.ticks.saturating_add(engine.usage().ticks);
        if let Step::Done(value) = stepped? {
            return Poll::Ready(Ok(value));
        }
        if self.futures.is_waited_for() {
            // What the run waits for has to know whom to wake.
            ready!(self.poll_futures(engine, cx))?;
        } else {
            let help = "functions of `Engine::define_async` are answered here, `Context::ask` is not";
            self.run.check_answered(engine, help)?;
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    }

    /// Is there something to be done in a step, or does the run wait?
    fn poll_futures(&mut self, engine: &mut Engine, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        if self.futures.is_empty() {
            return Poll::Ready(Ok(()));
        }
        engine.begin();
        match self.futures.poll(&mut engine.vm, &self.run.ticket, cx) {
            Ok(polled) => polled.map(Ok),
            Err(fault) => Poll::Ready(Err(engine.error(*fault))),
        }
    }
}
