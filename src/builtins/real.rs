//! Powers, roots, logarithms, angles, and the passage between exact numbers and floats.

use super::builtins;
use super::number::NumberValue;
use crate::num;

builtins! { "real";
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
    fn "exact" (rt, number: NumberValue) {
        num::to_exact(rt, "exact", number.0)
    }

    /// The float nearest to the number.
    ///
    /// (inexact 1/3)  ;=> 0.3333333333333333
    /// (inexact 7)  ;=> 7.0
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
}
