//! Functions of the host that may call back, and what reaches them.
//!
//! Such a function has the machine for as long as it runs. The callee is a nested run, like a macro's expansion. It
//! takes its part of the limit on nesting and continues the account of the evaluation. An uncaught throw becomes an
//! error for the host function, which may handle or return it. Returned, it continues as the throw that it was. Limits
//! and the end of the program go on in any case ([`Uncatchable`]).

use std::any::{Any, TypeId};
use std::sync::Arc;

use super::Vm;
use super::async_calls::BlockOn;
use super::host_request::Signal;
use crate::fault::{Limit, Result, Unwind, internal};
use crate::module::ProgramState;
use crate::module::native::give_back;
use crate::module::native::host_signature;
use crate::object::host::{HostData, caught, panicked};
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
