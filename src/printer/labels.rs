//! Parts of a value that are met more than once, and the labels that stand for them: `(#1=(a) #1#)`.

use hashbrown::HashMap;

use crate::fault::Res;
use crate::list::Meter;
use crate::object::array::Storage;
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

/// The parts that are met again, with their labels as soon as they have been written.
pub(super) struct Labels {
    shared: HashMap<u64, Option<usize>>,
    count: usize,
}

/// What is written for a part that is met again.
pub(super) enum Label {
    First(usize),
    Again(usize),
}

impl Labels {
    /// Looks through a value for parts that are met again.
    pub fn find(rt: &mut Runtime, v: Value) -> Res<Labels> {
        let mut met: HashMap<u64, bool> = HashMap::new();
        let mut pending = vec![v];
        let mut meter = Meter::default();
        while let Some(v) = pending.pop() {
            let held = pending.capacity() * size_of::<Value>() + met.capacity() * 17;
            meter.step_holding(rt, held)?;
            if !matches!(v.kind(), Kind::PAIR | Kind::ARRAY | Kind::RECORD | Kind::STRING) {
                continue;
            }
            if let Some(again) = met.get_mut(&v.bits()) {
                *again = true;
                continue;
            }
            met.insert(v.bits(), false);
            match v.kind() {
                Kind::PAIR => pending.extend([rt.heap.cdr(v), rt.heap.car(v)]),
                Kind::ARRAY => {
                    if let Some(Storage::Values(items)) = rt.heap.as_array(v).map(|a| &a.data) {
                        pending.extend(items.iter().copied());
                    }
                }
                Kind::RECORD => {
                    let fields = rt.heap.record_type(v).map_or(0, |t| t.fields.len());
                    pending.extend((0..fields).map(|i| rt.heap.word(v, i)));
                }
                _ => {}
            }
        }
        let shared = met.into_iter().filter(|m| m.1).map(|(bits, _)| (bits, None)).collect();
        Ok(Labels { shared, count: 0 })
    }

    /// Is nothing met again?
    pub fn is_empty(&self) -> bool {
        self.shared.is_empty()
    }

    pub fn has(&self, v: Value) -> bool {
        self.shared.contains_key(&v.bits())
    }

    /// The label of a part that is going to be written.
    pub fn of(&mut self, v: Value) -> Option<Label> {
        let label = self.shared.get_mut(&v.bits())?;
        Some(match label {
            Some(n) => Label::Again(*n),
            None => {
                self.count += 1;
                *label = Some(self.count);
                Label::First(self.count)
            }
        })
    }
}
