//! Order, equality and hashing by value: exact numbers and floats are compared exactly, never by rounding one.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use dashu_int::Sign;

use super::{NumberRef, arith, exact, is_exact_integer, operand, operands, short};
use crate::fault::Result;
use crate::heap::Heap;
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

/// Compares two numbers; `None` if one is NaN. The error for an operand that is no number names `function`.
pub(crate) fn compare(rt: &mut Runtime, function: &str, a: Value, b: Value) -> Result<Option<Ordering>> {
    if Value::both_fixnum(a, b) {
        return Ok(Some(a.raw().cmp(&b.raw())));
    }
    if let (Some(x), Some(y)) = (a.as_flonum(), b.as_flonum()) {
        return Ok(x.partial_cmp(&y));
    }
    if let Some((x, y)) = short::integers(&rt.heap, a, b) {
        return Ok(Some(x.cmp(&y)));
    }
    let (x, y) = operands(rt, function, a, b)?;
    // Only ratios need products; whole numbers are compared from the top.
    if !a.is(Kind::RATIO) && !b.is(Kind::RATIO) {
        return Ok(order(x, y));
    }
    let (p, q) = (x.size().total(), y.size().total());
    arith::spend(rt, p.saturating_add(q), arith::product(p, q))?;
    let (x, y) = operands(rt, function, a, b)?;
    Ok(order(x, y))
}

fn order(x: NumberRef<'_>, y: NumberRef<'_>) -> Option<Ordering> {
    match (x, y) {
        (NumberRef::Float(x), NumberRef::Float(y)) => x.partial_cmp(&y),
        (NumberRef::Float(x), exact) => order_exact_float(exact, x).map(Ordering::reverse),
        (exact, NumberRef::Float(y)) => order_exact_float(exact, y),
        (NumberRef::Fixnum(m), NumberRef::Fixnum(n)) => Some(m.cmp(&n)),
        (NumberRef::Integer(m), NumberRef::Integer(n)) => Some(m.cmp(n)),
        // A big integer is beyond all fixnums.
        (NumberRef::Fixnum(_), NumberRef::Integer(_)) => Some(0.cmp(&sign_of(y))),
        (NumberRef::Integer(_), NumberRef::Fixnum(_)) => Some(sign_of(x).cmp(&0)),
        _ => match (x.integer(), y.integer()) {
            (Some(m), Some(n)) => Some(m.cmp(&n)),
            _ => Some(x.rational()?.cmp(&y.rational()?)),
        },
    }
}

fn order_exact_float(exact: NumberRef<'_>, x: f64) -> Option<Ordering> {
    if x.is_nan() {
        return None;
    }
    if x.is_infinite() {
        return Some(if x > 0.0 { Ordering::Less } else { Ordering::Greater });
    }
    let whole = x.trunc();
    let fraction = x - whole;
    // If the whole parts are equal, the float's fraction decides.
    let by_fraction = || 0.0.partial_cmp(&fraction).unwrap_or(Ordering::Equal);
    match exact {
        // The conversion saturates, which is still on the right side of every fixnum.
        NumberRef::Fixnum(n) => Some(n.cmp(&(whole as i64)).then_with(by_fraction)),
        NumberRef::Integer(n) => Some(n.cmp(&exact::to_integer(whole)?).then_with(by_fraction)),
        NumberRef::Ratio(r) => Some(r.cmp(&exact::to_ratio(x)?)),
        NumberRef::Float(y) => y.partial_cmp(&x),
    }
}

/// Returns whether both values are the same number. `1` and `1.0` are. A value that is no number equals none.
pub fn equal(heap: &Heap, a: Value, b: Value) -> bool {
    // A fixnum equals no other exact integer.
    if is_exact_integer(a) && is_exact_integer(b) && (a.is_fixnum() || b.is_fixnum()) {
        return a == b;
    }
    match (NumberRef::of(heap, a), NumberRef::of(heap, b)) {
        (Some(NumberRef::Float(x)), Some(NumberRef::Float(y))) => x == y,
        (Some(NumberRef::Integer(m)), Some(NumberRef::Integer(n))) => m == n,
        // Ratios are in lowest terms, so no multiplication is needed.
        (Some(NumberRef::Ratio(p)), Some(NumberRef::Ratio(q))) => same_parts(p, q),
        (Some(NumberRef::Float(x)), Some(NumberRef::Ratio(r)))
        | (Some(NumberRef::Ratio(r)), Some(NumberRef::Float(x))) => {
            exact::to_ratio(x).is_some_and(|x| same_parts(&x, r))
        }
        (Some(NumberRef::Float(x)), Some(exact)) | (Some(exact), Some(NumberRef::Float(x))) => {
            order_exact_float(exact, x) == Some(Ordering::Equal)
        }
        // A fixnum and a bigger integer, an integer and a ratio.
        _ => false,
    }
}

fn same_parts(p: &dashu_ratio::RBig, q: &dashu_ratio::RBig) -> bool {
    p.numerator() == q.numerator() && p.denominator() == q.denominator()
}

