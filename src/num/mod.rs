//! The numeric tower: exact integers of any size, exact ratios, floats, and the mixing of them.
//!
//! Owns what numbers are and how they combine. The machine handles the common fixnum and flonum cases itself and calls
//! this module for the others. Every function here accepts any mix of numbers. Knows nothing of code, stack or reader.
//!
//! **Invariant:** a fixnum is never held as a big integer, and an integer never as a ratio; so equal exact numbers
//! have equal representations.
//!
//! **Invariant:** any operation that can produce more than 128 bits is charged and asks for memory first (see
//! `arith::spend`). Arguments on which the arithmetic library would panic never reach it.

mod arith;
mod compare;
mod divide;
mod exact;
pub(crate) mod parse;
pub(crate) mod print;
mod short;

use std::borrow::Cow;

pub(crate) use arith::{
    abs, add, arithmetic_shift, bit_and, bit_count, bit_not, bit_or, bit_set, bit_xor, div, expt, integer_length,
    isqrt, mul, neg, sqrt, sub,
};
pub use compare::equal;
pub(crate) use compare::{compare, hash, is_integer, is_nan, sign};
use dashu_int::IBig;
use dashu_int::ops::BitTest;
use dashu_ratio::RBig;
pub use divide::{Rounding, ceiling, floor, gcd, lcm, left, round, truncate};
pub(crate) use divide::{is_even, modulo, quotient, remainder};
pub(crate) use exact::{approximate, denominator, log, numerator, of_float, to_float};
pub use exact::{to_exact, to_inexact};

use crate::fault::Result;
use crate::heap::Heap;
use crate::object::Object;
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

/// A number outside the heap.
#[derive(Debug, Clone)]
pub enum Number {
    /// An integer inside a value.
    Fixnum(i64),
    /// Any other integer.
    Integer(IBig),
    /// A ratio.
    Ratio(RBig),
    /// A float.
    Float(f64),
}

impl Number {
    pub(crate) fn from_value(heap: &Heap, v: Value) -> Option<Number> {
        Some(match NumberRef::of(heap, v)? {
            NumberRef::Fixnum(n) => Number::Fixnum(n),
            NumberRef::Integer(n) => Number::Integer(n.clone()),
            NumberRef::Ratio(r) => Number::Ratio(r.clone()),
            NumberRef::Float(x) => Number::Float(x),
        })
    }

    /// The nearest float.
    pub(crate) fn to_f64(&self) -> f64 {
        match self {
            Number::Fixnum(n) => NumberRef::Fixnum(*n),
            Number::Integer(n) => NumberRef::Integer(n),
            Number::Ratio(r) => NumberRef::Ratio(r),
            Number::Float(x) => NumberRef::Float(*x),
        }
        .to_f64()
    }

    /// Returns the number as a value.
    ///
    /// # Errors
    /// When memory is used up.
    pub fn into_value(self, heap: &mut Heap) -> Result<Value> {
        match self {
            Number::Fixnum(n) => heap.short_integer(n.into()),
            Number::Integer(n) => heap.integer(n),
            Number::Ratio(r) => heap.ratio(r),
            Number::Float(x) => heap.float(x),
        }
    }
}

