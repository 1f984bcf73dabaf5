//! Datum labels: which parts of a value are written with `#0=` where they are met first, and as `#0#` after that.

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

use crate::fault::Result;
use crate::memory::table_bytes;
use crate::object::Object;
use crate::object::array::Storage;
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

/// The parts that have labels.
#[derive(Debug, Default)]
pub(super) struct Labels {
    /// Each with its number, once it has been written.
    parts: HashMap<u64, Option<usize>>,
    written: usize,
}

/// Text to write for an occurrence of a part with a label.
pub(super) enum Met {
    /// `#0=`, and the part.
    First(usize),
    /// `#0#` alone.
    Again(usize),
}

impl Labels {
    /// The same, numbered from here on.
    pub fn counted_from(self, first: usize) -> Labels {
        Labels { written: first, ..self }
    }

    /// Returns whether the value has a label.
    pub fn include(&self, v: Value) -> bool {
        self.parts.contains_key(&v.bits())
    }

    /// Returns the label to write for a value, or `None` if it has none.
    pub fn meet(&mut self, v: Value) -> Option<Met> {
        let number = self.parts.get_mut(&v.bits())?;
        if let Some(number) = *number {
            return Some(Met::Again(number));
        }
        *number = Some(self.written);
        self.written += 1;
        Some(Met::First(self.written - 1))
    }

    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    pub fn bytes(&self) -> usize {
        table_bytes(self.parts.capacity(), size_of::<(u64, Option<usize>)>())
    }

    /// The parts that contain themselves; with `shared` also those that are met more than once.
    pub fn of(rt: &mut Runtime, v: Value, shared: bool) -> Result<Labels> {
        // Whether what has been met is still being gone through.
        let (mut labels, mut met, mut open) = (Labels::default(), HashMap::<u64, bool>::new(), Vec::new());
        let mut next = Some(v);
        loop {
            rt.charge(1)?;
            // A table that is full is about to grow to twice its size.
            if met.len() == met.capacity() || open.len() == open.capacity() {
                let met = table_bytes(3 * met.capacity(), size_of::<(u64, bool)>());
                let open = 3 * open.capacity() * size_of::<(Value, usize)>();
                rt.heap.reserve(met + open + 3 * labels.bytes())?;
            }
            if let Some(part) = next.take().filter(|&part| is_container(part)) {
                match met.entry(part.bits()) {
                    Entry::Occupied(on_path) => {
                        if shared || *on_path.get() {
                            labels.parts.insert(part.bits(), None);
                        }
                    }
                    Entry::Vacant(entry) => {
                        entry.insert(true);
                        open.push((part, 0));
                    }
                }
            }
            let Some((container, at)) = open.last_mut() else { return Ok(labels) };
            match child(rt, *container, *at) {
                Some(part) => {
                    *at += 1;
                    next = Some(part);
                }
                None => {
                    met.insert(container.bits(), false);
                    open.pop();
                }
            }
        }
    }
}

fn is_container(v: Value) -> bool {
    matches!(v.kind(), Kind::PAIR | Kind::ARRAY | Kind::RECORD | Kind::VALUES)
}

/// The part number `at` of a container.
fn child(rt: &Runtime, container: Value, at: usize) -> Option<Value> {
    match container.kind() {
        Kind::PAIR => match at {
            0 => Some(rt.heap.car(container)),
            1 => Some(rt.heap.cdr(container)),
            _ => None,
        },
        Kind::ARRAY => match &rt.heap.as_array(container)?.data {
            Storage::Values(elements) => elements.get(at).copied(),
            _ => None,
        },
        Kind::RECORD => {
            let fields = rt.heap.record_type(container)?.fields.len();
            (at < fields).then(|| rt.heap.word(container, at))
        }
        _ => match rt.heap.as_object(container) {
            Some(Object::Values(items)) => items.get(at).copied(),
            _ => None,
        },
    }
}
