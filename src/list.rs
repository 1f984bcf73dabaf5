//! Walking and building lists from Rust, within the limits.
//!
//! Every loop over a list goes through [`ListWalk`], counts its steps with a [`CostCounter`], or takes the elements out
//! with [`Runtime::list_items`]. So a circular list never hangs the host: a limit ends the loop, or the walk detects
//! the cycle. Knows nothing of what the elements mean.

use crate::fault::{Result, Unwind};
use crate::heap::Heap;
use crate::runtime::Runtime;
use crate::value::{Kind, Value};

/// Steps that are free or paid for together. The call of a native has cost a tick already.
const STEPS: usize = 64;

/// Elements that are taken out of a list between two payments.
const PIECE: usize = 1024;

/// Elements of a list that are made for a tick when a native has gathered them.
const LISTED_PER_TICK: usize = 16;

/// Elements of a list for which there is room at first; then there is room for four times as many, up to [`PIECE`].
const FIRST_ROOM: usize = 16;

/// Counts the steps of a loop and pays for them in lots.
#[derive(Default, Debug)]
pub struct CostCounter {
    steps: usize,
}

impl CostCounter {
    /// Pays for a step.
    ///
    /// # Errors
    /// When a limit is reached.
    #[inline(always)]
    pub fn step(&mut self, rt: &mut Runtime) -> Result<()> {
        self.step_holding(rt, 0)
    }

    /// [`CostCounter::step`] in a loop that holds `bytes` of memory of its own, such as an explicit stack.
    #[inline(always)]
    pub fn step_holding(&mut self, rt: &mut Runtime, bytes: usize) -> Result<()> {
        self.steps += 1;
        if self.steps < STEPS {
            return Ok(());
        }
        self.steps = 0;
        pay(rt, bytes)
    }
}

// Walks stay in registers, because no function that is called on the way takes a reference to one.

#[cold]
#[inline(never)]
fn pay(rt: &mut Runtime, bytes: usize) -> Result<()> {
    rt.charge(STEPS)?;
    if bytes > 0 { rt.heap.reserve(bytes) } else { Ok(()) }
}

#[cold]
#[inline(never)]
fn improper(rt: &Runtime, function: &str, parameter: &'static str, list: Value) -> Box<Unwind> {
    rt.wrong_type(function, parameter, "a proper list", list)
}

/// Visits the elements of a list that must be proper.
#[derive(Debug)]
pub struct ListWalk {
    function: &'static str,
    parameter: &'static str,
    list: Value,
    rest: Value,
    meter: CostCounter,
}

impl ListWalk {
    /// Begins a walk. If the list turns out improper, the error names `function` and its `parameter`.
    pub fn new(function: &'static str, parameter: &'static str, list: Value) -> ListWalk {
        ListWalk { function, parameter, list, rest: list, meter: CostCounter::default() }
    }

    /// The next element, or `None` at the end.
    #[inline]
    pub fn next(&mut self, rt: &mut Runtime) -> Result<Option<Value>> {
        let rest = self.rest;
        if rest.is_pair() {
            self.meter.step(rt)?;
            let [x, rest] = rt.heap.car_and_cdr(rest);
            self.rest = rest;
            return Ok(Some(x));
        }
        if rest.is_nil() {
            return Ok(None);
        }
        if !rest.is(Kind::DIGITS) {
            return Err(improper(rt, self.function, self.parameter, self.list));
        }
        self.rest = rest.other_digits();
        Ok(Some(rest.least_digit()))
    }

    /// Pays for a step that leads nowhere.
    #[inline]
    pub(crate) fn tick(&mut self, rt: &mut Runtime) -> Result<()> {
        self.meter.step(rt)
    }

    /// Continues with another list. Errors name `parameter`.
    pub(crate) fn go_to(&mut self, parameter: &'static str, list: Value) {
        (self.parameter, self.list, self.rest) = (parameter, list, list);
    }

