//! State that the objects which searches work on share in one engine: weights, the trace.

use std::sync::Arc;

use super::Search;
use crate::object::host::{HostObject, Steps, caught};
use crate::trace::{Event, Placed, SearchState, Sink, StepOutcome};
use klammer_space::{Contradiction, Family, Searchable, Weights};

/// Families whose weights are kept: those used last.
const WEIGHTED_FAMILIES: usize = 16;

#[derive(Default)]
pub(super) struct SearchStates {
    /// The weights of each family; only once they are used.
    weights: Vec<(Family, Weights)>,
    /// Receiver of each step of the trace.
    sink: Option<Sink>,
    /// The number of the last node that was traced.
    traced: u32,
    /// Objects that the trace has told of; their numbers are their places, from 1.
    told: Vec<Family>,
    /// Nodes of the program's own search that are under way, the innermost last.
    own: Vec<OwnNode>,
    /// States of some sizes, which tell which places of ordinary arrays are neighbours.
    examples: Vec<(usize, HostObject)>,
}

/// A node of a search that the program makes by itself.
#[derive(Clone)]
struct OwnNode {
    node: u32,
    parent: u32,
    label: String,
    outcome: StepOutcome,
    /// Whether there was a node in it.
    is_inner: bool,
}

impl SearchStates {
    /// Returns the states of a copy of the engine, without listeners.
    pub fn copy(&self) -> SearchStates {
        let (weights, told) = (self.weights.clone(), self.told.clone());
        SearchStates { weights, sink: None, traced: self.traced, told, own: Vec::new(), examples: Vec::new() }
    }

    /// No place has a weight.
    pub fn reset(&mut self) {
        self.weights.clear();
    }
}

impl Search {
    /// A step has been made on an array of lists: it is counted, and not traced.
    pub fn plain_step_done(&mut self, is_possible: bool) {
        self.statistics.propagations += 1;
        self.statistics.failures += u64::from(!is_possible);
    }

    /// Returns the example of a state of this size.
    pub fn example(&self, size: usize) -> Option<&HostObject> {
        self.states.examples.iter().find(|(known, _)| *known == size).map(|(_, example)| example)
    }

    pub fn keep_example(&mut self, size: usize, example: HostObject) {
        self.states.examples.push((size, example));
    }

    // ---- weights

    /// The weights of its places, if they have been used.
    fn known_weights(&self, space: &dyn Searchable) -> Option<&Weights> {
        let family = space.family();
        self.states.weights.iter().find(|(known, _)| Arc::ptr_eq(known, family)).map(|(_, weights)| weights)
    }

    /// The weights of its places: from now on, contradictions change them.
    pub fn weights(&mut self, space: &dyn Searchable) -> Weights {
        let (places, family) = (space.places(), space.family());
        if let Some((_, weights)) = self.states.weights.iter_mut().find(|(known, _)| Arc::ptr_eq(known, family)) {
            if weights.len() < places {
                *weights = weights.resized(places);
            }
            return weights.clone();
        }
        let weights = Weights::new(places);
        if self.states.weights.len() >= WEIGHTED_FAMILIES {
            self.states.weights.remove(0);
        }
        self.states.weights.push((Arc::clone(family), weights.clone()));
        weights
    }

    pub fn forget_weights(&mut self, space: &dyn Searchable) {
        self.states.weights.retain(|(known, _)| !Arc::ptr_eq(known, space.family()));
    }

    // ---- steps

    /// A step has led to a state, or to a contradiction there. `change` describes what it took away.
    #[inline]
    pub fn step_done(
        &mut self,
        space: &dyn Searchable,
        steps: &mut Steps,
        placed: Option<Placed>,
        change: impl FnOnce() -> Option<String>,
        result: Result<(), Contradiction>,
    ) {
        self.step_counted(space, steps, result);
        if self.states.sink.is_some() {
            self.report(space, steps, placed, change(), result);
        }
    }

    /// The part of it that is no trace.
    #[inline]
    pub fn step_counted(&mut self, space: &dyn Searchable, steps: &Steps, result: Result<(), Contradiction>) {
        self.propagated(steps, result.is_ok());
        if let Err(contradiction) = result
            && self.has_weights()
            && let Some(weights) = self.known_weights(space)
        {
            weights.bump_all(space.involved(contradiction));
        }
    }

    /// The part of it that weights are not changed by.
    #[inline]
    pub fn propagated(&mut self, steps: &Steps, is_possible: bool) {
        self.statistics.propagations += 1;
        self.statistics.depth = self.statistics.depth.max(steps.depth);
        self.statistics.failures += u64::from(!is_possible);
    }

