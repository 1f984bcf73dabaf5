//! Boards that are ordinary arrays of lists, as the documented solver has them.

use super::cell::cell_in;
use super::digits::mask_of;
use crate::fault::Result;
use crate::object::array::{Shape, Storage};
use crate::runtime::Runtime;
use crate::value::Value;

/// An ordinary array of lists that is used as a board: as many rows as columns, with boxes.
pub(super) struct PlainBoard {
    size: usize,
}

impl PlainBoard {
    pub fn new(rt: &mut Runtime, function: &str, array: Value) -> Result<PlainBoard> {
        let size = match rt.heap.as_array(array) {
            Some(a) if matches!(a.data, Storage::Values(_)) => match a.shape {
                Shape::Matrix { rows, columns } if rows == columns => rows,
                _ => 0,
            },
            _ => 0,
        };
        if size == 0 || rt.search.classic(size).is_none() {
            let expected = "a board, or an array of as many rows as columns with a list of digits in each cell";
            return Err(rt.wrong_type(function, "array", expected, array));
        }
        Ok(PlainBoard { size })
    }

    pub fn cell(&self, rt: &Runtime, function: &str, row: Value, column: Value) -> Result<usize> {
        cell_in(rt, function, (self.size, self.size), row, column)
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
            let Some(layout) = search.classic(self.size) else { return Ok(false) };
            let peers = layout.visits(cell);
            let Some(Storage::Values(values)) = heap.as_array_mut(array).map(|a| &mut a.data) else { return Ok(false) };
            let list = loop {
                let Some(&peer) = peers.get(at) else { return Ok(true) };
                let Some(slot) = values.get_mut(usize::from(peer)) else { return Ok(false) };
                let Some(mask) = slot.as_digits() else { break usize::from(peer) };
                let others = mask & !digit;
                if others == 0 {
                    return Ok(false);
                }
                *slot = Value::digits(others);
                at += 1;
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
