//! What the functions of a search share in one engine: statistics, budgets, weights, ties, the trace.
//!
//! Natives that try a digit call [`Search::count_node`] before they do anything, so that a budget ends a search between
//! two steps, never inside one. A budget that has run out throws its own tag: it is no limit, and `with-budget` catches
//! it.

use std::sync::{Arc, Weak};
use std::time::Duration;

use crate::fault::{Fault, Res};
use crate::object::board::Steps;
use crate::trace::{Event, Outcome, Placed, Sink, State};
use crate::value::Value;
use klammer_boards::board::{Board, Layout};
use klammer_constraints::{Shared, Store};
use klammer_space::{Contradiction, Space, Tie, Weights};

/// What a search works on, board or store: what is told and learned of a search is the same for both.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Searched<'a> {
    Board(&'a Board),
    Store(&'a Store),
}

/// What has the same weights: boards with one layout, a store and its copies.
#[derive(Debug, Clone)]
enum Family {
    Layout(Arc<Layout>),
    Store(klammer_constraints::Family),
}

impl Searched<'_> {
    fn family(self) -> Family {
        match self {
            Searched::Board(board) => Family::Layout(board.layout().clone()),
            Searched::Store(store) => Family::Store(store.family().clone()),
        }
    }

    fn is_of(self, family: &Family) -> bool {
        match (self, family) {
            (Searched::Board(board), Family::Layout(layout)) => Arc::ptr_eq(board.layout(), layout),
            (Searched::Store(store), Family::Store(family)) => Arc::ptr_eq(store.family(), family),
            _ => false,
        }
    }

    pub fn places(self) -> usize {
        match self {
            Searched::Board(board) => Space::places(board),
            Searched::Store(store) => store.places(),
        }
    }

    pub fn degree(self, place: usize) -> usize {
        match self {
            Searched::Board(board) => Space::degree(board, place),
            Searched::Store(store) => store.degree(place),
        }
    }

    pub fn best(self) -> Vec<usize> {
        match self {
            Searched::Board(board) => board.best(),
            Searched::Store(store) => store.best(),
        }
    }

    pub fn most_constrained(self, tie: Tie<'_>) -> Option<usize> {
        match self {
            Searched::Board(board) => board.most_constrained(tie),
            Searched::Store(store) => store.most_constrained(tie),
        }
    }

    pub fn lightest(self, weights: &Weights) -> Option<usize> {
        match self {
            Searched::Board(board) => board.lightest(weights),
            Searched::Store(store) => store.lightest(weights),
        }
    }

    fn is_solved(self) -> bool {
        match self {
            Searched::Board(board) => board.is_solved(),
            Searched::Store(store) => store.is_solved(),
        }
    }

    fn blame(self, weights: &Weights, contradiction: Contradiction) {
        match self {
            Searched::Board(board) => weights.blame(board.involved(contradiction)),
            Searched::Store(store) => weights.blame(store.involved(contradiction)),
        }
    }

    /// What a trace tells of it, and how many values are left.
    fn state(self) -> (State, u64) {
        match self {
            Searched::Board(board) => (State::of_board(board), board.count_digits().into()),
            Searched::Store(store) => {
                let left = store.declared().map(|x| store.size(x)).fold(0, u64::saturating_add);
                (State::of_store(store), left)
            }
        }
    }
}

/// What a search has done since [`crate::Engine::reset_search_statistics`] or `(reset-search-statistics)`.
///
/// ```
/// let mut engine = klammer::Engine::new();
/// engine.eval::<()>("(require 'search) (count-solutions (board 4) 1)")?;
/// assert!(engine.search_statistics().nodes > 0);
/// # Ok::<(), klammer::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SearchStatistics {
    /// Digits that were put into a cell to see what follows.
    pub nodes: u64,
    /// Contradictions that were found: where a search turns back.
    pub failures: u64,
    /// How often the rules of a level were run, or a constraint was propagated.
    pub propagations: u64,
    /// The most steps that led to one board.
    pub depth: u32,
}

/// How long a search may go on before it is given up: see [`crate::Engine::call_within`]. What is `None` is no bound.
///
/// There is an example at [`crate::Engine::call_within`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SearchBudget {
    /// Digits that are put into a cell to see what follows.
    pub nodes: Option<u64>,
    /// As the host's clock tells.
    pub time: Option<Duration>,
}

/// A `with-budget` that is under way.
#[derive(Debug, Clone, Copy)]
struct Budget {
    /// What it throws.
    tag: Value,
    /// The number of the last node that it allows.
    last_node: u64,
    deadline: Option<Duration>,
}