    /// The part of the list that has not been visited.
    pub fn rest(&self) -> Value {
        self.rest
    }
}

/// Builds a list from its first element on.
#[derive(Debug)]
pub struct ListBuilder {
    head: Value,
    last: Option<Value>,
}

impl Default for ListBuilder {
    fn default() -> ListBuilder {
        ListBuilder::new()
    }
}

impl ListBuilder {
    /// Makes an empty list.
    pub fn new() -> ListBuilder {
        ListBuilder { head: Value::NIL, last: None }
    }

    /// Appends an element.
    ///
    /// # Errors
    /// When memory is used up.
    #[inline]
    pub fn push(&mut self, heap: &mut Heap, v: Value) -> Result<()> {
        let pair = heap.pair(v, Value::NIL)?;
        match self.last {
            Some(last) => heap.set_cdr(last, pair),
            None => self.head = pair,
        }
        self.last = Some(pair);
        Ok(())
    }

    /// The list, ending in `tail`, which is shared.
    #[inline]
    pub fn finish(self, heap: &mut Heap, tail: Value) -> Value {
        match self.last {
            Some(last) => {
                heap.set_cdr(last, tail);
                self.head
            }
            None => tail,
        }
    }
}

/// Detects that a walk along a list returns to a visited pair. The compared positions are twice as far apart each time
/// (Brent 1980).
struct CycleDetector {
    been: Value,
    steps: usize,
    next: usize,
}

impl CycleDetector {
    fn new() -> CycleDetector {
        CycleDetector { been: Value::UNBOUND, steps: 0, next: 1 }
    }

    /// Returns whether the walk, which has come to this pair, has been there before.
    #[inline]
    fn is_closed_at(&mut self, pair: Value) -> bool {
        if pair == self.been {
            return true;
        }
        if self.steps == self.next {
            (self.been, self.next) = (pair, 2 * self.next);
        }
        self.steps += 1;
        false
    }
}

/// Returns the number of elements of a proper list; `None` if it is improper or circular, which needs no limit on ticks
/// to find out.
pub(crate) fn proper_length(rt: &mut Runtime, list: Value) -> Result<Option<usize>> {
    // As `CycleDetector`, with the comparisons and payments between short loops.
    let (mut rest, mut length, mut unpaid) = (list, 0, 0);
    let (mut been, mut next) = (Value::UNBOUND, 1);
    while rest.is_pair() {
        let before = length;
        let end = next.min(before + STEPS);
        while length < end && rest.is_pair() {
            (rest, length) = (rt.heap.cdr(rest), length + 1);
            if rest == been {
                return Ok(None);
            }
        }
        if length == next {
            (been, next) = (rest, 2 * next);
        }
        unpaid += length - before;
        if unpaid >= STEPS {
            rt.charge(std::mem::take(&mut unpaid))?;
        }
    }
    Ok(rest.as_digits().map(|members| length + members.count_ones() as usize))
}

/// Values that a native gathers for a list.
#[derive(Default)]
pub(crate) struct RootedList {
    values: Vec<Value>,
    /// Their bytes in the heap's account.
    held: usize,
}

impl RootedList {
    /// Adds a value, once there is room for it in the account.
    pub fn push(&mut self, rt: &mut Runtime, v: Value) -> Result<()> {
        rt.heap.charge_next(&mut self.values, &mut self.held)?;
        self.values.push(v);
        Ok(())
    }
}

impl Runtime {
    /// The list of the values that `f` gathers. They are in the account while it makes others.
    pub(crate) fn with_rooted_list(
        &mut self,
        f: impl FnOnce(&mut Runtime, &mut RootedList) -> Result<()>,
    ) -> Result<Value> {
        let mut gathered = RootedList::default();
        let result = f(self, &mut gathered);
        self.heap.release(gathered.held);
        result?;
        self.charge(gathered.values.len() / LISTED_PER_TICK)?;
        self.heap.list(&gathered.values)
    }

