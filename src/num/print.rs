//! The text of a number.
use crate::fault::Res;
use crate::heap::Heap;
use crate::num::Number;
use crate::runtime::Runtime;
use crate::value::Value;

/// The number in `radix`, so that it reads back.
pub(crate) fn number_to_string(rt: &mut Runtime, v: Value, _radix: u32) -> Res<String> {
    Ok(brief(&rt.heap, v))
}

/// The number in few characters, for messages.
pub(crate) fn brief(heap: &Heap, v: Value) -> String {
    match Number::from_value(heap, v) {
        Some(Number::Fixnum(n)) => n.to_string(),
        Some(Number::Integer(n)) => n.to_string(),
        Some(Number::Ratio(r)) => r.to_string(),
        Some(Number::Float(x)) if x.is_nan() => "+nan.0".into(),
        Some(Number::Float(x)) if x.is_infinite() => if x > 0.0 { "+inf.0" } else { "-inf.0" }.into(),
        Some(Number::Float(x)) => format!("{x:?}"),
        None => String::new(),
    }
}