/// The budgets of a run that waits.
#[derive(Clone, Default)]
pub(crate) struct Budgets(Vec<Budget>);

impl Budgets {
    pub fn roots(&self) -> impl Iterator<Item = &Value> {
        self.0.iter().map(|b| &b.tag)
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
    budgets: Vec<Budget>,
    /// The weights of each family; only once they are used.
    weights: Vec<(Family, Weights)>,
    /// Ordinary layouts by their number of digits.
    classic: Vec<Option<Arc<Layout>>>,
    /// Layouts that programs have made, and what each takes.
    layouts: Vec<(Weak<Layout>, usize)>,
    /// What the copies of each store share.
    stores: Vec<Shared>,
    /// Who wants to know of each step.
    pub sink: Option<Sink>,
    /// The number of the last node that was traced.
    traced: u32,
}

impl Default for Search {
    fn default() -> Search {
        Search {
            statistics: SearchStatistics::default(),
            nodes: 0,
            last_node: u64::MAX,
            deadline: None,
            budgets: Vec::new(),
            weights: Vec::new(),
            classic: Vec::new(),
            layouts: Vec::new(),
            stores: Vec::new(),
            sink: None,
            traced: 0,
        }
    }
}

/// Families whose weights are kept: those used last.
const WEIGHTED_FAMILIES: usize = 16;

impl Search {
    /// The same for a copy of the engine, in which nobody listens.
    pub fn copy(&self) -> Search {
        Search {
            budgets: Vec::new(),
            last_node: u64::MAX,
            deadline: None,
            weights: self.weights.clone(),
            classic: self.classic.clone(),
            layouts: self.layouts.clone(),
            stores: self.stores.clone(),
            sink: None,
            ..*self
        }
    }

    /// The ordinary layout with so many digits, if there is one.
    pub fn classic(&mut self, digits: usize) -> Option<&Arc<Layout>> {
        if digits > Layout::DIGITS {
            return None;
        }
        if self.classic.len() <= digits {
            self.classic.resize(digits + 1, None);
        }
        let slot = self.classic.get_mut(digits)?;
        if slot.is_none() {
            *slot = Layout::classic(digits).ok();
        }
        slot.as_ref()
    }

    /// A program has made a layout. Returns the bytes that it takes.
    pub fn add_layout(&mut self, layout: &Arc<Layout>) -> usize {
        let bytes = layout.bytes();
        self.layouts.push((Arc::downgrade(layout), bytes));
        bytes
    }

    /// A store has been made, or its constraints are its own now.
    pub fn add_store(&mut self, store: &Store) {
        let shared = store.shared();
        if !self.stores.iter().rev().any(|known| *known == shared) {
            self.stores.push(shared);
        }
    }

    /// Bytes of what boards and stores share with their copies, as long as there are any.
    pub fn shared_bytes(&mut self) -> usize {
        self.layouts.retain(|(layout, _)| layout.strong_count() > 0);
        self.stores.retain(|shared| shared.bytes().is_some());
        let layouts: usize = self.layouts.iter().map(|(_, bytes)| bytes).sum();
        layouts + self.stores.iter().filter_map(Shared::bytes).sum::<usize>()
    }

    // ---- weights

    /// The weights of its places, if they have been used.
    fn known_weights(&self, searched: Searched<'_>) -> Option<&Weights> {
        self.weights.iter().find(|(family, _)| searched.is_of(family)).map(|(_, weights)| weights)
    }

    /// The weights of its places: from now on, contradictions change them.
    pub fn weights(&mut self, searched: Searched<'_>) -> Weights {
        let places = searched.places();
        if let Some((_, weights)) = self.weights.iter_mut().find(|(family, _)| searched.is_of(family)) {
            if weights.len() < places {
                *weights = weights.resized(places);
            }
            return weights.clone();
        }
        let weights = Weights::new(places);
        if self.weights.len() >= WEIGHTED_FAMILIES {
            self.weights.remove(0);
        }
        self.weights.push((searched.family(), weights.clone()));
        weights
    }

    /// As if there had been no search before: counts are 0, no place has a weight.
    pub fn reset(&mut self) {
        self.statistics = SearchStatistics::default();
        self.weights.clear();
    }