    /// Takes a proper list apart. The error names `function`.
    pub fn list_items(&mut self, function: &str, list: Value) -> Result<Vec<Value>> {
        let (items, end) = self.list_parts(list)?;
        if end.is_nil() { Ok(items) } else { Err(self.wrong_type(function, "list", "a proper list", list)) }
    }

    /// The elements of a list, and what it ends in: a list with elements if it leads back to where it has been.
    ///
    /// Most pairs are in sequence at a constant distance. The address of the next pair is then known before this one
    /// has been read. Such a sequence never revisits a pair, so the cycle check looks only at its beginning. Payments
    /// do not change where sequences begin.
    pub(crate) fn list_parts(&mut self, list: Value) -> Result<(Vec<Value>, Value)> {
        let (mut items, mut rest, mut circle) = (Vec::new(), list, CycleDetector::new());
        // `step` is the distance between the pairs of the current sequence, 0 at its beginning. `due` is the number of
        // elements before the next payment.
        let (mut step, mut due) = (0, 0);
        while rest.is_pair() {
            if items.len() >= due {
                due = self.pay_for(&mut items)?;
            }
            if step == 0 {
                if circle.is_closed_at(rest) {
                    break;
                }
                if let Some(next) = self.heap.take_adjacent(rest, &mut items) {
                    rest = next;
                    continue;
                }
                // A pair that leads to itself is no row.
                step = self.heap.cdr(rest).index().wrapping_sub(rest.index()).max(1);
            }
            let mut place = rest.index();
            while rest == Value::pair(place) && items.len() < due {
                let [x, next] = self.heap.car_and_cdr(rest);
                items.push(x);
                rest = next;
                place = place.wrapping_add(step);
            }
            if rest != Value::pair(place) {
                step = 0;
            }
        }
        while rest.is(Kind::DIGITS) {
            items.push(rest.least_digit());
            rest = rest.other_digits();
        }
        Ok((items, rest))
    }

