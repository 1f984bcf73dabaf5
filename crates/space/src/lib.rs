#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod matching;

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

pub use crate::matching::{SmallMatching, bits, sets_with_sum};

/// State in which nothing fits any more.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Contradiction {
    /// The place that would be left without a value, if it was one: a cell, a variable.
    pub place: Option<usize>,
    /// The number of the group, or constraint, that found out.
    pub group: Option<usize>,
}

impl Contradiction {
    /// A place has no value left.
    pub const fn at(place: usize) -> Contradiction {
        Contradiction { place: Some(place), group: None }
    }

    /// A group cannot hold.
    pub const fn among(group: usize) -> Contradiction {
        Contradiction { place: None, group: Some(group) }
    }
}

/// A state of a search: places, each with the values that it can still take.
pub trait Space {
    /// Returns the number of places, which are numbered from 0.
    fn places(&self) -> usize;

    /// Returns the number of values that a place can still take.
    fn size(&self, place: usize) -> u64;

    /// The open places among which a search chooses, ascending unless the state has its own order: those that are not
    /// decided and have a value left.
    fn open(&self) -> Vec<usize>;

    /// Returns the degree of a place: how many other things it constrains that are still open.
    fn degree(&self, place: usize) -> usize;

    /// Returns whether every place has one value, and all of them go together.
    fn is_solved(&self) -> bool;

    /// The places that took part in a contradiction: those of the group that found out, or the one that has no value.
    fn involved(&self, contradiction: Contradiction) -> Vec<usize>;

    /// All open places with the fewest values.
    fn fewest_values(&self) -> Vec<usize> {
        let mut open: Vec<(usize, u64)> = self.open().into_iter().map(|place| (place, self.size(place))).collect();
        let fewest = open.iter().map(|&(_, size)| size).min();
        open.retain(|&(_, size)| Some(size) == fewest);
        open.into_iter().map(|(place, _)| place).collect()
    }

    /// An open place with the fewest values; none if all are decided.
    fn most_constrained(&self, tie: TieBreak<'_>) -> Option<usize> {
        choose(self.fewest_values().into_iter(), tie, |place| self.degree(place))
    }

    /// The open place with the fewest values in proportion to its weight (dom/wdeg), the first of several.
    fn min_dom_wdeg(&self, weights: &Weights) -> Option<usize> {
        first_of_highest(self.open().into_iter(), |place| weights.get(place) / self.size(place) as f64)
    }
}

// State from the view of a search that changes it: values are chosen and taken away, and consequences are propagated.

/// Mark that a state shares with all its copies, including those with further constraints: weights belong to it.
pub type Family = Arc<()>;

/// Name of a place for a program: its number, and a mark that tells it from the places of other states with the same
/// number. The mark means nothing besides, and differs from run to run. A number is below 2^24.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variable(pub u32, pub u32);

impl Variable {
    /// The variable with this number and this mark.
    pub fn from_parts(number: u32, mark: u32) -> Variable {
        Variable(number, mark)
    }

    /// Its number.
    pub fn number(self) -> u32 {
        self.0
    }

    /// Returns the mark that tells it from the variables of others with the same number.
    pub fn mark(self) -> u32 {
        self.1
    }
}

/// Progress of a propagation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// No constraint has anything left to say.
    Fixpoint,
    /// The budget is used up; another call goes on.
    OutOfBudget,
    /// Propagators of the owner's wait for their turn ([`Searchable::next_user_propagator`]); no other one does.
    UserPropagators,
}

/// A place and its values, for people who watch a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Domain {
    /// The number of the variable.
    pub variable: u32,
    /// The name that the program has given it.
    pub name: Option<Arc<str>>,
    /// The least and the greatest value that it was made with.
    pub initial_bounds: (i64, i64),
    /// Its values: ascending runs, each from its least to its greatest. Of a variable with very many runs, the last one
    /// goes on to the greatest value, and has holes.
    pub runs: Vec<(i64, i64)>,
}

impl Domain {
    /// Runs of values that a trace lists for a variable, at most.
    pub const MAX_RUNS: usize = 64;

    /// The runs that ascending values come to, of which `greatest` is the last.
    pub fn runs_of(values: impl IntoIterator<Item = i64>, greatest: i64) -> Vec<(i64, i64)> {
        let mut runs: Vec<(i64, i64)> = Vec::new();
        for value in values {
            let is_full = runs.len() == Domain::MAX_RUNS;
            match runs.last_mut() {
                Some(last) if last.1.checked_add(1) == Some(value) => last.1 = value,
                Some(last) if is_full => {
                    last.1 = greatest;
                    break;
                }
                _ => runs.push((value, value)),
            }
        }
        runs
    }
}

/// A state that a search goes on from: it copies the state, chooses a value, and looks what follows. After a
/// contradiction, what the state says of its places means nothing.
///
/// Programs name places by variables. If the state is to them an array of rows and columns, they name the elements,
/// which are the places.
pub trait Searchable: Space {
    /// Returns the variable by which a program knows a place, unless it knows places by row and column.
    fn variable(&self, _place: usize) -> Option<Variable> {
        None
    }

    /// The place that a program knows so; none if it is one of another state.
    fn place(&self, _variable: Variable) -> Option<usize> {
        None
    }

    /// The values that a place can still take, ascending.
    fn values(&self, place: usize) -> Vec<i64>;

    /// Returns these values as a set, bit d for the value d, if the values of all places are integers from 0 to 55.
    fn value_set(&self, _place: usize) -> Option<u64> {
        None
    }

    /// The values in the order in which a search tries them unless a program has another one.
    fn ordered_values(&self, place: usize) -> Vec<i64> {
        self.values(place)
    }

    /// Returns the least and the greatest value that places can have at all, if it is a mistake of a program to assign
    /// another one.
    fn value_range(&self) -> Option<(i64, i64)> {
        None
    }

