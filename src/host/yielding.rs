//! Functions of the host that end a step of their run, and asynchronous ones, whose run waits for a future.

use std::fmt;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context as Task, Poll, Waker};

use super::context::Context;
use super::function::{Arguments, Parameter};
use super::function::{
    HostFunction, HostFunctionCode, HostFunctionParts, IntoReturn, WithContext, each_number_of_parameters,
    host_parameters, parameter_spec,
};
use super::{IntoLisp, to_value};
use crate::error::Error;
use crate::fault::{Code, Result, internal};
use crate::handle::Handle;
use crate::module::ProgramState;
use crate::module::native::host_signature;
use crate::object::host::HostOwned;
use crate::value::Value;
use crate::vm::Vm;
use crate::vm::async_calls;
use crate::vm::async_calls::{BlockOn, Request, RequestQueue, Requests};
use crate::vm::host_call;
use crate::vm::host_call::LentValues;
use crate::vm::host_call::{Pending, Settled, Signal};

impl Context<'_> {
    /// Ends the current step of the run ([`Run::step`](crate::Run::step)). The run pauses when the function has
    /// returned, and continues after the call in the next step. So a script waits for the next frame. A form inside of
    /// something that cannot pause goes on until that has ended. Returns whether there is a step; a function that is
    /// called in another way does not pause.
    ///
    /// ```
    /// use klammer::{Context, Engine, Step};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("wait", |cx: &mut Context<'_>| cx.pause());
    /// engine.eval::<()>("(setq seen 0) (defproc patrol () (dotimes (i 3) (inc! seen) (wait)) 'home)")?;
    /// let mut run = engine.start::<()>("patrol", ())?;
    /// for frame in 1..=3 {
    ///     assert!(matches!(run.step(&mut engine, 1_000_000)?, Step::Yielded(_)));
    ///     assert_eq!(engine.get::<i64>("seen")?, frame);
    /// }
    /// assert!(matches!(run.step(&mut engine, 1_000_000)?, Step::Done(())));
    /// # Ok::<(), klammer::Error>(())
    /// ```
    #[doc(alias = "yield")]
    pub fn pause(&mut self) -> bool {
        let nothing = self.vm.program.rt.host_roots.handle_of(Value::NIL);
        self.pause_for(nothing)
    }

    /// [`Context::pause`], which hands a value over to the host: [`Step::Yielded`](crate::Step::Yielded) has it.
    ///
    /// ```
    /// use klammer::{Context, Engine, Error, Step};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("wait", |cx: &mut Context<'_>, frames: u32| cx.pause_with(frames));
    /// engine.run("(defproc cutscene () (wait 30) (wait 10) 'end)")?;
    /// let mut run = engine.start::<()>("cutscene", ())?;
    /// let mut frames = 0;
    /// while let Step::Yielded(value) = run.step(&mut engine, 10_000)? {
    ///     frames += engine.get::<u32>(&value)?;
    /// }
    /// assert_eq!(frames, 40);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// When the value exceeds a limit.
    #[doc(alias = "yield")]
    pub fn pause_with(&mut self, value: impl IntoLisp) -> Result<bool, Error> {
        let value = self.handle(value)?;
        Ok(self.pause_for(value))
    }

    fn pause_for(&mut self, value: Handle) -> bool {
        let is_step = self.vm.program.rt.budget.pause_now();
        if is_step && !self.vm.host.has_asked() {
            self.vm.host.signal = Some(Signal::Yield(value));
        }
        is_step
    }

    /// Asks the host a question and makes the script wait for the answer. The step ends with
    /// [`Step::Asked`](crate::Step::Asked), which has the question. The value of [`Run::answer`](crate::Run::answer)
    /// becomes the result of the call in the next step. So a script is written as if the host answered at once.
    ///
    /// The function returns after it has asked, and what it returns is not looked at; an error means that it has not
    /// asked after all. Until then it can do nothing else with the engine.
    ///
    /// ```
    /// use klammer::{Context, Engine, Error, Step};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("ask", |cx: &mut Context<'_>, question: String| cx.ask(question));
    /// engine.run("(defproc greet () (string-append \"Hello, \" (ask \"Who is there?\")))")?;
    ///
    /// let mut run = engine.start::<String>("greet", ())?;
    /// let Step::Asked(question) = run.step(&mut engine, 10_000)? else { panic!("it asks") };
    /// assert_eq!(engine.get::<String>(&question)?, "Who is there?");
    /// run.answer(&mut engine, "Ada")?;
    /// assert_eq!(run.step(&mut engine, 10_000)?, Step::Done("Hello, Ada".to_string()));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// When there is no step of a run, so that no answer could come. Also where a program cannot pause: inside a call
    /// or an evaluation by a host function, a macro expansion, or a file that is loaded. Also if the function has
    /// already asked, or if the question exceeds a limit.
    #[doc(alias = "yield", alias = "await")]
    pub fn ask(&mut self, question: impl IntoLisp) -> Result<(), Error> {
        self.attempt(|vm, _| {
            host_call::check_wait(vm, None)?;
            let question = to_value(&mut vm.program.rt, question)?;
            host_call::ask(vm, question, None);
            Ok(())
        })
    }
}

