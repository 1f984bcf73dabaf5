//! Arithmetic, order, powers, division, bits, and the kinds of numbers: the Lisp face of [`crate::num`], which does the
//! work.

use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::ops::ControlFlow::{Break, Continue};

use compact_str::{CompactString, ToCompactString};

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

/// An integer of any size, exact or a float without fraction.
#[derive(Clone, Copy, Debug)]
pub struct IntegerValue(pub Value);

impl Arg for IntegerValue {
    const EXPECTED: &'static str = "an integer";
    fn from_value(rt: &Runtime, v: Value) -> Option<IntegerValue> {
        num::is_integer(&rt.heap, v).then_some(IntegerValue(v))
    }
}

/// An exact integer of any size.
#[derive(Clone, Copy)]
struct ExactInteger(Value);

impl Arg for ExactInteger {
    const EXPECTED: &'static str = "an exact integer";
    fn from_value(_: &Runtime, v: Value) -> Option<ExactInteger> {
        num::is_exact_integer(v).then_some(ExactInteger(v))
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
        if number.0.is_fixnum() && radix == 10 {
            return Ok(number.0.untag().to_compact_string());
        }
        num::print::number_to_string(rt, number.0, radix).map(CompactString::from)
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

    /// The base to the power of the exponent. Exact numbers with an integer exponent have an exact power.
    ///
    /// (expt 2 10)  ;=> 1024
    /// (expt 2/3 -2)  ;=> 9/4
    /// (expt 4 1/2)  ;=> 2
    /// (expt 2.0 3)  ;=> 8.0
    /// (expt 0 -1)  ;!! division-by-zero
    /// (expt -8 1/3)  ;!! bad-value
    fn "expt" (rt, base: NumberValue, exponent: NumberValue) {
        num::expt(rt, base.0, exponent.0)
    }

    /// The square root: exact of an exact square, else a float.
    ///
    /// (sqrt 16)  ;=> 4
    /// (sqrt 1/4)  ;=> 1/2
    /// (sqrt 2)  ;=> 1.4142135623730951
    /// (sqrt -1)  ;!! bad-value
    fn "sqrt" (rt, number: NumberValue) {
        num::sqrt(rt, number.0)
    }

    /// Euler's number to the power of `number`.
    ///
    /// (exp 0)  ;=> 1.0
    fn "exp" (rt, number: NumberValue) {
        num::of_float(rt, "exp", number.0, "a number", f64::exp)
    }

    /// The logarithm of a positive number: the natural one, or to `base`.
    ///
    /// (log 1)  ;=> 0.0
    /// (log 1024 2)  ;=> 10.0
    /// (log (expt 10 400) 10)  ;=> 400.0
    /// (log -1)  ;!! bad-value
    fn "log" (rt, number: NumberValue, ?base: NumberValue) {
        num::log(rt, number.0, base.map(|b| b.0))
    }

    /// The sine of an angle in radians.
    ///
    /// (sin 0)  ;=> 0.0
    fn "sin" (rt, angle: NumberValue) {
        num::of_float(rt, "sin", angle.0, "finite", f64::sin)
    }

    /// The cosine of an angle in radians.
    ///
    /// (cos 0)  ;=> 1.0
    fn "cos" (rt, angle: NumberValue) {
        num::of_float(rt, "cos", angle.0, "finite", f64::cos)
    }

    /// The tangent of an angle in radians.
    ///
    /// (tan 0)  ;=> 0.0
    fn "tan" (rt, angle: NumberValue) {
        num::of_float(rt, "tan", angle.0, "finite", f64::tan)
    }

    /// The angle, in radians, that has this sine.
    ///
    /// (asin 0)  ;=> 0.0
    /// (asin 2)  ;!! bad-value
    fn "asin" (rt, number: NumberValue) {
        num::of_float(rt, "asin", number.0, "from -1 to 1", f64::asin)
    }

    /// The angle, in radians, that has this cosine.
    ///
    /// (acos 1)  ;=> 0.0
    /// (acos 2)  ;!! bad-value
    fn "acos" (rt, number: NumberValue) {
        num::of_float(rt, "acos", number.0, "from -1 to 1", f64::acos)
    }

    /// The angle, in radians, that has this tangent; with two arguments, the angle of the point (x, y).
    ///
    /// (atan 0)  ;=> 0.0
    /// (atan 0 -1)  ;=> 3.141592653589793
    fn "atan" (rt, y: NumberValue, ?x: NumberValue) {
        let y = num::to_float(rt, "atan", y.0)?;
        match x {
            Some(x) => Ok(y.atan2(num::to_float(rt, "atan", x.0)?)),
            None => Ok(y.atan()),
        }
    }

    /// The exact number equal to the given one.
    ///
    /// (exact 0.5)  ;=> 1/2
    /// (exact 2.0)  ;=> 2
    /// (exact +inf.0)  ;!! bad-value
    #[inline_as(Leaf)]
    fn "exact" (rt, number: NumberValue) {
        num::to_exact(rt, "exact", number.0)
    }

    /// The float nearest to the number.
    ///
    /// (inexact 1/3)  ;=> 0.3333333333333333
    /// (inexact 7)  ;=> 7.0
    #[inline_as(Leaf)]
    fn "inexact" (rt, number: NumberValue) {
        num::to_inexact(rt, "inexact", number.0)
    }

    /// The simplest exact number within `tolerance` of the given one: that with the least denominator.
    ///
    /// (approximate 3.14159265359 1e-5)  ;=> 355/113
    /// (approximate 0.3333 1/1000)  ;=> 1/3
    fn "approximate" (rt, number: NumberValue, tolerance: NumberValue) {
        num::approximate(rt, number.0, tolerance.0)
    }

    /// The numerator of an exact number in lowest terms.
    ///
    /// (numerator 6/4)  ;=> 3
    /// (numerator 0.5)  ;!! wrong-type
    fn "numerator" (rt, number: NumberValue) {
        num::numerator(rt, number.0)
    }

    /// The denominator of an exact number in lowest terms.
    ///
    /// (denominator 6/4)  ;=> 2
    /// (denominator 5)  ;=> 1
    fn "denominator" (rt, number: NumberValue) {
        num::denominator(rt, number.0)
    }

    /// The quotient of two integers, rounded toward zero.
    ///
    /// (quotient 17 5)  ;=> 3
    /// (quotient -17 5)  ;=> -3
    /// (quotient 1 0)  ;!! division-by-zero
    #[inline_as(Op(Quotient))]
    fn "quotient" (rt, dividend: IntegerValue, divisor: IntegerValue) {
        num::quotient(rt, dividend.0, divisor.0)
    }

    /// Returns the remainder of the division with the quotient rounded toward zero; it has the sign of the dividend.
    ///
    /// (remainder 17 5)  ;=> 2
    /// (remainder -17 5)  ;=> -2
    /// (remainder 5.5 2)  ;=> 1.5
    #[inline_as(Op(Remainder))]
    fn "remainder" (rt, dividend: NumberValue, divisor: NumberValue) {
        num::remainder(rt, dividend.0, divisor.0)
    }

    /// Returns the remainder of the division with the floor of the quotient; it has the sign of the divisor.
    ///
    /// (modulo 17 5)  ;=> 2
    /// (modulo -17 5)  ;=> 3
    /// (modulo 17 -5)  ;=> -3
    #[inline_as(Op(Modulo))]
    fn "modulo" (rt, dividend: NumberValue, divisor: NumberValue) {
        num::modulo(rt, dividend.0, divisor.0)
    }

    /// The greatest exact integer that is not above the number, or not above its quotient by the divisor.
    ///
    /// (floor 7/2)  ;=> 3
    /// (floor -2.5)  ;=> -3
    /// (floor 7 2)  ;=> 3
    /// (floor 1 0)  ;!! division-by-zero
    #[inline_as(Op(FloorDiv), FloorOfQuotient)]
    fn "floor" (rt, number: NumberValue, ?divisor: NumberValue) {
        num::floor(rt, number.0, divisor.map(|d| d.0))
    }

    /// The least exact integer that is not below the number, or not below its quotient by the divisor.
    ///
    /// (ceiling 7/2)  ;=> 4
    /// (ceiling -2.5)  ;=> -2
    /// (ceiling 7 2)  ;=> 4
    fn "ceiling" (rt, number: NumberValue, ?divisor: NumberValue) {
        num::ceiling(rt, number.0, divisor.map(|d| d.0))
    }

    /// The exact integer nearest to the number or to its quotient by the divisor; halfway, the even one.
    ///
    /// (round 7/2)  ;=> 4
    /// (round 2.5)  ;=> 2
    /// (round 7 3)  ;=> 2
    fn "round" (rt, number: NumberValue, ?divisor: NumberValue) {
        num::round(rt, number.0, divisor.map(|d| d.0))
    }

    /// The exact integer part of the number or of its quotient by the divisor.
    ///
    /// (truncate -7/2)  ;=> -3
    /// (truncate 2.9)  ;=> 2
    /// (truncate -7 2)  ;=> -3
    fn "truncate" (rt, number: NumberValue, ?divisor: NumberValue) {
        num::truncate(rt, number.0, divisor.map(|d| d.0))
    }

    /// Returns whether the integer is a multiple of two.
    ///
    /// (even? 4)  ;=> t
    /// (even? 3)  ;=> nil
    fn "even?" (rt, integer: IntegerValue) {
        num::is_even(rt, "even?", integer.0)
    }

    /// Returns whether the integer is no multiple of two.
    ///
    /// (odd? 3)  ;=> t
    /// (odd? 4)  ;=> nil
    fn "odd?" (rt, integer: IntegerValue) {
        num::is_even(rt, "odd?", integer.0).map(|even| !even)
    }

    /// The greatest common divisor, never negative; 0 without arguments.
    ///
    /// (gcd 12 18)  ;=> 6
    /// (gcd -4 6 10)  ;=> 2
    /// (gcd)  ;=> 0
    fn "gcd" (rt, *integer: ExactInteger) {
        fold(rt, Value::fix(0), integer, num::gcd)
    }

    /// The least common multiple, never negative; 1 without arguments.
    ///
    /// (lcm 4 6)  ;=> 12
    /// (lcm)  ;=> 1
    fn "lcm" (rt, *integer: ExactInteger) {
        fold(rt, Value::fix(1), integer, num::lcm)
    }

    /// The greatest integer whose square is not above the given one.
    ///
    /// (isqrt 17)  ;=> 4
    /// (isqrt -1)  ;!! bad-value
    fn "isqrt" (rt, integer: ExactInteger) {
        num::isqrt(rt, integer.0)
    }

    /// The bits that are set in all the integers; -1 (every bit) without any. Negative integers count as two's
    /// complement, with endless ones above.
    ///
    /// (bit-and 12 10)  ;=> 8
    /// (bit-and -1 255)  ;=> 255
    #[inline_as(Op(BitAnd))]
    fn "bit-and" (rt, *integer: ExactInteger) {
        fold(rt, Value::fix(-1), integer, num::bit_and)
    }

    /// The bits that are set in at least one of the integers.
    ///
    /// (bit-or 12 10)  ;=> 14
    /// (bit-or)  ;=> 0
    #[inline_as(Op(BitOr))]
    fn "bit-or" (rt, *integer: ExactInteger) {
        fold(rt, Value::fix(0), integer, num::bit_or)
    }

    /// The bits that are set in an odd number of the integers: in exactly one of two.
    ///
    /// (bit-xor 12 10)  ;=> 6
    #[inline_as(Op(BitXor))]
    fn "bit-xor" (rt, *integer: ExactInteger) {
        fold(rt, Value::fix(0), integer, num::bit_xor)
    }

    /// Every bit the other way: the negated number minus one.
    ///
    /// (bit-not 0)  ;=> -1
    /// (bit-not 12)  ;=> -13
    fn "bit-not" (rt, integer: ExactInteger) {
        num::bit_not(rt, integer.0)
    }

    /// Returns the integer shifted by `count` bits to the left, or to the right if `count` is negative. The result is
    /// the floor of the product with that power of two.
    ///
    /// (arithmetic-shift 5 2)    ;=> 20
    /// (arithmetic-shift 20 -2)  ;=> 5
    /// (arithmetic-shift -1 -5)  ;=> -1
    /// (arithmetic-shift 3 100)  ;=> 3802951800684688204490109616128
    fn "arithmetic-shift" (rt, integer: ExactInteger, count: ExactInteger) {
        num::arithmetic_shift(rt, integer.0, count.0)
    }

    /// Returns the number of bits that are ones; in a negative integer, of those that are zeros.
    ///
    /// (bit-count 13)  ;=> 3
    /// (bit-count -1)  ;=> 0
    fn "bit-count" (rt, integer: ExactInteger) {
        num::bit_count(rt, integer.0)
    }

    /// Returns the number of bits that the integer takes, the sign not counted.
    ///
    /// (integer-length 8)   ;=> 4
    /// (integer-length -8)  ;=> 3
    /// (integer-length 0)   ;=> 0
    fn "integer-length" (rt, integer: ExactInteger) {
        num::integer_length(rt, integer.0)
    }

    /// Returns whether the bit at `index`, counted from the lowest, is set in the integer.
    ///
    /// (bit-set? 0 5)  ;=> t
    /// (bit-set? 1 5)  ;=> nil
    fn "bit-set?" (rt, index: usize, integer: ExactInteger) {
        num::bit_set(rt, index, integer.0)
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
#[inline(always)]
fn chain(rt: &mut Runtime, function: &str, first: Value, more: &[Value], holds: fn(Ordering) -> bool) -> Result<bool> {
    match *more {
        [second] if Value::both_fixnum(first, second) => Ok(holds(first.raw().cmp(&second.raw()))),
        _ => long_chain(rt, function, first, more, holds),
    }
}

#[inline(never)]
fn long_chain(
    rt: &mut Runtime,
    function: &str,
    first: Value,
    more: &[Value],
    holds: fn(Ordering) -> bool,
) -> Result<bool> {
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
