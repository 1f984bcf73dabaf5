//! Choice among several places of a search, and the random numbers for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Choice among several places with the fewest values.
#[derive(Debug)]
pub enum TieBreak<'a> {
    /// The first.
    First,
    /// The one that constrains most which is still open; the first of those.
    Degree,
    /// The heaviest; the first of those.
    Weight(&'a Weights),
    /// Any.
    Random(&'a mut Random),
}

/// Takes one of several places.
#[inline]
pub fn choose<D: PartialOrd>(
    mut best: impl Iterator<Item = usize>,
    tie: TieBreak<'_>,
    degree: impl Fn(usize) -> D,
) -> Option<usize> {
    match tie {
        TieBreak::First => best.next(),
        TieBreak::Degree => first_of_highest(best, degree),
        TieBreak::Weight(weights) => first_of_highest(best, |place| weights.get(place)),
        // Reservoir sampling: the n-th place replaces the choice with probability 1/n, so all are equally likely.
        TieBreak::Random(random) => {
            best.zip(1..).fold(None, |chosen, (place, seen)| if random.below(seen) == 0 { Some(place) } else { chosen })
        }
    }
}

/// The first of the places whose score is highest.
#[inline]
pub fn first_of_highest<T: PartialOrd>(
    places: impl Iterator<Item = usize>,
    score: impl Fn(usize) -> T,
) -> Option<usize> {
    let mut best = None;
    for place in places {
        let score = score(place);
        if best.as_ref().is_none_or(|(_, highest)| score > *highest) {
            best = Some((place, score));
        }
    }
    best.map(|(place, _)| place)
}

// Weights of places: which took part in contradictions, counted over a whole search (dom/wdeg: Boussemart, Hemery,
// Lecoutre and Sais, 2004).

/// A weight for each place, 1 at first. Clones share the weights.
#[derive(Debug, Clone)]
pub struct Weights(Arc<[AtomicU64]>);

impl Weights {
    /// Returns weights for this number of places.
    pub fn new(places: usize) -> Weights {
        Weights((0..places).map(|_| AtomicU64::new(1.0f64.to_bits())).collect())
    }

    /// Returns the number of places with a weight.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are no places.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the same weights, shared no longer, for this number of places.
    pub fn resized(&self, places: usize) -> Weights {
        Weights((0..places).map(|place| AtomicU64::new(self.get(place).to_bits())).collect())
    }

    /// The weight of a place; 1 for one that there is not.
    pub fn get(&self, place: usize) -> f64 {
        self.0.get(place).map_or(1.0, read)
    }

    /// Makes a place heavier.
    pub fn bump(&self, place: usize, by: f64) {
        if let Some(weight) = self.0.get(place) {
            write(weight, read(weight) + by);
        }
    }

    /// Makes the places of a contradiction (see [`crate::Space::involved`]) heavier by 1.
    pub fn bump_all(&self, involved: impl IntoIterator<Item = usize>) {
        involved.into_iter().for_each(|place| self.bump(place, 1.0));
    }

    /// Multiplies what exceeds 1: a factor below 1 lets what was long ago count less.
    pub fn decay(&self, factor: f64) {
        for weight in self.0.iter() {
            write(weight, 1.0 + (read(weight) - 1.0) * factor);
        }
    }
}

// One search uses the weights at a time: atomics let states go from thread to thread, no more.

fn read(weight: &AtomicU64) -> f64 {
    f64::from_bits(weight.load(Ordering::Relaxed))
}

fn write(weight: &AtomicU64, value: f64) {
    weight.store(value.to_bits(), Ordering::Relaxed);
}

/// Random numbers from a seed (SplitMix64: Steele, Lea and Flood, 2014).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Random(SplitMix64);

impl Random {
    /// A generator; each seed has its own sequence.
    pub fn new(seed: u64) -> Random {
        Random(SplitMix64::from_seed(seed.to_le_bytes()))
    }

    /// The next 64 random bits.
    pub fn next_bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `end`; 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next_bits()) * end as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_of_a_seed_never_change() {
        // The first numbers of the reference implementation.
        let mut random = Random::new(1_234_567);
        let bits = [(); 3].map(|()| random.next_bits());
        assert_eq!(bits, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }
}
