//! Requests from the future of an asynchronous function of the host to the engine that waits for it.

use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context as Task, Poll, Waker};

use super::callee::Callee;
use super::context::Context;
use super::error::passing;
use super::{FromLisp, IntoArguments, result};
use crate::error::Error;
use crate::fault::Code;
use crate::vm::async_calls::{Begin, Call, Desk, End, Request, Requests};
use crate::vm::host_call;

/// The engine, as the future of an asynchronous function of the host sees it
/// ([`Engine::define`](crate::Engine::define)). It is the first parameter of a function that calls back and
/// waits for what it has called:
///
/// ```
/// use klammer::{AsyncContext, Engine, Error, Handle};
///
/// # let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_time().build().unwrap();
/// let mut engine = Engine::new();
/// engine.define("fetch", |page: String| async move { format!("<h1>{page}</h1>") });
/// engine.define("each-page", |cx: AsyncContext, pages: Vec<String>, f: Handle| async move {
///     for page in pages {
///         cx.call::<()>(&f, (page,)).await?;
///     }
///     Ok::<(), Error>(())
/// });
/// engine.run("(setq seen nil) (defproc visit (page) (push! (string-length (fetch page)) seen))")?;
/// runtime.block_on(engine.eval_async::<()>("(each-page '(\"a\" \"news\") visit)"))?;
/// assert_eq!(engine.get::<Vec<i64>>("seen")?, [13, 10]);
/// # Ok::<(), Error>(())
/// ```
///
/// Unlike what a [`Context`] calls, this is a part of the run: it pauses wherever the run does, when its fuel is used
/// up or by [`Context::pause`], and it can call asynchronous functions itself. A failure comes as an [`Error`], which
/// the function can deal with, or return: then it goes on through the program as what it was, be it an error or a throw
/// to a tag. A limit or the end of the program, which nothing stops, does not come: the future is dropped, as with its
/// run.
///
/// Clones are of the same function. The engine serves their requests one after the other, in the order in which they
/// were first polled: futures that are joined do not call at the same time. When the function's own future has ended,
/// or its run, there is nobody any more who would see to it: then it fails.
///
/// Dropping an [`AsyncCall`] that is under way, as a timeout does, gives the call up: the program is led out of the
/// called function, from any place in it. The cleanups of `unwind-protect` run, nothing catches that, and asynchronous
/// functions that the call waits for are dropped at once. The function of the host goes on meanwhile; its calls and its
/// result take effect when the cleanups have ended. A call that has not begun does not begin any more.
///
/// ```
/// use std::time::Duration;
///
/// use klammer::{AsyncContext, Engine, Error, Handle};
///
/// # let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_time().build().unwrap();
/// let mut engine = Engine::new();
/// engine.define("at-most", |cx: AsyncContext, milliseconds: u64, f: Handle| async move {
///     let time = Duration::from_millis(milliseconds);
///     tokio::time::timeout(time, cx.call::<Handle>(&f, ())).await.map_or(Ok(None), |value| value.map(Some))
/// });
/// engine.run("(setq closed 0) (defproc long () (unwind-protect (while t) (inc! closed)))")?;
/// let values: Vec<Option<i64>> =
///     runtime.block_on(engine.eval_async("(list (at-most 10 long) (at-most 10000 (lambda () 7)))"))?;
/// assert_eq!(values, [None, Some(7)]);
/// assert_eq!(engine.get::<i64>("closed")?, 1);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone)]
#[doc(alias = "Caller")]
pub struct AsyncContext(Arc<Requests>);

impl fmt::Debug for AsyncContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncContext").finish_non_exhaustive()
    }
}

impl AsyncContext {
    /// Of the future that has this desk.
    pub(super) fn new(desk: &Desk) -> AsyncContext {
        AsyncContext(Arc::clone(&desk.0))
    }

    fn request<R>(&self, make: impl FnOnce(Sender<R>) -> Begin) -> AsyncCall<R> {
        let slot = Arc::new(Slot(Mutex::new(Reply::Awaited(None))));
        let begin = make(Sender(Arc::clone(&slot)));
        AsyncCall { requests: Arc::clone(&self.0), begin: Some(begin), wanted: Some(Arc::new(())), slot }
    }

