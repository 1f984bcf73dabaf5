//! Boards and objects under search: traces and weights treat both alike.

use std::sync::Arc;

use crate::trace::State;
use klammer_space::{Contradiction, Searchable, Space, Tie, Weights};
use klammer_sudoku::board::{Board, Layout};

/// A board, or an object of the host that a search works on, such as a store.
#[derive(Clone, Copy)]
pub(crate) enum Searched<'a> {
    Board(&'a Board),
    Object(&'a dyn Searchable),
}

/// Owners of common weights: boards with one layout, or an object and its copies.
#[derive(Debug, Clone)]
pub(super) enum Family {
    Layout(Arc<Layout>),
    Object(klammer_space::Family),
}

/// Evaluates an expression on either as a space.
macro_rules! either {
    ($searched:expr, $space:ident => $answer:expr) => {
        match $searched {
            Searched::Board($space) => $answer,
            Searched::Object($space) => $answer,
        }
    };
}

impl Searched<'_> {
    pub(super) fn family(self) -> Family {
        match self {
            Searched::Board(board) => Family::Layout(board.layout().clone()),
            Searched::Object(space) => Family::Object(space.family().clone()),
        }
    }

    pub(super) fn is_of(self, family: &Family) -> bool {
        match (self, family) {
            (Searched::Board(board), Family::Layout(layout)) => Arc::ptr_eq(board.layout(), layout),
            (Searched::Object(space), Family::Object(family)) => Arc::ptr_eq(space.family(), family),
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

    /// Returns the state for a trace, in which an object has this number, and the number of values left.
    pub(super) fn state(self, number: u32) -> (State, u64) {
        match self {
            Searched::Board(board) => (State::of_board(board), board.count_digits().into()),
            Searched::Object(space) => (State::Store { store: number, domains: space.domains() }, space.values_left()),
        }
    }

    /// The constraint that has found a contradiction, in words.
    pub(super) fn reason(self, contradiction: Option<Contradiction>) -> Option<String> {
        match self {
            Searched::Board(_) => None,
            Searched::Object(space) => {
                let group = contradiction?.group.map(|group| group as u32);
                space.said_of(group.or(space.turn())?)
            }
        }
    }
}
