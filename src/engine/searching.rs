//! The host's view of the searches of its programs: budgets, statistics, and a sink for their events.

use super::Engine;
use crate::convert::{FromLisp, IntoArguments, context};
use crate::error::Error;
use crate::search::{SearchBudget, SearchStatistics};
#[cfg(feature = "search")]
use crate::trace::Sink;
use crate::value::Value;
use crate::vm::bootstrap;

/// No search has more nodes than this.
const MOST_NODES: u64 = 1 << 59;

impl Engine {
    /// Calls as [`Engine::call`] does, and gives up when a budget is used up: then there is no value. The cleanups of
    /// the program run.
    ///
    /// ```
    /// use klammer::SearchBudget;
    ///
    /// let mut engine = klammer_search::builder().build();
    /// engine.require("search")?;
    /// engine.eval::<()>("(defproc count-all (size) (count-solutions (board size)))")?;
    /// let budget = SearchBudget { nodes: Some(100_000), ..SearchBudget::default() };
    /// assert_eq!(engine.call_within(budget, "count-all", (4,))?, Some(288));
    /// assert_eq!(engine.call_within::<i64>(budget, "count-all", (9,))?, None);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Engine::call`].
    pub fn call_within<T: FromLisp>(
        &mut self,
        budget: SearchBudget,
        name: &str,
        arguments: impl IntoArguments,
    ) -> Result<Option<T>, Error> {
        let found: Vec<T> = self.evaluated(|e| {
            let within = bootstrap::core_function(&mut e.vm, "%call-within")?;
            let f = context::global(&mut e.vm, e.main, name)?;
            let rt = &mut e.vm.program.rt;
            let arguments = arguments.into_arguments(rt)?;
            let nodes = budget.nodes.map_or(Value::NIL, |n| Value::fix(n.min(MOST_NODES) as i64));
            let milliseconds = match budget.time {
                Some(time) => rt.heap.float(time.as_secs_f64() * 1000.0)?,
                None => Value::NIL,
            };
            let arguments = rt.heap.list(&arguments)?;
            e.vm.call_nested(within, &[nodes, milliseconds, f, arguments])
        })?;
        Ok(found.into_iter().next())
    }

    /// Returns the counts of what functions of boards have done since [`Engine::reset_search_statistics`].
    ///
    /// ```
    /// let mut engine = klammer_search::builder().build();
    /// engine.eval::<()>("(require 'search) (count-solutions (board 4))")?;
    /// assert!(engine.search_statistics().nodes > 0);
    /// engine.reset_search_statistics();
    /// assert_eq!(engine.search_statistics().nodes, 0);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    #[must_use]
    pub fn search_statistics(&self) -> SearchStatistics {
        self.vm.program.rt.search.statistics
    }

    /// Why the last search ended before it had tried anything, in words: the puzzle, or the constraints of a store,
    /// contradict each other. Nothing, if it did not end so.
    ///
    /// ```
    /// let mut engine = klammer_search::builder().build();
    /// engine.eval::<()>("(require 'search) (solve (read-puzzle \"1..1............\"))")?;
    /// assert_eq!(engine.contradiction().unwrap(), "1 stands twice in row 1, in r1c1 and r1c4");
    /// # Ok::<(), klammer::Error>(())
    /// ```
    #[must_use]
    pub fn contradiction(&self) -> Option<&str> {
        self.vm.program.rt.search.noted()
    }

    /// Resets the counts.
    pub fn reset_search_statistics(&mut self) {
        self.vm.program.rt.search.statistics = SearchStatistics::default();
    }

    /// Lets the next search begin as if there had been none before: counts are 0, and the weights that contradictions
    /// have given to cells are forgotten.
    pub fn reset_search(&mut self) {
        self.vm.program.rt.search.reset();
    }

    /// From now on, `sink` is told of each step that functions of boards make: of every script, without changing it.
    /// `None` ends that. Nodes are counted from 1 again.
    ///
    /// ```
    /// use std::sync::mpsc::channel;
    ///
    /// let mut engine = klammer::Engine::new();
    /// let (sender, events) = channel();
    /// engine.trace_search(Some(Box::new(move |event| sender.send(event).unwrap())));
    /// engine.eval::<()>("(assign (assign (board 4) 0 0 1) 1 2 1)")?;
    /// let depths: Vec<u32> = events.try_iter().map(|event| event.depth).collect();
    /// assert_eq!(depths, [1, 2]);
    /// # Ok::<(), klammer::Error>(())
    /// ```
    #[cfg(feature = "search")]
    pub fn trace_search(&mut self, sink: Option<Sink>) {
        self.vm.program.rt.search.trace(sink);
    }
}
