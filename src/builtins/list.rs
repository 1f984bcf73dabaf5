//! Lists as sequences: making, measuring, joining, searching, removing. Elements are compared with the language's
//! equality.

use super::arg::ListRef;
use super::builtins;
use super::digits::digit_mask;
use super::slices::{Along, Counted, Deep, Seen, equals, next, work};
use crate::fault::Res;
use crate::list::{Builder, Meter, proper_length, proper_length_pausing};
use crate::num::Number;
use crate::object::string::Text;
use crate::object::{Object, Resident};
use crate::runtime::Runtime;
use crate::runtime::unfinished::ENABLED;
use crate::value::{Kind, Value};

/// The list without elements equal to `x`: all of them, or only the first. What follows the last one removed is shared.
fn remove(rt: &mut Runtime, function: &'static str, x: Value, list: Value, only_first: bool) -> Res<Value> {
    if !list.is_pair()
        && let Some(members) = list.as_digits()
    {
        return Ok(Value::digits(members & !digit_mask(&rt.heap, x)));
    }
    // From `kept` on the list is as it should be, as far as it has been looked at.
    let mut work = work!(rt, Along { kept: list, ..Along::new(function, "list", list) });
    loop {
        let at = work.walk.rest();
        let Some(item) = next!(rt, work) else { break };
        // One that is to be removed has been compared once, whatever pauses after that.
        if work.part == 0 && !equals!(rt, work, at, x, item) {
            continue;
        }
        work.part = 1;
        while work.kept != at && work.kept.has_elements() {
            if let Err(fault) = work.walk.tick(rt) {
                work.walk.go_back_to(at);
                return Err(rt.interrupt_work(work, fault));
            }
            let x = rt.heap.first(work.kept);
            work.made.push(&mut rt.heap, x)?;
            work.kept = rt.heap.rest(work.kept);
        }
        (work.kept, work.part) = (work.walk.rest(), 0);
        if only_first {
            break;
        }
    }
    Ok(work.made.finish(&mut rt.heap, work.kept))
}

fn is_subset(rt: &mut Runtime, a: Value, b: Value) -> Res<bool> {
    if let (Some(a), Some(b)) = (a.as_digits(), b.as_digits()) {
        return Ok(a & !b == 0);
    }
    let mut work = work!(rt, Seen::new("subset?", "b", b));
    loop {
        match (work.part, next!(rt, work)) {
            (0, Some(x)) => _ = work.set.insert(rt, x)?,
            (0, None) => work.begin_second("a", a),
            (_, Some(x)) if work.set.contains(rt, x)? => {}
            (_, rest) => return Ok(rest.is_none()),
        }
    }
}

/// The first list of an association list whose first element equals `key`.
fn entry_of(rt: &mut Runtime, key: Value, alist: Value) -> Res<Option<Value>> {
    let mut work = work!(rt, Along::new("assoc", "alist", alist));
    loop {
        let at = work.walk.rest();
        let Some(entry) = next!(rt, work) else { return Ok(None) };
        if entry.has_elements() {
            let first = rt.heap.first(entry);
            if equals!(rt, work, at, key, first) {
                return Ok(Some(entry));
            }
        } else if !entry.is_nil() {
            return Err(rt.wrong_type("assoc", "an element of alist", "a list", entry));
        }
    }
}

/// The part of `list` that begins with an element equal to `x`.
fn member(rt: &mut Runtime, function: &'static str, x: Value, list: Value) -> Res<Option<Value>> {
    if !list.is_pair()
        && let Some(members) = list.as_digits()
    {
        let wanted = digit_mask(&rt.heap, x);
        // The bits from the wanted one on.
        return Ok((members & wanted != 0).then(|| Value::digits(members & wanted.wrapping_neg())));
    }
    let mut work = work!(rt, Along::new(function, "list", list));
    loop {
        let at = work.walk.rest();
        match next!(rt, work) {
            Some(item) if equals!(rt, work, at, x, item) => return Ok(Some(at)),
            Some(_) => {}
            None => return Ok(None),
        }
    }
}

/// The length of a list that must be proper.
pub(super) fn list_length(rt: &mut Runtime, function: &str, list: Value) -> Res<usize> {
    let length = proper_length(rt, list)?;
    length.ok_or_else(|| rt.wrong_type(function, "list", "a proper list", list))
}

/// [`list_length`] for a native that goes on later if a step is over.
fn list_length_pausing(rt: &mut Runtime, function: &str, list: Value) -> Res<usize> {
    if !ENABLED {
        return list_length(rt, function, list);
    }
    let length = proper_length_pausing(rt, list)?;
    length.ok_or_else(|| rt.wrong_type(function, "list", "a proper list", list))
}

