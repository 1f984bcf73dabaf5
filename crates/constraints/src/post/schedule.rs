//! Tasks in time.

use std::ops::RangeInclusive;

use super::{MOST_ITEMS, MOST_SUM};
use crate::Variable;
use crate::error::Error;
use crate::propagate::{Propagator, Task};
use crate::store::{MOST_VALUE, Store};

/// Tasks on a shared resource that edges are found for: it may take the third power of their number.
const MOST_SHARING: usize = 128;

/// Is there anything to find out about sets of tasks? Sums of durations must fit into a word.
fn has_edges(tasks: &[Task], counts: RangeInclusive<usize>) -> bool {
    let total = tasks.iter().try_fold(0i64, |sum, task| sum.checked_add(task.duration));
    counts.contains(&tasks.len()) && total.is_some_and(|total| total <= MOST_SUM)
}

impl Store {
    fn tasks(&mut self, starts: &[Variable], durations: &[i64], demands: &[i64]) -> Result<Box<[Task]>, Error> {
        self.check(starts)?;
        if starts.len() != durations.len() {
            return Err(Error::Lengths("starts and durations", starts.len(), durations.len()));
        }
        if starts.len() != demands.len() {
            return Err(Error::Lengths("starts and demands", starts.len(), demands.len()));
        }
        if starts.len() > MOST_ITEMS {
            return Err(Error::TooLarge("there are at most 4096 tasks"));
        }
        if durations.iter().any(|&n| n < 0) {
            return Err(Error::Negative("a duration"));
        }
        if demands.iter().any(|&n| n < 0) {
            return Err(Error::Negative("a demand"));
        }
        let total = demands.iter().try_fold(0i64, |sum, &n| sum.checked_add(n));
        if durations.iter().any(|&n| n > MOST_VALUE) || total.is_none_or(|sum| sum > MOST_SUM) {
            return Err(Error::Overflow);
        }
        self.pay_for(2 * starts.len() * size_of::<Task>());
        let of_task = starts.iter().zip(durations).zip(demands);
        Ok(of_task.map(|((x, &duration), &demand)| Task { start: x.0, duration, demand }).collect())
    }

    /// Tasks with these starts, durations and demands never need more than `capacity` at a time. By the time-table:
    /// what certainly runs keeps others away; and by edge finding, if there are at most 128: no task ends before the
    /// deadline of a set of tasks that has no room together with it.
    pub fn cumulative(
        &mut self,
        starts: &[Variable],
        durations: &[i64],
        demands: &[i64],
        capacity: i64,
    ) -> Result<(), Error> {
        if capacity < 0 {
            return Err(Error::Negative("the capacity"));
        }
        let mut tasks = self.tasks(starts, durations, demands)?.into_vec();
        // What takes no time or needs nothing is in nobody's way.
        tasks.retain(|task| task.duration > 0 && task.demand > 0);
        let variables: Vec<u32> = tasks.iter().map(|task| task.start).collect();
        let work = tasks.len() * tasks.len();
        if has_edges(&tasks, 2..=MOST_SHARING) {
            let edges = Propagator::CumulativeEdges { tasks: tasks.as_slice().into(), capacity };
            self.add(edges, variables.clone(), 3, 8 * work);
        }
        self.add(Propagator::Cumulative { tasks: tasks.into(), capacity }, variables, 2, work);
        Ok(())
    }

    /// Of tasks with these starts and durations, each two run one after the other. Each two by themselves are bounds
    /// consistent; and by edge finding, no task ends before the deadline of a set of tasks that has no room together
    /// with it.
    pub fn no_overlap(&mut self, starts: &[Variable], durations: &[i64]) -> Result<(), Error> {
        let mut tasks = self.tasks(starts, durations, &vec![1; starts.len()])?.into_vec();
        tasks.retain(|task| task.duration > 0);
        let variables: Vec<u32> = tasks.iter().map(|task| task.start).collect();
        let work = tasks.len() * tasks.len();
        // Of two there is nothing more to say.
        if has_edges(&tasks, 3..=MOST_ITEMS) {
            let edges = Propagator::NoOverlapEdges { tasks: tasks.as_slice().into() };
            self.add(edges, variables.clone(), 3, 4 * work);
        }
        self.add(Propagator::NoOverlap { tasks: tasks.into() }, variables, 2, work);
        Ok(())
    }
}