/// A number in place, so that operations need not clone their operands.
#[derive(Debug, Clone, Copy)]
pub(crate) enum NumberRef<'h> {
    Fixnum(i64),
    Integer(&'h IBig),
    Ratio(&'h RBig),
    Float(f64),
}

impl<'h> NumberRef<'h> {
    #[inline]
    pub fn of(heap: &'h Heap, v: Value) -> Option<NumberRef<'h>> {
        if let Some(n) = v.as_fixnum() {
            return Some(NumberRef::Fixnum(n));
        }
        if let Some(x) = v.as_unboxed_float() {
            return Some(NumberRef::Float(x));
        }
        if let Some(n) = heap.as_big_integer(v) {
            return Some(NumberRef::Integer(n));
        }
        match heap.as_object(v)? {
            Object::Ratio(r) => Some(NumberRef::Ratio(r)),
            Object::Float(x) => Some(NumberRef::Float(*x)),
            _ => None,
        }
    }

    /// An exact integer as a big one.
    fn integer(self) -> Option<Cow<'h, IBig>> {
        match self {
            NumberRef::Fixnum(n) => Some(Cow::Owned(IBig::from(n))),
            NumberRef::Integer(n) => Some(Cow::Borrowed(n)),
            NumberRef::Ratio(_) | NumberRef::Float(_) => None,
        }
    }

    /// The integer of an exact integer, or of a float without fraction.
    fn integral(self) -> Option<Cow<'h, IBig>> {
        match self {
            NumberRef::Float(x) => exact::to_integer(x).map(Cow::Owned),
            _ => self.integer(),
        }
    }

    /// The float that is exactly the number, if there is one at hand: of big integers and ratios there is none.
    fn as_exact_float(self) -> Option<f64> {
        match self {
            NumberRef::Float(x) => Some(x),
            NumberRef::Fixnum(n) => Some(n as f64).filter(|x| *x as i64 == n),
            NumberRef::Integer(_) | NumberRef::Ratio(_) => None,
        }
    }

    /// The exact value as a ratio, also of an integer or a float; `None` for an infinity or NaN.
    fn rational(self) -> Option<Cow<'h, RBig>> {
        match self {
            NumberRef::Ratio(r) => Some(Cow::Borrowed(r)),
            NumberRef::Float(x) => exact::to_ratio(x).map(Cow::Owned),
            NumberRef::Fixnum(n) => Some(Cow::Owned(RBig::from(n))),
            NumberRef::Integer(n) => Some(Cow::Owned(RBig::from(n.clone()))),
        }
    }

    /// The nearest float.
    pub fn to_f64(self) -> f64 {
        match self {
            NumberRef::Fixnum(n) => n as f64,
            NumberRef::Integer(n) => exact::from_integer(n),
            NumberRef::Ratio(r) => exact::from_ratio(r),
            NumberRef::Float(x) => x,
        }
    }

    #[inline]
    fn size(self) -> BitSizes {
        match self {
            NumberRef::Fixnum(_) | NumberRef::Float(_) => BitSizes { numerator: 64, denominator: 1 },
            NumberRef::Integer(n) => BitSizes { numerator: n.bit_len(), denominator: 1 },
            NumberRef::Ratio(r) => {
                BitSizes { numerator: r.numerator().bit_len(), denominator: r.denominator().bit_len() }
            }
        }
    }

    fn is_float(self) -> bool {
        matches!(self, NumberRef::Float(_))
    }

    fn is_zero(self) -> bool {
        matches!(self, NumberRef::Fixnum(0)) || matches!(self, NumberRef::Float(x) if x == 0.0)
    }
}

/// Bits of a number's parts, for estimating what an operation costs. Sums of two cannot overflow.
#[derive(Debug, Clone, Copy)]
struct BitSizes {
    numerator: usize,
    denominator: usize,
}

impl BitSizes {
    fn total(self) -> usize {
        self.numerator.saturating_add(self.denominator)
    }
}

/// Returns whether the value is an exact integer.
pub(crate) fn is_exact_integer(v: Value) -> bool {
    v.is_fixnum() || v.is(Kind::BIGINT)
}

/// Returns whether the value is an exact number: an integer or a ratio.
pub(crate) fn is_exact(v: Value) -> bool {
    is_exact_integer(v) || v.is(Kind::RATIO)
}

/// An exact integer as a big one.
#[inline]
fn integer(heap: &Heap, v: Value) -> Option<Cow<'_, IBig>> {
    match v.as_fixnum() {
        Some(n) => Some(Cow::Owned(IBig::from(n))),
        None => heap.as_big_integer(v).map(Cow::Borrowed),
    }
}

/// Computes with two exact integers as big ones.
#[inline]
fn with_integers(heap: &Heap, a: Value, b: Value, compute: impl FnOnce(&IBig, &IBig) -> IBig) -> Option<IBig> {
    let (small_a, small_b);
    let x = match heap.as_big_integer(a) {
        Some(x) => x,
        None => {
            small_a = IBig::from(a.as_fixnum()?);
            &small_a
        }
    };
    let y = match heap.as_big_integer(b) {
        Some(y) => y,
        None => {
            small_b = IBig::from(b.as_fixnum()?);
            &small_b
        }
    };
    Some(compute(x, y))
}

/// The sizes of two exact integers, in bits.
#[inline(always)]
fn integer_sizes(heap: &Heap, a: Value, b: Value) -> Option<(usize, usize)> {
    let size = |v: Value| if v.is_fixnum() { Some(64) } else { heap.as_big_integer(v).map(BitTest::bit_len) };
    Some((size(a)?, size(b)?))
}

/// Both operands of `function`, or the error that names the first that is no number.
#[inline]
fn operands<'a>(rt: &'a Runtime, function: &str, a: Value, b: Value) -> Result<(NumberRef<'a>, NumberRef<'a>)> {
    match (NumberRef::of(&rt.heap, a), NumberRef::of(&rt.heap, b)) {
        (Some(x), Some(y)) => Ok((x, y)),
        (x, _) => Err(no_operand(rt, function, if x.is_none() { (1, a) } else { (2, b) })),
    }
}

