//! Elements of vectors and matrices of any values, as the inner loop reaches them: `None` is for the general way, in `slow`.

use crate::object::array::{Shape, Storage};
use crate::runtime::Runtime;
use crate::value::Value;

/// Element `i` of a vector.
#[inline(always)]
pub(super) fn of_vector(rt: &Runtime, array: Value, i: Value) -> Option<Value> {
    let x = if i.is_fixnum() { rt.heap.as_array(array)? } else { return None };
    let (Shape::Vector, Storage::Values(values)) = (&x.shape, &x.data) else { return None };
    values.get(i.untag() as usize).copied()
}

/// The place of element `i` of a vector.
#[inline(always)]
pub(super) fn place_in_vector(rt: &mut Runtime, array: Value, i: Value) -> Option<&mut Value> {
    let x = if i.is_fixnum() { rt.heap.as_array_mut(array)? } else { return None };
    let (Shape::Vector, Storage::Values(values)) = (&x.shape, &mut x.data) else { return None };
    values.get_mut(i.untag() as usize)
}

/// The element in row `i` and column `j` of a matrix.
#[inline(always)]
pub(super) fn of_matrix(rt: &Runtime, array: Value, i: Value, j: Value) -> Option<Value> {
    let x = if Value::both_fixnum(i, j) { rt.heap.as_array(array)? } else { return None };
    let Storage::Values(values) = &x.data else { return None };
    values.get(x.position2(i.untag() as usize, j.untag() as usize)?).copied()
}

/// The place of the element in row `i` and column `j` of a matrix.
#[inline(always)]
pub(super) fn place_in_matrix(rt: &mut Runtime, array: Value, i: Value, j: Value) -> Option<&mut Value> {
    let x = if Value::both_fixnum(i, j) { rt.heap.as_array_mut(array)? } else { return None };
    let at = x.position2(i.untag() as usize, j.untag() as usize)?;
    let Storage::Values(values) = &mut x.data else { return None };
    values.get_mut(at)
}