    /// Calls a function: one that was given, or that a global name is bound to, as [`Context::call`] does. It is called
    /// when the future is polled that this returns; until then the arguments are owned: the clone of a handle, not a
    /// reference to one.
    ///
    /// ```
    /// use klammer::{AsyncContext, Engine, Error};
    ///
    /// # let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
    /// let mut engine = Engine::new();
    /// engine.define("checked", |cx: AsyncContext, order: String| async move {
    ///     // The function may be one that waits, too.
    ///     let price: f64 = cx.call("price-of", (order.clone(),)).await?;
    ///     Ok::<_, Error>(format!("{order}: {price:.2}"))
    /// });
    /// engine.define("price-of", |order: String| async move { order.len() as f64 / 4.0 });
    /// assert_eq!(runtime.block_on(engine.eval_async::<String>("(checked \"tea\")"))?, "tea: 0.75");
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// The future's: when the function fails, throws, or returns no `R`; when it has ended that the context was given.
    #[doc(alias = "call_async")]
    pub fn call<R>(&self, f: impl Callee, arguments: impl IntoArguments + Send + 'static) -> AsyncCall<R>
    where
        R: FromLisp + Send + 'static,
    {
        let f = f.later();
        self.request(|sender| {
            Box::new(move |vm, _| {
                let module = host_call::calling_module(vm);
                let called = f(vm, module).and_then(|f| {
                    let arguments = arguments.into_arguments(&mut vm.program.rt)?;
                    // Of many short calls none may come to a safepoint of its own.
                    if vm.program.rt.heap.wants_collection() {
                        vm.rooted(&[f], |vm| vm.collect_if_due(&arguments));
                    }
                    Ok((f, arguments.into_vec()))
                });
                let end: End = Box::new(move |vm, value| {
                    let made = value.and_then(|value| result(&mut vm.program.rt, value));
                    sender.send(made.map_err(|fault| passing(vm, *fault)));
                });
                match called {
                    Ok((f, args)) => Some(Call { f, args, end }),
                    Err(fault) => {
                        end(vm, Err(fault));
                        None
                    }
                }
            })
        })
    }

    /// Lends `f` the engine for as long as it runs, with all that a [`Context`] can: variables, data of the host,
    /// loans. Its calls there are those of any function of the host that calls back: they cannot pause or wait.
    ///
    /// ```
    /// use klammer::{AsyncContext, Engine, Error};
    ///
    /// struct Visits(u64);
    ///
    /// # let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
    /// let mut engine = Engine::new();
    /// engine.set_data(Visits(0));
    /// engine.define("fetch", |cx: AsyncContext, page: String| async move {
    ///     let root: String = cx.with(|cx| cx.get("root")).await?;
    ///     // ... what takes long ...
    ///     cx.with(|cx| Ok(cx.data::<Visits>().map(|visits| visits.0 += 1))).await?;
    ///     Ok::<_, Error>(format!("{root}/{page}"))
    /// });
    /// let page = runtime.block_on(engine.eval_async::<String>("(setq root \"https:\") (fetch \"a\")"))?;
    /// assert_eq!((page.as_str(), engine.data::<Visits>().unwrap().0), ("https:/a", 1));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// The future's: what `f` returns; also when the function has ended that the context was given.
    pub fn with<R: Send + 'static>(
        &self,
        f: impl FnOnce(&mut Context<'_>) -> Result<R, Error> + Send + 'static,
    ) -> AsyncCall<R> {
        self.request(|sender| {
            Box::new(move |vm, lent| {
                sender.send(f(&mut Context::new(vm, lent)));
                None
            })
        })
    }
}

/// Something that an [`AsyncContext`] has the engine do, as a future: begun when it is polled first, given up when it
/// is dropped.
///
/// ```
/// use klammer::{AsyncCall, AsyncContext, Engine, Error, Handle};
///
/// # let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
/// let mut engine = Engine::new();
/// engine.define("first-of", |cx: AsyncContext, functions: Vec<Handle>| async move {
///     let calls: Vec<AsyncCall<Option<i64>>> = functions.iter().map(|f| cx.call(f, ())).collect();
///     for call in calls {
///         if let Some(n) = call.await? {
///             // The others never begin.
///             return Ok(Some(n));
///         }
///     }
///     Ok::<_, Error>(None)
/// });
/// let text = "(first-of (list (lambda () nil) (lambda () 7) (lambda () (error \"not called\"))))";
/// assert_eq!(runtime.block_on(engine.eval_async::<Option<i64>>(text))?, Some(7));
/// # Ok::<(), Error>(())
/// ```
#[must_use = "futures do nothing unless they are polled"]
pub struct AsyncCall<R> {
    requests: Arc<Requests>,
    /// Until it has been polled.
    begin: Option<Begin>,
    /// The machine looks whether this is still there.
    wanted: Option<Arc<()>>,
    slot: Arc<Slot<R>>,
}

impl<R> fmt::Debug for AsyncCall<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncCall").field("begun", &self.begin.is_none()).finish_non_exhaustive()
    }
}

