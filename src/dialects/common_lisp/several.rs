//! Functions that give several values (`vm/values.rs`).
//!
//! A name that begins with `%%` is that of a function for which there is one that gives only the first value, too.

use crate::equality::table;
use crate::fault::Res;
use crate::num;
use crate::runtime::Runtime;
use crate::value::{Kind, Value};
use crate::vm::Vm;
use crate::vm::call::Next;
use crate::vm::control::{controls, first};

/// `(floor number [divisor])` and its kin: the quotient and what is left.
fn divide(
    vm: &mut Vm,
    name: &str,
    args: &[Value],
    quotient: fn(&mut Runtime, Value, Option<Value>) -> Res<Value>,
) -> Res<Next> {
    let (&x, rest) = first(name, args)?;
    let divisor = rest.first().copied();
    let q = quotient(&mut vm.rt, x, divisor)?;
    if !vm.takes_several(args.len())? {
        return Ok(Next::Return(q));
    }
    let product = match divisor {
        Some(y) => num::mul(&mut vm.rt, q, y)?,
        None => q,
    };
    let left = num::sub(&mut vm.rt, x, product)?;
    vm.give(args.len(), &[q, left])
}

controls! { "common-lisp";
    /// Gives all of its arguments as values.
    ///
    /// (multiple-value-list (values 1 2 3))                     ;=> (1 2 3)
    /// (list (values 1 2) (values))                             ;=> (1 nil)
    /// (progn (defun two () (values 1 2)) (multiple-value-list (two)))  ;=> (1 2)
    "%values" (Rest objects) => |vm, args| vm.give(args.len(), &args);
    /// Gives the elements of the list as values.
    ///
    /// (multiple-value-list (values-list '(1 2)))  ;=> (1 2)
    "%values-list" (Required list) => |vm, args| {
        let (&list, _) = first("values-list", &args)?;
        let values = vm.rt.list_items("values-list", list)?;
        vm.give(args.len(), &values)
    };
    /// The quotient rounded down, and as a second value what is left.
    ///
    /// (floor 7 2)                         ;=> 3
    /// (list (floor -7 2))                 ;=> (-4)
    /// (multiple-value-list (floor 5.5))   ;=> (5 0.5)
    #[inline_as(OneValue("floor"))]
    "%%floor" (Required number, Optional divisor) => |vm, args| divide(vm, "floor", &args, num::floor);
    /// The quotient rounded up, and as a second value what is left.
    ///
    /// (multiple-value-list (ceiling 7 2))  ;=> (4 -1)
    #[inline_as(OneValue("ceiling"))]
    "%%ceiling" (Required number, Optional divisor) => |vm, args| divide(vm, "ceiling", &args, num::ceiling);
    /// The quotient rounded towards zero, and as a second value what is left.
    ///
    /// (multiple-value-list (truncate -7 2))  ;=> (-3 -1)
    #[inline_as(OneValue("truncate"))]
    "%%truncate" (Required number, Optional divisor) => |vm, args| divide(vm, "truncate", &args, num::truncate);
    /// The quotient rounded to the nearest integer (to the even one in the middle), and as a second value what is left.
    ///
    /// (multiple-value-list (round 7 2))  ;=> (4 -1)
    /// (list (round 5 2) (round 2.6))     ;=> (2 3)
    #[inline_as(OneValue("round"))]
    "%%round" (Required number, Optional divisor) => |vm, args| divide(vm, "round", &args, num::round);
    /// The value of a key in a hash table (`default`, or nil, if it is not there), and as a second value whether it is there.
    ///
    /// (let ((h (make-hash-table))) (setf (gethash 'a h) 1) (multiple-value-list (gethash 'a h)))  ;=> (1 t)
    /// (gethash 'a (make-hash-table) 0)                                                            ;=> 0
    #[inline_as(OneValue("%gethash"))]
    "%%gethash" (Required key, Required table, Optional default) => |vm, args| {
        let (&key, rest) = first("gethash", &args)?;
        let (&object, rest) = first("gethash", rest)?;
        if !object.is(Kind::TABLE) {
            return Err(vm.rt.wrong_type("gethash", "table", "a hash table", object));
        }
        let found = table::get(&mut vm.rt, object, key)?;
        let value = found.or(rest.first().copied()).unwrap_or(Value::NIL);
        vm.give(args.len(), &[value, Value::truth(found.is_some())])
    };
}
