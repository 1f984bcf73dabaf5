//! Lists by position: the n-th element, the part before or after it, the end.

use super::arg::ListRef;
use super::builtins;
use crate::fault::{Code, Condition, Fault, Res, complain};
use crate::list::{Builder, Meter, Walk};
use crate::runtime::Runtime;
use crate::value::Value;

/// The list after its first `n` elements, or nil if it is not that long.
fn tail(rt: &mut Runtime, function: &'static str, list: Value, n: usize) -> Res<Value> {
    let mut walk = Walk::new(function, "list", list);
    for _ in 0..n {
        if walk.next(rt)?.is_none() {
            return Ok(Value::NIL);
        }
    }
    Ok(walk.rest())
}

/// Element `n`, or nil if the list is not that long.
fn element(rt: &mut Runtime, function: &'static str, list: Value, n: usize) -> Res<Value> {
    let at = tail(rt, function, list, n)?;
    Ok(Walk::new(function, "list", at).next(rt)?.unwrap_or(Value::NIL))
}

/// The list after its first `n` elements, which must exist.
fn strict_tail(rt: &mut Runtime, function: &'static str, list: Value, n: usize) -> Res<Value> {
    let mut walk = Walk::new(function, "list", list);
    for i in 0..n {
        if walk.next(rt)?.is_none() {
            return Err(too_short(function, n, i));
        }
    }
    Ok(walk.rest())
}

/// A list of the elements from position `start` to before `end`. `start` must exist; with `strict` `end`, too.
fn part(rt: &mut Runtime, function: &'static str, list: Value, start: usize, end: usize, strict: bool) -> Res<Value> {
    let (mut walk, mut made) = (Walk::new(function, "list", list), Builder::new());
    for i in 0..end {
        match walk.next(rt)? {
            Some(_) if i < start => {}
            Some(x) => made.push(&mut rt.heap, x)?,
            None if i < start => return Err(too_short(function, start, i)),
            None if strict => return Err(too_short(function, end, i)),
            None => break,
        }
    }
    Ok(made.finish(&mut rt.heap, Value::NIL))
}

#[cold]
fn too_short(function: &str, n: usize, length: usize) -> Box<Fault> {
    Condition::by(function, Code::IndexOutOfRange, format!("position {n} outside a list of {length}")).into()
}

/// The last pair of a list that may end in a dot; nil of nil.
fn last_pair(rt: &mut Runtime, list: Value) -> Res<Value> {
    let (mut pair, mut at, mut meter) = (list, list, Meter::default());
    while at.has_elements() {
        meter.step(rt)?;
        pair = at;
        at = rt.heap.rest(pair);
    }
    Ok(pair)
}

