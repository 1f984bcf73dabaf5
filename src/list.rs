//! Walking and building lists from Rust, within the limits.
//!
//! Every loop over a list goes through [`Walk`], counts its steps with a [`Meter`], or takes the elements out with
//! [`Runtime::list_items`]: so a circular list ends, with the fuel, the time or an interrupt, or because it is seen to
//! be one, instead of hanging the host. Knows nothing of what the elements mean.

use crate::fault::{Fault, Limit, Res};
use crate::heap::Heap;
use crate::runtime::Runtime;
use crate::runtime::unfinished::{ENABLED, Work};
use crate::value::{Kind, Value};

/// Steps that are free or paid for together. The call of a native has cost a tick already.
const STEPS: usize = 64;

/// Elements that are taken out of a list between two payments.
const PIECE: usize = 1024;

/// Counts the steps of a loop and pays for them in lots.
#[derive(Default)]
pub(crate) struct Meter {
    steps: usize,
    /// Does who takes these steps go on later if a step of the run is over (see [`crate::runtime::unfinished`])?
    can_pause: bool,
}

impl Meter {
    /// That of a native that goes on later if a step is over: what it pays for then fails with `Limit::Step`, and the
    /// step that it was about to take is paid for.
    pub fn pausing() -> Meter {
        Meter { steps: 0, can_pause: ENABLED }
    }

    #[inline(always)]
    pub fn step(&mut self, rt: &mut Runtime) -> Res<()> {
        self.step_holding(rt, 0)
    }

    /// [`Meter::step`] in a loop that holds `bytes` of memory of its own, such as an explicit stack.
    #[inline(always)]
    pub fn step_holding(&mut self, rt: &mut Runtime, bytes: usize) -> Res<()> {
        self.steps = self.steps.wrapping_add(1);
        if (self.steps as isize) < STEPS as isize { Ok(()) } else { self.pay(rt, bytes) }
    }

    #[cold]
    #[inline(never)]
    fn pay(&mut self, rt: &mut Runtime, bytes: usize) -> Res<()> {
        let steps = std::mem::take(&mut self.steps);
        rt.charge(steps)?;
        if bytes > 0 {
            rt.heap.reserve(bytes)?;
        }
        if self.can_pause && rt.pauses_in_native() {
            self.steps = usize::MAX;
            return Err(Limit::Step.into());
        }
        Ok(())
    }
}

/// Visits the elements of a list that must be proper.
pub(crate) struct Walk {
    function: &'static str,
    parameter: &'static str,
    list: Value,
    rest: Value,
    meter: Meter,
}

impl Walk {
    /// Where the list turns out improper, the error names `function` and its `parameter`.
    pub fn new(function: &'static str, parameter: &'static str, list: Value) -> Walk {
        Walk { function, parameter, list, rest: list, meter: Meter::default() }
    }

    /// The same for a native that goes on later if a step is over.
    pub fn pausing(function: &'static str, parameter: &'static str, list: Value) -> Walk {
        Walk { meter: Meter::pausing(), ..Walk::new(function, parameter, list) }
    }

    /// The next element, or `None` at the end.
    #[inline]
    pub fn next(&mut self, rt: &mut Runtime) -> Res<Option<Value>> {
        if self.rest.is_pair() {
            self.meter.step(rt)?;
            let x = rt.heap.car(self.rest);
            self.rest = rt.heap.cdr(self.rest);
            return Ok(Some(x));
        }
        if self.rest.is_nil() { Ok(None) } else { self.digit(rt).map(Some) }
    }

    /// The next element of a list that ends in a digit set.
    #[inline(never)]
    fn digit(&mut self, rt: &Runtime) -> Res<Value> {
        if !self.rest.is(Kind::DIGITS) {
            return Err(self.improper(rt));
        }
        let x = self.rest.least_digit();
        self.rest = self.rest.other_digits();
        Ok(x)
    }