/// Hashes a number so that equal ones, in the sense of [`equal`], hash equally; false if `v` is no number.
pub(crate) fn hash(heap: &Heap, v: Value, state: &mut impl Hasher) -> bool {
    let Some(number) = NumberRef::of(heap, v) else { return false };
    match number {
        NumberRef::Fixnum(n) => n.hash(state),
        NumberRef::Integer(n) => hash_integer(n, state),
        NumberRef::Ratio(r) => hash_ratio(r, state),
        NumberRef::Float(x) => match (exact::to_integer(x), exact::to_ratio(x)) {
            (Some(n), _) => hash_integer(&n, state),
            (None, Some(r)) => hash_ratio(&r, state),
            // Infinities, and NaN, which equals itself.
            (None, None) => if x.is_nan() { f64::NAN } else { x }.to_bits().hash(state),
        },
    }
    true
}

fn hash_integer(n: &dashu_int::IBig, state: &mut impl Hasher) {
    match i64::try_from(n) {
        Ok(n) => n.hash(state),
        Err(_) => n.hash(state),
    }
}

fn hash_ratio(r: &dashu_ratio::RBig, state: &mut impl Hasher) {
    hash_integer(r.numerator(), state);
    r.denominator().hash(state);
}

/// -1, 0 or 1; 0 for NaN. The error of what is no number names `function`.
pub(crate) fn sign(rt: &Runtime, function: &str, a: Value) -> Result<i32> {
    operand(rt, function, a).map(sign_of)
}

pub(super) fn sign_of(x: NumberRef<'_>) -> i32 {
    match x {
        NumberRef::Fixnum(n) => n.signum() as i32,
        // Big integers and ratios are not zero.
        NumberRef::Integer(n) => {
            if n.sign() == Sign::Negative {
                -1
            } else {
                1
            }
        }
        NumberRef::Ratio(r) => {
            if r.sign() == Sign::Negative {
                -1
            } else {
                1
            }
        }
        NumberRef::Float(x) => i32::from(x > 0.0) - i32::from(x < 0.0),
    }
}

/// Returns whether the value is an integer: an exact one, or a float without fraction.
pub(crate) fn is_integer(heap: &Heap, v: Value) -> bool {
    match NumberRef::of(heap, v) {
        Some(NumberRef::Fixnum(_) | NumberRef::Integer(_)) => true,
        Some(NumberRef::Float(x)) => x.is_finite() && x.trunc() == x,
        Some(NumberRef::Ratio(_)) | None => false,
    }
}

/// Returns whether the value is NaN.
pub(crate) fn is_nan(heap: &Heap, v: Value) -> bool {
    heap.as_float(v).is_some_and(f64::is_nan)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::testing::*;
    use super::*;

    fn digest(rt: &Runtime, v: Value) -> u64 {
        let mut h = std::hash::DefaultHasher::new();
        assert!(hash(&rt.heap, v, &mut h));
        h.finish()
    }

    #[test]
    fn equal_numbers_of_different_kinds_hash_equally() {
        let rt = &mut runtime();
        for (a, b) in [
            ("1", "1.0"),
            ("1/4", "0.25"),
            ("1267650600228229401496703205376", "1267650600228229401496703205376.0"),
            ("0", "-0.0"),
        ] {
            let (x, y) = (read(rt, a), read(rt, b));
            assert!(equal(&rt.heap, x, y), "{a} {b}");
            assert_eq!(digest(rt, x), digest(rt, y), "{a} {b}");
        }
    }

    proptest! {
        #[test]
        fn order_of_integers_is_that_of_the_machine(a in edge(), b in edge()) {
            let rt = &mut runtime();
            let (x, y) = (int(rt, a), int(rt, b));
            prop_assert_eq!(compare(rt, "<", x, y).unwrap(), Some(a.cmp(&b)));
            prop_assert_eq!(equal(&rt.heap, x, y), a == b);
        }

        #[test]
        fn order_of_numbers_is_total_and_fits_equality(
            a in edge(), b in edge(), c in edge(), near in -2i64..=2,
        ) {
            let rt = &mut runtime();
            prop_assume!(b != 0);
            let (x, d) = (int(rt, a), int(rt, b));
            let z = f64::from_bits((c as f64).to_bits().wrapping_add_signed(near));
            prop_assume!(!z.is_nan());
            let y = super::super::div(rt, x, d).unwrap();
            let w = rt.heap.float(z).unwrap();
            let mut order = [x, y, w];
            order.sort_by(|&p, &q| compare(rt, "<", p, q).unwrap().unwrap());
            prop_assert_ne!(compare(rt, "<", order[0], order[2]).unwrap(), Some(Ordering::Greater));
            for p in order {
                for q in order {
                    let forward = compare(rt, "<", p, q).unwrap().unwrap();
                    prop_assert_eq!(compare(rt, "<", q, p).unwrap().unwrap(), forward.reverse());
                    prop_assert_eq!(equal(&rt.heap, p, q), forward == Ordering::Equal);
                    if forward == Ordering::Equal {
                        prop_assert_eq!(digest(rt, p), digest(rt, q));
                    }
                }
            }
        }
    }
}
