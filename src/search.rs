//! State of searches in one engine: statistics, budgets, the trace, and what the searched objects share.
//!
//! Natives that try a value call [`Search::count_node`] before they do anything, so that a budget ends a search between
//! two steps, never inside one. A budget that has run out throws its own tag: it is no limit, and `with-budget` catches
//! it.

use std::any::Any;
use std::slice::from_ref;
use std::sync::Arc;
use std::time::Duration;

use klammer_space::{Contradiction, Domain, Family, Searchable, Weights};

use crate::fault::{Result, Unwind};
use crate::object::host::{HostObject, Steps, caught};
use crate::value::Value;

/// Statistics of searches since the engine was made, [`crate::inspect::Inspect::reset_search`] or
/// `(reset-search-statistics)`.
///
/// ```
/// let mut engine = klammer_search::builder().build();
/// engine.eval::<()>("(require 'search) (count-solutions (board 4) 1)")?;
/// assert!(engine.inspect().search_statistics().nodes > 0);
/// # Ok::<(), klammer::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SearchStatistics {
    /// Values that were tried.
    pub nodes: u64,
    /// Contradictions that were found: where a search turns back.
    pub failures: u64,
    /// Number of times that the rules of a level were run, or a constraint was propagated.
    pub propagations: u64,
    /// The most steps that led to one state.
    pub depth: u32,
}

/// Limits of a search: see [`crate::Call::call_within`]. A field that is `None` sets no limit.
///
/// There is an example at [`crate::Call::call_within`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct SearchBudget {
    /// Values that are tried.
    pub nodes: Option<u64>,
    /// As the host's clock tells.
    pub time: Option<Duration>,
}

/// Maximum number of immediate failures of searches whose reason is looked for.
const MAX_NOTED: u32 = 16;

/// A `with-budget` that is under way.
#[derive(Debug, Clone, Copy)]
struct ActiveBudget {
    /// Tag that it throws.
    tag: Value,
    /// The number of the last node that it allows.
    last_node: u64,
    deadline: Option<Duration>,
}

/// The budgets of a run that waits.
#[derive(Clone, Default)]
pub(crate) struct Budgets(Vec<ActiveBudget>);

impl Budgets {
    pub fn each_root(&self, look: &mut dyn FnMut(&[Value])) {
        self.0.iter().for_each(|b| look(from_ref(&b.tag)));
    }
}

/// The part of an engine that knows of searches.
pub(crate) struct Search {
    pub statistics: SearchStatistics,
    /// Nodes since the engine was made.
    nodes: u64,
    /// The least of the budgets' last nodes.
    last_node: u64,
    /// The first of the budgets' deadlines.
    deadline: Option<Duration>,
    budgets: Vec<ActiveBudget>,
    /// State that the objects share which searches work on.
    states: SearchStates,
    /// Reason why the last search ended before it had tried anything.
    noted: EarlyEnd,
}

/// Reason why a search ended before it had tried anything.
#[derive(Default)]
struct EarlyEnd {
    reason: Option<Box<str>>,
    /// Number of conclusions by then.
    propagations: u64,
    /// Number of requests for the reason.
    times: u32,
}

impl Default for Search {
    fn default() -> Search {
        Search {
            statistics: SearchStatistics::default(),
            nodes: 0,
            last_node: u64::MAX,
            deadline: None,
            budgets: Vec::new(),
            states: SearchStates::default(),
            noted: EarlyEnd::default(),
        }
    }
}

impl Search {
    /// Returns the search state of a copy of the engine, without listeners.
    pub fn copy(&self) -> Search {
        Search {
            budgets: Vec::new(),
            last_node: u64::MAX,
            deadline: None,
            states: self.states.copy(),
            noted: EarlyEnd::default(),
            ..*self
        }
    }

    /// As if there had been no search before: counts are 0, no place has a weight.
    pub fn reset(&mut self) {
        self.statistics = SearchStatistics::default();
        self.states.reset();
        self.noted = EarlyEnd::default();
    }

    // ---- why nothing was tried

    /// Returns whether the reason why a search ended at once is still worth finding out. It is only a limited number of
    /// times.
    pub fn may_note(&self) -> bool {
        self.noted.times < MAX_NOTED
    }

    /// A search has ended before it had tried anything, for this reason.
    pub fn note(&mut self, reason: Option<String>) {
        let (propagations, times) = (self.statistics.propagations, self.noted.times + 1);
        self.noted = EarlyEnd { reason: reason.map(String::into_boxed_str), propagations, times };
    }

    /// Returns the reason why the last search ended before it had tried anything, if it did.
    pub fn noted(&self) -> Option<&str> {
        self.noted.reason.as_deref().filter(|_| self.noted.propagations == self.statistics.propagations)
    }

    // ---- budgets

