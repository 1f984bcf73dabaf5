//! What a search works on, board or store: what is told and learned of a search is the same for both.

use std::sync::Arc;

use crate::trace::State;
use klammer_boards::board::{Board, Layout};
#[cfg(feature = "constraints")]
use klammer_constraints::Store;
use klammer_space::{Contradiction, Space, Tie, Weights};

/// A board or a store.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Searched<'a> {
    Board(&'a Board),
    #[cfg(feature = "constraints")]
    Store(&'a Store),
}

/// What has the same weights: boards with one layout, a store and its copies.
#[derive(Debug, Clone)]
pub(super) enum Family {
    Layout(Arc<Layout>),
    #[cfg(feature = "constraints")]
    Store(klammer_constraints::Family),
}

/// What either answers as a space.
macro_rules! either {
    ($searched:expr, $space:ident => $answer:expr) => {
        match $searched {
            Searched::Board($space) => $answer,
            #[cfg(feature = "constraints")]
            Searched::Store($space) => $answer,
        }
    };
}

impl Searched<'_> {
    pub(super) fn family(self) -> Family {
        match self {
            Searched::Board(board) => Family::Layout(board.layout().clone()),
            #[cfg(feature = "constraints")]
            Searched::Store(store) => Family::Store(store.family().clone()),
        }
    }

    pub(super) fn is_of(self, family: &Family) -> bool {
        match (self, family) {
            (Searched::Board(board), Family::Layout(layout)) => Arc::ptr_eq(board.layout(), layout),
            #[cfg(feature = "constraints")]
            (Searched::Store(store), Family::Store(family)) => Arc::ptr_eq(store.family(), family),
            #[cfg(feature = "constraints")]
            _ => false,
        }
    }

    pub fn places(self) -> usize {
        either!(self, space => Space::places(space))
    }

    pub fn degree(self, place: usize) -> usize {
        either!(self, space => Space::degree(space, place))
    }

    pub fn best(self) -> Vec<usize> {
        either!(self, space => space.best())
    }

    pub fn most_constrained(self, tie: Tie<'_>) -> Option<usize> {
        either!(self, space => space.most_constrained(tie))
    }

    pub fn lightest(self, weights: &Weights) -> Option<usize> {
        either!(self, space => space.lightest(weights))
    }

    pub(super) fn is_solved(self) -> bool {
        either!(self, space => space.is_solved())
    }

    pub(super) fn blame(self, weights: &Weights, contradiction: Contradiction) {
        either!(self, space => weights.blame(space.involved(contradiction)));
    }

    /// What a trace tells of it, a store by this number, and how many values are left.
    pub(super) fn state(self, number: u32) -> (State, u64) {
        match self {
            Searched::Board(board) => (State::of_board(board), board.count_digits().into()),
            #[cfg(feature = "constraints")]
            Searched::Store(store) => {
                let left = store.declared().map(|x| store.size(x)).fold(0, u64::saturating_add);
                (State::of_store(store, number), left)
            }
        }
    }

    /// The constraint that has found a contradiction, in words.
    pub(super) fn reason(self, contradiction: Option<Contradiction>) -> Option<String> {
        match self {
            Searched::Board(_) => None,
            #[cfg(feature = "constraints")]
            Searched::Store(store) => {
                let group = contradiction?.group.map(|group| group as u32);
                store.said_of(group.or(store.turn())?)
            }
        }
    }
}
