//! Sums, differences, products and quotients.

use std::borrow::Cow;

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::{Number, NumberRef, Size, cost, division_by_zero, operand, operands};
use crate::fault::{Result, internal};
use crate::runtime::Runtime;
use crate::value::Value;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Op {
    Add,
    Sub,
    Mul,
    Div,
}

/// `a + b`.
pub(crate) fn add(rt: &mut Runtime, a: Value, b: Value) -> Result<Value> {
    if Value::both_fixnum(a, b) {
        // Two 61-bit numbers have a 62-bit sum.
        return small(rt, a.untag().wrapping_add(b.untag()));
    }
    match (a.as_flonum(), b.as_flonum()) {
        (Some(x), Some(y)) => rt.heap.float(x + y),
        _ => general(rt, Op::Add, a, b),
    }
}

/// `a - b`.
pub(crate) fn sub(rt: &mut Runtime, a: Value, b: Value) -> Result<Value> {
    if Value::both_fixnum(a, b) {
        return small(rt, a.untag().wrapping_sub(b.untag()));
    }
    match (a.as_flonum(), b.as_flonum()) {
        (Some(x), Some(y)) => rt.heap.float(x - y),
        _ => general(rt, Op::Sub, a, b),
    }
}

/// `a * b`.
pub(crate) fn mul(rt: &mut Runtime, a: Value, b: Value) -> Result<Value> {
    if Value::both_fixnum(a, b) {
        return match a.untag().checked_mul(b.untag()) {
            Some(n) => small(rt, n),
            None => rt.heap.integer(IBig::from(i128::from(a.untag()) * i128::from(b.untag()))),
        };
    }
    match (a.as_flonum(), b.as_flonum()) {
        (Some(x), Some(y)) => rt.heap.float(x * y),
        _ => general(rt, Op::Mul, a, b),
    }
}

/// `a / b`: exact for exact numbers.
pub(crate) fn div(rt: &mut Runtime, a: Value, b: Value) -> Result<Value> {
    if let (Some(n), Some(d)) = (a.as_fixnum(), b.as_fixnum())
        && n.checked_rem(d) == Some(0)
    {
        return small(rt, n.wrapping_div(d));
    }
    match (a.as_flonum(), b.as_flonum()) {
        (Some(x), Some(y)) => rt.heap.float(x / y),
        _ => general(rt, Op::Div, a, b),
    }
}

/// `-a`; a negative zero for a float zero, which `0 - a` would not give.
pub(crate) fn neg(rt: &mut Runtime, a: Value) -> Result<Value> {
    let size = operand(rt, "-", a)?.size();
    cost::spend(rt, size.total(), cost::pass(size.total()))?;
    let result = match operand(rt, "-", a)? {
        NumberRef::Fixnum(n) => Number::Fixnum(n.wrapping_neg()),
        NumberRef::Integer(n) => Number::Integer(-n),
        NumberRef::Ratio(r) => Number::Ratio(-r.clone()),
        NumberRef::Float(x) => Number::Float(-x),
    };
    result.into_value(&mut rt.heap)
}

/// The absolute value.
pub(crate) fn abs(rt: &mut Runtime, a: Value) -> Result<Value> {
    match operand(rt, "abs", a)? {
        NumberRef::Float(x) => rt.heap.float(x.abs()),
        x if super::compare::sign_of(x) < 0 => neg(rt, a),
        _ => Ok(a),
    }
}

/// The value of an integer of at most 64 bits.
fn small(rt: &mut Runtime, n: i64) -> Result<Value> {
    Number::Fixnum(n).into_value(&mut rt.heap)
}

#[inline(never)]
fn general(rt: &mut Runtime, op: Op, a: Value, b: Value) -> Result<Value> {
    let (x, y) = operands(rt, op.name(), a, b)?;
    if x.is_float() || y.is_float() {
        let result = op.floats(x.to_f64(), y.to_f64());
        return rt.heap.float(result);
    }
    let (bits, ticks) = op.cost(x.size(), y.size());
    cost::spend(rt, bits, ticks)?;
    let (x, y) = operands(rt, op.name(), a, b)?;
    let result = match (x.integer(), y.integer()) {
        (Some(m), Some(n)) => op.integers(m, n),
        _ => match (x.rational(), y.rational()) {
            (Some(p), Some(q)) => op.ratios(&p, &q),
            _ => return internal("an exact number without exact value"),
        },
    };
    match result {
        Some(number) => number.into_value(&mut rt.heap),
        None => Err(division_by_zero(op.name(), a)),
    }
}

