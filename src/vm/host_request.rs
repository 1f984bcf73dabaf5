//! Host functions that yield a request. The calling run waits at the call until the host answers, and the call returns
//! the answer.
//!
//! The function returns first, so nothing waits on the native stack. Its request is in a [`Signal`]; the machine
//! records the destination register and parks the run ([`super::fiber`]). A function that waits for a future of the
//! host does the same, and hands the future over with it. Who carries the run on polls it: the machine knows no
//! executor.

use std::any::Any;
use std::pin::Pin;
use std::slice::from_ref;
use std::task::{Context, Poll};

use super::Vm;
use super::async_calls::{BlockOn, RequestQueue};
use super::backtrace;
use crate::fault::{Code, ErrorData, Result, Unwind, internal};
use crate::handle::Handle;
use crate::module::native::host_signature;
use crate::object::host::{HostOwned, caught, guarded, panicked};
use crate::runtime::Runtime;
use crate::value::Value;

/// Result of a future of the host, which becomes a value once the engine is available.
pub(crate) type Settled = Box<dyn FnOnce(&mut Runtime) -> Result<Value>>;

/// The future that a function of the host has made.
pub(crate) struct Pending {
    /// The function's, for errors.
    pub name: Box<str>,
    pub future: HostOwned<Pin<Box<dyn Future<Output = Settled> + Send>>>,
    /// If it can reach the engine: what it wants.
    pub desk: Option<RequestQueue>,
}

impl Pending {
    /// Polls the future: what it has come to, or the future, if it is not there yet. A panic is an error, as in other
    /// functions of the host.
    pub fn poll(self, rt: &mut Runtime, cx: &mut Context<'_>) -> Result<Result<Value>, Pending> {
        let Pending { name, mut future, desk } = self;
        desk.iter().for_each(|desk| desk.begin(cx.waker()));
        let Some(polling) = &mut *future else { return Ok(internal("a future that is there")) };
        let polled = caught(|| polling.as_mut().poll(cx));
        desk.iter().for_each(RequestQueue::end);
        match polled {
            Ok(Poll::Pending) => Err(Pending { name, future, desk }),
            Ok(Poll::Ready(made)) => Ok(guarded(&name, move || {
                // Requests that the future has not waited for no longer wake anyone.
                drop(desk);
                drop(future);
                made(rt)
            })),
            Err(panic) => Ok(panicked(&name, &panic)),
        }
    }
}

/// Reason for which a run pauses.
pub(crate) enum Signal {
    /// The step is over.
    StepOver,
    /// A function of the host hands a value to the host, and the step is over.
    Yield(Handle),
    /// A function of the host waits for an answer of the host, or for a future.
    Request {
        /// Register that receives the answer.
        a: usize,
        question: Handle,
        /// A [`Pending`], of which hosts that have no futures do not have the code.
        future: Option<Box<dyn Any + Send>>,
    },
}

/// Question of a parked run, and the answer once there is one.
#[derive(Clone)]
pub(super) struct Asked {
    pub a: usize,
    pub question: Value,
    pub answer: Option<Answer>,
}

/// Answer of the host: a value, or an error or a throw to raise at the place of the call.
#[derive(Clone)]
pub(super) enum Answer {
    Value(Value),
    Error(ErrorData),
    Throw { tag: Value, value: Value },
}

impl Answer {
    /// Limits are no answer.
    pub fn new(answer: Result<Value>) -> Result<Answer> {
        match answer.map_err(|fault| *fault) {
            Ok(value) => Ok(Answer::Value(value)),
            Err(Unwind::Error(c)) => Ok(Answer::Error(c)),
            Err(Unwind::Throw { tag, value }) => Ok(Answer::Throw { tag, value }),
            Err(fault @ Unwind::Limit(_)) => Err(fault.into()),
        }
    }

    /// Shows `look` the values that the collector must see.
    pub fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        match self {
            Answer::Value(value) => look(from_ref(value)),
            Answer::Error(c) => look(&c.irritants),
            Answer::Throw { tag, value } => look(&[*tag, *value]),
        }
    }
}

impl Asked {
    /// Shows `look` the values that the collector must see.
    pub fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        look(from_ref(&self.question));
        self.answer.iter().for_each(|answer| answer.each_value(look));
    }
}

/// Returns an error unless the run that calls a function of the host can wait now. It waits for the future of the
/// asynchronous function with this number, or for an answer.
pub(crate) fn check_wait(vm: &Vm, future: Option<u32>) -> Result<()> {
    let what = if future.is_some() { "a future" } else { "an answer" };
    let name = match future {
        Some(native) => Some(&*host_signature(&vm.program.natives, native)?.name),
        None => backtrace::callback_called(vm),
    };
    let c = |problem: String| match name {
        Some(name) => ErrorData::by(name, Code::Host, problem),
        None => ErrorData::new(Code::Host, problem),
    };
    match vm.suspended_runs.stepping.filter(|_| vm.host.polls || future.is_none()) {
        Some(number) if number != vm.fiber.run.number => {
            let problem = format!(
                "cannot wait for {what} here: the program cannot pause inside of what a function of the host calls \
                 or evaluates, of an expansion of a macro, and of a file that is loaded"
            );
            let c = c(problem);
            let help = "the host can say by `EngineBuilder::block_on` how its thread waits there";
            Err(if future.is_some() { c.with_help(help) } else { c }.into())
        }
        Some(_) => Ok(()),
        None => {
            let problem = format!("cannot wait for {what} here: nobody carries this evaluation on");
            let help = if future.is_some() {
                "the host drives it by `Run::drive` or `Call::drive`, or says by \
                 `EngineBuilder::block_on` how its thread waits"
            } else {
                "the host calls it in a run (`Engine::start`) that it carries on by `Run::step`, and gives \
                 `Run::answer`"
            };
            Err(c(problem).with_help(help).into())
        }
    }
}

/// Returns how the host waits for a future, if the run cannot.
pub(crate) fn check_future(vm: &Vm, native: u32) -> Result<Option<BlockOn>> {
    match check_wait(vm, Some(native)) {
        Ok(()) => Ok(None),
        Err(fault) => vm.host.block_on.clone().map(Some).ok_or(fault),
    }
}

/// The function of the host that is called now has asked: it has nothing to do any more but to return.
pub(crate) fn ask(vm: &mut Vm, question: Value, future: Option<Pending>) {
    let question = vm.program.rt.host_roots.hold(question);
    let future = future.map(|future| Box::new(future) as Box<dyn Any + Send>);
    vm.host.signal = Some(Signal::Request { a: 0, question, future });
    vm.program.rt.budget.pause_now();
}

/// Makes the answer the result of the call, in register `a` of the run that has just been resumed. Raises an error
/// or a throw there.
pub(super) fn take_answer(vm: &mut Vm, a: usize, answer: Answer) -> Result<()> {
    match answer {
        Answer::Value(value) => {
            vm.fiber.set_register(a, value);
            Ok(())
        }
        Answer::Error(c) => vm.unwind(Box::new(Unwind::Error(c))),
        Answer::Throw { tag, value } => vm.unwind(Box::new(Unwind::Throw { tag, value })),
    }
}
