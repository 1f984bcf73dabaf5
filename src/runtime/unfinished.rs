//! What a native of long work has done when the fuel of a step is used up.
//!
//! Such a native keeps what it works with in one value, a [`Work`]. Where it pays for the next lot and a step is over,
//! it hands this in ([`Runtime::interrupt_work`]) and fails with [`Limit::Step`]. The machine pauses there, or, where
//! it cannot, calls the native again with the same arguments at once. The native begins by asking for what it has
//! handed in ([`Runtime::take_up`]), and goes on with it. So the state of a native lies where the state of a run does,
//! nothing waits on the native stack, and the loops of natives know nothing of it: only who pays asks.

use std::any::Any;

use super::Runtime;
use crate::fault::{Fault, Limit};
use crate::value::Value;

/// Can natives pause? Without it steps end between instructions.
pub(crate) const ENABLED: bool = cfg!(feature = "pauses");

/// What a native has done so far.
pub(crate) trait Work: Any + Send {
    /// What the collector must see.
    fn each_value(&self, look: &mut dyn FnMut(&[Value]));
}

/// What the native has handed in that has paused, if one has. A copy of an engine has none: there the native begins
/// anew, as it has not done anything that others see.
#[derive(Default)]
pub(crate) struct Unfinished(Option<Box<dyn Work>>);

impl Clone for Unfinished {
    fn clone(&self) -> Unfinished {
        Unfinished(None)
    }
}

impl Unfinished {
    /// What the collector must see.
    pub fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        if let Some(work) = self.0.as_ref().filter(|_| ENABLED) {
            work.each_value(look);
        }
    }
}

/// Has a native failed because a step is over?
pub(crate) fn is_interrupted(fault: &Fault) -> bool {
    ENABLED && matches!(fault, Fault::Limit(Limit::Step))
}

impl Runtime {
    /// What the native that asks has handed in, if it has paused.
    #[inline]
    pub fn take_up<W: Work>(&mut self) -> Option<W> {
        if !ENABLED || self.unfinished.0.is_none() { None } else { self.take_up_work() }
    }

    #[cold]
    fn take_up_work<W: Work>(&mut self) -> Option<W> {
        let work: Box<dyn Any> = self.unfinished.0.take()?;
        work.downcast().ok().map(|work| *work)
    }

    /// A native stops because of this fault. If it does so because a step is over, it will go on with `work`.
    #[inline]
    pub fn interrupt_work<W: Work>(&mut self, work: W, fault: Box<Fault>) -> Box<Fault> {
        if ENABLED { self.hand_in(work, fault) } else { fault }
    }

    #[cold]
    #[inline(never)]
    fn hand_in<W: Work>(&mut self, work: W, fault: Box<Fault>) -> Box<Fault> {
        if is_interrupted(&fault) {
            self.unfinished = Unfinished(Some(Box::new(work)));
        }
        fault
    }

    /// Has a native that can pause, and has just paid, to do it now?
    #[inline]
    pub fn pauses_in_native(&self) -> bool {
        ENABLED && self.budget.is_pause_due()
    }

    /// A native has returned or failed.
    #[inline]
    pub fn end_work(&mut self) {
        if ENABLED && self.unfinished.0.is_some() {
            self.unfinished = Unfinished(None);
        }
    }
}
