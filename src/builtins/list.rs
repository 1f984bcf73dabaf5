//! Pairs, and lists as sequences: making, measuring, joining, searching, removing. Elements are compared with the
//! language's equality. Positions: the n-th element, the part before or after it, the end.

use super::arg::{ListRef, PairRef, StoredValue};
use super::builtins;
use super::digits::digit_mask;
use crate::equality::{ValueSet, equal};
use crate::fault::{Code, ErrorData, Result, Unwind, fail_in};
use crate::list::{CostCounter, ListBuilder, ListWalk, proper_length};
use crate::num::Number;
use crate::object::Object;
use crate::object::string::StringObject;
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

/// The list without elements equal to `x`: all of them, or only the first. What follows the last one removed is shared.
fn remove(rt: &mut Runtime, function: &'static str, x: Value, list: Value, only_first: bool) -> Result<Value> {
    if !list.is_pair()
        && let Some(members) = list.as_digits()
    {
        return Ok(Value::digits(members & !digit_mask(&rt.heap, x)));
    }
    let (mut walk, mut made) = (ListWalk::new(function, "list", list), ListBuilder::new());
    // From here on the list is as it should be, as far as it has been looked at.
    let mut kept = list;
    loop {
        let at = walk.rest();
        let Some(item) = walk.next(rt)? else { break };
        if !equal(rt, x, item)? {
            continue;
        }
        while kept != at && kept.has_elements() {
            walk.tick(rt)?;
            let x = rt.heap.first(kept);
            made.push(&mut rt.heap, x)?;
            kept = rt.heap.rest(kept);
        }
        kept = walk.rest();
        if only_first {
            break;
        }
    }
    Ok(made.finish(&mut rt.heap, kept))
}

