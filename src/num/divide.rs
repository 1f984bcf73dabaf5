//! Division with integer results: quotients and remainders, rounding, greatest common divisors.

use std::cmp::Ordering;

use dashu_int::ops::{Abs, BitTest, DivRem, Gcd};
use dashu_int::{DoubleWord, IBig, Sign, Word};
use dashu_ratio::RBig;

use super::{
    BitSizes, Number, NumberRef, arith, bad_value, division_by_zero, exact, integer_sizes, operand, operands, short,
    with_integers,
};
use crate::fault::{Result, internal};
use crate::runtime::Runtime;
use crate::value::Value;

/// Rounding mode of a quotient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    /// Down.
    Floor,
    /// Up.
    Ceiling,
    /// To the nearest; halfway, to the even one.
    Round,
    /// Towards zero.
    Truncate,
}

/// Returns the quotient of two integers, exact ones or floats without fraction, rounded toward zero.
pub(crate) fn quotient(rt: &mut Runtime, a: Value, b: Value) -> Result<Value> {
    if let Some((n, d)) = short::integers(&rt.heap, a, b)
        && let Some((result, _)) = short::div_rem(n, d)
    {
        return rt.heap.short_integer(result);
    }
    match integer_sizes(&rt.heap, a, b).filter(|_| b != Value::ZERO) {
        Some(sizes) => whole(rt, a, b, sizes, quotient_of),
        None => general_quotient(rt, a, b),
    }
}

#[inline(never)]
fn general_quotient(rt: &mut Runtime, a: Value, b: Value) -> Result<Value> {
    let (x, y) = operands(rt, "quotient", a, b)?;
    let (p, q) = (x.size(), y.size());
    arith::spend(rt, p.numerator.max(q.numerator), arith::quotient(p.numerator, q.numerator))?;
    let (x, y) = operands(rt, "quotient", a, b)?;
    let Some(n) = x.integral() else { return Err(rt.wrong_type("quotient", 1, "an integer", a)) };
    let Some(d) = y.integral() else { return Err(rt.wrong_type("quotient", 2, "an integer", b)) };
    if d.is_zero() {
        return Err(division_by_zero("quotient", a));
    }
    let result = &*n / &*d;
    let number = if x.is_float() || y.is_float() {
        Number::Float(exact::from_integer(&result))
    } else {
        Number::Integer(result)
    };
    number.into_value(&mut rt.heap)
}

/// Maximum number of words that are divided by one word in place. For more, the library's division wins.
const FEW_WORDS: usize = 8;

/// The truncated quotient; `d` is not zero.
fn quotient_of(n: &IBig, d: &IBig) -> IBig {
    let ((sign, words), mut quotient) = (n.as_sign_words(), [0; FEW_WORDS]);
    let ((d_sign, &[word]), Some(quotient)) = (d.as_sign_words(), quotient.get_mut(..words.len())) else {
        return n / d;
    };
    let mut rest = 0;
    for (quotient, &lower) in quotient.iter_mut().zip(words).rev() {
        (*quotient, rest) = divide_words(rest, lower, word);
    }
    IBig::from_sign_words(sign * d_sign, quotient)
}

/// Returns what the truncated quotient leaves; `d` is not zero.
fn rest_of(n: &IBig, d: &IBig) -> IBig {
    let (sign, words) = n.as_sign_words();
    match d.as_sign_words().1 {
        &[word] if words.len() <= FEW_WORDS => {
            let rest = words.iter().rev().fold(0, |rest, &lower| divide_words(rest, lower, word).1);
            IBig::from_parts(sign, rest.into())
        }
        _ => n % d,
    }
}

/// The quotient of two words by one, and what it leaves. The upper word is less than the divisor.
fn divide_words(upper: Word, lower: Word, d: Word) -> (Word, Word) {
    let n = DoubleWord::from(upper) << Word::BITS | DoubleWord::from(lower);
    let quotient = (n / DoubleWord::from(d)) as Word;
    (quotient, lower.wrapping_sub(quotient.wrapping_mul(d)))
}