    /// What the collector must see if the walk waits.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        [&self.list, &self.rest].into_iter()
    }

    /// Walks along another list from here on, which the same parameter gives or the one of this name.
    pub fn go_to(&mut self, parameter: &'static str, list: Value) {
        (self.parameter, self.list, self.rest) = (parameter, list, list);
    }

    /// The part of the list that has not been visited.
    pub fn rest(&self) -> Value {
        self.rest
    }

    #[cold]
    fn improper(&self, rt: &Runtime) -> Box<crate::fault::Fault> {
        rt.wrong_type(self.function, self.parameter, "a proper list", self.list)
    }
}

/// Builds a list from its first element on.
pub(crate) struct Builder {
    head: Value,
    last: Option<Value>,
}

impl Builder {
    pub fn new() -> Builder {
        Builder { head: Value::NIL, last: None }
    }

    #[inline]
    pub fn push(&mut self, heap: &mut Heap, v: Value) -> Res<()> {
        let pair = heap.pair(v, Value::NIL)?;
        match self.last {
            Some(last) => heap.set_cdr(last, pair),
            None => self.head = pair,
        }
        self.last = Some(pair);
        Ok(())
    }

    /// What the collector must see if the list waits to be gone on with.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        std::iter::once(&self.head).chain(&self.last)
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

/// Tells when a walk along a list leads back to where it has been: the places compared lie twice as far apart each time
/// (Brent 1980).
struct Circle {
    been: Value,
    steps: usize,
    next: usize,
}

impl Circle {
    fn new() -> Circle {
        Circle { been: Value::UNBOUND, steps: 0, next: 1 }
    }

    /// The walk has come to this pair: has it been there before?
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

/// How many elements a proper list has; `None` if it is improper or circular, which takes no fuel limit to find out.
pub(crate) fn proper_length(rt: &mut Runtime, list: Value) -> Res<Option<usize>> {
    Measuring::new(list, Meter::default()).go_on(rt).map_err(|(fault, _)| fault)
}

/// [`proper_length`] for a native that goes on later if a step is over.
pub(crate) fn proper_length_pausing(rt: &mut Runtime, list: Value) -> Res<Option<usize>> {
    let measuring = rt.take_up().unwrap_or_else(|| Measuring::new(list, Meter::pausing()));
    measuring.go_on(rt).map_err(|(fault, measuring)| rt.interrupt_work(measuring, fault))
}

/// A list whose elements are being counted.
struct Measuring {
    rest: Value,
    circle: Circle,
    meter: Meter,
}

impl Measuring {
    fn new(list: Value, meter: Meter) -> Measuring {
        Measuring { rest: list, circle: Circle::new(), meter }
    }

    fn go_on(mut self, rt: &mut Runtime) -> Result<Option<usize>, (Box<Fault>, Measuring)> {
        while self.rest.is_pair() {
            if let Err(fault) = self.meter.step(rt) {
                return Err((fault, self));
            }
            if self.circle.is_closed_at(self.rest) {
                return Ok(None);
            }
            self.rest = rt.heap.cdr(self.rest);
        }
        Ok(self.rest.as_digits().map(|members| self.circle.steps + members.count_ones() as usize))
    }
}

impl Work for Measuring {
    fn values(&self) -> Box<dyn Iterator<Item = &Value> + '_> {
        Box::new([&self.rest, &self.circle.been].into_iter())
    }
}

impl Runtime {
    /// Takes a proper list apart. The error names `function`.
    pub fn list_items(&mut self, function: &str, list: Value) -> Res<Vec<Value>> {
        let (items, end) = self.list_parts(list)?;
        if end.is_nil() { Ok(items) } else { Err(self.wrong_type(function, "list", "a proper list", list)) }
    }

    /// [`Runtime::list_items`] for a native that goes on later if a step is over.
    pub fn list_items_pausing(&mut self, function: &str, list: Value) -> Res<Vec<Value>> {
        if !ENABLED {
            return self.list_items(function, list);
        }
        let taking = self.take_up().unwrap_or_else(|| Taking::new(list));
        let (items, end) = self.take_apart(taking, true)?;
        if end.is_nil() { Ok(items) } else { Err(self.wrong_type(function, "list", "a proper list", list)) }
    }

