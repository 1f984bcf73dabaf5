//! Functions that give several values.
//!
//! A name that begins with `%%` is that of a function for which there is one that gives only the first value, too.

use klammer::dialect::number::{Rounding, ceiling, floor, left, round, truncate};
use klammer::dialect::{Interpreter, Kind, Next, Result, Runtime, Value, controls};

/// `(floor number [divisor])` and its kin: the quotient and what is left.
fn divide(
    it: &mut Interpreter<'_>,
    x: Value,
    divisor: Option<Value>,
    quotient: fn(&mut Runtime, Value, Option<Value>) -> Result<Value>,
    how: Rounding,
) -> Result<Next> {
    let q = quotient(it.rt(), x, divisor)?;
    let given = 1 + usize::from(divisor.is_some());
    if !it.takes_several(given)? {
        return Ok(Next::Return(q));
    }
    let rest = left(it.rt(), "floor", how, x, divisor.unwrap_or(Value::fix(1)))?;
    it.give(given, &[q, rest])
}

controls! { "common-lisp";
    /// Gives all of its arguments as values.
    ///
    /// (multiple-value-list (values 1 2 3))                     ;=> (1 2 3)
    /// (list (values 1 2) (values))                             ;=> (1 nil)
    /// (progn (defun two () (values 1 2)) (multiple-value-list (two)))  ;=> (1 2)
    "%values" (Rest objects) => |it| it.give(objects.len(), &objects);
    /// Gives the elements of the list as values.
    ///
    /// (multiple-value-list (values-list '(1 2)))  ;=> (1 2)
    "%values-list" (Required list) => |it| {
        let values = it.rt().list_items("values-list", list)?;
        it.give(1, &values)
    };
    /// The quotient rounded down, and as a second value what is left.
    ///
    /// (floor 7 2)                         ;=> 3
    /// (list (floor -7 2))                 ;=> (-4)
    /// (multiple-value-list (floor 5.5))   ;=> (5 0.5)
    #[inline_as(OneValue("floor"))]
    "%%floor" (Required number, Optional divisor) => |it| divide(it, number, divisor, floor, Rounding::Floor);
    /// The quotient rounded up, and as a second value what is left.
    ///
    /// (multiple-value-list (ceiling 7 2))  ;=> (4 -1)
    #[inline_as(OneValue("ceiling"))]
    "%%ceiling" (Required number, Optional divisor) => |it| divide(it, number, divisor, ceiling, Rounding::Ceiling);
    /// The quotient rounded towards zero, and as a second value what is left.
    ///
    /// (multiple-value-list (truncate -7 2))  ;=> (-3 -1)
    #[inline_as(OneValue("truncate"))]
    "%%truncate" (Required number, Optional divisor) => |it| divide(it, number, divisor, truncate, Rounding::Truncate);
    /// The quotient rounded to the nearest integer (to the even one in the middle), and as a second value what is left.
    ///
    /// (multiple-value-list (round 7 2))  ;=> (4 -1)
    /// (list (round 5 2) (round 2.6))     ;=> (2 3)
    #[inline_as(OneValue("round"))]
    "%%round" (Required number, Optional divisor) => |it| divide(it, number, divisor, round, Rounding::Round);
    /// The value of a key in a hash table (`default`, or nil, if it is not there), and as a second value whether it is
    /// there.
    ///
    /// (let ((h (make-hash-table))) (setf (gethash 'a h) 1) (multiple-value-list (gethash 'a h)))  ;=> (1 t)
    /// (gethash 'a (make-hash-table) 0)                                                            ;=> 0
    #[inline_as(OneValue("%gethash"))]
    "%%gethash" (Required key, Required table, Optional default) => |it| {
        if !table.is(Kind::TABLE) {
            return Err(it.rt().wrong_type("gethash", "table", "a hash table", table));
        }
        let found = it.rt().table_get(table, key)?;
        let value = found.or(default).unwrap_or(Value::NIL);
        it.give(2 + usize::from(default.is_some()), &[value, Value::truth(found.is_some())])
    };
}