/// A Rust function or closure that returns a future. Programs call it like any other function. There is an example at
/// [`Engine::define`](crate::Engine::define), which defines one.
///
/// Its parameters are the owned ones of a [`HostFunction`]: `String` instead of `&str`, `Vec<T>`
/// instead of a slice, [`Handle`] instead of `Ref<T>`. There may be twelve, and before them one of two:
///
/// - an [`AsyncContext`], by which the future reaches the engine,
/// - a `&mut` [`Context`], for what is to be done before the future is there: the future cannot have it.
///
/// The future is `Send`, because engines are, and owns what it needs. Its output is the result of such a function: a
/// type with [`IntoLisp`], or a `Result` of one with any error.
///
/// The function is `Fn`, `Send` and `Sync`, as copies of the engine ([`Engine::snapshot`](crate::Engine::snapshot))
/// share it.
#[diagnostic::on_unimplemented(
    message = "this cannot be an asynchronous function that programs call",
    label = "no `AsyncHostFunction`",
    note = "it returns a future that is `Send` and borrows nothing: `|n: i64| async move {{ ... }}`",
    note = "its parameters are owned (`String` instead of `&str`), their types have `FromLisp` and are written out; an \
            `AsyncContext` or a `&mut Context<'_>` comes first",
    note = "the future comes to a type that has `IntoLisp`, or a `Result` of one with any error",
    note = "it is `Fn` and `Sync`: what it changes is behind a lock, or in `Engine::data`"
)]
#[expect(private_interfaces, reason = "sealed: nobody outside can call or implement it")]
pub trait AsyncHostFunction<Marker>: Sized {
    #[doc(hidden)]
    fn into_parts(self) -> HostFunctionParts;
}

/// Marks functions that return a future.
#[derive(Debug)]
pub struct ReturnsFuture<M>(PhantomData<fn(M)>);

#[expect(private_interfaces, reason = "see the trait")]
impl<M, F: AsyncHostFunction<M>> HostFunction<ReturnsFuture<M>> for F {
    fn into_parts(self) -> HostFunctionParts {
        AsyncHostFunction::into_parts(self)
    }
}

/// Marks functions that begin with an asynchronous context.
#[derive(Debug)]
pub struct WithAsyncContext;

/// The run that calls the function waits for what the future comes to; or, where it cannot, the host does.
fn wait_for<F>(
    vm: &mut Vm,
    native: u32,
    future: F,
    desk: Option<RequestQueue>,
    block_on: Option<BlockOn>,
    lent: LentValues<'_>,
) -> Result<Value>
where
    F: Future<Output: IntoReturn + 'static> + Send + 'static,
{
    let name = host_signature(&vm.program.natives, native)?.name.clone();
    let future: Pin<Box<dyn Future<Output = Settled> + Send>> = Box::pin(async move {
        let out = future.await;
        Box::new(move |rt: &mut _| out.into_result(rt)) as Settled
    });
    let pending = Pending { name, future: HostOwned::new(future), desk };
    match block_on {
        Some(block_on) => async_calls::wait_in_place(vm, pending, &block_on, lent),
        None => {
            host_call::ask(vm, Value::NIL, Some(pending));
            Ok(Value::NIL)
        }
    }
}

