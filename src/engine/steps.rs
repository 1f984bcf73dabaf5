//! Runs as futures, which wait for those of asynchronous functions of the host.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use super::call::{Conditions, Text};
use super::stopping::Account;
use super::{Engine, Run, Step, Usage};
use crate::convert::callee::Callee;
use crate::convert::lending::{Lend, Lending};
use crate::convert::{FromLisp, IntoArguments};
use crate::error::Error;
use crate::fault::Code;
use crate::object::host::HostOwned;
use crate::vm::async_calls::Wait;

/// Ticks between two yields to the others, if the host sets no number: some tens of microseconds.
pub(super) const FUEL: u64 = 10_000;

impl Engine {
    /// [`Engine::call`] as a future, in which the script can call asynchronous functions of the host
    /// ([`Engine::define`]: there is an example). Others have their turn after each ten thousand ticks; for
    /// another number, or to lend something, there are [`Engine::start`] and [`Call::drive`](crate::Call::drive).
    ///
    /// Limits hold as for [`Engine::call`], those on fuel and on time for all of its steps together: what it waits for
    /// takes none of either. A request to stop ([`Engine::interrupt_handle`]) that comes while it waits ends it when it
    /// goes on. Dropping the future ends it where it is.
    ///
    /// # Errors
    /// The future's: as for [`Engine::call`].
    pub fn call_async<T: FromLisp>(&mut self, f: impl Callee, arguments: impl IntoArguments) -> Steps<'_, T> {
        let started = self.start(f, arguments);
        Steps::new(started, (), self, FUEL, Conditions::default())
    }

    /// [`Engine::eval`] as a future, in which the script can call asynchronous functions of the host: see
    /// [`Engine::call_async`]. Nobody looks for warnings in the text, which [`Engine::check`] does.
    ///
    /// ```
    /// use klammer::{Engine, Error};
    ///
    /// # let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
    /// let mut engine = Engine::new();
    /// engine.define("roll", |sides: i64| async move { sides / 2 + 1 });
    /// let total = runtime.block_on(engine.eval_async::<i64>("(setq one (roll 6)) (+ one (roll 20))"))?;
    /// assert_eq!(total, 15);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// The future's: as for [`Engine::eval`].
    pub fn eval_async<T: FromLisp>(&mut self, text: impl Text) -> Steps<'_, T> {
        let started = self.start_text(text);
        Steps::new(started, (), self, FUEL, Conditions::default())
    }
}

impl Engine {
    /// Sets how to wait for a future of [`Engine::define`] where the run that calls the function cannot. That is
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
    /// engine.define("fetch", |page: String| async move {
    ///     sleep(Duration::from_millis(1)).await;
    ///     page.len()
    /// });
    /// engine.define("rest", || sleep(Duration::from_secs(3600)));
    /// engine.set_block_on(move |wait| {
    ///     // Ten times a second somebody asks whether it is to stop.
    ///     let _ = runtime.block_on(async { timeout(Duration::from_millis(100), wait).await });
    /// });
    /// assert_eq!(engine.eval::<Vec<usize>>("(sort (map-with fetch '(\"index\" \"news\")) <)")?, [4, 5]);
    /// engine.set_limits(Limits { time: Some(Duration::from_millis(50)), ..Limits::default() });
    /// assert_eq!(engine.run("(rest)").unwrap_err().code(), Code::OutOfTime);
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
        self.vm.host.block_on = Some(Arc::new(move |wait| {
            if let Some(block_on) = &*block_on {
                block_on(wait);
            }
        }));
    }
}

/// A [`Run`] as a future. There is an example at
/// [`Call::drive`](crate::Call::drive), and one at [`Engine::define`]. Dropping it ends the run where it is, and with it the futures of the host that the run
/// waits for; [`Steps::close`] does what is to be cleaned up besides.
#[must_use = "futures do nothing unless they are polled"]
pub struct Steps<'e, T, L = ()> {
    /// Or why there is none.
    begun: Result<Begun<T, L>, Option<Error>>,
    engine: &'e mut Engine,
    fuel: u64,
    held: Conditions,
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
    pub(super) fn new(
        started: Result<Run<T>, Error>,
        lent: L,
        engine: &'e mut Engine,
        fuel: u64,
        held: Conditions,
    ) -> Steps<'e, T, L> {
        let begun = started.and_then(|run| match Lending::new(lent) {
            Ok(lending) => Ok(Begun { account: run.account(), run, lending }),
            Err(fault) => Err(engine.error(*fault)),
        });
        Steps { begun: begun.map_err(Some), engine, fuel, held }
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
    /// engine.run("(setq open 0) (defproc serve () (inc! open) (unwind-protect (while t) (dec! open)))")?;
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
            Ok(Begun { run, mut lending, .. }) => {
                self.held.hold(self.engine, |engine| run.close_lending(&mut lending, engine))
            }
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
        let Steps { begun, engine, fuel, held } = self.get_mut();
        let begun = match begun {
            Ok(begun) => begun,
            Err(error) => {
                let again = || Error::plain(Code::Host, "the future has ended".to_string());
                return Poll::Ready(Err(error.take().unwrap_or_else(again)));
            }
        };
        held.hold(engine, |engine| begun.poll(engine, (*fuel).max(1), cx))
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
