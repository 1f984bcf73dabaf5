//! The text of a number.

use dashu_int::IBig;

use crate::fault::Res;
use crate::num::Number;
use crate::runtime::Runtime;
use crate::value::Value;

/// The digits of a number; floats are always decimal and keep their point.
pub(crate) fn number_to_string(rt: &mut Runtime, v: Value, radix: u32) -> Res<String> {
    let radix = radix.clamp(2, 36) as u8;
    Ok(match Number::from_value(&rt.heap, v) {
        Some(Number::Fixnum(n)) => IBig::from(n).in_radix(radix).to_string(),
        Some(Number::Integer(n)) => n.in_radix(radix).to_string(),
        Some(Number::Ratio(r)) => {
            format!("{}/{}", r.numerator().in_radix(radix), r.denominator().in_radix(radix))
        }
        Some(Number::Float(x)) => format!("{x:?}"),
        None => String::new(),
    })
}
