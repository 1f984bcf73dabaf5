//! All different, by domains, of at most 64 variables with at most 64 values: what `matching.rs` does, with sets as
//! words.
//!
//! A variable leads to those whose values it could take. A value of another variable can be taken if the two lie on a
//! cycle of that graph, or if from the other one a value leads on that nobody has.

use crate::domain::Failure;
use crate::propagate::{Outcome, Run, at, put};
use crate::propagation_queue::Workspace;

/// A value that no variable has, a variable that has no value.
const NONE: u8 = u8::MAX;

/// Variables, and values, at most.
pub(super) const MOST: usize = 64;

struct Matching {
    /// The values of each variable, counted from the first.
    values: [u64; MOST],
    /// For each variable, its value.
    of_variable: [u8; MOST],
    /// For each value, its variable.
    of_value: [u8; MOST],
}

/// The numbers of the bits, ascending.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}

pub(super) fn run(work: &mut Workspace<'_>, items: &[u32], base: i64, memory: usize) -> Run {
    let mut matching = Matching { values: [0; MOST], of_variable: [NONE; MOST], of_value: [NONE; MOST] };
    for (i, &x) in items.iter().enumerate() {
        let values = work.word(x, base);
        put(&mut matching.values, i, values);
        if let Some(value) = work.recall(memory + i).checked_sub(1)
            && values >> value & 1 != 0
        {
            put(&mut matching.of_variable, i, value as u8);
            put(&mut matching.of_value, value as usize, i as u8);
        }
    }
    if !matching.complete(items.len()) {
        return Err(Failure);
    }
    for i in 0..items.len() {
        work.remember(memory + i, u64::from(at(&matching.of_variable, i)) + 1);
    }
    let impossible = matching.impossible(items.len());
    let mut open = false;
    for (i, &x) in items.iter().enumerate() {
        for value in bits(at(&impossible, i)) {
            work.remove(x, base + value as i64)?;
        }
        open |= (at(&matching.values, i) & !at(&impossible, i)).count_ones() > 1;
    }
    Ok(if open { Outcome::Open } else { Outcome::Done })
}

/// Of sets of values, one for each of so many variables, what belongs to an assignment of different ones; none if there
/// is no such assignment.
pub(super) fn supported(values: [u64; MOST], count: usize) -> Option<[u64; MOST]> {
    let mut matching = Matching { values, of_variable: [NONE; MOST], of_value: [NONE; MOST] };
    if !matching.complete(count) {
        return None;
    }
    let mut supported = values;
    for (values, impossible) in supported.iter_mut().zip(matching.impossible(count)) {
        *values &= !impossible;
    }
    Some(supported)
}

impl Matching {
    /// Gives a value to each variable that has none yet, if all can have different ones.
    fn complete(&mut self, count: usize) -> bool {
        (0..count).all(|i| at(&self.of_variable, i) != NONE || self.augment(i))
    }

    /// Finds a value for a variable that has none, perhaps by giving others different ones (breadth first).
    fn augment(&mut self, start: usize) -> bool {
        let mut from = [NONE; MOST];
        let mut open = [0u8; MOST];
        let (mut next, mut end, mut seen) = (0, 1, 0u64);
        put(&mut open, 0, start as u8);
        while next < end {
            let i = at(&open, next);
            next += 1;
            let fresh = at(&self.values, usize::from(i)) & !seen;
            seen |= fresh;
            for value in bits(fresh) {
                put(&mut from, value, i);
                match at(&self.of_value, value) {
                    NONE => {
                        self.exchange(value as u8, start as u8, &from);
                        return true;
                    }
                    other => {
                        put(&mut open, end, other);
                        end += 1;
                    }
                }
            }
        }
        false
    }

    /// Goes back along the way that the search came.
    fn exchange(&mut self, mut value: u8, start: u8, from: &[u8; MOST]) {
        loop {
            let i = at(from, usize::from(value));
            let before = at(&self.of_variable, usize::from(i));
            put(&mut self.of_variable, usize::from(i), value);
            put(&mut self.of_value, usize::from(value), i);
            if i == start {
                return;
            }
            value = before;
        }
    }

    /// For each variable, the values that it cannot have if all are to have different ones.
    fn impossible(&self, count: usize) -> [u64; MOST] {
        let mut impossible = [0; MOST];
        // Edges of the variables that have a choice, in both directions, and variables that can take a free value.
        let (mut onward, mut back, mut free, mut left) = ([0u64; MOST], [0u64; MOST], 0u64, 0u64);
        let had = (0..count).fold(0u64, |had, i| had | 1 << (at(&self.of_variable, i) & 63));
        for i in 0..count {
            let values = at(&self.values, i);
            if values.count_ones() < 2 {
                continue;
            }
            left |= 1 << i;
            free |= u64::from(values & !had != 0) << i;
            for value in bits(values & had & !(1 << (at(&self.of_variable, i) & 63))) {
                let j = usize::from(at(&self.of_value, value));
                add(&mut onward, i, 1 << j);
                add(&mut back, j, 1 << i);
            }
        }
        let open = left;
        let relaxed = reached(&back, free, u64::MAX);
        left &= !relaxed;
        let mut component = [0u64; MOST];
        while left != 0 {
            let seed = left & left.wrapping_neg();
            let together = reached(&onward, seed, left) & reached(&back, seed, left);
            bits(together).for_each(|i| put(&mut component, i, together));
            left &= !together;
        }
        for i in bits(open) {
            let good = at(&component, i) | relaxed;
            for j in bits(at(&onward, i) & !good) {
                add(&mut impossible, i, 1 << (at(&self.of_variable, j) & 63));
            }
        }
        impossible
    }
}

fn add(sets: &mut [u64; MOST], at: usize, more: u64) {
    if let Some(set) = sets.get_mut(at) {
        *set |= more;
    }
}

/// Returns the nodes that can be reached from some nodes over allowed ones, themselves included.
fn reached(edges: &[u64; MOST], from: u64, allowed: u64) -> u64 {
    let (mut seen, mut fresh) = (from, from);
    while fresh != 0 {
        let next = bits(fresh).fold(0, |next, i| next | at(edges, i)) & allowed;
        fresh = next & !seen;
        seen |= fresh;
    }
    seen
}
