//! Functions that give several values (`vm/values.rs`).
//!
//! A name that begins with `%%` is that of a function for which there is one that gives only the first value, too.

use crate::fault::Res;
use crate::num::{self, Rounding};
use crate::runtime::Runtime;
use crate::value::{Kind, Value};
use crate::vm::Vm;
use crate::vm::controls::{Next, controls};

/// `(floor number [divisor])` and its kin: the quotient and what is left.
fn divide(
    vm: &mut Vm,
    x: Value,
    divisor: Option<Value>,
    quotient: fn(&mut Runtime, Value, Option<Value>) -> Res<Value>,
    how: Rounding,
) -> Res<Next> {
    let q = quotient(&mut vm.rt, x, divisor)?;
    let given = 1 + usize::from(divisor.is_some());
    if !vm.takes_several(given)? {
        return Ok(Next::Return(q));
    }
    let left = num::left(&mut vm.rt, "floor", how, x, divisor.unwrap_or(Value::fix(1)))?;
    vm.give(given, &[q, left])
}

controls! { "common-lisp";
    /// Gives all of its arguments as values.
    ///
    /// (multiple-value-list (values 1 2 3))                     ;=> (1 2 3)
    /// (list (values 1 2) (values))                             ;=> (1 nil)
    /// (progn (defun two () (values 1 2)) (multiple-value-list (two)))  ;=> (1 2)
    "%values" (Rest objects) => |vm| vm.give(objects.len(), &objects);
    /// Gives the elements of the list as values.
    ///
    /// (multiple-value-list (values-list '(1 2)))  ;=> (1 2)
    "%values-list" (Required list) => |vm| {
        let values = vm.rt.list_items("values-list", list)?;
        vm.give(1, &values)
    };
    /// The quotient rounded down, and as a second value what is left.
    ///
    /// (floor 7 2)                         ;=> 3
    /// (list (floor -7 2))                 ;=> (-4)
    /// (multiple-value-list (floor 5.5))   ;=> (5 0.5)
    #[inline_as(OneValue("floor"))]
    "%%floor" (Required number, Optional divisor) => |vm| divide(vm, number, divisor, num::floor, Rounding::Floor);
    /// The quotient rounded up, and as a second value what is left.
    ///
    /// (multiple-value-list (ceiling 7 2))  ;=> (4 -1)
    #[inline_as(OneValue("ceiling"))]
    "%%ceiling" (Required number, Optional divisor) => |vm| divide(vm, number, divisor, num::ceiling, Rounding::Ceiling);
    /// The quotient rounded towards zero, and as a second value what is left.
    ///
    /// (multiple-value-list (truncate -7 2))  ;=> (-3 -1)
    #[inline_as(OneValue("truncate"))]
    "%%truncate" (Required number, Optional divisor) => |vm| divide(vm, number, divisor, num::truncate, Rounding::Truncate);
    /// The quotient rounded to the nearest integer (to the even one in the middle), and as a second value what is left.
    ///
    /// (multiple-value-list (round 7 2))  ;=> (4 -1)
    /// (list (round 5 2) (round 2.6))     ;=> (2 3)
    #[inline_as(OneValue("round"))]
    "%%round" (Required number, Optional divisor) => |vm| divide(vm, number, divisor, num::round, Rounding::Round);
    /// The value of a key in a hash table (`default`, or nil, if it is not there), and as a second value whether it is
    /// there.
    ///
    /// (let ((h (make-hash-table))) (setf (gethash 'a h) 1) (multiple-value-list (gethash 'a h)))  ;=> (1 t)
    /// (gethash 'a (make-hash-table) 0)                                                            ;=> 0
    #[inline_as(OneValue("%gethash"))]
    "%%gethash" (Required key, Required table, Optional default) => |vm| {
        if !table.is(Kind::TABLE) {
            return Err(vm.rt.wrong_type("gethash", "table", "a hash table", table));
        }
        let found = crate::equality::table::get(&mut vm.rt, table, key)?;
        let value = found.or(default).unwrap_or(Value::NIL);
        vm.give(2 + usize::from(default.is_some()), &[value, Value::truth(found.is_some())])
    };
}
