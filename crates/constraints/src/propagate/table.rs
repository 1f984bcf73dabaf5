//! The values together are one of some tuples. Domain consistent (J. Demeulenaere and others, "Compact-Table:
//! efficiently filtering table constraints with reversible sparse bit-sets", CP 2016; the sets here are plain words,
//! which a copy of the store copies).

use std::collections::HashMap;

use crate::domain::{Failure, Transition};
use crate::propagate::Workspace;
use crate::propagate::{Outcome, Run, at, put};

#[derive(Debug)]
pub(crate) struct Table {
    pub items: Box<[u32]>,
    /// For each variable, and each value of it that occurs, where the set of the tuples with it begins.
    supports: Vec<HashMap<i64, usize>>,
    sets: Vec<u64>,
    /// Words of a set.
    words: usize,
    /// The tuples that are still possible, then for each variable its number of values at the last run.
    memory: usize,
}

impl Table {
    /// `memory` is where the words of the state begin.
    pub fn new(items: &[u32], tuples: &[Vec<i64>], memory: usize) -> Table {
        let words = tuples.len().div_ceil(64).max(1);
        let (mut supports, mut sets) = (vec![HashMap::new(); items.len()], Vec::new());
        for (number, tuple) in tuples.iter().enumerate() {
            for (of_variable, &value) in supports.iter_mut().zip(tuple) {
                let start = *of_variable.entry(value).or_insert_with(|| {
                    let start = sets.len();
                    sets.resize(start + words, 0u64);
                    start
                });
                if let Some(word) = sets.get_mut(start + number / 64) {
                    *word |= 1 << (number % 64);
                }
            }
        }
        Table { items: items.into(), supports, sets, words, memory }
    }

    /// The words that it wants to remember, as they are at first.
    pub fn memory(&self, tuples: usize) -> Vec<u64> {
        let mut memory = vec![u64::MAX; self.words];
        if !tuples.is_multiple_of(64)
            && let Some(last) = memory.last_mut()
        {
            *last = (1 << (tuples % 64)) - 1;
        }
        if tuples == 0 {
            memory.fill(0);
        }
        memory.resize(self.words + self.items.len(), 0);
        memory
    }

    /// Bytes that it holds.
    pub fn bytes(&self) -> usize {
        self.sets.len() * 8 + self.supports.iter().map(|of_variable| of_variable.len() * 32).sum::<usize>()
    }

    fn set(&self, start: usize) -> &[u64] {
        self.sets.get(start..start + self.words).unwrap_or_default()
    }

    pub fn run(&self, work: &mut Workspace<'_>) -> Run {
        let mut possible: Vec<u64> = (0..self.words).map(|i| work.recall(self.memory + i)).collect();
        let mut union = vec![0; self.words];
        for (i, (&x, supports)) in self.items.iter().zip(&self.supports).enumerate() {
            let size = self.memory + self.words + i;
            if work.recall(size) == work.range(x).size {
                continue;
            }
            union.fill(0);
            for (&value, &start) in supports {
                if work.contains(x, value) {
                    union.iter_mut().zip(self.set(start)).for_each(|(word, of_value)| *word |= of_value);
                }
            }
            possible.iter_mut().zip(&union).for_each(|(word, of_variable)| *word &= of_variable);
        }
        if possible.iter().all(|&word| word == 0) {
            return Err(Failure);
        }
        for (i, (&x, supports)) in self.items.iter().zip(&self.supports).enumerate() {
            self.filter(work, x, supports, &possible)?;
            let size = work.range(x).size;
            work.remember(self.memory + self.words + i, size);
        }
        for (i, &word) in possible.iter().enumerate() {
            work.remember(self.memory + i, word);
        }
        let fixed = self.items.iter().all(|&x| work.value(x).is_some());
        Ok(if fixed { Outcome::Subsumed } else { Outcome::NoFix })
    }

    fn filter(
        &self,
        work: &mut Workspace<'_>,
        x: u32,
        supports: &HashMap<i64, usize>,
        possible: &[u64],
    ) -> Result<(), Failure> {
        let supported = |value: i64| match supports.get(&value) {
            Some(&start) => self.set(start).iter().zip(possible).any(|(a, b)| a & b != 0),
            None => false,
        };
        if work.is_small(x) {
            return work.retain(x, |_, value| supported(value));
        }
        // A large domain becomes what occurs.
        let mut values: Vec<i64> = supports.keys().copied().filter(|&v| work.contains(x, v) && supported(v)).collect();
        values.sort_unstable();
        let (Some(&first), Some(&last)) = (values.first(), values.last()) else { return Err(Failure) };
        work.set_lo(x, first)?;
        work.set_hi(x, last)?;
        if work.is_small(x) || work.range(x).size <= crate::domain::MAX_BITS {
            return work.retain(x, |_, value| values.binary_search(&value).is_ok());
        }
        debug_assert!(at(&values, 0) == first);
        Ok(())
    }
}

// `result` is the variable with the number `index`. Domain consistent where domains are small, else by bounds.

