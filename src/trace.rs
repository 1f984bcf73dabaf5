//! Traces of a search: what the functions that change states tell a host that has asked for it.

use std::any::Any;
use std::sync::Arc;

pub use klammer_space::Domain;

/// One state was made out of another, or changed in place: a node of the search tree.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Event {
    /// The node that came about, counted from 1 in the order of the events. A node of `with-node` has a second
    /// event when it ends with an outcome. No two others have the same.
    pub node: u32,
    /// The node whose state it was made from; 0 for one that was made from nothing.
    pub parent: u32,
    /// Steps from the state that was made from nothing, which has depth 0.
    pub depth: u32,
    /// Placed value and its place; `None` if the step only propagated.
    pub placed: Option<Placed>,
    /// Other change to the state before the propagation, as a condition of the language: `(<= cost 43)`.
    pub change: Option<String>,
    /// Outcome of the step.
    pub outcome: StepOutcome,
    /// Constraint that found a contradiction, as the program wrote it, `(> x y)`. `None` if a value or bound
    /// was impossible from the beginning.
    pub reason: Option<String>,
    /// Number of values left in all places.
    pub candidates: u64,
    /// Remaining values of all places. After a contradiction, the state in which it was found.
    pub state: SearchState,
}

/// A value that a place got.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placed {
    /// The number of the place, or of the variable.
    pub cell: u32,
    /// The value.
    pub digit: i64,
}

/// Outcome of a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum StepOutcome {
    /// The search can go on from here.
    Open,
    /// Every place has one value, and none contradicts another.
    Solved,
    /// No solution can be reached any more.
    Contradiction {
        /// The place without values, if that is what was found.
        cell: Option<u32>,
        /// Number of the group, or constraint, that found the contradiction.
        group: Option<u32>,
    },
}

/// State after a step.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum SearchState {
    /// A state that describes itself by a type of its own: see
    /// [`Searchable::snapshot`](klammer_space::Searchable::snapshot).
    Snapshot(Arc<dyn Any + Send + Sync>),
    /// A state that has variables.
    Variables {
        /// The number of the state, shared by its copies, counted from 1 in the order of their first events. 0 for
        /// nodes of `with-node`, which have no state.
        state: u32,
        /// The variables that the program has made, and expressions that it has given names.
        domains: Vec<Domain>,
    },
}

/// Takes the events as they happen.
pub type Sink = Box<dyn FnMut(Event) + Send>;

impl Event {
    /// An event of which nothing else is said, for tests of what takes events: the rest is set afterwards.
    ///
    /// ```
    /// use klammer::trace::{Event, StepOutcome, Placed, SearchState};
    ///
    /// let mut event = Event::new(2, 1, StepOutcome::Open, SearchState::Variables { state: 1, domains: Vec::new() });
    /// event.placed = Some(Placed { cell: 0, digit: 5 });
    /// assert_eq!((event.depth, event.reason), (0, None));
    /// ```
    #[must_use]
    pub fn new(node: u32, parent: u32, outcome: StepOutcome, state: SearchState) -> Event {
        let (placed, change, reason) = (None, None, None);
        Event { node, parent, depth: 0, placed, change, outcome, reason, candidates: 0, state }
    }
}