/// The length of anything that has one.
pub(crate) fn length(rt: &mut Runtime, function: &str, sequence: Value) -> Res<usize> {
    match sequence.kind() {
        Kind::PAIR => return list_length(rt, function, sequence),
        Kind::DIGITS => return Ok(sequence.as_digits().map_or(0, u64::count_ones) as usize),
        _ if sequence.is_nil() => return Ok(0),
        Kind::STRING => {
            let bytes = rt.heap.text_of(sequence)?.bytes();
            rt.charge(bytes / 256)?;
            if let Some(text) = rt.heap.as_text(sequence) {
                return Ok(Text::len(text));
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
fn select(rt: &mut Runtime, function: &'static str, a: Value, b: Value, wanted: bool) -> Res<Value> {
    let mut work = work!(rt, Seen::new(function, "b", b));
    loop {
        match (work.part, next!(rt, work)) {
            (0, Some(x)) => _ = work.set.insert(rt, x)?,
            (0, None) => work.begin_second("a", a),
            (_, Some(x)) => {
                if work.set.contains(rt, x)? == wanted {
                    work.made.push(&mut rt.heap, x)?;
                }
            }
            (_, None) => return Ok(work.made.finish(&mut rt.heap, Value::NIL)),
        }
    }
}

/// New pairs with the elements of a list; what follows its last element is shared.
pub(crate) fn copy(rt: &mut Runtime, list: Value) -> Res<Value> {
    go_on_copying(rt, Counted { meter: Meter::default(), ..Counted::new(list) })
}

fn go_on_copying(rt: &mut Runtime, mut work: Counted) -> Res<Value> {
    while work.at.has_elements() {
        if let Err(fault) = work.meter.step(rt) {
            return Err(rt.interrupt_work(work, fault));
        }
        let x = rt.heap.first(work.at);
        work.made.push(&mut rt.heap, x)?;
        work.at = rt.heap.rest(work.at);
    }
    Ok(work.made.finish(&mut rt.heap, work.at))
}

/// All atoms but nil, depth first, without recursion.
fn flatten(rt: &mut Runtime, tree: Value) -> Res<Value> {
    let mut work = work!(rt, Deep { pending: vec![tree], made: Builder::new(), meter: Meter::pausing() });
    while let Some(&v) = work.pending.last() {
        let bytes = work.pending.len() * size_of::<Value>();
        if let Err(fault) = work.meter.step_holding(rt, bytes) {
            return Err(rt.interrupt_work(work, fault));
        }
        work.pending.pop();
        if v.has_elements() {
            let rest = rt.heap.rest(v);
            if !rest.is_nil() {
                work.pending.push(rest);
            }
            work.pending.push(rt.heap.first(v));
        } else if !v.is_nil() {
            work.made.push(&mut rt.heap, v)?;
        }
    }
    Ok(work.made.finish(&mut rt.heap, Value::NIL))
}

/// `start`, `start + step`, ...: `count` numbers.
fn iota(rt: &mut Runtime, count: usize, start: Number, step: Number) -> Res<Value> {
    let mut work = work!(rt, Counted::new(Value::NIL));
    let start = start.into_value(&mut rt.heap)?;
    let step = step.into_value(&mut rt.heap)?;
    while work.next < count {
        if let Err(fault) = work.meter.step(rt) {
            return Err(rt.interrupt_work(work, fault));
        }
        let i = work.next;
        work.next += 1;
        let n = match (start.as_fixnum(), step.as_fixnum()) {
            (Some(a), Some(d)) => rt.heap.integer((i128::from(a) + i128::from(d) * i as i128).into())?,
            _ => {
                // From the start each time, so that rounding errors do not add up.
                let i = rt.heap.integer(i.into())?;
                let offset = crate::num::mul(rt, i, step)?;
                crate::num::add(rt, start, offset)?
            }
        };
        work.made.push(&mut rt.heap, n)?;
    }
    Ok(work.made.finish(&mut rt.heap, Value::NIL))
}

builtins! { "list";
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
    fn "length" (rt, sequence: Value) {
        if sequence.is_pair() { list_length_pausing(rt, "length", sequence) } else { length(rt, "length", sequence) }
    }

    /// The number of elements of a list.
    ///
    /// (list-length '(a b c))  ;=> 3
    /// (list-length nil)       ;=> 0
    /// (list-length "abc")     ;!! wrong-type
    fn "list-length" (rt, list: ListRef) {
        list_length_pausing(rt, "list-length", list.0)
    }

    /// Has a list, string, array or hash table no elements?
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
        let mut work = work!(rt, Along::new("append", "lists", front.first().copied().unwrap_or(Value::NIL)));
        loop {
            while let Some(x) = next!(rt, work) {
                work.made.push(&mut rt.heap, x)?;
            }
            work.part += 1;
            match front.get(work.part) {
                Some(&list) => work.walk.go_to("lists", list),
                None => return Ok(work.made.finish(&mut rt.heap, last)),
            }
        }
    }

    /// A list of the same elements, last one first.
    ///
    /// (reverse '(1 2 3))  ;=> (3 2 1)
    fn "reverse" (rt, list: ListRef) {
        let mut work = work!(rt, Along::new("reverse", "list", list.0));
        while let Some(x) = next!(rt, work) {
            work.kept = rt.heap.pair(x, work.kept)?;
        }
        Ok(work.kept)
    }

    /// Is an element of `list` equal to `x`?
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
        let mut work = work!(rt, Seen::new("remove-duplicates", "list", list.0));
        while let Some(x) = next!(rt, work) {
            if work.set.insert(rt, x)? {
                work.made.push(&mut rt.heap, x)?;
            }
        }
        Ok(work.made.finish(&mut rt.heap, Value::NIL))
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
        let work = work!(rt, Counted::new(list.0));
        go_on_copying(rt, work)
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
        let mut work = work!(rt, Seen::new("union", "a", a.0));
        loop {
            match next!(rt, work) {
                Some(x) => {
                    if work.set.insert(rt, x)? {
                        work.made.push(&mut rt.heap, x)?;
                    }
                }
                None if work.part == 0 => work.begin_second("b", b.0),
                None => return Ok(work.made.finish(&mut rt.heap, Value::NIL)),
            }
        }
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

    /// Is every element of `a` in `b`?
    ///
    /// (subset? '(1 2) '(3 2 1))  ;=> t
    /// (subset? '(1 4) '(3 2 1))  ;=> nil
    fn "subset?" (rt, a: ListRef, b: ListRef) {
        is_subset(rt, a.0, b.0)
    }
}
