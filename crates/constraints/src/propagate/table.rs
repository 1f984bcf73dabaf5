//! The values together are one of some tuples. Domain consistent (J. Demeulenaere and others, "Compact-Table:
//! efficiently filtering table constraints with reversible sparse bit-sets", CP 2016; the sets here are plain words,
//! which a copy of the store copies).

use std::collections::HashMap;

use super::{Outcome, Run, at};
use crate::domain::Failure;
use crate::workspace::Workspace;

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
        Ok(if fixed { Outcome::Done } else { Outcome::Open })
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
            return work.keep(x, |_, value| supported(value));
        }
        // A large domain becomes what occurs.
        let mut values: Vec<i64> = supports.keys().copied().filter(|&v| work.contains(x, v) && supported(v)).collect();
        values.sort_unstable();
        let (Some(&first), Some(&last)) = (values.first(), values.last()) else { return Err(Failure) };
        work.set_lo(x, first)?;
        work.set_hi(x, last)?;
        if work.is_small(x) || work.range(x).size <= crate::domain::MOST_BITS {
            return work.keep(x, |_, value| values.binary_search(&value).is_ok());
        }
        debug_assert!(at(&values, 0) == first);
        Ok(())
    }
}
