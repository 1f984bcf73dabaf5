//! Choice among several places of a search.

use crate::{Random, Weights};

/// Choice among several places with the fewest values.
#[derive(Debug)]
pub enum Tie<'a> {
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
    tie: Tie<'_>,
    degree: impl Fn(usize) -> D,
) -> Option<usize> {
    match tie {
        Tie::First => best.next(),
        Tie::Degree => first_of_highest(best, degree),
        Tie::Weight(weights) => first_of_highest(best, |place| weights.get(place)),
        // Each place takes that of those before it so often that all are equally likely in the end.
        Tie::Random(random) => {
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
