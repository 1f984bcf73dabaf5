//! Re-entrant continuations: `call/cc` copies the stack of the current run and its handlers; calling the continuation puts
//! them back.
//!
//! A continuation belongs to the run that captured it. A run that native code started (a macro's expansion) cannot be entered again once it has
//! returned, and not from inside another one either: the native frames between are not on our stack. Top-level forms are an exception:
//! nothing waits for one but the reading of the next, so a later form can go on where an earlier one was.

use super::call::Next;
use super::unwind::{Handler, HandlerKind};
use super::{RUN_LEVELS, Vm};
use crate::fault::{Code, Fault, Res, fail};
use crate::heap::Resident;
use crate::object::Object;
use crate::value::Value;

#[derive(Debug)]
pub(crate) struct Continuation {
    run: u64,
    /// The dynamic context, see [`Vm::winds_of`].
    winds: Value,
    /// Captured by a program's own top-level form: it may be entered from a later one, which then has its value.
    outermost: bool,
    /// The stack slots of the run, from its bottom to the call of `call/cc`.
    stack: Box<[Value]>,
    handlers: Box<[Handler]>,
    /// Functions that the frames return into, so that their code stays.
    functions: Box<[Value]>,
    pc: usize,
    /// Bottom of the run and base of the frame, as stack positions.
    bottom: usize,
    base: usize,
    /// The register that gets the value.
    a: usize,
}

impl Resident for Continuation {
    fn bytes(&self) -> usize {
        (self.stack.len() + self.functions.len()) * size_of::<Value>() + self.handlers.len() * size_of::<Handler>()
    }

    fn trace(&self, gray: &mut Vec<Value>) {
        let tags = self.handlers.iter().map(|h| &h.tag);
        gray.extend(self.stack.iter().chain(&self.functions).chain(tags).filter(|v| v.is_heap()));
        gray.extend(Some(self.winds).filter(|v| v.is_heap()));
    }
}

impl Vm {
    /// Captures what happens after the call whose result goes to register `a`.
    pub(super) fn capture(&mut self, a: usize) -> Res<Value> {
        let bottom = self.run_bottom();
        let end = self.base + a;
        self.reserve_copy(end.saturating_sub(bottom))?;
        let stack: Box<[Value]> = self.stack.get(bottom..end).unwrap_or(&[]).into();
        let handlers: Box<[Handler]> = self.handlers.get(self.handler_floor..).unwrap_or(&[]).into();
        let mut functions: Vec<u32> = self
            .frames()
            .take_while(|&(_, base)| base >= bottom)
            .filter_map(|(pc, _)| self.code.owner_number(pc))
            .collect();
        functions.sort_unstable();
        functions.dedup();
        let functions = functions
            .into_iter()
            .map(|f| Value::reference(crate::value::Kind::CLOSURE, f, u32::MAX as usize))
            .collect();
        let outermost = self.is_outermost();
        let k = Continuation {
            run: self.run_number,
            winds: self.winds,
            outermost,
            stack,
            handlers,
            functions,
            pc: self.pc,
            bottom,
            base: self.base,
            a,
        };
        self.rt.heap.object(Object::Continuation(k))
    }

    pub(super) fn winds(&self) -> Value {
        self.winds
    }

    pub(super) fn set_winds(&mut self, winds: Value) {
        self.winds = winds;
    }

    /// Scheme's `error`: asks the handlers of the dynamic context if there are any, or else is an error like others.
    pub(super) fn signal(&mut self, message: Value, irritants: &[Value]) -> Res<Next> {
        let condition = crate::builtins::condition::scheme_error(&mut self.rt, message, irritants)?;
        if self.winds.is_nil() {
            return Err(condition.into());
        }
        let (_, object) = self.condition_object(condition)?;
        Ok(Next::Call(self.layer_function("scheme", "%raise-error")?, vec![object]))
    }

    /// The dynamic context in which continuation `k` was captured, if it is another than the present one: then the library leaves the one
    /// and enters the other before it calls `k` again.
    pub(super) fn winds_of(&self, k: Value) -> Option<Value> {
        match self.rt.heap.as_object(k) {
            Some(Object::Continuation(k)) => Some(k.winds).filter(|&w| w != self.winds),
            _ => None,
        }
    }

    /// Handlers of this run that are also those of continuation `k`, from the outermost on.
    pub(super) fn shared_handlers(&self, k: Value) -> usize {
        let Some(Object::Continuation(k)) = self.rt.heap.as_object(k) else { return 0 };
        let own = self.handlers.get(self.handler_floor..).unwrap_or(&[]);
        own.iter().zip(&k.handlers).take_while(|(a, b)| a == b).count()
    }

    /// Calling a continuation: what is left on the way is cleaned up first.
    pub(super) fn enter_continuation(&mut self, k: Value, args: Vec<Value>) -> Res<Next> {
        let left = self.handlers.get(self.handler_floor + self.shared_handlers(k)..).unwrap_or(&[]);
        if left.iter().all(|h| h.kind != HandlerKind::Cleanup) {
            return self.resume(k, args);
        }
        let value = match *args.as_slice() {
            [v] => v,
            _ => self.rt.heap.object(Object::Values(args.into()))?,
        };
        Err(Box::new(Fault::Throw { tag: k, value }))
    }

    /// Goes on where continuation `k` was captured.
    pub(super) fn resume(&mut self, k: Value, args: Vec<Value>) -> Res<Next> {
        let value = match *args.as_slice() {
            [v] => v,
            _ => self.rt.heap.object(Object::Values(args.into()))?,
        };
        let (words, handlers) = match self.rt.heap.as_object(k) {
            Some(Object::Continuation(k)) if k.run == self.run_number || (k.outermost && self.is_outermost()) => {
                (k.stack.len(), k.handlers.len())
            }
            Some(Object::Continuation(_)) => {
                return fail(
                    Code::Continuation,
                    "this continuation belongs to an evaluation that has ended, or that waits for this one",
                );
            }
            _ => return crate::fault::internal("a continuation that is not there"),
        };
        self.rt.charge(words / 16 + handlers / 16 + 1)?;
        let Vm { rt, stack, .. } = self;
        let Some(Object::Continuation(k)) = rt.heap.as_object(k) else {
            return crate::fault::internal("a continuation that is not there");
        };
        let Some(target) = stack.get_mut(k.bottom..k.bottom + k.stack.len()) else {
            return crate::fault::internal("a continuation larger than the stack");
        };
        target.copy_from_slice(&k.stack);
        self.handlers.truncate(self.handler_floor);
        self.handlers.extend_from_slice(&k.handlers);
        self.pc = k.pc;
        self.base = k.base;
        let a = k.a;
        self.set_register(a, value);
        self.window_fits()?;
        Ok(Next::Resume)
    }

    /// Is this the run of a top-level form, with no native code waiting for it but the one that reads the program?
    fn is_outermost(&self) -> bool {
        // A macro's expander runs inside a compiler, which takes its part of the native stack.
        self.suspended.len() == 1 && self.nested == RUN_LEVELS
    }

    /// Stack position where the current run began.
    fn run_bottom(&self) -> usize {
        self.frames()
            .map(|(_, base)| base)
            .take_while({
                let mut last = usize::MAX;
                move |&b| {
                    let inside = b < last;
                    last = b;
                    inside
                }
            })
            .last()
            .unwrap_or(self.base)
    }
}
