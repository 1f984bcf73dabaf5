//! Digit sets as they cross the host boundary.

use super::{ConvertError, FromLisp, Given, IntoLisp, Made, Maker, collection};
use crate::value::Value;

/// A set of integers from 0 to 55 in one word, bit `d` for the integer `d`: to a program the ascending list of its
/// members, which takes no memory.
///
/// ```
/// use klammer::{Digits, Engine};
///
/// let mut engine = Engine::new();
/// engine.define("odd", |digits: Digits| Digits(digits.0 & 0b10_1010_1010));
/// assert_eq!(engine.eval::<Vec<u8>>("(odd '(5 1 2))")?, [1, 5]);
/// assert!(engine.eval::<bool>("(digit-set? (odd (digits 1 2)))")?);
/// # Ok::<(), klammer::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Digits(pub u64);

impl FromLisp for Digits {
    const EXPECTED: &'static str = "a list of integers from 0 to 55";

    fn from_lisp(given: Given<'_>) -> Result<Digits, ConvertError> {
        if let Some(members) = given.value.as_digits() {
            return Ok(Digits(members));
        }
        let Some(items) = collection::elements(given.rt, given.value)? else { return Err(given.unfit::<Digits>()) };
        let member = |v: Value| v.as_fixnum().filter(|d| (0..i64::from(Value::DIGIT_COUNT)).contains(d));
        let members = items.into_iter().try_fold(0, |set, v| Some(set | 1 << member(v)?));
        members.map(Digits).ok_or_else(|| given.unfit::<Digits>())
    }
}

/// There are no members above 55.
impl IntoLisp for Digits {
    fn into_lisp(self, maker: Maker<'_>) -> Result<Made<'_>, ConvertError> {
        maker.done(Value::digits(self.0 & ((1 << Value::DIGIT_COUNT) - 1)))
    }
}
