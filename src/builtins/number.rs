//! Arithmetic, order, and what kind of number a value is: the Lisp face of [`crate::num`], which does the work.

use std::cmp::Ordering;
use std::ops::ControlFlow::{self, Break, Continue};

use super::arg::{Arg, StringRef};
use super::builtins;
use crate::fault::{Code, Result, fail_in};
use crate::num;
use crate::reader::numeral;
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

/// A number of any kind, not taken out of the heap.
#[derive(Clone, Copy, Debug)]
pub struct NumberValue(pub Value);

impl Arg for NumberValue {
    const EXPECTED: &'static str = "a number";
    fn from_value(_: &Runtime, v: Value) -> Option<NumberValue> {
        v.is_number().then_some(NumberValue(v))
    }
}

builtins! { "number";
    /// The sum of the numbers; 0 without any. Exact numbers have an exact sum; one float makes it a float.
    ///
    /// (+ 1 2 3)  ;=> 6
    /// (+ 1/2 1/3)  ;=> 5/6
    /// (+ 0.1 0.2)  ;=> 0.30000000000000004
    /// (+ 1152921504606846975 1)  ;=> 1152921504606846976
    /// (+ 1 'x)  ;!! wrong-type
    #[inline_as(Op(Add), Fold(Add))]
    fn "+" (rt, *number: NumberValue) {
        // From the first number on: 0 and minus zero would be zero.
        match number.split_first() {
            Some((&first, more)) => fold(rt, first, more, num::add),
            None => Ok(Value::ZERO),
        }
    }

    /// The first number minus all the others, or, alone, the negated number.
    ///
    /// (- 10 2 3)  ;=> 5
    /// (- 4)  ;=> -4
    #[inline_as(Op(Neg), Op(Sub), Fold(Sub))]
    fn "-" (rt, number: NumberValue, *more: NumberValue) {
        if more.is_empty() { num::neg(rt, number.0) } else { fold(rt, number.0, more, num::sub) }
    }

    /// The product of the numbers; 1 without any.
    ///
    /// (* 2 3 4)  ;=> 24
    /// (* 1000000000000 1000000000000)  ;=> 1000000000000000000000000
    /// (* 2/3 3)  ;=> 2
    #[inline_as(Op(Mul), Fold(Mul))]
    fn "*" (rt, *number: NumberValue) {
        fold(rt, Value::fix(1), number, num::mul)
    }

    /// The first number divided by all the others, or, alone, its reciprocal. Exact numbers have an exact quotient.
    ///
    /// (/ 6 4)  ;=> 3/2
    /// (/ 6 3)  ;=> 2
    /// (/ 4)  ;=> 1/4
    /// (/ 1.0 0.0)  ;=> +inf.0
    /// (/ 1 0)  ;!! division-by-zero
    #[inline_as(Op(Div))]
    fn "/" (rt, number: NumberValue, *more: NumberValue) {
        if more.is_empty() { num::div(rt, Value::fix(1), number.0) } else { fold(rt, number.0, more, num::div) }
    }

    /// The number plus one.
    ///
    /// (1+ 5)  ;=> 6
    #[inline_as(Plus(1))]
    fn "1+" (rt, number: NumberValue) {
        num::add(rt, number.0, Value::fix(1))
    }

    /// The number minus one.
    ///
    /// (1- 5)  ;=> 4
    #[inline_as(Plus(-1))]
    fn "1-" (rt, number: NumberValue) {
        num::sub(rt, number.0, Value::fix(1))
    }

    /// Returns whether every number is less than the next. Exact numbers and floats are compared exactly.
    ///
    /// (< 1 2 3)  ;=> t
    /// (< 1 1)  ;=> nil
    /// (< 1/3 0.5)  ;=> t
    #[inline_as(Op(Less), Chain(Less))]
    fn "<" (rt, number: NumberValue, *more: NumberValue) {
        chain(rt, "<", number.0, more, Ordering::is_lt)
    }

    /// Returns whether every number is greater than the next.
    ///
    /// (> 3 2 1)  ;=> t
    /// (> 3 1 2)  ;=> nil
    #[inline_as(Op(Greater), Chain(Greater))]
    fn ">" (rt, number: NumberValue, *more: NumberValue) {
        chain(rt, ">", number.0, more, Ordering::is_gt)
    }

    /// Returns whether every number is less than the next or equal to it.
    ///
    /// (<= 1 1 2)  ;=> t
    /// (<= 2 1)  ;=> nil
    #[inline_as(Op(LessEqual), Chain(LessEqual))]
    fn "<=" (rt, number: NumberValue, *more: NumberValue) {
        chain(rt, "<=", number.0, more, Ordering::is_le)
    }

    /// Returns whether every number is greater than the next or equal to it.
    ///
    /// (>= 2 2 1)  ;=> t
    /// (>= 1 2)  ;=> nil
    #[inline_as(Op(GreaterEqual), Chain(GreaterEqual))]
    fn ">=" (rt, number: NumberValue, *more: NumberValue) {
        chain(rt, ">=", number.0, more, Ordering::is_ge)
    }

    /// Returns whether all the numbers are equal. Exact numbers and floats are compared exactly; NaN is equal to no
    /// number.
    ///
    /// (= 1 1.0)  ;=> t
    /// (= 1 2)    ;=> nil
    /// (= 1 'a)   ;!! wrong-type
    #[inline_as(Op(NumberEqual), Chain(NumberEqual))]
    fn "%=" (rt, number: NumberValue, *more: NumberValue) {
        chain(rt, "=", number.0, more, Ordering::is_eq)
    }

    /// Returns whether all the numbers are different, each from every other.
    ///
    /// (/= 1 2 3)  ;=> t
    /// (/= 1 2 1.0)  ;=> nil
    fn "/=" (rt, number: NumberValue, *more: NumberValue) {
        let mut earlier = vec![number.0];
        let mut different = true;
        for &v in more {
            rt.charge(earlier.len() / 8)?;
            different = !earlier.iter().any(|&e| num::equal(&rt.heap, e, v));
            if !different {
                break;
            }
            earlier.push(v);
        }
        Ok(different)
    }

    /// The least of the numbers, as it is: an exact one stays exact. NaN if one of them is NaN.
    ///
    /// (min 3 1 2)  ;=> 1
    /// (min 1 2.5)  ;=> 1
    fn "min" (rt, number: NumberValue, *more: NumberValue) {
        extreme(rt, "min", number.0, more, Ordering::Less)
    }

    /// The greatest of the numbers, as it is: an exact one stays exact. NaN if one of them is NaN.
    ///
    /// (max 3 1 2)  ;=> 3
    /// (max 1 2.5)  ;=> 2.5
    fn "max" (rt, number: NumberValue, *more: NumberValue) {
        extreme(rt, "max", number.0, more, Ordering::Greater)
    }

    /// The absolute value.
    ///
    /// (abs -5)  ;=> 5
    /// (abs -1/2)  ;=> 1/2
    /// (abs 2.5)  ;=> 2.5
    fn "abs" (rt, number: NumberValue) {
        num::abs(rt, number.0)
    }

    /// The number times itself.
    ///
    /// (square 5)  ;=> 25
    /// (square 2/3)  ;=> 4/9
    fn "square" (rt, number: NumberValue) {
        num::mul(rt, number.0, number.0)
    }

    /// Returns whether the number is zero, exact or not.
    ///
    /// (zero? 0)  ;=> t
    /// (zero? 0.0)  ;=> t
    /// (zero? 1)  ;=> nil
    fn "zero?" (rt, number: NumberValue) {
        num::equal(&rt.heap, number.0, Value::ZERO)
    }

    /// Returns whether the number is greater than zero.
    ///
    /// (positive? 1/2)  ;=> t
    /// (positive? 0)  ;=> nil
    fn "positive?" (rt, number: NumberValue) {
        num::sign(rt, "positive?", number.0).map(|s| s > 0)
    }

    /// Returns whether the number is less than zero.
    ///
    /// (negative? -3)  ;=> t
    /// (negative? 0)  ;=> nil
    fn "negative?" (rt, number: NumberValue) {
        num::sign(rt, "negative?", number.0).map(|s| s < 0)
    }

    /// Returns whether the value is a number.
    ///
    /// (number? 1/2)  ;=> t
    /// (number? 'x)  ;=> nil
    #[inline_as(Op(IsKind(Kind::NUMBERS)))]
    fn "number?" (rt, value: Value) {
        value.is_number()
    }

    /// Returns whether the value is an integer: an exact one, or a float without fraction.
    ///
    /// (integer? 3)  ;=> t
    /// (integer? 3.0)  ;=> t
    /// (integer? 7/2)  ;=> nil
    fn "integer?" (rt, value: Value) {
        num::is_integer(&rt.heap, value)
    }

    /// Returns whether the value is an exact integer.
    ///
    /// (exact-integer? 3)  ;=> t
    /// (exact-integer? 3.0)  ;=> nil
    fn "exact-integer?" (rt, value: Value) {
        num::is_exact_integer(value)
    }

    /// Returns whether the value is a rational number: an exact one, or a float that is neither infinite nor NaN.
    ///
    /// (rational? 1/2)  ;=> t
    /// (rational? 0.5)  ;=> t
    /// (rational? +inf.0)  ;=> nil
    fn "rational?" (rt, value: Value) {
        num::is_exact(value) || rt.heap.as_float(value).is_some_and(f64::is_finite)
    }

    /// Returns whether the value is an exact number that is no integer.
    ///
    /// (ratio? 1/2)  ;=> t
    /// (ratio? 4/2)  ;=> nil
    fn "ratio?" (rt, value: Value) {
        value.is(Kind::RATIO)
    }

    /// Returns whether the value is a float.
    ///
    /// (float? 1.5)  ;=> t
    /// (float? 1)  ;=> nil
    fn "float?" (rt, value: Value) {
        value.is_float()
    }

    /// Returns whether the number is exact: an integer or a ratio, not a float.
    ///
    /// (exact? 1/2)  ;=> t
    /// (exact? 0.5)  ;=> nil
    fn "exact?" (rt, number: NumberValue) {
        num::is_exact(number.0)
    }

    /// Returns whether the number is a float.
    ///
    /// (inexact? 0.5)  ;=> t
    /// (inexact? 1/2)  ;=> nil
    fn "inexact?" (rt, number: NumberValue) {
        number.0.is_float()
    }

    /// Returns whether the number is NaN, the float that stands for no number.
    ///
    /// (nan? +nan.0)  ;=> t
    /// (nan? 1)  ;=> nil
    fn "nan?" (rt, number: NumberValue) {
        num::is_nan(&rt.heap, number.0)
    }

    /// Returns whether the number is infinite, of either sign.
    ///
    /// (infinite? -inf.0)  ;=> t
    /// (infinite? 1)  ;=> nil
    fn "infinite?" (rt, number: NumberValue) {
        rt.heap.as_float(number.0).is_some_and(f64::is_infinite)
    }

    /// The numeral of a number, in `radix` from 2 to 36 (10 if not given; floats have no other).
    ///
    /// (number->string 255)  ;=> "255"
    /// (number->string 255 16)  ;=> "ff"
    /// (number->string 1e21)  ;=> "1e21"
    /// (number->string 5 1)  ;!! bad-value
    fn "number->string" (rt, number: NumberValue, ?radix: usize) {
        let radix = radix_of("number->string", radix)?;
        num::print::number_to_string(rt, number.0, radix)
    }

    /// Returns the number that a numeral denotes, as the reader reads it. The base is `radix` from 2 to 36 (10 if left
    /// out), or that of a prefix such as `#x`. Returns `nil` if the string is no numeral.
    ///
    /// (string->number "1/3")  ;=> 1/3
    /// (string->number "ff" 16)  ;=> 255
    /// (string->number "#xff")  ;=> 255
    /// (string->number "abc")  ;=> nil
    fn "string->number" (rt, string: StringRef, ?radix: usize) {
        let radix = radix_of("string->number", radix)?;
        let text = rt.heap.text_of(string.0)?.as_str();
        if let Some(number) = num::parse::parse_short(text, radix) {
            return Ok(Some(number));
        }
        let length = text.len();
        rt.heap.reserve(length)?;
        rt.charge(length / 64)?;
        let text = rt.heap.as_str(string.0).unwrap_or("").to_owned();
        numeral(rt, &text, radix)
    }
}