    /// Pays for elements that have been taken out of a list, and makes room for others: up to how many.
    #[inline(never)]
    fn pay_for(&mut self, items: &mut Vec<Value>) -> Result<usize> {
        let count = items.len();
        let next = if count < PIECE {
            (4 * count).clamp(FIRST_ROOM, PIECE)
        } else {
            self.charge(PIECE)?;
            self.heap.reserve(count * size_of::<Value>())?;
            count - count % PIECE + PIECE
        };
        items.reserve(next.saturating_sub(count));
        Ok(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::{Limit, Unwind};

    #[test]
    fn a_builder_without_elements_is_its_tail() {
        let mut rt = Runtime::for_tests();
        assert_eq!(ListBuilder::new().finish(&mut rt.heap, Value::T), Value::T);
    }

    #[test]
    fn only_proper_lists_have_a_length() {
        let mut rt = Runtime::for_tests();
        assert_eq!(proper_length(&mut rt, Value::NIL).unwrap(), Some(0));
        for n in 1..40 {
            let items: Vec<Value> = (0..n).map(Value::fix).collect();
            let list = rt.heap.list(&items).unwrap();
            assert_eq!(proper_length(&mut rt, list).unwrap(), Some(n as usize));
            let improper = rt.heap.list_with_tail(&items, Value::T).unwrap();
            assert_eq!(proper_length(&mut rt, improper).unwrap(), None);
            for back_to in 0..n {
                let list = rt.heap.list(&items).unwrap();
                let (mut target, mut last) = (list, list);
                for _ in 0..back_to {
                    target = rt.heap.cdr(target);
                }
                while rt.heap.cdr(last).is_pair() {
                    last = rt.heap.cdr(last);
                }
                rt.heap.set_cdr(last, target);
                assert_eq!(proper_length(&mut rt, list).unwrap(), None);
            }
        }
    }

    /// Makes a list of these numbers in rows of `row` pairs, each `step` cells from the one before.
    fn in_rows(rt: &mut Runtime, n: i64, row: usize, step: isize, tail: Value) -> Value {
        let items: Vec<Value> = (0..n).map(Value::fix).collect();
        items.rchunks(row).fold(tail, |rest, items| {
            let span = items.len() * step.unsigned_abs();
            let mut cells: Vec<Value> = (0..span).map(|_| rt.heap.pair(Value::T, Value::NIL).unwrap()).collect();
            if step < 0 {
                cells.reverse();
            }
            let mut rest = rest;
            for (&x, &cell) in items.iter().rev().zip(cells.iter().step_by(step.unsigned_abs())) {
                rt.heap.set_car(cell, x);
                rt.heap.set_cdr(cell, rest);
                rest = cell;
            }
            rest
        })
    }

    const ROWS: [(usize, isize); 10] =
        [(1, 1), (2, 1), (7, 1), (8, 1), (5000, 1), (3, -1), (9, -1), (5000, -1), (5000, 2), (40, -3)];

    #[test]
    fn parts_of_a_list_are_independent_of_its_cells() {
        let mut rt = Runtime::for_tests();
        let digits = Value::digits(0b1010);
        for n in [0, 1, 2, 7, 8, 9, 15, 16, 17, 65, 1023, 1024, 1025, 2500] {
            for (row, step) in ROWS {
                let expected: Vec<Value> = (0..n).map(Value::fix).collect();
                let list = in_rows(&mut rt, n, row, step, Value::NIL);
                assert!(rt.list_parts(list).unwrap() == (expected.clone(), Value::NIL), "{n} in rows of {row}, {step}");
                let improper = in_rows(&mut rt, n, row, step, Value::T);
                assert!(rt.list_parts(improper).unwrap() == (expected.clone(), Value::T));
                let members = [digits.least_digit(), digits.other_digits().least_digit()];
                let with_digits = in_rows(&mut rt, n, row, step, digits);
                assert!(rt.list_parts(with_digits).unwrap() == ([&expected[..], &members].concat(), Value::NIL));
            }
        }
    }

    #[test]
    fn a_circular_list_ends_with_a_mark() {
        let mut rt = Runtime::for_tests();
        for n in [1, 2, 8, 16, 17, 1024, 1500] {
            for (row, step) in ROWS {
                for back_to in [0, 1, n / 2, n - 8, n - 1] {
                    let list = in_rows(&mut rt, n, row, step, Value::NIL);
                    let (mut target, mut last) = (list, list);
                    for _ in 0..back_to.clamp(0, n - 1) {
                        target = rt.heap.cdr(target);
                    }
                    while rt.heap.cdr(last).is_pair() {
                        last = rt.heap.cdr(last);
                    }
                    rt.heap.set_cdr(last, target);
                    let (items, end) = rt.list_parts(list).unwrap();
                    assert!(end.is_pair(), "{n} in rows of {row}, {step}, back to {back_to}");
                    assert!(
                        items.len() < 20 * n as usize && items[..n as usize].iter().copied().eq((0..n).map(Value::fix))
                    );
                }
            }
        }
    }

    #[test]
    fn a_thousand_elements_are_paid_for_at_a_time() {
        let mut rt = Runtime::for_tests();
        for (row, step) in ROWS {
            for (n, price) in [(1000, 0), (1100, 1024), (5000, 4096)] {
                let list = in_rows(&mut rt, n, row, step, Value::NIL);
                let before = rt.budget.used();
                rt.list_parts(list).unwrap();
                assert_eq!(rt.budget.used() - before, price, "{n} in rows of {row}, {step}");
            }
        }
        let list = in_rows(&mut rt, 5000, 5000, -1, Value::NIL);
        rt.heap.set_limit(rt.heap.used() + 20_000);
        let Err(fault) = rt.list_parts(list) else { panic!("more memory than there is") };
        assert!(matches!(*fault, Unwind::Limit(Limit::Memory)));
    }
}
