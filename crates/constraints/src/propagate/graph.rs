//! Each variable says which comes next, and all are visited before the first again. What is fixed makes chains; the
//! end of one may not lead to its beginning unless it is the whole circuit. That the values differ is a constraint of
//! its own.

use crate::domain::Failure;
use crate::propagate::{Outcome, Run, at, put};
use crate::propagation_queue::Workspace;
use crate::relation::Transition;

pub(super) fn run(work: &mut Workspace<'_>, next: &[u32]) -> Run {
    let count = next.len();
    let mut has_predecessor = vec![false; count];
    let mut fixed = 0;
    for &x in next {
        if let Some(to) = work.value(x) {
            fixed += 1;
            if at(&has_predecessor, to as usize) {
                return Err(Failure);
            }
            put(&mut has_predecessor, to as usize, true);
        }
    }
    if fixed == count {
        let (mut node, mut length) = (0, 0);
        loop {
            node = work.lo(at(next, node)) as usize;
            length += 1;
            if node == 0 || length > count {
                break;
            }
        }
        return if length == count { Ok(Outcome::Done) } else { Err(Failure) };
    }
    let mut visited = 0;
    for start in (0..count).filter(|&node| !at(&has_predecessor, node)) {
        let (mut end, mut length) = (start, 1);
        while let Some(to) = work.value(at(next, end)) {
            end = to as usize;
            length += 1;
            // A chain that runs into itself; where a variable occurs at two places, there are some.
            if length > count {
                return Err(Failure);
            }
        }
        visited += length;
        if length < count {
            work.remove(at(next, end), start as i64)?;
        }
    }
    // Nodes that no chain reaches form circles.
    if visited < count { Err(Failure) } else { Ok(Outcome::Open) }
}

// The values, one after the other, are accepted by an automaton, which need not be deterministic. Domain consistent
// (G. Pesant, "A regular language membership constraint for finite sequences of variables", CP 2004), with sets of
// states as bits.

#[derive(Debug)]
pub(crate) struct Regular {
    pub items: Box<[u32]>,
    /// By value, ascending.
    pub transitions: Box<[Transition]>,
    pub states: u32,
    pub start: u32,
    pub accepting: Box<[u32]>,
}

impl Regular {
    pub fn run(&self, work: &mut Workspace<'_>) -> Run {
        let words = (self.states as usize).div_ceil(64).max(1);
        let layers = self.items.len() + 1;
        let mut reached = vec![0u64; words * layers];
        let has = |set: &[u64], layer: usize, state: u32| {
            at(set, layer * words + state as usize / 64) >> (state % 64) & 1 != 0
        };
        let add = |set: &mut [u64], layer: usize, state: u32| {
            if let Some(word) = set.get_mut(layer * words + state as usize / 64) {
                *word |= 1 << (state % 64);
            }
        };
        add(&mut reached, 0, self.start);
        for (layer, &x) in self.items.iter().enumerate() {
            for t in &self.transitions {
                if has(&reached, layer, t.from) && work.contains(x, t.value) {
                    add(&mut reached, layer + 1, t.to);
                }
            }
        }
        // Backwards, from the states that accept, only over what has been reached.
        let mut useful = vec![0u64; words * layers];
        for &state in &self.accepting {
            if has(&reached, layers - 1, state) {
                add(&mut useful, layers - 1, state);
            }
        }
        if useful.iter().all(|&word| word == 0) {
            return Err(Failure);
        }
        let mut values = Vec::new();
        for (layer, &x) in self.items.iter().enumerate().rev() {
            values.clear();
            for t in &self.transitions {
                if has(&reached, layer, t.from) && has(&useful, layer + 1, t.to) && work.contains(x, t.value) {
                    add(&mut useful, layer, t.from);
                    values.push(t.value);
                }
            }
            let (Some(&first), Some(&last)) = (values.first(), values.last()) else { return Err(Failure) };
            work.set_lo(x, first)?;
            work.set_hi(x, last)?;
            if work.range(x).size <= crate::domain::MOST_BITS {
                work.keep(x, |_, value| values.binary_search(&value).is_ok())?;
            }
        }
        let fixed = self.items.iter().all(|&x| work.value(x).is_some());
        Ok(if fixed { Outcome::Done } else { Outcome::Open })
    }
}
