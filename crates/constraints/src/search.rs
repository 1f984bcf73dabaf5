//! A store as a state that a search goes on from. Places are the numbers of variables.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use klammer_space::{
    Contradiction, Domain, Family, Progress, Searchable, Space, TieBreak, Variable, choose, first_of_highest,
};

use crate::propagate::Task;
use crate::store::Order;
use crate::store::Store;

impl Store {
    /// The variable with this number; one that no store has, if there is none.
    fn at(&self, place: usize) -> Variable {
        self.variable_at(place).unwrap_or(Variable(u32::MAX, 0))
    }

    /// Returns the runs of a variable's values, each from its least to its greatest.
    pub fn runs(&self, x: Variable) -> Vec<(i64, i64)> {
        let (lo, hi) = self.bounds(x);
        // An interval without holes is told without looking at its values.
        if self.size(x) == hi.abs_diff(lo) + 1 { vec![(lo, hi)] } else { Domain::runs_of(self.values(x), hi) }
    }
}

impl Searchable for Store {
    fn variable(&self, place: usize) -> Option<Variable> {
        self.variable_at(place)
    }

    fn place(&self, x: Variable) -> Option<usize> {
        self.has(x).then_some(x.number() as usize)
    }

    fn values(&self, place: usize) -> Vec<i64> {
        Store::values(self, self.at(place)).collect()
    }

    fn ordered_values(&self, place: usize) -> Vec<i64> {
        Store::ordered_values(self, self.at(place))
    }

    fn contradiction(&self) -> Option<Contradiction> {
        Store::contradiction(self)
    }

    fn family(&self) -> &Family {
        Store::family(self)
    }

    fn assign(&mut self, place: usize, value: i64) -> Result<(), Contradiction> {
        Store::assign(self, self.at(place), value)
    }

    fn remove(&mut self, place: usize, value: i64) -> Result<(), Contradiction> {
        Store::remove(self, self.at(place), value)
    }

    fn at_least(&mut self, place: usize, value: i64) -> Result<(), Contradiction> {
        Store::at_least(self, self.at(place), value)
    }

    fn at_most(&mut self, place: usize, value: i64) -> Result<(), Contradiction> {
        Store::at_most(self, self.at(place), value)
    }

    fn propagate(&mut self, budget: &mut i64) -> Result<Progress, Contradiction> {
        Store::propagate(self, budget)
    }

    fn is_at_fixpoint(&self) -> bool {
        Store::is_at_fixpoint(self) && Store::contradiction(self).is_none()
    }

    fn next_user_propagator(&mut self) -> Option<u32> {
        Store::next_user_propagator(self)
    }

    fn running_propagator(&self) -> Option<u32> {
        Store::running_propagator(self)
    }

    fn name_of(&self, place: usize) -> String {
        Store::name_of(self, self.at(place))
    }

    fn constraint_text(&self, group: u32) -> Option<String> {
        Store::constraint_text(self, group)
    }

    fn contradiction_text(&self) -> Option<String> {
        Store::contradiction_text(self)
    }

    fn values_left(&self) -> u64 {
        self.declared().map(|x| self.size(x)).fold(0, u64::saturating_add)
    }

    /// The variables that the program has made, and expressions that it has given names.
    fn domains(&self) -> Vec<Domain> {
        let domain = |x: Variable| Domain {
            variable: x.number(),
            name: self.name(x).cloned(),
            initial_bounds: self.initial_bounds(x),
            runs: self.runs(x),
        };
        self.declared_or_named().map(domain).collect()
    }
}

// Branching: the questions of a search, answered by a store.

impl Store {
    /// The unfixed variables among which a search chooses: those named by [`Store::set_decisions`], after them those
    /// that the program made, and last those made for expressions.
    fn choices(&self) -> Vec<usize> {
        let is_open = |x: &usize| self.state.domains.range(*x).size > 1;
        let decisions: Vec<usize> = self.model.decisions.iter().map(|&x| x as usize).filter(is_open).collect();
        if !decisions.is_empty() {
            return decisions;
        }
        let all = |auxiliary: bool| {
            let of_kind =
                self.model.variables.iter().enumerate().filter(move |(_, info)| info.is_auxiliary == auxiliary);
            of_kind.map(|(x, _)| x).filter(is_open).collect::<Vec<_>>()
        };
        let declared = all(false);
        if declared.is_empty() { all(true) } else { declared }
    }

    /// The choice for a schedule; none if there is none, or nothing of it is open.
    ///
    /// Orders come first, those of tasks with little room on constraints that have failed often (D. Grimes and E.
    /// Hebrard, "Solving variants of the job shop scheduling problem through conflict-directed search", 2015). After
    /// them, the task with the earliest start comes first. A variable that is no start and has fewer values than any
    /// start precedes it.
    fn schedule_choice(&self) -> Option<usize> {
        let schedule = &self.model.schedule;
        if schedule.starts.is_empty() {
            return None;
        }
        let choices = self.choices();
        let is_start = |x: &usize| schedule.starts.contains(&(*x as u32));
        if !choices.iter().any(is_start) {
            return None;
        }
        let range = |x: usize| self.state.domains.range(x);
        self.order_choice().or_else(|| {
            let least = choices.iter().copied().filter(is_start).map(|x| range(x).size).min();
            let others = choices.iter().copied().filter(|x| !is_start(x) && Some(range(*x).size) < least);
            let earliest = |x| (Reverse(range(x).lo), Reverse(range(x).size));
            first_of_highest(others, |x| Reverse(range(x).size))
                .or_else(|| first_of_highest(choices.iter().copied().filter(is_start), earliest))
        })
    }