impl<R> Future for AsyncCall<R> {
    type Output = Result<R, Error>;

    fn poll(self: Pin<&mut Self>, cx: &mut Task<'_>) -> Poll<Self::Output> {
        let AsyncCall { requests, begin, wanted, slot } = self.get_mut();
        if let Some(polled) = slot.poll(cx.waker()) {
            *wanted = None;
            return Poll::Ready(polled);
        }
        if let (Some(begin), Some(wanted)) = (begin.take(), &wanted) {
            // If nobody sees to it, it is dropped here, and the slot knows.
            requests.push(Request { begin, wanted: Arc::downgrade(wanted) });
            if let Some(polled) = slot.poll(cx.waker()) {
                return Poll::Ready(polled);
            }
        }
        Poll::Pending
    }
}

impl<R> Drop for AsyncCall<R> {
    fn drop(&mut self) {
        if self.wanted.take().is_some() && self.begin.is_none() {
            self.requests.wake();
        }
    }
}

/// Slot that holds the result of a call until the future is polled.
struct Slot<R>(Mutex<Reply<R>>);

enum Reply<R> {
    Awaited(Option<Waker>),
    Made(Result<R, Error>),
    /// Nobody sees to the call any more.
    Lost,
}

impl<R> Slot<R> {
    fn reply(&self) -> MutexGuard<'_, Reply<R>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn poll(&self, waker: &Waker) -> Option<Result<R, Error>> {
        // Wakers of tasks that have ended may drop these: not under the lock.
        let _old;
        let mut reply = self.reply();
        match &mut *reply {
            Reply::Awaited(Some(known)) if known.will_wake(waker) => {}
            Reply::Awaited(known) => _old = known.replace(waker.clone()),
            Reply::Lost => {
                let problem = "the function of the host has ended that this was asked for, or its run has";
                return Some(Err(Error::plain(Code::Host, problem.to_string())));
            }
            Reply::Made(_) => {
                if let Reply::Made(made) = std::mem::replace(&mut *reply, Reply::Lost) {
                    return Some(made);
                }
            }
        }
        None
    }

    fn put(&self, new: Reply<R>) {
        let mut reply = self.reply();
        let old = std::mem::replace(&mut *reply, new);
        drop(reply);
        if let Reply::Awaited(Some(waker)) = old {
            waker.wake();
        }
    }
}

/// Sender of the reply.
struct Sender<R>(Arc<Slot<R>>);

impl<R> Sender<R> {
    fn send(self, made: Result<R, Error>) {
        self.0.put(Reply::Made(made));
    }
}

impl<R> Drop for Sender<R> {
    fn drop(&mut self) {
        let is_awaited = matches!(*self.0.reply(), Reply::Awaited(_));
        if is_awaited {
            self.0.put(Reply::Lost);
        }
    }
}
