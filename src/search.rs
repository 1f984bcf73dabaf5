//! State of searches in one engine: statistics and budgets. The state that searched objects share is in `states.rs`.
//!
//! Natives that try a value call [`Search::count_node`] before they do anything, so that a budget ends a search between
//! two steps, never inside one. A budget that has run out throws its own tag: it is no limit, and `with-budget` catches
//! it.

mod states;

use std::slice::from_ref;
use std::time::Duration;

use crate::fault::{Result, Unwind};
use crate::value::Value;

use states::SearchStates;

/// Statistics of searches since [`crate::inspect::Inspect::reset_search_statistics`] or `(reset-search-statistics)`.
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
