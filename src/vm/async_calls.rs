//! Futures of asynchronous functions of the host: who polls them, and what they ask of the engine.
//!
//! The future of such a function has no engine. It records what it wants done ([`Requests`]), and its poller passes it
//! to the machine with the next step, in place of the function of the host that has made the future. The future is then
//! polled again.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use super::Vm;
use super::fiber::RunId;
use super::host_call::LentValues;
use super::host_call::{Pending, Signal};
use crate::fault::{Code, ErrorData, Result, Unwind, internal};
use crate::module::native::give_back;
use crate::object::host::guarded;
use crate::value::Value;

/// Request of a future to the engine: a function, which the engine calls where the function of the host waits that has
/// made the future.
pub(crate) type Request = Box<dyn FnOnce(&mut Vm, LentValues<'_>) + Send>;

/// Function by which the host waits where a run cannot: see
/// [`EngineBuilder::block_on`](crate::EngineBuilder::block_on).
pub(crate) type BlockOn = Arc<dyn Fn(Wait<'_>) + Send + Sync>;

/// Future that the host waits for ([`EngineBuilder::block_on`](crate::EngineBuilder::block_on)). It is ready when the
/// engine has something to do. Without an executor:
///
/// ```
/// use std::pin::pin;
/// use std::sync::Arc;
/// use std::task::{Context, Wake, Waker};
/// use std::thread::{self, Thread};
///
/// use klammer::{Engine, Error, Wait};
///
/// struct Unpark(Thread);
///
/// impl Wake for Unpark {
///     fn wake(self: Arc<Self>) {
///         self.0.unpark();
///     }
/// }
///
/// fn block_on(wait: Wait<'_>) {
///     let waker = Waker::from(Arc::new(Unpark(thread::current())));
///     let mut wait = pin!(wait);
///     while wait.as_mut().poll(&mut Context::from_waker(&waker)).is_pending() {
///         thread::park();
///     }
/// }
///
/// let mut engine = Engine::builder().block_on(block_on).build();
/// engine.define("double", |n: i64| async move { 2 * n });
/// assert_eq!(engine.eval::<i64>("(double 4)")?, 8);
/// # Ok::<(), Error>(())
/// ```
#[must_use = "futures do nothing unless they are polled"]
pub struct Wait<'a>(&'a mut (dyn FnMut(&mut Context<'_>) -> Poll<()> + Send));

opaque!("Wait" Wait<'_>);

impl Future for Wait<'_> {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        (self.get_mut().0)(cx)
    }
}

/// Requests of a future and of those that it consists of, one after the other.
pub(crate) struct Requests(Mutex<AsyncState>);

struct AsyncState {
    /// Whether somebody still serves the requests.
    open: bool,
    /// Whether the future is being polled. Its poller looks for requests afterwards.
    polled: bool,
    /// Waker of the task that polls the future.
    waker: Option<Waker>,
    queue: VecDeque<Request>,
}

impl Requests {
    pub fn new() -> Arc<Requests> {
        Arc::new(Requests(Mutex::new(AsyncState { open: true, polled: false, waker: None, queue: VecDeque::new() })))
    }

    fn state(&self) -> MutexGuard<'_, AsyncState> {
        // No code panics while it holds the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a request, unless the queue is closed. Returns whether it was queued.
    pub fn push(&self, request: Request) -> bool {
        let mut state = self.state();
        if state.open {
            state.queue.push_back(request);
            drop(state);
            self.wake();
            return true;
        }
        false
    }

    /// Wakes the poller: a request is waiting.
    fn wake(&self) {
        let state = self.state();
        let waker = state.waker.as_ref().filter(|_| !state.polled).cloned();
        drop(state);
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    fn next(&self) -> Option<Request> {
        self.state().queue.pop_front()
    }
}

/// The machine's end of the requests of a future: when it is dropped, nobody sees to them any more.
pub(crate) struct RequestQueue(pub Arc<Requests>);

impl RequestQueue {
    /// The future is about to be polled.
    pub fn begin(&self, waker: &Waker) {
        // Wakers of tasks that have ended may drop these: not under the lock.
        let _old;
        let mut state = self.0.state();
        state.polled = true;
        if !state.waker.as_ref().is_some_and(|known| known.will_wake(waker)) {
            _old = state.waker.replace(waker.clone());
        }
    }

    /// It has been polled.
    pub fn end(&self) {
        self.0.state().polled = false;
    }
}

impl Drop for RequestQueue {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.open = false;
        let rest = (state.waker.take(), std::mem::take(&mut state.queue));
        drop(state);
        drop(rest);
    }
}

/// The future that a run waits for, and its next request.
#[derive(Default)]
pub(crate) struct AwaitedFuture {
    pending: Option<Pending>,
    request: Option<Request>,
}

impl AwaitedFuture {
    /// A function of the host has made one.
    pub fn set(&mut self, pending: Pending) {
        self.pending = Some(pending);
    }

    /// Returns whether there is one.
    pub fn is_waited_for(&self) -> bool {
        self.pending.is_some()
    }

    /// Returns whether it has a request.
    pub fn has_request(&self) -> bool {
        self.request.is_some()
    }

    /// Drops it.
    pub fn clear(&mut self) {
        *self = AwaitedFuture::default();
    }

    /// Polls the future. The result is ready if a step has something to do now.
    pub fn poll(&mut self, vm: &mut Vm, id: &RunId, cx: &mut Context<'_>) -> Result<Poll<()>> {
        let Some(pending) = self.pending.take() else { return Ok(Poll::Ready(())) };
        match pending.poll(&mut vm.program.rt, cx) {
            Ok(answer) => {
                self.request = None;
                vm.suspended_runs.answer(id, answer)?;
                return Ok(Poll::Ready(()));
            }
            Err(pending) => {
                // A request that is there already waits for a step that has ticks.
                let next = || pending.desk.as_ref().and_then(|desk| desk.0.next());
                self.request = self.request.take().or_else(next);
                self.pending = Some(pending);
            }
        }
        Ok(if self.request.is_some() { Poll::Ready(()) } else { Poll::Pending })
    }

    /// Makes the thread wait for the future, which nobody polls any more. If the thread cannot wait, the call that waits
    /// is an error.
    pub fn wait(&mut self, vm: &mut Vm, id: &RunId) -> Result<()> {
        let Some(block_on) = vm.host.block_on.clone() else {
            self.clear();
            return vm.suspended_runs.answer(id, Err(nobody_polls().into()));
        };
        let mut polled = Ok(());
        guarded("", || {
            block_on(Wait(&mut |cx| match self.poll(vm, id, cx) {
                Ok(polled) => polled,
                Err(fault) => {
                    polled = Err(fault);
                    Poll::Ready(())
                }
            }));
            Ok(())
        })?;
        polled.and_then(|()| vm.program.rt.look())
    }

    /// Does what the future wants, in place of the function of the host that has made it and waits with register `a`.
    /// If that panics, or ends with a fault that nothing stops, the future is dropped.
    pub(super) fn serve(&mut self, vm: &mut Vm, a: usize, lent: LentValues<'_>) -> Result<()> {
        let (Some(request), Some(pending)) = (self.request.take(), &self.pending) else {
            return internal("a step without a request");
        };
        // Nothing that is called here may pause or wait.
        let stepping = vm.suspended_runs.stepping.replace(0);
        let result = guarded(&pending.name, || {
            request(vm, lent);
            Ok(())
        });
        if result.is_err() {
            give_back(&mut vm.program.rt);
        }
        vm.suspended_runs.stepping = stepping;
        let result = match vm.host.ended.take() {
            Some(ended) => Err(ended.fault()),
            None => vm.program.rt.look().and(result),
        };
        if let Err(fault) = result {
            self.clear();
            return vm.unwind(fault);
        }
        let question = vm.program.rt.host_roots.handle_of(Value::NIL);
        vm.host.signal = Some(Signal::Request { a, question, future: None });
        Ok(())
    }
}

#[cold]
fn nobody_polls() -> ErrorData {
    let help = "`Call::poll` and `Run::drive` do; or the host says by `EngineBuilder::block_on` how its thread waits";
    ErrorData::new(Code::Host, "the run waits for a future, which nobody polls any more").with_help(help)
}

/// Value that is thrown to the end of a run that is given up. It is no status of a program.
const ABANDONED: Value = Value::MISSING;

/// Returns whether a run has ended because it was given up.
pub(crate) fn is_given_up(fault: &Unwind) -> bool {
    matches!(fault, Unwind::Throw { tag: Value::EXIT, value: ABANDONED })
}

/// Leaves a run that is given up.
pub(super) fn leave_given_up(vm: &mut Vm) -> Result<()> {
    vm.throw(Value::EXIT, ABANDONED)
}

/// Waits for a future on the native stack, where the run cannot be parked. What the future calls is called as by
/// any function of the host that calls back.
pub(crate) fn wait_in_place(vm: &mut Vm, pending: Pending, block_on: &BlockOn, lent: LentValues<'_>) -> Result<Value> {
    let mut pending = Some(pending);
    loop {
        let (mut made, mut request) = (None, None);
        let rt = &mut vm.program.rt;
        let mut poll = |cx: &mut Context<'_>| {
            if request.is_none()
                && let Some(polled) = pending.take()
            {
                match polled.poll(rt, cx) {
                    Ok(answer) => made = Some(answer),
                    Err(waiting) => {
                        request = waiting.desk.as_ref().and_then(|desk| desk.0.next());
                        pending = Some(waiting);
                    }
                }
            }
            if request.is_some() || pending.is_none() { Poll::Ready(()) } else { Poll::Pending }
        };
        block_on(Wait(&mut poll));
        if let Some(made) = made {
            return made;
        }
        if let Some(request) = request {
            request(vm, lent);
        }
        if let Some(ended) = vm.host.ended {
            return Err(ended.fault());
        }
        vm.program.rt.look()?;
    }
}
