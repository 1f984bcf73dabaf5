//! Fibers: a stack with the runs on it, one inside of another, their handlers, and the values of their dynamic bindings.
//!
//! The machine has one fiber; those that wait for a step have their own ([`super::parking`]). To switch, the two change
//! places: nothing of a stack is copied, however deep it is. Dynamic bindings are shallow, so a switch gives the
//! variables that the fiber has bound their outer values, or its own.

use std::mem::swap;
use std::ops::Range;
use std::slice::from_ref;

use super::nested::{RUN_LEVELS, Run};
use super::unwind::Passing;
use super::window::WINDOW;
use super::{INITIAL_STACK, Vm, callback::Nothing};
use crate::fault::Res;
use crate::limits::SLICE;
use crate::object::continuation::{Handler, Link};
use crate::value::Value;

/// Slots of a new stack: a window, and a little more for the calls of an ordinary function.
const SLOTS: usize = WINDOW + 64;

/// A computation: a stack with the runs on it, their handlers, and the bindings that they have made.
#[derive(Clone)]
pub(super) struct Fiber {
    /// Empty before the first step.
    pub stack: Vec<Value>,
    /// Position up to which the stack can be used before the machine counts calls again.
    pub usable: usize,
    /// The limit on depth for which that holds. Each count is paid for, so a run in steps must not make more of them.
    usable_for: Option<usize>,
    /// The innermost run.
    pub run: Run,
    /// The runs that wait for an inner one, the outermost first. The first of all in a fiber for steps does nothing.
    pub suspended: Vec<Run>,
    pub handlers: Vec<Handler>,
    /// Positions of those handlers that end bindings, in rising order, so that a step need not look at all handlers. A
    /// handler that was left may still be here, and another one that is no binding in its place.
    pub bindings: Vec<u32>,
    /// A throw that a cleanup has stopped.
    pub passing: Option<Passing>,
    /// Variables that it has bound and cleanups give back, the innermost binding first, while it waits.
    bound: Vec<Bound>,
    /// The program is ending itself, with this status. Its cleanups run; one of them may throw only to handlers that
    /// have no number below this one.
    pub exiting: Option<(Value, u32)>,
}

/// A dynamic variable that a fiber has bound: the cell, its value in the fiber, and the slot of the stack that keeps
/// the outer one, if it is there.
#[derive(Clone)]
struct Bound {
    cell: u32,
    inner: Value,
    slot: Option<usize>,
}

impl Fiber {
    /// The fiber of a machine that does nothing.
    pub fn idle() -> Fiber {
        let stack = vec![Value::ZERO; INITIAL_STACK];
        Fiber { stack, usable: INITIAL_STACK, suspended: Vec::new(), ..Fiber::new(Run::outermost()) }
    }

    /// A fiber that nothing has run on, for this run.
    pub fn new(run: Run) -> Fiber {
        Fiber {
            stack: Vec::new(),
            usable: 0,
            usable_for: None,
            run,
            suspended: vec![Run::outermost()],
            handlers: Vec::new(),
            bindings: Vec::new(),
            passing: None,
            bound: Vec::new(),
            exiting: None,
        }
    }

    pub fn has_begun(&self) -> bool {
        !self.stack.is_empty()
    }

    /// Its runs, the outermost first.
    fn runs(&self) -> impl DoubleEndedIterator<Item = &Run> {
        self.suspended.iter().skip(1).chain(from_ref(&self.run))
    }

    /// Returns the levels that its waiting runs take of the limit on nesting.
    pub fn levels(&self) -> usize {
        self.suspended.len() * RUN_LEVELS
    }

    /// The handlers of a run on the stack, and its frames on the heap. The number of the innermost run is that of those
    /// that wait for it.
    pub fn handlers_of(&self, run: usize) -> Option<(Range<usize>, Link)> {
        let of = |run: usize| self.suspended.get(run).or((run == self.suspended.len()).then_some(&self.run));
        let own = of(run)?;
        let end = of(run + 1).map_or(self.handlers.len(), |inner| inner.handler_floor);
        Some((own.handler_floor..end, own.rest))
    }

    /// The lists of swaps ([`super::binding`]) of its runs, the outermost first.
    pub fn swaps(&self) -> impl DoubleEndedIterator<Item = Value> {
        self.runs().map(|run| run.bindings).filter(|swaps| !swaps.is_nil())
    }

    /// The slots that the collector must see.
    fn live(&self) -> &[Value] {
        self.stack.get(..self.run.base + WINDOW).unwrap_or(&self.stack)
    }