    /// Returns whether contradictions change weights.
    #[inline]
    pub fn has_weights(&self) -> bool {
        !self.states.weights.is_empty()
    }

    /// Returns whether a sink receives each step.
    pub fn is_traced(&self) -> bool {
        self.states.sink.is_some()
    }

    /// Records a propagation that is no step of its own in a trace: a test that has found a solution in an unsolved
    /// state, or `propagate-fixpoint`.
    pub fn report_propagated(&mut self, space: &dyn Searchable, steps: &mut Steps) {
        if self.is_traced() {
            self.report(space, steps, None, None, Ok(()));
        }
    }

    #[cold]
    #[inline(never)]
    fn report(
        &mut self,
        space: &dyn Searchable,
        steps: &mut Steps,
        placed: Option<Placed>,
        change: Option<String>,
        result: Result<(), Contradiction>,
    ) {
        self.states.traced += 1;
        let parent = std::mem::replace(&mut steps.node, self.states.traced);
        let outcome = match result {
            Ok(()) if space.is_solved() => StepOutcome::Solved,
            Ok(()) => StepOutcome::Open,
            Err(found) => StepOutcome::Contradiction {
                cell: found.place.map(|place| place as u32),
                group: found.group.map(|group| group as u32),
            },
        };
        let reason = result.err().and_then(|found| {
            let group = found.group.map(|group| group as u32);
            space.constraint_text(group.or(space.running_propagator())?)
        });
        let state = match space.snapshot() {
            Some(snapshot) => SearchState::Snapshot(snapshot),
            None => SearchState::Variables { state: self.told_number(space), domains: space.domains() },
        };
        let (node, depth, candidates) = (steps.node, steps.depth, space.values_left());
        let event = Event { node, parent, depth, placed, change, outcome, reason, candidates, state };
        self.tell(event);
    }

    /// Nodes are counted from 1 again, for a new trace.
    pub fn trace(&mut self, sink: Option<Sink>) {
        self.states.sink = sink;
        self.states.traced = 0;
        self.states.told.clear();
        self.states.own.clear();
    }

    /// Begins a node of a search that the program makes by itself, in the one that is under way. Returns its number; 0
    /// if there is no trace.
    pub fn enter_node(&mut self, label: String) -> u32 {
        if !self.is_traced() {
            return 0;
        }
        self.states.traced += 1;
        let node = self.states.traced;
        let parent = self.states.own.last_mut().map_or(0, |outer| {
            outer.is_inner = true;
            outer.node
        });
        self.states.own.push(OwnNode { node, parent, label, outcome: StepOutcome::Open, is_inner: false });
        self.report_node();
        node
    }

    /// The body of a node has returned, with a value that is true or not.
    pub fn node_returned(&mut self, node: u32, is_true: bool) {
        if let Some(own) = self.states.own.last_mut().filter(|own| own.node == node) {
            own.outcome = match is_true {
                true if own.is_inner => StepOutcome::Open,
                true => StepOutcome::Solved,
                false => StepOutcome::Contradiction { cell: None, group: None },
            };
        }
    }

    /// Ends a node, and tells its outcome.
    pub fn leave_node(&mut self, node: u32) {
        if let Some(own) = self.states.own.last().filter(|own| own.node == node) {
            if own.outcome != StepOutcome::Open {
                self.report_node();
            }
            self.states.own.pop();
        }
    }

    /// Tells the innermost node.
    fn report_node(&mut self) {
        let depth = self.states.own.len() as u32;
        let Some(own) = self.states.own.last() else { return };
        let state = SearchState::Variables { state: 0, domains: Vec::new() };
        let mut event = Event::new(own.node, own.parent, own.outcome, state);
        (event.depth, event.change) = (depth, Some(own.label.clone()));
        self.tell(event);
    }

    /// Gives an event to the sink. One that panics hears no more.
    fn tell(&mut self, event: Event) {
        if let Some(sink) = &mut self.states.sink
            && caught(|| sink(event)).is_err()
        {
            self.states.sink = None;
        }
    }

    /// The number by which the trace tells of an object and its copies.
    fn told_number(&mut self, space: &dyn Searchable) -> u32 {
        let (told, family) = (&mut self.states.told, space.family());
        // Most often it is the one that was told of last.
        let known = told.iter().rposition(|other| Arc::ptr_eq(other, family));
        let at = known.unwrap_or_else(|| {
            told.push(family.clone());
            told.len() - 1
        });
        at as u32 + 1
    }
}
