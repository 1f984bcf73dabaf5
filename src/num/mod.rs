//! The numeric tower.

pub(crate) mod parse;

use dashu_int::IBig;
use dashu_ratio::RBig;

use crate::fault::Res;
use crate::heap::Heap;
use crate::object::Object;
use crate::value::Value;

/// A number outside the heap.
#[derive(Debug, Clone)]
pub(crate) enum Number {
    Fixnum(i64),
    Integer(IBig),
    Ratio(RBig),
    Float(f64),
}

impl Number {
    pub fn from_value(heap: &Heap, v: Value) -> Option<Number> {
        if let Some(n) = v.as_fixnum() {
            return Some(Number::Fixnum(n));
        }
        match heap.as_object(v) {
            Some(Object::Integer(n)) => Some(Number::Integer(n.clone())),
            Some(Object::Ratio(r)) => Some(Number::Ratio(r.clone())),
            _ => heap.as_float(v).map(Number::Float),
        }
    }

    pub fn into_value(self, heap: &mut Heap) -> Res<Value> {
        match self {
            Number::Fixnum(n) => match Value::fixnum(n) {
                Some(v) => Ok(v),
                None => heap.integer(n.into()),
            },
            Number::Integer(n) => heap.integer(n),
            Number::Ratio(r) => heap.ratio(r),
            Number::Float(x) => heap.float(x),
        }
    }
}