    /// Shows `look` the values that the collector must see.
    pub fn each_value(&self, look: &mut dyn FnMut(&[Value])) {
        look(self.live());
        self.runs().for_each(|run| run.each_root(look));
        self.handlers.iter().for_each(|h| look(from_ref(&h.tag)));
        self.bound.iter().for_each(|bound| look(from_ref(&bound.inner)));
        self.exiting.iter().for_each(|(status, _)| look(from_ref(status)));
    }

    /// The instructions that its frames will go on at.
    pub fn each_frame(&self, look: &mut dyn FnMut(usize)) {
        self.runs().for_each(|run| run.stack_frames(&self.stack).for_each(&mut *look));
    }

    /// Bytes held, for the memory limit.
    pub fn bytes(&self) -> usize {
        size_of::<Fiber>()
            + self.stack.capacity() * size_of::<Value>()
            + self.handlers.capacity() * size_of::<Handler>()
            + self.suspended.capacity() * size_of::<Run>()
            + self.bindings.capacity() * size_of::<u32>()
            + self.bound.capacity() * size_of::<Bound>()
    }

    /// Gives back room that a deeper recursion of before has taken.
    fn shrink(&mut self) {
        let live = self.run.base + WINDOW;
        if self.stack.len() > 4 * live {
            self.stack.truncate(2 * live);
            self.stack.shrink_to_fit();
        }
        if self.handlers.capacity() > 64 && self.handlers.capacity() > 4 * self.handlers.len() {
            self.handlers.shrink_to(2 * self.handlers.len());
            self.bindings.retain(|&position| (position as usize) < self.handlers.len());
            self.bindings.shrink_to_fit();
        }
    }
}

impl Vm {
    /// Puts a fiber into the machine, which does nothing at the moment; that one's own is in its place then.
    pub(super) fn enter_fiber(&mut self, fiber: &mut Box<Fiber>) -> Res<()> {
        swap(&mut self.fiber, fiber);
        let own = &mut *self.fiber;
        if own.stack.is_empty() {
            self.world.rt.heap.reserve(SLOTS * size_of::<Value>())?;
            own.stack.resize(SLOTS, Value::ZERO);
        }
        if own.usable_for != self.max_depth || own.usable_for.is_none() {
            self.fiber.usable = self.usable_from(self.fiber.run.bottom, self.fiber.run.calls_below);
        }
        // The outermost binding first, as they were made.
        for Bound { cell, inner, slot } in std::mem::take(&mut self.fiber.bound).into_iter().rev() {
            let outer = self.globals.value(cell);
            if let Some(kept) = slot.and_then(|slot| self.fiber.stack.get_mut(slot)) {
                *kept = outer;
            }
            self.set_cell(cell, inner);
        }
        Ok(())
    }

    /// Takes the fiber that is on out of the machine, which has its own again.
    pub(super) fn leave_fiber(&mut self, fiber: &mut Box<Fiber>) {
        self.fiber.bound = self.unbind();
        self.fiber.usable_for = self.max_depth;
        swap(&mut self.fiber, fiber);
        fiber.shrink();
    }

    /// Bytes of the machine's own stack and handlers.
    pub(super) fn fiber_bytes(&self) -> usize {
        self.fiber.stack.len() * size_of::<Value>()
            + self.fiber.handlers.capacity() * size_of::<Handler>()
            + self.fiber.bindings.capacity() * size_of::<u32>()
    }

    /// Gives the variables that the runs of the fiber have bound, and that cleanups would give back, their outer values.
    fn unbind(&mut self) -> Vec<Bound> {
        let mut bound = Vec::new();
        if self.fiber.handlers.is_empty() && self.runs().all(|run| run.rest.segment.is_nil()) {
            return bound;
        }
        for run in (1..=self.fiber.suspended.len()).rev() {
            self.each_bound_of(run, |vm, cell, outer, slot| {
                bound.push(Bound { cell, inner: vm.globals.value(cell), slot });
                vm.set_cell(cell, outer);
            });
        }
        bound
    }

    /// Calls the swaps of a list ([`super::binding`]), the outermost first, to bind, or the innermost first, to unbind.
    /// They are short, and have a slice of their own.
    pub(super) fn swap_all(&mut self, swaps: Value, bind: bool) {
        let mut all: Vec<Value> = self.rt.heap.iter(swaps).collect();
        if bind {
            all.reverse();
        }
        for swap in all {
            let fuel = std::mem::replace(&mut self.rt.budget.fuel, SLICE);
            // If one cannot be done, the others still can.
            let _ = self.call_lending(swap, &[Value::truth(bind)], &mut Nothing);
            self.rt.budget.fuel = fuel;
        }
    }
}
