//! Functions whose results are floats: logarithms, and whatever the processor's library computes.

use super::{NumberRef, bad_value, compare, float, operand};
use crate::fault::Result;
use crate::runtime::Runtime;
use crate::value::Value;

use dashu_int::IBig;
use dashu_int::ops::BitTest;

/// The float nearest to `a`. The error of what is no number names `function`.
pub(crate) fn to_float(rt: &Runtime, function: &str, a: Value) -> Result<f64> {
    operand(rt, function, a).map(NumberRef::to_f64)
}

/// `f` of a number. Where `f` has no real result, the error says that the number must be `domain`.
pub(crate) fn of_float(rt: &mut Runtime, function: &str, a: Value, domain: &str, f: fn(f64) -> f64) -> Result<Value> {
    let x = to_float(rt, function, a)?;
    let result = f(x);
    if result.is_nan() && !x.is_nan() {
        return Err(bad_value(rt, function, domain, a));
    }
    rt.heap.float(result)
}

/// The logarithm of `a`: the natural one, or to `base`. Right also for exact numbers that no float can hold.
pub(crate) fn log(rt: &mut Runtime, a: Value, base: Option<Value>) -> Result<Value> {
    let x = positive(rt, a)?;
    let result = match base {
        None => logarithm(x, f64::ln),
        // These two are exact where the result is an integer, which a quotient of logarithms is not.
        Some(b) if b == Value::fix(2) => logarithm(x, f64::log2),
        Some(b) if b == Value::fix(10) => logarithm(x, f64::log10),
        Some(b) => {
            let divisor = logarithm(positive(rt, b)?, f64::ln);
            if divisor == 0.0 {
                return Err(bad_value(rt, "log", "another base than 1", b));
            }
            logarithm(x, f64::ln) / divisor
        }
    };
    rt.heap.float(result)
}

/// The number, unless it is negative or an exact zero.
fn positive(rt: &Runtime, a: Value) -> Result<NumberRef<'_>> {
    let x = operand(rt, "log", a)?;
    let sign = compare::sign_of(x);
    if sign < 0 || sign == 0 && !x.is_float() { Err(bad_value(rt, "log", "positive", a)) } else { Ok(x) }
}

fn logarithm(x: NumberRef<'_>, f: fn(f64) -> f64) -> f64 {
    let nearest = x.to_f64();
    match x {
        // Too large or too small for a float: take the parts apart.
        NumberRef::Integer(n) if !nearest.is_normal() => log_integer(n, f),
        NumberRef::Ratio(r) if !nearest.is_normal() => {
            log_integer(r.numerator(), f) - log_integer(r.denominator().as_ibig(), f)
        }
        _ => f(nearest),
    }
}

/// The logarithm of a positive integer of any size.
pub(super) fn log_integer(n: &IBig, f: fn(f64) -> f64) -> f64 {
    let below = n.bit_len().saturating_sub(64);
    f(float::from_integer(&(n >> below))) + below as f64 * f(2.0)
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    fn log_of(a: &str, base: Option<&str>) -> String {
        let rt = &mut runtime();
        let (x, b) = (read(rt, a), base.map(|b| read(rt, b)));
        let result = log(rt, x, b);
        outcome(rt, result)
    }

    #[test]
    fn logarithms_reach_beyond_the_floats() {
        let power = format!("1{}", "0".repeat(5000));
        assert_eq!(log_of(&power, Some("10")), "5000.0");
        assert_eq!(log_of(&format!("1/{power}"), Some("10")), "-5000.0");
        assert_eq!(log_of("8", Some("2")), "3.0");
        assert_eq!(log_of("1", None), "0.0");
        assert_eq!(log_of("0.0", None), "-inf.0");
        for bad in ["0", "-1", "-2.5", "-inf.0"] {
            assert_eq!(log_of(bad, None), "bad-value");
        }
        assert_eq!(log_of("2", Some("1")), "bad-value");
    }
}
