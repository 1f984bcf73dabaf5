//! Digit sets: sets of small integers in one word, which every other function takes as ascending lists.
//!
//! The files of the list functions have their cases for digit sets: `length`, `member?`, `remove`, `union`,
//! `intersection`, `set-difference` and `subset?` work on the word itself.

use super::arg::ListRef;
use super::builtins;
use crate::fault::{Code, ErrorData, Result};
use crate::heap::Heap;
use crate::list::ListWalk;
use crate::printer::brief;
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

/// The bit of the digit that equals `x`; 0 if there is none.
pub(crate) fn digit_mask(heap: &Heap, x: Value) -> u64 {
    let n = match x.as_fixnum() {
        Some(n) => n,
        // 2.0 equals 2. What is not whole, or out of the digits' range, does not come back as it was.
        None => match heap.as_float(x) {
            Some(f) if f as i64 as f64 == f => f as i64,
            _ => return 0,
        },
    };
    if (0..i64::from(Value::DIGIT_COUNT)).contains(&n) { 1 << n } else { 0 }
}

/// The bit of `v`, which must be a digit.
pub(super) fn bit(rt: &Runtime, function: &str, v: Value) -> Result<u64> {
    match v.as_fixnum() {
        Some(_) => match digit_mask(&rt.heap, v) {
            0 => {
                let (shown, most) = (brief(rt, v), Value::DIGIT_COUNT - 1);
                let c = ErrorData::unfit(Code::BadValue, &format!("an integer from 0 to {most}"), &shown);
                Err(c.with_subject(function).with_argument("a digit").into())
            }
            bit => Ok(bit),
        },
        None => Err(rt.wrong_type(function, "a digit", "an integer from 0 to 55", v)),
    }
}

/// The mask of the elements of `list`, which must be digits.
pub(crate) fn mask_of(rt: &mut Runtime, function: &'static str, list: Value) -> Result<u64> {
    if let Some(members) = list.as_digits() {
        return Ok(members);
    }
    let mut members = 0;
    let mut walk = ListWalk::new(function, "list", list);
    while let Some(x) = walk.next(rt)? {
        members |= bit(rt, function, x)?;
    }
    Ok(members)
}

builtins! { "digits";
    /// Returns a set of the arguments, integers from 0 to 55, in one word. It takes no memory and is immutable. Every
    /// function treats it as the ascending list of its members. The empty set is nil.
    ///
    /// (digits 5 1 2)                       ;=> (1 2 5)
    /// (rest (digits 5 1 2))                ;=> (2 5)
    /// (= (digits 1 2) '(1 2))              ;=> t
    /// (remove 2 (digits 5 1 2))            ;=> (1 5)
    /// (cons 0 (digits 5 1 2))              ;=> (0 1 2 5)
    /// (digits)                             ;=> nil
    /// (digits 56)                          ;!! bad-value
    /// (set-car! (digits 1 2) 3)            ;!! wrong-type
    fn "digits" (rt, *members: Value) {
        rt.charge(members.len() / 64)?;
        let mut set = 0;
        for &v in members {
            set |= bit(rt, "digits", v)?;
        }
        Ok(Value::digits(set))
    }

    /// The digit set of the integers from `first` to `last`; nil if `last` is less than `first`.
    ///
    /// (digit-range 1 9)    ;=> (1 2 3 4 5 6 7 8 9)
    /// (digit-range 3 2)    ;=> nil
    /// (digit-range 1 100)  ;!! bad-value
    fn "digit-range" (rt, first: Value, last: Value) {
        let (low, high) = (bit(rt, "digit-range", first)?, bit(rt, "digit-range", last)?);
        Ok(if high < low { Value::NIL } else { Value::digits((high << 1) - low) })
    }

    /// Returns whether `object` is a digit set. The empty one is nil, which is a list and a digit set.
    ///
    /// (digit-set? (digits 1 2))           ;=> t
    /// (digit-set? (rest (digits 1 2)))    ;=> t
    /// (digit-set? '(1 2))                 ;=> nil
    /// (digit-set? nil)                    ;=> t
    fn "digit-set?" (rt, object: Value) {
        object.is(Kind::DIGITS) || object.is_nil()
    }

    /// The digit set of the elements of a list. A digit set is its own; for a list of a digit set's members see
    /// `list-copy`.
    ///
    /// (list->digits '(5 1 2 5))  ;=> (1 2 5)
    /// (list->digits '(1 a))      ;!! wrong-type
    fn "list->digits" (rt, list: ListRef) {
        Ok(Value::digits(mask_of(rt, "list->digits", list.0)?))
    }
}
