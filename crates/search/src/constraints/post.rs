//! Constraints on lists of variables.

use std::sync::Arc;

use klammer::{Context, Module, RefMut};
use klammer_constraints::{Before, Error, MAX_ORDERED};

use super::PART;
use super::Store;
use super::condition::{Failure, Flag, Integer, Operand, State, integers, operand, operands, place, refused, room};
use super::labels::{Describe, Row, StrengthArg, TransitionArg, call};

/// Bytes of the sets of a table, at most.
const TABLE_BYTES: usize = 8 << 20;

pub(super) fn define(module: &mut Module<'_>) {
    module.define("%store-decisions", decisions).parameters(["store", "variables"]);
    module.define("%store-all-different", all_different).parameters(["store", "variables", "strength"]);
    module.define("%store-all-different-sum", all_different_sum).parameters(["store", "variables", "sum"]);
    module.define("%store-element", element).parameters(["store", "list", "index", "result"]);
    module.define("%store-table", table).parameters(["store", "variables", "tuples"]);
    module.define("%store-nogood", nogood).parameters(["store", "variables", "values"]);
    module.define("%store-regular", regular).parameters(["store", "variables", "transitions", "start", "accepting"]);
    module.define("%store-count", count).parameters(["store", "variables", "value", "count"]);
    module.define("%store-cardinality", cardinality).parameters(["store", "variables", "values", "counts"]);
    module.define("%store-lexicographic", lexicographic).parameters(["store", "left", "right", "strict"]);
    module.define("%store-circuit", circuit).parameters(["store", "next"]);
    module.define("%store-cumulative", cumulative).parameters(["store", "starts", "durations", "demands", "capacity"]);
    module.define("%store-no-overlap", no_overlap).parameters(["store", "starts", "durations"]);
}

type Lent<'a> = RefMut<'a, Store>;
type Posted = Result<(), Failure>;

/// A constraint that is going to be posted.
struct Posting<'a> {
    store: Lent<'a>,
    before: Before,
    place: Option<Arc<str>>,
}

impl<'a> Posting<'a> {
    /// Begins to post a constraint, with room for these arguments and for `bytes` bytes besides.
    fn new(cx: &mut Context<'_>, store: Lent<'a>, arguments: &[&dyn Describe], bytes: usize) -> Result<Self, Failure> {
        let parts = 1 + arguments.iter().map(|a| a.parts()).sum::<usize>();
        cx.charge((parts / super::VARIABLES_PER_TICK) as u64)?;
        room(cx, &store, (parts * PART).saturating_add(bytes))?;
        let place = place(cx)?;
        let before = store.before();
        Ok(Posting { store, before, place })
    }

    /// It has been posted, by the function of this name.
    fn done(mut self, posted: Result<(), Error>, function: &str, arguments: &[&dyn Describe]) -> Posted {
        let mut wording = call(function, arguments);
        wording.set_place(self.place);
        self.store.label_since(self.before, wording);
        posted.map_err(refused)
    }
}

fn decisions(cx: &mut Context<'_>, store: Lent<'_>, variables: Vec<Operand>) -> Posted {
    let mut to = Posting::new(cx, store, &[&variables], 0)?;
    let x = operands(&mut to.store, "variables", &variables)?;
    to.store.set_decisions(&x).map_err(refused)
}

fn all_different(cx: &mut Context<'_>, store: Lent<'_>, variables: Vec<Operand>, strength: StrengthArg) -> Posted {
    let mut to = Posting::new(cx, store, &[&variables], 0)?;
    let x = operands(&mut to.store, "variables", &variables)?;
    let posted = to.store.all_different(&x, strength.0);
    to.done(posted, "all-different!", &[&variables, &strength])
}

fn all_different_sum(cx: &mut Context<'_>, store: Lent<'_>, variables: Vec<Operand>, sum: Integer) -> Posted {
    let mut to = Posting::new(cx, store, &[&variables], 0)?;
    let x = operands(&mut to.store, "variables", &variables)?;
    let posted = to.store.all_different_sum(&x, sum.0);
    to.done(posted, "all-different-sum!", &[&variables, &sum])
}

fn element(cx: &mut Context<'_>, store: Lent<'_>, list: Vec<Operand>, index: Operand, result: Operand) -> Posted {
    let mut to = Posting::new(cx, store, &[&list, &index, &result], 0)?;
    let x = operands(&mut to.store, "list", &list)?;
    let (at, value) = (operand(&mut to.store, "index", index)?, operand(&mut to.store, "result", result)?);
    let posted = to.store.element(&x, at, value);
    to.done(posted, "element!", &[&list, &index, &result])
}