impl Op {
    fn name(self) -> &'static str {
        match self {
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::Div => "/",
        }
    }

    /// Bits of the result and ticks to compute it, for exact operands.
    fn cost(self, x: Size, y: Size) -> (usize, usize) {
        let whole = x.denominator <= 1 && y.denominator <= 1;
        let (bits, ticks) = match self {
            Op::Add | Op::Sub if whole => {
                let bits = x.numerator.max(y.numerator);
                return (bits.saturating_add(1), cost::pass(bits));
            }
            Op::Mul if whole => {
                let bits = x.numerator.saturating_add(y.numerator);
                return (bits, cost::product(x.numerator, y.numerator));
            }
            Op::Div if whole => (x.total().saturating_add(y.total()), 0),
            _ => {
                // Every ratio operation multiplies crosswise and then removes common divisors of the parts.
                let cross = cost::product(x.numerator.max(x.denominator), y.numerator.max(y.denominator));
                (x.total().saturating_add(y.total()), cross.saturating_mul(3))
            }
        };
        let divisors = cost::divisor(x.numerator.max(x.denominator), y.numerator.max(y.denominator));
        (bits, ticks.saturating_add(divisors.saturating_mul(2)))
    }

    fn floats(self, x: f64, y: f64) -> f64 {
        match self {
            Op::Add => x + y,
            Op::Sub => x - y,
            Op::Mul => x * y,
            Op::Div => x / y,
        }
    }

    /// `None` is a division by zero.
    fn integers(self, x: Cow<'_, IBig>, y: Cow<'_, IBig>) -> Option<Number> {
        Some(match self {
            Op::Add => Number::Integer(&*x + &*y),
            Op::Sub => Number::Integer(&*x - &*y),
            Op::Mul => Number::Integer(&*x * &*y),
            Op::Div if y.is_zero() => return None,
            Op::Div => Number::Ratio(RBig::from_parts_signed(x.into_owned(), y.into_owned())),
        })
    }

    /// `None` is a division by zero.
    fn ratios(self, x: &RBig, y: &RBig) -> Option<Number> {
        Some(Number::Ratio(match self {
            Op::Add => x + y,
            Op::Sub => x - y,
            Op::Mul => x * y,
            Op::Div if y.is_zero() => return None,
            Op::Div => x / y,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_mix_of_kinds_has_a_result() {
        let rt = &mut runtime();
        let numerals = ["3", "1000000000000000000000000000000", "-7/3", "0.5"];
        for a in numerals {
            for b in numerals {
                let (x, y) = (read(rt, a), read(rt, b));
                let sum = add(rt, x, y).unwrap();
                let back = sub(rt, sum, y).unwrap();
                let product = mul(rt, x, y).unwrap();
                let quotient = div(rt, product, y).unwrap();
                if !sum.is_float() {
                    assert_eq!(show(rt, back), a);
                    assert_eq!(show(rt, quotient), a);
                }
                assert_eq!(sum.is_float(), x.is_float() || y.is_float());
            }
        }
    }

    #[test]
    fn errors_name_the_operator_and_the_argument() {
        let rt = &mut runtime();
        for (f, name) in [(add as fn(&mut Runtime, Value, Value) -> Result<Value>, "+"), (div, "/")] {
            match *f(rt, Value::fix(1), Value::NIL).unwrap_err() {
                crate::fault::Unwind::Error(mut c) => {
                    c.tell(|_| "nil".into());
                    assert!(
                        c.message().starts_with(&format!("{name}: argument 2 must be a number")),
                        "{}",
                        c.message()
                    );
                }
                other => panic!("{other:?}"),
            }
        }
        let zero = div(rt, Value::fix(1), Value::ZERO);
        assert_eq!(outcome(rt, zero), "division-by-zero");
        let float_zero = rt.heap.float(0.0).unwrap();
        let infinite = div(rt, Value::fix(-1), float_zero);
        assert_eq!(outcome(rt, infinite), "-inf.0");
    }

    #[test]
    fn a_product_beyond_the_limit_is_refused_before_it_is_made() {
        let rt = &mut runtime();
        rt.budget.integer_bits = 10_000;
        let mut n = Value::fix(3);
        let refused = loop {
            match mul(rt, n, n) {
                Ok(v) => n = v,
                Err(e) => break Err(e),
            }
        };
        assert_eq!(outcome(rt, refused), "integer-too-large");
    }

    proptest! {
        #[test]
        fn integers_agree_with_machine_arithmetic(a in edge(), b in edge()) {
            let rt = &mut runtime();
            let (x, y) = (int(rt, a), int(rt, b));
            let sum = add(rt, x, y);
            prop_assert_eq!(outcome(rt, sum), (a + b).to_string());
            let difference = sub(rt, x, y);
            prop_assert_eq!(outcome(rt, difference), (a - b).to_string());
            if let Some(product) = a.checked_mul(b) {
                let got = mul(rt, x, y);
                prop_assert_eq!(outcome(rt, got), product.to_string());
            }
            let negative = neg(rt, x);
            prop_assert_eq!(outcome(rt, negative), (-a).to_string());
            let positive = abs(rt, x);
            prop_assert_eq!(outcome(rt, positive), a.abs().to_string());
        }

        #[test]
        fn multiplying_undoes_dividing(a in edge(), b in edge(), c in edge(), d in edge()) {
            prop_assume!(b != 0 && d != 0 && c != 0);
            let rt = &mut runtime();
            let parts = [a, b, c, d].map(|n| int(rt, n));
            let x = div(rt, parts[0], parts[1]).unwrap();
            let y = div(rt, parts[2], parts[3]).unwrap();
            let quotient = div(rt, x, y).unwrap();
            let back = mul(rt, quotient, y).unwrap();
            prop_assert_eq!(show(rt, back), show(rt, x));
            let sum = add(rt, x, y).unwrap();
            let back = sub(rt, sum, x).unwrap();
            prop_assert_eq!(show(rt, back), show(rt, y));
        }
    }
}
