//! Random numbers: one generator for each engine, which the host or the program seeds.
//!
//! **Invariant:** the numbers that follow a seed are the same on every machine and in every version. The generator is
//! therefore a specified one (xoshiro256++, seeded through SplitMix64), and this file specifies how a number below a
//! bound derives from its words.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// State of the random numbers of an engine.
///
/// There is an example at [`crate::inspect::Inspect::random_state`].
#[derive(Clone)]
pub struct RandomState(Xoshiro256PlusPlus);

impl RandomState {
    pub(crate) fn new(seed: u64) -> RandomState {
        RandomState(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// 64 random bits.
    pub(crate) fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`, each with the same probability; 0 if there is none.
    ///
    /// The high half of the product of a word and the bound (Lemire, "Fast random integer generation in an interval",
    /// 2019).
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        let uneven = bound.wrapping_neg().checked_rem(bound).unwrap_or(0);
        loop {
            let product = u128::from(self.word()) * u128::from(bound);
            // Some results would have one word more than others.
            if product as u64 >= uneven {
                return (product >> 64) as u64;
            }
        }
    }

    /// A number from 0 up to and without 1: the upper 53 bits of a word.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Brings the items into a random order (Fisher and Yates, from the end).
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = self.below(i as u64 + 1) as usize;
            items.swap(i, j);
        }
    }
}

opaque!("RandomState" RandomState);

impl Default for RandomState {
    fn default() -> RandomState {
        RandomState::new(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_after_a_seed_never_change() {
        let mut random = RandomState::new(1);
        let words: Vec<u64> = (0..3).map(|_| random.word()).collect();
        assert_eq!(words, [14971601782005023387, 13781649495232077965, 1847458086238483744]);
        let mut random = RandomState::new(1);
        let small: Vec<u64> = (0..10).map(|_| random.below(10)).collect();
        assert_eq!(small, [8, 7, 1, 7, 1, 5, 9, 5, 0, 1]);
    }

    #[test]
    fn numbers_below_the_bound_are_equally_frequent() {
        let mut random = RandomState::new(7);
        let mut counts = [0; 7];
        for _ in 0..70_000 {
            counts[random.below(7) as usize] += 1;
        }
        assert!(counts.iter().all(|&n| (9_500..10_500).contains(&n)), "{counts:?}");
        assert_eq!((random.below(1), random.below(0)), (0, 0));
        assert!((0..1000).all(|_| (0.0..1.0).contains(&random.unit())));
    }
}
