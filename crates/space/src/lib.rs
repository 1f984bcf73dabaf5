#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod branching;
mod matching;
mod random;
mod searchable;

pub use crate::branching::{TieBreak, Weights, choose, first_of_highest};
pub use crate::matching::{SmallMatching, bits, sets_with_sum};
pub use crate::random::Random;
pub use crate::searchable::{Domain, Family, Progress, Searchable, Variable};

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
