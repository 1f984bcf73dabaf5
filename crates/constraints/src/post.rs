//! Posting: what constraints there are, and how strong each is.
//!
//! *Domain consistent*: every remaining value of a variable belongs to a solution of the constraint alone. *Bounds
//! consistent*: the least and the greatest do, if the other variables may take any value (for sums, any real number)
//! within their bounds. A constraint posted takes effect with the next [`Store::propagate`]; all refuse variables of
//! other stores.

use std::collections::{BTreeMap, HashSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

use klammer_space::{Contradiction, sets_with_sum};

use crate::Variable;
use crate::domain::{Error, Relation, Strength, Transition, event};
use crate::propagate::{Linear, Orders, Propagator, Regular, Table, Task};
use crate::store::Store;
use crate::store::{ConstraintText, Order};

/// Sets of values that a constraint of different values with a sum looks at, at most.
const MAX_SETS: usize = 4096;

/// Greatest absolute value of a sum.
const MAX_SUM: i64 = 1 << 61;

// A run of a propagator is not interrupted, so none may take long: a tenth of a second for what is ordinary.

/// Variables of a domain consistent `all_different`, and tasks.
const MAX_ITEMS: usize = 4096;

fn numbers(variables: &[Variable]) -> Vec<u32> {
    variables.iter().map(|x| x.0).collect()
}

impl Store {
    // ---- linear relations

    /// Collects a sum: a variable has one coefficient, what is fixed belongs to the constant.
    pub(crate) fn sum(
        &self,
        terms: &[(i64, Variable)],
        mut constant: i64,
        relation: Relation,
    ) -> Result<Linear, Error> {
        let mut coefficients = BTreeMap::new();
        for &(a, x) in terms {
            self.check(&[x])?;
            match self.value(x) {
                Some(value) => {
                    let product = a.checked_mul(value).ok_or(Error::Overflow)?;
                    constant = constant.checked_add(product).ok_or(Error::Overflow)?;
                }
                None => {
                    let sum: &mut i64 = coefficients.entry(x.0).or_default();
                    *sum = sum.checked_add(a).ok_or(Error::Overflow)?;
                }
            }
        }
        let terms: Box<[_]> = coefficients.into_iter().filter(|&(_, a)| a != 0).map(|(x, a)| (a, x)).collect();
        let mut most = constant.checked_abs().ok_or(Error::Overflow)?;
        for &(a, x) in &terms {
            let (lo, hi) = self.bounds(self.named(x));
            let greatest = a.checked_abs().and_then(|a| a.checked_mul(lo.abs().max(hi.abs())));
            most = greatest.and_then(|greatest| most.checked_add(greatest)).ok_or(Error::Overflow)?;
        }
        if most > MAX_SUM { Err(Error::Overflow) } else { Ok(Linear { terms, constant, relation }) }
    }

    /// Coefficients times variables add up to something that compares with `bound` as `relation` says. Bounds
    /// consistent; for [`Relation::NotEqual`], when one variable is open.
    pub fn linear(&mut self, terms: &[(i64, Variable)], relation: Relation, bound: i64) -> Result<(), Error> {
        let constant = bound.checked_neg().ok_or(Error::Overflow)?;
        let linear = self.sum(terms, constant, relation)?;
        self.post_linear(linear);
        Ok(())
    }

    pub(crate) fn post_linear(&mut self, linear: Linear) {
        let variables: Vec<u32> = linear.terms.iter().map(|&(_, x)| x).collect();
        if variables.len() < 2 {
            // Its conclusion is final: propagation cannot contradict it later.
            if linear.run(&mut self.workspace()).is_err() {
                let place = variables.first().map(|&x| x as usize);
                let _ = self.fail(Contradiction { place, group: None });
            }
            return;
        }
        let (priority, work) = (if variables.len() < 4 { 0 } else { 1 }, variables.len() * 2);
        self.pay_for(variables.len() * 16);
        self.add(Propagator::Linear(linear), variables, priority, work);
    }

    /// `truth`, which becomes 0 or 1, is 1 exactly if the relation holds.
    pub fn linear_iff(
        &mut self,
        truth: Variable,
        terms: &[(i64, Variable)],
        relation: Relation,
        bound: i64,
    ) -> Result<(), Error> {
        self.check(&[truth])?;
        let constant = bound.checked_neg().ok_or(Error::Overflow)?;
        let linear = self.sum(terms, constant, relation)?;
        self.post_reified(truth, linear);
        Ok(())
    }

    pub(crate) fn post_reified(&mut self, truth: Variable, relation: Linear) {
        self.make_boolean(truth);
        let negation = relation.negation();
        let mut variables: Vec<u32> = relation.terms.iter().map(|&(_, x)| x).collect();
        variables.push(truth.0);
        let work = variables.len() * 2;
        self.pay_for(variables.len() * 32);
        self.add(Propagator::Reified { truth: truth.0, relation, negation }, variables, 1, work);
    }

    fn make_boolean(&mut self, truth: Variable) {
        let _ = self.at_least(truth, 0).and_then(|()| self.at_most(truth, 1));
    }

    pub(crate) fn pay_for(&mut self, bytes: usize) {
        Arc::make_mut(&mut self.model).pay(bytes);
    }

    // ---- arithmetic

    /// `x * y = z`, by bounds.
    pub fn product(&mut self, x: Variable, y: Variable, z: Variable) -> Result<(), Error> {
        self.check(&[x, y, z])?;
        self.add(Propagator::Product { x: x.0, y: y.0, z: z.0 }, vec![x.0, y.0, z.0], 0, 8);
        Ok(())
    }

    /// `x / y = z`, rounded towards 0, by bounds of `x` and `z`; `y` is not 0.
    pub fn quotient(&mut self, x: Variable, y: Variable, z: Variable) -> Result<(), Error> {
        self.check(&[x, y, z])?;
        self.add(Propagator::Quotient { x: x.0, y: y.0, z: z.0 }, vec![x.0, y.0, z.0], 0, 8);
        Ok(())
    }

    /// Posts that `z` is the rest of `x / y`, rounded down, with the sign of `y`, which is not 0. By bounds; domain
    /// consistent once `y` is fixed, where `x` and `z` have few values.
    pub fn modulo(&mut self, x: Variable, y: Variable, z: Variable) -> Result<(), Error> {
        self.check(&[x, y, z])?;
        let work = self.size(x).min(4096) as usize;
        self.add(Propagator::Modulo { x: x.0, y: y.0, z: z.0 }, vec![x.0, y.0, z.0], 1, work);
        Ok(())
    }

    /// `z` is `x` without its sign. Domain consistent where both have few values, else by bounds.
    pub fn absolute(&mut self, x: Variable, z: Variable) -> Result<(), Error> {
        self.check(&[x, z])?;
        let work = self.size(x).min(4096) as usize;
        self.add(Propagator::Absolute { x: x.0, z: z.0 }, vec![x.0, z.0], 0, work);
        Ok(())
    }

    /// `z` is the greatest of the variables. Bounds consistent.
    pub fn maximum(&mut self, items: &[Variable], z: Variable) -> Result<(), Error> {
        self.extremum(1, items, z)
    }

    /// `z` is the least of the variables. Bounds consistent.
    pub fn minimum(&mut self, items: &[Variable], z: Variable) -> Result<(), Error> {
        self.extremum(-1, items, z)
    }

    pub(crate) fn extremum(&mut self, sign: i64, items: &[Variable], z: Variable) -> Result<(), Error> {
        self.check(items)?;
        self.check(&[z])?;
        if items.is_empty() {
            return Err(Error::Empty(if sign > 0 { "maximum" } else { "minimum" }));
        }
        let mut variables = numbers(items);
        self.pay_for(variables.len() * 4);
        let propagator = Propagator::Extremum { sign, items: variables.as_slice().into(), z: z.0 };
        variables.push(z.0);
        let work = variables.len() * 2;
        self.add(propagator, variables, 1, work);
        Ok(())
    }

    // ---- propagators of the owner

    /// A propagator that the owner runs (see [`Store::next_user_propagator`]): when a variable is fixed, with
    /// `on_bounds` also when its bounds change, or with `on_domain` at any change.
    pub fn script(
        &mut self,
        number: u32,
        variables: &[Variable],
        on_bounds: bool,
        on_domain: bool,
    ) -> Result<(), Error> {
        self.check(variables)?;
        let mut events = event::FIXED;
        if on_bounds {
            events |= event::BOUNDS;
        }
        if on_domain {
            events |= event::DOMAIN;
        }
        self.add(Propagator::Script { number, events }, numbers(variables), 4, 32);
        Ok(())
    }
}

/// Variables of an `all_different` by values or bounds.
const MAX_DIFFERENT: usize = 1 << 16;

/// Values that the variables of a domain consistent `all_different` may span.
const MAX_SPAN: u64 = 1 << 16;

/// Values of all variables of a domain consistent `all_different` together.
const MAX_EDGES: u64 = 1 << 19;

impl Store {
    /// No two variables have the same value.
    pub fn all_different(&mut self, items: &[Variable], strength: Strength) -> Result<(), Error> {
        self.check(items)?;
        let variables = numbers(items);
        if variables.len() < 2 {
            return Ok(());
        }
        let count = variables.len();
        if count > MAX_DIFFERENT {
            return Err(Error::TooLarge("there are at most 65536 variables that differ"));
        }
        if strength == Strength::Domain && count > MAX_ITEMS {
            let problem = "at most 4096 variables differ by domains: take the strength bounds or value";
            return Err(Error::TooLarge(problem));
        }
        let lo = items.iter().map(|&x| self.bounds(x).0).min().unwrap_or(0);
        let hi = items.iter().map(|&x| self.bounds(x).1).max().unwrap_or(0);
        let span = hi.abs_diff(lo) + 1;
        let edges = items.iter().fold(0u64, |sum, &x| sum.saturating_add(self.size(x)));
        if strength == Strength::Domain && (span > MAX_SPAN || edges > MAX_EDGES) {
            let problem = "variables that differ by domains span at most 65536 values, and have 524288 together: take \
                           the strength bounds or value";
            return Err(Error::TooLarge(problem));
        }
        self.pay_for(count * 12);
        // By values first: it is cheap, and says most of what there is to say.
        let memory = self.memory(&vec![0; count.div_ceil(64)]);
        let value = Propagator::Distinct { items: variables.as_slice().into(), memory };
        self.add(value, variables.clone(), 0, count * 2);
        let items = variables.as_slice().into();
        match strength {
            Strength::Value => {}
            Strength::Bounds => self.add(Propagator::DistinctBounds { items }, variables, 2, count * 16),
            Strength::Domain => {
                let memory = self.memory(&vec![0; count]);
                let propagator = Propagator::DistinctDomain { items, base: lo, values: span as u32, memory };
                self.add(propagator, variables, 3, (edges as usize + count + span as usize) * 4);
            }
        }
        Ok(())
    }

    /// No two variables have the same value, and they add up to `sum`. Domain consistent if the variables span at most
    /// 64 values with at most 4096 sets of that sum. Otherwise all different is consistent by domains, and the sum by
    /// bounds.
    pub fn all_different_sum(&mut self, items: &[Variable], sum: i64) -> Result<(), Error> {
        self.check(items)?;
        let terms: Vec<(i64, Variable)> = items.iter().map(|&x| (1, x)).collect();
        let lo = items.iter().map(|&x| self.bounds(x).0).min().unwrap_or(0);
        let hi = items.iter().map(|&x| self.bounds(x).1).max().unwrap_or(0);
        let count = hi.abs_diff(lo) + 1;
        let offset = lo.checked_mul(items.len() as i64).and_then(|least| sum.checked_sub(least));
        let sets = match offset {
            Some(rest) if count <= 64 && items.len() <= 64 => {
                sets_with_sum(items.len(), 0, count as usize - 1, rest, MAX_SETS)
            }
            _ => None,
        };
        let strength = if sets.is_some() { Strength::Value } else { Strength::Domain };
        self.all_different(items, strength)?;
        self.linear(&terms, Relation::Equal, sum)?;
        if let Some(sets) = sets.filter(|_| items.len() > 1) {
            let variables = numbers(items);
            self.pay_for(variables.len() * 4 + sets.len() * 8);
            let work = (1 + sets.len()) * (variables.len() * 16);
            let items = variables.as_slice().into();
            self.add(Propagator::DistinctSum { items, base: lo, sets: sets.into() }, variables, 2, work);
        }
        Ok(())
    }

    /// The variable `count` is the number of variables that have `value`. Domain consistent.
    pub fn count(&mut self, items: &[Variable], value: i64, count: Variable) -> Result<(), Error> {
        self.check(items)?;
        self.check(&[count])?;
        let mut variables = numbers(items);
        self.pay_for(variables.len() * 4);
        let propagator = Propagator::Count { items: variables.as_slice().into(), value, count: count.0 };
        variables.push(count.0);
        let work = variables.len();
        self.add(propagator, variables, 1, work);
        Ok(())
    }

    /// Global cardinality: each value is that of as many variables as the variable of the same index in
    /// `counts` says. Each count by itself is domain consistent, their sum bounds consistent.
    pub fn cardinality(&mut self, items: &[Variable], values: &[i64], counts: &[Variable]) -> Result<(), Error> {
        self.check(items)?;
        self.check(counts)?;
        if values.len() != counts.len() {
            return Err(Error::Lengths("values and counts", values.len(), counts.len()));
        }
        let mut distinct = BTreeMap::new();
        for (&value, &count) in values.iter().zip(counts) {
            if let Some(same) = distinct.insert(value, count) {
                self.linear(&[(1, same), (-1, count)], Relation::Equal, 0)?;
            }
        }
        for (&value, &count) in &distinct {
            self.count(items, value, count)?;
        }
        let terms: Vec<_> = distinct.values().map(|&count| (1, count)).collect();
        // If every value of a variable is counted, all are.
        let all_counted = items.iter().all(|&x| {
            self.size(x) <= distinct.len() as u64 && self.values(x).all(|value| distinct.contains_key(&value))
        });
        let relation = if all_counted { Relation::Equal } else { Relation::AtMost };
        self.linear(&terms, relation, items.len() as i64)
    }
}

/// Words that the sets of one constraint may take.
const MAX_WORDS: usize = 1 << 20;

/// Variables times transitions of an automaton.
const MAX_LOOKS: usize = 1 << 24;

impl Store {
    /// `result` is the variable that `index` tells, counted from 0. The index is domain consistent, and so is the
    /// result if it has few values, else its bounds.
    pub fn element(&mut self, items: &[Variable], index: Variable, result: Variable) -> Result<(), Error> {
        self.check(items)?;
        self.check(&[index, result])?;
        if items.is_empty() {
            return Err(Error::Empty("element"));
        }
        let mut variables = numbers(items);
        self.pay_for(variables.len() * 4);
        let propagator = Propagator::Element { items: variables.as_slice().into(), index: index.0, result: result.0 };
        let work = variables.len() * (1 + self.size(result).min(64) as usize);
        // Fixed variables do not change.
        variables.retain(|&x| self.value(self.named(x)).is_none());
        variables.extend([index.0, result.0]);
        // An index beyond the array would cost as much as its range.
        let _ = self.at_least(index, 0).and_then(|()| self.at_most(index, items.len() as i64 - 1));
        self.add(propagator, variables, 2, work);
        Ok(())
    }

    /// The values of the variables are one of the tuples, each as long as there are variables. Domain consistent.
    pub fn table(&mut self, items: &[Variable], tuples: &[Vec<i64>]) -> Result<(), Error> {
        self.check(items)?;
        if let Some(tuple) = tuples.iter().find(|tuple| tuple.len() != items.len()) {
            return Err(Error::Lengths("a tuple and the variables", tuple.len(), items.len()));
        }
        if items.is_empty() {
            return Ok(());
        }
        let words = tuples.len().div_ceil(64).max(1);
        let column = |i: usize| tuples.iter().filter_map(move |tuple| tuple.get(i)).collect::<HashSet<_>>().len();
        let sets: usize = (0..items.len()).map(column).sum();
        if words.saturating_mul(sets) > MAX_WORDS {
            return Err(Error::TooLarge("a table has too many tuples with too many values"));
        }
        let variables = numbers(items);
        let table = Table::new(&variables, tuples, self.state.memory.len());
        self.memory(&table.memory(tuples.len()));
        let work = table.bytes() / 8 + variables.len();
        self.pay_for(table.bytes());
        self.add(Propagator::Table(table), variables, 2, work);
        Ok(())
    }

    /// The variables do not have these values all at once. Domain consistent.
    pub fn nogood(&mut self, items: &[Variable], values: &[i64]) -> Result<(), Error> {
        self.check(items)?;
        if items.len() != values.len() {
            return Err(Error::Lengths("variables and values", items.len(), values.len()));
        }
        if items.is_empty() {
            let _ = self.fail(Contradiction::default());
            return Ok(());
        }
        let variables = numbers(items);
        let pairs: Box<[(u32, i64)]> = variables.iter().copied().zip(values.iter().copied()).collect();
        self.pay_for(pairs.len() * 16);
        let work = pairs.len();
        self.add(Propagator::Nogood { pairs }, variables, 1, work);
        Ok(())
    }

    /// A nondeterministic automaton accepts the values of the variables in order. It begins in the state `start` and
    /// ends in one of `accepting`. Domain consistent where domains have at most 4096 values, else by bounds.
    pub fn regular(
        &mut self,
        items: &[Variable],
        transitions: &[Transition],
        start: u32,
        accepting: &[u32],
    ) -> Result<(), Error> {
        self.check(items)?;
        let named = transitions.iter().flat_map(|t| [t.from, t.to]).chain(accepting.iter().copied()).chain([start]);
        let states = named.max().unwrap_or(0).saturating_add(1);
        let size = (states as usize).div_ceil(64).saturating_mul(items.len() + 1);
        if size > MAX_WORDS || items.len().saturating_mul(transitions.len()) > MAX_LOOKS {
            return Err(Error::TooLarge("an automaton has too many states or transitions for so many variables"));
        }
        let mut transitions = transitions.to_vec();
        transitions.sort_unstable();
        let variables = numbers(items);
        self.pay_for(variables.len() * 4 + transitions.len() * size_of::<Transition>());
        let work = size + 2 * variables.len() * transitions.len();
        let accepting: Box<[u32]> = accepting.into();
        if variables.is_empty() {
            if !accepting.contains(&start) {
                let _ = self.fail(Contradiction::default());
            }
            return Ok(());
        }
        let items = variables.as_slice().into();
        let regular = Regular { items, transitions: transitions.into(), states, start, accepting };
        self.add(Propagator::Regular(regular), variables, 3, work);
        Ok(())
    }

    /// The values on the left come before those on the right as in a dictionary; with `strict`, they are not the same.
    /// Domain consistent.
    pub fn lexicographic(&mut self, left: &[Variable], right: &[Variable], strict: bool) -> Result<(), Error> {
        self.check(left)?;
        self.check(right)?;
        if left.len() != right.len() {
            return Err(Error::Lengths("the two lists", left.len(), right.len()));
        }
        let (left, right) = (numbers(left), numbers(right));
        let variables = [&left[..], &right[..]].concat();
        self.pay_for(variables.len() * 4);
        let work = variables.len();
        let propagator = Propagator::Lexicographic { left: left.into(), right: right.into(), strict };
        if variables.is_empty() {
            if strict {
                let _ = self.fail(Contradiction::default());
            }
            return Ok(());
        }
        self.add(propagator, variables, 1, work);
        Ok(())
    }

    /// Each variable is the index of its successor; the successors form one circuit through all indices. All
    /// different by domains, and no circle before all are visited.
    pub fn circuit(&mut self, next: &[Variable]) -> Result<(), Error> {
        self.check(next)?;
        let last = next.len() as i64 - 1;
        for &x in next {
            let _ = self.at_least(x, 0).and_then(|()| self.at_most(x, last));
        }
        if self.failed.is_some() || next.is_empty() {
            return Ok(());
        }
        self.all_different(next, Strength::Domain)?;
        let variables = numbers(next);
        self.pay_for(variables.len() * 4);
        let work = variables.len() * 3;
        self.add(Propagator::Circuit { next: variables.as_slice().into() }, variables, 1, work);
        Ok(())
    }
}

/// Tasks on a shared resource that edges are found for: it may take the third power of their number.
const MAX_SHARING: usize = 128;

/// Tasks of which each two have a variable for their order: more have too many pairs.
pub const MAX_ORDERED: usize = 64;

impl Store {
    fn tasks(&mut self, starts: &[Variable], durations: &[Variable], demands: &[Variable]) -> Result<Vec<Task>, Error> {
        self.check(starts)?;
        self.check(durations)?;
        self.check(demands)?;
        if starts.len() != durations.len() {
            return Err(Error::Lengths("starts and durations", starts.len(), durations.len()));
        }
        if starts.len() != demands.len() {
            return Err(Error::Lengths("starts and demands", starts.len(), demands.len()));
        }
        if starts.len() > MAX_ITEMS {
            return Err(Error::TooLarge("there are at most 4096 tasks"));
        }
        self.not_negative("a duration", durations)?;
        self.not_negative("a demand", demands)?;
        if self.most_together(demands).is_none() {
            return Err(Error::Overflow);
        }
        self.pay_for(2 * starts.len() * size_of::<Task>());
        let of_task = numbers(starts).into_iter().zip(numbers(durations)).zip(numbers(demands));
        Ok(of_task.map(|((start, duration), demand)| Task { start, duration, demand }).collect())
    }

    /// Takes away what is below 0; refuses a variable that has nothing else.
    fn not_negative(&mut self, name: &'static str, variables: &[Variable]) -> Result<(), Error> {
        if self.failed.is_none() && variables.iter().any(|&x| self.bounds(x).1 < 0) {
            return Err(Error::Negative(name));
        }
        for &x in variables {
            let _ = self.at_least(x, 0);
        }
        Ok(())
    }

    /// The sum of the greatest values, if it fits into a word.
    fn most_together(&self, variables: &[Variable]) -> Option<i64> {
        let total = variables.iter().try_fold(0i64, |sum, &x| sum.checked_add(self.bounds(x).1));
        total.filter(|&total| total <= MAX_SUM)
    }

    /// Returns whether sets of tasks may have conclusions.
    fn has_edges(&self, tasks: &[Task], counts: RangeInclusive<usize>) -> bool {
        let durations: Vec<Variable> = tasks.iter().map(|task| self.named(task.duration)).collect();
        counts.contains(&tasks.len()) && self.most_together(&durations).is_some()
    }

    /// The variable that tells which of two tasks comes first, of which neither runs while the other does.
    fn order(&mut self, first: Task, second: Task) -> Result<u32, Error> {
        let key = [first.start, first.duration, second.start, second.duration];
        if let Some(known) = self.model.schedule.orders.get(&key) {
            return Ok(known.truth);
        }
        let truth = self.new_variable(0, 1, true)?;
        let order = Order::new(truth.0, [first, second]);
        self.pay_for(size_of::<Order>() + 64);
        Arc::make_mut(&mut self.model).schedule.orders.insert(key, Arc::new(order));
        let mut wording = ConstraintText::default();
        wording.push_str("(<= (+ ");
        wording.push_variable(self.named(first.start));
        wording.push_str(" ");
        match self.value(self.named(first.duration)) {
            Some(duration) => wording.push_str(&duration.to_string()),
            None => wording.push_variable(self.named(first.duration)),
        }
        wording.push_str(") ");
        wording.push_variable(self.named(second.start));
        wording.push_str(")");
        self.label_variable(truth, wording);
        let of_both = [first.start, first.duration, second.start, second.duration, truth.0];
        let variables = of_both.into_iter().filter(|&x| self.value(self.named(x)).is_none()).collect();
        self.add(Propagator::Order { tasks: [first, second], truth: truth.0 }, variables, 0, 4);
        Ok(truth.0)
    }

    /// The orders of each two tasks that take time and cannot run at once, unless there are too many; and whether these
    /// are all pairs.
    fn orders(&mut self, tasks: &[Task], capacity: i64) -> Result<(Orders, bool), Error> {
        let lo = |store: &Store, x: u32| store.bounds(store.named(x)).0;
        let mut orders = Orders::new(tasks.len().min(MAX_ORDERED));
        if tasks.len() > MAX_ORDERED {
            return Ok((orders, false));
        }
        let mut is_whole = true;
        for (j, &second) in tasks.iter().enumerate() {
            for (i, &first) in tasks.iter().enumerate().take(j) {
                let take_time = lo(self, first.duration) > 0 && lo(self, second.duration) > 0;
                if !take_time || lo(self, first.demand) + lo(self, second.demand) <= capacity {
                    is_whole = false;
                } else if first.start == second.start {
                    let place = Some(first.start as usize);
                    let _ = self.fail(Contradiction { place, group: None });
                } else {
                    orders.set(i, j, self.order(first, second)?);
                }
            }
        }
        Ok((orders, is_whole))
    }

    fn variables_of_tasks(&mut self, tasks: &[Task]) -> Vec<u32> {
        Arc::make_mut(&mut self.model).schedule.starts.extend(tasks.iter().map(|task| task.start));
        self.pay_for(tasks.len() * 16);
        let all = tasks.iter().flat_map(|task| [task.start, task.duration, task.demand]);
        all.filter(|&x| self.value(self.named(x)).is_none()).collect()
    }

    /// Tasks with these starts, durations and demands, none of which is negative, never need more than `capacity` at a
    /// time. Time-table: compulsory parts exclude other tasks. Edge finding, for at most 128 tasks: no task ends before
    /// the deadline of a set of tasks that does not fit together with it.
    pub fn cumulative(
        &mut self,
        starts: &[Variable],
        durations: &[Variable],
        demands: &[Variable],
        capacity: Variable,
    ) -> Result<(), Error> {
        self.check(&[capacity])?;
        let mut tasks = self.tasks(starts, durations, demands)?;
        self.not_negative("the capacity", &[capacity])?;
        // A task without duration or need does not disturb others.
        tasks.retain(|task| self.bounds(self.named(task.duration)).1 > 0 && self.bounds(self.named(task.demand)).1 > 0);
        let mut variables = self.variables_of_tasks(&tasks);
        if self.value(capacity).is_none() {
            variables.push(capacity.0);
        }
        let work = tasks.len() * tasks.len();
        self.orders(&tasks, self.bounds(capacity).1)?;
        if self.has_edges(&tasks, 2..=MAX_SHARING) {
            let edges = Propagator::CumulativeEdges { tasks: tasks.as_slice().into(), capacity: capacity.0 };
            self.add(edges, variables.clone(), 3, 8 * work);
        }
        self.add(Propagator::Cumulative { tasks: tasks.into(), capacity: capacity.0 }, variables, 2, work);
        Ok(())
    }

    /// Of tasks with these starts and durations, none of which is negative, each two that take time run one after the
    /// other. Each two tasks are bounds consistent. Edge finding: no task ends before the deadline of a set of tasks
    /// that does not fit together with it.
    pub fn no_overlap(&mut self, starts: &[Variable], durations: &[Variable]) -> Result<(), Error> {
        let one = self.constant(1)?;
        let mut tasks = self.tasks(starts, durations, &vec![one; starts.len()])?;
        tasks.retain(|task| self.bounds(self.named(task.duration)).1 > 0);
        let variables = self.variables_of_tasks(&tasks);
        let work = tasks.len() * tasks.len();
        let (orders, is_whole) = self.orders(&tasks, 1)?;
        // Of two there is nothing more to say.
        if self.has_edges(&tasks, 3..=MAX_ITEMS) {
            let edges = Propagator::NoOverlapEdges { tasks: tasks.as_slice().into(), orders };
            self.add(edges, variables.clone(), 3, 8 * work);
        }
        if !is_whole {
            self.add(Propagator::NoOverlap { tasks: tasks.into() }, variables, 2, work);
        }
        Ok(())
    }
}