/// Values of the result times those of the index that are looked at.
const MAX_LOOKS: u64 = 1 << 22;

pub(super) fn element(work: &mut Workspace<'_>, items: &[u32], index: u32, result: u32) -> Run {
    work.set_lo(index, 0)?;
    work.set_hi(index, items.len() as i64 - 1)?;
    work.retain(index, |work, i| work.intersects(at(items, i as usize), result))?;
    if let Some(i) = work.value(index) {
        return equal(work, at(items, i as usize), result);
    }
    let hull = work.values(index).map(|i| work.range(at(items, i as usize)));
    let (lo, hi) = hull.fold((i64::MAX, i64::MIN), |(lo, hi), range| (lo.min(range.lo), hi.max(range.hi)));
    work.set_lo(result, lo)?;
    work.set_hi(result, hi)?;
    if work.is_small(result) && work.range(result).size.saturating_mul(work.range(index).size) <= MAX_LOOKS {
        work.retain(result, |work, value| work.values(index).any(|i| work.contains(at(items, i as usize), value)))?;
    }
    Ok(Outcome::NoFix)
}

/// Both have the same values.
fn equal(work: &mut Workspace<'_>, x: u32, y: u32) -> Run {
    for (x, y) in [(x, y), (y, x)] {
        let range = work.range(x);
        work.set_lo(y, range.lo)?;
        work.set_hi(y, range.hi)?;
    }
    if work.is_small(x) && work.is_small(y) {
        work.retain(x, |work, value| work.contains(y, value))?;
        work.retain(y, |work, value| work.contains(x, value))?;
    }
    match (work.value(x), work.value(y)) {
        (Some(a), Some(b)) if a != b => Err(Failure),
        (Some(_), Some(_)) => Ok(Outcome::Subsumed),
        _ => Ok(Outcome::NoFix),
    }
}

// No-goods: values that variables do not all have at once, as a search has found out.

/// Once all but one have their values, the last one has another.
pub(super) fn nogood(work: &mut Workspace<'_>, pairs: &[(u32, i64)]) -> Run {
    let mut open = None;
    for &(x, value) in pairs {
        if !work.contains(x, value) {
            return Ok(Outcome::Subsumed);
        }
        if work.value(x).is_none() {
            match open {
                None => open = Some((x, value)),
                // The same variable again says nothing new.
                Some(same) if same == (x, value) => {}
                Some(_) => return Ok(Outcome::NoFix),
            }
        }
    }
    let (x, value) = open.ok_or(Failure)?;
    work.remove(x, value)?;
    Ok(Outcome::Subsumed)
}

// The left values come before the right ones as words do in a dictionary, or are the same unless that is forbidden.
// Domain consistent (A. Frisch and others, "Propagation algorithms for lexicographic ordering constraints", 2006).

pub(super) fn lex_less(work: &mut Workspace<'_>, left: &[u32], right: &[u32], strict: bool) -> Run {
    let pairs = || left.iter().copied().zip(right.iter().copied()).enumerate();
    // The first later place that decides, and its effect; the places before it do not decide.
    let mut decided: Option<(usize, bool)> = None;
    for (i, (x, y)) in pairs() {
        if let (Some(a), Some(b)) = (work.value(x), work.value(y))
            && a == b
        {
            continue;
        }
        // The first place where they may differ. The places after it decide whether they may be equal here.
        let (place, equal_allowed) = match decided.filter(|&(place, _)| place > i) {
            Some(known) => known,
            None => {
                let mut behind = pairs().skip(i + 1).map(|(j, (x, y))| (j, work.lo(x), work.hi(y)));
                let differs = behind.find(|(_, least, greatest)| least != greatest);
                differs.map_or((usize::MAX, !strict), |(j, least, greatest)| (j, least < greatest))
            }
        };
        decided = Some((place, equal_allowed));
        let gap = i64::from(!equal_allowed);
        let (most, least) = (work.hi(y) - gap, work.lo(x) + gap);
        work.set_hi(x, most)?;
        work.set_lo(y, least)?;
        if work.hi(x) < work.lo(y) {
            return Ok(Outcome::Subsumed);
        }
        if let (Some(a), Some(b)) = (work.value(x), work.value(y))
            && a == b
        {
            continue;
        }
        return Ok(Outcome::NoFix);
    }
    if strict { Err(Failure) } else { Ok(Outcome::Subsumed) }
}

pub(super) fn circuit(work: &mut Workspace<'_>, next: &[u32]) -> Run {
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
        return if length == count { Ok(Outcome::Subsumed) } else { Err(Failure) };
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
    if visited < count { Err(Failure) } else { Ok(Outcome::NoFix) }
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
            if work.range(x).size <= crate::domain::MAX_BITS {
                work.retain(x, |_, value| values.binary_search(&value).is_ok())?;
            }
        }
        let fixed = self.items.iter().all(|&x| work.value(x).is_some());
        Ok(if fixed { Outcome::Subsumed } else { Outcome::NoFix })
    }
}