#[cold]
#[inline(never)]
fn no_operand(rt: &Runtime, function: &str, (argument, v): (usize, Value)) -> Box<crate::fault::Unwind> {
    rt.wrong_type(function, argument, "a number", v)
}

/// The one operand of `function`, or the error that says it is no number.
fn operand<'a>(rt: &'a Runtime, function: &str, a: Value) -> Result<NumberRef<'a>> {
    NumberRef::of(&rt.heap, a).ok_or_else(|| rt.wrong_type(function, 1, "a number", a))
}

/// The error of an exact division by zero in `function`.
#[cold]
fn division_by_zero(function: &str, dividend: Value) -> Box<crate::fault::Unwind> {
    crate::fault::ErrorData::by(function, crate::fault::Code::DivisionByZero, "division by zero")
        .with_irritants(&[dividend])
        .into()
}

/// The error of a number for which `function` has no result: `sqrt: number must be zero or positive, got -1`.
#[cold]
fn bad_value(rt: &Runtime, function: &str, expected: &str, got: Value) -> Box<crate::fault::Unwind> {
    let shown = print::brief(&rt.heap, got);
    let zero = got == Value::fix(0) || rt.heap.as_float(got) == Some(0.0);
    let complex = !zero && COMPLEX_RESULTS.contains(&function);
    let why = if complex { ": the result is complex, and complex numbers are not supported" } else { "" };
    let problem = format!("must be {expected}, got {shown}{why}");
    crate::fault::ErrorData::by(function, crate::fault::Code::BadValue, problem)
        .with_argument("number")
        .with_irritants(&[got])
        .into()
}

/// Functions that would have complex results for some of the numbers they refuse.
const COMPLEX_RESULTS: [&str; 5] = ["sqrt", "expt", "log", "asin", "acos"];

#[cfg(test)]
mod testing {
    //! Helpers that the tests of this folder share.

    use super::*;

    /// A runtime of its own for one test.
    pub fn runtime() -> Runtime {
        Runtime::for_tests()
    }

    /// The value of an integer.
    pub fn int(rt: &mut Runtime, n: i128) -> Value {
        rt.heap.integer(IBig::from(n)).unwrap()
    }

    /// The value that a numeral denotes.
    pub fn read(rt: &mut Runtime, text: &str) -> Value {
        parse::parse_number(rt, text, 10).unwrap().unwrap().into_value(&mut rt.heap).unwrap()
    }

    /// The numeral of a value.
    pub fn show(rt: &mut Runtime, v: Value) -> String {
        print::number_to_string(rt, v, 10).unwrap()
    }

    /// The value of a result, or the name of its error.
    pub fn outcome(rt: &mut Runtime, result: Result<Value>) -> String {
        match result {
            Ok(v) => show(rt, v),
            Err(e) => match *e {
                crate::fault::Unwind::Error(c) => c.code.as_str().to_owned(),
                crate::fault::Unwind::Limit(l) => l.code().as_str().to_owned(),
                crate::fault::Unwind::Throw { .. } => "throw".to_owned(),
            },
        }
    }

    /// Integers beside the borders of one, two and more words, up to more than are divided in place.
    pub fn wide() -> impl proptest::strategy::Strategy<Value = IBig> {
        use proptest::prelude::*;
        let border = prop::sample::select(vec![63usize, 64, 126, 127, 128, 191, 192, 256, 511, 512, 513, 700]);
        prop_oneof![
            edge().prop_map(IBig::from),
            (border, -2i64..=2, any::<bool>()).prop_map(|(bit, off, minus)| {
                let n = (IBig::ONE << bit) + off;
                if minus { -n } else { n }
            }),
        ]
    }