/// Divides integers of these sizes, which are not zero.
#[inline(never)]
fn whole(
    rt: &mut Runtime,
    a: Value,
    b: Value,
    (m, n): (usize, usize),
    divide: impl FnOnce(&IBig, &IBig) -> IBig,
) -> Result<Value> {
    arith::spend(rt, m.max(n), arith::quotient(m, n))?;
    match with_integers(&rt.heap, a, b, divide) {
        Some(result) => rt.heap.integer(result),
        None => internal("an integer that is none"),
    }
}

/// Returns what [`quotient`] leaves of any two real numbers: it has the sign of `a`.
pub(crate) fn remainder(rt: &mut Runtime, a: Value, b: Value) -> Result<Value> {
    left(rt, "remainder", Rounding::Truncate, a, b)
}

/// Returns what the floor of the quotient leaves: it has the sign of `b`.
pub(crate) fn modulo(rt: &mut Runtime, a: Value, b: Value) -> Result<Value> {
    left(rt, "modulo", Rounding::Floor, a, b)
}

/// Returns what a rounded quotient leaves: `a - b * q`, exactly. A float among the two makes the result the float
/// nearest to that. The error of a wrong argument names `function`.
#[inline]
pub fn left(rt: &mut Runtime, function: &str, how: Rounding, a: Value, b: Value) -> Result<Value> {
    if let (Some(n), Some(d)) = (a.as_fixnum(), b.as_fixnum())
        && d != 0
    {
        // The product may wrap, and the difference wraps back.
        let rest = n.wrapping_sub(d.wrapping_mul(how.small(n, d)));
        return Number::Fixnum(rest).into_value(&mut rt.heap);
    }
    if let Some((n, d)) = short::integers(&rt.heap, a, b)
        && let Some((_, rest)) = how.short(n, d)
    {
        return rt.heap.short_integer(rest);
    }
    match integer_sizes(&rt.heap, a, b).filter(|_| b != Value::ZERO) {
        Some((m, n)) => whole(rt, a, b, (m.saturating_add(1), n.saturating_add(1)), |n, d| how.rest(n, d)),
        None => general_rest(rt, function, how, a, b),
    }
}

#[inline(never)]
fn general_rest(rt: &mut Runtime, function: &str, how: Rounding, a: Value, b: Value) -> Result<Value> {
    let (x, y) = operands(rt, function, a, b)?;
    if y.is_zero() {
        return Err(division_by_zero(function, a));
    }
    if let (Some(x), Some(y)) = (x.as_exact_float(), y.as_exact_float()) {
        return rt.heap.float(how.left_of_floats(x % y, x, y));
    }
    // One of them is exact here.
    match (x, y) {
        (NumberRef::Float(x), _) if !x.is_finite() => return rt.heap.float(f64::NAN),
        (_, NumberRef::Float(y)) if !y.is_finite() => {
            let x = x.to_f64();
            return rt.heap.float(how.left_of_floats(if y.is_nan() { y } else { x }, x, y));
        }
        _ => {}
    }
    let is_float = x.is_float() || y.is_float();
    pay_for_quotient(rt, x.size(), y.size())?;
    let (x, y) = operands(rt, function, a, b)?;
    let (Some(x), Some(y)) = (x.rational(), y.rational()) else { return internal("a number that is not finite") };
    let (n, d) = (x.numerator() * y.denominator(), y.numerator() * x.denominator());
    let (_, rest) = how.big(&n, &d);
    let rest = RBig::from_parts(rest, x.denominator() * y.denominator());
    if is_float { rt.heap.float(exact::from_ratio(&rest)) } else { rt.heap.ratio(rest) }
}

