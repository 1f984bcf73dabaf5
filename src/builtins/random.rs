//! Random numbers and choices.

use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};

use super::arg::ListRef;
use super::builtins;
use crate::fault::{Code, ErrorData, Limit, Result, Unwind};
use crate::io::Capability;
use crate::num::Number;
use crate::random::RandomState;
use crate::runtime::Runtime;
use crate::value::Value;

/// An integer from 0 up to and without `bound`: words from the lowest on, those beyond the bound drawn again.
fn big_below(rt: &mut Runtime, bound: &IBig) -> Result<IBig> {
    let bits = bound.bit_len();
    rt.reserve_bits(bits)?;
    loop {
        rt.charge(1 + bits / 64)?;
        rt.heap.reserve(bits / 4)?;
        let word = |word: usize| rt.random.word() >> (word * 64 + 64).saturating_sub(bits);
        let bytes: Vec<u8> = (0..bits.div_ceil(64)).map(word).flat_map(u64::to_le_bytes).collect();
        let n = IBig::from(UBig::from_le_bytes(&bytes));
        if n < *bound {
            return Ok(n);
        }
    }
}

fn random(rt: &mut Runtime, bound: Number) -> Result<Option<Value>> {
    match bound {
        // No memory is needed for it.
        Number::Fixnum(n) if n > 0 => Ok(Value::fixnum(rt.random.below(n as u64) as i64)),
        Number::Integer(n) if n > IBig::ZERO => drawing(rt, |rt| {
            let drawn = big_below(rt, &n)?;
            rt.heap.integer(drawn).map(Some)
        }),
        Number::Float(x) if x > 0.0 && x.is_finite() => drawing(rt, |rt| {
            // Rounding may reach the bound.
            let below = (rt.random.unit() * x).min(x.next_down());
            rt.heap.float(below).map(Some)
        }),
        _ => Ok(None),
    }
}

fn nothing_to_choose() -> ErrorData {
    ErrorData::by("random-element", Code::BadValue, "there is nothing to choose from")
}

/// Runs `draw` and restores the generator if memory is refused. The builtin is then called again, so a seed always
/// gives the same numbers.
pub(super) fn drawing<T>(rt: &mut Runtime, draw: impl FnOnce(&mut Runtime) -> Result<T>) -> Result<T> {
    let before = rt.random.clone();
    let drawn = draw(rt);
    if matches!(&drawn, Err(fault) if matches!(**fault, Unwind::Limit(Limit::Memory))) {
        rt.random = before;
    }
    drawn
}

/// The element at a random place.
fn choose(rt: &mut Runtime, sequence: Value) -> Result<Value> {
    if let Some(array) = rt.heap.as_array(sequence) {
        let length = array.len();
        if length == 0 {
            return Err(nothing_to_choose().into());
        }
        let i = rt.random.below(length as u64) as usize;
        return super::array::element(rt, sequence, i);
    }
    let items = rt.list_items("random-element", sequence)?;
    rt.charge(items.len() / 16)?;
    let i = rt.random.below(items.len() as u64) as usize;
    items.get(i).copied().ok_or_else(|| nothing_to_choose().into())
}

builtins! { "random";
    /// A random number from 0 up to and without `bound`: an integer if the bound is one, else a float; each with the
    /// same probability. The numbers that follow a seed are the same on every machine and in every version of Klammer.
    ///
    /// (progn (random-seed! 1) (list (random 6) (random 6) (random 6)))  ;=> (4 4 0)
    /// (< (random 10) 10)                                                ;=> t
    /// (float? (random 1.0))                                             ;=> t
    /// (< (random (expt 10 30)) (expt 10 30))                            ;=> t
    /// (random 0)                                                        ;!! wrong-type
    fn "random" (rt, bound: Number) {
        let shown = bound.clone();
        match random(rt, bound)? {
            Some(n) => Ok(n),
            None => {
                let got = shown.into_value(&mut rt.heap)?;
                Err(rt.wrong_type("random", "bound", "a positive integer or float", got))
            }
        }
    }

    /// Restarts the random numbers from an integer that decides them all; without one, from the time of the host's
    /// clock. Returns the seed. A program that does not call it begins where the host has it begin, every time the
    /// same.
    ///
    /// (random-seed! 42)                                                                ;=> 42
    /// (let ((draw (lambda () (random-seed! 7) (random 1000000)))) (= (draw) (draw)))  ;=> t
    /// (integer? (random-seed!))                                                        ;=> t
    fn "random-seed!" (rt, ?seed: i64) {
        let seed = match seed {
            Some(seed) => seed,
            None => {
                rt.must_have("random-seed!", "find a seed", Capability::Clock)?;
                (rt.host.date().as_nanos() & ((1 << 60) - 1)) as i64
            }
        };
        rt.random = RandomState::new(seed as u64);
        Ok(seed)
    }

    /// A random element of a list or array.
    ///
    /// (member? (random-element '(red green blue)) '(red green blue))  ;=> t
    /// (random-element (vector 7))                                     ;=> 7
    /// (random-element nil)                                            ;!! bad-value
    fn "random-element" (rt, sequence: Value) { drawing(rt, |rt| choose(rt, sequence)) }

    /// A new list of the elements of a list in random order.
    ///
    /// (progn (random-seed! 1) (shuffle '(1 2 3 4 5)))  ;=> (4 2 1 3 5)
    /// (sort (shuffle '(3 1 2)) <)                      ;=> (1 2 3)
    fn "shuffle" (rt, list: ListRef) {
        let mut items = rt.list_items("shuffle", list.0)?;
        rt.charge(items.len() / 4)?;
        drawing(rt, |rt| {
            rt.random.shuffle(&mut items);
            rt.heap.list(&items)
        })
    }
}
