//! Division with integer results, divisors, and bits: the Lisp face of that part of [`crate::num`].

use super::arg::Arg;
use super::builtins;
use super::number::{NumberValue, fold};
use crate::num;
use crate::runtime::Runtime;
use crate::value::Value;

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

builtins! { "integer";
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