    /// The elements of a list, and what it ends in: a list with elements if it leads back to where it has been.
    pub fn list_parts(&mut self, list: Value) -> Res<(Vec<Value>, Value)> {
        self.take_apart(Taking::new(list), false)
    }

    fn take_apart(&mut self, taking: Taking, can_pause: bool) -> Res<(Vec<Value>, Value)> {
        let Taking { mut items, mut rest, mut circle } = taking;
        while rest.has_elements() && !circle.is_closed_at(rest) {
            items.push(self.heap.first(rest));
            rest = self.heap.rest(rest);
            if items.len() % PIECE == 0 {
                self.charge(PIECE)?;
                self.heap.reserve(items.len() * size_of::<Value>())?;
                if can_pause && self.pauses_in_native() {
                    return Err(self.interrupt_work(Taking { items, rest, circle }, Limit::Step.into()));
                }
            }
        }
        Ok((items, rest))
    }
}

/// A list that is being taken apart.
struct Taking {
    items: Vec<Value>,
    rest: Value,
    circle: Circle,
}

impl Taking {
    fn new(list: Value) -> Taking {
        Taking { items: Vec::new(), rest: list, circle: Circle::new() }
    }
}

impl Work for Taking {
    fn values(&self) -> Box<dyn Iterator<Item = &Value> + '_> {
        Box::new(self.items.iter().chain([&self.rest, &self.circle.been]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_builder_without_elements_is_its_tail() {
        let mut rt = Runtime::for_tests();
        assert_eq!(Builder::new().finish(&mut rt.heap, Value::T), Value::T);
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

    /// A list of these numbers whose pairs lie in rows of `row`, one row behind the other.
    fn in_rows(rt: &mut Runtime, n: i64, row: usize, tail: Value) -> Value {
        let items: Vec<Value> = (0..n).map(Value::fix).collect();
        items.rchunks(row).fold(tail, |rest, items| {
            let rest = rt.heap.list_with_tail(items, rest).unwrap();
            // Somebody else's pair lies before the next row.
            rt.heap.pair(Value::T, Value::NIL).unwrap();
            rest
        })
    }

    #[test]
    fn the_parts_of_a_list_do_not_depend_on_where_its_pairs_lie() {
        let mut rt = Runtime::for_tests();
        let digits = Value::digits(0b1010);
        for n in [0, 1, 2, 15, 16, 17, 1023, 1024, 1025, 2500] {
            for row in [1, 2, 7, 16, 5000] {
                let expected: Vec<Value> = (0..n).map(Value::fix).collect();
                let list = in_rows(&mut rt, n, row, Value::NIL);
                assert!(rt.list_parts(list).unwrap() == (expected.clone(), Value::NIL), "{n} in rows of {row}");
                let improper = in_rows(&mut rt, n, row, Value::T);
                assert!(rt.list_parts(improper).unwrap() == (expected.clone(), Value::T));
                let members = [digits.least_digit(), digits.other_digits().least_digit()];
                let with_digits = in_rows(&mut rt, n, row, digits);
                assert!(rt.list_parts(with_digits).unwrap() == ([&expected[..], &members].concat(), Value::NIL));
            }
        }
    }

    #[test]
    fn a_list_that_leads_back_has_an_end_that_says_so() {
        let mut rt = Runtime::for_tests();
        for n in [1, 2, 17, 1024, 1500] {
            for row in [1, 16, 5000] {
                for back_to in [0, 1, n / 2, n - 1] {
                    let list = in_rows(&mut rt, n, row, Value::NIL);
                    let (mut target, mut last) = (list, list);
                    for _ in 0..back_to.min(n - 1) {
                        target = rt.heap.cdr(target);
                    }
                    while rt.heap.cdr(last).is_pair() {
                        last = rt.heap.cdr(last);
                    }
                    rt.heap.set_cdr(last, target);
                    let (items, end) = rt.list_parts(list).unwrap();
                    assert!(end.is_pair() && items.len() < 10_000, "{n} in rows of {row}, back to {back_to}");
                }
            }
        }
    }
}
