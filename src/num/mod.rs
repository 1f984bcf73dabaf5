//! The numeric tower.
pub(crate) mod print;

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

/// Are these two numbers of the same value?
pub(crate) fn equal(heap: &Heap, a: Value, b: Value) -> bool {
    let exact = |n: Number| match n {
        Number::Fixnum(n) => Some(RBig::from(n)),
        Number::Integer(n) => Some(RBig::from(n)),
        Number::Ratio(r) => Some(r),
        Number::Float(x) => RBig::try_from(x).ok(),
    };
    match (Number::from_value(heap, a), Number::from_value(heap, b)) {
        (Some(Number::Float(x)), Some(Number::Float(y))) => x == y,
        (Some(x), Some(y)) => matches!((exact(x), exact(y)), (Some(x), Some(y)) if x == y),
        _ => false,
    }
}

/// The sum.
pub(crate) fn add(rt: &mut crate::runtime::Runtime, a: Value, b: Value) -> Res<Value> {
    rt.heap.float(rough(&rt.heap, a) + rough(&rt.heap, b))
}

/// The product.
pub(crate) fn mul(rt: &mut crate::runtime::Runtime, a: Value, b: Value) -> Res<Value> {
    rt.heap.float(rough(&rt.heap, a) * rough(&rt.heap, b))
}

fn rough(heap: &Heap, v: Value) -> f64 {
    heap.as_float(v).unwrap_or(v.as_fixnum().unwrap_or(0) as f64)
}