    /// Begins a budget. `now` is needed if it has a time.
    pub fn push_budget(&mut self, tag: Value, nodes: Option<u64>, deadline: Option<Duration>) {
        let last_node = nodes.map_or(u64::MAX, |n| self.nodes.saturating_add(n));
        self.budgets.push(ActiveBudget { tag, last_node, deadline });
        self.look_at_budgets();
    }

    /// Ends the budget with this tag, and those inside it.
    pub fn pop_budget(&mut self, tag: Value) {
        if let Some(at) = self.budgets.iter().position(|b| b.tag == tag) {
            self.budgets.truncate(at);
            self.look_at_budgets();
        }
    }

    /// The evaluation has ended.
    pub fn drop_budgets(&mut self) {
        if !self.budgets.is_empty() {
            self.budgets.clear();
            self.look_at_budgets();
        }
    }

    /// Takes the budgets out, of a run that waits.
    pub fn set_aside(&mut self) -> Budgets {
        let budgets = Budgets(std::mem::take(&mut self.budgets));
        if !budgets.0.is_empty() {
            self.look_at_budgets();
        }
        budgets
    }

    /// Puts them back.
    pub fn put_back(&mut self, budgets: Budgets) {
        if !(budgets.0.is_empty() && self.budgets.is_empty()) {
            self.budgets = budgets.0;
            self.look_at_budgets();
        }
    }

    pub fn each_root(&self, look: &mut dyn FnMut(&[Value])) {
        self.budgets.iter().for_each(|b| look(from_ref(&b.tag)));
    }

    fn look_at_budgets(&mut self) {
        self.last_node = self.budgets.iter().map(|b| b.last_node).min().unwrap_or(u64::MAX);
        self.deadline = self.budgets.iter().filter_map(|b| b.deadline).min();
    }

    /// Returns whether a budget has a deadline.
    #[inline]
    pub fn has_deadline(&self) -> bool {
        self.deadline.is_some()
    }

    /// The throw of the outermost budget that has run out by this time.
    pub fn check_time(&self, now: Duration) -> Result<()> {
        match self.budgets.iter().find(|b| b.deadline.is_some_and(|end| now >= end)) {
            Some(budget) => Err(Box::new(Unwind::Throw { tag: budget.tag, value: Value::NIL })),
            None => Ok(()),
        }
    }

    // ---- nodes

    /// A value is going to be tried.
    #[inline]
    pub fn count_node(&mut self) -> Result<()> {
        self.nodes += 1;
        self.statistics.nodes += 1;
        if self.nodes > self.last_node { self.out_of_nodes() } else { Ok(()) }
    }

    /// The value that was going to be tried has not been.
    #[cold]
    pub fn take_back_node(&mut self) {
        self.nodes -= 1;
        self.statistics.nodes -= 1;
    }

    #[cold]
    #[inline(never)]
    fn out_of_nodes(&mut self) -> Result<()> {
        self.take_back_node();
        match self.budgets.iter().find(|b| b.last_node <= self.nodes) {
            Some(budget) => Err(Box::new(Unwind::Throw { tag: budget.tag, value: Value::NIL })),
            None => Ok(()),
        }
    }
}

// State that the objects which searches work on share in one engine: weights, the trace.

/// Families whose weights are kept: those used last.
const WEIGHTED_FAMILIES: usize = 16;

#[derive(Default)]
struct SearchStates {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn tags() -> [Value; 2] {
        [Value::fix(1), Value::fix(2)]
    }

    fn thrown(result: Result<()>) -> Option<Value> {
        match result.map_err(|fault| *fault) {
            Err(Unwind::Throw { tag, .. }) => Some(tag),
            _ => None,
        }
    }

    #[test]
    fn a_budget_allows_so_many_nodes_and_no_more() {
        let mut search = Search::default();
        let [outer, inner] = tags();
        search.push_budget(outer, Some(3), None);
        search.push_budget(inner, Some(2), None);
        assert_eq!([0; 3].map(|_| thrown(search.count_node())), [None, None, Some(inner)]);
        search.pop_budget(inner);
        assert_eq!([0; 2].map(|_| thrown(search.count_node())), [None, Some(outer)]);
        search.pop_budget(outer);
        assert!(search.count_node().is_ok());
        assert_eq!(search.statistics.nodes, 4);
    }

    #[test]
    fn the_outermost_exhausted_budget_ends() {
        let mut search = Search::default();
        let [outer, inner] = tags();
        search.push_budget(outer, Some(1), Some(Duration::from_millis(5)));
        search.push_budget(inner, Some(1), Some(Duration::from_millis(5)));
        assert_eq!([0; 2].map(|_| thrown(search.count_node())), [None, Some(outer)]);
        assert_eq!(thrown(search.check_time(Duration::from_millis(4))), None);
        assert_eq!(thrown(search.check_time(Duration::from_millis(5))), Some(outer));
        search.drop_budgets();
        assert!(!search.has_deadline() && search.count_node().is_ok());
    }
}
