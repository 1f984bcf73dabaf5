//! Handles: values that the host holds across evaluations.
//!
//! A [`Handle`] shares a slot with the table that the collector traces. Handles can be dropped on any thread and after
//! the engine: a slot that only the table holds is used again.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::fault::{Code, Result, fail};
#[cfg(feature = "serde")]
use crate::value::Kind;
use crate::value::Value;

/// A value that the host holds. It stays alive as long as the handle does, and belongs to the engine that made it.
///
/// Handles convert to and from values like other Rust types. Functions of the host may take and return them, and calls
/// accept them as arguments. Two handles are equal (`==`) if they hold the same object of the same engine. Two strings
/// or lists with equal contents are different objects.
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
pub struct Handle(Arc<HandleSlot>);

struct HandleSlot {
    number: u32,
    /// The number of the engine.
    engine: u64,
    /// Value that it was made for. Nothing moves, so these are the same bits as long as the handle holds it.
    value: Value,
}

/// Handles are equal if they hold the same thing in the same engine: what is only equal to it is another.
impl PartialEq for Handle {
    fn eq(&self, other: &Handle) -> bool {
        self.0.engine == other.0.engine && self.0.value == other.0.value
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

/// Slots that are made before the table is searched for ones whose handles have been dropped.
const FEW: usize = 16;

/// Account of the parts that a conversion of a value to Rust has given to the host so far. The value can have more
/// parts in Rust than in the heap, where lists share common parts.
#[derive(Clone, Copy, Default)]
pub(crate) struct Conversion {
    /// Bytes for the memory limit.
    pub bytes: usize,
    /// Nesting depth of the part under conversion.
    pub depth: usize,
}

/// Values of an engine that the host holds, and the conversion by which it gets more.
pub(crate) struct HostRoots {
    /// The number of the engine.
    engine: u64,
    /// The values of the slots, for the collector.
    values: Vec<Value>,
    /// The slots, which their handles share. A slot that only the table holds has no handle any more.
    slots: Vec<Arc<HandleSlot>>,
    /// Numbers of slots without a handle.
    free: Vec<u32>,
    /// Number of slots to make before dropped handles are searched for.
    fresh: usize,
    /// Account of the conversion under way.
    pub conversion: Conversion,
}

impl Default for HostRoots {
    fn default() -> HostRoots {
        static ENGINES: AtomicU64 = AtomicU64::new(0);
        let engine = ENGINES.fetch_add(1, Ordering::Relaxed);
        HostRoots {
            engine,
            values: Vec::new(),
            slots: Vec::new(),
            free: Vec::new(),
            fresh: FEW,
            conversion: Conversion::default(),
        }
    }
}

impl HostRoots {
    pub fn handle_of(&mut self, value: Value) -> Handle {
        if self.free.is_empty() && self.fresh == 0 {
            self.release_dropped();
            // Between two searches, at least half as many handles are made as there are slots.
            self.fresh = (self.slots.len() / 2).max(FEW).saturating_sub(self.free.len());
        }
        if let Some(number) = self.free.pop()
            && let Some(shared) = self.slots.get_mut(number as usize)
            && let Some(slot) = Arc::get_mut(shared)
            && let Some(root) = self.values.get_mut(number as usize)
        {
            (slot.value, *root) = (value, value);
            return Handle(Arc::clone(shared));
        }
        self.fresh = self.fresh.saturating_sub(1);
        let slot = Arc::new(HandleSlot { number: self.slots.len() as u32, engine: self.engine, value });
        self.slots.push(Arc::clone(&slot));
        self.values.push(value);
        Handle(slot)
    }

    /// Returns whether it is a handle of this engine.
    pub fn is_own(&self, handle: &Handle) -> bool {
        handle.0.engine == self.engine
    }

    #[inline]
    pub fn value_of(&self, handle: &Handle) -> Result<Value> {
        if self.is_own(handle) { Ok(handle.0.value) } else { fail(Code::Host, "the handle belongs to another engine") }
    }

    /// Forgets the values of dropped handles, before a collection and when slots run out.
    pub fn release_dropped(&mut self) {
        let is_dropped = |slot: &Arc<HandleSlot>| Arc::strong_count(slot) == 1;
        let live = self.slots.iter().filter(|slot| !is_dropped(slot)).count();
        // Slots of many handles that were there once are given back.
        while self.slots.len() > 4 * live.max(FEW) && self.slots.pop_if(|slot| is_dropped(slot)).is_some() {
            self.values.pop();
        }
        if self.values.capacity() > 4 * self.values.len().max(FEW) {
            self.values.shrink_to_fit();
            self.slots.shrink_to_fit();
        }
        self.free.clear();
        for (number, (slot, root)) in self.slots.iter().zip(&mut self.values).enumerate().rev() {
            if is_dropped(slot) {
                *root = Value::NIL;
                self.free.push(number as u32);
            }
        }
    }

    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// Bytes held, for the memory limit.
    pub fn bytes(&self) -> usize {
        const SLOT: usize = size_of::<HandleSlot>() + 2 * size_of::<usize>();
        self.values.capacity() * size_of::<Value>() + self.slots.capacity() * (size_of::<Arc<HandleSlot>>() + SLOT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n(n: i64) -> Value {
        Value::fix(n)
    }

    #[test]
    fn slots_of_dropped_handles_are_used_again() {
        let mut roots = HostRoots::default();
        let kept: Vec<Handle> = (0..100).map(|i| roots.handle_of(n(i))).collect();
        for i in 0..10_000 {
            let handle = roots.handle_of(n(i));
            assert_eq!(roots.value_of(&handle).unwrap(), n(i));
        }
        assert!(roots.values().len() < 300, "{}", roots.values().len());
        assert!((0..).zip(&kept).all(|(i, handle)| roots.value_of(handle).unwrap() == n(i)));
    }

    #[test]
    fn a_collection_ignores_dropped_handles() {
        let mut roots = HostRoots::default();
        let (kept, dropped) = (roots.handle_of(n(1)), roots.handle_of(n(2)));
        let clone = dropped.clone();
        drop(dropped);
        roots.release_dropped();
        assert_eq!(roots.values(), [n(1), n(2)]);
        drop(clone);
        roots.release_dropped();
        assert_eq!(roots.values(), [n(1), Value::NIL]);
        assert!(roots.handle_of(n(1)) == kept && HostRoots::default().handle_of(n(1)) != kept);
    }

    #[test]
    fn many_dropped_handles_give_their_room_back() {
        let mut roots = HostRoots::default();
        let many: Vec<Handle> = (0..100_000).map(|i| roots.handle_of(n(i))).collect();
        let full = roots.bytes();
        drop(many);
        roots.release_dropped();
        assert!(roots.bytes() < full / 100);
    }
}