builtins! { "list";
    /// The first element; nil of nil.
    ///
    /// (first '(1 2))  ;=> 1
    /// (first nil)     ;=> nil
    /// (first 3)       ;!! wrong-type
    #[inline_as(Op(Car))]
    fn "first" (rt, list: ListRef) {
        element(rt, "first", list.0, 0)
    }

    /// The second element, or nil if there is none.
    ///
    /// (second '(1 2))  ;=> 2
    /// (second '(1))    ;=> nil
    #[inline_as(Op(Cadr))]
    fn "second" (rt, list: ListRef) {
        element(rt, "second", list.0, 1)
    }

    /// The third element, or nil if there is none.
    ///
    /// (third '(1 2 3))  ;=> 3
    #[inline_as(Compose(Car, Cddr))]
    fn "third" (rt, list: ListRef) {
        element(rt, "third", list.0, 2)
    }

    /// The fourth element, or nil if there is none.
    ///
    /// (fourth '(1 2 3 4))  ;=> 4
    #[inline_as(Compose(Cadr, Cddr))]
    fn "fourth" (rt, list: ListRef) {
        element(rt, "fourth", list.0, 3)
    }

    /// The fifth element, or nil if there is none.
    ///
    /// (fifth '(1 2 3 4 5))  ;=> 5
    fn "fifth" (rt, list: ListRef) {
        element(rt, "fifth", list.0, 4)
    }

    /// The sixth element, or nil if there is none.
    ///
    /// (sixth '(1 2 3 4 5 6))  ;=> 6
    fn "sixth" (rt, list: ListRef) {
        element(rt, "sixth", list.0, 5)
    }

    /// The seventh element, or nil if there is none.
    ///
    /// (seventh '(1 2 3 4 5 6 7))  ;=> 7
    fn "seventh" (rt, list: ListRef) {
        element(rt, "seventh", list.0, 6)
    }

    /// The eighth element, or nil if there is none.
    ///
    /// (eighth '(1 2 3 4 5 6 7 8))  ;=> 8
    fn "eighth" (rt, list: ListRef) {
        element(rt, "eighth", list.0, 7)
    }

    /// The ninth element, or nil if there is none.
    ///
    /// (ninth '(1 2 3 4 5 6 7 8 9))  ;=> 9
    fn "ninth" (rt, list: ListRef) {
        element(rt, "ninth", list.0, 8)
    }

    /// The tenth element, or nil if there is none.
    ///
    /// (tenth '(1 2 3 4 5 6 7 8 9 10))  ;=> 10
    fn "tenth" (rt, list: ListRef) {
        element(rt, "tenth", list.0, 9)
    }

    /// The list without its first element; nil of nil.
    ///
    /// (rest '(1 2 3))  ;=> (2 3)
    /// (rest nil)       ;=> nil
    /// (rest "abc")     ;!! wrong-type
    #[inline_as(Op(Cdr))]
    fn "rest" (rt, list: ListRef) {
        if list.0.is_nil() { Value::NIL } else { rt.heap.rest(list.0) }
    }

    /// The last element (Common Lisp's `last` is `last-pair` here); nil of nil.
    ///
    /// (last '(1 2 3))  ;=> 3
    /// (last nil)       ;=> nil
    fn "last" (rt, list: ListRef) {
        let pair = last_pair(rt, list.0)?;
        Ok(if pair.is_nil() { Value::NIL } else { rt.heap.first(pair) })
    }

    /// The last pair of a list; nil of nil.
    ///
    /// (last-pair '(1 2 3))    ;=> (3)
    /// (last-pair '(1 2 . 3))  ;=> (2 . 3)
    fn "last-pair" (rt, list: ListRef) {
        last_pair(rt, list.0)
    }

    /// Element number `n`, counted from 0, or nil if the list is not that long.
    ///
    /// (nth 1 '(a b c))  ;=> b
    /// (nth 9 '(a b c))  ;=> nil
    fn "nth" (rt, n: usize, list: ListRef) {
        element(rt, "nth", list.0, n)
    }

    /// The list without its first `n` elements, nil if it is not that long. It shares the argument's pairs.
    ///
    /// (nthcdr 1 '(a b c))  ;=> (b c)
    /// (nthcdr 9 '(a b c))  ;=> nil
    fn "nthcdr" (rt, n: usize, list: ListRef) {
        tail(rt, "nthcdr", list.0, n)
    }

    /// Element number `k`, counted from 0, which must exist.
    ///
    /// (list-ref '(a b c) 1)  ;=> b
    /// (list-ref '(a b c) 3)  ;!! index-out-of-range
    fn "list-ref" (rt, list: ListRef, k: usize) {
        let at = strict_tail(rt, "list-ref", list.0, k)?;
        Ok(match Walk::new("list-ref", "list", at).next(rt)? {
            Some(x) => x,
            None => return Err(too_short("list-ref", k, k)),
        })
    }

    /// The list without its first `k` elements, which must exist. It shares the argument's pairs.
    ///
    /// (list-tail '(a b c) 1)  ;=> (b c)
    /// (list-tail '(a b c) 4)  ;!! index-out-of-range
    fn "list-tail" (rt, list: ListRef, k: usize) {
        strict_tail(rt, "list-tail", list.0, k)
    }

    /// A list of the first `k` elements, which must exist.
    ///
    /// (list-head '(a b c) 2)  ;=> (a b)
    /// (list-head '(a b c) 4)  ;!! index-out-of-range
    fn "list-head" (rt, list: ListRef, k: usize) {
        part(rt, "list-head", list.0, 0, k, true)
    }

    /// A list of the first `n` elements, or of all if there are fewer.
    ///
    /// (take 2 '(a b c))  ;=> (a b)
    /// (take 9 '(a b c))  ;=> (a b c)
    fn "take" (rt, n: usize, list: ListRef) {
        part(rt, "take", list.0, 0, n, false)
    }

    /// The list without its first `n` elements, nil if there are fewer. It shares the argument's pairs.
    ///
    /// (drop 2 '(a b c))  ;=> (c)
    /// (drop 9 '(a b c))  ;=> nil
    fn "drop" (rt, n: usize, list: ListRef) {
        tail(rt, "drop", list.0, n)
    }

    /// A list of the elements from `start` to before `end`, or to the end of the list.
    ///
    /// (sublist '(a b c d) 1 3)  ;=> (b c)
    /// (sublist '(a b c d) 2)    ;=> (c d)
    /// (sublist '(a b) 1 5)      ;!! index-out-of-range
    /// (sublist '(a b) 2 1)      ;!! bad-value
    fn "sublist" (rt, list: ListRef, start: usize, ?end: usize) {
        let end = end.unwrap_or(usize::MAX);
        if end < start {
            let message = format!("end must not be less than start, got {start} and {end}");
            return complain("sublist", Code::BadValue, message);
        }
        part(rt, "sublist", list.0, start, end, end != usize::MAX)
    }
}