    /// The variable for the order of two tasks; of those that the program wants decided, if it says so.
    fn order_choice(&self) -> Option<usize> {
        let schedule = &self.model.schedule;
        let size = |x: u32| self.state.domains.range(x as usize).size;
        let failures = |x: u32| {
            let watches = self.model.variables.get(x as usize).map_or(&[][..], |info| &info.watches);
            let posted = watches.iter().filter_map(|watch| self.model.posted.get(watch.propagator as usize));
            posted.map(|posted| f64::from(posted.failures())).sum::<f64>()
        };
        let decided: BTreeSet<u32> = self.model.decisions.iter().copied().collect();
        let is_decided = |task: &Task| decided.is_empty() || decided.contains(&task.start);
        let orders = schedule.orders.values().filter(|order| size(order.truth) > 1);
        let orders: Vec<&Order> =
            orders.filter(|order| order.tasks.iter().all(is_decided)).map(|order| &**order).collect();
        if orders.is_empty() {
            return None;
        }
        let weights: BTreeMap<u32, f64> = schedule.starts.iter().map(|&x| (x, failures(x))).collect();
        let score = |order: &Order| {
            let weight = order.tasks.iter().filter_map(|task| weights.get(&task.start)).sum::<f64>();
            let room = order.tasks.iter().map(|task| size(task.start) as f64).sum::<f64>();
            (1.0 + failures(order.truth) + weight) / room
        };
        let best = first_of_highest(0..orders.len(), |i| orders.get(i).map(|order| score(order)))?;
        orders.get(best).map(|order| order.truth as usize)
    }

    /// The order that the variable with this number tells.
    fn order_of(&self, x: Variable) -> Option<&Order> {
        self.model.schedule.orders.values().map(|order| &**order).find(|order| order.truth == x.number())
    }

    /// The values of a variable in the order of the search. For the order of two tasks, the value of the best solution
    /// comes first, or the one that leaves more slack. Otherwise the values ascend.
    pub fn ordered_values(&self, x: Variable) -> Vec<i64> {
        let mut values: Vec<i64> = self.values(x).collect();
        if let Some(order) = self.order_of(x).filter(|_| values.len() > 1) {
            let [first, second] = order.tasks;
            let range = |x: u32| self.state.domains.range(x as usize);
            let end = |task: Task| range(task.start).lo + range(task.duration).lo;
            let room = |before: Task, after: Task| range(after.start).hi - end(before);
            let better = order.best().unwrap_or((room(first, second) >= room(second, first)).into());
            if better == 1 {
                values.reverse();
            }
        }
        values
    }

    /// Remembers the orders of this solution, for all copies: a search for a better one tries them first.
    pub fn note_best(&self) {
        for order in self.model.schedule.orders.values() {
            order.set_best(self.value(self.named(order.truth)));
        }
    }

    /// Returns whether there are tasks that share resources.
    pub fn has_schedule(&self) -> bool {
        !self.model.schedule.starts.is_empty()
    }

    /// The variables that the program has made, and not those made for expressions.
    pub fn declared(&self) -> impl Iterator<Item = Variable> + '_ {
        let declared = self.model.variables.iter().enumerate().filter(|(_, info)| !info.is_auxiliary);
        declared.map(|(x, info)| Variable::from_parts(x as u32, info.model_id))
    }

    /// These, and expressions with a name.
    pub fn declared_or_named(&self) -> impl Iterator<Item = Variable> + '_ {
        let all = self.model.variables.iter().zip(0..).map(|(info, x)| (info, Variable::from_parts(x, info.model_id)));
        all.filter(|(info, x)| !info.is_auxiliary || self.name(*x).is_some()).map(|(_, x)| x)
    }
}

impl Space for Store {
    fn places(&self) -> usize {
        self.len()
    }

    fn size(&self, place: usize) -> u64 {
        self.state.domains.range(place).size
    }

    fn open(&self) -> Vec<usize> {
        self.choices()
    }

    fn most_constrained(&self, tie: TieBreak<'_>) -> Option<usize> {
        let usual = || choose(self.fewest_values().into_iter(), tie, |place| self.degree(place));
        self.schedule_choice().or_else(usual)
    }

    /// Returns the number of constraints on this variable that may still conclude something.
    fn degree(&self, place: usize) -> usize {
        let Some(info) = self.model.variables.get(place) else { return 0 };
        info.watches.iter().filter(|watch| !self.state.queue.is_subsumed(watch.propagator)).count()
    }

    fn is_solved(&self) -> bool {
        Store::is_solved(self)
    }

    /// The variables of the constraint that found out.
    fn involved(&self, contradiction: Contradiction) -> Vec<usize> {
        let posted = contradiction.group.and_then(|number| self.model.posted.get(number));
        let alone = contradiction.place.filter(|_| posted.is_none());
        let together = posted.into_iter().flat_map(|posted| posted.variables.iter().map(|&x| x as usize));
        alone.into_iter().chain(together).collect()
    }
}