macro_rules! async_functions {
    ($(($($t:ident $v:ident),*))*) => { $(
        async_functions! { @one [fn($($t),*) -> Fut] [$($t),*] |vm, lent, desk| None::<RequestQueue>, [] $($t $v),* }
        async_functions! {
            @one [(WithContext, fn($($t),*) -> Fut)] [&mut Context<'_>, $($t),*]
            |vm, lent, desk| None::<RequestQueue>, [&mut Context::new(vm, lent),] $($t $v),*
        }
        async_functions! {
            @one [(WithAsyncContext, fn($($t),*) -> Fut)] [AsyncContext, $($t),*]
            |vm, lent, desk| RequestQueue(Requests::new()), [AsyncContext::new(&desk),] $($t $v),*
        }
    )* };
    (
        @one [$marker:ty] [$($parameters:tt)*]
        |$vm:ident, $lent:ident, $desk:ident| $made:expr, [$($context:tt)*] $($t:ident $v:ident),*
    ) => {
        #[expect(private_interfaces, reason = "see the trait")]
        impl<Func, Fut, $($t),*> AsyncHostFunction<$marker> for Func
        where
            Func: Fn($($parameters)*) -> Fut + Send + Sync + 'static,
            Fut: Future<Output: IntoReturn + 'static> + Send + 'static,
            $($t: for<'a> Parameter<Item<'a> = $t>,)*
        {
            fn into_parts(self) -> HostFunctionParts {
                let this = HostOwned::new(self);
                HostFunctionParts {
                    parameters: host_parameters(&[$(parameter_spec::<$t>()),*]),
                    #[allow(unused_mut, unused_variables)]
                    action: HostFunctionCode::CallsBack(Arc::new(move |$vm: &mut Vm, native, $lent, args| {
                        let block_on = host_call::check_future($vm, native)?;
                        let ProgramState { natives, rt, .. } = &mut $vm.program;
                        let facts = host_signature(natives, native)?;
                        let mut from = Arguments { rt, facts, args, position: 0, calls_back: true };
                        $(let mut $v = <$t as Parameter>::keep(&mut from)?;)*
                        $(let $v = <$t as Parameter>::lend(None, &mut $v)?;)*
                        let $desk = $made;
                        let Some(function) = &*this else { return internal("a function that is there") };
                        let future = function($($context)* $($v),*);
                        wait_for($vm, native, future, $desk.into(), block_on, $lent)
                    })),
                }
            }
        }
    };
}

each_number_of_parameters! { async_functions }

/// The engine, as the future of an asynchronous function of the host sees it
/// ([`Engine::define`](crate::Engine::define)): the first parameter of a function that needs the engine between two
/// awaits. There is an example at [`AsyncContext::with`].
///
/// Clones are of the same function. The engine serves their requests one at a time, in the order in which they were
/// first polled. When the function's own future has ended, or its run, nobody serves them any more: then they fail.
#[derive(Clone)]
pub struct AsyncContext(Arc<Requests>);

opaque!("AsyncContext" AsyncContext);

impl AsyncContext {
    /// Of the future that has this desk.
    pub(super) fn new(desk: &RequestQueue) -> AsyncContext {
        AsyncContext(Arc::clone(&desk.0))
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
    /// *engine.data() = Some(Visits(0));
    /// engine.define("fetch", |cx: AsyncContext, page: String| async move {
    ///     let root: String = cx.with(|cx| cx.get("root")).await?;
    ///     // ... what takes long ...
    ///     cx.with(|cx| Ok(cx.data::<Visits>().map(|visits| visits.0 += 1))).await?;
    ///     Ok::<_, Error>(format!("{root}/{page}"))
    /// });
    /// engine.run("(setq root \"https:\")")?;
    /// let page = runtime.block_on(engine.start::<String>("fetch", ("a",))?.drive(&mut engine))?;
    /// assert_eq!((page.as_str(), engine.data::<Visits>().as_ref().unwrap().0), ("https:/a", 1));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// The future's: what `f` returns; also when the function has ended that the context was given.
    pub fn with<R: Send + 'static>(
        &self,
        f: impl FnOnce(&mut Context<'_>) -> Result<R, Error> + Send + 'static,
    ) -> AsyncCall<R> {
        let slot = Arc::new(ReplySlot(Mutex::new(Reply::Awaited(None))));
        let sender = Sender(Arc::downgrade(&slot));
        let request: Request = Box::new(move |vm, lent| {
            if sender.is_wanted() {
                sender.send(f(&mut Context::new(vm, lent)));
            }
        });
        AsyncCall { requests: Arc::clone(&self.0), request: Some(request), slot }
    }
}

/// Something that an [`AsyncContext`] has the engine do, as a future: begun when it is polled first, given up when it
/// is dropped before. There is an example at [`AsyncContext::with`].
#[must_use = "futures do nothing unless they are polled"]
pub struct AsyncCall<R> {
    requests: Arc<Requests>,
    /// Until it has been polled.
    request: Option<Request>,
    slot: Arc<ReplySlot<R>>,
}

impl<R> fmt::Debug for AsyncCall<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncCall").field("begun", &self.request.is_none()).finish_non_exhaustive()
    }
}

impl<R> Future for AsyncCall<R> {
    type Output = Result<R, Error>;

    fn poll(self: Pin<&mut Self>, cx: &mut Task<'_>) -> Poll<Self::Output> {
        let AsyncCall { requests, request, slot } = self.get_mut();
        if let Some(request) = request.take() {
            // If nobody sees to it, it is dropped here, and the slot knows.
            requests.push(request);
        }
        slot.poll(cx.waker()).map_or(Poll::Pending, Poll::Ready)
    }
}

/// Slot that holds the result of a call until the future is polled.
struct ReplySlot<R>(Mutex<Reply<R>>);

enum Reply<R> {
    Awaited(Option<Waker>),
    Built(Result<R, Error>),
    /// The call was abandoned.
    Lost,
}

impl<R> ReplySlot<R> {
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
                let problem = "the host function that made this call has ended, or its run has";
                return Some(Err(Error::plain(Code::Host, problem.to_string())));
            }
            Reply::Built(_) => {
                if let Reply::Built(made) = std::mem::replace(&mut *reply, Reply::Lost) {
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
struct Sender<R>(Weak<ReplySlot<R>>);

impl<R> Sender<R> {
    fn is_wanted(&self) -> bool {
        self.0.strong_count() > 0
    }

    fn send(self, made: Result<R, Error>) {
        self.put(Reply::Built(made));
    }

    fn put(&self, reply: Reply<R>) {
        if let Some(slot) = self.0.upgrade().filter(|slot| matches!(*slot.reply(), Reply::Awaited(_))) {
            slot.put(reply);
        }
    }
}

/// A result that has been sent stays.
impl<R> Drop for Sender<R> {
    fn drop(&mut self) {
        self.put(Reply::Lost);
    }
}
