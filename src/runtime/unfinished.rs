//! What a native of long work has done when the fuel of a step is used up.
//!
//! Such a native keeps what it works with in one value, a [`Work`]. Where it pays for the next lot and a step is over,
//! it hands this in ([`Runtime::interrupt_work`]) and fails with [`Limit::Step`]. The machine pauses there, or, where
//! it cannot, calls the native again with the same arguments at once. The native begins by asking for what it has
//! handed in ([`Runtime::take_up`]), and goes on with it. So the state of a native lies where the state of a run does,
//! nothing waits on the native stack, and the loops of natives know nothing of it: only who pays asks.
//!
//! A native whose work has parts that pause themselves (an element is compared, a list taken apart) hands in its own
//! work after that of the part, and takes it up first: so what is unfinished is a stack. A part that is done already
//! can be handed in, too, and is taken up as done.

use std::any::Any;

use super::Runtime;
use crate::fault::{Fault, Limit, Res};
use crate::value::Value;

/// Can natives pause? Without it steps end between instructions.
pub(crate) const ENABLED: bool = cfg!(feature = "pauses");

/// What a native has done so far.
pub(crate) trait Work: Any + Send {
    /// What the collector must see.
    fn each_value(&self, look: &mut dyn FnMut(&[Value]));
}

/// What the native has handed in that has paused, if one has: the work of its parts first. A copy of an engine has
/// none: there the native begins anew, as it has not done anything that others see.
#[derive(Default)]
pub(crate) struct Unfinished {
    work: Vec<Box<dyn Work>>,
    /// Has it begun anew already, because there was no memory left?
    has_begun_anew: bool,
}

impl Clone for Unfinished {
    fn clone(&self) -> Unfinished {
        Unfinished::default()
    }
}

impl Unfinished {
    /// What the collector must see.
    pub fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        if ENABLED {
            self.work.iter().for_each(|work| work.each_value(look));
        }
    }
}

/// Has a native failed because a step is over?
pub(crate) fn is_interrupted(fault: &Fault) -> bool {
    ENABLED && matches!(fault, Fault::Limit(Limit::Step))
}

/// What a function of the host has done so far.
struct Hosted(Box<dyn Any + Send>);

impl Work for Hosted {
    fn each_value(&self, _: &mut dyn FnMut(&[Value])) {
        // What it has of the engine are handles, which the collector knows.
    }
}

impl Runtime {
    /// What a function of the host has put off, if it is called again because of that.
    pub fn take_up_hosted(&mut self) -> Option<Box<dyn Any + Send>> {
        self.take_up().map(|Hosted(work)| work)
    }

    /// A function of the host stops where a step is over, and goes on with `work`. It is no part of another native's
    /// work: what it has not taken up is forgotten.
    pub fn put_off(&mut self, work: Box<dyn Any + Send>) -> Box<Fault> {
        self.unfinished.work.clear();
        self.interrupt_work(Hosted(work), Limit::Step.into())
    }

    /// What who asks has handed in, if it has paused.
    #[inline]
    pub fn take_up<W: Work>(&mut self) -> Option<W> {
        if !ENABLED || self.unfinished.work.is_empty() { None } else { self.take_up_work() }
    }

    #[cold]
    fn take_up_work<W: Work>(&mut self) -> Option<W> {
        let work: Box<dyn Any> = self.unfinished.work.pop_if(|work| (&**work as &dyn Any).is::<W>())?;
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
            self.unfinished.work.push(Box::new(work));
        }
        fault
    }

    /// Has a native that can pause, and has just paid, to do it now?
    #[inline]
    pub fn pauses_in_native(&self) -> bool {
        ENABLED && self.budget.is_pause_due()
    }

    /// Has a native paused, and not been gone on with?
    #[inline]
    pub fn has_unfinished_work(&self) -> bool {
        ENABLED && !self.unfinished.work.is_empty()
    }

    /// Pays for a lot that has been done. If a step is over, who has done it hands in its work and fails with this.
    #[inline]
    pub fn pay_for_lot(&mut self, ticks: usize) -> Res<()> {
        self.charge(ticks)?;
        if self.pauses_in_native() { Err(Limit::Step.into()) } else { Ok(()) }
    }

    /// A native that had no memory left is called again, once: then what it has done so far is lost, and would be lost
    /// again and again where a run goes on step by step.
    #[cold]
    pub fn begin_anew(&mut self) -> bool {
        let again = std::mem::take(&mut self.unfinished).has_begun_anew;
        self.unfinished.has_begun_anew = true;
        !again
    }

    /// A native has returned or failed.
    #[inline]
    pub fn end_work(&mut self) {
        if self.has_unfinished_work() || self.unfinished.has_begun_anew {
            self.unfinished = Unfinished::default();
        }
    }
}
