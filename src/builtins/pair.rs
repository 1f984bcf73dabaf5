//! Pairs: making them, taking them apart, changing them. `nil` has the parts nil and nil.

use super::arg::{ListRef, PairRef, StoredValue};
use super::builtins;
use crate::fault::Result;
use crate::runtime::Runtime;
use crate::value::Value;

/// Follows the letters of a `c...r` through a list, from the right: `ad` is the car of the cdr.
fn path(rt: &Runtime, function: &str, list: Value, steps: &str) -> Result<Value> {
    let mut v = list;
    for step in steps.bytes().rev() {
        v = match (v.has_elements(), step) {
            (true, b'a') => rt.heap.first(v),
            (true, _) => rt.heap.rest(v),
            (false, _) if v.is_nil() => Value::NIL,
            (false, _) => return Err(rt.wrong_type(function, "list", "a list of lists", list)),
        };
    }
    Ok(v)
}

builtins! { "pair";
    /// Makes a pair. If `cdr` is a list, the result is that list with `car` in front.
    ///
    /// (cons 1 '(2 3))  ;=> (1 2 3)
    /// (cons 1 2)       ;=> (1 . 2)
    #[inline_as(Op(Cons))]
    fn "cons" (rt, car: Value, cdr: Value) {
        rt.heap.pair(car, cdr)
    }

    /// The first element of a list; nil of nil.
    ///
    /// (car '(1 2))  ;=> 1
    /// (car nil)     ;=> nil
    /// (car 3)       ;!! wrong-type
    #[inline_as(Op(Car))]
    fn "car" (rt, list: ListRef) {
        path(rt, "car", list.0, "a")
    }

    /// The list without its first element; nil of nil.
    ///
    /// (cdr '(1 2))    ;=> (2)
    /// (cdr '(1 . 2))  ;=> 2
    /// (cdr 3)         ;!! wrong-type
    #[inline_as(Op(Cdr))]
    fn "cdr" (rt, list: ListRef) {
        path(rt, "cdr", list.0, "d")
    }

    /// The car of the car.
    ///
    /// (caar '((1 2) 3))  ;=> 1
    #[inline_as(Op(Caar))]
    fn "caar" (rt, list: ListRef) {
        path(rt, "caar", list.0, "aa")
    }

    /// The car of the cdr: the second element.
    ///
    /// (cadr '(1 2 3))  ;=> 2
    /// (cadr '(1))      ;=> nil
    #[inline_as(Op(Cadr))]
    fn "cadr" (rt, list: ListRef) {
        path(rt, "cadr", list.0, "ad")
    }

    /// The cdr of the car.
    ///
    /// (cdar '((1 2) 3))  ;=> (2)
    #[inline_as(Compose(Cdr, Car))]
    fn "cdar" (rt, list: ListRef) {
        path(rt, "cdar", list.0, "da")
    }

    /// The cdr of the cdr: the list without its first two elements.
    ///
    /// (cddr '(1 2 3))  ;=> (3)
    #[inline_as(Op(Cddr))]
    fn "cddr" (rt, list: ListRef) {
        path(rt, "cddr", list.0, "dd")
    }

    /// The third element.
    ///
    /// (caddr '(1 2 3))  ;=> 3
    #[inline_as(Compose(Car, Cddr))]
    fn "caddr" (rt, list: ListRef) {
        path(rt, "caddr", list.0, "add")
    }

    /// The list without its first three elements.
    ///
    /// (cdddr '(1 2 3 4))  ;=> (4)
    #[inline_as(Compose(Cdr, Cddr))]
    fn "cdddr" (rt, list: ListRef) {
        path(rt, "cdddr", list.0, "ddd")
    }

    /// The fourth element.
    ///
    /// (cadddr '(1 2 3 4))  ;=> 4
    #[inline_as(Compose(Cadr, Cddr))]
    fn "cadddr" (rt, list: ListRef) {
        path(rt, "cadddr", list.0, "addd")
    }

    /// Changes the car of a pair and returns the new value.
    ///
    /// (let ((p (list 1 2))) (set-car! p 7) p)  ;=> (7 2)
    /// (set-car! nil 7)                         ;!! wrong-type
    fn "set-car!" (rt, pair: PairRef, value: Value) {
        rt.heap.set_car(pair.0, value);
        StoredValue(value)
    }

    /// Changes the cdr of a pair and returns the new value.
    ///
    /// (let ((p (list 1 2))) (set-cdr! p '(7)) p)  ;=> (1 7)
    /// (set-cdr! nil 7)                            ;!! wrong-type
    fn "set-cdr!" (rt, pair: PairRef, value: Value) {
        rt.heap.set_cdr(pair.0, value);
        StoredValue(value)
    }

    /// Returns whether `object` is a pair, that is, a list with at least one element or a dotted pair.
    ///
    /// (pair? '(1))  ;=> t
    /// (pair? nil)   ;=> nil
    #[inline_as(Op(IsPair))]
    fn "pair?" (rt, object: Value) {
        object.has_elements()
    }

    /// Returns whether `object` is a list, that is, nil or a pair. The last cdr is not examined.
    ///
    /// (list? '(1 2))  ;=> t
    /// (list? nil)     ;=> t
    /// (list? 1)       ;=> nil
    fn "list?" (rt, object: Value) {
        object.has_elements() || object.is_nil()
    }

    /// Returns whether `object` is anything but a pair.
    ///
    /// (atom? 'a)    ;=> t
    /// (atom? '(a))  ;=> nil
    #[inline_as(Compose(Not, IsPair))]
    fn "atom?" (rt, object: Value) {
        !object.has_elements()
    }

    /// Returns whether `object` is the empty list.
    ///
    /// (null? nil)   ;=> t
    /// (null? '(1))  ;=> nil
    /// (null? 0)     ;=> nil
    #[inline_as(Op(Not))]
    fn "null?" (rt, object: Value) {
        object.is_false()
    }

    /// Returns whether `object` is a list of exactly one element.
    ///
    /// (single? '(1))    ;=> t
    /// (single? '(1 2))  ;=> nil
    /// (single? nil)     ;=> nil
    fn "single?" (rt, object: Value) {
        object.has_elements() && rt.heap.rest(object).is_nil()
    }
}
