//! States that are ordinary arrays of lists, as the documented solver has them.

use super::array::{made_as, new_of_class};
use super::digits::mask_of;
use super::space::place_in;
use crate::fault::Result;
use crate::object::array::{Shape, Storage};
use crate::object::host::{HostObject, guarded};
use crate::runtime::Runtime;
use crate::value::Value;

/// The kind of elements whose arrays of the same size say which places are neighbours.
const KIND: &str = "digits";

/// An ordinary array of lists that is used as a state: as many rows as columns.
pub(super) struct PlainState {
    size: usize,
}

/// Makes a state of this size, whose neighbours are those of arrays. Returns whether there is one.
fn make_example(rt: &mut Runtime, size: usize) -> Result<bool> {
    let Some(class) = made_as(rt, KIND).filter(|class| class.space.is_some()) else { return Ok(false) };
    let example = new_of_class(rt, &class, &[size, size])?;
    Ok(example.is_ok_and(|data| {
        rt.search.keep_example(size, HostObject::new(class, data));
        true
    }))
}

impl PlainState {
    pub fn new(rt: &mut Runtime, function: &str, array: Value) -> Result<PlainState> {
        let size = match rt.heap.as_array(array) {
            Some(a) if matches!(a.data, Storage::Values(_)) => match a.shape {
                Shape::Matrix { rows, columns } if rows == columns => rows,
                _ => 0,
            },
            _ => 0,
        };
        if size == 0 || rt.search.example(size).is_none() && !make_example(rt, size)? {
            let expected = "a search state, or an array of as many rows as columns with a list of digits in each place";
            return Err(rt.wrong_type(function, "array", expected, array));
        }
        Ok(PlainState { size })
    }

    pub fn place(&self, rt: &Runtime, function: &str, row: Value, column: Value) -> Result<usize> {
        place_in(rt, function, (self.size, self.size), row, column)
    }

    /// The digits of a cell.
    fn mask(&self, rt: &mut Runtime, function: &'static str, array: Value, cell: usize) -> Result<u64> {
        let element = match rt.heap.as_array(array).map(|a| &a.data) {
            Some(Storage::Values(values)) => values.get(cell).copied().unwrap_or(Value::NIL),
            _ => Value::NIL,
        };
        mask_of(rt, function, element)
    }

    fn put(&self, rt: &mut Runtime, array: Value, cell: usize, mask: u64) {
        if let Some(a) = rt.heap.as_array_mut(array)
            && let Storage::Values(values) = &mut a.data
            && let Some(slot) = values.get_mut(cell)
        {
            *slot = Value::digits(mask);
        }
    }

    /// The documented step. What it writes are digit sets.
    pub fn propagate(
        &self,
        rt: &mut Runtime,
        function: &'static str,
        array: Value,
        cell: usize,
        digit: u64,
    ) -> Result<bool> {
        if self.mask(rt, function, array, cell)? & digit == 0 {
            return Ok(false);
        }
        self.put(rt, array, cell, digit);
        let mut at = 0;
        loop {
            // As long as there are digit sets; then one list becomes a set.
            let Runtime { heap, search, .. } = rt;
            let Some(example) = search.example(self.size) else { return Ok(false) };
            let Some(Storage::Values(values)) = heap.as_array_mut(array).map(|a| &mut a.data) else { return Ok(false) };
            let list = guarded(example.class.title, || {
                let peers = example.as_space().map_or(&[][..], |space| space.neighbours(cell));
                while let Some(&peer) = peers.get(at) {
                    let Some(slot) = values.get_mut(usize::from(peer)) else { return Ok(Err(false)) };
                    let Some(mask) = slot.as_digits() else { return Ok(Ok(usize::from(peer))) };
                    let others = mask & !digit;
                    if others == 0 {
                        return Ok(Err(false));
                    }
                    *slot = Value::digits(others);
                    at += 1;
                }
                Ok(Err(true))
            })?;
            let list = match list {
                Ok(list) => list,
                Err(possible) => return Ok(possible),
            };
            let mask = self.mask(rt, function, array, list)?;
            self.put(rt, array, list, mask);
        }
    }

    pub fn is_solution(&self, rt: &mut Runtime, function: &'static str, array: Value) -> Result<bool> {
        for cell in 0..self.size * self.size {
            let mask = self.mask(rt, function, array, cell)?;
            if !mask.is_power_of_two() {
                return Ok(false);
            }
            rt.charge(1)?;
            if !self.propagate(rt, function, array, cell, mask)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
