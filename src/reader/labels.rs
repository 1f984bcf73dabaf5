//! Datum labels: `#0=(a . #0#)` is a list without an end.
//!
//! A label whose datum has not been read to its end is represented by a pair of its own. At the end of the datum, the
//! reader goes through it once and puts the datum in the place of that pair.

use hashbrown::HashSet;

use crate::fault::Result;
use crate::object::array::Storage;
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

#[derive(Default)]
pub(super) struct Labels(Vec<Label>);

struct Label {
    number: u32,
    /// The datum, or what stands in its place until it has been read.
    datum: Value,
    read: bool,
    used: bool,
}

impl Labels {
    /// A datum with this label is going to come.
    pub fn begin(&mut self, rt: &mut Runtime, number: u32) -> Result<()> {
        let datum = rt.heap.pair(Value::NIL, Value::NIL)?;
        rt.heap.reserve(self.0.capacity().saturating_mul(2 * size_of::<Label>()))?;
        self.0.push(Label { number, datum, read: false, used: false });
        Ok(())
    }

    /// Returns the datum that a label stands for.
    pub fn find(&mut self, number: u32) -> Option<Value> {
        let label = self.0.iter_mut().rev().find(|l| l.number == number)?;
        label.used = true;
        Some(label.datum)
    }

    /// The datum of the label has been read; nothing if that is nothing but the label.
    pub fn end(&mut self, rt: &mut Runtime, number: u32, datum: Value) -> Result<Option<Value>> {
        let Some(label) = self.0.iter_mut().rev().find(|l| l.number == number && !l.read) else { return Ok(None) };
        let place = std::mem::replace(&mut label.datum, datum);
        label.read = true;
        if place == datum {
            return Ok(None);
        }
        if label.used {
            replace(rt, datum, place, datum)?;
        }
        Ok(Some(datum))
    }
}

/// Puts a value in the place of another everywhere in a datum that has just been read.
fn replace(rt: &mut Runtime, datum: Value, old: Value, new: Value) -> Result<()> {
    let mut seen = HashSet::new();
    let mut pending = vec![datum];
    while let Some(v) = pending.pop() {
        rt.charge(1)?;
        if !(v.is_pair() || rt.heap.as_array(v).is_some()) || !seen.insert(v.bits()) {
            continue;
        }
        rt.heap.reserve(pending.capacity() * 2 * size_of::<Value>() + seen.capacity() * 2 * size_of::<u64>())?;
        if v.is_pair() {
            let (car, cdr) = (rt.heap.car(v), rt.heap.cdr(v));
            if car == old {
                rt.heap.set_car(v, new);
            }
            if cdr == old {
                rt.heap.set_cdr(v, new);
            }
            pending.extend([car, cdr].into_iter().filter(|&part| part != old));
        } else if let Some(array) = rt.heap.as_array_mut(v)
            && let Storage::Values(elements) = &mut array.data
        {
            for element in elements.iter_mut() {
                if *element == old {
                    *element = new;
                } else if element.is_pair() || element.is(Kind::ARRAY) {
                    pending.push(*element);
                }
            }
            let length = elements.len();
            rt.charge(length / 16)?;
        }
    }
    Ok(())
}