    /// Returns whether a place has one value, and all that follows directly from it has been concluded.
    fn is_settled(&self, place: usize) -> bool {
        self.size(place) == 1
    }

    /// The places whose values differ from that of this one. Of an array of lists that programs use like this state, a
    /// step takes the value away there.
    fn neighbours(&self, _place: usize) -> &[u16] {
        &[]
    }

    /// The contradiction that has been found.
    fn contradiction(&self) -> Option<Contradiction>;

    /// Returns the family that it shares with its copies.
    fn family(&self) -> &Family;

    /// The names of levels of propagation, weakest first. A state without levels always concludes the same.
    fn levels() -> &'static [&'static str]
    where
        Self: Sized,
    {
        &[]
    }

    /// Returns the number of the level that is meant where a program names none.
    fn default_level(&self) -> usize {
        0
    }

    /// Leaves a place only one value. What follows from that is for [`Searchable::propagate`] to find out; so below.
    fn assign(&mut self, place: usize, value: i64) -> Result<(), Contradiction>;

    /// Takes a value away.
    fn remove(&mut self, place: usize, value: i64) -> Result<(), Contradiction>;

    /// Takes away what is less than `value`.
    fn at_least(&mut self, place: usize, value: i64) -> Result<(), Contradiction> {
        self.values(place).into_iter().take_while(|&v| v < value).try_for_each(|v| self.remove(place, v))
    }

    /// Takes away what is greater than `value`.
    fn at_most(&mut self, place: usize, value: i64) -> Result<(), Contradiction> {
        self.values(place).into_iter().rev().take_while(|&v| v > value).try_for_each(|v| self.remove(place, v))
    }

    /// Concludes what follows, until nothing does any more or the budget is used up. A step of the budget is about what
    /// looking at 32 values takes; the last conclusion may exceed it, which leaves it below 0.
    fn propagate(&mut self, budget: &mut i64) -> Result<Progress, Contradiction>;

    /// Concludes what follows by the rules of a level.
    fn propagate_at(&mut self, _level: usize, budget: &mut i64) -> Result<Progress, Contradiction> {
        self.propagate(budget)
    }

    /// Combines [`Searchable::assign`] and [`Searchable::propagate_at`].
    fn assign_at(
        &mut self,
        place: usize,
        value: i64,
        level: usize,
        budget: &mut i64,
    ) -> Result<Progress, Contradiction> {
        self.assign(place, value)?;
        self.propagate_at(level, budget)
    }

    /// Combines [`Clone::clone_from`] of a copy and then [`Searchable::assign_at`], for states that can do it in one
    /// go.
    fn assign_in_copy(
        &self,
        copy: &mut Self,
        (place, value): (usize, i64),
        level: usize,
        budget: &mut i64,
    ) -> Result<Progress, Contradiction>
    where
        Self: Sized + Clone,
    {
        copy.clone_from(self);
        copy.assign_at(place, value, level, budget)
    }

    /// Leaves a place only one value and takes that away from its neighbours, where it is not the last one. Concludes
    /// nothing from what is left there.
    fn assign_once(&mut self, place: usize, value: i64) -> Result<(), Contradiction> {
        self.assign(place, value)
    }

    /// Returns whether every place has one value and all go together. This may take values away that do not go together
    /// with those of places before.
    fn check_solved(&mut self) -> bool {
        self.is_solved()
    }

    /// Returns whether there is nothing to propagate, and no contradiction to be found again by that.
    fn is_at_fixpoint(&self) -> bool {
        self.contradiction().is_none()
    }

    /// The number of the propagator of the owner's whose turn it is, if [`Searchable::propagate`] has left none but
    /// these. The owner runs it and propagates again.
    fn next_user_propagator(&mut self) -> Option<u32> {
        None
    }

    /// The group of the propagator that [`Searchable::next_user_propagator`] has told last, until the next propagation.
    fn running_propagator(&self) -> Option<u32> {
        None
    }

    // ---- for people

    /// Returns the name of a place.
    fn name_of(&self, place: usize) -> String {
        format!("#{place}")
    }

    /// Describes the constraint of a group in words.
    fn constraint_text(&self, _group: u32) -> Option<String> {
        None
    }

    /// Describes the constraint that led to the contradiction which has been found, in words.
    fn contradiction_text(&self) -> Option<String> {
        let group = self.contradiction()?.group.map(|group| group as u32);
        self.constraint_text(group.or(self.running_propagator())?)
    }

    /// Returns the number of steps that [`Searchable::explain`] takes, if the state has that.
    fn explain_cost(&self) -> Option<usize> {
        None
    }

    /// Describes in words why the state has no solution, if that shows without a search. For a state that does not have
    /// it, the contradiction that propagation finds is described.
    fn explain(&self) -> Option<String> {
        None
    }

    /// Returns the number of values left in all places, or in those that the user cares for.
    fn values_left(&self) -> u64 {
        (0..self.places()).map(|place| self.size(place)).fold(0, u64::saturating_add)
    }

    /// Returns the state as the receiver of a trace knows it, if it knows this type of state. A trace has the
    /// [`Searchable::domains`] of another one.
    fn snapshot(&self) -> Option<Arc<dyn Any + Send + Sync>> {
        None
    }

    /// The places that people care for, as they are.
    fn domains(&self) -> Vec<Domain> {
        let domain = |place| {
            let values = self.values(place);
            let (least, greatest) = values.first().copied().zip(values.last().copied()).unwrap_or_default();
            let (variable, runs) = (place as u32, Domain::runs_of(values, greatest));
            Domain { variable, name: None, initial_bounds: (least, greatest), runs }
        };
        (0..self.places()).map(domain).collect()
    }
}

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
