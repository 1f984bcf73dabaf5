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

type Posted = Result<(), Failure>;

/// The natives that post a constraint: the native's name, the function's, the arguments, the bytes that it needs beside
/// room for them, and the posting.
macro_rules! constraints {
    ($($native:literal, $name:literal, $function:ident($($argument:ident: $type:ty),+), $bytes:expr,
       |$store:ident| $posted:expr;)+) => {
        pub(super) fn define(module: &mut Module<'_>) {
            module.define("%store-decisions", decisions).parameters(["store", "variables"]);
            module.define("%store-lexicographic", lexicographic).parameters(["store", "left", "right", "strict"]);
            $(module
                .define(concat!("%store-", $native), $function)
                .parameters(["store", $(stringify!($argument)),+]);)+
        }

        $(fn $function(cx: &mut Context<'_>, mut store: RefMut<'_, Store>, $($argument: $type),+) -> Posted {
            let arguments: &[&dyn Describe] = &[$(&$argument),+];
            let begun = Begun::new(cx, &store, arguments, $bytes)?;
            let $store = &mut *store;
            let posted = $posted;
            begun.done(&mut store, posted, $name, arguments)
        })+
    };
}

constraints! {
    "all-different", "all-different!", all_different(variables: Vec<Operand>, strength: StrengthArg), 0, |store| {
        let x = operands(store, "variables", &variables)?;
        store.all_different(&x, strength.0)
    };
    "all-different-sum", "all-different-sum!", all_different_sum(variables: Vec<Operand>, sum: Integer), 0, |store| {
        let x = operands(store, "variables", &variables)?;
        store.all_different_sum(&x, sum.0)
    };
    "element", "element!", element(list: Vec<Operand>, index: Operand, result: Operand), 0, |store| {
        let x = operands(store, "list", &list)?;
        let (at, value) = (operand(store, "index", index)?, operand(store, "result", result)?);
        store.element(&x, at, value)
    };
    "table", "table!", table(variables: Vec<Operand>, tuples: Vec<Row>), sets(&variables, &tuples), |store| {
        let x = operands(store, "variables", &variables)?;
        let rows: Vec<Vec<i64>> = tuples.iter().map(|row| integers(&row.0)).collect();
        store.table(&x, &rows)
    };
    "nogood", "nogood!", nogood(variables: Vec<Operand>, values: Vec<Integer>), 0, |store| {
        let x = operands(store, "variables", &variables)?;
        store.nogood(&x, &integers(&values))
    };
    "regular", "regular!", regular(variables: Vec<Operand>, transitions: Vec<TransitionArg>, start: State,
                                   accepting: Vec<State>), 0, |store| {
        let x = operands(store, "variables", &variables)?;
        let ways: Vec<_> = transitions.iter().map(|way| way.0).collect();
        let ends: Vec<u32> = accepting.iter().map(|state| state.0).collect();
        store.regular(&x, &ways, start.0, &ends)
    };
    "count", "count!", count(variables: Vec<Operand>, value: Integer, count: Operand), 0, |store| {
        let x = operands(store, "variables", &variables)?;
        let many = operand(store, "count", count)?;
        store.count(&x, value.0, many)
    };
    "cardinality", "global-cardinality!", cardinality(variables: Vec<Operand>, values: Vec<Integer>,
                                                      counts: Vec<Operand>), 0, |store| {
        let x = operands(store, "variables", &variables)?;
        let many = operands(store, "counts", &counts)?;
        store.cardinality(&x, &integers(&values), &many)
    };
    "circuit", "circuit!", circuit(next: Vec<Operand>), 0, |store| {
        let x = operands(store, "next", &next)?;
        store.circuit(&x)
    };
    "cumulative", "cumulative!", cumulative(starts: Vec<Operand>, durations: Vec<Operand>, demands: Vec<Operand>,
                                            capacity: Operand), orders(starts.len()), |store| {
        let x = operands(store, "starts", &starts)?;
        let (d, n) = (operands(store, "durations", &durations)?, operands(store, "demands", &demands)?);
        let c = operand(store, "capacity", capacity)?;
        store.cumulative(&x, &d, &n, c)
    };
    "no-overlap", "no-overlap!", no_overlap(starts: Vec<Operand>, durations: Vec<Operand>), orders(starts.len()), |store| {
        let x = operands(store, "starts", &starts)?;
        let d = operands(store, "durations", &durations)?;
        store.no_overlap(&x, &d)
    };
}

/// The state before a constraint is posted, and the place in the program that posts it.
struct Begun {
    before: Before,
    place: Option<Arc<str>>,
}

impl Begun {
    /// Asks for room for these arguments and for `bytes` bytes besides.
    fn new(cx: &mut Context<'_>, store: &Store, arguments: &[&dyn Describe], bytes: usize) -> Result<Begun, Failure> {
        let parts = 1 + arguments.iter().map(|a| a.parts()).sum::<usize>();
        cx.charge((parts / super::VARIABLES_PER_TICK) as u64)?;
        room(cx, store, (parts * PART).saturating_add(bytes))?;
        Ok(Begun { place: place(cx)?, before: store.before() })
    }

    /// Labels what the function of this name has posted.
    fn done(self, store: &mut Store, posted: Result<(), Error>, name: &str, arguments: &[&dyn Describe]) -> Posted {
        let mut wording = call(name, arguments);
        wording.set_place(self.place);
        store.label_since(self.before, wording);
        posted.map_err(refused)
    }
}

fn decisions(cx: &mut Context<'_>, mut store: RefMut<'_, Store>, variables: Vec<Operand>) -> Posted {
    Begun::new(cx, &store, &[&variables], 0)?;
    let x = operands(&mut store, "variables", &variables)?;
    store.set_decisions(&x).map_err(refused)
}

fn lexicographic(
    cx: &mut Context<'_>,
    mut store: RefMut<'_, Store>,
    left: Vec<Operand>,
    right: Vec<Operand>,
    strict: Flag,
) -> Posted {
    let arguments: &[&dyn Describe] = &[&left, &right];
    let begun = Begun::new(cx, &store, arguments, 0)?;
    let (x, y) = (operands(&mut store, "left", &left)?, operands(&mut store, "right", &right)?);
    let posted = store.lexicographic(&x, &y, strict.0);
    begun.done(&mut store, posted, if strict.0 { "lex-less!" } else { "lex-less-equal!" }, arguments)
}

/// Bytes of the sets of a table.
fn sets(variables: &Vec<Operand>, tuples: &Vec<Row>) -> usize {
    let parts = 1 + variables.parts() + tuples.parts();
    TABLE_BYTES.min(parts.saturating_mul(parts))
}

/// Bytes of the variables for the orders of tasks.
fn orders(tasks: usize) -> usize {
    let ordered = tasks.min(MAX_ORDERED);
    ordered * ordered * PART
}
