//! Runs as futures, which wait for those of asynchronous functions of the host.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use super::stopping::Account;
use super::{Engine, Run, Step, Usage};
use crate::convert::callee::Callee;
use crate::convert::lending::{Lend, Lending};
use crate::convert::{FromLisp, IntoArguments};
use crate::error::Error;
use crate::fault::Code;
use crate::object::host::HostOwned;
use crate::source::Source;
use crate::vm::awaiting::Wait;

/// Ticks between two yields to the others, if the host sets no number: some tens of microseconds.
const FUEL: u64 = 10_000;

impl Engine {
    /// [`Engine::call`] as a future, in which the script can call asynchronous functions of the host
    /// ([`Engine::define_async`]: there is an example). Others have their turn after each ten thousand ticks; for
    /// another number, or to lend something, there are [`Engine::start`] and [`Run::in_steps`].
    ///
    /// Limits hold as for [`Engine::call`], those on fuel and on time for all of its steps together: what it waits for
    /// takes none of either. A request to stop ([`Engine::interrupt_handle`]) that comes while it waits ends it when it
    /// goes on. Dropping the future ends it where it is.
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

impl Engine {
    /// Sets how to wait for a future of [`Engine::define_async`] where the run that calls the function cannot. That is
    /// a call or an evaluation that is no future ([`Engine::call`], [`Engine::eval`], a step of [`Run::step`]). It is
    /// also, everywhere, inside a call back from a function of the host, an expansion of a macro, or a file that is
    /// loaded. Without this, it is an error to call the function there. `block_on` gets a future, and returns when that
    /// is ready, as `block_on` of most executors does; the thread waits meanwhile.
    ///
    /// It may return earlier: then the engine looks whether it has been told to stop ([`Engine::interrupt_handle`]) or
    /// its time is over, of which it hears nothing while it waits, and calls it again.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use klammer::{Code, Engine, Error, Limits};
    /// use tokio::time::{sleep, timeout};
    ///
    /// let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_time().build().unwrap();
    /// let mut engine = Engine::new();
    /// engine.define_async("fetch", |page: String| async move {
    ///     sleep(Duration::from_millis(1)).await;
    ///     page.len()
    /// });
    /// engine.define_async("rest", || sleep(Duration::from_secs(3600)));
    /// engine.set_block_on(move |wait| {
    ///     // Ten times a second somebody asks whether it is to stop.
    ///     let _ = runtime.block_on(async { timeout(Duration::from_millis(100), wait).await });
    /// });
    /// assert_eq!(engine.eval::<Vec<usize>>("(sort (map-with fetch '(\"index\" \"news\")) <)")?, [4, 5]);
    /// engine.set_limits(Limits { time: Some(Duration::from_millis(50)), ..Limits::default() });
    /// assert_eq!(engine.exec("(rest)").unwrap_err().code(), Code::OutOfTime);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// A function that such a future calls ([`AsyncContext::call`](crate::AsyncContext::call)) runs while nobody polls
    /// the future, so a timeout around the future sees the call when it has returned. Executors that must not block in
    /// one another (tokio's) say so by a panic, which is an error of the function: in a task of tokio's, `block_on` is
    /// `|wait| tokio::task::block_in_place(|| tokio::runtime::Handle::current().block_on(wait))`.
    ///
    /// Copies of the engine have it, too.
    pub fn set_block_on(&mut self, block_on: impl Fn(Wait<'_>) + Send + Sync + 'static) {
        let block_on = HostOwned::new(block_on);
        self.vm.block_on = Some(Arc::new(move |wait| {
            if let Some(block_on) = &*block_on {
                block_on(wait);
            }
        }));
    }
}

impl<T: FromLisp> Run<T> {
    /// Returns the run as a future, which lets others go on after each step of `fuel` ticks. It needs no particular
    /// executor.
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
    /// called reach it by its type, as in [`Engine::call_with`]. The future of a function of [`Engine::define_async`]
    /// reaches it only by [`AsyncContext::with`](crate::AsyncContext::with).
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
/// waits for; [`Steps::close`] does what is to be cleaned up besides.
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
    account: Account,
}

impl<T, L> fmt::Debug for Steps<'_, T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Steps").field("engine", &self.engine).field("fuel", &self.fuel).finish_non_exhaustive()
    }
}

impl<'e, T, L: Lend> Steps<'e, T, L> {
    fn new(started: Result<Run<T>, Error>, lent: L, engine: &'e mut Engine, fuel: u64) -> Steps<'e, T, L> {
        let begun = started.and_then(|run| match Lending::new(lent) {
            Ok(lending) => Ok(Begun { account: run.account(), run, lending }),
            Err(fault) => Err(engine.error(*fault)),
        });
        Steps { begun: begun.map_err(Some), engine, fuel }
    }
}

impl<T, L> Steps<'_, T, L> {
    /// Returns the usage of the steps of this future so far, all together, also after the last one.
    ///
    /// ```
    /// use klammer::{Engine, Error};
    ///
    /// # let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
    /// let mut engine = Engine::new();
    /// let mut steps = engine.eval_async::<()>("(dotimes (i 100000))");
    /// runtime.block_on(&mut steps)?;
    /// assert!(steps.usage().ticks >= 100_000);
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn usage(&self) -> Usage {
        let ticks = self.begun.as_ref().map_or(0, |begun| begun.run.ticks);
        Usage { ticks, ..self.engine.usage() }
    }
}

impl<T, L: Lend> Steps<'_, T, L> {
    /// Ends the run early, with its cleanups, as [`Run::close`] does, and what is lent lent to them; for one that has
    /// taken too long. They are done at once: nobody polls.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use klammer::{Engine, Error};
    /// use tokio::time::timeout;
    ///
    /// # let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_time().build().unwrap();
    /// let mut engine = Engine::new();
    /// engine.exec("(setq open 0) (defproc serve () (inc! open) (unwind-protect (while t) (dec! open)))")?;
    /// runtime.block_on(async {
    ///     let mut serving = engine.call_async::<()>("serve", ());
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
            Ok(Begun { run, mut lending, .. }) => run.close_lending(&mut lending, self.engine),
            // It has not begun.
            Err(_) => Ok(()),
        }
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
        let Begun { run, lending, account } = self;
        let polled = run.on_account(account, engine, |run, engine, left| {
            // The last step does not pause where its fuel ends: it fails there.
            let fuel = left.is_none_or(|left| left > fuel).then_some(fuel);
            run.poll_part(lending, engine, fuel, cx)
        });
        match ready!(polled)? {
            Step::Done(value) => return Poll::Ready(Ok(value)),
            Step::Paused(_) => {}
            Step::Waiting(_) => {
                let help = "functions of `Engine::define_async` are answered here; `Run::poll_step` ends where \
                            `Context::ask` asks, too";
                run.check_answered(engine, help)?;
            }
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}
