//! Statistics and budgets of searches, and the choice of the place to branch at.

use std::time::Duration;

use klammer_space::{Random, Searchable, TieBreak, Weights};

use super::arg::{PlaceRef, SpaceRef};
use super::builtins;
use super::random::drawing;
use super::space::{PLACES_PER_TICK, ask, name_of, place_named, places};
use crate::fault::{Code, ErrorData, Result, fail_in};
use crate::list::ListBuilder;
use crate::num::Number;
use crate::printer::brief;
use crate::runtime::Runtime;
use crate::symbol::well_known;
use crate::value::Value;

/// An optional number of something.
fn count(rt: &Runtime, name: &str, v: Value) -> Result<Option<f64>> {
    match rt.heap.as_float(v).or(v.as_fixnum().map(|n| n as f64)) {
        _ if v.is_false() => Ok(None),
        Some(n) if n >= 0.0 => Ok(Some(n)),
        _ => Err(rt.wrong_type("with-budget", name, "a number that is not negative, or nil", v)),
    }
}

// Choosing where to branch: how the places of a state look to a search, and weights that it learns.

/// Asks a state something that is paid for like a look at each of its places.
fn look<T>(rt: &mut Runtime, space: SpaceRef, question: impl FnOnce(&dyn Searchable) -> T) -> Result<T> {
    rt.charge(places(rt, space)? / PLACES_PER_TICK)?;
    ask(rt, space, question)
}

fn name_if_any(rt: &mut Runtime, space: SpaceRef, place: Option<usize>) -> Result<Option<Value>> {
    place.map(|place| name_of(rt, space, place)).transpose()
}

/// The weights of a state: from now on, contradictions change them.
fn weights(rt: &mut Runtime, space: SpaceRef) -> Result<Weights> {
    let Runtime { heap, search, .. } = rt;
    heap.ask_space(space.value, |space| search.weights(space))
}

fn most_constrained(rt: &mut Runtime, space: SpaceRef, options: &[Value]) -> Result<Option<Value>> {
    if options.is_empty() {
        let place = look(rt, space, |space| space.most_constrained(TieBreak::First))?;
        return name_if_any(rt, space, place);
    }
    drawing(rt, |rt| most_constrained_by(rt, space, options))
}

