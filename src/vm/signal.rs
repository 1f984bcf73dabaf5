//! Handlers that are asked where something is signalled, before anything is left, and restarts.
//!
//! They lie among the other handlers of the machine, so continuations take them along and a limit leaves none behind:
//! as a `catch` whose tag is a *mark*, a pair that no program can make. Its first part says what it marks, its second
//! is the library's: a list of handlers or of restarts. While a handler runs, the marks from there to its own are not
//! in force: that is what a mask says, which names the outermost of them. Nothing is ever thrown to a mark.
//!
//! An error of a native or an instruction whose way out leads past handlers is given to the library first, by a call on
//! top of the code that failed. If nobody takes it, it goes on its way as [`Value::OFFERED`].

use super::Vm;
use super::callback::Nothing;
use super::window::WINDOW;
use crate::fault::Res;
use crate::object::continuation::HandlerKind;
use crate::symbol::well_known;
use crate::value::Value;

/// Handlers looked at for one tick.
const STEPS_PER_TICK: usize = 16;

impl Vm {
    /// Returns whether the tag is a pair that only the machine makes. Such a pair is the same as no other.
    pub(crate) fn is_private_tag(&self, tag: Value) -> bool {
        tag.is_pair()
            && [Value::MISSING, Value::HANDLERS, Value::RESTARTS, Value::MASK].contains(&self.rt.heap.car(tag))
    }

    /// A new mark. From now on the machine looks for such things.
    pub(crate) fn new_mark(&mut self, kind: Value, content: Value) -> Res<Value> {
        self.has_marks = true;
        self.rt.heap.pair(kind, content)
    }

    fn marks(&self, tag: Value, kind: Value) -> bool {
        tag.is_pair() && self.rt.heap.car(tag) == kind
    }

    /// The innermost mark of a kind, outside of the mark `inner` if that is one; nil if there is none. The way of an
    /// error (`is_error`) ends where something else catches errors.
    pub(crate) fn next_mark(&mut self, kind: Value, inner: Value, is_error: bool) -> Res<Value> {
        let mut at = self.innermost_handler();
        let mut outer = self.fiber.suspended.len();
        let (mut passed, mut masked) = (inner, false);
        let mut steps = 0;
        loop {
            let Some((place, h)) = at else {
                // A run that waits for this one may have handlers, too.
                let Some(o) = outer.checked_sub(1) else { return Ok(Value::NIL) };
                outer = o;
                at = self.innermost_handler_of(outer);
                continue;
            };
            steps += 1;
            if steps % STEPS_PER_TICK == 0 {
                self.rt.charge(1)?;
            }
            let catches = !h.kind.is_cleanup() && (h.tag.is_nil() || h.tag == Value::symbol(well_known::ERROR));
            if h.tag == passed {
                (passed, masked) = (Value::NIL, false);
            } else if is_error && catches && (masked || passed.is_nil()) {
                return Ok(Value::NIL);
            } else if passed.is_nil() && h.kind == HandlerKind::Catch {
                if self.marks(h.tag, kind) {
                    return Ok(h.tag);
                }
                if kind == Value::HANDLERS && self.marks(h.tag, Value::MASK) {
                    (passed, masked) = (self.rt.heap.cdr(h.tag), true);
                }
            }
            at = self.next_handler(place);
        }
    }

    /// Returns whether handlers have to be asked before an error goes its way.
    pub(super) fn has_signal_handlers(&mut self) -> Res<bool> {
        Ok(self.has_marks && !self.next_mark(Value::HANDLERS, Value::NIL, true)?.is_nil())
    }

    /// Passes `condition` to the handlers, through a function of the library. Its calls lie above everything that the
    /// code that failed may still need. The function does not return there.
    pub(super) fn offer(&mut self, condition: Value) -> Res<()> {
        let a = WINDOW - 1;
        self.fiber.run.top = self.fiber.run.base + WINDOW;
        self.rooted(&[condition], |vm| {
            let f = vm.function_for(|l| l.offer)?;
            vm.ensure_window_for(vm.fiber.run.base + a, f, &[condition])?;
            vm.call_with(a, f, vec![condition], false, &mut Nothing)
        })
    }
}