/// Pays for the quotient of numbers of these sizes. That of ratios is (n1 * d2) / (d1 * n2): its parts are never
/// brought to lowest terms.
fn pay_for_quotient(rt: &mut Runtime, p: BitSizes, q: BitSizes) -> Result<()> {
    let (above, below) = (p.numerator.saturating_add(q.denominator), q.numerator.saturating_add(p.denominator));
    let mut ticks = arith::quotient(above, below);
    if p.denominator > 1 || q.denominator > 1 {
        ticks = ticks.saturating_add(arith::product(above, below));
    }
    arith::spend(rt, above.max(below), ticks)
}

/// The greatest integer not above `a`, or `a / b`. Exact, whatever the arguments.
pub fn floor(rt: &mut Runtime, a: Value, b: Option<Value>) -> Result<Value> {
    rounded(rt, "floor", Rounding::Floor, a, b)
}

/// The least integer not below `a`, or `a / b`.
pub fn ceiling(rt: &mut Runtime, a: Value, b: Option<Value>) -> Result<Value> {
    rounded(rt, "ceiling", Rounding::Ceiling, a, b)
}

/// The integer nearest to `a`, or `a / b`; halfway, the even one.
pub fn round(rt: &mut Runtime, a: Value, b: Option<Value>) -> Result<Value> {
    rounded(rt, "round", Rounding::Round, a, b)
}

/// The integer part of `a`, or `a / b`.
pub fn truncate(rt: &mut Runtime, a: Value, b: Option<Value>) -> Result<Value> {
    rounded(rt, "truncate", Rounding::Truncate, a, b)
}

fn rounded(rt: &mut Runtime, function: &str, how: Rounding, a: Value, b: Option<Value>) -> Result<Value> {
    let Some(b) = b else { return rounded_one(rt, function, how, a) };
    if let (Some(n), Some(d)) = (a.as_fixnum(), b.as_fixnum())
        && d != 0
    {
        return Number::Fixnum(how.small(n, d)).into_value(&mut rt.heap);
    }
    if let Some((n, d)) = short::integers(&rt.heap, a, b)
        && let Some((result, _)) = how.short(n, d)
    {
        return rt.heap.short_integer(result);
    }
    let (x, y) = operands(rt, function, a, b)?;
    pay_for_quotient(rt, x.size(), y.size())?;
    let (x, y) = operands(rt, function, a, b)?;
    if y.is_zero() {
        return Err(division_by_zero(function, a));
    }
    let (result, _) = match (x.integer(), y.integer()) {
        (Some(n), Some(d)) => how.big(&n, &d),
        _ => {
            let Some(x) = x.rational() else { return Err(bad_value(rt, function, "finite", a)) };
            let Some(y) = y.rational() else {
                let NumberRef::Float(y) = y else { return internal("an exact number that is not finite") };
                if y.is_nan() {
                    return Err(bad_value(rt, function, "finite", b));
                }
                // The quotient by an infinity is as near to zero as can be, and has a sign.
                let negative = (x.numerator().sign() == Sign::Negative) != (y < 0.0);
                return Ok(Value::fix(how.step(x.is_zero(), negative, Ordering::Less, false)));
            };
            let (n, d) = (x.numerator() * y.denominator(), y.numerator() * x.denominator());
            how.big(&n, &d)
        }
    };
    rt.heap.integer(result)
}

fn rounded_one(rt: &mut Runtime, function: &str, how: Rounding, a: Value) -> Result<Value> {
    let BitSizes { numerator, denominator } = operand(rt, function, a)?.size();
    if denominator > 1 {
        arith::spend(rt, numerator, arith::quotient(numerator, denominator))?;
    }
    let result = match operand(rt, function, a)? {
        NumberRef::Fixnum(_) | NumberRef::Integer(_) => return Ok(a),
        NumberRef::Ratio(r) => how.big(r.numerator(), r.denominator().as_ibig()).0,
        NumberRef::Float(x) => match exact::to_integer(how.float(x)) {
            Some(n) => n,
            None => return Err(bad_value(rt, function, "finite", a)),
        },
    };
    rt.heap.integer(result)
}

