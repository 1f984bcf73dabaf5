//! Functions of the host that may call back, and what reaches them.
//!
//! Such a function has the machine for as long as it runs. What it calls is a run inside the one that waits for it, as
//! a macro's expansion is: it takes its part of the limit on nesting, and continues the account of the evaluation. What
//! is thrown out of it comes to the host as an error, which the function may handle, or return: then it goes on as what
//! it was. Limits and the end of the program go on in any case ([`Ended`]).

use std::any::{Any, TypeId};
use std::sync::Arc;

use super::Vm;
use crate::fault::{Fault, Limit, Res, internal};
use crate::module::hosted::{HostFacts, give_back};
use crate::module::native::{Facts, Native};
use crate::object::host::guarded;
use crate::value::Value;

/// A function of the host that may call back. It may be called while it runs.
pub(crate) type Callback = Arc<dyn Fn(&HostFacts, &mut Vm, Lent<'_>, &[Value]) -> Res<Value> + Send + Sync>;

/// Data of the host that its functions reach for as long as a call takes. It is passed from call to call and kept
/// nowhere, so that it may be borrowed.
pub(crate) trait Lender {
    /// What is lent of this type.
    fn find(&mut self, wanted: TypeId) -> Option<&mut dyn Any>;
}

pub(crate) type Lent<'a> = &'a mut (dyn Lender + 'a);

/// Nothing is lent.
pub(crate) struct Nothing;

impl Lender for Nothing {
    fn find(&mut self, _: TypeId) -> Option<&mut dyn Any> {
        None
    }
}

/// What no function of the host can stop.
#[derive(Clone, Copy)]
pub(crate) enum Ended {
    Limit(Limit),
    /// The program has ended itself with this status.
    Exit(Value),
}

impl Ended {
    /// Is this such a fault?
    pub fn of(fault: &Fault) -> Option<Ended> {
        match *fault {
            Fault::Limit(limit) => Some(Ended::Limit(limit)),
            Fault::Throw { tag: Value::EXIT, value } => Some(Ended::Exit(value)),
            _ => None,
        }
    }

    pub fn fault(self) -> Box<Fault> {
        match self {
            Ended::Limit(limit) => limit.into(),
            Ended::Exit(value) => Box::new(Fault::Throw { tag: Value::EXIT, value }),
        }
    }
}

impl Vm {
    /// Calls the function of the host `f`, which is the callback of this number.
    pub(super) fn call_back(&mut self, number: usize, f: Value, args: &[Value], lent: Lent<'_>) -> Res<Value> {
        let callback = self.callbacks.get(number).cloned();
        let native = self.natives.get(f.meta() as usize);
        let (Some(callback), Some(Native { facts: Facts::Host(facts), .. })) = (callback, native) else {
            return internal("a function of the host");
        };
        let facts = Arc::clone(facts);
        let result = guarded(&facts.name, || callback(&facts, self, lent, args));
        if result.is_err() {
            give_back(&mut self.rt);
        }
        if let Some(ended) = self.ended.take() {
            return Err(ended.fault());
        }
        // It may have taken long, though it is one tick.
        self.rt.look()?;
        result
    }
}
