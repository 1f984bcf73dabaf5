//! Elements of arrays: reading one, converting a value to one, listing all of them.

use crate::fault::{Code, Condition, Res};
use crate::object::element::{Element, ElementKind};
use crate::printer::brief;
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

/// Maximum number of dimensions of an array: that many coordinates fit on the native stack.
pub(crate) const MAX_RANK: usize = 16;

/// Elements that are filled or copied for one tick.
pub(super) const ELEMENTS_PER_TICK: usize = 64;

pub(super) fn element(rt: &mut Runtime, array: Value, at: usize) -> Res<Value> {
    match rt.heap.as_array(array).and_then(|a| a.element(at)) {
        Some(element) => rt.heap.element_value(element),
        None => Ok(Value::NIL),
    }
}

/// `value` as an element: a number that is too large is a bad value, everything else the wrong type.
pub(super) fn converted(rt: &Runtime, function: &str, kind: ElementKind, value: Value) -> Res<Element> {
    match rt.heap.as_element(kind, value) {
        Some(element) => Ok(element),
        None if value.is_fixnum() || value.is(Kind::BIGINT) => {
            let c = Condition::unfit(Code::BadValue, kind.expected(), &brief(rt, value)).with_subject(function);
            Err(c.with_argument("value").with_irritants(&[value]).into())
        }
        None => Err(rt.wrong_type(function, "value", kind.expected(), value)),
    }
}

/// Stores `value` everywhere.
pub(super) fn fill(rt: &mut Runtime, function: &str, array: Value, value: Value) -> Res<()> {
    let a = rt.heap.array_of(array)?;
    let (kind, count) = (a.element_kind(), a.len());
    let element = converted(rt, function, kind, value)?;
    rt.charge(count / ELEMENTS_PER_TICK)?;
    if let Some(a) = rt.heap.as_array_mut(array) {
        (0..count).for_each(|at| _ = a.set_element(at, element));
    }
    Ok(())
}