impl Rounding {
    fn float(self, x: f64) -> f64 {
        match self {
            Rounding::Floor => x.floor(),
            Rounding::Ceiling => x.ceil(),
            Rounding::Round => x.round_ties_even(),
            Rounding::Truncate => x.trunc(),
        }
    }

    /// For fixnums; `d` is not zero. Nothing here comes near 64 bits.
    fn small(self, n: i64, d: i64) -> i64 {
        let (q, r) = (n.wrapping_div(d), n.wrapping_rem(d));
        let twice = r.unsigned_abs().wrapping_mul(2).cmp(&d.unsigned_abs());
        q.wrapping_add(self.step(r == 0, (n < 0) != (d < 0), twice, q & 1 == 1))
    }

    /// Returns the quotient and what it leaves, for integers of at most 127 bits; `None` if `d` is zero.
    #[inline]
    fn short(self, n: i128, d: i128) -> Option<(i128, i128)> {
        let (q, r) = short::div_rem(n, d)?;
        let twice = r.unsigned_abs().wrapping_mul(2).cmp(&d.unsigned_abs());
        Some(match self.step(r == 0, (n < 0) != (d < 0), twice, q & 1 == 1) {
            0 => (q, r),
            1.. => (q + 1, r - d),
            _ => (q - 1, r + d),
        })
    }

    /// Returns the quotient and what it leaves; `d` is not zero.
    fn big(self, n: &IBig, d: &IBig) -> (IBig, IBig) {
        let (q, r) = n.div_rem(d);
        let twice = if self == Rounding::Round { (r.clone() << 1).abs().cmp(&d.abs()) } else { Ordering::Less };
        match self.step(r.is_zero(), n.sign() != d.sign(), twice, q.bit(0)) {
            0 => (q, r),
            step @ 1.. => (q + step, r - d),
            step => (q + step, r + d),
        }
    }

    /// Returns what the quotient leaves; `d` is not zero.
    fn rest(self, n: &IBig, d: &IBig) -> IBig {
        if self == Rounding::Round {
            return self.big(n, d).1;
        }
        let r = rest_of(n, d);
        match self.step(r.is_zero(), n.sign() != d.sign(), Ordering::Less, false) {
            0 => r,
            1.. => r - d,
            _ => r + d,
        }
    }

    /// Returns what the quotient `x / y` leaves, where truncation leaves `rest`; `y` is not zero. A zero has no sign.
    fn left_of_floats(self, rest: f64, x: f64, y: f64) -> f64 {
        let negative = (x < 0.0) != (y < 0.0);
        // Half of `y` may not be a float, and twice the rest may not be one; their difference compares as well.
        let (size, missing) = (rest.abs(), y.abs() - rest.abs());
        let twice = size.partial_cmp(&missing).unwrap_or(Ordering::Less);
        let odd = twice == Ordering::Equal && (x % (2.0 * y)).abs() >= y.abs();
        match self.step(rest == 0.0, negative, twice, odd) {
            0 => rest + 0.0,
            1.. => rest - y,
            _ => rest + y,
        }
    }

    /// Returns the correction of a truncated quotient. `negative` is the sign of the exact quotient; `twice` compares
    /// the doubled remainder with the divisor by magnitude.
    #[inline]
    fn step(self, whole: bool, negative: bool, twice: Ordering, odd: bool) -> i64 {
        let away = match self {
            _ if whole => false,
            Rounding::Floor => negative,
            Rounding::Ceiling => !negative,
            Rounding::Round => twice == Ordering::Greater || twice == Ordering::Equal && odd,
            Rounding::Truncate => false,
        };
        match (away, negative) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => -1,
        }
    }
}