/// [`most_constrained`] with the options `:tie rule`.
#[inline(never)]
fn most_constrained_by(rt: &mut Runtime, space: SpaceRef, options: &[Value]) -> Result<Option<Value>> {
    let tie = match *options {
        [] => well_known::FIRST,
        [key, tie] if key.as_keyword() == Some(well_known::TIE) => match tie.as_symbol() {
            Some(tie @ (well_known::FIRST | well_known::DEGREE | well_known::WEIGHT | well_known::RANDOM)) => tie,
            _ => {
                let shown = brief(rt, tie);
                let message = format!(":tie must be first, degree, weight or random, got {shown}");
                return fail_in("most-constrained", Code::BadValue, message);
            }
        },
        [key, ..] => {
            let shown = brief(rt, key);
            let message = format!("expected the option :tie and its value, got {shown}");
            return fail_in("most-constrained", Code::ArgumentCount, message);
        }
    };
    let weights = if tie == well_known::WEIGHT { Some(weights(rt, space)?) } else { None };
    let mut random = if tie == well_known::RANDOM { Some(Random::new(rt.random.word())) } else { None };
    let tie = match (&mut random, &weights) {
        (Some(random), _) => TieBreak::Random(random),
        (_, Some(weights)) => TieBreak::Weight(weights),
        _ if tie == well_known::DEGREE => TieBreak::Degree,
        _ => TieBreak::First,
    };
    let place = look(rt, space, |space| space.most_constrained(tie))?;
    name_if_any(rt, space, place)
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

    /// The place with the fewest candidates: of those that have any and are not settled (see `settled?`). Nil if there
    /// is none. The option `:tie` chooses among several. `'first` takes the first in order (the default), `'degree` the
    /// one that constrains most unsettled places, `'weight` the one with the greatest weight. `'random` takes any, which
    /// follows `random-seed!`.
    ///
    /// (most-constrained (assign (board 4) 0 0 1 :level 'forward))               ;=> (0 1)
    /// (let ((b (assign (board 4) 0 3 1))) (aset b 0 0 '(2 3)) (aset b 2 1 '(2 3)) (most-constrained b :tie 'degree))  ;=> (2 1)
    /// (most-constrained (make-array '(1 1) :of 'digits :initial nil))           ;=> nil
    /// (most-constrained (board 4) :tie 'last)                                   ;!! bad-value
    fn "most-constrained" (rt, state: SpaceRef, *options: Value) {
        most_constrained(rt, state, options)
    }

    /// All places that have the fewest candidates, in order: those from which `most-constrained` takes one.
    ///
    /// (best-cells (eliminate (eliminate (board 4) 1 2 1) 3 3 4))  ;=> ((1 2) (3 3))
    fn "best-cells" (rt, state: SpaceRef) {
        let best = look(rt, state, |space| space.fewest_values())?;
        let best = best.into_iter().map(|place| name_of(rt, state, place)).collect::<Result<Vec<_>>>()?;
        rt.heap.list(&best)
    }

    /// Returns the number of unsettled places that this place constrains.
    ///
    /// (degree (assign (board 4) 0 0 1 :level 'forward) '(0 1))  ;=> 6
    fn "degree" (rt, state: SpaceRef, place: PlaceRef) {
        let place = place_named(rt, "degree", state, place.0)?;
        look(rt, state, |space| space.degree(place))
    }

    /// Returns the weight of a place: 1, plus 1 for each contradiction that the place took part in. States of one
    /// family, copies among them, share their weights. The engine keeps them from the first request of a program until
    /// `reset-weights!`.
    ///
    /// (weight (board) '(0 0))  ;=> 1.0
    fn "weight" (rt, state: SpaceRef, place: PlaceRef) {
        let place = place_named(rt, "weight", state, place.0)?;
        Ok(weights(rt, state)?.get(place))
    }

    /// Makes a place heavier, by 1 if `amount` is left out. Returns its weight.
    ///
    /// (let ((b (board 4))) (increment-weight! b '(0 0)) (increment-weight! b '(0 0) 2.5))  ;=> 4.5
    fn "increment-weight!" (rt, state: SpaceRef, place: PlaceRef, ?amount: Number) {
        let place = place_named(rt, "increment-weight!", state, place.0)?;
        let by = match amount {
            Some(n) => {
                let n = n.into_value(&mut rt.heap)?;
                crate::num::to_float(rt, "increment-weight!", n)?
            }
            None => 1.0,
        };
        let weights = weights(rt, state)?;
        weights.bump(place, by);
        Ok(weights.get(place))
    }

    /// Brings weights nearer to 1: what exceeds 1 is multiplied by `factor`, so that what was long ago counts less.
    /// Returns the state.
    ///
    /// (let ((b (board 4))) (increment-weight! b '(0 0) 8) (fade-weights! b 0.5) (weight b '(0 0)))  ;=> 5.0
    fn "fade-weights!" (rt, state: SpaceRef, factor: Number) {
        let factor = factor.into_value(&mut rt.heap)?;
        let factor = crate::num::to_float(rt, "fade-weights!", factor)?;
        look(rt, state, |_| ())?;
        weights(rt, state)?.decay(factor);
        Ok(state.value)
    }

    /// Sets the weights of all places of the state's family to 1. Contradictions are not counted until a program
    /// asks for a weight again. Returns the state.
    ///
    /// (let ((b (board 4))) (increment-weight! b '(0 0) 8) (reset-weights! b) (weight b '(0 0)))  ;=> 1.0
    fn "reset-weights!" (rt, state: SpaceRef) {
        let Runtime { heap, search, .. } = rt;
        heap.ask_space(state.value, |space| search.forget_weights(space))?;
        Ok(state.value)
    }

    /// Returns the unsettled place with the smallest ratio of values to weight (see `weight`), the first of several.
    /// Places without values are left out. Nil if there is none.
    ///
    /// (let ((b (board 4))) (increment-weight! b '(2 1)) (min-dom/wdeg-cell b))  ;=> (2 1)
    fn "min-dom/wdeg-cell" (rt, state: SpaceRef) {
        let weights = weights(rt, state)?;
        let place = look(rt, state, |space| space.min_dom_wdeg(&weights))?;
        name_if_any(rt, state, place)
    }
}
