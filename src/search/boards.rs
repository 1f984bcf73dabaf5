//! State that boards and stores share in one engine: layouts, weights, the trace.

use std::sync::Arc;

use super::Search;
use super::searched::{Family, Searched};
use crate::fault::Result;
use crate::object::host::{Steps, caught};
use crate::trace::{Event, Outcome, Placed, Sink};
use klammer_space::{Contradiction, Weights};
use klammer_sudoku::board::Layout;

/// Families whose weights are kept: those used last.
const WEIGHTED_FAMILIES: usize = 16;

#[derive(Default)]
pub(super) struct Boards {
    /// The weights of each family; only once they are used.
    weights: Vec<(Family, Weights)>,
    /// Ordinary layouts by their number of digits.
    classic: Vec<Option<Arc<Layout>>>,
    /// Receiver of each step of the trace.
    sink: Option<Sink>,
    /// The number of the last node that was traced.
    traced: u32,
    /// Objects that the trace has told of; their numbers are their places, from 1.
    told: Vec<klammer_space::Family>,
}

impl Boards {
    /// The same for a copy of the engine, in which nobody listens.
    pub fn copy(&self) -> Boards {
        Boards {
            weights: self.weights.clone(),
            classic: self.classic.clone(),
            sink: None,
            traced: self.traced,
            told: self.told.clone(),
        }
    }

    /// No place has a weight.
    pub fn reset(&mut self) {
        self.weights.clear();
    }
}

impl Search {
    /// Returns the ordinary layout with this number of digits, if there is one.
    pub fn classic(&mut self, digits: usize) -> Option<&Arc<Layout>> {
        if digits > Layout::DIGITS {
            return None;
        }
        if self.boards.classic.len() <= digits {
            self.boards.classic.resize(digits + 1, None);
        }
        let slot = self.boards.classic.get_mut(digits)?;
        if slot.is_none() {
            *slot = Layout::classic(digits).ok();
        }
        slot.as_ref()
    }

    /// A step has been made on an array of lists: it is counted, and not traced.
    pub fn plain_step_done(&mut self, possible: &Result<bool>) {
        self.statistics.propagations += 1;
        self.statistics.failures += u64::from(matches!(possible, Ok(false)));
    }

    // ---- weights

    /// The weights of its places, if they have been used.
    fn known_weights(&self, searched: Searched<'_>) -> Option<&Weights> {
        self.boards.weights.iter().find(|(family, _)| searched.is_of(family)).map(|(_, weights)| weights)
    }

    /// The weights of its places: from now on, contradictions change them.
    pub fn weights(&mut self, searched: Searched<'_>) -> Weights {
        let places = searched.places();
        if let Some((_, weights)) = self.boards.weights.iter_mut().find(|(family, _)| searched.is_of(family)) {
            if weights.len() < places {
                *weights = weights.resized(places);
            }
            return weights.clone();
        }
        let weights = Weights::new(places);
        if self.boards.weights.len() >= WEIGHTED_FAMILIES {
            self.boards.weights.remove(0);
        }
        self.boards.weights.push((searched.family(), weights.clone()));
        weights
    }

    pub fn forget_weights(&mut self, searched: Searched<'_>) {
        self.boards.weights.retain(|(family, _)| !searched.is_of(family));
    }

    /// A contradiction.
    fn fail(&mut self, searched: Searched<'_>, contradiction: Option<Contradiction>) {
        self.statistics.failures += 1;
        if let Some(contradiction) = contradiction
            && let Some(weights) = self.known_weights(searched)
        {
            searched.blame(weights, contradiction);
        }
    }

    // ---- steps

    /// A step has led to a board or store, or to a contradiction there.
    #[inline]
    pub fn step_done(
        &mut self,
        searched: Searched<'_>,
        steps: &mut Steps,
        placed: Option<Placed>,
        result: Result<(), Option<Contradiction>>,
    ) {
        self.step_counted(searched, steps, result);
        if self.boards.sink.is_some() {
            self.report(searched, steps, placed, None, result);
        }
    }

    /// The same for a step that may have taken something away; `change` says what.
    pub fn object_step_done(
        &mut self,
        searched: Searched<'_>,
        steps: &mut Steps,
        placed: Option<Placed>,
        change: impl FnOnce() -> Option<String>,
        result: Result<(), Option<Contradiction>>,
    ) {
        self.step_counted(searched, steps, result);
        if self.boards.sink.is_some() {
            self.report(searched, steps, placed, change(), result);
        }
    }

    /// The part of it that is no trace.
    #[inline]
    pub fn step_counted(&mut self, searched: Searched<'_>, steps: &Steps, result: Result<(), Option<Contradiction>>) {
        self.statistics.propagations += 1;
        self.statistics.depth = self.statistics.depth.max(steps.depth);
        if let Err(contradiction) = result {
            self.fail(searched, contradiction);
        }
    }

    /// Returns whether a sink receives each step.
    pub fn is_traced(&self) -> bool {
        self.boards.sink.is_some()
    }

    /// Something was propagated that is no step of its own, and belongs into a trace: by a test that has found a
    /// solution on a board that was not solved before it, by `propagate-fixpoint`.
    pub fn report_propagated(&mut self, searched: Searched<'_>, steps: &mut Steps) {
        if self.is_traced() {
            self.report(searched, steps, None, None, Ok(()));
        }
    }

    #[cold]
    #[inline(never)]
    fn report(
        &mut self,
        searched: Searched<'_>,
        steps: &mut Steps,
        placed: Option<Placed>,
        change: Option<String>,
        result: Result<(), Option<Contradiction>>,
    ) {
        self.boards.traced += 1;
        let parent = std::mem::replace(&mut steps.node, self.boards.traced);
        let outcome = match result {
            Ok(()) if searched.is_solved() => Outcome::Solved,
            Ok(()) => Outcome::Open,
            Err(found) => Outcome::Contradiction {
                cell: found.and_then(|c| c.place).map(|place| place as u32),
                group: found.and_then(|c| c.group).map(|group| group as u32),
            },
        };
        let reason = result.err().and_then(|found| searched.reason(found));
        let (state, candidates) = searched.state(self.told_number(searched));
        let (node, depth) = (steps.node, steps.depth);
        let event = Event { node, parent, depth, placed, change, outcome, reason, candidates, state };
        // A sink that panics hears no more.
        if let Some(sink) = &mut self.boards.sink
            && caught(|| sink(event)).is_err()
        {
            self.boards.sink = None;
        }
    }

    /// Nodes are counted from 1 again, for a new trace.
    pub fn trace(&mut self, sink: Option<Sink>) {
        self.boards.sink = sink;
        self.boards.traced = 0;
        self.boards.told.clear();
    }

    /// The number by which the trace tells of an object and its copies.
    fn told_number(&mut self, searched: Searched<'_>) -> u32 {
        match searched {
            Searched::Board(_) => 0,
            Searched::Object(space) => {
                let (told, family) = (&mut self.boards.told, space.family());
                // Most often it is the one that was told of last.
                let known = told.iter().rposition(|other| Arc::ptr_eq(other, family));
                let at = known.unwrap_or_else(|| {
                    told.push(family.clone());
                    told.len() - 1
                });
                at as u32 + 1
            }
        }
    }
}