    pub fn forget_weights(&mut self, searched: Searched<'_>) {
        self.weights.retain(|(family, _)| !searched.is_of(family));
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

    // ---- budgets

    /// Begins a budget. `now` is needed if it has a time.
    pub fn push_budget(&mut self, tag: Value, nodes: Option<u64>, deadline: Option<Duration>) {
        let last_node = nodes.map_or(u64::MAX, |n| self.nodes.saturating_add(n));
        self.budgets.push(Budget { tag, last_node, deadline });
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
        self.budgets.clear();
        self.look_at_budgets();
    }

    /// Takes the budgets out, of a run that waits.
    pub fn set_aside(&mut self) -> Budgets {
        let budgets = Budgets(std::mem::take(&mut self.budgets));
        self.look_at_budgets();
        budgets
    }

    /// Puts them back.
    pub fn put_back(&mut self, budgets: Budgets) {
        self.budgets = budgets.0;
        self.look_at_budgets();
    }

    pub fn roots(&self) -> impl Iterator<Item = &Value> {
        self.budgets.iter().map(|b| &b.tag)
    }

    fn look_at_budgets(&mut self) {
        self.last_node = self.budgets.iter().map(|b| b.last_node).min().unwrap_or(u64::MAX);
        self.deadline = self.budgets.iter().filter_map(|b| b.deadline).min();
    }

    /// Is there a time to look at?
    #[inline]
    pub fn has_deadline(&self) -> bool {
        self.deadline.is_some()
    }

    /// The throw of the outermost budget that has run out by this time.
    pub fn check_time(&self, now: Duration) -> Res<()> {
        match self.budgets.iter().find(|b| b.deadline.is_some_and(|end| now >= end)) {
            Some(budget) => Err(Box::new(Fault::Throw { tag: budget.tag, value: Value::NIL })),
            None => Ok(()),
        }
    }

    #[cold]
    #[inline(never)]
    fn out_of_nodes(&mut self) -> Res<()> {
        // This one has not been tried.
        self.nodes -= 1;
        self.statistics.nodes -= 1;
        match self.budgets.iter().find(|b| b.last_node <= self.nodes) {
            Some(budget) => Err(Box::new(Fault::Throw { tag: budget.tag, value: Value::NIL })),
            None => Ok(()),
        }
    }
}

impl Search {
    /// A digit is going to be tried.
    #[inline]
    pub fn count_node(&mut self) -> Res<()> {
        self.nodes += 1;
        self.statistics.nodes += 1;
        if self.nodes > self.last_node { self.out_of_nodes() } else { Ok(()) }
    }

    /// A step has led to a board or store, or to a contradiction there.
    #[inline]
    pub fn step_done(
        &mut self,
        searched: Searched<'_>,
        steps: &mut Steps,
        placed: Option<Placed>,
        result: Result<(), Option<Contradiction>>,
    ) {
        self.statistics.propagations += 1;
        self.statistics.depth = self.statistics.depth.max(steps.depth);
        if let Err(contradiction) = result {
            self.fail(searched, contradiction);
        }
        if self.sink.is_some() {
            self.report(searched, steps, placed, result);
        }
    }

    /// A step has been made on an array of lists: it is counted, and not traced.
    pub fn plain_step_done(&mut self, possible: &Res<bool>) {
        self.statistics.propagations += 1;
        self.statistics.failures += u64::from(matches!(possible, Ok(false)));
    }

    /// A test has found a solution on a board that was not solved before it: what it has propagated belongs into a
    /// trace.
    pub fn report_solution(&mut self, board: &Board, steps: &mut Steps) {
        self.report(Searched::Board(board), steps, None, Ok(()));
    }

    #[cold]
    #[inline(never)]
    fn report(
        &mut self,
        searched: Searched<'_>,
        steps: &mut Steps,
        placed: Option<Placed>,
        result: Result<(), Option<Contradiction>>,
    ) {
        self.traced += 1;
        let parent = std::mem::replace(&mut steps.node, self.traced);
        let outcome = match result {
            Ok(()) if searched.is_solved() => Outcome::Solved,
            Ok(()) => Outcome::Open,
            Err(found) => Outcome::Contradiction {
                cell: found.and_then(|c| c.place).map(|place| place as u32),
                group: found.and_then(|c| c.group).map(|group| group as u32),
            },
        };
        let (state, candidates) = searched.state();
        let event = Event { node: steps.node, parent, depth: steps.depth, placed, outcome, candidates, state };
        if let Some(sink) = &mut self.sink {
            sink(event);
        }
    }

    /// Nodes are counted from 1 again, for a new trace.
    pub fn trace(&mut self, sink: Option<Sink>) {
        self.sink = sink;
        self.traced = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags() -> [Value; 2] {
        [Value::fix(1), Value::fix(2)]
    }

    fn thrown(result: Res<()>) -> Option<Value> {
        match result.map_err(|fault| *fault) {
            Err(Fault::Throw { tag, .. }) => Some(tag),
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
    fn the_outermost_of_the_budgets_that_have_run_out_ends() {
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
