//! Handles: values that the host holds across evaluations.
//!
//! The values are in a table that the collector traces; a [`Handle`] knows its slot. Handles can be dropped on any
//! thread and after the engine: the slot is only noted then, and used again when another is wanted.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use crate::fault::{Code, Result, fail, internal};
#[cfg(feature = "serde")]
use crate::value::Kind;
use crate::value::Value;

/// A value that the host holds. It stays alive as long as the handle does, and belongs to the engine that made it.
///
/// Handles can be converted to and from values like other Rust types: a function of the host may take and return them,
/// and they can be arguments of a call. Two are equal (`==`) if they hold the same thing in the same engine, whichever
/// way they came to the host; two strings or lists that are only equal by what is in them are not.
///
/// ```
/// use klammer::{Engine, Handle};
///
/// let mut engine = Engine::new();
/// let counter: Handle = engine.eval("(let ((n 0)) (lambda () (setq n (+ n 1))))")?;
/// let same = counter.clone();
/// engine.call::<()>(&counter, ())?;
/// assert_eq!(engine.call::<i64>(&same, ())?, 2);
/// engine.set("counter", &counter)?;
/// assert_eq!(engine.get::<Handle>("counter")?, counter);
/// assert_ne!(engine.eval::<Handle>("(list 1 2)")?, engine.eval::<Handle>("(list 1 2)")?);
/// // It belongs to its engine.
/// assert!(Engine::new().call::<i64>(&same, ()).is_err());
/// # Ok::<(), klammer::Error>(())
/// ```
#[derive(Clone)]
#[doc(alias = "FnPtr", alias = "RegistryKey")]
pub struct Handle(Arc<Slot>);

struct Slot {
    number: u32,
    dropped: Dropped,
    /// Value that it was made for. Nothing moves, so these are the same bits as long as the handle holds it.
    value: Value,
}

/// Handles are equal if they hold the same thing in the same engine: what is only equal to it is another.
impl PartialEq for Handle {
    fn eq(&self, other: &Handle) -> bool {
        Arc::ptr_eq(&self.0.dropped, &other.0.dropped) && self.0.value == other.0.value
    }
}

impl Eq for Handle {}

impl Handle {
    /// Returns the kind of value that it holds: "a function".
    #[cfg(feature = "serde")]
    pub(crate) fn kind(&self) -> &'static str {
        match self.0.value.kind() {
            Kind::CLOSURE | Kind::NATIVE | Kind::GENERIC | Kind::CONTINUATION => "a function",
            Kind::HOST => "an object of the host",
            Kind::RECORD => "a record",
            Kind::PORT => "a port",
            Kind::CONDITION => "a condition",
            Kind::PAIR => "a list that leads back into itself",
            _ => "a value of the engine",
        }
    }
}

/// Shows the number only: the engine alone knows the value.
impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Handle({})", self.0.number)
    }
}

/// Slots whose handles have been dropped.
#[derive(Default)]
struct Noted {
    slots: Mutex<Vec<u32>>,
    /// Whether there may be some. The engine asks before each evaluation, where a lock would be felt.
    any: AtomicBool,
}

type Dropped = Arc<Noted>;

impl Drop for Slot {
    fn drop(&mut self) {
        // A poisoned list only means that a slot is not used again.
        if let Ok(mut slots) = self.dropped.slots.lock() {
            slots.push(self.number);
            self.dropped.any.store(true, Ordering::Relaxed);
        }
    }
}

/// The values that an engine's handles hold.
#[derive(Default)]
pub(crate) struct HostRoots {
    values: Vec<Value>,
    free: Vec<u32>,
    dropped: Dropped,
}

impl HostRoots {
    pub fn hold(&mut self, v: Value) -> Handle {
        if self.free.is_empty() {
            // An evaluation may give and take any number of them.
            self.release_dropped();
        }
        let number = self.free.pop().unwrap_or_else(|| {
            self.values.push(Value::NIL);
            self.values.len() as u32 - 1
        });
        if let Some(root) = self.values.get_mut(number as usize) {
            *root = v;
        }
        Handle(Arc::new(Slot { number, dropped: Arc::clone(&self.dropped), value: v }))
    }

    /// Returns whether it is a handle of this engine.
    pub fn is_own(&self, handle: &Handle) -> bool {
        Arc::ptr_eq(&handle.0.dropped, &self.dropped)
    }

    pub fn held(&self, handle: &Handle) -> Result<Value> {
        if !self.is_own(handle) {
            return fail(Code::Host, "the handle belongs to another engine");
        }
        match self.values.get(handle.0.number as usize) {
            Some(&v) => Ok(v),
            None => internal("a handle to nothing"),
        }
    }

    /// Forgets what dropped handles held.
    #[inline]
    pub fn release_dropped(&mut self) {
        if self.dropped.any.load(Ordering::Relaxed) {
            self.release_some();
        }
    }

    #[cold]
    fn release_some(&mut self) {
        let Ok(mut slots) = self.dropped.slots.lock() else { return };
        // Handles that are dropped from now on wait for the lock.
        self.dropped.any.store(false, Ordering::Relaxed);
        for slot in slots.drain(..) {
            if let Some(root) = self.values.get_mut(slot as usize) {
                *root = Value::NIL;
                self.free.push(slot);
            }
        }
    }

    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// Bytes held, for the memory limit.
    pub fn bytes(&self) -> usize {
        self.values.capacity() * size_of::<Value>()
    }
}