/// Returns whether this integer (exact, or a float without fraction) is even. The error names `function`.
pub(crate) fn is_even(rt: &Runtime, function: &str, a: Value) -> Result<bool> {
    if let Some(n) = a.as_fixnum() {
        return Ok(n & 1 == 0);
    }
    match operand(rt, function, a)?.integral() {
        Some(n) => Ok(!n.bit(0)),
        None => Err(rt.wrong_type(function, 1, "an integer", a)),
    }
}

/// The greatest common divisor of two exact integers; not negative.
pub fn gcd(rt: &mut Runtime, a: Value, b: Value) -> Result<Value> {
    if let (Some(x), Some(y)) = (a.as_fixnum(), b.as_fixnum()) {
        let (mut x, mut y) = (x.unsigned_abs(), y.unsigned_abs());
        while y != 0 {
            (x, y) = (y, x % y);
        }
        return rt.heap.integer(x.into());
    }
    common_divisor(rt, "gcd", a, b).and_then(|g| rt.heap.integer(g))
}

/// The least common multiple of two exact integers; not negative.
pub fn lcm(rt: &mut Runtime, a: Value, b: Value) -> Result<Value> {
    let (x, y) = exact_integers(rt, "lcm", a, b)?;
    let ticks = arith::quotient(x, y).saturating_add(arith::product(x, y));
    arith::spend(rt, x.saturating_add(y), ticks)?;
    let g = common_divisor(rt, "lcm", a, b)?;
    let (x, y) = operands(rt, "lcm", a, b)?;
    let result = match (x.integer(), y.integer()) {
        _ if g.is_zero() => g,
        (Some(x), Some(y)) => ((&*x / g) * &*y).abs(),
        _ => return internal("lcm of what is no integer"),
    };
    rt.heap.integer(result)
}

/// The sizes in bits of two exact integers.
fn exact_integers(rt: &Runtime, function: &str, a: Value, b: Value) -> Result<(usize, usize)> {
    let (x, y) = operands(rt, function, a, b)?;
    for (i, (number, v)) in [(x, a), (y, b)].into_iter().enumerate() {
        if !matches!(number, NumberRef::Fixnum(_) | NumberRef::Integer(_)) {
            return Err(rt.wrong_type(function, i + 1, "an exact integer", v));
        }
    }
    Ok((x.size().numerator, y.size().numerator))
}

