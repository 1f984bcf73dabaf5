//! Tasks in time.

use std::ops::RangeInclusive;
use std::sync::Arc;

use klammer_space::Contradiction;

use crate::Variable;
use crate::model::{ConstraintText, Order};
use crate::post::{MAX_ITEMS, MAX_SUM, numbers};
use crate::propagate::{Orders, Propagator, Task};
use crate::store::Store;
use crate::variable::Error;

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
