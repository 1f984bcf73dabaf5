//! Statistics and budgets of searches.

use std::time::Duration;

use super::builtins;
use crate::fault::{Code, ErrorData, Result};
use crate::list::ListBuilder;
use crate::runtime::Runtime;
use crate::value::Value;

/// An optional number of something.
fn count(rt: &Runtime, name: &str, v: Value) -> Result<Option<f64>> {
    match rt.heap.as_float(v).or(v.as_fixnum().map(|n| n as f64)) {
        _ if v.is_false() => Ok(None),
        Some(n) if n >= 0.0 => Ok(Some(n)),
        _ => Err(rt.wrong_type("with-budget", name, "a number that is not negative, or nil", v)),
    }
}

builtins! { "search";
    /// Returns the statistics of searches since the program began or since `reset-search-statistics`: a list of names
    /// and numbers, or the number with the given name. Two searches add up: `count-nodes` (of the module `search`)
    /// counts those of one. `nodes` are the values that `assign`, `assign!`, `children` or `propagate-constraint`
    /// try, and the calls of `count-node!`. `failures` are the contradictions found. `propagations` is the
    /// number of propagations, and `depth` the most steps that led to one state.
    ///
    /// (progn (reset-search-statistics) (assign (assign (board 4) 0 0 1) 0 1 1) (search-statistics))  ;=> ((nodes 2) (failures 1) (propagations 2) (depth 2))
    /// (progn (reset-search-statistics) (assign (board 4) 0 0 1) (search-statistics 'nodes))  ;=> 1
    /// (search-statistics 'steps)  ;!! bad-value
    fn "search-statistics" (rt, ?name: Value) {
        let s = rt.search.statistics;
        let all =
            [("nodes", s.nodes), ("failures", s.failures), ("propagations", s.propagations), ("depth", s.depth.into())];
        if let Some(wanted) = name {
            let written = wanted.as_symbol().map(|symbol| rt.name(symbol));
            return match all.iter().find(|(name, _)| Some(*name) == written) {
                Some(&(_, n)) => Ok(Value::fix(n as i64)),
                None => {
                    let names = "must be nodes, failures, propagations or depth";
                    let problem = format!("{names}, got {}", rt.show(wanted));
                    let c = ErrorData::by("search-statistics", Code::BadValue, problem);
                    Err(c.with_argument("name").with_irritants(&[wanted]).into())
                }
            };
        }
        let mut result = ListBuilder::new();
        for (name, n) in all {
            let entry = [rt.symbol(name), Value::fix(n as i64)];
            let entry = rt.heap.list(&entry)?;
            result.push(&mut rt.heap, entry)?;
        }
        Ok(result.finish(&mut rt.heap, Value::NIL))
    }

    /// Counts a node, for a search that assigns no values: one that takes away what a way excludes. Budgets
    /// and `klammer compare` count it like a value that is tried. Returns nil.
    ///
    /// (progn (reset-search-statistics) (count-node!) (second (first (search-statistics))))  ;=> 1
    /// (with-budget (:nodes 2 :else 'enough) (do () (nil) (count-node!)))                    ;=> enough
    fn "count-node!" (rt) {
        rt.search.count_node()
    }

    /// Resets the counts of `search-statistics`. Returns nil.
    ///
    /// (progn (assign (board 4) 0 0 1) (reset-search-statistics) (second (first (search-statistics))))  ;=> 0
    fn "reset-search-statistics" (rt) {
        rt.search.statistics = Default::default();
    }

    /// For `with-node`: counts a node, and begins it in a trace. Returns its number there.
    fn "%enter-node" (rt, label: Value) {
        rt.search.count_node()?;
        let label = if rt.search.is_traced() { crate::printer::brief(rt, label) } else { String::new() };
        Ok(Value::fix(rt.search.enter_node(label).into()))
    }

    /// For `with-node`: tells the value of the body.
    fn "%node-value" (rt, node: i64, value: Value) {
        rt.search.node_returned(u32::try_from(node).unwrap_or(0), !value.is_nil() && value != Value::FALSE);
    }

    /// For `with-node`: ends the node.
    fn "%leave-node" (rt, node: i64) {
        rt.search.leave_node(u32::try_from(node).unwrap_or(0));
    }

    /// For `with-budget`: begins a budget of nodes and milliseconds, each a number or nil for none. Returns the tag
    /// that is thrown when one is used up.
    fn "%push-budget" (rt, nodes: Value, milliseconds: Value) {
        let nodes = count(rt, "nodes", nodes)?.map(|n| n as u64);
        let time = count(rt, "milliseconds", milliseconds)?;
        let time = time.and_then(|ms| Duration::try_from_secs_f64(ms / 1000.0).ok());
        let deadline = time.map(|t| rt.host.now().saturating_add(t));
        // A tag of its own: nothing else is equal to it.
        let tag = rt.heap.vector(Vec::new())?;
        rt.search.push_budget(tag, nodes, deadline);
        Ok(tag)
    }

    /// For `with-budget`: ends the budget with this tag, and those inside it.
    fn "%pop-budget" (rt, tag: Value) {
        rt.search.pop_budget(tag);
    }
}