fn common_divisor(rt: &mut Runtime, function: &str, a: Value, b: Value) -> Result<IBig> {
    let (x, y) = exact_integers(rt, function, a, b)?;
    arith::spend(rt, x.max(y), arith::divisor(x, y))?;
    let (x, y) = operands(rt, function, a, b)?;
    match (x.integer(), y.integer()) {
        (Some(x), Some(y)) if x.is_zero() || y.is_zero() => Ok((&*x + &*y).abs()),
        (Some(x), Some(y)) => Ok((&*x).gcd(&*y).into()),
        _ => internal("gcd of what is no integer"),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::runtime;
    use super::super::testing::*;
    use super::*;

    proptest! {
        #[test]
        fn parts_agree_with_machine_division(a in edge(), b in edge()) {
            prop_assume!(b != 0);
            let rt = &mut runtime();
            let (x, y) = (int(rt, a), int(rt, b));
            let results = [quotient(rt, x, y), remainder(rt, x, y), modulo(rt, x, y)];
            let floored = a.rem_euclid(b) + if b < 0 && a.rem_euclid(b) != 0 { b } else { 0 };
            for (result, expected) in results.into_iter().zip([a / b, a % b, floored]) {
                prop_assert_eq!(outcome(rt, result), expected.to_string());
            }
        }

        #[test]
        fn quotient_and_rest_make_the_dividend(m in wide(), n in wide(), how in 0usize..4) {
            prop_assume!(!n.is_zero());
            let rt = &mut runtime();
            let (a, b) = (rt.heap.integer(m.clone()).unwrap(), rt.heap.integer(n.clone()).unwrap());
            let truncated = [quotient(rt, a, b), remainder(rt, a, b)];
            for (result, expected) in truncated.into_iter().zip([&m / &n, &m % &n]) {
                prop_assert_eq!(outcome(rt, result), expected.to_string());
            }
            let divide: fn(&mut Runtime, Value, Option<Value>) -> Result<Value> = [floor, ceiling, round, truncate][how];
            let how = [Rounding::Floor, Rounding::Ceiling, Rounding::Round, Rounding::Truncate][how];
            let (q, rest) = how.big(&m, &n);
            prop_assert_eq!(&q * &n + &rest, m);
            let results = [divide(rt, a, Some(b)), left(rt, "test", how, a, b)];
            for (result, expected) in results.into_iter().zip([q, rest]) {
                prop_assert_eq!(outcome(rt, result), expected.to_string());
            }
        }

        #[test]
        fn rounded_quotients_bracket_the_exact_one(a in edge(), b in edge(), c in 1i128..1000) {
            prop_assume!(b != 0);
            let rt = &mut runtime();
            // Once with integers, once with a ratio as dividend.
            for scale in [1, c] {
                let (x, y, d) = (int(rt, a), int(rt, b), int(rt, scale));
                let dividend = super::super::div(rt, x, d).unwrap();
                let (a, b) = (a, b * scale);
                let low = a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0);
                let high = if low * b == a { low } else { low + 1 };
                let trunc = a / b;
                let twice = 2 * (a - low * b).abs();
                let near = match twice.cmp(&b.abs()) {
                    Ordering::Less => low,
                    Ordering::Greater => high,
                    Ordering::Equal => if low & 1 == 0 { low } else { high },
                };
                let results = [floor, ceiling, truncate, round].map(|divide| divide(rt, dividend, Some(y)));
                for (result, expected) in results.into_iter().zip([low, high, trunc, near]) {
                    prop_assert_eq!(outcome(rt, result), expected.to_string());
                }
            }
        }

        #[test]
        fn float_remainders_are_the_exact_ones(a in any::<u64>(), b in any::<u64>(), n in edge(), how in 0usize..4) {
            let (a, b) = (f64::from_bits(a), f64::from_bits(b));
            prop_assume!(a.is_finite() && b.is_finite() && b != 0.0);
            let how = [Rounding::Floor, Rounding::Ceiling, Rounding::Round, Rounding::Truncate][how];
            let rt = &mut runtime();
            let exact = |x: f64| exact::to_ratio(x).unwrap();
            let (x, y, n) = (rt.heap.float(a).unwrap(), rt.heap.float(b).unwrap(), (int(rt, n), RBig::from(IBig::from(n))));
            for (dividend, exactly) in [(x, exact(a)), n] {
                let d = exact(b);
                let (above, below) = (exactly.numerator() * d.denominator(), d.numerator() * exactly.denominator());
                let rest = exactly - d * RBig::from(how.big(&above, &below).0);
                let left = left(rt, "test", how, dividend, y).unwrap();
                prop_assert_eq!(rt.heap.as_float(left), Some(exact::from_ratio(&rest)));
            }
        }

        #[test]
        fn the_common_divisor_divides_both(a in edge(), b in edge()) {
            prop_assume!(a != 0 || b != 0);
            let rt = &mut runtime();
            let (x, y) = (int(rt, a), int(rt, b));
            let g = gcd(rt, x, y).unwrap();
            for v in [x, y] {
                let rest = remainder(rt, v, g).unwrap();
                prop_assert_eq!(rest, Value::ZERO);
            }
            let product = super::super::mul(rt, x, y).and_then(|p| super::super::abs(rt, p)).unwrap();
            let multiple = lcm(rt, x, y).and_then(|m| super::super::mul(rt, m, g)).unwrap();
            prop_assert!(super::super::equal(&rt.heap, product, multiple));
        }
    }
}