fn is_subset(rt: &mut Runtime, a: Value, b: Value) -> Result<bool> {
    if let (Some(a), Some(b)) = (a.as_digits(), b.as_digits()) {
        return Ok(a & !b == 0);
    }
    let set = set_of(rt, "subset?", "b", b)?;
    let mut walk = ListWalk::new("subset?", "a", a);
    while let Some(x) = walk.next(rt)? {
        if !set.contains(rt, x)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The elements of a list.
fn set_of(rt: &mut Runtime, function: &'static str, parameter: &'static str, list: Value) -> Result<ValueSet> {
    let (mut walk, mut set) = (ListWalk::new(function, parameter, list), ValueSet::default());
    while let Some(x) = walk.next(rt)? {
        set.insert(rt, x)?;
    }
    Ok(set)
}

/// The first list of an association list whose first element equals `key`.
fn entry_of(rt: &mut Runtime, key: Value, alist: Value) -> Result<Option<Value>> {
    let mut walk = ListWalk::new("assoc", "alist", alist);
    loop {
        let Some(entry) = walk.next(rt)? else { return Ok(None) };
        if entry.has_elements() {
            let first = rt.heap.first(entry);
            if equal(rt, key, first)? {
                return Ok(Some(entry));
            }
        } else if !entry.is_nil() {
            return Err(rt.wrong_type("assoc", "an element of alist", "a list", entry));
        }
    }
}

/// The part of `list` that begins with an element equal to `x`.
fn member(rt: &mut Runtime, function: &'static str, x: Value, list: Value) -> Result<Option<Value>> {
    if !list.is_pair()
        && let Some(members) = list.as_digits()
    {
        let wanted = digit_mask(&rt.heap, x);
        // The bits from the wanted one on.
        return Ok((members & wanted != 0).then(|| Value::digits(members & wanted.wrapping_neg())));
    }
    let mut walk = ListWalk::new(function, "list", list);
    loop {
        let at = walk.rest();
        match walk.next(rt)? {
            Some(item) if equal(rt, x, item)? => return Ok(Some(at)),
            Some(_) => {}
            None => return Ok(None),
        }
    }
}

/// The length of a list that must be proper.
pub(super) fn list_length(rt: &mut Runtime, function: &str, list: Value) -> Result<usize> {
    let length = proper_length(rt, list)?;
    length.ok_or_else(|| rt.wrong_type(function, "list", "a proper list", list))
}

/// The length of anything that has one.
pub(crate) fn length(rt: &mut Runtime, function: &str, sequence: Value) -> Result<usize> {
    match sequence.kind() {
        Kind::PAIR => return list_length(rt, function, sequence),
        Kind::DIGITS => return Ok(sequence.as_digits().map_or(0, u64::count_ones) as usize),
        _ if sequence.is_nil() => return Ok(0),
        Kind::STRING => {
            if let Some(text) = rt.heap.as_text(sequence) {
                return Ok(StringObject::len(text));
            }
        }
        Kind::ARRAY => {
            if let Some(array) = rt.heap.as_array(sequence) {
                return Ok(array.len());
            }
        }
        Kind::TABLE => {
            if let Some(Object::Table(table)) = rt.heap.as_object(sequence) {
                return Ok(table.len());
            }
        }
        _ => {}
    }
    Err(rt.wrong_type(function, "sequence", "a list, string, array or hash table", sequence))
}

/// A list of the elements of `a` that are in `b`, or of those that are not.
fn select(rt: &mut Runtime, function: &'static str, a: Value, b: Value, wanted: bool) -> Result<Value> {
    let set = set_of(rt, function, "b", b)?;
    let (mut walk, mut made) = (ListWalk::new(function, "a", a), ListBuilder::new());
    while let Some(x) = walk.next(rt)? {
        if set.contains(rt, x)? == wanted {
            made.push(&mut rt.heap, x)?;
        }
    }
    Ok(made.finish(&mut rt.heap, Value::NIL))
}

/// Adds the elements of a list that are not in the set, and puts them into it.
fn add_new(rt: &mut Runtime, mut walk: ListWalk, set: &mut ValueSet, made: &mut ListBuilder) -> Result<()> {
    while let Some(x) = walk.next(rt)? {
        if set.insert(rt, x)? {
            made.push(&mut rt.heap, x)?;
        }
    }
    Ok(())
}

/// New pairs with the elements of a list; what follows its last element is shared.
pub(crate) fn copy(rt: &mut Runtime, list: Value) -> Result<Value> {
    let (mut at, mut made, mut meter) = (list, ListBuilder::new(), CostCounter::default());
    while at.has_elements() {
        meter.step(rt)?;
        let x = rt.heap.first(at);
        made.push(&mut rt.heap, x)?;
        at = rt.heap.rest(at);
    }
    Ok(made.finish(&mut rt.heap, at))
}

/// All atoms but nil, depth first, without recursion.
fn flatten(rt: &mut Runtime, tree: Value) -> Result<Value> {
    let (mut pending, mut made, mut meter) = (vec![tree], ListBuilder::new(), CostCounter::default());
    while let Some(v) = pending.pop() {
        meter.step_holding(rt, pending.len() * size_of::<Value>())?;
        if v.has_elements() {
            let rest = rt.heap.rest(v);
            if !rest.is_nil() {
                pending.push(rest);
            }
            pending.push(rt.heap.first(v));
        } else if !v.is_nil() {
            made.push(&mut rt.heap, v)?;
        }
    }
    Ok(made.finish(&mut rt.heap, Value::NIL))
}

/// `start`, `start + step`, ...: `count` numbers.
fn iota(rt: &mut Runtime, count: usize, start: Number, step: Number) -> Result<Value> {
    let (mut made, mut meter) = (ListBuilder::new(), CostCounter::default());
    let start = start.into_value(&mut rt.heap)?;
    let step = step.into_value(&mut rt.heap)?;
    for i in 0..count {
        meter.step(rt)?;
        let n = match (start.as_fixnum(), step.as_fixnum()) {
            (Some(a), Some(d)) => rt.heap.integer((i128::from(a) + i128::from(d) * i as i128).into())?,
            _ => {
                // From the start each time, so that rounding errors do not add up.
                let i = rt.heap.integer(i.into())?;
                let offset = crate::num::mul(rt, i, step)?;
                crate::num::add(rt, start, offset)?
            }
        };
        made.push(&mut rt.heap, n)?;
    }
    Ok(made.finish(&mut rt.heap, Value::NIL))
}

// Pairs: making them, taking them apart, changing them. `nil` has the parts nil and nil.

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

builtins! { "list";
    /// For dialects: the list of the values of a call.
    fn "%values->list" (rt, values: Value) {
        match rt.heap.as_object(values) {
            Some(Object::Values(items)) => {
                let items = items.clone();
                rt.heap.list(&items)
            }
            _ => rt.heap.pair(values, Value::NIL),
        }
    }

    /// A list of the arguments.
    ///
    /// (list 1 'a "x")  ;=> (1 a "x")
    /// (list)           ;=> nil
    #[inline_as(List)]
    fn "list" (rt, *elements: Value) {
        rt.charge(elements.len() / 64)?;
        rt.heap.list(elements)
    }

    /// A list of the arguments whose last one is the rest of the list.
    ///
    /// (list* 1 2 '(3 4))  ;=> (1 2 3 4)
    /// (list* 1 2)         ;=> (1 . 2)
    fn "list*" (rt, first: Value, *more: Value) {
        rt.charge(more.len() / 64)?;
        Ok(match more.split_last() {
            Some((&tail, middle)) => {
                let list = rt.heap.list_with_tail(middle, tail)?;
                rt.heap.pair(first, list)?
            }
            None => first,
        })
    }

    /// The number of elements of a list, string, array (all dimensions together) or hash table.
    ///
    /// (length '(a b c))             ;=> 3
    /// (length "häh")                ;=> 3
    /// (length (make-array '(2 3)))  ;=> 6
    /// (length '(a . b))             ;!! wrong-type
    /// (length 5)                    ;!! wrong-type
    #[inline_as(Leaf)]
    fn "length" (rt, sequence: Value) {
        match sequence.as_digits() {
            Some(digits) => Ok(digits.count_ones() as usize),
            None if sequence.is_pair() => list_length(rt, "length", sequence),
            None => length(rt, "length", sequence),
        }
    }

    /// The number of elements of a list.
    ///
    /// (list-length '(a b c))  ;=> 3
    /// (list-length nil)       ;=> 0
    /// (list-length "abc")     ;!! wrong-type
    fn "list-length" (rt, list: ListRef) {
        list_length(rt, "list-length", list.0)
    }

    /// Returns whether a list, string, array or hash table has no elements.
    ///
    /// (empty? nil)   ;=> t
    /// (empty? "")    ;=> t
    /// (empty? '(1))  ;=> nil
    /// (empty? 0)     ;!! wrong-type
    fn "empty?" (rt, sequence: Value) {
        // A pair has an element, whatever its list is like further on.
        Ok(if sequence.has_elements() { false } else { length(rt, "empty?", sequence)? == 0 })
    }

    /// One list of the elements of all. The last one is shared, and may be anything.
    ///
    /// (append '(1 2) '(3) '(4 5))  ;=> (1 2 3 4 5)
    /// (append)                     ;=> nil
    /// (append '(1) 2)              ;=> (1 . 2)
    /// (append 1 '(2))              ;!! wrong-type
    fn "append" (rt, *lists: Value) {
        let Some((&last, front)) = lists.split_last() else { return Ok(Value::NIL) };
        let mut made = ListBuilder::new();
        let mut walk = ListWalk::new("append", "lists", Value::NIL);
        for &list in front {
            walk.go_to("lists", list);
            while let Some(x) = walk.next(rt)? {
                made.push(&mut rt.heap, x)?;
            }
        }
        Ok(made.finish(&mut rt.heap, last))
    }

    /// A list of the same elements, last one first.
    ///
    /// (reverse '(1 2 3))  ;=> (3 2 1)
    fn "reverse" (rt, list: ListRef) {
        let (mut walk, mut reversed) = (ListWalk::new("reverse", "list", list.0), Value::NIL);
        while let Some(x) = walk.next(rt)? {
            reversed = rt.heap.pair(x, reversed)?;
        }
        Ok(reversed)
    }

    /// Returns whether an element of `list` is equal to `x`.
    ///
    /// (member? 2 '(1 2 3))         ;=> t
    /// (member? '(1) '((0) (1.0)))  ;=> t
    /// (member? 4 '(1 2 3))         ;=> nil
    /// (member? 1 2)                ;!! wrong-type
    fn "member?" (rt, x: Value, list: ListRef) {
        Ok(member(rt, "member?", x, list.0)?.is_some())
    }

    /// The part of `list` that begins with the first element equal to `x`, or nil.
    ///
    /// (member 2 '(1 2 3))  ;=> (2 3)
    /// (member 4 '(1 2 3))  ;=> nil
    fn "member" (rt, x: Value, list: ListRef) {
        member(rt, "member", x, list.0)
    }

    /// The list without the elements equal to `x`. The argument does not change; the result may share its end.
    ///
    /// (remove 2 '(1 2 3 2))    ;=> (1 3)
    /// (remove '(1) '(a (1)))   ;=> (a)
    /// (remove 4 '(1 2 3))      ;=> (1 2 3)
    fn "remove" (rt, x: Value, list: ListRef) {
        remove(rt, "remove", x, list.0, false)
    }

    /// The list without the first element equal to `x`.
    ///
    /// (remove-first 2 '(1 2 3 2))  ;=> (1 3 2)
    fn "remove-first" (rt, x: Value, list: ListRef) {
        remove(rt, "remove-first", x, list.0, true)
    }

    /// The list without the elements that equal an earlier one.
    ///
    /// (remove-duplicates '(1 2 1 3 2.0))  ;=> (1 2 3)
    fn "remove-duplicates" (rt, list: ListRef) {
        if list.0.is(Kind::DIGITS) {
            return Ok(list.0);
        }
        let mut made = ListBuilder::new();
        add_new(rt, ListWalk::new("remove-duplicates", "list", list.0), &mut ValueSet::default(), &mut made)?;
        Ok(made.finish(&mut rt.heap, Value::NIL))
    }

    /// The first list in `alist` whose first element equals `key`, or nil.
    ///
    /// (assoc 'b '((a 1) (b 2)))  ;=> (b 2)
    /// (assoc 'c '((a 1) (b 2)))  ;=> nil
    /// (assoc 'a '(a b))          ;!! wrong-type
    fn "assoc" (rt, key: Value, alist: ListRef) {
        entry_of(rt, key, alist.0)
    }

    /// The association list with a new pair of `key` and `value` in front.
    ///
    /// (acons 'a 1 '((b . 2)))  ;=> ((a . 1) (b . 2))
    fn "acons" (rt, key: Value, value: Value, alist: ListRef) {
        let entry = rt.heap.pair(key, value)?;
        rt.heap.pair(entry, alist.0)
    }

    /// A list of new pairs with the same elements.
    ///
    /// (list-copy '(1 2 3))  ;=> (1 2 3)
    fn "list-copy" (rt, list: ListRef) {
        copy(rt, list.0)
    }

    /// A list of `count` numbers: `start` (0 if left out) and then each `step` (1 if left out) more.
    ///
    /// (iota 4)      ;=> (0 1 2 3)
    /// (iota 3 1)    ;=> (1 2 3)
    /// (iota 3 0 5)  ;=> (0 5 10)
    fn "iota" (rt, count: usize, ?start: Number, ?step: Number) {
        iota(rt, count, start.unwrap_or(Number::Fixnum(0)), step.unwrap_or(Number::Fixnum(1)))
    }

    /// A list of the atoms in a list of lists of any depth, from left to right; nil is no element.
    ///
    /// (flatten '(1 (2 (3)) nil 4))  ;=> (1 2 3 4)
    fn "flatten" (rt, list: ListRef) {
        flatten(rt, list.0)
    }

    /// The elements of `a`, then those of `b` that are not in `a`; each one once. Of two digit sets, their union as a
    /// digit set.
    ///
    /// (union '(1 2) '(2 3))                ;=> (1 2 3)
    /// (union '(3) '(1 2))                  ;=> (3 1 2)
    /// (union (digits 3) (digits 1 2))      ;=> (1 2 3)
    fn "union" (rt, a: ListRef, b: ListRef) {
        if let (Some(a), Some(b)) = (a.0.as_digits(), b.0.as_digits()) {
            return Ok(Value::digits(a | b));
        }
        let (mut set, mut made) = (ValueSet::default(), ListBuilder::new());
        add_new(rt, ListWalk::new("union", "a", a.0), &mut set, &mut made)?;
        add_new(rt, ListWalk::new("union", "b", b.0), &mut set, &mut made)?;
        Ok(made.finish(&mut rt.heap, Value::NIL))
    }

    /// The elements of `a` that are in `b`, in the order of `a`.
    ///
    /// (intersection '(1 2 3) '(3 2 4))  ;=> (2 3)
    fn "intersection" (rt, a: ListRef, b: ListRef) {
        if let (Some(a), Some(b)) = (a.0.as_digits(), b.0.as_digits()) {
            return Ok(Value::digits(a & b));
        }
        select(rt, "intersection", a.0, b.0, true)
    }

    /// The elements of `a` that are not in `b`, in the order of `a`.
    ///
    /// (set-difference '(1 2 3) '(2))  ;=> (1 3)
    fn "set-difference" (rt, a: ListRef, b: ListRef) {
        if let (Some(a), Some(b)) = (a.0.as_digits(), b.0.as_digits()) {
            return Ok(Value::digits(a & !b));
        }
        select(rt, "set-difference", a.0, b.0, false)
    }

    /// Returns whether every element of `a` is in `b`.
    ///
    /// (subset? '(1 2) '(3 2 1))  ;=> t
    /// (subset? '(1 4) '(3 2 1))  ;=> nil
    fn "subset?" (rt, a: ListRef, b: ListRef) {
        is_subset(rt, a.0, b.0)
    }

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

    /// Element number `k`, counted from 0, which must exist.
    ///
    /// (list-ref '(a b c) 1)  ;=> b
    /// (list-ref '(a b c) 3)  ;!! index-out-of-range
    fn "list-ref" (rt, list: ListRef, k: usize) {
        let at = strict_tail(rt, "list-ref", list.0, k)?;
        Ok(match ListWalk::new("list-ref", "list", at).next(rt)? {
            Some(x) => x,
            None => return Err(too_short("list-ref", k, k)),
        })
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
            return fail_in("sublist", Code::BadValue, message);
        }
        part(rt, "sublist", list.0, start, end, end != usize::MAX)
    }

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
    #[inline_as(Leaf)]
    fn "set-car!" (rt, pair: PairRef, value: Value) {
        rt.heap.set_car(pair.0, value);
        StoredValue(value)
    }

    /// Changes the cdr of a pair and returns the new value.
    ///
    /// (let ((p (list 1 2))) (set-cdr! p '(7)) p)  ;=> (1 7)
    /// (set-cdr! nil 7)                            ;!! wrong-type
    #[inline_as(Leaf)]
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

/// The list after its first `n` elements, or nil if it is not that long.
fn tail(rt: &mut Runtime, function: &'static str, list: Value, n: usize) -> Result<Value> {
    let mut walk = ListWalk::new(function, "list", list);
    for _ in 0..n {
        if walk.next(rt)?.is_none() {
            return Ok(Value::NIL);
        }
    }
    Ok(walk.rest())
}

/// Element `n`, or nil if the list is not that long.
fn element(rt: &mut Runtime, function: &'static str, list: Value, n: usize) -> Result<Value> {
    let at = tail(rt, function, list, n)?;
    Ok(ListWalk::new(function, "list", at).next(rt)?.unwrap_or(Value::NIL))
}

/// The list after its first `n` elements, which must exist.
fn strict_tail(rt: &mut Runtime, function: &'static str, list: Value, n: usize) -> Result<Value> {
    let mut walk = ListWalk::new(function, "list", list);
    for i in 0..n {
        if walk.next(rt)?.is_none() {
            return Err(too_short(function, n, i));
        }
    }
    Ok(walk.rest())
}

/// A list of the elements from position `start` to before `end`. `start` must exist; with `strict` `end`, too.
fn part(
    rt: &mut Runtime,
    function: &'static str,
    list: Value,
    start: usize,
    end: usize,
    strict: bool,
) -> Result<Value> {
    let (mut walk, mut made) = (ListWalk::new(function, "list", list), ListBuilder::new());
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
fn too_short(function: &str, n: usize, length: usize) -> Box<Unwind> {
    ErrorData::by(function, Code::IndexOutOfRange, format!("position {n} outside a list of {length}")).into()
}

/// The last pair of a list that may end in a dot; nil of nil.
fn last_pair(rt: &mut Runtime, list: Value) -> Result<Value> {
    let (mut pair, mut at, mut meter) = (list, list, CostCounter::default());
    while at.has_elements() {
        meter.step(rt)?;
        pair = at;
        at = rt.heap.rest(pair);
    }
    Ok(pair)
}