    /// Integers that sit on the borders: of fixnums, of machine words, of what is held inline.
    pub fn edge() -> impl proptest::strategy::Strategy<Value = i128> {
        use proptest::prelude::*;
        let border = prop_oneof![Just(0u32), Just(53), Just(60), Just(61), Just(62), Just(63), Just(64), Just(100)];
        prop_oneof![
            -100i128..100,
            any::<i64>().prop_map(i128::from),
            (border, -3i128..=3, any::<bool>()).prop_map(|(bit, off, minus)| {
                let n = (1i128 << bit) + off;
                if minus { -n } else { n }
            }),
        ]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::testing::*;
    use super::*;

    /// Operation `which` on any operands; `None` past the last.
    fn operation(rt: &mut Runtime, which: usize, a: Value, b: Value) -> Option<Result<Value>> {
        Some(match which {
            0 => add(rt, a, b),
            1 => sub(rt, a, b),
            2 => mul(rt, a, b),
            3 => div(rt, a, b),
            4 => neg(rt, a),
            5 => abs(rt, a),
            6 => quotient(rt, a, b),
            7 => remainder(rt, a, b),
            8 => modulo(rt, a, b),
            9 => floor(rt, a, Some(b)),
            10 => ceiling(rt, a, None),
            11 => round(rt, a, Some(b)),
            12 => truncate(rt, a, None),
            13 => gcd(rt, a, b),
            14 => lcm(rt, a, b),
            15 => bit_and(rt, a, b),
            16 => bit_xor(rt, a, b),
            17 => bit_not(rt, a),
            18 => arithmetic_shift(rt, a, b),
            19 => bit_count(rt, a),
            20 => integer_length(rt, a),
            21 => expt(rt, a, b),
            22 => sqrt(rt, a),
            23 => isqrt(rt, a),
            24 => log(rt, a, Some(b)),
            25 => to_exact(rt, "exact", a),
            26 => to_inexact(rt, "inexact", a),
            27 => approximate(rt, a, b),
            28 => numerator(rt, a),
            29 => denominator(rt, a),
            30 => compare(rt, "<", a, b).map(|_| a),
            _ => return None,
        })
    }

    const OPERATIONS: usize = 31;

    proptest! {
        #[test]
        fn no_operations_panic_or_leave_the_limits(
            start in prop::collection::vec((edge(), any::<u64>()), 1..4),
            steps in prop::collection::vec((0..OPERATIONS, any::<Index>(), any::<Index>()), 1..60),
        ) {
            let rt = &mut runtime();
            rt.budget.integer_bits = 5000;
            let mut pool = vec![Value::NIL, Value::fix(3), Value::fix(-1), Value::ZERO];
            for (n, bits) in start {
                pool.push(int(rt, n));
                pool.push(rt.heap.float(f64::from_bits(bits)).unwrap());
            }
            for x in [0.0, -0.0, 2.5, f64::INFINITY, f64::NAN, f64::MIN_POSITIVE] {
                pool.push(rt.heap.float(x).unwrap());
            }
            for (which, a, b) in steps {
                let (a, b) = (*a.get(&pool), *b.get(&pool));
                if let Some(Ok(v)) = operation(rt, which, a, b) {
                    let size = NumberRef::of(&rt.heap, v).map_or(0, |n| n.size().total());
                    prop_assert!(size <= 2 * 5000 + 64, "{size} bits by operation {which}");
                    prop_assert!(!print::brief(&rt.heap, v).is_empty());
                    let text = show(rt, v);
                    let back = read(rt, &text);
                    prop_assert!(equal(&rt.heap, v, back) || is_nan(&rt.heap, v), "{text}");
                    pool.push(v);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn big_integers_compute_as_the_library_does(m in wide(), n in wide()) {
            let rt = &mut runtime();
            let (a, b) = (rt.heap.integer(m.clone()).unwrap(), rt.heap.integer(n.clone()).unwrap());
            let results = [add(rt, a, b), sub(rt, a, b), mul(rt, a, b), neg(rt, a)];
            for (result, expected) in results.into_iter().zip([&m + &n, &m - &n, &m * &n, -&m]) {
                prop_assert_eq!(outcome(rt, result), expected.to_string());
            }
            prop_assert_eq!(compare(rt, "<", a, b).unwrap(), Some(m.cmp(&n)));
            prop_assert_eq!(equal(&rt.heap, a, b), m == n);
            let text = show(rt, a);
            let back = read(rt, &text);
            prop_assert!(equal(&rt.heap, a, back), "{text}");
        }
    }

    #[test]
    fn inline_results_pass_a_limit_of_bits() {
        let rt = &mut runtime();
        rt.budget.integer_bits = 100;
        let factor = int(rt, 1 << 63);
        let results =
            [mul(rt, factor, factor), expt(rt, factor, Value::fix(1)), expt(rt, Value::fix(2), Value::fix(62))];
        let expected = ["85070591730234615865843651857942052864", "9223372036854775808", "4611686018427387904"];
        for (result, expected) in results.into_iter().zip(expected) {
            assert_eq!(outcome(rt, result), expected);
        }
        let square = int(rt, 1 << 126);
        let results =
            [mul(rt, square, factor), mul(rt, square, Value::fix(8)), expt(rt, Value::fix(2), Value::fix(200))];
        for result in results {
            assert_eq!(outcome(rt, result), "integer-too-large");
        }
    }

    #[test]
    fn non_numbers_are_errors_everywhere() {
        let rt = &mut runtime();
        for which in 0..OPERATIONS {
            let result = operation(rt, which, Value::NIL, Value::fix(1)).unwrap();
            assert_eq!(outcome(rt, result), "wrong-type", "operation {which}");
        }
        assert!(operation(rt, OPERATIONS, Value::NIL, Value::NIL).is_none());
    }
}