fn table(cx: &mut Context<'_>, store: Lent<'_>, variables: Vec<Operand>, tuples: Vec<Row>) -> Posted {
    let parts = 1 + variables.parts() + tuples.parts();
    let sets = TABLE_BYTES.min(parts.saturating_mul(parts));
    let mut to = Posting::new(cx, store, &[&variables, &tuples], sets)?;
    let x = operands(&mut to.store, "variables", &variables)?;
    let rows: Vec<Vec<i64>> = tuples.iter().map(|row| integers(&row.0)).collect();
    let posted = to.store.table(&x, &rows);
    to.done(posted, "table!", &[&variables, &tuples])
}

fn nogood(cx: &mut Context<'_>, store: Lent<'_>, variables: Vec<Operand>, values: Vec<Integer>) -> Posted {
    let mut to = Posting::new(cx, store, &[&variables, &values], 0)?;
    let x = operands(&mut to.store, "variables", &variables)?;
    let posted = to.store.nogood(&x, &integers(&values));
    to.done(posted, "nogood!", &[&variables, &values])
}

fn regular(
    cx: &mut Context<'_>,
    store: Lent<'_>,
    variables: Vec<Operand>,
    transitions: Vec<TransitionArg>,
    start: State,
    accepting: Vec<State>,
) -> Posted {
    let mut to = Posting::new(cx, store, &[&variables, &transitions, &accepting], 0)?;
    let x = operands(&mut to.store, "variables", &variables)?;
    let ways: Vec<_> = transitions.iter().map(|way| way.0).collect();
    let ends: Vec<u32> = accepting.iter().map(|state| state.0).collect();
    let posted = to.store.regular(&x, &ways, start.0, &ends);
    to.done(posted, "regular!", &[&variables, &transitions, &start, &accepting])
}

fn count(cx: &mut Context<'_>, store: Lent<'_>, variables: Vec<Operand>, value: Integer, count: Operand) -> Posted {
    let mut to = Posting::new(cx, store, &[&variables, &count], 0)?;
    let x = operands(&mut to.store, "variables", &variables)?;
    let many = operand(&mut to.store, "count", count)?;
    let posted = to.store.count(&x, value.0, many);
    to.done(posted, "count!", &[&variables, &value, &count])
}

fn cardinality(
    cx: &mut Context<'_>,
    store: Lent<'_>,
    variables: Vec<Operand>,
    values: Vec<Integer>,
    counts: Vec<Operand>,
) -> Posted {
    let mut to = Posting::new(cx, store, &[&variables, &values, &counts], 0)?;
    let x = operands(&mut to.store, "variables", &variables)?;
    let many = operands(&mut to.store, "counts", &counts)?;
    let posted = to.store.cardinality(&x, &integers(&values), &many);
    to.done(posted, "global-cardinality!", &[&variables, &values, &counts])
}

fn lexicographic(
    cx: &mut Context<'_>,
    store: Lent<'_>,
    left: Vec<Operand>,
    right: Vec<Operand>,
    strict: Flag,
) -> Posted {
    let mut to = Posting::new(cx, store, &[&left, &right], 0)?;
    let x = operands(&mut to.store, "left", &left)?;
    let y = operands(&mut to.store, "right", &right)?;
    let posted = to.store.lexicographic(&x, &y, strict.0);
    let name = if strict.0 { "lex-less!" } else { "lex-less-equal!" };
    to.done(posted, name, &[&left, &right])
}

fn circuit(cx: &mut Context<'_>, store: Lent<'_>, next: Vec<Operand>) -> Posted {
    let mut to = Posting::new(cx, store, &[&next], 0)?;
    let x = operands(&mut to.store, "next", &next)?;
    let posted = to.store.circuit(&x);
    to.done(posted, "circuit!", &[&next])
}

/// Bytes of the variables for the orders of tasks.
fn orders(tasks: usize) -> usize {
    let ordered = tasks.min(MAX_ORDERED);
    ordered * ordered * PART
}

fn cumulative(
    cx: &mut Context<'_>,
    store: Lent<'_>,
    starts: Vec<Operand>,
    durations: Vec<Operand>,
    demands: Vec<Operand>,
    capacity: Operand,
) -> Posted {
    let mut to = Posting::new(cx, store, &[&starts, &durations, &demands], orders(starts.len()))?;
    let x = operands(&mut to.store, "starts", &starts)?;
    let (d, n) = (operands(&mut to.store, "durations", &durations)?, operands(&mut to.store, "demands", &demands)?);
    let c = operand(&mut to.store, "capacity", capacity)?;
    let posted = to.store.cumulative(&x, &d, &n, c);
    to.done(posted, "cumulative!", &[&starts, &durations, &demands, &capacity])
}

fn no_overlap(cx: &mut Context<'_>, store: Lent<'_>, starts: Vec<Operand>, durations: Vec<Operand>) -> Posted {
    let mut to = Posting::new(cx, store, &[&starts, &durations], orders(starts.len()))?;
    let x = operands(&mut to.store, "starts", &starts)?;
    let d = operands(&mut to.store, "durations", &durations)?;
    let posted = to.store.no_overlap(&x, &d);
    to.done(posted, "no-overlap!", &[&starts, &durations])
}
