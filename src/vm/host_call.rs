//! Functions of the host that may call back, and what reaches them.
//!
//! Such a function has the machine for as long as it runs. The callee is a nested run, like a macro's expansion. It
//! takes its part of the limit on nesting and continues the account of the evaluation. An uncaught throw becomes an
//! error for the host function, which may handle or return it. Returned, it continues as the throw that it was. Limits
//! and the end of the program go on in any case ([`Uncatchable`]).

use std::any::{Any, TypeId};
use std::pin::Pin;
use std::slice::from_ref;
use std::sync::Arc;
use std::task::{Context, Poll};

use super::async_calls::{BlockOn, RequestQueue};
use super::{Vm, backtrace};
use crate::fault::{Code, ErrorData, Limit, Result, Unwind, internal};
use crate::handle::Handle;
use crate::module::ProgramState;
use crate::module::native::{give_back, host_signature};
use crate::object::host::{HostData, HostOwned, caught, guarded, panicked};
use crate::runtime::Runtime;
use crate::source::Span;
use crate::symbol::{ModuleId, PROGRAM};
use crate::value::{Kind, Value};

/// A function of the host that may call back. It may be called while it runs. It gets the number that it has among the
/// natives, and as many arguments as it has parameters, in their order ([`HostSignature::put_in_order`]).
///
/// [`HostSignature::put_in_order`]: crate::module::native::HostSignature::put_in_order
pub(crate) type Callback = Arc<dyn Fn(&mut Vm, u32, LentValues<'_>, &[Value]) -> Result<Value> + Send + Sync>;

/// The functions of the host that may call back, by the numbers in their
/// [`NativeKind::Callback`](crate::module::native::NativeKind). Copies of the engine share them.
#[derive(Clone, Default)]
pub(crate) struct Callbacks {
    all: Vec<Callback>,
}

impl Callbacks {
    /// Returns the number of the function.
    pub fn add(&mut self, function: Callback) -> usize {
        self.all.push(function);
        self.all.len() - 1
    }

    /// Returns the function, which the caller holds while it runs: the table may change meanwhile.
    fn get(&self, number: usize) -> Option<Callback> {
        self.all.get(number).cloned()
    }
}

/// Data of the host that its functions reach for as long as a call takes. It is passed from call to call and kept
/// nowhere, so that it may be borrowed.
pub(crate) trait Lender {
    /// Returns the lent value of this type, if there is one.
    fn find(&mut self, wanted: TypeId) -> Option<&mut dyn Any>;
}

pub(crate) type LentValues<'a> = &'a mut (dyn Lender + 'a);

/// A call that lends nothing.
pub(crate) struct Nothing;

impl Lender for Nothing {
    fn find(&mut self, _: TypeId) -> Option<&mut dyn Any> {
        None
    }
}

/// Outcome that no function of the host can stop.
#[derive(Clone, Copy)]
pub(crate) enum Uncatchable {
    Limit(Limit),
    /// The program has ended itself with this status.
    Exit(Value),
}

impl Uncatchable {
    /// Returns the outcome of a fault that no function of the host can stop, and `None` for other faults.
    pub fn of(fault: &Unwind) -> Option<Uncatchable> {
        match *fault {
            Unwind::Limit(limit) => Some(Uncatchable::Limit(limit)),
            Unwind::Throw { tag: Value::EXIT, value } => Some(Uncatchable::Exit(value)),
            _ => None,
        }
    }

    pub fn fault(self) -> Box<Unwind> {
        match self {
            Uncatchable::Limit(limit) => limit.into(),
            Uncatchable::Exit(value) => Box::new(Unwind::Throw { tag: Value::EXIT, value }),
        }
    }
}

/// Arguments that are handed over without a list of their own.
const FEW: usize = 6;

/// State of the functions of the host.
#[derive(Default)]
pub(crate) struct HostState {
    /// Functions that may call back.
    pub callbacks: Callbacks,
    /// Exit or limit that occurred in a callback. It continues when the host function returns.
    pub ended: Option<Uncatchable>,
    /// Signal of a function of the host, until it has returned and the run pauses.
    pub signal: Option<Signal>,
    /// Whether the host polls the futures of its functions in this step.
    pub polls: bool,
    /// Function by which the host waits for a future where the run cannot.
    pub block_on: Option<BlockOn>,
    /// Data that the host keeps for its functions, one value of each type.
    pub data: HostData,
}

impl HostState {
    /// Returns whether the function of the host that is called now has asked: it can only return.
    pub fn has_asked(&self) -> bool {
        matches!(self.signal, Some(Signal::Request { .. }))
    }

    /// Returns the signal with which the run pauses here.
    pub fn take_signal(&mut self) -> Signal {
        self.signal.take().unwrap_or(Signal::StepOver)
    }

    /// The answer to the question that has been asked goes to register `a`.
    #[cold]
    pub fn answer_goes_to(&mut self, register: usize) {
        if let Some(Signal::Request { a, .. }) = &mut self.signal {
            *a = register;
        }
    }
}

/// The module of the code that has called what is called back now; functions of the library call for others.
pub(crate) fn calling_module(vm: &Vm) -> ModuleId {
    let text = vm.program.current_module();
    for pc in vm.frames() {
        if let Some(home) = vm.program.code.home(pc.wrapping_sub(1)) {
            return home;
        }
        let span = vm.program.code.owner(pc.wrapping_sub(1)).map_or(Span::NONE, |p| p.span);
        if !span.is_none() && !vm.program.rt.sources.is_library(span.source()) {
            // A text that is evaluated in a namespace may call what is none of its.
            return if vm.program.modules[text].is_namespace { PROGRAM } else { text };
        }
    }
    text
}

/// Calls a callback, which is the native of this number, with the `n` arguments after register `a`; the result goes
/// to `a`.
pub(super) fn call_back_in_place(
    vm: &mut Vm,
    callback: usize,
    native: u32,
    a: usize,
    n: usize,
    lent: LentValues<'_>,
) -> Result<()> {
    vm.fiber.set_register(a, Value::reference(Kind::NATIVE, native, 0));
    let first = vm.fiber.run.base + a + 1;
    let given = vm.fiber.stack.get(first..first + n).unwrap_or(&[]);
    // The call may need a larger stack, which is then elsewhere.
    let (mut few, many);
    let args = match given.len() {
        ..=FEW => {
            few = [Value::NIL; FEW];
            few.iter_mut().zip(given).for_each(|(to, v)| *to = *v);
            few.get(..given.len()).unwrap_or(&[])
        }
        _ => {
            many = given.to_vec();
            &many
        }
    };
    vm.fiber.run.top = first + n;
    let Some(v) = call_back(vm, callback, native, args, lent)? else {
        vm.host.answer_goes_to(a);
        return Ok(());
    };
    vm.fiber.set_register(a, v);
    if vm.program.rt.heap.wants_collection() { vm.collect(first, &[]) } else { Ok(()) }
}

/// Calls a callback, which is the native of this number. Returns nothing if it has asked the host: then the run
/// pauses with a signal.
#[inline]
pub(super) fn call_back(
    vm: &mut Vm,
    callback: usize,
    native: u32,
    args: &[Value],
    lent: LentValues<'_>,
) -> Result<Option<Value>> {
    match host_signature(&vm.program.natives, native)?.are_in_order(args) {
        true => call_back_with(vm, callback, native, args, lent),
        false => call_back_in_order(vm, callback, native, args, lent),
    }
}

#[cold]
fn call_back_in_order(
    vm: &mut Vm,
    callback: usize,
    native: u32,
    args: &[Value],
    lent: LentValues<'_>,
) -> Result<Option<Value>> {
    let ProgramState { natives, rt, .. } = &vm.program;
    let args = host_signature(natives, native)?.put_in_order(rt, args)?;
    call_back_with(vm, callback, native, &args, lent)
}

fn call_back_with(
    vm: &mut Vm,
    callback: usize,
    native: u32,
    args: &[Value],
    lent: LentValues<'_>,
) -> Result<Option<Value>> {
    let Some(function) = vm.host.callbacks.get(callback) else { return internal("a function of the host") };
    vm.program.rt.begin_conversion();
    let result = caught(|| function(vm, native, lent, args));
    let result = result.unwrap_or_else(|panic| panicked(&host_signature(&vm.program.natives, native)?.name, &panic));
    if result.is_err() {
        give_back(&mut vm.program.rt);
    }
    if let Some(ended) = vm.host.ended.take() {
        return Err(ended.fault());
    }
    if vm.host.has_asked() {
        // If it has failed after that, it has not asked.
        return result.map(|_| None).inspect_err(|_| vm.host.signal = None);
    }
    // It may have taken long, though it is one tick.
    vm.program.rt.look()?;
    result.map(Some)
}

// Host functions that yield a request. The calling run waits at the call until the host answers, and the call returns
// the answer.
//
// The function returns first, so nothing waits on the native stack. Its request is in a [`Signal`]; the machine
// records the destination register and parks the run ([`super::fiber`]). A function that waits for a future of the
// host does the same, and hands the future over with it. Who carries the run on polls it: the machine knows no
// executor.

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
    let question = vm.program.rt.host_roots.handle_of(question);
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
