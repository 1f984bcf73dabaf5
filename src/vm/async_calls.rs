//! Asynchronous functions of the host that call functions of the program, and wait for what these return.
//!
//! The future of such a function has no engine. The future records its call ([`Requests`]), and its poller passes it to
//! the machine with the next step. The machine calls the function in a run on top of the waiting one, as for a host
//! function that calls back. The difference is that nothing is on the native stack. Both runs are parked
//! ([`super::fiber`]); the called one continues in the following steps and may wait for futures itself. Its result goes
//! to the future, which is then polled again.

use std::collections::VecDeque;
use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, Waker};

use super::Vm;
use super::fiber::RunId;
use super::host_call::{LentValues, Uncatchable};
use super::host_request::{Answer, Pending, Signal};
use super::run_stack::{NESTED_TOO_DEEPLY, RUN_LEVELS};
use crate::fault::{Code, ErrorData, Result, Unwind, fail, internal};
use crate::handle::Handle;
use crate::module::native::give_back;
use crate::object::host::guarded;
use crate::runtime::Runtime;
use crate::value::Value;

/// Function that begins a request. The engine calls it where the function of the host waits that has made the future.
pub(crate) type Begin = Box<dyn FnOnce(&mut Vm, LentValues<'_>) -> Option<AsyncCallRequest> + Send>;

/// Function that takes the result of a call, or the fault that has ended it.
pub(crate) type End = Box<dyn FnOnce(&mut Vm, Result<Value>) + Send>;

/// Request of a future to the engine.
pub(crate) struct Request {
    pub begin: Begin,
    /// Token of the future that receives the result, dropped with it.
    pub wanted: Weak<()>,
}

/// A function that is to be called.
pub(crate) struct AsyncCallRequest {
    pub f: Value,
    pub args: Vec<Value>,
    pub end: End,
}

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

impl fmt::Debug for Wait<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wait").finish_non_exhaustive()
    }
}

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

    /// Wakes the poller: a request is waiting or a call was dropped.
    pub fn wake(&self) {
        let state = self.state();
        let waker = state.waker.as_ref().filter(|_| !state.polled).cloned();
        drop(state);
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// The first that somebody wants.
    fn next(&self) -> Option<Request> {
        loop {
            let request = self.state().queue.pop_front()?;
            if request.wanted.strong_count() > 0 {
                return Some(request);
            }
        }
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

/// The futures that a run waits for, the outermost first: each but the last has called what waits for the next.
#[derive(Default)]
pub(crate) struct Futures {
    all: Vec<WaitingFuture>,
    /// Next request of the last future.
    request: Option<Request>,
}

struct WaitingFuture {
    /// `None` once the call has ended.
    pending: Option<Pending>,
    /// Result of the future while the call that it had made was being given up, and the handles that keep the result
    /// alive.
    answer: Option<(Answer, Vec<Handle>)>,
    call: CallState,
}

/// Call that a future has made.
enum CallState {
    Nothing,
    /// A function that runs.
    Running {
        end: End,
        wanted: Weak<()>,
    },
    /// A call whose future was dropped: its cleanups run.
    GivenUp,
}

impl Futures {
    /// A function of the host has made one.
    pub fn push(&mut self, pending: Pending) {
        self.all.push(WaitingFuture { pending: Some(pending), answer: None, call: CallState::Nothing });
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns whether the run waits for the last future, and not for a call of that future.
    pub fn is_waited_for(&self) -> bool {
        self.all.last().is_some_and(|last| matches!(last.call, CallState::Nothing))
    }

    /// Returns whether the last future has a request.
    pub fn has_request(&self) -> bool {
        self.request.is_some()
    }

    /// Drops all but the first `n`, the innermost first.
    pub fn truncate(&mut self, n: usize) {
        self.request = None;
        while self.all.len() > n {
            self.all.pop();
        }
    }

    /// Polls the futures. The result is ready if a step has something to do now.
    pub fn poll(&mut self, vm: &mut Vm, id: &RunId, cx: &mut Context<'_>) -> Result<Poll<()>> {
        let mut i = 0;
        while let Some(waiting) = self.all.get_mut(i) {
            if let Some(pending) = waiting.pending.take() {
                match pending.poll(&mut vm.program.rt, cx) {
                    // Only the last one has called nothing.
                    Ok(answer) if matches!(waiting.call, CallState::Nothing) => {
                        vm.suspended_runs.answer(id, answer)?;
                        self.truncate(i);
                        return Ok(Poll::Ready(()));
                    }
                    Ok(answer) => waiting.answer = Some(kept(&mut vm.program.rt, answer)?),
                    Err(pending) => waiting.pending = Some(pending),
                }
            }
            i += 1;
            if let CallState::Running { wanted, .. } = &waiting.call
                && (waiting.pending.is_none() || wanted.strong_count() == 0)
            {
                waiting.call = CallState::GivenUp;
                self.truncate(i);
                vm.suspended_runs.give_up(id, i - 1)?;
            }
        }
        let Some(last) = self.all.last_mut() else { return Ok(Poll::Ready(())) };
        if !matches!(last.call, CallState::Nothing) {
            return Ok(Poll::Ready(()));
        }
        if let Some((answer, _kept)) = last.answer.take() {
            vm.suspended_runs.give_answer(id, answer)?;
            self.truncate(i - 1);
            return Ok(Poll::Ready(()));
        }
        let desk = last.pending.as_ref().and_then(|pending| pending.desk.as_ref());
        // One that is there already waits for a step that has ticks.
        let wanted = self.request.take().filter(|request| request.wanted.strong_count() > 0);
        self.request = wanted.or_else(|| desk.and_then(|desk| desk.0.next()));
        Ok(if self.request.is_some() { Poll::Ready(()) } else { Poll::Pending })
    }

    /// Makes the thread wait for the last future, which nobody polls any more. If the thread cannot wait, the call that
    /// waits is an error.
    pub fn wait(&mut self, vm: &mut Vm, id: &RunId) -> Result<()> {
        let Some(block_on) = vm.host.block_on.clone() else {
            self.truncate(self.all.len().saturating_sub(1));
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
}

#[cold]
fn nobody_polls() -> ErrorData {
    let help = "`Call::poll` and `Run::drive` do; or the host says by `EngineBuilder::block_on` how its thread waits";
    ErrorData::new(Code::Host, "the run waits for a future, which nobody polls any more").with_help(help)
}

/// An answer, and what keeps it alive as long as no run has it.
fn kept(rt: &mut Runtime, answer: Result<Value>) -> Result<(Answer, Vec<Handle>)> {
    let answer = Answer::new(answer)?;
    let mut handles = Vec::new();
    answer.each_value(&mut |values| handles.extend(values.iter().map(|v| rt.host_roots.hold(*v))));
    Ok((answer, handles))
}

/// A run that waits for what a future has called in it.
#[derive(Clone)]
pub(super) struct Caller {
    /// Register that receives the result of the function of the host.
    a: usize,
    /// Status with which the program was ending itself before the call, if it was.
    exiting: Option<(Value, u32)>,
    /// Whether the call has been given up.
    given_up: bool,
    /// Whether the call is being left: its cleanups run.
    left: bool,
    /// Whether the run that waits for the call ends then, too.
    ends_all: bool,
}

impl Caller {
    pub fn give_up(&mut self) {
        (self.given_up, self.left) = (true, false);
    }

    pub fn end_all(&mut self) {
        self.ends_all = true;
    }
}

/// Value that is thrown to the end of a run that is given up. It is no status of a program.
const ABANDONED: Value = Value::MISSING;

/// Returns whether a run has ended because it was given up.
pub(crate) fn is_given_up(fault: &Unwind) -> bool {
    matches!(fault, Unwind::Throw { tag: Value::EXIT, value: ABANDONED })
}

/// Begins what a future wants; the function of the host that waits for it has its result in register `a`.
pub(super) fn begin_request(
    vm: &mut Vm,
    a: usize,
    futures: &mut Futures,
    callers: &mut Vec<Caller>,
    lent: LentValues<'_>,
) -> Result<()> {
    let Some(Request { begin, wanted }) = futures.request.take() else {
        return internal("a step without a request");
    };
    // Nothing that is called here may pause or wait.
    let stepping = vm.suspended_runs.stepping.replace(0);
    let begun = attend(vm, futures, callers, |vm| begin(vm, lent));
    vm.suspended_runs.stepping = stepping;
    let AsyncCallRequest { f, args, end } = match begun {
        Ok(Some(call)) => call,
        Ok(None) => return wait_on(vm, a),
        Err(fault) => return vm.unwind(fault),
    };
    if !vm.program.rt.budget.nest(RUN_LEVELS) {
        return match attend(vm, futures, callers, |vm| end(vm, fail(Code::TooComplex, NESTED_TOO_DEEPLY))) {
            Ok(()) => wait_on(vm, a),
            Err(fault) => vm.unwind(fault),
        };
    }
    if let Some(waiting) = futures.all.last_mut() {
        waiting.call = CallState::Running { end, wanted };
    }
    callers.push(Caller { a, exiting: vm.fiber.exiting, given_up: false, left: false, ends_all: false });
    let run = vm.new_run();
    vm.fiber.enter_run(run);
    vm.suspended_runs.stepping = Some(vm.fiber.run.number);
    vm.fiber.begin_run();
    vm.start_call(f, &args, lent)
}

/// Ends the call that a future has made, with this result. The run that waited for it resumes with the future,
/// which gets the result. A fault that no function of the host can stop ends the future instead.
pub(super) fn end_request(
    vm: &mut Vm,
    result: Result<Value>,
    futures: &mut Futures,
    callers: &mut Vec<Caller>,
) -> Result<()> {
    vm.end_dynamic(&result);
    vm.leave_run();
    vm.suspended_runs.stepping = Some(vm.fiber.run.number);
    vm.program.rt.budget.stop_if_due();
    let Some(caller) = callers.pop() else { return internal("a call of a future") };
    match result.as_ref().map_err(|fault| Uncatchable::of(fault)) {
        Err(Some(Uncatchable::Exit(ABANDONED))) => {}
        Err(Some(ended)) => {
            futures.truncate(callers.len());
            return vm.unwind(ended.fault());
        }
        _ => {}
    }
    if caller.given_up {
        vm.fiber.exiting = caller.exiting;
        if let Some(outer) = callers.last_mut().filter(|outer| outer.given_up && !outer.left) {
            outer.left = true;
            return vm.throw(Value::EXIT, ABANDONED);
        }
        if caller.ends_all {
            return vm.throw(Value::EXIT, ABANDONED);
        }
    }
    let called = futures.all.last_mut().map(|waiting| std::mem::replace(&mut waiting.call, CallState::Nothing));
    if let Some(CallState::Running { end, .. }) = called
        && let Err(fault) = attend(vm, futures, callers, |vm| end(vm, result))
    {
        return vm.unwind(fault);
    }
    wait_on(vm, caller.a)
}

/// Performs a part of the work of the future that waits, in place of the function of the host that has made it. If
/// that panics, or ends with a fault that nothing stops, the future is dropped.
fn attend<T>(vm: &mut Vm, futures: &mut Futures, callers: &[Caller], f: impl FnOnce(&mut Vm) -> T) -> Result<T> {
    let name = futures.all.last().and_then(|waiting| waiting.pending.as_ref()).map_or("", |pending| &*pending.name);
    let result = guarded(name, || Ok(f(vm)));
    if result.is_err() {
        give_back(&mut vm.program.rt);
    }
    let result = match vm.host.ended.take() {
        Some(ended) => Err(ended.fault()),
        None => vm.program.rt.look().and(result),
    };
    if result.is_err() {
        futures.truncate(callers.len());
    }
    result
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
        if let Some(Request { begin, .. }) = request
            && let Some(AsyncCallRequest { f, args, end }) = begin(vm, lent)
        {
            let result = vm.call_lending(f, &args, lent);
            end(vm, result);
        }
        if let Some(ended) = vm.host.ended {
            return Err(ended.fault());
        }
        vm.program.rt.look()?;
    }
}

/// The run goes on waiting for the future of the function whose result goes to register `a`.
fn wait_on(vm: &mut Vm, a: usize) -> Result<()> {
    let question = vm.program.rt.host_roots.hold(Value::NIL);
    vm.host.signal = Some(Signal::Request { a, question, future: None });
    Ok(())
}

/// Leaves what is given up, the innermost run first. A program that ends itself in there goes on with that.
pub(super) fn leave_given_up(vm: &mut Vm, callers: &mut [Caller]) -> Result<()> {
    let status = |exiting: Option<(Value, u32)>| exiting.map(|(status, _)| status).filter(|s| *s != ABANDONED);
    let began_inside = callers.iter().any(|caller| caller.given_up && status(caller.exiting).is_none());
    match status(vm.fiber.exiting).filter(|_| began_inside) {
        Some(status) => {
            callers.iter_mut().for_each(|caller| caller.given_up = false);
            vm.throw(Value::EXIT, status)
        }
        None => {
            callers.last_mut().into_iter().for_each(|caller| caller.left = true);
            vm.throw(Value::EXIT, ABANDONED)
        }
    }
}