/// Returns a radix from 2 to 36, 10 if none is given.
///
/// # Errors
/// When it is another number.
fn radix_of(function: &str, radix: Option<usize>) -> Result<u32> {
    match radix.map_or(Ok(10), u32::try_from) {
        Ok(radix @ 2..=36) => Ok(radix),
        _ => fail_in(function, Code::BadValue, format!("radix must be from 2 to 36, got {}", radix.unwrap_or(0))),
    }
}

type Binary = fn(&mut Runtime, Value, Value) -> Result<Value>;

/// Combines the numbers from left to right.
pub(super) fn fold(rt: &mut Runtime, first: Value, numbers: &[Value], op: Binary) -> Result<Value> {
    rt.charge(numbers.len() / 8)?;
    numbers.iter().try_fold(first, |sum, &v| op(rt, sum, v))
}

/// Folds the numbers from left to right: `step` returns the next value, or a final value whatever follows.
fn go_over(
    rt: &mut Runtime,
    first: Value,
    numbers: &[Value],
    step: impl Fn(&mut Runtime, Value, Value) -> Result<ControlFlow<Value, Value>>,
) -> Result<Value> {
    rt.charge(numbers.len() / 8)?;
    let mut value = first;
    for &v in numbers {
        match step(rt, value, v)? {
            Continue(next) => value = next,
            Break(end) => return Ok(end),
        }
    }
    Ok(value)
}

/// Returns whether `holds` holds between every number and the next.
fn chain(rt: &mut Runtime, function: &str, first: Value, more: &[Value], holds: fn(Ordering) -> bool) -> Result<bool> {
    let last = go_over(rt, first, more, |rt, left, right| {
        let holds = num::compare(rt, function, left, right)?.is_some_and(holds);
        Ok(if holds { Continue(right) } else { Break(Value::NIL) })
    })?;
    Ok(!last.is_nil())
}

/// The number in the relation `wanted` to all others; of equal ones the first.
pub fn extreme(rt: &mut Runtime, function: &str, first: Value, more: &[Value], wanted: Ordering) -> Result<Value> {
    go_over(rt, first, more, |rt, best, v| {
        Ok(match num::compare(rt, function, v, best)? {
            Some(order) if order == wanted => Continue(v),
            Some(_) => Continue(best),
            None => Break(if num::is_nan(&rt.heap, v) { v } else { best }),
        })
    })
}
