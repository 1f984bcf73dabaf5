//! Tasks in time.

use super::{MOST_ITEMS, MOST_SUM};
use crate::error::Error;
use crate::propagate::{Propagator, Task};
use crate::store::{MOST_VALUE, Store, Variable};

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
        self.pay_for(starts.len() * size_of::<Task>());
        let of_task = starts.iter().zip(durations).zip(demands);
        Ok(of_task.map(|((x, &duration), &demand)| Task { start: x.0, duration, demand }).collect())
    }

    /// Tasks with these starts, durations and demands never need more than `capacity` at a time. By the time-table:
    /// what certainly runs keeps others away.
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
        self.add(Propagator::Cumulative { tasks: tasks.into(), capacity }, variables, 3, work);
        Ok(())
    }

    /// Of tasks with these starts and durations, each two run one after the other. Each two by themselves are bounds
    /// consistent.
    pub fn no_overlap(&mut self, starts: &[Variable], durations: &[i64]) -> Result<(), Error> {
        let mut tasks = self.tasks(starts, durations, &vec![1; starts.len()])?.into_vec();
        tasks.retain(|task| task.duration > 0);
        let variables: Vec<u32> = tasks.iter().map(|task| task.start).collect();
        let work = tasks.len() * tasks.len();
        self.add(Propagator::NoOverlap { tasks: tasks.into() }, variables, 2, work);
        Ok(())
    }
}
