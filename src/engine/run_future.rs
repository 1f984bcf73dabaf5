//! Runs as futures, which wait for those of asynchronous functions of the host.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use super::call::Overrides;
use super::run::Account;
use super::{Engine, ResourceUsage, Run, Step};
use crate::error::Error;
use crate::fault::Code;
use crate::host::FromLisp;
use crate::host::scoped::{Loan, Scoped};

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
    account: Account,
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
